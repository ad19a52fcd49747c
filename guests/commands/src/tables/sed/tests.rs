use super::*;
use crate::{
    argument::Span,
    check,
    testing::{assert_allowed, assert_effects, assert_unknown, examine, tell_with},
};

#[test]
fn scripts_that_print_are_harmless() {
    for command in [
        "sed -n '140,160p' src/Objects.java",
        "sed -n '1,3p' README.md",
        "sed 's/e/E/g' words.txt",
        "sed -n -e '1p' -e '5p' f.txt",
        "sed 's/^/  /'",
        "sed -n '$p'",
        "sed -n '/start/,/end/p' f",
        "sed '/^$/d; s/[ \t]*$//' f",
        "sed -E 's/(a|b)+/<\\1>/g;t;d' f",
        "sed ':a;N;$!ba;s/\\n/ /g' f",
        "sed -e :a -e '$!{N;ba' -e '}' -e 's/\\n/,/g' f",
        "sed '/x/{n;d}' f",
        "sed '/x/!d' f",
        "sed '$!N;$!D' f",
        "sed 's|/usr|/opt|;s,a,b,2' f",
        "sed '1i header' f",
        "sed -e '/x/a\\' -e 'more' f",
        "sed '2q' f",
        "sed 5q f g",
        "sed = f",
        "sed -n '$=' f",
        "sed -ne '/a/p' f",
        "sed -nE '/a|b/p' f",
        "sed --quiet --expr='1p' f",
        "sed -sn '$p' a b",
        "sed -n l f",
        "sed 's/[^/]*$//;s/[]]/x/;s/[[:space:]]*$//' f",
        "sed 'y/abc/ABC/' f",
        "sed 's/\\x1b\\[[0-9;]*m//g' f",
        "sed '/a/w /dev/stdout' f",
        "sed -n 's/a/b/w /dev/null' f",
        "sed -z 's/\\n/ /g' f",
        "sed --version",
        "sed --help",
        "gsed -n 1p f",
        "sed -n -- 1p f",
        "sed -n 1p -",
        "sed -l 5 l f",
    ] {
        assert_allowed(command);
    }
}

#[test]
fn files_are_read_whatever_the_script_is() {
    assert_effects("sed -n 1p a b", &["read a", "read b"]);
    assert_effects("sed a -e 1p", &["read a"]);
    assert_effects("sed -n 1p ./*", &["read ./…"]);
    assert_unknown("sed -n 1p *", Rule::DynamicOption);
    assert_effects("sed -n 1p -", &[]);
    assert_effects("sed -n 1p \"src/$x\"", &["read ?"]);
    assert_effects("sed 'r notes' a", &["read notes", "read a"]);
    assert_effects("sed '/x/R notes' a", &["read notes", "read a"]);
    assert_effects("sed 'r /dev/stdin' a", &["read a"]);
}

#[test]
fn files_that_a_script_writes_are_effects() {
    for script in [
        "w out",
        "1w out",
        "/x/{w out\n}",
        "W out",
        "s/a/b/w out",
        "s/a/b/gpw out",
        "p;w out",
    ] {
        assert_effects(&format!("sed -n '{script}' a"), &["write out", "read a"]);
    }
    // The name goes on to the end of the line, whatever stands there.
    assert_effects("sed 'w out}' a", &["write out}", "read a"]);
    assert_effects("sed 'w a;b #c' a", &["write a;b #c", "read a"]);
    assert_effects("sed -e 'w out' -e p a", &["write out", "read a"]);
    assert_effects("sed --e='w out' a", &["write out", "read a"]);
    assert_effects("sed -e p a -e 'w out'", &["write out", "read a"]);
    assert_effects("sed -n '1,2!{/x/I,+3s,a,b,w out\n}'", &["write out"]);
}

#[test]
fn scripts_that_run_something_are_unknown() {
    for script in [
        "1e id",
        "e",
        "$!{e}",
        "s/x/id/e",
        "s/x/id/ge",
        "s/x/id/ e",
        "s,x,id,2Ie",
        "p;e id",
        "y/a/b/;e id",
        "/[/]/e id",
        "a text\n e id",
        "# text\ne id",
        "ba;e id",
        "1!e id",
        "{{e id}}",
    ] {
        assert_unknown(&format!("sed '{script}' f"), Rule::RunsCommand);
        assert_unknown(&format!("sed -e 'p' -e '{script}' f"), Rule::RunsCommand);
    }
}

#[test]
fn what_is_text_is_no_command() {
    for script in [
        "a e id",
        "a\\\ne id",
        "i\\\nw out\\\nw out",
        "c\\w out",
        "a text\\\nw out",
        "# w out",
        "s/w out/e/",
        "s/a/x\\\nw out/",
        "s;a;w out;;p",
        "s/\\/w out/x/",
        "s/[/]e/w out/",
        "/w out/p",
        "\\%w/%p",
        "y/we/ew/",
    ] {
        assert_allowed(&format!("sed '{script}' f"));
    }
    assert_allowed("sed -e 'a\\' -e 'w out' f");
    assert_allowed("sed -e 'a text\\' -e 'w out' f");
}

