//! A rule as a person writes it (R4.3): which tool it speaks of, and what can be wrong with it. The grammar of what
//! stands between the parentheses is in `command`, `place` and `domain`.

use std::{fmt, str::FromStr};

use thiserror::Error;

use super::{command::CommandRule, domain::DomainRule, place::PlaceRule};

/// What a rule wants for what it matches. The order is strictness: of several, the last wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Wish {
    /// Run it without asking.
    Allow,
    /// Ask a person.
    Ask,
    /// Don't run it.
    Deny,
}

impl Wish {
    /// Returns the word used for it in configuration and messages.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Ask => "ask",
            Self::Deny => "deny",
        }
    }
}

impl fmt::Display for Wish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// A person's pattern.
///
/// ```
/// use shellward::rules::Rule;
///
/// let rule: Rule = "Bash(git commit:*)".parse()?;
/// assert_eq!(rule.to_string(), "Bash(git commit:*)");
/// # Ok::<(), shellward::rules::RuleError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// As it was written, outer white space apart.
    text: String,
    subject: Subject,
}

/// What a rule speaks of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Subject {
    /// `Bash(…)`: commands.
    Command(CommandRule),
    /// `Read(…)`, `Edit(…)`: what commands do to files.
    Place(PlaceRule),
    /// `Connect(…)`: what commands connect to.
    Domain(DomainRule),
}

impl Rule {
    /// Reads a rule.
    ///
    /// # Errors
    /// Every [`RuleErrorKind`] that is not about what a rule wants. A caller must never drop a deny or ask rule that
    /// fails here: what it was meant to stop would run.
    pub fn parse(text: &str) -> Result<Self, RuleError> {
        let text = text.trim();
        let subject = Subject::parse(text).map_err(|kind| RuleError {
            rule: text.to_owned(),
            kind,
        })?;
        Ok(Self {
            text: text.to_owned(),
            subject,
        })
    }

    /// Returns the rule as it was written.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns what it says of commands.
    pub(super) const fn on_commands(&self) -> Option<&CommandRule> {
        match &self.subject {
            Subject::Command(rule) => Some(rule),
            Subject::Place(_) | Subject::Domain(_) => None,
        }
    }

    /// Returns what it speaks of.
    pub(super) const fn subject(&self) -> &Subject {
        &self.subject
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl FromStr for Rule {
    type Err = RuleError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::parse(text)
    }
}

impl Subject {
    fn parse(text: &str) -> Result<Self, RuleErrorKind> {
        if text.contains('\0') {
            return Err(RuleErrorKind::Nul);
        }
        let (tool, body) = match text.split_once('(') {
            None => (text, None),
            Some((tool, rest)) => match rest.strip_suffix(')') {
                None => return Err(RuleErrorKind::OpenParenthesis),
                body @ Some(_) => (tool, body),
            },
        };
        match tool {
            "Bash" => CommandRule::parse(body).map(Self::Command),
            "Read" => PlaceRule::reading(body).map(Self::Place),
            "Edit" => PlaceRule::editing(body).map(Self::Place),
            "Connect" => DomainRule::parse(body).map(Self::Domain),
            // Known, and not applied by this version.
            "PowerShell" => Err(RuleErrorKind::NotSupported),
            _ => Err(RuleErrorKind::UnknownTool),
        }
    }
}

/// Why a rule can't be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("rule `{rule}` {kind}\nhint: {}", kind.hint())]
pub struct RuleError {
    /// The rule as it was written.
    pub rule: String,
    /// What is wrong with it.
    pub kind: RuleErrorKind,
}

/// What is wrong with a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RuleErrorKind {
    /// A known tool whose rules this version does not apply yet.
    #[error("speaks of a tool whose rules this version does not apply")]
    NotSupported,
    /// Not a tool that rules may speak of.
    #[error("names no tool that rules speak of")]
    UnknownTool,
    /// The parenthesis is not closed, or something follows it.
    #[error("does not end in the `)` that closes its parenthesis")]
    OpenParenthesis,
    /// Nothing stands between the parentheses.
    #[error("has nothing between its parentheses")]
    Empty,
    /// A pattern with a quote that is not closed.
    #[error("opens a quote `{0}` and does not close it")]
    OpenQuote(char),
    /// A pattern with an operator: a pattern speaks of one command.
    #[error("holds `{0}`, and a pattern speaks of one command without redirects")]
    SeveralCommands(char),
    /// An allow rule on files with `[…]`, which is read as more than it says.
    #[error("allows files by a pattern with `[…]`")]
    AllowsOneOf,
    /// What stands between the parentheses is no domain.
    #[error("names no domain")]
    NoDomain,
    /// An allow rule on every domain.
    #[error("allows connections to everywhere")]
    AllowsEverywhere,
    /// An allow rule with a variable that makes programs run other code.
    #[error("allows a variable that makes programs run other code")]
    DangerousVariable,
    /// A NUL byte.
    #[error("holds a NUL byte")]
    Nul,
}

