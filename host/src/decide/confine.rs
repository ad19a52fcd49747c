//! Confined runs (R6.2, R3.4): where only the run knows what a harmless command reads, walls let it read nowhere but where it
//! may read without asking.

use std::path::{Component, Path, PathBuf};

use super::{
    classes,
    gather::{Gathered, anchors, word_of},
    situation::Situation,
};
use crate::{
    judge::{Effect, EffectKind, Place, PlaceClass, PlaceKind},
    read::{PieceKind, Script, Word},
    rules::{Certainty, Hit, Wish},
    sys::files,
};

/// Programs that tell of the machine and its processes. They look where confined runs can't, and would tell less than the
/// truth there.
const TELLS_OF_MACHINE: [&str; 36] = [
    "df",
    "dmesg",
    "dpkg",
    "findmnt",
    "free",
    "fuser",
    "htop",
    "ip",
    "iostat",
    "journalctl",
    "last",
    "lsblk",
    "lscpu",
    "lsmod",
    "lsof",
    "lspci",
    "lsusb",
    "mount",
    "mountpoint",
    "mpstat",
    "netstat",
    "pgrep",
    "pidof",
    "ps",
    "pstree",
    "pwdx",
    "service",
    "ss",
    "sysctl",
    "systemctl",
    "top",
    "uptime",
    "users",
    "vmstat",
    "w",
    "who",
];

/// Whether a read of this place is harmless in a confined run: what it is only the run knows, and that it is a read is
/// certain.
pub(super) fn may_hold(
    effect: &Effect,
    place: &Place,
    gathered: &Gathered,
    situation: &Situation,
) -> bool {
    // What a file name that is taken for an option makes a command do is no read that is known.
    if effect.kind != EffectKind::Read
        || place.class != PlaceClass::Unknown
        || effect.only_if_option
    {
        return false;
    }
    if place.canonical.is_empty() {
        let script = &gathered.script;
        // What a wrapper adds behind all words has no word of its own.
        let command = script.commands.get(effect.command as usize);
        if command.is_some_and(|command| command.open_ended && command.span == effect.span) {
            return true;
        }
        return word_of(script, effect)
            .is_some_and(|word| is_open(script, word, situation) && !leads_away(script, word));
    }
    // Links below a directory may lead anywhere.
    place.kind == PlaceKind::Directory
        && effect.exact
        && effect.recursive
        && effect.follows_links
        && is_readable(Path::new(&place.canonical), situation)
}

/// Whether the run makes a path of a word, and nothing says that it will be one elsewhere: what is sure to be refused is
/// better asked about.
fn is_open(script: &Script, word: &Word, situation: &Situation) -> bool {
    let mut is_made_by_run = false;
    for piece in script.pieces(word) {
        match piece.kind {
            _ if piece.literal.is_some() => {}
            PieceKind::Variable
            | PieceKind::CommandSubstitution
            | PieceKind::Arithmetic
            | PieceKind::Placeholder => is_made_by_run = true,
            // Alone it is looked at before.
            PieceKind::Glob if is_made_by_run => {}
            PieceKind::Glob
            | PieceKind::Literal
            | PieceKind::Tilde
            | PieceKind::Brace
            | PieceKind::ProcessSubstitution => return false,
        }
    }
    let prefix = Path::new(&word.prefix);
    let climbs = prefix.components().any(|part| part == Component::ParentDir);
    is_made_by_run && !climbs && (!prefix.is_absolute() || is_readable(prefix, situation))
}

/// Whether a word in which a wrapper puts something, such as `/etc/{}`, is written as one that leads elsewhere.
fn leads_away(script: &Script, word: &Word) -> bool {
    let mut pieces = script.pieces(word).iter();
    let text = script.text(word.span).trim_start_matches(['"', '\'', '\\']);
    pieces.any(|piece| piece.kind == PieceKind::Placeholder)
        && (text.starts_with(['/', '~']) || text.contains(".."))
}

fn is_readable(path: &Path, situation: &Situation) -> bool {
    readable(situation)
        .iter()
        .any(|open| path.starts_with(open))
}

/// Whether a command reads what only the run knows.
pub(super) fn needs(index: u32, gathered: &Gathered, situation: &Situation) -> bool {
    let effects = gathered.resolved.iter();
    effects
        .filter(|one| one.effect.command == index)
        .any(|one| {
            let mut places = one.places.iter();
            places.any(|place| may_hold(&one.effect, place, gathered, situation))
        })
}

/// Why nothing of this script can run confined. None: it can.
pub(super) fn obstacle(gathered: &Gathered, situation: &Situation) -> Option<String> {
    if let Err(why) = &situation.walls.confined {
        return Some(format!(
            "the walls that could keep it to where it may read can't be put up: {why}"
        ));
    }
    let script = &gathered.script;
    let mut names = script
        .commands
        .iter()
        .filter_map(|command| script.name(command));
    let teller = names.find(|name| {
        let name = name.rsplit('/').next().unwrap_or(name);
        TELLS_OF_MACHINE.contains(&name)
    })?;
    Some(format!(
        "the walls that could keep it to where it may read would keep `{teller}` from the machine's processes"
    ))
}

/// Whether what a deny rule may meet is only what walls close anyway, as the rule names a path (R6.3).
pub(super) fn holds(hit: &Hit, gathered: &Gathered, situation: &Situation) -> bool {
    hit.wish == Wish::Deny
        && hit.certainty == Certainty::Possible
        && hit
            .command
            .is_some_and(|command| needs(command, gathered, situation))
        && situation.rules.is_walled(hit.rule, anchors(situation))
        && !has_another_name(hit.rule, situation)
}

/// Whether a denied file has more names than the one that walls close: they hang on the file, and what opens its other
/// name opens it.
fn has_another_name(rule: u32, situation: &Situation) -> bool {
    let denied = situation.rules.fixed_paths(rule, anchors(situation));
    denied
        .iter()
        .any(|path| files::is_hard_linked(Path::new(path)))
}

/// Where confined runs may read: where nobody is asked about a read.
pub(super) fn readable(situation: &Situation) -> Vec<PathBuf> {
    let session = situation.roots.iter().chain([&situation.temp]).cloned();
    let public = classes::public_places().map(Path::to_owned);
    session.chain(public).collect()
}

/// Git settings of the person and where they lie are not to be read; git stops at one that it sees and can't open.
pub(super) fn environment() -> [(String, String); 2] {
    ["GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"].map(|name| (name.to_owned(), "/dev/null".to_owned()))
}
