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
    /// The algorithm's row.
    fn row(&self) -> &'static XofRow;
    /// Output length in bytes, if it was fixed at construction.
    fn output_bytes(&self) -> Option<usize>;
    /// Appends `data` to the message; with a function that hashes tuples, to the element that
    /// [`begin_item`](Self::begin_item) has announced.
    ///
    /// # Errors
    /// [`StateError`] when the squeezing has begun, or the element has been longer than announced.
    fn absorb(&mut self, data: &[u8]) -> Result<(), StateError>;
    /// [`absorb`](Self::absorb) on all cores, where the function is a tree, `data` is long enough and the
    /// feature `parallel` is on.
    ///
    /// # Errors
    /// The errors of [`absorb`](Self::absorb).
    fn absorb_parallel(&mut self, data: &[u8]) -> Result<(), StateError> {
        self.absorb(data)
    }
    /// Announces the tuple's next element, of `bytes` bytes.
    ///
    /// # Errors
    /// [`StateError`] when the function does not hash tuples, the squeezing has begun, or the element
    /// before lacks bytes.
    fn begin_item(&mut self, bytes: u64) -> Result<(), StateError>;
    /// Writes the next bytes of output to `out`.
    ///
    /// # Errors
    /// [`StateError`] when a fixed-length form has given all its output, a tuple's element lacks bytes, or the
    /// function's output ends: BLAKE3's after 2^64 - 1 bytes.
    fn squeeze(&mut self, out: &mut [u8]) -> Result<(), StateError>;
    /// Skips the next `bytes` bytes of output. This is free if the function can seek.
    ///
    /// # Errors
    /// The errors of [`squeeze`](Self::squeeze).
    fn skip(&mut self, bytes: u64) -> Result<(), StateError>;
    /// Resets the object to the empty message with the same parameters.
    fn reset(&mut self);
    /// The state as bytes, with its parameters, absorbing or squeezed, from which another process or machine goes on.
    /// It is not the state of the typed function, which has less.
    ///
    /// # Errors
    /// [`StateError::Keyed`] when it holds what keys are derived from.
    fn export_state(&self) -> Result<Vec<u8>, StateError>;
    /// Exports the state even if it contains a key; keep the bytes secret then.
    fn export_state_with_key(&self) -> Vec<u8>;
    /// Replaces this object's state and parameters with those in `state`.
    ///
    /// # Errors
    /// [`ImportError`] when `state` is damaged, of another algorithm or version, or holds a key. Nothing changes
    /// then.
    fn import_state(&mut self, state: &[u8]) -> Result<(), ImportError>;
    /// Imports a state that may contain a key; otherwise like [`import_state`](Self::import_state).
    ///
    /// # Errors
    /// [`ImportError`] when `state` is damaged, or of another algorithm or version. Nothing changes then.
    fn import_state_with_key(&mut self, state: &[u8]) -> Result<(), ImportError>;
}

/// XOF operations for [`XofObject`]: any [`Xof`], and functions that hash tuples or fix their output length.
pub(in crate::registry) trait Absorb: Clone + Send + Sync + 'static {
    type Reader: XofReader + SerializeState;
    /// [`state::StateEngine::is_keyed`]
    fn is_keyed(&self) -> bool {
        false
    }
    fn absorb(&mut self, data: &[u8]);
    fn absorb_parallel(&mut self, data: &[u8]) {
        self.absorb(data);
    }
    /// Only called on functions that take items.
    fn begin_item(&mut self, _bytes: u64) {}
    fn finalize(self) -> Self::Reader;
    /// The beginning of the output, without moves to a reader where that is possible.
    fn finalize_into(self, out: &mut [u8]) {
        self.finalize().squeeze(out);
    }
    /// [`SerializeState::carry`]; `initial` is what the object began with.
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

/// An object of the registry: a function in one of its phases.
type XofObject<A> = WipeOnDrop<Phases<A>>;

#[derive(Clone)]
struct Phases<A: Absorb> {
    row: &'static XofRow,
    /// Initial state, restored by `reset`.
    initial: A,
    /// Absorbing state. Equals the initial state after squeezing begins.
    function: A,
    /// What is squeezed. Not one of two phases with the function: what the smaller one leaves of the larger would
    /// stay in memory.
    reader: Option<A::Reader>,
    /// Missing bytes of the announced element.
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

/// Makes what is wanted of `row`, of a function that starts as `initial`. `output_bytes` is the fixed length, if it is
/// one.
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

/// [`object`] of what `keyed` gives, the stack left without what was made of the key.
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

/// Fills `out` with the output for a message, or for a tuple of this one element.
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

    /// Ends the message if it is not yet ended, and reads the next `bytes` bytes of output, if there are
    /// as many.
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
        // What a reader is made of is the function's; only then are there fields to fill.
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
