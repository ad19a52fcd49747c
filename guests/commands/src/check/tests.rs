use super::*;
use crate::{
    model::{Abbreviations, Form},
    testing::{assert_allowed, assert_effects, assert_unknown, tell, tell_with},
};

#[test]
fn a_value_may_be_attached_or_follow() {
    for command in [
        "sort -o out in",
        "sort -oout in",
        "sort --output out in",
        "sort --output=out in",
        "sort --outp out in",
        "sort -uo out in",
        "sort -uoout in",
        "sort in -o out",
    ] {
        let mut effects = tell(command).effects;
        effects.sort_unstable();
        assert_eq!(effects, ["read in", "write out"], "{command}");
    }
}

#[test]
fn an_abbreviation_of_several_options_is_ambiguous() {
    assert_unknown("sort --r in", Rule::AmbiguousFlag);
    assert_unknown("ls --s", Rule::AmbiguousFlag);
    assert_allowed("sort --rev in");
}

#[test]
fn nothing_is_an_option_after_two_dashes() {
    assert_effects("sort -- -o out", &["read -o", "read out"]);
    assert_effects("cat -- --", &["read --"]);
    assert_effects("grep -- -x notes", &["read notes"]);
}

#[test]
fn two_dashes_may_be_a_value() {
    assert_effects("sort -k -- -o out", &["write out"]);
}

#[test]
fn one_dash_is_standard_input_where_the_tool_says_so() {
    assert_effects("cat - notes", &["read notes"]);
    assert_effects("cp - out", &["read -", "write out inside"]);
}

#[test]
fn flags_state_how_operands_are_meant() {
    assert_effects("ls -R", &["read . deep"]);
    assert_effects("ls src -LR", &["read src deep links"]);
    assert_effects("grep foo src", &["read src"]);
    assert_effects("grep -r foo src", &["read src deep"]);
    assert_effects("grep -R foo", &["read . deep links"]);
    assert_effects("grep foo", &[]);
    assert_effects("grep -e foo -r", &["read . deep"]);
    assert_effects("grep -f patterns notes", &["read patterns", "read notes"]);
    assert_effects("grep -f - notes", &["read notes"]);
}

#[test]
fn operands_have_places() {
    assert_effects("uniq in out", &["read in", "write out"]);
    assert_effects("uniq in", &["read in"]);
    assert_effects("uniq - -", &[]);
    assert_effects("cp a b c", &["read a", "read b", "write c inside"]);
    assert_effects("cp -r a b", &["read a deep", "write b inside"]);
    assert_effects("cp -t dir a b", &["write dir inside", "read a", "read b"]);
    assert_effects("cp --target=dir a", &["write dir inside", "read a"]);
    assert_effects("mv a b", &["delete a deep", "write b inside"]);
    assert_unknown("uniq in out more", Rule::UnexpectedOperand);
}

#[test]
fn changing_tools_are_described_and_never_harmless() {
    assert_effects("rm a", &["delete a"]);
    assert_effects("rm -rf a b", &["delete a deep", "delete b deep"]);
    assert_effects("mkdir -p a/b", &["create a/b"]);
    assert_effects("touch -r old new", &["read old", "write new"]);
    assert_effects("tee -a out", &["write out"]);
    for command in ["rm", "tee out", "cp", "mkdir", "touch", "mv", "rm -rf a"] {
        let told = tell(command);
        assert!(!told.harmless && told.rules.is_empty(), "{command}");
    }
}

#[test]
fn a_flag_that_runs_or_names_files_says_so() {
    assert_effects(
        "sort --compress-program=gzip in",
        &["execute gzip", "read in"],
    );
    assert_effects("wc --files0-from=list", &["read list", "read ? deep links"]);
    assert_effects("sort -T dir in", &["write dir inside", "read in"]);
}

#[test]
fn what_is_not_in_a_table_is_unknown() {
    assert_unknown("ls --frobnicate", Rule::UnknownFlag);
    assert_unknown("ls -lj", Rule::UnknownFlag);
    assert_unknown("ls -é", Rule::UnknownFlag);
    assert_unknown("ls --all=yes", Rule::UnknownFlag);
}

#[test]
fn values_are_checked() {
    assert_unknown("head -n many notes", Rule::UnknownValue);
    assert_unknown("grep --binary-files=run x", Rule::UnknownValue);
    assert_unknown("grep --binary-files=\"$x\" x", Rule::DynamicValue);
    assert_unknown("head notes -n", Rule::MissingValue);
    assert_allowed("head -n -5 -c +3K notes");
    assert_allowed("head -n \"$n\" notes");
}

