/**
 * @file astragal.h
 * astragal: the Keccak and Ascon families and the classic catalogue of hashes, by one set of names.
 *
 *     uint8_t digest[32];
 *     if (astragal_sha3_256(msg, len, digest) != ASTRAGAL_OK) {
 *         fprintf(stderr, "%s\n", astragal_last_error());
 *     }
 *
 * One call for the names that everybody knows; everything else by name: astragal_find() gives a handle, which
 * is static, and the functions astragal_hash_*, astragal_xof_*, astragal_mac_*, astragal_aead_*,
 * astragal_cipher_*, astragal_mode_* and astragal_kdf() take it.
 *
 * Results. Functions that return int give ASTRAGAL_OK (0), a negative ASTRAGAL_ERR_* for a mistake in the call,
 * or ASTRAGAL_INVALID (1), the only positive code, for what does not verify. After an error,
 * astragal_last_error() says in words what was given and what is allowed. An error leaves outputs as they are. Each
 * function lists its codes; any may give ASTRAGAL_ERR_INTERNAL, for a defect of the library.
 *
 * Pointers. All lengths are in bytes. NULL with length 0 is legal everywhere; NULL with a length is an error.
 * Strings of bytes are valid for as many bytes as their length says, for the time of the call. Outputs may lie
 * where inputs lie unless it says otherwise. Nothing is kept that the caller owns, but the memory of *_init_at.
 *
 * Objects belong to whoever made them, on the heap (*_new, *_copy) or in memory of their own (*_init_at,
 * *_copy_at), and end with *_free, which wipes them. A freed object, a moved one, and one of another kind are
 * noticed where memory allows (ASTRAGAL_ERR_OBJECT). An object is for one thread at a time; a function that
 * takes it as const may run in several.
 *
 * This file is generated; the comments stand in the sources.
 */

#ifndef ASTRAGAL_H
#define ASTRAGAL_H

#include <stddef.h>
#include <stdint.h>

/** The version of this header: 0x00MMmmpp. astragal_version() is that of the library at run time. */
#define ASTRAGAL_VERSION 0x00000200

/** What the shared library exports. Define it before, if your build needs another attribute. */
#ifndef ASTRAGAL_EXPORT
#if defined(_WIN32) && !defined(ASTRAGAL_STATIC)
#define ASTRAGAL_EXPORT __declspec(dllimport)
#else
#define ASTRAGAL_EXPORT
#endif
#endif

/** The alignment of states on the stack. */
#ifndef ASTRAGAL_ALIGNED
#if defined(__GNUC__)
#define ASTRAGAL_ALIGNED(bytes) __attribute__((aligned(bytes)))
#elif defined(_MSC_VER)
#define ASTRAGAL_ALIGNED(bytes) __declspec(align(bytes))
#else
#define ASTRAGAL_ALIGNED(bytes)
#endif
#endif

/** What can fail or does not verify must be looked at: whoever leaves the result alone is warned. */
#ifndef ASTRAGAL_MUST_CHECK
#if defined(__GNUC__)
#define ASTRAGAL_MUST_CHECK __attribute__((warn_unused_result))
#else
#define ASTRAGAL_MUST_CHECK
#endif
#endif

/**
 * Good.
 */
#define ASTRAGAL_OK 0

/**
 * The tag, or what was compared, does not verify, or the padding is not valid. The only positive code.
 */
#define ASTRAGAL_INVALID 1

/**
 * A pointer is NULL that must not be: only NULL with a length of 0 is legal.
 */
#define ASTRAGAL_ERR_NULL (-1)

/**
 * Not a handle from astragal_find() or astragal_alg_at(), or one of another kind.
 */
#define ASTRAGAL_ERR_ALGORITHM (-2)

/**
 * Not a live object of this kind: never made, freed, moved, or of another kind.
 */
#define ASTRAGAL_ERR_OBJECT (-3)

/**
 * A length is not one that the algorithm takes, or longer than any object in memory.
 */
#define ASTRAGAL_ERR_LENGTH (-4)

/**
 * A parameter that the algorithm does not take, or not with this value.
 */
#define ASTRAGAL_ERR_PARAMETER (-5)

/**
 * A call at the wrong time, as absorbing after squeezing.
 */
#define ASTRAGAL_ERR_STATE (-6)

/**
 * Buffers overlap that must not.
 */
#define ASTRAGAL_ERR_OVERLAP (-7)

/**
 * There is no memory left.
 */
#define ASTRAGAL_ERR_MEMORY (-8)

/**
 * The progress callback cancelled the work.
 */
#define ASTRAGAL_ERR_CANCELLED (-10)

/**
 * A defect of the library. The object of the call should only be freed.
 */
#define ASTRAGAL_ERR_INTERNAL (-9)

/**
 * Kind of algorithm: hash function with a digest of fixed length.
 */
#define ASTRAGAL_HASH 1

/**
 * Kind of algorithm: extendable-output function, or hash whose output length is chosen.
 */
#define ASTRAGAL_XOF 2

/**
 * Kind of algorithm: message authentication code.
 */
#define ASTRAGAL_MAC 3

/**
 * Kind of algorithm: authenticated encryption.
 */
#define ASTRAGAL_AEAD 4

/**
 * Kind of algorithm: block cipher, for raw blocks.
 */
#define ASTRAGAL_CIPHER 5

/**
 * Kind of algorithm: block cipher in a mode that encrypts without authenticating, as "aes-256-ctr".
 */
#define ASTRAGAL_MODE 6

/**
 * Kind of algorithm: key derivation.
 */
#define ASTRAGAL_KDF 7

/**
 * Kind of algorithm: extendable-output function under a key, which its parameters bring: KMACXOF, Ascon-PRF, BLAKE3.
 */
#define ASTRAGAL_KEYED_XOF 8

/**
 * Property: length of the digest, of the tag, or of the output that gives full collision resistance.
 */
#define ASTRAGAL_OUTPUT_LEN 1

/**
 * Property: length of the block that HMAC pads its key to; rate of an extendable-output function; block of a cipher.
 */
#define ASTRAGAL_BLOCK_LEN 2

/**
 * Property: length of the shortest key.
 */
#define ASTRAGAL_KEY_LEN_MIN 3

/**
 * Property: length of the longest key; SIZE_MAX where there is none.
 */
#define ASTRAGAL_KEY_LEN_MAX 4

/**
 * Property: length of the nonce or IV; where several are taken, the usual one.
 */
#define ASTRAGAL_NONCE_LEN 5

/**
 * Property: what the timing of the code that runs here depends on, ASTRAGAL_CONSTANT_TIME or one of the others.
 */
#define ASTRAGAL_TIMING 6

/**
 * Property: how the algorithm stands today, ASTRAGAL_RECOMMENDED or one of the others.
 */
#define ASTRAGAL_STATUS 7

/**
 * Property: length of the tweak.
 */
#define ASTRAGAL_TWEAK_LEN 8

/**
 * Timing: no branch and no memory index depends on data.
 */
#define ASTRAGAL_CONSTANT_TIME 0

/**
 * Timing: tables are indexed by data, so that the cache may betray it.
 */
#define ASTRAGAL_TABLE_BASED 1

/**
 * Timing: the algorithm itself rotates, multiplies or branches by data.
 */
#define ASTRAGAL_DATA_DEPENDENT 2

/**
 * Status: for new designs.
 */
#define ASTRAGAL_RECOMMENDED 0

/**
 * Status: no known weakness; newer or better studied algorithms exist.
 */
#define ASTRAGAL_ACCEPTABLE 1

/**
 * Status: for compatibility only.
 */
#define ASTRAGAL_LEGACY 2

/**
 * Status: practical attacks exist.
 */
#define ASTRAGAL_BROKEN 3

/**
 * Status: a checksum, not cryptographic; anyone can make a message of any value.
 */
#define ASTRAGAL_NOT_CRYPTOGRAPHIC 4

/**
 * Room for an object of any hash wherever it begins, for memory whose length is fixed when the program is
 * compiled: `unsigned char memory[ASTRAGAL_HASH_SIZE_MAX];` Enough for every version with this one's soname.
 */
#define ASTRAGAL_HASH_SIZE_MAX 4096

/**
 * Room for an object of any extendable-output function wherever it begins, for memory whose length is fixed when the program is
 * compiled: `unsigned char memory[ASTRAGAL_XOF_SIZE_MAX];` Enough for every version with this one's soname.
 */
#define ASTRAGAL_XOF_SIZE_MAX 10240

/**
 * Room for an object of any message authentication code wherever it begins, for memory whose length is fixed when the program is
 * compiled: `unsigned char memory[ASTRAGAL_MAC_SIZE_MAX];` Enough for every version with this one's soname.
 */
#define ASTRAGAL_MAC_SIZE_MAX 16384

/**
 * Room for an object of any authenticated cipher wherever it begins, for memory whose length is fixed when the program is
 * compiled: `unsigned char memory[ASTRAGAL_AEAD_SIZE_MAX];` Enough for every version with this one's soname.
 */
#define ASTRAGAL_AEAD_SIZE_MAX 8192

/**
 * Room for a message of any authenticated cipher wherever it begins, for memory whose length is fixed when the
 * program is compiled. Enough for every version with this one's soname.
 */
#define ASTRAGAL_AEAD_MESSAGE_SIZE_MAX 16384

/**
 * Room for an object of any block cipher wherever it begins, for memory whose length is fixed when the program is
 * compiled: `unsigned char memory[ASTRAGAL_CIPHER_SIZE_MAX];` Enough for every version with this one's soname.
 */
#define ASTRAGAL_CIPHER_SIZE_MAX 8192

/**
 * Direction: from the plaintext to the ciphertext.
 */
#define ASTRAGAL_ENCRYPT 1

/**
 * Direction: from the ciphertext to the plaintext.
 */
#define ASTRAGAL_DECRYPT 2

/**
 * Padding: the usual one, PKCS#7 for CBC and none for the other modes, which need none.
 */
#define ASTRAGAL_PADDING_DEFAULT 0

/**
 * Padding: PKCS#7 (RFC 5652 section 6.3); only CBC takes it.
 */
#define ASTRAGAL_PADDING_PKCS7 1

/**
 * Padding: none; CBC takes whole blocks then.
 */
#define ASTRAGAL_PADDING_NONE 2

/**
 * Room for an object of any mode wherever it begins, for memory whose length is fixed when the program is
 * compiled: `unsigned char memory[ASTRAGAL_MODE_SIZE_MAX];` Enough for every version with this one's soname.
 */
#define ASTRAGAL_MODE_SIZE_MAX 16384

/**
 * Step of HKDF: from a secret to the pseudorandom key, which is as long as a digest.
 */
#define ASTRAGAL_HKDF_EXTRACT 1

/**
 * Step of HKDF: from a pseudorandom key to a key; there is no salt then.
 */
#define ASTRAGAL_HKDF_EXPAND 2

/**
 * Length in bytes of the longest string of astragal_password_hash(), the NUL at its end included.
 */
#define ASTRAGAL_PASSWORD_STRING_MAX 256

/**
 * Length of a message that is not known yet.
 */
#define ASTRAGAL_LENGTH_UNKNOWN UINT64_MAX

/**
 * An authenticated cipher under a key. Several threads may use one at the same time.
 */
typedef struct astragal_aead astragal_aead;

/**
 * An authenticated message under way, which is encrypted or decrypted piece by piece.
 */
typedef struct astragal_aead_message astragal_aead_message;

/**
 * An algorithm. Handles are static: never freed, the same for all threads.
 */
typedef struct astragal_alg astragal_alg;

/**
 * Parts of a message on their way to its digest.
 */
typedef struct astragal_assembly astragal_assembly;

/**
 * A block cipher under a key. Several threads may use one at the same time, but for setting its tweak.
 */
typedef struct astragal_cipher astragal_cipher;

/**
 * A hash of a message that comes piece by piece.
 */
typedef struct astragal_hash astragal_hash;

/**
 * A message authentication code under a key.
 */
typedef struct astragal_mac astragal_mac;

/**
 * A message under way in a mode, in one direction. Nothing is authenticated: whoever can change the ciphertext
 * changes the plaintext, so that new designs take an AEAD.
 */
typedef struct astragal_mode astragal_mode;

/**
 * A part of a message that is hashed by itself.
 */
typedef struct astragal_part astragal_part;

/**
 * An extendable-output function: absorb, then squeeze. The first squeeze ends the message.
 */
typedef struct astragal_xof astragal_xof;

/**
 * A heap of the program's own, as one for secrets that is never swapped out.
 */
typedef struct {
    /**
     * sizeof(astragal_allocator): tells the library which members your header knew.
     */
    size_t size;
    /**
     * Handed to both functions.
     */
    void *context;
    /**
     * Gives `bytes` bytes at a multiple of `alignment`, which is a power of two, or NULL.
     */
    void *(*allocate)(void *context, size_t bytes, size_t alignment);
    /**
     * Takes them back, wiped.
     */
    void (*release)(void *context, void *memory, size_t bytes, size_t alignment);
} astragal_allocator;

/**
 * A part of the work of one call, as the library hands it to an executor.
 */
typedef void (*astragal_task)(void *argument, size_t index);

/**
 * Threads of the program's own, as a pool that it has anyway.
 */
typedef struct {
    /**
     * sizeof(astragal_executor): tells the library which members your header knew.
     */
    size_t size;
    /**
     * Handed to the function.
     */
    void *context;
    /**
     * How many tasks a call is made into, from 1 to 65536: as many as can run side by side. With 1, the caller's
     * thread does all.
     */
    size_t threads;
    /**
     * Calls `task(argument, 0)` to `task(argument, tasks - 1)`, each once, on any threads and in any order, the caller's
     * among them, and returns when all of these calls have returned, as `#pragma omp parallel for` does. A task stays on its
     * thread until the work is done; one that begins afterwards returns at once. So the tasks may as well run one after
     * the other, and none waits for one that has not begun: a pool that is busy is slower and no trap. What was not called
     * when this returns, the caller's thread does. An index that is called twice, or none of these, does nothing.
     */
    void (*run)(void *context, size_t tasks, astragal_task task, void *argument);
} astragal_executor;

/**
 * The place of a node in a tree of BLAKE2 whose shape the caller makes (the BLAKE2 paper, section 2.10).
 */
typedef struct {
    /**
     * The number of nodes to the left in the same layer; below 2^48 for BLAKE2s.
     */
    uint64_t offset;
    /**
     * The longest leaf in bytes, 0 for any.
     */
    uint32_t leaf_len;
    /**
     * The most children of a node, 0 for any number; 1 without a tree.
     */
    uint8_t fanout;
    /**
     * The tree's height, 255 for any; 1 without a tree.
     */
    uint8_t depth;
    /**
     * The layer, 0 for leaves.
     */
    uint8_t node_depth;
    /**
     * The length of the digests of inner nodes.
     */
    uint8_t inner_len;
    /**
     * 1 for the last node of its layer, else 0.
     */
    uint32_t is_last;
} astragal_tree_node;

/**
 * Parameters of an algorithm. Set `size` and what you need; what is 0 or NULL has its default. In C:
 * `astragal_params params = {.size = sizeof params, .custom = s, .custom_len = n};`
 *
 * NULL in place of the whole structure means: all defaults. A parameter that the algorithm does not take
 * is an error, never ignored; only output_len is, where the output does not depend on it.
 */
typedef struct {
    /**
     * sizeof(astragal_params): tells the library which members your header knew.
     */
    size_t size;
    /**
     * Customization string S (SP 800-185, RFC 9861, Ascon-CXOF128), or BLAKE3's context for deriving keys.
     * Non-NULL with length 0 is the empty string, NULL is none.
     */
    const uint8_t *custom;
    /**
     * Its length.
     */
    size_t custom_len;
    /**
     * Function name N of cSHAKE (SP 800-185 section 3.4).
     */
    const uint8_t *function_name;
    /**
     * Its length.
     */
    size_t function_name_len;
    /**
     * Length of the output or tag, where it has to be known before: KMAC, TupleHash, ParallelHash, BLAKE2, Skein,
     * and the codes whose tag may be shortened.
     */
    size_t output_len;
    /**
     * Block size B of ParallelHash (SP 800-185 section 6); by default 8192.
     */
    size_t block_len;
    /**
     * Domain separation byte of TurboSHAKE, 0x01 to 0x7f (RFC 9861 section 2); by default 0x1f. As long as the
     * other members, so that the structure has no padding at its end, where a later member would be overlooked.
     */
    size_t domain;
    /**
     * Key of an algorithm of the kind ASTRAGAL_KEYED_XOF, and of BLAKE2 and Skein as hash functions. Non-NULL with
     * length 0 is the empty key, NULL is none.
     */
    const uint8_t *key;
    /**
     * Its length.
     */
    size_t key_len;
    /**
     * Salt of BLAKE (16 bytes, or 32 of BLAKE-384 and BLAKE-512) and of BLAKE2 (at most 16, or 8 of BLAKE2s).
     */
    const uint8_t *salt;
    /**
     * Its length.
     */
    size_t salt_len;
    /**
     * Personalization of Skein, and of BLAKE2 (at most 16 bytes, or 8 of BLAKE2s).
     */
    const uint8_t *personal;
    /**
     * Its length.
     */
    size_t personal_len;
    /**
     * Skein's public key, that the digest's signature is verified with.
     */
    const uint8_t *public_key;
    /**
     * Its length.
     */
    size_t public_key_len;
    /**
     * Skein's key identifier, of the key to derive.
     */
    const uint8_t *key_id;
    /**
     * Its length.
     */
    size_t key_id_len;
    /**
     * Skein's nonce.
     */
    const uint8_t *nonce;
    /**
     * Its length.
     */
    size_t nonce_len;
    /**
     * Slot in a tree of BLAKE2; NULL for no tree.
     */
    const astragal_tree_node *node;
} astragal_params;

/**
 * Parameters of key derivation. Set `size` and what the function takes; what is 0 or NULL is not given. In C:
 * `astragal_kdf_params params = {.size = sizeof params, .salt = s, .salt_len = n, .t = 3, .m = 65536, .p = 1};`
 *
 * Argon2 needs salt, m, t and p, and takes secret, associated_data and version; scrypt needs salt, n, r and p;
 * PBKDF2 salt and iterations; HKDF takes salt and info; KBKDF label and info. A parameter that the function
 * lacks or does not take is an error.
 */
typedef struct {
    /**
     * sizeof(astragal_kdf_params): tells the library which members your header knew.
     */
    size_t size;
    /**
     * The salt. Non-NULL with length 0 is the empty salt, NULL is none.
     */
    const uint8_t *salt;
    /**
     * Its length in bytes.
     */
    size_t salt_len;
    /**
     * HKDF's info; KBKDF's context.
     */
    const uint8_t *info;
    /**
     * Its length in bytes.
     */
    size_t info_len;
    /**
     * KBKDF's label.
     */
    const uint8_t *label;
    /**
     * Its length in bytes.
     */
    size_t label_len;
    /**
     * Argon2's secret K ("pepper").
     */
    const uint8_t *secret;
    /**
     * Its length in bytes.
     */
    size_t secret_len;
    /**
     * Argon2's associated data X.
     */
    const uint8_t *associated_data;
    /**
     * Its length in bytes.
     */
    size_t associated_data_len;
    /**
     * Called some times a second with the work done so far, on the calling thread; if it returns anything but 0
     * the derivation is cancelled. May be NULL.
     */
    int (*progress)(void *context, uint64_t done, uint64_t total);
    /**
     * What `progress` is given.
     */
    void *progress_context;
    /**
     * scrypt's cost N, a power of two.
     */
    uint64_t n;
    /**
     * The most memory in bytes that Argon2 or scrypt may take; 0 sets no limit.
     */
    uint64_t memory_limit;
    /**
     * PBKDF2's iterations.
     */
    uint32_t iterations;
    /**
     * scrypt's block size r.
     */
    uint32_t r;
    /**
     * scrypt's parallelization, Argon2's lanes.
     */
    uint32_t p;
    /**
     * Argon2's memory in KiB.
     */
    uint32_t m;
    /**
     * Argon2's passes.
     */
    uint32_t t;
    /**
     * Argon2's version, 16 or 19; by default 19.
     */
    uint32_t version;
    /**
     * Not 0: Argon2 takes a salt of less than 8 bytes, too.
     */
    uint16_t allow_short_salt;
    /**
     * Not 0: Argon2's and scrypt's lanes run on the calling thread alone, not on several cores.
     */
    uint16_t one_thread;
    /**
     * The steps of HKDF to take: 0 for both, ASTRAGAL_HKDF_EXTRACT or ASTRAGAL_HKDF_EXPAND.
     */
    uint32_t hkdf_step;
} astragal_kdf_params;

/**
 * Limits on the costs that a stored string may ask for. In C:
 * `astragal_password_policy policy = {.size = sizeof policy, .memory_limit = 1 << 30, .steps = 1 << 24};`
 */
typedef struct {
    /**
     * sizeof(astragal_password_policy): tells the library which members your header knew.
     */
    size_t size;
    /**
     * Largest amount of memory in bytes.
     */
    uint64_t memory_limit;
    /**
     * Largest number of steps: m * t of Argon2, n * r * p of scrypt, iterations of PBKDF2. A step takes about
     * one microsecond.
     */
    uint64_t steps;
} astragal_password_policy;

/**
 * State of SHA3-224 (FIPS 202 section 6.1) in memory of the caller's. It holds no address: copy it by assignment.
 * A digest ends a message and begins the next. astragal_wipe() wipes a state that is not needed any more.
 */
typedef struct ASTRAGAL_ALIGNED(16) {
    /**
     * Opaque.
     */
    uint64_t words[40];
} astragal_sha3_224_state;

