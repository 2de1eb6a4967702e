/**
 * @file cppcrypto_cipher.hpp
 * Block ciphers and modes of cppcrypto with its class names; cppcrypto.hpp includes this header.
 *
 *     cbc cipher{rijndael128_256()};
 *     cipher.init(key, 32, iv, 16, block_cipher::encryption);
 *     cipher.encrypt_update(data, len, out);        // raw buffer, std::vector or std::ostream
 *     cipher.encrypt_final(out);
 *
 * Sizes of keys and blocks are in bits; lengths of data are in bytes. Unlike in cppcrypto, a key or IV of the wrong
 * length throws astragal::error, and so does invalid padding.
 */
#ifndef ASTRAGAL_CPPCRYPTO_CIPHER_HPP
#define ASTRAGAL_CPPCRYPTO_CIPHER_HPP

#include <memory>
#include <optional>
#include <ostream>

#include <astragal.hpp>

namespace astragal::cppcrypto {

/** Interface for block ciphers. */
class block_cipher {
public:
    enum direction { encryption, decryption };

    block_cipher() = default;
    virtual ~block_cipher() = default;
    block_cipher(const block_cipher &) = delete;
    block_cipher &operator=(const block_cipher &) = delete;

    /** Block size in bits. */
    [[nodiscard]] virtual std::size_t blocksize() const = 0;
    /** Key size in bits. */
    [[nodiscard]] virtual std::size_t keysize() const = 0;
    /** Returns a new object of the same class without the key. The caller deletes the object. */
    [[nodiscard]] virtual block_cipher *clone() const = 0;
    /** Erases the key. */
    virtual void clear() {}

