use shellward_sdk::{
    Script,
    test_kit::{
        Builder, Join, glob, one_match, one_of, placeholder, quoted_variable, script, session,
        variable,
    },
};

use super::*;

fn described(script: &Script) -> EffectsDescription {
    Commands::describe(ScriptView::new(script), &session())
}

fn verdicts(script: &Script) -> Vec<(Option<u32>, Verdict)> {
    let judgements = described(script).judgements.into_iter();
    judgements
        .map(|judgement| (judgement.command, judgement.verdict))
        .collect()
}

#[test]
fn triggers_are_the_names_of_the_tables_sorted() {
    let triggers = Commands::about().triggers;
    assert!(triggers.is_sorted());
    assert_eq!(
        triggers.len(),
        tables::TOOLS.len() + tables::BUILTINS.len() + 3
    );
    assert!(triggers.iter().any(|name| name == "git"));
    assert!(triggers.iter().any(|name| name == "print"));
    assert!(triggers.iter().any(|name| name == "[["));
}

#[test]
fn there_are_examples_of_every_tool() {
    let examples = Commands::about().examples;
    assert!(examples.len() >= 40);
    for (_, tool) in tables::TOOLS.iter().chain(tables::BUILTINS) {
        let named = |example: &shellward_sdk::Example| {
            let name = example.command.split(' ').next();
            let found =
                name.and_then(|name| tables::find(name).or_else(|| tables::find_builtin(name)));
            found.is_some_and(|found| std::ptr::eq(found, *tool))
        };
        assert!(examples.iter().any(named), "{:?}", tool.names);
    }
}

#[test]
fn settings_are_refused_because_there_are_none() {
    assert!(Commands::check_settings("{}").is_ok());
    let error = Commands::check_settings("{\"ls\":1}").expect_err("refused");
    assert!(error.contains("no settings"));
}

#[test]
fn effects_say_which_command_and_which_words() {
    let script = script(&[&["cat", "notes"], &["sort", "-o", "out"]]);
    let view = ScriptView::new(&script);
    let effects = described(&script).effects;
    let told: Vec<_> = effects
        .iter()
        .map(|effect| (effect.command, effect.kind.as_str(), view.text(effect.span)))
        .collect();
    assert_eq!(told, [(0, "read", "notes"), (1, "write", "out")]);
    assert!(
        effects
            .iter()
            .all(|effect| effect.exact && effect.site == "local")
    );
    assert_eq!(
        verdicts(&script),
        [(Some(0), Verdict::Allow), (Some(1), Verdict::Pass)]
    );
}

#[test]
fn uncertain_targets_are_not_exact() {
    let script = Builder::new()
        .command(&["cat", "--"])
        .word(glob("src/*.rs"))
        .word(quoted_variable("x"))
        .build();
    let effects = described(&script).effects;
    let targets: Vec<_> = effects
        .iter()
        .map(|effect| effect.target.as_deref())
        .collect();
    assert_eq!(targets, [Some("src/"), None]);
    assert!(effects.iter().all(|effect| !effect.exact));
}

#[test]
fn a_search_that_follows_links_says_so() {
    let script = script(&[&["grep", "-R", "foo", "src"]]);
    let effects = described(&script).effects;
    let effect = effects.first().expect("it reads");
    assert!(effect.recursive);
    assert!(
        effect
            .attrs
            .iter()
            .any(|attr| attr.key == "follows-links" && attr.value == "true")
    );
}

#[test]
fn git_is_allowed_on_conditions() {
    let script = script(&[&["git", "status"]]);
    let description = described(&script);
    let judgement = description.judgements.first().expect("there is one");
    let conditions: Vec<_> = judgement
        .conditions
        .iter()
        .map(|it| it.kind.as_str())
        .collect();
    assert_eq!(judgement.verdict, Verdict::Allow);
    assert_eq!(conditions, ["contained", "git-neutral"]);
}

#[test]
fn reasons_are_findings_at_their_words() {
    let script = script(&[&["ls", "--frobnicate"]]);
    let description = described(&script);
    let finding = description
        .judgements
        .first()
        .and_then(|it| it.findings.first());
    let finding = finding.expect("there is one");
    assert_eq!(finding.rule, "commands.unknown-flag");
    assert!(finding.message.contains("--frobnicate"));
    let span = finding.span.expect("it has a place");
    assert_eq!(ScriptView::new(&script).text(span), "--frobnicate");
    assert!(
        Commands::about()
            .rules
            .iter()
            .any(|rule| rule.id == finding.rule)
    );
}

#[test]
fn nothing_is_said_of_what_is_not_known() {
    for script in [
        script(&[&["frobnicate"]]),
        script(&[&["./cat", "notes"]]),
        Builder::new().command(&["ls"]).bound_to("function").build(),
        Builder::new().command(&["ls"]).bound_to("unknown").build(),
        Builder::new()
            .command(&[])
            .word(quoted_variable("x"))
            .build(),
        Script {
            dialect: "powershell".to_owned(),
            ..script(&[&["ls"]])
        },
    ] {
        let description = described(&script);
        assert!(description.effects.is_empty() && description.judgements.is_empty());
    }
}

