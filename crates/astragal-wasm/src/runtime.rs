//! Allocator and panic handler, which the standard library would otherwise supply.

use core::arch::wasm32;
use core::panic::PanicInfo;

/// Allocator of the standard library for this target.
#[global_allocator]
static ALLOCATOR: dlmalloc::GlobalDlmalloc = dlmalloc::GlobalDlmalloc;

/// Stops the module with a trap, which JavaScript receives as a `WebAssembly.RuntimeError`. The standard library does
/// the same on this target, but also contains the code that formats the message.
#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    wasm32::unreachable()
}
