//! Asks hooks and the prompt judge about a call, and decides it anew with what they say. Deciding itself stays pure: this
//! only calls what it is given, and needs no async runtime.

use std::time::{Duration, Instant};

use super::{
    Decided,
    consulted::{Consulted, Said},
    decide, decide_consulted,
    gather::anchors,
    hooks::{Answer, BeforeRun, FailureMode, HookFault, HookInForce},
    prompt_rules::{Holds, PromptJudge, PromptQuestion, PromptRule},
    situation::Situation,
    trace::Step,
};
use crate::{
    call::{Call, CallForm},
    judge::{Mode, Verdict},
    limits::{HOOK_ROUNDS, HOOK_TIME, PROMPT_TIME},
    rules::Wish,
};

/// Whoever has a say beside rules and policies.
#[derive(Clone, Debug, Default)]
pub struct Consultants<'a> {
    /// The hooks.
    pub hooks: Vec<HookInForce<'a>>,
    /// The prompt rules.
    pub prompt_rules: &'a [PromptRule],
    /// Who judges them. None: they have no answer.
    pub prompt_judge: Option<&'a dyn PromptJudge>,
}

/// Decides a call, with hooks and prompt rules. It waits for them.
///
/// A call that is denied without them stays denied, and nobody is asked. A call that a hook changes is a new one and judged
/// from the start; what was said against the old one still holds.
pub fn decide_with(call: Call, situation: &Situation, consultants: &Consultants<'_>) -> Decided {
    if consultants.hooks.is_empty() && consultants.prompt_rules.is_empty() {
        return decide(call, situation);
    }
    // The mode comes after them all.
    let before_mode = |call| decide_consulted(call, situation, Consulted::default(), Mode::Default);
    let mut decided = before_mode(call);
    let mut consulted = Consulted::default();
    let mut rounds = 0;
    loop {
        if decided.decision.verdict == Verdict::Deny {
            return decided;
        }
        let (said, changed) = ask_hooks(&decided, situation, &consultants.hooks);
        consulted.hear(said);
        let Some((call, said)) = changed.filter(|_| !consulted.denies()) else {
            break;
        };
        if rounds == HOOK_ROUNDS {
            consulted.hear([said(Verdict::Ask, "changes the call again and again")]);
            break;
        }
        rounds += 1;
        consulted.keep_against();
        decided = before_mode(call);
    }
    if !consulted.denies() {
        consulted.hear(ask_judge(&decided, situation, consultants));
    }
    decide_consulted(decided.call, situation, consulted, situation.mode)
}

/// A new call, and a way to say something about the hook that wants it.
type Changed<'a> = (Call, Box<dyn Fn(Verdict, &str) -> Said + 'a>);

