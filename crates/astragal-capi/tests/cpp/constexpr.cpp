// Checks that compile-time results match the results of the library.
#include <astragal.hpp>
#include <astragal/constexpr.hpp>

#include <cstdio>
#include <cstdlib>

namespace constant = astragal::constant;

#define CHECK(condition)                                                               \
    do {                                                                               \
        if (!(condition)) {                                                            \
            std::fprintf(stderr, "%s:%d: check failed: %s\n", __FILE__, __LINE__, #condition); \
            std::exit(1);                                                              \
        }                                                                              \
    } while (0)

// Example from FIPS 202 for the empty message, and well-known Ethereum selectors.
static_assert(constant::sha3_256("")[0] == 0xa7 && constant::sha3_256("")[31] == 0x4a);
static_assert(constant::selector("transfer(address,uint256)") == 0xa9059cbb);
static_assert(constant::selector("balanceOf(address)") == 0x70a08231);

static constexpr char text[] = "The quick brown fox jumps over the lazy dog, and on and on over many a lazy dog, until "
                               "the message is longer than the largest rate of the family, which is that of SHAKE128 "
                               "with one hundred and sixty-eight bytes, and needs several permutations.";
static constexpr auto at_compile_time = constant::shake128<400>(text);
static constexpr std::array<std::uint8_t, 3> bytes{0, 1, 255};
static constexpr auto of_bytes = constant::sha3_512(bytes);

template <class Hash, class Function>
static void check_matches(Function &&function) {
    std::vector<std::uint8_t> message;
    for (std::size_t length = 0; length < 300; length++) {
        CHECK(function(std::span<const std::uint8_t>(message)) == Hash::hash(message));
        message.push_back(std::uint8_t(length * 7));
    }
}

int main(int argc, char **argv) {
    if (argc > 1) {
        CHECK(astragal_cpu_limit(argv[1]) == ASTRAGAL_OK);
    }
    CHECK(at_compile_time == astragal::shake128::hash<400>(text));
    CHECK(of_bytes == astragal::sha3_512::hash(bytes));
    check_matches<astragal::sha3_224>([](auto m) { return constant::sha3_224(m); });
    check_matches<astragal::sha3_256>([](auto m) { return constant::sha3_256(m); });
    check_matches<astragal::sha3_384>([](auto m) { return constant::sha3_384(m); });
    check_matches<astragal::sha3_512>([](auto m) { return constant::sha3_512(m); });
    check_matches<astragal::keccak_224>([](auto m) { return constant::keccak_224(m); });
    check_matches<astragal::keccak_256>([](auto m) { return constant::keccak_256(m); });
    check_matches<astragal::keccak_384>([](auto m) { return constant::keccak_384(m); });
    check_matches<astragal::keccak_512>([](auto m) { return constant::keccak_512(m); });
    std::vector<std::uint8_t> message;
    for (std::size_t length = 0; length < 300; length++) {
        const std::span<const std::uint8_t> m(message);
        CHECK(constant::shake256<300>(m) == astragal::shake256::hash<300>(m));
        CHECK(constant::turboshake128<300>(m, 0x07) ==
              astragal::turboshake128{0x07}.absorb(m).finalize().squeeze<300>());
        CHECK(constant::turboshake256<300>(m) == astragal::turboshake256{}.absorb(m).finalize().squeeze<300>());
        message.push_back(std::uint8_t(length * 11));
    }
    bool is_rejected = false;
    try {
        (void)constant::turboshake128<1>("", 0x80);
    } catch (const std::invalid_argument &) {
        is_rejected = true;
    }
    CHECK(is_rejected);
    std::printf("C++ at compile time: ok\n");
}
