//! Files that are there and whose contents are replaced: by redirects, and by programs that write over their target.

use shellward_sdk::{CommandView, Finding, Place, Span};

use crate::{
    call::Call,
    loss,
    model::{Facts, Hit},
    rules,
};

/// Warns of files that redirects empty. Whether a file is there only the host knows.
pub(crate) fn by_redirects<'a>(
    command: CommandView<'a>,
    facts: Facts<'a>,
) -> impl Iterator<Item = Finding> + use<'a> {
    let empties = command.redirects().filter(|redirect| {
        // `2>&1` has no place, so that it is not asked about here.
        matches!(redirect.operator(), ">" | ">|" | "&>" | ">&")
    });
    empties.filter_map(move |redirect| {
        let span = redirect.raw().span;
        let mut places = loss::places(facts.effects, command.index(), span);
        let is_disk = places.any(|place| loss::is_disk(&place.canonical));
        let lost = contents(command, span, facts)?;
        if is_disk {
            let message = ["All that is on a disk is overwritten: ", &lost].concat();
            let finding = Finding::new(rules::DISK.id, &message).at(span);
            return Some(finding.instead("lsblk -f shows what is on it"));
        }
        let message = ["The contents of a file are replaced: ", &lost].concat();
        let finding = Finding::new(rules::OVERWRITE.id, &message).at(span);
        Some(finding.instead("append by >>, or write to a file that is not there yet"))
    })
}

/// Names the files at some words whose contents a command replaces.
fn contents(command: CommandView<'_>, span: Span, facts: Facts<'_>) -> Option<String> {
    let names: Vec<String> = loss::places(facts.effects, command.index(), span)
        .filter(|place| holds_something(place))
        .map(|place| loss::with_facts(&place.canonical, place, facts.session))
        .collect();
    (!names.is_empty()).then(|| names.join(", "))
}

/// Whether a place is a file that is not known to be empty, or a disk. The session's own temporary files nobody misses.
fn holds_something(place: &Place) -> bool {
    loss::is_disk(&place.canonical)
        || place.kind == "file" && place.class != "temp" && loss::attr(place, "bytes") != Some("0")
}

/// Finds the operand or option of a program whose file is replaced.
pub(crate) fn by_program(call: &Call<'_>, facts: &Facts<'_>) -> Option<Hit> {
    let command = call.command;
    let written = facts.effects.iter().find(|resolved| {
        let effect = &resolved.effect;
        let writes = matches!(effect.kind.as_str(), "write" | "create");
        effect.command == command.index()
            && writes
            && resolved.places.iter().any(holds_something)
            // Redirects are warned of by themselves.
            && command.redirects().all(|redirect| redirect.raw().span != effect.span)
    })?;
    let names: Vec<String> = written
        .places
        .iter()
        .filter(|place| holds_something(place))
        .map(|place| loss::with_facts(&place.canonical, place, facts.session))
        .collect();
    Some(Hit::at(written.effect.span).of(names.join(", ")))
}

#[cfg(test)]
mod tests {
    use shellward_sdk::{
        Attr, Effect, Resolved, Script, ScriptView,
        test_kit::{Builder, script},
    };

    use super::*;
    use crate::testing::{place, resolved, warnings};

    /// What is said of a redirect into a place.
    fn said(operator: &str, place: Place) -> Vec<String> {
        let script = Builder::new()
            .command(&["ls"])
            .redirect(operator, "out")
            .build();
        let view = ScriptView::new(&script);
        let command = view.command(0).expect("there is one");
        let redirect = command.redirects().next().expect("there is one");
        let write = Resolved {
            effect: Effect::new("write", command).at(redirect.raw().span),
            places: vec![place],
        };
        let found = warnings(&script, &[write]);
        found.into_iter().map(|finding| finding.message).collect()
    }

    #[test]
    fn a_redirect_over_a_file_is_warned_of() {
        let file = || place("/work/out", "file", "root");
        for operator in [">", ">|", "&>", "2>"] {
            assert_eq!(said(operator, file()).len(), 1, "{operator}");
        }
        assert!(said(">>", file()).is_empty());
        assert!(said("<", file()).is_empty());
        let mut full = file();
        full.attrs.push(Attr::new("bytes", "12"));
        assert!(
            said(">", full)
                .iter()
                .all(|message| message.ends_with("out (12 bytes)"))
        );
    }

    #[test]
    fn a_redirect_onto_a_disk_is_warned_of_by_its_name() {
        for path in ["/dev/sda", "/dev/nvme0n1p2", "/dev/disk/by-id/x"] {
            for kind in ["special", "missing", "unseen"] {
                let found = said(">", place(path, kind, "outside"));
                assert!(found[0].starts_with("All that is on a disk"), "{found:?}");
            }
        }
        assert!(said(">", place("/dev/tty", "special", "outside")).is_empty());
        assert!(said(">", place("/dev/loop-control", "special", "outside")).is_empty());
    }

    #[test]
    fn nothing_is_lost_where_there_is_nothing() {
        assert!(said(">", place("/work/out", "missing", "root")).is_empty());
        assert!(said(">", place("/dev/null", "special", "public")).is_empty());
        assert!(said(">", place("", "unseen", "unknown")).is_empty());
        assert!(said(">", place("/tmp/session/out", "file", "temp")).is_empty());
        let mut empty = place("/work/out", "file", "root");
        empty.attrs.push(Attr::new("bytes", "0"));
        assert!(said(">", empty).is_empty());
    }

    fn over_file(words: &[&str], target: usize) -> Vec<String> {
        let script: Script = script(&[words]);
        let file = place("/work/b", "file", "root");
        let found = warnings(&script, &[resolved(&script, 0, target, "write", file)]);
        found.into_iter().map(|finding| finding.rule).collect()
    }

    #[test]
    fn programs_that_write_over_a_file_are_warned_of() {
        assert_eq!(over_file(&["mv", "a", "b"], 2), ["files.overwrite"]);
        assert_eq!(over_file(&["cp", "-r", "a", "b"], 3), ["files.overwrite"]);
        assert_eq!(over_file(&["tee", "b"], 1), ["files.overwrite"]);
        assert_eq!(over_file(&["ln", "-sf", "a", "b"], 3), ["files.overwrite"]);
        assert_eq!(over_file(&["curl", "-o", "b", "u"], 2), ["files.overwrite"]);
        assert!(over_file(&["mv", "-n", "a", "b"], 3).is_empty());
        assert!(over_file(&["cp", "--backup=t", "a", "b"], 3).is_empty());
        assert!(over_file(&["cp", "--no-clobber", "a", "b"], 3).is_empty());
        assert!(over_file(&["tee", "-a", "b"], 2).is_empty());
        assert!(over_file(&["ln", "-s", "a", "b"], 3).is_empty());
        assert!(over_file(&["sed", "-i", "s/a/b/", "b"], 3).is_empty());
    }
}
