//! Functions, whose bodies run where they are called (R2.2).

use std::{cell::RefCell, collections::BTreeSet, rc::Rc};

use super::{
    Lowering, Scope,
    changes::{Changes, Subshells, changes, forget_changed},
    grammar::Place,
    kinds::Class,
    lex::{Lexed, Token, TokenKind},
    operators::Operator,
    state::{Flow, State},
};
use crate::read::{
    gaps::Trouble,
    script::{BlockKind, Connector, Dialect, Function},
};

/// Most bytes of substitutions that are looked through for calls of functions, each for each of them.
const MAX_LOOKED_AT: usize = 256 * 1024;

impl Lowering<'_, '_, '_> {
    /// Whether the definition of a function begins here: a word and brackets.
    pub(super) fn defines_function(&self) -> bool {
        let kinds = [self.at + 1, self.at + 2].map(|at| self.token_at(at).map(|token| token.kind));
        kinds
            == [Operator::Open, Operator::Close].map(|operator| Some(TokenKind::Control(operator)))
    }

    /// `f() { a; }` and `function f { a; }`.
    pub(super) fn function(&mut self, place: Place) -> Flow {
        let Some(first) = self.token() else {
            return Flow::never();
        };
        if self.text_of(first) == "function" {
            self.take_keyword();
        }
        let name = match self.take_word() {
            Some(token) if is_function_name(self.text_of(token)) => {
                self.zsh_function(token);
                if self.alias_of(self.text_of(token)).is_some() {
                    let trouble = Trouble::new("alias", "the name of this function is an alias");
                    self.gap(trouble, token.start, token.end);
                }
                self.text_of(token).to_owned()
            }
            Some(token) => {
                let trouble = Trouble::new("syntax", "this name of a function is not read");
                self.gap(trouble, token.start, token.end);
                String::new()
            }
            None => String::new(),
        };
        if self
            .token()
            .is_some_and(|token| token.kind == TokenKind::Control(Operator::Open))
        {
            self.at += 1;
            self.expect_control(Operator::Close, ")");
        }
        self.skip_newlines();
        let block = self.open_at(BlockKind::Function, place, first.start);
        let before = self.common.state.clone();
        let outside = self.scope;
        self.scope = Scope {
            in_loop: false,
            in_function: true,
        };
        let from = self.at;
        self.common.state = self.state_of_function(&name);
        let is_compound = self.token().is_some_and(|token| match token.kind {
            TokenKind::Control(Operator::Open) | TokenKind::Arithmetic | TokenKind::Test => true,
            TokenKind::Word => matches!(
                self.text_of(token),
                "{" | "if" | "case" | "while" | "until" | "for" | "select"
            ),
            _ => false,
        });
        if is_compound {
            let inner = Place {
                block,
                pipeline: self.common.pipelines,
                stage: 0,
                connector: Connector::First,
                negated: false,
            };
            self.common.pipelines += 1;
            self.stage(inner);
        } else {
            self.expect_keyword("{");
        }
        self.scope = outside;
        self.note_function_body(from, self.at);
        let end = self
            .token_at(self.at.saturating_sub(1))
            .map_or(first.end, |token| token.end);
        self.close_block(block, end);
        let span = self.span(first.start, end);
        self.common.script.functions.push(Function {
            name: name.clone(),
            block,
            span,
        });
        self.common.state = before;
        self.common.state.define(&name);
        Flow::either(&self.common.state)
    }

    /// Returns the state in which a function may be called: what nothing in the text changes.
    pub(super) fn state_of_function(&mut self, name: &str) -> State {
        let region = Rc::clone(&self.region);
        let mut state = self.common.state.clone();
        let calls = region.calls.get_or_init(|| {
            self.common.steps += region.tokens.len();
            calls(self.source, self.dialect, &region.tokens)
        });
        self.common.steps += calls.names.len();
        let may_call_another = || {
            let mut others = calls.names.iter().filter(|other| *other != name);
            others.any(|other| self.may_be_anything(other, &state))
        };
        let found = Changes {
            forgets: calls.changes.forgets || may_call_another(),
            ..calls.changes
        };
        // It is called from anywhere in the region, and by what is around it.
        let in_substitution = self.calls_in_substitution(&region);
        if found.forgets || self.is_nested() || in_substitution {
            state.forget_everything();
        } else if found.moves {
            state.get_lost();
        }
        self.common.steps += forget_changed(&mut state, self.source, &region.tokens);
        state.define(name);
        state
    }

    /// Whether a substitution of a region may call a function of the text. Where there is much to look for in much text,
    /// it may.
    fn calls_in_substitution(&self, region: &Lexed<'_>) -> bool {
        let mut behind = 0;
        let mut looked_at = 0;
        region.witness.marks.iter().any(|mark| {
            // Those inside others are looked at with them.
            if mark.class != Class::Substitution || mark.start < behind {
                return false;
            }
            behind = mark.end;
            let text = self.source.get(mark.start..mark.end).unwrap_or("");
            looked_at += text.len() * self.defined.len();
            looked_at > MAX_LOOKED_AT
                || self
                    .defined
                    .iter()
                    .any(|defined| text.contains(defined.as_str()))
        })
    }
}

/// What the commands of a region do, if none of them is a function, and the names of all that are plainly written.
#[derive(Debug)]
pub(super) struct Calls {
    changes: Changes,
    names: BTreeSet<String>,
}

fn calls(source: &str, dialect: Dialect, tokens: &[Token]) -> Calls {
    let names = RefCell::new(BTreeSet::new());
    let changes = changes(source, dialect, tokens, Subshells::Counted, &|name| {
        names.borrow_mut().insert(name.to_owned());
        false
    });
    Calls {
        changes,
        names: names.into_inner(),
    }
}

fn is_function_name(name: &str) -> bool {
    !name.is_empty()
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"_-.:+".contains(&byte))
}
