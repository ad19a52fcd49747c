//! What deny rules on files mean that are patterns, for walls (R6.3): a wall stands before paths, so somebody must look for
//! what is there. Nothing here looks.

use super::{
    place::{Access, Anchors, Extent, PlaceRule},
    restrict::Certainty,
    rule::{Subject, Wish},
    set::RuleSet,
};

/// A deny rule that is a pattern.
#[derive(Clone, Debug)]
pub struct DeniedPattern<'a> {
    rule: &'a PlaceRule,
    text: &'a str,
    anchors: Anchors<'a>,
    /// The directory below which everything lies that it means.
    pub from: String,
}

impl DeniedPattern<'_> {
    /// Returns the rule as it was written.
    pub const fn text(&self) -> &str {
        self.text
    }

    /// Whether it means reading as well as changing.
    pub fn hides(&self) -> bool {
        self.rule.access() == Access::Read
    }

    /// Whether it means a path.
    pub fn means(&self, path: &str) -> bool {
        let met = self.rule.meets(path, Extent::Itself, self.anchors);
        met == Some(Certainty::Certain)
    }

    /// Whether it may mean something below a directory.
    pub fn reaches_below(&self, directory: &str) -> bool {
        let met = self.rule.meets(directory, Extent::Below, self.anchors);
        met.is_some()
    }
}

impl RuleSet {
    /// Returns the deny rules on files that are patterns, each with where to look for what it means.
    pub fn denied_patterns<'a>(&'a self, anchors: Anchors<'a>) -> Vec<DeniedPattern<'a>> {
        let entries = self.places().filter(|entry| entry.wish == Wish::Deny);
        let patterns = entries.flat_map(|entry| {
            let rule = match entry.rule.subject() {
                Subject::Place(rule) => Some(rule),
                Subject::Command(_) | Subject::Domain(_) => None,
            };
            rule.into_iter().flat_map(move |rule| {
                let pattern = move |from| DeniedPattern {
                    rule,
                    text: entry.rule.as_str(),
                    anchors,
                    from,
                };
                rule.searched(anchors).into_iter().map(pattern)
            })
        });
        patterns.collect()
    }
}
