"""Replacement for pycryptodome: Cipher (AES), Hash, Protocol.KDF, Random and Util (Padding, Counter)."""
