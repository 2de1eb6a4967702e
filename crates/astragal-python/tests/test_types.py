"""Types of the stub, of the Python modules, and of programs that use them."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1]


def check(*arguments):
    done = subprocess.run([sys.executable, *arguments], cwd=PACKAGE, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_stub_is_up_to_date():
    check("tools/stub.py", "--check")


def test_stub_matches_the_module():
    check("-m", "mypy.stubtest", "astragal", "--allowlist", "tests/stubtest.txt")


def test_mypy_accepts_the_programs(tmp_path):
    check("-m", "mypy", "--strict", "--cache-dir", tmp_path, "-p", "astragal")
    check("-m", "mypy", "--strict", "--cache-dir", tmp_path, "examples", "tests/typed_program.py")


def test_pyright_accepts_the_programs():
    check("-m", "pyright", "--pythonpath", sys.executable)


TYPE_ERRORS = """\
import astragal
astragal.sha3_256('text')
astragal.sha3_256(custom=b'')
astragal.sha3_256().read(5)
astragal.kmac128()
astragal.sha3_265()
astragal.new('sha3_256').hexdigets()
astragal.new('kt128').hexdigets()
astragal.new('blake2b', key=b'').reed(5)
astragal.file_digest('file', 'sha256').hexdigets()
astragal.hmac.new(b'', b'', 'sha256').hexdigets()
astragal.cbc('aes-128', bytes(16), padding='zeros')
astragal.ctr('aes-128', bytes(16)).encrypt(b'data')
astragal.kdf.argon2id('password', salt=bytes(16), m=64, t=1, p=1)
"""


@pytest.mark.parametrize("checker", [("mypy", "--strict"), ("pyright", "--pythonpath", sys.executable)])
def test_checkers_find_type_errors(tmp_path, checker):
    program = tmp_path / "program.py"
    program.write_text(TYPE_ERRORS)
    done = subprocess.run([sys.executable, "-m", *checker, program], cwd=tmp_path, capture_output=True, text=True)
    found = [bool(re.search(rf"program\.py:{line}(:\d+)?( -|:) error", done.stdout)) for line in range(1, 15)]
    assert found == [False] + [True] * 13, done.stdout
