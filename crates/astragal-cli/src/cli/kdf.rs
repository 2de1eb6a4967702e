//! Arguments of `digest kdf` and `digest password`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use super::options::LengthOption;

pub(super) const KDF: &str = "\
Examples:
  digest kdf argon2id -t 3 -k 65536 -p 4 --salt-text somesalt      prompts for the password
  digest kdf scrypt -N 131072 -r 8 -p 1 --salt 0011223344556677 --password-file PW
  digest kdf pbkdf2-hmac-sha256 -i 600000 --salt 0011223344556677 < PW
  digest kdf hkdf-sha256 --info encryption -l 256 --password-file SECRET
  digest list kdf                                                  lists the functions

Passwords and keys are never command-line arguments, which other users could read. One line ending after a password is \
removed. A key (HKDF, KBKDF) is used as it is, byte for byte.";

pub(super) const PASSWORD: &str = "\
Examples:
  digest password hash > HASH                prompts for the password twice
  digest password verify HASH < PW && echo welcome

One line ending after the password is removed.";

#[derive(Args)]
pub(crate) struct KdfArgs {
    /// Key derivation function
    #[arg(value_name = "ALG")]
    pub(crate) algorithm: String,
    #[command(flatten)]
    pub(crate) password: PasswordSource,
    #[command(flatten)]
    pub(crate) empty: AllowEmpty,
    /// Salt in hex
    #[arg(long, value_name = "HEX", group = "salts")]
    pub(crate) salt: Option<String>,
    /// Salt as text
    #[arg(long, value_name = "TEXT", group = "salts")]
    pub(crate) salt_text: Option<String>,
    /// Iterations (PBKDF2)
    #[arg(short, long, value_name = "N")]
    pub(crate) iterations: Option<u32>,
    /// Memory in KiB (Argon2)
    #[arg(short = 'k', long, value_name = "KIB")]
    pub(crate) memory: Option<u32>,
    /// Number of passes over the memory (Argon2)
    #[arg(short = 't', long, value_name = "N")]
    pub(crate) passes: Option<u32>,
    /// Number of lanes (Argon2) or parallelization p (scrypt)
    #[arg(short, long, value_name = "N")]
    pub(crate) parallel: Option<u32>,
    /// Version of Argon2, 16 or 19; default 19
    #[arg(long, value_name = "N")]
    pub(crate) argon2_version: Option<u32>,
    /// Cost N, a power of two (scrypt)
    #[arg(short = 'N', long, value_name = "N")]
    pub(crate) cost: Option<u64>,
    /// Block size r (scrypt)
    #[arg(short = 'r', long, value_name = "N")]
    pub(crate) block_size: Option<u32>,
    /// Info (HKDF) or context (KBKDF)
    #[arg(long, value_name = "TEXT")]
    pub(crate) info: Option<String>,
    /// Label (KBKDF)
    #[arg(long, value_name = "TEXT")]
    pub(crate) label: Option<String>,
    /// File with the secret value K (Argon2)
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    pub(crate) secret_file: Option<PathBuf>,
    /// Associated data X (Argon2)
    #[arg(long, value_name = "TEXT")]
    pub(crate) associated_data: Option<String>,
    #[command(flatten)]
    pub(crate) length: LengthOption,
    /// Write the bytes of the key instead of hex
    #[arg(long)]
    pub(crate) raw: bool,
}

/// Source of the password or key; standard input by default.
#[derive(Args)]
pub(crate) struct PasswordSource {
    /// File with the password or key; default: standard input, without echo on a terminal
    #[arg(long, value_name = "FILE", group = "source", value_hint = clap::ValueHint::FilePath)]
    pub(crate) password_file: Option<PathBuf>,
    /// Read the password or key from this open file descriptor
    #[cfg(unix)]
    #[arg(long, value_name = "N", group = "source", value_parser = open_inherited)]
    pub(crate) password_fd: Option<std::sync::Arc<std::fs::File>>,
}

/// Whether an empty password or key is accepted.
#[derive(Args, Clone, Copy)]
pub(crate) struct AllowEmpty {
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

/// Opens a file descriptor that the process inherited. Call this function during argument parsing, when the process has
/// not opened any descriptor itself. Otherwise a wrong number could refer to one of the process's own descriptors.
#[cfg(unix)]
fn open_inherited(number: &str) -> Result<std::sync::Arc<std::fs::File>, String> {
    let number: u32 = number.parse().map_err(|_| "expected a file descriptor number")?;
    let file = std::fs::File::open(format!("/dev/fd/{number}"));
    file.map(Into::into).map_err(|_| format!("file descriptor {number} is not open for reading"))
}

#[derive(Subcommand)]
pub(crate) enum PasswordCommand {
    /// Hash a password into a PHC string with a random salt
    Hash {
        #[command(flatten)]
        password: PasswordSource,
        #[command(flatten)]
        empty: AllowEmpty,
        /// Function and cost parameters
        #[arg(long, value_enum, default_value_t = Preset::Rfc9106Second)]
        preset: Preset,
    },
    /// Verify a password against the PHC string in FILE
    Verify {
        /// File with the PHC string
        #[arg(value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
        file: PathBuf,
        #[command(flatten)]
        password: PasswordSource,
    },
}

/// Recommended cost parameters, named after their source.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Preset {
    /// RFC 9106, second choice: Argon2id, 64 MiB, 3 passes, 4 lanes
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
