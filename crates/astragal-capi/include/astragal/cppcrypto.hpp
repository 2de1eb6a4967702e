/**
 * @file cppcrypto.hpp The polymorphic classes of the cppcrypto library, implemented with astragal. To port a program,
 * change the include and the namespace:
 *
 *     #include <astragal/cppcrypto.hpp>
 *     using namespace astragal::cppcrypto;
 *
 *     skein512_256 hash;                  // or skein512(256)
 *     hash.init();
 *     hash.update(data, len);
 *     hash.final(digest);
 *
 * Both of cppcrypto's naming schemes are supported: a class per size (sha3_256), and a class per family (sha3(256)).
 * Sizes are in bits; in astragal.hpp they are in bytes. As in cppcrypto, clone() returns a new object of the same kind
 * with an empty message.
 *
 * Differences from cppcrypto: an object is ready without init(), and an unsupported size throws astragal::error, which
 * is a std::runtime_error.
 */
#ifndef ASTRAGAL_CPPCRYPTO_HPP
#define ASTRAGAL_CPPCRYPTO_HPP

#if !defined(__cpp_exceptions)
#error "the classes of cppcrypto need exceptions"
#endif

#include <memory>

#include <astragal.hpp>

#if ASTRAGAL_CPLUSPLUS < 202002L
#error "astragal/cppcrypto.hpp needs C++20: compile with -std=c++20"
#endif

namespace astragal::cppcrypto {

/** Interface for hash functions. */
class crypto_hash {
public:
    crypto_hash() = default;
    virtual ~crypto_hash() = default;
    crypto_hash(const crypto_hash &) = delete;
    crypto_hash &operator=(const crypto_hash &) = delete;

    /** Resets the hash to an empty message. */
    virtual void init() = 0;
    virtual void update(const std::uint8_t *data, std::size_t len) = 0;
    /** Writes the digest, which has hashsize() / 8 bytes. */
    virtual void final(std::uint8_t *hash) = 0;

    /** Digest size in bits. */
    [[nodiscard]] virtual std::size_t hashsize() const = 0;
    /** Block size in bits. */
    [[nodiscard]] virtual std::size_t blocksize() const = 0;
    /** Returns a new object of the same class. The caller deletes the object. */
    [[nodiscard]] virtual crypto_hash *clone() const = 0;
    /** Returns astragal's name for the hash function, or an empty string for a custom class. */
    [[nodiscard]] virtual std::string_view astragal_name() const { return {}; }
    /** Discards the message. */
    virtual void clear() = 0;

    /** Computes the digest of a whole message. */
    void hash_string(const std::uint8_t *data, std::size_t len, std::uint8_t *hash) {
        init();
        update(data, len);
        final(hash);
    }
    void hash_string(const char *data, std::size_t len, std::uint8_t *hash) {
        hash_string(reinterpret_cast<const std::uint8_t *>(data), len, hash);
    }
    void hash_string(const std::string &data, std::uint8_t *hash) { hash_string(data.data(), data.size(), hash); }
};

namespace detail {

/** Hash function that astragal implements. */
class named_hash : public crypto_hash {
public:
    void init() override { hash_.reset(); }
    void update(const std::uint8_t *data, std::size_t len) override { hash_.update(bytes{data, len}); }
    void final(std::uint8_t *hash) override { hash_.final(mutable_bytes{hash, size_}); }
    [[nodiscard]] std::size_t hashsize() const override { return 8 * size_; }
    [[nodiscard]] std::size_t blocksize() const override { return 8 * hash_.alg().block_size(); }
    void clear() override { hash_.reset(); }
    [[nodiscard]] std::string_view astragal_name() const override { return hash_.alg().name(); }

protected:
    explicit named_hash(std::string_view name) : hash_(name), size_(hash_.alg().output_size()) {}

private:
    astragal::hash hash_;
    std::size_t size_;
};

template <astragal::detail::name Name>
class fixed : public named_hash {
public:
    fixed() : named_hash(Name.text) {}
    [[nodiscard]] fixed *clone() const override { return new fixed; }
};

/** Family of hash functions. The constructor selects a function by its digest size in bits. */
template <astragal::detail::name Family>
class sized : public named_hash {
public:
    explicit sized(std::size_t hashsize) : named_hash(std::string(Family.text) + "-" + std::to_string(hashsize)) {}
    [[nodiscard]] sized *clone() const override { return new sized(hashsize()); }
};

/** SHAKE or cSHAKE with a digest of `hashsize` bits. */
template <astragal::detail::name Shake, astragal::detail::name CShake, std::size_t DefaultSize>
class shake : public crypto_hash {
public:
    explicit shake(std::size_t hashsize = DefaultSize, const std::string &function_name = "",
                   const std::string &customization = "")
        : name_(function_name), custom_(customization), xof_(create()), size_(hashsize / 8) {
        if (hashsize == 0 || hashsize % 8 != 0) {
            throw error(ASTRAGAL_ERR_LENGTH, "hash size is " + std::to_string(hashsize) + " bits; a positive multiple of 8 is required");
        }
    }
    void init() override { xof_.reset(); }
    void update(const std::uint8_t *data, std::size_t len) override { xof_.absorb(bytes{data, len}); }
    void final(std::uint8_t *hash) override {
        xof_.finalize();
        xof_.squeeze(mutable_bytes{hash, size_});
        xof_.reset();
    }
    [[nodiscard]] std::size_t hashsize() const override { return 8 * size_; }
    [[nodiscard]] std::size_t blocksize() const override { return 8 * xof_.alg().block_size(); }
    [[nodiscard]] shake *clone() const override { return new shake(hashsize(), name_, custom_); }
    void clear() override { xof_.reset(); }

private:
    [[nodiscard]] xof create() const {
        if (name_.empty() && custom_.empty()) {
            return xof{Shake.text};
        }
        return xof{CShake.text, params{.custom = bytes{custom_}, .function_name = bytes{name_}}};
    }

