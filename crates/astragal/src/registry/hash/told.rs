//! Hashes under parameters by name: BLAKE's salt, all that BLAKE2's parameter block holds, Skein's key and strings.

#[cfg(feature = "blake")]
pub(super) mod blake;
#[cfg(feature = "skein")]
pub(super) mod skein;

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt::Debug;

use super::DynHash;
use crate::error::{ImportError, ParameterError, StateError};
use crate::hash as typed;
use crate::kind::state::Portable;
use crate::machine::stack::{FRAMES, erase_after};
use crate::registry::embed::{Embed, Hashes, Place};
use crate::registry::params::{HashParams, HashTakes};
use crate::registry::rows::rows;

/// From the parameters, of which only those are given that the row takes.
pub(super) type Constructor =
    fn(&HashParams<'_>, Place<'_, dyn DynHash>) -> Result<(), ParameterError>;

/// A hash that is told more than its message.
pub(super) trait Told: Portable + Debug + Send + Sync + 'static {
    /// The row's name, and the length of the block that HMAC pads its key to.
    const ROW: (&'static str, usize);
    fn told(params: &HashParams<'_>) -> Result<Self, ParameterError>;
    fn digest_bytes(&self) -> usize;
    fn update(&mut self, data: &[u8]);
    /// Fills `digest`, which has the digest's length, and goes back to the empty message.
    fn fill(&mut self, digest: &mut [u8]) -> Result<(), ParameterError>;
    fn reset(&mut self);
}

/// What a row takes that is made of `H`.
pub(super) const fn row<H: Told>(takes: HashTakes) -> (HashTakes, Option<Constructor>) {
    let new: Constructor = |params, place| {
        erase_after(Object::<H>::MOVED, || {
            Object(H::told(params)?).put(place);
            Ok(())
        })
    };
    (takes, Some(new))
}

/// An object for a state of this name, if it is one of a hash under parameters.
pub(super) fn blank(name: &str) -> Option<Box<dyn DynHash>> {
    BLANKS.iter().find(|(known, _)| *known == name).map(|(_, blank)| blank())
}

/// Makes an object for a state.
type Blank = fn() -> Box<dyn DynHash>;

/// The names that states have, which say that parameters come with them.
static BLANKS: &[(&str, Blank)] = rows! {
    "blake":
        ("blake2b", boxed::<typed::Blake2b>),
        ("blake2s", boxed::<typed::Blake2s>),
        ("blake-224-salted", boxed::<typed::SaltedBlake224>),
        ("blake-256-salted", boxed::<typed::SaltedBlake256>),
        ("blake-384-salted", boxed::<typed::SaltedBlake384>),
        ("blake-512-salted", boxed::<typed::SaltedBlake512>);
    "skein":
        ("skein256", boxed::<typed::Skein256>),
        ("skein512", boxed::<typed::Skein512>),
        ("skein1024", boxed::<typed::Skein1024>);
};

fn boxed<H: Told>() -> Box<dyn DynHash> {
    Box::new(Object(H::blank()))
}

#[derive(Debug)]
struct Object<H>(H);

impl<H: Told> Object<H> {
    /// The stack that is used where an object, which may hold a key, is made, copied or ended.
    const MOVED: usize = FRAMES + 4 * size_of::<H>();

    fn put(self, place: Place<'_, dyn DynHash>) {
        place.put(self);
    }
}

impl<H: Told> DynHash for Object<H> {
    fn name(&self) -> &'static str {
        H::ROW.0
    }
    fn digest_bytes(&self) -> usize {
        self.0.digest_bytes()
    }
    fn block_bytes(&self) -> usize {
        H::ROW.1
    }
    fn update(&mut self, data: &[u8]) {
        self.0.update(data);
    }
    fn update_parallel(&mut self, data: &[u8]) {
        self.0.update(data);
    }
    fn finalize_into_reset(&mut self, digest: &mut [u8]) -> Result<(), ParameterError> {
        ParameterError::check_buffer(H::ROW.0, digest, self.0.digest_bytes())?;
        erase_after(Self::MOVED, || self.0.fill(digest))
    }
    fn reset(&mut self) {
        erase_after(Self::MOVED, || self.0.reset());
    }
    fn export_state(&self) -> Result<Vec<u8>, StateError> {
        self.0.export_state()
    }
    fn export_state_with_key(&self) -> Vec<u8> {
        self.0.export_state_with_key()
    }
    fn import_state(&mut self, state: &[u8]) -> Result<(), ImportError> {
        self.0 = H::import_state(state)?;
        Ok(())
    }
    fn import_state_with_key(&mut self, state: &[u8]) -> Result<(), ImportError> {
        erase_after(Self::MOVED, || {
            self.0 = H::import_state_with_key(state)?;
            Ok(())
        })
    }
}

impl<H: Told> Embed<Hashes> for Object<H> {
    fn clone_to(&self, place: Place<'_, dyn DynHash>) {
        erase_after(Self::MOVED, || Self(self.0.clone()).put(place));
    }
    fn at(&self, memory: *mut u8) -> *mut dyn DynHash {
        memory.cast::<Self>()
    }
}
