/**
 * @file cipher.hpp
 * Block ciphers and their modes, as C++ types and as classes that look up a name at run time. astragal.hpp includes
 * this header.
 *
 *     auto sealed = astragal::gcm<astragal::aes256>{key}.encrypt(nonce, header, message);
 *
 *     auto ciphertext = astragal::cbc<astragal::camellia256>::encrypt(key, iv, message);
 *     astragal::mode ctr{"kalyna256-512-ctr", astragal::direction::encrypt, key, iv};
 *     auto bytes = ctr.update(data);
 */
#ifndef ASTRAGAL_CIPHER_HPP
#define ASTRAGAL_CIPHER_HPP

#include <astragal.hpp>

namespace astragal {

/** Direction of a mode: encryption or decryption. */
enum class direction : int { encrypt = ASTRAGAL_ENCRYPT, decrypt = ASTRAGAL_DECRYPT };

/** Padding of the last block. */
enum class padding : int {
    /** The mode's default: PKCS#7 for CBC, no padding for other modes. */
    usual = ASTRAGAL_PADDING_DEFAULT,
    pkcs7 = ASTRAGAL_PADDING_PKCS7,
    none = ASTRAGAL_PADDING_NONE
};

/**
 * Keyed block cipher, selected at run time, for single blocks. Hazardous: equal blocks encrypt to equal blocks. Use a
 * mode or an AEAD for messages.
 */
class cipher {
public:
    cipher(name_view name, bytes key) : cipher(algorithm{kind::cipher, name}, key) {}
    cipher(const algorithm &alg, bytes key) {
        detail::check(astragal_cipher_new(object_.out(), alg.get(), key.data(), key.size()));
    }

    /**
     * Encrypts each block in place.
     * @throws error if the size is not a multiple of the block size.
     */
    void encrypt(mutable_bytes blocks) const { encrypt(bytes{blocks.data(), blocks.size()}, blocks); }
    /** Decrypts each block in place. */
    void decrypt(mutable_bytes blocks) const { decrypt(bytes{blocks.data(), blocks.size()}, blocks); }
    /** Encrypts each block of `in` into `out`, which has the same size. The buffers may overlap. */
    void encrypt(bytes in, mutable_bytes out) const {
        detail::check_same_size(in.size(), out.size());
        detail::check(astragal_cipher_encrypt(object_.get(), in.data(), in.size(), out.data()));
    }
    /** Decrypts each block of `in` into `out`, which has the same size. The buffers may overlap. */
    void decrypt(bytes in, mutable_bytes out) const {
        detail::check_same_size(in.size(), out.size());
        detail::check(astragal_cipher_decrypt(object_.get(), in.data(), in.size(), out.data()));
    }
    /**
     * Sets the tweak for all blocks that follow.
     * @throws error if the cipher has no tweak.
     */
    void set_tweak(bytes tweak) { detail::check(astragal_cipher_set_tweak(object_.get(), tweak.data(), tweak.size())); }
    /** Returns a copy of the cipher, including its key and tweak. */
    [[nodiscard]] cipher clone() const {
        cipher copy;
        detail::check(astragal_cipher_copy(copy.object_.out(), object_.get()));
        return copy;
    }
    [[nodiscard]] algorithm alg() const { return detail::of_object(astragal_cipher_alg(object_.get())); }

private:
    cipher() = default;
    detail::unique_object<astragal_cipher, astragal_cipher_free> object_;
};

/**
 * Streaming state of a block cipher mode or stream cipher selected at run time: "aes-256-ctr", "camellia-256-cbc",
 * "serpent-256-xts", "chacha20". Nothing is authenticated: prefer an aead in new designs. Decryption reports invalid
 * padding as std::nullopt, without an exception.
 */
class mode {
public:
    mode(name_view name, astragal::direction direction, bytes key, bytes iv, astragal::padding padding = {})
        : mode(algorithm{kind::mode, name}, direction, key, iv, padding) {}
    mode(const algorithm &alg, astragal::direction direction, bytes key, bytes iv, astragal::padding padding = {}) {
        detail::check(astragal_mode_new(object_.out(), alg.get(), int(direction), int(padding), key.data(),
                                        key.size(), iv.data(), iv.size()));
    }

