/**
 * @file constexpr.hpp
 * SHA-3, SHAKE, Keccak and TurboSHAKE at compile time, for constants and tables. Does not need the library.
 *
 *     constexpr auto id = astragal::constant::sha3_256("org.example.protocol v1");   // std::array<std::uint8_t, 32>
 *     static_assert(astragal::constant::selector("transfer(address,uint256)") == 0xa9059cbb);
 *
 * The code follows the standard literally and is slow at run time. Use astragal.hpp to hash at run time. Arguments are
 * text or arrays of bytes. Long messages may need -fconstexpr-ops-limit or a similar option.
 */
#ifndef ASTRAGAL_CONSTEXPR_HPP
#define ASTRAGAL_CONSTEXPR_HPP

#if (defined(_MSVC_LANG) ? _MSVC_LANG : __cplusplus) < 202002L
#error "astragal/constexpr.hpp needs C++20: compile with -std=c++20"
#endif

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string_view>

namespace astragal::constant {

/** State of Keccak-p[1600, rounds] (FIPS 202 §3.3) with 25 lanes: lane x + 5y is A[x, y]. */
class keccak_state {
public:
    /** Applies the last `rounds` of the 24 rounds of Keccak-f[1600]. */
    constexpr void permute(unsigned rounds = 24) {
        // Step ι XORs a constant into one lane in each round. A shift register generates the constants (§3.2.5,
        // algorithm 5), starting at the first of the 24 rounds. The constants for skipped rounds are generated but not
        // used.
        std::uint8_t lfsr = 1;
        for (unsigned round = 0; round < 24; round++) {
            std::uint64_t constant = 0;
            for (unsigned j = 0; j < 7; j++) {
                if (lfsr & 1) {
                    constant |= std::uint64_t{1} << ((1u << j) - 1);
                }
                lfsr = std::uint8_t(lfsr << 1 ^ (lfsr & 0x80 ? 0x71 : 0));
            }
            if (round + rounds >= 24) {
                this->round(constant);
            }
        }
    }
    /** XORs a byte into the state at a byte position. */
    constexpr void add(std::size_t position, std::uint8_t byte) { lanes_[position / 8] ^= std::uint64_t{byte} << 8 * (position % 8); }
    [[nodiscard]] constexpr std::uint8_t byte(std::size_t position) const {
        return std::uint8_t(lanes_[position / 8] >> 8 * (position % 8));
    }

private:
    constexpr void round(std::uint64_t constant) {
        auto &a = lanes_;
        std::array<std::uint64_t, 5> c{};
        for (unsigned i = 0; i < 25; i++) {
            c[i % 5] ^= a[i];
        }
        for (unsigned i = 0; i < 25; i++) {
            a[i] ^= c[(i + 4) % 5] ^ std::rotl(c[(i + 1) % 5], 1);
        }
        // Steps ρ and π. π permutes 24 of the lanes in one cycle. The loop follows this cycle: it rotates each lane by
        // a triangular number, and writes it to the next position.
        std::uint64_t moving = a[1];
        unsigned x = 1, y = 0;
        for (int t = 0; t < 24; t++) {
            const unsigned next = (2 * x + 3 * y) % 5;
            x = y;
            y = next;
            const std::uint64_t there = a[x + 5 * y];
            a[x + 5 * y] = std::rotl(moving, (t + 1) * (t + 2) / 2 % 64);
            moving = there;
        }
        for (unsigned row = 0; row < 25; row += 5) {
            const std::array<std::uint64_t, 5> b{a[row], a[row + 1], a[row + 2], a[row + 3], a[row + 4]};
            for (unsigned i = 0; i < 5; i++) {
                a[row + i] = b[i] ^ (~b[(i + 1) % 5] & b[(i + 2) % 5]);
            }
        }
        a[0] ^= constant;
    }

    std::array<std::uint64_t, 25> lanes_{};
};

namespace detail {

/**
 * Computes Keccak[c] or TurboSHAKE. `domain` is a byte that contains the domain separation bits, followed by the
 * first bit of the padding.
 */
template <std::size_t Size, class Byte>
constexpr std::array<std::uint8_t, Size> sponge(std::size_t rate, unsigned rounds, std::uint8_t domain,
                                                std::span<const Byte> message) {
    keccak_state state;
    std::size_t position = 0;
    for (const Byte byte : message) {
        state.add(position++, std::uint8_t(byte));
        if (position == rate) {
            state.permute(rounds);
            position = 0;
        }
    }
    state.add(position, domain);
    state.add(rate - 1, 0x80);
    std::array<std::uint8_t, Size> out{};
    for (std::size_t i = 0; i < Size; i++) {
        if (i % rate == 0) {
            state.permute(rounds);
        }
        out[i] = state.byte(i % rate);
    }
    return out;
}

/** Message to hash: text or bytes. */
class message {
public:
    /** Message from a string literal or other text. */
    constexpr message(const char *text) : text_(text) {}
    constexpr message(std::string_view text) : text_(text) {}
    constexpr message(std::span<const std::uint8_t> bytes) : bytes_(bytes), is_text_(false) {}
    template <std::size_t N>
    constexpr message(const std::array<std::uint8_t, N> &bytes) : bytes_(bytes), is_text_(false) {}

