//! Real `awk`s against the reader of programs: what that holds for harmless writes, runs and reads nothing else.

use std::collections::BTreeSet;

use super::program::{self, Deed};
use crate::playground::{self, Playground, Random, Shown, count, present};

const TOOLS: [&[&str]; 4] = [&["gawk"], &["mawk"], &["original-awk"], &["busybox", "awk"]];

/// Parts that programs are made of at random, nasty ones above all.
const PARTS: &[&str] = &[
    "{",
    "}",
    "{",
    "}",
    "(",
    ")",
    "print",
    "print ",
    "printf ",
    " > ",
    ">",
    ">>",
    "\"out\"",
    "\"secret\"",
    "\"/dev/stderr\"",
    "getline ",
    "getline x ",
    " < ",
    "|",
    "\"touch ran\"",
    "system(\"touch ran\")",
    "/",
    "/",
    "/a/",
    "\"",
    "\\",
    "\n",
    "\n",
    ";",
    ";",
    "#",
    "x",
    "x[1]",
    "$1",
    "$0",
    "1",
    "++",
    "--",
    "=",
    "==",
    "~",
    "!",
    "&&",
    "||",
    "?",
    ":",
    ",",
    "BEGIN",
    "END",
    "if (x)",
    "while (0)",
    "for (;;)",
    "in ",
    "else",
    "[",
    "]",
    "[/]",
    "\\/",
    "-",
    "+",
    "%",
    "/=",
    "length",
    "length()",
    "close(",
    "substr(",
    "f(",
    "function f(x)",
    "NR",
    "RS",
    "return ",
    "next",
    "exit",
    "/[[:alpha:]]/",
    "\t",
    " ",
    "1e",
    ".5",
    "@",
    "delete x",
    "do ",
    "\\\n",
    "'",
    "gsub(",
    "cmd = ",
    "ARGV",
    "**",
    "\"#\"",
    "\"/\"",
    "\"\\\"\"",
];

const PATTERNS: &[&str] = &[
    "",
    "",
    "",
    "BEGIN",
    "END",
    "/a/",
    "!/a/",
    "NR==1",
    "/a/,/b/",
    "$1 ~ /a/",
    "$1 ~ \"a\"",
    "x++",
    "!seen[$0]++",
    "NR>1",
    "1",
    "(x)",
    "$1/2 > 1",
    "length > 2",
    "NR%2",
    "/[/]/",
    "/\\//",
    "a = b",
    "/a/ && /b/",
    "x /a/ 2",
    "BEGINFILE",
];

const STATEMENTS: &[&str] = &[
    "print",
    "print $1",
    "print x > \"out\"",
    "print x >> \"out\"",
    "print(1)(2) > \"out\"",
    "print (1 > 2)",
    "print a, b > \"out\"",
    "print > \"/dev/stderr\"",
    "print > \"/dev/stdout\"",
    "print > \"out\" \"x\"",
    "print > $1",
    "print a[1 > 2]",
    "printf \"%s\\n\", $1",
    "print \"a\" \"b\"",
    "print \"x\" | \"touch ran\"",
    "system(\"touch ran\")",
    "\"touch ran\" | getline",
    "\"touch ran\" | getline x",
    "getline",
    "getline x",
    "getline < \"secret\"; print",
    "getline x < \"secret\"; print x",
    "(getline x < \"secret\") > 0; print x",
    "while ((getline x < \"secret\") > 0) print x",
    "while (getline x < \"secret\" > 0) print x",
    "getline a[1] < \"secret\"; print a[1]",
    "getline $1 < \"secret\"; print",
    "getline x < \"sec\" \"ret\"; print x",
    "y = \"secret\"; getline x < y; print x",
    "close(\"out\")",
    "if (x) print",
    "if (x) /\"/; system(\"touch ran\") #\"/",
    "x = 1 / 2 / 3",
    "x = a++ / 2",
    "x /= 2",
    "x = $1 / $2",
    "x = (1) / 2",
    "x = a[1] / 2",
    "x = \"a\" / 2",
    "for (i = 0; i < 3; i++) print i",
    "for (k in a) print k",
    "delete a",
    "a[$1]++",
    "x = y ? 1 : 2",
    "if (!(x in a)) a[x] = 1",
    "gsub(/a/, \"b\")",
    "sub(/\\//, \"[/]\")",
    "n = split($0, a, /,/)",
    "print length / 2",
    "print length(x) / 2",
    "x = /a/ ? 1 : 2",
    "print /a/ > \"out\"",
    "print a > b ? c : \"out\"",
    "print x,\n y > \"out\"",
    "print x \\\n > \"out\"",
    "next",
    "exit",
    "ARGV[1] = \"secret\"; ARGC = 2",
    "print \"a\\\"b\"",
    "print \"a#b\" # c",
    "# print \"",
    "x = 1e3",
    "x = .5",
    "x = 1 \"a\"",
    "f(x)",
    "printf(\"%d\\n\", 1) > \"out\"",
    "print -1 \" \" -1",
    "x = !/a/",
    "return x",
    "x = a ~ /b/ ~ /c/",
    "x = 1; ; y = 2",
    "{ print }",
    "do x++; while (x < 3)",
    "do { x++ } while (x < 3) /a/",
    "if (x) { print } else print > \"out\"",
    "switch (x) { case /a/: print }",
    "print > \"secret\"",
    "x = \"touch ran\"; print | x",
    "print |& \"touch ran\"",
    "getline x < \"/inet/tcp/0/localhost/1\"",
    "x = \"system\"; @x(\"touch ran\")",
    "x = y / z; system(\"touch ran\") / 2",
    "x--/a; system(\"touch ran\"); b/2",
    "print x++ > \"out\"",
    "print (a)(b), c > \"out\"",
    "print(a)(b) > (c)",
    "x = a > b",
    "(x) > \"out\"",
    "print 1 >\"out\"; print 2 > \"out\"",
];

