//! The key schedule of Rijndael and the choice of rounds for each CPU. The rounds are in `hardware` and `wide_hardware`
//! (AES instructions), and in `fixsliced` and `portable`.

use core::hint::black_box;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use core::marker::PhantomData;

use super::fixsliced::{self, Fixsliced};
use super::hardware::Aes;
use super::key_schedule::{self, KeyExpansion, Keys, MAX_ROUND_KEYS};
use super::portable::{self, Portable};
use super::wide_hardware::Pairs;
use crate::platform::array::Flat as _;
use crate::platform::backends::backends;
#[cfg(target_arch = "x86_64")]
use crate::platform::cpu::Avx2Aes;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use crate::platform::enter::Token;
use crate::platform::sbox::circuit;
#[cfg(target_arch = "aarch64")]
use crate::platform::simd::aarch64::{AesX1, PolyX1};
#[cfg(target_arch = "x86_64")]
use crate::platform::simd::x86_64::{AesX1, AesX2, AesX4, PolyX1, PolyX2, PolyX4};
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use crate::platform::simd::{AesVector, PolyVector};
use crate::platform::words::erase;
use crate::traits::cipher::{BlockKernel, KeyUse, PIECE_BYTES};
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use crate::traits::cipher::{StitchedKernel, enter, enter_stitched};

backends! {
    /// Backend of Rijndael.
    pub(super) enum Backend {
        "x86_64" Avx512(Avx512Vbmi) = "avx512",
        "x86_64" Vaes(Vaes) = "vaes",
        "x86_64" Avx2(Avx2Aes) = "avx2",
        "x86_64" AesNi(AesNi) = "aes-ni",
        "aarch64" ArmAes(ArmAes) = "arm-aes",
    }
}

/// Round keys for blocks of `BLOCK` bytes, and the backend that uses them. Does not erase itself: its owner is a
/// `WipeOnDrop`, which also erases the padding.
#[derive(Clone)]
pub(super) struct Schedule<const BLOCK: usize, const SLOT: usize> {
    backend: Backend,
    rounds: usize,
    /// Round keys for encryption, and round keys for decryption with the equivalent inverse cipher. The portable
    /// backend stores the encryption keys bit-sliced and does not use the decryption keys.
    keys: Aligned<[Keys<SLOT>; 2]>,
}

/// Round keys at an address that is a multiple of 16, so that no 16-byte load of a round key crosses a cache line.
#[derive(Clone)]
#[repr(align(16))]
struct Aligned<T>(T);

/// Batch sizes of the rounds. Most of a long message is processed `WIDE` blocks at a time, in `MANY` registers of type
/// `V`. The remaining blocks are processed `NARROW` at a time, in `FEW` registers. If blocks are larger than 16 bytes,
/// `MANY` and `FEW` count pairs of registers.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
struct Widths<V, const MANY: usize, const WIDE: usize, const FEW: usize, const NARROW: usize>(
    PhantomData<V>,
);

