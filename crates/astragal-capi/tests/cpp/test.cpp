// Tests every class of the C++ headers: results, misuse, moves, and spans of both byte types.
#include <astragal.hpp>
#include <astragal/cppcrypto.hpp>

#include "check.hpp"

static std::string hex(astragal::bytes bytes) { return astragal::to_hex(bytes); }

static const std::string sha3_256_abc = "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532";

// Checks at compile time that objects can be moved but not copied, and that only spans of bytes convert to byte ranges.
template <class T>
constexpr bool moves_only = std::is_nothrow_move_constructible_v<T> && std::is_nothrow_move_assignable_v<T> &&
                            !std::is_copy_constructible_v<T> && !std::is_copy_assignable_v<T>;
static_assert(moves_only<astragal::hash> && moves_only<astragal::sha3_256> && moves_only<astragal::xof>);
static_assert(moves_only<astragal::shake128> && moves_only<astragal::kmac256> && moves_only<astragal::aead>);
static_assert(std::is_convertible_v<std::span<const std::byte>, astragal::bytes>);
static_assert(std::is_convertible_v<std::span<std::byte>, astragal::mutable_bytes>);
static_assert(std::is_convertible_v<std::span<const std::uint8_t, 7>, astragal::bytes>);
static_assert(!std::is_convertible_v<std::span<const std::uint8_t>, astragal::mutable_bytes>);
static_assert(!std::is_convertible_v<std::span<int>, astragal::bytes>);
static_assert(std::is_same_v<decltype(astragal::sha3_256::hash("")), std::array<std::uint8_t, 32>>);

static void hashes() {
    CHECK(hex(astragal::sha3_256::hash("abc")) == sha3_256_abc);
    const std::array<std::byte, 3> abc{std::byte{'a'}, std::byte{'b'}, std::byte{'c'}};
    CHECK(hex(astragal::sha3_256::hash(abc)) == sha3_256_abc);
    CHECK(hex(astragal::sha3_256::hash(std::span<const std::byte>(abc))) == sha3_256_abc);
    const std::vector<std::uint8_t> vector{'a', 'b', 'c'};
    CHECK(hex(astragal::sha3_256::hash(vector)) == sha3_256_abc);
    CHECK(hex(astragal::hash::digest("SHA3/256", std::string("abc"))) == sha3_256_abc);

    astragal::sha3_256 typed;
    typed.update("a");
    astragal::sha3_256 copy = typed.clone(), moved = std::move(typed);
    CHECK(hex(copy.update("bc").final()) == sha3_256_abc);
    CHECK(hex(moved.update("b").update("c").final()) == sha3_256_abc);
    CHECK(hex(moved.update_parallel("abc").final()) == sha3_256_abc);
    CHECK(thrown([&] { typed.update("a"); }) == "object is NULL");

    astragal::hash any{"skein512/256"};
    CHECK(any.alg().name() == "skein512-256" && any.alg().output_size() == 32);
    std::array<std::byte, 32> digest{};
    any.update("abc").final(digest);
    CHECK(astragal::equal(digest, astragal::hash::digest("skein512-256", "abc")));
    CHECK(thrown([&] { any.final(std::span(digest).first(31)); }) ==
          "output buffer is 31 bytes; skein512-256 takes 32");
    CHECK(thrown([] { astragal::hash{"sha3-265"}; }).find("did you mean sha3-256") != std::string::npos);

    const astragal::bytes messages[] = {"abc", "", vector};
    const auto digests = astragal::sha3_256::hash_many(messages);
    CHECK(digests.size() == 3 && hex(digests[0]) == sha3_256_abc && digests[0] == digests[2]);
    CHECK(digests[1] == astragal::sha3_256::hash({}));
    CHECK(astragal::sha3_256::hash_many({}).empty());
}

