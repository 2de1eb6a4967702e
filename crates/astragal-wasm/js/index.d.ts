/// <reference lib="esnext.disposable" />

/**
 * Bytes in an ordinary `ArrayBuffer`. From TypeScript 5.7 on, the type is `Uint8Array<ArrayBuffer>`, which
 * `crypto.subtle` and `Blob` accept.
 */
export type Bytes = ReturnType<typeof Uint8Array.from>;

/** Bytes, or text. Text is encoded as UTF-8. */
export type Input = string | ArrayBuffer | SharedArrayBuffer | ArrayBufferView;

/** Parameters of a hash, in addition to the message. */
export interface HashParams {
  /** Digest length in bytes, for BLAKE2 and Skein. */
  digestBytes?: number;
  /** Key for BLAKE2 and Skein. */
  key?: Input;
  /** Salt for BLAKE and BLAKE2. */
  salt?: Input;
  /** Personalization string for BLAKE2 and Skein. */
  personal?: Input;
  /** Public key for Skein. */
  publicKey?: Input;
  /** Key identifier for Skein. */
  keyId?: Input;
  /** Nonce for Skein. */
  nonce?: Input;
}

/** Parameters of an extendable-output function (XOF), in addition to the message. */
export interface XofParams {
  /** Key, for functions that take a key. */
  key?: Input;
  /** Customization string. */
  custom?: Input;
  /** Function name for cSHAKE. */
  functionName?: Input;
  /** Domain separation byte for TurboSHAKE. */
  domain?: number;
  /** Block size of ParallelHash in bytes. */
  blockBytes?: number;
  /** Output length in bytes. The output of TupleHash, ParallelHash and KMAC depends on it. */
  outputBytes?: number;
}

/** Parameters of a MAC, in addition to the key and the message. */
export interface MacParams {
  /** Customization string for KMAC. */
  custom?: Input;
  /** Tag length in bytes, for MACs that allow several lengths. */
  tagBytes?: number;
}

/** Parameters of Argon2. */
export interface Argon2Params {
  /** Salt of 8 bytes or more, unique for each password. */
  salt: Input;
  /** Memory cost in KiB. */
  m: number;
  /** Number of passes over the memory. */
  t: number;
  /** Number of lanes. */
  p: number;
  /** Secret value K, also called pepper. */
  secret?: Input;
  /** Associated data X. */
  associatedData?: Input;
  /** Version: 16 or 19. Default: 19. */
  version?: number;
  /** Maximum memory in bytes that the derivation may use. */
  memoryLimit?: number;
  /** Whether a salt of fewer than 8 bytes is allowed. */
  allowShortSalt?: boolean;
}

/** Parameters of scrypt. */
export interface ScryptParams {
  salt: Input;
  /** Cost N, a power of two. */
  n: number;
  /** Block size r. */
  r: number;
  /** Parallelization p. */
  p: number;
  /** Maximum memory in bytes that the derivation may use. */
  memoryLimit?: number;
}

/** Parameters of PBKDF2. */
export interface Pbkdf2Params {
  salt: Input;
  iterations: number;
}

/** Parameters of HKDF. */
export interface HkdfParams {
  salt?: Input;
  /** Context information, such as the purpose of the key. */
  info?: Input;
  /** Steps of HKDF to run. Default: `extract-and-expand`. */
  step?: 'extract-and-expand' | 'extract' | 'expand';
}

/** Parameters of KBKDF. */
export interface KbkdfParams {
  /** Purpose of the key. */
  label?: Input;
  /** Context. */
  info?: Input;
}

/**
 * Parameters of any key derivation function, for programs that know its name only at run time. If a required parameter
 * is missing, the error names it.
 */
export type KdfParams = Partial<Argon2Params & ScryptParams & Pbkdf2Params & HkdfParams & KbkdfParams>;

/** Parameters of the key derivation function `Name`. */
export type KdfParamsOf<Name extends string> = string extends Name
  ? KdfParams | undefined
  : Lowercase<Name> extends `argon2${string}`
    ? Argon2Params
    : Lowercase<Name> extends 'scrypt'
      ? ScryptParams
      : Lowercase<Name> extends `pbkdf2${string}`
        ? Pbkdf2Params
        : Lowercase<Name> extends `hkdf${string}`
          ? HkdfParams | undefined
          : Lowercase<Name> extends `kbkdf${string}`
            ? KbkdfParams | undefined
            : KdfParams | undefined;

