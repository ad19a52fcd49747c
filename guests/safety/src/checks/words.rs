//! Words whose look deceives: a name or a flag that quotes take apart, braces with quotes in them, `$IFS` between two words
//! that look like one, a command that begins in the middle.

use shellward_sdk::{CommandView, PieceView, WordView};

use super::quoting::{self, Hidden};
use crate::{report::Report, rules::Rule};

/// Looks at the words of a command and of what it stands behind.
pub(super) fn look(command: CommandView<'_>, report: &mut Report) {
    let mut words = command.words();
    let prints = matches!(command.name(), Some("echo" | "printf"));
    if let Some(name) = words.next() {
        look_at_name(command, name, report);
        look_at_parts(command, name, report);
    }
    for word in words {
        if !prints {
            look_at_flag(command, word, report);
        }
        look_at_parts(command, word, report);
    }
    for wrapper in command.wrappers() {
        let mut words = command.wrapper_words(wrapper);
        if let Some(name) = words.next() {
            look_at_name(command, name, report);
        }
        for word in words {
            look_at_flag(command, word, report);
        }
    }
}

fn is_literal(word: WordView<'_>) -> bool {
    word.pieces().all(|piece| piece.kind() == "literal")
}

fn look_at_name(command: CommandView<'_>, word: WordView<'_>, report: &mut Report) {
    let Some(value) = word.certain() else {
        return;
    };
    if value.starts_with('-') && value != "-" {
        report.add(Rule::Incomplete, command, word.span());
    }
    if is_literal(word) && quoting::hidden_name(word.text(), value) == Hidden::Yes {
        report.add_about(
            Rule::HiddenName,
            Some(command.index()),
            word.span(),
            value,
            "is what this name means: quotes or backslashes inside it hide that",
        );
    }
}

fn look_at_flag(command: CommandView<'_>, word: WordView<'_>, report: &mut Report) {
    let Some(value) = word.certain().filter(|value| value.starts_with('-')) else {
        return;
    };
    if is_literal(word) && quoting::hidden_flag(word.text(), value) == Hidden::Yes {
        report.add_about(
            Rule::HiddenFlag,
            Some(command.index()),
            word.span(),
            value,
            "is what this flag means: quotes or backslashes inside it hide that",
        );
    }
}

fn look_at_parts(command: CommandView<'_>, word: WordView<'_>, report: &mut Report) {
    if word.certain().is_some() {
        return;
    }
    for piece in word.pieces() {
        match piece.kind() {
            "variable" if !piece.is_quoted() && is_field_separator(piece.text()) => {
                report.add_about(
                    Rule::FieldSeparator,
                    Some(command.index()),
                    piece.raw().span,
                    "$IFS",
                    "becomes white space, so what looks like one word is several",
                );
            }
            "brace" if hides_quotes(piece) => {
                report.add(Rule::BraceQuotes, command, piece.raw().span);
            }
            _ => {}
        }
    }
}

/// `$IFS`, `${IFS}`, `${IFS%??}`.
fn is_field_separator(text: &str) -> bool {
    let name = text
        .strip_prefix("${")
        .or_else(|| text.strip_prefix('$'))
        .unwrap_or("");
    name.strip_prefix("IFS").is_some_and(|rest| {
        !rest.starts_with(|next: char| next.is_ascii_alphanumeric() || next == '_')
    })
}

/// Braces that the host could make no words of, with quotes in them.
fn hides_quotes(piece: PieceView<'_>) -> bool {
    !piece.is_quoted() && piece.text().contains(['\'', '"', '\\'])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_asks, assert_silent};

    #[test]
    fn names_taken_apart_by_quotes_ask() {
        for command in [
            "r''m x",
            "r\\m x",
            "\"r\"m x",
            "$'\\x72m' x",
            "sudo r''m x",
            "/bin/r''m x",
            "r\\\nm x",
        ] {
            assert_asks(command, Rule::HiddenName);
        }
        for command in [
            "\\ls",
            "\"ls\"",
            "'./my prog' x",
            "\"/opt/My App/bin\"/tool",
            "./'a b'.sh",
            "/opt/my\\ app/x",
            "rm 'x'y",
        ] {
            assert_silent(command);
        }
    }

    #[test]
    fn flags_taken_apart_by_quotes_ask() {
        for command in [
            "find . -ex''ec ls",
            "find . \"-\"delete",
            "find . -\"d\"elete",
            "find . ''-delete",
            "find . \"-\"\"delete\"",
            "find . -ex\\ec ls",
            "find . \\-delete",
            "sort --out\"put\"=x",
            "sort --out\\put=x",
            "find . $'\\x2ddelete'",
            "sudo -\"u\" x ls",
        ] {
            assert_asks(command, Rule::HiddenFlag);
        }
        for command in [
            "git log --format='%H %s'",
            "git log \"--format=%H %s\"",
            "grep '-v' x",
            "grep --include=\"*.rs\" x",
            "cut -d',' -f1",
            "cut -d\"|\" -f1",
            "cut -d\\| -f1",
            "git commit -am'it is' -m\"it is\"",
            "awk -F\\t f",
            "awk -F$'\\t' '{print $1}'",
            "curl -H'Accept: x' -d'{\"a\":1}'",
            "cc -DNAME=\\\"x\\\" -I\"/usr/include\" x.c",
            "sort -t' ' -k2",
            "git commit -m'eval it'",
            "git commit -m \"it's -\"",
            "echo \"---\"",
            "echo -''-",
            "grep -e 'a\\-b' x",
            "rg -- \"-foo\"",
            "ls -",
        ] {
            assert_silent(command);
        }
    }

    #[test]
    fn braces_with_quotes_ask_and_quoted_braces_do_not() {
        assert_asks("find . {-del\"ete\",-x}", Rule::BraceQuotes);
        for command in [
            "grep -E 'a{1,2}' f",
            "awk '{print $1}' f",
            "git stash show 'stash@{0}'",
            "find . -name x -exec ls '{}' +",
            "wc -l part{1,2,3}.diff",
            "echo \"{a,'b'}\"",
        ] {
            assert_silent(command);
        }
    }

    #[test]
    fn a_command_that_begins_with_a_flag_is_half_a_command() {
        assert_asks("-rf x", Rule::Incomplete);
        assert_silent("ls -l");
    }
}
