//! Tree hashes in parts, each of which another worker may hash.
#![expect(unsafe_code, reason = "objects and bytes go by their addresses")]

use std::ptr;

use astragal::registry::{self, DynPart, DynTree};
use zeroize::Zeroize as _;

use crate::memory::{output, slice, slice_mut, tell};
use crate::params::Params;
use crate::row::{settled, text};

/// What JavaScript holds the address of: fat pointers do not fit a number.
pub(crate) struct Tree(Box<dyn DynTree>);
pub(crate) struct Part {
    /// Until it is finished.
    hasher: Option<Box<dyn DynPart>>,
    /// From then on.
    record: Vec<u8>,
}

/// The tree hash of this name without a part, or null.
///
/// # Safety
/// There are so many bytes at `name` and `params`.
#[unsafe(no_mangle)]
unsafe extern "C" fn new_tree(
    name: *const u8,
    name_bytes: usize,
    params: *mut u8,
    bytes: usize,
) -> *mut Tree {
    // SAFETY: by the caller's promise.
    let (name, written) = unsafe { (text(name, name_bytes), slice_mut(params, bytes)) };
    let tree = registry::tree(&name, &Params::read(written).of_tree());
    written.zeroize();
    match tree {
        Some(Ok(tree)) => return Box::into_raw(Box::new(Tree(tree))),
        Some(Err(error)) => tell(error),
        None => tell(format_args!("there is no tree hash named {name:?}")),
    }
    ptr::null_mut()
}

/// Parts begin at multiples of so many bytes.
///
/// # Safety
/// The tree is of [`new_tree`] and not freed, here and below.
#[unsafe(no_mangle)]
unsafe extern "C" fn leaf_bytes(tree: *const Tree) -> f64 {
    // SAFETY: by the caller's promise.
    let bytes = unsafe { &*tree }.0.leaf_bytes();
    u32::try_from(bytes).map_or(f64::INFINITY, f64::from)
}

/// A part that begins at byte `start` of the message, or null.
///
/// # Safety
/// See [`leaf_bytes`].
#[unsafe(no_mangle)]
unsafe extern "C" fn new_part(tree: *const Tree, start: u64) -> *mut Part {
    // SAFETY: by the caller's promise.
    match unsafe { &*tree }.0.part(start) {
        Ok(part) => Box::into_raw(Box::new(Part { hasher: Some(part), record: Vec::new() })),
        Err(error) => {
            tell(error);
            ptr::null_mut()
        }
    }
}

/// Appends `bytes` bytes at `data` to the part.
///
/// # Safety
/// The part is of [`new_part`] and not freed, here and below; there are so many bytes.
#[unsafe(no_mangle)]
unsafe extern "C" fn update_part(part: *mut Part, data: *const u8, bytes: usize) {
    // SAFETY: by the caller's promise.
    let (part, data) = unsafe { (&mut *part, slice(data, bytes)) };
    if let Some(hasher) = &mut part.hasher {
        hasher.update(data);
    }
}

/// Makes the part's record, of a message of `total` bytes; returns the record's length.
///
/// # Safety
/// See [`update_part`].
#[unsafe(no_mangle)]
unsafe extern "C" fn finish_part(part: *mut Part, total: u64) -> usize {
    // SAFETY: by the caller's promise.
    let part = unsafe { &mut *part };
    if let Some(hasher) = part.hasher.take() {
        part.record = hasher.finish(Some(total));
    }
    part.record.len()
}

/// Where the record lies.
///
/// # Safety
/// See [`update_part`].
#[unsafe(no_mangle)]
unsafe extern "C" fn record(part: *const Part) -> *const u8 {
    // SAFETY: by the caller's promise.
    unsafe { &*part }.record.as_ptr()
}

/// Wipes the part and gives its memory back.
///
/// # Safety
/// See [`update_part`].
#[unsafe(no_mangle)]
unsafe extern "C" fn free_part(part: *mut Part) {
    // SAFETY: by the caller's promise, from `Box::into_raw`, and once.
    drop(unsafe { Box::from_raw(part) });
}

/// Adds a part by its record.
///
/// # Safety
/// See [`leaf_bytes`]; there are `bytes` bytes at `record`.
#[unsafe(no_mangle)]
unsafe extern "C" fn add_part(tree: *mut Tree, record: *const u8, bytes: usize) -> i32 {
    // SAFETY: by the caller's promise.
    let (tree, record) = unsafe { (&mut *tree, slice(record, bytes)) };
    settled(tree.0.add(record))
}

/// Frees the tree and puts the first `bytes` bytes of output of the message of `length` bytes into the output room.
///
/// # Safety
/// See [`leaf_bytes`].
#[unsafe(no_mangle)]
unsafe extern "C" fn finish_tree(tree: *mut Tree, length: u64, bytes: usize) -> i32 {
    // SAFETY: by the caller's promise, from `Box::into_raw`, and once; the output is used here alone.
    let (tree, output) = unsafe { (Box::from_raw(tree), output(bytes)) };
    settled(tree.0.finish(length, output))
}

/// Wipes the tree and gives its memory back.
///
/// # Safety
/// See [`leaf_bytes`].
#[unsafe(no_mangle)]
unsafe extern "C" fn free_tree(tree: *mut Tree) {
    // SAFETY: by the caller's promise, from `Box::into_raw`, and once.
    drop(unsafe { Box::from_raw(tree) });
}
