// Tests block ciphers, modes and key derivation in C++, and a program written for cppcrypto.
#include <astragal.hpp>
#include <astragal/cppcrypto.hpp>

#include "check.hpp"

#include <numeric>
#include <sstream>

using vec = std::vector<std::uint8_t>;

static std::string hex(astragal::bytes bytes) { return astragal::to_hex(bytes); }

static vec counting(std::size_t size, std::uint8_t first = 0) {
    vec bytes(size);
    std::iota(bytes.begin(), bytes.end(), first);
    return bytes;
}

static_assert(astragal::cbc<astragal::camellia256>::iv_size == 16 && astragal::gcm<astragal::aes256>::key_size == 32);
static_assert(astragal::kalyna256_512::block_size == 32 && astragal::xts<astragal::serpent128>::key_size == 32);
static_assert(astragal::threefish1024::tweak_size == 16 && std::is_same_v<astragal::aes192, astragal::rijndael128_192>);

template <class Cipher>
static void check_cipher_type() {
    const vec key = counting(Cipher::key_size, 1), plain = counting(5 * Cipher::block_size);
    Cipher cipher{key};
    CHECK(cipher.alg().name() == Cipher::name && cipher.alg().block_size() == Cipher::block_size);
    CHECK(cipher.alg().key_size() == Cipher::key_size);
    vec text = plain, other(text.size());
    cipher.encrypt(text);
    cipher.clone().encrypt(plain, other);
    CHECK(text == other && text != plain);
    astragal::cipher{Cipher::name, key}.decrypt(text);
    CHECK(text == plain);
    const vec iv = counting(Cipher::block_size, 7), message = counting(77);
    const vec cbc_object = astragal::cbc<Cipher>::encrypt(key, iv, message);
    CHECK(astragal::cbc<Cipher>::decrypt(key, iv, cbc_object) == message && cbc_object.size() % Cipher::block_size == 0);
    CHECK(astragal::mode::encrypt(std::string(Cipher::name) + "-cbc", key, iv, message) == cbc_object);
    vec stream = message;
    astragal::ctr<Cipher>{key, iv}.apply(stream);
    CHECK(astragal::ctr<Cipher>::decrypt(key, iv, stream) == message && stream != message);
    CHECK(astragal::ofb<Cipher>::decrypt(key, iv, astragal::ofb<Cipher>::encrypt(key, iv, message)) == message);
    CHECK(astragal::cfb<Cipher>::decrypt(key, iv, astragal::cfb<Cipher>::encrypt(key, iv, message)) == message);
    if constexpr (Cipher::block_size == 16) {
        const vec nonce = counting(12), ad = counting(3);
        const auto sealed = astragal::gcm<Cipher>{key}.encrypt(nonce, ad, message);
        CHECK(astragal::gcm<Cipher>{key}.decrypt(nonce, ad, sealed) == message);
        CHECK(!astragal::gcm<Cipher>{key}.decrypt(nonce, message, sealed));
        CHECK(astragal::ccm<Cipher>{key}.decrypt(nonce, ad, astragal::ccm<Cipher>{key}.encrypt(nonce, ad, message)) ==
              message);
        astragal::cmac<Cipher> mac{key};
        const vec tag = mac.update(message).final();
        CHECK(mac.update(message).verify(tag) && !mac.verify(tag));
        astragal::xts<Cipher> disk{counting(2 * Cipher::key_size)};
        vec unit = message;
        disk.encrypt(9, unit);
        CHECK(unit != message);
        disk.decrypt(9, unit);
        CHECK(unit == message);
    }
}

template <class... Ciphers>
static void check_cipher_types() {
    (check_cipher_type<Ciphers>(), ...);
    CHECK(sizeof...(Ciphers) == astragal::algorithm::all(astragal::kind::cipher).size());
}

