/**
 * @file astragal.h
 * astragal: hashes, XOFs, MACs, ciphers and key derivation in C. The Keccak and Ascon families and the classic
 * algorithms share one interface.
 *
 *     uint8_t digest[32];
 *     if (astragal_sha3_256(msg, len, digest) != ASTRAGAL_OK) {
 *         fprintf(stderr, "%s\n", astragal_last_error());
 *     }
 *
 * Common algorithms have functions of their own. Every algorithm is available by name: astragal_find() returns a static
 * handle for the functions astragal_hash_*, astragal_xof_*, astragal_mac_*, astragal_aead_*, astragal_cipher_*,
 * astragal_mode_*, astragal_kdf() and astragal_key_wrap().
 *
 * Results. Functions that return int return ASTRAGAL_OK (0) on success, and a negative ASTRAGAL_ERR_* on error.
 * ASTRAGAL_INVALID (1) is the only positive code. It means that verification failed: a tag, padding, sealed message,
 * wrapped key or password is invalid, or compared bytes differ. After an error, astragal_last_error() describes what is
 * wrong and what is allowed, and outputs are unchanged unless the function says otherwise. Each function lists its
 * errors. In addition, any function may return ASTRAGAL_ERR_INTERNAL for a bug in the library.
 *
 * Pointers. All lengths are in bytes. A buffer of length 0 may be NULL; a longer buffer must not be NULL. A buffer must
 * be valid for its length during the call. Outputs may overlap inputs unless the function says otherwise. After a call,
 * the library keeps no pointer to the caller's memory. The exceptions are the memory given to *_init_at and *_copy_at,
 * the structure given to astragal_set_allocator(), and the context given to astragal_set_executor().
 *
 * Objects are owned by the caller. They are on the heap (*_new, *_copy) or in memory that the caller provides
 * (*_init_at, *_copy_at). *_free wipes an object, and frees its memory if it is on the heap. Functions return
 * ASTRAGAL_ERR_OBJECT for an object that was freed or moved, or has another type. They cannot detect this if the
 * memory has been reused.
 *
 * Threads. All functions may be called from any thread. Only one thread may use an object at a time. Functions
 * that take the object as const are an exception: they may run in several threads at the same time.
 *
 * This file is generated. Edit the comments of the Rust sources instead.
 */

#ifndef ASTRAGAL_H
#define ASTRAGAL_H

#include <stddef.h>
#include <stdint.h>

/** Version of this header: 0x00MMmmpp. astragal_version() returns the version of the library at run time. */
#define ASTRAGAL_VERSION 0x00000200

/** Attribute of exported functions. Define it before inclusion if your build needs another attribute. */
#ifndef ASTRAGAL_EXPORT
#if defined(_WIN32) && !defined(ASTRAGAL_STATIC)
#define ASTRAGAL_EXPORT __declspec(dllimport)
#else
#define ASTRAGAL_EXPORT
#endif
#endif

/** Attribute that aligns typed states. Define it before inclusion if your compiler needs another attribute. */
#ifndef ASTRAGAL_ALIGNED
#if defined(__GNUC__)
#define ASTRAGAL_ALIGNED(bytes) __attribute__((aligned(bytes)))
#elif defined(_MSC_VER)
#define ASTRAGAL_ALIGNED(bytes) __declspec(align(bytes))
#else
#define ASTRAGAL_ALIGNED(bytes)
#endif
#endif

/** Attribute for functions whose result must be checked: the compiler warns if the result is ignored. */
#ifndef ASTRAGAL_MUST_CHECK
#if defined(__GNUC__)
#define ASTRAGAL_MUST_CHECK __attribute__((warn_unused_result))
#else
#define ASTRAGAL_MUST_CHECK
#endif
#endif

/**
 * Success.
 */
#define ASTRAGAL_OK 0

/**
 * Verification failed: a tag, padding, sealed message, wrapped key or password is invalid, or the compared bytes
 * differ. This is the only positive result code.
 */
#define ASTRAGAL_INVALID 1

/**
 * A required pointer is NULL, or a buffer is NULL with a length other than 0.
 */
#define ASTRAGAL_ERR_NULL (-1)

/**
 * The algorithm is not a handle from astragal_find() or astragal_alg_at(), or the function does not accept algorithms
 * of its kind.
 */
#define ASTRAGAL_ERR_ALGORITHM (-2)

/**
 * The object is not live (uninitialized, freed or moved), or the function does not accept objects of its type.
 */
#define ASTRAGAL_ERR_OBJECT (-3)

/**
 * The algorithm does not accept this length, or the length exceeds PTRDIFF_MAX.
 */
#define ASTRAGAL_ERR_LENGTH (-4)

/**
 * The algorithm does not accept this parameter or its value.
 */
#define ASTRAGAL_ERR_PARAMETER (-5)

/**
 * The object's state does not allow this call, such as absorbing after squeezing.
 */
#define ASTRAGAL_ERR_STATE (-6)

/**
 * Buffers overlap in a way that the function does not allow.
 */
#define ASTRAGAL_ERR_OVERLAP (-7)

/**
 * Memory allocation failed.
 */
#define ASTRAGAL_ERR_MEMORY (-8)

/**
 * The progress callback cancelled the computation.
 */
#define ASTRAGAL_ERR_CANCELLED (-10)

/**
 * Internal error: a bug in the library. Afterwards, the object can only be freed.
 */
#define ASTRAGAL_ERR_INTERNAL (-9)

/**
 * Kind of algorithm: hash function with a digest of fixed length.
 */
#define ASTRAGAL_HASH 1

/**
 * Kind of algorithm: extendable-output function, or hash function with selectable output length.
 */
#define ASTRAGAL_XOF 2

/**
 * Kind of algorithm: message authentication code (MAC).
 */
#define ASTRAGAL_MAC 3

/**
 * Kind of algorithm: authenticated encryption with associated data (AEAD).
 */
#define ASTRAGAL_AEAD 4

/**
 * Kind of algorithm: block cipher for single blocks.
 */
#define ASTRAGAL_CIPHER 5

/**
 * Kind of algorithm: block cipher mode or stream cipher without authentication, such as "aes-256-ctr" or "chacha20".
 */
#define ASTRAGAL_MODE 6

/**
 * Kind of algorithm: key derivation function (KDF).
 */
#define ASTRAGAL_KDF 7

/**
 * Kind of algorithm: keyed extendable-output function, such as KMACXOF, Ascon-PRF and BLAKE3. The key is one of its
 * parameters.
 */
#define ASTRAGAL_KEYED_XOF 8

/**
 * Kind of algorithm: key wrapping, such as "aes-256-kw".
 */
#define ASTRAGAL_KEY_WRAP 9

/**
 * Property: length in bytes of the digest or tag; for an XOF, the output length that gives full collision resistance.
 */
#define ASTRAGAL_OUTPUT_LEN 1

/**
 * Property: block length in bytes. For a hash function, the length to which HMAC pads its key; for an XOF, the rate.
 */
#define ASTRAGAL_BLOCK_LEN 2

/**
 * Property: minimum key length in bytes.
 */
#define ASTRAGAL_KEY_LEN_MIN 3

/**
 * Property: maximum key length in bytes; SIZE_MAX if there is no limit.
 */
#define ASTRAGAL_KEY_LEN_MAX 4

/**
 * Property: length of the nonce or IV in bytes. If several lengths are allowed, the most common length.
 */
#define ASTRAGAL_NONCE_LEN 5

/**
 * Property: timing behaviour of the active backend, one of ASTRAGAL_CONSTANT_TIME, ASTRAGAL_TABLE_BASED and
 * ASTRAGAL_DATA_DEPENDENT. This says whether the run time depends on secret data.
 */
#define ASTRAGAL_TIMING 6

/**
 * Property: security status, one of ASTRAGAL_RECOMMENDED, ASTRAGAL_ACCEPTABLE, ASTRAGAL_LEGACY, ASTRAGAL_BROKEN and
 * ASTRAGAL_NOT_CRYPTOGRAPHIC.
 */
#define ASTRAGAL_STATUS 7

/**
 * Property: length of the tweak in bytes.
 */
#define ASTRAGAL_TWEAK_LEN 8

/**
 * Property of an AEAD: maximum message length in bytes with a nonce of ASTRAGAL_NONCE_LEN bytes; SIZE_MAX if there is
 * no limit.
 */
#define ASTRAGAL_MESSAGE_LEN_MAX 9

/**
 * Property of an AEAD: base-2 logarithm of the maximum number of messages per key with random nonces. Up to this
 * number, the probability of a repeated nonce is below 2^-32.
 */
#define ASTRAGAL_RANDOM_NONCES_LOG2 10

/**
 * Property of an AEAD: base-2 logarithm of the maximum number of 16-byte messages per key if the nonce is a counter. A
 * longer message counts as several, one for every 16 bytes of plaintext. 64 means no limit.
 */
#define ASTRAGAL_COUNTED_NONCES_LOG2 11

/**
 * Property of an AEAD: 1 if no ciphertext is valid under two different keys, otherwise 0.
 */
#define ASTRAGAL_COMMITS_TO_KEY 12

/**
 * Property of an AEAD: 1 if a repeated nonce reveals plaintexts or allows forgeries; 0 if a repeated nonce only
 * reveals which messages are equal.
 */
#define ASTRAGAL_NONCE_REUSE_IS_FATAL 13

/**
 * Timing: no branch and no memory index depends on secret data.
 */
#define ASTRAGAL_CONSTANT_TIME 0

/**
 * Timing: lookup tables are indexed by secret data, which can leak through the CPU cache.
 */
#define ASTRAGAL_TABLE_BASED 1

/**
 * Timing: the algorithm itself uses rotations, multiplications or branches whose run time depends on the data.
 */
#define ASTRAGAL_DATA_DEPENDENT 2

/**
 * Status: recommended for new designs.
 */
#define ASTRAGAL_RECOMMENDED 0

/**
 * Status: no known weakness, but newer or better studied algorithms exist.
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
 * Status: a checksum, which is not cryptographic. Anyone can construct a message with a given checksum.
 */
#define ASTRAGAL_NOT_CRYPTOGRAPHIC 4

/**
 * Upper limit in bytes for the results of astragal_hash_sizeof(). Use it for arrays of fixed size:
 * `unsigned char memory[ASTRAGAL_HASH_SIZE_MAX];`. The limit does not grow while the library keeps its soname.
 */
#define ASTRAGAL_HASH_SIZE_MAX 4096

/**
 * Upper limit in bytes for the results of astragal_xof_sizeof(). Use it for arrays of fixed size:
 * `unsigned char memory[ASTRAGAL_XOF_SIZE_MAX];`. The limit does not grow while the library keeps its soname.
 */
#define ASTRAGAL_XOF_SIZE_MAX 10240

/**
 * Upper limit in bytes for the results of astragal_mac_sizeof(). Use it for arrays of fixed size:
 * `unsigned char memory[ASTRAGAL_MAC_SIZE_MAX];`. The limit does not grow while the library keeps its soname.
 */
#define ASTRAGAL_MAC_SIZE_MAX 16384

/**
 * Upper limit in bytes for the results of astragal_aead_sizeof(). Use it for arrays of fixed size:
 * `unsigned char memory[ASTRAGAL_AEAD_SIZE_MAX];`. The limit does not grow while the library keeps its soname.
 */
#define ASTRAGAL_AEAD_SIZE_MAX 8192

/**
 * Upper limit in bytes for the results of astragal_aead_message_sizeof(). Use it for arrays of fixed size. The limit
 * does not grow while the library keeps its soname.
 */
#define ASTRAGAL_AEAD_MESSAGE_SIZE_MAX 16384

/**
 * Length in bytes of the salt of chunked encryption.
 */
#define ASTRAGAL_CHUNKED_SALT_LEN 24

/**
 * Length in bytes of the header of a sealed message. The header consists of the salt and a commitment to the key and
 * the context.
 */
#define ASTRAGAL_CHUNKED_HEADER_LEN 56

/**
 * Upper limit in bytes for the results of astragal_cipher_sizeof(). Use it for arrays of fixed size:
 * `unsigned char memory[ASTRAGAL_CIPHER_SIZE_MAX];`. The limit does not grow while the library keeps its soname.
 */
#define ASTRAGAL_CIPHER_SIZE_MAX 8192

/**
 * Direction: encryption, from plaintext to ciphertext.
 */
#define ASTRAGAL_ENCRYPT 1

/**
 * Direction: decryption, from ciphertext to plaintext.
 */
#define ASTRAGAL_DECRYPT 2

/**
 * Padding: the mode's default. CBC uses PKCS#7; the other modes need no padding.
 */
#define ASTRAGAL_PADDING_DEFAULT 0

/**
 * Padding: PKCS#7 (RFC 5652 section 6.3); only for CBC.
 */
#define ASTRAGAL_PADDING_PKCS7 1

/**
 * Padding: none. CBC then accepts only whole blocks.
 */
#define ASTRAGAL_PADDING_NONE 2

/**
 * Upper limit in bytes for the results of astragal_mode_sizeof(). Use it for arrays of fixed size:
 * `unsigned char memory[ASTRAGAL_MODE_SIZE_MAX];`. The limit does not grow while the library keeps its soname.
 */
#define ASTRAGAL_MODE_SIZE_MAX 16384

/**
 * HKDF-Extract only: computes a pseudorandom key, which is as long as the digest, from input keying material.
 */
#define ASTRAGAL_HKDF_EXTRACT 1

/**
 * HKDF-Expand only: computes output keying material from a pseudorandom key, without a salt.
 */
#define ASTRAGAL_HKDF_EXPAND 2

/**
 * Upper limit for the size in bytes of a string from astragal_password_hash(), including the terminating NUL.
 */
#define ASTRAGAL_PASSWORD_STRING_MAX 256

/**
 * Special value of a message length: the length is not yet known.
 */
#define ASTRAGAL_LENGTH_UNKNOWN UINT64_MAX

/**
 * AEAD with a key. Several threads may use the same object at the same time.
 */
typedef struct astragal_aead astragal_aead;

/**
 * Streaming state that encrypts or decrypts one message with an AEAD.
 */
typedef struct astragal_aead_message astragal_aead_message;

/**
 * Algorithm handle. Handles are static: they are never freed, and all threads get the same handle.
 */
typedef struct astragal_alg astragal_alg;

/**
 * Collects the records of separately hashed parts of a message, and combines them into the digest of the message.
 */
typedef struct astragal_assembly astragal_assembly;

/**
 * Block cipher with a key. Several threads may use the same object at the same time, unless one of them sets the
 * tweak.
 */
typedef struct astragal_cipher astragal_cipher;

/**
 * Streaming state of a hash function.
 */
typedef struct astragal_hash astragal_hash;

/**
 * Streaming state of a message authentication code (MAC) with a key.
 */
typedef struct astragal_mac astragal_mac;

/**
 * Streaming state that encrypts or decrypts one message with a block cipher mode or a stream cipher. Nothing is
 * authenticated: an attacker who can change the ciphertext can change the plaintext. Prefer an AEAD in new designs.
 */
typedef struct astragal_mode astragal_mode;

/**
 * Stream that opens one sealed message, which the caller passes in parts.
 */
typedef struct astragal_open_stream astragal_open_stream;

/**
 * Part of a message that is hashed separately.
 */
typedef struct astragal_part astragal_part;

/**
 * Stream that seals one message, which the caller passes in parts.
 */
typedef struct astragal_seal_stream astragal_seal_stream;

/**
 * Streaming state of an extendable-output function (XOF), which absorbs a message and then squeezes output. The first
 * squeeze ends the message.
 */
typedef struct astragal_xof astragal_xof;

/**
 * Custom allocator, for example one whose memory is never swapped to disk.
 */
typedef struct {
    /**
     * Size of this structure, sizeof(astragal_allocator). The size tells the library which version of the structure it
     * received.
     */
    size_t size;
    /**
     * Pointer that the library passes to `allocate` and `release`.
     */
    void *context;
    /**
     * Allocates `bytes` bytes at a multiple of `alignment`, which is a power of two. Returns NULL on failure.
     */
    void *(*allocate)(void *context, size_t bytes, size_t alignment);
    /**
     * Frees memory from `allocate`. The library wipes the memory before this call.
     */
    void (*release)(void *context, void *memory, size_t bytes, size_t alignment);
} astragal_allocator;

/**
 * Task that the library passes to an executor.
 */
typedef void (*astragal_task)(void *argument, size_t index);

/**
 * Custom executor, for example the program's own thread pool.
 */
typedef struct {
    /**
     * Size of this structure, sizeof(astragal_executor). The size tells the library which version of the structure it
     * received.
     */
    size_t size;
    /**
     * Pointer that the library passes to `run`.
     */
    void *context;
    /**
     * Number of tasks that the library passes to each call of `run`, 1 to 65536. Set it to the number of tasks that
     * can run at the same time. If it is 1, the calling thread does all work, and the library does not call `run`.
     */
    size_t threads;
    /**
     * Calls `task(argument, index)` once for each index from 0 to `tasks` - 1, on any threads and in any order.
     * Returns after all these calls have returned. An example is a loop with `#pragma omp parallel for`.
     *
     * The calling thread may be one of the threads. The calls need not run at the same time, because no task waits for
     * a task that has not started: a busy thread pool cannot deadlock. The tasks divide the work among themselves. A
     * task that starts after the work is done returns at once. If `run` does not start a task, the library runs it on
     * the calling thread. Repeated and out-of-range indices have no effect.
     */
    void (*run)(void *context, size_t tasks, astragal_task task, void *argument);
} astragal_executor;

/**
 * Position of a node in a BLAKE2 tree, and the shape of the tree (BLAKE2 paper, section 2.10). The caller builds the
 * tree by hashing each node separately.
 */
typedef struct {
    /**
     * Number of nodes to the left in the same layer; below 2^48 for BLAKE2s.
     */
    uint64_t offset;
    /**
     * Maximum leaf length in bytes; 0 means unlimited.
     */
    uint32_t leaf_len;
    /**
     * Maximum number of children of a node; 0 means unlimited, and 1 means sequential hashing.
     */
    uint8_t fanout;
    /**
     * Height of the tree; 255 means unlimited, and 1 means sequential hashing.
     */
    uint8_t depth;
    /**
     * Layer of the node; leaves have layer 0.
     */
    uint8_t node_depth;
    /**
     * Digest length of inner nodes in bytes.
     */
    uint8_t inner_len;
    /**
     * Whether the node is the last node of its layer: 1 if it is, 0 otherwise.
     */
    uint32_t is_last;
} astragal_tree_node;

/**
 * Parameters of an algorithm. Set `size` and the members you need; members that are 0 or NULL take their default
 * values. In C:
 * `astragal_params params = {.size = sizeof params, .custom = s, .custom_len = n};`
 *
 * If NULL is passed instead of the structure, all parameters take their default values. A parameter that the algorithm
 * does not accept is an error. The exception is output_len: an algorithm that has no parameter for the output length
 * ignores it.
 */
typedef struct {
    /**
     * Size of this structure, sizeof(astragal_params). The size tells the library which version of the structure it
     * received.
     */
    size_t size;
    /**
     * Customization string S (SP 800-185, RFC 9861, Ascon-CXOF128), or the key derivation context of BLAKE3. NULL
     * means no string; any other pointer with length 0 means the empty string.
     */
    const uint8_t *custom;
    /**
     * Length of `custom` in bytes.
     */
    size_t custom_len;
    /**
     * Function name N of cSHAKE (SP 800-185 section 3.4).
     */
    const uint8_t *function_name;
    /**
     * Length of `function_name` in bytes.
     */
    size_t function_name_len;
    /**
     * Length of the output or tag in bytes, for algorithms that take this length as a parameter: KMAC, TupleHash,
     * ParallelHash, BLAKE2, Skein, and MACs with tags that can be truncated.
     */
    size_t output_len;
    /**
     * Block size B of ParallelHash in bytes (SP 800-185 section 6); default 8192.
     */
    size_t block_len;
    /**
     * Domain separation byte of TurboSHAKE, 0x01 to 0x7f (RFC 9861 section 2); default 0x1f. The member is as wide as
     * the other members, so that the structure has no padding.
     */
    size_t domain;
    /**
     * Key for an algorithm of the kind ASTRAGAL_KEYED_XOF, or for BLAKE2 or Skein as a hash function. NULL means no
     * key; any other pointer with length 0 means the empty key.
     */
    const uint8_t *key;
    /**
     * Length of `key` in bytes.
     */
    size_t key_len;
    /**
     * Salt of BLAKE and BLAKE2. BLAKE-224 and BLAKE-256 take 16 bytes, BLAKE-384 and BLAKE-512 take 32 bytes. BLAKE2b
     * takes at most 16 bytes, BLAKE2s at most 8 bytes.
     */
    const uint8_t *salt;
    /**
     * Length of `salt` in bytes.
     */
    size_t salt_len;
    /**
     * Personalization of Skein and BLAKE2. BLAKE2b takes at most 16 bytes, BLAKE2s at most 8 bytes.
     */
    const uint8_t *personal;
    /**
     * Length of `personal` in bytes.
     */
    size_t personal_len;
    /**
     * Public key parameter of Skein: the signer's public key, if the digest is signed.
     */
    const uint8_t *public_key;
    /**
     * Length of `public_key` in bytes.
     */
    size_t public_key_len;
    /**
     * Key identifier of Skein, for key derivation.
     */
    const uint8_t *key_id;
    /**
     * Length of `key_id` in bytes.
     */
    size_t key_id_len;
    /**
     * Nonce of Skein.
     */
    const uint8_t *nonce;
    /**
     * Length of `nonce` in bytes.
     */
    size_t nonce_len;
    /**
     * Position of a node in a BLAKE2 tree; NULL if the message is hashed sequentially.
     */
    const astragal_tree_node *node;
} astragal_params;

/**
 * Parameters of key derivation. Set `size` and the parameters that the function needs; a member that is 0 or NULL
 * counts as unset. In C:
 * `astragal_kdf_params params = {.size = sizeof params, .salt = s, .salt_len = n, .t = 3, .m = 65536, .p = 1};`
 *
 * Argon2 needs salt, m, t and p, and accepts secret, associated_data and version. scrypt needs salt, n, r and p.
 * PBKDF2 needs salt and iterations. HKDF accepts salt and info. KBKDF accepts label and info. A missing parameter is
 * an error. A parameter that the function does not accept is also an error.
 */
typedef struct {
    /**
     * Size of this structure, sizeof(astragal_kdf_params). The size tells the library which version of the structure
     * it received.
     */
    size_t size;
    /**
     * Salt. NULL means no salt; any other pointer with `salt_len` 0 means an empty salt.
     */
    const uint8_t *salt;
    /**
     * Length of `salt` in bytes.
     */
    size_t salt_len;
    /**
     * Context information: the info of HKDF, or the context of KBKDF.
     */
    const uint8_t *info;
    /**
     * Length of `info` in bytes.
     */
    size_t info_len;
    /**
     * Label of KBKDF.
     */
    const uint8_t *label;
    /**
     * Length of `label` in bytes.
     */
    size_t label_len;
    /**
     * Secret K of Argon2 ("pepper").
     */
    const uint8_t *secret;
    /**
     * Length of `secret` in bytes.
     */
    size_t secret_len;
    /**
     * Associated data X of Argon2.
     */
    const uint8_t *associated_data;
    /**
     * Length of `associated_data` in bytes.
     */
    size_t associated_data_len;
    /**
     * Progress callback, or NULL. The library calls it several times per second on the calling thread, with the work
     * done so far and the total work. A return value other than 0 cancels the derivation.
     */
    int (*progress)(void *context, uint64_t done, uint64_t total);
    /**
     * Pointer that the library passes to `progress`.
     */
    void *progress_context;
    /**
     * Cost N of scrypt, a power of two.
     */
    uint64_t n;
    /**
     * Maximum memory in bytes that Argon2 or scrypt may allocate; 0 means no limit.
     */
    uint64_t memory_limit;
    /**
     * Iterations of PBKDF2.
     */
    uint32_t iterations;
    /**
     * Block size r of scrypt.
     */
    uint32_t r;
    /**
     * Parallelization p of scrypt; number of lanes of Argon2.
     */
    uint32_t p;
    /**
     * Memory of Argon2 in KiB.
     */
    uint32_t m;
    /**
     * Passes of Argon2.
     */
    uint32_t t;
    /**
     * Version of Argon2, 16 or 19; default 19.
     */
    uint32_t version;
    /**
     * If this is not 0, Argon2 accepts a salt shorter than 8 bytes.
     */
    uint16_t allow_short_salt;
    /**
     * If this is not 0, Argon2 computes all lanes on the calling thread. scrypt always uses the calling thread only.
     */
    uint16_t one_thread;
    /**
     * HKDF step to perform: ASTRAGAL_HKDF_EXTRACT, ASTRAGAL_HKDF_EXPAND, or 0 for both.
     */
    uint32_t hkdf_step;
} astragal_kdf_params;

/**
 * Limits on the cost of a stored password hash. In C:
 * `astragal_password_policy policy = {.size = sizeof policy, .memory_limit = 1 << 30, .steps = 1 << 24};`
 */
typedef struct {
    /**
     * Size of this structure, sizeof(astragal_password_policy). The size tells the library which version of the
     * structure it received.
     */
    size_t size;
    /**
     * Maximum memory in bytes that verification may use.
     */
    uint64_t memory_limit;
    /**
     * Maximum number of steps: m * t for Argon2, n * r * p for scrypt, iterations for PBKDF2. A step takes about one
     * microsecond.
     */
    uint64_t steps;
} astragal_password_policy;

/**
 * State of SHA3-224 (FIPS 202 section 6.1) in memory that the caller provides.
 * The state contains no pointers, so it can be copied by assignment.
 * Writing the digest resets the state to an empty message. Wipe an abandoned state with astragal_wipe().
 */
typedef struct ASTRAGAL_ALIGNED(16) {
    /**
     * Opaque content.
     */
    uint64_t words[40];
} astragal_sha3_224_state;

/**
 * State of SHA3-256 (FIPS 202 section 6.1) in memory that the caller provides.
 * The state contains no pointers, so it can be copied by assignment.
 * Writing the digest resets the state to an empty message. Wipe an abandoned state with astragal_wipe().
 */
typedef struct ASTRAGAL_ALIGNED(16) {
    /**
     * Opaque content.
     */
    uint64_t words[40];
} astragal_sha3_256_state;

/**
 * State of SHA3-384 (FIPS 202 section 6.1) in memory that the caller provides.
 * The state contains no pointers, so it can be copied by assignment.
 * Writing the digest resets the state to an empty message. Wipe an abandoned state with astragal_wipe().
 */
