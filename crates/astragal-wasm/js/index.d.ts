/// <reference lib="esnext.disposable" />

/** Bytes in memory of their own: `Uint8Array<ArrayBuffer>` from TypeScript 5.7 on, as `crypto.subtle` and `Blob` ask. */
export type Bytes = ReturnType<typeof Uint8Array.from>;

/** Bytes, or a text as UTF-8. */
export type Input = string | ArrayBuffer | SharedArrayBuffer | ArrayBufferView;

/** What some hashes take beside the message. */
export interface HashParams {
  /** The digest's length in bytes, where it is chosen: of BLAKE2 and Skein. */
  digestBytes?: number;
  /** The key of BLAKE2 and Skein. */
  key?: Input;
  /** The salt of BLAKE and BLAKE2. */
  salt?: Input;
  /** The personalization of BLAKE2 and Skein. */
  personal?: Input;
  /** Skein's public key, key identifier and nonce. */
  publicKey?: Input;
  keyId?: Input;
  nonce?: Input;
}

/** What some extendable-output functions take beside the message. */
export interface XofParams {
  /** The key of those that have one. */
  key?: Input;
  /** The customization string. */
  custom?: Input;
  /** The function name of cSHAKE. */
  functionName?: Input;
  /** TurboSHAKE's domain separation byte. */
  domain?: number;
  /** ParallelHash's block size in bytes. */
  blockBytes?: number;
  /** The output's length in bytes, which TupleHash, ParallelHash and KMAC are told beforehand. */
  outputBytes?: number;
}

/** What some message authentication codes take beside key and message. */
export interface MacParams {
  /** The customization string of KMAC. */
  custom?: Input;
  /** The tag's length in bytes, where it is chosen. */
  tagBytes?: number;
}

/** The parameters of Argon2. */
export interface Argon2Params {
  /** 8 bytes or more, another for each password. */
  salt: Input;
  /** Memory in KiB. */
  m: number;
  /** Passes. */
  t: number;
  /** Lanes. */
  p: number;
  /** The secret, or pepper. */
  secret?: Input;
  associatedData?: Input;
  /** 16 or 19, which is the default. */
  version?: number;
  /** The most memory in bytes. */
  memoryLimit?: number;
  /** Whether a salt of less than 8 bytes is taken, too. */
  allowShortSalt?: boolean;
}

/** The parameters of scrypt. */
export interface ScryptParams {
  salt: Input;
  /** The cost, a power of two. */
  n: number;
  /** The block size. */
  r: number;
  /** The parallelization. */
  p: number;
  /** The most memory in bytes. */
  memoryLimit?: number;
}

/** The parameters of PBKDF2. */
export interface Pbkdf2Params {
  salt: Input;
  iterations: number;
}

/** The parameters of HKDF. */
export interface HkdfParams {
  salt?: Input;
  /** The key's purpose. */
  info?: Input;
  /** Which steps to take; both are the default. */
  step?: 'extract-and-expand' | 'extract' | 'expand';
}

/** The parameters of KBKDF. */
export interface KbkdfParams {
  /** The key's purpose. */
  label?: Input;
  /** The context. */
  info?: Input;
}

/** All of them, for a name that is known at run time alone; an error names what is missing. */
export type KdfParams = Partial<Argon2Params & ScryptParams & Pbkdf2Params & HkdfParams & KbkdfParams>;

/** The parameters that the function of this name takes. */
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

/** What follows the input of a derivation: optional where no parameter is needed. */
type KdfRest<Name extends string> = undefined extends KdfParamsOf<Name>
  ? [params?: KdfParamsOf<Name>, keyBytes?: number]
  : [params: KdfParamsOf<Name>, keyBytes?: number];
type KdfRestAsync<Name extends string> = undefined extends KdfParamsOf<Name>
  ? [params?: KdfParamsOf<Name>, keyBytes?: number, options?: AsyncOptions]
  : [params: KdfParamsOf<Name>, keyBytes?: number, options?: AsyncOptions];

/** How an asynchronous derivation is watched and ended. */
export interface AsyncOptions {
  /** Called some times a second with the steps done and the steps in all. */
  onProgress?: (done: number, total: number) => void;
  /** Ends the derivation; the promise rejects with the signal's reason. */
  signal?: AbortSignal;
}

/** Recommended costs: of RFC 9106 section 4, and of OWASP's Password Storage Cheat Sheet of 2023. */
export type PasswordPreset =
  | 'rfc9106-first'
  | 'rfc9106-second'
  | 'owasp-2023-argon2id'
  | 'owasp-2023-scrypt'
  | 'owasp-2023-pbkdf2-sha256'
  | 'owasp-2023-pbkdf2-sha512';

/** A preset, or a function with its costs. */
export type PasswordScheme =
  | PasswordPreset
  | { function: 'argon2id' | 'argon2i' | 'argon2d'; m: number; t: number; p: number }
  | { function: 'scrypt'; n: number; r: number; p: number }
  | { function: 'pbkdf2-sha1' | 'pbkdf2-sha256' | 'pbkdf2-sha512'; iterations: number };

