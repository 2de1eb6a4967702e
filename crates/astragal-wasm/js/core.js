// Functions and classes of the package, which call a compiled WebAssembly module. `bundle.mjs` copies this file and the
// files that it imports into the page and into the workers.
import { connectChunked } from './chunked.js';
import { connectCiphers } from './ciphers.js';

/**
 * Thrown if a tag or a commitment does not verify: the key, the nonce or the associated data is wrong, or the message
 * was changed.
 */
export class InvalidTagError extends Error {
  constructor(message) {
    super(message);
    this.name = 'InvalidTagError';
  }
}

/** Instantiates a `WebAssembly.Module`. Returns the package's functions, which call the instance. */
export function load(module) {
  const hooks = {};
  return connect(new WebAssembly.Instance(module, importsOf(hooks)).exports, hooks);
}

/**
 * Instantiates a `WebAssembly.Module` asynchronously, and otherwise does the same as `load`. Chrome before 115 refuses
 * to instantiate modules of more than 4 KiB synchronously on a page's main thread.
 */
export async function loadAsync(module) {
  const hooks = {};
  const instance = await WebAssembly.instantiate(module, importsOf(hooks));
  return connect(instance.exports, hooks);
}

/**
 * Returns the imports of the WebAssembly module: a function that calls `hooks.progress`. `withProgress` explains how an
 * exception in `hooks.progress` cancels the derivation.
 */
function importsOf(hooks) {
  const progress = (done, total) => {
    try {
      return hooks.progress?.(done, total) === false ? 1 : 0;
    } catch (error) {
      hooks.failure = error;
      return 1;
    }
  };
  return { astragal: { progress } };
}

