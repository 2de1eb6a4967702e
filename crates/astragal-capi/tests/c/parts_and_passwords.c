/* Tests of password storage and distributed tree hashing. */
#include <astragal.h>

#include "check.h"

static uint8_t message[20000];

/* Hashes a message as two parts. Adds their records in reverse order, and compares the result with the digest of the
 * message. */
static void parts(int kind, const char *name, const astragal_params *params, size_t cut) {
    const astragal_alg *alg = astragal_find(kind, name);
    static uint8_t records[2][40000];
    uint8_t out[32], expected[32];
    size_t lens[2];
    const uint64_t starts[] = {0, cut};
    const size_t ends[] = {cut, sizeof message};
    for (int i = 0; i < 2; i++) {
        astragal_part *part;
        CHECK_OK(astragal_part_new(&part, alg, params, starts[i]));
        CHECK_OK(astragal_part_update(part, message + starts[i], ends[i] - starts[i] - 1));
        CHECK_OK(astragal_part_update_parallel(part, message + ends[i] - 1, 1));
        lens[i] = 3;
        CHECK(astragal_part_record(part, sizeof message, records[i], &lens[i]) == ASTRAGAL_ERR_LENGTH);
        CHECK_OK(astragal_part_record(part, sizeof message, records[i], &lens[i]));
        CHECK(astragal_part_update(part, message, 1) == ASTRAGAL_ERR_STATE);
        astragal_part_free(part);
    }
    astragal_assembly *assembly;
    CHECK_OK(astragal_assembly_new(&assembly, alg, params));
    CHECK(astragal_assembly_leaf_len(assembly) > 0 && cut % astragal_assembly_leaf_len(assembly) == 0);
    uint8_t joined[80000];
    size_t joined_len = sizeof joined;
    CHECK_OK(astragal_assembly_join(assembly, records[0], lens[0], records[1], lens[1], joined, &joined_len));
    CHECK_OK(astragal_assembly_add(assembly, records[1], lens[1]));
    CHECK(astragal_assembly_position(assembly) == 0);
    CHECK(astragal_assembly_message_len(assembly) == sizeof message);
    CHECK(astragal_assembly_final(assembly, sizeof message, out, sizeof out) == ASTRAGAL_ERR_PARAMETER);
    records[0][40] ^= 1;
    CHECK(astragal_assembly_add(assembly, records[0], lens[0]) == ASTRAGAL_ERR_PARAMETER);
    records[0][40] ^= 1;
    CHECK_OK(astragal_assembly_add(assembly, records[0], lens[0]));
    CHECK(astragal_assembly_position(assembly) == sizeof message);
    CHECK_OK(astragal_assembly_final(assembly, sizeof message, out, sizeof out));
    CHECK(astragal_assembly_final(assembly, sizeof message, out, sizeof out) == ASTRAGAL_ERR_STATE);
    astragal_assembly_free(assembly);
    if (params != NULL && params->key != NULL) {
        CHECK_OK(astragal_mac_once(astragal_find(ASTRAGAL_MAC, name), params->key, params->key_len, NULL, message,
                               sizeof message, expected, sizeof expected));
    } else {
        CHECK_OK(astragal_xof_once(alg, params, message, sizeof message, expected, sizeof expected));
    }
    CHECK(memcmp(out, expected, sizeof out) == 0);
    CHECK_OK(astragal_assembly_new(&assembly, alg, params));
    CHECK_OK(astragal_assembly_add(assembly, joined, joined_len));
    CHECK_OK(astragal_assembly_final(assembly, sizeof message, out, sizeof out));
    astragal_assembly_free(assembly);
    CHECK(memcmp(out, expected, sizeof out) == 0);
}

static void rejects_invalid_parts(void) {
    const astragal_alg *blake3 = astragal_find(ASTRAGAL_XOF, "blake3");
    astragal_part *part;
    astragal_assembly *assembly;
    CHECK(astragal_part_new(&part, blake3, NULL, 5) == ASTRAGAL_ERR_PARAMETER && part == NULL);
    CHECK(astragal_part_new(&part, astragal_find(ASTRAGAL_HASH, "sha256"), NULL, 0) == ASTRAGAL_ERR_PARAMETER);
    CHECK(strstr(astragal_last_error(), "blake3, kt128") != NULL);
    CHECK(astragal_part_update(NULL, message, 1) == ASTRAGAL_ERR_NULL);
    CHECK_OK(astragal_part_new(&part, blake3, NULL, 0));
    CHECK_OK(astragal_assembly_new(&assembly, blake3, NULL));
    CHECK(astragal_part_update((astragal_part *)(void *)assembly, message, 1) == ASTRAGAL_ERR_OBJECT);
    astragal_assembly_free(assembly);
    astragal_part_free(part);
    astragal_part_free(NULL);
    const uint8_t short_key[16] = {0};
    astragal_params keyed = {.size = sizeof keyed, .key = short_key, .key_len = sizeof short_key};
    CHECK(astragal_assembly_new(&assembly, blake3, &keyed) == ASTRAGAL_ERR_LENGTH && assembly == NULL);
}

