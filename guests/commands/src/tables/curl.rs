//! `curl`. It connects to what its operands name, so it is never harmless; what it reads, sends and writes is described,
//! so that places and rules see it. A file of options (`-K`) may hold any of them: unknown. The configuration in the home
//! directory is the user's own and read without being said.

use crate::{
    argument::{Span, Text},
    model::{Always, Dash, Depth, Flag, Form, Grammar, PathRole, Reader, Role, Spec, Tool, Value},
    report::{Extent, Kind, Report, Rule, Stance, Target},
};

/// `curl`.
pub(super) static TOOL: Tool = Tool {
    names: &["curl"],
    summary: native!("transfers data from and to servers"),
    grammar: Grammar::Options(&SPEC),
};

/// Where `-` is standard output.
const LOG: Value = Value::Path(PathRole {
    dash: Dash::Stream,
    ..PathRole::OUTPUT
});
const FILE: Value = Value::Path(PathRole::of(Kind::Read, Depth::Flat));
const TREE: Value = Value::Path(PathRole::of(Kind::Read, Depth::Deep));
const INTO: Value = Value::Path(PathRole::of(Kind::Write, Depth::Inside));
const HERE: &[Always] = &[Always::inside(Kind::Write, ".")];

static SPEC: Spec = Spec {
    flags: flags!([
        Flag::long("abstract-unix-socket").value(Value::Thing(Kind::Connect)),
        Flag::long("alt-svc").value(Value::Path(PathRole::OUTPUT)),
        Flag::long("anyauth"),
        Flag::both(b'a', "append"),
        Flag::long("aws-sigv4").value(Value::Text),
        Flag::long("basic"),
        Flag::long("cacert").value(FILE),
        Flag::long("capath").value(TREE),
        Flag::both(b'E', "cert").value(Value::Own(CERTIFICATE)),
        Flag::long("cert-status"),
        Flag::long("cert-type").value(Value::Text),
        Flag::long("ciphers").value(Value::Text),
        Flag::long("compressed"),
        Flag::long("compressed-ssh"),
        Flag::both(b'K', "config").value(Value::Own(OPTIONS)),
        Flag::long("connect-timeout").value(Value::Number),
        Flag::long("connect-to").value(Value::Thing(Kind::Connect)),
        Flag::both(b'C', "continue-at").value(Value::Text),
        Flag::both(b'b', "cookie").value(Value::Own(COOKIES)),
        Flag::both(b'c', "cookie-jar").value(LOG),
        Flag::long("create-dirs"),
        Flag::long("create-file-mode").value(Value::Text),
        Flag::long("crlf"),
        Flag::long("crlfile").value(FILE),
        Flag::long("curves").value(Value::Text),
        Flag::both(b'd', "data").value(Value::TextOrFile),
        Flag::long("data-ascii").value(Value::TextOrFile),
        Flag::long("data-binary").value(Value::TextOrFile),
        Flag::long("data-raw").value(Value::Text),
        Flag::long("data-urlencode").value(Value::Own(ENCODED)),
        Flag::long("delegation").value(Value::Text),
        Flag::long("digest"),
        Flag::both(b'q', "disable"),
        Flag::long("disable-eprt"),
        Flag::long("disable-epsv"),
        Flag::long("disallow-username-in-url"),
        Flag::long("dns-interface").value(Value::Text),
        Flag::long("dns-ipv4-addr").value(Value::Text),
        Flag::long("dns-ipv6-addr").value(Value::Text),
        Flag::long("dns-servers").value(Value::Thing(Kind::Connect)),
        Flag::long("doh-cert-status"),
        Flag::long("doh-insecure"),
        Flag::long("doh-url").value(Value::Thing(Kind::Connect)),
        Flag::both(b'D', "dump-header").value(LOG),
        Flag::long("egd-file").value(FILE),
        Flag::long("engine").value(Value::Program),
        Flag::long("etag-compare").value(FILE),
        Flag::long("etag-save").value(LOG),
        Flag::long("expect100-timeout").value(Value::Number),
        Flag::both(b'f', "fail"),
        Flag::long("fail-early"),
        Flag::long("fail-with-body"),
        Flag::long("false-start"),
        Flag::both(b'F', "form").value(Value::Own(FORM)),
        Flag::long("form-escape"),
        Flag::long("form-string").value(Value::Text),
        Flag::long("ftp-account").value(Value::Text),
        Flag::long("ftp-alternative-to-user").value(Value::Text),
        Flag::long("ftp-create-dirs"),
        Flag::long("ftp-method").value(Value::Text),
        Flag::long("ftp-pasv"),
        Flag::both(b'P', "ftp-port").value(Value::Text),
        Flag::long("ftp-pret"),
        Flag::long("ftp-skip-pasv-ip"),
        Flag::long("ftp-ssl-ccc"),
        Flag::long("ftp-ssl-ccc-mode").value(Value::Text),
        Flag::long("ftp-ssl-control"),
        Flag::both(b'G', "get"),
        Flag::both(b'g', "globoff"),
        Flag::long("happy-eyeballs-timeout-ms").value(Value::Number),
        Flag::long("haproxy-protocol"),
        Flag::both(b'I', "head"),
        Flag::both(b'H', "header").value(Value::TextOrFile),
        Flag::both(b'h', "help"),
        Flag::long("hostpubmd5").value(Value::Text),
        Flag::long("hostpubsha256").value(Value::Text),
        Flag::long("hsts").value(Value::Path(PathRole::OUTPUT)),
        Flag::long("http0.9"),
        Flag::both(b'0', "http1.0"),
        Flag::long("http1.1"),
        Flag::long("http2"),
        Flag::long("http2-prior-knowledge"),
        Flag::long("http3"),
        Flag::long("http3-only"),
        Flag::long("ignore-content-length"),
        Flag::both(b'i', "include"),
        Flag::both(b'k', "insecure"),
        Flag::long("interface").value(Value::Text),
        Flag::both(b'4', "ipv4"),
        Flag::both(b'6', "ipv6"),
        Flag::long("json").value(Value::TextOrFile),
        Flag::both(b'j', "junk-session-cookies"),
        Flag::long("keepalive-time").value(Value::Number),
        Flag::long("key").value(FILE),
        Flag::long("key-type").value(Value::Text),
        Flag::long("krb").value(Value::Text),
        Flag::long("libcurl").value(LOG),
        Flag::long("limit-rate").value(Value::Text),
        Flag::both(b'l', "list-only"),
        Flag::long("local-port").value(Value::Text),
        Flag::both(b'L', "location"),
        Flag::long("location-trusted"),
        Flag::long("login-options").value(Value::Text),
        Flag::long("mail-auth").value(Value::Text),
        Flag::long("mail-from").value(Value::Text),
        Flag::long("mail-rcpt").value(Value::Text),
        Flag::long("mail-rcpt-allowfails"),
        Flag::both(b'M', "manual"),
        Flag::long("max-filesize").value(Value::Number),
        Flag::long("max-redirs").value(Value::Number),
        Flag::both(b'm', "max-time").value(Value::Number),
        Flag::long("metalink"),
        Flag::long("negotiate"),
        Flag::both(b'n', "netrc"),
        Flag::long("netrc-file").value(FILE),
        Flag::long("netrc-optional"),
        Flag::both(b':', "next"),
        Flag::long("no-alpn"),
        Flag::both(b'N', "no-buffer"),
        Flag::long("no-clobber"),
        Flag::long("no-keepalive"),
        Flag::long("no-npn"),
        Flag::long("no-progress-meter"),
        Flag::long("no-sessionid"),
        Flag::long("noproxy").value(Value::Text),
        Flag::long("ntlm"),
        Flag::long("ntlm-wb"),
        Flag::long("oauth2-bearer").value(Value::Text),
        Flag::both(b'o', "output").value(Value::Own(OUTPUT)),
        Flag::long("output-dir").value(INTO),
        Flag::both(b'Z', "parallel"),
        Flag::long("parallel-immediate"),
        Flag::long("parallel-max").value(Value::Number),
        Flag::long("pass").value(Value::Text),
        Flag::long("path-as-is"),
        Flag::long("pinnedpubkey").value(Value::Text),
        Flag::long("post301"),
        Flag::long("post302"),
        Flag::long("post303"),
        Flag::long("preproxy").value(Value::Thing(Kind::Connect)),
        Flag::both(b'#', "progress-bar"),
        Flag::long("proto").value(Value::Text),
        Flag::long("proto-default").value(Value::Text),
        Flag::long("proto-redir").value(Value::Text),
        Flag::both(b'x', "proxy").value(Value::Thing(Kind::Connect)),
        Flag::long("proxy-anyauth"),
        Flag::long("proxy-basic"),
        Flag::long("proxy-cacert").value(FILE),
        Flag::long("proxy-capath").value(TREE),
        Flag::long("proxy-cert").value(Value::Own(CERTIFICATE)),
        Flag::long("proxy-cert-type").value(Value::Text),
        Flag::long("proxy-ciphers").value(Value::Text),
        Flag::long("proxy-crlfile").value(FILE),
        Flag::long("proxy-digest"),
        Flag::long("proxy-header").value(Value::TextOrFile),
        Flag::long("proxy-insecure"),
        Flag::long("proxy-key").value(FILE),
        Flag::long("proxy-key-type").value(Value::Text),
        Flag::long("proxy-negotiate"),
        Flag::long("proxy-ntlm"),
        Flag::long("proxy-pass").value(Value::Text),
        Flag::long("proxy-pinnedpubkey").value(Value::Text),
        Flag::long("proxy-service-name").value(Value::Text),
        Flag::long("proxy-ssl-allow-beast"),
        Flag::long("proxy-ssl-auto-client-cert"),
        Flag::long("proxy-tls13-ciphers").value(Value::Text),
        Flag::long("proxy-tlsauthtype").value(Value::Text),
        Flag::long("proxy-tlspassword").value(Value::Text),
        Flag::long("proxy-tlsuser").value(Value::Text),
        Flag::long("proxy-tlsv1"),
        Flag::both(b'U', "proxy-user").value(Value::Text),
        Flag::long("proxy1.0").value(Value::Thing(Kind::Connect)),
        Flag::both(b'p', "proxytunnel"),
        Flag::long("pubkey").value(FILE),
        Flag::both(b'Q', "quote").value(Value::Text),
        Flag::long("random-file").value(FILE),
        Flag::both(b'r', "range").value(Value::Text),
        Flag::long("rate").value(Value::Text),
        Flag::long("raw"),
        Flag::both(b'e', "referer").value(Value::Text),
        Flag::both(b'J', "remote-header-name"),
        Flag::both(b'O', "remote-name").does(HERE),
        Flag::long("remote-name-all").does(HERE),
        Flag::both(b'R', "remote-time"),
        Flag::long("remove-on-error"),
        Flag::both(b'X', "request").value(Value::Text),
        Flag::long("request-target").value(Value::Text),
        Flag::long("resolve").value(Value::Text),
        Flag::long("retry").value(Value::Number),
        Flag::long("retry-all-errors"),
        Flag::long("retry-connrefused"),
        Flag::long("retry-delay").value(Value::Number),
        Flag::long("retry-max-time").value(Value::Number),
        Flag::long("sasl-authzid").value(Value::Text),
        Flag::long("sasl-ir"),
        Flag::long("service-name").value(Value::Text),
        Flag::both(b'S', "show-error"),
        Flag::both(b's', "silent"),
        Flag::long("socks4").value(Value::Thing(Kind::Connect)),
        Flag::long("socks4a").value(Value::Thing(Kind::Connect)),
        Flag::long("socks5").value(Value::Thing(Kind::Connect)),
        Flag::long("socks5-basic"),
        Flag::long("socks5-gssapi"),
        Flag::long("socks5-gssapi-nec"),
        Flag::long("socks5-gssapi-service").value(Value::Text),
        Flag::long("socks5-hostname").value(Value::Thing(Kind::Connect)),
        Flag::both(b'Y', "speed-limit").value(Value::Number),
        Flag::both(b'y', "speed-time").value(Value::Number),
        Flag::long("ssl"),
        Flag::long("ssl-allow-beast"),
        Flag::long("ssl-auto-client-cert"),
        Flag::long("ssl-no-revoke"),
        Flag::long("ssl-reqd"),
        Flag::long("ssl-revoke-best-effort"),
        Flag::both(b'2', "sslv2"),
        Flag::both(b'3', "sslv3"),
        Flag::long("stderr").value(LOG),
        Flag::long("styled-output"),
        Flag::long("suppress-connect-headers"),
        Flag::long("tcp-fastopen"),
        Flag::long("tcp-nodelay"),
        Flag::both(b't', "telnet-option").value(Value::Text),
        Flag::long("tftp-blksize").value(Value::Number),
        Flag::long("tftp-no-options"),
        Flag::both(b'z', "time-cond").value(Value::Own(TIME)),
        Flag::long("tls-max").value(Value::Text),
        Flag::long("tls13-ciphers").value(Value::Text),
        Flag::long("tlsauthtype").value(Value::Text),
        Flag::long("tlspassword").value(Value::Text),
        Flag::long("tlsuser").value(Value::Text),
        Flag::both(b'1', "tlsv1"),
        Flag::long("tlsv1.0"),
        Flag::long("tlsv1.1"),
        Flag::long("tlsv1.2"),
        Flag::long("tlsv1.3"),
        Flag::long("tr-encoding"),
        Flag::long("trace").value(LOG),
        Flag::long("trace-ascii").value(LOG),
        Flag::long("trace-time"),
        Flag::long("unix-socket").value(Value::Thing(Kind::Connect)),
        Flag::both(b'T', "upload-file").value(Value::Own(UPLOAD)),
        Flag::long("url").value(Value::Own(URL)),
        Flag::long("url-query").value(Value::Own(ENCODED)),
        Flag::both(b'B', "use-ascii"),
        Flag::both(b'u', "user").value(Value::Text),
        Flag::both(b'A', "user-agent").value(Value::Text),
        Flag::both(b'v', "verbose"),
        Flag::both(b'V', "version"),
        Flag::both(b'w', "write-out").value(Value::Own(WRITE_OUT)),
        Flag::long("xattr"),
    ]),
    stance: Stance::Changer,
    forms: &[Form::each(Role::Own(URL))],
    ..Spec::GNU
};

