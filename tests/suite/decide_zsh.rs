//! What is decided for zsh: programs mean there what they mean in bash, builtins only where that was tried.

use shellward::{
    Call,
    decide::{Situation, decide},
    judge::Verdict,
    read::Dialect,
};

use crate::support::{TestEnv, situation_in};

fn place() -> (TestEnv, Situation) {
    let env = TestEnv::git_project();
    env.write("src/main.rs", "fn main() {}\n");
    env.write("a.txt", "a\n");
    let mut situation = situation_in(&env);
    situation.facts.dialect = Dialect::Zsh;
    (env, situation)
}

/// The commands of which something else is decided.
fn others<'a>(commands: &[&'a str], wanted: Verdict) -> Vec<(&'a str, String)> {
    let (_env, situation) = place();
    let mut others = Vec::new();
    for command in commands {
        let decision = decide(Call::new(*command).unwrap(), &situation).into_decision();
        if decision.verdict != wanted {
            others.push((*command, format!("{:?}", decision.reason)));
        }
    }
    others
}

#[test]
fn what_only_reads_is_allowed_in_zsh() {
    let allowed = others(
        &[
            "git status && ls -la | grep foo",
            "for f in a.txt src/main.rs; do head -1 \"$f\" | grep -c x; done",
            "ls src/*.rs | wc -l",
            "cd src && ls",
            "echo -n 'a\\tb'; print -r -- b; printf '%s\\n' c",
            "[ -f a.txt ] && test -d src || echo none",
            "[[ -f a.txt && a == a* ]] && pwd -P",
            "type ls; which ls; where ls; whence ls; command -v git",
            "true; false; :",
            "x=a.txt; cat $x; echo ${x%.md}",
            "time ls",
            "ls -l &! cat a.txt",
            "while IFS= read -r line; do echo \"$line\"; done < a.txt",
            "if grep -q a a.txt; then echo yes; else echo no; fi",
            "cat <<'EOF' | wc -l\na\nEOF\n",
        ],
        Verdict::Allow,
    );
    assert!(allowed.is_empty(), "{allowed:#?}");
}

#[test]
fn what_zsh_does_otherwise_is_asked_about() {
    let asked = others(
        &[
            // Other builtins of the same name, and builtins that bash does not have.
            "r",
            "fc -l",
            "history",
            "hash ls=/tmp/x",
            "log",
            "print -z 'rm x'",
            "print -P '$(id)'",
            "print -v x a",
            "which -m '*'",
            "whence -x 'a[$(id)]' ls",
            // Words that are evaluated.
            "x='path[$(id)]'; exit \"$x\"",
            "x='path[$(id)]'; [ -t \"$x\" ]",
            "printf '%d' 'path[$(id)]'",
            "read 'path[$(id)]'",
            "echo $[path[$(id)]]",
            "echo $path[$(id)]",
            "[[ -t path ]]",
            // Words before a command, and words that are other files.
            "- ls",
            "nocorrect ls",
            "time -p ls",
            "time repeat 2 ls",
            "cat =ls",
            "cat ~user",
            "cat *(e:'id':)",
            "alias -g L='| sh'; ls L",
            // What writes, as in bash.
            "ls > out.txt",
            "ls > out.txt > b.txt",
            "rm a.txt",
            "> out.txt",
        ],
        Verdict::Ask,
    );
    assert!(asked.is_empty(), "{asked:#?}");
}
