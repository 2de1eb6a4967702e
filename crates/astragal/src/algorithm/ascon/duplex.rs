//! The duplex construction: buffering, padding, encryption and squeezing for all functions of the Ascon family. The
//! code is generic over the byte order, the rate and the number of rounds.

use super::backend::Backend;
use super::byte_order::{ByteOrder, Operation};
use super::permutation::State;
use crate::platform::array::copy;
use crate::platform::words::erase;
use crate::traits::state::{Fields, SerializeState, Serialized};

/// Duplex over Ascon-p with `ROUNDS` rounds and a rate of `RATE` bytes: 8, 16 or 32.
#[derive(Clone)]
#[expect(
    missing_debug_implementations,
    reason = "the state is secret, and no public type prints it"
)]
pub struct Duplex<O: ByteOrder, const RATE: usize, const ROUNDS: usize> {
    pub(crate) state: State,
    /// Number of bytes of the current block that have been processed.
    position: usize,
    order: core::marker::PhantomData<O>,
}

impl<O: ByteOrder, const RATE: usize, const ROUNDS: usize> Duplex<O, RATE, ROUNDS> {
    pub(crate) const fn new(state: State) -> Self {
        Self { state, position: 0, order: core::marker::PhantomData }
    }

    /// XORs `data` into the state, and permutes the state after each full block.
    pub(crate) fn absorb(&mut self, mut data: &[u8]) {
        if self.position > 0 {
            let (head, rest) = data.split_at(data.len().min(RATE - self.position));
            self.absorb_part(head);
            data = rest;
            if self.position < RATE {
                return;
            }
            self.permute();
        }
        let (blocks, rest) = data.as_chunks::<RATE>();
        Backend::best().absorb_blocks::<O, RATE, ROUNDS>(&mut self.state, blocks);
        self.absorb_part(rest);
    }

    /// XORs `data` into the state. `data` must fit in the current block.
    fn absorb_part(&mut self, mut data: &[u8]) {
        while !data.is_empty() {
            let index = self.position % 8;
            let (head, rest) = data.split_at(data.len().min(8 - index));
            self.state[self.position / 8] ^= O::load_part(index, head);
            self.position += head.len();
            data = rest;
        }
    }

    /// Pads the current block without permuting the state.
    pub(crate) fn pad(&mut self) {
        self.state[self.position / 8] ^= O::padding(self.position % 8);
        self.position = 0;
    }

    /// Absorbs and pads associated data. Empty associated data is not padded (SP 800-232 §4.1.1).
    pub(crate) fn absorb_associated_data(&mut self, data: &[u8]) {
        if !data.is_empty() {
            self.absorb(data);
            self.pad();
            self.permute();
        }
    }

    /// Encrypts `text` in place.
    pub(crate) fn encrypt(&mut self, text: &mut [u8]) {
        self.crypt(Operation::Encrypt, text);
    }

    /// Decrypts `text` in place.
    pub(crate) fn decrypt(&mut self, text: &mut [u8]) {
        self.crypt(Operation::Decrypt, text);
    }

    fn crypt(&mut self, operation: Operation, mut text: &mut [u8]) {
        if self.position > 0 {
            let (head, rest) = text.split_at_mut(text.len().min(RATE - self.position));
            self.crypt_part(operation, head);
            text = rest;
            if self.position < RATE {
                return;
            }
            self.permute();
        }
        let (blocks, rest) = text.as_chunks_mut::<RATE>();
        Backend::best().crypt_blocks::<O, RATE, ROUNDS>(operation, &mut self.state, blocks);
        self.crypt_part(operation, rest);
    }

    /// Applies `operation` to `text`: encrypts or decrypts it in place, or overwrites it with output. `text` must fit
    /// in the current block.
    fn crypt_part(&mut self, operation: Operation, mut text: &mut [u8]) {
        while !text.is_empty() {
            let index = self.position % 8;
            let (head, rest) = text.split_at_mut(text.len().min(8 - index));
            let word = &mut self.state[self.position / 8];
            let given = match operation {
                Operation::Squeeze => 0,
                Operation::Encrypt | Operation::Decrypt => O::load_part(index, head),
            };
            let key_stream = *word;
            copy(head, &O::store(key_stream ^ given)[index..index + head.len()]);
            // The state word becomes the ciphertext, which is the XOR of the plaintext and the keystream.
            *word ^= match operation {
                Operation::Encrypt | Operation::Squeeze => given,
                Operation::Decrypt => O::load_part(index, head),
            };
            self.position += head.len();
            text = rest;
        }
    }

