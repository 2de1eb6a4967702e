//! Objects to which C handles point. An object is one block of memory that contains a header, followed by an algorithm
//! object such as a hash state.
//!
//! The block is on the heap or in memory that the caller provides. The registry builds the algorithm object elsewhere,
//! and this module then moves its bytes into the block. [`ObjectStorage::at`] returns the typed address of the
//! algorithm object in the block. The first word of the header is the mark of the object's kind, XORed with the block's
//! address. With this word, the library detects objects that were freed, moved or passed as another kind, unless the
//! freed memory has been reused.

use core::alloc::Layout;
use core::cell::Cell;
use core::ptr::{self, NonNull};

use astragal::registry::object_storage::{ObjectKind, ObjectStorage, Slot};
use astragal::registry::{
    Aeads, Ciphers, DynAead, DynCipher, DynHash, DynMac, DynMessage, DynMode, DynXof, Hashes, Macs,
    Messages, Modes, Xofs,
};

use crate::alg::Alg;
use crate::allocator::Heap;
use crate::buffers;
use crate::error::Error;

/// Common interface of the registry's object traits, such as `DynHash`.
pub(crate) trait ObjectTrait: ObjectStorage<Self::ObjectKind> {
    type ObjectKind: ObjectKind<Object = Self>;
    /// Type name in error messages.
    const KIND: &'static str;
    /// Constant for recognizing live objects. The first word of a live object is this constant XORed with the address
    /// of the object's allocation.
    const MAGIC: u64;
}

/// Implements [`ObjectTrait`] for the registry's object traits. Each mark is eight ASCII characters, such as "astrhash"
/// for `DynHash`.
macro_rules! object_traits {
    ($($object:ident $kind:ident $name:literal $magic:literal;)+) => {
        $(impl ObjectTrait for dyn $object {
            type ObjectKind = $kind;
            const KIND: &'static str = $name;
            const MAGIC: u64 = u64::from_be_bytes(*$magic);
        })+
    };
}

object_traits! {
    DynHash Hashes "astragal_hash" b"astrhash";
    DynXof Xofs "astragal_xof" b"astrxofx";
    DynMac Macs "astragal_mac" b"astrmacm";
    DynAead Aeads "astragal_aead" b"astraead";
    DynMessage Messages "astragal_aead_message" b"astrmess";
    DynCipher Ciphers "astragal_cipher" b"astrciph";
    DynMode Modes "astragal_mode" b"astrmode";
}

/// Header of an object. The first field is the mark, at the same offset for every type `T`. A handle of any kind can
/// therefore be checked.
#[repr(C)]
pub(crate) struct Object<T: ?Sized> {
    magic: u64,
    alg: &'static Alg,
    /// Address of the algorithm object, which follows this header.
    object: *mut T,
    layout: Layout,
    /// Allocator that frees the block. `None` if the caller provided the memory.
    heap: Option<Heap>,
    /// Whether the message has ended. Only object kinds whose message can be restarted use this flag.
    has_ended: Cell<bool>,
}

impl<T: ?Sized> Object<T> {
    pub(crate) fn alg(&self) -> &'static Alg {
        self.alg
    }

    pub(crate) fn has_ended(&self) -> &Cell<bool> {
        &self.has_ended
    }
}

/// Memory for a new object.
pub(crate) enum Memory {
    /// Memory from the heap or from the program's allocator.
    Heap(Heap),
    /// Memory that the caller provided.
    Caller { start: *mut u8, length: usize },
}

impl Memory {
    #[expect(clippy::unnecessary_wraps, reason = "the signature must match that of `caller`")]
    pub(crate) fn heap() -> Result<Self, Error> {
        Ok(Self::Heap(Heap::current()))
    }

    pub(crate) fn caller(start: *mut u8, length: usize) -> Result<Self, Error> {
        if start.is_null() {
            return Err(Error::Null("memory"));
        }
        buffers::check("memory", start, length)?;
        Ok(Self::Caller { start, length })
    }

