// Writes files that contain the WebAssembly module as text:
//
//     node bundle.mjs module FOLDER NAME WASM    writes a module of the npm package, as an ES module and for CommonJS
//     node bundle.mjs webcrypto FOLDER           writes `webcrypto` of the npm package for CommonJS
//     node bundle.mjs size WASM                  prints the length of a module, compressed with brotli
//     node bundle.mjs page FOLDER FILE           writes the web page for files, with its scripts
import { readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import assert from 'node:assert';

const here = new URL('.', import.meta.url);
const read = (file) => readFileSync(new URL(file, here), 'utf8');

// Names of the functions that the modules of the package export. Every module exports `exported`. The module `ascon`
// also exports `ofAeads`, `passwords` also exports `ofPasswords`, and `index` exports all functions.
const exported = ['algorithms', 'createHash', 'createMac', 'createXof', 'hash', 'mac', 'toHex', 'verifyMac', 'xof'];
const ofAeads = ['InvalidTagError', 'createAead', 'open', 'seal'];
const ofCiphers = [...ofAeads, 'createCipher', 'createDecryptor', 'createEncryptor', 'decrypt', 'encrypt', 'unwrapKey', 'wrapKey'];
const ofChunked = ['createOpenStream', 'createSealStream', 'openChunked', 'openRange', 'sealChunked'];
const ofPasswords = ['hashPassword', 'hashPasswordAsync', 'kdf', 'kdfAsync', 'needsRehash', 'verifyPassword', 'verifyPasswordAsync'];

// Last statements of the function that initializes each module. They use the constants MODULE and WORKER, which
// `writeModule` defines before them.
const inline = `
function decode(text) {
  if (typeof Buffer === 'function') return Buffer.from(text, 'base64');
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
function compile() {
  try {
    return new WebAssembly.Module(decode(MODULE));
  } catch (cause) {
    if (cause instanceof RangeError) throw new Error('Chrome before 115 compiles astragal in workers only; import astragal/url here', { cause });
    if (!(cause instanceof WebAssembly.CompileError)) throw cause;
    throw new Error('astragal needs WebAssembly with simd128: Chrome 91, Firefox 89, Safari 16.4, Node 20 or Deno 1.9', { cause });
  }
}
let workerUrl;
function spawn(Worker) {
  if (inNode) return new Worker(WORKER, { eval: true });
  workerUrl ??= URL.createObjectURL(new Blob([WORKER], { type: 'text/javascript' }));
  // Starts the worker as an ES module in Deno, which supports no other workers.
  return new Worker(workerUrl, typeof Deno === 'undefined' ? undefined : { type: 'module' });
}
const module = compile();
return { ...assemble(load(module), module, spawn), InvalidTagError, toHex };
`;

// Converts the text of an ES module to a classic script by removing imports and exports.
function script(file) {
  const lines = read(`js/${file}`).split('\n').filter((line) => !line.startsWith('import {'));
  const text = lines.map((line) => line.replace(/^export (\{.*\};)?/, '')).join('\n');
  assert(!/^(import|export) /m.test(text), `${file} has an import or export of another form`);
  return text;
}

function writeModule(folder, name, wasm) {
  const core = script('chunked.js') + script('ciphers.js') + script('core.js') + script('parallel.js');
  const api = `// Written by \`cargo xtask web\` from core.js, parallel.js and worker.js.
const api = (() => {
${core}
const WORKER = ${JSON.stringify(core + script('worker.js'))};
const MODULE = '${readFileSync(wasm, 'base64')}';
${inline}})();
`;
  const all = [...exported];
  if (name === 'ascon') all.push(...ofAeads);
  if (name === 'index' || name === 'passwords') all.push(...ofPasswords);
  if (name === 'index') all.push(...ofCiphers, ...ofChunked, 'treeHash');
  const names = all.join(', ');
  const write = (extension, text) => writeFileSync(`${folder}/${name}.${extension}`, text);
  write('js', `${api}export const { ${names} } = api;\n`);
  write('cjs', `'use strict';\n${api}const { ${names} } = api;\nmodule.exports = { ${names} };\n`);
  const types = read('js/index.d.ts');
  if (name === 'index') {
    write('d.cts', types);
    return;
  }
  const declared = [...types.matchAll(/^export (?:interface|type) ([A-Za-z0-9]+)/gm)].map((match) => match[1]).join(', ');
  for (const [extension, index] of [['d.ts', './index.js'], ['d.cts', './index.cjs']]) {
    write(extension, `export { ${names} } from '${index}';\nexport type { ${declared} } from '${index}';\n`);
  }
}

function writeWebCrypto(folder) {
  const text = read('js/webcrypto.js').replace(/^import (\{[^}]*\}) from '.\/index.js';$/m, (_, names) => `const ${names} = require('./index.cjs');`);
  const names = [...text.matchAll(/^export (?:class|const|function) (\w+)/gm)].map((match) => match[1]).join(', ');
  const script = text.replaceAll(/^export /gm, '');
  assert(!/^import /m.test(script), 'webcrypto.js has an import of another form');
  writeFileSync(`${folder}/webcrypto.cjs`, `'use strict';\n${script}module.exports = { ${names} };\n`);
  writeFileSync(`${folder}/webcrypto.d.cts`, read('js/webcrypto.d.ts'));
}

function writePage(folder, file) {
  const parts = {
    '{{MODULE}}': gzipSync(readFileSync(`${folder}/astragal.wasm`), { level: 9 }).toString('base64'),
    // The worker of the page is a classic script, so imports and exports are removed.
    '{{WORKER}}': script('chunked.js') + script('ciphers.js') + script('core.js') + read('page/worker.js'),
    '{{PAGE}}': read('page/page.js'),
  };
  let page = read('page/page.html');
  for (const [place, text] of Object.entries(parts)) {
    assert(!text.includes('</script'), `the text for ${place} would end its script`);
    page = page.replace(place, () => text);
  }
  writeFileSync(file, page);
}

const [verb, ...rest] = process.argv.slice(2);
const printSize = (wasm) => console.log(brotliCompressSync(readFileSync(wasm)).length);

({ module: writeModule, page: writePage, size: printSize, webcrypto: writeWebCrypto })[verb](...rest);
