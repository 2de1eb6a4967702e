//! Macro for the affine maps of GFNI.

/// Applies the GFNI instruction `$instruction` to a register and adds the constant of the affine map `$map`. GFNI
/// requires this constant as an immediate operand. The macro has one case for each constant of Camellia, SM4, ARIA and
/// AES. It adds any other constant with a separate XOR.
macro_rules! affine_image {
    ($vector:ident, $instruction:ident, $matrix:expr, $map:ident) => {
        $crate::platform::simd::x86_64::gfni::by_constant!(
            $vector, $instruction, $matrix, $map,
            [0 0x05 0x08 0x2c 0x37 0x3e 0x62 0x63 0x6e 0x9d 0xd3 0xdc 0xe2 0xf1]
        )
    };
}

macro_rules! by_constant {
    ($vector:ident, $instruction:ident, $matrix:expr, $map:ident, [$($constant:literal)+]) => {
        match $map.constant.cast_unsigned() {
            $($constant => $vector.with($instruction::<$constant>($vector.0, $matrix)),)+
            _ => $vector.with($instruction::<0>($vector.0, $matrix)).add_constant($map.constant),
        }
    };
}

pub(super) use {affine_image, by_constant};
