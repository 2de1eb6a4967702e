"""Writes the constructors' types into the stub, from the tables of the installed package.

    python tools/stub.py            # rewrite
    python tools/stub.py --check    # fail if that would change anything
"""

import inspect
import sys
from pathlib import Path

import astragal

STUB = Path(__file__).parent.parent / "python/astragal/__init__.pyi"
MARK = "# What follows is written from the tables by tools/stub.py.\n"

TYPES = {
    "key": "Buffer",
    "data": "Buffer",
    "items": "Iterable[Buffer]",
    "length": "int | None",
    "custom": "Buffer",
    "name": "Buffer",
    "domain": "int",
    "block": "int",
    "threads": "Threads",
    "usedforsecurity": "bool",
}
CLASSES = {"hash": "Hash", "xof": "Xof", "mac": "Mac", "aead": "Aead"}


def constructors():
    """Canonical names and aliases, in the tables' order, without names that start with a digit."""
    names = astragal.algorithms_available | astragal.macs_available | astragal.aeads_available
    rows = sorted((astragal.info(name) for name in names), key=lambda row: (row.kind, row.name))
    for row in rows:
        for name in (row.name, *sorted(row.aliases)):
            yield row, name.replace("-", "_")


def declaration(row, name):
    signature = inspect.signature(getattr(astragal, name))
    parameters = [
        parameter.replace(annotation=TYPES[parameter.name]) for parameter in signature.parameters.values()
    ]
    shown = str(signature.replace(parameters=parameters)).replace("'", "")
    shown = shown.replace("Buffer = b", 'Buffer = b""')
    return f"def {name}{shown} -> {CLASSES[row.kind]}: ...\n"


def main():
    written = STUB.read_text()
    head = written.partition(MARK)[0]
    text = head + MARK + "".join(declaration(row, name) for row, name in constructors())
    if text == written:
        return 0
    if "--check" in sys.argv:
        print(f"{STUB.name} is not up to date; run `cargo xtask python`", file=sys.stderr)
        return 1
    STUB.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
