//! Places, names and repositories as they really are: links, globs, PATH and configurations in directories of the test's
//! own (R3.4, R2.8, R3.2).

use std::{
    fs,
    os::unix::fs::{PermissionsExt as _, symlink},
    path::Path,
};

use shellward::{
    Call,
    decide::{Decision, Situation, Step, decide},
    judge::{EffectKind, PlaceClass, Verdict},
    plan::AutoAllow,
    rules::Wish,
};

use crate::support::{TestEnv, rules, situation_in};

fn decision(command: &str, situation: &Situation) -> Decision {
    decide(Call::new(command).unwrap(), situation).into_decision()
}

fn verdict(command: &str, situation: &Situation) -> (Verdict, Step) {
    let decision = decision(command, situation);
    (decision.verdict, decision.reason.step)
}

fn allows(command: &str, situation: &Situation) {
    let decision = decision(command, situation);
    let reason = &decision.reason;
    assert_eq!(decision.verdict, Verdict::Allow, "{command}: {reason:?}");
}

/// Expects a question that says something.
fn asks(command: &str, situation: &Situation, step: Step, text: &str) {
    let decision = decision(command, situation);
    let reason = &decision.reason;
    assert_eq!(
        (decision.verdict, reason.step),
        (Verdict::Ask, step),
        "{command}: {reason:?}"
    );
    assert!(reason.message.contains(text), "{command}: {reason:?}");
}

/// The places of all effects of a kind, by their class.
fn places(command: &str, kind: EffectKind, situation: &Situation) -> Vec<(PlaceClass, String)> {
    decision(command, situation)
        .effects
        .iter()
        .filter(|resolved| resolved.effect.kind == kind)
        .flat_map(|resolved| &resolved.places)
        .map(|place| (place.class, place.canonical.clone()))
        .collect()
}

/// A project, a folder beside it, a key at home, and links between them.
fn linked() -> TestEnv {
    let env = TestEnv::new();
    env.write("a.txt", "a\n");
    env.write("src/b.txt", "b\n");
    for (file, content) in [("outside/file", "o\n"), ("home/.ssh/id", "key\n")] {
        fs::create_dir_all(env.path(file).parent().unwrap()).unwrap();
        fs::write(env.path(file), content).unwrap();
    }
    for (target, link) in [
        ("src/b.txt", "within"),
        ("../outside", "folder"),
        ("/nowhere/new", "dangling"),
        ("../home/.ssh/id", "key"),
        ("folder/file", "chain"),
        ("loop", "loop"),
    ] {
        symlink(target, env.path("project").join(link)).unwrap();
    }
    env
}

fn program(path: &Path) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, "#!/bin/sh\n").unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn a_link_is_what_it_leads_to() {
    let env = linked();
    let situation = situation_in(&env);
    allows("cat a.txt within src/../a.txt", &situation);
    let outside = env.path("outside/file");
    let outside = outside.to_str().unwrap();
    for command in [
        "cat folder/file",
        "cat chain",
        "cat < chain",
        "cat ../outside/file",
    ] {
        asks(command, &situation, Step::PolicyAsk, outside);
        let places = places(command, EffectKind::Read, &situation);
        assert_eq!(places, [(PlaceClass::Outside, outside.to_owned())]);
    }
    asks("cat key", &situation, Step::PolicyAsk, "home/.ssh/id");
    asks(
        "cat loop",
        &situation,
        Step::NoSource,
        "known only when it runs",
    );
    allows("cat nowhere", &situation);
}

#[test]
fn a_rule_on_the_command_covers_what_lies_outside_and_nothing_that_is_hidden() {
    let env = linked();
    let mut situation = situation_in(&env);
    rules(&mut situation.rules, Wish::Allow, &["Bash(cat:*)"]);
    situation.auto_allow = AutoAllow::On;
    allows("cat chain", &situation);
    asks("cat key", &situation, Step::PolicyAsk, "home/.ssh/id");
    asks("cat ~/.ssh/id", &situation, Step::PolicyAsk, "home/.ssh/id");
}

#[test]
fn a_write_through_a_link_changes_its_target() {
    let env = linked();
    let mut situation = situation_in(&env);
    rules(
        &mut situation.rules,
        Wish::Allow,
        &["Bash(touch:*)", "Bash(echo:*)"],
    );
    for command in ["touch dangling", "echo x > dangling"] {
        asks(
            command,
            &situation,
            Step::PolicyAsk,
            "changes /nowhere/new, which is outside",
        );
    }
    let new = env.path("outside/new");
    asks(
        "touch folder/new",
        &situation,
        Step::PolicyAsk,
        new.to_str().unwrap(),
    );
    // On the identical text a person has seen it.
    rules(&mut situation.rules, Wish::Allow, &["Bash(touch dangling)"]);
    allows("touch dangling", &situation);
    allows("touch within", &situation);
}

