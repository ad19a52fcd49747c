//! From the host's types to those of the contract: borrowed, so that a script is copied once, into the guest.

use super::bindings::{
    exports::shellward::policy::exit_codes,
    shellward::policy::types::{
        Assignment, AttrParam, Block, Command, EffectParam, Gap, Piece, Place, Range, Redirect,
        Resolved as ResolvedParam, Script as ScriptParam, Session as SessionParam, Span, Text,
        Word,
    },
};
use crate::{judge, read, span};

/// Certain values of all words as string slices: the contract's words borrow lists of them.
pub(super) struct Flat<'a> {
    values: Vec<&'a str>,
}

impl<'a> Flat<'a> {
    /// Collects the values.
    pub(super) fn new(script: &'a read::Script) -> Self {
        let values = script
            .words
            .iter()
            .flat_map(|word| word.values.iter().map(String::as_str))
            .collect();
        Self { values }
    }

    /// Converts all lists.
    pub(super) fn lists(&'a self, script: &'a read::Script) -> Lists<'a> {
        let mut rest = self.values.as_slice();
        let words = script
            .words
            .iter()
            .map(|one| {
                let (values, behind) = rest.split_at(one.values.len().min(rest.len()));
                rest = behind;
                Word {
                    span: span(one.span),
                    values,
                    fields: one.fields.code(),
                    prefix: &one.prefix,
                    pieces: range(one.pieces),
                    attrs: &[],
                }
            })
            .collect();
        Lists {
            dialect: script.dialect.code(),
            reading: script.reading.code(),
            gaps: script.gaps.iter().map(gap).collect(),
            texts: script.texts.iter().map(text).collect(),
            blocks: script.blocks.iter().map(block).collect(),
            commands: script.commands.iter().map(command).collect(),
            words,
            pieces: script.pieces.iter().map(piece).collect(),
            assignments: script.assignments.iter().map(assignment).collect(),
            redirects: script.redirects.iter().map(redirect).collect(),
        }
    }
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
            functions: &[],
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
        value: assignment.value,
        attrs: &[],
    }
}

fn redirect(redirect: &read::Redirect) -> Redirect<'_> {
    Redirect {
        span: span(redirect.span),
        descriptor: redirect.descriptor,
        operator: &redirect.operator,
        target: redirect.target,
        body: None,
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
        span: span(block.span),
        subject: Range { start: 0, len: 0 },
        attrs: &[],
    }
}

fn command(command: &read::Command) -> Command<'_> {
    Command {
        span: span(command.span),
        block: command.block,
        pipeline: command.pipeline,
        stage: command.stage,
        connector: command.connector.code(),
        negated: command.negated,
        assignments: range(command.assignments),
        words: range(command.words),
        redirects: range(command.redirects),
        wrappers: &[],
        binding: command.binding.code(),
        site: judge::Site::Local.code(),
        cwd: command.cwd.as_deref(),
        open_ended: false,
        attrs: &[],
    }
}

fn gap(gap: &read::Gap) -> Gap<'_> {
    Gap {
        reason: &gap.reason,
        message: &gap.message,
        node: &gap.node,
        span: span(gap.span),
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

/// Converts the places of all effects.
pub(super) fn places(effects: &[judge::Resolved]) -> Vec<Vec<Place<'_>>> {
    effects
        .iter()
        .map(|resolved| resolved.places.iter().map(place).collect())
        .collect()
}

fn place(place: &judge::Place) -> Place<'_> {
    Place {
        canonical: &place.canonical,
        kind: place.kind.code(),
        class: place.class.code(),
        attrs: &[],
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
        attrs: match (effect.follows_links, effect.only_if_option) {
            (false, false) => &[],
            (true, false) => &FACTS[..1],
            (false, true) => &FACTS[1..],
            (true, true) => &FACTS,
        },
    }
}

/// The attribute of an effect that follows links below its target.
pub(super) const FOLLOWS_LINKS: &str = "follows-links";
/// The attribute of an effect that happens only if a file name is taken for an option.
pub(super) const ONLY_IF_OPTION: &str = "only-if-option";

const FACTS: [AttrParam<'static>; 2] = [
    AttrParam {
        key: FOLLOWS_LINKS,
        value: "true",
    },
    AttrParam {
        key: ONLY_IF_OPTION,
        value: "true",
    },
];

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
