// The face of the module for JavaScript: every algorithm by name. `index.js` loads the module and exports this.

/** Of `exports`, those of an instance of the module, makes the functions and classes of the package. */
export function connect(exports) {
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
    throw new TypeError('data is a string (as UTF-8), an ArrayBuffer or a view of one');
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
      if (typeof name !== 'string') throw new TypeError('an algorithm goes by its name, a string');
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
  };
  const STEPS = ['extract-and-expand', 'extract', 'expand'];
  const NUMBERS = new Set([...'dDbotINRPMTVLxa']);

  function number(name, value) {
    if (name === 'step') value = STEPS.indexOf(value);
    if (name === 'allowShortSalt') value = Number(value);
    if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${name} is ${value}; it is a number of 0 or more`);
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
      if (letter === undefined) throw new TypeError(`there is no parameter ${name}; there are ${Object.keys(letters).join(', ')}`);
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
  const forgotten = typeof FinalizationRegistry === 'undefined' ? undefined : new FinalizationRegistry((place) => exports.free_object(place));

  class Streamed {
    #place;
    constructor(place) {
      if (place === 0) throw complaint();
      this.#place = place;
      forgotten?.register(this, place, this);
    }
    get _place() {
      if (this.#place === 0) throw new TypeError('the object was freed');
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
    [Symbol.dispose ?? Symbol('dispose')]() {
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
      if (!Number.isSafeInteger(length) || length < 0) throw new RangeError(`length is ${length}; it is a number of 0 or more`);
      if (length <= ROOM) return outputOf(this, length);
      const all = new Uint8Array(length);
      for (let i = 0; i < length; i += ROOM) all.set(outputOf(this, Math.min(ROOM, length - i)), i);
      return all;
    }
    skip(length) {
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

  function kdf(name, secret, params, keyBytes = 32) {
    const { row } = kdfRow(name);
    if (!Number.isSafeInteger(keyBytes) || keyBytes < 0 || keyBytes > 0x7fffffff) {
      throw new RangeError(`keyBytes is ${keyBytes}; it is a number of 0 or more`);
    }
    return placed(new Uint8Array(keyBytes), (key) => {
      const done = withParams(written(LETTERS.kdf, params, secret), (start, length) => exports.derive(row, start, length, key, keyBytes));
      if (done < 0) throw complaint();
      return at(key, keyBytes).slice();
    });
  }

  /** A tree hash that is put together from the records of its parts. */
  class Tree {
    #place;
    constructor(name, params) {
      this.#place = placed(encoder.encode(name), (start, length) =>
        withParams(written(LETTERS.tree, params), (params, bytes) => exports.new_tree(start, length, params, bytes)));
      if (this.#place === 0) throw complaint();
    }
    get leafBytes() {
      return exports.leaf_bytes(this.#place);
    }
    part(start) {
      return new Part(exports.new_part(this.#place, BigInt(start)));
    }
    add(record) {
      if (placed(record, (start, length) => exports.add_part(this.#place, start, length)) < 0) throw complaint();
    }
    finish(length, outputBytes) {
      const place = this.#place;
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
    hash, xof, mac, verifyMac, kdf, algorithms, Tree,
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
