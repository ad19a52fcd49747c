//! From the host's types to those of the contract: borrowed, so that a script is copied once, into the guest.

use super::bindings::{
    exports::shellward::policy::exit_codes,
    shellward::policy::types::{
        Assignment, AttrParam, Block, Command, EffectParam, Function, Gap, Piece, Place, Range,
        Redirect, Resolved as ResolvedParam, Script as ScriptParam, Session as SessionParam, Span,
        Text, Word, Wrapper,
    },
};
use crate::{judge, read, span};

/// What lies one list deeper than the contract's records borrow: the certain values of all words, the directories and
/// wrappers of all commands.
pub(super) struct Flat<'a> {
    values: Vec<&'a str>,
    cwds: Vec<&'a str>,
    wrappers: Vec<Wrapper<'a>>,
}

impl<'a> Flat<'a> {
    /// Collects it.
    pub(super) fn new(script: &'a read::Script) -> Self {
        let words = script.words.iter();
        let commands = || script.commands.iter();
        Self {
            values: words
                .flat_map(|word| word.values.iter().map(String::as_str))
                .collect(),
            cwds: commands()
                .flat_map(|command| command.cwds.iter().map(String::as_str))
                .collect(),
            wrappers: commands()
                .flat_map(|command| command.wrappers.iter().map(wrapper))
                .collect(),
        }
    }

    /// Converts all lists.
    pub(super) fn lists(&'a self, script: &'a read::Script) -> Lists<'a> {
        let mut values = self.values.as_slice();
        let mut cwds = self.cwds.as_slice();
        let mut wrappers = self.wrappers.as_slice();
        Lists {
            dialect: script.dialect.code(),
            reading: script.reading.code(),
            gaps: script.gaps.iter().map(gap).collect(),
            texts: script.texts.iter().map(text).collect(),
            blocks: script.blocks.iter().map(block).collect(),
            commands: script
                .commands
                .iter()
                .map(|one| {
                    let wrappers = take(&mut wrappers, one.wrappers.len());
                    command(one, take(&mut cwds, one.cwds.len()), wrappers)
                })
                .collect(),
            words: script
                .words
                .iter()
                .map(|one| word(one, take(&mut values, one.values.len())))
                .collect(),
            pieces: script.pieces.iter().map(piece).collect(),
            assignments: script.assignments.iter().map(assignment).collect(),
            redirects: script.redirects.iter().map(redirect).collect(),
            functions: script.functions.iter().map(function).collect(),
        }
    }
}

/// Takes so many elements from the front of a list.
fn take<'l, T>(rest: &mut &'l [T], count: usize) -> &'l [T] {
    let (taken, behind) = rest.split_at(count.min(rest.len()));
    *rest = behind;
    taken
}

/// The converted lists of a script.
pub(super) struct Lists<'a> {
    dialect: &'a str,
    reading: &'a str,
    gaps: Vec<Gap<'a>>,
    texts: Vec<Text<'a>>,
    blocks: Vec<Block<'a>>,
    commands: Vec<Command<'a>>,
    words: Vec<Word<'a>>,
    pieces: Vec<Piece<'a>>,
    assignments: Vec<Assignment<'a>>,
    redirects: Vec<Redirect<'a>>,
    functions: Vec<Function<'a>>,
}

impl Lists<'_> {
    /// Returns the script as the contract shapes it.
    pub(super) fn script(&self) -> ScriptParam<'_> {
        ScriptParam {
            dialect: self.dialect,
            reading: self.reading,
            gaps: &self.gaps,
            texts: &self.texts,
            blocks: &self.blocks,
            commands: &self.commands,
            words: &self.words,
            pieces: &self.pieces,
            assignments: &self.assignments,
            redirects: &self.redirects,
            functions: &self.functions,
            attrs: &[],
        }
    }
}

fn span(span: span::Span) -> Span {
    Span {
        text: span.text,
        start: span.start,
        end: span.end,
    }
}

fn range(range: span::Range) -> Range {
    Range {
        start: range.start,
        len: range.len,
    }
}

