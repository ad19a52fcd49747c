//! Adds rules to a settings file and takes them out again (R4.5). Comments and form are kept, the file is replaced in one
//! step, and one that is broken is left alone.

use std::{
    fs::{self, DirBuilder, File},
    io::{self, Write as _},
    os::unix::fs::DirBuilderExt as _,
    path::{Path, PathBuf},
};

use toml_edit::{Array, DocumentMut, Item, Table, TableLike, Value};

use super::{
    EnvVars,
    error::ConfigError,
    layers::{LOCAL_FILE, PROJECT_FILE},
    load::check_text,
    trust::{TrustStore, Trustable, make_state, trustable},
};
use crate::rules::{Rule, RuleError, RuleSet, Source, Wish};

/// How rules stand in an array of several lines.
const INDENT: &str = "\n  ";

/// A layer that a person may write rules to (R10.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RuleLayer {
    /// The person's own settings: for every project.
    User,
    /// The project's settings: for everybody who works in it and trusts it.
    Project,
    /// The person's own settings in the project.
    Local,
}

impl RuleLayer {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::User, Self::Project, Self::Local];

    /// Returns the word used for it.
    pub const fn code(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Project => "project",
            Self::Local => "local",
        }
    }

    /// Reads that word back.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|layer| layer.code() == code)
    }

    /// Returns its file, given the person's own and the project.
    pub fn file(self, user: &Path, project: &Path) -> PathBuf {
        match self {
            Self::User => user.to_owned(),
            Self::Project => project.join(PROJECT_FILE),
            Self::Local => project.join(LOCAL_FILE),
        }
    }
}

/// A settings file could not be changed. It is as it was.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EditError {
    /// The rule can't be used.
    #[error(transparent)]
    Rule(#[from] RuleError),
    /// The file is broken, and so is not touched.
    #[error("{0}\nhint: mend the file first; nothing was changed")]
    Broken(ConfigError),
    /// The file has a form that rules can't be added to.
    #[error("{}: {what}\nhint: change it with an editor; nothing was changed", file.display())]
    Form {
        /// The file.
        file: PathBuf,
        /// What is in the way.
        what: String,
    },
    /// No such rule is there.
    #[error("{} has no rule {rule}\nhint: rules are told apart by their exact text", file.display())]
    NoSuchRule {
        /// The file.
        file: PathBuf,
        /// The rule.
        rule: String,
    },
    /// It is a file of the project that nobody trusts, so an allow rule in it would not hold.
    #[error(
        "{} is not trusted, so an allow rule in it would not hold\nhint: read it, then `shellward config trust`, or \
         keep the rule in your own settings", file.display()
    )]
    Untrusted {
        /// The file.
        file: PathBuf,
    },
    /// It can't be read or written.
    #[error("{}: {source}", file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// Why.
        source: io::Error,
    },
}

/// Adds an allow rule on a person's word, in a layer of the project around a directory. What they trusted in that layer
/// stays trusted with it, and a file that is new is theirs; one that is not trusted is left alone.
///
/// # Errors
/// As [`add_rule`]; or the file is not trusted, or that it is trusted can't be kept.
pub fn allow_in(
    environment: &EnvVars,
    project: &Path,
    layer: RuleLayer,
    rule: &str,
) -> Result<bool, EditError> {
    let file = layer.file(environment.config.path(), project);
    if layer == RuleLayer::User {
        return add_rule(&file, Wish::Allow, rule);
    }
    let failed = |source| EditError::File {
        file: environment.state.clone(),
        source,
    };
    let now = || -> Result<Option<Trustable>, EditError> {
        let all = trustable(environment, project).map_err(EditError::Broken)?;
        Ok(all.into_iter().find(|one| one.path == file))
    };
    make_state(&environment.state).map_err(failed)?;
    let mut store = TrustStore::open(&environment.state).map_err(EditError::Broken)?;
    if now()?.is_some_and(|before| !store.trusts(&before)) {
        return Err(EditError::Untrusted { file });
    }
    let is_new = add_rule(&file, Wish::Allow, rule)?;
    if let Some(after) = now()? {
        store.trust(&after);
        store.save().map_err(failed)?;
    }
    Ok(is_new)
}

/// Adds a rule. One that is there already is not added again; then the answer is false.
///
/// # Errors
/// The rule can't be used, or the file can't be read, understood or replaced.
pub fn add_rule(file: &Path, wish: Wish, rule: &str) -> Result<bool, EditError> {
    let rule = Rule::parse(rule)?;
    let source = Source {
        layer: String::new(),
        file: None,
        line: None,
    };
    // What may not be allowed, may not be written either.
    RuleSet::default().add(wish, rule.clone(), source)?;
    let edit = Edit::open(file)?;
    let mut document = edit.document()?;
    let rules = document
        .entry("rules")
        .or_insert_with(|| Item::Table(Table::new()));
    let array = rules
        .as_table_like_mut()
        .and_then(|rules| array_of(rules, wish))
        .ok_or_else(|| edit.form("`rules` is not a table of lists"))?;
    if array.iter().any(|one| one.as_str() == Some(rule.as_str())) {
        return Ok(false);
    }
    push(array, rule.as_str());
    edit.replace(&document)?;
    Ok(true)
}