    /** Encrypts a whole message. */
    [[nodiscard]] static std::vector<std::uint8_t> encrypt(name_view name, bytes key, bytes iv, bytes message,
                                                           astragal::padding padding = {}) {
        return encrypt(algorithm{kind::mode, name}, key, iv, message, padding);
    }
    [[nodiscard]] static std::vector<std::uint8_t> encrypt(const algorithm &alg, bytes key, bytes iv, bytes message,
                                                           astragal::padding padding = {}) {
        // Only decryption can find invalid padding, so encryption always returns a value.
        return *once(alg, astragal::direction::encrypt, key, iv, message, padding);
    }
    /** Decrypts a whole ciphertext. Returns std::nullopt if the padding is invalid. */
    [[nodiscard]] static std::optional<std::vector<std::uint8_t>> decrypt(name_view name, bytes key, bytes iv,
                                                                          bytes ciphertext,
                                                                          astragal::padding padding = {}) {
        return decrypt(algorithm{kind::mode, name}, key, iv, ciphertext, padding);
    }
    [[nodiscard]] static std::optional<std::vector<std::uint8_t>> decrypt(const algorithm &alg, bytes key, bytes iv,
                                                                          bytes ciphertext,
                                                                          astragal::padding padding = {}) {
        return once(alg, astragal::direction::decrypt, key, iv, ciphertext, padding);
    }

    /** Returns the number of bytes that update() writes for `size` bytes of input. */
    [[nodiscard]] std::size_t update_size(std::size_t size) const {
        (void)alg();
        return astragal_mode_update_len(object_.get(), size);
    }
    /**
     * Encrypts or decrypts the next part of the message into `out`, which may be the same buffer as `in`. Returns the
     * number of bytes written.
     */
    std::size_t update(bytes in, mutable_bytes out) {
        std::size_t written = 0;
        detail::check(astragal_mode_update(object_.get(), in.data(), in.size(), out.data(), out.size(), &written));
        return written;
    }
    /** Encrypts or decrypts the next part of the message and returns its output. */
    [[nodiscard]] std::vector<std::uint8_t> update(bytes in) {
        std::vector<std::uint8_t> out(update_size(in.size()));
        update(in, out);
        return out;
    }
    /** Returns the maximum number of bytes that finish() writes. */
    [[nodiscard]] std::size_t finish_size() const {
        (void)alg();
        return astragal_mode_finish_len(object_.get());
    }
    /**
     * Ends the message and writes its last bytes to `out`. Returns the number of bytes written, or std::nullopt if the
     * padding is invalid. Afterwards only restart() is allowed.
     */
    [[nodiscard]] std::optional<std::size_t> finish(mutable_bytes out) {
        std::size_t written = 0;
        const int code = astragal_mode_finish(object_.get(), out.data(), out.size(), &written);
        return detail::verified(code) ? std::optional(written) : std::nullopt;
    }
    /** Ends the message and returns its last bytes, or std::nullopt if the padding is invalid. */
    [[nodiscard]] std::optional<std::vector<std::uint8_t>> finish() {
        std::vector<std::uint8_t> out(finish_size());
        const auto written = finish(out);
        if (!written) {
            return std::nullopt;
        }
        out.resize(*written);
        return out;
    }
    /**
     * Encrypts or decrypts the rest of the message into `out`, which may be the same buffer as `in`, and ends the
     * message. Returns the number of bytes written, or std::nullopt if the padding is invalid.
     */
    [[nodiscard]] std::optional<std::size_t> whole(bytes in, mutable_bytes out) {
        std::size_t written = 0;
        const int code = astragal_mode_whole(object_.get(), in.data(), in.size(), out.data(), out.size(), &written);
        return detail::verified(code) ? std::optional(written) : std::nullopt;
    }
    /** Starts another message with the same key. This is cheaper than creating a new object. */
    void restart(bytes iv) { detail::check(astragal_mode_restart(object_.get(), iv.data(), iv.size())); }
    /**
     * Moves to a byte position in the keystream, so that the next call processes the message from there.
     * @throws error if the algorithm is neither a block cipher in CTR mode nor a stream cipher.
     */
    void seek(std::uint64_t position) { detail::check(astragal_mode_seek(object_.get(), position)); }
    /** Returns a copy of the mode, including its key and the message processed so far. */
    [[nodiscard]] mode clone() const {
        mode copy;
        detail::check(astragal_mode_copy(copy.object_.out(), object_.get()));
        return copy;
    }
    [[nodiscard]] algorithm alg() const { return detail::of_object(astragal_mode_alg(object_.get())); }

private:
    mode() = default;

