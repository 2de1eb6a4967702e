//! Tags, which name an algorithm and its parameters in a tagged line.
//!
//! A tag has the form `NAME[-BITS][;keyed][;PARAMETER=VALUE]...`, without blanks. NAME is in upper case, except
//! `BLAKE2b`, which is spelled as in GNU's tools. BITS is the output length, for functions without a fixed output
//! length. `keyed` marks a MAC that shares its name with a hash. The parameters are `custom`, `name`, `domain`, `block`
//! and `seek`. Values are percent-encoded, except for letters, digits and `-._~`.

use astragal::error::Allowed;
use astragal::registry::MacRow;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

use super::names::is_known;
use crate::cli::Parameters;

/// Characters that are percent-encoded in a parameter value.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

pub(super) fn of_hash(name: &str) -> String {
    match name {
        "blake2b-512" => "BLAKE2b".into(),
        name => match name.strip_prefix("blake2b-") {
            Some(bits) => format!("BLAKE2b-{bits}"),
            None => name.to_uppercase(),
        },
    }
}

pub(super) fn of_xof(name: &str, output_bytes: usize, parameters: &Parameters) -> String {
    let mut tag = with_length(name, output_bytes);
    let custom = parameters.custom.as_ref().or(parameters.derive_key.as_ref());
    for (name, text) in [("custom", custom), ("name", parameters.name.as_ref())] {
        if let Some(text) = text {
            tag += &format!(";{name}={}", encode(text));
        }
    }
    if let Some(domain) = parameters.domain {
        tag += &format!(";domain=0x{domain:02x}");
    }
    if let Some(block) = parameters.block {
        tag += &format!(";block={block}");
    }
    if let Some(seek) = parameters.seek {
        tag += &format!(";seek={seek}");
    }
    tag
}

pub(super) fn of_mac(row: &MacRow, tag_bytes: usize, custom: Option<&str>) -> String {
    let mut tag = match row.tag_bytes_allowed {
        Allowed::Exactly(_) => row.name.to_uppercase(),
        _ if tag_bytes == row.tag_bytes && row.name.starts_with("hmac-") => row.name.to_uppercase(),
        _ => with_length(row.name, tag_bytes),
    };
    if is_known(row.name) {
        tag += ";keyed";
    }
    if let Some(custom) = custom {
        tag += &format!(";custom={}", encode(custom));
    }
    tag
}

fn with_length(name: &str, bytes: usize) -> String {
    format!("{}-{}", name.to_uppercase(), 8 * bytes as u128)
}

fn encode(text: &str) -> String {
    utf8_percent_encode(text, ENCODED).to_string()
}

/// Decodes a percent-encoded value. Returns `None` if [`encode`] would encode the decoded text differently.
pub(super) fn decode(value: &str) -> Option<String> {
    let text = percent_decode_str(value).decode_utf8().ok()?.into_owned();
    (encode(&text) == value).then_some(text)
}
