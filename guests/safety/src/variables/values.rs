//! Values of obeyed variables that load, run, write and read nothing. Allowlists: what is not known is feared.

use super::Unless;

/// Programs that do nothing but pass on what they get.
const IDLE: [&str; 11] = [
    "",
    "/bin/cat",
    "/bin/true",
    "/usr/bin/cat",
    "/usr/bin/true",
    ":",
    "cat",
    "echo",
    "false",
    "none",
    "true",
];

const SWITCHES: [&str; 8] = ["", "0", "1", "2", "false", "no", "true", "yes"];

const SHELLS: [&str; 8] = [
    "/bin/bash",
    "/bin/sh",
    "/bin/zsh",
    "/usr/bin/bash",
    "/usr/bin/sh",
    "/usr/bin/zsh",
    "bash",
    "sh",
];

const COMPILERS: [&str; 16] = [
    "", "ar", "as", "c++", "cc", "clang", "clang++", "cpp", "g++", "gcc", "gold", "ld", "lld",
    "llvm-ar", "mold", "nm",
];

/// Settings of `rustc -C` that name nothing that is loaded or run.
const CODEGEN: [&str; 14] = [
    "codegen-units",
    "debug-assertions",
    "debuginfo",
    "embed-bitcode",
    "force-frame-pointers",
    "instrument-coverage",
    "link-dead-code",
    "lto",
    "metadata",
    "opt-level",
    "overflow-checks",
    "panic",
    "strip",
    "target-cpu",
];

/// Options of node without a value, or with a number.
const NODE: [&str; 17] = [
    "--disable-warning",
    "--enable-source-maps",
    "--experimental-fetch",
    "--experimental-strip-types",
    "--experimental-vm-modules",
    "--expose-gc",
    "--max-http-header-size",
    "--max-old-space-size",
    "--max-semi-space-size",
    "--max_old_space_size",
    "--no-deprecation",
    "--no-experimental-fetch",
    "--no-warnings",
    "--openssl-legacy-provider",
    "--stack-trace-limit",
    "--trace-deprecation",
    "--trace-warnings",
];

/// Options of go without a value, or with a word.
const GO: [&str; 13] = [
    "-a",
    "-buildvcs",
    "-count",
    "-failfast",
    "-mod",
    "-p",
    "-race",
    "-short",
    "-tags",
    "-timeout",
    "-trimpath",
    "-v",
    "-x",
];

/// Whether a value is one of a kind.
pub(super) fn is_plain(kind: Unless, value: &str) -> bool {
    let mut parts = value.split_ascii_whitespace();
    match kind {
        Unless::Never => false,
        Unless::Empty => value.is_empty(),
        Unless::Idle => IDLE.binary_search(&value).is_ok(),
        Unless::Switch => SWITCHES.binary_search(&value).is_ok(),
        Unless::Word => is_word(value),
        Unless::SystemShell => SHELLS.binary_search(&value).is_ok(),
        Unless::Compiler => is_compiler(value),
        Unless::Python => value
            .strip_prefix("python")
            .is_some_and(|version| version.bytes().all(is_of_number)),
        Unless::Letters => parts.all(is_letters),
        Unless::Compile => parts.all(is_compile),
        Unless::Rust => is_rust(value),
        Unless::Go => parts.all(|part| is_known(part, &GO)),
        Unless::Make => parts.all(is_make),
        Unless::Node => parts.all(|part| is_known(part, &NODE)),
        Unless::Sizes => value
            .split([' ', ':', ','])
            .all(|part| part.is_empty() || is_size(part) || is_switched(part)),
    }
}

fn is_of_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"_.-+".contains(&byte)
}

fn is_of_number(byte: u8) -> bool {
    byte.is_ascii_digit() || byte == b'.'
}

/// A word that is neither a path nor an option.
fn is_word(value: &str) -> bool {
    value.bytes().all(is_of_word) && !value.starts_with(['-', '.']) && !value.contains("..")
}

/// `clang-17`, `gcc-13` and the names themselves.
fn is_compiler(value: &str) -> bool {
    let name = match value.rsplit_once('-') {
        Some((name, version)) if version.bytes().all(is_of_number) => name,
        _ => value,
    };
    COMPILERS.binary_search(&name).is_ok()
}

/// `-FRX`, `-9`. Letters behind which some of these programs take a file or a command are left out.
fn is_letters(part: &str) -> bool {
    let letters = part.strip_prefix('-').unwrap_or(part);
    letters
        .bytes()
        .all(|byte| byte.is_ascii_digit() || b"FIKMNRSXcefiqrvw".contains(&byte))
}

fn is_make(part: &str) -> bool {
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    part.strip_prefix("-j").is_some_and(digits)
        || matches!(part, "-k" | "-s" | "--silent" | "--no-print-directory")
}

