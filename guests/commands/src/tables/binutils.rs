//! The readers of object files: `strings`, `nm`, `size`, `readelf`, `objdump`, `addr2line`, `c++filt`.
//!
//! Each of them takes a word `@file` for the words in that file, if there is one, also where a value is wanted. What reads
//! the sources that an object names (`objdump -S`), or files with more about it, is not described; nor are targets that are
//! plug-ins. `objdump -i` tries its formats out on a file of its own.

use crate::{
    argument::{Argument, Text},
    check,
    model::{
        Abbreviations, Context, Digits, Flag, Form, Grammar, PathRole, Role, Spec, Tool, Value,
    },
    report::{Report, Rule},
    tables::values,
};

/// `strings`.
pub(super) static STRINGS: Tool = Tool {
    names: &["strings"],
    summary: native!("prints the text in files"),
    grammar: Grammar::Own(|arguments, context, report| {
        describe(&STRINGS_SPEC, arguments, context, report);
    }),
};

/// `nm`.
pub(super) static NM: Tool = Tool {
    names: &["nm"],
    summary: native!("lists the symbols in object files"),
    grammar: Grammar::Own(|arguments, context, report| {
        describe(&NM_SPEC, arguments, context, report);
    }),
};

/// `size`.
pub(super) static SIZE: Tool = Tool {
    names: &["size"],
    summary: native!("says how large the parts of object files are"),
    grammar: Grammar::Own(|arguments, context, report| {
        describe(&SIZE_SPEC, arguments, context, report);
    }),
};

/// `readelf`.
pub(super) static READELF: Tool = Tool {
    names: &["readelf"],
    summary: native!("prints what object files hold"),
    grammar: Grammar::Own(|arguments, context, report| {
        describe(&READELF_SPEC, arguments, context, report);
    }),
};

/// `objdump`.
pub(super) static OBJDUMP: Tool = Tool {
    names: &["objdump"],
    summary: native!("prints what object files hold"),
    grammar: Grammar::Own(|arguments, context, report| {
        describe(&OBJDUMP_SPEC, arguments, context, report);
    }),
};

/// `addr2line`.
pub(super) static ADDR2LINE: Tool = Tool {
    names: &["addr2line"],
    summary: native!("says which lines of source addresses come from"),
    grammar: Grammar::Own(|arguments, context, report| {
        describe(&ADDR2LINE_SPEC, arguments, context, report);
    }),
};

/// `c++filt`.
pub(super) static CXXFILT: Tool = Tool {
    names: &["c++filt"],
    summary: native!("makes names of symbols readable"),
    grammar: Grammar::Own(|arguments, context, report| {
        describe(&CXXFILT_SPEC, arguments, context, report);
    }),
};

/// Reads arguments none of which may be a file of arguments.
fn describe<'a>(
    spec: &'static Spec,
    arguments: &[Argument<'a>],
    context: Context,
    report: &mut Report<'a>,
) {
    for argument in arguments {
        let (text, span) = (argument.text, argument.span);
        match text {
            Text::Certain(word) if word.starts_with('@') => {
                report.unknown(Rule::UnknownValue, text, span);
            }
            Text::Dynamic(dynamic) if values::may_begin_with(dynamic, '@') => {
                report.unknown(Rule::DynamicOption, text, span);
            }
            Text::Certain(_) | Text::Dynamic(_) => {}
        }
    }
    check::describe(&Grammar::Options(spec), arguments, context, report);
}

/// What they have in common.
const OBJECTS: Spec = Spec {
    abbreviations: Abbreviations::Refused,
    forms: &[Form::each(Role::Path(PathRole::INPUT))],
    ..Spec::GNU
};

/// The formats that are built in.
const FORMATS: Value = Value::Choice(&[
    "binary",
    "elf32-i386",
    "elf32-little",
    "elf32-x86-64",
    "elf64-little",
    "elf64-x86-64",
    "ihex",
    "srec",
]);

const DEMANGLE: Flag = Flag::long("demangle").attached(Value::Text);
const NO_RECURSE_LIMIT: Flag = Flag::long("no-recurse-limit");
const RECURSE_LIMIT: Flag = Flag::long("recurse-limit");
const UNICODE: Flag = Flag::both(b'U', "unicode").value(Value::Text);

static STRINGS_SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'o'),
        Flag::letter(b'v'),
        Flag::both(b'a', "all"),
        Flag::both(b'n', "bytes").value(Value::Number),
        Flag::both(b'd', "data"),
        Flag::both(b'e', "encoding").value(Value::Text),
        Flag::both(b'h', "help"),
        Flag::both(b'w', "include-all-whitespace"),
        Flag::both(b's', "output-separator").value(Value::Text),
        Flag::both(b'f', "print-file-name"),
        Flag::both(b't', "radix").value(Value::Text),
        Flag::both(b'T', "target").value(FORMATS),
        UNICODE,
        Flag::both(b'V', "version"),
    ]),
    digits: Digits::Letters,
    ..OBJECTS
};