/**
 * State of SHA3-256 (FIPS 202 section 6.1) in memory of the caller's. It holds no address: copy it by assignment.
 * A digest ends a message and begins the next. astragal_wipe() wipes a state that is not needed any more.
 */
typedef struct ASTRAGAL_ALIGNED(16) {
    /**
     * Opaque.
     */
    uint64_t words[40];
} astragal_sha3_256_state;

/**
 * State of SHA3-384 (FIPS 202 section 6.1) in memory of the caller's. It holds no address: copy it by assignment.
 * A digest ends a message and begins the next. astragal_wipe() wipes a state that is not needed any more.
 */
typedef struct ASTRAGAL_ALIGNED(16) {
    /**
     * Opaque.
     */
    uint64_t words[40];
} astragal_sha3_384_state;

/**
 * State of SHA3-512 (FIPS 202 section 6.1) in memory of the caller's. It holds no address: copy it by assignment.
 * A digest ends a message and begins the next. astragal_wipe() wipes a state that is not needed any more.
 */
typedef struct ASTRAGAL_ALIGNED(16) {
    /**
     * Opaque.
     */
    uint64_t words[40];
} astragal_sha3_512_state;

/**
 * State of Keccak-256, as Ethereum has it in memory of the caller's. It holds no address: copy it by assignment.
 * A digest ends a message and begins the next. astragal_wipe() wipes a state that is not needed any more.
 */
typedef struct ASTRAGAL_ALIGNED(16) {
    /**
     * Opaque.
     */
    uint64_t words[40];
} astragal_keccak_256_state;

/**
 * State of SHA-224 (FIPS 180-4 section 6.3) in memory of the caller's. It holds no address: copy it by assignment.
 * A digest ends a message and begins the next. astragal_wipe() wipes a state that is not needed any more.
 */
typedef struct ASTRAGAL_ALIGNED(16) {
    /**
     * Opaque.
     */
    uint64_t words[24];
} astragal_sha224_state;

/**
 * State of SHA-256 (FIPS 180-4 section 6.2) in memory of the caller's. It holds no address: copy it by assignment.
 * A digest ends a message and begins the next. astragal_wipe() wipes a state that is not needed any more.
 */
typedef struct ASTRAGAL_ALIGNED(16) {
    /**
     * Opaque.
     */
    uint64_t words[24];
} astragal_sha256_state;

/**
 * State of SHA-384 (FIPS 180-4 section 6.5) in memory of the caller's. It holds no address: copy it by assignment.
 * A digest ends a message and begins the next. astragal_wipe() wipes a state that is not needed any more.
 */
typedef struct ASTRAGAL_ALIGNED(16) {
    /**
     * Opaque.
     */
    uint64_t words[40];
} astragal_sha384_state;

/**
 * State of SHA-512 (FIPS 180-4 section 6.4) in memory of the caller's. It holds no address: copy it by assignment.
 * A digest ends a message and begins the next. astragal_wipe() wipes a state that is not needed any more.
 */
typedef struct ASTRAGAL_ALIGNED(16) {
    /**
     * Opaque.
     */
    uint64_t words[40];
} astragal_sha512_state;

/**
 * State of SM3 (GB/T 32905) in memory of the caller's. It holds no address: copy it by assignment.
 * A digest ends a message and begins the next. astragal_wipe() wipes a state that is not needed any more.
 */
typedef struct ASTRAGAL_ALIGNED(16) {
    /**
     * Opaque.
     */
    uint64_t words[24];
} astragal_sm3_state;

/**
 * State of BLAKE2b-512 (RFC 7693) in memory of the caller's. It holds no address: copy it by assignment.
 * A digest ends a message and begins the next. astragal_wipe() wipes a state that is not needed any more.
 */
typedef struct ASTRAGAL_ALIGNED(16) {
    /**
     * Opaque.
     */
    uint64_t words[40];
} astragal_blake2b_512_state;

/**
 * State of BLAKE2s-256 (RFC 7693) in memory of the caller's. It holds no address: copy it by assignment.
 * A digest ends a message and begins the next. astragal_wipe() wipes a state that is not needed any more.
 */
typedef struct ASTRAGAL_ALIGNED(16) {
    /**
     * Opaque.
     */
    uint64_t words[28];
} astragal_blake2s_256_state;

/**
 * State of BLAKE3 in memory of the caller's. It holds no address: copy it by assignment.
 * A digest ends a message and begins the next. astragal_wipe() wipes a state that is not needed any more.
 */
typedef struct ASTRAGAL_ALIGNED(16) {
    /**
     * Opaque.
     */
    uint64_t words[256];
} astragal_blake3_state;

/**
 * State of Ascon-Hash256 (SP 800-232 section 5.1) in memory of the caller's. It holds no address: copy it by assignment.
 * A digest ends a message and begins the next. astragal_wipe() wipes a state that is not needed any more.
 */
typedef struct ASTRAGAL_ALIGNED(16) {
    /**
     * Opaque.
     */
    uint64_t words[16];
} astragal_ascon_hash256_state;

/**
 * State of SHAKE128 (FIPS 202 section 6.2) in memory of the caller's. It holds no address: copy it by assignment.
 * The first squeeze ends the message. astragal_wipe() wipes a state that is not needed any more.
 */
typedef struct ASTRAGAL_ALIGNED(16) {
    /**
     * Opaque.
     */
    uint64_t words[40];
} astragal_shake128_state;

/**
 * State of SHAKE256 (FIPS 202 section 6.2) in memory of the caller's. It holds no address: copy it by assignment.
 * The first squeeze ends the message. astragal_wipe() wipes a state that is not needed any more.
 */
typedef struct ASTRAGAL_ALIGNED(16) {
    /**
     * Opaque.
     */
    uint64_t words[40];
} astragal_shake256_state;

/**
 * State of TurboSHAKE128 (RFC 9861 section 2) in memory of the caller's. It holds no address: copy it by assignment.
 * The first squeeze ends the message. astragal_wipe() wipes a state that is not needed any more.
 */
typedef struct ASTRAGAL_ALIGNED(16) {
    /**
     * Opaque.
     */
    uint64_t words[40];
} astragal_turboshake128_state;

/**
 * State of TurboSHAKE256 (RFC 9861 section 2) in memory of the caller's. It holds no address: copy it by assignment.
 * The first squeeze ends the message. astragal_wipe() wipes a state that is not needed any more.
 */
typedef struct ASTRAGAL_ALIGNED(16) {
    /**
     * Opaque.
     */
    uint64_t words[40];
} astragal_turboshake256_state;

/**
 * State of cSHAKE128 (SP 800-185 section 3) in memory of the caller's. It holds no address: copy it by assignment.
 * The first squeeze ends the message. astragal_wipe() wipes a state that is not needed any more.
 */
typedef struct ASTRAGAL_ALIGNED(16) {
    /**
     * Opaque.
     */
    uint64_t words[64];
} astragal_cshake128_state;

/**
 * State of cSHAKE256 (SP 800-185 section 3) in memory of the caller's. It holds no address: copy it by assignment.
 * The first squeeze ends the message. astragal_wipe() wipes a state that is not needed any more.
 */
typedef struct ASTRAGAL_ALIGNED(16) {
    /**
     * Opaque.
     */
    uint64_t words[64];
} astragal_cshake256_state;

/**
 * State of Ascon-XOF128 (SP 800-232 section 5.2) in memory of the caller's. It holds no address: copy it by assignment.
 * The first squeeze ends the message. astragal_wipe() wipes a state that is not needed any more.
 */
typedef struct ASTRAGAL_ALIGNED(16) {
    /**
     * Opaque.
     */
    uint64_t words[16];
} astragal_ascon_xof128_state;

/**
 * State of KMACXOF128 (SP 800-185 section 4.3.1) in memory of the caller's. It holds no address: copy it by assignment.
 * The first squeeze ends the message. astragal_wipe() wipes a state that is not needed any more.
 */
typedef struct ASTRAGAL_ALIGNED(16) {
    /**
     * Opaque.
     */
    uint64_t words[64];
} astragal_kmacxof128_state;

/**
 * State of KMACXOF256 (SP 800-185 section 4.3.1) in memory of the caller's. It holds no address: copy it by assignment.
 * The first squeeze ends the message. astragal_wipe() wipes a state that is not needed any more.
 */
typedef struct ASTRAGAL_ALIGNED(16) {
    /**
     * Opaque.
     */
    uint64_t words[64];
} astragal_kmacxof256_state;

/**
 * State of HMAC-SHA3-224 (FIPS 198-1) in memory of the caller's. It holds no address: copy it by assignment.
 * The tag wipes it: copy a state with a key for each message, and wipe that in the end; astragal_wipe() wipes a state
 * that is not needed any more.
 */
typedef struct ASTRAGAL_ALIGNED(16) {
    /**
     * Opaque.
     */
    uint64_t words[64];
} astragal_hmac_sha3_224_state;

/**
 * State of HMAC-SHA3-256 (FIPS 198-1) in memory of the caller's. It holds no address: copy it by assignment.
 * The tag wipes it: copy a state with a key for each message, and wipe that in the end; astragal_wipe() wipes a state
 * that is not needed any more.
 */
typedef struct ASTRAGAL_ALIGNED(16) {
    /**
     * Opaque.
     */
    uint64_t words[64];
} astragal_hmac_sha3_256_state;

/**
 * State of HMAC-SHA3-384 (FIPS 198-1) in memory of the caller's. It holds no address: copy it by assignment.
 * The tag wipes it: copy a state with a key for each message, and wipe that in the end; astragal_wipe() wipes a state
 * that is not needed any more.
 */
typedef struct ASTRAGAL_ALIGNED(16) {
    /**
     * Opaque.
     */
    uint64_t words[64];
} astragal_hmac_sha3_384_state;

/**
 * State of HMAC-SHA3-512 (FIPS 198-1) in memory of the caller's. It holds no address: copy it by assignment.
 * The tag wipes it: copy a state with a key for each message, and wipe that in the end; astragal_wipe() wipes a state
 * that is not needed any more.
 */
typedef struct ASTRAGAL_ALIGNED(16) {
    /**
     * Opaque.
     */
    uint64_t words[64];
} astragal_hmac_sha3_512_state;

/**
 * State of HMAC-SHA-256 (FIPS 198-1) in memory of the caller's. It holds no address: copy it by assignment.
 * The tag wipes it: copy a state with a key for each message, and wipe that in the end; astragal_wipe() wipes a state
 * that is not needed any more.
 */
typedef struct ASTRAGAL_ALIGNED(16) {
    /**
     * Opaque.
     */
    uint64_t words[40];
} astragal_hmac_sha256_state;

/**
 * State of HMAC-SHA-384 (FIPS 198-1) in memory of the caller's. It holds no address: copy it by assignment.
 * The tag wipes it: copy a state with a key for each message, and wipe that in the end; astragal_wipe() wipes a state
 * that is not needed any more.
 */
typedef struct ASTRAGAL_ALIGNED(16) {
    /**
     * Opaque.
     */
    uint64_t words[64];
} astragal_hmac_sha384_state;

/**
 * State of HMAC-SHA-512 (FIPS 198-1) in memory of the caller's. It holds no address: copy it by assignment.
 * The tag wipes it: copy a state with a key for each message, and wipe that in the end; astragal_wipe() wipes a state
 * that is not needed any more.
 */
typedef struct ASTRAGAL_ALIGNED(16) {
    /**
     * Opaque.
     */
    uint64_t words[64];
} astragal_hmac_sha512_state;

/**
 * State of KMAC128 (SP 800-185 section 4) in memory of the caller's. It holds no address: copy it by assignment.
 * The tag wipes it: copy a state with a key for each message, and wipe that in the end; astragal_wipe() wipes a state
 * that is not needed any more.
 */
typedef struct ASTRAGAL_ALIGNED(16) {
    /**
     * Opaque.
     */
    uint64_t words[64];
} astragal_kmac128_state;

/**
 * State of KMAC256 (SP 800-185 section 4) in memory of the caller's. It holds no address: copy it by assignment.
 * The tag wipes it: copy a state with a key for each message, and wipe that in the end; astragal_wipe() wipes a state
 * that is not needed any more.
 */
typedef struct ASTRAGAL_ALIGNED(16) {
    /**
     * Opaque.
     */
    uint64_t words[64];
} astragal_kmac256_state;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * What a code means, in a few words; never NULL. astragal_last_error() tells more.
 *
 * @param code a result of any function.
 */
ASTRAGAL_EXPORT const char *astragal_strerror(int code);

/**
 * The version of the library at run time, as ASTRAGAL_VERSION: 0x00MMmmpp for major, minor and patch.
 * Versions with the same major number, and 0.x with the same x, are compatible.
 */
ASTRAGAL_EXPORT uint32_t astragal_version(void);

/**
 * The same for people, as "0.2.0".
 */
ASTRAGAL_EXPORT const char *astragal_version_string(void);

/**
 * What went wrong in the last call of this thread that failed, in UTF-8: what was given and what is allowed.
 * "" when none has failed; a good call leaves it as it is. Valid until the next call of this thread fails.
 */
ASTRAGAL_EXPORT const char *astragal_last_error(void);

/**
 * Caps the instruction sets that the whole process uses: "portable", or "ssse3", "avx2", "vaes", "gfni" and "avx512"
 * on x86-64, or "neon" and "arm-sha3" on aarch64. Results never depend on it; for tests. Objects
 * made before keep to what they have chosen; astragal_alg_backend() tells what those made afterwards choose.
 *
 * @param level the name of a level, or NULL.
 * @return ASTRAGAL_ERR_PARAMETER if there is no such level; ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that
 * must not be.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_cpu_limit(const char *level);

/**
 * Compares two byte strings of the same length in constant time.
 *
 * @param a the one.
 * @param b the other.
 * @param len the length of `b` in bytes.
 * @return ASTRAGAL_OK if they are equal, ASTRAGAL_INVALID if they differ; ASTRAGAL_ERR_NULL if a pointer is NULL that
 * must not be; ASTRAGAL_ERR_LENGTH for a length that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_verify(const void *a, const void *b, size_t len);

/**
 * Erases memory, as that of a key which is not needed any more. No compiler leaves it out. NULL is ignored.
 *
 * @param memory memory of the caller's.
 * @param len the length of `memory` in bytes.
 */
ASTRAGAL_EXPORT void astragal_wipe(void *memory, size_t len);

/**
 * Writes bytes in lower-case hexadecimal, two digits each, and a NUL behind them. Takes the same time whatever
 * the bytes are.
 *
 * @param bytes the bytes.
 * @param len the length of `bytes` in bytes.
 * @param text receives the digits; may begin where `bytes` begins, and shares no byte with it otherwise.
 * @param text_len the size of `text`: at least 2 * len + 1.
 * @return ASTRAGAL_ERR_LENGTH if that is too little, ASTRAGAL_ERR_OVERLAP if the two overlap otherwise; ASTRAGAL_OK;
 * ASTRAGAL_ERR_NULL if a pointer is NULL that must not be.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hex(const void *bytes,
                 size_t len,
                 char *text,
                 size_t text_len);

/**
 * Reads hexadecimal, in lower or upper case and nothing else. Takes the same time whatever the digits are.
 *
 * @param text of `text_len` digits; a NUL behind them is not read.
 * @param text_len the length of `text` in bytes.
 * @param bytes receives the bytes; may begin where `text` begins, and shares no byte with it otherwise.
 * @param len the number of bytes: half the number of digits.
 * @return ASTRAGAL_ERR_LENGTH if it is not, ASTRAGAL_ERR_OVERLAP if the two overlap otherwise, ASTRAGAL_ERR_PARAMETER
 * for a character that is not a digit: `bytes` is zeroed then; ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL
 * that must not be.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_unhex(const char *text,
                   size_t text_len,
                   uint8_t *bytes,
                   size_t len);

/**
 * Sets where the objects of *_new and *_copy lie from now on, in all threads; NULL goes back to the heap. Each object
 * goes back to where it came from. Objects and all of their keys are one piece of memory each; the memory that key
 * derivation works in, lists of many messages, the tables behind astragal_find() and threads stay on the heap.
 *
 * @param allocator NULL, or a structure that stays where it is, unchanged, as long as there are objects made by it.
 * @return ASTRAGAL_ERR_NULL if a function is missing, ASTRAGAL_ERR_PARAMETER if the size is not one that is known;
 * ASTRAGAL_OK.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_set_allocator(const astragal_allocator *allocator);

/**
 * Sets the threads on which everything that uses all cores works from now on, in all threads: the functions whose name
 * ends with _parallel, and Argon2 with several lanes. NULL goes back to the library's own threads, which are started
 * when they are first needed. Outputs never depend on it.
 *
 * The executor's function is called by whatever thread calls such a function with enough to do, which are some 256 KiB,
 * and so by several at once where several hash at once; never by its own tasks. It cannot fail, and must not be left by
 * an exception or longjmp(). A task does not return before the work is done, and needs 256 KiB of stack. A process that
 * forks takes no threads along: the child has one core, and never calls the function, until it sets an executor or NULL.
 *
 * The library built without the standard library uses one core, and never calls it.
 *
 * @param executor NULL, or a structure that is copied; what its context points to stays as long as it is set and calls
 * that began with it run.
 * @return ASTRAGAL_ERR_NULL if the function is missing, ASTRAGAL_ERR_PARAMETER if the size is not one that is known,
 * or the number of threads is not one of those allowed; ASTRAGAL_OK.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_set_executor(const astragal_executor *executor);

/**
 * The handle of an algorithm, by its name or an alias; case is ignored, and '/' and '_' are read as '-'.
 * Takes no lock; keep the handle where a search for each message would count.
 *
 * @param kind ASTRAGAL_HASH, ASTRAGAL_XOF, ASTRAGAL_MAC, ASTRAGAL_AEAD, ASTRAGAL_CIPHER, ASTRAGAL_MODE,
 * ASTRAGAL_KDF or ASTRAGAL_KEYED_XOF.
 * @param name as "sha3-256" or "Skein512/256", "aes-128-gcm", "cmac-sm4", "camellia-256-ctr", "hkdf-sha256".
 * @return NULL if there is none; astragal_last_error() names the nearest ones, also after a call that was given this
 * NULL and failed with ASTRAGAL_ERR_NULL.
 */
ASTRAGAL_EXPORT
const astragal_alg *astragal_find(int kind,
                                           const char *name);

/**
 * The number of algorithms of a kind; 0 if there is no such kind.
 *
 * @param kind ASTRAGAL_HASH or one of the others.
 */
ASTRAGAL_EXPORT size_t astragal_alg_count(int kind);

/**
 * The algorithm number `index` of a kind, from 0; NULL past the end.
 *
 * @param kind ASTRAGAL_HASH or one of the others.
 * @param index a number, from 0.
 */
ASTRAGAL_EXPORT const astragal_alg *astragal_alg_at(int kind, size_t index);

/**
 * The kind of the algorithm.
 *
 * @param alg a handle from astragal_find() or astragal_alg_at().
 * @return ASTRAGAL_HASH or one of the other kinds; 0 if it is not an algorithm.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_alg_kind(const astragal_alg *alg);

/**
 * The canonical name, as "sha3-256"; NULL if it is no algorithm.
 *
 * @param alg a handle from astragal_find() or astragal_alg_at().
 */
ASTRAGAL_EXPORT const char *astragal_alg_name(const astragal_alg *alg);

/**
 * Alias number `index`, from 0; NULL past the end.
 *
 * @param alg a handle from astragal_find() or astragal_alg_at().
 * @param index a number, from 0.
 */
ASTRAGAL_EXPORT const char *astragal_alg_alias(const astragal_alg *alg, size_t index);

/**
 * The family's name, as "keccak"; NULL if it is no algorithm.
 *
 * @param alg a handle from astragal_find() or astragal_alg_at().
 */
ASTRAGAL_EXPORT const char *astragal_alg_family(const astragal_alg *alg);

/**
 * The standard and section that define it, in UTF-8, as "FIPS 202 §6.1"; NULL if it is no algorithm.
 *
 * @param alg a handle from astragal_find() or astragal_alg_at().
 */
ASTRAGAL_EXPORT const char *astragal_alg_standard(const astragal_alg *alg);

/**
 * The name of the code that runs it on this machine, under the cap of astragal_cpu_limit() if there is one:
 * "portable", "avx2", "avx512" and so on; NULL if it is no algorithm.
 *
 * @param alg a handle from astragal_find() or astragal_alg_at().
 */
ASTRAGAL_EXPORT const char *astragal_alg_backend(const astragal_alg *alg);

/**
 * A property of the algorithm as a number.
 *
 * @param alg a handle from astragal_find() or astragal_alg_at().
 * @param what ASTRAGAL_OUTPUT_LEN, ASTRAGAL_BLOCK_LEN, ASTRAGAL_KEY_LEN_MIN, ASTRAGAL_KEY_LEN_MAX,
 * ASTRAGAL_NONCE_LEN, ASTRAGAL_TWEAK_LEN, ASTRAGAL_TIMING or ASTRAGAL_STATUS.
 * @param out receives the result.
 * @return ASTRAGAL_ERR_PARAMETER if the algorithm has no such property; ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer
 * is NULL that must not be; ASTRAGAL_ERR_ALGORITHM if `alg` is not a handle, or one of another kind.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_alg_get(const astragal_alg *alg, int what, size_t *out);

/**
 * The bytes of memory that astragal_hash_init_at() needs, wherever that begins; 0 if it is no hash function.
 *
 * @param alg a handle from astragal_find() or astragal_alg_at().
 */
ASTRAGAL_EXPORT size_t astragal_hash_sizeof(const astragal_alg *alg);

