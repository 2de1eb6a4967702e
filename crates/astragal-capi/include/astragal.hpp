/**
 * @file astragal.hpp
 * astragal for C++20: a header-only interface over astragal.h. Define ASTRAGAL_CXX17 to compile it as C++17. In C++17,
 * algorithms can only be looked up by name: types such as sha3_256 and gcm<aes256> need C++20.
 *
 *     auto digest = astragal::sha3_256::hash(message);        // std::array<std::uint8_t, 32>
 *
 *     astragal::shake128 xof;
 *     xof.absorb(seed);
 *     xof.finalize();
 *     xof.squeeze(buffer);
 *
 *     astragal::hash any{"skein512/256"};                     // looked up by name
 *
 * Objects can be moved. clone() copies them. Using a moved-from object throws. Inputs are contiguous ranges of
 * std::byte, std::uint8_t or char, or string literals without their final NUL. Outputs are mutable ranges of these
 * types. This header includes astragal/types.hpp (all hashes, XOFs and MACs as types), cipher.hpp (block ciphers and
 * their modes), kdf.hpp (key derivation), chunked.hpp (encryption of files and streams) and tree.hpp (distributed tree
 * hashing).
 *
 * Errors throw astragal::error. With -fno-exceptions, errors call the failure_handler and abort the program; use
 * astragal.h for result codes. An invalid tag or padding is not an error: verify() returns a bool and decrypt() a
 * std::optional, both [[nodiscard]], so that no unauthenticated plaintext is returned.
 */
#ifndef ASTRAGAL_HPP
#define ASTRAGAL_HPP

/**
 * C++ version of this compilation, encoded as in __cplusplus. By default, Visual C++ sets __cplusplus to 199711
 * whatever the version.
 */
#if defined(_MSVC_LANG)
#define ASTRAGAL_CPLUSPLUS _MSVC_LANG
#else
#define ASTRAGAL_CPLUSPLUS __cplusplus
#endif
#if ASTRAGAL_CPLUSPLUS < 201703L || (ASTRAGAL_CPLUSPLUS < 202002L && !defined(ASTRAGAL_CXX17))
#error "astragal.hpp needs C++20: compile with -std=c++20, or with -std=c++17 -DASTRAGAL_CXX17 for algorithms by name only"
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

/** Error reported by a library call. what() describes what is wrong and what is allowed. */
class error : public std::runtime_error {
public:
    explicit error(int code) : std::runtime_error(astragal_last_error()), code_(code) {}
    error(int code, const std::string &what) : std::runtime_error(what), code_(code) {}

    /** Result code: ASTRAGAL_ERR_* or ASTRAGAL_INVALID. */
    [[nodiscard]] int code() const noexcept { return code_; }

private:
    int code_;
};

/**
 * Error handler for programs without exceptions. The handler must not return. The default handler writes the message to
 * standard error and calls std::abort(). Use the functions of astragal.h to get result codes instead.
 */
using failure_handler = void (*)(const error &);

namespace detail {

inline std::atomic<failure_handler> current_failure_handler{nullptr};

/** Throws the error. In programs without exceptions, calls the handler and ends the program. */
[[noreturn]] inline void fail(const error &failure) {
#if defined(__cpp_exceptions)
    throw failure;
#else
    if (const auto handler = current_failure_handler.load()) {
        handler(failure);
    } else {
        std::fprintf(stderr, "astragal: %s\n", failure.what());
    }
    std::abort();
#endif
}

/** Returns `pointer` if it is not NULL. Otherwise calls fail() with an error constructed from `arguments`. */
template <class T, class... Arguments>
T *non_null(T *pointer, const Arguments &...arguments) {
    if (pointer == nullptr) {
        fail(error(arguments...));
    }
    return pointer;
}

/** Element type of a contiguous range. The type is const if the elements are const, and void if R is not a range. */
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

/** Whether a type is an array of char. Such an array is ambiguous, because it may contain text or bytes. */
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

/** Sets the error handler for programs compiled without exceptions. */
inline void set_failure_handler(failure_handler handler) { detail::current_failure_handler = handler; }

/** Name of an algorithm. Constructing it from a NULL pointer throws. */
class name_view {
public:
    name_view(const char *name) : text_(detail::non_null(name, ASTRAGAL_ERR_NULL, "name is NULL")) {}
    template <class S, std::enable_if_t<std::is_convertible_v<const S &, std::string_view> &&
                                            !std::is_convertible_v<const S &, const char *>,
                                        int> = 0>
    name_view(const S &name) : text_(name) {}

