"""Chunked encryption of bytes, files and streams."""

import hashlib
import io
import json
import os
import tarfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from astragal import InvalidTag, chunked

KEY = bytes(range(32))
DATA = bytes(range(251)) * 1200
CHUNK = 16384
LENGTHS = [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK, len(DATA)]


class Pipe(io.RawIOBase):
    """A file that is not seekable and returns few bytes per read."""

    def __init__(self, data: bytes) -> None:
        self.rest = data

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1, /) -> bytes:
        count = min(size if size >= 0 else len(self.rest), 10_007)
        part, self.rest = self.rest[:count], self.rest[count:]
        return part


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("key", [KEY, KEY[:16]])
def test_all_functions_give_the_same_message(length: int, key: bytes) -> None:
    data, salt = DATA[:length], bytes(24)
    sealed = chunked.seal(key, data, context=b"context", salt=salt)
    assert len(sealed) == 56 + length + 16 * (length // CHUNK + 1)
    assert chunked.seal(key, data, context=b"context", salt=salt, threads="auto") == sealed
    for size in (1000, CHUNK, 1 << 20):
        file = io.BytesIO()
        with chunked.Sealer(key, file, context=b"context", salt=salt) as sealer:
            for start in range(0, length, size):
                assert sealer.write(memoryview(data)[start : start + size]) == len(data[start : start + size])
        assert file.getvalue() == sealed
    for threads in (1, "auto"):
        assert chunked.open(key, sealed, context=b"context", threads=threads) == data
    for source in (io.BytesIO(sealed), Pipe(sealed)):
        assert chunked.Opener(key, source, context=b"context").read() == data
    opener = io.BufferedReader(chunked.Opener(key, Pipe(sealed), context=b"context"))
    assert b"".join(iter(lambda: opener.read(777), b"")) == data


def test_salt_is_random_by_default() -> None:
    first, second = chunked.seal(KEY, b""), chunked.seal(KEY, b"")
    assert first[:24] != second[:24]


@pytest.mark.parametrize("length", LENGTHS)
def test_opener_seeks_like_bytesio(length: int) -> None:
    data = DATA[:length]
    file = io.BytesIO(b"before" + chunked.seal(KEY, data))
    file.seek(6)
    expected, opener = io.BytesIO(data), chunked.Opener(KEY, file)
    offsets = [0, 5, length, length // 2, length + 5, max(length - 1, 0), CHUNK, length + 99_999, 3]
    for offset in offsets:
        assert opener.seek(offset) == expected.seek(offset) == opener.tell()
        assert opener.read(100) == expected.read(100)
        assert opener.tell() == expected.tell()
        assert opener.read() == expected.read()
    assert opener.seek(-min(length, 7), io.SEEK_END) == expected.seek(-min(length, 7), io.SEEK_END)
    assert opener.read(3) == expected.read(3)
    assert opener.seek(1, io.SEEK_CUR) == expected.seek(1, io.SEEK_CUR)
    assert opener.read() == expected.read()
    with pytest.raises(ValueError, match="expected 0 or more"):
        opener.seek(-length - 1, io.SEEK_END)
    buffer = bytearray(50)
    opener.seek(0)
    assert opener.readinto(buffer) == min(length, 50)
    assert bytes(buffer[: min(length, 50)]) == data[:50]


def test_range_reads_only_its_chunks() -> None:
    class Counting(io.BytesIO):
        count = 0

        def read(self, size: int | None = -1, /) -> bytes:
            data = super().read(size)
            self.count += len(data)
            return data

    file = Counting(chunked.seal(KEY, bytes(10_000_000)))
    opener = chunked.Opener(KEY, file)
    opener.seek(5_000_000)
    assert opener.read(10) == bytes(10)
    assert file.count < 400_000


@pytest.mark.parametrize("at", [0, 30, 56, 56 + 16_400, -1])
def test_rejects_changed_messages(at: int) -> None:
    sealed = bytearray(chunked.seal(KEY, DATA))
    sealed[at] ^= 1
    with pytest.raises(InvalidTag):
        chunked.open(KEY, sealed)
    with pytest.raises(InvalidTag):
        chunked.Opener(KEY, io.BytesIO(sealed)).read()


def test_rejects_wrong_keys_contexts_and_lengths() -> None:
    sealed = chunked.seal(KEY, b"short", context=b"context")
    for key, context in ((bytes(32), b"context"), (KEY, b""), (KEY[:16], b"context")):
        with pytest.raises(InvalidTag, match="key or context is wrong"):
            chunked.open(key, sealed, context=context)
        with pytest.raises(InvalidTag, match="key or context is wrong"):
            chunked.Opener(key, io.BytesIO(sealed), context=context).read()
    for end in range(len(sealed)):
        with pytest.raises(InvalidTag):
            chunked.open(KEY, sealed[:end], context=b"context")
        with pytest.raises(InvalidTag):
            chunked.Opener(KEY, io.BytesIO(sealed[:end]), context=b"context").read()
    with pytest.raises(ValueError, match="cobblestone takes 16 or 32"):
        chunked.seal(bytes(24), b"")
    with pytest.raises(ValueError, match="salt is 23 bytes; expected 24"):
        chunked.seal(KEY, b"", salt=bytes(23))
    with pytest.raises(TypeError, match="data must be a bytes-like object"):
        chunked.seal(KEY, "text")  # type: ignore[arg-type]


def test_truncation_between_chunks_is_an_error_after_them() -> None:
    sealed = chunked.seal(KEY, DATA)[: 56 + 2 * 16_400]
    opener = chunked.Opener(KEY, io.BytesIO(sealed))
    assert opener.read(2 * CHUNK) == DATA[: 2 * CHUNK]
    with pytest.raises(InvalidTag, match="truncated"):
        opener.read(1)
    with pytest.raises(InvalidTag):
        opener.seek(0, io.SEEK_END)


def test_message_of_a_failed_block_does_not_open() -> None:
    file = io.BytesIO()
    with pytest.raises(KeyError), chunked.Sealer(KEY, file) as sealer:
        sealer.write(DATA)
        raise KeyError
    assert sealer.closed
    with pytest.raises(InvalidTag):
        chunked.open(KEY, file.getvalue())
    file = io.BytesIO()
    sealer = chunked.Sealer(KEY, file)
    sealer.write(DATA)
    del sealer
    with pytest.raises(InvalidTag):
        chunked.open(KEY, file.getvalue())


def test_closed_objects_raise() -> None:
    sealer = chunked.Sealer(KEY, io.BytesIO())
    sealer.close()
    sealer.close()
    with pytest.raises(ValueError, match="closed"):
        sealer.write(b"")
    opener = chunked.Opener(KEY, io.BytesIO(chunked.seal(KEY, b"")))
    opener.close()
    with pytest.raises(ValueError, match="closed"):
        opener.read()
    with pytest.raises(io.UnsupportedOperation):
        chunked.Opener(KEY, Pipe(b"")).seek(0)


def test_errors_of_files_are_raised() -> None:
    if not os.path.exists("/dev/full"):
        pytest.skip("no /dev/full")
    with pytest.raises(OSError, match="No space"), open("/dev/full", "wb", buffering=0) as file:
        with chunked.Sealer(KEY, file) as sealer:
            sealer.write(DATA)


def test_tar_archive_is_a_stream() -> None:
    file = io.BytesIO()
    with chunked.Sealer(KEY, file) as sealer, tarfile.open(fileobj=sealer, mode="w|") as archive:
        member = tarfile.TarInfo("name")
        member.size = len(DATA)
        archive.addfile(member, io.BytesIO(DATA))
    opener = chunked.Opener(KEY, Pipe(file.getvalue()))
    with tarfile.open(fileobj=opener, mode="r|") as archive:
        names = {member.name: archive.extractfile(member) for member in [archive.next()] if member}
        content = names["name"]
        assert content is not None and content.read() == DATA


@pytest.mark.parametrize("bits", [128, 256])
def test_agrees_with_cryptography_in_both_directions(bits: int) -> None:
    cobblestone = pytest.importorskip("cryptography.cobblestone")
    refused = pytest.importorskip("cryptography.exceptions").InvalidTag
    encryptor, decryptor = (getattr(cobblestone, f"Cobblestone{bits}{word}") for word in ("Encryptor", "Decryptor"))
    key = encryptor.generate_key()
    for length in [*LENGTHS, 40 * CHUNK]:
        data = (DATA * 3)[:length]
        theirs = encryptor(key, b"context")
        parts = [theirs.update(data[start : start + 10_007]) for start in range(0, length, 10_007)]
        sealed = b"".join(parts) + theirs.finalize()
        assert chunked.open(key, sealed, context=b"context") == data
        assert chunked.Opener(key, Pipe(sealed), context=b"context").read() == data
        file = io.BytesIO()
        with chunked.Sealer(key, file, context=b"context") as sealer:
            sealer.write(data)
        for sealed in (file.getvalue(), chunked.seal(key, data, context=b"context", threads="auto")):
            reader = decryptor(key, b"context")
            assert reader.update(sealed) + reader.finalize() == data
            with pytest.raises(refused):
                reader = decryptor(key, b"context")
                reader.update(sealed[:-1])
                reader.finalize()


WYCHEPROOF = Path(__file__).parents[4] / "shared/wycheproof/vectors.tar.xz"


def groups(bits: int) -> list[Any]:
    name = f"c2sp_chunked_encryption_aes_{bits}_gcm_test.json"
    with tarfile.open(WYCHEPROOF) as archive:
        member = next(member for member in archive if member.name.endswith(name))
        file = archive.extractfile(member)
        assert file is not None
        groups: list[Any] = json.load(file)["testGroups"]
        return groups


@pytest.mark.skipif(not WYCHEPROOF.is_file(), reason="the Wycheproof file does not exist")
@pytest.mark.parametrize("bits", [128, 256])
def test_wycheproof(bits: int) -> None:
    cases = [case for group in groups(bits) for case in group["tests"]]
    assert len(cases) >= 35
    for case in cases:
        key, context = bytes.fromhex(case["key"]), bytes.fromhex(case["ctx"])
        sealed = zlib.decompress(bytes.fromhex(case["ct"]))
        if len(key) != bits // 8:
            assert "InvalidKeySize" in case["flags"]
            continue
        readers: list[Callable[[], bytes]] = [
            lambda: chunked.open(key, sealed, context=context),
            lambda: chunked.Opener(key, io.BytesIO(sealed), context=context).read(),
        ]
        for read in readers:
            if case["result"] == "valid":
                assert hashlib.sha512(read()).hexdigest() == case["msgSha512"], case["tcId"]
            else:
                with pytest.raises(InvalidTag):
                    read()
