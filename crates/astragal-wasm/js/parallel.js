// Work in workers: the parts of a tree hash, and derivations that take long.

/** Bytes of a message that are hashed at a time, rounded up to leaves. */
const TASK = 4 << 20;
/** Shorter messages are hashed here: a worker starts in some ten milliseconds, in which one thread hashes as much. */
const LEAST_SHARED = 16 << 20;
/** Milliseconds after which a worker without work ends. */
const IDLE = 2000;

/** Workers without work, over each module. */
const idle = new Map();

/** Imports a module of Node's by a name that bundlers do not follow. */
const node = (name) => import(/* webpackIgnore: true */ /* @vite-ignore */ `node:${name}`);

const inNode = typeof process === 'object' && typeof process.versions?.node === 'string' && typeof Worker === 'undefined';

/** Returns one pair of functions for a worker of a browser or Deno, and for a thread of Node. */
async function connected(spawn, module) {
  let settle;
  const heard = (data) => settle?.(data);
  const failed = (error) => settle?.({ error: String(error?.message ?? 'a worker failed') });
  let worker;
  if (inNode) {
    worker = spawn((await node('worker_threads')).Worker);
    worker.on('message', heard);
    worker.on('error', failed);
  } else {
    worker = spawn(Worker);
    worker.onmessage = ({ data }) => heard(data);
    worker.onerror = failed;
  }
  const ask = (work, transfer = [], progress = undefined) => new Promise((resolve, reject) => {
    worker.ref?.();
    settle = (answer) => {
      if (answer.progress !== undefined) return progress?.(...answer.progress);
      settle = undefined;
      worker.unref?.();
      if (answer.error === undefined) resolve(answer.result);
      else reject(new RangeError(answer.error));
    };
    worker.postMessage(work, transfer);
  });
  const end = () => worker.terminate();
  await ask({ task: 'start', module });
  return { ask, end };
}

/** Returns an idle worker over a module, or a new one. */
async function borrowed(spawn, module) {
  const waiting = idle.get(module)?.pop();
  if (waiting === undefined) return connected(spawn, module);
  clearTimeout(waiting.timer);
  return waiting;
}

function givenBack(module, worker) {
  if (!idle.has(module)) idle.set(module, []);
  const waiting = idle.get(module);
  waiting.push(worker);
  worker.timer = setTimeout(() => {
    waiting.splice(waiting.indexOf(worker), 1);
    worker.end();
  }, IDLE);
  worker.timer.unref?.();
}

/** Answers what `ask` sends; in a worker. */
export function answerer(load) {
  let face;
  const tasks = {
    start: ({ module }) => { face = load(module); },
    part: ({ name, params, bytes, start, total }) => recordOf(face, name, params, bytes, start, total),
    kdf: ({ name, secret, params, keyBytes }, progress) => face.kdf(name, secret, params, keyBytes, progress),
    hashPassword: ({ password, scheme }) => face.hashPassword(password, scheme),
    verifyPassword: ({ password, stored, limits }) => face.verifyPassword(password, stored, limits),
  };
  return async (work, post) => {
    try {
      if (work.blob !== undefined) work.bytes = new Uint8Array(await work.blob.arrayBuffer());
      post({ result: tasks[work.task](work, (done, total) => { post({ progress: [done, total] }); }) });
    } catch (error) {
      post({ error: String(error.message ?? error) });
    }
  };
}

/** Hashes the part of a message of `total` bytes that begins at byte `start`. */
function recordOf(face, name, params, bytes, start, total) {
  const tree = new face.Tree(name, params);
  try {
    const part = tree.part(start);
    part.update(bytes);
    return part.finish(total);
  } finally {
    tree.free();
  }
}

async function cores() {
  if (inNode) return (await node('os')).availableParallelism();
  return globalThis.navigator?.hardwareConcurrency ?? 4;
}

/** Lets other tasks of this thread run. */
const breath = () => new Promise((resolve) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => { port1.close(); resolve(); };
  port2.postMessage(null);
});

