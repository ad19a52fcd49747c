//! tree-sitter with a budget (R2.1, R2.4). The only module that makes trees; it knows nothing of their meaning.

use std::{
    cell::{Cell, RefCell},
    ops::ControlFlow,
};

use tree_sitter::{ParseOptions, Parser, Tree};

use super::{
    budget::{Budget, Spent},
    gaps::Trouble,
};

/// Most bytes that the parser is given at once.
const PIECE_BYTES: usize = 256;
/// What a piece counts: each is looked at character by character, and some of them often.
const STEPS_A_PIECE: usize = 1;
/// What a report of the parser counts: it makes one for a hundred operations.
const STEPS_A_REPORT: usize = 10;

/// Why there is no tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoTree {
    /// The grammar does not fit the parser: there is none to read with.
    NoParser,
    /// A bound was met.
    Spent(Spent),
    /// The parser must not be given this text.
    Unsafe,
}

impl NoTree {
    /// Says why.
    pub(super) fn trouble(self) -> Trouble {
        match self {
            Self::NoParser => Trouble::new(
                "parser",
                "there is no parser for shell scripts in this build",
            ),
            Self::Spent(spent) => spent.trouble(),
            Self::Unsafe => Trouble::new(
                "prescan.brace",
                "a brace before such a character can't be given to the parser",
            ),
        }
    }
}

thread_local! {
    /// Kept from call to call: making one costs more than parsing a line.
    static BASH: RefCell<Option<Parser>> = const { RefCell::new(None) };
}

