//! Tests of key derivation. Compares PBKDF2, HKDF and KBKDF, with every hash and cipher, with reference implementations
//! based on the registry's MACs. Also tests parameter bounds, progress, cancellation and invalid input.

use core::ops::ControlFlow;

use astragal::error::{KdfError, ParameterError};
use astragal::hash::{Sha1, Sha256, Sha512};
use astragal::kdf::{Arena, Argon2Params, Argon2Version, Argon2i, Argon2id, Pbkdf2, Progress};
use astragal::kdf::{Hkdf, Scrypt, ScryptParams, Work};
use astragal::registry::{self, CIPHERS, HkdfStep, KdfParams, KdfRow, KdfRule, MacParams, kdfs};
use proptest::prelude::*;

fn mac(name: &str, key: &[u8], inputs: &[&[u8]]) -> Vec<u8> {
    let mut mac = registry::mac(name).unwrap().new_mac(key, &MacParams::default()).unwrap();
    inputs.iter().for_each(|input| mac.update(input));
    mac.finalize_reset().unwrap()
}

fn derive(row: &'static KdfRow, input: &[u8], params: &KdfParams<'_>, bytes: usize) -> Vec<u8> {
    let mut key = vec![0xa5; bytes];
    row.derive(input, params, &mut key, &mut Work::default()).unwrap();
    key
}

/// Reference implementation of PBKDF2 (RFC 8018 §5.2).
fn pbkdf2(hmac: &str, password: &[u8], salt: &[u8], iterations: u32, bytes: usize) -> Vec<u8> {
    let mut key = Vec::new();
    for i in 1_u32.. {
        if key.len() >= bytes {
            break;
        }
        let mut u = mac(hmac, password, &[salt, &i.to_be_bytes()]);
        let mut t = u.clone();
        for _ in 1..iterations {
            u = mac(hmac, password, &[&u]);
            t.iter_mut().zip(&u).for_each(|(t, u)| *t ^= u);
        }
        key.extend(t);
    }
    key.truncate(bytes);
    key
}

/// Reference implementation of HKDF-Expand (RFC 5869 §2.3).
fn hkdf_expand(hmac: &str, pseudorandom_key: &[u8], info: &[u8], bytes: usize) -> Vec<u8> {
    let (mut key, mut before) = (Vec::new(), Vec::new());
    for i in 1_u8.. {
        if key.len() >= bytes {
            break;
        }
        before = mac(hmac, pseudorandom_key, &[&before, info, &[i]]);
        key.extend(&before);
    }
    key.truncate(bytes);
    key
}

#[test]
fn rows_match_their_definitions() {
    let (input, salt) = ([0x5a; 150], b"some salt");
    for row in kdfs() {
        let (rule, hmac) = row.name.split_at(row.name.find('-').map_or(0, |dash| dash + 1));
        match row.rule {
            KdfRule::Pbkdf2 => {
                // Key lengths: 1 byte, one block, one block and 1 byte, and more blocks than are computed in parallel.
                let digest = registry::mac(hmac).unwrap().tag_bytes;
                for (iterations, bytes) in [(1, 1), (2, digest), (5, digest + 1), (3, 37 * digest)]
                {
                    let params = KdfParams::default().salt(salt).iterations(iterations);
                    let expected = pbkdf2(hmac, &input, salt, iterations, bytes);
                    assert_eq!(derive(row, &input, &params, bytes), expected, "{}", row.name);
                }
            }
            KdfRule::Hkdf => {
                let hmac = format!("hmac-{hmac}");
                let params = KdfParams::default().salt(salt).info(b"info");
                let key = mac(&hmac, salt, &[&input]);
                let expected = hkdf_expand(&hmac, &key, b"info", 100);
                assert_eq!(derive(row, &input, &params, 100), expected, "{}", row.name);
            }
            KdfRule::Kbkdf if rule == "kbkdf-" && hmac.starts_with("hmac-") => {
                let params = KdfParams::default().label(b"label").info(b"all");
                let block = |i: u8| mac(hmac, &input, &[&[0, 0, 0, i], b"label\0all\0\0\x02\x58"]);
                let mut expected: Vec<u8> = (1..=10).flat_map(block).collect();
                expected.truncate(75);
                assert_eq!(derive(row, &input, &params, 75), expected, "{}", row.name);
            }
            _ => {}
        }
    }
}

