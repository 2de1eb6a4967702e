/**
 * @file tree.hpp Distributed tree hashing: several processes or machines each hash a part of a message, and one
 * combines the results. astragal.hpp includes this header.
 *
 *     astragal::part part{"blake3", start};
 *     auto record = part.update(data).record();   // on each machine
 *     astragal::assembly assembly{"blake3"};
 *     assembly.add(record);                       // in any order
 *     auto digest = assembly.final(message_size, 32);
 */
#ifndef ASTRAGAL_TREE_HPP
#define ASTRAGAL_TREE_HPP

#include <astragal.hpp>

namespace astragal {

/** Special value of a message size: the size is not yet known. */
inline constexpr std::uint64_t length_unknown = ASTRAGAL_LENGTH_UNKNOWN;

namespace detail {

/** Looks up a tree hash by name, first among the XOFs and then among the hash functions. */
inline algorithm tree(name_view name) {
    const std::string text(name.text());
    const auto *found = astragal_find(ASTRAGAL_XOF, text.c_str());
    return found != nullptr ? algorithm{found} : algorithm{kind::hash, name};
}

/** Calls `fill` with a buffer. If the buffer is too small, calls `fill` again with a larger buffer. */
template <class F>
std::vector<std::uint8_t> record(F &&fill) {
    std::vector<std::uint8_t> out(4096);
    std::size_t size = out.size();
    int code = fill(out.data(), &size);
    if (code == ASTRAGAL_ERR_LENGTH && size > out.size()) {
        out.resize(size);
        code = fill(out.data(), &size);
    }
    check(code);
    out.resize(size);
    return out;
}

} // namespace detail

/** Part of a message that is hashed separately: blake3, kt128, kt256, parallelhash128, … */
class part {
public:
    /**
     * Starts a part at byte `start` of the message. `start` must be a multiple of assembly::leaf_size().
     * @throws error if the algorithm is not a tree hash, if it does not accept a parameter, or if `start` is not a
     * multiple of the leaf size.
     */
    part(name_view name, std::uint64_t start, const params &params = {}) {
        const auto raw = params.raw();
        detail::check(astragal_part_new(object_.out(), detail::tree(name).get(), &raw, start));
    }

    part &update(bytes data) {
        detail::check(astragal_part_update(object_.get(), data.data(), data.size()));
        return *this;
    }
    /** Like update(), but uses all cores if the data is long enough. */
    part &update_parallel(bytes data) {
        detail::check(astragal_part_update_parallel(object_.get(), data.data(), data.size()));
        return *this;
    }
    /** Ends the part and returns its record for assembly::add(). */
    [[nodiscard]] std::vector<std::uint8_t> record(std::uint64_t message_size = length_unknown) {
        return detail::record([&](std::uint8_t *out, std::size_t *size) {
            return astragal_part_record(object_.get(), message_size, out, size);
        });
    }

private:
    detail::unique_object<astragal_part, astragal_part_free> object_;
};

/** Combines the records of all parts into the digest of the message. */
class assembly {
public:
    explicit assembly(name_view name, const params &params = {}) {
        const auto raw = params.raw();
        detail::check(astragal_assembly_new(object_.out(), detail::tree(name).get(), &raw));
    }

    /**
     * Adds the record of a part. Records may be added in any order.
     * @throws error if the record is damaged, if it was made with another algorithm, key, parameter or message size, or
     * if it overlaps an added part.
     */
    assembly &add(bytes record) {
        detail::check(astragal_assembly_add(object_.get(), record.data(), record.size()));
        return *this;
    }
    /** Joins the records of two adjacent parts into one record. */
    [[nodiscard]] std::vector<std::uint8_t> join(bytes left, bytes right) const {
        return detail::record([&](std::uint8_t *out, std::size_t *size) {
            return astragal_assembly_join(object_.get(), left.data(), left.size(), right.data(), right.size(), out,
                                          size);
        });
    }
    /** Leaf size in bytes. Each part starts at a multiple of the leaf size. */
    [[nodiscard]] std::uint64_t leaf_size() const { return astragal_assembly_leaf_len(object_.get()); }
    /** Number of bytes from the start of the message that the added parts cover without a gap. */
    [[nodiscard]] std::uint64_t position() const { return astragal_assembly_position(object_.get()); }
    /** Length of the message in bytes, or length_unknown if no added record contains the length. */
    [[nodiscard]] std::uint64_t message_size() const { return astragal_assembly_message_len(object_.get()); }
    /**
     * Writes the digest of the message. For an XOF, writes the first bytes of output.
     * @throws error if the added parts do not form a message of `message_size` bytes.
     */
    void final(std::uint64_t message_size, mutable_bytes out) {
        detail::check(astragal_assembly_final(object_.get(), message_size, out.data(), out.size()));
    }
    [[nodiscard]] std::vector<std::uint8_t> final(std::uint64_t message_size, std::size_t size) {
        std::vector<std::uint8_t> out(size);
        final(message_size, mutable_bytes{out});
        return out;
    }

private:
    detail::unique_object<astragal_assembly, astragal_assembly_free> object_;
};

} // namespace astragal

#endif