static void password(const char *name, const astragal_kdf_params *costs, const char *start) {
    const astragal_alg *alg = astragal_find(ASTRAGAL_KDF, name);
    char stored[ASTRAGAL_PASSWORD_STRING_MAX];
    int needs_rehash = -1;
    CHECK_OK(astragal_password_hash(alg, (const uint8_t *)"correct horse", 13, costs, stored, sizeof stored));
    CHECK(strncmp(stored, start, strlen(start)) == 0);
    CHECK_OK(astragal_password_verify((const uint8_t *)"correct horse", 13, stored, NULL));
    CHECK(astragal_password_verify((const uint8_t *)"correct hors", 12, stored, NULL) == ASTRAGAL_INVALID);
    CHECK_OK(astragal_password_needs_rehash(stored, alg, costs, &needs_rehash));
    CHECK(needs_rehash == 0);
    CHECK_OK(astragal_password_needs_rehash(stored, astragal_find(ASTRAGAL_KDF, "scrypt"), NULL, &needs_rehash));
    CHECK(needs_rehash == 1);
    char unchanged[4] = "abc";
    CHECK(astragal_password_hash(alg, NULL, 0, costs, unchanged, sizeof unchanged) == ASTRAGAL_ERR_LENGTH);
    CHECK(strcmp(unchanged, "abc") == 0);
    astragal_password_policy policy = {.size = sizeof policy, .memory_limit = 1024, .steps = 1};
    CHECK(astragal_password_verify(NULL, 0, stored, &policy) == ASTRAGAL_ERR_PARAMETER);
    CHECK(strstr(astragal_last_error(), "policy allows") != NULL);
}

static void passwords(void) {
    const uint8_t salt[16] = "sixteen bytes...";
    astragal_kdf_params params = {.size = sizeof params, .salt = salt, .salt_len = sizeof salt};
    password("argon2id", &params, "$argon2id$v=19$m=19456,t=2,p=1$");
    params.m = 64, params.t = 1, params.p = 2;
    password("argon2d", &params, "$argon2d$v=19$m=64,t=1,p=2$");
    params.m = params.t = params.p = 0;
    params.n = 16, params.r = 8, params.p = 1;
    password("scrypt", &params, "$scrypt$ln=4,r=8,p=1$");
    params.n = params.r = params.p = 0;
    params.iterations = 3;
    password("pbkdf2-hmac-sha1", &params, "$pbkdf2$i=3,l=32$");
    password("pbkdf2-hmac-sha256", &params, "$pbkdf2-sha256$i=3,l=32$");
    params.iterations = 0;
    char stored[ASTRAGAL_PASSWORD_STRING_MAX];
    CHECK(astragal_password_hash(astragal_find(ASTRAGAL_KDF, "argon2i"), NULL, 0, &params, stored, sizeof stored) ==
          ASTRAGAL_ERR_PARAMETER);
    CHECK(astragal_password_hash(astragal_find(ASTRAGAL_KDF, "hkdf-sha256"), NULL, 0, &params, stored,
                                 sizeof stored) == ASTRAGAL_ERR_PARAMETER);
    CHECK(astragal_password_verify(NULL, 0, "not a PHC string", NULL) == ASTRAGAL_ERR_PARAMETER);
    CHECK(astragal_password_verify(NULL, 0, NULL, NULL) == ASTRAGAL_ERR_NULL);
    /* Output of the reference implementation: argon2 -id -v 13 -m 16 -t 2 -p 1, "password", "somesalt". */
    CHECK_OK(astragal_password_verify((const uint8_t *)"password", 8,
                                  "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
                                  NULL));
}

int main(int argc, char **argv) {
    if (argc > 1) {
        CHECK_OK(astragal_cpu_limit(argv[1]));
    }
    for (size_t i = 0; i < sizeof message; i++) {
        message[i] = (uint8_t)(i * 7 + i / 256);
    }
    const uint8_t key[32] = {1, 2, 3};
    astragal_params params = {.size = sizeof params};
    parts(ASTRAGAL_XOF, "blake3", NULL, 8192);
    parts(ASTRAGAL_XOF, "kt128", NULL, 16384);
    params.key = key, params.key_len = sizeof key;
    parts(ASTRAGAL_XOF, "blake3", &params, 1024);
    params.key = NULL, params.key_len = 0;
    params.custom = key, params.custom_len = 7;
    parts(ASTRAGAL_XOF, "blake3", &params, 2048);
    parts(ASTRAGAL_XOF, "kt256", &params, 8192);
    params.block_len = 100;
    parts(ASTRAGAL_XOF, "parallelhashxof128", &params, 700);
    params.output_len = 32;
    parts(ASTRAGAL_XOF, "parallelhash256", &params, 700);
    rejects_invalid_parts();
    passwords();
    puts("parts and passwords in C: ok");
    return 0;
}
