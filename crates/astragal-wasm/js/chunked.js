// Chunked encryption of c2sp.org/chunked-encryption (Cobblestone-128 and Cobblestone-256), for `TransformStream`s and
// for messages in memory. `core.js` connects these functions to a WebAssembly instance.

/** Returns the functions for chunked encryption, which call the exports of a WebAssembly instance. */
export function connectChunked({ exports, ModuleObject, bytesOf, check, checkWhole, parts, view, withMemory, withParams }) {
  /**
   * Maximum number of bytes that one call passes to the module, so that memory use does not grow with the message. It
   * is the plaintext length of four chunks.
   */
  const PART_BYTES = 4 << 14;
  const HEADER_BYTES = 56;
  const CHUNK_BYTES = 16_384;
  const SEALED_CHUNK_BYTES = 16_400;

  /** Stream that seals or opens one message, which is passed in parts. */
  class Stream extends ModuleObject {
    constructor(opens, key, options) {
      const all = [['k', bytesOf(key, 'key')], ...parts(opens === 1 ? 'open' : 'seal', options)];
      if (opens === 0 && options?.salt === undefined) all.push(['s', crypto.getRandomValues(new Uint8Array(24))]);
      super(withParams(all, (start, length) => exports.new_stream(opens, start, length)));
    }
    /** Processes the next part of the message. Calls `put` with each piece of the output. */
    update(data, put) {
      const bytes = bytesOf(data);
      for (let i = 0; i < bytes.length; i += PART_BYTES) {
        const part = bytes.subarray(i, i + PART_BYTES);
        const length = exports.stream_bytes(this._address, part.length, 0);
        withMemory(part.length + length, (address) => {
          view(address, part.length).set(part);
          const output = address + part.length;
          check(exports.update_stream(this._address, address, part.length, output, length));
          if (length > 0) put(view(output, length).slice());
        });
      }
    }
    finish(put) {
      const length = exports.stream_bytes(this._address, 0, 1);
      withMemory(length, (address) => {
        check(exports.finish_stream(this._address, address, length));
        if (length > 0) put(view(address, length).slice());
      });
    }
    /**
     * Moves to the byte `position` of the plaintext. Returns the offset in the sealed message at which the next part
     * must start.
     */
    seek(position) {
      return Number(exports.seek_stream(this._address, BigInt(position)));
    }
  }

  /**
   * Returns a `TransformStream` that passes its data through `stream`. The `stream` is freed at the end, after an
   * error, and if the `TransformStream` is cancelled.
   */
  function transformOf(stream) {
    const freed = (use) => (value, controller) => {
      try {
        use((piece) => controller.enqueue(piece), value);
      } catch (error) {
        stream.free();
        throw error;
      }
    };
    return new TransformStream({
      transform: freed((put, data) => stream.update(data, put)),
      flush: (controller) => freed((put) => {
        stream.finish(put);
        stream.free();
      })(undefined, controller),
      cancel: () => stream.free(),
    });
  }

  /** Passes the whole message `data` through `stream` and returns the output. Frees the `stream`. */
  function whole(stream, data) {
    const pieces = [];
    try {
      stream.update(data, (piece) => pieces.push(piece));
      stream.finish((piece) => pieces.push(piece));
      return joined(pieces);
    } finally {
      for (const piece of pieces) piece.fill(0);
      stream.free();
    }
  }

  function joined(pieces) {
    const all = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
    let at = 0;
    for (const piece of pieces) {
      all.set(piece, at);
      at += piece.length;
    }
    return all;
  }

  /**
   * Returns the plaintext from byte `start` to byte `end` of a sealed `Blob`. Reads only the chunks that contain these
   * bytes.
   */
  async function openRange(key, blob, start, end, options) {
    checkWhole('start', start);
    checkWhole('end', end);
    if (end < start) throw new RangeError(`end is ${end}; it must be ${start} or more`);
    const stream = new Stream(1, key, options);
    const pieces = [];
    try {
      const read = async (from, to) => new Uint8Array(await blob.slice(from, to).arrayBuffer());
      stream.update(await read(0, HEADER_BYTES), () => {});
      const chunks = blob.size - HEADER_BYTES;
      const length = chunks - 16 * (Math.floor(chunks / SEALED_CHUNK_BYTES) + 1);
      const offset = stream.seek(Math.max(Math.min(start, length), 0));
      if (offset < 0) stream.finish(() => {});
      const to = Math.min(HEADER_BYTES + (Math.floor(Math.max(end - 1, start) / CHUNK_BYTES) + 1) * SEALED_CHUNK_BYTES, blob.size);
      stream.update(await read(offset, to), (piece) => pieces.push(piece));
      if (to === blob.size) stream.finish((piece) => pieces.push(piece));
      return joined(pieces).slice(0, end - start);
    } finally {
      for (const piece of pieces) piece.fill(0);
      stream.free();
    }
  }

  return {
    createSealStream: (key, options) => transformOf(new Stream(0, key, options)),
    createOpenStream: (key, options) => transformOf(new Stream(1, key, options)),
    sealChunked: (key, data, options) => whole(new Stream(0, key, options), data),
    openChunked: (key, sealed, options) => whole(new Stream(1, key, options), sealed),
    openRange,
  };
}
