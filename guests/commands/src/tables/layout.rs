//! Filters that lay text out: `column`, `expand`, `fmt`, `fold`, `nl`, `pr`, `rev`, `unexpand`, `col`. No flag names a
//! file.

use crate::model::{AnyFlag, Digits, Flag, Form, Grammar, PathRole, Role, Spec, Tool, Value};

/// `col`.
pub(super) static COL: Tool = Tool {
    names: &["col"],
    summary: native!("drops reverse line feeds"),
    grammar: Grammar::Options(&COL_SPEC),
};

static COL_SPEC: Spec = Spec {
    flags: flags!([
        Flag::both(b'f', "fine"),
        Flag::both(b'H', "help"),
        Flag::both(b'l', "lines").value(Value::Number),
        Flag::both(b'b', "no-backspaces"),
        Flag::both(b'p', "pass"),
        Flag::both(b'x', "spaces"),
        Flag::both(b'h', "tabs"),
        Flag::VERSION,
    ]),

    ..Spec::GNU
};

/// `column`.
pub(super) static COLUMN: Tool = Tool {
    names: &["column"],
    summary: native!("sets text in columns"),
    grammar: Grammar::Options(&COLUMN_SPEC),
};

static COLUMN_SPEC: Spec = Spec {
    flags: flags!([
        Flag::both(b'x', "fillrows"),
        Flag::both(b'h', "help"),
        Flag::both(b'J', "json"),
        Flag::both(b'L', "keep-empty-lines"),
        Flag::both(b'o', "output-separator").value(Value::Text),
        Flag::both(b'c', "output-width").value(Value::Text),
        Flag::both(b's', "separator").value(Value::Text),
        Flag::both(b't', "table"),
        Flag::both(b'N', "table-columns").value(Value::Text),
        Flag::both(b'l', "table-columns-limit").value(Value::Number),
        Flag::both(b'e', "table-header-repeat"),
        Flag::both(b'H', "table-hide").value(Value::Text),
        Flag::both(b'n', "table-name").value(Value::Text),
        Flag::both(b'E', "table-noextreme").value(Value::Text),
        Flag::both(b'd', "table-noheadings"),
        Flag::both(b'O', "table-order").value(Value::Text),
        Flag::both(b'R', "table-right").value(Value::Text),
        Flag::both(b'T', "table-truncate").value(Value::Text),
        Flag::both(b'W', "table-wrap").value(Value::Text),
        Flag::both(b'r', "tree").value(Value::Text),
        Flag::both(b'i', "tree-id").value(Value::Text),
        Flag::both(b'p', "tree-parent").value(Value::Text),
        Flag::both(b'V', "version"),
    ]),
    any_flag: AnyFlag::Safe,
    forms: &[Form::each(Role::Path(PathRole::INPUT))],
    ..Spec::GNU
};

/// `expand`.
pub(super) static EXPAND: Tool = Tool {
    names: &["expand"],
    summary: native!("makes spaces of tabs"),
    grammar: Grammar::Options(&EXPAND_SPEC),
};

static EXPAND_SPEC: Spec = Spec {
    flags: flags!([
        Flag::HELP,
        Flag::both(b'i', "initial"),
        Flag::both(b't', "tabs").value(Value::Text),
        Flag::VERSION,
    ]),
    digits: Digits::Letters,
    any_flag: AnyFlag::Safe,
    forms: &[Form::each(Role::Path(PathRole::INPUT))],
    ..Spec::GNU
};

/// `unexpand`.
pub(super) static UNEXPAND: Tool = Tool {
    names: &["unexpand"],
    summary: native!("makes tabs of spaces"),
    grammar: Grammar::Options(&UNEXPAND_SPEC),
};

static UNEXPAND_SPEC: Spec = Spec {
    flags: flags!([
        Flag::both(b'a', "all"),
        Flag::long("first-only"),
        Flag::HELP,
        Flag::both(b't', "tabs").value(Value::Text),
        Flag::VERSION,
    ]),
    digits: Digits::Letters,
    any_flag: AnyFlag::Safe,
    forms: &[Form::each(Role::Path(PathRole::INPUT))],
    ..Spec::GNU
};

/// `fmt`.
pub(super) static FMT: Tool = Tool {
    names: &["fmt"],
    summary: native!("fills paragraphs"),
    grammar: Grammar::Options(&FMT_SPEC),
};

static FMT_SPEC: Spec = Spec {
    flags: flags!([
        Flag::both(b'c', "crown-margin"),
        Flag::both(b'g', "goal").value(Value::Number),
        Flag::HELP,
        Flag::both(b'p', "prefix").value(Value::Text),
        Flag::both(b's', "split-only"),
        Flag::both(b't', "tagged-paragraph"),
        Flag::both(b'u', "uniform-spacing"),
        Flag::VERSION,
        Flag::both(b'w', "width").value(Value::Number),
    ]),
    digits: Digits::Alone,
    any_flag: AnyFlag::Safe,
    forms: &[Form::each(Role::Path(PathRole::INPUT))],
    ..Spec::GNU
};

/// `fold`.
pub(super) static FOLD: Tool = Tool {
    names: &["fold"],
    summary: native!("breaks long lines"),
    grammar: Grammar::Options(&FOLD_SPEC),
};

