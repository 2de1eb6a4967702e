#include "crypto.h"

#include <openssl/evp.h>

int digest(const char *name, const void *msg, size_t len, uint8_t *out, size_t *out_len) {
    const EVP_MD *md = EVP_get_digestbyname(name);
    unsigned int size = 0;
    if (md == NULL || EVP_Digest(msg, len, out, &size, md, NULL) != 1) {
        return 1;
    }
    *out_len = size;
    return 0;
}

int seal(const uint8_t key[32], const uint8_t nonce[12], uint8_t *text, size_t len, uint8_t tag[16]) {
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
    int size = 0;
    int good = ctx != NULL && EVP_EncryptInit_ex(ctx, EVP_aes_256_gcm(), NULL, key, nonce) == 1 &&
               EVP_EncryptUpdate(ctx, text, &size, text, (int)len) == 1 &&
               EVP_EncryptFinal_ex(ctx, text + size, &size) == 1 &&
               EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_GCM_GET_TAG, 16, tag) == 1;
    EVP_CIPHER_CTX_free(ctx);
    return !good;
}

int unseal(const uint8_t key[32], const uint8_t nonce[12], uint8_t *text, size_t len, const uint8_t tag[16]) {
    EVP_CIPHER_CTX *ctx = EVP_CIPHER_CTX_new();
    int size = 0;
    int good = ctx != NULL && EVP_DecryptInit_ex(ctx, EVP_aes_256_gcm(), NULL, key, nonce) == 1 &&
               EVP_DecryptUpdate(ctx, text, &size, text, (int)len) == 1 &&
               EVP_CIPHER_CTX_ctrl(ctx, EVP_CTRL_GCM_SET_TAG, 16, (void *)tag) == 1 &&
               EVP_DecryptFinal_ex(ctx, text + size, &size) == 1;
    EVP_CIPHER_CTX_free(ctx);
    return !good;
}
