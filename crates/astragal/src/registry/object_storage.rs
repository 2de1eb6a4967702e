//! Not part of the public interface, and free to change in any version: objects in memory of their owner's,
//! which the C library is made of.

use alloc::boxed::Box;
use core::convert::Infallible;
use core::mem::ManuallyDrop;

use super::{
    AeadRow, CipherMode, CipherRow, Direction, DynAead, DynCipher, DynHash, DynMac, DynMessage,
    DynMode, DynXof, HashParams, HashRow, MacParams, MacRow, MessageLengths, XofParams, XofRow,
};
use crate::cipher::Padding;
use crate::error::ParameterError;

/// Where a new object goes. `T` is `dyn DynHash` or its like.
pub enum Slot<'a, T: ?Sized> {
    /// Into a box.
    Heap(&'a mut Option<Box<T>>),
    /// To this function, which owns it from then on: the registry neither touches nor drops it again, so
    /// that its bytes may be moved to other memory. No allocation.
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

/// A kind of object, which stands for the type that it names.
pub trait ObjectKind {
    /// `dyn DynHash` or its like.
    type Object: ?Sized;
}

/// What every object of the registry can do for its owner.
pub trait ObjectStorage<K: ObjectKind> {
    /// A copy with the same state, put into `place`.
    fn clone_to(&self, place: Slot<'_, K::Object>);
    /// `memory` as the address of an object of this type: where the owner has moved one.
    fn at(&self, memory: *mut u8) -> *mut K::Object;
}

/// Declares the [`ObjectKind`] of a trait, and what is the same for all kinds but has to be written for each: Rust has no
/// bound for types that become an object of a trait.
macro_rules! object_kinds {
    ($($name:ident $object:ident)+) => { $(
        #[doc = concat!("[`", stringify!($object), "`]s")]
        #[derive(Debug)]
        pub enum $name {}
        impl ObjectKind for $name {
            type Object = dyn $object;
        }

        impl Slot<'_, dyn $object> {
            /// Puts `object` there.
            pub(super) fn put(self, object: impl $object + 'static) {
                match self {
                    Self::Heap(slot) => *slot = Some(Box::new(object)),
                    Self::Owner(take) => take(&mut *ManuallyDrop::new(object)),
                }
            }
        }

        impl dyn $object {
            /// A copy in the same state.
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

/// [`HashRow::new_hash_with`] into `place`.
///
/// # Errors
/// As there; `place` is left as it is then.
pub fn new_hash(
    row: &HashRow,
    params: &HashParams<'_>,
    place: Slot<'_, dyn DynHash>,
) -> Result<(), ParameterError> {
    row.new_hash_with_to(params, place)
}

/// [`XofRow::new_xof`] into `place`.
///
/// # Errors
/// As there; `place` is left as it is then.
pub fn new_xof(
    row: &'static XofRow,
    params: &XofParams<'_>,
    place: Slot<'_, dyn DynXof>,
) -> Result<(), ParameterError> {
    row.new_xof_to(params, place)
}

/// [`MacRow::new_mac`] into `place`.
///
/// # Errors
/// As there; `place` is left as it is then.
pub fn new_mac(
    row: &'static MacRow,
    key: &[u8],
    params: &MacParams<'_>,
    place: Slot<'_, dyn DynMac>,
) -> Result<(), ParameterError> {
    row.new_mac_to(key, params, place)
}

/// [`AeadRow::new_aead`] into `place`.
///
/// # Errors
/// As there; `place` is left as it is then.
pub fn new_aead(
    row: &'static AeadRow,
    key: &[u8],
    place: Slot<'_, dyn DynAead>,
) -> Result<(), ParameterError> {
    row.new_aead_to(key, place)
}

/// [`DynAead`]'s `start` into `place`.
///
/// # Errors
/// As there; `place` is left as it is then.
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

/// [`CipherRow::new_cipher`] into `place`.
///
/// # Errors
/// As there; `place` is left as it is then.
pub fn new_cipher(
    row: &'static CipherRow,
    key: &[u8],
    place: Slot<'_, dyn DynCipher>,
) -> Result<(), ParameterError> {
    row.new_cipher_to(key, place)
}

/// [`CipherMode::start`] into `place`.
///
/// # Errors
/// As there; `place` is left as it is then.
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

/// The box that `fill` fills, if it does.
pub(super) fn try_boxed<T: ?Sized, E>(
    fill: &mut dyn FnMut(Slot<'_, T>) -> Result<(), E>,
) -> Result<Box<T>, E> {
    let mut slot = None;
    fill(Slot::Heap(&mut slot))?;
    let Some(object) = slot else { unreachable!("a constructor fills its place or fails") };
    Ok(object)
}

/// The box that `fill` fills.
pub(super) fn boxed<T: ?Sized>(fill: &mut dyn FnMut(Slot<'_, T>)) -> Box<T> {
    let Ok(object) = try_boxed(&mut |place| {
        fill(place);
        Ok::<_, Infallible>(())
    });
    object
}
