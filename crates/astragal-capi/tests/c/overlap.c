/* Tests outputs that overlap an input: at the same address, and 1 and 8 bytes before and after it. Every function
 * must return the correct result or ASTRAGAL_ERR_OVERLAP. A test of the header checks that this file covers all
 * functions with an input and an output. */
#include <astragal.h>

#include "check.h"

enum { INPUTS = 5, OUTPUTS = 2, LONGEST = 128 };

/* Input buffers for the tested functions. */
static uint8_t input_bytes[INPUTS][LONGEST];
static size_t written;

static const astragal_alg *alg(int kind, const char *name) {
    const astragal_alg *found = astragal_find(kind, name);
    CHECK(found != NULL);
    return found;
}

static const astragal_params *custom(const uint8_t *string, size_t len) {
    static astragal_params params;
    params.size = sizeof params;
    params.custom = string;
    params.custom_len = len;
    return &params;
}

#define CALL(name, call) \
    static int call_##name(uint8_t *const *in, uint8_t *const *out) { return call; }

CALL(hex, astragal_hex(in[0], 40, (char *)out[0], 81))
CALL(unhex, astragal_unhex((const char *)in[0], 80, out[0], 40))
CALL(hash_once, astragal_hash_once(alg(ASTRAGAL_HASH, "sha256"), in[0], 50, out[0], 32))
CALL(xof_once, astragal_xof_once(alg(ASTRAGAL_XOF, "cshake128"), custom(in[1], 20), in[0], 50, out[0], 60))
CALL(mac_once, astragal_mac_once(alg(ASTRAGAL_MAC, "kmac128"), in[0], 32, custom(in[2], 20), in[1], 50, out[0], 32))
CALL(sha3_224, astragal_sha3_224(in[0], 50, out[0]))
CALL(sha3_256, astragal_sha3_256(in[0], 50, out[0]))
CALL(sha3_384, astragal_sha3_384(in[0], 50, out[0]))
CALL(sha3_512, astragal_sha3_512(in[0], 50, out[0]))
CALL(keccak_256, astragal_keccak_256(in[0], 50, out[0]))
CALL(sha224, astragal_sha224(in[0], 50, out[0]))
CALL(sha256, astragal_sha256(in[0], 50, out[0]))
CALL(sha384, astragal_sha384(in[0], 50, out[0]))
CALL(sha512, astragal_sha512(in[0], 50, out[0]))
CALL(blake2b_512, astragal_blake2b_512(in[0], 50, out[0]))
CALL(blake2s_256, astragal_blake2s_256(in[0], 50, out[0]))
CALL(blake3, astragal_blake3(in[0], 50, out[0]))
CALL(ascon_hash256, astragal_ascon_hash256(in[0], 50, out[0]))
CALL(shake128, astragal_shake128(in[0], 50, out[0], 60))
CALL(shake256, astragal_shake256(in[0], 50, out[0], 60))
CALL(ascon_xof128, astragal_ascon_xof128(in[0], 50, out[0], 60))
CALL(turboshake128, astragal_turboshake128(in[0], 50, 7, out[0], 60))
CALL(turboshake256, astragal_turboshake256(in[0], 50, 7, out[0], 60))
CALL(cshake128, astragal_cshake128(in[0], 9, in[1], 20, in[2], 50, out[0], 60))
CALL(cshake256, astragal_cshake256(in[0], 9, in[1], 20, in[2], 50, out[0], 60))
CALL(kt128, astragal_kt128(in[0], 50, in[1], 20, out[0], 60))
CALL(kt256, astragal_kt256(in[0], 50, in[1], 20, out[0], 60))
CALL(kmac128, astragal_kmac128(in[0], 32, in[1], 50, in[2], 20, out[0], 60))
CALL(kmac256, astragal_kmac256(in[0], 32, in[1], 50, in[2], 20, out[0], 60))
CALL(kmacxof128, astragal_kmacxof128(in[0], 32, in[1], 50, in[2], 20, out[0], 60))
CALL(kmacxof256, astragal_kmacxof256(in[0], 32, in[1], 50, in[2], 20, out[0], 60))
CALL(parallelhash128, astragal_parallelhash128(in[0], 50, 16, in[1], 20, out[0], 60))
CALL(parallelhash256, astragal_parallelhash256(in[0], 50, 16, in[1], 20, out[0], 60))
CALL(hmac_sha3_224, astragal_hmac_sha3_224(in[0], 32, in[1], 50, out[0]))
CALL(hmac_sha3_256, astragal_hmac_sha3_256(in[0], 32, in[1], 50, out[0]))
CALL(hmac_sha3_384, astragal_hmac_sha3_384(in[0], 32, in[1], 50, out[0]))
CALL(hmac_sha3_512, astragal_hmac_sha3_512(in[0], 32, in[1], 50, out[0]))
CALL(hmac_sha256, astragal_hmac_sha256(in[0], 32, in[1], 50, out[0]))
CALL(hmac_sha384, astragal_hmac_sha384(in[0], 32, in[1], 50, out[0]))
CALL(hmac_sha512, astragal_hmac_sha512(in[0], 32, in[1], 50, out[0]))
CALL(argon2id, astragal_argon2id(in[0], 20, in[1], 16, 1, 8, 1, out[0], 40))
CALL(scrypt, astragal_scrypt(in[0], 20, in[1], 16, 2, 1, 1, out[0], 40))
CALL(pbkdf2, astragal_pbkdf2(alg(ASTRAGAL_HASH, "sha256"), in[0], 20, in[1], 16, 2, out[0], 40))
CALL(hkdf, astragal_hkdf(alg(ASTRAGAL_HASH, "sha256"), in[0], 20, in[1], 16, in[2], 9, out[0], 40))
CALL(aes_ctr, astragal_aes_ctr(in[0], 16, in[1], in[2], 50, out[0]))
CALL(aes_cbc_encrypt, astragal_aes_cbc_encrypt(in[0], 16, in[1], in[2], 50, out[0], 64))
CALL(aes_cbc_decrypt, astragal_aes_cbc_decrypt(in[0], 16, in[1], in[2], 64, out[0], 63, &written))
CALL(aes_gcm_encrypt, astragal_aes_gcm_encrypt(in[0], 16, in[1], 12, in[2], 20, in[3], 50, out[0], out[1]))
CALL(aes_gcm_decrypt, astragal_aes_gcm_decrypt(in[0], 16, in[1], 12, in[2], 20, in[3], 50, in[4], out[0]))
CALL(ascon_aead128_encrypt, astragal_ascon_aead128_encrypt(in[0], in[1], in[2], 20, in[3], 50, out[0], out[1]))
CALL(ascon_aead128_decrypt, astragal_ascon_aead128_decrypt(in[0], in[1], in[2], 20, in[3], 50, in[4], out[0]))

