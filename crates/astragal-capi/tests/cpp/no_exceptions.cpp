// Compiled without exceptions: results as ever, and a mistake goes to the handler. With them it is thrown.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <astragal.hpp>

#if defined(__cpp_exceptions)
int main() { std::puts("C++ without exceptions: not this build"); }
#else

static void told(const astragal::error &error) {
    const bool good = error.code() == ASTRAGAL_ERR_ALGORITHM && std::strstr(error.what(), "sha3-256") != nullptr;
    std::puts(good ? "C++ without exceptions: good" : error.what());
    std::fflush(stdout);
    std::_Exit(good ? EXIT_SUCCESS : EXIT_FAILURE);
}

int main() {
    const auto digest = astragal::sha3_256::hash("abc");
    if (digest[0] != 0x3a || digest[31] != 0x32) {
        return 2;
    }
    auto sealed = astragal::ascon_aead128("0123456789abcdef").encrypt("nonce of 16 byte", "", "text");
    sealed[0] ^= 1;
    // What does not verify is an answer and no mistake.
    if (astragal::ascon_aead128("0123456789abcdef").decrypt("nonce of 16 byte", "", sealed)) {
        return 3;
    }
    astragal::set_failure_handler(told);
    astragal::hash unknown("sha3-265");
    return 1;
}
#endif
