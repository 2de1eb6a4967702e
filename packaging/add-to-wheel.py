"""Copies a wheel into a folder and adds files to its metadata: add-to-wheel.py WHEEL DOCUMENTS FOLDER.

The added files get the modification time of the wheel's file RECORD, so that the result is reproducible.
"""

import base64
import hashlib
import pathlib
import sys
import zipfile

wheel, documents, folder = map(pathlib.Path, sys.argv[1:])
old = zipfile.ZipFile(wheel)
[record] = [name for name in old.namelist() if name.endswith(".dist-info/RECORD")]
files = [(each, old.read(each)) for each in old.infolist() if each.filename != record]
for path in sorted(path for path in documents.rglob("*") if path.is_file()):
    name = record.removesuffix("RECORD") + path.relative_to(documents).as_posix()
    each = zipfile.ZipInfo(name, old.getinfo(record).date_time)
    each.external_attr, each.compress_type = 0o100644 << 16, zipfile.ZIP_DEFLATED
    files.append((each, path.read_bytes()))
lines = []
with zipfile.ZipFile(folder / wheel.name, "w") as new:
    for each, data in files:
        new.writestr(each, data)
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")
        lines.append(f"{each.filename},sha256={digest},{len(data)}\n")
    new.writestr(old.getinfo(record), "".join(lines) + f"{record},,\n")
