"""Block ciphers, modes without authentication, GCM, CCM, GCM-SIV and CMAC."""

import random
import sys
import threading

import pytest
from algorithms import pattern
from Crypto.Cipher import AES
from Crypto.Hash import CMAC

import astragal

CIPHERS = sorted(astragal.ciphers_available)
MODES = ["cbc", "ctr", "cfb", "ofb", "xts"]
PADDING_ERROR = "^the padding is invalid$"
LENGTHS = [0, 1, 15, 16, 17, 31, 32, 33, 127, 128, 129, 1000, 2047, 2048, 10_000]


def mode_and_iv(mode, name="aes-128", **parameters):
    """Return a block cipher in this mode with a test key, and an IV."""
    row = astragal.info(name)
    size = 2 * row.key_size if mode == "xts" else row.key_size
    return getattr(astragal, mode)(name, pattern(size), **parameters), pattern(row.block_size, seed=2)


def accepts(mode, length):
    """Return whether the mode accepts messages of this length in bytes."""
    return mode != "xts" or length >= 16


def keyed(name):
    """Return a block cipher with a test key."""
    return astragal.cipher(name, pattern(astragal.info(name).key_size))


def test_ciphers_available_has_70_names():
    assert len(CIPHERS) == 70


@pytest.mark.parametrize("name", CIPHERS)
def test_cipher_attributes_match_info(name):
    row, cipher = astragal.info(name), keyed(name)
    assert (cipher.name, cipher.key_size, cipher.block_size) == (name, row.key_size, row.block_size)


@pytest.mark.parametrize("name", CIPHERS)
def test_decrypt_blocks_inverts_encrypt_blocks(name):
    cipher = keyed(name)
    data = pattern(33 * cipher.block_size)
    encrypted = cipher.encrypt_blocks(data)
    assert encrypted != data and cipher.decrypt_blocks(encrypted) == data


@pytest.mark.parametrize("name", CIPHERS)
def test_blocks_into_writes_only_the_blocks(name):
    cipher = keyed(name)
    data = pattern(33 * cipher.block_size)
    encrypted = cipher.encrypt_blocks(data)
    buffer = bytearray(data) + b"end"
    assert cipher.encrypt_blocks_into(memoryview(buffer)[: len(data)], buffer) == len(data)
    assert buffer == encrypted + b"end"
    assert cipher.decrypt_blocks_into(encrypted, buffer) == len(data)
    assert buffer == data + b"end"


@pytest.mark.parametrize("name", CIPHERS)
def test_cipher_rejects_partial_blocks_and_wrong_keys(name):
    cipher = keyed(name)
    with pytest.raises(ValueError, match=f"data is 3 bytes; {name} takes multiples of {cipher.block_size}"):
        cipher.encrypt_blocks(b"abc")
    with pytest.raises(ValueError, match=f"key is 3 bytes; {name} takes {cipher.key_size}"):
        astragal.cipher(name, b"abc")


def test_default_tweak_is_zero():
    plain = astragal.cipher("threefish-512", bytes(64))
    assert plain.tweak_size == 16
    assert plain.encrypt_blocks(bytes(64)) == plain.with_tweak(bytes(16)).encrypt_blocks(bytes(64))


def test_tweak_changes_the_ciphertext():
    plain = astragal.cipher("threefish-512", bytes(64))
    tweaked = astragal.cipher("threefish-512", bytes(64), tweak=b"sixteen bytes...")
    encrypted = tweaked.encrypt_blocks(bytes(64))
    assert encrypted == plain.with_tweak(b"sixteen bytes...").encrypt_blocks(bytes(64))
    assert encrypted != plain.encrypt_blocks(bytes(64)) and tweaked.decrypt_blocks(encrypted) == bytes(64)


