// Worker of the page, which hashes files one after the other. The worker reads each file once for all chosen
// digests.
const PIECE_BYTES = 4 << 20;
let api;

async function start(packed) {
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  api = load(await WebAssembly.compile(await new Response(unpacked).arrayBuffer()));
  const all = api.algorithms();
  // BLAKE3 is both a hash and an extendable-output function, but is listed only once.
  const hashes = all.filter((row) => row.kind === 'hash');
  const xofs = all.filter((row) => row.kind === 'xof' && hashes.every(({ name }) => name !== row.name));
  const rows = [...hashes, ...xofs];
  postMessage({ ready: rows.map(({ kind, name, status, outputBytes }) => ({ kind, name, status, outputBytes })) });
}

async function hashFile({ id, file, rows }) {
  const objects = rows.map((row) => (row.kind === 'xof' ? api.createXof(row.name) : api.createHash(row.name)));
  try {
    // Reads the next piece of the file while the current piece is hashed.
    const read = (at) => file.slice(at, at + PIECE_BYTES).arrayBuffer();
    let next = read(0);
    for (let at = 0; at < file.size; at += PIECE_BYTES) {
      const piece = new Uint8Array(await next);
      if (piece.length !== Math.min(PIECE_BYTES, file.size - at)) throw new Error('the file changed while it was read');
      next = read(at + PIECE_BYTES);
      for (const object of objects) object.update(piece);
      postMessage({ id, done: at + piece.length });
    }
    const digests = objects.map((object, i) => toHex(rows[i].kind === 'xof' ? object.read(rows[i].outputBytes) : object.digest()));
    postMessage({ id, digests });
  } catch (error) {
    postMessage({ id, error: String(error.message ?? error) });
  } finally {
    for (const object of objects) object.free();
  }
}

let last = Promise.resolve();
onmessage = ({ data }) => {
  last = last.then(() => (data.packed ? start(data.packed) : hashFile(data))).catch((error) => postMessage({ failed: String(error.message ?? error) }));
};
