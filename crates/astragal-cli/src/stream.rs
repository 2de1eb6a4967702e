//! A file on its way through an algorithm, and what comes out.

use astragal::registry::{DynHash, DynMac, DynXof, xof};

/// An algorithm that takes input.
pub(crate) enum Stream {
    Hash(Box<dyn DynHash>),
    /// From byte `seek` of the output on.
    Xof {
        xof: Box<dyn DynXof>,
        output_bytes: usize,
        seek: u64,
    },
    Mac(Box<dyn DynMac>),
}

/// Whether a tree hash may use the cores that nobody else needs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Parallel {
    No,
    Yes,
}

impl Stream {
    /// Whether the length of the input must be announced before its first byte.
    pub(crate) fn needs_length(&self) -> bool {
        matches!(self, Self::Xof { xof, .. } if xof.row().takes.items)
    }

    /// Whether several cores can work on one input.
    pub(crate) fn is_tree(&self) -> bool {
        match self {
            Self::Hash(hash) => xof(hash.name()).is_ok_and(|row| row.takes.cores),
            Self::Xof { xof, .. } => xof.row().takes.cores,
            Self::Mac(_) => false,
        }
    }

    /// Announces the length of the whole input, to those that must know it.
    pub(crate) fn begin(&mut self, bytes: u64) -> anyhow::Result<()> {
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

    /// The state as bytes; an error where it holds a key.
    pub(crate) fn export(&self) -> anyhow::Result<Vec<u8>> {
        match self {
            Self::Hash(hash) => Ok(hash.export_state()?),
            Self::Xof { xof, .. } => Ok(xof.export_state()?),
            Self::Mac(_) => Err(anyhow::anyhow!("the state of a code holds its key")),
        }
    }

    /// Takes the place of the stream whose state that is.
    pub(crate) fn import(&mut self, state: &[u8]) -> anyhow::Result<()> {
        match self {
            Self::Hash(hash) => Ok(hash.import_state(state)?),
            Self::Xof { xof, .. } => Ok(xof.import_state(state)?),
            Self::Mac(_) => Err(anyhow::anyhow!("the state of a code holds its key")),
        }
    }

    /// Ends the input.
    pub(crate) fn finish(self) -> anyhow::Result<StreamOutput> {
        match self {
            Self::Hash(mut hash) => Ok(StreamOutput::Whole(hash.finalize_reset())),
            Self::Mac(mut mac) => Ok(StreamOutput::Whole(mac.finalize_reset()?)),
            Self::Xof { mut xof, output_bytes, seek } => {
                if seek > 0 {
                    xof.skip(seek)?;
                }
                if output_bytes > PIECE_BYTES {
                    return Ok(StreamOutput::Long { xof, output_bytes });
                }
                let mut output = vec![0; output_bytes];
                xof.squeeze(&mut output)?;
                Ok(StreamOutput::Whole(output))
            }
        }
    }
}

/// A digest, a tag, or output that may be longer than memory.
pub(crate) enum StreamOutput {
    Whole(Vec<u8>),
    /// Still to be squeezed.
    Long {
        xof: Box<dyn DynXof>,
        output_bytes: usize,
    },
}

/// Divisible by 3, so that base64 can be written piece by piece.
const PIECE_BYTES: usize = 3 << 14;

impl StreamOutput {
    /// Hands the output to `consume`, in pieces.
    pub(crate) fn pieces(
        self,
        mut consume: impl FnMut(&[u8]) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        match self {
            Self::Whole(output) => consume(&output),
            Self::Long { mut xof, output_bytes } => {
                let mut piece = vec![0; PIECE_BYTES];
                let mut left = output_bytes;
                while left > 0 {
                    let bytes = left.min(PIECE_BYTES);
                    xof.squeeze(&mut piece[..bytes])?;
                    consume(&piece[..bytes])?;
                    left -= bytes;
                }
                Ok(())
            }
        }
    }

    /// The output in memory.
    pub(crate) fn whole(self) -> anyhow::Result<Vec<u8>> {
        if let Self::Whole(output) = self {
            return Ok(output);
        }
        let mut output = Vec::new();
        self.pieces(|piece| {
            output.extend_from_slice(piece);
            Ok(())
        })?;
        Ok(output)
    }
}
