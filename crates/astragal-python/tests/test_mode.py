"""Block ciphers, their modes, and what is built of them."""

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
LENGTHS = [0, 1, 15, 16, 17, 31, 32, 33, 127, 128, 129, 1000, 2047, 2048, 10_000]


def begin(mode, name="aes-128", **parameters):
    """A mode under some key, and an IV."""
    row = astragal.info(name)
    size = 2 * row.key_size if mode == "xts" else row.key_size
    return getattr(astragal, mode)(name, pattern(size), **parameters), pattern(row.block_size, seed=2)


def takes(mode, length):
    """Whether there are messages of this length."""
    return mode != "xts" or length >= 16


def keyed(name):
    """A cipher under some key."""
    return astragal.cipher(name, pattern(astragal.info(name).key_size))


def test_ciphers_available_lists_all_70():
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


def test_tweak_changes_the_ciphertext():
    plain = astragal.cipher("threefish-512", bytes(64))
    assert plain.tweak_size == 16
    assert plain.encrypt_blocks(bytes(64)) == plain.with_tweak(bytes(16)).encrypt_blocks(bytes(64))
    tweaked = astragal.cipher("threefish-512", bytes(64), tweak=b"sixteen bytes...")
    encrypted = tweaked.encrypt_blocks(bytes(64))
    assert encrypted == plain.with_tweak(b"sixteen bytes...").encrypt_blocks(bytes(64))
    assert encrypted != plain.encrypt_blocks(bytes(64)) and tweaked.decrypt_blocks(encrypted) == bytes(64)
    with pytest.raises(ValueError, match="tweak is 3 bytes; threefish-512 takes 16"):
        plain.with_tweak(b"abc")
    with pytest.raises(TypeError, match="sm4 takes no tweak"):
        astragal.cipher("sm4", bytes(16), tweak=bytes(16))
    assert astragal.cipher("sm4", bytes(16)).tweak_size is None


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", ["aes-256", "kalyna512-512", "threefish-1024", "serpent-192", "rijndael160-224"])
def test_streaming_matches_one_shot(mode, name):
    row = astragal.info(name)
    if mode == "xts" and row.block_size != 16:
        with pytest.raises(ValueError, match=f"{name} has blocks of {row.block_size} bytes; xts takes ciphers whose"):
            begin(mode, name)
        return
    made, iv = begin(mode, name)
    assert astragal.mode(made.name, pattern(made.key_size)).encrypt(iv, bytes(99)) == made.encrypt(iv, bytes(99))
    numbers = random.Random(5)
    for length in LENGTHS:
        if not takes(mode, length):
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
def test_into_and_in_place_match(mode, length):
    if not takes(mode, length):
        return
    made, iv = begin(mode)
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


def test_pkcs7_padding_is_checked():
    made, iv = begin("cbc", padding="none")
    padded, _ = begin("cbc")
    assert made.encrypt(iv, bytes(32)) == padded.encrypt(iv, bytes(32))[:32]
    assert made.encrypt(iv, b"") == b"" and made.decrypt(iv, b"") == b""
    with pytest.raises(ValueError, match="end of the message is 3 bytes; aes-128-cbc takes multiples of 16"):
        made.encrypt(iv, bytes(35))
    with pytest.raises(ValueError, match="takes multiples of 16"):
        made.decrypt(iv, bytes(35))
    with pytest.raises(ValueError, match='padding is "zeros"; it must be "pkcs7" or "none"'):
        begin("cbc", padding="zeros")
    for sixteen in (bytes(16), b"\x11" * 16, bytes(15) + b"\x11", b"\x02" + bytes(14) + b"\x03"):
        forged = made.encrypt(iv, sixteen)
        for decrypt in (padded.decrypt, lambda iv, data: padded.decryptor(iv).update(data) + whole(padded, iv, data)):
            with pytest.raises(ValueError, match="^the padding is not valid$"):
                decrypt(iv, forged)
        out = bytearray(b"\xa5" * 48)
        with pytest.raises(ValueError, match="^the padding is not valid$"):
            padded.decrypt_into(iv, bytes(32) + forged, out)
        assert out == bytes(48), "nothing is released"
    for length in (0, 15, 17):
        with pytest.raises(ValueError, match="takes multiples of 16"):
            padded.decrypt(iv, bytes(length))


def whole(mode, iv, data):
    stream = mode.decryptor(iv)
    stream.update(data)
    return stream.finalize()


def test_ctr_seeks_to_any_position():
    made, iv = begin("ctr")
    data = pattern(1000)
    encrypted = made.encrypt(iv, data)
    for position in (0, 1, 15, 16, 17, 999, 1000):
        stream = made.encryptor(iv)
        stream.update(b"anything")
        stream.seek(position)
        assert stream.update(data[position:]) == encrypted[position:]


