/* Hashes a message in one call: first with the algorithm's own function, then with an algorithm looked up by name. */
#include <astragal.h>
#include <stdio.h>

static void print_hex(const char *name, const uint8_t *bytes, size_t len) {
    printf("%s ", name);
    for (size_t i = 0; i < len; i++) {
        printf("%02x", bytes[i]);
    }
    printf("\n");
}

int main(void) {
    const uint8_t msg[] = "The quick brown fox jumps over the lazy dog";
    size_t len = sizeof msg - 1;

    uint8_t digest[32];
    if (astragal_sha3_256(msg, len, digest) != ASTRAGAL_OK) {
        fprintf(stderr, "error: %s\n", astragal_last_error());
        return 1;
    }
    print_hex("sha3-256", digest, sizeof digest);

    /* Names of algorithms ignore case, and '/' and '_' are equivalent to '-'. */
    const astragal_alg *skein = astragal_find(ASTRAGAL_HASH, "Skein512/256");
    if (skein == NULL || astragal_hash_once(skein, msg, len, digest, sizeof digest) != ASTRAGAL_OK) {
        fprintf(stderr, "error: %s\n", astragal_last_error());
        return 1;
    }
    print_hex(astragal_alg_name(skein), digest, sizeof digest);
    return 0;
}
