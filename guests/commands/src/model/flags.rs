//! The flags of a command, packed: there are thousands, and each evaluation begins with a copy of all tables.
//!
//! Tables are written as lists of [`Flag`]; the macro [`flags`] packs one while compiling, and what is looked up is a
//! [`Flag`] again.

use super::{Abbreviations, Always, Dash, Depth, Flag, Marks, PathRole, Takes, Value};
use crate::report::Kind;

/// Makes [`Flags`] of a list of flags, in a constant or static. Names inside must not be those of a table around it.
macro_rules! flags {
    ([$($flag:expr),* $(,)?]) => {
        flags!(&[$($flag),*])
    };
    ($list:expr) => {{
        const UNPACKED_FLAGS: &[$crate::model::Flag] = $list;
        static PACKED_ROWS: [$crate::model::Row; UNPACKED_FLAGS.len()] = $crate::model::pack::rows(UNPACKED_FLAGS);
        static PACKED_NAMES: [u8; $crate::model::pack::length_of_names(UNPACKED_FLAGS)] =
            $crate::model::pack::names(UNPACKED_FLAGS);
        static PACKED_FACTS: [$crate::model::Facts; $crate::model::pack::count_of_rare(UNPACKED_FLAGS)] =
            $crate::model::pack::rare(UNPACKED_FLAGS);
        $crate::model::Flags::packed(&PACKED_ROWS, &PACKED_NAMES, &PACKED_FACTS)
    }};
}

/// The flags of a command, sorted by long name; those with only a letter come first.
pub struct Flags {
    rows: &'static [Row],
    /// All long names, one after the other.
    names: &'static str,
    rare: &'static [Facts],
}

/// A flag as it is stored.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Bytes of its long name.
    name: u8,
    /// Its letter, or 0.
    letter: u8,
    /// What else is said of it: an index among what is common, or behind that among what is rare.
    facts: u8,
}

/// What is said of a flag besides its names.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    takes: Takes,
    marks: Marks,
    does: &'static [Always],
}

/// Arguments that most flags have.
const COMMON: [Takes; 7] = [
    Takes::Nothing,
    Takes::Value(Value::Number),
    Takes::Value(Value::Text),
    Takes::Attached(Value::Number),
    Takes::Attached(Value::Text),
    Takes::Value(Value::Path(PathRole::INPUT)),
    Takes::Value(Value::Path(PathRole::OUTPUT)),
];

/// Packs lists of flags while compiling.
pub(crate) mod pack {
    use super::{
        Always, COMMON, Dash, Depth, Facts, Flag, Kind, Marks, PathRole, Row, Takes, Value,
    };

    /// The index among what is common. None: it is rare.
    const fn common(flag: &Flag) -> Option<u8> {
        if flag.marks.0 != 0 || !flag.does.is_empty() {
            return None;
        }
        Some(match flag.takes {
            Takes::Nothing => 0,
            Takes::Value(Value::Number) => 1,
            Takes::Value(Value::Text) => 2,
            Takes::Attached(Value::Number) => 3,
            Takes::Attached(Value::Text) => 4,
            Takes::Value(Value::Path(PathRole {
                kind: Kind::Read,
                depth: Depth::Flat,
                dash: Dash::Stream,
            })) => 5,
            Takes::Value(Value::Path(PathRole {
                kind: Kind::Write,
                depth: Depth::Flat,
                dash: Dash::File,
            })) => 6,
            Takes::Value(_) | Takes::Attached(_) | Takes::Several(_) => return None,
        })
    }

    /// Whether `left` sorts before `right`. The comparison of strings can't be called while compiling.
    const fn precedes(left: &str, right: &str) -> bool {
        let (left, right) = (left.as_bytes(), right.as_bytes());
        let mut index = 0;
        while index < left.len() && index < right.len() {
            if left[index] != right[index] {
                return left[index] < right[index];
            }
            index += 1;
        }
        left.len() < right.len()
    }

    const fn check(list: &[Flag]) {
        let mut letters = [false; 128];
        let mut index = 0;
        while index < list.len() {
            let flag = &list[index];
            if index > 0 {
                let before = list[index - 1].long;
                assert!(
                    precedes(before, flag.long) || before.is_empty(),
                    "flags are sorted by long name, each once"
                );
            }
            if flag.letter == 0 {
                assert!(!flag.long.is_empty(), "a flag has a name");
            } else {
                let letter = flag.letter as usize;
                assert!(letter < 128 && !letters[letter], "a letter is used once");
                letters[letter] = true;
            }
            index += 1;
        }
    }

