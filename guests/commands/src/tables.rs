//! The commands that are described: one file each, data only, and the list of all names.
//!
//! What is special about a tool stands in its own file; there is no case for one anywhere else.

mod ack;
mod ag;
mod ar;
mod attributes;
mod awk;
mod bat;
mod binutils;
mod brotli;
mod bsdtar;
mod builtins;
mod bzip2;
mod calculator;
mod cat;
mod cd;
mod checksum;
mod chmod;
mod condition;
mod context;
mod count;
mod cp;
mod cpio;
mod ctags;
mod curl;
mod cut;
mod date;
mod dd;
mod declare;
mod diff;
mod dig;
mod disk;
mod dmesg;
mod dos2unix;
mod dpkg;
mod dump;
mod encode;
mod eza;
mod fd;
mod file;
pub(crate) mod find;
mod free;
mod fuser;
mod git;
mod grep;
mod gron;
mod gzip;
mod head;
mod hexyl;
mod hostname;
mod iconv;
mod info;
mod install;
mod ip;
mod jar;
mod jobs;
mod journalctl;
mod jq;
mod killall;
mod last;
mod layout;
mod ldd;
mod lines;
mod ln;
mod locate;
mod ls;
mod lsblk;
mod lsd;
mod lsof;
mod lspci;
mod lz4;
mod man;
mod mkdir;
mod mknod;
mod mktemp;
mod mount;
mod mv;
mod nc;
mod netstat;
mod openssl;
mod packed;
mod pager;
mod patch;
mod path;
mod people;
mod pgrep;
mod pidof;
mod pieces;
mod ping;
mod plain;
mod printf;
mod priority;
mod ps;
mod rar;
mod read;
mod remote;
mod rg;
mod rm;
mod rmdir;
mod rsync;
mod schedule;
mod scp;
mod script;
mod sed;
mod service;
mod set;
mod settings;
mod seven;
mod shell;
#[cfg(test)]
mod shown;
mod shred;
mod sort;
mod ss;
mod ssh;
mod strip;
mod stty;
mod sysctl;
mod systemctl;
mod tail;
mod tar;
mod tee;
mod terminal;
mod test;
mod text;
mod top;
mod touch;
mod tree;
mod ugrep;
mod uniq;
mod unzip;
mod uuidgen;
mod values;
mod version;
mod wc;
mod wget;
mod which;
mod wrapper;
mod xargs;
mod xmllint;
mod xxd;
mod xz;
mod yq;
mod zgrep;
mod zip;
mod zsh;
mod zstd;

use crate::model::Tool;

