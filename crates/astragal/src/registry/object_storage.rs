//! Objects in caller-provided memory, used by the C library. Not a stable interface: may change in any version.

use alloc::boxed::Box;
use core::convert::Infallible;
use core::mem::ManuallyDrop;

use super::{
    AeadRow, CipherMode, CipherRow, Direction, DynAead, DynCipher, DynHash, DynMac, DynMessage,
    DynMode, DynXof, HashParams, HashRow, MacParams, MacRow, MessageLengths, XofParams, XofRow,
};
use crate::cipher::Padding;
use crate::error::ParameterError;

/// Destination of a new object. `T` is `dyn DynHash` or its like.
pub enum Slot<'a, T: ?Sized> {
    /// Allocates a box for the object.
    Heap(&'a mut Option<Box<T>>),
    /// Passes the object to this function without allocation. The function becomes the owner: the registry does not
    /// access or drop the object afterwards, so its bytes may be moved.
    Owner(&'a mut dyn FnMut(&mut T)),
}

impl<T: ?Sized> core::fmt::Debug for Slot<'_, T> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(match self {
            Self::Heap(_) => "Heap",
            Self::Owner(_) => "Owner",
        })
    }
}

/// Marker type for a kind of object.
pub trait ObjectKind {
    /// `dyn DynHash` or its like.
    type Object: ?Sized;
}

/// Storage operations of every registry object.
pub trait ObjectStorage<K: ObjectKind> {
    /// Creates a copy with the same state in `place`.
    fn clone_to(&self, place: Slot<'_, K::Object>);
    /// Converts `memory` to the address of an object of this type. The owner has moved an object there.
    fn at(&self, memory: *mut u8) -> *mut K::Object;
}

/// Declares the [`ObjectKind`] of a trait and its storage functions. A macro, because Rust has no bound for "coerces to
/// this trait object".
macro_rules! object_kinds {
    ($($name:ident $object:ident)+) => { $(
        #[doc = concat!("[`", stringify!($object), "`]s")]
        #[derive(Debug)]
        pub enum $name {}
        impl ObjectKind for $name {
            type Object = dyn $object;
        }

        impl Slot<'_, dyn $object> {
            /// Moves `object` to this destination.
            pub(super) fn put(self, object: impl $object + 'static) {
                match self {
                    Self::Heap(slot) => *slot = Some(Box::new(object)),
                    Self::Owner(take) => take(&mut *ManuallyDrop::new(object)),
                }
            }
        }

        impl dyn $object {
            /// Returns a copy with the same state.
            #[must_use]
            pub fn boxed_clone(&self) -> Box<Self> {
                boxed(&mut |place| self.clone_to(place))
            }
        }

        impl Clone for Box<dyn $object> {
            fn clone(&self) -> Self {
                self.boxed_clone()
            }
        }
    )+ };
}

object_kinds! {
    Hashes DynHash Xofs DynXof Macs DynMac Aeads DynAead Messages DynMessage Ciphers DynCipher Modes DynMode
}

/// Creates the object of [`HashRow::new_hash_with`] in `place`.
///
/// # Errors
/// The errors of that function. `place` is unchanged on error.
pub fn new_hash(
    row: &HashRow,
    params: &HashParams<'_>,
    place: Slot<'_, dyn DynHash>,
) -> Result<(), ParameterError> {
    row.new_hash_with_to(params, place)
}

/// Creates the object of [`XofRow::new_xof`] in `place`.
///
/// # Errors
/// The errors of that function. `place` is unchanged on error.
pub fn new_xof(
    row: &'static XofRow,
    params: &XofParams<'_>,
    place: Slot<'_, dyn DynXof>,
) -> Result<(), ParameterError> {
    row.new_xof_to(params, place)
}

/// Creates the object of [`MacRow::new_mac`] in `place`.
///
/// # Errors
/// The errors of that function. `place` is unchanged on error.
pub fn new_mac(
    row: &'static MacRow,
    key: &[u8],
    params: &MacParams<'_>,
    place: Slot<'_, dyn DynMac>,
) -> Result<(), ParameterError> {
    row.new_mac_to(key, params, place)
}

/// Creates the object of [`AeadRow::new_aead`] in `place`.
///
/// # Errors
/// The errors of that function. `place` is unchanged on error.
pub fn new_aead(
    row: &'static AeadRow,
    key: &[u8],
    place: Slot<'_, dyn DynAead>,
) -> Result<(), ParameterError> {
    row.new_aead_to(key, place)
}

/// Creates the object of [`DynAead`]'s `start` in `place`.
///
/// # Errors
/// The errors of that function. `place` is unchanged on error.
pub fn start_message(
    aead: &dyn DynAead,
    direction: Direction,
    nonce: &[u8],
    associated_data: &[u8],
    lengths: MessageLengths,
    place: Slot<'_, dyn DynMessage>,
) -> Result<(), ParameterError> {
    aead.start_to(direction, nonce, associated_data, lengths, place)
}

/// Creates the object of [`CipherRow::new_cipher`] in `place`.
///
/// # Errors
/// The errors of that function. `place` is unchanged on error.
pub fn new_cipher(
    row: &'static CipherRow,
    key: &[u8],
    place: Slot<'_, dyn DynCipher>,
) -> Result<(), ParameterError> {
    row.new_cipher_to(key, place)
}

/// Creates the object of [`CipherMode::start`] in `place`.
///
/// # Errors
/// The errors of that function. `place` is unchanged on error.
pub fn start_mode(
    mode: CipherMode,
    direction: Direction,
    key: &[u8],
    iv: &[u8],
    padding: Padding,
    place: Slot<'_, dyn DynMode>,
) -> Result<(), ParameterError> {
    mode.start_to(direction, key, iv, padding, place)
}

/// Returns the box created by `fill`, or its error.
pub(super) fn try_boxed<T: ?Sized, E>(
    fill: &mut dyn FnMut(Slot<'_, T>) -> Result<(), E>,
) -> Result<Box<T>, E> {
    let mut slot = None;
    fill(Slot::Heap(&mut slot))?;
    let Some(object) = slot else { unreachable!("a constructor fills its place or fails") };
    Ok(object)
}

/// Returns the box created by `fill`.
pub(super) fn boxed<T: ?Sized>(fill: &mut dyn FnMut(Slot<'_, T>)) -> Box<T> {
    let Ok(object) = try_boxed(&mut |place| {
        fill(place);
        Ok::<_, Infallible>(())
    });
    object
}
