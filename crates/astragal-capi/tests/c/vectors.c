/* Runs known-answer tests through the C interface, with algorithms that are looked up by name. Usage: vectors
 * [LEVEL] LIST, where LIST is a file with one file name per line. The listed files have the format of
 * crates/astragal-vectors. Tests one-shot and incremental use, copy and reset. Objects are on the heap and in memory
 * that the caller provides. Every buffer has its exact length, so that sanitizers and valgrind detect overruns. */
#include <astragal.h>

#include "check.h"

/* Maximum message length in bytes. Only `digest selftest` tests longer messages, because the C functions treat messages
 * of all lengths alike. */
#define LONGEST ((size_t)1 << 22)

/*
 * Maximum number of output bytes that this program squeezes instead of skipping. Some cases skip more output than
 * memory can hold.
 */
#define LONGEST_SKIP ((uint64_t)1 << 20)

typedef struct {
    uint8_t *data;
    size_t len;
    int is_given;
} blob;

typedef struct {
    const char *name, *value;
} field;

static field fields[1 << 14];
static size_t field_count;
static size_t passed, skipped;
static struct {
    char what[64];
    size_t count;
} reasons[64];
static size_t reason_count;
static const char *file_name;

static void fail(const char *why) {
    for (size_t i = 0; i < field_count; i++) {
        fprintf(stderr, "%s = %.80s\n", fields[i].name, fields[i].value);
    }
    fprintf(stderr, "%s: %s (last error: %s)\n", file_name, why, astragal_last_error());
    exit(1);
}

static void check_equal(const char *how, const uint8_t *got, const blob *expected) {
    if (expected->len > 0 && memcmp(got, expected->data, expected->len) != 0) {
        fail(how);
    }
}

static void check_ok(int code) {
    if (code != ASTRAGAL_OK) {
        fail(astragal_strerror(code));
    }
}

static void *allocate(size_t len) {
    void *memory = malloc(len == 0 ? 1 : len);
    CHECK(memory != NULL);
    return memory;
}

static const char *get(const char *name) {
    for (size_t i = 0; i < field_count; i++) {
        if (strcmp(fields[i].name, name) == 0) {
            return fields[i].value;
        }
    }
    return NULL;
}

static int is_invalid_case(void) { return get("result") != NULL && strcmp(get("result"), "invalid") == 0; }

static uint64_t long_number(const char *name, uint64_t otherwise) {
    const char *value = get(name);
    return value == NULL ? otherwise : strtoull(value, NULL, 10);
}

static size_t number(const char *name, size_t otherwise) { return (size_t)long_number(name, otherwise); }

static blob bytes_of(const char *hex) {
    blob bytes = {NULL, 0, hex != NULL};
    if (hex != NULL) {
        bytes.len = strlen(hex) / 2;
        bytes.data = allocate(bytes.len);
        for (size_t i = 0; i < bytes.len; i++) {
            char digits[3] = {hex[2 * i], hex[2 * i + 1], 0};
            bytes.data[i] = (uint8_t)strtoul(digits, NULL, 16);
        }
    }
    return bytes;
}

static blob bytes(const char *name) { return bytes_of(get(name)); }

static int starts_with(const char *text, const char *start) { return strncmp(text, start, strlen(start)) == 0; }

/* Returns the message of the test case. Sets `is_given` to 0 if the message is too long for this program. */
static blob message(void) {
    const char *repeat = get("msg-repeat");
    if (repeat != NULL) {
        size_t count = (size_t)strtoull(repeat, NULL, 10);
        blob unit = bytes_of(strchr(repeat, ' ') + 1), whole = {NULL, unit.len * count, 0};
        if (count <= LONGEST && whole.len <= LONGEST) {
            whole.is_given = 1;
            whole.data = allocate(whole.len);
            for (size_t i = 0; i < count; i++) {
                memcpy(whole.data + i * unit.len, unit.data, unit.len);
            }
        }
        free(unit.data);
        return whole;
    }
    if (get("msg-pattern") != NULL) {
        blob pattern = {NULL, number("msg-pattern", 0), 0};
        if (pattern.len <= LONGEST) {
            pattern.is_given = 1;
            pattern.data = allocate(pattern.len);
            for (size_t i = 0; i < pattern.len; i++) {
                pattern.data[i] = (uint8_t)(i % 251);
            }
        }
        return pattern;
    }
    blob plain = bytes("msg");
    plain.is_given = 1;
    return plain;
}

