// Functions that use workers: tree hashing and asynchronous key derivation.

/**
 * Length in bytes of the part of a message that one task hashes. The code rounds this length up to a multiple of the
 * leaf size.
 */
const PART_BYTES = 4 << 20;
/**
 * Minimum length in bytes of a message that workers hash. Starting a worker takes about 10 ms. In this time, the
 * calling thread hashes about 16 MiB by itself.
 */
const MIN_SHARED_BYTES = 16 << 20;
/** Time in milliseconds after which an idle worker ends. */
const IDLE_MS = 2000;

/** Idle workers. The keys of the map are the WebAssembly modules that the workers run. */
const idle = new Map();

/** Imports a built-in module of Node. The name is computed, so that bundlers do not try to include the module. */
const node = (name) => import(/* webpackIgnore: true */ /* @vite-ignore */ `node:${name}`);

const inNode = typeof process === 'object' && typeof process.versions?.node === 'string' && typeof Worker === 'undefined';

/**
 * Starts a worker that runs a WebAssembly module. The worker is a thread in Node, and a `Worker` in browsers and Deno.
 */
async function startWorker(spawn, module) {
  let settle;
  const receive = (data) => settle?.(data);
  const fail = (error) => settle?.({ error: String(error?.message ?? 'a worker failed') });
  let worker;
  if (inNode) {
    worker = spawn((await node('worker_threads')).Worker);
    worker.on('message', receive);
    worker.on('error', fail);
  } else {
    worker = spawn(Worker);
    worker.onmessage = ({ data }) => receive(data);
    worker.onerror = fail;
  }
  const run = (work, transfer = [], onProgress = undefined) => new Promise((resolve, reject) => {
    worker.ref?.();
    settle = (answer) => {
      if (answer.progress !== undefined) {
        try {
          onProgress?.(...answer.progress);
        } catch (error) {
          settle = undefined;
          reject(error);
        }
        return;
      }
      settle = undefined;
      worker.unref?.();
      if (answer.error === undefined) resolve(answer.result);
      else reject(new (answer.isTypeError ? TypeError : RangeError)(answer.error));
    };
    worker.postMessage(work, transfer);
  });
  const end = () => worker.terminate();
  await run({ task: 'start', module });
  return { run, end };
}

/** Returns an idle worker that runs this WebAssembly module. Starts a new worker if none is idle. */
async function acquireWorker(spawn, module) {
  const worker = idle.get(module)?.pop();
  if (worker === undefined) return startWorker(spawn, module);
  clearTimeout(worker.timer);
  return worker;
}

function releaseWorker(module, worker) {
  if (!idle.has(module)) idle.set(module, []);
  const workers = idle.get(module);
  workers.push(worker);
  worker.timer = setTimeout(() => {
    workers.splice(workers.indexOf(worker), 1);
    worker.end();
  }, IDLE_MS);
  worker.timer.unref?.();
}

const TASKS = {
  part: (api, { name, params, bytes, start, total }) => recordOf(api, name, params, bytes, start, total),
  kdf: (api, { name, secret, params, keyBytes }, progress) => api.kdf(name, secret, params, keyBytes, progress),
  hashPassword: (api, { password, scheme }) => api.hashPassword(password, scheme),
  verifyPassword: (api, { password, stored, limits }) => api.verifyPassword(password, stored, limits),
};

/** Returns the function that handles the messages of a worker. */
export function taskHandler(load) {
  let api;
  return async (work, post) => {
    try {
      if (work.task === 'start') {
        api = load(work.module);
        return post({});
      }
      if (work.blob !== undefined) work.bytes = new Uint8Array(await work.blob.arrayBuffer());
      const progress = (done, total) => { post({ progress: [done, total] }); };
      return post({ result: TASKS[work.task](api, work, progress) });
    } catch (error) {
      return post({ error: String(error.message ?? error), isTypeError: error instanceof TypeError });
    }
  };
}

/** Hashes the part that starts at byte `start` of a message of `total` bytes. Returns the part's record for `Tree`. */
function recordOf(api, name, params, bytes, start, total) {
  const tree = new api.Tree(name, params);
  try {
    const part = tree.part(start);
    part.update(bytes);
    return part.finish(total);
  } finally {
    tree.free();
  }
}

async function coreCount() {
  if (inNode) return (await node('os')).availableParallelism();
  return globalThis.navigator?.hardwareConcurrency ?? 4;
}

/**
 * Lets this thread's event loop run the tasks that it has already queued. Returns a promise that resolves afterwards.
 */
const yieldToTasks = () => new Promise((resolve) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => { port1.close(); resolve(); };
  port2.postMessage(null);
});

/**
 * Returns the digest of a tree hash. This thread starts hashing immediately. Workers hash parts of the message as soon
 * as they have started.
 */
