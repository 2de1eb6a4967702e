//! Objects: a header, and behind it the registry's object, in one piece of memory, ours or the caller's.
//!
//! The registry builds an object and hands it over; its bytes are moved behind the header, and `at` gives
//! back its address with its type. The header begins with a word made of the kind and its own address, so
//! that an object that was freed, moved or mistaken for another kind is noticed. (Noticed as far as memory
//! allows: what is freed may hold anything.)

use core::alloc::Layout;
use core::cell::Cell;
use core::ptr::{self, NonNull};

use astragal::registry::object_storage::{
    Aeads, Ciphers, Hashes, Macs, Messages, Modes, ObjectKind, ObjectStorage, Slot, Xofs,
};
use astragal::registry::{DynAead, DynCipher, DynHash, DynMac, DynMessage, DynMode, DynXof};

use crate::alg::Alg;
use crate::allocator::Source;
use crate::bytes;
use crate::code::Mistake;

/// What the registry's object traits have in common.
pub(crate) trait Dynamic: ObjectStorage<Self::ObjectKind> {
    type ObjectKind: ObjectKind<Object = Self>;
    /// The name of the kind in messages.
    const KIND: &'static str;
    /// Marks a live object.
    const MAGIC: u64;
}

impl Dynamic for dyn DynHash {
    type ObjectKind = Hashes;
    const KIND: &'static str = "astragal_hash";
    const MAGIC: u64 = 0x6173_7472_6861_7368;
}

impl Dynamic for dyn DynXof {
    type ObjectKind = Xofs;
    const KIND: &'static str = "astragal_xof";
    const MAGIC: u64 = 0x6173_7472_786f_6678;
}

impl Dynamic for dyn DynMac {
    type ObjectKind = Macs;
    const KIND: &'static str = "astragal_mac";
    const MAGIC: u64 = 0x6173_7472_6d61_636d;
}

impl Dynamic for dyn DynAead {
    type ObjectKind = Aeads;
    const KIND: &'static str = "astragal_aead";
    const MAGIC: u64 = 0x6173_7472_6165_6164;
}

impl Dynamic for dyn DynMessage {
    type ObjectKind = Messages;
    const KIND: &'static str = "astragal_aead_message";
    const MAGIC: u64 = 0x6173_7472_6d65_7373;
}

impl Dynamic for dyn DynCipher {
    type ObjectKind = Ciphers;
    const KIND: &'static str = "astragal_cipher";
    const MAGIC: u64 = 0x6173_7472_6369_7068;
}

impl Dynamic for dyn DynMode {
    type ObjectKind = Modes;
    const KIND: &'static str = "astragal_mode";
    const MAGIC: u64 = 0x6173_7472_6d6f_6465;
}

/// The header. Its first word lies where that of any other kind lies.
#[repr(C)]
pub(crate) struct Object<T: ?Sized> {
    magic: u64,
    alg: &'static Alg,
    /// The registry's object, behind this header.
    object: *mut T,
    layout: Layout,
    /// What its memory goes back to; none for the caller's memory.
    source: Option<Source>,
    /// Whether the message has ended, for kinds that are restarted.
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

/// Where a new object goes.
pub(crate) enum Memory {
    /// Memory of the heap, or of the program's own allocator.
    Ours(Source),
    /// The caller's.
    Callers { start: *mut u8, length: usize },
}

impl Memory {
    #[expect(clippy::unnecessary_wraps, reason = "as for the caller's memory")]
    pub(crate) fn ours() -> Result<Self, Mistake> {
        Ok(Self::Ours(Source::now()))
    }

    pub(crate) fn of_caller(start: *mut u8, length: usize) -> Result<Self, Mistake> {
        if start.is_null() {
            return Err(Mistake::Null("the memory"));
        }
        bytes::check("the memory", start, length)?;
        Ok(Self::Callers { start, length })
    }

