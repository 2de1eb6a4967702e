//! Counter mode and GHASH in one pass ("stitched"). Interleaves the GHASH multiplication of a batch of blocks with the
//! cipher rounds of the next batch. The multiplication uses execution units that the rounds leave idle.
//!
//! Each batch ends with one reduction, a chain of dependent instructions. A wide batch has twice as many blocks as a
//! narrow batch, so wide batches halve the number of reductions.
//!
//! With vectors of four lanes, two execution ports do all the work, so the number of instructions decides. Each lane
//! therefore keeps its own sum until the last batch, and the counters stay in a register.

use super::super::ghash::{COMMON_POWERS, Element, POWERS, Product, powers_for};
use crate::platform::array::Flat as _;
use crate::platform::simd::{Lanes128, PolyVector};
use crate::platform::thresholds::GCM_WIDE_BLOCKS;
use crate::platform::words::erase;
use crate::traits::cipher::{Rounds, STEPS, StitchedKernel};

/// Unit of the stitched kernel, in blocks. The kernel processes only whole units. On every instruction set, a unit is a
/// multiple of a narrow batch.
pub(super) const RUN: usize = COMMON_POWERS;

/// Kernel that interleaves encryption or decryption with GHASH: XORs the keystream into the blocks, and hashes the
/// ciphertext into `sum`.
pub(super) struct Pass<'a, const DECRYPT: bool> {
    /// The counter of the first block is `first` plus `offset`. The last four bytes of `first` count modulo 2^32. The
    /// field is a reference instead of a copy: a vector load of a new copy would have to wait for the stores that write
    /// the copy.
    pub(super) first: &'a [u8; 16],
    pub(super) offset: usize,
    /// Associated data, which GHASH processes before the blocks.
    pub(super) associated_data: &'a [u8],
    /// Blocks to process; their number is a multiple of [`RUN`].
    pub(super) blocks: &'a mut [[u8; 16]],
    /// End of the message, unless more text follows after `blocks`.
    pub(super) end: Option<End<'a>>,
    pub(super) powers: &'a [Element; POWERS],
    /// GHASH sum. At the end of a message, the kernel writes the tag instead.
    pub(super) sum: &'a mut Element,
}

/// End of a message.
pub(super) struct End<'a> {
    /// Rest of the text, shorter than [`RUN`] blocks.
    pub(super) tail: &'a mut [u8],
    /// Block of lengths, which GHASH processes last.
    pub(super) lengths: [u8; 16],
    /// J0, the counter block of the tag mask.
    pub(super) mask_counter: &'a [u8; 16],
    pub(super) tag: &'a mut [u8; 16],
}

