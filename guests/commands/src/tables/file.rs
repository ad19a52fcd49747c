//! `file`. `-C` writes what it made of a list of tests, `-z` and `-Z` may run programs that unpack, `-p` sets times back.

use crate::{
    model::{Always, Depth, Flag, Form, Grammar, PathRole, Role, Spec, Tool, Value},
    report::Kind,
};

/// What looks into packed files, whichever of them the search path leads to.
const UNPACKERS: &[Always] = &[
    Always::flat(Kind::Execute, "gzip"),
    Always::flat(Kind::Execute, "bzip2"),
    Always::flat(Kind::Execute, "xz"),
    Always::flat(Kind::Execute, "lzip"),
    Always::flat(Kind::Execute, "lrzip"),
    Always::flat(Kind::Execute, "lz4"),
    Always::flat(Kind::Execute, "zstd"),
];

/// `file`.
pub(super) static TOOL: Tool = Tool {
    names: &["file"],
    summary: native!("says what kinds of files there are"),
    grammar: Grammar::Options(&SPEC),
};

static SPEC: Spec = Spec {
    flags: flags!([
        Flag::long("apple"),
        Flag::both(b'b', "brief"),
        Flag::both(b'c', "checking-printout"),
        // The file is named after the list, or after the one that is installed.
        Flag::both(b'C', "compile").does(&[Always::deep(Kind::Write, ".")]),
        Flag::both(b'd', "debug"),
        Flag::both(b'L', "dereference"),
        Flag::both(b'e', "exclude").value(Value::Text),
        Flag::long("exclude-quiet").value(Value::Text),
        Flag::long("extension"),
        Flag::both(b'f', "files-from").value(Value::NameList),
        Flag::HELP,
        Flag::both(b'k', "keep-going"),
        Flag::both(b'l', "list"),
        Flag::both(b'm', "magic-file").value(Value::Path(PathRole::of(Kind::Read, Depth::Flat))),
        Flag::both(b'i', "mime"),
        Flag::long("mime-encoding"),
        Flag::long("mime-type"),
        Flag::both(b'n', "no-buffer"),
        Flag::both(b'h', "no-dereference"),
        Flag::both(b'N', "no-pad"),
        Flag::both(b'S', "no-sandbox"),
        Flag::both(b'P', "parameter").value(Value::Text),
        Flag::both(b'p', "preserve-date").does(&[Always::deep(Kind::Write, ".")]),
        Flag::both(b'0', "print0"),
        Flag::both(b'r', "raw"),
        Flag::both(b'F', "separator").value(Value::Text),
        Flag::both(b's', "special-files"),
        Flag::both(b'z', "uncompress").does(UNPACKERS),
        Flag::both(b'Z', "uncompress-noreport").does(UNPACKERS),
        Flag::both(b'v', "version"),
    ]),
    forms: &[Form::each(Role::Path(PathRole::INPUT))],
    ..Spec::GNU
};

#[cfg(test)]
mod tests {
    use crate::{
        report::Rule,
        testing::{assert_allowed, assert_effects, assert_unknown, tell},
    };

    #[test]
    fn looking_at_files_is_harmless() {
        assert_effects("file a b", &["read a", "read b"]);
        assert_effects("file -f list", &["read list", "read ? deep links"]);
        for command in [
            "file src/logo.png",
            "file -b --mime-type a",
            "file -kL ./*",
            "file -- *",
            "file -i -F : a",
        ] {
            assert_allowed(command);
        }
    }

    #[test]
    fn what_writes_or_runs_is_an_effect() {
        for command in [
            "file -C",
            "file -bC -m list",
            "file --compile",
            "file --comp",
            "file a -C",
            "file -p a",
            "file -z a",
            "file --uncompress-n a",
        ] {
            assert!(!tell(command).harmless, "{command}");
        }
        assert_effects("file -C -m x", &["write . deep", "read x"]);
        assert_unknown("file *", Rule::DynamicOption);
        assert_unknown("file --m x", Rule::AmbiguousFlag);
    }
}