/* Lengths of the parts into which a message is split. Only short messages are split into small parts. */
static const size_t part_lengths[] = {SIZE_MAX, 1, 7, 167};

static size_t split_count(const blob *msg) { return msg->len > 5000 ? 1 : 4; }

typedef int updater(void *object, const uint8_t *data, size_t len);

static void update_in_parts(updater *update, void *object, const blob *msg, size_t part_len) {
    for (size_t start = 0; start < msg->len;) {
        size_t len = msg->len - start < part_len ? msg->len - start : part_len;
        check_ok(update(object, msg->data + start, len));
        start += len;
    }
}

static int hash_update(void *hash, const uint8_t *data, size_t len) { return astragal_hash_update(hash, data, len); }
static int xof_absorb(void *xof, const uint8_t *data, size_t len) { return astragal_xof_absorb(xof, data, len); }
static int mac_update(void *mac, const uint8_t *data, size_t len) { return astragal_mac_update(mac, data, len); }

static void check_hash(const astragal_alg *alg, blob *msg) {
    blob expected = bytes("md");
    uint8_t *out = allocate(expected.len);
    for (size_t i = number("iterations", 1); i > 1; i--) {
        check_ok(astragal_hash_once(alg, msg->data, msg->len, out, expected.len));
        free(msg->data);
        msg->len = expected.len;
        msg->data = allocate(msg->len);
        memcpy(msg->data, out, msg->len);
    }
    check_ok(astragal_hash_once(alg, msg->data, msg->len, out, expected.len));
    check_equal("one-shot", out, &expected);

    size_t size = astragal_hash_sizeof(alg);
    void *memory = allocate(size);
    astragal_hash *hashes[3];
    check_ok(astragal_hash_new(&hashes[0], alg, NULL));
    check_ok(astragal_hash_init_at(&hashes[1], memory, size, alg, NULL));
    for (size_t way = 0; way < split_count(msg); way++) {
        update_in_parts(hash_update, hashes[0], msg, part_lengths[way]);
        update_in_parts(hash_update, hashes[1], msg, part_lengths[way]);
        check_ok(astragal_hash_copy(&hashes[2], hashes[1]));
        for (size_t i = 0; i < 3; i++) {
            memset(out, 0, expected.len);
            check_ok(astragal_hash_final(hashes[i], out, expected.len));
            check_equal("in part_lengths", out, &expected);
        }
        astragal_hash_free(hashes[2]);
    }
    astragal_hash_free(hashes[0]);
    astragal_hash_free(hashes[1]);
    free(memory);
    free(out);
    free(expected.data);
}

/* Whether check_hash_with() passes the digest length as a parameter. */
static int is_chosen;

