//! MAC objects for an algorithm chosen at run time.

use alloc::vec::Vec;
use core::fmt::Debug;

use super::MacRow;
use crate::error::{Allowed, ImportError, InvalidTag, ParameterError, StateError, VerifyError};
use crate::platform::stack::with_stack_wipe;
use crate::registry::object_storage::{Macs, ObjectStorage, Slot};
use crate::traits::mac::{SHORTEST_VERIFIED_TAG_BYTES, same_tag};
use crate::traits::state::{self, Fields, Keys, SerializeState, Serialized, StateKind};

/// Keyed message authentication code chosen at run time.
pub trait DynMac: ObjectStorage<Macs> + Debug + Send + Sync {
    /// The algorithm's row.
    fn row(&self) -> &'static MacRow;
    /// The tag's length in bytes.
    fn tag_bytes(&self) -> usize;
    /// Appends `data` to the message.
    fn update(&mut self, data: &[u8]);
    /// Writes the tag to `tag`, then resets the object to the empty message with the same key.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if `tag` has the wrong length; the object is unchanged. The same error if the message
    /// was too long for the algorithm.
    fn finalize_into_reset(&mut self, tag: &mut [u8]) -> Result<(), ParameterError>;
    /// Resets the object to the empty message with the same key.
    fn reset(&mut self);
    /// Exports the state as bytes, to continue in another process or on another machine. The bytes contain the key:
    /// keep them secret. See [`ExportState`](crate::hazmat::state::ExportState).
    ///
    /// # Errors
    /// [`StateError::NotCarried`] for CMAC: its state is a cipher's key schedule.
    fn export_state_with_key(&self) -> Result<Vec<u8>, StateError>;
    /// Replaces this object's state, key and tag length with those in `state`.
    ///
    /// # Errors
    /// [`ImportError`] if `state` is damaged or has another algorithm or version. The object is unchanged on error.
    fn import_state_with_key(&mut self, state: &[u8]) -> Result<(), ImportError>;
}

impl dyn DynMac {
    /// Returns the tag, then resets the object to the empty message with the same key.
    ///
    /// # Errors
    /// [`ParameterError::Length`] if the message was too long for the algorithm.
    /// [`ParameterError::NoMemory`] if allocating the tag fails.
    pub fn finalize_reset(&mut self) -> Result<Vec<u8>, ParameterError> {
        let mut tag = zeros(self.row(), self.tag_bytes())?;
        self.finalize_into_reset(&mut tag)?;
        Ok(tag)
    }

    /// Compares the computed tag with `tag` in constant time, then resets the object to the empty message with the same
    /// key.
    ///
    /// # Errors
    /// [`VerifyError::InvalidTag`] if the tags differ in length or content, or the message was too long for the
    /// algorithm. [`VerifyError::Parameter`] if the object's tags are shorter than 4 bytes (SP 800-107r1 §5.3.3).
    pub fn verify_reset(&mut self, tag: &[u8]) -> Result<(), VerifyError> {
        let bytes = self.tag_bytes();
        if tag.len() != bytes {
            self.reset();
            return Err(VerifyError::InvalidTag);
        }
        let allowed = Allowed::AtLeast(SHORTEST_VERIFIED_TAG_BYTES);
        if !allowed.contains(bytes) {
            self.reset();
            ParameterError::check_length(self.row().name, "tag to verify", bytes, allowed)?;
        }
        verified(self.row(), tag, |expected| self.finalize_into_reset(expected))
    }
}

/// Compares the tag computed by `fill` with `tag` in constant time.
pub(super) fn verified(
    row: &'static MacRow,
    tag: &[u8],
    fill: impl FnOnce(&mut [u8]) -> Result<(), ParameterError>,
) -> Result<(), VerifyError> {
    // Tags of usual length need no allocation.
    let (mut short, mut long);
    let expected = if tag.len() <= 128 {
        short = [0; 128];
        &mut short[..tag.len()]
    } else {
        long = zeros(row, tag.len())?;
        &mut long
    };
    fill(expected).map_err(|_| InvalidTag)?;
    Ok(same_tag(expected, tag)?)
}

/// Allocates a zeroed buffer for a tag.
fn zeros(row: &'static MacRow, given: usize) -> Result<Vec<u8>, ParameterError> {
    let mut tag = Vec::new();
    tag.try_reserve_exact(given).map_err(|_| ParameterError::NoMemory {
        algorithm: row.name,
        what: "tag",
        given,
    })?;
    tag.resize(given, 0);
    Ok(tag)
}

/// Requested result: a MAC object or the tag of one message.
pub(in crate::registry) enum Wanted<'a> {
    /// Object to be created in this slot.
    Object(Slot<'a, dyn DynMac>),
    /// Message, and the buffer for its tag.
    Tag(&'a [u8], &'a mut [u8]),
}

