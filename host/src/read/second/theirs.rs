//! The other parser's tree as an outline. The only module, with `tests_of`, `parts` and `braces`, that knows it.

use brush_parser::{ParserOptions, ast, parse_tokens, uncached_tokenize_str};

use super::{
    guard,
    outline::{Event, Kind, Place, TheirWord},
    region::Bracket,
    tests_of,
};
use crate::read::script::Connector;

/// Why there is no outline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trouble {
    /// It was not asked.
    Refused(&'static str),
    /// It does not understand the text.
    NotUnderstood,
}

/// As every run has it: no extended globs. Tildes are looked at by us; it would turn them into numbers.
pub(super) fn options() -> ParserOptions {
    ParserOptions {
        enable_extended_globbing: false,
        tilde_expansion_at_word_start: false,
        tilde_expansion_after_colon: false,
        ..ParserOptions::default()
    }
}

/// Reads a text; one in parentheses is what stands in them.
pub(super) fn outline(text: &str, bracket: Bracket) -> Result<Vec<Event<TheirWord>>, Trouble> {
    let options = options();
    let tokens = uncached_tokenize_str(text, &options.tokenizer_options())
        .map_err(|_| Trouble::NotUnderstood)?;
    let tokens = guard::prepare(&tokens).map_err(Trouble::Refused)?;
    let program = parse_tokens(&tokens, &options).map_err(|_| Trouble::NotUnderstood)?;
    let mut outline = Outline { events: Vec::new() };
    match bracket {
        Bracket::None => outline.program(&program),
        Bracket::Parentheses => {
            let inside = only_subshell(&program).ok_or(Trouble::NotUnderstood)?;
            outline.list(inside, Connector::First);
        }
    }
    Ok(outline.events)
}

/// Returns what is in the parentheses that are all there is.
fn only_subshell(program: &ast::Program) -> Option<&ast::CompoundList> {
    let [ast::CompoundList(items)] = program.complete_commands.as_slice() else {
        return None;
    };
    let [ast::CompoundListItem(list, ast::SeparatorOperator::Sequence)] = items.as_slice() else {
        return None;
    };
    let pipeline = &list.first;
    let alone = list.additional.is_empty() && !pipeline.bang && pipeline.timed.is_none();
    match pipeline.seq.as_slice() {
        [ast::Command::Compound(ast::CompoundCommand::Subshell(subshell), None)] if alone => {
            Some(&subshell.list)
        }
        _ => None,
    }
}

struct Outline {
    events: Vec<Event<TheirWord>>,
}

impl Outline {
    fn push(&mut self, event: Event<TheirWord>) {
        self.events.push(event);
    }

    fn program(&mut self, program: &ast::Program) {
        let mut connector = Connector::First;
        for list in &program.complete_commands {
            connector = self.list(list, connector);
        }
    }

    /// Returns what joins the next list to this one.
    fn list(&mut self, list: &ast::CompoundList, first: Connector) -> Connector {
        let mut connector = first;
        for ast::CompoundListItem(item, separator) in &list.0 {
            let (background, after) = match separator {
                ast::SeparatorOperator::Async => (true, Connector::Background),
                ast::SeparatorOperator::Sequence => (false, Connector::Then),
            };
            self.pipeline(&item.first, connector, background);
            for next in &item.additional {
                match next {
                    ast::AndOr::And(pipeline) => {
                        self.pipeline(pipeline, Connector::And, background);
                    }
                    ast::AndOr::Or(pipeline) => self.pipeline(pipeline, Connector::Or, background),
                }
            }
            connector = after;
        }
        connector
    }

    fn pipeline(&mut self, pipeline: &ast::Pipeline, connector: Connector, background: bool) {
        for (stage, command) in (0..).zip(&pipeline.seq) {
            self.push(Event::Stage(Place {
                connector,
                negated: pipeline.bang,
                stage,
                background,
            }));
            self.command(command);
        }
        if pipeline.seq.is_empty() {
            // `time` or `!` alone, which is said to be one of ours nowhere.
            self.open(Kind::Other);
        }
    }

    fn command(&mut self, command: &ast::Command) {
        match command {
            ast::Command::Simple(simple) => self.simple(simple),
            ast::Command::Compound(compound, redirects) => {
                self.compound(compound);
                self.redirects(redirects.as_ref());
            }
            ast::Command::Function(function) => {
                self.open(Kind::Function(function.fname.value.clone()));
                self.alone(Connector::First);
                let ast::FunctionBody(body, redirects) = &function.body;
                self.compound(body);
                self.redirects(redirects.as_ref());
                self.close();
            }
            ast::Command::ExtendedTest(test, redirects) => {
                let mut words = vec![TheirWord::Operator("[[")];
                tests_of::flatten(&test.expr, &mut words);
                words.push(TheirWord::Operator("]]"));
                self.events.extend(words.into_iter().map(Event::Word));
                self.redirects(redirects.as_ref());
            }
        }
    }

