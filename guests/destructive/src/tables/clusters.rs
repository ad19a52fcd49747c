//! Containers and clusters.

use crate::{
    model::{
        Danger, Takes, Tool, Verb,
        When::{Given, Operands, Without},
        both, letter, long, loses, takes, tool, verb,
    },
    rules,
};

/// The tools.
pub(super) const TOOLS: &[Tool] = &[
    tool(
        "docker podman nerdctl",
        takes("Hlc", "host log-level context config"),
        DOCKER,
    )
    .exact(),
    tool(
        "docker-compose podman-compose",
        takes("fp", "file project-name profile env-file"),
        COMPOSE,
    )
    .exact(),
    tool(
        "kubectl oc kubecolor",
        takes(
            "nsclfoLk",
            "namespace context cluster user kubeconfig server token selector filename output as \
            grace-period field-selector timeout kustomize",
        ),
        KUBECTL,
    )
    .exact(),
    tool(
        "helm",
        takes("n", "namespace kube-context kubeconfig timeout"),
        HELM,
    )
    .exact(),
    tool(
        "kind minikube k3d eksctl argocd flux istioctl \
        velero",
        takes("npf", "name profile namespace cluster region"),
        LOCAL,
    )
    .exact(),
    tool("nomad", Takes::NOTHING, NOMAD).single_dash(),
];

const DRY: crate::model::When = Without(&[long("dry-run")]);

const OBJECTS: &str = "Containers, images or volumes are deleted";

const PRUNE: Danger = loses(
    rules::CONTAINER,
    &[],
    "All that is not in use is deleted",
    "docker system df shows how much; docker … ls shows what",
)
.unnamed();

const PRUNE_VOLUMES: Danger = loses(
    rules::CONTAINER,
    &[Given(&[long("volumes")])],
    "All that is not in use is deleted, volumes with their data too",
    "the same without --volumes",
)
.unnamed();

const FORCED: Danger = loses(
    rules::CONTAINER,
    &[Given(&[
        both('f', "force"),
        both('v', "volumes"),
        both('a', "all"),
    ])],
    "These are deleted, running ones and what they wrote too",
    "docker stop, and docker rm without -f",
);

const VOLUMES: Danger = loses(
    rules::CONTAINER,
    &[Operands(1)],
    "Volumes are deleted with their data",
    "docker run --rm -v NAME:/v -v \"$PWD\":/b alpine tar czf /b/NAME.tgz /v keeps it",
);

const DELETES: Danger = loses(rules::CONTAINER, &[], OBJECTS, "");

const DOWN: Danger = loses(
    rules::CONTAINER,
    &[Given(&[both('v', "volumes")]), DRY],
    "Volumes are deleted with their data",
    "docker compose down without --volumes",
)
.unnamed();

const COMPOSE_RM: Danger = loses(
    rules::CONTAINER,
    &[
        Given(&[letter('v'), both('f', "force"), both('s', "stop")]),
        DRY,
    ],
    "Containers are deleted with what they wrote",
    "docker compose stop",
);

const DOCKER: &[Verb] = &[
    verb(
        &[
            "system|builder|image|container|volume|network|buildx",
            "prune",
        ],
        &[PRUNE_VOLUMES, PRUNE],
    ),
    verb(&["volume", "rm|remove"], &[VOLUMES]),
    verb(&["rm|rmi"], &[FORCED]),
    verb(&["container|image|pod", "rm"], &[FORCED]),
    verb(&["compose", "down"], &[DOWN]),
    verb(&["compose", "rm"], &[COMPOSE_RM]),
    verb(
        &["stack|service|secret|config|context|plugin|manifest", "rm"],
        &[DELETES],
    ),
    verb(&["swarm", "leave"], &[FORCED]),
    verb(&["system", "reset"], &[DELETES]),
    verb(&["machine", "rm|reset"], &[DELETES]),
];

const COMPOSE: &[Verb] = &[verb(&["down"], &[DOWN]), verb(&["rm"], &[COMPOSE_RM])];