    [[nodiscard]] std::string_view text() const noexcept { return text_; }

private:
    std::string_view text_;
};

/**
 * Input bytes: a contiguous range of std::byte, std::uint8_t or char, or a string literal without its final NUL. Other
 * arrays of char are ambiguous and need std::span(array) for bytes or std::string_view(array) for text.
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
    /**
     * Constructs the input from a string literal, without its final NUL.
     * @throws error if the array contains a NUL before its end, or does not end with a NUL.
     */
    template <std::size_t N>
    bytes(const char (&literal)[N]) : data_(reinterpret_cast<const std::uint8_t *>(literal)), size_(N - 1) {
        if (std::find(literal, literal + N, '\0') != literal + N - 1) {
            detail::fail(error(ASTRAGAL_ERR_PARAMETER, "array of char contains a NUL; pass std::span for bytes or "
                                                       "std::string_view for text"));
        }
    }
    /** Constructs the input from a C string, without its final NUL. A NULL pointer throws. */
    template <class P, std::enable_if_t<std::is_same_v<P, const char *> || std::is_same_v<P, char *>, int> = 0>
    bytes(const P &text)
        : bytes(std::string_view(detail::non_null(text, ASTRAGAL_ERR_NULL, "text is NULL"))) {}

    [[nodiscard]] const std::uint8_t *data() const noexcept { return data_; }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }

private:
    const std::uint8_t *data_ = nullptr;
    std::size_t size_ = 0;
};

/** Output bytes: a contiguous mutable range of std::byte, std::uint8_t or char. */
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

/** Parameters of an algorithm. Members that are not set have their default values. Strings must outlive the call. */
struct params {
    /** Customization string S; for key derivation with BLAKE3, the context. */
    std::optional<bytes> custom{};
    /** Function name N of cSHAKE. */
    std::optional<bytes> function_name{};
    /** Length of the output or tag in bytes, for algorithms that take this length as a parameter. */
    std::size_t output_size = 0;
    /** Block size of ParallelHash in bytes. */
    std::size_t block_size = 0;
    /** Domain separation byte of TurboSHAKE. */
    std::size_t domain = 0;
    /** Key of a keyed XOF, and of BLAKE2 and Skein as hash functions. */
    std::optional<bytes> key{};
    /** Salt of BLAKE and BLAKE2. */
    std::optional<bytes> salt{};
    /** Personalization of BLAKE2 and Skein. */
    std::optional<bytes> personal{};
    /** Public key parameter of Skein: the signer's public key, if the digest is signed. */
    std::optional<bytes> public_key{};
    /** Key identifier of Skein, for key derivation. */
    std::optional<bytes> key_id{};
    /** Nonce of Skein. */
    std::optional<bytes> nonce{};
    /** Position of a node in a BLAKE2 tree. The structure must outlive the call. */
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
            // An empty string gets the address of `empty`, because NULL would mean that the parameter is not set.
            data = from->data() == nullptr ? &empty : from->data();
            size = from->size();
        }
    }
};

/** Kind of algorithm. */
enum class kind : int {
    hash = ASTRAGAL_HASH,
    xof = ASTRAGAL_XOF,
    mac = ASTRAGAL_MAC,
    aead = ASTRAGAL_AEAD,
    cipher = ASTRAGAL_CIPHER,
    mode = ASTRAGAL_MODE,
    kdf = ASTRAGAL_KDF,
    keyed_xof = ASTRAGAL_KEYED_XOF,
    key_wrap = ASTRAGAL_KEY_WRAP
};

