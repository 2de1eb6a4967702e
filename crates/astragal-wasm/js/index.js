// Loads the module beside this file and exports what `core.js` makes of it.
import { connect, toHex } from './core.js';
import { treeHash as across } from './tree.js';

const place = new URL('./astragal.wasm', import.meta.url);

/** The module, compiled: from a file where there are files, over the network in browsers. */
async function compiled() {
  const files = typeof process === 'object' && process.versions?.node && place.protocol === 'file:';
  if (files) {
    const { readFile } = await import('node:fs/promises');
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
      throw new Error('astragal needs WebAssembly with simd128: Chrome 91, Firefox 89, Safari 16.4, Node 16.4 or Deno 1.9', { cause });
    }
    throw cause;
  }
}

const module = await loaded();
const face = connect(new WebAssembly.Instance(module).exports);

export const { hash, xof, mac, verifyMac, kdf, algorithms, createHash, createXof, createMac } = face;
export { toHex };

/** The digest of a `Blob` or bytes by a tree hash, its parts in workers. */
export const treeHash = (name, data, options) => across(face, module, name, data, options);
