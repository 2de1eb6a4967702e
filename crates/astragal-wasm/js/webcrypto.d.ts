/** Bytes that Web Crypto accepts. The functions copy these bytes before they return. */
export type BufferSource = ArrayBuffer | ArrayBufferView;

/** Names of the algorithms that this module implements. The platform handles calls with other algorithms. */
export type AlgorithmName =
  | 'SHA3-256' | 'SHA3-384' | 'SHA3-512'
  | 'cSHAKE128' | 'cSHAKE256'
  | 'TurboSHAKE128' | 'TurboSHAKE256'
  | 'KT128' | 'KT256'
  | 'KMAC128' | 'KMAC256'
  | 'Argon2d' | 'Argon2i' | 'Argon2id'
  | 'AES-OCB'
  | 'ChaCha20-Poly1305';

/** Name of an algorithm and its parameters. The proposal and Web Cryptography Level 2 define the members. */
export interface AlgorithmParams {
  name: string;
  [member: string]: unknown;
}
export type AlgorithmIdentifier = AlgorithmName | (string & {}) | AlgorithmParams;

export type KeyFormat = 'raw-secret' | 'raw' | 'jwk' | 'spki' | 'pkcs8' | 'raw-public' | 'raw-private' | 'raw-seed';
export type KeyUsage = 'encrypt' | 'decrypt' | 'sign' | 'verify' | 'deriveKey' | 'deriveBits' | 'wrapKey' | 'unwrapKey';

/** A key that this module or the platform created. Keys of this module cannot be stored or sent to a worker. */
export interface CryptoKey {
  readonly type: 'secret' | 'public' | 'private';
  readonly extractable: boolean;
  readonly algorithm: { name: string; length?: number };
  readonly usages: readonly KeyUsage[];
}
/** Class of the keys that this module creates. */
export const CryptoKey: { prototype: CryptoKey };

export interface JsonWebKey {
  kty?: string;
  k?: string;
  alg?: string;
  use?: string;
  key_ops?: string[];
  ext?: boolean;
  [member: string]: unknown;
}

/**
 * The interface of `crypto.subtle` (https://www.w3.org/TR/webcrypto-2/) with the symmetric algorithms of the proposal
 * "Modern Algorithms in the Web Cryptography API". Errors are `DOMException`s with the names that the proposal gives.
 */
export const subtle: {
  digest(algorithm: AlgorithmIdentifier, data: BufferSource): Promise<ArrayBuffer>;
  encrypt(algorithm: AlgorithmParams, key: CryptoKey, data: BufferSource): Promise<ArrayBuffer>;
  decrypt(algorithm: AlgorithmParams, key: CryptoKey, data: BufferSource): Promise<ArrayBuffer>;
  sign(algorithm: AlgorithmIdentifier, key: CryptoKey, data: BufferSource): Promise<ArrayBuffer>;
  verify(algorithm: AlgorithmIdentifier, key: CryptoKey, signature: BufferSource, data: BufferSource): Promise<boolean>;
  deriveBits(algorithm: AlgorithmParams, key: CryptoKey, length?: number | null): Promise<ArrayBuffer>;
  deriveKey(
    algorithm: AlgorithmParams,
    key: CryptoKey,
    derivedKeyType: AlgorithmIdentifier,
    extractable: boolean,
    usages: Iterable<KeyUsage>,
  ): Promise<CryptoKey>;
  importKey(
    format: KeyFormat,
    keyData: BufferSource | JsonWebKey,
    algorithm: AlgorithmIdentifier,
    extractable: boolean,
    usages: Iterable<KeyUsage>,
  ): Promise<CryptoKey>;
  exportKey(format: 'jwk', key: CryptoKey): Promise<JsonWebKey>;
  exportKey(format: Exclude<KeyFormat, 'jwk'>, key: CryptoKey): Promise<ArrayBuffer>;
  generateKey(algorithm: AlgorithmIdentifier, extractable: boolean, usages: Iterable<KeyUsage>): Promise<CryptoKey>;
  wrapKey(
    format: KeyFormat,
    key: CryptoKey,
    wrappingKey: CryptoKey,
    wrapAlgorithm: AlgorithmIdentifier,
  ): Promise<ArrayBuffer>;
  unwrapKey(
    format: KeyFormat,
    wrappedKey: BufferSource,
    unwrappingKey: CryptoKey,
    unwrapAlgorithm: AlgorithmIdentifier,
    unwrappedKeyAlgorithm: AlgorithmIdentifier,
    extractable: boolean,
    usages: Iterable<KeyUsage>,
  ): Promise<CryptoKey>;
};

/** Returns whether `subtle` has this operation with these parameters. */
export function supports(operation: string, algorithm: AlgorithmIdentifier, length?: number | null): boolean;
