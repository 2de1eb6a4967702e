//! Objects of extendable-output functions: `XofObject` implements the trait `DynXof` for every function type.

use alloc::vec::Vec;
use core::fmt;
use core::mem;

use super::row::{DynXof, Request, XofRow, Xofs};
use crate::error::{ImportError, ParameterError, StateError};
use crate::platform::stack::{STACK_BYTES, try_with_stack_wipe, with_stack_wipe};
use crate::platform::wipe_on_drop::WipeOnDrop;
use crate::registry::object_storage::{ObjectStorage, Slot};
use crate::traits::opaque;
use crate::traits::state::{self, Fields, Keys, SerializeState, Serialized, StateKind};
use crate::xof::{Xof, XofReader};

/// XOF operations used by [`XofObject`]. Every [`Xof`] implements this trait, and so do functions that hash tuples or
/// have a fixed output length.
pub(super) trait Absorb: Clone + Send + Sync + 'static {
    type Reader: XofReader + SerializeState;
    /// Returns whether the state contains a key; see [`state::StateEngine::is_keyed`].
    fn is_keyed(&self) -> bool {
        false
    }
    fn absorb(&mut self, data: &[u8]);
    fn absorb_parallel(&mut self, data: &[u8]) {
        self.absorb(data);
    }
    /// Starts the next tuple element. Called only for functions that hash tuples.
    fn begin_item(&mut self, _bytes: u64) {}
    fn finalize(self) -> Self::Reader;
    /// Ends the message and writes the first output bytes. An implementation may override this method to squeeze
    /// without moving the state to a reader.
    fn finalize_into(self, out: &mut [u8]) {
        self.finalize().squeeze(out);
    }
    /// Like [`SerializeState::serialize`]. `initial` is the object's initial state.
    fn serialize_from(&mut self, initial: &Self, fields: &mut Fields<'_>) -> Serialized;
}

impl<X: Xof + state::StateEngine> Absorb for X
where
    X::Reader: SerializeState,
{
    type Reader = X::Reader;
    fn is_keyed(&self) -> bool {
        state::StateEngine::is_keyed(self)
    }
    fn absorb(&mut self, data: &[u8]) {
        Xof::absorb(self, data);
    }
    fn absorb_parallel(&mut self, data: &[u8]) {
        Xof::absorb_parallel(self, data);
    }
    fn finalize(self) -> Self::Reader {
        Xof::finalize(self)
    }
    fn serialize_from(&mut self, _: &Self, fields: &mut Fields<'_>) -> Serialized {
        self.serialize(fields)
    }
}

/// Registry object of an XOF that is absorbing or squeezing.
type XofObject<A> = WipeOnDrop<XofState<A>>;

#[derive(Clone)]
struct XofState<A: Absorb> {
    row: &'static XofRow,
    /// Initial state, which `reset` restores.
    initial: A,
    /// Absorbing state. When squeezing begins, it is replaced with the initial state.
    function: A,
    /// Squeezing state. `None` until squeezing begins. The absorbing and the squeezing state are separate fields,
    /// because an enum of the two could leave bytes of the larger variant in memory.
    reader: Option<A::Reader>,
    /// Number of bytes still missing from the current tuple element.
    item_left: u64,
    /// Fixed output length and number of remaining output bytes. `None` if the output length is not fixed.
    output: Option<(usize, usize)>,
}

/// Depending on `request`, creates an XOF object or computes the output for one message. `initial` is the initial
/// state. `output_bytes` is the output length, if it is fixed.
pub(super) fn object<A: Absorb>(
    row: &'static XofRow,
    initial: A,
    output_bytes: Option<usize>,
    request: Request<'_>,
) -> Result<(), ParameterError> {
    let slot = match request {
        Request::Object(slot) => slot,
        Request::Output(message, out) => {
            debug_assert!(output_bytes.is_none_or(|bytes| bytes == out.len()));
            output(row, initial, message, out);
            return Ok(());
        }
    };
    let function = initial.clone();
    let output = output_bytes.map(|n| (n, n));
    slot.put(WipeOnDrop::new(XofState {
        row,
        initial,
        function,
        reader: None,
        item_left: 0,
        output,
    }));
    Ok(())
}

