"""Functions that hashlib lacks give the same results as pycryptodome."""

import pytest
from algorithms import pattern
from Crypto.Hash import (
    KMAC128,
    KMAC256,
    SHA3_256,
    SHAKE256,
    KangarooTwelve,
    TupleHash128,
    TupleHash256,
    TurboSHAKE128,
    TurboSHAKE256,
    cSHAKE128,
    cSHAKE256,
    keccak,
)

import astragal

LENGTHS = [0, 1, 31, 135, 136, 137, 167, 168, 169, 1000, 8191, 8192, 8193, 100_000]
CUSTOMS = [b"", b"custom", pattern(300)]


@pytest.mark.parametrize("length", LENGTHS)
def test_sha3_and_shake_match_pycryptodome(length):
    data = pattern(length)
    assert astragal.sha3_256(data).digest() == SHA3_256.new(data).digest()
    assert astragal.shake256(data).read(500) == SHAKE256.new(data).read(500)


@pytest.mark.parametrize("bits", [224, 256, 384, 512])
@pytest.mark.parametrize("length", LENGTHS)
def test_keccak_matches_pycryptodome(length, bits):
    data = pattern(length)
    assert astragal.new(f"keccak-{bits}", data).digest() == keccak.new(data=data, digest_bits=bits).digest()


@pytest.mark.parametrize("length", LENGTHS)
def test_turboshake_matches_pycryptodome(length):
    data = pattern(length)
    for domain in (0x01, 0x1F, 0x7F):
        assert astragal.turboshake128(data, domain=domain).read(500) == TurboSHAKE128.new(domain=domain).update(data).read(500)
        assert astragal.turboshake256(data, domain=domain).read(500) == TurboSHAKE256.new(domain=domain).update(data).read(500)


@pytest.mark.parametrize("custom", CUSTOMS)
@pytest.mark.parametrize("length", LENGTHS)
def test_customized_functions_match_pycryptodome(length, custom):
    data, key = pattern(length), pattern(32)
    assert astragal.cshake128(data, custom=custom).read(200) == cSHAKE128.new(data=data, custom=custom).read(200)
    assert astragal.cshake256(data, custom=custom).read(200) == cSHAKE256.new(data=data, custom=custom).read(200)
    assert astragal.kt128(data, custom=custom).read(200) == KangarooTwelve.new(data=data, custom=custom).read(200)
    for kmac, reference in ((astragal.kmac128, KMAC128), (astragal.kmac256, KMAC256)):
        expected = reference.new(key=key, data=data, mac_len=40, custom=custom).digest()
        assert kmac(key, data, length=40, custom=custom).digest() == expected


@pytest.mark.parametrize("custom", CUSTOMS)
def test_tuple_hash_matches_pycryptodome(custom):
    for items in ([], [b""], [b"ab", b"c"], [b"a", b"bc"], [pattern(n) for n in LENGTHS]):
        for tuplehash, reference in ((astragal.tuplehash128, TupleHash128), (astragal.tuplehash256, TupleHash256)):
            expected = reference.new(digest_bytes=48, custom=custom).update(*items).digest()
            assert tuplehash(items, length=48, custom=custom).digest() == expected
