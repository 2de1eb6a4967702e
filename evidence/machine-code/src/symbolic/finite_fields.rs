//! Byte tables, affine maps, polynomials over GF(2) and rounds of AES.

use std::sync::LazyLock;

use iced_x86::Mnemonic as M;

use super::Symbolic;
use super::operands::constant;
use crate::graph::{Bit, ZERO};
use crate::instructions as model;

impl Symbolic {
    /// Applies a table to one byte.
    pub(super) fn bytewise(&mut self, byte: &[Bit], table: &[u8; 256]) -> Vec<Bit> {
        (0..8).map(|n| self.graph.table(byte, &|index| table[index] >> n & 1 == 1)).collect()
    }

    pub(super) fn affine(&mut self, byte: &[Bit], matrix: &[Bit], constant: u8) -> Vec<Bit> {
        (0..8)
            .map(|n| {
                let row = &matrix[8 * (7 - n)..8 * (7 - n) + 8];
                (0..8).fold((constant >> n & 1).into(), |sum, k| {
                    let product = self.graph.and(row[k], byte[k]);
                    self.graph.xor(sum, product)
                })
            })
            .collect()
    }

    /// Multiplies two polynomials over GF(2). The bits of `a` and `b` are the coefficients.
    pub(super) fn product(&mut self, a: &[Bit], b: &[Bit]) -> Vec<Bit> {
        let mut sums = vec![ZERO; a.len() + b.len() - 1];
        for (n, &a) in a.iter().enumerate().filter(|(_, a)| **a != ZERO) {
            for (k, &b) in b.iter().enumerate() {
                let product = self.graph.and(a, b);
                sums[n + k] = self.graph.xor(sums[n + k], product);
            }
        }
        sums
    }

    /// Multiplies in GF(2^8) with the polynomial of AES.
    pub(super) fn byte_product(&mut self, a: &[Bit], b: &[Bit]) -> Vec<Bit> {
        let mut bits = self.product(a, b);
        for n in (8..15).rev() {
            for place in [n - 8, n - 7, n - 5, n - 4] {
                bits[place] = self.graph.xor(bits[place], bits[n]);
            }
        }
        bits.truncate(8);
        bits
    }

    /// Computes one round of AES (FIPS 197 §5.1, §5.3) with the round key `key`.
    pub(super) fn aes(&mut self, mnemonic: M, state: &[Bit], key: &[Bit]) -> Vec<Bit> {
        let is_forward =
            matches!(mnemonic, M::Aesenc | M::Vaesenc | M::Aesenclast | M::Vaesenclast);
        let is_last =
            matches!(mnemonic, M::Aesenclast | M::Vaesenclast | M::Aesdeclast | M::Vaesdeclast);
        let sbox = if is_forward { &AES_SBOX } else { &AES_INVERSE_SBOX };
        let mut bytes: Vec<Vec<Bit>> = (0..16)
            .map(|n| {
                let (row, column) = (n % 4, n / 4);
                let from = if is_forward { column + row } else { column + 4 - row } % 4;
                self.bytewise(&state[8 * (row + 4 * from)..][..8], sbox)
            })
            .collect();
        if !is_last {
            let factors: [u8; 4] = if is_forward { [2, 3, 1, 1] } else { [14, 11, 13, 9] };
            bytes = (0..16)
                .map(|n| {
                    (0..4).fold(vec![ZERO; 8], |sum, k| {
                        let factor = constant(factors[k].into(), 8);
                        let product = self.byte_product(&factor, &bytes[n / 4 * 4 + (n + k) % 4]);
                        sum.iter().zip(&product).map(|(&a, &b)| self.graph.xor(a, b)).collect()
                    })
                })
                .collect();
        }
        bytes.concat().iter().zip(key).map(|(&a, &b)| self.graph.xor(a, b)).collect()
    }
}

pub(super) static INVERSES: LazyLock<[u8; 256]> = LazyLock::new(|| {
    const IDENTITY: u64 = 0x0102_0408_1020_4080;
    let matrix: [u8; 64] = std::array::from_fn(|n| IDENTITY.to_le_bytes()[n % 8]);
    std::array::from_fn(|x| model::affine([x as u8; 64], matrix, true)[0])
});
static AES_SBOX: LazyLock<[u8; 256]> =
    LazyLock::new(|| std::array::from_fn(|x| model::aesenclast([x as u8; 64], [0; 64])[0]));
static AES_INVERSE_SBOX: LazyLock<[u8; 256]> =
    LazyLock::new(|| std::array::from_fn(|x| model::aesdeclast([x as u8; 64], [0; 64])[0]));
