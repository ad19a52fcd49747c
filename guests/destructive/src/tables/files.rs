//! Files: deleting, overwriting, mirroring, permissions.

use shellward_sdk::{CommandView, PieceView, WordView};

use crate::{
    call::{Call, Name, Operand},
    check::DRY_RUN,
    model::{
        Danger, Facts, Hit, Takes, Tool, Verb,
        When::{Given, Operand as At, Operands, Own, Without},
        both, letter, long, loses, takes, tool, verb,
    },
    overwrite::by_program,
    rules,
};

/// The tools.
pub(super) const TOOLS: &[Tool] = &[
    tool("rm", Takes::NOTHING, &[verb(&[], RM)]),
    tool("unlink", Takes::NOTHING, &[verb(&[], &[DELETED_EACH])]),
    tool("find", Takes::NOTHING, &[verb(&[], &[FIND])]).single_dash(),
    tool(
        "fd fdfind",
        takes("dtegEoSjc", "max-depth type extension glob exclude"),
        &[verb(&[], &[FD])],
    ),
    tool(
        "truncate",
        takes("sr", "size reference"),
        &[verb(&[], &[TRUNCATE])],
    ),
    tool(
        "shred srm wipe",
        takes("nso", "iterations size random-source"),
        &[verb(&[], &[SHRED])],
    ),
    tool(
        "cp mv install",
        takes("tSgmo", "target-directory suffix mode owner group"),
        &[verb(&[], &[OVER])],
    ),
    tool(
        "ln",
        takes("tS", "target-directory suffix"),
        &[verb(&[], &[OVER_BY_LINK])],
    ),
    tool("tee", Takes::NOTHING, &[verb(&[], &[OVER_BY_TEE])]),
    tool(
        "curl",
        takes("oXHdudAebF", "output request header data user"),
        &[verb(&[], CURL)],
    )
    .exact(),
    tool(
        "wget",
        takes("OP", "output-document directory-prefix method"),
        &[verb(&[], &[OVER])],
    ),
    tool("http https xh", Takes::NOTHING, &[verb(&[], &[HTTPIE])]).exact(),
    tool(
        "chmod chown chgrp",
        takes("", "reference from"),
        &[verb(&[], &[PERMISSIONS])],
    ),
    tool(
        "setfacl chattr",
        takes("mxMXvp", "modify remove"),
        &[verb(&[], &[ATTRIBUTES])],
    ),
    tool(
        "rsync",
        takes(
            "efTBM",
            "rsh filter exclude include files-from temp-dir backup-dir",
        ),
        &[verb(&[], RSYNC)],
    )
    .exact(),
    tool(
        "tar gtar bsdtar",
        takes("fCTXb", "file directory files-from exclude"),
        &[verb(&[], &[TAR])],
    ),
    tool("zip", takes("xitbnO", ""), &[verb(&[], ZIP)]).exact(),
    tool("7z 7za 7zz", Takes::NOTHING, &[verb(&[], &[SEVEN_ZIP])]).single_dash(),
    tool(
        "rclone",
        takes(
            "",
            "config include exclude filter transfers checkers log-file",
        ),
        RCLONE,
    )
    .exact(),
];

const ASIDE: &str = "mv the same paths into a temporary directory";

const RM: &[Danger] = &[
    loses(
        rules::DELETE,
        &[Own(deletes_below_empty)],
        "If the variable is empty this begins at /, and everything there is deleted",
        "\"${NAME:?}\"/ ends the command if NAME is empty",
    ),
    loses(
        rules::DELETE,
        &[
            Operands(1),
            Own(deletes_without_asking),
            Given(&[both('r', "recursive"), letter('R')]),
        ],
        "These are deleted with everything in them; nothing brings them back",
        ASIDE,
    ),
    loses(
        rules::DELETE,
        &[Operands(1), Own(deletes_without_asking)],
        "These are deleted without asking; nothing brings them back",
        ASIDE,
    ),
];

const DELETED_EACH: Danger = loses(
    rules::DELETE,
    &[Own(is_run_for_each)],
    "Each of these is deleted; nothing brings them back",
    ASIDE,
);