static int call_key_wrap(uint8_t *const *in, uint8_t *const *out) {
    size_t len = 40;
    return astragal_key_wrap(alg(ASTRAGAL_KEY_WRAP, "aes-128-kw"), in[0], 16, in[1], 32, out[0], &len);
}

static void wrapped_key(void) {
    size_t len = 40;
    CHECK_OK(astragal_key_wrap(alg(ASTRAGAL_KEY_WRAP, "aes-128-kw"), input_bytes[0], 16, input_bytes[2], 32,
                               input_bytes[1], &len));
}

static int call_key_unwrap(uint8_t *const *in, uint8_t *const *out) {
    size_t len = 32;
    return astragal_key_unwrap(alg(ASTRAGAL_KEY_WRAP, "aes-128-kw"), in[0], 16, in[1], 40, out[0], &len);
}

static int call_hash_many(uint8_t *const *in, uint8_t *const *out) {
    const uint8_t *const msgs[] = {in[0], in[1]};
    const size_t lens[] = {50, 20};
    return astragal_hash_many(alg(ASTRAGAL_HASH, "sha256"), msgs, lens, 2, out[0], 64);
}

static int tuple(uint8_t *const *in, uint8_t *const *out, int is_256) {
    const uint8_t *const items[] = {in[0], in[1]};
    const size_t lens[] = {50, 20};
    return (is_256 ? astragal_tuplehash256 : astragal_tuplehash128)(items, lens, 2, in[2], 9, out[0], 60);
}
CALL(tuplehash128, tuple(in, out, 0))
CALL(tuplehash256, tuple(in, out, 1))

