"""Writes the documents for a release. The data comes from cargo's metadata for the workspace:

    documents.py sbom PACKAGE FILE               the SBOM of a package, in CycloneDX 1.5 format
    documents.py licences PACKAGE TARGET FILE    the crates that are linked into it, and the texts of their licences
    documents.py notes VERSION FILE              the section of CHANGELOG.md for a version
    documents.py evidence SOURCE FILE            the hash of the source archive, the compiler, and the results of all
                                                 recorded checks
    documents.py rebuild SUMS FILE               the checksums of files that were built twice, with the date and machine
"""

import datetime
import hashlib
import json
import os
import pathlib
import platform
import re
import subprocess
import sys
import tomllib

ROOT = pathlib.Path(__file__).parent.parent
CARGO = os.environ.get("CARGO", "cargo")
LICENCES = re.compile("(LICEN[SC]E|COPYING|COPYRIGHT|NOTICE|UNLICENSE)", re.IGNORECASE)


def output(*command):
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout


def cargo(*arguments):
    return output(CARGO, *arguments)


def linked(package, target):
    """Return the package, the crates linked into it (sorted), and the ids that each crate depends on."""
    metadata = json.loads(cargo("metadata", "--format-version", "1", "--locked", "--all-features"))
    tree = cargo("tree", "--locked", "--prefix", "none", "--format", "{p}", "--edges", "normal,no-proc-macro",
                 "--target", target, "--package", package)
    names = {tuple(line.split()[:2]) for line in tree.splitlines() if line}
    crates = [each for each in metadata["packages"] if (each["name"], f"v{each['version']}") in names]
    crates.sort(key=lambda each: (each["name"], each["version"]))
    own = next(each for each in crates if each["name"] == package and each["source"] is None)
    crates.remove(own)
    edges = {
        node["id"]: {edge["pkg"] for edge in node["deps"] if any(kind["kind"] is None for kind in edge["dep_kinds"])}
        for node in metadata["resolve"]["nodes"]
    }
    return own, crates, edges


def reference(crate):
    return f"{crate['name']}@{crate['version']}"


def sbom(package, file):
    own, crates, edges = linked(package, "all")
    lock = tomllib.loads((ROOT / "Cargo.lock").read_text())
    sums = {reference(each): each["checksum"] for each in lock["package"] if "checksum" in each}

    def component(crate):
        found = {
            "type": "library",
            "bom-ref": reference(crate),
            "name": crate["name"],
            "version": crate["version"],
            "purl": f"pkg:cargo/{reference(crate)}",
            # Old Cargo manifests separate alternative licenses with a slash.
            "licenses": [{"expression": crate["license"].replace("/", " OR ")}],
        }
        if reference(crate) in sums:
            found["hashes"] = [{"alg": "SHA-256", "content": sums[reference(crate)]}]
        return found

    def depends(crate):
        needed = [reference(each) for each in crates if each["id"] in edges[crate["id"]]]
        return {"ref": reference(crate), "dependsOn": needed}

    bill = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": component(own)},
        "components": [component(crate) for crate in crates],
        "dependencies": [depends(crate) for crate in [*crates, own]],
    }
    write(file, json.dumps(bill, indent=2) + "\n")


def licences(package, target, file):
    lines, texts = [], {}
    for crate in linked(package, target)[1]:
        if crate["source"] is None:
            continue
        name = f"{crate['name']} {crate['version']}"
        lines.append(f"{name}: {crate['license']}\n")
        folder = pathlib.Path(crate["manifest_path"]).parent
        found = [path for path in folder.iterdir() if path.is_file() and LICENCES.match(path.name)]
        if not found:
            print(f"{name} has no text of its licence, {crate['license']}")
        for path in found:
            texts.setdefault(path.read_text().replace("\r", "").strip(), set()).add(name)
    # Writes each license text only once, after the names of all crates that use it.
    for names, text in sorted((sorted(names), text) for text, names in texts.items()):
        lines.append(f"\n{'=' * 80}\n{', '.join(names)}\n\n{text}\n")
    write(file, "".join(lines))


def notes(version, file):
    sections = (ROOT / "CHANGELOG.md").read_text().split("\n## ")[1:]
    section = next(section for section in sections if section.splitlines()[0] == version)
    write(file, f"## {section.rstrip()}\n")


def evidence(source, file):
    pages = ["docs/evidence.json", "docs/evidence.md", "docs/evidence-ct.md", "evidence/machine-code/SOUNDNESS.md"]
    content = {
        "source": {
            "file": os.path.basename(source),
            "commit": output("git", "rev-parse", "HEAD").strip(),
            "sha256": sha256(pathlib.Path(source)),
        },
        "compiler": output("rustc", "--verbose", "--version").splitlines(),
        "documents": {page: sha256(ROOT / page) for page in pages},
        "runs": json.loads((ROOT / pages[0]).read_text())["runs"],
    }
    write(file, json.dumps(content, indent=2) + "\n")


def rebuild(sums, file):
    lines = [line.split(maxsplit=1) for line in pathlib.Path(sums).read_text().splitlines()]
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    content = {"date": today, "machine": machine(), "files": {name: digest for digest, name in lines}}
    write(file, json.dumps(content, indent=2) + "\n")


def machine():
    processors = pathlib.Path("/proc/cpuinfo")
    text = processors.read_text() if processors.exists() else ""
    model = re.search("^model name\\s*: (.*)$", text, re.MULTILINE)
    return f"{model[1] if model else platform.processor()}, {platform.system()} {platform.machine()}"


def sha256(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def write(file, text):
    pathlib.Path(file).parent.mkdir(parents=True, exist_ok=True)
    pathlib.Path(file).write_text(text)


DOCUMENTS = {"sbom": sbom, "licences": licences, "notes": notes, "evidence": evidence, "rebuild": rebuild}
DOCUMENTS[sys.argv[1]](*sys.argv[2:])
