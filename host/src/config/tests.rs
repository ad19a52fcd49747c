//! Layers together: who wins, and what an untrusted file may say (R4.4).

use std::{fs, path::Path};

use proptest::{prelude::*, sample::select};

use super::{
    layers::{Layer, LayerFile},
    load::load_files,
    settings::Settings,
    trust::{TrustStore, trustable},
    *,
};
use crate::{plan::Containment, rules::Wish};

fn load(files: &[(Layer, &str)], trust: &TrustStore) -> Settings {
    let place = tempfile::tempdir().unwrap();
    load_in(place.path(), files, trust).unwrap()
}

fn load_in(
    place: &Path,
    files: &[(Layer, &str)],
    trust: &TrustStore,
) -> Result<Settings, ConfigError> {
    let files: Vec<LayerFile> = files
        .iter()
        .map(|(layer, text)| {
            let path = place.join(format!("{}.toml", layer.code()));
            fs::write(&path, text).unwrap();
            LayerFile::own(*layer, path)
        })
        .collect();
    load_files(&files, None, trust, Vec::new())
}

fn rules(settings: &Settings) -> Vec<(Wish, String)> {
    let entries = settings.rules.entries().iter();
    entries
        .map(|entry| (entry.wish, entry.rule.to_string()))
        .collect()
}

#[test]
fn the_highest_layer_that_says_something_is_heard_and_lists_are_united() {
    let settings = load(
        &[
            (
                Layer::User,
                "[run]\ntimeout-ms = 1\noutput-chars = 1\n[rules]\nallow = [\"Bash(a)\"]\n",
            ),
            (Layer::CommandLine, "[run]\ntimeout-ms = 2\n"),
            (
                Layer::Managed,
                "[run]\ntimeout-ms = 3\n[rules]\ndeny = [\"Bash(a)\"]\n",
            ),
        ],
        &TrustStore::default(),
    );
    assert_eq!(settings.timeout.as_millis(), 3);
    assert_eq!(settings.output_chars, 1);
    assert_eq!(rules(&settings).len(), 2);
    let origin = |key: &str| {
        let mut origins = settings.origins.iter().filter(|origin| origin.key == key);
        let origin = origins.next().unwrap();
        assert!(origins.next().is_none(), "one value has one origin");
        (origin.source.layer.clone(), origin.source.line)
    };
    assert_eq!(origin("run.timeout-ms"), ("managed".to_owned(), Some(2)));
    assert_eq!(origin("run.output-chars"), ("user".to_owned(), Some(3)));
}

const LOOSENING: &str = "\
[rules]\nallow = [\"Bash(*)\"]\nask = [\"Bash(b)\"]\ndeny = [\"Read(./x)\"]\n\
[containment]\nmode = \"off\"\nauto-allow = true\nexcluded = [\"Bash(c)\"]\n\
[run]\nroots = [\"/\"]\npass-variables = [\"SECRET\"]\n\
[policies.mine]\ncomponent = \"mine.wasm\"\n";

#[test]
fn an_untrusted_file_of_the_tree_only_tightens_and_what_is_ignored_is_said() {
    for layer in [Layer::Project, Layer::Local] {
        let settings = load(&[(layer, LOOSENING)], &TrustStore::default());
        assert_eq!(
            rules(&settings),
            [
                (Wish::Ask, "Bash(b)".to_owned()),
                (Wish::Deny, "Read(./x)".to_owned())
            ]
        );
        assert_eq!(settings.containment, Containment::Preferred);
        assert!(settings.roots.is_empty() && settings.policies.is_empty());
        assert!(settings.passed_variables.is_empty() && settings.excluded.entries().is_empty());
        let note = &settings.notes[0];
        for part in [
            "`containment`",
            "`run`",
            "`policies`",
            "`rules.allow`",
            "config trust",
        ] {
            assert!(note.contains(part), "{note}");
        }
    }
}

#[test]
fn a_broken_file_is_an_error_in_every_layer() {
    for layer in [Layer::Project, Layer::Local, Layer::User, Layer::Managed] {
        let place = tempfile::tempdir().unwrap();
        let files = [(layer, "[rules]\ndeny = [\"Bash(\"]\n")];
        let error = load_in(place.path(), &files, &TrustStore::default()).unwrap_err();
        assert!(error.to_string().contains(".toml:2:9: "), "{error}");
    }
}

fn environment(place: &Path) -> EnvVars {
    EnvVars {
        inherited: Vec::new(),
        not_text: Vec::new(),
        shell_wish: None,
        login_shell: None,
        path: Vec::new(),
        home: place.join("home"),
        config: ConfigFile::Own(place.join("home/config.toml")),
        config_folder: place.join("home"),
        state: place.join("state"),
    }
}

