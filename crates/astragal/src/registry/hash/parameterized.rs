//! Hashes with parameters: BLAKE's salt, BLAKE2's parameter block, Skein's key and strings. This file contains the
//! object type, and the constructors of objects into which a state is imported. `parameterized/blake.rs` and
//! `parameterized/skein.rs` implement the trait `ParameterizedHash` for the hashes of their families.

#[cfg(feature = "blake")]
pub(super) mod blake;
#[cfg(feature = "skein")]
pub(super) mod skein;

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt::Debug;

use super::row::{Constructor, DynHash, Hashes};
use crate::error::{ImportError, ParameterError, StateError};
use crate::hash as typed;
use crate::platform::stack::{STACK_BYTES, with_stack_wipe};
use crate::registry::object_storage::{ObjectStorage, Slot};
use crate::registry::params::{HashParams, HashTakes};
use crate::registry::rows::rows;
use crate::traits::state::ExportState;

/// Hash that takes parameters besides the message.
pub(super) trait ParameterizedHash: ExportState + Debug + Send + Sync + 'static {
    /// Name of the registry row, and block length in bytes.
    const ROW: (&'static str, usize);
    fn with_parameters(params: &HashParams<'_>) -> Result<Self, ParameterError>;
    fn digest_bytes(&self) -> usize;
    fn update(&mut self, data: &[u8]);
    /// Writes the digest, then resets the state to an empty message. `digest` must be as long as the digest.
    fn fill(&mut self, digest: &mut [u8]) -> Result<(), ParameterError>;
    fn reset(&mut self);
}

/// Returns two fields of a registry row: the parameters that `H` accepts, and the constructor of `H`'s objects.
pub(super) const fn row<H: ParameterizedHash>(
    takes: HashTakes,
) -> (HashTakes, Option<Constructor>) {
    let new: Constructor = |params, slot| {
        with_stack_wipe(Object::<H>::MOVE_BYTES, || {
            Object(H::with_parameters(params)?).put(slot);
            Ok(())
        })
    };
    (takes, Some(new))
}

/// Returns an empty object of the parameterized hash `name`, into which a state can be imported. Returns `None` if no
/// parameterized hash has this name.
#[cfg(feature = "state")]
pub(super) fn empty(name: &str) -> Option<Box<dyn DynHash>> {
    EMPTY_OBJECTS.iter().find(|(known, _)| *known == name).map(|(_, new)| new())
}

/// Function that creates an empty object, into which the caller then imports a state.
#[cfg(feature = "state")]
type NewEmpty = fn() -> Box<dyn DynHash>;

/// Names of the parameterized hashes, as they appear in exported states. Each name is listed with a function that
/// creates an empty object. Importing the state then sets the parameters.
#[cfg(feature = "state")]
static EMPTY_OBJECTS: &[(&str, NewEmpty)] = rows! {
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

#[cfg(feature = "state")]
fn boxed<H: ParameterizedHash>() -> Box<dyn DynHash> {
    Box::new(Object(H::empty()))
}

#[derive(Debug)]
struct Object<H>(H);

impl<H: ParameterizedHash> Object<H> {
    /// Upper bound, in bytes, on the stack used to create, clone or finish an object. This stack is wiped, because the
    /// object may contain a key.
    const MOVE_BYTES: usize = STACK_BYTES + 4 * size_of::<H>();

    fn put(self, slot: Slot<'_, dyn DynHash>) {
        slot.put(self);
    }
}

impl<H: ParameterizedHash> DynHash for Object<H> {
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
        with_stack_wipe(Self::MOVE_BYTES, || self.0.fill(digest))
    }
    fn reset(&mut self) {
        with_stack_wipe(Self::MOVE_BYTES, || self.0.reset());
    }
    #[cfg(feature = "state")]
    fn export_state(&self) -> Result<Vec<u8>, StateError> {
        self.0.export_state()
    }
    #[cfg(feature = "state")]
    fn export_state_with_key(&self) -> Vec<u8> {
        self.0.export_state_with_key()
    }
    #[cfg(feature = "state")]
    fn import_state(&mut self, state: &[u8]) -> Result<(), ImportError> {
        self.0 = H::import_state(state)?;
        Ok(())
    }
    #[cfg(feature = "state")]
    fn import_state_with_key(&mut self, state: &[u8]) -> Result<(), ImportError> {
        with_stack_wipe(Self::MOVE_BYTES, || {
            self.0 = H::import_state_with_key(state)?;
            Ok(())
        })
    }
}

impl<H: ParameterizedHash> ObjectStorage<Hashes> for Object<H> {
    fn clone_to(&self, slot: Slot<'_, dyn DynHash>) {
        with_stack_wipe(Self::MOVE_BYTES, || Self(self.0.clone()).put(slot));
    }
    fn at(&self, memory: *mut u8) -> *mut dyn DynHash {
        memory.cast::<Self>()
    }
}
