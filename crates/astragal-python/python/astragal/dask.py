"""Objects hashed where they lie, by the workers of a Dask cluster (pip install astragal[dask]).

    from dask.distributed import Client
    from astragal.dask import file_digest

    with Client() as client:
        future = file_digest("s3://bucket/object", "blake3", blocksize=256 << 20)
        print(future.result().hex())

URLs are those of fsspec: local paths, memory, http, s3 and whatever else is installed. An object is cut into
ranges on a grid of its tree hash's leaves; a worker reads its range piece by piece, so that its memory does
not grow with the object. The object's ETag, or its size and time of change, is looked at before and behind
each range: an object that changes meanwhile is an error, ObjectChanged, and never a digest.
"""

import uuid

import fsspec
from dask.utils import is_integer, parse_bytes
from distributed import get_client

import astragal
from astragal import tree

__all__ = ["ObjectChanged", "file_digest", "hash_objects"]

# What a worker has of a range in its memory at a time.
_PIECE = 8 << 20
# How many parts are joined by a worker before the root sees them.
_GROUP = 64


class ObjectChanged(Exception):
    """An object is not what it was when its hashing began."""


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
    """Return the future of the digest, as bytes, of the object at `url` by a tree hash.

    blocksize -- bytes of a range, rounded down to a multiple of the leaf's length, as Dask takes it: a whole number
        above 0, a text such as "64MiB", or None for one range.
    length, custom, block, key, context -- as in astragal.tree. A key travels to the workers.
    client -- the Dask client; by default the current one.
    storage_options -- what fsspec needs to open the URL.
    """
    range_bytes = _range_bytes(blocksize)
    leaf = tree.leaf_bytes(algorithm, block=block)
    client = client or get_client()
    where = (url, storage_options or {})
    fs, path = _open(where)
    pin = _pin(fs, path)
    total = fs.size(path)
    if total is None:
        raise ValueError(f"the size of {url} is not known")
    leaves = -(-total // leaf) if range_bytes is None else range_bytes // leaf
    step = max(leaves, 1) * leaf
    mode = {"block": block, "key": key, "context": context}
    starts = range(0, max(total, 1), step)
    ends = [min(start + step, total) for start in starts]
    name = f"{algorithm} of {path}"
    parts = client.map(
        _part, starts, ends, where=where, pin=pin, total=total, algorithm=algorithm, mode=mode,
        key=f"{name}, part", pure=False,
    )  # fmt: skip
    merging = {"key": key, "context": context}
    while len(parts) > _GROUP:
        groups = [parts[i : i + _GROUP] for i in range(0, len(parts), _GROUP)]
        parts = client.map(_merge, groups, mode=merging, key=f"{name}, merge", pure=False)
    return client.submit(
        _root, parts, total=total, length=length, custom=custom, mode=merging,
        where=where, pin=pin, key=f"{name}, root-{uuid.uuid4()}", pure=False,
    )  # fmt: skip


def _range_bytes(blocksize):
    """The bytes of a range, None for all."""
    if blocksize is None:
        return None
    given = blocksize
    if isinstance(blocksize, str):
        try:
            blocksize = parse_bytes(blocksize) if blocksize.strip() else 0
        except ValueError as error:
            raise ValueError(f"blocksize is {given!r}: {error}") from None
    if isinstance(blocksize, bool) or not is_integer(blocksize):
        raise TypeError(f'blocksize is {given!r}; it must be a whole number, a text such as "64MiB", or None')
    if blocksize < 1:
        raise ValueError(f"blocksize is {given!r}; it must be at least 1 byte")
    return int(blocksize)


def hash_objects(
    urls, algorithm="sha256", *, frame=False, client=None, storage_options=None, **parameters
):
    """Hash many objects, each by one worker, with any hash or extendable-output function.

    Returns futures of dictionaries with url, algorithm, digest (hexadecimal), size and error, of which digest
    and size, or error, is None; with frame=True a Dask dataframe of such rows.
    """
    client = client or get_client()
    astragal.new(algorithm, **parameters)  # a wrong name or parameter fails here and not a million times
    futures = client.map(
        _object, list(urls), algorithm=algorithm, parameters=parameters,
        storage_options=storage_options or {}, key=f"{algorithm} of objects", pure=False,
    )  # fmt: skip
    if not frame:
        return futures
    import dask.dataframe

    rows = client.map(_frame, futures, key="row", pure=False)
    return dask.dataframe.from_delayed(rows, meta=_frame())


def _open(where):
    url, options = where
    return fsspec.core.url_to_fs(url, **options)


def _pin(fs, path):
    """What tells one state of an object from another."""
    fs.invalidate_cache()
    info = fs.info(path)
    for name in ("ETag", "etag", "md5Hash", "versionId"):
        if info.get(name):
            return (name, str(info[name]))
    changed = [str(info[name]) for name in ("mtime", "LastModified", "created") if info.get(name)]
    return (info.get("size"), *changed)


def _check(fs, path, pin):
    now = _pin(fs, path)
    if now != pin:
        raise ObjectChanged(f"{path} was {pin} when its hashing began and is {now} now")


def _part(start, end, *, where, pin, total, algorithm, mode):
    fs, path = _open(where)
    _check(fs, path, pin)
    hasher = tree.PartHasher(algorithm, start, **mode)
    with fs.open(path, "rb", cache_type="none") as file:
        file.seek(start)
        left = end - start
        while left:
            piece = file.read(min(left, _PIECE))
            if not piece:
                raise ObjectChanged(f"{path} ends {left} bytes before byte {end}")
            hasher.update(piece)
            left -= len(piece)
    _check(fs, path, pin)
    return tree.Part(hasher.finish(total))


def _merge(parts, *, mode):
    return tree.merge(parts, **mode)


def _root(parts, *, total, length, custom, mode, where, pin):
    fs, path = _open(where)
    _check(fs, path, pin)
    return tree.root(parts, total, length=length, custom=custom, **mode)


def _object(url, *, algorithm, parameters, storage_options):
    row = {"url": url, "algorithm": algorithm, "digest": None, "size": None, "error": None}
    try:
        fs, path = _open((url, storage_options))
        pin = _pin(fs, path)
        hasher, size = astragal.new(algorithm, **parameters), 0
        with fs.open(path, "rb", cache_type="none") as file:
            while piece := file.read(_PIECE):
                hasher.update(piece)
                size += len(piece)
        _check(fs, path, pin)
    except Exception as error:
        return row | {"error": f"{type(error).__name__}: {error}"}
    return row | {"digest": hasher.hexdigest(), "size": size}


def _frame(*rows):
    import pandas

    types = dict.fromkeys(("url", "algorithm", "digest"), "string")
    types |= {"size": "Int64", "error": "string"}
    return pandas.DataFrame(rows, columns=list(types)).astype(types)
