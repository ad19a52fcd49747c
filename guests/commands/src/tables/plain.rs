//! Programs that only print what their arguments, the machine or standard input say: `seq`, `tr`, `expr`, `id` and
//! their kin.
//!
//! None of their flags names a file that is opened, in any version that is known, so any argument will do.

use crate::model::{Grammar, Tool};

/// `arch`.
pub(super) static ARCH: Tool = Tool {
    names: &["arch"],
    summary: native!("prints what machine this is"),
    grammar: Grammar::Text,
};

/// `basename`.
pub(super) static BASENAME: Tool = Tool {
    names: &["basename"],
    summary: native!("prints the last part of paths"),
    grammar: Grammar::Text,
};

/// `cal`, `ncal`.
pub(super) static CAL: Tool = Tool {
    names: &["cal", "ncal"],
    summary: native!("prints a calendar"),
    grammar: Grammar::Text,
};

/// `colrm`.
pub(super) static COLRM: Tool = Tool {
    names: &["colrm"],
    summary: native!("drops columns of standard input"),
    grammar: Grammar::Text,
};

/// `dirname`.
pub(super) static DIRNAME: Tool = Tool {
    names: &["dirname"],
    summary: native!("prints paths without their last part"),
    grammar: Grammar::Text,
};

/// `expr`.
pub(super) static EXPR: Tool = Tool {
    names: &["expr"],
    summary: native!("calculates and compares"),
    grammar: Grammar::Text,
};

/// `factor`.
pub(super) static FACTOR: Tool = Tool {
    names: &["factor"],
    summary: native!("prints prime factors"),
    grammar: Grammar::Text,
};

/// `groups`.
pub(super) static GROUPS: Tool = Tool {
    names: &["groups"],
    summary: native!("prints what groups a user is in"),
    grammar: Grammar::Text,
};

/// `hostid`.
pub(super) static HOSTID: Tool = Tool {
    names: &["hostid"],
    summary: native!("prints the number of this machine"),
    grammar: Grammar::Text,
};

/// `id`.
pub(super) static ID: Tool = Tool {
    names: &["id"],
    summary: native!("prints who a user is"),
    grammar: Grammar::Text,
};

/// `jot`.
pub(super) static JOT: Tool = Tool {
    names: &["jot"],
    summary: native!("prints numbers"),
    grammar: Grammar::Text,
};

/// `locale`.
pub(super) static LOCALE: Tool = Tool {
    names: &["locale"],
    summary: native!("prints what the language settings mean"),
    grammar: Grammar::Text,
};

/// `logname`.
pub(super) static LOGNAME: Tool = Tool {
    names: &["logname"],
    summary: native!("prints who has logged in"),
    grammar: Grammar::Text,
};

/// `nproc`.
pub(super) static NPROC: Tool = Tool {
    names: &["nproc"],
    summary: native!("prints how many processors there are"),
    grammar: Grammar::Text,
};

/// `numfmt`.
pub(super) static NUMFMT: Tool = Tool {
    names: &["numfmt"],
    summary: native!("prints numbers with units"),
    grammar: Grammar::Text,
};

/// `printenv`.
pub(super) static PRINTENV: Tool = Tool {
    names: &["printenv"],
    summary: native!("prints variables of the environment"),
    grammar: Grammar::Text,
};

/// `seq`.
pub(super) static SEQ: Tool = Tool {
    names: &["seq"],
    summary: native!("prints numbers"),
    grammar: Grammar::Text,
};

/// `tr`.
pub(super) static TR: Tool = Tool {
    names: &["tr"],
    summary: native!("replaces characters of standard input"),
    grammar: Grammar::Text,
};

/// `tty`.
pub(super) static TTY: Tool = Tool {
    names: &["tty"],
    summary: native!("prints which terminal this is"),
    grammar: Grammar::Text,
};

/// `uname`.
pub(super) static UNAME: Tool = Tool {
    names: &["uname"],
    summary: native!("prints what system this is"),
    grammar: Grammar::Text,
};

/// `whoami`.
pub(super) static WHOAMI: Tool = Tool {
    names: &["whoami"],
    summary: native!("prints who this is"),
    grammar: Grammar::Text,
};

/// `yes`.
pub(super) static YES: Tool = Tool {
    names: &["yes"],
    summary: native!("prints a line until it is stopped"),
    grammar: Grammar::Text,
};

#[cfg(test)]
mod tests {
    use crate::testing::{assert_allowed, assert_effects};

    #[test]
    fn any_argument_is_printed_or_calculated_with() {
        for command in [
            "basename \"$x\" .rs",
            "dirname -z src/*",
            "seq -w 1 $n",
            "tr -d '\\n'",
            "tr 'a-z' 'A-Z'",
            "expr $x + 1",
            "expr \"$x\" : 'a*'",
            "factor 12 -- -x",
            "id -u",
            "groups $user",
            "nproc --all",
            "numfmt --to=iec 1024",
            "printenv PATH",
            "uname -a",
            "whoami",
            "yes",
            "cal -3",
            "locale -a",
            "tty -s",
        ] {
            assert_effects(command, &[]);
            assert_allowed(command);
        }
    }
}
