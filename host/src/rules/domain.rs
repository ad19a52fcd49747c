//! Rules on connections: `Connect(example.org)`, `Connect(*.example.org)` (R4.3). They are compared with the hosts of
//! `connect` effects. Without parentheses, or as `Connect(*)`, they mean every host, which only deny and ask rules may.
//!
//! `*.example.org` means all below it; a rule that restricts means `example.org` itself as well.

use super::{restrict::Certainty, rule::RuleErrorKind};

/// A rule on connections.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum DomainRule {
    /// Every host.
    Everywhere,
    /// One host.
    Exact(String),
    /// All hosts below a domain.
    Below(String),
}

impl DomainRule {
    /// Reads what stands between the parentheses.
    pub(super) fn parse(body: Option<&str>) -> Result<Self, RuleErrorKind> {
        let text = body.unwrap_or("*").trim().to_ascii_lowercase();
        if text.is_empty() {
            return Err(RuleErrorKind::Empty);
        }
        if text == "*" {
            return Ok(Self::Everywhere);
        }
        let text = text.trim_end_matches('.');
        let (below, name) = match text.strip_prefix("*.") {
            Some(name) => (true, name),
            None => (false, text),
        };
        let is_address = name.parse::<core::net::IpAddr>().is_ok();
        if !(is_name(name) || is_address && !below) {
            return Err(RuleErrorKind::NoDomain);
        }
        Ok(if below {
            Self::Below(name.to_owned())
        } else {
            Self::Exact(name.to_owned())
        })
    }

    /// Whether a connection to this target is one that a rule means which allows.
    pub(super) fn covers(&self, target: &str) -> bool {
        let Some(host) = host_of(target) else {
            return false;
        };
        match self {
            Self::Everywhere => false,
            Self::Exact(name) => host == *name,
            Self::Below(name) => is_below(&host, name),
        }
    }

    /// Says whether a connection meets a rule that restricts. What is not known before running may.
    pub(super) fn meets(&self, target: Option<&str>, exact: bool) -> Option<Certainty> {
        let host = target
            .filter(|target| exact || is_past_host(target))
            .and_then(host_of);
        match (self, host) {
            (Self::Everywhere, _) => Some(Certainty::Certain),
            (_, None) => Some(Certainty::Possible),
            (Self::Exact(name), Some(host)) => (host == *name).then_some(Certainty::Certain),
            (Self::Below(name), Some(host)) => {
                (host == *name || is_below(&host, name)).then_some(Certainty::Certain)
            }
        }
    }

    /// Whether a word of a command that nobody described spells a host that the rule means.
    pub(super) fn is_spelled_in(&self, word: &str) -> bool {
        match self {
            Self::Everywhere => true,
            Self::Exact(name) | Self::Below(name) => {
                word.to_ascii_lowercase().contains(name.as_str())
            }
        }
    }
}

fn is_below(host: &str, domain: &str) -> bool {
    host.strip_suffix(domain)
        .is_some_and(|rest| rest.len() > 1 && rest.ends_with('.'))
}

/// Whether a text is the name of a host.
fn is_name(text: &str) -> bool {
    !text.is_empty()
        && text.split('.').all(|label| {
            !label.is_empty()
                && label
                    .chars()
                    .all(|one| one.is_ascii_alphanumeric() || matches!(one, '-' | '_'))
        })
}

/// Whether a certain beginning is longer than the host in it.
fn is_past_host(beginning: &str) -> bool {
    let rest = beginning.split_once("://").map(|(_, rest)| rest);
    rest.is_some_and(|rest| rest.contains('/'))
}

/// Returns the host of a target, in small letters: of a URL, of `user@host:path`, of a name with or without port. None: it
/// is none that is compared by its name alone. A name without a dot may be anything: an entry of a tool's own settings, or
/// a number that is an address.
fn host_of(target: &str) -> Option<String> {
    let rest = match target.split_once("://") {
        Some((_, rest)) => rest,
        None => target
            .strip_prefix("/dev/tcp/")
            .or_else(|| target.strip_prefix("/dev/udp/"))
            .unwrap_or(target),
    };
    let authority = rest.split(['/', '?', '#']).next()?;
    let host = match authority.rsplit_once('@') {
        Some((_, host)) => host,
        None => authority,
    };
    let host = match host.strip_prefix('[') {
        Some(address) => address.split_once(']')?.0,
        None if host.parse::<core::net::Ipv6Addr>().is_ok() => host,
        None => host.split(':').next()?,
    };
    let host = host.trim_end_matches('.').to_ascii_lowercase();
    if host.parse::<core::net::IpAddr>().is_ok() {
        return Some(host);
    }
    // `127.1` and `0x7f.0.0.1` are addresses too, by other spellings.
    let is_number = |label: &str| label.starts_with(|first: char| first.is_ascii_digit());
    let is_plain = is_name(&host)
        && (host == "localhost" || host.contains('.'))
        && !host.rsplit('.').next().is_some_and(is_number);
    is_plain.then_some(host)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(body: &str) -> DomainRule {
        DomainRule::parse(Some(body)).unwrap()
    }

    #[test]
    fn hosts_are_found_however_a_target_is_written() {
        for (target, host) in [
            ("example.org", Some("example.org")),
            ("Example.ORG.", Some("example.org")),
            ("https://example.org/x?y", Some("example.org")),
            ("https://u:p@example.org:8443/x", Some("example.org")),
            ("https://good.org@evil.org", Some("evil.org")),
            ("git@example.org:a/b.git", Some("example.org")),
            ("/dev/tcp/example.org/80", Some("example.org")),
            ("http://[::1]:80/", Some("::1")),
            ("127.0.0.1:80", Some("127.0.0.1")),
            ("127.1", None),
            ("http://0x7f000001/", None),
            ("origin", None),
            ("{a,b}.example.org", None),
            ("", None),
        ] {
            assert_eq!(host_of(target).as_deref(), host, "{target}");
        }
    }

    #[test]
    fn a_domain_stands_for_itself_and_a_star_for_all_below() {
        assert!(rule("example.org").covers("https://example.org/a"));
        assert!(!rule("example.org").covers("a.example.org"));
        assert!(rule("*.example.org").covers("a.b.example.org"));
        assert!(!rule("*.example.org").covers("example.org"));
        assert!(!rule("*.example.org").covers("badexample.org"));
        assert!(!rule("*").covers("example.org"));
    }

    #[test]
    fn what_is_not_known_may_be_what_is_denied() {
        let meets = |target, exact| rule("*.example.org").meets(target, exact);
        assert_eq!(meets(Some("example.org"), true), Some(Certainty::Certain));
        assert_eq!(meets(Some("other.org"), true), None);
        assert_eq!(meets(Some("origin"), true), Some(Certainty::Possible));
        assert_eq!(meets(None, false), Some(Certainty::Possible));
        assert_eq!(meets(Some("https://oth"), false), Some(Certainty::Possible));
        assert_eq!(meets(Some("https://other.org/"), false), None);
    }

    #[test]
    fn what_is_no_domain_is_refused() {
        for body in [
            "https://x.org",
            "x.org:80",
            "x.org/y",
            "a*.org",
            "*.*.org",
            "*.127.0.0.1/8",
            "a b",
        ] {
            assert_eq!(
                DomainRule::parse(Some(body)),
                Err(RuleErrorKind::NoDomain),
                "{body}"
            );
        }
        assert_eq!(DomainRule::parse(Some(" ")), Err(RuleErrorKind::Empty));
    }
}