    /// Returns the start of a block with the given layout. The block is newly allocated on the heap, or is an aligned
    /// part of the caller's memory.
    fn allocate(&self, layout: Layout) -> Result<NonNull<u8>, Error> {
        match *self {
            Self::Heap(heap) => heap.allocate(layout).ok_or(Error::OutOfMemory),
            Self::Caller { start, length } => {
                let skipped = start.align_offset(layout.align());
                let needed = skipped.checked_add(layout.size());
                if needed.is_none_or(|needed| needed > length) {
                    let needed = unaligned_bytes(layout);
                    return Err(Error::BufferLength { what: "memory", given: length, needed });
                }
                NonNull::new(start.wrapping_add(skipped)).ok_or(Error::Null("memory"))
            }
        }
    }
}

/// Returns the size in bytes of an unaligned buffer that can hold this layout. This is the size of the layout plus the
/// largest gap that its alignment can require.
fn unaligned_bytes(layout: Layout) -> usize {
    layout.size() + layout.align() - 1
}

/// Returns the layout of a header followed by the object, and the object's offset in this layout.
fn layout_with<T: ?Sized>(object: &T) -> Result<(Layout, usize), Error> {
    let header = Layout::new::<Object<T>>();
    let (layout, offset) = header.extend(Layout::for_value(object)).map_err(|_| Error::Internal)?;
    Ok((layout.pad_to_align(), offset))
}

/// Builds an object of `alg`, moves it into `memory` and writes its address to `out`. On error, writes NULL to `out`.
///
/// # Safety
/// `out` must be NULL or valid for a write. The memory must be valid for reads and writes, and nothing else may use it
/// during the lifetime of the object.
pub(crate) unsafe fn create<T: ObjectTrait + ?Sized, Handle>(
    out: *mut *mut Handle,
    memory: impl FnOnce() -> Result<Memory, Error>,
    alg: impl FnOnce() -> Result<&'static Alg, Error>,
    build: impl FnOnce(&'static Alg, Slot<'_, T>) -> Result<(), Error>,
) -> Result<(), Error> {
    if out.is_null() {
        return Err(Error::Null("pointer to the object"));
    }
    // SAFETY: the pointer is not NULL; the caller upholds the rest of this function's contract.
    unsafe { out.write(ptr::null_mut()) };
    let (alg, memory) = (alg()?, memory()?);
    let mut created = Err(Error::Internal);
    build(
        alg,
        Slot::Owner(&mut |object| {
            // SAFETY: the registry gives the closure the only pointer to the object. The caller guarantees that
            // `memory` is valid.
            created = unsafe { move_to(object, alg, &memory) };
        }),
    )?;
    let header = created?;
    // SAFETY: `out` is not NULL, and the caller guarantees that it is valid for a write.
    unsafe { out.write(header.as_ptr().cast()) };
    Ok(())
}

/// Moves the object into `memory`, after a new header. On error, drops the object.
///
/// # Safety
/// The caller must not use or drop the object afterwards. The memory must be valid for reads and writes.
unsafe fn move_to<T: ObjectTrait + ?Sized>(
    object: &mut T,
    alg: &'static Alg,
    memory: &Memory,
) -> Result<NonNull<Object<T>>, Error> {
    let allocated = layout_with(object)
        .and_then(|(layout, offset)| Ok((layout, offset, memory.allocate(layout)?)));
    let (layout, offset, start) = match allocated {
        Ok(allocated) => allocated,
        Err(error) => {
            // SAFETY: this function owns the object, and nothing has been moved from it.
            unsafe { ptr::drop_in_place(object) };
            return Err(error);
        }
    };
    let header = start.cast::<Object<T>>();
    // SAFETY: the block has the layout of a header followed by this object, and does not overlap the memory in which
    // the registry built the object.
    unsafe {
        let start_of_object = start.as_ptr().add(offset);
        let moved = object.at(start_of_object);
        let (bytes, from) = (size_of_val(object), ptr::from_mut(object).cast::<u8>());
        start_of_object.copy_from_nonoverlapping(from, bytes);
        header.write(Object {
            magic: magic::<T>(header.addr().get()),
            alg,
            object: moved,
            layout,
            heap: match memory {
                Memory::Heap(heap) => Some(*heap),
                Memory::Caller { .. } => None,
            },
            has_ended: Cell::new(false),
        });
        wipe(from, bytes);
    }
    Ok(header)
}

