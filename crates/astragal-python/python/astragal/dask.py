"""Hash stored objects with the workers of a Dask cluster (pip install astragal[dask]).

    from dask.distributed import Client
    from astragal.dask import file_digest

    with Client() as client:
        future = file_digest("s3://bucket/object", "blake3", blocksize=256 << 20)
        print(future.result().hex())

URLs have the form that fsspec accepts: local paths, memory, http, s3, and other protocols whose packages are installed.
An object is split into ranges, each of which consists of whole leaves of the object's tree hash. A worker reads a range
8 MiB at a time, so its memory does not grow with the object. The ETag of the object, or its size and modification time,
is checked before and after each range. If the object has changed, the future raises ObjectChanged.
"""

import uuid

import fsspec
from dask.utils import is_integer, parse_bytes
from distributed import get_client

import astragal
from astragal import tree

__all__ = ["ObjectChanged", "file_digest", "hash_objects"]

# Number of bytes that a worker reads at a time.
_READ_BYTES = 8 << 20
# Number of parts that one task merges before the root is computed.
_GROUP = 64


class ObjectChanged(Exception):
    """The stored object has changed since hashing began."""


def file_digest(
    url,
    algorithm="blake3",
    *,
    blocksize=256 << 20,
    length=None,
    custom=None,
    block=None,
    key=None,
    context=None,
    client=None,
    storage_options=None,
):
    """Hash the object at `url` with a tree hash; return a future whose result is the digest as bytes.

    blocksize -- the number of bytes per range, rounded down to whole leaves: a positive integer or a string such as
        "64MiB". None means a single range.
    length, custom, block, key, context -- as in astragal.tree. A key is sent to the workers.
    client -- the Dask client; by default the current client.
    storage_options -- fsspec options for the URL.
    """
    range_bytes = _range_bytes(blocksize)
    leaf = tree.leaf_bytes(algorithm, block=block)
    client = client or get_client()
    location = (url, storage_options or {})
    fs, path = _open(location)
    version = _version(fs, path)
    total = fs.size(path)
    if total is None:
        raise ValueError(f"size of {url} is unknown")
    leaves = -(-total // leaf) if range_bytes is None else range_bytes // leaf
    step = max(leaves, 1) * leaf
    mode = {"block": block, "key": key, "context": context}
    starts = range(0, max(total, 1), step)
    ends = [min(start + step, total) for start in starts]
    name = f"{algorithm} of {path}"
    parts = client.map(
        _part, starts, ends, location=location, version=version, total=total, algorithm=algorithm, mode=mode,
        key=f"{name}, part", pure=False,
    )  # fmt: skip
    merging = {"key": key, "context": context}
    while len(parts) > _GROUP:
        groups = [parts[i : i + _GROUP] for i in range(0, len(parts), _GROUP)]
        parts = client.map(_merge, groups, mode=merging, key=f"{name}, merge", pure=False)
    return client.submit(
        _root, parts, total=total, length=length, custom=custom, mode=merging,
        location=location, version=version, key=f"{name}, root-{uuid.uuid4()}", pure=False,
    )  # fmt: skip


def _range_bytes(blocksize):
    """Return the number of bytes per range. None means a single range."""
    if blocksize is None:
        return None
    given = blocksize
    if isinstance(blocksize, str):
        try:
            blocksize = parse_bytes(blocksize) if blocksize.strip() else 0
        except ValueError as error:
            raise ValueError(f"blocksize is {given!r}: {error}") from None
    if isinstance(blocksize, bool) or not is_integer(blocksize):
        raise TypeError(f'blocksize is {given!r}; expected an integer, a string such as "64MiB", or None')
    if blocksize < 1:
        raise ValueError(f"blocksize is {given!r}; expected at least 1 byte")
    return int(blocksize)


def hash_objects(
    urls, algorithm="sha256", *, frame=False, client=None, storage_options=None, **parameters
):
    """Hash many objects, one task each, with any hash or extendable-output function.

    Returns futures whose results are dictionaries with the keys url, algorithm, digest (hexadecimal), size and error.
    If hashing succeeds, error is None. Otherwise digest and size are None. With frame=True, returns a Dask dataframe of
    these rows.
    """
    client = client or get_client()
    astragal.new(algorithm, **parameters)  # raises an error for a wrong name or parameter here, not in each task
    futures = client.map(
        _object, list(urls), algorithm=algorithm, parameters=parameters,
        storage_options=storage_options or {}, key=f"{algorithm} of objects", pure=False,
    )  # fmt: skip
    if not frame:
        return futures
    import dask.dataframe

    rows = client.map(_frame, futures, key="row", pure=False)
    return dask.dataframe.from_delayed(rows, meta=_frame())


def _open(location):
    url, options = location
    return fsspec.core.url_to_fs(url, **options)


def _version(fs, path):
    """Return a value that changes when the object changes: the ETag, or the size and modification time."""
    fs.invalidate_cache()
    info = fs.info(path)
    for name in ("ETag", "etag", "md5Hash", "versionId"):
        if info.get(name):
            return (name, str(info[name]))
    changed = [str(info[name]) for name in ("mtime", "LastModified", "created") if info.get(name)]
    return (info.get("size"), *changed)


def _check(fs, path, version):
    now = _version(fs, path)
    if now != version:
        raise ObjectChanged(f"{path} was {version} when its hashing began and is now {now}")


def _part(start, end, *, location, version, total, algorithm, mode):
    fs, path = _open(location)
    _check(fs, path, version)
    hasher = tree.PartHasher(algorithm, start, **mode)
    with fs.open(path, "rb", cache_type="none") as file:
        file.seek(start)
        left = end - start
        while left:
            piece = file.read(min(left, _READ_BYTES))
            if not piece:
                raise ObjectChanged(f"{path} ends {left} bytes before byte {end}")
            hasher.update(piece)
            left -= len(piece)
    _check(fs, path, version)
    return tree.Part(hasher.finish(total))


def _merge(parts, *, mode):
    return tree.merge(parts, **mode)


def _root(parts, *, total, length, custom, mode, location, version):
    fs, path = _open(location)
    _check(fs, path, version)
    return tree.root(parts, total, length=length, custom=custom, **mode)


def _object(url, *, algorithm, parameters, storage_options):
    row = {"url": url, "algorithm": algorithm, "digest": None, "size": None, "error": None}
    try:
        fs, path = _open((url, storage_options))
        version = _version(fs, path)
        hasher, size = astragal.new(algorithm, **parameters), 0
        with fs.open(path, "rb", cache_type="none") as file:
            while piece := file.read(_READ_BYTES):
                hasher.update(piece)
                size += len(piece)
        _check(fs, path, version)
    except Exception as error:
        return row | {"error": f"{type(error).__name__}: {error}"}
    return row | {"digest": hasher.hexdigest(), "size": size}


def _frame(*rows):
    import pandas

    types = dict.fromkeys(("url", "algorithm", "digest"), "string")
    types |= {"size": "Int64", "error": "string"}
    return pandas.DataFrame(rows, columns=list(types)).astype(types)
