/*
 * Tests typed states: incremental use, and copies by assignment. Each state must give the same result as the algorithm
 * that is looked up by its name.
 */
#include <astragal.h>

#include "check.h"

static uint8_t data[1000];
static const uint8_t key[] = "a key that is longer than 32 bytes long";

static const astragal_alg *find(int kind, const char *name) {
    const astragal_alg *alg = astragal_find(kind, name);
    CHECK(alg != NULL);
    return alg;
}

/* Checks sizes, which are part of the ABI. If a size is wrong, the array length is negative and this file does not
 * compile. */
#define SIZE(c, words) typedef char size_of_##c[sizeof(astragal_##c##_state) == (words) * 8 ? 1 : -1]
SIZE(sha3_224, 40);
SIZE(sha3_256, 40);
SIZE(sha3_384, 40);
SIZE(sha3_512, 40);
SIZE(keccak_256, 40);
SIZE(sha224, 24);
SIZE(sha256, 24);
SIZE(sha384, 40);
SIZE(sha512, 40);
SIZE(sm3, 24);
SIZE(blake2b_512, 40);
SIZE(blake2s_256, 28);
SIZE(blake3, 256);
SIZE(ascon_hash256, 16);
SIZE(shake128, 40);
SIZE(shake256, 40);
SIZE(turboshake128, 40);
SIZE(turboshake256, 40);
SIZE(cshake128, 64);
SIZE(cshake256, 64);
SIZE(kmacxof128, 64);
SIZE(kmacxof256, 64);
SIZE(ascon_xof128, 16);
SIZE(hmac_sha3_224, 64);
SIZE(hmac_sha3_256, 64);
SIZE(hmac_sha3_384, 64);
SIZE(hmac_sha3_512, 64);
SIZE(hmac_sha256, 40);
SIZE(hmac_sha384, 64);
SIZE(hmac_sha512, 64);
SIZE(kmac128, 64);
SIZE(kmac256, 64);

