//! A second static library in Rust: it allocates, and catches a panic of its own.
#[unsafe(no_mangle)]
pub extern "C" fn other(length: usize) -> usize {
    let text = vec!["x"; length].concat();
    std::panic::catch_unwind(|| text.len()).unwrap_or(0)
}
