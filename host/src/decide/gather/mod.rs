//! The first phase (R4.1): everything that speaks for or against a call is gathered, without early exit.

mod denied;
mod edit;
mod elsewhere;
mod floor;
pub(super) mod git;
mod names;
mod native;
mod places;
mod sight;
mod walls;

use std::{borrow::Cow, path::Path};

pub(crate) use self::edit::Editing;
use self::sight::Sight;
pub(super) use self::{denied::Denied, floor::FloorFinding, places::word_of, walls::Walled};
use super::{
    consulted::Consulted,
    situation::{Runner, Situation},
};
use crate::{
    call::Call,
    judge::{Condition, Described, Effect, Finding, Input, Resolved},
    read::{Script, read},
    rules::{Anchors, Hit, RuleSet, Surroundings as RuleSurroundings},
    sys::files,
};

/// Everything that was gathered.
#[derive(Debug)]
pub(super) struct Gathered {
    /// What was read.
    pub(super) script: Script,
    /// Deny and ask rules that matched.
    pub(super) restricting: Vec<Hit>,
    /// The allow rule whose text is the call's, in the rule set.
    pub(super) exact: Option<u32>,
    /// For each command the allow rule that covers it, in the rule set.
    pub(super) covered: Vec<Option<u32>>,
    /// What the floor says.
    pub(super) floor: Vec<FloorFinding>,
    /// What the policies say.
    pub(super) described: Described,
    /// All effects, those of the shell itself included, with their places.
    pub(super) resolved: Vec<Resolved>,
    /// What will be lost.
    pub(super) warnings: Vec<Finding>,
    /// For each command whether its name means what policies know by it.
    pub(super) names: Vec<Result<(), String>>,
    /// For each command whether git can be neutralised where it starts, with the filters to switch off. None: it needn't
    /// be.
    pub(super) git: Vec<Option<Neutral>>,
    /// Whether an approved run would be contained.
    pub(super) walled: Walled,
    /// The edit that the whole call is, if it is one.
    pub(super) edit: Option<Editing>,
    /// What deny rules mean that are patterns.
    pub(super) denied: Denied,
    /// What hooks and the prompt judge said, as far as they were asked.
    pub(super) consulted: Consulted,
}

/// The filters to switch off, or what keeps git from being neutralised.
pub(super) type Neutral = Result<Vec<String>, String>;

/// Gathers.
pub(super) fn gather(call: &Call, situation: &Situation) -> Gathered {
    let script = read(call.command(), &situation.facts);
    let seen = elsewhere::gone(&script);
    let session = situation.session();
    let input = Input {
        script: &seen,
        session: &session,
    };

    let memory = &situation.memory;
    let mut described = memory.describe(&situation.policies, input);
    // What a function of the script does, the commands in its body do.
    described.effects.retain(|effect| {
        let command = script.commands.get(effect.command as usize);
        !command.is_some_and(|command| {
            script.calls_own_function(command) || native::is_own_business(command, effect)
        })
    });
    let mut effects: Vec<Effect> = described.effects.clone();
    let whole = script.commands.first().map(|command| command.span);
    effects.extend(whole.into_iter().flat_map(|span| {
        edit::effects(call.edits(), &described.effects, &situation.facts.cwd, span)
    }));
    effects.extend(native::effects(&seen));
    effects.retain(|effect| !native::is_sink(effect));
    effects.sort_by_key(|effect| effect.command);
    let resolved = places::resolve(&seen, situation, effects);
    let warnings = memory.judge(&situation.policies, input, &resolved, &mut described);

    let lookup = Lookup { situation };
    let covered = covering(&situation.rules, &script, &lookup);
    let excluded: Vec<bool> = covering(&situation.excluded, &script, &lookup)
        .iter()
        .map(Option::is_some)
        .collect();
    let names = (0..)
        .zip(&script.commands)
        .map(|(index, command)| {
            names::check(&script, command, situation)?;
            let conditions = described.conditions(index);
            if conditions.contains(&Condition::ProgramItself) {
                names::is_program_itself(&script, command, situation)?;
            }
            Ok(())
        })
        .collect();
    let mut looked: Vec<(&[String], Neutral)> = Vec::new();
    let git = (0..)
        .zip(&seen.commands)
        .map(|(index, command)| {
            if !described.conditions(index).contains(&Condition::GitNeutral) {
                return None;
            }
            // A look costs more than all the rest of a decision; where it starts from is mostly the same.
            if let Some((_, known)) = looked.iter().find(|(cwds, _)| *cwds == command.cwds) {
                return Some(known.clone());
            }
            let found = neutral_git(&command.cwds, situation);
            looked.push((&command.cwds, found.clone()));
            Some(found)
        })
        .collect();
    let mut restricting = situation.rules.restricting(&script);
    // What a command does that no policy described, it may do to every path among its words.
    let sight = Sight::default();
    let mut suspected = floor::suspected(&seen, situation, &sight, &resolved);
    let mut floor = floor::gather(&seen, situation, &sight, &resolved);
    if matches!(seen, Cow::Owned(_)) {
        // Where a command goes is also a word that it was given.
        suspected.extend(floor::suspected(&script, situation, &sight, &resolved));
        for finding in floor::gather(&script, situation, &sight, &resolved) {
            if !floor.contains(&finding) {
                floor.push(finding);
            }
        }
    }
    restricting.extend(restricting_places(situation, &resolved, &suspected));
    restricting.extend(situation.rules.restricting_domains(&script, &resolved));
    drop(looked);
    drop(seen);
    Gathered {
        restricting,
        exact: situation.rules.exact_allow(call.command()),
        floor,
        denied: denied::gather(situation),
        walled: walls::gather(&script, call, situation, &excluded),
        edit: edit::gather(&script, situation, &described, &resolved),
        consulted: Consulted::default(),
        covered,
        described,
        resolved,
        warnings,
        names,
        git,
        script,
    }
}

