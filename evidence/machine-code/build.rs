//! Sets the cfg that selects the library's models of instructions. This crate includes these models by path.

fn main() {
    println!("cargo::rustc-cfg=astragal_model");
}