static FOLD_SPEC: Spec = Spec {
    flags: flags!([
        Flag::both(b'b', "bytes"),
        Flag::HELP,
        Flag::both(b's', "spaces"),
        Flag::VERSION,
        Flag::both(b'w', "width").value(Value::Number),
    ]),
    digits: Digits::Letters,
    any_flag: AnyFlag::Safe,
    forms: &[Form::each(Role::Path(PathRole::INPUT))],
    ..Spec::GNU
};

/// `nl`.
pub(super) static NL: Tool = Tool {
    names: &["nl"],
    summary: native!("numbers lines"),
    grammar: Grammar::Options(&NL_SPEC),
};

static NL_SPEC: Spec = Spec {
    flags: flags!([
        Flag::both(b'b', "body-numbering").value(Value::Text),
        Flag::both(b'f', "footer-numbering").value(Value::Text),
        Flag::both(b'h', "header-numbering").value(Value::Text),
        Flag::HELP,
        Flag::both(b'l', "join-blank-lines").value(Value::Number),
        Flag::both(b'i', "line-increment").value(Value::Number),
        Flag::both(b'p', "no-renumber"),
        Flag::both(b'n', "number-format").value(Value::Text),
        Flag::both(b's', "number-separator").value(Value::Text),
        Flag::both(b'w', "number-width").value(Value::Number),
        Flag::both(b'd', "section-delimiter").value(Value::Text),
        Flag::both(b'v', "starting-line-number").value(Value::Number),
        Flag::VERSION,
    ]),
    any_flag: AnyFlag::Safe,
    forms: &[Form::each(Role::Path(PathRole::INPUT))],
    ..Spec::GNU
};

/// `pr`.
pub(super) static PR: Tool = Tool {
    names: &["pr"],
    summary: native!("sets files in pages"),
    grammar: Grammar::Options(&PR_SPEC),
};

static PR_SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'F'),
        Flag::both(b'a', "across"),
        Flag::long("columns").value(Value::Number),
        Flag::both(b'D', "date-format").value(Value::Text),
        Flag::both(b'd', "double-space"),
        Flag::both(b'e', "expand-tabs").attached(Value::Text),
        Flag::both(b'N', "first-line-number").value(Value::Number),
        Flag::both(b'f', "form-feed"),
        Flag::both(b'h', "header").value(Value::Text),
        Flag::HELP,
        Flag::both(b'o', "indent").value(Value::Number),
        Flag::both(b'J', "join-lines"),
        Flag::both(b'l', "length").value(Value::Number),
        Flag::both(b'm', "merge"),
        Flag::both(b'r', "no-file-warnings"),
        Flag::both(b'n', "number-lines").attached(Value::Text),
        Flag::both(b't', "omit-header"),
        Flag::both(b'T', "omit-pagination"),
        Flag::both(b'i', "output-tabs").attached(Value::Text),
        Flag::both(b'W', "page-width").value(Value::Number),
        Flag::long("pages").value(Value::Text),
        Flag::both(b'S', "sep-string").attached(Value::Text),
        Flag::both(b's', "separator").attached(Value::Text),
        Flag::both(b'c', "show-control-chars"),
        Flag::both(b'v', "show-nonprinting"),
        Flag::VERSION,
        Flag::both(b'w', "width").value(Value::Number),
    ]),
    digits: Digits::Letters,
    any_flag: AnyFlag::Safe,
    forms: &[Form::each(Role::Path(PathRole::INPUT))],
    ..Spec::GNU
};

/// `rev`.
pub(super) static REV: Tool = Tool {
    names: &["rev"],
    summary: native!("turns lines round"),
    grammar: Grammar::Options(&REV_SPEC),
};

static REV_SPEC: Spec = Spec {
    flags: flags!([Flag::both(b'h', "help"), Flag::both(b'V', "version")]),
    any_flag: AnyFlag::Safe,
    forms: &[Form::each(Role::Path(PathRole::INPUT))],
    ..Spec::GNU
};

#[cfg(test)]
mod tests {
    use crate::{
        report::Rule,
        testing::{assert_allowed, assert_effects, assert_unknown},
    };

    #[test]
    fn files_are_read() {
        assert_effects("column -ts, notes", &["read notes"]);
        assert_effects("fold -w 80 -s notes", &["read notes"]);
        assert_effects("fold -s80 notes", &["read notes"]);
        assert_effects("fmt -72 notes", &["read notes"]);
        assert_effects("expand -4 notes", &["read notes"]);
        assert_effects("nl -ba notes -", &["read notes"]);
        assert_effects("pr -2 -h title -l60 notes", &["read notes"]);
        assert_effects("pr -s, -n -t notes", &["read notes"]);
        assert_effects("rev *", &["read ./…"]);
        assert_effects("unexpand --fi src/*", &["read src/…"]);
        assert_allowed("col -bx");
        assert_allowed("column -t -s $'\\t'");
    }

    #[test]
    fn what_is_not_described_is_unknown() {
        assert_unknown("col notes", Rule::UnexpectedOperand);
        assert_unknown("fmt -k notes", Rule::UnknownFlag);
        assert_unknown("nl --frobnicate notes", Rule::UnknownFlag);
        assert_unknown("pr --num notes -X", Rule::UnknownFlag);
        assert_unknown("fold -w x notes", Rule::UnknownValue);
    }
}
