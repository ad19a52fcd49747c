//! What a policy answers with, built step by step.
//!
//! Every default is the closed one: an effect's target is not known until it is given, a judgement has no conditions that
//! could be met by chance, a meaning is "other" and prints something.

use crate::{
    Attr, CommandView, Condition, Description, Edit, Effect, EffectsDescription, Example, Finding,
    Judgement, Meaning, Rule, Span, Verdict, WordView,
};

impl Attr {
    /// Creates a fact for which no field exists yet.
    pub fn new(key: &str, value: &str) -> Self {
        Self {
            key: key.to_owned(),
            value: value.to_owned(),
        }
    }
}

impl Description {
    /// Creates the description of a policy that understands bash, is always asked, and names no rules.
    ///
    /// ```
    /// use shellward_sdk::{Description, Verdict};
    ///
    /// let description = Description::new("ports", "1.0.0", "Watches over ports")
    ///     .with_dialects(&["bash", "zsh"])
    ///     .with_triggers(&["nc"])
    ///     .with_rule("ports.listen", "A port is opened")
    ///     .with_example("nc -l 80", Verdict::Ask, "a port is opened");
    /// assert_eq!(description.triggers, ["nc"]);
    /// ```
    pub fn new(name: &str, version: &str, summary: &str) -> Self {
        Self {
            name: name.to_owned(),
            version: version.to_owned(),
            summary: summary.to_owned(),
            dialects: vec!["bash".to_owned()],
            triggers: Vec::new(),
            rules: Vec::new(),
            examples: Vec::new(),
        }
    }

    /// Sets the shell languages it understands.
    #[must_use]
    pub fn with_dialects(mut self, dialects: &[&str]) -> Self {
        self.dialects = owned(dialects);
        self
    }

    /// Sets the names of the commands it has something to say about; a script with none of them is not handed to it.
    #[must_use]
    pub fn with_triggers(mut self, triggers: &[&str]) -> Self {
        self.triggers = owned(triggers);
        self
    }

    /// Adds a rule it can name in a finding.
    #[must_use]
    pub fn with_rule(mut self, id: &str, summary: &str) -> Self {
        self.rules.push(Rule {
            id: id.to_owned(),
            summary: summary.to_owned(),
        });
        self
    }

    /// Adds a self-test: a command and the verdict the policy wants for the first command in it.
    #[must_use]
    pub fn with_example(mut self, command: &str, verdict: Verdict, note: &str) -> Self {
        self.examples.push(Example {
            command: command.to_owned(),
            verdict,
            note: note.to_owned(),
        });
        self
    }
}

impl Default for EffectsDescription {
    /// Creates a description that knows no command.
    fn default() -> Self {
        Self {
            effects: Vec::new(),
            judgements: Vec::new(),
            edits: Vec::new(),
        }
    }
}

impl Effect {
    /// Creates an effect whose target is not known before running.
    ///
    /// ```
    /// use shellward_sdk::{Effect, ScriptView, test_kit};
    ///
    /// let script = test_kit::script(&[&["sync"]]);
    /// let command = ScriptView::new(&script).command(0).expect("there is one");
    /// let effect = Effect::new("system", command);
    /// assert_eq!((effect.target, effect.exact), (None, false));
    /// ```
    pub fn new(kind: &str, command: CommandView<'_>) -> Self {
        Self {
            command: command.index(),
            kind: kind.to_owned(),
            target: None,
            exact: false,
            recursive: false,
            site: command.raw().site.clone(),
            span: command.span(),
            attrs: Vec::new(),
        }
    }

    /// Creates an effect on what a word names. Of a word that is not certain the beginning is the target, unless it may be
    /// split into several arguments, which share no beginning.
    ///
    /// ```
    /// use shellward_sdk::{Effect, ScriptView, test_kit::{Builder, glob, variable}};
    ///
    /// let script = Builder::new().command(&["rm"]).word(glob("src/*.o")).word(variable("x")).build();
    /// let command = ScriptView::new(&script).command(0).expect("there is one");
    /// let effects: Vec<_> = command.arguments().map(|word| Effect::on("delete", command, word)).collect();
    /// assert_eq!(effects[0].target.as_deref(), Some("src/"));
    /// assert!(!effects[0].exact);
    /// assert_eq!(effects[1].target, None);
    /// ```
    pub fn on(kind: &str, command: CommandView<'_>, word: WordView<'_>) -> Self {
        let effect = Self {
            span: word.span(),
            ..Self::new(kind, command)
        };
        match word.certain() {
            Some(value) => effect.with_target(value),
            None if word.prefix().is_empty() || word.may_be_split() => effect,
            None => Self {
                target: Some(word.prefix().to_owned()),
                ..effect
            },
        }
    }

