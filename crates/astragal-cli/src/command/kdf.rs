//! `digest kdf ALG`: derives keys from passwords and keys.

use std::io::Write as _;

use astragal::error::KdfError;
use astragal::kdf::Work;
use astragal::registry::{self, KdfParams};
use zeroize::Zeroizing;

use crate::algorithm::names::unknown_kdf;
use crate::cli::KdfArgs;
use crate::console::Out;
use crate::encoding::{hex, parse_hex};
use crate::exit::{Exit, usage};
use crate::secret::{self, SecretKind};

/// Default length of a derived key in bytes.
const DEFAULT_KEY_BYTES: usize = 32;

/// Maximum length of a derived key in bytes. The whole key is held in memory.
const MAX_KEY_BYTES: usize = 1 << 20;

pub(crate) fn run(arguments: &KdfArgs) -> anyhow::Result<Exit> {
    let row = registry::kdf(&arguments.algorithm).map_err(unknown_kdf)?;
    let bytes = arguments.length.bytes.unwrap_or(DEFAULT_KEY_BYTES);
    if bytes == 0 || bytes > MAX_KEY_BYTES {
        return Err(usage(format_args!("length is {bytes} bytes; expected 1 to {MAX_KEY_BYTES}")));
    }
    let salt = salt(arguments)?;
    let secret_file = arguments.secret_file.as_deref();
    let secret = secret_file.map(|file| secret::read_file("secret", file)).transpose()?;
    let mut params = KdfParams::default();
    params.salt = salt.as_deref();
    params.info = arguments.info.as_deref().map(str::as_bytes);
    params.label = arguments.label.as_deref().map(str::as_bytes);
    params.secret = secret.as_ref().map(|secret| secret.as_slice());
    params.associated_data = arguments.associated_data.as_deref().map(str::as_bytes);
    params.iterations = arguments.iterations;
    params.n = arguments.cost;
    params.r = arguments.block_size;
    params.p = arguments.parallel;
    params.m = arguments.memory;
    params.t = arguments.passes;
    params.version = arguments.argon2_version;
    // Reports missing parameters before prompting for a password.
    row.check(&params).map_err(usage)?;
    let kind = if row.rule.is_for_passwords() { SecretKind::Password } else { SecretKind::Key };
    let input = secret::read_secret(kind, &arguments.password, arguments.empty)?;
    let mut key = Zeroizing::new(vec![0; bytes]);
    row.derive(&input, &params, &mut key, &mut Work::default()).map_err(|error| match error {
        KdfError::Parameter(error) => usage(error),
        other => other.into(),
    })?;
    let mut out = Out::stdout();
    if arguments.raw {
        out.write_all(&key)?;
    } else {
        writeln!(out, "{}", *Zeroizing::new(hex(&key)))?;
    }
    out.flush()?;
    Ok(Exit::Success)
}

fn salt(arguments: &KdfArgs) -> anyhow::Result<Option<Vec<u8>>> {
    let Some(text) = &arguments.salt else {
        return Ok(arguments.salt_text.as_ref().map(|text| text.clone().into_bytes()));
    };
    let salt = parse_hex(text.as_bytes());
    salt.map(Some).ok_or_else(|| usage(format_args!("--salt is {text:?}; expected hex digits")))
}
