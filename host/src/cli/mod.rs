//! The command line. It uses only what the library offers: what it can't do, an embedder can't do.

mod approve;
mod args;
mod batch;
mod check;
mod config;
mod config_edit;
mod config_trust;
mod diff;
mod draw;
mod exit_code;
mod explain;
mod hook;
mod render;
mod run;
mod schema;
mod ui;

use std::process::ExitCode;

use clap::Parser as _;

use self::{
    args::{Arguments, Command},
    exit_code::Code,
    ui::Ui,
};

/// Runs the command line of this process and returns its exit code.
pub fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let mut ui = Ui::new();
    let result = match arguments.command {
        Command::Run(arguments) => run::run(&arguments, &mut ui),
        Command::Check(arguments) => check::check(arguments, &mut ui),
        Command::Explain(arguments) => explain::explain(arguments, &mut ui),
        Command::Hook(command) => hook::hook(command, &mut ui),
        Command::Schema(arguments) => schema::schema(&arguments, &mut ui),
        Command::Config(command) => config::config(&command, &mut ui),
    };
    let code = result.unwrap_or_else(|error| {
        // Whoever reads our output is gone: there is nobody left to tell.
        if ui::is_broken_pipe(&error) {
            return Code::Fine;
        }
        ui.error(&error);
        Code::Failed
    });
    code.into()
}