impl<const DECRYPT: bool> StitchedKernel<[u8; 16]> for Pass<'_, DECRYPT> {
    type Output = ();

    #[inline(always)]
    fn run<W, N, V>(self, wide: W, narrow: N, proof: V::Proof)
    where
        W: Rounds<Block = [u8; 16]>,
        N: Rounds<Block = [u8; 16]>,
        V: PolyVector,
    {
        let Self { first, mut offset, associated_data, mut blocks, end, powers, sum } = self;
        const {
            assert!(V::LANES < 4 || N::WIDTH == RUN, "one batch has the keystream of the tail");
            assert!(V::LANES < 4 || N::WIDTH + RUN < POWERS, "the powers are stored");
        }
        let mut mask = [0; 16];
        let mut behind = 0;
        if let Some(End { tail, mask_counter, .. }) = &end {
            // The mask does not depend on the text, so the CPU computes it beside the first batch.
            mask = narrow.apply_one(mask_counter);
            if const { V::LANES == 4 } {
                behind = tail.len().div_ceil(16) + 1;
            }
        }
        let mut total = V::One::load(proof.into(), core::slice::from_ref(sum));
        total = absorb::<V>(proof, associated_data, powers, total);
        let mut product = Product::<V>::zero(proof);
        let mut keystream = [[0; 16]; RUN];
        let mut is_filled = false;
        if const { W::WIDTH != N::WIDTH } && blocks.len() >= GCM_WIDE_BLOCKS {
            let (start, rest) = blocks.split_at_mut(blocks.len() / W::WIDTH * W::WIDTH);
            // A wide batch, a tail of `RUN` blocks, the last of them incomplete, and the lengths need more powers than
            // are stored.
            let is_last = rest.is_empty() && W::WIDTH + behind <= POWERS;
            let behind = if is_last { behind } else { 0 };
            is_filled = behind > 1;
            let place = (first, offset, behind);
            offset += start.len();
            (product, total) = pass::<DECRYPT, W, N, V>(
                wide,
                narrow,
                proof,
                place,
                start,
                powers,
                total,
                &mut keystream,
            );
            blocks = rest;
        }
        if !blocks.is_empty() {
            is_filled = behind > 1;
            let place = (first, offset, behind);
            offset += blocks.len();
            (product, total) = pass::<DECRYPT, N, N, V>(
                narrow,
                narrow,
                proof,
                place,
                blocks,
                powers,
                total,
                &mut keystream,
            );
        }
        let Some(End { tail, lengths, tag, .. }) = end else {
            return total.store(core::slice::from_mut(sum));
        };
        if !is_filled {
            fill_keystream(narrow, first, offset, tail.len().div_ceil(16), &mut keystream);
        }
        total = last::<DECRYPT, V>(proof, keystream.flat(), tail, lengths, powers, product, total);
        erase(keystream.flat_mut());
        let mask = V::One::load(proof.into(), &[mask]);
        total.reverse().xor(mask).store(core::slice::from_mut(tag));
    }
}

/// Encrypts or decrypts a multiple of `R::WIDTH` blocks. The counter of the first block is `first` plus `offset`. If
/// `behind` is 0, as always without vectors of four lanes, returns no product, and the new GHASH sum. Otherwise,
/// `behind` blocks of the GHASH input follow. Then the function returns the products of the last batch, and the sum
/// zero. The caller adds the products of the blocks that follow, and reduces once: a reduction is a chain of about 20
/// cycles. If text follows, also fills `keystream` with its keystream, which the rounds `tail` compute beside the
/// products of the last batch.
#[inline(always)]
#[expect(clippy::too_many_arguments, reason = "the function is inlined")]
#[expect(clippy::cast_possible_truncation, reason = "a GCM message has at most 2^32 − 2 blocks")]
fn pass<const DECRYPT: bool, R, N, V: PolyVector>(
    rounds: R,
    tail: N,
    proof: V::Proof,
    (first, offset, behind): (&[u8; 16], usize, usize),
    blocks: &mut [[u8; 16]],
    powers: &[Element; POWERS],
    total: V::One,
    keystream: &mut [[u8; 16]; RUN],
) -> (Product<V>, V::One)
where
    R: Rounds<Block = [u8; 16]>,
    N: Rounds<Block = [u8; 16]>,
{
    // Vectors of four lanes keep a sum in each lane: every lane is multiplied by the same powers, and only the last
    // batch adds the lanes. Other vectors add the lanes of each batch.
    let apart = const { V::LANES == 4 };
    let stored = powers;
    let powers = Powers::<V>::new::<R>(proof, stored, apart, 0);
    let mut total = V::widen(proof, total);
    let last = blocks.len() / R::WIDTH - 1;
    let mut next = rounds.begin_counters(first, offset as u32);
    if !DECRYPT {
        // Encrypts the first batch without hashing, because there is no ciphertext to hash yet.
        crypt(rounds, &mut blocks[..R::WIDTH], rounds.apply(rounds.next_counters(&mut next)));
    }
    for hashed in 0..last {
        let mut product = Product::<V>::zero(proof);
        let crypted = if DECRYPT { hashed } else { hashed + 1 };
        let ciphertext = &blocks[hashed * R::WIDTH..][..R::WIDTH];
        let state = rounds.apply_interleaved(
            rounds.next_counters(&mut next),
            #[inline(always)]
            |step| powers.multiply::<R>(&mut product, proof, ciphertext, step, total),
        );
        crypt(rounds, &mut blocks[crypted * R::WIDTH..][..R::WIDTH], state);
        total = if apart {
            product.reduce_lanes(proof)
        } else {
            V::widen(proof, product.reduce(proof))
        };
    }
    let powers = if apart { Powers::<V>::new::<R>(proof, stored, false, behind) } else { powers };
    let mut product = Product::<V>::zero(proof);
    let ciphertext = &blocks[last * R::WIDTH..][..R::WIDTH];
    if const { V::LANES == 4 } && behind > 1 {
        let counters = counters(tail, first, offset + blocks.len());
        let state = tail.apply_interleaved(
            counters,
            #[inline(always)]
            |step| powers.multiply::<R>(&mut product, proof, ciphertext, step, total),
        );
        tail.store(state, keystream);
    } else {
        for step in 0..STEPS {
            powers.multiply::<R>(&mut product, proof, ciphertext, step, total);
        }
    }
    if DECRYPT {
        crypt(
            rounds,
            &mut blocks[last * R::WIDTH..],
            rounds.apply(rounds.next_counters(&mut next)),
        );
    }
    let zero = V::One::load(proof.into(), &[[0; 16]]);
    if behind > 0 { (product, zero) } else { (Product::zero(proof), product.reduce(proof)) }
}

