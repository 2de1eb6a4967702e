/*
 * Tests every function of the C interface, in C99. Results are compared with examples from the standards and with
 * results of other functions. vectors.c runs all known answers.
 */
#include <astragal.h>

#include "check.h"

static const uint8_t sha3_256_abc[32] = {
    0x3a, 0x98, 0x5d, 0xa7, 0x4f, 0xe2, 0x25, 0xb2, 0x04, 0x5c, 0x17, 0x2d, 0x6b, 0xd3, 0x90, 0xbd,
    0x85, 0x5f, 0x08, 0x6e, 0x3e, 0x9d, 0x52, 0x5b, 0x46, 0xbf, 0xe2, 0x45, 0x11, 0x43, 0x15, 0x32};

static const uint8_t abc[] = {'a', 'b', 'c'};
static uint8_t data[3000];

static const int kinds[] = {ASTRAGAL_HASH, ASTRAGAL_XOF, ASTRAGAL_MAC,       ASTRAGAL_AEAD,    ASTRAGAL_CIPHER,
                            ASTRAGAL_MODE, ASTRAGAL_KDF, ASTRAGAL_KEYED_XOF, ASTRAGAL_KEY_WRAP};
#define KINDS (sizeof kinds / sizeof *kinds)

static size_t get(const astragal_alg *alg, int what) {
    size_t number = 0;
    CHECK_OK(astragal_alg_get(alg, what, &number));
    return number;
}

static const astragal_alg *find(int kind, const char *name) {
    const astragal_alg *alg = astragal_find(kind, name);
    CHECK(alg != NULL);
    return alg;
}

static void version_and_errors(void) {
    CHECK(astragal_version() == ASTRAGAL_VERSION);
    CHECK(strlen(astragal_version_string()) >= 5);
    for (int code = -12; code < 4; code++) {
        CHECK(strlen(astragal_strerror(code)) > 3);
    }
    CHECK(astragal_find(ASTRAGAL_HASH, "sha3-265") == NULL);
#ifndef WITHOUT_SUGGESTIONS
    CHECK(strstr(astragal_last_error(), "sha3-256") != NULL);
#endif
    CHECK(astragal_verify(abc, (const uint8_t *)"abc", 3) == ASTRAGAL_OK);
    CHECK(astragal_verify(abc, (const uint8_t *)"abd", 3) == ASTRAGAL_INVALID);
    CHECK(astragal_verify(NULL, NULL, 0) == ASTRAGAL_OK);
}

/* Custom allocator that counts bytes. It can also simulate exhausted memory. */
static size_t allocated, released;
static int is_out_of_memory;

static void *counting_allocate(void *context, size_t bytes, size_t alignment) {
    CHECK(context == data && alignment <= 16);
    allocated += bytes;
    return is_out_of_memory ? NULL : malloc(bytes);
}

static void counting_release(void *context, void *memory, size_t bytes, size_t alignment) {
    CHECK(context == data && alignment <= 16);
    for (size_t i = 0; i < bytes; i++) {
        CHECK(((uint8_t *)memory)[i] == 0);
    }
    released += bytes;
    free(memory);
}

static void objects_return_to_their_allocator(void) {
    static const astragal_allocator own = {sizeof own, data, counting_allocate, counting_release};
    astragal_mac *before, *mac, *copy;
    CHECK_OK(astragal_mac_new(&before, find(ASTRAGAL_MAC, "hmac-sha256"), abc, 3, NULL));
    CHECK_OK(astragal_set_allocator(&own));
    CHECK_OK(astragal_mac_new(&mac, find(ASTRAGAL_MAC, "hmac-sha256"), abc, 3, NULL));
    CHECK(allocated > 200 && released == 0);
    is_out_of_memory = 1;
    CHECK(astragal_mac_copy(&copy, mac) == ASTRAGAL_ERR_MEMORY && copy == NULL);
    is_out_of_memory = 0;
    allocated /= 2;
    /* Each object is freed with the allocator that allocated it. */
    astragal_mac_free(before);
    CHECK(released == 0);
    CHECK_OK(astragal_set_allocator(NULL));
    astragal_mac_free(mac);
    CHECK(released == allocated);
}

static void lookup_by_name(void) {
    for (size_t k = 0; k < KINDS; k++) {
        size_t n = astragal_alg_count(kinds[k]);
        CHECK(n > 3);
        for (size_t i = 0; i < n; i++) {
            const astragal_alg *alg = astragal_alg_at(kinds[k], i);
            CHECK(astragal_alg_kind(alg) == kinds[k]);
            CHECK(find(kinds[k], astragal_alg_name(alg)) == alg);
            CHECK(strlen(astragal_alg_family(alg)) > 1 && strlen(astragal_alg_standard(alg)) > 1);
            CHECK(strlen(astragal_alg_backend(alg)) > 1);
            for (size_t j = 0; astragal_alg_alias(alg, j) != NULL; j++) {
                CHECK(find(kinds[k], astragal_alg_alias(alg, j)) == alg);
            }
            CHECK(get(alg, ASTRAGAL_STATUS) <= ASTRAGAL_NOT_CRYPTOGRAPHIC);
            CHECK(get(alg, ASTRAGAL_TIMING) <= ASTRAGAL_DATA_DEPENDENT);
        }
        CHECK(astragal_alg_at(kinds[k], n) == NULL);
    }
}

