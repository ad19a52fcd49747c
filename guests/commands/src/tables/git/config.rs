//! `git config`: one operand reads, two write, and flags or subcommands say it too.
//!
//! What git runs is named in its configuration, so a write is told by the file that is written. A value of the project's
//! own file may be printed, since the file may be read. The person's file is outside of the project and may hold tokens:
//! printing one setting of it is harmless if its name speaks of nothing secret, printing all is a read of something that
//! the host can't hold for harmless.

use super::{CONFIG, READS, RUNS};
use crate::{
    argument::{Argument, Span, Text},
    model::Context,
    report::{Condition, Extent, Kind, Report, Rule, Stance, Target},
};

/// The person's own configuration, below the home directory.
const PERSONAL: &str = "~/.gitconfig";
/// The machine's.
const OF_MACHINE: &str = "/etc/gitconfig";

/// Parts of names of settings, in lower case, whose values may be secrets.
const SECRETS: [&str; 11] = [
    "apikey",
    "auth",
    "cookie",
    "cred",
    "extraheader",
    "insteadof",
    "pass",
    "proxy",
    "pushinsteadof",
    "secret",
    "token",
];

/// Whose configuration is meant.
#[derive(Clone, Copy)]
enum Scope<'a> {
    /// None is named: all are read, the project's is written.
    All,
    /// The project's.
    Project,
    /// The person's.
    Person,
    /// The machine's.
    Machine,
    /// This file.
    File(Text<'a>),
    /// A blob, which is never written.
    Blob,
}

/// What is done.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Action {
    /// Not said: it depends on the count of operands.
    Unsaid,
    /// Prints the setting that the operand names.
    Get,
    /// Prints settings that fit a pattern, or all.
    List,
    /// Changes something.
    Set,
}

/// What was read of the arguments so far.
struct Request<'a> {
    scope: Scope<'a>,
    scope_span: Span,
    action: Action,
    operands: Vec<Argument<'a>>,
}

/// What a flag means.
enum Meaning {
    Scope(fn() -> Scope<'static>),
    Action(Action),
    /// Its value names the file.
    File,
    /// Its value names a blob.
    Blob,
    /// It only changes what is printed or how a value is spelled.
    Nothing,
    /// The same, and it has a value.
    Value,
}

fn meaning_of(flag: &str) -> Option<Meaning> {
    Some(match flag {
        "--local" | "--worktree" => Meaning::Scope(|| Scope::Project),
        "--global" => Meaning::Scope(|| Scope::Person),
        "--system" => Meaning::Scope(|| Scope::Machine),
        "-f" | "--file" => Meaning::File,
        "--blob" => Meaning::Blob,
        "--get" | "--get-all" | "--get-urlmatch" | "--get-color" | "--get-colorbool" => {
            Meaning::Action(Action::Get)
        }
        "--get-regexp" | "--regexp" | "-l" | "--list" => Meaning::Action(Action::List),
        "--add" | "--append" | "--replace-all" | "--unset" | "--unset-all" | "--rename-section"
        | "--remove-section" | "-e" | "--edit" => Meaning::Action(Action::Set),
        "--all" | "--bool" | "--bool-or-int" | "--bool-or-str" | "--expiry-date"
        | "--fixed-value" | "--int" | "--name-only" | "--no-includes" | "--no-type" | "--null"
        | "--path" | "--show-names" | "--show-origin" | "--show-scope" | "-z" => Meaning::Nothing,
        "--comment" | "--default" | "--type" | "--url" | "--value" => Meaning::Value,
        _ => return None,
    })
}

/// Describes it.
pub(super) fn describe<'a>(arguments: &[Argument<'a>], context: Context, report: &mut Report<'a>) {
    let conditions = [Condition::Contained, Condition::GitNeutral];
    report.conditions.extend(conditions);
    for always in [READS, RUNS] {
        let extent = match always.kind {
            Kind::Read => Extent::Deep,
            _ => Extent::Flat,
        };
        report.add(
            always.kind,
            Target::Exact(always.target),
            extent,
            context.name,
        );
    }
    let mut request = Request {
        scope: Scope::All,
        scope_span: context.name,
        action: Action::Unsaid,
        operands: Vec::new(),
    };
    let rest = match arguments.split_first() {
        Some((first, rest)) => match subcommand(first) {
            Some(action) => {
                request.action = action;
                rest
            }
            None => arguments,
        },
        None => arguments,
    };
    request.read(rest, report);
    request.tell(context, report);
}

