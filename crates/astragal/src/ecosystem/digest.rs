//! Implements the traits of `digest` 0.11. Hashes implement `Digest`, `EagerHash` and `AssociatedOid`.
//! Extendable-output functions implement `ExtendableOutput`. HMAC and CMAC implement `Mac`.

use core::fmt;

use digest_0_11::array::{Array, AssocArraySize};
use digest_0_11::block_api::{
    Block, Buffer, BufferKindUser, Eager, EagerHash, FixedOutputCore, UpdateCore,
};
use digest_0_11::block_buffer::BlockSizes;
use digest_0_11::common::{AlgorithmName, BlockSizeUser, KeySizeUser};
use digest_0_11::const_oid::{AssociatedOid, ObjectIdentifier};
use digest_0_11::{
    ExtendableOutput, FixedOutput, FixedOutputReset, HashMarker, InvalidLength, Key, KeyInit,
    MacMarker, Output, OutputSizeUser, Reset, Update,
};

use crate::cipher::BlockCipher;
use crate::mac::{Cmac, Hmac};
use crate::traits::ByteArray;
use crate::traits::hash::{Hash, Hasher, Variant};
use crate::traits::xof::{Xof, XofReader};

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

impl<E: Variant<N>, const N: usize> AlgorithmName for Hasher<E, N> {
    fn write_alg_name(f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(E::TYPE)
    }
}

/// Adapter with the block interface that `hmac::Hmac`, `hkdf::Hkdf` and `pbkdf2::pbkdf2_hmac` require. The wrapped hash
/// has its own buffer. The adapter therefore only passes on the caller's whole blocks and, at the end, the partial
/// block.
#[derive(Clone, Debug)]
pub struct BlockHasher<E: Variant<N>, const N: usize>(Hasher<E, N>);

impl<E: Variant<N>, const N: usize> Default for BlockHasher<E, N> {
    fn default() -> Self {
        Self(Hasher::new())
    }
}

impl<E: Variant<N>, const N: usize> HashMarker for BlockHasher<E, N> {}

impl<E: Variant<N>, const N: usize> AlgorithmName for BlockHasher<E, N> {
    fn write_alg_name(f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(E::TYPE)
    }
}

impl<E: Variant<N, Block: AssocArraySize>, const N: usize> BlockSizeUser for BlockHasher<E, N> {
    type BlockSize = <E::Block as AssocArraySize>::Size;
}

impl<E: Variant<N>, const N: usize> OutputSizeUser for BlockHasher<E, N>
where
    [u8; N]: AssocArraySize,
{
    type OutputSize = <[u8; N] as AssocArraySize>::Size;
}

impl<E: Variant<N, Block: AssocArraySize>, const N: usize> UpdateCore for BlockHasher<E, N> {
    fn update_blocks(&mut self, blocks: &[Block<Self>]) {
        self.0.update(Array::slice_as_flattened(blocks));
    }
}

impl<E, const N: usize> BufferKindUser for BlockHasher<E, N>
where
    E: Variant<N, Block: AssocArraySize<Size: BlockSizes>>,
{
    type BufferKind = Eager;
}

impl<E, const N: usize> FixedOutputCore for BlockHasher<E, N>
where
    E: Variant<N, Block: AssocArraySize<Size: BlockSizes>>,
    [u8; N]: AssocArraySize,
{
    fn finalize_fixed_core(&mut self, buffer: &mut Buffer<Self>, out: &mut Output<Self>) {
        self.0.update(buffer.get_data());
        buffer.reset();
        out.copy_from_slice(&core::mem::take(&mut self.0).finalize());
    }
}

impl<E, const N: usize> EagerHash for Hasher<E, N>
where
    E: Variant<N, Block: AssocArraySize<Size: BlockSizes>>,
    [u8; N]: AssocArraySize,
{
    type Core = BlockHasher<E, N>;
}