fn text(text: &read::Text) -> Text<'_> {
    Text {
        origin: text.origin.code(),
        at: text.at.map(span),
        content: &text.content,
        attrs: &[],
    }
}

fn word<'a>(word: &'a read::Word, values: &'a [&'a str]) -> Word<'a> {
    Word {
        span: span(word.span),
        values,
        fields: word.fields.code(),
        prefix: &word.prefix,
        pieces: range(word.pieces),
        attrs: &[],
    }
}

fn piece(piece: &read::Piece) -> Piece<'_> {
    Piece {
        kind: piece.kind.code(),
        span: span(piece.span),
        literal: piece.literal.as_deref(),
        quoted: piece.quoted,
    }
}

fn assignment(assignment: &read::Assignment) -> Assignment<'_> {
    Assignment {
        span: span(assignment.span),
        name: &assignment.name,
        scope: assignment.scope.code(),
        append: assignment.append,
        value: assignment
            .value
            .map_or(Range { start: 0, len: 0 }, |start| Range { start, len: 1 }),
        attrs: &[],
    }
}

fn redirect(redirect: &read::Redirect) -> Redirect<'_> {
    Redirect {
        span: span(redirect.span),
        descriptor: redirect.descriptor,
        operator: &redirect.operator,
        target: redirect.target,
        body: redirect.body,
        attrs: &[],
    }
}

fn block(block: &read::Block) -> Block<'_> {
    Block {
        kind: block.kind.code(),
        parent: block.parent,
        pipeline: block.pipeline,
        stage: block.stage,
        connector: block.connector.code(),
        negated: block.negated,
        background: block.background,
        span: span(block.span),
        subject: range(block.subject),
        attrs: &[],
    }
}

fn wrapper(wrapper: &read::Wrapper) -> Wrapper<'_> {
    Wrapper {
        name: &wrapper.name,
        words: range(wrapper.words),
        attrs: &[],
    }
}

fn function(function: &read::Function) -> Function<'_> {
    Function {
        name: &function.name,
        block: function.block,
        span: span(function.span),
        attrs: &[],
    }
}

fn command<'a>(
    command: &'a read::Command,
    cwds: &'a [&'a str],
    wrappers: &'a [Wrapper<'a>],
) -> Command<'a> {
    Command {
        span: span(command.span),
        block: command.block,
        pipeline: command.pipeline,
        stage: command.stage,
        connector: command.connector.code(),
        negated: command.negated,
        background: command.background,
        assignments: range(command.assignments),
        words: range(command.words),
        redirects: range(command.redirects),
        wrappers,
        binding: command.binding.code(),
        site: command.site.code(),
        cwds,
        open_ended: command.open_ended,
        attrs: &[],
    }
}

fn gap(gap: &read::Gap) -> Gap<'_> {
    Gap {
        reason: &gap.reason,
        message: &gap.message,
        node: &gap.node,
        span: span(gap.span),
        attrs: &[],
    }
}

/// Collects the roots as string slices.
pub(super) fn roots(session: &judge::Session) -> Vec<&str> {
    session.roots.iter().map(String::as_str).collect()
}

/// Converts a session, with the policy's own settings.
pub(super) fn session<'a>(
    session: &'a judge::Session,
    roots: &'a [&'a str],
    settings: &'a str,
) -> SessionParam<'a> {
    SessionParam {
        cwd: &session.cwd,
        home: &session.home,
        temp: &session.temp,
        roots,
        platform: std::env::consts::OS,
        mode: session.mode.code(),
        superuser: session.superuser,
        walls: session.walls.code(),
        settings,
        attrs: &[],
    }
}

/// What else is known of the places of all effects.
pub(super) type Facts<'a> = Vec<Vec<Vec<AttrParam<'a>>>>;

/// Converts what else is known of the places of all effects.
pub(super) fn facts_of_places(effects: &[judge::Resolved]) -> Facts<'_> {
    effects
        .iter()
        .map(|resolved| resolved.places.iter().map(facts_of_place).collect())
        .collect()
}