    /** Sets the key, which has keysize() / 8 bytes. */
    virtual bool init(const std::uint8_t *key, direction direction) = 0;
    virtual void encrypt_block(const std::uint8_t *in, std::uint8_t *out) = 0;
    virtual void decrypt_block(const std::uint8_t *in, std::uint8_t *out) = 0;
    virtual void encrypt_blocks(const std::uint8_t *in, std::uint8_t *out, std::size_t n) {
        for (const std::size_t bytes = blocksize() / 8; n > 0; n--, in += bytes, out += bytes) {
            encrypt_block(in, out);
        }
    }
    virtual void decrypt_blocks(const std::uint8_t *in, std::uint8_t *out, std::size_t n) {
        for (const std::size_t bytes = blocksize() / 8; n > 0; n--, in += bytes, out += bytes) {
            decrypt_block(in, out);
        }
    }
};

/** Block cipher with a tweak. */
class tweakable_block_cipher : public block_cipher {
public:
    /** Tweak size in bits. */
    [[nodiscard]] virtual std::size_t tweaksize() const = 0;
    /** Sets the tweak for all blocks that follow. The tweak has tweaksize() / 8 bytes. */
    virtual void set_tweak(const std::uint8_t *tweak) = 0;
};

namespace detail {

/** Block cipher that astragal implements. */
template <class Base, astragal::detail::name Name, std::size_t BlockSize, std::size_t KeySize>
class named_base : public Base {
public:
    [[nodiscard]] std::size_t blocksize() const override { return 8 * BlockSize; }
    [[nodiscard]] std::size_t keysize() const override { return 8 * KeySize; }
    void clear() override { cipher_.reset(); }
    bool init(const std::uint8_t *key, block_cipher::direction) override {
        cipher_.emplace(astragal::detail::handle<kind::cipher, Name>(), bytes{key, KeySize});
        return true;
    }
    void encrypt_block(const std::uint8_t *in, std::uint8_t *out) override { encrypt_blocks(in, out, 1); }
    void decrypt_block(const std::uint8_t *in, std::uint8_t *out) override { decrypt_blocks(in, out, 1); }
    void encrypt_blocks(const std::uint8_t *in, std::uint8_t *out, std::size_t n) override {
        cipher().encrypt(bytes{in, n * BlockSize}, mutable_bytes{out, n * BlockSize});
    }
    void decrypt_blocks(const std::uint8_t *in, std::uint8_t *out, std::size_t n) override {
        cipher().decrypt(bytes{in, n * BlockSize}, mutable_bytes{out, n * BlockSize});
    }

protected:
    [[nodiscard]] astragal::cipher &cipher() {
        if (!cipher_) {
            throw error(ASTRAGAL_ERR_STATE, std::string(Name.view()) + " has no key; init() sets it");
        }
        return *cipher_;
    }

private:
    std::optional<astragal::cipher> cipher_;
};

template <astragal::detail::name Name, std::size_t BlockSize, std::size_t KeySize>
class named_cipher : public named_base<block_cipher, Name, BlockSize, KeySize> {
public:
    [[nodiscard]] named_cipher *clone() const override { return new named_cipher; }
};

template <astragal::detail::name Name, std::size_t BlockSize, std::size_t KeySize>
class tweakable : public named_base<tweakable_block_cipher, Name, BlockSize, KeySize> {
public:
    [[nodiscard]] tweakable *clone() const override { return new tweakable; }
    [[nodiscard]] std::size_t tweaksize() const override { return 128; }
    void set_tweak(const std::uint8_t *tweak) override { this->cipher().set_tweak(bytes{tweak, 16}); }
};

} // namespace detail

using anubis128 = detail::named_cipher<"anubis-128", 16, 16>;
using anubis160 = detail::named_cipher<"anubis-160", 16, 20>;
using anubis192 = detail::named_cipher<"anubis-192", 16, 24>;
using anubis224 = detail::named_cipher<"anubis-224", 16, 28>;
using anubis256 = detail::named_cipher<"anubis-256", 16, 32>;
using anubis288 = detail::named_cipher<"anubis-288", 16, 36>;
using anubis320 = detail::named_cipher<"anubis-320", 16, 40>;

using aria128 = detail::named_cipher<"aria-128", 16, 16>;
using aria192 = detail::named_cipher<"aria-192", 16, 24>;
using aria256 = detail::named_cipher<"aria-256", 16, 32>;

using camellia128 = detail::named_cipher<"camellia-128", 16, 16>;
using camellia192 = detail::named_cipher<"camellia-192", 16, 24>;
using camellia256 = detail::named_cipher<"camellia-256", 16, 32>;

using cast6_128 = detail::named_cipher<"cast256-128", 16, 16>;
using cast6_160 = detail::named_cipher<"cast256-160", 16, 20>;
using cast6_192 = detail::named_cipher<"cast256-192", 16, 24>;
using cast6_224 = detail::named_cipher<"cast256-224", 16, 28>;
using cast6_256 = detail::named_cipher<"cast256-256", 16, 32>;

using kalyna128_128 = detail::named_cipher<"kalyna128-128", 16, 16>;
using kalyna128_256 = detail::named_cipher<"kalyna128-256", 16, 32>;
using kalyna256_256 = detail::named_cipher<"kalyna256-256", 32, 32>;
using kalyna256_512 = detail::named_cipher<"kalyna256-512", 32, 64>;
using kalyna512_512 = detail::named_cipher<"kalyna512-512", 64, 64>;

using kuznyechik = detail::named_cipher<"kuznyechik", 16, 32>;

using mars128 = detail::named_cipher<"mars-128", 16, 16>;
using mars160 = detail::named_cipher<"mars-160", 16, 20>;
using mars192 = detail::named_cipher<"mars-192", 16, 24>;
using mars224 = detail::named_cipher<"mars-224", 16, 28>;
using mars256 = detail::named_cipher<"mars-256", 16, 32>;
using mars288 = detail::named_cipher<"mars-288", 16, 36>;
using mars320 = detail::named_cipher<"mars-320", 16, 40>;
using mars352 = detail::named_cipher<"mars-352", 16, 44>;
using mars384 = detail::named_cipher<"mars-384", 16, 48>;
using mars416 = detail::named_cipher<"mars-416", 16, 52>;
using mars448 = detail::named_cipher<"mars-448", 16, 56>;

using rijndael128_128 = detail::named_cipher<"aes-128", 16, 16>;
using rijndael128_160 = detail::named_cipher<"rijndael128-160", 16, 20>;
using rijndael128_192 = detail::named_cipher<"aes-192", 16, 24>;
using rijndael128_224 = detail::named_cipher<"rijndael128-224", 16, 28>;
using rijndael128_256 = detail::named_cipher<"aes-256", 16, 32>;
using rijndael160_128 = detail::named_cipher<"rijndael160-128", 20, 16>;
using rijndael160_160 = detail::named_cipher<"rijndael160-160", 20, 20>;
using rijndael160_192 = detail::named_cipher<"rijndael160-192", 20, 24>;
using rijndael160_224 = detail::named_cipher<"rijndael160-224", 20, 28>;
using rijndael160_256 = detail::named_cipher<"rijndael160-256", 20, 32>;
using rijndael192_128 = detail::named_cipher<"rijndael192-128", 24, 16>;
using rijndael192_160 = detail::named_cipher<"rijndael192-160", 24, 20>;
using rijndael192_192 = detail::named_cipher<"rijndael192-192", 24, 24>;
using rijndael192_224 = detail::named_cipher<"rijndael192-224", 24, 28>;
using rijndael192_256 = detail::named_cipher<"rijndael192-256", 24, 32>;
using rijndael224_128 = detail::named_cipher<"rijndael224-128", 28, 16>;
using rijndael224_160 = detail::named_cipher<"rijndael224-160", 28, 20>;
using rijndael224_192 = detail::named_cipher<"rijndael224-192", 28, 24>;
using rijndael224_224 = detail::named_cipher<"rijndael224-224", 28, 28>;
using rijndael224_256 = detail::named_cipher<"rijndael224-256", 28, 32>;
using rijndael256_128 = detail::named_cipher<"rijndael256-128", 32, 16>;
using rijndael256_160 = detail::named_cipher<"rijndael256-160", 32, 20>;
using rijndael256_192 = detail::named_cipher<"rijndael256-192", 32, 24>;
using rijndael256_224 = detail::named_cipher<"rijndael256-224", 32, 28>;
using rijndael256_256 = detail::named_cipher<"rijndael256-256", 32, 32>;

using serpent128 = detail::named_cipher<"serpent-128", 16, 16>;
using serpent192 = detail::named_cipher<"serpent-192", 16, 24>;
using serpent256 = detail::named_cipher<"serpent-256", 16, 32>;

using sm4 = detail::named_cipher<"sm4", 16, 16>;

using threefish256_256 = detail::tweakable<"threefish-256", 32, 32>;
using threefish512_512 = detail::tweakable<"threefish-512", 64, 64>;
using threefish1024_1024 = detail::tweakable<"threefish-1024", 128, 128>;

using twofish128 = detail::named_cipher<"twofish-128", 16, 16>;
using twofish192 = detail::named_cipher<"twofish-192", 16, 24>;
using twofish256 = detail::named_cipher<"twofish-256", 16, 32>;

namespace detail {

/** Byte array that is wiped when it is destroyed. */
class secret_bytes {
public:
    explicit secret_bytes(std::size_t size = 0) : bytes_(size) {}
    secret_bytes(const secret_bytes &) = delete;
    secret_bytes &operator=(const secret_bytes &) = delete;
    ~secret_bytes() { wipe(bytes_); }

