//! Processes, users, records and rules of the machine.

use shellward_sdk::WordView;

use crate::{
    call::Call,
    model::{
        Danger, Facts, Hit, Takes, Tool, Verb,
        When::{Given, Operands, Own, Without},
        both, letter, long, loses, takes, tool, verb,
    },
    rules,
};

/// The tools.
pub(super) const TOOLS: &[Tool] = &[
    tool("kill", Takes::NOTHING, &[verb(&[], &[KILL_ALL])]),
    tool(
        "killall",
        takes("suoyno", "signal user older-than younger-than"),
        &[verb(&[], &[KILL_BY_NAME])],
    ),
    tool(
        "pkill",
        takes("sPgGuUtFr", "signal parent pgroup uid euid terminal"),
        &[verb(&[], &[PKILL])],
    ),
    tool("fuser", takes("nN", "namespace"), &[verb(&[], &[FUSER])]),
    tool("crontab", takes("u", ""), &[verb(&[], CRONTAB)]),
    tool("history", takes("d", ""), &[verb(&[], &[HISTORY])]),
    tool("userdel deluser", takes("R", "root"), &[verb(&[], &[USER])]),
    tool(
        "iptables ip6tables",
        takes("t", "table"),
        &[verb(&[], &[FIREWALL_FLUSH])],
    ),
    tool(
        "nft",
        takes("f", "file"),
        &[verb(&["flush|delete"], &[FIREWALL])],
    ),
    tool("ufw", Takes::NOTHING, &[verb(&["reset"], &[FIREWALL])]),
    tool(
        "journalctl",
        takes("un", "unit lines"),
        &[verb(&[], &[JOURNAL])],
    ),
    tool("gpg gpg2", Takes::NOTHING, &[verb(&[], &[GPG])]),
    tool("dpkg", Takes::NOTHING, &[verb(&[], &[DPKG])]),
    tool(
        "apt apt-get aptitude",
        takes("otc", "option target-release config-file"),
        APT,
    ),
    tool(
        "shutdown reboot halt poweroff",
        Takes::NOTHING,
        &[verb(&[], &[POWER])],
    ),
    tool(
        "systemctl",
        takes("tpHM", "type property host machine"),
        SYSTEMCTL,
    ),
    tool("tmux", takes("LSf", ""), TMUX).exact(),
];

const KILL_ALL: Danger = loses(
    rules::PROCESSES,
    &[Own(kills_everything)],
    "Every process that may be ended is ended, with what it has not saved",
    "kill of one process by its number",
)
.unnamed();

const BY_NUMBER: &str = "pgrep -a with the same words shows which; kill ends one by its number";

const KILL_BY_NAME: Danger = loses(
    rules::PROCESSES,
    &[
        Operands(1),
        Without(&[both('l', "list"), both('i', "interactive"), letter('0')]),
    ],
    "Every process of this name is ended, with what it has not saved",
    BY_NUMBER,
);

const PKILL: Danger = loses(
    rules::PROCESSES,
    &[Without(&[both('l', "list-name"), letter('0')])],
    "Every process that matches is ended, with what it has not saved",
    BY_NUMBER,
);

const FUSER: Danger = loses(
    rules::PROCESSES,
    &[
        Given(&[both('k', "kill")]),
        Without(&[both('i', "interactive")]),
    ],
    "Every process that uses these is ended, with what it has not saved",
    "fuser without -k shows which",
);

const KEEP_CRONTAB: &str = "crontab -l > FILE keeps it";

const CRONTAB: &[Danger] = &[
    loses(
        rules::MACHINE,
        &[Given(&[letter('r')]), Without(&[letter('i')])],
        "The whole table of regular jobs is deleted",
        KEEP_CRONTAB,
    )
    .unnamed(),
    loses(
        rules::MACHINE,
        &[
            Operands(1),
            Without(&[letter('l'), letter('e'), letter('r'), letter('T')]),
        ],
        "The table of regular jobs is replaced",
        KEEP_CRONTAB,
    )
    .unnamed(),
];

const HISTORY: Danger = loses(
    rules::MACHINE,
    &[Given(&[letter('c')])],
    "The list of past commands is deleted",
    "history -d deletes one of them",
)
.unnamed();

const USER: Danger = loses(
    rules::MACHINE,
    &[Given(&[
        both('r', "remove"),
        long("remove-home"),
        long("remove-all-files"),
    ])],
    "A user is deleted with the home directory",
    "usermod --lock keeps it",
);

const FIREWALL_FLUSH: Danger = loses(
    rules::MACHINE,
    &[Given(&[both('F', "flush"), both('X', "delete-chain")])],
    "Rules of the firewall are deleted",
    "iptables-save > FILE keeps them",
)
.unnamed();

const FIREWALL: Danger = loses(
    rules::MACHINE,
    &[],
    "Rules of the firewall are deleted",
    "nft list ruleset > FILE keeps them",
)
.unnamed();

const JOURNAL: Danger = loses(
    rules::MACHINE,
    &[Given(&[
        long("vacuum-size"),
        long("vacuum-time"),
        long("vacuum-files"),
    ])],
    "Old records of the machine are deleted",
    "journalctl --disk-usage shows how much there is",
)
.unnamed();

