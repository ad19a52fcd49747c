//! `dos2unix` and its kin: rewrite files in place, as a filter print, with `-n` write pairs, with `-i` only look.
//!
//! Options hold for the files behind them.

use crate::{
    argument::{Argument, Text},
    model::{Context, Grammar, Tool},
    report::{Extent, Kind, Report, Rule},
};

/// `dos2unix`, `mac2unix`, `unix2dos`, `unix2mac`.
pub(super) static TOOL: Tool = Tool {
    names: &["dos2unix", "mac2unix", "unix2dos", "unix2mac"],
    summary: native!("rewrites the ends of lines"),
    grammar: Grammar::Own(describe),
};

/// Flags that only change how text is converted or what is said. Sorted.
const FLAGS: [&str; 53] = [
    "--add-bom",
    "--add-eol",
    "--allow-chown",
    "--assume-utf16be",
    "--assume-utf16le",
    "--error-binary",
    "--follow-symlink",
    "--force",
    "--gb18030",
    "--help",
    "--keep-bom",
    "--keep-utf16",
    "--keepdate",
    "--license",
    "--newline",
    "--no-add-eol",
    "--no-allow-chown",
    "--quiet",
    "--remove-bom",
    "--replace-symlink",
    "--safe",
    "--skip-symlink",
    "--verbose",
    "--version",
    "-1252",
    "-437",
    "-7",
    "-850",
    "-860",
    "-863",
    "-865",
    "-F",
    "-L",
    "-R",
    "-S",
    "-V",
    "-ascii",
    "-b",
    "-e",
    "-f",
    "-gb",
    "-h",
    "-iso",
    "-k",
    "-l",
    "-m",
    "-q",
    "-r",
    "-s",
    "-u",
    "-ub",
    "-ul",
    "-v",
];

/// What is done to files.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// They are rewritten.
    Rewrites,
    /// Of each pair one is written, whatever is asked for besides. So is the other, as far as is told here: where pairs
    /// begin depends on what stands before.
    Pairs,
    /// They are looked at.
    Reads,
}

impl Mode {
    /// Returns what is done once a flag asks for no more than to look.
    const fn looking(self) -> Self {
        match self {
            Self::Rewrites | Self::Reads => Self::Reads,
            Self::Pairs => Self::Pairs,
        }
    }
}

fn describe<'a>(arguments: &[Argument<'a>], _: Context, report: &mut Report<'a>) {
    let mut mode = Mode::Rewrites;
    let mut rest = arguments;
    let mut options_end = false;
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        match first.text {
            Text::Certain("--") if !options_end => options_end = true,
            Text::Certain(text) if text.starts_with('-') && !options_end => match text {
                "-n" | "--newfile" => mode = Mode::Pairs,
                "-o" | "--oldfile" => mode = Mode::Rewrites,
                "-c" | "--convmode" | "-D" | "--display-enc" if has_one(after) => {
                    rest = after.get(1..).unwrap_or(&[]);
                }
                "-O" | "--to-stdout" => mode = mode.looking(),
                _ if FLAGS.binary_search(&text).is_ok() => {}
                _ if is_info(text) => mode = mode.looking(),
                _ => report.unknown(Rule::UnknownFlag, first.text, first.span),
            },
            Text::Dynamic(_) if !options_end && !first.text.is_no_option() => {
                report.unknown(Rule::DynamicOption, first.text, first.span);
            }
            file => {
                let kind = match mode {
                    Mode::Rewrites | Mode::Pairs => Kind::Write,
                    Mode::Reads => Kind::Read,
                };
                report.touch(kind, file, Extent::Flat, first.span);
            }
        }
    }
}

/// Whether one argument certainly follows, and is no option.
fn has_one(after: &[Argument<'_>]) -> bool {
    let next = after.first().map(|next| next.text);
    next.is_some_and(|next| next.is_no_option() && !next.is_many())
}

/// Whether it asks for what is known of files, with letters that say what of it.
fn is_info(text: &str) -> bool {
    let letters = text
        .strip_prefix("--info=")
        .or_else(|| text.strip_prefix("-i"));
    text == "--info"
        || letters.is_some_and(|letters| {
            letters
                .bytes()
                .all(|letter| letter.is_ascii_digit() || b"bcdehmptu".contains(&letter))
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_allowed, assert_effects, assert_unknown, tell};

    #[test]
    fn flags_are_sorted() {
        assert!(FLAGS.is_sorted());
    }

    #[test]
    fn files_are_rewritten() {
        assert_effects("dos2unix notes", &["write notes"]);
        assert_effects("unix2dos -k -q a b", &["write a", "write b"]);
        assert_effects("dos2unix -n a b", &["write a", "write b"]);
        assert_effects("dos2unix a -i b", &["write a", "read b"]);
        assert_effects("dos2unix -i b -n b c", &["read b", "write b", "write c"]);
        assert_effects("dos2unix -O a -o b", &["read a", "write b"]);
        assert_effects("dos2unix -n -i b c", &["write b", "write c"]);
        assert_effects("dos2unix -n -O b c", &["write b", "write c"]);
        assert_effects("dos2unix -n a b -o -i c", &["write a", "write b", "read c"]);
        assert_effects("dos2unix -- -i", &["write -i"]);
        assert!(!tell("dos2unix src/*").harmless);
    }

    #[test]
    fn as_a_filter_it_only_prints() {
        assert_allowed("dos2unix");
        assert_allowed("dos2unix -ascii -f");
        assert_effects("dos2unix -i *", &["unknown ?"]);
        assert_effects("dos2unix -ic src/*", &["read src/…"]);
        assert_effects("dos2unix -O notes", &["read notes"]);
    }

    #[test]
    fn other_flags_are_unknown() {
        assert_unknown("dos2unix -x", Rule::UnknownFlag);
        assert_unknown("dos2unix -kq notes", Rule::UnknownFlag);
        assert_unknown("dos2unix $x", Rule::DynamicOption);
        assert_unknown("dos2unix -c", Rule::UnknownFlag);
    }
}
