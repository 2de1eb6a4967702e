//! Description of the active backend of an algorithm.

/// Backend that runs an algorithm on this machine, with its timing behaviour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Implementation {
    /// Backend name: `portable`, `avx2`, `avx512`, …
    pub backend: &'static str,
    /// Timing behaviour of the backend.
    pub timing: Timing,
}

impl Implementation {
    /// Portable code that neither branches on secrets nor uses them as memory indices.
    pub const PORTABLE: Self = Self { backend: "portable", timing: Timing::Constant };
}

/// Timing behaviour of an implementation: which data its running time may leak.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Timing {
    /// Leaks only lengths: no branch and no memory index depends on data.
    Constant,
    /// May leak data through the cache: the data is used as a table index.
    TableBased,
    /// May leak data: the algorithm itself has rotations, multiplications or branches that depend on data.
    DataDependent,
}

impl Timing {
    /// Returns `constant-time`, `table-based` or `data-dependent`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Constant => "constant-time",
            Self::TableBased => "table-based",
            Self::DataDependent => "data-dependent",
        }
    }
}
