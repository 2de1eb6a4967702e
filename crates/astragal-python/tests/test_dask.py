"""astragal.dask on a local cluster of two worker processes."""

import os
import time

import pytest

pytest.importorskip("distributed")
pytest.importorskip("fsspec")

from distributed import Client, LocalCluster
from filesystems import Filesystems, Zeros, peak

import astragal
from astragal.dask import ObjectChanged, file_digest, hash_objects

LEAF = {"kt128": 8192, "kt256": 8192, "parallelhash128": 8192, "blake3": 1024}


@pytest.fixture(scope="module")
def client():
    Filesystems().setup()
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        client.register_plugin(Filesystems())
        yield client


def message(size):
    return (bytes(range(251)) * (size // 251 + 1))[:size]


def expected(algorithm, data):
    parameters = {"block": 8192} if algorithm == "parallelhash128" else {}
    length = {"kt128": (32,), "kt256": (64,)}.get(algorithm, ())
    return getattr(astragal, algorithm)(data, **parameters).digest(*length)


@pytest.mark.parametrize("algorithm", LEAF)
def test_distributed_digest_matches_at_chunk_boundaries(client, tmp_path, algorithm):
    leaf = LEAF[algorithm]
    block = 8192 if algorithm == "parallelhash128" else None
    futures = []
    for size in [0, 1, leaf - 1, leaf, leaf + 1, 2 * leaf, 9 * leaf + 5]:
        path = tmp_path / f"{size}"
        path.write_bytes(message(size))
        for blocksize in (leaf, 4 * leaf):
            future = file_digest(str(path), algorithm, blocksize=blocksize, block=block)
            futures.append((size, future))
    for size, future in futures:
        assert future.result() == expected(algorithm, message(size)), (algorithm, size)


def test_merges_more_parts_than_one_group(client, tmp_path):
    path = tmp_path / "object"
    path.write_bytes(message(200 * 1024 + 1))
    digest = file_digest(str(path), "blake3", blocksize=1024).result()
    assert digest == expected("blake3", message(200 * 1024 + 1))


def test_killed_worker_does_not_change_the_digest(client, tmp_path):
    path = tmp_path / "object"
    path.write_bytes(message(3 << 20))
    digest = file_digest(f"fatal://{path}", "kt128", blocksize=1 << 18).result(timeout=120)
    assert digest == expected("kt128", message(3 << 20))
    assert (tmp_path / "object.killed").exists()
    client.wait_for_workers(2, timeout=60)


class ChangingClient:
    """A Dask client that changes the object after the object's version was read."""

    def __init__(self, client, path):
        self.client, self.path = client, path

    def map(self, *arguments, **keywords):
        self.path.write_bytes(message((1 << 20) - 1) + b"?")
        os.utime(self.path, ns=(0, time.time_ns() + 10**9))
        return self.client.map(*arguments, **keywords)

    def submit(self, *arguments, **keywords):
        return self.client.submit(*arguments, **keywords)


def test_rejects_object_changed_during_hashing(client, tmp_path):
    path = tmp_path / "object"
    path.write_bytes(message(1 << 20))
    changing = ChangingClient(client, path)
    future = file_digest(f"plain://{path}", "blake3", blocksize=1 << 17, client=changing)
    with pytest.raises(ObjectChanged, match="when its hashing began"):
        future.result()


def test_hash_objects_returns_a_row_per_object(client, tmp_path):
    paths = []
    for i in range(20):
        paths.append(str(tmp_path / f"{i}"))
        (tmp_path / f"{i}").write_bytes(message(i * 1000))
    paths.append(str(tmp_path / "missing"))
    rows = client.gather(hash_objects(paths, "sha3-256"))
    for i, row in enumerate(rows[:-1]):
        assert row["digest"] == astragal.sha3_256(message(i * 1000)).hexdigest()
        assert (row["size"], row["error"], row["url"]) == (i * 1000, None, paths[i])
    assert rows[-1]["digest"] is None
    assert rows[-1]["error"].startswith("FileNotFoundError")


def test_hash_objects_rejects_unknown_name(client):
    with pytest.raises(ValueError, match="sha3-257"):
        hash_objects(["nowhere"], "sha3-257")


def test_hash_objects_as_a_frame(client, tmp_path):
    pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    paths = [str(tmp_path / f"{i}") for i in range(3)]
    for path in paths:
        with open(path, "wb") as file:
            file.write(path.encode())
    frame = hash_objects(paths, "blake3", frame=True).compute()
    assert list(frame["url"]) == paths
    assert list(frame["digest"]) == [astragal.blake3(path.encode()).hexdigest() for path in paths]


def test_worker_memory_does_not_grow_with_the_object(client):
    before = max(client.run(peak).values())
    size = 2 << 30
    digest = file_digest(f"synthetic://{size}", "kt128", blocksize=64 << 20).result(timeout=300)
    hasher = astragal.kt128(threads="auto")
    for _ in range(size // len(Zeros.block)):
        hasher.update(Zeros.block)
    assert digest == hasher.digest(32)
    assert max(client.run(peak).values()) - before < 200 << 20


@pytest.mark.parametrize("blocksize", ["1MiB", "1.5 MB", 1_000_000, 2e6, None])
def test_accepts_block_sizes_of_dask(client, tmp_path, blocksize):
    path = tmp_path / "object"
    path.write_bytes(message(3_000_001))
    future = file_digest(str(path), "kt128", blocksize=blocksize)
    assert future.result() == expected("kt128", message(3_000_001))


@pytest.mark.parametrize("blocksize", [-5, 0, "-1MiB", "0", "", "64 parsecs"])
def test_rejects_wrong_block_size_before_opening(blocksize):
    with pytest.raises(ValueError, match="blocksize"):
        file_digest("nowhere", blocksize=blocksize)


@pytest.mark.parametrize("blocksize", [1.5, True, b"1MiB", [1]])
def test_rejects_block_size_of_wrong_type(blocksize):
    with pytest.raises(TypeError, match="blocksize"):
        file_digest("nowhere", blocksize=blocksize)


@pytest.mark.parametrize(("blocksize", "count"), [(None, 1), (8192, 4), ("8kiB", 4), (1, 4), (10**9, 1)])
def test_block_size_sets_the_number_of_ranges(tmp_path, blocksize, count):
    class RecordingClient:
        def map(self, function, starts, *rest, **keywords):
            self.starts = list(starts)
            return self.starts

        def submit(self, *arguments, **keywords):
            return None

    path = tmp_path / "object"
    path.write_bytes(message(3 * 8192 + 1))
    recording = RecordingClient()
    file_digest(str(path), "kt128", blocksize=blocksize, client=recording)
    assert len(recording.starts) == count
