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
    #[cfg(feature = "ascon-c")]
    ascon_c();
    #[cfg(feature = "xkcp")]
    k12();
}

/// Returns the folder of a checkout, which the environment variable `name` holds.
#[cfg(any(feature = "ascon-c", feature = "xkcp"))]
fn checkout(name: &str) -> std::path::PathBuf {
    println!("cargo::rerun-if-env-changed={name}");
    std::env::var_os(name).unwrap_or_else(|| panic!("{name} must name a checkout")).into()
}

/// Compiles the fastest 64-bit code of ascon-c, for this processor. Its functions get names of their own, because every
/// algorithm of ascon-c has the same names.
#[cfg(feature = "ascon-c")]
fn ascon_c() {
    let root = checkout("ASCON_C");
    for (folder, file, function, name) in [
        ("crypto_aead/asconaead128", "aead.c", "crypto_aead_encrypt", "ascon_c_aead128"),
        ("crypto_hash/asconhash256", "hash.c", "crypto_hash", "ascon_c_hash256"),
    ] {
        let folder = root.join(folder).join("opt64");
        let mut code = cc::Build::new();
        code.opt_level(3).flag("-march=native").warnings(false).include(&folder);
        code.include(root.join("tests")).define(function, name);
        code.define("crypto_aead_decrypt", "ascon_c_aead128_decrypt");
        code.file(folder.join(file)).compile(name);
    }
}

/// Compiles K12 with the options of its own `Makefile.build`.
#[cfg(feature = "xkcp")]
fn k12() {
    let root = checkout("XKCP_K12").join("lib");
    let optimized = root.join("Optimized64");
    let part = |name: &str, flags: &[&str], files: &[std::path::PathBuf]| {
        let mut code = cc::Build::new();
        code.opt_level(2).flag("-fomit-frame-pointer").warnings(false).include(&root);
        // Adds functions that turn off instruction sets.
        code.include(&optimized).files(files).define("KeccakP1600_enable_simd_options", None);
        for flag in flags {
            code.flag(flag);
        }
        code.compile(name);
    };
    let own = |files: &[&str]| files.iter().map(|file| root.join(file)).collect::<Vec<_>>();
    let fast = |files: &[&str]| {
        let path = |file| optimized.join(format!("KeccakP-1600-{file}"));
        files.iter().map(path).collect::<Vec<_>>()
    };
    let sources = [
        "KangarooTwelve.c",
        "KT-threadpool.c",
        "KT-threadpool-pthread.c",
        "KT-threadpool-sequential.c",
        "KangarooTwelve-threading.c",
    ];
    part("k12", &[], &own(&sources));
    part("k12_one", &[], &fast(&["opt64.c", "AVX2.s", "AVX512.s", "runtimeDispatch.c"]));
    part("k12_ssse3", &["-mssse3"], &fast(&["timesN-SSSE3.c"]));
    part("k12_avx2", &["-mavx2"], &fast(&["timesN-AVX2.c"]));
    part("k12_avx512", &["-mavx512f", "-mavx512vl"], &fast(&["timesN-AVX512.c"]));
}

/// File name of the dynamic loader in the folder of fetched libraries.
const LOADER: &str =
    if cfg!(target_arch = "aarch64") { "ld-linux-aarch64.so.1" } else { "ld-linux-x86-64.so.2" };
