//! Key or password for sealed files, and the header that `digest` writes before the encrypted message.
//! `docs/formats.md` defines the header.

use std::io::{self, Read};

use anyhow::{anyhow, bail};
use astragal::aead::chunked::AnyCobblestone;
use astragal::kdf::{PasswordPolicy, Work};
use astragal::registry::{self, KdfParams};
use zeroize::Zeroizing;

use crate::cli::SecretOptions;
use crate::exit::usage;
use crate::secret::{SecretKind, Source, read_new_password, read_secret};

const MAGIC: &[u8; 18] = b"astragal sealed 1\n";

/// Length of the salt of Argon2id in bytes.
const SALT_BYTES: usize = 16;

/// Length in bytes of a key that is derived from a password.
const KEY_BYTES: usize = 32;

/// Header that `digest` writes at the start of a sealed file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Header {
    /// No header: the file contains only a message in the standard format, sealed with a key.
    None,
    Key,
    Password(Costs),
}

/// Parameters of Argon2id.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Costs {
    pub(crate) memory: u32,
    pub(crate) passes: u32,
    pub(crate) lanes: u32,
    pub(crate) salt: [u8; SALT_BYTES],
}

impl Costs {
    pub(crate) fn with_random_salt(memory: u32, passes: u32, lanes: u32) -> anyhow::Result<Self> {
        Ok(Self { memory, passes, lanes, salt: random()? })
    }

    /// Rejects costs above the limits of [`PasswordPolicy`], because a hostile header may demand any amount of time and
    /// memory.
    fn check(&self) -> anyhow::Result<()> {
        let policy = PasswordPolicy::default();
        let steps = u64::from(self.memory) * u64::from(self.passes);
        if u64::from(self.memory) << 10 > policy.memory_bytes || steps > policy.steps {
            bail!(
                "password costs are {} KiB and {} passes; expected at most {} KiB, and a product of at most {}",
                self.memory,
                self.passes,
                policy.memory_bytes >> 10,
                policy.steps
            );
        }
        Ok(())
    }

    fn derive(&self, password: &[u8]) -> anyhow::Result<Zeroizing<[u8; KEY_BYTES]>> {
        self.check()?;
        let mut params = KdfParams::default();
        params.salt = Some(&self.salt);
        (params.m, params.t, params.p) = (Some(self.memory), Some(self.passes), Some(self.lanes));
        let mut key = Zeroizing::new([0; KEY_BYTES]);
        registry::kdf("argon2id")?.derive(password, &params, &mut *key, &mut Work::default())?;
        Ok(key)
    }
}

impl Header {
    pub(crate) fn to_bytes(self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        match self {
            Self::None => bytes.clear(),
            Self::Key => bytes.push(b'k'),
            Self::Password(costs) => {
                bytes.push(b'p');
                for number in [costs.memory, costs.passes, costs.lanes] {
                    bytes.extend_from_slice(&u64::from(number).to_le_bytes());
                }
                bytes.extend_from_slice(&costs.salt);
            }
        }
        bytes
    }

    /// Reads the header, if there is one. Also returns bytes of the message that were read while looking for the
    /// header.
    pub(crate) fn read(source: &mut impl Read) -> anyhow::Result<(Self, Vec<u8>)> {
        let mut start = Vec::new();
        source.by_ref().take(MAGIC.len() as u64).read_to_end(&mut start)?;
        if start != MAGIC {
            return Ok((Self::None, start));
        }
        let mut kind = [0];
        read_exact(source, &mut kind)?;
        let header = match kind {
            [b'k'] => Self::Key,
            [b'p'] => {
                let mut numbers = [0; 3];
                for number in &mut numbers {
                    let mut bytes = [0; 8];
                    read_exact(source, &mut bytes)?;
                    *number = u32::try_from(u64::from_le_bytes(bytes)).unwrap_or(u32::MAX);
                }
                let [memory, passes, lanes] = numbers;
                let mut costs = Costs { memory, passes, lanes, salt: [0; SALT_BYTES] };
                read_exact(source, &mut costs.salt)?;
                Self::Password(costs)
            }
            [byte] => bail!("unknown kind of header {byte:#04x}; a newer version may read it"),
        };
        Ok((header, Vec::new()))
    }
}