/** Trivially copyable handle of an algorithm. */
class algorithm {
public:
    /**
     * Looks up an algorithm by name.
     * @throws error if the name is unknown; what() suggests similar names.
     */
    algorithm(astragal::kind kind, name_view name) : alg_(astragal_find(int(kind), c_string(name).c_str())) {
        if (alg_ == nullptr) {
            detail::fail(error(ASTRAGAL_ERR_ALGORITHM));
        }
    }
    /**
     * Wraps a handle of the C interface.
     * @throws error if the handle is NULL.
     */
    explicit algorithm(const astragal_alg *alg)
        : alg_(detail::non_null(alg, ASTRAGAL_ERR_ALGORITHM, "algorithm is NULL")) {}

    /** Returns all algorithms of a kind, such as kind::hash. */
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
    /** Active backend: "portable", "avx2", "avx512" and so on. */
    [[nodiscard]] std::string_view backend() const { return text(astragal_alg_backend(alg_)); }
    /** Length in bytes of the digest or tag; for an XOF, the output length that gives full collision resistance. */
    [[nodiscard]] std::size_t output_size() const { return property(ASTRAGAL_OUTPUT_LEN); }
    [[nodiscard]] std::size_t block_size() const { return property(ASTRAGAL_BLOCK_LEN); }
    [[nodiscard]] std::size_t key_size() const { return property(ASTRAGAL_KEY_LEN_MIN); }
    [[nodiscard]] std::size_t nonce_size() const { return property(ASTRAGAL_NONCE_LEN); }
    [[nodiscard]] bool is_constant_time() const { return property(ASTRAGAL_TIMING) == ASTRAGAL_CONSTANT_TIME; }

    /** Returns a numeric property: ASTRAGAL_OUTPUT_LEN, ASTRAGAL_BLOCK_LEN and so on. */
    [[nodiscard]] std::size_t property(int what) const {
        std::size_t number = 0;
        detail::check(astragal_alg_get(alg_, what, &number));
        return number;
    }

private:
    static std::string c_string(name_view name) {
        if (name.text().find('\0') != std::string_view::npos) {
            detail::fail(error(ASTRAGAL_ERR_ALGORITHM, "name contains a NUL"));
        }
        return std::string(name.text());
    }
    static std::string_view text(const char *found) {
        return detail::non_null(found, ASTRAGAL_ERR_ALGORITHM);
    }

    const astragal_alg *alg_;
};

namespace detail {

/**
 * Wraps the algorithm handle of an object. @throws error if the handle is NULL, which means that the object was moved
 * from.
 */
inline algorithm of_object(const astragal_alg *found) {
    return algorithm{non_null(found, ASTRAGAL_ERR_OBJECT)};
}

/**
 * Converts the result code of a call that verifies a tag or padding to a bool, which is true if the tag or padding is
 * valid.
 * @throws error for any code other than ASTRAGAL_OK and ASTRAGAL_INVALID.
 */
[[nodiscard]] inline bool verified(int code) {
    if (code != ASTRAGAL_INVALID) {
        check(code);
    }
    return code == ASTRAGAL_OK;
}

inline void check_same_size(std::size_t input, std::size_t output) {
    if (input != output) {
        fail(error(ASTRAGAL_ERR_LENGTH,
                   "output is " + std::to_string(output) + (output == 1 ? " byte" : " bytes") + "; expected " + std::to_string(input)));
    }
}

/** Owning pointer to an object of the C interface. Frees the object exactly once. NULL after a move. */
template <class T, void (*Free)(T *)>
class unique_object {
public:
    unique_object() = default;
    unique_object(unique_object &&other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
    unique_object &operator=(unique_object &&other) noexcept {
        if (this != &other) {
            Free(object_);
            object_ = std::exchange(other.object_, nullptr);
        }
        return *this;
    }
    ~unique_object() { Free(object_); }

    [[nodiscard]] T *get() const noexcept { return object_; }
    [[nodiscard]] T **out() noexcept { return &object_; }

private:
    T *object_ = nullptr;
};

} // namespace detail

/** Hash function selected at run time: "sha3-256", "Skein512/256", … */
class hash {
public:
    explicit hash(name_view name) : hash(algorithm{kind::hash, name}) {}
    explicit hash(const algorithm &alg) { detail::check(astragal_hash_new(object_.out(), alg.get(), nullptr)); }
    /**
     * Creates a hash with parameters such as salt, key, personalization and digest length. Hash functions with
     * parameters include "blake-256", "blake2b" and "skein512".
     */
    hash(name_view name, const params &params) : hash(algorithm{kind::hash, name}, params) {}
    hash(const algorithm &alg, const params &params) {
        const auto raw = params.raw();
        detail::check(astragal_hash_new(object_.out(), alg.get(), &raw));
    }

