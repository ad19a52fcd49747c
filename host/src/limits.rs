//! Every default as a constant, with its unit and the requirement it comes from. Nothing else.

use std::time::Duration;

/// Longest command accepted, in bytes (R1.1), and longest of all texts of a script together (R2.4).
pub const MAX_COMMAND_BYTES: usize = 128 * 1024;

/// Longest description of a call that is kept, in characters (R1.5).
pub const DESCRIPTION_CHARS: usize = 200;
/// Most characters of a shell's name that are shown.
pub const CALL_SHELL_CHARS: usize = 40;
/// Shortest time that a model may not wait in the foreground (R1.4).
pub const SLEEP_REFUSED: Duration = Duration::from_secs(2);

/// Time for one program of a hook (R4.7).
pub const HOOK_TIME: Duration = Duration::from_mins(1);
/// Time for a prompt judge (R4.11).
pub const PROMPT_TIME: Duration = Duration::from_secs(10);
/// Most bytes that a helper may answer.
pub const HELPER_OUTPUT_BYTES: u64 = 256 * 1024;
/// How often hooks may change a call (R4.7).
pub const HOOK_ROUNDS: u32 = 2;
/// Longest reason of a hook or prompt judge that is kept, in characters (R1.5).
pub const HOOK_REASON_CHARS: usize = 500;
/// Most hooks, and most prompt rules.
pub const MAX_HOOKS: usize = 64;

/// Most commands in one script (R2.4).
pub const MAX_COMMANDS: usize = 50;
/// Deepest nesting, counted before any parser recurses (R2.4).
pub const MAX_NESTING: usize = 100;
/// Most commands that run one another, and most shells that run texts of one another (R2.3).
pub const MAX_WRAPPERS: usize = 8;
/// Most nodes visited while lowering; the bound on steps of R2.4.
pub const MAX_LOWERING_STEPS: usize = 200_000;
/// Most steps that the parser takes for all texts of a script, of about a microsecond each (R2.4).
pub const MAX_PARSE_STEPS: usize = 10_000;
/// Time after which reading gives up, wherever it is; the backstop of R2.4.
pub const MAX_READ_TIME: Duration = Duration::from_millis(50);
/// Most steps of the first reading after which a script is read again by the second reader, which can't be stopped (R2.7).
pub const MAX_STEPS_READ_TWICE: usize = 40_000;

/// Memory one guest evaluation may use, in bytes (R3.11).
pub const GUEST_MEMORY_BYTES: usize = 64 * 1024 * 1024;
/// Time one guest evaluation may take (R3.11).
pub const GUEST_TIME: Duration = Duration::from_millis(100);
/// Length of one epoch tick; several make a deadline, so that it overshoots by little (R3.11).
pub const GUEST_TICK: Duration = Duration::from_millis(10);
/// Bytes a guest may hand to the host in one call (R3.11).
pub const GUEST_RESULT_BYTES: usize = 1024 * 1024;
/// Most effects, judgements, findings or hints in one result (R3.11).
pub const GUEST_RESULT_ITEMS: usize = 4096;
/// Largest script handed to a guest, in bytes of all its texts and values (R3.11).
pub const GUEST_SCRIPT_BYTES: usize = 1024 * 1024;
/// Most words, pieces of words and assignments of a script handed to a guest: each is copied into each guest (R3.11).
pub const GUEST_SCRIPT_ITEMS: usize = 10_000;
/// Largest component accepted, in bytes.
pub const GUEST_COMPONENT_BYTES: u64 = 64 * 1024 * 1024;
/// Longest message of a guest that is kept, in characters (R1.5).
pub const GUEST_MESSAGE_CHARS: usize = 500;
/// Most log lines kept from one evaluation.
pub const GUEST_LOG_LINES: usize = 32;
/// Instances made ahead for each policy of a runtime (R3.12).
pub const GUEST_SPARES: usize = 4;