#[test]
fn kbkdf_derives_with_cmac_of_every_16_byte_block_cipher() {
    for cipher in CIPHERS {
        let found = registry::kdf(&format!("kbkdf-cmac-{}", cipher.name));
        if cipher.block_bytes != 16 {
            assert!(found.is_err(), "{}", cipher.name);
            continue;
        }
        let (row, key) = (found.unwrap(), vec![0x3c; cipher.key_bytes]);
        let cmac = format!("cmac-{}", cipher.name);
        let block = |i: u8| mac(&cmac, &key, &[&[0, 0, 0, i], b"L\0C\0\0\x01\x18"]);
        let mut expected: Vec<u8> = (1..=3).flat_map(block).collect();
        expected.truncate(35);
        let params = KdfParams::default().label(b"L").info(b"C");
        assert_eq!(derive(row, &key, &params, 35), expected, "{}", row.name);
        let short = row.derive(&key[1..], &params, &mut [0; 5], &mut Work::default());
        assert!(short.is_err(), "{}", row.name);
    }
}

#[test]
fn hkdf_extract_then_expand_matches_hkdf() {
    for row in kdfs().filter(|row| row.rule == KdfRule::Hkdf) {
        let digest = registry::hash(&row.name["hkdf-".len()..]).unwrap().digest_bytes;
        let both = KdfParams::default().salt(b"salt").info(b"info");
        let none = KdfParams::default();
        let extract = none.salt(b"salt").step(HkdfStep::Extract);
        let expand = none.info(b"info").step(HkdfStep::Expand);
        let pseudorandom = derive(row, b"secret", &extract, digest);
        assert_eq!(pseudorandom, mac(&format!("hmac-{}", &row.name[5..]), b"salt", &[b"secret"]));
        let key = derive(row, &pseudorandom, &expand, 99);
        assert_eq!(key, derive(row, b"secret", &both, 99), "{}", row.name);
        for (params, input, bytes, error) in [
            (&extract, &pseudorandom[..], digest + 1, "pseudorandom key is"),
            (&expand, &pseudorandom[1..], 10, "pseudorandom key is"),
            (&expand.salt(b"salt"), &pseudorandom, 10, "takes no salt in the expand step"),
            (&extract.info(b"info"), &pseudorandom, digest, "takes no info in the extract step"),
        ] {
            let mut key = vec![0; bytes];
            let result = row.derive(input, params, &mut key, &mut Work::default());
            assert!(result.unwrap_err().to_string().contains(error), "{}", row.name);
        }
    }
}

#[test]
fn kbkdf_kmac_matches_kmac_of_the_output_length() {
    for (name, kmac) in [("kbkdf-kmac128", "kmac128"), ("kbkdf-kmac256", "kmac256")] {
        let params = KdfParams::default().label(b"L").info(b"C");
        let key = derive(registry::kdf(name).unwrap(), b"key", &params, 70);
        let params = MacParams { custom: Some(b"L"), tag_bytes: Some(70) };
        let mut mac = registry::mac(kmac).unwrap().new_mac(b"key", &params).unwrap();
        mac.update(b"C");
        assert_eq!(mac.finalize_reset().unwrap(), key);
    }
}

#[test]
fn derive_many_matches_single_derivations() {
    let passwords: Vec<Vec<u8>> = (0..37).map(|i| vec![i; usize::from(i) * 3]).collect();
    let salts: Vec<[u8; 8]> = (0..37).map(|i| [i ^ 0x55; 8]).collect();
    let inputs: Vec<(&[u8], &[u8])> =
        passwords.iter().zip(&salts).map(|(p, s)| (&p[..], &s[..])).collect();
    let mut keys = [[0; 45]; 37];
    macro_rules! check {
        ($kdf:expr, $count:expr) => {
            let (kdf, count) = ($kdf.unwrap(), $count);
            kdf.derive_many(&inputs[..count], &mut keys[..count]).unwrap();
            for (&(password, salt), key) in inputs.iter().zip(&keys[..count]) {
                assert_eq!(kdf.derive(password, salt).as_ref(), Ok(key), "{kdf:?}");
            }
        };
    }
    for count in [0, 1, 2, 3, 8, 9, 16, 17, 37] {
        check!(Pbkdf2::<Sha1>::new(7), count);
        check!(Pbkdf2::<Sha256>::new(7), count);
        check!(Pbkdf2::<Sha512>::new(7), count);
    }
    check!(Argon2id::new(Argon2Params::new(17, 2, 2)), 5);
}

