//! Names that may lie on another machine: `host:path`, as `tar`, `cpio`, `rsync` and `scp` read them.

use crate::{
    argument::{Span, Spread, Text},
    model::PathRole,
    report::{Extent, Kind, Report, Rule, Target},
};

/// Where what a text names lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Site<'a> {
    /// On this machine.
    Here,
    /// On that one.
    There(&'a str),
    /// A colon may come before the first slash, or not.
    Uncertain,
}

impl<'a> Site<'a> {
    fn of(text: Text<'a>) -> Self {
        let prefix = text.prefix();
        let end = prefix.find([':', '/']);
        let (host, rest) = end.map_or((prefix, ""), |end| prefix.split_at(end));
        match (text, rest.chars().next()) {
            (Text::Dynamic(dynamic), _) if dynamic.spread == Spread::Split => Self::Uncertain,
            (_, Some(':')) => Self::There(machine(host, rest)),
            (_, Some(_)) | (Text::Certain(_), None) => Self::Here,
            (Text::Dynamic(dynamic), None) => match dynamic.spread {
                // What is found begins with the whole prefix, and a slash follows.
                Spread::Number | Spread::Found(_) => Self::Here,
                Spread::One | Spread::Match(_) | Spread::Matches(_) | Spread::Split => {
                    Self::Uncertain
                }
            },
        }
    }
}

/// Returns the name of the machine in `user@host:…` or `rsync://user@host:port/…`.
fn machine<'a>(before: &'a str, rest: &'a str) -> &'a str {
    let login = match rest.strip_prefix("://") {
        Some(address) => address.split(['/', ':']).next().unwrap_or(address),
        None => before,
    };
    login.rsplit_once('@').map_or(login, |(_, host)| host)
}

/// Describes what is done to what a text names: a path of this machine, or another machine.
pub(super) fn touch<'a>(role: PathRole, text: Text<'a>, span: Span, report: &mut Report<'a>) {
    match Site::of(text) {
        Site::Here => role.touch(text, span, report),
        Site::There(host) => report.add(Kind::Connect, Target::Exact(host), Extent::Flat, span),
        Site::Uncertain => {
            role.touch(text, span, report);
            report.unknown(Rule::DynamicValue, text, span);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::argument::{Count, Dynamic, Found, Links, Reach};

    fn dynamic(prefix: &str, spread: Spread) -> Text<'_> {
        Text::Dynamic(Dynamic { prefix, spread })
    }

    #[test]
    fn a_colon_before_any_slash_is_another_machine() {
        for (name, host) in [
            ("host:path", "host"),
            ("me@host:", "host"),
            ("host::module", "host"),
            ("rsync://me@host:873/module", "host"),
            (":path", ""),
        ] {
            assert_eq!(Site::of(Text::Certain(name)), Site::There(host), "{name}");
        }
        for name in ["path", "./a:b", "/a:b", "dir/a:b", "-", ""] {
            assert_eq!(Site::of(Text::Certain(name)), Site::Here, "{name}");
        }
    }

    #[test]
    fn what_only_the_run_knows_may_have_a_colon() {
        assert_eq!(Site::of(dynamic("", Spread::One)), Site::Uncertain);
        let matches = Spread::Matches(Reach::Below);
        assert_eq!(Site::of(dynamic("back", matches)), Site::Uncertain);
        assert_eq!(Site::of(dynamic("./", Spread::One)), Site::Here);
        assert_eq!(Site::of(dynamic("h:", Spread::One)), Site::There("h"));
        assert_eq!(Site::of(dynamic("./", Spread::Split)), Site::Uncertain);
        let found = Spread::Found(Found {
            count: Count::Many,
            links: Links::None,
        });
        assert_eq!(Site::of(dynamic("src", found)), Site::Here);
    }
}
