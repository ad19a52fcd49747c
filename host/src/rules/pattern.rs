//! The words of a rule, and how one of them compares with one word of a command (R4.3). Nothing here knows allow from
//! deny: what differs between them is in `cover` and `restrict`.

/// One place in a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// One word.
    Word(WordPattern),
    /// A `*` alone: any number of words.
    AnyWords,
}

/// One word of a rule, which may hold `*`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct WordPattern {
    /// As the rule has it, quotes included.
    written: String,
    /// What stands between the stars, quotes taken away; one chunk: no star.
    chunks: Vec<String>,
    /// Whether it holds an expansion that stands outside single quotes, so that its text is not its value.
    expands: bool,
}

impl WordPattern {
    /// Returns the word as the rule has it.
    pub(super) fn written(&self) -> &str {
        &self.written
    }

    /// Returns the value, if there is only one.
    pub(super) fn literal(&self) -> Option<&str> {
        match self.chunks.as_slice() {
            [only] => Some(only),
            _ => None,
        }
    }

    /// Returns what every match begins with.
    pub(super) fn head(&self) -> &str {
        self.chunks.first().map_or("", String::as_str)
    }

    /// Returns what every match ends with.
    pub(super) fn tail(&self) -> &str {
        self.chunks.last().map_or("", String::as_str)
    }

    /// Whether its text is not its value, as in `$HOME`.
    pub(super) const fn expands(&self) -> bool {
        self.expands
    }

    /// Whether it names an option.
    pub(super) fn is_option(&self) -> bool {
        self.head().starts_with('-')
    }

    /// Whether a value is one that this word describes. A `*` stands for any characters, `/` included.
    pub(super) fn matches(&self, value: &str) -> bool {
        let Some((first, rest)) = self.chunks.split_first() else {
            return false;
        };
        let Some((last, middle)) = rest.split_last() else {
            return value == first;
        };
        let Some(mut left) = value.strip_prefix(first.as_str()) else {
            return false;
        };
        for chunk in middle {
            match left.split_once(chunk.as_str()) {
                Some((_, after)) => left = after,
                None => return false,
            }
        }
        left.ends_with(last.as_str())
    }

    /// Whether some value that begins with `prefix` is one that this word describes.
    pub(super) fn may_match(&self, prefix: &str) -> bool {
        let head = self.head();
        head.starts_with(prefix) || (self.chunks.len() > 1 && prefix.starts_with(head))
    }

    /// Returns the same word without the directories before a program's name.
    pub(super) fn base_name(&self) -> Option<Self> {
        let name = base_name(self.literal()?);
        Some(Self {
            written: self.written.clone(),
            chunks: vec![name.to_owned()],
            expands: self.expands,
        })
    }

    /// Joins the words of a rule into one pattern for a whole command, whose stars reach across words. None: no word
    /// has a star of its own.
    pub(super) fn joined(tokens: &[Token]) -> Option<Self> {
        let glued = |token: &Token| matches!(token, Token::Word(word) if word.chunks.len() > 1);
        if !tokens.iter().any(glued) {
            return None;
        }
        let mut chunks = vec![String::new()];
        for (index, token) in tokens.iter().enumerate() {
            // A `*` at the end also matches no word at all, so no space is wanted before it.
            let space = index > 0 && !(index + 1 == tokens.len() && *token == Token::AnyWords);
            if let Some(last) = chunks.last_mut().filter(|_| space) {
                last.push(' ');
            }
            let (first, rest) = match token {
                Token::AnyWords => (None, &[String::new()][..]),
                Token::Word(word) => (word.chunks.first(), word.chunks.get(1..).unwrap_or(&[])),
            };
            if let (Some(last), Some(first)) = (chunks.last_mut(), first) {
                last.push_str(first);
            }
            chunks.extend(rest.iter().cloned());
        }
        Some(Self {
            written: String::new(),
            chunks,
            expands: false,
        })
    }

