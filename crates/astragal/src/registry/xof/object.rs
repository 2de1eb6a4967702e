//! XOF objects for a function chosen at run time.

use alloc::vec::Vec;
use core::fmt;
use core::mem;

use super::XofRow;
use crate::error::{ImportError, ParameterError, StateError};
use crate::platform::stack::{STACK_BYTES, with_stack_wipe};
use crate::platform::wipe_on_drop::WipeOnDrop;
use crate::registry::object_storage::{ObjectStorage, Slot, Xofs};
use crate::traits::opaque;
use crate::traits::state::{self, Fields, Keys, SerializeState, Serialized, StateKind};
use crate::xof::{Xof, XofReader};

/// Extendable-output function chosen at run time: absorb, then squeeze. The first squeeze ends the message.
pub trait DynXof: ObjectStorage<Xofs> + fmt::Debug + Send + Sync {
    /// Returns the algorithm's row.
    fn row(&self) -> &'static XofRow;
    /// Returns the output length in bytes, if it was fixed at construction.
    fn output_bytes(&self) -> Option<usize>;
    /// Appends `data` to the message. For tuple hashes, appends it to the element announced by
    /// [`begin_item`](Self::begin_item).
    ///
    /// # Errors
    /// [`StateError`] if squeezing has begun, or the element is longer than announced.
    fn absorb(&mut self, data: &[u8]) -> Result<(), StateError>;
    /// Like [`absorb`](Self::absorb), on all cores if the function is a tree hash, `data` is long enough and the
    /// feature `parallel` is enabled.
    ///
    /// # Errors
    /// The errors of [`absorb`](Self::absorb).
    fn absorb_parallel(&mut self, data: &[u8]) -> Result<(), StateError> {
        self.absorb(data)
    }
    /// Starts the next tuple element, of `bytes` bytes.
    ///
    /// # Errors
    /// [`StateError`] if the function does not hash tuples, squeezing has begun, or the previous element is incomplete.
    fn begin_item(&mut self, bytes: u64) -> Result<(), StateError>;
    /// Writes the next bytes of output to `out`.
    ///
    /// # Errors
    /// [`StateError`] if the output would exceed a fixed length or the function's maximum, or a tuple element is
    /// incomplete. BLAKE3 has 2^64 - 1 bytes of output.
    fn squeeze(&mut self, out: &mut [u8]) -> Result<(), StateError>;
    /// Skips the next `bytes` bytes of output. This is free if the function can seek.
    ///
    /// # Errors
    /// The errors of [`squeeze`](Self::squeeze).
    fn skip(&mut self, bytes: u64) -> Result<(), StateError>;
    /// Resets the object to the empty message with the same parameters.
    fn reset(&mut self);
    /// Exports the state with its parameters, while absorbing or squeezing. Another process or machine can import it.
    /// The format differs from the typed function's, which has fewer fields.
    ///
    /// # Errors
    /// [`StateError::Keyed`] if the state contains a key or a key derivation context.
    fn export_state(&self) -> Result<Vec<u8>, StateError>;
    /// Exports the state even if it contains a key; keep the bytes secret then.
    fn export_state_with_key(&self) -> Vec<u8>;
    /// Replaces this object's state and parameters with those in `state`.
    ///
    /// # Errors
    /// [`ImportError`] if `state` is damaged, belongs to another algorithm or version, or contains a key. Nothing
    /// changes on error.
    fn import_state(&mut self, state: &[u8]) -> Result<(), ImportError>;
    /// Imports a state that may contain a key; otherwise like [`import_state`](Self::import_state).
    ///
    /// # Errors
    /// [`ImportError`] if `state` is damaged, or belongs to another algorithm or version. Nothing changes on error.
    fn import_state_with_key(&mut self, state: &[u8]) -> Result<(), ImportError>;
}

/// XOF operations for [`XofObject`]: any [`Xof`], and functions that hash tuples or fix their output length.
pub(in crate::registry) trait Absorb: Clone + Send + Sync + 'static {
    type Reader: XofReader + SerializeState;
    /// Returns whether the state contains a key; see [`state::StateEngine::is_keyed`].
    fn is_keyed(&self) -> bool {
        false
    }
    fn absorb(&mut self, data: &[u8]);
    fn absorb_parallel(&mut self, data: &[u8]) {
        self.absorb(data);
    }
    /// Starts a tuple element. Only called on functions that hash tuples.
    fn begin_item(&mut self, _bytes: u64) {}
    fn finalize(self) -> Self::Reader;
    /// Writes the first bytes of output. Implementations may avoid moving the state to a reader.
    fn finalize_into(self, out: &mut [u8]) {
        self.finalize().squeeze(out);
    }
    /// Serializes the state like [`SerializeState::serialize`]. `initial` is the object's initial state.
    fn carry_from(&mut self, initial: &Self, fields: &mut Fields<'_>) -> Serialized;
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
    fn carry_from(&mut self, _: &Self, fields: &mut Fields<'_>) -> Serialized {
        self.serialize(fields)
    }
}

/// Registry object of an XOF, absorbing or squeezing.
type XofObject<A> = WipeOnDrop<Phases<A>>;

#[derive(Clone)]
struct Phases<A: Absorb> {
    row: &'static XofRow,
    /// Initial state, restored by `reset`.
    initial: A,
    /// Absorbing state. Equals the initial state after squeezing begins.
    function: A,
    /// Squeezing state, once squeezing has begun. A separate field, not an enum: the smaller variant would leave bytes
    /// of the larger in memory.
    reader: Option<A::Reader>,
    /// Missing bytes of the current tuple element.
    item_left: u64,
    /// Fixed output length and remaining output, in bytes.
    output: Option<(usize, usize)>,
}

