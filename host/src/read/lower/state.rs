//! What is known of the shell at a point of the script: variables, working directories, what names mean (R2.2, R2.8).
//!
//! Everything here errs to one side: what may have changed is not known. A value that is known is one the variable
//! certainly has whenever control reaches that point.

use std::rc::Rc;

use crate::read::{script::Piece, text::arithmetic::is_number};

/// Most values a variable may have before it counts as unknown.
pub(super) const MAX_VALUES: usize = 64;
/// Most bytes of all values of one variable or word; `x=$x$x` would double them without end.
pub(super) const MAX_VALUE_BYTES: usize = 64 * 1024;
/// Most directories a command may start in before they count as unknown.
const MAX_DIRECTORIES: usize = 4;

/// What is known of a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Value {
    /// It has one of these values.
    Known(Vec<String>),
    /// It holds an integer.
    Number,
    /// It is one of the file names that a pattern finds, or the pattern itself.
    Match(Pattern),
}

/// A pattern for file names, as a word of it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pattern {
    pub(super) pieces: Vec<Piece>,
    pub(super) prefix: String,
}

impl Value {
    /// Whether it certainly holds an integer, so that arithmetic evaluates nothing else.
    pub(super) fn is_numeric(&self) -> bool {
        match self {
            Self::Known(values) => values.iter().all(|value| is_number(value)),
            Self::Number => true,
            Self::Match(_) => false,
        }
    }
}

/// Whether names still mean what the shell facts say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Names {
    /// They do.
    Kept,
    /// They may have been bound to something else.
    Unknown,
}

/// A state of the shell. Cloning is cheap; the copy is made when one of two is changed.
#[derive(Clone, Debug)]
pub(super) struct State(Rc<Known>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Known {
    directories: Vec<String>,
    variables: Vec<(String, Value)>,
    names: Names,
    /// Functions that were certainly defined by then, sorted.
    functions: Vec<String>,
}

impl State {
    /// The state in which a shell starts.
    pub(super) fn initial(cwd: &str, home: Option<&str>) -> Self {
        let known = |value: &str| Value::Known(vec![value.to_owned()]);
        // The shell sets IFS itself; CDPATH is passed to no run.
        let mut variables = vec![
            ("IFS".to_owned(), known(" \t\n")),
            ("CDPATH".to_owned(), known("")),
        ];
        variables.extend(home.map(|home| ("HOME".to_owned(), known(home))));
        Self(Rc::new(Known {
            directories: vec![cwd.to_owned()],
            variables,
            names: Names::Kept,
            functions: Vec::new(),
        }))
    }

    /// The state in which another shell starts that this one runs.
    pub(super) fn of_child(&self, home: Option<&str>) -> Self {
        let mut child = Self::initial("", home);
        let known = Rc::make_mut(&mut child.0);
        known.directories.clone_from(&self.0.directories);
        known.names = self.0.names;
        // What the parent did to them may have been exported.
        for name in ["HOME", "CDPATH"] {
            if self.value(name) != child.value(name) {
                child.forget(name);
            }
        }
        child
    }

    pub(super) fn directories(&self) -> &[String] {
        &self.0.directories
    }

    /// Sets where the shell may be; too many are unknown.
    pub(super) fn move_to(&mut self, mut directories: Vec<String>) {
        directories.sort();
        directories.dedup();
        if directories.len() > MAX_DIRECTORIES {
            directories.clear();
        }
        let known = Rc::make_mut(&mut self.0);
        known.directories = directories;
        // The names were found elsewhere.
        known
            .variables
            .retain(|(_, value)| !matches!(value, Value::Match(_)));
    }

    /// From here on it may be anywhere.
    pub(super) fn get_lost(&mut self) {
        self.move_to(Vec::new());
    }

    pub(super) fn names(&self) -> Names {
        self.0.names
    }

    /// From here on a name is a function of the script.
    pub(super) fn define(&mut self, name: &str) {
        if !self.defines(name) {
            let functions = &mut Rc::make_mut(&mut self.0).functions;
            let place = functions.partition_point(|known| known.as_str() < name);
            functions.insert(place, name.to_owned());
        }
    }

    /// From here on a name may be a function no more.
    pub(super) fn undefine(&mut self, name: &str) {
        if self.defines(name) {
            Rc::make_mut(&mut self.0)
                .functions
                .retain(|known| known != name);
        }
    }

    pub(super) fn defines(&self, name: &str) -> bool {
        let functions = &self.0.functions;
        functions
            .binary_search_by(|known| known.as_str().cmp(name))
            .is_ok()
    }

    pub(super) fn value(&self, name: &str) -> Option<&Value> {
        self.0
            .variables
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, value)| value)
    }

    /// The one value that a variable has, if it has only one.
    pub(super) fn only_value(&self, name: &str) -> Option<&str> {
        match self.value(name)? {
            Value::Known(values) => match values.as_slice() {
                [value] => Some(value),
                _ => None,
            },
            Value::Number | Value::Match(_) => None,
        }
    }

    /// Whether what is expanded without quotes is split at blanks, tabs and newlines and nowhere else.
    pub(super) fn splits_at_blanks(&self) -> bool {
        self.only_value("IFS") == Some(" \t\n")
    }

    pub(super) fn variables(&self) -> impl Iterator<Item = &str> {
        self.0.variables.iter().map(|(name, _)| name.as_str())
    }

    /// Gives a variable a value. With another PATH a name may mean another program.
    pub(super) fn set(&mut self, name: &str, value: Option<Value>) {
        if matches!(name, "PATH" | "path") {
            Rc::make_mut(&mut self.0).names = Names::Unknown;
        }
        let value = value.filter(|value| !is_special(name) && is_bounded(value));
        let Some(value) = value else {
            return self.forget(name);
        };
        let variables = &mut Rc::make_mut(&mut self.0).variables;
        if let Some((_, known)) = variables.iter_mut().find(|(known, _)| known == name) {
            *known = value;
        } else if variables.len() < MAX_VALUES {
            variables.push((name.to_owned(), value));
        }
    }

    /// From here on the variable may have any value.
    pub(super) fn forget(&mut self, name: &str) {
        if matches!(name, "PATH" | "path") {
            Rc::make_mut(&mut self.0).names = Names::Unknown;
        }
        if self.value(name).is_some() {
            Rc::make_mut(&mut self.0)
                .variables
                .retain(|(known, _)| known != name);
        }
    }

    /// From here on variables, names and the directory may be anything.
    pub(super) fn forget_everything(&mut self) {
        let known = Rc::make_mut(&mut self.0);
        known.directories.clear();
        known.variables.clear();
        known.functions.clear();
        known.names = Names::Unknown;
    }

    /// What is known when control comes from either of two places.
    pub(super) fn join(mut self, other: &Self) -> Self {
        if Rc::ptr_eq(&self.0, &other.0) || self.0 == other.0 {
            return self;
        }
        let (one, two) = (self.0.as_ref(), other.0.as_ref());
        let directories = if one.directories.is_empty() || two.directories.is_empty() {
            Vec::new()
        } else {
            let mut all = one.directories.clone();
            all.extend(two.directories.iter().cloned());
            all
        };
        let variables = one.variables.iter().filter_map(|(name, value)| {
            let joined = join_values(value, other.value(name)?)?;
            Some((name.clone(), joined))
        });
        let known = Known {
            directories: Vec::new(),
            variables: variables.collect(),
            names: one.names.max(two.names),
            functions: one
                .functions
                .iter()
                .filter(|name| two.functions.contains(name))
                .cloned()
                .collect(),
        };
        self.0 = Rc::new(known);
        self.move_to(directories);
        self
    }
}

