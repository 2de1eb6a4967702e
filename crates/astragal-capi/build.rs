//! Gives the shared library its name: programs linked with it ask for `libastragal.so.0` when they start.

use std::env;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let target = |part: &str| env::var(format!("CARGO_CFG_TARGET_{part}")).unwrap_or_default();
    let major = env!("CARGO_PKG_VERSION_MAJOR");
    match target("VENDOR").as_str() {
        "apple" => {
            println!(
                "cargo:rustc-cdylib-link-arg=-Wl,-install_name,@rpath/libastragal.{major}.dylib"
            );
        }
        _ if target("FAMILY") == "unix" => {
            println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libastragal.so.{major}");
        }
        _ => {}
    }
}