static void hashes(void) {
    uint8_t a[128], b[128], many[2 * 128];
    for (size_t i = 0; i < astragal_alg_count(ASTRAGAL_HASH); i++) {
        const astragal_alg *alg = astragal_alg_at(ASTRAGAL_HASH, i);
        size_t n = get(alg, ASTRAGAL_OUTPUT_LEN);
        CHECK_OK(astragal_hash_once(alg, data, sizeof data, a, n));

        astragal_hash *hash, *copy;
        CHECK_OK(astragal_hash_new(&hash, alg, NULL));
        CHECK(astragal_hash_alg(hash) == alg);
        CHECK_OK(astragal_hash_update(hash, data, 1));
        CHECK_OK(astragal_hash_reset(hash));
        CHECK_OK(astragal_hash_update(hash, data, 1000));
        CHECK_OK(astragal_hash_copy(&copy, hash));
        unsigned char state[2048];
        size_t state_len = sizeof state;
        CHECK_OK(astragal_hash_export(hash, state, &state_len));
        CHECK_OK(astragal_hash_update(hash, data, 77));
        CHECK_OK(astragal_hash_import(hash, state, state_len));
        state[20] ^= 1;
        CHECK(astragal_hash_import(hash, state, state_len) == ASTRAGAL_ERR_PARAMETER);
        CHECK_OK(astragal_hash_update(hash, data + 1000, 2000));
        CHECK_OK(astragal_hash_update_parallel(copy, data + 1000, 2000));
        CHECK_OK(astragal_hash_final(hash, b, n));
        CHECK(memcmp(a, b, n) == 0);
        CHECK_OK(astragal_hash_final(copy, b, n));
        CHECK(memcmp(a, b, n) == 0);
        astragal_hash_free(hash);

        size_t size = astragal_hash_sizeof(alg);
        unsigned char *memory = calloc(2, size);
        CHECK(memory != NULL);
        astragal_hash *here, *there;
        /* An array of ASTRAGAL_HASH_SIZE_MAX bytes must be large enough for the object. */
        unsigned char fixed[ASTRAGAL_HASH_SIZE_MAX];
        CHECK_OK(astragal_hash_init_at(&here, fixed, sizeof fixed, alg, NULL));
        astragal_hash_free(here);
        CHECK_OK(astragal_hash_init_at(&here, memory, size, alg, NULL));
        CHECK_OK(astragal_hash_update(here, data, sizeof data));
        CHECK_OK(astragal_hash_copy_at(&there, memory + size, size, here));
        CHECK_OK(astragal_hash_final(there, b, n));
        CHECK(memcmp(a, b, n) == 0);
        astragal_hash_free(here);
        astragal_hash_free(there);
        for (size_t j = 0; j < 2 * size; j++) {
            CHECK(memory[j] == 0);
        }
        free(memory);
        astragal_hash_free(copy);

        const uint8_t *msgs[2] = {data, abc};
        const size_t lens[2] = {sizeof data, 3};
        CHECK_OK(astragal_hash_many(alg, msgs, lens, 2, many, 2 * n));
        CHECK_OK(astragal_hash_once(alg, abc, 3, b, n));
        CHECK(memcmp(many, a, n) == 0 && memcmp(many + n, b, n) == 0);
    }
}

static void xofs(void) {
    uint8_t a[100], b[100];
    for (size_t i = 0; i < astragal_alg_count(ASTRAGAL_XOF); i++) {
        const astragal_alg *alg = astragal_alg_at(ASTRAGAL_XOF, i);
        CHECK_OK(astragal_xof_once(alg, NULL, data, sizeof data, a, sizeof a));

        astragal_params params = {.size = sizeof params, .output_len = sizeof a};
        size_t size = astragal_xof_sizeof(alg);
        unsigned char *memory = calloc(2, size);
        CHECK(memory != NULL);
        astragal_xof *xofs[3];
        CHECK_OK(astragal_xof_new(&xofs[0], alg, &params));
        CHECK_OK(astragal_xof_init_at(&xofs[1], memory, size, alg, &params));
        CHECK(astragal_xof_alg(xofs[1]) == alg);
        CHECK_OK(astragal_xof_reset(xofs[1]));
        if (strncmp(astragal_alg_name(alg), "tuplehash", 9) == 0) {
            CHECK_OK(astragal_xof_begin_item(xofs[0], sizeof data));
            CHECK_OK(astragal_xof_begin_item(xofs[1], sizeof data));
        } else {
            CHECK(astragal_xof_begin_item(xofs[0], 1) == ASTRAGAL_ERR_STATE);
        }
        CHECK_OK(astragal_xof_absorb(xofs[0], data, sizeof data));
        CHECK_OK(astragal_xof_absorb_parallel(xofs[1], data, sizeof data));
        CHECK_OK(astragal_xof_copy_at(&xofs[2], memory + size, size, xofs[0]));
        for (size_t j = 0; j < 3; j++) {
            memset(b, 0, sizeof b);
            CHECK_OK(astragal_xof_squeeze(xofs[j], b, 33));
            CHECK_OK(astragal_xof_skip(xofs[j], 7));
            CHECK_OK(astragal_xof_squeeze(xofs[j], b + 40, 60));
            CHECK(memcmp(a, b, 33) == 0 && memcmp(a + 40, b + 40, 60) == 0);
            CHECK(astragal_xof_absorb(xofs[j], data, 1) == ASTRAGAL_ERR_STATE);
            astragal_xof *copy;
            CHECK_OK(astragal_xof_copy(&copy, xofs[j]));
            astragal_xof_free(copy);
            astragal_xof_free(xofs[j]);
        }
        free(memory);
    }
}