/// Most names below a directory that is copied or moved into another; with more, nobody knows what it brings.
pub const MAX_BROUGHT_ENTRIES: usize = 10_000;
/// Most names looked at to find what deny rules mean that are patterns (R6.3).
pub const MAX_DENIED_ENTRIES: usize = 10_000;
/// Most places found so that get a wall of their own; each costs a mount.
pub const MAX_DENIED_PLACES: usize = 256;
/// Most paths that the words of one script are taken for; with more, a person is asked (R2.4).
pub const MAX_PATHS_LOOKED_AT: usize = 4096;
/// Most file names looked at to resolve one glob (R3.4).
pub const MAX_GLOB_ENTRIES: usize = 1000;

/// Time limit of a call that names none (R5.5).
pub const DEFAULT_TIMEOUT: Duration = Duration::from_mins(2);
/// Longest time limit a call may name (R5.5).
pub const MAX_TIMEOUT: Duration = Duration::from_mins(10);
/// Longest time limit that configuration can allow in the foreground (R5.5).
pub const FOREGROUND_CEILING: Duration = Duration::from_mins(30);
/// Between the polite signal and the one that can't be ignored (R5.7).
pub const KILL_GRACE: Duration = Duration::from_millis(500);
/// How long killing goes on before what is left is named a survivor (R5.7).
pub const KILL_PATIENCE: Duration = Duration::from_secs(2);
/// How long the host waits beyond grace and patience for a warden to say that a run ended.
pub const WARDEN_MARGIN: Duration = Duration::from_secs(3);
/// First progress report (R5.8).
pub const PROGRESS_FIRST: Duration = Duration::from_secs(2);
/// Between progress reports (R5.8).
pub const PROGRESS_EVERY: Duration = Duration::from_secs(1);
/// Lines in a progress report (R5.8).
pub const PROGRESS_LINES: usize = 5;
/// How long a permit stays good when nothing else changes.
pub const PERMIT_LIFE: Duration = Duration::from_mins(10);

/// Output kept in memory before it moves to a file, in bytes, for each stream (R7.1).
pub const OUTPUT_MEMORY_BYTES: usize = 8 * 1024 * 1024;
/// Largest output file; beyond it the run is killed with 137 (R7.1).
pub const OUTPUT_FILE_BYTES: u64 = 5 * 1024 * 1024 * 1024;
/// Characters of returned text, for each stream (R7.2).
pub const OUTPUT_CHARS: usize = 30_000;
/// Lines kept in memory for progress and tails (R7.1).
pub const OUTPUT_RING_LINES: usize = 1000;
/// Bytes of both streams together kept in memory for progress, however long the lines are (R7.1).
pub const OUTPUT_RING_BYTES: usize = 256 * 1024;
/// Bytes read from a pipe at once.
pub const OUTPUT_CHUNK_BYTES: usize = 256 * 1024;
/// Size asked for each output pipe, in bytes; the kernel's is 64 KiB.
pub const OUTPUT_PIPE_BYTES: usize = 1024 * 1024;
/// Bytes of each stream's end that exit-code policies see.
pub const MEANING_TAIL_BYTES: usize = 4096;
/// Largest report of a working directory that is believed, in bytes (R5.3).
pub const CWD_REPORT_BYTES: usize = 4096;

/// Largest file that an edit is prepared for, before and after, in bytes (R8.1).
pub const MAX_EDIT_BYTES: usize = 1024 * 1024;

/// Most files that one edit is prepared for.
pub const MAX_EDIT_FILES: usize = 16;

/// Longest time to compute what an edit makes of one file.
pub const EDIT_TIME: Duration = Duration::from_secs(5);
/// Most rules that one suggestion names; more are "similar commands" (R4.5).
pub const MAX_SUGGESTED_RULES: usize = 5;

/// Scripts of a session whose judgements are remembered (R4.9).
pub const REMEMBERED_SCRIPTS: usize = 64;

/// Longest script whose judgements are remembered, in bytes.
pub const REMEMBERED_SCRIPT_BYTES: usize = 8 * 1024;
