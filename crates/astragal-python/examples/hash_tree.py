"""Hash each file of a directory tree, and the tree itself.

    python hash_tree.py FOLDER [ALGORITHM]

The digest of the tree is the TupleHash of its sorted paths and digests, so trees with different paths or contents have
different digests.
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