/// All commands, by each of their names, sorted.
pub static TOOLS: &[(&str, &Tool)] = &[
    ("7z", &seven::TOOL),
    ("7za", &seven::TOOL),
    ("7zr", &seven::TOOL),
    ("7zz", &seven::TOOL),
    (":", &text::TRUE),
    ("[", &test::BRACKET),
    ("ack", &ack::TOOL),
    ("ack-grep", &ack::TOOL),
    ("addr2line", &binutils::ADDR2LINE),
    ("ag", &ag::TOOL),
    ("apropos", &man::APROPOS),
    ("ar", &ar::AR),
    ("arch", &plain::ARCH),
    ("arp", &netstat::ARP),
    ("at", &schedule::AT),
    ("atq", &schedule::ATQ),
    ("atrm", &schedule::ATRM),
    ("awk", &awk::TOOL),
    ("b2sum", &checksum::CKSUM),
    ("base32", &encode::BASE),
    ("base64", &encode::BASE),
    ("basename", &plain::BASENAME),
    ("basenc", &encode::BASENC),
    ("bash", &version::LONG),
    ("bat", &bat::TOOL),
    ("batcat", &bat::TOOL),
    ("batch", &schedule::AT),
    ("bc", &calculator::BC),
    ("blkid", &lsblk::BLKID),
    ("brotli", &brotli::TOOL),
    ("bsdtar", &bsdtar::TOOL),
    ("bun", &version::SMALL),
    ("bunzip2", &bzip2::BUNZIP2),
    ("bzcat", &bzip2::BZCAT),
    ("bzip2", &bzip2::BZIP2),
    ("c++", &version::LONG),
    ("c++filt", &binutils::CXXFILT),
    ("cal", &plain::CAL),
    ("cargo", &version::RUST),
    ("cat", &cat::TOOL),
    ("cc", &version::LONG),
    ("chattr", &attributes::CHATTR),
    ("chcon", &context::CHCON),
    ("chgrp", &chmod::CHGRP),
    ("chmod", &chmod::CHMOD),
    ("chown", &chmod::CHOWN),
    ("chrt", &priority::CHRT),
    ("cksum", &checksum::CKSUM),
    ("clang", &version::LONG),
    ("clang++", &version::LONG),
    ("clear", &terminal::CLEAR),
    ("cloc", &count::CLOC),
    ("cmake", &version::LONG),
    ("cmp", &diff::CMP),
    ("col", &layout::COL),
    ("colordiff", &diff::DIFF),
    ("colrm", &plain::COLRM),
    ("column", &layout::COLUMN),
    ("comm", &lines::COMM),
    ("compress", &gzip::COMPRESS),
    ("cp", &cp::TOOL),
    ("cpio", &cpio::TOOL),
    ("crontab", &schedule::CRONTAB),
    ("csplit", &pieces::CSPLIT),
    ("ctags", &ctags::TOOL),
    ("curl", &curl::TOOL),
    ("cut", &cut::TOOL),
    ("date", &date::TOOL),
    ("dc", &calculator::DC),
    ("dd", &dd::TOOL),
    ("deno", &version::LARGE),
    ("df", &disk::DF),
    ("diff", &diff::DIFF),
    ("diff3", &diff::DIFF3),
    ("dig", &dig::DIG),
    ("dir", &ls::DIR),
    ("dircolors", &terminal::DIRCOLORS),
    ("dirname", &plain::DIRNAME),
    ("dmesg", &dmesg::TOOL),
    ("docker", &version::LONG),
    ("dos2unix", &dos2unix::TOOL),
    ("dpkg", &dpkg::DPKG),
    ("dpkg-deb", &dpkg::DPKG_DEB),
    ("dpkg-query", &dpkg::DPKG_QUERY),
    ("du", &disk::DU),
    ("echo", &text::ECHO),
    ("egrep", &grep::TOOL),
    ("env", &wrapper::ENV),
    ("exa", &eza::TOOL),
    ("expand", &layout::EXPAND),
    ("expr", &plain::EXPR),
    ("eza", &eza::TOOL),
    ("factor", &plain::FACTOR),
    ("fallocate", &shred::FALLOCATE),
    ("false", &text::FALSE),
    ("fd", &fd::TOOL),
    ("fdfind", &fd::TOOL),
    ("fgrep", &grep::TOOL),
    ("file", &file::TOOL),
    ("find", &find::TOOL),
    ("findmnt", &lsblk::FINDMNT),
    ("fmt", &layout::FMT),
    ("fold", &layout::FOLD),
    ("free", &free::FREE),
    ("ftp", &nc::TELNET),
    ("fuser", &fuser::TOOL),
    ("g++", &version::LONG),
    ("gawk", &awk::TOOL),
    ("gcc", &version::LONG),
    ("getconf", &settings::GETCONF),
    ("getent", &settings::GETENT),
    ("getfacl", &attributes::GETFACL),
    ("gh", &version::LONG),
    ("git", &git::TOOL),
    ("grep", &grep::TOOL),
    ("gron", &gron::TOOL),
    ("groups", &plain::GROUPS),
    ("gsed", &sed::TOOL),
    ("gtar", &tar::TOOL),
    ("gunzip", &gzip::GUNZIP),
    ("gzcat", &gzip::ZCAT),
    ("gzip", &gzip::GZIP),
    ("hd", &dump::HEXDUMP),
    ("head", &head::TOOL),
    ("hexdump", &dump::HEXDUMP),
    ("hexyl", &hexyl::TOOL),
    ("host", &dig::HOST),
    ("hostid", &plain::HOSTID),
    ("hostname", &hostname::TOOL),
    ("hostnamectl", &systemctl::HOSTNAMECTL),
    ("htop", &top::HTOP),
    ("iconv", &iconv::TOOL),
    ("id", &plain::ID),
    ("ifconfig", &netstat::IFCONFIG),
    ("info", &info::TOOL),
    ("install", &install::TOOL),
    ("ionice", &priority::IONICE),
    ("iostat", &free::IOSTAT),
    ("ip", &ip::TOOL),
    ("ip6tables", &netstat::IPTABLES),
    ("iptables", &netstat::IPTABLES),
    ("jar", &jar::TOOL),
    ("java", &version::LONG),
    ("javac", &version::LONG),
    ("join", &lines::JOIN),
    ("jot", &plain::JOT),
    ("journalctl", &journalctl::TOOL),
    ("jq", &jq::TOOL),
    ("kill", &jobs::KILL),
    ("killall", &killall::KILLALL),
    ("kotlinc", &version::LONG),
    ("last", &last::LAST),
    ("lastb", &last::LAST),
    ("lastlog", &last::LASTLOG),
    ("ldd", &ldd::TOOL),
    ("less", &pager::LESS),
    ("link", &ln::LINK),
    ("ln", &ln::LN),
    ("locale", &plain::LOCALE),
    ("localectl", &systemctl::LOCALECTL),
    ("localedef", &settings::LOCALEDEF),
    ("locate", &locate::TOOL),
    ("logger", &schedule::LOGGER),
    ("loginctl", &systemctl::LOGINCTL),
    ("logname", &plain::LOGNAME),
    ("look", &lines::LOOK),
    ("ls", &ls::TOOL),
    ("lsar", &rar::LSAR),
    ("lsattr", &attributes::LSATTR),
    ("lsb_release", &service::LSB_RELEASE),
    ("lsblk", &lsblk::LSBLK),
    ("lscpu", &lsblk::LSCPU),
    ("lsd", &lsd::TOOL),
    ("lsipc", &lsblk::LSIPC),
    ("lslocks", &lsblk::LSLOCKS),
    ("lsmem", &lsblk::LSMEM),
    ("lsmod", &lspci::LSMOD),
    ("lsns", &lsblk::LSNS),
    ("lsof", &lsof::TOOL),
    ("lspci", &lspci::LSPCI),
    ("lsusb", &lspci::LSUSB),
    ("lz4", &lz4::LZ4),
    ("lz4cat", &lz4::LZ4CAT),
    ("lzcat", &xz::XZCAT),
    ("lzma", &xz::LZMA),
    ("mac2unix", &dos2unix::TOOL),
    ("make", &version::SMALL),
    ("man", &man::MAN),
    ("mawk", &awk::TOOL),
    ("md5sum", &checksum::DIGEST),
    ("mkdir", &mkdir::TOOL),
    ("mkfifo", &mknod::MKFIFO),
    ("mknod", &mknod::MKNOD),
    ("mktemp", &mktemp::TOOL),
    ("mlocate", &locate::TOOL),
    ("modinfo", &lspci::MODINFO),
    ("more", &pager::MORE),
    ("mount", &mount::MOUNT),
    ("mpstat", &free::MPSTAT),
    ("mv", &mv::TOOL),
    ("mysql", &version::LONG),
    ("nawk", &awk::TOOL),
    ("nc", &nc::NC),
    ("ncal", &plain::CAL),
    ("netcat", &nc::NC),
    ("netstat", &netstat::NETSTAT),
    ("nft", &netstat::IPTABLES),
    ("nice", &wrapper::RUNNER),
    ("ninja", &version::LONG),
    ("nl", &layout::NL),
    ("nm", &binutils::NM),
    ("node", &version::SMALL),
    ("nodejs", &version::SMALL),
    ("nohup", &wrapper::RUNNER),
    ("npm", &version::SMALL),
    ("nproc", &plain::NPROC),
    ("nslookup", &dig::HOST),
    ("numfmt", &plain::NUMFMT),
    ("objcopy", &strip::OBJCOPY),
    ("objdump", &binutils::OBJDUMP),
    ("od", &dump::OD),
    ("openssl", &openssl::TOOL),
    ("original-awk", &awk::TOOL),
    ("paste", &lines::PASTE),
    ("patch", &patch::TOOL),
    ("pathchk", &path::PATHCHK),
    ("perl", &version::SMALL),
    ("pgrep", &pgrep::PGREP),
    ("php", &version::SMALL),
    ("pidof", &pidof::PIDOF),
    ("pidwait", &pgrep::PIDWAIT),
    ("ping", &ping::PING),
    ("ping4", &ping::PING),
    ("ping6", &ping::PING),
    ("pinky", &people::PINKY),
    ("pip", &version::LARGE),
    ("pip3", &version::LARGE),
    ("pkill", &pgrep::PKILL),
    ("plocate", &locate::TOOL),
    ("pnpm", &version::SMALL),
    ("pr", &layout::PR),
    ("printenv", &plain::PRINTENV),
    ("printf", &printf::TOOL),
    ("ps", &ps::TOOL),
    ("psql", &version::LONG),
    ("pstree", &pidof::PSTREE),
    ("ptx", &lines::PTX),
    ("pwd", &text::PWD),
    ("pwdx", &pidof::PWDX),
    ("python", &version::LARGE),
    ("python3", &version::LARGE),
    ("ranlib", &ar::RANLIB),
    ("rar", &rar::UNRAR),
    ("readelf", &binutils::READELF),
    ("readlink", &path::READLINK),
    ("realpath", &path::REALPATH),
    ("renice", &priority::RENICE),
    ("reset", &terminal::RESET),
    ("rev", &layout::REV),
    ("rg", &rg::TOOL),
    ("rm", &rm::TOOL),
    ("rmdir", &rmdir::RMDIR),
    ("route", &netstat::ROUTE),
    ("rsync", &rsync::TOOL),
    ("ruby", &version::SMALL),
    ("runcon", &context::RUNCON),
    ("rustc", &version::RUST),
    ("scp", &scp::TOOL),
    ("script", &script::TOOL),
    ("sdiff", &diff::SDIFF),
    ("sed", &sed::TOOL),
    ("seq", &plain::SEQ),
    ("service", &service::SERVICE),
    ("sestatus", &service::NAMES),
    ("setfacl", &attributes::SETFACL),
    ("sha1sum", &checksum::DIGEST),
    ("sha224sum", &checksum::DIGEST),
    ("sha256sum", &checksum::DIGEST),
    ("sha384sum", &checksum::DIGEST),
    ("sha512sum", &checksum::DIGEST),
    ("shasum", &checksum::SHASUM),
    ("shred", &shred::SHRED),
    ("shuf", &lines::SHUF),
    ("size", &binutils::SIZE),
    ("skill", &killall::SKILL),
    ("sleep", &text::SLEEP),
    ("snice", &killall::SKILL),
    ("sort", &sort::TOOL),
    ("split", &pieces::SPLIT),
    ("sponge", &shred::SPONGE),
    ("ss", &ss::TOOL),
    ("ssh", &ssh::TOOL),
    ("ssh-keygen", &version::LARGE),
    ("stat", &path::STAT),
    ("stdbuf", &wrapper::RUNNER),
    ("strings", &binutils::STRINGS),
    ("strip", &strip::STRIP),
    ("stty", &stty::TOOL),
    ("sum", &checksum::SUM),
    ("sw_vers", &service::NAMES),
    ("swift", &version::LONG),
    ("sync", &disk::SYNC),
    ("sysctl", &sysctl::TOOL),
    ("systemctl", &systemctl::SYSTEMCTL),
    ("tac", &lines::TAC),
    ("tail", &tail::TOOL),
    ("tar", &tar::TOOL),
    ("taskset", &priority::TASKSET),
    ("tee", &tee::TOOL),
    ("telnet", &nc::TELNET),
    ("test", &test::TEST),
    ("timedatectl", &systemctl::TIMEDATECTL),
    ("timeout", &wrapper::RUNNER),
    ("tmux", &version::LARGE),
    ("tokei", &count::TOKEI),
    ("top", &top::TOP),
    ("touch", &touch::TOOL),
    ("tput", &terminal::TPUT),
    ("tr", &plain::TR),
    ("tracepath", &ping::TRACEROUTE),
    ("traceroute", &ping::TRACEROUTE),
    ("traceroute6", &ping::TRACEROUTE),
    ("tree", &tree::TOOL),
    ("true", &text::TRUE),
    ("truncate", &shred::TRUNCATE),
    ("tset", &terminal::RESET),
    ("tsort", &lines::TSORT),
    ("tty", &plain::TTY),
    ("ufw", &netstat::IPTABLES),
    ("ugrep", &ugrep::TOOL),
    ("umount", &mount::UMOUNT),
    ("uname", &plain::UNAME),
    ("unar", &rar::UNAR),
    ("uncompress", &gzip::GUNZIP),
    ("unexpand", &layout::UNEXPAND),
    ("uniq", &uniq::TOOL),
    ("unix2dos", &dos2unix::TOOL),
    ("unix2mac", &dos2unix::TOOL),
    ("unlink", &rmdir::UNLINK),
    ("unlzma", &xz::UNXZ),
    ("unrar", &rar::UNRAR),
    ("unxz", &xz::UNXZ),
    ("unzip", &unzip::UNZIP),
    ("unzstd", &zstd::UNZSTD),
    ("uptime", &people::UPTIME),
    ("users", &people::USERS),
    ("uuidgen", &uuidgen::TOOL),
    ("vdir", &ls::DIR),
    ("vmstat", &free::VMSTAT),
    ("w", &last::W),
    ("wall", &schedule::WALL),
    ("wc", &wc::TOOL),
    ("wdiff", &diff::WDIFF),
    ("wget", &wget::TOOL),
    ("whatis", &man::APROPOS),
    ("whereis", &which::WHEREIS),
    ("which", &which::WHICH),
    ("who", &people::WHO),
    ("whoami", &plain::WHOAMI),
    ("write", &schedule::WALL),
    ("xargs", &xargs::TOOL),
    ("xmllint", &xmllint::TOOL),
    ("xxd", &xxd::TOOL),
    ("xz", &xz::XZ),
    ("xzcat", &xz::XZCAT),
    ("yes", &plain::YES),
    ("yq", &yq::TOOL),
    ("zcat", &gzip::ZCAT),
    ("zcmp", &gzip::ZDIFF),
    ("zdiff", &gzip::ZDIFF),
    ("zegrep", &zgrep::TOOL),
    ("zfgrep", &zgrep::TOOL),
    ("zgrep", &zgrep::TOOL),
    ("zip", &zip::TOOL),
    ("zipinfo", &unzip::ZIPINFO),
    ("zsh", &version::LONG),
    ("zstd", &zstd::ZSTD),
    ("zstdcat", &zstd::ZSTDCAT),
    ("zstdmt", &zstd::ZSTD),
];

