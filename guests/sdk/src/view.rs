//! A friendly view over the flat lists of a script.
//!
//! Views are two words wide and copied freely. Every look-up is total: an index or a range that points nowhere gives
//! nothing, never a panic, since a trap costs the whole evaluation. What was not understood is never hidden: an uncertain
//! word has no [`certain`](WordView::certain) value, and a command without a certain name has no
//! [`name`](CommandView::name).

mod block;
mod command;
mod ending;
mod word;

pub use block::BlockView;
pub use command::{CommandView, RedirectView};
pub use ending::EndedWith;
pub use word::{PieceView, WordView};

use crate::{Attr, Function, Gap, Range, Script, Span, Text};

/// A script.
///
/// ```
/// use shellward_sdk::{ScriptView, test_kit};
///
/// let script = test_kit::script(&[&["grep", "-r", "foo"], &["wc", "-l"]]);
/// let view = ScriptView::new(&script);
/// assert!(view.is_complete());
/// assert_eq!(view.source(), "grep -r foo | wc -l");
/// let names: Vec<_> = view.commands().filter_map(|command| command.name()).collect();
/// assert_eq!(names, ["grep", "wc"]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ScriptView<'a> {
    script: &'a Script,
}

impl<'a> ScriptView<'a> {
    /// Looks at a script.
    pub const fn new(script: &'a Script) -> Self {
        Self { script }
    }

    /// Returns the script itself.
    pub const fn raw(self) -> &'a Script {
        self.script
    }

    /// Returns the shell language it was read as: "bash", "zsh", "powershell".
    pub fn dialect(self) -> &'a str {
        &self.script.dialect
    }

    /// Whether every word and command is accounted for. On anything else an allow counts for nothing.
    pub fn is_complete(self) -> bool {
        self.script.reading == "complete"
    }

    /// Returns what was not understood.
    pub fn gaps(self) -> &'a [Gap] {
        &self.script.gaps
    }

    /// Returns the text as it was called.
    pub fn source(self) -> &'a str {
        self.script.texts.first().map_or("", |text| &text.content)
    }

    /// Returns the texts into which spans point; the first is the source.
    pub fn texts(self) -> &'a [Text] {
        &self.script.texts
    }

    /// Returns the text under a span; empty if the span points nowhere.
    pub fn text(self, span: Span) -> &'a str {
        self.script
            .texts
            .get(span.text as usize)
            .and_then(|text| text.content.get(span.start as usize..span.end as usize))
            .unwrap_or("")
    }

    /// Goes through the commands, in the order in which they are written.
    pub fn commands(self) -> impl DoubleEndedIterator<Item = CommandView<'a>> + ExactSizeIterator {
        let commands = self.script.commands.iter().enumerate();
        commands.map(move |(at, command)| CommandView::new(self, index(0, at), command))
    }

    /// Returns a command by its index.
    pub fn command(self, index: u32) -> Option<CommandView<'a>> {
        let command = self.script.commands.get(index as usize)?;
        Some(CommandView::new(self, index, command))
    }

    /// Returns a word by its index.
    pub fn word(self, index: u32) -> Option<WordView<'a>> {
        let word = self.script.words.get(index as usize)?;
        Some(WordView::new(self, index, word))
    }

    /// Goes through the blocks. The first is the whole script, and one comes after the one around it.
    pub fn blocks(self) -> impl DoubleEndedIterator<Item = BlockView<'a>> + ExactSizeIterator {
        let blocks = self.script.blocks.iter().enumerate();
        blocks.map(move |(at, block)| BlockView::new(self, index(0, at), block))
    }

    /// Returns a block by its index.
    pub fn block(self, index: u32) -> Option<BlockView<'a>> {
        let block = self.script.blocks.get(index as usize)?;
        Some(BlockView::new(self, index, block))
    }

    /// Goes through a block and those around it, from the inside out.
    pub(crate) fn blocks_around(self, block: u32) -> impl Iterator<Item = BlockView<'a>> {
        let mut next = self.block(block);
        // No more steps than there are blocks, so that a circle of parents ends.
        (0..self.script.blocks.len()).map_while(move |_| {
            let found = next?;
            next = found.parent();
            Some(found)
        })
    }

    /// Returns the functions the script defines.
    pub fn functions(self) -> &'a [Function] {
        &self.script.functions
    }

    /// Returns a fact for which no field exists yet.
    pub fn attr(self, key: &str) -> Option<&'a str> {
        attr(&self.script.attrs, key)
    }

    /// Goes through the words of a range.
    pub(crate) fn words_in(
        self,
        range: Range,
    ) -> impl DoubleEndedIterator<Item = WordView<'a>> + ExactSizeIterator {
        let words = slice(&self.script.words, range);
        words
            .iter()
            .enumerate()
            .map(move |(at, word)| WordView::new(self, index(range.start, at), word))
    }
}

/// Returns the index of the element that comes so much after the start of a range.
fn index(start: u32, after: usize) -> u32 {
    start.saturating_add(u32::try_from(after).unwrap_or(u32::MAX))
}

/// Returns a fact out of a list.
pub(crate) fn attr<'a>(attrs: &'a [Attr], key: &str) -> Option<&'a str> {
    attrs
        .iter()
        .find(|attr| attr.key == key)
        .map(|attr| attr.value.as_str())
}

/// Returns the elements of a range; none if it points outside.
pub(crate) fn slice<T>(list: &[T], range: Range) -> &[T] {
    let start = range.start as usize;
    start
        .checked_add(range.len as usize)
        .and_then(|end| list.get(start..end))
        .unwrap_or(&[])
}

#[cfg(test)]
mod tests;