/// What allow rules gave.
pub(super) struct Allowed {
    exact: Option<u32>,
    covered: Vec<Option<u32>>,
}

/// Gathers what depends on allow rules once more, with those of another situation, and returns what was there before.
pub(super) fn allow_with(gathered: &mut Gathered, call: &Call, situation: &Situation) -> Allowed {
    let lookup = Lookup { situation };
    let covered = covering(&situation.rules, &gathered.script, &lookup);
    Allowed {
        exact: std::mem::replace(
            &mut gathered.exact,
            situation.rules.exact_allow(call.command()),
        ),
        covered: std::mem::replace(&mut gathered.covered, covered),
    }
}

/// Puts back what [`allow_with`] returned.
pub(super) fn put_back(gathered: &mut Gathered, allowed: Allowed) {
    gathered.exact = allowed.exact;
    gathered.covered = allowed.covered;
}

/// Looks for what keeps git from being neutralised, in every directory in which it may start.
fn neutral_git(cwds: &[String], situation: &Situation) -> Neutral {
    if cwds.is_empty() {
        return Err("where git starts is known only when it runs".to_owned());
    }
    let mut filters = Vec::new();
    for cwd in cwds {
        if *cwd != situation.facts.cwd {
            same_repository(Path::new(cwd), Path::new(&situation.facts.cwd))?;
        }
        let check = match situation.runner {
            Runner::Here => git::check,
            Runner::Elsewhere => git::check_untouched,
        };
        for filter in check(Path::new(cwd), situation.home.as_deref())? {
            if !filters.contains(&filter) {
                filters.push(filter);
            }
        }
    }
    Ok(filters)
}

/// Whether `cd` stays in the repository that it started in: another one may be anybody's (R3.4).
fn same_repository(cwd: &Path, start: &Path) -> Result<(), String> {
    if files::look_at(cwd) != files::Found::Directory {
        return Err(format!("{} can't be looked at", cwd.display()));
    }
    let repository = |directory: &Path| {
        directory
            .ancestors()
            .find(|directory| files::look_at(&directory.join(".git")) != files::Found::Missing)
            .map(Path::to_owned)
    };
    if repository(cwd) == repository(start) {
        return Ok(());
    }
    Err(format!("{} is in another repository", cwd.display()))
}

/// What patterns of rules on files start from: the first root is the project.
pub(super) fn anchors(situation: &Situation) -> Anchors<'_> {
    let project = situation.roots.first().and_then(|root| root.to_str());
    Anchors {
        project: project.unwrap_or(&situation.facts.cwd),
        home: situation.home.as_deref().and_then(Path::to_str),
    }
}

/// Deny and ask rules on files (R4.3): their relative patterns start at the project.
fn restricting_places(
    situation: &Situation,
    resolved: &[Resolved],
    suspected: &[Resolved],
) -> Vec<Hit> {
    let anchors = anchors(situation);
    let mut hits = situation.rules.restricting_places(resolved, anchors);
    hits.extend(situation.rules.restricting_places(suspected, anchors));
    hits
}

/// For each command the first allow rule that covers it.
fn covering(rules: &RuleSet, script: &Script, lookup: &Lookup<'_>) -> Vec<Option<u32>> {
    let mut covered = vec![None; script.commands.len()];
    for hit in rules.covering(script, lookup) {
        let place = hit
            .command
            .and_then(|command| covered.get_mut(command as usize));
        if let Some(place @ None) = place {
            *place = Some(hit.rule);
        }
    }
    covered
}

/// What rules must ask of the machine.
struct Lookup<'a> {
    situation: &'a Situation,
}

impl RuleSurroundings for Lookup<'_> {
    fn is_system_program(&self, path: &str) -> bool {
        names::is_system_file(path, self.situation)
    }

    fn is_inside_root(&self, directory: &str, cwd: &str) -> bool {
        files::real_path(Path::new(cwd), Path::new(directory)).is_some_and(|path| {
            self.situation
                .roots
                .iter()
                .any(|root| path.starts_with(root))
        })
    }

    fn is_project(&self, cwd: &str) -> bool {
        self.situation
            .roots
            .first()
            .is_some_and(|root| root == Path::new(cwd))
    }
}