fn join_values(one: &Value, two: &Value) -> Option<Value> {
    let joined = match (one, two) {
        (one, two) if one == two => one.clone(),
        (Value::Known(one), Value::Known(two)) => {
            let mut all = one.clone();
            all.extend(two.iter().filter(|value| !one.contains(value)).cloned());
            Value::Known(all)
        }
        (one, two) if one.is_numeric() && two.is_numeric() => Value::Number,
        _ => return None,
    };
    if is_bounded(&joined) {
        return Some(joined);
    }
    joined.is_numeric().then_some(Value::Number)
}

fn is_bounded(value: &Value) -> bool {
    match value {
        Value::Known(values) => {
            !values.is_empty()
                && values.len() <= MAX_VALUES
                && values.iter().map(String::len).sum::<usize>() <= MAX_VALUE_BYTES
        }
        Value::Number | Value::Match(_) => true,
    }
}

/// Variables that the shell itself changes or reads in another way than it was told, sorted: what is assigned to them
/// is not what they hold.
const SPECIAL: [&str; 27] = [
    "COLUMNS",
    "DIRSTACK",
    "EPOCHREALTIME",
    "EPOCHSECONDS",
    "EUID",
    "FUNCNAME",
    "GROUPS",
    "HISTCMD",
    "LINENO",
    "LINES",
    "MAPFILE",
    "OLDPWD",
    "OPTARG",
    "OPTIND",
    "PIPESTATUS",
    "PPID",
    "PWD",
    "RANDOM",
    "READLINE_LINE",
    "READLINE_POINT",
    "REPLY",
    "SECONDS",
    "SHELLOPTS",
    "SHLVL",
    "SRANDOM",
    "UID",
    "_",
];

