//! Words of scripts for tests.

/// How many arguments a word becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fields {
    /// Exactly one.
    One,
    /// None, one or several.
    Many,
}

impl Fields {
    pub(super) const fn code(self) -> &'static str {
        match self {
            Self::One => "one",
            Self::Many => "many",
        }
    }
}

/// A word of a script under construction.
#[derive(Clone, Debug)]
pub struct TestWord {
    pub(super) pieces: Vec<TestPiece>,
    pub(super) values: Vec<String>,
    pub(super) fields: Fields,
    pub(super) prefix: String,
}

/// A piece of such a word, with its own text.
#[derive(Clone, Debug)]
pub(super) struct TestPiece {
    pub(super) kind: &'static str,
    pub(super) text: String,
    pub(super) literal: Option<String>,
    pub(super) quoted: bool,
}

impl TestPiece {
    fn literal(value: &str) -> Self {
        let text = quoted(value);
        Self {
            kind: "literal",
            quoted: text != value,
            text,
            literal: Some(value.to_owned()),
        }
    }

    fn uncertain(kind: &'static str, text: String) -> Self {
        Self {
            kind,
            quoted: text.starts_with('"'),
            text,
            literal: None,
        }
    }
}

/// Returns a word that is certain. A `&str` becomes one too.
///
/// ```
/// use shellward_sdk::{ScriptView, test_kit::{Builder, literal}};
///
/// let script = Builder::new().command(&["echo"]).word(literal("it's")).build();
/// assert_eq!(ScriptView::new(&script).source(), r"echo 'it'\''s'");
/// ```
pub fn literal(value: &str) -> TestWord {
    TestWord {
        pieces: vec![TestPiece::literal(value)],
        values: vec![value.to_owned()],
        fields: Fields::One,
        prefix: value.to_owned(),
    }
}

/// Returns a word of which only the beginning is certain.
///
/// ```
/// use shellward_sdk::{ScriptView, test_kit::{Builder, Fields, dynamic}};
///
/// let script = Builder::new().command(&["cat"]).word(dynamic("logs/", Fields::One)).build();
/// let word = ScriptView::new(&script).word(1).expect("there are two");
/// assert_eq!((word.certain(), word.prefix()), (None, "logs/"));
/// ```
pub fn dynamic(prefix: &str, fields: Fields) -> TestWord {
    let text = match fields {
        Fields::One => "\"$dynamic\"",
        Fields::Many => "$dynamic",
    };
    uncertain(
        prefix,
        TestPiece::uncertain("variable", text.to_owned()),
        fields,
    )
}

/// Returns a word that becomes the names of files, such as `src/*.rs`.
///
/// ```
/// use shellward_sdk::{ScriptView, test_kit::{Builder, glob}};
///
/// let script = Builder::new().command(&["cat"]).word(glob("src/*.rs")).build();
/// let word = ScriptView::new(&script).word(1).expect("there are two");
/// assert_eq!((word.text(), word.prefix()), ("src/*.rs", "src/"));
/// ```
pub fn glob(pattern: &str) -> TestWord {
    let at = pattern.find(['*', '?', '[']).unwrap_or(pattern.len());
    let (prefix, rest) = pattern.split_at(at);
    uncertain(
        prefix,
        TestPiece::uncertain("glob", rest.to_owned()),
        Fields::Many,
    )
}

/// Returns `$name`, which is split.
///
/// ```
/// use shellward_sdk::{ScriptView, test_kit::{Builder, variable}};
///
/// let script = Builder::new().command(&["cat"]).word(variable("x")).build();
/// assert!(ScriptView::new(&script).word(1).is_some_and(|word| word.may_be_many()));
/// ```
pub fn variable(name: &str) -> TestWord {
    uncertain(
        "",
        TestPiece::uncertain("variable", format!("${name}")),
        Fields::Many,
    )
}

/// Returns `"$name"`, which is one argument.
///
/// ```
/// use shellward_sdk::{ScriptView, test_kit::{Builder, quoted_variable}};
///
/// let script = Builder::new().command(&["cat"]).word(quoted_variable("x")).build();
/// assert!(ScriptView::new(&script).word(1).is_some_and(|word| !word.may_be_many()));
/// ```
pub fn quoted_variable(name: &str) -> TestWord {
    uncertain(
        "",
        TestPiece::uncertain("variable", format!("\"${name}\"")),
        Fields::One,
    )
}

/// Returns the variable of a loop that goes through certain values.
///
/// ```
/// use shellward_sdk::{ScriptView, test_kit::{Builder, one_of}};
///
/// let script = Builder::new().command(&["cat"]).word(one_of(&["a", "b"])).build();
/// let word = ScriptView::new(&script).word(1).expect("there are two");
/// assert_eq!((word.certain(), word.values().len()), (None, 2));
/// ```
pub fn one_of(values: &[&str]) -> TestWord {
    TestWord {
        values: values.iter().map(|&value| value.to_owned()).collect(),
        ..quoted_variable("each")
    }
}

/// Returns the variable of a loop that goes through what a glob finds.
///
/// ```
/// use shellward_sdk::{ScriptView, test_kit::{Builder, one_match}};
///
/// let script = Builder::new().command(&["cat"]).word(one_match("src/*.rs")).build();
/// let word = ScriptView::new(&script).word(1).expect("there are two");
/// assert_eq!((word.prefix(), word.may_be_many()), ("src/", false));
/// ```
pub fn one_match(pattern: &str) -> TestWord {
    TestWord {
        fields: Fields::One,
        ..glob(pattern)
    }
}

/// Returns the second word of `((…))`: an expression.
///
/// ```
/// use shellward_sdk::{ScriptView, test_kit::{Builder, arithmetic}};
///
/// let script = Builder::new().command(&["(("]).word(arithmetic("x < 3")).build();
/// let word = ScriptView::new(&script).word(1).expect("there are two");
/// assert_eq!((word.text(), word.certain()), ("x < 3", None));
/// ```
pub fn arithmetic(expression: &str) -> TestWord {
    uncertain(
        "",
        TestPiece::uncertain("arithmetic", expression.to_owned()),
        Fields::One,
    )
}

/// Returns `{}`, in whose place a wrapper puts what only it will know.
///
/// ```
/// use shellward_sdk::{ScriptView, test_kit::{Builder, placeholder}};
///
/// let script = Builder::new().command(&["rm"]).word(placeholder()).build();
/// assert_eq!(ScriptView::new(&script).word(1).and_then(|word| word.certain()), None);
/// ```
pub fn placeholder() -> TestWord {
    uncertain(
        "",
        TestPiece::uncertain("placeholder", "{}".to_owned()),
        Fields::One,
    )
}

impl From<&str> for TestWord {
    fn from(value: &str) -> Self {
        literal(value)
    }
}

fn uncertain(prefix: &str, rest: TestPiece, fields: Fields) -> TestWord {
    let beginning = (!prefix.is_empty()).then(|| TestPiece::literal(prefix));
    TestWord {
        pieces: beginning.into_iter().chain([rest]).collect(),
        values: Vec::new(),
        fields,
        prefix: prefix.to_owned(),
    }
}

/// Writes a value so that a shell would take it for itself.
fn quoted(value: &str) -> String {
    let plain = |character: char| character.is_alphanumeric() || "_-./:=,+@%".contains(character);
    if !value.is_empty() && value.chars().all(plain) {
        return value.to_owned();
    }
    format!("'{}'", value.replace('\'', r"'\''"))
}
