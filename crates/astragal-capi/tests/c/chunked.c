/* Tests chunked encryption, both in memory and as streams. */
#include <astragal.h>

#include "check.h"

enum { MESSAGE = 300007, SEALED = MESSAGE + 56 + 16 * (MESSAGE / 16384 + 1) };

static uint8_t message[MESSAGE], sealed[SEALED], streamed[SEALED], opened[MESSAGE];
static const uint8_t key[32] = {1, 2, 3}, salt[ASTRAGAL_CHUNKED_SALT_LEN] = {4, 5}, context[] = {'c', 't', 'x'};

/* Seals and opens a message in parts of `part` bytes. The results must match the results of the functions for
 * whole messages. */
static void streams(size_t key_len, size_t len, size_t part) {
    size_t sealed_len = (size_t)astragal_chunked_sealed_len(len), at = 0, out_len;
    CHECK_OK(astragal_chunked_seal(key, key_len, salt, context, sizeof context, message, len, sealed, sealed_len));
    uint64_t plaintext_len;
    CHECK_OK(astragal_chunked_plaintext_len(sealed_len, &plaintext_len));
    CHECK(plaintext_len == len);
    CHECK_OK(astragal_chunked_open(key, key_len, context, sizeof context, sealed, sealed_len, opened, len));
    CHECK(memcmp(opened, message, len) == 0);

    astragal_seal_stream *sealer;
    CHECK_OK(astragal_seal_stream_new(&sealer, key, key_len, salt, context, sizeof context));
    for (size_t i = 0; i < len; i += part) {
        out_len = sizeof streamed - at;
        size_t n = part < len - i ? part : len - i;
        CHECK_OK(astragal_seal_stream_update(sealer, message + i, n, streamed + at, &out_len));
        at += out_len;
    }
    out_len = 0;
    CHECK(astragal_seal_stream_final(sealer, NULL, &out_len) == ASTRAGAL_ERR_LENGTH);
    CHECK(out_len == sealed_len - at);
    CHECK_OK(astragal_seal_stream_final(sealer, streamed + at, &out_len));
    CHECK(memcmp(streamed, sealed, sealed_len) == 0);
    CHECK(astragal_seal_stream_update(sealer, message, 0, streamed, &out_len) == ASTRAGAL_ERR_STATE);
    astragal_seal_stream_free(sealer);

    astragal_open_stream *opener;
    CHECK_OK(astragal_open_stream_new(&opener, key, key_len, context, sizeof context));
    memset(opened, 0, sizeof opened);
    at = 0;
    for (size_t i = 0; i < sealed_len; i += part) {
        out_len = sizeof opened - at;
        size_t n = part < sealed_len - i ? part : sealed_len - i;
        CHECK_OK(astragal_open_stream_update(opener, sealed + i, n, opened + at, &out_len));
        at += out_len;
    }
    out_len = sizeof opened - at;
    CHECK_OK(astragal_open_stream_final(opener, opened + at, &out_len));
    CHECK(at + out_len == len && memcmp(opened, message, len) == 0);

    uint64_t offset;
    CHECK_OK(astragal_open_stream_seek(opener, len / 2, &offset));
    out_len = sizeof opened;
    CHECK_OK(astragal_open_stream_update(opener, sealed + offset, sealed_len - (size_t)offset, opened, &out_len));
    at = out_len;
    out_len = sizeof opened - at;
    CHECK_OK(astragal_open_stream_final(opener, opened + at, &out_len));
    CHECK(at + out_len == len - len / 2 && memcmp(opened, message + len / 2, len - len / 2) == 0);
    astragal_open_stream_free(opener);
}