pub(super) fn is_special(name: &str) -> bool {
    // zsh ties lower-case arrays to some, such as `path`.
    const TIED: [&str; 6] = ["cdpath", "fignore", "fpath", "mailpath", "manpath", "path"];
    name.starts_with("BASH") || SPECIAL.binary_search(&name).is_ok() || TIED.contains(&name)
}

/// How control leaves a part of a script: the states in which it succeeded and in which it failed. None: it never does.
#[derive(Clone, Debug)]
pub(super) struct Flow {
    pub(super) success: Option<State>,
    pub(super) failure: Option<State>,
}

impl Flow {
    /// It may succeed or fail; the state is the same.
    pub(super) fn either(state: &State) -> Self {
        Self {
            success: Some(state.clone()),
            failure: Some(state.clone()),
        }
    }

    /// Control does not go on behind it.
    pub(super) const fn never() -> Self {
        Self {
            success: None,
            failure: None,
        }
    }

    /// The flow of the same with `!` before it.
    pub(super) fn negated(self) -> Self {
        Self {
            success: self.failure,
            failure: self.success,
        }
    }

    /// The state behind it, however it ended.
    pub(super) fn end(self) -> Option<State> {
        merge(self.success, self.failure)
    }

    /// What is known when control comes from either of two.
    pub(super) fn or(self, other: Self) -> Self {
        Self {
            success: merge(self.success, other.success),
            failure: merge(self.failure, other.failure),
        }
    }
}

/// What is known when control comes from where there is a state.
pub(super) fn merge(one: Option<State>, two: Option<State>) -> Option<State> {
    match (one, two) {
        (Some(one), Some(two)) => Some(one.join(&two)),
        (one, two) => one.or(two),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state() -> State {
        State::initial("/w", Some("/home/u"))
    }

    #[expect(clippy::unnecessary_wraps, reason = "it is what `set` takes")]
    fn known(values: &[&str]) -> Option<Value> {
        Some(Value::Known(
            values.iter().map(|value| (*value).to_owned()).collect(),
        ))
    }

    #[test]
    fn tables_are_sorted() {
        assert!(SPECIAL.is_sorted());
    }

    #[test]
    fn a_clone_does_not_change_with_the_original() {
        let mut one = state();
        let two = one.clone();
        one.set("x", known(&["a"]));
        assert_eq!(one.only_value("x"), Some("a"));
        assert_eq!(two.value("x"), None);
    }

    #[test]
    fn a_join_knows_what_both_know() {
        let mut one = state();
        let mut two = state();
        one.set("x", known(&["a"]));
        two.set("x", known(&["b"]));
        one.set("only", known(&["a"]));
        one.set("n", known(&["1"]));
        two.set("n", Some(Value::Number));
        two.move_to(vec!["/w/sub".to_owned()]);
        let both = one.join(&two);
        assert_eq!(both.value("x"), known(&["a", "b"]).as_ref());
        assert_eq!(both.value("only"), None);
        assert_eq!(both.value("n"), Some(&Value::Number));
        assert_eq!(both.directories(), ["/w", "/w/sub"]);
        let mut lost = both.clone();
        lost.get_lost();
        assert!(both.join(&lost).directories().is_empty());
    }

    #[test]
    fn values_are_bounded() {
        let mut state = state();
        let many: Vec<String> = (0..=MAX_VALUES)
            .map(|number| format!("x{number}"))
            .collect();
        state.set("x", Some(Value::Known(many)));
        assert_eq!(state.value("x"), None);
        state.set("x", known(&[&"a".repeat(MAX_VALUE_BYTES + 1)]));
        assert_eq!(state.value("x"), None);
        state.set("RANDOM", known(&["1"]));
        assert_eq!(state.value("RANDOM"), None);
    }

    #[test]
    fn what_never_ends_adds_nothing() {
        let mut moved = state();
        moved.move_to(vec!["/x".to_owned()]);
        let flow = Flow {
            success: Some(moved),
            failure: Some(state()),
        };
        let after = flow.or(Flow::never()).negated();
        assert_eq!(
            after.failure.map(|state| state.directories().to_vec()),
            Some(vec!["/x".to_owned()])
        );
    }

    #[test]
    fn another_shell_knows_no_variable_of_its_parent() {
        let mut state = state();
        state.set("x", known(&["a"]));
        state.set("HOME", known(&["/elsewhere"]));
        let child = state.of_child(Some("/home/u"));
        assert_eq!(child.value("x"), None);
        assert_eq!(child.value("HOME"), None);
        assert!(child.splits_at_blanks());
    }
}