// Compares results with the examples in FIPS 197, SP 800-38A F.5.5, RFC 4493, RFC 6070, RFC 7914 and RFC 5869.
static void published_answers() {
    vec block = astragal::from_hex("00112233445566778899aabbccddeeff");
    astragal::aes128{counting(16)}.encrypt(block);
    CHECK(hex(block) == "69c4e0d86a7b0430d8cdb78070b4c55a");
    const vec key = astragal::from_hex("603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4");
    vec text = astragal::from_hex("6bc1bee22e409f96e93d7e117393172a");
    astragal::ctr<astragal::aes256>{key, counting(16, 0xf0)}.apply(text);
    CHECK(hex(text) == "601ec313775789a5b7a7f504bbf3d228");
    astragal::cmac<astragal::aes128> mac{astragal::from_hex("2b7e151628aed2a6abf7158809cf4f3c")};
    CHECK(hex(mac.final()) == "bb1d6929e95937287fa37d129b756746");
    CHECK(hex(astragal::pbkdf2<astragal::sha1, 20>("password", "salt", 4096)) ==
          "4b007901b765489abead49d926f721d065a429c1");
    CHECK(hex(astragal::scrypt<64>("", "", {.n = 16, .r = 1, .p = 1})) ==
          "77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442"
          "fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906");
    CHECK(hex(astragal::hkdf<astragal::sha256, 42>(vec(22, 0x0b), counting(13), counting(10, 0xf0))) ==
          "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865");
}

static void modes() {
    using camellia = astragal::cbc<astragal::camellia256>;
    const vec key = counting(32), iv = counting(16), message = counting(100);
    const vec cbc_object = camellia::encrypt(key, iv, message);
    camellia stream{astragal::direction::encrypt, key, iv};
    vec incremental;
    for (std::size_t start = 0; start < message.size(); start += 7) {
        const std::span input = std::span(message).subspan(start).first(std::min<std::size_t>(7, message.size() - start));
        const vec part = stream.update(input);
        incremental.insert(incremental.end(), part.begin(), part.end());
    }
    const auto last = stream.finish();
    CHECK(last && last->size() == 16);
    incremental.insert(incremental.end(), last->begin(), last->end());
    CHECK(incremental == cbc_object);
    stream.restart(iv);
    vec in_place = message;
    in_place.resize(cbc_object.size());
    CHECK(stream.whole(astragal::bytes{in_place.data(), message.size()}, in_place) == cbc_object.size() && in_place == cbc_object);

    vec spoilt = cbc_object;
    spoilt.back() ^= 0x55;
    CHECK(!camellia::decrypt(key, iv, spoilt));
    CHECK(thrown([&] { (void)camellia::decrypt(key, iv, counting(17)); }).find("multiples of 16") != std::string::npos);
    CHECK(thrown([&] { (void)camellia::encrypt(key, counting(15), message); }) ==
          "IV is 15 bytes; camellia-256-cbc takes 16");
    CHECK(thrown([&] { (void)camellia::encrypt(key, iv, message, astragal::padding::none); }).find("message") !=
          std::string::npos);
    CHECK(thrown([&] { astragal::mode m("camellia-256-cbd", astragal::direction::encrypt, key, iv); }).size() > 10);
    CHECK(thrown([&] { astragal::aes128{key}; }) == "key is 32 bytes; aes-128 takes 16");
    CHECK(thrown([&] { astragal::aes256{key}.set_tweak(iv); }) == "aes-256 takes no tweak");

    astragal::mode ctr{"aes-256-ctr", astragal::direction::encrypt, key, iv};
    const vec whole = astragal::ctr<astragal::aes256>::encrypt(key, iv, message);
    ctr.seek(33);
    CHECK(ctr.update(std::span(message).subspan(33)) == vec(whole.begin() + 33, whole.end()));
    astragal::mode moved = std::move(ctr);
    CHECK(thrown([&] { (void)ctr.finish(); }) == "object is NULL");
    CHECK(moved.alg().name() == "aes-256-ctr" && moved.alg().key_size() == 32);

    astragal::threefish512 tweaked{counting(64), iv};
    vec a = counting(64), b = a;
    tweaked.encrypt(a);
    tweaked.set_tweak(counting(16, 1));
    tweaked.encrypt(b);
    CHECK(a != b);

    const astragal::gcm_siv<astragal::aes128> siv{counting(16)};
    CHECK(siv.decrypt(counting(12), "", siv.encrypt(counting(12), "", message)) == message);
}

