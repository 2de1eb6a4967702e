"""Converts the test cases of Project Wycheproof to the vector format.

    python3 wycheproof.py ARCHIVE

ARCHIVE is a tar file of Wycheproof's folder testvectors_v1. GMAC becomes GCM with an empty plaintext. Cases that an
implementation may accept or reject are left out.
"""

import json
import sys
import tarfile
from pathlib import Path

# Maps the name of each file, without the suffix `_test.json`, to the name of its algorithm. `{}` is the key length in
# bits.
AEADS = {
    "aead_aes_siv_cmac": "aes-{}-siv",
    "aegis128L": "aegis-128l",
    "aegis256": "aegis-256",
    "aes_ccm": "aes-{}-ccm",
    "aes_gcm": "aes-{}-gcm",
    "aes_gcm_siv": "aes-{}-gcm-siv",
    "aes_gmac": "aes-{}-gcm",
    "aria_ccm": "aria-{}-ccm",
    "aria_gcm": "aria-{}-gcm",
    "ascon128": "ascon-128",
    "ascon128a": "ascon-128a",
    "ascon80pq": "ascon-80pq",
    "ascon_sp800_232_aead128": "ascon-aead128",
    "camellia_ccm": "camellia-{}-ccm",
    "chacha20_poly1305": "chacha20-poly1305",
    "sm4_ccm": "sm4-ccm",
    "sm4_gcm": "sm4-gcm",
    "xchacha20_poly1305": "xchacha20-poly1305",
}
KEY_WRAPS = {
    "aes_kwp": "aes-{}-kwp",
    "aes_wrap": "aes-{}-kw",
    "aria_kwp": "aria-{}-kwp",
    "aria_wrap": "aria-{}-kw",
    "camellia_wrap": "camellia-{}-kw",
}
MODES = {
    "aes_cbc_pkcs5": "aes-{}",
    "aes_xts": "aes-{}",
    "aria_cbc_pkcs5": "aria-{}",
    "camellia_cbc_pkcs5": "camellia-{}",
}
MACS = {
    "aes_cmac": "cmac-aes-{}",
    "aria_cmac": "cmac-aria-{}",
    "camellia_cmac": "cmac-camellia-{}",
    "kmac128_no_customization": "kmac128",
    "kmac256_no_customization": "kmac256",
}
# Maximum number of iterations of PBKDF2. A case with 2^24 iterations is left out, because it takes longer than all
# others together.
MAX_ITERATIONS = 100_000
# Key lengths, in bits, of ciphers whose names contain the key length, such as `aes-128`.
KEY_BITS = (128, 192, 256)


def fields(file, group, test):
    """Returns the fields of a case, or None if no algorithm has its key length."""
    bits = group.get("keySize", 0)
    if file.startswith("hmac_"):
        name = "hmac-" + file.removeprefix("hmac_").replace("_", "-")
        return {"alg": name, **mac(test)}
    if file in MACS:
        return {"alg": MACS[file].format(bits), **mac(test)} if "{}" not in MACS[file] or bits in KEY_BITS else None
    if file in AEADS:
        text = {"ad": test["msg"]} if file == "aes_gmac" else {"ad": test["aad"], "pt": test["msg"], "ct": test["ct"]}
        name = AEADS[file].format(bits // 2 if file == "aead_aes_siv_cmac" else bits)
        return {"alg": name, "key": test["key"], "nonce": test["iv"], **text, "tag": test["tag"]}
    if file in KEY_WRAPS:
        return {"alg": KEY_WRAPS[file].format(bits), "key": test["key"], "pt": test["msg"], "ct": test["ct"]}
    if file in MODES:
        # For XTS, `keySize` counts both keys. Data unit numbers are little-endian and lack their trailing zeros.
        is_xts = file == "aes_xts"
        name, iv = MODES[file].format(bits // 2 if is_xts else bits), test["iv"].ljust(32, "0")
        mode = {"mode": "xts"} if is_xts else {"mode": "cbc", "padding": "pkcs7"}
        return {"alg": name, **mode, "key": test["key"], "iv": iv, "pt": test["msg"], "ct": test["ct"]}
    # Leaves out invalid HKDF cases: they request a key that is too long, and have no expected bytes.
    if file.startswith("hkdf_") and test["result"] == "valid":
        name = "hkdf-" + file.removeprefix("hkdf_")
        return {"alg": name, "key": test["ikm"], "salt": test["salt"], "custom": test["info"], "out": test["okm"]}
    if file.startswith("pbkdf2_hmac") and test["iterationCount"] <= MAX_ITERATIONS:
        name = "pbkdf2-hmac-" + file.removeprefix("pbkdf2_hmac")
        count = test["iterationCount"]
        return {"alg": name, "password": test["password"], "salt": test["salt"], "iterations": count, "out": test["dk"]}
    return None


def mac(test):
    return {"key": test["key"], "msg": test["msg"], "tag": test["tag"]}


def cases(archive):
    """Yields the text of each case."""
    with tarfile.open(archive) as files:
        for member in files:
            if not member.name.endswith("_test.json"):
                continue
            file = Path(member.name).name.removesuffix("_test.json")
            for group in json.load(files.extractfile(member))["testGroups"]:
                for test in group["tests"]:
                    case = None if test["result"] == "acceptable" else fields(file, group, test)
                    if case is None:
                        continue
                    case |= {"id": f"{file} {test['tcId']}", "result": test["result"]}
                    yield "".join(f"{field} = {value}".rstrip() + "\n" for field, value in case.items())


if __name__ == "__main__":
    print("\n".join(cases(sys.argv[1])))
