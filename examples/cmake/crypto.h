/* Cryptographic functions that the program needs. Each returns 0 for success. */
#include <stddef.h>
#include <stdint.h>

/* Writes the digest of `msg` to `out`, and its length to `out_len`. `out` is 64 bytes long. */
int digest(const char *name, const void *msg, size_t len, uint8_t *out, size_t *out_len);

/* Encrypts `text` in place with AES-256-GCM, and writes the tag. */
int seal(const uint8_t key[32], const uint8_t nonce[12], uint8_t *text, size_t len, uint8_t tag[16]);

/* Decrypts `text` in place. Returns an error if the tag is wrong. */
int unseal(const uint8_t key[32], const uint8_t nonce[12], uint8_t *text, size_t len, const uint8_t tag[16]);