/// Asks all hooks whose condition holds, whatever the others say.
fn ask_hooks<'a>(
    decided: &Decided,
    situation: &Situation,
    hooks: &[HookInForce<'a>],
) -> (Vec<Said>, Option<Changed<'a>>) {
    let (mut all, mut changed) = (Vec::new(), None::<(CallForm, Changed<'a>)>);
    let mut is_disputed = false;
    for hook in hooks {
        let anchors = anchors(situation);
        let is_asked = hook
            .condition
            .is_none_or(|condition| condition.holds(&decided.decision, anchors));
        if !is_asked {
            continue;
        }
        let (name, source) = (hook.name, hook.source);
        let said = move |verdict, words: &str| Said::new(Step::Hook, verdict, name, source, words);
        match answer(hook, decided, situation) {
            Ok(Answer::Pass) => {}
            Ok(Answer::Deny(words)) => all.push(said(Verdict::Deny, &words)),
            Ok(Answer::Ask(words)) => all.push(said(Verdict::Ask, &words)),
            Ok(Answer::Allow(words)) if hook.may_lift => {
                all.push(said(Verdict::Allow, &words).lifting(true));
            }
            Ok(Answer::Allow(_)) => {
                let words = "it would allow it, and hooks of its place may only restrict";
                all.push(said(Verdict::Pass, words));
            }
            Ok(Answer::Change(form, words)) => {
                if *form == CallForm::of(&decided.call) {
                    continue;
                }
                match (form.clone().into_call(), &changed) {
                    (Ok(_), Some((other, _))) if *other == *form => {}
                    (Ok(_), Some(_)) => {
                        let words = "it changes the call in another way than another hook does";
                        all.push(said(Verdict::Ask, words));
                        is_disputed = true;
                    }
                    (Ok(call), None) => {
                        let call = call.called_by(decided.call.caller());
                        all.push(said(
                            Verdict::Pass,
                            &format!("it changed the call: {words}"),
                        ));
                        changed = Some((*form, (call, Box::new(said))));
                    }
                    (Err(error), _) => all.push(without_answer(hook, &error.to_string())),
                }
            }
            Err(fault) => all.push(without_answer(hook, &fault.to_string())),
        }
    }
    // Which of two changes came first must not matter, so neither counts.
    (
        all,
        changed.filter(|_| !is_disputed).map(|(_, changed)| changed),
    )
}

fn answer(
    hook: &HookInForce<'_>,
    decided: &Decided,
    situation: &Situation,
) -> Result<Answer, HookFault> {
    within(HOOK_TIME, || {
        hook.hook.before(&BeforeRun {
            call: &decided.call,
            cwd: &situation.facts.cwd,
            decision: &decided.decision,
        })
    })
}

/// What it means that a hook has no answer is declared where it is written.
fn without_answer(hook: &HookInForce<'_>, why: &str) -> Said {
    let verdict = match hook.failure {
        FailureMode::Required => Verdict::Ask,
        FailureMode::Advisory => Verdict::Pass,
    };
    let words = format!("it gave no answer: {why}");
    Said::new(Step::Hook, verdict, hook.name, hook.source, &words)
}

/// An answer that comes too late is none.
fn within<T>(limit: Duration, ask: impl FnOnce() -> Result<T, HookFault>) -> Result<T, HookFault> {
    let asked = Instant::now();
    let answer = ask()?;
    if asked.elapsed() > limit {
        return Err(HookFault::new("its answer came too late"));
    }
    Ok(answer)
}

/// Asks the prompt judge about the rules that could change something.
fn ask_judge(decided: &Decided, situation: &Situation, consultants: &Consultants<'_>) -> Vec<Said> {
    let decision = &decided.decision;
    let rules: Vec<&PromptRule> = consultants
        .prompt_rules
        .iter()
        .filter(|rule| rule.wish != Wish::Allow || decision.verdict != Verdict::Allow)
        .filter(|rule| {
            let condition = rule.condition.as_ref();
            condition.is_none_or(|condition| condition.holds(decision, anchors(situation)))
        })
        .collect();
    if rules.is_empty() {
        return Vec::new();
    }
    let question = PromptQuestion {
        command: decided.call.command(),
        description: decided.call.description(),
        cwd: &situation.facts.cwd,
        conditions: rules.iter().map(|rule| rule.when.as_str()).collect(),
    };
    let answers = match consultants.prompt_judge {
        Some(judge) => within(PROMPT_TIME, || judge.judge(&question)),
        None => Err(HookFault::new("there is no prompt judge")),
    };
    let answers = answers.and_then(|answers| {
        let fits = answers.len() == rules.len();
        fits.then_some(answers)
            .ok_or_else(|| HookFault::new("it did not answer each condition once"))
    });
    let of_rule = |(at, rule): (usize, &&PromptRule)| {
        let said = |verdict, words: &str| {
            let name = format!("{}: {}", rule.wish, rule.when);
            Said::new(Step::PromptRule, verdict, &name, &rule.source, words)
        };
        let unanswered = match rule.wish {
            Wish::Deny | Wish::Ask => Verdict::Ask,
            Wish::Allow => Verdict::Pass,
        };
        match answers.as_ref().map(|answers| answers.get(at)) {
            Ok(Some(Holds::Yes(words))) => Some(said(verdict_of(rule.wish), words)),
            Ok(Some(Holds::No)) => None,
            Ok(Some(Holds::Unsure) | None) => Some(said(unanswered, "the judge can't say")),
            Err(fault) => Some(said(unanswered, &format!("it was not judged: {fault}"))),
        }
    };
    rules.iter().enumerate().filter_map(of_rule).collect()
}

const fn verdict_of(wish: Wish) -> Verdict {
    match wish {
        Wish::Allow => Verdict::Allow,
        Wish::Ask => Verdict::Ask,
        Wish::Deny => Verdict::Deny,
    }
}
