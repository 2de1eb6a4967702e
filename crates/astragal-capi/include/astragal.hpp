/**
 * @file astragal.hpp
 * astragal for C++20: a header over the C interface of astragal.h. With ASTRAGAL_CXX17 defined it compiles as C++17, without
 * what C++17 cannot express: algorithms as types (sha3_256, gcm<aes256>). Algorithms by name are all there.
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
 * Objects own what they hold and move but do not copy by accident: clone() copies; one that was moved from
 * throws whatever is asked of it. Input is anything contiguous of std::byte, std::uint8_t or char, whole, or a
 * string literal, which is text: the NUL at its end does not count. Output is anything contiguous and mutable
 * of the three. astragal/types.hpp, cipher.hpp and kdf.hpp, which this header includes, have every algorithm as a
 * type, block ciphers with their modes, and key derivation.
 *
 * A mistake in a call throws astragal::error; compiled with -fno-exceptions, it ends the program by
 * failure_handler, and who wants codes calls astragal.h. A tag that does not verify is no mistake but an answer, which
 * every receiver must be ready for: verify() gives a bool and decrypt() a std::optional, both [[nodiscard]].
 * There is then no plaintext to use by accident, and std::expected, which C++20 has not, would have nothing
 * to add: for one reason only, and it must not be told apart.
 */
#ifndef ASTRAGAL_HPP
#define ASTRAGAL_HPP

/** The version of C++ that the program is compiled as, as __cplusplus, which Visual C++ keeps at 199711. */
#if defined(_MSVC_LANG)
#define ASTRAGAL_CPLUSPLUS _MSVC_LANG
#else
#define ASTRAGAL_CPLUSPLUS __cplusplus
#endif
#if ASTRAGAL_CPLUSPLUS < 201703L || (ASTRAGAL_CPLUSPLUS < 202002L && !defined(ASTRAGAL_CXX17))
#error "astragal.hpp needs C++20: compile with -std=c++20, or with -std=c++17 -DASTRAGAL_CXX17 for algorithms by name alone"
#endif

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <optional>
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

/**
 * What is called with a mistake where the program is compiled without exceptions; it must not return. Without one,
 * the message goes to standard error and the program ends by std::abort(). The functions of astragal.h give codes.
 */
using failure_handler = void (*)(const error &);

namespace detail {

inline std::atomic<failure_handler> on_failure{nullptr};

/** Throws the mistake, or ends the program with it where there are no exceptions. */
[[noreturn]] inline void fail(const error &mistake) {
#if defined(__cpp_exceptions)
    throw mistake;
#else
    if (const auto handler = on_failure.load()) {
        handler(mistake);
    } else {
        std::fprintf(stderr, "astragal: %s\n", mistake.what());
    }
    std::abort();
#endif
}

/** A pointer that must not be NULL; `mistake` is made of what the rest of the arguments are. */
template <class T, class... Mistake>
T *present(T *pointer, const Mistake &...mistake) {
    if (pointer == nullptr) {
        fail(error(mistake...));
    }
    return pointer;
}

/** The type of the elements of contiguous memory, as std::data() gives it, const where they are; void for anything else. */
template <class R, class = void>
struct element {
    using type = void;
};
template <class R>
struct element<R, std::void_t<decltype(std::data(std::declval<R &>())), decltype(std::size(std::declval<R &>()))>> {
    using type = std::remove_pointer_t<decltype(std::data(std::declval<R &>()))>;
};
template <class R>
using element_t = typename element<std::remove_reference_t<R>>::type;

template <class T>
inline constexpr bool is_byte_like =
    std::is_same_v<std::remove_cv_t<T>, std::byte> || std::is_same_v<std::remove_cv_t<T>, std::uint8_t> ||
    std::is_same_v<std::remove_cv_t<T>, char>;

/** An array of char is either text or bytes, and only its author knows which. */
template <class R>
inline constexpr bool is_char_array = std::is_array_v<R> && std::is_same_v<std::remove_cv_t<std::remove_extent_t<R>>, char>;

template <class R>
using if_bytes = std::enable_if_t<is_byte_like<element_t<R>> && !is_char_array<R>, int>;

template <class R>
using if_mutable_bytes = std::enable_if_t<is_byte_like<element_t<R>> && !std::is_const_v<element_t<R>>, int>;

inline void check(int code) {
    if (code != ASTRAGAL_OK) {
        fail(error(code));
    }
}

} // namespace detail