/* Checks a test case of a hash function that takes parameters such as a salt. */
static void check_hash_with(const astragal_alg *alg, const blob *msg) {
    blob expected = bytes(get("md") != NULL ? "md" : "tag"), salt = bytes("salt"), personal = bytes("custom"),
         key = bytes("key"), public_key = bytes("public-key"), key_id = bytes("key-id"), nonce = bytes("nonce");
    const astragal_params params = {.size = sizeof params,
                                    .output_len = is_chosen ? expected.len : 0,
                                    .key = key.data,
                                    .key_len = key.len,
                                    .salt = salt.data,
                                    .salt_len = salt.len,
                                    .personal = personal.data,
                                    .personal_len = personal.len,
                                    .public_key = public_key.data,
                                    .public_key_len = public_key.len,
                                    .key_id = key_id.data,
                                    .key_id_len = key_id.len,
                                    .nonce = nonce.data,
                                    .nonce_len = nonce.len};
    uint8_t *out = allocate(expected.len);
    astragal_hash *hash;
    check_ok(astragal_hash_new(&hash, alg, &params));
    for (size_t way = 0; way < split_count(msg); way++) {
        update_in_parts(hash_update, hash, msg, part_lengths[way]);
        check_ok(astragal_hash_final(hash, out, expected.len));
        check_equal("with parameters", out, &expected);
    }
    astragal_hash_free(hash);
    free(out);
    free(expected.data);
    free(salt.data);
    free(personal.data);
    free(key.data);
    free(public_key.data);
    free(key_id.data);
    free(nonce.data);
}

static void check_output(astragal_xof *xof, uint64_t skip, const blob *expected) {
    uint8_t *out = allocate(expected->len);
    size_t head = expected->len / 3;
    check_ok(astragal_xof_skip(xof, skip));
    check_ok(astragal_xof_squeeze(xof, out, head));
    check_ok(astragal_xof_squeeze(xof, out + head, expected->len - head));
    check_equal("in part_lengths", out, expected);
    free(out);
}

static void absorb_items(astragal_xof *xof) {
    for (size_t i = 0; i < field_count; i++) {
        if (strcmp(fields[i].name, "item") == 0) {
            blob item = bytes_of(fields[i].value);
            check_ok(astragal_xof_begin_item(xof, item.len));
            check_ok(astragal_xof_absorb(xof, item.data, item.len));
            free(item.data);
        }
    }
}

/*
 * Returns the field `name` of the test case as bytes. If the field is empty, the result has the pointer NULL, which
 * means that the parameter is not set: some vectors contain empty fields for parameters that the algorithm does not
 * have. For BLAKE3, an empty field remains an empty string, because BLAKE3 distinguishes an empty string from no
 * string.
 */
static blob string(const char *name) {
    blob text = bytes(name);
    if (text.len == 0 && strcmp(get("alg"), "blake3") != 0) {
        free(text.data);
        text.data = NULL;
    }
    return text;
}

static void check_xof(const astragal_alg *alg, const blob *msg) {
    blob expected = bytes("out"), custom = string("custom"), name = string("name");
    uint64_t skip = long_number("out-skip", 0);
    /* Number of bytes to squeeze: the skipped bytes and the expected output. If a case skips more than LONGEST_SKIP
     * bytes, the number is 0, because the algorithms of such cases do not depend on the output length. */
    size_t output_len = skip <= LONGEST_SKIP ? (size_t)skip + expected.len : 0;
    astragal_params params = {.size = sizeof params,
                              .custom = custom.data,
                              .custom_len = custom.len,
                              .function_name = name.data,
                              .function_name_len = name.len,
                              .output_len = output_len,
                              .block_len = number("block", 0)};
    params.domain = get("domain") == NULL ? 0 : strtoul(get("domain"), NULL, 16);

    size_t size = astragal_xof_sizeof(alg);
    void *memory = allocate(size);
    astragal_xof *xofs[3];
    int code = astragal_xof_new(&xofs[0], alg, &params);
    if (is_invalid_case()) {
        /* In astragal_params, a domain byte or block length of 0 selects the default. A case with the invalid
         * value 0 may therefore succeed. */
        CHECK(code != ASTRAGAL_OK || params.domain == 0 || params.block_len == 0);
        astragal_xof_free(xofs[0]);
        goto done;
    }
    check_ok(code);
    check_ok(astragal_xof_init_at(&xofs[1], memory, size, alg, &params));
    if (starts_with(get("alg"), "tuplehash")) {
        for (size_t i = 0; i < 2; i++) {
            absorb_items(xofs[i]);
            check_output(xofs[i], skip, &expected);
        }
    } else {
        if (skip <= LONGEST_SKIP) {
            uint8_t *out = allocate(output_len);
            check_ok(astragal_xof_once(alg, &params, msg->data, msg->len, out, output_len));
            check_equal("one-shot", out + output_len - expected.len, &expected);
            free(out);
        }
        for (size_t way = 0; way < split_count(msg); way++) {
            update_in_parts(xof_absorb, xofs[0], msg, part_lengths[way]);
            update_in_parts(xof_absorb, xofs[1], msg, part_lengths[way]);
            check_ok(astragal_xof_copy(&xofs[2], xofs[1]));
            for (size_t i = 0; i < 3; i++) {
                check_output(xofs[i], skip, &expected);
                check_ok(astragal_xof_reset(xofs[i]));
            }
            astragal_xof_free(xofs[2]);
        }
    }
    astragal_xof_free(xofs[0]);
    astragal_xof_free(xofs[1]);
done:
    free(memory);
    free(expected.data);
    free(custom.data);
    free(name.data);
}