    void assign(const std::uint8_t *from, std::size_t size) {
        wipe(bytes_);
        bytes_.assign(from, from + size);
    }
    /** Zeroes all bytes. The size does not change. */
    void erase() { wipe(bytes_); }
    [[nodiscard]] std::uint8_t *data() { return bytes_.data(); }
    [[nodiscard]] std::size_t size() const { return bytes_.size(); }
    std::uint8_t &operator[](std::size_t i) { return bytes_[i]; }

private:
    std::vector<std::uint8_t> bytes_;
};

/**
 * Checks that a key is set.
 * @throws error before init() and after the end of a message.
 */
inline void check_has_key(bool is_keyed, const char *mode) {
    if (!is_keyed) {
        throw error(ASTRAGAL_ERR_STATE, std::string(mode) + " has no key; call init()");
    }
}

inline void check_sizes(const block_cipher &cipher, std::size_t keylen, std::size_t ivlen, bool is_whole) {
    const std::size_t key = cipher.keysize() / 8, block = cipher.blocksize() / 8;
    if (keylen != key || ivlen == 0 || ivlen > block || (is_whole && ivlen != block)) {
        const auto bytes = [](std::size_t n) { return std::to_string(n) + (n == 1 ? " byte" : " bytes"); };
        throw error(ASTRAGAL_ERR_LENGTH, "key is " + bytes(keylen) + " and IV is " + bytes(ivlen) + "; expected " +
                                             std::to_string(key) + " and " + std::to_string(block));
    }
}

} // namespace detail

/** CBC with PKCS#7 padding and any block cipher. The block cipher may be a custom class. */
class cbc {
public:
    explicit cbc(const block_cipher &cipher)
        : cipher_(cipher.clone()), chain_(cipher.blocksize() / 8), buffer_(cipher.blocksize() / 8) {}
    virtual ~cbc() = default;
    cbc(const cbc &) = delete;
    cbc &operator=(const cbc &) = delete;

