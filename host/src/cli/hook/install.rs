//! Writes the hook into the settings of an agent, and takes it out: shown first where that is wanted, atomic, all else kept.

use std::{
    fs,
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use anyhow::Context as _;

use super::{
    super::{
        args::{Agent, InstallArguments},
        exit_code::Code,
        ui::Ui,
    },
    json::Object,
    settings,
};
use crate::config::EnvVars;

/// Names the folder of the agent's settings.
const FOLDER_VARIABLE: &str = "CLAUDE_CONFIG_DIR";
/// Lines shown around a change.
const CONTEXT: usize = 3;

/// Adds the hook.
pub(super) fn install(arguments: &InstallArguments, ui: &mut Ui) -> anyhow::Result<Code> {
    let program = std::env::current_exe().context("finding this program")?;
    let program = program
        .to_str()
        .context("the path of this program is not valid UTF-8")?;
    change(arguments, ui, |settings| settings::add(settings, program))
}

/// Takes it out.
pub(super) fn uninstall(arguments: &InstallArguments, ui: &mut Ui) -> anyhow::Result<Code> {
    change(arguments, ui, |settings| {
        settings::remove(settings);
        Ok(())
    })
}

fn change(
    arguments: &InstallArguments,
    ui: &mut Ui,
    edit: impl FnOnce(&mut Object) -> anyhow::Result<()>,
) -> anyhow::Result<Code> {
    let file = match &arguments.file {
        Some(file) => file.clone(),
        None => own_file(arguments.agent)?,
    };
    // A link stays one; what it leads to is written.
    let file = fs::canonicalize(&file).unwrap_or(file);
    let about = || format!("the agent's settings {}", file.display());
    let old = read(&file).with_context(about)?;
    let before = settings::read(old.as_deref()).with_context(about)?;
    let mut after = before.clone();
    edit(&mut after).with_context(about)?;
    if after == before {
        ui.say(&format!("{}: nothing to change", file.display()));
        return Ok(Code::Fine);
    }
    let new = settings::write(&after)?;
    let shown = diff(old.as_deref().unwrap_or(""), &new);
    let name = file.display();
    ui.data(&format!("--- {name}\n+++ {name}\n{shown}"))?;
    if arguments.dry_run {
        ui.say("nothing was written");
        return Ok(Code::Fine);
    }
    write(&file, old.as_deref(), &new).with_context(about)?;
    ui.say(&format!("{name}: written"));
    Ok(Code::Fine)
}

fn own_file(agent: Agent) -> anyhow::Result<PathBuf> {
    let Agent::ClaudeCode = agent;
    let environment = EnvVars::read()?;
    let mut variables = environment.inherited.iter();
    let folder = variables
        .find(|(name, value)| name == FOLDER_VARIABLE && !value.is_empty())
        .map_or_else(
            || environment.home.join(".claude"),
            |(_, value)| PathBuf::from(value),
        );
    Ok(folder.join("settings.json"))
}

fn read(file: &Path) -> io::Result<Option<String>> {
    match fs::read_to_string(file) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Writes the file in one step, unless somebody else changed it meanwhile.
fn write(file: &Path, old: Option<&str>, new: &str) -> anyhow::Result<()> {
    let folder = file.parent().context("it has no folder")?;
    fs::create_dir_all(folder)?;
    let mut next = tempfile::NamedTempFile::new_in(folder)?;
    next.write_all(new.as_bytes())?;
    if let Ok(metadata) = fs::metadata(file) {
        next.as_file().set_permissions(metadata.permissions())?;
    }
    next.as_file().sync_all()?;
    anyhow::ensure!(
        read(file)?.as_deref() == old,
        "somebody changed it meanwhile (hint: try again)"
    );
    next.persist(file)?;
    Ok(())
}

/// The one stretch of lines that differs, with some around it.
fn diff(old: &str, new: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let alike = |pairs: &mut dyn Iterator<Item = (&&str, &&str)>| {
        pairs.take_while(|(old, new)| old == new).count()
    };
    let start = alike(&mut old.iter().zip(&new));
    let rest = old.len().min(new.len()) - start;
    let end = alike(&mut old.iter().rev().zip(new.iter().rev())).min(rest);
    let from = start.saturating_sub(CONTEXT);
    let shown = |mark: &str, all: &[&str], from: usize, to: usize| {
        let lines = all.iter().take(to).skip(from);
        let marked: Vec<String> = lines.map(|line| format!("{mark}{line}\n")).collect();
        marked.concat()
    };
    let until = (new.len() - end + CONTEXT).min(new.len());
    [
        format!("@@ line {} @@\n", start + 1),
        shown(" ", &new, from, start),
        shown("-", &old, start, old.len() - end),
        shown("+", &new, start, new.len() - end),
        shown(" ", &new, new.len() - end, until),
    ]
    .concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diff_shows_what_differs_with_three_lines_around_it() {
        let old = "1\n2\n3\n4\n5\n6\n7\n8\n";
        let new = "1\n2\n3\n4\nx\n6\n7\n8\n";
        assert_eq!(
            diff(old, new),
            "@@ line 5 @@\n 2\n 3\n 4\n-5\n+x\n 6\n 7\n 8\n"
        );
        assert_eq!(diff("", "a\n"), "@@ line 1 @@\n+a\n");
        assert_eq!(diff("a\na\n", "a\n"), "@@ line 2 @@\n a\n-a\n");
    }
}
