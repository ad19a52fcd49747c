//! `bat`. `--pager` runs a program; `--paging always` one that the environment names, and so do lists of languages and themes,
//! also without a terminal. Its subcommand `cache` writes,
//! with flags that are not described here.

use crate::model::{Abbreviations, Flag, Form, Grammar, Order, PathRole, Role, Spec, Tool, Value};

/// `bat`.
pub(super) static TOOL: Tool = Tool {
    names: &["bat", "batcat"],
    summary: native!("prints files with their syntax coloured"),
    grammar: Grammar::Options(&SPEC),
};

static SPEC: Spec = Spec {
    flags: flags!(FLAGS),
    abbreviations: Abbreviations::Refused,
    order: Order::Free,
    forms: &[Form::each(Role::Path(PathRole::INPUT))],
    ..Spec::GNU
};

const FLAGS: &[Flag] = &[
    Flag::letter(b'P'),
    Flag::long("acknowledgements"),
    Flag::long("binary").value(Value::Text),
    Flag::both(b'S', "chop-long-lines"),
    Flag::long("color").value(Value::Text),
    Flag::long("decorations").value(Value::Text),
    Flag::both(b'd', "diff"),
    Flag::long("diff-context").value(Value::Number),
    Flag::long("file-name").value(Value::Text),
    Flag::both(b'f', "force-colorization"),
    Flag::both(b'h', "help"),
    Flag::both(b'H', "highlight-line").value(Value::Text),
    Flag::long("ignored-suffix").value(Value::Text),
    Flag::long("italic-text").value(Value::Text),
    Flag::both(b'l', "language").value(Value::Text),
    Flag::both(b'r', "line-range").value(Value::Text),
    Flag::both(b'm', "map-syntax").value(Value::Text),
    Flag::long("no-config"),
    Flag::long("no-custom-assets"),
    Flag::long("no-lessopen"),
    Flag::long("no-pager"),
    Flag::long("no-paging"),
    Flag::long("nonprintable-notation").value(Value::Text),
    Flag::both(b'n', "number"),
    Flag::long("pager").value(Value::Program),
    Flag::long("paging").value(Value::Choice(&["auto", "never"])),
    Flag::both(b'p', "plain"),
    Flag::both(b'E', "quiet-empty"),
    Flag::both(b'A', "show-all"),
    Flag::both(b's', "squeeze-blank"),
    Flag::long("squeeze-limit").value(Value::Number),
    Flag::long("strip-ansi").value(Value::Text),
    Flag::long("style").value(Value::Text),
    Flag::long("tabs").value(Value::Number),
    Flag::long("terminal-width").value(Value::Text),
    Flag::long("theme").value(Value::Text),
    Flag::long("theme-dark").value(Value::Text),
    Flag::long("theme-light").value(Value::Text),
    Flag::both(b'u', "unbuffered"),
    Flag::both(b'V', "version"),
    Flag::long("wrap").value(Value::Text),
];

#[cfg(test)]
mod tests {
    use crate::{
        report::Rule,
        testing::{assert_allowed, assert_effects, assert_unknown},
    };

    #[test]
    fn printing_is_harmless() {
        assert_effects("bat a b", &["read a", "read b"]);
        assert_effects("bat -", &[]);
        for command in [
            "bat f",
            "batcat -pp --color=never f",
            "bat -n -r 10:20 -l rust src/*",
            "bat --paging=never --style=plain f",
            "bat -A --diff f",
        ] {
            assert_allowed(command);
        }
    }

    #[test]
    fn what_runs_or_writes_is_not_harmless() {
        assert_effects("bat --pager ./x f", &["execute ./x", "read f"]);
        assert_unknown("bat --paging=always f", Rule::UnknownValue);
        assert_unknown("bat cache --build", Rule::UnknownFlag);
        assert_unknown("bat cache -c", Rule::UnknownFlag);
        assert_unknown("bat --generate-config-file", Rule::UnknownFlag);
        assert_unknown("bat -L", Rule::UnknownFlag);
        assert_unknown("bat --lessopen f", Rule::UnknownFlag);
        assert_unknown("bat *", Rule::DynamicOption);
    }
}
