"""What pycryptodome's Crypto.Util has beside the ciphers: Padding and Counter."""

from . import Counter, Padding

__all__ = ["Counter", "Padding"]
