// Tests of the package by Node: `ASTRAGAL_PACKAGE=FOLDER node --test FILE`, the known answers beside them.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';

const folder = path.resolve(process.env.ASTRAGAL_PACKAGE);
const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');
const vectors = path.join(root, 'crates/astragal-vectors/vectors');
const lib = await import(pathToFileURL(path.join(folder, 'index.js')));
const { algorithms, createHash, createMac, createXof, hash, kdf, mac, toHex, treeHash, verifyMac, xof } = lib;
const names = new Set(algorithms().map((row) => `${row.kind} ${row.name}`));
const sized = (name) => /^(blake2b|blake2s|skein\d+)-(\d+)$/.exec(name);

const bytes = (hex) => (hex === undefined ? undefined : Uint8Array.from(hex.match(/../g) ?? [], (byte) => parseInt(byte, 16)));

function cases(text) {
  const found = [];
  for (const block of text.split(/\n\n+/)) {
    const fields = { items: [] };
    for (const line of block.split('\n')) {
      const at = line.indexOf('=');
      if (line.startsWith('#') || at < 0) continue;
      const [name, value] = [line.slice(0, at).trim(), line.slice(at + 1).trim()];
      if (name === 'item') fields.items.push(value);
      else fields[name] = value;
    }
    if (fields.alg) found.push(fields);
  }
  return found;
}

function message(fields) {
  if (fields['msg-pattern'] !== undefined) return new Uint8Array(Number(fields['msg-pattern'])).map((_, i) => i % 251);
  if (fields['msg-repeat'] === undefined) return bytes(fields.msg ?? '');
  const [count, hex] = fields['msg-repeat'].split(' ');
  return Uint8Array.from(Buffer.alloc(Number(count) * (hex.length / 2), Buffer.from(hex, 'hex')));
}

/** The message by pieces of different lengths; with a copy on the way, which must not notice. */
function inPieces(object, data, end, again) {
  for (const piece of [1, 167, 20_000]) {
    if (data.length > 5000 && piece === 1) continue;
    let half;
    for (let i = 0; i < data.length; i += piece) {
      if (i > data.length / 2 && half === undefined) half = object.clone().update(data.subarray(i));
      object.update(data.subarray(i, i + piece));
    }
    const answer = end(object);
    if (half !== undefined) {
      assert.deepEqual(end(half), answer, 'a copy');
      half.free();
    }
    again(answer);
    object.reset();
  }
  object.free();
}

const number = (text) => (text === undefined ? undefined : Number(text));

function checkHash(fields, expected) {
  const size = sized(fields.alg);
  const params = { salt: bytes(fields.salt), personal: bytes(fields.custom), key: bytes(fields.key), publicKey: bytes(fields['public-key']), keyId: bytes(fields['key-id']), nonce: bytes(fields.nonce) };
  const isPlain = Object.values(params).every((value) => value === undefined) && names.has(`hash ${fields.alg}`);
  let name = fields.alg;
  if (!isPlain && size) [name, params.digestBytes] = [size[1], Number(size[2]) / 8];
  let data = message(fields);
  for (let i = 1; i < Number(fields.iterations ?? 1); i += 1) data = hash(name, data);
  const given = isPlain ? undefined : params;
  assert.equal(toHex(hash(name, data, given)), expected);
  inPieces(createHash(name, given), data, (object) => object.digest('hex'), (answer) => assert.equal(answer, expected));
}

function checkXof(fields, expected) {
  const isSized = /^(tuplehash|parallelhash)\d/.test(fields.alg);
  const params = {
    custom: bytes(fields.custom), functionName: bytes(fields.name), domain: fields.domain && parseInt(fields.domain, 16),
    blockBytes: number(fields.block), outputBytes: isSized ? expected.length / 2 : undefined,
  };
  const object = createXof(fields.alg, params);
  const end = (object) => {
    object.skip(BigInt(fields['out-skip'] ?? 0));
    const first = object.read(Math.min(3, expected.length / 2));
    return toHex(first) + toHex(object.read(expected.length / 2 - first.length));
  };
  if (/^tuplehash/.test(fields.alg)) {
    for (const item of fields.items) object.item(bytes(item));
    assert.equal(end(object), expected);
    return object.free();
  }
  const data = message(fields);
  if (fields['out-skip'] === undefined) assert.equal(toHex(xof(fields.alg, data, expected.length / 2, params)), expected);
  inPieces(object, data, end, (answer) => assert.equal(answer, expected));
}

function checkMac(fields, expected) {
  let name = fields.alg;
  const full = algorithms().find((row) => row.kind === 'mac' && row.name === name);
  const params = { custom: bytes(fields.custom) };
  if (full === undefined) return 'no such code';
  if (fields.out !== undefined && full.outputBytes !== expected.length / 2) params.tagBytes = expected.length / 2;
  const [key, data] = [bytes(fields.key), message(fields)];
  const cut = (tag) => toHex(tag).slice(0, expected.length);
  const tag = mac(name, key, data, params);
  assert.equal(cut(tag), expected);
  assert.ok(verifyMac(name, key, data, tag, params));
  tag[0] ^= 1;
  assert.ok(!verifyMac(name, key, data, tag, params));
  // Of a message whose length the code limits, pieces are no different.
  inPieces(createMac(name, key, params), data, (object) => cut(object.tag()), (answer) => assert.equal(answer, expected));
}