def test_rejects_wrong_tweaks():
    with pytest.raises(ValueError, match="tweak is 3 bytes; threefish-512 takes 16"):
        astragal.cipher("threefish-512", bytes(64)).with_tweak(b"abc")
    with pytest.raises(TypeError, match="sm4 takes no tweak"):
        astragal.cipher("sm4", bytes(16), tweak=bytes(16))
    assert astragal.cipher("sm4", bytes(16)).tweak_size is None


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", ["aes-256", "kalyna512-512", "threefish-1024", "serpent-192", "rijndael160-224"])
def test_streaming_matches_one_shot(mode, name):
    row = astragal.info(name)
    if mode == "xts" and row.block_size != 16:
        with pytest.raises(ValueError, match=f"{name} has blocks of {row.block_size} bytes; xts requires"):
            mode_and_iv(mode, name)
        return
    made, iv = mode_and_iv(mode, name)
    assert astragal.mode(made.name, pattern(made.key_size)).encrypt(iv, bytes(99)) == made.encrypt(iv, bytes(99))
    numbers = random.Random(5)
    for length in LENGTHS:
        if not accepts(mode, length):
            continue
        data = pattern(length, seed=3)
        encrypted = made.encrypt(iv, data)
        assert made.decrypt(iv, encrypted) == data
        for start, source, expected in ((made.encryptor, data, encrypted), (made.decryptor, encrypted, data)):
            stream, gathered, at = start(iv), b"", 0
            while at < len(source):
                step = numbers.choice([1, 7, 16, 33, 3000])
                piece = source[at : at + step]
                if numbers.random() < 0.5:
                    gathered += stream.update(piece)
                else:
                    out = bytearray(len(piece) + made.block_size)
                    gathered += out[: stream.update_into(piece, out)]
                at += step
                stream = stream.copy() if numbers.random() < 0.2 else stream
            twin = stream.copy()
            out = bytearray(len(source) + made.block_size)
            assert gathered + out[: twin.finalize_into(out)] == expected
            assert gathered + stream.finalize() == expected


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("length", LENGTHS)
def test_into_matches_with_overlapping_buffers(mode, length):
    if not accepts(mode, length):
        return
    made, iv = mode_and_iv(mode)
    data = pattern(length, seed=3)
    encrypted = made.encrypt(iv, data)
    out = bytearray(b"\xa5" * (len(encrypted) + 5))
    assert made.encrypt_into(iv, data, out) == len(encrypted)
    assert out == encrypted + b"\xa5" * 5
    for ahead, behind in ((0, 0), (3, 0), (0, 3), (40, 1)):
        buffer = bytearray(ahead) + data + bytes(made.block_size + behind)
        view = memoryview(buffer)
        count = made.encrypt_into(iv, view[ahead : ahead + length], view[behind:])
        assert view[behind : behind + count] == encrypted
        count = made.decrypt_into(iv, view[behind : behind + count], view[behind:])
        assert view[behind : behind + count] == data
        view[:length] = data
        stream = made.encryptor(iv)
        count = stream.update_into(view[:length], view[behind:])
        count += stream.finalize_into(view[behind + count :])
        assert view[behind : behind + count] == encrypted


def test_padding_none_appends_no_block():
    made, iv = mode_and_iv("cbc", padding="none")
    padded, _ = mode_and_iv("cbc")
    assert made.encrypt(iv, bytes(32)) == padded.encrypt(iv, bytes(32))[:32]
    assert made.encrypt(iv, b"") == b"" and made.decrypt(iv, b"") == b""


def test_padding_none_rejects_partial_blocks():
    made, iv = mode_and_iv("cbc", padding="none")
    with pytest.raises(ValueError, match="end of the message is 3 bytes; aes-128-cbc takes multiples of 16"):
        made.encrypt(iv, bytes(35))
    with pytest.raises(ValueError, match="takes multiples of 16"):
        made.decrypt(iv, bytes(35))


def test_rejects_unknown_padding():
    with pytest.raises(ValueError, match='padding is "zeros"; expected "pkcs7" or "none"'):
        mode_and_iv("cbc", padding="zeros")


def decrypt_streaming(mode, iv, data):
    stream = mode.decryptor(iv)
    return stream.update(data) + stream.finalize()


@pytest.mark.parametrize("block", [bytes(16), b"\x11" * 16, bytes(15) + b"\x11", b"\x02" + bytes(14) + b"\x03"])
def test_rejects_invalid_pkcs7_padding(block):
    made, iv = mode_and_iv("cbc", padding="none")
    padded, _ = mode_and_iv("cbc")
    forged = made.encrypt(iv, block)
    for decrypt in (padded.decrypt, lambda iv, data: decrypt_streaming(padded, iv, data)):
        with pytest.raises(ValueError, match=PADDING_ERROR):
            decrypt(iv, forged)
    out = bytearray(b"\xa5" * 48)
    with pytest.raises(ValueError, match=PADDING_ERROR):
        padded.decrypt_into(iv, bytes(32) + forged, out)
    assert out == bytes(48)


@pytest.mark.parametrize("length", [0, 15, 17])
def test_padded_ciphertext_must_be_whole_blocks(length):
    padded, iv = mode_and_iv("cbc")
    with pytest.raises(ValueError, match="takes multiples of 16"):
        padded.decrypt(iv, bytes(length))


