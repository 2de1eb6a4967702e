//! `digest` 0.11: hashes are `Digest`s, extendable-output functions have readers, HMAC and CMAC are `Mac`s.

use digest_0_11::array::AssocArraySize;
use digest_0_11::common::{BlockSizeUser, KeySizeUser};
use digest_0_11::{
    ExtendableOutput, FixedOutput, FixedOutputReset, HashMarker, InvalidLength, Key, KeyInit,
    MacMarker, Output, OutputSizeUser, Reset, Update,
};

use crate::cipher::BlockCipher;
use crate::kind::ByteArray;
use crate::kind::hash::Hash;
use crate::kind::xof::{Xof, XofReader};
use crate::mac::{Cmac, Hmac};

/// Hashes, by family.
macro_rules! hashes {
    ($($family:literal: $($hash:ident)+;)+) => { $($(
        #[cfg(feature = $family)]
        const _: () = {
            use crate::hash::$hash;

            impl HashMarker for $hash {}

            impl BlockSizeUser for $hash {
                type BlockSize = <[u8; <$hash as Hash>::BLOCK_BYTES] as AssocArraySize>::Size;
            }

            impl OutputSizeUser for $hash {
                type OutputSize = <<$hash as Hash>::Digest as AssocArraySize>::Size;
            }

            impl Update for $hash {
                fn update(&mut self, data: &[u8]) {
                    Hash::update(self, data);
                }
            }

            impl FixedOutput for $hash {
                fn finalize_into(self, out: &mut Output<Self>) {
                    out.copy_from_slice(&Hash::finalize(self));
                }
            }

            impl Reset for $hash {
                fn reset(&mut self) {
                    Hash::reset(self);
                }
            }

            impl FixedOutputReset for $hash {
                fn finalize_into_reset(&mut self, out: &mut Output<Self>) {
                    out.copy_from_slice(&Hash::finalize(core::mem::replace(self, Hash::new())));
                }
            }
        };
    )+)+ };
}

hashes! {
    "ascon": AsconHash AsconHash256 AsconHashA;
    "blake": Blake224 Blake256 Blake384 Blake512
        Blake2b128 Blake2b160 Blake2b224 Blake2b256 Blake2b384 Blake2b512
        Blake2s128 Blake2s160 Blake2s224 Blake2s256 Blake3;
    "groestl": Groestl224 Groestl256 Groestl384 Groestl512;
    "jh": Jh224 Jh256 Jh384 Jh512;
    "keccak": Keccak224 Keccak256 Keccak384 Keccak512 Sha3_224 Sha3_256 Sha3_384 Sha3_512;
    "kupyna": Kupyna256 Kupyna384 Kupyna512;
    "md5": Md5;
    "ripemd160": Ripemd160;
    "sha1": Sha1;
    "sha2": Sha224 Sha256 Sha384 Sha512 Sha512_224 Sha512_256;
    "skein": Skein256_128 Skein256_160 Skein256_224 Skein256_256
        Skein512_128 Skein512_160 Skein512_224 Skein512_256 Skein512_384 Skein512_512
        Skein1024_256 Skein1024_384 Skein1024_512 Skein1024_1024;
    "sm3": Sm3;
    "streebog": Streebog256 Streebog512;
    "whirlpool": Whirlpool;
}

/// The output of an extendable-output function.
#[derive(Clone, Debug)]
pub struct Reader<R>(R);

impl<R: XofReader> digest_0_11::XofReader for Reader<R> {
    /// # Panics
    /// When a function whose output ends has no more.
    fn read(&mut self, buffer: &mut [u8]) {
        self.0.squeeze(buffer);
    }
}

/// Extendable-output functions, by family.
macro_rules! xofs {
    ($($family:literal: $($xof:ident)+;)+) => { $($(
        #[cfg(feature = $family)]
        const _: () = {
            use crate::xof::$xof;

            impl Update for $xof {
                fn update(&mut self, data: &[u8]) {
                    Xof::absorb(self, data);
                }
            }

            impl ExtendableOutput for $xof {
                type Reader = Reader<<$xof as Xof>::Reader>;
                fn finalize_xof(self) -> Self::Reader {
                    Reader(Xof::finalize(self))
                }
            }
        };
    )+)+ };
}

xofs! {
    "ascon": AsconCxof128 AsconXof AsconXof128 AsconXofA;
    "blake": Blake3Xof;
    "keccak": CShake128 CShake256 Kt128 Kt256 ParallelHashXof128 ParallelHashXof256 Shake128
        Shake256 TurboShake128 TurboShake256;
}

impl<H: Hash + BlockSizeUser> KeySizeUser for Hmac<H> {
    type KeySize = H::BlockSize;
}

impl<H: Hash + BlockSizeUser> KeyInit for Hmac<H> {
    fn new(key: &Key<Self>) -> Self {
        Self::new(key)
    }
    /// A key of any length.
    fn new_from_slice(key: &[u8]) -> Result<Self, InvalidLength> {
        Ok(Self::new(key))
    }
}

impl<H: Hash<Digest: AssocArraySize>> MacMarker for Hmac<H> {}

impl<H: Hash<Digest: AssocArraySize>> OutputSizeUser for Hmac<H> {
    type OutputSize = <H::Digest as AssocArraySize>::Size;
}

impl<H: Hash> Update for Hmac<H> {
    fn update(&mut self, data: &[u8]) {
        self.update(data);
    }
}

impl<H: Hash<Digest: AssocArraySize>> FixedOutput for Hmac<H> {
    fn finalize_into(self, out: &mut Output<Self>) {
        out.copy_from_slice(self.finalize().as_ref());
    }
}

impl<C: BlockCipher<Block = [u8; 16], Key: AssocArraySize>> KeySizeUser for Cmac<C> {
    type KeySize = <C::Key as AssocArraySize>::Size;
}

impl<C: BlockCipher<Block = [u8; 16], Key: AssocArraySize>> KeyInit for Cmac<C> {
    fn new(key: &Key<Self>) -> Self {
        Self::new(&C::Key::chunks(key).0[0])
    }
}

impl<C: BlockCipher<Block = [u8; 16]>> MacMarker for Cmac<C> {}

impl<C: BlockCipher<Block = [u8; 16]>> OutputSizeUser for Cmac<C> {
    type OutputSize = <[u8; 16] as AssocArraySize>::Size;
}

impl<C: BlockCipher<Block = [u8; 16]>> Update for Cmac<C> {
    fn update(&mut self, data: &[u8]) {
        self.update(data);
    }
}

impl<C: BlockCipher<Block = [u8; 16]>> FixedOutput for Cmac<C> {
    fn finalize_into(self, out: &mut Output<Self>) {
        out.copy_from_slice(&self.finalize());
    }
}
