//! Key derivation functions by name. The row of a hash contains PBKDF2, scrypt, HKDF and KBKDF with its HMAC. The row
//! of a block cipher contains KBKDF with its CMAC.

#[cfg(feature = "kdf")]
mod argon2;
#[cfg(feature = "kdf")]
mod over_hash;
#[cfg(feature = "kdf")]
mod password;
#[cfg(feature = "kdf")]
mod pbkdf2;

use core::fmt::Debug;

#[cfg(feature = "kdf")]
pub(super) use over_hash::over_hmac;

use super::Implementation;
use super::hash::HASHES;
use super::info::{Info, Kind, Sizes, Status, reads_as_info};
use super::mac::mac;
use super::name::{Index, Normal, UnknownName};
use super::params::MacParams;
use super::rows::rows;
use crate::cipher::BlockCipher;
use crate::construction::kbkdf::{LONGEST_KEY_BYTES, length_in_bits};
use crate::error::{Allowed, KdfError, ParameterError};
use crate::kdf::{Kbkdf, Work};
use crate::mac::Cmac;
use crate::platform::words::erase;
use crate::traits::Timing;

/// Key derivation functions without a selectable hash or MAC. [`kdfs`] lists all.
pub static KDFS: &[KdfRow] = rows! {
    "kdf":
        argon2::argon2::<2>(Status::Recommended),
        argon2::argon2::<1>(Status::Acceptable),
        argon2::argon2::<0>(Status::Acceptable);
    "keccak": kbkdf_kmac("kbkdf-kmac128"), kbkdf_kmac("kbkdf-kmac256");
};

/// Iterates over the key derivation functions: the rows of [`KDFS`], then those over each hash. KBKDF with CMAC is only
/// found by [`kdf`].
pub fn kdfs() -> impl Iterator<Item = &'static KdfRow> + Clone {
    KDFS.iter().chain(HASHES.iter().flat_map(|row| row.kdfs.iter().flatten()))
}

/// Returns the key derivation function with this name or alias.
///
/// # Errors
/// [`UnknownName`] if no function has it.
pub fn kdf(name: &str) -> Result<&'static KdfRow, UnknownName> {
    let found = Normal::of(name.as_bytes()).and_then(|name| find(&name));
    found.ok_or_else(|| UnknownName::new(&[Kind::Kdf], name))
}

/// Index of [`kdfs`] by name: the rows of [`KDFS`], then four places for each of [`HASHES`].
static INDEX: Index<1024> = {
    let (mut index, mut place) = (Index::new(), 0);
    while place < KDFS.len() {
        index.add(&KDFS[place].info, place);
        place += 1;
    }
    while place < KDFS.len() + 4 * HASHES.len() {
        let place_of_hash = place - KDFS.len();
        if let Some(rows) = &HASHES[place_of_hash / 4].kdfs {
            index.add(&rows[place_of_hash % 4].info, place);
        }
        place += 1;
    }
    index
};

/// Returns the row with this name.
pub(super) fn find(name: &Normal) -> Option<&'static KdfRow> {
    if let Some(cipher) = name.after(b"kbkdf-cmac-") {
        return Some(&super::cipher::find(&cipher)?.composed.as_ref()?.kbkdf);
    }
    let place = INDEX.find(name)?;
    let of_hash = |place: usize| HASHES.get(place / 4)?.kdfs.as_ref()?.get(place % 4);
    KDFS.get(place).or_else(|| of_hash(place - KDFS.len()))
}

/// Parameters of a key derivation function. [`KdfRule::needs`] and [`KdfRule::takes`] list the parameters of each.
///
/// ```
/// use astragal::registry::KdfParams;
/// let costs = KdfParams::default().salt(b"sixteen bytes of").m(65_536).t(3).p(4);
/// assert_eq!(costs.t, Some(3));
/// ```
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct KdfParams<'a> {
    /// Salt. HKDF's default is empty.
    pub salt: Option<&'a [u8]>,
    /// HKDF's info; KBKDF's context.
    pub info: Option<&'a [u8]>,
    /// KBKDF's label.
    pub label: Option<&'a [u8]>,
    /// Argon2's secret K ("pepper").
    pub secret: Option<&'a [u8]>,
    /// Argon2's associated data X.
    pub associated_data: Option<&'a [u8]>,
    /// PBKDF2's iterations.
    pub iterations: Option<u32>,
    /// scrypt's cost N.
    pub n: Option<u64>,
    /// scrypt's block size r.
    pub r: Option<u32>,
    /// scrypt's parallelization, Argon2's lanes.
    pub p: Option<u32>,
    /// Argon2's memory in KiB.
    pub m: Option<u32>,
    /// Argon2's passes.
    pub t: Option<u32>,
    /// Argon2's version, 16 or 19; 19 is the default.
    pub version: Option<u32>,
    /// Permits salts shorter than 8 bytes for Argon2.
    pub allow_short_salt: bool,
    /// Maximum memory of Argon2 and scrypt, in bytes.
    pub memory_limit: Option<u64>,
    /// Steps of HKDF to run.
    pub step: HkdfStep,
}

