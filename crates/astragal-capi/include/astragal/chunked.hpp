/**
 * @file chunked.hpp Encryption of files and streams in chunks of 16 KiB (c2sp.org/chunked-encryption); astragal.hpp
 * includes this header.
 *
 *     auto sealed = astragal::chunked::seal(key, salt, "context", message);       // in memory
 *     auto opened = astragal::chunked::open(key, "context", sealed);              // std::optional
 *     astragal::chunked::seal_stream stream{key, salt, "context"};                // in parts
 *     write(stream.update(part)); ... write(stream.final());
 *
 * A 32-byte key selects Cobblestone-256, and a 16-byte key selects Cobblestone-128. The salt is 24 random
 * bytes, new for each message.
 */
#ifndef ASTRAGAL_CHUNKED_HPP
#define ASTRAGAL_CHUNKED_HPP

#include <astragal.hpp>

namespace astragal::chunked {

/** Size of the salt in bytes. */
inline constexpr std::size_t salt_size = ASTRAGAL_CHUNKED_SALT_LEN;
/** Size in bytes of the header of a sealed message. */
inline constexpr std::size_t header_size = ASTRAGAL_CHUNKED_HEADER_LEN;

namespace detail {

inline const std::uint8_t *salt(bytes salt) {
    if (salt.size() != salt_size) {
        astragal::detail::fail(
            error(ASTRAGAL_ERR_LENGTH, "salt is " + std::to_string(salt.size()) + " bytes; expected 24"));
    }
    return salt.data();
}

/**
 * Calls `fill` without a buffer to get the needed output size. If the size is not 0, calls `fill` again with a buffer
 * of this size. Returns the result code of the last call.
 */
template <class F>
int sized(std::vector<std::uint8_t> &out, F &&fill) {
    std::size_t size = 0;
    int code = fill(nullptr, &size);
    if (code == ASTRAGAL_ERR_LENGTH && size > 0) {
        out.resize(size);
        code = fill(out.data(), &size);
    }
    out.resize(code == ASTRAGAL_OK ? size : 0);
    return code;
}

} // namespace detail

/** Seals a message. Uses all cores if the message is long. @throws error if the key or salt has the wrong size. */
[[nodiscard]] inline std::vector<std::uint8_t> seal(bytes key, bytes salt, bytes context, bytes message) {
    std::vector<std::uint8_t> sealed(std::size_t(astragal_chunked_sealed_len(message.size())));
    astragal::detail::check(astragal_chunked_seal(key.data(), key.size(), detail::salt(salt), context.data(),
                                                  context.size(), message.data(), message.size(), sealed.data(),
                                                  sealed.size()));
    return sealed;
}

/**
 * Verifies and decrypts a message. Returns std::nullopt if the key or context is wrong, or if the message was changed
 * or truncated.
 * @throws error if the key has the wrong size.
 */
[[nodiscard]] inline std::optional<std::vector<std::uint8_t>> open(bytes key, bytes context, bytes sealed) {
    std::uint64_t size = 0;
    if (!astragal::detail::verified(astragal_chunked_plaintext_len(sealed.size(), &size))) {
        return std::nullopt;
    }
    const auto length = std::size_t(size);
    std::vector<std::uint8_t> message(length);
    if (!astragal::detail::verified(astragal_chunked_open(key.data(), key.size(), context.data(), context.size(),
                                                          sealed.data(), sealed.size(), message.data(),
                                                          message.size()))) {
        return std::nullopt;
    }
    return message;
}

/** Stream that seals one message, which the caller passes in parts. */
class seal_stream {
public:
    seal_stream(bytes key, bytes salt, bytes context) {
        astragal::detail::check(astragal_seal_stream_new(object_.out(), key.data(), key.size(), detail::salt(salt),
                                                         context.data(), context.size()));
    }

    /**
     * Seals the next part of the message. Returns the chunks that this part completes; the first call also returns the
     * header.
     */
    [[nodiscard]] std::vector<std::uint8_t> update(bytes message) {
        std::vector<std::uint8_t> out;
        astragal::detail::check(detail::sized(out, [&](std::uint8_t *start, std::size_t *size) {
            return astragal_seal_stream_update(object_.get(), message.data(), message.size(), start, size);
        }));
        return out;
    }
    /**
     * Ends the message and returns the last bytes of the sealed message. Without them, the message is rejected as
     * truncated.
     */
    [[nodiscard]] std::vector<std::uint8_t> final() {
        std::vector<std::uint8_t> out;
        astragal::detail::check(detail::sized(out, [&](std::uint8_t *start, std::size_t *size) {
            return astragal_seal_stream_final(object_.get(), start, size);
        }));
        return out;
    }

private:
    astragal::detail::unique_object<astragal_seal_stream, astragal_seal_stream_free> object_;
};

/**
 * Stream that opens (verifies and decrypts) one message, which the caller passes in parts. The plaintext is complete
 * once final() returns a value.
 */
class open_stream {
public:
    open_stream(bytes key, bytes context) {
        astragal::detail::check(
            astragal_open_stream_new(object_.out(), key.data(), key.size(), context.data(), context.size()));
    }

    /**
     * Opens the next part of the sealed message. Returns the plaintext of the chunks that this part completes. Returns
     * std::nullopt if the key or context is wrong, or if the message was changed.
     */
    [[nodiscard]] std::optional<std::vector<std::uint8_t>> update(bytes sealed) {
        return value([&](std::uint8_t *start, std::size_t *size) {
            return astragal_open_stream_update(object_.get(), sealed.data(), sealed.size(), start, size);
        });
    }
    /** Ends the message. Returns the rest of the plaintext, or std::nullopt if the message was changed or truncated. */
    [[nodiscard]] std::optional<std::vector<std::uint8_t>> final() {
        return value([&](std::uint8_t *start, std::size_t *size) {
            return astragal_open_stream_final(object_.get(), start, size);
        });
    }
    /**
     * Continues decryption at a position in the plaintext. Returns the offset in the sealed message at which the input
     * of the next update() must start.
     * @throws error before update() has received the header, which is the first header_size bytes.
     */
    std::uint64_t seek(std::uint64_t position) {
        std::uint64_t offset = 0;
        astragal::detail::check(astragal_open_stream_seek(object_.get(), position, &offset));
        return offset;
    }

private:
    template <class F>
    static std::optional<std::vector<std::uint8_t>> value(F &&fill) {
        std::vector<std::uint8_t> out;
        if (!astragal::detail::verified(detail::sized(out, fill))) {
            return std::nullopt;
        }
        return out;
    }

    astragal::detail::unique_object<astragal_open_stream, astragal_open_stream_free> object_;
};

} // namespace astragal::chunked

#endif
