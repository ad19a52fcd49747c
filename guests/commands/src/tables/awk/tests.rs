use super::*;
use crate::{
    argument::Span,
    check,
    model::LateOptions,
    testing::{assert_allowed, assert_effects, assert_unknown},
};

#[test]
fn programs_that_print_are_harmless() {
    for command in [
        "awk '{print $1}'",
        "awk '{print $5, $9}' f",
        "awk -F: '{print $1, $NF}' f",
        "awk 'NR==1{next} {s+=$3} END{printf \"%.2f\\n\", s/NR}' f",
        "awk '/foo/,/bar/' f",
        "awk '!seen[$0]++' f",
        "awk -v n=3 'NR<=n' f",
        "awk -v \"n=$x\" 'NR<=n' f",
        "awk -F \"$x\" '{print $1}' f",
        "awk 'length($0) > 80' f",
        "awk '{ if ($3 > 10) print $1 > \"/dev/stderr\" }' f",
        "awk 'BEGIN{FS=\",\"} $2 ~ /x/ {print}' f",
        "awk 'NR>=10 && NR<=20' f",
        "awk 'NR==FNR{a[$1]=$2;next} $1 in a{print $0, a[$1]}' f g",
        "awk '{print > \"/dev/stdout\"}' f",
        "awk '{print > \"/dev/null\"}' f",
        "awk 'BEGIN{while((getline line < \"/dev/stdin\")>0) n++; print n}'",
        "awk '{gsub(/[^a-z]/, \"\"); print toupper($0)}' f",
        "awk '{print $1/$2, ($3+1)/2, a[1]/2}' f",
        "awk '$1 ~ \"^/usr/[^/]+$\" {n++} END{print n+0}' f",
        "awk '/^[^/]*$/ {print}' f",
        "awk 'BEGIN{printf \"%s\\n\", (1 > 2) ? \"a\" : \"b\"}'",
        "awk '{print (a > b)}' f",
        "awk '{for (i=NF; i>0; i--) printf \"%s \", $i; print \"\"}' f",
        "awk 'function max(a,b) {\n return a > b ? a : b # the larger\n}\n{\n m = max(m, $1)\n}\nEND { print m }' f",
        "awk 'BEGIN { PROCINFO[\"sorted_in\"] = \"@ind_str_asc\" } { a[$1]++ } END { for (k in a) print k, a[k] }' f",
        "awk 'BEGIN { print ENVIRON[\"HOME\"] }'",
        "awk '{ x = $0; sub(/^.*\\//, \"\", x); print x }' f",
        "awk 'END{print NR}' f",
        "awk --version",
        "awk -W version",
        "gawk -e '{print}' f",
        "mawk '{print}' f",
        "awk -- '{print}' -x",
    ] {
        assert_allowed(command);
    }
}

#[test]
fn operands_are_files_or_give_variables_values() {
    assert_effects("awk 1 a b", &["read a", "read b"]);
    assert_effects("awk 1 x=1 a -", &["read a"]);
    assert_effects("awk 1 \"x=$y\" a", &["read a"]);
    assert_effects("awk 1 ./x=1 1=2", &["read ./x=1", "read 1=2"]);
    assert_effects("awk 1 *", &["read ./…"]);
    assert_effects("awk 1 $x", &["read ?"]);
    assert_effects("awk 1 -f b", &["read -f", "read b"]);
    assert_effects(
        "awk 1 /inet/tcp/0/host/80",
        &["connect /inet/tcp/0/host/80"],
    );
    assert_effects("awk -e 1 a", &["read a"]);
}

#[test]
fn files_that_a_program_names_are_effects() {
    assert_effects("awk '{print > \"out\"}' a", &["write out", "read a"]);
    assert_effects("awk '{print $1, $2 >> \"out\"}'", &["write out"]);
    assert_effects(
        "awk '{printf(\"%s\", $1) > \"out\"; x = a > b}'",
        &["write out"],
    );
    assert_effects("awk '{print (a)(b) > \"out\"}'", &["write out"]);
    assert_effects("awk '{print a,\n b > \"out\"}'", &["write out"]);
    assert_effects("awk '{print a[1 > 2] > \"out\"\n}'", &["write out"]);
    let read = &["read notes"];
    assert_effects(
        "awk 'BEGIN{while((getline x < \"notes\") > 0) print x}'",
        read,
    );
    assert_effects("awk 'BEGIN{getline < \"notes\"; print}'", read);
    assert_effects("awk 'BEGIN{getline a[1, 2] < \"notes\"}'", read);
    assert_effects("awk 'BEGIN{getline $1 < \"notes\"}'", read);
    assert_effects(
        "awk 'BEGIN{getline x < \"/inet/tcp/0/h/1\"}'",
        &["connect /inet/tcp/0/h/1"],
    );
}

#[test]
fn programs_that_run_something_are_unknown() {
    for program in [
        "BEGIN{system(\"id\")}",
        "BEGIN{while((\"id\"|getline l)>0)print l}",
        "{a[$1]=a[$1]\" \"$2} END{for(k in a) print k, a[k] | \"sort\"}",
        "{print |& \"id\"}",
        "{cmd | getline}",
        "BEGIN { system (\"id\") }",
        "{ x = y / z; system(\"id\") / 2 }",
        "BEGIN{extension(\"x\")}",
    ] {
        assert_unknown(&format!("awk '{program}' f"), Rule::RunsCommand);
    }
}