/// Defines one setter method per parameter.
macro_rules! setters {
    ($($name:ident: $type:ty),*) => {
        impl<'a> KdfParams<'a> {
            $(
                #[doc = concat!("The same parameters with [`", stringify!($name), "`](#structfield.", stringify!($name), ").")]
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
    /// Sets the steps of HKDF.
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
    /// Extract only: derives the pseudorandom key from a secret. Its length is the digest length.
    Extract,
    /// Expand only: derives a key from a pseudorandom key. Takes no salt.
    Expand,
}

/// Type of a key derivation function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum KdfRule {
    /// Argon2, for passwords.
    Argon2,
    /// scrypt, for passwords.
    Scrypt,
    /// PBKDF2, for passwords.
    Pbkdf2,
    /// HKDF, for keys.
    Hkdf,
    /// KBKDF, for keys.
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

    /// Returns whether the input is a password, which may be guessed, rather than a key.
    #[must_use]
    pub const fn is_for_passwords(self) -> bool {
        matches!(self, Self::Argon2 | Self::Scrypt | Self::Pbkdf2)
    }
}

/// Row of [`kdfs`].
#[derive(Debug)]
pub struct KdfRow {
    /// Name, standard, status and sizes.
    pub info: Info,
    /// Type of the function.
    pub rule: KdfRule,
    /// Allowed lengths of the derived key, in bytes.
    pub key_bytes: Allowed,
    derive: Derive,
}

/// Derives a key from a row, a password or key, and parameters. The caller has checked the parameters, and erases the key
/// after an error.
type Derive =
    fn(&'static KdfRow, &[u8], &KdfParams<'_>, &mut [u8], &mut Work<'_>) -> Result<(), KdfError>;

impl KdfRow {
    /// Row of KBKDF with CMAC over the cipher `C`.
    pub(super) const fn over_cmac<C: BlockCipher<Block = [u8; 16]>>(status: Status) -> Self {
        kbkdf(Kbkdf::<Cmac<C>>::NAME, C::FAMILY, status, C::implementation)
    }

    /// Creates a row. `names` are name, family and standard.
    const fn new(
        names: (&'static str, &'static str, &'static str),
        rule: KdfRule,
        key_bytes: Allowed,
        status: Status,
        implementation: fn() -> Implementation,
        derive: Derive,
    ) -> Self {
        let sizes = Sizes {
            output_bytes: Some(DEFAULT_KEY_BYTES),
            output_bytes_allowed: Some(key_bytes),
            ..Sizes::NONE
        };
        let info = Info::new(Kind::Kdf, names, sizes, implementation).with(status, &[]);
        Self { info, rule, key_bytes, derive }
    }

    /// Derives `key` from `input`, a password or a key.
    ///
    /// # Errors
    /// [`KdfError::Parameter`] if a parameter is missing, out of range or not taken, or the key length is not allowed.
    /// [`KdfError::Memory`] if the allocation fails. [`KdfError::Cancelled`] if the progress callback cancels. After
    /// every error, `key` holds zeros.
    pub fn derive(
        &'static self,
        input: &[u8],
        params: &KdfParams<'_>,
        key: &mut [u8],
        work: &mut Work<'_>,
    ) -> Result<(), KdfError> {
        let checked = self.check(params).and_then(|()| {
            ParameterError::check_length(self.name, "key", key.len(), self.key_bytes)
        });
        let derived = match checked {
            Ok(()) => (self.derive)(self, input, params, key, work),
            Err(error) => Err(error.into()),
        };
        if derived.is_err() {
            erase(key);
        }
        derived
    }

    /// Checks that all required parameters are present, and no unsupported ones. [`derive`](Self::derive) runs the same
    /// check. Programs can call this before they ask for a password.
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

reads_as_info!(KdfRow);

/// Default key length in bytes.
const DEFAULT_KEY_BYTES: usize = 32;

/// Row of KBKDF in counter mode. The MAC's name follows "kbkdf-" in `name`.
const fn kbkdf(
    name: &'static str,
    family: &'static str,
    status: Status,
    implementation: fn() -> Implementation,
) -> KdfRow {
    KdfRow::new(
        (name, family, "SP 800-108r1 §4.1"),
        KdfRule::Kbkdf,
        Allowed::AtMost(LONGEST_KEY_BYTES),
        status,
        implementation,
        |row, input, params, key, _| {
            let bits = length_in_bits(row.name, key)?;
            let mut mac = keyed(row, input, &MacParams::default())?;
            let (label, context) =
                (params.label.unwrap_or_default(), params.info.unwrap_or_default());
            for (block, counter) in key.chunks_mut(mac.tag_bytes()).zip(1_u32..) {
                for input in [&counter.to_be_bytes()[..], label, &[0], context, &bits] {
                    mac.update(input);
                }
                let Ok(tag) = mac.finalize_reset() else { unreachable!("messages of any length") };
                block.copy_from_slice(&zeroize::Zeroizing::new(tag)[..block.len()]);
            }
            Ok(())
        },
    )
}

/// Row of KBKDF with KMAC (SP 800-108r1 §4.4), which supports output of any length.
#[cfg(feature = "keccak")]
const fn kbkdf_kmac(name: &'static str) -> KdfRow {
    KdfRow::new(
        (name, "keccak", "SP 800-108r1 §4.4"),
        KdfRule::Kbkdf,
        Allowed::AtMost(LONGEST_KEY_BYTES),
        Status::Recommended,
        || Implementation {
            timing: Timing::Constant,
            ..crate::algorithm::keccak::backend::Backend::implementation()
        },
        |row, input, params, key, _| {
            let mac_params = MacParams { custom: params.label, tag_bytes: Some(key.len()) };
            let mut mac = keyed(row, input, &mac_params)?;
            mac.update(params.info.unwrap_or_default());
            let Ok(()) = mac.finalize_into_reset(key) else { unreachable!("the key's length") };
            Ok(())
        },
    )
}

/// Creates the MAC named in a KBKDF row, with its key.
fn keyed(
    row: &KdfRow,
    key: &[u8],
    params: &MacParams<'_>,
) -> Result<alloc::boxed::Box<dyn super::DynMac>, ParameterError> {
    let Ok(mac) = mac(&row.name["kbkdf-".len()..]) else { unreachable!("rows are made of rows") };
    mac.new_mac(key, params)
}
