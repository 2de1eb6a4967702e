//! The crates of RustCrypto.

use aes_gcm::AesGcm;
use aes_gcm::aead::AeadInOut;
use aes_gcm_siv::AesGcmSiv;
use cbc::cipher::block_padding::Pkcs7;
use cbc::cipher::consts::{U12, U13, U16};
use cbc::cipher::{
    BlockCipherEncrypt, BlockModeEncrypt as _, BlockSizeUser, InnerIvInit, KeyInit,
    StreamCipher as _,
};
use ccm::Ccm;
use cmac::{Cmac, Mac as _};
use digest::InnerInit as _;
use xts_mode::Xts128;

use super::{CipherPeer, Encrypt, Input, Use};

const USES: [Use; 9] =
    [Use::Blocks, Use::Cbc, Use::Ctr, Use::Cfb, Use::Ofb, Use::Xts, Use::Gcm, Use::Ccm, Use::Cmac];

pub(super) fn peers() -> Vec<CipherPeer> {
    let mut all = Vec::new();
    macro_rules! small {
        ($($name:literal = $cipher:ty;)+) => { $(
            for used in USES {
                add(&mut all, $name, used, Box::new(move |input| encrypt::<$cipher>(used, input)));
            }
        )+ };
    }
    small! {
        "rijndael128-128" = aes::Aes128;
        "rijndael128-192" = aes::Aes192;
        "rijndael128-256" = aes::Aes256;
        "aria-128" = aria::Aria128;
        "aria-192" = aria::Aria192;
        "aria-256" = aria::Aria256;
        "camellia-128" = camellia::Camellia128;
        "camellia-192" = camellia::Camellia192;
        "camellia-256" = camellia::Camellia256;
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
        ($($name:literal = $cipher:ty;)+) => { $(
            let encrypt = Box::new(|input: &Input<'_>| seal(&AesGcmSiv::<$cipher>::new_from_slice(input.key).ok()?, input));
            add(&mut all, $name, Use::GcmSiv, encrypt);
        )+ };
    }
    siv! {
        "rijndael128-128" = aes::Aes128;
        "rijndael128-256" = aes::Aes256;
    }
    macro_rules! threefish {
        ($($name:literal = $cipher:ident;)+) => { $(
            let encrypt = Box::new(|input: &Input<'_>| {
                let (key, tweak) = (input.key.try_into().ok()?, input.iv.try_into().ok()?);
                Some(blocks(&threefish::$cipher::new_with_tweak(key, tweak), input))
            });
            add(&mut all, $name, Use::Blocks, encrypt);
        )+ };
    }
    threefish! {
        "threefish-256" = Threefish256;
        "threefish-512" = Threefish512;
        "threefish-1024" = Threefish1024;
    }
    all
}

fn add(all: &mut Vec<CipherPeer>, cipher: &'static str, used: Use, encrypt: Encrypt) {
    all.push(CipherPeer { name: "RustCrypto", cipher, used, encrypt });
}

fn encrypt<C>(used: Use, input: &Input<'_>) -> Option<Vec<u8>>
where
    C: BlockCipherEncrypt + BlockSizeUser<BlockSize = U16> + KeyInit + Clone,
{
    let (key, iv) = (input.key, input.iv);
    let (cipher, second) = if used == Use::Xts {
        let (first, second) = key.split_at(key.len() / 2);
        (C::new_from_slice(first).ok()?, Some(C::new_from_slice(second).ok()?))
    } else {
        (C::new_from_slice(key).ok()?, None)
    };
    let mut text = input.text.to_vec();
    match used {
        Use::Blocks => return Some(blocks(&cipher, input)),
        Use::Cbc => {
            let cbc = cbc::Encryptor::inner_iv_slice_init(cipher, iv).ok()?;
            return Some(cbc.encrypt_padded_vec::<Pkcs7>(&text));
        }
        Use::Ctr => {
            let core = ctr::CtrCore::<C, ctr::flavors::Ctr128BE>::inner_iv_slice_init(cipher, iv);
            ctr::Ctr128BE::<C>::from_core(core.ok()?).apply_keystream(&mut text);
        }
        Use::Cfb => {
            cfb_mode::Encryptor::<C>::inner_iv_slice_init(cipher, iv).ok()?.encrypt(&mut text);
        }
        Use::Ofb => {
            let core = ofb::OfbCore::inner_iv_slice_init(cipher, iv).ok()?;
            ofb::Ofb::from_core(core).apply_keystream(&mut text);
        }
        Use::Xts => {
            let xts = Xts128::new(cipher, second?);
            xts.encrypt_sector(&mut text, iv.try_into().ok()?);
        }
        Use::Gcm => return seal(&AesGcm::<C, U12>::from(cipher), input),
        Use::Ccm => return seal(&Ccm::<C, U16, U13>::from(cipher), input),
        Use::Cmac => {
            let mut mac = Cmac::inner_init(cipher);
            mac.update(&text);
            return Some(mac.finalize().into_bytes().to_vec());
        }
        Use::GcmSiv => return None,
    }
    Some(text)
}

fn blocks<C: BlockCipherEncrypt>(cipher: &C, input: &Input<'_>) -> Vec<u8> {
    let mut text = input.text.to_vec();
    for block in text.chunks_mut(C::block_size()) {
        cipher.encrypt_block(block.try_into().expect("whole blocks"));
    }
    text
}

fn seal(aead: &impl AeadInOut, input: &Input<'_>) -> Option<Vec<u8>> {
    let mut text = input.text.to_vec();
    let nonce = input.iv.try_into().ok()?;
    let data = input.associated_data;
    let tag = aead.encrypt_inout_detached(nonce, data, text.as_mut_slice().into()).ok()?;
    text.extend_from_slice(&tag);
    (tag.len() == input.tag_bytes).then_some(text)
}