const FIND: Danger = loses(
    rules::DELETE,
    &[Own(find_deletes)],
    "All that is found is deleted; nothing brings it back",
    "find with the same tests and -print shows what it is",
);

const FD: Danger = loses(
    rules::DELETE,
    &[
        Given(&[both('x', "exec"), both('X', "exec-batch")]),
        Own(fd_deletes),
    ],
    "All that is found is deleted; nothing brings it back",
    "fd with the same words and without it shows what it is",
)
.unnamed();

const TRUNCATE: Danger = loses(
    rules::OVERWRITE,
    &[Own(truncate_cuts)],
    "What these files hold beyond the size is lost",
    "cp --backup=numbered first",
);

const SHRED: Danger = loses(
    rules::SHRED,
    &[],
    "These are overwritten so that nothing can bring them back",
    "rm without it is enough on most disks",
);

const OVER: Danger = loses(
    rules::OVERWRITE,
    &[
        Without(&[
            both('n', "no-clobber"),
            both('i', "interactive"),
            both('b', "backup"),
            both('c', "continue"),
        ]),
        Own(by_program),
    ],
    "The contents of a file are replaced",
    "--no-clobber leaves it, --backup=numbered keeps what was there",
);

const OVER_BY_LINK: Danger = loses(
    rules::OVERWRITE,
    &[
        Given(&[both('f', "force")]),
        Without(&[both('i', "interactive"), both('b', "backup")]),
        Own(by_program),
    ],
    "A link takes the place of a file",
    "ln --backup=numbered keeps what was there",
);

const OVER_BY_TEE: Danger = loses(
    rules::OVERWRITE,
    &[Without(&[both('a', "append")]), Own(by_program)],
    "The contents of a file are replaced",
    "tee -a appends",
);

const CURL: &[Danger] = &[
    loses(
        rules::CLOUD,
        &[Own(sends_delete)],
        "Something on the server is deleted",
        "the same with -X GET shows what it is",
    ),
    loses(
        rules::OVERWRITE,
        &[Without(&[long("no-clobber")]), Own(by_program)],
        "The contents of a file are replaced",
        "curl --no-clobber",
    ),
];

const HTTPIE: Danger = loses(
    rules::CLOUD,
    &[At(0, "DELETE|delete")],
    "Something on the server is deleted",
    "the same with GET shows what it is",
)
.named_from(1);

const PERMISSIONS: Danger = loses(
    rules::PERMISSIONS,
    &[Given(&[both('R', "recursive")]), Operands(2)],
    "Owners or permissions of everything below these change; the old ones are kept nowhere",
    "getfacl -R first keeps them; without -R only these themselves change",
)
.named_from(1);

const ATTRIBUTES: Danger = loses(
    rules::PERMISSIONS,
    &[Given(&[both('R', "recursive")])],
    "Permissions or attributes of everything below these change; the old ones are kept nowhere",
    "getfacl -R or lsattr -R first keeps them",
);

const RSYNC: &[Danger] = &[
    loses(
        rules::MIRROR,
        &[
            Without(&[both('n', "dry-run"), long("list-only")]),
            Given(&[
                long("delete"),
                long("del"),
                long("delete-before"),
                long("delete-during"),
                long("delete-delay"),
                long("delete-after"),
                long("delete-excluded"),
                long("delete-missing-args"),
            ]),
        ],
        "Files at the destination that the source does not have are deleted",
        "rsync -n --delete shows which",
    )
    .named_from(1),
    loses(
        rules::MIRROR,
        &[
            Without(&[both('n', "dry-run")]),
            Given(&[long("remove-source-files")]),
        ],
        "Files of the source are deleted once they are copied",
        "rsync without --remove-source-files",
    ),
];

const TAR: Danger = loses(
    rules::MIRROR,
    &[Given(&[long("remove-files")])],
    "Files are deleted once they are in the archive",
    "tar without --remove-files",
);

