/**
 * @file types.hpp Hashes, XOFs, MACs and AEADs as types, derived from the classes of astragal.hpp, which includes this
 * header. Each algorithm name is looked up only once, and sizes are compile-time constants.
 *
 *     const auto digest = astragal::skein512_512::hash(message);
 *     static_assert(astragal::sha3_256::block_size == 136);
 *     const auto tag = astragal::hmac<astragal::sha256>::mac(key, message);
 */
#ifndef ASTRAGAL_TYPES_HPP
#define ASTRAGAL_TYPES_HPP

#include <astragal.hpp>

#if ASTRAGAL_CPLUSPLUS >= 202002L

#include <initializer_list>
#include <span>

namespace astragal {

namespace detail {

/** Algorithm name that can be a template argument. */
template <std::size_t N>
struct name {
    char text[N];
    consteval name(const char (&literal)[N]) { std::copy_n(literal, N, text); }
    [[nodiscard]] constexpr std::string_view view() const { return {text, N - 1}; }
};

/** Algorithm handle, looked up only once. */
template <kind K, name Name>
const algorithm &handle() {
    static const algorithm found{K, Name.text};
    return found;
}

} // namespace detail

/** Hash function selected at compile time. The digest is a std::array. */
template <detail::name Name, std::size_t DigestSize, std::size_t BlockSize>
class basic_hash {
public:
    static constexpr std::string_view name = Name.view();
    static constexpr std::size_t digest_size = DigestSize;
    /** Block size in bytes, to which HMAC pads its key. */
    static constexpr std::size_t block_size = BlockSize;
    using digest_type = std::array<std::uint8_t, DigestSize>;

    basic_hash() : hash_(detail::handle<kind::hash, Name>()) {}

    /** Computes the digest of a whole message. */
    [[nodiscard]] static digest_type hash(bytes message) {
        const auto *alg = detail::handle<kind::hash, Name>().get();
        digest_type out;
        detail::check(astragal_hash_once(alg, message.data(), message.size(), out.data(), out.size()));
        return out;
    }
    /** Computes the digests of many messages, several in parallel if the algorithm supports it. */
    [[nodiscard]] static std::vector<digest_type> hash_many(std::span<const bytes> messages) {
        std::vector<const std::uint8_t *> starts;
        std::vector<std::size_t> sizes;
        for (const auto &message : messages) {
            starts.push_back(message.data());
            sizes.push_back(message.size());
        }
        std::vector<digest_type> digests(messages.size());
        static_assert(sizeof(digest_type) == DigestSize);
        const auto *alg = detail::handle<kind::hash, Name>().get();
        auto *out = reinterpret_cast<std::uint8_t *>(digests.data());
        detail::check(astragal_hash_many(alg, starts.data(), sizes.data(), sizes.size(), out, sizes.size() * DigestSize));
        return digests;
    }

