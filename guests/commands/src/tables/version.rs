//! Interpreters, compilers and their kin, of which only the question for their version is described: everything else they
//! do is a program's. A shim that chooses a version by files of the project is not the program, which the host sees.

use crate::{
    model::{
        Abbreviations, Always, Clusters, Flag, Flags, Form, Grammar, Marks, Order, Role, Spec, Tool,
    },
    report::{Condition, Kind},
};

/// Those that answer to `-v`.
pub(super) static SMALL: Tool = Tool {
    names: &[
        "bun", "make", "node", "nodejs", "npm", "perl", "php", "pnpm", "ruby",
    ],
    summary: native!("prints its version; nothing else is described"),
    grammar: Grammar::Options(&Spec {
        flags: flags!([Flag::both(b'v', "version").states(SAYS)]),
        ..ASKED
    }),
};

/// Those that answer to `-V`.
pub(super) static LARGE: Tool = Tool {
    names: &[
        "deno",
        "pip",
        "pip3",
        "python",
        "python3",
        "ssh-keygen",
        "tmux",
    ],
    summary: native!("prints its version; nothing else is described"),
    grammar: Grammar::Options(&Spec {
        flags: flags!([Flag::both(b'V', "version").states(SAYS)]),
        ..ASKED
    }),
};

/// Those that answer to neither, or do more than answer.
pub(super) static LONG: Tool = Tool {
    names: &[
        "bash", "c++", "cc", "clang", "clang++", "cmake", "docker", "g++", "gcc", "gh", "java",
        "javac", "kotlinc", "mysql", "ninja", "psql", "swift", "zsh",
    ],
    summary: native!("prints its version; nothing else is described"),
    grammar: Grammar::Options(&Spec {
        flags: flags!([Flag::long("version").states(SAYS)]),
        ..ASKED
    }),
};

/// The Rust compiler and its package manager, behind `rustup` mostly, which the host sees.
pub(super) static RUST: Tool = Tool {
    names: &["cargo", "rustc"],
    summary: native!("prints its version; nothing else is described"),
    grammar: Grammar::Options(&Spec {
        // `-vV` says more of the version; `-v` alone is another question.
        flags: flags!([
            Flag::both(b'v', "verbose"),
            Flag::both(b'V', "version").states(SAYS),
        ]),
        ..ASKED
    }),
};

/// It says its version and ends.
const SAYS: Marks = Marks::own(0);

/// Without that question it reads a program, or does what the project says.
const RUNS: &[Always] = &[Always::flat(Kind::Execute, "(a program)")];

const ASKED: Spec = Spec {
    flags: Flags::NONE,
    forms: &[
        Form::each(Role::Refused).when(SAYS),
        Form::each(Role::Refused).does(RUNS),
    ],
    abbreviations: Abbreviations::Refused,
    clusters: Clusters::Understood,
    order: Order::OperandEnds,
    conditions: &[
        Condition::Contained,
        Condition::NoNetwork,
        Condition::ProgramItself,
    ],
    ..Spec::GNU
};

#[cfg(test)]
mod tests {
    use crate::testing::{assert_allowed, tell};

    #[test]
    fn a_version_is_harmless() {
        for command in [
            "node --version",
            "node -v",
            "python3 --version",
            "python3 -V",
            "gcc --version",
            "cargo -vV",
            "bash --version",
        ] {
            assert_allowed(command);
        }
    }

    #[test]
    fn everything_else_is_unknown() {
        for command in [
            "node",
            "make",
            "bash",
            "python3",
            "cargo -v",
            "node x.js",
            "node -e 1",
            "node --version x.js",
            "node -p 1",
            "python3 -v",
            "python3 -c 1",
            "python3 -Vc 1",
            "gcc -v",
            "gcc --version x.c",
            "make x",
            "make --vers",
            "perl -ve 1",
            "cargo run",
            "java -version",
            "java --version x",
            "npm --version test",
        ] {
            assert!(!tell(command).harmless, "{command}");
        }
    }
}
