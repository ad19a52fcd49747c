//! What a part of a script may change in the shell that runs it: a loop's body before its first command is read, or a
//! function's wherever it is called.
//!
//! It works on tokens and guesses to one side: a name that stands there bare may be assigned, and a command that is not
//! plainly written may do anything.

use super::{
    builtins::{Reach, reach_of},
    lex::{Token, TokenKind},
    names::{is_assignment, name_len},
    operators::Operator,
    state::{State, Value},
};
use crate::read::script::Dialect;

/// Words behind which another command begins, sorted.
const OPENERS: [&str; 11] = [
    "!", "do", "elif", "else", "if", "in", "then", "time", "until", "while", "{",
];

/// What may be changed besides variables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Changes {
    /// The working directory.
    pub(super) moves: bool,
    /// Everything: variables, names, the directory.
    pub(super) forgets: bool,
}

impl Changes {
    /// What either changes.
    pub(super) const fn and(self, other: Self) -> Self {
        Self {
            moves: self.moves || other.moves,
            forgets: self.forgets || other.forgets,
        }
    }
}

/// Whether subshells count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Subshells {
    /// What they do stays in them.
    Ignored,
    /// They may call a function from a state of theirs.
    Counted,
}

/// Returns what tokens may change besides variables.
pub(super) fn changes(
    source: &str,
    dialect: Dialect,
    tokens: &[Token],
    subshells: Subshells,
    may_be_function: &dyn Fn(&str) -> bool,
) -> Changes {
    let mut found = Changes::default();
    let mut at_head = true;
    let mut is_target = false;
    let mut is_announced = false;
    // The operands of a builtin that assigns to them must be plain, or it may assign to anything.
    let mut assigns = false;
    let mut assigning = "";
    let mut timed = false;
    let mut brackets = 0usize;
    for (index, token) in tokens.iter().enumerate() {
        let text = source.get(token.start..token.end).unwrap_or("");
        match token.kind {
            TokenKind::Word if is_target => is_target = false,
            // Between `function` and the body stands a name, which is called by nobody here.
            TokenKind::Word if is_announced => {
                is_announced = OPENERS.binary_search(&text).is_err();
            }
            TokenKind::Word if at_head && text == "function" => is_announced = true,
            TokenKind::Word if at_head => {
                // `time -p cd` goes somewhere, too.
                let is_option =
                    std::mem::replace(&mut timed, text == "time") && text.starts_with('-');
                timed |= is_option;
                if is_option || OPENERS.binary_search(&text).is_ok() || is_assignment(text) {
                    continue;
                }
                if brackets == 0 && is_pattern(tokens.get(index..).unwrap_or(&[])) {
                    continue;
                }
                at_head = false;
                assigns = false;
                if brackets > 0 && subshells == Subshells::Ignored {
                    continue;
                }
                match head(text, dialect, may_be_function) {
                    Some(Reach::Nothing) => {}
                    Some(Reach::Directory) => found.moves = true,
                    Some(Reach::Named) => {
                        assigns = true;
                        assigning = text;
                    }
                    Some(Reach::Everything) | None => found.forgets = true,
                }
            }
            TokenKind::Word if brackets > 0 && subshells == Subshells::Ignored => {}
            TokenKind::Word => {
                let name = text.split_once('=').map_or(text, |(name, _)| name);
                let is_option =
                    text.starts_with('-') && !super::running::is_plain_option_text(assigning, text);
                if assigns && (is_option || !is_plain_operand(name)) {
                    found.forgets = true;
                }
                // A function's name stands before its brackets, and `for` before a name.
                if text == "builtin" || text == "command" {
                    found.forgets = true;
                }
            }
            TokenKind::Redirect => is_target = !text.ends_with('-') || text == "<<-",
            TokenKind::Descriptor | TokenKind::Control(Operator::Redirect) => {}
            TokenKind::Control(_) | TokenKind::Newline => {
                match token.kind {
                    TokenKind::Control(Operator::Open) => brackets += 1,
                    TokenKind::Control(Operator::Close) => brackets = brackets.saturating_sub(1),
                    _ => {}
                }
                at_head = true;
                is_target = false;
                is_announced = false;
            }
            TokenKind::Arithmetic | TokenKind::Test => at_head = false,
        }
    }
    found
}

/// Most alternatives of a pattern that are looked at.
const MAX_PATTERNS: usize = 32;

/// Whether the patterns of a `case` begin here, outside of any brackets: words with `|` between and `)` behind them.
fn is_pattern(tokens: &[Token]) -> bool {
    for pair in tokens.chunks(2).take(MAX_PATTERNS) {
        match pair {
            [word, next] if word.kind == TokenKind::Word => match next.kind {
                TokenKind::Control(Operator::Close) => return true,
                TokenKind::Control(Operator::Pipe) => {}
                _ => return false,
            },
            _ => return false,
        }
    }
    false
}

