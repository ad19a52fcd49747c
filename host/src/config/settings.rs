//! Settings, resolved once and then handed down. Nothing below reads files or the environment.

use std::{path::PathBuf, time::Duration};

use super::{HookSetting, Program, PromptRuleSetting};
use crate::{
    ids::Digest,
    judge::{Mode, PolicySpec},
    limits::{DEFAULT_TIMEOUT, OUTPUT_CHARS},
    plan::{AutoAllow, Containment, Network},
    rules::{RuleSet, Source},
};

/// Where a value was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The setting, such as `run.timeout-ms`.
    pub key: String,
    /// The value, as text.
    pub value: String,
    /// Where it was written.
    pub source: Source,
}

/// All settings.
#[derive(Clone, Debug)]
pub struct Settings {
    /// A person's rules.
    pub rules: RuleSet,
    /// Commands that never run inside walls (R6.9).
    pub excluded: RuleSet,
    /// The session's stance.
    pub mode: Mode,
    /// Whether approved runs are contained.
    pub containment: Containment,
    /// Whether being contained is an allow source.
    pub auto_allow: AutoAllow,
    /// What the network is like inside work walls.
    pub network: Network,
    /// Further folders the session may work in.
    pub roots: Vec<PathBuf>,
    /// The policies.
    pub policies: Vec<PolicySpec>,
    /// Time limit of a call that names none.
    pub timeout: Duration,
    /// Characters of returned text, for each stream.
    pub output_chars: usize,
    /// Names of secrets that approved runs get all the same (R5.4).
    pub passed_variables: Vec<String>,
    /// Programs that have a say, or are told (R4.7).
    pub hooks: Vec<HookSetting>,
    /// Rules in words (R4.11).
    pub prompt_rules: Vec<PromptRuleSetting>,
    /// Who judges those.
    pub prompt_judge: Option<Program>,
    /// Where values were written that are no rules; of what is not among them the default holds.
    pub origins: Vec<Origin>,
    /// What a person should know of them: what was ignored, and rules that can't be meant so.
    pub notes: Vec<String>,
    /// The project whose files were read too. None: they hold everywhere.
    pub project: Option<PathBuf>,
    /// The files they were read from.
    pub files: Vec<PathBuf>,
    /// Names what they were read from, for permits.
    pub digest: Digest,
}

impl Settings {
    /// Returns the settings of somebody who wrote none, with these policies.
    pub fn with_policies(policies: Vec<PolicySpec>) -> Self {
        Self {
            rules: RuleSet::default(),
            excluded: RuleSet::default(),
            mode: Mode::Default,
            containment: Containment::Preferred,
            auto_allow: AutoAllow::Off,
            network: Network::Off,
            roots: Vec::new(),
            policies,
            timeout: DEFAULT_TIMEOUT,
            output_chars: OUTPUT_CHARS,
            passed_variables: Vec::new(),
            hooks: Vec::new(),
            prompt_rules: Vec::new(),
            prompt_judge: None,
            origins: Vec::new(),
            notes: Vec::new(),
            project: None,
            files: Vec::new(),
            digest: Digest::of(&[]),
        }
    }
}