/// Words of the shell itself, which mean this only if they are builtins, by each of their names, sorted.
pub static BUILTINS: &[(&str, &Tool)] = &[
    ("((", &shell::ARITHMETIC),
    ("[[", &condition::TOOL),
    ("alias", &builtins::ALIAS),
    ("bg", &jobs::FOREGROUND),
    ("break", &shell::JUMP),
    ("caller", &builtins::CALLER),
    ("cd", &cd::TOOL),
    ("command", &shell::COMMAND),
    ("continue", &shell::JUMP),
    ("declare", &declare::DECLARE),
    ("dirs", &builtins::DIRS),
    ("disown", &jobs::FOREGROUND),
    ("exit", &shell::LEAVE),
    ("export", &declare::EXPORT),
    ("fc", &builtins::FC),
    ("fg", &jobs::FOREGROUND),
    ("getopts", &builtins::GETOPTS),
    ("hash", &builtins::HASH),
    ("help", &builtins::HELP),
    ("history", &builtins::HISTORY),
    ("jobs", &jobs::JOBS),
    ("local", &declare::DECLARE),
    ("logout", &builtins::LOGOUT),
    ("mapfile", &read::MAPFILE),
    ("popd", &builtins::POPD),
    ("pushd", &builtins::PUSHD),
    ("read", &read::READ),
    ("readarray", &read::MAPFILE),
    ("readonly", &declare::READONLY),
    ("return", &shell::LEAVE),
    ("set", &set::TOOL),
    ("shift", &shell::JUMP),
    ("shopt", &builtins::SHOPT),
    ("times", &builtins::TIMES),
    ("trap", &builtins::TRAP),
    ("type", &shell::TYPE),
    ("typeset", &declare::DECLARE),
    ("ulimit", &builtins::ULIMIT),
    ("umask", &builtins::UMASK),
    ("unset", &builtins::UNSET),
    ("wait", &shell::WAIT),
];

