//! The stack that a call leaves behind, overwritten where the call worked with a key.
//!
//! Compilers copy what they move and spill what does not fit registers, so that keys, key schedules and states
//! stay in frames that nobody owns. What works with a key therefore runs one call below, and the place where
//! its frames lay is filled with zeros. `tests/remains.rs` scans for what is left.
#![expect(
    unsafe_code,
    reason = "a result is moved out of memory that is wiped; registers are in assembly"
)]

use core::mem::MaybeUninit;

use zeroize::optimization_barrier;

/// Room for the frames of any compression function and the calls around it; what is moved comes on top. On aarch64 the
/// frames of Kupyna's are larger.
pub(crate) const STACK_BYTES: usize = if cfg!(target_arch = "aarch64") { 2816 } else { 2304 };

/// The same for rounds over vectors, whose keys and blocks are more than there are registers: those of Camellia under GCM
/// take 10 KiB.
pub(crate) const VECTOR_STACK_BYTES: usize =
    if cfg!(any(target_arch = "aarch64", target_arch = "x86_64")) { 12 << 10 } else { STACK_BYTES };

/// Calls `body` and overwrites the `bytes` bytes of stack below the caller, rounded up: at least as many as
/// `body` uses, and few more, so that there is room wherever there is room for `body`. A KiB costs 9 ns.
#[inline(always)]
pub(crate) fn with_stack_wipe<R>(bytes: usize, body: impl FnOnce() -> R) -> R {
    // A verdict, a tag or what registers hold. A constant, so that only one of both is compiled.
    if const { size_of::<R>() <= 32 } {
        let result = call_noinline(body);
        erase_below(bytes);
        result
    } else {
        moved_on(bytes, body)
    }
}

/// Calls `body`, and overwrites the `bytes` bytes of stack below the caller if it fails. A refused message leaves no computed
/// tag, and a valid one costs nothing.
#[inline(always)]
pub(crate) fn with_stack_wipe_on_error<E>(
    bytes: usize,
    body: impl FnOnce() -> Result<(), E>,
) -> Result<(), E> {
    let result = call_noinline(body);
    if result.is_err() {
        erase_below(bytes);
    }
    result
}

/// Frames that begin where the zeros will.
#[inline(never)]
fn call_noinline<R>(body: impl FnOnce() -> R) -> R {
    body()
}

/// [`with_stack_wipe`] for a result that is moved on: of a state that `body` makes, what stays here would be a copy.
#[inline(always)]
fn moved_on<R>(bytes: usize, body: impl FnOnce() -> R) -> R {
    #[inline(never)]
    fn call_into_noinline<R>(body: impl FnOnce() -> R, result: &mut MaybeUninit<R>) {
        result.write(body());
    }
    /// Does not unwind, as [`erase_below`].
    #[inline(always)]
    extern "C" fn wipe<R>(result: &mut MaybeUninit<R>) {
        *result = MaybeUninit::zeroed();
        optimization_barrier(result);
    }
    // Where `body` panics, nothing has been written.
    let mut result = MaybeUninit::uninit();
    call_into_noinline(body, &mut result);
    erase_below(bytes);
    // SAFETY: it is written, and read once.
    let moved = unsafe { result.assume_init_read() };
    wipe(&mut result);
    moved
}

/// Fills the vector registers that a callee may change with zeros. What they hold would go where a result is moved of
/// which a part is not there, as the error of one without: the compiler takes that part from any register.
#[inline(always)]
#[cfg(all(any(target_feature = "sse2", target_arch = "aarch64"), not(miri)))]
fn erase_registers() {
    #[cfg(target_feature = "sse2")]
    macro_rules! zero {
        ($register:tt) => {
            concat!("pxor ", $register, ", ", $register)
        };
    }
    #[cfg(target_arch = "aarch64")]
    macro_rules! zero {
        ($register:tt) => {
            concat!("movi ", $register, ".2d, 0")
        };
    }
    macro_rules! erase {
        ($($register:tt)+) => {
            // SAFETY: the registers are said to change.
            unsafe {
                core::arch::asm!(
                    $(zero!($register),)+
                    $(out($register) _,)+
                    options(nomem, nostack, preserves_flags)
                );
            }
        };
    }
    #[cfg(target_feature = "sse2")]
    erase!("xmm0" "xmm1" "xmm2" "xmm3" "xmm4" "xmm5");
    // On Windows they are the caller's.
    #[cfg(all(target_arch = "x86_64", not(windows)))]
    erase!("xmm6" "xmm7" "xmm8" "xmm9" "xmm10" "xmm11" "xmm12" "xmm13" "xmm14" "xmm15");
    #[cfg(target_arch = "aarch64")]
    erase!(
        "v0" "v1" "v2" "v3" "v4" "v5" "v6" "v7"
        "v16" "v17" "v18" "v19" "v20" "v21" "v22" "v23"
        "v24" "v25" "v26" "v27" "v28" "v29" "v30" "v31"
    );
}

#[cfg(not(all(any(target_feature = "sse2", target_arch = "aarch64"), not(miri))))]
fn erase_registers() {}

/// Fills `N` bytes of the stack below the caller with zeros. Does not unwind, as [`erase_below`], which could not leave by
/// a jump otherwise.
#[inline(never)]
extern "C" fn zero<const N: usize>() {
    let zeros = [0_u8; N];
    optimization_barrier(&zeros);
}

/// Fills the stack below the caller. One function for all of them, which leaves by a jump and has no frame. In the ABI of
/// C, for such a function does not unwind: none of the thousand callers has a landing pad for it.
#[inline(never)]
extern "C" fn erase_below(bytes: usize) {
    // Frames were measured where this is false; on s390x each has room for all registers.
    const LARGE: bool = cfg!(not(any(
        target_arch = "x86_64",
        target_arch = "x86",
        target_arch = "aarch64",
        target_arch = "arm",
        target_arch = "wasm32"
    )));
    erase_registers();
    let bytes = if LARGE { 2 * bytes } else { bytes };
    match bytes.div_ceil(512) {
        // For small machines: half a KiB is much there.
        _ if bytes <= 376 => zero::<376>(),
        0 | 1 => zero::<512>(),
        2 => zero::<1024>(),
        3 => zero::<1536>(),
        4 => zero::<2048>(),
        5 => zero::<2560>(),
        6 => zero::<3072>(),
        7 => zero::<3584>(),
        8 => zero::<4096>(),
        9..=12 => zero::<6144>(),
        13..=16 => zero::<8192>(),
        17..=24 => zero::<12_288>(),
        25..=32 => zero::<16_384>(),
        33..=48 => zero::<24_576>(),
        49..=64 => zero::<32_768>(),
        _ => zero::<65_536>(),
    }
}
