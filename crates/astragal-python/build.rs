//! Lets the linker of macOS leave the interpreter's symbols open, as the others do by themselves.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