    static std::optional<std::vector<std::uint8_t>> once(const algorithm &alg, astragal::direction direction, bytes key,
                                                         bytes iv, bytes in, astragal::padding padding) {
        const auto *handle = alg.get();
        std::vector<std::uint8_t> out(astragal_mode_once_len(handle, int(direction), int(padding), in.size()));
        std::size_t written = 0;
        const int code = astragal_mode_once(handle, int(direction), int(padding), key.data(), key.size(), iv.data(),
                                            iv.size(), in.data(), in.size(), out.data(), out.size(), &written);
        if (!detail::verified(code)) {
            return std::nullopt;
        }
        out.resize(written);
        return out;
    }

    detail::unique_object<astragal_mode, astragal_mode_free> object_;
};

#if ASTRAGAL_CPLUSPLUS >= 202002L

/** Block cipher selected at compile time. */
template <detail::name Name, std::size_t BlockSize, std::size_t KeySize>
class basic_cipher : public cipher {
public:
    static constexpr std::string_view name = Name.view();
    static constexpr std::size_t block_size = BlockSize;
    static constexpr std::size_t key_size = KeySize;

    explicit basic_cipher(bytes key) : cipher(detail::handle<kind::cipher, Name>(), key) {}
};

/** Tweakable block cipher selected at compile time. */
template <detail::name Name, std::size_t BlockSize, std::size_t KeySize>
class basic_tweakable_cipher : public basic_cipher<Name, BlockSize, KeySize> {
public:
    static constexpr std::size_t tweak_size = 16;

