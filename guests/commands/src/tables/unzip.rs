//! `unzip`, `zipinfo`. Options end at the archive; behind it are names in the archive, `-x` with names to leave out, and
//! `-d` with the directory to unpack into. A dash among letters takes the next letter back, so it is not described.

use crate::{
    argument::{Argument, Span, Text},
    model::{Context, Dash, Depth, Grammar, PathRole, Tool},
    report::{Extent, Kind, Report, Rule, Target},
};

/// `unzip`.
pub(super) static UNZIP: Tool = Tool {
    names: &["unzip"],
    summary: native!("unpacks archives and lists what is in them"),
    grammar: Grammar::Own(describe_unzip),
};

/// `zipinfo`.
pub(super) static ZIPINFO: Tool = Tool {
    names: &["zipinfo"],
    summary: native!("lists what is in archives"),
    grammar: Grammar::Own(describe_zipinfo),
};

const ARCHIVE: PathRole = PathRole {
    kind: Kind::Read,
    depth: Depth::Flat,
    dash: Dash::Stream,
};

/// Letters of `unzip` by which it prints instead of unpacking. `-T` sets the time of the archive, and `-f` and `-u`
/// unpack.
const PRINTS: &str = "clptvz";
/// Letters that change nothing but what is printed or how things are unpacked.
const PLAIN: &str = "abBCDjKLMnoqsUVWX^";
/// Letters of `zipinfo`.
const LISTS: &str = "12CDhlmMqstTUvWz";
/// Letters that take a value.
const VALUES: &str = "PIO";

/// What the letters say.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Prints,
    Unpacks,
    /// Unpacks names that may lead anywhere.
    UnpacksAnywhere,
    /// Changes the archive.
    Changes,
}

fn describe_unzip<'a>(arguments: &[Argument<'a>], _: Context, report: &mut Report<'a>) {
    let is_listing = |first: &&Argument<'a>| first.text.prefix().starts_with("-Z");
    let letters = match arguments.first().filter(is_listing) {
        Some(_) => ["Z", LISTS],
        None => [PRINTS, PLAIN],
    };
    describe(arguments, letters, Mode::Unpacks, report);
}

fn describe_zipinfo<'a>(arguments: &[Argument<'a>], _: Context, report: &mut Report<'a>) {
    describe(arguments, ["", LISTS], Mode::Prints, report);
}

fn describe<'a>(
    arguments: &[Argument<'a>],
    letters: [&str; 2],
    mut mode: Mode,
    report: &mut Report<'a>,
) {
    let mut rest = arguments;
    while let Some((first, after)) = rest.split_first() {
        if first.text.is_no_option() {
            break;
        }
        rest = after;
        let Some(option) = first.text.certain() else {
            report.unknown(Rule::DynamicOption, first.text, first.span);
            continue;
        };
        let mut read = option.strip_prefix('-').unwrap_or("").chars();
        while let Some(letter) = read.next() {
            let [prints, plain] = letters;
            if letter == 'd' && mode != Mode::Prints {
                rest = unpack_into(first, read.as_str(), rest, report);
                break;
            } else if VALUES.contains(letter) {
                rest = match read.as_str() {
                    "" => rest.get(1..).unwrap_or(&[]),
                    _ => rest,
                };
                break;
            } else if prints.contains(letter) && mode == Mode::Unpacks {
                mode = Mode::Prints;
            } else if letter == ':' {
                mode = Mode::UnpacksAnywhere;
            } else if letter == 'T' && !plain.contains('T') {
                mode = Mode::Changes;
            } else if !prints.contains(letter) && !plain.contains(letter) {
                report.unknown(Rule::UnknownFlag, first.text, first.span);
                break;
            }
        }
    }
    if let Some((archive, members)) = rest.split_first() {
        describe_archive(archive, members, mode, report);
    }
}

/// Takes what follows `-d`, attached or apart, and returns what is left.
fn unpack_into<'a, 's>(
    flag: &Argument<'a>,
    attached: &'a str,
    after: &'s [Argument<'a>],
    report: &mut Report<'a>,
) -> &'s [Argument<'a>] {
    let (directory, span, rest) = match (attached, after.split_first()) {
        ("", Some((next, rest))) if !next.text.is_many() => (next.text, next.span, rest),
        ("", _) => {
            report.unknown(Rule::MissingValue, flag.text, flag.span);
            return after;
        }
        (directory, _) => (Text::Certain(directory), flag.span, after),
    };
    report.touch(Kind::Write, directory, Extent::Inside, span);
    rest
}

/// Describes what is done to an archive. A missing one is looked for with an end, whatever its name, and the last part of it may be a pattern.
fn touch_archive<'a>(kind: Kind, path: Text<'a>, span: Span, report: &mut Report<'a>) {
    let role = PathRole { kind, ..ARCHIVE };
    role.touch(path, span, report);
    let Text::Certain(name) = path else {
        return;
    };
    if name == "-" {
        return;
    }
    for end in [".zip", ".ZIP"] {
        report.add(kind, Target::Suffixed(name, end), Extent::Flat, span);
    }
    add_pattern(kind, name, span, report);
}

/// Describes what is done to archives that match a pattern, if it is one.
fn add_pattern<'a>(kind: Kind, name: &'a str, span: Span, report: &mut Report<'a>) {
    let last = name.rfind('/').map_or(0, |slash| slash.saturating_add(1));
    let is_special = |character| matches!(character, '*' | '?' | '[' | '\\');
    let found = name.get(last..).and_then(|part| part.find(is_special));
    if let Some(at) = found {
        let beginning = name.get(..last.saturating_add(at)).unwrap_or("");
        let target = match beginning {
            "" => Target::Below("./"),
            beginning => Target::Below(beginning),
        };
        report.add(kind, target, Extent::Flat, span);
    }
}

