//! Intrinsics that the vector types use: the functions of `core::arch`, or with `--cfg astragal_model` the functions of
//! `model`.

#[cfg(not(astragal_model))]
pub(super) use core::arch::x86_64::*;

#[cfg(astragal_model)]
pub(super) use super::model::*;
