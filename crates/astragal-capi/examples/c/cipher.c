/*
 * Encrypts a message incrementally with a block cipher mode that is looked up by name, and with AES-256-CTR in one
 * call. Nothing is authenticated: prefer an AEAD in new designs.
 */
#include <astragal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check(int code) {
    if (code != ASTRAGAL_OK) {
        fprintf(stderr, "%s\n", astragal_last_error());
        exit(1);
    }
}

static void print(const uint8_t *bytes, size_t len) {
    char text[129];
    check(astragal_hex(bytes, len, text, sizeof text));
    puts(text);
}

int main(void) {
    static const char message[] = "a message of thirty-three bytes.\n";
    const uint8_t key[32] = "kept apart from what it encrypts";
    const uint8_t iv[16] = {1, 2, 3}; /* random for each message */
    const uint8_t *data = (const uint8_t *)message;
    const size_t len = strlen(message);
    uint8_t box[64];
    size_t done = 0, n = 0;

    const astragal_alg *alg = astragal_find(ASTRAGAL_MODE, "camellia-256-cbc");
    astragal_mode *mode;
    check(astragal_mode_new(&mode, alg, ASTRAGAL_ENCRYPT, ASTRAGAL_PADDING_PKCS7, key, sizeof key, iv, sizeof iv));
    for (size_t start = 0; start < len; start += 10) {
        size_t piece = len - start < 10 ? len - start : 10;
        check(astragal_mode_update(mode, data + start, piece, box + done, sizeof box - done, &n));
        done += n;
    }
    check(astragal_mode_finish(mode, box + done, sizeof box - done, &n));
    done += n;
    astragal_mode_free(mode);
    print(box, done);

    check(astragal_mode_once(alg, ASTRAGAL_DECRYPT, ASTRAGAL_PADDING_PKCS7, key, sizeof key, iv, sizeof iv, box, done,
                             box, sizeof box, &n));
    printf("%.*s", (int)n, (const char *)box);

    check(astragal_aes_ctr(key, sizeof key, iv, data, len, box));
    print(box, len);
    return 0;
}
