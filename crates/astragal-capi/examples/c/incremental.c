/* Hashes standard input line by line. The hash function is named on the command line. */
#include <astragal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Ends the program if a function returned an error code. astragal_last_error() describes the error. */
static void check(int code) {
    if (code != ASTRAGAL_OK) {
        fprintf(stderr, "error: %s\n", astragal_last_error());
        exit(1);
    }
}

int main(int argc, char **argv) {
    const char *name = argc > 1 ? argv[1] : "blake3";
    const astragal_alg *alg = astragal_find(ASTRAGAL_HASH, name);
    if (alg == NULL) {
        fprintf(stderr, "error: %s\n", astragal_last_error());
        return 1;
    }

    astragal_hash *hash;
    check(astragal_hash_new(&hash, alg, NULL));
    char line[256];
    while (fgets(line, sizeof line, stdin) != NULL) {
        check(astragal_hash_update(hash, (const uint8_t *)line, strlen(line)));
    }

    size_t len;
    check(astragal_alg_get(alg, ASTRAGAL_OUTPUT_LEN, &len));
    uint8_t *digest = malloc(len);
    if (digest == NULL) {
        return 1;
    }
    check(astragal_hash_final(hash, digest, len));
    astragal_hash_free(hash);

    for (size_t i = 0; i < len; i++) {
        printf("%02x", digest[i]);
    }
    printf("  %s\n", astragal_alg_name(alg));
    free(digest);
    return 0;
}
