//! Scripts that grow: one table. Each is a beginning, something repeated, and an end; what is repeated after the end
//! closes what the first opened.

/// One way to grow.
pub(crate) struct Family {
    /// What it is about.
    pub(crate) name: &'static str,
    /// What comes first.
    pub(crate) first: &'static str,
    /// What is repeated.
    pub(crate) unit: &'static str,
    /// What comes in the middle.
    pub(crate) middle: &'static str,
    /// What is repeated as often behind the middle.
    pub(crate) closing: &'static str,
    /// What comes last.
    pub(crate) last: &'static str,
}

impl Family {
    const fn line(name: &'static str, first: &'static str, unit: &'static str) -> Self {
        Self::closed(name, first, unit, "")
    }

    const fn closed(
        name: &'static str,
        first: &'static str,
        unit: &'static str,
        last: &'static str,
    ) -> Self {
        Self {
            name,
            first,
            unit,
            middle: "",
            closing: "",
            last,
        }
    }

    const fn nested(
        name: &'static str,
        unit: &'static str,
        middle: &'static str,
        closing: &'static str,
    ) -> Self {
        Self {
            name,
            first: "",
            unit,
            middle,
            closing,
            last: "",
        }
    }

    /// Returns the script of this family that has about so many bytes, and never more.
    pub(crate) fn of_bytes(&self, bytes: usize) -> String {
        let fixed = self.first.len() + self.middle.len() + self.last.len();
        let each = self.unit.len() + self.closing.len();
        self.of_times(bytes.saturating_sub(fixed) / each)
    }

    /// Returns the script in which it is repeated so many times.
    pub(crate) fn of_times(&self, times: usize) -> String {
        [
            self.first,
            &self.unit.repeat(times),
            self.middle,
            &self.closing.repeat(times),
            self.last,
        ]
        .concat()
    }
}

/// Grown to the longest command.
pub(crate) const WIDE: &[Family] = &[
    Family::line("a long word", "echo ", "a"),
    Family::line("many words", "echo", " a"),
    Family::line("a long comment", "# ", "a"),
    Family::line("many comments", "", "# a\n"),
    Family::line("blank lines", "ls", "\n"),
    Family::line("continuations", "ls ", "\\\n"),
    Family::line("characters of several bytes", "echo ", "é€"),
    Family::line("control characters", "echo ", "\u{1}"),
    Family::line("bidi controls", "echo ", "\u{202e}"),
    Family::line("carriage returns", "echo", " a\r"),
    Family::line("quotes of all kinds", "echo ", "'a'\"b\"\\c$'d'"),
    Family::line("empty quotes", "echo ", "''\"\""),
    Family::closed("a long double-quoted word", "echo \"", "a b ", "\""),
    Family::line("an open double quote", "echo \"", "a b "),
    Family::line("an open single quote", "echo '", "a b "),
    Family::closed("escaped quotes", "echo \"", "\\\"", "\""),
    Family::closed("escapes in $'…'", "echo $'", "\\x41\\n", "'"),
    Family::line("open quotes side by side", "", "'\""),
    Family::line("backquotes", "echo ", "`"),
    Family::line("variables in one word", "echo ", "$x"),
    Family::line("certain variables in one word", "x=abc; echo ", "$x"),
    Family::closed("variables in double quotes", "echo \"", "$x ", "\""),
    Family::line("a variable that grows", "x=a", "; x=$x$x"),
    Family::line("parameter expansions", "echo ", "${x:-a}"),
    Family::line("replacements", "echo ", "${x//a/b}"),
    Family::line("arithmetic side by side", "echo ", "$((1+1))"),
    Family::closed("a long arithmetic expression", "((x = 1", " + 1", "))"),
    Family::line("substitutions side by side", "echo ", "$(a)"),
    Family::closed("substitutions in double quotes", "echo \"", "$(a) ", "\""),
    Family::line("process substitutions", "cat", " <(a)"),
    Family::line("braces side by side", "echo ", "{a,b}"),
    Family::line("brace words", "echo", " {a,b}"),
    Family::closed("a wide brace", "echo {a", ",a", "}"),
    Family::line("open braces of a word", "echo ", "{a,"),
    Family::line("globs", "echo ", "*?[a]"),
    Family::line("glob words", "cat --", " *"),
    Family::line("open brackets of a glob", "echo ", "[a"),
    Family::line("extended globs", "echo ", "@(a|b)"),
    Family::line("tildes", "echo", " ~"),
    Family::line("tildes after colons", "x=~", ":~"),
    Family::line("many commands", "", "a;"),
    Family::line("many lines", "", "ls -l a\n"),
    Family::line("a long pipeline", "a", "|a"),
    Family::line("a long and-or list", "a", "&&a||a"),
    Family::line("background commands", "", "a&"),
    Family::line("negations", "", "! "),
    Family::line("semicolons", "", ";"),
    Family::line("bars and ampersands", "", "|&"),
    Family::line("assignments", "", "x=1 "),
    Family::closed("a long array", "x=(", "a ", ")"),
    Family::line("subscripts", "", "x[0]=1 "),
    Family::line("open subscripts", "", "x["),
    Family::line("redirects", "ls", " >f"),
    Family::line("redirects of compound commands", "{ ls; }", " 2>&1"),
    Family::closed("a long here-document", "cat <<E\n", "a b\n", "E\n"),
    Family::closed("variables in a here-document", "cat <<E\n", "$x ", "\nE\n"),
    Family::closed("backslashes in a here-document", "cat <<E\n", "\\", "\nE\n"),
    Family::line("an open here-document", "cat <<E\n", "a b\n"),
    Family::line("here-documents on one line", "cat", " <<E"),
    Family::line("here-documents in turn", "", "cat <<E\na\nE\n"),
    Family::line("here-strings", "cat", " <<<a"),
    Family::closed("patterns of a case", "case a in a", "|a", ") ls;; esac"),
    Family::closed("bodies of a case", "case a in ", "a) ;; ", "esac"),
    Family::closed("words of a for", "for x in", " a", "; do ls; done"),
    Family::closed("branches", "if a; then b", "; elif a; then b", "; fi"),
    Family::line("functions", "", "f() { ls; }; "),
    Family::line("announced functions", "echo ", "function"),
    Family::closed("a long condition", "[[ a", " && a", " ]]"),
    Family::line("opening double brackets", "", "[[ "),
    Family::line("double brackets without space", "", "[["),
    Family::line("brackets the wrong way round", "", ")()("),
    Family::line("parentheses side by side", "", "() "),
    Family::line("braces without space", "", "{}"),
    Family::line("reserved words", "", "do done then fi "),
    Family::line("wrappers", "", "timeout 5 "),
    Family::line("environments", "", "env x=1 "),
    Family::line("finds", "find .", " -exec a \\;"),
    Family::line("scripts in words", "", "bash -c 'a b'; "),
    Family::closed("a long script in a word", "bash -c '", "a b ", "'"),
    Family::line("changes of directory", "", "cd a; "),
];

