//! Rules on commands: their grammar (R4.3). Matching them is in `cover` and `restrict`.

use super::{
    pattern::{SplitError, Token, WordPattern, split},
    rule::RuleErrorKind,
};
use crate::variables::is_dangerous;

/// Which of the forms a rule is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Form {
    /// `Bash` or `Bash(*)`: every command.
    Everything,
    /// `Bash(npm run build)`: this text.
    Exact,
    /// `Bash(git commit:*)`: commands that begin with these words.
    Prefix,
    /// `Bash(git * main)`: commands of this shape.
    Wildcard,
}

/// A rule on commands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CommandRule {
    form: Form,
    /// What stands between the parentheses.
    body: String,
    /// Assignments that it spells before the command's name.
    assignments: Vec<(String, WordPattern)>,
    /// The words, name first. Empty for an exact rule whose text is not a plain list of words: it only compares
    /// texts.
    tokens: Vec<Token>,
    /// The words as one pattern whose stars reach across words, for rules that have stars inside words.
    joined: Option<WordPattern>,
}

impl CommandRule {
    /// Reads what stands between the parentheses, if there are any.
    pub(super) fn parse(body: Option<&str>) -> Result<Self, RuleErrorKind> {
        match body.map(str::trim) {
            None | Some("*") => Ok(Self {
                form: Form::Everything,
                body: "*".to_owned(),
                assignments: Vec::new(),
                tokens: vec![Token::AnyWords],
                joined: None,
            }),
            Some("" | ":*") => Err(RuleErrorKind::Empty),
            Some(body) => Self::of_body(body),
        }
    }

    fn of_body(body: &str) -> Result<Self, RuleErrorKind> {
        let (words, open) = match body.strip_suffix(":*") {
            Some(words) => (words, true),
            None => (body, false),
        };
        let split = split(words);
        let stars = match &split {
            Ok(tokens) => tokens.iter().any(has_star),
            Err(_) => has_bare_star(words),
        };
        let form = match (open, stars) {
            (false, false) => Form::Exact,
            (true, false) => Form::Prefix,
            (_, true) => Form::Wildcard,
        };
        let mut tokens = match (split, form) {
            (Ok(tokens), _) => tokens,
            // An exact rule compares the whole text, whatever that holds.
            (Err(_), Form::Exact) => Vec::new(),
            (Err(SplitError::OpenQuote(quote)), _) => return Err(RuleErrorKind::OpenQuote(quote)),
            (Err(SplitError::Operator(operator)), _) => {
                return Err(RuleErrorKind::SeveralCommands(operator));
            }
        };
        let assignments = take_assignments(&mut tokens);
        if open {
            tokens.push(Token::AnyWords);
        }
        tokens.dedup_by(|second, first| *second == Token::AnyWords && *first == Token::AnyWords);
        Ok(Self {
            form,
            body: body.to_owned(),
            assignments,
            joined: WordPattern::joined(&tokens),
            tokens,
        })
    }

    /// Returns the form it is written in.
    pub(super) const fn form(&self) -> Form {
        self.form
    }

    /// Whether this is an exact rule on this very text, white space around it apart (R4.3).
    pub(super) fn is_exactly(&self, source: &str) -> bool {
        // Only what bash takes for white space: a no-break space is part of a word.
        const SPACE: [char; 3] = [' ', '\t', '\n'];
        self.form == Form::Exact && self.body.trim_matches(SPACE) == source.trim_matches(SPACE)
    }

    /// Returns what stands between the parentheses.
    pub(super) fn body(&self) -> &str {
        &self.body
    }

    /// Returns the assignments that it spells.
    pub(super) fn assignments(&self) -> &[(String, WordPattern)] {
        &self.assignments
    }

    /// Returns its words, name first.
    pub(super) fn tokens(&self) -> &[Token] {
        &self.tokens
    }

