//! Sets a linker option on macOS that leaves the interpreter's symbols undefined. Other linkers allow undefined
//! symbols by default.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