/** Arguments of `kdf` that follow the secret. `params` is optional if the function requires no parameter. */
type KdfRest<Name extends string> = undefined extends KdfParamsOf<Name>
  ? [params?: KdfParamsOf<Name>, keyBytes?: number]
  : [params: KdfParamsOf<Name>, keyBytes?: number];
type KdfRestAsync<Name extends string> = undefined extends KdfParamsOf<Name>
  ? [params?: KdfParamsOf<Name>, keyBytes?: number, options?: AsyncOptions]
  : [params: KdfParamsOf<Name>, keyBytes?: number, options?: AsyncOptions];

/** Options for progress reports and cancellation of an asynchronous derivation. */
export interface AsyncOptions {
  /**
   * Function that is called several times per second with the number of steps done and the total number of steps. If it
   * throws an exception, the promise rejects with this exception.
   */
  onProgress?: (done: number, total: number) => void;
  /** Signal that cancels the derivation. The promise then rejects with the signal's reason. */
  signal?: AbortSignal;
}

/**
 * Presets with recommended costs from RFC 9106 section 4 and from OWASP's Password Storage Cheat Sheet of 2023. Use
 * `rfc9106-first` only with `needsRehash`: it needs 2 GiB of memory, which WebAssembly cannot allocate.
 */
export type PasswordPreset =
  | 'rfc9106-first'
  | 'rfc9106-second'
  | 'owasp-2023-argon2id'
  | 'owasp-2023-scrypt'
  | 'owasp-2023-pbkdf2-sha256'
  | 'owasp-2023-pbkdf2-sha512';

/** A preset, or a password hashing function with its costs. */
export type PasswordScheme =
  | PasswordPreset
  | { function: 'argon2id' | 'argon2i' | 'argon2d'; m: number; t: number; p: number }
  | { function: 'scrypt'; n: number; r: number; p: number }
  | { function: 'pbkdf2-sha1' | 'pbkdf2-sha256' | 'pbkdf2-sha512'; iterations: number };

/** Limits for the costs in a stored password hash, which may come from an untrusted source. */
export interface PasswordLimits {
  /** Maximum memory in bytes. Default: 2 GiB. */
  maxMemory?: number;
  /** Maximum number of steps, each of about a microsecond. Default: 16 million. */
  maxSteps?: number;
}

/** Parameters of a tree hash. */
export interface TreeParams {
  /** Customization string of KT128, KT256 and ParallelHash. */
  custom?: Input;
  /** Block size of ParallelHash in bytes. */
  blockBytes?: number;
  /** 32-byte key of BLAKE3. */
  key?: Input;
  /** Context of BLAKE3's key derivation. */
  context?: Input;
}

interface ModuleObject {
  /** Wipes and frees the object. Without this call, the object is wiped some time after it becomes unreachable. */
  free(): void;
  /** Calls `free`. A `using` declaration calls this method at the end of its block. */
  [Symbol.dispose](): void;
}

interface StreamingObject extends ModuleObject {
  /** Appends data to the message. */
  update(data: Input): this;
  /** Resets the object to the empty message, with the same key and parameters. */
  reset(): this;
}

export interface Hash extends StreamingObject {
  readonly name: string;
  readonly digestBytes: number;
  /**
   * Returns the digest and resets the hash. To get the digest of the message so far without a reset, call
   * `clone().digest()`.
   */
  digest(): Bytes;
  digest(form: 'hex'): string;
  /** Returns an independent copy of the hash. */
  clone(): Hash;
}

export interface Xof extends StreamingObject {
  readonly name: string;
  /** Returns the next `bytes` bytes of output. The first call ends the message; `reset` starts another message. */
  read(bytes: number): Bytes;
  /** Skips `bytes` bytes of output. For BLAKE3, the time does not depend on `bytes`. */
  skip(bytes: number | bigint): this;
  /** Appends an element to the tuple of TupleHash. */
  item(data: Input): this;
  /** Returns an independent copy with the same message and position in the output. */
  clone(): Xof;
}

