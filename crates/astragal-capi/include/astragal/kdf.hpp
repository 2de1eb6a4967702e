/**
 * @file kdf.hpp
 * Key derivation, with functions for common KDFs and a function that looks up a KDF by name. astragal.hpp includes this
 * header.
 *
 *     auto key = astragal::argon2id<32>(password, salt, {.t = 3, .m = 65536, .p = 4});
 *     auto sub = astragal::hkdf<astragal::sha256, 32>(secret, salt, "purpose");
 *     astragal::derive("kbkdf-hmac-sha512", secret, {.info = context, .label = label}, out);
 */
#ifndef ASTRAGAL_KDF_HPP
#define ASTRAGAL_KDF_HPP

#include <astragal.hpp>

namespace astragal {

/** Parameters of key derivation functions. Strings must outlive the call. */
struct kdf_params {
    std::optional<bytes> salt{};
    /** Context information: the info of HKDF, or the context of KBKDF. */
    std::optional<bytes> info{};
    /** Label of KBKDF. */
    std::optional<bytes> label{};
    /** Secret K of Argon2 ("pepper"). */
    std::optional<bytes> secret{};
    /** Associated data X of Argon2. */
    std::optional<bytes> associated_data{};
    /** Cost N of scrypt, a power of two. */
    std::uint64_t n = 0;
    /** Maximum memory in bytes that Argon2 or scrypt may allocate; 0 means no limit. */
    std::uint64_t memory_limit = 0;
    /** Iterations of PBKDF2. */
    std::uint32_t iterations = 0;
    /** Block size r of scrypt. */
    std::uint32_t r = 0;
    /** Parallelization p of scrypt; number of lanes of Argon2. */
    std::uint32_t p = 0;
    /** Memory of Argon2 in KiB. */
    std::uint32_t m = 0;
    /** Passes of Argon2. */
    std::uint32_t t = 0;
    /** Version of Argon2, 16 or 19; 0 means 19. */
    std::uint32_t version = 0;
    /** If true, Argon2 accepts a salt shorter than 8 bytes. */
    bool allow_short_salt = false;
    /** If true, Argon2 computes all lanes on the calling thread. scrypt always uses the calling thread only. */
    bool one_thread = false;
    /** HKDF step to perform: ASTRAGAL_HKDF_EXTRACT, ASTRAGAL_HKDF_EXPAND, or 0 for both. */
    std::uint32_t hkdf_step = 0;