static int call_kdf(uint8_t *const *in, uint8_t *const *out) {
    const astragal_kdf_params params = {
        .size = sizeof params, .salt = in[1], .salt_len = 16, .info = in[2], .info_len = 9};
    return astragal_kdf(alg(ASTRAGAL_KDF, "hkdf-sha256"), in[0], 20, &params, out[0], 40);
}

static int call_password_hash(uint8_t *const *in, uint8_t *const *out) {
    const astragal_kdf_params params = {.size = sizeof params, .salt = in[1], .salt_len = 16, .iterations = 2};
    return astragal_password_hash(alg(ASTRAGAL_KDF, "pbkdf2-hmac-sha256"), in[0], 20, &params, (char *)out[0], 91);
}

/* Length of a BLAKE3 record with one node, in bytes. */
enum { RECORD = 111 };

static int call_assembly_join(uint8_t *const *in, uint8_t *const *out) {
    astragal_assembly *assembly;
    CHECK_OK(astragal_assembly_new(&assembly, alg(ASTRAGAL_XOF, "blake3"), NULL));
    size_t len = RECORD;
    const int code = astragal_assembly_join(assembly, in[0], RECORD, in[1], RECORD, out[0], &len);
    astragal_assembly_free(assembly);
    return code;
}

static void prepare_records(void) {
    static const uint8_t leaf[1024];
    for (uint64_t i = 0; i < 2; i++) {
        astragal_part *part;
        size_t len = LONGEST;
        CHECK_OK(astragal_part_new(&part, alg(ASTRAGAL_XOF, "blake3"), NULL, 2048 + 1024 * i));
        CHECK_OK(astragal_part_update(part, leaf, sizeof leaf));
        CHECK_OK(astragal_part_record(part, ASTRAGAL_LENGTH_UNKNOWN, input_bytes[i], &len));
        CHECK(len == RECORD);
        astragal_part_free(part);
    }
}

static int aead(uint8_t *const *in, uint8_t *const *out, int is_decryption) {
    astragal_aead *aead;
    CHECK_OK(astragal_aead_new(&aead, alg(ASTRAGAL_AEAD, "aes-128-gcm"), in[0], 16, NULL));
    const int code = is_decryption
                         ? astragal_aead_decrypt(aead, in[1], 12, in[2], 20, in[3], 50, in[4], 16, out[0])
                         : astragal_aead_encrypt(aead, in[1], 12, in[2], 20, in[3], 50, out[0], out[1], 16);
    astragal_aead_free(aead);
    return code;
}
CALL(aead_encrypt, aead(in, out, 0))
CALL(aead_decrypt, aead(in, out, 1))