static void macs(void) {
    uint8_t a[128], b[128];
    for (size_t i = 0; i < astragal_alg_count(ASTRAGAL_MAC); i++) {
        const astragal_alg *alg = astragal_alg_at(ASTRAGAL_MAC, i);
        size_t n = get(alg, ASTRAGAL_OUTPUT_LEN), key_len = get(alg, ASTRAGAL_KEY_LEN_MIN);
        size_t len = 15; /* Ascon-PRFshort accepts at most 16 bytes. */
        CHECK_OK(astragal_mac_once(alg, data, key_len, NULL, data, len, a, n));
        CHECK_OK(astragal_mac_verify_once(alg, data, key_len, NULL, data, len, a, n));
        CHECK(astragal_mac_verify_once(alg, data, key_len, NULL, data, len - 1, a, n) == ASTRAGAL_INVALID);

        size_t size = astragal_mac_sizeof(alg);
        unsigned char *memory = calloc(2, size);
        CHECK(memory != NULL);
        astragal_mac *macs[4];
        CHECK_OK(astragal_mac_new(&macs[0], alg, data, key_len, NULL));
        CHECK_OK(astragal_mac_init_at(&macs[1], memory, size, alg, data, key_len, NULL));
        CHECK(astragal_mac_alg(macs[1]) == alg && astragal_mac_tag_len(macs[1]) == n);
        for (size_t j = 0; j < 2; j++) {
            CHECK_OK(astragal_mac_update(macs[j], data, 1));
            CHECK_OK(astragal_mac_reset(macs[j]));
            CHECK_OK(astragal_mac_update(macs[j], data, 7));
            unsigned char state[ASTRAGAL_MAC_SIZE_MAX];
            size_t state_len = sizeof state;
            if (strncmp(astragal_alg_name(alg), "cmac-", 5) == 0) {
                CHECK(astragal_mac_export_with_key(macs[j], state, &state_len) == ASTRAGAL_ERR_STATE);
            } else {
                CHECK_OK(astragal_mac_export_with_key(macs[j], state, &state_len));
                CHECK_OK(astragal_mac_update(macs[j], data, 3));
                CHECK_OK(astragal_mac_import_with_key(macs[j], state, state_len));
                state[20] ^= 1;
                CHECK(astragal_mac_import_with_key(macs[j], state, state_len) == ASTRAGAL_ERR_PARAMETER);
                astragal_wipe(state, sizeof state);
            }
            CHECK_OK(astragal_mac_update(macs[j], data + 7, len - 7));
        }
        CHECK_OK(astragal_mac_copy(&macs[2], macs[0]));
        CHECK_OK(astragal_mac_copy_at(&macs[3], memory + size, size, macs[0]));
        for (size_t j = 0; j < 4; j++) {
            CHECK_OK(astragal_mac_final(macs[j], b, n));
            CHECK(memcmp(a, b, n) == 0);
            CHECK_OK(astragal_mac_update(macs[j], data, len));
            CHECK_OK(astragal_mac_verify(macs[j], a, n));
            CHECK(astragal_mac_verify(macs[j], a, n) == ASTRAGAL_INVALID);
            CHECK(astragal_mac_verify(macs[j], a, n - 1) == ASTRAGAL_INVALID);
            astragal_mac_free(macs[j]);
        }
        free(memory);
    }
}

/*
 * Computes the 128-bit truncated tag of RFC 4231 section 4.6. Also checks that a tag longer than the digest is
 * rejected, and that verification rejects tags that are too short.
 */
