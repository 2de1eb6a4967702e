//! Messages of GCM and CCM that come piece by piece. (GCM-SIV has none: the tag of the whole plaintext comes first.)

use super::ccm::{self, Ccm};
use super::gcm::{self, Gcm};
use crate::error::{Allowed, ParameterError, StateError};
use crate::platform::stack::{VECTOR_STACK_BYTES, with_stack_wipe};
use crate::traits::cipher::{BlockOperations, CipherEngine as _};
use crate::traits::stream::{Message, ModeDecryptor, ModeEncryptor};

/// A message in GCM.
#[derive(Clone)]
pub(crate) struct GcmMessage<C: BlockOperations<Block = [u8; 16]>> {
    gcm: Gcm<C>,
    state: gcm::State,
}

impl<C: BlockOperations<Block = [u8; 16]>> Gcm<C> {
    /// Encrypts a message that comes piece by piece.
    ///
    /// # Errors
    /// [`ParameterError::Length`] for an empty nonce.
    pub fn encryptor(
        &self,
        nonce: &[u8],
        associated_data: &[u8],
    ) -> Result<ModeEncryptor, ParameterError> {
        with_stack_wipe(GcmMessage::<C>::MADE, || {
            self.message(nonce, associated_data).map(ModeEncryptor::new)
        })
    }

    /// Decrypts a message that comes piece by piece; keeps it all until the tag has verified.
    ///
    /// # Errors
    /// As for [`encryptor`](Self::encryptor).
    pub fn decryptor(
        &self,
        nonce: &[u8],
        associated_data: &[u8],
    ) -> Result<ModeDecryptor, ParameterError> {
        with_stack_wipe(GcmMessage::<C>::MADE, || {
            self.message(nonce, associated_data).map(ModeDecryptor::new)
        })
    }

    /// A message that begins.
    pub(crate) fn message(
        &self,
        nonce: &[u8],
        associated_data: &[u8],
    ) -> Result<GcmMessage<C>, ParameterError> {
        Self::check_nonce(nonce)?;
        Ok(GcmMessage { gcm: self.clone(), state: self.begin(nonce, associated_data) })
    }
}

impl<C: BlockOperations<Block = [u8; 16]>> GcmMessage<C> {
    /// The stack that is used where it is made: it is moved from frame to frame.
    const MADE: usize = VECTOR_STACK_BYTES + 4 * size_of::<Self>();
}

impl<C: BlockOperations<Block = [u8; 16]>> Message for GcmMessage<C> {
    fn frames(&self) -> usize {
        C::Engine::frames()
    }
    fn grow(&mut self, bytes: usize) -> Result<(), ParameterError> {
        let before = self.state.text_bytes;
        check_message(Gcm::<C>::NAME, before, bytes, Gcm::<C>::LONGEST_MESSAGE_BYTES)
    }
    fn encrypt(&mut self, text: &mut [u8]) {
        self.gcm.next::<false>(&mut self.state, text);
    }
    fn decrypt(&mut self, text: &mut [u8]) {
        self.gcm.next::<true>(&mut self.state, text);
    }
    fn check_tag(&self, bytes: usize) -> Result<(), ParameterError> {
        ParameterError::check_length(Gcm::<C>::NAME, "tag", bytes, Gcm::<C>::TAG_BYTES)
    }
    fn tag(&mut self) -> Result<[u8; 16], StateError> {
        Ok(self.gcm.tag(&self.state))
    }
}

/// A message in CCM.
#[derive(Clone)]
pub(crate) struct CcmMessage<C: BlockOperations<Block = [u8; 16]>> {
    ccm: Ccm<C>,
    state: ccm::State,
    /// What was announced.
    message_bytes: u64,
    /// What of it is still to come.
    missing: u64,
    tag_bytes: usize,
}

