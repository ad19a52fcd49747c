//! What holds of every script, tried with made-up ones.

use proptest::prelude::{ProptestConfig, Strategy, prop, prop_assert, prop_assert_eq, proptest};

use super::facts;
use crate::{
    read::{
        Reading, Script,
        lower::state::{Names, State, Value},
        read,
    },
    span::{Range, Span},
};

/// Keeps no file of what failed: a failure shows its script.
fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(cases)
    }
}

/// A change to a state.
#[derive(Clone, Debug)]
enum Step {
    Set(String, Vec<String>),
    Number(String),
    Forget(String),
    Move(Vec<String>),
    Lose,
    Define(String),
    Everything,
}

fn name() -> impl Strategy<Value = String> {
    prop::sample::select(vec!["x", "y", "HOME", "IFS", "PATH"]).prop_map(str::to_owned)
}

fn values() -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec(prop::sample::select(vec!["", "1", "22", "a", "b c"]), 1..3)
        .prop_map(|values| values.into_iter().map(str::to_owned).collect())
}

fn directories() -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec(prop::sample::select(vec!["/a", "/b", "/c"]), 1..3)
        .prop_map(|names| names.into_iter().map(str::to_owned).collect())
}

fn step() -> impl Strategy<Value = Step> {
    proptest::prop_oneof![
        4 => (name(), values()).prop_map(|(name, values)| Step::Set(name, values)),
        1 => name().prop_map(Step::Number),
        1 => name().prop_map(Step::Forget),
        2 => directories().prop_map(Step::Move),
        1 => prop::strategy::Just(Step::Lose),
        1 => name().prop_map(Step::Define),
        1 => prop::strategy::Just(Step::Everything),
    ]
}

fn state() -> impl Strategy<Value = State> {
    prop::collection::vec(step(), 0..8).prop_map(|steps| {
        let mut state = State::initial("/w", Some("/home/u"));
        for step in steps {
            match step {
                Step::Set(name, values) => state.set(&name, Some(Value::Known(values))),
                Step::Number(name) => state.set(&name, Some(Value::Number)),
                Step::Forget(name) => state.forget(&name),
                Step::Move(names) => state.move_to(names),
                Step::Lose => state.get_lost(),
                Step::Define(name) => state.define(&name),
                Step::Everything => state.forget_everything(),
            }
        }
        state
    })
}

/// Directories, variables with their values, whether names are kept, functions.
type Known = (Vec<String>, Vec<(String, String)>, bool, Vec<String>);

/// Everything that a state knows, in an order of its own.
fn known(state: &State) -> Known {
    let mut variables: Vec<(String, String)> = state
        .variables()
        .filter_map(|name| {
            let value = match state.value(name)? {
                Value::Known(values) => {
                    let mut values = values.clone();
                    values.sort();
                    values.dedup();
                    format!("{values:?}")
                }
                other => format!("{other:?}"),
            };
            Some((name.to_owned(), value))
        })
        .collect();
    variables.sort();
    let functions = ["x", "y", "HOME", "IFS", "PATH"]
        .into_iter()
        .filter(|name| state.defines(name))
        .map(str::to_owned)
        .collect();
    let is_kept = state.names() == Names::Kept;
    (state.directories().to_vec(), variables, is_kept, functions)
}

/// Whether all that one state allows is allowed by another.
fn covers(wide: &State, narrow: &State) -> bool {
    let directories = wide.directories().is_empty()
        || (!narrow.directories().is_empty()
            && narrow
                .directories()
                .iter()
                .all(|one| wide.directories().contains(one)));
    let variables = wide
        .variables()
        .all(|name| match (wide.value(name), narrow.value(name)) {
            (Some(Value::Known(wide)), Some(Value::Known(narrow))) => {
                narrow.iter().all(|value| wide.contains(value))
            }
            (Some(Value::Number), Some(narrow)) => narrow.is_numeric(),
            (wide, narrow) => wide == narrow,
        });
    let functions = ["x", "y", "HOME", "IFS", "PATH"]
        .into_iter()
        .all(|name| !wide.defines(name) || narrow.defines(name));
    directories && variables && functions && wide.names() >= narrow.names()
}

proptest! {
    #![proptest_config(config(128))]

    #[test]
    fn a_join_does_not_depend_on_the_order(one in state(), two in state()) {
        let here = one.clone().join(&two);
        let there = two.join(&one);
        prop_assert_eq!(known(&here), known(&there));
    }

    #[test]
    fn a_join_with_itself_changes_nothing(one in state(), two in state()) {
        prop_assert_eq!(known(&one.clone().join(&one)), known(&one));
        let both = one.join(&two);
        prop_assert_eq!(known(&both.clone().join(&two)), known(&both));
    }

    #[test]
    fn a_join_knows_no_more_than_either(one in state(), two in state()) {
        let both = one.clone().join(&two);
        prop_assert!(covers(&both, &one), "{:?} {:?}", both, one);
        prop_assert!(covers(&both, &two), "{:?} {:?}", both, two);
    }
}

