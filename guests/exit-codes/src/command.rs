//! Which program a command stands for, and which commands decide how a script ends.

use shellward_sdk::{CommandView, EndedWith, ScriptView};

/// Folders whose programs are the system's, so that `/usr/bin/grep` is grep and `./grep` is not.
const SYSTEM_FOLDERS: [&str; 2] = ["/bin/", "/usr/bin/"];

/// Wrappers that end as what they run ends, and otherwise with codes that no answer has. Sorted. `sudo` and its kin end
/// with 1 when they refuse, so they are none.
const TRANSPARENT_WRAPPERS: [&str; 17] = [
    "ash", "bash", "builtin", "command", "dash", "env", "exec", "find", "ionice", "ksh", "nice",
    "nohup", "sh", "stdbuf", "time", "timeout", "zsh",
];

/// Commands after which the rest of a script may not run, or may end otherwise than it is written. Sorted.
const LEAVES: [&str; 8] = [
    ".", "eval", "exec", "exit", "logout", "return", "source", "trap",
];

/// Commands that can change whose failure ends a script, by `-e` or `pipefail`. Sorted.
const CHANGES_FAILURE: [&str; 3] = ["set", "setopt", "shopt"];

/// Returns the program a command stands for, where its exit code is the program's. None: not known.
pub(crate) fn program(command: CommandView<'_>) -> Option<&str> {
    let transparent = command
        .wrappers()
        .iter()
        .all(|wrapper| is_transparent(&wrapper.name));
    let is_program = matches!(command.binding(), "builtin" | "file");
    let name = command.name().filter(|_| transparent && is_program)?;
    let plain = SYSTEM_FOLDERS
        .iter()
        .find_map(|folder| name.strip_prefix(folder))
        .unwrap_or(name);
    (!plain.contains('/')).then_some(plain)
}

/// Whether a time limit was put around a command.
pub(crate) fn has_time_limit(command: CommandView<'_>) -> bool {
    command.is_wrapped_in("timeout")
}

/// Whether a program stands around a command that ends with 125 if it fails by itself.
pub(crate) fn has_failing_wrapper(command: CommandView<'_>) -> bool {
    let names = ["timeout", "env", "nice", "nohup", "stdbuf"];
    names.iter().any(|name| command.is_wrapped_in(name))
}

/// Whether a word that may become an option stands among the arguments and is not certain.
pub(crate) fn may_have_unseen_option(command: CommandView<'_>) -> bool {
    command.is_open_ended()
        || command
            .arguments()
            .any(|word| word.certain().is_none() && word.may_begin_with('-'))
}