#define HASH(c, name, bytes)                                                                   \
    do {                                                                                       \
        astragal_##c##_state state, copy;                                                      \
        uint8_t expected[bytes], out[bytes];                                                   \
        for (size_t len = 0; len <= sizeof data; len += 37) {                                  \
            CHECK_OK(astragal_hash_once(find(ASTRAGAL_HASH, name), data, len, expected, bytes));   \
            CHECK_OK(astragal_##c##_init(&state));                                                 \
            CHECK_OK(astragal_##c##_update(&state, data, len / 3));                                \
            copy = state;                                                                      \
            CHECK_OK(astragal_##c##_update(&state, data, 1));                                      \
            CHECK_OK(astragal_##c##_update(&copy, data + len / 3, len - len / 3));                 \
            CHECK_OK(astragal_##c##_final(&copy, out));                                            \
            CHECK(memcmp(out, expected, bytes) == 0);                                          \
            CHECK_OK(astragal_##c##_update(&copy, data, len));                                     \
            CHECK_OK(astragal_##c##_final(&copy, out));                                            \
            CHECK(memcmp(out, expected, bytes) == 0);                                          \
        }                                                                                      \
        astragal_wipe(&state, sizeof state);                                                   \
        CHECK(astragal_##c##_update(&state, data, 1) == ASTRAGAL_ERR_OBJECT);                  \
    } while (0)

#define XOF(c, init, kind, name, parameters)                                                   \
    do {                                                                                       \
        astragal_##c##_state state, copy;                                                      \
        uint8_t expected[500], out[500];                                                       \
        CHECK_OK(astragal_xof_once(find(kind, name), parameters, data, sizeof data, expected, 500)); \
        CHECK_OK(astragal_##c##_##init);                                                           \
        CHECK_OK(astragal_##c##_absorb(&state, data, 333));                                        \
        CHECK_OK(astragal_##c##_absorb(&state, data + 333, sizeof data - 333));                    \
        CHECK_OK(astragal_##c##_squeeze(&state, out, 1));                                          \
        copy = state;                                                                          \
        CHECK_OK(astragal_##c##_squeeze(&copy, out + 1, 499));                                     \
        CHECK(memcmp(out, expected, 500) == 0);                                                \
        CHECK_OK(astragal_##c##_squeeze(&state, out + 1, 200));                                    \
        CHECK(memcmp(out, expected, 201) == 0);                                                \
        CHECK(astragal_##c##_absorb(&state, data, 1) == ASTRAGAL_ERR_STATE);                   \
    } while (0)

#define MAC(c, init, name, bytes, parameters, ...)                                             \
    do {                                                                                       \
        astragal_##c##_state keyed, state;                                                     \
        uint8_t expected[bytes], out[bytes];                                                   \
        CHECK_OK(astragal_mac_once(find(ASTRAGAL_MAC, name), key, sizeof key, parameters, data, sizeof data, \
                               expected, bytes));                                              \
        CHECK_OK(astragal_##c##_##init);                                                           \
        state = keyed;                                                                         \
        CHECK_OK(astragal_##c##_update(&state, data, 333));                                        \
        CHECK_OK(astragal_##c##_update(&state, data + 333, sizeof data - 333));                    \
        CHECK_OK(astragal_##c##_final(&state, __VA_ARGS__));                                       \
        CHECK(memcmp(out, expected, bytes) == 0);                                              \
        CHECK(astragal_##c##_update(&state, data, 1) == ASTRAGAL_ERR_OBJECT);                  \
        state = keyed;                                                                         \
        CHECK_OK(astragal_##c##_update(&state, data, sizeof data));                                \
        CHECK_OK(astragal_##c##_verify(&state, __VA_ARGS__));                                      \
        out[0] ^= 1;                                                                           \
        state = keyed;                                                                         \
        CHECK_OK(astragal_##c##_update(&state, data, sizeof data));                                \
        CHECK(astragal_##c##_verify(&state, __VA_ARGS__) == ASTRAGAL_INVALID);                 \
    } while (0)

#define HMAC(c, name, bytes)                                                                   \
    do {                                                                                       \
        uint8_t once[bytes], named[bytes];                                                     \
        MAC(c, init(&keyed, key, sizeof key), name, bytes, NULL, out);                         \
        CHECK_OK(astragal_##c(key, sizeof key, data, sizeof data, once));                          \
        CHECK_OK(astragal_mac_once(find(ASTRAGAL_MAC, name), key, sizeof key, NULL, data, sizeof data, \
                               named, bytes));                                                 \
        CHECK(memcmp(once, named, bytes) == 0);                                                \
    } while (0)

static void hashes(void) {
    HASH(sha3_224, "sha3-224", 28);
    HASH(sha3_256, "sha3-256", 32);
    HASH(sha3_384, "sha3-384", 48);
    HASH(sha3_512, "sha3-512", 64);
    HASH(keccak_256, "keccak-256", 32);
    HASH(sha224, "sha224", 28);
    HASH(sha256, "sha256", 32);
    HASH(sha384, "sha384", 48);
    HASH(sha512, "sha512", 64);
    HASH(sm3, "sm3", 32);
    HASH(blake2b_512, "blake2b-512", 64);
    HASH(blake2s_256, "blake2s-256", 32);
    HASH(blake3, "blake3", 32);
    HASH(ascon_hash256, "ascon-hash256", 32);
}

static void xofs(void) {
    astragal_params custom = {
        .size = sizeof custom, .custom = key, .custom_len = 5, .function_name = data, .function_name_len = 3};
    astragal_params keyed = {
        .size = sizeof keyed, .custom = data, .custom_len = 5, .key = key, .key_len = sizeof key};
    astragal_params domain = {.size = sizeof domain, .domain = 7};
    XOF(shake128, init(&state), ASTRAGAL_XOF, "shake128", NULL);
    XOF(shake256, init(&state), ASTRAGAL_XOF, "shake256", NULL);
    XOF(ascon_xof128, init(&state), ASTRAGAL_XOF, "ascon-xof128", NULL);
    XOF(turboshake128, init(&state, 7), ASTRAGAL_XOF, "turboshake128", &domain);
    XOF(turboshake256, init(&state, 7), ASTRAGAL_XOF, "turboshake256", &domain);
    XOF(cshake128, init(&state, data, 3, key, 5), ASTRAGAL_XOF, "cshake128", &custom);
    XOF(cshake256, init(&state, data, 3, key, 5), ASTRAGAL_XOF, "cshake256", &custom);
    XOF(kmacxof128, init(&state, key, sizeof key, data, 5), ASTRAGAL_KEYED_XOF, "kmacxof128", &keyed);
    XOF(kmacxof256, init(&state, key, sizeof key, data, 5), ASTRAGAL_KEYED_XOF, "kmacxof256", &keyed);
}

static void macs(void) {
    astragal_params custom = {.size = sizeof custom, .custom = data, .custom_len = 5};
    HMAC(hmac_sha3_224, "hmac-sha3-224", 28);
    HMAC(hmac_sha3_256, "hmac-sha3-256", 32);
    HMAC(hmac_sha3_384, "hmac-sha3-384", 48);
    HMAC(hmac_sha3_512, "hmac-sha3-512", 64);
    HMAC(hmac_sha256, "hmac-sha256", 32);
    HMAC(hmac_sha384, "hmac-sha384", 48);
    HMAC(hmac_sha512, "hmac-sha512", 64);
    MAC(kmac128, init(&keyed, key, sizeof key, data, 5), "kmac128", 32, &custom, out, sizeof out);
    MAC(kmac256, init(&keyed, key, sizeof key, data, 5), "kmac256", 64, &custom, out, sizeof out);
}

static void tuplehash_and_parallelhash(void) {
    const uint8_t *items[] = {data, NULL, key};
    const size_t lens[] = {20, 0, sizeof key};
    astragal_params params = {
        .size = sizeof params, .custom = key, .custom_len = 4, .output_len = 40, .block_len = 100};
    uint8_t out[40], expected[40];
    astragal_xof *xof;
    static const char *const tuples[] = {"tuplehash128", "tuplehash256"};
    static const char *const blocks[] = {"parallelhash128", "parallelhash256"};
    for (size_t i = 0; i < 2; i++) {
        params.block_len = 0;
        CHECK_OK(astragal_xof_new(&xof, find(ASTRAGAL_XOF, tuples[i]), &params));
        for (size_t item = 0; item < 3; item++) {
            CHECK_OK(astragal_xof_begin_item(xof, lens[item]));
            CHECK_OK(astragal_xof_absorb(xof, items[item], lens[item]));
        }
        CHECK_OK(astragal_xof_squeeze(xof, expected, sizeof expected));
        astragal_xof_free(xof);
        CHECK_OK((i == 0 ? astragal_tuplehash128 : astragal_tuplehash256)(items, lens, 3, key, 4, out, sizeof out));
        CHECK(memcmp(out, expected, sizeof out) == 0);
        params.block_len = 100;
        CHECK_OK(astragal_xof_once(find(ASTRAGAL_XOF, blocks[i]), &params, data, sizeof data, expected, sizeof expected));
        CHECK_OK((i == 0 ? astragal_parallelhash128 : astragal_parallelhash256)(data, sizeof data, 100, key, 4, out,
                                                                            sizeof out));
        CHECK(memcmp(out, expected, sizeof out) == 0);
    }
}

int main(int argc, char **argv) {
    if (argc > 1 && strcmp(argv[1], "portable") == 0) {
        CHECK_OK(astragal_cpu_limit("portable"));
    }
    for (size_t i = 0; i < sizeof data; i++) {
        data[i] = (uint8_t)(i * 7 + 1);
    }
    hashes();
    xofs();
    macs();
    tuplehash_and_parallelhash();
    puts("states in C: ok");
    return 0;
}
