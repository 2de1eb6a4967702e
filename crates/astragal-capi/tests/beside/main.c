/* Links two static libraries that are written in Rust. Each library contains Rust's standard library, and the
 * symbols must not collide. */
#include <astragal.h>
#include <stddef.h>
size_t other(size_t length);
int main(void) {
    uint8_t digest[32];
    const astragal_alg *alg = astragal_find(ASTRAGAL_HASH, "sha256");
    return astragal_hash_once(alg, NULL, 0, digest, 32) == 0 && digest[0] == 0xe3 && other(7) == 7 ? 0 : 1;
}
