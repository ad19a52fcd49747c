//! Which commands are plain edits, that the mode `accept-edits` takes for granted (R4.1, step 3).
//!
//! A plain edit is one of which everything is known: it reads, writes, makes and deletes files in the folders of work, and
//! does nothing else. What it loses must be little: where a policy warns, a person is asked all the same.

use std::path::Path;

use super::{gather::Gathered, harmless, reasons, situation::Situation, trace::Reason};
use crate::{
    judge::{EffectKind, PlaceClass, PlaceKind, Resolved, Site, Verdict},
    limits::MAX_BROUGHT_ENTRIES,
    read::{Command, Reading},
    rules::base_name,
    sys::files,
    variables::is_obeyed,
};

/// Whether a command is a plain edit, or what may stand beside one.
pub(super) fn is_plain_edit(index: u32, gathered: &Gathered, situation: &Situation) -> bool {
    let script = &gathered.script;
    let Some(command) = script.commands.get(index as usize) else {
        return false;
    };
    let means_what_it_says = script.reading == Reading::Complete
        && harmless::obstacle_in_wrappers(command, gathered, situation).is_none()
        && !script.calls_own_function(command)
        && !command.open_ended
        && script
            .name(command)
            .is_none_or(|name| !NEVER_PLAIN.contains(&base_name(name)))
        && (command.words.is_empty() || matches!(gathered.names.get(index as usize), Some(Ok(()))));
    let mut assignments = script.assignments(command).iter();
    // A run with edits is no harmless run: git is not kept from running programs of the project.
    let starts_no_other = assignments.all(|assignment| !is_obeyed(&assignment.name))
        && !matches!(gathered.git.get(index as usize), Some(Some(_)));
    let mut effects = gathered.resolved.iter();
    let effects_are_plain =
        effects.all(|one| one.effect.command != index || is_plain(one, situation));
    means_what_it_says
        && starts_no_other
        && effects_are_plain
        && gathered.described.verdict(index) < Verdict::Deny
        && (changes_something(index, gathered)
            || harmless::obstacle(index, gathered, situation).is_none())
        && loses_nothing(command, gathered)
}

/// Programs whose changes nobody can foresee from their words: what they write is named by an archive or a patch, or it is a
/// link, by which later changes lead elsewhere.
const NEVER_PLAIN: [&str; 19] = [
    "gtar", "rsync", "7z", "7za", "7zr", "7zz", "ar", "bsdtar", "cpio", "git", "jar", "ln",
    "patch", "pax", "rar", "tar", "unrar", "unzip", "zip",
];

/// Whether a reason is about what a redirect of a command writes.
pub(super) fn is_its_redirect(command: u32, reason: &Reason, gathered: &Gathered) -> bool {
    gathered.resolved.iter().any(|one| {
        one.effect.command == command
            && Some(one.effect.span) == reason.span
            && one.effect.kind.changes()
            && reasons::is_of_redirect(gathered, &one.effect)
    })
}

fn changes_something(index: u32, gathered: &Gathered) -> bool {
    let mut effects = gathered.resolved.iter();
    effects.any(|one| one.effect.command == index && one.effect.kind.changes())
}

/// Whether no policy warns of what a command destroys. A warning without a place may be about any of them.
fn loses_nothing(command: &Command, gathered: &Gathered) -> bool {
    gathered.warnings.iter().all(|warning| {
        warning.span.is_some_and(|span| {
            span.text != command.span.text
                || span.end <= command.span.start
                || span.start >= command.span.end
        })
    })
}

/// Whether an effect is on files in the folders of work, each of which is known.
fn is_plain(resolved: &Resolved, situation: &Situation) -> bool {
    let effect = &resolved.effect;
    if effect.site != Site::Local {
        return false;
    }
    match effect.kind {
        EffectKind::Read => resolved.places.iter().all(|place| {
            // What packs or copies a tree may go by the links in it.
            let may_leave = effect.recursive
                && place.kind == PlaceKind::Directory
                && files::has_links_below(Path::new(&place.canonical), MAX_BROUGHT_ENTRIES);
            !may_leave
                && matches!(
                    place.class,
                    PlaceClass::Root | PlaceClass::Temp | PlaceClass::Public
                )
        }),
        EffectKind::Write | EffectKind::Create | EffectKind::Delete => {
            let is_whole_root = |path: &str| {
                let path = Path::new(path);
                path == situation.temp || situation.roots.iter().any(|root| root.starts_with(path))
            };
            let is_known = !effect.no_file && !resolved.places.is_empty();
            let may_leave = effect.recursive && effect.follows_links;
            is_known
                && !may_leave
                && resolved.places.iter().all(|place| {
                    matches!(place.class, PlaceClass::Root | PlaceClass::Temp)
                        // All below a root are also its repository and what tools obey there.
                        && !(effect.recursive && is_whole_root(&place.canonical))
                })
        }
        EffectKind::Execute
        | EffectKind::Connect
        | EffectKind::Environment
        | EffectKind::Process
        | EffectKind::System
        | EffectKind::Unknown => false,
    }
}