/// Returns what the command of this name reaches; None if that is not known.
fn head(text: &str, dialect: Dialect, may_be_function: &dyn Fn(&str) -> bool) -> Option<Reach> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_-./+:@".contains(&byte);
    if matches!(text, "[" | "{" | "}") {
        return Some(Reach::Nothing);
    }
    if !text.bytes().all(is_plain) || may_be_function(text) {
        return None;
    }
    Some(reach_of(dialect, text).unwrap_or(Reach::Nothing))
}

fn is_plain_operand(text: &str) -> bool {
    let quotes: [char; 2] = ['\'', '"'];
    let inside = quotes
        .iter()
        .find_map(|quote| text.strip_prefix(*quote)?.strip_suffix(*quote));
    match inside {
        // A prompt in quotes holds a character that no name does.
        Some(inside) => !inside.contains(['\'', '"', '\\', '$', '`']),
        None => !text.contains(['\'', '"', '\\', '$', '`', '{', '*', '?', '[']),
    }
}

/// Whether a variable keeps its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Change {
    Kept,
    /// It is given other numbers.
    Number,
    Any,
}

/// Bytes that are looked through in one step.
const BYTES_A_STEP: usize = 1024;

/// Forgets every variable that tokens may change; returns how many steps that took.
#[must_use = "steps are counted"]
pub(super) fn forget_changed(state: &mut State, source: &str, tokens: &[Token]) -> usize {
    let (Some(first), Some(last)) = (tokens.first(), tokens.last()) else {
        return 0;
    };
    let mut steps = 0;
    let text = source.get(first.start..last.end).unwrap_or("");
    // Another PATH is another meaning of names.
    let known: Vec<String> = state
        .variables()
        .chain(["PATH", "path"])
        .map(str::to_owned)
        .collect();
    for name in known {
        steps += text.len() / BYTES_A_STEP;
        if !text.contains(&name) {
            continue;
        }
        steps += tokens.len();
        match change(source, tokens, &name, text) {
            Change::Kept => {}
            Change::Number if state.value(&name).is_some_and(Value::is_numeric) => {
                state.set(&name, Some(Value::Number));
            }
            Change::Number | Change::Any => state.forget(&name),
        }
    }
    steps
}

/// Returns what becomes of a variable in tokens; `whole` is the text of all of them. Only those that name it are looked
/// at: where loops lie in one another, each is looked through with every one around it.
fn change(source: &str, tokens: &[Token], name: &str, whole: &str) -> Change {
    let begin = tokens.first().map_or(0, |token| token.start);
    let mut found = Change::Kept;
    let mut looked_at = None;
    let mut is_between = false;
    for (at, _) in whole.match_indices(name) {
        let at = begin + at;
        let index = tokens.partition_point(|token| token.end <= at);
        let token = tokens.get(index).filter(|token| token.start <= at);
        let Some(token) = token else {
            is_between = true;
            continue;
        };
        if looked_at.replace(index) == Some(index) {
            continue;
        }
        let text = source.get(token.start..token.end).unwrap_or("");
        found = found.max(match token.kind {
            TokenKind::Arithmetic => Change::Number,
            TokenKind::Word | TokenKind::Test => change_in_word(text, name),
            _ => Change::Kept,
        });
    }
    // Bodies of here-documents lie between tokens, and expand too.
    let expands = || ["$((", ":=", "="].iter().any(|sign| whole.contains(sign));
    if is_between && whole.contains("<<") && expands() {
        return Change::Any;
    }
    found
}

fn change_in_word(text: &str, name: &str) -> Change {
    if let Some(value) = text
        .strip_prefix(name)
        .and_then(|rest| rest.strip_prefix('='))
    {
        let is_expression = value.starts_with("$((")
            && value.ends_with("))")
            && value.matches("$((").count() == 1
            && value.matches("))").count() == 1;
        let is_number = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
        if is_expression || is_number {
            return Change::Number;
        }
    }
    let bytes = text.as_bytes();
    let mut found = Change::Kept;
    for (at, _) in text.match_indices(name) {
        let end = at + name.len();
        let is_whole = name_len(bytes.get(at..).unwrap_or(&[])) == name.len()
            && at
                .checked_sub(1)
                .and_then(|before| bytes.get(before))
                .is_none_or(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_');
        if !is_whole {
            continue;
        }
        let before = bytes.get(..at).unwrap_or(&[]);
        let after = bytes.get(end..).unwrap_or(&[]);
        let is_read = match before {
            [.., b'$'] => true,
            [.., b'$', b'{'] | [.., b'$', b'{', b'#'] => {
                !matches!(after, [b'=', ..] | [b':', b'=', ..])
            }
            _ => false,
        };
        if !is_read {
            let in_expression = text.get(..at).is_some_and(|before| {
                before
                    .rfind("$((")
                    .is_some_and(|open| !before.get(open..).unwrap_or("").contains("))"))
            });
            found = found.max(if in_expression {
                Change::Number
            } else {
                Change::Any
            });
        }
    }
    found
}