    /// Splits at the first `=`, if what stands before it is the name of a variable.
    pub(super) fn assignment(&self) -> Option<(String, Self)> {
        let (first, rest) = self.chunks.split_first()?;
        let (name, value) = first.split_once('=')?;
        if !is_variable_name(name) {
            return None;
        }
        let chunks = std::iter::once(value.to_owned())
            .chain(rest.iter().cloned())
            .collect();
        let value = Self {
            written: self.written.clone(),
            chunks,
            expands: self.expands,
        };
        Some((name.to_owned(), value))
    }
}

/// Returns a path's last component; the whole of it if that is empty.
pub(crate) fn base_name(path: &str) -> &str {
    match path.rsplit_once('/') {
        Some((_, name)) if !name.is_empty() => name,
        _ => path,
    }
}

/// Whether the shell takes `name=…` for an assignment.
pub(super) fn is_variable_name(name: &str) -> bool {
    !name.is_empty()
        && !name.starts_with(|first: char| first.is_ascii_digit())
        && name
            .chars()
            .all(|one| one.is_ascii_alphanumeric() || one == '_')
}

/// Why the text of a rule is not a list of words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SplitError {
    /// A quote is not closed.
    OpenQuote(char),
    /// It holds what separates commands or redirects them.
    Operator(char),
}

/// Splits the text of a rule into words as a shell would, without expanding anything.
pub(super) fn split(text: &str) -> Result<Vec<Token>, SplitError> {
    let mut splitter = Splitter::default();
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match character {
            ' ' | '\t' => splitter.end_word(),
            '\'' | '"' => splitter.quoted(character, &mut characters)?,
            '\\' => splitter.escaped(characters.next()),
            '*' => splitter.star(),
            '|' | '&' | ';' | '<' | '>' | '(' | ')' | '\n' => {
                return Err(SplitError::Operator(character));
            }
            other => splitter.push(other),
        }
    }
    splitter.end_word();
    Ok(splitter.tokens)
}

/// The word that is being split off, and those before it.
#[derive(Default)]
struct Splitter {
    tokens: Vec<Token>,
    written: String,
    chunks: Vec<String>,
    expands: bool,
}

impl Splitter {
    fn push(&mut self, character: char) {
        self.expands |=
            matches!(character, '$' | '`') || (character == '~' && self.written.is_empty());
        self.written.push(character);
        self.keep(character);
    }

    fn keep(&mut self, character: char) {
        if let Some(chunk) = self.chunk() {
            chunk.push(character);
        }
    }

    fn chunk(&mut self) -> Option<&mut String> {
        if self.chunks.is_empty() {
            self.chunks.push(String::new());
        }
        self.chunks.last_mut()
    }

    fn star(&mut self) {
        self.chunk();
        self.written.push('*');
        self.chunks.push(String::new());
    }

    fn escaped(&mut self, next: Option<char>) {
        self.written.push('\\');
        // A backslash at the very end escapes nothing and stands for itself.
        let character = next.unwrap_or('\\');
        self.written.extend(next);
        self.keep(character);
    }

    fn quoted(
        &mut self,
        quote: char,
        characters: &mut std::str::Chars<'_>,
    ) -> Result<(), SplitError> {
        self.written.push(quote);
        self.chunk();
        while let Some(character) = characters.next() {
            self.written.push(character);
            match character {
                end if end == quote => return Ok(()),
                '\\' if quote == '"' => {
                    let next = characters.next();
                    self.written.extend(next);
                    if !matches!(next, Some('"' | '\\' | '$' | '`')) {
                        self.keep('\\');
                    }
                    if let Some(next) = next {
                        self.keep(next);
                    }
                }
                other => {
                    self.expands |= quote == '"' && matches!(other, '$' | '`');
                    self.keep(other);
                }
            }
        }
        Err(SplitError::OpenQuote(quote))
    }