#[test]
fn what_versions_read_in_different_ways_is_unknown() {
    for script in [
        "a\\ \nw out",
        "a\\\\\nw out",
        "a\nw out",
        "s/\\c/w out/",
        "s/[[:space:]/]/w out/",
        "s/[\\]/w out/",
        "swawbw",
        "snanbn;w out",
        "b end; a text\\\nw out",
        "ba#w out",
        ":a e id",
        "# text\rw out",
        "p w out",
        "pw out",
        "w out\\\nmore",
        "w",
        "{w out",
        "}w out",
        "L;w out",
        "s/a/w out",
    ] {
        assert_unknown(&format!("sed '{script}' f"), Rule::UnknownExpression);
    }
}

#[test]
fn a_script_without_the_letters_of_harm_is_harmless_in_any_reading() {
    assert_allowed("sed 's/[[:alpha:]/]//;sxaxbx;L' f");
    assert_unknown("sed 's/[[:alpha:]/]/w/' f", Rule::UnknownExpression);
}

#[test]
fn a_script_that_nobody_sees_is_unknown() {
    for command in [
        "sed -f script f",
        "sed -nf script f",
        "sed --file=script f",
        "sed -n -e p -f script f",
        "sed -e \"$x\" f",
        "sed \"s/a/$x/\" f",
        "sed -n -e \"${n}p\" f",
    ] {
        assert_unknown(command, Rule::DynamicValue);
    }
    assert_unknown("sed \"$x\" f", Rule::DynamicOption);
    assert_unknown("sed $x f", Rule::DynamicOption);
    assert_unknown("sed s/a/$x/ f", Rule::DynamicOption);
    assert_unknown("sed -e $x f", Rule::DynamicOption);
    assert_unknown("sed -n 1p \"$x\"", Rule::DynamicOption);
    assert_unknown("sed -- $x f", Rule::DynamicPosition);
    assert_effects("sed -f script f", &["read script", "unknown ?", "read f"]);
}

#[test]
fn a_sandbox_keeps_only_scripts_that_come_after_it() {
    assert_allowed("sed --sandbox -f script f");
    assert_allowed("sed --sandbox 's/a/b/e' f");
    assert_allowed("sed --sandbox -e \"$x\" f");
    assert_effects("sed -e 'w out' --sandbox f", &["write out", "read f"]);
    assert_unknown("sed -f script --sandbox f", Rule::DynamicValue);
}

#[test]
fn files_are_changed_in_place() {
    let both = ["read a", "write a"];
    for command in [
        "sed -i s/a/b/ a",
        "sed s/a/b/ a -i",
        "sed -n -i 10p a",
        "sed -ni 10p a",
        "sed --in-place -e s/a/b/ a",
        "sed --in s/a/b/ a",
        "sed -Ei s/a/b/ a",
        "sed -i -- s/a/b/ a",
    ] {
        assert_effects(command, &both);
        assert!(!tell_with(command, LateOptions::AreOptions).harmless);
    }
    assert_effects("sed -i.bak s/a/b/ a", &["read a", "write a", "write a…"]);
    assert_effects("sed -ie s/a/b/ a", &["read a", "write a", "write a…"]);
    assert_effects(
        "sed --in-place='old/*' s/a/b/ a",
        &["read a", "write a", "write ?"],
    );
    assert_effects(
        "sed -i 's/a/b/w out' a",
        &["write out", "read a", "write a"],
    );
    assert_effects("sed -i s/a/b/ ./*", &["read ./…", "write ./…"]);
    assert_unknown("sed -i s/a/$x/ a", Rule::DynamicOption);
    for command in ["sed -i", "sed -i s/a/b/"] {
        assert!(!tell_with(command, LateOptions::AreOptions).harmless);
    }
}

#[test]
fn what_may_not_be_gnus_is_read_as_either() {
    let any = |command| tell_with(command, LateOptions::AreUncertain);
    assert!(any("sed -n '1,3p' f").harmless);
    assert!(any("sed -e 's/a/b/;s/c/d/' f").harmless);
    assert!(any("sed '1a\\\ntext' f").harmless);
    assert_eq!(any("sed f -n").rules, [Rule::LateOption]);
    assert_eq!(any("sed ':a;w out' f").rules, [Rule::UnknownExpression]);
    assert_eq!(
        any("sed '1a text\\\nw out' f").rules,
        [Rule::UnknownExpression]
    );
    assert_eq!(any("sed -i '' s/a/b/ f").effects, ["read f", "write f"]);
    assert_eq!(any("sed -i s/a/b/ f").rules, [Rule::UnknownValue]);
    assert_eq!(any("sed -l 'w out' l f").rules, [Rule::UnknownValue]);
}

