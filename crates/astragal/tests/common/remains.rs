//! Finds secrets that an operation leaves in dead memory: the stack below the caller, and freed heap blocks.
//!
//! The stack is filled with a fixed value ("paint") before the operation runs. Afterwards, each word on the stack is
//! reported, unless it is paint, zero, an address or a small number. This finds keys, round keys, padded keys,
//! intermediate states and tags without knowing their values. Test messages consist of equal bytes, so they are not
//! mistaken for secrets.
#![expect(unsafe_code, reason = "reads and writes the stack below the live frames")]

use core::ptr;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::{Cell, RefCell};
use std::hint::black_box;
use std::thread;

/// Number of stack bytes below the caller that are painted and scanned.
const DEEPEST: usize = 512 << 10;
/// Stack gap in bytes between the frames of this module and those of the tested operation, so that this module does not
/// overwrite the operation's dead frames.
const GAP: usize = 32 << 10;
const PAINT: u64 = 0xa5a5_a5a5_a5a5_a5a5;

/// Random-looking words that an operation left in dead memory: the stack below the caller, and freed heap blocks.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Remains {
    /// Random-looking words on the stack below the caller, each with its depth in bytes.
    pub(crate) stack: Vec<(usize, u64)>,
    /// Number of pairs of adjacent random-looking words in freed heap blocks.
    pub(crate) heap: usize,
    /// Stack depth that the operation reached, in bytes.
    pub(crate) depth: usize,
}

/// Multiplier of the pseudorandom generator in [`secret`]. Compilers may keep this constant in a register, so the scan
/// for random-looking words ignores it.
const FACTOR: u64 = 0x5851_f42d_4c95_7f2d;

/// Returns pseudorandom bytes that contain no zero byte, because the scan ignores words with zero bytes.
pub(crate) fn secret(length: usize) -> Vec<u8> {
    let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
    let next = || {
        seed = seed.wrapping_mul(FACTOR).wrapping_add(1);
        seed.to_be_bytes()[0].max(1)
    };
    std::iter::repeat_with(next).take(length).collect()
}

/// Returns whether the word looks random, and may therefore be part of a key or state. The bytes of other words show
/// that they are not random:
///
/// - Addresses and numbers contain a zero byte, or start with 0xff bytes if negative.
/// - The fill value of the stack, test messages, nonces and flags have at least six equal bytes, or two halves of four
///   equal bytes each.
/// - Error texts consist of printable characters.
fn is_random(word: u64) -> bool {
    let bytes = word.to_ne_bytes();
    let is_negative = word >> 47 == (1 << 17) - 1;
    let is_text = bytes.iter().all(|byte| (b' '..=b'~').contains(byte));
    let equal = |byte| bytes.iter().filter(|&other| other == byte).count();
    let is_even = bytes.iter().any(|byte| equal(byte) >= 6)
        || bytes.chunks(4).all(|half| half.iter().all(|byte| byte == &half[0]));
    !(bytes.contains(&0) || is_negative || is_text || is_even || word == FACTOR)
}

/// Runs `operation`, and returns the random-looking words that it left in dead memory. Must be called on a thread
/// started by [`on_a_thread`].
#[inline(never)]
pub(crate) fn after(operation: &mut dyn FnMut()) -> Remains {
    let here = 0_u64;
    let top = (ptr::from_ref(black_box(&here)) as usize - GAP) & !7;
    let bottom = top - DEEPEST;
    for address in (bottom..top).step_by(8) {
        // SAFETY: the address is below the live stack frames, and within the stack that `on_a_thread` has reserved.
        unsafe { ptr::with_exposed_provenance_mut::<u64>(address).write_volatile(PAINT) };
    }
    let mut remains = Remains::default();
    remains.stack.reserve(DEEPEST / 8);
    FREED.set(Some(0));
    far_below(operation);
    remains.heap = FREED.replace(None).unwrap_or_default();
    for address in (bottom..top).step_by(8) {
        // SAFETY: the address is below the live stack frames, within the reserved stack, and was painted before.
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

/// Calls `operation` more than [`GAP`] bytes further down the stack. The frames of the scan then do not overwrite the
/// data that the scan searches.
#[inline(never)]
fn far_below(operation: &mut dyn FnMut()) {
    let gap = [0_u8; 2 * GAP];
    black_box(&gap);
    operation();
    black_box(&gap);
}

/// Runs `body` on a new thread, whose stack is larger than the part that [`after`] scans.
pub(crate) fn on_a_thread<R: Send + 'static>(body: impl FnOnce() -> R + Send + 'static) -> R {
    let thread = thread::Builder::new().stack_size(4 * DEEPEST).spawn(|| {
        learn_the_allocator();
        body()
    });
    thread.expect("a thread can be started").join().expect("the thread does not panic")
}

/// Records the random-looking words that the allocator leaves on the stack. The words are not secret, so the scan
/// ignores them.
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
    /// Number of pairs of adjacent random-looking words in heap blocks that the observed operation has freed so far.
    /// `None` if no operation is observed.
    static FREED: Cell<Option<usize>> = const { Cell::new(None) };
}

/// System allocator that scans freed blocks for random-looking words.
pub(crate) struct Watching;

// SAFETY: every call is forwarded to the system allocator. Blocks are only read, and only before they are freed.
unsafe impl GlobalAlloc for Watching {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller fulfills the requirements of `GlobalAlloc`.
        unsafe { System.alloc_zeroed(layout) }
    }
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        if let Ok(Some(found)) = FREED.try_with(Cell::get) {
            let word = |i: usize| {
                // SAFETY: the word is within the block, which was zeroed when it was allocated.
                is_random(unsafe { block.cast::<u64>().add(i).read_unaligned() })
            };
            // Counts only two adjacent words that both look random: part of a key or of a state, which have at least two
            // words. A single word that looks random may be padding, which can hold old stack contents.
            let pairs = (1..layout.size() / 8).filter(|&i| word(i - 1) && word(i));
            FREED.set(Some(found + pairs.count()));
        }
        // SAFETY: the caller fulfills the requirements of `GlobalAlloc`.
        unsafe { System.dealloc(block, layout) }
    }
}