static void derivation() {
    const vec salt = counting(16);
    const auto key = astragal::argon2id<32>("password", salt, {.t = 1, .m = 64, .p = 2});
    astragal::kdf_params params{.salt = salt, .m = 64, .t = 1};
    params.p = 2;
    CHECK(astragal::derive("argon2id", "password", params, 32) == vec(key.begin(), key.end()));
    params.one_thread = true;
    CHECK(astragal::derive("argon2id", "password", params, 32) == vec(key.begin(), key.end()));
    params.memory_limit = 1 << 10;
    CHECK(thrown([&] { (void)astragal::derive("argon2id", "password", params, 32); }).find("memory") == 0);
    CHECK(thrown([&] { (void)astragal::argon2id<32>("password", "salt", {.t = 1, .m = 64, .p = 1}); }) ==
          "salt is 4 bytes; argon2id takes 8 to 4294967295");
    CHECK(thrown([&] { (void)astragal::derive("argon2ie", "", {}, 32); }).find("argon2i") != std::string::npos);
    CHECK(hex(astragal::derive("hkdf-sha256", "secret", {.info = "info"}, 16)) ==
          hex(astragal::hkdf<astragal::sha256, 16>("secret", {}, "info")));
}

// Program that was written for cppcrypto. Only its include directive and its namespace were changed.
namespace ported {

using namespace astragal::cppcrypto;

template <class Cipher>
void cbc_and_ctr(const char *name) {
    const Cipher kind;
    const std::size_t key_len = kind.keysize() / 8, iv_len = kind.blocksize() / 8;
    const vec key = counting(key_len), iv = counting(iv_len, 3), message = counting(200);
    const std::string base(name);

    cbc cbc_object{Cipher()};
    cbc_object.init(key.data(), key.size(), iv.data(), iv.size(), block_cipher::encryption);
    vec encrypted;
    cbc_object.encrypt_update(message.data(), 5, encrypted);
    cbc_object.encrypt_update(message.data() + 5, message.size() - 5, encrypted);
    cbc_object.encrypt_final(encrypted);
    CHECK(encrypted == astragal::mode::encrypt(base + "-cbc", key, iv, message));

    vec raw(message.size() + iv_len);
    std::size_t written = 0, last = 0;
    cbc_object.init(key.data(), key.size(), iv.data(), iv.size(), block_cipher::encryption);
    cbc_object.encrypt_update(message.data(), message.size(), raw.data(), written);
    cbc_object.encrypt_final(raw.data() + written, last);
    raw.resize(written + last);
    CHECK(raw == encrypted);

    for (std::size_t part_size : {std::size_t(1), std::size_t(50), encrypted.size()}) {
        std::ostringstream out;
        cbc_object.init(key.data(), key.size(), iv.data(), iv.size(), block_cipher::decryption);
        for (std::size_t at = 0; at < encrypted.size(); at += part_size) {
            cbc_object.decrypt_update(encrypted.data() + at, std::min(part_size, encrypted.size() - at), out);
        }
        cbc_object.decrypt_final(out);
        CHECK(out.str() == std::string(message.begin(), message.end()));
        vec decrypted;
        cbc_object.init(key.data(), key.size(), iv.data(), iv.size(), block_cipher::decryption);
        for (std::size_t at = 0; at < encrypted.size(); at += part_size) {
            cbc_object.decrypt_update(encrypted.data() + at, std::min(part_size, encrypted.size() - at), decrypted);
        }
        cbc_object.decrypt_final(decrypted);
        CHECK(decrypted == message);
    }
    // Decrypts in place, then decrypts a modified ciphertext.
    cbc_object.init(key.data(), key.size(), iv.data(), iv.size(), block_cipher::decryption);
    cbc_object.decrypt_update(raw.data(), raw.size(), raw.data(), written);
    cbc_object.decrypt_final(raw.data() + written, last);
    raw.resize(written + last);
    CHECK(raw == message);
    bool is_rejected = false;
    encrypted.back() ^= 0x80;
    cbc_object.init(key.data(), key.size(), iv.data(), iv.size(), block_cipher::decryption);
    vec left;
    cbc_object.decrypt_update(encrypted.data(), encrypted.size(), left);
    try {
        cbc_object.decrypt_final(left);
    } catch (const std::runtime_error &) {
        is_rejected = true;
    }
    CHECK(is_rejected);

    ctr stream{Cipher()};
    vec text(message.size());
    stream.init(key.data(), key.size(), iv.data(), iv.size());
    stream.encrypt(message.data(), 9, text.data());
    stream.encrypt(message.data() + 9, message.size() - 9, text.data() + 9);
    CHECK(text == astragal::mode::encrypt(base + "-ctr", key, iv, message));
    stream.init(key.data(), key.size(), iv.data(), iv.size(), block_cipher::decryption);
    stream.decrypt(text.data(), text.size(), text.data());
    CHECK(text == message && stream.keysize() == kind.keysize());
    CHECK(thrown([&] { stream.init(key.data(), 1, iv.data(), iv.size()); }).find("key is 1 byte and IV is") == 0);
}

// Custom block cipher, derived from the library's base class.
class custom_cipher : public block_cipher {
public:
    std::size_t blocksize() const override { return 128; }
    std::size_t keysize() const override { return 256; }
    block_cipher *clone() const override { return new custom_cipher; }
    bool init(const std::uint8_t *key, direction direction) override { return inner_.init(key, direction); }
    void encrypt_block(const std::uint8_t *in, std::uint8_t *out) override { inner_.encrypt_block(in, out); }
    void decrypt_block(const std::uint8_t *in, std::uint8_t *out) override { inner_.decrypt_block(in, out); }

private:
    rijndael128_256 inner_;
};

template <class Cipher>
void raw_blocks() {
    Cipher cipher;
    const vec key = counting(cipher.keysize() / 8), plain = counting(3 * cipher.blocksize() / 8);
    vec text(plain.size());
    CHECK(thrown([&] { cipher.encrypt_block(plain.data(), text.data()); }).find("has no key") != std::string::npos);
    CHECK(cipher.init(key.data(), block_cipher::encryption));
    cipher.encrypt_blocks(plain.data(), text.data(), 3);
    const std::unique_ptr<block_cipher> other(cipher.clone());
    other->init(key.data(), block_cipher::decryption);
    CHECK(other->keysize() == cipher.keysize() && other->blocksize() == cipher.blocksize());
    for (std::size_t i = 0; i < 3; i++) {
        other->decrypt_block(text.data() + i * cipher.blocksize() / 8, text.data() + i * cipher.blocksize() / 8);
    }
    CHECK(text == plain);
    cipher.clear();
}

template <class... Ciphers>
void all_classes() {
    static_assert(sizeof...(Ciphers) == 70);
    (raw_blocks<Ciphers>(), ...);
}

void cppcrypto_ciphers() {
    cbc_and_ctr<rijndael128_256>("aes-256");
    cbc_and_ctr<anubis320>("anubis-320");
    cbc_and_ctr<mars448>("mars-448");
    cbc_and_ctr<kalyna512_512>("kalyna512-512");
    cbc_and_ctr<cast6_192>("cast256-192");
    cbc_and_ctr<threefish1024_1024>("threefish-1024");
    cbc_and_ctr<custom_cipher>("aes-256");
    threefish256_256 tweaked;
    const vec key = counting(32);
    tweaked.init(key.data(), block_cipher::encryption);
    tweaked.set_tweak(key.data());
    CHECK(tweaked.tweaksize() == 128);
    all_classes<
    anubis128, anubis160, anubis192, anubis224, anubis256, anubis288, anubis320, aria128, aria192, aria256,
    camellia128, camellia192, camellia256, cast6_128, cast6_160, cast6_192, cast6_224, cast6_256,
    kalyna128_128, kalyna128_256, kalyna256_256, kalyna256_512, kalyna512_512, kuznyechik, mars128,
    mars160, mars192, mars224, mars256, mars288, mars320, mars352, mars384, mars416, mars448,
    rijndael128_128, rijndael128_160, rijndael128_192, rijndael128_224, rijndael128_256, rijndael160_128,
    rijndael160_160, rijndael160_192, rijndael160_224, rijndael160_256, rijndael192_128, rijndael192_160,
    rijndael192_192, rijndael192_224, rijndael192_256, rijndael224_128, rijndael224_160, rijndael224_192,
    rijndael224_224, rijndael224_256, rijndael256_128, rijndael256_160, rijndael256_192, rijndael256_224,
    rijndael256_256, serpent128, serpent192, serpent256, sm4, threefish256_256, threefish512_512,
    threefish1024_1024, twofish128, twofish192, twofish256>();

    const vec salt = counting(8);
    std::uint8_t derived[40], other[40];
    hmac mac(sha256(), "password");
    pbkdf2(mac, salt.data(), salt.size(), 100, derived, sizeof derived);
    detail::pbkdf2_generic(mac, salt.data(), salt.size(), 100, other, sizeof other);
    CHECK(astragal::equal(derived, other));
    astragal::pbkdf2(astragal::algorithm{astragal::kind::hash, "sha256"}, "password", salt, 100, other);
    CHECK(astragal::equal(derived, other));
    scrypt(hmac(sha256(), "password"), salt.data(), salt.size(), 16, 8, 2, derived, sizeof derived);
    astragal::scrypt("password", salt, {.n = 16, .r = 8, .p = 2}, other);
    CHECK(astragal::equal(derived, other));
    scrypt(hmac(skein512_512(), "password"), salt.data(), salt.size(), 16, 8, 2, other, sizeof other);
    CHECK(!astragal::equal(derived, other));
    argon2id("password", 8, salt.data(), 8, 2, 64, 1, derived, sizeof derived);
    astragal::argon2id("password", salt, {.t = 1, .m = 64, .p = 2}, other);
    CHECK(astragal::equal(derived, other));
    argon2d("password", 8, salt.data(), 4, 2, 64, 1, derived, sizeof derived);
    argon2i("password", 8, salt.data(), 4, 2, 64, 1, other, sizeof other, nullptr, 0, nullptr, 0,
            argon2_version::version12);
    CHECK(!astragal::equal(derived, other));
}

} // namespace ported

