//! What rules cost: the same decisions against none and against 500, interleaved in one run, so that the ratio holds
//! whatever the machine is doing.
//!
//! `cargo bench --bench deciding` makes 10 000 decisions with each; the number can be given: `… -- 500`.
#![expect(
    clippy::print_stdout,
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a benchmark prints, may panic, and looks for tools where they are"
)]

use std::{
    hint::black_box,
    path::Path,
    time::{Duration, Instant},
};

use shellward::{
    Call, Runtime, RuntimeOptions, Session,
    config::{ConfigFile, EnvVars, Settings},
    guest::{Allocation, default_specs},
    rules::{Rule, RuleSet, Source, Wish},
};

/// Decisions with each set of rules, unless told otherwise.
const DECISIONS: usize = 10_000;

/// Rules in the large set.
const RULES: usize = 500;

/// What is decided: harmless, changing, long, unknown, and not fully understood.
const COMMANDS: [&str; 8] = [
    "ls",
    "git status && ls -la | grep foo",
    "grep -rn 'TODO' src | sort | uniq -c | head -20",
    "npm test 2>&1 | tail -5",
    "for f in *.rs; do head -1 \"$f\" | grep -c '^//'; done",
    "timeout 300 cargo build --release",
    "rm -rf build && mkdir build",
    "cat \"$(git ls-files | head -1)\"",
];

fn main() {
    let decisions = std::env::args()
        .skip(1)
        .find_map(|argument| argument.parse().ok())
        .unwrap_or(DECISIONS);
    let directory = tempfile::tempdir_in("/var/tmp").unwrap();
    let project = directory.path().join("project");
    std::fs::create_dir_all(&project).unwrap();
    let bare = runtime(directory.path(), RuleSet::default());
    let ruled = runtime(directory.path(), many_rules());
    let mut sessions = [
        bare.session(&project).unwrap(),
        ruled.session(&project).unwrap(),
    ];
    // Without what was remembered, and with it.
    let mut totals = [[Duration::ZERO; 2]; 2];
    for round in 0..decisions {
        let command = COMMANDS[round % COMMANDS.len()];
        // Who comes first changes, so that neither is always the one with warm caches.
        let order = if (round / COMMANDS.len()).is_multiple_of(2) {
            [0, 1]
        } else {
            [1, 0]
        };
        for index in order {
            sessions[index].forget();
            totals[0][index] += time(&mut sessions[index], command);
            totals[1][index] += time(&mut sessions[index], command);
        }
    }
    let micro =
        |total: Duration| total.as_secs_f64() * 1e6 / f64::from(u32::try_from(decisions).unwrap());
    println!("deciding, {decisions} times with each set of rules, mean in µs\n");
    println!(
        "{:>8} {:>11} {:>6}",
        "no rule",
        format!("{RULES} rules"),
        "ratio"
    );
    for (name, [none, many]) in ["decided anew", "judgements remembered"].iter().zip(totals) {
        let ratio = many.as_secs_f64() / none.as_secs_f64();
        println!(
            "{:>8.1} {:>11.1} {ratio:>6.2}  {name}",
            micro(none),
            micro(many)
        );
    }
    println!("\nwanted: at most 1.3");
}

fn time(session: &mut Session, command: &str) -> Duration {
    let call = Call::new(command).unwrap();
    let start = Instant::now();
    drop(black_box(session.check(call).unwrap()));
    start.elapsed()
}

/// Rules as people write them: many on tools, some on files.
fn many_rules() -> RuleSet {
    let mut rules = RuleSet::default();
    let source = || Source {
        layer: "user".to_owned(),
        file: None,
        line: None,
    };
    for number in 0..RULES {
        let (wish, text) = match number % 10 {
            0..=3 => (Wish::Allow, format!("Bash(tool{number} run:*)")),
            4 => (Wish::Allow, format!("Bash(npm run script{number})")),
            5 => (Wish::Allow, format!("Bash(git * branch{number})")),
            6 => (Wish::Deny, format!("Bash(git push remote{number}:*)")),
            7 => (Wish::Ask, format!("Bash(* --flag{number} *)")),
            8 => (Wish::Deny, format!("Read(./secret{number}/**)")),
            _ => (Wish::Deny, format!("Edit(**/*.generated{number})")),
        };
        rules
            .add(wish, Rule::parse(&text).unwrap(), source())
            .unwrap();
    }
    rules
}

fn runtime(directory: &Path, rules: RuleSet) -> Runtime {
    let path = std::env::var("PATH").unwrap();
    let mut settings = Settings::with_policies(default_specs());
    settings.rules = rules;
    Runtime::build(RuntimeOptions {
        environment: EnvVars {
            inherited: vec![("PATH".to_owned(), path.clone())],
            not_text: Vec::new(),
            shell_wish: Some("/bin/bash".to_owned()),
            login_shell: None,
            path: path.split(':').map(str::to_owned).collect(),
            home: directory.to_owned(),
            config: ConfigFile::Own(directory.join("config.toml")),
            config_folder: directory.join("config"),
            state: directory.join("state"),
        },
        settings,
        allocation: Allocation::Pooled,
        warden: None,
    })
    .unwrap()
}
