//! Objects of message authentication codes: `MacObject` implements the trait `DynMac` for every MAC type.

use alloc::vec::Vec;
use core::fmt::Debug;

use super::row::{DynMac, MacRow, Macs, Request};
use crate::error::{ImportError, ParameterError, StateError};
use crate::platform::stack::with_stack_wipe;
use crate::registry::object_storage::{ObjectStorage, Slot};
use crate::traits::state::{self, Fields, Keys, SerializeState, Serialized, StateKind};

/// MAC operations used by [`MacObject`]. Every [`Mac`] implements this trait, and so do MACs with a tag length chosen
/// at run time.
///
/// These methods do not wipe the stack; [`MacObject`] wipes it after each call.
pub(in crate::registry) trait Authenticate:
    Clone + Debug + Send + Sync + 'static
{
    /// Returns an upper bound, in bytes, on the stack that each method uses.
    fn stack(&self) -> usize;
    /// Number of copies of the object that are on the stack while it is created.
    const MOVES: usize = 4;
    fn update(&mut self, data: &[u8]);
    /// Writes the tag. The caller must drop the state or call `restart` afterwards.
    fn finalize_into(&mut self, tag: &mut [u8]) -> Result<(), ParameterError>;
    /// Upper bound, in bytes, on the stack used for copies of the state in `restart`.
    const RESTART_BYTES: usize = 3 * size_of::<Self>();
    /// Starts an empty message. `keyed` is the state with the same key and an empty message.
    fn restart(&mut self, keyed: &Self) {
        self.clone_from(keyed);
    }
    /// Whether the state can be exported.
    const IS_EXPORTABLE: bool = true;
    /// Writes the state to `fields`, or reads the state from `fields`; see [`SerializeState`].
    fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized;
}

#[derive(Clone, Debug)]
struct MacObject<M> {
    row: &'static MacRow,
    /// State with the key and an empty message. `reset` restores it.
    keyed: M,
    current: M,
    tag_bytes: usize,
}

/// Depending on `request`, creates a MAC object or computes the tag of one message. The closure `keyed` returns the
/// initial keyed state.
pub(in crate::registry) fn object<M: Authenticate>(
    row: &'static MacRow,
    stack: usize,
    keyed: impl FnOnce() -> M,
    tag_bytes: usize,
    request: Request<'_>,
) {
    match request {
        Request::Object(slot) => with_stack_wipe(stack + MacObject::<M>::MOVE_BYTES, || {
            let keyed = keyed();
            let object = MacObject { row, current: keyed.clone(), keyed, tag_bytes };
            slot.put(object);
        }),
        Request::Tag(message, tag) => with_stack_wipe(stack + M::MOVES * size_of::<M>(), || {
            let mut code = keyed();
            code.update(message);
            let filled = code.finalize_into(tag);
            debug_assert!(filled.is_ok(), "the lengths have been checked");
        }),
    }
}

impl<M: Authenticate> MacObject<M> {
    /// Upper bound, in bytes, on the stack used to create an object. The object is moved through several stack frames,
    /// and each frame keeps a copy.
    const MOVE_BYTES: usize = M::MOVES * size_of::<Self>();
    /// Upper bound, in bytes, on the stack used to clone an object.
    const CLONE_BYTES: usize = 400 + 3 * size_of::<Self>();
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
        with_stack_wipe(self.current.stack() + M::RESTART_BYTES, || {
            let ended = self.current.finalize_into(tag);
            self.current.restart(&self.keyed);
            ended
        })
    }
    fn reset(&mut self) {
        with_stack_wipe(Self::CLONE_BYTES, || self.current.restart(&self.keyed));
    }
    #[cfg(feature = "state")]
    fn export_state_with_key(&self) -> Result<Vec<u8>, StateError> {
        if !M::IS_EXPORTABLE {
            return Err(StateError::NotExportable { algorithm: self.row.name });
        }
        state::export(self, Keys::Allowed)
    }
    #[cfg(feature = "state")]
    fn import_state_with_key(&mut self, state: &[u8]) -> Result<(), ImportError> {
        with_stack_wipe(Self::CLONE_BYTES + self.current.stack() + Self::MOVE_BYTES, || {
            *self = state::import(self.clone(), state, Keys::Allowed)?;
            Ok(())
        })
    }
}

impl<M: Authenticate> state::StateEngine for MacObject<M> {
    const KIND: StateKind = StateKind::DynMac;
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
    fn clone_to(&self, slot: Slot<'_, dyn DynMac>) {
        let Self { row, keyed, current, tag_bytes } = self;
        with_stack_wipe(Self::CLONE_BYTES, || {
            let (keyed, current) = (keyed.clone(), current.clone());
            let copy = Self { row, keyed, current, tag_bytes: *tag_bytes };
            slot.put(copy);
        });
    }
    fn at(&self, memory: *mut u8) -> *mut dyn DynMac {
        memory.cast::<Self>()
    }
}