    explicit basic_tweakable_cipher(bytes key, bytes tweak = {}) : basic_cipher<Name, BlockSize, KeySize>(key) {
        if (tweak.data() != nullptr) {
            this->set_tweak(tweak);
        }
    }
};

using anubis128 = basic_cipher<"anubis-128", 16, 16>;
using anubis160 = basic_cipher<"anubis-160", 16, 20>;
using anubis192 = basic_cipher<"anubis-192", 16, 24>;
using anubis224 = basic_cipher<"anubis-224", 16, 28>;
using anubis256 = basic_cipher<"anubis-256", 16, 32>;
using anubis288 = basic_cipher<"anubis-288", 16, 36>;
using anubis320 = basic_cipher<"anubis-320", 16, 40>;

using aria128 = basic_cipher<"aria-128", 16, 16>;
using aria192 = basic_cipher<"aria-192", 16, 24>;
using aria256 = basic_cipher<"aria-256", 16, 32>;

using camellia128 = basic_cipher<"camellia-128", 16, 16>;
using camellia192 = basic_cipher<"camellia-192", 16, 24>;
using camellia256 = basic_cipher<"camellia-256", 16, 32>;

using cast256_128 = basic_cipher<"cast256-128", 16, 16>;
using cast256_160 = basic_cipher<"cast256-160", 16, 20>;
using cast256_192 = basic_cipher<"cast256-192", 16, 24>;
using cast256_224 = basic_cipher<"cast256-224", 16, 28>;
using cast256_256 = basic_cipher<"cast256-256", 16, 32>;

using kalyna128_128 = basic_cipher<"kalyna128-128", 16, 16>;
using kalyna128_256 = basic_cipher<"kalyna128-256", 16, 32>;
using kalyna256_256 = basic_cipher<"kalyna256-256", 32, 32>;
using kalyna256_512 = basic_cipher<"kalyna256-512", 32, 64>;
using kalyna512_512 = basic_cipher<"kalyna512-512", 64, 64>;

using kuznyechik = basic_cipher<"kuznyechik", 16, 32>;

using mars128 = basic_cipher<"mars-128", 16, 16>;
using mars160 = basic_cipher<"mars-160", 16, 20>;
using mars192 = basic_cipher<"mars-192", 16, 24>;
using mars224 = basic_cipher<"mars-224", 16, 28>;
using mars256 = basic_cipher<"mars-256", 16, 32>;
using mars288 = basic_cipher<"mars-288", 16, 36>;
using mars320 = basic_cipher<"mars-320", 16, 40>;
using mars352 = basic_cipher<"mars-352", 16, 44>;
using mars384 = basic_cipher<"mars-384", 16, 48>;
using mars416 = basic_cipher<"mars-416", 16, 52>;
using mars448 = basic_cipher<"mars-448", 16, 56>;

/* AES: Rijndael with 16-byte blocks and keys of 16, 24 or 32 bytes (FIPS 197). */
using aes128 = basic_cipher<"aes-128", 16, 16>;
using aes192 = basic_cipher<"aes-192", 16, 24>;
using aes256 = basic_cipher<"aes-256", 16, 32>;
using rijndael128_128 = aes128;
using rijndael128_192 = aes192;
using rijndael128_256 = aes256;

/* Rijndael with block or key sizes that are not part of AES. */
using rijndael128_160 = basic_cipher<"rijndael128-160", 16, 20>;
using rijndael128_224 = basic_cipher<"rijndael128-224", 16, 28>;
using rijndael160_128 = basic_cipher<"rijndael160-128", 20, 16>;
using rijndael160_160 = basic_cipher<"rijndael160-160", 20, 20>;
using rijndael160_192 = basic_cipher<"rijndael160-192", 20, 24>;
using rijndael160_224 = basic_cipher<"rijndael160-224", 20, 28>;
using rijndael160_256 = basic_cipher<"rijndael160-256", 20, 32>;
using rijndael192_128 = basic_cipher<"rijndael192-128", 24, 16>;
using rijndael192_160 = basic_cipher<"rijndael192-160", 24, 20>;
using rijndael192_192 = basic_cipher<"rijndael192-192", 24, 24>;
using rijndael192_224 = basic_cipher<"rijndael192-224", 24, 28>;
using rijndael192_256 = basic_cipher<"rijndael192-256", 24, 32>;
using rijndael224_128 = basic_cipher<"rijndael224-128", 28, 16>;
using rijndael224_160 = basic_cipher<"rijndael224-160", 28, 20>;
using rijndael224_192 = basic_cipher<"rijndael224-192", 28, 24>;
using rijndael224_224 = basic_cipher<"rijndael224-224", 28, 28>;
using rijndael224_256 = basic_cipher<"rijndael224-256", 28, 32>;
using rijndael256_128 = basic_cipher<"rijndael256-128", 32, 16>;
using rijndael256_160 = basic_cipher<"rijndael256-160", 32, 20>;
using rijndael256_192 = basic_cipher<"rijndael256-192", 32, 24>;
using rijndael256_224 = basic_cipher<"rijndael256-224", 32, 28>;
using rijndael256_256 = basic_cipher<"rijndael256-256", 32, 32>;

using serpent128 = basic_cipher<"serpent-128", 16, 16>;
using serpent192 = basic_cipher<"serpent-192", 16, 24>;
using serpent256 = basic_cipher<"serpent-256", 16, 32>;

using sm4 = basic_cipher<"sm4", 16, 16>;

using threefish256 = basic_tweakable_cipher<"threefish-256", 32, 32>;
using threefish512 = basic_tweakable_cipher<"threefish-512", 64, 64>;
using threefish1024 = basic_tweakable_cipher<"threefish-1024", 128, 128>;

using twofish128 = basic_cipher<"twofish-128", 16, 16>;
using twofish192 = basic_cipher<"twofish-192", 16, 24>;
using twofish256 = basic_cipher<"twofish-256", 16, 32>;

namespace detail {

/**
 * Returns the algorithm handle of a mode, AEAD or MAC with the given block cipher. Each handle is looked up by name
 * only once.
 */
template <kind K, class Cipher, name Before, name After>
const algorithm &composed() {
    static const algorithm found{K, std::string(Before.view()) + std::string(Cipher::name) + std::string(After.view())};
    return found;
}

/** Sizes in bytes of the block, the key and the IV of a block cipher mode. */
template <class Cipher>
struct mode_sizes {
    static constexpr std::size_t block_size = Cipher::block_size;
    static constexpr std::size_t key_size = Cipher::key_size;
    static constexpr std::size_t iv_size = Cipher::block_size;
};

/** Block cipher mode whose output is as long as its input, without padding. */
template <class Cipher, name Suffix>
class keystream : public mode, public mode_sizes<Cipher> {
public:
    keystream(astragal::direction direction, bytes key, bytes iv)
        : mode(composed<kind::mode, Cipher, "", Suffix>(), direction, key, iv) {}

