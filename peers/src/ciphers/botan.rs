//! Botan 2, as the system packages it, by its C interface.

use std::ffi::{CString, c_char, c_int, c_void};
use std::ptr;

use super::{CipherPeer, Input, Use};

/// Our names and Botan's, where the key's length chooses among those of one name.
const CIPHERS: [(&str, &str); 22] = [
    ("rijndael128-128", "AES-128"),
    ("rijndael128-192", "AES-192"),
    ("rijndael128-256", "AES-256"),
    ("aria-128", "ARIA-128"),
    ("aria-192", "ARIA-192"),
    ("aria-256", "ARIA-256"),
    ("camellia-128", "Camellia-128"),
    ("camellia-192", "Camellia-192"),
    ("camellia-256", "Camellia-256"),
    ("cast256-128", "CAST-256"),
    ("cast256-160", "CAST-256"),
    ("cast256-192", "CAST-256"),
    ("cast256-224", "CAST-256"),
    ("cast256-256", "CAST-256"),
    ("serpent-128", "Serpent"),
    ("serpent-192", "Serpent"),
    ("serpent-256", "Serpent"),
    ("sm4", "SM4"),
    ("threefish-512", "Threefish-512"),
    ("twofish-128", "Twofish"),
    ("twofish-192", "Twofish"),
    ("twofish-256", "Twofish"),
];

const USES: [Use; 9] =
    [Use::Blocks, Use::Cbc, Use::Ctr, Use::Cfb, Use::Ofb, Use::Xts, Use::Gcm, Use::Ccm, Use::Cmac];

/// `BOTAN_CIPHER_UPDATE_FLAG_FINAL`.
const FINAL: u32 = 1;

#[link(name = "botan-2")]
unsafe extern "C" {
    fn botan_block_cipher_init(cipher: *mut *mut c_void, name: *const c_char) -> c_int;
    fn botan_block_cipher_destroy(cipher: *mut c_void) -> c_int;
    fn botan_block_cipher_set_key(cipher: *mut c_void, key: *const u8, bytes: usize) -> c_int;
    fn botan_block_cipher_block_size(cipher: *mut c_void) -> c_int;
    fn botan_block_cipher_encrypt_blocks(
        cipher: *mut c_void,
        from: *const u8,
        to: *mut u8,
        blocks: usize,
    ) -> c_int;
    fn botan_cipher_init(cipher: *mut *mut c_void, name: *const c_char, flags: u32) -> c_int;
    fn botan_cipher_destroy(cipher: *mut c_void) -> c_int;
    fn botan_cipher_set_key(cipher: *mut c_void, key: *const u8, bytes: usize) -> c_int;
    fn botan_cipher_set_associated_data(
        cipher: *mut c_void,
        data: *const u8,
        bytes: usize,
    ) -> c_int;
    fn botan_cipher_start(cipher: *mut c_void, nonce: *const u8, bytes: usize) -> c_int;
    fn botan_cipher_update(
        cipher: *mut c_void,
        flags: u32,
        to: *mut u8,
        room: usize,
        written: *mut usize,
        from: *const u8,
        bytes: usize,
        consumed: *mut usize,
    ) -> c_int;
    fn botan_mac_init(mac: *mut *mut c_void, name: *const c_char, flags: u32) -> c_int;
    fn botan_mac_destroy(mac: *mut c_void) -> c_int;
    fn botan_mac_set_key(mac: *mut c_void, key: *const u8, bytes: usize) -> c_int;
    fn botan_mac_update(mac: *mut c_void, data: *const u8, bytes: usize) -> c_int;
    fn botan_mac_final(mac: *mut c_void, tag: *mut u8) -> c_int;
}