/// An option of a list, alone or with a plain word behind `=`.
fn is_known(part: &str, known: &[&str]) -> bool {
    let (name, value) = part.split_once('=').unwrap_or((part, ""));
    let is_plain = value
        .split(',')
        .all(|one| one.is_empty() || one.bytes().all(is_of_word));
    known.binary_search(&name).is_ok() && is_plain
}

fn is_compile(part: &str) -> bool {
    let is_plain = part
        .bytes()
        .all(|byte| is_of_word(byte) || b"=/".contains(&byte));
    let rest = part.strip_prefix('-').unwrap_or("");
    let is_machine = rest.starts_with("march=")
        || rest.starts_with("mtune=")
        || rest.starts_with("mcpu=")
        || matches!(rest, "m32" | "m64");
    is_plain
        && (rest.starts_with(['O', 'g', 'D', 'U', 'I', 'L', 'l'])
            || (rest.starts_with('W') && !rest.contains('='))
            || is_machine
            || rest.starts_with("std=")
            || rest.starts_with("fsanitize=")
            || rest.starts_with("fno-")
            || matches!(
                rest,
                "fPIC" | "fPIE" | "pthread" | "pedantic" | "w" | "static"
            ))
}

/// `-D warnings -C target-cpu=native --cfg x`.
fn is_rust(value: &str) -> bool {
    let mut parts = value.split_ascii_whitespace();
    while let Some(part) = parts.next() {
        let Some((letter, attached)) = part.split_at_checked(2) else {
            return false;
        };
        let is_fine = match (letter, part) {
            ("-D" | "-A" | "-W" | "-F", _) => {
                let lint = if attached.is_empty() {
                    parts.next().unwrap_or("")
                } else {
                    attached
                };
                let is_of_lint = |byte: u8| is_of_word(byte) || byte == b':';
                lint.bytes().all(is_of_lint)
            }
            ("-C", _) => {
                let setting = if attached.is_empty() {
                    parts.next().unwrap_or("")
                } else {
                    attached
                };
                is_known(setting, &CODEGEN)
            }
            (_, "--cfg") => parts.next().unwrap_or("").bytes().all(is_of_word),
            (_, "-g" | "-O") => true,
            _ => false,
        };
        if !is_fine {
            return false;
        }
    }
    true
}

/// `-Xmx2g`.
fn is_size(part: &str) -> bool {
    ["-Xmx", "-Xms", "-Xss", "-Xmn"]
        .iter()
        .find_map(|option| part.strip_prefix(option))
        .is_some_and(|size| {
            let digits = size.trim_end_matches(['k', 'K', 'm', 'M', 'g', 'G']);
            !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
        })
}

/// `detect_leaks=0`.
fn is_switched(part: &str) -> bool {
    part.split_once('=').is_some_and(|(name, value)| {
        let is_number = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
        let is_name = |byte: u8| byte.is_ascii_lowercase() || byte == b'_';
        name.bytes().all(is_name)
            && !name.contains("path")
            && (is_number || matches!(value, "true" | "false"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sorted() {
        for list in [
            &IDLE[..],
            &SWITCHES,
            &SHELLS,
            &COMPILERS,
            &CODEGEN,
            &NODE,
            &GO,
        ] {
            assert!(list.is_sorted(), "{list:?}");
        }
    }

    #[test]
    fn options_that_load_or_run_are_none_of_the_plain_ones() {
        for (kind, value) in [
            (Unless::Compile, "-O2 -Wl,-plugin,x.so"),
            (Unless::Compile, "-B."),
            (Unless::Compile, "-specs=x"),
            (Unless::Compile, "@file"),
            (Unless::Rust, "-Clinker=x"),
            (Unless::Rust, "-C link-arg=x"),
            (Unless::Rust, "-Zcodegen-backend=x"),
            (Unless::Rust, "--extern a=b"),
            (Unless::Rust, "-L /tmp"),
            (Unless::Go, "-exec=x"),
            (Unless::Go, "-overlay=x"),
            (Unless::Go, "-mod=mod -modfile=x"),
            (Unless::Node, "-r ./x"),
            (Unless::Node, "--import=./x.mjs"),
            (Unless::Node, "--max-old-space-size=1 --require=x"),
            (Unless::Sizes, "-XX:OnOutOfMemoryError=x"),
            (Unless::Sizes, "-Xmx"),
            (Unless::Make, "-f x"),
            (Unless::Letters, "-ox"),
            (Unless::Word, "../x"),
            (Unless::Compiler, "gcc -B."),
        ] {
            assert!(!is_plain(kind, value), "{value}");
        }
    }
}