function checkKdf(fields, expected) {
  const params = {
    salt: bytes(fields.salt), info: bytes(fields.custom), label: bytes(fields.name), secret: bytes(fields.secret),
    associatedData: bytes(fields.ad), iterations: number(fields.iterations), n: number(fields.n), r: number(fields.r),
    p: number(fields.p), m: number(fields.m), t: number(fields.t), version: number(fields.version),
  };
  if (/^argon2/.test(fields.alg)) params.allowShortSalt = true;
  assert.equal(toHex(kdf(fields.alg, bytes(fields.password ?? fields.key), params, expected.length / 2)), expected);
}

/** Runs a case by what its fields mean, as the vectors' own runner does; says why it cannot. */
function run(fields) {
  const has = (name) => fields[name] !== undefined;
  const expected = fields.md ?? fields.tag ?? fields.out;
  if (has('mode') || has('pt') || has('outboard') || has('record') || (has('nonce') && !has('md'))) return 'a cipher, or a part';
  if (has('result') && fields.result === 'invalid') return 'an invalid one';
  if (has('password') || /^(hkdf|kbkdf)-/.test(fields.alg)) return names.has(`kdf ${fields.alg}`) ? checkKdf(fields, expected) : 'no such function';
  const isUnderParameters = has('salt') || has('public-key') || has('key-id') || (has('custom') && sized(fields.alg));
  if (has('key') && !isUnderParameters && !has('md')) return checkMac(fields, expected);
  if (has('md') || isUnderParameters) return names.has(`hash ${fields.alg}`) || sized(fields.alg) ? checkHash(fields, expected) : 'no such hash';
  return checkXof(fields, expected);
}

test('known answers', () => {
  const counts = { passed: 0 };
  for (const file of readdirSync(vectors)) {
    for (const fields of cases(readFileSync(path.join(vectors, file), 'utf8'))) {
      try {
        const reason = run(fields);
        if (reason === undefined) counts.passed += 1;
        else counts[reason] = (counts[reason] ?? 0) + 1;
      } catch (error) {
        error.message = `${file}: ${JSON.stringify(fields).slice(0, 300)}: ${error.message}`;
        throw error;
      }
    }
  }
  console.log(counts);
  assert.ok(counts.passed > 1500, `only ${counts.passed} cases`);
});

test('vectors are used where the module has them', () => {
  const backend = algorithms().find((row) => row.name === 'blake3').backend;
  assert.equal(backend, process.env.ASTRAGAL_BACKEND ?? 'simd128');
});

test('errors say what was given and what is allowed', () => {
  assert.throws(() => hash('sha-257', ''), /sha-257/);
  assert.throws(() => hash('blake2b', '', { digestBytes: 65 }), /65/);
  assert.throws(() => hash('blake2b', '', { digestBites: 32 }), /no parameter digestBites/);
  assert.throws(() => mac('ascon-mac', new Uint8Array(15), ''), /15 bytes.*16/);
  assert.throws(() => kdf('argon2id', 'password', { salt: 'saltsalt' }), /parallelization p/);
  assert.throws(() => hash('sha256', 7), TypeError);
  const object = createHash('sha256');
  object.free();
  assert.throws(() => object.update('a'), /freed/);
  const reading = createXof('shake128').update('a');
  reading.read(1);
  assert.throws(() => reading.update('b'), RangeError);
});

test('views, texts and long messages are read as they are', () => {
  const expected = toHex(hash('sha3-256', new Uint8Array([1, 2, 3, 4])));
  assert.equal(toHex(hash('sha3-256', new Uint8Array([0, 1, 2, 3, 4, 5]).subarray(1, 5))), expected);
  assert.equal(toHex(hash('sha3-256', new Uint16Array([0x0201, 0x0403]))), expected);
  assert.equal(toHex(hash('sha3-256', new Uint8Array([1, 2, 3, 4]).buffer)), expected);
  assert.equal(toHex(hash('sha256', 'ä')), toHex(hash('sha256', new Uint8Array([0xc3, 0xa4]))));
  // The memory grows, and a view of it is lost.
  const before = hash('blake3', 'x');
  kdf('scrypt', 'p', { salt: 's', n: 2 ** 15, r: 8, p: 1 });
  assert.deepEqual(hash('blake3', 'x'), before);
});

test('parts in workers make the same digest', async () => {
  const data = new Uint8Array((9 << 20) + 12_345).map((_, i) => i * 31 + (i >> 9));
  assert.equal(toHex(await treeHash('blake3', data, { workers: 2 })), toHex(hash('blake3', data)));
  assert.equal(toHex(await treeHash('kt128', new Blob([data]), { workers: 2, custom: 'c', outputBytes: 50 })), toHex(xof('kt128', data, 50, { custom: 'c' })));
  assert.equal(toHex(await treeHash('kt128', '')), toHex(xof('kt128', '', 32)));
  await assert.rejects(treeHash('sha256', data), /no tree hash/);
});

test('the code of the site and of the readme runs, and prints what stands below it', async () => {
  const scratch = mkdtempSync(path.join(os.tmpdir(), 'astragal-blocks-'));
  const place = JSON.stringify(pathToFileURL(path.join(folder, 'index.js')).href);
  let count = 0;
  for (const page of ['docs/start/javascript.md', 'crates/astragal-wasm/README.md']) {
    const text = readFileSync(path.join(root, page), 'utf8');
    for (const [, code, output] of text.matchAll(/```js\n([^]*?)```(?:\n\n```output\n([^]*?)```)?/g)) {
      count += 1;
      const file = path.join(scratch, `${count}.mjs`);
      writeFileSync(file, code.replace("'astragal'", place));
      const printed = execFileSync(process.execPath, [file], { encoding: 'utf8' });
      if (output !== undefined) assert.equal(printed, output, page);
    }
  }
  rmSync(scratch, { recursive: true });
  assert.ok(count > 4, `${count} blocks`);
});