const URL: Reader = read_url;
const OPTIONS: Reader = read_options;
const COOKIES: Reader = read_cookies;
const ENCODED: Reader = read_encoded;
const FORM: Reader = read_form;
const OUTPUT: Reader = read_output;
const UPLOAD: Reader = read_upload;
const CERTIFICATE: Reader = read_certificate;
const TIME: Reader = read_time;
const WRITE_OUT: Reader = read_write_out;

/// An operand is connected to, or is a file that is read. A glob in its first part may become another scheme.
fn read_url<'a>(url: Text<'a>, span: Span, report: &mut Report<'a>) {
    report.add(Kind::Connect, Target::of(url), Extent::Flat, span);
    let Text::Certain(text) = url else {
        return report.add(Kind::Read, Target::Unknown, Extent::Flat, span);
    };
    let (scheme, rest) = text.split_once(':').unwrap_or(("", text));
    if scheme.eq_ignore_ascii_case("file") {
        let path = rest.strip_prefix("//").unwrap_or(rest);
        // A host may stand before the path, and bytes may be written as numbers.
        let start = path.find('/').unwrap_or(0);
        let path = path.get(start..).unwrap_or(path);
        let is_plain = !path.contains(['%', '{', '[']);
        let target = if is_plain {
            Target::Exact(path)
        } else {
            Target::Unknown
        };
        report.add(Kind::Read, target, Extent::Flat, span);
    } else if scheme.contains(['{', '[']) || scheme.is_empty() && text.starts_with(['{', '[']) {
        report.add(Kind::Read, Target::Unknown, Extent::Flat, span);
    }
}

