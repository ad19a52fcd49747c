//! What bash makes of the inside of a substitution (R2.6): since 5.2 it writes the commands out and reads them again when
//! they run, and behind a here-document it may leave out the next `;`. Newlines it keeps.

use super::{
    Lowering,
    lex::{Token, TokenKind},
    operators::Operator,
};
use crate::read::{Dialect, gaps::Trouble};

impl Lowering<'_, '_, '_> {
    /// Says that a separator may be lost in the region that is read.
    pub(super) fn lost_separator(&mut self) {
        if self.dialect != Dialect::Bash {
            return;
        }
        let region = std::rc::Rc::clone(&self.region);
        let mut behind = region
            .tokens
            .iter()
            .skip_while(|token| !self.is_here_document(**token));
        let lost = behind.find(|token| token.kind == TokenKind::Control(Operator::Semicolon));
        if let Some(token) = lost {
            let trouble = Trouble::new(
                "here-document.reprinted",
                "bash may lose this `;`, since it stands behind a here-document in a substitution",
            );
            self.gap(trouble, token.start, token.end);
        }
    }

    fn is_here_document(&self, token: Token) -> bool {
        token.kind == TokenKind::Redirect && matches!(self.text_of(token), "<<" | "<<-")
    }
}