fn in_zsh(words: &[&str], binding: &'static str) -> Vec<(Option<u32>, Verdict)> {
    let mut script = Builder::new().command(words).bound_to(binding).build();
    "zsh".clone_into(&mut script.dialect);
    verdicts(&script)
}

#[test]
fn programs_are_the_same_in_zsh() {
    assert_eq!(in_zsh(&["ls", "-la"], "file"), [(Some(0), Verdict::Allow)]);
    assert_eq!(
        in_zsh(&["git", "status"], "file"),
        [(Some(0), Verdict::Allow)]
    );
    assert_eq!(in_zsh(&["rm", "x"], "file"), [(Some(0), Verdict::Pass)]);
    assert_eq!(in_zsh(&["ls"], "unknown"), []);
    assert_eq!(in_zsh(&["ls"], "function"), []);
}

#[test]
fn builtins_of_zsh_are_those_that_were_tried() {
    for words in [
        &["echo", "-n", "a"][..],
        &["print", "-r", "--", "a"],
        &["printf", "%s", "a"],
        &["[", "-f", "a", "]"],
        &["cd", "src"],
        &["which", "ls"],
        &["whence", "ls"],
        &["type", "ls"],
        &["pwd"],
        &[":"],
    ] {
        assert_eq!(
            in_zsh(words, "builtin"),
            [(Some(0), Verdict::Allow)],
            "{words:?}"
        );
    }
    for words in [
        &["print", "-P", "a"][..],
        &["print", "-v", "x", "a"],
        &["print", "-z", "rm x"],
        &["whence", "-m", "*"],
        &["which", "-a", "ls"],
    ] {
        assert_eq!(
            in_zsh(words, "builtin"),
            [(Some(0), Verdict::Pass)],
            "{words:?}"
        );
    }
    for name in ["r", "fc", "hash", "alias", "trap", "log", "history"] {
        assert_eq!(in_zsh(&[name], "builtin"), [], "{name}");
    }
}

#[test]
fn a_tool_by_its_path_is_known() {
    let script = script(&[&["/usr/bin/ls", "src"]]);
    assert_eq!(verdicts(&script), [(Some(0), Verdict::Allow)]);
}

#[test]
fn operands_nobody_sees_count() {
    let open_ended = |words: &[&str]| {
        let mut script = script(&[words]);
        script.commands[0].open_ended = true;
        verdicts(&script)
    };
    assert_eq!(open_ended(&["sort"]), [(Some(0), Verdict::Pass)]);
    assert_eq!(open_ended(&["cat"]), [(Some(0), Verdict::Allow)]);
}

#[test]
fn words_of_the_shell_are_known_only_as_such() {
    for name in ["cd", "[[", "(("] {
        let bound = |binding| {
            let script = Builder::new()
                .command(&[name, "src", "]]"])
                .bound_to(binding)
                .build();
            described(&script).judgements.len()
        };
        assert_eq!(bound("builtin"), 1, "{name}");
        assert_eq!(bound("file") + bound("function"), 0, "{name}");
    }
}

/// What is read, in order, and whether all commands are harmless.
fn reads(script: &Script) -> (Vec<(String, bool)>, bool) {
    let description = described(script);
    let effects = description.effects.iter();
    let reads = effects
        .filter(|effect| effect.kind == "read")
        .map(|effect| (effect.target.clone().unwrap_or_default(), effect.recursive));
    let judgements = &description.judgements;
    let harmless = judgements.iter().all(|one| one.verdict == Verdict::Allow);
    (reads.collect(), harmless)
}

fn flat(name: &str) -> (String, bool) {
    (name.to_owned(), false)
}

#[test]
fn every_value_of_a_loops_variable_counts() {
    let each = |values: &[&str]| {
        Builder::new()
            .for_each(Join::Then, values, |body| {
                body.command(&["sort"]).word(one_of(values))
            })
            .build()
    };
    assert_eq!(
        reads(&each(&["a", "b"])),
        (vec![flat("a"), flat("b")], true)
    );
    assert!(!reads(&each(&["a", "-oout"])).1);
    let described = described(&each(&["a", "-oout"]));
    let written = described
        .effects
        .iter()
        .find(|effect| effect.kind == "write");
    assert_eq!(
        written.and_then(|effect| effect.target.as_deref()),
        Some("out")
    );
    assert_eq!(described.judgements.len(), 1);
}