/**
 * A new object with an empty message, on the heap.
 *
 * @param out receives the object, or NULL after an error.
 * @param alg a handle from astragal_find() or astragal_alg_at().
 * @param params NULL, or what the hash function takes: a salt, a key and so on, and the digest's length as output_len.
 * @return ASTRAGAL_ERR_PARAMETER or ASTRAGAL_ERR_LENGTH for a parameter that it does not take; ASTRAGAL_OK;
 * ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_ALGORITHM if `alg` is not a handle, or one of
 * another kind; ASTRAGAL_ERR_MEMORY if there is no memory.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hash_new(astragal_hash **out,
                      const astragal_alg *alg,
                      const astragal_params *params);

/**
 * A new object in the caller's memory of astragal_hash_sizeof() bytes, aligned or not. Allocates
 * nothing. The memory must not be moved, and must outlive the object; astragal_hash_free() wipes it.
 *
 * @param out receives the object, which lies in the memory, or NULL after an error.
 * @param memory memory of the caller's.
 * @param memory_len the length of `memory` in bytes.
 * @param alg a handle from astragal_find() or astragal_alg_at().
 * @param params NULL, or what the algorithm takes.
 * @return ASTRAGAL_ERR_LENGTH if the memory is too small; ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that
 * must not be; ASTRAGAL_ERR_ALGORITHM if `alg` is not a handle, or one of another kind.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hash_init_at(astragal_hash **out,
                          void *memory,
                          size_t memory_len,
                          const astragal_alg *alg,
                          const astragal_params *params);

/**
 * Appends a piece, of any length, to the message.
 *
 * @param hash the object.
 * @param data the piece.
 * @param len the length of `data` in bytes.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `hash` is not
 * a live astragal_hash; ASTRAGAL_ERR_LENGTH for a length that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_hash_update(astragal_hash *hash, const void *data, size_t len);

/**
 * astragal_hash_update() on all cores, where the hash is a tree (BLAKE3) and the piece is long. Starts threads
 * that stay for the next call; the other functions never do.
 *
 * @param hash the object.
 * @param data the piece.
 * @param len the length of `data` in bytes.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `hash` is not
 * a live astragal_hash; ASTRAGAL_ERR_LENGTH for a length that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hash_update_parallel(astragal_hash *hash,
                                  const void *data,
                                  size_t len);

/**
 * Gives the digest of the message, and goes back to the empty message.
 *
 * @param hash the object.
 * @param out receives the result.
 * @param out_len must be the digest's length, astragal_hash_digest_len(): without parameters ASTRAGAL_OUTPUT_LEN of
 * the algorithm.
 * @return ASTRAGAL_ERR_LENGTH if it is another; the message is kept then; ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer
 * is NULL that must not be; ASTRAGAL_ERR_OBJECT if `hash` is not a live astragal_hash.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hash_final(astragal_hash *hash,
                        uint8_t *out,
                        size_t out_len);

/**
 * The digest's length; 0 if the object is none.
 *
 * @param hash the object.
 */
ASTRAGAL_EXPORT size_t astragal_hash_digest_len(const astragal_hash *hash);

/**
 * Goes back to the empty message.
 *
 * @param hash the object.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `hash` is not
 * a live astragal_hash.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_hash_reset(astragal_hash *hash);

/**
 * Gives the state as bytes, from which astragal_hash_import() goes on, in another process or on another machine. They
 * are the same from every backend and byte order. A checksum tells damage, not malice, and the bytes tell
 * the end of the message.
 *
 * @param hash the object.
 * @param out receives the result.
 * @param out_len the room at `out`; receives the state's length, about 100 to 2000 bytes.
 * @return ASTRAGAL_ERR_LENGTH if there is less room than that; ASTRAGAL_ERR_STATE if the hash has a key; ASTRAGAL_OK;
 * ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `hash` is not a live astragal_hash.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hash_export(const astragal_hash *hash,
                         uint8_t *out,
                         size_t *out_len);

/**
 * Puts a hash, whatever its message, into the state that was exported from one of the same algorithm.
 *
 * @param hash the object.
 * @param state the state.
 * @param len the length of `state` in bytes.
 * @return ASTRAGAL_ERR_PARAMETER if the state is damaged, or of another algorithm or version; nothing changes then;
 * ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `hash` is not a live
 * astragal_hash; ASTRAGAL_ERR_LENGTH for a length that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hash_import(astragal_hash *hash,
                         const void *state,
                         size_t len);

/**
 * The digest of a whole message. Allocates nothing.
 *
 * @param alg a handle from astragal_find() or astragal_alg_at().
 * @param msg the message.
 * @param len the length of `msg` in bytes.
 * @param out may lie where the message lies.
 * @param out_len must be the digest's length, ASTRAGAL_OUTPUT_LEN of the algorithm.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_ALGORITHM if `alg` is
 * not a handle, or one of another kind; ASTRAGAL_ERR_LENGTH for a length that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hash_once(const astragal_alg *alg,
                       const void *msg,
                       size_t len,
                       uint8_t *out,
                       size_t out_len);

/**
 * The digests of many messages, several at once where the family can.
 *
 * @param alg a handle from astragal_find() or astragal_alg_at().
 * @param msgs the messages' addresses, n of them.
 * @param lens their lengths.
 * @param n how many there are.
 * @param out receives n digests, one behind the other; shares no byte with a message.
 * @param out_len must be n times the digest's length.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_ALGORITHM if `alg` is
 * not a handle, or one of another kind; ASTRAGAL_ERR_LENGTH for a length that is not taken; ASTRAGAL_ERR_MEMORY if
 * there is no memory; ASTRAGAL_ERR_OVERLAP if buffers overlap that must not.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hash_many(const astragal_alg *alg,
                       const uint8_t *const *msgs,
                       const size_t *lens,
                       size_t n,
                       uint8_t *out,
                       size_t out_len);

/**
 * A copy on the heap, with the same message so far.
 *
 * @param out receives the result.
 * @param hash the object.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `hash` is not
 * a live astragal_hash; ASTRAGAL_ERR_MEMORY if there is no memory.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_hash_copy(astragal_hash **out, const astragal_hash *hash);

/**
 * A copy in the caller's memory; see astragal_hash_init_at() and astragal_hash_copy().
 *
 * @param out receives the result.
 * @param memory memory of the caller's.
 * @param memory_len the length of `memory` in bytes.
 * @param hash the object.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_LENGTH for a length that
 * is not taken; ASTRAGAL_ERR_OBJECT if `hash` is not a live astragal_hash.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hash_copy_at(astragal_hash **out,
                          void *memory,
                          size_t memory_len,
                          const astragal_hash *hash);

/**
 * The algorithm of the object.
 *
 * @param hash the object.
 * @return NULL if it is not a live object.
 */
ASTRAGAL_EXPORT const astragal_alg *astragal_hash_alg(const astragal_hash *hash);

/**
 * Wipes the object and frees it, wherever it lies. NULL is ignored. What is not a live astragal_hash is left alone;
 * astragal_last_error() says so.
 *
 * @param hash the object.
 */
ASTRAGAL_EXPORT
void astragal_hash_free(astragal_hash *hash);

/**
 * The bytes of memory that astragal_xof_init_at() needs, wherever that begins; 0 if it is no XOF.
 *
 * @param alg a handle from astragal_find() or astragal_alg_at().
 */
ASTRAGAL_EXPORT size_t astragal_xof_sizeof(const astragal_alg *alg);

/**
 * A new object with an empty message, on the heap.
 *
 * @param out receives the object, or NULL after an error.
 * @param alg a handle from astragal_find() or astragal_alg_at().
 * @param params NULL, or what the function takes: TupleHash and ParallelHash need output_len, unless 32 or 64; what is of the
 * kind ASTRAGAL_KEYED_XOF needs a key.
 * @return ASTRAGAL_ERR_PARAMETER for a parameter that the function does not take, or not with this value;
 * ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_ALGORITHM if `alg` is not a
 * handle, or one of another kind; ASTRAGAL_ERR_MEMORY if there is no memory.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_xof_new(astragal_xof **out,
                     const astragal_alg *alg,
                     const astragal_params *params);

/**
 * A new object in the caller's memory of astragal_xof_sizeof() bytes, aligned or not. Allocates
 * nothing, but for a customization string of KT128 and KT256. The memory must not be moved, and must outlive
 * the object; astragal_xof_free() wipes it.
 *
 * @param out receives the object, which lies in the memory, or NULL after an error.
 * @param memory memory of the caller's.
 * @param memory_len the length of `memory` in bytes.
 * @param alg a handle from astragal_find() or astragal_alg_at().
 * @param params NULL, or what the algorithm takes.
 * @return ASTRAGAL_ERR_LENGTH if the memory is too small; ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that
 * must not be; ASTRAGAL_ERR_ALGORITHM if `alg` is not a handle, or one of another kind.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_xof_init_at(astragal_xof **out,
                         void *memory,
                         size_t memory_len,
                         const astragal_alg *alg,
                         const astragal_params *params);

/**
 * Appends a piece, of any length, to the message; with TupleHash, to the element announced before.
 *
 * @param xof the object.
 * @param data the piece.
 * @param len the length of `data` in bytes.
 * @return ASTRAGAL_ERR_STATE after the first squeeze, or for more than was announced; ASTRAGAL_OK; ASTRAGAL_ERR_NULL
 * if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `xof` is not a live astragal_xof; ASTRAGAL_ERR_LENGTH
 * for a length that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_xof_absorb(astragal_xof *xof, const void *data, size_t len);

/**
 * astragal_xof_absorb() on all cores, where the function is a tree (KT128, KT256, ParallelHash, BLAKE3) and the
 * piece is long. Starts threads that stay for the next call; the other functions never do.
 *
 * @param xof the object.
 * @param data the piece.
 * @param len the length of `data` in bytes.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `xof` is not a
 * live astragal_xof; ASTRAGAL_ERR_LENGTH for a length that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_xof_absorb_parallel(astragal_xof *xof,
                                 const void *data,
                                 size_t len);

/**
 * Announces the next element of a tuple, of `len` bytes, which astragal_xof_absorb() then brings.
 *
 * @param xof the object.
 * @param len the number of bytes.
 * @return ASTRAGAL_ERR_STATE if it is not TupleHash, after the first squeeze, or if the element before lacks bytes;
 * ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `xof` is not a live
 * astragal_xof.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_xof_begin_item(astragal_xof *xof, uint64_t len);

/**
 * Gives the next bytes of output. Any number of calls, of any lengths.
 *
 * @param xof the object.
 * @param out receives the result.
 * @param out_len the length of `out` in bytes.
 * @return ASTRAGAL_ERR_STATE if an output of chosen length has been given whole; ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a
 * pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `xof` is not a live astragal_xof; ASTRAGAL_ERR_LENGTH for
 * a length that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_xof_squeeze(astragal_xof *xof, uint8_t *out, size_t out_len);

/**
 * Passes over the next bytes of output: at no cost where the function can seek (BLAKE3).
 *
 * @param xof the object.
 * @param len the number of bytes.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `xof` is not a
 * live astragal_xof.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_xof_skip(astragal_xof *xof, uint64_t len);

/**
 * Goes back to the empty message, the parameters kept.
 *
 * @param xof the object.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `xof` is not a
 * live astragal_xof.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_xof_reset(astragal_xof *xof);

/**
 * Gives the state as bytes, with its parameters, absorbing or squeezed: see astragal_hash_export().
 *
 * @param xof the object.
 * @param out receives the result.
 * @param out_len the room at `out`; receives the state's length, some hundred bytes to some thousand, and a
 * customization string of KT128 or KT256 besides.
 * @return ASTRAGAL_ERR_LENGTH if there is less room than that; ASTRAGAL_ERR_STATE if the state holds what keys are
 * derived from (BLAKE3 with a context): see astragal_xof_export_with_key(); ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a
 * pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `xof` is not a live astragal_xof.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_xof_export(const astragal_xof *xof,
                        uint8_t *out,
                        size_t *out_len);

/**
 * Puts a function, whatever its parameters, into the state that was exported from one of the same algorithm.
 *
 * @param xof the object.
 * @param state the state.
 * @param len the length of `state` in bytes.
 * @return ASTRAGAL_ERR_PARAMETER if the state is damaged, of another algorithm or version, or holds a key; nothing
 * changes then; ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `xof` is
 * not a live astragal_xof; ASTRAGAL_ERR_LENGTH for a length that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_xof_import(astragal_xof *xof,
                        const void *state,
                        size_t len);

/**
 * astragal_xof_export(), also of a state that holds what keys are derived from. Keep it as secret as those, and wipe it
 * by astragal_wipe().
 *
 * @param xof the object.
 * @param out receives the result.
 * @param out_len the length of `out` in bytes.
 * @return ASTRAGAL_ERR_LENGTH if there is less room than that; ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL
 * that must not be; ASTRAGAL_ERR_OBJECT if `xof` is not a live astragal_xof.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_xof_export_with_key(const astragal_xof *xof,
                                 uint8_t *out,
                                 size_t *out_len);

/**
 * astragal_xof_import(), also of a state that holds what keys are derived from.
 *
 * @param xof the object.
 * @param state the state.
 * @param len the length of `state` in bytes.
 * @return ASTRAGAL_ERR_PARAMETER if the state is damaged, or of another algorithm or version; nothing changes then;
 * ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `xof` is not a live
 * astragal_xof; ASTRAGAL_ERR_LENGTH for a length that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_xof_import_with_key(astragal_xof *xof,
                                 const void *state,
                                 size_t len);

/**
 * The output for a whole message; with TupleHash, for a tuple of this one element.
 *
 * @param alg a handle from astragal_find() or astragal_alg_at().
 * @param params NULL, or what the function takes; output_len in it is ignored, out_len counts.
 * @param msg the message.
 * @param len the length of `msg` in bytes.
 * @param out may lie where the message lies; where they share no byte is quicker.
 * @param out_len the length of `out` in bytes.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_ALGORITHM if `alg` is
 * not a handle, or one of another kind; ASTRAGAL_ERR_LENGTH for a length that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_xof_once(const astragal_alg *alg,
                      const astragal_params *params,
                      const void *msg,
                      size_t len,
                      uint8_t *out,
                      size_t out_len);

/**
 * A copy on the heap, with the same message or the same output so far.
 *
 * @param out receives the result.
 * @param xof the object.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `xof` is not a
 * live astragal_xof; ASTRAGAL_ERR_MEMORY if there is no memory.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_xof_copy(astragal_xof **out, const astragal_xof *xof);

/**
 * A copy in the caller's memory; see astragal_xof_init_at() and astragal_xof_copy().
 *
 * @param out receives the result.
 * @param memory memory of the caller's.
 * @param memory_len the length of `memory` in bytes.
 * @param xof the object.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_LENGTH for a length that
 * is not taken; ASTRAGAL_ERR_OBJECT if `xof` is not a live astragal_xof.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_xof_copy_at(astragal_xof **out,
                         void *memory,
                         size_t memory_len,
                         const astragal_xof *xof);

/**
 * The algorithm of the object.
 *
 * @param xof the object.
 * @return NULL if it is not a live object.
 */
ASTRAGAL_EXPORT const astragal_alg *astragal_xof_alg(const astragal_xof *xof);

/**
 * Wipes the object and frees it, wherever it lies. NULL is ignored. What is not a live astragal_xof is left alone;
 * astragal_last_error() says so.
 *
 * @param xof the object.
 */
ASTRAGAL_EXPORT
void astragal_xof_free(astragal_xof *xof);

/**
 * The bytes of memory that astragal_mac_init_at() needs, wherever that begins; 0 if it is no MAC.
 *
 * @param alg a handle from astragal_find() or astragal_alg_at().
 */
ASTRAGAL_EXPORT size_t astragal_mac_sizeof(const astragal_alg *alg);

/**
 * A new object with a key and an empty message, on the heap.
 *
 * @param out receives the object, or NULL after an error.
 * @param alg a handle from astragal_find() or astragal_alg_at().
 * @param key of ASTRAGAL_KEY_LEN_MIN to ASTRAGAL_KEY_LEN_MAX bytes; copied.
 * @param key_len the length of `key` in bytes.
 * @param params NULL, or what the code takes: KMAC a customization string, and the tag's length as output_len.
 * @return ASTRAGAL_ERR_LENGTH for a key or tag length that the algorithm does not take; ASTRAGAL_OK;
 * ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_ALGORITHM if `alg` is not a handle, or one of
 * another kind; ASTRAGAL_ERR_MEMORY if there is no memory.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_mac_new(astragal_mac **out,
                     const astragal_alg *alg,
                     const void *key,
                     size_t key_len,
                     const astragal_params *params);

/**
 * A new object with a key in the caller's memory of astragal_mac_sizeof() bytes, aligned or not.
 * Allocates nothing. The memory must not be moved, and must outlive the object; astragal_mac_free() wipes it.
 *
 * @param out receives the object, which lies in the memory, or NULL after an error.
 * @param memory memory of the caller's.
 * @param memory_len the length of `memory` in bytes.
 * @param alg a handle from astragal_find() or astragal_alg_at().
 * @param key the key.
 * @param key_len the length of `key` in bytes.
 * @param params NULL, or what the algorithm takes.
 * @return ASTRAGAL_ERR_LENGTH if the memory is too small, or as for astragal_mac_new(); ASTRAGAL_OK;
 * ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_ALGORITHM if `alg` is not a handle, or one of
 * another kind.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_mac_init_at(astragal_mac **out,
                         void *memory,
                         size_t memory_len,
                         const astragal_alg *alg,
                         const void *key,
                         size_t key_len,
                         const astragal_params *params);

/**
 * Appends a piece, of any length, to the message.
 *
 * @param mac the object.
 * @param data the piece.
 * @param len the length of `data` in bytes.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `mac` is not a
 * live astragal_mac; ASTRAGAL_ERR_LENGTH for a length that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_mac_update(astragal_mac *mac, const void *data, size_t len);

/**
 * Gives the tag of the message, and goes back to the empty message, the key kept.
 *
 * @param mac the object.
 * @param tag the tag.
 * @param tag_len must be astragal_mac_tag_len().
 * @return ASTRAGAL_ERR_LENGTH if it is another, the message is kept then; or if the message was longer than the
 * algorithm takes; ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `mac`
 * is not a live astragal_mac.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_mac_final(astragal_mac *mac, uint8_t *tag, size_t tag_len);

/**
 * Compares the tag of the message in constant time, and goes back to the empty message, the key kept. Never
 * compare tags by memcmp().
 *
 * @param mac the object.
 * @param tag the tag.
 * @param tag_len the length of `tag` in bytes.
 * @return ASTRAGAL_OK if it is the tag; ASTRAGAL_INVALID if it is not, has another length or is empty;
 * ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `mac` is not a live astragal_mac;
 * ASTRAGAL_ERR_LENGTH for a length that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_mac_verify(astragal_mac *mac, const void *tag, size_t tag_len);

/**
 * The length of the object's tags; 0 if it is no object.
 *
 * @param mac the object.
 */
ASTRAGAL_EXPORT size_t astragal_mac_tag_len(const astragal_mac *mac);

/**
 * Goes back to the empty message, the key kept.
 *
 * @param mac the object.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `mac` is not a
 * live astragal_mac.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_mac_reset(astragal_mac *mac);

/**
 * Gives the state as bytes, from which astragal_mac_import_with_key() goes on, in another process or on another machine:
 * see astragal_hash_export(). They hold the key, or what does as well: keep them as secret, and wipe them by
 * astragal_wipe().
 *
 * @param mac the object.
 * @param out receives the result.
 * @param out_len the room at `out`; receives the state's length, some hundred bytes to some thousand.
 * @return ASTRAGAL_ERR_LENGTH if there is less room than that; ASTRAGAL_ERR_STATE for CMAC, whose state is a cipher's
 * key schedule; ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `mac` is
 * not a live astragal_mac.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_mac_export_with_key(const astragal_mac *mac,
                                 uint8_t *out,
                                 size_t *out_len);

/**
 * Puts a code, whatever its key, its tag's length and its message, into the state that was exported from one of the same
 * algorithm.
 *
 * @param mac the object.
 * @param state the state.
 * @param len the length of `state` in bytes.
 * @return ASTRAGAL_ERR_PARAMETER if the state is damaged, or of another algorithm or version; nothing changes then;
 * ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `mac` is not a live
 * astragal_mac; ASTRAGAL_ERR_LENGTH for a length that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_mac_import_with_key(astragal_mac *mac,
                                 const void *state,
                                 size_t len);

/**
 * The tag of a whole message.
 *
 * @param alg a handle from astragal_find() or astragal_alg_at().
 * @param key the key.
 * @param key_len the length of `key` in bytes.
 * @param params NULL, or what the code takes; output_len in it is ignored, tag_len counts.
 * @param msg the message.
 * @param len the length of `msg` in bytes.
 * @param tag may lie where the message or the key lies, unless it has more than 128 bytes.
 * @param tag_len the length of `tag` in bytes.
 * @return ASTRAGAL_ERR_LENGTH for a key or tag length that the algorithm does not take; ASTRAGAL_OK;
 * ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_ALGORITHM if `alg` is not a handle, or one of
 * another kind; ASTRAGAL_ERR_OVERLAP if buffers overlap that must not.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_mac_once(const astragal_alg *alg,
                      const void *key,
                      size_t key_len,
                      const astragal_params *params,
                      const void *msg,
                      size_t len,
                      uint8_t *tag,
                      size_t tag_len);

/**
 * Compares the tag of a whole message in constant time. The tag's length is the one you pass: pass the one
 * that you have agreed upon, not the one that came with the message.
 *
 * @param alg a handle from astragal_find() or astragal_alg_at().
 * @param key the key.
 * @param key_len the length of `key` in bytes.
 * @param params NULL, or what the algorithm takes.
 * @param msg the message.
 * @param len the length of `msg` in bytes.
 * @param tag the tag.
 * @param tag_len the length of `tag` in bytes.
 * @return ASTRAGAL_OK if it is the tag; ASTRAGAL_INVALID if it is not; an error as astragal_mac_once() has it;
 * ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_ALGORITHM if `alg` is not a handle, or one of
 * another kind; ASTRAGAL_ERR_LENGTH for a length that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_mac_verify_once(const astragal_alg *alg,
                             const void *key,
                             size_t key_len,
                             const astragal_params *params,
                             const void *msg,
                             size_t len,
                             const void *tag,
                             size_t tag_len);

/**
 * A copy on the heap, with the same key and the same message so far.
 *
 * @param out receives the result.
 * @param mac the object.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `mac` is not a
 * live astragal_mac; ASTRAGAL_ERR_MEMORY if there is no memory.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_mac_copy(astragal_mac **out, const astragal_mac *mac);

/**
 * A copy in the caller's memory; see astragal_mac_init_at() and astragal_mac_copy().
 *
 * @param out receives the result.
 * @param memory memory of the caller's.
 * @param memory_len the length of `memory` in bytes.
 * @param mac the object.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_LENGTH for a length that
 * is not taken; ASTRAGAL_ERR_OBJECT if `mac` is not a live astragal_mac.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_mac_copy_at(astragal_mac **out,
                         void *memory,
                         size_t memory_len,
                         const astragal_mac *mac);

/**
 * The algorithm of the object.
 *
 * @param mac the object.
 * @return NULL if it is not a live object.
 */
