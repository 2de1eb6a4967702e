//! Measures algorithms of astragal by type. Prints the algorithm, the message length in bytes and the nanoseconds of
//! one call, separated by tabs. A program like this one, which uses types and generic modes, compiles a part of the
//! library itself, so its profile decides the speed.

use std::hint::black_box;
use std::time::Instant;

use astragal::aead::{AsconAead128, Ccm, ChaCha20Poly1305, Gcm, GcmSiv, Ocb};
use astragal::cipher::*;
use astragal::hash::*;
use astragal::mac::{Cmac, HmacSha256};
use astragal::xof::{Kt128, Shake128, TurboShake128};

/// Message lengths in bytes.
const LENGTHS: [usize; 2] = [64, 16 << 10];
/// Number of measurements of each call. The fastest counts.
const TURNS: usize = 40;

fn measure(name: &str, mut call: impl FnMut(&mut [u8])) {
    for length in LENGTHS {
        let mut text = vec![0x5a; length];
        let calls = 40_000 / (length + 60) + 1;
        let mut best = f64::INFINITY;
        for _ in 0..TURNS {
            let start = Instant::now();
            for _ in 0..calls {
                call(black_box(&mut text));
            }
            let calls = u32::try_from(calls).expect("the number of calls is small");
            best = best.min((start.elapsed() / calls).as_secs_f64());
        }
        println!("{name}\t{length}\t{:.1}", best * 1e9);
    }
}

macro_rules! hashes {
    ($($name:literal $function:expr;)+) => {
        $(measure($name, |text| { black_box($function(text)); });)+
    };
}

macro_rules! aeads {
    ($($name:literal $aead:expr, $nonce:literal;)+) => { $({
        let aead = $aead;
        measure($name, |text| {
            let _ = black_box(aead.encrypt_in_place_detached(&[1; $nonce], b"", text));
        });
    })+ };
}

macro_rules! blocks {
    ($($name:literal $cipher:ty, $key:literal;)+) => { $({
        let cipher = <$cipher>::new(&[7; $key]);
        measure($name, |text| cipher.encrypt_blocks(text.as_chunks_mut().0));
        let mut ctr = Ctr::with_cipher(cipher.clone(), &[0; 16]).expect("the IV has 16 bytes");
        measure(concat!($name, "-ctr"), |text| {
            ctr.restart(&[1; 16]).expect("the IV has 16 bytes");
            ctr.apply(text);
        });
        let cbc = CbcEncryptor::with_cipher(cipher, &[0; 16], Padding::None);
        let mut cbc = cbc.expect("the IV has 16 bytes");
        measure(concat!($name, "-cbc"), |text| {
            cbc.restart(&[1; 16]).expect("the IV has 16 bytes");
            cbc.encrypt_blocks(text.as_chunks_mut().0);
        });
    })+ };
}

fn main() {
    hashes! {
        "sha1" Sha1::hash; "sha256" Sha256::hash; "sha512" Sha512::hash; "sm3" Sm3::hash;
        "sha3-256" Sha3_256::hash; "blake2b-512" Blake2b512::hash; "blake2s-256" Blake2s256::hash;
        "blake3" Blake3::hash; "streebog-256" Streebog256::hash;
        "shake128" Shake128::hash::<32>; "turboshake128" TurboShake128::hash::<32>;
        "kt128" |text: &mut [u8]| Kt128::hash::<32>(text, b"");
        "hmac-sha256" |text: &mut [u8]| HmacSha256::new(b"key").mac(text);
        "cmac-aes-128" |text: &mut [u8]| Cmac::<Aes128>::new(&[7; 16]).mac(text);
    }
    aeads! {
        "aes-128-gcm" Gcm::<Aes128>::new(&[7; 16]), 12;
        "aes-256-gcm" Gcm::<Aes256>::new(&[7; 32]), 12;
        "aes-256-gcm-siv" GcmSiv::<Aes256>::new(&[7; 32]), 12;
        "aes-128-ccm" Ccm::<Aes128>::new(&[7; 16]), 12;
        "aes-128-ocb" Ocb::<Aes128>::new(&[7; 16]), 12;
        "chacha20-poly1305" ChaCha20Poly1305::new(&[7; 32]), 12;
        "ascon-aead128" AsconAead128::new(&[7; 16]), 16;
    }
    blocks! {
        "aes-128" Aes128, 16; "aes-256" Aes256, 32; "camellia-128" Camellia128, 16;
        "aria-128" Aria128, 16; "sm4" Sm4, 16; "serpent-256" Serpent256, 32;
        "kuznyechik" Kuznyechik, 32;
    }
    let xts = Xts::<Aes128>::new(&[7; 16], &[8; 16]).expect("the keys differ");
    measure("aes-128-xts", |text| {
        xts.encrypt_in_place(&[1; 16], text).expect("the text is long enough");
    });
}
