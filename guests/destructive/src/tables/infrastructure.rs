//! Infrastructure as code.

use crate::{
    call::Call,
    model::{
        Danger, Facts, Hit, Takes, Tool, Verb,
        When::{Given, Operands, Own, Without},
        both, long, loses, takes, tool, verb,
    },
    rules,
};

/// The tools.
pub(super) const TOOLS: &[Tool] = &[
    tool(
        "terraform tofu terragrunt",
        takes("", "var var-file target out"),
        TERRAFORM,
    )
    .single_dash(),
    tool("pulumi", takes("sCc", "stack cwd config"), PULUMI).exact(),
    tool(
        "cdk cdktf",
        takes("ac", "app context profile"),
        &[verb(&["destroy"], &[DESTROY])],
    )
    .exact(),
    tool(
        "serverless sls",
        Takes::NOTHING,
        &[verb(&["remove"], &[DESTROY])],
    )
    .exact(),
    tool("sam copilot amplify", Takes::NOTHING, SAM).exact(),
    tool("eb", Takes::NOTHING, &[verb(&["terminate"], &[DESTROY])]).exact(),
    tool(
        "vagrant multipass",
        Takes::NOTHING,
        &[verb(&["destroy|purge"], &[DESTROY])],
    )
    .exact(),
    tool(
        "virsh",
        Takes::NOTHING,
        &[verb(
            &["undefine|vol-delete|pool-delete|snapshot-delete"],
            &[DESTROY],
        )],
    )
    .exact(),
    tool("VBoxManage", Takes::NOTHING, VIRTUAL_BOX).exact(),
    tool(
        "lxc incus",
        Takes::NOTHING,
        &[verb(&["delete|rm"], &[DESTROY])],
    )
    .exact(),
    tool("vault", Takes::NOTHING, VAULT).single_dash(),
];

const DESTROY: Danger = loses(
    rules::INFRASTRUCTURE,
    &[],
    "All that it describes is destroyed, with the data in it",
    "terraform plan -destroy, pulumi preview or cdk diff show what it is",
);

const TERRAFORM: &[Verb] = &[
    verb(&["destroy"], &[DESTROY.unnamed()]),
    verb(&["run-all", "destroy"], &[DESTROY.unnamed()]),
    verb(&["apply"], TERRAFORM_APPLY),
    verb(
        &["state", "rm"],
        &[loses(
            rules::INFRASTRUCTURE,
            &[Without(&[long("dry-run")])],
            "These are forgotten: they go on existing, and nothing manages them any more",
            "terraform state rm -dry-run",
        )],
    ),
    verb(&["workspace", "delete"], &[DESTROY]),
];

const TERRAFORM_APPLY: &[Danger] = &[
    loses(
        rules::INFRASTRUCTURE,
        &[Given(&[long("destroy")])],
        "All that it describes is destroyed, with the data in it",
        "terraform plan -destroy",
    )
    .unnamed(),
    loses(
        rules::UNSEEN_PLAN,
        &[Given(&[long("auto-approve")]), Own(has_no_plan)],
        "Whatever the plan says is done, deletions too, before anybody has seen it",
        "terraform plan -out=FILE, and terraform apply FILE",
    )
    .unnamed(),
];

const PULUMI: &[Verb] = &[
    verb(&["destroy|down"], &[DESTROY.unnamed()]),
    verb(
        &["stack", "rm"],
        &[loses(
            rules::INFRASTRUCTURE,
            &[],
            "The stack and its history are deleted",
            "pulumi stack export keeps its state in a file",
        )],
    ),
    verb(
        &["up|update"],
        &[loses(
            rules::UNSEEN_PLAN,
            &[Given(&[both('f', "skip-preview")])],
            "Whatever the program says is done, deletions too, before anybody has seen it",
            "pulumi preview",
        )
        .unnamed()],
    ),
];

const SAM: &[Verb] = &[
    verb(&["delete"], &[DESTROY.unnamed()]),
    verb(&["app|svc|env|job|pipeline", "delete"], &[DESTROY]),
];

const VIRTUAL_BOX: &[Verb] = &[verb(
    &["unregistervm|closemedium"],
    &[loses(
        rules::INFRASTRUCTURE,
        &[Given(&[long("delete"), long("delete-all")])],
        "A machine is deleted with its disks",
        "VBoxManage snapshot first",
    )],
)];

const VAULT: &[Verb] = &[
    verb(
        &["delete"],
        &[loses(
            rules::INFRASTRUCTURE,
            &[Operands(1)],
            "Secrets are deleted",
            "",
        )],
    ),
    verb(
        &["kv", "delete|destroy|metadata"],
        &[loses(
            rules::INFRASTRUCTURE,
            &[Operands(1), Own(is_no_reading)],
            "Secrets are deleted",
            "",
        )],
    ),
    verb(
        &["secrets|auth", "disable"],
        &[loses(
            rules::INFRASTRUCTURE,
            &[Operands(1)],
            "All secrets below are deleted",
            "",
        )],
    ),
];

/// `apply` of a saved plan does what was looked at.
fn has_no_plan(call: &Call<'_>, _: &Facts<'_>) -> Option<Hit> {
    call.operands.is_empty().then_some(Hit::COMMAND)
}

/// `vault kv metadata get` only reads.
fn is_no_reading(call: &Call<'_>, _: &Facts<'_>) -> Option<Hit> {
    let reads = |text: &str| matches!(text, "get" | "put" | "patch");
    let first = call.operands.first().and_then(|operand| operand.text);
    (!first.is_some_and(reads)).then_some(Hit::COMMAND)
}

#[cfg(test)]
mod tests {
    use crate::testing::{assert_quiet, assert_warns};

    #[test]
    fn destruction_is_warned_of() {
        for command in [
            "terraform destroy",
            "terraform -chdir=x destroy -auto-approve",
            "terraform apply -destroy",
            "tofu destroy -target=a.b",
            "terragrunt run-all destroy",
            "terraform state rm a.b",
            "pulumi destroy --yes",
            "pulumi -C x stack rm prod",
            "cdk destroy --all",
            "sls remove --stage prod",
            "vagrant destroy -f",
            "vault kv metadata delete secret/x",
        ] {
            assert_warns(command, "infrastructure.destroy");
        }
        for command in [
            "terraform plan -destroy",
            "terraform apply",
            "terraform apply -auto-approve tfplan",
            "terraform state list",
            "pulumi up --yes",
            "pulumi preview",
            "cdk deploy",
            "cdk diff destroy",
            "vault kv metadata get secret/x",
        ] {
            assert_quiet(command);
        }
    }

    #[test]
    fn plans_that_nobody_has_seen_are_warned_of() {
        assert_warns(
            "terraform apply -auto-approve",
            "infrastructure.unseen-plan",
        );
        assert_warns(
            "terraform apply --auto-approve=true",
            "infrastructure.unseen-plan",
        );
        assert_warns("pulumi up --skip-preview", "infrastructure.unseen-plan");
        assert_quiet("terraform apply -auto-approve=false");
    }
}