    [[nodiscard]] astragal_kdf_params raw() const noexcept {
        astragal_kdf_params raw{};
        raw.size = sizeof raw;
        set(salt, raw.salt, raw.salt_len);
        set(info, raw.info, raw.info_len);
        set(label, raw.label, raw.label_len);
        set(secret, raw.secret, raw.secret_len);
        set(associated_data, raw.associated_data, raw.associated_data_len);
        raw.n = n;
        raw.memory_limit = memory_limit;
        raw.iterations = iterations;
        raw.r = r;
        raw.p = p;
        raw.m = m;
        raw.t = t;
        raw.version = version;
        raw.allow_short_salt = allow_short_salt;
        raw.one_thread = one_thread;
        raw.hkdf_step = hkdf_step;
        return raw;
    }

private:
    static void set(const std::optional<bytes> &from, const std::uint8_t *&data, std::size_t &size) noexcept {
        static constexpr std::uint8_t empty = 0;
        if (from) {
            // An empty string gets the address of `empty`, because NULL would mean that the parameter is not set.
            data = from->data() == nullptr ? &empty : from->data();
            size = from->size();
        }
    }
};

/**
 * Derives a key with any KDF: "argon2id", "pbkdf2-hmac-sha256", "hkdf-sha3-256", …
 * @throws error if a parameter is out of range or memory cannot be allocated.
 */
inline void derive(name_view name, bytes secret, const kdf_params &params, mutable_bytes key) {
    const auto raw = params.raw();
    detail::check(astragal_kdf(algorithm{kind::kdf, name}.get(), secret.data(), secret.size(), &raw, key.data(),
                               key.size()));
}

/** Derives and returns a key of `size` bytes, with any KDF. */
[[nodiscard]] inline std::vector<std::uint8_t> derive(name_view name, bytes secret, const kdf_params &params,
                                                      std::size_t size) {
    std::vector<std::uint8_t> key(size);
    derive(name, secret, params, mutable_bytes{key});
    return key;
}

/** Costs of Argon2id: t passes over m KiB of memory in p lanes. */
struct argon2_costs {
    std::uint32_t t, m, p;
};

/** Derives a key with Argon2id version 1.3 (RFC 9106), the recommended function for passwords. */
inline void argon2id(bytes password, bytes salt, argon2_costs costs, mutable_bytes key) {
    detail::check(astragal_argon2id(password.data(), password.size(), salt.data(), salt.size(), costs.t, costs.m,
                                    costs.p, key.data(), key.size()));
}
template <std::size_t Size>
[[nodiscard]] std::array<std::uint8_t, Size> argon2id(bytes password, bytes salt, argon2_costs costs) {
    std::array<std::uint8_t, Size> key;
    argon2id(password, salt, costs, key);
    return key;
}

/** Costs of scrypt: cost N, which is a power of two, block size r, and parallelization p. */
struct scrypt_costs {
    std::uint64_t n;
    std::uint32_t r = 8, p = 1;
};

/** Derives a key with scrypt (RFC 7914) and HMAC-SHA-256. */
inline void scrypt(bytes password, bytes salt, scrypt_costs costs, mutable_bytes key) {
    detail::check(astragal_scrypt(password.data(), password.size(), salt.data(), salt.size(), costs.n, costs.r,
                                  costs.p, key.data(), key.size()));
}
template <std::size_t Size>
[[nodiscard]] std::array<std::uint8_t, Size> scrypt(bytes password, bytes salt, scrypt_costs costs) {
    std::array<std::uint8_t, Size> key;
    scrypt(password, salt, costs, key);
    return key;
}

/** Derives a key with PBKDF2 (RFC 8018) and HMAC. */
inline void pbkdf2(const algorithm &hash, bytes password, bytes salt, std::uint32_t iterations, mutable_bytes key) {
    detail::check(astragal_pbkdf2(hash.get(), password.data(), password.size(), salt.data(), salt.size(), iterations,
                                  key.data(), key.size()));
}
/** Derives a key with PBKDF2 and HMAC, where Hash is the hash function: pbkdf2<sha256, 32>(password, salt, 600000). */
template <class Hash, std::size_t Size>
[[nodiscard]] std::array<std::uint8_t, Size> pbkdf2(bytes password, bytes salt, std::uint32_t iterations) {
    static const algorithm hash{kind::hash, Hash::name};
    std::array<std::uint8_t, Size> key;
    pbkdf2(hash, password, salt, iterations, key);
    return key;
}

/**
 * Derives a key from another key with HKDF (RFC 5869), which extracts and then expands with HMAC. Do not use it for
 * passwords.
 */
inline void hkdf(const algorithm &hash, bytes secret, bytes salt, bytes info, mutable_bytes key) {
    detail::check(astragal_hkdf(hash.get(), secret.data(), secret.size(), salt.data(), salt.size(), info.data(),
                                info.size(), key.data(), key.size()));
}
/** Derives a key with HKDF and HMAC, where Hash is the hash function: hkdf<sha256, 32>(secret, salt, "purpose"). */
template <class Hash, std::size_t Size>
[[nodiscard]] std::array<std::uint8_t, Size> hkdf(bytes secret, bytes salt, bytes info) {
    static const algorithm hash{kind::hash, Hash::name};
    std::array<std::uint8_t, Size> key;
    hkdf(hash, secret, salt, info, key);
    return key;
}

/**
 * Hashes a password for storage as a PHC string. verify_password() reads all parameters from it.
 *
 *     auto stored = astragal::hash_password(password, {.salt = salt});
 *     if (!astragal::verify_password(password, stored)) { … }
 *
 * @param password the password, of any length.
 * @param params salt and costs. The salt is 8 to 64 random bytes; 16 are recommended. The default costs are those that
 * OWASP recommends.
 * @param name argon2id, argon2i, argon2d, scrypt, pbkdf2-hmac-sha1, pbkdf2-hmac-sha256 or pbkdf2-hmac-sha512.
 * @throws error if a parameter is out of range or memory cannot be allocated.
 */
[[nodiscard]] inline std::string hash_password(bytes password, const kdf_params &params, name_view name = "argon2id") {
    const auto raw = params.raw();
    char stored[ASTRAGAL_PASSWORD_STRING_MAX];
    detail::check(astragal_password_hash(algorithm{kind::kdf, name}.get(), password.data(), password.size(), &raw,
                                         stored, sizeof stored));
    return stored;
}

/** Limits for the cost of a stored password hash. */
struct password_policy {
    /** Maximum memory in bytes that verification may use. */
    std::uint64_t memory_limit = std::uint64_t{2} << 30;
    /** Maximum number of steps: m * t for Argon2, n * r * p for scrypt, iterations for PBKDF2. */
    std::uint64_t steps = std::uint64_t{1} << 24;
};

/**
 * Verifies a password in constant time. `stored` is a PHC string.
 * @throws error if `stored` is not a password hash of a supported scheme, or if its cost exceeds the policy.
 */
[[nodiscard]] inline bool verify_password(bytes password, const std::string &stored,
                                          const password_policy &policy = password_policy{}) {
    astragal_password_policy raw{};
    raw.size = sizeof raw;
    raw.memory_limit = policy.memory_limit;
    raw.steps = policy.steps;
    return detail::verified(astragal_password_verify(password.data(), password.size(), stored.c_str(), &raw));
}

/**
 * Returns whether a stored PHC string is outdated. A string is outdated if its scheme differs from `name`, or if its
 * costs differ from those that hash_password() would use now.
 */
[[nodiscard]] inline bool needs_rehash(const std::string &stored, const kdf_params &params = kdf_params{},
                                       name_view name = "argon2id") {
    const auto raw = params.raw();
    int needed = 0;
    detail::check(
        astragal_password_needs_rehash(stored.c_str(), algorithm{kind::kdf, name}.get(), &raw, &needed));
    return needed != 0;
}

} // namespace astragal

#endif
