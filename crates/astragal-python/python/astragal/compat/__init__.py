"""Thin modules in the shapes of other libraries, so that their users move by one import.

    from astragal.compat.blake3 import blake3
    from astragal.compat.Crypto.Cipher import AES
    from astragal.compat.Crypto.Hash import SHA3_256
    from astragal.compat.Crypto.Protocol.KDF import scrypt
"""
