// Computes the tag of a message, and verifies it as a receiver does.
#include <astragal.hpp>
#include <cstdio>

int main() {
    const std::array<std::uint8_t, 32> key = {1, 2, 3, 4, 5, 6, 7, 8};

    astragal::kmac256 kmac{key, "", 32};
    const auto tag = kmac.update("pay 100 to Alice").final();
    for (auto byte : tag) {
        std::printf("%02x", byte);
    }
    std::printf("\n");

    // verify() takes constant time; do not compare tags with ==. final() and verify() reset the MAC for the next
    // message.
    for (const auto &[which, message] : {std::pair{"original message", "pay 100 to Alice"}, {"modified message", "pay 900 to Alice"}}) {
        const bool is_valid = kmac.update(message).verify(tag);
        std::printf("%s: %s\n", which, is_valid ? "success" : "invalid tag or padding");
    }
}