static int message(uint8_t *const *in, uint8_t *const *out, int is_decryption) {
    static const uint8_t key[16] = {9};
    astragal_aead *aead;
    astragal_aead_message *message;
    CHECK_OK(astragal_aead_new(&aead, alg(ASTRAGAL_AEAD, "aes-128-gcm"), key, 16, NULL));
    CHECK_OK(astragal_aead_message_new(&message, aead, is_decryption ? ASTRAGAL_DECRYPT : ASTRAGAL_ENCRYPT, key, 12, NULL,
                                   0, 50, 16));
    int code;
    if (is_decryption) {
        uint8_t sealed[50] = {0};
        CHECK_OK(astragal_aes_gcm_encrypt(key, 16, key, 12, NULL, 0, sealed, 50, sealed, input_bytes[0]));
        memcpy(in[0], input_bytes[0], 16);
        CHECK_OK(astragal_aead_message_decrypt(message, sealed, 50));
        code = astragal_aead_message_open(message, in[0], 16, out[0], 50);
    } else {
        code = astragal_aead_message_encrypt(message, in[0], 50, out[0]);
    }
    astragal_aead_message_free(message);
    astragal_aead_free(aead);
    return code;
}
CALL(aead_message_encrypt, message(in, out, 0))
CALL(aead_message_open, message(in, out, 1))

static int cipher(uint8_t *const *in, uint8_t *const *out, int is_decryption) {
    static const uint8_t key[16] = {9};
    astragal_cipher *cipher;
    CHECK_OK(astragal_cipher_new(&cipher, alg(ASTRAGAL_CIPHER, "aes-128"), key, 16));
    const int code = (is_decryption ? astragal_cipher_decrypt : astragal_cipher_encrypt)(cipher, in[0], 48, out[0]);
    astragal_cipher_free(cipher);
    return code;
}
CALL(cipher_encrypt, cipher(in, out, 0))
CALL(cipher_decrypt, cipher(in, out, 1))

static int mode(uint8_t *const *in, uint8_t *const *out, const char *name, int is_whole) {
    static const uint8_t key[16] = {9};
    astragal_mode *mode;
    CHECK_OK(astragal_mode_new(&mode, alg(ASTRAGAL_MODE, name), ASTRAGAL_ENCRYPT, ASTRAGAL_PADDING_DEFAULT, key, 16, key, 16));
    const int code = is_whole ? astragal_mode_whole(mode, in[0], 50, out[0], 64, NULL)
                              : astragal_mode_update(mode, in[0], 50, out[0], 50, NULL);
    astragal_mode_free(mode);
    return code;
}
CALL(mode_update, mode(in, out, "aes-128-ctr", 0))
CALL(mode_whole, mode(in, out, "aes-128-cbc", 1))
CALL(mode_once, astragal_mode_once(alg(ASTRAGAL_MODE, "aes-128-cbc"), ASTRAGAL_ENCRYPT, ASTRAGAL_PADDING_DEFAULT, in[0], 16,
                                   in[1], 16, in[2], 50, out[0], 64, NULL))

static void digits(void) { memset(input_bytes[0], 'a', LONGEST); }

static void cbc_ciphertext(void) {
    CHECK_OK(astragal_aes_cbc_encrypt(input_bytes[0], 16, input_bytes[1], input_bytes[2], 50, input_bytes[2], 64));
}

static void gcm_ciphertext(void) {
    CHECK_OK(astragal_aes_gcm_encrypt(input_bytes[0], 16, input_bytes[1], 12, input_bytes[2], 20, input_bytes[3], 50, input_bytes[3], input_bytes[4]));
}

static void ascon_ciphertext(void) {
    CHECK_OK(astragal_ascon_aead128_encrypt(input_bytes[0], input_bytes[1], input_bytes[2], 20, input_bytes[3], 50, input_bytes[3], input_bytes[4]));
}

static const uint8_t sealing_salt[ASTRAGAL_CHUNKED_SALT_LEN] = {1};

CALL(chunked_seal, astragal_chunked_seal(in[0], 32, in[1], in[2], 20, in[3], 40, out[0], 112))
CALL(chunked_open, astragal_chunked_open(in[0], 32, in[1], 20, in[2], 112, out[0], 40))

static void sealed_message(void) {
    CHECK_OK(astragal_chunked_seal(input_bytes[0], 32, sealing_salt, input_bytes[1], 20, input_bytes[3], 40,
                                   input_bytes[2], 112));
}