    /** Starts a message. */
    void init(const std::uint8_t *key, std::size_t keylen, const std::uint8_t *iv, std::size_t ivlen,
              block_cipher::direction direction) {
        detail::check_sizes(*cipher_, keylen, ivlen, true);
        clear();
        cipher_->init(key, direction);
        chain_.assign(iv, ivlen);
        is_keyed_ = true;
    }
    /** Erases the key and the buffered part of the message. The next call must be init(). */
    void clear() {
        is_keyed_ = false;
        cipher_->clear();
        chain_.erase();
        buffer_.erase();
        filled_ = 0;
    }

    /**
     * Encrypts the next part of the message. `out` must have space for len bytes plus one block. Sets resultlen to
     * the number of bytes written.
     */
    void encrypt_update(const std::uint8_t *in, std::size_t len, std::uint8_t *out, std::size_t &resultlen) {
        resultlen = 0;
        detail::check_has_key(is_keyed_, "cbc");
        each_block(in, len, false, [&](const std::uint8_t *block) { encrypt(block, out, resultlen); });
    }
    void encrypt_final(std::uint8_t *out, std::size_t &resultlen) {
        resultlen = 0;
        detail::check_has_key(is_keyed_, "cbc");
        const std::size_t block = chain_.size();
        std::fill(buffer_.data() + filled_, buffer_.data() + block, std::uint8_t(block - filled_));
        encrypt(buffer_.data(), out, resultlen);
        clear();
    }
    void decrypt_update(const std::uint8_t *in, std::size_t len, std::uint8_t *out, std::size_t &resultlen) {
        resultlen = 0;
        detail::check_has_key(is_keyed_, "cbc");
        const auto run = [&](const std::uint8_t *block) { decrypt(block, out, resultlen); };
        const std::size_t block = chain_.size();
        if (out + len + block <= in || in + len <= out) {
            // The first `head` bytes complete the buffered block. The complete blocks after these bytes are decrypted
            // in parallel, which requires that input and output do not overlap.
            const std::size_t head = std::min(len, filled_ == 0 ? 0 : block - filled_);
            each_block(in, head, true, run);
            in += head;
            len -= head;
            if (filled_ == block && len > 0) {
                run(buffer_.data());
                filled_ = 0;
            }
            const std::size_t blocks = filled_ == 0 && len > 0 ? (len - 1) / block : 0;
            decrypt_run(in, blocks, out + resultlen);
            in += blocks * block;
            len -= blocks * block;
            resultlen += blocks * block;
        }
        each_block(in, len, true, run);
    }
    /**
     * Ends decryption.
     * @throws error if the message length is not a multiple of the block size, or if the padding is invalid.
     */
    void decrypt_final(std::uint8_t *out, std::size_t &resultlen) {
        resultlen = 0;
        detail::check_has_key(is_keyed_, "cbc");
        const std::size_t block = chain_.size();
        const bool is_whole = filled_ == block;
        detail::secret_bytes last(block);
        std::size_t written = 0;
        if (is_whole) {
            decrypt(buffer_.data(), last.data(), written);
        }
        clear();
        if (!is_whole) {
            throw error(ASTRAGAL_ERR_LENGTH, "message is not a multiple of the block");
        }
        // The run time does not depend on the value of the padding byte.
        const std::size_t padding = last[block - 1];
        std::size_t wrong = std::size_t(padding == 0) | std::size_t(padding > block);
        for (std::size_t i = 0; i < block; i++) {
            const std::size_t is_padding = 0 - std::size_t(i + padding >= block);
            wrong |= is_padding & (last[i] ^ padding);
        }
        if (wrong != 0) {
            throw error(ASTRAGAL_INVALID, "padding is invalid");
        }
        resultlen = block - padding;
        std::copy_n(last.data(), resultlen, out);
    }

