//! Rules on files: `Read(./.env)`, `Edit(~/.config/**)` (R4.3). They are compared with resolved places, never with
//! words, so a file is meant however a command reaches it.
//!
//! A pattern is a path whose components may hold `*` and `?` (`[…]` stands for any one character), or be `**` for any
//! number of components. What is below a match matches too. A rule that allows has no `[…]`. A pattern starts from:
//!
//! - `./x` and `a/x`: the project; `x` alone: any folder of the project, as in ignore files;
//! - `~/x`: the home directory;
//! - `//x`: the root of the file system; `/x`: that, and in a rule that restricts the project as well, since both
//!   readings are in use.

use std::collections::BTreeSet;

use super::{restrict::Certainty, rule::RuleErrorKind};

/// What patterns start from: absolute paths without `..` or links.
#[derive(Clone, Copy, Debug)]
pub struct Anchors<'a> {
    /// The project.
    pub project: &'a str,
    /// The home directory, if there is one.
    pub home: Option<&'a str>,
}

/// Which effects a rule on files is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Access {
    /// Any: what may not be read may not be moved away either, and then be read.
    Read,
    /// Changes.
    Edit,
}

/// How far an effect reaches from its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Extent {
    /// The place itself.
    Itself,
    /// All below it too.
    Below,
}

/// A rule on files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PlaceRule {
    access: Access,
    bases: &'static [Base],
    components: Vec<Component>,
}

/// What a pattern starts from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Base {
    Project,
    Home,
    FileSystem,
}

/// One component of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Component {
    /// `**`: any number of components.
    Any,
    /// `..`: the folder above.
    Above,
    /// A name.
    Name(Vec<Part>),
}

/// A part of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    One(char),
    AnyOne,
    AnyNumber,
    /// `[…]`: any one, which is more than it says.
    OneOf,
}

/// Which names the wildcards of a rule that allows take in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wildcards {
    /// Every name.
    All,
    /// None that begins with a dot, as in a shell: what is hidden or dangerous must be spelled.
    Plain,
}

impl PlaceRule {
    /// Reads what stands between the parentheses of `Read(…)`.
    pub(super) fn reading(body: Option<&str>) -> Result<Self, RuleErrorKind> {
        Self::parse(Access::Read, body)
    }

    /// Reads what stands between the parentheses of `Edit(…)`.
    pub(super) fn editing(body: Option<&str>) -> Result<Self, RuleErrorKind> {
        Self::parse(Access::Edit, body)
    }

    fn parse(access: Access, body: Option<&str>) -> Result<Self, RuleErrorKind> {
        let text = body.unwrap_or("*").trim();
        if text.is_empty() {
            return Err(RuleErrorKind::Empty);
        }
        // `!` takes a path out again, `~name` is another person's home: neither is applied here.
        let is_home = text == "~" || text.starts_with("~/");
        if text.starts_with('!') || (text.starts_with('~') && !is_home) {
            return Err(RuleErrorKind::NotSupported);
        }
        let rest = if is_home {
            text.trim_start_matches('~')
        } else {
            text
        };
        let mut components: Vec<_> = rest
            .split('/')
            .filter(|part| !part.is_empty() && *part != ".")
            .map(component)
            .collect();
        let bases: &[Base] = if text == "*" || text == "**" {
            components = vec![Component::Any];
            &[Base::FileSystem]
        } else if is_home {
            &[Base::Home]
        } else if text.starts_with("//") {
            &[Base::FileSystem]
        } else if text.starts_with('/') {
            &[Base::FileSystem, Base::Project]
        } else {
            if !text.trim_end_matches('/').contains('/') {
                components.insert(0, Component::Any);
            }
            &[Base::Project]
        };
        Ok(Self {
            access,
            bases,
            components,
        })
    }

    /// Returns which effects it is about.
    pub(super) const fn access(&self) -> Access {
        self.access
    }

    /// Whether it holds `[…]`, which is read as more than it says.
    pub(super) fn has_one_of(&self) -> bool {
        self.components.iter().any(|component| match component {
            Component::Name(parts) => parts.contains(&Part::OneOf),
            Component::Any | Component::Above => false,
        })
    }

