//! A program that embeds shellward: `cargo run --example embed -- 'git status'`.
//!
//! It decides a command, asks on standard input where a person must be asked, runs it and shows what came of it. The two
//! things that an embedder must not forget are the first line of `main`, and that only a yes of a person may reach
//! `approve`.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "an example talks to the person who started it"
)]

use std::{
    io::{self, Write as _},
    path::Path,
};

use shellward::{
    Call, Runtime, RuntimeOptions,
    decide::{Decision, Next, Permit, Question},
};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Before anything else: this process may be the warden of another one.
    shellward::warden::enter();

    let command = std::env::args().nth(1).ok_or("name a command")?;
    let runtime = Runtime::build(RuntimeOptions::from_environment()?)?;
    // A policy that can't be loaded makes every command ask; it is better said once than wondered about.
    for fault in runtime.faults() {
        eprintln!("warning: {fault}");
    }

    // One session for each agent: it keeps the working directory from call to call.
    let mut session = runtime.session(Path::new("."))?;
    let (decision, next) = session.decide(Call::new(command)?)?;
    let Some(permit) = permit_of(&decision, next)? else {
        println!("it did not run");
        return Ok(());
    };
    let outcome = session.run(permit).await?;
    print!("{}", outcome.stdout.text);
    eprint!("{}", outcome.stderr.text);
    println!("exit {}, walls {}", outcome.exit_code, outcome.walls);
    if let Some(meaning) = &outcome.meaning.message {
        println!("that means: {meaning}");
    }
    Ok(())
}

/// Returns what allows the run: the decision itself, or a person's yes.
fn permit_of(decision: &Decision, next: Next) -> io::Result<Option<Permit>> {
    match next {
        Next::Run(permit) => Ok(Some(permit)),
        Next::Ask(question) => ask(decision, question),
        Next::Refuse => {
            println!("denied: {}", decision.reason.message);
            Ok(None)
        }
    }
}

fn ask(decision: &Decision, question: Question) -> io::Result<Option<Permit>> {
    println!("{}", decision.reason.message);
    println!("walls: {}", decision.walls.because);
    print!("Run it this once? [y/N] ");
    io::stdout().flush()?;
    let mut answer = String::new();
    io::stdin().read_line(&mut answer)?;
    // Whatever is not a clear yes is a no.
    Ok((answer.trim() == "y").then(|| question.approve()))
}
