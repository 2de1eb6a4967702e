//! Second static library in Rust, which `main.c` links together with the C library. Its function allocates memory and
//! catches a panic.
#[unsafe(no_mangle)]
pub extern "C" fn other(length: usize) -> usize {
    let text = vec!["x"; length].concat();
    std::panic::catch_unwind(|| text.len()).unwrap_or(0)
}
