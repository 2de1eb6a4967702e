//! Checks that the memory allocated by a call is bounded for all parameters.
#![cfg(feature = "parallel")]
#![cfg_attr(
    feature = "parallel",
    expect(unsafe_code, reason = "implements `GlobalAlloc` to count allocated bytes")
)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use astragal::hash::ParallelHash256;

static NOW: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);

struct Counting;

// SAFETY: every call is forwarded to the system allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        MOST.fetch_max(NOW.fetch_add(layout.size(), Relaxed) + layout.size(), Relaxed);
        // SAFETY: the caller fulfills the requirements of `GlobalAlloc`.
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size(), Relaxed);
        // SAFETY: the caller fulfills the requirements of `GlobalAlloc`.
        unsafe { System.dealloc(block, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Tests the worst case, a ParallelHash block length of 1 byte. Each byte of the message then has a 64-byte chaining
/// value. The library must not store the chaining values of all blocks at once.
#[test]
fn parallel_hash_of_short_blocks_bounds_memory() {
    let message = vec![1; 1 << 20];
    let before = NOW.load(Relaxed);
    MOST.store(before, Relaxed);
    let mut hash = ParallelHash256::new(1, b"").expect("the block size is allowed");
    hash.absorb_parallel(&message);
    let taken = MOST.load(Relaxed) - before;
    assert!(taken < 6 << 20, "{taken} bytes for a message of {}", message.len());
    let mut alone = ParallelHash256::new(1, b"").expect("the block size is allowed");
    alone.absorb(&message);
    assert_eq!(hash.finalize::<64>(), alone.finalize());
}
