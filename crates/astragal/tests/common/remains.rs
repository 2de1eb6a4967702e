//! Finds secrets that an operation leaves in dead memory: the stack below the caller, and freed heap blocks.
//!
//! Paints the stack and runs the operation. Then reports words that are not paint, zero, an address or a small number.
//! This finds keys, round keys, padded keys, intermediate states and tags without knowing their values. Messages
//! consist of equal bytes, so that they are not mistaken for secrets.
#![expect(unsafe_code, reason = "reads and writes the dead part of the stack")]

use core::ptr;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::{Cell, RefCell};
use std::hint::black_box;
use std::thread;

/// Depth in bytes to which the stack is painted and scanned.
const DEEPEST: usize = 512 << 10;
/// Gap in bytes between the stack frames of this module and those of the operation.
const GAP: usize = 32 << 10;
const PAINT: u64 = 0xa5a5_a5a5_a5a5_a5a5;

/// Data left by an operation.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Remains {
    /// Words on the dead stack, with their depth below the caller.
    pub(crate) stack: Vec<(usize, u64)>,
    /// Pairs of random words in freed heap blocks.
    pub(crate) heap: usize,
    /// Stack depth of the operation in bytes.
    pub(crate) depth: usize,
}

/// Multiplier of [`secret`]: a constant that compilers keep in a register.
const FACTOR: u64 = 0x5851_f42d_4c95_7f2d;

/// Returns bytes without pattern and without zeros.
pub(crate) fn secret(length: usize) -> Vec<u8> {
    let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
    let next = || {
        seed = seed.wrapping_mul(FACTOR).wrapping_add(1);
        seed.to_be_bytes()[0].max(1)
    };
    std::iter::repeat_with(next).take(length).collect()
}

/// Whether the word may be part of a key or state. Addresses and numbers have zero bytes, or 0xff bytes if negative.
/// Paint and test messages have equal bytes; one byte of paint may be replaced by a verdict. Error texts are printable.
fn is_random(word: u64) -> bool {
    let bytes = word.to_ne_bytes();
    let is_negative = word >> 47 == (1 << 17) - 1;
    let is_painted = bytes.iter().filter(|&&byte| byte == PAINT.to_ne_bytes()[0]).count() >= 7;
    let is_text = bytes.iter().all(|byte| (b' '..=b'~').contains(byte));
    let is_even = bytes.iter().all(|&byte| byte == bytes[0]);
    !(bytes.contains(&0) || is_negative || is_painted || is_text || is_even || word == FACTOR)
}

/// Runs `operation` and returns the data that it left. Must run on a thread of [`on_a_thread`].
#[inline(never)]
pub(crate) fn after(operation: &mut dyn FnMut()) -> Remains {
    let here = 0_u64;
    let top = (ptr::from_ref(black_box(&here)) as usize - GAP) & !7;
    let bottom = top - DEEPEST;
    for address in (bottom..top).step_by(8) {
        // SAFETY: below the frames that are alive, and within the stack that `on_a_thread` has reserved.
        unsafe { ptr::with_exposed_provenance_mut::<u64>(address).write_volatile(PAINT) };
    }
    let mut remains = Remains::default();
    remains.stack.reserve(DEEPEST / 8);
    FREED.set(Some(0));
    far_below(operation);
    remains.heap = FREED.replace(None).unwrap_or_default();
    for address in (bottom..top).step_by(8) {
        // SAFETY: below the live frames, within the reserved stack, and painted before.
        let word = unsafe { ptr::with_exposed_provenance::<u64>(address).read_volatile() };
        if word != PAINT && remains.depth == 0 {
            remains.depth = top - address - GAP;
        }
        if is_random(word) && !INNOCENT.with_borrow(|words| words.contains(&word)) {
            remains.stack.push((top - address, word));
        }
    }
    remains
}

/// Calls `operation` with more than [`GAP`] bytes between the stack frames, so that the scan does not overwrite the
/// data that it looks for.
#[inline(never)]
fn far_below(operation: &mut dyn FnMut()) {
    let gap = [0_u8; 2 * GAP];
    black_box(&gap);
    operation();
    black_box(&gap);
}

/// Runs `body` on a thread with enough stack for [`after`].
pub(crate) fn on_a_thread<R: Send + 'static>(body: impl FnOnce() -> R + Send + 'static) -> R {
    let thread = thread::Builder::new().stack_size(4 * DEEPEST).spawn(|| {
        learn_the_allocator();
        body()
    });
    thread.expect("a thread can be started").join().expect("the thread does not panic")
}

/// Records the random word that each allocator call leaves on the stack. It is not a secret.
fn learn_the_allocator() {
    let remains = after(&mut || {
        for bytes in [24, 200, 1000, 3000, 10_000] {
            black_box(vec![1_u8; bytes]);
        }
    });
    INNOCENT.set(remains.stack.iter().map(|(_, word)| *word).collect());
}

thread_local! {
    static INNOCENT: RefCell<Vec<u64>> = const { RefCell::new(Vec::new()) };
    /// While an operation is observed: the number of random pairs of words in the blocks that it freed.
    static FREED: Cell<Option<usize>> = const { Cell::new(None) };
}

/// System allocator that scans freed blocks.
pub(crate) struct Watching;

// SAFETY: every call is forwarded to the system allocator; blocks are read before they are freed.
unsafe impl GlobalAlloc for Watching {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise.
        unsafe { System.alloc_zeroed(layout) }
    }
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        if let Ok(Some(found)) = FREED.try_with(Cell::get) {
            let word = |i: usize| {
                // SAFETY: within the block, which was zeroed when it was given out.
                is_random(unsafe { block.cast::<u64>().add(i).read_unaligned() })
            };
            // A single word may be padding with old stack contents. A key has two words, a state more.
            let pairs = (1..layout.size() / 8).filter(|&i| word(i - 1) && word(i));
            FREED.set(Some(found + pairs.count()));
        }
        // SAFETY: the caller's promise.
        unsafe { System.dealloc(block, layout) }
    }
}