    /** Overloads that append the output to a vector. */
    void encrypt_update(const std::uint8_t *in, std::size_t len, std::vector<std::uint8_t> &out) {
        append(out, len, [&](auto *to, auto &written) { encrypt_update(in, len, to, written); });
    }
    void encrypt_final(std::vector<std::uint8_t> &out) {
        append(out, 0, [&](auto *to, auto &written) { encrypt_final(to, written); });
    }
    void decrypt_update(const std::uint8_t *in, std::size_t len, std::vector<std::uint8_t> &out) {
        append(out, len, [&](auto *to, auto &written) { decrypt_update(in, len, to, written); });
    }
    void decrypt_final(std::vector<std::uint8_t> &out) {
        append(out, 0, [&](auto *to, auto &written) { decrypt_final(to, written); });
    }

    /** Overloads that write the output to a stream. */
    void encrypt_update(const std::uint8_t *in, std::size_t len, std::ostream &out) {
        write(out, len, [&](auto *to, auto &written) { encrypt_update(in, len, to, written); });
    }
    void encrypt_final(std::ostream &out) {
        write(out, 0, [&](auto *to, auto &written) { encrypt_final(to, written); });
    }
    void decrypt_update(const std::uint8_t *in, std::size_t len, std::ostream &out) {
        write(out, len, [&](auto *to, auto &written) { decrypt_update(in, len, to, written); });
    }
    void decrypt_final(std::ostream &out) {
        write(out, 0, [&](auto *to, auto &written) { decrypt_final(to, written); });
    }

private:
    /**
     * Calls `run` for each complete block. If `keeps_last` is true, buffers the last block until more input follows,
     * because it may contain padding.
     */
    template <class F>
    void each_block(const std::uint8_t *in, std::size_t len, bool keeps_last, F run) {
        const std::size_t block = chain_.size();
        while (len > 0) {
            if (filled_ == block) {
                run(buffer_.data());
                filled_ = 0;
            }
            const std::size_t taken = std::min(len, block - filled_);
            std::copy_n(in, taken, buffer_.data() + filled_);
            filled_ += taken;
            in += taken;
            len -= taken;
            if (filled_ == block && !keeps_last) {
                run(buffer_.data());
                filled_ = 0;
            }
        }
    }
    void encrypt(const std::uint8_t *block, std::uint8_t *out, std::size_t &written) {
        for (std::size_t i = 0; i < chain_.size(); i++) {
            chain_[i] = std::uint8_t(chain_[i] ^ block[i]);
        }
        cipher_->encrypt_block(chain_.data(), chain_.data());
        std::copy_n(chain_.data(), chain_.size(), out + written);
        written += chain_.size();
    }
    void decrypt(const std::uint8_t *block, std::uint8_t *out, std::size_t &written) {
        cipher_->decrypt_block(block, out + written);
        for (std::size_t i = 0; i < chain_.size(); i++) {
            out[written + i] = std::uint8_t(out[written + i] ^ chain_[i]);
        }
        chain_.assign(block, chain_.size());
        written += chain_.size();
    }
    void decrypt_run(const std::uint8_t *in, std::size_t blocks, std::uint8_t *out) {
        if (blocks == 0) {
            return;
        }
        const std::size_t block = chain_.size(), len = blocks * block;
        cipher_->decrypt_blocks(in, out, blocks);
        for (std::size_t i = 0; i < block; i++) {
            out[i] = std::uint8_t(out[i] ^ chain_[i]);
        }
        for (std::size_t i = block; i < len; i++) {
            out[i] = std::uint8_t(out[i] ^ in[i - block]);
        }
        chain_.assign(in + len - block, block);
    }
    template <class F>
    void append(std::vector<std::uint8_t> &out, std::size_t len, F fill) {
        const std::size_t before = out.size();
        std::size_t written = 0;
        out.resize(before + len + chain_.size());
        try {
            fill(out.data() + before, written);
        } catch (...) {
            out.resize(before);
            throw;
        }
        out.resize(before + written);
    }
    template <class F>
    void write(std::ostream &out, std::size_t len, F fill) {
        detail::secret_bytes buffer(len + chain_.size());
        std::size_t written = 0;
        fill(buffer.data(), written);
        out.write(reinterpret_cast<const char *>(buffer.data()), std::streamsize(written));
    }