    /** Computes the digest of a whole message. */
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
    /** Like update(), but uses all cores if the hash is a tree hash and the data is long enough. */
    hash &update_parallel(bytes data) {
        detail::check(astragal_hash_update_parallel(object_.get(), data.data(), data.size()));
        return *this;
    }
    /** Writes the digest to `out`, which must have size() bytes, and resets the hash to an empty message. */
    void final(mutable_bytes out) { detail::check(astragal_hash_final(object_.get(), out.data(), out.size())); }
    /** Returns the digest, and resets the hash to an empty message. */
    [[nodiscard]] std::vector<std::uint8_t> final() {
        std::vector<std::uint8_t> out(size());
        final(out);
        return out;
    }
    /** Length of the digest in bytes. */
    [[nodiscard]] std::size_t size() const {
        (void)alg();
        return astragal_hash_digest_len(object_.get());
    }
    void reset() { detail::check(astragal_hash_reset(object_.get())); }
    /** Returns a copy of the hash, including the message absorbed so far. */
    [[nodiscard]] hash clone() const {
        hash copy;
        detail::check(astragal_hash_copy(copy.object_.out(), object_.get()));
        return copy;
    }
    /** Serializes the state, so that import_state() can continue in another process or on another machine. */
    [[nodiscard]] std::vector<std::uint8_t> export_state() const {
        std::size_t size = 0;
        if (const int code = astragal_hash_export(object_.get(), nullptr, &size); code != ASTRAGAL_ERR_LENGTH) {
            detail::check(code);
        }
        std::vector<std::uint8_t> state(size);
        detail::check(astragal_hash_export(object_.get(), state.data(), &size));
        return state;
    }
    /**
     * Restores a serialized state. Throws and leaves the hash unchanged if the state is damaged or belongs to another
     * algorithm.
     */
    hash &import_state(bytes state) {
        detail::check(astragal_hash_import(object_.get(), state.data(), state.size()));
        return *this;
    }
    [[nodiscard]] algorithm alg() const { return detail::of_object(astragal_hash_alg(object_.get())); }

private:
    hash() = default;
    detail::unique_object<astragal_hash, astragal_hash_free> object_;
};

/** Extendable-output function (XOF) selected at run time: absorb, finalize, squeeze. Any other order throws. */
class xof {
public:
    explicit xof(name_view name, const params &params = {}) : xof(algorithm{kind::xof, name}, params) {}
    explicit xof(const algorithm &alg, const params &params = {}) {
        const auto raw = params.raw();
        detail::check(astragal_xof_new(object_.out(), alg.get(), &raw));
    }