export interface Mac extends StreamingObject {
  readonly name: string;
  readonly tagBytes: number;
  /** Returns the tag of the message and resets the MAC. */
  tag(): Bytes;
  tag(form: 'hex'): string;
  /** Returns whether `tag` is the tag of the message, and resets the MAC. The comparison takes constant time. */
  verify(tag: Input): boolean;
  /** Returns an independent copy of the MAC. */
  clone(): Mac;
}

/** Parameters of an authenticated cipher, in addition to the key. */
export interface AeadParams {
  /** Tag length in bytes, for ciphers that allow several lengths. The default is the longest. */
  tagBytes?: number;
}

/** Parameters of a message that is encrypted or decrypted in parts. */
export interface MessageParams {
  /** Message length in bytes, which CCM needs in advance. */
  messageBytes?: number;
}

/**
 * An authenticated cipher with its key. Two messages under one key must not have the same nonce. Associated data is
 * authenticated but not encrypted; its default is the empty string.
 */
export interface Aead extends ModuleObject {
  readonly name: string;
  readonly keyBytes: number;
  /** Default nonce length in bytes. */
  readonly nonceBytes: number;
  readonly tagBytes: number;
  /** Returns the ciphertext followed by the tag, or for SIV the tag followed by the ciphertext. */
  seal(nonce: Input, plaintext: Input, associatedData?: Input): Bytes;
  /** Returns the plaintext of a sealed message. Throws `InvalidTagError` if the tag does not verify. */
  open(nonce: Input, sealed: Input, associatedData?: Input): Bytes;
  /** Like `seal`, but returns ciphertext and tag separately. */
  sealDetached(nonce: Input, plaintext: Input, associatedData?: Input): { ciphertext: Bytes; tag: Bytes };
  /** Like `open`, but takes ciphertext and tag separately. The tag must have `tagBytes` bytes. */
  openDetached(nonce: Input, ciphertext: Input, tag: Input, associatedData?: Input): Bytes;
  /** Returns an object that encrypts a message in parts. GCM-SIV, SIV and OCB need the whole message instead. */
  encryptor(nonce: Input, associatedData?: Input, params?: MessageParams): AeadEncryptor;
  /** Returns an object that decrypts a message in parts. GCM-SIV, SIV and OCB need the whole message instead. */
  decryptor(nonce: Input, associatedData?: Input, params?: MessageParams): AeadDecryptor;
  /** Returns an independent copy of the cipher. */
  clone(): Aead;
}

/** Encrypts one message in parts. */
export interface AeadEncryptor extends ModuleObject {
  readonly name: string;
  readonly tagBytes: number;
  /** Encrypts the next part of the message. The ciphertext has the same length. */
  update(data: Input): Bytes;
  /** Ends the message and returns its tag. */
  finish(): Bytes;
}

/** Decrypts one message in parts. The plaintext is withheld until the tag is verified. */
export interface AeadDecryptor extends ModuleObject {
  readonly name: string;
  readonly tagBytes: number;
  /** Appends the next part of the ciphertext. The plaintext is withheld until the tag is verified. */
  update(data: Input): this;
  /** Ends the message and returns its plaintext. Throws `InvalidTagError` if the tag does not verify. */
  finish(tag: Input): Bytes;
}

/** Parameters of a block cipher, in addition to the key. */
export interface CipherParams {
  /** Tweak of Threefish, zero by default. */
  tweak?: Input;
}

/** A block cipher with its key, without a mode. It encrypts equal blocks to equal ciphertext blocks. */
export interface Cipher extends ModuleObject {
  readonly name: string;
  readonly blockBytes: number;
  /** Encrypts each block independently. */
  encrypt(blocks: Input): Bytes;
  /** Decrypts each block independently. */
  decrypt(blocks: Input): Bytes;
  /** Sets the tweak of Threefish for the next blocks. */
  setTweak(tweak: Input): this;
  /** Returns an independent copy. */
  clone(): Cipher;
}

/** Parameters of a mode, in addition to key and initialization vector. */
export interface ModeParams {
  /** Padding of CBC. Default: `pkcs7`. */
  padding?: 'pkcs7' | 'none';
}

