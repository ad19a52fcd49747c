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
}

thread_local! {
    /// Kept from call to call: making one costs more than parsing a line.
    static BASH: RefCell<Option<Parser>> = const { RefCell::new(None) };
}

/// Parses a bash script.
pub(super) fn parse_bash(source: &str) -> Result<Tree, NoTree> {
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
    fn a_kept_parser_remembers_nothing() {
        for source in ["cat <<EOF\nnever closed", "echo 'open", "ls -l"] {
            assert!(parse_bash(source).is_ok());
        }
        let tree = parse_bash("ls -l").unwrap();
        assert!(!tree.root_node().has_error());
        assert_eq!(tree.root_node().named_child_count(), 1);
    }
}
