//! Redirects in words: where input comes from and where output goes.

use super::words::{Writing, shortened};
use crate::read::{Fields, Redirect, Script};

/// Adds remarks on redirects to a line, each after `whose`.
pub(super) fn describe<'a>(
    writing: &mut Writing<'a>,
    script: &'a Script,
    redirects: &'a [Redirect],
    whose: &str,
) {
    for redirect in redirects {
        let text = in_words(writing, script, redirect);
        writing.notes.say(format!("{whose}{text}"));
    }
}

fn in_words<'a>(writing: &mut Writing<'a>, script: &'a Script, redirect: &'a Redirect) -> String {
    let operator = redirect.operator.as_str();
    let number = redirect
        .descriptor
        .unwrap_or(u32::from(!operator.starts_with('<')));
    let channel = channel(number);
    if matches!(operator, "<<" | "<<-") {
        return here_document(writing, script, redirect, &channel);
    }
    let Some(word) = redirect.target.and_then(|target| script.word(target)) else {
        return format!("{channel} closed");
    };
    if matches!(operator, "<&" | ">&")
        && let Some(text) = duplicate(operator, redirect.descriptor, word.certain(), &channel)
    {
        return text;
    }
    let target = writing.word(word);
    match operator {
        "<" => format!("{channel} from {target}"),
        "<>" => format!("{channel} from {target}, open for writing, too"),
        "<<<" => format!("{channel} is the text {target}"),
        ">" => format!("{channel} to {target}"),
        ">>" => format!("{channel} added to {target}"),
        ">|" => format!("{channel} to {target}, even over a file that is there"),
        "&>" => format!("output and errors to {target}"),
        "&>>" => format!("output and errors added to {target}"),
        "<&" | ">&" => format!("{channel} where {target} says"),
        // An operator of another shell is shown as it is.
        _ => format!("{channel} {operator} {target}"),
    }
}

/// `2>&1`, `>&-` and the like. None: the target is no descriptor that is known.
fn duplicate(
    operator: &str,
    descriptor: Option<u32>,
    target: Option<&str>,
    channel: &str,
) -> Option<String> {
    let target = target?;
    if target == "-" {
        return Some(format!("{channel} closed"));
    }
    let (number, moved) = match target.strip_suffix('-') {
        Some(number) => (number, ", which is closed"),
        None => (target, ""),
    };
    if let Ok(number) = number.parse() {
        return Some(format!("{channel} where {}{moved}", goes(number)));
    }
    (operator == ">&" && descriptor.is_none())
        .then(|| format!("output and errors to {}", shortened(target).0))
}

fn here_document<'a>(
    writing: &mut Writing<'a>,
    script: &'a Script,
    redirect: &'a Redirect,
    channel: &str,
) -> String {
    let body = redirect
        .body
        .and_then(|index| script.texts.get(index as usize))
        .map_or("", |text| text.content.as_str());
    if !body.is_empty() {
        writing.bodies.push(body);
    }
    let word = redirect.target.and_then(|target| script.word(target));
    let filled = match word {
        Some(word) if word.certain().is_none() || word.fields != Fields::One => {
            // What makes it uncertain is said of its parts.
            writing.word(word);
            ", partly filled in when it runs"
        }
        _ => "",
    };
    match body.lines().count() {
        0 => format!("{channel} is empty"),
        1 => format!("{channel} is a text of 1 line{filled}"),
        lines => format!("{channel} is a text of {lines} lines{filled}"),
    }
}

/// Where a descriptor leads, after `where`.
fn goes(number: u32) -> String {
    match number {
        0 => "input comes from".to_owned(),
        2 => "errors go".to_owned(),
        _ => format!("{} goes", channel(number)),
    }
}

fn channel(number: u32) -> String {
    match number {
        0 => "input".to_owned(),
        1 => "output".to_owned(),
        2 => "errors".to_owned(),
        _ => format!("descriptor {number}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptors_are_joined_closed_and_moved() {
        let said = |operator, descriptor: Option<u32>, target| {
            let number = descriptor.unwrap_or(u32::from(operator == ">&"));
            duplicate(operator, descriptor, Some(target), &channel(number)).unwrap_or_default()
        };
        assert_eq!(said(">&", Some(2), "1"), "errors where output goes");
        assert_eq!(said(">&", None, "2"), "output where errors go");
        assert_eq!(said("<&", None, "-"), "input closed");
        assert_eq!(
            said(">&", Some(1), "5-"),
            "output where descriptor 5 goes, which is closed"
        );
        assert_eq!(said(">&", None, "log"), "output and errors to log");
        assert_eq!(said(">&", Some(3), "log"), "");
        assert_eq!(duplicate(">&", None, None, "output"), None);
    }
}
