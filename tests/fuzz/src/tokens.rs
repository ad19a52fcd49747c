//! What scripts are made of, for whoever makes them up: one table, to be added to.

/// Small parts, of which most stand for something to a shell.
#[rustfmt::skip]
pub(crate) const TOKENS: &[&str] = &[
    // White space and what looks like it.
    " ", "  ", "\t", "\n", "\n\n", "\\\n", "\r", "\u{b}", "\u{a0}", "\u{2028}", "\u{202e}", "\u{feff}", "\0", "\u{1b}",
    // Lists and pipelines.
    ";", "&", "&&", "||", "|", "|&", "!", "! ", ";;", ";&", ";;&", "&!", "&|", "# ", "#",
    // Brackets and quotes.
    "(", ")", "{ ", "; }", "{", "}", "[", "]", "[[ ", " ]]", "((", "))", "'", "\"", "`", "\\", "\\'", "\\\"", "\\`",
    "$'", "$\"", "$", "$(", "${", "$((", "$[", "<(", ">(", "=(", "\"$(", ")\"", "\"${", "}\"", "`echo `",
    // Expansions.
    "$x", "$1", "$@", "\"$@\"", "$*", "$#", "$?", "$$", "$!", "$-", "$_", "${x}", "${x:-", "${x:=", "${x#", "${x%%", "${x/",
    "${x@P}", "${!x}", "${#x}", "${x[@]}", "${x[0]}", "${x:1:2}", "${x^^}", "$HOME", "$PWD", "$IFS", "~", "~/", "~u", "~+",
    "*", "?", "**", "[a-z]", "[!a]", "@(", "!(", "{a,b}", "{1..3}", "{a..c..2}", "{,", ",}", "$(<f)", "$((1+x))",
    "${(f)x}", "$x[1]", "*(.)", "=ls", "^a", "a#",
    // Redirects and here-documents.
    "<", ">", ">>", ">|", "<>", "&>", "&>>", "<&", ">&", "2>&1", "2>", "<<<", "<<E", "<<-E", "<<'E'", "<<\"E\"", "<<\\E",
    "\nE\n", "\n\tE\n", "{fd}>", ">&-", ">/dev/null", "<<", "<<-",
    // Reserved words.
    "if ", "; then ", "; elif ", "; else ", "; fi", "for ", " in ", "; do ", "; done", "while ", "until ", "case ", " esac",
    "select ", "function ", "f() ", "time ", "coproc ", "repeat ", "always ", "foreach ", "end", "nocorrect ", "noglob ",
    "for ((", "a) ", "(a|b) ", "*) ",
    // Builtins that change what follows, and wrappers.
    "cd ", "cd -", "cd ..", "pushd ", "set -e", "set -- ", "shopt -s ", "setopt ", "extglob", "unset x", "export x=", "local x",
    "declare -a x", "read x", "readonly ", "eval ", "exec ", "source f", ". f", "trap ", "alias ", "unalias ", "command ",
    "builtin ", "env ", "env -S ", "env -i ", "sudo ", "sudo -u u ", "timeout 5 ", "nice -n 5 ", "xargs ", "xargs -I{} ",
    "find . -exec ", " \\;", " {} +", "bash -c ", "sh -c ", "zsh -c ", "ssh h ", "watch ", "parallel ", ":::", "nohup ",
    "stdbuf -o0 ", "test ", "[ ", " ]", "return", "break", "continue", "exit", "let x=", "printf %s ", "echo ", "-n ", "-- ",
    // Words.
    "a", "b", "x", "ls", "cat", "rm", "grep", "-l", "--x=y", "x=", "x+=", "x=1 ", "x=(", "x[1]=", "0", "1", "08", "0x1f", "-1",
    "/", "/tmp/x", "..", ".", "a.txt", "E", "é", "€", "😀", "\u{301}", "\u{e0001}", "\u{10ffff}", "ll", "G", "e ", "q ", "s ", "h ",
    "==", "=~", "!=", "-eq", "-nt", "-f ", "-z ", "+", "++", "**", "%", "<=", ",",
];

/// What stands around other text.
#[rustfmt::skip]
pub(crate) const PAIRS: &[(&str, &str)] = &[
    ("'", "'"), ("\"", "\""), ("`", "`"), ("$(", ")"), ("\"$(", ")\""), ("${x:-", "}"), ("$((", "))"), ("<(", ")"),
    ("(", ")"), ("{ ", "; }"), ("[[ ", " ]]"), ("((", "))"), ("$'", "'"), ("{", ",b}"), ("[", "]"), ("\\", ""),
    ("if ", "; then a; fi"), ("if a; then ", "; fi"), ("for x in ", "; do echo $x; done"), ("for x in a b; do ", "; done"),
    ("while ", "; do a; done"), ("case ", " in a) b;; esac"), ("case a in ", ") b;; esac"), ("case a in a) ", ";; esac"),
    ("f() { ", "; }; f"), ("! ", ""), ("time ", ""), ("", " &"), ("", " | cat"), ("a && ", ""), ("x=", ""), ("x=(", ")"),
    ("bash -c '", "'"), ("bash -c \"", "\""), ("eval '", "'"), ("env x=1 ", ""), ("sudo ", ""), ("timeout 5 ", ""),
    ("xargs ", ""), ("find . -exec ", " {} \\;"), ("ssh h '", "'"), ("cat <<E\n", "\nE\n"), ("cat <<'E'\n", "\nE\n"),
    ("cat <<-E\n\t", "\n\tE\n"), ("cat <<< ", ""), ("a > ", ""), ("$(cat <<'E'\n", "\nE\n)"), ("${x/", "/y}"), ("@(", ")"),
];
