//! `man`, `apropos` and `whatis`. What shows a page is chosen by the environment, in which the host puts a program that
//! only prints, or by `-P` and `-H`, which run a program.
//!
//! A page that is named by a path is formatted by programs that its text chooses. So is one that is found where a part
//! of a name leads elsewhere: a device for `troff` may name a program, too.

use crate::{
    argument::{Span, Text},
    model::{Always, Depth, Flag, Form, Grammar, Marks, PathRole, Role, Spec, Tool, Value},
    report::{Extent, Kind, PROJECT, Report, Rule, Target},
};

/// Operands are words that are looked up in descriptions.
const KEYWORDS: Marks = Marks::own(0);
/// Operands are files.
const LOCAL: Marks = Marks::own(1);
/// Pages are kept in another form.
const CACHES: &[Always] = &[Always::deep(Kind::Write, "/var/cache/man")];
const BROWSES: &[Always] = &[Always::flat(Kind::Execute, "browser")];
const VIEWS: &[Always] = &[Always::flat(Kind::Execute, "gxditview")];
/// A page of the project chooses programs that format it.
const FORMATS: &[Always] = &[Always::flat(Kind::Execute, PROJECT)];
/// A part of the path at which pages or devices are searched for.
const NAME: Value = Value::Own(read_name);
/// Where pages are searched for.
const SEARCHED: PathRole = PathRole::of(Kind::Read, Depth::Deep);

/// `man`.
pub(super) static MAN: Tool = Tool {
    names: &["man"],
    summary: native!("shows pages of the manual"),
    grammar: Grammar::Options(&MAN_SPEC),
};

static MAN_SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'S').value(NAME),
        Flag::both(b'a', "all"),
        Flag::both(b'k', "apropos").states(KEYWORDS),
        Flag::both(b'7', "ascii"),
        Flag::both(b'c', "catman").does(CACHES),
        Flag::both(b'C', "config-file")
            .value(Value::Path(PathRole::INPUT))
            .does(FORMATS),
        Flag::both(b'd', "debug"),
        Flag::both(b'D', "default"),
        Flag::both(b'Z', "ditroff"),
        Flag::both(b'E', "encoding").value(NAME),
        Flag::both(b'e', "extension").value(NAME),
        Flag::both(b'K', "global-apropos").states(KEYWORDS),
        Flag::both(b'X', "gxditview")
            .attached(Value::Text)
            .does(VIEWS),
        Flag::both(b'?', "help"),
        Flag::both(b'H', "html")
            .attached(Value::Program)
            .does(BROWSES),
        Flag::both(b'i', "ignore-case"),
        Flag::both(b'l', "local-file").states(LOCAL),
        Flag::both(b'L', "locale").value(NAME),
        Flag::long("location"),
        Flag::long("location-cat"),
        Flag::both(b'M', "manpath")
            .value(Value::Path(SEARCHED))
            .does(FORMATS),
        Flag::both(b'I', "match-case"),
        Flag::long("names-only"),
        Flag::long("nh"),
        Flag::long("nj"),
        Flag::long("no-hyphenation"),
        Flag::long("no-justification"),
        Flag::long("no-subpages"),
        Flag::both(b'P', "pager").value(Value::Program),
        Flag::long("path"),
        Flag::both(b'p', "preprocessor").value(NAME),
        Flag::both(b'r', "prompt").value(Value::Own(read_prompt)),
        Flag::both(b'R', "recode").value(NAME),
        Flag::long("regex"),
        Flag::both(b's', "sections").value(NAME),
        Flag::both(b'm', "systems").value(NAME),
        Flag::both(b't', "troff"),
        Flag::both(b'T', "troff-device").attached(NAME),
        Flag::both(b'u', "update").does(CACHES),
        Flag::long("usage"),
        Flag::both(b'V', "version"),
        Flag::long("warnings").attached(NAME),
        Flag::both(b'f', "whatis").states(KEYWORDS),
        Flag::both(b'w', "where"),
        Flag::both(b'W', "where-cat"),
        Flag::long("wildcard"),
    ]),
    forms: &[
        Form::each(Role::Text).when(KEYWORDS),
        Form::each(Role::Path(PathRole::INPUT))
            .when(LOCAL)
            .does(FORMATS),
        Form::each(Role::Own(read_page)),
    ],
    ..Spec::GNU
};

/// `apropos`, `whatis`.
pub(super) static APROPOS: Tool = Tool {
    names: &["apropos", "whatis"],
    summary: native!("searches the descriptions of pages"),
    grammar: Grammar::Options(&APROPOS_SPEC),
};