/// A file of options.
fn read_options<'a>(file: Text<'a>, span: Span, report: &mut Report<'a>) {
    if file != Text::Certain("-") {
        report.touch(Kind::Read, file, Extent::Flat, span);
    }
    report.unknown(Rule::UnknownValue, file, span);
}

/// Cookies as `name=value`, or a file of them.
fn read_cookies<'a>(cookies: Text<'a>, span: Span, report: &mut Report<'a>) {
    match cookies {
        Text::Certain(text) if text.contains('=') || text == "-" || text.is_empty() => {}
        Text::Dynamic(dynamic) if dynamic.prefix.contains('=') => {}
        file => report.touch(Kind::Read, file, Extent::Flat, span),
    }
}

/// `content`, `=content`, `name=content`, `@file` or `name@file`: the first of the two signs counts.
fn read_encoded<'a>(data: Text<'a>, span: Span, report: &mut Report<'a>) {
    let sign = data.prefix().find(['=', '@']);
    let (_, rest) = data.prefix().split_at(sign.unwrap_or(0));
    match (data, rest.strip_prefix('@')) {
        (Text::Certain(_), Some(file)) => {
            report.touch(Kind::Read, Text::Certain(file), Extent::Flat, span);
        }
        (Text::Dynamic(_), Some(_)) => {
            report.add(Kind::Read, Target::Unknown, Extent::Flat, span);
        }
        (Text::Dynamic(_), None) if sign.is_none() => {
            report.add(Kind::Read, Target::Unknown, Extent::Flat, span);
        }
        (Text::Certain(_) | Text::Dynamic(_), None) => {}
    }
}

