//! The processor, and the mathematics that families share.

pub(crate) mod backends;
pub(crate) mod cores;
pub(crate) mod cpu;
pub(crate) mod enter;
pub(crate) mod gf256;
pub(crate) mod simd;
pub(crate) mod stack;
pub(crate) mod unroll;
pub(crate) mod words;
