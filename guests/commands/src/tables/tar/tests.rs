use std::process::{Command, Stdio};

use super::FLAGS;
use crate::{
    model::{Abbreviations, Found},
    report::Rule,
    testing::{assert_allowed, assert_effects, assert_unknown, tell},
};

#[test]
fn listing_is_harmless_in_every_style() {
    for command in [
        "tar tf a.tar",
        "tar -tf a.tar",
        "tar tzvf a.tgz src/main.rs",
        "tar -tvf a.tar --wildcards '*.rs'",
        "tar -t -f -",
        "tar tvf -",
        "tar --list --file=a.tar",
        "tar --list --verbo --file a.tar",
        "tar -jtf a.tbz -C src",
        "tar tf ./a:b.tar",
        "tar -tf host:a --force-local",
        "tar -tf \"./$x\"",
        "tar tbf 20 a.tar",
        "tar --zstd -tf a.tar.zst",
        "tar -tf a.tar --checkpoint=1 --checkpoint-action=dot",
        "tar --version",
    ] {
        assert_allowed(command);
    }
    assert_effects("tar tbf 20 a.tar x", &["read a.tar"]);
}

#[test]
fn printing_and_comparing_are_harmless() {
    assert_allowed("tar xOf a.tar notes");
    assert_effects(
        "tar -xf a.tar --to-stdout -C src x",
        &["read a.tar", "read src"],
    );
    assert_effects("tar -df a.tar", &["read a.tar", "read . deep"]);
    assert_effects("tar -d -C src -f a.tar", &["read src deep", "read a.tar"]);
}

#[test]
fn unpacking_writes_into_a_directory() {
    assert_effects("tar xf a.tar", &["read a.tar", "write . inside"]);
    assert_effects("tar -xzf a.tgz -C dir", &["read a.tgz", "write dir inside"]);
    assert_effects(
        "tar -C dir -f a.tar -x x",
        &["write dir inside", "read a.tar"],
    );
    assert_effects("tar xfC a.tar dir", &["read a.tar", "write dir inside"]);
    assert_effects("tar xPf a.tar", &["read a.tar", "write / deep"]);
    assert_effects(
        "tar xf a.tar --one-top-level=dir",
        &["write dir inside", "read a.tar", "write . inside"],
    );
}

#[test]
fn packing_reads_and_writes() {
    assert_effects("tar czf a.tgz src", &["write a.tgz", "read src deep"]);
    assert_effects("tar -c src", &["read src deep"]);
    assert_effects("tar cf - src", &["read src deep"]);
    assert_effects(
        "tar -chf a.tar src",
        &["write a.tar", "read src deep links"],
    );
    assert_effects("tar -rf a.tar b", &["write a.tar", "read b deep"]);
    assert_effects("tar --delete -f a.tar b", &["write a.tar", "read b deep"]);
    assert_effects(
        "tar cf a.tar --remove-files b",
        &["write a.tar", "delete b deep"],
    );
    assert_effects(
        "tar cf a.tar --remove-files -C dist . /x",
        &["write a.tar", "delete dist deep", "delete /x deep"],
    );
    assert_effects(
        "tar cf a.tar --add-file=b --remove-files",
        &["write a.tar", "delete b deep"],
    );
    assert_effects(
        "tar -czf a.tgz -C dist . /etc/hosts",
        &["write a.tgz", "read dist deep", "read /etc/hosts deep"],
    );
    assert_effects(
        "tar cf a.tar -g snapshot b",
        &["write snapshot", "write a.tar", "read b deep"],
    );
    assert_unknown("tar cf a.tar -C dist ../b", Rule::DynamicPosition);
}

#[test]
fn what_runs_or_connects_is_never_harmless() {
    for command in [
        "tar --checkpoint=1 --checkpoint-action=exec=id -tf a.tar",
        "tar --checkpoint-act exec=id -tf a.tar",
        "tar -I ./x -tf a.tar",
        "tar tIf ./x a.tar",
        "tar -I./x -tf a.tar",
        "tar --use-compress-prog=./x -tf a.tar",
        "tar -tf a.tar -F ./x",
        "tar -tf a.tar --info-script=./x",
        "tar -tf a.tar --new-vol ./x",
        "tar -tf a.tar --rsh-command=./x",
        "tar -tf a.tar --rmt-command ./x",
        "tar -xOf a.tar --to-command=./x",
        "tar tf host:a.tar",
        "tar -tf me@host:a.tar",
        "tar -t -f \"$x\"",
        "tar tf *",
        "tar -tMf a.tar",
        "tar -tf a.tar -T names",
        "tar -tf a.tar --files-from=names",
        "tar -tvf a.tar --index-file=out",
        "tar -tf a.tar --volno-file=out",
        "tar \"$x\" a.tar",
        "tar t\"$x\" a.tar",
        "tar -tf a.tar \"$x\"",
        "tar -tf a.tar *",
        "tar -tf a.tar -x",
        "tar -tf a.tar -H --to-command=./x",
    ] {
        assert!(!tell(command).harmless, "{command}");
    }
}

#[test]
fn abbreviations_are_as_ambiguous_as_the_tool_says() {
    let flags = flags!(&FLAGS);
    let mut compared = 0;
    for flag in flags.list().filter(|flag| !flag.long.is_empty()) {
        for end in 1..flag.long.len() {
            let name = flag.long.get(..end).expect("names are ASCII");
            let output = Command::new("tar")
                .args([&["--", name].concat(), "--usage"])
                // Where a flag takes it for the name of a file to write, none can be made.
                .current_dir("/proc")
                .env_clear()
                .stdin(Stdio::null())
                .output();
            let Ok(output) = output else {
                return;
            };
            let errors = String::from_utf8_lossy(&output.stderr);
            let found = flags.by_long(name, Abbreviations::Understood);
            let is_ambiguous = matches!(found, Found::Ambiguous);
            // Names that are only described here are ones that the tool does not know, or takes for the same.
            if errors.contains("ambiguous") {
                assert!(is_ambiguous, "--{name}: {errors}");
                compared += 1;
            }
        }
    }
    assert!(compared > 50);
}