    /// Creates the effect of reading what a word names.
    pub fn read(command: CommandView<'_>, word: WordView<'_>) -> Self {
        Self::on("read", command, word)
    }

    /// Creates the effect of writing what a word names.
    pub fn write(command: CommandView<'_>, word: WordView<'_>) -> Self {
        Self::on("write", command, word)
    }

    /// Creates the effect of creating what a word names.
    pub fn create(command: CommandView<'_>, word: WordView<'_>) -> Self {
        Self::on("create", command, word)
    }

    /// Creates the effect of deleting what a word names.
    pub fn delete(command: CommandView<'_>, word: WordView<'_>) -> Self {
        Self::on("delete", command, word)
    }

    /// Creates the effect of running what a word names.
    pub fn execute(command: CommandView<'_>, word: WordView<'_>) -> Self {
        Self::on("execute", command, word)
    }

    /// Creates the effect of connecting to what a word names.
    pub fn connect(command: CommandView<'_>, word: WordView<'_>) -> Self {
        Self::on("connect", command, word)
    }

    /// Creates an effect that only the run will know.
    pub fn unknown(command: CommandView<'_>) -> Self {
        Self::new("unknown", command)
    }

    /// Sets the whole target, such as a path that no word names by itself.
    #[must_use]
    pub fn with_target(self, target: &str) -> Self {
        Self {
            target: Some(target.to_owned()),
            exact: true,
            ..self
        }
    }

    /// Says which words say so.
    #[must_use]
    pub fn at(self, span: Span) -> Self {
        Self { span, ..self }
    }

    /// Says that everything below the target is meant too.
    #[must_use]
    pub fn recursive(self) -> Self {
        Self {
            recursive: true,
            ..self
        }
    }

    /// Says that symbolic links met below the target are followed.
    #[must_use]
    pub fn following_links(self) -> Self {
        self.with_attr("follows-links", "true")
    }

    /// Adds a fact for which no field exists yet.
    #[must_use]
    pub fn with_attr(mut self, key: &str, value: &str) -> Self {
        self.attrs.push(Attr::new(key, value));
        self
    }
}

impl Edit {
    /// Creates an edit of files by a command's program, such as "sed".
    pub fn new(kind: &str, command: CommandView<'_>, files: &[&str], script: &str) -> Self {
        Self {
            command: command.index(),
            kind: kind.to_owned(),
            files: owned(files),
            script: script.to_owned(),
            attrs: Vec::new(),
        }
    }
}

impl Judgement {
    /// Says what a policy thinks of a command.
    ///
    /// ```
    /// use shellward_sdk::{Judgement, ScriptView, Verdict, test_kit};
    ///
    /// let script = test_kit::script(&[&["git", "status"]]);
    /// let command = ScriptView::new(&script).command(0).expect("there is one");
    /// let judgement = Judgement::allow(command).with_condition("git-neutral");
    /// assert_eq!(judgement.verdict, Verdict::Allow);
    /// assert_eq!(judgement.conditions[0].kind, "git-neutral");
    /// ```
    pub fn new(command: CommandView<'_>, verdict: Verdict) -> Self {
        Self {
            command: Some(command.index()),
            ..Self::of_script(verdict)
        }
    }

    /// Says what a policy thinks of the script as a whole. An allow then counts for nothing.
    pub fn of_script(verdict: Verdict) -> Self {
        Self {
            command: None,
            verdict,
            conditions: Vec::new(),
            findings: Vec::new(),
            attrs: Vec::new(),
        }
    }

    /// Has no opinion of a command.
    pub fn pass(command: CommandView<'_>) -> Self {
        Self::new(command, Verdict::Pass)
    }

    /// Lets a command run without asking.
    pub fn allow(command: CommandView<'_>) -> Self {
        Self::new(command, Verdict::Allow)
    }

    /// Wants a person to be asked about a command.
    pub fn ask(command: CommandView<'_>) -> Self {
        Self::new(command, Verdict::Ask)
    }

    /// Wants a command not to run.
    pub fn deny(command: CommandView<'_>) -> Self {
        Self::new(command, Verdict::Deny)
    }