/// Returns all names, sorted.
pub fn names() -> Vec<&'static str> {
    let rows = TOOLS.iter().chain(BUILTINS).map(|row| row.0);
    let mut names: Vec<_> = rows.chain(zsh::OWN).collect();
    names.sort_unstable();
    names
}

/// Finds a word of the shell itself.
///
/// ```
/// use commands::tables::{find, find_builtin};
///
/// assert!(find_builtin("cd").is_some() && find("cd").is_none());
/// assert!(find_builtin("ls").is_none());
/// ```
pub fn find_builtin(name: &str) -> Option<&'static Tool> {
    let index = BUILTINS.binary_search_by_key(&name, |row| row.0).ok()?;
    BUILTINS.get(index).map(|row| row.1)
}

/// Finds a builtin of zsh by its name.
///
/// ```
/// use commands::tables::find_in_zsh;
///
/// assert!(find_in_zsh("cd").is_some() && find_in_zsh("print").is_some());
/// assert!(find_in_zsh("fc").is_none());
/// ```
pub fn find_in_zsh(name: &str) -> Option<&'static Tool> {
    match name {
        "print" => Some(&zsh::PRINT),
        "type" | "whence" | "where" | "which" => Some(&zsh::WHENCE),
        _ if zsh::AS_IN_BASH.contains(&name) => find_builtin(name).or_else(|| find(name)),
        _ => None,
    }
}