// Arrays of char are ambiguous, because they may contain text or bytes.
static void text_and_bytes() {
    using astragal::bytes;
    static_assert(std::is_convertible_v<std::vector<char>, bytes> && std::is_convertible_v<std::span<const char>, bytes>);
    static_assert(std::is_convertible_v<std::array<char, 3>, bytes> && std::is_convertible_v<const char *, bytes>);
    static_assert(!std::is_convertible_v<char (&)[8], bytes>);
    static_assert(std::is_convertible_v<std::string &, astragal::mutable_bytes>);
    const std::vector<char> abc{'a', 'b', 'c'};
    CHECK(hex(astragal::sha3_256::hash(abc)) == sha3_256_abc);
    CHECK(hex(astragal::sha3_256::hash(std::span(abc))) == sha3_256_abc);
    const char *text = "abc";
    CHECK(hex(astragal::sha3_256::hash(text)) == sha3_256_abc);
    using namespace std::string_view_literals;
    CHECK(bytes("a\0b"sv).size() == 3 && bytes(std::string(4, '\0')).size() == 4 && bytes("").size() == 0);
    const char padded[8] = {1, 2, 0}, whole[2] = {'a', 'b'};
    CHECK(thrown([&] { (void)bytes(padded); }).find("array of char contains a NUL") == 0);
    CHECK(thrown([&] { (void)bytes(whole); }).find("array of char contains a NUL") == 0);
    CHECK(bytes(std::span(padded)).size() == 8);
    const char *null = nullptr;
    CHECK(thrown([&] { (void)bytes(null); }) == "text is NULL");
}

// NULL names and moved-from objects throw.
static void null_and_moved_objects_throw() {
    const char *null = nullptr;
    CHECK(thrown([&] { astragal::hash{null}; }) == "name is NULL");
    CHECK(thrown([&] { astragal::xof{null}; }) == "name is NULL");
    CHECK(thrown([&] { astragal::mac{null, "key"}; }) == "name is NULL");
    CHECK(thrown([&] { astragal::aead{null, "key"}; }) == "name is NULL");
    CHECK(thrown([&] { (void)astragal::hash::digest(null, "abc"); }) == "name is NULL");
    CHECK(thrown([] { astragal::algorithm{nullptr}; }) == "algorithm is NULL");
    using namespace std::string_view_literals;
    CHECK(thrown([] { astragal::hash{"sha3-256\0x"sv}; }) == "name contains a NUL");
    CHECK(thrown([] {
              (void)astragal::algorithm{reinterpret_cast<const astragal_alg *>(&sha3_256_abc)}.name();
          }) == "algorithm is not a handle of this library; use astragal_find() or astragal_alg_at()");

    astragal::hash hash{"sha3-256"};
    astragal::xof xof{"shake128"}, squeezed{"shake128"};
    astragal::mac mac{"hmac-sha256", "key"};
    astragal::aead aead{"ascon-aead128", std::string(16, 'k')};
    squeezed.finalize();
    const auto hash_there = std::move(hash);
    const auto xof_there = std::move(xof), squeezed_there = std::move(squeezed);
    const auto mac_there = std::move(mac);
    const auto aead_there = std::move(aead);
    for (const auto &what : {
             thrown([&] { hash.update("a"); }), thrown([&] { (void)hash.final(); }), thrown([&] { hash.reset(); }),
             thrown([&] { (void)hash.clone(); }), thrown([&] { (void)hash.alg(); }),
             thrown([&] { xof.absorb("a"); }), thrown([&] { xof.finalize(); }), thrown([&] { xof.reset(); }),
             thrown([&] { (void)xof.squeeze(5); }), thrown([&] { xof.skip(5); }), thrown([&] { (void)xof.clone(); }),
             thrown([&] { squeezed.absorb("a"); }), thrown([&] { (void)squeezed.squeeze(5); }),
             thrown([&] { mac.update("a"); }), thrown([&] { (void)mac.final(); }), thrown([&] { (void)mac.alg(); }),
             thrown([&] { (void)mac.verify("tag"); }), thrown([&] { (void)mac.clone(); }),
             thrown([&] { (void)mac.tag_size(); }),
             thrown([&] { (void)aead.encrypt("", "", ""); }), thrown([&] { (void)aead.decrypt("", "", ""); }),
             thrown([&] { (void)aead.clone(); }),
         }) {
        CHECK(what == "object is NULL");
    }
}

// All hash functions that have a C++ type.
#define HASH_TYPES \
    sha3_224, sha3_256, sha3_384, sha3_512, keccak_224, keccak_256, keccak_384, keccak_512, \
    ascon_hash256, ascon_hash, ascon_hasha, sha224, sha256, sha384, sha512, sha512_224, sha512_256, \
    blake_224, blake_256, blake_384, blake_512, blake2b_128, blake2b_160, blake2b_224, blake2b_256, \
    blake2b_384, blake2b_512, blake2s_128, blake2s_160, blake2s_224, blake2s_256, blake3, skein256_128, \
    skein256_160, skein256_224, skein256_256, skein512_128, skein512_160, skein512_224, skein512_256, \
    skein512_384, skein512_512, skein1024_256, skein1024_384, skein1024_512, skein1024_1024, \
    groestl_224, groestl_256, groestl_384, groestl_512, jh_224, jh_256, jh_384, jh_512, kupyna_256, \
    kupyna_384, kupyna_512, streebog_256, streebog_512, whirlpool, sm3, ripemd160, sha1, md5, crc32, crc32c, crc32_posix

