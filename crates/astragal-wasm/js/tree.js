// Tree hashes in workers: each takes a part of the message and gives back its record.
const PIECE = 1 << 20;
/** Less is not worth a worker's start. */
const LEAST_PART = 4 << 20;

/** Hashes the bytes of `blob` from `start` to `end` as a part of a message of `blob.size` bytes. */
export async function recordOf(face, name, params, blob, start, end) {
  const tree = new face.Tree(name, params);
  const part = tree.part(start);
  for (let at = start; at < end; at += PIECE) {
    part.update(new Uint8Array(await blob.slice(at, Math.min(at + PIECE, end)).arrayBuffer()));
  }
  const record = part.finish(blob.size);
  tree.free();
  return record;
}

/** A worker of the browser, Deno or Node behind one pair of functions. */
async function started() {
  const script = new URL('./worker.js', import.meta.url);
  if (typeof Worker === 'function') {
    const worker = new Worker(script, { type: 'module' });
    const answered = (resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = (event) => reject(new Error(event.message ?? 'a worker failed'));
    };
    return { ask: (work) => new Promise((...settle) => { answered(...settle); worker.postMessage(work); }), end: () => worker.terminate() };
  }
  const { Worker: Thread } = await import('node:worker_threads');
  const worker = new Thread(script);
  const ask = (work) => new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.postMessage(work);
  });
  return { ask, end: () => worker.terminate() };
}

/** How many workers there is work for. */
function count(size, workers) {
  const cores = globalThis.navigator?.hardwareConcurrency ?? 4;
  return Math.max(1, Math.min(workers ?? cores, Math.floor(size / LEAST_PART)));
}

export async function treeHash(face, module, name, data, { outputBytes = 32, workers, ...params } = {}) {
  const blob = data instanceof Blob ? data : new Blob([data]);
  const tree = new face.Tree(name, params);
  try {
    const leaf = tree.leafBytes;
    const parts = count(blob.size, workers);
    const step = Math.max(leaf, Math.ceil(blob.size / parts / leaf) * leaf);
    const bounds = [];
    for (let start = 0; start === 0 || start < blob.size; start += step) bounds.push([start, Math.min(start + step, blob.size)]);
    if (bounds.length === 1) {
      tree.add(await recordOf(face, name, params, blob, 0, blob.size));
    } else {
      await Promise.all(bounds.map(async ([start, end]) => {
        const worker = await started();
        try {
          const answer = await worker.ask({ module, name, params, blob, start, end });
          if (answer.error !== undefined) throw new RangeError(answer.error);
          tree.add(answer.record);
        } finally {
          worker.end();
        }
      }));
    }
    return tree.finish(blob.size, outputBytes);
  } finally {
    tree.free();
  }
}
