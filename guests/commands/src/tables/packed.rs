//! What tools do that replace a file by a compressed one beside it, and back: the same for all of them.

use crate::{
    argument::{Span, Text},
    model::{Depth, PathRole},
    report::{Extent, Kind, Report, Rule, Target},
};

/// What becomes of the file that is replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// It is deleted.
    Deleted,
    /// It stays.
    Kept,
}

impl Source {
    fn kind(self) -> Kind {
        match self {
            Self::Deleted => Kind::Delete,
            Self::Kept => Kind::Read,
        }
    }

    fn touch<'a>(self, path: Text<'a>, extent: Extent, span: Span, report: &mut Report<'a>) {
        report.touch(self.kind(), path, extent, span);
    }
}

/// Describes that a file is compressed: one with a longer name is made.
pub(super) fn pack<'a>(
    suffix: &'static str,
    source: Source,
    path: Text<'a>,
    span: Span,
    report: &mut Report<'a>,
) {
    match path {
        Text::Certain("-") => {}
        Text::Certain(name) => {
            source.touch(path, Extent::Flat, span, report);
            report.add(
                Kind::Write,
                Target::Suffixed(name, suffix),
                Extent::Flat,
                span,
            );
        }
        Text::Dynamic(_) => in_place(source, path, Extent::Flat, span, report),
    }
}

/// Describes that a file is decompressed: one with another end of its name is made. The ends are those that the tool
/// knows, each with what takes its place.
pub(super) fn unpack<'a>(
    ends: &[(&'static str, &'static str)],
    source: Source,
    path: Text<'a>,
    span: Span,
    report: &mut Report<'a>,
) {
    let Text::Certain(name) = path else {
        return in_place(source, path, Extent::Flat, span, report);
    };
    if name == "-" {
        return;
    }
    let found = ends.iter().find_map(|(end, instead)| {
        let stem = name.strip_suffix(end)?;
        Some(Target::Suffixed(stem, instead))
    });
    if let Some(made) = found {
        source.touch(path, Extent::Flat, span, report);
        return report.add(Kind::Write, made, Extent::Flat, span);
    }
    // The tool looks for a file with such an end, or makes one with another end.
    for (end, _) in ends {
        let there = Target::Suffixed(name, end);
        report.add(source.kind(), there, Extent::Flat, span);
    }
    source.touch(path, Extent::Flat, span, report);
    report.add(Kind::Write, Target::Exact(name), Extent::Flat, span);
    let other = Target::Suffixed(name, ".out");
    report.add(Kind::Write, other, Extent::Flat, span);
}

/// Describes that something beside each of these files takes its place.
pub(super) fn in_place<'a>(
    source: Source,
    path: Text<'a>,
    extent: Extent,
    span: Span,
    report: &mut Report<'a>,
) {
    source.touch(path, extent, span, report);
    report.touch(Kind::Write, path, extent, span);
}

/// Describes that everything below a directory is replaced.
pub(super) fn everything_below<'a>(path: Text<'a>, span: Span, report: &mut Report<'a>) {
    in_place(Source::Deleted, path, Extent::Deep, span, report);
}

/// Describes that a file is replaced by one of which the name is not told.
pub(super) fn renamed<'a>(path: Text<'a>, span: Span, report: &mut Report<'a>) {
    if path.certain() != Some("-") {
        PathRole::of(Kind::Delete, Depth::Flat).touch(path, span, report);
        report.unknown(Rule::UnknownValue, path, span);
    }
}

#[cfg(test)]
mod tests;