const SEPARATORS: &[&str] = &["; ", "; ", "\n", "\n", " ", "", ";;", " # x\n", " \\\n"];

fn random_program(random: &mut Random) -> String {
    if random.below(4) == 0 {
        return random.join(PARTS, 14);
    }
    let mut program = String::new();
    if random.below(4) == 0 {
        program.push_str("function f(x) { return x / 2 }\n");
    }
    for _ in 0..=random.below(2) {
        program.push_str(random.pick(PATTERNS));
        program.push_str(" { ");
        for _ in 0..=random.below(3) {
            program.push_str(random.pick(STATEMENTS));
            program.push_str(random.pick(SEPARATORS));
        }
        program.push_str(" }");
        program.push_str(random.pick(&["\n", "\n", "", ";", " "]));
    }
    if random.below(5) == 0 {
        let at = random.below(program.len() + 1);
        program.insert_str(at, random.pick(PARTS));
    }
    program
}

/// Runs a program that was read, and compares what shows with what was told. Returns whether `awk` took it.
fn compare(playground: &Playground, tool: &[&str], text: &str, deeds: &[Deed<'_>]) -> bool {
    let Shown {
        written,
        told_secret,
        success,
    } = playground.run(&[tool, &[text]].concat());
    let files: BTreeSet<String> = deeds
        .iter()
        .filter_map(|deed| match deed {
            Deed::Write(file) => Some((*file).to_owned()),
            Deed::Read(_) | Deed::Connect(_) => None,
        })
        .collect();
    assert!(
        written.is_subset(&files),
        "{tool:?} {text:?} writes {written:?}, not {files:?}"
    );
    let reads = deeds.contains(&Deed::Read("secret"));
    assert!(
        !told_secret || reads,
        "{tool:?} {text:?} reads more than it told"
    );
    success
}

#[test]
fn what_is_held_for_harmless_does_nothing() {
    let tools = present(&TOOLS);
    let playground = Playground::new();
    let mut random = Random::new();
    let (mut compared, mut taken) = (0, 0);
    for _ in 0..count() {
        let program = random_program(&mut random);
        let Ok(deeds) = program::read(&program) else {
            continue;
        };
        if let Some(tool) = random.pick_from(&tools) {
            compared += 1;
            taken += usize::from(compare(&playground, tool, &program, &deeds));
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

/// Says which of the programs that `awk` takes, and that do nothing, are refused: needless questions.
#[test]
#[ignore = "for a person to look at"]
#[expect(clippy::print_stderr, reason = "a person looks at it")]
fn what_is_refused_needlessly() {
    let playground = Playground::new();
    let mut random = Random::new();
    for _ in 0..count() {
        let program = random_program(&mut random);
        if program::read(&program).is_ok() {
            continue;
        }
        let shown = playground.run(&["gawk", &program]);
        if shown.success && shown.written.is_empty() && !shown.told_secret {
            eprintln!("{program:?}");
        }
    }
}

/// Words that command lines are made of at random.
const WORDS: &[&str] = &[
    "-F",
    "-v",
    "-f",
    "-e",
    "-W",
    "--",
    "-",
    "-F:",
    "-vx=1",
    "x=1",
    "version",
    "-Wversion",
    "-fin",
    "-b",
    "-S",
    "-bv",
    "-P",
    "-s",
    "-safe",
    "-version",
    "-n",
    "1",
    "{print}",
    "BEGIN{print > \"out\"}",
    "BEGIN{system(\"touch ran\")}",
    "{getline x < \"secret\"; print x}",
    "--posix",
    "--sandbox",
    "--version",
    "--lint",
    "--source",
    "--assign",
    "--traditional",
    "-E",
    "-o",
    "-i",
    "in",
    "secret",
    "nothing",
    "/inet",
    "",
    "./x=1",
    "-e1",
    "-bf",
    "-h",
    "-V",
    "-t",
    "-O",
    "-C",
    "-N",
    "-Lfatal",
    "-d",
    "-k",
    "-I",
    "--csv",
    "-g",
    "-c",
    "-r",
    "-M",
];

#[test]
fn options_are_taken_as_each_awk_takes_them() {
    let tools = present(&TOOLS);
    let playground = Playground::new();
    let mut random = Random::new();
    for _ in 0..count() {
        let words: Vec<_> = (0..=random.below(6)).map(|_| random.pick(WORDS)).collect();
        if let Some(tool) = random.pick_from(&tools) {
            playground::compare(&playground, tool, &words, &super::TOOL);
        }
    }
}
