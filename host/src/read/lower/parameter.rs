//! The inside of `${…}` (R2.2).
//!
//! Its value is not worked out, except where there is only a name: what matters is which commands run and which
//! variables change while it is expanded. Operators that evaluate a value (`@P`, `${!x}`, a subscript) are not read.

use super::{
    kinds::Class,
    names::is_name,
    scan::{Braces, Quoted, Scan, disagreement, parameter_len},
};
use crate::read::{gaps::Trouble, script::PieceKind};

/// What follows the name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operation {
    /// `:-`, `-`, `:?`, `?`, `:+`, `+`.
    Default,
    /// `:=`, `=`.
    Assign,
    /// `#`, `%`, `/`, `^`, `,` and their doubles.
    Pattern,
    /// `:offset` and `:offset:length`.
    Slice,
    /// `@Q` and the like.
    Transform,
}

/// Operators, longer ones before their beginnings.
const OPERATIONS: [(&[u8], Operation); 24] = [
    (b":-", Operation::Default),
    (b":?", Operation::Default),
    (b":+", Operation::Default),
    (b":=", Operation::Assign),
    (b":", Operation::Slice),
    (b"-", Operation::Default),
    (b"?", Operation::Default),
    (b"+", Operation::Default),
    (b"=", Operation::Assign),
    (b"##", Operation::Pattern),
    (b"#", Operation::Pattern),
    (b"%%", Operation::Pattern),
    (b"%", Operation::Pattern),
    (b"//", Operation::Pattern),
    (b"/#", Operation::Pattern),
    (b"/%", Operation::Pattern),
    (b"/", Operation::Pattern),
    (b"^^", Operation::Pattern),
    (b"^", Operation::Pattern),
    (b",,", Operation::Pattern),
    (b",", Operation::Pattern),
    (b"@Q", Operation::Transform),
    (b"@U", Operation::Transform),
    (b"@L", Operation::Transform),
];

impl Scan<'_, '_> {
    /// Reads `${…}`.
    pub(super) fn parameter(&mut self, quoted: Quoted) -> Result<(), Trouble> {
        let start = self.at;
        let end = self.take_mark_at(Class::Expansion)?.end;
        if end > self.limit || self.source.as_bytes().get(end - 1) != Some(&b'}') {
            return Err(disagreement());
        }
        let inside = self.rest(2);
        let inside = inside.get(..end - start - 3).unwrap_or(&[]);
        let is_length = matches!(inside, [b'#', _, ..]);
        let from = usize::from(is_length);
        let len = parameter_len(inside.get(from..).unwrap_or(&[]), Braces::Yes);
        let name = self
            .source
            .get(start + 2 + from..start + 2 + from + len)
            .filter(|_| len > 0)
            .ok_or_else(not_read)?;
        let rest = inside.get(from + len..).unwrap_or(&[]);
        let (subscript, rest) = subscript(rest)?;
        if rest.is_empty() && subscript.is_none() && !is_length {
            self.variable(name, end - start, quoted);
            return Ok(());
        }
        let is_list = quoted == Quoted::No || name == "@" || subscript == Some(Subscript::Every);
        self.flush(Quoted::No);
        let pieces = self.pieces.len();
        if is_length {
            if !rest.is_empty() {
                return Err(not_read());
            }
            // A number, which only an odd IFS splits.
            if quoted == Quoted::No && !self.around.state.splits_at_blanks() {
                self.may_be_many();
            }
        } else {
            if is_list {
                self.may_be_many();
            }
            self.lose();
            if !rest.is_empty() {
                self.at = end - 1 - rest.len();
                self.operation(name, rest, quoted)?;
            }
        }
        self.drop_pieces(pieces);
        self.at = start;
        self.skip_marks(end);
        self.dynamic_variable(end - start, quoted);
        Ok(())
    }

    fn dynamic_variable(&mut self, len: usize, quoted: Quoted) {
        self.restart_literal();
        self.dynamic(PieceKind::Variable, len, quoted);
    }

    fn operation(&mut self, name: &str, rest: &[u8], quoted: Quoted) -> Result<(), Trouble> {
        let (len, operation) = OPERATIONS
            .iter()
            .find(|(operator, _)| rest.starts_with(operator))
            .map(|&(operator, operation)| (operator.len(), operation))
            .ok_or_else(not_read)?;
        let end = self.at + rest.len();
        self.at += len;
        match operation {
            Operation::Transform if self.at == end => Ok(()),
            Operation::Transform => Err(not_read()),
            Operation::Slice => {
                let text = self.source.get(self.at..end).unwrap_or("");
                // In `a ? b : c` the colon is not the one before the length.
                if text.contains('?') {
                    return Err(not_read());
                }
                for expression in text.split(':') {
                    self.evaluate_in_word(expression)?;
                }
                self.skip_marks(end);
                Ok(())
            }
            Operation::Assign if !is_name(name) => Err(not_read()),
            Operation::Assign => {
                self.operand(end, quoted)?;
                self.assigned.push((name.to_owned(), None));
                self.given.push(name.to_owned());
                Ok(())
            }
            Operation::Default | Operation::Pattern => self.operand(end, quoted),
        }
    }

    /// Reads the word behind an operator, which ends at the first brace that nothing hides.
    fn operand(&mut self, end: usize, quoted: Quoted) -> Result<(), Trouble> {
        self.operands += 1;
        while let Some(byte) = self.peek(0).filter(|_| self.at < end) {
            match byte {
                b'}' => return Err(disagreement()),
                b'$' => self.dollar(quoted)?,
                b'`' => self.backquotes(quoted)?,
                b'\\' if quoted == Quoted::No => self.escape()?,
                b'\'' if quoted == Quoted::No => self.single_quotes()?,
                b'"' if quoted == Quoted::No => self.double_quotes()?,
                b'\\' | b'\'' | b'"' => {
                    return Err(Trouble::new(
                        "node",
                        "quotes inside `${…}` inside double quotes are not read",
                    )
                    .at_node("expansion"));
                }
                b'<' | b'>' if self.peek(1) == Some(b'(') => {
                    if quoted == Quoted::Yes {
                        self.at += 1;
                    } else {
                        self.substitution(PieceKind::ProcessSubstitution, quoted)?;
                    }
                }
                _ => self.at += 1,
            }
        }
        self.operands -= 1;
        if self.at == end {
            Ok(())
        } else {
            Err(disagreement())
        }
    }
}

/// A subscript that nothing is evaluated in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Subscript {
    /// `[@]` and `[*]`.
    Every,
    /// `[3]`.
    One,
}

/// Splits a subscript off.
fn subscript(rest: &[u8]) -> Result<(Option<Subscript>, &[u8]), Trouble> {
    let [b'[', inside @ ..] = rest else {
        return Ok((None, rest));
    };
    let len = inside
        .iter()
        .position(|&byte| byte == b']')
        .ok_or_else(not_read)?;
    let (index, rest) = inside.split_at_checked(len).ok_or_else(not_read)?;
    let subscript = match index {
        b"@" | b"*" => Subscript::Every,
        [_, ..] if index.iter().all(u8::is_ascii_digit) => Subscript::One,
        _ => {
            return Err(Trouble::new(
                "evaluated",
                "the subscript of an array is evaluated, which may run commands",
            )
            .at_node("subscript"));
        }
    };
    Ok((Some(subscript), rest.get(1..).unwrap_or(&[])))
}

fn not_read() -> Trouble {
    Trouble::new("node", "this form of `${…}` is not read").at_node("expansion")
}