    /** Processes the next bytes of the message in place. */
    void apply(mutable_bytes text) { update(bytes{text.data(), text.size()}, text); }
    /** Processes the next bytes of the message into `out`, which has the same size. */
    void apply(bytes in, mutable_bytes out) {
        check_same_size(in.size(), out.size());
        update(in, out);
    }

    [[nodiscard]] static std::vector<std::uint8_t> encrypt(bytes key, bytes iv, bytes message) {
        return mode::encrypt(composed<kind::mode, Cipher, "", Suffix>(), key, iv, message);
    }
    [[nodiscard]] static std::vector<std::uint8_t> decrypt(bytes key, bytes iv, bytes ciphertext) {
        // Modes of this class have no padding, so decryption always returns a value.
        return *mode::decrypt(composed<kind::mode, Cipher, "", Suffix>(), key, iv, ciphertext);
    }
};

} // namespace detail

/** CBC (SP 800-38A §6.2), for example cbc<camellia256>. Each message needs an unpredictable IV. */
template <class Cipher>
class cbc : public mode, public detail::mode_sizes<Cipher> {
public:
    cbc(astragal::direction direction, bytes key, bytes iv, astragal::padding padding = astragal::padding::pkcs7)
        : mode(handle(), direction, key, iv, padding) {}

    /** Encrypts a whole message. */
    [[nodiscard]] static std::vector<std::uint8_t> encrypt(bytes key, bytes iv, bytes message,
                                                           astragal::padding padding = astragal::padding::pkcs7) {
        return mode::encrypt(handle(), key, iv, message, padding);
    }
    /** Decrypts a whole ciphertext. Returns std::nullopt if the padding is invalid. */
    [[nodiscard]] static std::optional<std::vector<std::uint8_t>>
    decrypt(bytes key, bytes iv, bytes ciphertext, astragal::padding padding = astragal::padding::pkcs7) {
        return mode::decrypt(handle(), key, iv, ciphertext, padding);
    }

private:
    static const algorithm &handle() { return detail::composed<kind::mode, Cipher, "", "-cbc">(); }
};

/**
 * CTR (SP 800-38A §6.5), for example ctr<aes256>. The counter occupies the whole block. Never use an IV twice with the
 * same key.
 */
template <class Cipher>
class ctr : public detail::keystream<Cipher, "-ctr"> {
public:
    ctr(bytes key, bytes iv) : detail::keystream<Cipher, "-ctr">(direction::encrypt, key, iv) {}
};

/** OFB (SP 800-38A §6.4). Use it only for existing data. */
template <class Cipher>
class ofb : public detail::keystream<Cipher, "-ofb"> {
public:
    ofb(bytes key, bytes iv) : detail::keystream<Cipher, "-ofb">(direction::encrypt, key, iv) {}
};

/** CFB (SP 800-38A §6.3) with full-block feedback. Use it only for existing data. */
template <class Cipher>
class cfb : public detail::keystream<Cipher, "-cfb"> {
public:
    using detail::keystream<Cipher, "-cfb">::keystream;
};

/** XTS (IEEE 1619) for disk sectors, for example xts<aes256>. The key is twice as long as a key of the cipher. */
template <class Cipher>
class xts {
    static_assert(Cipher::block_size == 16, "XTS needs a block size of 16 bytes");

public:
    static constexpr std::size_t key_size = 2 * Cipher::key_size;

