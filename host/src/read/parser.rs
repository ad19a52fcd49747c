//! tree-sitter with a budget (R2.1, R2.4). The only module that makes trees; it knows nothing of their meaning.

use std::{cell::RefCell, ops::ControlFlow, time::Instant};

use tree_sitter::{ParseOptions, Parser, Tree};

use crate::limits::MAX_PARSE_TIME;

/// Why there is no tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoTree {
    /// The grammar does not fit the parser: there is none to read with.
    NoParser,
    /// It took too long.
    OutOfTime,
    /// The parser must not be given this text.
    Unsafe,
}

thread_local! {
    /// Kept from call to call: making one costs more than parsing a line.
    static BASH: RefCell<Option<Parser>> = const { RefCell::new(None) };
}

/// Parses a bash script.
pub(super) fn parse_bash(source: &str) -> Result<Tree, NoTree> {
    if upsets_the_scanner(source) {
        return Err(NoTree::Unsafe);
    }
    BASH.with_borrow_mut(|kept| {
        // Taken out, so that a parser that was left in the middle of a text is never used again.
        let mut parser = match kept.take() {
            Some(parser) => parser,
            None => new_parser()?,
        };
        let tree = parse(&mut parser, source)?;
        *kept = Some(parser);
        Ok(tree)
    })
}

/// Whether the grammar's own scanner would read outside of its memory.
///
/// tree-sitter-bash 0.25.1 asks C's `isdigit` about what follows an opening brace, and digits and dots behind it; that
/// takes no character beyond one byte.
fn upsets_the_scanner(source: &str) -> bool {
    source.match_indices('{').any(|(at, brace)| {
        let behind = source.get(at + brace.len()..).unwrap_or("");
        behind
            .trim_start_matches(|one: char| one.is_ascii_digit() || one == '.')
            .chars()
            .next()
            .is_some_and(|one| u32::from(one) > 0xff)
    })
}

fn new_parser() -> Result<Parser, NoTree> {
    let mut parser = Parser::new();
    match parser.set_language(&tree_sitter_bash::LANGUAGE.into()) {
        Ok(()) => Ok(parser),
        Err(_) => Err(NoTree::NoParser),
    }
}

fn parse(parser: &mut Parser, source: &str) -> Result<Tree, NoTree> {
    let start = Instant::now();
    let mut progress = |_: &tree_sitter::ParseState| {
        if start.elapsed() > MAX_PARSE_TIME {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    let bytes = source.as_bytes();
    parser
        .parse_with_options(
            &mut |at, _| bytes.get(at..).unwrap_or(&[]),
            None,
            Some(ParseOptions::new().progress_callback(&mut progress)),
        )
        .ok_or(NoTree::OutOfTime)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_upsets_the_scanner_is_not_parsed() {
        for source in ["echo {\u{10ffff}", "echo {1\u{4e16}", "echo {1..2\u{4e16}}"] {
            assert_eq!(parse_bash(source).err(), Some(NoTree::Unsafe), "{source}");
        }
        for source in ["echo {\u{e9}}", "echo {a\u{4e16}}", "echo \u{4e16}{1..2}"] {
            assert!(parse_bash(source).is_ok(), "{source}");
        }
    }

    #[test]
    fn a_kept_parser_remembers_nothing() {
        for source in ["cat <<EOF\nnever closed", "echo 'open", "ls -l"] {
            assert!(parse_bash(source).is_ok());
        }
        let tree = parse_bash("ls -l").unwrap();
        assert!(!tree.root_node().has_error());
        assert_eq!(tree.root_node().named_child_count(), 1);
    }
}
