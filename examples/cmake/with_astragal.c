#include "crypto.h"

#include <astragal.h>

int digest(const char *name, const void *msg, size_t len, uint8_t *out, size_t *out_len) {
    const astragal_alg *alg = astragal_find(ASTRAGAL_HASH, name);
    uint64_t size = 0;
    if (alg == NULL || astragal_alg_get(alg, ASTRAGAL_OUTPUT_LEN, &size) != ASTRAGAL_OK) {
        return 1;
    }
    *out_len = (size_t)size;
    return astragal_hash_once(alg, msg, len, out, *out_len);
}

int seal(const uint8_t key[32], const uint8_t nonce[12], uint8_t *text, size_t len, uint8_t tag[16]) {
    return astragal_aes_gcm_encrypt(key, 32, nonce, 12, NULL, 0, text, len, text, tag);
}

int unseal(const uint8_t key[32], const uint8_t nonce[12], uint8_t *text, size_t len, const uint8_t tag[16]) {
    return astragal_aes_gcm_decrypt(key, 32, nonce, 12, NULL, 0, text, len, tag, text);
}
