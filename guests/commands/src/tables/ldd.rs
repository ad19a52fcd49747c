//! `ldd`. It runs the program it is asked about, for the loader to tell.

use crate::model::{Flag, Form, Grammar, Role, Spec, Tool};

/// `ldd`.
pub(super) static TOOL: Tool = Tool {
    names: &["ldd"],
    summary: native!("lists the libraries a program needs, by running it"),
    grammar: Grammar::Options(&SPEC),
};

static SPEC: Spec = Spec {
    flags: flags!([
        Flag::both(b'd', "data-relocs"),
        Flag::both(b'r', "function-relocs"),
        Flag::HELP,
        Flag::both(b'u', "unused"),
        Flag::both(b'v', "verbose"),
        Flag::VERSION,
    ]),
    forms: &[Form::each(Role::Program)],
    ..Spec::GNU
};

#[cfg(test)]
mod tests {
    use crate::testing::{assert_allowed, assert_effects, tell};

    #[test]
    fn what_it_is_asked_about_is_run() {
        assert_effects("ldd -v ./a ./b", &["execute ./a", "execute ./b"]);
        assert!(!tell("ldd /bin/ls").harmless);
        assert_allowed("ldd --version");
    }
}
