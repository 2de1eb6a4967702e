// Tests algorithms that are looked up by name, in C++20 and in C++17 (-std=c++17 -DASTRAGAL_CXX17).
#include <astragal.hpp>

#include "check.hpp"

#if defined(EXPECTED_CPLUSPLUS)
static_assert(__cplusplus == EXPECTED_CPLUSPLUS);
#endif

int main(int argc, char **argv) {
    if (argc > 1) {
        CHECK(astragal_cpu_limit(argv[1]) == ASTRAGAL_OK);
    }
    using namespace astragal;
    const std::vector<std::uint8_t> key(32, 7), nonce(12, 1), iv(16, 2);
    const std::string text = "abc";
    const std::vector<std::byte> some_bytes(3);

    hash h{"sha256"};
    CHECK(to_hex(h.update(text).final()) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    const auto copied = h.update("a").update(some_bytes).clone().final();
    CHECK(copied == h.final());
    CHECK(hash::digest(std::string("sha256"), "abc") == hash::digest(std::string_view("SHA256"), text));

    params custom;
    custom.custom = "a name";
    xof x{"cshake128", custom};
    x.absorb(text).finalize();
    std::uint8_t out[8];
    x.squeeze(out);
    CHECK(x.squeeze<8>() != x.squeeze<8>());

    mac m{"hmac-sha256", key};
    const auto tag = m.update(text).final();
    CHECK(m.update(text).verify(tag) && !m.verify(tag));

    const aead gcm{"aes-256-gcm", key};
    const auto opened = gcm.decrypt(nonce, "header", gcm.encrypt(nonce, "header", text));
    CHECK(opened && std::string(opened->begin(), opened->end()) == text);

    cipher c{"camellia-256", key};
    std::array<std::uint8_t, 16> block{};
    c.encrypt(block);
    c.decrypt(block);
    CHECK(block == (std::array<std::uint8_t, 16>{}));

    mode ctr{"aes-256-ctr", direction::encrypt, key, iv};
    CHECK(ctr.update(text).size() == 3);
    CHECK(mode::decrypt("aes-256-cbc", key, iv, mode::encrypt("aes-256-cbc", key, iv, text)) ==
          std::vector<std::uint8_t>(text.begin(), text.end()));

    kdf_params derived;
    derived.info = "info";
    CHECK(derive("hkdf-sha256", key, derived, 16).size() == 16);
    const auto whole_digest = hash::digest("blake3", std::string(5000, 'x'));
    const auto left = part{"blake3", 0}.update(std::string(2048, 'x')).record();
    const auto right = part{"blake3", 2048}.update_parallel(std::string(2952, 'x')).record(5000);
    assembly parts{"blake3"};
    CHECK(parts.leaf_size() == 1024 && parts.message_size() == length_unknown);
    CHECK(thrown([&] { (void)parts.add(right).final(5000, 32); }).find("contiguous up to byte") != std::string::npos);
    const auto digest = parts.add(left).final(5000, 32);
    CHECK(std::equal(digest.begin(), digest.end(), whole_digest.begin(), whole_digest.end()));
    CHECK(assembly{"blake3"}.add(assembly{"blake3"}.join(left, right)).position() == 5000);
    CHECK(thrown([&] { part{"sha256", 0}; }).find("not a tree hash") != std::string::npos);

    const std::string salt(24, 's'), long_text(40000, 'x');
    const auto sealed = chunked::seal(key, salt, "context", long_text);
    CHECK(sealed.size() == astragal_chunked_sealed_len(long_text.size()));
    const auto message = chunked::open(key, "context", sealed);
    CHECK(message && std::string(message->begin(), message->end()) == long_text);
    CHECK(!chunked::open(key, "other", sealed) && !chunked::open(key, "context", std::string(71, '\0')));
    chunked::seal_stream sealer{key, salt, "context"};
    auto streamed = sealer.update(long_text);
    const auto end = sealer.final();
    streamed.insert(streamed.end(), end.begin(), end.end());
    CHECK(streamed == sealed);
    CHECK(thrown([&] { (void)sealer.update("more"); }).find("has ended") != std::string::npos);
    chunked::open_stream opener{key, "context"};
    CHECK(opener.update(sealed)->size() == 2 * 16384 && opener.final()->size() == 40000 - 2 * 16384);
    const auto offset = std::ptrdiff_t(opener.seek(39999));
    CHECK(opener.update(std::vector<std::uint8_t>(sealed.begin() + offset, sealed.end()))->empty());
    CHECK(opener.final() == std::vector<std::uint8_t>{'x'});
    chunked::open_stream other{key, "other"};
    CHECK(!other.update(sealed) && !other.final());
    CHECK(thrown([&] { (void)chunked::seal(key, "short", "", ""); }).find("expected 24") != std::string::npos);

    auto wrapped = key_wrap("aes-256-kwp", key, "a key of 19 bytes..");
    CHECK(wrapped.size() == 32);
    const auto unwrapped = key_unwrap("aes-256-kwp", key, wrapped);
    CHECK(unwrapped && std::string(unwrapped->begin(), unwrapped->end()) == "a key of 19 bytes..");
    wrapped[0] ^= 1;
    CHECK(!key_unwrap("aes-256-kwp", key, wrapped));
    CHECK(thrown([&] { (void)key_wrap("aes-256-kw", key, "odd"); }).find("takes at least 16") != std::string::npos);

    kdf_params costs;
    costs.salt = "sixteen bytes...";
    costs.iterations = 5;
    const auto stored = hash_password("correct horse", costs, "pbkdf2-hmac-sha512");
    CHECK(verify_password("correct horse", stored) && !verify_password("battery", stored));
    CHECK(needs_rehash(stored) && !needs_rehash(stored, costs, "pbkdf2-hmac-sha512"));

    CHECK(thrown([&] { hash{"sha265"}; }).find("sha256") != std::string::npos);
    std::printf("C++ by name: ok\n");
}
