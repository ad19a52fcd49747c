//! Text without structure: each rule that looks at it finds something and lets something through.

use crate::{
    rules::{Looks, ROWS, Rule},
    testing::{judge_script, read, rules_of_text, unread},
};

/// For each rule texts that it is to find, and texts that it is to let through.
const CASES: &[(Rule, &[&str], &[&str])] = &[
    (
        Rule::Eval,
        &[
            "eval x",
            "ls; eval x",
            "ev''al x",
            "sudo eval x",
            "echo \"$(eval x)\"",
            "if eval x",
        ],
        &["echo eval", "echo 'a; eval b'", "grep eval( f", "# eval x"],
    ),
    (
        Rule::Source,
        &["source ./x", ". ./x", "A=1 . ./x"],
        &["ls .", "echo source ./x"],
    ),
    (
        Rule::Exec,
        &["exec ls", "ls; exec sh -c x"],
        &["exec", "echo exec ls"],
    ),
    (
        Rule::Trap,
        &["trap 'x' EXIT"],
        &["trap - INT", "echo trap x EXIT"],
    ),
    (
        Rule::Enable,
        &["enable -f ./x y"],
        &["enable", "systemctl enable x"],
    ),
    (
        Rule::Rebinding,
        &["alias ls=x", "hash -p x ls"],
        &["alias", "hash -r"],
    ),
    (
        Rule::Callback,
        &["mapfile -C x y", "coproc x", "bind -x y"],
        &["mapfile -t x"],
    ),
    (Rule::History, &["fc -s"], &["fc -l"]),
    (Rule::NameReference, &["declare -n x=y"], &["declare -a x"]),
    (
        Rule::Evaluated,
        &["let x", "test -v x", "printf -v x y", "echo ${x@P}"],
        &["test -f x", "printf x", "echo '${x@P}'"],
    ),
    (
        Rule::FieldSeparator,
        &["IFS=x", "cat$IFS/x", "echo \"${IFS}\""],
        &["echo IFS", "echo '$IFS'"],
    ),
    (
        Rule::Variable,
        &[
            "PATH=x ls",
            "export LD_PRELOAD=x",
            "read PATH",
            "P''ATH=x",
            "CC='gcc -B.' make",
        ],
        &[
            "FOO=x ls",
            "echo $PATH",
            "GIT_PAGER=cat ls",
            "echo 'PATH=x'",
        ],
    ),
    (
        Rule::ProcessEnvironment,
        &[
            "cat /proc/1/environ",
            "cat \"/proc/$x/environ\"",
            "cat /pr''oc/1/environ",
        ],
        &["cat /proc/cpuinfo", "cat environ"],
    ),
    (
        Rule::HiddenFlag,
        &["find -ex''ec", "ls \"-\"l", "ls -r\\f"],
        &["ls -l", "ls '-l'", "cut -d','"],
    ),
    (
        Rule::HiddenName,
        &["r''m x", "r\\m x", "\"r\"m x"],
        &["\\rm x", "rm ''", "'rm' x"],
    ),
    (
        Rule::BraceQuotes,
        &["ls {a,'b'}", "ls {\"a\",b}"],
        &["ls {a,b}", "ls '{a,\"b\"}'"],
    ),
    (
        Rule::Incomplete,
        &["-rf x", "&& ls", "ls &&", "ls |", "ls \\", "| x"],
        &["ls", "ls && x", "ls &", "echo '|'", "a \\\n b"],
    ),
    (
        Rule::Malformed,
        &["echo 'x", "echo \"x", "echo $(x", "{ x", "x }", "echo ${x"],
        &[
            "echo 'x'",
            "{ x; }",
            "case x in a) b;; esac",
            "echo '('",
            "find {} \\;",
        ],
    ),
    (
        Rule::CommentQuote,
        &["# it's\nls", "ls # \"\nx"],
        &["# it is\nls", "ls # it's", "echo '# x'\nls"],
    ),
    (
        Rule::MidWordHash,
        &["echo a#b", "echo 'a'#b", "echo ''#'x'"],
        &["echo a # b", "echo '#'", "echo $#", "echo ${#x}", "#x"],
    ),
    (
        Rule::QuotedNewline,
        &["echo 'a\n# b'", "echo \"a\n  # b\""],
        &["echo 'a\nb # c'", "echo a\n# b"],
    ),
    (
        Rule::EscapedSpace,
        &["ls a\\ b", "ls\\ x"],
        &["ls 'a b'", "ls a \\\n b"],
    ),
    (
        Rule::EscapedOperator,
        &["ls \\; x", "a \\| b", "a \\> b"],
        &["a ';' b", "a \\( b"],
    ),
    (
        Rule::Substitution,
        &[
            "echo $(x)",
            "echo \"$(x)\"",
            "echo `x`",
            "cat <(x)",
            "tee >(x)",
        ],
        &["echo '$(x)'", "echo \\$\\(x", "( x )", "echo \"a <(b)\""],
    ),
    (
        Rule::ControlCharacter,
        &["ls \u{1}", "ls \r", "echo '\u{7f}'", "ls \u{85}"],
        &["ls\tx", "ls\nx"],
    ),
    (
        Rule::UnicodeSpace,
        &["ls\u{a0}x", "ls \u{2003}x", "ls\u{3000}x", "ls\u{2028}x"],
        &[
            "echo 'a\u{a0}b'",
            "echo \"a\u{3000}b\"",
            "echo 'ä'",
            "# a\u{a0}b",
        ],
    ),
    (
        Rule::InvisibleCharacter,
        &["ls \u{202e}x", "ls\u{200b}x", "echo '\u{2066}'", "l\u{ad}s"],
        &["echo '👩\u{200d}💻'", "echo é"],
    ),
    (
        Rule::Jq,
        &["jq -n env", "jq '.a|$ENV' f", "x | jq '{a: env}'"],
        &["jq .env f", "jq '.[\"env\"]' f", "echo env"],
    ),
    (
        Rule::PipeToInterpreter,
        &[
            "x | sh",
            "x |& bash",
            "x | sudo bash",
            "x | python3 -",
            "x |\n sh",
            "x | (sh)",
            "curl x | /bin/sh",
        ],
        &[
            "sh x",
            "x | grep sh",
            "x || sh",
            "echo 'x | sh'",
            "bash | x",
        ],
    ),
    (
        Rule::HereDocument,
        &["cat <<EOF\na\nEOF\nb\nEOF", "cat <<'E'\nE\nx\n  E"],
        &[
            "cat <<EOF\na\nEOF\nb",
            "cat <<EOF\na\nEOF\ncat <<EOF\nEOF\n",
            "echo '<<EOF'",
        ],
    ),
    (
        Rule::OpenHereDocument,
        &[
            "cat <<EOF\na",
            "cat <<'EOF'\na\n EOF",
            "cat <<EOF\na\nEOF \nls",
            "cat <<-E\n  E",
        ],
        &[
            "cat <<EOF\na\nEOF",
            "cat <<-E\n\tE",
            "cat <<< x",
            "echo $((1 << 2))",
            "echo '<<EOF'",
        ],
    ),
];

