"""Model of hashing one object on a cluster. Computes time and bottleneck for 1 TiB to 1 PiB and 1 to 10,000 workers.

    python benches/scale.py

Prints the tables of docs/tasks/scale.md. The hashing speeds are the measurements in peers/results.
"""

import csv
from dataclasses import dataclass
from pathlib import Path

RESULTS = Path(__file__).parents[3] / "peers" / "results"
GIB, TIB = 1 << 30, 1 << 40

# Network bandwidth of each worker in bytes per second: 10 Gbit/s.
NETWORK = 1.25e9
# Scheduler time per task in seconds. According to Dask's documentation, it is a few hundred microseconds to one
# millisecond.
TASK = 0.5e-3
# Number of parts that each task of astragal.dask merges.
GROUP = 64
# Length in bytes of a part's record, without the tree nodes that `Tree.kept` counts. For BLAKE3, `kept` is 0, and this
# length includes the few tree nodes of a record.
RECORD = 256


def speed(file, algorithm):
    """Return the measured speed of one core in bytes per second, for messages of 1 MiB with AVX-512."""
    with open(RESULTS / file, newline="") as rows:
        found = [
            float(row["MB_per_s"])
            for row in csv.DictReader(rows)
            if (row["algorithm"], row["bytes"], row["library"])
            in ((algorithm, "1048576", "avx512"), (algorithm, "1048576", "astragal"))
        ]
    return max(found) * 1e6


@dataclass
class Tree:
    name: str
    # Hashing speed of one core in bytes per second.
    leaves: float
    # Length of the tree nodes in the records, in bytes per byte of the object.
    kept: float
    # Speed at which the root task hashes tree nodes, in bytes per second.
    root: float


TREES = [
    Tree(
        "kt128",
        speed("levels.csv", "kt128"),
        32 / 8192,
        speed("levels.csv", "turboshake128"),
    ),
    Tree(
        "parallelhash128, B = 8 MiB",
        speed("avx512.csv", "parallelhash128"),
        32 / (8 << 20),
        speed("avx512.csv", "shake128"),
    ),
    Tree("blake3", speed("levels.csv", "blake3"), 0, float("inf")),
]


def simulate(tree, size, workers, block):
    """Return the total time in seconds, the bottleneck, and the number of bytes that the root task receives."""
    tasks = -(-size // block)
    rate = min(NETWORK, tree.leaves)
    waves = -(-tasks // workers)
    parts = waves * min(block, size) / rate
    merges = 0
    left = tasks
    while left > GROUP:
        left = -(-left // GROUP)
        merges += left
    scheduler = (tasks + merges) * TASK
    bytes_kept = size * tree.kept + tasks * RECORD
    # The root task starts after all parts are hashed. It receives all tree nodes and then hashes them.
    root = bytes_kept / NETWORK + size * tree.kept / tree.root
    limit = max((parts, "network"), (scheduler, "scheduler"), (root, "root"))[1]
    return max(parts, scheduler) + root, limit, bytes_kept


def best(tree, size, workers):
    """Return the best result over block sizes from 64 MiB to 64 GiB, together with its block size."""
    blocks = [GIB >> 4 << i for i in range(11)]
    return min((simulate(tree, size, workers, block), block) for block in blocks)


def text(seconds):
    for unit, scale in (("d", 86400), ("h", 3600), ("min", 60)):
        if seconds >= scale:
            return f"{seconds / scale:.1f} {unit}"
    return f"{seconds:.0f} s"


def bytes_text(count):
    for unit, scale in (("TiB", TIB), ("GiB", GIB), ("MiB", 1 << 20)):
        if count >= scale:
            return f"{count / scale:.3g} {unit}"
    return f"{count / 1024:.3g} KiB"


def main():
    print(
        "| tree | GB/s per core | record size per GiB | root input, GB/s | workers at which the root takes half the time |"
    )
    print("| --- | ---: | ---: | ---: | ---: |")
    for tree in TREES:
        kept = bytes_text(tree.kept * GIB + RECORD)
        if not tree.kept:
            print(
                f"| {tree.name} | {tree.leaves / 1e9:.1f} | {kept} | | never |"
            )
            continue
        # Computes the number of workers W for which hashing the leaves takes as long as the root task. If each worker
        # receives and hashes `rate` bytes per second, the leaves of an object of D bytes take D / (W · rate) seconds.
        #
        # The root task receives and then hashes D · kept bytes of tree nodes. With the speeds `network` and `root` in
        # bytes per second, this takes D · kept · (1 / network + 1 / root) seconds.
        half = 1 / (
            min(NETWORK, tree.leaves) * tree.kept * (1 / NETWORK + 1 / tree.root)
        )
        print(
            f"| {tree.name} | {tree.leaves / 1e9:.1f} | {kept} | {tree.root / 1e9:.2f} | {half:,.0f} workers |"
        )
    for size in (TIB, 32 * TIB, 1024 * TIB):
        print(f"\n{bytes_text(size) if size < 1024 * TIB else '1 PiB'}:\n")
        print("| workers | " + " | ".join(tree.name for tree in TREES) + " |")
        print("| ---: |" + " --- |" * len(TREES))
        for workers in (1, 10, 100, 1000, 10_000):
            cells = []
            for tree in TREES:
                (seconds, limit, kept), block = best(tree, size, workers)
                cells.append(
                    f"{text(seconds)}, {bytes_text(block)}, {limit}, {bytes_text(kept)}"
                )
            print(f"| {workers:,} | " + " | ".join(cells) + " |")
    print("\nWith blocks of 256 MiB whatever the size, blake3:\n")
    print("| workers | 1 TiB | 32 TiB | 1 PiB |")
    print("| ---: | --- | --- | --- |")
    for workers in (1, 10, 100, 1000, 10_000):
        cells = []
        for size in (TIB, 32 * TIB, 1024 * TIB):
            seconds, limit, _ = simulate(TREES[2], size, workers, 256 << 20)
            cells.append(f"{text(seconds)}, {limit}")
        print(f"| {workers:,} | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
