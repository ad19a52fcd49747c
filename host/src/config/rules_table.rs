//! The table `[rules]`: rules, each alone or with examples that are tried when it is loaded (R4.3).

use std::fmt;

use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, Visitor, value::MapAccessDeserializer},
};
use toml::Spanned;

use super::{
    error::{ConfigError, ConfigErrorKind},
    load::Reader,
    settings::Settings,
};
use crate::rules::{Rule, RuleSet, Wish};

/// The table.
#[derive(Debug, Default, Deserialize, schemars::JsonSchema)]
#[serde(
    deny_unknown_fields,
    expecting = "a table with `allow`, `ask` and `deny`"
)]
pub(super) struct RulesTable {
    /// Commands that run without asking, and places that need no question.
    #[serde(default)]
    #[schemars(with = "Vec<RuleForm>")]
    pub(super) allow: Vec<Spanned<RuleItem>>,
    /// What is asked about, whatever else allows it.
    #[serde(default)]
    #[schemars(with = "Vec<RuleForm>")]
    pub(super) ask: Vec<Spanned<RuleItem>>,
    /// What never runs.
    #[serde(default)]
    #[schemars(with = "Vec<RuleForm>")]
    pub(super) deny: Vec<Spanned<RuleItem>>,
}

/// The two forms of a rule, for the schema.
#[derive(schemars::JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "describes what `RuleItem` reads")]
enum RuleForm {
    /// A rule, such as `Bash(git push:*)`, `Read(./.env)` or `Connect(*.example.org)`.
    Alone(String),
    /// A rule with examples.
    WithExamples(ExamplesTable),
}

/// A rule with examples.
#[derive(Debug, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
struct ExamplesTable {
    /// The rule.
    rule: String,
    /// What it must mean.
    #[serde(default, rename = "match")]
    #[schemars(with = "Vec<String>")]
    matching: Vec<Spanned<String>>,
    /// What it must not mean.
    #[serde(default, rename = "no_match")]
    #[schemars(with = "Vec<String>")]
    not_matching: Vec<Spanned<String>>,
}

/// A rule as it is written.
#[derive(Debug)]
pub(super) struct RuleItem(ExamplesTable);

impl<'de> Deserialize<'de> for RuleItem {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ItemVisitor;

        impl<'de> Visitor<'de> for ItemVisitor {
            type Value = RuleItem;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a rule, or a table with `rule`, `match` and `no_match`")
            }

            fn visit_str<E>(self, text: &str) -> Result<RuleItem, E> {
                Ok(RuleItem(ExamplesTable {
                    rule: text.to_owned(),
                    matching: Vec::new(),
                    not_matching: Vec::new(),
                }))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<RuleItem, A::Error> {
                ExamplesTable::deserialize(MapAccessDeserializer::new(map)).map(RuleItem)
            }
        }

        deserializer.deserialize_any(ItemVisitor)
    }
}

impl Reader<'_> {
    /// Takes over all rules.
    pub(super) fn rules_table(
        &self,
        table: &RulesTable,
        settings: &mut Settings,
    ) -> Result<(), ConfigError> {
        for (wish, rules) in [
            (Wish::Allow, &table.allow),
            (Wish::Ask, &table.ask),
            (Wish::Deny, &table.deny),
        ] {
            for item in rules {
                let at = item.span().start;
                let table = &item.get_ref().0;
                let rule = self.add(&mut settings.rules, wish, &table.rule, at)?;
                self.try_examples(&rule, wish, table)?;
                settings.notes.extend(rule.remark(wish).map(|remark| {
                    let line = self.place(at).line().unwrap_or(0);
                    format!(
                        "{}:{line}: the {wish} rule {rule} {remark}",
                        self.path.display()
                    )
                }));
            }
        }
        Ok(())
    }

    /// Adds a rule to a set.
    pub(super) fn add(
        &self,
        set: &mut RuleSet,
        wish: Wish,
        text: &str,
        at: usize,
    ) -> Result<Rule, ConfigError> {
        let add = |rule: Rule| set.add(wish, rule.clone(), self.source(at)).map(|_| rule);
        Rule::parse(text)
            .and_then(add)
            .map_err(|error| self.error(Some(at), ConfigErrorKind::Rule(error)))
    }

    fn try_examples(
        &self,
        rule: &Rule,
        wish: Wish,
        table: &ExamplesTable,
    ) -> Result<(), ConfigError> {
        let wanted = table.matching.iter().map(|example| (example, true));
        let unwanted = table.not_matching.iter().map(|example| (example, false));
        for (example, is_wanted) in wanted.chain(unwanted) {
            if rule.means(wish, example.get_ref()) == is_wanted {
                continue;
            }
            let not = if is_wanted {
                "does not match"
            } else {
                "matches"
            };
            let message = format!(
                "the {wish} rule {rule} {not} its example `{}`",
                crate::untrusted::tame(example.get_ref(), 200)
            );
            return Err(self.error(Some(example.span().start), ConfigErrorKind::Value(message)));
        }
        Ok(())
    }
}