/// What the first argument says if it is a subcommand. All others name a setting, which has a point in it.
fn subcommand(first: &Argument<'_>) -> Option<Action> {
    match first.text.certain()? {
        "get" => Some(Action::Get),
        "list" => Some(Action::List),
        "edit" | "remove-section" | "rename-section" | "set" | "unset" => Some(Action::Set),
        _ => None,
    }
}

/// Takes the word after a flag for its value.
fn value_apart<'a>(
    flag: &Argument<'a>,
    next: Option<&Argument<'a>>,
    report: &mut Report<'a>,
) -> Option<(Text<'a>, Span)> {
    let Some(next) = next else {
        report.unknown(Rule::MissingValue, flag.text, flag.span);
        return None;
    };
    if !next.text.is_no_option() || next.text.is_many() {
        report.unknown(Rule::DashedValue, next.text, next.span);
    }
    Some((next.text, next.span))
}

impl<'a> Request<'a> {
    /// Takes flags and their values away; what is left are operands.
    fn read(&mut self, arguments: &[Argument<'a>], report: &mut Report<'a>) {
        let mut rest = arguments;
        while let Some((argument, after)) = rest.split_first() {
            rest = after;
            if argument.text.is_no_option() {
                self.operands.push(*argument);
                continue;
            }
            let Text::Certain(text) = argument.text else {
                report.unknown(Rule::DynamicOption, argument.text, argument.span);
                self.operands.push(*argument);
                continue;
            };
            if matches!(text, "" | "-" | "--") {
                self.operands.push(*argument);
                continue;
            }
            let (flag, attached) = match text.split_once('=') {
                Some((flag, value)) => (flag, Some(Text::Certain(value))),
                None => (text, None),
            };
            let Some(meaning) = meaning_of(flag) else {
                report.unknown(Rule::UnknownFlag, argument.text, argument.span);
                continue;
            };
            let has_value = matches!(meaning, Meaning::File | Meaning::Blob | Meaning::Value);
            let value = match (has_value, attached) {
                (true, Some(value)) => Some((value, argument.span)),
                (true, None) => {
                    let next = value_apart(argument, rest.first(), report);
                    rest = rest.get(1..).unwrap_or(&[]);
                    next
                }
                (false, None) => None,
                (false, Some(_)) => {
                    report.unknown(Rule::UnknownFlag, argument.text, argument.span);
                    None
                }
            };
            self.take(&meaning, value, argument.span);
        }
    }

    fn take(&mut self, meaning: &Meaning, value: Option<(Text<'a>, Span)>, span: Span) {
        match (meaning, value) {
            (Meaning::Scope(scope), _) => (self.scope, self.scope_span) = (scope(), span),
            (Meaning::File, Some((file, span))) => {
                (self.scope, self.scope_span) = (Scope::File(file), span);
            }
            (Meaning::Blob, _) => self.scope = Scope::Blob,
            // A change stays one, whatever else is said.
            (Meaning::Action(action), _) if self.action != Action::Set => {
                // `get --regexp` prints whatever fits, and so does `--get-regexp`.
                let narrower = self.action == Action::List && *action == Action::Get;
                if !narrower {
                    self.action = *action;
                }
            }
            (Meaning::Action(_) | Meaning::File | Meaning::Nothing | Meaning::Value, _) => {}
        }
    }

    /// Tells what is read or written.
    fn tell(&self, context: Context, report: &mut Report<'a>) {
        let many = self.operands.iter().find(|one| one.text.is_many());
        if let Some(many) = many {
            report.unknown(Rule::DynamicPosition, many.text, many.span);
        }
        let action = match (self.action, self.operands.len()) {
            (Action::Unsaid, 0 | 1) => Action::Get,
            (Action::Unsaid, _) => Action::Set,
            (said, _) => said,
        };
        match action {
            Action::Set => self.tell_write(report),
            Action::List => self.tell_read(None, context.name, report),
            Action::Get | Action::Unsaid => {
                let name = self.operands.first();
                let span = name.map_or(context.name, |name| name.span);
                self.tell_read(name.and_then(|name| name.text.certain()), span, report);
            }
        }
    }

    fn tell_write(&self, report: &mut Report<'a>) {
        report.stance = Stance::Changer;
        let target = match self.scope {
            Scope::All | Scope::Project | Scope::Blob => Target::Exact(CONFIG),
            Scope::Person => Target::Exact(PERSONAL),
            Scope::Machine => Target::Exact(OF_MACHINE),
            Scope::File(file) => Target::of(file),
        };
        report.add(Kind::Write, target, Extent::Flat, self.scope_span);
    }

    /// Tells that this setting is printed, or all.
    fn tell_read(&self, name: Option<&str>, span: Span, report: &mut Report<'a>) {
        match self.scope {
            Scope::Project | Scope::Blob => {}
            Scope::File(file) => report.touch(Kind::Read, file, Extent::Flat, self.scope_span),
            Scope::All | Scope::Person | Scope::Machine => {
                if name.is_none_or(may_be_secret) {
                    report.add(Kind::Read, Target::Unknown, Extent::Flat, span);
                }
            }
        }
    }
}

fn may_be_secret(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    SECRETS.iter().any(|part| name.contains(part))
}

#[cfg(test)]
mod tests {
    use crate::{
        report::Rule,
        testing::{assert_allowed, assert_effects, assert_unknown, tell},
    };

    const READS: [&str; 2] = ["read . deep", "execute (project)"];

    fn with<'t>(more: &[&'t str]) -> Vec<&'t str> {
        [&READS[..], more].concat()
    }

    #[test]
    fn one_setting_is_read() {
        for command in [
            "git config user.name",
            "git config --get user.email",
            "git config --global user.name",
            "git config --global --get core.editor",
            "git config --get-all remote.origin.fetch",
            "git config --type=bool --default false core.bare",
            "git config get user.name",
            "git config get --all --show-origin remote.origin.url",
            "git config --get --local remote.origin.url",
        ] {
            assert_allowed(command);
            assert_effects(command, &READS);
        }
    }

    #[test]
    fn the_projects_file_may_be_listed() {
        for command in [
            "git config --local --list",
            "git config --local --get-regexp '^remote'",
            "git config -l --local --show-origin -z",
            "git config list --local",
        ] {
            assert_effects(command, &READS);
        }
    }

    #[test]
    fn listing_all_or_what_may_be_secret_reads_what_nobody_knows() {
        for command in [
            "git config --list",
            "git config -l",
            "git config list",
            "git config --global --list",
            "git config --system -l",
            "git config --get-regexp .",
            "git config get --regexp .",
            "git config --get http.extraHeader",
            "git config github.token",
            "git config --global url.x.insteadOf",
            "git config --get \"$key\"",
        ] {
            let told = tell(command);
            assert!(
                told.effects.contains(&"read ?".to_owned()),
                "{command}: {told:?}"
            );
        }
    }

    #[test]
    fn writing_names_the_file() {
        for (command, file) in [
            ("git config a.b c", ".git/config"),
            ("git config core.hooksPath x", ".git/config"),
            ("git config --local a.b c", ".git/config"),
            ("git config --add a.b c", ".git/config"),
            ("git config --unset a.b", ".git/config"),
            ("git config --get --unset a.b", ".git/config"),
            ("git config --unset --get a.b", ".git/config"),
            ("git config set a.b c", ".git/config"),
            ("git config unset --all a.b", ".git/config"),
            ("git config --edit", ".git/config"),
            ("git config -e", ".git/config"),
            ("git config --remove-section a", ".git/config"),
            ("git config --global a.b c", "~/.gitconfig"),
            ("git config --global --edit", "~/.gitconfig"),
            ("git config a.b c --global", "~/.gitconfig"),
            ("git config --system a.b c", "/etc/gitconfig"),
            ("git config --file x a.b c", "x"),
            ("git config -f x a.b c", "x"),
            ("git config --file=x set a.b", "x"),
        ] {
            assert_effects(command, &with(&[&format!("write {file}")]));
            assert!(!tell(command).harmless, "{command}");
        }
    }

    #[test]
    fn reading_another_file_reads_it() {
        assert_effects(
            "git config -f .gitmodules --list",
            &with(&["read .gitmodules"]),
        );
        assert_effects("git config --file /x/y a.b", &with(&["read /x/y"]));
    }

    #[test]
    fn what_may_be_a_flag_or_a_second_operand_is_not_described() {
        assert_unknown("git config --frobnicate a.b", Rule::UnknownFlag);
        assert_unknown("git config --ge a.b", Rule::UnknownFlag);
        assert_unknown("git config -fx a.b", Rule::UnknownFlag);
        assert_unknown("git config \"$x\"", Rule::DynamicOption);
        assert_unknown("git config a.b$x", Rule::DynamicPosition);
        assert_unknown("git config --default --unset a.b", Rule::DashedValue);
        assert_unknown("git config --file", Rule::MissingValue);
        assert_unknown("git config --get=x", Rule::UnknownFlag);
    }
}
