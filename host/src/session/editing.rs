//! Edits shown before they are made (R8.1): the call's own `sed` is run without `-i`, walled like any harmless command, and
//! what it prints is what will be written.

use std::path::Path;

use super::{Session, SessionError};
use crate::{
    call::{Call, PreparedEdit},
    decide::{Decision, Editing, Next},
    edit::unified,
    ids::Digest,
    judge::{EndingKind, Verdict},
    limits::{EDIT_TIME, MAX_EDIT_BYTES},
    plan::Shape,
    sys::files,
};

impl Session {
    /// Decides a call as [`Session::decide`] does. If it is nothing but an edit of files, what it will make of them is
    /// computed first: the question, or the permit, then has [`edits`](crate::decide::Question::edits), and running it
    /// writes exactly those. An edit that can't be computed is decided as any other command, and a note says why.
    ///
    /// # Errors
    /// As [`Session::decide`] and [`Session::run`].
    ///
    /// # Cancel safety
    /// Dropping the future ends what computes; nothing has been written.
    pub async fn decide_showing_edits(
        &mut self,
        call: Call,
    ) -> Result<(Decision, Next), SessionError> {
        let (decided, bond, cwd) = self.decide_with_walls(&call)?;
        let editing = decided.edit().filter(|_| {
            // What is denied is not even computed.
            decided.decision().verdict != Verdict::Deny
        });
        let Some(editing) = editing.cloned() else {
            return Ok(decided.next(bond, cwd));
        };
        match self.prepare(&editing).await {
            Ok(edits) => {
                // A hook may have changed the call.
                self.decide(decided.call().clone().with_edits(edits))
            }
            Err(why) => {
                let (mut decision, next) = decided.next(bond, cwd);
                decision.notes.push(format!(
                    "what it would change can't be shown beforehand: {why}"
                ));
                Ok((decision, next))
            }
        }
    }

    async fn prepare(&mut self, editing: &Editing) -> Result<Vec<PreparedEdit>, String> {
        let mut edits = Vec::new();
        for file in &editing.files {
            edits.push(self.prepare_one(editing, file).await?);
        }
        Ok(edits)
    }

    async fn prepare_one(
        &mut self,
        editing: &Editing,
        file: &Path,
    ) -> Result<PreparedEdit, String> {
        let before = content(file)?;
        let text = command(editing, file).ok_or("a file name is not valid UTF-8")?;
        let call = Call::new(text)
            .and_then(|call| call.with_timeout(EDIT_TIME))
            .map_err(|error| error.to_string())?;
        let permit = match self.decide(call).map_err(|error| error.to_string())? {
            (_, Next::Run(permit)) if permit.plan().shape == Shape::Observe => permit,
            (decision, _) => {
                return Err(format!(
                    "computing it is not harmless: {}",
                    decision.reason.message
                ));
            }
        };
        let finished = self
            .run_to_end(permit, MAX_EDIT_BYTES)
            .await
            .map_err(|error| error.to_string())?;
        if finished.ended != EndingKind::Exited || finished.exit_code != 0 {
            return Err(format!(
                "sed ended with {}: {}",
                finished.exit_code,
                finished.stderr.text.trim()
            ));
        }
        let after = finished
            .stdout_whole
            .filter(|after| after.len() <= MAX_EDIT_BYTES)
            .ok_or("the result is too large")?;
        // `sed` read the file at another time than we did.
        if content(file)? != before {
            return Err(format!("{} changes all the time", file.display()));
        }
        let name = self
            .roots
            .iter()
            .find_map(|root| file.strip_prefix(root).ok())
            .unwrap_or(file);
        Ok(PreparedEdit {
            path: file.to_owned(),
            base: Digest::of(&before),
            diff: unified(&name.to_string_lossy(), &before, &after),
            content: after,
        })
    }
}

fn content(file: &Path) -> Result<Vec<u8>, String> {
    match files::read_regular(file, MAX_EDIT_BYTES as u64) {
        Ok(Some(content)) => Ok(content),
        Ok(None) => Err(format!(
            "{} is no regular file of at most {MAX_EDIT_BYTES} bytes",
            file.display()
        )),
        Err(error) => Err(format!("{} can't be read: {error}", file.display())),
    }
}

/// The command that prints what the edit makes of one file.
fn command(editing: &Editing, file: &Path) -> Option<String> {
    let mut words = vec!["sed".to_owned()];
    words.extend(editing.options.iter().map(|option| quoted(option)));
    words.push("-e".to_owned());
    words.push(quoted(&editing.script));
    words.push("--".to_owned());
    words.push(quoted(file.to_str()?));
    Some(words.join(" "))
}

/// Quotes a word for a shell.
fn quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    #[test]
    fn the_command_that_computes_is_the_same_sed_without_i() {
        let editing = Editing {
            files: vec![PathBuf::from("/p/it's")],
            script: "s/'/\"/g".to_owned(),
            options: vec!["-E".to_owned()],
        };
        assert_eq!(
            command(&editing, &editing.files[0]).unwrap(),
            "sed '-E' -e 's/'\\''/\"/g' -- '/p/it'\\''s'"
        );
    }
}
