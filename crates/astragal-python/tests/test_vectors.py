"""Known answers from the repository and, if it exists, from the larger set next to the repository."""

import contextlib
import inspect
import io
import runpy
from pathlib import Path

import pytest
from algorithms import CANONICAL

import astragal
from astragal import kdf, outboard, tree

ROOT = Path(__file__).parents[3]
FOLDERS = {
    ROOT / "crates/astragal-vectors/vectors": [],
    # The larger set of vectors takes a minute, so only `cargo xtask verify python` tests it.
    ROOT.parent / "shared/vectors": [pytest.mark.slow],
}
FILES = [
    pytest.param(path, id=f"{folder.parent.name}/{path.relative_to(folder)}", marks=marks)
    for folder, marks in FOLDERS.items()
    for path in sorted(folder.rglob("*.txt"))
]

# Maximum message length in bytes. The Rust tests cover longer messages.
MAX_BYTES = 1 << 24
# Minimum length in bytes of the tags that verify() accepts.
MIN_TAG_BYTES = 4


def cases(text):
    for block in text.split("\n\n"):
        case = {"item": []}
        for line in block.splitlines():
            if line.strip() and not line.startswith("#"):
                field, _, value = (part.strip() for part in line.partition("="))
                if field == "item":
                    case["item"].append(bytes.fromhex(value))
                else:
                    case[field] = value
        if "alg" in case:
            yield case


def raw(case, field):
    return bytes.fromhex(case.get(field, ""))


