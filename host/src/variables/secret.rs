//! Variables that hold secrets, by their names (R5.4).

/// Whether a variable holds a secret, by its name.
pub fn is_secret(name: &str) -> bool {
    let name = name.to_ascii_uppercase().replace(['-', '.', ':', '/'], "_");
    // CI systems hand each input to a step once more under this prefix.
    let name = name.strip_prefix("INPUT_").unwrap_or(&name);
    if SECRET_NAMES.binary_search(&name).is_ok()
        || (name.starts_with("OTEL_") && name.ends_with("_HEADERS"))
        || (name.starts_with("NPM_CONFIG_") && name.ends_with("_AUTH"))
    {
        return true;
    }
    let mut words = name.rsplit('_').filter(|word| !is_appendix(word));
    let (last, before) = (words.next().unwrap_or(name), words.next());
    SECRET_WORDS.binary_search(&last).is_ok()
        || (last == "KEY" && before.is_some_and(|word| KEY_KINDS.binary_search(&word).is_ok()))
}

/// Whether a word of a name says nothing of what is in it, as in `API_KEY_2` or `SIGNING_KEY_BASE64`.
fn is_appendix(word: &str) -> bool {
    matches!(word, "BASE64" | "B64" | "JSON") || word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Last words of names of secrets. Sorted.
const SECRET_WORDS: [&str; 20] = [
    "ACCESSTOKEN",
    "APIKEY",
    "APITOKEN",
    "AUTHTOKEN",
    "CREDENTIAL",
    "CREDENTIALS",
    "CREDS",
    "JWT",
    "PASS",
    "PASSPHRASE",
    "PASSWD",
    "PASSWORD",
    "PAT",
    "PGPASSWORD",
    "SECRET",
    "SECRETKEY",
    "SECRETS",
    "SSHPASS",
    "TOKEN",
    "WEBHOOK",
];

/// Words that make a `…_KEY` a secret. Others, such as `PRIMARY_KEY` or `SORT_KEY`, are not. Sorted.
const KEY_KINDS: [&str; 19] = [
    "ACCESS",
    "ACCOUNT",
    "ADMIN",
    "API",
    "APP",
    "APPLICATION",
    "AUTH",
    "DEPLOY",
    "ENCRYPTION",
    "GPG",
    "LICENSE",
    "MASTER",
    "PRIVATE",
    "SECRET",
    "SERVICE",
    "SIGNING",
    "SSH",
    "STORAGE",
    "SUBSCRIPTION",
];

/// Secrets whose names don't end like one, and addresses that carry or fetch one. Sorted.
const SECRET_NAMES: [&str; 21] = [
    "ACTIONS_CACHE_URL",
    "ACTIONS_ID_TOKEN_REQUEST_URL",
    "ACTIONS_RESULTS_URL",
    "ACTIONS_RUNTIME_URL",
    "ALL_INPUTS",
    "ANTHROPIC_CUSTOM_HEADERS",
    "AWS_ACCESS_KEY_ID",
    "AWS_BEARER_TOKEN_BEDROCK",
    "AWS_CONTAINER_CREDENTIALS_FULL_URI",
    "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI",
    "AWS_WEB_IDENTITY_TOKEN_FILE",
    "AZURE_CLIENT_CERTIFICATE_PATH",
    "AZURE_STORAGE_CONNECTION_STRING",
    "CI_JOB_JWT_V1",
    "CI_JOB_JWT_V2",
    "CI_REPOSITORY_URL",
    "DOCKER_AUTH_CONFIG",
    "MYSQL_PWD",
    "SLACK_WEBHOOK_URL",
    "SYSTEM_OIDCREQUESTURI",
    "VSS_NUGET_EXTERNAL_FEED_ENDPOINTS",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sorted() {
        assert!(SECRET_WORDS.is_sorted());
        assert!(KEY_KINDS.is_sorted());
        assert!(SECRET_NAMES.is_sorted());
    }
}
