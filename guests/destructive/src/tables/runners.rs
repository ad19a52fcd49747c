//! Programs that run another one. Those that the host looks through (`sudo`, `xargs`, `ssh`, …) are not among them.

use crate::{
    model::{Style, Takes, takes},
    tables::Runner,
};

const fn runner(names: &'static str, takes: Takes) -> Runner {
    Runner {
        names,
        style: Style::Exact,
        takes,
        path: &[],
        verb_takes: None,
        operands: 0,
    }
}

const EXEC: Takes = takes("euw", "env env-file user workdir detach-keys index");

/// All of them.
pub(super) const RUNNERS: &[Runner] = &[
    runner(
        "npx bunx pnpx uvx pipx-run",
        takes("p", "package from with python"),
    ),
    Runner {
        path: &["exec|dlx|x|run"],
        ..runner(
            "npm pnpm yarn bun poetry pipenv hatch rye",
            takes("CF", "dir cwd prefix filter"),
        )
    },
    Runner {
        path: &["exec"],
        ..runner("bundle mise asdf direnv", Takes::NOTHING)
    },
    Runner {
        path: &["run"],
        ..runner(
            "uv pipx",
            takes("p", "with python project directory package"),
        )
    },
    // `yarn cdk destroy` runs what the project has installed.
    runner("yarn", takes("", "cwd")),
    runner("python python3", takes("WX", "")),
    runner("php ruby bun", Takes::NOTHING),
    Runner {
        path: &["exec"],
        verb_takes: Some(EXEC),
        operands: 1,
        ..runner(
            "docker podman nerdctl",
            takes("Hlc", "host log-level context config"),
        )
    },
    Runner {
        path: &["compose", "exec|run"],
        verb_takes: Some(EXEC),
        operands: 1,
        ..runner(
            "docker podman nerdctl",
            takes("Hlcfp", "host context file project-name profile env-file"),
        )
    },
    Runner {
        path: &["exec|run"],
        verb_takes: Some(EXEC),
        operands: 1,
        ..runner(
            "docker-compose podman-compose",
            takes("fp", "file project-name profile env-file"),
        )
    },
    Runner {
        path: &["exec"],
        verb_takes: Some(takes("nc", "namespace container context")),
        operands: 1,
        ..runner(
            "kubectl oc",
            takes("n", "namespace context kubeconfig cluster user"),
        )
    },
];
