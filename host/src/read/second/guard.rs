//! Refuses what the other parser would overflow its stack on, take exponential time for, or panic on (R2.4).
//!
//! Its two grammars go back over their text: whether `((` is arithmetic is tried by reading to the end, in double quotes
//! each expansion is read twice, and each level of these doubles the time. It recurses for every bracket, even one that
//! is none to the shell. And it turns digits into numbers without a look at their length. What is counted here is an
//! upper bound of each, from the text alone: what the script says about quotes and brackets is what is being checked.

use brush_parser::Token;

/// Most expansions in a text that may hold others: the lexer recurses for each of them.
const MAX_NESTED: usize = 48;
/// Most here-documents in a text: the lexer shifts all that wait when one begins.
const MAX_DOCUMENTS: usize = 64;
/// Most bytes of a text times its lines if it has here-documents: the lexer compares the end of what it has read with
/// the delimiter after each line.
const MAX_DOCUMENT_STEPS: usize = 32 * 1024 * 1024;
/// Most words and operators of a text; a microsecond each.
const MAX_TOKENS: usize = 16 * 1024;
/// Most operators and line breaks in a text, of which a script within its bounds has far fewer.
const MAX_OPERATORS: usize = 4096;
/// Deepest nesting of compound commands. A level takes 20 KiB of stack in a debug build.
const MAX_DEPTH: usize = 48;
/// Most `!` in a text: the parser recurses for each of them in a `[[ ]]`.
const MAX_NEGATIONS: usize = 64;
/// Most tokens read again, counting that each level of `case` reads twice.
const MAX_CASE_STEPS: usize = 1024 * 1024;
/// Most bytes of a word read again, counting that each level of expansion reads twice.
const MAX_WORD_STEPS: usize = 2 * 1024 * 1024;
/// Most brackets in a word that may begin a brace expansion.
const MAX_BRACES: usize = 6;
/// Most digits in a row where the parser takes a number.
const MAX_DIGITS: usize = 17;

const LONG_NUMBER: &str = "it has a number of too many digits";
const TOO_DEEP: &str = "it is nested too deep for it";
const TOO_SLOW: &str = "it has too many brackets that may be nested";

/// Checks a text before it is cut into tokens.
pub(super) fn check_text(text: &str) -> Result<(), &'static str> {
    // A continuation is not there for the lexer: it may stand in the middle of an operator.
    let text = &text.replace("\\\n", "");
    let documents = text.matches("<<").count();
    if documents > MAX_DOCUMENTS {
        return Err("it has too many here-documents");
    }
    let lines = text.matches('\n').count();
    if documents > 0 && lines.saturating_mul(text.len()) > MAX_DOCUMENT_STEPS {
        return Err("its here-documents are too long");
    }
    if nested(text.as_bytes()) > MAX_NESTED {
        return Err(TOO_SLOW);
    }
    if text
        .match_indices("<<")
        .all(|(at, _)| is_plain_line(text, at))
    {
        Ok(())
    } else {
        Err("there is more on the line of its here-document than can be read")
    }
}

/// Whether nothing on the rest of a line confuses the lexer, which takes the parts of an expansion behind a
/// here-document's operator for its delimiter, and may then go on without end: no expansion with brackets, and no quote
/// that goes on in the next line.
fn is_plain_line(text: &str, operator: usize) -> bool {
    let rest = text.get(operator..).unwrap_or("");
    let is_string =
        rest.starts_with("<<<") || text.get(..operator).is_some_and(|it| it.ends_with('<'));
    let line = rest.split('\n').next().unwrap_or("");
    let pairs = |quote: char| line.matches(quote).count().is_multiple_of(2);
    let opens = ["$(", "${", "$[", "`", "\\'", "\\\"", "$'"]
        .iter()
        .any(|open| line.contains(open));
    is_string || (!opens && pairs('\'') && pairs('"') && !line.ends_with('$'))
}

