//! Ciphers from the RustCrypto crates.

use aes_gcm::AesGcm;
use aes_gcm::aead::AeadInOut;
use aes_gcm_siv::AesGcmSiv;
use aes_kw::AesKw;
use astragal::registry::Direction;
use cbc::cipher::consts::{U12, U13, U16};
use cbc::cipher::{
    Block, BlockCipherDecrypt, BlockCipherEncrypt, BlockModeDecrypt as _, BlockModeEncrypt as _,
    BlockSizeUser, InnerIvInit as _, KeyInit, KeyIvInit, StreamCipher,
};
use ccm::Ccm;
use cmac::{Cmac, Mac as _};
use digest::InnerInit as _;
use ocb3::Ocb3;
use xts_mode::Xts128;

use super::{CipherPeer, Keyed, Message, SetUp, Use, split_wrapped};

const USES: [Use; 10] = [
    Use::Blocks,
    Use::Cbc,
    Use::Ctr,
    Use::Cfb,
    Use::Ofb,
    Use::Xts,
    Use::Gcm,
    Use::Ccm,
    Use::Cmac,
    Use::KeyWrap,
];

pub(super) fn peers() -> Vec<CipherPeer> {
    let mut all = Vec::new();
    macro_rules! small {
        ($($name:literal = $cipher:ty;)+) => { $(
            for used in USES {
                add(&mut all, $name, used, Box::new(move |key, way| set_up::<$cipher>(used, key, way)));
            }
        )+ };
    }
    small! {
        "aes-128" = aes::Aes128;
        "aes-192" = aes::Aes192;
        "aes-256" = aes::Aes256;
        "aria-128" = aria::Aria128;
        "aria-192" = aria::Aria192;
        "aria-256" = aria::Aria256;
        "camellia-128" = camellia::Camellia128;
        "camellia-192" = camellia::Camellia192;
        "camellia-256" = camellia::Camellia256;
        "cast256-128" = cast6::Cast6;
        "cast256-160" = cast6::Cast6;
        "cast256-192" = cast6::Cast6;
        "cast256-224" = cast6::Cast6;
        "cast256-256" = cast6::Cast6;
        "kuznyechik" = kuznyechik::Kuznyechik;
        "serpent-128" = serpent::Serpent;
        "serpent-192" = serpent::Serpent;
        "serpent-256" = serpent::Serpent;
        "sm4" = sm4::Sm4;
        "twofish-128" = twofish::Twofish;
        "twofish-192" = twofish::Twofish;
        "twofish-256" = twofish::Twofish;
    }
    macro_rules! siv {
        ($($name:literal $used:ident = $aead:ty;)+) => { $(
            let set_up = |key: &[u8], _| Some(sealing(<$aead>::new_from_slice(key).ok()?));
            add(&mut all, $name, Use::$used, Box::new(set_up));
        )+ };
    }
    siv! {
        "aes-128" GcmSiv = AesGcmSiv<aes::Aes128>;
        "aes-256" GcmSiv = AesGcmSiv<aes::Aes256>;
        "aes-128" Ocb = Ocb3<aes::Aes128>;
        "aes-192" Ocb = Ocb3<aes::Aes192>;
        "aes-256" Ocb = Ocb3<aes::Aes256>;
        "aes-128" Siv = aes_siv::Aes128SivAead;
        "aes-256" Siv = aes_siv::Aes256SivAead;
    }
    add(&mut all, "chacha20", Use::Stream, Box::new(|key, _| stream::<chacha20::ChaCha20>(key)));
    add(&mut all, "xchacha20", Use::Stream, Box::new(|key, _| stream::<chacha20::XChaCha20>(key)));
    macro_rules! threefish {
        ($($name:literal = $cipher:ident;)+) => { $(
            let set_up = |key: &[u8], way| {
                let key = key.to_vec();
                let keyed = move |message: &Message<'_>, text: &mut [u8], _: &mut [u8]| {
                    let (key, tweak) = (key[..].try_into().ok()?, message.iv.try_into().ok()?);
                    blocks(&threefish::$cipher::new_with_tweak(key, tweak), way, text);
                    Some(())
                };
                Some(Box::new(keyed) as Keyed)
            };
            add(&mut all, $name, Use::Blocks, Box::new(set_up));
        )+ };
    }
    threefish! {
        "threefish-256" = Threefish256;
        "threefish-512" = Threefish512;
        "threefish-1024" = Threefish1024;
    }
    all
}

fn add(all: &mut Vec<CipherPeer>, cipher: &'static str, used: Use, set_up: SetUp) {
    all.push(CipherPeer { name: "RustCrypto", cipher, used, set_up });
}