def test_ctr_pads_a_short_iv_with_zeros():
    made, iv = begin("ctr")
    data = pattern(1000)
    assert made.encrypt(iv[:5], data) == made.encrypt(iv[:5] + bytes(11), data)


def test_ctr_counter_wraps_over_the_whole_block():
    made, _ = begin("ctr")
    last = b"\xff" * 16
    assert made.encrypt(last, bytes(32))[16:] == made.encrypt(bytes(16), bytes(16))


def test_seek_rejects_wrong_positions_and_modes():
    made, iv = begin("ctr")
    with pytest.raises(ValueError, match=r"position is -1; it must be 0 to 2\^128 - 1"):
        made.encryptor(iv).seek(-1)
    with pytest.raises(TypeError, match="position must be a number, not str"):
        made.encryptor(iv).seek("1")
    with pytest.raises(TypeError, match="aes-128-cbc takes no position"):
        begin("cbc")[0].encryptor(iv).seek(1)


def test_xts_accepts_a_sector_number():
    made, _ = begin("xts")
    sector = pattern(512)
    for number in (0, 1, 2**64, 2**128 - 1):
        assert made.encrypt(number, sector) == made.encrypt(number.to_bytes(16, "little"), sector)
        assert made.decrypt(number, made.encrypt(number, sector)) == sector
    for number in (-1, 2**128):
        with pytest.raises(ValueError, match=r"number is .*; it must be 0 to 2\^128 - 1"):
            made.encrypt(number, sector)
    with pytest.raises(ValueError, match="data unit is 15 bytes; .* takes 16 to 16777216"):
        made.encrypt(0, bytes(15))
    with pytest.raises(ValueError, match="data unit is 16777217 bytes|longer than 16777216"):
        made.encrypt(0, bytes((16 << 20) + 1))
    with pytest.raises(ValueError, match="both halves of the key are the same"):
        astragal.xts("aes-128", bytes(32))


def test_finalized_stream_rejects_every_call():
    for mode in MODES:
        made, iv = begin(mode)
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
            with pytest.raises(ValueError, match=f"the message of {made.name} has ended; begin another"):
                call()


def test_short_output_leaves_the_stream_unchanged():
    made, iv = begin("cbc")
    expected = made.encrypt(iv, bytes(40))
    stream = made.encryptor(iv)
    with pytest.raises(ValueError, match="the output has 31 bytes; the result has up to 32"):
        stream.update_into(bytes(40), bytearray(31))
    out = bytearray(48)
    count = stream.update_into(bytes(40), out)
    with pytest.raises(ValueError, match="the output has 15 bytes; the result has up to 16"):
        stream.finalize_into(memoryview(out)[count : count + 15])
    count += stream.finalize_into(memoryview(out)[count:])
    assert out[:count] == expected
    with pytest.raises(ValueError, match="the output has 47 bytes; the result has up to 48"):
        made.encrypt_into(iv, bytes(40), bytearray(47))


def test_rejects_wrong_arguments():
    for mode in MODES:
        made, iv = begin(mode)
        allowed = "1 to 16" if mode == "ctr" else "16"
        with pytest.raises(ValueError, match=f"IV is 17 bytes; aes-128-{mode} takes {allowed}"):
            made.encrypt(bytes(17), bytes(16))
        with pytest.raises(ValueError, match="key is 3 bytes; aes-128.* takes"):
            getattr(astragal, mode)("aes-128", b"abc")
        for call in (made.encrypt, made.decrypt):
            with pytest.raises(TypeError, match="data must be a bytes-like object, not str"):
                call(iv, "text")
            with pytest.raises(TypeError, match="IV must be a bytes-like object, not str"):
                call("IV", b"")
        with pytest.raises((BufferError, TypeError)):
            made.encrypt_into(iv, bytes(16), bytes(32))
        with pytest.raises(TypeError):
            getattr(astragal, mode)(b"aes-128", bytes(16))
        with pytest.raises(ValueError, match="there is no block cipher"):
            getattr(astragal, mode)("des", bytes(8))
    with pytest.raises(TypeError, match="aes-128-ctr takes no padding"):
        astragal.mode("aes-128-ctr", bytes(16), padding="none")
    with pytest.raises(ValueError, match="aes-128-ecb"):
        astragal.mode("aes-128-ecb", bytes(16))
    with pytest.raises(TypeError):
        astragal.ctr("aes-128")


