"""Algorithms that astragal and hashlib provide, and test messages."""

import hashlib
import random

import pytest

import astragal

# Canonical names of the hashes and extendable-output functions.
CANONICAL = {astragal.info(name).name for name in astragal.algorithms_available}


def _known(name):
    try:
        hashlib.new(name)
    except ValueError:
        return False
    return True


# Names that both hashlib and astragal know, and a map from these names to astragal's canonical names.
HASHLIB = sorted(name for name in hashlib.algorithms_available & astragal.algorithms_available if _known(name))
SHARED = {name: astragal.info(name).name for name in HASHLIB}
FIXED = {hashlib_name: name for hashlib_name, name in SHARED.items() if not name.startswith("shake")}


def identifier(name):
    """Return the name of the algorithm's constructor."""
    return name.replace("-", "_")


def constructor(name):
    return getattr(astragal, identifier(name))


def composed(names):
    """Return test parameters for `names`.

    Algorithms composed of a mode or MAC and a cipher other than AES, or of HMAC and a hash other than SHA-256 and
    SHA3-256, are marked as slow. The module treats all composed algorithms alike, so `cargo xtask test` leaves out the
    slow ones.
    """
    common = ("aes-", "rijndael-", "cmac-aes-", "hmac-sha256", "hmac-sha3-256")
    others = [name for name in astragal.ciphers_available if not name.startswith(common)]

    def is_slow(name):
        over = name.removeprefix("cmac-")
        return name.startswith("hmac-") and name not in common or any(over.startswith(cipher) for cipher in others)

    return [pytest.param(name, marks=[pytest.mark.slow] if is_slow(name) else []) for name in names]


def edges(block):
    """Return message lengths around block and padding boundaries."""
    around = {0, 1, block - 17, block - 9, block - 8, block - 1, block, block + 1}
    return sorted(length for length in around | {2 * block - 1, 2 * block, 2 * block + 1} if length >= 0)


def pattern(length, seed=1):
    return random.Random(seed * 1_000_003 + length).randbytes(length)
