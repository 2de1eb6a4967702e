// Benchmark of the npm package, hash-wasm and @noble/hashes in one process. Usage: `node --no-liftoff bench.mjs PACKAGE
// [NAME...]`. Prints tables in Markdown. Before the measurement, checks that the libraries compute the same results.
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import * as hw from 'hash-wasm';
import { argon2id } from '@noble/hashes/argon2.js';
import { blake256, blake512 } from '@noble/hashes/blake1.js';
import { blake2b, blake2s } from '@noble/hashes/blake2.js';
import { blake3 } from '@noble/hashes/blake3.js';
import { hkdf } from '@noble/hashes/hkdf.js';
import { hmac } from '@noble/hashes/hmac.js';
import { md5, ripemd160, sha1 } from '@noble/hashes/legacy.js';
import { pbkdf2 } from '@noble/hashes/pbkdf2.js';
import { scrypt } from '@noble/hashes/scrypt.js';
import { sha224, sha256, sha384, sha512, sha512_256 } from '@noble/hashes/sha2.js';
import { keccak_256, keccak_512, sha3_224, sha3_256, sha3_384, sha3_512, shake128, shake256 } from '@noble/hashes/sha3.js';
import { kmac128, kmac256, kt128, turboshake128, turboshake256 } from '@noble/hashes/sha3-addons.js';

const [, , folder, ...only] = process.argv;
const ours = await import(pathToFileURL(path.resolve(folder, 'index.js')));

const object = (hasher) => (data) => hasher.init().update(data).digest('binary');
const of = async (name, create, noble) => [name, (data) => ours.hash(name, data), create && object(await create), noble];
const xof = (name, noble) => {
  const { outputBytes } = ours.algorithms().find((row) => row.name === name);
  return [name, (data) => ours.xof(name, data), undefined, (data) => noble(data, { dkLen: outputBytes })];
};
const key = new Uint8Array(32).fill(3);
const keyed = ours.createMac('hmac-sha256', key);
const rows = [
  await of('md5', hw.createMD5(), md5),
  await of('sha1', hw.createSHA1(), sha1),
  await of('ripemd160', hw.createRIPEMD160(), ripemd160),
  await of('sha224', hw.createSHA224(), sha224),
  await of('sha256', hw.createSHA256(), sha256),
  await of('sha384', hw.createSHA384(), sha384),
  await of('sha512', hw.createSHA512(), sha512),
  await of('sha512-256', undefined, sha512_256),
  await of('sha3-224', hw.createSHA3(224), sha3_224),
  await of('sha3-256', hw.createSHA3(256), sha3_256),
  await of('sha3-384', hw.createSHA3(384), sha3_384),
  await of('sha3-512', hw.createSHA3(512), sha3_512),
  await of('keccak-256', hw.createKeccak(256), keccak_256),
  await of('keccak-512', hw.createKeccak(512), keccak_512),
  xof('shake128', shake128),
  xof('shake256', shake256),
  xof('turboshake128', turboshake128),
  xof('turboshake256', turboshake256),
  xof('kt128', kt128),
  await of('blake-256', undefined, blake256),
  await of('blake-512', undefined, blake512),
  await of('blake2b-512', hw.createBLAKE2b(512), blake2b),
  await of('blake2s-256', hw.createBLAKE2s(256), blake2s),
  await of('blake3', hw.createBLAKE3(256), blake3),
  await of('sm3', hw.createSM3(), undefined),
  await of('whirlpool', hw.createWhirlpool(), undefined),
  ['hmac-sha256, key prepared', (data) => keyed.update(data).tag(), object(await hw.createHMAC(hw.createSHA256(), key)), undefined],
  ['hmac-sha256', (data) => ours.mac('hmac-sha256', key, data), undefined, (data) => hmac(sha256, key, data)],
  ['kmac128', (data) => ours.mac('kmac128', key, data), undefined, (data) => kmac128(key, data, { dkLen: 32 })],
  ['kmac256', (data) => ours.mac('kmac256', key, data), undefined, (data) => kmac256(key, data, { dkLen: 64 })],
];