/** Encryption or decryption of one message in a mode of a block cipher, or by a stream cipher. */
export interface Mode extends ModuleObject {
  readonly name: string;
  /** Encrypts or decrypts the next part of the message. The returned output may be shorter or longer than this part. */
  update(data: Input): Bytes;
  /**
   * Encrypts or decrypts the last part of the message, if it is given, and ends the message. Returns the rest of the
   * output.
   */
  finish(data?: Input): Bytes;
  /** Starts another message with the same key. */
  restart(iv: Input): this;
  /** Moves to a byte position in the keystream. Only CTR and stream ciphers support this. */
  seek(position: number | bigint): this;
  /** Returns an independent copy. */
  clone(): Mode;
}

/**
 * Thrown if a message does not verify: the key, nonce, associated data or context is wrong, or the message was changed.
 * Its `name` is `InvalidTagError`. No plaintext is returned.
 */
export class InvalidTagError extends Error {}

/** Properties of an algorithm. */
export interface Algorithm {
  kind: string;
  name: string;
  aliases: string[];
  family: string;
  status: 'recommended' | 'acceptable' | 'legacy' | 'broken' | 'not-cryptographic';
  standard: string;
  /** Default length of the digest, tag or output in bytes. */
  outputBytes?: number;
  blockBytes?: number;
  /** Key length of a cipher in bytes. */
  keyBytes?: number;
  /** Default length in bytes of the nonce or initialization vector of a cipher. */
  nonceBytes?: number;
  /** Active backend: `simd128` or `portable`. */
  backend: string;
}

/** Returns the digest of `data`. Throws a `RangeError` for an unknown name or an invalid parameter. */
export function hash(name: string, data: Input, params?: HashParams): Bytes;
/**
 * Hashes `data` with an extendable-output function. Returns the start of the output. The default length gives full
 * collision resistance.
 */
export function xof(name: string, data: Input, outputBytes?: number, params?: XofParams): Bytes;
/** Returns the tag of `data`. */
export function mac(name: string, key: Input, data: Input, params?: MacParams): Bytes;
/** Returns whether `tag` is the tag of `data`. The comparison takes constant time. */
export function verifyMac(name: string, key: Input, data: Input, tag: Input, params?: MacParams): boolean;
/** Derives a key from a password or a key. The key has `keyBytes` bytes, 32 by default. */
export function kdf<Name extends string>(name: Name, secret: Input, ...rest: KdfRest<Name>): Bytes;
/** Like `kdf`, but asynchronous: the derivation runs in a worker. */
export function kdfAsync<Name extends string>(name: Name, secret: Input, ...rest: KdfRestAsync<Name>): Promise<Bytes>;
/** Hashes a password with a random salt. Returns the string to store: `$argon2id$v=19$m=65536,t=3,p=4$…`. */
export function hashPassword(password: Input, scheme?: PasswordScheme): string;
/** Like `hashPassword`, but asynchronous: the function runs in a worker. */
export function hashPasswordAsync(password: Input, scheme?: PasswordScheme, options?: AsyncOptions): Promise<string>;
/**
 * Returns whether the password matches a stored string. The comparison takes constant time. Throws an error if the
 * string is not a password hash.
 */
export function verifyPassword(password: Input, stored: string, limits?: PasswordLimits): boolean;
/** Like `verifyPassword`, but asynchronous: the function runs in a worker. */
export function verifyPasswordAsync(
  password: Input,
  stored: string,
  limits?: PasswordLimits,
  options?: AsyncOptions,
): Promise<boolean>;
/**
 * Returns whether the function or the costs in a stored password hash differ from those that `hashPassword` would use
 * with this scheme.
 */
export function needsRehash(stored: string, scheme?: PasswordScheme): boolean;
/** Returns a streaming hash. */
export function createHash(name: string, params?: HashParams): Hash;
/** Returns a streaming extendable-output function. */
export function createXof(name: string, params?: XofParams): Xof;
/** Returns a streaming MAC. */
export function createMac(name: string, key: Input, params?: MacParams): Mac;
/** Returns an authenticated cipher, such as `chacha20-poly1305`, `aes-256-gcm` or `ascon-aead128`. */
export function createAead(name: string, key: Input, params?: AeadParams): Aead;
/**
 * Encrypts and authenticates one message. Returns the ciphertext with its tag. Two messages under one key must not have
 * the same nonce.
 */