    xof &absorb(bytes data) {
        require(!is_final_, "is finalized; absorb() is not allowed");
        detail::check(astragal_xof_absorb(object_.get(), data.data(), data.size()));
        return *this;
    }
    /** Like absorb(), but uses all cores if the function is a tree hash and the data is long enough. */
    xof &absorb_parallel(bytes data) {
        require(!is_final_, "is finalized; absorb() is not allowed");
        detail::check(astragal_xof_absorb_parallel(object_.get(), data.data(), data.size()));
        return *this;
    }
    /** Absorbs the next element of the tuple. Only for TupleHash. */
    xof &absorb_item(bytes item) {
        require(!is_final_, "is finalized; absorb() is not allowed");
        detail::check(astragal_xof_begin_item(object_.get(), item.size()));
        return absorb(item);
    }
    /** Ends the message. Afterwards, squeeze() and skip() are allowed, but nothing can be absorbed until reset(). */
    xof &finalize() {
        require(!is_final_, "is already finalized");
        // Squeezes zero bytes to check a tuple: the call fails if the last element is incomplete.
        detail::check(astragal_xof_squeeze(object_.get(), nullptr, 0));
        is_final_ = true;
        return *this;
    }
    /** Writes the next bytes of output to `out`. */
    void squeeze(mutable_bytes out) {
        require(is_final_, "is not finalized; call finalize() before squeeze()");
        detail::check(astragal_xof_squeeze(object_.get(), out.data(), out.size()));
    }
    /** Returns the next `size` bytes of output. */
    [[nodiscard]] std::vector<std::uint8_t> squeeze(std::size_t size) {
        std::vector<std::uint8_t> out(size);
        squeeze(mutable_bytes(out));
        return out;
    }
    /** Returns the next `Size` bytes of output. */
    template <std::size_t Size>
    [[nodiscard]] std::array<std::uint8_t, Size> squeeze() {
        std::array<std::uint8_t, Size> out;
        squeeze(mutable_bytes(out));
        return out;
    }
    /** Skips the next `size` bytes of output. */
    void skip(std::uint64_t size) {
        require(is_final_, "is not finalized; call finalize() before squeeze()");
        detail::check(astragal_xof_skip(object_.get(), size));
    }
    /** Resets the XOF to an empty message, with the same parameters. */
    void reset() {
        detail::check(astragal_xof_reset(object_.get()));
        is_final_ = false;
    }
    /** Returns a copy of the XOF, including the message absorbed so far or the position in the output. */
    [[nodiscard]] xof clone() const {
        xof copy;
        detail::check(astragal_xof_copy(copy.object_.out(), object_.get()));
        copy.is_final_ = is_final_;
        return copy;
    }
    [[nodiscard]] algorithm alg() const { return detail::of_object(astragal_xof_alg(object_.get())); }

private:
    xof() = default;

    void require(bool holds, const char *message) const {
        if (!holds) {
            detail::fail(error(ASTRAGAL_ERR_STATE, std::string(alg().name()) + " " + message));
        }
    }

    detail::unique_object<astragal_xof, astragal_xof_free> object_;
    bool is_final_ = false;
};

/** Keyed XOF selected at run time: "kmacxof128", "kmacxof256", "ascon-prf", "blake3". */
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

/** Message authentication code (MAC) selected at run time: "hmac-sha256", "kmac128", … */
class mac {
public:
    mac(name_view name, bytes key, const params &params = {}) : mac(algorithm{kind::mac, name}, key, params) {}
    mac(const algorithm &alg, bytes key, const params &params = {}) {
        const auto raw = params.raw();
        detail::check(astragal_mac_new(object_.out(), alg.get(), key.data(), key.size(), &raw));
    }