    basic_hash &update(bytes data) {
        hash_.update(data);
        return *this;
    }
    basic_hash &update_parallel(bytes data) {
        hash_.update_parallel(data);
        return *this;
    }
    /** Returns the digest, and resets the hash to an empty message. */
    [[nodiscard]] digest_type final() {
        digest_type out;
        hash_.final(out);
        return out;
    }
    void reset() { hash_.reset(); }
    [[nodiscard]] basic_hash clone() const { return basic_hash{hash_.clone()}; }

private:
    explicit basic_hash(astragal::hash &&hash) : hash_(std::move(hash)) {}
    astragal::hash hash_;
};

using sha3_224 = basic_hash<"sha3-224", 28, 144>;
using sha3_256 = basic_hash<"sha3-256", 32, 136>;
using sha3_384 = basic_hash<"sha3-384", 48, 104>;
using sha3_512 = basic_hash<"sha3-512", 64, 72>;
using keccak_224 = basic_hash<"keccak-224", 28, 144>;
using keccak_256 = basic_hash<"keccak-256", 32, 136>;
using keccak_384 = basic_hash<"keccak-384", 48, 104>;
using keccak_512 = basic_hash<"keccak-512", 64, 72>;

using ascon_hash256 = basic_hash<"ascon-hash256", 32, 8>;
using ascon_hash = basic_hash<"ascon-hash", 32, 8>;
using ascon_hasha = basic_hash<"ascon-hasha", 32, 8>;

using sha224 = basic_hash<"sha224", 28, 64>;
using sha256 = basic_hash<"sha256", 32, 64>;
using sha384 = basic_hash<"sha384", 48, 128>;
using sha512 = basic_hash<"sha512", 64, 128>;
using sha512_224 = basic_hash<"sha512-224", 28, 128>;
using sha512_256 = basic_hash<"sha512-256", 32, 128>;

using blake_224 = basic_hash<"blake-224", 28, 64>;
using blake_256 = basic_hash<"blake-256", 32, 64>;
using blake_384 = basic_hash<"blake-384", 48, 128>;
using blake_512 = basic_hash<"blake-512", 64, 128>;
using blake2b_128 = basic_hash<"blake2b-128", 16, 128>;
using blake2b_160 = basic_hash<"blake2b-160", 20, 128>;
using blake2b_224 = basic_hash<"blake2b-224", 28, 128>;
using blake2b_256 = basic_hash<"blake2b-256", 32, 128>;
using blake2b_384 = basic_hash<"blake2b-384", 48, 128>;
using blake2b_512 = basic_hash<"blake2b-512", 64, 128>;
using blake2s_128 = basic_hash<"blake2s-128", 16, 64>;
using blake2s_160 = basic_hash<"blake2s-160", 20, 64>;
using blake2s_224 = basic_hash<"blake2s-224", 28, 64>;
using blake2s_256 = basic_hash<"blake2s-256", 32, 64>;
using blake3 = basic_hash<"blake3", 32, 64>;

using skein256_128 = basic_hash<"skein256-128", 16, 32>;
using skein256_160 = basic_hash<"skein256-160", 20, 32>;
using skein256_224 = basic_hash<"skein256-224", 28, 32>;
using skein256_256 = basic_hash<"skein256-256", 32, 32>;
using skein512_128 = basic_hash<"skein512-128", 16, 64>;
using skein512_160 = basic_hash<"skein512-160", 20, 64>;
using skein512_224 = basic_hash<"skein512-224", 28, 64>;
using skein512_256 = basic_hash<"skein512-256", 32, 64>;
using skein512_384 = basic_hash<"skein512-384", 48, 64>;
using skein512_512 = basic_hash<"skein512-512", 64, 64>;
using skein1024_256 = basic_hash<"skein1024-256", 32, 128>;
using skein1024_384 = basic_hash<"skein1024-384", 48, 128>;
using skein1024_512 = basic_hash<"skein1024-512", 64, 128>;
using skein1024_1024 = basic_hash<"skein1024-1024", 128, 128>;

using groestl_224 = basic_hash<"groestl-224", 28, 64>;
using groestl_256 = basic_hash<"groestl-256", 32, 64>;
using groestl_384 = basic_hash<"groestl-384", 48, 128>;
using groestl_512 = basic_hash<"groestl-512", 64, 128>;

using jh_224 = basic_hash<"jh-224", 28, 64>;
using jh_256 = basic_hash<"jh-256", 32, 64>;
using jh_384 = basic_hash<"jh-384", 48, 64>;
using jh_512 = basic_hash<"jh-512", 64, 64>;

using kupyna_256 = basic_hash<"kupyna-256", 32, 64>;
using kupyna_384 = basic_hash<"kupyna-384", 48, 128>;
using kupyna_512 = basic_hash<"kupyna-512", 64, 128>;

using streebog_256 = basic_hash<"streebog-256", 32, 64>;
using streebog_512 = basic_hash<"streebog-512", 64, 64>;

using whirlpool = basic_hash<"whirlpool", 64, 64>;

using sm3 = basic_hash<"sm3", 32, 64>;

using ripemd160 = basic_hash<"ripemd160", 20, 64>;
using sha1 = basic_hash<"sha1", 20, 64>;
using md5 = basic_hash<"md5", 16, 64>;

/** Checksums, which are not cryptographic hash functions. */
using crc32 = basic_hash<"crc32", 4, 1>;
using crc32c = basic_hash<"crc32c", 4, 1>;
using crc32_posix = basic_hash<"crc32-posix", 4, 1>;

/** XOF without parameters, selected at compile time. */
template <detail::name Name, std::size_t Rate>
class basic_xof : public xof {
public:
    static constexpr std::string_view name = Name.view();
    static constexpr std::size_t rate = Rate;