static int call_seal_stream_update(uint8_t *const *in, uint8_t *const *out) {
    astragal_seal_stream *stream;
    size_t len = 56;
    CHECK_OK(astragal_seal_stream_new(&stream, input_bytes[1], 32, sealing_salt, NULL, 0));
    const int code = astragal_seal_stream_update(stream, in[0], 50, out[0], &len);
    astragal_seal_stream_free(stream);
    return code;
}

static void sealed_stream(void) {
    CHECK_OK(astragal_chunked_seal(input_bytes[1], 32, sealing_salt, NULL, 0, input_bytes[3], 40, input_bytes[0], 112));
}

/* The plaintext is shorter than a chunk, so astragal_open_stream_update() writes nothing. astragal_open_stream_final()
 * writes the whole plaintext. */
static int call_open_stream_update(uint8_t *const *in, uint8_t *const *out) {
    astragal_open_stream *stream;
    size_t len = 40;
    CHECK_OK(astragal_open_stream_new(&stream, input_bytes[1], 32, NULL, 0));
    int code = astragal_open_stream_update(stream, in[0], 112, out[0], &len);
    if (code == ASTRAGAL_OK) {
        len = 40;
        code = astragal_open_stream_final(stream, out[0], &len);
    }
    astragal_open_stream_free(stream);
    return code;
}

