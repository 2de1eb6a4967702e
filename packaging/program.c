/* Test program of the packaging recipes: computes SHA3-256 of "abc" (FIPS 202) by type and by name. */
#include <astragal.h>

#include <stdio.h>
#include <string.h>

static const uint8_t EXPECTED[32] = {
    0x3a, 0x98, 0x5d, 0xa7, 0x4f, 0xe2, 0x25, 0xb2, 0x04, 0x5c, 0x17, 0x2d, 0x6b, 0xd3, 0x90, 0xbd,
    0x85, 0x5f, 0x08, 0x6e, 0x3e, 0x9d, 0x52, 0x5b, 0x46, 0xbf, 0xe2, 0x45, 0x11, 0x43, 0x15, 0x32,
};

int main(void) {
    uint8_t by_type[32], by_name[32];
    const astragal_alg *alg = astragal_find(ASTRAGAL_HASH, "sha3-256");
    if (astragal_sha3_256((const uint8_t *)"abc", 3, by_type) != ASTRAGAL_OK
        || astragal_hash_once(alg, (const uint8_t *)"abc", 3, by_name, sizeof by_name) != ASTRAGAL_OK
        || memcmp(by_type, EXPECTED, 32) != 0 || memcmp(by_name, EXPECTED, 32) != 0) {
        fprintf(stderr, "SHA3-256 is wrong: %s\n", astragal_last_error());
        return 1;
    }
    puts("SHA3-256 is correct");
    return 0;
}