#[test]
fn digits_are_a_flag_where_the_tool_says_so() {
    assert_allowed("head -20 notes");
    assert_allowed("grep -5n x notes");
    assert_allowed("git log -3");
    assert_unknown("cat -20 notes", Rule::UnknownFlag);
    assert_unknown("head -2x notes", Rule::UnknownFlag);
}

#[test]
fn a_word_that_may_become_an_option_is_unknown_where_options_change_something() {
    for command in [
        "sort *",
        "sort \"$x\"",
        "sort $x",
        "sort ./$x",
        "sort -$x",
        "sort \"-k$x\" -- in",
        "sort \"--$x\"",
        "sort in *",
        "uniq \"$x\"",
        "rm *",
        "git log \"$x\"",
        "git log $x",
    ] {
        assert_unknown(command, Rule::DynamicOption);
    }
    assert_unknown("sort -k $x in", Rule::DynamicOption);
}

#[test]
fn a_fixed_beginning_two_dashes_or_a_flag_keep_options_away() {
    assert_effects("sort ./*", &["read ./…"]);
    assert_effects("sort -- *", &["read ./…"]);
    assert_effects("sort \"./$x\"", &["read ?"]);
    assert_effects("sort -- $x", &["read ?"]);
    assert_effects("sort \"--key=$x\" \"-k1$x\" in", &["read in"]);
    assert_effects("sort --key *", &["unknown ?", "read ./…"]);
    assert_effects("sort -o *", &["write ./…", "unknown ?", "read ./…"]);
    assert_allowed("git log -- *");
    assert_allowed("git log \"HEAD~$n\"");
    assert_allowed("git log --grep=\"$x\" -S foo");
    assert_unknown("git log -S \"$x\"", Rule::DashedValue);
    assert_unknown("git log --grep --output=x", Rule::DashedValue);
    assert_effects("sort -k \"$x\" in", &["read in"]);
}

#[test]
fn an_option_of_a_reader_may_make_it_read_anything() {
    assert_effects("grep \"$x\" notes", &["read ? deep links", "read notes"]);
    assert_effects(
        "cat $x /etc/passwd",
        &["read ? deep links", "read ?", "read /etc/passwd"],
    );
    assert_effects(
        "grep -e $x notes",
        &["read ? deep links", "read ?", "read notes"],
    );
    assert_effects(
        "wc -$x notes",
        &["read ? deep links", "read ?", "read notes"],
    );
    for command in ["grep \"$x\" notes", "ls $x", "head -n $x notes"] {
        assert_allowed(command);
    }
}

#[test]
fn a_match_of_a_glob_is_an_option_only_if_it_begins_with_a_dash() {
    let matched = "read ? deep links if an option";
    assert_effects("grep -h TODO *.txt", &[matched, "read ./…"]);
    assert_effects("wc -l */notes", &[matched, "read ./…"]);
    assert_effects("ls *", &[matched, "read ./…", "read ."]);
    // Without a match the glob itself is an option.
    assert_effects("ls -*", &["read ? deep links", "read -…", "read ."]);
    assert_effects("grep -e *.txt notes", &[matched, "read ./…", "read notes"]);
}

#[test]
fn a_match_may_be_any_option_where_no_flag_names_a_file() {
    assert_effects("cat *", &["read ./…"]);
    assert_effects("head -n 5 */notes more", &["read ./…", "read more"]);
    // A match such as `-f` would take `-d` for its value and leave the word after it as an operand.
    let matched = "read ? deep links if an option";
    assert_effects("cut * -d x", &[matched, "read ./…"]);
}

#[test]
fn a_word_of_unknown_count_before_a_fixed_place_moves_it() {
    assert_unknown("uniq -- *", Rule::DynamicPosition);
    assert_unknown("cp a dir/*", Rule::DynamicPosition);
    assert_effects("cp dir/* out", &["read dir/…", "write out inside"]);
    assert_effects("grep -- $x notes", &["read ?", "read notes"]);
    assert_effects("grep src/* notes", &["read src/…", "read notes"]);
}

#[test]
fn the_working_directory_stands_in_for_operands_that_may_be_none() {
    assert_effects("ls", &["read ."]);
    assert_effects("ls -- $x", &["read ?", "read ."]);
    assert_effects("ls src/*", &["read src/…", "read ."]);
    assert_effects("ls src", &["read src"]);
}

