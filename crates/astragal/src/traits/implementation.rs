//! Description of the active backend of an algorithm.

/// Backend that runs an algorithm on this machine, and its timing behavior.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Implementation {
    /// Backend name: `portable`, `avx2`, `avx512`, …
    pub backend: &'static str,
    /// Timing behavior.
    pub timing: Timing,
}

impl Implementation {
    /// Portable code that neither branches on secrets nor uses them as memory indices.
    pub const PORTABLE: Self = Self { backend: "portable", timing: Timing::Constant };
}

/// Information about data that the timing of an implementation may leak.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Timing {
    /// Only lengths: no branch and no memory index depends on data.
    Constant,
    /// Tables are indexed by data, which may leak through the cache.
    TableBased,
    /// The algorithm itself rotates, multiplies or branches depending on data.
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