#[cfg(target_arch = "x86_64")]
type Quadruple = Widths<AesX4, 4, 16, 1, 4>;
#[cfg(target_arch = "x86_64")]
type Double = Widths<AesX2, 8, 16, 2, 4>;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
type Single = Widths<AesX1, 8, 8, 4, 4>;
/// Batch sizes for chaining modes, which process one block at a time.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
type Chained = Widths<AesX1, 1, 1, 1, 1>;

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
impl<V, const MANY: usize, const WIDE: usize, const FEW: usize, const NARROW: usize>
    Widths<V, MANY, WIDE, FEW, NARROW>
{
    /// Runs the kernel with encryption rounds, or with decryption rounds if `D` is set.
    #[inline(always)]
    fn run<const D: bool, T, K, const BLOCK: usize>(
        cpu: T,
        keys: &[[u8; 16]],
        kernel: K,
    ) -> K::Output
    where
        V: AesVector<Proof: From<T>>,
        T: Token,
        K: BlockKernel<[u8; BLOCK]>,
    {
        let proof = cpu.into();
        // `BLOCK` is a const parameter, so only one branch is compiled.
        if const { BLOCK == 16 } {
            let wide = Aes::<V, BLOCK, MANY, WIDE, D>::new(proof, keys);
            enter(cpu, kernel, wide, Aes::<V, BLOCK, FEW, NARROW, D>::new(proof, keys))
        } else {
            let wide = Pairs::<V, BLOCK, MANY, WIDE, D>::new(proof, keys);
            enter(cpu, kernel, wide, Pairs::<V, BLOCK, FEW, NARROW, D>::new(proof, keys))
        }
    }

    #[inline(always)]
    fn encrypt<T, K, const BLOCK: usize>(cpu: T, keys: &[[u8; 16]], kernel: K) -> K::Output
    where
        V: AesVector<Proof: From<T>>,
        T: Token,
        K: BlockKernel<[u8; BLOCK]>,
    {
        Self::run::<false, _, _, _>(cpu, keys, kernel)
    }

    #[inline(always)]
    fn decrypt<T, K, const BLOCK: usize>(cpu: T, keys: &[[u8; 16]], kernel: K) -> K::Output
    where
        V: AesVector<Proof: From<T>>,
        T: Token,
        K: BlockKernel<[u8; BLOCK]>,
    {
        Self::run::<true, _, _, _>(cpu, keys, kernel)
    }

    /// Runs a stitched kernel, which interleaves AES rounds with polynomial multiplications on vectors of type `P`.
    #[inline(always)]
    fn encrypt_stitched<P, T, K, const BLOCK: usize>(
        cpu: T,
        keys: &[[u8; 16]],
        kernel: K,
    ) -> K::Output
    where
        V: AesVector<Proof: From<T>>,
        P: PolyVector<Proof: From<T>>,
        T: Token,
        K: StitchedKernel<[u8; BLOCK]>,
    {
        let wide = Aes::<V, BLOCK, MANY, WIDE, false>::new(cpu.into(), keys);
        let narrow = Aes::<V, BLOCK, FEW, NARROW, false>::new(cpu.into(), keys);
        enter_stitched::<T, _, _, _, _, P>(cpu, kernel, wide, narrow)
    }
}

fn expansion<'a, const SLOT: usize>(
    key: &'a [u8],
    block_bytes: usize,
    keys: &'a mut Keys<SLOT>,
) -> KeyExpansion<'a> {
    KeyExpansion { block_bytes, key, slots: keys.flat_mut(), slot_bytes: SLOT }
}

#[inline(never)]
fn expand_portable(mut expansion: KeyExpansion<'_>) {
    expansion.run(circuit::aes_word);
}

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
fn expand_with_instructions<V: AesVector<Proof: From<T>>, T: Token>(
    cpu: T,
    mut expansion: KeyExpansion<'_>,
) {
    cpu.enter(
        #[inline(always)]
        move || {
            expansion.run(
                #[inline(always)]
                |word| key_schedule::sub_word::<V>(cpu.into(), word),
            );
        },
    );
}

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
fn inverse<V: AesVector<Proof: From<T>>, T: Token, const SLOT: usize>(
    cpu: T,
    keys: &Keys<SLOT>,
    rounds: usize,
    inverse: &mut Keys<SLOT>,
) {
    cpu.enter(
        #[inline(always)]
        move || key_schedule::inverse::<V, SLOT>(cpu.into(), keys, rounds, inverse),
    );
}

impl<const BLOCK: usize, const SLOT: usize> Schedule<BLOCK, SLOT> {
    pub(super) fn new(key: &[u8], uses: KeyUse) -> Self {
        Self::on(Backend::best(), key, uses)
    }

