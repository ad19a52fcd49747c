//! What is generated from `wit/`: the contract's types, the import `log`, and one world per role.
//!
//! Every role has a `generate!` of its own, all sharing the types of the first. With `pub_export_macro` the section that
//! lists a world's exports is written by that world's export macro, in the crate of the policy; so a component states
//! exactly the roles its policy exports, and the host finds them by looking at it (R3.21). Nothing here is written by
//! hand but the worlds' names.

#![allow(
    missing_docs,
    unreachable_pub,
    unsafe_code,
    clippy::pedantic,
    clippy::undocumented_unsafe_blocks,
    clippy::multiple_unsafe_ops_per_block,
    reason = "generated code"
)]

/// The types of the contract and the import `log`.
pub mod base {
    wit_bindgen::generate!({
        path: "../../wit/v0.1",
        inline: "
            package shellward:sdk;
            world base {
                import shellward:policy/types@0.1.0-draft;
                import shellward:policy/log@0.1.0-draft;
            }
        ",
        generate_all,
        generate_unused_types: true,
        additional_derives: [PartialEq, Eq],
        pub_export_macro: true,
    });
}

/// Declares the world of a role, with the types of [`base`].
macro_rules! role {
    ($(#[$doc:meta])* $role:ident, $inline:literal) => {
        $(#[$doc])*
        pub mod $role {
            wit_bindgen::generate!({
                path: "../../wit/v0.1",
                inline: $inline,
                with: { "shellward:policy/types@0.1.0-draft": crate::bindings::base::shellward::policy::types },
                generate_all,
                generate_unused_types: true,
                additional_derives: [PartialEq, Eq],
                pub_export_macro: true,
            });
        }
    };
}

role! {
    /// Exports `about`.
    about, "package shellward:sdk; world about-role { export shellward:policy/about@0.1.0-draft; }"
}

role! {
    /// Exports `effects`.
    effects, "package shellward:sdk; world effects-role { export shellward:policy/effects@0.1.0-draft; }"
}

role! {
    /// Exports `classifier`.
    classifier, "package shellward:sdk; world classifier-role { export shellward:policy/classifier@0.1.0-draft; }"
}

role! {
    /// Exports `warnings`.
    warnings, "package shellward:sdk; world warnings-role { export shellward:policy/warnings@0.1.0-draft; }"
}

role! {
    /// Exports `exit-codes`.
    exit_codes, "package shellward:sdk; world exit-codes-role { export shellward:policy/exit-codes@0.1.0-draft; }"
}
