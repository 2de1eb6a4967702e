"""Runs CPython's tests of hashlib and hmac with astragal.

    python tools/cpython.py [-v]

EXCEPTIONS lists the tests that may fail, each with the reason. A listed test that passes counts as a failure, so that
the list stays correct. The tests are in the package `test` (Debian: libpython3.11-testsuite).
"""

import sys
import unittest

import astragal

BY_NAME = "data is accepted as a keyword, as in newer versions; an empty key is rejected"
ATTRIBUTES = "_capacity_bits, _rate_bits and _suffix are private attributes of CPython"
BUILTIN = "imports CPython's extension modules _md5 and others"
INTERNAL = "checks private attributes or C types of the standard module"
IMMUTABLE = "the stable ABI of 3.11 gives extension types no Py_TPFLAGS_IMMUTABLETYPE"
LENGTHS = "a digest of 2**29 bytes fits the memory, as for OpenSSL's objects"
MOCK = "the mock hash has no copy(), which PEP 247 requires"

EXCEPTIONS = {
    "test_hashlib.HashLibTestCase.test_blake2b": BY_NAME,
    "test_hashlib.HashLibTestCase.test_blake2s": BY_NAME,
    "test_hashlib.HashLibTestCase.test_digest_length_overflow": LENGTHS,
    "test_hashlib.HashLibTestCase.test_extra_sha3": ATTRIBUTES,
    "test_hashlib.HashLibTestCase.test_get_builtin_constructor": BUILTIN,
    "test_hashlib.HashLibTestCase.test_readonly_types": IMMUTABLE,
    "test_hmac.ConstructorTestCase.test_internal_types": INTERNAL,
    "test_hmac.CopyTestCase.test_attributes_old": INTERNAL,
    "test_hmac.CopyTestCase.test_realcopy_hmac": INTERNAL,
    "test_hmac.CopyTestCase.test_realcopy_old": INTERNAL,
    "test_hmac.TestVectorsTestCase.test_legacy_block_size_warnings": MOCK,
    "test_hmac.TestVectorsTestCase.test_with_fallback": BUILTIN,
}


class HMAC(astragal.hmac.HMAC):
    """HMAC with the two private initialisers that CPython's tests call."""

    _init_hmac = _init_old = astragal.hmac.HMAC.__init__


def replace_modules(test_hashlib, test_hmac):
    """Make CPython's tests use astragal instead of hashlib and hmac."""
    test_hashlib.hashlib = test_hashlib.openssl_hashlib = test_hashlib.builtin_hashlib = astragal
    test_hashlib.HASH, test_hashlib.HASHXOF = astragal.Hash, astragal.Xof
    test_hashlib.openssl_md_meth_names = test_hashlib.builtin_hashes = astragal.algorithms_available
    # Replaces the function that imports CPython's own extension modules, such as `_md5`, with one that returns None.
    # The tests then skip the constructors of these modules.
    test_hashlib.HashLibTestCase._conditional_import_module = lambda self, name: None
    test_hmac.hashlib, test_hmac.hmac = astragal, astragal.hmac
    test_hmac.c_hmac_new = test_hmac.C_HMAC = None
    astragal.hmac.HMAC = HMAC


def cases(suite):
    for test in suite:
        if isinstance(test, unittest.TestSuite):
            yield from cases(test)
        else:
            yield test


def main():
    try:
        from test import support, test_hashlib, test_hmac
    except ImportError as error:
        print(f"skipped: this interpreter has no tests of its own ({error})")
        return 0
    # Disables downloads.
    support.use_resources = []
    replace_modules(test_hashlib, test_hmac)
    load = unittest.defaultTestLoader.loadTestsFromModule
    plain, excepted = unittest.TestSuite(), []
    for test in cases(unittest.TestSuite([load(test_hashlib), load(test_hmac)])):
        if test.id().removeprefix("test.") in EXCEPTIONS:
            excepted.append(test)
        else:
            plain.addTest(test)
    result = unittest.TextTestRunner(verbosity=2 if "-v" in sys.argv else 1).run(plain)
    stale = []
    for test in excepted:
        outcome = test.run(unittest.TestResult())
        if outcome.wasSuccessful() and not outcome.skipped:
            stale.append(test.id())
    passed = result.testsRun - len(result.failures) - len(result.errors) - len(result.skipped)
    version = ".".join(map(str, sys.version_info[:3]))
    print(f"CPython {version}: {passed} passed, {len(result.skipped)} skipped, {len(excepted)} exceptions")
    for test, reason in result.skipped:
        print(f"  skipped {test.id()}: {reason}")
    for test in excepted:
        name = test.id().removeprefix("test.")
        print(f"  excepted {name}: {EXCEPTIONS[name]}")
    for name in stale:
        print(f"FAIL: {name} passes; remove it from EXCEPTIONS", file=sys.stderr)
    return 0 if result.wasSuccessful() and not stale else 1


if __name__ == "__main__":
    sys.exit(main())
