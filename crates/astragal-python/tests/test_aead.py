"""Authenticated encryption."""

import inspect
import mmap

import pytest
from algorithms import composed, constructor, pattern

import astragal

AEADS = sorted(astragal.aeads_available)
pytestmark = pytest.mark.parametrize("name", composed(AEADS))


def cipher_and_nonce(name):
    row = astragal.info(name)
    # info() reports no single nonce size for GCM and CCM, which allow several, so the test uses 12 bytes.
    return constructor(name)(pattern(row.key_size)), pattern(row.nonce_size or 12, seed=2)


@pytest.mark.parametrize("length", [0, 1, 15, 16, 17, 100, 2047, 2048])
def test_decrypt_inverts_encrypt(name, length):
    cipher, nonce = cipher_and_nonce(name)
    data = pattern(length, seed=3)
    for associated_data in (None, b"", b"header", pattern(3000)) if length == 100 else (b"header",):
        sealed = cipher.encrypt(nonce, data, associated_data)
        assert len(sealed) == length + cipher.tag_size
        assert cipher.decrypt(nonce, sealed, associated_data) == data
        assert astragal.aead(name, pattern(cipher.key_size)).encrypt(nonce, data, associated_data) == sealed
    assert cipher.encrypt(nonce, data) == cipher.encrypt(nonce, data, b"")


def test_rejects_changed_input(name):
    cipher, nonce = cipher_and_nonce(name)
    sealed = cipher.encrypt(nonce, b"message", b"header")
    for at in range(len(sealed)):
        forged = bytearray(sealed)
        forged[at] ^= 0x40
        with pytest.raises(astragal.InvalidTag) as error:
            cipher.decrypt(nonce, forged, b"header")
        assert "message" not in str(error.value)


def test_rejects_truncated_and_extended_input(name):
    cipher, nonce = cipher_and_nonce(name)
    sealed = cipher.encrypt(nonce, b"message", b"header")
    for wrong in (sealed[:-1], sealed[: cipher.tag_size - 1], b"", sealed + b"\0"):
        with pytest.raises(astragal.InvalidTag):
            cipher.decrypt(nonce, wrong, b"header")


def test_rejects_other_associated_data_and_nonce(name):
    cipher, nonce = cipher_and_nonce(name)
    sealed = cipher.encrypt(nonce, b"message", b"header")
    with pytest.raises(astragal.InvalidTag):
        cipher.decrypt(nonce, sealed, b"other header")
    with pytest.raises(astragal.InvalidTag):
        cipher.decrypt(bytes(len(nonce)), sealed, b"header")


def test_into_matches_and_zeroes_unverified_plaintext(name):
    cipher, nonce = cipher_and_nonce(name)
    data = pattern(1000)
    sealed = cipher.encrypt(nonce, data, b"header")
    out = bytearray(1000 + cipher.tag_size)
    assert cipher.encrypt_into(nonce, data, b"header", out) == len(out)
    assert out == sealed
    text = bytearray(1000)
    assert cipher.decrypt_into(nonce, sealed, b"header", text) == 1000
    assert text == data
    out[3] ^= 1
    with pytest.raises(astragal.InvalidTag):
        cipher.decrypt_into(nonce, out, b"header", text)
    assert text == bytes(1000)


def test_overlapping_buffers_match(name):
    cipher, nonce = cipher_and_nonce(name)
    data = pattern(1000)
    sealed = cipher.encrypt(nonce, data, None)
    buffer = bytearray(data) + bytes(cipher.tag_size)
    view = memoryview(buffer)
    cipher.encrypt_into(nonce, view[:1000], None, buffer)
    assert buffer == sealed
    cipher.decrypt_into(nonce, buffer, None, view[:1000])
    assert view[:1000] == data
    shifted = bytearray(sealed + b"0")
    cipher.decrypt_into(nonce, memoryview(shifted)[: len(sealed)], None, memoryview(shifted)[1:1001])
    assert shifted[1:1001] == data


def test_rejects_wrong_nonce_length(name):
    cipher, nonce = cipher_and_nonce(name)
    wrong = nonce[1:] if astragal.info(name).nonce_size else b""
    message = f"nonce is {len(wrong)} bytes; {name} takes "
    with pytest.raises(ValueError, match=message):
        cipher.encrypt(wrong, b"")
    with pytest.raises(ValueError, match=message):
        cipher.decrypt(wrong, bytes(100))


def test_rejects_wrong_key_length(name):
    with pytest.raises(ValueError, match=f"key is 3 bytes; {name} takes {astragal.info(name).key_size}"):
        constructor(name)(b"abc")
    with pytest.raises(TypeError, match="missing required argument 'key'"):
        constructor(name)()


def test_rejects_arguments_that_are_not_bytes(name):
    cipher, nonce = cipher_and_nonce(name)
    for arguments in (("nonce", b""), (nonce, "data"), (nonce, b"", "header")):
        with pytest.raises(TypeError, match="must be a bytes-like object, not str"):
            cipher.encrypt(*arguments)


