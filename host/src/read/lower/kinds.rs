//! The allowlist: which nodes of the tree are read, and how those that are not are named (R2.1).

use std::sync::LazyLock;

/// What is done with a kind of node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// Its children are looked at; how they hang together is worked out from the text.
    Transparent,
    /// A word, whose text is read natively.
    Word,
    /// `NAME=value`.
    Assignment,
    /// An operator, or the number before one.
    Operator,
    /// A word of the grammar, such as `for`, or `{`.
    Keyword,
    /// `((`, which opens an arithmetic command or the head of a `for`.
    ArithmeticOpen,
    /// `[ … ]`, a command like any other, and `[[ … ]]`, which has a grammar of its own.
    Test,
    /// The body of a here-document.
    Body,
    /// Comments, newlines and the ends of here-documents, which are found natively.
    Blank,
    /// What the parser itself could not read.
    Error,
    /// `$(…)`, backquotes, `<(…)`, `>(…)`: a part of a word that holds commands.
    Substitution,
    /// `$x` and `${x}`: a part of a word.
    Expansion,
    /// `$((…))`: a part of a word.
    Arithmetic,
    /// `(…)` after `NAME=`.
    Array,
    /// Another part of a word, of a test or of an arithmetic expression.
    Part,
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
        | "command_name"
        | "variable_assignments"
        | "negated_command"
        | "file_redirect"
        | "heredoc_redirect"
        | "herestring_redirect"
        | "subshell"
        | "compound_statement"
        | "for_statement"
        | "c_style_for_statement"
        | "while_statement"
        | "do_group"
        | "if_statement"
        | "elif_clause"
        | "else_clause"
        | "case_statement"
        | "case_item"
        | "function_definition"
        | "declaration_command"
        | "unset_command" => Class::Transparent,
        "word" | "concatenation" | "string" | "raw_string" | "ansi_c_string"
        | "translated_string" | "number" | "variable_name" | "brace_expression"
        | "heredoc_start" | "extglob_pattern" | "regex" | "test_operator" => Class::Word,
        "simple_expansion" | "expansion" => Class::Expansion,
        "command_substitution" | "process_substitution" => Class::Substitution,
        "arithmetic_expansion" => Class::Arithmetic,
        "array" => Class::Array,
        "string_content"
        | "special_variable_name"
        | "subscript"
        | "binary_expression"
        | "unary_expression"
        | "ternary_expression"
        | "postfix_expression"
        | "parenthesized_expression"
        | "heredoc_content" => Class::Part,
        "variable_assignment" => Class::Assignment,
        "file_descriptor" => Class::Operator,
        "test_command" => Class::Test,
        "heredoc_body" => Class::Body,
        "comment" | "heredoc_end" => Class::Blank,
        _ => Class::Unread,
    }
}

fn token(text: &str) -> Class {
    match text {
        ";" | "&" | "&&" | "||" | "|" | "|&" | "(" | ")" | ";;" | ";&" | ";;&" | "<" | ">"
        | ">>" | "&>" | "&>>" | "<&" | ">&" | ">|" | "<&-" | ">&-" | "<<" | "<<-" | "<<<" => {
            Class::Operator
        }
        "{" | "}" | "!" | "for" | "select" | "in" | "do" | "done" | "while" | "until" | "if"
        | "then" | "elif" | "else" | "fi" | "case" | "esac" | "function" => Class::Keyword,
        "((" => Class::ArithmeticOpen,
        "\n" => Class::Blank,
        // These are words, or parts of one. The names only stand in a `declaration_command` or `unset_command`.
        "$" | "==" | "=~" | "declare" | "typeset" | "export" | "readonly" | "local" | "unset"
        | "unsetenv" => Class::Word,
        // What stands inside a word, a test or an expression.
        _ => Class::Part,
    }
}

/// Says in a person's words what a node is that is not read.
pub(super) fn describe(kind: &str) -> String {
    format!("`{kind}` is not read")
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
            "for_statement",
            "heredoc_body",
            "arithmetic_expansion",
        ] {
            assert_ne!(class_named(name, true), Class::Unread, "{name}");
        }
        assert_eq!(class_named("&&", false), Class::Operator);
        assert_eq!(class_named("done", false), Class::Keyword);
    }

    #[test]
    fn other_kinds_are_not_read() {
        assert_eq!(named("coproc_statement"), Class::Unread);
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
