//! `yq`: two programs of that name, one in Go with a language of its own and one in Python that runs `jq`. Which of them
//! is meant nobody knows, so a word is harmless only if it is for both.
//!
//! The Go program takes its first operand for a file if there is one of that name. In the Python program an `i` anywhere
//! among letters means that files are changed, also in `-oini`, so the values of letters are those without one. `-s`
//! splits into files in one program, and is not described.

use crate::{
    argument::{Argument, Span, Text},
    check,
    model::{
        Abbreviations, Context, Depth, Flag, Form, Grammar, Marks, Order, PathRole, Role, Spec,
        Tool, Value,
    },
    report::{Extent, Kind, Report, Rule},
    tables::{
        jq::{self, Dialect, FieldDash, Finding},
        values,
    },
};

/// Files are changed.
const IN_PLACE: Marks = Marks::own(0);

/// `yq`.
pub(super) static TOOL: Tool = Tool {
    names: &["yq"],
    summary: native!("filters YAML"),
    grammar: Grammar::Own(describe),
};

/// The words that say nothing but that an expression follows, in the Go program.
const EVALUATE: &[&str] = &["e", "ea", "eval", "eval-all"];

fn describe<'a>(arguments: &[Argument<'a>], context: Context, report: &mut Report<'a>) {
    let rest = match arguments.split_first() {
        Some((first, rest))
            if EVALUATE
                .iter()
                .any(|&word| first.text.certain() == Some(word)) =>
        {
            rest
        }
        _ => arguments,
    };
    check::describe(&Grammar::Options(&SPEC), rest, context, report);
}

static SPEC: Spec = Spec {
    flags: flags!(FLAGS),
    abbreviations: Abbreviations::Refused,
    order: Order::Free,
    forms: &[
        Form::each(Role::Path(PathRole::of(Kind::Write, Depth::Flat)))
            .first(&[Role::Own(read_expression)])
            .when(IN_PLACE),
        Form::each(Role::Path(PathRole::INPUT)).first(&[Role::Own(read_expression)]),
    ],
    ..Spec::GNU
};

/// The formats whose names no letter of the Python program is hidden in, with the equals sign that letters may have.
const FORMATS: Value = Value::Choice(&[
    "=csv", "=json", "=props", "=toml", "=tsv", "=xml", "=yaml", "a", "auto", "csv", "j", "json",
    "lua", "p", "props", "shell", "toml", "tsv", "x", "xml", "y", "yaml",
]);

const FLAGS: &[Flag] = &[
    Flag::letter(b'y'),
    Flag::letter(b'Y'),
    Flag::letter(b'0'),
    Flag::letter(b'r'),
    Flag::letter(b'N'),
    Flag::letter(b'P'),
    Flag::letter(b'c'),
    Flag::letter(b'j'),
    Flag::long("arg").values(&[Value::Text, Value::Text]),
    Flag::both(b'C', "colors"),
    Flag::both(b'e', "exit-status"),
    Flag::long("explicit-end"),
    Flag::long("explicit-start"),
    Flag::both(b'h', "help"),
    Flag::long("in-place").states(IN_PLACE),
    Flag::both(b'I', "indent").value(Value::Own(values::digits)),
    Flag::both(b'i', "inplace").states(IN_PLACE),
    Flag::both(b'p', "input-format").value(FORMATS),
    Flag::both(b'M', "no-colors"),
    Flag::long("no-doc"),
    Flag::both(b'n', "null-input"),
    Flag::both(b'o', "output-format").value(FORMATS),
    Flag::long("prettyPrint"),
    Flag::long("raw-output"),
    Flag::long("tojson"),
    Flag::long("unwrapScalar").attached(Value::Choice(&["false", "true"])),
    Flag::both(b'v', "verbose"),
    Flag::both(b'V', "version"),
    Flag::long("yaml-output"),
    Flag::long("yaml-roundtrip"),
];

/// The language of the Go program, and that of `jq`.
static DIALECT: Dialect = Dialect {
    functions: &[jq::WORDS, OPERATORS],
    readers: READERS,
    dash: FieldDash::Letter,
};

/// What reads files, or evaluates a text that may.
const READERS: &[&str] = &[
    "eval",
    "load",
    "load_base64",
    "load_json",
    "load_props",
    "load_str",
    "load_xml",
    "loadstr",
];

