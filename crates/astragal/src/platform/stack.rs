//! Wipes the stack after calls that use a key.
//!
//! Compilers copy values that they move, and spill values that do not fit in registers. Copies of keys, key schedules
//! and states then remain on the stack after the functions have returned. Keyed code therefore runs in a separate call,
//! and the stack that this call used is filled with zeros afterwards. `tests/remains` searches the unused part of the
//! stack for secrets.
#![expect(
    unsafe_code,
    reason = "moves a result out of wiped memory and clears registers in assembly"
)]

use core::mem::MaybeUninit;

use zeroize::optimization_barrier;

/// Upper bound, in bytes, on the stack that a compression function of this library and its callers use. It holds for
/// every compression function, but does not include copies of values that the callers move. The bound is larger on
/// AArch64, because the stack frames of Kupyna are larger there.
pub(crate) const STACK_BYTES: usize = if cfg!(target_arch = "aarch64") { 2816 } else { 2304 };

/// Upper bound, in bytes, on the stack used by the vector rounds of a block cipher. The bound is large because round
/// keys and blocks spill from the registers: Camellia in GCM takes 10 KiB.
pub(crate) const VECTOR_STACK_BYTES: usize =
    if cfg!(any(target_arch = "aarch64", target_arch = "x86_64")) { 12 << 10 } else { STACK_BYTES };

/// Calls `body`, then overwrites at least `bytes` bytes of the stack below the caller with zeros.
///
/// `bytes` must be at least the stack use of `body`. It should not be much larger, because the wipe itself takes
/// `bytes` bytes of stack. Wiping 1 KiB takes 9 ns.
#[inline(always)]
pub(crate) fn with_stack_wipe<R>(bytes: usize, body: impl FnOnce() -> R) -> R {
    // A small result, such as a tag, is returned directly. The condition depends only on the type `R`, so only one
    // branch is compiled.
    if const { size_of::<R>() <= 32 } {
        let result = call_noinline(body);
        erase_below(bytes);
        result
    } else {
        with_result_wipe(bytes, body)
    }
}

/// Calls `body`. If `body` returns an error, overwrites `bytes` bytes of the stack below the caller. This erases the
/// computed tag of a rejected message. The tag of a valid message is known to the caller, so nothing is wiped in that
/// case.
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

/// Like [`with_stack_wipe`], for a `body` that may return an error. `body` must return any error before it uses a key.
///
/// The wiped call stores the error in a variable of this function instead of returning a `Result`. A `Result` that is
/// `Ok` has unused space for an error. This space may hold words from the stack frames that are wiped, and moving the
/// `Result` would copy them.
#[inline(always)]
pub(crate) fn try_with_stack_wipe<T, E>(
    bytes: usize,
    body: impl FnOnce() -> Result<T, E>,
) -> Result<T, E> {
    let mut failure = None;
    let value = with_stack_wipe(bytes, || match body() {
        Ok(value) => Some(value),
        Err(error) => {
            failure = Some(error);
            None
        }
    });
    match (value, failure) {
        (Some(value), _) => Ok(value),
        (None, Some(error)) => Err(error),
        (None, None) => unreachable!("`body` returned a value or an error"),
    }
}

/// Calls `body` in a separate stack frame, which starts at the address where the wipe later starts.
#[inline(never)]
fn call_noinline<R>(body: impl FnOnce() -> R) -> R {
    body()
}

/// Like [`with_stack_wipe`], for a large result such as a state. Moving the result leaves a copy of it in this stack
/// frame. This function wipes that copy too.
#[inline(always)]
fn with_result_wipe<R>(bytes: usize, body: impl FnOnce() -> R) -> R {
    #[inline(never)]
    fn call_into_noinline<R>(body: impl FnOnce() -> R, result: &mut MaybeUninit<R>) {
        result.write(body());
    }
    /// Zeroes `result`. An `extern "C"` function cannot unwind, so its callers need no landing pads.
    #[inline(always)]
    extern "C" fn wipe<R>(result: &mut MaybeUninit<R>) {
        *result = MaybeUninit::zeroed();
        optimization_barrier(result);
    }
    // If `body` panics, `result` stays uninitialized and is not read.
    let mut result = MaybeUninit::uninit();
    call_into_noinline(body, &mut result);
    erase_below(bytes);
    // SAFETY: `call_into_noinline` initialized `result`, and this is the only read.
    let moved = unsafe { result.assume_init_read() };
    wipe(&mut result);
    moved
}

/// Fills the caller-saved registers with zeros.
///
/// Without this step, a word of a key in a register could reach the caller's memory. When the compiler moves an `Ok`
/// result, it may fill the bytes reserved for an error from any register.
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
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    macro_rules! zero_word {
        ($register:tt) => {
            concat!("mov ", $register, ", 0")
        };
    }
    macro_rules! erase {
        ($zero:ident: $($register:tt)+) => {
            // SAFETY: every register that the assembly changes is declared as an output.
            unsafe {
                core::arch::asm!(
                    $($zero!($register),)+
                    $(out($register) _,)+
                    options(nomem, nostack, preserves_flags)
                );
            }
        };
    }
    #[cfg(target_feature = "sse2")]
    erase!(zero: "xmm0" "xmm1" "xmm2" "xmm3" "xmm4" "xmm5");
    #[cfg(target_arch = "x86_64")]
    erase!(zero_word: "rcx" "rdx" "r8" "r9" "r10" "r11");
    // On Windows, xmm6 to xmm15 and rsi are callee-saved, so these registers are erased only on other systems.
    #[cfg(all(target_arch = "x86_64", not(windows)))]
    erase!(zero: "xmm6" "xmm7" "xmm8" "xmm9" "xmm10" "xmm11" "xmm12" "xmm13" "xmm14" "xmm15");
    #[cfg(all(target_arch = "x86_64", not(windows)))]
    erase!(zero_word: "rsi");
    #[cfg(target_arch = "aarch64")]
    erase!(
        zero: "v0" "v1" "v2" "v3" "v4" "v5" "v6" "v7"
        "v16" "v17" "v18" "v19" "v20" "v21" "v22" "v23"
        "v24" "v25" "v26" "v27" "v28" "v29" "v30" "v31"
    );
    #[cfg(target_arch = "aarch64")]
    erase!(
        zero_word: "x1" "x2" "x3" "x4" "x5" "x6" "x7" "x8" "x9" "x10" "x11" "x12" "x13" "x14" "x15"
    );
}

#[cfg(not(all(any(target_feature = "sse2", target_arch = "aarch64"), not(miri))))]
fn erase_registers() {}

/// Fills `N` bytes of the stack below the caller with zeros. An `extern "C"` function cannot unwind, so [`erase_below`]
/// can end in a jump to this function.
#[inline(never)]
extern "C" fn zero<const N: usize>() {
    let zeros = [0_u8; N];
    optimization_barrier(&zeros);
}

/// Fills at least `bytes` bytes of the stack below the caller with zeros.
///
/// This function has no stack frame and ends in a jump to [`zero`]. About a thousand call sites share it. As an `extern
/// "C"` function, it cannot unwind, so no call site needs a landing pad.
#[inline(never)]
extern "C" fn erase_below(bytes: usize) {
    // The callers' bounds were measured on the architectures listed here. Other architectures may have larger stack
    // frames: on s390x, for example, each frame saves all registers. On other architectures, the function therefore
    // wipes twice as many bytes.
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