fn read_exact(source: &mut impl Read, out: &mut [u8]) -> anyhow::Result<()> {
    source.read_exact(out).map_err(|error| match error.kind() {
        io::ErrorKind::UnexpectedEof => anyhow!("the header is truncated"),
        _ => error.into(),
    })
}

/// Returns random bytes from the operating system.
pub(crate) fn random<const N: usize>() -> anyhow::Result<[u8; N]> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|error| anyhow!("cannot generate a salt: {error}"))?;
    Ok(bytes)
}

/// Key or password given on the command line.
pub(crate) enum Secret {
    Key(Box<AnyCobblestone>),
    Password(Zeroizing<Vec<u8>>),
}

impl Secret {
    pub(crate) fn read(options: &SecretOptions, is_new: bool) -> anyhow::Result<Self> {
        if !options.is_key() {
            let (source, empty) = (&options.password, options.empty);
            let password = match is_new {
                true => read_new_password(source, empty),
                false => read_secret(SecretKind::Password, source, empty),
            };
            return Ok(Self::Password(password?));
        }
        let file = options.key_file.as_deref();
        let key = Source { what: "key", file, variable: options.key_env.as_deref() }.read()?;
        let bytes = key.len();
        let unit = if bytes == 1 { "byte" } else { "bytes" };
        let key = AnyCobblestone::from_slice(&key);
        let key =
            key.map_err(|_| usage(format_args!("key is {bytes} {unit}; expected 16 or 32")))?;
        Ok(Self::Key(Box::new(key)))
    }
}

/// Key or password, and the key that was most recently derived from the password. Consecutive files with the same costs
/// and salt share one derivation.
pub(crate) struct Keys {
    secret: Secret,
    derived: Option<(Costs, AnyCobblestone)>,
}

impl Keys {
    pub(crate) fn new(secret: Secret) -> Self {
        Self { secret, derived: None }
    }

    pub(crate) fn of(&mut self, header: Header) -> anyhow::Result<AnyCobblestone> {
        match (&self.secret, header) {
            (Secret::Key(key), Header::None | Header::Key) => Ok((**key).clone()),
            (Secret::Key(_), Header::Password(_)) => {
                bail!(
                    "is sealed with a password; use --password-file, or no key option for a prompt"
                )
            }
            (Secret::Password(_), Header::Key) => {
                bail!("is sealed with a key; use --key-file")
            }
            (Secret::Password(_), Header::None) => {
                bail!("has no password header; use --key-file for the standard format")
            }
            (Secret::Password(password), Header::Password(costs)) => {
                if let Some((_, key)) = self.derived.as_ref().filter(|(before, _)| *before == costs)
                {
                    return Ok(key.clone());
                }
                let key = AnyCobblestone::from_slice(&*costs.derive(password)?)?;
                self.derived = Some((costs, key.clone()));
                Ok(key)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_round_trip() {
        let costs = Costs { memory: 65536, passes: 3, lanes: 4, salt: [7; 16] };
        for (header, bytes) in [(Header::None, 0), (Header::Key, 19), (Header::Password(costs), 59)]
        {
            let written = header.to_bytes();
            assert_eq!(written.len(), bytes);
            let message = [&written, &b"rest"[..]].concat();
            let mut source = &message[..];
            let (read, after) = Header::read(&mut source).unwrap();
            assert!(read == header);
            assert_eq!([&after, source].concat(), b"rest");
            for end in 1..written.len() {
                let result = Header::read(&mut &written[..end]);
                assert!(end < MAGIC.len() || result.is_err(), "{end}");
            }
        }
    }

    #[test]
    fn rejects_hostile_costs() {
        for (memory, passes) in [((2 << 20) + 1, 1), (u32::MAX, 1), (1 << 20, 17), (8, u32::MAX)] {
            assert!(Costs { memory, passes, lanes: 1, salt: [0; 16] }.check().is_err());
        }
        assert!(Costs { memory: 2 << 20, passes: 1, lanes: 4, salt: [0; 16] }.check().is_ok());
    }
}
