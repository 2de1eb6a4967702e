// Table of typed states such as `astragal_sha256_state`. Each row lists five values: the name that the module and the C
// type share, the library's type, the algorithm's canonical name, the state's size in 8-byte words, and the title.
// The size is part of the ABI and leaves space for growth. `src/typed/state.rs`, `tests/header/states.rs` and
// `tests/all/arguments/state.rs` include this file.
states! {
    // The row of a hash has one more field after the size of the state: the digest length in bytes. A row ends with
    // `once` if the hash also has a one-shot function.
    hashes {
        sha3_224 Sha3_224 "sha3-224" 40 28 "SHA3-224 (FIPS 202 section 6.1)" once;
        sha3_256 Sha3_256 "sha3-256" 40 32 "SHA3-256 (FIPS 202 section 6.1)" once;
        sha3_384 Sha3_384 "sha3-384" 40 48 "SHA3-384 (FIPS 202 section 6.1)" once;
        sha3_512 Sha3_512 "sha3-512" 40 64 "SHA3-512 (FIPS 202 section 6.1)" once;
        keccak_256 Keccak256 "keccak-256" 40 32 "Keccak-256 (as in Ethereum)" once;
        sha224 Sha224 "sha224" 24 28 "SHA-224 (FIPS 180-4 section 6.3)" once;
        sha256 Sha256 "sha256" 24 32 "SHA-256 (FIPS 180-4 section 6.2)" once;
        sha384 Sha384 "sha384" 40 48 "SHA-384 (FIPS 180-4 section 6.5)" once;
        sha512 Sha512 "sha512" 40 64 "SHA-512 (FIPS 180-4 section 6.4)" once;
        sm3 Sm3 "sm3" 24 32 "SM3 (GB/T 32905)";
        blake2b_512 Blake2b512 "blake2b-512" 40 64 "BLAKE2b-512 (RFC 7693)" once;
        blake2s_256 Blake2s256 "blake2s-256" 28 32 "BLAKE2s-256 (RFC 7693)" once;
        blake3 Blake3 "blake3" 256 32 "BLAKE3" once;
        ascon_hash256 AsconHash256 "ascon-hash256" 16 32 "Ascon-Hash256 (SP 800-232 section 5.1)" once;
    }
    // An XOF's row begins with the wrapper of its init function: `guard_with_stack_wipe` if the XOF has a key,
    // otherwise `guard`. The parameters of the init function are in parentheses. The row ends with the expression that
    // constructs the library's object.
    xofs {
        guard shake128() xof::Shake128, "shake128" 40 "SHAKE128 (FIPS 202 section 6.2)", xof::Shake128::new();
        guard shake256() xof::Shake256, "shake256" 40 "SHAKE256 (FIPS 202 section 6.2)", xof::Shake256::new();
        guard turboshake128(domain: u8) xof::TurboShake128, "turboshake128" 40 "TurboSHAKE128 (RFC 9861 section 2)", xof::TurboShake128::with_domain(domain)?;
        guard turboshake256(domain: u8) xof::TurboShake256, "turboshake256" 40 "TurboSHAKE256 (RFC 9861 section 2)", xof::TurboShake256::with_domain(domain)?;
        guard cshake128(name: *const u8, name_len: usize, custom: *const u8, custom_len: usize)
            xof::CShake128, "cshake128" 64 "cSHAKE128 (SP 800-185 section 3)",
            xof::CShake128::new(
                input("function name", name, name_len)?,
                input("customization string", custom, custom_len)?,
            );
        guard cshake256(name: *const u8, name_len: usize, custom: *const u8, custom_len: usize)
            xof::CShake256, "cshake256" 64 "cSHAKE256 (SP 800-185 section 3)",
            xof::CShake256::new(
                input("function name", name, name_len)?,
                input("customization string", custom, custom_len)?,
            );
        guard ascon_xof128() xof::AsconXof128, "ascon-xof128" 16 "Ascon-XOF128 (SP 800-232 section 5.2)", xof::AsconXof128::new();
        guard_with_stack_wipe kmacxof128(key: *const u8, key_len: usize, custom: *const u8, custom_len: usize)
            mac::KmacXof128, "kmacxof128" 64 "KMACXOF128 (SP 800-185 section 4.3.1)",
            mac::KmacXof128::new(
                input("key", key, key_len)?,
                input("customization string", custom, custom_len)?,
            );
        guard_with_stack_wipe kmacxof256(key: *const u8, key_len: usize, custom: *const u8, custom_len: usize)
            mac::KmacXof256, "kmacxof256" 64 "KMACXOF256 (SP 800-185 section 4.3.1)",
            mac::KmacXof256::new(
                input("key", key, key_len)?,
                input("customization string", custom, custom_len)?,
            );
    }
    // An HMAC's row also contains the tag length in bytes.
    hmacs {
        hmac_sha3_224 HmacSha3_224 "hmac-sha3-224" 64 28 "HMAC-SHA3-224 (FIPS 198-1)";
        hmac_sha3_256 HmacSha3_256 "hmac-sha3-256" 64 32 "HMAC-SHA3-256 (FIPS 198-1)";
        hmac_sha3_384 HmacSha3_384 "hmac-sha3-384" 64 48 "HMAC-SHA3-384 (FIPS 198-1)";
        hmac_sha3_512 HmacSha3_512 "hmac-sha3-512" 64 64 "HMAC-SHA3-512 (FIPS 198-1)";
        hmac_sha256 HmacSha256 "hmac-sha256" 40 32 "HMAC-SHA-256 (FIPS 198-1)";
        hmac_sha384 HmacSha384 "hmac-sha384" 64 48 "HMAC-SHA-384 (FIPS 198-1)";
        hmac_sha512 HmacSha512 "hmac-sha512" 64 64 "HMAC-SHA-512 (FIPS 198-1)";
    }
    kmacs {
        kmac128 Kmac128 "kmac128" 64 "KMAC128 (SP 800-185 section 4)";
        kmac256 Kmac256 "kmac256" 64 "KMAC256 (SP 800-185 section 4)";
    }
}