#[test]
fn pbkdf2_by_name_counts_iterations_of_each_batch() {
    // 16 blocks of 32 bytes are derived at the same time, and 1 byte more needs a second batch.
    let mut key = [0; 16 * 32 + 1];
    let mut seen = Vec::new();
    let mut watch = |progress: Progress| {
        seen.push((progress.done, progress.total));
        ControlFlow::Continue(())
    };
    let mut work = Work::default().watched_by(&mut watch);
    let params = KdfParams::default().salt(b"salt").iterations(3);
    let row = registry::kdf("pbkdf2-hmac-sha256").unwrap();
    row.derive(b"pw", &params, &mut key, &mut work).unwrap();
    assert_eq!(seen, [(1, 6), (4, 6)]);
}

#[test]
fn progress_is_reported_and_stops_work() {
    let mut key = [0xa5; 64];
    macro_rules! check {
        ($kdf:expr) => {
            let kdf = $kdf.unwrap();
            let mut seen = Vec::new();
            let mut watch = |progress: Progress| {
                seen.push(progress);
                ControlFlow::Continue(())
            };
            let mut work = Work::default().watched_by(&mut watch);
            kdf.derive_with(b"pw", b"salt....", &mut key, &mut work).unwrap();
            assert!(!seen.is_empty(), "{kdf:?}");
            assert!(seen.is_sorted_by_key(|progress| progress.done), "{seen:?}");
            assert!(seen.iter().all(|progress| progress.done < progress.total), "{seen:?}");
            assert_eq!(kdf.derive(b"pw", b"salt....").as_ref(), Ok(&key), "{kdf:?}");

            let mut stop = |_: Progress| ControlFlow::Break(());
            let mut work = Work::default().watched_by(&mut stop);
            key.fill(0xa5);
            let stopped = kdf.derive_with(b"pw", b"salt....", &mut key, &mut work);
            assert_eq!(stopped, Err(KdfError::Cancelled), "{kdf:?}");
            assert_eq!(key, [0; 64], "{kdf:?}");
        };
    }
    check!(Argon2id::new(Argon2Params::new(64, 3, 2)));
    check!(Scrypt::new(ScryptParams::new(1 << 15, 8, 3)));
    check!(Pbkdf2::<Sha256>::new(200_000));
}

#[test]
fn arena_is_reused_by_derivations_of_any_size() {
    let mut arena = Arena::new();
    for (memory_kib, passes, lanes) in [(64, 1, 1), (8, 3, 1), (500, 2, 3), (64, 1, 1)] {
        for version in [Argon2Version::V10, Argon2Version::V13] {
            let params = Argon2Params::new(memory_kib, passes, lanes).with_version(version);
            let argon2 = Argon2i::new(params).unwrap();
            let mut key = [0; 32];
            let mut work = Work::default().in_arena(&mut arena).on_one_core();
            argon2.derive_with(b"pw", b"saltsalt", &mut key, &mut work).unwrap();
            assert_eq!(argon2.derive(b"pw", b"saltsalt"), Ok(key));
        }
        let scrypt = Scrypt::new(ScryptParams::new(64, 2, lanes)).unwrap();
        let mut key = [0; 32];
        scrypt
            .derive_with(b"pw", b"", &mut key, &mut Work::default().in_arena(&mut arena))
            .unwrap();
        assert_eq!(scrypt.derive(b"pw", b""), Ok(key));
    }
}

#[test]
fn scrypt_errors_name_the_bound() {
    let params = |n, r, p| ScryptParams::new(n, r, p);
    let refused = |n, r, p| Scrypt::new(params(n, r, p)).unwrap_err().to_string();
    assert_eq!(refused(0, 1, 1), "cost N is 0; scrypt takes a power of two, at least 2");
    assert_eq!(refused(1, 1, 1), "cost N is 1; scrypt takes a power of two, at least 2");
    assert_eq!(refused(24, 1, 1), "cost N is 24; scrypt takes a power of two, at least 2");
    assert_eq!(refused(1 << 16, 1, 1), "cost N is 65536; scrypt takes less than 2^(16 r)");
    assert!(Scrypt::new(params(1 << 15, 1, 1)).is_ok());
    assert_eq!(refused(2, 0, 1), "block size r is 0; scrypt takes 1 or more");
    assert_eq!(refused(2, 1, 0), "parallelization p is 0; scrypt takes 1 or more");
    assert!(Scrypt::new(params(2, 1 << 14, 1 << 15)).is_ok());
    assert_eq!(
        refused(2, 1 << 15, 1 << 15),
        "product of r and p is 1073741824; scrypt takes less than 2^30"
    );
    let limited = Scrypt::within(params(1024, 8, 1), 1 << 20).unwrap_err().to_string();
    let expected = "memory in bytes is 1051648; scrypt takes no more than the caller's limit";
    assert_eq!(limited, expected);
    assert!(Scrypt::within(params(1024, 8, 1), 1_051_648).is_ok());
    assert_eq!(
        Pbkdf2::<Sha256>::new(0).unwrap_err().to_string(),
        "number of iterations is 0; pbkdf2-hmac-sha256 takes 1 or more"
    );
}

