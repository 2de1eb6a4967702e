//! Calls astragal's ciphers with 16-byte blocks, and their modes, through their Rust types instead of the registry. Also
//! sets up the key of every block cipher by its type.

use std::any::Any;

use astragal::aead::{Ccm, Gcm, GcmSiv, Ocb, Siv};
use astragal::cipher::*;
use astragal::mac::{Cmac, Gmac};
use astragal::registry::Direction;

use crate::ciphers::{Keyed, SetUp, Use, split_wrapped};

/// Returns the function that sets up a key for a mode of the named cipher. Returns `None` for unknown ciphers, and for
/// GCM-SIV with 24-byte keys, which does not exist.
pub fn typed_set_up(cipher: &str, used: Use) -> Option<SetUp> {
    macro_rules! stream {
        ($type:ty) => {
            Some(Box::new(|key, _| {
                let key: [u8; 32] = key.try_into().ok()?;
                Some(Box::new(move |message, text, _| {
                    <$type>::new(&key, message.iv.try_into().ok()?).apply(text).ok()
                }))
            }))
        };
    }
    match (cipher, used) {
        ("chacha20", Use::Stream) => return stream!(ChaCha20),
        ("xchacha20", Use::Stream) => return stream!(XChaCha20),
        _ => {}
    }
    macro_rules! of {
        (of 24 bytes: $($long:ident)+; others: $($type:ident)+) => {
            match cipher {
                $(<$long as BlockOperations>::NAME if used != Use::GcmSiv => {
                    Some(Box::new(move |key, way| keyed::<$long>(used, key, way)))
                })+
                $(<$type as BlockOperations>::NAME => Some(Box::new(move |key, way| match used {
                    Use::GcmSiv => keyed_siv::<$type>(key),
                    _ => keyed::<$type>(used, key, way),
                })),)+
                _ => None,
            }
        };
    }
    of! {
        of 24 bytes: Aes192 Aria192 Camellia192 Serpent192 Twofish192;
        others: Aes128 Aes256 Anubis128 Aria128 Aria256 Camellia128 Camellia256 Cast256_128
        Cast256_256 Kalyna128_128 Kalyna128_256 Kuznyechik Mars128 Mars256 Serpent128 Serpent256
        Sm4 Twofish128 Twofish256
    }
}

/// Creates a cipher from a key. Returns `None` if the key has the wrong length.
pub type NewCipher = fn(&[u8]) -> Option<Box<dyn Any>>;

/// Returns the function that creates the type of the named cipher from a key, in a box like the keys of other libraries.
/// Returns `None` for unknown ciphers.
pub fn typed_key(cipher: &str) -> Option<NewCipher> {
    fn boxed<C: BlockCipher>(key: &[u8]) -> Option<Box<dyn Any>> {
        Some(Box::new(C::from_slice(key).ok()?))
    }
    macro_rules! of {
        ($($type:ident)+) => {
            match cipher {
                $(<$type as BlockOperations>::NAME => Some(boxed::<$type>),)+
                _ => None,
            }
        };
    }
    of! {
        Anubis128 Anubis160 Anubis192 Anubis224 Anubis256 Anubis288 Anubis320
        Aria128 Aria192 Aria256
        Camellia128 Camellia192 Camellia256
        Cast256_128 Cast256_160 Cast256_192 Cast256_224 Cast256_256
        Kalyna128_128 Kalyna128_256 Kalyna256_256 Kalyna256_512 Kalyna512_512
        Kuznyechik
        Mars128 Mars160 Mars192 Mars224 Mars256 Mars288 Mars320 Mars352 Mars384 Mars416 Mars448
        Rijndael128_128 Rijndael128_160 Rijndael128_192 Rijndael128_224 Rijndael128_256
        Rijndael160_128 Rijndael160_160 Rijndael160_192 Rijndael160_224 Rijndael160_256
        Rijndael192_128 Rijndael192_160 Rijndael192_192 Rijndael192_224 Rijndael192_256
        Rijndael224_128 Rijndael224_160 Rijndael224_192 Rijndael224_224 Rijndael224_256
        Rijndael256_128 Rijndael256_160 Rijndael256_192 Rijndael256_224 Rijndael256_256
        Serpent128 Serpent192 Serpent256
        Sm4
        Threefish256 Threefish512 Threefish1024
        Twofish128 Twofish192 Twofish256
    }
}

