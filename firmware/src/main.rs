//! Runs the program once on a 1,024-byte message, as a Linux process on ARM. Fails if the result is wrong.
#![no_std]
#![cfg_attr(target_arch = "arm", no_main)]

/// Entry point of the process.
#[cfg(target_arch = "arm")]
#[unsafe(no_mangle)]
extern "C" fn _start() -> ! {
    let mut message = core::hint::black_box([7; 1024]);
    let mut out = core::hint::black_box([9; 32]);
    // Prevents inlining, because the emulator counts the instructions of this function.
    let program = core::hint::black_box(firmware::program as fn(&mut [u8], &mut [u8; 32]) -> bool);
    let passed = program(&mut message, &mut out);
    let is_correct = passed && message == [7; 1024] && out == firmware::EXPECTED;
    // SAFETY: Linux's system call 1, `exit`, does not return.
    unsafe {
        core::arch::asm!("mov r7, #1", "svc 0", in("r0") u32::from(!is_correct), options(noreturn));
    }
}
