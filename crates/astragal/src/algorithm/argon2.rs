//! Argon2: the memory-hard function that won the Password Hashing Competition.
//!
//! # Standard
//! RFC 9106. Section numbers in this module refer to it. Version 1.0 is supported for old hashes.
//!
//! # Files
//! - `params`: costs. `variable_hash`: H', BLAKE2b with any output length (§3.3).
//! - `fill`: computes the blocks in order and chooses the reference blocks (§3.4). `compress`, `lanes`: the function G
//!   (§3.5).
//!
//! # Backends
//! - `portable`: computes G word by word. `avx2`, `avx512`: four rows or columns of a block at a time.
//! - With the feature `parallel`, several cores compute the lanes of a slice.
//!
//! # Constant time
//! Argon2i chooses reference blocks independently of the password. Argon2d chooses them depending on values that are
//! computed from the password. Argon2id works as Argon2i in the first half of the first pass, and as Argon2d
//! afterwards. Cache timing may reveal to other programs on the machine which blocks Argon2d and Argon2id read.
//!
//! # Tests
//! Tests check that parameters out of range are rejected, and compare the backends with the portable code. Known
//! answers are in `astragal-vectors`.

mod backend;
mod compress;
mod fill;
#[cfg(target_arch = "x86_64")]
mod lanes;
pub(crate) mod params;
mod variable_hash;

use core::fmt;
use zeroize::Zeroizing;

use crate::algorithm::blake::blake2::Blake2b512;
use crate::error::{Allowed, KdfError, ParameterError};
use crate::platform::array::Flat as _;
use crate::platform::words::{erase, load_le, store_le};
use crate::traits::Implementation;
use crate::traits::Timing;
use crate::traits::kdf::Work;
use backend::Backend;
use fill::Shape;
use params::Argon2Params;

/// Memory block of 1 KiB.
pub(crate) type Block = [u64; 128];

/// Argon2 with its parameters. `TYPE` is 0 for Argon2d, 1 for Argon2i, 2 for Argon2id.
///
/// ```
/// use astragal::kdf::{Argon2Params, Argon2id};
/// let params = Argon2Params::new(64, 3, 1);
/// let key: [u8; 32] = Argon2id::new(params)?.derive(b"password", b"a salt of 16 B..")?;
/// # Ok::<(), astragal::error::KdfError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Argon2<'a, const TYPE: u32> {
    params: Argon2Params,
    secret: &'a [u8],
    associated_data: &'a [u8],
    min_salt_bytes: usize,
}

/// Argon2d (RFC 9106): chooses reference blocks depending on values that are computed from the password. This makes
/// guessing attacks more expensive than with the other two variants, but cache timing reveals the choice to other
/// programs on the machine.
pub type Argon2d<'a> = Argon2<'a, 0>;
/// Argon2i (RFC 9106): chooses reference blocks independently of the password. It runs in constant time, but an
/// attacker can trade memory for time more cheaply than with Argon2d.
pub type Argon2i<'a> = Argon2<'a, 1>;
/// Argon2id (RFC 9106): works as Argon2i in the first half of the first pass, and as Argon2d afterwards. This is the
/// recommended variant.
pub type Argon2id<'a> = Argon2<'a, 2>;