    /// A command begins that is a pipeline of its own.
    fn alone(&mut self, connector: Connector) {
        self.push(Event::Stage(Place {
            connector,
            negated: false,
            stage: 0,
            background: false,
        }));
    }

    fn open(&mut self, kind: Kind) {
        self.push(Event::Open(kind));
    }

    fn close(&mut self) {
        self.push(Event::Close);
    }

    fn word(&mut self, word: &str) {
        self.push(Event::Word(TheirWord::Plain(word.to_owned())));
    }

    /// Assignments before the name, words, redirects; what looks like an assignment after the name is a word.
    fn simple(&mut self, simple: &ast::SimpleCommand) {
        let prefix = simple.prefix.iter().flat_map(|prefix| &prefix.0);
        let mut redirects = Vec::new();
        for item in prefix {
            match item {
                ast::CommandPrefixOrSuffixItem::AssignmentWord(assignment, _) => {
                    self.assignment(assignment);
                }
                item => self.item(item, &mut redirects),
            }
        }
        if let Some(name) = &simple.word_or_name {
            self.word(&name.value);
        }
        for item in simple.suffix.iter().flat_map(|suffix| &suffix.0) {
            self.item(item, &mut redirects);
        }
        self.events.append(&mut redirects);
    }

    fn item(
        &mut self,
        item: &ast::CommandPrefixOrSuffixItem,
        redirects: &mut Vec<Event<TheirWord>>,
    ) {
        match item {
            ast::CommandPrefixOrSuffixItem::IoRedirect(it) if is_pipe(it) => {}
            ast::CommandPrefixOrSuffixItem::IoRedirect(it) => redirects.push(redirect(it)),
            ast::CommandPrefixOrSuffixItem::Word(word)
            | ast::CommandPrefixOrSuffixItem::AssignmentWord(_, word) => self.word(&word.value),
            // Those of the script were cut out.
            ast::CommandPrefixOrSuffixItem::ProcessSubstitution(..) => self.open(Kind::Other),
        }
    }

    fn assignment(&mut self, assignment: &ast::Assignment) {
        let name = match &assignment.name {
            ast::AssignmentName::VariableName(name) => name.clone(),
            ast::AssignmentName::ArrayElementName(name, at) => format!("{name}[{at}]"),
        };
        let value = match &assignment.value {
            ast::AssignmentValue::Scalar(word) if word.value.is_empty() => None,
            ast::AssignmentValue::Scalar(word) => Some(TheirWord::Plain(word.value.clone())),
            // Read by nobody as complete.
            ast::AssignmentValue::Array(_) => return self.open(Kind::Other),
        };
        self.push(Event::Assignment {
            name,
            append: assignment.append,
            value,
        });
    }

    fn compound(&mut self, compound: &ast::CompoundCommand) {
        match compound {
            ast::CompoundCommand::Arithmetic(arithmetic) => self.arithmetic(&arithmetic.expr.value),
            ast::CompoundCommand::BraceGroup(group) => self.block(Kind::Group, &group.list),
            ast::CompoundCommand::Subshell(subshell) => self.block(Kind::Subshell, &subshell.list),
            ast::CompoundCommand::ForClause(it) => {
                self.open(Kind::For);
                for word in it.values.iter().flatten() {
                    self.word(&word.value);
                }
                self.block(Kind::Body, &it.body.list);
                self.close();
            }
            ast::CompoundCommand::ArithmeticForClause(it) => self.arithmetic_for(it),
            ast::CompoundCommand::CaseClause(case) => self.case(case),
            ast::CompoundCommand::IfClause(it) => self.branch(it),
            ast::CompoundCommand::WhileClause(it) => self.repeat(Kind::While, it),
            ast::CompoundCommand::UntilClause(it) => self.repeat(Kind::Until, it),
            ast::CompoundCommand::Coprocess(_) => self.open(Kind::Other),
        }
    }

    fn block(&mut self, kind: Kind, list: &ast::CompoundList) {
        self.open(kind);
        self.list(list, Connector::First);
        self.close();
    }