#[test]
fn files_that_only_the_run_will_know_are_unknown() {
    for program in [
        "{print > $1}",
        "{print > \"a\" \"b\"}",
        "{print > (\"out\")}",
        "{print > \"a\\\"b\"}",
        "{getline x < f}",
        "{getline x < \"a\" \"b\"}",
        "{getline $1 \"x\" < \"f\"}",
        "{while (getline x && i < 3) i++}",
        "{print a ?\n b : c > d}",
    ] {
        assert_unknown(&format!("awk '{program}' f"), Rule::DynamicValue);
    }
}

#[test]
fn what_is_not_certainly_harmless_is_unknown() {
    for program in [
        "BEGIN{ARGV[1]=\"/etc/passwd\";ARGC=2}",
        "BEGIN{SYMTAB[\"x\"]=1}",
        "@load \"x\"\n{print}",
        "@include \"x\"",
        "{f = \"system\"; @f(\"id\")}",
        "{awk::system(\"id\")}",
        "{undefined(\"id\")}",
        "if (x) /\"/; system(\"id\") #\"/",
        "{ i++ /a/ }",
        "{print \"a}",
        "{print",
        "print}",
    ] {
        assert_unknown(&format!("awk '{program}' f"), Rule::UnknownExpression);
    }
}

#[test]
fn what_looks_like_harm_but_is_text_is_harmless() {
    for program in [
        "{print \"a | b > c\"}",
        "/a|b/ {print}",
        "{print \"system(\\\"id\\\")\"}",
        "# print > \"out\"\n{print}",
        "/system\\(/ && !/\"/",
        "{system_calls++}",
        "{print \"a\" # | \"id\"\n}",
        "{x = a > b; y = a >= b}",
        "$1 > 5 {print}",
        "{if (a || b) print}",
    ] {
        assert_allowed(&format!("awk '{program}' f"));
    }
}

#[test]
fn options_that_bring_another_program_are_unknown() {
    for command in [
        "awk -f prog f",
        "awk -fprog f",
        "gawk -f prog -e 1 f",
        "awk -v x=1 -f prog",
    ] {
        assert_unknown(command, Rule::DynamicValue);
    }
    assert_effects("awk -f prog f", &["read prog", "unknown ?", "read f"]);
    for command in [
        "gawk -i inplace 1 f",
        "gawk -iinplace 1 f",
        "gawk --include=inplace 1 f",
        "gawk --include inplace 1 x=1 f",
    ] {
        assert_effects(command, &["unknown ?", "read f", "write f"]);
    }
    assert_effects("gawk -i lib 1 f", &["unknown ?", "read f"]);
    for (command, written) in [
        ("gawk -oout 1", "write out"),
        ("gawk -o 1", "write awkprof.out"),
        ("gawk --profile=out 1", "write out"),
        ("gawk -d 1", "write awkvars.out"),
    ] {
        assert_effects(command, &[written, "unknown ?"]);
    }
    for command in [
        "gawk -l filefuncs 1",
        "gawk -i inplace 1 f",
        "gawk -E prog f",
        "gawk -o 1",
        "gawk -pout 1",
        "gawk -dout 1",
        "gawk -D 1",
        "gawk --load=x 1",
        "gawk --include x 1",
        "gawk --profile 1",
        "gawk --dump-variables=out 1",
        "gawk --source 1 f",
        "gawk --exec prog",
        "gawk --sand 1 f",
        // The original one would step over these, and take the next word for its program.
        "gawk -bv 1 2",
        "gawk -e1 2",
        "gawk --assign x=1 2",
    ] {
        assert_unknown(command, Rule::UnknownFlag);
    }
    assert_unknown("mawk -W exec prog", Rule::UnknownValue);
    assert_unknown("mawk -Wexec prog", Rule::UnknownValue);
    assert_unknown("gawk -e -r 1", Rule::DashedValue);
    assert_unknown("awk -v", Rule::MissingValue);
}

#[test]
fn uncertain_words_before_the_program_are_unknown() {
    assert_unknown("awk \"$x\" f", Rule::DynamicOption);
    assert_unknown("awk $x f", Rule::DynamicOption);
    assert_unknown("awk -v $x 1 f", Rule::DynamicOption);
    assert_unknown("awk -F$x 1 f", Rule::DynamicOption);
    assert_unknown("awk -F\"$x\" 1 f", Rule::DynamicOption);
    assert_unknown("awk \"{print $x}\" f", Rule::DynamicValue);
    assert_unknown("awk -- \"$x\" f", Rule::DynamicValue);
    assert_unknown("awk -- $x f", Rule::DynamicPosition);
    assert_allowed("awk -F\":$x\" 1 f");
    assert_allowed("awk -vn=\"$x\" 1 f");
}

#[test]
fn numbers_do_no_harm_in_a_program() {
    let tell = |sample| {
        let text = Text::Dynamic(Dynamic {
            prefix: "NR",
            spread: Spread::One,
        });
        let program = Argument {
            sample,
            ..Argument::new(text, Span::default())
        };
        let context = Context {
            name: Span::default(),
            late_options: LateOptions::AreOptions,
        };
        let mut report = Report::default();
        check::describe(&TOOL.grammar, &[program], context, &mut report);
        report.is_harmless()
    };
    assert!(tell(Some("NR==1 {print}")));
    assert!(!tell(Some("NR==1 {print > \"out1\"}")));
    assert!(!tell(None));
}

#[test]
fn assignments_have_a_name_that_is_no_keyword() {
    for word in ["x=", "x=1", "_x1=a=b"] {
        assert!(program::is_assignment(word), "{word}");
    }
    for word in ["", "x", "=x", "1x=2", "a/x=1", "print=1", "x y=1", "./x=1"] {
        assert!(!program::is_assignment(word), "{word}");
    }
}
