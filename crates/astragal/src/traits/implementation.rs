//! What the faces say of the code that runs an algorithm.

/// The code that runs an algorithm on this machine, and what its timing depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Implementation {
    /// The backend's name: `portable`, `avx2`, `avx512`, …
    pub backend: &'static str,
    /// What its timing depends on.
    pub timing: Timing,
}

impl Implementation {
    /// Portable code that neither branches on secrets nor uses them as memory indices.
    pub const PORTABLE: Self = Self { backend: "portable", timing: Timing::Constant };
}

/// What the timing of an implementation can tell about the data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Timing {
    /// Nothing but lengths: no branch and no memory index depends on data.
    Constant,
    /// Tables are indexed by data: the cache may betray it.
    TableBased,
    /// The algorithm itself rotates, multiplies or branches by data.
    DataDependent,
}

impl Timing {
    /// `constant-time`, `table-based` or `data-dependent`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Constant => "constant-time",
            Self::TableBased => "table-based",
            Self::DataDependent => "data-dependent",
        }
    }
}
