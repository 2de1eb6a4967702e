"""Replacement for Crypto.Protocol: see astragal.compat.Crypto.Protocol.KDF."""

from . import KDF

__all__ = ["KDF"]
