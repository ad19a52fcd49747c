//! Asks a person on the terminal (R4.6): what is doubtful, why, what it would do and in which walls; then once, always with
//! the exact rule and where it is written, or no with a message.

use inquire::{Confirm, Select, Text, error::InquireResult};

use super::{
    diff, render,
    ui::{FAINT, Ui},
};
use crate::{
    config::RuleLayer,
    decide::{Answer, Approver, Asked, Decision, Suggestion},
    untrusted::tame,
};

/// Longest rule or path that is shown, in characters.
const MAX_LINE_CHARS: usize = 300;
/// Longest message to the caller, in characters.
const MAX_MESSAGE_CHARS: usize = 1000;
/// The layers that are offered: a person's own.
const LAYERS: [RuleLayer; 2] = [RuleLayer::User, RuleLayer::Local];
/// The last of the choices.
const NONE_OF_THEM: &str = "none of them";

/// A person at the terminal.
pub(super) struct Terminal<'a> {
    ui: &'a mut Ui,
    /// Where the rules of each layer in [`LAYERS`] are kept, for people.
    files: Vec<String>,
}

/// What a person typed.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Choice {
    Once,
    Always,
    No { message: Option<String> },
    Unclear,
}

impl<'a> Terminal<'a> {
    /// Takes a terminal. `file` says where the rules of a layer are kept.
    pub(super) fn new(ui: &'a mut Ui, file: impl Fn(RuleLayer) -> std::path::PathBuf) -> Self {
        let shown = |layer| tame(&file(layer).to_string_lossy(), MAX_LINE_CHARS);
        Self {
            files: LAYERS.into_iter().map(shown).collect(),
            ui,
        }
    }

    /// Asks until the answer is clear. Whatever fails, and Esc and Ctrl-C, is a no.
    fn answer(&self, decision: &Decision) -> InquireResult<Answer> {
        loop {
            let typed = Text::new(&prompt(decision)).prompt()?;
            match choice(&typed, !decision.suggestions.is_empty()) {
                Choice::Once => return Ok(Answer::Once),
                Choice::No { message: None } => {
                    let message = Text::new("Tell the caller (Enter for nothing):").prompt()?;
                    return Ok(Answer::No {
                        message: message_of(&message),
                    });
                }
                Choice::No { message } => return Ok(Answer::No { message }),
                Choice::Always => {
                    if let Some(answer) = self.always(&decision.suggestions)? {
                        return Ok(answer);
                    }
                }
                Choice::Unclear => {}
            }
        }
    }

    /// Asks which rule is kept, and where. None: none of them.
    fn always(&self, suggestions: &[Suggestion]) -> InquireResult<Option<Answer>> {
        let mut labels: Vec<String> = suggestions
            .iter()
            .map(|one| tame(&one.label, MAX_LINE_CHARS))
            .collect();
        labels.push(NONE_OF_THEM.to_owned());
        let picked = Select::new("Always allow:", labels).raw_prompt()?.index;
        let Some(suggestion) = suggestions.get(picked) else {
            return Ok(None);
        };
        let places = LAYERS.into_iter().zip(&self.files);
        let mut places: Vec<String> = places.map(|(layer, file)| place(layer, file)).collect();
        let at = match places.len() {
            1 => 0,
            _ => {
                Select::new("Keep it in:", places.clone())
                    .raw_prompt()?
                    .index
            }
        };
        let (Some(layer), true) = (LAYERS.get(at), at < places.len()) else {
            return Ok(None);
        };
        let sure = format!(
            "Write {} to {}?",
            tame(&suggestion.rules.join(" and "), MAX_LINE_CHARS),
            places.swap_remove(at)
        );
        let is_sure = Confirm::new(&sure).with_default(false).prompt()?;
        Ok(is_sure.then(|| Answer::Always {
            rules: suggestion.rules.clone(),
            layer: *layer,
        }))
    }
}

impl Approver for Terminal<'_> {
    fn ask(&mut self, asked: Asked<'_>) -> Answer {
        self.ui.say(&question(asked.decision));
        self.answer(asked.decision)
            .unwrap_or(Answer::No { message: None })
    }
}

/// What is shown before anything is asked.
fn question(decision: &Decision) -> String {
    format!(
        "{}{}{}  {FAINT}walls{FAINT:#}  {}: {}\n",
        render::headline(decision),
        render::effects(decision),
        diff::shown(&decision.edits),
        decision.walls.shape,
        tame(&decision.walls.because, MAX_LINE_CHARS)
    )
}

fn prompt(decision: &Decision) -> String {
    let always = if decision.suggestions.is_empty() {
        ""
    } else {
        "  [a] always"
    };
    format!("Run it?  [y] once{always}  [n] no, or `n` and what to tell the caller:")
}

/// Understands what was typed. Nothing but a clear yes is one.
fn choice(typed: &str, may_keep: bool) -> Choice {
    let typed = typed.trim();
    let (word, rest) = typed.split_once(char::is_whitespace).unwrap_or((typed, ""));
    match (word.to_ascii_lowercase().as_str(), rest.is_empty()) {
        ("y" | "yes" | "once", true) => Choice::Once,
        ("a" | "always", true) if may_keep => Choice::Always,
        ("n" | "no", _) => Choice::No {
            message: message_of(rest),
        },
        ("", _) => Choice::No {
            message: Some(String::new()).filter(|text| !text.is_empty()),
        },
        _ => Choice::Unclear,
    }
}

fn message_of(text: &str) -> Option<String> {
    let text = tame(text.trim(), MAX_MESSAGE_CHARS);
    Some(text).filter(|text| !text.is_empty())
}

/// A layer and its file, and how far it reaches.
fn place(layer: RuleLayer, file: &str) -> String {
    let reach = match layer {
        RuleLayer::User => "for every project",
        RuleLayer::Project => "for everybody in this project",
        RuleLayer::Local => "for you in this project",
    };
    format!("{file} ({layer}, {reach})", layer = layer.code())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_but_a_clear_yes_is_one() {
        assert_eq!(choice("y", true), Choice::Once);
        assert_eq!(choice(" Yes ", true), Choice::Once);
        for typed in ["yy", "y please", "ok", "a b", "1"] {
            assert_eq!(choice(typed, true), Choice::Unclear, "{typed}");
        }
        assert_eq!(choice("a", true), Choice::Always);
        assert_eq!(choice("a", false), Choice::Unclear);
    }

    #[test]
    fn a_no_may_come_with_a_message() {
        let no = |message: Option<&str>| Choice::No {
            message: message.map(str::to_owned),
        };
        assert_eq!(choice("", true), no(None));
        assert_eq!(choice("n", true), no(None));
        assert_eq!(
            choice("no use the\u{1b}[31m tests", true),
            no(Some("use the[31m tests"))
        );
    }

    #[test]
    fn a_place_says_how_far_it_reaches() {
        assert_eq!(
            place(RuleLayer::User, "/c/config.toml"),
            "/c/config.toml (user, for every project)"
        );
    }
}
