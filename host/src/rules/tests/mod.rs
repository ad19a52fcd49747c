//! Rules on scripts that were really read, form by form.

mod corpus;
mod properties;

use std::collections::BTreeSet;

use super::*;
use crate::{
    judge::{Effect, EffectKind, Place, PlaceClass, PlaceKind, Resolved},
    read::{Dialect, Script, ShellFacts},
    span::Span,
};

/// The project `/proj`, with the system's programs in `/bin` and `/usr/bin`.
struct Project;

impl Surroundings for Project {
    fn is_system_program(&self, path: &str) -> bool {
        matches!(path.rsplit_once('/'), Some(("/bin" | "/usr/bin", _)))
    }

    fn is_inside_root(&self, directory: &str, cwd: &str) -> bool {
        !directory.contains("..")
            && (directory.starts_with("/proj") || (!directory.starts_with('/') && cwd == "/proj"))
    }

    fn is_project(&self, cwd: &str) -> bool {
        cwd == "/proj"
    }
}

fn read(command: &str) -> Script {
    let facts = ShellFacts {
        dialect: Dialect::Bash,
        path: None,
        home: Some("/home/u".to_owned()),
        cwd: "/proj".to_owned(),
        functions: Vec::new(),
        aliases: Vec::new(),
    };
    crate::read::read(command, &facts)
}

fn rule_set<'a>(rules: impl IntoIterator<Item = (Wish, &'a str)>) -> RuleSet {
    let mut set = RuleSet::default();
    for (wish, text) in rules {
        let source = Source {
            layer: "user".to_owned(),
            file: None,
            line: None,
        };
        set.add(wish, Rule::parse(text).unwrap(), source).unwrap();
    }
    set
}

/// What the rules met, by their texts.
fn met(set: &RuleSet, command: &str) -> BTreeSet<(Wish, String, Certainty)> {
    let script = read(command);
    let mut hits = set.restricting(&script);
    hits.extend(set.covering(&script, &Project));
    hits.iter()
        .map(|hit| {
            (
                hit.wish,
                set.entry(hit.rule).unwrap().rule.to_string(),
                hit.certainty,
            )
        })
        .collect()
}

fn covers(rule: &str, command: &str) -> bool {
    let script = read(command);
    let hits = rule_set([(Wish::Allow, rule)]).covering(&script, &Project);
    hits.len() == script.commands.len()
}

fn denies(rule: &str, command: &str) -> Option<Certainty> {
    let hits = rule_set([(Wish::Deny, rule)]).restricting(&read(command));
    hits.iter().map(|hit| hit.certainty).max()
}

#[test]
fn forms_cover_what_they_say() {
    for (rule, command, wanted) in [
        ("Bash(git commit:*)", "git commit -m 'a && b'", true),
        ("Bash(ls:*)", "lspwn", false),
        ("Bash(git * main)", "git push origin main", true),
        ("Bash(git * main)", "git main", true),
        ("Bash(* --version)", "node --version", true),
        ("Bash(* --version)", "/bin/node --version", true),
        ("Bash(* --version)", "./node --version", false),
        ("Bash(npm run test*)", "npm run test:unit", true),
        ("Bash(npm run test*)", "npm run test --x", false),
        ("Bash(npm run build)", "npm run build:evil", false),
        ("Bash(echo '$HOME')", "echo '$HOME'", true),
        ("Bash(echo $HOME)", "echo '$HOME'", false),
    ] {
        assert_eq!(covers(rule, command), wanted, "{rule} on {command}");
    }
}

#[test]
fn a_word_that_is_not_certain_is_never_covered_where_the_rule_is_particular() {
    for (rule, command) in [
        ("Bash(git push:*)", "git \"$X\""),
        ("Bash(git push:*)", "\"$X\" push"),
        ("Bash(rm build/*)", "rm \"build/$X\""),
        ("Bash(git push)", "git push $X"),
        ("Bash(git push:*)", "git push $X"),
        ("Bash(*)", "$X"),
    ] {
        assert!(!covers(rule, command), "{rule} on {command}");
    }
    assert!(covers("Bash(curl *)", "curl -s \"$URL/x\""));
}

