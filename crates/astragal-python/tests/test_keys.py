"""Random keys, nonces and IVs, from one place."""

import pytest

import astragal


@pytest.mark.parametrize(
    ("name", "length"),
    [
        ("aes-128-gcm", 16),
        ("AES/256/GCM", 32),
        ("aes-256-gcm-siv", 32),
        ("camellia-192-ccm", 24),
        ("ascon-aead128", 16),
        ("aes-256-cbc", 32),
        ("aes-256-xts", 64),
        ("sm4-ctr", 16),
        ("threefish-512", 64),
        ("cmac-aes-128", 16),
        ("hmac-sha256", 32),
        ("hmac-sha3-512", 64),
        ("kmac256", 64),
        ("kmacxof128", 32),
        ("blake3", 32),
        ("blake2b-512", 64),
        ("ascon-mac", 16),
    ],
)
def test_keys_have_the_length_that_the_algorithm_takes(name, length):
    keys = {astragal.generate_key(name) for _ in range(3)}
    assert len(keys) == 3
    assert {len(key) for key in keys} == {length}


def test_a_generated_key_is_taken_by_each_algorithm():
    for name in astragal.aeads_available:
        cipher = astragal.aead(name, astragal.generate_key(name))
        nonce = cipher.generate_nonce()
        assert type(nonce) is bytes
        assert len(nonce) == cipher.nonce_size
        assert cipher.decrypt(nonce, cipher.encrypt(nonce, b"data")) == b"data"
    for name in astragal.macs_available:
        astragal.mac(name, astragal.generate_key(name))
    for name in astragal.ciphers_available:
        astragal.cipher(name, astragal.generate_key(name))
        mode = astragal.mode(f"{name}-ctr", astragal.generate_key(f"{name}-ctr"))
        iv = mode.generate_iv()
        assert len(iv) == mode.iv_size
        assert mode.decrypt(iv, mode.encrypt(iv, b"data")) == b"data"


def test_what_takes_no_key_is_refused():
    with pytest.raises(ValueError, match="sha256 takes no key; a hash with a key is hmac-sha256"):
        astragal.generate_key("sha256")
    with pytest.raises(ValueError, match="aes-256-gmc"):
        astragal.generate_key("aes-256-gmc")
    with pytest.raises(TypeError):
        astragal.generate_key(32)
    with pytest.raises(TypeError, match="number of the data unit"):
        astragal.xts("aes-128", bytes(range(32))).generate_iv()