/// Returns every command that can have ended a script with a failure. It is safe to demand something of all of them.
pub(crate) fn enders(script: ScriptView<'_>) -> Vec<CommandView<'_>> {
    let mut enders = script.last_commands(EndedWith::Failure);
    let outside = || script.commands().filter(|command| !command.is_run_apart());
    let any_failure_ends = outside().any(|command| is_one_of(&CHANGES_FAILURE, command));
    for command in outside().filter(|&command| any_failure_ends || may_leave(command)) {
        if enders.iter().all(|ender| ender.index() != command.index()) {
            enders.push(command);
        }
    }
    enders
}

/// Whether the rest of the script may never run because of a command. A name that is not certain may be `exit`.
fn may_leave(command: CommandView<'_>) -> bool {
    let unknown = !command.is_nameless() && command.name().is_none();
    // What a function of the script does, its own commands say; of one of the session nobody has seen them.
    let unseen = match command.binding() {
        "builtin" | "file" => false,
        "function" => command.definitions().next().is_none(),
        _ => !command.is_nameless(),
    };
    unknown || unseen || is_one_of(&LEAVES, command) || command.is_wrapped_in("exec")
}

fn is_one_of(names: &[&str], command: CommandView<'_>) -> bool {
    command
        .name()
        .is_some_and(|name| names.binary_search(&name).is_ok())
}

/// Whether a wrapper ends as what it runs does.
pub(crate) fn is_transparent(wrapper: &str) -> bool {
    TRANSPARENT_WRAPPERS.binary_search(&wrapper).is_ok()
}

#[cfg(test)]
mod tests {
    use shellward_sdk::test_kit::{Builder, Join, variable};

    use super::*;

    #[test]
    fn tables_are_sorted() {
        assert!(
            TRANSPARENT_WRAPPERS.is_sorted() && LEAVES.is_sorted() && CHANGES_FAILURE.is_sorted()
        );
    }

    #[test]
    fn only_names_and_the_systems_own_paths_stand_for_a_program() {
        let of = |builder: Builder| {
            let script = builder.build();
            let view = ScriptView::new(&script);
            view.command(0).and_then(program).map(str::to_owned)
        };
        assert_eq!(
            of(Builder::new().command(&["grep"])).as_deref(),
            Some("grep")
        );
        assert_eq!(
            of(Builder::new().command(&["/usr/bin/grep"])).as_deref(),
            Some("grep")
        );
        assert_eq!(of(Builder::new().command(&["./grep"])), None);
        assert_eq!(
            of(Builder::new().command(&["/usr/bin/../../tmp/grep"])),
            None
        );
        assert_eq!(
            of(Builder::new().command(&["grep"]).bound_to("function")),
            None
        );
        assert_eq!(
            of(Builder::new().command(&["grep"]).wrapped_in(&["nice"])).as_deref(),
            Some("grep")
        );
        assert_eq!(
            of(Builder::new().command(&["grep"]).bound_to("unknown")),
            None
        );
        for wrapper in ["xargs", "sudo", "ssh"] {
            let wrapped = Builder::new().command(&["grep"]).wrapped_in(&[wrapper]);
            assert_eq!(of(wrapped), None, "{wrapper}");
        }
    }

    fn names(script: &shellward_sdk::Script) -> Vec<&str> {
        let enders = enders(ScriptView::new(script));
        enders
            .iter()
            .map(|command| command.name().unwrap_or("?"))
            .collect()
    }

    #[test]
    fn what_may_leave_early_can_have_ended_the_script() {
        let exit = Builder::new()
            .command(&["a"])
            .or(&["exit", "1"])
            .command(&["grep", "x"])
            .build();
        assert_eq!(names(&exit), ["grep", "exit"]);
        let function = Builder::new()
            .command(&["a"])
            .bound_to("function")
            .command(&["grep"])
            .build();
        assert_eq!(names(&function), ["grep", "a"]);
        let dynamic = Builder::new()
            .command(&[])
            .word(variable("x"))
            .command(&["grep"])
            .build();
        assert_eq!(names(&dynamic), ["grep", "?"]);
        let assignment = Builder::new()
            .command(&[])
            .assign("x", "1")
            .command(&["grep"])
            .build();
        assert_eq!(names(&assignment), ["grep"]);
    }

    #[test]
    fn after_set_any_command_can_have_ended_the_script() {
        let script = Builder::new()
            .command(&["set", "-e"])
            .command(&["a"])
            .pipe(&["b"])
            .build();
        assert_eq!(names(&script), ["b", "set", "a"]);
    }

    #[test]
    fn what_a_function_of_the_script_does_is_seen() {
        let called = |body: &[&str]| {
            Builder::new()
                .function("f", |inner| inner.command(body))
                .command(&["f"])
                .bound_to("function")
                .command(&["grep", "x"])
                .build()
        };
        assert_eq!(names(&called(&["a"])), ["grep"]);
        assert_eq!(names(&called(&["exit", "1"])), ["grep", "exit"]);
    }

    #[test]
    fn substitutions_end_nothing() {
        let script = Builder::new()
            .command(&["a"])
            .block("substitution", Join::Then, |inner| {
                inner.command(&["exit", "1"])
            })
            .build();
        assert_eq!(names(&script), ["a"]);
    }
}
