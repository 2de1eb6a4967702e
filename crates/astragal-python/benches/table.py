"""Run the benchmarks and print a table of the minimum times. Arguments are passed on to pytest.

    cargo xtask bench python
    cargo xtask bench python -k KT128
"""

import datetime
import json
import platform
import subprocess
import sys
import tempfile
from pathlib import Path

import astragal

HERE = Path(__file__).parent


def measure(arguments):
    """Return the minimum times in seconds, first by algorithm and message length, then by library."""
    with tempfile.TemporaryDirectory() as folder:
        result = Path(folder) / "result.json"
        options = ["--benchmark-max-time=0.15", "--benchmark-min-time=0.001", "--benchmark-min-rounds=3", f"--benchmark-json={result}"]
        command = [sys.executable, "-m", "pytest", "-q", "--benchmark-quiet", str(HERE / "test_speed.py")]
        subprocess.run([*command, *options, *arguments], check=True)
        measured = json.loads(result.read_text())["benchmarks"]
    minimum = {}
    for each in measured:
        case = each["extra_info"]
        times = minimum.setdefault((case["algorithm"], case["bytes"]), {})
        times[case["library"]] = min(each["stats"]["min"], times.get(case["library"], float("inf")))
    return minimum


def time_text(seconds):
    for unit, scale in (("ms", 1e3), ("µs", 1e6)):
        if seconds * scale >= 1:
            return f"{seconds * scale:.3g} {unit}"
    return f"{seconds * 1e9:.0f} ns"


def size_text(size):
    for unit, scale in (("MiB", 1 << 20), ("KiB", 1 << 10)):
        if size >= scale:
            return f"{size // scale} {unit}"
    return f"{size} B"


def processor():
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        return next(line.split(":")[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


def main():
    minimum = measure(sys.argv[1:])
    backend = astragal.info("sha3-256").backend
    python = platform.python_version()
    print(f"\n{processor()}, Keccak on {backend}, CPython {python}, {datetime.date.today()}\n")
    print("| algorithm | message | astragal | other | speedup |")
    print("| --- | ---: | ---: | ---: | ---: |")
    for (algorithm, size), times in minimum.items():
        own = times.pop("astragal", None)
        for library, other in times.items():
            if own:
                shown = f"{library} {time_text(other)}"
                row = (algorithm, size_text(size), time_text(own), shown, f"{other / own:.2f}")
                print("| " + " | ".join(row) + " |")


if __name__ == "__main__":
    main()