    mac &update(bytes data) {
        detail::check(astragal_mac_update(object_.get(), data.data(), data.size()));
        return *this;
    }
    /**
     * Writes the tag to `out`, which must have tag_size() bytes, and resets the MAC to an empty message with the same key.
     */
    void final(mutable_bytes out) { detail::check(astragal_mac_final(object_.get(), out.data(), out.size())); }
    /** Returns the tag, and resets the MAC to an empty message with the same key. */
    [[nodiscard]] std::vector<std::uint8_t> final() {
        std::vector<std::uint8_t> out(tag_size());
        final(out);
        return out;
    }
    /** Verifies the tag in constant time, and resets the MAC to an empty message with the same key. */
    [[nodiscard]] bool verify(bytes tag) {
        return detail::verified(astragal_mac_verify(object_.get(), tag.data(), tag.size()));
    }
    void reset() { detail::check(astragal_mac_reset(object_.get())); }
    /** Returns a copy of the MAC, including its key and the message absorbed so far. */
    [[nodiscard]] mac clone() const {
        mac copy;
        detail::check(astragal_mac_copy(copy.object_.out(), object_.get()));
        return copy;
    }
    /**
     * Serializes the state, so that import_state_with_key() can continue in another process or on another machine. The
     * bytes contain the key: keep them secret, and wipe them with astragal_wipe().
     * @throws error for CMAC, because its state is a key schedule.
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
    /**
     * Restores a serialized state. Throws and leaves the MAC unchanged if the state is damaged or belongs to another
     * algorithm.
     */
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
    detail::unique_object<astragal_mac, astragal_mac_free> object_;
};

/** Streaming encryption with an AEAD; see aead::encryptor(). */
class aead_encryptor {
public:
    /** Encrypts the next part of the message into `ciphertext`, which has the same size and may be the same buffer. */
    void update(bytes message, mutable_bytes ciphertext) {
        detail::check_same_size(message.size(), ciphertext.size());
        detail::check(
            astragal_aead_message_encrypt(object_.get(), message.data(), message.size(), ciphertext.data()));
    }
    /** Encrypts the next part of the message and returns its ciphertext. */
    [[nodiscard]] std::vector<std::uint8_t> update(bytes message) {
        std::vector<std::uint8_t> ciphertext(message.size());
        update(message, ciphertext);
        return ciphertext;
    }
    /** Ends the message and returns its tag. @throws error if a CCM message is shorter than message_size. */
    [[nodiscard]] std::vector<std::uint8_t> finish() {
        std::vector<std::uint8_t> tag(tag_size_);
        detail::check(astragal_aead_message_seal(object_.get(), tag.data(), tag.size()));
        return tag;
    }
    [[nodiscard]] algorithm alg() const { return detail::of_object(astragal_aead_message_alg(object_.get())); }

private:
    friend class aead;
    aead_encryptor() = default;

    detail::unique_object<astragal_aead_message, astragal_aead_message_free> object_;
    std::size_t tag_size_ = 0;
};

/**
 * Streaming decryption with an AEAD; see aead::decryptor(). The plaintext is returned only after the tag is verified.
 */
class aead_decryptor {
public:
    /** Appends the next part of the ciphertext. finish() returns its plaintext. */
    void update(bytes ciphertext) {
        detail::check(astragal_aead_message_decrypt(object_.get(), ciphertext.data(), ciphertext.size()));
    }
    /** Size in bytes of the ciphertext received so far. */
    [[nodiscard]] std::size_t size() const {
        (void)alg();
        return astragal_aead_message_open_len(object_.get());
    }
    /**
     * Verifies the tag and writes the plaintext to `message` of size() bytes. Returns false and zeroes `message` if the
     * tag is invalid.
     */
    [[nodiscard]] bool finish(bytes tag, mutable_bytes message) {
        return detail::verified(astragal_aead_message_open(object_.get(), tag.data(), tag.size(), message.data(),
                                                           message.size()));
    }
    /** Verifies the tag and returns the plaintext, or std::nullopt if the tag is invalid. */
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

    detail::unique_object<astragal_aead_message, astragal_aead_message_free> object_;
};

/** AEAD with a key, selected at run time. */
class aead {
public:
    aead(name_view name, bytes key) : aead(algorithm{kind::aead, name}, key) {}
    aead(const algorithm &alg, bytes key) {
        detail::check(astragal_aead_new(object_.out(), alg.get(), key.data(), key.size(), nullptr));
    }

