"""Hashes every file of a directory tree, and the tree itself.

    python hash_tree.py FOLDER [ALGORITHM]

The tree's digest is that of its sorted pairs of path and digest, as a tuple, so that no two trees with
different files or contents have the same.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import astragal


def files(folder: Path) -> Iterator[Path]:
    for entry in sorted(folder.iterdir(), key=lambda entry: os.fsencode(entry.name)):
        if entry.is_dir() and not entry.is_symlink():
            yield from files(entry)
        elif entry.is_file():
            yield entry


def main() -> int:
    if len(sys.argv) not in (2, 3):
        print(__doc__, file=sys.stderr)
        return 2
    folder, algorithm = Path(sys.argv[1]), (sys.argv[2:] or ["kt128"])[0]
    tree = astragal.tuplehash128(custom=b"hash_tree 1")
    for path in files(folder):
        name = path.relative_to(folder).as_posix()
        digest = astragal.file_digest(path, algorithm).digest()
        tree.update(os.fsencode(name))
        tree.update(digest)
        print(f"{digest.hex()}  {name}")
    print(f"{tree.hexdigest()}  .")
    return 0


if __name__ == "__main__":
    sys.exit(main())
