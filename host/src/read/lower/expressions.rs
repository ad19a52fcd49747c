//! Arithmetic, in words and outside of them (R2.2): every variable in it must hold a number, since the shell evaluates its
//! value again.

use super::{kinds::Class, state::Value};
use crate::read::{gaps::Trouble, script::PieceKind, text::arithmetic};

use super::scan::{Quoted, Scan, disagreement};

impl Scan<'_, '_> {
    pub(super) fn arithmetic(&mut self, quoted: Quoted) -> Result<(), Trouble> {
        let mark = self.take_mark_at(Class::Arithmetic)?;
        let inside = self
            .source
            .get(self.at + 3..mark.end.saturating_sub(2))
            .filter(|_| mark.end <= self.limit)
            .ok_or_else(disagreement)?;
        if !self
            .source
            .get(self.at..mark.end)
            .is_some_and(|text| text.ends_with("))"))
        {
            return Err(disagreement());
        }
        self.skip_marks(mark.end);
        self.evaluate_in_word(inside)?;
        if quoted == Quoted::No && !self.around.state.splits_at_blanks() {
            self.may_be_many();
        }
        self.dynamic(PieceKind::Arithmetic, mark.end - self.at, quoted);
        Ok(())
    }

    /// Checks an arithmetic expression in a word. Whether the word is expanded at all, and by which process, is not known,
    /// so that a variable it assigns is a number afterwards only if it was one before.
    pub(super) fn evaluate_in_word(&mut self, expression: &str) -> Result<(), Trouble> {
        let known = self.assigned.len();
        self.evaluate(expression)?;
        let mut assigned = self.assigned.split_off(known);
        for (name, value) in &mut assigned {
            if !self.value(name).as_ref().is_some_and(Value::is_numeric) {
                *value = None;
            }
        }
        self.assigned.extend(assigned);
        Ok(())
    }

    /// Checks an arithmetic expression: every variable in it must hold a number.
    pub(super) fn evaluate(&mut self, expression: &str) -> Result<(), Trouble> {
        // A division by zero, or a mistake.
        self.may_fail = true;
        // What is evaluated before an assignment may fail.
        let is_unconditional =
            !expression.contains(['?', '&', '|', '/', '%', '#']) && !expression.contains("**");
        for name in arithmetic::read(expression)? {
            let is_number = match name.name.as_str() {
                "#" | "?" | "$" => true,
                name => self.value(name).as_ref().is_some_and(Value::is_numeric),
            };
            let rest = expression.get(name.at.end..).unwrap_or("").trim_start();
            // `x = 1` does not look at what `x` was.
            let is_set = name.form == arithmetic::Form::Bare
                && rest.starts_with('=')
                && !rest.starts_with("==");
            let is_made = is_set && is_unconditional;
            if !is_number && !is_made {
                let message = format!(
                    "arithmetic evaluates the value of `{}`, which may run commands",
                    name.name
                );
                return Err(Trouble::new("evaluated", message).at_node("arithmetic_expansion"));
            }
            if name.access == arithmetic::Access::Assigned {
                self.assigned.push((name.name, Some(Value::Number)));
            }
        }
        Ok(())
    }
}