const ZIP: &[Danger] = &[
    loses(
        rules::MIRROR,
        &[Given(&[both('m', "move")])],
        "Files are deleted once they are in the archive",
        "zip without -m",
    )
    .named_from(1),
    loses(
        rules::MIRROR,
        &[Given(&[both('d', "delete")])],
        "Files are deleted from the archive",
        "cp of the archive first",
    ),
];

const SEVEN_ZIP: Danger = loses(
    rules::MIRROR,
    &[Own(seven_zip_deletes)],
    "Files are deleted once they are in the archive, or from it",
    "7z without -sdel",
);

const RCLONE_DELETES: Danger = loses(
    rules::MIRROR,
    &[
        DRY_RUN,
        Without(&[both('n', "dry-run"), both('i', "interactive")]),
    ],
    "Files at the destination are deleted",
    "rclone --dry-run shows which",
);

const RCLONE: &[Verb] = &[verb(
    &["delete|deletefile|purge|sync|cleanup|rmdirs"],
    &[RCLONE_DELETES],
)];

/// Whether the last word on asking is that nobody is asked.
fn asks(call: &Call<'_>) -> bool {
    call.options
        .iter()
        .fold(false, |asks, given| match given.name {
            Name::Letter('i' | 'I') => true,
            Name::Letter('f') => false,
            Name::Long(name) if call.is_name_of(name, "interactive") => {
                !matches!(given.value, Some("never" | "no" | "none"))
            }
            Name::Long(name) if call.is_name_of(name, "force") => false,
            Name::Letter(_) | Name::Long(_) => asks,
        })
}

/// `rm` of one file is what a person would do; this is more, or more than one can see.
fn deletes_without_asking(call: &Call<'_>, facts: &Facts<'_>) -> Option<Hit> {
    if asks(call) {
        return None;
    }
    let flags = [both('r', "recursive"), letter('R'), both('f', "force")];
    let told = flags.iter().find_map(|flag| call.given(flag)).map(Hit::at);
    told.or_else(|| is_run_for_each(call, facts))
}

/// Whether more is deleted than the words say: a pattern, or whatever is found or read.
fn is_run_for_each(call: &Call<'_>, _: &Facts<'_>) -> Option<Hit> {
    if call.command.is_open_ended() {
        return Some(Hit::COMMAND);
    }
    let repeated = is_repeated(call.command);
    let many = |operand: &&Operand<'_>| {
        operand.word.may_be_many() || repeated && operand.word.values().len() != 1
    };
    let operand = call.operands.iter().find(many)?;
    Some(Hit::at(operand.span()))
}

fn is_repeated(command: CommandView<'_>) -> bool {
    command.may_run_often() || command.is_wrapped_in("find") || command.is_wrapped_in("xargs")
}

/// `rm -rf "$DIR"/*`.
fn deletes_below_empty(call: &Call<'_>, facts: &Facts<'_>) -> Option<Hit> {
    deletes_without_asking(call, facts)?;
    let is_below = |operand: &&Operand<'_>| {
        let word = operand.word;
        let mut pieces = word.pieces();
        let may_be_empty = |piece: PieceView<'_>| {
            matches!(piece.kind(), "variable" | "command-substitution")
                && !piece.text().contains(":?")
        };
        word.values().is_empty()
            && word.prefix().is_empty()
            && pieces.next().is_some_and(may_be_empty)
            && pieces
                .next()
                .is_some_and(|piece| piece.text().starts_with('/'))
    };
    let operand = call.operands.iter().find(is_below)?;
    Some(Hit::at(operand.span()))
}

/// `-delete`, and `-exec rm` where the host has not read it as a command of its own.
fn find_deletes(call: &Call<'_>, _: &Facts<'_>) -> Option<Hit> {
    let command = call.command;
    let deletes = || call.given(&long("delete"));
    let runs = || {
        if command.inner().next().is_some() {
            return None;
        }
        let words: Vec<WordView<'_>> = command.arguments().collect();
        let pair = words.windows(2).find(|pair| match pair {
            [action, program] => {
                let is_action = |text: &str| matches!(text, "-exec" | "-execdir");
                action.must_be(is_action) && program.certain().is_some_and(is_deleter)
            }
            _ => false,
        })?;
        pair.first().map(|word| word.span())
    };
    let span = deletes().or_else(runs)?;
    let starts: Vec<&str> = command
        .arguments()
        .map(|word| word.certain().unwrap_or_else(|| word.text()))
        .take_while(|text| !text.starts_with(['-', '(', '!']))
        .collect();
    let below = if starts.is_empty() {
        "the working directory".to_owned()
    } else {
        starts.join(", ")
    };
    Some(Hit::at(span).of(["below ", &below].concat()))
}

