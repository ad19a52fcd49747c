//! A script as the contract shapes it. Nothing here says what is right; `shape` does.

use serde::Deserialize;
use shellward::span::{Range, Span};

/// What a file holds: vocabularies are strings, so that languages without a reader have fixtures, too.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Shape {
    pub(super) dialect: String,
    pub(super) reading: String,
    pub(super) gaps: Vec<Gap>,
    pub(super) texts: Vec<Text>,
    pub(super) blocks: Vec<Block>,
    pub(super) commands: Vec<Command>,
    pub(super) words: Vec<Word>,
    pub(super) pieces: Vec<Piece>,
    pub(super) assignments: Vec<Assignment>,
    pub(super) redirects: Vec<Redirect>,
    pub(super) functions: Vec<Function>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Gap {
    pub(super) reason: String,
    #[serde(rename = "message")]
    pub(super) _message: String,
    #[serde(rename = "node")]
    pub(super) _node: String,
    pub(super) span: Span,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Text {
    pub(super) origin: String,
    pub(super) at: Option<Span>,
    pub(super) content: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Block {
    pub(super) kind: String,
    pub(super) parent: Option<u32>,
    pub(super) pipeline: Option<u32>,
    pub(super) stage: u32,
    pub(super) connector: String,
    pub(super) negated: bool,
    pub(super) background: bool,
    pub(super) span: Span,
    pub(super) subject: Range,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Command {
    pub(super) span: Span,
    pub(super) block: u32,
    pub(super) pipeline: u32,
    pub(super) stage: u32,
    pub(super) connector: String,
    pub(super) negated: bool,
    pub(super) background: bool,
    pub(super) assignments: Range,
    pub(super) words: Range,
    pub(super) redirects: Range,
    pub(super) wrappers: Vec<Wrapper>,
    pub(super) binding: String,
    pub(super) site: String,
    pub(super) cwds: Vec<String>,
    #[serde(default, rename = "shell_cwds")]
    pub(super) _shell_cwds: Option<Vec<String>>,
    #[serde(rename = "open_ended")]
    pub(super) _open_ended: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Wrapper {
    pub(super) name: String,
    pub(super) words: Range,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Word {
    pub(super) span: Span,
    pub(super) values: Vec<String>,
    pub(super) fields: String,
    pub(super) prefix: String,
    pub(super) pieces: Range,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Piece {
    pub(super) kind: String,
    pub(super) span: Span,
    pub(super) literal: Option<String>,
    #[serde(rename = "quoted")]
    pub(super) _quoted: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Assignment {
    pub(super) span: Span,
    pub(super) name: String,
    pub(super) scope: String,
    #[serde(rename = "append")]
    pub(super) _append: bool,
    pub(super) value: Option<u32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Redirect {
    pub(super) span: Span,
    #[serde(rename = "descriptor")]
    pub(super) _descriptor: Option<u32>,
    pub(super) operator: String,
    pub(super) target: Option<u32>,
    pub(super) body: Option<u32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Function {
    pub(super) name: String,
    pub(super) block: u32,
    pub(super) span: Span,
}

impl Shape {
    /// Returns the text under a span; empty if the span is none.
    pub(super) fn text(&self, span: Span) -> &str {
        self.texts
            .get(span.text as usize)
            .and_then(|text| text.content.get(span.bytes()))
            .unwrap_or("")
    }
}