const password = new TextEncoder().encode('correct horse battery staple');
const salt = new Uint8Array(16).fill(9);
const kdfs = [
  [
    'pbkdf2-hmac-sha256, 10,000 iterations',
    () => ours.kdf('pbkdf2-hmac-sha256', password, { salt, iterations: 10_000 }),
    () => hw.pbkdf2({ password, salt, iterations: 10_000, hashLength: 32, hashFunction: hw.createSHA256(), outputType: 'binary' }),
    () => pbkdf2(sha256, password, salt, { c: 10_000, dkLen: 32 }),
  ],
  [
    'pbkdf2-hmac-sha512, 10,000 iterations',
    () => ours.kdf('pbkdf2-hmac-sha512', password, { salt, iterations: 10_000 }),
    () => hw.pbkdf2({ password, salt, iterations: 10_000, hashLength: 32, hashFunction: hw.createSHA512(), outputType: 'binary' }),
    () => pbkdf2(sha512, password, salt, { c: 10_000, dkLen: 32 }),
  ],
  [
    'hkdf-sha256',
    () => ours.kdf('hkdf-sha256', password, { salt, info: 'a' }),
    undefined,
    () => hkdf(sha256, password, salt, new Uint8Array([97]), 32),
  ],
  [
    'scrypt, N = 2^14, r = 8, p = 1',
    () => ours.kdf('scrypt', password, { salt, n: 2 ** 14, r: 8, p: 1 }),
    () => hw.scrypt({ password, salt, costFactor: 2 ** 14, blockSize: 8, parallelism: 1, hashLength: 32, outputType: 'binary' }),
    () => scrypt(password, salt, { N: 2 ** 14, r: 8, p: 1, dkLen: 32 }),
  ],
  [
    'argon2id, 19 MiB, t = 2, p = 1',
    () => ours.kdf('argon2id', password, { salt, m: 19 * 1024, t: 2, p: 1 }),
    () => hw.argon2id({ password, salt, memorySize: 19 * 1024, iterations: 2, parallelism: 1, hashLength: 32, outputType: 'binary' }),
    () => argon2id(password, salt, { m: 19 * 1024, t: 2, p: 1, dkLen: 32 }),
  ],
];

const now = () => Number(process.hrtime.bigint());

/** Calls a function repeatedly for `ms` milliseconds. Returns the minimum time per call in nanoseconds. */
async function least(call, ms) {
  const end = now() + ms * 1e6;
  let [count, best] = [1, Infinity];
  while (now() < end) {
    const start = now();
    for (let i = 0; i < count; i += 1) {
      const result = call();
      if (result instanceof Promise) await result;
    }
    const took = now() - start;
    best = Math.min(best, took / count);
    if (took < 2e5) count *= 2;
  }
  return best;
}

/** Measures each function several times after a warm-up. Alternates between the functions. */
async function measured(calls) {
  const best = calls.map(() => Infinity);
  for (const call of calls) if (call) await least(call, 150);
  for (let turn = 0; turn < 12; turn += 1) {
    for (const [i, call] of calls.entries()) if (call) best[i] = Math.min(best[i], await least(call, 20));
  }
  return best;
}

const shown = (ns) => (ns < 1e4 ? `${ns.toFixed(0)} ns` : ns < 1e7 ? `${(ns / 1e3).toFixed(0)} µs` : `${(ns / 1e6).toFixed(0)} ms`);

async function table(what, rows) {
  console.log(`\n## ${what}\n\n| | astragal | hash-wasm | ratio | noble | ratio |\n| --- | --: | --: | --: | --: | --: |`);
  for (const [name, ...calls] of rows) {
    if (only.length > 0 && !only.some((start) => name.startsWith(start))) continue;
    const answers = [];
    for (const call of calls) if (call) answers.push(Buffer.from(await call()).toString('hex'));
    if (answers.some((answer) => answer !== answers[0])) throw new Error(`${name}: ${answers}`);
    const best = await measured(calls);
    const cells = best.slice(1).map((ns) => (Number.isFinite(ns) ? `${shown(ns)} | ${(ns / best[0]).toFixed(2)}` : ' | '));
    console.log(`| ${name} | ${shown(best[0])} | ${cells.join(' | ')} |`);
  }
}

console.log(`# WebAssembly and JavaScript

By \`cargo xtask bench web\`: the npm package, hash-wasm 4.13.0 and @noble/hashes 2.4.0 in one run of Node ${process.versions.node} (V8 ${process.versions.v8}) on ${os.cpus()[0].model.trim()}. Times are the least of a call with a message in a \`Uint8Array\`; ratios are the other package's time divided by astragal's. hash-wasm reuses an object, its fastest way. \`--no-liftoff\` makes V8 compile modules with the optimizing compiler from the start. Above 1, astragal is faster.`);
for (const [size, what] of [[64, '64 bytes'], [1024, '1 KiB'], [1 << 20, '1 MiB']]) {
  const data = new Uint8Array(size).map((_, i) => i * 7);
  await table(what, rows.map(([name, ...calls]) => [name, ...calls.map((call) => call && (() => call(data)))]));
}
await table('Key derivation', kdfs);
