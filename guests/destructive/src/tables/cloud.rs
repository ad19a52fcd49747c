//! Clouds.

use crate::{
    model::{
        Danger, Takes, Tool, Verb,
        When::{Given, Without},
        both, letter, long, loses, takes, tool, verb,
    },
    rules,
};

/// The tools.
pub(super) const TOOLS: &[Tool] = &[
    tool(
        "aws",
        takes(
            "",
            "profile region output query endpoint-url ca-bundle color cli-read-timeout \
        cli-connect-timeout",
        ),
        AWS,
    )
    .exact(),
    tool("gcloud", GCLOUD_TAKES, GCLOUD).exact(),
    tool("gsutil", takes("oh", ""), GSUTIL).exact(),
    tool(
        "az",
        takes("gno", "name resource-group subscription output query"),
        AZ,
    )
    .exact(),
    tool(
        "azcopy",
        Takes::NOTHING,
        &[verb(&["remove|rm"], &[OBJECTS])],
    )
    .exact(),
    tool("s3cmd mc s5cmd", takes("c", "config"), OBJECT_STORES).exact(),
    tool(
        "doctl hcloud linode-cli scw vultr-cli oci ibmcloud exo civo \
        openstack",
        takes("t", "access-token context profile output format"),
        ANY,
    )
    .exact(),
    tool("heroku", takes("a", "app remote"), HEROKU).exact(),
    tool("fly flyctl railway", takes("a", "app"), FLY).exact(),
    tool("vercel now netlify surge", takes("t", "token scope"), SITES).exact(),
    tool(
        "wrangler",
        takes("ce", "config env"),
        &[verb(&["**", "delete|*:delete|remove"], &[DELETES])],
    )
    .exact(),
    tool("firebase", takes("P", "project"), FIREBASE).exact(),
];

const LIST: &str = "the same with list, describe or get shows what it is";

const DRY: crate::model::When = Without(&[
    long("dry-run"),
    long("dryrun"),
    long("generate-cli-skeleton"),
    long("what-if"),
]);

const DELETES: Danger = loses(
    rules::CLOUD,
    &[DRY],
    "These are deleted with what they hold",
    LIST,
);

const OBJECTS: Danger = loses(
    rules::CLOUD,
    &[DRY],
    "Objects are deleted; without versions nothing brings them back",
    "aws s3 rm --dryrun, or a listing of the same paths, shows which",
);

const MIRRORS: Danger = loses(
    rules::CLOUD,
    &[
        Given(&[
            long("delete"),
            letter('d'),
            long("remove"),
            long("delete-unmatched-destination-objects"),
        ]),
        DRY,
        Without(&[both('n', "dry-run")]),
    ],
    "Objects at the destination that the source does not have are deleted",
    "a dry run shows which",
);

const AWS: &[Verb] = &[
    verb(&["s3", "rm"], &[OBJECTS]),
    verb(
        &["s3", "rb"],
        &[loses(
            rules::CLOUD,
            &[],
            "A bucket is deleted, with --force all objects in it too",
            "aws s3 ls of the bucket",
        )],
    ),
    verb(&["s3", "sync"], &[MIRRORS]),
    verb(
        &[
            "*",
            "delete-*|terminate-*|batch-delete-*|purge-*|deregister-*|destroy-*|schedule-key-deletion|\
                release-address|empty-*",
        ],
        &[DELETES],
    ),
];

const GCLOUD_TAKES: Takes = takes(
    "",
    "project account configuration zone region format filter impersonate-service-account verbosity",
);

const GCLOUD: &[Verb] = &[
    verb(&["storage", "rm"], &[OBJECTS]),
    verb(&["storage", "rsync"], &[MIRRORS]),
    verb(
        &[
            "**",
            "delete|destroy|bulk-delete|delete-instances|delete-access-config",
        ],
        &[DELETES],
    ),
];