#[test]
fn rejects_foreign_and_missing_parameters() {
    let derive = |name: &str, params: KdfParams<'_>| {
        let mut key = [0; 16];
        let row = registry::kdf(name).unwrap();
        row.derive(b"", &params, &mut key, &mut Work::default()).unwrap_err().to_string()
    };
    let none = KdfParams::default();
    assert_eq!(derive("argon2id", none), "argon2id needs a salt");
    let salted = none.salt(b"saltsalt");
    assert_eq!(
        derive("PBKDF2-HMAC-SHA256", salted),
        "pbkdf2-hmac-sha256 needs a number of iterations"
    );
    assert_eq!(derive("hkdf-sha256", none.t(1)), "hkdf-sha256 takes no number of passes t");
    let limit = salted.m(1025).t(1).p(1).memory_limit(1 << 20);
    assert_eq!(
        derive("argon2i", limit),
        "memory m in KiB is 1025; argon2i takes no more than the caller's limit"
    );
    let exact = salted.m(1024).t(1).p(1).memory_limit(1 << 20);
    let argon2 = registry::kdf("argon2i").unwrap();
    assert_eq!(argon2.derive(b"", &exact, &mut [0; 16], &mut Work::default()), Ok(()));
    let version = salted.m(8).t(1).p(1).version(17);
    assert_eq!(derive("argon2i", version), "version is 17; argon2 takes 16 or 19");
}

#[test]
fn failed_derivation_by_name_zeroes_the_key() {
    let salted = KdfParams::default().salt(b"saltsalt");
    let scrypt = salted.r(8).p(1);
    let argon2 = salted.t(1).p(1);
    for (name, params, key_bytes) in [
        ("pbkdf2-hmac-sha256", salted, 16),
        ("pbkdf2-hmac-sha256", salted.iterations(0), 16),
        ("pbkdf2-hmac-sha256", salted.iterations(9).t(1), 16),
        ("scrypt", scrypt.n(3), 16),
        ("scrypt", scrypt.n(1 << 55), 16),
        ("argon2id", argon2.m(1), 16),
        ("argon2id", argon2.m(8), 3),
        ("argon2id", argon2.m(8).version(17), 16),
        ("hkdf-sha256", salted.step(HkdfStep::Extract), 31),
        ("hkdf-sha256", KdfParams::default(), 255 * 32 + 1),
        ("kbkdf-hmac-sha256", salted, 16),
    ] {
        let mut key = vec![0xa5; key_bytes];
        let row = registry::kdf(name).unwrap();
        let derived = row.derive(b"input", &params, &mut key, &mut Work::default());
        assert!(derived.is_err(), "{name}, {params:?}");
        assert!(key.iter().all(|&byte| byte == 0), "{name}, {params:?}: {key:?}");
    }
    let mut key = [0xa5; 100];
    let mut stop = |_: Progress| ControlFlow::Break(());
    let mut work = Work::default().watched_by(&mut stop);
    let row = registry::kdf("pbkdf2-hmac-sha256").unwrap();
    let derived = row.derive(b"input", &salted.iterations(100_000), &mut key, &mut work);
    assert_eq!((derived, key), (Err(KdfError::Cancelled), [0; 100]));
}

#[test]
fn failed_allocation_is_an_error_before_work() {
    let scrypt = Scrypt::new(ScryptParams::new(1 << 55, 8, 1)).unwrap();
    let error = scrypt.derive::<32>(b"", b"").unwrap_err();
    assert!(matches!(error, KdfError::Memory { algorithm: "scrypt", .. }), "{error}");
    assert!(error.to_string().starts_with("cannot allocate"), "{error}");
    let error = KdfError::from(ParameterError::Missing { algorithm: "a", what: "b" });
    assert_eq!(error.to_string(), "a needs a b");
}

