"""Measure a local Dask cluster with one worker process and with two, on a synthetic object.

    python benches/cluster.py [GiB [ALGORITHM...]]
"""

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from distributed import Client, LocalCluster
from filesystems import Filesystems, peak

from astragal.dask import file_digest


ROUNDS = 3


def seconds(workers, size, algorithm):
    with (
        LocalCluster(n_workers=workers, threads_per_worker=1, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        client.register_plugin(Filesystems())
        block = 8 << 20 if algorithm.startswith("parallelhash") else None
        file_digest("synthetic://1000", algorithm, block=block).result()
        begin = time.perf_counter()
        digest = file_digest(f"synthetic://{size}", algorithm, block=block).result()
        return time.perf_counter() - begin, digest, max(client.run(peak).values())


def main():
    gib = int(sys.argv[1]) if len(sys.argv) > 1 else 16
    print("| algorithm | GiB | 1 worker, s | 2 workers, s | speedup | peak memory of a worker, MiB |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    for algorithm in sys.argv[2:] or ["kt128", "parallelhash128", "blake3"]:
        # The two clusters are measured alternately, so that other load on the machine slows both.
        runs = [(seconds(1, gib << 30, algorithm), seconds(2, gib << 30, algorithm)) for _ in range(ROUNDS)]
        assert len({digest for pair in runs for _, digest, _ in pair}) == 1
        one, two = (min(run[0] for run in side) for side in zip(*runs))
        memory = max(memory for pair in runs for _, _, memory in pair)
        print(f"| {algorithm} | {gib} | {one:.1f} | {two:.1f} | {one / two:.2f} | {memory >> 20} |", flush=True)


if __name__ == "__main__":
    Filesystems().setup()
    main()