/// Requested result: an XOF object or the output for one message.
pub(super) enum Wanted<'a> {
    /// Object to be created in this slot.
    Object(Slot<'a, dyn DynXof>),
    /// Message, and the buffer for its output.
    Output(&'a [u8], &'a mut [u8]),
}

/// Creates the object or output requested by `wanted`. `initial` is the initial state. `output_bytes` is the output
/// length, if it is fixed.
pub(super) fn object<A: Absorb>(
    row: &'static XofRow,
    initial: A,
    output_bytes: Option<usize>,
    wanted: Wanted<'_>,
) -> Result<(), ParameterError> {
    let place = match wanted {
        Wanted::Object(place) => place,
        Wanted::Output(message, out) => {
            debug_assert!(output_bytes.is_none_or(|bytes| bytes == out.len()));
            output(row, initial, message, out);
            return Ok(());
        }
    };
    let function = initial.clone();
    let output = output_bytes.map(|n| (n, n));
    place.put(WipeOnDrop::new(Phases {
        row,
        initial,
        function,
        reader: None,
        item_left: 0,
        output,
    }));
    Ok(())
}

/// Like [`object`], with the state from `keyed`. Wipes key-dependent data from the stack.
pub(super) fn keyed_object<A: Absorb>(
    row: &'static XofRow,
    keyed: impl FnOnce() -> A,
    wanted: Wanted<'_>,
) -> Result<(), ParameterError> {
    match wanted {
        Wanted::Object(_) => {
            with_stack_wipe(Phases::<A>::COPIED, || object(row, keyed(), None, wanted))
        }
        Wanted::Output(message, out) => {
            with_stack_wipe(STACK_BYTES + 4 * size_of::<A>(), || {
                output(row, keyed(), message, out);
            });
            Ok(())
        }
    }
}

/// Writes the output for a message to `out`. A tuple hash gets the message as its only element.
fn output<A: Absorb>(row: &'static XofRow, mut function: A, message: &[u8], out: &mut [u8]) {
    if row.takes.items {
        function.begin_item(message.len() as u64);
    }
    function.absorb(message);
    function.finalize_into(out);
}

impl<A: Absorb> Phases<A> {
    /// Stack used by copies of an object, in bytes.
    const COPIED: usize = STACK_BYTES + 3 * size_of::<Self>();

    /// Calls `body`, then wipes its stack if the object contains a key.
    fn guarded<R>(&mut self, body: impl FnOnce(&mut Self) -> R) -> R {
        if self.initial.is_keyed() {
            with_stack_wipe(Self::COPIED, || body(self))
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

    /// Ends the message if necessary. Then calls `read` for the next `bytes` bytes of output, if that many remain.
    fn take(&mut self, bytes: u64, read: impl FnOnce(&mut A::Reader)) -> Result<(), StateError> {
        if self.reader.is_none() {
            self.check_item_complete()?;
            self.guarded(|phases| {
                let function = mem::replace(&mut phases.function, phases.initial.clone());
                phases.reader = Some(function.finalize());
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
        self.guarded(|phases| phases.reader.as_mut().map(read));
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
        let phases = &mut **self;
        phases.guarded(|phases| phases.function.clone_from(&phases.initial));
        phases.reader = None;
        phases.item_left = 0;
        phases.output = phases.output.map(|(output_bytes, _)| (output_bytes, output_bytes));
    }

    fn export_state(&self) -> Result<Vec<u8>, StateError> {
        state::export(&**self, Keys::Refused)
    }

    fn export_state_with_key(&self) -> Vec<u8> {
        state::export(&**self, Keys::Allowed).unwrap_or_default()
    }

    fn import_state(&mut self, state: &[u8]) -> Result<(), ImportError> {
        **self = state::import((**self).clone(), state, Keys::Refused)?;
        Ok(())
    }

    fn import_state_with_key(&mut self, state: &[u8]) -> Result<(), ImportError> {
        **self = state::import((**self).clone(), state, Keys::Allowed)?;
        Ok(())
    }
}

impl<A: Absorb> state::StateEngine for Phases<A> {
    const KIND: StateKind = StateKind::Named;
    fn name(&self) -> &'static str {
        self.row.name
    }
    fn is_keyed(&self) -> bool {
        self.initial.is_keyed()
    }
}

impl<A: Absorb> SerializeState for Phases<A> {
    fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized {
        let initial = self.initial.clone();
        self.initial.carry_from(&initial, fields)?;
        if let Some((output_bytes, left)) = &mut self.output {
            fields.size(output_bytes)?;
            fields.size(left)?;
            Fields::check(left <= output_bytes)?;
        }
        let mut squeezed = u8::from(self.reader.is_some());
        squeezed.serialize(fields)?;
        if squeezed == 0 {
            self.reader = None;
            self.function.carry_from(&self.initial, fields)?;
            self.item_left.serialize(fields)?;
            return Fields::check(self.item_left == 0 || self.row.takes.items);
        }
        // After squeezing begins, only the reader's fields are stored. An import first creates the reader from the
        // initial state.
        self.function.clone_from(&self.initial);
        self.item_left = 0;
        let blank = || self.initial.clone().finalize();
        self.reader.get_or_insert_with(blank).serialize(fields)?;
        Fields::check(squeezed == 1)
    }
}

impl<A: Absorb> ObjectStorage<Xofs> for XofObject<A> {
    fn clone_to(&self, place: Slot<'_, dyn DynXof>) {
        with_stack_wipe(Phases::<A>::COPIED, || {
            place.put(self.clone());
        });
    }

    fn at(&self, memory: *mut u8) -> *mut dyn DynXof {
        memory.cast::<Self>()
    }
}

impl<A: Absorb> fmt::Debug for Phases<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        opaque(f, &[self.row.name])
    }
}
