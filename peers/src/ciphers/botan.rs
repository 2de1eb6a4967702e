//! Ciphers from Botan 3, through its C interface.

use std::ffi::{CString, c_char, c_int, c_void};
use std::ptr;

use astragal::registry::Direction;

use super::{CipherPeer, Keyed, Message, Use};

/// Names of the ciphers in astragal and in Botan. If several ciphers have the same name in Botan, the key length
/// selects one of them.
const CIPHERS: [(&str, &str); 17] = [
    ("aes-128", "AES-128"),
    ("aes-192", "AES-192"),
    ("aes-256", "AES-256"),
    ("aria-128", "ARIA-128"),
    ("aria-192", "ARIA-192"),
    ("aria-256", "ARIA-256"),
    ("camellia-128", "Camellia-128"),
    ("camellia-192", "Camellia-192"),
    ("camellia-256", "Camellia-256"),
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

/// Value of `BOTAN_CIPHER_UPDATE_FLAG_FINAL` in Botan's header ffi.h.
const FINAL: u32 = 1;

#[link(name = "botan-3")]
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
    fn botan_block_cipher_decrypt_blocks(
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
        capacity: usize,
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
        // For Threefish, only CBC, CTR and CFB are compared. Botan's C interface has no parameter for the tweak, which
        // ECB needs, and Botan's other modes require 16-byte blocks.
        let small = cipher != "threefish-512";
        for used in USES {
            if small || matches!(used, Use::Cbc | Use::Ctr | Use::Cfb) {
                let set_up = Box::new(move |key: &[u8], way| set_up(name, used, key, way));
                peers.push(CipherPeer { name: "Botan", cipher, used, set_up });
            }
        }
    }
    peers
}

/// Returns `Some` if `code` means success.
fn success(code: c_int) -> Option<()> {
    (code == 0).then_some(())
}

/// Botan object, with the function that destroys it.
struct Object(*mut c_void, unsafe extern "C" fn(*mut c_void) -> c_int);

impl Drop for Object {
    fn drop(&mut self) {
        // SAFETY: the object was created and is not used afterwards.
        unsafe { (self.1)(self.0) };
    }
}

fn set_up(cipher: &'static str, used: Use, key: &[u8], way: Direction) -> Option<Keyed> {
    let name = |text: &str| CString::new(text).expect("the name contains no null byte");
    let (key, key_bytes) = (key.as_ptr(), key.len());
    let flags = u32::from(way == Direction::Decrypt);
    let mut object = ptr::null_mut();
    // SAFETY: the names are null-terminated; each object is created before its key is set.
    unsafe {
        match used {
            Use::Blocks => {
                success(botan_block_cipher_init(&raw mut object, name(cipher).as_ptr()))?;
                let object = Object(object, botan_block_cipher_destroy);
                success(botan_block_cipher_set_key(object.0, key, key_bytes))?;
                Some(Box::new(move |_, text, _| blocks(&object, way, text)))
            }
            Use::Cmac => {
                let mac = name(&format!("CMAC({cipher})"));
                success(botan_mac_init(&raw mut object, mac.as_ptr(), 0))?;
                let object = Object(object, botan_mac_destroy);
                success(botan_mac_set_key(object.0, key, key_bytes))?;
                Some(Box::new(move |_, text, tag| mac_of(&object, text, tag)))
            }
            _ if used.authenticates() => {
                // Creates a Botan object for each message, because the mode's name in Botan contains the lengths of the
                // tag and the nonce.
                let key = std::slice::from_raw_parts(key, key_bytes).to_vec();
                let mut made: Option<(CString, Object)> = None;
                Some(Box::new(move |message, text, tag| {
                    let (tag_bytes, rest) = (tag.len(), 15_usize.checked_sub(message.iv.len()));
                    let name = name(&match used {
                        Use::Gcm => format!("{cipher}/GCM({tag_bytes})"),
                        Use::Ccm => format!("{cipher}/CCM({tag_bytes},{})", rest?),
                        _ => return None,
                    });
                    if made.as_ref().is_none_or(|(before, _)| *before != name) {
                        made = Some((name.clone(), mode(&name, flags, &key)?));
                    }
                    seal(&made.as_ref()?.1, message, text, tag)
                }))
            }
            _ => {
                let mode_name = name(&match used {
                    Use::Cbc => format!("{cipher}/CBC/NoPadding"),
                    Use::Ctr => format!("CTR({cipher})"),
                    Use::Cfb => format!("{cipher}/CFB"),
                    Use::Ofb => format!("OFB({cipher})"),
                    _ => format!("{cipher}/XTS"),
                });
                let key = std::slice::from_raw_parts(key, key_bytes);
                let object = mode(&mode_name, flags, key)?;
                Some(Box::new(move |message, text, _| {
                    (process(&object, message.iv, text)? == text.len()).then_some(())
                }))
            }
        }
    }
}

