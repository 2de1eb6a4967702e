//! Sets the name under which programs load the shared library. The name contains only the part of the version that
//! determines compatibility. Versions 0.x with different x are not compatible, so the name is `libastragal.so.0.2`.
//! From version 1.0 on, it will be `libastragal.so.1`.

use std::env;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let target = |part: &str| env::var(format!("CARGO_CFG_TARGET_{part}")).unwrap_or_default();
    let compatible_version = match env!("CARGO_PKG_VERSION_MAJOR") {
        "0" => concat!("0.", env!("CARGO_PKG_VERSION_MINOR")),
        major => major,
    };
    match target("VENDOR").as_str() {
        "apple" => {
            println!(
                "cargo:rustc-cdylib-link-arg=-Wl,-install_name,@rpath/libastragal.{compatible_version}.dylib"
            );
        }
        _ if target("FAMILY") == "unix" => {
            println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libastragal.so.{compatible_version}");
        }
        _ => {}
    }
}