/// The operators of the Go program that make values of values, apart from those that are called as in `jq`. Sorted.
const OPERATORS: &[&str] = &[
    "alias",
    "anchor",
    "array_to_map",
    "collect",
    "column",
    "comments",
    "di",
    "document",
    "documentIndex",
    "document_index",
    "downcase",
    "envsubst",
    "explode",
    "fi",
    "fileIndex",
    "file_index",
    "filename",
    "filter",
    "footComment",
    "foot_comment",
    "format_datetime",
    "from_json",
    "from_props",
    "from_unix",
    "from_xml",
    "from_yaml",
    "headComment",
    "head_comment",
    "ireduce",
    "is_key",
    "key",
    "kind",
    "line",
    "lineComment",
    "line_comment",
    "omit",
    "parent",
    "parents",
    "pivot",
    "ref",
    "shuffle",
    "sortKeys",
    "sort_keys",
    "splitDoc",
    "split_doc",
    "strenv",
    "style",
    "tag",
    "to_csv",
    "to_json",
    "to_number",
    "to_props",
    "to_string",
    "to_tsv",
    "to_unix",
    "to_xml",
    "to_yaml",
    "tz",
    "upcase",
    "with",
    "with_dtf",
];

/// Reads an expression, or the file that it names.
fn read_expression<'a>(text: Text<'a>, span: Span, report: &mut Report<'a>) {
    match jq::examine(text, &DIALECT) {
        Finding::Understood => {}
        Finding::ReadsFiles => values::anything(span, report),
        // `yq notes.yaml` is no expression, but the name of a file.
        Finding::NotUnderstood if text.certain().is_some_and(is_file_name) => {}
        Finding::NotUnderstood => report.unknown(Rule::UnknownExpression, text, span),
    }
    if text != Text::Certain("-") {
        report.touch(Kind::Read, text, Extent::Flat, span);
    }
}

/// Whether a text has only such characters as make a path and call nothing.
fn is_file_name(text: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"._-/".contains(&byte);
    let extension = text.rsplit_once('.').map(|(_, extension)| extension);
    text.bytes().all(is_plain)
        && matches!(extension, Some("yaml" | "yml" | "json" | "toml" | "xml"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_allowed, assert_effects, assert_unknown, tell};

    #[test]
    fn lists_are_sorted() {
        for list in [READERS, OPERATORS] {
            assert!(list.is_sorted_by(|left, right| left < right));
        }
    }

    #[test]
    fn filtering_is_harmless() {
        for command in [
            "yq '.a.b' f.yaml",
            "yq -r .a.b f.yaml",
            "yq e '.a' f.yaml",
            "yq eval '.jobs | keys' .github/workflows/ci.yml",
            "yq eval-all 'select(fileIndex == 0) * select(fileIndex == 1)' a b",
            "yq -o json . f.yaml",
            "yq -o=json f.yaml",
            "yq -P -oyaml '.a[]' f.json",
            "yq '.services.my-app.image' docker-compose.yml",
            "yq -y '.a' f.yaml",
            "yq",
        ] {
            assert_allowed(command);
        }
        assert_effects("yq .a f.yaml", &["read .a", "read f.yaml"]);
        assert_effects("yq ../f.yaml", &["read ../f.yaml"]);
    }

    #[test]
    fn changing_files_writes_them() {
        assert_effects("yq -i '.a = 1' f.yaml", &["read .a = 1", "write f.yaml"]);
        assert_effects("yq -yi .a f", &["read .a", "write f"]);
        for command in [
            "yq -oini -y .a f",
            "yq -s .a f",
            "yq -pini .a f",
            "yq -ouri .a f",
        ] {
            assert!(!tell(command).harmless, "{command}");
        }
        assert_unknown("yq -oini .a f", Rule::UnknownValue);
    }

    #[test]
    fn expressions_that_read_files_say_so() {
        let anything = "read ? deep links".to_owned();
        for command in [
            "yq 'load(\"/x\")'",
            "yq '.a = load_str(\"x\")' f",
            "yq eval \".$x\" f",
            "yq 'import \"x\" as $x; $x' f",
            "yq 'eval(.a)' f",
        ] {
            assert!(tell(command).effects.contains(&anything), "{command}");
        }
        assert_unknown("yq 'system(\"id\")' f", Rule::UnknownExpression);
        assert_unknown("yq -r e '.a' f", Rule::UnknownExpression);
        assert_unknown("yq *", Rule::DynamicOption);
        assert_unknown("yq shell-completion bash", Rule::UnknownExpression);
    }
}
