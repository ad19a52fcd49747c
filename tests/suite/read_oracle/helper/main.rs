//! Stands in for every program that a script may name, and notes how it was called; as `driver` it runs the scripts.
//!
//! Built by the oracle with nothing but the standard library: it is started about ten times for each script, so it must be
//! small. It runs only inside the oracle's walls, where its log lies at a fixed place: a script may clear the
//! environment, close descriptors and go elsewhere, and is noted all the same.
#![forbid(unsafe_op_in_unsafe_fn)]

#[path = "../wire.rs"]
mod wire;

mod driver;

use std::{
    env, fs,
    io::Write as _,
    os::unix::{ffi::OsStrExt as _, process::CommandExt as _},
    path::Path,
    process::{Command, ExitCode},
};

use wire::Message;

/// Where calls are noted.
const LOG: &str = "/log/calls";
/// Where the programs are that also do what they are for.
const REAL: &str = "/real";
/// The name under which a shell reports a command that it did not find.
const NOT_FOUND: &str = "not-found";
/// Variables noted with each call begin with one of these letters and have one or two characters.
const NOTED: &[u8] = b"ABVXY";

fn main() -> ExitCode {
    let program = env::current_exe().unwrap_or_default();
    let name = program.file_name().unwrap_or_default().to_owned();
    if name == "driver" {
        return driver::run();
    }
    let arguments: Vec<_> = env::args_os().collect();
    note(&program, &arguments);
    if name == NOT_FOUND {
        return ExitCode::from(127);
    }
    let real = Path::new(REAL).join(&name);
    if real.exists() {
        let error = Command::new(real)
            .arg0(arguments.first().unwrap_or(&name))
            .args(arguments.iter().skip(1))
            .exec();
        eprintln!("recorder: {error}");
        return ExitCode::from(126);
    }
    // With a blank, a newline and a glob, so that splitting what a command prints shows. The reader may be gone.
    _ = std::io::stdout().write_all(b"one two\na*\n");
    let answers = matches!(
        name.as_bytes(),
        b"grep" | b"egrep" | b"rg" | b"diff" | b"cmp" | b"rec3" | b"git" | b"make" | b"cargo"
    );
    let sum = arguments
        .iter()
        .flat_map(|argument| argument.as_bytes())
        .fold(0_u8, |sum, byte| sum.wrapping_add(*byte));
    ExitCode::from(u8::from(answers && sum % 2 == 1))
}

/// Notes a call in one write, so that calls at the same time don't mix.
fn note(program: &Path, arguments: &[std::ffi::OsString]) {
    let mut message = Message::default();
    let arguments: Vec<&[u8]> = arguments.iter().map(|one| one.as_bytes()).collect();
    let cwd = env::current_dir().unwrap_or_default();
    message.add(program.as_os_str().as_bytes());
    message.add(cwd.as_os_str().as_bytes());
    message.add_all(&arguments);
    let variables: Vec<Vec<u8>> = env::vars_os()
        .filter(|(name, _)| {
            let name = name.as_bytes();
            name.len() <= 2 && name.first().is_some_and(|first| NOTED.contains(first))
        })
        .map(|(name, value)| [name.as_bytes(), b"=", value.as_bytes()].concat())
        .collect();
    message.add_all(&variables);
    let log = fs::OpenOptions::new().append(true).create(true).open(LOG);
    let written = log.and_then(|mut log| log.write_all(&message.framed()));
    if let Err(error) = written {
        // The oracle sees this on standard error, if it is open; a call that is not noted is only not compared.
        eprintln!("recorder: {error}");
    }
}
