//! What others use or see: packages, repositories, releases.

use crate::{
    call::Call,
    model::{
        Danger, Facts, Hit, Takes, Tool, Verb,
        When::{Own, Without},
        both, long, loses, takes, tool, verb,
    },
    rules,
};

/// The tools.
pub(super) const TOOLS: &[Tool] = &[
    tool(
        "npm pnpm yarn bun",
        takes("CF", "dir cwd prefix filter registry otp workspace"),
        NPM,
    )
    .exact(),
    tool(
        "cargo",
        takes("", "manifest-path registry index token vers version"),
        &[verb(&["yank"], &[YANK]), verb(&["owner"], &[CARGO_OWNER])],
    ),
    tool(
        "gem",
        takes("vp", "version platform"),
        &[verb(&["yank"], &[YANK])],
    ),
    tool(
        "dotnet",
        Takes::NOTHING,
        &[verb(&["nuget", "delete"], &[TAKES_AWAY])],
    ),
    tool("gh glab hub tea", takes("Rt", "repo title"), GH).exact(),
];

const TAKES_AWAY: Danger = loses(
    rules::PUBLISHED,
    &[Without(&[long("dry-run")])],
    "What others use is taken away",
    "npm deprecate with a reason, or a new version",
);

const NPM: &[Verb] = &[
    verb(&["unpublish"], &[TAKES_AWAY]),
    verb(&["npm", "unpublish"], &[TAKES_AWAY]),
    verb(
        &["deprecate"],
        &[loses(
            rules::PUBLISHED,
            &[Without(&[long("dry-run")])],
            "All who use it are told not to",
            "npm view shows who maintains it and its versions",
        )],
    ),
    verb(
        &[
            "dist-tag|dist-tags|owner|access|team",
            "rm|remove|revoke|destroy",
        ],
        &[TAKES_AWAY],
    ),
];

const YANK: Danger = loses(
    rules::PUBLISHED,
    &[Without(&[long("undo")])],
    "No new project can use this version any more",
    "a new version that mends it",
);

const CARGO_OWNER: Danger = loses(
    rules::PUBLISHED,
    &[crate::model::When::Given(&[both('r', "remove")])],
    "Owners lose their rights",
    "cargo owner --list",
);

const GH_DELETES: Danger = loses(
    rules::PUBLISHED,
    &[],
    "It is deleted on the server, for everybody",
    "gh … view or list shows what it is; gh repo archive keeps it",
);

const GH: &[Verb] = &[
    verb(
        &[
            "repo|release|secret|variable|issue|gist|run|cache|label|ssh-key|gpg-key|codespace|project|workflow|\
                ruleset|ci|mr|schedule",
            "delete|delete-asset|item-delete",
        ],
        &[GH_DELETES],
    ),
    verb(
        &["api"],
        &[loses(
            rules::PUBLISHED,
            &[Own(sends_delete)],
            "Something is deleted on the server",
            "the same with -X GET shows what it is",
        )],
    )
    .taking(
        "XHfFqt",
        "method header field raw-field jq template input hostname",
    ),
];

fn sends_delete(call: &Call<'_>, _: &Facts<'_>) -> Option<Hit> {
    let method = both('X', "method");
    let is_delete = |value: &str| value.eq_ignore_ascii_case("delete");
    let given = call.values(&method).last()?;
    given
        .value
        .is_some_and(is_delete)
        .then(|| Hit::at(given.span))
}

#[cfg(test)]
mod tests {
    use crate::testing::{assert_quiet, assert_warns};

    #[test]
    fn taking_away_is_warned_of() {
        for command in [
            "npm unpublish x@1.0.0",
            "npm unpublish --force",
            "npm deprecate x 'no'",
            "npm owner rm u x",
            "cargo yank --vers 1.0.0 x",
            "gem yank x -v 1.0",
            "gh repo delete o/x --yes",
            "gh release delete v1",
            "gh -R o/x release delete v1",
            "gh api -X DELETE repos/o/x",
            "gh api repos/o/x --method delete",
        ] {
            assert_warns(command, "published.delete");
        }
        for command in [
            "npm publish",
            "npm run unpublish",
            "npm unpublish --dry-run x",
            "npm install deprecate",
            "cargo yank --undo --vers 1.0.0 x",
            "gh repo view delete",
            "gh release list",
            "gh api repos/o/x",
            "gh issue create --title delete",
        ] {
            assert_quiet(command);
        }
    }
}
