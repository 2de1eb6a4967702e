// Derives a key from a password, and two keys from that key.
#include <astragal.hpp>
#include <iostream>

int main() {
    const std::array<std::uint8_t, 16> salt{1, 2, 3}; // random for each password
    // Argon2id with 3 passes over 4 MiB in one lane, for a fast example. A server should use 64 MiB, a desktop more.
    auto master = astragal::argon2id<32>("correct horse battery staple", salt, {.t = 3, .m = 4096, .p = 1});
    std::cout << astragal::to_hex(master) << '\n';
    for (const auto *purpose : {"encryption", "signatures"}) {
        std::cout << astragal::to_hex(astragal::hkdf<astragal::sha256, 32>(master, {}, purpose)) << '\n';
    }
    astragal::wipe(master);
}