def test_ctr_seeks_to_any_position():
    made, iv = mode_and_iv("ctr")
    data = pattern(1000)
    encrypted = made.encrypt(iv, data)
    for position in (0, 1, 15, 16, 17, 999, 1000):
        stream = made.encryptor(iv)
        stream.update(b"anything")
        stream.seek(position)
        assert stream.update(data[position:]) == encrypted[position:]


def test_ctr_pads_a_short_iv_with_zeros():
    made, iv = mode_and_iv("ctr")
    data = pattern(1000)
    assert made.encrypt(iv[:5], data) == made.encrypt(iv[:5] + bytes(11), data)


def test_ctr_counter_wraps_over_the_whole_block():
    made, _ = mode_and_iv("ctr")
    last = b"\xff" * 16
    assert made.encrypt(last, bytes(32))[16:] == made.encrypt(bytes(16), bytes(16))


def test_seek_rejects_wrong_positions_and_modes():
    made, iv = mode_and_iv("ctr")
    with pytest.raises(ValueError, match=r"position is -1; expected 0 to 2\^128 - 1"):
        made.encryptor(iv).seek(-1)
    with pytest.raises(TypeError, match="position must be a number, not str"):
        made.encryptor(iv).seek("1")
    with pytest.raises(TypeError, match="aes-128-cbc takes no position"):
        mode_and_iv("cbc")[0].encryptor(iv).seek(1)


@pytest.mark.parametrize("number", [0, 1, 2**64, 2**128 - 1])
def test_xts_accepts_a_data_unit_number(number):
    made, _ = mode_and_iv("xts")
    sector = pattern(512)
    assert made.encrypt(number, sector) == made.encrypt(number.to_bytes(16, "little"), sector)
    assert made.decrypt(number, made.encrypt(number, sector)) == sector


@pytest.mark.parametrize("number", [-1, 2**128])
def test_xts_rejects_a_data_unit_number_out_of_range(number):
    made, _ = mode_and_iv("xts")
    with pytest.raises(ValueError, match=r"data unit number is .*; expected 0 to 2\^128 - 1"):
        made.encrypt(number, pattern(512))


def test_xts_rejects_data_units_of_wrong_length():
    made, _ = mode_and_iv("xts")
    with pytest.raises(ValueError, match="data unit is 15 bytes; .* takes 16 to 16777216"):
        made.encrypt(0, bytes(15))
    with pytest.raises(ValueError, match="data unit is 16777217 bytes|longer than 16777216"):
        made.encrypt(0, bytes((16 << 20) + 1))


def test_xts_rejects_equal_keys():
    with pytest.raises(ValueError, match="the halves of the key are equal"):
        astragal.xts("aes-128", bytes(32))


@pytest.mark.parametrize("mode", MODES)
def test_finalized_stream_rejects_every_call(mode):
    made, iv = mode_and_iv(mode)
    stream = made.encryptor(iv)
    stream.update(bytes(16))
    stream.finalize()
    for call in (
        lambda: stream.update(b"a"),
        lambda: stream.update_into(b"a", bytearray(32)),
        stream.finalize,
        lambda: stream.finalize_into(bytearray(32)),
        lambda: stream.seek(0),
        lambda: stream.copy().update(b""),
    ):
        with pytest.raises(ValueError, match=f"{made.name} message has ended; start another"):
            call()


def test_short_output_leaves_the_stream_unchanged():
    made, iv = mode_and_iv("cbc")
    expected = made.encrypt(iv, bytes(40))
    stream = made.encryptor(iv)
    with pytest.raises(ValueError, match="output is 31 bytes; the result has up to 32 bytes"):
        stream.update_into(bytes(40), bytearray(31))
    out = bytearray(48)
    count = stream.update_into(bytes(40), out)
    with pytest.raises(ValueError, match="output is 15 bytes; the result has up to 16 bytes"):
        stream.finalize_into(memoryview(out)[count : count + 15])
    count += stream.finalize_into(memoryview(out)[count:])
    assert out[:count] == expected
    with pytest.raises(ValueError, match="output is 47 bytes; the result has up to 48 bytes"):
        made.encrypt_into(iv, bytes(40), bytearray(47))


