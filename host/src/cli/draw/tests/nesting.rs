//! Drawings of what stands inside something else: in a word, in a here-document, in a text of its own.

use insta::assert_snapshot;

use super::{
    plain,
    sketch::{At, Sketch, W},
};
use crate::read::{BlockKind, Connector, Fields, PieceKind, TextOrigin};
use Connector::{First, Then};
use W::{Is, Open, Value};

#[test]
fn a_substitution_in_a_here_document_stands_below_its_command() {
    let body = "at $(date)\n";
    let source = format!("mail me <<E; ls\n{body}E\n");
    let mut sketch = Sketch::of(&source);
    sketch.command(At(0, 0, 0, First), &[Is("mail"), Is("me")]);
    let kind = PieceKind::CommandSubstitution;
    sketch.redirect(None, "<<", Open(body, "$(date)", kind, Fields::One));
    let text = sketch.text(TextOrigin::HereDocument, body, body);
    sketch.script.redirects[0].body = Some(text);
    sketch.turn_to(0);
    let inner = sketch.apart(BlockKind::Substitution, 0, "$(date)");
    sketch.command(At(0, 1, 0, Then), &[Is("ls")]);
    sketch.command(At(inner, 2, 0, First), &[Is("date")]);
    assert_snapshot!(plain(&sketch.script), @r#"
    mail me   $(date): what it prints
              input is a text of 1 line, partly filled in when it runs
        │ at $(date)
        to fill in $(date):
            date
    ls
    "#);
}

#[test]
fn a_substitution_among_the_words_of_a_loop_comes_before_its_body() {
    let source = "for f in $(git ls-files); do wc $f; done";
    let mut sketch = Sketch::of(source);
    let each = sketch.block(BlockKind::Loop, At(0, 0, 0, First), source);
    let files = "$(git ls-files)";
    let list = Open(files, files, PieceKind::CommandSubstitution, Fields::Many);
    sketch.subject(each, &[list]);
    let body = sketch.apart(BlockKind::Body, each, "wc $f");
    let inner = sketch.apart(BlockKind::Substitution, 0, files);
    let open = Open("$f", "$f", PieceKind::Variable, Fields::Many);
    sketch.command(At(body, 1, 0, First), &[Is("wc"), open]);
    sketch.turn_to(0);
    sketch.command(At(inner, 2, 0, First), &[Is("git"), Is("ls-files")]);
    assert_snapshot!(plain(&sketch.script), @r#"
    for each f of $(git ls-files):   $(git ls-files): what it prints, split into words
        to fill in $(git ls-files):
            git ls-files
        wc $f                        $f: known only when it runs; none or several words
    "#);
}

#[test]
fn a_script_in_a_script_names_each_shell_once() {
    let (outer, inner) = ("nice sh -c \"id; ls\"; pwd", "id; ls");
    let source = format!("sudo bash -c '{outer}'");
    let mut sketch = Sketch::of(&source);
    let word = format!("'{outer}'");
    let sudo = sketch.wrapper(&[Is("sudo")]);
    let bash = sketch.wrapper(&[
        Is("bash"),
        Is("-c"),
        Value(outer, &word, PieceKind::Literal),
    ]);
    let first = sketch.text(TextOrigin::CommandString, &word, outer);
    sketch.turn_to(first);
    let block = sketch.block(BlockKind::Script, At(0, 0, 0, First), outer);
    let nice = sketch.wrapper(&[Is("nice")]);
    let word = "\"id; ls\"";
    let shell = sketch.wrapper(&[Is("sh"), Is("-c"), Value(inner, word, PieceKind::Literal)]);
    let second = sketch.text(TextOrigin::CommandString, word, inner);
    sketch.turn_to(second);
    let nested = sketch.block(BlockKind::Script, At(block, 1, 0, First), inner);
    let all = vec![sudo.clone(), bash.clone(), nice, shell];
    for (pipeline, name) in [(2, "id"), (3, "ls")] {
        sketch
            .command(At(nested, pipeline, 0, Then), &[Is(name)])
            .wrappers = all.clone();
    }
    sketch.turn_to(first);
    sketch.command(At(block, 4, 0, Then), &[Is("pwd")]).wrappers = vec![sudo, bash];
    assert_snapshot!(plain(&sketch.script), @r#"
    script run by bash -c:     under sudo
        script run by sh -c:   under nice
            id
            ls
        pwd
    "#);
}

#[test]
fn an_empty_block_is_drawn_as_such() {
    let mut sketch = Sketch::of("echo $( )");
    let word = Open("$( )", "$( )", PieceKind::CommandSubstitution, Fields::Many);
    sketch.command(At(0, 0, 0, First), &[Is("echo"), word]);
    sketch.apart(BlockKind::Substitution, 0, "$( )");
    assert_snapshot!(plain(&sketch.script), @r#"
    echo $( )   $( ): what it prints, split into words
        to fill in $( ):
    "#);
}