/// Counts the expansions that may hold others: not `${x}` or `$(x)` without a bracket or quote in them.
fn nested(bytes: &[u8]) -> usize {
    let mut found = 0;
    let mut at = 0;
    // A backslash and a newline are not there for the shell: `$\⏎{` opens, too.
    while let Some(dollar) = find(bytes, at, b'$') {
        let mut inside = dollar + 1;
        while bytes
            .get(inside..)
            .is_some_and(|rest| rest.starts_with(b"\\\n"))
        {
            inside += 2;
        }
        at = dollar + 1;
        let close = match bytes.get(inside) {
            Some(b'{') => b'}',
            Some(b'(') => b')',
            Some(b'[') => b']',
            _ => continue,
        };
        let rest = bytes.get(inside + 1..).unwrap_or(&[]);
        // In `$(…)` a `#` may begin a comment, which would hide the bracket.
        let is_special =
            |byte: &u8| b"})]{[($'\"\\`<>\n".contains(byte) || (*byte == b'#' && close != b'}');
        let end = rest.iter().position(is_special);
        if end.and_then(|end| rest.get(end)) != Some(&close) {
            found += 1;
        }
    }
    found
}

fn find(bytes: &[u8], from: usize, byte: u8) -> Option<usize> {
    let rest = bytes.get(from..)?;
    rest.iter()
        .position(|&other| other == byte)
        .map(|at| from + at)
}

/// Checks a word before it is taken apart.
pub(super) fn check_word(word: &str) -> Result<(), &'static str> {
    let bytes = word.as_bytes();
    let nested = nested(bytes);
    let indexed = starts_indexed(bytes);
    if nested == 0 && !indexed {
        return Ok(());
    }
    // Each bracket in an expansion may be tried twice, one after `${name` by each of twenty rules.
    let brackets = word.matches('(').count();
    let indices = bytes
        .windows(2)
        .filter(|pair| is_name(pair[0]) && pair[1] == b'[')
        .count();
    let of_parameters = if word.contains("${") { indices * 4 } else { 0 };
    let doublings = nested + brackets + indices + of_parameters;
    let steps = u32::try_from(doublings)
        .ok()
        .and_then(|doublings| bytes.len().checked_shl(doublings))
        .filter(|_| doublings < 32);
    match steps {
        Some(steps) if steps <= MAX_WORD_STEPS => Ok(()),
        Some(_) | None => Err(TOO_SLOW),
    }
}

const fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Whether a word may be an assignment to an element of an array, whose index the parser takes apart at once.
fn starts_indexed(bytes: &[u8]) -> bool {
    let name = bytes.iter().take_while(|&&byte| is_name(byte)).count();
    name > 0 && bytes.get(name) == Some(&b'[')
}

/// Checks a word before its braces are taken apart.
pub(super) fn check_braces(word: &str) -> Result<(), &'static str> {
    if word.matches('{').count() > MAX_BRACES {
        return Err(TOO_SLOW);
    }
    if longest_number(word) > MAX_DIGITS {
        return Err(LONG_NUMBER);
    }
    Ok(())
}

fn longest_number(text: &str) -> usize {
    let numbers = text.split(|character: char| !character.is_ascii_digit());
    numbers.map(str::len).max().unwrap_or(0)
}

/// Checks the tokens of a text before they are parsed, and parts brackets that would be taken for arithmetic.
pub(super) fn prepare(tokens: &[Token]) -> Result<Vec<Token>, &'static str> {
    for (at, token) in tokens.iter().enumerate() {
        if let Token::Word(word, _) = token {
            let next = tokens.get(at + 1);
            check_token(word, next)?;
        }
    }
    if tokens.len() > MAX_TOKENS {
        return Err("it has too many words");
    }
    let operators = tokens
        .iter()
        .filter(|token| matches!(token, Token::Operator(..)));
    if operators.count() > MAX_OPERATORS {
        return Err("it has too many commands");
    }
    Depth::check(tokens)?;
    part_brackets(tokens)
}