    basic_xof() : xof(detail::handle<kind::xof, Name>()) {}

    /** Fills `out` with the first bytes of the XOF's output for a whole message. */
    static void hash(bytes message, mutable_bytes out) {
        const auto *alg = detail::handle<kind::xof, Name>().get();
        detail::check(astragal_xof_once(alg, nullptr, message.data(), message.size(), out.data(), out.size()));
    }
    template <std::size_t Size>
    [[nodiscard]] static std::array<std::uint8_t, Size> hash(bytes message) {
        std::array<std::uint8_t, Size> out;
        hash(message, out);
        return out;
    }
};

using shake128 = basic_xof<"shake128", 168>;
using shake256 = basic_xof<"shake256", 136>;
using ascon_xof128 = basic_xof<"ascon-xof128", 8>;
using ascon_xof = basic_xof<"ascon-xof", 8>;
using ascon_xofa = basic_xof<"ascon-xofa", 8>;
using blake3_xof = basic_xof<"blake3", 64>;

/** cSHAKE (SP 800-185) with customization string S and function name N. */
template <detail::name Name>
class basic_cshake : public xof {
public:
    explicit basic_cshake(bytes custom, bytes function_name = {})
        : xof(detail::handle<kind::xof, Name>(), params{.custom = custom, .function_name = function_name}) {}
};

using cshake128 = basic_cshake<"cshake128">;
using cshake256 = basic_cshake<"cshake256">;

/** TurboSHAKE (RFC 9861). The domain separation byte is 0x01 to 0x7f. */
template <detail::name Name>
class basic_turboshake : public xof {
public:
    explicit basic_turboshake(std::uint8_t domain = 0x1f)
        // A domain byte of 0 is invalid, but in astragal_params 0 selects the default domain byte. 0 is therefore
        // replaced with 0x100, which the library rejects.
        : xof(detail::handle<kind::xof, Name>(), params{.domain = domain == 0 ? std::size_t{0x100} : domain}) {}
};

using turboshake128 = basic_turboshake<"turboshake128">;
using turboshake256 = basic_turboshake<"turboshake256">;

/** KT128 and KT256 (RFC 9861) with a customization string. */
template <detail::name Name>
class basic_kt : public xof {
public:
    explicit basic_kt(bytes custom = {}) : xof(detail::handle<kind::xof, Name>(), params{.custom = custom}) {}
};

using kt128 = basic_kt<"kt128">;
using kt256 = basic_kt<"kt256">;

/** Ascon-CXOF128 (SP 800-232) with a customization string of at most 256 bytes. */
class ascon_cxof128 : public xof {
public:
    explicit ascon_cxof128(bytes custom = {}) : xof(detail::handle<kind::xof, "ascon-cxof128">(), params{.custom = custom}) {}
};

/** BLAKE3 in key derivation mode. `context` is the purpose of the key, and the message is the key material. */
class blake3_derive_key : public xof {
public:
    explicit blake3_derive_key(bytes context) : xof(detail::handle<kind::xof, "blake3">(), params{.custom = context}) {}
};

/**
 * TupleHash (SP 800-185). Call absorb_item() for each element of the tuple. Every byte of the output depends on the
 * output size.
 */
template <detail::name Name, std::size_t FullSize>
class basic_tuplehash : public xof {
public:
    explicit basic_tuplehash(std::size_t output_size = FullSize, bytes custom = {})
        : xof(detail::handle<kind::xof, Name>(), params{.custom = custom, .output_size = output_size}) {}

