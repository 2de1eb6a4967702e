"""Replacement for Crypto.Util: Padding and Counter."""

from . import Counter, Padding

__all__ = ["Counter", "Padding"]
