//! Makes a script that is read wrongly smaller, as long as it still is (delta debugging over tokens).

use super::{
    bench::{Request, Worker},
    soak::{Verdict, check},
};

/// Scripts that are tried before the smallest so far must do.
const TRIES: usize = 250;

/// Returns a smaller script that is read wrongly, and what differs there. None: there is none.
///
/// It must differ in the same way, or another, smaller mistake would hide this one.
pub(super) fn minimise(
    worker: &mut Worker<'_>,
    request: &Request,
    problem: &str,
) -> Option<(String, String)> {
    let kind = |problem: &str| problem.split(':').next().map(str::to_owned);
    let wanted = kind(problem);
    let mut tokens = tokens(&request.script);
    let mut smallest = None;
    let mut tries = 0;
    let mut size = tokens.len().div_ceil(2);
    while size > 0 {
        let mut from = 0;
        let mut shrunk = false;
        while from < tokens.len() && tries < TRIES {
            let until = (from + size).min(tokens.len());
            let fewer = [&tokens[..from], &tokens[until..]].concat();
            tries += 1;
            let candidate = Request {
                script: fewer.concat(),
                ..request.clone()
            };
            if let (Verdict::Differs(problem), ..) = check(worker, &candidate)
                && kind(&problem) == wanted
            {
                smallest = Some((candidate.script, problem));
                tokens = fewer;
                shrunk = true;
            } else {
                from = until;
            }
        }
        if tries >= TRIES {
            break;
        }
        if !shrunk {
            size /= 2;
        }
    }
    smallest
}

/// Runs of letters and digits, runs of blanks, and every other character alone.
fn tokens(text: &str) -> Vec<String> {
    let class = |character: char| match character {
        _ if character.is_alphanumeric() => 1,
        ' ' => 2,
        _ => 0,
    };
    let mut tokens: Vec<String> = Vec::new();
    let mut last = 0;
    for character in text.chars() {
        match (class(character), tokens.last_mut()) {
            (own, Some(token)) if own != 0 && own == last => token.push(character),
            _ => tokens.push(character.to_string()),
        }
        last = class(character);
    }
    tokens
}

#[cfg(test)]
mod tests {
    #[test]
    fn tokens_are_the_text() {
        let text = "a1  b;'é'\\\n$((";
        let tokens = super::tokens(text);
        assert_eq!(tokens.concat(), text);
        assert_eq!(tokens.len(), 12);
    }
}
