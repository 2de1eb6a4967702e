"""The command python -m astragal."""

import hashlib
import subprocess
import sys

import pytest

import astragal


def run(*arguments, input=b"", cwd=None):
    done = subprocess.run([sys.executable, "-m", "astragal", *arguments], input=input, capture_output=True, cwd=cwd)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def test_hashes_files_and_standard_input(tmp_path):
    (tmp_path / "a").write_bytes(b"abc")
    (tmp_path / "b\\c\nd").write_bytes(b"")
    digests = [hashlib.sha3_256(data).hexdigest() for data in (b"abc", b"", b"input")]
    expected = f"{digests[0]}  a\n\\{digests[1]}  b\\\\c\\nd\n{digests[2]}  -\n"
    assert run("a", "b\\c\nd", "-", input=b"input", cwd=tmp_path) == (0, expected, "")


def test_options_select_algorithm_and_length():
    assert run("-a", "SHA256", input=b"abc") == (0, f"{hashlib.sha256(b'abc').hexdigest()}  -\n", "")
    assert run("-a", "shake128", "-l", "5", input=b"abc") == (0, f"{hashlib.shake_128(b'abc').hexdigest(5)}  -\n", "")


def test_unreadable_file_does_not_stop_the_others(tmp_path):
    (tmp_path / "a").write_bytes(b"abc")
    status, out, error = run("missing", "a", cwd=tmp_path)
    assert (status, out) == (1, f"{hashlib.sha3_256(b'abc').hexdigest()}  a\n")
    assert "missing" in error and "No such file" in error


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("-a", "sha3-265"), "did you mean sha3-256"),
        (("-a", "sha256", "-l", "5"), "digest()"),
        (("-a", "hmac-sha256"), "message authentication code"),
    ],
)
def test_usage_error_exits_2_with_a_hint(arguments, message):
    status, out, error = run(*arguments)
    assert status == 2 and out == "" and message in error


def test_list_names_every_algorithm():
    status, out, _ = run("--list")
    assert status == 0 and set(out.split()) == {astragal.info(name).name for name in astragal.algorithms_available}