const GPG: Danger = loses(
    rules::MACHINE,
    &[Given(&[
        long("delete-keys"),
        long("delete-secret-keys"),
        long("delete-secret-and-public-key"),
    ])],
    "Keys are deleted; what was encrypted for them stays so",
    "gpg --export-secret-keys keeps them in a file",
);

const DPKG: Danger = loses(
    rules::MACHINE,
    &[
        Given(&[both('P', "purge")]),
        Without(&[long("dry-run"), long("simulate"), long("no-act")]),
    ],
    "Packages are removed with their settings",
    "dpkg --remove keeps the settings",
);

const APT: &[Verb] = &[verb(
    &["purge|autoremove|autopurge|remove"],
    &[loses(
        rules::MACHINE,
        &[
            Own(purges),
            Without(&[
                both('s', "simulate"),
                long("dry-run"),
                long("just-print"),
                long("no-act"),
            ]),
        ],
        "Packages are removed with their settings",
        "apt-get -s shows which; remove keeps the settings",
    )],
)];

const POWER: Danger = loses(
    rules::POWER,
    &[Without(&[
        letter('c'),
        letter('k'),
        both('w', "wtmp-only"),
        long("show"),
    ])],
    "The machine goes down with all that runs on it",
    "",
)
.unnamed();

const SYSTEMCTL: &[Verb] = &[verb(
    &["reboot|poweroff|halt|kexec|rescue|emergency"],
    &[POWER],
)];

const TMUX: &[Verb] = &[verb(
    &["kill-server"],
    &[loses(
        rules::PROCESSES,
        &[],
        "All sessions are ended with what runs in them",
        "tmux kill-session -t NAME",
    )
    .unnamed()],
)];

/// Whether -1 stands among the targets, and not as the signal. Signal 0 only asks.
fn kills_everything(call: &Call<'_>, _: &Facts<'_>) -> Option<Hit> {
    let words: Vec<WordView<'_>> = call.command.arguments().collect();
    let text = |at: usize| words.get(at).and_then(|word| word.certain());
    let (signal, first) = match text(0)? {
        "-s" | "-n" | "--signal" => (text(1)?, 2),
        "-l" | "-L" | "--list" | "--table" => return None,
        "--" => ("", 0),
        option if option.starts_with('-') => (option.trim_start_matches('-'), 1),
        _ => ("", 0),
    };
    if signal == "0" {
        return None;
    }
    let mut targets = words.iter().skip(first);
    let everything = targets.find(|word| word.certain() == Some("-1"))?;
    Some(Hit::at(everything.span()))
}

fn purges(call: &Call<'_>, _: &Facts<'_>) -> Option<Hit> {
    let arguments = call.command.arguments();
    let verb = arguments
        .filter_map(WordView::certain)
        .find(|word| !word.starts_with('-'))?;
    let told = || call.given(&long("purge")).map(Hit::at);
    match verb {
        "purge" | "autopurge" => Some(Hit::COMMAND),
        _ => told(),
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{assert_quiet, assert_warns};

    #[test]
    fn ending_many_processes_is_warned_of() {
        for command in [
            "kill -9 -1",
            "kill -KILL -1",
            "kill -s KILL -- -1",
            "kill -9 -- -1",
            "kill -- -1",
            "kill 12 -1",
            "killall node",
            "killall -9 node",
            "pkill -f 'node server'",
            "pkill -9 node",
            "fuser -k 8080/tcp",
            "tmux kill-server",
        ] {
            assert_warns(command, "process.kill-many");
        }
        for command in [
            "kill 123",
            "kill -9 123",
            "kill -1 123",
            "kill -0 -1",
            "kill -l",
            "killall -l",
            "killall -0 node",
            "fuser 8080/tcp",
            "tmux ls",
        ] {
            assert_quiet(command);
        }
    }

    #[test]
    fn records_and_settings_are_guarded() {
        for command in [
            "crontab -r",
            "crontab new",
            "crontab -",
            "history -c",
            "userdel -r u",
            "iptables -F",
            "iptables -t nat -F",
            "nft flush ruleset",
            "journalctl --vacuum-time=1d",
            "gpg --delete-secret-keys x",
            "apt-get purge -y x",
            "apt remove --purge x",
            "dpkg -P x",
        ] {
            assert_warns(command, "machine.settings");
        }
        for command in [
            "crontab -l",
            "crontab -e",
            "history",
            "history -d 3",
            "userdel u",
            "iptables -L",
            "journalctl -u x",
            "gpg --list-keys",
            "apt-get remove x",
            "apt-get -s purge x",
            "apt list",
        ] {
            assert_quiet(command);
        }
    }

    #[test]
    fn going_down_is_warned_of() {
        for command in ["reboot", "shutdown -h now", "systemctl reboot", "poweroff"] {
            assert_warns(command, "machine.power");
        }
        for command in ["shutdown -c", "systemctl status reboot", "echo reboot"] {
            assert_quiet(command);
        }
    }
}
