"""The example hash_tree.py."""

import subprocess
import sys
from pathlib import Path

import astragal

EXAMPLE = Path(__file__).parents[1] / "examples/hash_tree.py"


def hash_tree(*arguments):
    done = subprocess.run([sys.executable, EXAMPLE, *arguments], capture_output=True, text=True, check=True)
    return [line.split("  ", 1) for line in done.stdout.splitlines()]


def test_tree_example_hashes_every_file(tmp_path):
    contents = {"b.txt": b"b" * 100_000, "a/empty": b"", "a/z/deep.bin": bytes(range(256)), "a.txt": b"a"}
    for name, content in contents.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    (tmp_path / "loop").symlink_to(tmp_path)
    *each, (whole, dot) = hash_tree(tmp_path)
    assert dot == "."
    assert dict((name, digest) for digest, name in each) == {
        name: astragal.kt128(content).hexdigest() for name, content in contents.items()
    }
    items = [part for digest, name in each for part in (name.encode(), bytes.fromhex(digest))]
    assert whole == astragal.tuplehash128(items, custom=b"hash_tree 1").hexdigest()
    (tmp_path / "a/empty").write_bytes(b"x")
    assert hash_tree(tmp_path)[-1][0] != whole
    assert [astragal.sha3_256(b"a").hexdigest(), "a.txt"] in hash_tree(tmp_path, "SHA3-256")
