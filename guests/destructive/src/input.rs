//! The text that a program is fed: here-documents, here-strings, and what `echo`, `printf` and `cat` write into its pipe.

use shellward_sdk::{CommandView, WordView};

/// Returns the texts that a command reads on its standard input, as far as the script itself holds them.
pub(crate) fn of(command: CommandView<'_>) -> Vec<String> {
    let mut texts = documents(command);
    let earlier = command.script().commands().filter(|other| {
        other.pipeline() == command.pipeline()
            && other.raw().block == command.raw().block
            && other.stage() < command.stage()
    });
    for writer in earlier {
        match base_name(writer) {
            Some("echo" | "printf" | "print") => {
                let words: Vec<String> = writer.arguments().map(text).collect();
                // `printf '…\n'` and `echo -e` make lines of it.
                texts.push(words.join(" ").replace("\\n", "\n"));
            }
            Some("cat" | "tee") => texts.extend(documents(writer)),
            _ => {}
        }
    }
    texts
}

fn documents(command: CommandView<'_>) -> Vec<String> {
    let mut texts = Vec::new();
    for redirect in command.redirects() {
        match (redirect.operator(), redirect.body(), redirect.target()) {
            (_, Some(body), _) => texts.push(body.to_owned()),
            ("<<<", None, Some(word)) => texts.push(text(word)),
            _ => {}
        }
    }
    texts
}

/// Returns the value of a word; of an uncertain one what is written.
pub(crate) fn text(word: WordView<'_>) -> String {
    match word.certain() {
        Some(value) => value.to_owned(),
        None => word
            .text()
            .trim_matches(|character| matches!(character, '"' | '\''))
            .to_owned(),
    }
}

fn base_name(command: CommandView<'_>) -> Option<&str> {
    command.name()?.rsplit('/').next()
}

#[cfg(test)]
mod tests {
    use shellward_sdk::{
        ScriptView,
        test_kit::{Builder, script},
    };

    use super::*;

    fn last(script: &shellward_sdk::Script) -> Vec<String> {
        of(ScriptView::new(script)
            .commands()
            .last()
            .expect("there is one"))
    }

    #[test]
    fn documents_strings_and_pipes_are_read() {
        let document = Builder::new()
            .command(&["psql"])
            .here_document("a;\nb")
            .build();
        assert_eq!(last(&document), ["a;\nb"]);
        let string = Builder::new()
            .command(&["psql"])
            .redirect("<<<", "a")
            .build();
        assert_eq!(last(&string), ["a"]);
        let piped = script(&[&["printf", "a\\nb"], &["psql"]]);
        assert_eq!(last(&piped), ["a\nb"]);
        let through = Builder::new()
            .command(&["cat"])
            .here_document("x")
            .pipe(&["psql"])
            .build();
        assert_eq!(last(&through), ["x"]);
    }

    #[test]
    fn what_other_programs_write_is_not_known() {
        assert!(last(&script(&[&["cat", "x.sql"], &["psql"]])).is_empty());
        assert!(last(&script(&[&["grep", "x"], &["psql"]])).is_empty());
        let apart = Builder::new()
            .command(&["echo", "x"])
            .command(&["psql"])
            .build();
        assert!(last(&apart).is_empty());
    }
}