fn fd_deletes(call: &Call<'_>, _: &Facts<'_>) -> Option<Hit> {
    let unread = call.command.inner().next().is_none();
    let mut operands = call.operands.iter();
    let deleter = operands.find(|operand| operand.text.is_some_and(is_deleter))?;
    unread.then(|| Hit::at(deleter.span()))
}

fn is_deleter(program: &str) -> bool {
    matches!(
        program.rsplit('/').next(),
        Some("rm" | "unlink" | "shred" | "rmdir")
    )
}

/// A size that can only grow a file (`+1M`, `>1M`) cuts nothing.
fn truncate_cuts(call: &Call<'_>, _: &Facts<'_>) -> Option<Hit> {
    let size = both('s', "size");
    let grows = |value: &str| value.trim_start().starts_with(['+', '>']);
    let given = call.values(&size).last()?;
    (!given.value.is_some_and(grows)).then(|| Hit::at(given.span))
}

fn sends_delete(call: &Call<'_>, _: &Facts<'_>) -> Option<Hit> {
    let method = both('X', "request");
    let is_delete = |value: &str| value.eq_ignore_ascii_case("delete");
    let given = call.values(&method).last()?;
    given
        .value
        .is_some_and(is_delete)
        .then(|| Hit::at(given.span))
}

fn seven_zip_deletes(call: &Call<'_>, _: &Facts<'_>) -> Option<Hit> {
    let command = || {
        let first = call.operands.first()?;
        (first.text == Some("d")).then(|| first.span())
    };
    call.given(&long("sdel")).or_else(command).map(Hit::at)
}

#[cfg(test)]
mod tests {
    use shellward_sdk::test_kit::{Builder, Join, placeholder, quoted_variable, variable};

    use crate::testing::{assert_quiet, assert_warns, rules_of};

    #[test]
    fn deleting_without_asking_is_warned_of() {
        for command in [
            "rm -rf build",
            "rm -fr build",
            "rm -r -f build",
            "rm --recursive --force build",
            "rm --rec x",
            "rm build -R",
            "rm -f x",
            "rm *.o",
            "rm -i -f x",
            "rm $x",
            "rm -r -- -x",
            "find . -name '*.o' -delete",
            "find . -exec rm {} +",
            "find . -type f -execdir /bin/rm {} ;",
            "fd -e o -x rm",
            "fd -X rm -rf",
        ] {
            assert_warns(command, "files.delete");
        }
        for command in [
            "rm x",
            "rm x y",
            "rm -i x",
            "rm -ri x",
            "rm -fi x",
            "rm -rf --interactive=always x",
            "rmdir x",
            "unlink x",
            "find . -name delete",
            "find . -exec grep rm {} +",
            "find . -ok rm {} ;",
            "fd rm",
            "rm -f",
        ] {
            assert_quiet(command);
        }
    }

    #[test]
    fn what_is_run_for_each_of_something_deletes_many() {
        let xargs = Builder::new().command(&["find", "/"]).pipe(&["unlink"]);
        let xargs = xargs.word(placeholder()).wrapped_in(&["xargs", "-I%"]);
        assert_eq!(rules_of(&xargs.build()), ["files.delete"]);
        let open = Builder::new()
            .command(&["rm"])
            .wrapped_in(&["xargs"])
            .open_ended();
        assert_eq!(rules_of(&open.build()), ["files.delete"]);
        let found = Builder::new()
            .command(&["find", ".", "-exec", "rm", "{}", ";"])
            .runs_each(3, |inner| inner.command(&["rm"]).word(placeholder()))
            .build();
        assert_eq!(rules_of(&found), ["files.delete"]);
        let looped = Builder::new()
            .for_each(Join::Then, &["a"], |body| {
                body.command(&["rm"]).word(quoted_variable("f"))
            })
            .build();
        assert_eq!(rules_of(&looped), ["files.delete"]);
        let once = Builder::new().command(&["rm"]).word(quoted_variable("f"));
        assert!(rules_of(&once.build()).is_empty());
        let many = Builder::new().command(&["rm"]).word(variable("f"));
        assert_eq!(rules_of(&many.build()), ["files.delete"]);
    }