    template <std::size_t Size>
    [[nodiscard]] constexpr std::array<std::uint8_t, Size> hashed(std::size_t rate, unsigned rounds,
                                                                  std::uint8_t domain) const {
        return is_text_ ? sponge<Size>(rate, rounds, domain, std::span<const char>(text_))
                        : sponge<Size>(rate, rounds, domain, bytes_);
    }

private:
    std::string_view text_{};
    std::span<const std::uint8_t> bytes_{};
    bool is_text_ = true;
};

constexpr std::uint8_t check_domain(std::uint8_t domain) {
    if (domain < 0x01 || domain > 0x7f) {
        throw std::invalid_argument("domain byte is out of range; TurboSHAKE takes 0x01 to 0x7f");
    }
    return domain;
}

} // namespace detail

/** SHA3-224 (FIPS 202 §6.1). */
[[nodiscard]] constexpr std::array<std::uint8_t, 28> sha3_224(detail::message m) { return m.hashed<28>(144, 24, 0x06); }
/** SHA3-256 (FIPS 202 §6.1). */
[[nodiscard]] constexpr std::array<std::uint8_t, 32> sha3_256(detail::message m) { return m.hashed<32>(136, 24, 0x06); }
/** SHA3-384 (FIPS 202 §6.1). */
[[nodiscard]] constexpr std::array<std::uint8_t, 48> sha3_384(detail::message m) { return m.hashed<48>(104, 24, 0x06); }
/** SHA3-512 (FIPS 202 §6.1). */
[[nodiscard]] constexpr std::array<std::uint8_t, 64> sha3_512(detail::message m) { return m.hashed<64>(72, 24, 0x06); }

/** Keccak-224 with the padding of the SHA-3 submission. */
[[nodiscard]] constexpr std::array<std::uint8_t, 28> keccak_224(detail::message m) { return m.hashed<28>(144, 24, 0x01); }
/** Keccak-256 with the padding of the SHA-3 submission, as in Ethereum. */
[[nodiscard]] constexpr std::array<std::uint8_t, 32> keccak_256(detail::message m) { return m.hashed<32>(136, 24, 0x01); }
/** Keccak-384 with the padding of the SHA-3 submission. */
[[nodiscard]] constexpr std::array<std::uint8_t, 48> keccak_384(detail::message m) { return m.hashed<48>(104, 24, 0x01); }
/** Keccak-512 with the padding of the SHA-3 submission. */
[[nodiscard]] constexpr std::array<std::uint8_t, 64> keccak_512(detail::message m) { return m.hashed<64>(72, 24, 0x01); }

/** First `Size` bytes of SHAKE128 (FIPS 202 §6.2). */
template <std::size_t Size>
[[nodiscard]] constexpr std::array<std::uint8_t, Size> shake128(detail::message m) {
    return m.hashed<Size>(168, 24, 0x1f);
}
/** First `Size` bytes of SHAKE256 (FIPS 202 §6.2). */
template <std::size_t Size>
[[nodiscard]] constexpr std::array<std::uint8_t, Size> shake256(detail::message m) {
    return m.hashed<Size>(136, 24, 0x1f);
}
/** First `Size` bytes of TurboSHAKE128 (RFC 9861 §2). The domain separation byte is 0x01 to 0x7f. */
template <std::size_t Size>
[[nodiscard]] constexpr std::array<std::uint8_t, Size> turboshake128(detail::message m, std::uint8_t domain = 0x1f) {
    return m.hashed<Size>(168, 12, detail::check_domain(domain));
}
/** First `Size` bytes of TurboSHAKE256 (RFC 9861 §2). The domain separation byte is 0x01 to 0x7f. */
template <std::size_t Size>
[[nodiscard]] constexpr std::array<std::uint8_t, Size> turboshake256(detail::message m, std::uint8_t domain = 0x1f) {
    return m.hashed<Size>(136, 12, detail::check_domain(domain));
}

/** Function selector of an Ethereum contract: the first four bytes of the signature's Keccak-256 digest. */
[[nodiscard]] constexpr std::uint32_t selector(std::string_view signature) {
    const auto digest = keccak_256(signature);
    return std::uint32_t{digest[0]} << 24 | std::uint32_t{digest[1]} << 16 | std::uint32_t{digest[2]} << 8 | digest[3];
}

} // namespace astragal::constant

#endif
