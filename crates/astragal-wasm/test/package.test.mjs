// Tests of the npm package in Node. Usage: `ASTRAGAL_PACKAGE=FOLDER node --test FILE`.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import crypto from 'node:crypto';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bytes, cases, message, runAll } from './answers.mjs';

const folder = path.resolve(process.env.ASTRAGAL_PACKAGE);
const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');
const vectors = path.join(root, 'crates/astragal-vectors/vectors');
const lib = await import(pathToFileURL(path.join(folder, 'index.js')));
const {
  algorithms, createAead, createCipher, createDecryptor, createEncryptor, createHash, createMac, createOpenStream, createSealStream,
  createXof, decrypt, encrypt, hash, hashPassword, hashPasswordAsync, InvalidTagError, kdf, kdfAsync, mac, needsRehash, open,
  openChunked, openRange, seal, sealChunked, toHex, treeHash, unwrapKey, verifyMac, verifyPassword,
  verifyPasswordAsync, wrapKey, xof,
} = lib;
const rows = algorithms();
const isInvalidTag = (error) => error instanceof InvalidTagError && error.name === 'InvalidTagError';

test('known answers', () => {
  const counts = runAll(vectors, lib);
  console.log(counts);
  assert.ok(counts.passed > 3000, `only ${counts.passed} cases`);
});

// The smaller modules are compiled with other features of the library.
for (const [family, least] of [['common', 250], ['hashes', 900]]) {
  test(`known answers of the module ${family}`, async () => {
    const module = await import(pathToFileURL(path.join(folder, `${family}.js`)).href);
    const names = new Set(module.algorithms().map((row) => row.name));
    for (const name of ['sha256', 'sha512', 'sha3-256', 'shake128', 'blake3', 'hmac-sha256']) assert.ok(names.has(name), name);
    const counts = runAll(vectors, module, (fields) => names.has(fields.alg) && fields.pt === undefined && fields.password === undefined);
    console.log(counts);
    assert.ok(counts.passed > least, `only ${counts.passed} cases`);
  });
}

test('uses the SIMD backend', () => {
  const backend = rows.find((row) => row.name === 'blake3').backend;
  assert.equal(backend, process.env.ASTRAGAL_BACKEND ?? 'simd128');
});

