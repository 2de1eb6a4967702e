// Computes output of any length from a seed.
#include <astragal.hpp>
#include <cstdio>

int main() {
    astragal::cshake128 xof{"example 2026"};
    xof.absorb("seed");
    xof.finalize();
    for (int i = 0; i < 3; i++) {
        std::printf("number %d: ", i);
        for (auto byte : xof.squeeze<8>()) {
            std::printf("%02x", byte);
        }
        std::printf("\n");
    }
}