typedef struct ASTRAGAL_ALIGNED(16) {
    /**
     * Opaque content.
     */
    uint64_t words[40];
} astragal_sha3_384_state;

/**
 * State of SHA3-512 (FIPS 202 section 6.1) in memory that the caller provides.
 * The state contains no pointers, so it can be copied by assignment.
 * Writing the digest resets the state to an empty message. Wipe an abandoned state with astragal_wipe().
 */
typedef struct ASTRAGAL_ALIGNED(16) {
    /**
     * Opaque content.
     */
    uint64_t words[40];
} astragal_sha3_512_state;

/**
 * State of Keccak-256 (as in Ethereum) in memory that the caller provides.
 * The state contains no pointers, so it can be copied by assignment.
 * Writing the digest resets the state to an empty message. Wipe an abandoned state with astragal_wipe().
 */
typedef struct ASTRAGAL_ALIGNED(16) {
    /**
     * Opaque content.
     */
    uint64_t words[40];
} astragal_keccak_256_state;

/**
 * State of SHA-224 (FIPS 180-4 section 6.3) in memory that the caller provides.
 * The state contains no pointers, so it can be copied by assignment.
 * Writing the digest resets the state to an empty message. Wipe an abandoned state with astragal_wipe().
 */
typedef struct ASTRAGAL_ALIGNED(16) {
    /**
     * Opaque content.
     */
    uint64_t words[24];
} astragal_sha224_state;

/**
 * State of SHA-256 (FIPS 180-4 section 6.2) in memory that the caller provides.
 * The state contains no pointers, so it can be copied by assignment.
 * Writing the digest resets the state to an empty message. Wipe an abandoned state with astragal_wipe().
 */
typedef struct ASTRAGAL_ALIGNED(16) {
    /**
     * Opaque content.
     */
    uint64_t words[24];
} astragal_sha256_state;

/**
 * State of SHA-384 (FIPS 180-4 section 6.5) in memory that the caller provides.
 * The state contains no pointers, so it can be copied by assignment.
 * Writing the digest resets the state to an empty message. Wipe an abandoned state with astragal_wipe().
 */
typedef struct ASTRAGAL_ALIGNED(16) {
    /**
     * Opaque content.
     */
    uint64_t words[40];
} astragal_sha384_state;

/**
 * State of SHA-512 (FIPS 180-4 section 6.4) in memory that the caller provides.
 * The state contains no pointers, so it can be copied by assignment.
 * Writing the digest resets the state to an empty message. Wipe an abandoned state with astragal_wipe().
 */
typedef struct ASTRAGAL_ALIGNED(16) {
    /**
     * Opaque content.
     */
    uint64_t words[40];
} astragal_sha512_state;

/**
 * State of SM3 (GB/T 32905) in memory that the caller provides.
 * The state contains no pointers, so it can be copied by assignment.
 * Writing the digest resets the state to an empty message. Wipe an abandoned state with astragal_wipe().
 */
typedef struct ASTRAGAL_ALIGNED(16) {
    /**
     * Opaque content.
     */
    uint64_t words[24];
} astragal_sm3_state;

/**
 * State of BLAKE2b-512 (RFC 7693) in memory that the caller provides.
 * The state contains no pointers, so it can be copied by assignment.
 * Writing the digest resets the state to an empty message. Wipe an abandoned state with astragal_wipe().
 */
typedef struct ASTRAGAL_ALIGNED(16) {
    /**
     * Opaque content.
     */
    uint64_t words[40];
} astragal_blake2b_512_state;

/**
 * State of BLAKE2s-256 (RFC 7693) in memory that the caller provides.
 * The state contains no pointers, so it can be copied by assignment.
 * Writing the digest resets the state to an empty message. Wipe an abandoned state with astragal_wipe().
 */
typedef struct ASTRAGAL_ALIGNED(16) {
    /**
     * Opaque content.
     */
    uint64_t words[28];
} astragal_blake2s_256_state;

/**
 * State of BLAKE3 in memory that the caller provides.
 * The state contains no pointers, so it can be copied by assignment.
 * Writing the digest resets the state to an empty message. Wipe an abandoned state with astragal_wipe().
 */
typedef struct ASTRAGAL_ALIGNED(16) {
    /**
     * Opaque content.
     */
    uint64_t words[256];
} astragal_blake3_state;

/**
 * State of Ascon-Hash256 (SP 800-232 section 5.1) in memory that the caller provides.
 * The state contains no pointers, so it can be copied by assignment.
 * Writing the digest resets the state to an empty message. Wipe an abandoned state with astragal_wipe().
 */
typedef struct ASTRAGAL_ALIGNED(16) {
    /**
     * Opaque content.
     */
    uint64_t words[16];
} astragal_ascon_hash256_state;

/**
 * State of SHAKE128 (FIPS 202 section 6.2) in memory that the caller provides.
 * The state contains no pointers, so it can be copied by assignment.
 * The first squeeze ends the message. Wipe an abandoned state with astragal_wipe().
 */
typedef struct ASTRAGAL_ALIGNED(16) {
    /**
     * Opaque content.
     */
    uint64_t words[40];
} astragal_shake128_state;

/**
 * State of SHAKE256 (FIPS 202 section 6.2) in memory that the caller provides.
 * The state contains no pointers, so it can be copied by assignment.
 * The first squeeze ends the message. Wipe an abandoned state with astragal_wipe().
 */
typedef struct ASTRAGAL_ALIGNED(16) {
    /**
     * Opaque content.
     */
    uint64_t words[40];
} astragal_shake256_state;

/**
 * State of TurboSHAKE128 (RFC 9861 section 2) in memory that the caller provides.
 * The state contains no pointers, so it can be copied by assignment.
 * The first squeeze ends the message. Wipe an abandoned state with astragal_wipe().
 */
typedef struct ASTRAGAL_ALIGNED(16) {
    /**
     * Opaque content.
     */
    uint64_t words[40];
} astragal_turboshake128_state;

/**
 * State of TurboSHAKE256 (RFC 9861 section 2) in memory that the caller provides.
 * The state contains no pointers, so it can be copied by assignment.
 * The first squeeze ends the message. Wipe an abandoned state with astragal_wipe().
 */
typedef struct ASTRAGAL_ALIGNED(16) {
    /**
     * Opaque content.
     */
    uint64_t words[40];
} astragal_turboshake256_state;

/**
 * State of cSHAKE128 (SP 800-185 section 3) in memory that the caller provides.
 * The state contains no pointers, so it can be copied by assignment.
 * The first squeeze ends the message. Wipe an abandoned state with astragal_wipe().
 */
typedef struct ASTRAGAL_ALIGNED(16) {
    /**
     * Opaque content.
     */
    uint64_t words[64];
} astragal_cshake128_state;

/**
 * State of cSHAKE256 (SP 800-185 section 3) in memory that the caller provides.
 * The state contains no pointers, so it can be copied by assignment.
 * The first squeeze ends the message. Wipe an abandoned state with astragal_wipe().
 */
typedef struct ASTRAGAL_ALIGNED(16) {
    /**
     * Opaque content.
     */
    uint64_t words[64];
} astragal_cshake256_state;

/**
 * State of Ascon-XOF128 (SP 800-232 section 5.2) in memory that the caller provides.
 * The state contains no pointers, so it can be copied by assignment.
 * The first squeeze ends the message. Wipe an abandoned state with astragal_wipe().
 */
typedef struct ASTRAGAL_ALIGNED(16) {
    /**
     * Opaque content.
     */
    uint64_t words[16];
} astragal_ascon_xof128_state;

/**
 * State of KMACXOF128 (SP 800-185 section 4.3.1) in memory that the caller provides.
 * The state contains no pointers, so it can be copied by assignment.
 * The first squeeze ends the message. Wipe an abandoned state with astragal_wipe().
 */
typedef struct ASTRAGAL_ALIGNED(16) {
    /**
     * Opaque content.
     */
    uint64_t words[64];
} astragal_kmacxof128_state;

/**
 * State of KMACXOF256 (SP 800-185 section 4.3.1) in memory that the caller provides.
 * The state contains no pointers, so it can be copied by assignment.
 * The first squeeze ends the message. Wipe an abandoned state with astragal_wipe().
 */
typedef struct ASTRAGAL_ALIGNED(16) {
    /**
     * Opaque content.
     */
    uint64_t words[64];
} astragal_kmacxof256_state;

/**
 * State of HMAC-SHA3-224 (FIPS 198-1) in memory that the caller provides.
 * The state contains no pointers, so it can be copied by assignment.
 * Writing or verifying the tag wipes the state. For several messages with one key, initialize one
 * state and copy it for each message. Wipe abandoned states and the initialized state with astragal_wipe().
 */
typedef struct ASTRAGAL_ALIGNED(16) {
    /**
     * Opaque content.
     */
    uint64_t words[64];
} astragal_hmac_sha3_224_state;

/**
 * State of HMAC-SHA3-256 (FIPS 198-1) in memory that the caller provides.
 * The state contains no pointers, so it can be copied by assignment.
 * Writing or verifying the tag wipes the state. For several messages with one key, initialize one
 * state and copy it for each message. Wipe abandoned states and the initialized state with astragal_wipe().
 */
typedef struct ASTRAGAL_ALIGNED(16) {
    /**
     * Opaque content.
     */
    uint64_t words[64];
} astragal_hmac_sha3_256_state;

/**
 * State of HMAC-SHA3-384 (FIPS 198-1) in memory that the caller provides.
 * The state contains no pointers, so it can be copied by assignment.
 * Writing or verifying the tag wipes the state. For several messages with one key, initialize one
 * state and copy it for each message. Wipe abandoned states and the initialized state with astragal_wipe().
 */
typedef struct ASTRAGAL_ALIGNED(16) {
    /**
     * Opaque content.
     */
    uint64_t words[64];
} astragal_hmac_sha3_384_state;

/**
 * State of HMAC-SHA3-512 (FIPS 198-1) in memory that the caller provides.
 * The state contains no pointers, so it can be copied by assignment.
 * Writing or verifying the tag wipes the state. For several messages with one key, initialize one
 * state and copy it for each message. Wipe abandoned states and the initialized state with astragal_wipe().
 */
typedef struct ASTRAGAL_ALIGNED(16) {
    /**
     * Opaque content.
     */
    uint64_t words[64];
} astragal_hmac_sha3_512_state;

/**
 * State of HMAC-SHA-256 (FIPS 198-1) in memory that the caller provides.
 * The state contains no pointers, so it can be copied by assignment.
 * Writing or verifying the tag wipes the state. For several messages with one key, initialize one
 * state and copy it for each message. Wipe abandoned states and the initialized state with astragal_wipe().
 */
typedef struct ASTRAGAL_ALIGNED(16) {
    /**
     * Opaque content.
     */
    uint64_t words[40];
} astragal_hmac_sha256_state;

/**
 * State of HMAC-SHA-384 (FIPS 198-1) in memory that the caller provides.
 * The state contains no pointers, so it can be copied by assignment.
 * Writing or verifying the tag wipes the state. For several messages with one key, initialize one
 * state and copy it for each message. Wipe abandoned states and the initialized state with astragal_wipe().
 */
typedef struct ASTRAGAL_ALIGNED(16) {
    /**
     * Opaque content.
     */
    uint64_t words[64];
} astragal_hmac_sha384_state;

/**
 * State of HMAC-SHA-512 (FIPS 198-1) in memory that the caller provides.
 * The state contains no pointers, so it can be copied by assignment.
 * Writing or verifying the tag wipes the state. For several messages with one key, initialize one
 * state and copy it for each message. Wipe abandoned states and the initialized state with astragal_wipe().
 */
typedef struct ASTRAGAL_ALIGNED(16) {
    /**
     * Opaque content.
     */
    uint64_t words[64];
} astragal_hmac_sha512_state;

/**
 * State of KMAC128 (SP 800-185 section 4) in memory that the caller provides.
 * The state contains no pointers, so it can be copied by assignment.
 * Writing or verifying the tag wipes the state. For several messages with one key, initialize one
 * state and copy it for each message. Wipe abandoned states and the initialized state with astragal_wipe().
 */
typedef struct ASTRAGAL_ALIGNED(16) {
    /**
     * Opaque content.
     */
    uint64_t words[64];
} astragal_kmac128_state;

/**
 * State of KMAC256 (SP 800-185 section 4) in memory that the caller provides.
 * The state contains no pointers, so it can be copied by assignment.
 * Writing or verifying the tag wipes the state. For several messages with one key, initialize one
 * state and copy it for each message. Wipe abandoned states and the initialized state with astragal_wipe().
 */
typedef struct ASTRAGAL_ALIGNED(16) {
    /**
     * Opaque content.
     */
    uint64_t words[64];
} astragal_kmac256_state;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Returns a short description of a result code, never NULL. astragal_last_error() returns the details of the last
 * error.
 *
 * @param code result code of a function.
 */
ASTRAGAL_EXPORT
const char *astragal_strerror(int code);

/**
 * Returns the version of the library at run time in the format of ASTRAGAL_VERSION: 0x00MMmmpp for major, minor and
 * patch. Versions with the same major number are compatible. While the major number is 0, the minor number must also
 * be the same.
 */
ASTRAGAL_EXPORT
uint32_t astragal_version(void);

/**
 * Returns the version of the library as a string, such as "0.2.0".
 */
ASTRAGAL_EXPORT const char *astragal_version_string(void);

/**
 * Returns the error message of the last call that failed in this thread, in UTF-8. The message says what is wrong and
 * what is allowed. It is "" if no call has failed. A successful call does not clear the message. The string is valid
 * until another call fails in this thread.
 */
ASTRAGAL_EXPORT
const char *astragal_last_error(void);

/**
 * Limits the instruction sets that the process uses, for tests. Results do not depend on the limit. Existing objects
 * keep their backend; astragal_alg_backend() returns the backend of new objects.
 *
 * @param level "portable"; on x86-64 "ssse3", "avx2", "vaes", "gfni" or "avx512"; on aarch64 "neon" or "arm-sha3".
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_PARAMETER if the level is unknown.
 * @retval ASTRAGAL_ERR_ALGORITHM if the string is not UTF-8.
 * @retval ASTRAGAL_ERR_NULL if `level` is NULL.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_cpu_limit(const char *level);

/**
 * Allows CAST-256 and MARS to use lookup tables that are indexed by keys and data, from now on and in the whole
 * process. Other programs on the same machine may then learn keys and data through the CPU cache. Use this only to
 * decrypt old data on a machine that runs nothing else. Existing objects stay constant-time, and no other cipher
 * changes. The property ASTRAGAL_TIMING (see astragal_alg_get()) describes new objects.
 */
ASTRAGAL_EXPORT
void astragal_allow_table_lookups(void);

/**
 * Compares two byte strings of the same length in constant time.
 *
 * @param a first byte string.
 * @param b second byte string.
 * @param len length of each string in bytes.
 * @retval ASTRAGAL_OK if the strings are equal.
 * @retval ASTRAGAL_INVALID if the strings differ.
 * @retval ASTRAGAL_ERR_NULL if `a` or `b` is NULL and its length is not 0.
 * @retval ASTRAGAL_ERR_LENGTH if `len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_verify(const void *a, const void *b, size_t len);

/**
 * Wipes memory, for example a key. The compiler cannot optimize this away. NULL is ignored.
 *
 * @param memory memory to wipe.
 * @param len length of `memory` in bytes.
 */
ASTRAGAL_EXPORT void astragal_wipe(void *memory, size_t len);

/**
 * Writes bytes as lower-case hexadecimal digits, two per byte, followed by a NUL. The run time does not depend on
 * the values of the bytes.
 *
 * @param bytes bytes to convert.
 * @param len length of `bytes` in bytes.
 * @param text receives the digits; may start at the same address as `bytes`, but must not otherwise overlap it.
 * @param text_len size of `text` in bytes: at least 2 * len + 1.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_LENGTH if `text_len` is too small.
 * @retval ASTRAGAL_ERR_OVERLAP if the buffers overlap but start at different addresses.
 * @retval ASTRAGAL_ERR_NULL if `bytes` or `text` is NULL and its length is not 0.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hex(const void *bytes,
                 size_t len,
                 char *text,
                 size_t text_len);

/**
 * Converts lower-case or upper-case hexadecimal digits to bytes. The run time does not depend on the values of the
 * digits.
 *
 * @param text `text_len` digits; a NUL after them is not read.
 * @param text_len length of `text` in bytes.
 * @param bytes receives the bytes; may start at the same address as `text`, but must not otherwise overlap it.
 * @param len number of bytes: half the number of digits.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_LENGTH if `text_len` is not 2 * len.
 * @retval ASTRAGAL_ERR_OVERLAP if the buffers overlap but start at different addresses.
 * @retval ASTRAGAL_ERR_PARAMETER if a character is not a hexadecimal digit. In this case, `bytes` is zeroed.
 * @retval ASTRAGAL_ERR_NULL if `text` or `bytes` is NULL and its length is not 0.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_unhex(const char *text,
                   size_t text_len,
                   uint8_t *bytes,
                   size_t len);

/**
 * Sets the allocator for objects that *_new and *_copy create from now on, in all threads. NULL restores the default
 * heap. Each object is freed by the allocator that allocated it. An object, including its keys, is one allocation.
 * Some memory always comes from the default heap: streams of chunked encryption with their keys, parts and assemblies
 * of tree hashes, plaintext that AEAD decryption buffers, the data unit of XTS, customization strings of KT128 and
 * KT256, working memory of key derivation and key wrapping, lists of astragal_hash_many(), the tables of
 * astragal_find(), and threads.
 *
 * @param allocator NULL, or a structure that must stay unchanged at its address while objects from this allocator
 * exist.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if a function pointer in `allocator` is NULL.
 * @retval ASTRAGAL_ERR_PARAMETER if the library does not know a version of the structure with this `size`.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_set_allocator(const astragal_allocator *allocator);

/**
 * Sets the executor, which runs the work of multi-threaded functions from now on, in all threads. The multi-threaded
 * functions are chunked encryption and decryption, Argon2 with several lanes, and all functions whose names end with
 * _parallel. NULL restores the library's thread pool, which starts on first use. Outputs do not depend on the
 * executor.
 *
 * A multi-threaded function calls the member `run` on its calling thread if there is enough work: about 256 KiB of
 * data for a tree hash, about 64 KiB for chunked encryption, and any amount for Argon2. Several threads may call `run`
 * at the same time. A task never calls `run`. `run` cannot report an error, and must not exit by an exception or
 * longjmp(). A task needs 256 KiB of stack, and returns only after all work is done.
 *
 * After fork(), the library uses one core in the child process until the child calls astragal_set_executor() itself.
 *
 * A library built without the Rust standard library uses one core and never calls the executor.
 *
 * @param executor NULL, or a structure, which the library copies. The context must stay valid while the executor is
 * set, and until all calls that use the executor have returned.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if the member `run` is NULL.
 * @retval ASTRAGAL_ERR_PARAMETER if the member `threads` is out of range, or if the library does not know a version of
 * the structure with this `size`.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_set_executor(const astragal_executor *executor);

/**
 * Looks up an algorithm by name or alias. Case is ignored, and '/' and '_' are equivalent to '-'. Takes no lock. Store
 * the handle instead of looking it up for each message.
 *
 * @param kind ASTRAGAL_HASH, ASTRAGAL_XOF, ASTRAGAL_MAC, ASTRAGAL_AEAD, ASTRAGAL_CIPHER, ASTRAGAL_MODE, ASTRAGAL_KDF,
 * ASTRAGAL_KEYED_XOF or ASTRAGAL_KEY_WRAP.
 * @param name such as "sha3-256", "Skein512/256", "aes-128-gcm", "cmac-sm4", "camellia-256-ctr" or "hkdf-sha256".
 * @return the handle, or NULL if the name is unknown. astragal_last_error() then suggests similar names. If the
 * program passes this NULL to another function as its handle, that function returns ASTRAGAL_ERR_NULL and keeps the
 * message.
 */
ASTRAGAL_EXPORT
const astragal_alg *astragal_find(int kind,
                                           const char *name);

/**
 * Returns the number of algorithms of a kind; 0 for an unknown kind.
 *
 * @param kind ASTRAGAL_HASH, ASTRAGAL_XOF, ASTRAGAL_MAC, ASTRAGAL_AEAD, ASTRAGAL_CIPHER, ASTRAGAL_MODE, ASTRAGAL_KDF,
 * ASTRAGAL_KEYED_XOF or ASTRAGAL_KEY_WRAP.
 */
ASTRAGAL_EXPORT size_t astragal_alg_count(int kind);

/**
 * Returns an algorithm by its index in the list of all algorithms of a kind.
 *
 * @param kind ASTRAGAL_HASH, ASTRAGAL_XOF, ASTRAGAL_MAC, ASTRAGAL_AEAD, ASTRAGAL_CIPHER, ASTRAGAL_MODE, ASTRAGAL_KDF,
 * ASTRAGAL_KEYED_XOF or ASTRAGAL_KEY_WRAP.
 * @param index from 0 to astragal_alg_count() - 1.
 * @return the handle, or NULL if the index is out of range.
 */
ASTRAGAL_EXPORT const astragal_alg *astragal_alg_at(int kind, size_t index);

/**
 * Returns the kind of an algorithm.
 *
 * @param alg handle from astragal_find() or astragal_alg_at().
 * @return ASTRAGAL_HASH, ASTRAGAL_XOF, ASTRAGAL_MAC, ASTRAGAL_AEAD, ASTRAGAL_CIPHER, ASTRAGAL_MODE, ASTRAGAL_KDF,
 * ASTRAGAL_KEYED_XOF or ASTRAGAL_KEY_WRAP; 0 if `alg` is not a handle.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_alg_kind(const astragal_alg *alg);

/**
 * Returns the canonical name, such as "sha3-256"; NULL if `alg` is not a handle.
 *
 * @param alg handle from astragal_find() or astragal_alg_at().
 */
ASTRAGAL_EXPORT const char *astragal_alg_name(const astragal_alg *alg);

/**
 * Returns an alias of the algorithm by its index.
 *
 * @param alg handle from astragal_find() or astragal_alg_at().
 * @param index index of the alias, from 0.
 * @return the alias, or NULL if the index is out of range.
 */
ASTRAGAL_EXPORT const char *astragal_alg_alias(const astragal_alg *alg, size_t index);

/**
 * Returns the name of the algorithm's family, such as "keccak"; NULL if `alg` is not a handle.
 *
 * @param alg handle from astragal_find() or astragal_alg_at().
 */
ASTRAGAL_EXPORT const char *astragal_alg_family(const astragal_alg *alg);

/**
 * Returns the defining standard and section in UTF-8, such as "FIPS 202 §6.1"; NULL if `alg` is not a handle.
 *
 * @param alg handle from astragal_find() or astragal_alg_at().
 */
ASTRAGAL_EXPORT
const char *astragal_alg_standard(const astragal_alg *alg);

/**
 * Returns the backend that the algorithm uses on this machine: "portable", "avx2", "avx512" and so on. The backend
 * respects the limit set by astragal_cpu_limit(). Returns NULL if `alg` is not a handle.
 *
 * @param alg handle from astragal_find() or astragal_alg_at().
 */
ASTRAGAL_EXPORT
const char *astragal_alg_backend(const astragal_alg *alg);

/**
 * Returns a numeric property of an algorithm.
 *
 * @param alg handle from astragal_find() or astragal_alg_at().
 * @param what ASTRAGAL_OUTPUT_LEN, ASTRAGAL_BLOCK_LEN, ASTRAGAL_KEY_LEN_MIN, ASTRAGAL_KEY_LEN_MAX, ASTRAGAL_NONCE_LEN,
 * ASTRAGAL_TWEAK_LEN, ASTRAGAL_TIMING or ASTRAGAL_STATUS; for an AEAD, also ASTRAGAL_MESSAGE_LEN_MAX,
 * ASTRAGAL_RANDOM_NONCES_LOG2, ASTRAGAL_COUNTED_NONCES_LOG2, ASTRAGAL_COMMITS_TO_KEY or ASTRAGAL_NONCE_REUSE_IS_FATAL.
 * @param out receives the property.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_PARAMETER if the algorithm does not have this property.
 * @retval ASTRAGAL_ERR_NULL if `alg` or `out` is NULL.
 * @retval ASTRAGAL_ERR_ALGORITHM if `alg` is not an algorithm handle, or is a handle of the wrong kind.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_alg_get(const astragal_alg *alg,
                     int what,
                     size_t *out);

/**
 * Returns how many bytes of memory astragal_hash_init_at() needs for this algorithm. The memory needs no alignment.
 * Returns 0 if `alg` is not a hash function.
 *
 * @param alg handle from astragal_find() or astragal_alg_at().
 */
ASTRAGAL_EXPORT
size_t astragal_hash_sizeof(const astragal_alg *alg);

/**
 * Creates a hash object with an empty message, on the heap.
 *
 * @param out receives the object, or NULL on error.
 * @param alg handle from astragal_find() or astragal_alg_at().
 * @param params NULL, or parameters of the hash function, such as salt and key. The member output_len is the length of
 * the digest.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_PARAMETER if the function does not accept a parameter or its value.
 * @retval ASTRAGAL_ERR_LENGTH if the function does not accept the length of a parameter.
 * @retval ASTRAGAL_ERR_NULL if `out` or `alg` is NULL.
 * @retval ASTRAGAL_ERR_ALGORITHM if `alg` is not an algorithm handle, or is a handle of the wrong kind.
 * @retval ASTRAGAL_ERR_MEMORY if memory cannot be allocated.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hash_new(astragal_hash **out,
                      const astragal_alg *alg,
                      const astragal_params *params);

/**
 * Creates a hash object with an empty message, in memory that the caller provides. The memory must have
 * astragal_hash_sizeof() bytes; it needs no alignment. It must stay in place and outlive the object;
 * astragal_hash_free() wipes it. Allocates nothing.
 *
 * @param out receives the object, which is in `memory`, or NULL on error.
 * @param memory memory that the caller provides.
 * @param memory_len length of `memory` in bytes.
 * @param alg handle from astragal_find() or astragal_alg_at().
 * @param params parameters of the algorithm; NULL for defaults.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_LENGTH if the memory is too small, or if the function does not accept the length of a
 * parameter.
 * @retval ASTRAGAL_ERR_PARAMETER if the function does not accept a parameter or its value.
 * @retval ASTRAGAL_ERR_NULL if `out`, `memory` or `alg` is NULL.
 * @retval ASTRAGAL_ERR_ALGORITHM if `alg` is not an algorithm handle, or is a handle of the wrong kind.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hash_init_at(astragal_hash **out,
                          void *memory,
                          size_t memory_len,
                          const astragal_alg *alg,
                          const astragal_params *params);

/**
 * Appends data of any length to the message.
 *
 * @param hash hash object.
 * @param data data to append.
 * @param len length of `data` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `hash` is NULL, or if `data` is NULL and `len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `hash` is not a live astragal_hash.
 * @retval ASTRAGAL_ERR_LENGTH if `len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_hash_update(astragal_hash *hash, const void *data, size_t len);

/**
 * Like astragal_hash_update(), but uses all cores if the hash is a tree hash (BLAKE3) and the data is long. Starts a
 * thread pool, which later calls reuse.
 *
 * @param hash hash object.
 * @param data data to append.
 * @param len length of `data` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `hash` is NULL, or if `data` is NULL and `len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `hash` is not a live astragal_hash.
 * @retval ASTRAGAL_ERR_LENGTH if `len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hash_update_parallel(astragal_hash *hash,
                                  const void *data,
                                  size_t len);

/**
 * Writes the digest of the message, and resets the hash to an empty message.
 *
 * @param hash hash object.
 * @param out receives the digest.
 * @param out_len length of the digest in bytes, as returned by astragal_hash_digest_len(). Without parameters, it is
 * the algorithm's ASTRAGAL_OUTPUT_LEN.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_LENGTH if `out_len` is not the length of the digest. In this case, the message is kept.
 * @retval ASTRAGAL_ERR_NULL if `hash` is NULL, or if `out` is NULL and `out_len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `hash` is not a live astragal_hash.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hash_final(astragal_hash *hash,
                        uint8_t *out,
                        size_t out_len);

/**
 * Returns the length of the digest in bytes; 0 if `hash` is not a live object.
 *
 * @param hash hash object.
 */