fn set_up<C>(used: Use, key: &[u8], way: Direction) -> Option<Keyed>
where
    C: BlockCipherEncrypt
        + BlockCipherDecrypt
        + BlockSizeUser<BlockSize = U16>
        + KeyInit
        + Clone
        + 'static,
{
    let (first, second) = key.split_at(key.len() / used.keys());
    let cipher = C::new_from_slice(first).ok()?;
    Some(match used {
        Use::Gcm => sealing(AesGcm::<C, U12>::from(cipher)),
        Use::Ccm => sealing(Ccm::<C, U16, U13>::from(cipher)),
        Use::KeyWrap => {
            let (wrapping, mut wrapped) = (AesKw::inner_init(cipher), Vec::new());
            Box::new(move |_, text, tag| {
                wrapped.resize(text.len() + 8, 0);
                wrapping.wrap_key(text, &mut wrapped).ok()?;
                split_wrapped(&wrapped, text, tag);
                Some(())
            })
        }
        Use::GcmSiv | Use::Ocb | Use::Siv | Use::Gmac | Use::Stream => return None,
        Use::Cmac => Box::new(move |_, text, tag| {
            let mut mac = Cmac::inner_init(cipher.clone());
            mac.update(text);
            tag.copy_from_slice(&mac.finalize().into_bytes());
            Some(())
        }),
        Use::Xts => {
            let xts = Xts128::new(cipher, C::new_from_slice(second).ok()?);
            Box::new(move |message, text, _| {
                let tweak = message.iv.try_into().ok()?;
                match way {
                    Direction::Encrypt => xts.encrypt_sector(text, tweak),
                    Direction::Decrypt => xts.decrypt_sector(text, tweak),
                }
                Some(())
            })
        }
        _ => Box::new(move |message, text, _| apply(&cipher, used, way, message.iv, text)),
    })
}

/// Encrypts or decrypts in the modes that need a new object for each message.
fn apply<C>(cipher: &C, used: Use, way: Direction, iv: &[u8], text: &mut [u8]) -> Option<()>
where
    C: BlockCipherEncrypt + BlockCipherDecrypt + BlockSizeUser<BlockSize = U16>,
{
    match (used, way) {
        (Use::Cbc, Direction::Encrypt) => {
            let mut cbc = cbc::Encryptor::inner_iv_slice_init(cipher, iv).ok()?;
            cbc.encrypt_blocks(Block::<C>::slice_as_chunks_mut(text).0);
        }
        (Use::Cbc, Direction::Decrypt) => {
            let mut cbc = cbc::Decryptor::inner_iv_slice_init(cipher, iv).ok()?;
            cbc.decrypt_blocks(Block::<C>::slice_as_chunks_mut(text).0);
        }
        (Use::Ctr, _) => {
            let core = ctr::CtrCore::<_, ctr::flavors::Ctr128BE>::inner_iv_slice_init(cipher, iv);
            ctr::Ctr128BE::<&C>::from_core(core.ok()?).apply_keystream(text);
        }
        (Use::Cfb, Direction::Encrypt) => {
            cfb_mode::Encryptor::inner_iv_slice_init(cipher, iv).ok()?.encrypt(text);
        }
        (Use::Ofb, _) => {
            let core = ofb::OfbCore::inner_iv_slice_init(cipher, iv).ok()?;
            ofb::Ofb::from_core(core).apply_keystream(text);
        }
        (Use::Blocks, _) => blocks(cipher, way, text),
        _ => return None,
    }
    Some(())
}

fn blocks<C>(cipher: &C, way: Direction, text: &mut [u8])
where
    C: BlockCipherEncrypt + BlockCipherDecrypt,
{
    let blocks = Block::<C>::slice_as_chunks_mut(text).0;
    match way {
        Direction::Encrypt => cipher.encrypt_blocks(blocks),
        Direction::Decrypt => cipher.decrypt_blocks(blocks),
    }
}

fn stream<C: KeyIvInit + StreamCipher>(key: &[u8]) -> Option<Keyed> {
    let key = key.to_vec();
    Some(Box::new(move |message, text, _| {
        C::new_from_slices(&key, message.iv).ok()?.apply_keystream(text);
        Some(())
    }))
}

fn sealing(aead: impl AeadInOut + 'static) -> Keyed {
    Box::new(move |message, text, tag| {
        let nonce = message.iv.try_into().ok()?;
        let data = message.associated_data;
        let given = aead.encrypt_inout_detached(nonce, data, text.into()).ok()?;
        if given.len() != tag.len() {
            return None;
        }
        tag.copy_from_slice(&given);
        Some(())
    })
}