static APROPOS_SPEC: Spec = Spec {
    flags: flags!([
        Flag::both(b'a', "and"),
        Flag::both(b'C', "config-file").value(Value::Path(PathRole::INPUT)),
        Flag::both(b'd', "debug"),
        Flag::both(b'e', "exact"),
        Flag::both(b'?', "help"),
        Flag::both(b'L', "locale").value(NAME),
        Flag::both(b'l', "long"),
        Flag::both(b'M', "manpath").value(Value::Path(SEARCHED)),
        Flag::both(b'r', "regex"),
        Flag::long("section").value(Value::Text),
        Flag::both(b's', "sections").value(Value::Text),
        Flag::both(b'm', "systems").value(NAME),
        Flag::long("usage"),
        Flag::both(b'v', "verbose"),
        Flag::both(b'V', "version"),
        Flag::both(b'w', "wildcard"),
    ]),
    forms: &[Form::each(Role::Text)],
    ..Spec::GNU
};

/// Reads the name of a page, the number of a section, or the path of a file.
fn read_page<'a>(name: Text<'a>, span: Span, report: &mut Report<'a>) {
    if name.certain().is_some_and(|name| name.contains('/')) {
        report.touch(Kind::Read, name, Extent::Flat, span);
        report.add(Kind::Execute, Target::Exact(PROJECT), Extent::Flat, span);
    } else {
        read_name(name, span, report);
    }
}

/// Reads a name, which leads nowhere else.
fn read_name<'a>(name: Text<'a>, span: Span, report: &mut Report<'a>) {
    match name {
        Text::Certain(text) if !text.contains('/') => {}
        Text::Certain(_) => report.unknown(Rule::UnknownValue, name, span),
        Text::Dynamic(_) => report.unknown(Rule::DynamicValue, name, span),
    }
}

/// Reads a prompt, which is put among options for `less`: a `$` ends it there.
fn read_prompt<'a>(prompt: Text<'a>, span: Span, report: &mut Report<'a>) {
    let is_plain = |text: &str| !text.contains(|one: char| one == '$' || one.is_control());
    if !prompt.certain().is_some_and(is_plain) {
        report.unknown(Rule::UnknownValue, prompt, span);
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        report::Rule,
        testing::{assert_allowed, assert_effects, assert_unknown, tell},
    };

    #[test]
    fn pages_are_shown() {
        for command in [
            "man ls",
            "man 3 printf",
            "man -k 'copy files'",
            "man -w ls",
            "man -f ls",
            "man -s 1 -a ls",
            "man --nh ls",
            "apropos copy",
            "whatis ls",
        ] {
            assert_effects(command, &[]);
            assert_allowed(command);
        }
    }

    #[test]
    fn a_program_that_shows_it_is_run() {
        for (command, effect) in [
            ("man -P id ls", "execute id"),
            ("man -Pid ls", "execute id"),
            ("man -aP 'sh -c id' ls", "execute sh -c id"),
            ("man --pager=id ls", "execute id"),
            ("man --pag id ls", "execute id"),
            ("man ls -P id", "execute id"),
            ("man -Hid ls", "execute id"),
            ("man -H ls", "execute browser"),
            ("man -X ls", "execute gxditview"),
        ] {
            let told = tell(command);
            assert!(!told.harmless, "{command}");
            assert!(
                told.effects.contains(&effect.to_owned()),
                "{command}: {told:?}"
            );
        }
        assert!(!tell("man -u").harmless);
    }

    #[test]
    fn a_page_of_the_project_chooses_programs() {
        for command in ["man ./x.1", "man -l x.1", "man -M x ls", "man -C x ls"] {
            let told = tell(command);
            let runs = told
                .effects
                .iter()
                .any(|effect| effect == "execute (project)");
            assert!(runs && !told.harmless, "{command}: {told:?}");
        }
    }

    #[test]
    fn a_prompt_may_not_hold_options() {
        assert_allowed("man -r page ls");
        assert_unknown("man -r 'x$-oout' ls", Rule::UnknownValue);
        assert_unknown("man --prompt='x$' ls", Rule::UnknownValue);
        assert_unknown("man -r \"$x\" ls", Rule::UnknownValue);
    }

    #[test]
    fn names_that_lead_elsewhere_are_unknown() {
        assert_unknown("man -T../../x ls", Rule::UnknownValue);
        assert_unknown("man -E ../x ls", Rule::UnknownValue);
        assert_unknown("man -m../../x ls", Rule::UnknownValue);
        assert_unknown("man -s 1/../../x ls", Rule::UnknownValue);
        assert_unknown("man -L ../x ls", Rule::UnknownValue);
        assert_unknown("man -- \"$x\"", Rule::DynamicValue);
        assert_unknown("man $x", Rule::DynamicOption);
    }
}
