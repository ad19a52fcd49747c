//! `lsd`. Its configuration says how lists look; no flag does more than read.

use crate::{
    model::{
        Abbreviations, AnyFlag, Depth, Flag, Form, Grammar, Marks, Order, PathRole, Role, Spec,
        Tool, Value,
    },
    report::Kind,
};

/// `lsd`.
pub(super) static TOOL: Tool = Tool {
    names: &["lsd"],
    summary: native!("lists directories"),
    grammar: Grammar::Options(&SPEC),
};

static SPEC: Spec = Spec {
    flags: flags!(FLAGS),
    abbreviations: Abbreviations::Refused,
    order: Order::Free,
    any_flag: AnyFlag::Reads,
    forms: &[Form::each(Role::Path(PathRole::of(
        Kind::Read,
        Depth::DeepIf(Marks::RECURSIVE),
    )))
    .or_here()],
    ..Spec::GNU
};

const FLAGS: &[Flag] = &[
    Flag::both(b'a', "all"),
    Flag::both(b'A', "almost-all"),
    Flag::long("blocks").value(Value::Text),
    Flag::long("classic"),
    Flag::both(b'F', "classify"),
    Flag::long("color").value(Value::Text),
    Flag::long("config-file").value(Value::Path(PathRole::of(Kind::Read, Depth::Flat))),
    Flag::both(b'Z', "context"),
    Flag::long("date").value(Value::Text),
    Flag::long("depth").value(Value::Number),
    Flag::both(b'L', "dereference").states(Marks::FOLLOWS_LINKS),
    Flag::both(b'd', "directory-only"),
    Flag::both(b'X', "extensionsort"),
    Flag::both(b'g', "git"),
    Flag::both(b'G', "gitsort"),
    Flag::long("group-directories-first"),
    Flag::long("group-dirs").value(Value::Text),
    Flag::long("header"),
    Flag::long("help"),
    Flag::both(b'h', "human-readable"),
    Flag::long("hyperlink").value(Value::Text),
    Flag::long("icon").value(Value::Text),
    Flag::long("icon-theme").value(Value::Text),
    Flag::long("ignore-config"),
    Flag::both(b'I', "ignore-glob").value(Value::Text),
    Flag::both(b'i', "inode"),
    Flag::both(b'N', "literal"),
    Flag::both(b'l', "long"),
    Flag::both(b'U', "no-sort"),
    Flag::long("no-symlink"),
    Flag::both(b'1', "oneline"),
    Flag::long("permission").value(Value::Text),
    Flag::both(b'R', "recursive").states(Marks::RECURSIVE),
    Flag::both(b'r', "reverse"),
    Flag::long("size").value(Value::Text),
    Flag::both(b'S', "sizesort"),
    Flag::long("sort").value(Value::Text),
    Flag::long("system-protected"),
    Flag::both(b't', "timesort"),
    Flag::long("total-size").states(Marks::RECURSIVE),
    Flag::long("tree").states(Marks::RECURSIVE),
    Flag::long("truncate-owner-after").value(Value::Number),
    Flag::long("truncate-owner-marker").value(Value::Text),
    Flag::both(b'V', "version"),
    Flag::both(b'v', "versionsort"),
];

#[cfg(test)]
mod tests {
    use crate::{
        report::Rule,
        testing::{assert_allowed, assert_effects, assert_unknown},
    };

    #[test]
    fn listing_is_harmless() {
        assert_effects("lsd", &["read ."]);
        assert_effects("lsd --tree --depth 2 src", &["read src deep"]);
        assert_effects("lsd --config-file x", &["read x", "read ."]);
        assert_allowed("lsd -lah --group-dirs first *");
        assert_unknown("lsd --frobnicate", Rule::UnknownFlag);
    }
}
