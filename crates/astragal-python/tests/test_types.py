"""The types: of the stub, of what is written in Python, and of programs that use them."""

import subprocess
import sys
from pathlib import Path

PACKAGE = Path(__file__).parents[1]


def check(*arguments):
    done = subprocess.run([sys.executable, *arguments], cwd=PACKAGE, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_stub_is_that_of_the_tables():
    check("tools/stub.py", "--check")


def test_the_stub_is_that_of_the_module():
    check("-m", "mypy.stubtest", "astragal", "--allowlist", "tests/stubtest.txt")


def test_programs_check(tmp_path):
    check("-m", "mypy", "--strict", "--cache-dir", tmp_path, "-p", "astragal")
    check("-m", "mypy", "--strict", "--cache-dir", tmp_path, "examples", "tests/typed_program.py")


def test_mistakes_are_found(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(
        "import astragal\n"
        "astragal.sha3_256('text')\n"
        "astragal.sha3_256(custom=b'')\n"
        "astragal.sha3_256().read(5)\n"
        "astragal.kmac128()\n"
        "astragal.sha3_265()\n"
        "astragal.new('sha3_256').hexdigets()\n"
        "astragal.new('kt128').hexdigets()\n"
        "astragal.new('blake2b', key=b'').reed(5)\n"
        "astragal.file_digest('file', 'sha256').hexdigets()\n"
        "astragal.hmac.new(b'', b'', 'sha256').hexdigets()\n"
    )
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", tmp_path, program],
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    assert [f":{line}: error" in done.stdout for line in range(2, 12)] == [True] * 10, done.stdout
