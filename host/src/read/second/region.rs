//! Cuts a script into texts of one level. No reading of commands here.
//!
//! A region is the whole of a text or the inside of a substitution. In the text that is handed to the other parser, a
//! substitution in it is replaced by a variable of a name that the script does not have, and the body of a
//! here-document by a line with such a name. Whether a cut was right shows on both sides of it: the text around must
//! be read with exactly this variable at this place, and the inside must fill its brackets.

use super::Difference;
use crate::{
    read::script::{Block, BlockKind, Redirect, Script, TextOrigin, Word},
    span::Span,
};

/// What a name begins with that stands for something cut out.
pub(super) const NAME: &str = "__shellward_cut_";

/// A text of one level.
pub(super) struct Region<'s> {
    pub(super) script: &'s Script,
    /// Its block, a script or a substitution.
    pub(super) block: u32,
    /// The text it is part of, and where in it its inside stands.
    pub(super) span: Span,
    /// What holds it.
    pub(super) bracket: Bracket,
    cuts: Vec<Cut>,
}

/// What holds a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bracket {
    /// Nothing, or backquotes: it ends where its text ends.
    None,
    /// Parentheses, which a comment or an open quote in it would hide.
    Parentheses,
}

/// Something that another text stands for.
#[derive(Clone, Debug)]
struct Cut {
    span: Span,
    name: String,
}

impl Cut {
    /// What follows [`NAME`] for each kind.
    const COMMAND: &str = "c";
    const PROCESS: &str = "p";
    const BODY: &str = "d";

    /// Adds what stands for it, which replaces `lines` and stands before `after`. Braces only where they are needed: on
    /// the line of a here-document the other parser can't read them.
    fn push_to(&self, text: &mut String, lines: &str, after: &str) {
        let Self { name, .. } = self;
        if self.is_body() {
            text.push_str(name);
            text.push_str(if lines.ends_with('\n') { "\n" } else { "" });
        } else if after
            .starts_with(|next: char| next.is_ascii_alphanumeric() || "_[".contains(next))
        {
            text.extend(["${", name, "}"]);
        } else {
            text.extend(["$", name]);
        }
    }

    fn is_body(&self) -> bool {
        self.name
            .get(NAME.len()..)
            .is_some_and(|rest| rest.starts_with(Self::BODY))
    }
}

/// Returns all regions of a script that are bash.
pub(super) fn regions(script: &Script) -> Result<Vec<Region<'_>>, Difference> {
    if let Some(at) = script
        .texts
        .iter()
        .position(|text| text.content.contains(NAME))
    {
        let text = index(at);
        return Err(Difference::refused(
            Span {
                text,
                start: 0,
                end: 0,
            },
            "it has a name of ours",
        ));
    }
    let mut regions = Regions {
        script,
        found: Vec::new(),
        of_block: vec![None; script.blocks.len()],
    };
    regions.find()?;
    regions.cut_substitutions()?;
    regions.cut_bodies()?;
    for region in &mut regions.found {
        region
            .cuts
            .sort_by_key(|cut| (cut.span.start, std::cmp::Reverse(cut.span.end)));
    }
    Ok(regions.found)
}

struct Regions<'s> {
    script: &'s Script,
    found: Vec<Region<'s>>,
    /// Which of them a block is.
    of_block: Vec<Option<usize>>,
}