// Checks that the constants of a hash type match the properties of its algorithm.
template <class Hash>
static void check_hash_type() {
    const astragal::algorithm alg{astragal::kind::hash, Hash::name};
    CHECK(Hash::digest_size == alg.output_size() && Hash::block_size == alg.block_size());
    const auto digest = Hash::hash("abc");
    CHECK(hex(digest) == hex(astragal::hash::digest(Hash::name, "abc")));
}

template <class Hash>
static void check_hmac_type() {
    const auto tag = astragal::hmac<Hash>::mac("key", "abc");
    CHECK(hex(astragal::mac{"hmac-" + std::string(Hash::name), "key"}.update("abc").final()) == hex(tag));
    CHECK(astragal::hmac<Hash>::verify("key", "abc", tag) && !astragal::hmac<Hash>::verify("key", "abd", tag));
    CHECK(astragal::hmac<Hash>{"key"}.update("abc").verify(tag));
}

template <class... Hashes>
static void check_hash_types() {
    (check_hash_type<Hashes>(), ...);
    CHECK(sizeof...(Hashes) == astragal_alg_count(ASTRAGAL_HASH));
}

static void types() {
    using namespace astragal;
    check_hash_types<HASH_TYPES>();
    check_hmac_type<sha256>();
    check_hmac_type<sha3_512>();
    check_hmac_type<groestl_256>();
    CHECK(shake128::rate == 168 && ascon_xof128::rate == 8 && blake3_xof::hash<32>("abc") == blake3::hash("abc"));
    CHECK(ascon_aead128::key_size == 16 && ascon_80pq::key_size == 20 && ascon_aead128::tag_size == 16);
    CHECK(hex(blake2_mac<blake2b_256>{"key"}.update("abc").final()) ==
          hex(mac{"blake2b-256", "key"}.update("abc").final()));
    CHECK(ascon_mac{std::string(16, 'k')}.tag_size() == ascon_mac::full_tag_size);

    const auto tuple = tuplehash128::hash({"ab", "", "c"}, "custom");
    tuplehash128 incremental(32, "custom");
    incremental.absorb_item("ab").absorb_item("").absorb_item("c").finalize();
    CHECK(incremental.squeeze<32>() == tuple);
    CHECK(tuplehash128::hash({"abc"}, "custom") != tuple && tuplehash128::hash<16>({"abc"}) != tuplehash256::hash<16>({"abc"}));
    CHECK(tuplehashxof128{}.absorb_item("a").finalize().squeeze(99).size() == 99);
    CHECK(parallelhash256{8}.absorb("abcdefghijk").finalize().squeeze(64).size() == 64);
    CHECK(parallelhashxof128{8}.absorb("abc").finalize().squeeze<9>() !=
          parallelhashxof128{2}.absorb("abc").finalize().squeeze<9>());
    CHECK(ascon_cxof128{"custom"}.finalize().squeeze<9>() != ascon_cxof128{"other"}.finalize().squeeze<9>());
    CHECK(blake3_derive_key{"context"}.absorb("key").finalize().squeeze<9>() !=
          blake3_derive_key{"another"}.absorb("key").finalize().squeeze<9>());
}

static void states() {
    const auto state = astragal::hash{"sha256"}.update("ab").export_state();
    astragal::hash elsewhere{"sha256"};
    CHECK(hex(elsewhere.import_state(state).update("c").final()) == hex(astragal::sha256::hash("abc")));
    CHECK(thrown([&] { astragal::hash{"sha3-256"}.import_state(state); }) ==
          "the state belongs to \"sha256\"; expected sha3-256");

    const auto key = astragal::mac{"kmac256", "key"}.update("ab").export_state_with_key();
    astragal::mac there{"kmac256", "another"};
    CHECK(hex(there.import_state_with_key(key).update("c").final()) ==
          hex(astragal::mac{"kmac256", "key"}.update("abc").final()));
    CHECK(thrown([&] { (void)astragal::mac{"cmac-sm4", "0123456789abcdef"}.export_state_with_key(); }) ==
          "the state of cmac-sm4 cannot be exported; it is a key schedule");
}