#[test]
fn hkdf_errors_name_the_length() {
    let hkdf = Hkdf::<Sha256>::new(b"", b"secret");
    let mut key = [7; 8161];
    let error = hkdf.expand_into(b"", &mut key).unwrap_err();
    assert_eq!(error.to_string(), "key is 8161 bytes; hkdf-sha256 takes at most 8160");
    assert_eq!(key, [7; 8161]);
    assert!(hkdf.expand_into(b"", &mut key[1..]).is_ok());
    let error = Hkdf::<Sha256>::from_key(&[0; 31]).unwrap_err();
    assert_eq!(error.to_string(), "pseudorandom key is 31 bytes; hkdf-sha256 takes at least 32");
}

#[test]
fn hkdf_steps_match_one_call() {
    let key = Hkdf::<Sha256>::extract(b"salt", b"secret");
    let whole: [u8; 70] = Hkdf::<Sha256>::new(b"salt", b"secret").expand(b"info").unwrap();
    assert_eq!(Hkdf::<Sha256>::from_key(&key).unwrap().expand(b"info"), Ok(whole));
    let zeros = Hkdf::<Sha256>::extract(&[0; 32], b"secret");
    assert_eq!(zeros, Hkdf::<Sha256>::extract(b"", b"secret"));
}

/// Reports of progress: the number of steps done, and the total.
type Reports = Vec<(u64, u64)>;

