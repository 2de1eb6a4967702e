//! LibTomCrypt, as the system packages it: the one library with Anubis.

use std::ffi::{c_char, c_int, c_ulong, c_void};
use std::sync::OnceLock;

use super::{CipherPeer, Input, Use, padded};

const CIPHERS: [&str; 7] = [
    "anubis-128",
    "anubis-160",
    "anubis-192",
    "anubis-224",
    "anubis-256",
    "anubis-288",
    "anubis-320",
];

const USES: [Use; 5] = [Use::Blocks, Use::Cbc, Use::Ctr, Use::Gcm, Use::Cmac];

const BLOCK_BYTES: usize = 16;
/// `CTR_COUNTER_BIG_ENDIAN`, and the direction of encryption.
const BIG_ENDIAN: c_int = 0x1000;
const ENCRYPT: c_int = 0;

/// Room for the library's unions: with Blowfish's tables the largest of them has less than 5 KiB.
#[repr(C, align(64))]
struct Room([u8; 1 << 15]);

#[link(name = "tomcrypt")]
unsafe extern "C" {
    fn register_all_ciphers() -> c_int;
    fn find_cipher(name: *const c_char) -> c_int;
    fn anubis_setup(key: *const u8, bytes: c_int, rounds: c_int, schedule: *mut c_void) -> c_int;
    fn anubis_ecb_encrypt(input: *const u8, output: *mut u8, schedule: *mut c_void) -> c_int;
    fn cbc_start(
        cipher: c_int,
        iv: *const u8,
        key: *const u8,
        key_bytes: c_int,
        rounds: c_int,
        state: *mut c_void,
    ) -> c_int;
    fn cbc_encrypt(from: *const u8, to: *mut u8, bytes: c_ulong, state: *mut c_void) -> c_int;
    fn ctr_start(
        cipher: c_int,
        iv: *const u8,
        key: *const u8,
        key_bytes: c_int,
        rounds: c_int,
        counter: c_int,
        state: *mut c_void,
    ) -> c_int;
    fn ctr_encrypt(from: *const u8, to: *mut u8, bytes: c_ulong, state: *mut c_void) -> c_int;
    fn omac_memory(
        cipher: c_int,
        key: *const u8,
        key_bytes: c_ulong,
        text: *const u8,
        text_bytes: c_ulong,
        tag: *mut u8,
        tag_bytes: *mut c_ulong,
    ) -> c_int;
    fn gcm_memory(
        cipher: c_int,
        key: *const u8,
        key_bytes: c_ulong,
        nonce: *const u8,
        nonce_bytes: c_ulong,
        data: *const u8,
        data_bytes: c_ulong,
        from: *mut u8,
        text_bytes: c_ulong,
        to: *mut u8,
        tag: *mut u8,
        tag_bytes: *mut c_ulong,
        direction: c_int,
    ) -> c_int;
}

pub(super) fn peers() -> Vec<CipherPeer> {
    let peer = |cipher, used| {
        let encrypt = Box::new(move |input: &Input<'_>| encrypt(used, input));
        CipherPeer { name: "LibTomCrypt", cipher, used, encrypt }
    };
    CIPHERS.iter().flat_map(|&cipher| USES.map(|used| peer(cipher, used))).collect()
}

/// Anubis's place in the library's table.
fn anubis() -> c_int {
    static PLACE: OnceLock<c_int> = OnceLock::new();
    *PLACE.get_or_init(|| {
        // SAFETY: both have no conditions; the name ends with a zero.
        unsafe {
            register_all_ciphers();
            find_cipher(c"anubis".as_ptr())
        }
    })
}

fn encrypt(used: Use, input: &Input<'_>) -> Option<Vec<u8>> {
    let mut room = Box::new(Room([0; 1 << 15]));
    let state: *mut c_void = (&raw mut *room).cast();
    let (key, key_bytes) = (input.key.as_ptr(), input.key.len() as c_ulong);
    let short_key_bytes = c_int::try_from(input.key.len()).expect("keys are short");
    let text = match used {
        Use::Cbc => padded(input.text, BLOCK_BYTES),
        _ => input.text.to_vec(),
    };
    let (from, bytes) = (text.as_ptr(), text.len() as c_ulong);
    let mut output = vec![0; if used == Use::Cmac { 0 } else { text.len() }];
    let to = output.as_mut_ptr();
    let mut tag = [0; BLOCK_BYTES];
    let mut tag_bytes = input.tag_bytes as c_ulong;
    // SAFETY: every pointer comes with the length of the slice behind it or is to whole blocks; the room is
    // larger than each state; IVs have the block's length.
    let code = unsafe {
        match used {
            Use::Blocks => {
                let mut code = anubis_setup(key, short_key_bytes, 0, state);
                for (from, to) in text.chunks(BLOCK_BYTES).zip(output.chunks_mut(BLOCK_BYTES)) {
                    code |= anubis_ecb_encrypt(from.as_ptr(), to.as_mut_ptr(), state);
                }
                code
            }
            Use::Cbc => {
                cbc_start(anubis(), input.iv.as_ptr(), key, short_key_bytes, 0, state)
                    | cbc_encrypt(from, to, bytes, state)
            }
            Use::Ctr => {
                let iv = input.iv.as_ptr();
                ctr_start(anubis(), iv, key, short_key_bytes, 0, BIG_ENDIAN, state)
                    | ctr_encrypt(from, to, bytes, state)
            }
            Use::Cmac => {
                tag_bytes = BLOCK_BYTES as c_ulong;
                let tag = tag.as_mut_ptr();
                omac_memory(anubis(), key, key_bytes, from, bytes, tag, &raw mut tag_bytes)
            }
            Use::Gcm => gcm_memory(
                anubis(),
                key,
                key_bytes,
                input.iv.as_ptr(),
                input.iv.len() as c_ulong,
                input.associated_data.as_ptr(),
                input.associated_data.len() as c_ulong,
                from.cast_mut(),
                bytes,
                to,
                tag.as_mut_ptr(),
                &raw mut tag_bytes,
                ENCRYPT,
            ),
            _ => return None,
        }
    };
    if matches!(used, Use::Cmac | Use::Gcm) {
        output.extend(&tag[..tag_bytes as usize]);
    }
    (code == 0).then_some(output)
}
