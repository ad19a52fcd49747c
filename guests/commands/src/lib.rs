//! The policy that says what commands do (R3.1, R3.2): effects of every command it knows, and whether that is harmless.
//!
//! Here is only the glue between the contract and the model: words become arguments, reports become effects and
//! judgements. `model.rs` says how a command is described, `tables/` describes the commands, `check.rs` reads arguments
//! by them. All tables are constants, since a fresh instance per evaluation would build anything lazy anew.

// First, since the others use its macro.
#[macro_use]
pub mod model;

pub mod argument;
pub mod check;
mod examples;
pub mod report;
pub mod tables;
mod words;

#[cfg(test)]
mod oracle;
#[cfg(test)]
mod playground;
#[cfg(test)]
mod readme;
#[cfg(test)]
mod testing;

use shellward_sdk::{
    About, Attr, CommandView, Description, Edit, Effect, Effects, EffectsDescription, Finding,
    Judgement, ScriptView, Session, Verdict, WordView,
};

use crate::{
    argument::Span,
    model::{Context, LateOptions, Tool},
    report::{Extent, Report, Rule, Target, When},
    words::Samples,
};

struct Commands;

impl About for Commands {
    fn about() -> Description {
        let names = tables::names();
        let description = Description::new(
            "commands",
            env!("CARGO_PKG_VERSION"),
            "Says what commands do, and which of them only read",
        )
        .with_dialects(&["bash", "zsh"])
        .with_triggers(&names);
        let description = Rule::ALL.iter().fold(description, |description, rule| {
            description.with_rule(rule.id(), rule.summary())
        });
        examples::all().fold(description, |description, example| {
            description.with_example(example.command, example.verdict, example.note)
        })
    }

    fn check_settings(settings: &str) -> Result<(), String> {
        match settings.trim() {
            "" | "{}" | "null" => Ok(()),
            _ => Err("commands has no settings; leave them out or give {}".to_owned()),
        }
    }
}

impl Effects for Commands {
    fn describe(script: ScriptView<'_>, session: &Session) -> EffectsDescription {
        let mut description = EffectsDescription::default();
        let Some(builtin) = builtins(script.dialect()) else {
            return description;
        };
        let late_options = late_options(script, session);
        for command in script.commands() {
            if let Some(tool) = known(command, builtin) {
                describe(command, tool, late_options, &mut description);
            }
        }
        description
    }
}

shellward_sdk::export_effects!(Commands);

/// Finds the description of a builtin by its name.
type Builtins = fn(&str) -> Option<&'static Tool>;

/// How builtins of a shell are found. Programs are the same in each, once the words are certain.
fn builtins(dialect: &str) -> Option<Builtins> {
    match dialect {
        "bash" => Some(|name| tables::find_builtin(name).or_else(|| tables::find(name))),
        "zsh" => Some(tables::find_in_zsh),
        _ => None,
    }
}

/// Finds the description of a command, unless its name may mean something else here.
fn known(command: CommandView<'_>, builtin: Builtins) -> Option<&'static Tool> {
    let name = command.name()?;
    match command.binding() {
        "builtin" => builtin(name),
        "file" => tables::find(name),
        _ => None,
    }
}

/// Finds out whether options may follow operands: with GNU's tools they may, unless `POSIXLY_CORRECT` is set.
fn late_options(script: ScriptView<'_>, session: &Session) -> LateOptions {
    let mut assignments = script.raw().assignments.iter();
    if session.platform == "linux" && !assignments.any(|set| set.name == "POSIXLY_CORRECT") {
        LateOptions::AreOptions
    } else {
        LateOptions::AreUncertain
    }
}

fn describe(
    command: CommandView<'_>,
    tool: &Tool,
    late_options: LateOptions,
    description: &mut EffectsDescription,
) {
    let name = command
        .words()
        .next()
        .map_or(command.span(), WordView::span);
    let context = Context {
        name: span_from(name),
        late_options,
    };
    let mut report = Report::default();
    let mut readings = 0;
    let samples = Samples::of(command);
    words::each_reading(command, &samples, |arguments| {
        let mut reading = Report::default();
        check::describe(&tool.grammar, arguments, context, &mut reading);
        report.merge(reading);
        readings += 1;
    });
    // An edit is of certain files by a certain script.
    let edit = report.edit.as_ref().filter(|_| readings == 1);
    let edits = edit.map(|edit| to_edit(command, tool, edit));
    description.edits.extend(edits);
    let effects = report.effects.iter();
    description
        .effects
        .extend(effects.map(|effect| to_effect(command, effect)));
    description.judgements.push(to_judgement(command, &report));
}

fn to_effect(command: CommandView<'_>, effect: &report::Effect<'_>) -> Effect {
    let told = Effect::new(effect.kind.code(), command).at(span_to(effect.span));
    let told = match effect.target {
        Target::Exact(target) => told.with_target(target),
        Target::Thing(thing) => told.with_target(thing).with_attr("no-file", "true"),
        Target::Suffixed(target, suffix) => told.with_target(&[target, suffix].concat()),
        Target::Below(prefix) => Effect {
            target: Some(prefix.to_owned()),
            ..told
        },
        Target::Unknown => told,
    };
    let told = match effect.extent {
        Extent::Flat => told,
        Extent::Deep => told.recursive(),
        Extent::DeepThroughLinks => told.recursive().following_links(),
        Extent::Inside => told.recursive().with_attr("inside", "true"),
    };
    match effect.when {
        When::Always => told,
        When::IfOption => told.with_attr("only-if-option", "true"),
    }
}

fn to_edit(command: CommandView<'_>, tool: &Tool, edit: &report::Edit<'_>) -> Edit {
    let kind = tool.names.first().copied().unwrap_or_default();
    let told = Edit::new(kind, command, &edit.files, &edit.script);
    let options = edit.options.iter();
    Edit {
        attrs: options.map(|option| Attr::new("option", option)).collect(),
        ..told
    }
}

fn to_judgement(command: CommandView<'_>, report: &Report<'_>) -> Judgement {
    let verdict = if report.is_harmless() {
        Verdict::Allow
    } else {
        Verdict::Pass
    };
    let conditions = report.conditions.iter();
    let judgement = conditions.fold(Judgement::new(command, verdict), |judgement, condition| {
        judgement.with_condition(condition.code())
    });
    report.reasons.iter().fold(judgement, |judgement, reason| {
        let finding = Finding::new(reason.rule.id(), &reason.message());
        judgement.with_finding(finding.at(span_to(reason.span)))
    })
}

fn span_from(span: shellward_sdk::Span) -> Span {
    Span {
        text: span.text,
        start: span.start,
        end: span.end,
    }
}

fn span_to(span: Span) -> shellward_sdk::Span {
    shellward_sdk::Span {
        text: span.text,
        start: span.start,
        end: span.end,
    }
}

#[cfg(test)]
mod tests;