#[test]
fn a_change_that_is_known_only_when_it_runs_needs_walls() {
    let env = TestEnv::new();
    let mut situation = situation_in(&env);
    rules(&mut situation.rules, Wish::Allow, &["Bash(touch:*)"]);
    asks(
        "touch \"$X\"",
        &situation,
        Step::PolicyAsk,
        "known only when it runs",
    );
    situation.auto_allow = AutoAllow::On;
    allows("touch \"$X\"", &situation);
    // What is deleted so could be `/`.
    asks(
        "rm -r \"$X\"/",
        &situation,
        Step::FloorAsk,
        "known only when it runs",
    );
}

#[test]
fn a_glob_is_everything_that_it_can_match() {
    let env = linked();
    let situation = situation_in(&env);
    for command in [
        "cat *.txt",
        "cat src/*",
        "cat s*/*.txt",
        "cat *.none",
        "ls -d [a-b].txt",
    ] {
        allows(command, &situation);
    }
    let all = places("cat *", EffectKind::Read, &situation);
    for class in [PlaceClass::Root, PlaceClass::Outside, PlaceClass::Hidden] {
        assert!(all.iter().any(|(one, _)| *one == class), "{class}: {all:?}");
    }
    asks("cat c*", &situation, Step::PolicyAsk, "outside/file");
    asks("cat f*/*", &situation, Step::PolicyAsk, "outside/file");
    asks("cat k*", &situation, Step::PolicyAsk, "home/.ssh/id");
    // What climbs after a glob can be anywhere.
    for command in ["cat */../x", "cat .*/x", "cat *$X", "cat *$(echo x)"] {
        let places = places(command, EffectKind::Read, &situation);
        let unknown = (PlaceClass::Unknown, String::new());
        assert!(places.contains(&unknown), "{command}: {places:?}");
        assert_eq!(
            decision(command, &situation).verdict,
            Verdict::Ask,
            "{command}"
        );
    }
}

#[test]
fn a_file_name_that_is_an_option_is_seen_in_a_glob() {
    let env = linked();
    let mut situation = situation_in(&env);
    env.write("-R.txt", "");
    asks(
        "ls *.txt",
        &situation,
        Step::NoSource,
        "known only when it runs",
    );
    allows("ls -- *.txt", &situation);
    allows("ls ./*.txt", &situation);
    situation.facts.cwd = env.path("project/src").to_str().unwrap().to_owned();
    allows("ls *.txt", &situation);
}

#[test]
fn too_many_names_are_not_looked_at() {
    let env = TestEnv::new();
    let situation = situation_in(&env);
    for number in 0..=1000 {
        env.write(&format!("many/{number}"), "");
    }
    asks(
        "cat many/*",
        &situation,
        Step::NoSource,
        "known only when it runs",
    );
    // Each glob is few, but there are many of them.
    env.write("one.txt", "");
    allows(&format!("cat{}", " o*.txt".repeat(60)), &situation);
    asks(
        &format!("cat{}", " o*.txt".repeat(70)),
        &situation,
        Step::NoSource,
        "known only when it runs",
    );
}

#[test]
fn a_plain_word_is_a_path_only_if_something_is_there_or_may_come_to_be() {
    let env = TestEnv::new();
    let mut situation = situation_in(&env);
    rules(&mut situation.rules, Wish::Deny, &["Read(./**/build/**)"]);
    let allowed = ["Bash(make:*)", "Bash(frob:*)"];
    rules(&mut situation.rules, Wish::Allow, &allowed);
    allows("frob build", &situation);
    let denied = |command| decision(command, &situation).verdict;
    assert_eq!(denied("frob ./build/a"), Verdict::Deny);
    assert_eq!(denied("make; frob build"), Verdict::Deny);
    env.write("build/a", "");
    assert_eq!(denied("frob build"), Verdict::Deny);
    // A rule on a file holds for it also before it is made, behind whatever flag it is named.
    rules(&mut situation.rules, Wish::Deny, &["Edit(./new.txt)"]);
    for command in [
        "frob new.txt",
        "frob --out=new.txt",
        "frob of=new.txt",
        "frob -onew.txt",
    ] {
        assert_eq!(
            decision(command, &situation).verdict,
            Verdict::Deny,
            "{command}"
        );
    }
}

#[test]
fn what_a_copied_directory_holds_is_judged_where_it_lands() {
    let env = TestEnv::new();
    let mut situation = situation_in(&env);
    rules(
        &mut situation.rules,
        Wish::Allow,
        &["Bash(cp:*)", "Bash(rsync:*)"],
    );
    env.write("src/plain", "");
    env.write("evil/.git/hooks/pre-commit", "");
    env.write("deep/a/b/.envrc", "");
    for command in [
        "cp -r src .",
        "cp -r src/. .",
        "rsync -a src/ .",
        "cp a.txt .",
    ] {
        allows(command, &situation);
    }
    for command in [
        "cp -r evil/. .",
        "cp -rT evil .",
        "rsync -a evil/ .",
        "cp -r deep/. src",
    ] {
        asks(command, &situation, Step::PolicyAsk, "harm beyond");
    }
}

