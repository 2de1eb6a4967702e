//! Crypto++, as the system packages it, through a few lines of C++.

use std::ffi::{CString, c_char, c_int};

use super::{CipherPeer, Input, Use, padded};

/// Our names, and the block's length in bytes. What they begin with is what the C++ knows them by.
const CIPHERS: [(&str, &str, usize); 40] = [
    ("aria-128", "aria", 16),
    ("aria-192", "aria", 16),
    ("aria-256", "aria", 16),
    ("camellia-128", "camellia", 16),
    ("camellia-192", "camellia", 16),
    ("camellia-256", "camellia", 16),
    ("cast256-128", "cast256", 16),
    ("cast256-160", "cast256", 16),
    ("cast256-192", "cast256", 16),
    ("cast256-224", "cast256", 16),
    ("cast256-256", "cast256", 16),
    ("kalyna128-128", "kalyna128", 16),
    ("kalyna128-256", "kalyna128", 16),
    ("kalyna256-256", "kalyna256", 32),
    ("kalyna256-512", "kalyna256", 32),
    ("kalyna512-512", "kalyna512", 64),
    ("mars-128", "mars", 16),
    ("mars-160", "mars", 16),
    ("mars-192", "mars", 16),
    ("mars-224", "mars", 16),
    ("mars-256", "mars", 16),
    ("mars-288", "mars", 16),
    ("mars-320", "mars", 16),
    ("mars-352", "mars", 16),
    ("mars-384", "mars", 16),
    ("mars-416", "mars", 16),
    ("mars-448", "mars", 16),
    ("rijndael128-128", "rijndael128", 16),
    ("rijndael128-192", "rijndael128", 16),
    ("rijndael128-256", "rijndael128", 16),
    ("serpent-128", "serpent", 16),
    ("serpent-192", "serpent", 16),
    ("serpent-256", "serpent", 16),
    ("sm4", "sm4", 16),
    ("threefish-256", "threefish-256", 32),
    ("threefish-512", "threefish-512", 64),
    ("threefish-1024", "threefish-1024", 128),
    ("twofish-128", "twofish", 16),
    ("twofish-192", "twofish", 16),
    ("twofish-256", "twofish", 16),
];

/// The numbers that the C++ gives the modes.
const USES: [(Use, c_int); 5] =
    [(Use::Blocks, 0), (Use::Cbc, 1), (Use::Ctr, 2), (Use::Cfb, 3), (Use::Ofb, 4)];

unsafe extern "C" {
    fn peers_cryptopp_encrypt(
        name: *const c_char,
        mode: c_int,
        key: *const u8,
        key_bytes: usize,
        iv: *const u8,
        iv_bytes: usize,
        text: *mut u8,
        text_bytes: usize,
    ) -> c_int;
}

pub(super) fn peers() -> Vec<CipherPeer> {
    let mut peers = Vec::new();
    for (cipher, theirs, block_bytes) in CIPHERS {
        // Its CTR of ARIA contradicts its own ARIA (8.7), so blocks alone are compared.
        let uses = if theirs == "aria" { &USES[..1] } else { &USES };
        for &(used, mode) in uses {
            let theirs = CString::new(theirs).expect("names have no zeros");
            let encrypt = Box::new(move |input: &Input<'_>| {
                let mut text = match used {
                    Use::Cbc => padded(input.text, block_bytes),
                    _ => input.text.to_vec(),
                };
                // SAFETY: the name ends with a zero; the lengths are those of the slices; modes are given IVs
                // of the block's length, and the texts of blocks and of CBC are whole blocks.
                let code = unsafe {
                    peers_cryptopp_encrypt(
                        theirs.as_ptr(),
                        mode,
                        input.key.as_ptr(),
                        input.key.len(),
                        input.iv.as_ptr(),
                        input.iv.len(),
                        text.as_mut_ptr(),
                        text.len(),
                    )
                };
                (code == 0).then_some(text)
            });
            peers.push(CipherPeer { name: "Crypto++", cipher, used, encrypt });
        }
    }
    peers
}