    // This function is not inlined, so that it writes the schedule directly to the caller's memory. Inlined code would
    // first build the schedule in a temporary and then copy it.
    #[inline(never)]
    fn on(backend: Backend, key: &[u8], uses: KeyUse) -> Self {
        match backend {
            #[cfg(target_arch = "x86_64")]
            Backend::Avx512(cpu) => Self::expanded::<AesX1, _>(cpu, backend, key, uses),
            #[cfg(target_arch = "x86_64")]
            Backend::Vaes(cpu) => Self::expanded::<AesX1, _>(cpu, backend, key, uses),
            #[cfg(target_arch = "x86_64")]
            Backend::Avx2(cpu) => Self::expanded::<AesX1, _>(cpu, backend, key, uses),
            #[cfg(target_arch = "x86_64")]
            Backend::AesNi(cpu) => Self::expanded::<AesX1, _>(cpu, backend, key, uses),
            #[cfg(target_arch = "aarch64")]
            Backend::ArmAes(cpu) => Self::expanded::<AesX1, _>(cpu, backend, key, uses),
            Backend::Portable => {
                let mut schedule = Self::empty(backend, key.len());
                let mut keys = [[0; SLOT]; MAX_ROUND_KEYS];
                expand_portable(expansion(key, BLOCK, &mut keys));
                schedule.keys.0[0] = if const { SLOT == 16 } {
                    fixsliced::bitslice_keys(&keys)
                } else {
                    portable::bitslice_keys(&keys)
                };
                erase(keys.flat_mut());
                schedule
            }
        }
    }

    #[inline(always)]
    fn empty(backend: Backend, key_bytes: usize) -> Self {
        let rounds = key_schedule::rounds(BLOCK, key_bytes);
        Self { backend, rounds, keys: Aligned([[[0; SLOT]; MAX_ROUND_KEYS]; 2]) }
    }

    /// Expands the key with AES instructions.
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    #[inline(always)]
    fn expanded<V, T>(cpu: T, backend: Backend, key: &[u8], uses: KeyUse) -> Self
    where
        V: AesVector<Proof: From<T>>,
        T: Token,
    {
        if const { BLOCK == 16 } {
            if let Ok(key) = key.try_into() {
                return Self::expanded_in_registers::<V, T, 16>(cpu, backend, key, uses);
            }
            if let Ok(key) = key.try_into() {
                return Self::expanded_in_registers::<V, T, 24>(cpu, backend, key, uses);
            }
            if let Ok(key) = key.try_into() {
                return Self::expanded_in_registers::<V, T, 32>(cpu, backend, key, uses);
            }
        }
        let mut schedule = Self::empty(backend, key.len());
        let [encrypt, decrypt] = &mut schedule.keys.0;
        expand_with_instructions::<V, T>(cpu, expansion(key, BLOCK, encrypt));
        if uses == KeyUse::Both {
            inverse::<V, T, SLOT>(cpu, encrypt, schedule.rounds, decrypt);
        }
        schedule
    }

    /// Expands a key of 16, 24 or 32 bytes for 16-byte blocks. Running the whole expansion in one function saves
    /// ten nanoseconds per key. The schedule is returned by value, because a reference parameter would cost one more
    /// copy of the schedule.
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    #[inline(always)]
    fn expanded_in_registers<V, T, const KEY: usize>(
        cpu: T,
        backend: Backend,
        key: &[u8; KEY],
        uses: KeyUse,
    ) -> Self
    where
        V: AesVector<Proof: From<T>>,
        T: Token,
    {
        let both = uses == KeyUse::Both;
        cpu.enter(
            #[inline(always)]
            move || {
                let mut schedule = Self::empty(backend, KEY);
                let [encrypt, decrypt] = &mut schedule.keys.0;
                let inverse = both.then_some(decrypt);
                key_schedule::expand_in_registers::<V, KEY, SLOT>(
                    cpu.into(),
                    key,
                    encrypt,
                    inverse,
                );
                schedule
            },
        )
    }