impl Regions<'_> {
    fn find(&mut self) -> Result<(), Difference> {
        for (at, block) in self.script.blocks.iter().enumerate() {
            let Some((span, bracket)) = extent(self.script, block)? else {
                continue;
            };
            if let Some(place) = self.of_block.get_mut(at) {
                *place = Some(self.found.len());
            }
            self.found.push(Region {
                script: self.script,
                block: index(at),
                span,
                bracket,
                cuts: Vec::new(),
            });
        }
        Ok(())
    }

    fn cut_substitutions(&mut self) -> Result<(), Difference> {
        for block in &self.script.blocks {
            if block.kind == BlockKind::Substitution {
                let is_process = self.script.text(block.span).starts_with(['<', '>']);
                let kind = if is_process {
                    Cut::PROCESS
                } else {
                    Cut::COMMAND
                };
                self.cut(block.parent, block.span, kind)?;
            }
        }
        Ok(())
    }

    fn cut_bodies(&mut self) -> Result<(), Difference> {
        for command in &self.script.commands {
            for redirect in self
                .script
                .redirects(command)
                .iter()
                .filter(|it| is_document(it))
            {
                let body = redirect.target.and_then(|target| self.script.word(target));
                let Some(body) = body else {
                    return Err(Difference::refused(
                        redirect.span,
                        "its here-document is missing",
                    ));
                };
                if body.span.start < body.span.end {
                    self.cut(Some(command.block), body.span, Cut::BODY)?;
                }
            }
        }
        Ok(())
    }

    /// Cuts something out of the region that a block is, or is in. In a text that isn't bash there is nothing to cut.
    fn cut(&mut self, block: Option<u32>, span: Span, kind: &str) -> Result<(), Difference> {
        let region = block.and_then(|block| around(self.script, block));
        let region = region.and_then(|block| self.of_block.get(block as usize).copied().flatten());
        let Some(region) = region.and_then(|at| self.found.get_mut(at)) else {
            return Ok(());
        };
        let outer = region.span;
        let inside = outer.text == span.text && outer.start <= span.start && span.end <= outer.end;
        if !inside {
            return Err(Difference::refused(
                span,
                "it is not inside of what holds it",
            ));
        }
        region.cuts.push(Cut {
            span,
            name: format!("{NAME}{kind}{}", span.start),
        });
        Ok(())
    }
}

fn is_region(block: &Block) -> bool {
    matches!(block.kind, BlockKind::Script | BlockKind::Substitution)
}

/// Whether a redirect is a here-document.
pub(super) fn is_document(redirect: &Redirect) -> bool {
    matches!(redirect.operator.as_str(), "<<" | "<<-")
}

/// Returns the nearest block that is a region: itself, or one around it.
fn around(script: &Script, block: u32) -> Option<u32> {
    let mut at = block;
    // Parents stand earlier; the bound is for scripts in which they don't.
    for _ in 0..script.blocks.len() {
        let block = script.blocks.get(at as usize)?;
        if is_region(block) {
            return Some(at);
        }
        at = block.parent?;
    }
    None
}

/// Returns what the other parser is to read of a block; None for one that is no region or no bash.
fn extent(script: &Script, block: &Block) -> Result<Option<(Span, Bracket)>, Difference> {
    let span = block.span;
    let inside = |from: u32, to: u32| Span {
        text: span.text,
        start: span.start.saturating_add(from),
        end: span.end.saturating_sub(to),
    };
    match block.kind {
        BlockKind::Script if is_bash(script, span) => {
            let len = script
                .texts
                .get(span.text as usize)
                .map_or(0, |text| text.content.len());
            let whole = Span {
                text: span.text,
                start: 0,
                end: index(len),
            };
            Ok(Some((whole, Bracket::None)))
        }
        BlockKind::Substitution => match script.text(span).as_bytes() {
            [b'$', b'(', b'(', .., b')', b')'] => {
                Err(Difference::refused(span, "it may be arithmetic"))
            }
            [b'$' | b'<' | b'>', b'(', .., b')'] => Ok(Some((inside(2, 1), Bracket::Parentheses))),
            [b'`', text @ .., b'`'] if !text.contains(&b'\\') => {
                Ok(Some((inside(1, 1), Bracket::None)))
            }
            _ => Err(Difference::refused(span, "it is no plain substitution")),
        },
        BlockKind::Script
        | BlockKind::Subshell
        | BlockKind::Group
        | BlockKind::Loop
        | BlockKind::Branch
        | BlockKind::Condition
        | BlockKind::Body
        | BlockKind::Function => Ok(None),
    }
}

