/* Computes output of any length from a seed, without allocation. The program provides the memory for the object. */
#include <astragal.h>
#include <stdio.h>

int main(void) {
    const uint8_t seed[] = "seed";
    const uint8_t purpose[] = "example 2026";
    const astragal_alg *alg = astragal_find(ASTRAGAL_XOF, "cshake128");

    /* The first member of the structure is its size. Members that are not set have their default values. */
    astragal_params params = {.size = sizeof params, .custom = purpose, .custom_len = sizeof purpose - 1};

    /* ASTRAGAL_XOF_SIZE_MAX bytes suffice for any XOF. astragal_xof_sizeof(alg) returns the size for one algorithm. */
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
    /* Wipes the object. The memory itself belongs to the program. */
    astragal_xof_free(xof);
    return 0;
}