static void truncated_hmac(void) {
    static const uint8_t expected[16] = {0xa3, 0xb6, 0x16, 0x74, 0x73, 0x10, 0x0e, 0xe0,
                                         0x6e, 0x0c, 0x79, 0x6c, 0x29, 0x55, 0x55, 0x2b};
    const astragal_alg *alg = find(ASTRAGAL_MAC, "hmac-sha256");
    const uint8_t *msg = (const uint8_t *)"Test With Truncation";
    uint8_t key[20], tag[33];
    memset(key, 0x0c, sizeof key);
    CHECK_OK(astragal_mac_once(alg, key, sizeof key, NULL, msg, 20, tag, 16));
    CHECK(memcmp(tag, expected, 16) == 0);
    CHECK_OK(astragal_mac_verify_once(alg, key, sizeof key, NULL, msg, 20, expected, 16));

    astragal_params params = {.size = sizeof params, .output_len = 16};
    astragal_mac *mac;
    CHECK_OK(astragal_mac_new(&mac, alg, key, sizeof key, &params));
    CHECK(astragal_mac_tag_len(mac) == 16);
    CHECK_OK(astragal_mac_update(mac, msg, 20));
    CHECK(astragal_mac_final(mac, tag, 32) == ASTRAGAL_ERR_LENGTH);
    memset(tag, 0, sizeof tag);
    CHECK_OK(astragal_mac_final(mac, tag, 16));
    CHECK(memcmp(tag, expected, 16) == 0 && tag[16] == 0);
    CHECK_OK(astragal_mac_update(mac, msg, 20));
    CHECK_OK(astragal_mac_verify(mac, expected, 16));
    CHECK_OK(astragal_mac_update(mac, msg, 20));
    CHECK(astragal_mac_verify(mac, expected, 15) == ASTRAGAL_INVALID);
    astragal_mac_free(mac);

    CHECK(astragal_mac_once(alg, key, sizeof key, NULL, msg, 20, tag, 33) == ASTRAGAL_ERR_LENGTH);
    CHECK(astragal_mac_verify_once(alg, key, sizeof key, NULL, msg, 20, expected, 3) == ASTRAGAL_ERR_LENGTH);
    params.output_len = 33;
    CHECK(astragal_mac_new(&mac, alg, key, sizeof key, &params) == ASTRAGAL_ERR_LENGTH && mac == NULL);
}

static void aeads(void) {
    uint8_t text[200], tag[16], other[16];
    for (size_t i = 0; i < astragal_alg_count(ASTRAGAL_AEAD); i++) {
        const astragal_alg *alg = astragal_alg_at(ASTRAGAL_AEAD, i);
        size_t key_len = get(alg, ASTRAGAL_KEY_LEN_MIN), nonce_len = get(alg, ASTRAGAL_NONCE_LEN);
        size_t tag_len = get(alg, ASTRAGAL_OUTPUT_LEN);
        CHECK(tag_len <= sizeof tag && key_len == get(alg, ASTRAGAL_KEY_LEN_MAX));
        size_t size = astragal_aead_sizeof(alg);
        unsigned char *memory = calloc(2, size);
        CHECK(memory != NULL);
        astragal_aead *aeads[4];
        CHECK_OK(astragal_aead_new(&aeads[0], alg, data, key_len, NULL));
        CHECK_OK(astragal_aead_init_at(&aeads[1], memory, size, alg, data, key_len, NULL));
        CHECK_OK(astragal_aead_copy(&aeads[2], aeads[1]));
        CHECK_OK(astragal_aead_copy_at(&aeads[3], memory + size, size, aeads[0]));
        for (size_t j = 0; j < 4; j++) {
            CHECK(astragal_aead_alg(aeads[j]) == alg);
            CHECK_OK(astragal_aead_encrypt(aeads[j], data, nonce_len, abc, 3, data, sizeof text, text, tag, tag_len));
            CHECK(j == 0 || memcmp(tag, other, tag_len) == 0);
            memcpy(other, tag, tag_len);
            /* Decrypts in place. */
            CHECK_OK(astragal_aead_decrypt(aeads[j], data, nonce_len, abc, 3, text, sizeof text, tag, tag_len, text));
            CHECK(memcmp(text, data, sizeof text) == 0);
            tag[0] ^= 1;
            CHECK(astragal_aead_decrypt(aeads[j], data, nonce_len, abc, 3, text, sizeof text, tag, tag_len, text) ==
                  ASTRAGAL_INVALID);
            for (size_t b = 0; b < sizeof text; b++) {
                CHECK(text[b] == 0);
            }
            astragal_aead_free(aeads[j]);
        }
        free(memory);
    }
    uint8_t key[16] = {1}, nonce[16] = {2};
    memcpy(text, data, sizeof text);
    CHECK_OK(astragal_ascon_aead128_encrypt(key, nonce, abc, 3, text, sizeof text, text, tag));
    CHECK_OK(astragal_ascon_aead128_decrypt(key, nonce, abc, 3, text, sizeof text, tag, text));
    CHECK(memcmp(text, data, sizeof text) == 0);
    CHECK(astragal_ascon_aead128_decrypt(key, nonce, NULL, 0, text, sizeof text, tag, text) == ASTRAGAL_INVALID);
}