    /** Computes the output for a whole tuple. */
    static void hash(std::span<const bytes> tuple, mutable_bytes out, bytes custom = {}) {
        basic_tuplehash xof(out.size(), custom);
        for (const auto &item : tuple) {
            xof.absorb_item(item);
        }
        xof.finalize();
        xof.squeeze(out);
    }
    template <std::size_t Size = FullSize>
    [[nodiscard]] static std::array<std::uint8_t, Size> hash(std::initializer_list<bytes> tuple, bytes custom = {}) {
        std::array<std::uint8_t, Size> out;
        hash(std::span(tuple.begin(), tuple.size()), out, custom);
        return out;
    }
};

using tuplehash128 = basic_tuplehash<"tuplehash128", 32>;
using tuplehash256 = basic_tuplehash<"tuplehash256", 64>;

/** TupleHashXOF (SP 800-185) with output of any size. Call absorb_item() for each element of the tuple. */
template <detail::name Name>
class basic_tuplehashxof : public xof {
public:
    explicit basic_tuplehashxof(bytes custom = {}) : xof(detail::handle<kind::xof, Name>(), params{.custom = custom}) {}
};

using tuplehashxof128 = basic_tuplehashxof<"tuplehashxof128">;
using tuplehashxof256 = basic_tuplehashxof<"tuplehashxof256">;

/**
 * ParallelHash (SP 800-185) with blocks of `block_size` bytes. Every byte of the output depends on the output size.
 */
template <detail::name Name, std::size_t FullSize>
class basic_parallelhash : public xof {
public:
    explicit basic_parallelhash(std::size_t block_size = 8192, std::size_t output_size = FullSize, bytes custom = {})
        : xof(detail::handle<kind::xof, Name>(),
              params{.custom = custom, .output_size = output_size, .block_size = block_size}) {}
};

using parallelhash128 = basic_parallelhash<"parallelhash128", 32>;
using parallelhash256 = basic_parallelhash<"parallelhash256", 64>;

/** ParallelHashXOF (SP 800-185) with blocks of `block_size` bytes. */
template <detail::name Name>
class basic_parallelhashxof : public xof {
public:
    explicit basic_parallelhashxof(std::size_t block_size = 8192, bytes custom = {})
        : xof(detail::handle<kind::xof, Name>(), params{.custom = custom, .block_size = block_size}) {}
};

using parallelhashxof128 = basic_parallelhashxof<"parallelhashxof128">;
using parallelhashxof256 = basic_parallelhashxof<"parallelhashxof256">;

/** KMAC (SP 800-185) with a customization string. Every byte of the tag depends on the tag size. */
template <detail::name Name, std::size_t FullTagSize>
class basic_kmac : public mac {
public:
    explicit basic_kmac(bytes key, bytes custom = {}, std::size_t tag_size = FullTagSize)
        : mac(detail::handle<kind::mac, Name>(), key, params{.custom = custom, .output_size = tag_size}) {}
};

using kmac128 = basic_kmac<"kmac128", 32>;
using kmac256 = basic_kmac<"kmac256", 64>;

/** KMACXOF (SP 800-185) with a customization string: a keyed XOF with output of any size. */
template <detail::name Name>
class basic_kmacxof : public keyed_xof {
public:
    explicit basic_kmacxof(bytes key, bytes custom = {})
        : keyed_xof(detail::handle<kind::keyed_xof, Name>(), key, params{.custom = custom}) {}
};

using kmacxof128 = basic_kmacxof<"kmacxof128">;
using kmacxof256 = basic_kmacxof<"kmacxof256">;

/** Keyed XOF selected at compile time. The key has `KeySize` bytes. */
template <detail::name Name, std::size_t KeySize>
class basic_keyed_xof : public keyed_xof {
public:
    static constexpr std::string_view name = Name.view();
    static constexpr std::size_t key_size = KeySize;

