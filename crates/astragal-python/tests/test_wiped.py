"""Objects that were wiped, ended or reset. They reject calls, and leave no key in memory."""

import gc
import os
import re
import sys
import threading
from pathlib import Path

import pytest

import astragal
from astragal import hmac, tree

KEY = bytes(range(32))
NONCE = bytes(12)
DATA = b"a message of some length, longer than a block of most"


def aead_encryptor():
    message = astragal.gcm("aes-256", KEY).encryptor(NONCE)
    message.update(DATA)
    return message


def aead_decryptor():
    sealed = astragal.gcm("aes-256", KEY).encrypt(NONCE, DATA)
    message = astragal.gcm("aes-256", KEY).decryptor(NONCE)
    message.update(sealed[:-16])
    return message


def stream(mode):
    def make():
        message = astragal.mode(f"aes-256-{mode}", KEY * 2 if mode == "xts" else KEY).encryptor(bytes(16))
        message.update(DATA)
        return message

    make.__name__ = f"stream_{mode}"
    return make


def xof_being_read():
    xof = astragal.keyed_xof("kmacxof128", KEY, DATA)
    xof.read(10)
    return xof


# Functions that return an object to wipe: at least one for each class. Each object contains a key or a message.
OBJECTS = [
    lambda: astragal.sha3_256(DATA),
    lambda: astragal.sha256(bytes(5000)),
    lambda: astragal.blake2b(DATA, key=KEY, salt=b"salt"),
    lambda: astragal.shake128(DATA),
    lambda: astragal.kt128(bytes(20_000)),
    lambda: astragal.blake3(DATA, derive_key_context="context"),
    lambda: astragal.blake3(DATA, key=KEY),
    xof_being_read,
    lambda: astragal.hmac_sha256(KEY, DATA),
    lambda: astragal.kmac256(KEY, DATA),
    lambda: astragal.cmac("aes-256", KEY, DATA),
    lambda: hmac.new(KEY, DATA, "sha256"),
    lambda: hmac.new(KEY, DATA, lambda: astragal.blake2b(digest_size=20)),
    lambda: astragal.gcm("aes-256", KEY),
    lambda: astragal.gcm_siv("aes-256", KEY),
    lambda: astragal.ascon_aead128(KEY[:16]),
    aead_encryptor,
    aead_decryptor,
    lambda: astragal.cipher("aes-256", KEY),
    lambda: astragal.cipher("threefish-256", KEY),
    *[lambda mode=mode: astragal.mode(f"aes-256-{mode}", KEY) for mode in ("cbc", "ctr", "cfb", "ofb")],
    lambda: astragal.xts("aes-256", KEY + bytes(32)),
    *[stream(mode) for mode in ("cbc", "ctr", "cfb", "ofb")],
]


def arguments(method):
    """Return arguments for the method of this name."""
    buffer = bytearray(200)
    return {
        "update": (DATA,),
        "update_into": (DATA, buffer),
        "verify": (bytes(32),),
        "read": (1,),
        "skip": (1,),
        "encrypt": (bytes(12), DATA),
        "decrypt": (bytes(12), bytes(64)),
        "encrypt_into": (bytes(12), DATA, None, bytearray(len(DATA) + 16)),
        "decrypt_into": (bytes(12), bytes(64), None, bytearray(48)),
        "encryptor": (bytes(12),),
        "decryptor": (bytes(12),),
        "encrypt_blocks": (bytes(32),),
        "decrypt_blocks": (bytes(32),),
        "encrypt_blocks_into": (bytes(32), buffer),
        "decrypt_blocks_into": (bytes(32), buffer),
        "with_tweak": (bytes(16),),
        "seek": (0,),
        "finalize_into": (buffer,),
    }.get(method, ())


def calls(thing):
    """Yield the name of each method that uses the key or the message, with a function that calls it."""
    safe = {"wipe", "generate_nonce", "generate_iv"}
    names = [name for name in dir(thing) if not name.startswith("_") and name not in safe]
    for name in names:
        # Skips properties. Some properties raise AttributeError when read, such as the block size of an object
        # without blocks.
        if not callable(getattr(type(thing), name)):
            continue
        given = arguments(name)
        if isinstance(thing, astragal.Mode):
            given = tuple(bytes(16) if i == 0 else value for i, value in enumerate(given) if value is not None)
            if name.endswith("crypt_into"):
                given = (bytes(16), bytes(48), bytearray(64))
        if isinstance(thing, astragal.Aead) and name == "finalize_into":
            continue
        if isinstance(thing, astragal.AeadDecryptor) and name.startswith("finalize"):
            given = (bytes(16), *given)
        if isinstance(thing, astragal.Stream) and name == "copy":
            # Skips copy(), which works even after the end of the message: it returns an object whose message has also
            # ended.
            continue
        yield name, lambda name=name, given=given: getattr(thing, name)(*given)


@pytest.mark.parametrize("make", OBJECTS)
def test_wiped_object_rejects_every_call(make):
    thing = make()
    thing.wipe()
    tried = 0
    for name, call in calls(thing):
        with pytest.raises(ValueError, match="wiped|ended"):
            call()
        tried += 1
    assert tried >= 2


@pytest.mark.parametrize("make", OBJECTS)
def test_wiped_object_keeps_its_name_and_can_be_wiped_again(make):
    thing = make()
    thing.wipe()
    thing.wipe()
    assert thing.name and repr(thing).startswith("<astragal.")


