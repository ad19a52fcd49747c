//! What commands do, in words for a person who is in a hurry.

use crate::judge::{EffectKind, PROJECT_PROGRAM};

/// Names that policies give to what has no path or name of its own, and what people call it. Others in parentheses are
/// said without these.
const NAMES: [(&str, &str); 9] = [
    ("(anybody)", "whoever calls"),
    ("(kernel)", "the kernel"),
    ("(machine)", "its services, or whether it runs"),
    ("(process)", "a process of its own choice"),
    ("(remote)", "the repository's remote"),
    (
        "(repository)",
        "the repository: its history, branches or index",
    ),
    ("(users)", "all that use a file"),
    ("(work tree)", "tracked files"),
    (".", "what is in its directory"),
];

/// Says what an effect does. None: reading, which depends on the place, and what is not known.
pub(super) fn deed(kind: EffectKind, target: &str) -> Option<String> {
    let name = called(target);
    let is_thing = name != target;
    Some(match kind {
        EffectKind::Read | EffectKind::Unknown => return None,
        // No file of this name is written: it is git that keeps its own.
        EffectKind::Write | EffectKind::Create | EffectKind::Delete if is_thing => {
            format!("it changes {name}")
        }
        EffectKind::Write => format!("it writes {name}"),
        EffectKind::Create => format!("it makes {name}"),
        EffectKind::Delete => format!("it deletes {name}"),
        EffectKind::Execute if target == PROJECT_PROGRAM => {
            "it runs what files of the project choose".to_owned()
        }
        EffectKind::Execute => format!("it runs {name}"),
        EffectKind::Connect => format!("it connects to {name}"),
        EffectKind::Environment => format!("it sets {name}, which programs obey"),
        EffectKind::Process => format!("it acts on other processes ({name})"),
        EffectKind::System => format!("it changes the system ({name})"),
    })
}

fn called(target: &str) -> &str {
    let known = NAMES.iter().find(|(name, _)| *name == target);
    known.map_or_else(
        || {
            let inner = target.strip_prefix('(');
            inner
                .and_then(|rest| rest.strip_suffix(')'))
                .unwrap_or(target)
        },
        |(_, called)| called,
    )
}

/// Says what a command that runs another one does besides.
pub(super) fn by_way_of(wrapper: &str) -> String {
    match wrapper {
        "sudo" | "doas" | "su" | "runuser" | "pkexec" | "run0" => {
            format!("`{wrapper}` runs it as another user, with what that user may do")
        }
        _ => format!("`{wrapper}` runs it, and may do more than that"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(kind: EffectKind, target: &str) -> String {
        deed(kind, target).unwrap()
    }

    #[test]
    fn what_has_no_path_is_called_by_its_name() {
        assert_eq!(
            said(EffectKind::Write, "(repository)"),
            "it changes the repository: its history, branches or index"
        );
        assert_eq!(
            said(EffectKind::Delete, "(work tree)"),
            "it changes tracked files"
        );
        assert_eq!(
            said(EffectKind::Connect, "(remote)"),
            "it connects to the repository's remote"
        );
    }

    #[test]
    fn parentheses_are_not_said_twice() {
        assert_eq!(
            said(EffectKind::System, "(kernel settings)"),
            "it changes the system (kernel settings)"
        );
        assert_eq!(
            said(EffectKind::Execute, "(a program)"),
            "it runs a program"
        );
    }

    #[test]
    fn a_path_is_said_as_it_is() {
        assert_eq!(said(EffectKind::Write, "a (copy)"), "it writes a (copy)");
        assert_eq!(said(EffectKind::Create, "x"), "it makes x");
    }

    #[test]
    fn another_user_is_why_sudo_asks() {
        assert!(by_way_of("sudo").contains("another user"));
        assert!(by_way_of("script").contains("may do more"));
    }
}
