// Checks that a C++ object has no key after clear() and after a move: every use throws, and no keystream remains in
// memory.
#include <astragal.hpp>
#include <astragal/cppcrypto.hpp>

#include "check.hpp"

#include <cstring>
#include <map>
#include <new>

// All allocated memory blocks. The test searches them for bytes of the keystream.
static std::map<void *, std::size_t, std::less<void *>, std::allocator<std::pair<void *const, std::size_t>>> *blocks;
static bool is_counting = false;

void *operator new(std::size_t size) {
    void *const memory = std::malloc(size == 0 ? 1 : size);
    if (memory == nullptr) {
        throw std::bad_alloc();
    }
    if (is_counting) {
        is_counting = false;
        (*blocks)[memory] = size;
        is_counting = true;
    }
    return memory;
}
void operator delete(void *memory) noexcept {
    if (is_counting) {
        is_counting = false;
        blocks->erase(memory);
        is_counting = true;
    }
    std::free(memory);
}
void operator delete(void *memory, std::size_t) noexcept { operator delete(memory); }

static bool is_in_memory(const std::uint8_t *bytes, std::size_t size) {
    for (const auto &[start, length] : *blocks) {
        const auto *const at = static_cast<const std::uint8_t *>(start);
        if (std::search(at, at + length, bytes, bytes + size) != at + length) {
            return true;
        }
    }
    return false;
}

using vec = std::vector<std::uint8_t>;

static const vec key(32, 0x5a), iv(16, 3), nonce(12, 4), text(48, 7);

static bool throws(const std::string &what) { return what != "no exception"; }

// Moves an object by construction and by assignment. Checks that the source then rejects every use and that the target
// works.
template <class Object, class Make, class... Uses>
static void check_moves(Make make, Uses... uses) {
    const auto rejects_all = [&](Object &object) {
        const bool all = (throws(thrown([&] { uses(object); })) && ...);
        return all;
    };
    const auto works = [&](auto use) { return !throws(thrown(use)); };
    const auto first_of = [](auto &first, auto &...) -> auto & { return first; };
    auto &use = first_of(uses...);

    Object first = make();
    Object second = std::move(first);
    CHECK(rejects_all(first));
    CHECK(works([&] { use(second); }));

    // Move assignment must free the old key of the target, not swap it into the source.
    Object target = make(), source = make();
    target = std::move(source);
    CHECK(rejects_all(source));
    CHECK(works([&] { use(target); }));

    // A new object can be assigned to a moved-from object.
    source = make();
    CHECK(works([&] { use(source); }));
}

static void moved_objects_reject_use() {
    using namespace astragal;
    check_moves<hash>([] { return hash{"sha256"}; }, [](hash &h) { h.update("a"); }, [](hash &h) { (void)h.final(); },
                [](hash &h) { h.reset(); }, [](hash &h) { (void)h.clone(); }, [](hash &h) { (void)h.size(); },
                [](hash &h) { (void)h.alg(); }, [](hash &h) { (void)h.export_state(); },
                [](hash &h) { h.update_parallel("a"); });
    check_moves<xof>([] { return xof{"shake128"}; }, [](xof &x) { x.absorb("a"); }, [](xof &x) { x.finalize(); },
               [](xof &x) { x.reset(); }, [](xof &x) { (void)x.squeeze(9); }, [](xof &x) { (void)x.clone(); },
               [](xof &x) { (void)x.alg(); }, [](xof &x) { x.skip(1); });
    check_moves<mac>([] { return mac{"hmac-sha256", key}; }, [](mac &m) { m.update("a"); }, [](mac &m) { (void)m.final(); },
               [](mac &m) { (void)m.verify(key); }, [](mac &m) { m.reset(); }, [](mac &m) { (void)m.clone(); },
               [](mac &m) { (void)m.tag_size(); }, [](mac &m) { (void)m.export_state_with_key(); });
    check_moves<aead>([] { return aead{"aes-256-gcm", key}; }, [](aead &a) { (void)a.encrypt(nonce, "", text); },
                [](aead &a) { (void)a.decrypt(nonce, "", text); }, [](aead &a) { (void)a.encryptor(nonce, ""); },
                [](aead &a) { (void)a.decryptor(nonce, ""); }, [](aead &a) { (void)a.clone(); },
                [](aead &a) { (void)a.alg(); });
    const aead gcm{"aes-256-gcm", key};
    check_moves<aead_encryptor>([&] { return gcm.encryptor(nonce, ""); }, [](aead_encryptor &m) { (void)m.update(text); },
                          [](aead_encryptor &m) { (void)m.finish(); }, [](aead_encryptor &m) { (void)m.alg(); });
    check_moves<aead_decryptor>([&] { return gcm.decryptor(nonce, ""); }, [](aead_decryptor &m) { m.update(text); },
                          [](aead_decryptor &m) { (void)m.finish(iv); }, [](aead_decryptor &m) { (void)m.size(); });
    check_moves<cipher>([] { return cipher{"threefish-256", key}; },
                  [](cipher &c) {
                      vec blocks(32);
                      c.encrypt(blocks);
                  },
                  [](cipher &c) {
                      vec blocks(32);
                      c.decrypt(blocks);
                  },
                  [](cipher &c) { c.set_tweak(iv); }, [](cipher &c) { (void)c.clone(); });
    check_moves<mode>([] { return mode{"aes-256-ctr", direction::encrypt, key, iv}; }, [](mode &m) { (void)m.update(text); },
                [](mode &m) { (void)m.finish(); }, [](mode &m) { m.restart(iv); }, [](mode &m) { m.seek(0); },
                [](mode &m) { (void)m.update_size(9); }, [](mode &m) { (void)m.finish_size(); },
                [](mode &m) { (void)m.clone(); });
    check_moves<xts<aes128>>([] {
        vec two(32, 1);
        two[0] = 2;
        return xts<aes128>{two};
    }, [](xts<aes128> &x) {
        vec unit = text;
        x.encrypt(1, unit);
    }, [](xts<aes128> &x) {
        vec unit = text;
        x.decrypt(1, unit);
    });
    // After the end of a message, only restart() is allowed. Invalid padding also ends a message.
    mode box{"aes-256-cbc", direction::decrypt, key, iv};
    (void)box.update(text);
    CHECK(!box.finish());
    CHECK(thrown([&] { (void)box.update(text); }).find("ended") != std::string::npos);
    CHECK(throws(thrown([&] { (void)box.finish(); })));
    box.restart(iv);
    (void)box.update(text);
}