static void ciphers(void) {
    uint8_t text[20 * 128], back[20 * 128 + 1];
    for (size_t i = 0; i < astragal_alg_count(ASTRAGAL_CIPHER); i++) {
        const astragal_alg *alg = astragal_alg_at(ASTRAGAL_CIPHER, i);
        size_t key_len = get(alg, ASTRAGAL_KEY_LEN_MIN), len = 20 * get(alg, ASTRAGAL_BLOCK_LEN), tweak_len = 0;
        size_t size = astragal_cipher_sizeof(alg);
        unsigned char *memory = calloc(2, size);
        CHECK(memory != NULL && len <= sizeof text);
        astragal_cipher *all[4];
        CHECK_OK(astragal_cipher_new(&all[0], alg, data, key_len));
        if (astragal_alg_get(alg, ASTRAGAL_TWEAK_LEN, &tweak_len) == ASTRAGAL_OK) {
            CHECK_OK(astragal_cipher_set_tweak(all[0], data, tweak_len));
        } else {
            CHECK(astragal_cipher_set_tweak(all[0], data, 16) == ASTRAGAL_ERR_PARAMETER);
        }
        CHECK_OK(astragal_cipher_copy_at(&all[1], memory, size, all[0]));
        CHECK_OK(astragal_cipher_copy(&all[2], all[1]));
        CHECK_OK(astragal_cipher_init_at(&all[3], memory + size, size, alg, data, key_len));
        if (tweak_len > 0) {
            CHECK_OK(astragal_cipher_set_tweak(all[3], data, tweak_len));
        }
        CHECK_OK(astragal_cipher_encrypt(all[0], data, len, text));
        for (size_t j = 0; j < 4; j++) {
            CHECK(astragal_cipher_alg(all[j]) == alg);
            /* Decrypts to a buffer that overlaps the ciphertext, and encrypts in place. */
            memcpy(back, text, len);
            CHECK_OK(astragal_cipher_decrypt(all[j], back, len, back + 1));
            CHECK(memcmp(back + 1, data, len) == 0);
            CHECK_OK(astragal_cipher_encrypt(all[j], back + 1, len, back + 1));
            CHECK(memcmp(back + 1, text, len) == 0);
            astragal_cipher_free(all[j]);
        }
        free(memory);
    }
}

static void modes(void) {
    uint8_t key[128], text[1200], back[1200];
    for (size_t i = 0; i < sizeof key; i++) {
        key[i] = (uint8_t)(3 * i);
    }
    for (size_t i = 0; i < astragal_alg_count(ASTRAGAL_MODE); i++) {
        const astragal_alg *alg = astragal_alg_at(ASTRAGAL_MODE, i);
        size_t key_len = get(alg, ASTRAGAL_KEY_LEN_MIN), iv_len = get(alg, ASTRAGAL_NONCE_LEN), n = 0, m = 0;
        size_t size = astragal_mode_sizeof(alg);
        unsigned char *memory = calloc(2, size);
        CHECK(memory != NULL && key_len <= sizeof key);
        astragal_mode *all[4];
        CHECK_OK(astragal_mode_new(&all[0], alg, ASTRAGAL_ENCRYPT, 0, key, key_len, data, iv_len));
        CHECK_OK(astragal_mode_init_at(&all[1], memory, size, alg, ASTRAGAL_ENCRYPT, 0, key, key_len, data, iv_len));
        CHECK_OK(astragal_mode_copy(&all[2], all[1]));
        CHECK_OK(astragal_mode_copy_at(&all[3], memory + size, size, all[0]));
        CHECK(astragal_mode_once_len(alg, ASTRAGAL_ENCRYPT, 0, 999) <= sizeof text);
        CHECK_OK(astragal_mode_once(alg, ASTRAGAL_ENCRYPT, 0, key, key_len, data, iv_len, data, 999, text, sizeof text,
                                &n));
        for (size_t j = 0; j < 4; j++) {
            CHECK(astragal_mode_alg(all[j]) == alg);
            CHECK_OK(astragal_mode_update(all[j], data, 500, back, sizeof back, &m));
            CHECK_OK(astragal_mode_restart(all[j], data, iv_len));
            if (astragal_mode_seek(all[j], 0) != ASTRAGAL_OK) {
                CHECK(strstr(astragal_alg_name(alg), "-ctr") == NULL);
            }
            CHECK(astragal_mode_update_len(all[j], 999) <= n && astragal_mode_finish_len(all[j]) <= 128);
            CHECK_OK(astragal_mode_whole(all[j], data, 999, back, sizeof back, &m));
            CHECK(m == n && memcmp(back, text, n) == 0);
            astragal_mode_free(all[j]);
        }
        CHECK_OK(astragal_mode_once(alg, ASTRAGAL_DECRYPT, 0, key, key_len, data, iv_len, text, n, text, n, &m));
        CHECK(m == 999 && memcmp(text, data, m) == 0);
        free(memory);
    }
    uint8_t tag[16];
    size_t n = 0;
    CHECK_OK(astragal_aes_ctr(key, 32, data, data, 99, text));
    CHECK_OK(astragal_mode_once(find(ASTRAGAL_MODE, "aes-256-ctr"), ASTRAGAL_DECRYPT, 0, key, 32, data, 16, text, 99, text,
                            99, NULL));
    CHECK(memcmp(text, data, 99) == 0);
    CHECK_OK(astragal_aes_cbc_encrypt(key, 24, data, data, 99, text, 112));
    CHECK_OK(astragal_aes_cbc_decrypt(key, 24, data, text, 112, text, 112, &n));
    CHECK(n == 99 && memcmp(text, data, 99) == 0);
    CHECK_OK(astragal_aes_gcm_encrypt(key, 16, data, 100, abc, 3, data, 99, text, tag));
    CHECK_OK(astragal_aes_gcm_decrypt(key, 16, data, 100, abc, 3, text, 99, tag, text));
    CHECK(memcmp(text, data, 99) == 0);
    tag[15] ^= 1;
    CHECK(astragal_aes_gcm_decrypt(key, 16, data, 100, abc, 3, text, 99, tag, text) == ASTRAGAL_INVALID);
}