fn describe_archive<'a>(
    archive: &Argument<'a>,
    members: &[Argument<'a>],
    mode: Mode,
    report: &mut Report<'a>,
) {
    let (path, span) = (archive.text, archive.span);
    if path.is_many() {
        report.unknown(Rule::DynamicPosition, path, span);
    }
    touch_archive(Kind::Read, path, span, report);
    let before = report.effects.iter().any(|one| one.kind == Kind::Write);
    let mut is_elsewhere = before;
    let mut rest = members;
    while let Some((member, after)) = rest.split_first() {
        rest = after;
        match member.text.certain() {
            Some(word) if mode != Mode::Prints => {
                if let Some(attached) = word.strip_prefix("-d") {
                    rest = unpack_into(member, attached, after, report);
                    is_elsewhere = true;
                }
            }
            // What it becomes may be `-d`.
            None if mode != Mode::Prints && !member.text.is_no_option() => {
                report.unknown(Rule::DynamicOption, member.text, member.span);
            }
            Some(_) | None => {}
        }
    }
    match mode {
        Mode::Prints => {}
        Mode::Changes => touch_archive(Kind::Write, path, span, report),
        Mode::UnpacksAnywhere => {
            report.add(Kind::Write, Target::Exact("/"), Extent::Deep, span);
        }
        Mode::Unpacks if is_elsewhere => {}
        Mode::Unpacks => report.add(Kind::Write, Target::Exact("."), Extent::Inside, span),
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        report::Rule,
        testing::{assert_allowed, assert_effects, assert_unknown, tell},
    };

    #[test]
    fn listing_and_printing_are_harmless() {
        for command in [
            "unzip -l a.zip",
            "unzip -lv a.zip 'src/*'",
            "unzip -p a.zip notes",
            "unzip -qqt a.zip",
            "unzip -v",
            "unzip -Z1 a.zip",
            "unzip -P secret -l a.zip",
            "unzip -l a.zip -x '*.o' -d dir",
            "zipinfo -1 a.zip",
            "zipinfo a.zip 'x*'",
            "unzip -l \"./$x\"",
        ] {
            assert_allowed(command);
        }
        assert_effects(
            "unzip -l a.zip x",
            &["read a.zip", "read a.zip.zip", "read a.zip.ZIP"],
        );
    }

    #[test]
    fn names_are_tried_with_an_end_and_as_patterns() {
        let tried = ["read a", "read a.zip", "read a.ZIP"];
        for command in ["unzip -p a", "unzip -l a", "zipinfo a"] {
            assert_effects(command, &tried);
        }
        assert_effects(
            "unzip -p 'd/x*.zip'",
            &[
                "read d/x*.zip",
                "read d/x*.zip.zip",
                "read d/x*.zip.ZIP",
                "read d/x…",
            ],
        );
        assert_effects(
            "unzip -p '?.zip'",
            &["read ?.zip", "read ?.zip.zip", "read ?.zip.ZIP", "read ./…"],
        );
    }

    #[test]
    fn unpacking_writes_into_a_directory() {
        assert_effects(
            "unzip a.zip",
            &[
                "read a.zip",
                "read a.zip.zip",
                "read a.zip.ZIP",
                "write . inside",
            ],
        );
        assert_effects(
            "unzip -oq a.zip -d dir",
            &[
                "read a.zip",
                "read a.zip.zip",
                "read a.zip.ZIP",
                "write dir inside",
            ],
        );
        assert_effects(
            "unzip -d dir a.zip x",
            &[
                "write dir inside",
                "read a.zip",
                "read a.zip.zip",
                "read a.zip.ZIP",
            ],
        );
        assert_effects(
            "unzip a.zip -ddir",
            &[
                "read a.zip",
                "read a.zip.zip",
                "read a.zip.ZIP",
                "write dir inside",
            ],
        );
        assert_effects(
            "unzip -: a.zip",
            &[
                "read a.zip",
                "read a.zip.zip",
                "read a.zip.ZIP",
                "write / deep",
            ],
        );
        assert_effects(
            "unzip -T a.zip",
            &[
                "read a.zip",
                "read a.zip.zip",
                "read a.zip.ZIP",
                "write a.zip",
                "write a.zip.zip",
                "write a.zip.ZIP",
            ],
        );
    }

    #[test]
    fn options_end_at_the_archive() {
        assert!(!tell("unzip a.zip -l").harmless);
        assert!(!tell("unzip -- -l a.zip").harmless);
        assert_unknown("unzip -l --l a.zip", Rule::UnknownFlag);
        assert_unknown("unzip -l-l a.zip", Rule::UnknownFlag);
        assert_unknown("unzip \"$x\" a.zip", Rule::DynamicOption);
        assert_unknown("unzip -l *", Rule::DynamicOption);
        assert_unknown("unzip a.zip \"$x\"", Rule::DynamicOption);
        assert!(!tell("unzip -lT a.zip").harmless && !tell("unzip -Tl a.zip").harmless);
        assert!(!tell("unzip -lu a.zip").harmless && !tell("unzip -lf a.zip").harmless);
        assert!(!tell("unzip -l: a.zip").harmless);
    }
}