    /// Returns the round keys that this schedule uses, as a slice of 16-byte elements.
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    #[inline(always)]
    fn in_registers<'k>(&self, keys: &'k Keys<SLOT>) -> &'k [[u8; 16]] {
        keys[..=self.rounds].flat().as_chunks().0
    }

    /// Runs the kernel on bit planes.
    // `run_bitsliced_copy` is not inlined, so it gets the address of the kernel in memory. Without `black_box`, the
    // compiler would store the kernel in memory even when another backend is used, and the loads of that backend would
    // wait for these stores. With `black_box`, only this call stores a copy in memory.
    #[inline(always)]
    fn run_bitsliced<const D: bool, K: BlockKernel<[u8; BLOCK]>>(&self, kernel: K) -> K::Output {
        self.run_bitsliced_copy::<D, K>(black_box(kernel))
    }

    #[inline(never)]
    fn run_bitsliced_copy<const D: bool, K: BlockKernel<[u8; BLOCK]>>(
        &self,
        kernel: K,
    ) -> K::Output {
        let keys = &self.keys.0[0][..=self.rounds];
        if const { SLOT == 16 } {
            let rounds = Fixsliced::<BLOCK, SLOT, D> { keys };
            kernel.run(rounds, rounds)
        } else {
            let rounds = Portable::<BLOCK, SLOT, D> { keys };
            kernel.run(rounds, rounds)
        }
    }

    // This function is inlined, so that the kernel is built where it is used. Otherwise, the kernel would be copied,
    // and loads from the copy would wait for the stores that wrote it.
    #[inline(always)]
    pub(super) fn encrypt<K: BlockKernel<[u8; BLOCK]>>(&self, kernel: K) -> K::Output {
        #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
        let keys = self.in_registers(&self.keys.0[0]);
        match self.backend {
            #[cfg(target_arch = "x86_64")]
            Backend::Avx512(cpu) => Quadruple::encrypt(cpu, keys, kernel),
            #[cfg(target_arch = "x86_64")]
            Backend::Vaes(cpu) if const { SLOT == 16 } => Double::encrypt(cpu, keys, kernel),
            #[cfg(target_arch = "x86_64")]
            // Blocks of more than 16 bytes use the AVX2 rounds even if the CPU has VAES. The gain of VAES rounds would
            // be too small to justify another compiled copy of each kernel.
            Backend::Vaes(cpu) => Single::encrypt(Avx2Aes::from(cpu), keys, kernel),
            #[cfg(target_arch = "x86_64")]
            Backend::Avx2(cpu) => Single::encrypt(cpu, keys, kernel),
            #[cfg(target_arch = "x86_64")]
            Backend::AesNi(cpu) => Single::encrypt(cpu, keys, kernel),
            #[cfg(target_arch = "aarch64")]
            Backend::ArmAes(cpu) => Single::encrypt(cpu, keys, kernel),
            Backend::Portable => self.run_bitsliced::<false, _>(kernel),
        }
    }

    /// Runs a stitched kernel, which interleaves encryption rounds with polynomial multiplication. Returns `None` if
    /// blocks have more than 16 bytes, or if the backend does not support stitched kernels.
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    #[inline(always)]
    pub(super) fn encrypt_stitched<K: StitchedKernel<[u8; BLOCK]>>(
        &self,
        kernel: K,
    ) -> Option<K::Output> {
        if const { SLOT != 16 } {
            return None;
        }
        let keys = self.in_registers(&self.keys.0[0]);
        Some(match self.backend {
            #[cfg(target_arch = "x86_64")]
            Backend::Avx512(cpu) => {
                Widths::<AesX4, 8, 32, 4, 16>::encrypt_stitched::<PolyX4, _, _, _>(
                    cpu, keys, kernel,
                )
            }
            #[cfg(target_arch = "x86_64")]
            Backend::Vaes(cpu) => {
                Widths::<AesX2, 8, 16, 8, 16>::encrypt_stitched::<PolyX2, _, _, _>(
                    cpu, keys, kernel,
                )
            }
            #[cfg(target_arch = "x86_64")]
            Backend::Avx2(cpu) => {
                Widths::<AesX1, 8, 8, 8, 8>::encrypt_stitched::<PolyX1, _, _, _>(cpu, keys, kernel)
            }
            #[cfg(target_arch = "aarch64")]
            Backend::ArmAes(cpu) => {
                Widths::<AesX1, 8, 8, 8, 8>::encrypt_stitched::<PolyX1, _, _, _>(cpu, keys, kernel)
            }
            _ => return None,
        })
    }

    /// Returns the result of [`piece_bytes`](crate::traits::cipher::CipherEngine::piece_bytes). While the CPU waits for
    /// the blocks of a CBC-MAC, one after the other, it executes the counter mode of a neighbouring piece, if that is at
    /// most one batch of a few hundred instructions away. CCM then takes 11 % less time with AES-NI, and 5 % less with
    /// VAES. With AVX-512, a batch is too long.
    #[inline]
    pub(super) fn piece_bytes(&self) -> usize {
        match self.backend {
            #[cfg(target_arch = "x86_64")]
            Backend::Vaes(_) | Backend::Avx2(_) | Backend::AesNi(_) => 1 << 7,
            _ => PIECE_BYTES,
        }
    }

    #[inline(always)]
    pub(super) fn decrypt<K: BlockKernel<[u8; BLOCK]>>(&self, kernel: K) -> K::Output {
        #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
        let keys = self.in_registers(&self.keys.0[1]);
        match self.backend {
            #[cfg(target_arch = "x86_64")]
            Backend::Avx512(cpu) => Quadruple::decrypt(cpu, keys, kernel),
            #[cfg(target_arch = "x86_64")]
            Backend::Vaes(cpu) if const { SLOT == 16 } => Double::decrypt(cpu, keys, kernel),
            #[cfg(target_arch = "x86_64")]
            // Blocks of more than 16 bytes use the AVX2 rounds even if the CPU has VAES. The gain of VAES rounds would
            // be too small to justify another compiled copy of each kernel.
            Backend::Vaes(cpu) => Single::decrypt(Avx2Aes::from(cpu), keys, kernel),
            #[cfg(target_arch = "x86_64")]
            Backend::Avx2(cpu) => Single::decrypt(cpu, keys, kernel),
            #[cfg(target_arch = "x86_64")]
            Backend::AesNi(cpu) => Single::decrypt(cpu, keys, kernel),
            #[cfg(target_arch = "aarch64")]
            Backend::ArmAes(cpu) => Single::decrypt(cpu, keys, kernel),
            Backend::Portable => self.run_bitsliced::<true, _>(kernel),
        }
    }

    #[inline(always)]
    pub(super) fn encrypt_chain<K: BlockKernel<[u8; BLOCK]>>(&self, kernel: K) -> K::Output {
        #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
        let keys = self.in_registers(&self.keys.0[0]);
        match self.backend {
            #[cfg(target_arch = "x86_64")]
            Backend::Avx512(cpu) => Chained::encrypt(cpu, keys, kernel),
            #[cfg(target_arch = "x86_64")]
            Backend::Vaes(cpu) => Chained::encrypt(cpu, keys, kernel),
            #[cfg(target_arch = "x86_64")]
            Backend::Avx2(cpu) => Chained::encrypt(cpu, keys, kernel),
            #[cfg(target_arch = "x86_64")]
            Backend::AesNi(cpu) => Chained::encrypt(cpu, keys, kernel),
            #[cfg(target_arch = "aarch64")]
            Backend::ArmAes(cpu) => Chained::encrypt(cpu, keys, kernel),
            Backend::Portable => self.run_bitsliced::<false, _>(kernel),
        }
    }

    #[inline(always)]
    pub(super) fn decrypt_chain<K: BlockKernel<[u8; BLOCK]>>(&self, kernel: K) -> K::Output {
        #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
        let keys = self.in_registers(&self.keys.0[1]);
        match self.backend {
            #[cfg(target_arch = "x86_64")]
            Backend::Avx512(cpu) => Chained::decrypt(cpu, keys, kernel),
            #[cfg(target_arch = "x86_64")]
            Backend::Vaes(cpu) => Chained::decrypt(cpu, keys, kernel),
            #[cfg(target_arch = "x86_64")]
            Backend::Avx2(cpu) => Chained::decrypt(cpu, keys, kernel),
            #[cfg(target_arch = "x86_64")]
            Backend::AesNi(cpu) => Chained::decrypt(cpu, keys, kernel),
            #[cfg(target_arch = "aarch64")]
            Backend::ArmAes(cpu) => Chained::decrypt(cpu, keys, kernel),
            Backend::Portable => self.run_bitsliced::<true, _>(kernel),
        }
    }
}
