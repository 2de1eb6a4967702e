"""The shape of pycryptodome's Crypto.Cipher, for AES: see astragal.compat.Crypto.Cipher.AES.

There is no ARC2, ARC4, Blowfish, CAST, ChaCha20, DES, Salsa20, and no RSA.
"""

from . import AES

__all__ = ["AES"]
