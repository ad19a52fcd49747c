//! How one input becomes another: half of the time as the fuzzer would, else in steps that a person could take who
//! writes scripts.

use libfuzzer_sys::fuzzer_mutate;

use crate::{
    random::Random,
    tokens::{PAIRS, TOKENS},
};

/// The bytes that choose facts, which are left to the fuzzer.
const HEAD_BYTES: usize = 2;
/// Longest part that is moved, taken away or put into brackets, in bytes.
const MAX_PART_BYTES: usize = 40;

/// Changes an input and returns its new size.
pub fn mutate(data: &mut [u8], size: usize, max_size: usize, seed: u32) -> usize {
    let mut random = Random::of(u64::from(seed));
    if random.below(2) == 0 || size < HEAD_BYTES {
        return fuzzer_mutate(data, size, max_size);
    }
    let mut text = data[HEAD_BYTES..size].to_vec();
    for _ in 0..=random.below(3) {
        step(&mut text, &mut random);
    }
    let room = max_size.min(data.len()).saturating_sub(HEAD_BYTES);
    text.truncate(room);
    data[HEAD_BYTES..HEAD_BYTES + text.len()].copy_from_slice(&text);
    HEAD_BYTES + text.len()
}

fn step(text: &mut Vec<u8>, random: &mut Random) {
    let from = border(text, random);
    let until = (from + random.below(MAX_PART_BYTES)).min(text.len());
    match random.below(8) {
        0..3 => insert(text, from, random.pick(TOKENS)),
        3 => {
            let until = (from + random.below(4)).min(text.len());
            text.splice(from..until, random.pick(TOKENS).bytes());
        }
        4..6 => {
            let (open, close) = random.pick(PAIRS);
            insert(text, until, close);
            insert(text, from, open);
        }
        6 => drop(text.drain(from..until)),
        _ => {
            let part = text[from..until].to_vec();
            let to = border(text, random);
            text.splice(to..to, part);
        }
    }
}

fn insert(text: &mut Vec<u8>, at: usize, token: &str) {
    text.splice(at..at, token.bytes());
}

/// A place to change something at: rather between two words than inside one.
fn border(text: &[u8], random: &mut Random) -> usize {
    let is_word = |at: usize| text.get(at).is_some_and(u8::is_ascii_alphanumeric);
    let is_border = |at: &usize| !(is_word(*at) && at.checked_sub(1).is_some_and(is_word));
    let tries: [usize; 3] = std::array::from_fn(|_| random.below(text.len() + 1));
    tries.into_iter().find(is_border).unwrap_or(tries[0])
}