impl<'a, const TYPE: u32> Argon2<'a, TYPE> {
    /// Canonical name of the variant: `argon2d`, `argon2i` or `argon2id`.
    pub const NAME: &'static str = match TYPE {
        0 => "argon2d",
        1 => "argon2i",
        2 => "argon2id",
        _ => panic!("the type of Argon2 must be 0, 1 or 2"),
    };

    /// Creates an Argon2 instance with these parameters.
    ///
    /// # Errors
    /// [`ParameterError::Value`] if a parameter is outside the range that [`Argon2Params`] documents.
    pub const fn new(params: Argon2Params) -> Result<Self, ParameterError> {
        match params.check(Self::NAME) {
            Ok(()) => Ok(Self { params, secret: &[], associated_data: &[], min_salt_bytes: 8 }),
            Err(error) => Err(error),
        }
    }

    /// Sets the secret K (RFC 9106 §3.1), a key that is stored apart from the hashes ("pepper").
    #[must_use]
    pub const fn secret(self, secret: &'a [u8]) -> Self {
        Self { secret, ..self }
    }

    /// Sets the associated data X (RFC 9106 §3.1), which is hashed with the password.
    #[must_use]
    pub const fn associated_data(self, associated_data: &'a [u8]) -> Self {
        Self { associated_data, ..self }
    }

    /// Allows salts shorter than 8 bytes. RFC 9106 permits them, but short salts may repeat between users.
    #[must_use]
    pub const fn allow_short_salt(self) -> Self {
        Self { min_salt_bytes: 0, ..self }
    }

    /// Derives a key of `N` bytes. `N` must be at least 4.
    ///
    /// # Errors
    /// - [`KdfError::Parameter`] if the key is shorter than 4 bytes, if the salt is shorter than 8 bytes, or if an input
    ///   has 2^32 bytes or more.
    /// - [`KdfError::Memory`] if the memory cannot be allocated.
    pub fn derive<const N: usize>(
        &self,
        password: &[u8],
        salt: &[u8],
    ) -> Result<[u8; N], KdfError> {
        let mut key = [0; N];
        self.derive_into(password, salt, &mut key)?;
        Ok(key)
    }

    /// Fills `key` with the derived key. `key` must have at least 4 bytes.
    ///
    /// # Errors
    /// Returns the same errors as [`derive`](Self::derive). In that case `key` is zeroed.
    pub fn derive_into(
        &self,
        password: &[u8],
        salt: &[u8],
        key: &mut [u8],
    ) -> Result<(), KdfError> {
        self.derive_with(password, salt, key, &mut Work::default())
    }

    /// Fills `key` with the derived key. `work` may supply the memory, receive progress reports and cancel the
    /// derivation.
    ///
    /// # Errors
    /// Returns the same errors as [`derive`](Self::derive), and [`KdfError::Cancelled`] if `work` cancels the
    /// derivation. In that case `key` is zeroed.
    pub fn derive_with(
        &self,
        password: &[u8],
        salt: &[u8],
        key: &mut [u8],
        work: &mut Work<'_>,
    ) -> Result<(), KdfError> {
        key.fill(0);
        self.check_inputs(password, salt, key)?;
        let shape = Shape::new(&self.params);
        work.within_arena(|work, arena| {
            let memory = arena.take::<Block>(Self::NAME, shape.blocks())?;
            self.initial_blocks(password, salt, key.len(), &shape, memory);
            let backend = Backend::best();
            fill::fill(&shape, TYPE, self.params.version, memory, backend, work)?;
            let mut last = shape.xor_of_last_blocks(memory);
            let mut bytes = Zeroizing::new([0; 1024]);
            store_le(&last, &mut *bytes);
            erase(&mut last);
            variable_hash::fill(key, &[&*bytes]);
            Ok(())
        })
    }

    /// Derives `keys[i]` from password number `i` and salt number `i`. The derivations run one after the other in the
    /// same memory.
    ///
    /// # Errors
    /// Returns the same errors as [`derive`](Self::derive). In that case all `keys` are zeroed.
    ///
    /// # Panics
    /// If `passwords_and_salts` and `keys` differ in length.
    pub fn derive_many<const N: usize>(
        &self,
        passwords_and_salts: &[(&[u8], &[u8])],
        keys: &mut [[u8; N]],
    ) -> Result<(), KdfError> {
        assert_eq!(
            passwords_and_salts.len(),
            keys.len(),
            "there must be one key for each password"
        );
        Work::default().within_arena(|_, arena| {
            for (i, &(password, salt)) in passwords_and_salts.iter().enumerate() {
                let mut work = Work::default().in_arena(arena);
                let derived = self.derive_with(password, salt, &mut keys[i], &mut work);
                if derived.is_err() {
                    erase(keys.flat_mut());
                    return derived;
                }
            }
            Ok(())
        })
    }

    /// Returns the name and the timing behaviour of the active backend.
    #[must_use]
    pub fn implementation() -> Implementation {
        let timing = if TYPE == 1 { Timing::Constant } else { Timing::DataDependent };
        Implementation { backend: Backend::best().name(), timing }
    }

    fn check_inputs(&self, password: &[u8], salt: &[u8], key: &[u8]) -> Result<(), ParameterError> {
        const LONGEST: usize = if usize::BITS > 32 { u32::MAX as usize } else { usize::MAX };
        let short = Allowed::Between(0, LONGEST);
        for (what, given, allowed) in [
            ("password", password.len(), short),
            ("salt", salt.len(), Allowed::Between(self.min_salt_bytes, LONGEST)),
            ("secret", self.secret.len(), short),
            ("associated data", self.associated_data.len(), short),
            ("key", key.len(), Allowed::Between(4, LONGEST)),
        ] {
            ParameterError::check_length(Self::NAME, what, given, allowed)?;
        }
        Ok(())
    }

    /// Computes the initial hash H0 (§3.2) and from it the first two blocks of every lane (§3.4).
    fn initial_blocks(
        &self,
        password: &[u8],
        salt: &[u8],
        key_bytes: usize,
        shape: &Shape,
        memory: &mut [Block],
    ) {
        let Argon2Params { memory_kib, passes, lanes, version } = self.params;
        let mut hash = Blake2b512::new();
        for number in [lanes, length(key_bytes), memory_kib, passes, version.number(), TYPE] {
            hash.update(&number.to_le_bytes());
        }
        for string in [password, salt, self.secret, self.associated_data] {
            hash.update(&length(string.len()).to_le_bytes());
            hash.update(string);
        }
        let h0 = Zeroizing::new(hash.finalize());
        let mut bytes = Zeroizing::new([0; 1024]);
        for lane in 0..lanes {
            for column in 0..2_u32 {
                let seed = [&*h0, &column.to_le_bytes()[..], &lane.to_le_bytes()];
                variable_hash::fill(&mut *bytes, &seed);
                memory[shape.index(lane as usize, column as usize)] = load_le(&*bytes);
            }
        }
    }
}

/// Converts a length in bytes to the 32-bit number that Argon2 hashes. The caller has checked that the length fits.
fn length(bytes: usize) -> u32 {
    u32::try_from(bytes).unwrap_or(u32::MAX)
}

impl<const TYPE: u32> fmt::Debug for Argon2<'_, TYPE> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {{ {:?}, .. }}", Self::NAME, self.params)
    }
}
