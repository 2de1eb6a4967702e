//! Runs the program once, on a message of 1,024 bytes, as a process of Linux on ARM; fails where the answer is wrong.
#![no_std]
#![cfg_attr(target_arch = "arm", no_main)]

/// Where the process begins.
#[cfg(target_arch = "arm")]
#[unsafe(no_mangle)]
extern "C" fn _start() -> ! {
    let mut message = core::hint::black_box([7; 1024]);
    let mut out = core::hint::black_box([9; 32]);
    // A function of its own for the emulator's count, whatever the optimiser would rather make of one call.
    let program = core::hint::black_box(firmware::program as fn(&mut [u8], &mut [u8; 32]) -> bool);
    let passed = program(&mut message, &mut out);
    let is_right = passed && message == [7; 1024] && out == firmware::ANSWER;
    // SAFETY: the call `exit` of Linux, number 1, which does not return.
    unsafe {
        core::arch::asm!("mov r7, #1", "svc 0", in("r0") u32::from(!is_right), options(noreturn));
    }
}
