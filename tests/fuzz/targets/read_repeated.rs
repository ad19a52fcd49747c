//! Something many times over, read as bash: stays within its bounds of steps and stack.
#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target};
use shellward_fuzz::{Target, check, mutate};

fuzz_target!(|data: &[u8]| check(Target::Repeated, data));
fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    mutate(data, size, max_size, seed)
});
