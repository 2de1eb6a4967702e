"""The shape of pycryptodome's Crypto.Protocol, for key derivation: see astragal.compat.Crypto.Protocol.KDF."""

from . import KDF

__all__ = ["KDF"]
