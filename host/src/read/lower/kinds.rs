//! The allowlist: which nodes of the tree are read, and how those that are not are named (R2.1).

use std::sync::LazyLock;

/// A token that joins or holds commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Control {
    /// `;`.
    Semicolon,
    /// `&`.
    Background,
    /// `&&`.
    And,
    /// `||`.
    Or,
    /// `|` and `|&`.
    Pipe,
    /// `(`.
    SubshellOpen,
    /// `)`.
    SubshellClose,
    /// `{`.
    GroupOpen,
    /// `}`.
    GroupClose,
    /// `!`.
    Negation,
}

/// What is done with a kind of node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// Its children are looked at; how they hang together is worked out from their order.
    Transparent,
    /// A word, whose text is read natively.
    Word,
    /// `NAME=value`.
    Assignment,
    /// The number before a redirect.
    Descriptor,
    /// An operator of a redirect.
    Redirect,
    /// A token that joins or holds commands.
    Control(Control),
    /// `[ … ]`, a command like any other, and `[[ … ]]`, which is not read.
    Test,
    /// Comments and newlines, which are found natively.
    Blank,
    /// Not read, but its words belong to the command it is in.
    Loose,
    /// What the parser itself could not read.
    Error,
    /// `$(…)`, backquotes, `<(…)`, `>(…)`: a part of a word that holds commands.
    Substitution,
    /// `$x` and `${x}`: a part of a word.
    Expansion,
    /// Another part of a word.
    WordPart,
    /// Not read.
    Unread,
}

/// Returns what is done with a node, by the number of its kind.
pub(super) fn class_of(kind: u16) -> Class {
    if kind == ERROR {
        return Class::Error;
    }
    CLASSES
        .get(usize::from(kind))
        .copied()
        .unwrap_or(Class::Unread)
}

/// The number that the parser gives to what it could not read; it is not in the language's table.
const ERROR: u16 = u16::MAX;

static CLASSES: LazyLock<Vec<Class>> = LazyLock::new(|| {
    let language = tree_sitter::Language::from(tree_sitter_bash::LANGUAGE);
    let count = u16::try_from(language.node_kind_count()).unwrap_or(u16::MAX);
    let class = |kind| match language.node_kind_for_id(kind) {
        Some(name) if language.node_kind_is_named(kind) => named(name),
        Some(text) => token(text),
        None => Class::Unread,
    };
    (0..count).map(class).collect()
});

fn named(kind: &str) -> Class {
    match kind {
        "program"
        | "list"
        | "pipeline"
        | "redirected_statement"
        | "command"
        | "variable_assignments"
        | "negated_command"
        | "file_redirect"
        | "subshell"
        | "compound_statement" => Class::Transparent,
        "command_name" | "word" | "concatenation" | "string" | "raw_string" | "ansi_c_string"
        | "translated_string" | "number" | "variable_name" => Class::Word,
        "simple_expansion" | "expansion" => Class::Expansion,
        "command_substitution" | "process_substitution" => Class::Substitution,
        "string_content" | "special_variable_name" => Class::WordPart,
        "variable_assignment" => Class::Assignment,
        "file_descriptor" => Class::Descriptor,
        "test_command" => Class::Test,
        "comment" => Class::Blank,
        "declaration_command" | "unset_command" | "heredoc_redirect" | "herestring_redirect" => {
            Class::Loose
        }
        _ => Class::Unread,
    }
}

fn token(text: &str) -> Class {
    match text {
        ";" => Class::Control(Control::Semicolon),
        "&" => Class::Control(Control::Background),
        "&&" => Class::Control(Control::And),
        "||" => Class::Control(Control::Or),
        "|" | "|&" => Class::Control(Control::Pipe),
        "(" => Class::Control(Control::SubshellOpen),
        ")" => Class::Control(Control::SubshellClose),
        "{" => Class::Control(Control::GroupOpen),
        "}" => Class::Control(Control::GroupClose),
        "!" => Class::Control(Control::Negation),
        "<" | ">" | ">>" | "&>" | "&>>" | "<&" | ">&" | ">|" | "<&-" | ">&-" => Class::Redirect,
        "\n" => Class::Blank,
        "\"" => Class::WordPart,
        // These are words, or parts of one. The names only stand in a `declaration_command` or `unset_command`.
        "$" | "==" | "=~" | "declare" | "typeset" | "export" | "readonly" | "local" | "unset"
        | "unsetenv" => Class::Word,
        _ => Class::Unread,
    }
}

/// Says in a person's words what a node is that is not read.
pub(super) fn describe(kind: &str, text: &str) -> String {
    let what = match kind {
        "for_statement" if text.starts_with("select") => "a `select` loop",
        "for_statement" | "c_style_for_statement" => "a `for` loop",
        "while_statement" if text.starts_with("until") => "an `until` loop",
        "while_statement" => "a `while` loop",
        "if_statement" => "an `if`",
        "case_statement" => "a `case`",
        "function_definition" => "the definition of a function",
        "test_command" if text.starts_with("[[") => "a test in `[[ ]]`",
        "test_command" => "a test in `[ ]`",
        "compound_statement" | "arithmetic_expansion" => "arithmetic",
        "declaration_command" => "a declaration of variables",
        "unset_command" => "`unset`",
        "heredoc_redirect" => "a here-document",
        "herestring_redirect" => "a here-string",
        "heredoc_body" | "heredoc_start" | "heredoc_end" => "the body of a here-document",
        "array" => "an array",
        "subscript" => "a subscript of an array",
        "brace_expression" => "brace expansion",
        "extglob_pattern" | "regex" => "a pattern",
        "expansion" => "an operator inside `${…}`",
        _ => return format!("`{kind}` is not read"),
    };
    format!("{what} is not read")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn class_named(name: &str, is_named: bool) -> Class {
        let language = tree_sitter::Language::from(tree_sitter_bash::LANGUAGE);
        class_of(language.id_for_node_kind(name, is_named))
    }

    #[test]
    fn the_grammar_has_every_kind_of_the_allowlist() {
        for name in [
            "program",
            "command",
            "list",
            "pipeline",
            "word",
            "string",
            "command_substitution",
        ] {
            assert_ne!(class_named(name, true), Class::Unread, "{name}");
        }
        assert_eq!(class_named("&&", false), Class::Control(Control::And));
        assert_eq!(class_named(">|", false), Class::Redirect);
    }

    #[test]
    fn other_kinds_are_not_read() {
        for name in [
            "for_statement",
            "if_statement",
            "function_definition",
            "arithmetic_expansion",
            "array",
        ] {
            assert_eq!(class_named(name, true), Class::Unread, "{name}");
        }
        assert_eq!(class_of(u16::MAX - 1), Class::Unread);
    }

    #[test]
    fn error_nodes_are_errors() {
        let mut parser = tree_sitter::Parser::new();
        parser
            .set_language(&tree_sitter_bash::LANGUAGE.into())
            .unwrap();
        let tree = parser.parse("a )", None).unwrap();
        let mut cursor = tree.walk();
        let root = tree.root_node();
        let has_error = root.is_error() || root.children(&mut cursor).any(|node| node.is_error());
        assert!(has_error);
        assert_eq!(class_of(ERROR), Class::Error);
    }
}