    /// Fills `out` with the next bytes of output. Permutes the state between two blocks of `RATE` bytes, but not before
    /// the first block.
    pub(crate) fn squeeze(&mut self, mut out: &mut [u8]) {
        if self.position > 0 {
            let (head, rest) = out.split_at_mut(out.len().min(RATE - self.position));
            self.crypt_part(Operation::Squeeze, head);
            if rest.is_empty() {
                return;
            }
            self.permute();
            out = rest;
        }
        // Does not permute the state after the last block. The next call permutes it if more output is needed.
        let whole = out.len().saturating_sub(1) / RATE * RATE;
        let (blocks, rest) = out.split_at_mut(whole);
        self.crypt(Operation::Squeeze, blocks);
        self.crypt_part(Operation::Squeeze, rest);
    }

    fn permute(&mut self) {
        Backend::best().permute::<ROUNDS>(&mut self.state);
        self.position = 0;
    }

    /// Returns a duplex with the same state and a different rate or number of rounds. The state must be at the start of
    /// a block.
    pub(crate) fn continue_as<const OTHER_RATE: usize, const OTHER_ROUNDS: usize>(
        &self,
    ) -> Duplex<O, OTHER_RATE, OTHER_ROUNDS> {
        Duplex::new(self.state)
    }
}

impl<O: ByteOrder, const RATE: usize, const ROUNDS: usize> SerializeState
    for Duplex<O, RATE, ROUNDS>
{
    fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized {
        self.state.serialize(fields)?;
        fields.small(&mut self.position)?;
        Fields::check(self.position <= RATE)
    }
}

impl<O: ByteOrder, const RATE: usize, const ROUNDS: usize> Drop for Duplex<O, RATE, ROUNDS> {
    fn drop(&mut self) {
        erase(&mut self.state);
    }
}

#[cfg(test)]
mod tests {
    use super::Duplex;
    use crate::algorithm::ascon::hash::LittleEndian;

    type Small = Duplex<LittleEndian, 16, 8>;

    /// Splits the input within a block, at the end of a block, and after the end of a block.
    #[test]
    fn output_is_independent_of_splits() {
        let start = || Small::new([1, 2, 3, 4, 5]);
        let text: [u8; 61] = core::array::from_fn(|i| i.to_le_bytes()[0]);
        let (mut whole, mut ciphertext) = (start(), text);
        whole.absorb(&text);
        whole.pad();
        whole.encrypt(&mut ciphertext);
        for piece in [1, 3, 5, 7, 8, 9, 15, 16, 17, 31, 60] {
            let mut sender = start();
            text.chunks(piece).for_each(|piece| sender.absorb(piece));
            sender.pad();
            let (mut receiver, mut passing) = (sender.clone(), text);
            for piece in passing.chunks_mut(piece) {
                sender.encrypt(piece);
            }
            assert_eq!(passing, ciphertext, "encrypted in pieces of {piece} bytes");
            for piece in passing.chunks_mut(piece) {
                receiver.decrypt(piece);
            }
            assert_eq!(passing, text, "decrypted in pieces of {piece} bytes");
            assert_eq!([sender.state, receiver.state], [whole.state; 2], "{piece}");
        }
    }

    /// Squeezes within a block, to the end of a block, and past the end of a block.
    #[test]
    fn squeezed_output_is_independent_of_splits() {
        let start = || Small::new([1, 2, 3, 4, 5]);
        let mut whole = [0; 61];
        start().squeeze(&mut whole);
        for piece in [1, 3, 8, 15, 16, 17, 31, 32, 60] {
            let (mut duplex, mut out) = (start(), [0; 61]);
            out.chunks_mut(piece).for_each(|piece| duplex.squeeze(piece));
            assert_eq!(out, whole, "squeezed in pieces of {piece} bytes");
        }
    }
}
