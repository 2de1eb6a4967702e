//! Sets the compiler option (`cfg`) that makes the library's instruction models available. This crate includes the
//! models by their path in the library.

fn main() {
    println!("cargo::rustc-cfg=astragal_model");
}
