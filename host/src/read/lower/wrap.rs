//! What a command runs besides itself: wrappers are looked through, texts for a shell are read as scripts (R2.3).

use super::{Lowering, command::Made, names::is_assignment, range};
use crate::{
    limits::MAX_WRAPPERS,
    read::{
        facts::is_builtin,
        gaps::Trouble,
        script::{
            Assignment, AssignmentScope, Binding, Block, BlockKind, Fields, Piece, PieceKind, Word,
            Wrapper,
        },
        wrappers::{
            self, Change, Ending, Environment, Inner, Inside, Look, Lookup, Part, Place as Start,
            Search, Standing,
        },
    },
    span::{Range, Span},
};

impl Lowering<'_, '_, '_> {
    /// Adds a command, looked through; returns the words with which it runs in the shell itself, if it does.
    pub(super) fn place_command(&mut self, made: Made, written: Lookup) -> Option<Range> {
        let mut made = made;
        let mut lookup = written;
        let mut search = Search::Path;
        for _ in 0..=MAX_WRAPPERS {
            if made.wrappers.len() > MAX_WRAPPERS {
                break;
            }
            let words = self.words_in(made.words);
            // What has a wrapper's name need not be one.
            let is_replaced = matches!(lookup, Lookup::AsWritten | Lookup::NoReserved)
                && words.first().and_then(Word::certain).is_some_and(|name| {
                    let state = &self.common.state;
                    !self.is_the_system_s(name, state)
                });
            if is_replaced {
                return self.place_plain(made, lookup, search);
            }
            if words.is_empty() {
                made.binding = Binding::Builtin;
                self.push_command(made);
                return None;
            }
            let standing = Standing {
                dialect: self.dialect,
                lookup,
                ending: if made.open_ended {
                    Ending::Open
                } else {
                    Ending::Closed
                },
            };
            match wrappers::look(&words, standing) {
                Look::Plain => return self.place_plain(made, lookup, search),
                Look::Command(inner) => {
                    lookup = inner.lookup;
                    if inner.search != Search::Path {
                        search = Search::Unknown;
                    }
                    self.unwrap(&mut made, &words, inner);
                }
                Look::Same(parts) => made.words = self.respelled(&words, made.words, parts),
                Look::Body(body) => {
                    self.place_body(made, &words, body);
                    return None;
                }
                Look::Joined(joined) => {
                    self.place_joined(made, &words, joined);
                    return None;
                }
                Look::Inside(inside) => {
                    let place = made.clone();
                    let ran = self.place_plain(made, lookup, search);
                    for one in inside {
                        self.place_inside(&place, &words, &one);
                    }
                    return ran;
                }
                Look::Unreadable(trouble) => {
                    let span = made.span;
                    self.gap_inside(trouble, span.start as usize, span.end as usize);
                    return self.place_plain(made, lookup, search);
                }
            }
        }
        let message = format!("more than {MAX_WRAPPERS} commands run one another here");
        let span = made.span;
        self.gap_inside(
            Trouble::new("bound.wrappers", message),
            span.start as usize,
            span.end as usize,
        );
        self.place_plain(made, lookup, search)
    }

    pub(super) fn words_in(&self, words: Range) -> Vec<Word> {
        let all = &self.common.script.words;
        all.get(words.indices()).unwrap_or(&[]).to_vec()
    }

    /// Adds a command that was looked through to its end.
    pub(super) fn place_plain(
        &mut self,
        mut made: Made,
        lookup: Lookup,
        search: Search,
    ) -> Option<Range> {
        let words = self.words_in(made.words);
        let name = words.first().and_then(Word::certain).map(str::to_owned);
        // `PATH=/x ls` is looked for there.
        let assigned = self
            .common
            .script
            .assignments
            .get(made.assignments.indices())
            .unwrap_or(&[]);
        let search = if assigned.iter().any(|one| one.name == "PATH") && !words.is_empty() {
            Search::Unknown
        } else {
            search
        };
        if let Some(trouble) = self.hidden_action(&words) {
            let span = made.span;
            self.gap_inside(trouble, span.start as usize, span.end as usize);
        }
        made.binding = match (&name, search) {
            (Some(name), Search::Path) => self.binding_by(name, lookup),
            (None, _) | (_, Search::Standard | Search::Unknown) => Binding::Unknown,
        };
        if let Some(name) = &name
            && let Some(trouble) = wrappers::hidden_command(name, &words)
        {
            let span = made.span;
            self.gap_inside(trouble, span.start as usize, span.end as usize);
        }
        if made.binding == Binding::Builtin
            && let Some(name) = &name
        {
            self.zsh_builtin(name, made.words);
        }
        let range = made.words;
        self.push_command(made);
        (lookup != Lookup::Program).then_some(range)
    }

    /// A word of `find` that may become `-exec`, with a command behind it.
    pub(super) fn hidden_action(&self, words: &[Word]) -> Option<Trouble> {
        let (first, rest) = words.split_first()?;
        let name = first.certain()?;
        let name = name.rsplit('/').next().unwrap_or(name);
        if !matches!(name, "find" | "fd" | "fdfind") {
            return None;
        }
        let ends = rest
            .iter()
            .any(|word| matches!(word.certain(), Some(";" | "+")));
        let may_be_action = |word: &&Word| {
            let is_expansion = self
                .common
                .script
                .pieces(word)
                .iter()
                .any(|piece| !matches!(piece.kind, PieceKind::Literal | PieceKind::Glob));
            word.values.is_empty()
                && is_expansion
                && (word.prefix.is_empty() || word.prefix.starts_with('-'))
                && (word.fields == Fields::Many || ends || name != "find")
        };
        rest.iter().find(may_be_action).map(|_| {
            let message = format!("a word of `{name}` may turn out to run a command");
            Trouble::new("wrapper", message).at_node("command")
        })
    }

    /// What a name is bound to, given what it may mean.
    pub(super) fn binding_by(&self, name: &str, lookup: Lookup) -> Binding {
        match lookup {
            Lookup::AsWritten | Lookup::NoReserved => self.binding(name),
            Lookup::NoFunction | Lookup::Builtin if is_builtin(self.dialect, name) => {
                Binding::Builtin
            }
            Lookup::Builtin => Binding::Unknown,
            Lookup::NoFunction | Lookup::Program => self.program(name),
        }
    }

    /// Takes a wrapper off a command.
    pub(super) fn unwrap(&mut self, made: &mut Made, words: &[Word], inner: Inner) {
        let Inner {
            mut at,
            end,
            placeholders,
            ending,
            change,
            ..
        } = inner;
        self.change_for(made, words, &change);
        let is_keyword = words.first().and_then(Word::certain) == Some("time");
        let is_assigned = |word: &Word| word.prefix.contains('=') && is_assignment(&word.prefix);
        if is_keyword && words.get(at).is_some_and(is_assigned) {
            let trouble = Trouble::new("syntax", "an assignment behind `time` is not read");
            let span = made.span;
            self.gap_inside(trouble, span.start as usize, span.end as usize);
        }
        // `timeout 3 A=1 make`: what stands there as a name is meant as a variable.
        while let Some(word) = words.get(at).filter(|_| at + 1 < end)
            && word.certain().is_some_and(is_assignment)
        {
            self.assign_by_word(made, word);
            at += 1;
        }
        let name = words
            .first()
            .and_then(Word::certain)
            .map_or("", |name| name.rsplit('/').next().unwrap_or(name));
        let start = made.words.start as usize;
        made.wrappers.push(Wrapper {
            name: name.to_owned(),
            words: range(start, start + at),
        });
        made.open_ended |= ending == Ending::Open;
        made.words = if placeholders.is_empty() {
            range(start + at, start + end)
        } else {
            let inner = words.get(at..end).unwrap_or(&[]);
            let places: Vec<usize> = placeholders
                .iter()
                .filter_map(|place| place.checked_sub(at))
                .collect();
            self.with_placeholders(inner, &places, Fields::One)
        };
    }

    /// Notes what a wrapper changes for the command it runs.
    pub(super) fn change_for(&mut self, made: &mut Made, words: &[Word], change: &Change) {
        for index in &change.assignments {
            if let Some(word) = words.get(*index) {
                self.assign_by_word(made, word);
            }
        }
        made.cwds = self.start_of(made.cwds.take(), &change.place);
        made.keeps_environment &= change.environment == Environment::Kept;
    }

    /// Where something starts that a wrapper runs. None: where the shell stands.
    pub(super) fn start_of(
        &self,
        before: Option<Vec<String>>,
        place: &Start,
    ) -> Option<Vec<String>> {
        match place {
            Start::Same => before,
            Start::Unknown => Some(Vec::new()),
            Start::Named(value) => {
                let from = before.unwrap_or_else(|| self.common.state.directories().to_vec());
                Some(match value.text.as_deref() {
                    Some(target) => super::running::directories(&from, target),
                    None => Vec::new(),
                })
            }
        }
    }

    /// Adds the assignment that a word `NAME=value` of a wrapper makes.
    pub(super) fn assign_by_word(&mut self, made: &mut Made, word: &Word) {
        let Some((name, _)) = word.prefix.split_once('=') else {
            return;
        };
        let name = name.to_owned();
        if let Some(trouble) = wrappers::hidden_in_assignment(&name, Some(word)) {
            self.common.gaps.add(trouble, word.span);
        }
        let len = name.len() + 1;
        let value = (word.prefix.len() > len || word.certain().is_none())
            .then(|| self.rest_of_word(word, len));
        let assignments = &mut self.common.script.assignments;
        let end = made.assignments.indices().end;
        if made.assignments.is_empty() || end != assignments.len() {
            // Assignments of a command lie side by side.
            let copies = assignments
                .get(made.assignments.indices())
                .unwrap_or(&[])
                .to_vec();
            let first = assignments.len();
            assignments.extend(copies);
            made.assignments = range(first, assignments.len());
        }
        assignments.push(Assignment {
            span: word.span,
            name,
            scope: AssignmentScope::Command,
            append: false,
            value,
        });
        made.assignments.len += 1;
    }

    /// Adds copies of words, of which some are what only the run will know.
    pub(super) fn with_placeholders(
        &mut self,
        words: &[Word],
        places: &[usize],
        fields: Fields,
    ) -> Range {
        let first = self.common.script.words.len();
        for (index, word) in words.iter().enumerate() {
            let mut copy = word.clone();
            if places.contains(&index) {
                let piece = Piece {
                    kind: PieceKind::Placeholder,
                    span: word.span,
                    literal: None,
                    quoted: false,
                };
                let pieces = &mut self.common.script.pieces;
                pieces.push(piece);
                copy.pieces = range(pieces.len() - 1, pieces.len());
                copy.values = Vec::new();
                copy.prefix = String::new();
                copy.fields = fields;
            } else {
                let pieces = &mut self.common.script.pieces;
                let first = pieces.len();
                let copies = pieces.get(word.pieces.indices()).unwrap_or(&[]).to_vec();
                pieces.extend(copies);
                copy.pieces = range(first, pieces.len());
            }
            self.common.script.words.push(copy);
        }
        range(first, self.common.script.words.len())
    }

    /// Adds the words that a command's words mean, as those of `env -S`.
    pub(super) fn respelled(&mut self, words: &[Word], old: Range, parts: Vec<Part>) -> Range {
        let first = self.common.script.words.len();
        for part in parts {
            match part {
                Part::Kept(index) => {
                    if let Some(word) = words.get(index) {
                        self.common.script.words.push(word.clone());
                    }
                }
                Part::Made { of, text } => {
                    let span = words
                        .get(of)
                        .map_or(self.span(old.start as usize, old.start as usize), |word| {
                            word.span
                        });
                    self.word_at(span, text);
                }
            }
        }
        range(first, self.common.script.words.len())
    }

    /// Adds the command that `find -exec` and its like run for each of something.
    pub(super) fn place_inside(&mut self, outer: &Made, words: &[Word], inside: &Inside) {
        let start = outer.words.start as usize;
        let last = words
            .get(inside.end)
            .or_else(|| words.get(inside.end.saturating_sub(1)));
        let (Some(action), Some(last)) = (words.get(inside.action), last) else {
            return;
        };
        if self.count_command(action.span.start as usize) == super::Progress::Stopped {
            return;
        }
        let span = Span {
            end: last.span.end,
            ..action.span
        };
        let block = self.open_block(Block::apart(BlockKind::Loop, Some(outer.place.block), span));
        let inner = words.get(inside.at..inside.end).unwrap_or(&[]);
        let places: Vec<usize> = inside
            .placeholders
            .iter()
            .filter_map(|place| place.checked_sub(inside.at))
            .collect();
        let range_of = self.with_placeholders(inner, &places, inside.fields);
        let name = words
            .first()
            .and_then(Word::certain)
            .map_or("", |name| name.rsplit('/').next().unwrap_or(name));
        let mut made = outer.clone();
        made.wrappers.push(Wrapper {
            name: name.to_owned(),
            words: range(start, start + inside.action + 1),
        });
        made.cwds = self.start_of(made.cwds.take(), &inside.place);
        let pipeline = self.common.pipelines;
        self.common.pipelines += 1;
        let made = Made {
            span: Span {
                start: inner.first().map_or(span.start, |word| word.span.start),
                end: inner.last().map_or(span.end, |word| word.span.end),
                ..span
            },
            place: super::grammar::Place {
                block,
                pipeline,
                stage: 0,
                connector: crate::read::script::Connector::First,
                negated: false,
            },
            words: range_of,
            assignments: Range::default(),
            redirects: Range::default(),
            open_ended: inside.ending == Ending::Open,
            ..made
        };
        self.place_command(made, Lookup::Program);
    }

    /// Adds a word of a certain value that stands for a span of any text.
    pub(super) fn word_at(&mut self, span: Span, value: String) {
        let script = &mut *self.common.script;
        script.pieces.push(Piece {
            kind: PieceKind::Literal,
            span,
            literal: Some(value.clone()),
            quoted: true,
        });
        let pieces = range(script.pieces.len() - 1, script.pieces.len());
        script.words.push(Word {
            span,
            values: vec![value.clone()],
            fields: Fields::One,
            prefix: value,
            pieces,
        });
    }
}
