"""Random keys, nonces and IVs."""

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
def test_generate_key_returns_the_key_length(name, length):
    keys = {astragal.generate_key(name) for _ in range(3)}
    assert len(keys) == 3
    assert {len(key) for key in keys} == {length}


@pytest.mark.parametrize("name", sorted(astragal.aeads_available))
def test_aead_accepts_generated_key_and_nonce(name):
    cipher = astragal.aead(name, astragal.generate_key(name))
    nonce = cipher.generate_nonce()
    assert type(nonce) is bytes and len(nonce) == cipher.nonce_size
    assert cipher.decrypt(nonce, cipher.encrypt(nonce, b"data")) == b"data"


@pytest.mark.parametrize("name", sorted(astragal.macs_available))
def test_mac_accepts_generated_key(name):
    assert astragal.mac(name, astragal.generate_key(name)).name == name


@pytest.mark.parametrize("name", sorted(astragal.ciphers_available))
def test_cipher_and_mode_accept_generated_key_and_iv(name):
    assert astragal.cipher(name, astragal.generate_key(name)).name == name
    mode = astragal.mode(f"{name}-ctr", astragal.generate_key(f"{name}-ctr"))
    iv = mode.generate_iv()
    assert len(iv) == mode.iv_size
    assert mode.decrypt(iv, mode.encrypt(iv, b"data")) == b"data"


@pytest.mark.parametrize(
    ("name", "error", "message"),
    [
        ("sha256", ValueError, "sha256 takes no key; use the MAC hmac-sha256"),
        ("aes-256-gmc", ValueError, "aes-256-gmc"),
        (32, TypeError, "name must be a string"),
    ],
)
def test_generate_key_rejects_algorithms_without_key(name, error, message):
    with pytest.raises(error, match=message):
        astragal.generate_key(name)


def test_xts_has_no_random_iv():
    with pytest.raises(TypeError, match="the IV is the data unit number"):
        astragal.xts("aes-128", bytes(range(32))).generate_iv()
