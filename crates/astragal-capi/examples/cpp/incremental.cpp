// Hashes standard input line by line, with the hash function named on the command line.
#include <astragal.hpp>
#include <cstdio>
#include <iostream>

int main(int argc, char **argv) {
    try {
        astragal::hash hash{argc > 1 ? argv[1] : "blake3"};
        std::string line;
        while (std::getline(std::cin, line)) {
            hash.update(line).update("\n");
        }
        for (auto byte : hash.final()) {
            std::printf("%02x", byte);
        }
        const auto name = hash.alg().name();
        std::printf("  %.*s\n", int(name.size()), name.data());
    } catch (const astragal::error &error) {
        std::fprintf(stderr, "error: %s\n", error.what());
        return 1;
    }
}
