//! Streaming computation of a hash, XOF or MAC.

use astragal::registry::{DynHash, DynMac, DynXof, xof};

/// Streaming state of a hash, an extendable-output function or a MAC.
pub(crate) enum Hasher {
    Hash(Box<dyn DynHash>),
    /// Extendable-output function. `seek` is the number of output bytes to skip.
    Xof {
        xof: Box<dyn DynXof>,
        output_bytes: usize,
        seek: u64,
    },
    Mac(Box<dyn DynMac>),
}

/// Whether one call may hash with several threads.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Parallel {
    No,
    Yes,
}

impl Hasher {
    /// Returns whether the input length must be known before hashing starts, as for TupleHash.
    pub(crate) fn needs_length(&self) -> bool {
        matches!(self, Self::Xof { xof, .. } if xof.row().takes.items)
    }

    /// Returns whether this is a tree hash, which can hash one input with several threads.
    pub(crate) fn is_tree(&self) -> bool {
        match self {
            Self::Hash(hash) => xof(hash.name()).is_ok_and(|row| row.takes.cores),
            Self::Xof { xof, .. } => xof.row().takes.cores,
            Self::Mac(_) => false,
        }
    }

    /// Sets the length of the input in bytes. Has an effect only if [`Self::needs_length`] returns `true`.
    pub(crate) fn set_length(&mut self, bytes: u64) -> anyhow::Result<()> {
        match self {
            Self::Hash(_) | Self::Mac(_) => Ok(()),
            Self::Xof { xof, .. } if xof.row().takes.items => Ok(xof.begin_item(bytes)?),
            Self::Xof { .. } => Ok(()),
        }
    }

    pub(crate) fn update(&mut self, data: &[u8], parallel: Parallel) -> anyhow::Result<()> {
        match (self, parallel) {
            (Self::Hash(hash), Parallel::No) => hash.update(data),
            (Self::Hash(hash), Parallel::Yes) => hash.update_parallel(data),
            (Self::Xof { xof, .. }, Parallel::No) => xof.absorb(data)?,
            (Self::Xof { xof, .. }, Parallel::Yes) => xof.absorb_parallel(data)?,
            (Self::Mac(mac), _) => mac.update(data),
        }
        Ok(())
    }

    /// Serializes the state.
    ///
    /// # Errors
    /// Returns an error if the algorithm is a MAC, because its state contains the key.
    pub(crate) fn export(&self) -> anyhow::Result<Vec<u8>> {
        match self {
            Self::Hash(hash) => Ok(hash.export_state()?),
            Self::Xof { xof, .. } => Ok(xof.export_state()?),
            Self::Mac(_) => {
                Err(anyhow::anyhow!("cannot save the state of a MAC: it contains the key"))
            }
        }
    }

    /// Restores a serialized state.
    ///
    /// # Errors
    /// Returns an error if `state` is damaged or belongs to another algorithm, or if the algorithm is a MAC.
    pub(crate) fn import(&mut self, state: &[u8]) -> anyhow::Result<()> {
        match self {
            Self::Hash(hash) => Ok(hash.import_state(state)?),
            Self::Xof { xof, .. } => Ok(xof.import_state(state)?),
            Self::Mac(_) => {
                Err(anyhow::anyhow!("cannot save the state of a MAC: it contains the key"))
            }
        }
    }

    /// Ends the message and returns the output.
    pub(crate) fn finish(self) -> anyhow::Result<HashOutput> {
        match self {
            Self::Hash(mut hash) => Ok(HashOutput::Whole(hash.finalize_reset())),
            Self::Mac(mut mac) => Ok(HashOutput::Whole(mac.finalize_reset()?)),
            Self::Xof { mut xof, output_bytes, seek } => {
                if seek > 0 {
                    xof.skip(seek)?;
                }
                if output_bytes > BUFFER_BYTES {
                    return Ok(HashOutput::Long { xof, output_bytes });
                }
                let mut output = vec![0; output_bytes];
                xof.squeeze(&mut output)?;
                Ok(HashOutput::Whole(output))
            }
        }
    }
}

/// Output of a hash, MAC or XOF. The output of an XOF may not fit into memory, so it is squeezed in pieces.
pub(crate) enum HashOutput {
    Whole(Vec<u8>),
    /// XOF whose output has not been computed yet.
    Long {
        xof: Box<dyn DynXof>,
        output_bytes: usize,
    },
}

/// Size of an output piece in bytes. It is a multiple of 3, so that each piece can be encoded in base64 separately.
const BUFFER_BYTES: usize = 3 << 14;

impl HashOutput {
    /// Passes the output to `consume` in pieces.
    pub(crate) fn for_each_piece(
        self,
        mut consume: impl FnMut(&[u8]) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        match self {
            Self::Whole(output) => consume(&output),
            Self::Long { mut xof, output_bytes } => {
                let mut buffer = vec![0; BUFFER_BYTES];
                let mut remaining = output_bytes;
                while remaining > 0 {
                    let piece = &mut buffer[..remaining.min(BUFFER_BYTES)];
                    xof.squeeze(piece)?;
                    consume(piece)?;
                    remaining -= piece.len();
                }
                Ok(())
            }
        }
    }

    /// Returns the whole output in memory.
    pub(crate) fn into_bytes(self) -> anyhow::Result<Vec<u8>> {
        if let Self::Whole(output) = self {
            return Ok(output);
        }
        let mut output = Vec::new();
        self.for_each_piece(|piece| {
            output.extend_from_slice(piece);
            Ok(())
        })?;
        Ok(output)
    }
}