    /// Whether it means every file there is.
    pub(super) fn is_everything(&self) -> bool {
        self.bases == [Base::FileSystem] && self.components.iter().all(|one| *one == Component::Any)
    }

    /// What a rule that allows starts from: the plainer of two readings.
    fn base(&self) -> Option<Base> {
        self.bases.first().copied()
    }

    /// Says whether a place, and all that lies below it, is one that a rule means which allows.
    pub(super) fn covers(&self, path: &str, wildcards: Wildcards, anchors: Anchors<'_>) -> bool {
        let pattern = self.base().and_then(|base| self.from(base, anchors));
        pattern.is_some_and(|pattern| covers(&pattern, path, wildcards))
    }

    /// Whether the rule names this very path, without a pattern.
    pub(super) fn is_exactly(&self, path: &str, anchors: Anchors<'_>) -> bool {
        let pattern = self.base().and_then(|base| self.from(base, anchors));
        pattern.is_some_and(|pattern| {
            !pattern.contains(&Component::Any) && fixed(&pattern).as_deref() == Some(path)
        })
    }

    /// Returns the directory below which everything lies that the rule means, if it is a pattern.
    pub(super) fn searched(&self, anchors: Anchors<'_>) -> Vec<String> {
        let is_plain = |component: &&Component| match component {
            Component::Name(parts) => parts.iter().all(|part| matches!(part, Part::One(_))),
            Component::Any | Component::Above => false,
        };
        let beginning = |base: &Base| {
            let pattern = self.from(*base, anchors)?;
            let plain = pattern.iter().take_while(is_plain).count();
            let rest = pattern.get(plain..)?;
            // What a wall on one path holds needs no search.
            if matches!(rest, [] | [Component::Any]) {
                return None;
            }
            let path = fixed(pattern.get(..plain)?);
            Some(path.unwrap_or_else(|| "/".to_owned()))
        };
        self.bases.iter().filter_map(beginning).collect()
    }

    /// Returns the paths that the rule names without a pattern, for walls: what stands before it whatever a command does.
    /// Of a name alone, which means any folder of the project, it is the one in the project itself.
    pub(super) fn fixed(&self, anchors: Anchors<'_>) -> Vec<String> {
        self.bases
            .iter()
            .filter_map(|base| fixed(&self.from(*base, anchors)?))
            .collect()
    }

    /// Whether the paths that [`PlaceRule::fixed`] returns are all that the rule means when something is read.
    pub(super) fn is_fixed(&self, anchors: Anchors<'_>) -> bool {
        let mut patterns = self.bases.iter().map(|base| self.from(*base, anchors));
        self.access == Access::Read
            && patterns.all(|pattern| {
                pattern.is_some_and(|pattern| {
                    let names = match pattern.split_last() {
                        // Everything in a folder.
                        Some((Component::Any, folder)) => folder,
                        _ => &pattern,
                    };
                    !names.contains(&Component::Any) && fixed(names).is_some()
                })
            })
    }

    /// Says whether an effect on a place meets the rule. A place that the effect reaches only from above may.
    pub(super) fn meets(
        &self,
        path: &str,
        extent: Extent,
        anchors: Anchors<'_>,
    ) -> Option<Certainty> {
        self.patterns(anchors).meet(path, extent)
    }

    /// Returns the whole patterns, to compare many places with.
    pub(super) fn patterns(&self, anchors: Anchors<'_>) -> Patterns {
        let whole = self.bases.iter().map(|base| self.from(*base, anchors));
        Patterns(whole.flatten().collect())
    }

    /// Whether the rule means what lies in a directory, and a path is that directory itself.
    pub(super) fn means_only_what_is_in(&self, path: &str, anchors: Anchors<'_>) -> bool {
        let parent = path.rsplit_once('/').map_or("", |(parent, _)| parent);
        self.bases.iter().any(|base| {
            let Some(pattern) = self.from(*base, anchors) else {
                return false;
            };
            let Some((Component::Any, directory)) = pattern.split_last() else {
                return false;
            };
            let is_met = |path| meets(directory, path, Extent::Itself).is_some();
            is_met(path) && !is_met(parent)
        })
    }