    /// Adds what must hold for an allow to count: "contained", "no-network", "git-neutral".
    #[must_use]
    pub fn with_condition(mut self, kind: &str) -> Self {
        self.conditions.push(Condition {
            kind: kind.to_owned(),
            value: String::new(),
        });
        self
    }

    /// Says what may lift an ask: any of "exact-rule" (an allow rule on the identical text), "covering-rule" (one that
    /// covers the command) and "auto-allow". Unless it is said, an allow rule on the identical text does.
    ///
    /// ```
    /// use shellward_sdk::{Judgement, Verdict};
    ///
    /// let ask = Judgement::of_script(Verdict::Ask).lifted_by(&["exact-rule", "auto-allow"]);
    /// assert_eq!(ask.attrs[0].value, "exact-rule auto-allow");
    /// ```
    #[must_use]
    pub fn lifted_by(mut self, lifters: &[&str]) -> Self {
        self.attrs.push(Attr {
            key: "lifted-by".to_owned(),
            value: lifters.join(" "),
        });
        self
    }

    /// Adds a reason.
    #[must_use]
    pub fn with_finding(mut self, finding: Finding) -> Self {
        self.findings.push(finding);
        self
    }

    /// Adds a reason by its rule and a sentence a person understands.
    #[must_use]
    pub fn because(self, rule: &str, message: &str) -> Self {
        self.with_finding(Finding::new(rule, message))
    }
}

impl Finding {
    /// Creates a reason or a warning: a stable rule id and a sentence a person understands.
    ///
    /// ```
    /// use shellward_sdk::{Finding, ScriptView, test_kit};
    ///
    /// let script = test_kit::script(&[&["git", "push", "--force"]]);
    /// let flag = ScriptView::new(&script).word(2).expect("there are three");
    /// let finding = Finding::new("git.force-push", "Commits of others may be lost")
    ///     .at(flag.span())
    ///     .instead("git push --force-with-lease");
    /// assert_eq!(finding.suggestion.as_deref(), Some("git push --force-with-lease"));
    /// ```
    pub fn new(rule: &str, message: &str) -> Self {
        Self {
            rule: rule.to_owned(),
            message: message.to_owned(),
            span: None,
            suggestion: None,
            attrs: Vec::new(),
        }
    }

    /// Says where in the script.
    #[must_use]
    pub fn at(self, span: Span) -> Self {
        Self {
            span: Some(span),
            ..self
        }
    }

    /// Says what to do instead.
    #[must_use]
    pub fn instead(self, suggestion: &str) -> Self {
        Self {
            suggestion: Some(suggestion.to_owned()),
            ..self
        }
    }
}

impl Meaning {
    /// Creates the meaning of an ending at which nothing went wrong.
    ///
    /// ```
    /// use shellward_sdk::Meaning;
    ///
    /// let meaning = Meaning::harmless("no match").with_activity("search");
    /// assert!(!meaning.is_error && !meaning.silent);
    /// ```
    pub fn harmless(message: &str) -> Self {
        Self {
            message: Some(message.to_owned()),
            ..Self::success()
        }
    }

    /// Creates the meaning of an ending of which there is nothing to be said.
    pub fn success() -> Self {
        Self {
            is_error: false,
            ..Self::error()
        }
    }

    /// Creates the meaning of an ending at which something went wrong.
    pub fn error() -> Self {
        Self {
            is_error: true,
            message: None,
            hints: Vec::new(),
            activity: "other".to_owned(),
            silent: false,
            attrs: Vec::new(),
        }
    }

    /// Says it in words.
    #[must_use]
    pub fn with_message(self, message: &str) -> Self {
        Self {
            message: Some(message.to_owned()),
            ..self
        }
    }

    /// Adds what else is worth knowing.
    #[must_use]
    pub fn with_hint(mut self, hint: &str) -> Self {
        self.hints.push(hint.to_owned());
        self
    }

    /// Says what the script was for: "search", "read", "list", "other".
    #[must_use]
    pub fn with_activity(self, activity: &str) -> Self {
        Self {
            activity: activity.to_owned(),
            ..self
        }
    }

    /// Says that success prints nothing.
    #[must_use]
    pub fn silent(self) -> Self {
        Self {
            silent: true,
            ..self
        }
    }
}

fn owned(items: &[&str]) -> Vec<String> {
    items.iter().map(|&item| item.to_owned()).collect()
}