    std::string name_, custom_;
    xof xof_;
    std::size_t size_;
};

} // namespace detail

using md5 = detail::fixed<"md5">;
using sha1 = detail::fixed<"sha1">;
using sha224 = detail::fixed<"sha224">;
using sha256 = detail::fixed<"sha256">;
using sha384 = detail::fixed<"sha384">;
using sha512 = detail::fixed<"sha512">;
using sha512_224 = detail::fixed<"sha512-224">;
using sha512_256 = detail::fixed<"sha512-256">;
using sm3 = detail::fixed<"sm3">;
using whirlpool = detail::fixed<"whirlpool">;

using sha3 = detail::sized<"sha3">;
using sha3_224 = detail::fixed<"sha3-224">;
using sha3_256 = detail::fixed<"sha3-256">;
using sha3_384 = detail::fixed<"sha3-384">;
using sha3_512 = detail::fixed<"sha3-512">;
using shake128 = detail::shake<"shake128", "cshake128", 256>;
using shake256 = detail::shake<"shake256", "cshake256", 512>;

using blake = detail::sized<"blake">;
using blake224 = detail::fixed<"blake-224">;
using blake256 = detail::fixed<"blake-256">;
using blake384 = detail::fixed<"blake-384">;
using blake512 = detail::fixed<"blake-512">;
using blake2b = detail::sized<"blake2b">;
using blake2b_128 = detail::fixed<"blake2b-128">;
using blake2b_160 = detail::fixed<"blake2b-160">;
using blake2b_224 = detail::fixed<"blake2b-224">;
using blake2b_256 = detail::fixed<"blake2b-256">;
using blake2b_384 = detail::fixed<"blake2b-384">;
using blake2b_512 = detail::fixed<"blake2b-512">;
using blake2s = detail::sized<"blake2s">;
using blake2s_128 = detail::fixed<"blake2s-128">;
using blake2s_160 = detail::fixed<"blake2s-160">;
using blake2s_224 = detail::fixed<"blake2s-224">;
using blake2s_256 = detail::fixed<"blake2s-256">;

using groestl = detail::sized<"groestl">;
using groestl224 = detail::fixed<"groestl-224">;
using groestl256 = detail::fixed<"groestl-256">;
using groestl384 = detail::fixed<"groestl-384">;
using groestl512 = detail::fixed<"groestl-512">;
using jh = detail::sized<"jh">;
using jh224 = detail::fixed<"jh-224">;
using jh256 = detail::fixed<"jh-256">;
using jh384 = detail::fixed<"jh-384">;
using jh512 = detail::fixed<"jh-512">;
using kupyna = detail::sized<"kupyna">;
using kupyna256 = detail::fixed<"kupyna-256">;
using kupyna384 = detail::fixed<"kupyna-384">;
using kupyna512 = detail::fixed<"kupyna-512">;
using streebog = detail::sized<"streebog">;
using streebog256 = detail::fixed<"streebog-256">;
using streebog512 = detail::fixed<"streebog-512">;

using skein256 = detail::sized<"skein256">;
using skein256_128 = detail::fixed<"skein256-128">;
using skein256_160 = detail::fixed<"skein256-160">;
using skein256_224 = detail::fixed<"skein256-224">;
using skein256_256 = detail::fixed<"skein256-256">;
using skein512 = detail::sized<"skein512">;
using skein512_128 = detail::fixed<"skein512-128">;
using skein512_160 = detail::fixed<"skein512-160">;
using skein512_224 = detail::fixed<"skein512-224">;
using skein512_256 = detail::fixed<"skein512-256">;
using skein512_384 = detail::fixed<"skein512-384">;
using skein512_512 = detail::fixed<"skein512-512">;
using skein1024 = detail::sized<"skein1024">;
using skein1024_256 = detail::fixed<"skein1024-256">;
using skein1024_384 = detail::fixed<"skein1024-384">;
using skein1024_512 = detail::fixed<"skein1024-512">;
using skein1024_1024 = detail::fixed<"skein1024-1024">;

/** HMAC (FIPS 198-1) with any hash function. The hash function may be a custom class. */
class hmac : public crypto_hash {
public:
    hmac(const crypto_hash &hash, const std::uint8_t *key, std::size_t keylen)
        : hash_(hash.clone()), key_(hash.blocksize() / 8) {
        if (hash.hashsize() > hash.blocksize()) {
            throw error(ASTRAGAL_ERR_PARAMETER, "block of the hash function is shorter than its digest; HMAC needs a longer block");
        }
        if (keylen > key_.size()) {
            hash_->hash_string(key, keylen, key_.data());
        } else {
            std::copy_n(key, keylen, key_.begin());
        }
        init();
    }
    hmac(const crypto_hash &hash, const std::string &key)
        : hmac(hash, reinterpret_cast<const std::uint8_t *>(key.data()), key.size()) {}
    ~hmac() override { wipe(key_); }