/// Derives a key by type, and stops before report number `stop`. Returns the result, the reports and the key.
fn reported(
    derive: impl FnOnce(&mut [u8], &mut Work<'_>) -> Result<(), KdfError>,
    bytes: usize,
    stop: usize,
) -> (Result<(), KdfError>, Reports, Vec<u8>) {
    let (mut key, mut seen) = (vec![0xa5; bytes], Reports::new());
    let mut watch = |progress: Progress| {
        if seen.len() == stop {
            return ControlFlow::Break(());
        }
        seen.push((progress.done, progress.total));
        ControlFlow::Continue(())
    };
    let derived = derive(&mut key, &mut Work::default().on_one_core().watched_by(&mut watch));
    (derived, seen, key)
}

#[test]
fn typed_pbkdf2_counts_iterations_of_each_batch() {
    let kdf = Pbkdf2::<Sha256>::new(3).unwrap();
    let bytes = 16 * 32 + 1;
    let derive =
        |stop| reported(|key, work| kdf.derive_with(b"pw", b"salt", key, work), bytes, stop);
    let expected = pbkdf2("hmac-sha256", b"pw", b"salt", 3, bytes);
    assert_eq!(derive(9), (Ok(()), vec![(1, 6), (4, 6)], expected));
    // The first batch is complete when the derivation stops.
    assert_eq!(derive(1), (Err(KdfError::Cancelled), vec![(1, 6)], vec![0; bytes]));
}

/// Scrypt reports its progress before each half of a group of instances, and after every 16 MiB. A group has one instance
/// in portable code, and both instances with vectors.
#[test]
fn scrypt_reports_steps_of_each_group() {
    let derive = |n, r, p, stop| {
        let scrypt = Scrypt::new(ScryptParams::new(n, r, p)).unwrap();
        reported(|key, work| scrypt.derive_with(b"password", b"salt", key, work), 16, stop)
    };
    let (derived, seen, key) = derive(1024, 1, 2, 9);
    let answer = 0xb7d2_3fb4_24d4_6b63_822d_8b3e_59b7_9358_u128;
    assert_eq!((derived, key), (Ok(()), answer.to_be_bytes().to_vec()));
    let halves = seen.len() as u64;
    assert!([2, 4].contains(&halves), "{seen:?}");
    let expected: Reports = (0..halves).map(|half| (1024 * half, 1024 * halves)).collect();
    assert_eq!(seen, expected);
    let stopped = derive(1024, 1, 2, 1);
    assert_eq!((stopped.0, stopped.2), (Err(KdfError::Cancelled), vec![0; 16]));
    let (derived, seen, key) = derive(1 << 14, 9, 1, 9);
    let answer = 0x8eea_9bbc_234e_3a61_5d94_958a_472c_1625_u128;
    assert_eq!((derived, key), (Ok(()), answer.to_be_bytes().to_vec()));
    assert_eq!(seen, [0, 14_563, 16_384, 30_947].map(|done| (done, 32_768)));
}

/// The answers are Python's.
#[test]
fn scrypt_of_several_instances_matches_python() {
    for (n, r, p, expected) in [
        (2, 1, 1, 0x6d1b_b878_eee9_ce4a_7b77_d7a4_4103_574d_u128),
        (16, 1, 7, 0xe2a4_1bfd_acfc_1dac_781e_f508_a201_a1e7),
        (64, 3, 5, 0x36f2_9c27_375b_c697_6b54_c571_4896_99c9),
    ] {
        let scrypt = Scrypt::new(ScryptParams::new(n, r, p)).unwrap();
        let key = scrypt.derive(b"password", b"salt");
        assert_eq!(key, Ok(expected.to_be_bytes()), "N {n}, r {r}, p {p}");
    }
}

/// Generates `bound`, and the values one below and one above it.
fn around(bound: u64) -> impl Strategy<Value = u64> {
    prop_oneof![Just(bound.saturating_sub(1)), Just(bound), Just(bound.saturating_add(1))]
}

fn number(bound: u64) -> u32 {
    u32::try_from(bound).unwrap_or(u32::MAX)
}

proptest! {
    #[test]
    fn argon2_accepts_exactly_the_bounds_of_rfc_9106(
        (lanes, memory) in prop_oneof![1_u64..40, around(0), around(1 << 24)]
            .prop_flat_map(|lanes| (Just(lanes), prop_oneof![around(8 * lanes), Just(u64::from(u32::MAX))])),
        passes in prop_oneof![Just(0_u64), Just(1), 2..100_u64, Just(u64::from(u32::MAX))],
    ) {
        let params = Argon2Params::new(number(memory), number(passes), number(lanes));
        let allowed = (1..1 << 24).contains(&lanes) && memory >= 8 * lanes && passes >= 1;
        let made = Argon2id::new(params);
        prop_assert_eq!(made.is_ok(), allowed, "{:?}: {:?}", params, made);
    }

    #[test]
    fn scrypt_accepts_exactly_the_bounds_of_rfc_7914(
        log_n in 0_u32..64,
        more in 0_u64..2,
        r in prop_oneof![0_u32..10, Just(1 << 29), Just(1 << 30)],
        p in prop_oneof![0_u32..10, Just(1 << 29), Just((1 << 30) - 1), Just(1 << 30)],
    ) {
        let n = (1 << log_n) + more;
        // N must be less than 2^(16 r). If r is 4 or more, every 64-bit N satisfies this.
        let below = r >= 4 || u128::from(n) < 1 << (16 * r);
        let allowed = n >= 2 && n.is_power_of_two() && below && r >= 1 && p >= 1
            && u64::from(r) * u64::from(p) < 1 << 30;
        // Parameters within their bounds may still need more memory than the address space has.
        let fits = u128::from(n) * u128::from(r) * 128 < 1 << 62 && u64::from(p) * u64::from(r) < 1 << 24;
        let made = Scrypt::new(ScryptParams::new(n, r, p));
        prop_assert!(made.is_ok() == allowed || (allowed && !fits), "{n} {r} {p}: {made:?}");
    }

    #[test]
    fn derives_keys_of_any_length(
        length in prop_oneof![0_usize..6, 30..70_usize, Just(1000)],
        choice in any::<prop::sample::Index>(),
        (password, salt) in (proptest::collection::vec(any::<u8>(), 0..200), any::<[u8; 16]>()),
    ) {
        let rows = ["argon2d", "argon2i", "argon2id", "scrypt", "pbkdf2-hmac-sha256"];
        let row = registry::kdf(rows[choice.index(rows.len())]).unwrap();
        let none = KdfParams::default().salt(&salt);
        let params = match row.rule {
            KdfRule::Argon2 => none.m(8).t(1).p(1),
            KdfRule::Scrypt => none.n(2).r(1).p(1),
            _ => none.iterations(1),
        };
        let mut key = vec![0xa5; length];
        let derived = row.derive(&password, &params, &mut key, &mut Work::default());
        prop_assert_eq!(derived.is_ok(), row.key_bytes.contains(length), "{}: {:?}", row.name, derived);
        if derived.is_err() {
            prop_assert_eq!(key, vec![0; length]);
        }
    }
}
