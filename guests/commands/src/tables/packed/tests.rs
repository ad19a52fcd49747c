//! Archives and compressed files of the real tools: whatever the tables call harmless leaves everything as it was.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use crate::{
    model::{Flag, Grammar, Spec, Takes, Value},
    tables,
    testing::tell,
};

/// A directory with archives of all kinds, removed when it is dropped.
struct Archives {
    path: PathBuf,
}

/// How each archive is made; what can't be is not there.
const MAKERS: [&str; 14] = [
    "gzip -k notes",
    "bzip2 -k notes",
    "xz -k notes",
    "zstd -q notes",
    "lz4 -q -k notes notes.lz4",
    "brotli -k notes",
    "tar cf a.tar notes sub",
    "tar czf a.tgz notes sub",
    "zip -qr a.zip notes sub",
    "7z a a.7z notes",
    "ar rc lib.a notes",
    "jar cf a.jar notes",
    "cpio -o -F a.cpio",
    "ln -s notes link",
];

impl Archives {
    fn new(name: &str) -> Self {
        let name = format!("shellward-archives-{name}-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(path.join("sub")).expect("the directory can be made");
        fs::write(path.join("notes"), "one\ntwo\n").expect("files can be made");
        fs::write(path.join("sub/c"), "three\n").expect("files can be made");
        let difference = "--- a/notes\n+++ b/notes\n@@ -1,2 +1,2 @@\n-one\n+ONE\n two\n";
        fs::write(path.join("fix"), difference).expect("files can be made");
        let archives = Self { path };
        for maker in MAKERS {
            let words: Vec<&str> = maker.split(' ').collect();
            archives.run(&words);
        }
        archives
    }

    fn run(&self, words: &[&str]) {
        let home = self.path.join("sub");
        let ran = Command::new("timeout")
            .arg("2")
            .args(words)
            .current_dir(&self.path)
            .env_clear()
            .env("PATH", "/usr/bin:/bin")
            .env("HOME", home)
            .env("LC_ALL", "C")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        drop(ran);
    }

    /// All files, with what is in them and how they may be used.
    fn state(&self) -> Vec<(PathBuf, fs::Permissions, Vec<u8>)> {
        let mut files = Vec::new();
        let mut open = vec![self.path.clone()];
        while let Some(directory) = open.pop() {
            for entry in fs::read_dir(directory).expect("directories can be read") {
                let path = entry.expect("entries can be read").path();
                let about = fs::symlink_metadata(&path).expect("files can be looked at");
                if about.is_dir() {
                    open.push(path.clone());
                }
                let content = fs::read(&path).unwrap_or_default();
                files.push((path, about.permissions(), content));
            }
        }
        files.sort_unstable_by(|left, right| left.0.cmp(&right.0));
        files
    }
}

impl Drop for Archives {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.path));
    }
}

fn is_there(tool: &str) -> bool {
    Path::new("/usr/bin").join(tool).exists()
}

/// Runs commands that are held for harmless, and returns those that changed something.
fn changers(name: &str, commands: impl IntoIterator<Item = String>) -> (usize, Vec<String>) {
    // All of them take minutes; a part of them, ever the same, is enough to see that nothing slipped.
    let every = match std::env::var_os("SHELLWARD_TEST_EXHAUSTIVE") {
        Some(_) => 1,
        None => 41,
    };
    let mut archives = Archives::new(name);
    let mut before = archives.state();
    let mut changers = Vec::new();
    let mut count = 0;
    for command in commands.into_iter().step_by(every) {
        let words: Vec<&str> = command.split(' ').filter(|word| !word.is_empty()).collect();
        if !is_there(words[0]) || !tell(&command).harmless {
            continue;
        }
        count += 1;
        archives.run(&words);
        if archives.state() != before {
            changers.push(command);
            drop(archives);
            archives = Archives::new(name);
            before = archives.state();
        }
    }
    (count, changers)
}

/// A tool with words that it needs to do something, and all archives it may be about.
const CASES: [(&str, &str, &str); 32] = [
    ("gzip", "", "notes"),
    ("gzip", "", "notes.gz"),
    ("gunzip", "", "notes.gz"),
    ("zcat", "", "notes.gz"),
    ("bzip2", "", "notes.bz2"),
    ("bzip2", "", "notes"),
    ("bunzip2", "", "notes.bz2"),
    ("bzcat", "", "notes.bz2"),
    ("xz", "", "notes"),
    ("xz", "", "notes.xz"),
    ("unxz", "", "notes.xz"),
    ("xzcat", "", "notes.xz"),
    ("lzma", "", "notes"),
    ("zstd", "", "notes"),
    ("zstd", "", "notes.zst"),
    ("unzstd", "", "notes.zst"),
    ("zstdcat", "", "notes.zst"),
    ("lz4", "", "notes"),
    ("lz4", "", "notes.lz4"),
    ("lz4cat", "", "notes.lz4"),
    ("brotli", "", "notes"),
    ("brotli", "", "notes.br"),
    ("patch", "-p1 -i fix", ""),
    ("patch", "", "notes fix"),
    ("cpio", "-F a.cpio", ""),
    ("lsattr", "", "notes"),
    ("getfacl", "", "notes"),
    ("bsdtar", "-f a.tar", ""),
    ("lsar", "", "a.zip"),
    ("zdiff", "", "notes.gz notes.gz"),
    ("zdiff", "", "notes.gz"),
    ("rsync", "-r", "sub out"),
];

