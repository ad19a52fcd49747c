//! Real `sed` against the reader of scripts: what that holds for harmless writes, runs and reads nothing else.

use std::collections::BTreeSet;

use super::script::{self, Act, Dialect, Exact};
use crate::playground::{self, Playground, Random, Shown, count, present};

const TOOLS: [&[&str]; 3] = [&["sed"], &["busybox", "sed"], &["sed", "--posix"]];

/// Parts that scripts are made of at random, nasty ones above all.
const PARTS: &[&str] = &[
    "s",
    "/",
    "/",
    "/",
    "a",
    "b",
    "\\",
    "\\\n",
    "\n",
    "\n",
    ";",
    ";",
    "}",
    "{",
    " ",
    "w out",
    "w",
    "r secret",
    "e",
    "e touch ran",
    "[",
    "]",
    "[^",
    "[]",
    "[:alpha:]",
    "[.",
    "|",
    ",",
    "1",
    "2",
    "$",
    "!",
    "#",
    "#n",
    "a\\",
    "a\\\n",
    "a text",
    "i\\",
    "c",
    "y",
    "n",
    "p",
    "g",
    "I",
    "M",
    "~",
    "+",
    "&",
    "\\n",
    "\\c",
    ":x",
    ":",
    "bx",
    "b",
    "t",
    "T",
    "q",
    "Q",
    "l",
    "v",
    "=",
    "-",
    "x",
    "R secret",
    "W out",
    "\t",
    "%",
    "\\/",
    "\\]",
    "\u{e9}",
    "0",
    "d",
    "\r",
];

const ADDRESSES: &[&str] = &[
    "",
    "",
    "",
    "",
    "1",
    "$",
    "/a/",
    "/[/]/",
    "\\%a%",
    "\\,[,],",
    "1,2",
    "2,$",
    "/a/,/b/I",
    "1~2",
    "0,/a/",
    "/a/,+1",
    "2,~2",
    "1!",
    "$!",
    "/a/I,/b/M!",
    " 1 , 2 ",
    "/\\//",
    "/[[:alpha:]/]/",
    "\\|a\\|b|",
    "/a\\/",
    "//",
];

const COMMANDS: &[&str] = &[
    "p",
    "d",
    "=",
    "{",
    "}",
    "{p}",
    "n",
    "N",
    "D",
    "G",
    "h",
    "x",
    "l",
    "l 3",
    "q",
    "q5",
    "Q",
    "z",
    "F",
    ":x",
    ": x",
    "bx",
    "b",
    "tx",
    "T",
    "b x",
    ":x;N",
    "a text",
    "a\\\ntext",
    "a\\text",
    "a\\  text",
    "i text\\\nmore",
    "c\\",
    "a\\\\",
    "a \\\\\nw out",
    "a\\ \nw out",
    "i\\\\\nw out",
    "a text\\",
    "$!N",
    "y/ab/xy/",
    "y,a\\,b,xyz,",
    "y/a\\nb/xyz/",
    "s/a/b/",
    "s/a/b/g",
    "s/a/b/2p",
    "s/.*/touch ran/e",
    "s/a/b/w out",
    "s/a/b/ w out",
    "s/a/w out/",
    "s/e/e/g",
    "s/[/]/x/",
    "s/[/]/w out/",
    "s/[^/]*$//",
    "s/[]/]/w out/",
    "s/[]]/x/",
    "s/[[:space:]/]/w out/",
    "s/[\\]/w out/",
    "s/[\\/]/x/",
    "s/[[]/x/",
    "s/[a[.].]b]/x/",
    "s|a|b|",
    "s|a\\|b|c|",
    "s,a,b,g",
    "s a b ",
    "s;a;b;",
    "s}a}b}",
    "s#a#b#",
    "s!a!b!",
    "s/a/x\\\ny/",
    "s/a/\\//",
    "s/a/&/",
    "s/a\\cb/x/",
    "s/\\c//w out/",
    "s/\\c\\/w out/",
    "s-a-b-",
    "s&a&\\&&",
    "s\"a\"b\"",
    "sxaxbx",
    "s:a:b:I",
    "s/a/b/;s/b/c/",
    "s/a/b/i",
    "s/a/b/M3",
    "s/a/b/e",
    "s/a/b/me",
    "s/a/b/gw out",
    "w out",
    "w/dev/stdout",
    "w /dev/stderr",
    "r secret",
    "rsecret",
    "r secret}",
    "R secret",
    "W out",
    "r nothing;w out",
    "w out}",
    "e",
    "e touch ran",
    "1e touch ran",
    "v",
    "v 4.2",
    "v4.2 ",
    "# text",
    "#n",
    "# \\",
    "p # text",
    "}w out",
    "p;p",
    "p p",
    "pw out",
    "r /dev/stdin",
    "0r secret",
    "L",
    "H;$!d;x;s/\\n/ /g",
    "ba;w out",
    "b a\\",
    ":a}w out",
];

const SEPARATORS: &[&str] = &[
    "", ";", ";", "\n", "\n", " ; ", "}", " ", "\n\n", ";}", "#", " #",
];