#[test]
fn what_a_loop_goes_through_may_be_what_a_glob_finds() {
    let each = |pattern: &str, command: &[&str]| {
        let builder = Builder::new().command(command).word(one_match(pattern));
        let is_test = command.first() == Some(&"[");
        reads(&if is_test { builder.word("]") } else { builder }.build())
    };
    assert_eq!(each("src/*", &["sort"]), (vec![flat("src/")], true));
    assert_eq!(each("*.rs", &["head", "-1"]), (vec![flat("./")], true));
    let script = Builder::new()
        .command(&["sort"])
        .word(one_match("*.rs"))
        .build();
    let told = described(&script);
    let mut unknown = told
        .effects
        .iter()
        .filter(|effect| effect.kind == "unknown");
    assert!(unknown.any(|effect| effect.attrs.iter().any(|attr| attr.key == "only-if-option")));
    // One match is one argument, so that it has a place.
    assert!(each("src/*", &["[", "-f"]).0.contains(&flat("src/")));
}

#[test]
fn what_find_runs_reads_what_was_searched() {
    let find = |words: &[&str], action: usize| {
        Builder::new()
            .command(words)
            .runs_each(action, |inner| {
                inner.command(&["grep", "x"]).word(placeholder())
            })
            .build()
    };
    let files = find(
        &["find", "src", "-type", "f", "-exec", "grep", "x", "{}", "+"],
        5,
    );
    let src = ("src".to_owned(), true);
    assert_eq!(reads(&files), (vec![src.clone(), src], true));
    let followed = |script: &Script| {
        let effects = described(script).effects;
        let inner = effects.iter().find(|effect| effect.command == 1);
        inner.is_some_and(|effect| !effect.attrs.is_empty())
    };
    assert!(!followed(&files));
    // A link among them may lead anywhere.
    let anything = find(&["find", "src", "-exec", "grep", "x", "{}", ";"], 3);
    assert!(followed(&anything));
}

#[test]
fn a_command_that_find_runs_and_nobody_has_read_is_not_overlooked() {
    let script = Builder::new()
        .command(&[
            "find", ".", "-exec", "grep", "x", "{}", ";", "-exec", "rm", "{}", ";",
        ])
        .runs_each(3, |inner| inner.command(&["grep", "x"]).word(placeholder()))
        .build();
    let judgements = described(&script).judgements;
    assert_eq!(judgements[0].verdict, Verdict::Pass);
    let rules: Vec<_> = judgements[0].findings.iter().map(|it| &it.rule).collect();
    assert_eq!(rules, ["commands.runs-command"]);
}

#[test]
fn loops_branches_and_shells_hide_nothing() {
    let rm = |inner: Builder| inner.command(&["rm", "x"]);
    let scripts = [
        Builder::new().for_each(Join::Then, &["a"], rm),
        Builder::new().while_do(Join::Then, rm, |it| it.command(&["ls"])),
        Builder::new().if_else(
            Join::Then,
            |it| it.command(&["ls"]),
            |it| it.command(&["ls"]),
            rm,
        ),
        Builder::new().function("f", rm),
        Builder::new().shell(Join::Then, &["bash", "-c"], rm),
    ];
    for builder in scripts {
        let description = described(&builder.build());
        let deleted = description.effects.iter().find(|it| it.kind == "delete");
        assert_eq!(deleted.and_then(|it| it.target.as_deref()), Some("x"));
    }
}

#[test]
fn counts_of_arguments_are_one_argument() {
    let counted = |word| {
        let script = Builder::new()
            .command(&["["])
            .word(word)
            .word("-eq")
            .word("0")
            .word("]")
            .build();
        reads(&script).1
    };
    assert!(counted(variable("#")) && !counted(variable("x")));
}

#[test]
fn late_options_are_uncertain_under_posixly_correct_and_elsewhere_than_on_linux() {
    let plain = script(&[&["sort", "in", "-r"]]);
    assert_eq!(verdicts(&plain), [(Some(0), Verdict::Allow)]);
    let posix = Builder::new()
        .command(&["sort", "in", "-r"])
        .assign("POSIXLY_CORRECT", "1")
        .build();
    assert_eq!(verdicts(&posix), [(Some(0), Verdict::Pass)]);
    let mut elsewhere = session();
    "macos".clone_into(&mut elsewhere.platform);
    let description = Commands::describe(ScriptView::new(&plain), &elsewhere);
    assert_eq!(description.judgements[0].verdict, Verdict::Pass);
}

#[test]
fn an_edit_is_told_of_certain_files_only() {
    let edits = |script: &Script| described(script).edits;
    let certain = edits(&script(&[&["sed", "-E", "-i", "s/(a)/b/", "notes"]]));
    let [edit] = certain.as_slice() else {
        panic!("{certain:?}");
    };
    assert_eq!((edit.command, edit.kind.as_str()), (0, "sed"));
    assert_eq!(
        (edit.files.join(" "), edit.script.as_str()),
        ("notes".to_owned(), "s/(a)/b/")
    );
    let options = edit
        .attrs
        .iter()
        .map(|attr| (attr.key.as_str(), attr.value.as_str()));
    assert_eq!(options.collect::<Vec<_>>(), [("option", "-E")]);
    let several = Builder::new()
        .command(&["sed", "-i", "s/a/b/"])
        .word(one_of(&["c", "d"]))
        .build();
    assert_eq!(edits(&several).len(), 0);
}