    /// The start of a piece for `layout`.
    fn claim(&self, layout: Layout) -> Result<NonNull<u8>, Mistake> {
        match *self {
            Self::Ours(source) => source.allocate(layout).ok_or(Mistake::Memory),
            Self::Callers { start, length } => {
                let skipped = start.align_offset(layout.align());
                let needed = skipped.checked_add(layout.size());
                if needed.is_none_or(|needed| needed > length) {
                    let needed = worst(layout);
                    return Err(Mistake::Buffer { what: "the memory", given: length, needed });
                }
                NonNull::new(start.wrapping_add(skipped)).ok_or(Mistake::Null("the memory"))
            }
        }
    }
}

/// The bytes that hold an object of this layout wherever they begin.
fn worst(layout: Layout) -> usize {
    layout.size() + layout.align() - 1
}

/// The header's and the object's common layout, and where the object lies in it.
fn layout_with<T: ?Sized>(object: &T) -> Result<(Layout, usize), Mistake> {
    let header = Layout::new::<Object<T>>();
    let (layout, offset) =
        header.extend(Layout::for_value(object)).map_err(|_| Mistake::Internal)?;
    Ok((layout.pad_to_align(), offset))
}

/// Puts the object of `alg` that `build` gives to its place, and its address to `out`. After a mistake,
/// `out` is NULL.
///
/// # Safety
/// Unless it is NULL, `out` is valid for a write. The memory is valid for reads and writes, and nobody
/// else's, as long as the object lives.
pub(crate) unsafe fn make<T: Dynamic + ?Sized, Handle>(
    out: *mut *mut Handle,
    memory: impl FnOnce() -> Result<Memory, Mistake>,
    alg: impl FnOnce() -> Result<&'static Alg, Mistake>,
    build: impl FnOnce(&'static Alg, Slot<'_, T>) -> Result<(), Mistake>,
) -> Result<(), Mistake> {
    if out.is_null() {
        return Err(Mistake::Null("the place for the object's address"));
    }
    // SAFETY: not NULL; the rest is the caller's promise.
    unsafe { out.write(ptr::null_mut()) };
    let (alg, memory) = (alg()?, memory()?);
    let mut made = Err(Mistake::Internal);
    build(
        alg,
        Slot::Owner(&mut |object| {
            // SAFETY: the registry gives the object away; the memory is as promised.
            made = unsafe { take(object, alg, &memory) };
        }),
    )?;
    let header = made?;
    // SAFETY: as above.
    unsafe { out.write(header.as_ptr().cast()) };
    Ok(())
}

/// Moves the object behind a new header; drops it where that fails.
///
/// # Safety
/// Nobody else uses or drops the object afterwards. The memory is valid for reads and writes.
unsafe fn take<T: Dynamic + ?Sized>(
    object: &mut T,
    alg: &'static Alg,
    memory: &Memory,
) -> Result<NonNull<Object<T>>, Mistake> {
    let claimed = layout_with(object)
        .and_then(|(layout, offset)| Ok((layout, offset, memory.claim(layout)?)));
    let (layout, offset, start) = match claimed {
        Ok(claimed) => claimed,
        Err(mistake) => {
            // SAFETY: it was given to us, and nothing has been moved from it.
            unsafe { ptr::drop_in_place(object) };
            return Err(mistake);
        }
    };
    let header = start.cast::<Object<T>>();
    // SAFETY: the piece has the layout of a header with this object behind, and is not where the object was.
    unsafe {
        let behind = start.as_ptr().add(offset);
        let moved = object.at(behind);
        let (bytes, from) = (size_of_val(object), ptr::from_mut(object).cast::<u8>());
        behind.copy_from_nonoverlapping(from, bytes);
        header.write(Object {
            magic: magic::<T>(header.addr().get()),
            alg,
            object: moved,
            layout,
            source: match memory {
                Memory::Ours(source) => Some(*source),
                Memory::Callers { .. } => None,
            },
            has_ended: Cell::new(false),
        });
        wipe(from, bytes);
    }
    Ok(header)
}

fn magic<T: Dynamic + ?Sized>(address: usize) -> u64 {
    T::MAGIC ^ address as u64
}

/// Zeroes what was moved away, which may hold a key; the optimiser is kept from thinking that nobody looks.
///
/// # Safety
/// `start` is valid for writes of `bytes` bytes.
unsafe fn wipe(start: *mut u8, bytes: usize) {
    // SAFETY: the caller's promise.
    unsafe { start.write_bytes(0, bytes) };
    core::hint::black_box(start);
}

/// Whether the object of a handle begins with this mark.
///
/// # Safety
/// Unless it is NULL, the handle is one of the library's, whatever its kind, and nobody changes the object meanwhile.
#[inline]
pub(crate) unsafe fn check_mark<H>(
    header: *const H,
    kind: &'static str,
    mark: u64,
) -> Result<(), Mistake> {
    if header.is_null() {
        return Err(Mistake::Null("the object"));
    }
    // SAFETY: aligned, and every kind of object begins with a word that is its mark.
    if !header.is_aligned() || unsafe { header.cast::<u64>().read() } != mark {
        return Err(Mistake::NotObject(kind));
    }
    Ok(())
}

/// The object behind a handle, if it is one of this kind.
///
/// # Safety
/// Unless it is NULL, the handle is one of ours, whatever its kind, and nobody changes the object meanwhile.
#[inline]
pub(crate) unsafe fn live<'a, T: Dynamic + ?Sized, Handle>(
    handle: *const Handle,
) -> Result<&'a Object<T>, Mistake> {
    let header = handle.cast::<Object<T>>();
    // SAFETY: the caller's promise; every kind has its mark there.
    unsafe { check_mark(header, T::KIND, magic::<T>(header.addr()))? };
    // SAFETY: the word says that it is alive and of this kind.
    Ok(unsafe { &*header })
}

