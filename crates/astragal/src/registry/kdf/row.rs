//! `KdfRow`, the registry row for a key derivation function, and `KdfParams`, its parameters.

use core::fmt::Debug;
#[cfg(feature = "kdf")]
use core::{fmt, panic::RefUnwindSafe};

use crate::error::{Allowed, KdfError, ParameterError};
use crate::kdf::Work;
use crate::registry::info::{Info, Kind, Sizes, Status, deref_to_info};
use crate::registry::mac::MacRow;
use crate::traits::Implementation;

/// Parameters of a key derivation function. [`KdfRule::needs`] and [`KdfRule::takes`] list the parameters of each
/// function.
///
/// ```
/// use astragal::registry::KdfParams;
/// let costs = KdfParams::default().salt(b"sixteen bytes of").m(65_536).t(3).p(4);
/// assert_eq!(costs.t, Some(3));
/// ```
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct KdfParams<'a> {
    /// Salt. For HKDF, the default is an empty salt.
    pub salt: Option<&'a [u8]>,
    /// Info string of HKDF, or context of KBKDF.
    pub info: Option<&'a [u8]>,
    /// Label of KBKDF.
    pub label: Option<&'a [u8]>,
    /// Argon2's secret K ("pepper").
    pub secret: Option<&'a [u8]>,
    /// Argon2's associated data X.
    pub associated_data: Option<&'a [u8]>,
    /// Number of PBKDF2 iterations.
    pub iterations: Option<u32>,
    /// scrypt's cost N.
    pub n: Option<u64>,
    /// scrypt's block size r.
    pub r: Option<u32>,
    /// scrypt's parallelization p, or Argon2's number of lanes.
    pub p: Option<u32>,
    /// Argon2's memory in KiB.
    pub m: Option<u32>,
    /// Number of Argon2 passes.
    pub t: Option<u32>,
    /// Argon2's version, 16 or 19; 19 is the default.
    pub version: Option<u32>,
    /// Permits salts shorter than 8 bytes for Argon2.
    pub allow_short_salt: bool,
    /// Maximum memory of Argon2 and scrypt, in bytes.
    pub memory_limit: Option<u64>,
    /// Whether HKDF extracts, expands, or does both.
    pub step: HkdfStep,
}

/// Defines one setter method per parameter.
macro_rules! setters {
    ($($name:ident: $type:ty),*) => {
        impl<'a> KdfParams<'a> {
            $(
                #[doc = concat!("Sets [`", stringify!($name), "`](#structfield.", stringify!($name), ").")]
                #[must_use]
                pub const fn $name(mut self, $name: $type) -> Self {
                    self.$name = Some($name);
                    self
                }
            )*
        }
    };
}

setters! {
    salt: &'a [u8],
    info: &'a [u8],
    label: &'a [u8],
    secret: &'a [u8],
    associated_data: &'a [u8],
    iterations: u32,
    n: u64,
    r: u32,
    p: u32,
    m: u32,
    t: u32,
    version: u32,
    memory_limit: u64
}

impl KdfParams<'_> {
    /// Sets whether HKDF extracts, expands, or does both.
    #[must_use]
    pub const fn step(mut self, step: HkdfStep) -> Self {
        self.step = step;
        self
    }

    /// Permits salts shorter than 8 bytes for Argon2.
    #[must_use]
    pub const fn allow_short_salt(mut self) -> Self {
        self.allow_short_salt = true;
        self
    }
}

/// Steps of HKDF (RFC 5869 §2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum HkdfStep {
    /// Extract and expand: derives a key from a secret.
    #[default]
    ExtractAndExpand,
    /// Extract only: derives the pseudorandom key from a secret. The pseudorandom key is as long as the digest.
    Extract,
    /// Expand only: derives a key from a pseudorandom key. Takes no salt.
    Expand,
}

/// Type of key derivation function, regardless of the hash or MAC that it uses. The type determines the required and
/// the optional parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum KdfRule {
    /// Argon2, for passwords.
    Argon2,
    /// scrypt, for passwords.
    Scrypt,
    /// PBKDF2, for passwords.
    Pbkdf2,
    /// HKDF, which derives keys from other keys.
    Hkdf,
    /// KBKDF, which derives keys from other keys.
    Kbkdf,
}

impl KdfRule {
    /// Returns the names of the required parameters.
    #[must_use]
    pub const fn needs(self) -> &'static [&'static str] {
        match self {
            Self::Argon2 => &["salt", "memory m", "number of passes t", "parallelization p"],
            Self::Scrypt => &["salt", "cost N", "block size r", "parallelization p"],
            Self::Pbkdf2 => &["salt", "number of iterations"],
            Self::Hkdf | Self::Kbkdf => &[],
        }
    }

    /// Returns the names of the optional parameters.
    #[must_use]
    pub const fn takes(self) -> &'static [&'static str] {
        match self {
            Self::Argon2 => &["secret", "associated data", "version"],
            Self::Scrypt | Self::Pbkdf2 => &[],
            Self::Hkdf => &["salt", "info", "step of HKDF"],
            Self::Kbkdf => &["label", "info"],
        }
    }

    /// Returns whether the input is a password, which an attacker may guess, rather than a key.
    #[must_use]
    pub const fn is_for_passwords(self) -> bool {
        matches!(self, Self::Argon2 | Self::Scrypt | Self::Pbkdf2)
    }
}

