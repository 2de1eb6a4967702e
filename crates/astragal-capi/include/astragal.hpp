/**
 * @file astragal.hpp
 * astragal for C++20: a header over the C interface of astragal.h.
 *
 *     auto digest = astragal::sha3_256::hash(message);        // std::array<std::uint8_t, 32>
 *
 *     astragal::shake128 xof;
 *     xof.absorb(seed);
 *     xof.finalize();
 *     xof.squeeze(buffer);
 *
 *     astragal::hash any{"skein512/256"};                     // any algorithm by name
 *
 * Objects own what they hold and move but do not copy by accident: clone() copies. Input is anything
 * contiguous of std::byte or std::uint8_t, or a string; output is anything contiguous and mutable of the two.
 *
 * A mistake in a call throws astragal::error. A tag that does not verify is no mistake but an answer, which
 * every receiver must be ready for: verify() gives a bool and decrypt() a std::optional, both [[nodiscard]].
 * There is then no plaintext to use by accident, and std::expected, which C++20 has not, would have nothing
 * to add: for one reason only, and it must not be told apart.
 */
#ifndef ASTRAGAL_HPP
#define ASTRAGAL_HPP

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <ranges>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <astragal.h>

namespace astragal {

/** A mistake in a call; what() says what was given and what is allowed. */
class error : public std::runtime_error {
public:
    explicit error(int code) : std::runtime_error(astragal_last_error()), code_(code) {}
    error(int code, const std::string &what) : std::runtime_error(what), code_(code) {}

    /** One of ASTRAGAL_ERR_*. */
    [[nodiscard]] int code() const noexcept { return code_; }

private:
    int code_;
};

namespace detail {

template <class T>
concept byte_like = std::same_as<std::remove_cv_t<T>, std::byte> || std::same_as<std::remove_cv_t<T>, std::uint8_t>;

template <class R>
concept byte_range = std::ranges::contiguous_range<R> && std::ranges::sized_range<R> &&
                     byte_like<std::remove_reference_t<std::ranges::range_reference_t<R>>>;

template <class R>
concept mutable_byte_range = byte_range<R> && !std::is_const_v<std::remove_reference_t<std::ranges::range_reference_t<R>>>;

inline void check(int code) {
    if (code != ASTRAGAL_OK) {
        throw error(code);
    }
}

/** A name known when the program is compiled. */
template <std::size_t N>
struct name {
    char text[N];
    consteval name(const char (&literal)[N]) { std::copy_n(literal, N, text); }
};

} // namespace detail

/** Bytes to read: made from anything contiguous of std::byte or std::uint8_t, or from a string. */
class bytes {
public:
    bytes() = default;
    bytes(const std::uint8_t *data, std::size_t size) : data_(data), size_(size) {}
    template <detail::byte_range R>
    bytes(const R &range)
        : data_(reinterpret_cast<const std::uint8_t *>(std::ranges::data(range))), size_(std::ranges::size(range)) {}
    template <class S>
        requires std::convertible_to<const S &, std::string_view>
    bytes(const S &text) : bytes(std::string_view(text), 0) {}

    [[nodiscard]] const std::uint8_t *data() const noexcept { return data_; }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }

private:
    bytes(std::string_view text, int) : data_(reinterpret_cast<const std::uint8_t *>(text.data())), size_(text.size()) {}

    const std::uint8_t *data_ = nullptr;
    std::size_t size_ = 0;
};

/** Bytes to write: made from anything contiguous and mutable of std::byte or std::uint8_t. */
class mutable_bytes {
public:
    mutable_bytes() = default;
    mutable_bytes(std::uint8_t *data, std::size_t size) : data_(data), size_(size) {}
    template <class R>
        requires detail::mutable_byte_range<R>
    mutable_bytes(R &&range)
        : data_(reinterpret_cast<std::uint8_t *>(std::ranges::data(range))), size_(std::ranges::size(range)) {}

    [[nodiscard]] std::uint8_t *data() const noexcept { return data_; }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }

private:
    std::uint8_t *data_ = nullptr;
    std::size_t size_ = 0;
};

