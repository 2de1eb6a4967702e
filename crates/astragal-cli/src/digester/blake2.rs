//! BLAKE2 of the lengths that have no row of their own, as `b2sum -l 200` has them.

use astragal::error::{ImportError, ParameterError, StateError};
use astragal::hash::{Blake2Params, Blake2b, Blake2s};
use astragal::hazmat::state::Portable as _;
use astragal::registry::{self, normalize};

/// BLAKE2b or BLAKE2s.
#[derive(Clone, Copy)]
pub(crate) enum Blake2 {
    B,
    S,
}

/// A message under way.
pub(crate) enum Blake2Stream {
    B(Box<Blake2b>),
    S(Box<Blake2s>),
}

/// Shorter digests are not believed from a tagged line alone.
pub(super) const LEAST_BELIEVED_BYTES: usize = 16;

impl Blake2 {
    /// `blake2b` and a length, or `blake2b-200`; nothing where the registry has it or BLAKE2 does not.
    pub(super) fn of(name: &str, length: Option<usize>) -> Option<(Self, usize)> {
        let name = normalize(name);
        [Self::B, Self::S].into_iter().find_map(|core| {
            let rest = name.strip_prefix(core.name())?;
            let named = match rest.strip_prefix('-') {
                None if rest.is_empty() => length?,
                None => return None,
                Some(bits) => bits.parse::<usize>().ok().filter(|bits| bits.is_multiple_of(8))? / 8,
            };
            let has_row = registry::hash(&format!("{}-{}", core.name(), 8 * named as u128)).is_ok();
            let is_new = !has_row && core.stream(named).is_ok();
            (is_new && length.is_none_or(|length| length == named)).then_some((core, named))
        })
    }

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::B => "blake2b",
            Self::S => "blake2s",
        }
    }

    pub(super) fn stream(self, bytes: usize) -> Result<Blake2Stream, ParameterError> {
        let params = Blake2Params::new(bytes);
        Ok(match self {
            Self::B => Blake2Stream::B(Blake2b::new(&params)?.into()),
            Self::S => Blake2Stream::S(Blake2s::new(&params)?.into()),
        })
    }
}

impl Blake2Stream {
    pub(crate) fn update(&mut self, data: &[u8]) {
        match self {
            Self::B(hash) => hash.update(data),
            Self::S(hash) => hash.update(data),
        }
    }

    pub(crate) fn export(&self) -> Result<Vec<u8>, StateError> {
        match self {
            Self::B(hash) => hash.export_state(),
            Self::S(hash) => hash.export_state(),
        }
    }

    pub(crate) fn import(&mut self, state: &[u8]) -> Result<(), ImportError> {
        match self {
            Self::B(hash) => **hash = Blake2b::import_state(state)?,
            Self::S(hash) => **hash = Blake2s::import_state(state)?,
        }
        Ok(())
    }

    pub(crate) fn finish(self) -> Result<Vec<u8>, ParameterError> {
        match self {
            Self::B(mut hash) => {
                let mut digest = vec![0; hash.digest_bytes()];
                hash.finalize_into_reset(&mut digest).map(|()| digest)
            }
            Self::S(mut hash) => {
                let mut digest = vec![0; hash.digest_bytes()];
                hash.finalize_into_reset(&mut digest).map(|()| digest)
            }
        }
    }
}
