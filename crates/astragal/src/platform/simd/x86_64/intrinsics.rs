//! The instructions that the vector types are built over: the processor's, or with `--cfg astragal_model` those of
//! `model`.

#[cfg(not(astragal_model))]
pub(super) use core::arch::x86_64::*;

#[cfg(astragal_model)]
pub(super) use super::model::*;
