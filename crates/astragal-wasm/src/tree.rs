//! Tree hashes that combine separately hashed parts of a message. Worker threads can hash the parts in parallel.
#![expect(unsafe_code, reason = "JavaScript passes objects and buffers as addresses")]

use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::ptr;

use astragal::registry::{self, DynPart, DynTree, TREES, TreeParams};
use zeroize::Zeroize as _;

use crate::memory::{slice, slice_mut, write_error};
use crate::params::Params;
use crate::row::{status, text};

/// Tree hash. JavaScript identifies it by the address of this struct, which is one word long. The address of a `dyn
/// DynTree` itself would be two words long.
pub(crate) struct Tree(Box<dyn DynTree>);

pub(crate) struct Part {
    /// Hasher of the part; `None` after the part is finished.
    hasher: Option<Box<dyn DynPart>>,
    /// Record of the finished part, from which the tree computes the digest. Empty until the part is finished.
    record: Vec<u8>,
}

/// Returns a new tree without parts, or null on failure.
///
/// # Safety
/// `name` must be valid for `name_bytes` bytes and `params` must be valid for `bytes` bytes.
#[unsafe(no_mangle)]
unsafe extern "C" fn new_tree(
    name: *const u8,
    name_bytes: usize,
    params: *mut u8,
    bytes: usize,
) -> *mut Tree {
    // SAFETY: the caller upholds this function's contract.
    let (name, written) = unsafe { (text(name, name_bytes), slice_mut(params, bytes)) };
    let tree = new(name, Params::read(written));
    written.zeroize();
    match tree {
        Ok(tree) => Box::into_raw(Box::new(Tree(tree))),
        Err(error) => {
            write_error(error);
            ptr::null_mut()
        }
    }
}

fn new(name: &str, params: Params<'_>) -> Result<Box<dyn DynTree>, String> {
    let key = params.bytes(b'k').map(|key| {
        let wrong_length = |_| {
            let bytes = key.len();
            format!("key is {bytes} bytes; blake3 takes 32, other tree hashes take none")
        };
        key.try_into().map_err(wrong_length)
    });
    let params = TreeParams {
        custom: params.bytes(b'c'),
        block_bytes: params.length(b'b'),
        key: key.transpose()?,
        context: params.bytes(b'C'),
    };
    let unknown = || format!("name is '{name}'; tree hashes are {}", TREES.join(", "));
    registry::tree(name, &params).ok_or_else(unknown)?.map_err(|error| error.to_string())
}

/// Returns the leaf size in bytes. Each part must begin at a multiple of the leaf size.
///
/// # Safety
/// The tree must come from [`new_tree`] and must not have been freed.
#[unsafe(no_mangle)]
unsafe extern "C" fn leaf_bytes(tree: *const Tree) -> f64 {
    // SAFETY: the caller upholds this function's contract.
    let bytes = unsafe { &*tree }.0.leaf_bytes();
    u32::try_from(bytes).map_or(f64::INFINITY, f64::from)
}

/// Returns a new part that begins at byte `start` of the message, or null on failure.
///
/// # Safety
/// The tree must come from [`new_tree`] and must not have been freed.
#[unsafe(no_mangle)]
unsafe extern "C" fn new_part(tree: *const Tree, start: u64) -> *mut Part {
    // SAFETY: the caller upholds this function's contract.
    match unsafe { &*tree }.0.part(start) {
        Ok(part) => Box::into_raw(Box::new(Part { hasher: Some(part), record: Vec::new() })),
        Err(error) => {
            write_error(error);
            ptr::null_mut()
        }
    }
}

/// Appends data to the part.
///
/// # Safety
/// The part must come from [`new_part`] and must not have been freed. `data` must be valid for `bytes` bytes.
#[unsafe(no_mangle)]
unsafe extern "C" fn update_part(part: *mut Part, data: *const u8, bytes: usize) {
    // SAFETY: the caller upholds this function's contract.
    let (part, data) = unsafe { (&mut *part, slice(data, bytes)) };
    if let Some(hasher) = &mut part.hasher {
        hasher.update(data);
    }
}

/// Finishes the part, which belongs to a message of `total` bytes. Returns the length in bytes of the part's record,
/// from which the tree computes the digest.
///
/// # Safety
/// The part must come from [`new_part`] and must not have been freed.
#[unsafe(no_mangle)]
unsafe extern "C" fn finish_part(part: *mut Part, total: u64) -> usize {
    // SAFETY: the caller upholds this function's contract.
    let part = unsafe { &mut *part };
    if let Some(hasher) = part.hasher.take() {
        part.record = hasher.finish(Some(total));
    }
    part.record.len()
}

/// Returns the address of the part's record, the bytes from which the tree computes the digest.
///
/// # Safety
/// The part must come from [`new_part`] and must not have been freed.
#[unsafe(no_mangle)]
unsafe extern "C" fn record(part: *const Part) -> *const u8 {
    // SAFETY: the caller upholds this function's contract.
    unsafe { &*part }.record.as_ptr()
}

/// Wipes and frees the object that hashes one part of a message.
///
/// # Safety
/// The part must come from [`new_part`] and must not be used afterwards.
#[unsafe(no_mangle)]
unsafe extern "C" fn free_part(part: *mut Part) {
    // SAFETY: the caller upholds this function's contract. The object comes from `Box::into_raw` and is freed once.
    drop(unsafe { Box::from_raw(part) });
}

/// Adds the record of a finished part to the tree.
///
/// # Safety
/// The tree must come from [`new_tree`] and must not have been freed. `record` must be valid for `bytes` bytes.
#[unsafe(no_mangle)]
unsafe extern "C" fn add_part(tree: *mut Tree, record: *const u8, bytes: usize) -> i32 {
    // SAFETY: the caller upholds this function's contract.
    let (tree, record) = unsafe { (&mut *tree, slice(record, bytes)) };
    status(tree.0.add(record))
}

/// Writes the first `bytes` bytes of the digest to `output`. `length` is the length of the message in bytes. Frees the
/// tree.
///
/// # Safety
/// The tree must come from [`new_tree`] and must not be used afterwards. `output` must be valid for `bytes` bytes.
#[unsafe(no_mangle)]
unsafe extern "C" fn finish_tree(
    tree: *mut Tree,
    length: u64,
    output: *mut u8,
    bytes: usize,
) -> i32 {
    // SAFETY: the caller upholds this function's contract. The object comes from `Box::into_raw` and is freed once.
    let (tree, output) = unsafe { (Box::from_raw(tree), slice_mut(output, bytes)) };
    status(tree.0.finish(length, output))
}

/// Wipes and frees the tree.
///
/// # Safety
/// The tree must come from [`new_tree`] and must not be used afterwards.
#[unsafe(no_mangle)]
unsafe extern "C" fn free_tree(tree: *mut Tree) {
    // SAFETY: the caller upholds this function's contract. The object comes from `Box::into_raw` and is freed once.
    drop(unsafe { Box::from_raw(tree) });
}
