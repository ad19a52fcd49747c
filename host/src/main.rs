//! The command `shellward`: becomes the warden if it was started as one, otherwise hands over to the command line.

use std::process::ExitCode;

fn main() -> ExitCode {
    shellward::warden::enter();
    shellward::cli::main()
}
