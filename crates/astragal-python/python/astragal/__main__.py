"""Print digests of files: python -m astragal [-a NAME] [FILE ...].

Prints lines in the format of sha256sum. The command digest has more options.
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
    """Run the command. Return its exit status, which is 1 if a file could not be read."""
    parser = argparse.ArgumentParser(prog="python -m astragal", description="Print digests of files.")
    parser.add_argument(
        "-a",
        "--algorithm",
        default="sha3-256",
        metavar="NAME",
        help="hash or extendable-output function (default: sha3-256)",
    )
    parser.add_argument(
        "-l",
        "--length",
        type=int,
        metavar="N",
        help="length of the output of an extendable-output function, in bytes",
    )
    parser.add_argument("--list", action="store_true", help="list the algorithms and exit")
    parser.add_argument("--version", action="version", version=f"astragal {astragal.__version__}")
    parser.add_argument("files", nargs="*", metavar="FILE", help="file to hash; '-' or no file reads standard input")
    options = parser.parse_args(arguments)
    if options.list:
        for name in sorted({astragal.info(name).name for name in astragal.algorithms_available}):
            print(name)
        return 0
    length = [] if options.length is None else [options.length]
    try:
        # Try the name and length before reading any file, so that an error is reported once, not for each file.
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
    """Return an output line of sha256sum. If the file name contains a backslash or newline, these characters
    are escaped and the line starts with a backslash.
    """
    escaped = file.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r")
    mark = "\\" if escaped != file else ""
    return f"{mark}{digest.hex()}  {escaped}"


if __name__ == "__main__":
    sys.exit(main())