fn mode(name: &CString, flags: u32, key: &[u8]) -> Option<Object> {
    let mut object = ptr::null_mut();
    // SAFETY: the name is null-terminated; the key is passed with its length.
    unsafe {
        success(botan_cipher_init(&raw mut object, name.as_ptr(), flags))?;
        let object = Object(object, botan_cipher_destroy);
        success(botan_cipher_set_key(object.0, key.as_ptr(), key.len()))?;
        Some(object)
    }
}

fn blocks(&Object(object, _): &Object, way: Direction, text: &mut [u8]) -> Option<()> {
    // SAFETY: the object is alive. The text consists of complete blocks and may be encrypted in place.
    unsafe {
        let block = usize::try_from(botan_block_cipher_block_size(object))
            .expect("the block size fits in a usize");
        let (text, count) = (text.as_mut_ptr(), text.len() / block);
        success(match way {
            Direction::Encrypt => botan_block_cipher_encrypt_blocks(object, text, text, count),
            Direction::Decrypt => botan_block_cipher_decrypt_blocks(object, text, text, count),
        })
    }
}

fn mac_of(&Object(object, _): &Object, text: &[u8], tag: &mut [u8]) -> Option<()> {
    // SAFETY: the object is alive. The text is passed with its length, and the tag is as long as a block.
    unsafe {
        success(botan_mac_update(object, text.as_ptr(), text.len()))?;
        success(botan_mac_final(object, tag.as_mut_ptr()))
    }
}

fn seal(object: &Object, message: &Message<'_>, text: &mut [u8], tag: &mut [u8]) -> Option<()> {
    let data = message.associated_data;
    // SAFETY: the object is alive, and the data is passed with its length.
    success(unsafe { botan_cipher_set_associated_data(object.0, data.as_ptr(), data.len()) })?;
    // Botan writes the tag after the text, so text and tag need a common buffer.
    let mut both = vec![0; text.len() + tag.len()];
    both[..text.len()].copy_from_slice(text);
    process_from(object, message.iv, text, &mut both)?;
    text.copy_from_slice(&both[..text.len()]);
    tag.copy_from_slice(&both[text.len()..]);
    Some(())
}

/// Encrypts or decrypts a message in place. Returns the number of bytes written.
fn process(object: &Object, iv: &[u8], text: &mut [u8]) -> Option<usize> {
    let (from, bytes) = (text.as_ptr(), text.len());
    run(object, iv, from, bytes, text.as_mut_ptr(), bytes)
}

fn process_from(object: &Object, iv: &[u8], text: &[u8], output: &mut [u8]) -> Option<usize> {
    run(object, iv, text.as_ptr(), text.len(), output.as_mut_ptr(), output.len())
}

fn run(
    &Object(object, _): &Object,
    iv: &[u8],
    from: *const u8,
    bytes: usize,
    to: *mut u8,
    capacity: usize,
) -> Option<usize> {
    let (mut written, mut consumed) = (0, 0);
    // SAFETY: the object is alive; every pointer is passed with the length of its slice. Botan copies the last piece of
    // the input first, so input and output may be the same memory.
    unsafe {
        success(botan_cipher_start(object, iv.as_ptr(), iv.len()))?;
        let (written, consumed) = (&raw mut written, &raw mut consumed);
        success(botan_cipher_update(object, FINAL, to, capacity, written, from, bytes, consumed))?;
    }
    (consumed == bytes).then_some(written)
}