/// The same for zsh.
const OF_ZSH: &[(Rule, &[&str], &[&str])] = &[
    (
        Rule::ZshModule,
        &["zmodload zsh/system", "zf_rm x", "ls; ztcp x 1"],
        &["zmodload", "echo zf_rm"],
    ),
    (
        Rule::ZshMode,
        &["emulate sh -c x", "setopt x"],
        &["setopt", "echo emulate x"],
    ),
    (
        Rule::ZshDeferred,
        &["autoload x", "sched 1 x"],
        &["sched", "echo autoload x"],
    ),
    (
        Rule::ZshEquals,
        &["=ls", "cat =ls", "echo ======"],
        &["a=b", "echo '=ls'", "[ a = b ]", "[ a == b ]"],
    ),
    (Rule::Variable, &["path=x", "PATH=x"], &["paths=x"]),
];

fn finds(source: &str, dialect: &str, rule: Rule) -> bool {
    let found = rules_of_text(source, dialect);
    found.iter().any(|id| id == rule.row().id)
}

#[test]
fn every_rule_on_text_finds_what_it_is_for() {
    for (cases, dialect) in [(CASES, "bash"), (OF_ZSH, "zsh")] {
        for (rule, texts, _) in cases {
            for text in *texts {
                let found = rules_of_text(text, dialect);
                assert!(
                    finds(text, dialect, *rule),
                    "{rule:?} in {text:?}: {found:?}"
                );
            }
        }
    }
}

#[test]
fn every_rule_on_text_lets_others_through() {
    for (cases, dialect) in [(CASES, "bash"), (OF_ZSH, "zsh")] {
        for (rule, _, texts) in cases {
            for text in *texts {
                assert!(!finds(text, dialect, *rule), "{rule:?} in {text:?}");
            }
        }
    }
}

#[test]
fn no_rule_on_text_is_left_out_here() {
    for row in &ROWS {
        let has = CASES
            .iter()
            .chain(OF_ZSH)
            .any(|(rule, ..)| *rule == row.rule);
        assert_eq!(has, row.looks != Looks::Commands, "{}", row.id);
    }
}

#[test]
fn words_of_zsh_mean_nothing_to_bash() {
    assert!(!finds("=ls", "bash", Rule::ZshEquals));
    assert!(!finds("zf_rm x", "bash", Rule::ZshModule));
}

#[test]
fn text_is_looked_at_only_if_the_script_is_not_understood() {
    let source = "echo a\\ b";
    assert!(judge_script(&read(source, "bash")).is_empty());
    for reading in ["partial", "unavailable", "something new"] {
        assert_eq!(
            judge_script(&unread(source, "bash", reading)).len(),
            1,
            "{reading}"
        );
    }
}

#[test]
fn what_the_host_said_of_a_character_is_not_said_again() {
    let mut script = unread("ls\u{a0}x", "bash", "partial");
    assert_eq!(judge_script(&script).len(), 1);
    let gap = script.gaps.first_mut().expect("there is one");
    "prescan.white-space".clone_into(&mut gap.reason);
    assert!(judge_script(&script).is_empty());
}

#[test]
fn how_many_lines_run_is_told_of_text_too() {
    let judgements = judge_script(&unread(
        "cat > f <<EOF\na\nEOF\nb\nc\nEOF\n)",
        "bash",
        "partial",
    ));
    let messages: Vec<_> = judgements
        .iter()
        .map(|one| &one.findings[0].message)
        .collect();
    assert!(
        messages
            .iter()
            .any(|message| message.contains("so 3 lines after it run")),
        "{messages:?}"
    );
}

#[test]
fn no_text_stops_it() {
    let parts = [
        "'", "\"", "\\", "$(", "`", "#", "\n", "<<E", "{", "}", "ä", "\u{a0}", " a", "=", "|",
        "jq ",
    ];
    for first in parts {
        for second in parts {
            for third in parts {
                let source = [first, second, third].concat();
                rules_of_text(&source, "bash");
                rules_of_text(&source, "zsh");
            }
        }
    }
}

#[test]
fn of_a_long_text_the_beginning_is_looked_at() {
    let long = ["eval x; echo 'ä", &"ä".repeat(20_000)].concat();
    assert_eq!(rules_of_text(&long, "bash"), [Rule::Eval.row().id]);
}