static int count_calls(void *context, uint64_t done, uint64_t total) {
    ++*(size_t *)context;
    return done > total;
}

static void derivation(void) {
    uint8_t a[64], b[64];
    size_t calls = 0;
    astragal_kdf_params params = {.size = sizeof params, .salt = data, .salt_len = 16, .t = 2, .m = 256, .p = 2};
    params.progress = count_calls;
    params.progress_context = &calls;
    CHECK_OK(astragal_argon2id(abc, 3, data, 16, 2, 256, 2, a, sizeof a));
    CHECK_OK(astragal_kdf(find(ASTRAGAL_KDF, "argon2id"), abc, 3, &params, b, sizeof b));
    CHECK(memcmp(a, b, sizeof a) == 0 && calls > 0);
    params = (astragal_kdf_params){.size = sizeof params, .salt = data, .salt_len = 16, .n = 16, .r = 2, .p = 3};
    CHECK_OK(astragal_scrypt(abc, 3, data, 16, 16, 2, 3, a, sizeof a));
    CHECK_OK(astragal_kdf(find(ASTRAGAL_KDF, "scrypt"), abc, 3, &params, b, sizeof b));
    CHECK(memcmp(a, b, sizeof a) == 0);
    params = (astragal_kdf_params){.size = sizeof params, .salt = data, .salt_len = 16, .iterations = 9};
    CHECK_OK(astragal_pbkdf2(find(ASTRAGAL_HASH, "sm3"), abc, 3, data, 16, 9, a, sizeof a));
    CHECK_OK(astragal_kdf(find(ASTRAGAL_KDF, "pbkdf2-hmac-sm3"), abc, 3, &params, b, sizeof b));
    CHECK(memcmp(a, b, sizeof a) == 0);
    params = (astragal_kdf_params){.size = sizeof params, .info = abc, .info_len = 3};
    CHECK_OK(astragal_hkdf(find(ASTRAGAL_HASH, "sha512"), data, 32, NULL, 0, abc, 3, a, sizeof a));
    CHECK_OK(astragal_kdf(find(ASTRAGAL_KDF, "hkdf-sha512"), data, 32, &params, b, sizeof b));
    CHECK(memcmp(a, b, sizeof a) == 0);
    /* Computes HKDF in two calls, one for each step: extract and expand. */
    params = (astragal_kdf_params){.size = sizeof params, .hkdf_step = ASTRAGAL_HKDF_EXTRACT};
    CHECK_OK(astragal_kdf(find(ASTRAGAL_KDF, "hkdf-sha512"), data, 32, &params, b, 64));
    params = (astragal_kdf_params){
        .size = sizeof params, .info = abc, .info_len = 3, .hkdf_step = ASTRAGAL_HKDF_EXPAND};
    CHECK_OK(astragal_kdf(find(ASTRAGAL_KDF, "hkdf-sha512"), b, 64, &params, b, sizeof b));
    CHECK(memcmp(a, b, sizeof a) == 0);
}

typedef int typed_hash(const void *, size_t, uint8_t *);
typedef int typed_xof(const void *, size_t, uint8_t *, size_t);

