//! Says what is lost: the operands by name, with what the host found there.

use shellward_sdk::{Place, Resolved, Session, Span};

use crate::{
    call::{Call, Operand},
    model::Facts,
};

/// How many are named before the rest is counted.
const MAX_NAMED: usize = 3;

/// Names the operands of a call, but for some at the beginning.
pub(crate) fn operands(call: &Call<'_>, first: usize, facts: Facts<'_>) -> Option<String> {
    let mut parts: Vec<String> = call
        .operands
        .iter()
        .skip(first)
        .take(MAX_NAMED)
        .map(|operand| named(operand, call.command.index(), facts))
        .collect();
    let rest = call.operands.len().saturating_sub(first + MAX_NAMED);
    if rest > 0 {
        parts.push(format!("{rest} more"));
    } else if call.command.is_open_ended() {
        parts.push("whatever is read".to_owned());
    }
    (!parts.is_empty()).then(|| parts.join(", "))
}

fn named(operand: &Operand<'_>, command: u32, facts: Facts<'_>) -> String {
    let name = operand.text.unwrap_or_else(|| operand.word.text());
    let found: Vec<&Place> = places(facts.effects, command, operand.span()).collect();
    match found.as_slice() {
        [place] => with_facts(name, place, facts.session),
        _ => name.to_owned(),
    }
}

/// Goes through the places that a command changes by some words.
pub(crate) fn places(
    effects: &[Resolved],
    command: u32,
    span: Span,
) -> impl Iterator<Item = &Place> {
    let of_span = move |resolved: &&Resolved| {
        let effect = &resolved.effect;
        effect.command == command && effect.span == span && changes(&effect.kind)
    };
    effects
        .iter()
        .filter(of_span)
        .flat_map(|resolved| &resolved.places)
}

/// Whether an effect changes files.
pub(crate) fn changes(kind: &str) -> bool {
    matches!(kind, "write" | "create" | "delete")
}

/// Adds to a name what is known of the place: `build (1234 entries, 5.2 MB)`.
pub(crate) fn with_facts(name: &str, place: &Place, session: &Session) -> String {
    let mut facts: Vec<String> = Vec::new();
    if place.canonical == "/" {
        facts.push("the whole system".to_owned());
    } else if !session.home.is_empty() && place.canonical == session.home {
        facts.push("the home directory".to_owned());
    } else if session.roots.contains(&place.canonical) {
        facts.push("the whole project".to_owned());
    } else if place.class == "outside" {
        facts.push("outside of the project".to_owned());
    }
    if let Some(entries) = attr(place, "entries") {
        let noun = if entries == "1" { "entry" } else { "entries" };
        facts.push(format!("{entries} {noun}"));
    }
    if let Some(bytes) = attr(place, "bytes") {
        facts.push(size(bytes));
    }
    if is_disk(&place.canonical) {
        facts.push("a disk".to_owned());
    } else if place.kind == "missing" {
        facts.push("not there now".to_owned());
    }
    if facts.is_empty() {
        return name.to_owned();
    }
    format!("{name} ({})", facts.join(", "))
}

/// Whether a path names a disk or a part of one. It goes by the name: the machine that judges may see fewer devices than
/// the one that runs.
pub(crate) fn is_disk(path: &str) -> bool {
    const BEGINNINGS: [&str; 13] = [
        "dasd", "disk", "dm-", "hd", "loop", "mapper/", "md", "mmcblk", "nvme", "rdisk", "sd",
        "vd", "xvd",
    ];
    path.strip_prefix("/dev/").is_some_and(|name| {
        // `/dev/mapper/control` and `/dev/loop-control` hold nothing.
        !name.ends_with("control")
            && BEGINNINGS
                .iter()
                .any(|beginning| name.starts_with(beginning))
    })
}

/// Returns a fact of a place.
pub(crate) fn attr<'a>(place: &'a Place, key: &str) -> Option<&'a str> {
    let found = place.attrs.iter().find(|attr| attr.key == key)?;
    Some(found.value.as_str())
}

/// Writes a number of bytes as a person would; what is no number as it is.
fn size(bytes: &str) -> String {
    let (number, more) = match bytes.strip_suffix('+') {
        Some(number) => (number, "more than "),
        None => (bytes, ""),
    };
    let Ok(count) = number.parse::<u64>() else {
        return format!("{bytes} bytes");
    };
    for (unit, name) in [(1_000_000_000, "GB"), (1_000_000, "MB"), (1_000, "kB")] {
        if count >= unit {
            let tenths = count / (unit / 10);
            return format!("{more}{}.{} {name}", tenths / 10, tenths % 10);
        }
    }
    let noun = if count == 1 { "byte" } else { "bytes" };
    format!("{more}{count} {noun}")
}

#[cfg(test)]
mod tests {
    use shellward_sdk::{Attr, test_kit::script};

    use super::*;
    use crate::testing::{place, resolved, warnings};

    #[test]
    fn sizes_are_readable() {
        let expected = [
            ("0", "0 bytes"),
            ("1", "1 byte"),
            ("999", "999 bytes"),
            ("1500", "1.5 kB"),
            ("5249999", "5.2 MB"),
            ("3000000000+", "more than 3.0 GB"),
            ("many", "many bytes"),
        ];
        for (bytes, text) in expected {
            assert_eq!(size(bytes), text);
        }
    }

    #[test]
    fn what_the_host_counted_is_said() {
        let script = script(&[&["rm", "-rf", "build"]]);
        let mut build = place("/work/build", "directory", "root");
        build.attrs.push(Attr::new("entries", "1234"));
        build.attrs.push(Attr::new("bytes", "5249999"));
        let found = warnings(&script, &[resolved(&script, 0, 2, "delete", build)]);
        let message = &found.first().expect("a warning").message;
        assert!(
            message.ends_with("build (1234 entries, 5.2 MB)"),
            "{message}"
        );
    }

    #[test]
    fn without_counts_the_name_is_enough() {
        let script = script(&[&["rm", "-rf", "a", "b", "c", "d", "e"]]);
        let found = warnings(&script, &[]);
        let message = &found.first().expect("a warning").message;
        assert!(message.ends_with("a, b, c, 2 more"), "{message}");
    }

    #[test]
    fn home_and_the_whole_are_named() {
        for (path, class, words) in [
            ("/home/user", "dangerous", "the home directory"),
            ("/", "dangerous", "the whole system"),
            ("/work", "dangerous", "the whole project"),
            ("/srv/data", "outside", "outside of the project"),
        ] {
            let script = script(&[&["rm", "-rf", path]]);
            let place = place(path, "directory", class);
            let found = warnings(&script, &[resolved(&script, 0, 2, "delete", place)]);
            let message = &found.first().expect("a warning").message;
            assert!(message.contains(words), "{message}");
        }
    }
}
