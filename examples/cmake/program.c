/* Prints digests and a sealed text. The build selects the library that computes them. */
#include <stdio.h>
#include <string.h>

#include "crypto.h"

static void print(const char *label, const uint8_t *bytes, size_t len) {
    printf("%s ", label);
    for (size_t i = 0; i < len; i++) {
        printf("%02x", bytes[i]);
    }
    printf("\n");
}

int main(void) {
    static const char *const names[] = {"md5", "sha1", "sha256", "sha512", "sha3-256", "blake2b512", "sm3"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        uint8_t out[64];
        size_t len = 0;
        if (digest(names[i], "abc", 3, out, &len) != 0) {
            fprintf(stderr, "%s failed\n", names[i]);
            return 1;
        }
        print(names[i], out, len);
    }
    const uint8_t key[32] = {1, 2, 3}, nonce[12] = {4};
    uint8_t text[] = "meet me at noon", tag[16];
    if (seal(key, nonce, text, sizeof text, tag) != 0) {
        return 1;
    }
    print("sealed", text, sizeof text);
    print("tag", tag, sizeof tag);
    if (unseal(key, nonce, text, sizeof text, tag) != 0 || strcmp((const char *)text, "meet me at noon") != 0) {
        return 1;
    }
    tag[0] ^= 1;
    return unseal(key, nonce, text, sizeof text, tag) == 0;
}