fn keyed<C: BlockCipher<Block = [u8; 16]>>(used: Use, key: &[u8], way: Direction) -> Option<Keyed> {
    let cipher = || C::from_slice(key).ok();
    Some(match (used, way) {
        (Use::Blocks, Direction::Encrypt) => {
            let cipher = cipher()?;
            Box::new(move |_, text, _| {
                cipher.encrypt_blocks(text.as_chunks_mut().0);
                Some(())
            })
        }
        (Use::Blocks, Direction::Decrypt) => {
            let cipher = cipher()?;
            Box::new(move |_, text, _| {
                cipher.decrypt_blocks(text.as_chunks_mut().0);
                Some(())
            })
        }
        (Use::Ctr, _) => {
            let mut ctr = Ctr::with_cipher(cipher()?, &[0; 16]).ok()?;
            Box::new(move |message, text, _| {
                ctr.restart(message.iv).ok()?;
                ctr.apply(text);
                Some(())
            })
        }
        (Use::Ofb, _) => {
            let mut ofb = Ofb::with_cipher(cipher()?, &[0; 16]).ok()?;
            Box::new(move |message, text, _| {
                ofb.restart(message.iv).ok()?;
                ofb.apply(text);
                Some(())
            })
        }
        (Use::Cfb, Direction::Encrypt) => {
            let mut cfb = CfbEncryptor::with_cipher(cipher()?, &[0; 16]).ok()?;
            Box::new(move |message, text, _| {
                cfb.restart(message.iv).ok()?;
                cfb.apply(text);
                Some(())
            })
        }
        (Use::Cbc, Direction::Encrypt) => {
            let mut cbc = CbcEncryptor::with_cipher(cipher()?, &[0; 16], Padding::None).ok()?;
            Box::new(move |message, text, _| {
                cbc.restart(message.iv).ok()?;
                cbc.encrypt_blocks(text.as_chunks_mut().0);
                Some(())
            })
        }
        (Use::Cbc, Direction::Decrypt) => {
            let mut cbc = CbcDecryptor::with_cipher(cipher()?, &[0; 16], Padding::None).ok()?;
            Box::new(move |message, text, _| {
                cbc.restart(message.iv).ok()?;
                cbc.decrypt_blocks(text.as_chunks_mut().0);
                Some(())
            })
        }
        (Use::Xts, _) => {
            let xts = Xts::<C>::from_slice(key).ok()?;
            Box::new(move |message, text, _| {
                let tweak = message.iv.try_into().ok()?;
                match way {
                    Direction::Encrypt => xts.encrypt_in_place(tweak, text).ok(),
                    Direction::Decrypt => xts.decrypt_in_place(tweak, text).ok(),
                }
            })
        }
        (Use::Gcm, _) => {
            let gcm = Gcm::<C>::from_slice(key).ok()?;
            Box::new(move |message, text, tag| {
                gcm.encrypt_in_place_any_length(message.iv, message.associated_data, text, tag).ok()
            })
        }
        (Use::Ccm, _) => {
            let ccm = Ccm::<C>::from_slice(key).ok()?;
            Box::new(move |message, text, tag| {
                ccm.encrypt_in_place_any_length(message.iv, message.associated_data, text, tag).ok()
            })
        }
        (Use::Cmac, _) => {
            let mut cmac = Cmac::<C>::from_slice(key).ok()?;
            Box::new(move |_, text, tag| {
                cmac.update(text);
                tag.copy_from_slice(&cmac.finalize_reset());
                Some(())
            })
        }
        (Use::Ocb, _) => {
            let ocb = Ocb::<C>::from_slice(key).ok()?;
            Box::new(move |message, text, tag| {
                ocb.encrypt_in_place_any_length(message.iv, message.associated_data, text, tag).ok()
            })
        }
        (Use::Siv, _) => {
            let siv = Siv::<C>::from_slice(key).ok()?;
            Box::new(move |message, text, tag| {
                let data = [message.associated_data, message.iv];
                tag.copy_from_slice(&siv.encrypt_in_place_detached(&data, text).ok()?);
                Some(())
            })
        }
        (Use::Gmac, _) => {
            let gmac = Gmac::<C>::from_slice(key).ok()?;
            Box::new(move |message, text, tag| {
                tag.copy_from_slice(&gmac.mac(message.iv, text).ok()?);
                Some(())
            })
        }
        (Use::KeyWrap, _) => {
            let (wrapping, mut wrapped) = (KeyWrap::<C>::from_slice(key).ok()?, Vec::new());
            Box::new(move |_, text, tag| {
                wrapped.resize(text.len() + 8, 0);
                wrapping.wrap_to(text, &mut wrapped).ok()?;
                split_wrapped(&wrapped, text, tag);
                Some(())
            })
        }
        (Use::Cfb, Direction::Decrypt) | (Use::GcmSiv | Use::Stream, _) => return None,
    })
}

/// Sets up a key for GCM-SIV, which only encrypts here.
fn keyed_siv<C: BlockCipher<Block = [u8; 16]>>(key: &[u8]) -> Option<Keyed> {
    let siv = GcmSiv::<C>::from_slice(key).ok()?;
    Some(Box::new(move |message, text, tag| {
        let nonce = message.iv.try_into().ok()?;
        let data = message.associated_data;
        tag.copy_from_slice(&siv.encrypt_in_place_detached(nonce, data, text).ok()?);
        Some(())
    }))
}
