//! The arguments, as typed. Help is generated from here.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use super::{config_edit::EditArguments, exit_code::TABLE};
use crate::{config::parse_mode, judge::Mode};

/// Runs shell commands for AI agents and keeps people safe while it does.
///
/// A command is read, judged by policies, decided, walled in, run and explained. Plainly harmless commands run without
/// asking; what is not understood is asked about, never allowed.
#[derive(Debug, Parser)]
#[command(name = "shellward", version, after_help = TABLE)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub(super) command: Command,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Run a command, if it may run.
    ///
    /// What must be asked is asked on the terminal. Without a terminal it does not run, and the answer says why. What the
    /// command prints is shown when it has ended; what is too long for that is kept in a file.
    #[command(after_help = TABLE)]
    Run(RunArguments),
    /// Say whether a command would run, without running it.
    #[command(after_help = TABLE)]
    Check(CheckArguments),
    /// Show why: what was read, what it does, which places it touches, which walls it would have.
    #[command(after_help = TABLE, long_about = EXPLAIN)]
    Explain(ExplainArguments),
    /// Answer the hook of an agent, or set it up.
    #[command(subcommand)]
    Hook(HookCommand),
    /// Print the JSON Schema of a form.
    Schema(SchemaArguments),
    /// Show settings and where they come from, write rules, and trust the settings of a project.
    #[command(subcommand)]
    Config(ConfigCommand),
}

/// What a hook is to do.
#[derive(Debug, Subcommand)]
pub(super) enum HookCommand {
    /// Answer Claude Code, which is about to run a tool.
    ///
    /// Its `PreToolUse` event is read from standard input, and the answer is allow, ask or deny, with the reason. Only the tool
    /// `Bash` is judged. Whatever goes wrong here makes the answer ask.
    ClaudeCode(HookArguments),
    /// Add the hook to the settings of an agent. All else in them stays.
    Install(InstallArguments),
    /// Take the hook out of the settings of an agent again.
    Uninstall(InstallArguments),
}

#[derive(Debug, Args)]
pub(super) struct HookArguments {
    #[command(flatten)]
    pub(super) settings: SettingsArguments,
}

/// What to do with settings.
#[derive(Debug, Subcommand)]
pub(super) enum ConfigCommand {
    /// Show each setting with its value, its layer, file and line.
    Show(ConfigShowArguments),
    /// Print the settings that hold if you write none, with comments.
    Default,
    /// Print the JSON Schema of a settings file, for editors.
    Schema,
    /// Run what a rule matches without asking.
    Allow(EditArguments),
    /// Ask about what a rule matches.
    Ask(EditArguments),
    /// Never run what a rule matches.
    Deny(EditArguments),
    /// Take a rule out again.
    Revoke(EditArguments),
    /// Trust the settings files of this project as they are now, so that they may do more than deny and ask.
    ///
    /// It is asked first, on the terminal. A file that changes, or names a file that changes, is not trusted any more.
    Trust(ConfigTrustArguments),
}

#[derive(Debug, Args)]
pub(super) struct ConfigShowArguments {
    /// Print them as JSON.
    #[arg(long)]
    pub(super) json: bool,
    #[command(flatten)]
    pub(super) settings: SettingsArguments,
}

#[derive(Debug, Args)]
pub(super) struct InstallArguments {
    /// The agent.
    #[arg(value_enum)]
    pub(super) agent: Agent,
    /// Only show what would change.
    #[arg(long)]
    pub(super) dry_run: bool,
    /// The agent's settings file [default: `.claude/settings.json` in your home directory].
    #[arg(long, value_name = "FILE")]
    pub(super) file: Option<PathBuf>,
}

/// An agent whose hooks are known.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Agent {
    /// Claude Code.
    ClaudeCode,
}

#[derive(Debug, Args)]
pub(super) struct SchemaArguments {
    /// The form.
    #[arg(value_enum)]
    pub(super) form: SchemaForm,
}

/// A form with a schema.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum SchemaForm {
    /// A call: what a tool hands over.
    Call,
}

#[derive(Debug, Args)]
pub(super) struct ConfigTrustArguments {
    /// Take it back.
    #[arg(long)]
    pub(super) revoke: bool,
    /// Trust them without being asked.
    #[arg(long, short, conflicts_with = "revoke")]
    pub(super) yes: bool,
}

/// The form of a row, in and out.
const BATCH: &str = "\
Judge rows of JSON from standard input, each alone, and print a row for each, in the same order.

In:  {\"id\", \"command\", \"cwd\", \"home\", \"shell\", \"config\": {
       \"rules\": {\"allow\": [], \"ask\": [], \"deny\": []},
       \"sandbox\": {\"enabled\", \"auto_allow\", \"excluded\"},
       \"additional_dirs\": [], \"cwd\", \"shell\", \"mode\",
       \"params\": {\"disable_sandbox\"}}}
Out: {\"id\", \"decision\", \"reason\", \"step\", \"warnings\", \"effects\",
       \"suggestions\"}

Only \"command\" is needed. A path that does not exist is judged by its name, and walls
are taken as available.";

/// What the drawing shows.
const EXPLAIN: &str = "\
Show why: what was read, what it does, which places it touches, which walls it would have.

The script is drawn as it was read: its blocks, and in them the commands, each with the way in which
control reaches it, the values that are certain, what expands, and the wrappers that run it. Below
come effects with their places, everything that speaks for or against running, and the plan.";

/// Where settings come from.
#[derive(Debug, Args)]
pub(super) struct SettingsArguments {
    /// Settings file to use instead of your own (`shellward/config.toml` in your configuration directory).
    #[arg(long, value_name = "FILE")]
    pub(super) config: Option<PathBuf>,
    /// Stance: default, plan (only look), accept-edits (plain edits need no question) or dont-ask (what would be asked
    /// is denied).
    #[arg(long, value_name = "MODE", value_parser = parse_mode)]
    pub(super) mode: Option<Mode>,
}

#[derive(Debug, Args)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a flag of its own, as typed"
)]
pub(super) struct RunArguments {
    /// The shell command, as one argument.
    #[arg(value_name = "COMMAND")]
    pub(super) command: String,
    /// Approve what must be asked. Never what is denied.
    #[arg(long, short)]
    pub(super) yes: bool,
    /// Time limit in milliseconds [default: 120000].
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) timeout: Option<u64>,
    /// Print decision and outcome as one JSON object.
    #[arg(long)]
    pub(super) json: bool,
    /// Hand standard input on to the command. Otherwise it has none.
    #[arg(long)]
    pub(super) stdin: bool,
    /// Run it without walls. It is then asked about, unless it is harmless.
    #[arg(long)]
    pub(super) without_walls: bool,
    #[command(flatten)]
    pub(super) settings: SettingsArguments,
}

#[derive(Debug, Args)]
pub(super) struct CheckArguments {
    /// The shell command, as one argument.
    #[arg(
        value_name = "COMMAND",
        required_unless_present = "batch",
        conflicts_with = "batch"
    )]
    pub(super) command: Option<String>,
    /// Print the decision as JSON.
    #[arg(long, conflicts_with = "batch")]
    pub(super) json: bool,
    /// Judge rows of JSON from standard input, each alone, and print a row for each, in the same order.
    #[arg(long, long_help = BATCH)]
    pub(super) batch: bool,
    #[command(flatten)]
    pub(super) settings: SettingsArguments,
}

#[derive(Debug, Args)]
pub(super) struct ExplainArguments {
    /// The shell command, as one argument.
    #[arg(value_name = "COMMAND")]
    pub(super) command: String,
    #[command(flatten)]
    pub(super) settings: SettingsArguments,
}