/** Parameters of an algorithm; what is left alone has its default. The strings must outlive the call. */
struct params {
    /** Customization string S; BLAKE3's context for deriving keys. */
    std::optional<bytes> custom{};
    /** Function name N of cSHAKE. */
    std::optional<bytes> function_name{};
    /** Length in bytes of the output or tag, where it has to be known before. */
    std::size_t output_size = 0;
    /** Block size in bytes of ParallelHash. */
    std::size_t block_size = 0;
    /** Domain separation byte of TurboSHAKE. */
    int domain = 0;

    [[nodiscard]] astragal_params raw() const noexcept {
        astragal_params raw{};
        raw.size = sizeof raw;
        set(custom, raw.custom, raw.custom_len);
        set(function_name, raw.function_name, raw.function_name_len);
        raw.output_len = output_size;
        raw.block_len = block_size;
        raw.domain = domain;
        return raw;
    }

private:
    static void set(const std::optional<bytes> &from, const std::uint8_t *&data, std::size_t &size) noexcept {
        static constexpr std::uint8_t empty = 0;
        if (from) {
            // Empty is not the same as none, which is NULL.
            data = from->data() == nullptr ? &empty : from->data();
            size = from->size();
        }
    }
};

/** The kinds of algorithm. */
enum class kind : int { hash = ASTRAGAL_HASH, xof = ASTRAGAL_XOF, mac = ASTRAGAL_MAC, aead = ASTRAGAL_AEAD };

/** An algorithm: a handle that costs nothing to copy. */
class algorithm {
public:
    /** @throws error when there is none of this name; what() tells the nearest names. */
    algorithm(astragal::kind kind, std::string_view name) : alg_(astragal_find(int(kind), std::string(name).c_str())) {
        if (alg_ == nullptr) {
            throw error(ASTRAGAL_ERR_ALGORITHM);
        }
    }
    explicit algorithm(const astragal_alg *alg) : alg_(alg) {}

    /** Every algorithm of a kind. */
    [[nodiscard]] static std::vector<algorithm> all(astragal::kind kind) {
        std::vector<algorithm> found;
        for (std::size_t i = 0; i < astragal_alg_count(int(kind)); i++) {
            found.emplace_back(astragal_alg_at(int(kind), i));
        }
        return found;
    }

    [[nodiscard]] const astragal_alg *get() const noexcept { return alg_; }
    [[nodiscard]] std::string_view name() const { return astragal_alg_name(alg_); }
    [[nodiscard]] std::string_view family() const { return astragal_alg_family(alg_); }
    [[nodiscard]] std::string_view standard() const { return astragal_alg_standard(alg_); }
    /** The name of the code that runs here: "portable", "avx2", "avx512" and so on. */
    [[nodiscard]] std::string_view backend() const { return astragal_alg_backend(alg_); }
    /** The length in bytes of the digest, of the tag, or of the output for full collision resistance. */
    [[nodiscard]] std::size_t output_size() const { return property(ASTRAGAL_OUTPUT_LEN); }
    [[nodiscard]] std::size_t block_size() const { return property(ASTRAGAL_BLOCK_LEN); }
    [[nodiscard]] std::size_t key_size() const { return property(ASTRAGAL_KEY_LEN_MIN); }
    [[nodiscard]] std::size_t nonce_size() const { return property(ASTRAGAL_NONCE_LEN); }
    [[nodiscard]] bool is_constant_time() const { return property(ASTRAGAL_TIMING) == ASTRAGAL_CONSTANT_TIME; }

    /** Any of ASTRAGAL_OUTPUT_LEN and so on. */
    [[nodiscard]] std::size_t property(int what) const {
        std::size_t number = 0;
        detail::check(astragal_alg_get(alg_, what, &number));
        return number;
    }

private:
    const astragal_alg *alg_;
};

namespace detail {

/** The handle of an algorithm whose name is known when the program is compiled, looked up once. */
template <kind K, name Name>
const algorithm &known() {
    static const algorithm found{K, Name.text};
    return found;
}

/** An object of the C interface: moves, and is freed once. */
template <class T, void (*Free)(T *)>
class owner {
public:
    owner() = default;
    owner(owner &&other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
    owner &operator=(owner &&other) noexcept {
        std::swap(object_, other.object_);
        return *this;
    }
    ~owner() { Free(object_); }

    [[nodiscard]] T *get() const noexcept { return object_; }
    [[nodiscard]] T **place() noexcept { return &object_; }

private:
    T *object_ = nullptr;
};

} // namespace detail

/** A hash function chosen at run time: "sha3-256", "Skein512/256", … */
class hash {
public:
    explicit hash(std::string_view name) : hash(algorithm{kind::hash, name}) {}
    explicit hash(const algorithm &alg) { detail::check(astragal_hash_new(object_.place(), alg.get(), nullptr)); }

