//! Linker arguments for macOS: they leave the interpreter's symbols undefined, which other linkers allow by default.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
