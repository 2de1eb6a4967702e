"""The shape of pycryptodome's package: Cipher (AES), Hash, Protocol.KDF, Random and Util (Padding, Counter)."""