static void check_mac(const astragal_alg *alg, const blob *msg) {
    blob key = bytes("key"), custom = string("custom");
    blob expected = bytes(get("out") != NULL ? "out" : get("md") != NULL ? "md" : "tag");
    size_t skip = number("out-skip", 0), end = skip + expected.len;
    astragal_params params = {
        .size = sizeof params, .custom = custom.data, .custom_len = custom.len, .output_len = end};
    size_t size = astragal_mac_sizeof(alg);
    void *memory = allocate(size);
    astragal_mac *mac, *copy;
    int code = astragal_mac_init_at(&mac, memory, size, alg, key.data, key.len, &params);
    if (code == ASTRAGAL_ERR_LENGTH) {
        /* If the algorithm does not accept this tag length, the expected tag is the beginning of the full tag. */
        params.output_len = 0;
        code = astragal_mac_init_at(&mac, memory, size, alg, key.data, key.len, &params);
    }
    int is_invalid = is_invalid_case();
    if (code == ASTRAGAL_OK && end > 0) {
        size_t tag_len = astragal_mac_tag_len(mac);
        uint8_t *tag = allocate(tag_len);
        CHECK(end <= tag_len);
        check_ok(astragal_mac_once(alg, key.data, key.len, &params, msg->data, msg->len, tag, tag_len));
        CHECK(is_invalid == (memcmp(tag + skip, expected.data, expected.len) != 0));
        /* Tags shorter than 4 bytes can be computed but not verified. */
        const int verifies = tag_len >= 4;
        if (verifies) {
            check_ok(astragal_mac_verify_once(alg, key.data, key.len, &params, msg->data, msg->len, tag, tag_len));
        }
        for (size_t way = 0; way < split_count(msg) && !is_invalid; way++) {
            update_in_parts(mac_update, mac, msg, part_lengths[way]);
            check_ok(astragal_mac_copy(&copy, mac));
            memset(tag, 0, tag_len);
            check_ok(astragal_mac_final(mac, tag, tag_len));
            check_equal("in part_lengths", tag + skip, &expected);
            if (verifies) {
                check_ok(astragal_mac_verify(copy, tag, tag_len));
                tag[0] ^= 1;
                update_in_parts(mac_update, copy, msg, part_lengths[way]);
                CHECK(astragal_mac_verify(copy, tag, tag_len) == ASTRAGAL_INVALID);
            }
            astragal_mac_free(copy);
        }
        free(tag);
    } else {
        CHECK(is_invalid || end == 0);
    }
    astragal_mac_free(mac);
    free(memory);
    free(key.data);
    free(custom.data);
    free(expected.data);
}

