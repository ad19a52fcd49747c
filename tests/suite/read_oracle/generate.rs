//! Scripts grown by a generator with a fixed seed.

use super::{bench::RECORDERS, by_hand::BY_HAND};

/// A small generator (xorshift), so that a failure repeats.
pub(super) struct Random(pub(super) u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 11).unwrap_or(0) % bound
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }
}

/// Parts of words.
const PARTS: [&str; 58] = [
    "a",
    "b",
    "x1",
    "-x",
    "é",
    "1",
    "2",
    "=",
    ":",
    ",",
    ".",
    "..",
    "/",
    "@",
    "%",
    "^",
    "+",
    "#",
    "~",
    "~/",
    "*",
    "?",
    "[",
    "]",
    "[a]",
    "{",
    "}",
    "{}",
    "{a,b}",
    "{1..2}",
    "!",
    "'a b'",
    "''",
    "'\\'",
    "\"a b\"",
    "\"\"",
    "\"$V1\"",
    "\"a\\\"b\"",
    "\"\\\\\"",
    "\"a\\\nb\"",
    "$V1",
    "${V1}",
    "$1",
    "\"$@\"",
    "$?",
    "$",
    "\"$\"",
    "$'a\\tb'",
    "$'\\''",
    "$\"a\"",
    "\\a",
    "\\ ",
    "\\'",
    "\\\"",
    "\\$",
    "\\\\",
    "\\\n",
    "V0=",
];
/// What may stand between commands.
const JOINTS: [&str; 14] = [
    "; ", "\n", " && ", " || ", " | ", " |& ", " & ", ";", "&&", "|", "&", " # c'o\n", ";\n\n",
    " &&\n",
];
/// What may stand between the words of a test.
const BETWEEN: [&str; 11] = [
    " = ",
    " == ",
    " != ",
    " -eq ",
    " -a ",
    " -o -z ",
    " > ",
    " \\< ",
    " ",
    "=",
    "\t-nt \\\n",
];
/// Redirects, all to names in the directory they run in.
const REDIRECTS: [&str; 18] = [
    ">f", "> f", ">>f", ">|f", "2>f", "2> f", "2>&1", ">&2", "1>&2", "<a", "< a", "&>f", ">& f",
    "2>&-", "<&-", "&>>f", ">\"f g\"", ">f\\ g",
];
/// Characters put in at random places.
const NOISE: [&str; 22] = [
    " ", "\n", "\t", "\\", "\\\n", "'", "\"", "$", "`", "(", ")", "{", "}", "#", "&", ";", "|",
    "<", ">", "=", "!", "[",
];

fn word(random: &mut Random) -> String {
    (0..=random.below(3)).map(|_| random.pick(&PARTS)).collect()
}

fn simple(random: &mut Random, depth: usize) -> String {
    let mut text = String::new();
    if random.below(6) == 0 {
        text = format!(
            "{}{}{} ",
            random.pick(&["V0=", "V1=", "V0+="]),
            word(random),
            random.pick(&["", " V1=b"])
        );
    }
    if random.below(10) == 0 {
        text += random.pick(&REDIRECTS);
        text.push(' ');
    }
    text += random.pick(&RECORDERS);
    for _ in 0..random.below(4) {
        text += random.pick(&[" ", "  ", "\t", " \\\n"]);
        text += &match random.below(9) {
            0 => random.pick(&REDIRECTS).to_owned(),
            1 if depth > 0 => nested(random, depth - 1),
            _ => word(random),
        };
    }
    text
}

fn nested(random: &mut Random, depth: usize) -> String {
    let inner = list(random, depth);
    match random.below(5) {
        0 => format!("$({inner})"),
        1 => format!("\"$({inner})\""),
        2 => format!("`{inner}`"),
        3 => format!("<({inner})"),
        _ => format!("a$({inner})\"b\""),
    }
}

fn command(random: &mut Random, depth: usize) -> String {
    match random.below(10) {
        0 if depth > 0 => format!("({})", list(random, depth - 1)),
        1 if depth > 0 => format!("{{ {}; }}", list(random, depth - 1)),
        2 if depth > 0 => format!(
            "{{ {}; }} {}",
            list(random, depth - 1),
            random.pick(&REDIRECTS)
        ),
        3 => format!("! {}", simple(random, depth)),
        4 => test(random, depth),
        _ => simple(random, depth),
    }
}

/// A test in brackets. It is part of the shell, so only what its words hold is seen.
fn test(random: &mut Random, depth: usize) -> String {
    let before = random.pick(&["", "", "", "! ", "V0=a ", ">f "]);
    let operand = |random: &mut Random| match random.below(4) {
        0 if depth > 0 => nested(random, depth - 1),
        1 | 2 => random.pick(&RECORDERS).to_owned(),
        _ => word(random),
    };
    let mut text = format!("{before}[ {}", random.pick(&["", "", "-n ", "-d ", "! "]));
    text += &operand(random);
    for _ in 0..random.below(2) {
        text += random.pick(&BETWEEN);
        text += &operand(random);
    }
    text += " ]";
    if random.below(6) == 0 {
        text += random.pick(&REDIRECTS);
    }
    text
}

fn list(random: &mut Random, depth: usize) -> String {
    let mut text = command(random, depth);
    for _ in 0..random.below(3) {
        text += random.pick(&JOINTS);
        text += &command(random, depth);
    }
    text
}

/// Returns a place in a text between two characters.
fn place(random: &mut Random, text: &str) -> usize {
    let at = random.below(text.len() + 1);
    (0..=at)
        .rev()
        .find(|&at| text.is_char_boundary(at))
        .unwrap_or(0)
}

/// Makes one script: grown from the grammar, or two made by hand grafted together; often with some noise.
pub(super) fn generate(random: &mut Random) -> String {
    let mut text = if random.below(3) == 0 {
        let (one, other) = (random.pick(BY_HAND), random.pick(BY_HAND));
        let (begin, end) = (place(random, one), place(random, other));
        format!(
            "{}{}",
            one.get(..begin).unwrap_or(""),
            other.get(end..).unwrap_or("")
        )
    } else {
        list(random, 2)
    };
    if random.below(2) == 0 {
        for _ in 0..=random.below(2) {
            let at = place(random, &text);
            text.insert_str(at, random.pick(&NOISE));
        }
    }
    text
}
