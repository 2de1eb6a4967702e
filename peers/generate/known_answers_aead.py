#!/usr/bin/env python3
"""Writes known answers for stream ciphers, one-time MACs, authenticated ciphers and key wrapping, computed by
pycryptodome, OpenSSL, pyaegis and libgcrypt.

    python3 known_answers_aead.py FOLDER
"""

import ctypes
import hashlib
import subprocess
import sys
import tempfile
from ctypes.util import find_library
from pathlib import Path

import Crypto
import pyaegis
from Crypto.Cipher import AES, ChaCha20, ChaCha20_Poly1305
from Crypto.Hash import CMAC, Poly1305

PYCRYPTODOME = f"computed with pycryptodome {Crypto.__version__}"
STREAM = hashlib.shake_256(b"astragal known answers of authenticated ciphers").digest(1 << 16)

# Message lengths in bytes, close to one, four, eight and sixteen blocks of ChaCha20.
LENGTHS = (0, 1, 15, 16, 17, 63, 64, 65, 128, 255, 256, 447, 448, 449, 512, 513, 1023, 1024, 1025, 1600)

# Message lengths in bytes, close to one, two, four, eight and sixteen blocks of AES.
LENGTHS_OF_AES = (0, 1, 15, 16, 17, 31, 32, 33, 64, 65, 127, 128, 129, 255, 256, 257, 300)


def some_bytes(seed, length):
    """Returns `length` pseudorandom bytes that depend on `seed`."""
    return (STREAM[seed * 61 % len(STREAM) :] + STREAM)[:length]


def write(folder, name, cases, source=PYCRYPTODOME):
    lines = [f"# source: {source}"]
    for fields in cases:
        lines += ["", f"alg = {name}"]
        lines += [f"{field} = {value.hex()}".rstrip() for field, value in fields]
    (folder / f"{name}.txt").write_text("\n".join(lines) + "\n")


def inputs(*nonce_bytes, key_bytes=32, lengths=LENGTHS):
    """Yields keys, nonces, associated data and plaintexts. Cycles through the nonce lengths."""
    for i, length in enumerate(lengths):
        data = some_bytes(3000 + i, (0, 1, 13, 16, 32, 100)[i % 6])
        nonce = some_bytes(1000 + i, nonce_bytes[i % len(nonce_bytes)])
        yield some_bytes(i, key_bytes), nonce, data, some_bytes(2000 + i, length)


def stream_cipher(nonce_bytes):
    for key, nonce, _, text in inputs(nonce_bytes):
        encrypted = ChaCha20.new(key=key, nonce=nonce).encrypt(text)
        yield [("key", key), ("iv", nonce), ("pt", text), ("ct", encrypted)]


def authenticated(nonce_bytes):
    for key, nonce, data, text in inputs(nonce_bytes):
        cipher = ChaCha20_Poly1305.new(key=key, nonce=nonce)
        cipher.update(data)
        encrypted, tag = cipher.encrypt_and_digest(text)
        yield [("key", key), ("nonce", nonce), ("ad", data), ("pt", text), ("ct", encrypted), ("tag", tag)]


def sealed(key, nonce, data, text, encrypted, tag):
    return [("key", key), ("nonce", nonce), ("ad", data), ("pt", text), ("ct", encrypted), ("tag", tag)]


def mode_of_aes(mode, key_bytes, *nonce_bytes):
    for key, nonce, data, text in inputs(*nonce_bytes, key_bytes=key_bytes, lengths=LENGTHS_OF_AES):
        cipher = AES.new(key, mode, nonce=nonce)
        cipher.update(data)
        yield sealed(key, nonce, data, text, *cipher.encrypt_and_digest(text))


def xaes():
    for key, nonce, data, text in inputs(24, lengths=LENGTHS_OF_AES):
        blocks = (bytes((0, number)) + b"X\0" + nonce[:12] for number in (1, 2))
        derived = b"".join(CMAC.new(key, block, ciphermod=AES).digest() for block in blocks)
        cipher = AES.new(derived, AES.MODE_GCM, nonce=nonce[12:])
        cipher.update(data)
        yield sealed(key, nonce, data, text, *cipher.encrypt_and_digest(text))


def aegis(cipher, key_bytes):
    for i, (key, nonce, data, text) in enumerate(inputs(key_bytes, key_bytes=key_bytes, lengths=LENGTHS_OF_AES)):
        encrypted, tag = cipher((16, 32)[i % 2]).encrypt_detached(key, nonce, text, data)
        yield sealed(key, nonce, data, text, bytes(encrypted), bytes(tag))


def one_time_mac():
    for key, nonce, _, text in inputs(12):
        # The one-time key of Poly1305 is the start of the keystream (RFC 8439 §2.6). pycryptodome's Poly1305 uses the
        # same key.
        one_time = ChaCha20.new(key=key, nonce=nonce).encrypt(bytes(32))
        tag = Poly1305.new(key=key, nonce=nonce, cipher=ChaCha20, data=text).digest()
        yield [("key", one_time), ("msg", text), ("tag", tag)]


