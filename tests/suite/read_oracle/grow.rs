//! Grows scripts from the grammar, and spoils some.

use std::{collections::HashMap, mem, sync::LazyLock};

use shellward::read::Dialect;

use super::{
    grammar::{COMMON, Choices, ZSH},
    random::Random,
};

/// Of a hundred scripts, so many are plausible.
const PLAUSIBLE_SHARE: usize = 75;
/// Of a hundred scripts, so many are spoiled afterwards.
const SPOILED_SHARE: usize = 12;
/// Of a hundred spoiled scripts, so many are two grafted together.
const GRAFTED_SHARE: usize = 20;
/// Rules inside rules beyond which only the way to an end is taken.
const DEEPEST: usize = 22;
/// How many names of commands a script has before it comes to an end; below the reader's own bound.
const NAMES: usize = 12;

const VARIABLES: [&str; 8] = ["X", "Y", "A", "B", "V0", "V1", "f", "i"];
const FUNCTIONS: [&str; 5] = ["g0", "g1", "show", "run-it", "rec1"];
const DELIMITERS: [(&str, &str); 4] = [("EOF", "EOF"), ("E", "E"), ("END_1", "END_1"), ("-", "-")];
const QUOTED_DELIMITERS: [(&str, &str); 6] = [
    ("'EOF'", "EOF"),
    ("\"E\"", "E"),
    ("\\E", "E"),
    ("E''", "E"),
    ("'E F'", "E F"),
    ("$'E'", "E"),
];

/// What is put into scripts, or taken from them, to find what misleads a reader.
const NASTY: [&str; 76] = [
    " ",
    "\n",
    "\t",
    "\r",
    "\\",
    "\\\n",
    "'",
    "\"",
    "$",
    "`",
    "(",
    ")",
    "{",
    "}",
    "#",
    "&",
    ";",
    "|",
    "<",
    ">",
    "=",
    "!",
    "[",
    "]",
    "*",
    "?",
    "~",
    ",",
    ":",
    "-",
    "$(",
    "$((",
    "))",
    "${",
    "<(",
    ">(",
    "<<",
    "<<-",
    "<<<",
    "<<E\n",
    "\nE\n",
    "&&",
    "||",
    "|&",
    ";;",
    ";&",
    ">&",
    "&>",
    ">|",
    ">>",
    "<>",
    "$'",
    "$\"",
    "[[",
    "]]",
    "{ ",
    " }",
    "( ",
    "do",
    "done",
    "then",
    "fi",
    "if ",
    "in",
    "esac",
    "case ",
    "function ",
    "time ",
    "! ",
    "() ",
    "\u{a0}",
    "é",
    " # ",
    "\\\\",
    "$@",
    "{a,b}",
];

/// How scripts look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    Plausible,
    Nasty,
}