#[test]
fn options_that_are_not_described_are_unknown() {
    assert_unknown("sed --frob 1p f", Rule::UnknownFlag);
    assert_unknown("sed -F 1p f", Rule::UnknownFlag);
    assert_unknown("sed --s 1p f", Rule::AmbiguousFlag);
    assert_unknown("sed --debug=x 1p f", Rule::UnknownFlag);
    assert_unknown("sed -n -e", Rule::MissingValue);
    assert_unknown("sed -l many l f", Rule::UnknownValue);
    assert_unknown("sed \"-n$x\" 1p f", Rule::DynamicOption);
    assert_unknown("sed \"-e$x\" f", Rule::DynamicOption);
    assert_unknown("sed \"--$x\" f", Rule::DynamicOption);
}

fn edit_of(command: &str) -> Option<(String, String, Vec<&'static str>)> {
    examine(command, LateOptions::AreOptions, |report| {
        let edit = report.edit.as_ref()?;
        Some((
            edit.files.join(" "),
            edit.script.clone(),
            edit.options.clone(),
        ))
    })
}

#[test]
fn substitutions_in_certain_files_are_an_edit() {
    let edit = |files: &str, script: &str| Some((files.to_owned(), script.to_owned(), vec![]));
    assert_eq!(edit_of("sed -i s/a/b/ f"), edit("f", "s/a/b/"));
    assert_eq!(
        edit_of("sed -i '2,3s/a/b/g;s,c,d,' f g"),
        edit("f g", "2,3s/a/b/g;s,c,d,")
    );
    assert_eq!(
        edit_of("sed -i -e s/a/b/ -e s/c/d/ f"),
        edit("f", "s/a/b/\ns/c/d/")
    );
    let extended = Some(("f".to_owned(), "s/(a)/b/".to_owned(), vec!["-E"]));
    assert_eq!(edit_of("sed -Ei 's/(a)/b/' f"), extended);
}

#[test]
fn anything_else_is_no_edit() {
    for command in [
        "sed s/a/b/ f",
        "sed -i.bak s/a/b/ f",
        "sed -i -n s/a/b/p f",
        "sed -i 's/a/b/w out' f",
        "sed -i 's/a/b/e' f",
        "sed -i 's/a/b/;d' f",
        "sed -i '1d' f",
        "sed -i '' f",
        "sed -i s/a/b/",
        "sed -i s/a/b/ *",
        "sed -i s/a/b/ -",
        "sed -i \"s/a/$x/\" f",
        "sed -i -f script f",
        "sed -i --sandbox s/a/b/ f",
        "sed -i --follow-symlinks s/a/b/ f",
        "sed -i 's/a/b/;' \"f$x\"",
        "sed -i '/x/{s/a/b/}' f",
    ] {
        assert_eq!(edit_of(command), None, "{command}");
    }
}

/// Describes `sed -n SCRIPT f` with a script that is certain but for numbers.
fn tell_sample(script: Option<&str>, text: Text<'_>) -> (bool, Vec<Rule>) {
    let arguments = [
        Argument::new(Text::Certain("-n"), Span::default()),
        Argument {
            sample: script,
            ..Argument::new(text, Span::default())
        },
        Argument::new(Text::Certain("f"), Span::default()),
    ];
    let context = Context {
        name: Span::default(),
        late_options: LateOptions::AreOptions,
    };
    let mut report = Report::default();
    check::describe(&TOOL.grammar, &arguments, context, &mut report);
    let rules = report.reasons.iter().map(|reason| reason.rule).collect();
    (report.is_harmless(), rules)
}

#[test]
fn numbers_do_no_harm_where_numbers_may_stand() {
    let open = |prefix| {
        Text::Dynamic(Dynamic {
            prefix,
            spread: Spread::One,
        })
    };
    for (prefix, sample) in [
        ("", "1,1p"),
        ("2,", "2,1p"),
        ("/x/,+", "/x/,+1p"),
        ("s/a/", "s/a/1/"),
        ("s/a/b/", "s/a/b/1"),
    ] {
        assert_eq!(
            tell_sample(Some(sample), open(prefix)),
            (true, vec![]),
            "{sample}"
        );
    }
    for (prefix, sample) in [("s-a", "s-a1-w out-"), ("s", "s1a1w out1")] {
        let refused = (false, vec![Rule::UnknownExpression]);
        assert_eq!(tell_sample(Some(sample), open(prefix)), refused, "{sample}");
    }
    // A minus sign may make an option of it.
    assert_eq!(tell_sample(Some("-1"), open("-")).1, [Rule::DynamicOption]);
    assert!(!tell_sample(Some("w out1"), open("w out")).0);
    assert_eq!(tell_sample(None, open("2,")).1, [Rule::DynamicValue]);
}