static void check_aead(const astragal_alg *alg) {
    blob key = bytes("key"), nonce = bytes("nonce"), ad = bytes("ad"), pt = bytes("pt"), ct = bytes("ct");
    blob tag = bytes("tag");
    int is_invalid = is_invalid_case();
    astragal_aead *aead;
    int code = astragal_aead_new(&aead, alg, key.data, key.len, NULL);
    if (code == ASTRAGAL_OK) {
        uint8_t *text = allocate(ct.len), *made = allocate(tag.len);
        code = astragal_aead_decrypt(aead, nonce.data, nonce.len, ad.data, ad.len, ct.data, ct.len, tag.data, tag.len,
                                     text);
        if (code == ASTRAGAL_INVALID) {
            for (size_t i = 0; i < ct.len; i++) {
                CHECK(text[i] == 0);
            }
        }
        if (!is_invalid) {
            check_ok(code);
            check_equal("decrypted", text, &pt);
            check_ok(astragal_aead_encrypt(aead, nonce.data, nonce.len, ad.data, ad.len, text, pt.len, text, made,
                                       tag.len));
            check_equal("encrypted", text, &ct);
            check_equal("authenticated", made, &tag);
        }
        free(text);
        free(made);
    }
    CHECK(is_invalid == (code != ASTRAGAL_OK));
    astragal_aead_free(aead);
    free(key.data);
    free(nonce.data);
    free(ad.data);
    free(pt.data);
    free(ct.data);
    free(tag.data);
}

static void check_cipher(const astragal_alg *alg) {
    blob key = bytes("key"), tweak = bytes("tweak"), pt = bytes("pt"), ct = bytes("ct");
    size_t size = astragal_cipher_sizeof(alg), iterations = number("iterations", 1);
    void *memory = allocate(size);
    uint8_t *text = allocate(pt.len);
    astragal_cipher *cipher, *copy;
    check_ok(astragal_cipher_init_at(&cipher, memory, size, alg, key.data, key.len));
    if (tweak.is_given) {
        check_ok(astragal_cipher_set_tweak(cipher, tweak.data, tweak.len));
    }
    check_ok(astragal_cipher_copy(&copy, cipher));
    check_ok(astragal_cipher_encrypt(cipher, pt.data, pt.len, text));
    for (size_t i = 1; i < iterations; i++) {
        check_ok(astragal_cipher_encrypt(cipher, text, pt.len, text));
    }
    check_equal("encrypted", text, &ct);
    for (size_t i = 0; i < iterations; i++) {
        check_ok(astragal_cipher_decrypt(copy, text, pt.len, text));
    }
    check_equal("decrypted", text, &pt);
    astragal_cipher_free(cipher);
    astragal_cipher_free(copy);
    free(memory);
    free(text);
    free(key.data);
    free(tweak.data);
    free(pt.data);
    free(ct.data);
}

/* Checks encryption or decryption with a mode. Processes the message in one call and incrementally, to a separate
 * buffer and in place. Returns 0 if the mode rejects the message. */
