"""Verified reads of ranges with a BLAKE3 digest and an outboard tree."""

import io

import pytest

from astragal import blake3, outboard

DATA = bytes(range(251)) * 9000


def digest_and_tree(data: bytes) -> tuple[bytes, io.BytesIO]:
    tree = io.BytesIO()
    return outboard.write(io.BytesIO(data), tree, len(data)), tree


@pytest.mark.parametrize("length", [0, 1, 1024, 1025, 2048, 2049, 1 << 20, (1 << 20) + 1, len(DATA)])
def test_reads_any_range(length: int) -> None:
    data = DATA[:length]
    digest, tree = digest_and_tree(data)
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

    digest, tree = digest_and_tree(DATA)
    file, nodes = Counting(DATA), Counting(tree.getvalue())
    assert outboard.read(digest, file, nodes, 1_000_000, 1_000_010) == DATA[1_000_000:1_000_010]
    assert file.count <= 2048 and nodes.count < 2000


def test_rejects_altered_data() -> None:
    digest, tree = digest_and_tree(DATA)
    altered = bytearray(DATA)
    altered[5000] ^= 1
    with pytest.raises(ValueError, match="the message does not match the hash in bytes 4096 to 5120"):
        outboard.read(digest, io.BytesIO(altered), tree, 4999, 5001)


def test_rejects_altered_node() -> None:
    digest, tree = digest_and_tree(DATA)
    nodes = bytearray(tree.getvalue())
    nodes[100] ^= 1
    with pytest.raises(ValueError, match="the outboard tree does not match the hash at byte 72"):
        outboard.read(digest, io.BytesIO(DATA), io.BytesIO(nodes), 0, 10)


def test_rejects_truncated_tree_and_file() -> None:
    digest, tree = digest_and_tree(DATA)
    with pytest.raises(ValueError, match="tree ends before byte"):
        outboard.read(digest, io.BytesIO(DATA), io.BytesIO(tree.getvalue()[:90]), 0, 10)
    with pytest.raises(ValueError, match="file ends before byte"):
        outboard.read(digest, io.BytesIO(DATA[:100]), tree, 0, 10)


def test_rejects_range_beyond_the_end() -> None:
    digest, tree = digest_and_tree(DATA)
    with pytest.raises(ValueError, match="5:2259001.*2259000 bytes"):
        outboard.read(digest, io.BytesIO(DATA), tree, 5, len(DATA) + 1)


def test_rejects_digest_of_wrong_length_or_type() -> None:
    digest, tree = digest_and_tree(DATA)
    with pytest.raises(ValueError, match="digest is 31 bytes; blake3 has 32"):
        outboard.read(digest[:31], io.BytesIO(DATA), tree)
    with pytest.raises(TypeError):
        outboard.read("text", io.BytesIO(DATA), tree)  # type: ignore[arg-type]


@pytest.mark.parametrize("length", [2, 4])
def test_write_rejects_wrong_length(length: int) -> None:
    with pytest.raises(ValueError, match="the message has 3 bytes; expected "):
        outboard.write(io.BytesIO(b"abc"), io.BytesIO(), length)


def test_write_raises_the_error_of_the_file() -> None:
    with pytest.raises(OSError, match="full"):
        outboard.write(io.BytesIO(b"abc"), io.BufferedWriter(FullDisk(), 1), 3)


class FullDisk(io.RawIOBase):
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
