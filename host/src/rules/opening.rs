//! What allow rules on files and connections open (R4.1, step 2). They lift questions about places and allow no command.

use super::{
    place::{Access, Anchors, Wildcards},
    rule::Subject,
    set::RuleSet,
};
use crate::judge::{Effect, EffectKind, Place, PlaceClass};

impl RuleSet {
    /// Returns the allow rule that covers a place of an effect, with all below it. Hidden and dangerous places are covered
    /// only by a rule that spells their names; `inner` are the hidden places below it, which must be covered as well.
    pub fn covering_place(
        &self,
        effect: &Effect,
        place: &Place,
        inner: &[&str],
        anchors: Anchors<'_>,
    ) -> Option<u32> {
        let access = match effect.kind {
            EffectKind::Read => Access::Read,
            kind if kind.changes() => Access::Edit,
            _ => return None,
        };
        let wildcards = match place.class {
            PlaceClass::Root | PlaceClass::Temp | PlaceClass::Public | PlaceClass::Outside => {
                Wildcards::All
            }
            PlaceClass::Dangerous | PlaceClass::Hidden => Wildcards::Plain,
            PlaceClass::Unknown => return None,
        };
        if place.canonical.is_empty() {
            return None;
        }
        let covers = |path: &str, wildcards| {
            self.opening().find(|(_, subject)| match subject {
                Subject::Place(rule) => {
                    rule.access() == access
                        && !(wildcards == Wildcards::Plain && rule.is_everything())
                        && rule.covers(path, wildcards, anchors)
                }
                Subject::Command(_) | Subject::Domain(_) => false,
            })
        };
        let (rule, _) = covers(&place.canonical, wildcards)?;
        inner
            .iter()
            .all(|path| covers(path, Wildcards::Plain).is_some())
            .then_some(rule)
    }

    /// Returns the allow rule that names this very path for changes: what lifts the floor's question.
    pub fn naming_path(&self, path: &str, anchors: Anchors<'_>) -> Option<u32> {
        let mut opening = self.opening();
        let named = opening.find(|(_, subject)| match subject {
            Subject::Place(rule) => rule.access() == Access::Edit && rule.is_exactly(path, anchors),
            Subject::Command(_) | Subject::Domain(_) => false,
        });
        named.map(|(number, _)| number)
    }

    /// Returns the allow rule that covers a connection to a certain target.
    pub fn covering_domain(&self, target: &str) -> Option<u32> {
        let mut opening = self.opening();
        let covering = opening.find(|(_, subject)| match subject {
            Subject::Domain(rule) => rule.covers(target),
            Subject::Command(_) | Subject::Place(_) => false,
        });
        covering.map(|(number, _)| number)
    }
}
