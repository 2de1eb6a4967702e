//! Registry rows of Ascon-PRF, Ascon-MAC and Ascon-PRFshort.

use core::fmt::Debug;
use zeroize::{Zeroize, Zeroizing};

use super::object::{Authenticate, object};
use super::row::{Constructor, MacRow};
use crate::algorithm::ascon::backend::Backend;
use crate::algorithm::ascon::v12::prf;
use crate::error::{Allowed, ParameterError};
use crate::mac::{AsconMac, AsconPrf, AsconPrfShort, Mac};
use crate::registry::info::Status;
use crate::traits::state::{Fields, SerializeState as _, Serialized};

impl Authenticate for AsconPrf {
    fn stack(&self) -> usize {
        prf::STACK_BYTES
    }
    fn update(&mut self, data: &[u8]) {
        self.0.absorb(data);
    }
    fn finalize_into(&mut self, tag: &mut [u8]) -> Result<(), ParameterError> {
        self.0.end().0.squeeze(tag);
        Ok(())
    }
    fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized {
        self.0.serialize(fields)
    }
}

impl Authenticate for AsconMac {
    fn stack(&self) -> usize {
        prf::STACK_BYTES
    }
    fn update(&mut self, data: &[u8]) {
        self.0.absorb(data);
    }
    fn finalize_into(&mut self, tag: &mut [u8]) -> Result<(), ParameterError> {
        self.0.end().0.squeeze(tag);
        Ok(())
    }
    fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized {
        self.0.serialize(fields)
    }
}

/// Ascon-PRFshort state. Buffers the whole message, which is at most 16 bytes long.
#[derive(Clone)]
struct BufferedPrfShort {
    prf: AsconPrfShort,
    message: [u8; AsconPrfShort::LONGEST_MESSAGE_BYTES],
    /// Message length in bytes, including the bytes that did not fit in the buffer.
    length: usize,
}

impl Authenticate for BufferedPrfShort {
    fn stack(&self) -> usize {
        prf::STACK_BYTES
    }
    fn update(&mut self, data: &[u8]) {
        let free = self.message.get_mut(self.length..).unwrap_or_default();
        for (free_byte, byte) in free.iter_mut().zip(data) {
            *free_byte = *byte;
        }
        self.length = self.length.saturating_add(data.len());
    }
    fn finalize_into(&mut self, tag: &mut [u8]) -> Result<(), ParameterError> {
        let too_long = ParameterError::Length {
            algorithm: ASCON_PRFSHORT.info.name,
            what: "message",
            given: self.length,
            allowed: Allowed::AtMost(AsconPrfShort::LONGEST_MESSAGE_BYTES),
        };
        let message = self.message.get(..self.length).ok_or(too_long)?;
        tag.copy_from_slice(&self.prf.tag(message)[..tag.len()]);
        Ok(())
    }
    fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized {
        self.prf.serialize(fields)?;
        self.message.serialize(fields)?;
        fields.size(&mut self.length)
    }
}

impl Debug for BufferedPrfShort {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("AsconPrfShort { .. }")
    }
}

impl Drop for BufferedPrfShort {
    fn drop(&mut self) {
        self.message.zeroize();
    }
}

/// Copies an Ascon key. The caller must have checked the length.
fn ascon_key(key: &[u8]) -> Zeroizing<[u8; 16]> {
    let mut array = Zeroizing::new([0; 16]);
    array.copy_from_slice(key);
    array
}

pub(super) const ASCON_MAC: MacRow = MacRow::of::<AsconMac>(
    Allowed::Exactly(16),
    Allowed::Exactly(AsconMac::TAG_BYTES),
    |row, key, _, tag_bytes, request| {
        object(row, prf::STACK_BYTES, || AsconMac::keyed(&ascon_key(key)), tag_bytes, request);
    },
)
.with(Status::Legacy, &[]);

/// Creates the registry row for a MAC defined in the Ascon-MAC paper. `tag_bytes` specifies the allowed tag lengths in
/// bytes.
const fn ascon_row(name: &'static str, tag_bytes: Allowed, new: Constructor) -> MacRow {
    let names = (name, AsconMac::FAMILY, AsconMac::STANDARD);
    let tags = (AsconMac::TAG_BYTES, tag_bytes);
    let row = MacRow::new(names, Allowed::Exactly(16), tags, Backend::implementation, new);
    row.with(Status::Legacy, &[])
}

pub(in crate::registry) const ASCON_PRF: MacRow =
    ascon_row("ascon-prf", Allowed::AtLeast(0), |row, key, _, tag_bytes, request| {
        object(row, prf::STACK_BYTES, || AsconPrf::keyed(&ascon_key(key)), tag_bytes, request);
    });

pub(super) const ASCON_PRFSHORT: MacRow = MacRow {
    message_bytes: Allowed::AtMost(AsconPrfShort::LONGEST_MESSAGE_BYTES),
    ..ascon_row("ascon-prfshort", Allowed::Between(1, 16), |row, key, _, tag_bytes, request| {
        let keyed = || BufferedPrfShort {
            prf: AsconPrfShort::keyed(&ascon_key(key)),
            message: [0; 16],
            length: 0,
        };
        object(row, prf::STACK_BYTES, keyed, tag_bytes, request);
    })
};