    /** Returns the ciphertext followed by the tag. Never use a nonce twice with the same key. */
    [[nodiscard]] std::vector<std::uint8_t> encrypt(bytes nonce, bytes associated_data, bytes message) const {
        std::vector<std::uint8_t> sealed(message.size() + alg().output_size());
        auto *tag = sealed.data() + message.size();
        detail::check(astragal_aead_encrypt(object_.get(), nonce.data(), nonce.size(), associated_data.data(),
                                            associated_data.size(), message.data(), message.size(), sealed.data(),
                                            tag, sealed.size() - message.size()));
        return sealed;
    }
    /** Decrypts a ciphertext followed by its tag. Returns std::nullopt if the tag is invalid. */
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
    /** Encrypts `text` in place. The tag is written to a separate buffer. Allocates nothing. */
    void encrypt_in_place(bytes nonce, bytes associated_data, mutable_bytes text, mutable_bytes tag) const {
        detail::check(astragal_aead_encrypt(object_.get(), nonce.data(), nonce.size(), associated_data.data(),
                                            associated_data.size(), text.data(), text.size(), text.data(), tag.data(),
                                            tag.size()));
    }
    /** Decrypts `text` in place. Returns false and zeroes `text` if the tag is invalid. Allocates nothing. */
    [[nodiscard]] bool decrypt_in_place(bytes nonce, bytes associated_data, mutable_bytes text, bytes tag) const {
        return open(nonce, associated_data, bytes{text.data(), text.size()}, tag, text);
    }
    /**
     * Encrypts `message` into `ciphertext`, which has the same size. The tag is written to a separate buffer.
     * Allocates nothing.
     */
    void encrypt_into(bytes nonce, bytes associated_data, bytes message, mutable_bytes ciphertext,
                      mutable_bytes tag) const {
        detail::check_same_size(message.size(), ciphertext.size());
        detail::check(astragal_aead_encrypt(object_.get(), nonce.data(), nonce.size(), associated_data.data(),
                                            associated_data.size(), message.data(), message.size(),
                                            ciphertext.data(), tag.data(), tag.size()));
    }
    /**
     * Decrypts `ciphertext` into `message`, which has the same size. Returns false and zeroes `message` if the tag is
     * invalid. Allocates nothing.
     */
    [[nodiscard]] bool decrypt_into(bytes nonce, bytes associated_data, bytes ciphertext, bytes tag,
                                    mutable_bytes message) const {
        detail::check_same_size(ciphertext.size(), message.size());
        return open(nonce, associated_data, ciphertext, tag, message);
    }
    /**
     * Starts streaming encryption. CCM needs `message_size` in advance; other algorithms ignore it.
     * @throws error for GCM-SIV, SIV and OCB, which need the whole message.
     */
    [[nodiscard]] aead_encryptor encryptor(bytes nonce, bytes associated_data, std::uint64_t message_size = 0) const {
        aead_encryptor message;
        message.tag_size_ = alg().output_size();
        detail::check(astragal_aead_message_new(message.object_.out(), object_.get(), ASTRAGAL_ENCRYPT, nonce.data(),
                                                nonce.size(), associated_data.data(), associated_data.size(),
                                                message_size, message.tag_size_));
        return message;
    }
    /** Starts streaming decryption. The arguments have the same meaning as for encryptor(). */
    [[nodiscard]] aead_decryptor decryptor(bytes nonce, bytes associated_data, std::uint64_t message_size = 0) const {
        aead_decryptor message;
        detail::check(astragal_aead_message_new(message.object_.out(), object_.get(), ASTRAGAL_DECRYPT, nonce.data(),
                                                nonce.size(), associated_data.data(), associated_data.size(),
                                                message_size, alg().output_size()));
        return message;
    }
    /** Returns a copy of the AEAD with the same key. */
    [[nodiscard]] aead clone() const {
        aead copy;
        detail::check(astragal_aead_copy(copy.object_.out(), object_.get()));
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

    detail::unique_object<astragal_aead, astragal_aead_free> object_;
};

/** Returns whether two byte strings are equal. Takes constant time for strings of the same size. */
[[nodiscard]] inline bool equal(bytes a, bytes b) {
    if (a.size() != b.size()) {
        return false;
    }
    return detail::verified(astragal_verify(a.data(), b.data(), a.size()));
}

/** Wipes memory in a way that the compiler cannot optimize away. */
inline void wipe(mutable_bytes memory) noexcept { astragal_wipe(memory.data(), memory.size()); }

/** Converts bytes to lower-case hexadecimal digits. The run time does not depend on the values of the bytes. */
[[nodiscard]] inline std::string to_hex(bytes data) {
    std::string text(2 * data.size() + 1, '\0');
    detail::check(astragal_hex(data.data(), data.size(), text.data(), text.size()));
    text.pop_back();
    return text;
}

/**
 * Converts lower-case or upper-case hexadecimal digits to bytes.
 * @throws error for other characters or an odd number of digits.
 */
[[nodiscard]] inline std::vector<std::uint8_t> from_hex(std::string_view text) {
    std::vector<std::uint8_t> data(text.size() / 2);
    detail::check(astragal_unhex(text.data(), text.size(), data.data(), data.size()));
    return data;
}

/**
 * Wraps a key under the key encryption key `kek`: "aes-256-kw" (RFC 3394) takes keys of 16, 24, 32, … bytes, and
 * "aes-256-kwp" (RFC 5649) takes keys of any size. Wrap only random keys: equal inputs give equal outputs.
 * @throws error if a key has the wrong size.
 */
[[nodiscard]] inline std::vector<std::uint8_t> key_wrap(name_view name, bytes kek, bytes key) {
    std::vector<std::uint8_t> wrapped((key.size() + 7) / 8 * 8 + 8);
    std::size_t size = wrapped.size();
    detail::check(astragal_key_wrap(algorithm{kind::key_wrap, name}.get(), kek.data(), kek.size(), key.data(),
                                    key.size(), wrapped.data(), &size));
    return wrapped;
}

/**
 * Unwraps a key and verifies its integrity. Returns std::nullopt if the wrapped key was modified or wrapped under
 * another key.
 * @throws error if a key has the wrong size.
 */
[[nodiscard]] inline std::optional<std::vector<std::uint8_t>> key_unwrap(name_view name, bytes kek, bytes wrapped) {
    std::vector<std::uint8_t> key(wrapped.size());
    std::size_t size = key.size();
    if (!detail::verified(astragal_key_unwrap(algorithm{kind::key_wrap, name}.get(), kek.data(), kek.size(),
                                              wrapped.data(), wrapped.size(), key.data(), &size))) {
        return std::nullopt;
    }
    key.resize(size);
    return key;
}

/** State of Keccak-p[1600, rounds] with 25 lanes: lane x + 5y is A[x, y] (FIPS 202 §3.1). */
using keccak_state = std::array<std::uint64_t, 25>;

/** Applies Keccak-p[1600, rounds] (FIPS 202 §3.3). Hazardous: only for implementers of cryptographic schemes. */
inline void keccak_p1600(keccak_state &state, unsigned rounds = 24) {
    detail::check(astragal_keccak_p1600(state.data(), rounds));
}

/** Applies Keccak-p[1600, rounds] to two, four or eight states in parallel. */
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

/** Returns the version of the library at run time, such as "0.2.0". */
[[nodiscard]] inline std::string_view version() { return astragal_version_string(); }

} // namespace astragal

#include <astragal/chunked.hpp>
#include <astragal/tree.hpp>
#include <astragal/types.hpp>

#endif
