//! `wget`. It connects to what its operands name and writes below the working directory unless told where, so it is
//! never harmless. Commands of its configuration (`-e`, `--config`) may run programs: unknown. What it remembers of
//! servers it writes in the home directory (`--no-hsts`): that is left out.

use crate::{
    argument::{Span, Text},
    model::{
        Always, Dash, Depth, Flag, Form, Grammar, Marks, PathRole, Reader, Role, Spec, Tool, Value,
    },
    report::{Extent, Kind, Report, Rule, Stance, Target},
};

/// `wget`.
pub(super) static TOOL: Tool = Tool {
    names: &["wget"],
    summary: native!("downloads files"),
    grammar: Grammar::Options(&SPEC),
};

/// A flag says where documents go, or that they go nowhere.
const PLACED: Marks = Marks::own(0);
const LOG: Value = Value::Path(PathRole {
    dash: Dash::Stream,
    ..PathRole::OUTPUT
});
const FILE: Value = Value::Path(PathRole::of(Kind::Read, Depth::Flat));
const TREE: Value = Value::Path(PathRole::of(Kind::Read, Depth::Deep));
const INTO: Value = Value::Path(PathRole::of(Kind::Write, Depth::Inside));
const URLS: Form = Form::each(Role::Thing(Kind::Connect));

