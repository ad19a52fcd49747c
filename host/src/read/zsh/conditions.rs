//! Tests in `[[ ]]` that zsh and bash read alike.

use super::{names::check_variable, options::is_number};
use crate::read::gaps::Trouble;

/// Operators between two operands, sorted.
const BINARY: [&str; 15] = [
    "!=", "-ef", "-eq", "-ge", "-gt", "-le", "-lt", "-ne", "-nt", "-ot", "<", "=", "==", "=~", ">",
];

/// Letters of the operators before one, sorted. `-o` asks for an option, which are others in zsh.
const UNARY: &str = "LSabcdefghknprsuwxz";

/// Checks one test in `[[ ]]`: its operator and its operands, as written.
///
/// Numbers to compare are evaluated in both shells, so what lowering demands of them for bash holds here, too.
pub(in crate::read) fn check_condition(operator: &str, operands: &[&str]) -> Result<(), Trouble> {
    let is_same = match (operator.as_bytes(), operands) {
        // zsh evaluates the number of a descriptor, and the subscript of a name.
        (b"-t", [operand]) => is_number(operand),
        (b"-v", [operand]) => check_variable(operand).is_ok(),
        ([b'-', letter], [_]) => UNARY.as_bytes().contains(letter),
        (_, [_, _]) => BINARY.binary_search(&operator).is_ok(),
        (b"", [_]) => true,
        _ => false,
    };
    if !is_same {
        return Err(Trouble::new(
            "zsh.condition",
            "this test is not one that zsh and bash read alike",
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sorted() {
        assert!(BINARY.is_sorted());
        assert!(UNARY.as_bytes().is_sorted());
    }
}