    /** The digest of a whole message. */
    [[nodiscard]] static std::vector<std::uint8_t> digest(std::string_view name, bytes message) {
        const algorithm alg{kind::hash, name};
        std::vector<std::uint8_t> out(alg.output_size());
        detail::check(astragal_hash_once(alg.get(), message.data(), message.size(), out.data(), out.size()));
        return out;
    }

    hash &update(bytes data) {
        detail::check(astragal_hash_update(object_.get(), data.data(), data.size()));
        return *this;
    }
    /** update() on all cores, where the hash is a tree and the data is long. */
    hash &update_parallel(bytes data) {
        detail::check(astragal_hash_update_parallel(object_.get(), data.data(), data.size()));
        return *this;
    }
    /** Gives the digest, which must have the size of `out`, and goes back to the empty message. */
    void final(mutable_bytes out) { detail::check(astragal_hash_final(object_.get(), out.data(), out.size())); }
    /** Gives the digest, and goes back to the empty message. */
    [[nodiscard]] std::vector<std::uint8_t> final() {
        std::vector<std::uint8_t> out(alg().output_size());
        final(out);
        return out;
    }
    void reset() { detail::check(astragal_hash_reset(object_.get())); }
    /** A copy with the same message so far. */
    [[nodiscard]] hash clone() const {
        hash copy;
        detail::check(astragal_hash_copy(copy.object_.place(), object_.get()));
        return copy;
    }
    [[nodiscard]] algorithm alg() const { return algorithm{astragal_hash_alg(object_.get())}; }

private:
    hash() = default;
    detail::owner<astragal_hash, astragal_hash_free> object_;
};

/** A hash function known when the program is compiled, whose digest is an array. */
template <detail::name Name, std::size_t DigestSize>
class basic_hash {
public:
    static constexpr std::size_t digest_size = DigestSize;
    using digest_type = std::array<std::uint8_t, DigestSize>;

    basic_hash() : hash_(detail::known<kind::hash, Name>()) {}