impl RuleErrorKind {
    /// Returns the stable code.
    pub const fn code(self) -> &'static str {
        match self {
            Self::NotSupported => "rule.not-supported",
            Self::UnknownTool => "rule.unknown-tool",
            Self::OpenParenthesis => "rule.open-parenthesis",
            Self::Empty => "rule.empty",
            Self::OpenQuote(_) => "rule.open-quote",
            Self::SeveralCommands(_) => "rule.several-commands",
            Self::AllowsOneOf => "rule.allows-one-of",
            Self::NoDomain => "rule.no-domain",
            Self::AllowsEverywhere => "rule.allows-everywhere",
            Self::DangerousVariable => "rule.dangerous-variable",
            Self::Nul => "rule.nul",
        }
    }

    /// Returns what to do about it.
    const fn hint(self) -> &'static str {
        match self {
            Self::AllowsOneOf => "write `*` or `?`, or a rule for each file",
            Self::NoDomain => {
                "write `Connect(example.org)` or `Connect(*.example.org)`, without port and path"
            }
            Self::AllowsEverywhere => "name the domains that are meant: `Connect(*.example.org)`",
            Self::NotSupported => "write a `Bash(…)` rule on the commands that are meant",
            Self::UnknownTool => {
                "rules are `Bash(…)`, `Read(…)`, `Edit(…)` or `Connect(…)`, such as `Bash(git push:*)`"
            }
            Self::OpenParenthesis => "write the rule as `Bash(…)`, with nothing after the `)`",
            Self::Empty => {
                "write `Bash(ls:*)` or `Read(./.env)`, or the tool's name alone for everything"
            }
            Self::OpenQuote(_) => "close it, or put a backslash before it",
            Self::SeveralCommands(_) => {
                "write a rule for each command, or the whole text without `*`; quote the character if it is meant \
                 as such"
            }
            Self::DangerousVariable => "leave the assignment out; what sets it is asked about",
            Self::Nul => "remove it",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(text: &str) -> RuleErrorKind {
        Rule::parse(text).unwrap_err().kind
    }

    #[test]
    fn a_rule_prints_as_it_was_written() {
        for text in [
            "Bash",
            "Bash(*)",
            "Bash(a  'b' \"c\":*)",
            "Bash(A=1 x(y))",
            "Bash(a &&\nb)",
            "Read(./.env)",
            "Edit",
            "Connect(*.example.org)",
        ] {
            let rule = Rule::parse(text).unwrap();
            assert_eq!(rule.to_string(), text);
            assert_eq!(Rule::parse(&rule.to_string()).unwrap(), rule);
        }
    }

    #[test]
    fn what_is_not_a_rule_is_refused_by_kind() {
        assert_eq!(kind("PowerShell(ls)"), RuleErrorKind::NotSupported);
        assert_eq!(kind("Connect(https://x.example)"), RuleErrorKind::NoDomain);
        assert_eq!(kind("git push"), RuleErrorKind::UnknownTool);
        assert_eq!(kind("bash(ls)"), RuleErrorKind::UnknownTool);
        assert_eq!(kind("Bash(ls"), RuleErrorKind::OpenParenthesis);
        assert_eq!(kind("Bash(ls) x"), RuleErrorKind::OpenParenthesis);
        assert_eq!(kind("Bash(a\0)"), RuleErrorKind::Nul);
    }

    #[test]
    fn an_error_says_which_rule_and_what_to_do() {
        assert_eq!(
            Rule::parse("Bash(ls").unwrap_err().to_string(),
            "rule `Bash(ls` does not end in the `)` that closes its parenthesis\n\
             hint: write the rule as `Bash(…)`, with nothing after the `)`"
        );
    }
}
