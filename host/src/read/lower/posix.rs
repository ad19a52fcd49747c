//! What `sh` may read in another way than bash (R2.3).
//!
//! It may be dash, which knows only what POSIX has. A text for it is read as bash does; what bash has besides is a gap.

use crate::{
    read::gaps::{Gaps, Trouble},
    span::Span,
};

/// What only bash understands, or understands differently, with a name for a person.
const EXTENSIONS: [(&str, &str); 20] = [
    ("$'", "`$'…'`"),
    ("$\"", "`$\"…\"`"),
    ("$[", "`$[…]`"),
    ("<(", "`<(…)`"),
    (">(", "`>(…)`"),
    ("&>", "`&>`"),
    ("|&", "`|&`"),
    ("<<<", "`<<<`"),
    ("[[", "`[[`"),
    ("((", "`((`"),
    (";&", "`;&`"),
    (";;&", "`;;&`"),
    ("+=", "`+=`"),
    ("==", "`==`"),
    ("function", "`function`"),
    ("select", "`select`"),
    ("time", "`time`"),
    ("coproc", "`coproc`"),
    ("declare", "`declare`"),
    ("source", "`source`"),
];

/// Notes the first thing in a text that `sh` may read in another way.
pub(super) fn check(source: &str, text: u32, gaps: &mut Gaps) {
    let found = EXTENSIONS
        .iter()
        .filter_map(|(written, name)| Some((find(source, written)?, written.len(), *name)))
        .chain(braces(source))
        .chain(expansions(source))
        .min();
    let Some((at, len, name)) = found else {
        return;
    };
    let message = format!("{name} does not mean the same to every `sh`");
    let span = Span {
        text,
        start: super::index(at),
        end: super::index(at + len),
    };
    gaps.add(Trouble::new("dialect", message), span);
}

/// Finds what is written; a word only as a whole.
fn find(source: &str, written: &str) -> Option<usize> {
    let is_letter = |one: char| one.is_ascii_alphanumeric() || "_-./".contains(one);
    let mut places = source.match_indices(written).map(|(at, _)| at);
    if !written.starts_with(is_letter) {
        return places.next();
    }
    places.find(|at| {
        let before = source.get(..*at).unwrap_or("");
        let after = source.get(at + written.len()..).unwrap_or("");
        !before.ends_with(is_letter) && !after.starts_with(is_letter)
    })
}

/// Braces that bash expands.
fn braces(source: &str) -> Option<(usize, usize, &'static str)> {
    let at = source.match_indices('{').map(|(at, _)| at).find(|at| {
        let is_parameter = at
            .checked_sub(1)
            .and_then(|before| source.as_bytes().get(before))
            == Some(&b'$');
        let after = source.get(at + 1..).unwrap_or("");
        let is_group = after.starts_with([' ', '\t', '\n']) || after.starts_with('}');
        !is_parameter && !is_group
    })?;
    Some((at, 1, "brace expansion"))
}

/// Operators of `${…}` that POSIX lacks.
fn expansions(source: &str) -> Option<(usize, usize, &'static str)> {
    let at = source.match_indices("${").map(|(at, _)| at).find(|at| {
        let inside = source.get(at + 2..).unwrap_or("");
        let name = inside.trim_start_matches(|one: char| one.is_ascii_alphanumeric() || one == '_');
        let is_posix = name.starts_with('}')
            || name.starts_with(['-', '=', '?', '+', '%', '#'])
            || [":-", ":=", ":?", ":+"]
                .iter()
                .any(|operator| name.starts_with(operator))
            || inside.starts_with(['#', '@', '*', '?', '$', '!', '-']);
        !is_posix
    })?;
    Some((at, 2, "this form of `${…}`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_gap(source: &str) -> bool {
        let mut gaps = Gaps::default();
        check(source, 0, &mut gaps);
        !gaps.is_empty()
    }

    #[test]
    fn what_only_bash_has_is_a_gap() {
        for source in [
            "echo $'a'",
            "a &> f",
            "a <(b)",
            "[[ a ]]",
            "echo {a,b}",
            "x+=1",
            "echo ${x/a/b}",
            "a |& b",
            "cat <<< x",
            "((1))",
            "function f { a; }",
        ] {
            assert!(is_gap(source), "{source}");
        }
    }

    #[test]
    fn what_every_sh_has_is_none() {
        for source in [
            "ls -l | wc; a && b || c",
            "{ a; }",
            "echo ${x:-y} ${#x} ${x%.c}",
            "for x in a; do b; done",
            "a > f 2>&1",
            "echo \"$(ls)\"",
            "find . -exec a {} +",
        ] {
            assert!(!is_gap(source), "{source}");
        }
    }
}