    /** The digest of a whole message. */
    [[nodiscard]] static digest_type hash(bytes message) {
        const auto *alg = detail::known<kind::hash, Name>().get();
        digest_type out;
        detail::check(astragal_hash_once(alg, message.data(), message.size(), out.data(), out.size()));
        return out;
    }
    /** The digests of many messages, several at once where the family can. */
    [[nodiscard]] static std::vector<digest_type> hash_many(std::span<const bytes> messages) {
        std::vector<const std::uint8_t *> starts;
        std::vector<std::size_t> sizes;
        for (const auto &message : messages) {
            starts.push_back(message.data());
            sizes.push_back(message.size());
        }
        std::vector<digest_type> digests(messages.size());
        static_assert(sizeof(digest_type) == DigestSize);
        const auto *alg = detail::known<kind::hash, Name>().get();
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
    /** Gives the digest, and goes back to the empty message. */
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

using sha3_224 = basic_hash<"sha3-224", 28>;
using sha3_256 = basic_hash<"sha3-256", 32>;
using sha3_384 = basic_hash<"sha3-384", 48>;
using sha3_512 = basic_hash<"sha3-512", 64>;
using keccak_256 = basic_hash<"keccak-256", 32>;
using sha224 = basic_hash<"sha224", 28>;
using sha256 = basic_hash<"sha256", 32>;
using sha384 = basic_hash<"sha384", 48>;
using sha512 = basic_hash<"sha512", 64>;
using sha512_256 = basic_hash<"sha512-256", 32>;
using blake2b_512 = basic_hash<"blake2b-512", 64>;
using blake2s_256 = basic_hash<"blake2s-256", 32>;
using blake3 = basic_hash<"blake3", 32>;
using skein512_512 = basic_hash<"skein512-512", 64>;
using sm3 = basic_hash<"sm3", 32>;
using ascon_hash256 = basic_hash<"ascon-hash256", 32>;

/** An extendable-output function chosen at run time: absorb, finalize, squeeze. Any other order throws. */
class xof {
public:
    explicit xof(std::string_view name, const params &params = {}) : xof(algorithm{kind::xof, name}, params) {}
    explicit xof(const algorithm &alg, const params &params = {}) {
        const auto raw = params.raw();
        detail::check(astragal_xof_new(object_.place(), alg.get(), &raw));
    }

    xof &absorb(bytes data) {
        must(!is_final_, "has been finalized and absorbs no more");
        detail::check(astragal_xof_absorb(object_.get(), data.data(), data.size()));
        return *this;
    }
    /** absorb() on all cores, where the function is a tree and the data is long. */
    xof &absorb_parallel(bytes data) {
        must(!is_final_, "has been finalized and absorbs no more");
        detail::check(astragal_xof_absorb_parallel(object_.get(), data.data(), data.size()));
        return *this;
    }
    /** The next element of a tuple: TupleHash. */
    xof &absorb_item(bytes item) {
        must(!is_final_, "has been finalized and absorbs no more");
        detail::check(astragal_xof_begin_item(object_.get(), item.size()));
        return absorb(item);
    }
    /** Ends the message: from now on, squeeze. */
    xof &finalize() {
        must(!is_final_, "has been finalized before");
        // Nothing is squeezed, but an element of a tuple that lacks bytes is noticed here.
        detail::check(astragal_xof_squeeze(object_.get(), nullptr, 0));
        is_final_ = true;
        return *this;
    }
    /** Gives the next bytes of output. */
    void squeeze(mutable_bytes out) {
        must(is_final_, "must be finalized before it is squeezed");
        detail::check(astragal_xof_squeeze(object_.get(), out.data(), out.size()));
    }
    /** Gives the next bytes of output. */
    [[nodiscard]] std::vector<std::uint8_t> squeeze(std::size_t size) {
        std::vector<std::uint8_t> out(size);
        squeeze(mutable_bytes(out));
        return out;
    }
    /** Gives the next bytes of output. */
    template <std::size_t Size>
    [[nodiscard]] std::array<std::uint8_t, Size> squeeze() {
        std::array<std::uint8_t, Size> out;
        squeeze(mutable_bytes(out));
        return out;
    }
    /** Passes over the next bytes of output. */
    void skip(std::uint64_t size) {
        must(is_final_, "must be finalized before it is squeezed");
        detail::check(astragal_xof_skip(object_.get(), size));
    }
    /** Goes back to the empty message, the parameters kept. */
    void reset() {
        detail::check(astragal_xof_reset(object_.get()));
        is_final_ = false;
    }
    /** A copy with the same message or output so far. */
    [[nodiscard]] xof clone() const {
        xof copy;
        detail::check(astragal_xof_copy(copy.object_.place(), object_.get()));
        copy.is_final_ = is_final_;
        return copy;
    }
    [[nodiscard]] algorithm alg() const { return algorithm{astragal_xof_alg(object_.get())}; }

private:
    xof() = default;

    void must(bool holds, const char *otherwise) const {
        if (!holds) {
            throw error(ASTRAGAL_ERR_STATE, std::string(alg().name()) + " " + otherwise);
        }
    }

    detail::owner<astragal_xof, astragal_xof_free> object_;
    bool is_final_ = false;
};

/** An extendable-output function known when the program is compiled, without parameters. */
template <detail::name Name>
class basic_xof : public xof {
public:
    basic_xof() : xof(detail::known<kind::xof, Name>()) {}

    /** The first bytes of output for a whole message. */
    static void hash(bytes message, mutable_bytes out) {
        const auto *alg = detail::known<kind::xof, Name>().get();
        detail::check(astragal_xof_once(alg, nullptr, message.data(), message.size(), out.data(), out.size()));
    }
    template <std::size_t Size>
    [[nodiscard]] static std::array<std::uint8_t, Size> hash(bytes message) {
        std::array<std::uint8_t, Size> out;
        hash(message, out);
        return out;
    }
};

using shake128 = basic_xof<"shake128">;
using shake256 = basic_xof<"shake256">;
using ascon_xof128 = basic_xof<"ascon-xof128">;

/** cSHAKE (SP 800-185) with customization string S and function name N. */
template <detail::name Name>
class basic_cshake : public xof {
public:
    explicit basic_cshake(bytes custom, bytes function_name = {})
        : xof(detail::known<kind::xof, Name>(), params{.custom = custom, .function_name = function_name}) {}
};

using cshake128 = basic_cshake<"cshake128">;
using cshake256 = basic_cshake<"cshake256">;

/** TurboSHAKE (RFC 9861) with a domain separation byte of 0x01 to 0x7f. */
template <detail::name Name>
class basic_turboshake : public xof {
public:
    explicit basic_turboshake(std::uint8_t domain = 0x1f)
        // 0 stands for the default, but is no domain byte.
        : xof(detail::known<kind::xof, Name>(), params{.domain = domain == 0 ? -1 : domain}) {}
};

using turboshake128 = basic_turboshake<"turboshake128">;
using turboshake256 = basic_turboshake<"turboshake256">;

/** KT128 and KT256 (RFC 9861) with a customization string. */
template <detail::name Name>
class basic_kt : public xof {
public:
    explicit basic_kt(bytes custom = {}) : xof(detail::known<kind::xof, Name>(), params{.custom = custom}) {}
};

using kt128 = basic_kt<"kt128">;
using kt256 = basic_kt<"kt256">;

/** A message authentication code chosen at run time: "hmac-sha256", "kmac128", … */
class mac {
public:
    mac(std::string_view name, bytes key, const params &params = {}) : mac(algorithm{kind::mac, name}, key, params) {}
    mac(const algorithm &alg, bytes key, const params &params = {}) {
        const auto raw = params.raw();
        detail::check(astragal_mac_new(object_.place(), alg.get(), key.data(), key.size(), &raw));
    }

    mac &update(bytes data) {
        detail::check(astragal_mac_update(object_.get(), data.data(), data.size()));
        return *this;
    }
    /** Gives the tag, which must have the size of `out`, and goes back to the empty message, the key kept. */
    void final(mutable_bytes out) { detail::check(astragal_mac_final(object_.get(), out.data(), out.size())); }
    /** Gives the tag, and goes back to the empty message, the key kept. */
    [[nodiscard]] std::vector<std::uint8_t> final() {
        std::vector<std::uint8_t> out(tag_size());
        final(out);
        return out;
    }
    /** Compares the tag in constant time, and goes back to the empty message, the key kept. */
    [[nodiscard]] bool verify(bytes tag) {
        const int code = astragal_mac_verify(object_.get(), tag.data(), tag.size());
        if (code != ASTRAGAL_INVALID) {
            detail::check(code);
        }
        return code == ASTRAGAL_OK;
    }
    void reset() { detail::check(astragal_mac_reset(object_.get())); }
    /** A copy with the same key and the same message so far. */
    [[nodiscard]] mac clone() const {
        mac copy;
        detail::check(astragal_mac_copy(copy.object_.place(), object_.get()));
        return copy;
    }
    [[nodiscard]] std::size_t tag_size() const { return astragal_mac_tag_len(object_.get()); }
    [[nodiscard]] algorithm alg() const { return algorithm{astragal_mac_alg(object_.get())}; }

private:
    mac() = default;
    detail::owner<astragal_mac, astragal_mac_free> object_;
};

/** KMAC (SP 800-185) with a customization string. The tag's size is part of what is authenticated. */
template <detail::name Name, std::size_t FullTagSize>
class basic_kmac : public mac {
public:
    explicit basic_kmac(bytes key, bytes custom = {}, std::size_t tag_size = FullTagSize)
        : mac(detail::known<kind::mac, Name>(), key, params{.custom = custom, .output_size = tag_size}) {}
};

using kmac128 = basic_kmac<"kmac128", 32>;
using kmac256 = basic_kmac<"kmac256", 64>;

/** An authenticated cipher chosen at run time, under a key. */
class aead {
public:
    aead(std::string_view name, bytes key) : aead(algorithm{kind::aead, name}, key) {}
    aead(const algorithm &alg, bytes key) {
        detail::check(astragal_aead_new(object_.place(), alg.get(), key.data(), key.size(), nullptr));
    }

    /** The ciphertext of a message with the tag behind it. A nonce is never used twice with the same key. */
    [[nodiscard]] std::vector<std::uint8_t> encrypt(bytes nonce, bytes associated_data, bytes message) const {
        std::vector<std::uint8_t> sealed(message.size() + alg().output_size());
        auto *tag = sealed.data() + message.size();
        detail::check(astragal_aead_encrypt(object_.get(), nonce.data(), nonce.size(), associated_data.data(),
                                            associated_data.size(), message.data(), message.size(), sealed.data(),
                                            tag, sealed.size() - message.size()));
        return sealed;
    }
    /** The message of a ciphertext with its tag behind it; nothing if it is not authentic. */
    [[nodiscard]] std::optional<std::vector<std::uint8_t>> decrypt(bytes nonce, bytes associated_data,
                                                                   bytes sealed) const {
        const std::size_t tag_size = alg().output_size();
        if (sealed.size() < tag_size) {
            return std::nullopt;
        }
        std::vector<std::uint8_t> message(sealed.size() - tag_size);
        const bytes ciphertext{sealed.data(), message.size()}, tag{sealed.data() + message.size(), tag_size};
        if (!open(nonce, associated_data, ciphertext, tag, message)) {
            return std::nullopt;
        }
        return message;
    }
    /** Encrypts `text` in place; the tag stands apart. Allocates nothing. */
    void encrypt_in_place(bytes nonce, bytes associated_data, mutable_bytes text, mutable_bytes tag) const {
        detail::check(astragal_aead_encrypt(object_.get(), nonce.data(), nonce.size(), associated_data.data(),
                                            associated_data.size(), text.data(), text.size(), text.data(), tag.data(),
                                            tag.size()));
    }
    /** Decrypts `text` in place; false if it is not authentic, `text` is zeroed then. Allocates nothing. */
    [[nodiscard]] bool decrypt_in_place(bytes nonce, bytes associated_data, mutable_bytes text, bytes tag) const {
        return open(nonce, associated_data, bytes{text.data(), text.size()}, tag, text);
    }
    /** A copy with the same key. */
    [[nodiscard]] aead clone() const {
        aead copy;
        detail::check(astragal_aead_copy(copy.object_.place(), object_.get()));
        return copy;
    }
    [[nodiscard]] algorithm alg() const { return algorithm{astragal_aead_alg(object_.get())}; }

private:
    aead() = default;

    bool open(bytes nonce, bytes associated_data, bytes ciphertext, bytes tag, mutable_bytes message) const {
        const int code = astragal_aead_decrypt(object_.get(), nonce.data(), nonce.size(), associated_data.data(),
                                               associated_data.size(), ciphertext.data(), ciphertext.size(),
                                               tag.data(), tag.size(), message.data());
        if (code != ASTRAGAL_INVALID) {
            detail::check(code);
        }
        return code == ASTRAGAL_OK;
    }

    detail::owner<astragal_aead, astragal_aead_free> object_;
};

/** An authenticated cipher known when the program is compiled. */
template <detail::name Name>
class basic_aead : public aead {
public:
    explicit basic_aead(bytes key) : aead(detail::known<kind::aead, Name>(), key) {}
};

using ascon_aead128 = basic_aead<"ascon-aead128">;

/** Whether two byte strings are equal, in constant time for strings of the same size. */
[[nodiscard]] inline bool equal(bytes a, bytes b) {
    if (a.size() != b.size()) {
        return false;
    }
    const int code = astragal_verify(a.data(), b.data(), a.size());
    if (code != ASTRAGAL_INVALID) {
        detail::check(code);
    }
    return code == ASTRAGAL_OK;
}

/** The state of Keccak-p[1600]: lane x + 5y is A[x, y]. */
using keccak_state = std::array<std::uint64_t, 25>;

/** Keccak-p[1600, rounds] (FIPS 202 §3.3). Hazardous: for implementers of schemes. */
inline void keccak_p1600(keccak_state &state, unsigned rounds = 24) {
    detail::check(astragal_keccak_p1600(state.data(), rounds));
}

/** Keccak-p[1600, rounds] on two, four or eight states side by side. */
template <std::size_t N>
    requires(N == 2 || N == 4 || N == 8)
void keccak_p1600(std::array<keccak_state, N> &states, unsigned rounds = 24) {
    auto *lanes = reinterpret_cast<std::uint64_t(*)[25]>(states.data());
    if constexpr (N == 2) {
        detail::check(astragal_keccak_p1600_x2(lanes, rounds));
    } else if constexpr (N == 4) {
        detail::check(astragal_keccak_p1600_x4(lanes, rounds));
    } else {
        detail::check(astragal_keccak_p1600_x8(lanes, rounds));
    }
}

/** The version of the library at run time, as "0.1.0". */
[[nodiscard]] inline std::string_view version() { return astragal_version_string(); }

} // namespace astragal

#endif
