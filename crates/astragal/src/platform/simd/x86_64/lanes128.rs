//! Macros for vectors of 16-byte lanes in x86-64 registers.

/// Implements `Lanes128` for vector types. The arguments are the vector type, its token, the number of lanes, the
/// register type and the XOR intrinsic. A type whose instruction set can load and store part of a register has the
/// additional argument `masked`. A type whose instructions the compiler must not reorder has the additional argument
/// `ordered`.
macro_rules! lanes_128 {
    ($($name:ident, $proof:ty, $lanes:literal, $register:ty, $xor:ident $(, $more:ident)*;)+) => { $(
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
            $(#[cfg(not(astragal_model))] $more! { $name })*
        }
    )+ };
}

/// Defines the methods that load and store part of a 512-bit register.
#[cfg(not(astragal_model))]
macro_rules! masked {
    ($name:ident) => {
        #[inline(always)]
        fn load_up_to(_: Self::Proof, bytes: &[u8]) -> Self {
            // SAFETY: the instruction reads only the bytes whose bits in the mask are set. The token proves that the
            // CPU has the instruction.
            Self(unsafe { _mm512_maskz_loadu_epi8(first_bytes(bytes), bytes.as_ptr().cast()) })
        }
        #[inline(always)]
        fn store_up_to(self, bytes: &mut [u8]) {
            let mask = first_bytes(bytes);
            // SAFETY: the instruction writes only the bytes whose bits in the mask are set. `self` proves that the CPU
            // has the instruction.
            unsafe { _mm512_mask_storeu_epi8(bytes.as_mut_ptr().cast(), mask, self.0) };
        }
    };
}

/// Defines the method that fixes the order of 512-bit vectors.
#[cfg(not(astragal_model))]
macro_rules! ordered {
    ($name:ident) => {
        #[inline(always)]
        fn in_order(self) -> Self {
            // SAFETY: `self` proves that the CPU has the instructions.
            Self(unsafe { ordered_512(self.0) })
        }
    };
}

/// Returns a mask with one bit set for each byte of `bytes`, up to 64 bytes.
#[cfg(not(astragal_model))]
#[inline(always)]
pub(super) fn first_bytes(bytes: &[u8]) -> u64 {
    if bytes.len() < 64 { (1 << bytes.len()) - 1 } else { u64::MAX }
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
#[cfg(not(astragal_model))]
pub(super) use {masked, ordered};
