"""A store of chunks, as in backup programs: `chunks.py put STORE FILE...` and `chunks.py get STORE FILE`.

A rolling hash of the last bytes decides where a file is cut, so that an insertion changes only a few chunks. Many
chunks are hashed in one call. Each chunk is stored once, in a file named after its digest.
"""

import json
import pathlib
import random
import sys

import astragal

ALGORITHM = "blake2b-256"
SMALLEST, MASK, LONGEST = 1 << 11, (1 << 13) - 1, 1 << 16
GEAR = [random.Random(i).getrandbits(64) for i in range(256)]


def cut(data):
    """Split data into chunks of 2 to 64 KiB, about 10 KiB on average, and yield them (gear hashing)."""
    start, state = 0, 0
    for i, byte in enumerate(data):
        state = (state << 1) + GEAR[byte] & 0xFFFF_FFFF_FFFF_FFFF
        size = i + 1 - start
        if size >= LONGEST or size >= SMALLEST and not state >> 40 & MASK:
            yield data[start : i + 1]
            start, state = i + 1, 0
    if start < len(data):
        yield data[start:]


def put(store, *files):
    """Store the chunks that the store lacks, and a list of the chunks of each file."""
    new = 0
    for file in files:
        chunks = list(cut(memoryview(pathlib.Path(file).read_bytes())))
        names = [digest.hex() for digest in astragal.hash_many(ALGORITHM, chunks, threads="auto")]
        for name, chunk in zip(names, chunks, strict=True):
            place = store / name
            if not place.exists():
                place.write_bytes(chunk)
                new += 1
        (store / f"{pathlib.Path(file).name}.json").write_text(json.dumps(names))
        print(f"{file}: {len(chunks)} chunks, {new} new")
        new = 0


def get(store, file):
    """Assemble a file from its chunks and write it to standard output. Exit if a chunk was changed."""
    names = json.loads((store / f"{pathlib.Path(file).name}.json").read_text())
    chunks = [(store / name).read_bytes() for name in names]
    for name, digest in zip(names, astragal.hash_many(ALGORITHM, chunks, threads="auto"), strict=True):
        if digest.hex() != name:
            sys.exit(f"chunk {name} was changed")
    sys.stdout.buffer.write(b"".join(chunks))


if __name__ == "__main__":
    store = pathlib.Path(sys.argv[2])
    store.mkdir(exist_ok=True)
    {"put": put, "get": get}[sys.argv[1]](store, *sys.argv[3:])