    std::unique_ptr<block_cipher> cipher_;
    detail::secret_bytes chain_, buffer_;
    std::size_t filled_ = 0;
    bool is_keyed_ = false;
};

/** CTR with any block cipher, which may be a custom class. The whole block is a big-endian counter. */
class ctr {
public:
    explicit ctr(const block_cipher &cipher)
        : cipher_(cipher.clone()), next_(cipher.blocksize() / 8), keystream_(run * cipher.blocksize() / 8),
          used_(keystream_.size()) {}
    virtual ~ctr() = default;
    ctr(const ctr &) = delete;
    ctr &operator=(const ctr &) = delete;

    /** Starts a message. The IV has at least 1 byte. If it is shorter than the block, zeros fill the rest. */
    void init(const std::uint8_t *key, std::size_t keylen, const std::uint8_t *iv, std::size_t ivlen,
              block_cipher::direction = block_cipher::encryption) {
        detail::check_sizes(*cipher_, keylen, ivlen, false);
        clear();
        // CTR needs only the encryption direction of the block cipher, even to decrypt a message.
        cipher_->init(key, block_cipher::encryption);
        std::copy_n(iv, ivlen, next_.data());
        is_keyed_ = true;
    }
    /** Encrypts the next bytes of the message. `out` may be the same buffer as `in`. */
    void encrypt(const std::uint8_t *in, std::size_t len, std::uint8_t *out) {
        detail::check_has_key(is_keyed_, "ctr");
        while (len > 0) {
            if (used_ == keystream_.size()) {
                fill();
            }
            const std::size_t n = std::min(len, keystream_.size() - used_);
            const std::uint8_t *key = keystream_.data() + used_;
            for (std::size_t i = 0; i < n; i++) {
                out[i] = std::uint8_t(in[i] ^ key[i]);
            }
            used_ += n;
            in += n;
            out += n;
            len -= n;
        }
    }
    void decrypt(const std::uint8_t *in, std::size_t len, std::uint8_t *out) { encrypt(in, len, out); }

    /** Key size in bits. */
    [[nodiscard]] std::size_t keysize() const { return cipher_->keysize(); }
    /** IV size in bits. */
    [[nodiscard]] std::size_t ivsize() const { return cipher_->blocksize(); }
    /** Erases the key, the counter and the buffered keystream. The next call must be init(). */
    void clear() {
        is_keyed_ = false;
        cipher_->clear();
        next_.erase();
        keystream_.erase();
        used_ = keystream_.size();
    }

private:
    /** Number of keystream blocks that are generated in parallel. */
    static constexpr std::size_t run = 64;

    void fill() {
        const std::size_t block = next_.size();
        for (std::size_t n = 0; n < run; n++) {
            std::copy_n(next_.data(), block, keystream_.data() + n * block);
            for (std::size_t i = block; i-- > 0 && ++next_[i] == 0;) {
            }
        }
        cipher_->encrypt_blocks(keystream_.data(), keystream_.data(), run);
        used_ = 0;
    }

    std::unique_ptr<block_cipher> cipher_;
    detail::secret_bytes next_, keystream_;
    std::size_t used_;
    bool is_keyed_ = false;
};

} // namespace astragal::cppcrypto

#endif
