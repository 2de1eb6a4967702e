//! Backends for AEGIS. The update function is generic over the block type, which holds a block in a register or in
//! memory.

use super::Block;
use crate::algorithm::rijndael::encrypt_rounds;
use crate::platform::array::{Flat as _, copy};
use crate::platform::backends::backends;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use crate::platform::enter::{Token, WithFeatures};
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use crate::platform::simd::AesVector;
#[cfg(target_arch = "aarch64")]
use crate::platform::simd::aarch64::AesX1;
#[cfg(target_arch = "x86_64")]
use crate::platform::simd::x86_64::AesX1;
use crate::platform::words::{quarter, xor_into};
use crate::traits::Implementation;

backends! {
    /// Backend for AEGIS.
    pub(super) enum Backend {
        "x86_64" Avx2(Avx2Aes) = "avx2",
        "x86_64" AesNi(AesNi) = "aes-ni",
        "aarch64" ArmAes(ArmAes) = "arm-aes",
    }
}

/// Steps to perform on a message, in the order of the fields. Each step is optional.
#[derive(Default)]
pub(super) struct Work<'a> {
    /// Inputs of Init, which computes the initial state: the key and the nonce, which have the same length.
    pub(super) start: Option<(&'a [u8], &'a [u8])>,
    /// Input of Absorb: the bytes to absorb. If the last state update is incomplete, it is padded with zeros.
    pub(super) absorbed: &'a [u8],
    /// Text to encrypt or decrypt in place. Except at the end of a message, its length is a multiple of the bytes that
    /// one state update absorbs.
    pub(super) text: Text<'a>,
    /// Inputs of Finalize: the lengths in bytes of the associated data and the text, and the buffer for the tag.
    pub(super) end: Option<([u64; 2], &'a mut [u8])>,
}