#[test]
fn trust_holds_for_a_file_as_it_is_and_for_what_it_names() {
    use crate::judge::PolicySource;
    let place = tempfile::tempdir().unwrap();
    let place = fs::canonicalize(place.path()).unwrap();
    let folder = place.join("project/.shellward");
    fs::create_dir_all(&folder).unwrap();
    fs::create_dir_all(place.join("home")).unwrap();
    let (file, component) = (folder.join("config.toml"), folder.join("mine.wasm"));
    let text = LOOSENING.replace("\"/\"", "\"/srv\"");
    fs::write(&file, &text).unwrap();
    fs::write(&component, "one").unwrap();
    let environment = environment(&place);
    let project = place.join("project");
    let load = || load_layers(&environment, &project, Vec::new()).unwrap();
    assert_eq!(rules(&load()).len(), 2);

    make_state(&environment.state).unwrap();
    let found = trustable(&environment, &project).unwrap();
    assert_eq!(found[0].names().collect::<Vec<_>>(), [component.as_path()]);
    let mut store = TrustStore::open(&environment.state).unwrap();
    assert!(!store.trusts(&found[0]));
    store.trust(&found[0]);
    store.save().unwrap();
    let mode = std::os::unix::fs::MetadataExt::mode(
        &fs::metadata(environment.state.join("trusted.json")).unwrap(),
    );
    assert_eq!(mode & 0o777, 0o600);

    // Whatever becomes of the component now, the policy is the one that was trusted.
    fs::write(&component, "two").unwrap();
    let trusted = load();
    assert_eq!(rules(&trusted).len(), 3);
    assert!(
        trusted
            .notes
            .iter()
            .all(|note| !note.contains("not trusted"))
    );
    let PolicySource::Pinned { digest, .. } = trusted.policies[0].source else {
        panic!("{:?}", trusted.policies[0].source);
    };
    assert_eq!(digest, crate::ids::Digest::of(b"one"));

    fs::write(&file, format!("{text}\n")).unwrap();
    assert_eq!(rules(&load()).len(), 2, "a changed file is not trusted");
    fs::write(&file, &text).unwrap();
    let mut store = TrustStore::open(&environment.state).unwrap();
    assert!(store.revoke(&file) && !store.revoke(&file));
    store.save().unwrap();
    assert_eq!(rules(&load()).len(), 2);
}

#[test]
fn the_default_file_says_what_holds_without_it() {
    let settings = load(&[(Layer::User, DEFAULTS)], &TrustStore::default());
    let plain = Settings::with_policies(Vec::new());
    assert_eq!(settings.timeout, plain.timeout);
    assert_eq!(settings.output_chars, plain.output_chars);
    assert_eq!(settings.containment, plain.containment);
    assert_eq!(settings.network, plain.network);
    assert_eq!(settings.auto_allow, plain.auto_allow);
    assert!(settings.rules.entries().is_empty() && settings.notes.is_empty());
    // What is commented out is as good as what is not.
    let all: String = DEFAULTS
        .lines()
        .map(|line| line.strip_prefix("#= ").unwrap_or(line))
        .fold(String::new(), |text, line| text + line + "\n");
    let place = tempfile::tempdir().unwrap();
    load_in(
        place.path(),
        &[(Layer::Managed, &all)],
        &TrustStore::default(),
    )
    .unwrap();
}

/// Lines for each table of a file, loosening and tightening.
const RULES: [&str; 5] = [
    "",
    "allow = [\"Bash(*)\"]",
    "deny = [\"Bash(rm:*)\"]",
    "ask = [\"Read(./x)\"]\nallow = [\"Read(~/**)\"]",
    "deny = [\"Connect(a.b)\", \"Edit(./y)\"]",
];
const OTHERS: [&str; 5] = [
    "",
    "[containment]\nmode = \"off\"",
    "[containment]\nauto-allow = true\nnetwork = \"host\"",
    "[run]\ntimeout-ms = 600000\nroots = [\"/\"]",
    "import = [\"/no/such/file\"]",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn an_untrusted_file_adds_deny_and_ask_rules_and_nothing_else(
        user in select(&RULES[..]),
        rules_of_project in select(&RULES[..]),
        others in select(&OTHERS[..]),
        layer in select(vec![Layer::Project, Layer::Local]),
    ) {
        let user = (Layer::User, format!("[rules]\n{user}\n"));
        let project = if others.starts_with('[') {
            format!("[rules]\n{rules_of_project}\n{others}\n")
        } else {
            format!("{others}\n[rules]\n{rules_of_project}\n")
        };
        let without = load(&[(user.0, &user.1)], &TrustStore::default());
        let with = load(&[(user.0, &user.1), (layer, &project)], &TrustStore::default());
        let more: Vec<_> = with.rules.entries().iter().filter(|entry| entry.source.layer != "user").collect();
        prop_assert!(more.iter().all(|entry| entry.wish > Wish::Allow));
        let kept = rules(&with).into_iter().filter(|rule| rules(&without).contains(rule)).count();
        prop_assert!(kept >= rules(&without).len());
        prop_assert_eq!(with.containment, without.containment);
        prop_assert_eq!(with.network, without.network);
        prop_assert_eq!(with.auto_allow, without.auto_allow);
        prop_assert_eq!(with.timeout, without.timeout);
        prop_assert_eq!(with.roots, without.roots);
    }
}