@pytest.mark.parametrize("make", OBJECTS)
def test_with_block_wipes_at_its_end(make):
    with make() as thing:
        pass
    _, call = next(calls(thing))
    with pytest.raises(ValueError, match="wiped|ended"):
        call()


@pytest.mark.parametrize("make", OBJECTS)
def test_with_block_wipes_after_an_exception(make):
    with pytest.raises(KeyError), make() as thing:
        raise KeyError
    _, call = next(calls(thing))
    with pytest.raises(ValueError, match="wiped|ended"):
        call()


def test_objects_cover_every_class_with_a_key():
    classes = {type(make()) for make in OBJECTS}
    keyless = {astragal.Algorithm, astragal.Digests, astragal.InvalidTag}
    exported = {thing for thing in vars(astragal).values() if isinstance(thing, type)}
    assert exported - keyless <= classes


@pytest.mark.parametrize(
    "make",
    [aead_encryptor, aead_decryptor, *[stream(mode) for mode in ("ctr", "cfb", "ofb")]],
)
def test_ended_message_rejects_every_call(make):
    message = make()
    if isinstance(message, astragal.AeadDecryptor):
        with pytest.raises(astragal.InvalidTag):
            message.finalize(bytes(16))
    else:
        message.finalize()
    for _, call in calls(message):
        with pytest.raises(ValueError, match="ended"):
            call()


def test_copy_of_ended_stream_has_ended():
    message = stream("ctr")()
    message.finalize()
    with pytest.raises(ValueError, match="ended"):
        message.copy().update(b"a")


def test_wipe_does_not_affect_copies():
    mac = astragal.hmac_sha256(KEY, DATA)
    expected, copy = mac.digest(), mac.copy()
    mac.wipe()
    assert copy.digest() == expected


def test_wipe_does_not_affect_encryptors():
    cipher = astragal.gcm("aes-256", KEY)
    message = cipher.encryptor(NONCE)
    cipher.wipe()
    assert message.update(DATA) == astragal.gcm("aes-256", KEY).encrypt(NONCE, DATA)[:-16]


@pytest.mark.parametrize(
    "make", [lambda data: astragal.hmac_sha256(KEY, data), lambda data: astragal.blake2b(data, key=KEY)]
)
def test_reset_keeps_the_key(make):
    mac = make(DATA)
    mac.reset()
    assert mac.digest() == make(b"").digest()


def test_reset_of_xof_being_read_keeps_the_key():
    xof = xof_being_read()
    xof.reset()
    assert xof.read(32) == astragal.keyed_xof("kmacxof128", KEY, b"").read(32)


def test_finished_part_hasher_rejects_every_call():
    part = tree.PartHasher("kt128", 0)
    part.update(DATA)
    part.finish()
    with pytest.raises(TypeError):
        part.update(DATA)
    with pytest.raises(TypeError):
        part.finish()


def test_wipe_waits_for_calls_in_progress():
    cipher = astragal.gcm("aes-256", KEY)
    data, nonce = bytes(64 << 20), bytes(12)
    sealed = []
    begun = threading.Event()

    def seal():
        begun.set()
        try:
            sealed.append(cipher.encrypt(nonce, data))
        except ValueError as error:
            sealed.append(error)

    thread = threading.Thread(target=seal)
    thread.start()
    begun.wait()
    cipher.wipe()
    thread.join()
    assert isinstance(sealed[0], ValueError) or len(sealed[0]) == len(data) + 16


def writable_memory():
    """Yield the contents of each private writable mapping of the process."""
    with open("/proc/self/mem", "rb", buffering=0) as memory:
        for line in Path("/proc/self/maps").read_text().splitlines():
            addresses, permissions, *_ = line.split(maxsplit=2)
            if not permissions.startswith("rw") or "[v" in line:
                continue
            start, end = (int(bound, 16) for bound in addresses.split("-"))
            try:
                memory.seek(start)
                yield memory.read(end - start)
            except OSError:
                continue


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs /proc/self/mem")
@pytest.mark.parametrize(
    "make",
    [
        lambda key: astragal.cbc("aes-256", key),
        lambda key: astragal.ctr("aes-256", key).encryptor(bytes(16)),
        lambda key: astragal.cipher("aes-256", key),
        lambda key: astragal.gcm("aes-256", key),
        lambda key: astragal.gcm("aes-256", key).encryptor(bytes(12)),
        lambda key: astragal.blake3(DATA, key=key),
        lambda key: astragal.blake2b(DATA, key=key),
        lambda key: astragal.kmac128(key, DATA),
    ],
)
def test_wipe_leaves_no_key_in_memory(make):
    # The key is the XOR of two random strings. It is computed byte by byte, directly into the variable `key`, so that
    # no other copy of the key exists outside the object. The variable is zeroed before the memory is searched.
    mask, masked, key = os.urandom(32), os.urandom(32), bytearray(32)
    for i in range(32):
        key[i] = mask[i] ^ masked[i]
    thing = make(key)
    thing.wipe()
    key[:] = bytes(32)
    gc.collect()
    # Searches memory for the bytes of the key. This also finds an AES-256 key schedule and a padded key, because both
    # begin with the key.
    halves = [bytes(a ^ b for a, b in zip(masked[i : i + 16], mask[i : i + 16])) for i in (0, 16)]
    needle = re.compile(b"(?s)" + re.escape(halves[0]) + b"(?=" + re.escape(halves[1][:8]) + b")")
    found = sum(len(needle.findall(region)) for region in writable_memory())
    # The search pattern is in memory too. It does not match itself, because it contains other characters between the
    # two halves of the key.
    assert found == 0
