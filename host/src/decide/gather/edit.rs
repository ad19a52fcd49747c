//! Whether a call is nothing but an edit of files whose result can be computed beforehand (R8.1).

use std::path::{Path, PathBuf};

use crate::{
    call::PreparedEdit,
    decide::situation::Situation,
    judge::{Described, Effect, EffectKind, PlaceKind, Resolved, Site},
    limits::MAX_EDIT_FILES,
    read::{Reading, Script},
    span::Span,
    sys::files,
};

/// An edit, with the files it changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Editing {
    /// The files, without `..` and symbolic links.
    pub(crate) files: Vec<PathBuf>,
    /// The script of `sed`.
    pub(crate) script: String,
    /// Options that change what the script means.
    pub(crate) options: Vec<String>,
}

/// Finds the edit that the whole script is, if it is one: a single command, seen completely, whose every write goes to a
/// regular file that is there under this very name.
pub(super) fn gather(
    script: &Script,
    situation: &Situation,
    described: &Described,
    resolved: &[Resolved],
) -> Option<Editing> {
    let [edit] = described.edits.as_slice() else {
        return None;
    };
    let [command] = script.commands.as_slice() else {
        return None;
    };
    let is_alone = script.reading == Reading::Complete
        && script.texts.len() == 1
        // Neither a loop nor a redirect nor a sign stands around it.
        && script.text(command.span).trim() == script.source().trim()
        && script.assignments.is_empty()
        && script.redirects.is_empty()
        && command.wrappers.is_empty()
        && !command.background
        && !command.negated
        && command.cwds == [situation.facts.cwd.clone()];
    if !is_alone || edit.files.is_empty() || edit.files.len() > MAX_EDIT_FILES {
        return None;
    }
    let cwd = Path::new(&situation.facts.cwd);
    let files: Option<Vec<PathBuf>> = edit
        .files
        .iter()
        .map(|file| changed_file(file, cwd, resolved))
        .collect();
    let files = files?;
    let all_known = resolved
        .iter()
        .filter(|one| one.effect.kind.changes())
        .flat_map(|one| &one.places)
        .all(|place| {
            files
                .iter()
                .any(|file| *file == Path::new(&place.canonical))
        });
    all_known.then(|| Editing {
        files,
        script: edit.script.clone(),
        options: edit.options.clone(),
    })
}

/// The place of one file, if it is regular and no link: `sed` puts a file of its own in place of a link.
fn changed_file(file: &str, cwd: &Path, resolved: &[Resolved]) -> Option<PathBuf> {
    let mut writes = resolved.iter().filter(|one| {
        one.effect.kind.changes() && one.effect.exact && one.effect.target.as_deref() == Some(file)
    });
    let (Some(write), None) = (writes.next(), writes.next()) else {
        return None;
    };
    let [place] = write.places.as_slice() else {
        return None;
    };
    let path = PathBuf::from(&place.canonical);
    let is_regular = place.kind == PlaceKind::File && !files::is_link(&cwd.join(file));
    (is_regular && path.is_absolute()).then_some(path)
}

/// What prepared edits write, so that they pass the same checks as any other write (R1.2). What the command is known to
/// write already is not told twice.
pub(super) fn effects(
    edits: &[PreparedEdit],
    described: &[Effect],
    cwd: &str,
    span: Span,
) -> Vec<Effect> {
    let is_told = |path: &Path| {
        described.iter().any(|effect| {
            effect.kind == EffectKind::Write
                && effect.exact
                && effect.target.as_deref().is_some_and(|target| {
                    files::real_path(Path::new(cwd), Path::new(target)).as_deref() == Some(path)
                })
        })
    };
    edits
        .iter()
        .filter(|edit| !is_told(&edit.path))
        .map(|edit| Effect {
            command: 0,
            kind: EffectKind::Write,
            target: Some(edit.path.to_string_lossy().into_owned()),
            exact: true,
            recursive: false,
            follows_links: false,
            only_if_option: false,
            inside: false,
            no_file: false,
            site: Site::Local,
            span,
        })
        .collect()
}