    explicit basic_keyed_xof(bytes key) : keyed_xof(detail::handle<kind::keyed_xof, Name>(), key) {}
};

using ascon_prf_xof = basic_keyed_xof<"ascon-prf", 16>;
using blake3_keyed_xof = basic_keyed_xof<"blake3", 32>;

/** MAC selected at compile time. The key has `KeySize` bytes and the tag has `TagSize` bytes. */
template <detail::name Name, std::size_t KeySize, std::size_t TagSize>
class basic_mac : public mac {
public:
    static constexpr std::string_view name = Name.view();
    static constexpr std::size_t key_size = KeySize;
    /** Tag size in bytes. mac::tag_size() returns the same number. */
    static constexpr std::size_t full_tag_size = TagSize;

    explicit basic_mac(bytes key) : mac(detail::handle<kind::mac, Name>(), key) {}
};

using ascon_mac = basic_mac<"ascon-mac", 16, 16>;
using ascon_prf = basic_mac<"ascon-prf", 16, 16>;
using ascon_prfshort = basic_mac<"ascon-prfshort", 16, 16>;
using blake3_keyed = basic_mac<"blake3", 32, 32>;

/** Keyed BLAKE2 (RFC 7693) as a MAC, for example blake2_mac<blake2b_256>. */
template <class Hash>
class blake2_mac : public mac {
public:
    explicit blake2_mac(bytes key) : mac(algorithm{kind::mac, Hash::name}, key) {}
};

/** HMAC (FIPS 198-1) with a hash function, for example hmac<sha3_256>. */
template <class Hash>
class hmac : public mac {
public:
    using tag_type = typename Hash::digest_type;

    explicit hmac(bytes key) : astragal::mac(handle(), key) {}

    /** Computes the tag of a whole message. */
    [[nodiscard]] static tag_type mac(bytes key, bytes message) {
        tag_type tag;
        detail::check(astragal_mac_once(handle().get(), key.data(), key.size(), nullptr, message.data(),
                                        message.size(), tag.data(), tag.size()));
        return tag;
    }
    /** Verifies the tag of a whole message in constant time. */
    [[nodiscard]] static bool verify(bytes key, bytes message, bytes tag) {
        return detail::verified(astragal_mac_verify_once(handle().get(), key.data(), key.size(), nullptr,
                                                         message.data(), message.size(), tag.data(), tag.size()));
    }
    using astragal::mac::verify;

private:
    static const algorithm &handle() {
        static const algorithm found{kind::mac, "hmac-" + std::string(Hash::name)};
        return found;
    }
};

/** AEAD selected at compile time. */
template <detail::name Name, std::size_t KeySize, std::size_t NonceSize, std::size_t TagSize>
class basic_aead : public aead {
public:
    static constexpr std::string_view name = Name.view();
    static constexpr std::size_t key_size = KeySize;
    static constexpr std::size_t nonce_size = NonceSize;
    static constexpr std::size_t tag_size = TagSize;

    explicit basic_aead(bytes key) : aead(detail::handle<kind::aead, Name>(), key) {}
};

using ascon_aead128 = basic_aead<"ascon-aead128", 16, 16, 16>;
using ascon_128 = basic_aead<"ascon-128", 16, 16, 16>;
using ascon_128a = basic_aead<"ascon-128a", 16, 16, 16>;
using ascon_80pq = basic_aead<"ascon-80pq", 20, 16, 16>;

} // namespace astragal

#endif // C++20

// These headers use the declarations above, so they are included last. Each of them includes astragal.hpp first, so the
// order is the same if a program includes one of them directly.
#include <astragal/cipher.hpp>
#include <astragal/kdf.hpp>

#endif
