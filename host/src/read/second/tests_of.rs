//! `[[ … ]]`: the other parser keeps what an operator means and not how it is spelled, so both sides are spelled in one
//! way. A `-n` is left out, since it is not told from a test without an operator.

use brush_parser::ast::{self, BinaryPredicate, ExtendedTestExpr, UnaryPredicate};

use super::{
    outline::{OurWord, TheirWord},
    region::Region,
};

/// Appends the words of a test in the order in which they are written.
pub(super) fn flatten(test: &ExtendedTestExpr, words: &mut Vec<TheirWord>) {
    let plain = |word: &ast::Word| TheirWord::Plain(word.value.clone());
    match test {
        ExtendedTestExpr::And(left, right) => {
            flatten(left, words);
            words.push(TheirWord::Operator("&&"));
            flatten(right, words);
        }
        ExtendedTestExpr::Or(left, right) => {
            flatten(left, words);
            words.push(TheirWord::Operator("||"));
            flatten(right, words);
        }
        ExtendedTestExpr::Not(inner) => {
            words.push(TheirWord::Operator("!"));
            flatten(inner, words);
        }
        ExtendedTestExpr::Parenthesized(inner) => {
            words.push(TheirWord::Operator("("));
            flatten(inner, words);
            words.push(TheirWord::Operator(")"));
        }
        ExtendedTestExpr::UnaryTest(predicate, word) => {
            words.extend(unary(predicate).map(TheirWord::Operator));
            words.push(plain(word));
        }
        ExtendedTestExpr::BinaryTest(predicate, left, right) => {
            words.push(plain(left));
            let operator = binary(predicate);
            words.push(TheirWord::Operator(operator));
            words.push(if operator == "=~" {
                TheirWord::Loose(right.value.clone())
            } else {
                plain(right)
            });
        }
    }
}

fn unary(predicate: &UnaryPredicate) -> Option<&'static str> {
    Some(match predicate {
        UnaryPredicate::StringHasNonZeroLength => return None,
        UnaryPredicate::FileExists => "-e",
        UnaryPredicate::FileExistsAndIsBlockSpecialFile => "-b",
        UnaryPredicate::FileExistsAndIsCharSpecialFile => "-c",
        UnaryPredicate::FileExistsAndIsDir => "-d",
        UnaryPredicate::FileExistsAndIsRegularFile => "-f",
        UnaryPredicate::FileExistsAndIsSetgid => "-g",
        UnaryPredicate::FileExistsAndIsSymlink => "-L",
        UnaryPredicate::FileExistsAndHasStickyBit => "-k",
        UnaryPredicate::FileExistsAndIsFifo => "-p",
        UnaryPredicate::FileExistsAndIsReadable => "-r",
        UnaryPredicate::FileExistsAndIsNotZeroLength => "-s",
        UnaryPredicate::FdIsOpenTerminal => "-t",
        UnaryPredicate::FileExistsAndIsSetuid => "-u",
        UnaryPredicate::FileExistsAndIsWritable => "-w",
        UnaryPredicate::FileExistsAndIsExecutable => "-x",
        UnaryPredicate::FileExistsAndOwnedByEffectiveGroupId => "-G",
        UnaryPredicate::FileExistsAndModifiedSinceLastRead => "-N",
        UnaryPredicate::FileExistsAndOwnedByEffectiveUserId => "-O",
        UnaryPredicate::FileExistsAndIsSocket => "-S",
        UnaryPredicate::ShellOptionEnabled => "-o",
        UnaryPredicate::ShellVariableIsSetAndAssigned => "-v",
        UnaryPredicate::ShellVariableIsSetAndNameRef => "-R",
        UnaryPredicate::StringHasZeroLength => "-z",
    })
}

fn binary(predicate: &BinaryPredicate) -> &'static str {
    match predicate {
        BinaryPredicate::FilesReferToSameDeviceAndInodeNumbers => "-ef",
        BinaryPredicate::LeftFileIsNewerOrExistsWhenRightDoesNot => "-nt",
        BinaryPredicate::LeftFileIsOlderOrDoesNotExistWhenRightDoes => "-ot",
        BinaryPredicate::StringExactlyMatchesPattern
        | BinaryPredicate::StringExactlyMatchesString => "==",
        BinaryPredicate::StringDoesNotExactlyMatchPattern
        | BinaryPredicate::StringDoesNotExactlyMatchString => "!=",
        BinaryPredicate::StringMatchesRegex | BinaryPredicate::StringContainsSubstring => "=~",
        BinaryPredicate::LeftSortsBeforeRight => "<",
        BinaryPredicate::LeftSortsAfterRight => ">",
        BinaryPredicate::ArithmeticEqualTo => "-eq",
        BinaryPredicate::ArithmeticNotEqualTo => "-ne",
        BinaryPredicate::ArithmeticLessThan => "-lt",
        BinaryPredicate::ArithmeticLessThanOrEqualTo => "-le",
        BinaryPredicate::ArithmeticGreaterThan => "-gt",
        BinaryPredicate::ArithmeticGreaterThanOrEqualTo => "-ge",
    }
}

/// Spells the operators of our words in the same way, if they are those of a test.
pub(super) fn spelled<'s>(region: &Region<'_>, words: Vec<OurWord<'s>>) -> Vec<OurWord<'s>> {
    let is_test = words
        .first()
        .is_some_and(|word| region.written(word.span) == "[[");
    if !is_test {
        return words;
    }
    let spell = |mut word: OurWord<'s>| {
        word.context = super::outline::Context::Whole;
        word.operator = match region.written(word.span).as_str() {
            "-n" => return None,
            "-a" => Some("-e"),
            "-h" => Some("-L"),
            "=" => Some("=="),
            _ => None,
        };
        Some(word)
    };
    words.into_iter().filter_map(spell).collect()
}
