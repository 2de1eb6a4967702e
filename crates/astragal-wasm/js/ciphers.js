// Authenticated ciphers, block ciphers, modes and stream ciphers. `core.js` connects these classes to a WebAssembly
// instance.

/** Returns the functions for ciphers, which call the exports of a WebAssembly instance through the helpers of `core.js`. */
export function connectCiphers(core) {
  const { exports, BUFFER_BYTES, InvalidTagError, ModuleObject, bytesOf, check, checkWhole, encodedName, finder, parts, view, withCopy, withParams, withScratch } = core;

  const aeadRow = finder(exports.find_aead, (row) => ({
    keyBytes: exports.aead_property(row, 0),
    nonceBytes: exports.aead_property(row, 1),
    tagBytes: exports.aead_property(row, 2),
    isTagFirst: exports.aead_property(row, 3) === 1,
  }));
  const cipherRow = finder(exports.find_cipher, exports.block_bytes);

  /**
   * Copies `bytes` to the input buffer piece by piece and calls `process` for each piece. If `output` is given, copies
   * the results to it.
   */
  function inPieces(bytes, process, output) {
    withScratch(Math.min(bytes.length, BUFFER_BYTES), (address) => {
      for (let i = 0; i < bytes.length; i += BUFFER_BYTES) {
        const piece = bytes.subarray(i, i + BUFFER_BYTES);
        view(address, piece.length).set(piece);
        check(process(address, piece.length));
        output?.set(view(address, piece.length), i);
      }
    });
  }

  /**
   * Returns the bytes of a tag, which must be `tagBytes` bytes long. If shorter tags were accepted, an attacker could
   * shorten a tag to a length that is easy to forge.
   */
  function checkedTag(tag, tagBytes) {
    const bytes = bytesOf(tag, 'tag');
    if (bytes.length !== tagBytes) throw new RangeError(`tag is ${bytes.length} bytes; expected ${tagBytes}`);
    return bytes;
  }

  class Aead extends ModuleObject {
    #isTagFirst;
    constructor(name, key, params, source) {
      const { row, size } = aeadRow(name);
      super(source === undefined
        ? withParams([['k', bytesOf(key, 'key')], ...parts('aead', params)], (start, length) => exports.new_aead(row, start, length))
        : exports.copy(source._address));
      this.name = name;
      this.keyBytes = size.keyBytes;
      this.nonceBytes = size.nonceBytes;
      this.tagBytes = source?.tagBytes ?? params?.tagBytes ?? size.tagBytes;
      this.#isTagFirst = size.isTagFirst;
    }
    /** Calls `operation`, which seals or opens a message. `data` and `tag` are the addresses of the message and its tag. */
    #run(operation, nonce, associatedData, data, length, tag) {
      const all = [['n', bytesOf(nonce, 'nonce')], ['A', bytesOf(associatedData, 'associatedData')]];
      check(withParams(all, (start, bytes) => operation(this._address, start, bytes, data, length, tag, this.tagBytes)));
    }
    /** Seals a message. Calls `take` with the addresses of the ciphertext and the tag, and returns its result. */
    #seal(nonce, plaintext, associatedData, tagFirst, take) {
      const text = bytesOf(plaintext, 'plaintext');
      const { length } = text;
      return withScratch(length + this.tagBytes, (address) => {
        const [data, tag] = tagFirst ? [address + this.tagBytes, address] : [address, address + length];
        view(data, length).set(text);
        this.#run(exports.seal_message, nonce, associatedData, data, length, tag);
        return take(data, length, tag);
      });
    }
    #open(nonce, ciphertext, tag, associatedData) {
      const { length } = ciphertext;
      return withScratch(length + this.tagBytes, (address) => {
        view(address, length).set(ciphertext);
        view(address + length, this.tagBytes).set(tag);
        this.#run(exports.open_message, nonce, associatedData, address, length, address + length);
        return view(address, length).slice();
      });
    }
    seal(nonce, plaintext, associatedData = '') {
      return this.#seal(nonce, plaintext, associatedData, this.#isTagFirst, (data, length, tag) => view(Math.min(data, tag), length + this.tagBytes).slice());
    }
    sealDetached(nonce, plaintext, associatedData = '') {
      return this.#seal(nonce, plaintext, associatedData, false, (data, length, tag) => ({
        ciphertext: view(data, length).slice(), tag: view(tag, this.tagBytes).slice(),
      }));
    }
    open(nonce, sealed, associatedData = '') {
      const bytes = bytesOf(sealed, 'sealed');
      const length = bytes.length - this.tagBytes;
      if (length < 0) throw new InvalidTagError(`message is ${bytes.length} bytes; it must have a tag of ${this.tagBytes} bytes`);
      const [textAt, tagAt] = this.#isTagFirst ? [this.tagBytes, 0] : [0, length];
      return this.#open(nonce, bytes.subarray(textAt, textAt + length), bytes.subarray(tagAt, tagAt + this.tagBytes), associatedData);
    }
    openDetached(nonce, ciphertext, tag, associatedData = '') {
      return this.#open(nonce, bytesOf(ciphertext, 'ciphertext'), checkedTag(tag, this.tagBytes), associatedData);
    }
    encryptor(nonce, associatedData = '', params = {}) {
      return new AeadEncryptor(this, this.#start(0, nonce, associatedData, params));
    }
    decryptor(nonce, associatedData = '', params = {}) {
      return new AeadDecryptor(this, this.#start(1, nonce, associatedData, params));
    }
    #start(decrypts, nonce, associatedData, params) {
      const all = [
        ['n', bytesOf(nonce, 'nonce')], ['A', bytesOf(associatedData, 'associatedData')],
        ...parts('message', params), ...parts('aead', { tagBytes: this.tagBytes }),
      ];
      return withParams(all, (start, length) => exports.start_message(this._address, decrypts, start, length));
    }
    clone() {
      return new Aead(this.name, undefined, undefined, this);
    }
  }

  /** The common part of `AeadEncryptor` and `AeadDecryptor`: a message that is processed in pieces. */
  class AeadMessage extends ModuleObject {
    constructor(aead, address) {
      super(address);
      this.name = aead.name;
      this.tagBytes = aead.tagBytes;
    }
  }

  class AeadEncryptor extends AeadMessage {
    update(data) {
      const bytes = bytesOf(data);
      const output = new Uint8Array(bytes.length);
      inPieces(bytes, (address, length) => exports.encrypt_part(this._address, address, length), output);
      return output;
    }
    finish() {
      return withScratch(this.tagBytes, (tag) => {
        check(exports.finish_sealing(this._address, tag, this.tagBytes));
        return view(tag, this.tagBytes).slice();
      });
    }
  }

  class AeadDecryptor extends AeadMessage {
    update(data) {
      inPieces(bytesOf(data), (address, length) => exports.decrypt_part(this._address, address, length));
      return this;
    }
    finish(tag) {
      const bytes = checkedTag(tag, this.tagBytes);
      const length = exports.withheld_bytes(this._address);
      return withScratch(length, (plaintext) => {
        withCopy(bytes, (start, tagBytes) => check(exports.finish_opening(this._address, start, tagBytes, plaintext, length)));
        return view(plaintext, length).slice();
      });
    }
  }

  class Cipher extends ModuleObject {
    constructor(name, key, params, source) {
      const { row, size } = cipherRow(name);
      super(source === undefined
        ? withParams([['k', bytesOf(key, 'key')], ...parts('cipher', params)], (start, length) => exports.new_cipher(row, start, length))
        : exports.copy(source._address));
      this.name = name;
      this.blockBytes = size;
    }
    #run(decrypts, blocks) {
      const bytes = bytesOf(blocks, 'blocks');
      return withScratch(bytes.length, (address) => {
        view(address, bytes.length).set(bytes);
        check(exports.process_blocks(this._address, decrypts, address, bytes.length));
        return view(address, bytes.length).slice();
      });
    }
    encrypt(blocks) {
      return this.#run(0, blocks);
    }
    decrypt(blocks) {
      return this.#run(1, blocks);
    }
    setTweak(tweak) {
      check(withCopy(bytesOf(tweak, 'tweak'), (start, length) => exports.set_tweak(this._address, start, length)));
      return this;
    }
    clone() {
      return new Cipher(this.name, undefined, undefined, this);
    }
  }

  /**
   * Maximum number of message bytes that one call passes to a mode. It is less than the buffer length, because the
   * output may also include bytes that the mode has buffered before.
   */
  const PIECE_BYTES = BUFFER_BYTES - 512;

  class Mode extends ModuleObject {
    constructor(name, decrypts, key, iv, params, source) {
      const all = () => [['k', bytesOf(key, 'key')], ['n', bytesOf(iv, 'iv')], ...parts('mode', params)];
      super(source === undefined
        ? withCopy(encodedName(name), (start, length) => withParams(all(), (params, bytes) => exports.new_mode(start, length, decrypts, params, bytes)))
        : exports.copy(source._address));
      this.name = name;
    }
    /**
     * Processes the next part of the message and writes the result to `output`. Returns the number of bytes written.
     */
    #update(bytes, output) {
      let done = 0;
      for (let i = 0; i < bytes.length; i += PIECE_BYTES) {
        const piece = bytes.subarray(i, i + PIECE_BYTES);
        const space = Math.max(piece.length, exports.mode_bytes(this._address, piece.length, 0));
        withScratch(space, (address) => {
          view(address, piece.length).set(piece);
          const length = check(exports.update_mode(this._address, address, space, piece.length));
          output.set(view(address, length), done);
          done += length;
        });
      }
      return done;
    }
    /** Writes the last bytes of the message to `output`. Returns the number of bytes written. */
    #finish(output) {
      return withScratch(output.length, (address) => {
        const length = check(exports.finish_mode(this._address, address, output.length));
        output.set(view(address, length));
        return length;
      });
    }
    update(data) {
      const bytes = bytesOf(data);
      const output = new Uint8Array(exports.mode_bytes(this._address, bytes.length, 0));
      this.#update(bytes, output);
      return output;
    }
    finish(data = '') {
      const bytes = bytesOf(data);
      const whole = exports.mode_bytes(this._address, bytes.length, 0);
      const output = new Uint8Array(whole);
      try {
        this.#update(bytes, output);
        const end = new Uint8Array(exports.mode_bytes(this._address, 0, 1));
        const last = this.#finish(end);
        if (last === 0) return output;
        const all = new Uint8Array(whole + last);
        all.set(output);
        all.set(end.subarray(0, last), whole);
        end.fill(0);
        output.fill(0);
        return all;
      } catch (error) {
        output.fill(0);
        throw error;
      }
    }
    restart(iv) {
      check(withCopy(bytesOf(iv, 'iv'), (start, length) => exports.restart_mode(this._address, start, length)));
      return this;
    }
    seek(position) {
      if (typeof position !== 'bigint') checkWhole('position', position);
      const at = BigInt(position);
      if (at < 0n || at >> 128n !== 0n) throw new RangeError(`position is ${position}; it must be an integer from 0 to 2^128 - 1`);
      check(exports.seek_mode(this._address, BigInt.asUintN(64, at), at >> 64n));
      return this;
    }
    clone() {
      return new Mode(this.name, undefined, undefined, undefined, undefined, this);
    }
  }

  const wrapRow = finder(exports.find_key_wrap);

  /**
   * Wraps or unwraps a key. When wrapping, `length` is the length in bytes of the wrapped key. When unwrapping, it is
   * the maximum length of the key.
   */
  function wrap(name, unwraps, kek, key, length) {
    const { row } = wrapRow(name);
    return withScratch(length, (output) => {
      const all = [['k', bytesOf(kek, 'kek')], ['K', key]];
      const done = check(withParams(all, (start, bytes) => exports.wrap_key(row, unwraps, start, bytes, output, length)));
      return view(output, unwraps === 1 ? done : length).slice();
    });
  }
  function wrapKey(name, kek, key) {
    const bytes = bytesOf(key, 'key');
    return wrap(name, 0, kek, bytes, 8 * Math.ceil(bytes.length / 8) + 8);
  }
  function unwrapKey(name, kek, wrapped) {
    const bytes = bytesOf(wrapped, 'wrapped');
    return wrap(name, 1, kek, bytes, Math.max(bytes.length - 8, 0));
  }

  /** Calls `use` with the object, frees the object and returns the result of `use`. */
  function using(object, use) {
    try {
      return use(object);
    } finally {
      object.free();
    }
  }

  return {
    wrapKey, unwrapKey,
    createAead: (name, key, params) => new Aead(name, key, params),
    createCipher: (name, key, params) => new Cipher(name, key, params),
    createEncryptor: (name, key, iv, params) => new Mode(name, 0, key, iv, params),
    createDecryptor: (name, key, iv, params) => new Mode(name, 1, key, iv, params),
    seal: (name, key, nonce, plaintext, associatedData, params) => using(new Aead(name, key, params), (aead) => aead.seal(nonce, plaintext, associatedData)),
    open: (name, key, nonce, sealed, associatedData, params) => using(new Aead(name, key, params), (aead) => aead.open(nonce, sealed, associatedData)),
    encrypt: (name, key, iv, data, params) => using(new Mode(name, 0, key, iv, params), (mode) => mode.finish(data)),
    decrypt: (name, key, iv, data, params) => using(new Mode(name, 1, key, iv, params), (mode) => mode.finish(data)),
  };
}
