//! Compares the keys that astragal and every other library derive, for random parameters and for parameters at their
//! limits.

use astragal::kdf::Work;
use astragal::registry::{self, KdfParams};
use peers::{Costs, Random, kdf_peers};

#[test]
fn derived_keys_match_those_of_peers() {
    for peer in kdf_peers() {
        let row = registry::kdf(peer.algorithm).expect("astragal has the algorithm");
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
            let password = random.bytes(bytes as usize);
            let bytes = 8 + random.below(100);
            let salt = random.bytes(bytes as usize);
            params.salt = Some(&salt);
            let bytes = [4, 32, 64, 65, 10 + random.below(1500)][round % 5] as usize;
            let (mut expected, mut key) = (vec![0; bytes], vec![0; bytes]);
            (peer.derive)(&costs, &password, &salt, &mut expected);
            row.derive(&password, &params, &mut key, &mut Work::default())
                .expect("the parameters are allowed");
            assert_eq!(key, expected, "{} of {}: {costs:?}", peer.algorithm, peer.name);
        }
        println!("{} agrees with {}", peer.algorithm, peer.name);
    }
}

/// Compares encoded password hashes with libargon2, whose encoding argon2-cffi and the command `argon2` also use.
#[cfg(feature = "libargon2")]
#[test]
fn stored_passwords_verify_in_both_libraries() {
    use astragal::kdf::{Argon2Params, Argon2Version, PasswordPolicy, PasswordScheme};
    use astragal::kdf::{hash_password, verify_password};
    use peers::{argon2_encode, argon2_verifies};

    let mut random = Random::new(b"stored passwords");
    for round in 0..60 {
        let p = 1 + random.below(4);
        let costs =
            Costs { m: 8 * p + random.below(300), t: 1 + random.below(3), p, ..Costs::default() };
        let costs = Costs { version: [16, 19][round % 2], ..costs };
        let version = [Argon2Version::V10, Argon2Version::V13][round % 2];
        let params = Argon2Params::new(costs.m, costs.t, p).with_version(version);
        let (algorithm, scheme) = [
            ("argon2d", PasswordScheme::Argon2d(params)),
            ("argon2i", PasswordScheme::Argon2i(params)),
            ("argon2id", PasswordScheme::Argon2id(params)),
        ][round % 3];
        let bytes = random.below(100) as usize;
        let (password, salt) = (random.bytes(bytes), random.bytes(16));
        let wrong = [&password[..], b"!"].concat();

        let theirs = argon2_encode(algorithm, &costs, &password, &salt);
        let policy = PasswordPolicy::default();
        assert_eq!(verify_password(&password, &theirs, &policy), Ok(()), "{theirs}");
        assert!(verify_password(&wrong, &theirs, &policy).is_err(), "{theirs}");
        let ours =
            hash_password(&password, &salt, &scheme).expect("the cost parameters are allowed");
        assert!(argon2_verifies(algorithm, &ours, &password), "{ours}");
        assert!(!argon2_verifies(algorithm, &ours, &wrong), "{ours}");
        assert_eq!(ours, theirs);
    }
}
