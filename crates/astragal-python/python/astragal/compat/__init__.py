"""Modules with the interfaces of other libraries: change one import to migrate.

    from astragal.compat.blake3 import blake3
    from astragal.compat.Crypto.Cipher import AES
    from astragal.compat.Crypto.Hash import SHA3_256
    from astragal.compat.Crypto.Protocol.KDF import scrypt
"""