static int check_direction(const astragal_alg *alg, int direction, const blob *in, const blob *expected) {
    blob key = bytes("key"), iv = bytes("iv");
    const char *name = get("padding");
    int padding = name != NULL && strcmp(name, "pkcs7") == 0 ? ASTRAGAL_PADDING_PKCS7 : ASTRAGAL_PADDING_NONE;
    size_t most = astragal_mode_once_len(alg, direction, padding, in->len), n = 0;
    size_t longest = most > in->len ? most : in->len;
    uint8_t *out = allocate(most), *place = allocate(longest);
    int code = astragal_mode_once(alg, direction, padding, key.data, key.len, iv.data, iv.len, in->data, in->len, out,
                                  most, &n);
    if (code != ASTRAGAL_OK) {
        if (!is_invalid_case()) {
            fail("one-shot");
        }
        goto done;
    }
    CHECK(n == expected->len);
    check_equal("one-shot", out, expected);
    if (in->len > 0) {
        memcpy(place, in->data, in->len);
    }
    check_ok(astragal_mode_once(alg, direction, padding, key.data, key.len, iv.data, iv.len, place, in->len, place, longest,
                            &n));
    CHECK(n == expected->len);
    check_equal("one-shot, in place", place, expected);

    size_t size = astragal_mode_sizeof(alg);
    void *memory = allocate(size);
    astragal_mode *modes[2];
    check_ok(astragal_mode_init_at(&modes[0], memory, size, alg, direction, padding, key.data, key.len, iv.data, iv.len));
    for (size_t way = 0; way < 4; way++) {
        check_ok(astragal_mode_copy(&modes[1], modes[0]));
        size_t done = 0;
        uint8_t *whole = allocate(longest);
        for (size_t start = 0; start < in->len;) {
            size_t len = in->len - start < part_lengths[way] ? in->len - start : part_lengths[way];
            size_t capacity = astragal_mode_update_len(modes[1], len);
            uint8_t *part_len = allocate(capacity);
            check_ok(astragal_mode_update(modes[1], in->data + start, len, part_len, capacity, &n));
            CHECK(n == capacity && done + n <= longest);
            memcpy(whole + done, part_len, n);
            free(part_len);
            done += n;
            start += len;
        }
        uint8_t *last = allocate(astragal_mode_finish_len(modes[1]));
        check_ok(astragal_mode_finish(modes[1], last, astragal_mode_finish_len(modes[1]), &n));
        CHECK(done + n == expected->len);
        memcpy(whole + done, last, n);
        check_equal("in part_lengths", whole, expected);
        free(last);
        free(whole);
        check_ok(astragal_mode_restart(modes[1], iv.data, iv.len));
        check_ok(astragal_mode_whole(modes[1], in->data, in->len, out, most, &n));
        check_equal("restarted", out, expected);
        astragal_mode_free(modes[1]);
    }
    astragal_mode_free(modes[0]);
    free(memory);
done:
    free(out);
    free(place);
    free(key.data);
    free(iv.data);
    return code == ASTRAGAL_OK;
}

static void check_mode(const astragal_alg *alg) {
    blob pt = bytes("pt"), ct = bytes("ct");
    int is_good = check_direction(alg, ASTRAGAL_DECRYPT, &ct, &pt) && check_direction(alg, ASTRAGAL_ENCRYPT, &pt, &ct);
    CHECK(is_invalid_case() == !is_good);
    free(pt.data);
    free(ct.data);
}

static void check_kdf(const astragal_alg *alg) {
    blob secret = bytes(get("password") != NULL ? "password" : "key"), expected = bytes("out");
    blob salt = bytes("salt"), info = bytes("custom"), label = bytes("name"), pepper = bytes("secret");
    blob data = bytes("ad");
    astragal_kdf_params params = {.size = sizeof params,
                                  .salt = salt.data,
                                  .salt_len = salt.len,
                                  .info = info.data,
                                  .info_len = info.len,
                                  .label = label.data,
                                  .label_len = label.len,
                                  .secret = pepper.data,
                                  .secret_len = pepper.len,
                                  .associated_data = data.data,
                                  .associated_data_len = data.len,
                                  .n = long_number("n", 0),
                                  .iterations = (uint32_t)number("iterations", 0),
                                  .r = (uint32_t)number("r", 0),
                                  .p = (uint32_t)number("p", 0),
                                  .m = (uint32_t)number("m", 0),
                                  .t = (uint32_t)number("t", 0),
                                  .version = (uint32_t)number("version", 0),
                                  .allow_short_salt = 1};
    uint8_t *key = allocate(expected.len);
    int code = astragal_kdf(alg, secret.data, secret.len, &params, key, expected.len);
    CHECK((code != ASTRAGAL_OK) == is_invalid_case());
    if (code == ASTRAGAL_OK) {
        check_equal("derived", key, &expected);
    }
    free(key);
    free(secret.data);
    free(expected.data);
    free(salt.data);
    free(info.data);
    free(label.data);
    free(pepper.data);
    free(data.data);
}