static void rejects_changed_messages(void) {
    size_t sealed_len = (size_t)astragal_chunked_sealed_len(40000), out_len;
    CHECK_OK(astragal_chunked_seal(key, 32, salt, context, 3, message, 40000, sealed, sealed_len));
    CHECK(astragal_chunked_open(key, 32, context, 2, sealed, sealed_len, opened, 40000) == ASTRAGAL_INVALID);
    CHECK(astragal_chunked_open(key, 16, context, 3, sealed, sealed_len, opened, 40000) == ASTRAGAL_INVALID);
    CHECK(astragal_chunked_open(key, 24, context, 3, sealed, sealed_len, opened, 40000) == ASTRAGAL_ERR_LENGTH);
    CHECK(astragal_chunked_open(key, 32, context, 3, sealed, sealed_len, opened, 39999) == ASTRAGAL_ERR_LENGTH);
    CHECK(astragal_chunked_open(key, 32, context, 3, sealed, sealed_len, sealed + 1, 40000) == ASTRAGAL_ERR_OVERLAP);
    CHECK(astragal_chunked_open(key, 32, context, 3, sealed, 71, opened, 0) == ASTRAGAL_INVALID);
    for (size_t at = 0; at < sealed_len; at += 1999) {
        sealed[at] ^= 1;
        memset(opened, 1, 40000);
        CHECK(astragal_chunked_open(key, 32, context, 3, sealed, sealed_len, opened, 40000) == ASTRAGAL_INVALID);
        for (size_t i = 0; i < 40000; i++) {
            CHECK(opened[i] == 0);
        }
        astragal_open_stream *opener;
        CHECK_OK(astragal_open_stream_new(&opener, key, 32, context, 3));
        out_len = sizeof opened;
        int code = astragal_open_stream_update(opener, sealed, sealed_len, opened, &out_len);
        CHECK(code == ASTRAGAL_OK || (code == ASTRAGAL_INVALID && out_len == 0));
        out_len = sizeof opened;
        CHECK(astragal_open_stream_final(opener, opened, &out_len) == ASTRAGAL_INVALID && out_len == 0);
        astragal_open_stream_free(opener);
        sealed[at] ^= 1;
    }
    /* The sealed message is truncated after two whole chunks. */
    astragal_open_stream *opener;
    CHECK_OK(astragal_open_stream_new(&opener, key, 32, context, 3));
    uint64_t offset;
    CHECK(astragal_open_stream_seek(opener, 0, &offset) == ASTRAGAL_ERR_PARAMETER);
    out_len = sizeof opened;
    CHECK_OK(astragal_open_stream_update(opener, sealed, 56 + 2 * 16400, opened, &out_len));
    CHECK(out_len == 2 * 16384 && memcmp(opened, message, out_len) == 0);
    CHECK(astragal_open_stream_final(opener, opened, &out_len) == ASTRAGAL_INVALID);
    CHECK(strstr(astragal_last_error(), "truncated") != NULL);
    astragal_open_stream_free(opener);
    CHECK(astragal_open_stream_new(&opener, key, 31, context, 3) == ASTRAGAL_ERR_LENGTH && opener == NULL);
    CHECK(astragal_open_stream_update(NULL, sealed, 1, opened, &out_len) == ASTRAGAL_ERR_NULL);
    astragal_open_stream_free(NULL);
    astragal_seal_stream_free(NULL);
    CHECK(astragal_chunked_sealed_len(UINT64_MAX) == 0);
}

int main(void) {
    for (size_t i = 0; i < sizeof message; i++) {
        message[i] = (uint8_t)(i % 251);
    }
    const size_t lens[] = {0, 1, 16383, 16384, 16385, 49152, MESSAGE};
    const size_t parts[] = {97, 16384, 16400, 1000000};
    for (size_t i = 0; i < sizeof lens / sizeof *lens; i++) {
        for (size_t j = 0; j < sizeof parts / sizeof *parts; j++) {
            streams(32, lens[i], parts[j]);
            streams(16, lens[i], parts[j]);
        }
    }
    rejects_changed_messages();
    puts("chunked encryption: ok");
    return 0;
}
