/* Checks that exhausted memory is reported as an error and does not end the process. */
#define _POSIX_C_SOURCE 200809L

#include <astragal.h>

#include <stdlib.h>
#include <sys/resource.h>

#include "check.h"

/* Detects AddressSanitizer: gcc defines __SANITIZE_ADDRESS__, and clang before 21 needs __has_feature. */
#if defined(__SANITIZE_ADDRESS__)
#define UNDER_ADDRESS_SANITIZER
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define UNDER_ADDRESS_SANITIZER
#endif
#endif

int main(int argc, char **argv) {
#ifdef UNDER_ADDRESS_SANITIZER
    /* AddressSanitizer reserves terabytes of address space, so the test cannot limit the address space. */
    (void)argc, (void)argv;
#else
    const char *const names[] = {"kt128", "kt256"};
    const size_t len = (size_t)600 << 20;
    const struct rlimit limit = {(rlim_t)900 << 20, (rlim_t)900 << 20};
    uint8_t digest[32] = {0};
    uint8_t *custom = calloc(len, 1);
    astragal_params params = {.size = sizeof params, .custom = custom, .custom_len = len};
    if (argc > 1) {
        CHECK_OK(astragal_cpu_limit(argv[1]));
    }
    CHECK(custom != NULL && setrlimit(RLIMIT_AS, &limit) == 0);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const astragal_alg *alg = astragal_find(ASTRAGAL_XOF, names[i]);
        astragal_xof *xof = NULL, *copy = NULL;
        CHECK(astragal_xof_new(&xof, alg, &params) == ASTRAGAL_ERR_MEMORY && xof == NULL);
        CHECK(strstr(astragal_last_error(), "629145600 bytes") != NULL);
        CHECK(astragal_xof_once(alg, &params, NULL, 0, digest, 32) == ASTRAGAL_ERR_MEMORY);
        /*
         * A copy of the object shares the customization string with the original, so copying allocates no memory for
         * the string.
         */
        params.custom_len = (size_t)200 << 20;
        CHECK_OK(astragal_xof_new(&xof, alg, &params));
        CHECK_OK(astragal_xof_copy(&copy, xof));
        CHECK_OK(astragal_xof_squeeze(copy, digest, 32));
        astragal_xof_free(copy);
        astragal_xof_free(xof);
        params.custom_len = len;
    }
    free(custom);
    /* Argon2id and scrypt each need 1 GiB of memory, which is more than the limit. */
    CHECK(astragal_argon2id(digest, 32, digest, 16, 1, 1 << 20, 1, digest, 32) == ASTRAGAL_ERR_MEMORY);
    CHECK(strstr(astragal_last_error(), "cannot allocate 1073741824 bytes of memory for argon2id") != NULL);
    CHECK(astragal_scrypt(digest, 32, digest, 16, 1 << 20, 8, 1, digest, 32) == ASTRAGAL_ERR_MEMORY);
#endif
    return 0;
}
