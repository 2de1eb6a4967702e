// The interface of Web Crypto for the algorithms of the proposal "Modern Algorithms in the Web Cryptography API"
// (https://wicg.github.io/webcrypto-modern-algos/). Calls with other algorithms, or with keys that the platform
// created, go to the platform's `crypto.subtle`. Section names in comments are those of the proposal and of Web
// Cryptography Level 2.
import { InvalidTagError, kdfAsync, mac, open, seal, verifyMac, xof, hash } from './index.js';

const USAGES = ['encrypt', 'decrypt', 'sign', 'verify', 'deriveKey', 'deriveBits', 'wrapKey', 'unwrapKey'];
const OF_CIPHERS = ['encrypt', 'decrypt', 'wrapKey', 'unwrapKey'];
const FORMATS = ['raw-secret', 'raw', 'jwk', 'spki', 'pkcs8', 'raw-public', 'raw-private', 'raw-seed'];

const fail = (name, message) => { throw new DOMException(message, name); };
const operationError = (message) => fail('OperationError', message);
const notSupported = (message) => fail('NotSupportedError', message);

// Functions that convert parameters in the way that Web IDL defines.

/** Returns a copy of the bytes of `source`, so that the caller may change `source` after the call. */
function copied(source, name) {
  if (ArrayBuffer.isView(source)) return new Uint8Array(source.buffer, source.byteOffset, source.byteLength).slice();
  if (source instanceof ArrayBuffer) return new Uint8Array(source).slice();
  throw new TypeError(`${name} is ${source === null ? 'null' : typeof source}; it must be an ArrayBuffer or a view of one`);
}

const bytes = (name, required = false) => ({ name, required, convert: (value) => copied(value, name) });

/** Describes an integer parameter whose maximum value is `max`. Larger values are errors (Web IDL: [EnforceRange]). */
const integer = (name, max, required = false) => ({
  name, required,
  convert: (value) => {
    const number = Math.trunc(Number(value));
    if (!(number >= 0 && number <= max)) throw new TypeError(`${name} is ${String(value)}; it must be an integer from 0 to ${max}`);
    return number + 0;
  },
});
const long = (name, required) => integer(name, 2 ** 32 - 1, required);
const octet = (name) => integer(name, 255);

const AEAD_PARAMS = [bytes('additionalData'), bytes('iv', true), octet('tagLength')];
const KMAC_PARAMS = [bytes('customization'), long('outputLength', true)];
const ARGON2_PARAMS = [
  bytes('associatedData'), long('memory', true), bytes('nonce', true), long('parallelism', true), long('passes', true),
  bytes('secretValue'), octet('version'),
];

// Operations that each algorithm supports. Each operation lists the members that its parameters may have.
const SHA3 = { digest: [] };
const CSHAKE = { digest: [bytes('customization'), bytes('functionName'), long('outputLength', true)] };
const TURBOSHAKE = { digest: [octet('domainSeparation'), long('outputLength', true)] };
const KT = { digest: [bytes('customization'), long('outputLength', true)] };
const KMAC = {
  sign: KMAC_PARAMS, verify: KMAC_PARAMS, importKey: [long('length')], exportKey: [], generateKey: [long('length')],
  keyLength: [long('length')],
};
const ARGON2 = { deriveBits: ARGON2_PARAMS, importKey: [], keyLength: [] };
const AES_OCB = {
  encrypt: AEAD_PARAMS, decrypt: AEAD_PARAMS, importKey: [], exportKey: [], generateKey: [integer('length', 65_535, true)],
  keyLength: [integer('length', 65_535, true)],
};
const CHACHA = { encrypt: AEAD_PARAMS, decrypt: AEAD_PARAMS, importKey: [], exportKey: [], generateKey: [], keyLength: [] };
const ALGORITHMS = {
  'SHA3-256': SHA3, 'SHA3-384': SHA3, 'SHA3-512': SHA3, cSHAKE128: CSHAKE, cSHAKE256: CSHAKE,
  TurboSHAKE128: TURBOSHAKE, TurboSHAKE256: TURBOSHAKE, KT128: KT, KT256: KT, KMAC128: KMAC, KMAC256: KMAC,
  Argon2d: ARGON2, Argon2i: ARGON2, Argon2id: ARGON2, 'AES-OCB': AES_OCB, 'ChaCha20-Poly1305': CHACHA,
};
const NAMES = new Map(Object.keys(ALGORITHMS).map((name) => [name.toLowerCase(), name]));