fn check_token(word: &str, next: Option<&Token>) -> Result<(), &'static str> {
    let redirects = matches!(next, Some(Token::Operator(text, _)) if text.starts_with(['<', '>']));
    let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
    if redirects && is_number && word.parse::<i32>().is_err() {
        return Err(LONG_NUMBER);
    }
    // Even in the middle of a word it takes `~12` for a place in the stack of directories.
    let is_long = |text: &str| {
        let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
        digits.bytes().take_while(u8::is_ascii_digit).count() > MAX_DIGITS
    };
    if word.split('~').skip(1).any(is_long) {
        return Err(LONG_NUMBER);
    }
    if starts_indexed(word.as_bytes()) {
        check_word(word)
    } else {
        Ok(())
    }
}

/// What an open parenthesis is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Parenthesis {
    /// A list of commands may stand in it.
    Commands,
    /// An array, a process substitution, or the second one of arithmetic.
    Words,
}

/// An upper bound of how deep the parser goes. A word that opens counts wherever it stands; one that closes only where
/// nothing but a command can stand.
#[derive(Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each says something else of the tokens so far"
)]
struct Depth {
    parentheses: Vec<Parenthesis>,
    words: usize,
    cases: usize,
    negations: usize,
    /// Whether the `in` of a `case` is to come.
    wants_in: bool,
    /// Whether the last token ends a command for certain.
    ended: bool,
    /// Whether the patterns of a `case` may stand here.
    patterns: bool,
    /// Inside `[[`, where line breaks end nothing.
    tests: bool,
}

impl Depth {
    fn check(tokens: &[Token]) -> Result<(), &'static str> {
        let mut depth = Self::default();
        let mut deepest_case = 0;
        for (at, token) in tokens.iter().enumerate() {
            let before = at.checked_sub(1).and_then(|at| tokens.get(at));
            match token {
                Token::Operator(operator, _) => depth.operator(operator, before),
                Token::Word(word, _) => depth.word(word, tokens.get(at + 1)),
            }
            let too_deep = depth.parentheses.len() + depth.words > MAX_DEPTH;
            if too_deep || depth.negations > MAX_NEGATIONS {
                return Err(TOO_DEEP);
            }
            deepest_case = deepest_case.max(depth.cases);
        }
        if !depth.parentheses.is_empty() {
            return Err("a bracket in it is not closed");
        }
        let steps = u32::try_from(deepest_case)
            .ok()
            .and_then(|cases| tokens.len().checked_shl(cases));
        match steps {
            Some(steps) if steps <= MAX_CASE_STEPS => Ok(()),
            Some(_) | None => Err(TOO_DEEP),
        }
    }

    fn operator(&mut self, operator: &str, before: Option<&Token>) {
        let was = self.ended;
        self.ended = false;
        match operator {
            "(" => {
                let after_words = match before {
                    Some(Token::Word(word, _)) => word.ends_with('='),
                    Some(Token::Operator(before, _)) => matches!(before.as_str(), "(" | "<" | ">"),
                    None => false,
                };
                self.parentheses.push(if after_words {
                    Parenthesis::Words
                } else {
                    Parenthesis::Commands
                });
            }
            ")" => {
                let closed = self.parentheses.pop();
                self.patterns = false;
                self.ended = closed == Some(Parenthesis::Commands) && self.is_list();
            }
            ";;" | ";&" | ";;&" => self.patterns = true,
            "\n" => self.ended = was || self.is_list(),
            ";" | "&" => self.ended = self.is_list(),
            _ => {}
        }
    }

    /// Whether a list of commands is certain to stand here, not words.
    fn is_list(&self) -> bool {
        !self.tests && !self.patterns && !self.parentheses.contains(&Parenthesis::Words)
    }

    fn word(&mut self, word: &str, next: Option<&Token>) {
        // `esac)` is a pattern to the parser.
        let is_pattern =
            matches!(next, Some(Token::Operator(text, _)) if text == ")" || text == "|");
        let ended = std::mem::replace(&mut self.ended, false);
        match word {
            "{" | "if" | "while" | "until" | "for" | "select" | "coproc" => self.words += 1,
            "!" => self.negations += 1,
            "case" => {
                self.words += 1;
                self.cases += 1;
                self.wants_in = true;
            }
            "[[" => self.tests = true,
            "]]" => self.tests = false,
            "in" if self.wants_in => {
                self.wants_in = false;
                self.patterns = true;
            }
            "esac" if (ended || self.patterns) && !is_pattern => {
                self.words = self.words.saturating_sub(1);
                self.cases = self.cases.saturating_sub(1);
                self.patterns = false;
                self.ended = true;
            }
            "}" | "fi" | "done" if ended => {
                self.words = self.words.saturating_sub(1);
                self.ended = true;
            }
            _ => {}
        }
    }
}