ASTRAGAL_EXPORT const astragal_alg *astragal_mac_alg(const astragal_mac *mac);

/**
 * Wipes the object and frees it, wherever it lies. NULL is ignored. What is not a live astragal_mac is left alone;
 * astragal_last_error() says so.
 *
 * @param mac the object.
 */
ASTRAGAL_EXPORT
void astragal_mac_free(astragal_mac *mac);

/**
 * The bytes of memory that astragal_aead_init_at() needs, wherever that begins; 0 if it is no AEAD.
 *
 * @param alg a handle from astragal_find() or astragal_alg_at().
 */
ASTRAGAL_EXPORT size_t astragal_aead_sizeof(const astragal_alg *alg);

/**
 * The cipher under a key, on the heap.
 *
 * @param out receives the object, or NULL after an error.
 * @param alg a handle from astragal_find() or astragal_alg_at().
 * @param key of ASTRAGAL_KEY_LEN_MIN bytes; copied.
 * @param key_len the length of `key` in bytes.
 * @param params NULL, or parameters; today no AEAD takes any.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_ALGORITHM if `alg` is
 * not a handle, or one of another kind; ASTRAGAL_ERR_LENGTH for a length that is not taken; ASTRAGAL_ERR_MEMORY if
 * there is no memory.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_aead_new(astragal_aead **out,
                      const astragal_alg *alg,
                      const void *key,
                      size_t key_len,
                      const astragal_params *params);

/**
 * The cipher under a key, in the caller's memory of astragal_aead_sizeof() bytes, aligned or not. Allocates
 * nothing. The memory must not be moved, and must outlive the object; astragal_aead_free() wipes it.
 *
 * @param out receives the object, which lies in the memory, or NULL after an error.
 * @param memory memory of the caller's.
 * @param memory_len the length of `memory` in bytes.
 * @param alg a handle from astragal_find() or astragal_alg_at().
 * @param key the key.
 * @param key_len the length of `key` in bytes.
 * @param params NULL, or what the algorithm takes.
 * @return ASTRAGAL_ERR_LENGTH if the memory is too small, or the key has a wrong length; ASTRAGAL_OK;
 * ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_ALGORITHM if `alg` is not a handle, or one of
 * another kind.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_aead_init_at(astragal_aead **out,
                          void *memory,
                          size_t memory_len,
                          const astragal_alg *alg,
                          const void *key,
                          size_t key_len,
                          const astragal_params *params);

/**
 * Encrypts a message; the ciphertext has its length, the tag stands apart.
 *
 * GCM: encrypt at most 2^32 messages under one key if nonces are random or do not have 12 bytes (SP 800-38D,
 * section 8.3). Tags of 4 and 8 bytes are for protocols that limit forgery attempts, as IPsec (RFC 4106); Appendix C
 * limits messages and decryptions under a key.
 *
 * @param aead the object.
 * @param nonce of ASTRAGAL_NONCE_LEN bytes, for GCM of 1 byte or more, for CCM of 7 to 13; never twice with the same
 * key.
 * @param nonce_len the length of `nonce` in bytes.
 * @param ad associated data: authenticated, not encrypted.
 * @param ad_len the length of `ad` in bytes.
 * @param msg the message.
 * @param len the length of `msg` in bytes.
 * @param ct receives `len` bytes; may be `msg` itself, or overlap it, but not `ad`.
 * @param tag receives tag_len bytes: ASTRAGAL_OUTPUT_LEN, for GCM also 4, 8 and 12 to 15, for CCM also 4 to 14.
 * @param tag_len the length of `tag` in bytes.
 * @return ASTRAGAL_ERR_LENGTH for a nonce, tag or message of a length that the algorithm does not take; ASTRAGAL_OK;
 * ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `aead` is not a live astragal_aead;
 * ASTRAGAL_ERR_OVERLAP if buffers overlap that must not.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_aead_encrypt(const astragal_aead *aead,
                          const void *nonce,
                          size_t nonce_len,
                          const void *ad,
                          size_t ad_len,
                          const void *msg,
                          size_t len,
                          uint8_t *ct,
                          uint8_t *tag,
                          size_t tag_len);

/**
 * Decrypts a ciphertext if the tag is its tag.
 *
 * @param aead the object.
 * @param nonce as for astragal_aead_encrypt().
 * @param nonce_len the length of `nonce` in bytes.
 * @param ad associated data.
 * @param ad_len the length of `ad` in bytes.
 * @param ct ciphertext.
 * @param len the length of `ct` in bytes.
 * @param tag of tag_len bytes, as for astragal_aead_encrypt(). Pass the length that you have agreed upon, not the one
 * that came with the message: a shorter tag is easier to forge.
 * @param tag_len the length of `tag` in bytes.
 * @param msg receives `len` bytes; may be `ct` itself, or overlap it, but not `ad`.
 * @return ASTRAGAL_INVALID if it is not the tag: `msg` is zeroed then, and the message is not to be used;
 * ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `aead` is not a live
 * astragal_aead; ASTRAGAL_ERR_LENGTH for a length that is not taken; ASTRAGAL_ERR_OVERLAP if buffers overlap that
 * must not.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_aead_decrypt(const astragal_aead *aead,
                          const void *nonce,
                          size_t nonce_len,
                          const void *ad,
                          size_t ad_len,
                          const void *ct,
                          size_t len,
                          const void *tag,
                          size_t tag_len,
                          uint8_t *msg);

/**
 * A copy on the heap, with the same key.
 *
 * @param out receives the result.
 * @param aead the object.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `aead` is not
 * a live astragal_aead; ASTRAGAL_ERR_MEMORY if there is no memory.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_aead_copy(astragal_aead **out, const astragal_aead *aead);

/**
 * A copy in the caller's memory; see astragal_aead_init_at() and astragal_aead_copy().
 *
 * @param out receives the result.
 * @param memory memory of the caller's.
 * @param memory_len the length of `memory` in bytes.
 * @param aead the object.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_LENGTH for a length that
 * is not taken; ASTRAGAL_ERR_OBJECT if `aead` is not a live astragal_aead.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_aead_copy_at(astragal_aead **out,
                          void *memory,
                          size_t memory_len,
                          const astragal_aead *aead);

/**
 * The algorithm of the object.
 *
 * @param aead the object.
 * @return NULL if it is not a live object.
 */
ASTRAGAL_EXPORT const astragal_alg *astragal_aead_alg(const astragal_aead *aead);

/**
 * Wipes the object and frees it, wherever it lies. NULL is ignored. What is not a live astragal_aead is left alone;
 * astragal_last_error() says so.
 *
 * @param aead the object.
 */
ASTRAGAL_EXPORT
void astragal_aead_free(astragal_aead *aead);

/**
 * The bytes of memory that astragal_aead_message_init_at() needs, wherever that begins; 0 if the algorithm takes no
 * messages in pieces.
 *
 * @param alg a handle from astragal_find() or astragal_alg_at().
 */
ASTRAGAL_EXPORT
size_t astragal_aead_message_sizeof(const astragal_alg *alg);

/**
 * A message that begins, on the heap. The cipher is not used any more afterwards, and may be freed.
 *
 * @param out receives the object, or NULL after an error.
 * @param aead the object.
 * @param direction ASTRAGAL_ENCRYPT or ASTRAGAL_DECRYPT.
 * @param nonce as for astragal_aead_encrypt(); never twice with the same key.
 * @param nonce_len the length of `nonce` in bytes.
 * @param ad all of the associated data: authenticated, not encrypted.
 * @param ad_len the length of `ad` in bytes.
 * @param message_len the message's length in bytes, which CCM has to know beforehand; the others do not look at it.
 * @param tag_len the tag's length in bytes, as for astragal_aead_encrypt().
 * @return ASTRAGAL_ERR_LENGTH for a nonce, tag or message of a length that the algorithm does not take;
 * ASTRAGAL_ERR_PARAMETER for GCM-SIV, which takes no messages in pieces: their end decides on their beginning;
 * ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `aead` is not a live
 * astragal_aead; ASTRAGAL_ERR_MEMORY if there is no memory.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_aead_message_new(astragal_aead_message **out,
                              const astragal_aead *aead,
                              int direction,
                              const void *nonce,
                              size_t nonce_len,
                              const void *ad,
                              size_t ad_len,
                              uint64_t message_len,
                              size_t tag_len);

/**
 * A message that begins, in the caller's memory of astragal_aead_message_sizeof() bytes, aligned or not. Encryption
 * allocates nothing; decryption does, since it keeps the plaintext back. The memory must not be moved, and must outlive
 * the object; astragal_aead_message_free() wipes it.
 *
 * @param out receives the object, which lies in the memory, or NULL after an error.
 * @param memory memory of the caller's.
 * @param memory_len the length of `memory` in bytes.
 * @param aead the object.
 * @param direction ASTRAGAL_ENCRYPT or ASTRAGAL_DECRYPT.
 * @param nonce the nonce, which must not be used again with the key.
 * @param nonce_len the length of `nonce` in bytes.
 * @param ad associated data: authenticated, not encrypted.
 * @param ad_len the length of `ad` in bytes.
 * @param message_len the length of the whole message in bytes, which CCM has to know.
 * @param tag_len the length of the tag in bytes.
 * @return ASTRAGAL_ERR_LENGTH if the memory is too small, or as for astragal_aead_message_new(); ASTRAGAL_OK;
 * ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `aead` is not a live astragal_aead.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_aead_message_init_at(astragal_aead_message **out,
                                  void *memory,
                                  size_t memory_len,
                                  const astragal_aead *aead,
                                  int direction,
                                  const void *nonce,
                                  size_t nonce_len,
                                  const void *ad,
                                  size_t ad_len,
                                  uint64_t message_len,
                                  size_t tag_len);

/**
 * Encrypts the next piece of the message, of any length.
 *
 * @param message the object.
 * @param msg the message.
 * @param len the length of `msg` in bytes.
 * @param ct receives `len` bytes; may be `msg` itself, or overlap it.
 * @return ASTRAGAL_ERR_STATE if the message is being decrypted or has ended; ASTRAGAL_ERR_LENGTH if it becomes longer
 * than the algorithm takes, or than CCM was told. The message can go on then; ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a
 * pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `message` is not a live astragal_aead_message.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_aead_message_encrypt(astragal_aead_message *message,
                                  const void *msg,
                                  size_t len,
                                  uint8_t *ct);

/**
 * Ends a message that is being encrypted: its tag. Afterwards, free.
 *
 * @param message the object.
 * @param tag receives tag_len bytes, as many as were announced.
 * @param tag_len the length of `tag` in bytes.
 * @return ASTRAGAL_ERR_STATE if the message is being decrypted, has ended, or is shorter than CCM was told;
 * ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `message` is not a
 * live astragal_aead_message; ASTRAGAL_ERR_LENGTH for a length that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_aead_message_seal(astragal_aead_message *message,
                               uint8_t *tag,
                               size_t tag_len);

/**
 * Takes the next piece of the ciphertext, of any length. Nothing is given before the tag has verified: the plaintext
 * waits in memory of the library's, which is wiped.
 *
 * @param message the object.
 * @param ct ciphertext.
 * @param len the length of `ct` in bytes.
 * @return ASTRAGAL_ERR_STATE if the message is being encrypted or has ended; ASTRAGAL_ERR_LENGTH as for
 * astragal_aead_message_encrypt(); ASTRAGAL_ERR_MEMORY. The message can go on then; ASTRAGAL_OK; ASTRAGAL_ERR_NULL if
 * a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `message` is not a live astragal_aead_message.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_aead_message_decrypt(astragal_aead_message *message,
                                  const void *ct,
                                  size_t len);

/**
 * The bytes that astragal_aead_message_open() gives: what has been decrypted so far; 0 if it is no object.
 *
 * @param message the object.
 */
ASTRAGAL_EXPORT size_t astragal_aead_message_open_len(const astragal_aead_message *message);

/**
 * Ends a message that is being decrypted: the plaintext, if the tag is its tag. Afterwards, free.
 *
 * @param message the object.
 * @param tag of tag_len bytes, as many as were announced.
 * @param tag_len the length of `tag` in bytes.
 * @param msg receives len bytes, which must be astragal_aead_message_open_len(); shares none with the tag.
 * @param len the length of `msg` in bytes.
 * @return ASTRAGAL_INVALID if it is not the tag: `msg` is zeroed then, and the plaintext wiped. ASTRAGAL_ERR_LENGTH
 * if the room is not as long as the plaintext; ASTRAGAL_ERR_STATE as for astragal_aead_message_seal(); the message
 * can go on then; ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if
 * `message` is not a live astragal_aead_message; ASTRAGAL_ERR_OVERLAP if buffers overlap that must not.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_aead_message_open(astragal_aead_message *message,
                               const void *tag,
                               size_t tag_len,
                               uint8_t *msg,
                               size_t len);

/**
 * A copy on the heap, with the same key and the same message so far; only of a message that is being
 * decrypted.
 *
 * @param out receives the result.
 * @param message the object.
 * @return ASTRAGAL_ERR_STATE if the message is being encrypted: two messages under one nonce and key give away both,
 * and the key that authenticates; ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be;
 * ASTRAGAL_ERR_OBJECT if `message` is not a live astragal_aead_message; ASTRAGAL_ERR_MEMORY if there is no memory.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_aead_message_copy(astragal_aead_message **out,
                               const astragal_aead_message *message);

/**
 * A copy in the caller's memory; see astragal_aead_message_init_at() and astragal_aead_message_copy().
 *
 * @param out receives the result.
 * @param memory memory of the caller's.
 * @param memory_len the length of `memory` in bytes.
 * @param message the object.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_LENGTH for a length that
 * is not taken; ASTRAGAL_ERR_OBJECT if `message` is not a live astragal_aead_message.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_aead_message_copy_at(astragal_aead_message **out,
                                  void *memory,
                                  size_t memory_len,
                                  const astragal_aead_message *message);

/**
 * The algorithm of the object.
 *
 * @param message the object.
 * @return NULL if it is not a live object.
 */
ASTRAGAL_EXPORT
const astragal_alg *astragal_aead_message_alg(const astragal_aead_message *message);

/**
 * Wipes the object and frees it, wherever it lies. NULL is ignored. What is not a live astragal_aead_message is left alone;
 * astragal_last_error() says so.
 *
 * @param message the object.
 */
ASTRAGAL_EXPORT
void astragal_aead_message_free(astragal_aead_message *message);

/**
 * The bytes of memory that astragal_cipher_init_at() needs, wherever that begins; 0 if it is no block cipher.
 *
 * @param alg a handle from astragal_find() or astragal_alg_at().
 */
ASTRAGAL_EXPORT size_t astragal_cipher_sizeof(const astragal_alg *alg);

/**
 * The cipher under a key, on the heap.
 *
 * @param out receives the object, or NULL after an error.
 * @param alg a handle from astragal_find() or astragal_alg_at().
 * @param key of ASTRAGAL_KEY_LEN_MIN bytes; copied.
 * @param key_len the length of `key` in bytes.
 * @return ASTRAGAL_ERR_LENGTH for a key of another length; ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that
 * must not be; ASTRAGAL_ERR_ALGORITHM if `alg` is not a handle, or one of another kind; ASTRAGAL_ERR_MEMORY if there
 * is no memory.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_cipher_new(astragal_cipher **out,
                        const astragal_alg *alg,
                        const void *key,
                        size_t key_len);

/**
 * The cipher under a key, in the caller's memory of astragal_cipher_sizeof() bytes, aligned or not. Allocates
 * nothing. The memory must not be moved, and must outlive the object; astragal_cipher_free() wipes it.
 *
 * @param out receives the object, which lies in the memory, or NULL after an error.
 * @param memory memory of the caller's.
 * @param memory_len the length of `memory` in bytes.
 * @param alg a handle from astragal_find() or astragal_alg_at().
 * @param key the key.
 * @param key_len the length of `key` in bytes.
 * @return ASTRAGAL_ERR_LENGTH if the memory is too small, or the key has a wrong length; ASTRAGAL_OK;
 * ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_ALGORITHM if `alg` is not a handle, or one of
 * another kind.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_cipher_init_at(astragal_cipher **out,
                            void *memory,
                            size_t memory_len,
                            const astragal_alg *alg,
                            const void *key,
                            size_t key_len);

/**
 * Sets the tweak for the blocks that follow; it is zero at first.
 *
 * @param cipher the object.
 * @param tweak of ASTRAGAL_TWEAK_LEN bytes.
 * @param tweak_len the length of `tweak` in bytes.
 * @return ASTRAGAL_ERR_PARAMETER where the cipher takes none: only Threefish does; ASTRAGAL_OK; ASTRAGAL_ERR_NULL if
 * a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `cipher` is not a live astragal_cipher;
 * ASTRAGAL_ERR_LENGTH for a length that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_cipher_set_tweak(astragal_cipher *cipher,
                              const void *tweak,
                              size_t tweak_len);

/**
 * Encrypts each block by itself, many at once where the machine can. Hazardous: equal blocks encrypt equally, so
 * that a message wants a mode.
 *
 * @param cipher the object.
 * @param in of whole blocks, ASTRAGAL_BLOCK_LEN bytes each.
 * @param len the length of `in` in bytes.
 * @param out receives `len` bytes; may be `in` itself, or overlap it.
 * @return ASTRAGAL_ERR_LENGTH if these are not whole blocks; ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that
 * must not be; ASTRAGAL_ERR_OBJECT if `cipher` is not a live astragal_cipher.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_cipher_encrypt(const astragal_cipher *cipher,
                            const void *in,
                            size_t len,
                            uint8_t *out);

/**
 * Decrypts each block by itself; as astragal_cipher_encrypt().
 *
 * @param cipher the object.
 * @param in what is read.
 * @param len the length of `in` in bytes.
 * @param out receives the result.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `cipher` is
 * not a live astragal_cipher; ASTRAGAL_ERR_LENGTH for a length that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_cipher_decrypt(const astragal_cipher *cipher,
                            const void *in,
                            size_t len,
                            uint8_t *out);

/**
 * A copy on the heap, with the same key and tweak.
 *
 * @param out receives the result.
 * @param cipher the object.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `cipher` is
 * not a live astragal_cipher; ASTRAGAL_ERR_MEMORY if there is no memory.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_cipher_copy(astragal_cipher **out,
                         const astragal_cipher *cipher);

/**
 * A copy in the caller's memory; see astragal_cipher_init_at() and astragal_cipher_copy().
 *
 * @param out receives the result.
 * @param memory memory of the caller's.
 * @param memory_len the length of `memory` in bytes.
 * @param cipher the object.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_LENGTH for a length that
 * is not taken; ASTRAGAL_ERR_OBJECT if `cipher` is not a live astragal_cipher.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_cipher_copy_at(astragal_cipher **out,
                            void *memory,
                            size_t memory_len,
                            const astragal_cipher *cipher);

/**
 * The algorithm of the object.
 *
 * @param cipher the object.
 * @return NULL if it is not a live object.
 */
ASTRAGAL_EXPORT const astragal_alg *astragal_cipher_alg(const astragal_cipher *cipher);

/**
 * Wipes the object and frees it, wherever it lies. NULL is ignored. What is not a live astragal_cipher is left alone;
 * astragal_last_error() says so.
 *
 * @param cipher the object.
 */
ASTRAGAL_EXPORT
void astragal_cipher_free(astragal_cipher *cipher);

/**
 * The bytes of memory that astragal_mode_init_at() needs, wherever that begins; 0 if it is no mode.
 *
 * @param alg a handle from astragal_find() or astragal_alg_at().
 */
ASTRAGAL_EXPORT size_t astragal_mode_sizeof(const astragal_alg *alg);