#[test]
fn deny_matches_what_a_word_may_be() {
    use Certainty::{Certain, Possible};
    for (rule, command, wanted) in [
        ("Bash(rm:*)", "rm x", Some(Certain)),
        ("Bash(rm:*)", "/bin/rm x", Some(Certain)),
        ("Bash(rm:*)", "$X x", Some(Possible)),
        ("Bash(rm:*)", "/bin/r? x", Some(Possible)),
        ("Bash(rm:*)", "ls \"$X\"", None),
        ("Bash(rm:*)", "echo rm", None),
        ("Bash(git push:*)", "git \"$X\"", Some(Possible)),
        ("Bash(git push:*)", "git \"pull$X\"", None),
        ("Bash(git push)", "git push origin", None),
        ("Bash(git push)", "git push $X", Some(Possible)),
        ("Bash(cat .env)", "cat -n .env", Some(Possible)),
        ("Bash(rm -rf $HOME)", "rm -rf $HOME", Some(Certain)),
        ("Bash(rm -rf ~)", "rm -rf ~", Some(Certain)),
        ("Bash(cat ~/.ssh/*)", "cat ~/.ssh/id", Some(Certain)),
        ("Bash(a && b)", "x; a && b", Some(Possible)),
        ("Bash(a && b)", "a && b", Some(Certain)),
    ] {
        assert_eq!(denies(rule, command), wanted, "{rule} on {command}");
    }
}

#[test]
fn options_match_as_sets() {
    for (rule, command, wanted) in [
        ("Bash(rm -rf:*)", "rm -r -f x", true),
        ("Bash(rm -rf:*)", "rm x -fr", true),
        ("Bash(rm -rf:*)", "rm -r x", false),
        ("Bash(rm -rf x)", "rm -f -r x", true),
        ("Bash(rm -rf x)", "rm -f -r -v x", false),
        ("Bash(rm -rf x)", "rm -f -r x y", false),
        (
            "Bash(git push --force:*)",
            "git push origin --force=x",
            true,
        ),
        (
            "Bash(git push --force:*)",
            "git push --force-with-lease",
            false,
        ),
        ("Bash(find -delete:*)", "find . -type f -delete", true),
        ("Bash(find -delete:*)", "find . -depth -ls", false),
    ] {
        assert_eq!(
            denies(rule, command) == Some(Certainty::Certain),
            wanted,
            "{rule} on {command}"
        );
    }
}

#[test]
fn deny_holds_in_what_could_not_be_read() {
    for command in [
        "timeout 5 rm -rf x",
        "if true; then rm x; fi",
        "env A=1 /bin/rm x",
        "bash -c 'rm x'",
        "bash -c\"rm x\"",
        "r''m x; echo 'unterminated",
        "find . | xargs rm",
        "find . -exec rm {} \\;",
        "echo 'unterminated; rm x",
        "eval 'rm x'",
        "sudo -u root rm x",
    ] {
        assert_eq!(
            denies("Bash(rm:*)", command),
            Some(Certainty::Certain),
            "{command}"
        );
    }
    assert_eq!(
        denies("Bash(git push:*)", "nice git -C 'a b' push"),
        Some(Certainty::Certain)
    );
}

#[test]
fn a_word_inside_another_is_no_hit_in_text() {
    for command in [
        "if true; then farm x; fi",
        "if true; then x --rm; fi",
        "timeout 5 rmdir x",
    ] {
        assert_eq!(denies("Bash(rm:*)", command), None, "{command}");
    }
}

#[test]
fn a_hit_names_the_words_it_met() {
    let script = read("cd x && git push origin");
    let set = rule_set([(Wish::Ask, "Bash(git push:*)")]);
    let hits = set.restricting(&script);
    let spans: Vec<_> = hits
        .iter()
        .map(|hit| (hit.command, script.text(hit.span)))
        .collect();
    assert_eq!(spans, [(Some(1), "git push")]);
}

#[test]
fn an_allow_rule_on_a_dangerous_variable_is_refused() {
    let source = Source {
        layer: "user".to_owned(),
        file: None,
        line: None,
    };
    let rule = Rule::parse("Bash(LD_PRELOAD=* make:*)").unwrap();
    let mut set = RuleSet::default();
    let error = set
        .add(Wish::Allow, rule.clone(), source.clone())
        .unwrap_err();
    assert_eq!(error.kind, RuleErrorKind::DangerousVariable);
    assert!(set.add(Wish::Deny, rule, source).is_ok());
}

/// An effect with its places.
fn resolved(effect: Effect, paths: &[&str]) -> Resolved {
    let place = |path: &&str| Place {
        canonical: (*path).to_owned(),
        kind: PlaceKind::File,
        class: PlaceClass::Root,
        contents: None,
    };
    Resolved {
        effect,
        places: paths.iter().map(place).collect(),
    }
}

fn meets(rule: &str, resolved: Resolved) -> Option<Certainty> {
    let anchors = Anchors {
        project: "/proj",
        home: Some("/home/u"),
    };
    let set = rule_set([(Wish::Deny, rule)]);
    let hits = set.restricting_places(&[resolved], anchors);
    hits.first().map(|hit| hit.certainty)
}