/** Returns the package's functions, which call the exports of a WebAssembly instance. */
function connect(exports, hooks) {
  const { memory } = exports;
  const BUFFER_BYTES = 1 << 14;
  const PARAMS_BYTES = 1 << 12;
  const INPUT_AT = exports.buffers();
  const PARAMS_AT = INPUT_AT + BUFFER_BYTES;
  const OUTPUT_AT = PARAMS_AT + PARAMS_BYTES;
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();

  // Typed arrays over the input and the output buffer in the instance's memory. When the memory grows, these arrays are
  // detached and their length becomes 0.
  let input = new Uint8Array(0);
  let output = input;
  function refreshViews() {
    input = new Uint8Array(memory.buffer, INPUT_AT, BUFFER_BYTES);
    output = new Uint8Array(memory.buffer, OUTPUT_AT, BUFFER_BYTES);
  }
  const view = (address, length) => new Uint8Array(memory.buffer, address, length);

  function bytesOf(data, name = 'data') {
    if (data instanceof Uint8Array) return data;
    if (typeof data === 'string') return encoder.encode(data);
    if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    if (data instanceof ArrayBuffer) return new Uint8Array(data);
    if (typeof SharedArrayBuffer !== 'undefined' && data instanceof SharedArrayBuffer) return new Uint8Array(data);
    throw new TypeError(`${name} is ${data === null ? 'null' : typeof data}; it must be a string (as UTF-8), an ArrayBuffer or a view of one`);
  }

  /** Returns a copy of the first `length` bytes of the output buffer, because the next call overwrites the buffer. */
  function copyOutput(length) {
    if (output.length === 0) refreshViews();
    return output.slice(0, length);
  }

  const errorText = () => decoder.decode(copyOutput(exports.error_bytes()));
  const lastError = () => new RangeError(errorText());

  const INVALID_TAG = -2;
  /** Returns the result of a call to the module. If the result means that the call failed, throws the error. */
  function check(result) {
    if (result === INVALID_TAG) throw new InvalidTagError(errorText());
    if (result < 0) throw lastError();
    return result;
  }

  /** Allocates `length` bytes, calls `use` with their address, and then wipes and frees the bytes. */
  function withMemory(length, use) {
    const address = exports.allocate(Math.max(length, 1)) >>> 0;
    if (address === 0) throw new RangeError(`cannot allocate ${length} bytes; one allocation in WebAssembly has less than 2048 MiB`);
    try {
      return use(address);
    } finally {
      exports.deallocate(address, Math.max(length, 1));
    }
  }

  /**
   * Copies the bytes into allocated memory and calls `use` with the copy's address and length. Then wipes and frees the
   * copy.
   */
  function withCopy(bytes, use) {
    return withMemory(bytes.length, (address) => {
      view(address, bytes.length).set(bytes);
      return use(address, bytes.length);
    });
  }

  /**
   * Calls `use` with the address of `length` bytes of memory, and then wipes these bytes. If `length` bytes fit into
   * the input buffer, the memory is this buffer. Therefore `use` must not call a function that writes to the input
   * buffer.
   */
  function withScratch(length, use) {
    if (length > BUFFER_BYTES) return withMemory(length, use);
    try {
      return use(INPUT_AT);
    } finally {
      view(INPUT_AT, length).fill(0);
    }
  }

  /**
   * Returns a function that looks up an algorithm by name in the module. The function caches the addresses of the
   * algorithms.
   */
  function finder(find, sizeOf) {
    const rows = new Map();
    return (name) => {
      const known = rows.get(name);
      if (known !== undefined) return known;
      const row = withCopy(encodedName(name), find);
      if (row === 0) throw lastError();
      const found = { row, size: sizeOf ? sizeOf(row) : 0 };
      rows.set(name, found);
      return found;
    };
  }
  function encodedName(name) {
    if (typeof name !== 'string') throw new TypeError(`name is ${name === null ? 'null' : typeof name}; it must be a string`);
    return encoder.encode(name);
  }
  const hashRow = finder(exports.find_hash, exports.digest_bytes);
  const xofRow = finder(exports.find_xof, exports.default_output_bytes);
  const macRow = finder(exports.find_mac, exports.tag_bytes);
  const kdfRow = finder(exports.find_kdf);

  // Letter that identifies each parameter in its encoded form, which `params.rs` decodes.
  const LETTERS = {
    hash: {
      digestBytes: 'd', key: 'k', salt: 's', personal: 'p', publicKey: 'u', keyId: 'i', nonce: 'n',
    },
    xof: { key: 'k', custom: 'c', functionName: 'f', domain: 'D', blockBytes: 'b', outputBytes: 'o' },
    mac: { custom: 'c', tagBytes: 't' },
    aead: { tagBytes: 't' },
    message: { messageBytes: 'L' },
    cipher: { tweak: 'w' },
    mode: { padding: 'z' },
    seal: { context: 'C', salt: 's' },
    open: { context: 'C' },
    kdf: {
      salt: 's', info: 'i', label: 'l', secret: 'S', associatedData: 'A', iterations: 'I', n: 'N', r: 'R', p: 'P',
      m: 'M', t: 'T', version: 'V', memoryLimit: 'L', step: 'x', allowShortSalt: 'a',
    },
    tree: { custom: 'c', blockBytes: 'b', key: 'k', context: 'C' },
    scheme: { function: 'g', iterations: 'I', n: 'N', r: 'R', p: 'P', m: 'M', t: 'T' },
    limits: { maxMemory: 'L', maxSteps: 'W' },
  };
  // Parameters with a fixed list of values. A value is encoded as its position in the list.
  const CHOICES = { step: ['extract-and-expand', 'extract', 'expand'], padding: ['none', 'pkcs7'] };
  const NUMBERS = new Set([...'dDbotINRPMTVLWxaz']);
  // Names of the parameters that are 64-bit numbers. All other numeric parameters have 32 bits.
  const LONG_NUMBERS = new Set(['n', 'memoryLimit', 'maxMemory', 'maxSteps', 'messageBytes']);

  const quoted = (value) => (typeof value === 'string' ? `'${value}'` : String(value));

  function checkWhole(name, value) {
    if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${name} is ${quoted(value)}; it must be an integer of 0 or more`);
  }

  function checkObject(name, value) {
    if (value === null || typeof value !== 'object') throw new TypeError(`${name} are ${quoted(value)}; they must be an object`);
  }

  function encodedNumber(name, value) {
    if (Object.hasOwn(CHOICES, name)) {
      const choices = CHOICES[name];
      if (!choices.includes(value)) throw new RangeError(`${name} is ${quoted(value)}; it must be ${choices.join(', ')}`);
      value = choices.indexOf(value);
    }
    if (name === 'allowShortSalt') {
      if (typeof value !== 'boolean') throw new TypeError(`allowShortSalt is ${quoted(value)}; it must be true or false`);
      value = Number(value);
    }
    checkWhole(name, value);
    if (value >= 2 ** 32 && !LONG_NUMBERS.has(name)) throw new RangeError(`${name} is ${value}; it must be less than 2^32`);
    if (name === 'domain' && value > 255) throw new RangeError(`domain is ${value}; it must be an integer from 0 to 255`);
    const bytes = new Uint8Array(8);
    new DataView(bytes.buffer).setBigUint64(0, BigInt(value), true);
    return bytes;
  }

  /**
   * Encodes the values of the parameters. Returns an array of pairs: the letter that identifies a parameter, and its
   * value as bytes.
   */
  function parts(letters, params = {}) {
    checkObject('parameters', params);
    const found = [];
    for (const name in params) {
      const value = params[name];
      if (value === undefined) continue;
      if (!Object.hasOwn(letters, name)) throw new TypeError(`unknown parameter ${name}; allowed are ${Object.keys(letters).join(', ')}`);
      const letter = letters[name];
      found.push([letter, NUMBERS.has(letter) ? encodedNumber(name, value) : bytesOf(value, name)]);
    }
    return found;
  }

  /**
   * Encodes `parts` as bytes, which `params.rs` decodes. Each part is a pair: the letter that identifies a parameter,
   * and its value as bytes.
   */
  function encoded(parts) {
    let length = 0;
    for (const [, value] of parts) length += 5 + value.length;
    const all = new Uint8Array(length);
    const lengths = new DataView(all.buffer);
    let i = 0;
    for (const [letter, value] of parts) {
      all[i] = letter.charCodeAt(0);
      lengths.setUint32(i + 1, value.length, true);
      all.set(value, i + 5);
      i += 5 + value.length;
    }
    return all;
  }

  /**
   * Calls `use` with the address and length of the encoded parameters. A WebAssembly function that reads a secret from
   * the parameters wipes them.
   */
  function withParams(parts, use) {
    if (parts.length === 0) return use(PARAMS_AT, 0);
    const bytes = encoded(parts);
    try {
      if (bytes.length > PARAMS_BYTES) return withCopy(bytes, use);
      view(PARAMS_AT, bytes.length).set(bytes);
      return use(PARAMS_AT, bytes.length);
    } finally {
      bytes.fill(0);
    }
  }

  const dispose = Symbol.dispose ?? Symbol.for('Symbol.dispose');
  // Frees an object in the module's memory if its JavaScript object becomes unreachable before `free` is called.
  const unreachable = typeof FinalizationRegistry === 'undefined' ? undefined : new FinalizationRegistry((address) => exports.free_object(address));

  /** An object in the memory of the WebAssembly module. */
  class ModuleObject {
    #address;
    constructor(address) {
      if (address === 0) throw lastError();
      this.#address = address;
      unreachable?.register(this, address, this);
    }
    get _address() {
      if (this.#address === 0) throw new TypeError('the object was freed; make a new one');
      return this.#address;
    }
    free() {
      if (this.#address === 0) return;
      unreachable?.unregister(this);
      exports.free_object(this.#address);
      this.#address = 0;
    }
    [dispose]() {
      this.free();
    }
  }

  class StreamingObject extends ModuleObject {
    update(data) {
      const address = this._address;
      if (typeof data === 'string') data = encoder.encode(data);
      const bytes = data instanceof Uint8Array ? data : bytesOf(data);
      if (input.length === 0) refreshViews();
      if (bytes.length <= BUFFER_BYTES) {
        input.set(bytes);
        if (exports.update(address, INPUT_AT, bytes.length) < 0) throw lastError();
        return this;
      }
      for (let i = 0; i < bytes.length; i += BUFFER_BYTES) {
        const piece = bytes.subarray(i, i + BUFFER_BYTES);
        if (input.length === 0) refreshViews();
        input.set(piece);
        if (exports.update(address, INPUT_AT, piece.length) < 0) throw lastError();
      }
      return this;
    }
    reset() {
      exports.reset(this._address);
      return this;
    }
  }

  function outputOf(object, length) {
    if (exports.finish(object._address, length) < 0) throw lastError();
    return copyOutput(length);
  }

  /** Calls `output` and returns the resulting bytes, or their hexadecimal digits if `form` is 'hex'. */
  function formatted(form, output) {
    if (form !== undefined && form !== 'hex') throw new TypeError(`form is ${quoted(form)}; it must be 'hex', or left out for bytes`);
    return form === 'hex' ? toHex(output()) : output();
  }

  class Hash extends StreamingObject {
    constructor(name, params, address) {
      const row = hashRow(name);
      super(address ?? withParams(parts(LETTERS.hash, params), (start, length) => exports.new_hash(row.row, start, length)));
      this.name = name;
      this.digestBytes = exports.output_bytes(this._address);
    }
    digest(form) {
      return formatted(form, () => outputOf(this, this.digestBytes));
    }
    clone() {
      return new Hash(this.name, undefined, exports.copy(this._address));
    }
  }

  class Xof extends StreamingObject {
    constructor(name, params, address) {
      const row = xofRow(name);
      super(address ?? withParams(parts(LETTERS.xof, params), (start, length) => exports.new_xof(row.row, start, length)));
      this.name = name;
    }
    read(length) {
      checkWhole('length', length);
      if (length <= BUFFER_BYTES) return outputOf(this, length);
      const all = new Uint8Array(length);
      for (let i = 0; i < length; i += BUFFER_BYTES) all.set(outputOf(this, Math.min(BUFFER_BYTES, length - i)), i);
      return all;
    }
    skip(length) {
      if (typeof length !== 'bigint') checkWhole('length', length);
      else if (length < 0n || length >> 64n !== 0n) throw new RangeError(`length is ${length}; it must be an integer from 0 to 2^64 - 1`);
      if (exports.skip(this._address, BigInt(length)) < 0) throw lastError();
      return this;
    }
    item(data) {
      const bytes = bytesOf(data);
      if (exports.begin_item(this._address, BigInt(bytes.length)) < 0) throw lastError();
      return this.update(bytes);
    }
    clone() {
      return new Xof(this.name, undefined, exports.copy(this._address));
    }
  }

  class Mac extends StreamingObject {
    constructor(name, key, params, address) {
      const row = macRow(name);
      super(address ?? withParams([['k', bytesOf(key, 'key')], ...parts(LETTERS.mac, params)], (start, length) => exports.new_mac(row.row, start, length)));
      this.name = name;
      this.tagBytes = exports.output_bytes(this._address);
    }
    tag(form) {
      return formatted(form, () => outputOf(this, this.tagBytes));
    }
    verify(tag) {
      return withCopy(bytesOf(tag, 'tag'), (start, length) => exports.verify(this._address, start, length)) === 0;
    }
    clone() {
      return new Mac(this.name, undefined, undefined, exports.copy(this._address));
    }
  }

  function hash(name, data, params) {
    const row = hashRow(name);
    const bytes = data instanceof Uint8Array ? data : bytesOf(data);
    const length = bytes.length;
    if (length > BUFFER_BYTES || params !== undefined) return oneShot(new Hash(name, params), bytes, (hash) => hash.digest());
    if (input.length === 0) refreshViews();
    input.set(bytes);
    exports.hash(row.row, INPUT_AT, length);
    return output.slice(0, row.size);
  }

  /** Appends the message `bytes` to the object, returns the result of `finish`, and frees the object. */
  function oneShot(object, bytes, finish) {
    try {
      object.update(bytes);
      return finish(object);
    } finally {
      object.free();
    }
  }

  function xof(name, data, outputBytes, params) {
    const { size } = xofRow(name);
    const length = outputBytes ?? size;
    const bytes = bytesOf(data);
    return oneShot(new Xof(name, { ...params, outputBytes: length }), bytes, (xof) => xof.read(length));
  }

  function mac(name, key, data, params) {
    const bytes = bytesOf(data);
    return oneShot(new Mac(name, key, params), bytes, (mac) => mac.tag());
  }

  function verifyMac(name, key, data, tag, params) {
    const bytes = bytesOf(data);
    return oneShot(new Mac(name, key, params), bytes, (mac) => mac.verify(tag));
  }

  /**
   * Calls `work`, during which the module calls `progress`. If `progress` throws an exception, the derivation is
   * cancelled, and this function throws the exception again.
   */
  function withProgress(progress, work) {
    const outer = hooks.progress;
    hooks.progress = progress;
    hooks.failure = undefined;
    try {
      const result = work();
      if (hooks.failure !== undefined) throw hooks.failure;
      return result;
    } finally {
      hooks.progress = outer;
      hooks.failure = undefined;
    }
  }

  function kdf(name, secret, params, keyBytes = 32, progress = undefined) {
    const { row } = kdfRow(name);
    checkWhole('keyBytes', keyBytes);
    if (keyBytes > 0x7fffffff) throw new RangeError(`keyBytes is ${keyBytes}; it must be less than 2^31`);
    const bytes = encoded([['k', bytesOf(secret, 'secret')], ...parts(LETTERS.kdf, params)]);
    try {
      return withCopy(new Uint8Array(keyBytes), (key) => {
        // Passes the parameters in allocated memory, not in the parameter buffer, because `progress` may call
        // functions that overwrite this buffer.
        const derive = (start, length) => exports.derive(row, start, length, key, keyBytes);
        if (withProgress(progress, () => withCopy(bytes, derive)) < 0) throw lastError();
        return view(key, keyBytes).slice();
      });
    } finally {
      bytes.fill(0);
    }
  }

  // Recommended costs of password hashing, from RFC 9106 section 4 and from OWASP's Password Storage Cheat Sheet of
  // 2023.
  const PRESETS = {
    'rfc9106-first': { function: 'argon2id', m: 2 ** 21, t: 1, p: 4 },
    'rfc9106-second': { function: 'argon2id', m: 2 ** 16, t: 3, p: 4 },
    'owasp-2023-argon2id': { function: 'argon2id', m: 19456, t: 2, p: 1 },
    'owasp-2023-scrypt': { function: 'scrypt', n: 2 ** 17, r: 8, p: 1 },
    'owasp-2023-pbkdf2-sha256': { function: 'pbkdf2-sha256', iterations: 600_000 },
    'owasp-2023-pbkdf2-sha512': { function: 'pbkdf2-sha512', iterations: 210_000 },
  };
  const ARGON2 = ['m', 't', 'p'];
  const SCRYPT = ['n', 'r', 'p'];
  const PBKDF2 = ['iterations'];
  const COSTS = {
    argon2id: ARGON2, argon2i: ARGON2, argon2d: ARGON2, scrypt: SCRYPT,
    'pbkdf2-sha1': PBKDF2, 'pbkdf2-sha256': PBKDF2, 'pbkdf2-sha512': PBKDF2,
  };

  /**
   * Returns the encoded parameters of a scheme. A password hashing scheme is the name of a preset, or an object with a
   * function and its costs.
   */
  function schemeParts(scheme) {
    if (typeof scheme === 'string' && Object.hasOwn(PRESETS, scheme)) return parts(LETTERS.scheme, PRESETS[scheme]);
    if (scheme === null || typeof scheme !== 'object') {
      throw new RangeError(`scheme is ${quoted(scheme)}; it must be ${Object.keys(PRESETS).join(', ')}, or an object with function and costs`);
    }
    const { function: name, ...costs } = scheme;
    if (!Object.hasOwn(COSTS, name)) throw new RangeError(`function is ${quoted(name)}; it must be ${Object.keys(COSTS).join(', ')}`);
    const names = COSTS[name];
    for (const cost of names) {
      if (costs[cost] === undefined) throw new TypeError(`${name}: missing cost ${cost}; it takes ${names.join(', ')}`);
    }
    for (const cost in costs) {
      if (!names.includes(cost)) throw new TypeError(`${name}: unknown cost ${cost}; it takes ${names.join(', ')}`);
    }
    return parts(LETTERS.scheme, scheme);
  }

  function storedBytes(stored) {
    if (typeof stored !== 'string') throw new TypeError(`stored is ${stored === null ? 'null' : typeof stored}; it must be a string that hashPassword returned`);
    return encoder.encode(stored);
  }

  function hashPassword(password, scheme = 'rfc9106-second') {
    const salt = crypto.getRandomValues(new Uint8Array(16));
    const all = [['k', bytesOf(password, 'password')], ['s', salt], ...schemeParts(scheme)];
    const length = withParams(all, exports.hash_password);
    if (length < 0) throw lastError();
    return decoder.decode(copyOutput(length));
  }

  function verifyPassword(password, stored, limits) {
    const all = [['k', bytesOf(password, 'password')], ['h', storedBytes(stored)], ...parts(LETTERS.limits, limits)];
    const isEqual = withParams(all, exports.verify_password);
    if (isEqual < 0) throw lastError();
    return isEqual === 1;
  }

  function needsRehash(stored, scheme = 'rfc9106-second') {
    const differs = withParams([['h', storedBytes(stored)], ...schemeParts(scheme)], exports.needs_rehash);
    if (differs < 0) throw lastError();
    return differs === 1;
  }

  /** Tree hash that computes the digest of a message from the records (chaining values) of its parts. */
  class Tree {
    #address;
    constructor(name, params) {
      if (exports.new_tree === undefined) throw new RangeError('this module has no tree hashes; import them from the main module');
      this.#address = withCopy(encodedName(name), (start, length) =>
        withParams(parts(LETTERS.tree, params), (params, bytes) => exports.new_tree(start, length, params, bytes)));
      if (this.#address === 0) throw lastError();
    }
    get _address() {
      if (this.#address === 0) throw new TypeError('the tree was freed; make a new one');
      return this.#address;
    }
    get leafBytes() {
      return exports.leaf_bytes(this._address);
    }
    part(start) {
      return new Part(exports.new_part(this._address, BigInt(start)));
    }
    add(record) {
      if (withCopy(record, (start, length) => exports.add_part(this._address, start, length)) < 0) throw lastError();
    }
    /**
     * Returns the first `outputBytes` bytes of the digest. `length` is the length of the message in bytes. Frees the
     * tree.
     */
    finish(length, outputBytes) {
      return withCopy(new Uint8Array(outputBytes), (output) => {
        const address = this._address;
        this.#address = 0;
        if (exports.finish_tree(address, BigInt(length), output, outputBytes) < 0) throw lastError();
        return view(output, outputBytes).slice();
      });
    }
    free() {
      if (this.#address !== 0) exports.free_tree(this.#address);
      this.#address = 0;
    }
  }

  class Part {
    #address;
    constructor(address) {
      if (address === 0) throw lastError();
      this.#address = address;
    }
    update(bytes) {
      for (let i = 0; i < bytes.length; i += BUFFER_BYTES) {
        if (input.length === 0) refreshViews();
        const piece = bytes.subarray(i, i + BUFFER_BYTES);
        input.set(piece);
        exports.update_part(this.#address, INPUT_AT, piece.length);
      }
    }
    /**
     * Returns the record of this part, from which `Tree` computes the digest of a message of `total` bytes. Frees the
     * part.
     */
    finish(total) {
      const length = exports.finish_part(this.#address, BigInt(total));
      const record = view(exports.record(this.#address) >>> 0, length).slice();
      exports.free_part(this.#address);
      this.#address = 0;
      return record;
    }
  }

  function algorithms() {
    const found = [];
    for (;;) {
      const length = exports.describe(found.length);
      if (length === 0) return found;
      const fields = decoder.decode(copyOutput(length)).split('\t');
      const [kind, name, aliases, family, status, standard, outputBytes, blockBytes, backend, keyBytes, nonceBytes] = fields;
      const number = (text) => (text ? Number(text) : undefined);
      found.push({
        kind, name, aliases: aliases ? aliases.split(',') : [], family, status, standard,
        outputBytes: number(outputBytes),
        blockBytes: number(blockBytes),
        keyBytes: number(keyBytes),
        nonceBytes: number(nonceBytes),
        backend,
      });
    }
  }

  refreshViews();
  const helpers = {
    exports, BUFFER_BYTES, InvalidTagError, ModuleObject, bytesOf, check, checkWhole, encodedName, finder, view, withCopy, withMemory, withParams,
    withScratch,
    parts: (kind, params) => parts(LETTERS[kind], params),
  };
  return {
    ...connectCiphers(helpers), ...connectChunked(helpers),
    bytesOf, checkObject, checkWhole, hash, xof, mac, verifyMac, kdf, algorithms, Tree, hashPassword, verifyPassword, needsRehash,
    createHash: (name, params) => new Hash(name, params),
    createXof: (name, params) => new Xof(name, params),
    createMac: (name, key, params) => new Mac(name, key, params),
  };
}

const DIGITS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Returns the lower-case hexadecimal digits of bytes. */
export function toHex(bytes) {
  if (!(bytes instanceof Uint8Array)) throw new TypeError(`bytes are ${bytes === null ? 'null' : typeof bytes}; they must be a Uint8Array`);
  let text = '';
  for (let i = 0; i < bytes.length; i += 1) text += DIGITS[bytes[i]];
  return text;
}