/**
 * A message that begins, on the heap.
 *
 * @param out receives the object, or NULL after an error.
 * @param alg a handle from astragal_find() or astragal_alg_at().
 * @param direction ASTRAGAL_ENCRYPT or ASTRAGAL_DECRYPT.
 * @param padding ASTRAGAL_PADDING_DEFAULT, ASTRAGAL_PADDING_PKCS7 or ASTRAGAL_PADDING_NONE.
 * @param key of ASTRAGAL_KEY_LEN_MIN bytes, for XTS twice the cipher's; copied.
 * @param key_len the length of `key` in bytes.
 * @param iv of ASTRAGAL_NONCE_LEN bytes; for CTR 1 to as many, followed by zeros. CBC: unpredictable,
 * as random bytes are. CTR and OFB: never twice with the same key. XTS: the number of the data unit, little-endian.
 * @param iv_len the length of `iv` in bytes.
 * @return ASTRAGAL_ERR_LENGTH for a key or IV of another length; ASTRAGAL_ERR_PARAMETER for a direction or padding
 * that the mode does not take, and for XTS keys with equal halves; ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is
 * NULL that must not be; ASTRAGAL_ERR_ALGORITHM if `alg` is not a handle, or one of another kind; ASTRAGAL_ERR_MEMORY
 * if there is no memory.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_mode_new(astragal_mode **out,
                      const astragal_alg *alg,
                      int direction,
                      int padding,
                      const void *key,
                      size_t key_len,
                      const void *iv,
                      size_t iv_len);

/**
 * A message that begins, in the caller's memory of astragal_mode_sizeof() bytes, aligned or not. Allocates
 * nothing; only XTS does later, which gathers its data unit. The memory must not be moved, and must outlive the
 * object; astragal_mode_free() wipes it.
 *
 * @param out receives the object, which lies in the memory, or NULL after an error.
 * @param memory memory of the caller's.
 * @param memory_len the length of `memory` in bytes.
 * @param alg a handle from astragal_find() or astragal_alg_at().
 * @param direction ASTRAGAL_ENCRYPT or ASTRAGAL_DECRYPT.
 * @param padding ASTRAGAL_PADDING_DEFAULT, ASTRAGAL_PADDING_PKCS7 or ASTRAGAL_PADDING_NONE.
 * @param key the key.
 * @param key_len the length of `key` in bytes.
 * @param iv the initialization vector or first counter.
 * @param iv_len the length of `iv` in bytes.
 * @return ASTRAGAL_ERR_LENGTH if the memory is too small, or as for astragal_mode_new(); ASTRAGAL_OK;
 * ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_ALGORITHM if `alg` is not a handle, or one of
 * another kind.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_mode_init_at(astragal_mode **out,
                          void *memory,
                          size_t memory_len,
                          const astragal_alg *alg,
                          int direction,
                          int padding,
                          const void *key,
                          size_t key_len,
                          const void *iv,
                          size_t iv_len);

/**
 * The size of the output of astragal_mode_update().
 *
 * @param mode the object.
 * @param len the length of the next piece in bytes.
 * @return the bytes that astragal_mode_update() gives for it; 0 if `mode` is not a live object.
 */
ASTRAGAL_EXPORT size_t astragal_mode_update_len(const astragal_mode *mode, size_t len);

/**
 * Encrypts or decrypts the next piece of the message, of any length. CTR, CFB and OFB give a byte for a byte. CBC
 * gives whole blocks, and decrypting with padding keeps the last one back. XTS gives nothing before the end.
 *
 * @param mode the object.
 * @param in what is read.
 * @param len the length of `in` in bytes.
 * @param out receives astragal_mode_update_len() bytes; may be `in` itself, and shares no byte with it otherwise.
 * @param out_len the room in `out`.
 * @param written receives the number of bytes given, unless it is NULL.
 * @return ASTRAGAL_ERR_LENGTH if `out` is too short, ASTRAGAL_ERR_OVERLAP, ASTRAGAL_ERR_STATE if the message has
 * ended; nothing changes then; ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be;
 * ASTRAGAL_ERR_OBJECT if `mode` is not a live astragal_mode.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_mode_update(astragal_mode *mode,
                         const void *in,
                         size_t len,
                         uint8_t *out,
                         size_t out_len,
                         size_t *written);

/**
 * The size of the output of astragal_mode_finish().
 *
 * @param mode the object.
 * @return the most bytes that astragal_mode_finish() gives; 0 if `mode` is not a live object.
 */
ASTRAGAL_EXPORT size_t astragal_mode_finish_len(const astragal_mode *mode);

/**
 * Ends the message: CBC's padding, XTS's data unit. Afterwards, also when the end was not valid, restart or free:
 * everything else gives ASTRAGAL_ERR_STATE.
 *
 * @param mode the object.
 * @param out receives at most astragal_mode_finish_len() bytes.
 * @param out_len the size of `out`; if it is too short, the message has not ended, and finish can be called again.
 * @param written receives the number of bytes given, unless it is NULL.
 * @return ASTRAGAL_INVALID if the padding is not valid, without saying why; ASTRAGAL_ERR_LENGTH if the mode does not
 * take the message's length, or `out` is too short; ASTRAGAL_ERR_STATE if the message has ended before. After an
 * error, do not use what was decrypted; ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be;
 * ASTRAGAL_ERR_OBJECT if `mode` is not a live astragal_mode.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_mode_finish(astragal_mode *mode,
                         uint8_t *out,
                         size_t out_len,
                         size_t *written);

/**
 * Begins another message under the same key, in the same direction and with the same padding: cheaper than a new
 * object, as for the sectors of a disk.
 *
 * @param mode the object.
 * @param iv as for astragal_mode_new().
 * @param iv_len the length of `iv` in bytes.
 * @return ASTRAGAL_ERR_LENGTH for an IV of another length; nothing changes then; ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a
 * pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `mode` is not a live astragal_mode.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_mode_restart(astragal_mode *mode,
                          const void *iv,
                          size_t iv_len);

/**
 * The rest of the message in one call, and its end: as astragal_mode_update() and astragal_mode_finish(). With
 * nothing under way, XTS allocates nothing either.
 *
 * @param mode the object.
 * @param in what is read.
 * @param len the length of `in` in bytes.
 * @param out may be `in` itself, and shares no byte with it otherwise.
 * @param out_len the size of `out`.
 * @param written receives the number of bytes given, unless it is NULL.
 * @return as for astragal_mode_update() and astragal_mode_finish(); nothing decrypted is left in `out` after an
 * error; ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `mode` is not a
 * live astragal_mode; ASTRAGAL_ERR_LENGTH for a length that is not taken; ASTRAGAL_ERR_OVERLAP if buffers overlap
 * that must not.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_mode_whole(astragal_mode *mode,
                        const void *in,
                        size_t len,
                        uint8_t *out,
                        size_t out_len,
                        size_t *written);

/**
 * Goes to a byte of the keystream, for a part of a message.
 *
 * @param mode the object.
 * @param position in bytes from the message's start.
 * @return ASTRAGAL_ERR_PARAMETER for a mode other than CTR; ASTRAGAL_ERR_STATE if the message has ended; ASTRAGAL_OK;
 * ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `mode` is not a live astragal_mode.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_mode_seek(astragal_mode *mode, uint64_t position);

/**
 * The most bytes that astragal_mode_once() gives for a message of `len` bytes; 0 if it is no mode.
 *
 * @param alg a handle from astragal_find() or astragal_alg_at().
 * @param direction ASTRAGAL_ENCRYPT or ASTRAGAL_DECRYPT.
 * @param padding ASTRAGAL_PADDING_DEFAULT, ASTRAGAL_PADDING_PKCS7 or ASTRAGAL_PADDING_NONE.
 * @param len the length of `padding` in bytes.
 */
ASTRAGAL_EXPORT
size_t astragal_mode_once_len(const astragal_alg *alg,
                              int direction,
                              int padding,
                              size_t len);

/**
 * Encrypts or decrypts a whole message. Allocates nothing.
 *
 * @param alg a handle from astragal_find() or astragal_alg_at().
 * @param direction ASTRAGAL_ENCRYPT or ASTRAGAL_DECRYPT.
 * @param padding ASTRAGAL_PADDING_DEFAULT, ASTRAGAL_PADDING_PKCS7 or ASTRAGAL_PADDING_NONE.
 * @param key as for astragal_mode_new().
 * @param key_len the length of `key` in bytes.
 * @param iv as for astragal_mode_new().
 * @param iv_len the length of `iv` in bytes.
 * @param in what is read.
 * @param len the length of `in` in bytes.
 * @param out receives at most astragal_mode_once_len() bytes; may be `in` itself, and shares no byte with it
 * otherwise.
 * @param out_len the room in `out`.
 * @param written receives the number of bytes given, unless it is NULL.
 * @return as for astragal_mode_new() and astragal_mode_finish(); nothing decrypted is left in `out` then;
 * ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_ALGORITHM if `alg` is not a
 * handle, or one of another kind; ASTRAGAL_ERR_LENGTH for a length that is not taken; ASTRAGAL_ERR_OVERLAP if buffers
 * overlap that must not.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_mode_once(const astragal_alg *alg,
                       int direction,
                       int padding,
                       const void *key,
                       size_t key_len,
                       const void *iv,
                       size_t iv_len,
                       const void *in,
                       size_t len,
                       uint8_t *out,
                       size_t out_len,
                       size_t *written);

/**
 * A copy on the heap, with the same key and the same message so far. CTR, CFB and OFB encrypt what follows by
 * the same keystream in both: encrypt different texts in one of the two only.
 *
 * @param out receives the result.
 * @param mode the object.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `mode` is not
 * a live astragal_mode; ASTRAGAL_ERR_MEMORY if there is no memory.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_mode_copy(astragal_mode **out, const astragal_mode *mode);

/**
 * A copy in the caller's memory; see astragal_mode_init_at() and astragal_mode_copy().
 *
 * @param out receives the result.
 * @param memory memory of the caller's.
 * @param memory_len the length of `memory` in bytes.
 * @param mode the object.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_LENGTH for a length that
 * is not taken; ASTRAGAL_ERR_OBJECT if `mode` is not a live astragal_mode.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_mode_copy_at(astragal_mode **out,
                          void *memory,
                          size_t memory_len,
                          const astragal_mode *mode);

/**
 * The algorithm of the object.
 *
 * @param mode the object.
 * @return NULL if it is not a live object.
 */
ASTRAGAL_EXPORT const astragal_alg *astragal_mode_alg(const astragal_mode *mode);

/**
 * Wipes the object and frees it, wherever it lies. NULL is ignored. What is not a live astragal_mode is left alone;
 * astragal_last_error() says so.
 *
 * @param mode the object.
 */
ASTRAGAL_EXPORT
void astragal_mode_free(astragal_mode *mode);

/**
 * Derives a key by any function of the library: "argon2id", "scrypt", "pbkdf2-hmac-sha256", "hkdf-sha256",
 * "kbkdf-hmac-sha512", "kbkdf-cmac-aes-128".
 *
 * @param alg of the kind ASTRAGAL_KDF.
 * @param secret the password, or the key to derive from.
 * @param secret_len the length of `secret` in bytes.
 * @param params NULL, or what the algorithm takes.
 * @param key receives key_len bytes, also where an input lies.
 * @param key_len the length of `key` in bytes.
 * @return ASTRAGAL_ERR_PARAMETER or ASTRAGAL_ERR_LENGTH for parameters out of range, before any work;
 * ASTRAGAL_ERR_MEMORY if the memory that they ask for cannot be had; ASTRAGAL_ERR_CANCELLED; ASTRAGAL_OK;
 * ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_ALGORITHM if `alg` is not a handle, or one of
 * another kind.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_kdf(const astragal_alg *alg,
                 const void *secret,
                 size_t secret_len,
                 const astragal_kdf_params *params,
                 uint8_t *key,
                 size_t key_len);

/**
 * Argon2id (RFC 9106), version 1.3, the first choice for passwords: t passes over m KiB of memory in p lanes, as
 * 3, 65536 and 4 (RFC 9106 section 4).
 *
 * @param password the password.
 * @param password_len the length of `password` in bytes.
 * @param salt of at least 8 bytes, better 16.
 * @param salt_len the length of `salt` in bytes.
 * @param t the number of passes.
 * @param m memory in KiB.
 * @param p the number of lanes.
 * @param key receives key_len bytes, at least 4.
 * @param key_len the length of `key` in bytes.
 * @return ASTRAGAL_ERR_MEMORY if the memory cannot be had; ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that
 * must not be; ASTRAGAL_ERR_LENGTH for a length that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_argon2id(const void *password,
                      size_t password_len,
                      const void *salt,
                      size_t salt_len,
                      uint32_t t,
                      uint32_t m,
                      uint32_t p,
                      uint8_t *key,
                      size_t key_len);

/**
 * scrypt (RFC 7914) with HMAC-SHA-256: 128 * n * r bytes of memory for each of p lanes.
 *
 * @param password the password.
 * @param password_len the length of `password` in bytes.
 * @param salt the salt.
 * @param salt_len the length of `salt` in bytes.
 * @param n the cost N, a power of two.
 * @param r the block size r, usually 8.
 * @param p the parallelization p, usually 1.
 * @param key the key.
 * @param key_len the length of `key` in bytes.
 * @return ASTRAGAL_ERR_MEMORY if the memory cannot be had; ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that
 * must not be; ASTRAGAL_ERR_LENGTH for a length that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_scrypt(const void *password,
                    size_t password_len,
                    const void *salt,
                    size_t salt_len,
                    uint64_t n,
                    uint32_t r,
                    uint32_t p,
                    uint8_t *key,
                    size_t key_len);

/**
 * PBKDF2 (RFC 8018 section 5.2) with HMAC over a hash.
 *
 * @param hash of the kind ASTRAGAL_HASH, as astragal_find(ASTRAGAL_HASH, "sha256").
 * @param password the password.
 * @param password_len the length of `password` in bytes.
 * @param salt the salt.
 * @param salt_len the length of `salt` in bytes.
 * @param iterations at least 1; a password wants hundreds of thousands.
 * @param key the key.
 * @param key_len the length of `key` in bytes.
 * @return ASTRAGAL_ERR_PARAMETER for a hash that has no HMAC; ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL
 * that must not be; ASTRAGAL_ERR_ALGORITHM if `hash` is not a handle, or one of another kind; ASTRAGAL_ERR_LENGTH for
 * a length that is not taken; ASTRAGAL_ERR_MEMORY if there is no memory.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_pbkdf2(const astragal_alg *hash,
                    const void *password,
                    size_t password_len,
                    const void *salt,
                    size_t salt_len,
                    uint32_t iterations,
                    uint8_t *key,
                    size_t key_len);

/**
 * HKDF (RFC 5869), extract and expand, with HMAC over a hash. For keys, not for passwords.
 *
 * @param hash of the kind ASTRAGAL_HASH, as astragal_find(ASTRAGAL_HASH, "sha256").
 * @param secret the input keying material.
 * @param secret_len the length of `secret` in bytes.
 * @param salt NULL with length 0 for none.
 * @param salt_len the length of `salt` in bytes.
 * @param info NULL with length 0 for none.
 * @param info_len the length of `info` in bytes.
 * @param key receives key_len bytes, at most 255 digests.
 * @param key_len the length of `key` in bytes.
 * @return ASTRAGAL_ERR_PARAMETER for a hash that has no HMAC; ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL
 * that must not be; ASTRAGAL_ERR_ALGORITHM if `hash` is not a handle, or one of another kind; ASTRAGAL_ERR_LENGTH for
 * a length that is not taken; ASTRAGAL_ERR_MEMORY if there is no memory.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hkdf(const astragal_alg *hash,
                  const void *secret,
                  size_t secret_len,
                  const void *salt,
                  size_t salt_len,
                  const void *info,
                  size_t info_len,
                  uint8_t *key,
                  size_t key_len);

/**
 * Hashes a password for storage, as a PHC string: `$argon2id$v=19$m=19456,t=2,p=1$<salt>$<hash>` with a hash of 32
 * bytes. The string goes into the database; astragal_password_verify() reads everything from it.
 *
 * @param alg of the kind ASTRAGAL_KDF: argon2id, argon2i, argon2d, scrypt, pbkdf2-hmac-sha1, pbkdf2-hmac-sha256 or
 * pbkdf2-hmac-sha512.
 * @param password the password.
 * @param password_len the length of `password` in bytes.
 * @param params the salt, 8 to 64 random bytes, better 16, and the costs. If all costs are 0, they are those that
 * OWASP recommends (2023): argon2id m = 19456, t = 2, p = 1; scrypt n = 131072, r = 8, p = 1; 210000 iterations with
 * SHA-512, 600000 with SHA-256. The other functions have no such default.
 * @param stored receives the string and a NUL.
 * @param stored_len length of `stored` in bytes; ASTRAGAL_PASSWORD_STRING_MAX is always enough.
 * @return ASTRAGAL_ERR_PARAMETER or ASTRAGAL_ERR_LENGTH for parameters out of range or `stored` too short;
 * ASTRAGAL_ERR_MEMORY if the memory cannot be had; ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not
 * be; ASTRAGAL_ERR_ALGORITHM if `alg` is not a handle, or one of another kind.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_password_hash(const astragal_alg *alg,
                           const void *password,
                           size_t password_len,
                           const astragal_kdf_params *params,
                           char *stored,
                           size_t stored_len);

/**
 * Compares a password with a stored PHC string, in constant time.
 *
 * @param password the password.
 * @param password_len the length of `password` in bytes.
 * @param stored a string of astragal_password_hash() or another library, with NUL at its end.
 * @param policy limits on what `stored` may ask for; NULL means 2 GiB and 16777216 steps.
 * @return ASTRAGAL_OK if it is the password that was hashed, ASTRAGAL_INVALID if not; ASTRAGAL_ERR_PARAMETER if
 * `stored` is not a password hash of a known scheme, or asks for more than the policy allows; ASTRAGAL_ERR_MEMORY if
 * the memory cannot be had; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_LENGTH for a length
 * that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_password_verify(const void *password,
                             size_t password_len,
                             const char *stored,
                             const astragal_password_policy *policy);

/**
 * Whether a stored PHC string has another scheme or other costs than astragal_password_hash() would use now: then
 * hash the password anew at the next login.
 *
 * @param stored a PHC string with NUL at its end.
 * @param alg a handle from astragal_find() or astragal_alg_at().
 * @param params the costs, as for astragal_password_hash(); the salt is not read.
 * @param needs_rehash receives 1 or 0.
 * @return ASTRAGAL_ERR_PARAMETER if `stored` is not a password hash of a known scheme; ASTRAGAL_OK; ASTRAGAL_ERR_NULL
 * if a pointer is NULL that must not be; ASTRAGAL_ERR_ALGORITHM if `alg` is not a handle, or one of another kind.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_password_needs_rehash(const char *stored,
                                   const astragal_alg *alg,
                                   const astragal_kdf_params *params,
                                   int *needs_rehash);

/**
 * A part of a message, which begins at byte `start`, on the heap.
 *
 * @param out receives the object, or NULL after an error.
 * @param alg blake3, kt128, kt256, parallelhash128, parallelhash256, parallelhashxof128 or parallelhashxof256, of the
 * kind ASTRAGAL_XOF or ASTRAGAL_HASH.
 * @param params customization string, block size, BLAKE3's key or context; NULL for none. Its output_len is not read.
 * @param start a multiple of astragal_assembly_leaf_len().
 * @return ASTRAGAL_ERR_PARAMETER for another algorithm, a parameter that it does not take, or another `start`;
 * ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_ALGORITHM if `alg` is not a
 * handle, or one of another kind; ASTRAGAL_ERR_MEMORY if there is no memory.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_part_new(astragal_part **out,
                      const astragal_alg *alg,
                      const astragal_params *params,
                      uint64_t start);

/**
 * Appends a piece, of any length, to the part.
 *
 * @param part the object.
 * @param data the piece.
 * @param len the length of `data` in bytes.
 * @return ASTRAGAL_ERR_STATE after astragal_part_record(); ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that
 * must not be; ASTRAGAL_ERR_LENGTH for a length that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_part_update(astragal_part *part, const void *data, size_t len);

/**
 * astragal_part_update() on all cores, where the piece is long.
 *
 * @param part the object.
 * @param data the piece.
 * @param len the length of `data` in bytes.
 * @return ASTRAGAL_ERR_STATE after astragal_part_record(); ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that
 * must not be; ASTRAGAL_ERR_LENGTH for a length that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_part_update_parallel(astragal_part *part,
                                  const void *data,
                                  size_t len);

/**
 * Ends the part and gives its record, the same bytes on every machine: about 100 bytes, and BLAKE3 and the others with
 * 32 or 64 for each leaf or subtree. May be called again for the same record, as where there was too little room.
 *
 * @param part the object.
 * @param message_len length of the whole message, so that parts of messages of other lengths are refused;
 * ASTRAGAL_LENGTH_UNKNOWN if it is not known. Only the first call reads it.
 * @param record a record of astragal_part_record() or astragal_assembly_join().
 * @param out_len length of `record` in bytes; receives the record's length.
 * @return ASTRAGAL_ERR_LENGTH if there is less room than that; ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL
 * that must not be.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_part_record(astragal_part *part,
                         uint64_t message_len,
                         uint8_t *record,
                         size_t *out_len);

/**
 * Frees the part. NULL is nothing.
 *
 * @param part the object.
 */
ASTRAGAL_EXPORT void astragal_part_free(astragal_part *part);

/**
 * An empty assembly of parts, on the heap.
 *
 * @param out receives the object, or NULL after an error.
 * @param alg and params as for astragal_part_new(), the same for all parts of a message.
 * @param params NULL, or what the algorithm takes.
 * @return ASTRAGAL_ERR_PARAMETER for another algorithm or a parameter that it does not take; ASTRAGAL_OK;
 * ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_ALGORITHM if `alg` is not a handle, or one of
 * another kind; ASTRAGAL_ERR_MEMORY if there is no memory.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_assembly_new(astragal_assembly **out,
                          const astragal_alg *alg,
                          const astragal_params *params);

/**
 * Parts begin at multiples of this many bytes; 0 if the object is none.
 *
 * @param assembly the object.
 */
