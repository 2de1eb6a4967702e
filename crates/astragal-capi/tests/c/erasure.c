/* Checks that every call fails after a wipe, a free or the end of a message, and that no key remains in memory. */
#include <astragal.h>

#include "check.h"

static const uint8_t key[64] = {0x51, 0x52, 0x53, 0x54, 0x55, 0x56, 0x57, 0x58, 0x59, 0x5a, 0x5b, 0x5c, 0x5d, 0x5e};
static uint8_t out[256];
static const uint8_t data[64] = {7};
static uint8_t memory[ASTRAGAL_AEAD_MESSAGE_SIZE_MAX];
static size_t length;

static const astragal_alg *find(int kind, const char *name) {
    const astragal_alg *alg = astragal_find(kind, name);
    CHECK(alg != NULL);
    return alg;
}

/* Zeroes the memory in which the test creates an object of `size` bytes. */
static size_t zeroed_memory(size_t size) {
    CHECK(size > 0 && size <= sizeof memory);
    memset(memory, 0, sizeof memory);
    length = size;
    return size;
}

static void check_erased(const char *name) {
    for (size_t i = 0; i < length; i++) {
        if (memory[i] != 0) {
            fprintf(stderr, "%s: byte %zu of the freed object is not zero\n", name, i);
            exit(1);
        }
    }
}

#define CHECK_OBJECT_ERROR(call) CHECK((call) == ASTRAGAL_ERR_OBJECT)