/// Parses a bash script.
pub(super) fn parse_bash(source: &str, budget: &Budget) -> Result<Tree, NoTree> {
    if upsets_the_scanner(source) {
        return Err(NoTree::Unsafe);
    }
    BASH.with_borrow_mut(|kept| {
        // Taken out, so that a parser that was left in the middle of a text is never used again.
        let mut parser = match kept.take() {
            Some(parser) => parser,
            None => new_parser()?,
        };
        let tree = parse(&mut parser, source, budget)?;
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

fn parse(parser: &mut Parser, source: &str, budget: &Budget) -> Result<Tree, NoTree> {
    let spent = Cell::new(None);
    let take = |steps| {
        if spent.get().is_none() && !budget.parse(steps) {
            spent.set(Some(Spent::Steps));
        }
        spent.get().is_none()
    };
    let mut progress = |_: &tree_sitter::ParseState| {
        if take(STEPS_A_REPORT) && budget.is_late() {
            spent.set(Some(Spent::Time));
        }
        match spent.get() {
            None => ControlFlow::Continue(()),
            Some(_) => ControlFlow::Break(()),
        }
    };
    // Where no more may be read, the text ends: one look of the lexer may go over all of it, and nothing else ends that.
    let mut read = |at, _| {
        if take(STEPS_A_PIECE) {
            piece(source, at)
        } else {
            &[]
        }
    };
    let options = ParseOptions::new().progress_callback(&mut progress);
    let tree = parser.parse_with_options(&mut read, None, Some(options));
    match (tree, spent.get()) {
        (_, Some(spent)) => Err(NoTree::Spent(spent)),
        (Some(tree), None) => Ok(tree),
        (None, None) => Err(NoTree::NoParser),
    }
}

/// Returns some of the text, up to the border of a character: where a piece ends within one, tree-sitter 0.27 asks for
/// another, and reads from no memory if there is none.
fn piece(source: &str, at: usize) -> &[u8] {
    let end = source.floor_char_boundary(at.saturating_add(PIECE_BYTES));
    source.as_bytes().get(at..end).unwrap_or(&[])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::MAX_COMMAND_BYTES;

    #[test]
    fn what_upsets_the_scanner_is_not_parsed() {
        for source in ["echo {\u{10ffff}", "echo {1\u{4e16}", "echo {1..2\u{4e16}}"] {
            assert_eq!(
                parse_bash(source, &Budget::new()).err(),
                Some(NoTree::Unsafe),
                "{source}"
            );
        }
        for source in ["echo {\u{e9}}", "echo {a\u{4e16}}", "echo \u{4e16}{1..2}"] {
            assert!(parse_bash(source, &Budget::new()).is_ok(), "{source}");
        }
    }

    #[test]
    fn a_kept_parser_remembers_nothing() {
        for source in ["cat <<EOF\nnever closed", "echo 'open", "ls -l"] {
            assert!(parse_bash(source, &Budget::new()).is_ok());
        }
        let tree = parse_bash("ls -l", &Budget::new()).unwrap();
        assert!(!tree.root_node().has_error());
        assert_eq!(tree.root_node().named_child_count(), 1);
    }

    /// Scripts in which the parser looks far ahead, goes back, or asks for the column.
    const FAR: [&str; 8] = [
        "cat <<E\n$x\u{e9} $x $x\n\u{20ac}$(ls)\nE\n",
        "cat <<-E\n\t\\$x\u{1f600}`ls`\n\tE\nls",
        "[[ $x =~ (\u{e9}|b)+ ]] && echo @(a|\u{20ac})",
        "case a in \u{e9}|b) ls;; *) echo \"$x\";; esac",
        "echo ${x/\u{e9}/'b'} ${x:-\u{20ac} b} $((1+1)) {1..3}",
        "|&|& )( \"'\u{e9}",
        "f() { echo `\u{e9}`; }; a=(b c); x[0]=1",
        "echo \"$(cat <<'E'\n\u{e9}\nE\n)\"",
    ];

    #[test]
    fn a_text_is_read_in_pieces_as_it_is_at_once() {
        for source in FAR {
            // So that a border comes to each of its places.
            for before in PIECE_BYTES - source.len()..=PIECE_BYTES {
                let source = format!("#{}\n{source}", "a".repeat(before));
                let pieces = parse_bash(&source, &Budget::new()).unwrap();
                let at_once = new_parser().unwrap().parse(&source, None).unwrap();
                assert_eq!(sketch(&pieces), sketch(&at_once), "{source}");
            }
        }
    }

    #[test]
    fn where_steps_end_there_is_no_tree_and_never_part_of_one() {
        for source in FAR {
            let source = format!("{}\n{source}", "# a\n".repeat(PIECE_BYTES));
            let whole = parse_bash(&source, &Budget::new()).unwrap();
            let mut ends = 0;
            for steps in 0.. {
                match parse_bash(&source, &Budget::of_steps(steps)) {
                    Ok(tree) => {
                        assert_eq!(sketch(&tree), sketch(&whole), "{source}");
                        break;
                    }
                    Err(none) => assert_eq!(none, NoTree::Spent(Spent::Steps)),
                }
                ends += 1;
            }
            assert!(ends > 1, "{source}");
        }
    }

    #[test]
    fn steps_are_those_of_all_texts() {
        let budget = Budget::of_steps(10 * STEPS_A_PIECE);
        let texts = (0..20).filter(|_| parse_bash("ls", &budget).is_ok());
        assert!((1..10).contains(&texts.count()));
    }

    #[test]
    fn one_look_over_the_whole_text_again_and_again_ends_early() {
        let source = "|&".repeat(MAX_COMMAND_BYTES / 2);
        let budget = Budget::new();
        let end = parse_bash(&source, &budget).err();
        assert_eq!(end, Some(NoTree::Spent(Spent::Steps)));
    }

    /// Every node of a tree and where it is.
    fn sketch(tree: &Tree) -> Vec<(&str, std::ops::Range<usize>)> {
        let mut found = Vec::new();
        let mut cursor = tree.walk();
        loop {
            found.push((cursor.node().kind(), cursor.node().byte_range()));
            if cursor.goto_first_child() {
                continue;
            }
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    return found;
                }
            }
        }
    }
}