ASTRAGAL_EXPORT size_t astragal_hash_digest_len(const astragal_hash *hash);

/**
 * Resets the hash to an empty message, with the same parameters.
 *
 * @param hash hash object.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `hash` is NULL.
 * @retval ASTRAGAL_ERR_OBJECT if `hash` is not a live astragal_hash.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_hash_reset(astragal_hash *hash);

/**
 * Serializes the state, so that astragal_hash_import() can continue in another process or on another machine. The
 * bytes do not depend on the backend or byte order. A checksum in the state detects accidental damage, not
 * manipulation. The state contains the last bytes of the message, which have not been hashed yet.
 *
 * @param hash hash object.
 * @param out receives the serialized state.
 * @param out_len capacity of `out` in bytes; receives the length of the state, about 100 to 2000 bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_LENGTH if the capacity is too small.
 * @retval ASTRAGAL_ERR_STATE if the hash has a key.
 * @retval ASTRAGAL_ERR_NULL if `hash` or `out_len` is NULL, or if `out` is NULL and `*out_len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `hash` is not a live astragal_hash.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hash_export(const astragal_hash *hash,
                         uint8_t *out,
                         size_t *out_len);

/**
 * Restores a state that was exported from a hash of the same algorithm. The message that `hash` has absorbed so far is
 * lost.
 *
 * @param hash hash object.
 * @param state serialized state from astragal_hash_export().
 * @param len length of `state` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_PARAMETER if the state is damaged, or if it belongs to another algorithm or version. `hash` is
 * left unchanged.
 * @retval ASTRAGAL_ERR_NULL if `hash` is NULL, or if `state` is NULL and `len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `hash` is not a live astragal_hash.
 * @retval ASTRAGAL_ERR_LENGTH if `len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hash_import(astragal_hash *hash,
                         const void *state,
                         size_t len);

/**
 * Computes the digest of a whole message. Allocates nothing.
 *
 * @param alg handle from astragal_find() or astragal_alg_at().
 * @param msg message.
 * @param len length of `msg` in bytes.
 * @param out receives the digest; may overlap the message.
 * @param out_len length of the digest in bytes: the algorithm's ASTRAGAL_OUTPUT_LEN.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_LENGTH if `out_len` is not the length of the digest.
 * @retval ASTRAGAL_ERR_NULL if `alg` is NULL, or if `msg` or `out` is NULL and its length is not 0.
 * @retval ASTRAGAL_ERR_ALGORITHM if `alg` is not an algorithm handle, or is a handle of the wrong kind.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hash_once(const astragal_alg *alg,
                       const void *msg,
                       size_t len,
                       uint8_t *out,
                       size_t out_len);

/**
 * Computes the digests of many messages, several in parallel if the algorithm supports it.
 *
 * @param alg handle from astragal_find() or astragal_alg_at().
 * @param msgs addresses of the n messages.
 * @param lens lengths of the n messages in bytes.
 * @param n number of messages.
 * @param out receives n digests, one after another; must not overlap a message.
 * @param out_len n times the length of the digest in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_LENGTH if `out_len` is not n times the length of the digest, or if a message is longer than
 * PTRDIFF_MAX bytes.
 * @retval ASTRAGAL_ERR_NULL if `alg` is NULL, or if `msgs`, `lens` or `out` is NULL and its length is not 0.
 * @retval ASTRAGAL_ERR_ALGORITHM if `alg` is not an algorithm handle, or is a handle of the wrong kind.
 * @retval ASTRAGAL_ERR_MEMORY if memory cannot be allocated.
 * @retval ASTRAGAL_ERR_OVERLAP if buffers overlap although a parameter's description forbids it.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hash_many(const astragal_alg *alg,
                       const uint8_t *const *msgs,
                       const size_t *lens,
                       size_t n,
                       uint8_t *out,
                       size_t out_len);

/**
 * Copies the object to the heap, including the message so far.
 *
 * @param out receives the copy, or NULL on error.
 * @param hash hash object.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `out` or `hash` is NULL.
 * @retval ASTRAGAL_ERR_OBJECT if `hash` is not a live astragal_hash.
 * @retval ASTRAGAL_ERR_MEMORY if memory cannot be allocated.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_hash_copy(astragal_hash **out, const astragal_hash *hash);

/**
 * Copies the object to memory that the caller provides, like astragal_hash_copy(). The memory must meet the
 * requirements of astragal_hash_init_at().
 *
 * @param out receives the copy, or NULL on error.
 * @param memory memory that the caller provides.
 * @param memory_len length of `memory` in bytes.
 * @param hash hash object.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_LENGTH if the memory is too small.
 * @retval ASTRAGAL_ERR_NULL if `out`, `memory` or `hash` is NULL.
 * @retval ASTRAGAL_ERR_OBJECT if `hash` is not a live astragal_hash.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hash_copy_at(astragal_hash **out,
                          void *memory,
                          size_t memory_len,
                          const astragal_hash *hash);

/**
 * Returns the algorithm of the object.
 *
 * @param hash hash object.
 * @return the algorithm handle, or NULL if the object is not live.
 */
ASTRAGAL_EXPORT const astragal_alg *astragal_hash_alg(const astragal_hash *hash);

/**
 * Wipes the object, and frees it if it is on the heap. NULL is ignored. If the object is not a live
 * astragal_hash, it is not changed, and astragal_last_error() describes the error.
 *
 * @param hash hash object.
 */
ASTRAGAL_EXPORT void astragal_hash_free(astragal_hash *hash);

/**
 * Returns how many bytes of memory astragal_xof_init_at() needs for this algorithm. The memory needs no alignment.
 * Returns 0 if `alg` is not an XOF.
 *
 * @param alg handle from astragal_find() or astragal_alg_at().
 */
ASTRAGAL_EXPORT
size_t astragal_xof_sizeof(const astragal_alg *alg);

/**
 * Creates an XOF object with an empty message, on the heap.
 *
 * @param out receives the object, or NULL on error.
 * @param alg handle from astragal_find() or astragal_alg_at().
 * @param params NULL, or parameters of the function. A function of the kind ASTRAGAL_KEYED_XOF needs a key. TupleHash
 * and ParallelHash need output_len if the output does not have the default length, which is 32 or 64 bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_PARAMETER if the function does not accept a parameter or its value.
 * @retval ASTRAGAL_ERR_LENGTH if the function does not accept the length of a parameter.
 * @retval ASTRAGAL_ERR_NULL if `out` or `alg` is NULL.
 * @retval ASTRAGAL_ERR_ALGORITHM if `alg` is not an algorithm handle, or is a handle of the wrong kind.
 * @retval ASTRAGAL_ERR_MEMORY if memory cannot be allocated.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_xof_new(astragal_xof **out,
                     const astragal_alg *alg,
                     const astragal_params *params);

/**
 * Creates an XOF object with an empty message, in memory that the caller provides. The memory must have
 * astragal_xof_sizeof() bytes; it needs no alignment. It must stay in place and outlive the object;
 * astragal_xof_free() wipes it. Allocates memory only for a customization string of KT128 and KT256.
 *
 * @param out receives the object, which is in `memory`, or NULL on error.
 * @param memory memory that the caller provides.
 * @param memory_len length of `memory` in bytes.
 * @param alg handle from astragal_find() or astragal_alg_at().
 * @param params parameters of the algorithm; NULL for defaults.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_LENGTH if the memory is too small, or if the function does not accept the length of a
 * parameter.
 * @retval ASTRAGAL_ERR_PARAMETER if the function does not accept a parameter or its value.
 * @retval ASTRAGAL_ERR_NULL if `out`, `memory` or `alg` is NULL.
 * @retval ASTRAGAL_ERR_ALGORITHM if `alg` is not an algorithm handle, or is a handle of the wrong kind.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_xof_init_at(astragal_xof **out,
                         void *memory,
                         size_t memory_len,
                         const astragal_alg *alg,
                         const astragal_params *params);

/**
 * Appends data of any length to the message. For TupleHash, appends the data to the element that
 * astragal_xof_begin_item() started.
 *
 * @param xof XOF object.
 * @param data data to append.
 * @param len length of `data` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_STATE after the first squeeze, or if an element of a tuple becomes too long.
 * @retval ASTRAGAL_ERR_NULL if `xof` is NULL, or if `data` is NULL and `len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `xof` is not a live astragal_xof.
 * @retval ASTRAGAL_ERR_LENGTH if `len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_xof_absorb(astragal_xof *xof, const void *data, size_t len);

/**
 * Like astragal_xof_absorb(), but uses all cores if the function is a tree hash (KT128, KT256, ParallelHash, BLAKE3)
 * and the data is long. Starts a thread pool, which later calls reuse.
 *
 * @param xof XOF object.
 * @param data data to append.
 * @param len length of `data` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_STATE after the first squeeze, or if an element of a tuple becomes too long.
 * @retval ASTRAGAL_ERR_NULL if `xof` is NULL, or if `data` is NULL and `len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `xof` is not a live astragal_xof.
 * @retval ASTRAGAL_ERR_LENGTH if `len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_xof_absorb_parallel(astragal_xof *xof,
                                 const void *data,
                                 size_t len);

/**
 * Starts the next element of a TupleHash tuple. The element has `len` bytes, which the caller then passes to
 * astragal_xof_absorb().
 *
 * @param xof XOF object.
 * @param len length of the element in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_STATE if `xof` is not a TupleHash object, if the previous element is incomplete, or after the
 * first squeeze.
 * @retval ASTRAGAL_ERR_NULL if `xof` is NULL.
 * @retval ASTRAGAL_ERR_OBJECT if `xof` is not a live astragal_xof.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_xof_begin_item(astragal_xof *xof,
                            uint64_t len);

/**
 * Writes the next `out_len` bytes of output. Can be called any number of times. The output ends at the output length
 * that was set as a parameter, or at the maximum of the algorithm.
 *
 * @param xof XOF object.
 * @param out receives the output.
 * @param out_len length of `out` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_STATE if fewer than `out_len` bytes of output remain, or if the last element of a tuple is
 * incomplete.
 * @retval ASTRAGAL_ERR_NULL if `xof` is NULL, or if `out` is NULL and `out_len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `xof` is not a live astragal_xof.
 * @retval ASTRAGAL_ERR_LENGTH if `out_len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_xof_squeeze(astragal_xof *xof,
                         uint8_t *out,
                         size_t out_len);

/**
 * Skips the next `len` bytes of output. BLAKE3 takes the same time for any `len`; the other functions compute the
 * skipped bytes.
 *
 * @param xof XOF object.
 * @param len number of output bytes to skip.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_STATE if fewer than `len` bytes of output remain, or if the last element of a tuple is
 * incomplete.
 * @retval ASTRAGAL_ERR_NULL if `xof` is NULL.
 * @retval ASTRAGAL_ERR_OBJECT if `xof` is not a live astragal_xof.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_xof_skip(astragal_xof *xof,
                      uint64_t len);

/**
 * Resets the XOF to an empty message, with the same parameters.
 *
 * @param xof XOF object.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `xof` is NULL.
 * @retval ASTRAGAL_ERR_OBJECT if `xof` is not a live astragal_xof.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_xof_reset(astragal_xof *xof);

/**
 * Serializes the state, including its parameters, in the same way as astragal_hash_export(). Allowed both before and
 * after the first squeeze.
 *
 * @param xof XOF object.
 * @param out receives the serialized state.
 * @param out_len capacity of `out` in bytes; receives the length of the state. This is a few hundred to a few thousand
 * bytes, and for KT128 and KT256 also the length of the customization string.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_LENGTH if the capacity is too small.
 * @retval ASTRAGAL_ERR_STATE if the state contains a key or the context of a key derivation (BLAKE3). Use
 * astragal_xof_export_with_key() for such a state.
 * @retval ASTRAGAL_ERR_NULL if `xof` or `out_len` is NULL, or if `out` is NULL and `*out_len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `xof` is not a live astragal_xof.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_xof_export(const astragal_xof *xof,
                        uint8_t *out,
                        size_t *out_len);

/**
 * Restores a state that was exported from an XOF of the same algorithm. The parameters are restored too. The previous
 * parameters and message of `xof` are lost.
 *
 * @param xof XOF object.
 * @param state serialized state from astragal_xof_export().
 * @param len length of `state` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_PARAMETER if the state is damaged, if it belongs to another algorithm or version, or if it
 * contains a key. `xof` is left unchanged.
 * @retval ASTRAGAL_ERR_NULL if `xof` is NULL, or if `state` is NULL and `len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `xof` is not a live astragal_xof.
 * @retval ASTRAGAL_ERR_LENGTH if `len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_xof_import(astragal_xof *xof,
                        const void *state,
                        size_t len);

/**
 * Like astragal_xof_export(), but also exports a state that contains a key or the context of a key derivation. Keep
 * the bytes secret, and wipe them with astragal_wipe().
 *
 * @param xof XOF object.
 * @param out receives the serialized state.
 * @param out_len capacity of `out` in bytes; receives the length of the state.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_LENGTH if the capacity is too small.
 * @retval ASTRAGAL_ERR_NULL if `xof` or `out_len` is NULL, or if `out` is NULL and `*out_len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `xof` is not a live astragal_xof.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_xof_export_with_key(const astragal_xof *xof,
                                 uint8_t *out,
                                 size_t *out_len);

/**
 * Like astragal_xof_import(), but also imports a state that contains a key or the context of a key derivation.
 *
 * @param xof XOF object.
 * @param state serialized state from astragal_xof_export() or astragal_xof_export_with_key().
 * @param len length of `state` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_PARAMETER if the state is damaged, or if it belongs to another algorithm or version. `xof` is
 * left unchanged.
 * @retval ASTRAGAL_ERR_NULL if `xof` is NULL, or if `state` is NULL and `len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `xof` is not a live astragal_xof.
 * @retval ASTRAGAL_ERR_LENGTH if `len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_xof_import_with_key(astragal_xof *xof,
                                 const void *state,
                                 size_t len);

/**
 * Computes the output for a whole message. For TupleHash, the message is the only element of the tuple.
 *
 * @param alg handle from astragal_find() or astragal_alg_at().
 * @param params NULL, or parameters of the function; output_len is ignored, because out_len is the length of the
 * output.
 * @param msg message.
 * @param len length of `msg` in bytes.
 * @param out receives out_len bytes; may overlap the message, but a separate buffer is faster.
 * @param out_len length of `out` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_PARAMETER if the function does not accept a parameter or its value.
 * @retval ASTRAGAL_ERR_LENGTH if the function does not accept the length of a parameter.
 * @retval ASTRAGAL_ERR_NULL if `alg` is NULL, or if `msg` or `out` is NULL and its length is not 0.
 * @retval ASTRAGAL_ERR_ALGORITHM if `alg` is not an algorithm handle, or is a handle of the wrong kind.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_xof_once(const astragal_alg *alg,
                      const astragal_params *params,
                      const void *msg,
                      size_t len,
                      uint8_t *out,
                      size_t out_len);

/**
 * Copies the object to the heap, including the message so far or the position in the output.
 *
 * @param out receives the copy, or NULL on error.
 * @param xof XOF object.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `out` or `xof` is NULL.
 * @retval ASTRAGAL_ERR_OBJECT if `xof` is not a live astragal_xof.
 * @retval ASTRAGAL_ERR_MEMORY if memory cannot be allocated.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_xof_copy(astragal_xof **out, const astragal_xof *xof);

/**
 * Copies the object to memory that the caller provides, like astragal_xof_copy(). The memory must meet the
 * requirements of astragal_xof_init_at().
 *
 * @param out receives the copy, or NULL on error.
 * @param memory memory that the caller provides.
 * @param memory_len length of `memory` in bytes.
 * @param xof XOF object.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_LENGTH if the memory is too small.
 * @retval ASTRAGAL_ERR_NULL if `out`, `memory` or `xof` is NULL.
 * @retval ASTRAGAL_ERR_OBJECT if `xof` is not a live astragal_xof.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_xof_copy_at(astragal_xof **out,
                         void *memory,
                         size_t memory_len,
                         const astragal_xof *xof);

/**
 * Returns the algorithm of the object.
 *
 * @param xof XOF object.
 * @return the algorithm handle, or NULL if the object is not live.
 */
ASTRAGAL_EXPORT const astragal_alg *astragal_xof_alg(const astragal_xof *xof);

/**
 * Wipes the object, and frees it if it is on the heap. NULL is ignored. If the object is not a live
 * astragal_xof, it is not changed, and astragal_last_error() describes the error.
 *
 * @param xof XOF object.
 */
ASTRAGAL_EXPORT void astragal_xof_free(astragal_xof *xof);

/**
 * Returns how many bytes of memory astragal_mac_init_at() needs for this algorithm. The memory needs no alignment.
 * Returns 0 if `alg` is not a MAC.
 *
 * @param alg handle from astragal_find() or astragal_alg_at().
 */
ASTRAGAL_EXPORT
size_t astragal_mac_sizeof(const astragal_alg *alg);

/**
 * Creates a MAC object with a key and an empty message, on the heap.
 *
 * @param out receives the object, or NULL on error.
 * @param alg handle from astragal_find() or astragal_alg_at().
 * @param key ASTRAGAL_KEY_LEN_MIN to ASTRAGAL_KEY_LEN_MAX bytes; copied.
 * @param key_len length of `key` in bytes.
 * @param params NULL, or parameters of the algorithm: the customization string of KMAC, and the tag length as
 * output_len.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_LENGTH if the algorithm does not accept the length of the key or tag.
 * @retval ASTRAGAL_ERR_PARAMETER if the algorithm does not accept a parameter.
 * @retval ASTRAGAL_ERR_NULL if `out` or `alg` is NULL, or if `key` is NULL and `key_len` is not 0.
 * @retval ASTRAGAL_ERR_ALGORITHM if `alg` is not an algorithm handle, or is a handle of the wrong kind.
 * @retval ASTRAGAL_ERR_MEMORY if memory cannot be allocated.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_mac_new(astragal_mac **out,
                     const astragal_alg *alg,
                     const void *key,
                     size_t key_len,
                     const astragal_params *params);

/**
 * Creates a MAC object with a key and an empty message, in memory that the caller provides. The memory must have
 * astragal_mac_sizeof() bytes; it needs no alignment. It must stay in place and outlive the object;
 * astragal_mac_free() wipes it. Allocates nothing.
 *
 * @param out receives the object, which is in `memory`, or NULL on error.
 * @param memory memory that the caller provides.
 * @param memory_len length of `memory` in bytes.
 * @param alg handle from astragal_find() or astragal_alg_at().
 * @param key secret key.
 * @param key_len length of `key` in bytes.
 * @param params parameters of the algorithm; NULL for defaults.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_LENGTH if the memory is too small, or if the algorithm does not accept the length of the key or
 * tag.
 * @retval ASTRAGAL_ERR_PARAMETER if the algorithm does not accept a parameter.
 * @retval ASTRAGAL_ERR_NULL if `out`, `memory` or `alg` is NULL, or if `key` is NULL and `key_len` is not 0.
 * @retval ASTRAGAL_ERR_ALGORITHM if `alg` is not an algorithm handle, or is a handle of the wrong kind.
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
 * Appends data of any length to the message.
 *
 * @param mac MAC object.
 * @param data data to append.
 * @param len length of `data` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `mac` is NULL, or if `data` is NULL and `len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `mac` is not a live astragal_mac.
 * @retval ASTRAGAL_ERR_LENGTH if `len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_mac_update(astragal_mac *mac, const void *data, size_t len);

/**
 * Writes the tag of the message, and resets the MAC to an empty message with the same key.
 *
 * @param mac MAC object.
 * @param tag receives the tag.
 * @param tag_len length of the tag in bytes, as returned by astragal_mac_tag_len().
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_LENGTH if `tag_len` is not the length of the tag (in which case the message is kept), or if the
 * message is longer than the algorithm allows.
 * @retval ASTRAGAL_ERR_NULL if `mac` is NULL, or if `tag` is NULL and `tag_len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `mac` is not a live astragal_mac.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_mac_final(astragal_mac *mac,
                       uint8_t *tag,
                       size_t tag_len);

/**
 * Verifies the tag of the message in constant time, and resets the MAC to an empty message with the same key. Do not
 * compare tags with memcmp(). The tag must have the length that astragal_mac_tag_len() returns, which must be at least
 * 4 bytes. To verify truncated tags, create the MAC with their length as the parameter `output_len`.
 *
 * @param mac MAC object.
 * @param tag authentication tag.
 * @param tag_len length of `tag` in bytes.
 * @retval ASTRAGAL_OK if the tag verifies.
 * @retval ASTRAGAL_INVALID if the tag does not verify, or if it has the wrong length.
 * @retval ASTRAGAL_ERR_LENGTH if the tags of this MAC are shorter than 4 bytes.
 * @retval ASTRAGAL_ERR_NULL if `mac` is NULL, or if `tag` is NULL and `tag_len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `mac` is not a live astragal_mac.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_mac_verify(astragal_mac *mac,
                        const void *tag,
                        size_t tag_len);

/**
 * Returns the length of the tag in bytes; 0 if `mac` is not a live object.
 *
 * @param mac MAC object.
 */
ASTRAGAL_EXPORT size_t astragal_mac_tag_len(const astragal_mac *mac);

/**
 * Resets the MAC to an empty message with the same key.
 *
 * @param mac MAC object.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `mac` is NULL.
 * @retval ASTRAGAL_ERR_OBJECT if `mac` is not a live astragal_mac.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_mac_reset(astragal_mac *mac);

/**
 * Serializes the state, so that astragal_mac_import_with_key() can continue in another process or on another machine;
 * see astragal_hash_export(). The bytes contain the key or an equivalent secret: keep them secret, and wipe them with
 * astragal_wipe().
 *
 * @param mac MAC object.
 * @param out receives the serialized state.
 * @param out_len capacity of `out` in bytes; receives the length of the state, a few hundred to a few thousand bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_LENGTH if the capacity is too small.
 * @retval ASTRAGAL_ERR_STATE if the algorithm is CMAC, because its state is a key schedule.
 * @retval ASTRAGAL_ERR_NULL if `mac` or `out_len` is NULL, or if `out` is NULL and `*out_len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `mac` is not a live astragal_mac.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_mac_export_with_key(const astragal_mac *mac,
                                 uint8_t *out,
                                 size_t *out_len);

/**
 * Restores a state, including key, tag length and message, that was exported from a MAC of the same algorithm. The
 * previous key, tag length and message of `mac` are lost.
 *
 * @param mac MAC object.
 * @param state serialized state from astragal_mac_export_with_key().
 * @param len length of `state` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_PARAMETER if the state is damaged, or if it belongs to another algorithm or version. `mac` is
 * left unchanged.
 * @retval ASTRAGAL_ERR_NULL if `mac` is NULL, or if `state` is NULL and `len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `mac` is not a live astragal_mac.
 * @retval ASTRAGAL_ERR_LENGTH if `len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_mac_import_with_key(astragal_mac *mac,
                                 const void *state,
                                 size_t len);

/**
 * Computes the tag of a whole message.
 *
 * @param alg handle from astragal_find() or astragal_alg_at().
 * @param key secret key.
 * @param key_len length of `key` in bytes.
 * @param params NULL, or parameters of the algorithm; output_len is ignored, because tag_len is the length of the tag.
 * @param msg message.
 * @param len length of `msg` in bytes.
 * @param tag receives the tag; may overlap an input if tag_len is at most 128.
 * @param tag_len length of `tag` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_LENGTH if the algorithm does not accept the length of the key or tag.
 * @retval ASTRAGAL_ERR_PARAMETER if the algorithm does not accept a parameter.
 * @retval ASTRAGAL_ERR_NULL if `alg` is NULL, or if `key`, `msg` or `tag` is NULL and its length is not 0.
 * @retval ASTRAGAL_ERR_ALGORITHM if `alg` is not an algorithm handle, or is a handle of the wrong kind.
 * @retval ASTRAGAL_ERR_OVERLAP if buffers overlap although a parameter's description forbids it.
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
 * Verifies the tag of a whole message in constant time. The tag may have any length of at least 4 bytes that the
 * algorithm accepts. Pass the tag length that the protocol fixes, not the length that came with the message: a shorter
 * tag is easier to forge.
 *
 * @param alg handle from astragal_find() or astragal_alg_at().
 * @param key secret key.
 * @param key_len length of `key` in bytes.
 * @param params parameters of the algorithm; NULL for defaults.
 * @param msg message.
 * @param len length of `msg` in bytes.
 * @param tag authentication tag.
 * @param tag_len length of `tag` in bytes.
 * @retval ASTRAGAL_OK if the tag verifies.
 * @retval ASTRAGAL_INVALID if the tag does not verify.
 * @retval ASTRAGAL_ERR_LENGTH if the algorithm does not accept the length of the key or tag, or if the tag is shorter
 * than 4 bytes.
 * @retval ASTRAGAL_ERR_PARAMETER if the algorithm does not accept a parameter.
 * @retval ASTRAGAL_ERR_NULL if `alg` is NULL, or if `key`, `msg` or `tag` is NULL and its length is not 0.
 * @retval ASTRAGAL_ERR_ALGORITHM if `alg` is not an algorithm handle, or is a handle of the wrong kind.
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
 * Copies the object to the heap, including the key and the message so far.
 *
 * @param out receives the copy, or NULL on error.
 * @param mac MAC object.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `out` or `mac` is NULL.
 * @retval ASTRAGAL_ERR_OBJECT if `mac` is not a live astragal_mac.
 * @retval ASTRAGAL_ERR_MEMORY if memory cannot be allocated.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_mac_copy(astragal_mac **out, const astragal_mac *mac);

/**
 * Copies the object to memory that the caller provides, like astragal_mac_copy(). The memory must meet the
 * requirements of astragal_mac_init_at().
 *
 * @param out receives the copy, or NULL on error.
 * @param memory memory that the caller provides.
 * @param memory_len length of `memory` in bytes.
 * @param mac MAC object.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_LENGTH if the memory is too small.
 * @retval ASTRAGAL_ERR_NULL if `out`, `memory` or `mac` is NULL.
 * @retval ASTRAGAL_ERR_OBJECT if `mac` is not a live astragal_mac.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_mac_copy_at(astragal_mac **out,
                         void *memory,
                         size_t memory_len,
                         const astragal_mac *mac);

/**
 * Returns the algorithm of the object.
 *
 * @param mac MAC object.
 * @return the algorithm handle, or NULL if the object is not live.
 */