static void check_key_wrap(const astragal_alg *alg) {
    blob kek = bytes("key"), key = bytes("pt"), wrapped = bytes("ct");
    uint8_t *out = allocate(wrapped.len);
    size_t len = wrapped.len;
    const int code = astragal_key_unwrap(alg, kek.data, kek.len, wrapped.data, wrapped.len, out, &len);
    CHECK((code != ASTRAGAL_OK) == is_invalid_case());
    if (code == ASTRAGAL_OK) {
        CHECK(len == key.len);
        check_equal("unwrapped", out, &key);
        len = wrapped.len;
        check_ok(astragal_key_wrap(alg, kek.data, kek.len, key.data, key.len, out, &len));
        CHECK(len == wrapped.len);
        check_equal("wrapped", out, &wrapped);
    }
    free(out);
    free(kek.data);
    free(key.data);
    free(wrapped.data);
}

/*
 * Returns whether a case needs hundreds of megabytes of memory or minutes of time. `digest selftest` covers such
 * cases.
 */
static int is_costly(void) { return number("m", 0) > 1 << 17 || number("n", 0) > 1 << 17; }

static int has(const char *name) { return get(name) != NULL && *get(name) != 0; }

/*
 * Returns whether the case tests a hash function with parameters, such as BLAKE or Skein. A key can be one of the
 * parameters.
 */
static int has_parameters(void) {
    const char *alg = get("alg");
    if (get("pt") != NULL || get("password") != NULL || get("out") != NULL || get("record") != NULL ||
        get("outboard") != NULL ||
        !(starts_with(alg, "blake") || starts_with(alg, "skein"))) {
        return 0;
    }
    return has("salt") || has("custom") || get("public-key") != NULL || get("key-id") != NULL || get("nonce") != NULL;
}

/* Returns the kind of algorithm, which is derived from the fields of the case. */
static int kind(void) {
    if (has_parameters()) {
        return ASTRAGAL_HASH;
    }
    if (get("nonce") != NULL) {
        return ASTRAGAL_AEAD;
    }
    if (get("mode") != NULL || get("iv") != NULL) {
        return ASTRAGAL_MODE;
    }
    const char *suffix = strrchr(get("alg"), '-');
    if (suffix != NULL && (strcmp(suffix, "-kw") == 0 || strcmp(suffix, "-kwp") == 0)) {
        return ASTRAGAL_KEY_WRAP;
    }
    if (get("pt") != NULL) {
        return ASTRAGAL_CIPHER;
    }
    if (get("password") != NULL || starts_with(get("alg"), "hkdf-") || starts_with(get("alg"), "kbkdf-")) {
        return ASTRAGAL_KDF;
    }
    return get("key") != NULL ? ASTRAGAL_MAC : get("md") != NULL ? ASTRAGAL_HASH : ASTRAGAL_XOF;
}

/*
 * Returns the algorithm with this name. For a hash with an unknown name or with parameters, first drops the digest
 * length at the end of the name: "skein512-1000" becomes "skein512", which is a hash with selectable digest length.
 */
static const astragal_alg *find(int of_kind, const char *name) {
    const astragal_alg *alg = astragal_find(of_kind, name);
    const char *end = strrchr(name, '-');
    is_chosen = 0;
    if (of_kind == ASTRAGAL_HASH && end != NULL && (alg == NULL || has_parameters())) {
        char function[64];
        snprintf(function, sizeof function, "%.*s", (int)(end - name), name);
        const astragal_alg *chosen = astragal_find(of_kind, function);
        is_chosen = chosen != NULL;
        return is_chosen ? chosen : alg;
    }
    return alg;
}

