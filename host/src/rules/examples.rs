//! What a rule means, tried on examples (R4.3), and what about a rule its author should know: that it can never match, or
//! means as good as everything.

use super::{
    command::Form,
    cover::NoSurroundings,
    pattern::Token,
    place::{Anchors, Extent, PlaceRule, Wildcards},
    programs::is_runner,
    restrict::Certainty,
    rule::{Rule, Subject, Wish},
    set::{RuleSet, Source},
};
use crate::read::{Dialect, ShellFacts, read};

/// Where examples take place.
const PROJECT: &str = "/project";
const HOME: &str = "/home/user";

/// Words with which no simple command begins.
const KEYWORDS: [&str; 16] = [
    "!", "[[", "case", "do", "done", "elif", "else", "esac", "fi", "for", "function", "if",
    "select", "then", "until", "while",
];

/// Programs that run what their words say, besides those that the search for restricting rules knows.
const INTERPRETERS: [&str; 12] = [
    "awk",
    "bun",
    "deno",
    "lua",
    "node",
    "osascript",
    "perl",
    "php",
    "python",
    "python3",
    "ruby",
    "tclsh",
];

impl Rule {
    /// Says whether an example is something that the rule means: a command for `Bash(…)`, a path for `Read(…)` and
    /// `Edit(…)`, a host or URL for `Connect(…)`. What it only may mean counts for a rule that restricts.
    pub fn means(&self, wish: Wish, example: &str) -> bool {
        match self.subject() {
            Subject::Command(_) => self.means_command(wish, example),
            Subject::Place(rule) => means_path(rule, wish, example),
            Subject::Domain(rule) if wish == Wish::Allow => rule.covers(example),
            Subject::Domain(rule) => rule.meets(Some(example), true).is_some(),
        }
    }

    fn means_command(&self, wish: Wish, example: &str) -> bool {
        let mut rules = RuleSet::default();
        let source = Source {
            layer: String::new(),
            file: None,
            line: None,
        };
        if rules.add(wish, self.clone(), source).is_err() {
            return false;
        }
        let facts = ShellFacts {
            dialect: Dialect::Bash,
            path: None,
            home: Some(HOME.to_owned()),
            cwd: PROJECT.to_owned(),
            functions: Vec::new(),
            aliases: Vec::new(),
        };
        let script = read(example, &facts);
        match wish {
            Wish::Allow => {
                let covering = rules.covering(&script, &NoSurroundings);
                let is_covered = |index| covering.iter().any(|hit| hit.command == Some(index));
                let mut commands = (0..).zip(&script.commands);
                rules.exact_allow(example).is_some()
                    || !script.commands.is_empty() && commands.all(|(index, _)| is_covered(index))
            }
            Wish::Ask | Wish::Deny => !rules.restricting(&script).is_empty(),
        }
    }

    /// Says what the author of the rule should know of it, as the rest of a sentence about the rule.
    pub fn remark(&self, wish: Wish) -> Option<String> {
        match self.subject() {
            Subject::Command(rule) => {
                let name = rule.name();
                if rule.form() == Form::Everything || rule.tokens() == [Token::AnyWords] {
                    return Some(format!(
                        "means every command, so that {}",
                        consequence(wish)
                    ));
                }
                let keyword = name.filter(|name| KEYWORDS.contains(name));
                if let Some(name) = keyword.filter(|_| rule.form() != Form::Exact) {
                    return Some(format!("can never match: no command begins with `{name}`"));
                }
                let expands = |token: &Token| matches!(token, Token::Word(word) if word.expands());
                if wish == Wish::Allow
                    && rule.form() != Form::Exact
                    && rule.tokens().first().is_some_and(expands)
                {
                    return Some(
                        "can never match: what its name is becomes known only when it runs"
                            .to_owned(),
                    );
                }
                let is_open =
                    rule.tokens().len() == 2 && rule.tokens().last() == Some(&Token::AnyWords);
                let runs = |name: &&str| is_runner(name) || INTERPRETERS.contains(name);
                let name = name
                    .filter(|_| wish == Wish::Allow && is_open)
                    .filter(runs)?;
                Some(format!(
                    "is as good as every command, since `{name}` runs what its words say"
                ))
            }
            Subject::Place(rule) if rule.is_everything() => {
                let what = match wish {
                    Wish::Allow => "no place is asked about that is not hidden or dangerous",
                    Wish::Ask => "every command that touches a file is asked about",
                    Wish::Deny => "no command that touches a file runs",
                };
                Some(format!("means every file, so that {what}"))
            }
            Subject::Place(_) | Subject::Domain(_) => None,
        }
    }
}

