/* Encrypts a message with associated data, decrypts it, and rejects a modified ciphertext. */
#include <astragal.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    const uint8_t key[16] = {1, 2, 3, 4};
    const uint8_t nonce[16] = {0}; /* never reuse it with the same key; a counter suffices */
    const uint8_t header[] = "to: Alice";
    uint8_t text[] = "meet me at noon";
    size_t len = sizeof text - 1;
    uint8_t tag[16];

    /* Encrypts in place: the ciphertext replaces the message. */
    int code = astragal_ascon_aead128_encrypt(key, nonce, header, sizeof header - 1, text, len, text, tag);
    if (code != ASTRAGAL_OK) {
        fprintf(stderr, "error: %s\n", astragal_last_error());
        return 1;
    }
    for (size_t i = 0; i < len; i++) {
        printf("%02x", text[i]);
    }
    printf("\n");

    uint8_t opened[sizeof text] = {0};
    code = astragal_ascon_aead128_decrypt(key, nonce, header, sizeof header - 1, text, len, tag, opened);
    printf("%s: %s\n", astragal_strerror(code), (const char *)opened);

    /* Rejects a modified ciphertext, with an algorithm looked up by name at run time. */
    const astragal_alg *alg = astragal_find(ASTRAGAL_AEAD, "ascon-aead128");
    astragal_aead *aead;
    if (astragal_aead_new(&aead, alg, key, sizeof key, NULL) != ASTRAGAL_OK) {
        fprintf(stderr, "error: %s\n", astragal_last_error());
        return 1;
    }
    text[0] ^= 1;
    code = astragal_aead_decrypt(aead, nonce, sizeof nonce, header, sizeof header - 1, text, len, tag,
                                 sizeof tag, opened);
    printf("%s: \"%s\"\n", astragal_strerror(code), (const char *)opened);
    astragal_aead_free(aead);
    return code == ASTRAGAL_INVALID ? 0 : 1;
}
