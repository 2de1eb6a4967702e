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

/** The parameters of key derivation functions; an error names what is missing. */
export interface KdfParams {
  salt?: Input;
  /** HKDF's info; KBKDF's context. */
  info?: Input;
  /** KBKDF's label. */
  label?: Input;
  /** Argon2's secret, the pepper. */
  secret?: Input;
  /** Argon2's associated data. */
  associatedData?: Input;
  /** PBKDF2's iterations. */
  iterations?: number;
  /** scrypt's cost. */
  n?: number;
  /** scrypt's block size. */
  r?: number;
  /** scrypt's parallelization, Argon2's lanes. */
  p?: number;
  /** Argon2's memory in KiB. */
  m?: number;
  /** Argon2's passes. */
  t?: number;
  /** Argon2's version, 16 or 19, which is the default. */
  version?: number;
  /** The most memory in bytes that Argon2 or scrypt may take. */
  memoryLimit?: number;
  /** Which steps of HKDF to take; both are the default. */
  step?: 'extract-and-expand' | 'extract' | 'expand';
  /** Whether Argon2 takes a salt of less than 8 bytes, too. */
  allowShortSalt?: boolean;
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
}

export interface Hash extends Streamed {
  readonly name: string;
  readonly digestBytes: number;
  /** The digest of the message; then the hash starts anew. Of a message that goes on, take `clone().digest()`. */
  digest(): Uint8Array;
  digest(form: 'hex'): string;
  /** A copy that goes its own way. */
  clone(): Hash;
}

export interface Xof extends Streamed {
  readonly name: string;
  /** The next bytes of output; after the first of them, the message is closed until `reset`. */
  read(bytes: number): Uint8Array;
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
  tag(): Uint8Array;
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
  status: 'recommended' | 'acceptable' | 'legacy' | 'broken';
  standard: string;
  outputBytes?: number;
  blockBytes?: number;
  /** The code that runs here: `simd128` or `portable`. */
  backend: string;
}

/** The digest of `data`. Throws a `RangeError` for a name or a parameter that does not fit. */
export function hash(name: string, data: Input, params?: HashParams): Uint8Array;
/** Output of any length; without one, as much as gives full collision resistance. */
export function xof(name: string, data: Input, outputBytes?: number, params?: XofParams): Uint8Array;
/** The tag of `data`. */
export function mac(name: string, key: Input, data: Input, params?: MacParams): Uint8Array;
/** Whether `tag` is the tag of `data`, in constant time. */
export function verifyMac(name: string, key: Input, data: Input, tag: Input, params?: MacParams): boolean;
/** A key of `keyBytes` bytes, 32 without, from a password or a key. */
export function kdf(name: string, secret: Input, params?: KdfParams, keyBytes?: number): Uint8Array;
/** A hash that takes its message piece by piece. */
export function createHash(name: string, params?: HashParams): Hash;
export function createXof(name: string, params?: XofParams): Xof;
export function createMac(name: string, key: Input, params?: MacParams): Mac;
/** The digest of `data` by a tree hash (kt128, kt256, parallelhash128…, blake3), its parts in workers. */
export function treeHash(
  name: string,
  data: Blob | ArrayBuffer | ArrayBufferView,
  options?: TreeParams & { outputBytes?: number; workers?: number },
): Promise<Uint8Array>;
/** Every algorithm. */
export function algorithms(): Algorithm[];
/** Bytes in hexadecimal. */
export function toHex(bytes: Uint8Array): string;
