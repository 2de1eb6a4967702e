"""The algorithms that both astragal and hashlib have, and lengths that matter to them."""

import hashlib
import random

import astragal

# astragal's name for each of hashlib's that differs in more than "-" and "_".
_SAME = {
    "shake_128": "shake128",
    "shake_256": "shake256",
    "blake2b": "blake2b-512",
    "blake2s": "blake2s-256",
    "sha512_224": "sha512-224",
    "sha512_256": "sha512-256",
}


def _known(name):
    try:
        hashlib.new(name)
    except ValueError:
        return False
    return _SAME.get(name, name.replace("_", "-")) in astragal.algorithms_available


HASHLIB = sorted(name for name in hashlib.algorithms_available if _known(name) and "-" not in name)
SHARED = {name: _SAME.get(name, name.replace("_", "-")) for name in HASHLIB}
FIXED = {theirs: ours for theirs, ours in SHARED.items() if not ours.startswith("shake")}


def identifier(name):
    """The name of the constructor."""
    return name.replace("-", "_")


def constructor(name):
    return getattr(astragal, identifier(name))


def edges(block):
    """Lengths around blocks and their padding."""
    around = {0, 1, block - 17, block - 9, block - 8, block - 1, block, block + 1}
    return sorted(length for length in around | {2 * block - 1, 2 * block, 2 * block + 1} if length >= 0)


def pattern(length, seed=1):
    return random.Random(seed * 1_000_003 + length).randbytes(length)
