// Authenticates a message under a key, and verifies the tag as a receiver would.
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

    // In constant time; never by ==. After final() and verify(), the object is ready for the next message.
    for (const auto &[which, message] : {std::pair{"the message", "pay 100 to Alice"}, {"another one", "pay 900 to Alice"}}) {
        const bool good = kmac.update(message).verify(tag);
        std::printf("%s: %s\n", which, good ? "good" : "does not verify");
    }
}