/// `name=content`, `name=@file`, `name=<file`, with `;` and what the content is behind it. Several files have commas
/// between them, and `headers=@file` may follow.
fn read_form<'a>(form: Text<'a>, span: Span, report: &mut Report<'a>) {
    let (name, content) = match form.prefix().split_once('=') {
        Some((name, content)) => (Some(name), content),
        None => (None, ""),
    };
    let file = content.strip_prefix(['@', '<']);
    let is_plain = |file: &str| !file.contains([';', ',', '"', '\\']) && file != "-";
    match (form, file) {
        (Text::Certain(_), Some("-")) => {}
        (Text::Certain(_), Some(file)) if is_plain(file) => {
            report.touch(Kind::Read, Text::Certain(file), Extent::Flat, span);
        }
        (Text::Certain(_), Some(file)) => {
            let first = file.split([';', ',']).next().unwrap_or(file);
            let several = file.contains([',', '"', '\\']) || file.contains("headers=");
            let target = if several {
                Target::Unknown
            } else {
                Target::Exact(first)
            };
            report.add(Kind::Read, target, Extent::Flat, span);
        }
        (Text::Certain(_), None) if !form.prefix().contains("headers=") => {}
        (Text::Dynamic(_), None) if name.is_some() && !content.is_empty() => {}
        (Text::Certain(_) | Text::Dynamic(_), _) => {
            report.add(Kind::Read, Target::Unknown, Extent::Flat, span);
        }
    }
}

