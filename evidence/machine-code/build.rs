//! Selects the models of instructions in the library, which this crate includes by path.

fn main() {
    println!("cargo::rustc-cfg=astragal_model");
}