static void xofs() {
    const auto expected = astragal::shake128::hash<100>("abc");
    astragal::shake128 xof;
    CHECK(thrown([&] { (void)xof.squeeze(1); }) == "shake128 is not finalized; call finalize() before squeeze()");
    xof.absorb("ab").absorb("c");
    xof.finalize();
    CHECK(thrown([&] { xof.absorb("d"); }) == "shake128 is finalized; absorb() is not allowed");
    CHECK(thrown([&] { xof.finalize(); }) == "shake128 is already finalized");
    std::array<std::byte, 33> head{};
    xof.squeeze(head);
    auto copy = xof.clone();
    copy.skip(7);
    CHECK(hex(xof.squeeze(7)) == hex(expected).substr(66, 14));
    CHECK(hex(xof.squeeze<60>()) == hex(expected).substr(80));
    CHECK(hex(head) == hex(expected).substr(0, 66) && hex(copy.squeeze(60)) == hex(expected).substr(80));
    xof.reset();
    xof.absorb_parallel("abc");
    CHECK(xof.finalize().squeeze<100>() == expected);

    std::array<std::uint8_t, 32> out{}, other{};
    astragal::kt128 kt{"custom"};
    kt.absorb("abc").finalize().squeeze(out);
    CHECK(astragal_kt128(reinterpret_cast<const std::uint8_t *>("abc"), 3,
                         reinterpret_cast<const std::uint8_t *>("custom"), 6, other.data(), 32) == ASTRAGAL_OK);
    CHECK(out == other);
    CHECK(astragal::turboshake128{}.finalize().squeeze<9>() == astragal::turboshake128{0x1f}.finalize().squeeze<9>());
    CHECK(thrown([] { astragal::turboshake128{0}; }) == "domain byte is 256; TurboSHAKE takes 0x01 to 0x7f");
    CHECK(astragal::cshake128{""}.finalize().squeeze<9>() == astragal::shake128{}.finalize().squeeze<9>());

    astragal::xof tuple{"tuplehash128", {.custom = "custom", .output_size = 32}};
    tuple.absorb_item("ab").absorb_item("").absorb_item("c").finalize();
    CHECK(tuple.squeeze(32).size() == 32);
    CHECK(thrown([&] { (void)tuple.squeeze(1); }) == "the output of tuplehash128 is fixed at 32 bytes; fewer are left than requested");
}

static void macs() {
    const std::string key(40, 'k');
    astragal::mac hmac{"hmac-sha256", key};
    const auto tag = hmac.update("abc").final();
    CHECK(tag.size() == 32 && hmac.tag_size() == 32);
    CHECK(hmac.update("abc").verify(tag));
    CHECK(!hmac.update("abd").verify(tag));
    CHECK(!hmac.update("abc").verify(std::span(tag).first(31)));
    auto copy = hmac.update("ab").clone();
    CHECK(copy.update("c").verify(tag));
    hmac.reset();
    CHECK(hmac.update("abc").verify(tag));
    astragal::mac shorter{"hmac-sha256", key, {.output_size = 16}};
    CHECK(shorter.tag_size() == 16 && shorter.update("abc").verify(std::span(tag).first(16)));
    CHECK(!shorter.update("abc").verify(tag));
    CHECK(thrown([&] { astragal::mac{"hmac-sha256", key, {.output_size = 3}}; }).find("tag is 3 bytes") == 0);
    CHECK(astragal::kmac256(key).update("abc").final().size() == 64);
    astragal::kmacxof128 incremental(key, "custom");
    incremental.absorb("a").absorb("bc").finalize();
    auto squeezed = incremental.squeeze(5);
    const auto rest = incremental.squeeze<27>();
    squeezed.insert(squeezed.end(), rest.begin(), rest.end());
    CHECK(squeezed == astragal::mac("kmacxof128", key, {.custom = "custom"}).update("abc").final());
    CHECK(incremental.alg().name() == "kmacxof128" && incremental.alg().output_size() == 32);
    CHECK(thrown([&] { astragal::blake3_keyed_xof{"short"}; }).find("blake3 takes 32") != std::string::npos);
    CHECK(thrown([&] { (void)astragal::xof("shake128", {.key = "key"}); }).find("key") != std::string::npos);
    CHECK(astragal::kmac128(key, "custom", 16).update("abc").final() !=
          astragal::kmac128(key, "", 16).update("abc").final());
    CHECK(thrown([&] { astragal::mac{"hmac-sha256", key, {.custom = "x"}}; }) ==
          "hmac-sha256 takes no customization string");
}