/// A file to write. `#1` stands for what a glob in the URL became.
fn read_output<'a>(file: Text<'a>, span: Span, report: &mut Report<'a>) {
    match file {
        Text::Certain("-") => {}
        Text::Certain(text) if text.contains('#') => {
            report.add(Kind::Write, Target::Unknown, Extent::Flat, span);
        }
        file => report.touch(Kind::Write, file, Extent::Flat, span),
    }
}

/// Files to send; `-` and `.` are standard input. A glob of curl's own may name several.
fn read_upload<'a>(file: Text<'a>, span: Span, report: &mut Report<'a>) {
    match file {
        Text::Certain("-" | "." | "") => {}
        Text::Certain(text) if text.contains(['{', '[']) => {
            report.add(Kind::Read, Target::Unknown, Extent::Flat, span);
        }
        file => report.touch(Kind::Read, file, Extent::Flat, span),
    }
}

/// A file and, behind a colon, its pass phrase.
fn read_certificate<'a>(certificate: Text<'a>, span: Span, report: &mut Report<'a>) {
    match certificate {
        Text::Certain(text) => {
            let file = text.split_once(':').map_or(text, |(file, _)| file);
            report.touch(Kind::Read, Text::Certain(file), Extent::Flat, span);
        }
        file @ Text::Dynamic(_) => report.touch(Kind::Read, file, Extent::Flat, span),
    }
}

/// A date, or a file whose date counts: that looks like a path below the working directory if it is a date.
fn read_time<'a>(time: Text<'a>, span: Span, report: &mut Report<'a>) {
    report.touch(Kind::Read, time, Extent::Flat, span);
}