@pytest.mark.parametrize("mode, sizes", [("gcm", range(12, 17)), ("ccm", (4, 6, 8, 10, 12, 14, 16)), ("gcm_siv", [16])])
def test_tags_of_every_length_verify(mode, sizes):
    function = getattr(astragal, mode)
    for size in sizes:
        parameters = {} if mode == "gcm_siv" else {"tag_size": size}
        made = function("aes-128", bytes(16), **parameters)
        assert (made.tag_size, made.key_size, made.nonce_size) == (size, 16, 12)
        sealed = made.encrypt(bytes(12), b"message", b"header")
        assert len(sealed) == 7 + size and made.decrypt(bytes(12), sealed, b"header") == b"message"
        assert astragal.aead(made.name, bytes(16), **parameters).encrypt(bytes(12), b"message", b"header") == sealed
        forged = bytearray(sealed)
        forged[-1] ^= 1
        for wrong in (forged, sealed[:-1], sealed + b"\0", b""):
            with pytest.raises(astragal.InvalidTag):
                made.decrypt(bytes(12), wrong, b"header")
        out = bytearray(b"\xa5" * 7)
        with pytest.raises(astragal.InvalidTag):
            made.decrypt_into(bytes(12), forged, b"header", out)
        assert out == bytes(7), "nothing is released"
    if mode != "gcm_siv":
        for wrong in (0, 3, 5, 17, 2**40):
            if wrong not in sizes:
                with pytest.raises(ValueError, match=f"tag is {wrong} bytes; aes-128-{mode} takes"):
                    function("aes-128", bytes(16), tag_size=wrong)


def test_rejects_ciphers_without_authenticated_mode():
    with pytest.raises(ValueError, match="kalyna256-256 has blocks of 32 bytes; gcm takes ciphers whose blocks have 16"):
        astragal.gcm("kalyna256-256", bytes(32))
    with pytest.raises(ValueError, match="kalyna256-256 has blocks of 32 bytes; cmac takes ciphers whose blocks have 16"):
        astragal.cmac("kalyna256-256", bytes(32))
    with pytest.raises(ValueError, match="sm4 has no gcm-siv; aes-128 and aes-256 have"):
        astragal.gcm_siv("sm4", bytes(16))
    with pytest.raises(ValueError, match="nonce is 0 bytes; aes-128-gcm takes at least 1"):
        astragal.gcm("aes-128", bytes(16)).encrypt(b"", b"")
    with pytest.raises(ValueError, match="nonce is 6 bytes; aes-128-ccm takes 7 to 13"):
        astragal.ccm("aes-128", bytes(16)).encrypt(bytes(6), b"")
    with pytest.raises(TypeError, match="unexpected keyword argument 'tag_size'"):
        astragal.gcm_siv("aes-128", bytes(16), tag_size=12)


def test_cmac_spellings_agree():
    code = astragal.cmac("aes-128", bytes(16), b"mess")
    code.update(b"age")
    assert code.digest() == astragal.mac("cmac-aes-128", bytes(16), b"message").digest()
    assert code.digest() == astragal.cmac_aes_128(bytes(16), b"message").digest()
    code.verify(code.digest())
    assert astragal.cmac("AES_128", bytes(16), b"message", length=8).digest() == code.digest()[:8]
    with pytest.raises(ValueError, match="tag is 7 bytes"):
        astragal.cmac("aes-128", bytes(16), length=7)


@pytest.mark.parametrize("bits", [128, 192, 256])
def test_modes_match_pycryptodome(bits):
    name, key, iv = f"aes-{bits}", pattern(bits // 8), pattern(16, seed=2)
    theirs = {
        "cbc": lambda: AES.new(key, AES.MODE_CBC, iv),
        "ctr": lambda: AES.new(key, AES.MODE_CTR, initial_value=iv, nonce=b""),
        "cfb": lambda: AES.new(key, AES.MODE_CFB, iv, segment_size=128),
        "ofb": lambda: AES.new(key, AES.MODE_OFB, iv),
    }
    for mode, other in theirs.items():
        made = getattr(astragal, mode)(name, key, **({"padding": "none"} if mode == "cbc" else {}))
        for length in (0, 16, 32, 4096):
            assert made.encrypt(iv, pattern(length)) == other().encrypt(pattern(length))
    for nonce in (bytes(12), pattern(13), pattern(60)):
        other = AES.new(key, AES.MODE_GCM, nonce).update(b"header")
        sealed = astragal.gcm(name, key).encrypt(nonce, pattern(1000), b"header")
        assert sealed == b"".join(other.encrypt_and_digest(pattern(1000)))
    other = AES.new(key, AES.MODE_CCM, bytes(11), mac_len=8).update(b"header")
    sealed = astragal.ccm(name, key, tag_size=8).encrypt(bytes(11), b"text", b"header")
    assert sealed == b"".join(other.encrypt_and_digest(b"text"))
    assert astragal.cmac(name, key, b"message").digest() == CMAC.new(key, b"message", AES).digest()


def test_concurrent_updates_are_serialized():
    made, iv = begin("cbc")
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
