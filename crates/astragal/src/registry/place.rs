//! Where a new object goes: into a box, or to somebody who keeps it in memory of his own.

use alloc::boxed::Box;
use core::convert::Infallible;
use core::mem::ManuallyDrop;

/// Where a new object goes. `T` is `dyn DynHash` or its like.
pub enum Place<'a, T: ?Sized> {
    /// Into a box.
    Heap(&'a mut Option<Box<T>>),
    /// To this function, which owns it from then on: the registry neither touches nor drops it again, so
    /// that its bytes may be moved to other memory. No allocation. The C ABI keeps its objects so.
    Owner(&'a mut dyn FnMut(&mut T)),
}

impl<T: ?Sized> core::fmt::Debug for Place<'_, T> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(match self {
            Self::Heap(_) => "Heap",
            Self::Owner(_) => "Owner",
        })
    }
}

impl<T: ?Sized> Place<'_, T> {
    /// Puts `object` there; the two functions forget its type.
    pub(super) fn put<O>(
        self,
        object: O,
        in_box: fn(Box<O>) -> Box<T>,
        in_place: fn(&mut O) -> &mut T,
    ) {
        match self {
            Self::Heap(slot) => *slot = Some(in_box(Box::new(object))),
            Self::Owner(take) => take(in_place(&mut ManuallyDrop::new(object))),
        }
    }
}

/// The box that `fill` fills, if it does.
pub(super) fn try_boxed<T: ?Sized, E>(
    fill: impl FnOnce(Place<'_, T>) -> Result<(), E>,
) -> Result<Box<T>, E> {
    let mut slot = None;
    fill(Place::Heap(&mut slot))?;
    let Some(object) = slot else { unreachable!("a constructor fills its place or fails") };
    Ok(object)
}

/// The box that `fill` fills.
pub(super) fn boxed<T: ?Sized>(fill: impl FnOnce(Place<'_, T>)) -> Box<T> {
    let Ok(object) = try_boxed(|place| {
        fill(place);
        Ok::<_, Infallible>(())
    });
    object
}