ASTRAGAL_EXPORT const astragal_alg *astragal_mac_alg(const astragal_mac *mac);

/**
 * Wipes the object, and frees it if it is on the heap. NULL is ignored. If the object is not a live
 * astragal_mac, it is not changed, and astragal_last_error() describes the error.
 *
 * @param mac MAC object.
 */
ASTRAGAL_EXPORT void astragal_mac_free(astragal_mac *mac);

/**
 * Returns how many bytes of memory astragal_aead_init_at() needs for this algorithm. The memory needs no alignment.
 * Returns 0 if `alg` is not an AEAD.
 *
 * @param alg handle from astragal_find() or astragal_alg_at().
 */
ASTRAGAL_EXPORT
size_t astragal_aead_sizeof(const astragal_alg *alg);

/**
 * Creates an AEAD object with a key, on the heap.
 *
 * @param out receives the object, or NULL on error.
 * @param alg handle from astragal_find() or astragal_alg_at().
 * @param key ASTRAGAL_KEY_LEN_MIN bytes; copied.
 * @param key_len length of `key` in bytes.
 * @param params NULL, or a structure that sets no parameter, because AEADs have no parameters.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_LENGTH if the key has the wrong length.
 * @retval ASTRAGAL_ERR_PARAMETER if `params` sets a parameter.
 * @retval ASTRAGAL_ERR_NULL if `out` or `alg` is NULL, or if `key` is NULL and `key_len` is not 0.
 * @retval ASTRAGAL_ERR_ALGORITHM if `alg` is not an algorithm handle, or is a handle of the wrong kind.
 * @retval ASTRAGAL_ERR_MEMORY if memory cannot be allocated.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_aead_new(astragal_aead **out,
                      const astragal_alg *alg,
                      const void *key,
                      size_t key_len,
                      const astragal_params *params);

/**
 * Creates an AEAD object with a key, in memory that the caller provides. The memory must have astragal_aead_sizeof()
 * bytes; it needs no alignment. It must stay in place and outlive the object; astragal_aead_free() wipes it. Allocates
 * nothing.
 *
 * @param out receives the object, which is in `memory`, or NULL on error.
 * @param memory memory that the caller provides.
 * @param memory_len length of `memory` in bytes.
 * @param alg handle from astragal_find() or astragal_alg_at().
 * @param key secret key.
 * @param key_len length of `key` in bytes.
 * @param params as for astragal_aead_new().
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_LENGTH if the memory is too small, or if the key has the wrong length.
 * @retval ASTRAGAL_ERR_PARAMETER if `params` sets a parameter.
 * @retval ASTRAGAL_ERR_NULL if `out`, `memory` or `alg` is NULL, or if `key` is NULL and `key_len` is not 0.
 * @retval ASTRAGAL_ERR_ALGORITHM if `alg` is not an algorithm handle, or is a handle of the wrong kind.
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
 * Encrypts and authenticates a message. The ciphertext is as long as the message; the tag is separate.
 *
 * GCM: if nonces are random or not 12 bytes long, encrypt at most 2^32 messages with one key (SP 800-38D section 8.3).
 * Tags of 4 and 8 bytes are for protocols that limit forgery attempts, such as IPsec (RFC 4106). For such tags, SP
 * 800-38D Appendix C limits the number of messages and decryptions per key.
 *
 * @param aead AEAD object.
 * @param nonce ASTRAGAL_NONCE_LEN bytes. Some algorithms allow other lengths: GCM and SIV 1 byte or more, CCM 7 to 13
 * bytes, OCB 1 to 15 bytes. Never reuse a nonce with the same key.
 * @param nonce_len length of `nonce` in bytes.
 * @param ad associated data: authenticated, not encrypted.
 * @param ad_len length of `ad` in bytes.
 * @param msg message.
 * @param len length of `msg` in bytes.
 * @param ct receives `len` bytes; may be `msg` or overlap it, but must not overlap `ad`.
 * @param tag receives tag_len bytes. The usual length is ASTRAGAL_OUTPUT_LEN. GCM also allows 4, 8 and 12 to 15 bytes;
 * CCM even lengths from 4 to 14 bytes; OCB 8 and 12 bytes; AEGIS 32 bytes.
 * @param tag_len length of `tag` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_LENGTH if the algorithm does not accept the length of the nonce, tag or message.
 * @retval ASTRAGAL_ERR_NULL if `aead` is NULL, or if `nonce`, `ad`, `msg`, `ct` or `tag` is NULL and its length is
 * not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `aead` is not a live astragal_aead.
 * @retval ASTRAGAL_ERR_OVERLAP if buffers overlap although a parameter's description forbids it.
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
 * Decrypts a ciphertext after verifying its tag in constant time.
 *
 * @param aead AEAD object.
 * @param nonce as for astragal_aead_encrypt().
 * @param nonce_len length of `nonce` in bytes.
 * @param ad associated data.
 * @param ad_len length of `ad` in bytes.
 * @param ct ciphertext.
 * @param len length of `ct` in bytes.
 * @param tag tag_len bytes, as for astragal_aead_encrypt(). Pass the length that the protocol fixes, not the length
 * that came with the message: a shorter tag is easier to forge.
 * @param tag_len length of `tag` in bytes.
 * @param msg receives `len` bytes; may be `ct` or overlap it, but must not overlap `ad`.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_INVALID if the tag does not verify. In this case, `msg` is zeroed.
 * @retval ASTRAGAL_ERR_LENGTH if the algorithm does not accept the length of the nonce, tag or message.
 * @retval ASTRAGAL_ERR_NULL if `aead` is NULL, or if `nonce`, `ad`, `ct`, `tag` or `msg` is NULL and its length is
 * not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `aead` is not a live astragal_aead.
 * @retval ASTRAGAL_ERR_OVERLAP if buffers overlap although a parameter's description forbids it.
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
 * Copies the object to the heap, including the key.
 *
 * @param out receives the copy, or NULL on error.
 * @param aead AEAD object.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `out` or `aead` is NULL.
 * @retval ASTRAGAL_ERR_OBJECT if `aead` is not a live astragal_aead.
 * @retval ASTRAGAL_ERR_MEMORY if memory cannot be allocated.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_aead_copy(astragal_aead **out, const astragal_aead *aead);

/**
 * Copies the object to memory that the caller provides, like astragal_aead_copy(). The memory must meet the
 * requirements of astragal_aead_init_at().
 *
 * @param out receives the copy, or NULL on error.
 * @param memory memory that the caller provides.
 * @param memory_len length of `memory` in bytes.
 * @param aead AEAD object.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_LENGTH if the memory is too small.
 * @retval ASTRAGAL_ERR_NULL if `out`, `memory` or `aead` is NULL.
 * @retval ASTRAGAL_ERR_OBJECT if `aead` is not a live astragal_aead.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_aead_copy_at(astragal_aead **out,
                          void *memory,
                          size_t memory_len,
                          const astragal_aead *aead);

/**
 * Returns the algorithm of the object.
 *
 * @param aead AEAD object.
 * @return the algorithm handle, or NULL if the object is not live.
 */
ASTRAGAL_EXPORT const astragal_alg *astragal_aead_alg(const astragal_aead *aead);

/**
 * Wipes the object, and frees it if it is on the heap. NULL is ignored. If the object is not a live
 * astragal_aead, it is not changed, and astragal_last_error() describes the error.
 *
 * @param aead AEAD object.
 */
ASTRAGAL_EXPORT void astragal_aead_free(astragal_aead *aead);

/**
 * Returns how many bytes of memory astragal_aead_message_init_at() needs for this algorithm. The memory needs no
 * alignment. Returns 0 if the algorithm does not support streaming.
 *
 * @param alg handle from astragal_find() or astragal_alg_at().
 */
ASTRAGAL_EXPORT
size_t astragal_aead_message_sizeof(const astragal_alg *alg);

/**
 * Creates the streaming state of a message, on the heap. The AEAD object is copied and may be freed afterwards.
 *
 * @param out receives the object, or NULL on error.
 * @param aead AEAD object.
 * @param direction ASTRAGAL_ENCRYPT or ASTRAGAL_DECRYPT.
 * @param nonce as for astragal_aead_encrypt(); never reuse it with the same key.
 * @param nonce_len length of `nonce` in bytes.
 * @param ad the whole associated data: authenticated, not encrypted.
 * @param ad_len length of `ad` in bytes.
 * @param message_len length of the message in bytes, which CCM needs in advance; other algorithms ignore it.
 * @param tag_len length of the tag in bytes, as for astragal_aead_encrypt().
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_LENGTH if the algorithm does not accept the length of the nonce, tag or message.
 * @retval ASTRAGAL_ERR_PARAMETER if the direction is unknown, or if the algorithm is GCM-SIV, SIV or OCB, which do not
 * support streaming.
 * @retval ASTRAGAL_ERR_NULL if `out` or `aead` is NULL, or if `nonce` or `ad` is NULL and its length is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `aead` is not a live astragal_aead.
 * @retval ASTRAGAL_ERR_MEMORY if memory cannot be allocated.
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
 * Creates the streaming state of a message, in memory that the caller provides. The memory must have
 * astragal_aead_message_sizeof() bytes; it needs no alignment. It must stay in place and outlive the object;
 * astragal_aead_message_free() wipes it. Encryption allocates nothing. Decryption allocates memory for the plaintext,
 * which stays there until the tag has been verified.
 *
 * @param out receives the object, which is in `memory`, or NULL on error.
 * @param memory memory that the caller provides.
 * @param memory_len length of `memory` in bytes.
 * @param aead AEAD object.
 * @param direction ASTRAGAL_ENCRYPT or ASTRAGAL_DECRYPT.
 * @param nonce as for astragal_aead_encrypt(); never reuse it with the same key.
 * @param nonce_len length of `nonce` in bytes.
 * @param ad associated data: authenticated, not encrypted.
 * @param ad_len length of `ad` in bytes.
 * @param message_len length of the message in bytes, which CCM needs in advance.
 * @param tag_len length of the tag in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_LENGTH if the memory is too small, or if the algorithm does not accept the length of the nonce,
 * tag or message.
 * @retval ASTRAGAL_ERR_PARAMETER if the direction is unknown, or if the algorithm is GCM-SIV, SIV or OCB, which do not
 * support streaming.
 * @retval ASTRAGAL_ERR_NULL if `out`, `memory` or `aead` is NULL, or if `nonce` or `ad` is NULL and its length is not
 * 0.
 * @retval ASTRAGAL_ERR_OBJECT if `aead` is not a live astragal_aead.
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
 * Encrypts the next part of the message, of any length. ASTRAGAL_ERR_LENGTH and ASTRAGAL_ERR_STATE do not end the
 * message.
 *
 * @param message message object.
 * @param msg next part of the message.
 * @param len length of `msg` in bytes.
 * @param ct receives `len` bytes; may be `msg` or overlap it.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_LENGTH if the message becomes longer than the algorithm allows. For CCM, the limit is
 * message_len.
 * @retval ASTRAGAL_ERR_STATE if the message is being decrypted or has ended.
 * @retval ASTRAGAL_ERR_NULL if `message` is NULL, or if `msg` or `ct` is NULL and its length is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `message` is not a live astragal_aead_message.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_aead_message_encrypt(astragal_aead_message *message,
                                  const void *msg,
                                  size_t len,
                                  uint8_t *ct);

/**
 * Ends a message that is being encrypted, and writes its tag. Afterwards, the object can only be freed.
 *
 * @param message message object.
 * @param tag receives tag_len bytes.
 * @param tag_len length of the tag in bytes, as for astragal_aead_message_new().
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_LENGTH if tag_len is not the tag length with which the object was created.
 * @retval ASTRAGAL_ERR_STATE if the message is being decrypted or has ended, or if a CCM message is shorter than
 * message_len.
 * @retval ASTRAGAL_ERR_NULL if `message` is NULL, or if `tag` is NULL and `tag_len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `message` is not a live astragal_aead_message.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_aead_message_seal(astragal_aead_message *message,
                               uint8_t *tag,
                               size_t tag_len);

/**
 * Appends the next part of the ciphertext, of any length. The library keeps the plaintext in memory until the tag has
 * been verified, and then wipes this memory. ASTRAGAL_ERR_LENGTH, ASTRAGAL_ERR_STATE and ASTRAGAL_ERR_MEMORY do not
 * end the message.
 *
 * @param message message object.
 * @param ct next part of the ciphertext.
 * @param len length of `ct` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_LENGTH if the message becomes longer than the algorithm allows. For CCM, the limit is
 * message_len.
 * @retval ASTRAGAL_ERR_STATE if the message is being encrypted or has ended.
 * @retval ASTRAGAL_ERR_MEMORY if memory cannot be allocated.
 * @retval ASTRAGAL_ERR_NULL if `message` is NULL, or if `ct` is NULL and `len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `message` is not a live astragal_aead_message.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_aead_message_decrypt(astragal_aead_message *message,
                                  const void *ct,
                                  size_t len);

/**
 * Returns the length in bytes of the plaintext that astragal_aead_message_open() writes; 0 if `message` is not a live
 * object.
 *
 * @param message message object.
 */
ASTRAGAL_EXPORT
size_t astragal_aead_message_open_len(const astragal_aead_message *message);

/**
 * Ends a message that is being decrypted: verifies the tag, and writes the plaintext. After success or
 * ASTRAGAL_INVALID, the object can only be freed. ASTRAGAL_ERR_LENGTH and ASTRAGAL_ERR_STATE do not end the message.
 *
 * @param message message object.
 * @param tag tag_len bytes.
 * @param tag_len length of the tag in bytes, as for astragal_aead_message_new().
 * @param msg receives the plaintext; must not overlap the tag.
 * @param len length of the plaintext in bytes, as returned by astragal_aead_message_open_len().
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_INVALID if the tag does not verify. In this case, `msg` is zeroed, and the library wipes its copy
 * of the plaintext.
 * @retval ASTRAGAL_ERR_LENGTH if `len` or tag_len is wrong.
 * @retval ASTRAGAL_ERR_STATE if the message is being encrypted or has ended, or if a CCM message is shorter than
 * message_len.
 * @retval ASTRAGAL_ERR_NULL if `message` is NULL, or if `tag` or `msg` is NULL and its length is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `message` is not a live astragal_aead_message.
 * @retval ASTRAGAL_ERR_OVERLAP if buffers overlap although a parameter's description forbids it.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_aead_message_open(astragal_aead_message *message,
                               const void *tag,
                               size_t tag_len,
                               uint8_t *msg,
                               size_t len);

/**
 * Copies the object to the heap, including the key and the message so far. Allowed only during decryption.
 *
 * @param out receives the copy, or NULL on error.
 * @param message message object.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_STATE during encryption, because two messages with the same nonce and key would reveal both
 * plaintexts and the authentication key.
 * @retval ASTRAGAL_ERR_NULL if `out` or `message` is NULL.
 * @retval ASTRAGAL_ERR_OBJECT if `message` is not a live astragal_aead_message.
 * @retval ASTRAGAL_ERR_MEMORY if memory cannot be allocated.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_aead_message_copy(astragal_aead_message **out,
                               const astragal_aead_message *message);

/**
 * Copies the object to memory that the caller provides, like astragal_aead_message_copy(). The memory must meet the
 * requirements of astragal_aead_message_init_at().
 *
 * @param out receives the copy, or NULL on error.
 * @param memory memory that the caller provides.
 * @param memory_len length of `memory` in bytes.
 * @param message message object.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_LENGTH if the memory is too small.
 * @retval ASTRAGAL_ERR_STATE during encryption, as with astragal_aead_message_copy().
 * @retval ASTRAGAL_ERR_NULL if `out`, `memory` or `message` is NULL.
 * @retval ASTRAGAL_ERR_OBJECT if `message` is not a live astragal_aead_message.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_aead_message_copy_at(astragal_aead_message **out,
                                  void *memory,
                                  size_t memory_len,
                                  const astragal_aead_message *message);

/**
 * Returns the algorithm of the object.
 *
 * @param message message object.
 * @return the algorithm handle, or NULL if the object is not live.
 */
ASTRAGAL_EXPORT
const astragal_alg *astragal_aead_message_alg(const astragal_aead_message *message);

/**
 * Wipes the object, and frees it if it is on the heap. NULL is ignored. If the object is not a live
 * astragal_aead_message, it is not changed, and astragal_last_error() describes the error.
 *
 * @param message message object.
 */
ASTRAGAL_EXPORT void astragal_aead_message_free(astragal_aead_message *message);

/**
 * Returns the length in bytes of a sealed message with a plaintext of `len` bytes; 0 if `len` exceeds the maximum
 * length.
 *
 * @param len length of the plaintext in bytes.
 */
ASTRAGAL_EXPORT
uint64_t astragal_chunked_sealed_len(uint64_t len);

/**
 * Computes the plaintext length of a sealed message of `sealed_len` bytes. Trust this length only after the last chunk
 * has been verified.
 *
 * @param sealed_len length of the sealed message in bytes.
 * @param len receives the plaintext length in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_INVALID if no sealed message has this length, which means that the message is truncated.
 * @retval ASTRAGAL_ERR_NULL if `len` is NULL.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_chunked_plaintext_len(uint64_t sealed_len,
                                   uint64_t *len);

/**
 * Seals a message in chunks of 16 KiB (c2sp.org/chunked-encryption). A 32-byte key selects Cobblestone-256, and a
 * 16-byte key selects Cobblestone-128. Uses all cores if the message is long.
 *
 * @param key secret key.
 * @param key_len length of `key` in bytes.
 * @param salt ASTRAGAL_CHUNKED_SALT_LEN random bytes, new for each message. Two messages with the same key, salt and
 * context reveal the XOR of their plaintexts.
 * @param context any bytes that both sides know, such as the purpose of the message.
 * @param context_len length of `context` in bytes.
 * @param msg message.
 * @param len length of `msg` in bytes.
 * @param sealed receives astragal_chunked_sealed_len(len) bytes; must not overlap an input.
 * @param sealed_len length of `sealed` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_LENGTH if the key or `sealed` has the wrong length.
 * @retval ASTRAGAL_ERR_NULL if `key`, `salt`, `context`, `msg` or `sealed` is NULL and its length is not 0.
 * @retval ASTRAGAL_ERR_OVERLAP if buffers overlap although a parameter's description forbids it.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_chunked_seal(const void *key,
                          size_t key_len,
                          const void *salt,
                          const void *context,
                          size_t context_len,
                          const void *msg,
                          size_t len,
                          uint8_t *sealed,
                          size_t sealed_len);

/**
 * Verifies and decrypts a message that astragal_chunked_seal() sealed. Uses all cores if the message is long.
 *
 * @param key secret key.
 * @param key_len length of `key` in bytes.
 * @param context the same bytes as for sealing.
 * @param context_len length of `context` in bytes.
 * @param sealed the whole sealed message.
 * @param sealed_len length of `sealed` in bytes.
 * @param msg receives the plaintext; must not overlap an input.
 * @param msg_len length of the plaintext, as computed by astragal_chunked_plaintext_len().
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_INVALID if the key or context is wrong, or if the message was changed or truncated. In this case,
 * `msg` is zeroed.
 * @retval ASTRAGAL_ERR_LENGTH if the key or `msg` has the wrong length.
 * @retval ASTRAGAL_ERR_NULL if `key`, `context`, `sealed` or `msg` is NULL and its length is not 0.
 * @retval ASTRAGAL_ERR_OVERLAP if buffers overlap although a parameter's description forbids it.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_chunked_open(const void *key,
                          size_t key_len,
                          const void *context,
                          size_t context_len,
                          const void *sealed,
                          size_t sealed_len,
                          uint8_t *msg,
                          size_t msg_len);

/**
 * Creates a stream that seals one message, on the heap.
 *
 * @param out receives the object, or NULL on error.
 * @param key secret key.
 * @param key_len length of `key` in bytes.
 * @param salt as for astragal_chunked_seal().
 * @param context bytes that both sides know, such as the purpose of the message.
 * @param context_len length of `context` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_LENGTH if the key has the wrong length.
 * @retval ASTRAGAL_ERR_NULL if `out` or `salt` is NULL, or if `key` or `context` is NULL and its length is not 0.
 * @retval ASTRAGAL_ERR_MEMORY if memory cannot be allocated.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_seal_stream_new(astragal_seal_stream **out,
                             const void *key,
                             size_t key_len,
                             const void *salt,
                             const void *context,
                             size_t context_len);

/**
 * Seals the next part of the message, of any length. The first call writes the header; every call writes the chunks
 * that are complete. Each call writes at most `len` + 16456 bytes, plus 16 bytes for every 16384 bytes of `len`.
 *
 * @param stream stream object.
 * @param msg next part of the message.
 * @param len length of `msg` in bytes.
 * @param out receives sealed bytes; must not overlap `msg`.
 * @param out_len capacity of `out` in bytes; receives the number of bytes written.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_LENGTH if the capacity is too small. In this case, nothing is sealed, and `*out_len` receives
 * the needed capacity.
 * @retval ASTRAGAL_ERR_STATE if astragal_seal_stream_final() has ended the message.
 * @retval ASTRAGAL_ERR_NULL if `stream` or `out_len` is NULL, or if `msg` or `out` is NULL and its length is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `stream` is not a live astragal_seal_stream.
 * @retval ASTRAGAL_ERR_OVERLAP if buffers overlap although a parameter's description forbids it.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_seal_stream_update(astragal_seal_stream *stream,
                                const void *msg,
                                size_t len,
                                uint8_t *out,
                                size_t *out_len);

/**
 * Ends the message and writes its last bytes, at most 16456. A message without these bytes is rejected as truncated.
 *
 * @param stream stream object.
 * @param out receives the last bytes of the sealed message.
 * @param out_len capacity of `out` in bytes; receives the number of bytes written.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_LENGTH if the capacity is too small. In this case, nothing is sealed, and `*out_len` receives
 * the needed capacity.
 * @retval ASTRAGAL_ERR_STATE if the message has already ended.
 * @retval ASTRAGAL_ERR_NULL if `stream` or `out_len` is NULL, or if `out` is NULL and `*out_len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `stream` is not a live astragal_seal_stream.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_seal_stream_final(astragal_seal_stream *stream,
                               uint8_t *out,
                               size_t *out_len);

/**
 * Wipes and frees the stream. NULL is ignored.
 *
 * @param stream stream object.
 */
ASTRAGAL_EXPORT void astragal_seal_stream_free(astragal_seal_stream *stream);

/**
 * Creates a stream that opens one message, on the heap.
 *
 * @param out receives the object, or NULL on error.
 * @param key secret key.
 * @param key_len length of `key` in bytes.
 * @param context bytes that both sides know, such as the purpose of the message.
 * @param context_len length of `context` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_LENGTH if the key has the wrong length.
 * @retval ASTRAGAL_ERR_NULL if `out` is NULL, or if `key` or `context` is NULL and its length is not 0.
 * @retval ASTRAGAL_ERR_MEMORY if memory cannot be allocated.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_open_stream_new(astragal_open_stream **out,
                             const void *key,
                             size_t key_len,
                             const void *context,
                             size_t context_len);

/**
 * Opens the next part of the message, of any length. Writes the plaintext of each chunk that has arrived completely
 * and passed verification. One call writes fewer than `len` + 16400 bytes. Until astragal_open_stream_final()
 * succeeds, the message may be truncated.
 *
 * @param stream stream object.
 * @param sealed next part of the sealed message.
 * @param len length of `sealed` in bytes.
 * @param out receives plaintext; must not overlap `sealed`.
 * @param out_len capacity of `out` in bytes; receives the number of bytes written.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_INVALID if the key or context is wrong, or if the message was changed. In this case, `*out_len` is
 * 0, and the bytes that this call wrote are zeroed. Later calls also return ASTRAGAL_INVALID.
 * @retval ASTRAGAL_ERR_LENGTH if the capacity is too small. In this case, nothing is decrypted, and `*out_len`
 * receives the needed capacity.
 * @retval ASTRAGAL_ERR_STATE if astragal_open_stream_final() has ended the message.
 * @retval ASTRAGAL_ERR_NULL if `stream` or `out_len` is NULL, or if `sealed` or `out` is NULL and its length is not
 * 0.
 * @retval ASTRAGAL_ERR_OBJECT if `stream` is not a live astragal_open_stream.
 * @retval ASTRAGAL_ERR_OVERLAP if buffers overlap although a parameter's description forbids it.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_open_stream_update(astragal_open_stream *stream,
                                const void *sealed,
                                size_t len,
                                uint8_t *out,
                                size_t *out_len);

/**
 * Ends the message and writes the rest of the plaintext, fewer than 16384 bytes.
 *
 * @param stream stream object.
 * @param out receives the rest of the plaintext.
 * @param out_len capacity of `out` in bytes; receives the number of bytes written.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_INVALID if the message was changed or truncated. In this case, `*out_len` is 0.
 * @retval ASTRAGAL_ERR_LENGTH if the capacity is too small. In this case, nothing is decrypted, and `*out_len`
 * receives the needed capacity.
 * @retval ASTRAGAL_ERR_STATE if the message has already ended.
 * @retval ASTRAGAL_ERR_NULL if `stream` or `out_len` is NULL, or if `out` is NULL and `*out_len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `stream` is not a live astragal_open_stream.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_open_stream_final(astragal_open_stream *stream,
                               uint8_t *out,
                               size_t *out_len);

/**
 * Continues decryption at a position in the plaintext, even after the end of the message or an error. Skipped chunks
 * are not verified. Before this call, pass the first ASTRAGAL_CHUNKED_HEADER_LEN bytes of the message to
 * astragal_open_stream_update().
 *
 * @param stream stream object.
 * @param position offset in the plaintext in bytes.
 * @param offset receives the offset in the sealed message from which astragal_open_stream_update() must continue.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_PARAMETER if the stream has not received the whole header, or if no message is long enough to
 * contain `position`.
 * @retval ASTRAGAL_ERR_NULL if `stream` or `offset` is NULL.
 * @retval ASTRAGAL_ERR_OBJECT if `stream` is not a live astragal_open_stream.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_open_stream_seek(astragal_open_stream *stream,
                              uint64_t position,
                              uint64_t *offset);

/**
 * Wipes and frees the stream. NULL is ignored.
 *
 * @param stream stream object.
 */
