//! Low-latency rounds of Kuznyechik, for a small number of blocks. Each vector holds whole blocks.

use super::lanes::PiInverse;
use super::{MIX, Schedule, UNMIX};
use crate::algorithm::streebog::Pi;
use crate::traits::cipher::{LowLatency, Vector};

impl LowLatency for Schedule {
    const TIMES: usize = 4;

    #[inline(always)]
    fn encrypt_low_latency<V: Vector>(&self, cpu: V::Proof, mut x: V) -> V {
        let [keys @ .., last] = &self.keys;
        for key in keys {
            x = MIX.times(x.xor(V::splat(cpu, key)).substitute::<Pi>());
        }
        x.xor(V::splat(cpu, last))
    }

    #[inline(always)]
    fn decrypt_low_latency<V: Vector>(&self, cpu: V::Proof, mut x: V) -> V {
        let [keys @ .., last] = &self.keys;
        x = x.xor(V::splat(cpu, last));
        for key in keys.iter().rev() {
            x = UNMIX.times(x).substitute::<PiInverse>().xor(V::splat(cpu, key));
        }
        x
    }
}
