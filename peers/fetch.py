#!/usr/bin/env python3
"""Fetches current releases of the C libraries that astragal is compared with, as packages from a Debian suite.

The packages, and the libc that they need, are unpacked into a folder, not installed. `build.rs` links the programs
of `peers` with the libraries and the dynamic loader in this folder. The programs therefore do not depend on the
versions that are installed on the host.

usage: fetch.py FOLDER [SUITE]   (default suite: sid)
"""
import functools
import hashlib
import io
import lzma
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tarfile
import urllib.request

ARCHITECTURES = {"x86_64": "amd64", "aarch64": "arm64"}
# Development packages to fetch. Two kinds of dependencies are fetched as well: the shared libraries of these packages,
# and the libraries that the shared libraries need.
WANTED = [
    "libargon2-dev", "libbotan-3-dev", "libcrypto++-dev", "libgcrypt20-dev", "libgpg-error-dev", "libsodium-dev",
    "libssl-dev", "libtomcrypt-dev", "nettle-dev",
]


@functools.cache
def mirror() -> str:
    """Returns the address of the Debian archive that apt uses, over an encrypted connection."""
    command = ["apt-get", "indextargets", "--format", "$(REPO_URI) $(CODENAME)", "COMPONENT: main"]
    targets = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    addresses = [address for address, name in map(str.split, targets) if not name.endswith(("-security", "-updates"))]
    if not addresses:
        raise SystemExit("error: apt has no Debian archive in its sources")
    return re.sub("^http:", "https:", addresses[0].rstrip("/"))


def download(path: str) -> bytes:
    with urllib.request.urlopen(f"{mirror()}/{path}", timeout=120) as response:
        return response.read()


def read_index(suite: str, architecture: str) -> dict[str, dict[str, str]]:
    """Returns the index of the suite: for each package name, the fields of the package."""
    text = lzma.decompress(download(f"dists/{suite}/main/binary-{architecture}/Packages.xz")).decode()
    index: dict[str, dict[str, str]] = {}
    for paragraph in text.split("\n\n"):
        fields = dict(re.findall(r"^([A-Za-z0-9-]+): (.*)$", paragraph, re.MULTILINE))
        if "Package" in fields:
            index.setdefault(fields["Package"], fields)
    return index


def with_dependencies(index: dict[str, dict[str, str]]) -> list[str]:
    """Returns the wanted packages and the libraries that they need, sorted by name.

    Development packages that the wanted packages depend on, such as the one for the C library, are not included: the
    system provides them.
    """
    found: set[str] = set()
    pending = list(WANTED)
    while pending:
        name = pending.pop()
        if name in found:
            continue
        found.add(name)
        fields = index[name]
        alternatives = f"{fields.get('Pre-Depends', '')},{fields.get('Depends', '')}".split(",")
        # A dependency of a Debian package may have alternatives, each with a version. Takes the first alternative and
        # drops its version.
        names = [re.split(r"[ :(|]", text.strip(), maxsplit=1)[0] for text in alternatives]
        pending += [name for name in names if index.get(name, {}).get("Section") == "libs"]
    return sorted(found)


def data_archive(package: bytes) -> bytes:
    """Returns the contents of the file `data.tar.*` in a package. A package is an `ar` archive."""
    position = 8
    while position < len(package):
        header = package[position:position + 60]
        name, size = header[:16].decode().strip(" /"), int(header[48:58])
        position += 60
        if name.startswith("data.tar"):
            return package[position:position + size]
        position += size + size % 2
    raise SystemExit("error: a package has no data archive")


def main() -> None:
    folder = pathlib.Path(sys.argv[1])
    suite = sys.argv[2] if len(sys.argv) > 2 else "sid"
    architecture = ARCHITECTURES.get(platform.machine())
    if sys.platform != "linux" or architecture is None:
        raise SystemExit(f"error: no Debian packages for {sys.platform} on {platform.machine()}; use x86-64 or arm64")
    index = read_index(suite, architecture)
    packages = with_dependencies(index)
    versions = "".join(f"{name} {index[name]['Version']}\n" for name in packages)
    stored = folder / "packages.txt"
    if stored.exists() and stored.read_text() == versions:
        print(f"{folder} is up to date with {suite}")
        return
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name in packages:
        package = download(index[name]["Filename"])
        if hashlib.sha256(package).hexdigest() != index[name]["SHA256"]:
            raise SystemExit(f"error: {name}: SHA-256 differs from the index of {suite}")
        with tarfile.open(fileobj=io.BytesIO(data_archive(package))) as archive:
            archive.extractall(folder, filter="fully_trusted")
        print(f"{name} {index[name]['Version']}")
    # The file with the versions shows that the download is complete, so it is written last. After an interrupted
    # download, the next call starts again.
    stored.write_text(versions)


main()