/// Like [`object`], but also wipes key-dependent data from the stack. The closure `keyed` returns the initial state.
pub(super) fn keyed_object<A: Absorb>(
    row: &'static XofRow,
    keyed: impl FnOnce() -> A,
    request: Request<'_>,
) -> Result<(), ParameterError> {
    match request {
        Request::Object(_) => {
            try_with_stack_wipe(XofState::<A>::COPY_BYTES, || object(row, keyed(), None, request))
        }
        Request::Output(message, out) => {
            with_stack_wipe(STACK_BYTES + 4 * size_of::<A>(), || {
                output(row, keyed(), message, out);
            });
            Ok(())
        }
    }
}

/// Writes the output for `message` to `out`. For a tuple hash, the message is the only element.
fn output<A: Absorb>(row: &'static XofRow, mut function: A, message: &[u8], out: &mut [u8]) {
    if row.takes.items {
        function.begin_item(message.len() as u64);
    }
    function.absorb(message);
    function.finalize_into(out);
}

impl<A: Absorb> XofState<A> {
    /// Upper bound, in bytes, on the stack that a method uses, including copies of the object.
    const COPY_BYTES: usize = STACK_BYTES + 3 * size_of::<Self>();

    /// Calls `body`. If the object contains a key, wipes the stack that `body` used.
    fn with_wipe<R>(&mut self, body: impl FnOnce(&mut Self) -> R) -> R {
        if self.initial.is_keyed() {
            with_stack_wipe(Self::COPY_BYTES, || body(self))
        } else {
            body(self)
        }
    }

    fn absorbing(&mut self) -> Result<&mut A, StateError> {
        match self.reader {
            None => Ok(&mut self.function),
            Some(_) => Err(StateError::AbsorbAfterSqueeze { algorithm: self.row.name }),
        }
    }

    /// Ends the message if squeezing has not begun. Then calls `read`, which reads the next `bytes` bytes of output.
    /// Returns an error if fewer bytes remain.
    fn take(&mut self, bytes: u64, read: impl FnOnce(&mut A::Reader)) -> Result<(), StateError> {
        if self.reader.is_none() {
            self.check_item_complete()?;
            self.with_wipe(|state| {
                let function = mem::replace(&mut state.function, state.initial.clone());
                state.reader = Some(function.finalize());
            });
        }
        if let Some((output_bytes, left)) = &mut self.output {
            let (algorithm, output_bytes) = (self.row.name, *output_bytes);
            *left = usize::try_from(bytes)
                .ok()
                .and_then(|bytes| left.checked_sub(bytes))
                .ok_or(StateError::OutputExhausted { algorithm, output_bytes })?;
        }
        let remaining = self.reader.as_ref().and_then(XofReader::remaining);
        if remaining.is_some_and(|left| left < bytes) {
            return Err(StateError::OutputEnds { algorithm: self.row.name });
        }
        self.with_wipe(|state| state.reader.as_mut().map(read));
        Ok(())
    }

    fn check_item_complete(&self) -> Result<(), StateError> {
        match self.item_left {
            0 => Ok(()),
            missing => Err(StateError::ItemIncomplete { algorithm: self.row.name, missing }),
        }
    }
}

