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

/** Parameters of an extendable-output function, in addition to the message. */
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
  /** Output length in bytes. TupleHash, ParallelHash and KMAC include the length in the hashed input. */
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
  /** Purpose of the key. */
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

/** Arguments of `kdf` after the secret. `params` is optional if the function requires no parameter. */
type KdfRest<Name extends string> = undefined extends KdfParamsOf<Name>
  ? [params?: KdfParamsOf<Name>, keyBytes?: number]
  : [params: KdfParamsOf<Name>, keyBytes?: number];
type KdfRestAsync<Name extends string> = undefined extends KdfParamsOf<Name>
  ? [params?: KdfParamsOf<Name>, keyBytes?: number, options?: AsyncOptions]
  : [params: KdfParamsOf<Name>, keyBytes?: number, options?: AsyncOptions];

/** Options for the progress and cancellation of an asynchronous derivation. */
export interface AsyncOptions {
  /**
   * Called several times per second with the steps done and the total number of steps. If the function throws, the
   * promise rejects with the exception.
   */
  onProgress?: (done: number, total: number) => void;
  /** Cancels the derivation. The promise rejects with the signal's reason. */
  signal?: AbortSignal;
}

/**
 * Presets with recommended costs from RFC 9106 section 4 and from OWASP's Password Storage Cheat Sheet of 2023.
 * `rfc9106-first` is only for `needsRehash`, because it needs 2 GiB, which WebAssembly cannot allocate.
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

/** Limits for the costs in a stored string, which may be untrusted. */
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
  /** Key of BLAKE3, 32 bytes. */
  key?: Input;
  /** Context of BLAKE3's key derivation. */
  context?: Input;
}

interface StreamingObject {
  /** Appends data to the message. */
  update(data: Input): this;
  /** Resets the object to the empty message, with the same key and parameters. */
  reset(): this;
  /** Wipes and frees the object. Without this call, the object is wiped some time after it becomes unreachable. */
  free(): void;
  /** Calls `free`. A `using` declaration calls this method at the end of its block. */
  [Symbol.dispose](): void;
}

export interface Hash extends StreamingObject {
  readonly name: string;
  readonly digestBytes: number;
  /**
   * Returns the digest and resets the hash. `clone().digest()` returns the digest of the message so far without a
   * reset.
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
  /** Skips `bytes` bytes of output. BLAKE3 skips them in constant time. */
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

/** Properties of an algorithm. */
export interface Algorithm {
  kind: string;
  name: string;
  aliases: string[];
  family: string;
  status: 'recommended' | 'acceptable' | 'legacy' | 'broken' | 'not-cryptographic';
  standard: string;
  outputBytes?: number;
  blockBytes?: number;
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
/** Returns a string to store for a password, made with a random salt: `$argon2id$v=19$m=65536,t=3,p=4$…`. */
export function hashPassword(password: Input, scheme?: PasswordScheme): string;
/** Like `hashPassword`, but asynchronous: the function runs in a worker. */
export function hashPasswordAsync(password: Input, scheme?: PasswordScheme, options?: AsyncOptions): Promise<string>;
/**
 * Returns whether the password matches a stored string. The comparison takes constant time. Throws if the string is
 * not a password hash.
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
 * Returns whether the stored string has another function or other costs than `hashPassword` would use with this
 * scheme.
 */
export function needsRehash(stored: string, scheme?: PasswordScheme): boolean;
/** Returns a streaming hash. */
export function createHash(name: string, params?: HashParams): Hash;
/** Returns a streaming extendable-output function. */
export function createXof(name: string, params?: XofParams): Xof;
/** Returns a streaming MAC. */
export function createMac(name: string, key: Input, params?: MacParams): Mac;
/**
 * Returns the digest of a tree hash (kt128, kt256, parallelhash128…, blake3). This thread and the workers compute the
 * digest together. `workers` is the number of threads including this thread. Default: the number of cores. Workers
 * read a `SharedArrayBuffer` directly. Data in other memory is copied to the workers in pieces.
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
