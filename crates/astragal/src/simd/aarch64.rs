//! The vector types of aarch64.

pub(crate) mod q;