/// Encrypts or decrypts the last blocks of a message, fewer than [`RUN`]. Returns the GHASH sum of the whole message.
/// `product` and `total` are the result of [`pass`].
#[inline(always)]
fn last<const DECRYPT: bool, V: PolyVector>(
    proof: V::Proof,
    keystream: &[u8],
    tail: &mut [u8],
    lengths: [u8; 16],
    powers: &[Element; POWERS],
    mut product: Product<V>,
    total: V::One,
) -> V::One {
    let mut lengths = V::One::load(proof.into(), &[lengths]).reverse();
    let bytes = tail.len();
    // Each block of the tail and the block of lengths is multiplied by its own stored power of the key. All products
    // are added and reduced once. If the tail alone needs all stored powers, its products are reduced first, and the
    // block of lengths is then multiplied separately.
    let blocks = bytes.div_ceil(16);
    let together = blocks < const { powers_for(V::LANES) };
    let key = V::One::load(proof.into(), &powers[POWERS - 1..]);
    let used = &powers[POWERS - blocks - usize::from(together)..];
    crypt_and_multiply::<DECRYPT, V>(proof, &mut product, keystream, tail, used, total);
    if bytes == 0 {
        lengths = lengths.xor(total);
    } else if !together {
        lengths = lengths.xor(product.reduce(proof));
        product = Product::zero(proof);
    }
    product.add(V::widen(proof, lengths), V::widen(proof, key));
    product.reduce(proof)
}

/// Hashes `data`, padded with zeros to whole blocks. `total` is the GHASH sum before it. Returns the new sum.
#[inline(always)]
fn absorb<V: PolyVector>(
    proof: V::Proof,
    data: &[u8],
    powers: &[Element; POWERS],
    mut total: V::One,
) -> V::One {
    let most = const { 16 * powers_for(V::LANES) };
    let mut start = 0;
    while start < data.len() {
        let end = data.len().min(start + most);
        let used = powers[POWERS - (end - start).div_ceil(16)..].flat();
        let mut product = Product::<V>::zero(proof);
        let mut added = V::widen(proof, total);
        let mut at = start;
        while at < end {
            let a = V::load_up_to(proof, &data[at..end]).reverse().xor(added);
            product.add(a, V::load_up_to(proof, &used[at - start..]));
            added = V::zero(proof);
            at += 16 * V::LANES;
        }
        total = product.reduce(proof);
        start = end;
    }
    total
}

