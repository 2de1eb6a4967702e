//! The same keys as every peer, at random parameters and at their bounds.

use astragal::registry::{self, KdfParams};
use astragal::kdf::Work;
use astragal::xof::{Shake256, SpongeReader};
use peers::{Costs, kdf_peers};

/// Numbers and bytes that come out the same each time.
struct Random(SpongeReader<136>);

impl Random {
    fn new(seed: &[u8]) -> Self {
        let mut xof = Shake256::new();
        xof.absorb(seed);
        Self(xof.finalize())
    }

    fn below(&mut self, end: u32) -> u32 {
        let mut bytes = [0; 4];
        self.0.squeeze(&mut bytes);
        u32::from_le_bytes(bytes) % end
    }

    fn bytes(&mut self, count: u32) -> Vec<u8> {
        let mut bytes = vec![0; count as usize];
        self.0.squeeze(&mut bytes);
        bytes
    }
}

#[test]
fn astragal_and_its_peers_derive_the_same_keys() {
    for peer in kdf_peers() {
        let row = registry::kdf(peer.algorithm).expect("astragal has it");
        let mut random = Random::new(peer.algorithm.as_bytes());
        for round in 0..60 {
            let mut costs = Costs::default();
            let mut params = KdfParams::default();
            if peer.algorithm.starts_with("argon2") {
                let p = 1 + random.below(5);
                costs = Costs { m: 8 * p + random.below(600), t: 1 + random.below(4), p, ..costs };
                costs.version = [16, 19][random.below(2) as usize];
                (params.m, params.t, params.p) = (Some(costs.m), Some(costs.t), Some(costs.p));
                params.version = Some(costs.version);
            } else if peer.algorithm == "scrypt" {
                costs.log_n = 1 + random.below(9) as u8;
                (costs.r, costs.p) = (1 + random.below(9), 1 + random.below(9));
                params.n = Some(1 << costs.log_n);
                (params.r, params.p) = (Some(costs.r), Some(costs.p));
            } else {
                costs.iterations = 1 + random.below(30);
                params.iterations = Some(costs.iterations);
            }
            let bytes = random.below(200);
            let password = random.bytes(bytes);
            let bytes = 8 + random.below(100);
            let salt = random.bytes(bytes);
            params.salt = Some(&salt);
            let bytes = [4, 32, 64, 65, 10 + random.below(1500)][round % 5] as usize;
            let (mut expected, mut key) = (vec![0; bytes], vec![0; bytes]);
            (peer.derive)(&costs, &password, &salt, &mut expected);
            row.derive(&password, &params, &mut key, &mut Work::default()).expect("in range");
            assert_eq!(key, expected, "{} of {}: {costs:?}", peer.algorithm, peer.name);
        }
        println!("{} agrees with {}", peer.algorithm, peer.name);
    }
}
