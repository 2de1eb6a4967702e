// Hashes a message in one call: first with the algorithm's own type, then with an algorithm looked up by name.
#include <astragal.hpp>
#include <cstdio>

static void print_hex(std::string_view name, std::span<const std::uint8_t> bytes) {
    std::printf("%.*s ", int(name.size()), name.data());
    for (auto byte : bytes) {
        std::printf("%02x", byte);
    }
    std::printf("\n");
}

int main() {
    const std::string_view message = "The quick brown fox jumps over the lazy dog";

    const std::array<std::uint8_t, 32> digest = astragal::sha3_256::hash(message);
    print_hex("sha3-256", digest);

    // Names of algorithms ignore case, and '/' and '_' are equivalent to '-'.
    try {
        print_hex("skein512-256", astragal::hash::digest("Skein512/256", message));
    } catch (const astragal::error &error) {
        std::fprintf(stderr, "error: %s\n", error.what());
        return 1;
    }
}