static void typed(void) {
    uint8_t a[128], b[128];
    static const struct {
        const char *name;
        typed_hash *call;
    } hash[] = {
        {"sha3-224", astragal_sha3_224},       {"sha3-256", astragal_sha3_256},
        {"sha3-384", astragal_sha3_384},       {"sha3-512", astragal_sha3_512},
        {"keccak-256", astragal_keccak_256},   {"sha224", astragal_sha224},
        {"sha256", astragal_sha256},           {"sha384", astragal_sha384},
        {"sha512", astragal_sha512},           {"blake2b-512", astragal_blake2b_512},
        {"blake2s-256", astragal_blake2s_256}, {"blake3", astragal_blake3},
        {"ascon-hash256", astragal_ascon_hash256},
    };
    CHECK_OK(astragal_sha3_256(abc, sizeof abc, a));
    CHECK(memcmp(a, sha3_256_abc, 32) == 0);
    for (size_t i = 0; i < sizeof hash / sizeof *hash; i++) {
        const astragal_alg *alg = find(ASTRAGAL_HASH, hash[i].name);
        size_t n = get(alg, ASTRAGAL_OUTPUT_LEN);
        CHECK_OK(hash[i].call(data, sizeof data, a));
        CHECK_OK(astragal_hash_once(alg, data, sizeof data, b, n));
        CHECK(memcmp(a, b, n) == 0);
        /* Writes the digest into the buffer that holds the message. The digest must be the same as with separate
         * buffers. */
        memcpy(a, data, sizeof a);
        memcpy(b, data, sizeof b);
        CHECK_OK(hash[i].call(a, sizeof a, a));
        CHECK_OK(astragal_hash_once(alg, b, sizeof b, b, n));
        CHECK(memcmp(a, b, n) == 0);
    }
    static const struct {
        const char *name;
        typed_xof *call;
    } xof[] = {
        {"shake128", astragal_shake128},
        {"shake256", astragal_shake256},
        {"ascon-xof128", astragal_ascon_xof128},
    };
    for (size_t i = 0; i < sizeof xof / sizeof *xof; i++) {
        CHECK_OK(xof[i].call(data, sizeof data, a, sizeof a));
        CHECK_OK(astragal_xof_once(find(ASTRAGAL_XOF, xof[i].name), NULL, data, sizeof data, b, sizeof b));
        CHECK(memcmp(a, b, sizeof a) == 0);
    }
    astragal_params params = {.size = sizeof params, .custom = abc, .custom_len = sizeof abc};
    CHECK_OK(astragal_kt128(data, sizeof data, abc, 3, a, sizeof a));
    CHECK_OK(astragal_xof_once(find(ASTRAGAL_XOF, "kt128"), &params, data, sizeof data, b, sizeof b));
    CHECK(memcmp(a, b, sizeof a) == 0);
    CHECK_OK(astragal_kt256(data, sizeof data, abc, 3, a, sizeof a));
    CHECK_OK(astragal_xof_once(find(ASTRAGAL_XOF, "kt256"), &params, data, sizeof data, b, sizeof b));
    CHECK(memcmp(a, b, sizeof a) == 0);
    CHECK_OK(astragal_kmac128(data, 20, data, sizeof data, abc, 3, a, 32));
    CHECK_OK(astragal_mac_once(find(ASTRAGAL_MAC, "kmac128"), data, 20, &params, data, sizeof data, b, 32));
    CHECK(memcmp(a, b, 32) == 0);
    CHECK_OK(astragal_kmac256(data, 20, data, sizeof data, abc, 3, a, 64));
    CHECK_OK(astragal_mac_once(find(ASTRAGAL_MAC, "kmac256"), data, 20, &params, data, sizeof data, b, 64));
    CHECK(memcmp(a, b, 64) == 0);
    CHECK_OK(astragal_kmacxof128(data, 20, data, sizeof data, abc, 3, a, 99));
    CHECK_OK(astragal_mac_once(find(ASTRAGAL_MAC, "kmacxof128"), data, 20, &params, data, sizeof data, b, 99));
    CHECK(memcmp(a, b, 99) == 0);
    CHECK_OK(astragal_kmacxof256(data, 20, data, sizeof data, abc, 3, a, 99));
    CHECK_OK(astragal_mac_once(find(ASTRAGAL_MAC, "kmacxof256"), data, 20, &params, data, sizeof data, b, 99));
    CHECK(memcmp(a, b, 99) == 0);
    params.key = data;
    params.key_len = 20;
    astragal_xof *incremental;
    CHECK_OK(astragal_xof_new(&incremental, find(ASTRAGAL_KEYED_XOF, "kmacxof256"), &params));
    memset(b, 0, 99);
    CHECK_OK(astragal_xof_absorb(incremental, data, 7));
    CHECK_OK(astragal_xof_absorb(incremental, data + 7, sizeof data - 7));
    CHECK_OK(astragal_xof_squeeze(incremental, b, 30));
    CHECK_OK(astragal_xof_squeeze(incremental, b + 30, 69));
    astragal_xof_free(incremental);
    CHECK(astragal_mac_once(find(ASTRAGAL_MAC, "kmacxof256"), data, 20, &params, data, 3, b, 99) ==
          ASTRAGAL_ERR_PARAMETER);
    params.key = NULL;
    params.key_len = 0;
    CHECK(memcmp(a, b, 99) == 0);
    params.function_name = data;
    params.function_name_len = 5;
    CHECK_OK(astragal_cshake128(data, 5, abc, 3, data, sizeof data, a, sizeof a));
    CHECK_OK(astragal_xof_once(find(ASTRAGAL_XOF, "cshake128"), &params, data, sizeof data, b, sizeof b));
    CHECK(memcmp(a, b, sizeof a) == 0);
    CHECK_OK(astragal_cshake256(data, 5, abc, 3, data, sizeof data, a, sizeof a));
    CHECK_OK(astragal_xof_once(find(ASTRAGAL_XOF, "cshake256"), &params, data, sizeof data, b, sizeof b));
    CHECK(memcmp(a, b, sizeof a) == 0);
    astragal_params domain = {.size = sizeof domain, .domain = 0x07};
    CHECK_OK(astragal_turboshake128(data, sizeof data, 0x07, a, sizeof a));
    CHECK_OK(astragal_xof_once(find(ASTRAGAL_XOF, "turboshake128"), &domain, data, sizeof data, b, sizeof b));
    CHECK(memcmp(a, b, sizeof a) == 0);
    CHECK_OK(astragal_turboshake256(data, sizeof data, 0x1f, a, sizeof a));
    CHECK_OK(astragal_xof_once(find(ASTRAGAL_XOF, "turboshake256"), NULL, data, sizeof data, b, sizeof b));
    CHECK(memcmp(a, b, sizeof a) == 0);
    CHECK(astragal_turboshake128(data, sizeof data, 0x80, a, sizeof a) == ASTRAGAL_ERR_PARAMETER);
}

