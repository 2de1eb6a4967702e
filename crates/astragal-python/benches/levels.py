"""What calls and columns cost beside hashlib and blake3, with AVX2 and with all that the processor has, in one table.

    cargo xtask bench python --levels                 # prints it
    cargo xtask bench python --levels --out FILE      # writes it, too

Each case is timed for one library and at once for the other, many times over; what counts is the least of each, so
that a busy moment of the machine falls on neither.
"""

import argparse
import datetime
import hashlib
import json
import platform
import subprocess
import sys
import time

import blake3

from table import processor, size_text, time_text

LEVELS = {"avx2": "AVX2", "full": "all"}
HASHLIB = ("sha1", "sha256", "sha512", "sha3_256", "blake2b", "blake2s")
SIZES = (32, 256, 1024, 4096)
#: Functions that hashlib lacks, and what stands beside them: its own of the same strength.
BESIDE = {"turboshake128": "shake_128", "kt128": "shake_128"}
TURNS = 40


def calls(astragal):
    """One digest a call: the name, the size, ours and theirs."""
    for size in SIZES:
        data = bytes(size)
        for name in HASHLIB:
            ours, theirs = getattr(astragal, name), getattr(hashlib, name)
            yield name, size, "hashlib", lambda f=ours, d=data: f(d).digest(), lambda f=theirs, d=data: f(d).digest()
        shake = lambda d=data: astragal.shake_128(d).digest(32)
        yield "shake_128", size, "hashlib", shake, lambda d=data: hashlib.shake_128(d).digest(32)
        tree = lambda d=data: astragal.blake3(d).digest()
        yield "blake3", size, "blake3", tree, lambda d=data: blake3.blake3(d).digest()


def columns(astragal):
    """A column of messages: one call of ours, a loop over theirs."""
    for size in SIZES:
        column = [bytes([i % 256]) * size for i in range(max(64, (1 << 18) // size))]
        for name in HASHLIB:
            theirs = getattr(hashlib, name)
            loop = lambda f=theirs, c=column: [f(message).digest() for message in c]
            yield name, size, "hashlib", lambda n=name, c=column: astragal.hash_many(n, c), loop
        for name in ("shake_128", *BESIDE):
            theirs = getattr(hashlib, BESIDE.get(name, name))
            loop = lambda f=theirs, c=column: [f(message).digest(32) for message in c]
            yield name, size, "hashlib", lambda n=name, c=column: astragal.hash_many(n, c, length=32), loop
        loop = lambda c=column: [blake3.blake3(message).digest() for message in c]
        yield "blake3", size, "blake3", lambda c=column: astragal.hash_many("blake3", c), loop


def least(function, other):
    """The least seconds of each, timed in turns of about a millisecond."""
    times = [float("inf")] * 2
    loops = []
    for each in (function, other):
        each()
        start = time.perf_counter()
        each()
        loops.append(max(1, int(1e-3 / max(time.perf_counter() - start, 1e-7))))
    for _ in range(TURNS):
        for i, each in enumerate((function, other)):
            start = time.perf_counter()
            for _ in range(loops[i]):
                each()
            times[i] = min(times[i], (time.perf_counter() - start) / loops[i])
    return times


def measure(level):
    import astragal
    from astragal import _native

    if level != "full":
        _native.cpu_limit(level)
    for kind, cases in (("call", calls), ("column", columns)):
        for name, size, library, ours, theirs in cases(astragal):
            print(json.dumps([kind, name, size, library, *least(ours, theirs)]), flush=True)


def table():
    rows = {}
    for level in LEVELS:
        command = [sys.executable, __file__, "--level", level]
        output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        for kind, name, size, library, ours, theirs in map(json.loads, output.splitlines()):
            rows.setdefault((kind, name, size, library), {})[level] = ours, theirs
    yield f"{processor()}, CPython {platform.python_version()}, {datetime.date.today()}. A column is hashed by"
    yield "`hash_many`, one thread, beside a loop over the other library; turboshake128 and kt128 beside shake_128."
    yield "Times are of one call, or of one message of a column; x is the other's time by astragal's."
    yield ""
    yield "| | algorithm | message | other | " + " | ".join(f"{shown} | x" for shown in LEVELS.values()) + " |"
    yield "| --- | --- | ---: | --- | " + " | ".join("---: | ---:" for _ in LEVELS) + " |"
    for (kind, name, size, library), levels in sorted(rows.items()):
        messages = 1 if kind == "call" else max(64, (1 << 18) // size)
        cells = [f"{time_text(ours / messages)} | {theirs / ours:.2f}" for ours, theirs in levels.values()]
        yield f"| {kind} | {name} | {size_text(size)} | {library} | " + " | ".join(cells) + " |"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--level", choices=LEVELS)
    parser.add_argument("--out", type=argparse.FileType("w"))
    given = parser.parse_args()
    if given.level:
        measure(given.level)
        return
    text = "\n".join(table()) + "\n"
    print(text)
    if given.out:
        given.out.write(text)


if __name__ == "__main__":
    main()
