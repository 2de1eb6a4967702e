//! Argon2 (RFC 9106): the memory-hard function that won the Password Hashing Competition.
//!
//! `params` has what the caller chooses, checked once; `variable_hash` is H', BLAKE2b for any output length
//! (§3.3); `fill` goes over the memory, slice by slice and lane by lane, and says which block comes from which
//! (§3.4); `compress` is the compression function G over a block of 1 KiB (§3.5), written once over words and
//! vectors of words; `backend` runs it on the registers that there are.
//!
//! Argon2i's choice of blocks is independent of the password and so is its timing. Argon2d, and Argon2id after
//! the first half of the first pass, choose by what they have computed: the cache may betray something of the
//! password to other programs on the machine.

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
use crate::platform::words::{erase, load_le, store_le};
use crate::traits::Implementation;
use crate::traits::Timing;
use crate::traits::kdf::Work;
use backend::Backend;
use fill::Shape;
use params::Argon2Params;

/// A block: 1 KiB.
pub(crate) type Block = [u64; 128];

/// Argon2 with its parameters; `TYPE` is 0 for Argon2d, 1 for Argon2i, 2 for Argon2id.
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
    least_salt_bytes: usize,
}

/// Argon2d (RFC 9106): chooses blocks by the password from the start. Hardest for who guesses; leaks to who
/// shares the machine.
pub type Argon2d<'a> = Argon2<'a, 0>;
/// Argon2i (RFC 9106): chooses blocks independently of the password. Constant-time; easier to guess with less
/// memory.
pub type Argon2i<'a> = Argon2<'a, 1>;
/// Argon2id (RFC 9106): Argon2i for the first half pass, then Argon2d. The one to take.
pub type Argon2id<'a> = Argon2<'a, 2>;

impl<'a, const TYPE: u32> Argon2<'a, TYPE> {
    /// The canonical name: `argon2d`, `argon2i` or `argon2id`.
    pub const NAME: &'static str = match TYPE {
        0 => "argon2d",
        1 => "argon2i",
        2 => "argon2id",
        _ => panic!("Argon2 has the types 0, 1 and 2"),
    };

    /// Argon2 with these parameters.
    ///
    /// # Errors
    /// [`ParameterError::Value`] for a number out of range, as [`Argon2Params`] tells them.
    pub const fn new(params: Argon2Params) -> Result<Self, ParameterError> {
        match params.check(Self::NAME) {
            Ok(()) => Ok(Self { params, secret: &[], associated_data: &[], least_salt_bytes: 8 }),
            Err(error) => Err(error),
        }
    }

    /// With a secret, K of RFC 9106 §3.1: a key that is kept apart from the hashes ("pepper").
    #[must_use]
    pub const fn secret(self, secret: &'a [u8]) -> Self {
        Self { secret, ..self }
    }

    /// With associated data, X of RFC 9106 §3.1.
    #[must_use]
    pub const fn associated_data(self, associated_data: &'a [u8]) -> Self {
        Self { associated_data, ..self }
    }

    /// Takes salts of less than 8 bytes, too: RFC 9106 allows them, but two users should not share one.
    #[must_use]
    pub const fn allow_short_salt(self) -> Self {
        Self { least_salt_bytes: 0, ..self }
    }

    /// A key of `N` bytes, at least 4.
    ///
    /// # Errors
    /// [`KdfError::Parameter`] for a shorter key, a salt of less than 8 bytes, or any input of 2^32 bytes;
    /// [`KdfError::Memory`] when the system does not give it.
    pub fn derive<const N: usize>(
        &self,
        password: &[u8],
        salt: &[u8],
    ) -> Result<[u8; N], KdfError> {
        let mut key = [0; N];
        self.derive_into(password, salt, &mut key)?;
        Ok(key)
    }

    /// Fills `key`, which has at least 4 bytes.
    ///
    /// # Errors
    /// As for [`derive`](Self::derive); `key` holds zeros then.
    pub fn derive_into(
        &self,
        password: &[u8],
        salt: &[u8],
        key: &mut [u8],
    ) -> Result<(), KdfError> {
        self.derive_with(password, salt, key, &mut Work::default())
    }

    /// [`derive_into`](Self::derive_into) in the caller's arena, or watched.
    ///
    /// # Errors
    /// As for [`derive`](Self::derive), and [`KdfError::Cancelled`]; `key` holds zeros then.
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

    /// Fills each of `keys` from the password and the salt of the same index, one after the other in the same
    /// memory.
    ///
    /// # Errors
    /// As for [`derive`](Self::derive); all `keys` hold zeros then.
    ///
    /// # Panics
    /// When there are not as many keys as passwords.
    pub fn derive_many<const N: usize>(
        &self,
        passwords_and_salts: &[(&[u8], &[u8])],
        keys: &mut [[u8; N]],
    ) -> Result<(), KdfError> {
        assert_eq!(passwords_and_salts.len(), keys.len(), "one key for each password");
        Work::default().within_arena(|_, arena| {
            for (i, &(password, salt)) in passwords_and_salts.iter().enumerate() {
                let mut work = Work::default().in_arena(arena);
                let derived = self.derive_with(password, salt, &mut keys[i], &mut work);
                if derived.is_err() {
                    erase(keys.as_flattened_mut());
                    return derived;
                }
            }
            Ok(())
        })
    }

    /// The code that runs here now.
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
            ("salt", salt.len(), Allowed::Between(self.least_salt_bytes, LONGEST)),
            ("secret", self.secret.len(), short),
            ("associated data", self.associated_data.len(), short),
            ("key", key.len(), Allowed::Between(4, LONGEST)),
        ] {
            ParameterError::check_length(Self::NAME, what, given, allowed)?;
        }
        Ok(())
    }

    /// H0 (§3.2), and from it the first two blocks of every lane (§3.4).
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
                let place = [&*h0, &column.to_le_bytes()[..], &lane.to_le_bytes()];
                variable_hash::fill(&mut *bytes, &place);
                memory[shape.index(lane as usize, column as usize)] = load_le(&*bytes);
            }
        }
    }
}

/// A length that was checked, as the 32 bits that are hashed.
fn length(bytes: usize) -> u32 {
    u32::try_from(bytes).unwrap_or(u32::MAX)
}

impl<const TYPE: u32> fmt::Debug for Argon2<'_, TYPE> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {{ {:?}, .. }}", Self::NAME, self.params)
    }
}