static SPEC: Spec = Spec {
    flags: flags!([
        Flag::letter(b'n').value(Value::Text),
        Flag::both(b'A', "accept").value(Value::Text),
        Flag::long("accept-regex").value(Value::Text),
        Flag::both(b'E', "adjust-extension"),
        Flag::both(b'a', "append-output").value(LOG),
        Flag::long("ask-password"),
        Flag::long("auth-no-challenge"),
        Flag::both(b'b', "background"),
        Flag::both(b'K', "backup-converted"),
        Flag::long("backups").attached(Value::Number),
        Flag::both(b'B', "base").value(Value::Text),
        Flag::long("bind-address").value(Value::Text),
        Flag::long("bind-dns-address").value(Value::Text),
        Flag::long("body-data").value(Value::Text),
        Flag::long("body-file").value(FILE),
        Flag::long("ca-certificate").value(FILE),
        Flag::long("ca-directory").value(TREE),
        Flag::long("certificate").value(FILE),
        Flag::long("certificate-type").value(Value::Text),
        Flag::long("ciphers").value(Value::Text),
        Flag::long("compression").value(Value::Text),
        Flag::long("config").value(Value::Own(COMMAND)),
        Flag::long("connect-timeout").value(Value::Number),
        Flag::long("content-disposition"),
        Flag::long("content-on-error"),
        Flag::both(b'c', "continue"),
        Flag::long("convert-file-only"),
        Flag::both(b'k', "convert-links"),
        Flag::long("crl-file").value(FILE),
        Flag::long("cut-dirs").value(Value::Number),
        Flag::both(b'd', "debug"),
        Flag::long("default-page").value(Value::Text),
        Flag::long("delete-after"),
        Flag::both(b'P', "directory-prefix")
            .value(INTO)
            .states(PLACED),
        Flag::long("dns-servers").value(Value::Thing(Kind::Connect)),
        Flag::long("dns-timeout").value(Value::Number),
        Flag::both(b'D', "domains").value(Value::Text),
        Flag::long("egd-file").value(FILE),
        Flag::both(b'X', "exclude-directories").value(Value::Text),
        Flag::long("exclude-domains").value(Value::Text),
        Flag::both(b'e', "execute").value(Value::Own(COMMAND)),
        Flag::long("follow-ftp"),
        Flag::long("follow-tags").value(Value::Text),
        Flag::both(b'x', "force-directories"),
        Flag::both(b'F', "force-html"),
        Flag::long("ftp-password").value(Value::Text),
        Flag::long("ftp-user").value(Value::Text),
        Flag::long("ftps-clear-data-connection"),
        Flag::long("ftps-fallback-to-ftp"),
        Flag::long("ftps-implicit"),
        Flag::long("ftps-resume-ssl"),
        Flag::long("header").value(Value::Text),
        Flag::both(b'h', "help"),
        Flag::long("hsts-file").value(Value::Path(PathRole::OUTPUT)),
        Flag::long("http-password").value(Value::Text),
        Flag::long("http-user").value(Value::Text),
        Flag::long("https-only"),
        Flag::long("ignore-case"),
        Flag::long("ignore-length"),
        Flag::long("ignore-tags").value(Value::Text),
        Flag::both(b'I', "include-directories").value(Value::Text),
        Flag::both(b'4', "inet4-only"),
        Flag::both(b'6', "inet6-only"),
        Flag::both(b'i', "input-file").value(Value::Own(LIST)),
        Flag::long("keep-session-cookies"),
        Flag::both(b'l', "level").value(Value::Text),
        Flag::long("limit-rate").value(Value::Text),
        Flag::long("load-cookies").value(FILE),
        Flag::long("local-encoding").value(Value::Text),
        Flag::long("max-redirect").value(Value::Number),
        Flag::long("method").value(Value::Text),
        Flag::both(b'm', "mirror"),
        Flag::long("no-cache"),
        Flag::long("no-check-certificate"),
        Flag::long("no-clobber"),
        Flag::long("no-config"),
        Flag::long("no-cookies"),
        Flag::long("no-directories"),
        Flag::long("no-dns-cache"),
        Flag::long("no-glob"),
        Flag::long("no-host-directories"),
        Flag::long("no-hsts"),
        Flag::long("no-http-keep-alive"),
        Flag::long("no-if-modified-since"),
        Flag::long("no-iri"),
        Flag::long("no-netrc"),
        Flag::long("no-parent"),
        Flag::long("no-passive-ftp"),
        Flag::long("no-proxy"),
        Flag::long("no-remove-listing"),
        Flag::long("no-use-server-timestamps"),
        Flag::long("no-verbose"),
        Flag::long("no-warc-compression"),
        Flag::long("no-warc-digests"),
        Flag::long("no-warc-keep-log"),
        Flag::long("no-xattr"),
        Flag::both(b'O', "output-document")
            .value(LOG)
            .states(PLACED),
        Flag::both(b'o', "output-file").value(LOG),
        Flag::both(b'p', "page-requisites"),
        Flag::long("password").value(Value::Text),
        Flag::long("pinnedpubkey").value(Value::Text),
        Flag::long("post-data").value(Value::Text),
        Flag::long("post-file").value(FILE),
        Flag::long("prefer-family").value(Value::Text),
        Flag::long("preserve-permissions"),
        Flag::long("private-key").value(FILE),
        Flag::long("private-key-type").value(Value::Text),
        Flag::long("progress").value(Value::Text),
        Flag::long("protocol-directories"),
        Flag::long("proxy-password").value(Value::Text),
        Flag::long("proxy-user").value(Value::Text),
        Flag::both(b'q', "quiet"),
        Flag::both(b'Q', "quota").value(Value::Text),
        Flag::long("random-file").value(FILE),
        Flag::long("random-wait"),
        Flag::long("read-timeout").value(Value::Number),
        Flag::both(b'r', "recursive"),
        Flag::long("referer").value(Value::Text),
        Flag::long("regex-type").value(Value::Text),
        Flag::both(b'R', "reject").value(Value::Text),
        Flag::long("reject-regex").value(Value::Text),
        Flag::long("rejected-log").value(Value::Path(PathRole::OUTPUT)),
        Flag::both(b'L', "relative"),
        Flag::long("remote-encoding").value(Value::Text),
        Flag::long("report-speed").value(Value::Text),
        Flag::long("restrict-file-names").value(Value::Text),
        Flag::long("retr-symlinks"),
        Flag::long("retry-connrefused"),
        Flag::long("retry-on-host-error"),
        Flag::long("retry-on-http-error").value(Value::Text),
        Flag::long("save-cookies").value(Value::Path(PathRole::OUTPUT)),
        Flag::long("save-headers"),
        Flag::long("secure-protocol").value(Value::Text),
        Flag::both(b'S', "server-response"),
        Flag::long("show-progress"),
        Flag::both(b'H', "span-hosts"),
        Flag::long("spider").states(PLACED),
        Flag::long("start-pos").value(Value::Number),
        Flag::long("strict-comments"),
        Flag::both(b'T', "timeout").value(Value::Number),
        Flag::both(b'N', "timestamping"),
        Flag::both(b't', "tries").value(Value::Number),
        Flag::long("trust-server-names"),
        Flag::long("unlink"),
        Flag::long("use-askpass").value(Value::Program),
        Flag::long("user").value(Value::Text),
        Flag::both(b'U', "user-agent").value(Value::Text),
        Flag::both(b'v', "verbose"),
        Flag::both(b'V', "version"),
        Flag::both(b'w', "wait").value(Value::Number),
        Flag::long("waitretry").value(Value::Number),
        Flag::long("warc-cdx"),
        Flag::long("warc-dedup").value(FILE),
        Flag::long("warc-file").value(Value::Path(PathRole::OUTPUT)),
        Flag::long("warc-header").value(Value::Text),
        Flag::long("warc-max-size").value(Value::Text),
        Flag::long("warc-tempdir").value(INTO),
        Flag::long("xattr"),
    ]),
    stance: Stance::Changer,
    forms: &[
        URLS.when(PLACED),
        URLS.when(Marks::OPERANDS)
            .does(&[Always::inside(Kind::Write, ".")]),
        Form::each(Role::Text),
    ],
    ..Spec::GNU
};

