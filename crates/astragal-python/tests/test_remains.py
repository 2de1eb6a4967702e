"""What keyed calls leave on the stack behind them: nothing that depends on the key.

A thread calls and waits. While it waits, another paints its dead stack and reads it, through the system's view of this
process's memory. Each call is made with two keys, twice each: what is the same for a key, and differs between the keys,
came of it. Tags and ciphertexts, which the caller has, may be there."""

import hashlib
import os
import struct
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from algorithms import constructor

import astragal
from astragal import hmac

MEMORY = Path("/proc/self/mem")


def shows_stacks():
    """Whether the system says where a thread's stack ends, and has words of 64 bits."""
    try:
        Path("/proc/thread-self/syscall").read_text()
    except OSError:
        return False
    return struct.calcsize("P") == 8


pytestmark = pytest.mark.skipif(not shows_stacks(), reason="stacks are not to be found here")

PAINT = b"\xa5" * 8
SCANNED = 256 << 10
# Below it a leaf function may keep its own.
RED_ZONE = 128


def deeper(levels, call):
    """Calls with the frames of so many calls from C above, so that waiting afterwards overwrites none of its own."""
    if levels:
        list(map(lambda _: deeper(levels - 1, call), (0,)))
    else:
        call()


class Caller:
    """A thread that makes calls, and whose dead stack is looked at."""

    def __init__(self):
        self.call = self.error = None
        self.begin, self.end = threading.Lock(), threading.Lock()
        self.begin.acquire()
        self.end.acquire()
        before = threading.stack_size(4 << 20)
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()
        threading.stack_size(before)
        self.memory = os.open(MEMORY, os.O_RDWR)
        self.turn = None

    def run(self):
        while True:
            self.begin.acquire()
            if self.call is None:
                return
            try:
                deeper(60, self.call)
            except BaseException as error:
                self.error = error
            self.end.release()

    def close(self):
        self.call = None
        self.begin.release()
        self.thread.join()
        os.close(self.memory)

    def find(self):
        """Where the stack pointer of the waiting thread is."""
        place = Path(f"/proc/self/task/{self.thread.native_id}/syscall")
        before = None
        # It waits for the interpreter's lock first, and then for its turn.
        while True:
            time.sleep(0.0005)
            words = place.read_text().split()
            here = int(words[-2], 16) if len(words) > 2 else None
            if here is not None and here == before and here == (self.turn or here):
                return here
            before = here

    def after(self, call):
        """The dead stack when `call` has been made."""
        self.turn = self.find()
        bottom = ((self.turn - RED_ZONE) & ~7) - SCANNED
        os.pwrite(self.memory, PAINT * (SCANNED // 8), bottom)
        self.call = call
        self.begin.release()
        self.end.acquire()
        self.find()
        if self.error:
            error, self.error = self.error, None
            raise error
        return os.pread(self.memory, SCANNED, bottom)


@pytest.fixture(scope="module")
def caller():
    caller = Caller()
    yield caller
    caller.close()


KEYS = [hashlib.shake_128(word).digest(128) for word in (b"one", b"other")]


def is_address(word):
    """Addresses and numbers have zeros."""
    return 0 in word


def dependent(caller, make, key_bytes):
    """The words of the dead stack that depend on the key of what `make(key)` calls and gives, but those of outputs."""
    key = bytearray(key_bytes)
    outputs = b""
    stacks = []

    def call():
        nonlocal outputs
        outputs += make(key)

    # The first two have to load code, and make what stays; and no key comes at every other turn, as memory may.
    for which in (0, 1, 0, 1, 1, 0):
        key[:] = KEYS[which][:key_bytes]
        stacks.append(caller.after(call))
    words = zip(*(struct.unpack(f"{SCANNED // 8}Q", stack) for stack in stacks[2:]))
    found = []
    for at, (one, other, other_again, one_again) in enumerate(words):
        halves = one.to_bytes(8, "little")
        if one == one_again != other == other_again and not is_address(halves):
            if halves[:4] not in outputs and halves[4:] not in outputs:
                found.append((SCANNED - 8 * at, hex(one), hex(other)))
    return found


MESSAGE = b"m" * 1000
# CMAC, GCM and CCM are one construction each: they run over the ciphers below.
CODES = sorted(name for name in astragal.macs_available if not name.startswith("cmac-"))
AEADS = sorted(name for name in astragal.aeads_available if not name.endswith(("-gcm", "-ccm", "-gcm-siv")))
CIPHERS = ["aes-128", "aes-256", "camellia-256", "sm4", "kuznyechik", "serpent-256", "twofish-128"]


def key_bytes(name):
    kind = "mac" if name in CODES else None
    return astragal.info(name, kind=kind).key_size or 32


def object_of(make):
    """All that is done with a code: in pieces, copied, begun again, verified, forgotten."""

    def calls(key):
        code = make(key)
        code.update(MESSAGE[:16] if code.name == "ascon-prfshort" else MESSAGE)
        tag = code.copy().digest()
        code.verify(tag)
        with pytest.raises(astragal.InvalidTag):
            code.verify(bytes(len(tag)))
        code.reset()
        return tag + code.digest()

    return calls


def cipher_of(make):
    """All that is done with an authenticated cipher, whole and in pieces."""

    def calls(key):
        cipher = make(key)
        nonce = b"n" * cipher.nonce_size
        sealed = cipher.encrypt(nonce, MESSAGE, b"header")
        assert cipher.decrypt(nonce, sealed, b"header") == MESSAGE
        with pytest.raises(astragal.InvalidTag):
            cipher.decrypt(nonce, sealed, b"other")
        begun = cipher.encryptor(nonce, b"header", data_size=len(MESSAGE))
        pieces = begun.update(MESSAGE[:333]) + begun.update(MESSAGE[333:])
        tag = begun.finalize()
        assert pieces + tag == sealed
        begun = cipher.decryptor(nonce, b"header", data_size=len(MESSAGE))
        begun.update(pieces)
        assert begun.finalize(tag) == MESSAGE
        return sealed

    return calls


CALLS = {}
for name in CODES:
    CALLS[name] = (object_of(lambda key, name=name: astragal.mac(name, key)), key_bytes(name))
    CALLS[f"{name} by name"] = (object_of(lambda key, name=name: constructor(name)(key=key)), key_bytes(name))
CALLS |= {f"cmac {name}": (object_of(lambda key, name=name: astragal.cmac(name, key)), key_bytes(name)) for name in CIPHERS}
CALLS |= {
    "hmac.digest": (lambda key: hmac.digest(key, MESSAGE, "sha256"), 32),
    "hmac.new": (lambda key: hmac.new(key, MESSAGE, "sha3_256").digest(), 32),
    "hmac.HMAC": (lambda key: hmac.HMAC(key, MESSAGE, "sha512").digest(), 100),
}
for name in CIPHERS:
    for mode in ("gcm", "ccm"):
        make = getattr(astragal, mode)
        CALLS[f"{name} {mode}"] = (cipher_of(lambda key, make=make, name=name: make(name, key)), key_bytes(name))
for name in AEADS:
    CALLS[name] = (cipher_of(lambda key, name=name: astragal.aead(name, key)), key_bytes(name))
    CALLS[f"{name} by name"] = (cipher_of(lambda key, name=name: constructor(name)(key)), key_bytes(name))


@pytest.mark.parametrize("name", CALLS)
def test_keyed_calls_leave_no_secret(caller, name):
    call, length = CALLS[name]
    assert dependent(caller, call, length) == []


@pytest.mark.parametrize("level", ["portable", "avx2"])
def test_keyed_calls_leave_no_secret_at_lower_levels(level):
    """What a machine without the newest runs has other frames."""
    program = f"""
import pytest
from astragal import _native
_native.cpu_limit({level!r})
raise SystemExit(pytest.main(["-k", "keyed_calls", "-p", "no:cacheprovider", {__file__!r}]))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_control_finds_what_a_hash_leaves(caller):
    """A hash, whose input is taken for no secret."""
    assert dependent(caller, lambda key: astragal.sha3_256(key).digest(), 100)
