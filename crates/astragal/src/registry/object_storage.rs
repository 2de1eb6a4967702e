//! Registry objects in caller-provided memory, used by the C library. This interface is not stable and may change in
//! any version.

use alloc::boxed::Box;
use core::convert::Infallible;

/// Destination of a new object. `T` is a trait object such as `dyn DynHash`.
pub enum Slot<'a, T: ?Sized> {
    /// Allocates a box for the object.
    Heap(&'a mut Option<Box<T>>),
    /// Calls this function with a pointer to the object, without allocation. The function takes ownership and may move
    /// the object's bytes. The registry does not access or drop the object afterwards.
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

/// Marker type for one kind of registry object.
pub trait ObjectKind {
    /// Trait object of this kind, such as `dyn DynHash`.
    type Object: ?Sized;
}

/// Storage operations of every registry object.
pub trait ObjectStorage<K: ObjectKind> {
    /// Stores a copy of the object, including its state, in `slot`.
    fn clone_to(&self, slot: Slot<'_, K::Object>);
    /// Casts `memory` to a pointer to an object of the same type as `self`. The caller must have moved an object of
    /// this type into `memory`.
    fn at(&self, memory: *mut u8) -> *mut K::Object;
}

/// Declares the [`ObjectKind`] of an object trait, and the functions that store such objects. A macro is necessary,
/// because a generic bound cannot express that a type coerces to a given trait object.
macro_rules! object_kind {
    ($name:ident $object:ident) => {
        #[doc = concat!("[`", stringify!($object), "`]s")]
        #[derive(Debug)]
        pub enum $name {}
        impl $crate::registry::object_storage::ObjectKind for $name {
            type Object = dyn $object;
        }

        impl $crate::registry::object_storage::Slot<'_, dyn $object> {
            /// Moves `object` to this slot.
            pub(in crate::registry) fn put(self, object: impl $object + 'static) {
                match self {
                    Self::Heap(slot) => *slot = Some(alloc::boxed::Box::new(object)),
                    Self::Owner(take) => take(&mut *core::mem::ManuallyDrop::new(object)),
                }
            }
        }

        impl dyn $object {
            /// Returns a boxed copy of the object with the same state.
            #[must_use]
            pub fn boxed_clone(&self) -> alloc::boxed::Box<Self> {
                $crate::registry::object_storage::boxed(&mut |slot| self.clone_to(slot))
            }
        }

        impl Clone for alloc::boxed::Box<dyn $object> {
            fn clone(&self) -> Self {
                self.boxed_clone()
            }
        }
    };
}

pub(super) use object_kind;

/// Calls `fill` with a heap slot. Returns the filled box, or the error of `fill`.
pub(super) fn try_boxed<T: ?Sized, E>(
    fill: &mut dyn FnMut(Slot<'_, T>) -> Result<(), E>,
) -> Result<Box<T>, E> {
    let mut slot = None;
    fill(Slot::Heap(&mut slot))?;
    let Some(object) = slot else {
        unreachable!("a constructor fills its slot or returns an error")
    };
    Ok(object)
}

/// Calls `fill` with a heap slot. Returns the filled box.
pub(super) fn boxed<T: ?Sized>(fill: &mut dyn FnMut(Slot<'_, T>)) -> Box<T> {
    let Ok(object) = try_boxed(&mut |slot| {
        fill(slot);
        Ok::<_, Infallible>(())
    });
    object
}