ASTRAGAL_EXPORT uint64_t astragal_assembly_leaf_len(const astragal_assembly *assembly);

/**
 * Number of bytes from the start of the message that are there without a gap; 0 if the object is none.
 *
 * @param assembly the object.
 */
ASTRAGAL_EXPORT uint64_t astragal_assembly_position(const astragal_assembly *assembly);

/**
 * Length of the whole message, if a record that was added tells it; else ASTRAGAL_LENGTH_UNKNOWN.
 *
 * @param assembly the object.
 */
ASTRAGAL_EXPORT uint64_t astragal_assembly_message_len(const astragal_assembly *assembly);

/**
 * Adds the part of a record, in any order.
 *
 * @param assembly the object.
 * @param record a record of astragal_part_record() or astragal_assembly_join().
 * @param record_len the length of `record` in bytes.
 * @return ASTRAGAL_ERR_PARAMETER if the record is damaged, of another algorithm, key or parameters, of a message of
 * another length, or overlaps a part that is there; nothing changes then; ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer
 * is NULL that must not be; ASTRAGAL_ERR_LENGTH for a length that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_assembly_add(astragal_assembly *assembly,
                          const void *record,
                          size_t record_len);

/**
 * Joins the records of two parts, the second right behind the first, to one. The assembly says of which algorithm and
 * parameters, and does not change.
 *
 * @param assembly the object.
 * @param left the record of the first part.
 * @param left_len the length of `left` in bytes.
 * @param right the record of the second part.
 * @param right_len the length of `right` in bytes.
 * @param out receives the result.
 * @param out_len length of `out` in bytes; receives the record's length.
 * @return ASTRAGAL_ERR_LENGTH if there is less room than that; ASTRAGAL_ERR_PARAMETER as for astragal_assembly_add(),
 * or if there is a gap between the parts; ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_assembly_join(const astragal_assembly *assembly,
                           const void *left,
                           size_t left_len,
                           const void *right,
                           size_t right_len,
                           uint8_t *out,
                           size_t *out_len);

/**
 * Gives the digest of the message, or the first bytes of output. After a success the assembly can only be freed.
 *
 * @param assembly the object.
 * @param message_len length of the whole message in bytes.
 * @param out receives the result.
 * @param out_len any length for extendable output; ParallelHash's output depends on it.
 * @return ASTRAGAL_ERR_PARAMETER if the parts are not this message: after a gap, parts can still be added;
 * ASTRAGAL_ERR_STATE after a success; ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be;
 * ASTRAGAL_ERR_LENGTH for a length that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_assembly_final(astragal_assembly *assembly,
                            uint64_t message_len,
                            uint8_t *out,
                            size_t out_len);

/**
 * Frees the assembly. NULL is nothing.
 *
 * @param assembly the object.
 */
ASTRAGAL_EXPORT void astragal_assembly_free(astragal_assembly *assembly);