#[test]
fn a_denied_file_is_denied_however_it_is_reached() {
    let span = Span::source(0, 1);
    for kind in [EffectKind::Read, EffectKind::Write, EffectKind::Delete] {
        let effect = Effect::exact(0, kind, "../.env", span);
        let effect = resolved(effect, &["/proj/.env"]);
        assert_eq!(
            meets("Read(./.env)", effect),
            Some(Certainty::Certain),
            "{kind}"
        );
    }
    let read = |path| resolved(Effect::exact(0, EffectKind::Read, path, span), &[path]);
    assert_eq!(meets("Read(./.env)", read("/proj/.env.example")), None);
    assert_eq!(meets("Edit(./.env)", read("/proj/.env")), None);
    assert_eq!(meets("Read", read("/proj/x")), Some(Certainty::Certain));
    assert_eq!(meets("Bash(cat:*)", read("/proj/x")), None);
}

#[test]
fn what_may_reach_a_denied_file_is_a_possible_hit() {
    let span = Span::source(0, 1);
    let glob = |beginning: &str| Effect {
        exact: false,
        ..Effect::exact(0, EffectKind::Read, beginning, span)
    };
    let hit = |effect, path| meets("Read(./.env)", resolved(effect, &[path]));
    // `*` names no file that begins with a dot, unless an option of the shell says so.
    assert_eq!(hit(glob(""), "/proj/.env"), Some(Certainty::Possible));
    assert_eq!(hit(glob(".e"), "/proj/.env"), Some(Certainty::Certain));
    assert_eq!(hit(glob(""), ""), Some(Certainty::Possible));
    let below = Effect {
        recursive: true,
        ..Effect::exact(0, EffectKind::Read, ".", span)
    };
    assert_eq!(hit(below.clone(), "/proj"), Some(Certainty::Possible));
    assert_eq!(hit(below, "/proj/src"), None);
}

#[test]
fn an_allow_rule_that_says_more_than_it_seems_to_is_refused() {
    let source = Source {
        layer: "user".to_owned(),
        file: None,
        line: None,
    };
    for (text, kind) in [
        ("Read(~/notes[0-9])", RuleErrorKind::AllowsOneOf),
        ("Connect", RuleErrorKind::AllowsEverywhere),
        ("Connect(*)", RuleErrorKind::AllowsEverywhere),
    ] {
        let rule = Rule::parse(text).unwrap();
        let error = RuleSet::default()
            .add(Wish::Allow, rule, source.clone())
            .unwrap_err();
        assert_eq!(error.kind, kind);
    }
}

#[test]
fn only_an_exact_rule_allows_by_text() {
    let set = rule_set([
        (Wish::Allow, "Bash(a && b)"),
        (Wish::Allow, "Bash(c:*)"),
        (Wish::Deny, "Bash(d)"),
    ]);
    assert_eq!(set.exact_allow("a && b\n"), Some(0));
    assert_eq!(set.exact_allow("a && b && c"), None);
    assert_eq!(set.exact_allow("c"), None);
    assert_eq!(set.exact_allow("d"), None);
}

#[test]
fn a_text_made_to_cost_much_is_a_possible_hit() {
    let set = rule_set([(Wish::Deny, "Bash(a * b * c * d)")]);
    let hits = set.restricting(&read(&format!("if {}", "a b c ".repeat(20_000))));
    assert_eq!(
        hits.iter().map(|hit| hit.certainty).max(),
        Some(Certainty::Possible)
    );
}

#[test]
fn an_allow_rule_overlooks_only_harmless_assignments() {
    for (rule, command, wanted) in [
        ("Bash(npm test:*)", "NODE_ENV=test npm test", true),
        ("Bash(npm test:*)", "NODE_ENV=test CI=1 npm test", true),
        ("Bash(npm test)", "NODE_ENV=test npm test", true),
        ("Bash(npm test:*)", "NODE_ENV=\"$X\" npm test", false),
        ("Bash(npm test:*)", "NODE_ENV+=x npm test", false),
        ("Bash(npm test:*)", "NODE_OPTIONS=-rx npm test", false),
        ("Bash(npm test:*)", "OTHER=1 npm test", false),
        ("Bash(*)", "LD_PRELOAD=x make", false),
        ("Bash(aws:*)", "AWS_PROFILE=mine aws s3 ls", true),
        ("Bash(aws s3 ls)", "AWS_PROFILE=mine aws s3 ls", false),
        ("Bash(A=*.py x:*)", "A=b.py x y", true),
        ("Bash(A=*.py x:*)", "A=../b.py x y", false),
        ("Bash(A=*.py x:*)", "A=b.py B=1 x y", false),
        ("Bash(A=*.py x:*)", "x y", false),
        ("Bash(A=1)", "A=1 rm x", false),
    ] {
        assert_eq!(covers(rule, command), wanted, "{rule} on {command}");
    }
}