/// Directories in which a name means the system's tool.
const SYSTEM_DIRECTORIES: [&str; 3] = ["/bin", "/usr/bin", "/usr/local/bin"];

/// Finds a command by its name, or by its path in one of the system's directories.
///
/// ```
/// use commands::tables::find;
///
/// assert_eq!(find("/usr/bin/ls").map(|tool| tool.names), Some(&["ls"][..]));
/// assert!(find("./ls").is_none());
/// ```
pub fn find(name: &str) -> Option<&'static Tool> {
    let name = match name.rsplit_once('/') {
        Some((directory, name)) if SYSTEM_DIRECTORIES.contains(&directory) => name,
        Some(_) => return None,
        None => name,
    };
    let index = TOOLS.binary_search_by_key(&name, |row| row.0).ok()?;
    TOOLS.get(index).map(|row| row.1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        model::{AnyFlag, Form, Grammar, Marks, Role, Spec, Takes, Value},
        report::{Condition, Kind, Stance},
    };

    fn rows() -> impl Iterator<Item = (&'static str, &'static Tool)> {
        TOOLS.iter().chain(BUILTINS).copied()
    }

    /// Returns every description of flags and operands there is, with the name of its command.
    fn specs() -> Vec<(&'static str, &'static Spec)> {
        let mut specs = Vec::new();
        for (name, tool) in rows() {
            match &tool.grammar {
                Grammar::Options(spec) => specs.push((name, *spec)),
                Grammar::Tree(tree) => {
                    specs.push((name, &tree.globals));
                    specs.extend(
                        tree.branches
                            .iter()
                            .filter_map(|(_, grammar)| match grammar {
                                Grammar::Options(spec) => Some((name, *spec)),
                                Grammar::Text | Grammar::Tree(_) | Grammar::Own(_) => None,
                            }),
                    );
                }
                Grammar::Text | Grammar::Own(_) => {}
            }
        }
        specs
    }

    fn values(spec: &Spec) -> impl Iterator<Item = Value> {
        spec.flags.list().flat_map(|flag| match flag.takes {
            Takes::Nothing => Vec::new(),
            Takes::Value(value) | Takes::Attached(value) => vec![value],
            Takes::Several(values) => values.to_vec(),
        })
    }

    #[test]
    fn names_are_sorted_and_belong_to_their_tools() {
        assert!(TOOLS.is_sorted_by(|left, right| left.0 < right.0));
        assert!(BUILTINS.is_sorted_by(|left, right| left.0 < right.0));
        assert!(names().is_sorted_by(|left, right| left < right));
        for (name, tool) in rows() {
            assert!(tool.names.contains(&name), "{name}");
        }
    }

    #[test]
    fn every_name_of_a_tool_is_listed() {
        for name in TOOLS.iter().flat_map(|row| row.1.names) {
            assert!(find(name).is_some(), "{name}");
        }
        for name in BUILTINS.iter().flat_map(|row| row.1.names) {
            assert!(find_builtin(name).is_some(), "{name}");
        }
    }

    #[test]
    fn subcommands_are_sorted() {
        for (name, tool) in TOOLS {
            if let Grammar::Tree(tree) = &tool.grammar {
                let sorted = tree.branches.is_sorted_by(|left, right| left.0 < right.0);
                assert!(sorted, "{name}");
            }
        }
    }

    #[test]
    fn the_last_form_of_operands_needs_no_flag() {
        for (name, spec) in specs() {
            let when = spec.forms.last().map(|form| form.when);
            assert_eq!(when, Some(Marks::NONE), "{name}");
        }
    }

    /// Whose own languages can do no more than read, whatever text it is.
    const READING_LANGUAGES: [&str; 3] = ["gzcat", "jq", "zcat"];

    #[test]
    fn tools_that_any_word_may_be_an_option_of_do_no_more_than_read() {
        let reads = |name: &str, role: &Role, any_flag| match role {
            Role::Path(role) => role.kind == Kind::Read,
            Role::NameList => any_flag == AnyFlag::Reads,
            Role::Text => true,
            Role::Own(_) => any_flag == AnyFlag::Reads && READING_LANGUAGES.contains(&name),
            Role::Variable | Role::Program | Role::Thing(_) | Role::Refused => false,
        };
        for (name, spec) in specs() {
            if spec.any_flag == AnyFlag::Unknown {
                continue;
            }
            assert_eq!(spec.stance, Stance::Reader, "{name}");
            let mut flags = spec.flags.list();
            assert!(flags.all(|flag| flag.does.is_empty()), "{name}");
            assert!(values(spec).all(|value| match value {
                Value::Number | Value::Text | Value::Choice(_) => true,
                Value::Path(role) => spec.any_flag == AnyFlag::Reads && role.kind == Kind::Read,
                Value::TextOrFile | Value::NameList => spec.any_flag == AnyFlag::Reads,
                Value::Program
                | Value::Variable
                | Value::Thing(_)
                | Value::Own(_)
                | Value::When(_) => false,
            }));
            let mut forms = spec.forms.iter();
            let only_read = forms.all(|form| {
                let Form {
                    first, last, rest, ..
                } = form;
                let mut roles = first.iter().chain(last).chain([rest]);
                roles.all(|role| reads(name, role, spec.any_flag)) && !matches!(rest, Role::Text)
            });
            assert!(only_read, "{name}");
            // Of a tool that is safe with any flag all operands are the same thing.
            let uniform = spec
                .forms
                .iter()
                .all(|form| form.first.is_empty() && form.last.is_none());
            assert!(uniform || spec.any_flag == AnyFlag::Reads, "{name}");
        }
    }

    #[test]
    fn what_the_project_may_run_is_kept_from_running() {
        for (name, spec) in specs() {
            if spec
                .always
                .iter()
                .any(|always| always.kind == Kind::Execute)
            {
                assert!(spec.conditions.contains(&Condition::Contained), "{name}");
                assert!(spec.conditions.contains(&Condition::GitNeutral), "{name}");
            }
        }
    }

    #[test]
    fn a_path_is_known_only_in_the_directories_of_the_system() {
        assert!(find("/bin/ls").is_some() && find("/usr/bin/ls").is_some());
        for name in [
            "./cat",
            "bin/ls",
            "/tmp/ls",
            "/usr/bin/../../tmp/ls",
            "/bin//ls",
            "ls/",
            "",
        ] {
            assert!(find(name).is_none(), "{name}");
        }
    }
}