/// Whether a text is handed to bash, or to a shell that reads it as bash does.
fn is_bash(script: &Script, span: Span) -> bool {
    let Some(at) = script
        .texts
        .get(span.text as usize)
        .and_then(|text| text.at)
    else {
        return true;
    };
    let hands_it_over = |words: &[Word]| words.iter().any(|word| word.span == at);
    !script
        .commands
        .iter()
        .flat_map(|command| &command.wrappers)
        .any(|wrapper| {
            wrapper.name == "zsh"
                && hands_it_over(script.words.get(wrapper.words.indices()).unwrap_or(&[]))
        })
}

impl Region<'_> {
    /// Returns the text that the other parser reads.
    pub(super) fn text(&self) -> Result<String, Difference> {
        let source = self.source();
        let (mut text, mut at) = (String::new(), self.span.start);
        if self.bracket == Bracket::Parentheses {
            // The line break keeps a bracket inside from being taken for the second one of arithmetic.
            text.push_str("(\n");
        }
        for cut in &self.cuts {
            if cut.span.start < at {
                // A substitution in a here-document lies in the body that was cut out, whole.
                if cut.span.end <= at {
                    continue;
                }
                return Err(Difference::refused(
                    cut.span,
                    "it overlaps with something else",
                ));
            }
            text.push_str(piece(source, at, cut.span.start));
            let lines = piece(source, cut.span.start, cut.span.end);
            cut.push_to(&mut text, lines, self.after(cut));
            at = cut.span.end;
        }
        text.push_str(piece(source, at, self.span.end));
        if self.bracket == Bracket::Parentheses {
            text.push(')');
        }
        Ok(text)
    }

    /// Returns what is written under a span, with names in place of the substitutions in it.
    pub(super) fn written(&self, span: Span) -> String {
        let source = self.source();
        let (mut text, mut at) = (String::new(), span.start);
        let first = self.cuts.partition_point(|cut| cut.span.start < span.start);
        let inside = self
            .cuts
            .iter()
            .skip(first)
            .take_while(|cut| cut.span.start < span.end);
        for cut in inside.filter(|cut| !cut.is_body()) {
            if cut.span.start < at || cut.span.end > span.end {
                continue;
            }
            text.push_str(piece(source, at, cut.span.start));
            cut.push_to(&mut text, "", self.after(cut));
            at = cut.span.end;
        }
        text.push_str(piece(source, at, span.end));
        text
    }

    /// Returns what stands for the body of a here-document.
    pub(super) fn body_name(body: Span) -> String {
        format!("{NAME}{}{}", Cut::BODY, body.start)
    }

    /// Returns what a name begins with that stands for a process substitution.
    pub(super) fn process_name() -> String {
        format!("{NAME}{}", Cut::PROCESS)
    }

    /// Returns where something stands in this region's text; None if it isn't in it. A word of an alias stands where
    /// the alias was written, and one of a `-c` body where that body was.
    pub(super) fn place(&self, mut span: Span) -> Option<Span> {
        // Each step goes to an earlier text; the bound is for scripts in which it doesn't.
        for _ in 0..=self.script.texts.len() {
            if span.text == self.span.text {
                let inside = self.span.start <= span.start && span.end <= self.span.end;
                return inside.then_some(span);
            }
            let text = self.script.texts.get(span.text as usize)?;
            if text.origin == TextOrigin::Source {
                return None;
            }
            span = text.at?;
        }
        None
    }

    fn after(&self, cut: &Cut) -> &str {
        piece(self.source(), cut.span.end, index(self.source().len()))
    }

    fn source(&self) -> &str {
        self.script
            .texts
            .get(self.span.text as usize)
            .map_or("", |text| &text.content)
    }
}

fn piece(text: &str, from: u32, to: u32) -> &str {
    text.get(from as usize..to as usize).unwrap_or("")
}

/// Converts a length, which the bounds keep far below the limit.
fn index(place: usize) -> u32 {
    u32::try_from(place).unwrap_or(u32::MAX)
}