/// A row of [`kdfs`](super::super::kdfs).
#[derive(Debug)]
pub struct KdfRow {
    /// Name, standard, status and sizes of the algorithm.
    pub info: Info,
    /// Type of key derivation function, regardless of its hash or MAC.
    pub rule: KdfRule,
    /// Allowed lengths of the derived key, in bytes.
    pub key_bytes: Allowed,
    pub(in crate::registry) derivation: Derivation,
}

/// Function that derives a key. Its form depends on whether a hash, a MAC or neither can be chosen.
#[derive(Debug)]
pub(in crate::registry) enum Derivation {
    /// Key derivation function that is not combined with a chosen hash or MAC, such as Argon2.
    Function(Derive),
    /// PBKDF2, scrypt or HKDF, based on HMAC with this hash.
    #[cfg(feature = "kdf")]
    OverHash(&'static dyn DeriveOverHash),
    /// KBKDF based on a MAC. The row's name is `kbkdf-` followed by the MAC's name, as in `kbkdf-hmac-sha256`.
    OverMac(DeriveOverMac),
}

/// Function that derives a key. The arguments are the registry row, a password or key, the parameters, the output and
/// the progress. The caller must have checked the parameters, and must erase the output if the function returns an
/// error.
pub(in crate::registry) type Derive =
    fn(&'static KdfRow, &[u8], &KdfParams<'_>, &mut [u8], &mut Work<'_>) -> Result<(), KdfError>;

/// Hash that PBKDF2, scrypt or HKDF uses. An implementation of this trait is compiled once for each type-erased hash
/// state, not once for each hash.
#[cfg(feature = "kdf")]
pub(in crate::registry) trait DeriveOverHash: Sync + RefUnwindSafe {
    /// Derives a key with the function that `row.rule` selects. The caller must have checked the parameters, and must
    /// erase `key` if this function returns an error.
    fn derive(
        &'static self,
        row: &KdfRow,
        secret: &[u8],
        params: &KdfParams<'_>,
        key: &mut [u8],
        work: &mut Work<'_>,
    ) -> Result<(), KdfError>;
}

#[cfg(feature = "kdf")]
impl Debug for dyn DeriveOverHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("DeriveOverHash")
    }
}

/// Function that derives a key with a MAC. The arguments are the registry row, the row of the MAC, a key, the
/// parameters and the output. The caller must have checked the parameters.
type DeriveOverMac = fn(
    &'static KdfRow,
    &'static MacRow,
    &[u8],
    &KdfParams<'_>,
    &mut [u8],
) -> Result<(), ParameterError>;

impl KdfRow {
    /// Creates a registry row. `names` contains the name, the family and the standard.
    pub(super) const fn new(
        names: (&'static str, &'static str, &'static str),
        rule: KdfRule,
        key_bytes: Allowed,
        status: Status,
        implementation: fn() -> Implementation,
        derivation: Derivation,
    ) -> Self {
        let sizes = Sizes {
            output_bytes: Some(DEFAULT_KEY_BYTES),
            output_bytes_allowed: Some(key_bytes),
            ..Sizes::NONE
        };
        let info = Info::new(Kind::Kdf, names, sizes, implementation).with(status, &[]);
        Self { info, rule, key_bytes, derivation }
    }

    /// Checks that all required parameters are present, and that no unsupported parameter is present.
    /// [`derive`](Self::derive) makes the same check. Programs can call this function before they ask for a password.
    ///
    /// # Errors
    /// [`ParameterError::Missing`] if a required parameter is missing. [`ParameterError::NotTaken`] if a parameter is
    /// not supported.
    pub fn check(&self, params: &KdfParams<'_>) -> Result<(), ParameterError> {
        let given = [
            ("salt", params.salt.is_some()),
            ("info", params.info.is_some()),
            ("label", params.label.is_some()),
            ("secret", params.secret.is_some()),
            ("associated data", params.associated_data.is_some()),
            ("number of iterations", params.iterations.is_some()),
            ("cost N", params.n.is_some()),
            ("block size r", params.r.is_some()),
            ("parallelization p", params.p.is_some()),
            ("memory m", params.m.is_some()),
            ("number of passes t", params.t.is_some()),
            ("version", params.version.is_some()),
            ("step of HKDF", params.step != HkdfStep::default()),
        ];
        for (what, is_given) in given {
            let needed = self.rule.needs().contains(&what);
            if needed && !is_given {
                return Err(ParameterError::Missing { algorithm: self.name, what });
            }
            if is_given && !needed && !self.rule.takes().contains(&what) {
                return Err(ParameterError::NotTaken { algorithm: self.name, what });
            }
        }
        Ok(())
    }
}

deref_to_info!(KdfRow);

/// Default key length in bytes.
const DEFAULT_KEY_BYTES: usize = 32;