const KUBE_DELETE: Danger = loses(
    rules::CLUSTER,
    &[DRY],
    "Objects of the cluster are deleted, with what belongs to them",
    "kubectl delete --dry-run=client with the same words shows which",
);

const DRAIN: Danger = loses(
    rules::CLUSTER,
    &[DRY],
    "All that runs on the node is ended there",
    "kubectl cordon only keeps new work away",
);

const REPLACE: Danger = loses(
    rules::CLUSTER,
    &[Given(&[long("force"), long("prune")]), DRY],
    "Objects of the cluster are deleted",
    "kubectl diff shows what would change",
);

const KUBECTL: &[Verb] = &[
    verb(&["delete"], &[KUBE_DELETE]),
    verb(&["drain"], &[DRAIN]),
    verb(&["replace|apply"], &[REPLACE]),
    verb(&["adm", "drain"], &[DRAIN]),
];

const HELM: &[Verb] = &[verb(
    &["uninstall|delete|del|un"],
    &[loses(
        rules::CLUSTER,
        &[DRY],
        "A release is deleted with all its objects",
        "helm uninstall --dry-run; --keep-history keeps the way back",
    )],
)];

const LOCAL: &[Verb] = &[
    verb(
        &["delete|uninstall"],
        &[loses(
            rules::CLUSTER,
            &[DRY],
            "A cluster, or objects of it, are deleted",
            "",
        )],
    ),
    verb(
        &["cluster|app|nodegroup|node|backup", "delete"],
        &[loses(
            rules::CLUSTER,
            &[DRY],
            "A cluster, or a part of it, is deleted",
            "",
        )],
    ),
];

const NOMAD: &[Verb] = &[
    verb(
        &["job", "stop"],
        &[loses(
            rules::CLUSTER,
            &[Given(&[long("purge")])],
            "The job is deleted with its history",
            "nomad job stop without -purge",
        )],
    ),
    verb(
        &["system", "gc"],
        &[loses(rules::CLUSTER, &[], "What has ended is deleted", "").unnamed()],
    ),
];

#[cfg(test)]
mod tests {
    use crate::testing::{assert_quiet, assert_warns};

    #[test]
    fn containers_and_volumes_are_guarded() {
        for command in [
            "docker system prune -af --volumes",
            "docker image prune",
            "docker volume prune -f",
            "docker rm -f x",
            "docker rm -vf x",
            "docker container rm --force x",
            "docker rmi -f x",
            "docker volume rm data",
            "docker compose down -v",
            "docker compose down --volumes",
            "docker-compose -f x.yml down -v",
            "podman rm -af",
            "docker stack rm x",
        ] {
            assert_warns(command, "container.delete");
        }
        for command in [
            "docker ps",
            "docker rm x",
            "docker rmi x",
            "docker compose down",
            "docker compose up -d",
            "docker volume ls",
            "docker run --rm x rm -rf /tmp/y",
            "docker build -f prune .",
            "docker logs -f rm",
        ] {
            assert_quiet(command);
        }
    }

    #[test]
    fn clusters_are_guarded() {
        for command in [
            "kubectl delete pod x",
            "kubectl -n prod delete ns x",
            "kubectl delete -f x.yml",
            "kubectl delete --dry-run=none pod x",
            "kubectl drain node1 --ignore-daemonsets",
            "kubectl replace --force -f x.yml",
            "kubectl apply --prune -f x.yml",
            "oc delete project x",
            "helm uninstall x",
            "helm -n prod delete x",
            "kind delete cluster",
            "minikube delete",
            "k3d cluster delete x",
            "nomad job stop -purge x",
        ] {
            assert_warns(command, "cluster.delete");
        }
        for command in [
            "kubectl get pods",
            "kubectl get pod delete",
            "kubectl -n delete get pods",
            "kubectl delete --dry-run=client pod x",
            "kubectl apply -f x.yml",
            "helm list",
            "helm uninstall --dry-run x",
            "nomad job stop x",
        ] {
            assert_quiet(command);
        }
    }
}
