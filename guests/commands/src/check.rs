//! The walker: reads a command's arguments by its table (R3.1). Generic; it knows no command.
//!
//! Whatever the tables do not describe is an unknown effect with a reason. So is an uncertain word that may become an
//! option, unless the table says that no flag of the tool does worse than read. Then it is a read of nobody knows what,
//! since it is not known any more which words are patterns, values or operands; for a glob only if a match begins with a
//! dash, which the host can see.

use crate::{
    argument::{Argument, Dynamic, Span, Spread, Text},
    model::{
        Absent, AnyFlag, Apart, Clusters, Context, Dash, Depth, Digits, Flag, Found, Grammar,
        LateOptions, Marks, Order, PathRole, Role, Spec, Takes, Tree, Value,
    },
    report::{Effect, Extent, Kind, Report, Rule, Target, When},
};

/// Describes what a command does with its arguments.
///
/// ```
/// use commands::{
///     argument::{Argument, Span, Text},
///     check,
///     model::{Context, LateOptions},
///     report::{Kind, Report, Target},
///     tables,
/// };
///
/// let sort = tables::find("sort").expect("it is described");
/// let word = |text| Argument { text: Text::Certain(text), span: Span::default() };
/// let context = Context { name: Span::default(), late_options: LateOptions::AreOptions };
/// let mut report = Report::default();
/// check::describe(&sort.grammar, &[word("-uo"), word("out"), word("in")], context, &mut report);
/// let effects: Vec<_> = report.effects.iter().map(|effect| (effect.kind, effect.target)).collect();
/// assert_eq!(
///     effects,
///     [(Kind::Write, Target::Exact("out")), (Kind::Read, Target::Exact("in"))]
/// );
/// assert!(!report.is_harmless());
/// ```
pub fn describe<'a>(
    grammar: &Grammar,
    arguments: &[Argument<'a>],
    context: Context,
    report: &mut Report<'a>,
) {
    match grammar {
        Grammar::Text => {}
        Grammar::Options(spec) => describe_spec(spec, arguments, context, report),
        Grammar::Tree(tree) => describe_tree(tree, arguments, context, report),
        Grammar::Own(language) => language(arguments, context, report),
    }
}

fn describe_spec<'a>(
    spec: &Spec,
    arguments: &[Argument<'a>],
    context: Context,
    report: &mut Report<'a>,
) {
    report.conditions = spec.conditions;
    report.stance = spec.stance;
    for always in spec.always {
        let extent = always.depth.extent(Marks::NONE);
        let target = Target::Exact(always.target);
        report.add(always.kind, target, extent, context.name);
    }
    let mut walk = Walk::new(spec, context, report);
    walk.read(arguments);
    walk.finish();
}

fn describe_tree<'a>(
    tree: &Tree,
    arguments: &[Argument<'a>],
    context: Context,
    report: &mut Report<'a>,
) {
    let mut walk = Walk::new(&tree.globals, context, report);
    walk.read(arguments);
    let operands = walk.operands;
    let Some((name, rest)) = operands.split_first() else {
        report.unknown(Rule::UnknownSubcommand, Text::Certain(""), context.name);
        return;
    };
    let branch = name.text.certain().and_then(|name| {
        let found = tree.branches.binary_search_by_key(&name, |branch| branch.0);
        found.ok().and_then(|index| tree.branches.get(index))
    });
    match branch {
        Some((_, grammar)) => describe(grammar, rest, context, report),
        None => report.unknown(Rule::UnknownSubcommand, name.text, name.span),
    }
}

/// What to do after an argument was read.
#[derive(Clone, Copy)]
enum Step {
    /// Go on with the next one.
    Next,
    /// Go on after the next one: it is a flag's value.
    SkipValue,
    /// All that follow are operands.
    OperandsFollow,
    /// This one may become any arguments.
    AnythingHere,
    /// The next one, wanted as a flag's value, may become any number of arguments.
    AnythingNext,
}

/// Whether the text of a word is known to its end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ending {
    Certain,
    Open,
}

impl Ending {
    /// Makes a value of the last known part of a word.
    fn value(self, text: &str) -> Text<'_> {
        match self {
            Self::Certain => Text::Certain(text),
            Self::Open => Text::Dynamic(Dynamic {
                prefix: text,
                spread: Spread::One,
            }),
        }
    }
}

