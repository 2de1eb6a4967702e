// Loads the WebAssembly module from its URL. The module is a file in the folder of this script. In contrast,
// `index.js` contains the module as text.
import { InvalidTagError, loadAsync, toHex } from './core.js';
import { assemble } from './parallel.js';

const url = new URL('./astragal.wasm', import.meta.url);

/** Compiles the WebAssembly module. Node reads it from a file, and browsers load it over the network. */
async function compile() {
  if (typeof process === 'object' && process.versions?.node && url.protocol === 'file:') {
    const name = 'node:fs/promises';
    const { readFile } = await import(/* webpackIgnore: true */ /* @vite-ignore */ name);
    return WebAssembly.compile(await readFile(url));
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`cannot fetch ${url}: status ${response.status}`);
  // Compiles the whole response at once if the server does not send the media type `application/wasm`, which streaming
  // compilation requires.
  if (response.headers.get('content-type')?.startsWith('application/wasm')) return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

async function compileChecked() {
  try {
    return await compile();
  } catch (cause) {
    if (cause instanceof WebAssembly.CompileError) {
      throw new Error('astragal needs WebAssembly with simd128: Chrome 91, Firefox 89, Safari 16.4, Node 20 or Deno 1.9', { cause });
    }
    throw cause;
  }
}

const spawn = (Worker) => new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
const module = await compileChecked();

export const {
  hash, xof, mac, verifyMac, kdf, kdfAsync, hashPassword, hashPasswordAsync, verifyPassword, verifyPasswordAsync,
  needsRehash, algorithms, createHash, createXof, createMac, treeHash, createAead, createCipher, createEncryptor,
  createDecryptor, seal, open, encrypt, decrypt, wrapKey, unwrapKey, createSealStream, createOpenStream, sealChunked, openChunked, openRange,
} = assemble(await loadAsync(module), module, spawn);
export { InvalidTagError, toHex };