#[test]
fn options_after_operands_are_uncertain_where_they_may_be_operands() {
    let uncertain = |command| tell_with(command, LateOptions::AreUncertain);
    for command in ["sort in -r", "uniq in -c", "ls src \"--width=$x\""] {
        assert!(
            uncertain(command).rules.contains(&Rule::LateOption),
            "{command}"
        );
        assert!(!uncertain(command).harmless, "{command}");
        assert!(tell(command).harmless, "{command}");
    }
    assert!(uncertain("sort -r in").harmless);
    assert!(uncertain("git diff HEAD --stat").harmless);
}

#[test]
fn only_described_subcommands_and_global_options_are_known() {
    let git = ["read . deep", "execute (project)"];
    assert_effects("git status", &git);
    assert_effects("git --no-pager status", &git);
    assert_unknown("git frobnicate", Rule::UnknownSubcommand);
    assert_unknown("git worktree", Rule::UnknownSubcommand);
    assert_unknown("git \"$x\"", Rule::UnknownSubcommand);
    assert_unknown("git -c a=b status", Rule::UnknownValue);
    assert_unknown("git --exec-path=x status", Rule::UnknownFlag);
    assert_unknown("git --no-pag status", Rule::UnknownFlag);
}

#[test]
fn text_tools_take_anything() {
    for command in [
        "echo -n $x * \"$y\"",
        "true --frobnicate",
        ": $x",
        "pwd -P",
        "sleep $n",
    ] {
        assert_effects(command, &[]);
        assert_allowed(command);
    }
}

/// A tool that has what none of the described ones has.
static STRANGE: Spec = Spec {
    flags: flags!([crate::model::Flag::both(b'd', "data").value(Value::TextOrFile)]),
    order: Order::OperandEnds,
    abbreviations: Abbreviations::Refused,
    forms: &[Form::each(Role::Text)],
    ..Spec::GNU
};

fn strange<'a>(texts: &[Text<'a>]) -> Report<'a> {
    let span = Span::default();
    let arguments: Vec<_> = texts
        .iter()
        .map(|&text| Argument::new(text, span))
        .collect();
    let mut report = Report::default();
    let context = Context {
        name: span,
        late_options: LateOptions::AreOptions,
    };
    describe(
        &Grammar::Options(&STRANGE),
        &arguments,
        context,
        &mut report,
    );
    report
}

#[test]
fn a_value_after_an_at_sign_is_a_file() {
    let targets = |text| {
        let report = strange(&[Text::Certain("-d"), text]);
        let effects = report.effects.into_iter();
        effects
            .map(|effect| (effect.kind, effect.target))
            .collect::<Vec<_>>()
    };
    let open = |prefix| {
        Text::Dynamic(Dynamic {
            prefix,
            spread: Spread::One,
        })
    };
    assert_eq!(targets(Text::Certain("a@b")), []);
    assert_eq!(
        targets(Text::Certain("@b")),
        [(Kind::Read, Target::Exact("b"))]
    );
    assert_eq!(targets(open("@b")), [(Kind::Read, Target::Unknown)]);
    assert_eq!(targets(open("")), [(Kind::Read, Target::Unknown)]);
    assert_eq!(targets(open("a")), []);
}

#[test]
fn the_first_operand_ends_the_options_where_the_tool_says_so() {
    assert!(strange(&[Text::Certain("x"), Text::Certain("--what")]).is_harmless());
    assert!(!strange(&[Text::Certain("--what"), Text::Certain("x")]).is_harmless());
}

/// A fact of the archiver below: it unpacks.
const UNPACKS: Marks = Marks::own(0);

/// An archiver in the old style, with what no described tool has together.
static ARCHIVER: Spec = Spec {
    flags: flags!([
        Flag::letter(b'f').value(Value::Path(PathRole::INPUT)),
        Flag::letter(b't'),
        Flag::letter(b'x').states(UNPACKS),
        Flag::long("arg").values(&[Value::Text, Value::Path(PathRole::INPUT)]),
        Flag::long("kill").does(&[Always::flat(Kind::Process, "all")]),
        Flag::long("script").value(Value::Own(read_script)),
    ]),
    dashes: Dashes::OneOrTwo,
    first_word: FirstWord::Letters,
    forms: &[
        Form::each(Role::Text)
            .when(UNPACKS)
            .does(&[Always::deep(Kind::Write, ".")]),
        Form::each(Role::Thing(Kind::Connect)).when(Marks::OPERANDS),
        Form::each(Role::Text),
    ],
    ..Spec::GNU
};

