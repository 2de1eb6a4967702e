/* Checks that parent and child can hash on all cores after fork(), although the pool's threads exist only in the
 * parent. */
#define _POSIX_C_SOURCE 200809L

#include <astragal.h>

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

enum { LEN = 3 << 20 };
static uint8_t data[LEN];
static const char *const names[] = {"kt128", "kt256", "parallelhash128", "blake3"};

static void on_all_cores(uint8_t *out) {
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        astragal_xof *xof;
        CHECK_OK(astragal_xof_new(&xof, astragal_find(ASTRAGAL_XOF, names[i]), NULL));
        CHECK_OK(astragal_xof_absorb_parallel(xof, data, LEN));
        CHECK_OK(astragal_xof_squeeze(xof, out + 32 * i, 32));
        astragal_xof_free(xof);
    }
}

/* Hashes in a child process and in a grandchild. alarm() ends a process if it waits for a thread of its parent. */
static void in_child(int depth, const uint8_t *expected) {
    uint8_t out[32 * 4];
    int status = 0;
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        alarm(60);
        on_all_cores(out);
        CHECK(memcmp(out, expected, sizeof out) == 0);
        if (depth > 1) {
            in_child(depth - 1, expected);
        }
        _exit(0);
    }
    CHECK(waitpid(child, &status, 0) == child);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

int main(int argc, char **argv) {
    uint8_t expected[32 * 4], again[32 * 4];
    if (argc > 1) {
        CHECK_OK(astragal_cpu_limit(argv[1]));
    }
    on_all_cores(expected);
    in_child(2, expected);
    on_all_cores(again);
    CHECK(memcmp(expected, again, sizeof again) == 0);
    return 0;
}
