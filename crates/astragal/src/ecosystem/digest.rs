//! `digest` 0.11: hashes are `Digest`s, extendable-output functions have readers, HMAC and CMAC are `Mac`s.

use digest_0_11::array::AssocArraySize;
use digest_0_11::common::{BlockSizeUser, KeySizeUser};
use digest_0_11::{
    ExtendableOutput, FixedOutput, FixedOutputReset, HashMarker, InvalidLength, Key, KeyInit,
    MacMarker, Output, OutputSizeUser, Reset, Update,
};

use crate::cipher::BlockCipher;
use crate::kind::ByteArray;
use crate::kind::hash::{Hash, Hasher, Variant};
use crate::kind::xof::{Xof, XofReader};
use crate::mac::{Cmac, Hmac};

impl<E: Variant<N>, const N: usize> HashMarker for Hasher<E, N> {}

impl<E: Variant<N, Block: AssocArraySize>, const N: usize> BlockSizeUser for Hasher<E, N> {
    type BlockSize = <E::Block as AssocArraySize>::Size;
}

impl<E: Variant<N>, const N: usize> OutputSizeUser for Hasher<E, N>
where
    [u8; N]: AssocArraySize,
{
    type OutputSize = <[u8; N] as AssocArraySize>::Size;
}

impl<E: Variant<N>, const N: usize> Update for Hasher<E, N> {
    fn update(&mut self, data: &[u8]) {
        self.update(data);
    }
}

impl<E: Variant<N>, const N: usize> FixedOutput for Hasher<E, N>
where
    [u8; N]: AssocArraySize,
{
    fn finalize_into(self, out: &mut Output<Self>) {
        out.copy_from_slice(&self.finalize());
    }
}

impl<E: Variant<N>, const N: usize> Reset for Hasher<E, N> {
    fn reset(&mut self) {
        self.reset();
    }
}

impl<E: Variant<N>, const N: usize> FixedOutputReset for Hasher<E, N>
where
    [u8; N]: AssocArraySize,
{
    fn finalize_into_reset(&mut self, out: &mut Output<Self>) {
        out.copy_from_slice(&core::mem::take(self).finalize());
    }
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
