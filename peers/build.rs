//! Links the C and C++ libraries. If the environment variable `PEERS_LIBRARIES` is set, uses the libraries that
//! `fetch.py` has put into that folder. Otherwise, uses the system's libraries. Also compiles the C++ adapter of
//! Crypto++, which has no C interface.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=PEERS_LIBRARIES");
    if let Ok(libraries) = std::env::var("PEERS_LIBRARIES") {
        println!("cargo::rustc-link-search=native={libraries}");
        // The fetched libraries may need a newer C library than the system has. Programs are therefore started with the
        // dynamic loader that was fetched with the libraries. `--disable-new-dtags` makes the linker write DT_RPATH
        // instead of DT_RUNPATH. The loader also uses DT_RPATH to find the libraries that other libraries need.
        let loader = format!("-Wl,--dynamic-linker={libraries}/{LOADER}");
        let path = format!("-Wl,-rpath,{libraries}");
        for option in [&loader, &path, "-Wl,--disable-new-dtags", "-Wl,--allow-shlib-undefined"] {
            println!("cargo::rustc-link-arg={option}");
        }
    }
    #[cfg(feature = "cryptopp")]
    {
        println!("cargo::rerun-if-changed=src/ciphers/cryptopp.cpp");
        cc::Build::new()
            .cpp(true)
            .std("c++17")
            .file("src/ciphers/cryptopp.cpp")
            .compile("peers_cryptopp");
        println!("cargo::rustc-link-lib=cryptopp");
    }
}

/// File name of the dynamic loader in the folder of fetched libraries.
const LOADER: &str =
    if cfg!(target_arch = "aarch64") { "ld-linux-aarch64.so.1" } else { "ld-linux-x86-64.so.2" };