    /// Returns its words as one pattern whose stars reach across words, if it has stars inside words.
    pub(super) const fn joined(&self) -> Option<&WordPattern> {
        self.joined.as_ref()
    }

    /// Returns the command name that it speaks of, if it is a certain one.
    pub(super) fn name(&self) -> Option<&str> {
        match self.tokens.first()? {
            Token::Word(word) => word.literal(),
            Token::AnyWords => None,
        }
    }

    /// Returns the first variable that no allow rule may spell (R4.3).
    pub(super) fn dangerous_variable(&self) -> Option<&str> {
        self.assignments
            .iter()
            .map(|(name, _)| name.as_str())
            .find(|name| is_dangerous(name))
    }
}

/// Whether a token is a pattern and not a plain word.
fn has_star(token: &Token) -> bool {
    match token {
        Token::Word(word) => word.literal().is_none(),
        Token::AnyWords => true,
    }
}

/// Whether a text that is no list of words has a `*` outside quotes.
fn has_bare_star(text: &str) -> bool {
    let mut quote = None;
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match (quote, character) {
            (None, '*') => return true,
            (None, '\'' | '"') => quote = Some(character),
            (Some(open), close) if open == close => quote = None,
            (None | Some('"'), '\\') => {
                characters.next();
            }
            _ => {}
        }
    }
    // In an open quote a star may be meant as one.
    quote.is_some() && text.contains('*')
}

/// Takes the leading assignments off a list of words.
fn take_assignments(tokens: &mut Vec<Token>) -> Vec<(String, WordPattern)> {
    let assignments: Vec<_> = tokens
        .iter()
        .map_while(|token| match token {
            Token::Word(word) => word.assignment(),
            Token::AnyWords => None,
        })
        .collect();
    tokens.drain(..assignments.len());
    assignments
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(body: &str) -> CommandRule {
        CommandRule::parse(Some(body)).unwrap()
    }

    #[test]
    fn forms_are_told_apart() {
        for (body, form) in [
            ("*", Form::Everything),
            (" * ", Form::Everything),
            ("npm run build", Form::Exact),
            ("a && b", Form::Exact),
            ("echo 'x' > f", Form::Exact),
            ("echo '*'", Form::Exact),
            ("grep 'a*' x | head", Form::Exact),
            ("git commit:*", Form::Prefix),
            ("git * main", Form::Wildcard),
            ("npm run test*", Form::Wildcard),
            ("git * main:*", Form::Wildcard),
        ] {
            assert_eq!(rule(body).form(), form, "{body}");
        }
        assert_eq!(CommandRule::parse(None).unwrap().form(), Form::Everything);
    }

    #[test]
    fn a_pattern_speaks_of_one_command() {
        let kind = |body| CommandRule::parse(Some(body)).unwrap_err();
        assert_eq!(kind(""), RuleErrorKind::Empty);
        assert_eq!(kind(":*"), RuleErrorKind::Empty);
        assert_eq!(kind("git commit -m 'x:*"), RuleErrorKind::OpenQuote('\''));
        assert_eq!(kind("curl * | sh"), RuleErrorKind::SeveralCommands('|'));
        assert_eq!(kind("echo * > x"), RuleErrorKind::SeveralCommands('>'));
    }

    #[test]
    fn assignments_before_the_name_are_no_words() {
        let rule = rule("A=*.py B=2 dune exec C=3 *");
        let names: Vec<_> = rule.assignments().iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["A", "B"]);
        assert_eq!(rule.name(), Some("dune"));
    }

    #[test]
    fn exact_compares_the_whole_text() {
        let exact = rule("npm run build");
        assert!(exact.is_exactly(" npm run build\n"));
        assert!(!exact.is_exactly("npm run build:evil"));
        assert!(!exact.is_exactly("npm  run build"));
        assert!(!exact.is_exactly("npm run build\u{a0}"));
        assert!(!rule("npm run build:*").is_exactly("npm run build:*"));
    }
}
