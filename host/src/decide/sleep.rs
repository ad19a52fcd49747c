//! A model that only waits in the foreground is told to wait in the background (R1.4). PURE.

use super::{
    reasons::{Against, refusing},
    trace::{Reason, Step},
};
use crate::{
    call::{Background, Call, Caller},
    judge::Verdict,
    limits::SLEEP_REFUSED,
    read::{Binding, BlockKind, Command, Script},
};

/// Wrappers behind which a sleep waits as long as without them.
const IDLE_WRAPPERS: [&str; 15] = [
    "bash", "builtin", "command", "dash", "doas", "env", "exec", "ionice", "nice", "nohup", "sh",
    "stdbuf", "sudo", "time", "zsh",
];

/// Says that a call of a model begins with a sleep that everybody would wait for.
pub(super) fn refusal(call: &Call, script: &Script) -> Option<Against> {
    if call.caller() != Caller::Model || call.background() == Background::Wished {
        return None;
    }
    let command = script.commands.first()?;
    if !blocks(script, command) || seconds(script, command)? < SLEEP_REFUSED.as_secs_f64() {
        return None;
    }
    let reason = Reason::new(
        Step::Sleep,
        "it begins by waiting, and nothing else could be done meanwhile",
    )
    .at(Some(0), command.span)
    .with_remedy("wait with `run_in_background`, or wait for the thing itself");
    Some(refusing(Verdict::Deny, reason))
}

/// Whether the script waits for the end of a command that it starts with.
fn blocks(script: &Script, command: &Command) -> bool {
    let block = |index: u32| script.blocks.get(index as usize);
    let around = std::iter::successors(block(command.block), |one| block(one.parent?));
    let is_left = |background: bool, kind| background || kind == BlockKind::Function;
    !command.background
        && !around
            .take(script.blocks.len() + 1)
            .any(|one| is_left(one.background, one.kind))
}

/// How long a command sleeps at least. None: it is no sleep, or one that ends at once since it can't be understood.
fn seconds(script: &Script, command: &Command) -> Option<f64> {
    let is_idle = |name: &str| IDLE_WRAPPERS.contains(&name);
    let wrappers_wait = command.wrappers.iter().all(|one| is_idle(&one.name));
    let name = script.name(command)?.rsplit('/').next()?;
    if name != "sleep" || command.binding == Binding::Function || !wrappers_wait {
        return None;
    }
    let mut operands = script.words(command).get(1..)?;
    if let Some(([first], rest)) = operands.split_at_checked(1)
        && first.certain() == Some("--")
    {
        operands = rest;
    }
    let certain = operands.iter().filter_map(|word| word.certain());
    certain.map(duration).sum()
}

/// Reads one operand as `sleep` does: what the C library takes for a number, and one letter for the unit.
fn duration(operand: &str) -> Option<f64> {
    let (number, unit) = match operand.as_bytes().last()? {
        // In a hexadecimal number it is a digit.
        b'd' if is_hexadecimal(operand) => (operand, 1.0),
        b's' => (operand.strip_suffix('s')?, 1.0),
        b'm' => (operand.strip_suffix('m')?, 60.0),
        b'h' => (operand.strip_suffix('h')?, 3600.0),
        b'd' => (operand.strip_suffix('d')?, 86_400.0),
        _ => (operand, 1.0),
    };
    let number = number.trim_start_matches([' ', '\t', '\n', '\r', '\x0b', '\x0c']);
    let number = number.strip_prefix('+').unwrap_or(number);
    let seconds = match strip_hexadecimal(number) {
        Some(digits) => hexadecimal(digits)?,
        None if number.starts_with(['+', '-']) => return None,
        None => number.parse().ok()?,
    };
    (seconds >= 0.0).then_some(seconds * unit)
}

fn strip_hexadecimal(number: &str) -> Option<&str> {
    number
        .strip_prefix("0x")
        .or_else(|| number.strip_prefix("0X"))
}

/// Whether the last letter is part of a hexadecimal number: its exponent has decimal digits only.
fn is_hexadecimal(operand: &str) -> bool {
    let operand = operand.trim_start().trim_start_matches('+');
    strip_hexadecimal(operand).is_some_and(|digits| !digits.contains(['p', 'P']))
}

/// Reads `1f.8p3`.
fn hexadecimal(text: &str) -> Option<f64> {
    let (mantissa, exponent) = match text.split_once(['p', 'P']) {
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok()?),
        None => (text, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let mut value = 0.0;
    for digit in whole.chars() {
        value = value * 16.0 + f64::from(digit.to_digit(16)?);
    }
    let mut weight = 1.0;
    for digit in fraction.chars() {
        weight /= 16.0;
        value += f64::from(digit.to_digit(16)?) * weight;
    }
    Some(value * 2.0_f64.powi(exponent))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::{Dialect, ShellFacts, read};

    fn is_refused(command: &str, caller: Caller) -> bool {
        let facts = ShellFacts {
            dialect: Dialect::Bash,
            path: None,
            home: None,
            cwd: "/proj".to_owned(),
            functions: Vec::new(),
            aliases: Vec::new(),
        };
        let call = Call::new(command).unwrap().called_by(caller);
        refusal(&call, &read(command, &facts)).is_some()
    }

    #[test]
    fn a_model_that_waits_two_seconds_or_more_first_is_refused() {
        for command in [
            "sleep 2",
            "sleep 5 && make test",
            "sleep 5; ls",
            "sleep 1 1",
            "sleep 1.5 .5",
            "sleep 0x10",
            "sleep 0x1d",
            "sleep 0x1p3",
            "sleep 1e1",
            "sleep 1m",
            "sleep .1h",
            "sleep 0.001d",
            "sleep inf",
            "sleep infinity",
            "sleep 3s",
            "sleep ' 3'",
            "sleep +3",
            "sleep -- 3",
            "sleep \"5\"",
            "/bin/sleep 5",
            "command sleep 5",
            "nice -n 5 env A=1 sleep 5",
            "time sleep 5",
            "(sleep 5; ls)",
            "bash -c 'sleep 5; ls'",
            "sleep 5 | cat",
            "sleep 5 $X",
        ] {
            assert!(is_refused(command, Caller::Model), "{command}");
        }
    }

    #[test]
    fn who_does_not_wait_is_not_refused() {
        for command in [
            "sleep 1",
            "sleep 1.9",
            "sleep .5m -x",
            "sleep 5x",
            "sleep nan",
            "sleep",
            "sleep --help",
            "sleep 5 & make",
            "(sleep 5) & make",
            "{ sleep 5; ls; } & make",
            "timeout 1 sleep 5",
            "make && sleep 5",
            "echo sleep 5",
            "f() { sleep 5; }",
            "sleep $X",
        ] {
            assert!(!is_refused(command, Caller::Model), "{command}");
        }
    }

    #[test]
    fn a_person_may_wait_and_so_may_a_model_that_has_no_tasks() {
        assert!(!is_refused("sleep 60", Caller::Person));
        assert!(!is_refused("sleep 60", Caller::ModelWithoutTasks));
    }

    #[test]
    fn what_runs_in_the_background_waits_for_nobody() {
        let call = Call::new("sleep 60").unwrap().called_by(Caller::Model);
        let call = call.with_background(Background::Wished);
        let script = Script::unread(Dialect::Bash, "sleep 60");
        assert!(refusal(&call, &script).is_none());
    }
}