/// The registry's object behind a handle, for reading.
///
/// # Safety
/// As for [`live`].
#[inline]
pub(crate) unsafe fn shared<'a, T: Dynamic + ?Sized + 'a, Handle>(
    handle: *const Handle,
) -> Result<&'a T, Mistake> {
    // SAFETY: the caller's promise; a live header points to its object.
    unsafe { Ok(&*live::<T, Handle>(handle)?.object) }
}

/// The registry's object behind a handle, for changing.
///
/// # Safety
/// As for [`live`]; and nobody else uses the object meanwhile.
#[inline]
pub(crate) unsafe fn unique<'a, T: Dynamic + ?Sized + 'a, Handle>(
    handle: *mut Handle,
) -> Result<&'a mut T, Mistake> {
    // SAFETY: the caller's promise; a live header points to its object.
    unsafe { Ok(&mut *live::<T, Handle>(handle)?.object) }
}

/// The algorithm of a live object.
///
/// # Safety
/// As for [`live`].
pub(crate) unsafe fn alg_of<T: Dynamic + ?Sized, Handle>(
    handle: *const Handle,
) -> Result<*const Alg, Mistake> {
    // SAFETY: the caller's promise.
    Ok(ptr::from_ref(unsafe { live::<T, Handle>(handle) }?.alg))
}

/// A copy of a live object, put to its place, and its address to `out`.
///
/// # Safety
/// As for [`make`] and [`live`].
pub(crate) unsafe fn copy<T: Dynamic + ?Sized, Handle>(
    out: *mut *mut Handle,
    memory: impl FnOnce() -> Result<Memory, Mistake>,
    from: *const Handle,
) -> Result<(), Mistake> {
    // SAFETY: the caller's promise.
    unsafe {
        make::<T, Handle>(
            out,
            memory,
            || Ok(live::<T, Handle>(from)?.alg),
            |_, place| {
                shared::<T, Handle>(from)?.clone_to(place);
                Ok(())
            },
        )?;
        let has_ended = live::<T, Handle>(from)?.has_ended.get();
        live::<T, Handle>(out.read())?.has_ended.set(has_ended);
        Ok(())
    }
}

/// Drops the object, wipes it, and gives its memory back if it is ours. NULL is nothing.
///
/// # Safety
/// As for [`unique`]; the handle is not used again.
pub(crate) unsafe fn free<T: Dynamic + ?Sized, Handle>(handle: *mut Handle) -> Result<(), Mistake> {
    if handle.is_null() {
        return Ok(());
    }
    // SAFETY: the caller's promise. The header is read before it is wiped, and the memory has its layout.
    unsafe {
        let &Object { object, layout, source, .. } = live::<T, Handle>(handle)?;
        let memory = handle.cast::<u8>();
        // Once wiped, the header has no mark of a live one.
        ptr::drop_in_place(object);
        wipe(memory, layout.size());
        if let Some(source) = source {
            source.release(memory, layout);
        }
    }
    Ok(())
}

/// The bytes that an object of `alg` needs wherever they begin, found by building one.
pub(crate) fn bytes<T: Dynamic + ?Sized>(
    alg: &'static Alg,
    build: impl FnOnce(Slot<'_, T>) -> Result<(), Mistake>,
) -> Result<usize, Mistake> {
    alg.object_bytes(|| bytes_now(build))
}

/// The bytes that the object that `build` gives needs wherever they begin.
pub(crate) fn bytes_now<T: Dynamic + ?Sized>(
    build: impl FnOnce(Slot<'_, T>) -> Result<(), Mistake>,
) -> Result<usize, Mistake> {
    let mut found = Err(Mistake::Internal);
    build(Slot::Owner(&mut |object| {
        found = layout_with(object).map(|(layout, _)| worst(layout));
        // SAFETY: the registry gives the object away.
        unsafe { ptr::drop_in_place(object) };
    }))?;
    found
}
