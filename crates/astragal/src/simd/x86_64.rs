//! The vector types of x86-64.

pub(crate) mod m128;
mod u64x2_vl;
mod u64x4;
mod u64x4_vl;
mod u64x8;

pub(crate) use u64x2_vl::U64x2Vl;
pub(crate) use u64x4::U64x4;
pub(crate) use u64x4_vl::U64x4Vl;
pub(crate) use u64x8::U64x8;
