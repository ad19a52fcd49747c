//! Anything, read as zsh.
#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target};
use shellward_fuzz::{Target, check, mutate};

fuzz_target!(|data: &[u8]| check(Target::Zsh, data));
fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    mutate(data, size, max_size, seed)
});
