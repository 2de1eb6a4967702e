"""Tests column.py: a page opens only at its position, and pycryptodome decrypts it too."""

import struct

import pytest
from Crypto.Cipher import AES
from column import DATA_PAGE_HEADER, ColumnKey

import astragal

KEY, FILE_ID, HEADER = bytes(range(16)), b"file one", b"header of the page"
VALUES = struct.pack("<1000q", *range(1000))


@pytest.mark.parametrize("bytes_of_key", [16, 24, 32])
def test_page_opens_at_its_place_only(bytes_of_key):
    key = ColumnKey(bytes(range(bytes_of_key)), FILE_ID)
    page = key.seal_page(HEADER, VALUES, 0, 3, 7)
    assert key.open_page(page, 0, 3, 7) == (HEADER, VALUES)
    for place in [(1, 3, 7), (0, 2, 7), (0, 3, 8)]:
        with pytest.raises(astragal.InvalidTag):
            key.open_page(page, *place)
    with pytest.raises(astragal.InvalidTag):
        ColumnKey(bytes(range(bytes_of_key)), b"file two").open_page(page, 0, 3, 7)


def test_other_library_opens_the_modules():
    key = ColumnKey(KEY, FILE_ID)
    page = key.seal_page(HEADER, VALUES, 0, 3, 7)
    (size,) = struct.unpack_from("<I", page)
    sealed, hidden = page[4 : 4 + size], page[8 + size :]
    assert struct.unpack_from("<I", page, 4 + size) == (len(hidden),)
    gcm = AES.new(KEY, AES.MODE_GCM, nonce=sealed[:12])
    gcm.update(FILE_ID + bytes([DATA_PAGE_HEADER, 0, 0, 3, 0, 7, 0]))
    assert gcm.decrypt_and_verify(sealed[12:-16], sealed[-16:]) == HEADER
    ctr = AES.new(KEY, AES.MODE_CTR, nonce=hidden[:12], initial_value=1)
    assert ctr.decrypt(hidden[12:]) == VALUES


def test_changed_data_is_not_detected_but_a_changed_header_is():
    key = ColumnKey(KEY, FILE_ID)
    page = bytearray(key.seal_page(HEADER, VALUES, 0, 0, 0))
    page[-1] ^= 1
    assert key.open_page(bytes(page), 0, 0, 0)[1] != VALUES
    page[20] ^= 1
    with pytest.raises(astragal.InvalidTag):
        key.open_page(bytes(page), 0, 0, 0)