/// Puts a line break between two brackets that are no arithmetic, and refuses arithmetic that the parser would go over
/// again and again.
fn part_brackets(tokens: &[Token]) -> Result<Vec<Token>, &'static str> {
    let closers = closers(tokens);
    let mut parted = Vec::with_capacity(tokens.len() + 8);
    // Up to here, brackets belong to arithmetic, or to a test, which takes no line break there.
    let (mut arithmetic, mut tests, mut in_tests) = (0, false, 0);
    for (at, token) in tokens.iter().enumerate() {
        match token {
            Token::Word(word, _) if word == "[[" => tests = true,
            Token::Word(word, _) if word == "]]" => tests = false,
            Token::Word(..) | Token::Operator(..) => {}
        }
        parted.push(token.clone());
        let next = tokens.get(at + 1);
        if at < arithmetic || !is_bracket(Some(token)) || !is_bracket(next) {
            continue;
        }
        if let Some(end) = arithmetic_end(tokens, &closers, at) {
            check_arithmetic(tokens.get(at + 2..end).unwrap_or(&[]))?;
            arithmetic = end;
        } else if tests {
            in_tests += 1;
            if in_tests > 4 {
                return Err(TOO_SLOW);
            }
        } else {
            parted.push(Token::Operator("\n".to_owned(), token.location().clone()));
        }
    }
    Ok(parted)
}

fn is_bracket(token: Option<&Token>) -> bool {
    matches!(token, Some(Token::Operator(text, _)) if text == "(")
}

/// Returns for each `(` where its `)` is.
fn closers(tokens: &[Token]) -> Vec<usize> {
    let mut closers = vec![usize::MAX; tokens.len()];
    let mut open = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        match token {
            Token::Operator(text, _) if text == "(" => open.push(at),
            Token::Operator(text, _) if text == ")" => {
                if let Some(closer) = open.pop().and_then(|from: usize| closers.get_mut(from)) {
                    *closer = at;
                }
            }
            Token::Word(..) | Token::Operator(..) => {}
        }
    }
    closers
}

/// Returns the last bracket of the arithmetic that begins with two brackets; None: they are two subshells.
fn arithmetic_end(tokens: &[Token], closers: &[usize], at: usize) -> Option<usize> {
    let touch = |left: usize, right: usize| {
        let (left, right) = (tokens.get(left)?.location(), tokens.get(right)?.location());
        (left.end.index == right.start.index).then_some(())
    };
    let (outer, inner) = (*closers.get(at)?, *closers.get(at + 1)?);
    touch(at, at + 1)?;
    if inner.checked_add(1)? != outer {
        return None;
    }
    touch(inner, outer)?;
    Some(outer)
}

/// A `;` in further brackets makes the parser try each of them twice.
fn check_arithmetic(tokens: &[Token]) -> Result<(), &'static str> {
    let mut depth = 0_usize;
    for token in tokens {
        match token.to_str() {
            "(" => depth += 1,
            ")" => depth = depth.saturating_sub(1),
            ";" if depth > 0 => return Err(TOO_SLOW),
            _ => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