fn spec(tool: &str) -> Option<&'static Spec> {
    match &tables::find(tool)?.grammar {
        Grammar::Options(spec) => Some(spec),
        Grammar::Text | Grammar::Tree(_) | Grammar::Own(_) => None,
    }
}

/// Returns a flag as it is written, with values that are harmless where they are not files.
fn spellings(flag: &Flag) -> Vec<String> {
    let mut names = Vec::new();
    if flag.letter != 0 {
        names.push(format!("-{}", char::from(flag.letter)));
    }
    if !flag.long.is_empty() {
        names.push(format!("--{}", flag.long));
    }
    let value = match flag.takes {
        Takes::Nothing => return names,
        Takes::Attached(_) => {
            let with: Vec<_> = names.iter().map(|name| format!("{name}1")).collect();
            names.extend(with);
            return names;
        }
        Takes::Value(Value::Choice(words)) => words.first().copied().unwrap_or("x"),
        Takes::Value(_) | Takes::Several(_) => "1",
    };
    names
        .iter()
        .flat_map(|name| [format!("{name} {value}"), format!("{name} -1")])
        .collect()
}

#[test]
fn nothing_changes_by_any_two_harmless_flags() {
    let mut commands = Vec::new();
    for (tool, before, after) in CASES {
        let flags = match (tool, spec(tool)) {
            (_, Some(spec)) => spec
                .flags
                .list()
                .flat_map(|flag| spellings(&flag))
                .collect(),
            _ => ["-u", "-q", "-c", "-y", "-i"].map(str::to_owned).to_vec(),
        };
        let letters: Vec<_> = flags.iter().filter(|flag| flag.len() == 2).collect();
        for flag in &flags {
            commands.push(format!("{tool} {before} {flag} {after}"));
            commands.push(format!("{tool} {before} {after} {flag}"));
        }
        for first in &letters {
            for second in &letters {
                commands.push(format!("{tool} {before} {first} {second} {after}"));
            }
        }
    }
    let (count, changers) = changers("flags", commands);
    assert!(changers.is_empty(), "of {count}: {changers:#?}");
}

#[test]
fn nothing_changes_by_listing() {
    let mut commands = Vec::new();
    let tar = spec("tar").expect("tar has flags");
    let flags: Vec<_> = tar.flags.list().flat_map(|flag| spellings(&flag)).collect();
    for operation in ["-t", "-xO", "-d", "-xO -C sub"] {
        for flag in &flags {
            commands.push(format!("tar {operation} {flag} -f a.tar"));
            commands.push(format!("tar -f a.tgz {operation} notes {flag}"));
        }
    }
    let letters = flags.iter().filter(|flag| flag.len() == 2);
    for (first, second) in letters
        .clone()
        .flat_map(|one| letters.clone().map(move |two| (one, two)))
    {
        commands.push(format!("tar {first} {second} -f a.tar"));
    }
    let unzip = "abcdfjlnopqstuvxzACDKLMTUVWXZ:^12hm-";
    for first in unzip.chars() {
        for second in unzip.chars() {
            commands.push(format!("unzip -{first}{second} a.zip"));
            commands.push(format!("unzip -o -{first} a.zip -{second}"));
            commands.push(format!("zipinfo -{first}{second} a.zip"));
        }
    }
    let ar = "dmpqrstxabcDfilNoOPSTuUvV";
    for first in ar.chars() {
        for second in ar.chars() {
            commands.push(format!("ar {first}{second} lib.a notes"));
            commands.push(format!("ar -{first}{second} lib.a notes"));
        }
    }
    let plain = [
        "7z l a.7z",
        "7z t a.7z",
        "7z x -so a.7z notes",
        "7zz l -slt a.zip",
        "jar tf a.jar",
        "jar -tvf a.jar notes",
        "jar --list --file a.jar",
        "zgrep -n one notes.gz",
        "zegrep one notes.gz notes",
        "dd if=notes bs=1 count=3",
        "sync notes",
        "mount",
        "mount -l",
        "taskset -p 1",
        "chrt -p 1",
        "chrt -m",
        "ionice -p 1",
        "rsync -avn sub/ out/",
        "rsync -rn --delete sub/ .",
        "rsync sub/",
        "rsync",
        "lsar -l a.zip",
        "unrar l a.rar",
        "dpkg -l bash",
        "dpkg -L bash",
        "dpkg-query -W bash",
    ];
    commands.extend(plain.map(str::to_owned));
    let (count, changers) = changers("lists", commands);
    assert!(changers.is_empty(), "of {count}: {changers:#?}");
}