    /// Returns the whole pattern, from the root of the file system.
    fn from(&self, base: Base, anchors: Anchors<'_>) -> Option<Vec<Component>> {
        let base = match base {
            Base::Project => anchors.project,
            Base::Home => anchors.home?,
            Base::FileSystem => "/",
        };
        let mut pattern: Vec<_> = names(base).map(literal).collect();
        for component in &self.components {
            match component {
                Component::Above => {
                    pattern.pop();
                }
                Component::Any | Component::Name(_) => pattern.push(component.clone()),
            }
        }
        Some(pattern)
    }
}

/// The patterns of a rule, from the root of the file system.
pub(super) struct Patterns(Vec<Vec<Component>>);

impl Patterns {
    /// Says the same as [`PlaceRule::meets`].
    pub(super) fn meet(&self, path: &str, extent: Extent) -> Option<Certainty> {
        self.0
            .iter()
            .filter_map(|pattern| meets(pattern, path, extent))
            .max()
    }
}

/// The path of a pattern whose components are all names. `**` at the end is everything below, which a wall on the folder
/// holds too; before a last name it is passed over.
fn fixed(pattern: &[Component]) -> Option<String> {
    let mut path = String::new();
    for (place, component) in pattern.iter().enumerate() {
        match component {
            Component::Any if place + 2 >= pattern.len() => {}
            Component::Any | Component::Above => return None,
            Component::Name(parts) => {
                path.push('/');
                for part in parts {
                    match part {
                        Part::One(one) => path.push(*one),
                        Part::AnyOne | Part::AnyNumber | Part::OneOf => return None,
                    }
                }
            }
        }
    }
    (!path.is_empty()).then_some(path)
}

fn names(path: &str) -> impl Iterator<Item = &str> {
    path.split('/').filter(|name| !name.is_empty())
}

fn literal(name: &str) -> Component {
    Component::Name(name.chars().map(Part::One).collect())
}

fn component(text: &str) -> Component {
    match text {
        "**" => Component::Any,
        ".." => Component::Above,
        name => Component::Name(parts(name)),
    }
}

fn parts(name: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut characters = name.chars();
    while let Some(character) = characters.next() {
        parts.push(match character {
            '*' => Part::AnyNumber,
            '?' => Part::AnyOne,
            '\\' => Part::One(characters.next().unwrap_or('\\')),
            // More than it says, which is the closed side of a rule that restricts.
            '[' if characters.as_str().contains(']') => {
                characters.by_ref().find(|end| *end == ']');
                Part::OneOf
            }
            other => Part::One(other),
        });
    }
    parts
}

/// Walks down a path with all places in the pattern that can be reached.
fn meets(pattern: &[Component], path: &str, extent: Extent) -> Option<Certainty> {
    // Up to the first `**` there is one way only, and most places are none of its.
    let only_names = pattern
        .iter()
        .take_while(|component| matches!(component, Component::Name(_)));
    for (component, name) in only_names.zip(names(path)) {
        if let Component::Name(parts) = component
            && !is_named(parts, name)
        {
            return None;
        }
    }
    let mut reached = BTreeSet::new();
    arrive(pattern, 0, &mut reached);
    for name in names(path) {
        if reached.contains(&pattern.len()) {
            break;
        }
        let mut next = BTreeSet::new();
        for place in reached {
            match pattern.get(place) {
                Some(Component::Any) => arrive(pattern, place, &mut next),
                Some(Component::Name(parts)) if is_named(parts, name) => {
                    arrive(pattern, place + 1, &mut next);
                }
                Some(Component::Name(_) | Component::Above) | None => {}
            }
        }
        reached = next;
    }
    if reached.contains(&pattern.len()) {
        Some(Certainty::Certain)
    } else {
        (extent == Extent::Below && !reached.is_empty()).then_some(Certainty::Possible)
    }
}