fn read_script<'a>(script: Text<'a>, span: Span, report: &mut Report<'a>) {
    if script.certain() != Some("p") {
        report.unknown(Rule::UnknownExpression, script, span);
    }
}

fn archiver(texts: &[&'static str]) -> Vec<(Kind, Target<'static>)> {
    let words = texts
        .iter()
        .map(|text| Argument::new(Text::Certain(text), Span::default()));
    let words: Vec<_> = words.collect();
    let context = Context {
        name: Span::default(),
        late_options: LateOptions::AreOptions,
    };
    let mut report = Report::default();
    describe(&Grammar::Options(&ARCHIVER), &words, context, &mut report);
    let effects = report.effects.iter();
    effects.map(|effect| (effect.kind, effect.target)).collect()
}

#[test]
fn letters_without_a_dash_take_the_words_that_follow() {
    assert_eq!(archiver(&["tf", "a"]), [(Kind::Read, Target::Exact("a"))]);
    assert_eq!(archiver(&["-tf", "a"]), [(Kind::Read, Target::Exact("a"))]);
    assert_eq!(
        archiver(&["fx", "a", "b"]),
        [
            (Kind::Read, Target::Exact("a")),
            (Kind::Write, Target::Exact("."))
        ]
    );
    assert_eq!(archiver(&["tq"]), [(Kind::Unknown, Target::Unknown)]);
    assert_eq!(archiver(&["f"]), [(Kind::Unknown, Target::Unknown)]);
}

#[test]
fn a_form_may_ask_for_operands() {
    assert_eq!(archiver(&[]), []);
    assert_eq!(
        archiver(&["t", "host"]),
        [(Kind::Connect, Target::Exact("host"))]
    );
}

#[test]
fn a_flag_may_take_several_words() {
    let read = (Kind::Read, Target::Exact("b"));
    assert_eq!(archiver(&["t", "--arg", "a", "b"]), [read]);
    assert_eq!(
        archiver(&["t", "--arg", "a", "b", "host"]),
        [read, (Kind::Connect, Target::Exact("host"))]
    );
    assert_eq!(archiver(&["t", "--arg", "a"])[0].0, Kind::Unknown);
    assert_eq!(archiver(&["t", "--arg=a", "b"])[0].0, Kind::Unknown);
}

#[test]
fn one_dash_may_begin_a_long_option() {
    assert_eq!(
        archiver(&["-kill"]),
        [(Kind::Process, Target::Exact("all"))]
    );
    assert_eq!(
        archiver(&["--kill"]),
        [(Kind::Process, Target::Exact("all"))]
    );
}

#[test]
fn a_flag_may_hold_a_language() {
    assert_eq!(archiver(&["-script", "p"]), []);
    assert_eq!(
        archiver(&["--script=e"]),
        [(Kind::Unknown, Target::Unknown)]
    );
}

#[test]
fn a_tree_may_do_something_without_a_subcommand() {
    static ALONE: Tree = Tree {
        globals: Spec::GNU,
        branches: &[("list", Grammar::Text)],
        alone: Some(&ARCHIVER),
    };
    let told = |texts: &[&'static str]| {
        let words = texts
            .iter()
            .map(|text| Argument::new(Text::Certain(text), Span::default()));
        let words: Vec<_> = words.collect();
        let context = Context {
            name: Span::default(),
            late_options: LateOptions::AreOptions,
        };
        let mut report = Report::default();
        describe(&Grammar::Tree(&ALONE), &words, context, &mut report);
        report
            .effects
            .iter()
            .map(|effect| effect.kind)
            .collect::<Vec<_>>()
    };
    assert_eq!(told(&["list"]), []);
    assert_eq!(told(&["--kill"]), [Kind::Process]);
    assert_eq!(told(&["other"]), [Kind::Unknown]);
}

#[test]
fn numbers_have_signs_fractions_and_units() {
    for number in ["5", "+5", "-5", "0.5", ".5", "10K", "1MiB", "50%", "2,2"] {
        assert!(is_number(number), "{number}");
    }
    for text in ["", "-", "x5", "5 6", "5/6", "--5"] {
        assert!(!is_number(text), "{text}");
    }
}