fn facts_of_place(place: &judge::Place) -> Vec<AttrParam<'_>> {
    let Some(contents) = &place.contents else {
        return Vec::new();
    };
    let bytes = AttrParam {
        key: "bytes",
        value: &contents.bytes,
    };
    let entries = contents.entries.as_ref().map(|entries| AttrParam {
        key: "entries",
        value: entries,
    });
    std::iter::once(bytes).chain(entries).collect()
}

/// Converts the places of all effects.
pub(super) fn places<'a>(
    effects: &'a [judge::Resolved],
    facts: &'a Facts<'a>,
) -> Vec<Vec<Place<'a>>> {
    effects
        .iter()
        .zip(facts)
        .map(|(resolved, facts)| {
            let places = resolved.places.iter().zip(facts);
            places
                .map(|(place, attrs)| to_place(place, attrs))
                .collect()
        })
        .collect()
}

fn to_place<'a>(place: &'a judge::Place, attrs: &'a [AttrParam<'a>]) -> Place<'a> {
    Place {
        canonical: &place.canonical,
        kind: place.kind.code(),
        class: place.class.code(),
        attrs,
    }
}

/// Converts resolved effects.
pub(super) fn resolved<'a>(
    effects: &'a [judge::Resolved],
    places: &'a [Vec<Place<'a>>],
) -> Vec<ResolvedParam<'a>> {
    effects
        .iter()
        .zip(places)
        .map(|(resolved, places)| ResolvedParam {
            effect: effect(&resolved.effect),
            places,
        })
        .collect()
}

fn effect(effect: &judge::Effect) -> EffectParam<'_> {
    EffectParam {
        command: effect.command,
        kind: effect.kind.code(),
        target: effect.target.as_deref(),
        exact: effect.exact,
        recursive: effect.recursive,
        site: effect.site.code(),
        span: span(effect.span),
        attrs: facts(effect),
    }
}

/// The attribute of an effect that follows links below its target.
pub(super) const FOLLOWS_LINKS: &str = "follows-links";
/// The attribute of an effect that happens only if a file name is taken for an option.
pub(super) const ONLY_IF_OPTION: &str = "only-if-option";
/// The attribute of a meaning that counts files.
pub(super) const FILES: &str = "files";
/// The attribute of a judgement that says what may lift its ask.
pub(super) const LIFTED_BY: &str = "lifted-by";

/// The attribute of an effect on things in a directory.
pub(super) const INSIDE: &str = "inside";
/// The attribute of an effect whose target is no path.
pub(super) const NO_FILE: &str = "no-file";

const fn fact(key: &'static str) -> AttrParam<'static> {
    AttrParam { key, value: "true" }
}

const I: AttrParam<'static> = fact(INSIDE);
const F: AttrParam<'static> = fact(FOLLOWS_LINKS);
const O: AttrParam<'static> = fact(ONLY_IF_OPTION);
const N: AttrParam<'static> = fact(NO_FILE);

/// Every choice of these, by its bits: nothing has to be put together for an effect.
const FACTS: [&[AttrParam<'static>]; 16] = [
    &[],
    &[I],
    &[F],
    &[I, F],
    &[O],
    &[I, O],
    &[F, O],
    &[I, F, O],
    &[N],
    &[I, N],
    &[F, N],
    &[I, F, N],
    &[O, N],
    &[I, O, N],
    &[F, O, N],
    &[I, F, O, N],
];

fn facts(effect: &judge::Effect) -> &'static [AttrParam<'static>] {
    let bits = usize::from(effect.inside)
        | usize::from(effect.follows_links) << 1
        | usize::from(effect.only_if_option) << 2
        | usize::from(effect.no_file) << 3;
    FACTS.get(bits).copied().unwrap_or(&[])
}

/// Converts an ending.
pub(super) fn ending(ending: &judge::Ending) -> exit_codes::Ending<'_> {
    exit_codes::Ending {
        ended: ending.kind.code(),
        status: ending.status,
        stages: &[],
        stdout_tail: &ending.stdout_tail,
        stderr_tail: &ending.stderr_tail,
        attrs: &[],
    }
}

#[cfg(test)]
mod tests;
