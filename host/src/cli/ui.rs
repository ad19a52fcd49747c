//! The only printer. Data goes to standard output, talk to standard error; colours only where they are wanted.

use std::io::{self, IsTerminal as _, Write as _};

use anstyle::{AnsiColor, Style};

use crate::judge::Verdict;

/// What is good.
pub(super) const GOOD: Style = AnsiColor::Green.on_default().bold();
/// What is to be looked at.
pub(super) const CARE: Style = AnsiColor::Yellow.on_default().bold();
/// What is bad.
pub(super) const BAD: Style = AnsiColor::Red.on_default().bold();
/// What is beside the point.
pub(super) const FAINT: Style = Style::new().dimmed();
/// What heads something.
pub(super) const HEAD: Style = Style::new().bold();

/// Standard output and standard error of this process.
pub(super) struct Ui {
    out: anstream::AutoStream<io::Stdout>,
    err: anstream::AutoStream<io::Stderr>,
    in_progress: bool,
}

impl Ui {
    /// Takes hold of both. Colours follow the terminal and `NO_COLOR`.
    pub(super) fn new() -> Self {
        Self {
            out: anstream::AutoStream::auto(io::stdout()),
            err: anstream::AutoStream::auto(io::stderr()),
            in_progress: false,
        }
    }

    /// Prints data.
    pub(super) fn data(&mut self, text: &str) -> anyhow::Result<()> {
        self.out.write_all(text.as_bytes())?;
        Ok(())
    }

    /// Prints data as it is, byte for byte: what a command printed may have colours of its own.
    pub(super) fn raw(&mut self, text: &str) -> anyhow::Result<()> {
        let mut out = self.out.as_inner();
        out.write_all(text.as_bytes())?;
        out.flush()?;
        Ok(())
    }

    /// Prints to standard error as it is.
    pub(super) fn raw_error(&mut self, text: &str) -> anyhow::Result<()> {
        let mut err = self.err.as_inner();
        err.write_all(text.as_bytes())?;
        Ok(())
    }

    /// Says something. That it can't be said is no reason to stop.
    pub(super) fn say(&mut self, text: &str) {
        writeln!(self.err, "{text}").ok();
    }

    /// Shows how far something is, in place of what was shown before. Nothing off a terminal.
    pub(super) fn progress(&mut self, text: &str) {
        if io::stderr().is_terminal() {
            write!(self.err, "\r\x1b[K{FAINT}{text}{FAINT:#}").ok();
            self.err.flush().ok();
            self.in_progress = true;
        }
    }

    /// Takes it away again.
    pub(super) fn end_progress(&mut self) {
        if self.in_progress {
            write!(self.err, "\r\x1b[K").ok();
            self.err.flush().ok();
            self.in_progress = false;
        }
    }

    /// Says that something failed, with those of its causes that it doesn't name itself.
    pub(super) fn error(&mut self, error: &anyhow::Error) {
        let mut text = String::new();
        for cause in error.chain().map(ToString::to_string) {
            if text.is_empty() {
                text = cause;
            } else if !text.contains(&cause) {
                text = format!("{text}: {cause}");
            }
        }
        self.say(&format!("{BAD}error{BAD:#}: {text}"));
    }

    /// Whether a person may be looking at what is said.
    pub(super) fn is_watched() -> bool {
        io::stderr().is_terminal()
    }

    /// Whether a person can be asked: they see the question and can type.
    pub(super) fn can_ask() -> bool {
        io::stdin().is_terminal() && io::stderr().is_terminal()
    }
}

/// Whether an error only says that whoever read our output is gone.
pub(super) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// Returns the colour of a verdict.
pub(super) const fn style_of(verdict: Verdict) -> Style {
    match verdict {
        Verdict::Allow => GOOD,
        Verdict::Pass | Verdict::Ask => CARE,
        Verdict::Deny => BAD,
    }
}
