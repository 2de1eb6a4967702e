//! Decodes the parameters that JavaScript encodes. Each parameter is encoded as a letter that identifies it, the length
//! of the value in 4 bytes, and the value. A numeric value has 8 bytes. Lengths and numbers are little-endian.

use astragal::registry::{HashParams, MacParams, XofParams};
#[cfg(feature = "passwords")]
use astragal::registry::{HkdfStep, KdfParams};

/// Encoded parameters, as `core.js` writes them.
#[derive(Clone, Copy)]
pub(crate) struct Params<'a>(&'a [u8]);

impl<'a> Params<'a> {
    pub(crate) fn read(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    /// Returns the value of the parameter that `letter` identifies.
    pub(crate) fn bytes(self, letter: u8) -> Option<&'a [u8]> {
        let mut remaining = self.0;
        while let Some((&[found, a, b, c, d], after)) = remaining.split_first_chunk() {
            let length = u32::from_le_bytes([a, b, c, d]) as usize;
            let (value, after) = after.split_at_checked(length)?;
            if found == letter {
                return Some(value);
            }
            remaining = after;
        }
        None
    }

    /// Returns the value of the numeric parameter that `letter` identifies.
    pub(crate) fn number(self, letter: u8) -> Option<u64> {
        self.bytes(letter)?.try_into().ok().map(u64::from_le_bytes)
    }

    /// Returns the value of a parameter that is a length. If the length does not fit into `usize`, returns
    /// `usize::MAX`, which the algorithm rejects.
    pub(crate) fn length(self, letter: u8) -> Option<usize> {
        self.number(letter).map(|number| usize::try_from(number).unwrap_or(usize::MAX))
    }

    /// Returns the value of the text parameter that `letter` identifies.
    #[cfg(feature = "passwords")]
    pub(crate) fn text(self, letter: u8) -> &'a str {
        str::from_utf8(self.bytes(letter).unwrap_or_default()).unwrap_or_default()
    }

    /// Returns the value of a 32-bit parameter. If the value needs more than 32 bits, returns `u32::MAX`, which the
    /// algorithm rejects.
    #[cfg(feature = "passwords")]
    pub(crate) fn number_32(self, letter: u8) -> Option<u32> {
        self.number(letter).map(|number| u32::try_from(number).unwrap_or(u32::MAX))
    }

    /// Returns the key, or the password or input key of a key derivation.
    pub(crate) fn key(self) -> &'a [u8] {
        self.bytes(b'k').unwrap_or_default()
    }

    /// Returns the nonce or the initialization vector.
    #[cfg(feature = "aeads")]
    pub(crate) fn nonce(self) -> &'a [u8] {
        self.bytes(b'n').unwrap_or_default()
    }

    /// Returns the associated data of an authenticated cipher.
    #[cfg(feature = "aeads")]
    pub(crate) fn associated_data(self) -> &'a [u8] {
        self.bytes(b'A').unwrap_or_default()
    }

    #[allow(clippy::needless_update, reason = "`HashParams` has more fields if BLAKE2 is enabled")]
    pub(crate) fn of_hash(self) -> HashParams<'a> {
        HashParams {
            digest_bytes: self.length(b'd'),
            key: self.bytes(b'k'),
            salt: self.bytes(b's'),
            personal: self.bytes(b'p'),
            public_key: self.bytes(b'u'),
            key_id: self.bytes(b'i'),
            nonce: self.bytes(b'n'),
            ..HashParams::default()
        }
    }

    pub(crate) fn of_xof(self) -> XofParams<'a> {
        XofParams {
            key: self.bytes(b'k'),
            custom: self.bytes(b'c'),
            function_name: self.bytes(b'f'),
            // A number above 255 does not fit into a byte. It is replaced with 255, which TurboSHAKE rejects too.
            domain: self.number(b'D').map(|byte| u8::try_from(byte).unwrap_or(u8::MAX)),
            block_bytes: self.length(b'b'),
            output_bytes: self.length(b'o'),
        }
    }

    pub(crate) fn of_mac(self) -> MacParams<'a> {
        MacParams { custom: self.bytes(b'c'), tag_bytes: self.length(b't') }
    }

    #[cfg(feature = "passwords")]
    pub(crate) fn of_kdf(self) -> KdfParams<'a> {
        let mut params = KdfParams::default();
        params.salt = self.bytes(b's');
        params.info = self.bytes(b'i');
        params.label = self.bytes(b'l');
        params.secret = self.bytes(b'S');
        params.associated_data = self.bytes(b'A');
        params.iterations = self.number_32(b'I');
        params.n = self.number(b'N');
        params.r = self.number_32(b'R');
        params.p = self.number_32(b'P');
        params.m = self.number_32(b'M');
        params.t = self.number_32(b'T');
        params.version = self.number_32(b'V');
        params.memory_limit = self.number(b'L');
        params.step = match self.number(b'x') {
            Some(1) => HkdfStep::Extract,
            Some(2) => HkdfStep::Expand,
            _ => HkdfStep::ExtractAndExpand,
        };
        params.allow_short_salt = self.number(b'a') == Some(1);
        params
    }
}
