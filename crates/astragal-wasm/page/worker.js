// Worker of the page. It hashes, seals and opens files one after another, in constant memory.
const PIECE_BYTES = 4 << 20;
let api;

async function start(packed) {
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  api = load(await WebAssembly.compile(await new Response(unpacked).arrayBuffer()));
  const all = api.algorithms();
  // Lists BLAKE3 only once, although it is both a hash and an extendable-output function.
  const hashes = all.filter((row) => row.kind === 'hash');
  const xofs = all.filter((row) => row.kind === 'xof' && hashes.every(({ name }) => name !== row.name));
  const rows = [...hashes, ...xofs];
  postMessage({ ready: rows.map(({ kind, name, status, outputBytes }) => ({ kind, name, status, outputBytes })) });
}

/**
 * Yields the pieces of a file, starting at byte `from`. Reads the next piece while the caller processes the current
 * piece.
 */
async function* piecesOf(file, from = 0) {
  const read = (at) => file.slice(at, at + PIECE_BYTES).arrayBuffer();
  let next = read(from);
  for (let at = from; at < file.size; at += PIECE_BYTES) {
    const piece = new Uint8Array(await next);
    if (piece.length !== Math.min(PIECE_BYTES, file.size - at)) throw new Error('the file changed while it was read');
    next = read(at + PIECE_BYTES);
    yield piece;
    postMessage({ done: at + piece.length });
  }
}

async function hashFile({ file, rows }) {
  const objects = rows.map((row) => (row.kind === 'xof' ? api.createXof(row.name) : api.createHash(row.name)));
  try {
    for await (const piece of piecesOf(file)) for (const object of objects) object.update(piece);
    return objects.map((object, i) => toHex(rows[i].kind === 'xof' ? object.read(rows[i].outputBytes) : object.digest()));
  } finally {
    for (const object of objects) object.free();
  }
}

// Header of a sealed file. `docs/formats.md` defines it.
const MAGIC = new TextEncoder().encode('astragal sealed 1\n');
const KEY_HEADER_BYTES = 19;
const PASSWORD_HEADER_BYTES = 59;
/** Costs of Argon2id for new files. They are the default costs of `digest seal`. */
const COSTS = { m: 65_536, t: 3, p: 4 };

const keyOf = (password, { m, t, p, salt }) => api.kdf('argon2id', password, { m, t, p, salt });

function newHeader({ password, key }) {
  const header = new Uint8Array(key ? KEY_HEADER_BYTES : PASSWORD_HEADER_BYTES);
  header.set(MAGIC);
  header[18] = (key ? 'k' : 'p').charCodeAt(0);
  if (key) return { header, key };
  const numbers = new DataView(header.buffer);
  [COSTS.m, COSTS.t, COSTS.p].forEach((cost, i) => numbers.setBigUint64(19 + 8 * i, BigInt(cost), true));
  const salt = crypto.getRandomValues(header.subarray(43));
  return { header, key: keyOf(password, { ...COSTS, salt }) };
}

/**
 * Reads the header of a file. Returns the header's length in bytes, which is 0 without a header, and the key of the
 * message. If the file is sealed with a password, derives the key from the password.
 */
async function readHeader(file, { password, key }) {
  const header = new Uint8Array(await file.slice(0, PASSWORD_HEADER_BYTES).arrayBuffer());
  if (MAGIC.some((byte, i) => header[i] !== byte)) {
    if (!key) throw new Error('the file has no header of a file sealed with a password');
    return { length: 0, key };
  }
  const kind = String.fromCharCode(header[18]);
  if (kind === 'k') {
    if (!key) throw new Error('the file is sealed with a key; choose the key file');
    return { length: KEY_HEADER_BYTES, key };
  }
  if (kind !== 'p') throw new Error('a newer version wrote the file');
  if (key) throw new Error('the file is sealed with a password; enter it instead of a key file');
  if (header.length < PASSWORD_HEADER_BYTES) throw new Error('the header is truncated');
  const numbers = new DataView(header.buffer);
  const [m, t, p] = [19, 27, 35].map((at) => Number(numbers.getBigUint64(at, true)));
  // Rejects excessive costs, because the header may come from an attacker.
  if (m > 2 ** 21 || m * t > 2 ** 24) throw new Error(`the header demands ${m} KiB and ${t} passes of Argon2id; the most is 2 GiB and 2^24 for KiB times passes`);
  return { length: PASSWORD_HEADER_BYTES, key: keyOf(password, { m, t, p, salt: header.subarray(43) }) };
}

let written;
/** Sends a piece of output to the page and waits until it is written, so that memory use is bounded. */
function send(piece) {
  return new Promise((resolve) => {
    written = resolve;
    postMessage({ piece }, [piece.buffer]);
  });
}

/** Passes the pieces of a file, from byte `from` on, through a stream and sends the output to the page. */
async function pass(file, from, stream) {
  const pieces = piecesOf(file, from);
  const source = new ReadableStream({
    async pull(controller) {
      const { value, done } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
  let [held, bytes] = [[], 0];
  const flush = async () => {
    const joined = new Uint8Array(bytes);
    held.reduce((at, part) => { joined.set(part, at); return at + part.length; }, 0);
    [held, bytes] = [[], 0];
    await send(joined);
  };
  for await (const part of source.pipeThrough(stream)) {
    held.push(part);
    bytes += part.length;
    if (bytes >= PIECE_BYTES) await flush();
  }
  if (bytes > 0) await flush();
}

async function sealFile({ file, secret, context }) {
  const { header, key } = newHeader(secret);
  await send(header);
  await pass(file, 0, api.createSealStream(key, { context }));
}

async function openFile({ file, secret, context }) {
  const { length, key } = await readHeader(file, secret);
  await pass(file, length, api.createOpenStream(key, { context }));
}

const TASKS = { hash: hashFile, seal: sealFile, open: openFile };

onmessage = async ({ data }) => {
  if (data.written) return written();
  try {
    if (data.packed) return await start(data.packed);
    return postMessage({ result: (await TASKS[data.task](data)) ?? true });
  } catch (error) {
    return postMessage({ [data.packed ? 'failed' : 'error']: String(error.message ?? error) });
  }
};