enum Part {
    Text(&'static str),
    Rule(&'static str),
}

struct Choice {
    shares: [u32; 2],
    parts: Vec<Part>,
}

type Grammar = HashMap<&'static str, Vec<Choice>>;

static BASH_GRAMMAR: LazyLock<Grammar> = LazyLock::new(|| grammar(&[COMMON]));
static ZSH_GRAMMAR: LazyLock<Grammar> = LazyLock::new(|| grammar(&[COMMON, ZSH]));

fn grammar(tables: &[&[(&'static str, Choices)]]) -> Grammar {
    let mut rules = Grammar::new();
    for (name, choices) in tables.iter().copied().flatten() {
        let rule = rules.entry(name).or_default();
        rule.extend(choices.iter().map(|(plausible, nasty, text)| Choice {
            shares: [*plausible, *nasty],
            parts: parts(text),
        }));
    }
    rules
}

fn parts(text: &'static str) -> Vec<Part> {
    let mut parts = Vec::new();
    for (at, piece) in text.split('«').enumerate() {
        let rest = match piece.split_once('»') {
            Some((rule, rest)) if at > 0 => {
                parts.push(Part::Rule(rule));
                rest
            }
            _ => piece,
        };
        if !rest.is_empty() {
            parts.push(Part::Text(rest));
        }
    }
    parts
}

/// Makes script number `index` of a seed.
pub(super) fn generate(dialect: Dialect, seed: u64, index: u64) -> String {
    let mut random = Random::of(seed, index);
    let style = if random.percent(PLAUSIBLE_SHARE) {
        Style::Plausible
    } else {
        Style::Nasty
    };
    let text = grow(dialect, style, &mut random);
    if !random.percent(SPOILED_SHARE) {
        return text;
    }
    let text = if random.percent(GRAFTED_SHARE) {
        let other = grow(dialect, style, &mut random);
        let (begin, end) = (place(&mut random, &text), place(&mut random, &other));
        format!("{}{}", &text[..begin], &other[end..])
    } else {
        text
    };
    spoil(text, &mut random)
}

fn grow(dialect: Dialect, style: Style, random: &mut Random) -> String {
    let mut grower = Grower {
        grammar: if dialect == Dialect::Zsh {
            &ZSH_GRAMMAR
        } else {
            &BASH_GRAMMAR
        },
        random,
        style,
        depth: 0,
        names: 0,
        waiting: Vec::new(),
        variables: Vec::new(),
        functions: Vec::new(),
    };
    grower.closed("script")
}

/// Puts in, takes out, doubles or swaps something.
fn spoil(mut text: String, random: &mut Random) -> String {
    for _ in 0..=random.below(3) {
        let at = place(random, &text);
        match random.below(6) {
            0 => {
                let until = text[at..].char_indices().nth(1 + random.below(3));
                text.replace_range(at..until.map_or(text.len(), |(length, _)| at + length), "");
            }
            1 => {
                let piece: String = text[at..].chars().take(1 + random.below(6)).collect();
                text.insert_str(at, &piece);
            }
            2 => {
                let piece: String = text[at..].chars().take(2).collect();
                let swapped: String = piece.chars().rev().collect();
                text.replace_range(at..at + piece.len(), &swapped);
            }
            _ => text.insert_str(at, random.pick(&NASTY)),
        }
    }
    text
}

/// A place in a text between two characters.
fn place(random: &mut Random, text: &str) -> usize {
    let at = random.below(text.len() + 1);
    (0..=at)
        .rev()
        .find(|&at| text.is_char_boundary(at))
        .unwrap_or(0)
}

struct Grower<'r> {
    grammar: &'static Grammar,
    random: &'r mut Random,
    style: Style,
    depth: usize,
    names: usize,
    /// Bodies of here-documents that wait for a newline.
    waiting: Vec<String>,
    variables: Vec<&'static str>,
    functions: Vec<&'static str>,
}

impl Grower<'_> {
    fn rule(&mut self, name: &str) -> String {
        match name {
            "nl" => return self.newline(),
            "here" => return self.here(),
            "here-quoted" => {
                let chosen = QUOTED_DELIMITERS[0];
                return self.here_of("<<", chosen, "\n");
            }
            "set" => {
                let variable = self.random.pick(&VARIABLES);
                self.variables
                    .push(match VARIABLES.iter().find(|one| **one == variable) {
                        Some(one) => one,
                        None => "X",
                    });
                return variable.to_owned();
            }
            "var" => return self.known(false),
            "def" => {
                let at = self.random.below(FUNCTIONS.len());
                self.functions.push(FUNCTIONS[at]);
                return FUNCTIONS[at].to_owned();
            }
            "call" => return self.known(true),
            "name" => self.names += 1,
            _ => {}
        }
        match name.split_once(':') {
            Some(("sub", rule)) => self.closed(rule),
            Some(("back", rule)) => escaped(&self.closed(rule), &['\\', '`']),
            Some(("single", rule)) => format!("'{}'", self.closed(rule).replace('\'', "'\\''")),
            Some(("double", rule)) => {
                format!(
                    "\"{}\"",
                    escaped(&self.closed(rule), &['\\', '`', '"', '$'])
                )
            }
            Some(_) | None => self.choice(name),
        }
    }

    fn choice(&mut self, name: &str) -> String {
        let grammar = self.grammar;
        let choices = grammar
            .get(name)
            .unwrap_or_else(|| panic!("no rule «{name}»"));
        let column = usize::from(self.style == Style::Nasty);
        let chosen = if self.depth >= DEEPEST || self.names >= NAMES {
            &choices[0]
        } else {
            let total: u32 = choices.iter().map(|choice| choice.shares[column]).sum();
            let mut left = self.random.below(total.max(1) as usize);
            choices
                .iter()
                .find(|choice| {
                    let share = choice.shares[column] as usize;
                    let is_it = left < share;
                    left = left.saturating_sub(share);
                    is_it
                })
                .unwrap_or(&choices[0])
        };
        self.depth += 1;
        let mut text = String::new();
        for part in &chosen.parts {
            match part {
                Part::Text(plain) => text.push_str(plain),
                Part::Rule(rule) => text.push_str(&self.rule(rule)),
            }
        }
        self.depth -= 1;
        text
    }

    /// Grows a rule whose here-documents end inside it.
    fn closed(&mut self, rule: &str) -> String {
        let outer = mem::take(&mut self.waiting);
        let mut text = self.rule(rule);
        if !self.waiting.is_empty() {
            text += &self.newline();
        }
        self.waiting = outer;
        text
    }

    fn newline(&mut self) -> String {
        let mut text = "\n".to_owned();
        for body in mem::take(&mut self.waiting) {
            text += &body;
        }
        text
    }

    /// The operator of a here-document; its body waits.
    fn here(&mut self) -> String {
        let operator = ["<<", "<<", "<<", "<< ", "<<-"][self.random.below(5)];
        let chosen = if self.random.percent(50) {
            QUOTED_DELIMITERS[self.random.below(QUOTED_DELIMITERS.len())]
        } else {
            DELIMITERS[self.random.below(DELIMITERS.len())]
        };
        self.here_of(operator, chosen, "\n")
    }

    fn here_of(&mut self, operator: &str, (written, ends): (&str, &str), newline: &str) -> String {
        let mut body = String::new();
        for _ in 0..self.random.below(4) {
            if operator == "<<-" && self.random.percent(60) {
                body.push('\t');
            }
            // A line may not open a here-document that would wait for this one's end.
            body += &self.closed("line");
            body += newline;
        }
        if operator == "<<-" && self.random.percent(60) {
            body.push('\t');
        }
        body += ends;
        body += newline;
        self.waiting.push(body);
        format!("{operator}{written}")
    }

    /// A name that is likely set, or defined.
    fn known(&mut self, function: bool) -> String {
        let (own, all): (&[&str], &[&str]) = if function {
            (&self.functions, &FUNCTIONS)
        } else {
            (&self.variables, &VARIABLES)
        };
        let random = &mut *self.random;
        if own.is_empty() || random.percent(15) {
            all[random.below(all.len())].to_owned()
        } else {
            own[random.below(own.len())].to_owned()
        }
    }
}

fn escaped(text: &str, special: &[char]) -> String {
    let mut out = String::new();
    for character in text.chars() {
        if special.contains(&character) {
            out.push('\\');
        }
        out.push(character);
    }
    out
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_rule_is_there_and_used() {
        let own = ["nl", "here", "here-quoted", "set", "var", "def", "call"];
        for grammar in [&*BASH_GRAMMAR, &*ZSH_GRAMMAR] {
            let mut used = HashSet::from(["script", "line", "sub-here"]);
            for choice in grammar.values().flatten() {
                for part in &choice.parts {
                    if let Part::Rule(name) = part {
                        let name = name.split_once(':').map_or(*name, |(_, rule)| rule);
                        assert!(
                            own.contains(&name) || grammar.contains_key(name),
                            "«{name}»"
                        );
                        used.insert(name);
                    }
                }
            }
            let unused: Vec<_> = grammar
                .keys()
                .filter(|name| !used.contains(*name))
                .collect();
            assert!(unused.is_empty(), "{unused:?}");
        }
    }

    #[test]
    fn a_script_can_be_made_again() {
        for index in 0..50 {
            let one = generate(Dialect::Bash, 7, index);
            assert_eq!(one, generate(Dialect::Bash, 7, index));
        }
        assert_ne!(generate(Dialect::Bash, 7, 1), generate(Dialect::Bash, 8, 1));
    }
}
