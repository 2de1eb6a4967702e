"""Tests of objects that threads share, of releasing the interpreter lock, and of forks."""

import hashlib
import multiprocessing
import sys
import threading
import time

import pytest

import astragal

PIECE = b"x" * 100_000


def in_threads(count, work):
    errors = []

    def guarded():
        try:
            work()
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=guarded) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not errors
    assert not any(thread.is_alive() for thread in threads)


@pytest.mark.parametrize("piece", [b"x" * 10, b"x" * 2048, PIECE])
@pytest.mark.parametrize("name", ["sha3-256", "shake128", "kt128", "sha256"])
def test_concurrent_updates_are_atomic(name, piece):
    hasher = astragal.new(name)
    in_threads(6, lambda: [hasher.update(piece) for _ in range(20)])
    assert hasher.digest() == astragal.new(name, piece * 120).digest()


def test_concurrent_methods_do_not_crash():
    objects = [astragal.sha3_256(), astragal.shake128(), astragal.kmac128(b"key")]

    def work():
        for thing in objects:
            for _ in range(30):
                thing.update(b"short")
                thing.update(PIECE)
                thing.copy().digest()
                thing.hexdigest()
                thing.reset()

    in_threads(6, work)


def test_concurrent_reads_return_each_byte_once():
    xof = astragal.shake128(b"seed")
    pieces = []
    in_threads(4, lambda: pieces.extend(xof.read(2500) for _ in range(10)))
    whole = astragal.shake128(b"seed").read(100_000)
    assert sorted(pieces) == sorted(whole[at : at + 2500] for at in range(0, 100_000, 2500))


def test_large_update_releases_the_gil():
    interval = sys.getswitchinterval()
    data = bytes(64 << 20)
    counted = 0
    done = threading.Event()

    def count():
        nonlocal counted
        while not done.is_set():
            counted += 1
            time.sleep(0.001)

    counter = threading.Thread(target=count)
    counter.start()
    try:
        sys.setswitchinterval(10)
        before = counted
        astragal.sha3_256(data)
        assert counted - before > 5
    finally:
        sys.setswitchinterval(interval)
        done.set()
        counter.join()


def longest_hold(work):
    """Return the longest time in seconds for which `work` prevents another thread from running."""
    longest, done = 0.0, threading.Event()

    def watch():
        nonlocal longest
        before = time.perf_counter()
        while not done.is_set():
            time.sleep(0.0005)
            now = time.perf_counter()
            longest, before = max(longest, now - before), now

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        work()
    finally:
        done.set()
        watcher.join()
    return longest


LONG = bytes(32 << 20)
LONG_CALLS = {
    "a long tag": lambda: astragal.kmac256(b"key", length=32 << 20).digest(),
    "a long tag in hexadecimal": lambda: astragal.kmac256(b"key", length=32 << 20).hexdigest(),
    "a long output in hexadecimal": lambda: astragal.shake128().hexdigest(32 << 20),
    "a long key": lambda: astragal.hmac.new(LONG, b"", "md5"),
    "a long customization string": lambda: astragal.cshake128(custom=LONG),
    "many elements": lambda: astragal.tuplehash128([b"x" * 32] * 1_000_000),
    "many messages": lambda: astragal.hash_many("md5", [b"x" * 32] * 1_000_000),
}


@pytest.mark.parametrize("work", LONG_CALLS.values(), ids=LONG_CALLS)
def test_long_work_releases_the_gil(work):
    interval = sys.getswitchinterval()
    try:
        sys.setswitchinterval(10)
        start = time.perf_counter()
        held = longest_hold(work)
        whole = time.perf_counter() - start
    finally:
        sys.setswitchinterval(interval)
    assert held < 0.6 * whole, f"{held:.3f} s of {whole:.3f}"


def test_concurrent_small_and_large_updates_do_not_deadlock():
    hasher = astragal.sha3_256()
    large = bytes(8 << 20)
    in_threads(2, lambda: [(hasher.update(large), hasher.update(b"x"), hasher.digest()) for _ in range(3)])


def _child(queue, threads):
    queue.put(astragal.kt128(PIECE * 20, threads=threads).digest())


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="needs fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("threads", [2, "auto"])
def test_parallel_hashing_works_after_fork(threads):
    expected = astragal.kt128(PIECE * 20, threads=threads).digest()
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    child = context.Process(target=_child, args=(queue, threads))
    child.start()
    assert queue.get(timeout=60) == expected
    child.join(60)
    assert child.exitcode == 0


def test_buffer_written_during_hashing_does_not_crash():
    data = bytearray(1 << 20)
    stop = threading.Event()

    def write():
        while not stop.is_set():
            data[5] = data[5] + 1 & 255
            with pytest.raises(BufferError):
                with memoryview(data):
                    data.append(1)

    writer = threading.Thread(target=write)
    writer.start()
    for _ in range(20):
        assert len(astragal.sha3_256(data).digest()) == 32
    stop.set()
    writer.join()
    assert hashlib.sha3_256(data).digest() == astragal.sha3_256(data).digest()
