//! What runs inside the walls: this test program once more, which starts one command after the other.
//!
//! Commands come from a file and results go to another, so no text is ever read by a shell. Before each command the
//! driver tries to open a file of a certain name: so it is seen in the trace where one ends and the next begins.

use std::{
    fs,
    io::Read,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

/// Variable that says where the exchange is. Only the walls set it.
pub(super) const EXCHANGE: &str = "SHELLWARD_ORACLE_EXCHANGE";
/// Variable that says how many milliseconds a command may take.
pub(super) const PATIENCE: &str = "SHELLWARD_ORACLE_PATIENCE";
/// Variable of the driver alone that no command may print: it stands for secrets of other processes.
pub(super) const SECRET: &str = "SHELLWARD_ORACLE_SECRET";
/// Its value.
pub(super) const SECRET_VALUE: &str = "kept-by-another-process";
/// Name of this file's test, which is the driver.
pub(super) const TEST: &str = "oracle::driver::runs_commands_inside_the_walls";
/// How the name begins that is opened before each command; its number follows.
pub(super) const MARK: &str = "/shellward-oracle-case/";
/// Most bytes that are kept of what a command prints. One that prints more is ended.
const MOST_OUTPUT: usize = 256 * 1024;

/// Writes commands down for the driver: the count of words, then each word, with a zero byte behind each.
pub(super) fn encode<'c>(commands: impl Iterator<Item = &'c [String]>) -> Vec<u8> {
    let mut bytes = Vec::new();
    for words in commands {
        let count = words.len().to_string();
        for word in [&count].into_iter().chain(words) {
            bytes.extend(word.as_bytes());
            bytes.push(0);
        }
    }
    bytes
}

fn decode(text: &str) -> Vec<Vec<&str>> {
    let mut commands = Vec::new();
    let mut fields = text.split('\0');
    while let Some(count) = fields.next().and_then(|count| count.parse().ok()) {
        commands.push(fields.by_ref().take(count).collect());
    }
    commands
}

#[test]
fn runs_commands_inside_the_walls() {
    let Some(exchange) = std::env::var_os(EXCHANGE).map(PathBuf::from) else {
        return;
    };
    let patience = std::env::var(PATIENCE).expect("the walls say how long to wait");
    let patience = Duration::from_millis(patience.parse().expect("a number"));
    let commands = fs::read_to_string(exchange.join("commands")).expect("there are commands");
    let project = exchange.parent().expect("it is below the project");
    for (number, words) in decode(&commands).iter().enumerate() {
        drop(fs::File::open(format!("{MARK}{number}")));
        let output = run(words, project, patience);
        fs::write(exchange.join(format!("output-{number}")), output).expect("results are kept");
    }
    fs::write(exchange.join("done"), "").expect("results are kept");
}

/// Runs one command and returns what it printed.
fn run(words: &[&str], project: &Path, patience: Duration) -> Vec<u8> {
    let (program, arguments) = words.split_first().expect("a command has a name");
    let name = Path::new(program)
        .file_name()
        .expect("a program has a name");
    let mut command = Command::new(program);
    std::os::unix::process::CommandExt::arg0(&mut command, name);
    let child = command
        .args(arguments)
        .current_dir(project)
        .env_clear()
        .envs(environment(project))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    match child {
        Ok(child) => wait(child, patience),
        Err(error) => error.to_string().into_bytes(),
    }
}

fn environment(project: &Path) -> Vec<(&'static str, std::ffi::OsString)> {
    vec![
        (
            "PATH",
            "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin".into(),
        ),
        ("HOME", project.join("home").into()),
        ("LC_ALL", "C".into()),
        ("TMPDIR", "/tmp".into()),
        ("TERM", "dumb".into()),
        ("GIT_CONFIG_NOSYSTEM", "1".into()),
        ("GIT_OPTIONAL_LOCKS", "0".into()),
    ]
}

/// Waits for a command to end, or ends it.
fn wait(mut child: Child, patience: Duration) -> Vec<u8> {
    let readers = [
        child.stdout.take().map(collect),
        child.stderr.take().map(collect),
    ];
    let start = Instant::now();
    let mut pause = Duration::from_micros(200);
    while matches!(child.try_wait(), Ok(None)) {
        if start.elapsed() > patience {
            drop(child.kill());
            drop(child.wait());
            break;
        }
        std::thread::park_timeout(pause);
        pause = (pause * 2).min(Duration::from_millis(5));
    }
    let mut output = Vec::new();
    for reader in readers.into_iter().flatten() {
        // What the command left running may hold the pipe open; then nobody waits for the rest.
        while !reader.is_finished() && start.elapsed() < patience * 2 {
            std::thread::park_timeout(Duration::from_micros(200));
        }
        if reader.is_finished() {
            output.extend(reader.join().expect("pipes can be read"));
        }
    }
    output
}

/// Reads a pipe to its end, or as much as is kept; then it is closed, which ends who writes on.
fn collect(pipe: impl Read + Send + 'static) -> std::thread::JoinHandle<Vec<u8>> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let most = u64::try_from(MOST_OUTPUT).expect("it is small");
        drop(pipe.take(most).read_to_end(&mut bytes));
        bytes
    })
}

#[test]
fn commands_come_back_as_they_were_written_down() {
    let commands = [
        vec!["ls".to_owned(), "-l".to_owned(), String::new()],
        vec!["printf".to_owned(), "a\n\"b'".to_owned()],
    ];
    let bytes = encode(commands.iter().map(Vec::as_slice));
    let text = String::from_utf8(bytes).expect("it is text");
    assert_eq!(decode(&text), commands);
}
