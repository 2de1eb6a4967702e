//! A message authentication code that is chosen at run time.

use alloc::vec::Vec;
use core::fmt::Debug;

use super::MacRow;
use crate::error::{Allowed, ImportError, InvalidTag, ParameterError, StateError, VerifyError};
use crate::platform::stack::with_stack_wipe;
use crate::registry::object_storage::{Macs, ObjectStorage, Slot};
use crate::traits::mac::{SHORTEST_VERIFIED_TAG_BYTES, same_tag};
use crate::traits::state::{self, Fields, Keys, SerializeState, Serialized, StateKind};

/// A keyed message authentication code chosen at run time.
pub trait DynMac: ObjectStorage<Macs> + Debug + Send + Sync {
    /// The algorithm's row.
    fn row(&self) -> &'static MacRow;
    /// The tag's length in bytes.
    fn tag_bytes(&self) -> usize;
    /// Appends `data` to the message.
    fn update(&mut self, data: &[u8]);
    /// Fills `tag` with the tag of the message and goes back to the empty message, the key kept.
    ///
    /// # Errors
    /// [`ParameterError::Length`] when `tag` does not have the tag's length, and nothing changes then, or when the
    /// message was longer than the algorithm takes.
    fn finalize_into_reset(&mut self, tag: &mut [u8]) -> Result<(), ParameterError>;
    /// Goes back to the empty message, the key kept.
    fn reset(&mut self);
    /// The state as bytes, as secret as the key that they hold, from which another process or machine goes on: see
    /// [`Portable`](crate::hazmat::state::ExportState).
    ///
    /// # Errors
    /// [`StateError::NotCarried`] for CMAC, whose state is a cipher's key schedule.
    fn export_state_with_key(&self) -> Result<Vec<u8>, StateError>;
    /// Takes the place of the object that `state` was exported from by name, whatever the key and the tag's length.
    ///
    /// # Errors
    /// [`ImportError`] when `state` is damaged, or of another algorithm or version. Nothing changes then.
    fn import_state_with_key(&mut self, state: &[u8]) -> Result<(), ImportError>;
}

impl dyn DynMac {
    /// The tag of the message; goes back to the empty message, the key kept.
    ///
    /// # Errors
    /// [`ParameterError::Length`] when the message was longer than the algorithm takes.
    /// [`ParameterError::NoMemory`] when there is no memory for the tag.
    pub fn finalize_reset(&mut self) -> Result<Vec<u8>, ParameterError> {
        let mut tag = zeros(self.row(), self.tag_bytes())?;
        self.finalize_into_reset(&mut tag)?;
        Ok(tag)
    }

    /// Compares the tag of the message with `tag` in constant time; goes back to the empty message, the
    /// key kept.
    ///
    /// # Errors
    /// [`VerifyError::InvalidTag`] when they differ, in length or in any byte, and when the message was
    /// longer than the algorithm takes. [`VerifyError::Parameter`] when the object's tags have fewer than 4
    /// bytes, which are guessed too soon to prove anything (SP 800-107r1 §5.3.3).
    pub fn verify_reset(&mut self, tag: &[u8]) -> Result<(), VerifyError> {
        let bytes = self.tag_bytes();
        // A tag of another length costs no more than its own; the usual ones need no allocation.
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

/// Compares the tag that `fill` gives with `tag` in constant time.
pub(super) fn verified(
    row: &'static MacRow,
    tag: &[u8],
    fill: impl FnOnce(&mut [u8]) -> Result<(), ParameterError>,
) -> Result<(), VerifyError> {
    // The usual tags need no allocation.
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

/// Room for a tag.
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

/// What is made of a row, a key and parameters.
pub(in crate::registry) enum Wanted<'a> {
    /// An object, put there.
    Object(Slot<'a, dyn DynMac>),
    /// The tag of a message, without an object.
    Tag(&'a [u8], &'a mut [u8]),
}

/// What [`MacObject`] needs: [`Mac`], and the codes whose tag length is chosen at run time.
///
/// Its methods leave the stack as it is; [`MacObject`] erases it around them.
pub(in crate::registry) trait Authenticate:
    Clone + Debug + Send + Sync + 'static
{
    /// The stack that the methods use, in bytes.
    fn stack(&self) -> usize;
    /// How many copies lie on the stack where an object is made.
    const MOVES: usize = 4;
    fn update(&mut self, data: &[u8]);
    /// Fills `tag`; the code is not used afterwards, but dropped or overwritten.
    fn finalize_into(&mut self, tag: &mut [u8]) -> Result<(), ParameterError>;
    /// Whether its state can be carried elsewhere.
    const IS_CARRIED: bool = true;
    /// Carries the state, as [`SerializeState`] says.
    fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized;
}

#[derive(Clone, Debug)]
struct MacObject<M> {
    row: &'static MacRow,
    /// Keyed, nothing absorbed: what `reset` goes back to.
    keyed: M,
    current: M,
    tag_bytes: usize,
}

/// Makes what is wanted of `row`, of a code that starts as what `keyed` gives. Its methods use `stack` bytes of stack.
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
    /// The stack that an object takes where it is made: it is moved from frame to frame.
    const MOVE_BYTES: usize = M::MOVES * size_of::<Self>();
    /// The stack that is used where one is copied.
    const COPIED: usize = 400 + 3 * size_of::<Self>();
    /// The stack that copies take where a message ends.
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