fn magic<T: ObjectTrait + ?Sized>(address: usize) -> u64 {
    T::MAGIC ^ address as u64
}

/// Zeroes memory from which an object was moved, because the memory may contain a key. A barrier prevents the
/// compiler from removing the stores.
///
/// # Safety
/// `start` must be valid for writes of `bytes` bytes.
unsafe fn wipe(start: *mut u8, bytes: usize) {
    // SAFETY: the caller upholds this function's contract.
    unsafe { start.write_bytes(0, bytes) };
    core::hint::black_box(start);
}

/// Checks that the memory at a handle begins with `mark`. If it does, the object is live and has the expected kind.
///
/// # Safety
/// The handle must be NULL or point to an object of this library, of any kind. The object must not be modified during
/// the call.
#[inline]
pub(crate) unsafe fn check_mark<H>(
    header: *const H,
    kind: &'static str,
    mark: u64,
) -> Result<(), Error> {
    if header.is_null() {
        return Err(Error::Null("object"));
    }
    // SAFETY: the address is aligned. The first word of every kind of object is its mark.
    if !header.is_aligned() || unsafe { header.cast::<u64>().read() } != mark {
        return Err(Error::InvalidObject(kind));
    }
    Ok(())
}

/// Returns the header to which a handle points, if the object is live and of this kind.
///
/// # Safety
/// The handle must be NULL or point to an object of this library, of any kind. The object must not be modified while
/// the result is in use.
#[inline]
pub(crate) unsafe fn live<'a, T: ObjectTrait + ?Sized, Handle>(
    handle: *const Handle,
) -> Result<&'a Object<T>, Error> {
    let header = handle.cast::<Object<T>>();
    // SAFETY: the caller upholds this function's contract; every kind of object begins with its mark.
    unsafe { check_mark(header, T::KIND, magic::<T>(header.addr()))? };
    // SAFETY: the mark shows that the object is live and of this kind.
    Ok(unsafe { &*header })
}

/// Returns a shared reference to the algorithm object, such as a hash state, in a live object.
///
/// # Safety
/// The handle must be NULL or point to an object of this library, of any kind. The object must not be modified while
/// the result is in use.
#[inline]
pub(crate) unsafe fn shared<'a, T: ObjectTrait + ?Sized + 'a, Handle>(
    handle: *const Handle,
) -> Result<&'a T, Error> {
    // SAFETY: the caller upholds this function's contract; a live header points to its object.
    unsafe { Ok(&*live::<T, Handle>(handle)?.object) }
}

/// Returns an exclusive reference to the algorithm object, such as a hash state, in a live object.
///
/// # Safety
/// The handle must be NULL or point to an object of this library, of any kind. Nothing else may use the object while
/// the result is in use.
#[inline]
pub(crate) unsafe fn unique<'a, T: ObjectTrait + ?Sized + 'a, Handle>(
    handle: *mut Handle,
) -> Result<&'a mut T, Error> {
    // SAFETY: the caller upholds this function's contract; a live header points to its object.
    unsafe { Ok(&mut *live::<T, Handle>(handle)?.object) }
}

/// Calls `body` with the algorithm object in a live object, such as a hash state, and with the input buffer.
///
/// # Safety
/// The handle must be NULL or point to an object of this library, which nothing else may use during the call. `start`
/// must be NULL or valid for reads of `length` bytes.
#[inline]
pub(crate) unsafe fn with_input<T: ObjectTrait + ?Sized, Handle>(
    handle: *mut Handle,
    what: &'static str,
    (start, length): (*const u8, usize),
    body: impl FnOnce(&mut T, &[u8]) -> Result<(), Error>,
) -> Result<(), Error> {
    // SAFETY: the caller upholds this function's contract.
    let (object, bytes) = unsafe { (unique(handle)?, buffers::input(what, start, length)?) };
    body(object, bytes)
}

