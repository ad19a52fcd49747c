//! `unrar`, `rar`, `unar`, `lsar`. Listing is harmless; of `rar` nothing else is described.

use crate::{
    argument::{Argument, Text},
    model::{
        Abbreviations, Always, Clusters, Context, Dashes, Depth, Flag, Form, Grammar, Marks,
        PathRole, Role, Spec, Tool, Value,
    },
    report::{Extent, Kind, Report, Rule, Stance, Target},
};

/// `unrar` and `rar`.
pub(super) static UNRAR: Tool = Tool {
    names: &["unrar", "rar"],
    summary: native!("unpacks archives and lists what is in them"),
    grammar: Grammar::Own(describe),
};

/// Switches that change only what is printed, or how names that exist are dealt with.
const PLAIN: [&str; 14] = [
    "-c-", "-cfg-", "-idc", "-idn", "-idp", "-idq", "-inul", "-kb", "-o+", "-o-", "-p-", "-r",
    "-v", "-y",
];

/// The command is the first operand, the archive the second; a last one that ends with a slash is where to unpack to.
fn describe<'a>(arguments: &[Argument<'a>], context: Context, report: &mut Report<'a>) {
    let mut operands = Vec::new();
    for argument in arguments {
        let (text, span) = (argument.text, argument.span);
        match text {
            _ if text.is_no_option() && !text.is_many() => operands.push(*argument),
            Text::Certain(word) if PLAIN.contains(&word) => {}
            Text::Certain(_) => report.unknown(Rule::UnknownFlag, text, span),
            Text::Dynamic(_) => report.unknown(Rule::DynamicOption, text, span),
        }
    }
    let Some((name, operands)) = operands.split_first() else {
        return;
    };
    let prints = match name.text {
        Text::Certain("l" | "la" | "lb" | "lt" | "lta" | "p" | "t" | "v" | "va" | "vb" | "vt") => {
            true
        }
        Text::Certain("e" | "x") => false,
        other => return report.unknown(Rule::UnknownSubcommand, other, name.span),
    };
    let mut into = None;
    for (index, operand) in operands.iter().enumerate() {
        let (text, span) = (operand.text, operand.span);
        if text.prefix().starts_with('@') {
            report.unknown(Rule::UnexpectedOperand, text, span);
        } else if index == 0 {
            PathRole::INPUT.touch(text, span, report);
        } else if !prints && !matches!(text, Text::Certain(name) if !name.ends_with('/')) {
            into = Some(*operand);
        }
    }
    match into {
        _ if prints => {}
        Some(directory) => {
            report.touch(Kind::Write, directory.text, Extent::Inside, directory.span);
        }
        None => report.add(
            Kind::Write,
            Target::Exact("."),
            Extent::Inside,
            context.name,
        ),
    }
}

/// `lsar`.
pub(super) static LSAR: Tool = Tool {
    names: &["lsar"],
    summary: native!("lists what is in archives"),
    grammar: Grammar::Options(&LSAR_SPEC),
};

static LSAR_SPEC: Spec = Spec {
    flags: flags!([
        Flag::both(b'e', "encoding").value(Value::Text),
        Flag::both(b'h', "help"),
        Flag::both(b'i', "indexes"),
        Flag::long("ja"),
        Flag::both(b'j', "json"),
        Flag::long("json-ascii"),
        Flag::both(b'l', "long"),
        Flag::long("no-recursion"),
        Flag::long("nr"),
        Flag::both(b'p', "password").value(Value::Text),
        Flag::both(b'E', "password-encoding").value(Value::Text),
        Flag::long("pe"),
        Flag::long("print-encoding"),
        Flag::both(b't', "test"),
        Flag::both(b'v', "version"),
        Flag::both(b'L', "verylong"),
    ]),
    abbreviations: Abbreviations::Refused,
    dashes: Dashes::OneOrTwo,
    clusters: Clusters::Refused,
    forms: &[Form::each(Role::Text).first(&[Role::Path(PathRole::INPUT)])],
    ..Spec::GNU
};

const ELSEWHERE: Marks = Marks::own(0);

/// `unar`.
pub(super) static UNAR: Tool = Tool {
    names: &["unar"],
    summary: native!("unpacks archives"),
    grammar: Grammar::Options(&UNAR_SPEC),
};

static UNAR_SPEC: Spec = Spec {
    flags: flags!([
        Flag::both(b't', "copy-time"),
        Flag::both(b'e', "encoding").value(Value::Text),
        Flag::both(b'd', "force-directory"),
        Flag::both(b'f', "force-overwrite"),
        Flag::both(b'r', "force-rename"),
        Flag::both(b's', "force-skip"),
        Flag::both(b'k', "forks").value(Value::Text),
        Flag::both(b'h', "help"),
        Flag::both(b'i', "indexes"),
        Flag::both(b'D', "no-directory"),
        Flag::long("no-recursion"),
        Flag::long("nr"),
        Flag::both(b'o', "output-directory")
            .value(Value::Path(PathRole::of(Kind::Write, Depth::Inside)))
            .states(ELSEWHERE),
        Flag::both(b'p', "password").value(Value::Text),
        Flag::both(b'E', "password-encoding").value(Value::Text),
        Flag::both(b'q', "quiet"),
        Flag::both(b'v', "version"),
    ]),
    abbreviations: Abbreviations::Refused,
    dashes: Dashes::OneOrTwo,
    clusters: Clusters::Refused,
    forms: &[
        Form::each(Role::Text)
            .when(ELSEWHERE)
            .first(&[Role::Path(PathRole::INPUT)]),
        Form::each(Role::Text)
            .first(&[Role::Path(PathRole::INPUT)])
            .does(&[Always::inside(Kind::Write, ".")]),
    ],
    stance: Stance::Changer,
    ..Spec::GNU
};

#[cfg(test)]
mod tests {
    use crate::{
        report::Rule,
        testing::{assert_allowed, assert_effects, assert_unknown},
    };

    #[test]
    fn listing_is_harmless() {
        assert_allowed("unrar l a.rar");
        assert_allowed("unrar lb -p- a.rar");
        assert_allowed("unrar p -inul a.rar notes");
        assert_allowed("lsar -l a.zip");
        assert_allowed("lsar -json a.zip x");
    }

    #[test]
    fn unpacking_writes() {
        assert_effects("unrar x a.rar", &["read a.rar", "write . inside"]);
        assert_effects(
            "unrar x -y a.rar dir/",
            &["read a.rar", "write dir/ inside"],
        );
        assert_effects("unar a.zip", &["write . inside", "read a.zip"]);
        assert_effects("unar -o dir a.zip", &["write dir inside", "read a.zip"]);
        assert_unknown("unrar l -ilogx a.rar", Rule::UnknownFlag);
        assert_unknown("rar a a.rar x", Rule::UnknownSubcommand);
        assert_unknown("unrar l @list", Rule::UnexpectedOperand);
    }
}