const fn consequence(wish: Wish) -> &'static str {
    match wish {
        Wish::Allow => "whatever nothing else stops runs without asking",
        Wish::Ask => "nothing runs without asking",
        Wish::Deny => "nothing runs at all",
    }
}

fn means_path(rule: &PlaceRule, wish: Wish, example: &str) -> bool {
    let anchors = Anchors {
        project: PROJECT,
        home: Some(HOME),
    };
    let path = match example.strip_prefix("~/") {
        Some(rest) => format!("{HOME}/{rest}"),
        None if example.starts_with('/') => example.to_owned(),
        None => format!("{PROJECT}/{example}"),
    };
    let mut names: Vec<&str> = Vec::new();
    for name in path.split('/') {
        match name {
            "" | "." => {}
            ".." => {
                names.pop();
            }
            name => names.push(name),
        }
    }
    let path = format!("/{}", names.join("/"));
    match wish {
        Wish::Allow => rule.covers(&path, Wildcards::All, anchors),
        Wish::Ask | Wish::Deny => {
            rule.meets(&path, Extent::Itself, anchors) == Some(Certainty::Certain)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn means(rule: &str, wish: Wish, example: &str) -> bool {
        Rule::parse(rule).unwrap().means(wish, example)
    }

    fn remark(rule: &str, wish: Wish) -> Option<String> {
        Rule::parse(rule).unwrap().remark(wish)
    }

    #[test]
    fn examples_are_commands_paths_and_hosts() {
        for (rule, wish, example, wanted) in [
            ("Bash(git push:*)", Wish::Deny, "sudo git -C x push", true),
            ("Bash(git push:*)", Wish::Allow, "git push origin", true),
            ("Bash(git push:*)", Wish::Allow, "git push && rm x", false),
            ("Bash(a && b)", Wish::Allow, "a && b", true),
            ("Read(./.env)", Wish::Deny, ".env", true),
            ("Read(./.env)", Wish::Deny, "a/.env", false),
            ("Edit(~/notes/**)", Wish::Allow, "~/notes/x/../y", true),
            (
                "Connect(*.example.org)",
                Wish::Allow,
                "https://a.example.org/",
                true,
            ),
            ("Connect(*.example.org)", Wish::Ask, "other.org", false),
        ] {
            assert_eq!(
                means(rule, wish, example),
                wanted,
                "{wish} {rule} on {example}"
            );
        }
    }

    #[test]
    fn rules_that_cannot_be_meant_so_are_pointed_out() {
        for (rule, wish, part) in [
            ("Bash", Wish::Allow, "every command"),
            ("Bash(*)", Wish::Deny, "nothing runs at all"),
            ("Bash(if:*)", Wish::Deny, "can never match"),
            ("Bash($CMD:*)", Wish::Allow, "can never match"),
            ("Bash(python3:*)", Wish::Allow, "as good as every command"),
            ("Bash(env *)", Wish::Allow, "as good as every command"),
            ("Read", Wish::Allow, "every file"),
        ] {
            let remark = remark(rule, wish).unwrap_or_default();
            assert!(remark.contains(part), "{rule}: {remark}");
        }
        for rule in [
            "Bash(git push:*)",
            "Bash(python3 -m pytest:*)",
            "Read(./x)",
            "Connect(a.b)",
        ] {
            assert_eq!(remark(rule, Wish::Allow), None, "{rule}");
        }
        assert_eq!(remark("Bash(sudo:*)", Wish::Deny), None);
    }
}
