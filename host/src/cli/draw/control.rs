//! Loops and branches: what they look at to go on, and what they run.

use super::{
    walk::{Spot, Walk, mark},
    words::{MAX_LISTED, Writing, listed, written},
};
use crate::read::{Block, BlockKind, Word};

/// What a block in a loop or a branch is to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Condition,
    Body,
    /// The inside of a substitution in the words it runs on.
    Other,
}

/// Whether the whole of a loop or a branch has a line of its own, or its first part heads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Head {
    Drawn,
    Open,
}

impl<'a> Walk<'a> {
    /// Draws `for`, `while`, `until`, `select`.
    pub(super) fn repeated(&mut self, index: u32, block: &'a Block, mut spot: Spot<'a>) {
        mark(&mut self.drawn_blocks, index);
        let (keyword, name) = head(self.script.text(block.span));
        let words = self.subject_of(block);
        let mut writing = Writing::new(self.script);
        let list = writing.list(words, "and");
        spot.notes = writing.notes.after(spot.notes);
        let parts = self.parts(index);
        let is_conditional = parts.iter().any(|(_, part)| *part == Part::Condition);
        let each = name.map_or_else(|| "each".to_owned(), |name| format!("each {name}"));
        let heading = match keyword {
            "select" => Some(format!(
                "asking each time for {} out of {list}:",
                name.unwrap_or("one")
            )),
            _ if !words.is_empty() => Some(format!("for {each} of {list}:")),
            _ if is_conditional => None,
            "for" => Some(format!("for {each} of the arguments:")),
            _ => Some("again and again:".to_owned()),
        };
        let mut whole = match heading {
            Some(heading) => {
                self.heading(&spot, &heading);
                Head::Drawn
            }
            None => Head::Open,
        };
        self.subject(index, &spot);
        let condition = match keyword {
            "until" => "until this succeeds:",
            "for" => "counting with:",
            _ => "as long as this succeeds:",
        };
        for (index, part) in parts {
            match part {
                Part::Condition => self.part(index, &spot, condition, &mut whole),
                Part::Body if is_conditional => self.part(index, &spot, "do:", &mut whole),
                Part::Body => self.content(index, &spot.inside()),
                Part::Other => self.apart(index, &spot.inside()),
            }
        }
    }

    /// Draws `if`, `case`.
    pub(super) fn branch(&mut self, index: u32, block: &'a Block, mut spot: Spot<'a>) {
        mark(&mut self.drawn_blocks, index);
        let words = self.subject_of(block);
        let mut whole = Head::Open;
        if !words.is_empty() {
            let mut writing = Writing::new(self.script);
            let text = writing.list(words, "and");
            spot.notes = writing.notes.after(spot.notes);
            self.heading(&spot, &format!("compare {text}:"));
            self.subject(index, &spot);
            whole = Head::Drawn;
        }
        let mut before = None;
        for (index, part) in self.parts(index) {
            match (part, before) {
                (Part::Body, _) if !words.is_empty() => self.case(index, &spot),
                (Part::Condition, None) => {
                    self.part(index, &spot, "if this succeeds:", &mut whole);
                }
                (Part::Condition, Some(_)) => {
                    self.part(index, &spot, "else, if this succeeds:", &mut whole);
                }
                (Part::Body, Some(Part::Condition)) => {
                    self.part(index, &spot, "then:", &mut whole);
                }
                (Part::Body, _) => self.part(index, &spot, "else:", &mut whole),
                (Part::Other, _) => self.apart(index, &spot.inside()),
            }
            before = Some(part);
        }
    }

    /// One part of a `case`.
    fn case(&mut self, part: u32, around: &Spot<'a>) {
        let script = self.script;
        let Some(block) = script.blocks.get(part as usize) else {
            return;
        };
        let patterns = self.subject_of(block);
        let shown: Vec<String> = patterns
            .iter()
            .take(MAX_LISTED)
            .map(|word| written(script, word.span))
            .collect();
        let mut spot = around.inside();
        if shown.iter().any(|pattern| pattern == "*") {
            spot.notes.say("anything does");
        }
        let list = listed(&shown, patterns.len(), "or");
        self.heading(&spot, &format!("if it matches {list}:"));
        self.subject(part, &spot);
        self.content(part, &spot.inside());
    }

    /// A part of a loop or a branch. If nothing heads the whole yet, this does.
    fn part(&mut self, part: u32, spot: &Spot<'a>, heading: &str, whole: &mut Head) {
        match std::mem::replace(whole, Head::Drawn) {
            Head::Open => self.heading(spot, heading),
            Head::Drawn => {
                let aligned = Spot::plain(spot.aligned(), spot.known);
                self.heading(&aligned, heading);
            }
        }
        self.content(part, &spot.inside());
    }

    /// Draws the blocks in the words that a block runs on.
    fn subject(&mut self, index: u32, spot: &Spot<'a>) {
        for inner in self.tree.apart_of_subject(index) {
            self.apart(inner, &spot.inside());
        }
    }

    fn subject_of(&self, block: &Block) -> &'a [Word] {
        self.script
            .words
            .get(block.subject.indices())
            .unwrap_or(&[])
    }

    /// Returns the blocks in a loop or a branch and what they are to it.
    fn parts(&self, block: u32) -> Vec<(u32, Part)> {
        let kind_of = |index: u32| Some(self.script.blocks.get(index as usize)?.kind);
        self.tree
            .apart(block)
            .iter()
            .filter_map(|index| Some((*index, part_of(kind_of(*index)?))))
            .collect()
    }
}

const fn part_of(kind: BlockKind) -> Part {
    match kind {
        BlockKind::Condition => Part::Condition,
        BlockKind::Body => Part::Body,
        BlockKind::Script
        | BlockKind::Subshell
        | BlockKind::Group
        | BlockKind::Substitution
        | BlockKind::Loop
        | BlockKind::Branch
        | BlockKind::Function => Part::Other,
    }
}

/// Returns the keyword of a loop, and the variable after it where that is a plain name.
fn head(text: &str) -> (&str, Option<&str>) {
    let mut words = text.split_whitespace();
    let keyword = words.next().unwrap_or("");
    let is_of_name = |one: char| one.is_ascii_alphanumeric() || one == '_';
    let name = words
        .next()
        .map(|word| word.trim_end_matches(';'))
        .filter(|word| !word.is_empty() && word.chars().all(is_of_name));
    (keyword, name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_variable_of_a_loop_is_found_where_it_is_a_plain_name() {
        assert_eq!(head("for f in *.rs; do"), ("for", Some("f")));
        assert_eq!(head("select\tx\tin a"), ("select", Some("x")));
        assert_eq!(head("for f; do"), ("for", Some("f")));
        assert_eq!(head("for ((i = 0; i < 3; i++))"), ("for", None));
        assert_eq!(head(""), ("", None));
    }
}
