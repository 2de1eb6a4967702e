"""Digests of files."""

import hashlib
import io
from pathlib import Path

import pytest
from algorithms import pattern

import astragal

DATA = pattern(3_000_000)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "file"
    path.write_bytes(DATA)
    return path


def test_paths_and_files(path):
    expected = hashlib.sha3_256(DATA).digest()
    assert astragal.file_digest(path, "sha3_256").digest() == expected
    assert astragal.file_digest(str(path), "SHA3-256").digest() == expected
    assert astragal.file_digest(bytes(path), astragal.sha3_256).digest() == expected
    assert astragal.file_digest(path, hashlib.sha3_256).digest() == expected
    assert astragal.file_digest(io.BytesIO(DATA), "sha3_256").digest() == expected
    with path.open("rb") as file:
        assert astragal.file_digest(file, "sha3_256").digest() == expected
        assert file.closed is False
    with path.open("rb") as file:
        file.seek(1_000_000)
        assert astragal.file_digest(file, "sha256").digest() == hashlib.sha256(DATA[1_000_000:]).digest()


@pytest.mark.parametrize("name", ["kt128", "parallelhash256", "blake3", "shake128", "sha256"])
def test_threads(path, name):
    expected = astragal.new(name, DATA).digest()
    for threads in (1, 2, "auto"):
        assert astragal.file_digest(path, name, threads=threads).digest() == expected


def test_progress(path):
    seen = []
    astragal.file_digest(path, "sha256", progress=seen.append)
    assert seen == sorted(set(seen)) and seen[-1] == len(DATA)
    seen.clear()
    astragal.file_digest(io.BytesIO(), "sha256", progress=seen.append)
    assert seen == [0]

    def stop(done):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        astragal.file_digest(path, "sha256", progress=stop)


def test_what_cannot_be_read(path, tmp_path):
    with pytest.raises(FileNotFoundError):
        astragal.file_digest(tmp_path / "absent", "sha256")
    with pytest.raises(IsADirectoryError):
        astragal.file_digest(tmp_path, "sha256")
    with pytest.raises(ValueError):
        astragal.file_digest(path, "no such hash")
    with pytest.raises(ValueError, match="binary"):
        astragal.file_digest(io.StringIO("text"), "sha256")
    with pytest.raises(ValueError, match="binary"):
        with path.open("ab") as file:
            astragal.file_digest(file, "sha256")
