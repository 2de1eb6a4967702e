//! Compiles the C++ adapter of Crypto++, which has no C interface.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
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