    /// Packs everything but names and what is rare.
    ///
    /// # Panics
    ///
    /// If a table is not sorted or has a name twice. In a constant that ends the build.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "both are compared with the most there may be"
    )]
    pub(crate) const fn rows<const COUNT: usize>(list: &[Flag]) -> [Row; COUNT] {
        check(list);
        let mut rows = [Row {
            name: 0,
            letter: 0,
            facts: 0,
        }; COUNT];
        let mut rare = COMMON.len();
        let mut index = 0;
        while index < COUNT {
            let flag = &list[index];
            assert!(flag.long.len() < 256, "a long name has at most 255 bytes");
            let facts = if let Some(facts) = common(flag) {
                facts
            } else {
                assert!(rare < 256, "a table has at most 249 flags that are rare");
                rare += 1;
                (rare - 1) as u8
            };
            rows[index] = Row {
                name: flag.long.len() as u8,
                letter: flag.letter,
                facts,
            };
            index += 1;
        }
        rows
    }

    /// Returns how many bytes all long names have.
    pub(crate) const fn length_of_names(list: &[Flag]) -> usize {
        let (mut length, mut index) = (0, 0);
        while index < list.len() {
            length += list[index].long.len();
            index += 1;
        }
        length
    }

    /// Joins all long names.
    pub(crate) const fn names<const LENGTH: usize>(list: &[Flag]) -> [u8; LENGTH] {
        let mut names = [0; LENGTH];
        let (mut at, mut index) = (0, 0);
        while index < list.len() {
            let name = list[index].long.as_bytes();
            let mut byte = 0;
            while byte < name.len() {
                names[at] = name[byte];
                at += 1;
                byte += 1;
            }
            index += 1;
        }
        names
    }

    /// Returns of how many flags something rare is said.
    pub(crate) const fn count_of_rare(list: &[Flag]) -> usize {
        let (mut count, mut index) = (0, 0);
        while index < list.len() {
            if common(&list[index]).is_none() {
                count += 1;
            }
            index += 1;
        }
        count
    }

    /// Lists what is rare.
    pub(crate) const fn rare<const COUNT: usize>(list: &[Flag]) -> [Facts; COUNT] {
        let nothing: &[Always] = &[];
        let mut rare = [Facts {
            takes: Takes::Nothing,
            marks: Marks::NONE,
            does: nothing,
        }; COUNT];
        let (mut at, mut index) = (0, 0);
        while index < list.len() {
            let flag = &list[index];
            if common(flag).is_none() {
                rare[at] = Facts {
                    takes: flag.takes,
                    marks: flag.marks,
                    does: flag.does,
                };
                at += 1;
            }
            index += 1;
        }
        rare
    }
}

/// What a long name stands for.
#[derive(Clone, Copy, Debug)]
pub enum Found {
    /// This flag.
    Flag(Flag),
    /// Several.
    Ambiguous,
    /// None that is described.
    Nothing,
}

impl Flags {
    /// No flags.
    pub const NONE: Self = Self {
        rows: &[],
        names: "",
        rare: &[],
    };

    /// Puts the parts of a packed list together.
    ///
    /// # Panics
    ///
    /// If the names are no text. In a constant that ends the build.
    pub(crate) const fn packed(
        rows: &'static [Row],
        names: &'static [u8],
        rare: &'static [Facts],
    ) -> Self {
        let names = std::str::from_utf8(names);
        assert!(names.is_ok(), "names are text");
        let names = match names {
            Ok(names) => names,
            Err(_) => "",
        };
        Self { rows, names, rare }
    }

    /// Goes through all of them.
    pub fn list(&self) -> impl Iterator<Item = Flag> + use<> {
        let (names, rare) = (self.names, self.rare);
        let mut at = 0;
        self.rows.iter().map(move |row| {
            let end = at + usize::from(row.name);
            let long = names.get(at..end).unwrap_or("");
            at = end;
            unpack(*row, long, rare)
        })
    }

    /// Returns how many there are.
    pub const fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Whether both are one table.
    pub fn is_same_as(&self, other: &Self) -> bool {
        std::ptr::eq(self.rows, other.rows)
    }

    /// Finds a flag by its letter.
    pub fn by_letter(&self, letter: u8) -> Option<Flag> {
        let is_wanted = |row: &Row| row.letter == letter && letter != 0;
        let index = self.rows.iter().position(is_wanted)?;
        self.list().nth(index)
    }

    /// Finds a flag by its long name, or by a beginning of it that no other flag has.
    pub fn by_long(&self, name: &str, abbreviations: Abbreviations) -> Found {
        if name.is_empty() {
            return Found::Nothing;
        }
        let mut at = 0;
        let mut candidates = self.rows.iter().filter_map(|row| {
            let end = at + usize::from(row.name);
            let long = self.names.get(at..end)?;
            at = end;
            long.starts_with(name)
                .then(|| unpack(*row, long, self.rare))
        });
        match (candidates.next(), abbreviations) {
            (Some(flag), _) if flag.long == name => Found::Flag(flag),
            (Some(flag), Abbreviations::Understood) if candidates.next().is_none() => {
                Found::Flag(flag)
            }
            (Some(_), Abbreviations::Understood) => Found::Ambiguous,
            (Some(_), Abbreviations::Refused) | (None, _) => Found::Nothing,
        }
    }
}

fn unpack(row: Row, long: &'static str, rare: &'static [Facts]) -> Flag {
    let common = COMMON.get(usize::from(row.facts)).map(|takes| Facts {
        takes: *takes,
        marks: Marks::NONE,
        does: &[],
    });
    // What is packed is there; a flag of which nothing is known would take a value that nobody looks at.
    let facts = common.or_else(|| {
        let index = usize::from(row.facts).checked_sub(COMMON.len())?;
        rare.get(index).copied()
    });
    let facts = facts.unwrap_or(Facts {
        takes: Takes::Value(Value::Thing(Kind::Unknown)),
        marks: Marks::NONE,
        does: &[],
    });
    Flag {
        letter: row.letter,
        long,
        takes: facts.takes,
        marks: facts.marks,
        does: facts.does,
    }
}

impl std::fmt::Debug for Flags {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.list()).finish()
    }
}
