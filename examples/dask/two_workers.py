"""Computes the digest of one file on two Dask workers: `two_workers.py FILE...` prints lines of `digest --tag blake3`."""

import sys

from astragal.dask import file_digest
from distributed import Client, LocalCluster

if __name__ == "__main__":
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster):
        for file in sys.argv[1:]:
            print(f"BLAKE3 ({file}) = {file_digest(file, 'blake3', blocksize=1 << 20).result().hex()}")
