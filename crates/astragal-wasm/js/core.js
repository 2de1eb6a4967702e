// The functions and classes of the package, over a compiled module. In one file without imports, because a page and
// workers are built from its text.

/** Instantiates a `WebAssembly.Module` and returns the package's functions. */
export function load(module) {
  const hooks = { progress: undefined };
  const imports = { astragal: { progress: (done, total) => (hooks.progress?.(done, total) === false ? 1 : 0) } };
  return connect(new WebAssembly.Instance(module, imports).exports, hooks);
}

/** Returns the package's functions over the exports of an instance. */
function connect(exports, hooks) {
  const { memory } = exports;
  const ROOM = 1 << 14;
  const PARAMS = 1 << 12;
  const INPUT_AT = exports.rooms();
  const PARAMS_AT = INPUT_AT + ROOM;
  const OUTPUT_AT = PARAMS_AT + PARAMS;
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();

  // Views of the module's memory, made anew when it has grown: those of before then have no bytes.
  let input = new Uint8Array(0);
  let output = input;
  function look() {
    input = new Uint8Array(memory.buffer, INPUT_AT, ROOM);
    output = new Uint8Array(memory.buffer, OUTPUT_AT, ROOM);
  }
  const at = (start, length) => new Uint8Array(memory.buffer, start, length);

  function bytesOf(data) {
    if (data instanceof Uint8Array) return data;
    if (typeof data === 'string') return encoder.encode(data);
    if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    if (data instanceof ArrayBuffer) return new Uint8Array(data);
    if (typeof SharedArrayBuffer !== 'undefined' && data instanceof SharedArrayBuffer) return new Uint8Array(data);
    throw new TypeError(`data is ${data === null ? 'null' : typeof data}; it must be a string (as UTF-8), an ArrayBuffer or a view of one`);
  }

  /** The first bytes of output, copied: what lies in the module's memory is overwritten by the next call. */
  function taken(length) {
    if (output.length === 0) look();
    return output.slice(0, length);
  }

  function complaint() {
    return new RangeError(decoder.decode(taken(exports.told())));
  }

  /** Calls `use` with the place of the bytes, which is memory of their own where they are more than a room takes. */
  function placed(bytes, use) {
    const place = exports.take(Math.max(bytes.length, 1));
    if (place === 0) throw new RangeError(`there is no memory for ${bytes.length} bytes`);
    try {
      at(place, bytes.length).set(bytes);
      return use(place >>> 0, bytes.length);
    } finally {
      exports.give_back(place, Math.max(bytes.length, 1));
    }
  }

  // Rows of the registry by the names that were asked for.
  function finder(find, sizeOf) {
    const rows = new Map();
    return (name) => {
      const known = rows.get(name);
      if (known !== undefined) return known;
      if (typeof name !== 'string') throw new TypeError(`name is ${typeof name}; it must be a string`);
      const row = placed(encoder.encode(name), find);
      if (row === 0) throw complaint();
      const found = { name, row, size: sizeOf ? sizeOf(row) : 0 };
      rows.set(name, found);
      return found;
    };
  }
  const hashRow = finder(exports.find_hash, exports.digest_bytes);
  const xofRow = finder(exports.find_xof, exports.default_output_bytes);
  const macRow = finder(exports.find_mac, exports.tag_bytes);
  const kdfRow = finder(exports.find_kdf);

  // The letters are those of `params.rs`.
  const LETTERS = {
    hash: {
      digestBytes: 'd', key: 'k', salt: 's', personal: 'p', publicKey: 'u', keyId: 'i', nonce: 'n',
    },
    xof: { key: 'k', custom: 'c', functionName: 'f', domain: 'D', blockBytes: 'b', outputBytes: 'o' },
    mac: { custom: 'c', tagBytes: 't' },
    kdf: {
      salt: 's', info: 'i', label: 'l', secret: 'S', associatedData: 'A', iterations: 'I', n: 'N', r: 'R', p: 'P',
      m: 'M', t: 'T', version: 'V', memoryLimit: 'L', step: 'x', allowShortSalt: 'a',
    },
    tree: { custom: 'c', blockBytes: 'b', key: 'k', context: 'C' },
    password: {
      salt: 's', function: 'g', stored: 'h', iterations: 'I', n: 'N', r: 'R', p: 'P', m: 'M', t: 'T',
      maxMemory: 'L', maxSteps: 'W',
    },
  };
  const STEPS = ['extract-and-expand', 'extract', 'expand'];
  const NUMBERS = new Set([...'dDbotINRPMTVLWxa']);

  const quoted = (value) => (typeof value === 'string' ? `'${value}'` : String(value));

  function whole(name, value) {
    if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${name} is ${quoted(value)}; it must be an integer of 0 or more`);
  }

  function number(name, value) {
    if (name === 'step') {
      if (!STEPS.includes(value)) throw new RangeError(`step is ${quoted(value)}; it must be ${STEPS.join(', ')}`);
      value = STEPS.indexOf(value);
    }
    if (name === 'allowShortSalt') value = Number(value);
    whole(name, value);
    const bytes = new Uint8Array(8);
    new DataView(bytes.buffer).setBigUint64(0, BigInt(value), true);
    return bytes;
  }

  /** The parameters as bytes, `key` first. */
  function written(letters, params, key) {
    const parts = [];
    if (key !== undefined) parts.push(['k', bytesOf(key)]);
    for (const name in params) {
      const value = params[name];
      if (value === undefined) continue;
      const letter = letters[name];
      if (letter === undefined) throw new TypeError(`unknown parameter ${name}; allowed are ${Object.keys(letters).join(', ')}`);
      parts.push([letter, NUMBERS.has(letter) ? number(name, value) : bytesOf(value)]);
    }
    let length = 0;
    for (const [, value] of parts) length += 5 + value.length;
    const all = new Uint8Array(length);
    const view = new DataView(all.buffer);
    let i = 0;
    for (const [letter, value] of parts) {
      all[i] = letter.charCodeAt(0);
      view.setUint32(i + 1, value.length, true);
      all.set(value, i + 5);
      i += 5 + value.length;
    }
    return all;
  }

  /** Calls `use` with the place of the parameters, which the module wipes. */
  function withParams(bytes, use) {
    if (bytes.length > PARAMS) return placed(bytes, use);
    if (bytes.length > 0) {
      at(PARAMS_AT, bytes.length).set(bytes);
      const result = use(PARAMS_AT, bytes.length);
      bytes.fill(0);
      return result;
    }
    return use(PARAMS_AT, 0);
  }

  // An object that nobody frees is freed once it is out of reach.
  const dispose = Symbol.dispose ?? Symbol.for('Symbol.dispose');
  const forgotten = typeof FinalizationRegistry === 'undefined' ? undefined : new FinalizationRegistry((place) => exports.free_object(place));

  class Streamed {
    #place;
    constructor(place) {
      if (place === 0) throw complaint();
      this.#place = place;
      forgotten?.register(this, place, this);
    }
    get _place() {
      if (this.#place === 0) throw new TypeError('the object was freed; make a new one');
      return this.#place;
    }
    update(data) {
      const place = this._place;
      if (typeof data === 'string') data = encoder.encode(data);
      const bytes = data instanceof Uint8Array ? data : bytesOf(data);
      if (input.length === 0) look();
      if (bytes.length <= ROOM) {
        input.set(bytes);
        if (exports.update(place, INPUT_AT, bytes.length) < 0) throw complaint();
        return this;
      }
      for (let i = 0; i < bytes.length; i += ROOM) {
        const piece = bytes.subarray(i, i + ROOM);
        if (input.length === 0) look();
        input.set(piece);
        if (exports.update(place, INPUT_AT, piece.length) < 0) throw complaint();
      }
      return this;
    }
    reset() {
      exports.reset(this._place);
      return this;
    }
    free() {
      if (this.#place === 0) return;
      forgotten?.unregister(this);
      exports.free_object(this.#place);
      this.#place = 0;
    }
    [dispose]() {
      this.free();
    }
  }

  function outputOf(object, length) {
    if (exports.finish(object._place, length) < 0) throw complaint();
    return taken(length);
  }

  class Hash extends Streamed {
    constructor(name, params, place) {
      const row = hashRow(name);
      super(place ?? withParams(written(LETTERS.hash, params), (start, length) => exports.new_hash(row.row, start, length)));
      this.name = name;
      this.digestBytes = exports.output_bytes(this._place);
    }
    digest(form) {
      if (form !== undefined && form !== 'hex') throw new TypeError(`form is ${quoted(form)}; it must be 'hex', or left out for bytes`);
      const digest = outputOf(this, this.digestBytes);
      return form === 'hex' ? toHex(digest) : digest;
    }
    clone() {
      return new Hash(this.name, undefined, exports.copy(this._place));
    }
  }

  class Xof extends Streamed {
    constructor(name, params, place) {
      const row = xofRow(name);
      super(place ?? withParams(written(LETTERS.xof, params), (start, length) => exports.new_xof(row.row, start, length)));
      this.name = name;
    }
    read(length) {
      whole('length', length);
      if (length <= ROOM) return outputOf(this, length);
      const all = new Uint8Array(length);
      for (let i = 0; i < length; i += ROOM) all.set(outputOf(this, Math.min(ROOM, length - i)), i);
      return all;
    }
    skip(length) {
      if (typeof length !== 'bigint') whole('length', length);
      if (exports.skip(this._place, BigInt(length)) < 0) throw complaint();
      return this;
    }
    item(data) {
      const bytes = bytesOf(data);
      if (exports.begin_item(this._place, BigInt(bytes.length)) < 0) throw complaint();
      return this.update(bytes);
    }
    clone() {
      return new Xof(this.name, undefined, exports.copy(this._place));
    }
  }

  class Mac extends Streamed {
    constructor(name, key, params, place) {
      const row = macRow(name);
      super(place ?? withParams(written(LETTERS.mac, params, key), (start, length) => exports.new_mac(row.row, start, length)));
      this.name = name;
      this.tagBytes = exports.output_bytes(this._place);
    }
    tag() {
      return outputOf(this, this.tagBytes);
    }
    verify(tag) {
      const bytes = bytesOf(tag);
      return placed(bytes, (start, length) => exports.verify(this._place, start, length)) === 0;
    }
    clone() {
      return new Mac(this.name, undefined, undefined, exports.copy(this._place));
    }
  }

  function hash(name, data, params) {
    const row = hashRow(name);
    const bytes = data instanceof Uint8Array ? data : bytesOf(data);
    const length = bytes.length;
    if (length > ROOM || params !== undefined) return finished(new Hash(name, params), bytes, (hash) => hash.digest());
    if (input.length === 0) look();
    input.set(bytes);
    exports.hash(row.row, INPUT_AT, length);
    return output.slice(0, row.size);
  }

  function finished(object, bytes, end) {
    try {
      object.update(bytes);
      return end(object);
    } finally {
      object.free();
    }
  }

  function xof(name, data, outputBytes, params) {
    const { size } = xofRow(name);
    const length = outputBytes ?? size;
    return finished(new Xof(name, { ...params, outputBytes: length }), bytesOf(data), (xof) => xof.read(length));
  }

  function mac(name, key, data, params) {
    return finished(new Mac(name, key, params), bytesOf(data), (mac) => mac.tag());
  }

  function verifyMac(name, key, data, tag, params) {
    return finished(new Mac(name, key, params), bytesOf(data), (mac) => mac.verify(tag));
  }

  /** Calls `work` with `progress` as what derivations report to. */
  function watched(progress, work) {
    hooks.progress = progress;
    try {
      return work();
    } finally {
      hooks.progress = undefined;
    }
  }

  function kdf(name, secret, params, keyBytes = 32, progress = undefined) {
    const { row } = kdfRow(name);
    whole('keyBytes', keyBytes);
    if (keyBytes > 0x7fffffff) throw new RangeError(`keyBytes is ${keyBytes}; it must be less than 2^31`);
    return placed(new Uint8Array(keyBytes), (key) => {
      const derive = (start, length) => exports.derive(row, start, length, key, keyBytes);
      const done = watched(progress, () => withParams(written(LETTERS.kdf, params, secret), derive));
      if (done < 0) throw complaint();
      return at(key, keyBytes).slice();
    });
  }

  // By whom recommended and when: RFC 9106 section 4; OWASP's Password Storage Cheat Sheet of 2023.
  const PRESETS = {
    'rfc9106-first': { function: 'argon2id', m: 2 ** 21, t: 1, p: 4 },
    'rfc9106-second': { function: 'argon2id', m: 2 ** 16, t: 3, p: 4 },
    'owasp-2023-argon2id': { function: 'argon2id', m: 19456, t: 2, p: 1 },
    'owasp-2023-scrypt': { function: 'scrypt', n: 2 ** 17, r: 8, p: 1 },
    'owasp-2023-pbkdf2-sha256': { function: 'pbkdf2-sha256', iterations: 600_000 },
    'owasp-2023-pbkdf2-sha512': { function: 'pbkdf2-sha512', iterations: 210_000 },
  };
  const COSTS = { a: ['m', 't', 'p'], s: ['n', 'r', 'p'], p: ['iterations'] };

  /** The parameters of a scheme: the name of a preset, or a function with its costs. */
  function schemeOf(scheme) {
    if (typeof scheme === 'string') {
      const preset = PRESETS[scheme];
      if (preset === undefined) throw new RangeError(`scheme is '${scheme}'; it must be ${Object.keys(PRESETS).join(', ')}, or an object with function and costs`);
      return preset;
    }
    const names = COSTS[String(scheme?.function)[0]] ?? [];
    for (const name of names) {
      if (scheme[name] === undefined) throw new TypeError(`${scheme.function}: missing cost ${name}; it takes ${names.join(', ')}`);
    }
    return scheme;
  }

  function hashPassword(password, scheme = 'rfc9106-second') {
    const salt = crypto.getRandomValues(new Uint8Array(16));
    const params = written(LETTERS.password, { ...schemeOf(scheme), salt }, password);
    const length = withParams(params, exports.hash_password);
    if (length < 0) throw complaint();
    return decoder.decode(taken(length));
  }

  function verifyPassword(password, stored, limits) {
    const params = written(LETTERS.password, { ...limits, stored }, password);
    const same = withParams(params, exports.verify_password);
    if (same < 0) throw complaint();
    return same === 1;
  }

  function needsRehash(stored, scheme = 'rfc9106-second') {
    const params = written(LETTERS.password, { ...schemeOf(scheme), stored });
    const differs = withParams(params, exports.needs_rehash);
    if (differs < 0) throw complaint();
    return differs === 1;
  }

  /** A tree hash that is put together from the records of its parts. */
  class Tree {
    #place;
    constructor(name, params) {
      if (exports.new_tree === undefined) throw new RangeError('this module has no tree hashes; the package\'s main module has');
      this.#place = placed(encoder.encode(name), (start, length) =>
        withParams(written(LETTERS.tree, params), (params, bytes) => exports.new_tree(start, length, params, bytes)));
      if (this.#place === 0) throw complaint();
    }
    get _place() {
      if (this.#place === 0) throw new TypeError('the tree was freed; make a new one');
      return this.#place;
    }
    get leafBytes() {
      return exports.leaf_bytes(this._place);
    }
    part(start) {
      return new Part(exports.new_part(this._place, BigInt(start)));
    }
    add(record) {
      if (placed(record, (start, length) => exports.add_part(this._place, start, length)) < 0) throw complaint();
    }
    finish(length, outputBytes) {
      whole('outputBytes', outputBytes);
      if (outputBytes > ROOM) throw new RangeError(`outputBytes is ${outputBytes}; it must be at most ${ROOM}`);
      const place = this._place;
      this.#place = 0;
      if (exports.finish_tree(place, BigInt(length), outputBytes) < 0) throw complaint();
      return taken(outputBytes);
    }
    free() {
      if (this.#place !== 0) exports.free_tree(this.#place);
      this.#place = 0;
    }
  }

  class Part {
    #place;
    constructor(place) {
      if (place === 0) throw complaint();
      this.#place = place;
    }
    update(bytes) {
      for (let i = 0; i < bytes.length; i += ROOM) {
        if (input.length === 0) look();
        const piece = bytes.subarray(i, i + ROOM);
        input.set(piece);
        exports.update_part(this.#place, INPUT_AT, piece.length);
      }
    }
    finish(total) {
      const length = exports.finish_part(this.#place, BigInt(total));
      const record = at(exports.record(this.#place), length).slice();
      exports.free_part(this.#place);
      this.#place = 0;
      return record;
    }
  }

  function algorithms() {
    const found = [];
    for (;;) {
      const length = exports.describe(found.length);
      if (length === 0) return found;
      const words = decoder.decode(taken(length)).split('\t');
      const [kind, name, aliases, family, status, standard, outputBytes, blockBytes, backend] = words;
      found.push({
        kind, name, aliases: aliases ? aliases.split(',') : [], family, status, standard,
        outputBytes: outputBytes ? Number(outputBytes) : undefined,
        blockBytes: blockBytes ? Number(blockBytes) : undefined,
        backend,
      });
    }
  }

  look();
  return {
    bytesOf, hash, xof, mac, verifyMac, kdf, algorithms, Tree, hashPassword, verifyPassword, needsRehash,
    createHash: (name, params) => new Hash(name, params),
    createXof: (name, params) => new Xof(name, params),
    createMac: (name, key, params) => new Mac(name, key, params),
  };
}

const DIGITS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Bytes in hexadecimal. */
export function toHex(bytes) {
  let text = '';
  for (let i = 0; i < bytes.length; i += 1) text += DIGITS[bytes[i]];
  return text;
}