/**
 * SHAKE128 (FIPS 202 section 6.2): `out_len` bytes of output for a message.
 *
 * @param msg the message.
 * @param len the length of `msg` in bytes.
 * @param out receives the result.
 * @param out_len the length of `out` in bytes.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_LENGTH for a length that
 * is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_shake128(const void *msg, size_t len, uint8_t *out, size_t out_len);

/**
 * SHAKE256 (FIPS 202 section 6.2): `out_len` bytes of output for a message.
 *
 * @param msg the message.
 * @param len the length of `msg` in bytes.
 * @param out receives the result.
 * @param out_len the length of `out` in bytes.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_LENGTH for a length that
 * is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_shake256(const void *msg, size_t len, uint8_t *out, size_t out_len);

/**
 * cSHAKE128 (SP 800-185 section 3) with function name N and customization string S, which may be empty.
 *
 * @param name the function name N.
 * @param name_len the length of `name` in bytes.
 * @param custom the customization string S.
 * @param custom_len the length of `custom` in bytes.
 * @param msg the message.
 * @param len the length of `msg` in bytes.
 * @param out receives the result.
 * @param out_len the length of `out` in bytes.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_LENGTH for a length that
 * is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_cshake128(const void *name,
                       size_t name_len,
                       const void *custom,
                       size_t custom_len,
                       const void *msg,
                       size_t len,
                       uint8_t *out,
                       size_t out_len);

/**
 * cSHAKE256 (SP 800-185 section 3) with function name N and customization string S, which may be empty.
 *
 * @param name the function name N.
 * @param name_len the length of `name` in bytes.
 * @param custom the customization string S.
 * @param custom_len the length of `custom` in bytes.
 * @param msg the message.
 * @param len the length of `msg` in bytes.
 * @param out receives the result.
 * @param out_len the length of `out` in bytes.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_LENGTH for a length that
 * is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_cshake256(const void *name,
                       size_t name_len,
                       const void *custom,
                       size_t custom_len,
                       const void *msg,
                       size_t len,
                       uint8_t *out,
                       size_t out_len);

/**
 * TurboSHAKE128 (RFC 9861 section 2) with a domain separation byte of 0x01 to 0x7f; 0x1f where you have no
 * need of another.
 *
 * @param msg the message.
 * @param len the length of `msg` in bytes.
 * @param domain the domain separation byte, 0x01 to 0x7f.
 * @param out receives the result.
 * @param out_len the length of `out` in bytes.
 * @return ASTRAGAL_ERR_PARAMETER for another byte; ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not
 * be; ASTRAGAL_ERR_LENGTH for a length that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_turboshake128(const void *msg,
                           size_t len,
                           uint8_t domain,
                           uint8_t *out,
                           size_t out_len);

/**
 * TurboSHAKE256 (RFC 9861 section 2) with a domain separation byte of 0x01 to 0x7f; 0x1f where you have no
 * need of another.
 *
 * @param msg the message.
 * @param len the length of `msg` in bytes.
 * @param domain the domain separation byte, 0x01 to 0x7f.
 * @param out receives the result.
 * @param out_len the length of `out` in bytes.
 * @return ASTRAGAL_ERR_PARAMETER for another byte; ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not
 * be; ASTRAGAL_ERR_LENGTH for a length that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_turboshake256(const void *msg,
                           size_t len,
                           uint8_t domain,
                           uint8_t *out,
                           size_t out_len);

/**
 * KT128, also called KangarooTwelve (RFC 9861 section 3), with a customization string, which may be empty.
 *
 * @param msg the message.
 * @param len the length of `msg` in bytes.
 * @param custom the customization string S.
 * @param custom_len the length of `custom` in bytes.
 * @param out receives the result.
 * @param out_len the length of `out` in bytes.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_LENGTH for a length that
 * is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_kt128(const void *msg,
                   size_t len,
                   const void *custom,
                   size_t custom_len,
                   uint8_t *out,
                   size_t out_len);

/**
 * KT256 (RFC 9861 section 3) with a customization string, which may be empty.
 *
 * @param msg the message.
 * @param len the length of `msg` in bytes.
 * @param custom the customization string S.
 * @param custom_len the length of `custom` in bytes.
 * @param out receives the result.
 * @param out_len the length of `out` in bytes.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_LENGTH for a length that
 * is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_kt256(const void *msg,
                   size_t len,
                   const void *custom,
                   size_t custom_len,
                   uint8_t *out,
                   size_t out_len);

/**
 * KMAC128 (SP 800-185 section 4): a tag of `out_len` bytes, 32 for full strength. A shorter tag is not the
 * start of a longer one. The customization string may be empty.
 *
 * @param key the key.
 * @param key_len the length of `key` in bytes.
 * @param msg the message.
 * @param len the length of `msg` in bytes.
 * @param custom the customization string S.
 * @param custom_len the length of `custom` in bytes.
 * @param out receives the result.
 * @param out_len the length of `out` in bytes.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_LENGTH for a length that
 * is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_kmac128(const void *key,
                     size_t key_len,
                     const void *msg,
                     size_t len,
                     const void *custom,
                     size_t custom_len,
                     uint8_t *out,
                     size_t out_len);

/**
 * KMAC256 (SP 800-185 section 4): a tag of `out_len` bytes, 64 for full strength. A shorter tag is not the
 * start of a longer one. The customization string may be empty.
 *
 * @param key the key.
 * @param key_len the length of `key` in bytes.
 * @param msg the message.
 * @param len the length of `msg` in bytes.
 * @param custom the customization string S.
 * @param custom_len the length of `custom` in bytes.
 * @param out receives the result.
 * @param out_len the length of `out` in bytes.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_LENGTH for a length that
 * is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_kmac256(const void *key,
                     size_t key_len,
                     const void *msg,
                     size_t len,
                     const void *custom,
                     size_t custom_len,
                     uint8_t *out,
                     size_t out_len);

/**
 * KMACXOF128 (SP 800-185 section 4.3.1): keyed output of any length; a shorter one is the start of a longer.
 *
 * @param key the key.
 * @param key_len the length of `key` in bytes.
 * @param msg the message.
 * @param len the length of `msg` in bytes.
 * @param custom the customization string S.
 * @param custom_len the length of `custom` in bytes.
 * @param out receives the result.
 * @param out_len the length of `out` in bytes.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_LENGTH for a length that
 * is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_kmacxof128(const void *key,
                        size_t key_len,
                        const void *msg,
                        size_t len,
                        const void *custom,
                        size_t custom_len,
                        uint8_t *out,
                        size_t out_len);

/**
 * KMACXOF256 (SP 800-185 section 4.3.1): keyed output of any length; a shorter one is the start of a longer.
 *
 * @param key the key.
 * @param key_len the length of `key` in bytes.
 * @param msg the message.
 * @param len the length of `msg` in bytes.
 * @param custom the customization string S.
 * @param custom_len the length of `custom` in bytes.
 * @param out receives the result.
 * @param out_len the length of `out` in bytes.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_LENGTH for a length that
 * is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_kmacxof256(const void *key,
                        size_t key_len,
                        const void *msg,
                        size_t len,
                        const void *custom,
                        size_t custom_len,
                        uint8_t *out,
                        size_t out_len);

/**
 * TupleHash128 (SP 800-185 section 5) of a tuple of `n` elements, which may be empty: `out_len` bytes, 32 for full
 * strength. A shorter output is not the start of a longer one.
 *
 * @param items the elements' addresses, n of them.
 * @param lens their lengths.
 * @param n how many there are.
 * @param custom the customization string S.
 * @param custom_len the length of `custom` in bytes.
 * @param out receives the result.
 * @param out_len the length of `out` in bytes.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_LENGTH for a length that
 * is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_tuplehash128(const uint8_t *const *items,
                          const size_t *lens,
                          size_t n,
                          const void *custom,
                          size_t custom_len,
                          uint8_t *out,
                          size_t out_len);

/**
 * TupleHash256 (SP 800-185 section 5) of a tuple of `n` elements, which may be empty: `out_len` bytes, 64 for full
 * strength. A shorter output is not the start of a longer one.
 *
 * @param items the elements' addresses, n of them.
 * @param lens their lengths.
 * @param n how many there are.
 * @param custom the customization string S.
 * @param custom_len the length of `custom` in bytes.
 * @param out receives the result.
 * @param out_len the length of `out` in bytes.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_LENGTH for a length that
 * is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_tuplehash256(const uint8_t *const *items,
                          const size_t *lens,
                          size_t n,
                          const void *custom,
                          size_t custom_len,
                          uint8_t *out,
                          size_t out_len);

/**
 * ParallelHash128 (SP 800-185 section 6) of a message in blocks of `block_len` bytes: `out_len` bytes, 32 for full
 * strength. A shorter output is not the start of a longer one.
 *
 * @param msg the message.
 * @param len the length of `msg` in bytes.
 * @param block_len the block size B, 1 or more.
 * @param custom the customization string S.
 * @param custom_len the length of `custom` in bytes.
 * @param out receives the result.
 * @param out_len the length of `out` in bytes.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_LENGTH for a length that
 * is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_parallelhash128(const void *msg,
                             size_t len,
                             size_t block_len,
                             const void *custom,
                             size_t custom_len,
                             uint8_t *out,
                             size_t out_len);

/**
 * ParallelHash256 (SP 800-185 section 6) of a message in blocks of `block_len` bytes: `out_len` bytes, 64 for full
 * strength. A shorter output is not the start of a longer one.
 *
 * @param msg the message.
 * @param len the length of `msg` in bytes.
 * @param block_len the block size B, 1 or more.
 * @param custom the customization string S.
 * @param custom_len the length of `custom` in bytes.
 * @param out receives the result.
 * @param out_len the length of `out` in bytes.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_LENGTH for a length that
 * is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_parallelhash256(const void *msg,
                             size_t len,
                             size_t block_len,
                             const void *custom,
                             size_t custom_len,
                             uint8_t *out,
                             size_t out_len);

/**
 * Ascon-XOF128 (SP 800-232 section 5.2): `out_len` bytes of output for a message.
 *
 * @param msg the message.
 * @param len the length of `msg` in bytes.
 * @param out receives the result.
 * @param out_len the length of `out` in bytes.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_LENGTH for a length that
 * is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_ascon_xof128(const void *msg, size_t len, uint8_t *out, size_t out_len);

/**
 * Encrypts with Ascon-AEAD128 (SP 800-232 section 4); the ciphertext has the message's length.
 *
 * @param key the key.
 * @param nonce never twice with the same key.
 * @param ad associated data: authenticated, not encrypted.
 * @param ad_len the length of `ad` in bytes.
 * @param msg the message.
 * @param len the length of `msg` in bytes.
 * @param ct receives `len` bytes; may be `msg` itself, or overlap it, but not `ad`.
 * @param tag receives 16 bytes.
 *
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_LENGTH for a length that
 * is not taken; ASTRAGAL_ERR_OVERLAP if buffers overlap that must not.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_ascon_aead128_encrypt(const uint8_t key[16],
                                   const uint8_t nonce[16],
                                   const void *ad,
                                   size_t ad_len,
                                   const void *msg,
                                   size_t len,
                                   uint8_t *ct,
                                   uint8_t tag[16]);

/**
 * Decrypts with Ascon-AEAD128 (SP 800-232 section 4) if the tag is the ciphertext's tag.
 *
 * @param key the key.
 * @param nonce the nonce, which must not be used again with the key.
 * @param ad associated data: authenticated, not encrypted.
 * @param ad_len the length of `ad` in bytes.
 * @param ct ciphertext.
 * @param len the length of `ct` in bytes.
 * @param tag the tag.
 * @param msg receives `len` bytes; may be `ct` itself, or overlap it, but not `ad`.
 * @return ASTRAGAL_INVALID if it is not the tag: `msg` is zeroed then, and the message is not to be used;
 * ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_LENGTH for a length that is not
 * taken; ASTRAGAL_ERR_OVERLAP if buffers overlap that must not.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_ascon_aead128_decrypt(const uint8_t key[16],
                                   const uint8_t nonce[16],
                                   const void *ad,
                                   size_t ad_len,
                                   const void *ct,
                                   size_t len,
                                   const uint8_t tag[16],
                                   uint8_t *msg);

/**
 * AES-128, AES-192 or AES-256, by the key's length, in the counter mode (SP 800-38A section 6.5): encrypts and
 * decrypts. Nothing is authenticated.
 *
 * @param key of 16, 24 or 32 bytes.
 * @param key_len the length of `key` in bytes.
 * @param iv the first counter block; counters of two messages under one key must never meet.
 * @param msg the message.
 * @param len the length of `msg` in bytes.
 * @param out receives `len` bytes; may be `msg` itself, and shares no byte with it otherwise.
 *
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_LENGTH for a length that
 * is not taken; ASTRAGAL_ERR_OVERLAP if buffers overlap that must not.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_aes_ctr(const void *key,
                     size_t key_len,
                     const uint8_t iv[16],
                     const void *msg,
                     size_t len,
                     uint8_t *out);

/**
 * AES in CBC (SP 800-38A section 6.2) with PKCS#7 padding: encrypts. Nothing is authenticated.
 *
 * @param key of 16, 24 or 32 bytes.
 * @param key_len the length of `key` in bytes.
 * @param iv unpredictable, and another for each message: 16 random bytes.
 * @param msg the message.
 * @param len the length of `msg` in bytes.
 * @param out receives the ciphertext; may be `msg` itself, and shares no byte with it otherwise.
 * @param out_len the room in `out`: at least (len / 16 + 1) * 16, which is the ciphertext's length.
 * @return ASTRAGAL_ERR_LENGTH if the room is too little; ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that
 * must not be; ASTRAGAL_ERR_OVERLAP if buffers overlap that must not.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_aes_cbc_encrypt(const void *key,
                             size_t key_len,
                             const uint8_t iv[16],
                             const void *msg,
                             size_t len,
                             uint8_t *out,
                             size_t out_len);

/**
 * AES in CBC with PKCS#7 padding: decrypts.
 *
 * @param key of 16, 24 or 32 bytes.
 * @param key_len the length of `key` in bytes.
 * @param iv the initialization vector or first counter.
 * @param ct ciphertext.
 * @param len the length of `ct` in bytes.
 * @param out receives the message, of at most len - 1 bytes; may be `ct` itself, and shares no byte with it
 * otherwise.
 * @param out_len the room in `out`.
 * @param written receives the message's length.
 * @return ASTRAGAL_INVALID if the padding is not as it has to be; `out` is zeroed then. An attacker who sees this
 * result for ciphertexts of his choice can decrypt the message (a padding oracle): authenticate first; ASTRAGAL_OK;
 * ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_LENGTH for a length that is not taken;
 * ASTRAGAL_ERR_OVERLAP if buffers overlap that must not.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_aes_cbc_decrypt(const void *key,
                             size_t key_len,
                             const uint8_t iv[16],
                             const void *ct,
                             size_t len,
                             uint8_t *out,
                             size_t out_len,
                             size_t *written);

/**
 * AES-GCM (SP 800-38D): encrypts and authenticates. Encrypt at most 2^32 messages under one key if nonces are random
 * or do not have 12 bytes (section 8.3).
 *
 * @param key of 16, 24 or 32 bytes.
 * @param key_len the length of `key` in bytes.
 * @param nonce of 12 bytes, or of any other length but 0; never twice with the same key.
 * @param nonce_len the length of `nonce` in bytes.
 * @param ad associated data: authenticated, not encrypted.
 * @param ad_len the length of `ad` in bytes.
 * @param msg the message.
 * @param len the length of `msg` in bytes.
 * @param ct receives `len` bytes; may be `msg` itself, or overlap it, but not `ad`.
 *
 * @param tag the tag.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_LENGTH for a length that
 * is not taken; ASTRAGAL_ERR_OVERLAP if buffers overlap that must not.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_aes_gcm_encrypt(const void *key,
                             size_t key_len,
                             const void *nonce,
                             size_t nonce_len,
                             const void *ad,
                             size_t ad_len,
                             const void *msg,
                             size_t len,
                             uint8_t *ct,
                             uint8_t tag[16]);

/**
 * AES-GCM: decrypts if the tag is the ciphertext's tag.
 *
 * @param key the key.
 * @param key_len the length of `key` in bytes.
 * @param nonce the nonce, which must not be used again with the key.
 * @param nonce_len the length of `nonce` in bytes.
 * @param ad associated data: authenticated, not encrypted.
 * @param ad_len the length of `ad` in bytes.
 * @param ct ciphertext.
 * @param len the length of `ct` in bytes.
 * @param tag the tag.
 * @param msg receives `len` bytes; may be `ct` itself, or overlap it, but not `ad`.
 * @return ASTRAGAL_INVALID if the tag does not verify; `msg` is zeroed then; ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a
 * pointer is NULL that must not be; ASTRAGAL_ERR_LENGTH for a length that is not taken; ASTRAGAL_ERR_OVERLAP if
 * buffers overlap that must not.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_aes_gcm_decrypt(const void *key,
                             size_t key_len,
                             const void *nonce,
                             size_t nonce_len,
                             const void *ad,
                             size_t ad_len,
                             const void *ct,
                             size_t len,
                             const uint8_t tag[16],
                             uint8_t *msg);

/**
 * SHA3-224 (FIPS 202 section 6.1) of a message. The digest may go where the message lies.
 *
 * @param msg the message.
 * @param len the length of `msg` in bytes.
 * @param out receives the result.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_LENGTH for a length that
 * is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_sha3_224(const void *msg, size_t len, uint8_t out[28]);

/**
 * Begins an empty message of SHA3-224 (FIPS 202 section 6.1), whatever the state holds.
 *
 * @param state the state.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * aligned.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_sha3_224_init(astragal_sha3_224_state *state);

/**
 * Appends a piece, of any length, to the message.
 *
 * @param state the state.
 * @param data the piece.
 * @param len the length of `data` in bytes.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * a live astragal_sha3_224_state; ASTRAGAL_ERR_LENGTH for a length that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_sha3_224_update(astragal_sha3_224_state *state,
                             const void *data,
                             size_t len);

/**
 * Writes the digest of the message, and begins an empty one.
 *
 * @param state the state.
 * @param out receives the result.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * a live astragal_sha3_224_state.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_sha3_224_final(astragal_sha3_224_state *state, uint8_t out[28]);

/**
 * SHA3-256 (FIPS 202 section 6.1) of a message. The digest may go where the message lies.
 *
 * @param msg the message.
 * @param len the length of `msg` in bytes.
 * @param out receives the result.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_LENGTH for a length that
 * is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_sha3_256(const void *msg, size_t len, uint8_t out[32]);

/**
 * Begins an empty message of SHA3-256 (FIPS 202 section 6.1), whatever the state holds.
 *
 * @param state the state.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * aligned.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_sha3_256_init(astragal_sha3_256_state *state);

/**
 * Appends a piece, of any length, to the message.
 *
 * @param state the state.
 * @param data the piece.
 * @param len the length of `data` in bytes.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * a live astragal_sha3_256_state; ASTRAGAL_ERR_LENGTH for a length that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_sha3_256_update(astragal_sha3_256_state *state,
                             const void *data,
                             size_t len);

/**
 * Writes the digest of the message, and begins an empty one.
 *
 * @param state the state.
 * @param out receives the result.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * a live astragal_sha3_256_state.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_sha3_256_final(astragal_sha3_256_state *state, uint8_t out[32]);

/**
 * SHA3-384 (FIPS 202 section 6.1) of a message. The digest may go where the message lies.
 *
 * @param msg the message.
 * @param len the length of `msg` in bytes.
 * @param out receives the result.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_LENGTH for a length that
 * is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_sha3_384(const void *msg, size_t len, uint8_t out[48]);

/**
 * Begins an empty message of SHA3-384 (FIPS 202 section 6.1), whatever the state holds.
 *
 * @param state the state.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * aligned.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_sha3_384_init(astragal_sha3_384_state *state);

/**
 * Appends a piece, of any length, to the message.
 *
 * @param state the state.
 * @param data the piece.
 * @param len the length of `data` in bytes.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * a live astragal_sha3_384_state; ASTRAGAL_ERR_LENGTH for a length that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_sha3_384_update(astragal_sha3_384_state *state,
                             const void *data,
                             size_t len);

/**
 * Writes the digest of the message, and begins an empty one.
 *
 * @param state the state.
 * @param out receives the result.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * a live astragal_sha3_384_state.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_sha3_384_final(astragal_sha3_384_state *state, uint8_t out[48]);

/**
 * SHA3-512 (FIPS 202 section 6.1) of a message. The digest may go where the message lies.
 *
 * @param msg the message.
 * @param len the length of `msg` in bytes.
 * @param out receives the result.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_LENGTH for a length that
 * is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_sha3_512(const void *msg, size_t len, uint8_t out[64]);

/**
 * Begins an empty message of SHA3-512 (FIPS 202 section 6.1), whatever the state holds.
 *
 * @param state the state.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * aligned.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_sha3_512_init(astragal_sha3_512_state *state);

/**
 * Appends a piece, of any length, to the message.
 *
 * @param state the state.
 * @param data the piece.
 * @param len the length of `data` in bytes.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * a live astragal_sha3_512_state; ASTRAGAL_ERR_LENGTH for a length that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_sha3_512_update(astragal_sha3_512_state *state,
                             const void *data,
                             size_t len);

/**
 * Writes the digest of the message, and begins an empty one.
 *
 * @param state the state.
 * @param out receives the result.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * a live astragal_sha3_512_state.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_sha3_512_final(astragal_sha3_512_state *state, uint8_t out[64]);

/**
 * Keccak-256, as Ethereum has it of a message. The digest may go where the message lies.
 *
 * @param msg the message.
 * @param len the length of `msg` in bytes.
 * @param out receives the result.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_LENGTH for a length that
 * is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_keccak_256(const void *msg, size_t len, uint8_t out[32]);

/**
 * Begins an empty message of Keccak-256, as Ethereum has it, whatever the state holds.
 *
 * @param state the state.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * aligned.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_keccak_256_init(astragal_keccak_256_state *state);

/**
 * Appends a piece, of any length, to the message.
 *
 * @param state the state.
 * @param data the piece.
 * @param len the length of `data` in bytes.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * a live astragal_keccak_256_state; ASTRAGAL_ERR_LENGTH for a length that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_keccak_256_update(astragal_keccak_256_state *state,
                               const void *data,
                               size_t len);

/**
 * Writes the digest of the message, and begins an empty one.
 *
 * @param state the state.
 * @param out receives the result.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * a live astragal_keccak_256_state.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_keccak_256_final(astragal_keccak_256_state *state, uint8_t out[32]);

/**
 * SHA-224 (FIPS 180-4 section 6.3) of a message. The digest may go where the message lies.
 *
 * @param msg the message.
 * @param len the length of `msg` in bytes.
 * @param out receives the result.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_LENGTH for a length that
 * is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_sha224(const void *msg, size_t len, uint8_t out[28]);

/**
 * Begins an empty message of SHA-224 (FIPS 180-4 section 6.3), whatever the state holds.
 *
 * @param state the state.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * aligned.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_sha224_init(astragal_sha224_state *state);

/**
 * Appends a piece, of any length, to the message.
 *
 * @param state the state.
 * @param data the piece.
 * @param len the length of `data` in bytes.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * a live astragal_sha224_state; ASTRAGAL_ERR_LENGTH for a length that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_sha224_update(astragal_sha224_state *state,
                           const void *data,
                           size_t len);

/**
 * Writes the digest of the message, and begins an empty one.
 *
 * @param state the state.
 * @param out receives the result.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * a live astragal_sha224_state.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_sha224_final(astragal_sha224_state *state, uint8_t out[28]);

/**
 * SHA-256 (FIPS 180-4 section 6.2) of a message. The digest may go where the message lies.
 *
 * @param msg the message.
 * @param len the length of `msg` in bytes.
 * @param out receives the result.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_LENGTH for a length that
 * is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_sha256(const void *msg, size_t len, uint8_t out[32]);

/**
 * Begins an empty message of SHA-256 (FIPS 180-4 section 6.2), whatever the state holds.
 *
 * @param state the state.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * aligned.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_sha256_init(astragal_sha256_state *state);

/**
 * Appends a piece, of any length, to the message.
 *
 * @param state the state.
 * @param data the piece.
 * @param len the length of `data` in bytes.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * a live astragal_sha256_state; ASTRAGAL_ERR_LENGTH for a length that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_sha256_update(astragal_sha256_state *state,
                           const void *data,
                           size_t len);

/**
 * Writes the digest of the message, and begins an empty one.
 *
 * @param state the state.
 * @param out receives the result.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * a live astragal_sha256_state.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_sha256_final(astragal_sha256_state *state, uint8_t out[32]);

/**
 * SHA-384 (FIPS 180-4 section 6.5) of a message. The digest may go where the message lies.
 *
 * @param msg the message.
 * @param len the length of `msg` in bytes.
 * @param out receives the result.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_LENGTH for a length that
 * is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_sha384(const void *msg, size_t len, uint8_t out[48]);

/**
 * Begins an empty message of SHA-384 (FIPS 180-4 section 6.5), whatever the state holds.
 *
 * @param state the state.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * aligned.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_sha384_init(astragal_sha384_state *state);

/**
 * Appends a piece, of any length, to the message.
 *
 * @param state the state.
 * @param data the piece.
 * @param len the length of `data` in bytes.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * a live astragal_sha384_state; ASTRAGAL_ERR_LENGTH for a length that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_sha384_update(astragal_sha384_state *state,
                           const void *data,
                           size_t len);

/**
 * Writes the digest of the message, and begins an empty one.
 *
 * @param state the state.
 * @param out receives the result.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * a live astragal_sha384_state.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_sha384_final(astragal_sha384_state *state, uint8_t out[48]);

/**
 * SHA-512 (FIPS 180-4 section 6.4) of a message. The digest may go where the message lies.
 *
 * @param msg the message.
 * @param len the length of `msg` in bytes.
 * @param out receives the result.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_LENGTH for a length that
 * is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_sha512(const void *msg, size_t len, uint8_t out[64]);

/**
 * Begins an empty message of SHA-512 (FIPS 180-4 section 6.4), whatever the state holds.
 *
 * @param state the state.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * aligned.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_sha512_init(astragal_sha512_state *state);

/**
 * Appends a piece, of any length, to the message.
 *
 * @param state the state.
 * @param data the piece.
 * @param len the length of `data` in bytes.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * a live astragal_sha512_state; ASTRAGAL_ERR_LENGTH for a length that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_sha512_update(astragal_sha512_state *state,
                           const void *data,
                           size_t len);

/**
 * Writes the digest of the message, and begins an empty one.
 *
 * @param state the state.
 * @param out receives the result.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * a live astragal_sha512_state.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_sha512_final(astragal_sha512_state *state, uint8_t out[64]);

/**
 * Begins an empty message of SM3 (GB/T 32905), whatever the state holds.
 *
 * @param state the state.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * aligned.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_sm3_init(astragal_sm3_state *state);

/**
 * Appends a piece, of any length, to the message.
 *
 * @param state the state.
 * @param data the piece.
 * @param len the length of `data` in bytes.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * a live astragal_sm3_state; ASTRAGAL_ERR_LENGTH for a length that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_sm3_update(astragal_sm3_state *state, const void *data, size_t len);

/**
 * Writes the digest of the message, and begins an empty one.
 *
 * @param state the state.
 * @param out receives the result.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * a live astragal_sm3_state.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_sm3_final(astragal_sm3_state *state, uint8_t out[32]);

/**
 * BLAKE2b-512 (RFC 7693) of a message. The digest may go where the message lies.
 *
 * @param msg the message.
 * @param len the length of `msg` in bytes.
 * @param out receives the result.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_LENGTH for a length that
 * is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_blake2b_512(const void *msg, size_t len, uint8_t out[64]);

/**
 * Begins an empty message of BLAKE2b-512 (RFC 7693), whatever the state holds.
 *
 * @param state the state.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * aligned.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_blake2b_512_init(astragal_blake2b_512_state *state);

/**
 * Appends a piece, of any length, to the message.
 *
 * @param state the state.
 * @param data the piece.
 * @param len the length of `data` in bytes.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * a live astragal_blake2b_512_state; ASTRAGAL_ERR_LENGTH for a length that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_blake2b_512_update(astragal_blake2b_512_state *state,
                                const void *data,
                                size_t len);

/**
 * Writes the digest of the message, and begins an empty one.
 *
 * @param state the state.
 * @param out receives the result.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * a live astragal_blake2b_512_state.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_blake2b_512_final(astragal_blake2b_512_state *state, uint8_t out[64]);

/**
 * BLAKE2s-256 (RFC 7693) of a message. The digest may go where the message lies.
 *
 * @param msg the message.
 * @param len the length of `msg` in bytes.
 * @param out receives the result.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_LENGTH for a length that
 * is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_blake2s_256(const void *msg, size_t len, uint8_t out[32]);

/**
 * Begins an empty message of BLAKE2s-256 (RFC 7693), whatever the state holds.
 *
 * @param state the state.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * aligned.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_blake2s_256_init(astragal_blake2s_256_state *state);

/**
 * Appends a piece, of any length, to the message.
 *
 * @param state the state.
 * @param data the piece.
 * @param len the length of `data` in bytes.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * a live astragal_blake2s_256_state; ASTRAGAL_ERR_LENGTH for a length that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_blake2s_256_update(astragal_blake2s_256_state *state,
                                const void *data,
                                size_t len);

/**
 * Writes the digest of the message, and begins an empty one.
 *
 * @param state the state.
 * @param out receives the result.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * a live astragal_blake2s_256_state.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_blake2s_256_final(astragal_blake2s_256_state *state, uint8_t out[32]);

/**
 * BLAKE3 of a message. The digest may go where the message lies.
 *
 * @param msg the message.
 * @param len the length of `msg` in bytes.
 * @param out receives the result.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_LENGTH for a length that
 * is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_blake3(const void *msg, size_t len, uint8_t out[32]);

/**
 * Begins an empty message of BLAKE3, whatever the state holds.
 *
 * @param state the state.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * aligned.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_blake3_init(astragal_blake3_state *state);

/**
 * Appends a piece, of any length, to the message.
 *
 * @param state the state.
 * @param data the piece.
 * @param len the length of `data` in bytes.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * a live astragal_blake3_state; ASTRAGAL_ERR_LENGTH for a length that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_blake3_update(astragal_blake3_state *state,
                           const void *data,
                           size_t len);

/**
 * Writes the digest of the message, and begins an empty one.
 *
 * @param state the state.
 * @param out receives the result.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * a live astragal_blake3_state.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_blake3_final(astragal_blake3_state *state, uint8_t out[32]);

/**
 * Ascon-Hash256 (SP 800-232 section 5.1) of a message. The digest may go where the message lies.
 *
 * @param msg the message.
 * @param len the length of `msg` in bytes.
 * @param out receives the result.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_LENGTH for a length that
 * is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_ascon_hash256(const void *msg, size_t len, uint8_t out[32]);

/**
 * Begins an empty message of Ascon-Hash256 (SP 800-232 section 5.1), whatever the state holds.
 *
 * @param state the state.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * aligned.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_ascon_hash256_init(astragal_ascon_hash256_state *state);

/**
 * Appends a piece, of any length, to the message.
 *
 * @param state the state.
 * @param data the piece.
 * @param len the length of `data` in bytes.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * a live astragal_ascon_hash256_state; ASTRAGAL_ERR_LENGTH for a length that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_ascon_hash256_update(astragal_ascon_hash256_state *state,
                                  const void *data,
                                  size_t len);

/**
 * Writes the digest of the message, and begins an empty one.
 *
 * @param state the state.
 * @param out receives the result.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * a live astragal_ascon_hash256_state.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_ascon_hash256_final(astragal_ascon_hash256_state *state,
                                 uint8_t out[32]);

/**
 * Begins an empty message of SHAKE128 (FIPS 202 section 6.2), whatever the state holds.
 *
 * @param state the state.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * aligned.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_shake128_init(astragal_shake128_state *state);

/**
 * Appends a piece, of any length, to the message.
 *
 * @param state the state.
 * @param data the piece.
 * @param len the length of `data` in bytes.
 * @return ASTRAGAL_ERR_STATE after the first squeeze; ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must
 * not be; ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_shake128_state; ASTRAGAL_ERR_LENGTH for a length that
 * is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_shake128_absorb(astragal_shake128_state *state,
                             const void *data,
                             size_t len);

/**
 * Writes the next `out_len` bytes of output, any number of times.
 *
 * @param state the state.
 * @param out receives the result.
 * @param out_len the length of `out` in bytes.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * a live astragal_shake128_state; ASTRAGAL_ERR_LENGTH for a length that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_shake128_squeeze(astragal_shake128_state *state,
                              uint8_t *out,
                              size_t out_len);

/**
 * Begins an empty message of SHAKE256 (FIPS 202 section 6.2), whatever the state holds.
 *
 * @param state the state.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * aligned.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_shake256_init(astragal_shake256_state *state);

/**
 * Appends a piece, of any length, to the message.
 *
 * @param state the state.
 * @param data the piece.
 * @param len the length of `data` in bytes.
 * @return ASTRAGAL_ERR_STATE after the first squeeze; ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must
 * not be; ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_shake256_state; ASTRAGAL_ERR_LENGTH for a length that
 * is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_shake256_absorb(astragal_shake256_state *state,
                             const void *data,
                             size_t len);

/**
 * Writes the next `out_len` bytes of output, any number of times.
 *
 * @param state the state.
 * @param out receives the result.
 * @param out_len the length of `out` in bytes.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * a live astragal_shake256_state; ASTRAGAL_ERR_LENGTH for a length that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_shake256_squeeze(astragal_shake256_state *state,
                              uint8_t *out,
                              size_t out_len);

/**
 * Begins an empty message of TurboSHAKE128 (RFC 9861 section 2), whatever the state holds, with a domain
 * separation byte of 0x01 to 0x7f; 0x1f where no other is needed.
 *
 * @param state the state.
 * @param domain the domain separation byte, 0x01 to 0x7f.
 * @return ASTRAGAL_ERR_PARAMETER for another byte; ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not
 * be; ASTRAGAL_ERR_OBJECT if `state` is not aligned.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_turboshake128_init(astragal_turboshake128_state *state, uint8_t domain);

/**
 * Appends a piece, of any length, to the message.
 *
 * @param state the state.
 * @param data the piece.
 * @param len the length of `data` in bytes.
 * @return ASTRAGAL_ERR_STATE after the first squeeze; ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must
 * not be; ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_turboshake128_state; ASTRAGAL_ERR_LENGTH for a length
 * that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_turboshake128_absorb(astragal_turboshake128_state *state,
                                  const void *data,
                                  size_t len);

/**
 * Writes the next `out_len` bytes of output, any number of times.
 *
 * @param state the state.
 * @param out receives the result.
 * @param out_len the length of `out` in bytes.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * a live astragal_turboshake128_state; ASTRAGAL_ERR_LENGTH for a length that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_turboshake128_squeeze(astragal_turboshake128_state *state,
                                   uint8_t *out,
                                   size_t out_len);

/**
 * Begins an empty message of TurboSHAKE256 (RFC 9861 section 2), whatever the state holds, with a domain
 * separation byte of 0x01 to 0x7f; 0x1f where no other is needed.
 *
 * @param state the state.
 * @param domain the domain separation byte, 0x01 to 0x7f.
 * @return ASTRAGAL_ERR_PARAMETER for another byte; ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not
 * be; ASTRAGAL_ERR_OBJECT if `state` is not aligned.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_turboshake256_init(astragal_turboshake256_state *state, uint8_t domain);

/**
 * Appends a piece, of any length, to the message.
 *
 * @param state the state.
 * @param data the piece.
 * @param len the length of `data` in bytes.
 * @return ASTRAGAL_ERR_STATE after the first squeeze; ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must
 * not be; ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_turboshake256_state; ASTRAGAL_ERR_LENGTH for a length
 * that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_turboshake256_absorb(astragal_turboshake256_state *state,
                                  const void *data,
                                  size_t len);

/**
 * Writes the next `out_len` bytes of output, any number of times.
 *
 * @param state the state.
 * @param out receives the result.
 * @param out_len the length of `out` in bytes.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * a live astragal_turboshake256_state; ASTRAGAL_ERR_LENGTH for a length that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_turboshake256_squeeze(astragal_turboshake256_state *state,
                                   uint8_t *out,
                                   size_t out_len);

/**
 * Begins an empty message of cSHAKE128 (SP 800-185 section 3), whatever the state holds, with a
 * function name N and a customization string S, which may be empty.
 *
 * @param state the state.
 * @param name the function name N.
 * @param name_len the length of `name` in bytes.
 * @param custom the customization string S.
 * @param custom_len the length of `custom` in bytes.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * aligned; ASTRAGAL_ERR_LENGTH for a length that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_cshake128_init(astragal_cshake128_state *state,
                            const void *name,
                            size_t name_len,
                            const void *custom,
                            size_t custom_len);

/**
 * Appends a piece, of any length, to the message.
 *
 * @param state the state.
 * @param data the piece.
 * @param len the length of `data` in bytes.
 * @return ASTRAGAL_ERR_STATE after the first squeeze; ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must
 * not be; ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_cshake128_state; ASTRAGAL_ERR_LENGTH for a length
 * that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_cshake128_absorb(astragal_cshake128_state *state,
                              const void *data,
                              size_t len);

/**
 * Writes the next `out_len` bytes of output, any number of times.
 *
 * @param state the state.
 * @param out receives the result.
 * @param out_len the length of `out` in bytes.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * a live astragal_cshake128_state; ASTRAGAL_ERR_LENGTH for a length that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_cshake128_squeeze(astragal_cshake128_state *state,
                               uint8_t *out,
                               size_t out_len);

/**
 * Begins an empty message of cSHAKE256 (SP 800-185 section 3), whatever the state holds, with a
 * function name N and a customization string S, which may be empty.
 *
 * @param state the state.
 * @param name the function name N.
 * @param name_len the length of `name` in bytes.
 * @param custom the customization string S.
 * @param custom_len the length of `custom` in bytes.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * aligned; ASTRAGAL_ERR_LENGTH for a length that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_cshake256_init(astragal_cshake256_state *state,
                            const void *name,
                            size_t name_len,
                            const void *custom,
                            size_t custom_len);

/**
 * Appends a piece, of any length, to the message.
 *
 * @param state the state.
 * @param data the piece.
 * @param len the length of `data` in bytes.
 * @return ASTRAGAL_ERR_STATE after the first squeeze; ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must
 * not be; ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_cshake256_state; ASTRAGAL_ERR_LENGTH for a length
 * that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_cshake256_absorb(astragal_cshake256_state *state,
                              const void *data,
                              size_t len);

/**
 * Writes the next `out_len` bytes of output, any number of times.
 *
 * @param state the state.
 * @param out receives the result.
 * @param out_len the length of `out` in bytes.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * a live astragal_cshake256_state; ASTRAGAL_ERR_LENGTH for a length that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_cshake256_squeeze(astragal_cshake256_state *state,
                               uint8_t *out,
                               size_t out_len);

/**
 * Begins an empty message of Ascon-XOF128 (SP 800-232 section 5.2), whatever the state holds.
 *
 * @param state the state.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * aligned.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_ascon_xof128_init(astragal_ascon_xof128_state *state);

/**
 * Appends a piece, of any length, to the message.
 *
 * @param state the state.
 * @param data the piece.
 * @param len the length of `data` in bytes.
 * @return ASTRAGAL_ERR_STATE after the first squeeze; ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must
 * not be; ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_ascon_xof128_state; ASTRAGAL_ERR_LENGTH for a length
 * that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_ascon_xof128_absorb(astragal_ascon_xof128_state *state,
                                 const void *data,
                                 size_t len);

/**
 * Writes the next `out_len` bytes of output, any number of times.
 *
 * @param state the state.
 * @param out receives the result.
 * @param out_len the length of `out` in bytes.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * a live astragal_ascon_xof128_state; ASTRAGAL_ERR_LENGTH for a length that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_ascon_xof128_squeeze(astragal_ascon_xof128_state *state,
                                  uint8_t *out,
                                  size_t out_len);

/**
 * Begins an empty message of KMACXOF128 (SP 800-185 section 4.3.1), whatever the state holds, with a key and a
 * customization string, which may be empty.
 *
 * @param state the state.
 * @param key the key.
 * @param key_len the length of `key` in bytes.
 * @param custom the customization string S.
 * @param custom_len the length of `custom` in bytes.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * aligned; ASTRAGAL_ERR_LENGTH for a length that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_kmacxof128_init(astragal_kmacxof128_state *state,
                             const void *key,
                             size_t key_len,
                             const void *custom,
                             size_t custom_len);

/**
 * Appends a piece, of any length, to the message.
 *
 * @param state the state.
 * @param data the piece.
 * @param len the length of `data` in bytes.
 * @return ASTRAGAL_ERR_STATE after the first squeeze; ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must
 * not be; ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_kmacxof128_state; ASTRAGAL_ERR_LENGTH for a length
 * that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_kmacxof128_absorb(astragal_kmacxof128_state *state,
                               const void *data,
                               size_t len);

/**
 * Writes the next `out_len` bytes of output, any number of times.
 *
 * @param state the state.
 * @param out receives the result.
 * @param out_len the length of `out` in bytes.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * a live astragal_kmacxof128_state; ASTRAGAL_ERR_LENGTH for a length that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_kmacxof128_squeeze(astragal_kmacxof128_state *state,
                                uint8_t *out,
                                size_t out_len);

/**
 * Begins an empty message of KMACXOF256 (SP 800-185 section 4.3.1), whatever the state holds, with a key and a
 * customization string, which may be empty.
 *
 * @param state the state.
 * @param key the key.
 * @param key_len the length of `key` in bytes.
 * @param custom the customization string S.
 * @param custom_len the length of `custom` in bytes.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * aligned; ASTRAGAL_ERR_LENGTH for a length that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_kmacxof256_init(astragal_kmacxof256_state *state,
                             const void *key,
                             size_t key_len,
                             const void *custom,
                             size_t custom_len);

/**
 * Appends a piece, of any length, to the message.
 *
 * @param state the state.
 * @param data the piece.
 * @param len the length of `data` in bytes.
 * @return ASTRAGAL_ERR_STATE after the first squeeze; ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must
 * not be; ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_kmacxof256_state; ASTRAGAL_ERR_LENGTH for a length
 * that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_kmacxof256_absorb(astragal_kmacxof256_state *state,
                               const void *data,
                               size_t len);

/**
 * Writes the next `out_len` bytes of output, any number of times.
 *
 * @param state the state.
 * @param out receives the result.
 * @param out_len the length of `out` in bytes.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * a live astragal_kmacxof256_state; ASTRAGAL_ERR_LENGTH for a length that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_kmacxof256_squeeze(astragal_kmacxof256_state *state,
                                uint8_t *out,
                                size_t out_len);

/**
 * Writes the tag of a whole message by HMAC-SHA3-224 (FIPS 198-1). It may go where the message lies.
 *
 * @param key the key.
 * @param key_len the length of `key` in bytes.
 * @param msg the message.
 * @param len the length of `msg` in bytes.
 * @param tag the tag.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_LENGTH for a length that
 * is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hmac_sha3_224(const void *key,
                           size_t key_len,
                           const void *msg,
                           size_t len,
                           uint8_t tag[28]);

/**
 * Begins an empty message of HMAC-SHA3-224 (FIPS 198-1) under a key of any length, whatever the state holds.
 *
 * @param state the state.
 * @param key the key.
 * @param key_len the length of `key` in bytes.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * aligned; ASTRAGAL_ERR_LENGTH for a length that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hmac_sha3_224_init(astragal_hmac_sha3_224_state *state,
                                const void *key,
                                size_t key_len);

/**
 * Appends a piece, of any length, to the message.
 *
 * @param state the state.
 * @param data the piece.
 * @param len the length of `data` in bytes.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * a live astragal_hmac_sha3_224_state; ASTRAGAL_ERR_LENGTH for a length that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hmac_sha3_224_update(astragal_hmac_sha3_224_state *state,
                                  const void *data,
                                  size_t len);

/**
 * Writes the tag of the message, and wipes the state.
 *
 * @param state the state.
 * @param tag the tag.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * a live astragal_hmac_sha3_224_state.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hmac_sha3_224_final(astragal_hmac_sha3_224_state *state,
                                 uint8_t tag[28]);

/**
 * Compares the tag of the message in constant time, and wipes the state.
 *
 * @param state the state.
 * @param tag the tag.
 * @return ASTRAGAL_OK if it is the tag, ASTRAGAL_INVALID if it is not. ; ASTRAGAL_ERR_NULL if a pointer is NULL that
 * must not be; ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_hmac_sha3_224_state.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hmac_sha3_224_verify(astragal_hmac_sha3_224_state *state,
                                  const uint8_t tag[28]);

/**
 * Writes the tag of a whole message by HMAC-SHA3-256 (FIPS 198-1). It may go where the message lies.
 *
 * @param key the key.
 * @param key_len the length of `key` in bytes.
 * @param msg the message.
 * @param len the length of `msg` in bytes.
 * @param tag the tag.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_LENGTH for a length that
 * is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hmac_sha3_256(const void *key,
                           size_t key_len,
                           const void *msg,
                           size_t len,
                           uint8_t tag[32]);

/**
 * Begins an empty message of HMAC-SHA3-256 (FIPS 198-1) under a key of any length, whatever the state holds.
 *
 * @param state the state.
 * @param key the key.
 * @param key_len the length of `key` in bytes.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * aligned; ASTRAGAL_ERR_LENGTH for a length that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hmac_sha3_256_init(astragal_hmac_sha3_256_state *state,
                                const void *key,
                                size_t key_len);

/**
 * Appends a piece, of any length, to the message.
 *
 * @param state the state.
 * @param data the piece.
 * @param len the length of `data` in bytes.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * a live astragal_hmac_sha3_256_state; ASTRAGAL_ERR_LENGTH for a length that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hmac_sha3_256_update(astragal_hmac_sha3_256_state *state,
                                  const void *data,
                                  size_t len);

/**
 * Writes the tag of the message, and wipes the state.
 *
 * @param state the state.
 * @param tag the tag.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * a live astragal_hmac_sha3_256_state.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hmac_sha3_256_final(astragal_hmac_sha3_256_state *state,
                                 uint8_t tag[32]);

/**
 * Compares the tag of the message in constant time, and wipes the state.
 *
 * @param state the state.
 * @param tag the tag.
 * @return ASTRAGAL_OK if it is the tag, ASTRAGAL_INVALID if it is not. ; ASTRAGAL_ERR_NULL if a pointer is NULL that
 * must not be; ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_hmac_sha3_256_state.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hmac_sha3_256_verify(astragal_hmac_sha3_256_state *state,
                                  const uint8_t tag[32]);

/**
 * Writes the tag of a whole message by HMAC-SHA3-384 (FIPS 198-1). It may go where the message lies.
 *
 * @param key the key.
 * @param key_len the length of `key` in bytes.
 * @param msg the message.
 * @param len the length of `msg` in bytes.
 * @param tag the tag.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_LENGTH for a length that
 * is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hmac_sha3_384(const void *key,
                           size_t key_len,
                           const void *msg,
                           size_t len,
                           uint8_t tag[48]);

/**
 * Begins an empty message of HMAC-SHA3-384 (FIPS 198-1) under a key of any length, whatever the state holds.
 *
 * @param state the state.
 * @param key the key.
 * @param key_len the length of `key` in bytes.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * aligned; ASTRAGAL_ERR_LENGTH for a length that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hmac_sha3_384_init(astragal_hmac_sha3_384_state *state,
                                const void *key,
                                size_t key_len);

/**
 * Appends a piece, of any length, to the message.
 *
 * @param state the state.
 * @param data the piece.
 * @param len the length of `data` in bytes.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * a live astragal_hmac_sha3_384_state; ASTRAGAL_ERR_LENGTH for a length that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hmac_sha3_384_update(astragal_hmac_sha3_384_state *state,
                                  const void *data,
                                  size_t len);

/**
 * Writes the tag of the message, and wipes the state.
 *
 * @param state the state.
 * @param tag the tag.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * a live astragal_hmac_sha3_384_state.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hmac_sha3_384_final(astragal_hmac_sha3_384_state *state,
                                 uint8_t tag[48]);

/**
 * Compares the tag of the message in constant time, and wipes the state.
 *
 * @param state the state.
 * @param tag the tag.
 * @return ASTRAGAL_OK if it is the tag, ASTRAGAL_INVALID if it is not. ; ASTRAGAL_ERR_NULL if a pointer is NULL that
 * must not be; ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_hmac_sha3_384_state.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hmac_sha3_384_verify(astragal_hmac_sha3_384_state *state,
                                  const uint8_t tag[48]);

/**
 * Writes the tag of a whole message by HMAC-SHA3-512 (FIPS 198-1). It may go where the message lies.
 *
 * @param key the key.
 * @param key_len the length of `key` in bytes.
 * @param msg the message.
 * @param len the length of `msg` in bytes.
 * @param tag the tag.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_LENGTH for a length that
 * is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hmac_sha3_512(const void *key,
                           size_t key_len,
                           const void *msg,
                           size_t len,
                           uint8_t tag[64]);

/**
 * Begins an empty message of HMAC-SHA3-512 (FIPS 198-1) under a key of any length, whatever the state holds.
 *
 * @param state the state.
 * @param key the key.
 * @param key_len the length of `key` in bytes.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * aligned; ASTRAGAL_ERR_LENGTH for a length that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hmac_sha3_512_init(astragal_hmac_sha3_512_state *state,
                                const void *key,
                                size_t key_len);

/**
 * Appends a piece, of any length, to the message.
 *
 * @param state the state.
 * @param data the piece.
 * @param len the length of `data` in bytes.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * a live astragal_hmac_sha3_512_state; ASTRAGAL_ERR_LENGTH for a length that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hmac_sha3_512_update(astragal_hmac_sha3_512_state *state,
                                  const void *data,
                                  size_t len);

/**
 * Writes the tag of the message, and wipes the state.
 *
 * @param state the state.
 * @param tag the tag.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * a live astragal_hmac_sha3_512_state.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hmac_sha3_512_final(astragal_hmac_sha3_512_state *state,
                                 uint8_t tag[64]);

/**
 * Compares the tag of the message in constant time, and wipes the state.
 *
 * @param state the state.
 * @param tag the tag.
 * @return ASTRAGAL_OK if it is the tag, ASTRAGAL_INVALID if it is not. ; ASTRAGAL_ERR_NULL if a pointer is NULL that
 * must not be; ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_hmac_sha3_512_state.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hmac_sha3_512_verify(astragal_hmac_sha3_512_state *state,
                                  const uint8_t tag[64]);

/**
 * Writes the tag of a whole message by HMAC-SHA-256 (FIPS 198-1). It may go where the message lies.
 *
 * @param key the key.
 * @param key_len the length of `key` in bytes.
 * @param msg the message.
 * @param len the length of `msg` in bytes.
 * @param tag the tag.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_LENGTH for a length that
 * is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hmac_sha256(const void *key,
                         size_t key_len,
                         const void *msg,
                         size_t len,
                         uint8_t tag[32]);

/**
 * Begins an empty message of HMAC-SHA-256 (FIPS 198-1) under a key of any length, whatever the state holds.
 *
 * @param state the state.
 * @param key the key.
 * @param key_len the length of `key` in bytes.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * aligned; ASTRAGAL_ERR_LENGTH for a length that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hmac_sha256_init(astragal_hmac_sha256_state *state,
                              const void *key,
                              size_t key_len);

/**
 * Appends a piece, of any length, to the message.
 *
 * @param state the state.
 * @param data the piece.
 * @param len the length of `data` in bytes.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * a live astragal_hmac_sha256_state; ASTRAGAL_ERR_LENGTH for a length that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hmac_sha256_update(astragal_hmac_sha256_state *state,
                                const void *data,
                                size_t len);

/**
 * Writes the tag of the message, and wipes the state.
 *
 * @param state the state.
 * @param tag the tag.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * a live astragal_hmac_sha256_state.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_hmac_sha256_final(astragal_hmac_sha256_state *state, uint8_t tag[32]);

/**
 * Compares the tag of the message in constant time, and wipes the state.
 *
 * @param state the state.
 * @param tag the tag.
 * @return ASTRAGAL_OK if it is the tag, ASTRAGAL_INVALID if it is not. ; ASTRAGAL_ERR_NULL if a pointer is NULL that
 * must not be; ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_hmac_sha256_state.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hmac_sha256_verify(astragal_hmac_sha256_state *state,
                                const uint8_t tag[32]);

/**
 * Writes the tag of a whole message by HMAC-SHA-384 (FIPS 198-1). It may go where the message lies.
 *
 * @param key the key.
 * @param key_len the length of `key` in bytes.
 * @param msg the message.
 * @param len the length of `msg` in bytes.
 * @param tag the tag.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_LENGTH for a length that
 * is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hmac_sha384(const void *key,
                         size_t key_len,
                         const void *msg,
                         size_t len,
                         uint8_t tag[48]);

/**
 * Begins an empty message of HMAC-SHA-384 (FIPS 198-1) under a key of any length, whatever the state holds.
 *
 * @param state the state.
 * @param key the key.
 * @param key_len the length of `key` in bytes.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * aligned; ASTRAGAL_ERR_LENGTH for a length that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hmac_sha384_init(astragal_hmac_sha384_state *state,
                              const void *key,
                              size_t key_len);

/**
 * Appends a piece, of any length, to the message.
 *
 * @param state the state.
 * @param data the piece.
 * @param len the length of `data` in bytes.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * a live astragal_hmac_sha384_state; ASTRAGAL_ERR_LENGTH for a length that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hmac_sha384_update(astragal_hmac_sha384_state *state,
                                const void *data,
                                size_t len);

/**
 * Writes the tag of the message, and wipes the state.
 *
 * @param state the state.
 * @param tag the tag.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * a live astragal_hmac_sha384_state.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_hmac_sha384_final(astragal_hmac_sha384_state *state, uint8_t tag[48]);

/**
 * Compares the tag of the message in constant time, and wipes the state.
 *
 * @param state the state.
 * @param tag the tag.
 * @return ASTRAGAL_OK if it is the tag, ASTRAGAL_INVALID if it is not. ; ASTRAGAL_ERR_NULL if a pointer is NULL that
 * must not be; ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_hmac_sha384_state.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hmac_sha384_verify(astragal_hmac_sha384_state *state,
                                const uint8_t tag[48]);

/**
 * Writes the tag of a whole message by HMAC-SHA-512 (FIPS 198-1). It may go where the message lies.
 *
 * @param key the key.
 * @param key_len the length of `key` in bytes.
 * @param msg the message.
 * @param len the length of `msg` in bytes.
 * @param tag the tag.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_LENGTH for a length that
 * is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hmac_sha512(const void *key,
                         size_t key_len,
                         const void *msg,
                         size_t len,
                         uint8_t tag[64]);

/**
 * Begins an empty message of HMAC-SHA-512 (FIPS 198-1) under a key of any length, whatever the state holds.
 *
 * @param state the state.
 * @param key the key.
 * @param key_len the length of `key` in bytes.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * aligned; ASTRAGAL_ERR_LENGTH for a length that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hmac_sha512_init(astragal_hmac_sha512_state *state,
                              const void *key,
                              size_t key_len);

/**
 * Appends a piece, of any length, to the message.
 *
 * @param state the state.
 * @param data the piece.
 * @param len the length of `data` in bytes.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * a live astragal_hmac_sha512_state; ASTRAGAL_ERR_LENGTH for a length that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hmac_sha512_update(astragal_hmac_sha512_state *state,
                                const void *data,
                                size_t len);

/**
 * Writes the tag of the message, and wipes the state.
 *
 * @param state the state.
 * @param tag the tag.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * a live astragal_hmac_sha512_state.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_hmac_sha512_final(astragal_hmac_sha512_state *state, uint8_t tag[64]);

/**
 * Compares the tag of the message in constant time, and wipes the state.
 *
 * @param state the state.
 * @param tag the tag.
 * @return ASTRAGAL_OK if it is the tag, ASTRAGAL_INVALID if it is not. ; ASTRAGAL_ERR_NULL if a pointer is NULL that
 * must not be; ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_hmac_sha512_state.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hmac_sha512_verify(astragal_hmac_sha512_state *state,
                                const uint8_t tag[64]);

/**
 * Begins an empty message of KMAC128 (SP 800-185 section 4) under a key, with a customization
 * string, which may be empty, whatever the state holds.
 *
 * @param state the state.
 * @param key the key.
 * @param key_len the length of `key` in bytes.
 * @param custom the customization string S.
 * @param custom_len the length of `custom` in bytes.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * aligned; ASTRAGAL_ERR_LENGTH for a length that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_kmac128_init(astragal_kmac128_state *state,
                          const void *key,
                          size_t key_len,
                          const void *custom,
                          size_t custom_len);

/**
 * Appends a piece, of any length, to the message.
 *
 * @param state the state.
 * @param data the piece.
 * @param len the length of `data` in bytes.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * a live astragal_kmac128_state; ASTRAGAL_ERR_LENGTH for a length that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_kmac128_update(astragal_kmac128_state *state,
                            const void *data,
                            size_t len);

/**
 * Writes the tag of `tag_len` bytes of the message, and wipes the state. A shorter tag is not the start of a longer one.
 *
 * @param state the state.
 * @param tag the tag.
 * @param tag_len the length of `tag` in bytes.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * a live astragal_kmac128_state; ASTRAGAL_ERR_LENGTH for a length that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_kmac128_final(astragal_kmac128_state *state,
                           uint8_t *tag,
                           size_t tag_len);

/**
 * Compares the tag of the message in constant time, and wipes the state. Pass the length that you have agreed upon,
 * 4 to 64 bytes, not the one that came with the message.
 *
 * @param state the state.
 * @param tag the tag.
 * @param tag_len the length of `tag` in bytes.
 * @return ASTRAGAL_OK if it is the tag, ASTRAGAL_INVALID if it is not; ASTRAGAL_ERR_NULL if a pointer is NULL that
 * must not be; ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_kmac128_state; ASTRAGAL_ERR_LENGTH for a length
 * that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_kmac128_verify(astragal_kmac128_state *state,
                            const void *tag,
                            size_t tag_len);

/**
 * Begins an empty message of KMAC256 (SP 800-185 section 4) under a key, with a customization
 * string, which may be empty, whatever the state holds.
 *
 * @param state the state.
 * @param key the key.
 * @param key_len the length of `key` in bytes.
 * @param custom the customization string S.
 * @param custom_len the length of `custom` in bytes.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * aligned; ASTRAGAL_ERR_LENGTH for a length that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_kmac256_init(astragal_kmac256_state *state,
                          const void *key,
                          size_t key_len,
                          const void *custom,
                          size_t custom_len);

/**
 * Appends a piece, of any length, to the message.
 *
 * @param state the state.
 * @param data the piece.
 * @param len the length of `data` in bytes.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * a live astragal_kmac256_state; ASTRAGAL_ERR_LENGTH for a length that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_kmac256_update(astragal_kmac256_state *state,
                            const void *data,
                            size_t len);

/**
 * Writes the tag of `tag_len` bytes of the message, and wipes the state. A shorter tag is not the start of a longer one.
 *
 * @param state the state.
 * @param tag the tag.
 * @param tag_len the length of `tag` in bytes.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be; ASTRAGAL_ERR_OBJECT if `state` is not
 * a live astragal_kmac256_state; ASTRAGAL_ERR_LENGTH for a length that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_kmac256_final(astragal_kmac256_state *state,
                           uint8_t *tag,
                           size_t tag_len);

/**
 * Compares the tag of the message in constant time, and wipes the state. Pass the length that you have agreed upon,
 * 4 to 64 bytes, not the one that came with the message.
 *
 * @param state the state.
 * @param tag the tag.
 * @param tag_len the length of `tag` in bytes.
 * @return ASTRAGAL_OK if it is the tag, ASTRAGAL_INVALID if it is not; ASTRAGAL_ERR_NULL if a pointer is NULL that
 * must not be; ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_kmac256_state; ASTRAGAL_ERR_LENGTH for a length
 * that is not taken.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_kmac256_verify(astragal_kmac256_state *state,
                            const void *tag,
                            size_t tag_len);

/**
 * Keccak-p[1600, rounds] (FIPS 202 section 3.3) on one state of 25 lanes: lane x + 5y is A[x, y], as a number.
 * The last `rounds` of the 24; Keccak-f[1600] has all of them. Hazardous: for implementers of schemes.
 *
 * @param state the state.
 * @param rounds the number of rounds.
 * @return ASTRAGAL_ERR_PARAMETER for more than 24 rounds; ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that
 * must not be.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_keccak_p1600(uint64_t state[25],
                          unsigned int rounds);

/**
 * astragal_keccak_p1600() on two states side by side.
 *
 * @param states the states.
 * @param rounds the number of rounds.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_keccak_p1600_x2(uint64_t states[2][25], unsigned int rounds);

/**
 * astragal_keccak_p1600() on four states side by side.
 *
 * @param states the states.
 * @param rounds the number of rounds.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_keccak_p1600_x4(uint64_t states[4][25], unsigned int rounds);

/**
 * astragal_keccak_p1600() on eight states side by side; where vectors are wide, hardly slower than on one.
 *
 * @param states the states.
 * @param rounds the number of rounds.
 * @return ASTRAGAL_OK; ASTRAGAL_ERR_NULL if a pointer is NULL that must not be.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_keccak_p1600_x8(uint64_t states[8][25], unsigned int rounds);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* ASTRAGAL_H */
