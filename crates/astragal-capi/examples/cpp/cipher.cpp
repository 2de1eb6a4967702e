// Encrypts a message incrementally with a block cipher mode, and with AES-256-CTR in one call. Nothing is authenticated:
// prefer an AEAD in new designs.
#include <astragal.hpp>
#include <iostream>

int main() {
    const std::string message = "a message of thirty-three bytes.\n", key = "kept apart from what it encrypts";
    const std::array<std::uint8_t, 16> iv{1, 2, 3}; // random for each message

    using camellia = astragal::cbc<astragal::camellia256>;
    camellia mode{astragal::direction::encrypt, key, iv};
    std::vector<std::uint8_t> box;
    for (std::size_t start = 0; start < message.size(); start += 10) {
        const auto piece = mode.update(message.substr(start, 10));
        box.insert(box.end(), piece.begin(), piece.end());
    }
    if (const auto last = mode.finish()) {
        box.insert(box.end(), last->begin(), last->end());
    }
    std::cout << astragal::to_hex(box) << '\n';

    if (const auto opened = camellia::decrypt(key, iv, box)) {
        std::cout << std::string(opened->begin(), opened->end());
    }
    std::cout << astragal::to_hex(astragal::ctr<astragal::aes256>::encrypt(key, iv, message)) << '\n';
}
