//! What statements of a database lose. Read as words: comments and texts in quotes are left out, statements end with `;`.

/// What is lost by a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Loss {
    /// `DROP TABLE`, `DROP DATABASE`, `ALTER TABLE … DROP COLUMN`.
    Dropped,
    /// `TRUNCATE`.
    Emptied,
    /// `DELETE` without `WHERE`.
    AllRows,
    /// `UPDATE` without `WHERE`.
    AllValues,
}

impl Loss {
    /// Says it.
    pub(crate) const fn text(self) -> &'static str {
        match self {
            Self::Dropped => "it is dropped with all it holds",
            Self::Emptied => "all rows are deleted",
            Self::AllRows => "all rows are deleted, since there is no WHERE",
            Self::AllValues => "the values of all rows are replaced, since there is no WHERE",
        }
    }
}

/// What can be made again without any data. Sorted.
const HOLDS_NO_DATA: [&str; 8] = [
    "FUNCTION",
    "INDEX",
    "POLICY",
    "PROCEDURE",
    "RULE",
    "STATISTICS",
    "TRIGGER",
    "VIEW",
];

/// Finds the first statement that loses something, with its first words.
pub(crate) fn find(text: &str) -> Option<(Loss, String)> {
    let plain = without_quotes_and_comments(text);
    plain.split(';').find_map(|statement| {
        let words: Vec<String> = statement
            .split(|character: char| !is_of_word(character))
            .filter(|word| !word.is_empty())
            .map(str::to_uppercase)
            .collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let loss = of_statement(&words)?;
        let shown: Vec<&str> = statement.split_whitespace().take(4).collect();
        Some((loss, shown.join(" ")))
    })
}

fn of_statement(words: &[&str]) -> Option<Loss> {
    let has = |wanted: &str| words.contains(&wanted);
    match *words {
        ["DROP", "TEMPORARY", ..] => None,
        ["DROP", thing, ..] if HOLDS_NO_DATA.binary_search(&thing).is_err() => Some(Loss::Dropped),
        ["TRUNCATE", _, ..] => Some(Loss::Emptied),
        ["DELETE", "FROM", _, ..] | ["WITH", ..] if is_deletion(words) && !has("WHERE") => {
            Some(Loss::AllRows)
        }
        ["UPDATE", ..] if has("SET") && !has("WHERE") => Some(Loss::AllValues),
        ["ALTER", ..] => {
            let drops = words
                .windows(2)
                .any(|pair| matches!(pair, ["DROP", "COLUMN" | "PARTITION"]));
            drops.then_some(Loss::Dropped)
        }
        _ => None,
    }
}

fn is_deletion(words: &[&str]) -> bool {
    words.windows(2).any(|pair| pair == ["DELETE", "FROM"])
}

fn is_of_word(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '_' | '.' | '$')
}

/// Leaves out what is no statement. Quoted names stay, since a name is needed for a table to be emptied.
fn without_quotes_and_comments(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(character) = rest.next() {
        match (character, rest.peek()) {
            ('\'', _) => {
                let _closed = rest.by_ref().any(|next| next == '\'');
                plain.push_str(" text ");
            }
            ('-', Some('-')) => {
                let _ended = rest.by_ref().any(|next| next == '\n');
                plain.push(' ');
            }
            ('/', Some('*')) => {
                let mut last = ' ';
                let _closed = rest
                    .by_ref()
                    .skip(1)
                    .any(|next| std::mem::replace(&mut last, next) == '*' && next == '/');
                plain.push(' ');
            }
            _ => plain.push(character),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_loses_data_is_found_among_other_statements() {
        for (text, loss) in [
            ("DROP TABLE t", Loss::Dropped),
            ("drop database if exists prod;", Loss::Dropped),
            ("DROP SCHEMA public CASCADE", Loss::Dropped),
            ("select 1; truncate t", Loss::Emptied),
            ("TRUNCATE TABLE a, b", Loss::Emptied),
            ("DELETE FROM users", Loss::AllRows),
            ("delete\nfrom \"users\" ;", Loss::AllRows),
            ("DELETE FROM t -- WHERE x\n", Loss::AllRows),
            ("DELETE /* WHERE x */ FROM t", Loss::AllRows),
            ("DELETE FROM t RETURNING 'WHERE'", Loss::AllRows),
            ("/*!*/DROP TABLE t", Loss::Dropped),
            ("UPDATE t SET a = 1", Loss::AllValues),
            ("ALTER TABLE t DROP COLUMN c", Loss::Dropped),
            ("WITH x AS (SELECT 1) DELETE FROM t", Loss::AllRows),
            ("BEGIN; DELETE FROM t; COMMIT", Loss::AllRows),
        ] {
            assert_eq!(find(text).map(|found| found.0), Some(loss), "{text}");
        }
    }

    #[test]
    fn what_loses_none_is_quiet() {
        for text in [
            "SELECT * FROM t",
            "DELETE FROM t WHERE id = 1",
            "UPDATE t SET a = 1 WHERE id = 2",
            "SELECT 'DROP TABLE t'",
            "-- DROP TABLE t",
            "/* DROP TABLE t */ SELECT 1",
            "DROP INDEX i",
            "DROP TEMPORARY TABLE t",
            "ALTER TABLE t DROP CONSTRAINT c",
            "INSERT INTO log VALUES ('truncate')",
            "SELECT truncate(1.5, 1)",
            "CREATE TABLE t (drop_at int)",
            "",
            "'",
            "/*",
            "-",
        ] {
            assert_eq!(find(text), None, "{text}");
        }
    }

    #[test]
    fn its_words_are_shown() {
        let (_, shown) = find("select 1;\n  drop   table if exists t").expect("it drops");
        assert_eq!(shown, "drop table if exists");
    }

    #[test]
    fn kinds_are_sorted() {
        assert!(HOLDS_NO_DATA.is_sorted());
    }
}
