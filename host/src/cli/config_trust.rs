//! `shellward config trust`: a person says that the settings files of a project are theirs (R4.4).

use std::path::Path;

use anyhow::Context as _;

use super::{args::ConfigTrustArguments, check, exit_code::Code, ui::Ui};
use crate::{
    config::{self, EnvVars, TrustStore, Trustable},
    untrusted::tame,
};

/// Longest line of a file that is shown, in characters.
const MAX_LINE_CHARS: usize = 200;

/// Asks. Whatever is no yes is a no.
fn is_confirmed(question: &str) -> bool {
    let asked = inquire::Confirm::new(question).with_default(false);
    asked.prompt().unwrap_or(false)
}

/// Runs it.
pub(super) fn trust(arguments: &ConfigTrustArguments, ui: &mut Ui) -> anyhow::Result<Code> {
    let environment = EnvVars::read()?;
    check::by_a_person(&environment, "trust settings")?;
    let directory = Path::new(".");
    config::make_state(&environment.state).context("the state directory")?;
    let mut store = TrustStore::open(&environment.state)?;
    if arguments.revoke {
        let project = config::project_of(&environment, directory)?;
        for file in config::layer_files(&environment, Some(&project)) {
            let path = file.file.path();
            if file.layer.is_in_tree() && store.revoke(path) {
                ui.say(&format!("{} is not trusted any more.", path.display()));
            }
        }
        store.save().context("the trusted files")?;
        return Ok(Code::Fine);
    }
    let found = config::trustable(&environment, directory)?;
    let new: Vec<&Trustable> = found.iter().filter(|file| !store.trusts(file)).collect();
    if new.is_empty() {
        ui.say("There is nothing to trust: no settings file in this project, or all are trusted.");
        return Ok(Code::Fine);
    }
    for file in new {
        show(file, ui)?;
        if !(arguments.yes || Ui::can_ask() && is_confirmed("Trust it as it is now?")) {
            ui.say(if Ui::can_ask() {
                "It is not trusted: you said no."
            } else {
                "It is not trusted (hint: answer on a terminal, or use --yes)."
            });
            return Ok(Code::Asked);
        }
        store.trust(file);
        ui.say(&format!("{} is trusted.", file.path.display()));
    }
    store.save().context("the trusted files")?;
    Ok(Code::Fine)
}

fn show(file: &Trustable, ui: &mut Ui) -> anyhow::Result<()> {
    ui.data(&format!("{}:\n", file.path.display()))?;
    for line in file.text.lines() {
        ui.data(&format!("  {}\n", tame(line, MAX_LINE_CHARS)))?;
    }
    for name in file.names() {
        ui.data(&format!(
            "It names {}, which is trusted with it.\n",
            name.display()
        ))?;
    }
    Ok(())
}
