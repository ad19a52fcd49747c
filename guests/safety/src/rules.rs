//! The rules by which something is asked about, with the sentences that a person gets to read.

/// What a rule looks at.
#[cfg(test)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Looks {
    /// The commands that were read, however much that is; and the text of a script that is not fully understood.
    Both,
    /// The commands alone.
    Commands,
    /// The text of a script that is not fully understood. In one that is, the host has seen what it means.
    Text,
}

/// A rule.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    /// Which it is.
    #[cfg(test)]
    pub(crate) rule: Rule,
    /// Its stable id.
    pub(crate) id: &'static str,
    /// What it looks at. The README shows it.
    #[cfg(test)]
    pub(crate) looks: Looks,
    /// Why it asks.
    pub(crate) summary: &'static str,
}

macro_rules! rules {
    ($($rule:ident $id:literal $looks:ident $summary:literal;)+) => {
        /// One of the rules.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Rule {
            $(#[doc = $summary] $rule,)+
        }

        /// All of them, in the order of [`Rule`].
        pub(crate) static ROWS: [Row; [$(Rule::$rule),+].len()] = [
            $(Row {
                #[cfg(test)]
                rule: Rule::$rule,
                id: $id,
                #[cfg(test)]
                looks: Looks::$looks,
                summary: $summary,
            },)+
        ];
    };
}

rules! {
    Eval "safety.eval" Both
        "`eval` runs a text that is put together only when it runs";
    Source "safety.source" Both
        "the commands of a file are run in this shell, and nobody has read them";
    Exec "safety.exec" Both
        "`exec` puts a program in the place of the shell, so nothing after it is as it seems";
    Trap "safety.trap" Both
        "`trap` keeps commands for later, when a signal comes or the shell ends";
    Enable "safety.enable" Both
        "`enable` changes which builtins there are, and can load code for new ones";
    Rebinding "safety.rebinding" Both
        "a name gets another meaning, so what later commands are called does not say what they do";
    Callback "safety.callback" Both
        "a builtin is given commands that it runs later, and nobody has read them";
    History "safety.history" Both
        "commands of the shell's history are run again, whatever they are";
    NameReference "safety.name-reference" Both
        "a variable becomes another name for one that is not named where it is set";
    Evaluated "safety.evaluated" Text
        "the shell evaluates this a second time, which runs what is quoted in it";
    ZshModule "safety.zsh-module" Both
        "a module of zsh gives it commands of its own that write, connect or run unseen";
    ZshMode "safety.zsh-mode" Both
        "zsh is made to read what follows in another way";
    ZshEquals "safety.zsh-equals" Text
        "zsh puts the path of a program in the place of a word that begins with `=`";
    ZshDeferred "safety.zsh-deferred" Both
        "zsh loads or keeps commands that nobody has read, and runs them later";
    FieldSeparator "safety.field-separator" Both
        "`IFS` decides where words end, so what is read here is not what runs";
    Variable "safety.variable" Both
        "a variable is set that makes programs run, load or read something else";
    ProcessEnvironment "safety.process-environment" Both
        "the variables of running programs are read, with the secrets in them";
    HiddenFlag "safety.hidden-flag" Both
        "quotes or backslashes inside a flag hide which one it is";
    HiddenName "safety.hidden-name" Both
        "quotes or backslashes inside a name hide which command it is";
    BraceQuotes "safety.brace-quotes" Both
        "quotes inside braces hide what words they become";
    Incomplete "safety.incomplete" Both
        "this is a part of a command: it begins or ends in the middle";
    Malformed "safety.malformed" Text
        "quotes or brackets are not closed, so it is not certain where words end";
    CommentQuote "safety.comment-quote" Text
        "a quote in a comment can make a reader take the next lines for quoted text";
    MidWordHash "safety.mid-word-hash" Text
        "a `#` after quotes or inside a word is a comment to some readers and text to others";
    QuotedNewline "safety.quoted-newline" Text
        "a quoted text goes on with a line that begins with `#`, which some readers leave out";
    EscapedSpace "safety.escaped-space" Text
        "escaped white space outside of quotes makes one word look like two";
    EscapedOperator "safety.escaped-operator" Text
        "an escaped operator outside of quotes looks like the end of a command, or hides one";
    Substitution "safety.substitution" Text
        "a command inside a word runs, and it was not read";
    ControlCharacter "safety.control-character" Text
        "a control character is not shown, and shell and reader may differ about it";
    UnicodeSpace "safety.unicode-space" Text
        "white space outside of quotes that the shell takes for a letter makes one word look like two";
    InvisibleCharacter "safety.invisible-character" Text
        "a character that is not seen, or turns text around, makes it look like another";
    Jq "safety.jq" Both
        "the program for jq looks at variables of the environment or outside of its input";
    PipeToInterpreter "safety.pipe-to-interpreter" Both
        "what comes out of another command is run as a program, and nobody has read it";
    ShellInput "safety.shell-input" Commands
        "a shell reads commands from a text that was not looked at as commands";
    HereDocument "safety.here-document" Both
        "a here-document ended earlier than it was meant to, so lines of it run as commands";
    OpenHereDocument "safety.open-here-document" Text
        "no line ends the here-document, so everything after it is swallowed as text";
}

impl Rule {
    /// Returns what is said of it.
    pub(crate) fn row(self) -> &'static Row {
        // The rows are in the order of the variants; a test holds that.
        ROWS.get(self as usize).unwrap_or(&ROWS[0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_finds_its_row() {
        for row in &ROWS {
            assert_eq!(row.rule.row().id, row.id);
        }
        assert!(ROWS.len() >= 23);
    }

    #[test]
    fn ids_are_stable_words_and_no_two_are_the_same() {
        let mut ids: Vec<_> = ROWS.iter().map(|row| row.id).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), ROWS.len());
        for row in &ROWS {
            let name = row.id.strip_prefix("safety.").expect("the prefix");
            let plain = |byte: u8| byte.is_ascii_lowercase() || byte == b'-';
            assert!(!name.is_empty() && name.bytes().all(plain), "{}", row.id);
            assert!(!row.summary.ends_with('.'), "{}", row.id);
        }
    }
}