def test_rejects_wrong_output_buffers(name):
    cipher, nonce = cipher_and_nonce(name)
    with pytest.raises(ValueError, match=f"output is 3 bytes; the result has {4 + cipher.tag_size} bytes"):
        cipher.encrypt_into(nonce, b"data", None, bytearray(3))
    with pytest.raises((BufferError, TypeError)):
        cipher.encrypt_into(nonce, b"", None, bytes(cipher.tag_size))
    with pytest.raises(TypeError, match="writable"):
        cipher.encrypt_into(nonce, b"", None, 5)
    both = bytearray(nonce + bytes(100))
    with pytest.raises(ValueError, match="overlaps"):
        cipher.encrypt_into(memoryview(both)[: len(nonce)], bytes(10), None, memoryview(both)[1 : 11 + cipher.tag_size])


def in_pieces(cipher, nonce, data, cuts, header=b"header"):
    encryptor = cipher.encryptor(nonce, header, data_size=len(data))
    bounds = [0, *sorted(min(cut, len(data)) for cut in cuts), len(data)]
    text = b"".join(encryptor.update(data[i:j]) for i, j in zip(bounds, bounds[1:], strict=False))
    return text, encryptor.finalize()


@pytest.mark.parametrize("length", [0, 1, 16, 33, 5000])
def test_streaming_matches_one_shot(name, length):
    cipher, nonce = cipher_and_nonce(name)
    data = pattern(length)
    if name.endswith(("-siv", "-ocb")):
        with pytest.raises(TypeError):
            cipher.encryptor(nonce)
        return
    text, tag = in_pieces(cipher, nonce, data, (1, 7, 16, 40, 3000))
    assert text + tag == cipher.encrypt(nonce, data, b"header")
    for cut in (0, 5, 16, 2500):
        decryptor = cipher.decryptor(nonce, b"header", data_size=length)
        assert decryptor.update(text[:cut]) is None
        decryptor.update(text[cut:])
        assert decryptor.finalize(tag) == data
        with pytest.raises(ValueError, match="has ended"):
            decryptor.finalize(tag)


def test_streaming_rejects_changed_input(name):
    if name.endswith(("-siv", "-ocb")):
        return
    cipher, nonce = cipher_and_nonce(name)
    text, tag = in_pieces(cipher, nonce, bytes(100), ())
    wrong = bytes([tag[0] ^ 1]) + tag[1:]
    decryptor = cipher.decryptor(nonce, b"header", data_size=100)
    decryptor.update(text)
    out = bytearray(b"x" * 100)
    with pytest.raises(ValueError, match="100"):
        decryptor.finalize_into(tag, bytearray(99))
    with pytest.raises(astragal.InvalidTag):
        decryptor.finalize_into(wrong, out)
    assert out == bytes(100)
    with pytest.raises(ValueError, match="has ended"):
        decryptor.finalize(tag)


def test_streaming_into_matches(name):
    if name.endswith(("-siv", "-ocb")):
        return
    cipher, nonce = cipher_and_nonce(name)
    data = bytearray(pattern(300))
    sealed = cipher.encrypt(nonce, bytes(data), b"header")
    encryptor = cipher.encryptor(nonce, b"header", data_size=300)
    assert encryptor.update_into(data, data) == 300
    assert data + encryptor.finalize() == sealed
    with pytest.raises(ValueError, match="has ended"):
        encryptor.update(b"more")
    decryptor = cipher.decryptor(nonce, b"header", data_size=300)
    decryptor.update(data)
    assert decryptor.finalize_into(sealed[300:], data) == 300
    assert data == pattern(300)
    assert repr(encryptor).startswith("<astragal.AeadEncryptor ") and decryptor.name == cipher.name


def test_refuses_messages_over_the_limit(name, tmp_path):
    row = astragal.info(name)
    limit = row.max_message_size
    if limit is None or limit > 1 << 40:
        pytest.skip("no limit, or a longer one than a file can have")
    cipher, nonce = cipher_and_nonce(name)
    # The file is sparse and takes no space on the disk. The cipher refuses the message because of its length, before
    # reading its bytes.
    with open(tmp_path / "sparse", "wb+") as file:
        file.truncate(limit + 1 + cipher.tag_size)
        with mmap.mmap(file.fileno(), 0) as text:
            with pytest.raises(ValueError, match=f"takes at most {limit}"):
                cipher.encrypt_into(nonce, memoryview(text)[: limit + 1], None, text)
            with pytest.raises(ValueError, match=f"takes at most {limit}"):
                cipher.decrypt_into(nonce, text, None, memoryview(text)[: limit + 1])


def test_docstring_states_the_limits(name):
    row = astragal.info(name)
    text = inspect.getdoc(constructor(name))
    assert f"Messages per key: 2**{row.random_nonces_log2} with random nonces" in text
    assert (f"Longest message: {row.max_message_size} bytes" in text) == (row.max_message_size is not None)
