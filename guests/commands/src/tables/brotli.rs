//! `brotli`.

use crate::{
    argument::{Span, Text},
    model::{Abbreviations, Digits, Flag, Form, Grammar, Marks, PathRole, Role, Spec, Tool, Value},
    report::Report,
    tables::packed::{self, Source},
};

const OUT: Marks = Marks::own(0);
const LOOKS: Marks = Marks::own(1);
const UNPACKS: Marks = Marks::own(2);
const REMOVES: Marks = Marks::own(3);
const ENDS: Marks = Marks::own(4);

const READ: Role = Role::Path(PathRole::INPUT);

/// `brotli`.
pub(super) static TOOL: Tool = Tool {
    names: &["brotli"],
    summary: native!("compresses files"),
    grammar: Grammar::Options(&SPEC),
};

static SPEC: Spec = Spec {
    flags: flags!([
        Flag::both(b'Z', "best"),
        Flag::both(b'd', "decompress").states(UNPACKS),
        Flag::both(b'f', "force"),
        Flag::both(b'h', "help"),
        Flag::both(b'k', "keep"),
        Flag::long("large_window").value(Value::Number),
        Flag::both(b'w', "lgwin").value(Value::Number),
        Flag::both(b'n', "no-copy-stat"),
        Flag::both(b'o', "output")
            .value(Value::Path(PathRole::OUTPUT))
            .states(OUT),
        Flag::both(b'q', "quality").value(Value::Number),
        Flag::both(b'j', "rm").states(REMOVES),
        Flag::both(b'c', "stdout").states(OUT),
        Flag::both(b'S', "suffix").value(Value::Text).states(ENDS),
        Flag::both(b't', "test").states(LOOKS),
        Flag::both(b'v', "verbose"),
        Flag::both(b'V', "version"),
    ]),
    abbreviations: Abbreviations::Refused,
    digits: Digits::Letters,
    forms: &[
        Form::each(Role::Own(packed::renamed)).when(ENDS),
        Form::each(Role::Own(unpack)).when(REMOVES.and(UNPACKS)),
        Form::each(Role::Own(pack)).when(REMOVES),
        Form::each(READ).when(OUT),
        Form::each(READ).when(LOOKS),
        Form::each(Role::Own(unpack_copy)).when(UNPACKS),
        Form::each(Role::Own(pack_copy)),
    ],
    ..Spec::GNU
};

fn pack<'a>(path: Text<'a>, span: Span, report: &mut Report<'a>) {
    packed::pack(".br", Source::Deleted, path, span, report);
}

fn pack_copy<'a>(path: Text<'a>, span: Span, report: &mut Report<'a>) {
    packed::pack(".br", Source::Kept, path, span, report);
}

fn unpack<'a>(path: Text<'a>, span: Span, report: &mut Report<'a>) {
    packed::unpack(&[(".br", "")], Source::Deleted, path, span, report);
}

fn unpack_copy<'a>(path: Text<'a>, span: Span, report: &mut Report<'a>) {
    packed::unpack(&[(".br", "")], Source::Kept, path, span, report);
}

#[cfg(test)]
mod tests {
    use crate::testing::{assert_allowed, assert_effects};

    #[test]
    fn what_prints_is_harmless_and_the_rest_writes() {
        assert_allowed("brotli -c -q 5 notes");
        assert_allowed("brotli -t a.br");
        assert_allowed("brotli -dc a.br");
        assert_effects("brotli a", &["read a", "write a.br"]);
        assert_effects("brotli -dj a.br", &["delete a.br", "write a"]);
        assert_effects("brotli -o b a", &["write b", "read a"]);
        assert_effects("brotli -cj a", &["delete a", "write a.br"]);
    }
}