    explicit xts(bytes key) : encryptor_(start(direction::encrypt, key)), decryptor_(start(direction::decrypt, key)) {}

    /** Encrypts a data unit of 16 bytes or more in place. */
    void encrypt(std::uint64_t number, mutable_bytes unit) { apply(encryptor_, number, unit); }
    /** Decrypts a data unit of 16 bytes or more in place. */
    void decrypt(std::uint64_t number, mutable_bytes unit) { apply(decryptor_, number, unit); }

private:
    using tweak = std::array<std::uint8_t, 16>;

    static mode start(direction direction, bytes key) {
        return mode{detail::composed<kind::mode, Cipher, "", "-xts">(), direction, key, tweak{}};
    }
    static void apply(mode &mode, std::uint64_t number, mutable_bytes unit) {
        tweak iv{};
        for (std::size_t i = 0; i < 8; i++) {
            iv[i] = std::uint8_t(number >> 8 * i);
        }
        mode.restart(iv);
        (void)mode.whole(bytes{unit.data(), unit.size()}, unit);
    }

    mode encryptor_, decryptor_;
};

/** GCM (SP 800-38D) with a block cipher that has 16-byte blocks, for example gcm<aes256>. */
template <class Cipher>
class gcm : public aead {
    static_assert(Cipher::block_size == 16, "GCM needs a block size of 16 bytes");

public:
    static constexpr std::size_t key_size = Cipher::key_size;
    static constexpr std::size_t nonce_size = 12;
    static constexpr std::size_t tag_size = 16;

    explicit gcm(bytes key) : aead(detail::composed<kind::aead, Cipher, "", "-gcm">(), key) {}
};

/** CCM (SP 800-38C) with a block cipher that has 16-byte blocks, for example ccm<sm4>. */
template <class Cipher>
class ccm : public aead {
    static_assert(Cipher::block_size == 16, "CCM needs a block size of 16 bytes");

public:
    static constexpr std::size_t key_size = Cipher::key_size;
    static constexpr std::size_t nonce_size = 12;
    static constexpr std::size_t tag_size = 16;

    explicit ccm(bytes key) : aead(detail::composed<kind::aead, Cipher, "", "-ccm">(), key) {}
};

/** AES-GCM-SIV (RFC 8452), which resists nonce reuse, for example gcm_siv<aes256>. */
template <class Cipher>
class gcm_siv : public aead {
    static_assert(std::is_same_v<Cipher, aes128> || std::is_same_v<Cipher, aes256>, "GCM-SIV needs AES-128 or AES-256");

public:
    static constexpr std::size_t key_size = Cipher::key_size;
    static constexpr std::size_t nonce_size = 12;
    static constexpr std::size_t tag_size = 16;

    explicit gcm_siv(bytes key) : aead(detail::composed<kind::aead, Cipher, "", "-gcm-siv">(), key) {}
};

/** CMAC (SP 800-38B) with a block cipher that has 16-byte blocks, for example cmac<aes128>. */
template <class Cipher>
class cmac : public mac {
    static_assert(Cipher::block_size == 16, "CMAC needs a block size of 16 bytes");

public:
    static constexpr std::size_t key_size = Cipher::key_size;
    static constexpr std::size_t full_tag_size = 16;

    explicit cmac(bytes key) : mac(detail::composed<kind::mac, Cipher, "cmac-", "">(), key) {}
};

#endif // C++20

} // namespace astragal

#endif