const COMMAND: Reader = read_command;
const LIST: Reader = read_list;

/// A command of the configuration, or a file of them.
fn read_command<'a>(command: Text<'a>, span: Span, report: &mut Report<'a>) {
    report.unknown(Rule::UnknownValue, command, span);
}

/// A file, here or on a server, with what to download.
fn read_list<'a>(file: Text<'a>, span: Span, report: &mut Report<'a>) {
    if file != Text::Certain("-") {
        report.touch(Kind::Read, file, Extent::Flat, span);
    }
    report.add(Kind::Connect, Target::Unknown, Extent::Flat, span);
    report.add(Kind::Write, Target::Exact("."), Extent::Inside, span);
}

#[cfg(test)]
mod tests {
    use crate::{
        report::Rule,
        testing::{assert_effects, assert_unknown, tell},
    };

    #[test]
    fn documents_are_written_here_unless_a_flag_says_where() {
        assert_effects(
            "wget -q x.example/a",
            &["write . inside", "connect x.example/a"],
        );
        assert_effects(
            "wget -nv -nc x.example",
            &["write . inside", "connect x.example"],
        );
        assert_effects("wget -qO- x.example", &["connect x.example"]);
        assert_effects("wget -O out x.example", &["write out", "connect x.example"]);
        assert_effects(
            "wget -P dir x.example",
            &["write dir inside", "connect x.example"],
        );
        assert_effects("wget --spider x.example", &["connect x.example"]);
        assert_effects(
            "wget x.example -o log",
            &["write log", "write . inside", "connect x.example"],
        );
        for command in [
            "wget x.example",
            "wget --spider x.example",
            "wget",
            "wget -O- x",
        ] {
            assert!(!tell(command).harmless, "{command}");
        }
    }

    #[test]
    fn files_are_read_and_sent() {
        assert_effects(
            "wget -i list",
            &["read list", "connect ?", "write . inside"],
        );
        assert_effects(
            "wget --post-file=notes --spider x",
            &["read notes", "connect x"],
        );
        assert_effects(
            "wget --use-askpass=./x --spider y",
            &["execute ./x", "connect y"],
        );
    }

    #[test]
    fn its_own_commands_are_unknown() {
        assert_unknown("wget -e use_askpass=./x y", Rule::UnknownValue);
        assert_unknown("wget --config=f y", Rule::UnknownValue);
        assert_unknown("wget \"$x\"", Rule::DynamicOption);
    }
}