    /// `((…))`, a command of two words.
    fn arithmetic(&mut self, expression: &str) {
        self.push(Event::Word(TheirWord::Operator("((")));
        self.push(Event::Word(TheirWord::Loose(expression.to_owned())));
    }

    /// `for ((a; b; c))`: the three are commands of their own in a condition, those that are there.
    fn arithmetic_for(&mut self, it: &ast::ArithmeticForClauseCommand) {
        self.open(Kind::For);
        self.open(Kind::Condition);
        let mut connector = Connector::First;
        for expression in [&it.initializer, &it.condition, &it.updater]
            .into_iter()
            .flatten()
        {
            if !expression.value.trim().is_empty() {
                self.alone(connector);
                self.arithmetic(&expression.value);
                connector = Connector::Then;
            }
        }
        self.close();
        self.block(Kind::Body, &it.body.list);
        self.close();
    }

    fn case(&mut self, case: &ast::CaseClauseCommand) {
        self.open(Kind::Case);
        self.word(&case.value.value);
        for item in &case.cases {
            self.open(Kind::Body);
            for pattern in &item.patterns {
                self.word(&pattern.value);
            }
            if let Some(list) = &item.cmd {
                self.list(list, Connector::First);
            }
            self.close();
        }
        self.close();
    }

    fn branch(&mut self, it: &ast::IfClauseCommand) {
        self.open(Kind::If);
        self.block(Kind::Condition, &it.condition);
        self.block(Kind::Body, &it.then);
        for part in it.elses.iter().flatten() {
            if let Some(condition) = &part.condition {
                self.block(Kind::Condition, condition);
            }
            self.block(Kind::Body, &part.body);
        }
        self.close();
    }

    fn repeat(&mut self, kind: Kind, it: &ast::WhileOrUntilClauseCommand) {
        let ast::WhileOrUntilClauseCommand(condition, body, _) = it;
        self.open(kind);
        self.block(Kind::Condition, condition);
        self.block(Kind::Body, &body.list);
        self.close();
    }

    fn redirects(&mut self, redirects: Option<&ast::RedirectList>) {
        for it in redirects.iter().flat_map(|list| &list.0) {
            if !is_pipe(it) {
                self.push(redirect(it));
            }
        }
    }
}

/// Whether a redirect is what `|&` adds, the only one with a number in place of a word; it says no more than `|`.
fn is_pipe(redirect: &ast::IoRedirect) -> bool {
    matches!(
        redirect,
        ast::IoRedirect::File(_, _, ast::IoFileRedirectTarget::Fd(_))
    )
}

fn redirect(redirect: &ast::IoRedirect) -> Event<TheirWord> {
    let plain = |word: &ast::Word| Some(TheirWord::Plain(word.value.clone()));
    let (descriptor, operator, target) = match redirect {
        ast::IoRedirect::File(descriptor, kind, target) => {
            let target = match target {
                ast::IoFileRedirectTarget::Filename(word)
                | ast::IoFileRedirectTarget::Duplicate(word) => plain(word),
                ast::IoFileRedirectTarget::Fd(_)
                | ast::IoFileRedirectTarget::ProcessSubstitution(..) => None,
            };
            (descriptor, spelled(kind), target)
        }
        ast::IoRedirect::HereDocument(descriptor, body) => {
            let operator = if body.remove_tabs { "<<-" } else { "<<" };
            let target = TheirWord::Body {
                delimiter: body.here_end.value.clone(),
                lines: body.doc.value.clone(),
                expands: body.requires_expansion,
            };
            (descriptor, operator, Some(target))
        }
        ast::IoRedirect::HereString(descriptor, word) => (descriptor, "<<<", plain(word)),
        ast::IoRedirect::OutputAndError(word, false) => (&None, "&>", plain(word)),
        ast::IoRedirect::OutputAndError(word, true) => (&None, "&>>", plain(word)),
    };
    Event::Redirect {
        descriptor: descriptor.and_then(|number| u32::try_from(number).ok()),
        operator: operator.to_owned(),
        target,
    }
}

fn spelled(kind: &ast::IoFileRedirectKind) -> &'static str {
    match kind {
        ast::IoFileRedirectKind::Read => "<",
        ast::IoFileRedirectKind::Write => ">",
        ast::IoFileRedirectKind::Append => ">>",
        ast::IoFileRedirectKind::ReadAndWrite => "<>",
        ast::IoFileRedirectKind::Clobber => ">|",
        ast::IoFileRedirectKind::DuplicateInput => "<&",
        ast::IoFileRedirectKind::DuplicateOutput => ">&",
    }
}
