//! Macros for vectors of 16-byte lanes in x86-64 registers.

/// Implements `Lanes128`. Arguments: vector type, token, number of lanes, register type, XOR instruction.
macro_rules! lanes_128 {
    ($($name:ident, $proof:ty, $lanes:literal, $register:ty, $xor:ident;)+) => { $(
        impl Lanes128 for $name {
            type Proof = $proof;
            const LANES: usize = $lanes;

            #[inline(always)]
            fn load(_: $proof, lanes: &[[u8; 16]]) -> Self {
                let (lanes, _) = lanes.as_chunks::<$lanes>();
                // SAFETY: both types have the same size and accept any bit pattern.
                Self(unsafe { core::mem::transmute::<[[u8; 16]; $lanes], $register>(lanes[0]) })
            }
            #[inline(always)]
            fn store(self, lanes: &mut [[u8; 16]]) {
                let (lanes, _) = lanes.as_chunks_mut::<$lanes>();
                // SAFETY: both types have the same size and accept any bit pattern.
                lanes[0] = unsafe { core::mem::transmute::<$register, [[u8; 16]; $lanes]>(self.0) };
            }
            #[inline(always)]
            fn xor(self, b: Self) -> Self {
                // SAFETY: `self` proves that the CPU has the instruction.
                Self(unsafe { $xor(self.0, b.0) })
            }
        }
    )+ };
}

/// Defines methods that compile to one instruction each. A value of the vector type proves that the CPU has the
/// instruction.
macro_rules! instructions {
    ($($method:ident($($b:ident)?) $intrinsic:ident $(::<$number:literal>)? ($($c:expr)?)),+) => { $(
        #[inline(always)]
        fn $method(self $(, $b: Self)?) -> Self {
            // SAFETY: `self` proves that the CPU has the instruction.
            Self(unsafe { $intrinsic $(::<$number>)? (self.0 $(, $c)?) })
        }
    )+ };
}

pub(super) use {instructions, lanes_128};