static const struct function {
    const char *name;
    int (*call)(uint8_t *const *in, uint8_t *const *out);
    size_t in[INPUTS], out[OUTPUTS];
    /* Function that prepares valid inputs, or NULL if the tested function accepts any bytes. */
    void (*prepare)(void);
} FUNCTIONS[] = {
    {"astragal_hex", call_hex, {40}, {81}, NULL},
    {"astragal_unhex", call_unhex, {80}, {40}, digits},
    {"astragal_hash_once", call_hash_once, {50}, {32}, NULL},
    {"astragal_xof_once", call_xof_once, {50, 20}, {60}, NULL},
    {"astragal_mac_once", call_mac_once, {32, 50, 20}, {32}, NULL},
    {"astragal_sha3_224", call_sha3_224, {50}, {28}, NULL},
    {"astragal_sha3_256", call_sha3_256, {50}, {32}, NULL},
    {"astragal_sha3_384", call_sha3_384, {50}, {48}, NULL},
    {"astragal_sha3_512", call_sha3_512, {50}, {64}, NULL},
    {"astragal_keccak_256", call_keccak_256, {50}, {32}, NULL},
    {"astragal_sha224", call_sha224, {50}, {28}, NULL},
    {"astragal_sha256", call_sha256, {50}, {32}, NULL},
    {"astragal_sha384", call_sha384, {50}, {48}, NULL},
    {"astragal_sha512", call_sha512, {50}, {64}, NULL},
    {"astragal_blake2b_512", call_blake2b_512, {50}, {64}, NULL},
    {"astragal_blake2s_256", call_blake2s_256, {50}, {32}, NULL},
    {"astragal_blake3", call_blake3, {50}, {32}, NULL},
    {"astragal_ascon_hash256", call_ascon_hash256, {50}, {32}, NULL},
    {"astragal_shake128", call_shake128, {50}, {60}, NULL},
    {"astragal_shake256", call_shake256, {50}, {60}, NULL},
    {"astragal_ascon_xof128", call_ascon_xof128, {50}, {60}, NULL},
    {"astragal_turboshake128", call_turboshake128, {50}, {60}, NULL},
    {"astragal_turboshake256", call_turboshake256, {50}, {60}, NULL},
    {"astragal_cshake128", call_cshake128, {9, 20, 50}, {60}, NULL},
    {"astragal_cshake256", call_cshake256, {9, 20, 50}, {60}, NULL},
    {"astragal_kt128", call_kt128, {50, 20}, {60}, NULL},
    {"astragal_kt256", call_kt256, {50, 20}, {60}, NULL},
    {"astragal_kmac128", call_kmac128, {32, 50, 20}, {60}, NULL},
    {"astragal_kmac256", call_kmac256, {32, 50, 20}, {60}, NULL},
    {"astragal_kmacxof128", call_kmacxof128, {32, 50, 20}, {60}, NULL},
    {"astragal_kmacxof256", call_kmacxof256, {32, 50, 20}, {60}, NULL},
    {"astragal_parallelhash128", call_parallelhash128, {50, 20}, {60}, NULL},
    {"astragal_parallelhash256", call_parallelhash256, {50, 20}, {60}, NULL},
    {"astragal_hmac_sha3_224", call_hmac_sha3_224, {32, 50}, {28}, NULL},
    {"astragal_hmac_sha3_256", call_hmac_sha3_256, {32, 50}, {32}, NULL},
    {"astragal_hmac_sha3_384", call_hmac_sha3_384, {32, 50}, {48}, NULL},
    {"astragal_hmac_sha3_512", call_hmac_sha3_512, {32, 50}, {64}, NULL},
    {"astragal_hmac_sha256", call_hmac_sha256, {32, 50}, {32}, NULL},
    {"astragal_hmac_sha384", call_hmac_sha384, {32, 50}, {48}, NULL},
    {"astragal_hmac_sha512", call_hmac_sha512, {32, 50}, {64}, NULL},
    {"astragal_argon2id", call_argon2id, {20, 16}, {40}, NULL},
    {"astragal_scrypt", call_scrypt, {20, 16}, {40}, NULL},
    {"astragal_pbkdf2", call_pbkdf2, {20, 16}, {40}, NULL},
    {"astragal_hkdf", call_hkdf, {20, 16, 9}, {40}, NULL},
    {"astragal_aes_ctr", call_aes_ctr, {16, 16, 50}, {50}, NULL},
    {"astragal_aes_cbc_encrypt", call_aes_cbc_encrypt, {16, 16, 50}, {64}, NULL},
    {"astragal_aes_cbc_decrypt", call_aes_cbc_decrypt, {16, 16, 64}, {50}, cbc_ciphertext},
    {"astragal_aes_gcm_encrypt", call_aes_gcm_encrypt, {16, 12, 20, 50}, {50, 16}, NULL},
    {"astragal_aes_gcm_decrypt", call_aes_gcm_decrypt, {16, 12, 20, 50, 16}, {50}, gcm_ciphertext},
    {"astragal_ascon_aead128_encrypt", call_ascon_aead128_encrypt, {16, 16, 20, 50}, {50, 16}, NULL},
    {"astragal_ascon_aead128_decrypt", call_ascon_aead128_decrypt, {16, 16, 20, 50, 16}, {50}, ascon_ciphertext},
    {"astragal_hash_many", call_hash_many, {50, 20}, {64}, NULL},
    {"astragal_tuplehash128", call_tuplehash128, {50, 20, 9}, {60}, NULL},
    {"astragal_tuplehash256", call_tuplehash256, {50, 20, 9}, {60}, NULL},
    {"astragal_password_hash", call_password_hash, {20, 16}, {91}, NULL},
    {"astragal_assembly_join", call_assembly_join, {RECORD, RECORD}, {RECORD}, prepare_records},
    {"astragal_kdf", call_kdf, {20, 16, 9}, {40}, NULL},
    {"astragal_key_wrap", call_key_wrap, {16, 32}, {40}, NULL},
    {"astragal_key_unwrap", call_key_unwrap, {16, 40}, {32}, wrapped_key},
    {"astragal_chunked_seal", call_chunked_seal, {32, 24, 20, 40}, {112}, NULL},
    {"astragal_chunked_open", call_chunked_open, {32, 20, 112}, {40}, sealed_message},
    {"astragal_seal_stream_update", call_seal_stream_update, {50}, {56}, NULL},
    {"astragal_open_stream_update", call_open_stream_update, {112}, {40}, sealed_stream},
    {"astragal_aead_encrypt", call_aead_encrypt, {16, 12, 20, 50}, {50, 16}, NULL},
    {"astragal_aead_decrypt", call_aead_decrypt, {16, 12, 20, 50, 16}, {50}, gcm_ciphertext},
    {"astragal_aead_message_encrypt", call_aead_message_encrypt, {50}, {50}, NULL},
    {"astragal_aead_message_open", call_aead_message_open, {16}, {50}, NULL},
    {"astragal_cipher_encrypt", call_cipher_encrypt, {48}, {48}, NULL},
    {"astragal_cipher_decrypt", call_cipher_decrypt, {48}, {48}, NULL},
    {"astragal_mode_update", call_mode_update, {50}, {50}, NULL},
    {"astragal_mode_whole", call_mode_whole, {50}, {64}, NULL},
    {"astragal_mode_once", call_mode_once, {16, 16, 50}, {64}, NULL},
};

