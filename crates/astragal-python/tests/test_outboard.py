"""Ranges of an object, verified by its BLAKE3 digest and an outboard tree."""

import io

import pytest

from astragal import blake3, outboard

DATA = bytes(range(251)) * 9000


def written(data: bytes) -> tuple[bytes, io.BytesIO]:
    tree = io.BytesIO()
    return outboard.write(io.BytesIO(data), tree, len(data)), tree


@pytest.mark.parametrize("length", [0, 1, 1024, 1025, 2048, 2049, 1 << 20, (1 << 20) + 1, len(DATA)])
def test_reads_and_verifies_ranges(length: int) -> None:
    data = DATA[:length]
    digest, tree = written(data)
    assert digest == blake3(data).digest()
    assert len(tree.getvalue()) == 8 + 64 * (max(-(-length // 1024), 1) - 1)
    assert outboard.read(digest, io.BytesIO(data), tree) == data
    for start, end in ((0, 0), (0, length), (length // 3, length // 2), (length, length), (length // 2, length)):
        assert outboard.read(digest, io.BytesIO(data), tree, start, end) == data[start:end]


def test_reads_only_what_the_range_needs() -> None:
    class Counting(io.BytesIO):
        count = 0

        def read(self, size: int | None = -1, /) -> bytes:
            data = super().read(size)
            self.count += len(data)
            return data

    digest, tree = written(DATA)
    file, nodes = Counting(DATA), Counting(tree.getvalue())
    assert outboard.read(digest, file, nodes, 1_000_000, 1_000_010) == DATA[1_000_000:1_000_010]
    assert file.count <= 2048 and nodes.count < 2000


def test_rejects_altered_bytes_and_nodes() -> None:
    digest, tree = written(DATA)
    file, nodes = io.BytesIO(DATA), tree.getvalue()
    altered = bytearray(DATA)
    altered[5000] ^= 1
    wrong = bytearray(nodes)
    wrong[100] ^= 1
    with pytest.raises(ValueError, match="the message does not match the hash in bytes 4096 to 5120"):
        outboard.read(digest, io.BytesIO(altered), tree, 4999, 5001)
    with pytest.raises(ValueError, match="the outboard tree does not match the hash at byte 72"):
        outboard.read(digest, file, io.BytesIO(wrong), 0, 10)
    with pytest.raises(ValueError, match="the tree ends before byte"):
        outboard.read(digest, file, io.BytesIO(nodes[:90]), 0, 10)
    with pytest.raises(ValueError, match="the file ends before byte"):
        outboard.read(digest, io.BytesIO(DATA[:100]), tree, 0, 10)
    with pytest.raises(ValueError, match=r"the range is 5:2259001; the message has 2259000 bytes"):
        outboard.read(digest, file, tree, 5, len(DATA) + 1)
    with pytest.raises(ValueError, match="digest is 31 bytes; BLAKE3's is 32"):
        outboard.read(digest[:31], file, tree)
    with pytest.raises(ValueError, match="the message has 3 bytes; expected 4"):
        outboard.write(io.BytesIO(b"abc"), io.BytesIO(), 4)
    with pytest.raises(ValueError, match="; expected "):
        outboard.write(io.BytesIO(b"abc"), io.BytesIO(), 2)
    with pytest.raises(TypeError):
        outboard.read("text", file, tree)  # type: ignore[arg-type]
    with pytest.raises(OSError):
        outboard.write(io.BytesIO(b"abc"), io.BufferedWriter(Refusing(), 1), 3)


class Refusing(io.RawIOBase):
    def seekable(self) -> bool:
        return True

    def writable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = 0, /) -> int:
        return offset

    def tell(self) -> int:
        return 0

    def write(self, data: object, /) -> int:
        raise OSError("full")