/// Takes a rule out, whatever it wants, and says what that was.
///
/// # Errors
/// It is not there, or the file can't be read, understood or replaced.
pub fn remove_rule(file: &Path, rule: &str) -> Result<Vec<Wish>, EditError> {
    let edit = Edit::open(file)?;
    let mut document = edit.document()?;
    let mut removed = Vec::new();
    if let Some(rules) = document.get_mut("rules").and_then(Item::as_table_like_mut) {
        for wish in [Wish::Allow, Wish::Ask, Wish::Deny] {
            let array = rules.get_mut(wish.code()).and_then(Item::as_array_mut);
            if array.is_some_and(|array| take(array, rule.trim())) {
                removed.push(wish);
            }
        }
    }
    if removed.is_empty() {
        return Err(EditError::NoSuchRule {
            file: file.to_owned(),
            rule: rule.to_owned(),
        });
    }
    edit.replace(&document)?;
    Ok(removed)
}

fn array_of(rules: &mut dyn TableLike, wish: Wish) -> Option<&mut Array> {
    rules
        .entry(wish.code())
        .or_insert_with(|| toml_edit::value(Array::new()))
        .as_array_mut()
}

/// Adds a value at the end. A comment behind the last one stays with it.
fn push(array: &mut Array, text: &str) {
    let mut before = array.trailing().as_str().unwrap_or("").to_owned();
    if !array.trailing_comma()
        && let Some(last) = array.iter_mut().last()
    {
        let suffix = last.decor().suffix().and_then(|it| it.as_str());
        before = format!("{}{before}", suffix.unwrap_or(""));
        last.decor_mut().set_suffix("");
    }
    let has_lines = before.contains('\n')
        || array.iter().any(|one| {
            let prefix = one.decor().prefix().and_then(|it| it.as_str());
            prefix.is_some_and(|prefix| prefix.contains('\n'))
        });
    let mut value = Value::from(text);
    if has_lines {
        value
            .decor_mut()
            .set_prefix(format!("{}{INDENT}", before.trim_end()));
        array.set_trailing("\n");
        array.set_trailing_comma(true);
    } else {
        value
            .decor_mut()
            .set_prefix(if array.is_empty() { "" } else { " " });
        array.set_trailing("");
        array.set_trailing_comma(false);
    }
    array.push_formatted(value);
}

/// Takes a value out, wherever it is. Comments above it stay.
fn take(array: &mut Array, text: &str) -> bool {
    let mut found = false;
    loop {
        let at = array.iter().position(|one| one.as_str() == Some(text));
        let Some(index) = at else {
            return found;
        };
        found = true;
        let removed = array.remove(index);
        let prefix = removed.decor().prefix().and_then(|it| it.as_str());
        let comment = prefix.filter(|prefix| prefix.contains('#'));
        let Some(comment) = comment.map(|comment| comment.trim_end().to_owned()) else {
            continue;
        };
        if let Some(next) = array.get_mut(index) {
            let own = next.decor().prefix().and_then(|it| it.as_str());
            let prefix = format!("{comment}{}", own.unwrap_or(INDENT));
            next.decor_mut().set_prefix(prefix);
        } else {
            let own = array.trailing().as_str().unwrap_or("\n").to_owned();
            array.set_trailing(format!("{comment}{own}"));
        }
    }
}

/// A file that is being changed.
struct Edit {
    /// As it was named.
    file: PathBuf,
    /// Where it really is: a link stays one.
    real: PathBuf,
    /// What was in it. None: it is not there.
    text: Option<String>,
}

impl Edit {
    fn open(file: &Path) -> Result<Self, EditError> {
        let real = fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
        let text = read(&real).map_err(|source| EditError::File {
            file: file.to_owned(),
            source,
        })?;
        if let Some(text) = &text {
            check_text(file, text).map_err(EditError::Broken)?;
        }
        Ok(Self {
            file: file.to_owned(),
            real,
            text,
        })
    }

    fn document(&self) -> Result<DocumentMut, EditError> {
        let text = self.text.as_deref().unwrap_or("");
        text.parse()
            .map_err(|error: toml_edit::TomlError| self.form(error.message()))
    }

    fn form(&self, what: &str) -> EditError {
        EditError::Form {
            file: self.file.clone(),
            what: what.to_owned(),
        }
    }

