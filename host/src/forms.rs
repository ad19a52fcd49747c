//! Versions of JSON forms (R1.3): a form that is newer than this shellward is refused before anything of it is believed.

use serde::{Deserialize, de::DeserializeOwned};

/// A text that is not the form it should be.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FormError {
    /// It is newer.
    #[error(
        "the {form} has version {version}, and this shellward reads up to {known} (hint: update shellward)"
    )]
    Newer {
        /// What it should be.
        form: &'static str,
        /// Its version.
        version: u32,
        /// The newest that is known.
        known: u32,
    },
    /// It is something else, or damaged.
    #[error("this is no {form}: {source}")]
    Form {
        /// What it should be.
        form: &'static str,
        /// What is wrong with it.
        source: serde_json::Error,
    },
}

/// All that is looked at before the version is known.
#[derive(Deserialize)]
struct Versioned {
    version: u32,
}

/// Reads a form of at most a version.
///
/// # Errors
/// [`FormError::Newer`] before anything else, else [`FormError::Form`].
pub(crate) fn from_json<T: DeserializeOwned>(
    form: &'static str,
    known: u32,
    text: &str,
) -> Result<T, FormError> {
    let wrong = |source| FormError::Form { form, source };
    let Versioned { version } = serde_json::from_str(text).map_err(wrong)?;
    if version > known {
        return Err(FormError::Newer {
            form,
            version,
            known,
        });
    }
    serde_json::from_str(text).map_err(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Thing {
        #[expect(dead_code, reason = "only its presence matters")]
        version: u32,
        name: String,
    }

    fn read(text: &str) -> Result<Thing, String> {
        from_json("thing", 2, text).map_err(|error| error.to_string())
    }

    #[test]
    fn a_newer_form_is_refused_as_newer_whatever_else_it_holds() {
        let error = read("{\"version\": 3, \"unheard\": 1}").unwrap_err();
        assert!(
            error.contains("version 3") && error.contains("up to 2"),
            "{error}"
        );
    }

    #[test]
    fn an_older_form_and_the_newest_are_read() {
        for version in [1, 2] {
            let thing = read(&format!("{{\"version\": {version}, \"name\": \"x\"}}")).unwrap();
            assert_eq!(thing.name, "x");
        }
    }

    #[test]
    fn what_is_no_such_form_says_what_is_wrong() {
        assert!(read("{}").unwrap_err().contains("version"));
        assert!(read("{\"version\": 1}").unwrap_err().contains("name"));
        assert!(read("").unwrap_err().starts_with("this is no thing"));
    }
}
