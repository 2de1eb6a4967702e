"""Tree hashes computed in parts. Hash ranges on different machines, then combine their results anywhere.

    >>> from astragal import kt128, tree
    >>> data = bytes(100_000)
    >>> step = 5 * tree.leaf_bytes("kt128")
    >>> parts = [tree.leaf_values("kt128", data[i : i + step], i) for i in range(0, len(data), step)]
    >>> tree.root(reversed(parts), len(data)) == kt128(data).digest()
    True

The tree hashes are kt128, kt256, parallelhash128, parallelhash256, parallelhashxof128, parallelhashxof256 and blake3.
blake3 takes a key, or a key derivation context. Each part starts at a multiple of leaf_bytes(). Each part except the
last also ends at such a multiple. Part objects can be pickled and compared.
"""

from dataclasses import dataclass

from astragal._native import Assembly, PartHasher, read_record

__all__ = ["Part", "PartHasher", "leaf_bytes", "leaf_values", "merge", "root"]


@dataclass(frozen=True, slots=True)
class Part:
    """Result of hashing a range of a message: chaining values of leaves or subtrees, with a checksum.

    Raises ValueError if the record is damaged.
    """

    record: bytes

    def __post_init__(self):
        read_record(self.record)

    @property
    def algorithm(self):
        """The canonical name of the tree hash."""
        return read_record(self.record)[0]

    @property
    def block(self):
        """The block length of ParallelHash in bytes; None for other tree hashes."""
        return read_record(self.record)[1] or None

    @property
    def start(self):
        """The offset of the first byte."""
        return read_record(self.record)[2]

    @property
    def end(self):
        """The offset after the last byte."""
        _, _, start, length = read_record(self.record)
        return start + length

    def __repr__(self):
        return f"<astragal.tree.Part {self.algorithm} {self.start}:{self.end}>"


def leaf_bytes(algorithm, *, block=None):
    """Return the length of a leaf in bytes. Ranges start at multiples of this length.

    block -- the block length of ParallelHash; default 8192.
    """
    return Assembly(algorithm, block=block).leaf_bytes


def leaf_values(algorithm, data, start=0, *, block=None, key=None, context=None, threads=1):
    """Hash `data`, the bytes of a message starting at offset `start`; return the result as a Part.

    For data in pieces, make a PartHasher(algorithm, start, ...). Call its update(data) for each piece, then
    Part(hasher.finish()).
    """
    hasher = PartHasher(algorithm, start, block=block, key=key, context=context)
    hasher.update(data, threads)
    return Part(hasher.finish())


def merge(parts, *, key=None, context=None):
    """Merge adjacent parts, given in any order; return one Part.

    Raises ValueError if the parts leave a gap, overlap, or have different algorithms or parameters.
    """
    parts = sorted(parts, key=lambda part: (part.start, part.end))
    if not parts:
        raise ValueError("no parts to merge")
    tree = Assembly(parts[0].algorithm, block=parts[0].block, key=key, context=context)
    record = parts[0].record
    for part in parts[1:]:
        record = tree.join(record, part.record)
    return Part(record)


def root(parts, total, *, length=None, custom=None, key=None, context=None):
    """Return the digest of a message of `total` bytes from its parts, given in any order.

    length -- the length of the digest in bytes; default 32, or 64 for kt256 and parallelhash256.
    custom -- the customization string of kt128, kt256 and ParallelHash.

    Raises ValueError if a part is missing, overlaps another part, or has a different algorithm or parameters.
    """
    tree = None
    for part in parts:
        if tree is None:
            name = part.algorithm
            tree = Assembly(name, custom=custom, block=part.block, key=key, context=context)
            length = length if length is not None else 64 if name.endswith("256") else 32
        tree.add(part.record)
    if tree is None:
        raise ValueError("no parts to hash")
    return tree.finish(total, length)