/// Opened again and again without an end, until a bound is met.
pub(crate) const OPEN: &[Family] = &[
    Family::line("open subshells", "", "("),
    Family::line("open groups", "", "{ "),
    Family::line("open substitutions", "echo ", "$("),
    Family::line("open substitutions in quotes", "echo ", "\"$("),
    Family::line("open parameter expansions", "echo ", "${x:-"),
    Family::line("open arithmetic", "echo ", "$(("),
    Family::line("open loops", "", "while a; do "),
    Family::line("open branches", "", "if a; then "),
    Family::line("open cases", "", "case a in a) "),
    Family::line("open functions", "", "f() "),
];

/// Nested as often as the script's bounds let it be, and closed.
pub(crate) const DEEP: &[Family] = &[
    Family::nested("subshells", "( ", "ls", " )"),
    Family::nested("groups", "{ ", "ls", "; }"),
    Family::nested("substitutions", "echo $(", "ls", ")"),
    Family::nested("substitutions in quotes", "echo \"$(", "ls", ")\""),
    Family::nested("process substitutions", "cat <(", "ls", ")"),
    Family::nested("parameter expansions", "echo ${x:-", "a", "}"),
    Family::nested("arithmetic", "echo $((", "1", "))"),
    Family {
        first: "((x = ",
        last: "))",
        ..Family::nested("brackets in arithmetic", "(", "1", ")")
    },
    Family::nested("braces of words", "echo {a,", "b", "}"),
    Family::nested("loops", "for x in a b; do ", "ls", "; done"),
    Family::nested("while loops", "while a; do ", "ls", "; done"),
    Family::nested("branches", "if a; then ", "ls", "; fi"),
    Family::nested("cases", "case a in a) ", "ls", ";; esac"),
    Family::nested("functions", "f() { ", "ls", "; }"),
    Family {
        first: "[[",
        last: " ]]",
        ..Family::nested("brackets of conditions", " (", " a", " )")
    },
    Family::nested("extended globs", "echo @(", "a", ")"),
];
