// Loads the module beside this file, by its URL. `index.js` holds the module itself.
import { load, toHex } from './core.js';
import { assembled } from './parallel.js';

const place = new URL('./astragal.wasm', import.meta.url);

/** The module, compiled: from a file where there are files, over the network in browsers. */
async function compiled() {
  const files = typeof process === 'object' && process.versions?.node && place.protocol === 'file:';
  if (files) {
    const name = 'node:fs/promises';
    const { readFile } = await import(/* webpackIgnore: true */ /* @vite-ignore */ name);
    return WebAssembly.compile(await readFile(place));
  }
  const answer = await fetch(place);
  if (answer.ok === false) throw new Error(`${place} is not there: ${answer.status}`);
  // By the stream where the server names the type, else from its bytes.
  if (answer.headers.get('content-type')?.startsWith('application/wasm')) return WebAssembly.compileStreaming(answer);
  return WebAssembly.compile(await answer.arrayBuffer());
}

async function loaded() {
  try {
    return await compiled();
  } catch (cause) {
    if (cause instanceof WebAssembly.CompileError) {
      throw new Error('astragal needs WebAssembly with simd128: Chrome 91, Firefox 89, Safari 16.4, Node 20 or Deno 1.9', { cause });
    }
    throw cause;
  }
}

const spawn = (Worker) => new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });

export const {
  hash, xof, mac, verifyMac, kdf, kdfAsync, hashPassword, hashPasswordAsync, verifyPassword, verifyPasswordAsync,
  needsRehash, algorithms, createHash, createXof, createMac, treeHash,
} = assembled(load, await loaded(), spawn);
export { toHex };