/// Calls `body` with the algorithm object in a live object, such as a hash state, and with the output buffer.
///
/// # Safety
/// The handle must be NULL or point to an object of this library, which nothing else may use during the call. `start`
/// must be NULL or valid for reads and writes of `length` bytes, which nothing else may access during the call.
#[inline]
pub(crate) unsafe fn with_output<T: ObjectTrait + ?Sized, Handle>(
    handle: *mut Handle,
    what: &'static str,
    (start, length): (*mut u8, usize),
    body: impl FnOnce(&mut T, &mut [u8]) -> Result<(), Error>,
) -> Result<(), Error> {
    // SAFETY: the caller upholds this function's contract.
    let (object, bytes) = unsafe { (unique(handle)?, buffers::output(what, start, length)?) };
    body(object, bytes)
}

/// Returns the algorithm of a live object.
///
/// # Safety
/// The handle must be NULL or point to an object of this library, of any kind. The object must not be modified during
/// the call.
pub(crate) unsafe fn alg_of<T: ObjectTrait + ?Sized, Handle>(
    handle: *const Handle,
) -> Result<*const Alg, Error> {
    // SAFETY: the caller upholds this function's contract.
    Ok(ptr::from_ref(unsafe { live::<T, Handle>(handle) }?.alg))
}

/// Copies a live object into `memory` and writes the address of the copy to `out`.
///
/// # Safety
/// `out` must be NULL or valid for a write. `from` must be NULL or point to an object of this library, which must not
/// be modified during the call. The memory must be valid for reads and writes, and nothing else may use it during the
/// lifetime of the copy.
pub(crate) unsafe fn copy<T: ObjectTrait + ?Sized, Handle>(
    out: *mut *mut Handle,
    memory: impl FnOnce() -> Result<Memory, Error>,
    from: *const Handle,
) -> Result<(), Error> {
    // SAFETY: the caller upholds this function's contract.
    unsafe {
        create::<T, Handle>(
            out,
            memory,
            || Ok(live::<T, Handle>(from)?.alg),
            |_, slot| {
                shared::<T, Handle>(from)?.clone_to(slot);
                Ok(())
            },
        )?;
        let has_ended = live::<T, Handle>(from)?.has_ended.get();
        live::<T, Handle>(out.read())?.has_ended.set(has_ended);
        Ok(())
    }
}

/// Drops and wipes the object. Frees its block unless the caller provided the block. Ignores NULL.
///
/// # Safety
/// The handle must be NULL or point to an object of this library, of any kind. Nothing else may use the object during
/// the call, and the handle must not be used again.
pub(crate) unsafe fn free<T: ObjectTrait + ?Sized, Handle>(
    handle: *mut Handle,
) -> Result<(), Error> {
    if handle.is_null() {
        return Ok(());
    }
    // SAFETY: the caller upholds this function's contract. The header is copied before it is wiped, and the block has
    // the layout stored in the header.
    unsafe {
        let &Object { object, layout, heap, .. } = live::<T, Handle>(handle)?;
        let memory = handle.cast::<u8>();
        // `wipe` also erases the mark, a word that shows that the object is live.
        ptr::drop_in_place(object);
        wipe(memory, layout.size());
        if let Some(heap) = heap {
            heap.release(memory, layout);
        }
    }
    Ok(())
}

/// Returns how many bytes of unaligned memory an object of `alg` needs. Builds an object to measure its size.
pub(crate) fn object_bytes<T: ObjectTrait + ?Sized>(
    alg: &'static Alg,
    build: impl FnOnce(Slot<'_, T>) -> Result<(), Error>,
) -> Result<usize, Error> {
    alg.object_bytes(|| measure(build))
}

/// Returns how many bytes of unaligned memory the object that `build` creates needs.
pub(crate) fn measure<T: ObjectTrait + ?Sized>(
    build: impl FnOnce(Slot<'_, T>) -> Result<(), Error>,
) -> Result<usize, Error> {
    let mut found = Err(Error::Internal);
    build(Slot::Owner(&mut |object| {
        found = layout_with(object).map(|(layout, _)| unaligned_bytes(layout));
        // SAFETY: the registry gives the closure the only pointer to the object, so it is dropped once.
        unsafe { ptr::drop_in_place(object) };
    }))?;
    found
}
