//! Peers that index lookup tables by key-dependent data, on x86-64 processors with AES instructions and with AVX2 or
//! AVX-512.

use anyhow::{Context as _, Result};

/// Mark after the name of a peer that indexes lookup tables by key-dependent data.
pub(super) const MARK: &str = " †";
/// Explanation of [`MARK`], shown below a table.
pub(super) const LEGEND: &str = "† The peer indexes lookup tables by key-dependent data: its time may reveal keys \
                                 through the cache.\n";

/// Function that returns whether a peer (another library) indexes lookup tables in a measurement. Its arguments are the
/// algorithm's name, whether AVX-512 is used, and the message length in bytes. A length of 1 stands for the key setup.
type Condition = fn(&str, bool, usize) -> bool;
const ALWAYS: Condition = |_, _, _| true;
const NEVER: Condition = |_, _, _| false;

/// Every peer that is the fastest for some cipher. Each entry has the library, the first words of the ciphers' names,
/// and the condition under which the library indexes lookup tables. The comment above an entry names the source files
/// of the library that show the condition.
const PEERS: &[(&str, &str, Condition)] = &[
    // src/lib/block/aria: only the key setup, in aria.cpp, indexes tables. aria_hwaes and aria_avx512_gfni index none.
    ("Botan", "aria", |_, _, bytes| bytes == 1),
    // src/lib/block: aes/aes_ni, aes/aes_vaes, serpent/serpent_sbox.h and threefish_512/threefish_512.cpp index no
    // tables.
    ("Botan", "aes serpent threefish", NEVER),
    // src/lib/block/camellia: camellia.cpp, which has the key setup and is used without GFNI, indexes tables.
    // camellia_gfni indexes none.
    ("Botan", "camellia", |_, is_avx512, bytes| !is_avx512 || bytes == 1),
    // src/lib/block/twofish: twofish_avx512 permutes bytes in registers, for groups of 16 blocks. twofish.cpp, which
    // indexes tables, has the key setup and processes the other blocks. CTR and GCM encrypt whole groups of counters.
    ("Botan", "twofish", |name, is_avx512, bytes| {
        let is_counter = name.ends_with("-ctr") || name.ends_with("-gcm");
        let has_groups = is_counter || !is_serial(name) && (bytes / 16).is_multiple_of(16);
        !is_avx512 || bytes == 1 || !has_groups
    }),
    // aria.cpp, camellia.cpp, cast.cpp, kalyna.cpp, mars.cpp and twofish.cpp index tables.
    ("Crypto++", "aria camellia cast256 kalyna128 kalyna256 kalyna512 mars twofish", ALWAYS),
    // rijndael_simd.cpp, serpent.cpp with serpentp.h, and threefish.cpp index no tables.
    ("Crypto++", "aes serpent threefish", NEVER),
    // src/ciphers/anubis.c indexes tables.
    ("LibTomCrypt", "anubis", ALWAYS),
    // crypto/aes/asm/aesni-x86_64.pl indexes no tables.
    ("OpenSSL", "aes", NEVER),
    // crypto: aria/aria.c, camellia/asm/cmll-x86_64.pl and sm4/sm4.c index tables.
    ("OpenSSL", "aria camellia sm4", ALWAYS),
    // src/backends/x86_aes indexes no tables.
    ("aes", "aes", NEVER),
    // src/utils.rs indexes tables.
    ("aria", "aria", ALWAYS),
    // src/utils.rs indexes tables.
    ("camellia", "camellia", ALWAYS),
    // src/lib.rs indexes tables.
    ("cast6", "cast256", ALWAYS),
    // src/sse2/backends.rs indexes tables.
    ("kuznyechik", "kuznyechik", ALWAYS),
    // cipher: rijndael-aesni.c and serpent.c index no tables.
    ("libgcrypt", "aes serpent", NEVER),
    // cipher/camellia-glue.c: on CPUs without GFNI, modes that encrypt one block after the other index tables. Other
    // modes index tables for 1 to 4 blocks that remain after the groups of 16 blocks.
    ("libgcrypt", "camellia", |name, is_avx512, bytes| {
        !is_avx512 && (is_serial(name) || (1..5).contains(&(bytes / 16 % 16)))
    }),
    // cipher/sm4.c: on CPUs without GFNI, modes that encrypt one block after the other index tables.
    ("libgcrypt", "sm4", |name, is_avx512, _| !is_avx512 && is_serial(name)),
    // cipher: twofish.c, twofish-amd64.S and twofish-avx2-amd64.S index tables.
    ("libgcrypt", "twofish", ALWAYS),
    // src/aead/aes/x86_64_ni.rs indexes no tables.
    ("rscrypto", "aes", NEVER),
    // src/bitslice.rs indexes no tables.
    ("serpent", "serpent", NEVER),
    // src/lib.rs indexes tables.
    ("sm4", "sm4", ALWAYS),
    // src/lib.rs indexes no tables.
    ("threefish", "threefish", NEVER),
];

