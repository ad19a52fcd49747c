//! What drawings look like.

mod nesting;
mod sketch;

use insta::assert_snapshot;
use proptest::{collection::vec, option, prelude::*};

use self::sketch::{At, Sketch, W, glob, var};
use super::{reading, understanding};
use crate::{
    read::{Block, BlockKind, Connector, Fields, Gap, PieceKind, Reading, Script, TextOrigin},
    span::Span,
};
use Connector::{And, Background, First, Or, Then};
use W::{Is, OneOf, Open, Value};

fn plain(script: &Script) -> String {
    let drawing = reading(script).unwrap_or_else(|| "(nothing)".to_owned());
    anstream::adapter::strip_str(&drawing).to_string()
}

/// `for f in *.rs; do head -1 "$f" | grep -c '^//'; done`
fn loop_over_files() -> Sketch {
    let source = "for f in *.rs; do head -1 \"$f\" | grep -c '^//'; done";
    let mut sketch = Sketch::of(source);
    let each = sketch.block(BlockKind::Loop, At(0, 0, 0, First), source);
    sketch.subject(each, &[glob("*.rs")]);
    let body = sketch.apart(BlockKind::Body, each, "head -1 \"$f\" | grep -c '^//'");
    sketch.command(
        At(body, 1, 0, First),
        &[Is("head"), Is("-1"), var("\"$f\"")],
    );
    let pattern = Value("^//", "'^//'", PieceKind::Literal);
    sketch.command(At(body, 1, 1, First), &[Is("grep"), Is("-c"), pattern]);
    sketch
}

