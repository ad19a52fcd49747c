//! `info`. It searches the working directory, too, and unpacks what it finds with a command that holds the name of the
//! file, so a project decides what is run. Only where a manual lies it says without opening one.

use crate::{
    model::{
        Abbreviations, Always, Depth, Flag, Form, Grammar, Marks, PathRole, Role, Spec, Tool, Value,
    },
    report::{Kind, PROJECT},
};

/// It only says where a manual lies.
const WHERE: Marks = Marks::own(0);
const OPENS: &[Always] = &[Always::flat(Kind::Execute, PROJECT)];
const SEARCHED: PathRole = PathRole::of(Kind::Read, Depth::Deep);

/// `info`.
pub(super) static TOOL: Tool = Tool {
    names: &["info"],
    summary: native!("shows manuals"),
    grammar: Grammar::Options(&TOOL_SPEC),
};

static TOOL_SPEC: Spec = Spec {
    flags: flags!([
        Flag::both(b'a', "all").does(OPENS),
        Flag::both(b'k', "apropos").value(Value::Text).does(OPENS),
        Flag::both(b'x', "debug").value(Value::Number),
        Flag::both(b'd', "directory").value(Value::Path(SEARCHED)),
        Flag::long("dribble").value(Value::Path(PathRole::OUTPUT)),
        Flag::both(b'f', "file")
            .value(Value::Path(PathRole::INPUT))
            .does(OPENS),
        Flag::both(b'h', "help").states(WHERE),
        Flag::long("index-search").value(Value::Text).does(OPENS),
        Flag::long("init-file").value(Value::Path(PathRole::INPUT)),
        Flag::long("location").states(WHERE),
        Flag::long("no-raw-escapes"),
        Flag::both(b'n', "node").value(Value::Text).does(OPENS),
        Flag::both(b'o', "output").value(Value::Path(PathRole::OUTPUT)),
        Flag::both(b'R', "raw-escapes"),
        Flag::long("restore").value(Value::Path(PathRole::INPUT)),
        Flag::both(b'O', "show-options").does(OPENS),
        Flag::long("speech-friendly"),
        Flag::long("strict-node-location"),
        Flag::long("subnodes").does(OPENS),
        Flag::long("usage").does(OPENS),
        Flag::both(b'v', "variable").value(Value::Text),
        Flag::VERSION.states(WHERE),
        Flag::long("vi-keys"),
        Flag::both(b'w', "where").states(WHERE),
    ]),
    abbreviations: Abbreviations::Refused,
    forms: &[
        // To find a second item the first manual is opened.
        Form::each(Role::Refused).first(&[Role::Text]).when(WHERE),
        Form::each(Role::Text).does(OPENS),
    ],
    ..Spec::GNU
};

#[cfg(test)]
mod tests {
    use crate::{
        report::Rule,
        testing::{assert_allowed, assert_effects, assert_unknown, tell},
    };

    #[test]
    fn where_a_manual_lies_is_said() {
        assert_allowed("info -w ls");
        assert_allowed("info --version");
        assert_allowed("info ls --where");
    }

    #[test]
    fn opening_a_manual_runs_what_the_project_says() {
        for command in [
            "info ls",
            "info",
            "info -f ./x.info",
            "info -k x",
            "info -w -f x",
            "info -wa ls",
            "info --subnodes -n Top x",
        ] {
            let told = tell(command);
            let runs = told
                .effects
                .iter()
                .any(|effect| effect == "execute (project)");
            assert!(runs && !told.harmless, "{command}: {told:?}");
        }
    }

    #[test]
    fn output_is_written() {
        assert_effects("info -o out -w ls", &["write out"]);
        assert!(!tell("info -o out ls").harmless && !tell("info ls --dribble=out").harmless);
        assert_unknown("info --outp out ls", Rule::UnknownFlag);
        assert_unknown("info -w ls item", Rule::UnexpectedOperand);
        assert_unknown("info $x", Rule::DynamicOption);
    }
}
