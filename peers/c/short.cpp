// Benchmark of short messages through astragal's C interface. Measures one-shot calls that select the algorithm by
// type, by handle or by name. The look-up of a name is included in the time. Also measures a streaming object on the
// heap, and a streaming state on the stack. Other libraries are called in the fastest way that they offer, which reuses
// look-ups and allocations. `cargo xtask bench c` builds and runs this program.
//
//     short [LEVEL [ROUNDS]]     LEVEL as astragal_cpu_limit() takes it, or "full"
#include <astragal.h>
#include <astragal/constexpr.hpp>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#ifdef WITH_OPENSSL
#include <openssl/core_names.h>
#include <openssl/evp.h>
#endif
#ifdef WITH_SODIUM
#include <sodium.h>
#endif
#ifdef WITH_XKCP
extern "C" int xkcp_sha3_256(const uint8_t *msg, size_t len, uint8_t *out);
#endif

namespace {

using clock_type = std::chrono::steady_clock;
constexpr int calls = 2000;

uint8_t message[64], out[64], key[32] = {1, 2, 3}, nonce[16], tag[16], ciphertext[64];
int rounds = 60;

void need(bool good) {
    if (!good) {
        std::fprintf(stderr, "a call failed: %s\n", astragal_last_error());
        std::exit(1);
    }
}

// Optimization barrier. The compiler can neither predict the input nor remove the computation of the output.
void opaque(void *memory) { __asm__ volatile("" : : "r"(memory) : "memory"); }

struct contender {
    std::string name;
    std::function<double(std::size_t)> run;
    double best = 1e9;
};

// Returns a contender whose function `run` measures `call`, and returns the nanoseconds per call.
template <class Call>
contender measured(std::string name, Call call) {
    return {std::move(name), [call](std::size_t size) {
                const auto start = clock_type::now();
                for (int i = 0; i < calls; i++) {
                    opaque(message);
                    call(size);
                    opaque(out);
                }
                return std::chrono::duration<double, std::nano>(clock_type::now() - start).count() / calls;
            }};
}

// Measures several libraries alternately in short turns. The result of a library is its fastest turn. Ratios are
// relative to the first library.
void compare(const char *what, std::vector<contender> contenders) {
    for (const std::size_t size : {std::size_t{0}, std::size_t{32}, std::size_t{64}}) {
        for (auto &one : contenders) {
            one.best = 1e9;
        }
        for (int round = 0; round < rounds; round++) {
            for (auto &one : contenders) {
                one.best = std::min(one.best, one.run(size));
            }
        }
        for (const auto &one : contenders) {
            std::printf("%-14s %2zu  %-28s %8.1f ns  %+7.1f  %6.3f\n", what, size, one.name.c_str(), one.best,
                        one.best - contenders[0].best, one.best / contenders[0].best);
        }
    }
}

const astragal_alg *find(int kind, const char *name) {
    const auto *alg = astragal_find(kind, name);
    need(alg != nullptr);
    return alg;
}

template <class Typed, class State>
std::vector<contender> hash(const char *name, std::size_t bytes, Typed typed, State state) {
    const auto *alg = find(ASTRAGAL_HASH, name);
    astragal_hash *object = nullptr;
    need(astragal_hash_new(&object, alg, nullptr) == 0);
    return {
        measured("by type", [=](std::size_t size) { need(typed(message, size, out) == 0); }),
        measured("by a held handle", [=](std::size_t size) { need(astragal_hash_once(alg, message, size, out, bytes) == 0); }),
        measured("by a name", [=](std::size_t size) {
            need(astragal_hash_once(astragal_find(ASTRAGAL_HASH, name), message, size, out, bytes) == 0);
        }),
        measured("by an object", [=](std::size_t size) {
            need(astragal_hash_update(object, message, size) == 0 && astragal_hash_final(object, out, bytes) == 0);
        }),
        measured("by a state", state),
    };
}

#define STATE(c)                                                                                              \
    [](std::size_t size) {                                                                                    \
        astragal_##c##_state state;                                                                           \
        need(astragal_##c##_init(&state) == 0 && astragal_##c##_update(&state, message, size) == 0 &&         \
             astragal_##c##_final(&state, out) == 0);                                                         \
    }

#ifdef WITH_OPENSSL
contender evp(const char *name, bool is_xof = false) {
    auto *md = EVP_MD_fetch(nullptr, name, nullptr);
    auto *context = EVP_MD_CTX_new();
    need(md != nullptr && context != nullptr);
    return measured("EVP, fetched, context kept", [=](std::size_t size) {
        need(EVP_DigestInit_ex2(context, md, nullptr) == 1 && EVP_DigestUpdate(context, message, size) == 1 &&
             (is_xof ? EVP_DigestFinalXOF(context, out, 32) : EVP_DigestFinal_ex(context, out, nullptr)) == 1);
    });
}

contender evp_hmac() {
    auto *mac = EVP_MAC_fetch(nullptr, "HMAC", nullptr);
    auto *context = EVP_MAC_CTX_new(mac);
    char digest[] = "SHA256";
    const OSSL_PARAM params[] = {OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, digest, 0),
                                 OSSL_PARAM_construct_end()};
    need(EVP_MAC_init(context, key, sizeof key, params) == 1);
    return measured("EVP, fetched, key again", [=](std::size_t size) {
        std::size_t length = 0;
        need(EVP_MAC_init(context, key, sizeof key, nullptr) == 1 && EVP_MAC_update(context, message, size) == 1 &&
             EVP_MAC_final(context, out, &length, sizeof out) == 1);
    });
}
#endif

void hashes() {
    auto sha3 = hash("sha3-256", 32, astragal_sha3_256, STATE(sha3_256));
    sha3.push_back(measured("constexpr.hpp, -march=native", [](std::size_t size) {
        const auto digest = astragal::constant::sha3_256(std::string_view{reinterpret_cast<const char *>(message), size});
        std::memcpy(out, digest.data(), digest.size());
    }));
    auto blake2b = hash("blake2b-512", 64, astragal_blake2b_512, STATE(blake2b_512));
    auto sha256 = hash("sha256", 32, astragal_sha256, STATE(sha256));
#ifdef WITH_XKCP
    sha3.push_back(measured("XKCP, -march=native", [](std::size_t size) { need(xkcp_sha3_256(message, size, out) == 0); }));
#endif
#ifdef WITH_SODIUM
    blake2b.push_back(measured("libsodium", [](std::size_t size) {
        need(crypto_generichash(out, 64, message, size, nullptr, 0) == 0);
    }));
    sha256.push_back(measured("libsodium", [](std::size_t size) { need(crypto_hash_sha256(out, message, size) == 0); }));
#endif
#ifdef WITH_OPENSSL
    sha3.push_back(evp("SHA3-256"));
    blake2b.push_back(evp("BLAKE2B-512"));
    sha256.push_back(evp("SHA2-256"));
#endif
    compare("sha3-256", std::move(sha3));
    compare("blake2b-512", std::move(blake2b));
    compare("sha256", std::move(sha256));
}

void xofs() {
    const auto *alg = find(ASTRAGAL_XOF, "shake128");
    std::vector<contender> shake = {
        measured("by type", [](std::size_t size) { need(astragal_shake128(message, size, out, 32) == 0); }),
        measured("by a held handle", [=](std::size_t size) { need(astragal_xof_once(alg, nullptr, message, size, out, 32) == 0); }),
        measured("by a name", [](std::size_t size) {
            need(astragal_xof_once(astragal_find(ASTRAGAL_XOF, "shake128"), nullptr, message, size, out, 32) == 0);
        }),
        measured("by a state", [](std::size_t size) {
            astragal_shake128_state state;
            need(astragal_shake128_init(&state) == 0 && astragal_shake128_absorb(&state, message, size) == 0 &&
                 astragal_shake128_squeeze(&state, out, 32) == 0);
        }),
    };
#ifdef WITH_OPENSSL
    shake.push_back(evp("SHAKE128", true));
#endif
    compare("shake128", std::move(shake));
}

void macs() {
    const auto *hmac = find(ASTRAGAL_MAC, "hmac-sha256"), *kmac = find(ASTRAGAL_MAC, "kmac128");
    std::vector<contender> sha256 = {
        measured("by type", [](std::size_t size) { need(astragal_hmac_sha256(key, sizeof key, message, size, out) == 0); }),
        measured("by a held handle", [=](std::size_t size) {
            need(astragal_mac_once(hmac, key, sizeof key, nullptr, message, size, out, 32) == 0);
        }),
        measured("by a name", [](std::size_t size) {
            need(astragal_mac_once(astragal_find(ASTRAGAL_MAC, "hmac-sha256"), key, sizeof key, nullptr, message, size, out, 32) == 0);
        }),
    };
#ifdef WITH_SODIUM
    sha256.push_back(measured("libsodium", [](std::size_t size) { need(crypto_auth_hmacsha256(out, message, size, key) == 0); }));
#endif
#ifdef WITH_OPENSSL
    sha256.push_back(evp_hmac());
#endif
    compare("hmac-sha256", std::move(sha256));
    compare("kmac128", {
        measured("by type", [](std::size_t size) {
            need(astragal_kmac128(key, sizeof key, message, size, nullptr, 0, out, 32) == 0);
        }),
        measured("by a held handle", [=](std::size_t size) {
            need(astragal_mac_once(kmac, key, sizeof key, nullptr, message, size, out, 32) == 0);
        }),
    });
}

void aeads() {
    const auto *gcm = find(ASTRAGAL_AEAD, "aes-256-gcm"), *ascon = find(ASTRAGAL_AEAD, "ascon-aead128");
    astragal_aead *held_gcm = nullptr, *held_ascon = nullptr;
    need(astragal_aead_new(&held_gcm, gcm, key, 32, nullptr) == 0);
    need(astragal_aead_new(&held_ascon, ascon, key, 16, nullptr) == 0);
    compare("ascon-aead128", {
        measured("by type", [](std::size_t size) {
            need(astragal_ascon_aead128_encrypt(key, nonce, nullptr, 0, message, size, ciphertext, tag) == 0);
        }),
        measured("by an object with the key", [=](std::size_t size) {
            need(astragal_aead_encrypt(held_ascon, nonce, 16, nullptr, 0, message, size, ciphertext, tag, 16) == 0);
        }),
    });
    std::vector<contender> aes = {
        measured("by an object with the key", [=](std::size_t size) {
            need(astragal_aead_encrypt(held_gcm, nonce, 12, nullptr, 0, message, size, ciphertext, tag, 16) == 0);
        }),
    };
#ifdef WITH_SODIUM
    if (crypto_aead_aes256gcm_is_available() == 1) {
        static crypto_aead_aes256gcm_state state;
        need(crypto_aead_aes256gcm_beforenm(&state, key) == 0);
        aes.push_back(measured("libsodium, key kept", [](std::size_t size) {
            unsigned long long length = 0;
            need(crypto_aead_aes256gcm_encrypt_detached_afternm(ciphertext, tag, &length, message, size, nullptr, 0,
                                                                nullptr, nonce, &state) == 0);
        }));
    }
#endif
    compare("aes-256-gcm", std::move(aes));
}

} // namespace

int main(int argc, char **argv) {
    if (argc > 1 && std::strcmp(argv[1], "full") != 0) {
        need(astragal_cpu_limit(argv[1]) == 0);
    }
    if (argc > 2) {
        rounds = std::atoi(argv[2]);
    }
#ifdef WITH_SODIUM
    need(sodium_init() >= 0);
    std::printf("libsodium %s  ", sodium_version_string());
#endif
#ifdef WITH_OPENSSL
    std::printf("%s  ", OpenSSL_version(OPENSSL_VERSION));
#endif
    std::printf("astragal %s, %s\n\n", astragal_version_string(), argc > 1 ? argv[1] : "full");
    std::printf("%-14s %2s  %-28s %11s  %7s  %6s\n", "", "B", "", "", "more", "ratio");
    hashes();
    xofs();
    macs();
    aeads();
    return 0;
}
