//! Streaming state of CBC, CTR, CFB and OFB, generic over the block type.

use super::{Mode, checked_prefix};
use crate::cipher::Padding;
use crate::construction::mode::cbc;
use crate::construction::mode::cipher::ModeCipher;
use crate::construction::mode::feedback::{self, CfbDecryption, CfbEncryption, OutputFeedback};
use crate::construction::mode::{Direction, ctr, from_to};
use crate::error::{CipherError, ParameterError};
use crate::traits::ByteArray;

/// Streaming state of CBC, CTR, CFB or OFB. The cipher is not part of the state: the methods take it as an argument.
#[derive(Clone)]
pub(super) struct State<B: ByteArray> {
    name: &'static str,
    state: ModeState<B>,
}

#[derive(Clone)]
enum ModeState<B: ByteArray> {
    Cbc(cbc::State<B>),
    Ctr(ctr::State<B>),
    CfbEncrypt(feedback::State<B>),
    CfbDecrypt(feedback::State<B>),
    Ofb(feedback::State<B>),
}

/// Block cipher that the methods of [`State`] take as an argument.
type Cipher<'a, B> = &'a dyn ModeCipher<B>;

impl<B: ByteArray> State<B> {
    /// Starts a message in `mode`. Returns an error for XTS and for stream ciphers, which this type does not support.
    /// Errors contain `name`, the algorithm's name.
    pub(super) fn new(
        mode: Mode,
        direction: Direction,
        name: &'static str,
        iv: &[u8],
        padding: Padding,
    ) -> Result<Self, ParameterError> {
        let state = match (mode, direction) {
            (Mode::Cbc, _) => ModeState::Cbc(cbc::State::new(name, direction, iv, padding)?),
            (Mode::Ctr, _) => ModeState::Ctr(ctr::State::new(name, iv)?),
            (Mode::Cfb, Direction::Encrypt) => {
                ModeState::CfbEncrypt(feedback::State::new(name, iv)?)
            }
            (Mode::Cfb, Direction::Decrypt) => {
                ModeState::CfbDecrypt(feedback::State::new(name, iv)?)
            }
            (Mode::Ofb, _) => ModeState::Ofb(feedback::State::new(name, iv)?),
            (Mode::Xts | Mode::Stream, _) => {
                return Err(ParameterError::NotTaken { algorithm: name, what: "this mode" });
            }
        };
        Ok(Self { name, state })
    }

    pub(super) fn name(&self) -> &'static str {
        self.name
    }

    pub(super) fn update_bytes(&self, input: usize) -> usize {
        match &self.state {
            ModeState::Cbc(state) => state.update_bytes(input),
            _ => input,
        }
    }

    pub(super) fn update(
        &mut self,
        cipher: Cipher<'_, B>,
        input: &[u8],
        output: &mut [u8],
    ) -> Result<usize, ParameterError> {
        let name = self.name;
        if let ModeState::Cbc(state) = &mut self.state {
            return state.update(name, cipher, input, output);
        }
        let output = checked_prefix(name, output, input.len())?;
        from_to(name, input, output, &mut |data| self.apply(cipher, data))?;
        Ok(input.len())
    }

    pub(super) fn update_in_place(
        &mut self,
        cipher: Cipher<'_, B>,
        data: &mut [u8],
        input: usize,
    ) -> Result<usize, ParameterError> {
        let name = self.name;
        if let ModeState::Cbc(state) = &mut self.state {
            return state.update_in_place(name, cipher, data, input);
        }
        self.apply(cipher, checked_prefix(name, data, input)?);
        Ok(input)
    }

    /// In CTR, CFB and OFB, whose output is as long as the input, processes `data` in place. In CBC, does nothing,
    /// because `update` itself processes the data.
    fn apply(&mut self, cipher: Cipher<'_, B>, data: &mut [u8]) {
        match &mut self.state {
            ModeState::Cbc(_) => {}
            ModeState::Ctr(state) => state.apply(cipher, data),
            ModeState::CfbEncrypt(state) => state.apply::<CfbEncryption, _>(cipher, data),
            ModeState::CfbDecrypt(state) => state.apply::<CfbDecryption, _>(cipher, data),
            ModeState::Ofb(state) => state.apply::<OutputFeedback, _>(cipher, data),
        }
    }

    pub(super) fn finish_bytes(&self) -> usize {
        match &self.state {
            ModeState::Cbc(state) => state.finish_bytes(),
            _ => 0,
        }
    }

    pub(super) fn finish(
        &mut self,
        cipher: Cipher<'_, B>,
        output: &mut [u8],
    ) -> Result<usize, CipherError> {
        match &mut self.state {
            ModeState::Cbc(state) => state.finish(self.name, cipher, output),
            _ => Ok(0),
        }
    }

    pub(super) fn restart(&mut self, iv: &[u8]) -> Result<(), ParameterError> {
        match &mut self.state {
            ModeState::Cbc(state) => state.restart(self.name, iv),
            ModeState::Ctr(state) => state.restart(self.name, iv),
            ModeState::CfbEncrypt(state) | ModeState::CfbDecrypt(state) | ModeState::Ofb(state) => {
                state.restart(self.name, iv)
            }
        }
    }

    pub(super) fn seek(
        &mut self,
        cipher: Cipher<'_, B>,
        position: u128,
    ) -> Result<(), ParameterError> {
        match &mut self.state {
            ModeState::Ctr(state) => {
                state.seek(cipher, position);
                Ok(())
            }
            _ => Err(ParameterError::NotTaken { algorithm: self.name, what: "position" }),
        }
    }
}
