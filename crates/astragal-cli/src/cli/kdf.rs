//! The command line of `digest kdf` and `digest password`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use super::options::Length;

pub(super) const KDF: &str = "\
Examples:
  digest kdf argon2id -t 3 -k 65536 -p 4 --salt-text somesalt      asks for the password
  digest kdf scrypt -N 131072 -r 8 -p 1 --salt 0011223344556677 --password-file PW
  digest kdf pbkdf2-hmac-sha256 -i 600000 --salt 0011223344556677 < PW
  digest kdf hkdf-sha256 --info encryption -l 256 --password-file SECRET
  digest list kdf                                                  all of them

A password or key is never a word of the command line, where others could read it. A line end at the end of a password \
is not part of it, wherever it comes from. A key (HKDF, KBKDF) is every byte.";

pub(super) const PASSWORD: &str = "\
Examples:
  digest password hash > HASH                asks for the password, twice
  digest password verify HASH < PW && echo welcome

A line end at the end of a password is not part of it, wherever it comes from.";

#[derive(Args)]
pub(crate) struct KdfArgs {
    /// The key derivation function
    #[arg(value_name = "ALG")]
    pub(crate) algorithm: String,
    #[command(flatten)]
    pub(crate) password: PasswordSource,
    #[command(flatten)]
    pub(crate) empty: Empty,
    /// The salt in hex
    #[arg(long, value_name = "HEX", group = "salts")]
    pub(crate) salt: Option<String>,
    /// The salt as text
    #[arg(long, value_name = "TEXT", group = "salts")]
    pub(crate) salt_text: Option<String>,
    /// Iterations (PBKDF2)
    #[arg(short, long, value_name = "N")]
    pub(crate) iterations: Option<u32>,
    /// Memory in KiB (Argon2)
    #[arg(short = 'k', long, value_name = "KIB")]
    pub(crate) memory: Option<u32>,
    /// Passes over the memory (Argon2)
    #[arg(short = 't', long, value_name = "N")]
    pub(crate) passes: Option<u32>,
    /// Lanes (Argon2), parallelization (scrypt)
    #[arg(short, long, value_name = "N")]
    pub(crate) parallel: Option<u32>,
    /// Version of Argon2, 16 or 19; 19 without it
    #[arg(long, value_name = "N")]
    pub(crate) argon2_version: Option<u32>,
    /// Cost N, a power of two (scrypt)
    #[arg(short = 'N', long, value_name = "N")]
    pub(crate) cost: Option<u64>,
    /// Block size r (scrypt)
    #[arg(short = 'r', long, value_name = "N")]
    pub(crate) block_size: Option<u32>,
    /// Info (HKDF), context (KBKDF)
    #[arg(long, value_name = "TEXT")]
    pub(crate) info: Option<String>,
    /// Label (KBKDF)
    #[arg(long, value_name = "TEXT")]
    pub(crate) label: Option<String>,
    /// The file that holds the secret K, every byte of it (Argon2)
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    pub(crate) secret_file: Option<PathBuf>,
    /// Associated data X (Argon2)
    #[arg(long, value_name = "TEXT")]
    pub(crate) associated_data: Option<String>,
    #[command(flatten)]
    pub(crate) length: Length,
    /// Write the bytes alone instead of hex
    #[arg(long)]
    pub(crate) raw: bool,
}

/// Where the password or the key comes from; else from standard input.
#[derive(Args)]
pub(crate) struct PasswordSource {
    /// File that holds the password or key; default is standard input, or the terminal, which does not show it
    #[arg(long, value_name = "FILE", group = "source", value_hint = clap::ValueHint::FilePath)]
    pub(crate) password_file: Option<PathBuf>,
    /// Open descriptor to read it from
    #[cfg(unix)]
    #[arg(long, value_name = "N", group = "source", value_parser = inherited)]
    pub(crate) password_fd: Option<std::sync::Arc<std::fs::File>>,
}

/// Whether an empty password or key is meant.
#[derive(Args, Clone, Copy)]
pub(crate) struct Empty {
    /// Allow an empty password or key
    #[arg(long)]
    pub(crate) allow_empty: bool,
}

impl PasswordSource {
    pub(crate) fn is_standard_input(&self) -> bool {
        #[cfg(unix)]
        if self.password_fd.is_some() {
            return false;
        }
        self.password_file.is_none()
    }
}

/// The descriptor of this number. It is taken while the line is parsed, when no other is open than those
/// that the caller handed over.
#[cfg(unix)]
fn inherited(number: &str) -> Result<std::sync::Arc<std::fs::File>, String> {
    let number: u32 = number.parse().map_err(|_| "expected the number of a descriptor")?;
    let file = std::fs::File::open(format!("/dev/fd/{number}"));
    file.map(Into::into).map_err(|_| format!("descriptor {number} is not open for reading"))
}

#[derive(Subcommand)]
pub(crate) enum PasswordVerb {
    /// Hashes a password into a PHC string, under a salt from the operating system
    Hash {
        #[command(flatten)]
        password: PasswordSource,
        #[command(flatten)]
        empty: Empty,
        /// The function and its costs
        #[arg(long, value_enum, default_value_t = Preset::Rfc9106Second)]
        preset: Preset,
    },
    /// Verifies a password by the PHC string in a file
    Verify {
        /// The file with the string
        #[arg(value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
        file: PathBuf,
        #[command(flatten)]
        password: PasswordSource,
    },
}

/// Recommended costs, by who recommends them.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Preset {
    /// RFC 9106, for less memory: Argon2id, 64 MiB, 3 passes, 4 lanes
    #[value(name = "rfc9106-second")]
    Rfc9106Second,
    /// RFC 9106, first choice: Argon2id, 2 GiB, 1 pass, 4 lanes
    #[value(name = "rfc9106-first")]
    Rfc9106First,
    /// OWASP (2023): Argon2id, 19 MiB, 2 passes
    #[value(name = "owasp-2023-argon2id")]
    OwaspArgon2id,
    /// OWASP (2023): scrypt, 128 MiB
    #[value(name = "owasp-2023-scrypt")]
    OwaspScrypt,
    /// OWASP (2023): PBKDF2 with HMAC-SHA-256, 600 000 iterations
    #[value(name = "owasp-2023-pbkdf2-sha256")]
    OwaspPbkdf2,
}

#[cfg(test)]
mod tests {
    use super::PasswordSource;

    #[test]
    fn password_source_defaults_to_standard_input() {
        let mut source = PasswordSource {
            password_file: None,
            #[cfg(unix)]
            password_fd: None,
        };
        assert!(source.is_standard_input());
        source.password_file = Some("file".into());
        assert!(!source.is_standard_input());
    }
}