#[test]
fn places_are_judged_also_without_the_policy_that_does() {
    let env = linked();
    let mut situation = situation_in(&env);
    rules(
        &mut situation.rules,
        Wish::Allow,
        &["Bash(cat:*)", "Bash(cp:*)", "Bash(echo:*)"],
    );
    situation.policies.classifiers.clear();
    for command in [
        "cat ~/.ssh/id",
        "cp a.txt .git/hooks/pre-commit",
        "echo x > out",
    ] {
        asks(command, &situation, Step::Place, "");
    }
    allows("cp a.txt b.txt", &situation);
}

#[test]
fn after_a_change_no_name_in_the_project_is_what_it_was() {
    let env = linked();
    let mut situation = situation_in(&env);
    rules(
        &mut situation.rules,
        Wish::Allow,
        &["Bash(ln:*)", "Bash(make:*)"],
    );
    allows("cat a.txt; ln -s a.txt b", &situation);
    for change in ["ln -s a.txt b", "make"] {
        let command = format!("{change}; cat b");
        asks(
            &command,
            &situation,
            Step::NoSource,
            "known only when it runs",
        );
        let places = places(&command, EffectKind::Read, &situation);
        assert!(
            places
                .iter()
                .any(|(class, _)| *class == PlaceClass::Unknown),
            "{places:?}"
        );
        // What was hidden by its name still is.
        asks(
            &format!("{change}; cat key"),
            &situation,
            Step::PolicyAsk,
            "home/.ssh/id",
        );
        // Nothing of the session's could have been changed.
        allows(&format!("{change}; cat /etc/os-release"), &situation);
    }
    // A write that changes nothing is no change.
    allows("ls > /dev/null; cat a.txt", &situation);
}

#[test]
fn a_directory_known_only_when_it_runs_leaves_only_absolute_paths() {
    let env = linked();
    let situation = situation_in(&env);
    for command in ["cd \"$X\"; cat a.txt", "cd \"$X\"; cat *.txt"] {
        // What `cd` looks at, and what `cat` does.
        let places = places(command, EffectKind::Read, &situation);
        let unknown = (PlaceClass::Unknown, String::new());
        assert_eq!(places, [unknown.clone(), unknown], "{command}");
        assert_eq!(
            decision(command, &situation).verdict,
            Verdict::Ask,
            "{command}"
        );
    }
    let secret = env.path("home/.ssh/id").to_str().unwrap().to_owned();
    let absolute = places(
        &format!("cd \"$X\"; cat {secret}"),
        EffectKind::Read,
        &situation,
    );
    assert_eq!(
        absolute,
        [
            (PlaceClass::Unknown, String::new()),
            (PlaceClass::Hidden, secret)
        ]
    );
}

#[test]
fn the_floor_holds_for_redirects_whatever_the_rules_say() {
    let env = TestEnv::new();
    let mut situation = situation_in(&env);
    let settings = env.path("settings.toml");
    situation.settings_files = vec![settings.clone()];
    situation.auto_allow = AutoAllow::On;
    let settings = settings.display();
    let state = situation.state.display().to_string();
    for (command, expected) in [
        (
            "echo x > ~/.bashrc".to_owned(),
            (Verdict::Ask, Step::FloorAsk),
        ),
        (
            "echo x >> ~/.profile".to_owned(),
            (Verdict::Ask, Step::FloorAsk),
        ),
        (format!("echo x > {settings}"), (Verdict::Deny, Step::Floor)),
        (format!("echo x > {state}/x"), (Verdict::Deny, Step::Floor)),
        (format!("cat < {state}/x"), (Verdict::Deny, Step::Floor)),
        (
            "echo x > .shellward/x".to_owned(),
            (Verdict::Deny, Step::Floor),
        ),
        (
            "for i in 1; do echo x > .shellward/x; done".to_owned(),
            (Verdict::Deny, Step::Floor),
        ),
    ] {
        rules(
            &mut situation.rules,
            Wish::Allow,
            &[&format!("Bash({command})"), "Bash(*)"],
        );
        assert_eq!(verdict(&command, &situation), expected, "{command}");
    }
    // Reading the settings tells nothing that is secret.
    allows(&format!("cat {settings}"), &situation);
}