async function treeHash(api, module, spawn, name, data, options = {}) {
  api.checkObject('options', options);
  const { outputBytes = 32, workers, ...params } = options;
  api.checkWhole('outputBytes', outputBytes);
  if (workers !== undefined) api.checkWhole('workers', workers);
  const isBlob = typeof Blob === 'function' && data instanceof Blob;
  const bytes = isBlob ? undefined : api.bytesOf(data);
  const total = isBlob ? data.size : bytes.length;
  const tree = new api.Tree(name, params);
  try {
    const leaf = tree.leafBytes;
    const step = Math.ceil(PART_BYTES / leaf) * leaf;
    const isSingleThreaded = total < MIN_SHARED_BYTES || (workers !== undefined && workers < 2);
    let next = 0;
    let failure;
    /**
     * Returns start and end of the next part to hash, or undefined if no part is left. An empty message has one empty
     * part.
     */
    const takeRange = () => {
      if (failure !== undefined || (next >= total && next > 0)) return undefined;
      const start = next;
      next = Math.max(Math.min(start + step, total), 1);
      return [start, Math.min(start + step, total)];
    };
    const hashHere = async () => {
      for (let range = takeRange(); range !== undefined; range = takeRange()) {
        const [start, end] = range;
        const piece = isBlob ? new Uint8Array(await data.slice(start, end).arrayBuffer()) : bytes.subarray(start, end);
        tree.add(recordOf(api, name, params, piece, start, total));
        if (!isSingleThreaded) await yieldToTasks();
      }
    };
    if (isSingleThreaded) {
      await hashHere();
      return tree.finish(total, outputBytes);
    }
    const isShared = !isBlob && typeof SharedArrayBuffer !== 'undefined' && bytes.buffer instanceof SharedArrayBuffer;
    const hashIn = async (worker) => {
      for (let range = takeRange(); range !== undefined; range = takeRange()) {
        const [start, end] = range;
        const work = { task: 'part', name, params, start, total };
        if (isBlob) work.blob = data.slice(start, end);
        // Threads cannot share ordinary memory, so the worker gets a copy of the piece.
        else work.bytes = isShared ? bytes.subarray(start, end) : bytes.slice(start, end);
        tree.add(await worker.run(work, isBlob || isShared ? [] : [work.bytes.buffer]));
      }
    };
    const running = [];
    const count = Math.min((workers ?? await coreCount()) - 1, Math.ceil(total / step) - 1);
    for (let i = 0; i < count; i += 1) {
      // If no worker starts, for example because the page's security policy forbids it, this thread hashes all parts.
      acquireWorker(spawn, module).then((worker) => {
        running.push(hashIn(worker)
          .then(() => releaseWorker(module, worker), (error) => { worker.end(); failure ??= error; }));
      }, () => {});
    }
    try {
      await hashHere();
    } catch (error) {
      failure ??= error;
    }
    // Every worker stops, because `takeRange` returns undefined at the end of the message and after a failure.
    await Promise.all(running);
    if (failure !== undefined) throw failure;
    return tree.finish(total, outputBytes);
  } finally {
    tree.free();
  }
}

/** Runs a task in a worker. If no worker starts, runs the task on this thread. */
async function runInWorker(api, module, spawn, work, options = {}) {
  api.checkObject('options', options);
  const { onProgress, signal } = options;
  signal?.throwIfAborted();
  let worker;
  try {
    worker = await acquireWorker(spawn, module);
  } catch {
    return TASKS[work.task](api, work, (done, total) => {
      onProgress?.(done, total);
      signal?.throwIfAborted();
    });
  }
  let abort;
  const aborted = new Promise((_, reject) => {
    abort = () => reject(signal.reason);
    signal?.addEventListener('abort', abort, { once: true });
    if (signal?.aborted) abort();
  });
  try {
    const result = await Promise.race([worker.run(work, [], onProgress), aborted]);
    releaseWorker(module, worker);
    return result;
  } catch (error) {
    worker.end();
    throw error;
  } finally {
    signal?.removeEventListener('abort', abort);
  }
}

/**
 * Returns all functions of the package. `spawn` is a function that gets the class `Worker` and returns a new worker.
 */
export function assemble(api, module, spawn) {
  const run = (work, options) => runInWorker(api, module, spawn, work, options);
  return {
    ...api,
    treeHash: (name, data, options) => treeHash(api, module, spawn, name, data, options),
    kdfAsync: (name, secret, params, keyBytes, options) => run({ task: 'kdf', name, secret, params, keyBytes }, options),
    hashPasswordAsync: (password, scheme, options) => run({ task: 'hashPassword', password, scheme }, options),
    verifyPasswordAsync: (password, stored, limits, options) => run({ task: 'verifyPassword', password, stored, limits }, options),
  };
}