/** The digest by a tree hash. This thread hashes from the start on, and workers join it once they have started. */
async function treeHash(face, module, spawn, name, data, { outputBytes = 32, workers, ...params } = {}) {
  const isBlob = typeof Blob === 'function' && data instanceof Blob;
  const bytes = isBlob ? undefined : face.bytesOf(data);
  const total = isBlob ? data.size : bytes.length;
  const tree = new face.Tree(name, params);
  try {
    const leaf = tree.leafBytes;
    const step = Math.ceil(TASK / leaf) * leaf;
    const alone = workers === 1 || total < LEAST_SHARED;
    let next = 0;
    let failure;
    const take = () => {
      if (failure !== undefined || (next >= total && next > 0)) return undefined;
      const start = next;
      next = Math.max(Math.min(start + step, total), 1);
      return [start, Math.min(start + step, total)];
    };
    const here = async () => {
      for (let range = take(); range !== undefined; range = take()) {
        const [start, end] = range;
        const piece = isBlob ? new Uint8Array(await data.slice(start, end).arrayBuffer()) : bytes.subarray(start, end);
        tree.add(recordOf(face, name, params, piece, start, total));
        if (!alone) await breath();
      }
    };
    if (alone) {
      await here();
      return tree.finish(total, outputBytes);
    }
    const isShared = !isBlob && typeof SharedArrayBuffer !== 'undefined' && bytes.buffer instanceof SharedArrayBuffer;
    const there = async (worker) => {
      for (let range = take(); range !== undefined; range = take()) {
        const [start, end] = range;
        const work = { task: 'part', name, params, start, total };
        if (isBlob) work.blob = data.slice(start, end);
        // Of memory that threads cannot share, a piece is copied and the copy moves.
        else work.bytes = isShared ? bytes.subarray(start, end) : bytes.slice(start, end);
        tree.add(await worker.ask(work, isBlob || isShared ? [] : [work.bytes.buffer]));
      }
    };
    const running = [];
    const count = Math.min((workers ?? await cores()) - 1, Math.ceil(total / step) - 1);
    for (let i = 0; i < count; i += 1) {
      // Where no worker starts, for a page's policy or else, this thread does it all.
      borrowed(spawn, module).then((worker) => {
        running.push(there(worker)
          .then(() => givenBack(module, worker), (error) => { worker.end(); failure ??= error; }));
      }, () => {});
    }
    await here();
    // No worker takes anything from here on.
    await Promise.all(running);
    if (failure !== undefined) throw failure;
    return tree.finish(total, outputBytes);
  } finally {
    tree.free();
  }
}

/** Runs a task in a worker, or here where none starts. */
async function elsewhere(face, module, spawn, work, { onProgress, signal } = {}) {
  signal?.throwIfAborted();
  let worker;
  try {
    worker = await borrowed(spawn, module);
  } catch {
    let answer;
    const direct = answerer(() => face);
    await direct({ task: 'start' }, () => {});
    await direct(work, (message) => {
      if (message.progress !== undefined) onProgress?.(...message.progress);
      else answer = message;
    });
    if (answer.error !== undefined) throw new RangeError(answer.error);
    return answer.result;
  }
  let stop;
  const aborted = new Promise((_, reject) => {
    stop = () => reject(signal.reason);
    signal?.addEventListener('abort', stop, { once: true });
  });
  try {
    const result = await Promise.race([worker.ask(work, [], onProgress), aborted]);
    givenBack(module, worker);
    return result;
  } catch (error) {
    worker.end();
    throw error;
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

/** Returns all functions of the package over a module; `spawn` makes a worker of the class that it is given. */
export function assembled(load, module, spawn) {
  const face = load(module);
  const there = (work, options) => elsewhere(face, module, spawn, work, options);
  return {
    ...face,
    treeHash: (name, data, options) => treeHash(face, module, spawn, name, data, options),
    kdfAsync: (name, secret, params, keyBytes, options) => there({ task: 'kdf', name, secret, params, keyBytes }, options),
    hashPasswordAsync: (password, scheme, options) => there({ task: 'hashPassword', password, scheme }, options),
    verifyPasswordAsync: (password, stored, limits, options) => there({ task: 'verifyPassword', password, stored, limits }, options),
  };
}