    fn end_word(&mut self) {
        if self.written.is_empty() {
            return;
        }
        let word = WordPattern {
            written: std::mem::take(&mut self.written),
            chunks: std::mem::take(&mut self.chunks),
            expands: std::mem::take(&mut self.expands),
        };
        self.tokens.push(match word.written.as_str() {
            "*" => Token::AnyWords,
            _ => Token::Word(word),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn word(text: &str) -> WordPattern {
        match split(text).unwrap().as_slice() {
            [Token::Word(word)] => word.clone(),
            other => panic!("{text} is not one word: {other:?}"),
        }
    }

    #[test]
    fn a_word_without_a_star_is_itself() {
        assert!(word("main").matches("main"));
        assert!(!word("main").matches("main2"));
        assert!(!word("main").matches("mai"));
    }

    #[test]
    fn a_star_stands_for_any_characters() {
        for (pattern, value, wanted) in [
            ("a*", "a", true),
            ("a*", "abc", true),
            ("a*c", "ac", true),
            ("a*c", "abcbc", true),
            ("a*b*c", "aXbYc", true),
            ("a*b*c", "aXYc", false),
            ("*.py", "x.py", true),
            ("*.py", ".pyc", false),
            ("ab*ba", "aba", false),
            ("feature/*", "feature/x/y", true),
        ] {
            assert_eq!(word(pattern).matches(value), wanted, "{pattern} on {value}");
        }
    }

    #[test]
    fn quotes_go_and_what_they_hold_is_no_pattern() {
        assert_eq!(word("'a b'").literal(), Some("a b"));
        assert_eq!(word("a\\ b").literal(), Some("a b"));
        assert_eq!(word("\"a\\\"b\"").literal(), Some("a\"b"));
        assert_eq!(word("'*'").literal(), Some("*"));
        assert_eq!(word("\\*").literal(), Some("*"));
        assert_eq!(word("''").literal(), Some(""));
        assert!(word("$HOME").expands() && word("\"$x\"").expands() && word("~/x").expands());
        assert!(!word("'$HOME'").expands() && !word("a~").expands());
    }

    #[test]
    fn what_is_not_a_list_of_words_is_refused() {
        assert_eq!(split("a 'b"), Err(SplitError::OpenQuote('\'')));
        assert_eq!(split("curl * | sh"), Err(SplitError::Operator('|')));
        assert!(split("grep 'a|b' *").is_ok());
    }

    #[test]
    fn an_uncertain_word_may_match_what_its_beginning_permits() {
        assert!(word("push").may_match(""));
        assert!(word("push").may_match("pu"));
        assert!(!word("push").may_match("pull"));
        assert!(word("feature/*").may_match("feature/x"));
        assert!(!word("feature/").may_match("feature/x"));
    }

    #[test]
    fn joined_words_are_one_pattern() {
        let joined = |text| WordPattern::joined(&split(text).unwrap());
        assert!(joined("git push*").unwrap().matches("git push --force"));
        assert!(joined("git * m*").unwrap().matches("git push main now"));
        assert!(joined("git m* *").unwrap().matches("git merge"));
        assert!(joined("*secret*").unwrap().matches("cat my secret file"));
        assert_eq!(joined("git * main"), None);
    }

    #[test]
    fn assignments_are_told_from_words() {
        let (name, value) = word("A_1=*.py").assignment().unwrap();
        assert_eq!(name, "A_1");
        assert!(value.matches("x.py") && !value.matches("x.rb"));
        assert_eq!(word("--x=1").assignment(), None);
        assert_eq!(word("1A=1").assignment(), None);
        assert_eq!(word("*=1").assignment(), None);
    }

    #[test]
    fn base_names_are_last_components() {
        assert_eq!(base_name("/bin/rm"), "rm");
        assert_eq!(base_name("rm"), "rm");
        assert_eq!(base_name("/"), "/");
    }
}