#[test]
fn a_loop_says_what_it_goes_through() {
    assert_snapshot!(plain(&loop_over_files().script), @r#"
    for each f of *.rs:   *.rs: the files that match, known only when it runs
        head -1 "$f"      "$f": known only when it runs
          | grep -c '^//'
    "#);
}

#[test]
fn a_commit_message_from_a_here_document_is_read_as_what_it_is() {
    let body = "fix: count lines\n\nThe last one was left out.\n";
    let source = format!("git commit -m \"$(cat <<'EOF'\n{body}EOF\n)\"");
    let substitution = format!("$(cat <<'EOF'\n{body}EOF\n)");
    let mut sketch = Sketch::of(&source);
    let word = format!("\"{substitution}\"");
    let message = Value(body.trim_end(), &word, PieceKind::CommandSubstitution);
    sketch.command(
        At(0, 0, 0, First),
        &[Is("git"), Is("commit"), Is("-m"), message],
    );
    let inner = sketch.apart(BlockKind::Substitution, 0, &substitution);
    sketch.command(At(inner, 1, 0, First), &[Is("cat")]);
    sketch.redirect(None, "<<", Value(body, body, PieceKind::Literal));
    let text = sketch.text(TextOrigin::HereDocument, body, body);
    sketch.script.redirects[0].body = Some(text);
    assert_snapshot!(plain(&sketch.script), @r#"
    git commit -m 'fix: count lines…'   'fix: count lines…': 3 lines, 44 characters
        │ fix: count lines
        │
        │ The last one was left out.
        to fill in $(cat <<'EOF'…):
            cat                         input is a text of 3 lines
    "#);
}

#[test]
fn joints_say_what_they_wait_for() {
    let source = "make && git push || echo failed; sleep 9 & ! grep x f > out 2>&1";
    let mut sketch = Sketch::of(source);
    sketch.command(At(0, 0, 0, First), &[Is("make")]);
    sketch.command(At(0, 1, 0, And), &[Is("git"), Is("push")]);
    sketch.command(At(0, 2, 0, Or), &[Is("echo"), Is("failed")]);
    sketch
        .command(At(0, 3, 0, Then), &[Is("sleep"), Is("9")])
        .background = true;
    sketch
        .command(At(0, 4, 0, Background), &[Is("grep"), Is("x"), Is("f")])
        .negated = true;
    sketch.redirect(None, ">", Is("out"));
    sketch.redirect(Some(2), ">&", Is("1"));
    assert_snapshot!(plain(&sketch.script), @r#"
    make
    && git push      only if what is before it succeeds
    || echo failed   only if what is before it fails
    sleep 9          in the background
    ! grep x f       success and failure are swapped
                     output to out
                     errors where output goes
    "#);
}

#[test]
fn a_branch_shows_what_it_depends_on() {
    let source = "if test -f a; then rm -r $x; elif true; then ls; else cat < b; fi > log";
    let mut sketch = Sketch::of(source);
    let branch = sketch.block(BlockKind::Branch, At(0, 0, 0, First), source);
    let part = |sketch: &mut Sketch, kind, pipeline, words: &[W<'_>]| {
        let block = sketch.apart(kind, branch, "if");
        sketch.command(At(block, pipeline, 0, First), words);
    };
    part(
        &mut sketch,
        BlockKind::Condition,
        1,
        &[Is("test"), Is("-f"), Is("a")],
    );
    let many = Open("$x", "$x", PieceKind::Variable, Fields::Many);
    part(&mut sketch, BlockKind::Body, 2, &[Is("rm"), Is("-r"), many]);
    part(&mut sketch, BlockKind::Condition, 3, &[Is("true")]);
    part(&mut sketch, BlockKind::Body, 4, &[Is("ls")]);
    part(&mut sketch, BlockKind::Body, 5, &[Is("cat")]);
    sketch.redirect(None, "<", Is("b"));
    sketch.command(At(0, 0, 0, First), &[]);
    sketch.redirect(None, ">", Is("log"));
    assert_snapshot!(plain(&sketch.script), @r#"
    if this succeeds:   all of it: output to log
        test -f a
    then:
        rm -r $x        $x: known only when it runs; none or several words
    else, if this succeeds:
        true
    then:
        ls
    else:
        cat             input from b
    "#);
}

#[test]
fn what_follows_a_loop_is_not_taken_for_a_part_of_it() {
    let source = "git ls-files | while read -r f; do wc -l \"$f\"; done | sort -n";
    let mut sketch = Sketch::of(source);
    sketch.command(At(0, 0, 0, First), &[Is("git"), Is("ls-files")]);
    let part = "while read -r f; do wc -l \"$f\"; done";
    let repeated = sketch.block(BlockKind::Loop, At(0, 0, 1, First), part);
    let condition = sketch.apart(BlockKind::Condition, repeated, "read -r f");
    sketch.command(At(condition, 1, 0, First), &[Is("read"), Is("-r"), Is("f")]);
    let body = sketch.apart(BlockKind::Body, repeated, "wc -l \"$f\"");
    sketch.command(At(body, 2, 0, First), &[Is("wc"), Is("-l"), var("\"$f\"")]);
    sketch.command(At(0, 0, 2, First), &[Is("sort"), Is("-n")]);
    assert_snapshot!(plain(&sketch.script), @r#"
    git ls-files
      | as long as this succeeds:
            read -r f
        do:
            wc -l "$f"   "$f": known only when it runs
      | sort -n
    "#);
}

#[test]
fn a_case_lists_its_patterns() {
    let source = "case \"$1\" in start|stop) service \"$1\";; *) exit 2;; esac";
    let mut sketch = Sketch::of(source);
    let branch = sketch.block(BlockKind::Branch, At(0, 0, 0, First), source);
    sketch.subject(branch, &[var("\"$1\"")]);
    let first = sketch.apart(BlockKind::Body, branch, "start|stop) service \"$1\"");
    sketch.subject(first, &[Is("start"), Is("stop")]);
    sketch.command(At(first, 1, 0, First), &[Is("service"), var("\"$1\"")]);
    let second = sketch.apart(BlockKind::Body, branch, "*) exit 2");
    sketch.subject(second, &[glob("*")]);
    sketch.command(At(second, 2, 0, First), &[Is("exit"), Is("2")]);
    assert_snapshot!(plain(&sketch.script), @r#"
    compare "$1":          "$1": known only when it runs
        if it matches start or stop:
            service "$1"   "$1": known only when it runs
        if it matches *:   anything does
            exit 2
    "#);
}

#[test]
fn a_script_in_a_word_is_drawn_as_one_of_its_own() {
    let source = "X=1 timeout 5 bash -c 'cd src && nice ls' 2>/dev/null";
    let mut sketch = Sketch::of(source);
    let outer = sketch.wrapper(&[Is("timeout"), Is("5")]);
    let inner_text = "cd src && nice ls";
    let body = Value(inner_text, "'cd src && nice ls'", PieceKind::Literal);
    let shell = sketch.wrapper(&[Is("bash"), Is("-c"), body]);
    let text = sketch.text(TextOrigin::CommandString, "'cd src && nice ls'", inner_text);
    sketch.turn_to(text);
    let block = sketch.block(BlockKind::Script, At(0, 0, 0, First), inner_text);
    sketch
        .command(At(block, 1, 0, First), &[Is("cd"), Is("src")])
        .wrappers = vec![outer.clone(), shell.clone()];
    let nice = sketch.wrapper(&[Is("nice")]);
    let listing = sketch.command(At(block, 2, 0, And), &[Is("ls")]);
    listing.wrappers = vec![outer, shell, nice];
    listing.cwds = vec!["/work/src".to_owned()];
    sketch.turn_to(0);
    sketch.command(At(0, 0, 0, First), &[]);
    sketch.assign("X", Is("1"));
    sketch.redirect(Some(2), ">", Is("/dev/null"));
    assert_snapshot!(plain(&sketch.script), @r#"
    script run by bash -c:   with X=1
                             all of it: errors to /dev/null
                             under timeout 5
        cd src
        && ls                only if what is before it succeeds
                             under nice
                             in src
    "#);
}

#[test]
fn a_command_that_another_one_repeats_stands_below_it() {
    let source = "find . -name '*.o' -exec rm -f {} \\;";
    let mut sketch = Sketch::of(source);
    let pattern = Value("*.o", "'*.o'", PieceKind::Literal);
    let braces = Open("{}", "{}", PieceKind::Variable, Fields::One);
    let end = Value(";", "\\;", PieceKind::Literal);
    let words = [
        Is("find"),
        Is("."),
        Is("-name"),
        pattern,
        Is("-exec"),
        Is("rm"),
        Is("-f"),
    ];
    sketch.command(At(0, 0, 0, First), &[&words[..], &[Is("{}"), end]].concat());
    let block = sketch.apart(BlockKind::Loop, 0, "-exec rm -f {} \\;");
    sketch.turn_to(0);
    let wrapper = sketch.wrapper(&words[..5]);
    sketch
        .command(At(block, 1, 0, First), &[Is("rm"), Is("-f"), braces])
        .wrappers = vec![wrapper];
    assert_snapshot!(plain(&sketch.script), @r#"
    find . -name '*.o' -exec rm -f {} ';'
        for each file that is found, as {}:
            rm -f {}   {}: known only when it runs
    "#);
}

#[test]
fn functions_aliases_and_directories_are_named() {
    let source = "up() { cd ..; }; up; cd src || true; ll $f; ssh host uptime; xargs -n1 rm";
    let mut sketch = Sketch::of(source);
    let function = sketch.block(BlockKind::Function, At(0, 0, 0, First), "up() { cd ..; }");
    let group = sketch.block(BlockKind::Group, At(function, 1, 0, First), "{ cd ..; }");
    sketch.function("up", function);
    sketch.command(At(group, 2, 0, First), &[Is("cd"), Is("..")]);
    sketch.command(At(0, 3, 0, Then), &[Is("up")]).binding = crate::read::Binding::Function;
    sketch
        .command(At(0, 4, 0, Then), &[Is("cd"), Is("src")])
        .cwds
        .clear();
    sketch.command(At(0, 5, 0, Or), &[Is("true")]);
    let alias = sketch.text(TextOrigin::Alias, "ll", "ls -l");
    sketch.turn_to(alias);
    let words = sketch.words(&[Is("ls"), Is("-l")]);
    sketch.turn_to(0);
    sketch.words(&[OneOf(&["a", "b", "c d"], "$f")]);
    let listing = sketch.command(At(0, 6, 0, Then), &[]);
    listing.words = words;
    listing.words.len += 1;
    listing.cwds = vec!["/work/src".to_owned(), "/work".to_owned()];
    let ssh = sketch.wrapper(&[Is("ssh"), Is("host")]);
    let remote = sketch.command(At(0, 7, 0, Then), &[Is("uptime")]);
    remote.wrappers = vec![ssh];
    remote.site = crate::read::Site::Remote;
    remote.cwds.clear();
    let xargs = sketch.wrapper(&[Is("xargs"), Is("-n1")]);
    let removal = sketch.command(At(0, 8, 0, Then), &[Is("rm")]);
    removal.wrappers = vec![xargs];
    removal.open_ended = true;
    removal.cwds = vec!["/tmp".to_owned()];
    assert_snapshot!(plain(&sketch.script), @r#"
    function up, where it is called:
        cd ..
    up         calls the function of this script
    cd src     in a directory that only the run knows
    || true    only if what is before it fails
               in the directory it starts in
    ls -l $f   ll: an alias for 'ls -l'
               $f: a, b or 'c d'
               in src or the directory it starts in
    uptime     under ssh host
               on another machine
    rm …       under xargs -n1
               …: more words, known only when it runs
               in /tmp
    "#);
}

#[test]
fn values_show_how_they_are_written() {
    let source = "x=a; cp ~/f \"$x\"; (( x + 1 )); [[ $x == a && b ]]; diff <(sort a) b; $c";
    let mut sketch = Sketch::of(source);
    sketch.command(At(0, 0, 0, First), &[]);
    sketch.assign("x", Is("a"));
    let home = Value("/home/u/f", "~/f", PieceKind::Tilde);
    let value = Value("a", "\"$x\"", PieceKind::Variable);
    sketch.command(At(0, 1, 0, Then), &[Is("cp"), home, value]);
    let sum = Open("x + 1", "x + 1", PieceKind::Arithmetic, Fields::One);
    sketch.command(At(0, 2, 0, Then), &[Is("(("), sum]);
    let test = [
        Is("[["),
        var("$x"),
        Is("=="),
        Is("a"),
        Is("&&"),
        Is("b"),
        Is("]]"),
    ];
    sketch.command(At(0, 3, 0, Then), &test);
    let sorted = Open(
        "<(sort a)",
        "<(sort a)",
        PieceKind::ProcessSubstitution,
        Fields::One,
    );
    sketch.command(At(0, 4, 0, Then), &[Is("diff"), sorted, Is("b")]);
    let inner = sketch.apart(BlockKind::Substitution, 0, "<(sort a)");
    let open = Open("$c", "$c", PieceKind::Variable, Fields::Many);
    sketch.command(At(0, 6, 0, Then), &[open]);
    sketch.turn_to(0);
    sketch.command(At(inner, 5, 0, First), &[Is("sort"), Is("a")]);
    assert_snapshot!(plain(&sketch.script), @r#"
    x=a
    cp /home/u/f a       /home/u/f: written as ~/f
                         a: written as "$x"
    (( x + 1 ))
    [[ $x == a && b ]]   $x: known only when it runs
    diff <(sort a) b     <(sort a): a file name, known only when it runs
        beside it, for <(sort a):
            sort a
    $c                   $c: known only when it runs; none or several words
                         so only the run knows which command this is
    "#);
}

#[test]
fn no_command_looks_like_a_heading_and_nothing_hides() {
    let source = "in a subshell: ; for each f of $x: ; echo \u{1b}[2J\u{202e} \"$y\u{1b}[2J\n$z\"";
    let mut sketch = Sketch::of(source);
    sketch.command(At(0, 0, 0, First), &[Is("in"), Is("a"), Is("subshell:")]);
    let open = Open("$x:", "$x", PieceKind::Variable, Fields::Many);
    let words = [Is("for"), Is("each"), Is("f"), Is("of"), open];
    sketch.command(At(0, 1, 0, Then), &words);
    let hidden = Open(
        "\"$y\u{1b}[2J\n$z\"",
        "$y",
        PieceKind::Variable,
        Fields::One,
    );
    sketch.command(
        At(0, 2, 0, Then),
        &[Is("echo"), Is("\u{1b}[2J\u{202e}"), hidden],
    );
    assert_snapshot!(plain(&sketch.script), @r#"
    in a 'subshell:'
    'for' each f of $x:               $x: known only when it runs; none or several words
    echo $'\x1b[2J\u202e' "$y␛[2J…"   $y: known only when it runs
    "#);
}

#[test]
fn loops_of_all_kinds_have_headings_of_their_own() {
    let source = "until ping -c1 h; do sleep 1; done; for ((i = 0; i < 3; i++)); do ls; done; \
                  for f; do ls; done; select x in a 'b,c'; do echo; done";
    let mut sketch = Sketch::of(source);
    let mut add = |pipeline, part: &str, subject: &[W<'_>], condition: &[W<'_>], body: &[W<'_>]| {
        let at = At(0, pipeline, 0, Then);
        let each = sketch.block(BlockKind::Loop, at, part);
        sketch.subject(each, subject);
        if !condition.is_empty() {
            let block = sketch.apart(BlockKind::Condition, each, part);
            sketch.command(At(block, pipeline + 1, 0, First), condition);
        }
        let block = sketch.apart(BlockKind::Body, each, part);
        sketch.command(At(block, pipeline + 2, 0, First), body);
    };
    let sleep = [Is("sleep"), Is("1")];
    add(
        0,
        "until ping",
        &[],
        &[Is("ping"), Is("-c1"), Is("h")],
        &sleep,
    );
    let counter = Open("i = 0", "i = 0", PieceKind::Arithmetic, Fields::One);
    add(10, "for ((i", &[], &[Is("(("), counter], &[Is("ls")]);
    add(20, "for f;", &[], &[], &[Is("ls")]);
    let quoted = Value("b,c", "'b,c'", PieceKind::Literal);
    add(30, "select x in a", &[Is("a"), quoted], &[], &[Is("echo")]);
    assert_snapshot!(plain(&sketch.script), @r#"
    until this succeeds:
        ping -c1 h
    do:
        sleep 1
    counting with:
        (( i = 0 ))
    do:
        ls
    for each f of the arguments:
        ls
    asking each time for x out of a and 'b,c':
        echo
    "#);
}

#[test]
fn redirects_are_said_in_words() {
    let operators = "cat <<< < <> >> >| &> &>> <& << x - $t";
    let mut sketch = Sketch::of(operators);
    let open = Open("$t", "$t", PieceKind::Variable, Fields::One);
    for (pipeline, (descriptor, operator, target)) in (0..).zip([
        (None, "<<<", Is("x")),
        (Some(3), "<", Is("x")),
        (None, "<>", Is("x")),
        (None, ">>", Is("x")),
        (Some(2), ">|", Is("x")),
        (None, "&>", Is("x")),
        (None, "&>>", Is("x")),
        (None, "<&", Is("-")),
        (None, "<&", open),
        (None, "<<", open),
    ]) {
        sketch.turn_to(0);
        sketch.command(At(0, pipeline, 0, Then), &[Is("cat")]);
        sketch.redirect(descriptor, operator, target);
    }
    let text = sketch.text(TextOrigin::HereDocument, "$t", "dear $t\n");
    sketch.script.redirects.last_mut().unwrap().body = Some(text);
    sketch.command(At(0, 20, 0, Then), &[]);
    sketch.redirect(None, ">>", Is("x"));
    assert_snapshot!(plain(&sketch.script), @r#"
    cat            input is the text x
    cat            descriptor 3 from x
    cat            input from x, open for writing, too
    cat            output added to x
    cat            errors to x, even over a file that is there
    cat            output and errors to x
    cat            output and errors added to x
    cat            input closed
    cat            $t: known only when it runs
                   input where $t says
    cat            $t: known only when it runs
                   input is a text of 1 line, partly filled in when it runs
        │ dear $t
    (no command)   output added to x
    "#);
}

#[test]
fn blocks_in_blocks_keep_their_joints() {
    let source = "(cd a; { ls; pwd; }) && ! (make | tee log) | wc";
    let mut sketch = Sketch::of(source);
    let outer = sketch.block(
        BlockKind::Subshell,
        At(0, 0, 0, First),
        "(cd a; { ls; pwd; })",
    );
    sketch.command(At(outer, 1, 0, First), &[Is("cd"), Is("a")]);
    let group = sketch.block(BlockKind::Group, At(outer, 2, 0, Then), "{ ls; pwd; }");
    sketch.command(At(group, 3, 0, First), &[Is("ls")]).cwds = vec!["/work/a".to_owned()];
    sketch.command(At(group, 4, 0, Then), &[Is("pwd")]).cwds = vec!["/work/a".to_owned()];
    let second = sketch.block(BlockKind::Subshell, At(0, 5, 0, And), "(make | tee log)");
    sketch.script.blocks[second as usize].negated = true;
    sketch.command(At(second, 6, 0, First), &[Is("make")]);
    sketch.command(At(second, 6, 1, First), &[Is("tee"), Is("log")]);
    sketch.command(At(0, 5, 1, And), &[Is("wc")]).negated = true;
    assert_snapshot!(plain(&sketch.script), @r#"
    in a subshell:
        cd a
        as one group:
            ls            in a
            pwd
    && ! in a subshell:   only if what is before it succeeds
                          success and failure are swapped
             make         in the directory it starts in
               | tee log
      | wc
    "#);
}

#[test]
fn a_long_command_ends_in_a_count() {
    let source = format!("rm {}", "some-file ".repeat(500));
    let mut sketch = Sketch::of(&source);
    let mut words = vec![Is("rm")];
    words.extend(std::iter::repeat_n(Is("some-file"), 500));
    sketch.command(At(0, 0, 0, First), &words);
    let text = plain(&sketch.script);
    assert!(text.ends_with("some-file … (466 more words)\n"), "{text}");
}

#[test]
fn what_is_plain_is_not_drawn() {
    let mut sketch = Sketch::of("ls -l");
    sketch.command(At(0, 0, 0, First), &[Is("ls"), Is("-l")]);
    assert_eq!(reading(&sketch.script), None);
    sketch.script.reading = Reading::Partial;
    assert_eq!(plain(&sketch.script), "  ls -l\n");
    assert_eq!(reading(&Sketch::of("# nothing").script), None);
}

#[test]
fn many_commands_are_counted() {
    let mut sketch = Sketch::of(&"ls;".repeat(70));
    for pipeline in 0..70 {
        sketch.command(At(0, pipeline, 0, Then), &[Is("ls")]);
    }
    assert!(plain(&sketch.script).ends_with("  ls\n  … and 10 more commands\n"));
}

#[test]
fn a_command_that_no_block_leads_to_is_drawn_all_the_same() {
    let mut sketch = loop_over_files();
    sketch.script.blocks[1].parent = Some(1);
    sketch.script.commands[1].block = 99;
    let text = plain(&sketch.script);
    assert!(text.starts_with("  also read:\n"), "{text}");
    assert_eq!(text.matches("head -1").count(), 1, "{text}");
    assert_eq!(text.matches("grep -c").count(), 1, "{text}");
}

#[test]
fn disagreements_are_counted() {
    let mut sketch = loop_over_files();
    assert_eq!(understanding(&sketch.script), "bash, complete");
    let gap = |reason: &str| Gap {
        reason: reason.to_owned(),
        message: String::new(),
        node: String::new(),
        span: Span::source(0, 1),
    };
    sketch.script.reading = Reading::Partial;
    sketch.script.gaps = vec![gap("node"), gap("readers")];
    let one = "bash, partial; its two readers disagree in 1 place";
    assert_eq!(understanding(&sketch.script), one);
    sketch.script.gaps.push(gap("readers"));
    let two = "bash, partial; its two readers disagree in 2 places";
    assert_eq!(understanding(&sketch.script), two);
}

proptest! {
    /// Whatever the lists say: nothing panics, and each command is drawn once.
    #[test]
    fn every_command_is_drawn_once(
        blocks in vec((0..9_usize, 0..9_u32, option::of(0..9_u32), 0..3_u32, 0..20_u32), 0..8),
        commands in vec((0..12_u32, 0..9_u32, 0..3_u32), 1..12),
    ) {
        let kinds = [
            BlockKind::Script, BlockKind::Subshell, BlockKind::Group, BlockKind::Substitution,
            BlockKind::Loop, BlockKind::Branch, BlockKind::Condition, BlockKind::Body,
            BlockKind::Function,
        ];
        let names: Vec<String> = (0..commands.len()).map(|index| format!("<{index}>")).collect();
        let mut sketch = Sketch::of(&names.concat());
        for (kind, parent, pipeline, stage, end) in blocks {
            let mut block = Block::apart(kinds[kind], Some(parent), Span::source(0, end));
            block.pipeline = pipeline;
            block.stage = stage;
            sketch.script.blocks.push(block);
        }
        for ((block, pipeline, stage), name) in commands.into_iter().zip(&names) {
            sketch.command(At(block, pipeline, stage, Then), &[Is(name)]);
        }
        sketch.script.reading = Reading::Partial;
        let text = plain(&sketch.script);
        for name in &names {
            let shown = format!("'{name}'");
            prop_assert_eq!(text.matches(&shown).count(), 1, "{} in\n{}", name, text);
        }
    }
}
