"""Keyed calls leave no key-dependent data on the stack.

A thread makes a call and then waits. Before the call, another thread fills the unused stack below the first thread's
frames with a pattern. After the call, the other thread reads this memory through /proc/self/mem. Each call runs with
two keys, twice with each key. A word depends on the key if the word is equal for equal keys and differs for different
keys. Words of tags and ciphertexts are excluded, because the caller knows them."""

import ctypes
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


def can_read_stacks():
    """Return whether /proc shows stack pointers and a machine word has 64 bits."""
    try:
        Path("/proc/thread-self/syscall").read_text()
    except OSError:
        return False
    return struct.calcsize("P") == 8


pytestmark = pytest.mark.skipif(not can_read_stacks(), reason="cannot read stacks")

PAINT = b"\xa5" * 8
SCANNED = 256 << 10
# Size in bytes of the red zone, the area below the stack pointer that a leaf function may use.
RED_ZONE = 128


def call_deep(levels, call):
    """Make the call below `levels` additional C frames. The thread waits above these frames afterwards, so that waiting
    does not overwrite the frames of the call.
    """
    if levels:
        list(map(lambda _: call_deep(levels - 1, call), (0,)))
    else:
        call()


class Caller:
    """A thread that makes calls. After each call, the unused part of its stack is read."""

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
        self.waiting_at = None

    def run(self):
        while True:
            self.begin.acquire()
            if self.call is None:
                return
            try:
                call_deep(60, self.call)
            except BaseException as error:
                self.error = error
            self.end.release()

    def close(self):
        self.call = None
        self.begin.release()
        self.thread.join()
        os.close(self.memory)

    def stack_pointer(self):
        """Wait until the thread is blocked. Return its stack pointer."""
        status = Path(f"/proc/self/task/{self.thread.native_id}/syscall")
        before = None
        # The thread waits twice: first briefly for the interpreter lock, and then for the lock `begin`, which this test
        # still holds. Only the second wait is long. So if two successive readings of the stack pointer are equal, the
        # thread is waiting for `begin`.
        while True:
            time.sleep(0.0005)
            words = status.read_text().split()
            here = int(words[-2], 16) if len(words) > 2 else None
            if here is not None and here == before and here == (self.waiting_at or here):
                return here
            before = here

    def stack_after(self, call):
        """Run `call` in the thread. Return the contents of the unused stack afterwards."""
        self.waiting_at = self.stack_pointer()
        bottom = ((self.waiting_at - RED_ZONE) & ~7) - SCANNED
        os.pwrite(self.memory, PAINT * (SCANNED // 8), bottom)
        self.call = call
        self.begin.release()
        self.end.acquire()
        self.stack_pointer()
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
    """Return whether the word has a zero byte. Addresses and small numbers contain such a byte."""
    return 0 in word


def key_dependent_words(caller, make, key_bytes):
    """Return the key-dependent words that `make(key)` leaves on the stack. Words that occur in its output are
    excluded.
    """
    key = bytearray(key_bytes)
    outputs = b""
    stacks = []

    def call():
        nonlocal outputs
        outputs += make(key)

    # Ignores the results of the first two calls, because these calls load code and allocate memory. The other calls use
    # the keys in the order 0, 1, 1, 0. If the keys alternated, an allocator that alternates between two memory blocks
    # would look like a dependence on the key.
    for which in (0, 1, 0, 1, 1, 0):
        key[:] = KEYS[which][:key_bytes]
        stacks.append(caller.stack_after(call))
    words = zip(*(struct.unpack(f"{SCANNED // 8}Q", stack) for stack in stacks[2:]))
    found = []
    for at, (one, other, other_again, one_again) in enumerate(words):
        halves = one.to_bytes(8, "little")
        if one == one_again != other == other_again and not is_address(halves):
            if halves[:4] not in outputs and halves[4:] not in outputs:
                found.append((SCANNED - 8 * at, hex(one), hex(other)))
    return found


MESSAGE = b"m" * 1000
# CMAC and the modes are tested only with the block ciphers listed below.
MACS = sorted(name for name in astragal.macs_available if not name.startswith("cmac-"))
AEADS = sorted(name for name in astragal.aeads_available if not name.endswith(("-gcm", "-ccm", "-siv", "-ocb")))
CIPHERS = ["aes-128", "aes-256", "camellia-256", "sm4", "kuznyechik", "serpent-256", "twofish-128"]


def key_bytes(name):
    kind = "mac" if name in MACS else None
    return astragal.info(name, kind=kind).key_size or 32


def mac_calls(make):
    """Return a function that calls every method of a MAC."""

    def calls(key):
        mac = make(key)
        mac.update(MESSAGE[:16] if mac.name == "ascon-prfshort" else MESSAGE)
        tag = mac.copy().digest()
        mac.verify(tag)
        with pytest.raises(astragal.InvalidTag):
            mac.verify(bytes(len(tag)))
        mac.reset()
        return tag + mac.digest()

    return calls


def aead_calls(make):
    """Return a function that calls every method of an authenticated cipher."""

    def calls(key):
        cipher = make(key)
        nonce = b"n" * cipher.nonce_size
        sealed = cipher.encrypt(nonce, MESSAGE, b"header")
        assert cipher.decrypt(nonce, sealed, b"header") == MESSAGE
        with pytest.raises(astragal.InvalidTag):
            cipher.decrypt(nonce, sealed, b"other")
        encryptor = cipher.encryptor(nonce, b"header", data_size=len(MESSAGE))
        pieces = encryptor.update(MESSAGE[:333]) + encryptor.update(MESSAGE[333:])
        tag = encryptor.finalize()
        assert pieces + tag == sealed
        decryptor = cipher.decryptor(nonce, b"header", data_size=len(MESSAGE))
        decryptor.update(pieces)
        assert decryptor.finalize(tag) == MESSAGE
        return sealed

    return calls


CALLS = {}
for name in MACS:
    CALLS[name] = (mac_calls(lambda key, name=name: astragal.mac(name, key)), key_bytes(name))
    CALLS[f"{name} by name"] = (mac_calls(lambda key, name=name: constructor(name)(key=key)), key_bytes(name))
CALLS |= {f"cmac {name}": (mac_calls(lambda key, name=name: astragal.cmac(name, key)), key_bytes(name)) for name in CIPHERS}
CALLS |= {
    "hmac.digest": (lambda key: hmac.digest(key, MESSAGE, "sha256"), 32),
    "hmac.new": (lambda key: hmac.new(key, MESSAGE, "sha3_256").digest(), 32),
    "hmac.HMAC": (lambda key: hmac.HMAC(key, MESSAGE, "sha512").digest(), 100),
}
for name in CIPHERS:
    for mode in ("gcm", "ccm"):
        make = getattr(astragal, mode)
        CALLS[f"{name} {mode}"] = (aead_calls(lambda key, make=make, name=name: make(name, key)), key_bytes(name))
for name in AEADS:
    CALLS[name] = (aead_calls(lambda key, name=name: astragal.aead(name, key)), key_bytes(name))
    CALLS[f"{name} by name"] = (aead_calls(lambda key, name=name: constructor(name)(key)), key_bytes(name))


@pytest.mark.parametrize("name", CALLS)
def test_keyed_calls_leave_no_secret(caller, name):
    call, length = CALLS[name]
    assert key_dependent_words(caller, call, length) == []


@pytest.mark.parametrize("level", ["portable", "avx2"])
def test_keyed_calls_leave_no_secret_at_lower_levels(level):
    # Repeats the calls at a lower instruction-set level, where the functions have different stack frames.
    program = f"""
import pytest
from astragal import _native
_native.cpu_limit({level!r})
raise SystemExit(pytest.main(["-k", "keyed_calls and not lower_levels", "-p", "no:cacheprovider", {__file__!r}]))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_control_finds_arguments_on_the_stack(caller):
    # Calls a C function with twelve integers: six are passed in registers, and the others on the stack. The test does
    # not call astragal here, because none of its functions is certain to leave data on the stack.
    function = ctypes.CDLL(None).getppid

    def call(key):
        function(*map(ctypes.c_uint64, struct.unpack("12Q", key)))
        return b""

    assert key_dependent_words(caller, call, 96)
