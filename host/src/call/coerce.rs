//! The fields of an object, taken one by one, each under its type. Numbers and booleans may arrive as strings (R1.1):
//! models write them so. Every error names its field.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, Visitor};
use serde_json::Value;

use super::CallError;

/// Largest whole number that a number with a fraction of zero is taken for: beyond it neighbours are not told apart.
const MAX_EXACT: f64 = 9_007_199_254_740_992.0;
/// Most characters of an unknown field's name that are shown.
const MAX_NAME_CHARS: usize = 40;

/// The fields that are still to be taken.
#[derive(Debug)]
pub(super) struct Fields(Vec<(String, Value)>);

impl<'de> Deserialize<'de> for Fields {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(FieldsVisitor)
    }
}

struct FieldsVisitor;

impl<'de> Visitor<'de> for FieldsVisitor {
    type Value = Fields;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with the fields of a call")
    }

    /// A field that is there twice is refused: whoever else reads it may have taken the other one.
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields, A::Error> {
        let mut fields: Vec<(String, Value)> = Vec::new();
        while let Some((name, value)) = map.next_entry::<String, Value>()? {
            if fields.iter().any(|(known, _)| *known == name) {
                let shown = crate::untrusted::tame(&name, MAX_NAME_CHARS);
                return Err(A::Error::custom(format!("`{shown}` is there twice")));
            }
            fields.push((name, value));
        }
        Ok(Fields(fields))
    }
}

impl Fields {
    /// Takes a field. Null counts as none.
    fn take(&mut self, field: &'static str) -> Option<Value> {
        let at = self.0.iter().position(|(name, _)| name == field)?;
        let (_, value) = self.0.swap_remove(at);
        Some(value).filter(|value| !value.is_null())
    }

    /// Takes a text.
    pub(super) fn text(&mut self, field: &'static str) -> Result<Option<String>, CallError> {
        match self.take(field) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(other) => Err(wrong(field, "a text", &other)),
        }
    }

    /// Takes a whole number that is not negative, or the text of one.
    pub(super) fn number(&mut self, field: &'static str) -> Result<Option<u64>, CallError> {
        let Some(value) = self.take(field) else {
            return Ok(None);
        };
        let number = match &value {
            Value::Number(number) => number.as_u64().or_else(|| whole(number.as_f64()?)),
            Value::String(text) if text.bytes().all(|byte| byte.is_ascii_digit()) => {
                text.parse().ok()
            }
            _ => None,
        };
        let wanted = "a whole number that is not negative";
        number.map(Some).ok_or_else(|| wrong(field, wanted, &value))
    }

    /// Takes a flag, or the text of one. Not set is off.
    pub(super) fn flag(&mut self, field: &'static str) -> Result<bool, CallError> {
        match self.take(field) {
            None => Ok(false),
            Some(Value::Bool(flag)) => Ok(flag),
            Some(Value::String(text)) if text == "true" => Ok(true),
            Some(Value::String(text)) if text == "false" => Ok(false),
            Some(other) => Err(wrong(field, "true or false", &other)),
        }
    }

    /// Makes sure that nothing is left: what is not understood could be meant to restrict, or to get past us.
    pub(super) fn finish(self, known: &[&str]) -> Result<(), CallError> {
        match self.0.into_iter().next() {
            None => Ok(()),
            Some((name, _)) => Err(CallError::UnknownField {
                field: crate::untrusted::tame(&name, MAX_NAME_CHARS),
                known: known.join("`, `"),
            }),
        }
    }
}

/// `120000.0` is a whole number too, in JSON and to some models.
fn whole(number: f64) -> Option<u64> {
    let is_whole = number.fract() == 0.0 && (0.0..=MAX_EXACT).contains(&number);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "it is whole, not negative and within bounds"
    )]
    is_whole.then_some(number as u64)
}

fn wrong(field: &'static str, wanted: &'static str, value: &Value) -> CallError {
    let got = match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "another number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    };
    CallError::WrongType { field, wanted, got }
}
