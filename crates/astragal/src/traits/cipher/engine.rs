//! Interface between a block-cipher family and the modes of operation.

use super::each_block::EachBlock;
use super::rounds::Rounds;
use crate::platform::simd::PolyVector;
use crate::platform::stack;
use crate::traits::{ByteArray, Implementation};

/// Purpose for which a key schedule is expanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyUse {
    /// Encryption only. The schedule may omit the decryption keys.
    Encryption,
    /// Encryption and decryption.
    Both,
}

/// Specification of one cipher of a family: its name, standard and key length.
pub trait CipherSpec: 'static {
    /// Canonical name, such as `camellia-256`.
    const NAME: &'static str;
    /// Standard and section that define the algorithm.
    const STANDARD: &'static str;
    /// Key, a byte array.
    type Key: ByteArray;
    /// Key schedule of the family for this cipher's block length.
    type Engine: KeySchedule;
}

/// Key schedule of a family, for all its key lengths. It is wiped on drop.
///
/// The key length is data, not part of the type. A family is therefore compiled only once per block length.
pub trait KeySchedule: CipherEngine {
    /// Family name, such as `camellia`.
    const FAMILY: &'static str;

    /// Expands `key` and selects the backend. The caller must have checked the length of `key`.
    fn expand(key: &[u8], uses: KeyUse) -> Self;
    /// Returns the backend selected for this CPU, and whether it runs in constant time.
    fn implementation() -> Implementation;
}

/// Length in bytes of the pieces of a long text that a mode encrypts and authenticates in turn. A piece stays in the L1
/// cache between the two steps.
pub(crate) const PIECE_BYTES: usize = 1 << 12;

/// Keyed cipher. It runs a [`BlockKernel`], such as a mode of operation, with the rounds of the cipher.
pub trait CipherEngine: Clone + Send + Sync + 'static {
    /// Upper bound on the stack that the vector rounds use, in bytes.
    const STACK_BYTES: usize = stack::VECTOR_STACK_BYTES;
    /// Block, a byte array.
    type Block: ByteArray;

    /// Runs `kernel` with encryption rounds.
    fn encrypt<K: BlockKernel<Self::Block>>(&self, kernel: K) -> K::Output;
    /// Runs `kernel` with decryption rounds.
    fn decrypt<K: BlockKernel<Self::Block>>(&self, kernel: K) -> K::Output;
    /// Runs a `kernel` whose blocks depend on each other, with the encryption rounds that have the lowest latency.
    /// These rounds usually process one block at a time.
    #[inline(always)]
    fn encrypt_chain<K: BlockKernel<Self::Block>>(&self, kernel: K) -> K::Output {
        self.encrypt(kernel)
    }
    /// Like [`encrypt_chain`](Self::encrypt_chain), with decryption rounds.
    #[inline(always)]
    fn decrypt_chain<K: BlockKernel<Self::Block>>(&self, kernel: K) -> K::Output {
        self.decrypt(kernel)
    }
    /// Runs `kernel`, which interleaves encryption rounds with polynomial multiplication ("stitched" code). The rounds
    /// and the multiplication use vectors of the same instruction set. Returns `None` and changes nothing if the
    /// backend has no stitched code.
    #[inline(always)]
    fn encrypt_stitched<K: StitchedKernel<Self::Block>>(&self, kernel: K) -> Option<K::Output> {
        let _ = kernel;
        None
    }
    /// Returns how many bytes a mode encrypts and authenticates in turn if it does both with this cipher, such as CCM.
    #[inline]
    fn piece_bytes(&self) -> usize {
        PIECE_BYTES
    }
    /// Returns an upper bound on the stack that the rounds of the active backend use, in bytes.
    fn stack_bytes() -> usize {
        Self::STACK_BYTES
    }

    /// Encrypts each block independently.
    fn encrypt_each(&self, blocks: &mut [Self::Block]) {
        self.encrypt(EachBlock(blocks));
    }
    /// Decrypts each block independently.
    fn decrypt_each(&self, blocks: &mut [Self::Block]) {
        self.decrypt(EachBlock(blocks));
    }
    /// Encrypts each block independently, with the rounds that have the lowest latency.
    fn chain_each(&self, blocks: &mut [Self::Block]) {
        self.encrypt_chain(EachBlock(blocks));
    }
    /// Encrypts one block.
    #[inline]
    fn encrypt_one(&self, block: &mut Self::Block) {
        self.encrypt_chain(One(block));
    }
    /// Decrypts one block.
    #[inline]
    fn decrypt_one(&self, block: &mut Self::Block) {
        self.decrypt_chain(One(block));
    }
}