def message(case):
    if "msg-repeat" in case:
        count, unit = case["msg-repeat"].split()
        return int(count), bytes.fromhex(unit)
    if "msg-pattern" in case:
        length = int(case["msg-pattern"])
        return 1, (bytes(range(251)) * (length // 251 + 1))[:length]
    return 1, raw(case, "msg")


def splits(data):
    yield [data]
    for step in (1, 13, 167):
        if len(data) <= 3000:
            yield [data[at : at + step] for at in range(0, len(data), step)]


def update_all(thing, parts):
    for part in parts:
        thing.update(part)
    return thing


def constructor_parameters(name):
    return inspect.signature(getattr(astragal, name.replace("-", "_"))).parameters


def convert_fields(case, **fields):
    """Return the fields of the case as keyword arguments, converted by the given functions. Skips empty fields that
    the algorithm does not take.
    """
    return {
        field: convert(case[field])
        for field, convert in fields.items()
        if case.get(field) or (field in case and field in constructor_parameters(case["alg"]))
    }


def run_hash(case, data):
    name, expected = case["alg"], raw(case, "md")
    for _ in range(1, int(case.get("iterations", 1))):
        data = astragal.new(name, data).digest()
    assert astragal.hash_many(name, [data]) == [expected]
    for parts in splits(data):
        assert update_all(astragal.new(name), parts).digest() == expected


PARAMETERS = {
    "key": "key",
    "salt": "salt",
    "custom": "person",
    "public-key": "public_key",
    "key-id": "key_id",
    "nonce": "nonce",
}


def run_parameters(case, data):
    name, _, bits = case["alg"].partition("-")
    parameters = {PARAMETERS[field]: raw(case, field) for field in PARAMETERS if field in case}
    expected = raw(case, next(field for field in ("md", "tag", "out") if field in case))
    if name == "blake":
        name = case["alg"]
    else:
        parameters["digest_size"] = int(bits) // 8 if bits else len(expected)
    for parts in splits(data):
        made = update_all(astragal.new(name, **parameters), parts)
        assert made.digest() == expected


def run_xof(case, data):
    name, expected = case["alg"], raw(case, "out")
    skip = int(case.get("out-skip", 0))
    parameters = convert_fields(
        case,
        custom=bytes.fromhex,
        name=bytes.fromhex,
        domain=lambda value: int(value, 16),
        block=int,
    )
    if name == "blake3" and "custom" in case:
        # An empty context also selects key derivation, so the parameter is passed even if it is empty.
        parameters.pop("custom", None)
        parameters["derive_key_context"] = raw(case, "custom")
    fixed = name in ("tuplehash128", "tuplehash256", "parallelhash128", "parallelhash256")
    if fixed:
        parameters["length"] = skip + len(expected)
    if case.get("result") == "invalid":
        with pytest.raises((ValueError, TypeError)):
            astragal.new(name, **parameters)
        return
    if name.startswith("tuplehash"):
        made = [astragal.new(name, case["item"], **parameters)]
    else:
        made = [update_all(astragal.new(name, **parameters), parts) for parts in splits(data)]
        if "threads" in constructor_parameters(name):
            made.append(astragal.new(name, data, threads=2, **parameters))
    for xof in made:
        if skip <= MAX_BYTES:
            assert xof.digest(skip + len(expected))[skip:] == expected
        xof.skip(skip)
        third = len(expected) // 3
        assert xof.read(third) + xof.read(len(expected) - third) == expected


def run_mac(case, data):
    name, key = case["alg"], raw(case, "key")
    expected = raw(case, "out") if "out" in case else raw(case, "tag")
    skip = int(case.get("out-skip", 0))
    parameters = convert_fields(case, custom=bytes.fromhex)
    try:
        astragal.mac(name, key, length=skip + len(expected))
    except (TypeError, ValueError):
        pass
    else:
        parameters["length"] = skip + len(expected)
    if case.get("result") == "invalid":
        with pytest.raises((ValueError, TypeError, astragal.InvalidTag)):
            astragal.mac(name, key, data, **parameters).verify(expected)
        return
    for parts in splits(data):
        mac = update_all(astragal.mac(name, key, **parameters), parts)
        tag = mac.digest()
        assert tag[skip:][: len(expected)] == expected
        if len(tag) >= MIN_TAG_BYTES:
            mac.verify(tag)
        else:
            with pytest.raises((ValueError, astragal.InvalidTag)):
                mac.verify(tag)


def run_kdf(case, _):
    numbers = {field: int(case[field]) for field in ("iterations", "n", "r", "p", "m", "t", "version") if field in case}
    names = {"salt": "salt", "custom": "info", "name": "label", "secret": "secret", "ad": "associated_data"}
    strings = {names[field]: raw(case, field) for field in names if field in case}
    input, expected = raw(case, "password" if "password" in case else "key"), raw(case, "out")
    derived = kdf.derive(case["alg"], input, len(expected), allow_short_salt=True, **numbers, **strings)
    assert derived == expected


def run_aead(case, _):
    name, nonce, data = case["alg"], raw(case, "nonce"), raw(case, "ad")
    text, tag = raw(case, "ct"), raw(case, "tag")
    is_tag_first = name.endswith("-siv") and not name.endswith("-gcm-siv")
    sealed = tag + text if is_tag_first else text + tag
    tag_size = {"tag_size": len(tag)} if len(tag) != 16 else {}
    if case.get("result") == "invalid":
        with pytest.raises((TypeError, ValueError, astragal.InvalidTag)):
            astragal.aead(name, raw(case, "key"), **tag_size).decrypt(nonce, sealed, data)
        return
    cipher = astragal.aead(name, raw(case, "key"), **tag_size)
    assert cipher.encrypt(nonce, raw(case, "pt"), data) == sealed
    assert cipher.decrypt(nonce, sealed, data) == raw(case, "pt")


def run_key_wrap(case, _):
    name, kek, key, wrapped = case["alg"], raw(case, "key"), raw(case, "pt"), raw(case, "ct")
    if case.get("result") == "invalid":
        with pytest.raises((ValueError, astragal.InvalidTag)):
            astragal.key_unwrap(name, kek, wrapped)
        return
    assert astragal.key_wrap(name, kek, key) == wrapped
    assert astragal.key_unwrap(name, kek, wrapped) == key


def run_cipher(case, _):
    tweak = raw(case, "tweak") if "tweak" in case else None
    cipher = astragal.cipher(case["alg"], raw(case, "key"), tweak=tweak)
    text, expected = raw(case, "pt"), raw(case, "ct")
    iterations = int(case.get("iterations", 1))
    if iterations == 1:
        assert cipher.encrypt_blocks(text * 19) == expected * 19
        assert cipher.decrypt_blocks(expected * 19) == text * 19
        return
    encrypted, decrypted = bytearray(text), bytearray(expected)
    for _ in range(iterations):
        cipher.encrypt_blocks_into(encrypted, encrypted)
        cipher.decrypt_blocks_into(decrypted, decrypted)
    assert (encrypted, decrypted) == (expected, text)


def run_mode(case, _):
    parameters = {"padding": case.get("padding", "none")} if case.get("mode") == "cbc" else {}
    # A case for a stream cipher has no mode.
    name = f"{case['alg']}-{case['mode']}" if "mode" in case else case["alg"]
    iv, text, expected = raw(case, "iv"), raw(case, "pt"), raw(case, "ct")
    if case.get("result") == "invalid":
        with pytest.raises(ValueError):
            made = astragal.mode(name, raw(case, "key"), **parameters)
            assert made.decrypt(iv, expected) != text
            raise AssertionError("accepted an invalid case")
        return
    made = astragal.mode(name, raw(case, "key"), **parameters)
    assert made.encrypt(iv, text) == expected
    assert made.decrypt(iv, expected) == text
    for start, source, wanted in ((made.encryptor, text, expected), (made.decryptor, expected, text)):
        for parts in splits(source):
            stream = start(iv)
            assert b"".join([stream.update(part) for part in parts]) + stream.finalize() == wanted
        stream, out = start(iv), bytearray(len(source) + made.block_size)
        count = stream.update_into(source, out)
        count += stream.finalize_into(memoryview(out)[count:])
        assert out[:count] == wanted


def run_authenticated(case, _):
    tag = raw(case, "tag")
    key, nonce, data, text = (raw(case, field) for field in ("key", "nonce", "ad", "pt"))
    parameters = {} if case["mode"] == "gcm-siv" else {"tag_size": len(tag)}
    function = getattr(astragal, case["mode"].replace("-", "_"))
    if case.get("result") == "invalid":
        with pytest.raises((ValueError, astragal.InvalidTag)):
            function(case["alg"], key, **parameters).decrypt(nonce, raw(case, "ct") + tag, data)
        return
    made = function(case["alg"], key, **parameters)
    assert made.encrypt(nonce, text, data) == raw(case, "ct") + tag
    assert made.decrypt(nonce, raw(case, "ct") + tag, data) == text


def run_outboard(case, data):
    mode = blake3_mode(case)
    made = io.BytesIO()
    assert outboard.write(io.BytesIO(data), made, len(data), **mode) == raw(case, "out")
    assert made.getvalue() == raw(case, "outboard")
    assert outboard.read(raw(case, "out"), io.BytesIO(data), made, **mode) == data


def run_record(case, data):
    start, end = map(int, case["range"].split(":"))
    block = int(case["block"]) if "block" in case else None
    hasher = tree.PartHasher(case["alg"], start, block=block, **blake3_mode(case))
    hasher.update(data[start:end])
    assert hasher.finish(len(data)) == raw(case, "record")
    part = tree.Part(raw(case, "record"))
    assert (part.algorithm, part.start, part.end, part.block) == (case["alg"], start, end, block)


def blake3_mode(case):
    names = {"key": "key", "custom": "context"}
    return {names[field]: raw(case, field) for field in names if field in case}


def runner(case):
    """Return the function that runs the case. Return None if astragal lacks the algorithm or its parameters."""
    name = case["alg"]
    if "password" in case or name.startswith(("hkdf-", "kbkdf-")):
        return run_kdf
    if "outboard" in case or "record" in case:
        return run_outboard if "outboard" in case else run_record
    if "mode" in case:
        return run_authenticated if case["mode"] in ("gcm", "ccm", "gcm-siv") else run_mode
    if "iv" in case:
        return run_mode
    if "nonce" in case and "md" not in case:
        return run_aead if name in astragal.aeads_available else None
    if name.endswith(("-kw", "-kwp")):
        return run_key_wrap
    if "pt" in case:
        return run_cipher
    if name.startswith(("blake-", "blake2")) and "md" in case and case.keys() & PARAMETERS.keys():
        return run_parameters
    if name.startswith("skein") and (name not in CANONICAL or case.keys() & PARAMETERS.keys()):
        return run_parameters
    if "salt" in case:
        return None
    if "key" in case:
        # Skips a keyed hash with a customization string, function name or personalization: astragal's MACs of hash
        # functions take none.
        personal = name in CANONICAL and case.keys() & {"custom", "name"}
        return run_mac if (name in astragal.macs_available or name.startswith("cmac-")) and not personal else None
    if name not in CANONICAL:
        return None
    if astragal.info(name).kind == "hash" and not case.keys() & {"custom", "name", "out"}:
        return run_hash
    return run_xof if astragal.info(name).kind in ("xof", "sized-hash") else None


@pytest.mark.parametrize("path", FILES)
def test_matches_known_answers(path):
    ran = 0
    for case in cases(path.read_text()):
        run = runner(case)
        count, unit = message(case)
        if run is None or count * len(unit) > MAX_BYTES:
            continue
        try:
            run(case, unit * count)
        except Exception as error:
            raise AssertionError(f"{case['alg']}, {case.get('id', 'without id')}: {error}") from error
        ran += 1
    if ran == 0:
        pytest.skip("astragal has no algorithm of this file")


WYCHEPROOF = ROOT.parent / "shared/wycheproof/vectors.tar.xz"


@pytest.mark.skipif(not WYCHEPROOF.is_file(), reason="no Wycheproof beside the repository")
def test_matches_wycheproof():
    converter = runpy.run_path(str(ROOT / "crates/astragal-vectors/tools/wycheproof.py"))
    ran, wrong = 0, []
    for text in converter["cases"](WYCHEPROOF):
        for case in cases(text):
            run = runner(case)
            assert run is not None, case["alg"]
            try:
                run(case, message(case)[1])
            except BaseException as error:
                wrong.append(f"{case['id']}, {case['alg']}: {error}")
            ran += 1
    assert not wrong, (len(wrong), wrong[:10])
    assert ran > 12_000


def canonical(name):
    """Return the canonical name of an alias. The larger set of vectors uses aliases, such as rijndael128-128 for
    aes-128.
    """
    with contextlib.suppress(ValueError):
        return astragal.info(name).name
    return name


def test_every_algorithm_has_a_known_answer():
    seen = set()
    for path in (parameter.values[0] for parameter in FILES):
        seen |= {canonical(case["alg"]) for case in cases(path.read_text()) if runner(case)}
    # Modes and CMAC have known answers only for some of the ciphers.
    composed = {name for name in astragal.macs_available | astragal.aeads_available if name.startswith("cmac-")}
    composed |= {name for name in astragal.aeads_available if name.endswith(("-gcm", "-ccm", "-gcm-siv"))}
    names = CANONICAL | astragal.macs_available | astragal.aeads_available | astragal.ciphers_available
    missing = names - composed - seen
    if (ROOT.parent / "shared/vectors").is_dir():
        assert not missing