static int wrong, rejected, correct;

static void check(const struct function *f) {
    uint8_t expected[OUTPUTS][LONGEST] = {{0}}, inputs[INPUTS][LONGEST], outputs[OUTPUTS][LONGEST], arena[4 * LONGEST];
    uint8_t *in[INPUTS], *out[OUTPUTS];
    for (size_t i = 0; i < INPUTS; i++) {
        for (size_t byte = 0; byte < LONGEST; byte++) {
            input_bytes[i][byte] = (uint8_t)(37 * i + 11 * byte + 1);
        }
        in[i] = inputs[i];
    }
    if (f->prepare != NULL) {
        f->prepare();
    }
    for (size_t o = 0; o < OUTPUTS; o++) {
        out[o] = expected[o];
    }
    memcpy(inputs, input_bytes, sizeof inputs);
    CHECK_OK(f->call(in, out));
    static const int SHIFTS[] = {0, 1, -1, 8, -8};
    for (size_t i = 0; i < INPUTS && f->in[i] > 0; i++) {
        for (size_t o = 0; o < OUTPUTS && f->out[o] > 0; o++) {
            for (size_t s = 0; s < sizeof SHIFTS / sizeof *SHIFTS; s++) {
                memcpy(inputs, input_bytes, sizeof inputs);
                memset(arena, 0x33, sizeof arena);
                for (size_t k = 0; k < INPUTS; k++) {
                    in[k] = inputs[k];
                }
                for (size_t k = 0; k < OUTPUTS; k++) {
                    out[k] = outputs[k];
                }
                in[i] = arena + LONGEST;
                out[o] = arena + LONGEST + SHIFTS[s];
                memcpy(in[i], input_bytes[i], f->in[i]);
                const int code = f->call(in, out);
                int is_correct = code == ASTRAGAL_OK;
                for (size_t k = 0; is_correct && k < OUTPUTS; k++) {
                    is_correct = memcmp(out[k], expected[k], f->out[k]) == 0;
                }
                if (is_correct) {
                    correct++;
                } else if (code == ASTRAGAL_ERR_OVERLAP) {
                    rejected++;
                } else {
                    fprintf(stderr, "%s: output %zu at input %zu%+d gives %s\n", f->name, o, i, SHIFTS[s],
                            code == ASTRAGAL_OK ? "different result" : astragal_last_error());
                    wrong++;
                }
            }
        }
    }
}

int main(int argc, char **argv) {
    if (argc > 1 && strcmp(argv[1], "portable") == 0) {
        CHECK_OK(astragal_cpu_limit("portable"));
    }
    for (size_t f = 0; f < sizeof FUNCTIONS / sizeof *FUNCTIONS; f++) {
        check(&FUNCTIONS[f]);
    }
    CHECK(wrong == 0 && correct > 500 && rejected > 0);
    printf("overlap in C: ok, %d correct, %d rejected\n", correct, rejected);
    return 0;
}
