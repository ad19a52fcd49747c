//! Parts of bash's syntax as plain text: bytes in, results out (R2.2).
//!
//! Nothing here knows the tree or the script. What the parser's tree does not tell, or tells wrongly, is read here byte
//! by byte, as bash does it; the tests ask the real bash.

pub(in crate::read) mod arithmetic;
pub(in crate::read) mod braces;
pub(in crate::read) mod conditional;
pub(in crate::read) mod here;

#[cfg(test)]
mod tests;