int main(int argc, char **argv) {
    if (argc > 1) {
        CHECK(astragal_cpu_limit(argv[1]) == ASTRAGAL_OK);
    }
    check_cipher_types<
    astragal::anubis128, astragal::anubis160, astragal::anubis192, astragal::anubis224,
    astragal::anubis256, astragal::anubis288, astragal::anubis320, astragal::aria128, astragal::aria192,
    astragal::aria256, astragal::camellia128, astragal::camellia192, astragal::camellia256,
    astragal::cast256_128, astragal::cast256_160, astragal::cast256_192, astragal::cast256_224,
    astragal::cast256_256, astragal::kalyna128_128, astragal::kalyna128_256, astragal::kalyna256_256,
    astragal::kalyna256_512, astragal::kalyna512_512, astragal::kuznyechik, astragal::mars128,
    astragal::mars160, astragal::mars192, astragal::mars224, astragal::mars256, astragal::mars288,
    astragal::mars320, astragal::mars352, astragal::mars384, astragal::mars416, astragal::mars448,
    astragal::rijndael128_128, astragal::rijndael128_160, astragal::rijndael128_192,
    astragal::rijndael128_224, astragal::rijndael128_256, astragal::rijndael160_128,
    astragal::rijndael160_160, astragal::rijndael160_192, astragal::rijndael160_224,
    astragal::rijndael160_256, astragal::rijndael192_128, astragal::rijndael192_160,
    astragal::rijndael192_192, astragal::rijndael192_224, astragal::rijndael192_256,
    astragal::rijndael224_128, astragal::rijndael224_160, astragal::rijndael224_192,
    astragal::rijndael224_224, astragal::rijndael224_256, astragal::rijndael256_128,
    astragal::rijndael256_160, astragal::rijndael256_192, astragal::rijndael256_224,
    astragal::rijndael256_256, astragal::serpent128, astragal::serpent192, astragal::serpent256,
    astragal::sm4, astragal::threefish256, astragal::threefish512, astragal::threefish1024,
    astragal::twofish128, astragal::twofish192, astragal::twofish256>();
    published_answers();
    modes();
    derivation();
    ported::cppcrypto_ciphers();
    std::printf("C++ ciphers: ok\n");
}