#[test]
fn an_allow_rule_on_git_stays_with_this_git_and_this_repository() {
    for (rule, command, wanted) in [
        ("Bash(git push:*)", "git --no-pager push", true),
        ("Bash(git push:*)", "git -C sub push", true),
        ("Bash(git push:*)", "git -C /other push", false),
        ("Bash(git push:*)", "git -C sub -C .. push", false),
        ("Bash(git push:*)", "git -C \"$X\" push", false),
        ("Bash(git:*)", "git -c a=b push", false),
        ("Bash(git:*)", "git -ca=b push", false),
        ("Bash(git:*)", "git --git-dir=x push", false),
        ("Bash(git:*)", "git -p log", false),
        ("Bash(git:*)", "git --new-option push", false),
        ("Bash(git:*)", "git \"$X\" push", false),
        ("Bash(git * push)", "git -c a=b push", false),
        ("Bash(git -c a=b push:*)", "git -c a=b push", true),
        ("Bash(git -c a=b:*)", "git -c a=b -c c=d push", false),
        ("Bash(git:*)", "git push -c x", true),
        ("Bash(*)", "git -c a=b push", true),
    ] {
        assert_eq!(covers(rule, command), wanted, "{rule} on {command}");
    }
}

#[test]
fn a_path_is_covered_only_if_it_is_the_program_that_is_meant() {
    for (rule, command, wanted) in [
        ("Bash(ls:*)", "/bin/ls x", true),
        ("Bash(ls:*)", "/tmp/ls x", false),
        ("Bash(ls:*)", "./ls x", false),
        ("Bash(./x.sh:*)", "./x.sh a", true),
        ("Bash(./x.sh:*)", "x.sh a", false),
        ("Bash(./scripts/* a)", "./scripts/b.sh a", true),
        ("Bash(./scripts/* a)", "./scripts/../../b.sh a", false),
        ("Bash(/opt/x:*)", "/opt/x a", true),
        ("Bash(/opt/x:*)", "x a", false),
    ] {
        assert_eq!(covers(rule, command), wanted, "{rule} on {command}");
    }
}

#[test]
fn a_glob_is_covered_where_all_its_names_are() {
    for (rule, command, wanted) in [
        ("Bash(rm -rf build/*)", "rm -rf build/*", true),
        ("Bash(rm -rf build/*)", "rm -rf build/a*", true),
        ("Bash(rm -rf build/*)", "rm -rf b*", false),
        ("Bash(rm -rf build/*)", "rm -rf build/.*", false),
        ("Bash(rm -rf build/*)", "rm -rf build/*/../*", false),
        ("Bash(rm -rf build/*.o)", "rm -rf build/*", false),
        ("Bash(rm:*)", "rm a*", true),
        ("Bash(rm:*)", "rm *", false),
        ("Bash(rm:*)", "rm [a-z]*", false),
        ("Bash(rm:*)", "rm \"$X\"/*", false),
        ("Bash(rm a)", "rm a*", false),
    ] {
        assert_eq!(covers(rule, command), wanted, "{rule} on {command}");
    }
}

#[test]
fn a_variable_that_a_rule_denies_is_met_wherever_it_is_set() {
    use Certainty::{Certain, Possible};
    for (command, wanted) in [
        ("LD_PRELOAD=x make", Some(Certain)),
        ("LD_PRELOAD=\"$Y\" make", Some(Certain)),
        ("env LD_PRELOAD=x make", Some(Certain)),
        ("export LD_PRELOAD=x; make", Some(Possible)),
        ("LD_LIBRARY_PATH=x make", None),
        ("make", None),
    ] {
        assert_eq!(
            denies("Bash(LD_PRELOAD=* make:*)", command),
            wanted,
            "{command}"
        );
    }
}

#[test]
fn programs_that_run_their_arguments_hide_nothing() {
    for command in [
        "flock x rm y",
        "busybox rm y",
        "strace -f rm y",
        "script -c 'rm y'",
        "su -c 'rm y'",
    ] {
        assert_eq!(
            denies("Bash(rm:*)", command),
            Some(Certainty::Certain),
            "{command}"
        );
    }
    assert_eq!(denies("Bash(rm:*)", "find . -name rm"), None);
}
