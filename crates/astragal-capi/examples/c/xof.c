/* Output of any length from a seed, without allocation: the object is in memory of the program. */
#include <astragal.h>
#include <stdio.h>

int main(void) {
    const uint8_t seed[] = "seed";
    const uint8_t purpose[] = "example 2026";
    const astragal_alg *alg = astragal_find(ASTRAGAL_XOF, "cshake128");

    /* Parameters start with their size. Unset members have their default. */
    astragal_params params = {.size = sizeof params, .custom = purpose, .custom_len = sizeof purpose - 1};

    /* Suffices for any XOF; astragal_xof_sizeof(alg) is the size for this one. */
    static unsigned char memory[ASTRAGAL_XOF_SIZE_MAX];
    astragal_xof *xof;
    if (astragal_xof_init_at(&xof, memory, sizeof memory, alg, &params) != ASTRAGAL_OK ||
        astragal_xof_absorb(xof, seed, sizeof seed - 1) != ASTRAGAL_OK) {
        fprintf(stderr, "error: %s\n", astragal_last_error());
        return 1;
    }
    for (int i = 0; i < 3; i++) {
        uint8_t number[8];
        if (astragal_xof_squeeze(xof, number, sizeof number) != ASTRAGAL_OK) {
            fprintf(stderr, "error: %s\n", astragal_last_error());
            return 1;
        }
        printf("number %d: ", i);
        for (size_t j = 0; j < sizeof number; j++) {
            printf("%02x", number[j]);
        }
        printf("\n");
    }
    /* Wipes the memory, which the program keeps. */
    astragal_xof_free(xof);
    return 0;
}
