//! What `/proc` says about processes: who is whose parent, and names (R5.7). Only reads.

use std::{
    collections::HashMap,
    fs,
    io::{self, Read as _},
    path::Path,
};

/// One process, as `/proc/<pid>/stat` has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Process {
    /// Its id.
    pub pid: i32,
    /// Its parent's id.
    pub parent: i32,
    /// Whether it runs or only waits for its parent to take note of its end.
    pub state: ProcessState,
    /// Its name, at most 15 bytes, without control characters.
    pub name: String,
}

/// Whether a process still runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ProcessState {
    /// It runs, sleeps or is stopped.
    Alive,
    /// It has ended; only its exit code is left.
    Ended,
}

/// Reads all processes that can be seen, in the order of their ids.
///
/// One that ends meanwhile is left out.
///
/// # Errors
/// Fails when `/proc` can't be listed.
pub(crate) fn read_all() -> io::Result<Vec<Process>> {
    let mut processes = Vec::new();
    let mut content = Vec::new();
    for entry in fs::read_dir("/proc")? {
        let entry = entry?;
        let is_process = entry
            .file_name()
            .to_str()
            .is_some_and(|name| name.bytes().all(|byte| byte.is_ascii_digit()));
        if !is_process {
            continue;
        }
        content.clear();
        let path = Path::new("/proc").join(entry.file_name()).join("stat");
        let read = fs::File::open(path).and_then(|mut file| file.read_to_end(&mut content));
        if read.is_ok() {
            processes.extend(parse_stat(&content));
        }
    }
    Ok(processes)
}

/// Reads the one line of `/proc/<pid>/stat`.
///
/// The name stands in parentheses and may hold parentheses and spaces itself, so the last closing one counts.
fn parse_stat(line: &[u8]) -> Option<Process> {
    let open = line.iter().position(|byte| *byte == b'(')?;
    let close = line.iter().rposition(|byte| *byte == b')')?;
    let pid = str::from_utf8(line.get(..open)?).ok()?;
    let name = String::from_utf8_lossy(line.get(open + 1..close)?);
    let rest = str::from_utf8(line.get(close + 1..)?).ok()?;
    let mut fields = rest.split_ascii_whitespace();
    let state = match fields.next()? {
        "Z" | "X" | "x" => ProcessState::Ended,
        _ => ProcessState::Alive,
    };
    Some(Process {
        pid: pid.trim().parse().ok()?,
        parent: fields.next()?.parse().ok()?,
        state,
        name: name
            .chars()
            .map(|one| if one.is_control() { '\u{fffd}' } else { one })
            .collect(),
    })
}

/// Returns the processes that descend from `root`, without itself and without the `spared` ones and theirs.
pub(crate) fn descendants<'a>(
    processes: &'a [Process],
    root: i32,
    spared: &[i32],
) -> impl Iterator<Item = &'a Process> {
    let mut children: HashMap<i32, Vec<&'a Process>> = HashMap::new();
    for process in processes {
        children.entry(process.parent).or_default().push(process);
    }
    let mut found = Vec::new();
    let mut open = vec![root];
    while let Some(parent) = open.pop() {
        // Taken out, so that a reused id can't make this go round in circles.
        for child in children.remove(&parent).unwrap_or_default() {
            if child.pid != root && !spared.contains(&child.pid) {
                open.push(child.pid);
                found.push(child);
            }
        }
    }
    found.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn process(pid: i32, parent: i32) -> Process {
        Process {
            pid,
            parent,
            state: ProcessState::Alive,
            name: String::new(),
        }
    }

    #[test]
    fn name_may_hold_parentheses_spaces_and_line_feeds() {
        let parsed = parse_stat(b"42 (a) S 1 (\nb) Z 7 42 42 0 -1\n").unwrap();
        assert_eq!(parsed.name, "a) S 1 (\u{fffd}b");
        assert_eq!((parsed.pid, parsed.parent), (42, 7));
        assert_eq!(parsed.state, ProcessState::Ended);
    }

    #[test]
    fn what_is_no_stat_line_is_left_out() {
        for line in [
            &b""[..],
            b"42",
            b"42 (x",
            b"42 (x)",
            b"x (x) S 1",
            b"42 )x( S 1",
        ] {
            assert_eq!(parse_stat(line), None, "{}", String::from_utf8_lossy(line));
        }
    }

    #[test]
    fn descendants_go_all_the_way_down_but_not_into_spared_ones() {
        let all = [
            process(1, 0),
            process(5, 1),
            process(6, 5),
            process(7, 6),
            process(8, 5),
            process(9, 8),
            process(10, 1),
        ];
        let mut found: Vec<i32> = descendants(&all, 5, &[8])
            .map(|process| process.pid)
            .collect();
        found.sort_unstable();
        assert_eq!(found, [6, 7]);
    }

    #[test]
    fn circle_of_reused_ids_ends() {
        let all = [process(5, 6), process(6, 5)];
        assert_eq!(descendants(&all, 5, &[]).count(), 1);
    }

    #[test]
    fn own_process_is_found_alive() {
        let own = i32::try_from(std::process::id()).unwrap();
        let all = read_all().unwrap();
        let found = all.iter().find(|process| process.pid == own).unwrap();
        assert_eq!(found.state, ProcessState::Alive);
    }
}