// Custom block cipher that works even without a key and never erases its key.
class custom_cipher : public astragal::cppcrypto::block_cipher {
public:
    std::size_t blocksize() const override { return 128; }
    std::size_t keysize() const override { return 256; }
    block_cipher *clone() const override { return new custom_cipher; }
    bool init(const std::uint8_t *, direction) override { return true; }
    void encrypt_block(const std::uint8_t *in, std::uint8_t *out) override {
        for (std::size_t i = 0; i < 16; i++) {
            out[i] = std::uint8_t(in[i] ^ (0xc1 + 5 * i));
        }
    }
    void decrypt_block(const std::uint8_t *in, std::uint8_t *out) override { encrypt_block(in, out); }
};

template <class Cipher>
static void cppcrypto_modes() {
    using namespace astragal::cppcrypto;
    std::uint8_t zeros[16] = {}, stream[1024] = {}, out[64];
    std::size_t written = 0;
    const auto has_no_key = [](auto use) { return thrown(use).find("init()") != std::string::npos; };
    ctr counter{Cipher()};
    CHECK(has_no_key([&] { counter.encrypt(zeros, 16, out); }));
    counter.init(key.data(), 32, iv.data(), 16);
    counter.encrypt(stream, 1024, stream);
    counter.init(key.data(), 32, iv.data(), 16);
    counter.encrypt(zeros, 16, out);
    // The stream buffers 63 blocks of keystream. These blocks must be in memory before clear(), and gone afterwards.
    CHECK(is_in_memory(stream + 512, 16));
    counter.clear();
    CHECK(!is_in_memory(stream + 16, 16) && !is_in_memory(stream + 512, 16) && !is_in_memory(stream + 1008, 16));
    CHECK(has_no_key([&] { counter.encrypt(zeros, 16, out); }));
    CHECK(has_no_key([&] { counter.decrypt(zeros, 1, out); }));
    CHECK(throws(thrown([&] { counter.init(key.data(), 32, iv.data(), 0); })));
    counter.init(key.data(), 32, iv.data(), 16);
    counter.encrypt(zeros, 16, out);
    CHECK(std::memcmp(out, stream, 16) == 0);

    cbc box{Cipher()};
    const auto all_rejected = [&] {
        return has_no_key([&] { box.encrypt_update(zeros, 16, out, written); }) &&
               has_no_key([&] { box.encrypt_final(out, written); }) &&
               has_no_key([&] { box.decrypt_update(zeros, 16, out, written); }) &&
               has_no_key([&] { box.decrypt_final(out, written); });
    };
    CHECK(all_rejected());
    box.init(key.data(), 32, iv.data(), 16, block_cipher::encryption);
    box.encrypt_update(text.data(), 20, out, written);
    box.clear();
    CHECK(all_rejected());
    box.init(key.data(), 32, iv.data(), 16, block_cipher::encryption);
    box.encrypt_final(out, written);
    CHECK(written == 16 && all_rejected());
    box.init(key.data(), 32, iv.data(), 16, block_cipher::decryption);
    box.decrypt_update(text.data(), 32, stream, written);
    bool is_rejected = false;
    try {
        box.decrypt_final(stream, written);
    } catch (const astragal::error &) {
        is_rejected = true;
    }
    CHECK(is_rejected && all_rejected());
}

int main(int argc, char **argv) {
    if (argc > 1) {
        CHECK(astragal_cpu_limit(argv[1]) == ASTRAGAL_OK);
    }
    blocks = new std::remove_pointer_t<decltype(blocks)>;
    is_counting = true;
    moved_objects_reject_use();
    cppcrypto_modes<astragal::cppcrypto::rijndael128_256>();
    cppcrypto_modes<custom_cipher>();
    astragal::cppcrypto::rijndael128_256 raw;
    std::uint8_t block[16] = {};
    raw.init(key.data(), astragal::cppcrypto::block_cipher::encryption);
    raw.clear();
    CHECK(thrown([&] { raw.encrypt_block(block, block); }).find("has no key") != std::string::npos);
    is_counting = false;
    std::printf("erasure in C++: ok\n");
}