/** Returns the platform's `crypto.subtle`, which is used for algorithms that this module lacks. */
function native() {
  return globalThis.crypto?.subtle ?? notSupported('this platform has no crypto.subtle');
}

/** Returns the canonical name of an algorithm if this module implements it, and undefined otherwise. */
function ownName(algorithm) {
  const name = typeof algorithm === 'object' && algorithm !== null ? algorithm.name : algorithm;
  return NAMES.get(String(name).toLowerCase());
}

/** Checks the parameters of an operation of the algorithm `name`, and returns them with converted values. */
function normalized(name, algorithm, operation) {
  const members = ALGORITHMS[name][operation];
  if (members === undefined) notSupported(`${name} has no operation ${operation}`);
  const params = { name };
  for (const member of members) {
    const value = typeof algorithm === 'object' ? algorithm[member.name] : undefined;
    if (value !== undefined) params[member.name] = member.convert(value);
    else if (member.required) throw new TypeError(`${name}: missing ${member.name}`);
  }
  return params;
}

function checkedUsages(usages) {
  const given = Array.from(usages, String);
  for (const usage of given) {
    if (!USAGES.includes(usage)) throw new TypeError(`usage is '${usage}'; it must be ${USAGES.join(', ')}`);
  }
  return USAGES.filter((usage) => given.includes(usage));
}

function checkFormat(format) {
  if (!FORMATS.includes(String(format))) throw new TypeError(`format is '${String(format)}'; it must be ${FORMATS.join(', ')}`);
}