/// Encrypts or decrypts `text`. Multiplies block i of the ciphertext by `powers[i]`, and adds the products to
/// `product`. Before the multiplication, adds `sum` to the first block of the ciphertext.
#[inline(always)]
fn crypt_and_multiply<const DECRYPT: bool, V: PolyVector>(
    proof: V::Proof,
    product: &mut Product<V>,
    keystream: &[u8],
    text: &mut [u8],
    powers: &[Element],
    sum: V::One,
) {
    let powers = powers.flat();
    let mut at = 0;
    while at < text.len() {
        let end = text.len().min(at + 16 * V::LANES);
        let key = V::load_up_to(proof, &keystream[at..end]);
        let input = V::load_up_to(proof, &text[at..end]);
        let output = input.xor(key);
        output.store_up_to(&mut text[at..end]);
        let mut a = if DECRYPT { input } else { output }.reverse();
        if at == 0 {
            a = a.xor(V::widen(proof, sum));
        }
        product.add(a, V::load_up_to(proof, &powers[at..]));
        at += 16 * V::LANES;
    }
}

/// Stitched kernel for a whole message whose GHASH input has at most [`powers_for`] blocks. Computes the keystream and
/// the tag mask together. Computes GHASH with one reduction. Returns `false` and changes nothing if the keystream does
/// not fit in [`RUN`] blocks.
pub(super) struct Short<'a, const DECRYPT: bool> {
    /// J0, the counter block of the tag mask.
    pub(super) first: &'a [u8; 16],
    pub(super) associated_data: &'a [u8],
    pub(super) text: &'a mut [u8],
    pub(super) lengths: [u8; 16],
    pub(super) powers: &'a [Element; POWERS],
    pub(super) tag: &'a mut [u8; 16],
}

impl<const DECRYPT: bool> StitchedKernel<[u8; 16]> for Short<'_, DECRYPT> {
    type Output = bool;

    #[inline(always)]
    fn run<W, N, V>(self, _: W, narrow: N, proof: V::Proof) -> bool
    where
        W: Rounds<Block = [u8; 16]>,
        N: Rounds<Block = [u8; 16]>,
        V: PolyVector,
    {
        let Self { first, associated_data, text, lengths, powers, tag } = self;
        let blocks = text.len().div_ceil(16);
        if blocks + V::LANES > RUN {
            return false;
        }
        // The tag mask is in the last lane of the first vector of the keystream, so that the keystream of the text
        // starts with a whole vector. The keystream is stored in this buffer, and then loaded again as vectors. A load
        // that overlaps two stored vectors would wait until both are in the cache.
        let mut keystream = [[0; 16]; RUN];
        let offset = 1_usize.wrapping_sub(V::LANES);
        fill_keystream(narrow, first, offset, blocks + V::LANES, &mut keystream);
        let mut product = Product::<V>::zero(proof);
        let behind_data = POWERS - blocks - 1;
        let used = powers[behind_data - associated_data.len().div_ceil(16)..].flat();
        let mut at = 0;
        while at < associated_data.len() {
            let a = V::load_up_to(proof, &associated_data[at..]).reverse();
            product.add(a, V::load_up_to(proof, &used[at..]));
            at += 16 * V::LANES;
        }
        let used = &powers[behind_data..];
        let zero = V::One::load(proof.into(), &[[0; 16]]);
        let of_text = keystream[V::LANES..].flat();
        crypt_and_multiply::<DECRYPT, V>(proof, &mut product, of_text, text, used, zero);
        let mask = V::One::load(proof.into(), &keystream[V::LANES - 1..]);
        let lengths = V::One::load(proof.into(), &[lengths]).reverse();
        let key = V::One::load(proof.into(), &powers[POWERS - 1..]);
        product.add(V::widen(proof, lengths), V::widen(proof, key));
        product.reduce(proof).reverse().xor(mask).store(core::slice::from_mut(tag));
        erase(keystream.flat_mut());
        true
    }
}