#[test]
fn a_redirect_is_not_what_a_rule_on_the_command_allows() {
    let env = TestEnv::new();
    let mut situation = situation_in(&env);
    rules(&mut situation.rules, Wish::Allow, &["Bash(echo:*)"]);
    asks(
        "echo x > out",
        &situation,
        Step::PolicyAsk,
        "a redirect writes",
    );
    asks(
        "echo x > /dev/tcp/h/1",
        &situation,
        Step::Place,
        "/dev/tcp/h/1",
    );
    asks(
        "echo x > \"$F\"",
        &situation,
        Step::Place,
        "the shell itself would open",
    );
    let mut exact = situation.clone();
    rules(&mut exact.rules, Wish::Allow, &["Bash(echo x > out)"]);
    allows("echo x > out", &exact);
    situation.auto_allow = AutoAllow::On;
    allows("echo x > out", &situation);
    asks(
        "echo x > /nowhere/out",
        &situation,
        Step::PolicyAsk,
        "outside the project",
    );
    asks("echo x > .envrc", &situation, Step::PolicyAsk, ".envrc");
}

#[test]
fn a_name_is_what_the_path_finds_first() {
    let env = TestEnv::new();
    env.write("a.txt", "");
    program(&env.path("project/bin/ls"));
    program(&env.path("temp/ls"));
    program(&env.path("tools/own"));
    fs::create_dir_all(env.path("links")).unwrap();
    symlink(env.path("project/bin/ls"), env.path("links/ls")).unwrap();
    // A file that can't be run is passed over.
    env.write("data/ls", "");
    let mut situation = situation_in(&env);
    let mut with_first = |first: &str| {
        let path = [first, "/usr/bin", "/bin"].map(str::to_owned);
        situation.facts.path = Some(path.to_vec());
        situation.clone()
    };
    for first in ["project/bin", "temp", "links"] {
        let situation = with_first(env.path(first).to_str().unwrap());
        asks("ls", &situation, Step::NoSource, "it would run");
        // The others are found where they always are.
        allows("cat a.txt; /usr/bin/ls", &situation);
    }
    for first in [".", "", "bin"] {
        let situation = with_first(first);
        asks(
            "ls",
            &situation,
            Step::NoSource,
            "relative to the working directory",
        );
    }
    for first in ["project/data", "tools", "nowhere"] {
        allows("ls", &with_first(env.path(first).to_str().unwrap()));
    }
    situation.facts.path = Some(vec![env.path("tools").to_str().unwrap().to_owned()]);
    asks("ls", &situation, Step::NoSource, "not found on the PATH");
    allows("echo builtins need no PATH", &situation);
    asks("./bin/ls", &situation, Step::NoSource, "");
    let absolute = env.path("project/bin/ls");
    asks(absolute.to_str().unwrap(), &situation, Step::NoSource, "");
}

#[test]
fn a_rule_on_a_name_holds_for_the_file_that_the_path_finds() {
    let env = TestEnv::new();
    program(&env.path("tools/git"));
    let mut situation = situation_in(&env);
    rules(&mut situation.rules, Wish::Allow, &["Bash(git push:*)"]);
    situation.facts.path = Some(vec!["/usr/bin".to_owned()]);
    allows("/usr/bin/git push", &situation);
    let other = env.path("tools/git");
    asks(
        &format!("{} push", other.display()),
        &situation,
        Step::NoSource,
        "",
    );
    situation.facts.path = Some(vec![env.path("tools").to_str().unwrap().to_owned()]);
    asks("/usr/bin/git push", &situation, Step::NoSource, "");
}

#[test]
fn git_is_harmless_where_the_repository_can_name_no_program() {
    let env = TestEnv::git_project();
    let situation = situation_in(&env);
    allows("git diff", &situation);
    asks("cd \"$X\"; git diff", &situation, Step::PolicyAsk, "");
    for (key, text) in [
        ("diff.external", "external diff program"),
        ("filter.x.clean", "filter program"),
        ("include.path", "another configuration"),
        ("merge.x.driver", "merge program"),
        ("core.worktree", "another working tree"),
    ] {
        let env = TestEnv::git_project();
        assert!(env.git(&["config", key, "/nonexistent"]).success());
        asks("git diff", &situation_in(&env), Step::NoSource, text);
    }
    let in_folder = |name: &str| {
        let mut situation = situation_in(&env);
        situation.facts.cwd = env.path("project").join(name).to_str().unwrap().to_owned();
        situation
    };
    env.write("sub/.git", "gitdir: /nonexistent\n");
    allows("git diff", &in_folder("sub"));
    env.write("sub/.git", "not understood\n");
    asks(
        "git diff",
        &in_folder("sub"),
        Step::NoSource,
        "not understood",
    );
    for file in ["bare/HEAD", "bare/objects/x", "bare/refs/x"] {
        env.write(file, "");
    }
    asks(
        "git diff",
        &in_folder("bare"),
        Step::NoSource,
        "bare repository",
    );
    env.write(".gitmodules", "");
    asks("git diff", &situation, Step::NoSource, "submodules");
}