static void permutations(void) {
    static uint64_t states[8][25], one[25];
    for (size_t i = 0; i < 8 * 25; i++) {
        states[i / 25][i % 25] = i % 25;
    }
    memcpy(one, states[0], sizeof one);
    CHECK_OK(astragal_keccak_p1600_x2(states, 24));
    CHECK_OK(astragal_keccak_p1600_x4(states + 2, 24));
    CHECK_OK(astragal_keccak_p1600(states[6], 24));
    CHECK_OK(astragal_keccak_p1600(states[7], 24));
    CHECK_OK(astragal_keccak_p1600(one, 24));
    for (size_t i = 0; i < 8; i++) {
        CHECK(memcmp(states[i], one, sizeof one) == 0);
    }
    CHECK_OK(astragal_keccak_p1600_x8(states, 12));
    CHECK_OK(astragal_keccak_p1600(one, 12));
    for (size_t i = 0; i < 8; i++) {
        CHECK(memcmp(states[i], one, sizeof one) == 0);
    }
    CHECK(astragal_keccak_p1600(one, 25) == ASTRAGAL_ERR_PARAMETER);
}

static void hex_and_wipe(void) {
    uint8_t bytes[4] = {0x00, 0x9f, 0xab, 0xff}, back[4];
    char text[9];
    CHECK_OK(astragal_hex(bytes, 4, text, sizeof text));
    CHECK(strcmp(text, "009fabff") == 0);
    CHECK_OK(astragal_unhex("009FabFf", 8, back, 4));
    CHECK(memcmp(bytes, back, 4) == 0);
    CHECK(astragal_unhex("009Fab/f", 8, back, 4) == ASTRAGAL_ERR_PARAMETER);
    CHECK(memcmp(back, "\0\0\0\0", 4) == 0);
    astragal_wipe(bytes, 3);
    CHECK(memcmp(bytes, "\0\0\0\xff", 4) == 0);
}

/* Checks that astragal_allow_table_lookups() affects only CAST-256 and MARS, and does not change results. */
static void table_lookups(void) {
    static const uint8_t key[16] = {0};
    uint8_t before[16] = {1}, after[16] = {1};
    const astragal_alg *cast = find(ASTRAGAL_CIPHER, "cast256-128");
    astragal_cipher *cipher;
    CHECK_OK(astragal_cipher_new(&cipher, cast, key, sizeof key));
    CHECK_OK(astragal_cipher_encrypt(cipher, before, sizeof before, before));
    astragal_cipher_free(cipher);
    astragal_allow_table_lookups();
    CHECK(get(cast, ASTRAGAL_TIMING) == ASTRAGAL_TABLE_BASED);
    CHECK(get(find(ASTRAGAL_CIPHER, "mars-128"), ASTRAGAL_TIMING) == ASTRAGAL_DATA_DEPENDENT);
    CHECK(get(find(ASTRAGAL_CIPHER, "aes-128"), ASTRAGAL_TIMING) == ASTRAGAL_CONSTANT_TIME);
    CHECK_OK(astragal_cipher_new(&cipher, cast, key, sizeof key));
    CHECK_OK(astragal_cipher_encrypt(cipher, after, sizeof after, after));
    astragal_cipher_free(cipher);
    CHECK(memcmp(before, after, sizeof after) == 0);
}

/* A limit set by astragal_cpu_limit() applies to new objects, even if the algorithm was used before. Under the limit
 * `portable`, every handle reports the portable backend. */
static void limit_after_use(void) {
    CHECK_OK(astragal_cpu_limit("portable"));
    for (size_t k = 0; k < KINDS; k++) {
        for (size_t i = 0; i < astragal_alg_count(kinds[k]); i++) {
            CHECK(strcmp(astragal_alg_backend(astragal_alg_at(kinds[k], i)), "portable") == 0);
        }
    }
}

/* The structures have no padding after the last member. */
typedef char kdf_params_end[sizeof(astragal_kdf_params) ==
                                    offsetof(astragal_kdf_params, hkdf_step) + sizeof(uint32_t)
                                ? 1
                                : -1];
typedef char params_end[sizeof(astragal_params) ==
                                offsetof(astragal_params, node) + sizeof(const astragal_tree_node *)
                            ? 1
                            : -1];

int main(int argc, char **argv) {
    if (argc > 1) {
        CHECK_OK(astragal_cpu_limit(argv[1]));
    }
    for (size_t i = 0; i < sizeof data; i++) {
        data[i] = (uint8_t)(i % 251);
    }
    version_and_errors();
    lookup_by_name();
    hashes();
    xofs();
    macs();
    truncated_hmac();
    aeads();
    ciphers();
    modes();
    derivation();
    typed();
    permutations();
    hex_and_wipe();
    table_lookups();
    limit_after_use();
    objects_return_to_their_allocator();
    printf("C: ok\n");
    return 0;
}