/** Has `handler` called with every mistake, in programs without exceptions. */
inline void set_failure_handler(failure_handler handler) { detail::on_failure = handler; }

/** The name of an algorithm. NULL is a mistake, which throws. */
class name_view {
public:
    name_view(const char *name) : text_(detail::present(name, ASTRAGAL_ERR_NULL, "the name is NULL")) {}
    template <class S, std::enable_if_t<std::is_convertible_v<const S &, std::string_view> &&
                                            !std::is_convertible_v<const S &, const char *>,
                                        int> = 0>
    name_view(const S &name) : text_(name) {}

    [[nodiscard]] std::string_view text() const noexcept { return text_; }

private:
    std::string_view text_;
};

/**
 * Bytes to read: made from anything contiguous of std::byte, std::uint8_t or char, all of it, or from a string
 * literal, without the NUL at its end. Any other array of char could be either, and has to say which:
 * std::span(array) for bytes, std::string_view(array) for text.
 */
class bytes {
public:
    bytes() = default;
    bytes(const std::uint8_t *data, std::size_t size) : data_(data), size_(size) {}
    template <class R, detail::if_bytes<const R> = 0>
    bytes(const R &range)
        : data_(reinterpret_cast<const std::uint8_t *>(std::data(range))), size_(std::size_t(std::size(range))) {}
    template <std::size_t N>
    bytes(char (&array)[N]) = delete;
    /** @throws error when it is no text: with a NUL before its end, or none there. */
    template <std::size_t N>
    bytes(const char (&literal)[N]) : data_(reinterpret_cast<const std::uint8_t *>(literal)), size_(N - 1) {
        if (std::find(literal, literal + N, '\0') != literal + N - 1) {
            detail::fail(error(ASTRAGAL_ERR_PARAMETER, "an array of char with NULs is no text; std::span takes it as "
                                                       "bytes, std::string_view as text"));
        }
    }
    /** Text up to its NUL. */
    template <class P, std::enable_if_t<std::is_same_v<P, const char *> || std::is_same_v<P, char *>, int> = 0>
    bytes(const P &text)
        : bytes(std::string_view(detail::present(text, ASTRAGAL_ERR_NULL, "the text is NULL"))) {}

    [[nodiscard]] const std::uint8_t *data() const noexcept { return data_; }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }

private:
    const std::uint8_t *data_ = nullptr;
    std::size_t size_ = 0;
};

/** Bytes to write: made from anything contiguous and mutable of std::byte, std::uint8_t or char. */
class mutable_bytes {
public:
    mutable_bytes() = default;
    mutable_bytes(std::uint8_t *data, std::size_t size) : data_(data), size_(size) {}
    template <class R, detail::if_mutable_bytes<R> = 0>
    mutable_bytes(R &&range)
        : data_(reinterpret_cast<std::uint8_t *>(std::data(range))), size_(std::size_t(std::size(range))) {}

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
    std::size_t domain = 0;
    /** Key of an extendable-output function under a key, and of BLAKE2 and Skein as hash functions. */
    std::optional<bytes> key{};
    /** Salt of BLAKE and BLAKE2. */
    std::optional<bytes> salt{};
    /** Personalization of BLAKE2 and Skein. */
    std::optional<bytes> personal{};
    /** Skein's public key, that the digest's signature is verified with. */
    std::optional<bytes> public_key{};
    /** Skein's key identifier, of the key to derive. */
    std::optional<bytes> key_id{};
    /** Skein's nonce. */
    std::optional<bytes> nonce{};
    /** Slot in a tree of BLAKE2; must outlive the call. */
    const astragal_tree_node *node = nullptr;