export function seal(
  name: string,
  key: Input,
  nonce: Input,
  plaintext: Input,
  associatedData?: Input,
  params?: AeadParams,
): Bytes;
/** Returns the plaintext of a sealed message. Throws `InvalidTagError` if the tag does not verify. */
export function open(
  name: string,
  key: Input,
  nonce: Input,
  sealed: Input,
  associatedData?: Input,
  params?: AeadParams,
): Bytes;
/** Returns a block cipher without a mode, such as `camellia-256`. */
export function createCipher(name: string, key: Input, params?: CipherParams): Cipher;
/**
 * Starts to encrypt a message in a mode of a block cipher (`aes-256-ctr`, `sm4-cbc`, `serpent-256-xts`) or by a stream
 * cipher (`chacha20`). **Nothing is authenticated:** a change of the ciphertext changes the plaintext and is not
 * detected.
 */
export function createEncryptor(name: string, key: Input, iv: Input, params?: ModeParams): Mode;
/** Starts to decrypt a message that was encrypted with `createEncryptor` or `encrypt`. */
export function createDecryptor(name: string, key: Input, iv: Input, params?: ModeParams): Mode;
/** Encrypts a whole message in a mode or by a stream cipher, as `createEncryptor` does for a message in parts. */
export function encrypt(name: string, key: Input, iv: Input, data: Input, params?: ModeParams): Bytes;
/** Decrypts a whole message in a mode or by a stream cipher, as `createDecryptor` does for a message in parts. */
export function decrypt(name: string, key: Input, iv: Input, data: Input, params?: ModeParams): Bytes;
/** Options of chunked decryption. */
export interface OpenOptions {
  /** Bytes that both sides know, such as the purpose of the file. Empty by default. */
  context?: Input;
}

/** Options of chunked encryption. */
export interface SealOptions extends OpenOptions {
  /** Salt of 24 bytes, random by default. Reusing a salt with the same key and context reveals the plaintexts. */
  salt?: Input;
}

/**
 * Encrypts a key under the key encryption key `kek`, with KW (RFC 3394, `aes-256-kw`) or KWP (RFC 5649, `aes-256-kwp`).
 * Any cipher with 16-byte blocks can replace AES. KW takes keys of 16 bytes or more, in multiples of 8.
 */
export function wrapKey(name: string, kek: Input, key: Input): Bytes;
/** Returns the key that `wrapKey` encrypted. Throws `InvalidTagError` if the wrapped key does not verify. */
export function unwrapKey(name: string, kek: Input, wrapped: Input): Bytes;
/**
 * Returns a stream that seals the bytes which pass through it, with chunked encryption (c2sp.org/chunked-encryption). A
 * 32-byte key selects Cobblestone-256, and a 16-byte key selects Cobblestone-128. The stream needs constant memory.
 */
export function createSealStream(key: Input, options?: SealOptions): TransformStream<Input, Bytes>;
/**
 * Returns a stream that opens a sealed message. It passes on only verified chunks. If the message was changed or
 * truncated, it fails with `InvalidTagError`: **the plaintext is complete only if the stream ends without an error.**
 */
export function createOpenStream(key: Input, options?: OpenOptions): TransformStream<Input, Bytes>;
/** Seals a whole message in memory, in the format of `createSealStream`. */
export function sealChunked(key: Input, data: Input, options?: SealOptions): Bytes;
/** Opens a whole sealed message in memory. Throws `InvalidTagError` if the message does not verify. */
export function openChunked(key: Input, sealed: Input, options?: OpenOptions): Bytes;
/**
 * Opens bytes `start` to `end` of the plaintext of a sealed file. Reads and verifies only the chunks that contain these
 * bytes. The result is shorter if the plaintext ends before `end`.
 */
export function openRange(key: Input, sealed: Blob, start: number, end: number, options?: OpenOptions): Promise<Bytes>;
/**
 * Returns the digest of a tree hash (kt128, kt256, parallelhash128…, blake3). This thread and the workers compute the
 * digest together. `workers` is the number of threads including this thread. Default: the number of cores. Workers read
 * a `SharedArrayBuffer` directly. Other data is copied to the workers in pieces.
 */
export function treeHash(
  name: string,
  data: Blob | Input,
  options?: TreeParams & { outputBytes?: number; workers?: number },
): Promise<Bytes>;
/** Returns the properties of every algorithm. */
export function algorithms(): Algorithm[];
/** Returns the lower-case hexadecimal digits of bytes. */
export function toHex(bytes: Uint8Array): string;
