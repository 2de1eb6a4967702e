"""The algorithms that both astragal and hashlib have, and lengths that matter to them."""

import hashlib
import random

import astragal

# The canonical names of the hashes and extendable-output functions.
CANONICAL = {astragal.info(name).name for name in astragal.algorithms_available}


def _known(name):
    try:
        hashlib.new(name)
    except ValueError:
        return False
    return True


# hashlib's names of what both have; the name of a constructor is the same, and the canonical one another.
HASHLIB = sorted(name for name in hashlib.algorithms_available & astragal.algorithms_available if _known(name))
SHARED = {name: astragal.info(name).name for name in HASHLIB}
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