impl<C: BlockOperations<Block = [u8; 16]>> Ccm<C> {
    /// Encrypts a message of `message_bytes` bytes, which comes piece by piece, with a tag of `tag_bytes` bytes.
    ///
    /// # Errors
    /// [`ParameterError::Length`] for a nonce or tag of another length, or a message that is too long for the nonce.
    pub fn encryptor(
        &self,
        nonce: &[u8],
        associated_data: &[u8],
        message_bytes: u64,
        tag_bytes: usize,
    ) -> Result<ModeEncryptor, ParameterError> {
        with_stack_wipe(CcmMessage::<C>::MADE, || {
            self.message(nonce, associated_data, message_bytes, tag_bytes).map(ModeEncryptor::new)
        })
    }

    /// Decrypts a message of `message_bytes` bytes, which comes piece by piece, with a tag of `tag_bytes` bytes; keeps
    /// it all until the tag has verified.
    ///
    /// # Errors
    /// As for [`encryptor`](Self::encryptor).
    pub fn decryptor(
        &self,
        nonce: &[u8],
        associated_data: &[u8],
        message_bytes: u64,
        tag_bytes: usize,
    ) -> Result<ModeDecryptor, ParameterError> {
        with_stack_wipe(CcmMessage::<C>::MADE, || {
            self.message(nonce, associated_data, message_bytes, tag_bytes).map(ModeDecryptor::new)
        })
    }

    /// A message that begins.
    pub(crate) fn message(
        &self,
        nonce: &[u8],
        associated_data: &[u8],
        message_bytes: u64,
        tag_bytes: usize,
    ) -> Result<CcmMessage<C>, ParameterError> {
        Self::check(nonce, message_bytes, tag_bytes)?;
        let state = self.begin(nonce, associated_data, message_bytes, tag_bytes);
        let ccm = self.clone();
        Ok(CcmMessage { ccm, state, message_bytes, missing: message_bytes, tag_bytes })
    }
}

impl<C: BlockOperations<Block = [u8; 16]>> CcmMessage<C> {
    /// The stack that is used where it is made: it is moved from frame to frame.
    const MADE: usize = VECTOR_STACK_BYTES + 4 * size_of::<Self>();
}

impl<C: BlockOperations<Block = [u8; 16]>> Message for CcmMessage<C> {
    fn frames(&self) -> usize {
        C::Engine::frames()
    }
    fn grow(&mut self, bytes: usize) -> Result<(), ParameterError> {
        let before = self.message_bytes - self.missing;
        check_message(Ccm::<C>::NAME, before, bytes, self.message_bytes)?;
        self.missing -= bytes as u64;
        Ok(())
    }
    fn encrypt(&mut self, text: &mut [u8]) {
        self.ccm.next::<false>(&mut self.state, text);
    }
    fn decrypt(&mut self, text: &mut [u8]) {
        self.ccm.next::<true>(&mut self.state, text);
    }
    fn check_tag(&self, bytes: usize) -> Result<(), ParameterError> {
        ParameterError::check_length(Ccm::<C>::NAME, "tag", bytes, Allowed::Exactly(self.tag_bytes))
    }
    fn tag(&mut self) -> Result<[u8; 16], StateError> {
        match self.missing {
            0 => Ok(self.ccm.tag(&self.state)),
            missing => Err(StateError::MessageIncomplete { algorithm: Ccm::<C>::NAME, missing }),
        }
    }
}

/// `Ok` when `more` bytes may follow the `before` of a message that has at most `longest`.
fn check_message(
    algorithm: &'static str,
    before: u64,
    more: usize,
    longest: u64,
) -> Result<(), ParameterError> {
    if more as u64 <= longest - before {
        return Ok(());
    }
    let in_memory = |bytes| usize::try_from(bytes).unwrap_or(usize::MAX);
    let given = in_memory(before.saturating_add(more as u64));
    let allowed = Allowed::AtMost(in_memory(longest));
    Err(ParameterError::Length { algorithm, what: "message", given, allowed })
}
