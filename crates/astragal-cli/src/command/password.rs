//! `digest password hash|verify`: passwords as PHC strings.

use std::fs;
use std::io::Write as _;

use anyhow::{Context as _, anyhow};
use astragal::kdf::{PasswordError, PasswordPolicy, PasswordScheme};
use astragal::kdf::{hash_password, needs_rehash, verify_password};

use crate::cli::{Empty, PasswordVerb, Preset};
use crate::console::Out;
use crate::exit::{Exit, complain};
use crate::secret::{self, What};

const SALT_BYTES: usize = 16;

pub(crate) fn run(verb: &PasswordVerb) -> anyhow::Result<Exit> {
    match verb {
        PasswordVerb::Hash { password, empty, preset } => {
            let password = secret::chosen(password, *empty)?;
            let mut salt = [0; SALT_BYTES];
            getrandom::fill(&mut salt).map_err(|error| anyhow!("random bytes: {error}"))?;
            let stored = hash_password(&password, &salt, &preset.scheme())?;
            let mut to = Out::new();
            writeln!(to, "{stored}")?;
            to.flush()?;
            Ok(Exit::Good)
        }
        PasswordVerb::Verify { file, password } => {
            let stored = fs::read_to_string(file).with_context(|| file.display().to_string())?;
            let stored = stored.trim_end_matches(['\r', '\n']);
            // What is wrong with the string is said before a password is asked for.
            needs_rehash(stored, &PasswordScheme::RFC_9106_SECOND)?;
            // An empty one may match an empty one that was stored.
            let empty = Empty { allow_empty: true };
            let password = secret::given(What::Password, password, empty)?;
            match verify_password(&password, stored, &PasswordPolicy::default()) {
                Ok(()) => Ok(Exit::Good),
                Err(error @ PasswordError::Mismatch) => {
                    complain(error);
                    Ok(Exit::Bad)
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
