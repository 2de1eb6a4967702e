//! Maps composed algorithms, such as `hmac-sha256`, to their bases, such as `sha256`. A test can use this map to test a
//! composition with a few bases only. If HMAC, for example, is constant-time with one base, it is also constant-time
//! with every other base that is constant-time itself.

/// Returns the kind and name of the base of a composed algorithm, or `None` if the algorithm is not composed.
pub(crate) fn base<'n>(kind: &str, name: &'n str) -> Option<(&'static str, &'n str)> {
    let hash = |name| Some(("hash", name));
    let cipher = |name| Some(("cipher", name));
    match kind {
        "mac" => name
            .strip_prefix("hmac-")
            .map_or_else(|| name.strip_prefix("cmac-").and_then(cipher), hash),
        "mode" => name.rsplit_once('-').and_then(|(before, _)| cipher(before)),
        "aead" => {
            let modes = ["-gcm-siv", "-siv", "-gcm", "-ccm", "-ocb"];
            let name = Some(name).filter(|name| *name != "xaes-256-gcm")?;
            modes.into_iter().find_map(|mode| name.strip_suffix(mode)).and_then(cipher)
        }
        "key-wrap" => {
            name.strip_suffix("-kwp").or_else(|| name.strip_suffix("-kw")).and_then(cipher)
        }
        "kdf" => match name.strip_prefix("kbkdf-cmac-") {
            Some(name) => cipher(name),
            None => {
                let rules = ["kbkdf-hmac-", "hkdf-", "pbkdf2-hmac-", "pbkdf2-"];
                rules.into_iter().find_map(|rule| name.strip_prefix(rule)).and_then(hash)
            }
        },
        _ => None,
    }
}