struct Walk<'w, 'a> {
    spec: &'w Spec,
    context: Context,
    report: &'w mut Report<'a>,
    marks: Marks,
    operands: Vec<Argument<'a>>,
}

impl<'w, 'a> Walk<'w, 'a> {
    fn new(spec: &'w Spec, context: Context, report: &'w mut Report<'a>) -> Self {
        Self {
            spec,
            context,
            report,
            marks: Marks::NONE,
            operands: Vec::new(),
        }
    }

    /// Takes options and their values away; what is left are operands.
    fn read(&mut self, arguments: &[Argument<'a>]) {
        let mut rest = arguments;
        while let Some((argument, after)) = rest.split_first() {
            let step = match argument.text {
                Text::Certain(text) => self.read_certain(argument, text, after),
                Text::Dynamic(dynamic) => self.read_dynamic(argument, dynamic, after),
            };
            let skipped = after.get(1..).unwrap_or(&[]);
            rest = match step {
                Step::Next => after,
                Step::SkipValue => skipped,
                Step::OperandsFollow => {
                    self.operands.extend(after);
                    return;
                }
                Step::AnythingHere => self.admit_anything(rest),
                Step::AnythingNext => self.admit_anything(after),
            };
        }
    }

    /// Takes note that the first of these arguments may become any arguments, and returns those still to be read, for
    /// what else can be told.
    fn admit_anything<'s>(&mut self, arguments: &'s [Argument<'a>]) -> &'s [Argument<'a>] {
        let Some((first, rest)) = arguments.split_first() else {
            return &[];
        };
        self.operands.push(*first);
        let is_glob = first.text.is_glob();
        let no_option_follows = || rest.iter().all(|later| later.text.is_no_option());
        match self.spec.any_flag {
            AnyFlag::Unknown => {
                self.refuse(Rule::DynamicOption, first);
            }
            // Whatever option it is, the words that follow stay operands, or become its value.
            AnyFlag::Safe if is_glob && self.is_flat() && no_option_follows() => {}
            // With a dash before the glob character it is an option even without a match.
            AnyFlag::Reads | AnyFlag::Safe if is_glob && first.text.prefix().is_empty() => {
                self.read_something(When::IfOption, first.span);
            }
            AnyFlag::Reads | AnyFlag::Safe => self.read_something(When::Always, first.span),
        }
        rest
    }

    /// Whether no flag changes how far below operands is read.
    fn is_flat(&self) -> bool {
        let mut forms = self.spec.forms.iter();
        forms.all(|form| match form.rest {
            Role::Path(role) => matches!(role.depth, Depth::Flat),
            Role::Text | Role::Refused => true,
        })
    }

    fn read_certain(
        &mut self,
        argument: &Argument<'a>,
        text: &'a str,
        after: &[Argument<'a>],
    ) -> Step {
        match text.strip_prefix('-') {
            Some("-") => Step::OperandsFollow,
            Some(option) if !option.is_empty() => {
                self.read_option(option, Ending::Certain, argument, after)
            }
            Some(_) | None => self.read_operand(argument),
        }
    }

    /// Reads an uncertain word. `--include=*.rs` and `-n1$x` are the same flag whatever they become, since it is certain
    /// how they begin.
    fn read_dynamic(
        &mut self,
        argument: &Argument<'a>,
        dynamic: Dynamic<'a>,
        after: &[Argument<'a>],
    ) -> Step {
        if argument.text.is_no_option() {
            return self.read_operand(argument);
        }
        match (dynamic.spread, dynamic.prefix.strip_prefix('-')) {
            (Spread::One | Spread::Matches(_), Some(option)) => {
                self.read_option(option, Ending::Open, argument, after)
            }
            (Spread::Split, _) | (_, None) => Step::AnythingHere,
        }
    }

    fn read_operand(&mut self, argument: &Argument<'a>) -> Step {
        self.operands.push(*argument);
        match self.spec.order {
            Order::Permuted | Order::Free => Step::Next,
            Order::OperandEnds => Step::OperandsFollow,
        }
    }

    /// Reads what comes after a first dash.
    fn read_option(
        &mut self,
        option: &'a str,
        ending: Ending,
        argument: &Argument<'a>,
        after: &[Argument<'a>],
    ) -> Step {
        let uncertain = self.context.late_options == LateOptions::AreUncertain
            && self.spec.order == Order::Permuted;
        if uncertain && !self.operands.is_empty() {
            self.refuse(Rule::LateOption, argument);
        }
        let Some(long) = option.strip_prefix('-') else {
            return self.read_letters(option, ending, argument, after);
        };
        let (name, value) = match (long.split_once('='), ending) {
            (Some((name, value)), _) => (name, Some(ending.value(value))),
            (None, Ending::Certain) => (long, None),
            // Which flag it is, is open.
            (None, Ending::Open) => return Step::AnythingHere,
        };
        match self.spec.flags.by_long(name, self.spec.abbreviations) {
            Found::Flag(flag) => self.take(flag, value, argument, after),
            Found::Ambiguous => self.refuse(Rule::AmbiguousFlag, argument),
            Found::Nothing => self.refuse(Rule::UnknownFlag, argument),
        }
    }

    /// Reads the letters after one dash.
    fn read_letters(
        &mut self,
        letters: &'a str,
        ending: Ending,
        argument: &Argument<'a>,
        after: &[Argument<'a>],
    ) -> Step {
        let all_digits = letters.bytes().all(|byte| byte.is_ascii_digit());
        if all_digits && ending == Ending::Certain && self.spec.digits != Digits::Refused {
            return Step::Next;
        }
        let mut rest = letters.chars();
        while let Some(letter) = rest.next() {
            if !(letter.is_ascii_digit() && self.spec.digits == Digits::Letters) {
                let code = u8::try_from(letter).ok();
                let Some(flag) = code.and_then(|code| self.spec.flags.by_letter(code)) else {
                    return self.refuse(Rule::UnknownFlag, argument);
                };
                if !matches!(flag.takes, Takes::Nothing) {
                    return self.take_rest(flag, rest.as_str(), ending, argument, after);
                }
                self.marks = self.marks.and(flag.marks);
            }
            if self.spec.clusters == Clusters::Refused && !rest.as_str().is_empty() {
                return self.refuse(Rule::UnknownFlag, argument);
            }
        }
        match ending {
            Ending::Certain => Step::Next,
            // More letters may follow.
            Ending::Open => Step::AnythingHere,
        }
    }

    /// Takes a flag whose argument is the rest of its word, or else the next one.
    fn take_rest(
        &mut self,
        flag: &Flag,
        rest: &'a str,
        ending: Ending,
        argument: &Argument<'a>,
        after: &[Argument<'a>],
    ) -> Step {
        match (flag.takes, ending) {
            // If the open part becomes nothing, the next word is the flag's argument.
            (Takes::Value(_), Ending::Open) if rest.is_empty() => Step::AnythingHere,
            (_, Ending::Certain) if rest.is_empty() => self.take(flag, None, argument, after),
            _ => self.take(flag, Some(ending.value(rest)), argument, after),
        }
    }

    /// Takes a flag and its argument, attached or not.
    fn take(
        &mut self,
        flag: &Flag,
        attached: Option<Text<'a>>,
        argument: &Argument<'a>,
        after: &[Argument<'a>],
    ) -> Step {
        self.marks = self.marks.and(flag.marks);
        match (flag.takes, attached) {
            (Takes::Nothing | Takes::Attached(_), None) => Step::Next,
            (Takes::Nothing, Some(_)) => self.refuse(Rule::UnknownFlag, argument),
            (Takes::Value(value) | Takes::Attached(value), Some(text)) => {
                self.apply_value(value, text, argument.span);
                Step::Next
            }
            (Takes::Value(value), None) => match after.first() {
                None => self.refuse(Rule::MissingValue, argument),
                Some(next) if next.text.is_many() => {
                    self.apply_value(value, next.text, next.span);
                    Step::AnythingNext
                }
                Some(next) if self.spec.apart == Apart::Undashed && !next.text.is_no_option() => {
                    self.refuse(Rule::DashedValue, next)
                }
                Some(next) => {
                    self.apply_value(value, next.text, next.span);
                    Step::SkipValue
                }
            },
        }
    }

    fn refuse(&mut self, rule: Rule, argument: &Argument<'a>) -> Step {
        self.report.unknown(rule, argument.text, argument.span);
        Step::Next
    }

    fn apply_value(&mut self, value: Value, text: Text<'a>, span: Span) {
        match value {
            Value::Text => {}
            Value::Number => match text {
                Text::Certain(number) if !is_number(number) => {
                    self.report.unknown(Rule::UnknownValue, text, span);
                }
                Text::Certain(_) | Text::Dynamic(_) => {}
            },
            Value::Choice(words) => match text {
                Text::Certain(word) if words.contains(&word) => {}
                Text::Certain(_) => self.report.unknown(Rule::UnknownValue, text, span),
                Text::Dynamic(_) => self.report.unknown(Rule::DynamicValue, text, span),
            },
            Value::Path(role) => self.apply_path(role, text, span),
            Value::TextOrFile => match (text, text.prefix().strip_prefix('@')) {
                (Text::Certain(_), Some(file)) => {
                    self.apply_path(PathRole::INPUT, Text::Certain(file), span);
                }
                (Text::Dynamic(_), Some(_)) => self.read_something(When::Always, span),
                (Text::Dynamic(dynamic), None) if dynamic.prefix.is_empty() => {
                    self.read_something(When::Always, span);
                }
                (Text::Certain(_) | Text::Dynamic(_), None) => {}
            },
            Value::NameList => {
                self.apply_path(PathRole::INPUT, text, span);
                self.read_something(When::Always, span);
            }
            Value::Program => {
                self.report
                    .add(Kind::Execute, Target::of(text), Extent::Flat, span);
            }
        }
    }

    fn apply_path(&mut self, role: PathRole, text: Text<'a>, span: Span) {
        if matches!((role.dash, text), (Dash::Stream, Text::Certain("-"))) {
            return;
        }
        let extent = role.depth.extent(self.marks);
        self.report.add(role.kind, Target::of(text), extent, span);
    }

    /// Something is read that only the run will know.
    fn read_something(&mut self, when: When, span: Span) {
        self.report.effects.push(Effect {
            kind: Kind::Read,
            target: Target::Unknown,
            extent: Extent::DeepThroughLinks,
            when,
            span,
        });
    }

    /// Gives operands their meaning, now that all flags are known.
    fn finish(mut self) {
        let spec = self.spec;
        let Some(form) = spec.forms.iter().find(|form| self.marks.have(form.when)) else {
            let span = self.context.name;
            let nothing = Text::Certain("");
            return self.report.unknown(Rule::UnexpectedOperand, nothing, span);
        };
        let operands = std::mem::take(&mut self.operands);
        let mut present = false;
        // A word of unknown count among those with a place of their own moves the others.
        let mut moved = false;
        for (index, operand) in operands.iter().enumerate() {
            let last = form.last.filter(|_| index + 1 == operands.len());
            let own = form.first.get(index).copied().or(last);
            if own.is_some() && operand.text.is_many() {
                moved = true;
                if spec.any_flag == AnyFlag::Unknown {
                    self.refuse(Rule::DynamicPosition, operand);
                }
            }
            present |= own.is_none() && !operand.text.is_many();
            let role = own.filter(|_| !moved || spec.any_flag == AnyFlag::Unknown);
            self.assign_role(role.unwrap_or(form.rest), operand);
        }
        if !present && form.absent == Absent::Here {
            let here = Argument {
                text: Text::Certain("."),
                span: self.context.name,
            };
            self.assign_role(form.rest, &here);
        }
    }

    fn assign_role(&mut self, role: Role, operand: &Argument<'a>) {
        match role {
            Role::Text => {}
            Role::Path(role) => self.apply_path(role, operand.text, operand.span),
            Role::Refused => {
                let (text, span) = (operand.text, operand.span);
                self.report.unknown(Rule::UnexpectedOperand, text, span);
            }
        }
    }
}

impl Depth {
    /// Returns how far an effect goes with the facts that flags state.
    fn extent(self, marks: Marks) -> Extent {
        let deep = match self {
            Self::Flat => false,
            Self::Deep => true,
            Self::DeepIf(wanted) => marks.have(wanted),
        };
        match (deep, marks.have(Marks::FOLLOWS_LINKS)) {
            (false, _) => Extent::Flat,
            (true, false) => Extent::Deep,
            (true, true) => Extent::DeepThroughLinks,
        }
    }
}

/// Whether a text is a number as tools take them: with a sign, a fraction, or a unit.
fn is_number(text: &str) -> bool {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    unsigned.starts_with(|first: char| first.is_ascii_digit() || first == '.')
        && unsigned
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'%' | b','))
}

#[cfg(test)]
mod properties;
#[cfg(test)]
mod tests;