/** What a stored string may ask for, which may come from somebody else. */
export interface PasswordLimits {
  /** Bytes of memory; 2 GiB by default. */
  maxMemory?: number;
  /** Steps of about a microsecond; 16 million by default. */
  maxSteps?: number;
}

/** A tree hash's parameters. */
export interface TreeParams {
  /** The customization string of KT128, KT256 and ParallelHash. */
  custom?: Input;
  /** ParallelHash's block size in bytes. */
  blockBytes?: number;
  /** BLAKE3's key, 32 bytes. */
  key?: Input;
  /** The context of BLAKE3's key derivation. */
  context?: Input;
}

interface Streamed {
  /** Appends to the message. */
  update(data: Input): this;
  /** Forgets the message, and nothing else. */
  reset(): this;
  /** Wipes the object; otherwise that happens some time after it is out of reach. */
  free(): void;
  /** `free`, at the end of the block of `using`. */
  [Symbol.dispose](): void;
}

export interface Hash extends Streamed {
  readonly name: string;
  readonly digestBytes: number;
  /** The digest of the message; then the hash starts anew. Of a message that goes on, take `clone().digest()`. */
  digest(): Bytes;
  digest(form: 'hex'): string;
  /** A copy that goes its own way. */
  clone(): Hash;
}

export interface Xof extends Streamed {
  readonly name: string;
  /** The next bytes of output; after the first of them, the message is closed until `reset`. */
  read(bytes: number): Bytes;
  /** Passes over output: BLAKE3's at no cost. */
  skip(bytes: number | bigint): this;
  /** Appends an element to the tuple that TupleHash hashes. */
  item(data: Input): this;
  clone(): Xof;
}

export interface Mac extends Streamed {
  readonly name: string;
  readonly tagBytes: number;
  /** The message's tag; then the code starts anew under its key. */
  tag(): Bytes;
  /** Whether this is the message's tag, in constant time; then the code starts anew under its key. */
  verify(tag: Input): boolean;
  clone(): Mac;
}

/** What is known of an algorithm. */
export interface Algorithm {
  kind: string;
  name: string;
  aliases: string[];
  family: string;
  status: 'recommended' | 'acceptable' | 'legacy' | 'broken' | 'not-cryptographic';
  standard: string;
  outputBytes?: number;
  blockBytes?: number;
  /** The code that runs here: `simd128` or `portable`. */
  backend: string;
}

/** The digest of `data`. Throws a `RangeError` for a name or a parameter that does not fit. */
export function hash(name: string, data: Input, params?: HashParams): Bytes;
/** Output of any length; without one, as much as gives full collision resistance. */
export function xof(name: string, data: Input, outputBytes?: number, params?: XofParams): Bytes;
/** The tag of `data`. */
export function mac(name: string, key: Input, data: Input, params?: MacParams): Bytes;
/** Whether `tag` is the tag of `data`, in constant time. */
export function verifyMac(name: string, key: Input, data: Input, tag: Input, params?: MacParams): boolean;
/** A key of `keyBytes` bytes, 32 without, from a password or a key. */
export function kdf<Name extends string>(name: Name, secret: Input, ...rest: KdfRest<Name>): Bytes;
/** The same in a worker, so that this thread goes on. */
export function kdfAsync<Name extends string>(name: Name, secret: Input, ...rest: KdfRestAsync<Name>): Promise<Bytes>;
/** The string to store for a password, under a random salt: `$argon2id$v=19$m=65536,t=3,p=4$…`. */
export function hashPassword(password: Input, scheme?: PasswordScheme): string;
/** The same in a worker. */
export function hashPasswordAsync(password: Input, scheme?: PasswordScheme, options?: AsyncOptions): Promise<string>;
/** Whether the password is the one of the stored string, in constant time. */
export function verifyPassword(password: Input, stored: string, limits?: PasswordLimits): boolean;
/** The same in a worker. */
export function verifyPasswordAsync(
  password: Input,
  stored: string,
  limits?: PasswordLimits,
  options?: AsyncOptions,
): Promise<boolean>;
/** Whether the stored string was made otherwise than `hashPassword` would make it now. */
export function needsRehash(stored: string, scheme?: PasswordScheme): boolean;
/** A hash that takes its message piece by piece. */
export function createHash(name: string, params?: HashParams): Hash;
export function createXof(name: string, params?: XofParams): Xof;
export function createMac(name: string, key: Input, params?: MacParams): Mac;
/**
 * The digest of `data` by a tree hash (kt128, kt256, parallelhash128…, blake3), on this thread and in workers, as many
 * as there are cores. A `SharedArrayBuffer` is not copied; of other memory workers get copies of pieces.
 */
export function treeHash(
  name: string,
  data: Blob | Input,
  options?: TreeParams & { outputBytes?: number; workers?: number },
): Promise<Bytes>;
/** Every algorithm. */
export function algorithms(): Algorithm[];
/** Bytes in hexadecimal. */
export function toHex(bytes: Uint8Array): string;