fn random_script(random: &mut Random) -> String {
    if random.below(3) == 0 {
        return random.join(PARTS, 12);
    }
    let mut script = String::new();
    for _ in 0..=random.below(4) {
        script.push_str(random.pick(ADDRESSES));
        script.push_str(random.pick(COMMANDS));
        script.push_str(random.pick(SEPARATORS));
    }
    if random.below(6) == 0 {
        let at = random.below(script.len() + 1);
        if script.is_char_boundary(at) {
            script.insert_str(at, random.pick(PARTS));
        }
    }
    script
}

/// Runs a script that was read, and compares what shows with what was told. Returns whether `sed` took it.
fn compare(
    playground: &Playground,
    tool: &[&str],
    fragments: &[String],
    found: &script::Found,
) -> bool {
    let mut words = [tool, &["-s"]].concat();
    if words.first() == Some(&"busybox") {
        words.pop();
    }
    for fragment in fragments {
        words.extend(["-e", fragment]);
    }
    let Shown {
        written,
        told_secret,
        success,
    } = playground.run(&words);
    let told = |act| -> BTreeSet<String> {
        let deeds = found.deeds.iter().filter(|deed| deed.act == act);
        deeds
            .filter_map(|deed| fragments[deed.fragment].get(deed.file.clone()))
            .map(str::to_owned)
            .collect()
    };
    let files = told(Act::Write);
    assert!(
        written.is_subset(&files),
        "{tool:?} {fragments:?} writes {written:?}, not {files:?}"
    );
    let reads = told(Act::Read).contains("secret");
    assert!(
        !told_secret || reads,
        "{tool:?} {fragments:?} reads more than it told"
    );
    success
}

fn read(fragments: &[String], dialect: Dialect) -> Result<script::Found, script::Refusal> {
    let fragments: Vec<_> = fragments
        .iter()
        .map(|text| (text.as_str(), Exact::Yes))
        .collect();
    script::read(&fragments, dialect)
}

#[test]
fn what_is_held_for_harmless_does_nothing() {
    let tools = present(&TOOLS);
    let playground = Playground::new();
    let mut random = Random::new();
    let (mut compared, mut taken) = (0, 0);
    for _ in 0..count() {
        let mut fragments = vec![random_script(&mut random)];
        while random.below(5) == 0 {
            fragments.push(random_script(&mut random));
        }
        let Ok(found) = read(&fragments, Dialect::Gnu) else {
            continue;
        };
        if let Some(tool) = random.pick_from(&tools) {
            compared += 1;
            taken += usize::from(compare(&playground, tool, &fragments, &found));
        }
    }
    assert!(
        tools.is_empty() || compared * 10 > count(),
        "only {compared} were compared"
    );
    assert!(
        tools.is_empty() || taken * 10 > compared,
        "only {taken} of {compared} were taken"
    );
}

/// Says which of the scripts that `sed` takes, and that do nothing, are refused: needless questions.
#[test]
#[ignore = "for a person to look at"]
#[expect(clippy::print_stderr, reason = "a person looks at it")]
fn what_is_refused_needlessly() {
    let playground = Playground::new();
    let mut random = Random::new();
    for _ in 0..count() {
        let fragments = vec![random_script(&mut random)];
        if read(&fragments, Dialect::Gnu).is_ok() {
            continue;
        }
        let shown = playground.run(&["sed", "-e", &fragments[0]]);
        if shown.success && shown.written.is_empty() && !shown.told_secret {
            eprintln!("{:?}", fragments[0]);
        }
    }
}

/// Words that command lines are made of at random.
const WORDS: &[&str] = &[
    "-n",
    "-i",
    "-e",
    "-f",
    "-E",
    "-s",
    "-z",
    "-l",
    "-u",
    "--",
    "-",
    "-ni",
    "-in",
    "-ne",
    "-i.bak",
    "-Ei",
    "-ie",
    "-sfin",
    "p",
    "1p",
    "w out",
    "s/a/b/",
    "s/.*/touch ran/e",
    "r secret",
    "a\\",
    "5",
    "in",
    "secret",
    "nothing",
    "--expression=w out",
    "--expression",
    "--expr=p",
    "--in",
    "--in-place=.bak",
    "--sandbox",
    "--quiet",
    "--s",
    "--posix",
    "--file=in",
    "--null-data",
    "--debug",
    "-ep",
    "-e",
    "-np",
    "",
    "-l5",
    "-nl",
    "--line-length=3",
    "{",
    "}",
    "--version",
];

#[test]
fn options_are_taken_as_sed_takes_them() {
    let tools = present(&[&["sed"]]);
    let playground = Playground::new();
    let mut random = Random::new();
    for _ in 0..count() {
        let words: Vec<_> = (0..=random.below(6)).map(|_| random.pick(WORDS)).collect();
        if let Some(tool) = random.pick_from(&tools) {
            playground::compare(&playground, tool, &words, &super::TOOL);
        }
    }
}