static void aeads() {
    const std::array<std::uint8_t, 16> key{1}, nonce{2};
    const astragal::ascon_aead128 cipher{key};
    auto sealed = cipher.encrypt(nonce, "header", "message");
    CHECK(sealed.size() == 7 + 16);
    const auto opened = cipher.decrypt(nonce, "header", sealed);
    CHECK(opened && std::string(opened->begin(), opened->end()) == "message");
    CHECK(!cipher.decrypt(nonce, "another", sealed));
    CHECK(!cipher.decrypt(nonce, "header", std::span(sealed).first(15)));
    std::array<std::byte, 7> text{};
    std::array<std::uint8_t, 16> tag{};
    const auto copy = cipher.clone();
    copy.encrypt_in_place(nonce, "", text, tag);
    CHECK(copy.decrypt_in_place(nonce, "", text, tag) && text == (std::array<std::byte, 7>{}));
    std::array<std::uint8_t, 7> apart{}, back{};
    copy.encrypt_into(nonce, "header", "message", apart, tag);
    CHECK(copy.decrypt_into(nonce, "header", apart, tag, back) && std::string(back.begin(), back.end()) == "message");
    CHECK(std::equal(apart.begin(), apart.end(), sealed.begin()) && std::equal(tag.begin(), tag.end(), sealed.begin() + 7));
    CHECK(thrown([&] { copy.encrypt_into(nonce, "", "short", apart, tag); }) == "output is 7 bytes; expected 5");
    tag[0] ^= 1;
    CHECK(!copy.decrypt_into(nonce, "header", apart, tag, back) && back == (decltype(back){}));
    CHECK(!copy.decrypt_in_place(nonce, "", text, tag));
    for (const auto *name : {"ascon-aead128", "aes-128-gcm", "sm4-ccm"}) {
        const astragal::aead whole{name, key};
        const auto short_nonce = std::span(nonce).first(std::string_view(name) == "ascon-aead128" ? 16 : 12);
        sealed = whole.encrypt(short_nonce, "header", "message");
        auto encryptor = whole.encryptor(short_nonce, "header", 7);
        auto incremental = encryptor.update("mes");
        const auto rest = encryptor.update("sage"), last = encryptor.finish();
        incremental.insert(incremental.end(), rest.begin(), rest.end());
        incremental.insert(incremental.end(), last.begin(), last.end());
        CHECK(incremental == sealed);
        CHECK(!thrown([&] { (void)encryptor.update("more"); }).empty());
        for (const std::uint8_t change : {0, 1}) {
            auto decryptor = whole.decryptor(short_nonce, "header", 7);
            decryptor.update(std::span(sealed).first(2));
            decryptor.update(std::span(sealed).subspan(2, 5));
            auto forged = last;
            forged[0] ^= change;
            CHECK(decryptor.size() == 7 && decryptor.alg().name() == whole.alg().name());
            const auto text = decryptor.finish(forged);
            CHECK(change ? !text : text && std::string(text->begin(), text->end()) == "message");
        }
    }
    CHECK(thrown([] { astragal::ascon_aead128{"short"}; }) == "key is 5 bytes; ascon-aead128 takes 16");
    CHECK(thrown([&] { (void)cipher.encrypt("short", "", ""); }) == "nonce is 5 bytes; ascon-aead128 takes 16");
}

static void algorithms() {
    for (auto kind : {astragal::kind::hash, astragal::kind::xof, astragal::kind::mac, astragal::kind::aead}) {
        for (const auto &alg : astragal::algorithm::all(kind)) {
            CHECK((astragal::algorithm{kind, alg.name()}.get() == alg.get()));
            CHECK(!alg.backend().empty() && !alg.standard().empty() && !alg.family().empty());
        }
    }
    CHECK((astragal::algorithm{astragal::kind::hash, "sha3-256"}.is_constant_time()));
    CHECK(!astragal::version().empty());
    std::vector<std::uint8_t> secret = astragal::from_hex("00fFaB");
    CHECK(astragal::to_hex(secret) == "00ffab" && astragal::from_hex("").empty());
    astragal::wipe(secret);
    CHECK(secret == std::vector<std::uint8_t>(3));
    CHECK(thrown([] { (void)astragal::from_hex("0g"); }) == "text contains a character that is not a hexadecimal digit");
    CHECK(thrown([] { (void)astragal::from_hex("012"); }) == "text is 3 bytes; expected 2");

    std::array<astragal::keccak_state, 4> states{};
    astragal::keccak_state state{};
    astragal::keccak_p1600(states);
    astragal::keccak_p1600(state);
    CHECK(states[3] == state && state[0] == 0xf1258f7940e1dde7);
    CHECK(thrown([&] { astragal::keccak_p1600(state, 25); }) ==
          "number of rounds is 25; keccak-p[1600] takes 0 to 24");
}

