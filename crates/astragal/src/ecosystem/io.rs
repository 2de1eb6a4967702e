//! Implements the `std::io` traits: `Write` for objects that absorb a message, and `Read` for output readers.

use std::io::{Result, Write};

use crate::cipher::BlockCipher;
use crate::hash::Hash;
use crate::mac::{Cmac, Hmac};
use crate::traits::hash::{Hasher, Variant};

/// Implements `Write` by calling the method that appends data to the message.
macro_rules! writers {
    ($($family:literal: $([$($generic:tt)*] $writer:ty = $method:ident,)+;)+) => { $($(
        #[cfg(feature = $family)]
        impl<$($generic)*> Write for $writer {
            fn write(&mut self, data: &[u8]) -> Result<usize> {
                self.$method(data);
                Ok(data.len())
            }
            fn flush(&mut self) -> Result<()> {
                Ok(())
            }
        }
    )+)+ };
}

/// Implements `Read` by calling `squeeze`, which returns the next output bytes.
macro_rules! readers {
    ($($family:literal: $([$($generic:tt)*] $reader:ty,)+;)+) => { $($(
        #[cfg(feature = $family)]
        impl<$($generic)*> std::io::Read for $reader {
            fn read(&mut self, out: &mut [u8]) -> Result<usize> {
                self.squeeze(out);
                Ok(out.len())
            }
        }
    )+)+ };
}

writers! {
    "std":
        [E: Variant<N>, const N: usize] Hasher<E, N> = update,
        [H: Hash] Hmac<H> = update,
        [C: BlockCipher<Block = [u8; 16]>] Cmac<C> = update,;
    "ascon":
        [] crate::mac::AsconMac = update,
        [] crate::mac::AsconPrf = update,
        [] crate::xof::AsconCxof128 = absorb,
        [] crate::xof::AsconXof128 = absorb,
        [const ROUNDS: usize] crate::xof::AsconXofV12<ROUNDS> = absorb,;
    "blake":
        [] crate::hash::Blake2b = update,
        [] crate::hash::Blake2s = update,
        [] crate::hash::SaltedBlake224 = update,
        [] crate::hash::SaltedBlake256 = update,
        [] crate::hash::SaltedBlake384 = update,
        [] crate::hash::SaltedBlake512 = update,
        [const TAG: usize] crate::mac::Blake2bMac<TAG> = update,
        [const TAG: usize] crate::mac::Blake2sMac<TAG> = update,;
    "blake3":
        [] crate::mac::Blake3Keyed = update,
        [] crate::xof::Blake3Xof = absorb,;
    "chacha":
        [] crate::mac::Poly1305 = update,;
    "keccak":
        [const RATE: usize] crate::hash::ParallelHash<RATE> = absorb,
        [const RATE: usize] crate::mac::Kmac<RATE> = update,
        [const RATE: usize] crate::mac::KmacXof<RATE> = absorb,
        [const RATE: usize] crate::xof::CShake<RATE> = absorb,
        [const RATE: usize] crate::xof::Kt<RATE> = absorb,
        [const RATE: usize] crate::xof::ParallelHashXof<RATE> = absorb,
        [const RATE: usize] crate::xof::TurboShake<RATE> = absorb,
        [] crate::hazmat::KeccakSponge = absorb,;
    "sha3":
        [const RATE: usize] crate::xof::Shake<RATE> = absorb,;
    "siphash":
        [const C: usize, const D: usize, const TAG: usize] crate::mac::SipHash<C, D, TAG> = update,;
    "skein":
        [] crate::hash::Skein256 = update,
        [] crate::hash::Skein512 = update,
        [] crate::hash::Skein1024 = update,
        [const TAG: usize] crate::mac::Skein256Mac<TAG> = update,
        [const TAG: usize] crate::mac::Skein512Mac<TAG> = update,
        [const TAG: usize] crate::mac::Skein1024Mac<TAG> = update,;
    "registry":
        [] dyn crate::registry::DynHash = update,
        [] dyn crate::registry::DynMac = update,;
}

readers! {
    "ascon":
        [] crate::mac::AsconPrfReader,
        [] crate::xof::AsconReader,
        [const ROUNDS: usize] crate::xof::AsconV12Reader<ROUNDS>,;
    "keccak":
        [] crate::hazmat::KeccakReader,;
    "sha3":
        [const RATE: usize] crate::xof::SpongeReader<RATE>,;
}

#[cfg(feature = "blake3")]
impl std::io::Read for crate::xof::Blake3Reader {
    /// Fills `out` completely, unless the output of the function ends first.
    fn read(&mut self, out: &mut [u8]) -> Result<usize> {
        let left = usize::try_from(u64::MAX - self.position()).unwrap_or(usize::MAX);
        let length = out.len().min(left);
        self.squeeze(&mut out[..length]);
        Ok(length)
    }
}

/// A write fails if squeezing has begun, or if an element of a tuple is longer than its announced length.
#[cfg(feature = "registry")]
impl Write for dyn crate::registry::DynXof {
    fn write(&mut self, data: &[u8]) -> Result<usize> {
        self.absorb(data).map_err(std::io::Error::other)?;
        Ok(data.len())
    }
    fn flush(&mut self) -> Result<()> {
        Ok(())
    }
}

/// A read fails if too little output remains. For TupleHash, it also fails if the last element of the input is
/// incomplete.
#[cfg(feature = "registry")]
impl std::io::Read for dyn crate::registry::DynXof {
    fn read(&mut self, out: &mut [u8]) -> Result<usize> {
        self.squeeze(out).map_err(std::io::Error::other)?;
        Ok(out.len())
    }
}