/// Writes at least `blocks` encrypted counter blocks to `keystream`, in whole batches. The counter of the first block
/// is `first` plus `offset`.
#[inline(always)]
fn fill_keystream<R: Rounds<Block = [u8; 16]>>(
    rounds: R,
    first: &[u8; 16],
    offset: usize,
    blocks: usize,
    keystream: &mut [[u8; 16]; RUN],
) {
    let mut at = 0;
    while at < blocks {
        let state = rounds.apply(counters(rounds, first, offset.wrapping_add(at)));
        rounds.store(state, &mut keystream[at..at + R::WIDTH]);
        at += R::WIDTH;
    }
}

/// Returns a batch of counter blocks. The first of them is `first` plus `offset`.
#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "a GCM message has at most 2^32 − 2 blocks")]
fn counters<R: Rounds<Block = [u8; 16]>>(rounds: R, first: &[u8; 16], offset: usize) -> R::State {
    rounds.counters(first, offset as u32)
}

/// XORs the keystream `state` into a batch of blocks.
#[inline(always)]
fn crypt<R: Rounds<Block = [u8; 16]>>(rounds: R, batch: &mut [[u8; 16]], state: R::State) {
    rounds.store(rounds.xor(state, rounds.load(batch)), batch);
}

/// Powers of the hash key for one batch, in up to [`STEPS`] vectors. The highest power comes first.
struct Powers<V> {
    whole: [V; STEPS],
    /// XOR of the two halves of each power of the hash key, for Karatsuba multiplication.
    halves: [V; STEPS],
}

impl<V: PolyVector> Powers<V> {
    /// Loads the stored powers of the hash key for a batch that `behind` blocks of GHASH input follow. If `equal` is
    /// set, all lanes of a vector hold the highest of its powers.
    #[inline(always)]
    fn new<R: Rounds>(
        proof: V::Proof,
        stored: &[Element; POWERS],
        equal: bool,
        behind: usize,
    ) -> Self {
        const { assert!(R::WIDTH <= powers_for(V::LANES), "the powers are stored") };
        let mut powers = Self { whole: [V::zero(proof); STEPS], halves: [V::zero(proof); STEPS] };
        for step in 0..R::WIDTH / V::LANES {
            let at = POWERS - behind - (R::WIDTH - step * V::LANES);
            let power = if equal {
                V::load(proof, &[stored[at]; 4])
            } else {
                V::load(proof, &stored[at..])
            };
            powers.whole[step] = power;
            powers.halves[step] = power.xor(power.swap());
        }
        powers
    }

    /// Multiplies the blocks of one vector of a batch by their powers of the key, and adds the products to `product`. Adds
    /// `sum` to the first block before the multiplication. In vectors of four blocks, step i processes vector i + 1, and
    /// the last step the first vector. The other steps then do not wait for `sum`, and GCM takes nine tenths of the time
    /// on Golden Cove. With vectors of two blocks, this order takes 2 % longer.
    #[inline(always)]
    fn multiply<R: Rounds<Block = [u8; 16]>>(
        &self,
        product: &mut Product<V>,
        proof: V::Proof,
        batch: &[[u8; 16]],
        step: usize,
        sum: V,
    ) {
        let vectors = R::WIDTH / V::LANES;
        if step < vectors {
            let i = if V::LANES == 4 { (step + 1) % vectors } else { step };
            let mut a = V::load(proof, &batch[i * V::LANES..][..V::LANES]).reverse();
            if i == 0 {
                a = a.xor(sum);
            }
            product.add_prepared(a, self.whole[i], self.halves[i]);
            if step % 2 == 1 {
                product.in_order();
            }
        }
    }
}