    /// Puts the changed file in place of the old one, unless somebody else changed that meanwhile.
    fn replace(&self, document: &DocumentMut) -> Result<(), EditError> {
        let text = document.to_string();
        check_text(&self.file, &text).map_err(EditError::Broken)?;
        self.write(&text).map_err(|source| EditError::File {
            file: self.file.clone(),
            source,
        })
    }

    fn write(&self, text: &str) -> io::Result<()> {
        let folder = self.real.parent().unwrap_or(Path::new("."));
        DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(folder)?;
        // Nobody else may read it, as `tempfile` makes it.
        let mut new = tempfile::NamedTempFile::new_in(folder)?;
        new.write_all(text.as_bytes())?;
        new.as_file().sync_all()?;
        if read(&self.real)? != self.text {
            return Err(io::Error::other(
                "it was changed meanwhile (hint: try again)",
            ));
        }
        new.persist(&self.real).map_err(|error| error.error)?;
        File::open(folder)?.sync_all()
    }
}

fn read(file: &Path) -> io::Result<Option<String>> {
    match fs::read_to_string(file) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    fn with(text: &str) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("config.toml");
        fs::write(&file, text).unwrap();
        (folder, file)
    }

    #[test]
    fn a_file_and_its_folders_are_made_for_their_owner() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a/b/config.toml");
        assert!(add_rule(&file, Wish::Allow, "Bash(git push:*)").unwrap());
        assert!(!add_rule(&file, Wish::Allow, "Bash(git push:*)").unwrap());
        let text = fs::read_to_string(&file).unwrap();
        assert_eq!(text, "[rules]\nallow = [\"Bash(git push:*)\"]\n");
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!((mode(&file), mode(file.parent().unwrap())), (0o600, 0o700));
    }

    #[test]
    fn comments_and_form_are_kept() {
        let before =
            "# Mine.\nversion = 1\n\n[rules] # all\ndeny = [\n  # never\n  \"Bash(a)\", # why\n]\n";
        let (_folder, file) = with(before);
        add_rule(&file, Wish::Deny, "Bash(b)").unwrap();
        let text = fs::read_to_string(&file).unwrap();
        let wanted = before.replace("# why\n", "# why\n  \"Bash(b)\",\n");
        assert_eq!(text, wanted);
        assert_eq!(remove_rule(&file, "Bash(b)").unwrap(), [Wish::Deny]);
        assert!(
            fs::read_to_string(&file)
                .unwrap()
                .contains("\"Bash(a)\", # why\n")
        );
        assert_eq!(remove_rule(&file, "Bash(a)").unwrap(), [Wish::Deny]);
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.contains("# never") && !text.contains("Bash"), "{text}");
    }

    #[test]
    fn a_line_without_comma_gets_one() {
        let (_folder, file) = with("[rules]\nallow = [\n  \"Bash(a)\" # why\n]\n");
        add_rule(&file, Wish::Allow, "Bash(b)").unwrap();
        let text = fs::read_to_string(&file).unwrap();
        assert_eq!(
            text,
            "[rules]\nallow = [\n  \"Bash(a)\", # why\n  \"Bash(b)\",\n]\n"
        );
    }

    #[test]
    fn a_broken_file_is_refused_and_left_alone() {
        for broken in [
            "[rules\n",
            "[rules]\nallow = [\"Bash(\"]\n",
            "nonsense = 1\n",
        ] {
            let (_folder, file) = with(broken);
            let error = add_rule(&file, Wish::Allow, "Bash(a)").unwrap_err();
            assert!(matches!(error, EditError::Broken(_)), "{error}");
            assert_eq!(fs::read_to_string(&file).unwrap(), broken);
        }
    }

    #[test]
    fn what_is_no_rule_or_not_there_is_an_error() {
        let (_folder, file) = with("");
        assert!(matches!(
            add_rule(&file, Wish::Allow, "git"),
            Err(EditError::Rule(_))
        ));
        let there = remove_rule(&file, "Bash(a)");
        assert!(matches!(there, Err(EditError::NoSuchRule { .. })));
    }

    #[test]
    fn a_link_stays_a_link() {
        let (folder, file) = with("");
        let link = folder.path().join("link.toml");
        std::os::unix::fs::symlink(&file, &link).unwrap();
        add_rule(&link, Wish::Ask, "Bash(a)").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert!(
            fs::read_to_string(&file)
                .unwrap()
                .contains("ask = [\"Bash(a)\"]")
        );
    }

    #[test]
    fn layers_have_their_files() {
        let file = |layer: RuleLayer| layer.file(Path::new("/c/config.toml"), Path::new("/p"));
        assert_eq!(file(RuleLayer::User), Path::new("/c/config.toml"));
        assert_eq!(
            file(RuleLayer::Local),
            Path::new("/p/.shellward/local.toml")
        );
        for layer in RuleLayer::ALL {
            assert_eq!(RuleLayer::from_code(layer.code()), Some(layer));
        }
    }
}
