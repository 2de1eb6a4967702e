//! Wrapper that wipes a value's memory on drop, including padding.
#![expect(unsafe_code, reason = "safe code cannot wipe the padding bytes of a value")]

use core::fmt;
use core::mem::ManuallyDrop;
use core::ops::{Deref, DerefMut};
use core::ptr;

use zeroize::optimization_barrier;

/// Wrapper that zeroes its memory after dropping the `T` in it. Secret types erase their own fields, but not their
/// padding or the unused bytes of an enum. These bytes may also hold parts of a key: when a value is moved, old stack
/// contents can be copied into them.
pub(crate) struct WipeOnDrop<T>(ManuallyDrop<T>);

impl<T> WipeOnDrop<T> {
    pub(crate) const fn new(value: T) -> Self {
        Self(ManuallyDrop::new(value))
    }
}

impl<T> Drop for WipeOnDrop<T> {
    fn drop(&mut self) {
        // SAFETY: the value is dropped exactly once, here, and is not used afterwards.
        unsafe { ManuallyDrop::drop(&mut self.0) };
        // SAFETY: the wrapper owns the memory, and the value in it was already dropped.
        unsafe { ptr::write_bytes(&raw mut self.0, 0, 1) };
        optimization_barrier(self);
    }
}

impl<T> Deref for WipeOnDrop<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> DerefMut for WipeOnDrop<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}

impl<T: Clone> Clone for WipeOnDrop<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T: fmt::Debug> fmt::Debug for WipeOnDrop<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