const GSUTIL: &[Verb] = &[verb(&["rm|rb"], &[OBJECTS]), verb(&["rsync"], &[MIRRORS])];

const AZ: &[Verb] = &[verb(
    &["**", "delete|delete-batch|purge|remove"],
    &[DELETES],
)];

const OBJECT_STORES: &[Verb] = &[
    verb(&["rm|rb|del|--del"], &[OBJECTS]),
    verb(
        &["sync|mirror"],
        &[loses(
            rules::CLOUD,
            &[
                Given(&[long("delete-removed"), long("delete"), long("remove")]),
                DRY,
            ],
            "Objects at the destination that the source does not have are deleted",
            "a dry run shows which",
        )],
    ),
];

const ANY: &[Verb] = &[verb(
    &["**", "delete|destroy|terminate|rm|remove|*-delete|*-rm"],
    &[DELETES],
)];

const HEROKU: &[Verb] = &[verb(
    &["*:destroy|*:delete|*:reset|destroy|*:remove|*:unset"],
    &[DELETES],
)];

const FLY: &[Verb] = &[
    verb(&["destroy|down|delete"], &[DELETES]),
    verb(&["*", "destroy|delete|remove"], &[DELETES]),
];

const SITES: &[Verb] = &[
    verb(&["rm|remove|teardown|*:delete"], &[DELETES]),
    verb(
        &[
            "env|domains|dns|certs|project|alias|sites",
            "rm|remove|delete",
        ],
        &[DELETES],
    ),
];

const FIREBASE: &[Verb] = &[
    verb(&["*:delete|*:disable|*:remove"], &[DELETES]),
    verb(
        &["deploy"],
        &[loses(
            rules::CLOUD,
            &[Given(&[both('f', "force")])],
            "What is deployed and not in the source is deleted",
            "firebase deploy without --force",
        )
        .unnamed()],
    ),
];

#[cfg(test)]
mod tests {
    use crate::testing::{assert_quiet, assert_warns};

    #[test]
    fn verbs_that_delete_are_warned_of() {
        for command in [
            "aws ec2 terminate-instances --instance-ids i-1",
            "aws --profile p --region r rds delete-db-instance --db-instance-identifier x",
            "aws s3 rm s3://b/p --recursive",
            "aws s3 rb s3://b --force",
            "aws s3 sync . s3://b --delete",
            "aws s3api delete-object --bucket b --key k",
            "aws sqs purge-queue --queue-url u",
            "gcloud compute instances delete x --zone z",
            "gcloud --project p sql instances delete x --quiet",
            "gcloud storage rm -r gs://b",
            "gsutil -m rm -r gs://b",
            "gsutil rsync -d a gs://b",
            "az group delete --name x --yes",
            "az vm delete -g x -n y",
            "doctl compute droplet delete 1",
            "heroku apps:destroy x",
            "heroku pg:reset DATABASE",
            "fly apps destroy x",
            "vercel rm x",
            "wrangler kv:namespace delete --namespace-id x",
            "firebase firestore:delete --all-collections",
        ] {
            assert_warns(command, "cloud.delete");
        }
    }

    #[test]
    fn words_that_only_contain_it_are_quiet() {
        for command in [
            "aws ec2 run-instances --instance-initiated-shutdown-behavior stop",
            "aws ec2 run-instances --instance-initiated-shutdown-behavior terminate",
            "aws ec2 describe-instances",
            "aws ec2 terminate-instances --dry-run --instance-ids i-1",
            "aws s3 rm s3://b/p --dryrun",
            "aws s3 ls",
            "aws s3 sync . s3://b",
            "aws --profile delete-x s3 ls",
            "gcloud compute instances list",
            "gcloud projects describe delete-me",
            "az group list",
            "az group show --name delete",
            "gsutil ls",
            "heroku logs",
            "vercel deploy",
            "firebase deploy",
        ] {
            assert_quiet(command);
        }
    }
}
