//! Sets a linker option on macOS that lets the interpreter's symbols stay undefined. Other linkers allow undefined
//! symbols by default.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