pub(super) fn peers() -> Vec<CipherPeer> {
    let mut peers = Vec::new();
    for (cipher, name) in CIPHERS {
        // The C interface has no tweak, and modes other than these are for blocks of 16 bytes.
        let small = cipher != "threefish-512";
        for used in USES {
            if small || matches!(used, Use::Cbc | Use::Ctr | Use::Cfb) {
                let encrypt = Box::new(move |input: &Input<'_>| encrypt(name, used, input));
                peers.push(CipherPeer { name: "Botan", cipher, used, encrypt });
            }
        }
    }
    peers
}

/// `Some` for the code of success.
fn good(code: c_int) -> Option<()> {
    (code == 0).then_some(())
}

fn encrypt(cipher: &str, used: Use, input: &Input<'_>) -> Option<Vec<u8>> {
    let tag = input.tag_bytes;
    let name = match used {
        Use::Blocks => cipher.to_owned(),
        Use::Cbc => format!("{cipher}/CBC/PKCS7"),
        Use::Ctr => format!("CTR({cipher})"),
        Use::Cfb => format!("{cipher}/CFB"),
        Use::Ofb => format!("OFB({cipher})"),
        Use::Xts => format!("{cipher}/XTS"),
        Use::Gcm => format!("{cipher}/GCM({tag})"),
        Use::Ccm => format!("{cipher}/CCM({tag},{})", 15 - input.iv.len()),
        Use::Cmac => format!("CMAC({cipher})"),
        Use::GcmSiv => return None,
    };
    let name = CString::new(name).expect("names have no zeros");
    let mut object = ptr::null_mut();
    // SAFETY: the name ends with a zero; each object is made before and destroyed after its use, and none is
    // used where it could not be made.
    unsafe {
        match used {
            Use::Blocks => {
                good(botan_block_cipher_init(&raw mut object, name.as_ptr()))?;
                let output = blocks(object, input);
                botan_block_cipher_destroy(object);
                output
            }
            Use::Cmac => {
                good(botan_mac_init(&raw mut object, name.as_ptr(), 0))?;
                let output = mac(object, input);
                botan_mac_destroy(object);
                output
            }
            _ => {
                good(botan_cipher_init(&raw mut object, name.as_ptr(), 0))?;
                let output = mode(object, used, input);
                botan_cipher_destroy(object);
                output
            }
        }
    }
}

fn blocks(object: *mut c_void, input: &Input<'_>) -> Option<Vec<u8>> {
    let mut output = vec![0; input.text.len()];
    // SAFETY: the object lives; the output is as long as the input, and both are whole blocks.
    unsafe {
        let block = usize::try_from(botan_block_cipher_block_size(object)).expect("it is known");
        good(botan_block_cipher_set_key(object, input.key.as_ptr(), input.key.len()))?;
        let (from, to, count) = (input.text.as_ptr(), output.as_mut_ptr(), output.len() / block);
        good(botan_block_cipher_encrypt_blocks(object, from, to, count))?;
    }
    Some(output)
}

fn mac(object: *mut c_void, input: &Input<'_>) -> Option<Vec<u8>> {
    let mut tag = vec![0; 16];
    // SAFETY: the object lives; the slices' lengths go with them; the tag has the block's length.
    unsafe {
        good(botan_mac_set_key(object, input.key.as_ptr(), input.key.len()))?;
        good(botan_mac_update(object, input.text.as_ptr(), input.text.len()))?;
        good(botan_mac_final(object, tag.as_mut_ptr()))?;
    }
    Some(tag)
}

fn mode(object: *mut c_void, used: Use, input: &Input<'_>) -> Option<Vec<u8>> {
    // The padding or the tag comes behind the text.
    let mut output = vec![0; input.text.len() + 128];
    let (mut written, mut consumed) = (0, 0);
    // SAFETY: the object lives; the slices' lengths go with them.
    unsafe {
        good(botan_cipher_set_key(object, input.key.as_ptr(), input.key.len()))?;
        if used.authenticates() {
            let data = input.associated_data;
            good(botan_cipher_set_associated_data(object, data.as_ptr(), data.len()))?;
        }
        good(botan_cipher_start(object, input.iv.as_ptr(), input.iv.len()))?;
        let (to, room) = (output.as_mut_ptr(), output.len());
        let (from, bytes) = (input.text.as_ptr(), input.text.len());
        let (written, consumed) = (&raw mut written, &raw mut consumed);
        good(botan_cipher_update(object, FINAL, to, room, written, from, bytes, consumed))?;
    }
    output.truncate(written);
    (consumed == input.text.len()).then_some(output)
}