/// What to print; `@file` holds it, and `%output{file}` writes.
fn read_write_out<'a>(format: Text<'a>, span: Span, report: &mut Report<'a>) {
    let text = format.prefix();
    if let Some(file) = text.strip_prefix('@') {
        let is_certain = format.certain().is_some();
        let target = if is_certain {
            Target::Exact(file)
        } else {
            Target::Unknown
        };
        if text != "@-" {
            report.add(Kind::Read, target, Extent::Flat, span);
        }
        report.add(Kind::Write, Target::Unknown, Extent::Flat, span);
    } else if let Some((_, rest)) = text.split_once("%output{") {
        let target = match rest.split_once('}') {
            Some((file, later)) if !later.contains("%output{") => {
                Target::Exact(file.strip_prefix(">>").unwrap_or(file))
            }
            Some(_) | None => Target::Unknown,
        };
        report.add(Kind::Write, target, Extent::Flat, span);
    } else if format.certain().is_none() {
        report.add(Kind::Write, Target::Unknown, Extent::Flat, span);
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        report::Rule,
        testing::{assert_effects, assert_unknown, tell},
    };

    #[test]
    fn what_it_connects_to_is_told() {
        for command in [
            "curl -sSL https://x.example/i.sh",
            "curl -fsS -X POST -H 'a: b' https://x.example/i.sh",
            "curl -I https://x.example/i.sh -m 5 --retry 3",
            "curl --url https://x.example/i.sh -o -",
            "curl https://x.example/i.sh -w '%{http_code}' -d 'a=b'",
            "curl -u me:secret -b 'a=b' https://x.example/i.sh",
        ] {
            assert_effects(command, &["connect https://x.example/i.sh"]);
            assert!(!tell(command).harmless, "{command}");
        }
        assert_effects("curl -- \"$x/health\"", &["connect ?", "read ?"]);
        assert_unknown("curl \"$x\"", Rule::DynamicOption);
        assert_effects(
            "curl -x proxy:3128 --unix-socket run.sock x.example",
            &[
                "connect proxy:3128",
                "connect run.sock",
                "connect x.example",
            ],
        );
    }

    #[test]
    fn files_are_read_and_sent() {
        let read = |command: &str, file: &str| {
            let effects = tell(command).effects;
            assert!(
                effects.contains(&format!("read {file}")),
                "{command}: {effects:?}"
            );
        };
        read("curl -d @notes x.example", "notes");
        read("curl --json @notes x.example", "notes");
        read("curl --data-urlencode a@notes x.example", "notes");
        read("curl -F 'a=@notes' x.example", "notes");
        read("curl -F 'a=@notes;type=text/plain' x.example", "notes");
        read("curl -F 'a=<notes' x.example", "notes");
        read("curl -F 'a=@notes,more' x.example", "?");
        read("curl -F 'a=@\"notes\"' x.example", "?");
        read("curl -T notes x.example", "notes");
        read("curl -T '{a,b}' x.example", "?");
        read("curl -b jar x.example", "jar");
        read("curl -H @headers x.example", "headers");
        read("curl -E cert.pem:secret x.example", "cert.pem");
        read("curl file:///etc/passwd", "/etc/passwd");
        read("curl FILE:/etc/passwd", "/etc/passwd");
        read("curl file://localhost/etc/passwd", "/etc/passwd");
        read("curl '{file,http}:///etc/passwd'", "?");
        read("curl -K options", "options");
        read("curl -w @format x.example", "format");
        assert_effects("curl --data-raw @notes x.example", &["connect x.example"]);
        assert_effects(
            "curl --data-urlencode a=b@c x.example",
            &["connect x.example"],
        );
    }

    #[test]
    fn files_are_written() {
        let write = |command: &str, file: &str| {
            let effects = tell(command).effects;
            let wanted = format!("write {file}");
            assert!(effects.contains(&wanted), "{command}: {effects:?}");
        };
        write("curl -o out x.example", "out");
        write("curl -sLoout x.example", "out");
        write("curl --output out x.example", "out");
        write("curl -o 'out#1' 'x.example/[1-2]'", "?");
        write("curl -O x.example/a", ". inside");
        write("curl -sSLOJ x.example/a", ". inside");
        write("curl --output-dir dir -O x.example/a", "dir inside");
        write("curl -c jar x.example", "jar");
        write("curl -D headers x.example", "headers");
        write("curl --trace log x.example", "log");
        write("curl --stderr log x.example", "log");
        write("curl --libcurl code.c x.example", "code.c");
        write("curl -w '%output{out}x' x.example", "out");
        write("curl -w \"$x\" x.example", "?");
    }

    #[test]
    fn a_file_of_options_may_hold_anything() {
        assert_unknown("curl -K options", Rule::UnknownValue);
        assert_unknown("curl -K -", Rule::UnknownValue);
        assert_effects("curl --engine ./x y", &["execute ./x", "connect y"]);
    }
}