    #[test]
    fn overwriting_and_mirroring_are_warned_of() {
        for command in [
            "truncate -s 0 log",
            "truncate --size=10 log",
            "truncate -s -5 x",
        ] {
            assert_warns(command, "files.overwrite");
        }
        assert_warns("shred -u x", "files.shred");
        for command in [
            "rsync -a --delete a/ b/",
            "rsync --del a b",
            "rsync -a --remove-source-files a b",
            "tar --remove-files -cf a.tar b",
            "tar cf a.tar b --remove",
            "zip -rm a.zip b",
            "7z a x.7z y -sdel",
            "rclone sync a b:c",
        ] {
            assert_warns(command, "files.mirror");
        }
        for command in [
            "truncate -s +5 x",
            "truncate -s '>5' x",
            "rsync -a a b",
            "rsync -an --delete a b",
            "rsync --exclude delete a b",
            "tar cf a.tar b",
            "zip -r a.zip b",
            "rclone copy a b:c",
            "rclone sync --dry-run a b:c",
            "mv a b",
            "cp -r a b",
            "tee out",
        ] {
            assert_quiet(command);
        }
    }

    #[test]
    fn permissions_of_trees_are_warned_of() {
        for command in [
            "chmod -R 777 .",
            "chown -R u:g /srv",
            "chgrp --recursive g x",
            "setfacl -R -m u:x:r y",
            "chmod 755 x -R",
        ] {
            assert_warns(command, "files.permissions");
        }
        for command in ["chmod +x x", "chmod -r x", "chown u x", "chmod 644 a b"] {
            assert_quiet(command);
        }
    }

    #[test]
    fn requests_that_delete_are_warned_of() {
        assert_warns("curl -X DELETE https://x.example/y", "cloud.delete");
        assert_warns("curl -sXDELETE https://x.example/y", "cloud.delete");
        assert_warns("curl --request delete https://x.example/y", "cloud.delete");
        assert_warns("http DELETE x.example/y", "cloud.delete");
        assert_quiet("curl -X POST https://x.example/DELETE");
        assert_quiet("curl https://x.example/");
    }

    #[test]
    fn an_empty_variable_before_a_slash_is_told() {
        use shellward_sdk::ScriptView;
        // What the kit writes for a dynamic word has no second piece, so the pieces are put together by hand.
        let mut script = Builder::new()
            .command(&["rm", "-rf"])
            .word(quoted_variable("x"))
            .build();
        let view = ScriptView::new(&script);
        let word = view
            .command(0)
            .and_then(|command| command.words().last())
            .expect("it is there");
        let (index, range) = (word.index() as usize, word.raw().pieces);
        let mut slash = script
            .pieces
            .get(range.start as usize)
            .expect("a piece")
            .clone();
        slash.kind = "literal".to_owned();
        slash.literal = Some("/".to_owned());
        slash.span = shellward_sdk::Span {
            text: 1,
            start: 0,
            end: 1,
        };
        script.texts.push(shellward_sdk::Text {
            origin: "decoded".to_owned(),
            at: None,
            content: "/".to_owned(),
            attrs: Vec::new(),
        });
        let at = (range.start + range.len) as usize;
        script.pieces.insert(at, slash);
        if let Some(word) = script.words.get_mut(index) {
            word.pieces.len += 1;
        }
        let found = crate::testing::warnings(&script, &[]);
        let message = &found.first().expect("a warning").message;
        assert!(message.contains("variable is empty"), "{message}");
    }
}