/// Walks down a path that a rule must mean as a whole, with all below it.
fn covers(pattern: &[Component], path: &str, wildcards: Wildcards) -> bool {
    let mut reached = BTreeSet::new();
    arrive(pattern, 0, &mut reached);
    for name in names(path) {
        let is_open = wildcards == Wildcards::All || !name.starts_with('.');
        let mut next = BTreeSet::new();
        for place in reached {
            match pattern.get(place) {
                Some(Component::Any) if is_open => arrive(pattern, place, &mut next),
                Some(Component::Name(parts))
                    if (is_open || matches!(parts.first(), Some(Part::One('.'))))
                        && is_named(parts, name) =>
                {
                    arrive(pattern, place + 1, &mut next);
                }
                // What is below a match.
                None if is_open => {
                    next.insert(place);
                }
                Some(Component::Any | Component::Name(_) | Component::Above) | None => {}
            }
        }
        reached = next;
    }
    reached.contains(&pattern.len())
}

/// Notes a place in the pattern, and those after a `**`, which may be nothing.
fn arrive(pattern: &[Component], place: usize, reached: &mut BTreeSet<usize>) {
    reached.insert(place);
    if pattern.get(place) == Some(&Component::Any) {
        arrive(pattern, place + 1, reached);
    }
}

/// Whether a name is one that the parts describe.
fn is_named(parts: &[Part], name: &str) -> bool {
    let mut reached = BTreeSet::from([0]);
    let skip_stars = |reached: &mut BTreeSet<usize>| {
        for (place, part) in parts.iter().enumerate() {
            if *part == Part::AnyNumber && reached.contains(&place) {
                reached.insert(place + 1);
            }
        }
    };
    skip_stars(&mut reached);
    for character in name.chars() {
        let steps = reached.iter().filter_map(|place| match parts.get(*place)? {
            Part::AnyNumber => Some(*place),
            Part::AnyOne | Part::OneOf => Some(place + 1),
            Part::One(wanted) => (*wanted == character).then_some(place + 1),
        });
        let mut next = steps.collect();
        skip_stars(&mut next);
        reached = next;
    }
    reached.contains(&parts.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(pattern: &str, path: &str, extent: Extent) -> Option<Certainty> {
        let anchors = Anchors {
            project: "/proj",
            home: Some("/home/u"),
        };
        let rule = PlaceRule::reading(Some(pattern)).unwrap();
        rule.meets(path, extent, anchors)
    }

    #[test]
    fn patterns_start_where_they_say() {
        for (pattern, path, wanted) in [
            ("./.env", "/proj/.env", true),
            ("./.env", "/proj/.env.example", false),
            ("./.env", "/proj/sub/.env", false),
            (".env", "/proj/sub/.env", true),
            ("config/.env", "/proj/config/.env", true),
            ("config/.env", "/proj/a/config/.env", false),
            ("~/.ssh", "/home/u/.ssh/id", true),
            ("~/.ssh", "/proj/.ssh/id", false),
            ("//etc/x", "/etc/x", true),
            ("//etc/x", "/proj/etc/x", false),
            ("/etc/x", "/etc/x", true),
            ("/etc/x", "/proj/etc/x", true),
            ("../other/x", "/other/x", true),
            ("*", "/anything", true),
        ] {
            let met = check(pattern, path, Extent::Itself) == Some(Certainty::Certain);
            assert_eq!(met, wanted, "{pattern} on {path}");
        }
    }

    #[test]
    fn stars_stay_in_their_component_and_double_stars_do_not() {
        for (pattern, path, wanted) in [
            ("./*.pem", "/proj/a.pem", true),
            ("./*.pem", "/proj/a/b.pem", false),
            ("./**/*.pem", "/proj/a/b/c.pem", true),
            ("./**/*.pem", "/proj/c.pem", true),
            ("./**/build/**", "/proj/a/build/x", true),
            ("./**/build/**", "/proj/a/builds/x", false),
            ("./secret?.txt", "/proj/secret1.txt", true),
            ("./secret[0-9].txt", "/proj/secret1.txt", true),
            ("./a*b*c", "/proj/aXbYbc", true),
            ("./\\*", "/proj/x", false),
        ] {
            let met = check(pattern, path, Extent::Itself) == Some(Certainty::Certain);
            assert_eq!(met, wanted, "{pattern} on {path}");
        }
    }

    #[test]
    fn what_is_below_a_match_matches() {
        assert_eq!(
            check("./secrets", "/proj/secrets/a/b", Extent::Itself),
            Some(Certainty::Certain)
        );
    }

    #[test]
    fn an_effect_on_all_below_may_meet_what_is_below() {
        assert_eq!(
            check("./.env", "/proj", Extent::Below),
            Some(Certainty::Possible)
        );
        assert_eq!(check("./.env", "/proj", Extent::Itself), None);
        assert_eq!(check("./.env", "/proj/src", Extent::Below), None);
        assert_eq!(
            check("./**/x", "/proj/src", Extent::Below),
            Some(Certainty::Possible)
        );
    }

    fn covered(pattern: &str, path: &str, wildcards: Wildcards) -> bool {
        let anchors = Anchors {
            project: "/proj",
            home: Some("/home/u"),
        };
        let rule = PlaceRule::reading(Some(pattern)).unwrap();
        rule.covers(path, wildcards, anchors)
    }

    #[test]
    fn wildcards_of_a_rule_that_allows_take_in_no_hidden_name() {
        for (pattern, path, wanted) in [
            ("~/**", "/home/u/notes/a", true),
            ("~/**", "/home/u/.ssh/id", false),
            ("~/.ssh/**", "/home/u/.ssh/id", true),
            ("~/.ssh", "/home/u/.ssh/id", true),
            ("~/.ssh", "/home/u/.ssh/.old/id", false),
            ("./*", "/proj/.envrc", false),
            ("./.env*", "/proj/.envrc", true),
            (".vscode", "/proj/a/.vscode/x", true),
        ] {
            assert_eq!(
                covered(pattern, path, Wildcards::Plain),
                wanted,
                "{pattern} on {path}"
            );
        }
        assert!(covered("~/**", "/home/u/.cargo/x", Wildcards::All));
        assert!(!covered("~/a/*.md", "/home/u/a", Wildcards::All));
    }

    #[test]
    fn a_rule_that_allows_reads_a_path_in_the_plainer_way() {
        assert!(covered("/etc/x", "/etc/x", Wildcards::All));
        assert!(!covered("/etc/x", "/proj/etc/x", Wildcards::All));
    }

    #[test]
    fn only_a_path_without_a_pattern_is_exact() {
        let anchors = Anchors {
            project: "/proj",
            home: Some("/home/u"),
        };
        let exact = |pattern, path| {
            PlaceRule::editing(Some(pattern))
                .unwrap()
                .is_exactly(path, anchors)
        };
        assert!(exact("~/.bashrc", "/home/u/.bashrc"));
        assert!(!exact("~/**", "/home/u"));
        assert!(!exact("~/.bash*", "/home/u/.bashrc"));
        assert!(!exact("~", "/home/u/.bashrc"));
    }

    #[test]
    fn patterns_say_where_to_look_for_what_they_mean() {
        let anchors = Anchors {
            project: "/proj",
            home: Some("/home/u"),
        };
        let searched = |pattern| PlaceRule::reading(Some(pattern)).unwrap().searched(anchors);
        assert_eq!(searched("./a/*.pem"), ["/proj/a"]);
        assert_eq!(searched(".env"), ["/proj"]);
        assert_eq!(searched("//x?"), ["/"]);
        assert!(searched("./secrets/**").is_empty() && searched("~/.ssh").is_empty());
    }

    #[test]
    fn what_is_not_applied_is_refused() {
        for body in ["!x", "~other/x"] {
            assert_eq!(
                PlaceRule::reading(Some(body)),
                Err(RuleErrorKind::NotSupported)
            );
        }
        assert_eq!(PlaceRule::editing(Some("")), Err(RuleErrorKind::Empty));
    }

    #[test]
    fn a_home_that_is_not_known_has_no_places() {
        let rule = PlaceRule::reading(Some("~/x")).unwrap();
        let anchors = Anchors {
            project: "/proj",
            home: None,
        };
        assert_eq!(rule.meets("/home/u/x", Extent::Itself, anchors), None);
    }
}