/// MAC operations for [`MacObject`]: any [`Mac`], and MACs with a tag length chosen at run time.
///
/// These methods do not wipe the stack; [`MacObject`] wipes it after each call.
pub(in crate::registry) trait Authenticate:
    Clone + Debug + Send + Sync + 'static
{
    /// Stack used by the methods, in bytes.
    fn stack(&self) -> usize;
    /// Number of copies on the stack while an object is created.
    const MOVES: usize = 4;
    fn update(&mut self, data: &[u8]);
    /// Writes the tag. The caller must drop or overwrite the state afterwards.
    fn finalize_into(&mut self, tag: &mut [u8]) -> Result<(), ParameterError>;
    /// Whether the state can be exported.
    const IS_CARRIED: bool = true;
    /// Exports or imports the state; see [`SerializeState`].
    fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized;
}

#[derive(Clone, Debug)]
struct MacObject<M> {
    row: &'static MacRow,
    /// Keyed state without input, restored by `reset`.
    keyed: M,
    current: M,
    tag_bytes: usize,
}

/// Creates the requested result for `row`. `keyed` returns the initial keyed state.
pub(in crate::registry) fn object<M: Authenticate>(
    row: &'static MacRow,
    stack: usize,
    keyed: impl FnOnce() -> M,
    tag_bytes: usize,
    wanted: Wanted<'_>,
) {
    match wanted {
        Wanted::Object(place) => with_stack_wipe(stack + MacObject::<M>::MOVE_BYTES, || {
            let keyed = keyed();
            let object = MacObject { row, current: keyed.clone(), keyed, tag_bytes };
            place.put(object);
        }),
        Wanted::Tag(message, tag) => with_stack_wipe(stack + M::MOVES * size_of::<M>(), || {
            let mut code = keyed();
            code.update(message);
            let filled = code.finalize_into(tag);
            debug_assert!(filled.is_ok(), "the lengths have been checked");
        }),
    }
}

impl<M: Authenticate> MacObject<M> {
    /// Stack used while an object is created, in bytes: each frame that moves it holds a copy.
    const MOVE_BYTES: usize = M::MOVES * size_of::<Self>();
    /// Stack used while an object is cloned, in bytes.
    const COPIED: usize = 400 + 3 * size_of::<Self>();
    /// Stack used by copies at the end of a message, in bytes.
    const ENDED: usize = 3 * size_of::<M>();
}

impl<M: Authenticate> DynMac for MacObject<M> {
    fn row(&self) -> &'static MacRow {
        self.row
    }
    fn tag_bytes(&self) -> usize {
        self.tag_bytes
    }
    fn update(&mut self, data: &[u8]) {
        with_stack_wipe(self.current.stack(), || self.current.update(data));
    }
    fn finalize_into_reset(&mut self, tag: &mut [u8]) -> Result<(), ParameterError> {
        ParameterError::check_buffer(self.row.name, tag, self.tag_bytes)?;
        with_stack_wipe(self.current.stack() + Self::ENDED, || {
            let ended = self.current.finalize_into(tag);
            self.current.clone_from(&self.keyed);
            ended
        })
    }
    fn reset(&mut self) {
        with_stack_wipe(Self::COPIED, || self.current.clone_from(&self.keyed));
    }
    fn export_state_with_key(&self) -> Result<Vec<u8>, StateError> {
        if !M::IS_CARRIED {
            return Err(StateError::NotCarried { algorithm: self.row.name });
        }
        state::export(self, Keys::Allowed)
    }
    fn import_state_with_key(&mut self, state: &[u8]) -> Result<(), ImportError> {
        with_stack_wipe(Self::COPIED + self.current.stack() + Self::MOVE_BYTES, || {
            *self = state::import(self.clone(), state, Keys::Allowed)?;
            Ok(())
        })
    }
}

impl<M: Authenticate> state::StateEngine for MacObject<M> {
    const KIND: StateKind = StateKind::NamedMac;
    fn name(&self) -> &'static str {
        self.row.name
    }
    fn is_keyed(&self) -> bool {
        true
    }
}

impl<M: Authenticate> SerializeState for MacObject<M> {
    fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized {
        fields.size(&mut self.tag_bytes)?;
        Fields::check(self.row.tag_bytes_allowed.contains(self.tag_bytes))?;
        self.keyed.serialize(fields)?;
        self.current.serialize(fields)
    }
}

impl<M: Authenticate> ObjectStorage<Macs> for MacObject<M> {
    fn clone_to(&self, place: Slot<'_, dyn DynMac>) {
        let Self { row, keyed, current, tag_bytes } = self;
        with_stack_wipe(Self::COPIED, || {
            let (keyed, current) = (keyed.clone(), current.clone());
            let copy = Self { row, keyed, current, tag_bytes: *tag_bytes };
            place.put(copy);
        });
    }
    fn at(&self, memory: *mut u8) -> *mut dyn DynMac {
        memory.cast::<Self>()
    }
}
