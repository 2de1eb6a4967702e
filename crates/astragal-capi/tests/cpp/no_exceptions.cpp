// Tests the classes with -fno-exceptions: results are unchanged, and errors call the failure handler.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <astragal.hpp>

#if defined(__cpp_exceptions)
int main() { std::puts("C++ without exceptions: skipped, compiled with exceptions"); }
#else

static void on_error(const astragal::error &error) {
    const bool is_expected = error.code() == ASTRAGAL_ERR_ALGORITHM && std::strstr(error.what(), "sha3-256") != nullptr;
    std::puts(is_expected ? "C++ without exceptions: ok" : error.what());
    std::fflush(stdout);
    std::_Exit(is_expected ? EXIT_SUCCESS : EXIT_FAILURE);
}

int main() {
    const auto digest = astragal::sha3_256::hash("abc");
    if (digest[0] != 0x3a || digest[31] != 0x32) {
        return 2;
    }
    auto sealed = astragal::ascon_aead128("0123456789abcdef").encrypt("nonce of 16 byte", "", "text");
    sealed[0] ^= 1;
    // An invalid tag is a result, not an error.
    if (astragal::ascon_aead128("0123456789abcdef").decrypt("nonce of 16 byte", "", sealed)) {
        return 3;
    }
    astragal::set_failure_handler(on_error);
    astragal::hash unknown("sha3-265");
    return 1;
}
#endif
