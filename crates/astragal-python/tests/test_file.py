"""file_digest()."""

import hashlib
import io
from pathlib import Path

import pytest
from algorithms import CANONICAL, pattern

import astragal

DATA = pattern(3_000_000)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "file"
    path.write_bytes(DATA)
    return path


def test_accepts_paths_and_file_objects(path):
    expected = hashlib.sha3_256(DATA).digest()
    assert astragal.file_digest(path, "sha3_256").digest() == expected
    assert astragal.file_digest(str(path), "SHA3-256").digest() == expected
    assert astragal.file_digest(bytes(path), astragal.sha3_256).digest() == expected
    assert astragal.file_digest(path, hashlib.sha3_256).digest() == expected
    assert astragal.file_digest(io.BytesIO(DATA), "sha3_256").digest() == expected
    with path.open("rb") as file:
        assert astragal.file_digest(file, "sha3_256").digest() == expected
        assert file.closed is False


def test_reads_a_file_object_from_its_position(path):
    with path.open("rb") as file:
        file.seek(1_000_000)
        assert astragal.file_digest(file, "sha256").digest() == hashlib.sha256(DATA[1_000_000:]).digest()


@pytest.mark.parametrize("name", ["kt128", "parallelhash256", "blake3", "shake128", "sha256"])
def test_threads_do_not_change_the_digest(path, name):
    expected = astragal.new(name, DATA).digest()
    for threads in (1, 2, "auto"):
        assert astragal.file_digest(path, name, threads=threads).digest() == expected


def test_reports_progress(path):
    seen = []
    astragal.file_digest(path, "sha256", progress=seen.append)
    assert seen == sorted(set(seen)) and seen[-1] == len(DATA)
    seen.clear()
    astragal.file_digest(io.BytesIO(), "sha256", progress=seen.append)
    assert seen == [0]


def test_exception_of_progress_ends_hashing(path):
    def stop(done):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        astragal.file_digest(path, "sha256", progress=stop)


def test_raises_os_error_for_unreadable_files(tmp_path):
    with pytest.raises(FileNotFoundError):
        astragal.file_digest(tmp_path / "absent", "sha256")
    with pytest.raises(IsADirectoryError):
        astragal.file_digest(tmp_path, "sha256")


def test_rejects_unknown_hash(path):
    with pytest.raises(ValueError, match="no such hash"):
        astragal.file_digest(path, "no such hash")


def test_rejects_files_not_open_for_binary_reading(path):
    with pytest.raises(ValueError, match="binary"):
        astragal.file_digest(io.StringIO("text"), "sha256")
    with pytest.raises(ValueError, match="binary"):
        with path.open("ab") as file:
            astragal.file_digest(file, "sha256")


@pytest.mark.parametrize("name", sorted(n for n in CANONICAL if "tuplehash" in n))
def test_rejects_tuple_hashes(path, name):
    for digest in (name, lambda: astragal.new(name)):
        with pytest.raises(ValueError, match=f"{name} hashes a tuple"):
            astragal.file_digest(path, digest)


@pytest.mark.parametrize("name", ["kt128", "blake3", "sha3_256"])
@pytest.mark.parametrize("length", [0, 1, 65535, 65536, 65537, 1_200_000, 3_000_000])
def test_digest_is_independent_of_read_sizes(name, length):
    class Slow(io.BytesIO):
        def readinto(self, buffer):
            return super().readinto(memoryview(buffer)[:7001])

    expected = astragal.new(name, DATA[:length]).digest()
    for make in (io.BytesIO, Slow):
        for threads in (1, "auto"):
            assert astragal.file_digest(make(DATA[:length]), name, threads=threads).digest() == expected


def test_small_file_allocates_a_small_buffer():
    class Watched(io.BytesIO):
        def readinto(self, buffer):
            lengths.append(len(buffer))
            return super().readinto(buffer)

    lengths = []
    astragal.file_digest(Watched(b"x" * 3000), "kt128")
    assert max(lengths) <= 1 << 16
