//! `eza` and `exa`, of which it is the successor. `--stdin` names files to list, and is not described.
//!
//! Some flags take one of a few words from the next argument in some versions. Those words are operands here, which
//! lists no less.

use crate::{
    model::{
        Abbreviations, AnyFlag, Depth, Flag, Form, Grammar, Marks, Order, PathRole, Role, Spec,
        Tool, Value,
    },
    report::Kind,
};

const WHEN: Value = Value::Choice(&["always", "auto", "automatic", "never"]);

/// `eza`.
pub(super) static TOOL: Tool = Tool {
    names: &["eza", "exa"],
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
    Flag::letter(b'd'),
    Flag::letter(b'F'),
    Flag::letter(b'S'),
    Flag::long("absolute").attached(Value::Text),
    Flag::both(b'u', "accessed"),
    Flag::both(b'x', "across"),
    Flag::both(b'a', "all"),
    Flag::both(b'A', "almost-all"),
    Flag::both(b'b', "binary"),
    Flag::long("blocks"),
    Flag::long("blocksize"),
    Flag::both(b'B', "bytes"),
    Flag::long("changed"),
    Flag::long("classify").attached(Value::Text),
    Flag::long("color").value(WHEN),
    Flag::long("color-scale").attached(Value::Text),
    Flag::long("color-scale-mode").value(Value::Choice(&["fixed", "gradient"])),
    Flag::long("colour").value(WHEN),
    Flag::long("colour-scale").attached(Value::Text),
    Flag::both(b'Z', "context"),
    Flag::both(b'U', "created"),
    Flag::both(b'X', "dereference").states(Marks::FOLLOWS_LINKS),
    Flag::both(b'@', "extended"),
    Flag::both(b'O', "flags"),
    Flag::long("follow-symlinks").states(Marks::FOLLOWS_LINKS),
    Flag::long("git"),
    Flag::long("git-ignore"),
    Flag::long("git-repos"),
    Flag::long("git-repos-no-status"),
    Flag::both(b'G', "grid"),
    Flag::both(b'g', "group"),
    Flag::long("group-directories-first"),
    Flag::long("group-directories-last"),
    Flag::both(b'h', "header"),
    Flag::both(b'?', "help"),
    Flag::long("hyperlink").attached(Value::Text),
    Flag::long("icons").attached(Value::Text),
    Flag::both(b'I', "ignore-glob").value(Value::Text),
    Flag::both(b'i', "inode"),
    Flag::both(b'L', "level").value(Value::Number),
    Flag::both(b'H', "links"),
    Flag::long("list-dirs"),
    Flag::both(b'l', "long"),
    Flag::both(b'm', "modified"),
    Flag::both(b'M', "mounts"),
    Flag::long("no-filesize"),
    Flag::long("no-git"),
    Flag::long("no-icons"),
    Flag::long("no-permissions"),
    Flag::long("no-quotes"),
    Flag::long("no-symlinks"),
    Flag::long("no-time"),
    Flag::long("no-user"),
    Flag::both(b'n', "numeric"),
    Flag::both(b'o', "octal-permissions"),
    Flag::both(b'1', "oneline"),
    Flag::both(b'D', "only-dirs"),
    Flag::both(b'f', "only-files"),
    Flag::both(b'R', "recurse").states(Marks::RECURSIVE),
    Flag::both(b'r', "reverse"),
    Flag::long("show-symlinks"),
    Flag::long("smart-group"),
    Flag::both(b's', "sort").value(Value::Text),
    Flag::both(b't', "time").value(Value::Text),
    Flag::long("time-style").value(Value::Text),
    // Sizes of directories come from what is in them.
    Flag::long("total-size").states(Marks::RECURSIVE),
    Flag::long("treat-dirs-as-files"),
    Flag::both(b'T', "tree").states(Marks::RECURSIVE),
    Flag::both(b'v', "version"),
    Flag::both(b'w', "width").value(Value::Number),
];

#[cfg(test)]
mod tests {
    use crate::{
        report::Rule,
        testing::{assert_allowed, assert_effects, assert_unknown},
    };

    #[test]
    fn listing_is_harmless() {
        assert_effects("eza", &["read ."]);
        assert_effects("eza -la src", &["read src"]);
        assert_effects("exa --tree --level=2 src", &["read src deep"]);
        assert_effects("eza -RX a", &["read a deep links"]);
        assert_effects(
            "eza -l *",
            &["read ? deep links if an option", "read ./…", "read ."],
        );
        for command in [
            "eza -lah --git --icons=always --group-directories-first",
            "exa -l --sort size --time-style long-iso --color always",
            "eza -T -L 2 -I 'node_modules|target'",
        ] {
            assert_allowed(command);
        }
    }

    #[test]
    fn what_is_not_described_is_unknown() {
        assert_unknown("eza --stdin", Rule::UnknownFlag);
        assert_unknown("eza --color ../x", Rule::UnknownValue);
        assert_unknown("eza --tre", Rule::UnknownFlag);
    }
}
