"""Replacement for Crypto.Random: random bytes from the operating system."""

from os import urandom as get_random_bytes

__all__ = ["get_random_bytes"]
