//! Intrinsics that the vector types use: those of `core::arch`, or the functions of `model` with `--cfg
//! astragal_model`.

#[cfg(not(astragal_model))]
pub(super) use core::arch::x86_64::*;

#[cfg(astragal_model)]
pub(super) use super::model::*;
