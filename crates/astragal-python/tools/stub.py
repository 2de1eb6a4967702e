"""Writes the constructors' types into the stub, based on the names and signatures of the installed package.

    python tools/stub.py            # rewrite the stub
    python tools/stub.py --check    # fail if the stub would change
"""

import inspect
import sys
from pathlib import Path

import astragal

STUB = Path(__file__).parent.parent / "python/astragal/__init__.pyi"
MARK = "# Generated from here on by tools/stub.py: cargo xtask generate\n"

TYPES = {
    "key": "Buffer",
    "data": "Buffer",
    "items": "Iterable[Buffer]",
    "length": "int | None",
    "custom": "Buffer | None",
    "name": "Buffer | None",
    "domain": "int",
    "block": "int",
    "threads": "Threads",
    "usedforsecurity": "bool",
    "tag_size": "int",
    "digest_size": "int | None",
    "salt": "Buffer",
    "person": "Buffer",
    "fanout": "int",
    "depth": "int",
    "leaf_size": "int",
    "node_offset": "int",
    "node_depth": "int",
    "inner_size": "int",
    "last_node": "bool",
    "public_key": "Buffer",
    "key_id": "Buffer",
    "nonce": "Buffer",
    "derive_key_context": "str | Buffer | None",
}
CLASSES = {"hash": "Hash", "sized-hash": "Xof", "xof": "Xof", "mac": "Mac", "aead": "Aead"}


def constructors():
    """Yield each algorithm with its canonical name and with each alias. Names are written as identifiers."""
    for row in rows():
        for name in (row.name, *sorted(row.aliases)):
            yield row, name.replace("-", "_")


def rows():
    names = astragal.algorithms_available | astragal.macs_available | astragal.aeads_available
    return sorted({astragal.info(name) for name in names}, key=lambda row: (row.kind, row.name))


def literals():
    """Yield two type aliases: one for the names for which new() returns a Hash, and one for the names for which it
    returns a Xof.
    """
    for kinds, alias in ((("hash",), "HashName"), (("xof", "sized-hash"), "XofName")):
        names = {row.name for row in rows() if row.kind in kinds}
        names |= {name for name in astragal.algorithms_available if astragal.info(name).kind in kinds}
        listed = "".join(f'    "{name}",\n' for name in sorted(names))
        yield f"_{alias}: TypeAlias = Literal[\n{listed}]\n"


def declaration(row, name):
    """Return the declaration of a constructor, with overloads if a key changes the type of the result."""
    parameters = inspect.signature(getattr(astragal, name)).parameters
    if not ("key" in parameters and parameters["key"].default is None):
        return define(name, parameters.values(), TYPES, CLASSES[row.kind])
    plain = define(name, parameters.values(), TYPES | {"key": "None"}, CLASSES[row.kind])
    required = [each.replace(default=each.empty) if each.name == "key" else each for each in parameters.values() if each.name != "derive_key_context"]
    keyed = define(name, required, TYPES, "Mac")
    return f"@overload\n{plain}@overload\n{keyed}"


def define(name, parameters, types, result):
    shown = ", ".join(
        ("*, " if i > 0 and each.kind == each.KEYWORD_ONLY and before.kind != each.KEYWORD_ONLY else "")
        + f"{each.name}: {types[each.name]}"
        + ("" if each.default is each.empty else f" = {each.default!r}").replace("b''", 'b""')
        for i, (before, each) in enumerate(zip([None, *parameters], parameters))
    )
    return f"def {name}({shown}) -> {result}: ...\n"


def main():
    written = STUB.read_text()
    head = written.partition(MARK)[0]
    exported = "__all__ = [\n" + "".join(f'    "{name}",\n' for name in astragal.__all__) + "]\n"
    declarations = "".join(declaration(row, name) for row, name in constructors())
    text = head + MARK + exported + "".join(literals()) + declarations
    if text == written:
        return 0
    if "--check" in sys.argv:
        print(f"{STUB.name} is not up to date; run `cargo xtask generate`", file=sys.stderr)
        return 1
    STUB.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
