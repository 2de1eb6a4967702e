//! Tracks secrets with valgrind, like Langley's ctgrind. Secret memory is marked as undefined, and memcheck reports
//! branches and addresses that depend on it. Programs send requests to valgrind as a sequence of rotate instructions,
//! which has no effect without valgrind.
#![cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "calls valgrind through a special instruction sequence")
)]

#[cfg(target_arch = "x86_64")]
use core::arch::asm;

/// Returns whether the program runs under valgrind.
pub(crate) fn are_tracked() -> bool {
    request(0x1001, 0, 0) != 0
}

/// Marks `bytes` as secret.
pub(crate) fn mark(bytes: &mut [u8]) {
    request(0x4d43_0001, bytes.as_ptr() as usize, bytes.len());
}

/// Marks `bytes`, which were computed from a secret, as public.
pub(crate) fn publish(bytes: &[u8]) {
    request(0x4d43_0002, bytes.as_ptr() as usize, bytes.len());
}

/// Returns the number of dependences on secrets that memcheck has reported so far.
pub(crate) fn dependences() -> usize {
    request(0x1201, 0, 0)
}

/// Sends a client request to valgrind, like the header `valgrind.h` on x86-64 (valgrind manual, §3.1).
#[cfg(target_arch = "x86_64")]
fn request(code: usize, first: usize, second: usize) -> usize {
    let arguments = [code, first, second, 0, 0, 0];
    let mut result = 0_usize;
    // SAFETY: the instructions have no effect without valgrind. The rotations add up to 128 bits, and `xchg` swaps a
    // register with itself. Valgrind recognizes the sequence, reads the arguments and writes the result to `rdx`.
    unsafe {
        asm!(
            "rol rdi, 3",
            "rol rdi, 13",
            "rol rdi, 61",
            "rol rdi, 51",
            "xchg rbx, rbx",
            in("rax") arguments.as_ptr(),
            inout("rdx") result,
            inout("rdi") 0_usize => _,
        );
    }
    result
}

#[cfg(not(target_arch = "x86_64"))]
fn request(_code: usize, _first: usize, _second: usize) -> usize {
    0
}
