//! A second static library in Rust, with which `main.c` links the C library. The function of this library allocates
//! memory and catches a panic.
#[unsafe(no_mangle)]
pub extern "C" fn other(length: usize) -> usize {
    let text = vec!["x"; length].concat();
    std::panic::catch_unwind(|| text.len()).unwrap_or(0)
}
