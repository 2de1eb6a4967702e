"""File systems for the tests of astragal.dask. The workers of the test cluster import this file."""

import io
import os
import resource

import fsspec
from distributed import WorkerPlugin, get_worker
from fsspec.implementations.local import LocalFileSystem


class Plain(LocalFileSystem):
    """Local files under a different URL scheme."""

    protocol = "plain"
    cachable = False


class Fatal(LocalFileSystem):
    """Local files. The first worker process that opens a file creates PATH.killed and exits."""

    protocol = "fatal"
    cachable = False

    def _open(self, path, mode="rb", **options):
        try:
            get_worker()
            os.close(os.open(f"{self._strip_protocol(path)}.killed", os.O_CREAT | os.O_EXCL))
        except (ValueError, FileExistsError):
            return super()._open(path, mode, **options)
        os._exit(1)


class Synthetic(fsspec.AbstractFileSystem):
    """Objects that consist of zeros and are generated when read. The object's name is its size."""

    protocol = "synthetic"
    cachable = False

    def info(self, path, **_):
        size = int(self._strip_protocol(path))
        return {"name": path, "size": size, "type": "file", "ETag": str(size)}

    def _open(self, path, mode="rb", **_):
        return Zeros(self.info(path)["size"])


class Zeros(io.RawIOBase):
    block = bytes(8 << 20)

    def __init__(self, size):
        self.size, self.at = size, 0

    def seek(self, position, whence=0):
        assert whence == 0
        self.at = position

    def read(self, count=-1):
        count = min(count, self.size - self.at)
        self.at += count
        return memoryview(self.block)[:count]


class Filesystems(WorkerPlugin):
    name = "filesystems"

    def setup(self, worker=None):
        for kind in (Plain, Fatal, Synthetic):
            fsspec.register_implementation(kind.protocol, kind, clobber=True)


def peak():
    """Return the peak memory of this process in bytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10
