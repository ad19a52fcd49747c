//! What comes back from a run (R7.1, R7.2, R5.8), with real shells and the real warden.

use std::{fs, os::unix::fs::PermissionsExt as _};

use super::run_support::Desk;

#[test]
fn streams_come_back_apart_and_as_they_were() {
    let outcome = Desk::new().run("printf ' a\\n\\n'; printf 'b' >&2");
    assert_eq!(outcome.stdout.text, " a\n\n");
    assert_eq!(outcome.stderr.text, "b");
    assert_eq!((outcome.stdout.bytes, outcome.stdout.lines), (4, 2));
    assert_eq!(outcome.stdout.file, None);
}

#[test]
fn flood_is_counted_exactly_and_kept_whole() {
    let desk = Desk::new();
    let outcome = desk.run("yes | head -c 200000000");
    let stream = outcome.stdout;
    assert_eq!((stream.bytes, stream.lines), (200_000_000, 100_000_000));
    assert!(stream.text.chars().count() <= 30_000);
    let shown = stream.text.lines().filter(|line| *line == "y").count() as u64;
    assert_eq!(shown + stream.omitted_lines, stream.lines);
    assert_eq!(shown * 2 + stream.omitted_bytes, stream.bytes);
    let file = stream.file.unwrap();
    assert!(stream.text.contains(&file.display().to_string()));
    let metadata = fs::metadata(&file).unwrap();
    assert_eq!(metadata.len(), 200_000_000);
    assert_eq!(metadata.permissions().mode() & 0o777, 0o600);
}

#[test]
fn text_that_is_cut_points_to_all_of_it() {
    let desk = Desk::new();
    let stream = desk.run("seq 100000").stdout;
    let file = stream.file.unwrap();
    let whole = fs::read_to_string(file).unwrap();
    assert!(
        whole
            .lines()
            .map(str::to_owned)
            .eq((1..=100_000).map(|number| number.to_string()))
    );
    assert!(stream.text.starts_with("1\n2\n3\n"));
    assert!(stream.text.ends_with("99999\n100000\n"));
    assert!(stream.omitted_bytes > 0);
}

#[test]
fn binary_is_named_and_kept() {
    let desk = Desk::new();
    let stream = desk.run("printf 'a\\0b'").stdout;
    assert!(stream.binary);
    assert!(stream.text.starts_with("binary output, 3 bytes"));
    assert_eq!(fs::read(stream.file.unwrap()).unwrap(), b"a\0b");
}

#[test]
fn standard_input_is_what_was_given_or_empty() {
    let mut desk = Desk::new();
    assert_eq!(desk.run("cat; echo end").stdout.text, "end\n");
    desk.stdin = Some("one\ntwo".to_owned());
    assert_eq!(
        desk.run("read -r x; echo \"$x\"; cat").stdout.text,
        "one\ntwo"
    );
}

#[test]
fn progress_shows_the_last_lines() {
    let desk = Desk::new();
    let script = "echo one; printf tw; sleep 300";
    let (_, progress) = desk.run_beside(script, async |mut handle| {
        // A slow machine may report before the script has printed.
        let progress = loop {
            let progress = handle.progress().await.unwrap();
            if progress.stdout.bytes == 6 {
                break progress;
            }
        };
        handle.abort();
        progress
    });
    assert_eq!(progress.last.lines, ["one", "tw"]);
    assert!(progress.last.incomplete);
    assert_eq!((progress.stdout.bytes, progress.stdout.lines), (6, 1));
    assert_eq!(progress.limit, desk.timeout);
}
