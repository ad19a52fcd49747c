//! Runs scripts one after the other, as the first process behind the walls: when one is done, or late, every process is
//! gone and every file is as before.

use std::{
    collections::BTreeMap,
    fs,
    io::{self, Write as _},
    os::unix::{ffi::OsStrExt as _, process::CommandExt as _},
    path::{Path, PathBuf},
    process::{Command, ExitCode, Stdio},
    sync::mpsc::{self, RecvTimeoutError},
    time::Duration,
};

use crate::{
    LOG,
    wire::{Message, Parts},
};

/// Where scripts may write; emptied after each.
const PLACES: [&str; 2] = ["/w", "/tmp"];
/// Where standard error of a script goes.
const STDERR: &str = "/log/stderr";
/// Where the script lies.
const SCRIPT: &str = "/log/script";
/// How much of a file or of standard error is sent back.
const KEPT_BYTES: usize = 16 * 1024;

/// What the kernel is asked for: resource, limit. Processes, file size, memory, core files.
const LIMITS: [(i32, u64); 4] = [(6, 400), (1, 1 << 20), (9, 4 << 30), (4, 0)];

const SIGKILL: i32 = 9;

#[repr(C)]
struct ResourceLimit {
    soft: u64,
    hard: u64,
}

unsafe extern "C" {
    fn kill(pid: i32, signal: i32) -> i32;
    fn waitpid(pid: i32, status: *mut i32, options: i32) -> i32;
    fn setrlimit(resource: i32, limit: *const ResourceLimit) -> i32;
}

/// Takes scripts until there are no more.
pub(crate) fn run() -> ExitCode {
    for (resource, limit) in LIMITS {
        let limit = ResourceLimit {
            soft: limit,
            hard: limit,
        };
        // SAFETY: the structure is the kernel's and lives through the call.
        if unsafe { setrlimit(resource, &raw const limit) } != 0 {
            eprintln!("driver: no limit {resource}");
            return ExitCode::FAILURE;
        }
    }
    let (mut stdin, mut stdout) = (io::stdin().lock(), io::stdout().lock());
    loop {
        let answer = match Parts::receive(&mut stdin) {
            Ok(None) => return ExitCode::SUCCESS,
            Ok(Some(request)) => serve(request),
            Err(error) => Err(error),
        };
        if let Err(error) = answer.and_then(|answer| answer.send(&mut stdout)) {
            eprintln!("driver: {error}");
            return ExitCode::FAILURE;
        }
    }
}

fn serve(mut request: Parts) -> io::Result<Message> {
    let limit = Duration::from_millis(request.number());
    let program = request.list();
    let environment = request.list();
    let files = request.list();
    let script = request.next().unwrap_or_default();
    let mut before = BTreeMap::new();
    for pair in files.chunks_exact(2) {
        let path = PathBuf::from(std::ffi::OsStr::from_bytes(&pair[0]));
        if pair[0].ends_with(b"/") {
            fs::create_dir_all(&path)?;
        } else {
            fs::create_dir_all(path.parent().unwrap_or(Path::new("/")))?;
            fs::write(&path, &pair[1])?;
            before.insert(path, pair[1].clone());
        }
    }
    fs::write(SCRIPT, script)?;
    let state = execute(&program, &environment, limit)?;
    let mut answer = Message::default();
    answer.add(state).add(kept(Path::new(STDERR)));
    let mut calls = Vec::new();
    let mut log = io::Cursor::new(fs::read(LOG).unwrap_or_default());
    while let Some(call) = frame(&mut log) {
        calls.push(call);
    }
    answer.add_all(&calls);
    answer.add_all(&changed(&before));
    clear()?;
    Ok(answer)
}

/// The next call of the log, as its bytes. What a killed recorder left unfinished is none.
fn frame(log: &mut io::Cursor<Vec<u8>>) -> Option<Vec<u8>> {
    use io::Read as _;
    let mut length = [0; 4];
    log.read_exact(&mut length).ok()?;
    let mut bytes = vec![0; u32::from_le_bytes(length) as usize];
    log.read_exact(&mut bytes).ok()?;
    Some(bytes)
}

/// Runs one shell and waits for everything that it started. Returns how it ended.
fn execute(program: &[Vec<u8>], environment: &[Vec<u8>], limit: Duration) -> io::Result<String> {
    let words: Vec<_> = program
        .iter()
        .map(|word| std::ffi::OsStr::from_bytes(word))
        .collect();
    let (first, rest) = words
        .split_first()
        .ok_or_else(|| io::Error::other("no program"))?;
    let name = Path::new(first).file_name().unwrap_or_default();
    let mut command = Command::new(first);
    command
        .arg0(name)
        .args(rest)
        .env_clear()
        .current_dir("/w/project")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(fs::File::create(STDERR)?);
    for variable in environment.chunks_exact(2) {
        command.env(
            std::ffi::OsStr::from_bytes(&variable[0]),
            std::ffi::OsStr::from_bytes(&variable[1]),
        );
    }
    let main = command.spawn()?.id() as i32;
    let (done, is_done) = mpsc::channel::<()>();
    let watch = std::thread::spawn(move || {
        let late = matches!(is_done.recv_timeout(limit), Err(RecvTimeoutError::Timeout));
        if late {
            // SAFETY: the first process of the namespace ends all others of it, and none outside.
            unsafe { kill(-1, SIGKILL) };
        }
        late
    });
    let mut state = String::new();
    loop {
        let mut status = 0;
        // SAFETY: the status lives through the call.
        let pid = unsafe { waitpid(-1, &raw mut status, 0) };
        if pid == main {
            state = match status & 0x7f {
                0 => format!("exit {}", (status >> 8) & 0xff),
                signal => format!("signal {signal}"),
            };
        } else if pid < 0 && io::Error::last_os_error().kind() != io::ErrorKind::Interrupted {
            break;
        }
    }
    _ = done.send(());
    drop(done);
    Ok(if watch.join().unwrap_or(true) {
        "late".to_owned()
    } else {
        state
    })
}

fn kept(path: &Path) -> Vec<u8> {
    let mut bytes = fs::read(path).unwrap_or_default();
    bytes.truncate(KEPT_BYTES);
    bytes
}

/// Every file that is new or another than before.
fn changed(before: &BTreeMap<PathBuf, Vec<u8>>) -> Vec<Vec<u8>> {
    let mut found = Vec::new();
    let mut places: Vec<PathBuf> = PLACES.iter().map(PathBuf::from).collect();
    while let Some(place) = places.pop() {
        for entry in fs::read_dir(&place).into_iter().flatten().flatten() {
            let path = entry.path();
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => places.push(path),
                Ok(kind) if kind.is_file() && before.get(&path) == Some(&kept(&path)) => {}
                _ => found.push(path.as_os_str().as_bytes().to_vec()),
            }
        }
    }
    found
}

fn clear() -> io::Result<()> {
    for place in PLACES {
        for entry in fs::read_dir(place)? {
            let path = entry?.path();
            if path.is_dir() && !path.is_symlink() {
                fs::remove_dir_all(path)?;
            } else {
                fs::remove_file(path)?;
            }
        }
    }
    match fs::remove_file(LOG) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => io::stderr().flush(),
    }
}