ASTRAGAL_EXPORT void astragal_open_stream_free(astragal_open_stream *stream);

/**
 * Returns how many bytes of memory astragal_cipher_init_at() needs for this algorithm. The memory needs no alignment.
 * Returns 0 if `alg` is not a block cipher.
 *
 * @param alg handle from astragal_find() or astragal_alg_at().
 */
ASTRAGAL_EXPORT
size_t astragal_cipher_sizeof(const astragal_alg *alg);

/**
 * Creates a block cipher with a key, on the heap.
 *
 * @param out receives the object, or NULL on error.
 * @param alg handle from astragal_find() or astragal_alg_at().
 * @param key ASTRAGAL_KEY_LEN_MIN bytes; copied.
 * @param key_len length of `key` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_LENGTH if the key has the wrong length.
 * @retval ASTRAGAL_ERR_NULL if `out` or `alg` is NULL, or if `key` is NULL and `key_len` is not 0.
 * @retval ASTRAGAL_ERR_ALGORITHM if `alg` is not an algorithm handle, or is a handle of the wrong kind.
 * @retval ASTRAGAL_ERR_MEMORY if memory cannot be allocated.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_cipher_new(astragal_cipher **out,
                        const astragal_alg *alg,
                        const void *key,
                        size_t key_len);

/**
 * Creates a block cipher with a key, in memory that the caller provides. The memory must have astragal_cipher_sizeof()
 * bytes; it needs no alignment. It must stay in place and outlive the object; astragal_cipher_free() wipes it.
 * Allocates nothing.
 *
 * @param out receives the object, which is in `memory`, or NULL on error.
 * @param memory memory that the caller provides.
 * @param memory_len length of `memory` in bytes.
 * @param alg handle from astragal_find() or astragal_alg_at().
 * @param key secret key.
 * @param key_len length of `key` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_LENGTH if the memory is too small, or if the key has the wrong length.
 * @retval ASTRAGAL_ERR_NULL if `out`, `memory` or `alg` is NULL, or if `key` is NULL and `key_len` is not 0.
 * @retval ASTRAGAL_ERR_ALGORITHM if `alg` is not an algorithm handle, or is a handle of the wrong kind.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_cipher_init_at(astragal_cipher **out,
                            void *memory,
                            size_t memory_len,
                            const astragal_alg *alg,
                            const void *key,
                            size_t key_len);

/**
 * Sets the tweak for the following blocks. The initial tweak is zero.
 *
 * @param cipher cipher object.
 * @param tweak ASTRAGAL_TWEAK_LEN bytes.
 * @param tweak_len length of `tweak` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_LENGTH if the tweak has the wrong length.
 * @retval ASTRAGAL_ERR_PARAMETER if the cipher has no tweak. Only Threefish has one.
 * @retval ASTRAGAL_ERR_NULL if `cipher` is NULL, or if `tweak` is NULL and `tweak_len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `cipher` is not a live astragal_cipher.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_cipher_set_tweak(astragal_cipher *cipher,
                              const void *tweak,
                              size_t tweak_len);

/**
 * Encrypts each block independently (ECB), several in parallel if the processor supports it. Hazardous: equal blocks
 * encrypt to equal blocks. Use a mode or an AEAD for messages.
 *
 * @param cipher cipher object.
 * @param in whole blocks of ASTRAGAL_BLOCK_LEN bytes.
 * @param len length of `in` in bytes.
 * @param out receives `len` bytes; may be `in` or overlap it.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_LENGTH if `len` is not a multiple of the block length.
 * @retval ASTRAGAL_ERR_NULL if `cipher` is NULL, or if `in` or `out` is NULL and its length is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `cipher` is not a live astragal_cipher.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_cipher_encrypt(const astragal_cipher *cipher,
                            const void *in,
                            size_t len,
                            uint8_t *out);

/**
 * Decrypts each block independently (ECB). Hazardous for the same reason as astragal_cipher_encrypt().
 *
 * @param cipher cipher object.
 * @param in whole blocks of ASTRAGAL_BLOCK_LEN bytes.
 * @param len length of `in` in bytes.
 * @param out receives `len` bytes; may be `in` or overlap it.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_LENGTH if `len` is not a multiple of the block length.
 * @retval ASTRAGAL_ERR_NULL if `cipher` is NULL, or if `in` or `out` is NULL and its length is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `cipher` is not a live astragal_cipher.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_cipher_decrypt(const astragal_cipher *cipher,
                            const void *in,
                            size_t len,
                            uint8_t *out);

/**
 * Copies the object to the heap, including the key and the tweak.
 *
 * @param out receives the copy, or NULL on error.
 * @param cipher cipher object.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `out` or `cipher` is NULL.
 * @retval ASTRAGAL_ERR_OBJECT if `cipher` is not a live astragal_cipher.
 * @retval ASTRAGAL_ERR_MEMORY if memory cannot be allocated.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_cipher_copy(astragal_cipher **out,
                         const astragal_cipher *cipher);

/**
 * Copies the object to memory that the caller provides, like astragal_cipher_copy(). The memory must meet the
 * requirements of astragal_cipher_init_at().
 *
 * @param out receives the copy, or NULL on error.
 * @param memory memory that the caller provides.
 * @param memory_len length of `memory` in bytes.
 * @param cipher cipher object.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_LENGTH if the memory is too small.
 * @retval ASTRAGAL_ERR_NULL if `out`, `memory` or `cipher` is NULL.
 * @retval ASTRAGAL_ERR_OBJECT if `cipher` is not a live astragal_cipher.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_cipher_copy_at(astragal_cipher **out,
                            void *memory,
                            size_t memory_len,
                            const astragal_cipher *cipher);

/**
 * Returns the algorithm of the object.
 *
 * @param cipher cipher object.
 * @return the algorithm handle, or NULL if the object is not live.
 */
ASTRAGAL_EXPORT const astragal_alg *astragal_cipher_alg(const astragal_cipher *cipher);

/**
 * Wipes the object, and frees it if it is on the heap. NULL is ignored. If the object is not a live
 * astragal_cipher, it is not changed, and astragal_last_error() describes the error.
 *
 * @param cipher cipher object.
 */
ASTRAGAL_EXPORT void astragal_cipher_free(astragal_cipher *cipher);

/**
 * Returns how many bytes of memory astragal_mode_init_at() needs for this algorithm. The memory needs no alignment.
 * Returns 0 if `alg` is not a mode.
 *
 * @param alg handle from astragal_find() or astragal_alg_at().
 */
ASTRAGAL_EXPORT
size_t astragal_mode_sizeof(const astragal_alg *alg);

/**
 * Creates the streaming state of a message, on the heap.
 *
 * @param out receives the object, or NULL on error.
 * @param alg handle from astragal_find() or astragal_alg_at().
 * @param direction ASTRAGAL_ENCRYPT or ASTRAGAL_DECRYPT.
 * @param padding ASTRAGAL_PADDING_DEFAULT, ASTRAGAL_PADDING_PKCS7 or ASTRAGAL_PADDING_NONE.
 * @param key ASTRAGAL_KEY_LEN_MIN bytes, which the library copies. For XTS, two cipher keys, one after the other.
 * @param key_len length of `key` in bytes.
 * @param iv ASTRAGAL_NONCE_LEN bytes. For CBC, the IV must be unpredictable, such as random bytes. For CTR, the IV may
 * be shorter (1 byte or more); zeros then fill the rest. For CTR, OFB and stream ciphers, never reuse an IV with the
 * same key. For XTS, the IV is the number of the data unit in little-endian order.
 * @param iv_len length of `iv` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_LENGTH if the key or IV has the wrong length.
 * @retval ASTRAGAL_ERR_PARAMETER if the mode does not accept the direction or padding, or if the two halves of an XTS
 * key are equal.
 * @retval ASTRAGAL_ERR_NULL if `out` or `alg` is NULL, or if `key` or `iv` is NULL and its length is not 0.
 * @retval ASTRAGAL_ERR_ALGORITHM if `alg` is not an algorithm handle, or is a handle of the wrong kind.
 * @retval ASTRAGAL_ERR_MEMORY if memory cannot be allocated.
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
 * Creates the streaming state of a message, in memory that the caller provides. The memory must have
 * astragal_mode_sizeof() bytes; it needs no alignment. It must stay in place and outlive the object;
 * astragal_mode_free() wipes it. Allocates nothing; XTS allocates later to buffer its data unit.
 *
 * @param out receives the object, which is in `memory`, or NULL on error.
 * @param memory memory that the caller provides.
 * @param memory_len length of `memory` in bytes.
 * @param alg handle from astragal_find() or astragal_alg_at().
 * @param direction ASTRAGAL_ENCRYPT or ASTRAGAL_DECRYPT.
 * @param padding ASTRAGAL_PADDING_DEFAULT, ASTRAGAL_PADDING_PKCS7 or ASTRAGAL_PADDING_NONE.
 * @param key as for astragal_mode_new().
 * @param key_len length of `key` in bytes.
 * @param iv as for astragal_mode_new().
 * @param iv_len length of `iv` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_LENGTH if the memory is too small, or if the key or IV has the wrong length.
 * @retval ASTRAGAL_ERR_PARAMETER if the mode does not accept the direction or padding, or if the two halves of an XTS
 * key are equal.
 * @retval ASTRAGAL_ERR_NULL if `out`, `memory` or `alg` is NULL, or if `key` or `iv` is NULL and its length is not 0.
 * @retval ASTRAGAL_ERR_ALGORITHM if `alg` is not an algorithm handle, or is a handle of the wrong kind.
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
 * Returns the output length of astragal_mode_update() for the next input.
 *
 * @param mode mode object.
 * @param len length of the next input in bytes.
 * @return the number of bytes that astragal_mode_update() writes; 0 if `mode` is not a live object.
 */
ASTRAGAL_EXPORT size_t astragal_mode_update_len(const astragal_mode *mode, size_t len);

/**
 * Encrypts or decrypts the next part of the message, of any length. CTR, CFB, OFB and stream ciphers write as many
 * bytes as they read. CBC writes whole blocks. When CBC decrypts with padding, it delays the last block, which may
 * contain padding. XTS writes nothing until the message ends. After ASTRAGAL_ERR_LENGTH or ASTRAGAL_ERR_OVERLAP, the
 * message can continue.
 *
 * @param mode mode object.
 * @param in next part of the message.
 * @param len length of `in` in bytes.
 * @param out receives astragal_mode_update_len() bytes; may be `in`, but must not partially overlap it.
 * @param out_len size of `out` in bytes.
 * @param written receives the number of bytes written; may be NULL.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_LENGTH if `out` is too short.
 * @retval ASTRAGAL_ERR_OVERLAP if `out` partially overlaps `in`.
 * @retval ASTRAGAL_ERR_STATE if the message has ended.
 * @retval ASTRAGAL_ERR_NULL if `mode` is NULL, or if `in` or `out` is NULL and its length is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `mode` is not a live astragal_mode.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_mode_update(astragal_mode *mode,
                         const void *in,
                         size_t len,
                         uint8_t *out,
                         size_t out_len,
                         size_t *written);

/**
 * Returns the maximum output length of astragal_mode_finish().
 *
 * @param mode mode object.
 * @return the largest number of bytes that astragal_mode_finish() writes; 0 if `mode` is not a live object.
 */
ASTRAGAL_EXPORT size_t astragal_mode_finish_len(const astragal_mode *mode);

/**
 * Ends the message: CBC adds or removes the padding, and XTS processes its data unit. Afterwards, even after invalid
 * padding, the object can only be restarted, copied or freed. Other calls return ASTRAGAL_ERR_STATE. After an error,
 * discard the decrypted data.
 *
 * @param mode mode object.
 * @param out receives at most astragal_mode_finish_len() bytes.
 * @param out_len size of `out` in bytes. If it is too short, the message has not ended, and the call can be repeated.
 * @param written receives the number of bytes written; may be NULL.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_INVALID if the padding is invalid. The library does not say what is wrong with it.
 * @retval ASTRAGAL_ERR_LENGTH if `out` is too short, or if the mode does not accept the length of the message.
 * @retval ASTRAGAL_ERR_STATE if the message has already ended.
 * @retval ASTRAGAL_ERR_NULL if `mode` is NULL, or if `out` is NULL and `out_len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `mode` is not a live astragal_mode.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_mode_finish(astragal_mode *mode,
                         uint8_t *out,
                         size_t out_len,
                         size_t *written);

/**
 * Starts another message with the same key, direction and padding, for example the next sector of a disk. This is
 * faster than creating a new object.
 *
 * @param mode mode object.
 * @param iv as for astragal_mode_new().
 * @param iv_len length of `iv` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_LENGTH if the IV has the wrong length. `mode` is left unchanged.
 * @retval ASTRAGAL_ERR_NULL if `mode` is NULL, or if `iv` is NULL and `iv_len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `mode` is not a live astragal_mode.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_mode_restart(astragal_mode *mode,
                          const void *iv,
                          size_t iv_len);

/**
 * Processes the rest of the message and ends it, like astragal_mode_update() followed by astragal_mode_finish(). If no
 * earlier call has passed data, XTS allocates no buffer. After an error, `out` contains no decrypted data.
 *
 * @param mode mode object.
 * @param in rest of the message.
 * @param len length of `in` in bytes.
 * @param out may be `in`, but must not partially overlap it.
 * @param out_len size of `out` in bytes.
 * @param written receives the number of bytes written; may be NULL.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_INVALID if the padding is invalid.
 * @retval ASTRAGAL_ERR_LENGTH if `out` is too short, or if the mode does not accept the length of the message.
 * @retval ASTRAGAL_ERR_OVERLAP if `out` partially overlaps `in`.
 * @retval ASTRAGAL_ERR_STATE if the message has already ended.
 * @retval ASTRAGAL_ERR_NULL if `mode` is NULL, or if `in` or `out` is NULL and its length is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `mode` is not a live astragal_mode.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_mode_whole(astragal_mode *mode,
                        const void *in,
                        size_t len,
                        uint8_t *out,
                        size_t out_len,
                        size_t *written);

/**
 * Moves to a byte position in the keystream, so that the next call processes the message from there.
 *
 * @param mode mode object.
 * @param position offset in bytes from the start of the message.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_PARAMETER if the algorithm is neither a block cipher in CTR mode nor a stream cipher.
 * @retval ASTRAGAL_ERR_STATE if the message has ended.
 * @retval ASTRAGAL_ERR_NULL if `mode` is NULL.
 * @retval ASTRAGAL_ERR_OBJECT if `mode` is not a live astragal_mode.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_mode_seek(astragal_mode *mode, uint64_t position);

/**
 * Returns the maximum output length in bytes of astragal_mode_once() for a message of `len` bytes; 0 if `alg` is not a
 * mode.
 *
 * @param alg handle from astragal_find() or astragal_alg_at().
 * @param direction ASTRAGAL_ENCRYPT or ASTRAGAL_DECRYPT.
 * @param padding ASTRAGAL_PADDING_DEFAULT, ASTRAGAL_PADDING_PKCS7 or ASTRAGAL_PADDING_NONE.
 * @param len length of the message in bytes.
 */
ASTRAGAL_EXPORT
size_t astragal_mode_once_len(const astragal_alg *alg,
                              int direction,
                              int padding,
                              size_t len);

/**
 * Encrypts or decrypts a whole message. Allocates nothing. After an error, `out` contains no decrypted data.
 *
 * @param alg handle from astragal_find() or astragal_alg_at().
 * @param direction ASTRAGAL_ENCRYPT or ASTRAGAL_DECRYPT.
 * @param padding ASTRAGAL_PADDING_DEFAULT, ASTRAGAL_PADDING_PKCS7 or ASTRAGAL_PADDING_NONE.
 * @param key as for astragal_mode_new().
 * @param key_len length of `key` in bytes.
 * @param iv as for astragal_mode_new().
 * @param iv_len length of `iv` in bytes.
 * @param in the whole message.
 * @param len length of `in` in bytes.
 * @param out receives at most astragal_mode_once_len() bytes; may be `in`, but must not partially overlap it.
 * @param out_len size of `out` in bytes.
 * @param written receives the number of bytes written; may be NULL.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_INVALID if the padding is invalid.
 * @retval ASTRAGAL_ERR_LENGTH if `out` is too short, or if the mode does not accept the length of the key, IV or
 * message.
 * @retval ASTRAGAL_ERR_PARAMETER if the mode does not accept the direction or padding, or if the two halves of an XTS
 * key are equal.
 * @retval ASTRAGAL_ERR_OVERLAP if `out` partially overlaps `in`.
 * @retval ASTRAGAL_ERR_NULL if `alg` is NULL, or if `key`, `iv`, `in` or `out` is NULL and its length is not 0.
 * @retval ASTRAGAL_ERR_ALGORITHM if `alg` is not an algorithm handle, or is a handle of the wrong kind.
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
 * Copies the object to the heap, including the key and the message so far. With CTR, CFB and OFB, the original and
 * the copy produce the same keystream: do not encrypt different data with both.
 *
 * @param out receives the copy, or NULL on error.
 * @param mode mode object.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `out` or `mode` is NULL.
 * @retval ASTRAGAL_ERR_OBJECT if `mode` is not a live astragal_mode.
 * @retval ASTRAGAL_ERR_MEMORY if memory cannot be allocated.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_mode_copy(astragal_mode **out,
                       const astragal_mode *mode);

/**
 * Copies the object to memory that the caller provides, like astragal_mode_copy(). The memory must meet the
 * requirements of astragal_mode_init_at().
 *
 * @param out receives the copy, or NULL on error.
 * @param memory memory that the caller provides.
 * @param memory_len length of `memory` in bytes.
 * @param mode mode object.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_LENGTH if the memory is too small.
 * @retval ASTRAGAL_ERR_NULL if `out`, `memory` or `mode` is NULL.
 * @retval ASTRAGAL_ERR_OBJECT if `mode` is not a live astragal_mode.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_mode_copy_at(astragal_mode **out,
                          void *memory,
                          size_t memory_len,
                          const astragal_mode *mode);

/**
 * Returns the algorithm of the object.
 *
 * @param mode mode object.
 * @return the algorithm handle, or NULL if the object is not live.
 */
ASTRAGAL_EXPORT const astragal_alg *astragal_mode_alg(const astragal_mode *mode);

/**
 * Wipes the object, and frees it if it is on the heap. NULL is ignored. If the object is not a live
 * astragal_mode, it is not changed, and astragal_last_error() describes the error.
 *
 * @param mode mode object.
 */
ASTRAGAL_EXPORT void astragal_mode_free(astragal_mode *mode);