def siphash(rounds, final_rounds):
    for i, length in enumerate((0, 1, 7, 8, 9, 15, 16, 63, 255, 256, 257, 1000)):
        key, text = some_bytes(4000 + i, 16), some_bytes(5000 + i, length)
        for size in (8, 16):
            with tempfile.NamedTemporaryFile() as file:
                file.write(text)
                file.flush()
                options = (f"hexkey:{key.hex()}", f"size:{size}", f"c-rounds:{rounds}", f"d-rounds:{final_rounds}")
                options = [word for option in options for word in ("-macopt", option)]
                command = ["openssl", "mac", *options, "-in", file.name, "SIPHASH"]
                tag = bytes.fromhex(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
            yield [("key", key), ("msg", text), ("tag", tag)]


# Key lengths in bytes. KW accepts only multiples of 8, starting at 16.
LENGTHS_OF_KEYS = (1, 8, 9, 16, 20, 24, 32, 40, 64)


def key_wrap(key_bytes, is_padded, wrap):
    """Yields key encryption keys, keys and wrapped keys. `wrap` wraps a key."""
    lengths = [length for length in LENGTHS_OF_KEYS if is_padded or (length >= 16 and length % 8 == 0)]
    for i, length in enumerate(lengths):
        kek, key = some_bytes(6000 + i, key_bytes), some_bytes(7000 + i, length)
        yield [("key", kek), ("pt", key), ("ct", wrap(kek, key))]


def aes_wrap(is_padded):
    mode = AES.MODE_KWP if is_padded else AES.MODE_KW
    return lambda kek, key: AES.new(kek, mode).seal(key)


class Libgcrypt:
    """Key wrapping of libgcrypt, over any cipher with 16-byte blocks."""

    MODE_AESWRAP = 7
    EXTENDED = 16

    def __init__(self):
        self.gcrypt = ctypes.CDLL(find_library("gcrypt"))
        self.gcrypt.gcry_check_version.restype = ctypes.c_char_p
        self.version = self.gcrypt.gcry_check_version(None).decode()

    def wrap(self, cipher, is_padded):
        """Returns a function that wraps a key. `cipher` is the cipher's name in libgcrypt."""
        number = self.gcrypt.gcry_cipher_map_name(cipher)

        def wrap(kek, key):
            handle, flags = ctypes.c_void_p(), self.EXTENDED if is_padded else 0
            wrapped = ctypes.create_string_buffer((len(key) + 7) // 8 * 8 + 8)
            gcrypt = self.gcrypt
            errors = [gcrypt.gcry_cipher_open(ctypes.byref(handle), number, self.MODE_AESWRAP, flags)]
            errors.append(gcrypt.gcry_cipher_setkey(handle, kek, ctypes.c_size_t(len(kek))))
            sizes = ctypes.c_size_t(len(wrapped)), ctypes.c_size_t(len(key))
            errors.append(gcrypt.gcry_cipher_encrypt(handle, wrapped, sizes[0], key, sizes[1]))
            gcrypt.gcry_cipher_close(handle)
            assert errors == [0, 0, 0], errors
            return wrapped.raw

        return wrap


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: known_answers_aead.py FOLDER")
    folder = Path(sys.argv[1])
    write(folder, "chacha20", stream_cipher(12))
    write(folder, "xchacha20", stream_cipher(24))
    write(folder, "poly1305", one_time_mac())
    version = subprocess.run(["openssl", "version"], check=True, capture_output=True, text=True).stdout
    openssl = f"computed with {' '.join(version.split()[:2])}"
    write(folder, "siphash-2-4", siphash(2, 4), openssl)
    write(folder, "siphash-1-3", siphash(1, 3), openssl)
    write(folder, "chacha20-poly1305", authenticated(12))
    write(folder, "xchacha20-poly1305", authenticated(24))
    for bits in (128, 192, 256):
        write(folder, f"aes-{bits}-siv", mode_of_aes(AES.MODE_SIV, bits // 4, 16, 12, 1, 33))
        write(folder, f"aes-{bits}-ocb", mode_of_aes(AES.MODE_OCB, bits // 8, 12, 15, 8))
    write(folder, "xaes-256-gcm", xaes())
    libgcrypt = Libgcrypt()
    source = f"computed with libgcrypt {libgcrypt.version}"
    for suffix, is_padded in (("kw", False), ("kwp", True)):
        for bits in (128, 192, 256):
            write(folder, f"aes-{bits}-{suffix}", key_wrap(bits // 8, is_padded, aes_wrap(is_padded)))
        for name, cipher, bits in (
            ("camellia-128", b"CAMELLIA128", 128),
            ("camellia-192", b"CAMELLIA192", 192),
            ("camellia-256", b"CAMELLIA256", 256),
            ("sm4", b"SM4", 128),
        ):
            wrapped = key_wrap(bits // 8, is_padded, libgcrypt.wrap(cipher, is_padded))
            write(folder, f"{name}-{suffix}", wrapped, source)
    libaegis = f"computed with pyaegis {pyaegis.__version__}"
    write(folder, "aegis-128l", aegis(pyaegis.Aegis128L, 16), libaegis)
    write(folder, "aegis-256", aegis(pyaegis.Aegis256, 32), libaegis)


if __name__ == "__main__":
    main()
