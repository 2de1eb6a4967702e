//! Vector types of WebAssembly, named by element and count: `u32x4` has four 32-bit words. A module compiled with
//! vector instructions may use them everywhere, so the intrinsics are safe functions.

mod u32x4;
mod u64x2;
mod u64x4;

pub(crate) use u32x4::U32x4;
pub(crate) use u64x2::U64x2;
pub(crate) use u64x4::U64x4;