static NM_SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'B'),
        Flag::letter(b'C'),
        Flag::letter(b'e'),
        Flag::letter(b'o'),
        Flag::both(b'a', "debug-syms"),
        Flag::both(b'U', "defined-only"),
        DEMANGLE,
        Flag::both(b'D', "dynamic"),
        Flag::both(b'g', "extern-only"),
        Flag::both(b'f', "format").value(Value::Text),
        Flag::both(b'h', "help"),
        Flag::long("ifunc-chars").value(Value::Text),
        Flag::both(b'j', "just-symbols"),
        Flag::both(b'l', "line-numbers"),
        Flag::long("no-demangle"),
        NO_RECURSE_LIMIT,
        Flag::both(b'p', "no-sort"),
        Flag::both(b'W', "no-weak"),
        Flag::both(b'n', "numeric-sort"),
        Flag::long("plugin").value(Value::Program),
        Flag::both(b'P', "portability"),
        Flag::both(b's', "print-armap"),
        Flag::both(b'A', "print-file-name"),
        Flag::both(b'S', "print-size"),
        Flag::long("quiet"),
        Flag::both(b't', "radix").value(Value::Text),
        RECURSE_LIMIT,
        Flag::both(b'r', "reverse-sort"),
        Flag::long("size-sort"),
        Flag::long("special-syms"),
        Flag::long("synthetic"),
        Flag::long("target").value(FORMATS),
        Flag::both(b'u', "undefined-only"),
        Flag::long("unicode").value(Value::Text),
        Flag::both(b'V', "version"),
        Flag::long("with-symbol-versions"),
    ]),
    ..OBJECTS
};

static SIZE_SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'A'),
        Flag::letter(b'B'),
        Flag::letter(b'G'),
        Flag::letter(b'd'),
        Flag::letter(b'f'),
        Flag::letter(b'o'),
        Flag::letter(b'x'),
        Flag::long("common"),
        Flag::long("format").value(Value::Text),
        Flag::both(b'h', "help"),
        Flag::long("radix").value(Value::Text),
        Flag::long("target").value(FORMATS),
        Flag::both(b't', "totals"),
        Flag::both(b'V', "version"),
    ]),
    ..OBJECTS
};

static READELF_SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'C'),
        Flag::both(b'a', "all"),
        Flag::both(b'A', "arch-specific"),
        Flag::both(b'c', "archive-index"),
        Flag::both(b'z', "decompress"),
        DEMANGLE,
        Flag::long("dyn-syms"),
        Flag::both(b'd', "dynamic"),
        Flag::both(b'L', "enable-checks"),
        Flag::both(b'h', "file-header"),
        Flag::both(b'e', "headers"),
        Flag::both(b'H', "help"),
        Flag::both(b'x', "hex-dump").value(Value::Text),
        Flag::both(b'I', "histogram"),
        Flag::long("lint"),
        Flag::long("lto-syms"),
        Flag::long("no-demangle"),
        NO_RECURSE_LIMIT,
        Flag::both(b'n', "notes"),
        Flag::both(b'l', "program-headers"),
        RECURSE_LIMIT,
        Flag::both(b'R', "relocated-dump").value(Value::Text),
        Flag::both(b'r', "relocs"),
        Flag::both(b't', "section-details"),
        Flag::both(b'g', "section-groups"),
        Flag::both(b'S', "section-headers"),
        Flag::long("sections"),
        Flag::long("segments"),
        Flag::both(b'T', "silent-truncation"),
        Flag::both(b'p', "string-dump").value(Value::Text),
        Flag::long("sym-base").value(Value::Text),
        Flag::long("symbols"),
        Flag::both(b's', "syms"),
        UNICODE,
        Flag::both(b'u', "unwind"),
        Flag::both(b'D', "use-dynamic"),
        Flag::both(b'v', "version"),
        Flag::both(b'V', "version-info"),
        Flag::both(b'W', "wide"),
    ]),
    ..OBJECTS
};