impl<A: Absorb> DynXof for XofObject<A> {
    fn row(&self) -> &'static XofRow {
        self.row
    }

    fn output_bytes(&self) -> Option<usize> {
        self.output.map(|(output_bytes, _)| output_bytes)
    }

    fn absorb(&mut self, data: &[u8]) -> Result<(), StateError> {
        let row = self.row;
        let left = self.item_left;
        let function = self.absorbing()?;
        if row.takes.items {
            let left = left.checked_sub(data.len() as u64);
            let missing = left.ok_or(StateError::ItemTooLong { algorithm: row.name })?;
            function.absorb(data);
            self.item_left = missing;
        } else {
            function.absorb(data);
        }
        Ok(())
    }

    fn absorb_parallel(&mut self, data: &[u8]) -> Result<(), StateError> {
        if self.row.takes.items {
            return self.absorb(data);
        }
        self.absorbing()?.absorb_parallel(data);
        Ok(())
    }

    fn begin_item(&mut self, bytes: u64) -> Result<(), StateError> {
        if !self.row.takes.items {
            return Err(StateError::NoItems { algorithm: self.row.name });
        }
        self.check_item_complete()?;
        self.absorbing()?.begin_item(bytes);
        self.item_left = bytes;
        Ok(())
    }

    fn squeeze(&mut self, out: &mut [u8]) -> Result<(), StateError> {
        self.take(out.len() as u64, |reader| reader.squeeze(out))
    }

    fn skip(&mut self, bytes: u64) -> Result<(), StateError> {
        self.take(bytes, |reader| reader.skip(bytes))
    }

    fn reset(&mut self) {
        let state = &mut **self;
        state.with_wipe(|state| state.function.clone_from(&state.initial));
        state.reader = None;
        state.item_left = 0;
        state.output = state.output.map(|(output_bytes, _)| (output_bytes, output_bytes));
    }

    #[cfg(feature = "state")]
    fn export_state(&self) -> Result<Vec<u8>, StateError> {
        state::export(&**self, Keys::Refused)
    }

    #[cfg(feature = "state")]
    fn export_state_with_key(&self) -> Vec<u8> {
        state::export(&**self, Keys::Allowed).unwrap_or_default()
    }

    #[cfg(feature = "state")]
    fn import_state(&mut self, state: &[u8]) -> Result<(), ImportError> {
        **self = state::import((**self).clone(), state, Keys::Refused)?;
        Ok(())
    }

    #[cfg(feature = "state")]
    fn import_state_with_key(&mut self, state: &[u8]) -> Result<(), ImportError> {
        **self = state::import((**self).clone(), state, Keys::Allowed)?;
        Ok(())
    }
}

impl<A: Absorb> state::StateEngine for XofState<A> {
    const KIND: StateKind = StateKind::DynXof;
    fn name(&self) -> &'static str {
        self.row.name
    }
    fn is_keyed(&self) -> bool {
        self.initial.is_keyed()
    }
}

impl<A: Absorb> SerializeState for XofState<A> {
    fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized {
        let initial = self.initial.clone();
        self.initial.serialize_from(&initial, fields)?;
        if let Some((output_bytes, left)) = &mut self.output {
            fields.size(output_bytes)?;
            fields.size(left)?;
            Fields::check(left <= output_bytes)?;
        }
        let mut squeezed = u8::from(self.reader.is_some());
        squeezed.serialize(fields)?;
        if squeezed == 0 {
            self.reader = None;
            self.function.serialize_from(&self.initial, fields)?;
            self.item_left.serialize(fields)?;
            return Fields::check(self.item_left == 0 || self.row.takes.items);
        }
        // After squeezing begins, the serialized state contains the reader instead of the absorbing state. An import
        // creates a reader from the initial state, and then reads the serialized fields into it.
        self.function.clone_from(&self.initial);
        self.item_left = 0;
        let blank = || self.initial.clone().finalize();
        self.reader.get_or_insert_with(blank).serialize(fields)?;
        Fields::check(squeezed == 1)
    }
}

impl<A: Absorb> ObjectStorage<Xofs> for XofObject<A> {
    fn clone_to(&self, slot: Slot<'_, dyn DynXof>) {
        with_stack_wipe(XofState::<A>::COPY_BYTES, || {
            slot.put(self.clone());
        });
    }

    fn at(&self, memory: *mut u8) -> *mut dyn DynXof {
        memory.cast::<Self>()
    }
}

impl<A: Absorb> fmt::Debug for XofState<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        opaque(f, &[self.row.name])
    }
}