/// [`CipherEngine`] with a tweak in addition to the key.
pub trait TweakableEngine: CipherEngine {
    /// Tweak, a byte array.
    type Tweak: ByteArray;
    /// Sets the tweak for the following blocks. The initial tweak is zero.
    fn set_tweak(&mut self, tweak: &Self::Tweak);
}

/// Operation on blocks that is generic over [`Rounds`], such as a mode of operation.
pub trait BlockKernel<B: ByteArray> {
    /// Result of the operation.
    type Output;
    /// Returns the number of independent blocks in the operation, or `usize::MAX` if the number is large or unknown.
    #[inline(always)]
    fn blocks(&self) -> usize {
        usize::MAX
    }
    /// Runs the operation. Uses the rounds `wide` for most of a long message, and the rounds `narrow` for the remaining
    /// blocks. This method and all its callees are `#[inline(always)]`, so that they are compiled for the caller's
    /// instruction set.
    fn run<W: Rounds<Block = B>, N: Rounds<Block = B>>(self, wide: W, narrow: N) -> Self::Output;
}

/// Operation on blocks that is interleaved with polynomial multiplication, such as GCM.
pub trait StitchedKernel<B: ByteArray> {
    /// Result of the operation.
    type Output;
    /// Runs the operation like [`BlockKernel::run`]. Vectors of type `V` hold the polynomials to multiply, such as
    /// blocks of GHASH.
    fn run<W: Rounds<Block = B>, N: Rounds<Block = B>, V: PolyVector>(
        self,
        wide: W,
        narrow: N,
        proof: V::Proof,
    ) -> Self::Output;
}

/// Runs `kernel` in code compiled for the instruction set of `cpu`. The kernel uses the rounds `wide` for most of a
/// long message, and `narrow` for the remaining blocks.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
#[inline(always)]
pub(crate) fn enter<T, B, K, W, N>(cpu: T, kernel: K, wide: W, narrow: N) -> K::Output
where
    T: crate::platform::enter::Token,
    B: ByteArray,
    K: BlockKernel<B>,
    W: Rounds<Block = B>,
    N: Rounds<Block = B>,
{
    struct WithRounds<B, K, W, N>(K, W, N, core::marker::PhantomData<B>);

    impl<B, K, W, N> crate::platform::enter::WithFeatures for WithRounds<B, K, W, N>
    where
        B: ByteArray,
        K: BlockKernel<B>,
        W: Rounds<Block = B>,
        N: Rounds<Block = B>,
    {
        type Output = K::Output;
        #[inline(always)]
        fn run(self) -> K::Output {
            self.0.run(self.1, self.2)
        }
    }

    cpu.enter(WithRounds(kernel, wide, narrow, core::marker::PhantomData))
}

/// Like [`enter`], for a kernel that also multiplies polynomials. Vectors of type `V` hold the polynomials.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
#[inline(always)]
pub(crate) fn enter_stitched<T, B, K, W, N, V>(cpu: T, kernel: K, wide: W, narrow: N) -> K::Output
where
    T: crate::platform::enter::Token + Into<V::Proof>,
    B: ByteArray,
    K: StitchedKernel<B>,
    W: Rounds<Block = B>,
    N: Rounds<Block = B>,
    V: PolyVector,
{
    struct WithVectors<B, K, W, N, V: PolyVector>(K, W, N, V::Proof, core::marker::PhantomData<B>);

    impl<B, K, W, N, V> crate::platform::enter::WithFeatures for WithVectors<B, K, W, N, V>
    where
        B: ByteArray,
        K: StitchedKernel<B>,
        W: Rounds<Block = B>,
        N: Rounds<Block = B>,
        V: PolyVector,
    {
        type Output = K::Output;
        #[inline(always)]
        fn run(self) -> K::Output {
            self.0.run::<W, N, V>(self.1, self.2, self.3)
        }
    }

    let block = core::marker::PhantomData;
    cpu.enter(WithVectors::<B, K, W, N, V>(kernel, wide, narrow, cpu.into(), block))
}

/// Kernel for one block.
struct One<'a, B>(&'a mut B);

impl<B: ByteArray> BlockKernel<B> for One<'_, B> {
    type Output = ();
    #[inline(always)]
    fn blocks(&self) -> usize {
        1
    }
    #[inline(always)]
    fn run<W: Rounds<Block = B>, N: Rounds<Block = B>>(self, _: W, narrow: N) {
        super::each_block::each_padded(narrow, core::slice::from_mut(self.0));
    }
}