/* A wiped state rejects every call. Writing or verifying a tag wipes the state. */
#define HASH(c)                                           \
    do {                                                  \
        astragal_##c##_state state;                       \
        CHECK_OK(astragal_##c##_init(&state));                \
        CHECK_OK(astragal_##c##_update(&state, data, 9));     \
        astragal_wipe(&state, sizeof state);              \
        CHECK_OBJECT_ERROR(astragal_##c##_update(&state, data, 1));  \
        CHECK_OBJECT_ERROR(astragal_##c##_final(&state, out));       \
    } while (0)

#define XOF(c, ...)                                       \
    do {                                                  \
        astragal_##c##_state state;                       \
        CHECK_OK(astragal_##c##_init(__VA_ARGS__));           \
        CHECK_OK(astragal_##c##_absorb(&state, data, 9));     \
        astragal_wipe(&state, sizeof state);              \
        CHECK_OBJECT_ERROR(astragal_##c##_absorb(&state, data, 1));  \
        CHECK_OBJECT_ERROR(astragal_##c##_squeeze(&state, out, 8));  \
    } while (0)

#define IS_ZERO(state)                                                        \
    do {                                                                      \
        for (size_t i = 0; i < sizeof state; i++) {                           \
            CHECK(((const uint8_t *)&state)[i] == 0);                         \
        }                                                                     \
    } while (0)

#define MAC(c, init, ...)                                                     \
    do {                                                                      \
        astragal_##c##_state state;                                           \
        for (int end = 0; end < 3; end++) {                                   \
            CHECK_OK(init);                                                       \
            CHECK_OK(astragal_##c##_update(&state, data, 9));                     \
            if (end == 0) {                                                   \
                astragal_wipe(&state, sizeof state);                          \
            } else if (end == 1) {                                            \
                CHECK_OK(astragal_##c##_final(&state, __VA_ARGS__));              \
            } else {                                                          \
                CHECK_OK(astragal_##c##_verify(&state, __VA_ARGS__));             \
            }                                                                 \
            IS_ZERO(state);                                                   \
            CHECK_OBJECT_ERROR(astragal_##c##_update(&state, data, 1));                  \
            CHECK_OBJECT_ERROR(astragal_##c##_final(&state, __VA_ARGS__));               \
            CHECK_OBJECT_ERROR(astragal_##c##_verify(&state, __VA_ARGS__));              \
        }                                                                     \
    } while (0)

#define HMAC(c) MAC(c, astragal_##c##_init(&state, key, 32), out)
#define KMAC(c) MAC(c, astragal_##c##_init(&state, key, 32, NULL, 0), out, 32)

static void states(void) {
    HASH(sha3_224);
    HASH(sha3_256);
    HASH(sha3_384);
    HASH(sha3_512);
    HASH(keccak_256);
    HASH(sha224);
    HASH(sha256);
    HASH(sha384);
    HASH(sha512);
    HASH(sm3);
    HASH(blake2b_512);
    HASH(blake2s_256);
    HASH(blake3);
    HASH(ascon_hash256);
    XOF(shake128, &state);
    XOF(shake256, &state);
    XOF(turboshake128, &state, 7);
    XOF(turboshake256, &state, 7);
    XOF(cshake128, &state, NULL, 0, NULL, 0);
    XOF(cshake256, &state, NULL, 0, NULL, 0);
    XOF(ascon_xof128, &state);
    XOF(kmacxof128, &state, key, 32, NULL, 0);
    XOF(kmacxof256, &state, key, 32, NULL, 0);
    HMAC(hmac_sha3_224);
    HMAC(hmac_sha3_256);
    HMAC(hmac_sha3_384);
    HMAC(hmac_sha3_512);
    HMAC(hmac_sha256);
    HMAC(hmac_sha384);
    HMAC(hmac_sha512);
    KMAC(kmac128);
    KMAC(kmac256);
}

static void objects(void) {
    const astragal_alg *alg = find(ASTRAGAL_HASH, "skein512-512");
    astragal_params keyed = {.size = sizeof keyed, .key = key, .key_len = 32};
    size_t n = 64;

    astragal_hash *hash, *other_hash;
    const size_t hash_size = astragal_hash_sizeof(alg);
    CHECK_OK(astragal_hash_init_at(&hash, memory, zeroed_memory(hash_size), alg, &keyed));
    CHECK_OK(astragal_hash_update(hash, data, sizeof data));
    astragal_hash_free(hash);
    check_erased("hash");
    CHECK_OBJECT_ERROR(astragal_hash_update(hash, data, 1));
    CHECK_OBJECT_ERROR(astragal_hash_final(hash, out, 64));
    CHECK_OBJECT_ERROR(astragal_hash_reset(hash));
    CHECK_OBJECT_ERROR(astragal_hash_copy(&other_hash, hash));
    CHECK_OBJECT_ERROR(astragal_hash_export(hash, out, &n));
    CHECK_OBJECT_ERROR(astragal_hash_import(hash, data, 1));

    astragal_xof *xof, *other_xof;
    alg = find(ASTRAGAL_KEYED_XOF, "kmacxof128");
    CHECK_OK(astragal_xof_init_at(&xof, memory, zeroed_memory(astragal_xof_sizeof(alg)), alg, &keyed));
    CHECK_OK(astragal_xof_absorb(xof, data, sizeof data));
    astragal_xof_free(xof);
    check_erased("xof");
    CHECK_OBJECT_ERROR(astragal_xof_absorb(xof, data, 1));
    CHECK_OBJECT_ERROR(astragal_xof_squeeze(xof, out, 64));
    CHECK_OBJECT_ERROR(astragal_xof_reset(xof));
    CHECK_OBJECT_ERROR(astragal_xof_copy(&other_xof, xof));
    CHECK_OBJECT_ERROR(astragal_xof_export_with_key(xof, out, &n));

    astragal_mac *mac, *other_mac;
    alg = find(ASTRAGAL_MAC, "cmac-aes-128");
    CHECK_OK(astragal_mac_init_at(&mac, memory, zeroed_memory(astragal_mac_sizeof(alg)), alg, key, 16, NULL));
    CHECK_OK(astragal_mac_update(mac, data, sizeof data));
    astragal_mac_free(mac);
    check_erased("mac");
    CHECK_OBJECT_ERROR(astragal_mac_update(mac, data, 1));
    CHECK_OBJECT_ERROR(astragal_mac_final(mac, out, 16));
    CHECK_OBJECT_ERROR(astragal_mac_verify(mac, out, 16));
    CHECK_OBJECT_ERROR(astragal_mac_reset(mac));
    CHECK_OBJECT_ERROR(astragal_mac_copy(&other_mac, mac));

    astragal_cipher *cipher, *other_cipher;
    alg = find(ASTRAGAL_CIPHER, "threefish-256");
    CHECK_OK(astragal_cipher_init_at(&cipher, memory, zeroed_memory(astragal_cipher_sizeof(alg)), alg, key, 32));
    astragal_cipher_free(cipher);
    check_erased("cipher");
    CHECK_OBJECT_ERROR(astragal_cipher_encrypt(cipher, data, 32, out));
    CHECK_OBJECT_ERROR(astragal_cipher_decrypt(cipher, data, 32, out));
    CHECK_OBJECT_ERROR(astragal_cipher_set_tweak(cipher, data, 16));
    CHECK_OBJECT_ERROR(astragal_cipher_copy(&other_cipher, cipher));

    astragal_aead *aead, *other_aead;
    astragal_aead_message *message, *other_message;
    alg = find(ASTRAGAL_AEAD, "aes-128-gcm");
    CHECK_OK(astragal_aead_init_at(&aead, memory, zeroed_memory(astragal_aead_sizeof(alg)), alg, key, 16, NULL));
    astragal_aead_free(aead);
    check_erased("aead");
    CHECK_OBJECT_ERROR(astragal_aead_encrypt(aead, data, 12, NULL, 0, data, 9, out, out + 16, 16));
    CHECK_OBJECT_ERROR(astragal_aead_decrypt(aead, data, 12, NULL, 0, data, 9, out + 16, 16, out));
    CHECK_OBJECT_ERROR(astragal_aead_copy(&other_aead, aead));
    CHECK_OBJECT_ERROR(astragal_aead_message_new(&message, aead, ASTRAGAL_ENCRYPT, data, 12, NULL, 0, 0, 16));

    CHECK_OK(astragal_aead_new(&aead, alg, key, 16, NULL));
    for (int direction = ASTRAGAL_ENCRYPT; direction <= ASTRAGAL_DECRYPT; direction++) {
        CHECK_OK(astragal_aead_message_init_at(&message, memory, zeroed_memory(astragal_aead_message_sizeof(alg)), aead,
                                           direction, data, 12, NULL, 0, 0, 16));
        astragal_aead_message_free(message);
        check_erased("aead_message");
        CHECK_OBJECT_ERROR(astragal_aead_message_encrypt(message, data, 9, out));
        CHECK_OBJECT_ERROR(astragal_aead_message_seal(message, out, 16));
        CHECK_OBJECT_ERROR(astragal_aead_message_decrypt(message, data, 9));
        CHECK_OBJECT_ERROR(astragal_aead_message_open(message, out, 16, out + 16, 0));
        CHECK_OBJECT_ERROR(astragal_aead_message_copy(&other_message, message));
    }
    /*
     * Sealing ends a message, so every later call on the object fails. During encryption, a message cannot be copied,
     * because both copies would use the same nonce.
     */
    CHECK_OK(astragal_aead_message_new(&message, aead, ASTRAGAL_ENCRYPT, data, 12, NULL, 0, 0, 16));
    CHECK(astragal_aead_message_copy(&other_message, message) == ASTRAGAL_ERR_STATE && other_message == NULL);
    CHECK(astragal_aead_message_copy_at(&other_message, memory, sizeof memory, message) == ASTRAGAL_ERR_STATE);
    CHECK(strstr(astragal_last_error(), "nonce") != NULL);
    CHECK_OK(astragal_aead_message_seal(message, out, 16));
    CHECK(astragal_aead_message_encrypt(message, data, 9, out) == ASTRAGAL_ERR_STATE);
    CHECK(astragal_aead_message_seal(message, out, 16) == ASTRAGAL_ERR_STATE);
    astragal_aead_message_free(message);
    CHECK_OK(astragal_aead_message_new(&message, aead, ASTRAGAL_DECRYPT, data, 12, NULL, 0, 0, 16));
    CHECK_OK(astragal_aead_message_copy(&other_message, message));
    astragal_aead_message_free(other_message);
    astragal_aead_message_free(message);
    astragal_aead_free(aead);
}

/* Checks that every call on a mode fails after its message has ended, until astragal_mode_restart() is called. */
static void check_ended(astragal_mode *mode) {
    size_t written = 99;
    CHECK(astragal_mode_update(mode, data, 16, out, 64, &written) == ASTRAGAL_ERR_STATE);
    CHECK(astragal_mode_finish(mode, out, 64, &written) == ASTRAGAL_ERR_STATE);
    CHECK(astragal_mode_whole(mode, data, 32, out, 64, &written) == ASTRAGAL_ERR_STATE);
    CHECK(astragal_mode_seek(mode, 0) == ASTRAGAL_ERR_STATE && written == 99);
    astragal_mode *copy;
    CHECK_OK(astragal_mode_copy(&copy, mode));
    CHECK(astragal_mode_update(copy, data, 16, out, 64, NULL) == ASTRAGAL_ERR_STATE);
    astragal_mode_free(copy);
}

static void modes(void) {
    static const char *const names[] = {"aes-128-cbc", "aes-128-ctr", "aes-128-cfb", "aes-128-ofb", "aes-128-xts"};
    astragal_mode *mode, *other;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const astragal_alg *alg = find(ASTRAGAL_MODE, names[i]);
        const size_t key_len = i == 4 ? 32 : 16;
        CHECK_OK(astragal_mode_init_at(&mode, memory, zeroed_memory(astragal_mode_sizeof(alg)), alg, ASTRAGAL_ENCRYPT,
                                   ASTRAGAL_PADDING_DEFAULT, key, key_len, data, 16));
        CHECK_OK(astragal_mode_update(mode, data, 20, out, 64, NULL));
        CHECK_OK(astragal_mode_finish(mode, out, 64, NULL));
        check_ended(mode);
        CHECK_OK(astragal_mode_restart(mode, data, 16));
        CHECK_OK(astragal_mode_whole(mode, data, 32, out, 64, NULL));
        check_ended(mode);
        CHECK_OK(astragal_mode_restart(mode, data, 16));
        CHECK_OK(astragal_mode_update(mode, data, 16, out, 64, NULL));
        astragal_mode_free(mode);
        check_erased(names[i]);
        CHECK_OBJECT_ERROR(astragal_mode_update(mode, data, 16, out, 64, NULL));
        CHECK_OBJECT_ERROR(astragal_mode_finish(mode, out, 64, NULL));
        CHECK_OBJECT_ERROR(astragal_mode_whole(mode, data, 16, out, 64, NULL));
        CHECK_OBJECT_ERROR(astragal_mode_restart(mode, data, 16));
        CHECK_OBJECT_ERROR(astragal_mode_seek(mode, 0));
        CHECK_OBJECT_ERROR(astragal_mode_copy(&other, mode));
    }
    const astragal_alg *cbc = find(ASTRAGAL_MODE, "aes-128-cbc"), *ctr = find(ASTRAGAL_MODE, "aes-128-ctr");
    /* Invalid padding and an incomplete block also end the message. */
    CHECK_OK(astragal_mode_new(&mode, cbc, ASTRAGAL_DECRYPT, ASTRAGAL_PADDING_DEFAULT, key, 16, data, 16));
    CHECK_OK(astragal_mode_update(mode, data, 32, out, 64, NULL));
    CHECK(astragal_mode_finish(mode, out, 64, NULL) == ASTRAGAL_INVALID);
    check_ended(mode);
    CHECK_OK(astragal_mode_restart(mode, data, 16));
    CHECK(astragal_mode_whole(mode, data, 32, out, 64, NULL) == ASTRAGAL_INVALID);
    check_ended(mode);
    CHECK_OK(astragal_mode_restart(mode, data, 16));
    CHECK_OK(astragal_mode_update(mode, data, 7, out, 64, NULL));
    CHECK(astragal_mode_finish(mode, out, 64, NULL) == ASTRAGAL_ERR_LENGTH);
    check_ended(mode);
    astragal_mode_free(mode);
    /* If the call fails only because the output buffer is too short, the message has not ended. */
    CHECK_OK(astragal_mode_new(&mode, cbc, ASTRAGAL_ENCRYPT, ASTRAGAL_PADDING_DEFAULT, key, 16, data, 16));
    CHECK(astragal_mode_finish(mode, out, 15, NULL) == ASTRAGAL_ERR_LENGTH);
    CHECK_OK(astragal_mode_finish(mode, out, 16, NULL));
    check_ended(mode);
    astragal_mode_free(mode);
    /* CTR rejects an empty IV. */
    CHECK(astragal_mode_new(&mode, ctr, ASTRAGAL_ENCRYPT, ASTRAGAL_PADDING_DEFAULT, key, 16, data, 0) ==
          ASTRAGAL_ERR_LENGTH);
    CHECK(astragal_mode_once(ctr, ASTRAGAL_ENCRYPT, ASTRAGAL_PADDING_DEFAULT, key, 16, NULL, 0, data, 9, out, 9, NULL) ==
          ASTRAGAL_ERR_LENGTH);
    CHECK_OK(astragal_mode_new(&mode, ctr, ASTRAGAL_ENCRYPT, ASTRAGAL_PADDING_DEFAULT, key, 16, data, 1));
    CHECK(astragal_mode_restart(mode, NULL, 0) == ASTRAGAL_ERR_LENGTH);
    astragal_mode_free(mode);
}

/* If astragal_find() fails, it returns NULL. A function that is then called with this NULL fails too, but
 * astragal_last_error() still returns the message of astragal_find(). */
static void failed_lookup_keeps_its_message(void) {
    astragal_hash *hash;
    CHECK(astragal_hash_new(&hash, astragal_find(ASTRAGAL_HASH, "sha265"), NULL) == ASTRAGAL_ERR_NULL);
    CHECK(strstr(astragal_last_error(), "sha265") != NULL);
#ifndef WITHOUT_SUGGESTIONS
    CHECK(strstr(astragal_last_error(), "sha256") != NULL);
#endif
    CHECK(astragal_hash_once(astragal_find(ASTRAGAL_HASH, "sha266"), NULL, 0, out, 32) == ASTRAGAL_ERR_NULL);
    CHECK(strstr(astragal_last_error(), "sha266") != NULL);
    CHECK(astragal_hash_new(NULL, NULL, NULL) == ASTRAGAL_ERR_NULL && strstr(astragal_last_error(), "sha266") == NULL);
    CHECK(astragal_hash_new(&hash, NULL, NULL) == ASTRAGAL_ERR_NULL);
    CHECK(strcmp(astragal_last_error(), "algorithm is NULL") == 0);
    CHECK(astragal_find(ASTRAGAL_HASH, "sha267") == NULL && astragal_find(ASTRAGAL_HASH, "sha256") != NULL);
    CHECK(astragal_hash_new(&hash, NULL, NULL) == ASTRAGAL_ERR_NULL);
    CHECK(strcmp(astragal_last_error(), "algorithm is NULL") == 0);
}

int main(int argc, char **argv) {
    if (argc > 1 && strcmp(argv[1], "portable") == 0) {
        CHECK_OK(astragal_cpu_limit("portable"));
    }
    states();
    objects();
    modes();
    failed_lookup_keeps_its_message();
    puts("erasure in C: ok");
    return 0;
}
