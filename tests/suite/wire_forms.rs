//! JSON forms across versions (R1.3): what was given out still loads, what is newer is refused.

use std::fs;

use shellward::{decide::Decision, outcome::Outcome};

use crate::support::repository;

fn fixtures(form: &str) -> Vec<String> {
    let folder = repository().join("tests/fixtures/forms");
    let mut texts = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if name.starts_with(form) {
            texts.push(fs::read_to_string(path).unwrap());
        }
    }
    assert!(!texts.is_empty(), "no fixture of {form}");
    texts
}

fn newer(text: &str) -> String {
    let mut value: serde_json::Value = serde_json::from_str(text).unwrap();
    value["version"] = 1000.into();
    value["unheard-of"] = true.into();
    value.to_string()
}

#[test]
fn decisions_of_every_version_load_and_newer_ones_are_refused() {
    for text in fixtures("decision") {
        let decision = Decision::from_json(&text).unwrap();
        let again = Decision::from_json(&decision.to_json().unwrap()).unwrap();
        assert_eq!(again, decision);
        let error = Decision::from_json(&newer(&text)).unwrap_err().to_string();
        assert!(error.contains("version 1000"), "{error}");
    }
}

#[test]
fn outcomes_of_every_version_load_and_newer_ones_are_refused() {
    for text in fixtures("outcome") {
        let outcome = Outcome::from_json(&text).unwrap();
        let again = serde_json::to_string(&outcome).unwrap();
        assert_eq!(Outcome::from_json(&again).unwrap(), outcome);
        let error = Outcome::from_json(&newer(&text)).unwrap_err().to_string();
        assert!(error.contains("version 1000"), "{error}");
    }
}