/// Implements `AssociatedOid` for hashes, grouped by cargo feature.
macro_rules! identifiers {
    ($($family:literal: $($hash:ident = $oid:literal,)+;)+) => { $($(
        #[cfg(feature = $family)]
        impl AssociatedOid for crate::hash::$hash {
            const OID: ObjectIdentifier = ObjectIdentifier::new_unwrap($oid);
        }
    )+)+ };
}

identifiers! {
    // Object identifiers from RFC 7693 §4.
    "blake":
        Blake2b160 = "1.3.6.1.4.1.1722.12.2.1.5",
        Blake2b256 = "1.3.6.1.4.1.1722.12.2.1.8",
        Blake2b384 = "1.3.6.1.4.1.1722.12.2.1.12",
        Blake2b512 = "1.3.6.1.4.1.1722.12.2.1.16",
        Blake2s128 = "1.3.6.1.4.1.1722.12.2.2.4",
        Blake2s160 = "1.3.6.1.4.1.1722.12.2.2.5",
        Blake2s224 = "1.3.6.1.4.1.1722.12.2.2.7",
        Blake2s256 = "1.3.6.1.4.1.1722.12.2.2.8",;
    // Object identifiers that NIST has registered for hash algorithms, in the node `hashAlgs`.
    "sha3":
        Sha3_224 = "2.16.840.1.101.3.4.2.7",
        Sha3_256 = "2.16.840.1.101.3.4.2.8",
        Sha3_384 = "2.16.840.1.101.3.4.2.9",
        Sha3_512 = "2.16.840.1.101.3.4.2.10",;
    // Object identifier from RFC 8017 appendix B.1.
    "md5": Md5 = "1.2.840.113549.2.5",;
    // Object identifier from ISO/IEC 10118-3.
    "ripemd160": Ripemd160 = "1.3.36.3.2.1",;
    "sha1": Sha1 = "1.3.14.3.2.26",;
    "sha2":
        Sha256 = "2.16.840.1.101.3.4.2.1",
        Sha384 = "2.16.840.1.101.3.4.2.2",
        Sha512 = "2.16.840.1.101.3.4.2.3",
        Sha224 = "2.16.840.1.101.3.4.2.4",
        Sha512_224 = "2.16.840.1.101.3.4.2.5",
        Sha512_256 = "2.16.840.1.101.3.4.2.6",;
    // Object identifier from GB/T 33560.
    "sm3": Sm3 = "1.2.156.10197.1.401",;
    // Object identifiers from RFC 9215.
    "streebog":
        Streebog256 = "1.2.643.7.1.1.2.2",
        Streebog512 = "1.2.643.7.1.1.2.3",;
    "whirlpool": Whirlpool = "1.0.10118.3.0.55",;
}

/// Reader for the output of an extendable-output function.
#[derive(Clone, Debug)]
pub struct Reader<R>(R);

impl<R: XofReader> digest_0_11::XofReader for Reader<R> {
    /// # Panics
    /// Panics if fewer bytes of output remain than `buffer` holds. For example, BLAKE3 has 2^64 - 1 bytes of output.
    fn read(&mut self, buffer: &mut [u8]) {
        self.0.squeeze(buffer);
    }
}

/// Implements `Update` and `ExtendableOutput` for extendable-output functions, grouped by cargo feature.
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
    "blake3": Blake3Xof;
    "keccak": CShake128 CShake256 Kt128 Kt256 ParallelHashXof128 ParallelHashXof256 TurboShake128
        TurboShake256;
    "sha3": Shake128 Shake256;
}

impl<H: Hash + BlockSizeUser> KeySizeUser for Hmac<H> {
    type KeySize = H::BlockSize;
}

impl<H: Hash + BlockSizeUser> KeyInit for Hmac<H> {
    fn new(key: &Key<Self>) -> Self {
        Self::new(key)
    }
    /// Accepts a key of any length.
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
