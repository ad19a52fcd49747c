//! Here-documents that ended too early.
//!
//! Somebody writes a file by `cat > f <<EOF`, and the text holds a line `EOF` of its own. There the shell ends the
//! document, and runs the rest of the text. It shows in a line `EOF` that is left over: as a command.

use shellward_sdk::{CommandView, RedirectView, ScriptView, Span};

use crate::{report::Report, rules::Rule};

/// A here-document: its delimiter, and where its body ends.
struct Document<'a> {
    command: CommandView<'a>,
    delimiter: String,
    body: &'a str,
    span: Span,
}

/// Looks for lines that are left over.
pub(super) fn look(script: ScriptView<'_>, report: &mut Report) {
    let documents: Vec<_> = script
        .commands()
        .flat_map(|command| {
            let redirects = command.redirects();
            redirects.filter_map(move |redirect| document(command, redirect))
        })
        .collect();
    if documents.is_empty() {
        return;
    }
    for stray in script.commands() {
        if let (Some(name), 1) = (stray.name(), stray.words().len()) {
            look_at(name, stray, &documents, report);
        }
    }
}

fn document<'a>(command: CommandView<'a>, redirect: RedirectView<'a>) -> Option<Document<'a>> {
    let body = redirect.body()?;
    let written = command.script().text(redirect.raw().span);
    Some(Document {
        command,
        delimiter: delimiter(written)?,
        body,
        span: redirect.target()?.span(),
    })
}

/// Returns the delimiter of `<<'EOF'`, as it is to stand on the line that ends the document.
fn delimiter(written: &str) -> Option<String> {
    let (_, behind) = written.split_once("<<")?;
    let word = behind.strip_prefix('-').unwrap_or(behind).trim();
    let delimiter = word.replace(['\'', '"', '\\'], "");
    (!delimiter.is_empty()).then_some(delimiter)
}

fn look_at(name: &str, stray: CommandView<'_>, documents: &[Document<'_>], report: &mut Report) {
    let is_before = |document: &&Document<'_>| {
        document.delimiter == name
            && document.span.text == stray.span().text
            && document.span.end <= stray.span().start
    };
    // That in which another one begins is the one that was to go on; otherwise the last before the line.
    let mut before = documents.iter().filter(is_before);
    let opens = |document: &&Document<'_>| opens_another(document.body, name);
    let Some(document) = before.clone().find(opens).or_else(|| before.next_back()) else {
        return;
    };
    let between = Span {
        text: document.span.text,
        start: document.span.end,
        end: stray.span().end,
    };
    // The first line ends the document.
    let lines = stray.script().text(between).lines().skip(1);
    let count = lines.filter(|line| !line.trim().is_empty()).count();
    let (subject, because) = said(count, name);
    report.add_counted(
        Rule::HereDocument,
        Some(document.command.index()),
        between,
        subject,
        because,
    );
}

/// Whether a line begins a here-document with the same delimiter.
fn opens_another(body: &str, delimiter: &str) -> bool {
    body.lines().any(|line| {
        line.split("<<").skip(1).any(|behind| {
            let word = behind.trim_start_matches(['-', ' ', '\'', '"', '\\']);
            word.strip_prefix(delimiter)
                .is_some_and(|rest| !rest.starts_with(|next: char| next.is_ascii_alphanumeric()))
        })
    })
}

/// Says how many lines run as commands.
pub(crate) fn said(count: usize, delimiter: &str) -> (String, &'static str) {
    let subject = [
        "the here-document ended at the first line `",
        delimiter,
        "`, so ",
    ]
    .concat();
    if count == 1 {
        return (subject + "1 line", " after it runs as a command");
    }
    (
        subject + &count.to_string() + " lines",
        " after it run as commands",
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{assert_asks, assert_silent, judge};

    #[test]
    fn a_line_that_is_left_over_shows_how_many_run() {
        let source = "cat > f <<'EOF'\na\nEOF\nb\n\nrm c\nEOF";
        assert_asks(source, Rule::HereDocument);
        let judgements = judge(source);
        let finding = &judgements[0].findings[0];
        assert_eq!(
            finding.message,
            "the here-document ended at the first line `EOF`, so 3 lines after it run as commands"
        );
        assert_eq!(judgements[0].command, Some(0));
    }

    #[test]
    fn one_line_is_one_line() {
        let judgements = judge("cat <<EOF\na\nEOF\nEOF\n");
        let message = &judgements[0].findings[0].message;
        assert!(
            message.ends_with("so 1 line after it runs as a command"),
            "{message}"
        );
    }

    #[test]
    fn the_document_in_which_another_begins_is_the_one_that_ended_early() {
        let source = "cat > f <<'EOF'\ncat > a <<EOF\n1\nEOF\ncat > b <<EOF\n2\nEOF\nls\nEOF\n";
        let judgements = judge(source);
        assert_eq!(judgements.len(), 1);
        assert_eq!(judgements[0].command, Some(0));
        assert!(judgements[0].findings[0].message.contains("5 lines"));
    }

    #[test]
    fn documents_that_end_where_they_should_do_not_ask() {
        for source in [
            "cat <<'EOF'\nhello $(touch x) `id`\nEOF",
            "cat > a <<EOF\n1\nEOF\ncat > b <<EOF\n2\nEOF\n",
            "cat <<'EOF'\ncat <<END\n1\nEND\nEOF\n",
            "cat <<-END\n\ta\n\tEND\nls",
            "EOF\ncat <<EOF\nx\nEOF\n",
            "cat <<'EOF'\nx\nEOF\necho EOF",
        ] {
            assert_silent(source);
        }
    }
}