/// Returns whether each block in the mode of `name` waits for the previous one.
fn is_serial(name: &str) -> bool {
    ["-cbc", "-ccm", "-cfb", "-cmac", "-ofb"].iter().any(|mode| name.ends_with(mode))
}

/// Returns [`MARK`] if the peer `library` indexes tables when it processes `bytes` bytes with `algorithm`, otherwise an
/// empty string. `file` is the name of the results file. Only files of ciphers have marks: hashes have no key, and the
/// peers' HMACs were not examined.
pub(crate) fn mark(
    file: &str,
    algorithm: &str,
    bytes: usize,
    library: &str,
) -> Result<&'static str> {
    let Some(level) = file.strip_prefix("ciphers-") else { return Ok("") };
    let is_of = |name: &str| library.strip_prefix(name).is_some_and(|rest| rest.starts_with(' '));
    let first = algorithm.split('-').next().unwrap_or_default();
    let has = |words: &str| words.split(' ').any(|word| first == word);
    let entry = PEERS.iter().find(|(name, words, _)| is_of(name) && has(words));
    let (.., condition) = entry.with_context(|| {
        format!("lookups.rs does not say whether {library} indexes tables for {algorithm}")
    })?;
    Ok(if condition(algorithm, level.starts_with("avx512"), bytes) { MARK } else { "" })
}

/// Returns [`LEGEND`] after an empty line if `is_marked` is true, otherwise an empty string.
pub(crate) fn legend(is_marked: bool) -> String {
    if is_marked { format!("\n{LEGEND}") } else { String::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_depend_on_level_mode_and_length() {
        let is_marked =
            |file, name, bytes| !mark(file, name, bytes, "libgcrypt 1.0").unwrap().is_empty();
        let lengths =
            [64, 576, 16384].map(|bytes| is_marked("ciphers-avx2", "camellia-128-ctr", bytes));
        assert_eq!(lengths, [true, true, false]);
        assert!(is_marked("ciphers-avx2", "camellia-128-cbc", 16384));
        assert!(!is_marked("ciphers-avx512", "camellia-128-ctr", 64));
        assert!(!is_marked("avx2", "sha256", 64));
        let of_botan =
            |name, bytes| !mark("ciphers-avx512", name, bytes, "Botan 3.0").unwrap().is_empty();
        assert_eq!([64, 16384].map(|bytes| of_botan("twofish-128", bytes)), [true, false]);
        assert_eq!([64, 16384].map(|bytes| of_botan("twofish-128-cmac", bytes)), [true, true]);
        assert_eq!([64, 16384].map(|bytes| of_botan("twofish-128-ctr", bytes)), [false, false]);
        let error = mark("ciphers-avx2", "aes-128-ctr", 64, "new 1.0").unwrap_err().to_string();
        assert_eq!(error, "lookups.rs does not say whether new 1.0 indexes tables for aes-128-ctr");
    }
}
