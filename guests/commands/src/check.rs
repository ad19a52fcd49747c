//! The walker: reads a command's arguments by its table (R3.1). Generic; it knows no command.
//!
//! Whatever the tables do not describe is an unknown effect with a reason. So is an uncertain word that may become an
//! option, unless the table says that no flag of the tool does worse than read. Then it is a read of nobody knows what,
//! since it is not known any more which words are patterns, values or operands. Of a glob both is so only if a match
//! begins with a dash, which the host can see.

use crate::{
    argument::{Argument, Dynamic, Span, Spread, Text},
    model::{
        Absent, Always, AnyFlag, Apart, Clusters, Context, Dash, Dashes, Depth, Digits, FirstWord,
        Flag, Found, Grammar, LateOptions, Marks, Order, PathRole, Role, Spec, Takes, Tree, Value,
    },
    report::{Effect, Extent, Kind, PROJECT, Report, Rule, Target, When},
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
/// let word = |text| Argument::new(Text::Certain(text), Span::default());
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
    report.conditions.extend(spec.conditions);
    report.stance = spec.stance;
    let mut walk = Walk::new(spec, context, report);
    walk.do_always(spec.always, context.name);
    walk.read_all(arguments);
    walk.finish();
}

fn describe_tree<'a>(
    tree: &Tree,
    arguments: &[Argument<'a>],
    context: Context,
    report: &mut Report<'a>,
) {
    let mut first = Report::default();
    let mut walk = Walk::new(&tree.globals, context, &mut first);
    walk.read_all(arguments);
    walk.apply_deferred();
    let operands = walk.operands;
    let Some((name, rest)) = operands.split_first() else {
        return match tree.alone {
            Some(alone) => describe_spec(alone, arguments, context, report),
            None => report.unknown(Rule::UnknownSubcommand, Text::Certain(""), context.name),
        };
    };
    report.merge(first);
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
    /// Go on after as many: they are a flag's values.
    Skip(usize),
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

/// The value of a flag: what it may be, what it says, and where it stands.
type Deferred<'a> = (&'static [(Marks, Value)], Text<'a>, Span);

struct Walk<'w, 'a> {
    spec: &'w Spec,
    context: Context,
    report: &'w mut Report<'a>,
    marks: Marks,
    operands: Vec<Argument<'a>>,
    /// Values of flags that are known only together with the flags that follow.
    deferred: Vec<Deferred<'a>>,
}

impl<'w, 'a> Walk<'w, 'a> {
    fn new(spec: &'w Spec, context: Context, report: &'w mut Report<'a>) -> Self {
        Self {
            spec,
            context,
            report,
            marks: Marks::NONE,
            operands: Vec::new(),
            deferred: Vec::new(),
        }
    }

    /// Adds what is done whatever the arguments are.
    fn do_always(&mut self, always: &'static [Always], span: Span) {
        for one in always {
            let extent = one.depth.extent(self.marks);
            let target = if one.target.starts_with('(') && one.target != PROJECT {
                Target::Thing(one.target)
            } else {
                Target::Exact(one.target)
            };
            self.report.add(one.kind, target, extent, span);
        }
    }

    /// Reads all arguments. In the old style of `tar` the first one is letters without a dash.
    fn read_all(&mut self, arguments: &[Argument<'a>]) {
        let letters = match (self.spec.first_word, arguments.split_first()) {
            (FirstWord::Letters, Some((first, rest))) if first.text.is_no_option() => {
                Some((first, rest))
            }
            (FirstWord::Letters | FirstWord::Operand, _) => None,
        };
        match letters {
            Some((first, rest)) => self.read_first_letters(first, rest),
            None => self.read(arguments),
        }
    }

    /// Reads letters without a dash, whose arguments are the words that follow.
    fn read_first_letters(&mut self, first: &Argument<'a>, after: &[Argument<'a>]) {
        let Some(letters) = first.text.certain() else {
            self.refuse(Rule::DynamicOption, first);
            return self.read(after);
        };
        let mut rest = after;
        for letter in letters.bytes() {
            let Some(flag) = self.spec.flags.by_letter(letter) else {
                self.refuse(Rule::UnknownFlag, first);
                continue;
            };
            rest = match self.take(flag, None, first, rest) {
                Step::SkipValue => rest.get(1..).unwrap_or(&[]),
                Step::Skip(count) => rest.get(count..).unwrap_or(&[]),
                Step::Next | Step::OperandsFollow => rest,
                Step::AnythingHere | Step::AnythingNext => {
                    self.refuse(Rule::DynamicPosition, first);
                    rest
                }
            };
        }
        self.read(rest);
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
                Step::Skip(count) => after.get(count..).unwrap_or(&[]),
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
            // The host looks whether there is a file of such a name.
            AnyFlag::Unknown if is_glob && first.text.prefix().is_empty() => {
                self.report.effects.push(Effect {
                    kind: Kind::Unknown,
                    target: Target::Unknown,
                    extent: Extent::Flat,
                    when: When::IfOption,
                    span: first.span,
                });
            }
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
            Role::Text
            | Role::NameList
            | Role::Variable
            | Role::Program
            | Role::Thing(_)
            | Role::Own(_)
            | Role::Refused => true,
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
            (
                Spread::One
                | Spread::Number
                | Spread::Match(_)
                | Spread::Matches(_)
                | Spread::Found(_),
                Some(option),
            ) => self.read_option(option, Ending::Open, argument, after),
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
        let Some(long) = option
            .strip_prefix('-')
            .or_else(|| self.long_after_one_dash(option))
        else {
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

    /// Returns what follows one dash if it is a long option there.
    fn long_after_one_dash(&self, option: &'a str) -> Option<&'a str> {
        let name = option.split_once('=').map_or(option, |(name, _)| name);
        let is_long = self.spec.dashes == Dashes::OneOrTwo
            && matches!(
                self.spec.flags.by_long(name, self.spec.abbreviations),
                Found::Flag(_) | Found::Ambiguous
            );
        is_long.then_some(option)
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
                self.state(flag, argument.span);
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
        flag: Flag,
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
        flag: Flag,
        attached: Option<Text<'a>>,
        argument: &Argument<'a>,
        after: &[Argument<'a>],
    ) -> Step {
        self.state(flag, argument.span);
        match (flag.takes, attached) {
            (Takes::Nothing | Takes::Attached(_), None) => Step::Next,
            (Takes::Nothing | Takes::Several(_), Some(_)) => {
                self.refuse(Rule::UnknownFlag, argument)
            }
            (Takes::Several(values), None) => self.take_several(values, argument, after),
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

    /// Takes as many words as a flag has arguments.
    fn take_several(
        &mut self,
        values: &[Value],
        argument: &Argument<'a>,
        after: &[Argument<'a>],
    ) -> Step {
        for (index, value) in values.iter().enumerate() {
            match after.get(index) {
                None => return self.refuse(Rule::MissingValue, argument),
                Some(next) if next.text.is_many() => {
                    return self.refuse(Rule::DynamicPosition, next);
                }
                Some(next) => self.apply_value(*value, next.text, next.span),
            }
        }
        Step::Skip(values.len())
    }

    /// Takes note of what a flag says by being there.
    fn state(&mut self, flag: Flag, span: Span) {
        if flag.marks != Marks::NONE && self.marks.have(flag.marks) {
            self.marks = self.marks.and(Marks::TWICE);
        }
        self.marks = self.marks.and(flag.marks);
        self.do_always(flag.does, span);
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
            Value::NameList => self.apply_name_list(text, span),
            Value::Variable => name_variable(&Argument::new(text, span), self.report),
            Value::Program => {
                self.report
                    .add(Kind::Execute, Target::of(text), Extent::Flat, span);
            }
            Value::Thing(kind) => self.report.add(kind, Target::of(text), Extent::Flat, span),
            Value::Own(reader) => reader(text, span, self.report),
            Value::When(cases) => self.deferred.push((cases, text, span)),
        }
    }

    /// Gives values their meaning that depends on flags behind them.
    fn apply_deferred(&mut self) {
        for (cases, text, span) in std::mem::take(&mut self.deferred) {
            match cases.iter().find(|case| self.marks.have(case.0)) {
                Some(case) => self.apply_value(case.1, text, span),
                None => self.report.unknown(Rule::UnknownValue, text, span),
            }
        }
    }

    fn apply_name_list(&mut self, text: Text<'a>, span: Span) {
        self.apply_path(PathRole::INPUT, text, span);
        self.read_something(When::Always, span);
    }

    fn apply_path(&mut self, role: PathRole, text: Text<'a>, span: Span) {
        if matches!((role.dash, text), (Dash::Stream, Text::Certain("-"))) {
            return;
        }
        let extent = role.depth.extent(self.marks);
        self.report.touch(role.kind, text, extent, span);
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
        if !self.operands.is_empty() {
            self.marks = self.marks.and(Marks::OPERANDS);
        }
        if self.operands.len() > 1 {
            self.marks = self.marks.and(Marks::SEVERAL);
        }
        self.apply_deferred();
        let Some(form) = spec.forms.iter().find(|form| self.marks.have(form.when)) else {
            let span = self.context.name;
            let nothing = Text::Certain("");
            return self.report.unknown(Rule::UnexpectedOperand, nothing, span);
        };
        let operands = std::mem::take(&mut self.operands);
        self.do_always(form.does, self.context.name);
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
            let here = Argument::new(Text::Certain("."), self.context.name);
            self.assign_role(form.rest, &here);
        }
    }

    fn assign_role(&mut self, role: Role, operand: &Argument<'a>) {
        match role {
            Role::Text => {}
            Role::Path(role) => self.apply_path(role, operand.text, operand.span),
            Role::NameList => self.apply_name_list(operand.text, operand.span),
            Role::Variable => name_variable(operand, self.report),
            Role::Program => self.add_thing(Kind::Execute, operand),
            Role::Thing(kind) => self.add_thing(kind, operand),
            Role::Own(reader) => reader(operand.text, operand.span, self.report),
            Role::Refused => {
                let (text, span) = (operand.text, operand.span);
                self.report.unknown(Rule::UnexpectedOperand, text, span);
            }
        }
    }
}

impl<'a> Walk<'_, 'a> {
    fn add_thing(&mut self, kind: Kind, operand: &Argument<'a>) {
        let target = Target::of(operand.text);
        self.report.add(kind, target, Extent::Flat, operand.span);
    }
}

/// Describes that a variable gets a value. Anything but a plain name may be a subscript that is evaluated (`a[$(x)]`).
pub fn name_variable<'a>(name: &Argument<'a>, report: &mut Report<'a>) {
    match name.text {
        Text::Certain(text) if is_own_variable(text) => {}
        Text::Certain(text) if is_variable(text) => {
            let target = Target::Exact(text);
            report.add(Kind::Environment, target, Extent::Flat, name.span);
        }
        Text::Certain(_) | Text::Dynamic(_) => {
            report.unknown(Rule::NoVariable, name.text, name.span);
        }
    }
}

/// Whether a text is the plain name of a variable.
pub fn is_variable(name: &str) -> bool {
    !name.starts_with(|first: char| first.is_ascii_digit())
        && !name.is_empty()
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// Whether a name is one that scripts choose for themselves: all in small letters, and not of the few such that programs
/// look at. Of others the host knows who looks at them.
fn is_own_variable(name: &str) -> bool {
    is_variable(name)
        && !name.bytes().any(|byte| byte.is_ascii_uppercase())
        && !name.starts_with("npm_")
        && !name.ends_with("_proxy")
}

impl Depth {
    /// Returns how far an effect goes with the facts that flags state.
    pub fn extent(self, marks: Marks) -> Extent {
        let deep = match self {
            Self::Flat => false,
            Self::Deep => true,
            Self::DeepIf(wanted) => marks.have(wanted),
            Self::Inside => return Extent::Inside,
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
