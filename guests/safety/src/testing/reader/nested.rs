//! Commands inside of words.

use shellward_sdk::Wrapper;

use super::{Place, Reader, count, text};

impl Reader {
    pub(super) fn bodies_of_substitutions(&mut self, block: u32, inner: Vec<(usize, usize)>) {
        for (from, to) in inner {
            let (at, source) = (self.at, self.source.clone());
            let opener = self.source[..from]
                .rfind(['$', '<', '>', '`'])
                .expect("an opener");
            self.at = from;
            self.source.truncate(to);
            let wrappers = std::mem::take(&mut self.wrappers);
            let body = self.open("substitution", Some(block), Place::default());
            self.list(body, &[]);
            self.wrappers = wrappers;
            self.source = source;
            self.at = to + 1;
            self.script.blocks[body as usize].span = self.span(opener);
            self.at = at;
        }
    }

    /// `bash -c '…'` becomes what is in it.
    pub(super) fn command_string(&mut self, index: usize, block: u32, place: Place) {
        let words = self.script.commands[index].words;
        let texts: Vec<String> = (words.start..words.start + words.len)
            .map(|word| self.script.words[word as usize].prefix.clone())
            .collect();
        let [name, option, body] = texts.as_slice() else {
            return;
        };
        if name != "bash" || option != "-c" {
            return;
        }
        self.script.commands.pop();
        let outer = (self.source.clone(), self.at, self.text);
        self.text = count(&self.script.texts);
        self.script.texts.push(text("command-string", body));
        self.source.clone_from(body);
        self.at = 0;
        self.wrappers.push(Wrapper {
            name: "bash".to_owned(),
            words,
            attrs: Vec::new(),
        });
        let inner = self.open("script", Some(block), place);
        self.list(inner, &[]);
        self.wrappers.pop();
        (self.source, self.at, self.text) = outer;
    }
}
