//! Variables that change what tools do (R5.3).

/// Whether a variable changes what tools do: what they run, load, write or read first, and how they take their
/// arguments.
pub fn steers_tools(name: &str) -> bool {
    STEERING_NAMES.binary_search(&name).is_ok()
        || STEERING_STARTS.iter().any(|start| name.starts_with(start))
        || STEERING_ENDS.iter().any(|end| name.ends_with(end))
}

/// Families of variables, one for each loader, interpreter or tool.
const STEERING_STARTS: [&str; 38] = [
    "ACK_",
    "AG_",
    "AWK",
    "BAT_",
    "BUNDLE_",
    "CARGO_",
    "DOCKER_",
    "DYLD_",
    "FD_",
    "FZF_",
    "GAWK_",
    "GIT_",
    "GLIBC_",
    "GREP_",
    "JAVA_",
    "JDK_",
    "JQ_",
    "KUBE",
    "LD_",
    "LESS",
    "MALLOC_",
    "NODE_",
    "NPM_",
    "PERL",
    "PYTHON",
    "RIPGREP_",
    "RSYNC_",
    "RUBY",
    "RUSTC",
    "RUSTDOC",
    "RUSTUP_",
    "SHELLWARD_",
    "SSH_",
    "SUDO_",
    "SYSTEMD_",
    "TAR_",
    "XZ_",
    "npm_",
];

/// Ends of names under which tools take options, programs and files to load.
const STEERING_ENDS: [&str; 21] = [
    "ARGS",
    "BROWSER",
    "CMD",
    "COMMAND",
    "CONFIG",
    "CONFIG_DIR",
    "CONFIG_FILE",
    "EDITOR",
    "FLAGS",
    "HOOK",
    "OPT",
    "OPTIONS",
    "OPTS",
    "PAGER",
    "PATH",
    "PLUGIN",
    "PLUGINS",
    "PRELOAD",
    "RCFILE",
    "WRAPPER",
    "_TRACE",
];

/// Sorted.
const STEERING_NAMES: [&str; 44] = [
    "BLOCKSIZE",
    "BLOCK_SIZE",
    "BZIP",
    "BZIP2",
    "CC",
    "CURL_HOME",
    "CXX",
    "DF_BLOCK_SIZE",
    "DU_BLOCK_SIZE",
    "GETCONF_DIR",
    "GNUPGHOME",
    "GODEBUG",
    "GOENV",
    "GOROOT",
    "GOTOOLCHAIN",
    "GREP",
    "GZIP",
    "HOSTALIASES",
    "INFOPATH",
    "INPUTRC",
    "I_WANT_A_BROKEN_PS",
    "LOCALDOMAIN",
    "LS_BLOCK_SIZE",
    "LZOP",
    "MAKEFILES",
    "MORE",
    "PATCH_GET",
    "PS_PERSONALITY",
    "QUOTING_STYLE",
    "RAR",
    "SHELLWARD",
    "SSLKEYLOGFILE",
    "TABSIZE",
    "TAPE",
    "TERMCAP",
    "TERMINFO",
    "TERMINFO_DIRS",
    "TIME_STYLE",
    "UNZIP",
    "VISUAL",
    "WGETRC",
    "XDG_CONFIG_HOME",
    "ZIPINFO",
    "_POSIX2_VERSION",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sorted() {
        assert!(STEERING_NAMES.is_sorted());
    }
}
