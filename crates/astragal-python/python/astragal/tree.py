"""Tree hashes in parts: hash the ranges of an object where they lie, put them together anywhere.

    >>> from astragal import kt128, tree
    >>> data = bytes(100_000)
    >>> step = 5 * tree.leaf_bytes("kt128")
    >>> parts = [tree.leaf_values("kt128", data[i : i + step], i) for i in range(0, len(data), step)]
    >>> tree.root(reversed(parts), len(data)) == kt128(data).digest()
    True

The tree hashes are kt128, kt256, parallelhash128, parallelhash256, their XOF forms and blake3, which takes a
key, or the context of a key derivation. A part begins, and unless it is the last one ends, at a multiple of
leaf_bytes(). Parts are values that can be pickled and compared; none of them is a digest.
"""

from dataclasses import dataclass

from astragal._native import Assembly, PartHasher, read_record

__all__ = ["Part", "PartHasher", "leaf_bytes", "leaf_values", "merge", "root"]


@dataclass(frozen=True, slots=True)
class Part:
    """What is left of a range of an object: chaining values of leaves or subtrees, with a checksum.

    Raises ValueError when the record is damaged.
    """

    record: bytes

    def __post_init__(self):
        read_record(self.record)

    @property
    def algorithm(self):
        """The tree hash's canonical name."""
        return read_record(self.record)[0]

    @property
    def block(self):
        """ParallelHash's block size in bytes, None for others."""
        return read_record(self.record)[1] or None

    @property
    def start(self):
        """The first byte."""
        return read_record(self.record)[2]

    @property
    def end(self):
        """The byte behind the last one."""
        _, _, start, length = read_record(self.record)
        return start + length

    def __repr__(self):
        return f"<astragal.tree.Part {self.algorithm} {self.start}:{self.end}>"


def leaf_bytes(algorithm, *, block=None):
    """Return what the bounds of ranges must be multiples of, in bytes.

    block -- of ParallelHash; 8192 by default, as for its constructors.
    """
    return Assembly(algorithm, block=block).leaf_bytes


def leaf_values(algorithm, data, start=0, *, block=None, key=None, context=None, threads=1):
    """Return the Part of an object whose bytes from `start` on are `data`.

    Data that does not fit the memory goes piece by piece through PartHasher(algorithm, start, ...), which has
    update(data) and finish(), whose result makes a Part.
    """
    hasher = PartHasher(algorithm, start, block=block, key=key, context=context)
    hasher.update(data, threads)
    return Part(hasher.finish())


def merge(parts, *, key=None, context=None):
    """Return neighbouring parts, in any order, as one Part.

    Raises ValueError when they leave a gap, overlap, or are of different hashes or parameters.
    """
    parts = sorted(parts, key=lambda part: (part.start, part.end))
    if not parts:
        raise ValueError("there is no part to merge")
    tree = Assembly(parts[0].algorithm, block=parts[0].block, key=key, context=context)
    record = parts[0].record
    for part in parts[1:]:
        record = tree.join(record, part.record)
    return Part(record)


def root(parts, total, *, length=None, custom=None, key=None, context=None):
    """Return the digest of the object of `total` bytes that the parts make, in any order.

    length -- of the digest in bytes: 32 by default, 64 for kt256 and parallelhash256.
    custom -- the customization string of kt128, kt256 and ParallelHash.

    Raises ValueError when a part is missing, overlaps another, or is of another hash or parameters.
    """
    tree = None
    for part in parts:
        if tree is None:
            name = part.algorithm
            tree = Assembly(name, custom=custom, block=part.block, key=key, context=context)
            length = length if length is not None else 64 if name.endswith("256") else 32
        tree.add(part.record)
    if tree is None:
        raise ValueError("there is no part to make a digest of")
    return tree.finish(total, length)
