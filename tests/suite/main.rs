//! All integration tests, in one binary: linking WebAssembly once is slow enough. A file here without a `mod` line is found
//! by a test.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::print_stderr,
    clippy::string_slice,
    clippy::format_push_string,
    clippy::format_collect,
    reason = "the whole crate is tests, which may panic and say what they found"
)]

mod cli_batch;
mod cli_config;
mod cli_config_edit;
mod cli_help;
mod cli_run;
mod compat;
mod contract;
mod decide_attacks;
mod decide_bounds;
mod decide_chain;
mod decide_corpus;
mod decide_effect_rules;
mod decide_elsewhere;
mod decide_modes;
mod decide_places;
mod decide_policies;
mod decide_properties;
mod decide_reading;
mod decide_suggestions;
mod decide_walls;
mod decide_zsh;
mod guest_calls;
mod guest_faults;
mod hook_agent;
mod hook_consult;
mod hook_programs;
mod judge_environment;
mod judge_spellings;
mod layering;
mod policy_examples;
mod read_fixtures;
mod read_fuzz;
mod read_oracle;
mod run_confined;
mod run_edits;
mod run_endings;
mod run_output;
mod run_shell;
mod run_support;
mod session_runs;
mod support;
mod warden_kill;
mod warden_support;
mod warden_walls;
mod wire_forms;

/// Every file of the suite is part of it.
#[test]
fn no_test_file_is_forgotten() {
    let own = include_str!("main.rs");
    let directory = support::repository().join("tests/suite");
    for entry in std::fs::read_dir(directory).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let name = name.trim_end_matches(".rs");
        let is_listed = own.contains(&format!("mod {name};"));
        // Hidden ones are what insta leaves for review.
        assert!(
            is_listed || matches!(name, "main" | "snapshots") || name.starts_with('.'),
            "tests/suite/{name}.rs has no `mod` line in main.rs"
        );
    }
}
