"""Replacement for Crypto.Cipher: see astragal.compat.Crypto.Cipher.AES.

ARC2, ARC4, Blowfish, CAST, ChaCha20, DES, Salsa20 and RSA are not available.
"""

from . import AES

__all__ = ["AES"]