    [[nodiscard]] astragal_params raw() const noexcept {
        astragal_params raw{};
        raw.size = sizeof raw;
        set(custom, raw.custom, raw.custom_len);
        set(function_name, raw.function_name, raw.function_name_len);
        set(key, raw.key, raw.key_len);
        set(salt, raw.salt, raw.salt_len);
        set(personal, raw.personal, raw.personal_len);
        set(public_key, raw.public_key, raw.public_key_len);
        set(key_id, raw.key_id, raw.key_id_len);
        set(nonce, raw.nonce, raw.nonce_len);
        raw.node = node;
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
enum class kind : int {
    hash = ASTRAGAL_HASH,
    xof = ASTRAGAL_XOF,
    mac = ASTRAGAL_MAC,
    aead = ASTRAGAL_AEAD,
    cipher = ASTRAGAL_CIPHER,
    mode = ASTRAGAL_MODE,
    kdf = ASTRAGAL_KDF,
    keyed_xof = ASTRAGAL_KEYED_XOF
};

/** An algorithm: a handle that costs nothing to copy. */
class algorithm {
public:
    /** @throws error when there is none of this name; what() tells the nearest names. */
    algorithm(astragal::kind kind, name_view name) : alg_(astragal_find(int(kind), whole(name).c_str())) {
        if (alg_ == nullptr) {
            detail::fail(error(ASTRAGAL_ERR_ALGORITHM));
        }
    }
    /** @throws error for NULL. */
    explicit algorithm(const astragal_alg *alg)
        : alg_(detail::present(alg, ASTRAGAL_ERR_ALGORITHM, "the algorithm is NULL")) {}

    /** Every algorithm of a kind. */
    [[nodiscard]] static std::vector<algorithm> all(astragal::kind kind) {
        std::vector<algorithm> found;
        for (std::size_t i = 0; i < astragal_alg_count(int(kind)); i++) {
            found.emplace_back(astragal_alg_at(int(kind), i));
        }
        return found;
    }

    [[nodiscard]] const astragal_alg *get() const noexcept { return alg_; }
    [[nodiscard]] std::string_view name() const { return text(astragal_alg_name(alg_)); }
    [[nodiscard]] std::string_view family() const { return text(astragal_alg_family(alg_)); }
    [[nodiscard]] std::string_view standard() const { return text(astragal_alg_standard(alg_)); }
    /** The name of the code that runs here: "portable", "avx2", "avx512" and so on. */
    [[nodiscard]] std::string_view backend() const { return text(astragal_alg_backend(alg_)); }
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
    static std::string whole(name_view name) {
        if (name.text().find('\0') != std::string_view::npos) {
            detail::fail(error(ASTRAGAL_ERR_ALGORITHM, "the name holds a NUL"));
        }
        return std::string(name.text());
    }
    static std::string_view text(const char *found) {
        return detail::present(found, ASTRAGAL_ERR_ALGORITHM);
    }

    const astragal_alg *alg_;
};

namespace detail {

/** The algorithm of an object; @throws error if the object has been moved away. */
inline algorithm of_object(const astragal_alg *found) {
    return algorithm{present(found, ASTRAGAL_ERR_OBJECT)};
}

/** Whether it verified; @throws error for a mistake in the call. */
[[nodiscard]] inline bool verified(int code) {
    if (code != ASTRAGAL_INVALID) {
        check(code);
    }
    return code == ASTRAGAL_OK;
}

inline void same_size(std::size_t input, std::size_t output) {
    if (input != output) {
        fail(error(ASTRAGAL_ERR_LENGTH,
                   "the output is " + std::to_string(output) + " bytes; " + std::to_string(input) + " are needed"));
    }
}

/** An object of the C interface: moves, and is freed once. One that was moved from holds nothing. */
template <class T, void (*Free)(T *)>
class owner {
public:
    owner() = default;
    owner(owner &&other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
    owner &operator=(owner &&other) noexcept {
        if (this != &other) {
            Free(object_);
            object_ = std::exchange(other.object_, nullptr);
        }
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
    explicit hash(name_view name) : hash(algorithm{kind::hash, name}) {}
    explicit hash(const algorithm &alg) { detail::check(astragal_hash_new(object_.place(), alg.get(), nullptr)); }
    /** With a salt, a key, a personalization, a digest of chosen length: "blake-256", "blake2b", "skein512". */
    hash(name_view name, const params &params) : hash(algorithm{kind::hash, name}, params) {}
    hash(const algorithm &alg, const params &params) {
        const auto raw = params.raw();
        detail::check(astragal_hash_new(object_.place(), alg.get(), &raw));
    }

    /** The digest of a whole message. */
    [[nodiscard]] static std::vector<std::uint8_t> digest(name_view name, bytes message) {
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
        std::vector<std::uint8_t> out(size());
        final(out);
        return out;
    }
    /** The digest's length in bytes. */
    [[nodiscard]] std::size_t size() const {
        (void)alg();
        return astragal_hash_digest_len(object_.get());
    }
    void reset() { detail::check(astragal_hash_reset(object_.get())); }
    /** A copy with the same message so far. */
    [[nodiscard]] hash clone() const {
        hash copy;
        detail::check(astragal_hash_copy(copy.object_.place(), object_.get()));
        return copy;
    }
    /** The state as bytes, from which import_state() goes on, in another process or on another machine. */
    [[nodiscard]] std::vector<std::uint8_t> export_state() const {
        std::size_t size = 0;
        if (const int code = astragal_hash_export(object_.get(), nullptr, &size); code != ASTRAGAL_ERR_LENGTH) {
            detail::check(code);
        }
        std::vector<std::uint8_t> state(size);
        detail::check(astragal_hash_export(object_.get(), state.data(), &size));
        return state;
    }
    /** Goes on from a state of the same algorithm; throws, and changes nothing, if it is another or damaged. */
    hash &import_state(bytes state) {
        detail::check(astragal_hash_import(object_.get(), state.data(), state.size()));
        return *this;
    }
    [[nodiscard]] algorithm alg() const { return detail::of_object(astragal_hash_alg(object_.get())); }

private:
    hash() = default;
    detail::owner<astragal_hash, astragal_hash_free> object_;
};

/** An extendable-output function chosen at run time: absorb, finalize, squeeze. Any other order throws. */
class xof {
public:
    explicit xof(name_view name, const params &params = {}) : xof(algorithm{kind::xof, name}, params) {}
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
    [[nodiscard]] algorithm alg() const { return detail::of_object(astragal_xof_alg(object_.get())); }

private:
    xof() = default;

    void must(bool holds, const char *otherwise) const {
        if (!holds) {
            detail::fail(error(ASTRAGAL_ERR_STATE, std::string(alg().name()) + " " + otherwise));
        }
    }

    detail::owner<astragal_xof, astragal_xof_free> object_;
    bool is_final_ = false;
};

/** An extendable-output function under a key, chosen at run time: "kmacxof128", "kmacxof256", "ascon-prf", "blake3". */
class keyed_xof : public xof {
public:
    keyed_xof(name_view name, bytes key, const params &params = {})
        : keyed_xof(algorithm{kind::keyed_xof, name}, key, params) {}
    keyed_xof(const algorithm &alg, bytes key, params params = {}) : xof(alg, with(std::move(params), key)) {}

private:
    static params with(params &&params, bytes key) {
        params.key = key;
        return params;
    }
};

/** A message authentication code chosen at run time: "hmac-sha256", "kmac128", … */
class mac {
public:
    mac(name_view name, bytes key, const params &params = {}) : mac(algorithm{kind::mac, name}, key, params) {}
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
        return detail::verified(astragal_mac_verify(object_.get(), tag.data(), tag.size()));
    }
    void reset() { detail::check(astragal_mac_reset(object_.get())); }
    /** A copy with the same key and the same message so far. */
    [[nodiscard]] mac clone() const {
        mac copy;
        detail::check(astragal_mac_copy(copy.object_.place(), object_.get()));
        return copy;
    }
    /**
     * The state as bytes, from which import_state_with_key() goes on, in another process or on another machine. They hold
     * the key: keep them as secret, and wipe them by astragal_wipe(). Throws for CMAC.
     */
    [[nodiscard]] std::vector<std::uint8_t> export_state_with_key() const {
        std::size_t size = 0;
        if (const int code = astragal_mac_export_with_key(object_.get(), nullptr, &size); code != ASTRAGAL_ERR_LENGTH) {
            detail::check(code);
        }
        std::vector<std::uint8_t> state(size);
        detail::check(astragal_mac_export_with_key(object_.get(), state.data(), &size));
        return state;
    }
    /** Goes on from a state of the same algorithm; throws, and changes nothing, if it is another or damaged. */
    mac &import_state_with_key(bytes state) {
        detail::check(astragal_mac_import_with_key(object_.get(), state.data(), state.size()));
        return *this;
    }
    [[nodiscard]] std::size_t tag_size() const {
        (void)alg();
        return astragal_mac_tag_len(object_.get());
    }
    [[nodiscard]] algorithm alg() const { return detail::of_object(astragal_mac_alg(object_.get())); }

private:
    mac() = default;
    detail::owner<astragal_mac, astragal_mac_free> object_;
};

/** An authenticated message that is encrypted in pieces; aead::encryptor() begins one. */
class aead_encryptor {
public:
    /** Encrypts the next piece of `message` into `ciphertext`, of the same size, which may be where it is. */
    void update(bytes message, mutable_bytes ciphertext) {
        detail::same_size(message.size(), ciphertext.size());
        detail::check(
            astragal_aead_message_encrypt(object_.get(), message.data(), message.size(), ciphertext.data()));
    }
    /** The ciphertext of the next piece. */
    [[nodiscard]] std::vector<std::uint8_t> update(bytes message) {
        std::vector<std::uint8_t> ciphertext(message.size());
        update(message, ciphertext);
        return ciphertext;
    }
    /** Ends the message: its tag. @throws error if it is shorter than CCM was told. */
    [[nodiscard]] std::vector<std::uint8_t> finish() {
        std::vector<std::uint8_t> tag(tag_size_);
        detail::check(astragal_aead_message_seal(object_.get(), tag.data(), tag.size()));
        return tag;
    }
    [[nodiscard]] algorithm alg() const { return detail::of_object(astragal_aead_message_alg(object_.get())); }

private:
    friend class aead;
    aead_encryptor() = default;

    detail::owner<astragal_aead_message, astragal_aead_message_free> object_;
    std::size_t tag_size_ = 0;
};

/** An authenticated message that is decrypted in pieces and kept back until the tag has verified; aead::decryptor()
 * begins one. */
class aead_decryptor {
public:
    /** Takes the next piece of the ciphertext. */
    void update(bytes ciphertext) {
        detail::check(astragal_aead_message_decrypt(object_.get(), ciphertext.data(), ciphertext.size()));
    }
    /** The size of the message so far. */
    [[nodiscard]] std::size_t size() const {
        (void)alg();
        return astragal_aead_message_open_len(object_.get());
    }
    /** Ends the message, into `message` of size(); false if it is not authentic, `message` is zeroed then. */
    [[nodiscard]] bool finish(bytes tag, mutable_bytes message) {
        return detail::verified(astragal_aead_message_open(object_.get(), tag.data(), tag.size(), message.data(),
                                                           message.size()));
    }
    /** Ends the message: what it says, or nothing if it is not authentic. */
    [[nodiscard]] std::optional<std::vector<std::uint8_t>> finish(bytes tag) {
        std::vector<std::uint8_t> message(size());
        if (!finish(tag, message)) {
            return std::nullopt;
        }
        return message;
    }
    [[nodiscard]] algorithm alg() const { return detail::of_object(astragal_aead_message_alg(object_.get())); }

private:
    friend class aead;
    aead_decryptor() = default;

    detail::owner<astragal_aead_message, astragal_aead_message_free> object_;
};

/** An authenticated cipher chosen at run time, under a key. */
class aead {
public:
    aead(name_view name, bytes key) : aead(algorithm{kind::aead, name}, key) {}
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
    /** Encrypts `message` into `ciphertext`, of the same size; the tag stands apart. Allocates nothing. */
    void encrypt_into(bytes nonce, bytes associated_data, bytes message, mutable_bytes ciphertext,
                      mutable_bytes tag) const {
        detail::same_size(message.size(), ciphertext.size());
        detail::check(astragal_aead_encrypt(object_.get(), nonce.data(), nonce.size(), associated_data.data(),
                                            associated_data.size(), message.data(), message.size(),
                                            ciphertext.data(), tag.data(), tag.size()));
    }
    /** Decrypts `ciphertext` into `message`, of the same size; false if it is not authentic, `message` is zeroed
     * then. Allocates nothing. */
    [[nodiscard]] bool decrypt_into(bytes nonce, bytes associated_data, bytes ciphertext, bytes tag,
                                    mutable_bytes message) const {
        detail::same_size(ciphertext.size(), message.size());
        return open(nonce, associated_data, ciphertext, tag, message);
    }
    /**
     * A message that comes piece by piece; `message_size` is its size, which CCM has to know beforehand and the others
     * do not look at. @throws error for GCM-SIV, which takes whole messages alone.
     */
    [[nodiscard]] aead_encryptor encryptor(bytes nonce, bytes associated_data, std::uint64_t message_size = 0) const {
        aead_encryptor message;
        message.tag_size_ = alg().output_size();
        detail::check(astragal_aead_message_new(message.object_.place(), object_.get(), ASTRAGAL_ENCRYPT, nonce.data(),
                                                nonce.size(), associated_data.data(), associated_data.size(),
                                                message_size, message.tag_size_));
        return message;
    }
    /** The same for decryption. */
    [[nodiscard]] aead_decryptor decryptor(bytes nonce, bytes associated_data, std::uint64_t message_size = 0) const {
        aead_decryptor message;
        detail::check(astragal_aead_message_new(message.object_.place(), object_.get(), ASTRAGAL_DECRYPT, nonce.data(),
                                                nonce.size(), associated_data.data(), associated_data.size(),
                                                message_size, alg().output_size()));
        return message;
    }
    /** A copy with the same key. */
    [[nodiscard]] aead clone() const {
        aead copy;
        detail::check(astragal_aead_copy(copy.object_.place(), object_.get()));
        return copy;
    }
    [[nodiscard]] algorithm alg() const { return detail::of_object(astragal_aead_alg(object_.get())); }

private:
    aead() = default;

    [[nodiscard]] bool open(bytes nonce, bytes associated_data, bytes ciphertext, bytes tag, mutable_bytes message) const {
        return detail::verified(astragal_aead_decrypt(
            object_.get(), nonce.data(), nonce.size(), associated_data.data(), associated_data.size(),
            ciphertext.data(), ciphertext.size(), tag.data(), tag.size(), message.data()));
    }

    detail::owner<astragal_aead, astragal_aead_free> object_;
};

/** Whether two byte strings are equal, in constant time for strings of the same size. */
[[nodiscard]] inline bool equal(bytes a, bytes b) {
    if (a.size() != b.size()) {
        return false;
    }
    return detail::verified(astragal_verify(a.data(), b.data(), a.size()));
}

/** Erases memory; no compiler leaves it out. */
inline void wipe(mutable_bytes memory) noexcept { astragal_wipe(memory.data(), memory.size()); }

/** Lower-case hexadecimal, in the same time whatever the bytes are. */
[[nodiscard]] inline std::string to_hex(bytes data) {
    std::string text(2 * data.size() + 1, '\0');
    detail::check(astragal_hex(data.data(), data.size(), text.data(), text.size()));
    text.pop_back();
    return text;
}

/** The bytes of hexadecimal in lower or upper case. @throws error for what is no digit, or half a byte. */
[[nodiscard]] inline std::vector<std::uint8_t> from_hex(std::string_view text) {
    std::vector<std::uint8_t> data(text.size() / 2);
    detail::check(astragal_unhex(text.data(), text.size(), data.data(), data.size()));
    return data;
}

/** The state of Keccak-p[1600]: lane x + 5y is A[x, y]. */
using keccak_state = std::array<std::uint64_t, 25>;

/** Keccak-p[1600, rounds] (FIPS 202 §3.3). Hazardous: for implementers of schemes. */
inline void keccak_p1600(keccak_state &state, unsigned rounds = 24) {
    detail::check(astragal_keccak_p1600(state.data(), rounds));
}

/** Keccak-p[1600, rounds] on two, four or eight states side by side. */
template <std::size_t N, std::enable_if_t<N == 2 || N == 4 || N == 8, int> = 0>
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

/** The version of the library at run time, as "0.2.0". */
[[nodiscard]] inline std::string_view version() { return astragal_version_string(); }

} // namespace astragal

#include <astragal/tree.hpp>
#include <astragal/types.hpp>

#endif
