/**
 * @file cppcrypto_kdf.hpp
 * Key derivation functions of cppcrypto with its argument order; cppcrypto.hpp includes this header.
 *
 *     hmac mac(sha256(), "password");
 *     pbkdf2(mac, salt, salt_len, 10000, key, key_len);
 *     argon2id("password", 8, salt, salt_len, p, m, t, key, key_len);
 *
 * Throws astragal::error if a parameter is out of range or memory cannot be allocated.
 */
#ifndef ASTRAGAL_CPPCRYPTO_KDF_HPP
#define ASTRAGAL_CPPCRYPTO_KDF_HPP

#include <astragal/cppcrypto.hpp>

namespace astragal::cppcrypto {

/** Versions of Argon2. Use version 1.2 only for existing data. */
enum class argon2_version { version12 = 0x10, version13 = 0x13 };

namespace detail {

/** Derives a key with PBKDF2 and any MAC. */
inline void pbkdf2_generic(hmac &mac, const std::uint8_t *salt, std::size_t salt_len, std::uint32_t iterations,
                            std::uint8_t *dk, std::size_t dklen) {
    secret_bytes block(mac.hashsize() / 8), sum(mac.hashsize() / 8);
    for (std::uint32_t number = 1; dklen > 0; number++) {
        const std::uint8_t counter[4] = {std::uint8_t(number >> 24), std::uint8_t(number >> 16),
                                         std::uint8_t(number >> 8), std::uint8_t(number)};
        mac.init();
        mac.update(salt, salt_len);
        mac.update(counter, 4);
        mac.final(block.data());
        sum.assign(block.data(), block.size());
        for (std::uint32_t i = 1; i < iterations; i++) {
            mac.init();
            mac.update(block.data(), block.size());
            mac.final(block.data());
            for (std::size_t j = 0; j < sum.size(); j++) {
                sum[j] = std::uint8_t(sum[j] ^ block[j]);
            }
        }
        const std::size_t written = std::min(dklen, sum.size());
        dk = std::copy_n(sum.data(), written, dk);
        dklen -= written;
    }
}

inline void argon2(name_view name, const char *password, std::uint32_t pwd_len, const std::uint8_t *salt,
                   std::uint32_t salt_len, std::uint32_t p, std::uint32_t m, std::uint32_t t, std::uint8_t *dk,
                   std::uint32_t dklen, const std::uint8_t *data, std::uint32_t datalen, const std::uint8_t *secret,
                   std::uint32_t secretlen, argon2_version version) {
    kdf_params params{.salt = bytes{salt, salt_len},
                      .m = m,
                      .t = t,
                      .version = std::uint32_t(version),
                      // Allows short salts, because cppcrypto accepts a salt of any length.
                      .allow_short_salt = true};
    params.p = p;
    if (secret != nullptr) {
        params.secret = bytes{secret, secretlen};
    }
    if (data != nullptr) {
        params.associated_data = bytes{data, datalen};
    }
    derive(name, bytes{reinterpret_cast<const std::uint8_t *>(password), pwd_len}, params, mutable_bytes{dk, dklen});
}

} // namespace detail

/** Derives a key with PBKDF2 (RFC 8018). The key of the HMAC object is the password. */
inline void pbkdf2(hmac &hmac, const std::uint8_t *salt, std::size_t salt_len, int iterations, std::uint8_t *dk,
                   std::size_t dklen) {
    if (iterations < 1) {
        throw error(ASTRAGAL_ERR_PARAMETER, "number of iterations is " + std::to_string(iterations) + "; PBKDF2 takes at least 1");
    }
    if (const auto hash = hmac.hash_name(); !hash.empty()) {
        const algorithm alg{kind::hash, hash};
        astragal::pbkdf2(alg, hmac.key(), bytes{salt, salt_len}, std::uint32_t(iterations), mutable_bytes{dk, dklen});
        return;
    }
    detail::pbkdf2_generic(hmac, salt, salt_len, std::uint32_t(iterations), dk, dklen);
}

/**
 * Derives a key with scrypt (RFC 7914). The key of the HMAC object is the password.
 * @throws error if the HMAC uses a custom hash function.
 */
inline void scrypt(hmac &hmac, const std::uint8_t *salt, std::size_t salt_len, std::size_t N, std::size_t r,
                   std::size_t p, std::uint8_t *dk, std::size_t dklen) {
    const auto hash = hmac.hash_name();
    if (hash.empty()) {
        throw error(ASTRAGAL_ERR_PARAMETER, "scrypt needs a hash function of astragal, not a custom class");
    }
    constexpr std::size_t max = 0xffff'ffff;
    if (r == 0 || p == 0 || r > max || p > max) {
        throw error(ASTRAGAL_ERR_PARAMETER, "r or p of scrypt is out of range; expected 1 to 2^32 - 1");
    }
    kdf_params params{.salt = bytes{salt, salt_len}, .n = N, .r = std::uint32_t(r)};
    params.p = std::uint32_t(p);
    derive(hash == "sha256" ? std::string("scrypt") : "scrypt-hmac-" + std::string(hash), hmac.key(), params,
           mutable_bytes{dk, dklen});
}
/** Overloads that accept a temporary HMAC object: scrypt(hmac(sha256(), "password"), …). */
inline void scrypt(hmac &&hmac, const std::uint8_t *salt, std::size_t salt_len, std::size_t N, std::size_t r,
                   std::size_t p, std::uint8_t *dk, std::size_t dklen) {
    scrypt(hmac, salt, salt_len, N, r, p, dk, dklen);
}
inline void pbkdf2(hmac &&hmac, const std::uint8_t *salt, std::size_t salt_len, int iterations, std::uint8_t *dk,
                   std::size_t dklen) {
    pbkdf2(hmac, salt, salt_len, iterations, dk, dklen);
}

/** Derives a key with Argon2d (RFC 9106) in p lanes, with m KiB of memory and t passes. */
inline void argon2d(const char *password, std::uint32_t pwd_len, const std::uint8_t *salt, std::uint32_t salt_len,
                    std::uint32_t p, std::uint32_t m, std::uint32_t t, std::uint8_t *dk, std::uint32_t dklen,
                    const std::uint8_t *data = nullptr, std::uint32_t datalen = 0,
                    const std::uint8_t *secret = nullptr, std::uint32_t secretlen = 0,
                    argon2_version version = argon2_version::version13) {
    detail::argon2("argon2d", password, pwd_len, salt, salt_len, p, m, t, dk, dklen, data, datalen, secret, secretlen,
                   version);
}
/** Derives a key with Argon2i (RFC 9106) in p lanes, with m KiB of memory and t passes. */
inline void argon2i(const char *password, std::uint32_t pwd_len, const std::uint8_t *salt, std::uint32_t salt_len,
                    std::uint32_t p, std::uint32_t m, std::uint32_t t, std::uint8_t *dk, std::uint32_t dklen,
                    const std::uint8_t *data = nullptr, std::uint32_t datalen = 0,
                    const std::uint8_t *secret = nullptr, std::uint32_t secretlen = 0,
                    argon2_version version = argon2_version::version13) {
    detail::argon2("argon2i", password, pwd_len, salt, salt_len, p, m, t, dk, dklen, data, datalen, secret, secretlen,
                   version);
}
/** Derives a key with Argon2id (RFC 9106) in p lanes, with m KiB of memory and t passes. */
inline void argon2id(const char *password, std::uint32_t pwd_len, const std::uint8_t *salt, std::uint32_t salt_len,
                     std::uint32_t p, std::uint32_t m, std::uint32_t t, std::uint8_t *dk, std::uint32_t dklen,
                     const std::uint8_t *data = nullptr, std::uint32_t datalen = 0,
                     const std::uint8_t *secret = nullptr, std::uint32_t secretlen = 0,
                     argon2_version version = argon2_version::version13) {
    detail::argon2("argon2id", password, pwd_len, salt, salt_len, p, m, t, dk, dklen, data, datalen, secret,
                   secretlen, version);
}

} // namespace astragal::cppcrypto

#endif
