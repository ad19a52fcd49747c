//! `iconv`. `-o` writes, and the name of a character set with a slash in it may be a file that is read.

use crate::{
    argument::{Span, Text},
    model::{Flag, Form, Grammar, PathRole, Role, Spec, Tool, Value},
    report::{Extent, Kind, Report},
};

/// `iconv`.
pub(super) static TOOL: Tool = Tool {
    names: &["iconv"],
    summary: native!("translates between character sets"),
    grammar: Grammar::Options(&TOOL_SPEC),
};

static TOOL_SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'c'),
        Flag::long("byte-subst").value(Value::Text),
        Flag::both(b'f', "from-code").value(Value::Own(read_character_set)),
        Flag::both(b'?', "help"),
        Flag::both(b'l', "list"),
        Flag::both(b'o', "output").value(Value::Path(PathRole::OUTPUT)),
        Flag::both(b's', "silent"),
        Flag::both(b't', "to-code").value(Value::Own(read_character_set)),
        Flag::long("unicode-subst").value(Value::Text),
        Flag::long("usage"),
        Flag::long("verbose"),
        Flag::both(b'V', "version"),
        Flag::long("widechar-subst").value(Value::Text),
    ]),
    forms: &[Form::each(Role::Path(PathRole::INPUT))],
    ..Spec::GNU
};

/// What may follow the name of a character set.
const ENDINGS: [&str; 4] = ["//TRANSLIT", "//IGNORE", "//TRANSLIT//IGNORE", "//"];

fn read_character_set<'a>(name: Text<'a>, span: Span, report: &mut Report<'a>) {
    let is_plain = name.certain().is_some_and(|name| {
        let bare = ENDINGS.iter().find_map(|ending| name.strip_suffix(ending));
        !bare.unwrap_or(name).contains('/')
    });
    if !is_plain {
        report.touch(Kind::Read, name, Extent::Flat, span);
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        report::Rule,
        testing::{assert_allowed, assert_effects, assert_unknown, tell},
    };

    #[test]
    fn files_are_read() {
        assert_effects("iconv -f latin1 -t utf-8 notes", &["read notes"]);
        assert_effects("iconv -t ASCII//TRANSLIT notes", &["read notes"]);
        assert_effects("iconv -f ./map -t utf-8 -", &["read ./map"]);
        assert_effects("iconv -f \"$x\" notes", &["read ?", "read notes"]);
        assert_allowed("iconv -l");
        assert_allowed("iconv -c -futf8 --to=latin1");
    }

    #[test]
    fn output_is_written() {
        assert_effects("iconv -o out notes", &["write out", "read notes"]);
        assert!(!tell("iconv notes --out=out").harmless);
        assert_unknown("iconv *", Rule::DynamicOption);
    }
}