/**
 * Derives a key with any KDF of the library, such as "argon2id", "scrypt", "pbkdf2-hmac-sha256", "hkdf-sha256",
 * "kbkdf-hmac-sha512" or "kbkdf-cmac-aes-128". Checks all parameters before it starts to derive.
 *
 * @param alg handle of the kind ASTRAGAL_KDF.
 * @param secret password, or key to derive from.
 * @param secret_len length of `secret` in bytes.
 * @param params parameters of the function; must not be NULL.
 * @param key receives key_len bytes; may overlap an input.
 * @param key_len length of `key` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_PARAMETER if a parameter is missing, not accepted or out of range.
 * @retval ASTRAGAL_ERR_LENGTH if the function does not accept the length of a parameter or of the key.
 * @retval ASTRAGAL_ERR_MEMORY if the memory cannot be allocated.
 * @retval ASTRAGAL_ERR_CANCELLED if the callback cancelled the derivation.
 * @retval ASTRAGAL_ERR_NULL if `alg` or `params` is NULL, or if `secret` or `key` is NULL and its length is not 0.
 * @retval ASTRAGAL_ERR_ALGORITHM if `alg` is not an algorithm handle, or is a handle of the wrong kind.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_kdf(const astragal_alg *alg,
                 const void *secret,
                 size_t secret_len,
                 const astragal_kdf_params *params,
                 uint8_t *key,
                 size_t key_len);

/**
 * Derives a key with Argon2id version 1.3 (RFC 9106), the recommended function for passwords. RFC 9106 section 4
 * recommends t = 3, m = 65536, p = 4.
 *
 * @param password password.
 * @param password_len length of `password` in bytes.
 * @param salt at least 8 bytes; 16 are recommended.
 * @param salt_len length of `salt` in bytes.
 * @param t number of passes.
 * @param m memory in KiB.
 * @param p number of lanes.
 * @param key receives key_len bytes, at least 4.
 * @param key_len length of `key` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_PARAMETER if `t`, `m` or `p` is out of range.
 * @retval ASTRAGAL_ERR_LENGTH if the length of the password, salt or key is out of range.
 * @retval ASTRAGAL_ERR_MEMORY if the memory cannot be allocated.
 * @retval ASTRAGAL_ERR_NULL if `password`, `salt` or `key` is NULL and its length is not 0.
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
 * Derives a key with scrypt (RFC 7914) and HMAC-SHA-256. Needs 128 * n * r bytes of memory for each of p lanes.
 *
 * @param password password.
 * @param password_len length of `password` in bytes.
 * @param salt salt.
 * @param salt_len length of `salt` in bytes.
 * @param n cost N, a power of two.
 * @param r block size r, usually 8.
 * @param p parallelization p, usually 1.
 * @param key receives key_len bytes.
 * @param key_len length of `key` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_PARAMETER if `n`, `r` or `p` is out of range.
 * @retval ASTRAGAL_ERR_LENGTH if the length of the password, salt or key is out of range.
 * @retval ASTRAGAL_ERR_MEMORY if the memory cannot be allocated.
 * @retval ASTRAGAL_ERR_NULL if `password`, `salt` or `key` is NULL and its length is not 0.
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
 * Derives a key with PBKDF2 (RFC 8018 section 5.2) and HMAC.
 *
 * @param hash handle of the kind ASTRAGAL_HASH, such as astragal_find(ASTRAGAL_HASH, "sha256").
 * @param password password.
 * @param password_len length of `password` in bytes.
 * @param salt salt.
 * @param salt_len length of `salt` in bytes.
 * @param iterations at least 1; hundreds of thousands for a password.
 * @param key receives key_len bytes.
 * @param key_len length of `key` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_PARAMETER if the hash function has no HMAC, or if `iterations` is 0.
 * @retval ASTRAGAL_ERR_NULL if `hash` is NULL, or if `password`, `salt` or `key` is NULL and its length is not 0.
 * @retval ASTRAGAL_ERR_ALGORITHM if `hash` is not an algorithm handle, or is a handle of the wrong kind.
 * @retval ASTRAGAL_ERR_LENGTH if a length exceeds PTRDIFF_MAX.
 * @retval ASTRAGAL_ERR_MEMORY if memory cannot be allocated.
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
 * Derives a key from another key with HKDF (RFC 5869), which extracts and then expands with HMAC. Do not use it for
 * passwords.
 *
 * @param hash handle of the kind ASTRAGAL_HASH, such as astragal_find(ASTRAGAL_HASH, "sha256").
 * @param secret input keying material.
 * @param secret_len length of `secret` in bytes.
 * @param salt salt; NULL with length 0 for none.
 * @param salt_len length of `salt` in bytes.
 * @param info context information; NULL with length 0 for none.
 * @param info_len length of `info` in bytes.
 * @param key receives key_len bytes, at most 255 times the length of the digest.
 * @param key_len length of `key` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_PARAMETER if the hash function has no HMAC.
 * @retval ASTRAGAL_ERR_LENGTH if `key_len` exceeds 255 times the length of the digest.
 * @retval ASTRAGAL_ERR_NULL if `hash` is NULL, or if `secret`, `salt`, `info` or `key` is NULL and its length is not
 * 0.
 * @retval ASTRAGAL_ERR_ALGORITHM if `hash` is not an algorithm handle, or is a handle of the wrong kind.
 * @retval ASTRAGAL_ERR_MEMORY if memory cannot be allocated.
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
 * Wraps a key: encrypts it under another key, without a nonce, and protects its integrity. Wrap only random keys:
 * without a nonce, equal inputs give equal outputs.
 *
 * @param alg handle of the kind ASTRAGAL_KEY_WRAP, such as "aes-256-kw" (RFC 3394) or "aes-256-kwp" (RFC 5649). Any
 * cipher with 16-byte blocks can replace AES.
 * @param kek key encryption key.
 * @param kek_len length of `kek` in bytes.
 * @param key key to wrap. KW takes a multiple of 8 bytes, at least 16. KWP takes 1 byte or more.
 * @param key_len length of `key` in bytes.
 * @param wrapped receives the wrapped key, which is 8 to 15 bytes longer than the key and a multiple of 8 bytes long.
 * @param wrapped_len capacity of `wrapped` in bytes; receives the length of the wrapped key.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_LENGTH if a key has the wrong length, or if the capacity is too small. If only the capacity is
 * too small, `*wrapped_len` receives the needed capacity.
 * @retval ASTRAGAL_ERR_NULL if `alg` or `wrapped_len` is NULL, or if `kek`, `key` or `wrapped` is NULL and its length
 * is not 0.
 * @retval ASTRAGAL_ERR_ALGORITHM if `alg` is not an algorithm handle, or is a handle of the wrong kind.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_key_wrap(const astragal_alg *alg,
                      const void *kek,
                      size_t kek_len,
                      const void *key,
                      size_t key_len,
                      uint8_t *wrapped,
                      size_t *wrapped_len);

/**
 * Unwraps a key and verifies its integrity.
 *
 * @param alg handle from astragal_find() or astragal_alg_at().
 * @param kek key encryption key, as for wrapping.
 * @param kek_len length of `kek` in bytes.
 * @param wrapped result of astragal_key_wrap().
 * @param wrapped_len length of `wrapped` in bytes.
 * @param key receives the key, which is 8 to 15 bytes shorter than the wrapped key.
 * @param key_len capacity of `key` in bytes; receives the length of the key.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_INVALID if the wrapped key was modified, or if it was wrapped under another key.
 * @retval ASTRAGAL_ERR_LENGTH if a key has the wrong length, or if the capacity is too small. If only the capacity is
 * too small, `*key_len` receives the needed capacity.
 * @retval ASTRAGAL_ERR_NULL if `alg` or `key_len` is NULL, or if `kek`, `wrapped` or `key` is NULL and its length is
 * not 0.
 * @retval ASTRAGAL_ERR_ALGORITHM if `alg` is not an algorithm handle, or is a handle of the wrong kind.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_key_unwrap(const astragal_alg *alg,
                        const void *kek,
                        size_t kek_len,
                        const void *wrapped,
                        size_t wrapped_len,
                        uint8_t *key,
                        size_t *key_len);

/**
 * Hashes a password for storage as a PHC string: `$argon2id$v=19$m=19456,t=2,p=1$<salt>$<hash>` with a 32-byte hash.
 * Store the string; astragal_password_verify() reads all parameters from it.
 *
 * @param alg handle of the kind ASTRAGAL_KDF: argon2id, argon2i, argon2d, scrypt, pbkdf2-hmac-sha1, pbkdf2-hmac-sha256
 * or pbkdf2-hmac-sha512.
 * @param password password.
 * @param password_len length of `password` in bytes.
 * @param params salt and costs; must not be NULL. The salt is 8 to 64 random bytes; 16 are recommended. If all costs
 * are 0, the function uses the costs that OWASP recommended in 2023. argon2id: m = 19456, t = 2, p = 1. scrypt: n =
 * 131072, r = 8, p = 1. PBKDF2: 600000 iterations with SHA-256, 210000 with SHA-512. The other functions have no
 * default costs.
 * @param stored receives the string and a NUL.
 * @param stored_len size of `stored` in bytes; ASTRAGAL_PASSWORD_STRING_MAX always suffices.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_PARAMETER if a parameter is missing, not accepted or out of range.
 * @retval ASTRAGAL_ERR_LENGTH if the function does not accept the length of a parameter, or if `stored` is too short.
 * @retval ASTRAGAL_ERR_MEMORY if the memory cannot be allocated.
 * @retval ASTRAGAL_ERR_NULL if `alg` or `params` is NULL, or if `password` or `stored` is NULL and its length is not
 * 0.
 * @retval ASTRAGAL_ERR_ALGORITHM if `alg` is not an algorithm handle, or is a handle of the wrong kind.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_password_hash(const astragal_alg *alg,
                           const void *password,
                           size_t password_len,
                           const astragal_kdf_params *params,
                           char *stored,
                           size_t stored_len);

/**
 * Verifies a password against a stored PHC string in constant time.
 *
 * @param password password.
 * @param password_len length of `password` in bytes.
 * @param stored NUL-terminated PHC string from astragal_password_hash() or another library.
 * @param policy limits on the cost of `stored`; NULL means 2 GiB and 16777216 steps.
 * @retval ASTRAGAL_OK if the password matches.
 * @retval ASTRAGAL_INVALID if the password does not match.
 * @retval ASTRAGAL_ERR_PARAMETER if `stored` is not a password hash of a supported scheme, or if its cost exceeds the
 * policy.
 * @retval ASTRAGAL_ERR_MEMORY if the memory cannot be allocated.
 * @retval ASTRAGAL_ERR_NULL if `stored` is NULL, or if `password` is NULL and `password_len` is not 0.
 * @retval ASTRAGAL_ERR_LENGTH if `password_len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_password_verify(const void *password,
                             size_t password_len,
                             const char *stored,
                             const astragal_password_policy *policy);

/**
 * Checks whether the scheme or the costs of a stored PHC string differ from those that astragal_password_hash() would
 * use now. If they differ, hash the password again at the next login.
 *
 * @param stored NUL-terminated PHC string.
 * @param alg handle from astragal_find() or astragal_alg_at().
 * @param params costs, as for astragal_password_hash(); the salt is ignored. NULL means the default costs.
 * @param needs_rehash receives 1 if the scheme or the costs differ, otherwise 0.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_PARAMETER if `stored` is not a password hash of a supported scheme, or if a cost is out of
 * range.
 * @retval ASTRAGAL_ERR_NULL if `stored`, `alg` or `needs_rehash` is NULL.
 * @retval ASTRAGAL_ERR_ALGORITHM if `alg` is not an algorithm handle, or is a handle of the wrong kind.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_password_needs_rehash(const char *stored,
                                   const astragal_alg *alg,
                                   const astragal_kdf_params *params,
                                   int *needs_rehash);

/**
 * Creates a part of a message, on the heap. The part starts at byte `start` of the message.
 *
 * @param out receives the object, or NULL on error.
 * @param alg handle of a tree hash, of the kind ASTRAGAL_XOF or ASTRAGAL_HASH: blake3, kt128, kt256, parallelhash128,
 * parallelhash256, parallelhashxof128 or parallelhashxof256.
 * @param params customization string, block size, and key or context of BLAKE3; NULL for none. The member output_len
 * is ignored.
 * @param start offset of the part in bytes, a multiple of astragal_assembly_leaf_len().
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_PARAMETER if the algorithm is not a tree hash or does not accept a parameter, or if `start` is
 * not a multiple of the leaf length.
 * @retval ASTRAGAL_ERR_LENGTH if a BLAKE3 key is not 32 bytes long.
 * @retval ASTRAGAL_ERR_NULL if `out` or `alg` is NULL.
 * @retval ASTRAGAL_ERR_ALGORITHM if `alg` is not an algorithm handle, or is a handle of the wrong kind.
 * @retval ASTRAGAL_ERR_MEMORY if memory cannot be allocated.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_part_new(astragal_part **out,
                      const astragal_alg *alg,
                      const astragal_params *params,
                      uint64_t start);

/**
 * Appends data of any length to the part.
 *
 * @param part part object.
 * @param data data to append.
 * @param len length of `data` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_STATE if astragal_part_record() has ended the part.
 * @retval ASTRAGAL_ERR_NULL if `part` is NULL, or if `data` is NULL and `len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `part` is not a live astragal_part.
 * @retval ASTRAGAL_ERR_LENGTH if `len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_part_update(astragal_part *part, const void *data, size_t len);

/**
 * Like astragal_part_update(), but uses all cores if the data is long.
 *
 * @param part part object.
 * @param data data to append.
 * @param len length of `data` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_STATE if astragal_part_record() has ended the part.
 * @retval ASTRAGAL_ERR_NULL if `part` is NULL, or if `data` is NULL and `len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `part` is not a live astragal_part.
 * @retval ASTRAGAL_ERR_LENGTH if `len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_part_update_parallel(astragal_part *part,
                                  const void *data,
                                  size_t len);

/**
 * Ends the part and writes its record. A record has about 100 bytes. ParallelHash, KT128 and KT256 add 32 or 64 bytes
 * per leaf, and BLAKE3 adds 32 bytes per subtree. All machines write the same bytes. Later calls write the same record
 * again, so the call can be repeated if the buffer was too small.
 *
 * @param part part object.
 * @param message_len length of the whole message in bytes, or ASTRAGAL_LENGTH_UNKNOWN. An assembly rejects parts with
 * different message lengths. Later calls ignore this parameter.
 * @param record receives the record.
 * @param out_len capacity of `record` in bytes; receives the length of the record.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_LENGTH if the capacity is too small.
 * @retval ASTRAGAL_ERR_NULL if `part`, `record` or `out_len` is NULL.
 * @retval ASTRAGAL_ERR_OBJECT if `part` is not a live astragal_part.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_part_record(astragal_part *part,
                         uint64_t message_len,
                         uint8_t *record,
                         size_t *out_len);

/**
 * Frees the part. NULL is ignored.
 *
 * @param part part object.
 */
ASTRAGAL_EXPORT void astragal_part_free(astragal_part *part);

/**
 * Creates an empty assembly, on the heap. An assembly combines the records of separately hashed parts of a message.
 *
 * @param out receives the object, or NULL on error.
 * @param alg as for astragal_part_new(), the same for all parts of a message.
 * @param params as for astragal_part_new(), the same for all parts of a message.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_PARAMETER if the algorithm is not a tree hash, or if it does not accept a parameter.
 * @retval ASTRAGAL_ERR_LENGTH if a BLAKE3 key is not 32 bytes long.
 * @retval ASTRAGAL_ERR_NULL if `out` or `alg` is NULL.
 * @retval ASTRAGAL_ERR_ALGORITHM if `alg` is not an algorithm handle, or is a handle of the wrong kind.
 * @retval ASTRAGAL_ERR_MEMORY if memory cannot be allocated.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_assembly_new(astragal_assembly **out,
                          const astragal_alg *alg,
                          const astragal_params *params);

/**
 * Returns the leaf length in bytes. Parts start at multiples of the leaf length. Returns 0 if `assembly` is not a live
 * object.
 *
 * @param assembly assembly object.
 */
ASTRAGAL_EXPORT
uint64_t astragal_assembly_leaf_len(const astragal_assembly *assembly);

/**
 * Returns the length in bytes of the beginning of the message that the added parts cover without a gap; 0 if
 * `assembly` is not a live object.
 *
 * @param assembly assembly object.
 */
ASTRAGAL_EXPORT uint64_t astragal_assembly_position(const astragal_assembly *assembly);

/**
 * Returns the length of the whole message in bytes if an added record contains it; otherwise ASTRAGAL_LENGTH_UNKNOWN.
 *
 * @param assembly assembly object.
 */
ASTRAGAL_EXPORT
uint64_t astragal_assembly_message_len(const astragal_assembly *assembly);

/**
 * Adds the record of a part. Records may be added in any order. After an error, the assembly is unchanged.
 *
 * @param assembly assembly object.
 * @param record record from astragal_part_record() or astragal_assembly_join().
 * @param record_len length of `record` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_PARAMETER if the record is damaged, if it was made with another algorithm, key, parameter or
 * message length, or if it overlaps an added part.
 * @retval ASTRAGAL_ERR_STATE if astragal_assembly_final() has written the digest.
 * @retval ASTRAGAL_ERR_NULL if `assembly` is NULL, or if `record` is NULL and `record_len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `assembly` is not a live astragal_assembly.
 * @retval ASTRAGAL_ERR_LENGTH if `record_len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_assembly_add(astragal_assembly *assembly,
                          const void *record,
                          size_t record_len);

/**
 * Joins the records of two adjacent parts into one record. The assembly only supplies the algorithm and its
 * parameters; it is not modified.
 *
 * @param assembly assembly object.
 * @param left record of the first part.
 * @param left_len length of `left` in bytes.
 * @param right record of the second part.
 * @param right_len length of `right` in bytes.
 * @param out receives the joined record.
 * @param out_len capacity of `out` in bytes; receives the length of the record.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_LENGTH if the capacity is too small.
 * @retval ASTRAGAL_ERR_PARAMETER if a record is damaged, if it was made with another algorithm, key, parameter or
 * message length, or if the parts are not adjacent.
 * @retval ASTRAGAL_ERR_STATE if astragal_assembly_final() has written the digest.
 * @retval ASTRAGAL_ERR_NULL if `assembly` or `out_len` is NULL, or if `left`, `right` or `out` is NULL and its length
 * is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `assembly` is not a live astragal_assembly.
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
 * Writes the digest of the message; for an XOF, writes the first bytes of output. After success, the assembly can only
 * be freed.
 *
 * @param assembly assembly object.
 * @param message_len length of the whole message in bytes.
 * @param out receives the digest or the output.
 * @param out_len length of the output in bytes; an XOF allows any length. For ParallelHash, all output bytes depend on
 * this length.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_PARAMETER if the added parts do not form a message of message_len bytes. If they end before
 * message_len, the missing parts can still be added.
 * @retval ASTRAGAL_ERR_STATE if the digest was already written.
 * @retval ASTRAGAL_ERR_NULL if `assembly` is NULL, or if `out` is NULL and `out_len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `assembly` is not a live astragal_assembly.
 * @retval ASTRAGAL_ERR_LENGTH if `out_len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_assembly_final(astragal_assembly *assembly,
                            uint64_t message_len,
                            uint8_t *out,
                            size_t out_len);

/**
 * Frees an assembly, which combines separately hashed parts of a message. NULL is ignored.
 *
 * @param assembly assembly object.
 */
ASTRAGAL_EXPORT void astragal_assembly_free(astragal_assembly *assembly);

