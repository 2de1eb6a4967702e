//! `digest password hash|verify`: hashes a password into a PHC string, and verifies a password against one.

use std::fs;
use std::io::Write as _;

use anyhow::{Context as _, anyhow};
use astragal::kdf::{PasswordError, PasswordPolicy, PasswordScheme};
use astragal::kdf::{hash_password, needs_rehash, verify_password};

use crate::cli::{AllowEmpty, PasswordCommand, Preset};
use crate::console::Out;
use crate::exit::Exit;
use crate::message::print_message;
use crate::secret::{self, SecretKind};

const SALT_BYTES: usize = 16;

pub(crate) fn run(verb: &PasswordCommand) -> anyhow::Result<Exit> {
    match verb {
        PasswordCommand::Hash { password, empty, preset } => {
            let password = secret::read_new_password(password, *empty)?;
            let mut salt = [0; SALT_BYTES];
            getrandom::fill(&mut salt)
                .map_err(|error| anyhow!("cannot generate a salt: {error}"))?;
            let stored = hash_password(&password, &salt, &preset.scheme())?;
            let mut out = Out::stdout();
            writeln!(out, "{stored}")?;
            out.flush()?;
            Ok(Exit::Success)
        }
        PasswordCommand::Verify { file, password } => {
            let stored = fs::read_to_string(file).with_context(|| file.display().to_string())?;
            let stored = stored.trim_end_matches(['\r', '\n']);
            // Reports an invalid PHC string before prompting for the password.
            needs_rehash(stored, &PasswordScheme::RFC_9106_SECOND)?;
            // Accepts an empty password, because the stored hash may be that of an empty password.
            let empty = AllowEmpty { allow_empty: true };
            let password = secret::read_secret(SecretKind::Password, password, empty)?;
            match verify_password(&password, stored, &PasswordPolicy::default()) {
                Ok(()) => Ok(Exit::Success),
                Err(error @ PasswordError::Mismatch) => {
                    print_message(error);
                    Ok(Exit::Failure)
                }
                Err(error) => Err(error.into()),
            }
        }
    }
}

impl Preset {
    const fn scheme(self) -> PasswordScheme {
        match self {
            Self::Rfc9106Second => PasswordScheme::RFC_9106_SECOND,
            Self::Rfc9106First => PasswordScheme::RFC_9106_FIRST,
            Self::OwaspArgon2id => PasswordScheme::OWASP_2023_ARGON2ID,
            Self::OwaspScrypt => PasswordScheme::OWASP_2023_SCRYPT,
            Self::OwaspPbkdf2 => PasswordScheme::OWASP_2023_PBKDF2_SHA256,
        }
    }
}
