// Encrypts a message with associated data, decrypts it, and rejects a modified ciphertext.
#include <astragal.hpp>
#include <cstdio>

int main() {
    const std::array<std::uint8_t, 16> key = {1, 2, 3, 4};
    const std::array<std::uint8_t, 16> nonce = {}; // never reuse a nonce with the same key; a counter suffices

    const astragal::ascon_aead128 cipher{key};
    auto sealed = cipher.encrypt(nonce, "to: Alice", "meet me at noon");
    for (std::size_t i = 0; i + 16 < sealed.size(); i++) {
        std::printf("%02x", sealed[i]);
    }
    std::printf("\n");

    if (const auto opened = cipher.decrypt(nonce, "to: Alice", sealed)) {
        std::printf("success: %s\n", std::string(opened->begin(), opened->end()).c_str());
    }

    // Rejects a modified ciphertext, with an algorithm looked up by name at run time.
    sealed[0] ^= 1;
    const auto forged = astragal::aead{"ascon-aead128", key}.decrypt(nonce, "to: Alice", sealed);
    std::printf("%s\n", forged ? "success" : "invalid tag or padding: \"\"");
}