/**
 * Computes `out_len` bytes of SHAKE128 (FIPS 202 section 6.2) output for a message.
 *
 * @param msg message.
 * @param len length of `msg` in bytes.
 * @param out receives the output.
 * @param out_len length of `out` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `msg` or `out` is NULL and its length is not 0.
 * @retval ASTRAGAL_ERR_LENGTH if a length exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_shake128(const void *msg, size_t len, uint8_t *out, size_t out_len);

/**
 * Computes `out_len` bytes of SHAKE256 (FIPS 202 section 6.2) output for a message.
 *
 * @param msg message.
 * @param len length of `msg` in bytes.
 * @param out receives the output.
 * @param out_len length of `out` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `msg` or `out` is NULL and its length is not 0.
 * @retval ASTRAGAL_ERR_LENGTH if a length exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_shake256(const void *msg, size_t len, uint8_t *out, size_t out_len);

/**
 * Computes cSHAKE128 (SP 800-185 section 3) with function name N and customization string S. Both strings may be
 * empty.
 *
 * @param name function name N.
 * @param name_len length of `name` in bytes.
 * @param custom customization string S.
 * @param custom_len length of `custom` in bytes.
 * @param msg message.
 * @param len length of `msg` in bytes.
 * @param out receives the output.
 * @param out_len length of `out` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `name`, `custom`, `msg` or `out` is NULL and its length is not 0.
 * @retval ASTRAGAL_ERR_LENGTH if a length exceeds PTRDIFF_MAX.
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
 * Computes cSHAKE256 (SP 800-185 section 3) with function name N and customization string S. Both strings may be
 * empty.
 *
 * @param name function name N.
 * @param name_len length of `name` in bytes.
 * @param custom customization string S.
 * @param custom_len length of `custom` in bytes.
 * @param msg message.
 * @param len length of `msg` in bytes.
 * @param out receives the output.
 * @param out_len length of `out` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `name`, `custom`, `msg` or `out` is NULL and its length is not 0.
 * @retval ASTRAGAL_ERR_LENGTH if a length exceeds PTRDIFF_MAX.
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
 * Computes TurboSHAKE128 (RFC 9861 section 2) of a message.
 *
 * @param msg message.
 * @param len length of `msg` in bytes.
 * @param domain domain separation byte, 0x01 to 0x7f; the standard's default is 0x1f.
 * @param out receives the output.
 * @param out_len length of `out` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_PARAMETER if `domain` is out of range.
 * @retval ASTRAGAL_ERR_NULL if `msg` or `out` is NULL and its length is not 0.
 * @retval ASTRAGAL_ERR_LENGTH if a length exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_turboshake128(const void *msg,
                           size_t len,
                           uint8_t domain,
                           uint8_t *out,
                           size_t out_len);

/**
 * Computes TurboSHAKE256 (RFC 9861 section 2) of a message.
 *
 * @param msg message.
 * @param len length of `msg` in bytes.
 * @param domain domain separation byte, 0x01 to 0x7f; the standard's default is 0x1f.
 * @param out receives the output.
 * @param out_len length of `out` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_PARAMETER if `domain` is out of range.
 * @retval ASTRAGAL_ERR_NULL if `msg` or `out` is NULL and its length is not 0.
 * @retval ASTRAGAL_ERR_LENGTH if a length exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_turboshake256(const void *msg,
                           size_t len,
                           uint8_t domain,
                           uint8_t *out,
                           size_t out_len);

/**
 * Computes KT128, also known as KangarooTwelve (RFC 9861 section 3). The customization string may be empty.
 *
 * @param msg message.
 * @param len length of `msg` in bytes.
 * @param custom customization string S.
 * @param custom_len length of `custom` in bytes.
 * @param out receives the output.
 * @param out_len length of `out` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `msg`, `custom` or `out` is NULL and its length is not 0.
 * @retval ASTRAGAL_ERR_LENGTH if a length exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_kt128(const void *msg,
                   size_t len,
                   const void *custom,
                   size_t custom_len,
                   uint8_t *out,
                   size_t out_len);

/**
 * Computes KT256 (RFC 9861 section 3). The customization string may be empty.
 *
 * @param msg message.
 * @param len length of `msg` in bytes.
 * @param custom customization string S.
 * @param custom_len length of `custom` in bytes.
 * @param out receives the output.
 * @param out_len length of `out` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `msg`, `custom` or `out` is NULL and its length is not 0.
 * @retval ASTRAGAL_ERR_LENGTH if a length exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_kt256(const void *msg,
                   size_t len,
                   const void *custom,
                   size_t custom_len,
                   uint8_t *out,
                   size_t out_len);

/**
 * Computes a KMAC128 tag (SP 800-185 section 4) of `out_len` bytes. 32 bytes give full strength. A shorter tag is
 * not a prefix of a longer tag. The customization string may be empty.
 *
 * @param key secret key.
 * @param key_len length of `key` in bytes.
 * @param msg message.
 * @param len length of `msg` in bytes.
 * @param custom customization string S.
 * @param custom_len length of `custom` in bytes.
 * @param out receives the output.
 * @param out_len length of `out` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `key`, `msg`, `custom` or `out` is NULL and its length is not 0.
 * @retval ASTRAGAL_ERR_LENGTH if a length exceeds PTRDIFF_MAX.
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
 * Computes a KMAC256 tag (SP 800-185 section 4) of `out_len` bytes. 64 bytes give full strength. A shorter tag is
 * not a prefix of a longer tag. The customization string may be empty.
 *
 * @param key secret key.
 * @param key_len length of `key` in bytes.
 * @param msg message.
 * @param len length of `msg` in bytes.
 * @param custom customization string S.
 * @param custom_len length of `custom` in bytes.
 * @param out receives the output.
 * @param out_len length of `out` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `key`, `msg`, `custom` or `out` is NULL and its length is not 0.
 * @retval ASTRAGAL_ERR_LENGTH if a length exceeds PTRDIFF_MAX.
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
 * Computes KMACXOF128 (SP 800-185 section 4.3.1), a keyed function with output of any length. A shorter output is a
 * prefix of a longer output.
 *
 * @param key secret key.
 * @param key_len length of `key` in bytes.
 * @param msg message.
 * @param len length of `msg` in bytes.
 * @param custom customization string S.
 * @param custom_len length of `custom` in bytes.
 * @param out receives the output.
 * @param out_len length of `out` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `key`, `msg`, `custom` or `out` is NULL and its length is not 0.
 * @retval ASTRAGAL_ERR_LENGTH if a length exceeds PTRDIFF_MAX.
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
 * Computes KMACXOF256 (SP 800-185 section 4.3.1), a keyed function with output of any length. A shorter output is a
 * prefix of a longer output.
 *
 * @param key secret key.
 * @param key_len length of `key` in bytes.
 * @param msg message.
 * @param len length of `msg` in bytes.
 * @param custom customization string S.
 * @param custom_len length of `custom` in bytes.
 * @param out receives the output.
 * @param out_len length of `out` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `key`, `msg`, `custom` or `out` is NULL and its length is not 0.
 * @retval ASTRAGAL_ERR_LENGTH if a length exceeds PTRDIFF_MAX.
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
 * Computes `out_len` bytes of TupleHash128 (SP 800-185 section 5). 32 bytes give full strength. The tuple has `n`
 * elements; it may be empty. A shorter output is not a prefix of a longer output.
 *
 * @param items addresses of the n elements.
 * @param lens lengths of the n elements in bytes.
 * @param n number of elements.
 * @param custom customization string S.
 * @param custom_len length of `custom` in bytes.
 * @param out receives the output.
 * @param out_len length of `out` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `items`, `lens`, `custom` or `out` is NULL and its length is not 0.
 * @retval ASTRAGAL_ERR_LENGTH if a length exceeds PTRDIFF_MAX.
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
 * Computes `out_len` bytes of TupleHash256 (SP 800-185 section 5). 64 bytes give full strength. The tuple has `n`
 * elements; it may be empty. A shorter output is not a prefix of a longer output.
 *
 * @param items addresses of the n elements.
 * @param lens lengths of the n elements in bytes.
 * @param n number of elements.
 * @param custom customization string S.
 * @param custom_len length of `custom` in bytes.
 * @param out receives the output.
 * @param out_len length of `out` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `items`, `lens`, `custom` or `out` is NULL and its length is not 0.
 * @retval ASTRAGAL_ERR_LENGTH if a length exceeds PTRDIFF_MAX.
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
 * Computes `out_len` bytes of ParallelHash128 (SP 800-185 section 6). 32 bytes give full strength. The message is
 * hashed in blocks of `block_len` bytes. A shorter output is not a prefix of a longer output.
 *
 * @param msg message.
 * @param len length of `msg` in bytes.
 * @param block_len block size B in bytes, 1 or more.
 * @param custom customization string S.
 * @param custom_len length of `custom` in bytes.
 * @param out receives the output.
 * @param out_len length of `out` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_PARAMETER if `block_len` is 0.
 * @retval ASTRAGAL_ERR_NULL if `msg`, `custom` or `out` is NULL and its length is not 0.
 * @retval ASTRAGAL_ERR_LENGTH if a length exceeds PTRDIFF_MAX.
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
 * Computes `out_len` bytes of ParallelHash256 (SP 800-185 section 6). 64 bytes give full strength. The message is
 * hashed in blocks of `block_len` bytes. A shorter output is not a prefix of a longer output.
 *
 * @param msg message.
 * @param len length of `msg` in bytes.
 * @param block_len block size B in bytes, 1 or more.
 * @param custom customization string S.
 * @param custom_len length of `custom` in bytes.
 * @param out receives the output.
 * @param out_len length of `out` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_PARAMETER if `block_len` is 0.
 * @retval ASTRAGAL_ERR_NULL if `msg`, `custom` or `out` is NULL and its length is not 0.
 * @retval ASTRAGAL_ERR_LENGTH if a length exceeds PTRDIFF_MAX.
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
 * Computes `out_len` bytes of Ascon-XOF128 output for a message (SP 800-232 section 5.2).
 *
 * @param msg message.
 * @param len length of `msg` in bytes.
 * @param out receives the output.
 * @param out_len length of `out` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `msg` or `out` is NULL and its length is not 0.
 * @retval ASTRAGAL_ERR_LENGTH if a length exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_ascon_xof128(const void *msg, size_t len, uint8_t *out, size_t out_len);

/**
 * Encrypts and authenticates with Ascon-AEAD128 (SP 800-232 section 4). The ciphertext is as long as the message.
 *
 * @param key secret key.
 * @param nonce never reuse it with the same key.
 * @param ad associated data: authenticated, not encrypted.
 * @param ad_len length of `ad` in bytes.
 * @param msg message.
 * @param len length of `msg` in bytes.
 * @param ct receives `len` bytes; may be `msg` or overlap it, but must not overlap `ad`.
 * @param tag receives 16 bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `key`, `nonce` or `tag` is NULL, or if `ad`, `msg` or `ct` is NULL and its length is
 * not 0.
 * @retval ASTRAGAL_ERR_LENGTH if a length exceeds PTRDIFF_MAX.
 * @retval ASTRAGAL_ERR_OVERLAP if buffers overlap although a parameter's description forbids it.
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
 * Verifies the tag and decrypts with Ascon-AEAD128 (SP 800-232 section 4).
 *
 * @param key secret key.
 * @param nonce the same as for encryption.
 * @param ad the same as for encryption.
 * @param ad_len length of `ad` in bytes.
 * @param ct ciphertext.
 * @param len length of `ct` in bytes.
 * @param tag authentication tag.
 * @param msg receives `len` bytes; may be `ct` or overlap it, but must not overlap `ad`.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_INVALID if the tag does not verify. In this case, `msg` is zeroed.
 * @retval ASTRAGAL_ERR_NULL if `key`, `nonce` or `tag` is NULL, or if `ad`, `ct` or `msg` is NULL and its length is
 * not 0.
 * @retval ASTRAGAL_ERR_LENGTH if a length exceeds PTRDIFF_MAX.
 * @retval ASTRAGAL_ERR_OVERLAP if buffers overlap although a parameter's description forbids it.
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
 * Encrypts or decrypts with AES in counter mode (SP 800-38A section 6.5). The length of the key selects AES-128,
 * AES-192 or AES-256. Nothing is authenticated.
 *
 * @param key 16, 24 or 32 bytes.
 * @param key_len length of `key` in bytes.
 * @param iv first counter block. Two messages with the same key must never use the same counter block.
 * @param msg message.
 * @param len length of `msg` in bytes.
 * @param out receives `len` bytes; may be `msg`, but must not partially overlap it.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_LENGTH if the key is not 16, 24 or 32 bytes long.
 * @retval ASTRAGAL_ERR_NULL if `iv` is NULL, or if `key`, `msg` or `out` is NULL and its length is not 0.
 * @retval ASTRAGAL_ERR_OVERLAP if buffers overlap although a parameter's description forbids it.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_aes_ctr(const void *key,
                     size_t key_len,
                     const uint8_t iv[16],
                     const void *msg,
                     size_t len,
                     uint8_t *out);

/**
 * Encrypts with AES in CBC mode (SP 800-38A section 6.2) and PKCS#7 padding. Nothing is authenticated.
 *
 * @param key 16, 24 or 32 bytes.
 * @param key_len length of `key` in bytes.
 * @param iv unpredictable and new for each message: 16 random bytes.
 * @param msg message.
 * @param len length of `msg` in bytes.
 * @param out receives the ciphertext; may be `msg`, but must not partially overlap it.
 * @param out_len size of `out` in bytes: at least (len / 16 + 1) * 16, the length of the ciphertext.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_LENGTH if the key is not 16, 24 or 32 bytes long, or if `out` is too short.
 * @retval ASTRAGAL_ERR_NULL if `iv` is NULL, or if `key`, `msg` or `out` is NULL and its length is not 0.
 * @retval ASTRAGAL_ERR_OVERLAP if buffers overlap although a parameter's description forbids it.
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
 * Decrypts with AES in CBC mode and PKCS#7 padding. Authenticate the ciphertext first: an attacker who sees the
 * results for chosen ciphertexts can decrypt the message (padding oracle).
 *
 * @param key 16, 24 or 32 bytes.
 * @param key_len length of `key` in bytes.
 * @param iv the same as for encryption.
 * @param ct ciphertext.
 * @param len length of `ct` in bytes.
 * @param out receives the message, at most len - 1 bytes; may be `ct`, but must not partially overlap it.
 * @param out_len size of `out` in bytes.
 * @param written receives the length of the message; may be NULL.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_INVALID if the padding is invalid. In this case, `out` is zeroed.
 * @retval ASTRAGAL_ERR_LENGTH if the key is not 16, 24 or 32 bytes long, if `len` is not a positive multiple of 16, or
 * if `out` is too short.
 * @retval ASTRAGAL_ERR_NULL if `iv` is NULL, or if `key`, `ct` or `out` is NULL and its length is not 0.
 * @retval ASTRAGAL_ERR_OVERLAP if buffers overlap although a parameter's description forbids it.
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
 * Encrypts and authenticates with AES-GCM (SP 800-38D). If nonces are random or not 12 bytes long, encrypt at most
 * 2^32 messages with one key (section 8.3).
 *
 * @param key 16, 24 or 32 bytes.
 * @param key_len length of `key` in bytes.
 * @param nonce 12 bytes, or any other length except 0; never reuse it with the same key.
 * @param nonce_len length of `nonce` in bytes.
 * @param ad associated data: authenticated, not encrypted.
 * @param ad_len length of `ad` in bytes.
 * @param msg message.
 * @param len length of `msg` in bytes.
 * @param ct receives `len` bytes; may be `msg` or overlap it, but must not overlap `ad`.
 * @param tag receives 16 bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_LENGTH if the key is not 16, 24 or 32 bytes long, or if the nonce is empty.
 * @retval ASTRAGAL_ERR_NULL if `tag` is NULL, or if `key`, `nonce`, `ad`, `msg` or `ct` is NULL and its length is not
 * 0.
 * @retval ASTRAGAL_ERR_OVERLAP if buffers overlap although a parameter's description forbids it.
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
 * Verifies the tag and decrypts with AES-GCM.
 *
 * @param key 16, 24 or 32 bytes.
 * @param key_len length of `key` in bytes.
 * @param nonce the same as for encryption.
 * @param nonce_len length of `nonce` in bytes.
 * @param ad the same as for encryption.
 * @param ad_len length of `ad` in bytes.
 * @param ct ciphertext.
 * @param len length of `ct` in bytes.
 * @param tag authentication tag.
 * @param msg receives `len` bytes; may be `ct` or overlap it, but must not overlap `ad`.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_INVALID if the tag does not verify. In this case, `msg` is zeroed.
 * @retval ASTRAGAL_ERR_LENGTH if the key is not 16, 24 or 32 bytes long, or if the nonce is empty.
 * @retval ASTRAGAL_ERR_NULL if `tag` is NULL, or if `key`, `nonce`, `ad`, `ct` or `msg` is NULL and its length is not
 * 0.
 * @retval ASTRAGAL_ERR_OVERLAP if buffers overlap although a parameter's description forbids it.
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
 * Computes SHA3-224 (FIPS 202 section 6.1) of a message. The digest may overlap the message.
 *
 * @param msg message.
 * @param len length of `msg` in bytes.
 * @param out receives the digest.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `out` is NULL, or if `msg` is NULL and `len` is not 0.
 * @retval ASTRAGAL_ERR_LENGTH if `len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_sha3_224(const void *msg, size_t len, uint8_t out[28]);

/**
 * Initializes the state for SHA3-224 (FIPS 202 section 6.1). The old content of the state is lost.
 *
 * @param state streaming state.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not aligned to 16 bytes.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_sha3_224_init(astragal_sha3_224_state *state);

/**
 * Appends data of any length to the message.
 *
 * @param state streaming state.
 * @param data data to append.
 * @param len length of `data` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL, or if `data` is NULL and `len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_sha3_224_state.
 * @retval ASTRAGAL_ERR_LENGTH if `len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_sha3_224_update(astragal_sha3_224_state *state,
                             const void *data,
                             size_t len);

/**
 * Writes the digest of the message, and resets the state to an empty message.
 *
 * @param state streaming state.
 * @param out receives the digest.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` or `out` is NULL.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_sha3_224_state.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_sha3_224_final(astragal_sha3_224_state *state, uint8_t out[28]);

/**
 * Computes SHA3-256 (FIPS 202 section 6.1) of a message. The digest may overlap the message.
 *
 * @param msg message.
 * @param len length of `msg` in bytes.
 * @param out receives the digest.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `out` is NULL, or if `msg` is NULL and `len` is not 0.
 * @retval ASTRAGAL_ERR_LENGTH if `len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_sha3_256(const void *msg, size_t len, uint8_t out[32]);

/**
 * Initializes the state for SHA3-256 (FIPS 202 section 6.1). The old content of the state is lost.
 *
 * @param state streaming state.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not aligned to 16 bytes.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_sha3_256_init(astragal_sha3_256_state *state);

/**
 * Appends data of any length to the message.
 *
 * @param state streaming state.
 * @param data data to append.
 * @param len length of `data` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL, or if `data` is NULL and `len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_sha3_256_state.
 * @retval ASTRAGAL_ERR_LENGTH if `len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_sha3_256_update(astragal_sha3_256_state *state,
                             const void *data,
                             size_t len);

/**
 * Writes the digest of the message, and resets the state to an empty message.
 *
 * @param state streaming state.
 * @param out receives the digest.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` or `out` is NULL.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_sha3_256_state.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_sha3_256_final(astragal_sha3_256_state *state, uint8_t out[32]);

/**
 * Computes SHA3-384 (FIPS 202 section 6.1) of a message. The digest may overlap the message.
 *
 * @param msg message.
 * @param len length of `msg` in bytes.
 * @param out receives the digest.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `out` is NULL, or if `msg` is NULL and `len` is not 0.
 * @retval ASTRAGAL_ERR_LENGTH if `len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_sha3_384(const void *msg, size_t len, uint8_t out[48]);

/**
 * Initializes the state for SHA3-384 (FIPS 202 section 6.1). The old content of the state is lost.
 *
 * @param state streaming state.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not aligned to 16 bytes.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_sha3_384_init(astragal_sha3_384_state *state);

/**
 * Appends data of any length to the message.
 *
 * @param state streaming state.
 * @param data data to append.
 * @param len length of `data` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL, or if `data` is NULL and `len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_sha3_384_state.
 * @retval ASTRAGAL_ERR_LENGTH if `len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_sha3_384_update(astragal_sha3_384_state *state,
                             const void *data,
                             size_t len);

/**
 * Writes the digest of the message, and resets the state to an empty message.
 *
 * @param state streaming state.
 * @param out receives the digest.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` or `out` is NULL.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_sha3_384_state.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_sha3_384_final(astragal_sha3_384_state *state, uint8_t out[48]);

/**
 * Computes SHA3-512 (FIPS 202 section 6.1) of a message. The digest may overlap the message.
 *
 * @param msg message.
 * @param len length of `msg` in bytes.
 * @param out receives the digest.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `out` is NULL, or if `msg` is NULL and `len` is not 0.
 * @retval ASTRAGAL_ERR_LENGTH if `len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_sha3_512(const void *msg, size_t len, uint8_t out[64]);

/**
 * Initializes the state for SHA3-512 (FIPS 202 section 6.1). The old content of the state is lost.
 *
 * @param state streaming state.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not aligned to 16 bytes.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_sha3_512_init(astragal_sha3_512_state *state);

/**
 * Appends data of any length to the message.
 *
 * @param state streaming state.
 * @param data data to append.
 * @param len length of `data` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL, or if `data` is NULL and `len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_sha3_512_state.
 * @retval ASTRAGAL_ERR_LENGTH if `len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_sha3_512_update(astragal_sha3_512_state *state,
                             const void *data,
                             size_t len);

/**
 * Writes the digest of the message, and resets the state to an empty message.
 *
 * @param state streaming state.
 * @param out receives the digest.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` or `out` is NULL.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_sha3_512_state.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_sha3_512_final(astragal_sha3_512_state *state, uint8_t out[64]);

/**
 * Computes Keccak-256 (as in Ethereum) of a message. The digest may overlap the message.
 *
 * @param msg message.
 * @param len length of `msg` in bytes.
 * @param out receives the digest.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `out` is NULL, or if `msg` is NULL and `len` is not 0.
 * @retval ASTRAGAL_ERR_LENGTH if `len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_keccak_256(const void *msg, size_t len, uint8_t out[32]);

/**
 * Initializes the state for Keccak-256 (as in Ethereum). The old content of the state is lost.
 *
 * @param state streaming state.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not aligned to 16 bytes.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_keccak_256_init(astragal_keccak_256_state *state);

/**
 * Appends data of any length to the message.
 *
 * @param state streaming state.
 * @param data data to append.
 * @param len length of `data` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL, or if `data` is NULL and `len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_keccak_256_state.
 * @retval ASTRAGAL_ERR_LENGTH if `len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_keccak_256_update(astragal_keccak_256_state *state,
                               const void *data,
                               size_t len);

/**
 * Writes the digest of the message, and resets the state to an empty message.
 *
 * @param state streaming state.
 * @param out receives the digest.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` or `out` is NULL.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_keccak_256_state.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_keccak_256_final(astragal_keccak_256_state *state, uint8_t out[32]);

/**
 * Computes SHA-224 (FIPS 180-4 section 6.3) of a message. The digest may overlap the message.
 *
 * @param msg message.
 * @param len length of `msg` in bytes.
 * @param out receives the digest.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `out` is NULL, or if `msg` is NULL and `len` is not 0.
 * @retval ASTRAGAL_ERR_LENGTH if `len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_sha224(const void *msg, size_t len, uint8_t out[28]);

/**
 * Initializes the state for SHA-224 (FIPS 180-4 section 6.3). The old content of the state is lost.
 *
 * @param state streaming state.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not aligned to 16 bytes.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_sha224_init(astragal_sha224_state *state);

/**
 * Appends data of any length to the message.
 *
 * @param state streaming state.
 * @param data data to append.
 * @param len length of `data` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL, or if `data` is NULL and `len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_sha224_state.
 * @retval ASTRAGAL_ERR_LENGTH if `len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_sha224_update(astragal_sha224_state *state,
                           const void *data,
                           size_t len);

/**
 * Writes the digest of the message, and resets the state to an empty message.
 *
 * @param state streaming state.
 * @param out receives the digest.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` or `out` is NULL.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_sha224_state.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_sha224_final(astragal_sha224_state *state, uint8_t out[28]);

/**
 * Computes SHA-256 (FIPS 180-4 section 6.2) of a message. The digest may overlap the message.
 *
 * @param msg message.
 * @param len length of `msg` in bytes.
 * @param out receives the digest.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `out` is NULL, or if `msg` is NULL and `len` is not 0.
 * @retval ASTRAGAL_ERR_LENGTH if `len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_sha256(const void *msg, size_t len, uint8_t out[32]);

/**
 * Initializes the state for SHA-256 (FIPS 180-4 section 6.2). The old content of the state is lost.
 *
 * @param state streaming state.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not aligned to 16 bytes.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_sha256_init(astragal_sha256_state *state);

/**
 * Appends data of any length to the message.
 *
 * @param state streaming state.
 * @param data data to append.
 * @param len length of `data` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL, or if `data` is NULL and `len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_sha256_state.
 * @retval ASTRAGAL_ERR_LENGTH if `len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_sha256_update(astragal_sha256_state *state,
                           const void *data,
                           size_t len);

/**
 * Writes the digest of the message, and resets the state to an empty message.
 *
 * @param state streaming state.
 * @param out receives the digest.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` or `out` is NULL.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_sha256_state.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_sha256_final(astragal_sha256_state *state, uint8_t out[32]);

/**
 * Computes SHA-384 (FIPS 180-4 section 6.5) of a message. The digest may overlap the message.
 *
 * @param msg message.
 * @param len length of `msg` in bytes.
 * @param out receives the digest.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `out` is NULL, or if `msg` is NULL and `len` is not 0.
 * @retval ASTRAGAL_ERR_LENGTH if `len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_sha384(const void *msg, size_t len, uint8_t out[48]);

/**
 * Initializes the state for SHA-384 (FIPS 180-4 section 6.5). The old content of the state is lost.
 *
 * @param state streaming state.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not aligned to 16 bytes.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_sha384_init(astragal_sha384_state *state);

/**
 * Appends data of any length to the message.
 *
 * @param state streaming state.
 * @param data data to append.
 * @param len length of `data` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL, or if `data` is NULL and `len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_sha384_state.
 * @retval ASTRAGAL_ERR_LENGTH if `len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_sha384_update(astragal_sha384_state *state,
                           const void *data,
                           size_t len);

/**
 * Writes the digest of the message, and resets the state to an empty message.
 *
 * @param state streaming state.
 * @param out receives the digest.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` or `out` is NULL.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_sha384_state.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_sha384_final(astragal_sha384_state *state, uint8_t out[48]);

/**
 * Computes SHA-512 (FIPS 180-4 section 6.4) of a message. The digest may overlap the message.
 *
 * @param msg message.
 * @param len length of `msg` in bytes.
 * @param out receives the digest.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `out` is NULL, or if `msg` is NULL and `len` is not 0.
 * @retval ASTRAGAL_ERR_LENGTH if `len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_sha512(const void *msg, size_t len, uint8_t out[64]);

/**
 * Initializes the state for SHA-512 (FIPS 180-4 section 6.4). The old content of the state is lost.
 *
 * @param state streaming state.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not aligned to 16 bytes.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_sha512_init(astragal_sha512_state *state);

/**
 * Appends data of any length to the message.
 *
 * @param state streaming state.
 * @param data data to append.
 * @param len length of `data` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL, or if `data` is NULL and `len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_sha512_state.
 * @retval ASTRAGAL_ERR_LENGTH if `len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_sha512_update(astragal_sha512_state *state,
                           const void *data,
                           size_t len);

/**
 * Writes the digest of the message, and resets the state to an empty message.
 *
 * @param state streaming state.
 * @param out receives the digest.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` or `out` is NULL.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_sha512_state.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_sha512_final(astragal_sha512_state *state, uint8_t out[64]);

/**
 * Initializes the state for SM3 (GB/T 32905). The old content of the state is lost.
 *
 * @param state streaming state.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not aligned to 16 bytes.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_sm3_init(astragal_sm3_state *state);

/**
 * Appends data of any length to the message.
 *
 * @param state streaming state.
 * @param data data to append.
 * @param len length of `data` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL, or if `data` is NULL and `len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_sm3_state.
 * @retval ASTRAGAL_ERR_LENGTH if `len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_sm3_update(astragal_sm3_state *state, const void *data, size_t len);

/**
 * Writes the digest of the message, and resets the state to an empty message.
 *
 * @param state streaming state.
 * @param out receives the digest.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` or `out` is NULL.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_sm3_state.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_sm3_final(astragal_sm3_state *state, uint8_t out[32]);

/**
 * Computes BLAKE2b-512 (RFC 7693) of a message. The digest may overlap the message.
 *
 * @param msg message.
 * @param len length of `msg` in bytes.
 * @param out receives the digest.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `out` is NULL, or if `msg` is NULL and `len` is not 0.
 * @retval ASTRAGAL_ERR_LENGTH if `len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_blake2b_512(const void *msg, size_t len, uint8_t out[64]);

/**
 * Initializes the state for BLAKE2b-512 (RFC 7693). The old content of the state is lost.
 *
 * @param state streaming state.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not aligned to 16 bytes.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_blake2b_512_init(astragal_blake2b_512_state *state);

/**
 * Appends data of any length to the message.
 *
 * @param state streaming state.
 * @param data data to append.
 * @param len length of `data` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL, or if `data` is NULL and `len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_blake2b_512_state.
 * @retval ASTRAGAL_ERR_LENGTH if `len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_blake2b_512_update(astragal_blake2b_512_state *state,
                                const void *data,
                                size_t len);

/**
 * Writes the digest of the message, and resets the state to an empty message.
 *
 * @param state streaming state.
 * @param out receives the digest.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` or `out` is NULL.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_blake2b_512_state.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_blake2b_512_final(astragal_blake2b_512_state *state, uint8_t out[64]);

/**
 * Computes BLAKE2s-256 (RFC 7693) of a message. The digest may overlap the message.
 *
 * @param msg message.
 * @param len length of `msg` in bytes.
 * @param out receives the digest.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `out` is NULL, or if `msg` is NULL and `len` is not 0.
 * @retval ASTRAGAL_ERR_LENGTH if `len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_blake2s_256(const void *msg, size_t len, uint8_t out[32]);

/**
 * Initializes the state for BLAKE2s-256 (RFC 7693). The old content of the state is lost.
 *
 * @param state streaming state.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not aligned to 16 bytes.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_blake2s_256_init(astragal_blake2s_256_state *state);

/**
 * Appends data of any length to the message.
 *
 * @param state streaming state.
 * @param data data to append.
 * @param len length of `data` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL, or if `data` is NULL and `len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_blake2s_256_state.
 * @retval ASTRAGAL_ERR_LENGTH if `len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_blake2s_256_update(astragal_blake2s_256_state *state,
                                const void *data,
                                size_t len);

/**
 * Writes the digest of the message, and resets the state to an empty message.
 *
 * @param state streaming state.
 * @param out receives the digest.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` or `out` is NULL.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_blake2s_256_state.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_blake2s_256_final(astragal_blake2s_256_state *state, uint8_t out[32]);

/**
 * Computes BLAKE3 of a message. The digest may overlap the message.
 *
 * @param msg message.
 * @param len length of `msg` in bytes.
 * @param out receives the digest.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `out` is NULL, or if `msg` is NULL and `len` is not 0.
 * @retval ASTRAGAL_ERR_LENGTH if `len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_blake3(const void *msg, size_t len, uint8_t out[32]);

/**
 * Initializes the state for BLAKE3. The old content of the state is lost.
 *
 * @param state streaming state.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not aligned to 16 bytes.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_blake3_init(astragal_blake3_state *state);

/**
 * Appends data of any length to the message.
 *
 * @param state streaming state.
 * @param data data to append.
 * @param len length of `data` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL, or if `data` is NULL and `len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_blake3_state.
 * @retval ASTRAGAL_ERR_LENGTH if `len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_blake3_update(astragal_blake3_state *state,
                           const void *data,
                           size_t len);

/**
 * Writes the digest of the message, and resets the state to an empty message.
 *
 * @param state streaming state.
 * @param out receives the digest.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` or `out` is NULL.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_blake3_state.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_blake3_final(astragal_blake3_state *state, uint8_t out[32]);

/**
 * Computes Ascon-Hash256 (SP 800-232 section 5.1) of a message. The digest may overlap the message.
 *
 * @param msg message.
 * @param len length of `msg` in bytes.
 * @param out receives the digest.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `out` is NULL, or if `msg` is NULL and `len` is not 0.
 * @retval ASTRAGAL_ERR_LENGTH if `len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_ascon_hash256(const void *msg, size_t len, uint8_t out[32]);

/**
 * Initializes the state for Ascon-Hash256 (SP 800-232 section 5.1). The old content of the state is lost.
 *
 * @param state streaming state.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not aligned to 16 bytes.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_ascon_hash256_init(astragal_ascon_hash256_state *state);

/**
 * Appends data of any length to the message.
 *
 * @param state streaming state.
 * @param data data to append.
 * @param len length of `data` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL, or if `data` is NULL and `len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_ascon_hash256_state.
 * @retval ASTRAGAL_ERR_LENGTH if `len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_ascon_hash256_update(astragal_ascon_hash256_state *state,
                                  const void *data,
                                  size_t len);

/**
 * Writes the digest of the message, and resets the state to an empty message.
 *
 * @param state streaming state.
 * @param out receives the digest.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` or `out` is NULL.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_ascon_hash256_state.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_ascon_hash256_final(astragal_ascon_hash256_state *state,
                                 uint8_t out[32]);

/**
 * Initializes the state for SHAKE128 (FIPS 202 section 6.2). The old content of the state is lost.
 *
 * @param state streaming state.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not aligned to 16 bytes.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_shake128_init(astragal_shake128_state *state);

/**
 * Appends data of any length to the message.
 *
 * @param state streaming state.
 * @param data data to append.
 * @param len length of `data` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_STATE after the first squeeze.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL, or if `data` is NULL and `len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_shake128_state.
 * @retval ASTRAGAL_ERR_LENGTH if `len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_shake128_absorb(astragal_shake128_state *state,
                             const void *data,
                             size_t len);

/**
 * Writes the next `out_len` bytes of output. Can be called any number of times.
 *
 * @param state streaming state.
 * @param out receives the output.
 * @param out_len length of `out` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL, or if `out` is NULL and `out_len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_shake128_state.
 * @retval ASTRAGAL_ERR_LENGTH if `out_len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_shake128_squeeze(astragal_shake128_state *state,
                              uint8_t *out,
                              size_t out_len);

/**
 * Initializes the state for SHAKE256 (FIPS 202 section 6.2). The old content of the state is lost.
 *
 * @param state streaming state.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not aligned to 16 bytes.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_shake256_init(astragal_shake256_state *state);

/**
 * Appends data of any length to the message.
 *
 * @param state streaming state.
 * @param data data to append.
 * @param len length of `data` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_STATE after the first squeeze.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL, or if `data` is NULL and `len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_shake256_state.
 * @retval ASTRAGAL_ERR_LENGTH if `len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_shake256_absorb(astragal_shake256_state *state,
                             const void *data,
                             size_t len);

/**
 * Writes the next `out_len` bytes of output. Can be called any number of times.
 *
 * @param state streaming state.
 * @param out receives the output.
 * @param out_len length of `out` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL, or if `out` is NULL and `out_len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_shake256_state.
 * @retval ASTRAGAL_ERR_LENGTH if `out_len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_shake256_squeeze(astragal_shake256_state *state,
                              uint8_t *out,
                              size_t out_len);

/**
 * Initializes the state for TurboSHAKE128 (RFC 9861 section 2). The old content of the state is lost.
 *
 * @param state streaming state.
 * @param domain domain separation byte, 0x01 to 0x7f; the standard's default is 0x1f.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_PARAMETER if `domain` is out of range.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not aligned to 16 bytes.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_turboshake128_init(astragal_turboshake128_state *state, uint8_t domain);

/**
 * Appends data of any length to the message.
 *
 * @param state streaming state.
 * @param data data to append.
 * @param len length of `data` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_STATE after the first squeeze.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL, or if `data` is NULL and `len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_turboshake128_state.
 * @retval ASTRAGAL_ERR_LENGTH if `len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_turboshake128_absorb(astragal_turboshake128_state *state,
                                  const void *data,
                                  size_t len);

/**
 * Writes the next `out_len` bytes of output. Can be called any number of times.
 *
 * @param state streaming state.
 * @param out receives the output.
 * @param out_len length of `out` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL, or if `out` is NULL and `out_len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_turboshake128_state.
 * @retval ASTRAGAL_ERR_LENGTH if `out_len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_turboshake128_squeeze(astragal_turboshake128_state *state,
                                   uint8_t *out,
                                   size_t out_len);

/**
 * Initializes the state for TurboSHAKE256 (RFC 9861 section 2). The old content of the state is lost.
 *
 * @param state streaming state.
 * @param domain domain separation byte, 0x01 to 0x7f; the standard's default is 0x1f.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_PARAMETER if `domain` is out of range.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not aligned to 16 bytes.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_turboshake256_init(astragal_turboshake256_state *state, uint8_t domain);

/**
 * Appends data of any length to the message.
 *
 * @param state streaming state.
 * @param data data to append.
 * @param len length of `data` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_STATE after the first squeeze.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL, or if `data` is NULL and `len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_turboshake256_state.
 * @retval ASTRAGAL_ERR_LENGTH if `len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_turboshake256_absorb(astragal_turboshake256_state *state,
                                  const void *data,
                                  size_t len);

/**
 * Writes the next `out_len` bytes of output. Can be called any number of times.
 *
 * @param state streaming state.
 * @param out receives the output.
 * @param out_len length of `out` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL, or if `out` is NULL and `out_len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_turboshake256_state.
 * @retval ASTRAGAL_ERR_LENGTH if `out_len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_turboshake256_squeeze(astragal_turboshake256_state *state,
                                   uint8_t *out,
                                   size_t out_len);

/**
 * Initializes the state for cSHAKE128 (SP 800-185 section 3). The old content of the state is lost.
 * Function name N and customization string S may be empty.
 *
 * @param state streaming state.
 * @param name function name N.
 * @param name_len length of `name` in bytes.
 * @param custom customization string S.
 * @param custom_len length of `custom` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL, or if `name` or `custom` is NULL and its length is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not aligned to 16 bytes.
 * @retval ASTRAGAL_ERR_LENGTH if a length exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_cshake128_init(astragal_cshake128_state *state,
                            const void *name,
                            size_t name_len,
                            const void *custom,
                            size_t custom_len);

/**
 * Appends data of any length to the message.
 *
 * @param state streaming state.
 * @param data data to append.
 * @param len length of `data` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_STATE after the first squeeze.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL, or if `data` is NULL and `len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_cshake128_state.
 * @retval ASTRAGAL_ERR_LENGTH if `len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_cshake128_absorb(astragal_cshake128_state *state,
                              const void *data,
                              size_t len);

/**
 * Writes the next `out_len` bytes of output. Can be called any number of times.
 *
 * @param state streaming state.
 * @param out receives the output.
 * @param out_len length of `out` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL, or if `out` is NULL and `out_len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_cshake128_state.
 * @retval ASTRAGAL_ERR_LENGTH if `out_len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_cshake128_squeeze(astragal_cshake128_state *state,
                               uint8_t *out,
                               size_t out_len);

/**
 * Initializes the state for cSHAKE256 (SP 800-185 section 3). The old content of the state is lost.
 * Function name N and customization string S may be empty.
 *
 * @param state streaming state.
 * @param name function name N.
 * @param name_len length of `name` in bytes.
 * @param custom customization string S.
 * @param custom_len length of `custom` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL, or if `name` or `custom` is NULL and its length is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not aligned to 16 bytes.
 * @retval ASTRAGAL_ERR_LENGTH if a length exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_cshake256_init(astragal_cshake256_state *state,
                            const void *name,
                            size_t name_len,
                            const void *custom,
                            size_t custom_len);

/**
 * Appends data of any length to the message.
 *
 * @param state streaming state.
 * @param data data to append.
 * @param len length of `data` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_STATE after the first squeeze.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL, or if `data` is NULL and `len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_cshake256_state.
 * @retval ASTRAGAL_ERR_LENGTH if `len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_cshake256_absorb(astragal_cshake256_state *state,
                              const void *data,
                              size_t len);

/**
 * Writes the next `out_len` bytes of output. Can be called any number of times.
 *
 * @param state streaming state.
 * @param out receives the output.
 * @param out_len length of `out` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL, or if `out` is NULL and `out_len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_cshake256_state.
 * @retval ASTRAGAL_ERR_LENGTH if `out_len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_cshake256_squeeze(astragal_cshake256_state *state,
                               uint8_t *out,
                               size_t out_len);

/**
 * Initializes the state for Ascon-XOF128 (SP 800-232 section 5.2). The old content of the state is lost.
 *
 * @param state streaming state.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not aligned to 16 bytes.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_ascon_xof128_init(astragal_ascon_xof128_state *state);

/**
 * Appends data of any length to the message.
 *
 * @param state streaming state.
 * @param data data to append.
 * @param len length of `data` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_STATE after the first squeeze.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL, or if `data` is NULL and `len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_ascon_xof128_state.
 * @retval ASTRAGAL_ERR_LENGTH if `len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_ascon_xof128_absorb(astragal_ascon_xof128_state *state,
                                 const void *data,
                                 size_t len);

/**
 * Writes the next `out_len` bytes of output. Can be called any number of times.
 *
 * @param state streaming state.
 * @param out receives the output.
 * @param out_len length of `out` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL, or if `out` is NULL and `out_len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_ascon_xof128_state.
 * @retval ASTRAGAL_ERR_LENGTH if `out_len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_ascon_xof128_squeeze(astragal_ascon_xof128_state *state,
                                  uint8_t *out,
                                  size_t out_len);

/**
 * Initializes the state for KMACXOF128 (SP 800-185 section 4.3.1). The old content of the state is lost.
 * The customization string may be empty.
 *
 * @param state streaming state.
 * @param key secret key.
 * @param key_len length of `key` in bytes.
 * @param custom customization string S.
 * @param custom_len length of `custom` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL, or if `key` or `custom` is NULL and its length is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not aligned to 16 bytes.
 * @retval ASTRAGAL_ERR_LENGTH if a length exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_kmacxof128_init(astragal_kmacxof128_state *state,
                             const void *key,
                             size_t key_len,
                             const void *custom,
                             size_t custom_len);

/**
 * Appends data of any length to the message.
 *
 * @param state streaming state.
 * @param data data to append.
 * @param len length of `data` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_STATE after the first squeeze.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL, or if `data` is NULL and `len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_kmacxof128_state.
 * @retval ASTRAGAL_ERR_LENGTH if `len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_kmacxof128_absorb(astragal_kmacxof128_state *state,
                               const void *data,
                               size_t len);

/**
 * Writes the next `out_len` bytes of output. Can be called any number of times.
 *
 * @param state streaming state.
 * @param out receives the output.
 * @param out_len length of `out` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL, or if `out` is NULL and `out_len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_kmacxof128_state.
 * @retval ASTRAGAL_ERR_LENGTH if `out_len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_kmacxof128_squeeze(astragal_kmacxof128_state *state,
                                uint8_t *out,
                                size_t out_len);

/**
 * Initializes the state for KMACXOF256 (SP 800-185 section 4.3.1). The old content of the state is lost.
 * The customization string may be empty.
 *
 * @param state streaming state.
 * @param key secret key.
 * @param key_len length of `key` in bytes.
 * @param custom customization string S.
 * @param custom_len length of `custom` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL, or if `key` or `custom` is NULL and its length is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not aligned to 16 bytes.
 * @retval ASTRAGAL_ERR_LENGTH if a length exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_kmacxof256_init(astragal_kmacxof256_state *state,
                             const void *key,
                             size_t key_len,
                             const void *custom,
                             size_t custom_len);

/**
 * Appends data of any length to the message.
 *
 * @param state streaming state.
 * @param data data to append.
 * @param len length of `data` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_STATE after the first squeeze.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL, or if `data` is NULL and `len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_kmacxof256_state.
 * @retval ASTRAGAL_ERR_LENGTH if `len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_kmacxof256_absorb(astragal_kmacxof256_state *state,
                               const void *data,
                               size_t len);

/**
 * Writes the next `out_len` bytes of output. Can be called any number of times.
 *
 * @param state streaming state.
 * @param out receives the output.
 * @param out_len length of `out` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL, or if `out` is NULL and `out_len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_kmacxof256_state.
 * @retval ASTRAGAL_ERR_LENGTH if `out_len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_kmacxof256_squeeze(astragal_kmacxof256_state *state,
                                uint8_t *out,
                                size_t out_len);

/**
 * Computes HMAC-SHA3-224 (FIPS 198-1) of a message. The key may have any length. The tag may overlap the message.
 *
 * @param key secret key.
 * @param key_len length of `key` in bytes.
 * @param msg message.
 * @param len length of `msg` in bytes.
 * @param tag receives the tag.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `tag` is NULL, or if `key` or `msg` is NULL and its length is not 0.
 * @retval ASTRAGAL_ERR_LENGTH if a length exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hmac_sha3_224(const void *key,
                           size_t key_len,
                           const void *msg,
                           size_t len,
                           uint8_t tag[28]);

/**
 * Initializes the state for HMAC-SHA3-224 (FIPS 198-1) with a key of any length. The old content of the state is lost.
 *
 * @param state streaming state.
 * @param key secret key.
 * @param key_len length of `key` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL, or if `key` is NULL and `key_len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not aligned to 16 bytes.
 * @retval ASTRAGAL_ERR_LENGTH if `key_len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hmac_sha3_224_init(astragal_hmac_sha3_224_state *state,
                                const void *key,
                                size_t key_len);

/**
 * Appends data of any length to the message.
 *
 * @param state streaming state.
 * @param data data to append.
 * @param len length of `data` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL, or if `data` is NULL and `len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_hmac_sha3_224_state.
 * @retval ASTRAGAL_ERR_LENGTH if `len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hmac_sha3_224_update(astragal_hmac_sha3_224_state *state,
                                  const void *data,
                                  size_t len);

/**
 * Writes the tag of the message, and wipes the state.
 *
 * @param state streaming state.
 * @param tag receives the tag.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` or `tag` is NULL.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_hmac_sha3_224_state.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hmac_sha3_224_final(astragal_hmac_sha3_224_state *state,
                                 uint8_t tag[28]);

/**
 * Verifies the tag of the message in constant time, and wipes the state.
 *
 * @param state streaming state.
 * @param tag authentication tag.
 * @retval ASTRAGAL_OK if the tag verifies.
 * @retval ASTRAGAL_INVALID if the tag does not verify.
 * @retval ASTRAGAL_ERR_NULL if `state` or `tag` is NULL.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_hmac_sha3_224_state.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hmac_sha3_224_verify(astragal_hmac_sha3_224_state *state,
                                  const uint8_t tag[28]);

/**
 * Computes HMAC-SHA3-256 (FIPS 198-1) of a message. The key may have any length. The tag may overlap the message.
 *
 * @param key secret key.
 * @param key_len length of `key` in bytes.
 * @param msg message.
 * @param len length of `msg` in bytes.
 * @param tag receives the tag.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `tag` is NULL, or if `key` or `msg` is NULL and its length is not 0.
 * @retval ASTRAGAL_ERR_LENGTH if a length exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hmac_sha3_256(const void *key,
                           size_t key_len,
                           const void *msg,
                           size_t len,
                           uint8_t tag[32]);

/**
 * Initializes the state for HMAC-SHA3-256 (FIPS 198-1) with a key of any length. The old content of the state is lost.
 *
 * @param state streaming state.
 * @param key secret key.
 * @param key_len length of `key` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL, or if `key` is NULL and `key_len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not aligned to 16 bytes.
 * @retval ASTRAGAL_ERR_LENGTH if `key_len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hmac_sha3_256_init(astragal_hmac_sha3_256_state *state,
                                const void *key,
                                size_t key_len);

/**
 * Appends data of any length to the message.
 *
 * @param state streaming state.
 * @param data data to append.
 * @param len length of `data` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL, or if `data` is NULL and `len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_hmac_sha3_256_state.
 * @retval ASTRAGAL_ERR_LENGTH if `len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hmac_sha3_256_update(astragal_hmac_sha3_256_state *state,
                                  const void *data,
                                  size_t len);

/**
 * Writes the tag of the message, and wipes the state.
 *
 * @param state streaming state.
 * @param tag receives the tag.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` or `tag` is NULL.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_hmac_sha3_256_state.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hmac_sha3_256_final(astragal_hmac_sha3_256_state *state,
                                 uint8_t tag[32]);

/**
 * Verifies the tag of the message in constant time, and wipes the state.
 *
 * @param state streaming state.
 * @param tag authentication tag.
 * @retval ASTRAGAL_OK if the tag verifies.
 * @retval ASTRAGAL_INVALID if the tag does not verify.
 * @retval ASTRAGAL_ERR_NULL if `state` or `tag` is NULL.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_hmac_sha3_256_state.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hmac_sha3_256_verify(astragal_hmac_sha3_256_state *state,
                                  const uint8_t tag[32]);

/**
 * Computes HMAC-SHA3-384 (FIPS 198-1) of a message. The key may have any length. The tag may overlap the message.
 *
 * @param key secret key.
 * @param key_len length of `key` in bytes.
 * @param msg message.
 * @param len length of `msg` in bytes.
 * @param tag receives the tag.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `tag` is NULL, or if `key` or `msg` is NULL and its length is not 0.
 * @retval ASTRAGAL_ERR_LENGTH if a length exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hmac_sha3_384(const void *key,
                           size_t key_len,
                           const void *msg,
                           size_t len,
                           uint8_t tag[48]);

/**
 * Initializes the state for HMAC-SHA3-384 (FIPS 198-1) with a key of any length. The old content of the state is lost.
 *
 * @param state streaming state.
 * @param key secret key.
 * @param key_len length of `key` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL, or if `key` is NULL and `key_len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not aligned to 16 bytes.
 * @retval ASTRAGAL_ERR_LENGTH if `key_len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hmac_sha3_384_init(astragal_hmac_sha3_384_state *state,
                                const void *key,
                                size_t key_len);

/**
 * Appends data of any length to the message.
 *
 * @param state streaming state.
 * @param data data to append.
 * @param len length of `data` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL, or if `data` is NULL and `len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_hmac_sha3_384_state.
 * @retval ASTRAGAL_ERR_LENGTH if `len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hmac_sha3_384_update(astragal_hmac_sha3_384_state *state,
                                  const void *data,
                                  size_t len);

/**
 * Writes the tag of the message, and wipes the state.
 *
 * @param state streaming state.
 * @param tag receives the tag.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` or `tag` is NULL.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_hmac_sha3_384_state.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hmac_sha3_384_final(astragal_hmac_sha3_384_state *state,
                                 uint8_t tag[48]);

/**
 * Verifies the tag of the message in constant time, and wipes the state.
 *
 * @param state streaming state.
 * @param tag authentication tag.
 * @retval ASTRAGAL_OK if the tag verifies.
 * @retval ASTRAGAL_INVALID if the tag does not verify.
 * @retval ASTRAGAL_ERR_NULL if `state` or `tag` is NULL.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_hmac_sha3_384_state.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hmac_sha3_384_verify(astragal_hmac_sha3_384_state *state,
                                  const uint8_t tag[48]);

/**
 * Computes HMAC-SHA3-512 (FIPS 198-1) of a message. The key may have any length. The tag may overlap the message.
 *
 * @param key secret key.
 * @param key_len length of `key` in bytes.
 * @param msg message.
 * @param len length of `msg` in bytes.
 * @param tag receives the tag.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `tag` is NULL, or if `key` or `msg` is NULL and its length is not 0.
 * @retval ASTRAGAL_ERR_LENGTH if a length exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hmac_sha3_512(const void *key,
                           size_t key_len,
                           const void *msg,
                           size_t len,
                           uint8_t tag[64]);

/**
 * Initializes the state for HMAC-SHA3-512 (FIPS 198-1) with a key of any length. The old content of the state is lost.
 *
 * @param state streaming state.
 * @param key secret key.
 * @param key_len length of `key` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL, or if `key` is NULL and `key_len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not aligned to 16 bytes.
 * @retval ASTRAGAL_ERR_LENGTH if `key_len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hmac_sha3_512_init(astragal_hmac_sha3_512_state *state,
                                const void *key,
                                size_t key_len);

/**
 * Appends data of any length to the message.
 *
 * @param state streaming state.
 * @param data data to append.
 * @param len length of `data` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL, or if `data` is NULL and `len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_hmac_sha3_512_state.
 * @retval ASTRAGAL_ERR_LENGTH if `len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hmac_sha3_512_update(astragal_hmac_sha3_512_state *state,
                                  const void *data,
                                  size_t len);

/**
 * Writes the tag of the message, and wipes the state.
 *
 * @param state streaming state.
 * @param tag receives the tag.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` or `tag` is NULL.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_hmac_sha3_512_state.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hmac_sha3_512_final(astragal_hmac_sha3_512_state *state,
                                 uint8_t tag[64]);

/**
 * Verifies the tag of the message in constant time, and wipes the state.
 *
 * @param state streaming state.
 * @param tag authentication tag.
 * @retval ASTRAGAL_OK if the tag verifies.
 * @retval ASTRAGAL_INVALID if the tag does not verify.
 * @retval ASTRAGAL_ERR_NULL if `state` or `tag` is NULL.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_hmac_sha3_512_state.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hmac_sha3_512_verify(astragal_hmac_sha3_512_state *state,
                                  const uint8_t tag[64]);

/**
 * Computes HMAC-SHA-256 (FIPS 198-1) of a message. The key may have any length. The tag may overlap the message.
 *
 * @param key secret key.
 * @param key_len length of `key` in bytes.
 * @param msg message.
 * @param len length of `msg` in bytes.
 * @param tag receives the tag.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `tag` is NULL, or if `key` or `msg` is NULL and its length is not 0.
 * @retval ASTRAGAL_ERR_LENGTH if a length exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hmac_sha256(const void *key,
                         size_t key_len,
                         const void *msg,
                         size_t len,
                         uint8_t tag[32]);

/**
 * Initializes the state for HMAC-SHA-256 (FIPS 198-1) with a key of any length. The old content of the state is lost.
 *
 * @param state streaming state.
 * @param key secret key.
 * @param key_len length of `key` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL, or if `key` is NULL and `key_len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not aligned to 16 bytes.
 * @retval ASTRAGAL_ERR_LENGTH if `key_len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hmac_sha256_init(astragal_hmac_sha256_state *state,
                              const void *key,
                              size_t key_len);

/**
 * Appends data of any length to the message.
 *
 * @param state streaming state.
 * @param data data to append.
 * @param len length of `data` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL, or if `data` is NULL and `len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_hmac_sha256_state.
 * @retval ASTRAGAL_ERR_LENGTH if `len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hmac_sha256_update(astragal_hmac_sha256_state *state,
                                const void *data,
                                size_t len);

/**
 * Writes the tag of the message, and wipes the state.
 *
 * @param state streaming state.
 * @param tag receives the tag.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` or `tag` is NULL.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_hmac_sha256_state.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_hmac_sha256_final(astragal_hmac_sha256_state *state, uint8_t tag[32]);

/**
 * Verifies the tag of the message in constant time, and wipes the state.
 *
 * @param state streaming state.
 * @param tag authentication tag.
 * @retval ASTRAGAL_OK if the tag verifies.
 * @retval ASTRAGAL_INVALID if the tag does not verify.
 * @retval ASTRAGAL_ERR_NULL if `state` or `tag` is NULL.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_hmac_sha256_state.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hmac_sha256_verify(astragal_hmac_sha256_state *state,
                                const uint8_t tag[32]);

/**
 * Computes HMAC-SHA-384 (FIPS 198-1) of a message. The key may have any length. The tag may overlap the message.
 *
 * @param key secret key.
 * @param key_len length of `key` in bytes.
 * @param msg message.
 * @param len length of `msg` in bytes.
 * @param tag receives the tag.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `tag` is NULL, or if `key` or `msg` is NULL and its length is not 0.
 * @retval ASTRAGAL_ERR_LENGTH if a length exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hmac_sha384(const void *key,
                         size_t key_len,
                         const void *msg,
                         size_t len,
                         uint8_t tag[48]);

/**
 * Initializes the state for HMAC-SHA-384 (FIPS 198-1) with a key of any length. The old content of the state is lost.
 *
 * @param state streaming state.
 * @param key secret key.
 * @param key_len length of `key` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL, or if `key` is NULL and `key_len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not aligned to 16 bytes.
 * @retval ASTRAGAL_ERR_LENGTH if `key_len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hmac_sha384_init(astragal_hmac_sha384_state *state,
                              const void *key,
                              size_t key_len);

/**
 * Appends data of any length to the message.
 *
 * @param state streaming state.
 * @param data data to append.
 * @param len length of `data` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL, or if `data` is NULL and `len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_hmac_sha384_state.
 * @retval ASTRAGAL_ERR_LENGTH if `len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hmac_sha384_update(astragal_hmac_sha384_state *state,
                                const void *data,
                                size_t len);

/**
 * Writes the tag of the message, and wipes the state.
 *
 * @param state streaming state.
 * @param tag receives the tag.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` or `tag` is NULL.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_hmac_sha384_state.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_hmac_sha384_final(astragal_hmac_sha384_state *state, uint8_t tag[48]);

/**
 * Verifies the tag of the message in constant time, and wipes the state.
 *
 * @param state streaming state.
 * @param tag authentication tag.
 * @retval ASTRAGAL_OK if the tag verifies.
 * @retval ASTRAGAL_INVALID if the tag does not verify.
 * @retval ASTRAGAL_ERR_NULL if `state` or `tag` is NULL.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_hmac_sha384_state.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hmac_sha384_verify(astragal_hmac_sha384_state *state,
                                const uint8_t tag[48]);

/**
 * Computes HMAC-SHA-512 (FIPS 198-1) of a message. The key may have any length. The tag may overlap the message.
 *
 * @param key secret key.
 * @param key_len length of `key` in bytes.
 * @param msg message.
 * @param len length of `msg` in bytes.
 * @param tag receives the tag.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `tag` is NULL, or if `key` or `msg` is NULL and its length is not 0.
 * @retval ASTRAGAL_ERR_LENGTH if a length exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hmac_sha512(const void *key,
                         size_t key_len,
                         const void *msg,
                         size_t len,
                         uint8_t tag[64]);

/**
 * Initializes the state for HMAC-SHA-512 (FIPS 198-1) with a key of any length. The old content of the state is lost.
 *
 * @param state streaming state.
 * @param key secret key.
 * @param key_len length of `key` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL, or if `key` is NULL and `key_len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not aligned to 16 bytes.
 * @retval ASTRAGAL_ERR_LENGTH if `key_len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hmac_sha512_init(astragal_hmac_sha512_state *state,
                              const void *key,
                              size_t key_len);

/**
 * Appends data of any length to the message.
 *
 * @param state streaming state.
 * @param data data to append.
 * @param len length of `data` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL, or if `data` is NULL and `len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_hmac_sha512_state.
 * @retval ASTRAGAL_ERR_LENGTH if `len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hmac_sha512_update(astragal_hmac_sha512_state *state,
                                const void *data,
                                size_t len);

/**
 * Writes the tag of the message, and wipes the state.
 *
 * @param state streaming state.
 * @param tag receives the tag.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` or `tag` is NULL.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_hmac_sha512_state.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_hmac_sha512_final(astragal_hmac_sha512_state *state, uint8_t tag[64]);

/**
 * Verifies the tag of the message in constant time, and wipes the state.
 *
 * @param state streaming state.
 * @param tag authentication tag.
 * @retval ASTRAGAL_OK if the tag verifies.
 * @retval ASTRAGAL_INVALID if the tag does not verify.
 * @retval ASTRAGAL_ERR_NULL if `state` or `tag` is NULL.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_hmac_sha512_state.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_hmac_sha512_verify(astragal_hmac_sha512_state *state,
                                const uint8_t tag[64]);

/**
 * Initializes the state for KMAC128 (SP 800-185 section 4) with a key and a customization string, which may be
 * empty. The old content of the state is lost.
 *
 * @param state streaming state.
 * @param key secret key.
 * @param key_len length of `key` in bytes.
 * @param custom customization string S.
 * @param custom_len length of `custom` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL, or if `key` or `custom` is NULL and its length is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not aligned to 16 bytes.
 * @retval ASTRAGAL_ERR_LENGTH if a length exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_kmac128_init(astragal_kmac128_state *state,
                          const void *key,
                          size_t key_len,
                          const void *custom,
                          size_t custom_len);

/**
 * Appends data of any length to the message.
 *
 * @param state streaming state.
 * @param data data to append.
 * @param len length of `data` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL, or if `data` is NULL and `len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_kmac128_state.
 * @retval ASTRAGAL_ERR_LENGTH if `len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_kmac128_update(astragal_kmac128_state *state,
                            const void *data,
                            size_t len);

/**
 * Writes a tag of `tag_len` bytes for the message, and wipes the state. A shorter tag is not a prefix of a longer tag.
 *
 * @param state streaming state.
 * @param tag receives the tag.
 * @param tag_len length of `tag` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL, or if `tag` is NULL and `tag_len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_kmac128_state.
 * @retval ASTRAGAL_ERR_LENGTH if `tag_len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_kmac128_final(astragal_kmac128_state *state,
                           uint8_t *tag,
                           size_t tag_len);

/**
 * Verifies the tag of the message in constant time, and wipes the state. Pass the tag length that the protocol fixes,
 * 4 to 64 bytes, not the length that came with the message.
 *
 * @param state streaming state.
 * @param tag authentication tag.
 * @param tag_len length of `tag` in bytes.
 * @retval ASTRAGAL_OK if the tag verifies.
 * @retval ASTRAGAL_INVALID if the tag does not verify.
 * @retval ASTRAGAL_ERR_LENGTH if `tag_len` is out of range. In this case, the state is kept.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL, or if `tag` is NULL and `tag_len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_kmac128_state.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_kmac128_verify(astragal_kmac128_state *state,
                            const void *tag,
                            size_t tag_len);

/**
 * Initializes the state for KMAC256 (SP 800-185 section 4) with a key and a customization string, which may be
 * empty. The old content of the state is lost.
 *
 * @param state streaming state.
 * @param key secret key.
 * @param key_len length of `key` in bytes.
 * @param custom customization string S.
 * @param custom_len length of `custom` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL, or if `key` or `custom` is NULL and its length is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not aligned to 16 bytes.
 * @retval ASTRAGAL_ERR_LENGTH if a length exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_kmac256_init(astragal_kmac256_state *state,
                          const void *key,
                          size_t key_len,
                          const void *custom,
                          size_t custom_len);

/**
 * Appends data of any length to the message.
 *
 * @param state streaming state.
 * @param data data to append.
 * @param len length of `data` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL, or if `data` is NULL and `len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_kmac256_state.
 * @retval ASTRAGAL_ERR_LENGTH if `len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_kmac256_update(astragal_kmac256_state *state,
                            const void *data,
                            size_t len);

/**
 * Writes a tag of `tag_len` bytes for the message, and wipes the state. A shorter tag is not a prefix of a longer tag.
 *
 * @param state streaming state.
 * @param tag receives the tag.
 * @param tag_len length of `tag` in bytes.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL, or if `tag` is NULL and `tag_len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_kmac256_state.
 * @retval ASTRAGAL_ERR_LENGTH if `tag_len` exceeds PTRDIFF_MAX.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_kmac256_final(astragal_kmac256_state *state,
                           uint8_t *tag,
                           size_t tag_len);

/**
 * Verifies the tag of the message in constant time, and wipes the state. Pass the tag length that the protocol fixes,
 * 4 to 64 bytes, not the length that came with the message.
 *
 * @param state streaming state.
 * @param tag authentication tag.
 * @param tag_len length of `tag` in bytes.
 * @retval ASTRAGAL_OK if the tag verifies.
 * @retval ASTRAGAL_INVALID if the tag does not verify.
 * @retval ASTRAGAL_ERR_LENGTH if `tag_len` is out of range. In this case, the state is kept.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL, or if `tag` is NULL and `tag_len` is not 0.
 * @retval ASTRAGAL_ERR_OBJECT if `state` is not a live astragal_kmac256_state.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_kmac256_verify(astragal_kmac256_state *state,
                            const void *tag,
                            size_t tag_len);

/**
 * Applies Keccak-p[1600, rounds] (FIPS 202 section 3.3) to a state of 25 lanes. Lane x + 5y is A[x, y] in the
 * machine's byte order. Runs the last `rounds` of the 24 rounds of Keccak-f[1600]. Hazardous: only for implementers of
 * cryptographic schemes.
 *
 * @param state lanes of the state, replaced by the result.
 * @param rounds number of rounds, at most 24.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_PARAMETER if `rounds` exceeds 24.
 * @retval ASTRAGAL_ERR_NULL if `state` is NULL.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_keccak_p1600(uint64_t state[25],
                          unsigned int rounds);

/**
 * Applies astragal_keccak_p1600() to two states in parallel.
 *
 * @param states two states of 25 lanes, replaced by the results.
 * @param rounds number of rounds, at most 24.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_PARAMETER if `rounds` exceeds 24.
 * @retval ASTRAGAL_ERR_NULL if `states` is NULL.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_keccak_p1600_x2(uint64_t states[2][25], unsigned int rounds);

/**
 * Applies astragal_keccak_p1600() to four states in parallel.
 *
 * @param states four states of 25 lanes, replaced by the results.
 * @param rounds number of rounds, at most 24.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_PARAMETER if `rounds` exceeds 24.
 * @retval ASTRAGAL_ERR_NULL if `states` is NULL.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK int astragal_keccak_p1600_x4(uint64_t states[4][25], unsigned int rounds);

/**
 * Applies astragal_keccak_p1600() to eight states in parallel. With AVX-512, eight states take hardly more time than
 * one state.
 *
 * @param states eight states of 25 lanes, replaced by the results.
 * @param rounds number of rounds, at most 24.
 * @retval ASTRAGAL_OK on success.
 * @retval ASTRAGAL_ERR_PARAMETER if `rounds` exceeds 24.
 * @retval ASTRAGAL_ERR_NULL if `states` is NULL.
 */
ASTRAGAL_EXPORT ASTRAGAL_MUST_CHECK
int astragal_keccak_p1600_x8(uint64_t states[8][25],
                             unsigned int rounds);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* ASTRAGAL_H */