/// Text to encrypt or to decrypt.
#[derive(Default)]
pub(super) enum Text<'a> {
    #[default]
    Nothing,
    /// Text to encrypt (Enc).
    Encrypt(&'a mut [u8]),
    /// Text to decrypt (Dec, DecPartial).
    Decrypt(&'a mut [u8]),
}

impl<'a> Text<'a> {
    #[inline(always)]
    pub(super) fn new(text: &'a mut [u8], decrypt: bool) -> Self {
        if decrypt { Self::Decrypt(text) } else { Self::Encrypt(text) }
    }
}

/// 16-byte block of the AEGIS state or of a message, in the form that a backend processes.
trait Lane: Copy {
    /// Token that proves that the CPU has the instructions that this block type uses.
    type Proof: Copy;
    fn load(proof: Self::Proof, block: &Block) -> Self;
    fn store(self) -> Block;
    fn xor(self, b: Self) -> Self;
    fn and(self, b: Self) -> Self;
    /// Applies one AES round to each block, with the round key at the same index.
    fn rounds<const N: usize>(blocks: [Self; N], keys: [Self; N]) -> [Self; N];
}

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
impl<V: AesVector> Lane for V {
    type Proof = V::Proof;
    #[inline(always)]
    fn load(proof: Self::Proof, block: &Block) -> Self {
        V::splat(proof, block)
    }
    #[inline(always)]
    fn store(self) -> Block {
        let mut block = [[0; 16]];
        V::store(self, &mut block);
        block[0]
    }
    #[inline(always)]
    fn xor(self, b: Self) -> Self {
        V::xor(self, b)
    }
    #[inline(always)]
    fn and(self, b: Self) -> Self {
        V::and(self, b)
    }
    #[inline(always)]
    fn rounds<const N: usize>(mut blocks: [Self; N], keys: [Self; N]) -> [Self; N] {
        for i in 0..N {
            blocks[i] = blocks[i].encrypt_round(keys[i]);
        }
        blocks
    }
}

/// Block as a 128-bit number in native byte order, for the portable backend.
#[derive(Clone, Copy)]
struct Portable(u128);

impl Lane for Portable {
    type Proof = ();
    #[inline(always)]
    fn load((): (), block: &Block) -> Self {
        Self(u128::from_ne_bytes(*block))
    }
    #[inline(always)]
    fn store(self) -> Block {
        self.0.to_ne_bytes()
    }
    #[inline(always)]
    fn xor(self, b: Self) -> Self {
        Self(self.0 ^ b.0)
    }
    #[inline(always)]
    fn and(self, b: Self) -> Self {
        Self(self.0 & b.0)
    }
    /// Applies one AES round to all blocks, four at a time, because the bit-sliced AES code processes four blocks.
    #[inline(always)]
    fn rounds<const N: usize>(mut blocks: [Self; N], keys: [Self; N]) -> [Self; N] {
        for four in blocks.chunks_mut(4) {
            let mut bytes = [[0; 16]; 4];
            for i in 0..four.len() {
                bytes[i] = four[i].store();
            }
            encrypt_rounds(&mut bytes);
            for i in 0..four.len() {
                four[i] = Self::load((), &bytes[i]);
            }
        }
        for i in 0..N {
            blocks[i] = blocks[i].xor(keys[i]);
        }
        blocks
    }
}

/// Absorbs `RATE` message blocks into the state (Update).
///
/// A state block S that absorbs a message block M becomes AESRound(P) ⊕ S ⊕ M, where P is the state block before it.
/// The code uses M as the round key and XORs S afterwards. The new value is then ready 1 cycle after S. If S were part
/// of the round key, the new value would be ready 5 cycles after S.
#[inline(always)]
fn update<V: Lane, const BLOCKS: usize, const RATE: usize>(
    state: [V; BLOCKS],
    message: [V; RATE],
) -> [V; BLOCKS] {
    let (mut before, mut keys) = (state, state);
    for i in 0..BLOCKS {
        before[i] = state[(i + BLOCKS - 1) % BLOCKS];
    }
    for i in 0..RATE {
        keys[4 * i] = message[i];
    }
    let mut after = V::rounds(before, keys);
    for i in 0..RATE {
        after[4 * i] = after[4 * i].xor(state[4 * i]);
    }
    after
}

/// Computes the keystream for the next `RATE` blocks from the state (Enc).
#[inline(always)]
fn keystream<V: Lane, const BLOCKS: usize, const RATE: usize>(s: &[V; BLOCKS]) -> [V; RATE] {
    let mut keystream = [s[0]; RATE];
    if RATE == 2 {
        keystream[0] = s[1].xor(s[6 % BLOCKS]).xor(s[2].and(s[3]));
        keystream[1 % RATE] = s[2].xor(s[5]).xor(s[6 % BLOCKS].and(s[7 % BLOCKS]));
    } else {
        keystream[0] = s[1].xor(s[4]).xor(s[5]).xor(s[2].and(s[3]));
    }
    keystream
}

#[inline(always)]
fn load<V: Lane, const N: usize>(proof: V::Proof, blocks: &[Block; N]) -> [V; N] {
    let mut lanes = [V::load(proof, &blocks[0]); N];
    for i in 1..N {
        lanes[i] = V::load(proof, &blocks[i]);
    }
    lanes
}

/// Loads `bytes`, which are fewer than one state update absorbs, and pads them with zeros.
#[inline(always)]
fn load_padded<V: Lane, const RATE: usize>(proof: V::Proof, bytes: &[u8]) -> [V; RATE] {
    let mut lanes = [V::load(proof, &[0; 16]); RATE];
    for i in 0..RATE {
        lanes[i] = V::load(proof, &quarter(bytes, i).to_le_bytes());
    }
    lanes
}

/// The constant C0: the first 16 Fibonacci numbers modulo 256.
const C0: Block = [
    0x00, 0x01, 0x01, 0x02, 0x03, 0x05, 0x08, 0x0d, 0x15, 0x22, 0x37, 0x59, 0x90, 0xe9, 0x79, 0x62,
];
/// The constant C1: the 16 Fibonacci numbers that follow those in C0, modulo 256.
const C1: Block = [
    0xdb, 0x3d, 0x18, 0x55, 0x6d, 0xc2, 0x2f, 0xf1, 0x20, 0x11, 0x31, 0x42, 0x73, 0xb5, 0x28, 0xdd,
];

/// Number of state updates in Finalize.
const FINAL_UPDATES: usize = 7;

#[inline(always)]
fn run<V: Lane, const BLOCKS: usize, const RATE: usize>(
    proof: V::Proof,
    state: &mut [Block; BLOCKS],
    work: &mut Work<'_>,
) {
    let s = match work.start {
        Some((key, nonce)) => init::<V, BLOCKS, RATE>(proof, key, nonce),
        None => load::<V, BLOCKS>(proof, state),
    };
    let s = absorb::<V, BLOCKS, RATE>(proof, s, work.absorbed);
    let s = match &mut work.text {
        Text::Nothing => s,
        Text::Encrypt(text) => crypt::<V, BLOCKS, RATE>(proof, s, text, false),
        Text::Decrypt(text) => crypt::<V, BLOCKS, RATE>(proof, s, text, true),
    };
    if let Some((bytes, tag)) = &mut work.end {
        return finalize::<V, BLOCKS, RATE>(proof, s, *bytes, tag);
    }
    for i in 0..BLOCKS {
        state[i] = s[i].store();
    }
}

#[inline(always)]
fn init<V: Lane, const BLOCKS: usize, const RATE: usize>(
    proof: V::Proof,
    key: &[u8],
    nonce: &[u8],
) -> [V; BLOCKS] {
    let (keys, nonces) = (key.as_chunks().0, nonce.as_chunks().0);
    // In AEGIS-128L, the key and the nonce are one block each, so k0 = k1 and n0 = n1.
    let (k0, k1) = (V::load(proof, &keys[0]), V::load(proof, &keys[keys.len() - 1]));
    let (n0, n1) = (V::load(proof, &nonces[0]), V::load(proof, &nonces[nonces.len() - 1]));
    let (c0, c1) = (V::load(proof, &C0), V::load(proof, &C1));
    let (kn0, kn1, k0c0, k1c1) = (k0.xor(n0), k1.xor(n1), k0.xor(c0), k1.xor(c1));
    let (start, message, times) = if RATE == 2 {
        ([kn0, c1, c0, c1, kn0, k0c0, k1c1, k0c0], [n0, k0, n0, k0], 5)
    } else {
        ([kn0, kn1, c1, c0, k0c0, k1c1, kn0, kn1], [k0, k1, kn0, kn1], 4)
    };
    let (mut s, mut blocks) = ([kn0; BLOCKS], [[0; 16]; 4]);
    copy(&mut s, &start[..BLOCKS]);
    for i in 0..4 {
        blocks[i] = message[i].store();
    }
    for _ in 0..times {
        s = absorb::<V, BLOCKS, RATE>(proof, s, blocks.flat());
    }
    s
}

#[inline(always)]
fn absorb<V: Lane, const BLOCKS: usize, const RATE: usize>(
    proof: V::Proof,
    mut s: [V; BLOCKS],
    bytes: &[u8],
) -> [V; BLOCKS] {
    let groups = bytes.as_chunks().0.as_chunks().0;
    for group in groups {
        s = update(s, load::<V, RATE>(proof, group));
    }
    let tail = &bytes[16 * RATE * groups.len()..];
    if tail.is_empty() { s } else { update(s, load_padded::<V, RATE>(proof, tail)) }
}

/// Fills `tag`, which has 16 or 32 bytes.
#[inline(always)]
fn finalize<V: Lane, const BLOCKS: usize, const RATE: usize>(
    proof: V::Proof,
    mut s: [V; BLOCKS],
    bytes: [u64; 2],
    tag: &mut [u8],
) {
    let bits = u128::from(bytes[0] << 3) | u128::from(bytes[1] << 3) << 64;
    let masked = s[4 - RATE].xor(V::load(proof, &bits.to_le_bytes()));
    for _ in 0..FINAL_UPDATES {
        s = update(s, [masked; RATE]);
    }
    let half = BLOCKS / 2;
    let (mut first, mut second) = (s[0], s[half]);
    for i in 1..half {
        first = first.xor(s[i]);
        // The 16-byte tag of AEGIS-128L is the sum of all state blocks except the last.
        if tag.len() == 32 || RATE == 1 || half + i < 7 {
            second = second.xor(s[half + i]);
        }
    }
    if let [tag_first, tag_second] = tag.as_chunks_mut().0 {
        *tag_first = first.store();
        *tag_second = second.store();
    } else {
        tag.as_chunks_mut().0[0] = first.xor(second).store();
    }
}

/// Encrypts or decrypts `text`, and updates the state with the plaintext. Inlining turns `decrypt` into a constant.
#[inline(always)]
fn crypt<V: Lane, const BLOCKS: usize, const RATE: usize>(
    proof: V::Proof,
    mut s: [V; BLOCKS],
    text: &mut [u8],
    decrypt: bool,
) -> [V; BLOCKS] {
    let whole = text.len() / (16 * RATE) * (16 * RATE);
    let (whole, tail) = text.split_at_mut(whole);
    for group in whole.as_chunks_mut().0.as_chunks_mut().0 {
        let (mut text, key) = (load::<V, RATE>(proof, group), keystream::<V, BLOCKS, RATE>(&s));
        if !decrypt {
            s = update(s, text);
        }
        for i in 0..RATE {
            text[i] = text[i].xor(key[i]);
            group[i] = text[i].store();
        }
        if decrypt {
            s = update(s, text);
        }
    }
    if !tail.is_empty() {
        let (mut key, lanes) = ([[0; 16]; RATE], keystream::<V, BLOCKS, RATE>(&s));
        for i in 0..RATE {
            key[i] = lanes[i].store();
        }
        let mut text = load_padded::<V, RATE>(proof, tail);
        xor_into(tail, key.flat());
        if decrypt {
            text = load_padded(proof, tail);
        }
        s = update(s, text);
    }
    s
}

/// Performs the steps in `work` on an AEGIS state, in code compiled for the instruction set of `cpu`.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
fn enter<T, const BLOCKS: usize, const RATE: usize>(
    cpu: T,
    state: &mut [Block; BLOCKS],
    work: &mut Work<'_>,
) where
    T: Token,
    AesX1: AesVector<Proof: From<T>>,
{
    struct Run<'a, 'b, T, const BLOCKS: usize, const RATE: usize>(
        T,
        &'a mut [Block; BLOCKS],
        &'a mut Work<'b>,
    );

    impl<T, const BLOCKS: usize, const RATE: usize> WithFeatures for Run<'_, '_, T, BLOCKS, RATE>
    where
        T: Token,
        AesX1: AesVector<Proof: From<T>>,
    {
        type Output = ();
        #[inline(always)]
        fn run(self) {
            run::<AesX1, BLOCKS, RATE>(self.0.into(), self.1, self.2);
        }
    }

    cpu.enter(Run::<T, BLOCKS, RATE>(cpu, state, work));
}

/// Performs the steps in `work` on an AEGIS state, in portable code. This function is not inlined. Otherwise, its
/// caller would save the registers that the portable code needs, even if it then calls another backend.
#[inline(never)]
fn portable<const BLOCKS: usize, const RATE: usize>(
    state: &mut [Block; BLOCKS],
    work: &mut Work<'_>,
) {
    run::<Portable, BLOCKS, RATE>((), state, work);
}

impl Backend {
    /// Performs the steps in `work` on an AEGIS state. If they include Finalize, `state` is not updated.
    pub(super) fn run<const BLOCKS: usize, const RATE: usize>(
        self,
        state: &mut [Block; BLOCKS],
        work: &mut Work<'_>,
    ) {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx2(cpu) => enter::<_, BLOCKS, RATE>(cpu, state, work),
            #[cfg(target_arch = "x86_64")]
            Self::AesNi(cpu) => enter::<_, BLOCKS, RATE>(cpu, state, work),
            #[cfg(target_arch = "aarch64")]
            Self::ArmAes(cpu) => enter::<_, BLOCKS, RATE>(cpu, state, work),
            Self::Portable => portable::<BLOCKS, RATE>(state, work),
        }
    }

    /// Returns the backend selected for this CPU. All backends are constant-time.
    pub(super) fn implementation() -> Implementation {
        Implementation { backend: Self::best().name(), ..Implementation::PORTABLE }
    }
}
