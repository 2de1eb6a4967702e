"""Digests of files from the command line: python -m astragal [-a NAME] [FILE ...].

The lines are those of sha256sum and of the command digest, which does far more.
"""

from __future__ import annotations

import argparse
import sys

import astragal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return its exit status: 0, or 1 when a file could not be read."""
    parser = argparse.ArgumentParser(prog="python -m astragal", description="Print digests of files.")
    parser.add_argument(
        "-a",
        "--algorithm",
        default="sha3-256",
        metavar="NAME",
        help="any hash or extendable-output function; sha3-256 if not given",
    )
    parser.add_argument(
        "-l",
        "--length",
        type=int,
        metavar="N",
        help="of the output of an extendable-output function, in bytes",
    )
    parser.add_argument("--list", action="store_true", help="list the algorithms and leave")
    parser.add_argument("--version", action="version", version=f"astragal {astragal.__version__}")
    parser.add_argument("files", nargs="*", metavar="FILE", help="'-' or none is standard input")
    options = parser.parse_args(arguments)
    if options.list:
        for name in sorted({astragal.info(name).name for name in astragal.algorithms_available}):
            print(name)
        return 0
    length = [] if options.length is None else [options.length]
    try:
        # What is wrong with the name or the length is said once and not for each file.
        astragal.new(options.algorithm).digest(*length)
    except (TypeError, ValueError) as error:
        parser.error(str(error))
    status = 0
    for file in options.files or ["-"]:
        try:
            source: Any = sys.stdin.buffer if file == "-" else file
            hasher = astragal.file_digest(source, options.algorithm)
        except (OSError, ValueError) as error:
            print(f"python -m astragal: {file}: {error}", file=sys.stderr)
            status = 1
            continue
        print(_line(hasher.digest(*length), file))
    return status


def _line(digest: bytes, file: str) -> str:
    """As sha256sum writes it: a name with a backslash or the end of a line in it is escaped, and the line says so."""
    escaped = file.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r")
    mark = "\\" if escaped != file else ""
    return f"{mark}{digest.hex()}  {escaped}"


if __name__ == "__main__":
    sys.exit(main())