/** A key of this module. Other code cannot read its bytes, except through `exportKey` if it is extractable. */
export class CryptoKey {
  #bytes;
  #algorithm;
  #extractable;
  #usages;
  constructor(token, bytes, algorithm, extractable, usages) {
    if (token !== TOKEN) throw new TypeError('Illegal constructor');
    this.#bytes = bytes;
    this.#algorithm = algorithm;
    this.#extractable = extractable;
    this.#usages = usages;
  }
  get type() { return 'secret'; }
  get extractable() { return this.#extractable; }
  get algorithm() { return this.#algorithm; }
  get usages() { return this.#usages; }
  get [Symbol.toStringTag]() { return 'CryptoKey'; }
  static isOwn(key) { return typeof key === 'object' && key !== null && #bytes in key; }
  static bytesOf(key, token) {
    if (token !== TOKEN) throw new TypeError('Illegal invocation');
    return key.#bytes;
  }
  // Requires the token, so that only this module can read the private fields. Returns the private fields and not the
  // public attributes, because callers can override the attributes.
  static factsOf(key, token) {
    if (token !== TOKEN) throw new TypeError('Illegal invocation');
    return { name: key.#algorithm.name, extractable: key.#extractable, usages: key.#usages };
  }
}
/** Token that gives access to the private fields of a `CryptoKey`. Only this module knows it. */
const TOKEN = Symbol('astragal');
const bytesOf = (key) => CryptoKey.bytesOf(key, TOKEN);

function newKey(bytes, algorithm, extractable, usages) {
  if (usages.length === 0) fail('SyntaxError', 'usages are empty; a secret key needs one or more');
  return new CryptoKey(TOKEN, bytes, Object.freeze(algorithm), extractable, Object.freeze(usages));
}

/** Throws an error unless the key may be used for this operation. */
function checkUse(key, name, usage) {
  const facts = CryptoKey.factsOf(key, TOKEN);
  if (facts.name !== name) fail('InvalidAccessError', `the key is for ${facts.name}, not for ${name}`);
  if (!facts.usages.includes(usage)) fail('InvalidAccessError', `the key's usages are ${facts.usages.join(', ')}; ${usage} is not among them`);
}

/**
 * Waits one microtask. Microtasks that the caller has already queued then run first, as they would if another thread
 * did the work.
 */
const turn = () => Promise.resolve();

/**
 * Returns the result of `call`. If `call` throws an error, throws the error that Web Crypto defines for the operation.
 */
async function operation(call) {
  try {
    return await call();
  } catch (error) {
    if (error instanceof DOMException || error instanceof TypeError) throw error;
    return operationError(error instanceof InvalidTagError ? 'the message does not verify' : String(error.message ?? error));
  }
}

function wholeBytes(bits) {
  if (bits % 8 !== 0) notSupported(`outputLength is ${bits}; it must be a multiple of 8`);
  return bits / 8;
}

/** Operation "Digest" of SHA-3, cSHAKE, TurboSHAKE and KangarooTwelve. */
function digestOf({ name, outputLength, customization, functionName, domainSeparation }, data) {
  const algorithm = name.toLowerCase();
  if (ALGORITHMS[name] === SHA3) return hash(algorithm, data);
  if (ALGORITHMS[name] === CSHAKE) return xof(algorithm, data, wholeBytes(outputLength), { custom: customization, functionName });
  if (outputLength === 0 || outputLength % 8 !== 0) operationError(`outputLength is ${outputLength}; it must be a positive multiple of 8`);
  if (ALGORITHMS[name] === KT) return xof(algorithm, data, outputLength / 8, { custom: customization });
  const domain = domainSeparation ?? 0x1f;
  if (domain < 1 || domain > 0x7f) operationError(`domainSeparation is ${domain}; it must be from 1 to 127`);
  return xof(algorithm, data, outputLength / 8, { domain });
}

/** Returns the arguments that `seal` and `open` have in common: name, key, nonce and parameters. */
function aeadArguments({ name, iv, tagLength = 128 }, key) {
  const bytes = bytesOf(key);
  if (name === 'ChaCha20-Poly1305') {
    if (iv.length !== 12) operationError(`iv is ${iv.length} bytes; it must be 12`);
    if (tagLength !== 128) operationError(`tagLength is ${tagLength}; it must be 128`);
    return ['chacha20-poly1305', bytes, iv, undefined];
  }
  if (iv.length > 15) operationError(`iv is ${iv.length} bytes; it must be at most 15`);
  if (![64, 96, 128].includes(tagLength)) operationError(`tagLength is ${tagLength}; it must be 64, 96 or 128`);
  return [`aes-${8 * bytes.length}-ocb`, bytes, iv, { tagBytes: tagLength / 8 }];
}

function encryptBytes(params, key, data) {
  const [name, bytes, iv, options] = aeadArguments(params, key);
  return seal(name, bytes, iv, data, params.additionalData, options);
}

function decryptBytes(params, key, data) {
  const [name, bytes, iv, options] = aeadArguments(params, key);
  return open(name, bytes, iv, data, params.additionalData, options);
}

const macArguments = ({ customization, outputLength }) => ({ custom: customization, tagBytes: wholeBytes(outputLength) });

function argon2(params, key, length) {
  const { name, nonce, memory, passes, parallelism, secretValue, associatedData, version = 19 } = params;
  if (typeof length !== 'number' || length < 32 || length % 8 !== 0) operationError(`length is ${length}; it must be a multiple of 8, of 32 or more`);
  if (version !== 19) operationError(`version is ${version}; it must be 19`);
  if (parallelism === 0 || parallelism > 2 ** 24 - 1) operationError(`parallelism is ${parallelism}; it must be from 1 to 2^24 - 1`);
  if (memory < 8 * parallelism) operationError(`memory is ${memory}; it must be at least ${8 * parallelism}`);
  if (passes === 0) operationError('passes is 0; it must be at least 1');
  const costs = { salt: nonce, m: memory, t: passes, p: parallelism, secret: secretValue, associatedData, allowShortSalt: true };
  return kdfAsync(name.toLowerCase(), bytesOf(key), costs, length / 8);
}


function decodedBase64Url(text) {
  if (typeof text !== 'string' || !/^[\w-]*$/.test(text)) fail('DataError', 'k is not base64url');
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));
}

function encodedBase64Url(bytes) {
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Returns the member `alg` of a key in JSON Web Key format. */
function jwkAlgorithm(name, bytes) {
  if (name === 'AES-OCB') return `A${8 * bytes.length}OCB`;
  return { 'ChaCha20-Poly1305': 'C20P', KMAC128: 'K128', KMAC256: 'K256' }[name];
}

/** Returns the key bytes that a JSON Web Key (RFC 7517) contains. */
function jwkBytes(name, jwk, extractable, usages) {
  if (jwk === null || typeof jwk !== 'object' || ArrayBuffer.isView(jwk) || jwk instanceof ArrayBuffer) throw new TypeError('keyData is not a JsonWebKey');
  const { kty, k, alg, use, key_ops: operations, ext } = jwk;
  if (kty !== 'oct') fail('DataError', `kty is ${kty}; it must be oct`);
  const bytes = decodedBase64Url(k);
  if (alg !== undefined && alg !== jwkAlgorithm(name, bytes)) fail('DataError', `alg is ${alg}; it must be ${jwkAlgorithm(name, bytes)}`);
  // The value of `use` for a MAC key is `sig` in RFC 7517, and `sign` in the proposal.
  const expected = ALGORITHMS[name] === KMAC ? ['sig', 'sign'] : ['enc'];
  if (usages.length > 0 && use !== undefined && !expected.includes(use)) fail('DataError', `use is ${use}; it must be ${expected[0]}`);
  if (operations !== undefined) {
    if (!Array.isArray(operations) || new Set(operations).size !== operations.length) fail('DataError', 'key_ops is invalid');
    if (usages.some((usage) => !operations.includes(usage))) fail('DataError', `key_ops is ${operations.join(', ')}; it lacks a usage`);
  }
  if (ext === false && extractable) fail('DataError', 'ext is false, and extractable is true');
  return bytes;
}

/**
 * Operation "Import Key" of all algorithms. Accepts the format `raw-secret` and, except for Argon2, the format `jwk`.
 */
function imported(params, format, keyData, extractable, usages) {
  const { name } = params;
  const allowed = { encrypt: OF_CIPHERS, sign: ['sign', 'verify'], deriveBits: ['deriveKey', 'deriveBits'] };
  const kind = Object.keys(allowed).find((kind) => kind in ALGORITHMS[name]);
  if (usages.some((usage) => !allowed[kind].includes(usage))) fail('SyntaxError', `usages are ${usages.join(', ')}; ${name} takes ${allowed[kind].join(', ')}`);
  const isRaw = format === 'raw-secret';
  if (kind === 'deriveBits') {
    if (!isRaw) notSupported(`format is ${format}; ${name} takes raw-secret`);
    if (extractable) fail('SyntaxError', `extractable is true; ${name} takes false`);
    return newKey(keyData, { name }, false, usages);
  }
  if (!isRaw && format !== 'jwk') notSupported(`format is ${format}; ${name} takes raw-secret and jwk`);
  const bytes = isRaw ? keyData : jwkBytes(name, keyData, extractable, usages);
  const bits = 8 * bytes.length;
  if (name === 'AES-OCB') {
    if (![128, 192, 256].includes(bits)) fail('DataError', `key is ${bits} bits; ${name} takes 128, 192 or 256`);
    return newKey(bytes, { name, length: bits }, extractable, usages);
  }
  if (name === 'ChaCha20-Poly1305') {
    if (bits !== 256) fail('DataError', `key is ${bits} bits; ${name} takes 256`);
    return newKey(bytes, { name }, extractable, usages);
  }
  const { length = bits } = params;
  if (length > bits || length <= bits - 8) fail('DataError', `length is ${length}; the key has ${bits} bits`);
  if (length !== bits) notSupported(`length is ${length}; it must be a multiple of 8`);
  return newKey(bytes, { name, length }, extractable, usages);
}

/** Operation "Get key length": returns the length in bits of an algorithm's key. */
function keyLength({ name, length }) {
  if (name === 'AES-OCB') {
    if (![128, 192, 256].includes(length)) operationError(`length is ${length}; it must be 128, 192 or 256`);
    return length;
  }
  if (name === 'ChaCha20-Poly1305') return 256;
  if (ALGORITHMS[name] === KMAC) return length ?? Number(name.slice(4));
  return null;
}

function exported(format, key) {
  const { name, extractable, usages } = CryptoKey.factsOf(key, TOKEN);
  const bytes = bytesOf(key);
  if (!('exportKey' in ALGORITHMS[name])) notSupported(`${name} has no operation exportKey`);
  if (!extractable) fail('InvalidAccessError', 'the key is not extractable');
  if (format === 'raw-secret') return bytes.slice().buffer;
  if (format !== 'jwk') notSupported(`format is ${format}; ${name} takes raw-secret and jwk`);
  return { kty: 'oct', k: encodedBase64Url(bytes), alg: jwkAlgorithm(name, bytes), key_ops: [...usages], ext: extractable };
}

const toJson = (jwk) => new TextEncoder().encode(JSON.stringify(jwk));
function fromJson(bytes) {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return fail('DataError', 'the unwrapped key is not JSON');
  }
}

/** Default key lengths of HMAC in bits: the block length of each hash. */
const HMAC_BITS = { 'SHA-1': 512, 'SHA-256': 512, 'SHA-384': 1024, 'SHA-512': 1024 };

/** Returns the length in bits of the key to derive. `algorithm` is an algorithm of the platform. */
function nativeKeyLength(algorithm) {
  const { name, length, hash } = typeof algorithm === 'object' ? algorithm : { name: algorithm };
  if (/^(hkdf|pbkdf2)$/i.test(name)) return null;
  return length ?? HMAC_BITS[String(hash?.name ?? hash).toUpperCase()] ?? operationError(`${name}: missing length`);
}

/**
 * Derives `length` bits from a key of the platform. Calls `deriveKey`, because the key may lack the usage `deriveBits`.
 */
async function nativeBits(algorithm, key, length) {
  const carrier = await native().deriveKey(algorithm, key, { name: 'HMAC', hash: 'SHA-256', length }, true, ['sign']);
  return native().exportKey('raw', carrier);
}

export const subtle = {
  async digest(algorithm, data) {
    const name = ownName(algorithm);
    if (name === undefined) return native().digest(algorithm, data);
    const params = normalized(name, algorithm, 'digest');
    const message = copied(data, 'data');
    await turn();
    return operation(() => digestOf(params, message).buffer);
  },
  async encrypt(algorithm, key, data) {
    if (!CryptoKey.isOwn(key)) return native().encrypt(algorithm, key, data);
    return crypt('encrypt', algorithm, key, data, encryptBytes);
  },
  async decrypt(algorithm, key, data) {
    if (!CryptoKey.isOwn(key)) return native().decrypt(algorithm, key, data);
    return crypt('decrypt', algorithm, key, data, decryptBytes);
  },
  async sign(algorithm, key, data) {
    if (!CryptoKey.isOwn(key)) return native().sign(algorithm, key, data);
    return crypt('sign', algorithm, key, data, (params, key, data) => mac(params.name.toLowerCase(), bytesOf(key), data, macArguments(params)));
  },
  async verify(algorithm, key, signature, data) {
    if (!CryptoKey.isOwn(key)) return native().verify(algorithm, key, signature, data);
    const name = ownName(algorithm) ?? notSupported('this algorithm has no keys of this module');
    const params = normalized(name, algorithm, 'verify');
    const [tag, message] = [copied(signature, 'signature'), copied(data, 'data')];
    await turn();
    checkUse(key, name, 'verify');
    return operation(() => {
      const options = macArguments(params);
      return tag.length === options.tagBytes && verifyMac(name.toLowerCase(), bytesOf(key), message, tag, options);
    });
  },
  async deriveBits(algorithm, key, length = null) {
    if (!CryptoKey.isOwn(key)) return native().deriveBits(algorithm, key, length);
    return derived('deriveBits', algorithm, key, length);
  },
  async deriveKey(algorithm, key, derivedKeyType, extractable, usages) {
    const own = ownName(derivedKeyType);
    if (!CryptoKey.isOwn(key) && own === undefined) return native().deriveKey(algorithm, key, derivedKeyType, extractable, usages);
    const length = own === undefined ? nativeKeyLength(derivedKeyType) : keyLength(normalized(own, derivedKeyType, 'keyLength'));
    const bits = CryptoKey.isOwn(key) ? await derived('deriveKey', algorithm, key, length) : await nativeBits(algorithm, key, length);
    return subtle.importKey(own === undefined ? 'raw' : 'raw-secret', bits, derivedKeyType, extractable, usages);
  },
  async importKey(format, keyData, algorithm, extractable, usages) {
    const name = ownName(algorithm);
    if (name === undefined) return native().importKey(format, keyData, algorithm, extractable, usages);
    checkFormat(format);
    const params = normalized(name, algorithm, 'importKey');
    const uses = checkedUsages(usages);
    const data = format === 'jwk' ? keyData : copied(keyData, 'keyData');
    await turn();
    return imported(params, format, data, Boolean(extractable), uses);
  },
  async exportKey(format, key) {
    if (!CryptoKey.isOwn(key)) return native().exportKey(format, key);
    checkFormat(format);
    await turn();
    return exported(format, key);
  },
  async generateKey(algorithm, extractable, usages) {
    const name = ownName(algorithm);
    if (name === undefined) return native().generateKey(algorithm, extractable, usages);
    const params = normalized(name, algorithm, 'generateKey');
    const uses = checkedUsages(usages);
    await turn();
    const length = keyLength(params);
    if (length === 0 || length % 8 !== 0) operationError(`length is ${length}; it must be a positive multiple of 8`);
    const bytes = globalThis.crypto.getRandomValues(new Uint8Array(length / 8));
    return imported({ name }, 'raw-secret', bytes, Boolean(extractable), uses);
  },
  async wrapKey(format, key, wrappingKey, wrapAlgorithm) {
    if (!CryptoKey.isOwn(wrappingKey) && !CryptoKey.isOwn(key)) return native().wrapKey(format, key, wrappingKey, wrapAlgorithm);
    if (!CryptoKey.isOwn(wrappingKey)) notSupported('a key of the platform cannot wrap a key of this module');
    const exportedKey = await subtle.exportKey(format, key);
    return crypt('encrypt', wrapAlgorithm, wrappingKey, format === 'jwk' ? toJson(exportedKey) : exportedKey, encryptBytes, 'wrapKey');
  },
  async unwrapKey(format, wrappedKey, unwrappingKey, unwrapAlgorithm, unwrappedKeyAlgorithm, extractable, usages) {
    if (!CryptoKey.isOwn(unwrappingKey)) {
      if (ownName(unwrappedKeyAlgorithm) !== undefined) notSupported('a key of the platform cannot unwrap a key of this module');
      return native().unwrapKey(format, wrappedKey, unwrappingKey, unwrapAlgorithm, unwrappedKeyAlgorithm, extractable, usages);
    }
    const bytes = await crypt('decrypt', unwrapAlgorithm, unwrappingKey, wrappedKey, decryptBytes, 'unwrapKey');
    return subtle.importKey(format, format === 'jwk' ? fromJson(bytes) : bytes, unwrappedKeyAlgorithm, extractable, usages);
  },
};

/** Checks the arguments and the key, and then calls `use` to encrypt, decrypt or sign a copy of the data. */
async function crypt(kind, algorithm, key, data, use, usage = kind) {
  const name = ownName(algorithm) ?? fail('InvalidAccessError', 'the key is for another algorithm');
  const params = normalized(name, algorithm, kind);
  const message = copied(data, 'data');
  await turn();
  checkUse(key, name, usage);
  return operation(() => use(params, key, message).buffer);
}

async function derived(usage, algorithm, key, length) {
  const name = ownName(algorithm) ?? fail('InvalidAccessError', 'the key is for another algorithm');
  const params = normalized(name, algorithm, 'deriveBits');
  await turn();
  checkUse(key, name, usage);
  return operation(async () => (await argon2(params, key, length)).buffer);
}

/** Returns whether `subtle` has an operation with these parameters. */
export function supports(operation, algorithm, length = null) {
  const name = ownName(algorithm);
  if (name === undefined) return globalThis.SubtleCrypto?.supports?.(operation, algorithm, length) ?? false;
  const kinds = { wrapKey: 'encrypt', unwrapKey: 'decrypt', deriveKey: 'deriveBits' };
  try {
    normalized(name, algorithm, kinds[operation] ?? operation);
    return true;
  } catch {
    return false;
  }
}