// Program that was written for cppcrypto. Only its include directive and its namespace were changed.
namespace ported {

using namespace astragal::cppcrypto;

static std::string hash_incrementally_and_at_once(crypto_hash &hash, const std::string &message) {
    std::vector<std::uint8_t> digest(hash.hashsize() / 8);
    hash.init();
    hash.update(reinterpret_cast<const std::uint8_t *>(message.data()), message.size());
    hash.final(digest.data());
    std::vector<std::uint8_t> again(hash.hashsize() / 8);
    hash.hash_string(message, again.data());
    CHECK(digest == again);
    return hex(digest);
}

static void cppcrypto_hashes() {
    std::vector<std::pair<const char *, std::unique_ptr<crypto_hash>>> hashes;
    hashes.emplace_back("sha256", new sha256);
    hashes.emplace_back("sha512/256", new sha512_256);
    hashes.emplace_back("sha3/256", new sha3_256);
    hashes.emplace_back("sha3/256", new sha3(256));
    hashes.emplace_back("skein512/256", new skein512_256);
    hashes.emplace_back("skein1024/1024", new skein1024(1024));
    hashes.emplace_back("blake256", new blake256);
    hashes.emplace_back("blake2b/512", new blake2b_512);
    hashes.emplace_back("groestl/512", new groestl512);
    hashes.emplace_back("jh/224", new jh(224));
    hashes.emplace_back("kupyna/384", new kupyna384);
    hashes.emplace_back("streebog/512", new streebog(512));
    hashes.emplace_back("whirlpool", new whirlpool);
    hashes.emplace_back("sm3", new sm3);
    hashes.emplace_back("md5", new md5);
    hashes.emplace_back("sha1", new sha1);
    for (auto &[name, hash] : hashes) {
        const std::string expected = hex(astragal::hash::digest(name, "abc"));
        CHECK(hash_incrementally_and_at_once(*hash, "abc") == expected);
        hash->update(reinterpret_cast<const std::uint8_t *>("x"), 1);
        std::unique_ptr<crypto_hash> fresh(hash->clone());
        CHECK(hash_incrementally_and_at_once(*fresh, "abc") == expected && fresh->blocksize() == hash->blocksize());
        hash->clear();

        const std::string key(200, 'k');
        for (std::size_t bytes : {std::size_t(0), std::size_t(20), std::size_t(200)}) {
            hmac mac(*hash, key.substr(0, bytes));
            const std::string canonical{astragal::hash{name}.alg().name()};
            astragal::mac other{"hmac-" + canonical, key.substr(0, bytes)};
            const std::string tag = hex(other.update("abc").final());
            CHECK(hash_incrementally_and_at_once(mac, "abc") == tag);
            std::unique_ptr<crypto_hash> twin(mac.clone());
            CHECK(hash_incrementally_and_at_once(*twin, "abc") == tag);
            twin->clear();
            std::vector<std::uint8_t> cleared(twin->hashsize() / 8);
            twin->update(reinterpret_cast<const std::uint8_t *>("abc"), 3);
            twin->final(cleared.data());
            CHECK(hex(cleared) == tag);
        }
    }
    shake128 shake;
    CHECK(shake.hashsize() == 256 && shake.blocksize() == 1344);
    CHECK(hash_incrementally_and_at_once(shake, "abc") == hex(astragal::shake128::hash<32>("abc")));
    shake256 cshake(512, "", "custom");
    CHECK(hash_incrementally_and_at_once(cshake, "abc") == hex(astragal::cshake256{"custom"}.absorb("abc").finalize().squeeze<64>()));
    CHECK(thrown([] { sha3 none(200); }).find("there is no hash named \"sha3-200\"") == 0);
    CHECK(thrown([] { shake128 none(3); }) == "hash size is 3 bits; a positive multiple of 8 is required");
}

} // namespace ported

int main(int argc, char **argv) {
    if (argc > 1) {
        CHECK(astragal_cpu_limit(argv[1]) == ASTRAGAL_OK);
    }
    hashes();
    text_and_bytes();
    null_and_moved_objects_throw();
    types();
    states();
    xofs();
    macs();
    aeads();
    algorithms();
    ported::cppcrypto_hashes();
    std::printf("C++: ok\n");
}
