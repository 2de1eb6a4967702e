//! Ciphers from Crypto++, through `cryptopp.cpp`.

use std::ffi::{CString, c_char, c_int, c_void};

use astragal::registry::Direction;

use super::{CipherPeer, Keyed, Use};

/// Names of the ciphers in astragal and in `cryptopp.cpp`.
const CIPHERS: [(&str, &str); 40] = [
    ("aria-128", "aria"),
    ("aria-192", "aria"),
    ("aria-256", "aria"),
    ("camellia-128", "camellia"),
    ("camellia-192", "camellia"),
    ("camellia-256", "camellia"),
    ("cast256-128", "cast256"),
    ("cast256-160", "cast256"),
    ("cast256-192", "cast256"),
    ("cast256-224", "cast256"),
    ("cast256-256", "cast256"),
    ("kalyna128-128", "kalyna128"),
    ("kalyna128-256", "kalyna128"),
    ("kalyna256-256", "kalyna256"),
    ("kalyna256-512", "kalyna256"),
    ("kalyna512-512", "kalyna512"),
    ("mars-128", "mars"),
    ("mars-160", "mars"),
    ("mars-192", "mars"),
    ("mars-224", "mars"),
    ("mars-256", "mars"),
    ("mars-288", "mars"),
    ("mars-320", "mars"),
    ("mars-352", "mars"),
    ("mars-384", "mars"),
    ("mars-416", "mars"),
    ("mars-448", "mars"),
    ("aes-128", "rijndael128"),
    ("aes-192", "rijndael128"),
    ("aes-256", "rijndael128"),
    ("serpent-128", "serpent"),
    ("serpent-192", "serpent"),
    ("serpent-256", "serpent"),
    ("sm4", "sm4"),
    ("threefish-256", "threefish-256"),
    ("threefish-512", "threefish-512"),
    ("threefish-1024", "threefish-1024"),
    ("twofish-128", "twofish"),
    ("twofish-192", "twofish"),
    ("twofish-256", "twofish"),
];

/// Numbers of the modes in `cryptopp.cpp`.
const USES: [(Use, c_int); 5] =
    [(Use::Blocks, 0), (Use::Cbc, 1), (Use::Ctr, 2), (Use::Cfb, 3), (Use::Ofb, 4)];

unsafe extern "C" {
    fn peers_cryptopp_open(
        name: *const c_char,
        mode: c_int,
        decrypt: c_int,
        key: *const u8,
        key_bytes: usize,
    ) -> *mut c_void;
    fn peers_cryptopp_close(handle: *mut c_void);
    fn peers_cryptopp_apply(
        handle: *mut c_void,
        iv: *const u8,
        iv_bytes: usize,
        text: *mut u8,
        text_bytes: usize,
    ) -> c_int;
}

pub(super) fn peers() -> Vec<CipherPeer> {
    let mut peers = Vec::new();
    for (cipher, theirs) in CIPHERS {
        // Compares ARIA only in ECB. In Crypto++ 8.7, the results of ARIA in CTR contradict those in ECB.
        let uses = if theirs == "aria" { &USES[..1] } else { &USES };
        for &(used, mode) in uses {
            let set_up = Box::new(move |key: &[u8], way| set_up(theirs, mode, key, way));
            peers.push(CipherPeer { name: "Crypto++", cipher, used, set_up });
        }
    }
    peers
}

/// Open cipher handle. Dropping it closes the handle.
struct Handle(*mut c_void);

impl Drop for Handle {
    fn drop(&mut self) {
        // SAFETY: the handle was opened and is not used afterwards.
        unsafe { peers_cryptopp_close(self.0) }
    }
}

fn set_up(name: &str, mode: c_int, key: &[u8], way: Direction) -> Option<Keyed> {
    let name = CString::new(name).expect("the name contains no null byte");
    let decrypt = c_int::from(way == Direction::Decrypt);
    // SAFETY: the name is null-terminated; the key is passed with its length.
    let handle =
        unsafe { peers_cryptopp_open(name.as_ptr(), mode, decrypt, key.as_ptr(), key.len()) };
    let handle = (!handle.is_null()).then_some(Handle(handle))?;
    Some(Box::new(move |message, text, _| {
        let Handle(handle) = &handle;
        let (iv, text_bytes) = (message.iv, text.len());
        // SAFETY: the handle is open, and every pointer is passed with the length of its slice. The IV is as long as a
        // block. A text for ECB or CBC consists of complete blocks.
        let code = unsafe {
            peers_cryptopp_apply(*handle, iv.as_ptr(), iv.len(), text.as_mut_ptr(), text_bytes)
        };
        (code == 0).then_some(())
    }))
}