    void init() override { begin(0x36); }
    void update(const std::uint8_t *data, std::size_t len) override { hash_->update(data, len); }
    void final(std::uint8_t *hash) override {
        std::vector<std::uint8_t> inner(hashsize() / 8);
        hash_->final(inner.data());
        begin(0x5c);
        hash_->update(inner.data(), inner.size());
        hash_->final(hash);
        wipe(inner);
        init();
    }
    [[nodiscard]] std::size_t hashsize() const override { return hash_->hashsize(); }
    [[nodiscard]] std::size_t blocksize() const override { return hash_->blocksize(); }
    /** Returns a new object with the same key and an empty message. */
    [[nodiscard]] hmac *clone() const override { return new hmac(*hash_, key_.data(), key_.size()); }
    /** Returns astragal's name for the hash function, or an empty string for a custom class. */
    [[nodiscard]] std::string_view hash_name() const { return hash_->astragal_name(); }
    /**
     * Returns the key, padded with zeros to one block. A key longer than a block is first replaced with its hash.
     */
    [[nodiscard]] bytes key() const { return bytes{key_}; }
    /**
     * Discards the message. Keeps the key, as cppcrypto does, because a MAC without a key would accept forgeries.
     */
    void clear() override { init(); }

private:
    void begin(std::uint8_t pad) {
        std::vector<std::uint8_t> block(key_);
        for (auto &byte : block) {
            byte = std::uint8_t(byte ^ pad);
        }
        hash_->init();
        hash_->update(block.data(), block.size());
        wipe(block);
    }
    /** Wipes a vector with volatile stores, which the compiler cannot remove. */
    static void wipe(std::vector<std::uint8_t> &secret) {
        for (volatile auto &byte : secret) {
            byte = 0;
        }
    }

    std::unique_ptr<crypto_hash> hash_;
    std::vector<std::uint8_t> key_;
};

} // namespace astragal::cppcrypto

#include <astragal/cppcrypto_cipher.hpp>
#include <astragal/cppcrypto_kdf.hpp>

#endif
