//! Redirects: operators that mean the same, and what zsh does with several of one stream.

use super::Trouble;

/// Operators of both shells, sorted.
const OPERATORS: [&str; 12] = [
    "&>", "&>>", "<", "<&", "<<", "<<-", "<<<", "<>", ">", ">&", ">>", ">|",
];

/// Checks a redirect: the number before it, its operator and its target, as written.
pub(in crate::read) fn check_redirect(
    descriptor: Option<&str>,
    operator: &str,
    target: &str,
) -> Result<(), Trouble> {
    if OPERATORS.binary_search(&operator).is_err() || target.starts_with(['!', '|', '&']) {
        return Err(unread(
            "zsh has redirects of its own: `>!`, `>&|`, `&>!` and the like",
        ));
    }
    if descriptor.is_some_and(|number| !is_digit(number)) {
        return Err(unread(
            "a number of several digits before a redirect is a word in zsh",
        ));
    }
    let duplicates = matches!(operator, ">&" | "<&");
    if duplicates && !(target == "-" || is_digit(target) || is_file(operator, descriptor, target)) {
        return Err(unread(
            "only one digit, `-` or a plain file is read here for zsh: `p` is a coprocess",
        ));
    }
    Ok(())
}

fn is_digit(text: &str) -> bool {
    matches!(text.as_bytes(), [b'0'..=b'9'])
}

/// Whether the target of `>&` is a file for both shells.
fn is_file(operator: &str, descriptor: Option<&str>, target: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_./-".contains(&byte);
    operator == ">&"
        && descriptor.is_none()
        && target != "p"
        && target.starts_with(|first: char| first.is_ascii_alphabetic() || "./_".contains(first))
        && target.bytes().all(is_plain)
}

/// Checks a command that has no words. zsh runs `cat`, or a pager, for redirects alone.
pub(in crate::read) fn check_wordless(assignments: usize, redirects: usize) -> Result<(), Trouble> {
    if assignments == 0 && redirects > 0 {
        return Err(Trouble::new(
            "zsh.null-command",
            "zsh runs `cat` or a pager for a redirect without a command",
        ));
    }
    Ok(())
}

/// Which way a redirect goes without a number before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::read) enum Direction {
    /// `|` or `<`: standard input.
    In,
    /// `|` or `>`: standard output.
    Out,
    /// `|&` or `&>`: standard output and standard error.
    Both,
}

/// The streams of one command that already go somewhere. zsh sends a stream that is redirected twice to both places,
/// where bash takes the last. Of files that are written that is the same: both are opened in both shells. What comes
/// out of a pipe, or goes into one, is not.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::read) struct Streams {
    piped: u16,
    read: u16,
    written: u16,
}

impl Streams {
    /// Notes a pipe that the command stands before or behind.
    pub(in crate::read) fn pipe(&mut self, direction: Direction) {
        self.piped |= mask(direction);
    }

    /// Notes a redirect that passed [`check_redirect`], in the order in which they are written.
    pub(in crate::read) fn redirect(
        &mut self,
        descriptor: Option<&str>,
        operator: &str,
        target: &str,
    ) -> Result<(), Trouble> {
        if target == "-" && matches!(operator, ">&" | "<&") {
            return Ok(());
        }
        let streams = match descriptor.map(str::as_bytes) {
            Some([digit @ b'0'..=b'9']) => 1 << (digit - b'0'),
            Some(_) => return Err(unread("this number is not a descriptor")),
            None if operator.starts_with('<') => mask(Direction::In),
            None if operator.starts_with('&') => mask(Direction::Both),
            // `>& file` takes both, `>&2` one.
            None if operator == ">&" && !is_digit(target) => mask(Direction::Both),
            None => mask(Direction::Out),
        };
        let is_read = operator.starts_with('<');
        let others = if is_read { self.written } else { 0 };
        if (self.piped | self.read | others) & streams != 0 {
            return Err(Trouble::new(
                "zsh.multios",
                "zsh sends a stream that is redirected twice to both places",
            ));
        }
        if is_read {
            self.read |= streams;
        } else {
            self.written |= streams;
        }
        Ok(())
    }
}

const fn mask(direction: Direction) -> u16 {
    match direction {
        Direction::In => 0b001,
        Direction::Out => 0b010,
        Direction::Both => 0b110,
    }
}

fn unread(message: &'static str) -> Trouble {
    Trouble::new("zsh.redirect", message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_are_sorted() {
        assert!(OPERATORS.is_sorted());
    }
}
