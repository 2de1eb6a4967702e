//! The designers' own C code: ascon-c by Ascon's authors, and the library K12 by Keccak's authors. `build.rs` compiles
//! it from the folders in the environment variables `ASCON_C` and `XKCP_K12`.

#[cfg(feature = "ascon-c")]
pub(crate) mod ascon {
    use std::ffi::{c_int, c_ulonglong};
    use std::ptr;

    use crate::{AeadPeer, Peer};

    unsafe extern "C" {
        fn ascon_c_aead128(
            ciphertext: *mut u8,
            ciphertext_bytes: *mut c_ulonglong,
            text: *const u8,
            text_bytes: c_ulonglong,
            data: *const u8,
            data_bytes: c_ulonglong,
            secret_nonce: *const u8,
            nonce: *const u8,
            key: *const u8,
        ) -> c_int;
        fn ascon_c_hash256(digest: *mut u8, message: *const u8, bytes: c_ulonglong) -> c_int;
    }

    /// Encrypts to a buffer, because ascon-c writes the tag behind the ciphertext.
    fn seal(key: &[u8], nonce: &[u8], data: &[u8], text: &mut [u8], tag: &mut [u8]) {
        thread_local! {
            static SEALED: std::cell::RefCell<Vec<u8>> = const { std::cell::RefCell::new(Vec::new()) };
        }
        assert_eq!([key.len(), nonce.len(), tag.len()], [16; 3]);
        SEALED.with_borrow_mut(|sealed| {
            sealed.resize(sealed.len().max(text.len() + 16), 0);
            let mut bytes = 0;
            // SAFETY: slices are passed with their lengths, and `sealed` is as long as ciphertext and tag or longer.
            let result = unsafe {
                ascon_c_aead128(
                    sealed.as_mut_ptr(),
                    &raw mut bytes,
                    text.as_ptr(),
                    text.len() as c_ulonglong,
                    data.as_ptr(),
                    data.len() as c_ulonglong,
                    ptr::null(),
                    nonce.as_ptr(),
                    key.as_ptr(),
                )
            };
            assert_eq!((result, bytes), (0, text.len() as c_ulonglong + 16));
            tag.copy_from_slice(&sealed[text.len()..text.len() + 16]);
            let in_place = text.len();
            text.copy_from_slice(&sealed[..in_place]);
        });
    }

    pub(crate) fn aead_peers() -> Vec<AeadPeer> {
        vec![AeadPeer { name: "ascon-c", algorithm: "ascon-aead128", seal }]
    }

    pub(crate) fn peers() -> Vec<Peer> {
        let function: crate::Function = |message, out| {
            assert_eq!(out.len(), 32);
            // SAFETY: the message is passed with its length, and `out` has 32 bytes.
            let result = unsafe {
                ascon_c_hash256(out.as_mut_ptr(), message.as_ptr(), message.len() as c_ulonglong)
            };
            assert_eq!(result, 0);
        };
        vec![Peer { name: "ascon-c", algorithm: "ascon-hash256", function }]
    }
}

#[cfg(feature = "xkcp")]
pub(crate) mod k12 {
    use std::ffi::c_int;
    use std::sync::Once;

    use crate::{CUSTOM, Function, Peer, cap};

    unsafe extern "C" {
        fn KangarooTwelve_DisableAVX512() -> c_int;
        fn KangarooTwelve(
            security_bits: c_int,
            message: *const u8,
            bytes: usize,
            out: *mut u8,
            out_bytes: usize,
            custom: *const u8,
            custom_bytes: usize,
        ) -> c_int;
    }

    fn hash(security_bits: c_int, message: &[u8], out: &mut [u8]) {
        // SAFETY: slices are passed with their lengths.
        let result = unsafe {
            KangarooTwelve(
                security_bits,
                message.as_ptr(),
                message.len(),
                out.as_mut_ptr(),
                out.len(),
                CUSTOM.as_ptr(),
                CUSTOM.len(),
            )
        };
        assert_eq!(result, 0);
    }

    pub(crate) fn peers() -> Vec<Peer> {
        static ONCE: Once = Once::new();
        if !cap::includes_unlimited() {
            ONCE.call_once(|| {
                // SAFETY: the function takes no arguments. It is called once, before the first hash.
                unsafe { KangarooTwelve_DisableAVX512() };
            });
        }
        let peer = |algorithm, function: Function| Peer { name: "XKCP K12", algorithm, function };
        vec![peer("kt128", |m, out| hash(128, m, out)), peer("kt256", |m, out| hash(256, m, out))]
    }
}
