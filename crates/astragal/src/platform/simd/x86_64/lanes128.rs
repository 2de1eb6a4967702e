//! Registers as lanes of 16 bytes, and the methods that are one instruction each.

/// Lanes in a register: for each type its token, its lanes, its register and the instruction of XOR.
macro_rules! lanes_128 {
    ($($name:ident, $proof:ty, $lanes:literal, $register:ty, $xor:ident;)+) => { $(
        impl Lanes128 for $name {
            type Proof = $proof;
            const LANES: usize = $lanes;

            #[inline(always)]
            fn load(_: $proof, lanes: &[[u8; 16]]) -> Self {
                let (lanes, _) = lanes.as_chunks::<$lanes>();
                // SAFETY: both are as many bytes of any value.
                Self(unsafe { core::mem::transmute::<[[u8; 16]; $lanes], $register>(lanes[0]) })
            }
            #[inline(always)]
            fn store(self, lanes: &mut [[u8; 16]]) {
                let (lanes, _) = lanes.as_chunks_mut::<$lanes>();
                // SAFETY: both are as many bytes of any value.
                lanes[0] = unsafe { core::mem::transmute::<$register, [[u8; 16]; $lanes]>(self.0) };
            }
            #[inline(always)]
            fn xor(self, b: Self) -> Self {
                // SAFETY: `self` proves the instruction.
                Self(unsafe { $xor(self.0, b.0) })
            }
        }
    )+ };
}

/// Methods that are an instruction each, of a type whose values prove it.
macro_rules! instructions {
    ($($method:ident($($b:ident)?) $intrinsic:ident $(::<$number:literal>)? ($($c:expr)?)),+) => { $(
        #[inline(always)]
        fn $method(self $(, $b: Self)?) -> Self {
            // SAFETY: `self` proves the instruction.
            Self(unsafe { $intrinsic $(::<$number>)? (self.0 $(, $c)?) })
        }
    )+ };
}

pub(super) use {instructions, lanes_128};