/// Parts of scripts that are whole in themselves.
fn part() -> impl Strategy<Value = String> {
    let simple = prop::sample::select(vec![
        "a",
        "b \"$x\" 'c d' e*",
        "x=1",
        "x=a y=$x c",
        "cd d",
        "c $(e | f) \"`g`\" <(h)",
        "a >f 2>&1 <<<x",
        "[[ -f $x && a == b* ]]",
        "((y = 1))",
        "timeout 3 nice a b",
        "bash -c 'a; b \"$x\"'",
        "find . -exec a {} \\;",
        "xargs a",
        "cat <<'E'\na $x\nE\n:",
        "export x=é",
        "read x",
        "exit 1",
    ])
    .prop_map(str::to_owned);
    simple.prop_recursive(3, 12, 2, |inner| {
        let pair = (inner.clone(), inner.clone());
        proptest::prop_oneof![
            inner.clone().prop_map(|one| format!("{{ {one}\n}}")),
            inner.clone().prop_map(|one| format!("( {one}\n)")),
            inner
                .clone()
                .prop_map(|one| format!("for x in a b; do {one}\ndone")),
            inner.clone().prop_map(|one| format!("f() {{ {one}\n}}; f")),
            pair.clone()
                .prop_map(|(one, two)| format!("if {one}\nthen {two}\nfi")),
            pair.clone()
                .prop_map(|(one, two)| format!("while {one}\ndo {two}\ndone")),
            pair.clone()
                .prop_map(|(one, two)| format!("case $x in a) {one}\n;; *) {two}\n;; esac")),
            pair.prop_map(|(one, two)| format!("{one}\n{two}")),
        ]
    })
}

/// Whether a range lies in a list.
fn lies_in(range: Range, len: usize) -> bool {
    let indices = range.indices();
    indices.start <= indices.end && indices.end <= len
}

/// Whether a span lies in a text, between characters.
fn is_placed(script: &Script, span: Span) -> bool {
    script
        .texts
        .get(span.text as usize)
        .is_some_and(|text| text.content.get(span.bytes()).is_some())
}

/// Returns what does not hang together.
fn fault(script: &Script) -> Option<String> {
    let (words, blocks) = (script.words.len(), script.blocks.len());
    for command in &script.commands {
        let fits = lies_in(command.words, words)
            && lies_in(command.assignments, script.assignments.len())
            && lies_in(command.redirects, script.redirects.len())
            && command.wrappers.iter().all(|one| lies_in(one.words, words))
            && (command.block as usize) < blocks
            && is_placed(script, command.span);
        if !fits {
            return Some(format!("{command:?}"));
        }
    }
    for (index, block) in script.blocks.iter().enumerate() {
        let is_below = block
            .parent
            .map_or(index == 0, |parent| (parent as usize) < index);
        if !is_below || !lies_in(block.subject, words) || !is_placed(script, block.span) {
            return Some(format!("{block:?}"));
        }
    }
    for word in &script.words {
        let is_beginning = word
            .values
            .iter()
            .all(|value| value.starts_with(&word.prefix));
        if !lies_in(word.pieces, script.pieces.len())
            || !is_placed(script, word.span)
            || !is_beginning
        {
            return Some(format!("{word:?}"));
        }
    }
    let bad = script
        .functions
        .iter()
        .find(|one| one.block as usize >= blocks || !is_placed(script, one.span));
    let gap = script.gaps.iter().find(|gap| !is_placed(script, gap.span));
    bad.map(|one| format!("{one:?}"))
        .or_else(|| gap.map(|gap| format!("{gap:?}")))
}

proptest! {
    #![proptest_config(config(192))]

    #[test]
    fn everything_points_into_its_list(source in part()) {
        let script = read(&source, &facts());
        prop_assert_eq!(fault(&script), None);
        prop_assert_eq!(script.gaps.is_empty(), script.reading == Reading::Complete);
    }

    #[test]
    fn reading_twice_gives_the_same(source in part()) {
        let (one, two) = (read(&source, &facts()), read(&source, &facts()));
        // Only how long it takes may differ.
        let is_late = |script: &Script| script.gaps.iter().any(|gap| gap.reason == "bound.time");
        if !is_late(&one) && !is_late(&two) {
            prop_assert_eq!(one, two);
        }
    }

    #[test]
    fn a_subshell_changes_nothing_behind_it(source in part()) {
        let around = format!("v=a\n( ( {source}\n) )\ntell \"$v\" \"$HOME\"");
        let script = read(&around, &facts());
        if script.reading == Reading::Complete {
            let last = script.commands.last();
            prop_assert_eq!(last.map(|last| last.cwds.clone()), Some(vec!["/w".to_owned()]));
            let shown = super::commands(&script);
            prop_assert_eq!(shown.last().map(String::as_str), Some("[tell] [a] [/home/u]"));
        }
    }
}