@pytest.mark.parametrize("mode", MODES)
def test_rejects_wrong_iv_and_key_lengths(mode):
    made, _ = mode_and_iv(mode)
    allowed = "1 to 16" if mode == "ctr" else "16"
    with pytest.raises(ValueError, match=f"IV is 17 bytes; aes-128-{mode} takes {allowed}"):
        made.encrypt(bytes(17), bytes(16))
    with pytest.raises(ValueError, match="key is 3 bytes; aes-128.* takes"):
        getattr(astragal, mode)("aes-128", b"abc")


@pytest.mark.parametrize("mode", MODES)
def test_rejects_arguments_of_wrong_type(mode):
    made, iv = mode_and_iv(mode)
    for call in (made.encrypt, made.decrypt):
        with pytest.raises(TypeError, match="data must be a bytes-like object, not str"):
            call(iv, "text")
        with pytest.raises(TypeError, match="IV must be a bytes-like object, not str"):
            call("IV", b"")
    with pytest.raises((BufferError, TypeError)):
        made.encrypt_into(iv, bytes(16), bytes(32))
    with pytest.raises(TypeError):
        getattr(astragal, mode)(b"aes-128", bytes(16))


@pytest.mark.parametrize("mode", MODES)
def test_rejects_unknown_cipher(mode):
    with pytest.raises(ValueError, match="block cipher"):
        getattr(astragal, mode)("des", bytes(8))


def test_mode_rejects_unknown_mode_and_padding():
    with pytest.raises(TypeError, match="aes-128-ctr takes no padding"):
        astragal.mode("aes-128-ctr", bytes(16), padding="none")
    with pytest.raises(ValueError, match="aes-128-ecb"):
        astragal.mode("aes-128-ecb", bytes(16))
    with pytest.raises(TypeError):
        astragal.ctr("aes-128")


TAG_SIZES = {"gcm": [4, 8, *range(12, 17)], "ccm": [4, 6, 8, 10, 12, 14, 16], "gcm_siv": [16]}
ALLOWED_TAGS = [(mode, size) for mode, sizes in TAG_SIZES.items() for size in sizes]
OTHER_TAGS = [
    (mode, size) for mode in ("gcm", "ccm") for size in (0, 3, 5, 17, 2**40) if size not in TAG_SIZES[mode]
]


@pytest.mark.parametrize(("mode", "size"), ALLOWED_TAGS)
def test_aead_accepts_allowed_tag_sizes(mode, size):
    parameters = {} if mode == "gcm_siv" else {"tag_size": size}
    made = getattr(astragal, mode)("aes-128", bytes(16), **parameters)
    assert (made.tag_size, made.key_size, made.nonce_size) == (size, 16, 12)
    sealed = made.encrypt(bytes(12), b"message", b"header")
    assert len(sealed) == 7 + size and made.decrypt(bytes(12), sealed, b"header") == b"message"
    assert astragal.aead(made.name, bytes(16), **parameters).encrypt(bytes(12), b"message", b"header") == sealed


@pytest.mark.parametrize(("mode", "size"), ALLOWED_TAGS)
def test_aead_verifies_tags_of_every_size(mode, size):
    parameters = {} if mode == "gcm_siv" else {"tag_size": size}
    made = getattr(astragal, mode)("aes-128", bytes(16), **parameters)
    sealed = made.encrypt(bytes(12), b"message", b"header")
    forged = bytearray(sealed)
    forged[-1] ^= 1
    for wrong in (forged, sealed[:-1], sealed + b"\0", b""):
        with pytest.raises(astragal.InvalidTag):
            made.decrypt(bytes(12), wrong, b"header")
    out = bytearray(b"\xa5" * 7)
    with pytest.raises(astragal.InvalidTag):
        made.decrypt_into(bytes(12), forged, b"header", out)
    assert out == bytes(7)


@pytest.mark.parametrize(("mode", "size"), OTHER_TAGS)
def test_aead_rejects_other_tag_sizes(mode, size):
    with pytest.raises(ValueError, match=f"tag is {size} bytes; aes-128-{mode} takes"):
        getattr(astragal, mode)("aes-128", bytes(16), tag_size=size)


@pytest.mark.parametrize(
    ("mode", "cipher", "message"),
    [
        ("gcm", "kalyna256-256", "kalyna256-256 has blocks of 32 bytes; gcm requires a cipher with blocks of 16 bytes"),
        ("cmac", "kalyna256-256", "kalyna256-256 has blocks of 32 bytes; cmac requires a cipher with blocks of 16 bytes"),
        ("gcm_siv", "sm4", "sm4 does not support gcm-siv; use aes-128 or aes-256"),
    ],
)
def test_rejects_ciphers_that_the_mode_does_not_support(mode, cipher, message):
    with pytest.raises(ValueError, match=message):
        getattr(astragal, mode)(cipher, bytes(32))


