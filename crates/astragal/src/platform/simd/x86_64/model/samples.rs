//! Test arguments for comparing the models with the instructions.

use core::arch::x86_64 as real;

use super::Register;

/// Argument or result of a modelled intrinsic. It can be converted to the type that the real intrinsic uses.
pub(super) trait Sample: Copy {
    /// Type that the real intrinsic uses for this argument or result.
    type Real;
    /// Takes the next argument from `samples`.
    fn sample(samples: &mut Samples) -> Self;
    /// Converts the value to the type of the real intrinsic.
    fn real(self) -> Self::Real;
    /// Returns whether this result of the model has the same bits as `real`, the result of the real intrinsic.
    fn is(self, real: Self::Real) -> bool;
}

/// Generator of the test arguments for one test round.
pub(super) struct Samples {
    round: u32,
    argument: u32,
    seed: u64,
}

impl Samples {
    /// Number of test rounds. The rounds form four groups, which differ in the first two arguments of the tested
    /// function:
    ///
    /// - all pairs of bytes at the same index, which is exhaustive for bytewise operations;
    /// - one nonzero byte per lane, in the first argument and then in the second. This is exhaustive for XORs of
    ///   functions of one byte, such as AES rounds;
    /// - one bit per lane in both arguments, which is exhaustive for bilinear maps such as carry-less products and
    ///   GFNI's maps;
    /// - random bytes and boundary values.
    pub(super) const ROUNDS: u32 = Self::BITS + 2048;
    const PAIRS: u32 = 1 << 12;
    const BYTES: u32 = Self::PAIRS + (1 << 13);
    const BITS: u32 = Self::BYTES + (1 << 14);

    pub(super) fn new(round: u32) -> Self {
        Self { round, argument: 0, seed: u64::from(round) + 1 }
    }

    pub(super) fn next<T: Sample>(&mut self) -> T {
        let value = T::sample(self);
        self.argument += 1;
        value
    }

    fn word(&mut self) -> u64 {
        // Applies the finalizer of SplitMix64 to a counter, to get pseudorandom bits.
        self.seed = self.seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.seed ^ self.seed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    fn byte(&mut self, place: usize) -> u8 {
        const EDGES: [u8; 8] = [0, 1, 0x7f, 0x80, 0x81, 0xfe, 0xff, 0x10];
        let [number, page, ..] = self.round.to_le_bytes();
        let place_in_lane = place.to_le_bytes()[0] % 16;
        match (self.argument, self.round) {
            (0, ..Self::PAIRS) => number,
            (1, ..Self::PAIRS) => 16 * page + place_in_lane,
            (argument @ (0 | 1), Self::PAIRS..Self::BYTES) => {
                let round = self.round - Self::PAIRS;
                let is_here = round >> 12 == argument && page % 16 == place_in_lane;
                if is_here { number } else { 0 }
            }
            (argument @ (0 | 1), Self::BYTES..Self::BITS) => {
                let bit = ((self.round - Self::BYTES) >> (7 * argument)).to_le_bytes()[0] % 128;
                if bit / 8 == place_in_lane { 1 << (bit % 8) } else { 0 }
            }
            _ => {
                let [byte, edge, kind, ..] = self.word().to_le_bytes();
                if kind % 4 == 0 { EDGES[usize::from(edge % 8)] } else { byte }
            }
        }
    }
}

macro_rules! registers {
    ($($bytes:literal $real:ident)+) => { $(
        impl Sample for Register<$bytes> {
            type Real = real::$real;
            fn sample(samples: &mut Samples) -> Self {
                Register(core::array::from_fn(|i| samples.byte(i)))
            }
            fn real(self) -> Self::Real {
                // SAFETY: both types have the same size and accept any bit pattern.
                unsafe { core::mem::transmute::<[u8; $bytes], real::$real>(self.0) }
            }
            fn is(self, real: Self::Real) -> bool {
                // SAFETY: both types have the same size and accept any bit pattern.
                self.0 == unsafe { core::mem::transmute::<real::$real, [u8; $bytes]>(real) }
            }
        }
    )+ };
}

registers!(16 __m128i 32 __m256i 64 __m512i);

macro_rules! numbers {
    ($($number:ident)+) => { $(
        impl Sample for $number {
            type Real = Self;
            #[allow(clippy::cast_possible_truncation, reason = "the sample can be any value")]
            fn sample(samples: &mut Samples) -> Self {
                samples.word() as Self
            }
            fn real(self) -> Self {
                self
            }
            fn is(self, real: Self) -> bool {
                self == real
            }
        }
    )+ };
}

numbers!(i8 i32 i64 u16 u64);

/// Compares an intrinsic and its model in every round. The caller must have detected the instruction set on this CPU.
macro_rules! compare {
    ($name:ident [$($number:literal)?] ($($argument:ident: $from:ty),*)) => {
        for round in 0..super::samples::Samples::ROUNDS {
            use super::samples::Sample as _;
            #[allow(unused_mut, unused_variables, reason = "some intrinsics have no parameters")]
            let mut samples = super::samples::Samples::new(round);
            $( let $argument: $from = samples.next(); )*
            // SAFETY: calling the model is always safe; the token proves that the CPU has the instruction.
            let (model, real) = unsafe {
                (
                    $name::<$($number)?>($($argument),*),
                    core::arch::x86_64::$name::<$($number)?>($($argument.real()),*),
                )
            };
            assert!(model.is(real), "{} {:?}", stringify!($name), ($(&$argument,)*));
        }
    };
}

pub(super) use compare;
