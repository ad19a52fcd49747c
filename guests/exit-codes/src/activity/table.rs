//! The programs with an activity. A row with subcommands, or with options that must be given, holds for these alone.

use super::{
    ALWAYS,
    Activity::{List, Neutral, Read, Search},
    Row, Unless, row,
};

const NO_OPERANDS: Unless = Unless {
    operands: 0,
    ..ALWAYS
};

const OUTPUT: Unless = Unless {
    words: &["--output", "--outp", "--ext-diff", "--textconv", "-O"],
    ..ALWAYS
};

/// Demands one of some words.
const fn needs(without: &'static [&'static str]) -> Unless {
    Unless { without, ..ALWAYS }
}

/// Forbids letters, and beginnings of words.
const fn never(letters: &'static [char], words: &'static [&'static str]) -> Unless {
    Unless {
        words,
        letters,
        ..ALWAYS
    }
}

const AWK: Unless = Unless {
    letters: &['f', 'i', 'l', 'E', 'o', 'p', 'd'],
    words: &["--"],
    parts: &["system", "getline", ">", "|", "close", "@load", "fflush"],
    ..ALWAYS
};

const SED: Unless = Unless {
    letters: &['i', 'f'],
    words: &["--i", "--f", "w", "e"],
    parts: &["w ", "/w", "/e", ";e", "e ", "W "],
    ..ALWAYS
};

/// All rows; the first that fits holds.
pub(super) const ROWS: &[Row] = &[
    row(Neutral, ": echo false true"),
    row(Neutral, "printf").unless(never(&['v'], &[])),
    // Looking for something.
    row(Search, "grep egrep fgrep rgrep zgrep zegrep zfgrep bzgrep xzgrep zstdgrep pcregrep \
        pcre2grep").files(1, "eABCmf", "ef"),
    row(Search, "rg").unless(never(&[], &["--pre", "--hostname-bin"])).files(1, "eABCmfgtT", "ef"),
    row(Search, "ag ack ack-grep").unless(never(&[], &["--pager", "--create-ackrc", "--output"])).files(1, "ABCmG", ""),
    row(Search, "find").unless(never(&[], &["-delete", "-exec", "-fls", "-fprint", "-ok"])),
    row(Search, "fd fdfind").unless(never(&['x', 'X'], &["--exec"])),
    row(Search, "locate plocate mlocate look which whereis type whence where apropos whatis pgrep pidof"),
    row(Search, "command").unless(needs(&["-v", "-V"])),
    row(Search, "git").of("grep").unless(OUTPUT),
    // Showing what is in something.
    row(Read, "cat tac nl rev head tail").files(0, "nc", ""),
    row(Read, "zcat bzcat xzcat zstdcat").files(0, "", ""),
    row(Read, "bat batcat").unless(never(&[], &["--pager", "cache"])).files(0, "lrHm", ""),
    row(Read, "less more").unless(never(&['o', 'O', 'k'], &["+", "--l", "--o", "--L", "--O"])).files(0, "", ""),
    row(Read, "cut paste fold fmt pr expand unexpand column join comm").files(0, "dfcbstowjnpWN12", ""),
    row(Read, "wc cksum sum b2sum md5sum sha1sum sha224sum sha256sum sha384sum sha512sum").files(0, "", ""),
    row(Read, "stat strings od hexdump hd nm size readelf objdump").files(0, "cfnNjtAesj", ""),
    row(Read, "sort").unless(never(&['o', 'T'], &["--o", "--co", "--t"])).files(0, "kt", ""),
    row(Read, "uniq").unless(Unless { operands: 1, ..ALWAYS }),
    row(Read, "shuf").unless(never(&['o'], &["--o"])),
    row(Read, "tr seq tsort numfmt base64 base32 basename dirname readlink realpath"),
    row(Read, "file").unless(never(&['C'], &["--comp"])).files(0, "fmFe", ""),
    row(Read, "xxd").unless(Unless { operands: 1, letters: &['r'], ..ALWAYS }),
    row(Read, "jq jaq gojq").files(1, "fL", "f"),
    row(Read, "yq").unless(never(&['i', 's'], &["--i", "--s"])).files(1, "po", ""),
    row(Read, "xmllint").unless(never(&['o'], &["--output", "--shell", "-output", "-shell", "--c14n-out"])),
    row(Read, "awk gawk mawk nawk").unless(AWK).files(1, "Fv", ""),
    row(Read, "sed gsed").unless(SED).files(1, "el", "e"),
    row(Read, "diff colordiff cmp zdiff zcmp").files(0, "UCILxXW", ""),
    row(Read, "sdiff").unless(never(&['o'], &["--o"])),
    row(Read, "man").unless(never(&['P', 'H', 'T', 'X', 'Z', 'C'], &["--pager", "--html", "--browser", "--gxditview", "--config"])),
    row(Read, "printenv id whoami groups uname uptime nproc getconf locale tty arch logname users"),
    row(Read, "hostname domainname").unless(Unless { operands: 0, words: &["--file", "--boot"], letters: &['F', 'b'], ..ALWAYS }),
    row(Read, "date").unless(never(&['s'], &["--s", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9"])),
    row(Read, "history").unless(Unless { letters: &['c', 'd', 'a', 'n', 'r', 'w', 'p', 's'], ..ALWAYS }),
    row(Read, "journalctl").unless(never(&[], &["--vac", "--rot", "--fl", "--rel", "--sy", "--set", "--up", "--smart"])),
    row(Read, "dmesg").unless(never(&['c', 'C', 'D', 'E', 'n'], &["--c", "--r"])),
    row(Read, "git").of("log|show|diff|blame|annotate|shortlog|cat-file|rev-parse|rev-list|describe|whatchanged|\
        range-diff|name-rev|merge-base|show-ref|count-objects|var|help|version").unless(OUTPUT),
    row(Read, "git").of("config").unless(needs(&["--get", "--get-all", "--get-regexp", "-l", "--list", "get", "list"])),
    row(Read, "git").of("reflog").unless(never(&[], &["expire", "delete"])),
    row(Read, "docker podman nerdctl").of("logs|inspect|version|info"),
    row(Read, "kubectl oc").of("logs|describe|explain|version|cluster-info"),
    row(Read, "systemctl").of("status|show|cat|is-active|is-enabled|is-failed"),
    // Showing what there is.
    row(List, "ls dir vdir").files(0, "IwT", ""),
    row(List, "du df").files(0, "Bdt", ""),
    row(List, "tree").unless(never(&['o'], &["-o"])).files(0, "LIP", ""),
    row(List, "eza exa lsd"),
    row(List, "pwd lsblk lscpu lsmod lspci lsusb lsns lsipc lslocks lsmem free vmstat ps pstree w who last findmnt"),
    row(List, "lsof").unless(never(&['D'], &[])),
    row(List, "ss").unless(never(&['K', 'D', 'F'], &["--k", "--d", "--f"])),
    row(List, "netstat jobs dirs"),
    row(List, "env").unless(NO_OPERANDS),
    row(List, "tar gtar bsdtar").unless(Unless {
        without: &["-t", "-tf", "-tvf", "-tzf", "-tjf", "-tJf", "-tvzf", "-tzvf", "-tvjf", "-tvJf", "--list", "tf", "tvf", "tzf", "tzvf", "tvzf"],
        letters: &['I', 'F', 'x', 'c', 'r', 'u', 'A'],
        words: &["--c", "--to", "--use", "--i", "--new", "--in", "--rsh", "--rmt"],
        ..ALWAYS
    }),
    row(List, "unzip").unless(Unless { without: &["-l", "-v", "-lv", "-Z", "-Z1", "-ql"], ..ALWAYS }),
    row(List, "zipinfo"),
    row(List, "7z 7za 7zz").of("l"),
    row(List, "git").of("status|ls-files|ls-tree|ls-remote|for-each-ref|check-ignore").unless(OUTPUT),
    row(List, "git").of("branch|tag").unless(Unless {
        without: &["-a", "-r", "-l", "-v", "-vv", "-av", "-avv", "--list", "--all", "--show-current", "--merged", "--no-merged", "--contains"],
        letters: &['d', 'D', 'm', 'M', 'c', 'C', 'f', 'u'],
        words: &["--d", "--mo", "--co", "--f", "--set", "--un", "--ed"],
        ..ALWAYS
    }),
    row(List, "git").of("stash|worktree|submodule|bundle|notes").unless(needs(&["list", "status", "show"])),
    row(List, "git").of("remote").unless(Unless { without: &["-v", "--verbose", "get-url", "show"], words: &["add", "rem", "rm", "set", "prune", "up"], ..ALWAYS }),
    row(List, "docker podman nerdctl").of("ps|images|top|port|stats"),
    row(List, "docker podman nerdctl").of("container|image|volume|network|context|system|\
        compose").unless(needs(&["ls", "list", "df", "ps", "images"])),
    row(List, "kubectl oc").of("get|api-resources|api-versions|top"),
    row(List, "helm").of("list|ls|status|history"),
    row(List, "systemctl").of("list-units|list-unit-files|list-timers|list-sockets|list-jobs"),
    row(List, "apt apt-cache").of("list|search|show|policy|depends|rdepends|showpkg"),
    row(List, "dpkg dpkg-query").unless(Unless { without: &["-l", "-L", "-s", "-S", "-W", "--list", "--listfiles", "--status", "--search", "--show"], ..ALWAYS }),
    row(List, "npm pnpm").of("ls|list|outdated|view|why|explain"),
    row(List, "pip pip3").of("list|show|freeze"),
    row(List, "cargo").of("tree|metadata").unless(never(&[], &["+"])),
    row(List, "gh").of("pr|issue|run|release|repo|workflow").unless(needs(&["list", "view", "status", "checks", "diff"])),
];
