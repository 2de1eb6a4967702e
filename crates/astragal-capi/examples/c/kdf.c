/* Derives a key from a password, and two keys from that key. */
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

static void print(const uint8_t key[32]) {
    char text[65];
    check(astragal_hex(key, 32, text, sizeof text));
    puts(text);
}

int main(void) {
    const uint8_t *password = (const uint8_t *)"correct horse battery staple";
    const uint8_t salt[16] = {1, 2, 3}; /* random for each password */
    const astragal_alg *sha256 = astragal_find(ASTRAGAL_HASH, "sha256");
    uint8_t master[32], key[32];

    /* Argon2id with 3 passes over 4 MiB in one lane, for a fast example. A server should use 64 MiB, a desktop more. */
    check(astragal_argon2id(password, strlen((const char *)password), salt, sizeof salt, 3, 4096, 1, master, 32));
    print(master);
    check(astragal_hkdf(sha256, master, 32, NULL, 0, (const uint8_t *)"encryption", 10, key, 32));
    print(key);
    check(astragal_hkdf(sha256, master, 32, NULL, 0, (const uint8_t *)"signatures", 10, key, 32));
    print(key);
    astragal_wipe(master, sizeof master);
    astragal_wipe(key, sizeof key);
    return 0;
}