@pytest.mark.parametrize(
    ("mode", "nonce", "message"),
    [
        ("gcm", b"", "nonce is 0 bytes; aes-128-gcm takes at least 1"),
        ("ccm", bytes(6), "nonce is 6 bytes; aes-128-ccm takes 7 to 13"),
    ],
)
def test_aead_rejects_other_nonce_lengths(mode, nonce, message):
    with pytest.raises(ValueError, match=message):
        getattr(astragal, mode)("aes-128", bytes(16)).encrypt(nonce, b"")


def test_gcm_siv_has_no_tag_size():
    with pytest.raises(TypeError, match="unexpected keyword argument 'tag_size'"):
        astragal.gcm_siv("aes-128", bytes(16), tag_size=12)


def test_cmac_constructors_agree():
    mac = astragal.cmac("aes-128", bytes(16), b"mess")
    mac.update(b"age")
    assert mac.digest() == astragal.mac("cmac-aes-128", bytes(16), b"message").digest()
    assert mac.digest() == astragal.cmac_aes_128(bytes(16), b"message").digest()
    mac.verify(mac.digest())


def test_cmac_tag_may_be_truncated_to_8_bytes():
    full = astragal.cmac("aes-128", bytes(16), b"message").digest()
    assert astragal.cmac("AES_128", bytes(16), b"message", length=8).digest() == full[:8]
    with pytest.raises(ValueError, match="tag is 7 bytes"):
        astragal.cmac("aes-128", bytes(16), length=7)


AES_BITS = pytest.mark.parametrize("bits", [128, 192, 256])
PYCRYPTODOME = {
    "cbc": lambda key, iv: AES.new(key, AES.MODE_CBC, iv),
    "ctr": lambda key, iv: AES.new(key, AES.MODE_CTR, initial_value=iv, nonce=b""),
    "cfb": lambda key, iv: AES.new(key, AES.MODE_CFB, iv, segment_size=128),
    "ofb": lambda key, iv: AES.new(key, AES.MODE_OFB, iv),
}


@AES_BITS
@pytest.mark.parametrize("mode", PYCRYPTODOME)
def test_modes_match_pycryptodome(mode, bits):
    key, iv = pattern(bits // 8), pattern(16, seed=2)
    made = getattr(astragal, mode)(f"aes-{bits}", key, **({"padding": "none"} if mode == "cbc" else {}))
    for length in (0, 16, 32, 4096):
        assert made.encrypt(iv, pattern(length)) == PYCRYPTODOME[mode](key, iv).encrypt(pattern(length))


@AES_BITS
@pytest.mark.parametrize("nonce_bytes", [12, 13, 60])
def test_gcm_matches_pycryptodome(bits, nonce_bytes):
    key, nonce = pattern(bits // 8), pattern(nonce_bytes)
    reference = AES.new(key, AES.MODE_GCM, nonce).update(b"header")
    sealed = astragal.gcm(f"aes-{bits}", key).encrypt(nonce, pattern(1000), b"header")
    assert sealed == b"".join(reference.encrypt_and_digest(pattern(1000)))


@AES_BITS
def test_ccm_matches_pycryptodome(bits):
    key = pattern(bits // 8)
    reference = AES.new(key, AES.MODE_CCM, bytes(11), mac_len=8).update(b"header")
    sealed = astragal.ccm(f"aes-{bits}", key, tag_size=8).encrypt(bytes(11), b"text", b"header")
    assert sealed == b"".join(reference.encrypt_and_digest(b"text"))


@AES_BITS
def test_cmac_matches_pycryptodome(bits):
    key = pattern(bits // 8)
    assert astragal.cmac(f"aes-{bits}", key, b"message").digest() == CMAC.new(key, b"message", AES).digest()


def test_concurrent_updates_are_serialized():
    made, iv = mode_and_iv("cbc")
    stream = made.encryptor(iv)
    pieces, lock = [], threading.Lock()

    def work(byte):
        for _ in range(50):
            piece = stream.update(bytes([byte]) * 33)
            with lock:
                pieces.append(piece)

    threads = [threading.Thread(target=work, args=(byte,)) for byte in range(4)]
    switch = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(switch)
    last = stream.finalize()
    assert sum(map(len, pieces)) + len(last) == 4 * 50 * 33 // 16 * 16 + 16
    assert {len(piece) % 16 for piece in pieces} == {0}