/* Reports that a case is skipped. */
static void skip(const char *what) {
    skipped++;
    for (size_t i = 0; i < reason_count; i++) {
        if (strcmp(reasons[i].what, what) == 0) {
            reasons[i].count++;
            return;
        }
    }
    CHECK(reason_count < sizeof reasons / sizeof *reasons);
    snprintf(reasons[reason_count].what, sizeof reasons[0].what, "%s", what);
    reasons[reason_count++].count = 1;
}

static void run(void) {
    int of_kind = kind();
    char name[64];
    snprintf(name, sizeof name, "%s%s%s", get("alg"), get("mode") == NULL ? "" : "-",
             get("mode") == NULL ? "" : get("mode"));
    const astragal_alg *alg = find(of_kind, name);
    /* This program does not test parts and outboard trees with a context, because the C interface does not support
     * them. */
    const int is_personal = !has_parameters() && has("custom") && (get("record") != NULL || get("outboard") != NULL);
    if (alg == NULL || is_personal || is_costly()) {
        skip(alg == NULL ? get("alg") : is_personal ? "part or outboard with a context" : "costly derivation");
        return;
    }
    blob msg = message();
    if (!msg.is_given) {
        skip("message longer than 4 MiB");
        return;
    }
    switch (of_kind) {
    case ASTRAGAL_HASH:
        if (has_parameters() || is_chosen) {
            check_hash_with(alg, &msg);
        } else {
            check_hash(alg, &msg);
        }
        break;
    case ASTRAGAL_XOF:
        check_xof(alg, &msg);
        break;
    case ASTRAGAL_MAC:
        check_mac(alg, &msg);
        break;
    case ASTRAGAL_CIPHER:
        check_cipher(alg);
        break;
    case ASTRAGAL_MODE:
        check_mode(alg);
        break;
    case ASTRAGAL_KDF:
        check_kdf(alg);
        break;
    case ASTRAGAL_KEY_WRAP:
        check_key_wrap(alg);
        break;
    default:
        check_aead(alg);
    }
    free(msg.data);
    passed++;
}

/* Runs each case in a text. An empty line ends a case. */
static void run_text(char *text) {
    field_count = 0;
    while (text != NULL) {
        char *line = text, *end = strchr(text, '\n');
        text = end == NULL ? NULL : end + 1;
        if (end != NULL) {
            *end = 0;
        }
        char *equals = strstr(line, " =");
        if (*line != '#' && equals != NULL) {
            *equals = 0;
            const char *value = equals + 2;
            CHECK(field_count < sizeof fields / sizeof *fields);
            fields[field_count++] = (field){line, *value == ' ' ? value + 1 : value};
        }
        if ((*line == 0 || text == NULL) && field_count > 0) {
            run();
            field_count = 0;
        }
    }
}

/* Returns the contents of a file as a C string. */
static char *read_file(const char *name) {
    FILE *file = fopen(name, "rb");
    CHECK(file != NULL);
    size_t len = 0, capacity = 1 << 16;
    char *text = allocate(capacity);
    for (size_t n; (n = fread(text + len, 1, capacity - len - 1, file)) > 0;) {
        len += n;
        if (capacity - len < 2) {
            capacity *= 2;
            text = realloc(text, capacity);
            CHECK(text != NULL);
        }
    }
    fclose(file);
    text[len] = 0;
    return text;
}

int main(int argc, char **argv) {
    CHECK(argc == 2 || argc == 3);
    if (argc == 3) {
        CHECK_OK(astragal_cpu_limit(argv[1]));
    }
    char *list = read_file(argv[argc - 1]);
    for (char *name = list, *end; (end = strchr(name, '\n')) != NULL; name = end + 1) {
        *end = 0;
        file_name = name;
        char *text = read_file(name);
        run_text(text);
        free(text);
    }
    free(list);
    printf("%zu passed, %zu skipped", passed, skipped);
    for (size_t i = 0; i < reason_count; i++) {
        printf("%s %zu %s", i == 0 ? ":" : ",", reasons[i].count, reasons[i].what);
    }
    printf("\n");
    return passed == 0;
}