test('errors name the value and what is allowed', () => {
  assert.throws(() => hash('sha-257', ''), /sha-257/);
  assert.throws(() => hash('blake2b', '', { digestBytes: 65 }), /65/);
  assert.throws(() => hash('blake2b', '', { digestBites: 32 }), /unknown parameter digestBites; allowed are digestBytes/);
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

const patterned = (length, seed = 1) => new Uint8Array(length).map((_, i) => i * 31 + (i >> 8) * 7 + seed);
const joined = (...parts) => Uint8Array.from(Buffer.concat(parts));

// Compares with Node's `crypto`, which uses OpenSSL. Each entry has this package's name, Node's name, and the key length
// in bytes.
test('ciphers agree with node:crypto in both directions', () => {
  const lengths = [0, 1, 15, 16, 17, 31, 33, 255, 256, 16_383, 16_384, 16_385, 33_000, 100_001];
  for (const [name, other, keyBytes] of [
    ['aes-128-gcm', 'aes-128-gcm', 16], ['aes-192-gcm', 'aes-192-gcm', 24], ['aes-256-gcm', 'aes-256-gcm', 32],
    ['aes-128-ccm', 'aes-128-ccm', 16], ['aes-256-ccm', 'aes-256-ccm', 32],
    ['aes-128-ocb', 'aes-128-ocb', 16], ['aes-256-ocb', 'aes-256-ocb', 32],
    ['aria-256-gcm', 'aria-256-gcm', 32], ['chacha20-poly1305', 'chacha20-poly1305', 32],
  ]) {
    const [key, nonce, ad] = [patterned(keyBytes), patterned(12, 2), patterned(21, 3)];
    const aead = createAead(name, key);
    assert.deepEqual([aead.keyBytes, aead.nonceBytes, aead.tagBytes], [keyBytes, 12, 16], name);
    for (const length of lengths) {
      const plaintext = patterned(length, 4);
      const sealing = crypto.createCipheriv(other, key, nonce, { authTagLength: 16 });
      sealing.setAAD(ad, { plaintextLength: length });
      const expected = joined(sealing.update(plaintext), sealing.final(), sealing.getAuthTag());
      const sealed = aead.seal(nonce, plaintext, ad);
      assert.deepEqual(sealed, expected, `${name} ${length}`);
      assert.deepEqual(aead.open(nonce, sealed, ad), plaintext, `${name} ${length}`);
      const opening = crypto.createDecipheriv(other, key, nonce, { authTagLength: 16 });
      opening.setAuthTag(sealed.subarray(length)).setAAD(ad, { plaintextLength: length });
      assert.deepEqual(joined(opening.update(sealed.subarray(0, length)), opening.final()), plaintext, `${name} ${length}`);
    }
    aead.free();
  }
  for (const [name, other, keyBytes, ivBytes, step] of [
    ['aes-128-cbc', 'aes-128-cbc', 16, 16, 1], ['camellia-256-cbc', 'camellia-256-cbc', 32, 16, 1],
    ['aes-256-ctr', 'aes-256-ctr', 32, 16, 1], ['aria-192-ctr', 'aria-192-ctr', 24, 16, 1], ['sm4-ofb', 'sm4-ofb', 16, 16, 1],
    ['camellia-128-cfb', 'camellia-128-cfb', 16, 16, 1], ['aes-256-xts', 'aes-256-xts', 64, 16, 16],
  ]) {
    const [key, iv] = [patterned(keyBytes), patterned(ivBytes, 2)];
    for (const length of lengths.filter((length) => step === 1 || length >= step)) {
      const plaintext = patterned(length, 4);
      const encryptor = crypto.createCipheriv(other, key, iv);
      const expected = joined(encryptor.update(plaintext), encryptor.final());
      assert.deepEqual(encrypt(name, key, iv, plaintext), expected, `${name} ${length}`);
      assert.deepEqual(decrypt(name, key, iv, expected), plaintext, `${name} ${length}`);
    }
  }
  for (const [name, other, keyBytes] of [['aes-128', 'aes-128-ecb', 16], ['camellia-192', 'camellia-192-ecb', 24], ['sm4', 'sm4-ecb', 16]]) {
    const [key, blocks] = [patterned(keyBytes), patterned(32_768)];
    const encryptor = crypto.createCipheriv(other, key, null).setAutoPadding(false);
    const expected = joined(encryptor.update(blocks), encryptor.final());
    const cipher = createCipher(name, key);
    assert.deepEqual(cipher.encrypt(blocks), expected, name);
    assert.deepEqual(cipher.decrypt(expected), blocks, name);
    cipher.free();
  }
});

test('a keystream can be entered anywhere', () => {
  const [key, nonce] = [patterned(32), patterned(12, 2)];
  const whole = encrypt('chacha20', key, nonce, new Uint8Array(70_000));
  const mode = createEncryptor('chacha20', key, nonce);
  for (const position of [0, 1, 63, 64, 16_384, 69_990]) {
    assert.deepEqual(mode.seek(position).update(new Uint8Array(10)), whole.slice(position, position + 10));
  }
  const counter = createEncryptor('aes-128-ctr', patterned(16), patterned(16, 2));
  const far = counter.seek(16n << 64n).update(new Uint8Array(16));
  assert.deepEqual(far, counter.seek((16n << 64n) - 5n).update(new Uint8Array(21)).slice(5));
  assert.throws(() => createEncryptor('aes-128-cbc', patterned(16), patterned(16)).seek(1), /aes-128-cbc/);
});

test('no call changes its arguments, and no failed call returns plaintext', () => {
  const [key, nonce, plaintext] = [patterned(32), patterned(12, 2), patterned(20_000, 3)];
  const sealed = seal('aes-256-gcm', key, nonce, plaintext, 'header');
  assert.deepEqual([key, nonce, plaintext], [patterned(32), patterned(12, 2), patterned(20_000, 3)]);
  const copy = sealed.slice();
  assert.deepEqual(open('aes-256-gcm', key, nonce, sealed, 'header'), plaintext);
  assert.deepEqual(sealed, copy);
  for (const [wrongKey, wrongNonce, data, header] of [
    [patterned(32, 9), nonce, sealed, 'header'], [key, patterned(12, 9), sealed, 'header'], [key, nonce, sealed, 'other'],
    [key, nonce, sealed.subarray(0, -1), 'header'], [key, nonce, joined(sealed, Uint8Array.of(0)), 'header'], [key, nonce, '', 'header'],
  ]) {
    assert.throws(() => open('aes-256-gcm', wrongKey, wrongNonce, data, header), isInvalidTag);
  }
  const aead = createAead('aes-256-gcm', key);
  const decryptor = aead.decryptor(nonce, 'header').update(sealed.subarray(0, 20_000));
  assert.throws(() => decryptor.finish(patterned(16)), isInvalidTag);
  assert.throws(() => decryptor.finish(sealed.subarray(20_000)), RangeError);
  // Modes have no tag: the only error that depends on the content of the ciphertext is invalid padding.
  assert.throws(() => decrypt('aes-256-cbc', key, patterned(16), patterned(32)), /padding is invalid/);
});

test('errors of ciphers, in full', () => {
  const [key, nonce] = [patterned(32), patterned(12)];
  for (const [call, type, message] of [
    [() => seal('aes-256-gcm', patterned(16), nonce, ''), RangeError, 'key is 16 bytes; aes-256-gcm takes 32'],
    [() => seal('chacha20-poly1305', key, patterned(8), ''), RangeError, 'nonce is 8 bytes; chacha20-poly1305 takes 12'],
    [() => createAead('aes-256-gcm', key, { tagBytes: 3 }), RangeError, /^tag is 3 bytes; aes-256-gcm takes /],
    [() => createAead('aes-256-gcm', key).openDetached(nonce, '', patterned(4)), RangeError, 'tag is 4 bytes; expected 16'],
    [() => open('aes-256-gcm', key, nonce, patterned(15)), InvalidTagError, 'message is 15 bytes; it must have a tag of 16 bytes'],
    [() => open('aes-256-gcm', key, nonce, patterned(16)), InvalidTagError, 'the authentication tag does not match'],
    [() => seal('aes-256-gcm', key, undefined, ''), TypeError, /^nonce is undefined;/],
    [() => seal('aes-256-gcm', undefined, nonce, ''), TypeError, /^key is undefined;/],
    [() => seal('aes-256-gcm', key, nonce), TypeError, /^plaintext is undefined;/],
    [() => seal('aes-256-gcm', key, nonce, '', null), TypeError, /^associatedData is null;/],
    [() => seal('aes-256-gmc', key, nonce, ''), RangeError, /aes-256-gcm/],
    [() => createAead('aes-256-ccm', key).encryptor(nonce), RangeError, /^aes-256-ccm needs a message length/],
    [() => createAead('aes-128-gcm-siv', patterned(16)).encryptor(nonce), RangeError, /^aes-128-gcm-siv takes no /],
    [() => createEncryptor('aes-128-ctr', patterned(16), patterned(16), { padding: 'none' }), RangeError, 'aes-128-ctr takes no padding'],
    [() => createEncryptor('aes-128-cbc', patterned(16), patterned(16), { padding: 'zeros' }), RangeError, "padding is 'zeros'; it must be none, pkcs7"],
    [() => encrypt('aes-128-cbc', patterned(16), patterned(16), patterned(15), { padding: 'none' }), RangeError, /multiple/],
    [() => encrypt('aes-256-xts', joined(key, key), patterned(16), patterned(16)), RangeError, /^the halves of the key are equal/],
    [() => createCipher('aes-128', patterned(16)).encrypt(patterned(15)), RangeError, /^run of blocks is 15 bytes; aes-128 takes multiples of 16$/],
    [() => createCipher('aes-128', patterned(16), { tweak: patterned(16) }), RangeError, 'aes-128 takes no tweak'],
    [() => createEncryptor('chacha20', key, nonce).seek(-1n), RangeError, 'position is -1; it must be an integer from 0 to 2^128 - 1'],
  ]) {
    assert.throws(call, (error) => error instanceof type && (message instanceof RegExp ? message.test(error.message) : error.message === message), String(message));
  }
  const freed = createAead('aes-256-gcm', key);
  freed.free();
  assert.throws(() => freed.seal(nonce, ''), /freed/);
});

/** Returns a `ReadableStream` of `data` in pieces of `length` bytes. */
const inPieces = (data, length) => new ReadableStream({
  start(controller) {
    for (let i = 0; i < data.length; i += length) controller.enqueue(data.subarray(i, i + length));
    controller.close();
  },
});
const collected = async (stream) => new Uint8Array(await new Response(stream).arrayBuffer());

// Uses the known answers of the Rust tests, which an independent implementation computed.
test('chunked encryption matches known answers, in both directions', async () => {
  const answers = cases(readFileSync(path.join(root, 'crates/astragal/tests/chunked.txt'), 'utf8'));
  assert.equal(answers.length, 16);
  for (const fields of answers) {
    const [key, salt, context, data] = [bytes(fields.key), bytes(fields.salt), bytes(fields.custom), message(fields)];
    const sealed = sealChunked(key, data, { context, salt });
    assert.equal(toHex(hash('sha512', sealed)), fields.md);
    assert.deepEqual(openChunked(key, sealed, { context }), data);
    for (const length of data.length < 40_000 ? [1000, 16_384, 100_000] : [16_400]) {
      const streamed = await collected(inPieces(data, length).pipeThrough(createSealStream(key, { context, salt })));
      assert.deepEqual(streamed, sealed, `${length}`);
      const opened = await collected(inPieces(sealed, length).pipeThrough(createOpenStream(key, { context })));
      assert.deepEqual(opened, data, `${length}`);
    }
  }
});

test('chunked messages of Rust open here, and the other way round', { skip: process.env.ASTRAGAL_DIGEST === undefined }, async () => {
  const scratch = mkdtempSync(path.join(os.tmpdir(), 'astragal-sealed-'));
  const file = (name) => path.join(scratch, name);
  const digest = (...args) => execFileSync(process.env.ASTRAGAL_DIGEST, args, { cwd: scratch });
  const [key, data] = [patterned(32, 5), patterned(100_001)];
  writeFileSync(file('key'), key, { mode: 0o600 });
  writeFileSync(file('data'), data);
  digest('seal', '--key-file', 'key', '--raw', '--context', 'web', 'data');
  const sealed = new Uint8Array(readFileSync(file('data.sealed')));
  assert.deepEqual(await collected(inPieces(sealed, 10_000).pipeThrough(createOpenStream(key, { context: 'web' }))), data);
  writeFileSync(file('other.sealed'), await collected(inPieces(data, 7777).pipeThrough(createSealStream(key, { context: 'web' }))));
  digest('open', '--key-file', 'key', '--context', 'web', 'other.sealed');
  assert.deepEqual(new Uint8Array(readFileSync(file('other'))), data);
  rmSync(scratch, { recursive: true });
});

test('a changed or truncated chunked message is refused', async () => {
  const [key, data] = [patterned(32, 5), patterned(50_000)];
  const sealed = sealChunked(key, data, { context: 'c' });
  assert.notDeepEqual(sealChunked(key, data, { context: 'c' }), sealed, 'the salt is random');
  const flipped = (at) => sealed.map((byte, i) => (i === at ? byte ^ 1 : byte));
  const swapped = joined(sealed.subarray(0, 56), sealed.subarray(56 + 16_400, 56 + 2 * 16_400), sealed.subarray(56, 56 + 16_400), sealed.subarray(56 + 2 * 16_400));
  for (const [what, wrong] of Object.entries({
    salt: flipped(0), commitment: flipped(30), first: flipped(56), tag: flipped(56 + 16_399), last: flipped(sealed.length - 1), swapped,
    empty: sealed.subarray(0, 0), header: sealed.subarray(0, 56), short: sealed.subarray(0, 40), chunk: sealed.subarray(0, 56 + 16_400),
    tail: sealed.subarray(0, -1), longer: joined(sealed, Uint8Array.of(0)),
  })) {
    assert.throws(() => openChunked(key, wrong, { context: 'c' }), isInvalidTag, what);
    const pieces = [];
    const stream = inPieces(wrong, 16_400).pipeThrough(createOpenStream(key, { context: 'c' }));
    await assert.rejects(async () => { for await (const piece of stream) pieces.push(piece); }, isInvalidTag, what);
    // Before the error, the stream must have released only verified plaintext.
    const before = joined(...pieces);
    assert.deepEqual(before, data.subarray(0, before.length), what);
    assert.ok(before.length < data.length, what);
  }
  assert.throws(() => openChunked(patterned(32, 6), sealed, { context: 'c' }), /commitment/);
  assert.throws(() => openChunked(key, sealed), /context is wrong/);
  assert.throws(() => createSealStream(patterned(24)), /^RangeError: key is 24 bytes; cobblestone takes 16 or 32$/);
  assert.throws(() => createSealStream(key, { salt: patterned(8) }), /^RangeError: salt is 8 bytes; expected 24$/);
  assert.throws(() => createOpenStream(key, { salt: patterned(24) }), /unknown parameter salt; allowed are context/);
});

test('a range of a chunked message opens alone', async () => {
  const key = patterned(16, 5);
  for (const length of [0, 5, 16_384, 50_000]) {
    const data = patterned(length);
    const sealed = sealChunked(key, data);
    const reads = [];
    const blob = new Blob([sealed]);
    const counted = { size: blob.size, slice: (from, to) => { reads.push(to - from); return blob.slice(from, to); } };
    for (const [start, end] of [[0, 0], [0, 5], [16_380, 16_390], [16_384, 16_385], [40_000, 49_999], [49_999, 60_000], [0, 100_000], [60_000, 60_001]]) {
      assert.deepEqual(await openRange(key, counted, start, end), data.slice(start, end), `${length} ${start} ${end}`);
    }
    reads.length = 0;
    await openRange(key, counted, 5, 10);
    assert.ok(reads.reduce((sum, read) => sum + read) <= 56 + 16_400, `${reads}`);
    // A range that does not include the damaged chunk can still be opened.
    if (length === 50_000) {
      const damaged = new Blob([sealed.map((byte, i) => (i === 56 + 16_400 ? byte ^ 1 : byte))]);
      assert.deepEqual(await openRange(key, damaged, 0, 16_384), data.slice(0, 16_384));
      await assert.rejects(openRange(key, damaged, 16_384, 16_385), isInvalidTag);
    }
    await assert.rejects(openRange(key, new Blob([sealed.subarray(0, sealed.length - 1)]), 0, 100_000), isInvalidTag);
    await assert.rejects(openRange(key, new Blob([sealed.subarray(0, 40)]), 0, 1), isInvalidTag);
  }
  await assert.rejects(openRange(key, new Blob([]), 2, 1), /^RangeError: end is 1; it must be 2 or more$/);
});

test('a stream needs constant memory', async () => {
  const { load } = await import(pathToFileURL(path.join(folder, 'core.js')));
  const instances = [];
  const { Instance } = WebAssembly;
  WebAssembly.Instance = class extends Instance {
    constructor(...args) {
      super(...args);
      instances.push(this);
    }
  };
  const api = load(new WebAssembly.Module(readFileSync(path.join(folder, 'astragal.wasm'))));
  WebAssembly.Instance = Instance;
  const bytes = () => instances[0].exports.memory.buffer.byteLength;
  const piece = patterned(1 << 20);
  const pass = async (count) => {
    const source = new ReadableStream({ pull(controller) { if (count > 0) controller.enqueue(piece); else controller.close(); count -= 1; } });
    let length = 0;
    for await (const out of source.pipeThrough(api.createSealStream(patterned(32))).pipeThrough(api.createOpenStream(patterned(32)))) length += out.length;
    return length;
  };
  assert.equal(await pass(2), 2 << 20);
  const before = bytes();
  assert.equal(await pass(16), 16 << 20);
  assert.equal(bytes(), before);
});

test('the module keeps no key and no plaintext', async () => {
  const { load } = await import(pathToFileURL(path.join(folder, 'core.js')));
  const { Instance } = WebAssembly;
  let memory;
  WebAssembly.Instance = class extends Instance {
    constructor(...args) {
      super(...args);
      memory = this.exports.memory;
    }
  };
  const api = load(new WebAssembly.Module(readFileSync(path.join(folder, 'astragal.wasm'))));
  WebAssembly.Instance = Instance;
  // Skips the stack, which is the first MiB of memory. Unoptimized code leaves copies of secrets there.
  const find = (secret) => Buffer.from(memory.buffer).indexOf(secret, 1 << 20);
  const secret = (length, seed) => createXof('shake128').update(`secret ${seed}`).read(length);
  for (const length of [100, 40_000]) {
    const [key, plaintext, nonce] = [secret(32, 'key'), secret(length, 'text'), patterned(12)];
    const sealed = api.seal('aes-256-gcm', key, nonce, plaintext, plaintext.subarray(0, 50));
    api.open('aes-256-gcm', key, nonce, sealed, plaintext.subarray(0, 50));
    const aead = api.createAead('chacha20-poly1305', key);
    assert.ok(find(key) >= 0 || find(key.subarray(0, 16)) >= 0, 'the search finds a key in use');
    const [encryptor, decryptor] = [aead.encryptor(nonce), aead.decryptor(nonce)];
    decryptor.update(encryptor.update(plaintext));
    decryptor.finish(encryptor.finish());
    for (const object of [aead, encryptor, decryptor]) object.free();
    api.decrypt('aes-256-cbc', key, patterned(16), api.encrypt('aes-256-cbc', key, patterned(16), plaintext));
    const cipher = api.createCipher('aes-256', key);
    cipher.decrypt(cipher.encrypt(plaintext.subarray(0, 96)));
    cipher.free();
    for (const [what, bytes] of Object.entries({ key, plaintext })) {
      for (let i = 0; i + 16 <= bytes.length; i += 16) assert.equal(find(bytes.subarray(i, i + 16)), -1, `${what} ${i} of ${length}`);
    }
  }
});

test('takes views, text, and memory growth', () => {
  const expected = toHex(hash('sha3-256', new Uint8Array([1, 2, 3, 4])));
  assert.equal(toHex(hash('sha3-256', new Uint8Array([0, 1, 2, 3, 4, 5]).subarray(1, 5))), expected);
  assert.equal(toHex(hash('sha3-256', new Uint16Array([0x0201, 0x0403]))), expected);
  assert.equal(toHex(hash('sha3-256', new Uint8Array([1, 2, 3, 4]).buffer)), expected);
  assert.equal(toHex(hash('sha256', 'ä')), toHex(hash('sha256', new Uint8Array([0xc3, 0xa4]))));
  // The call of `kdf` grows the instance's memory, which detaches earlier views of the memory.
  const before = hash('blake3', 'x');
  kdf('scrypt', 'p', { salt: 's', n: 2 ** 15, r: 8, p: 1 });
  assert.deepEqual(hash('blake3', 'x'), before);
});

test('treeHash matches the sequential hash', async () => {
  const data = new Uint8Array((33 << 20) + 12_345).map((_, i) => i * 31 + (i >> 9));
  const expected = toHex(hash('blake3', data));
  const shared = new Uint8Array(new SharedArrayBuffer(data.length));
  shared.set(data);
  for (const workers of [1, 2, 3, undefined]) {
    for (const form of [data, shared, new Blob([data])]) {
      assert.equal(toHex(await treeHash('blake3', form, { workers })), expected, `${workers} ${form.constructor.name}`);
    }
  }
  // The workers must not take over the caller's buffer, which the caller can still use.
  assert.equal(data.length, (33 << 20) + 12_345);
  const custom = { workers: 2, custom: 'c', outputBytes: 50 };
  assert.equal(toHex(await treeHash('kt128', new Blob([data]), custom)), toHex(xof('kt128', data, 50, { custom: 'c' })));
  assert.equal(toHex(await treeHash('kt128', '')), toHex(xof('kt128', '', 32)));
  assert.equal(toHex(await treeHash('parallelhash128', data.subarray(0, 20_001))), toHex(xof('parallelhash128', data.subarray(0, 20_001), 32)));
  const long = { outputBytes: 100_000 };
  assert.deepEqual(await treeHash('blake3', 'abc', long), xof('blake3', 'abc', 100_000));
});

test('treeHash rejects invalid arguments', async () => {
  for (const [name, options, message] of [
    ['sha256', {}, /^name is 'sha256'; tree hashes are kt128, .*blake3$/],
    ['blake3', { outputBytes: 1.5 }, /^outputBytes is 1.5;/],
    ['blake3', { workers: -1 }, /^workers is -1;/],
    ['blake3', { custom: 'c' }, /^blake3/],
    // A key of the wrong length must be rejected, not ignored.
    ['blake3', { key: new Uint8Array(16) }, /^key is 16 bytes; blake3 takes 32/],
    ['kt128', { key: new Uint8Array(32) }, /^kt128/],
  ]) {
    await assert.rejects(treeHash(name, 'abc', options), (error) => message.test(error.message), `${name} ${message}`);
  }
  await assert.rejects(treeHash('blake3', undefined), /^TypeError: data is undefined/);
  await assert.rejects(treeHash('blake3', 'abc', null), /^TypeError: options are null/);
});

test('error messages, in full', () => {
  for (const [call, type, message] of [
    [() => createHash('sha256').digest('base64'), TypeError, "form is 'base64'; it must be 'hex', or left out for bytes"],
    [() => hash('blake2b', '', { digestBytes: 1.5 }), RangeError, 'digestBytes is 1.5; it must be an integer of 0 or more'],
    [() => hash('blake2b', '', { digestBytes: '32' }), RangeError, "digestBytes is '32'; it must be an integer of 0 or more"],
    [() => createXof('shake128').read(-1), RangeError, 'length is -1; it must be an integer of 0 or more'],
    [() => createXof('shake128').skip(0.5), RangeError, 'length is 0.5; it must be an integer of 0 or more'],
    [() => kdf('hkdf-sha256', 'k', { step: 'both' }), RangeError, "step is 'both'; it must be extract-and-expand, extract, expand"],
    [() => hash('sha256', null), TypeError, 'data is null; it must be a string (as UTF-8), an ArrayBuffer or a view of one'],
    [() => hash(7, ''), TypeError, 'name is number; it must be a string'],
    [() => hash('blake2b', '', { key: null }), TypeError, 'key is null; it must be a string (as UTF-8), an ArrayBuffer or a view of one'],
    [() => hash('blake2b', '', 20), TypeError, 'parameters are 20; they must be an object'],
    [() => createMac('kmac128', 'key').tag('base64'), TypeError, "form is 'base64'; it must be 'hex', or left out for bytes"],
    [() => createXof('blake3').skip(1n << 64n), RangeError, 'length is 18446744073709551616; it must be an integer from 0 to 2^64 - 1'],
    [() => hash('blake2b', '', { digestBytes: 2 ** 33 }), RangeError, 'digestBytes is 8589934592; it must be less than 2^32'],
    [() => xof('turboshake128', '', 10, { domain: 256 }), RangeError, 'domain is 256; it must be an integer from 0 to 255'],
    [() => toHex('abc'), TypeError, 'bytes are string; they must be a Uint8Array'],
    [() => hashPassword('p', { function: 'scrypt', n: 16, r: 8, p: 1, t: 3 }), TypeError, 'scrypt: unknown cost t; it takes n, r, p'],
    [() => hashPassword('p', { function: 'bcrypt' }), RangeError, "function is 'bcrypt'; it must be argon2id, argon2i, argon2d, scrypt, pbkdf2-sha1, pbkdf2-sha256, pbkdf2-sha512"],
    [() => kdf('hkdf-sha256', 'k', {}, 2 ** 31), RangeError, 'keyBytes is 2147483648; it must be less than 2^31'],
  ]) {
    assert.throws(call, (error) => error instanceof type && error.message === message, message);
  }
});

// An undefined key must be rejected, not treated as an empty key.
test('rejects missing keys, secrets and passwords', async () => {
  const missing = (name) => (error) => error instanceof TypeError && error.message.startsWith(`${name} is undefined;`);
  const stored = hashPassword('', { function: 'argon2id', m: 64, t: 1, p: 1 });
  assert.throws(() => mac('hmac-sha256', undefined, 'message'), missing('key'));
  assert.throws(() => createMac('kmac128'), missing('key'));
  assert.throws(() => verifyMac('hmac-sha256', 'key', 'message', undefined), missing('tag'));
  assert.throws(() => kdf('hkdf-sha256', undefined), missing('secret'));
  assert.throws(() => hashPassword(undefined), missing('password'));
  assert.throws(() => verifyPassword(undefined, stored), missing('password'));
  assert.throws(() => verifyPassword('p', undefined), missing('stored'));
  await assert.rejects(kdfAsync('hkdf-sha256', undefined), missing('secret'));
  await assert.rejects(verifyPasswordAsync(undefined, stored), missing('password'));
});

test('misspelt names have suggestions', () => {
  assert.throws(() => hash('sha265', ''), /sha256/);
  assert.throws(() => mac('hmac-sha265', 'key', ''), /hmac-sha256/);
  assert.throws(() => kdf('argon2di', 'password'), /argon2id/);
  assert.throws(() => xof('shake12', ''), /shake128/);
});

test('rejects costs beyond the memory of WebAssembly', () => {
  const salt = 'sixteen bytes of';
  assert.throws(() => kdf('argon2id', 'p', { salt, m: 2 * 1024 * 1024, t: 1, p: 1 }), /^RangeError: argon2id: cannot allocate 2048 MiB; one allocation in WebAssembly has less than 2048 MiB$/);
  assert.throws(() => kdf('scrypt', 'p', { salt, n: 2 ** 24, r: 8, p: 1 }), /^RangeError: scrypt: cannot allocate 16384 MiB; one allocation/);
  assert.throws(() => hashPassword('p', 'rfc9106-first'), /^RangeError: argon2id: cannot allocate 2048 MiB;/);
  const stored = '$argon2id$v=19$m=2097152,t=1,p=1$c2l4dGVlbiBieXRlcyBvZg$Ex6AtVPk72ctBEmF1lF6/w';
  const limits = { maxMemory: 2 ** 33, maxSteps: 2 ** 40 };
  assert.throws(() => verifyPassword('p', stored, limits), /^RangeError: argon2id: cannot allocate 2 GiB or more;/);
});

test('hashes and verifies passwords', async () => {
  const scheme = { function: 'argon2id', m: 64, t: 1, p: 1 };
  const stored = hashPassword('correct horse', scheme);
  assert.match(stored, /^\$argon2id\$v=19\$m=64,t=1,p=1\$/);
  assert.notEqual(hashPassword('correct horse', scheme), stored);
  assert.ok(verifyPassword('correct horse', stored));
  assert.ok(!verifyPassword('Correct horse', stored));
  assert.ok(!needsRehash(stored, scheme));
  assert.ok(needsRehash(stored));
  // PHC string computed by argon2-cffi.
  const foreign = '$argon2id$v=19$m=64,t=2,p=1$c2l4dGVlbiBieXRlcyBvZg$Ex6AtVPk72ctBEmF1lF6/w';
  assert.deepEqual(['correct horse', 'correct house'].map((password) => verifyPassword(password, foreign)), [true, false]);
  assert.throws(() => verifyPassword('p', '$argon2id$v=19$m=1048576,t=2,p=1$c2l4dGVlbiBieXRlcyBvZg$ONYt0Yd1ddw+oF5dlQxzIQ', { maxMemory: 1 << 20 }), /memory/);
  assert.throws(() => verifyPassword('p', 'hello'), RangeError);
  assert.throws(() => hashPassword('p', 'owasp'), /scheme is 'owasp'; it must be rfc9106-first/);
  assert.throws(() => hashPassword('p', { function: 'scrypt', n: 16 }), /scrypt: missing cost r/);
  for (const scheme of [{ function: 'scrypt', n: 16, r: 8, p: 1 }, { function: 'pbkdf2-sha256', iterations: 10 }]) {
    assert.ok(await verifyPasswordAsync('p', await hashPasswordAsync('p', scheme)));
  }
});

test('kdfAsync reports progress and can be cancelled', async () => {
  const params = { salt: 'sixteen bytes of', m: 8192, t: 6, p: 1 };
  const seen = [];
  const key = await kdfAsync('argon2id', 'password', params, 32, { onProgress: (done, total) => seen.push([done, total]) });
  assert.deepEqual(key, kdf('argon2id', 'password', params));
  assert.ok(seen.length > 1, `${seen.length} reports`);
  assert.ok(seen.every(([done, total], i) => done <= total && (i === 0 || done >= seen[i - 1][0])));
  const long = { ...params, t: 100_000 };
  const controller = new AbortController();
  const cancelled = kdfAsync('argon2id', 'password', long, 32, { signal: controller.signal, onProgress: () => controller.abort(new Error('enough')) });
  await assert.rejects(cancelled, /enough/);
  const failing = kdfAsync('argon2id', 'password', long, 32, { onProgress: () => { throw new Error('from onProgress'); } });
  await assert.rejects(failing, /from onProgress/);
  await assert.rejects(kdfAsync('argon2id', 'password', { m: 64, t: 1, p: 1 }), /salt/);
});

// Without workers, `onProgress` is called on this thread during the derivation. The callback may call functions of
// the package, and may throw.
test('a progress callback may call other functions', () => {
  const params = { salt: 'sixteen bytes of', m: 8192, t: 6, p: 1 };
  const tag = mac('hmac-sha256', 'key', 'message');
  let calls = 0;
  const progress = () => {
    calls += 1;
    assert.deepEqual(mac('hmac-sha256', 'key', 'message'), tag);
    assert.throws(() => kdf('argon2id', 'other', { salt: 'sixteen bytes of' }), /parallelization p/);
  };
  assert.deepEqual(kdf('argon2id', 'password', params, 32, progress), kdf('argon2id', 'password', params));
  assert.ok(calls > 1, `${calls} calls`);
  assert.throws(() => kdf('argon2id', 'password', params, 32, () => { throw new Error('enough'); }), /enough/);
});

test('Symbol.dispose frees an object', () => {
  const object = createHash('sha256');
  object[Symbol.dispose]();
  assert.throws(() => object.update('a'), /freed/);
});

const tools = path.join(root, 'crates/astragal-wasm/test/node_modules');
const inFolder = (names) => {
  const scratch = mkdtempSync(path.join(os.tmpdir(), 'astragal-package-'));
  mkdirSync(path.join(scratch, 'node_modules'));
  for (const [name, target] of Object.entries({ astragal: folder, ...names })) {
    mkdirSync(path.dirname(path.join(scratch, 'node_modules', name)), { recursive: true });
    symlinkSync(target, path.join(scratch, 'node_modules', name));
  }
  return scratch;
};
const EXPECTED = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\n';

test('require exports what import exports', async () => {
  const scratch = inFolder({});
  const require = createRequire(path.join(scratch, 'a.cjs'));
  for (const family of ['index', 'ascon', 'blake', 'common', 'hashes', 'keccak', 'passwords', 'sha2']) {
    const imported = await import(pathToFileURL(path.join(folder, `${family}.js`)).href);
    const names = Object.keys(require(family === 'index' ? 'astragal' : `astragal/${family}`));
    assert.deepEqual(names.sort(), Object.keys(imported).sort(), family);
  }
  rmSync(scratch, { recursive: true });
});

test('require and import load the package and each family', () => {
  const scratch = inFolder({});
  const families = { '': 'sha256', '/sha2': 'sha256', '/keccak': 'sha3-256', '/blake': 'blake3', '/ascon': 'ascon-hash256', '/common': 'blake3', '/hashes': 'sha3-512' };
  for (const [family, name] of Object.entries(families)) {
    const use = `console.log(toHex(hash('${name}', 'abc')));`;
    writeFileSync(path.join(scratch, 'a.cjs'), `const { hash, toHex } = require('astragal${family}'); ${use}`);
    writeFileSync(path.join(scratch, 'a.mjs'), `import { hash, toHex } from 'astragal${family}'; ${use}`);
    for (const file of ['a.cjs', 'a.mjs']) {
      const printed = execFileSync(process.execPath, [file], { cwd: scratch, encoding: 'utf8' });
      assert.equal(printed, `${toHex(hash(name, 'abc'))}\n`, `${family} ${file}`);
    }
  }
  const code = `import { hashPasswordAsync, verifyPassword } from 'astragal/passwords';
    console.log(verifyPassword('p', await hashPasswordAsync('p', { function: 'argon2id', m: 64, t: 1, p: 1 })));`;
  writeFileSync(path.join(scratch, 'p.mjs'), code);
  assert.equal(execFileSync(process.execPath, ['p.mjs'], { cwd: scratch, encoding: 'utf8' }), 'true\n');
  // Tests the import `astragal/url`, which loads the WebAssembly module from a separate file.
  writeFileSync(path.join(scratch, 'u.mjs'), "import { hash, toHex } from 'astragal/url'; console.log(toHex(hash('sha256', 'abc')));");
  assert.equal(execFileSync(process.execPath, ['u.mjs'], { cwd: scratch, encoding: 'utf8' }), EXPECTED);
  rmSync(scratch, { recursive: true });
});

test('bundles of esbuild run in every format', async () => {
  const { build } = await import(pathToFileURL(path.join(tools, 'esbuild/lib/main.js')).href).then((it) => it.default ?? it);
  const scratch = inFolder({});
  writeFileSync(path.join(scratch, 'use.js'), "import { hash, toHex, treeHash } from 'astragal'; console.log(toHex(hash('sha256', 'abc'))); globalThis.done = treeHash('blake3', new Uint8Array(20 << 20)).then(toHex);");
  for (const [format, platform] of [['iife', 'browser'], ['esm', 'browser'], ['cjs', 'node'], ['esm', 'node']]) {
    const file = path.join(scratch, `out-${platform}.${format === 'esm' ? 'mjs' : 'cjs'}`);
    await build({ entryPoints: [path.join(scratch, 'use.js')], bundle: true, format, platform, outfile: file, logLevel: 'error' });
    assert.equal(execFileSync(process.execPath, [file], { cwd: scratch, encoding: 'utf8' }), EXPECTED, `${format} ${platform}`);
  }
  rmSync(scratch, { recursive: true });
});

test('type declarations accept correct calls and reject wrong ones', () => {
  const scratch = inFolder({ '@types/node': path.join(tools, '@types/node'), 'undici-types': path.join(tools, 'undici-types') });
  const check = (name, code) => {
    writeFileSync(path.join(scratch, name), code);
    const options = ['--noEmit', '--strict', '--target', 'es2022', '--module', 'nodenext', '--types', 'node', name];
    const done = spawnSync(process.execPath, [path.join(tools, 'typescript/bin/tsc'), ...options], { cwd: scratch, encoding: 'utf8' });
    return done.stdout;
  };
  writeFileSync(path.join(scratch, 'package.json'), '{ "type": "module" }');
  const right = `
    import { algorithms, createAead, createCipher, createEncryptor, createHash, createMac, createOpenStream, createSealStream, decrypt, encrypt, hash, hashPassword, InvalidTagError, kdf, kdfAsync, needsRehash, open, openChunked, openRange, seal, sealChunked, toHex, treeHash, verifyPassword, type Bytes } from 'astragal';
    import { seal as asconSeal } from 'astragal/ascon';
    import { CryptoKey as Key, subtle, type CryptoKey } from 'astragal/webcrypto';
    export const modern: CryptoKey = await subtle.generateKey('ChaCha20-Poly1305', true, ['encrypt']);
    export const text2: Promise<ArrayBuffer> = subtle.encrypt({ name: 'ChaCha20-Poly1305', iv: new Uint8Array(12) }, modern, new Uint8Array(1));
    export const isOurs: boolean = modern instanceof (Key as unknown as new () => object);
    import { createMac as commonMac } from 'astragal/common';
    import { hash as keccak, type Algorithm } from 'astragal/keccak';
    import { hashPasswordAsync } from 'astragal/passwords';
    import { hash as byUrl } from 'astragal/url';
    const digest: Uint8Array<ArrayBuffer> = hash('sha256', 'abc');
    export const commonTag: string = commonMac('hmac-sha256', 'key').tag('hex');
    export const blob = new Blob([digest, keccak('sha3-256', ''), byUrl('sha256', '')]);
    export const native = crypto.subtle.digest('SHA-256', hash('sha256', new Uint8Array(new SharedArrayBuffer(8))));
    { using object = createHash('sha256'); object.update('a'); }
    export const key: Bytes = kdf('argon2id', 'p', { salt: 'sixteen bytes of', m: 64, t: 1, p: 1 }, 16);
    export const other: Bytes = kdf('hkdf-sha256', 'p');
    export const later: Promise<Bytes> = kdfAsync('PBKDF2-hmac-sha256', 'p', { salt: 's', iterations: 1 }, 32, { onProgress: (done, total) => done / total });
    export const name: string = process.argv[2]!;
    export const any: Bytes = kdf(name, 'p', { salt: 's' });
    export const rows: Algorithm[] = algorithms();
    export const tag: string = createMac('kmac128', 'key').tag('hex');
    export const stored: string = hashPassword('p', { function: 'scrypt', n: 16, r: 8, p: 1 });
    export const good: boolean = verifyPassword('p', stored, { maxMemory: 1 }) || needsRehash(stored, 'owasp-2023-scrypt');
    const aead = createAead('aes-256-gcm', 'k', { tagBytes: 12 });
    export const sealed: Uint8Array<ArrayBuffer> = aead.seal('n', 'p', 'a');
    export const { ciphertext, tag: aeadTag }: { ciphertext: Bytes; tag: Bytes } = aead.sealDetached('n', 'p');
    export const opened: Bytes = aead.decryptor('n', '', { messageBytes: 3 }).update('a').finish(aeadTag);
    export const oneShot: Bytes = open('aes-256-gcm', 'k', 'n', seal('aes-256-gcm', 'k', 'n', 'p'));
    export const blocks: Bytes = createCipher('threefish-256', 'k', { tweak: 't' }).setTweak('u').encrypt('b');
    export const stream: Bytes = createEncryptor('chacha20', 'k', 'n').seek(5n).update('a');
    export const mode: Bytes = decrypt('aes-128-cbc', 'k', 'i', encrypt('aes-128-cbc', 'k', 'i', 'a'), { padding: 'none' });
    export const streamed: ReadableStream<Bytes> = new Blob([]).stream().pipeThrough(createSealStream('k', { context: 'c' })).pipeThrough(createOpenStream('k'));
    export const chunked: Bytes = openChunked('k', sealChunked('k', 'a', { salt: 's' }), { context: 'c' });
    export const range: Promise<Bytes> = openRange('k', new Blob([]), 0, 5);
    export const isTag = (error: unknown): boolean => error instanceof InvalidTagError && error.message !== '';
    export const ascon: Bytes = asconSeal('ascon-aead128', 'k', 'n', 'p');
    export const text: string = toHex(await treeHash('blake3', new Blob([]), { workers: 2 })) + await hashPasswordAsync('p');
  `;
  assert.equal(check('right.ts', right), '');
  assert.equal(check('right.cts', "import astragal = require('astragal'); import sha2 = require('astragal/sha2'); export const digest: Uint8Array<ArrayBuffer> = astragal.hash('sha256', sha2.hash('sha256', ''));"), '');
  for (const wrong of [
    "kdf('argon2id', 'p')",
    "kdf('argon2id', 'p', { m: 64, t: 1, p: 1 })",
    "kdf('scrypt', 'p', { salt: 's', n: 16, r: 8 })",
    "kdf('pbkdf2-hmac-sha256', 'p', { iterations: 1 })",
    "kdf('hkdf-sha256', 'p', { iterations: 1 })",
    "kdfAsync('argon2id', 'p')",
    "hashPassword('p', { function: 'scrypt', n: 16 })",
    "createHash('sha256').digest('base64')",
    "createMac('kmac128', 'key').tag('base64')",
    "createMac('kmac128')",
    "hash('sha256', 7)",
    "seal('aes-256-gcm', 'k', 'n')",
    "encrypt('aes-128-cbc', 'k', 'i', 'a', { padding: 'zeros' })",
    "createAead('aes-256-gcm')",
  ]) {
    const found = check('wrong.ts', `import { createAead, createHash, createMac, encrypt, hash, hashPassword, kdf, kdfAsync, seal } from 'astragal'; void [createAead, createHash, createMac, encrypt, hash, hashPassword, kdf, kdfAsync, seal]; ${wrong};`);
    assert.match(found, /^wrong\.ts.*error TS/, wrong);
  }
  rmSync(scratch, { recursive: true });
});

test('code blocks of the site and the README print their output', async () => {
  const scratch = mkdtempSync(path.join(os.tmpdir(), 'astragal-blocks-'));
  const place = JSON.stringify(pathToFileURL(path.join(folder, 'index.js')).href);
  let count = 0;
  const { ASTRAGAL_PAGES: more } = process.env;
  const pages = more ? readdirSync(more).map((file) => path.join(more, file)) : [];
  for (const page of ['docs/start/javascript.md', 'crates/astragal-wasm/README.md', ...pages]) {
    const text = readFileSync(path.resolve(root, page), 'utf8');
    for (const [, code, output] of text.matchAll(/```js\n([^]*?)```(?:\n\n```output\n([^]*?)```)?/g)) {
      count += 1;
      const file = path.join(scratch, `${count}.mjs`);
      const webCrypto = JSON.stringify(pathToFileURL(path.join(folder, 'webcrypto.js')).href);
      writeFileSync(file, code.replace("'astragal'", place).replace("'astragal/webcrypto'", webCrypto));
      const printed = execFileSync(process.execPath, [file], { encoding: 'utf8' });
      if (output !== undefined) assert.equal(printed, output, page);
    }
  }
  rmSync(scratch, { recursive: true });
  assert.ok(count > 4, `${count} blocks`);
});