static OBJDUMP_SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'C'),
        Flag::letter(b'd'),
        Flag::letter(b'E').value(Value::Choice(&["B", "L"])),
        Flag::long("adjust-vma").value(Value::Text),
        Flag::both(b'x', "all-headers"),
        Flag::both(b'm', "architecture").value(Value::Text),
        Flag::both(b'a', "archive-headers"),
        DEMANGLE,
        // Only the long form may have an argument.
        Flag::long("disassemble").attached(Value::Text),
        Flag::both(b'D', "disassemble-all"),
        Flag::both(b'z', "disassemble-zeroes"),
        Flag::long("disassembler-color").value(Value::Text),
        Flag::both(b'M', "disassembler-options").value(Value::Text),
        Flag::both(b'R', "dynamic-reloc"),
        Flag::both(b'T', "dynamic-syms"),
        Flag::long("endian").value(Value::Text),
        Flag::both(b'f', "file-headers"),
        Flag::both(b'F', "file-offsets"),
        Flag::both(b's', "full-contents"),
        Flag::both(b'h', "headers"),
        Flag::both(b'H', "help"),
        Flag::long("inlines"),
        Flag::long("insn-width").value(Value::Number),
        Flag::both(b'l', "line-numbers"),
        Flag::long("no-addresses"),
        NO_RECURSE_LIMIT,
        Flag::long("no-show-raw-insn"),
        Flag::long("prefix-addresses"),
        Flag::both(b'p', "private-headers"),
        RECURSE_LIMIT,
        Flag::both(b'r', "reloc"),
        Flag::both(b'j', "section").value(Value::Text),
        Flag::long("section-headers"),
        Flag::long("show-all-symbols"),
        Flag::long("show-raw-insn"),
        Flag::long("special-syms"),
        Flag::long("start-address").value(Value::Number),
        Flag::long("stop-address").value(Value::Number),
        Flag::both(b't', "syms"),
        Flag::both(b'b', "target").value(FORMATS),
        UNICODE,
        Flag::both(b'v', "version"),
        Flag::long("visualize-jumps").attached(Value::Text),
        Flag::both(b'w', "wide"),
    ]),
    ..OBJECTS
};

static ADDR2LINE_SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'C'),
        Flag::both(b'a', "addresses"),
        Flag::both(b's', "basenames"),
        DEMANGLE,
        Flag::both(b'e', "exe").value(Value::Path(PathRole::INPUT)),
        Flag::both(b'f', "functions"),
        Flag::both(b'h', "help"),
        Flag::both(b'i', "inlines"),
        Flag::both(b'r', "no-recurse-limit"),
        Flag::both(b'p', "pretty-print"),
        Flag::both(b'R', "recurse-limit"),
        Flag::both(b'j', "section").value(Value::Text),
        Flag::both(b'b', "target").value(FORMATS),
        Flag::both(b'v', "version"),
    ]),
    forms: &[Form::each(Role::Text)],
    ..OBJECTS
};

static CXXFILT_SPEC: Spec = Spec {
    flags: flags!([
        Flag::both(b's', "format").value(Value::Text),
        Flag::both(b'h', "help"),
        Flag::both(b'p', "no-params"),
        Flag::both(b'r', "no-recurse-limit"),
        Flag::both(b'n', "no-strip-underscore"),
        Flag::both(b'i', "no-verbose"),
        Flag::both(b'R', "recurse-limit"),
        Flag::both(b'_', "strip-underscore"),
        Flag::both(b't', "types"),
        Flag::both(b'v', "version"),
    ]),
    forms: &[Form::each(Role::Text)],
    ..OBJECTS
};

#[cfg(test)]
mod tests {
    use crate::{
        report::Rule,
        testing::{assert_allowed, assert_effects, assert_unknown},
    };

    #[test]
    fn reading_objects_is_harmless() {
        assert_effects("strings -n 8 a b", &["read a", "read b"]);
        assert_effects("addr2line -e a 0x10", &["read a"]);
        assert_effects("c++filt _Z1fv", &[]);
        for command in [
            "strings bin",
            "strings -20 -t x ./*",
            "strings -a -e l --radix=d bin",
            "nm -gDC --defined-only lib.so",
            "nm -n --size-sort a.o",
            "size -A a.out",
            "readelf -hW a.out",
            "readelf --dyn-syms -d a.out",
            "objdump -d -M intel a.out",
            "objdump -drwC --no-show-raw-insn --disassemble=main a.out",
            "objdump -EL -s -j .rodata a.out",
            "addr2line -fCie a.out 10 20",
        ] {
            assert_allowed(command);
        }
    }

    #[test]
    fn files_of_arguments_are_unknown() {
        for tool in [
            "strings",
            "nm",
            "size",
            "readelf -a",
            "objdump -d",
            "addr2line",
            "c++filt",
        ] {
            assert_unknown(&format!("{tool} @list"), Rule::UnknownValue);
            assert_unknown(&format!("{tool} *"), Rule::DynamicOption);
            assert_unknown(&format!("{tool} -- \"$x\""), Rule::DynamicOption);
        }
        assert_unknown("strings -n @list a", Rule::UnknownValue);
    }

    #[test]
    fn what_loads_or_reads_more_is_not_harmless() {
        assert_unknown("objdump -S a.out", Rule::UnknownFlag);
        assert_unknown("objdump -dS a.out", Rule::UnknownFlag);
        assert_unknown("objdump --source a.out", Rule::UnknownFlag);
        assert_unknown("objdump -i", Rule::UnknownFlag);
        assert_unknown("readelf -w a.out", Rule::UnknownFlag);
        assert_unknown("strings -T plugin a", Rule::UnknownValue);
        assert_unknown("nm --target=plugin a", Rule::UnknownValue);
        assert_effects("nm --plugin ./x.so a", &["execute ./x.so", "read a"]);
        assert_unknown("nm --plugi ./x.so a", Rule::UnknownFlag);
    }
}
