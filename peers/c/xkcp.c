/* SHA3-256 with the public-domain code of Keccak's authors, compiled as a single file for this processor.
 * `cargo xtask bench c` fetches the code from safe-pysha3 on PyPI. */
#include <stddef.h>
#include <stdint.h>

#define IS_LITTLE_ENDIAN 1234
#define IS_BIG_ENDIAN 4321
#define PLATFORM_BYTE_ORDER IS_LITTLE_ENDIAN
#define KeccakOpt 64
#define KeccakP200_excluded 1
#define KeccakP400_excluded 1
#define KeccakP800_excluded 1
typedef uint8_t UINT8;
typedef uint64_t UINT64;
#include "KeccakHash.h"
#include "KeccakSponge.h"
#include "KeccakHash.c"
#include "KeccakSponge.c"
#include "KeccakP-1600-opt64.c"

int xkcp_sha3_256(const uint8_t *msg, size_t len, uint8_t *out) {
    Keccak_HashInstance hash;
    return Keccak_HashInitialize_SHA3_256(&hash) == SUCCESS && Keccak_HashUpdate(&hash, msg, len * 8) == SUCCESS &&
                   Keccak_HashFinal(&hash, out) == SUCCESS
               ? 0
               : 1;
}
