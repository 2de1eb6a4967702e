// Tests of `astragal/webcrypto` in Node: known answers through its functions, and the errors that the proposal "Modern
// Algorithms in the Web Cryptography API" defines. Usage: `ASTRAGAL_PACKAGE=FOLDER node --test FILE`.
import assert from 'node:assert/strict';
import nodeCrypto from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';

const folder = path.resolve(process.env.ASTRAGAL_PACKAGE);
const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');
const { CryptoKey, subtle, supports } = await import(pathToFileURL(path.join(folder, 'webcrypto.js')));

const bytes = (hex) => Uint8Array.from(Buffer.from(hex, 'hex'));
const hex = (buffer) => Buffer.from(buffer).toString('hex');
const pattern = (length) => new Uint8Array(length).map((_, i) => i % 251);

/** Returns the test cases in a file of known answers. */
function cases(file) {
  const text = readFileSync(path.join(root, 'crates/astragal-vectors/vectors', file), 'utf8');
  const fields = (block) => Object.fromEntries(block.split('\n').filter((line) => /^[a-z]/.test(line)).map((line) => line.split('=').map((part) => part.trim())));
  return text.split(/\n\n+/).map(fields).filter(({ alg }) => alg !== undefined);
}
const message = (fields) => (fields['msg-pattern'] === undefined ? bytes(fields.msg ?? '') : pattern(Number(fields['msg-pattern'])));
const rejects = (promise, name, message) => assert.rejects(promise, (error) => error instanceof DOMException && error.name === name && (message === undefined || message.test(error.message)), `${name} ${message}`);

const DIGESTS = {
  'sha3-256': 'SHA3-256', 'sha3-384': 'SHA3-384', 'sha3-512': 'SHA3-512', cshake128: 'cSHAKE128', cshake256: 'cSHAKE256',
  turboshake128: 'TurboSHAKE128', turboshake256: 'TurboSHAKE256', kt128: 'KT128', kt256: 'KT256',
};

test('digests match known answers', async () => {
  let count = 0;
  for (const file of ['sha3-256.txt', 'sha3-384.txt', 'sha3-512.txt', 'cshake128.txt', 'cshake256.txt', 'sp800-185.txt', 'rfc9861.txt', 'turboshake128.txt', 'kt128.txt']) {
    for (const fields of cases(file)) {
      const name = DIGESTS[fields.alg];
      if (name === undefined || fields['msg-repeat'] !== undefined) continue;
      const optional = (field) => (fields[field] === undefined ? undefined : bytes(fields[field]));
      const skip = Number(fields['out-skip'] ?? 0);
      const expected = fields.md ?? fields.out;
      const params = {
        name, customization: optional('custom'), functionName: optional('name'), outputLength: 8 * skip + 4 * expected.length,
        domainSeparation: fields.domain && parseInt(fields.domain, 16),
      };
      if (params.outputLength > 2 ** 24) continue;
      assert.equal(hex(await subtle.digest(params, message(fields))).slice(2 * skip), expected, `${file} ${JSON.stringify(fields).slice(0, 200)}`);
      count += 1;
    }
  }
  assert.ok(count > 90, `${count} cases`);
});

// Answers of the web-platform tests for SHAKE128 and SHAKE256. They also apply to cSHAKE, which is the same function as
// SHAKE if it has no parameters (SP 800-185 section 3.3).
test('cSHAKE without parameters is SHAKE', async () => {
  for (const [name, other] of [['cSHAKE128', 'shake128'], ['cSHAKE256', 'shake256']]) {
    for (const length of [0, 32, 48, 64]) {
      for (const data of [new Uint8Array(0), pattern(16), pattern(84)]) {
        const expected = length === 0 ? '' : nodeCrypto.createHash(other, { outputLength: length }).update(data).digest('hex');
        assert.equal(hex(await subtle.digest({ name, outputLength: 8 * length }, data)), expected);
      }
    }
  }
});

test('names ignore case, and other algorithms go to the platform', async () => {
  assert.equal(hex(await subtle.digest('sha3-256', bytes('616263'))), nodeCrypto.createHash('sha3-256').update('abc').digest('hex'));
  assert.equal(hex(await subtle.digest('SHA-256', bytes('616263'))), nodeCrypto.createHash('sha256').update('abc').digest('hex'));
  const key = await subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  assert.ok(key instanceof globalThis.CryptoKey && !(key instanceof CryptoKey));
  const iv = new Uint8Array(12);
  assert.equal(hex(await subtle.decrypt({ name: 'AES-GCM', iv }, key, await subtle.encrypt({ name: 'AES-GCM', iv }, key, bytes('616263')))), '616263');
});

test('KMAC signs and verifies', async () => {
  let count = 0;
  for (const fields of [...cases('sp800-185.txt'), ...cases('kmac128.txt'), ...cases('kmac256.txt')]) {
    if (!/^kmac(128|256)$/.test(fields.alg) || fields.msg === undefined && fields['msg-pattern'] === undefined) continue;
    const name = fields.alg.toUpperCase();
    const expected = bytes(fields.out ?? fields.tag);
    const params = { name, outputLength: 8 * expected.length, customization: fields.custom === undefined ? undefined : bytes(fields.custom) };
    const key = await subtle.importKey('raw-secret', bytes(fields.key), name, false, ['sign', 'verify']);
    assert.equal(hex(await subtle.sign(params, key, message(fields))), hex(expected));
    assert.equal(await subtle.verify(params, key, expected, message(fields)), true);
    const changed = Uint8Array.from(expected, (byte, i) => (i === 0 ? byte ^ 1 : byte));
    assert.equal(await subtle.verify(params, key, changed, message(fields)), false);
    assert.equal(await subtle.verify(params, key, expected.subarray(1), message(fields)), false);
    assert.equal(await subtle.verify(params, key, new Uint8Array(0), message(fields)), false);
    count += 1;
  }
  assert.ok(count > 5, `${count} cases`);
});

test('authenticated ciphers match known answers and refuse changed messages', async () => {
  let count = 0;
  for (const fields of ['rfc7253.txt', 'aes-128-ocb.txt', 'aes-192-ocb.txt', 'aes-256-ocb.txt', 'rfc8439.txt', 'chacha20-poly1305.txt'].flatMap(cases)) {
    if (fields.tag === undefined || fields.nonce === undefined || fields.result === 'invalid') continue;
    const name = fields.alg === 'chacha20-poly1305' ? 'ChaCha20-Poly1305' : 'AES-OCB';
    const params = { name, iv: bytes(fields.nonce), additionalData: bytes(fields.ad ?? ''), tagLength: 4 * fields.tag.length };
    const key = await subtle.importKey('raw-secret', bytes(fields.key), name, false, ['encrypt', 'decrypt']);
    const sealed = bytes(fields.ct + fields.tag);
    assert.equal(hex(await subtle.encrypt(params, key, bytes(fields.pt))), hex(sealed), JSON.stringify(fields));
    assert.equal(hex(await subtle.decrypt(params, key, sealed)), fields.pt);
    for (const wrong of [sealed.map((byte, i) => (i === 0 ? byte ^ 1 : byte)), sealed.subarray(1), new Uint8Array(3)]) {
      await rejects(subtle.decrypt(params, key, wrong), 'OperationError');
    }
    count += 1;
  }
  assert.ok(count > 10, `${count} cases`);
});

// Known answers of RFC 9106, section 5.
test('Argon2 derives bits and keys', async () => {
  const params = { memory: 32, passes: 3, parallelism: 4, nonce: new Uint8Array(16).fill(2), secretValue: new Uint8Array(8).fill(3), associatedData: new Uint8Array(12).fill(4) };
  for (const [name, expected] of [
    ['Argon2d', '512b391b6f1162975371d30919734294f868e3be3984f3c1a13a4db9fabe4acb'],
    ['Argon2i', 'c814d9d1dc7f37aa13f0d77f2494bda1c8de6b016dd388d29952a4c4672b6ce8'],
    ['Argon2id', '0d640df58d78766c08c037a34a8b53c9d01ef0452d75b65eb52520e96b01e659'],
  ]) {
    const key = await subtle.importKey('raw-secret', new Uint8Array(32).fill(1), name, false, ['deriveBits', 'deriveKey']);
    assert.equal(hex(await subtle.deriveBits({ name, ...params }, key, 256)), expected);
    for (const type of [{ name: 'AES-OCB', length: 256 }, { name: 'AES-GCM', length: 256 }]) {
      const derived = await subtle.deriveKey({ name, ...params }, key, type, true, ['encrypt']);
      assert.equal((await subtle.exportKey('jwk', derived)).k, Buffer.from(expected, 'hex').toString('base64url'));
    }
  }
});

test('a key of the platform derives a key of this module', async () => {
  const base = await subtle.importKey('raw', bytes('0102'), 'HKDF', false, ['deriveKey']);
  const params = { name: 'HKDF', hash: 'SHA-256', salt: bytes('03'), info: bytes('04') };
  const key = await subtle.deriveKey(params, base, 'ChaCha20-Poly1305', true, ['encrypt']);
  assert.equal(hex(await subtle.exportKey('raw-secret', key)), hex(nodeCrypto.hkdfSync('sha256', bytes('0102'), bytes('03'), bytes('04'), 32)));
});

test('errors of parameters have the names of the proposal', async () => {
  const data = new Uint8Array(1);
  const chacha = await subtle.importKey('raw-secret', pattern(32), 'ChaCha20-Poly1305', false, ['encrypt']);
  const ocb = await subtle.importKey('raw-secret', pattern(16), 'AES-OCB', false, ['encrypt', 'decrypt']);
  const argon2 = await subtle.importKey('raw-secret', data, 'Argon2id', false, ['deriveBits']);
  const costs = { name: 'Argon2id', nonce: pattern(16), memory: 8, passes: 1, parallelism: 1 };
  for (const [call, name] of [
    [() => subtle.digest({ name: 'KT128', outputLength: 0 }, data), 'OperationError'],
    [() => subtle.digest({ name: 'TurboSHAKE128', outputLength: 12 }, data), 'OperationError'],
    [() => subtle.digest({ name: 'TurboSHAKE128', outputLength: 256, domainSeparation: 0x80 }, data), 'OperationError'],
    [() => subtle.digest({ name: 'TurboSHAKE128', outputLength: 256, domainSeparation: 0 }, data), 'OperationError'],
    [() => subtle.digest({ name: 'cSHAKE128', outputLength: 12 }, data), 'NotSupportedError'],
    [() => subtle.encrypt({ name: 'ChaCha20-Poly1305', iv: pattern(11) }, chacha, data), 'OperationError'],
    [() => subtle.encrypt({ name: 'ChaCha20-Poly1305', iv: pattern(12), tagLength: 96 }, chacha, data), 'OperationError'],
    [() => subtle.encrypt({ name: 'AES-OCB', iv: pattern(16) }, ocb, data), 'OperationError'],
    [() => subtle.encrypt({ name: 'AES-OCB', iv: pattern(12), tagLength: 32 }, ocb, data), 'OperationError'],
    [() => subtle.decrypt({ name: 'ChaCha20-Poly1305', iv: pattern(12) }, chacha, pattern(40)), 'InvalidAccessError'],
    [() => subtle.encrypt({ name: 'AES-OCB', iv: pattern(12) }, chacha, data), 'InvalidAccessError'],
    [() => subtle.encrypt({ name: 'AES-GCM', iv: pattern(12) }, chacha, data), 'InvalidAccessError'],
    [() => subtle.sign('ChaCha20-Poly1305', chacha, data), 'NotSupportedError'],
    [() => subtle.exportKey('raw-secret', chacha), 'InvalidAccessError'],
    [() => subtle.exportKey('raw-secret', argon2), 'NotSupportedError'],
    [() => subtle.deriveBits(costs, argon2, null), 'OperationError'],
    [() => subtle.deriveBits(costs, argon2, 24), 'OperationError'],
    [() => subtle.deriveBits({ ...costs, memory: 7 }, argon2, 256), 'OperationError'],
    [() => subtle.deriveBits({ ...costs, passes: 0 }, argon2, 256), 'OperationError'],
    [() => subtle.deriveBits({ ...costs, parallelism: 0 }, argon2, 256), 'OperationError'],
    [() => subtle.deriveBits({ ...costs, version: 16 }, argon2, 256), 'OperationError'],
    [() => subtle.importKey('raw-secret', pattern(31), 'ChaCha20-Poly1305', false, ['encrypt']), 'DataError'],
    [() => subtle.importKey('raw-secret', pattern(20), 'AES-OCB', false, ['encrypt']), 'DataError'],
    [() => subtle.importKey('raw', pattern(16), 'AES-OCB', false, ['encrypt']), 'NotSupportedError'],
    [() => subtle.importKey('raw-secret', pattern(16), 'AES-OCB', false, []), 'SyntaxError'],
    [() => subtle.importKey('raw-secret', pattern(16), 'AES-OCB', false, ['sign']), 'SyntaxError'],
    [() => subtle.importKey('raw-secret', pattern(16), 'Argon2i', true, ['deriveBits']), 'SyntaxError'],
    [() => subtle.importKey('jwk', {}, 'Argon2i', false, ['deriveBits']), 'NotSupportedError'],
    [() => subtle.importKey('raw-secret', pattern(16), { name: 'KMAC128', length: 129 }, false, ['sign']), 'DataError'],
    [() => subtle.importKey('raw-secret', pattern(16), { name: 'KMAC128', length: 120 }, false, ['sign']), 'DataError'],
    [() => subtle.generateKey({ name: 'AES-OCB', length: 100 }, false, ['encrypt']), 'OperationError'],
    [() => subtle.generateKey('KMAC128', false, ['encrypt']), 'SyntaxError'],
  ]) {
    await rejects(call(), name);
  }
  for (const call of [
    () => subtle.digest('cSHAKE128', data), () => subtle.digest({ name: 'cSHAKE128', outputLength: -1 }, data),
    () => subtle.digest({ name: 'cSHAKE128', outputLength: 2 ** 32 }, data), () => subtle.digest('SHA3-256', 'text'),
    () => subtle.encrypt({ name: 'AES-OCB' }, ocb, data), () => subtle.importKey('raw-secret', 'text', 'AES-OCB', false, ['encrypt']),
    () => subtle.importKey('text', data, 'AES-OCB', false, ['encrypt']), () => subtle.importKey('raw-secret', pattern(16), 'AES-OCB', false, ['wrap']),
    () => new CryptoKey(), () => CryptoKey.bytesOf(chacha),
  ]) {
    await assert.rejects(async () => call(), TypeError, String(call));
  }
});

test('keys are imported, exported and generated', async () => {
  for (const [algorithm, length, alg, usages] of [
    [{ name: 'AES-OCB', length: 128 }, 16, 'A128OCB', ['encrypt', 'decrypt', 'wrapKey', 'unwrapKey']], [{ name: 'AES-OCB', length: 256 }, 32, 'A256OCB', ['encrypt']],
    [{ name: 'ChaCha20-Poly1305' }, 32, 'C20P', ['decrypt']], [{ name: 'KMAC128' }, 16, 'K128', ['sign']], [{ name: 'KMAC256' }, 32, 'K256', ['verify']],
  ]) {
    const key = await subtle.generateKey(algorithm, true, [...usages, usages[0]]);
    assert.deepEqual([key.type, key.extractable, key.algorithm.name, key.usages, String(key)], ['secret', true, algorithm.name, usages, '[object CryptoKey]']);
    const raw = await subtle.exportKey('raw-secret', key);
    assert.equal(raw.byteLength, length);
    const jwk = await subtle.exportKey('jwk', key);
    assert.deepEqual(jwk, { kty: 'oct', k: Buffer.from(raw).toString('base64url'), alg, key_ops: usages, ext: true });
    const again = await subtle.importKey('jwk', jwk, algorithm.name, true, usages);
    assert.equal(hex(await subtle.exportKey('raw-secret', again)), hex(raw));
    for (const change of [{ kty: 'RSA' }, { k: 'a+' }, { alg: 'HS256' }, { use: 'wrap' }, { key_ops: ['other'] }, { key_ops: [usages[0], usages[0]] }, { ext: false }]) {
      await rejects(subtle.importKey('jwk', { ...jwk, ...change }, algorithm.name, true, usages), 'DataError');
    }
    // Changing the returned attributes must not change the key.
    assert.throws(() => { key.usages.push('sign'); });
    assert.throws(() => { key.algorithm.name = 'AES-GCM'; });
  }
});

test('keys wrap keys', async () => {
  const iv = pattern(12);
  const wrapping = await subtle.generateKey('ChaCha20-Poly1305', false, ['wrapKey', 'unwrapKey']);
  const inner = await subtle.generateKey({ name: 'AES-GCM', length: 128 }, true, ['encrypt']);
  for (const format of ['raw', 'jwk']) {
    const wrapped = await subtle.wrapKey(format, inner, wrapping, { name: 'ChaCha20-Poly1305', iv });
    const back = await subtle.unwrapKey(format, wrapped, wrapping, { name: 'ChaCha20-Poly1305', iv }, 'AES-GCM', true, ['encrypt']);
    assert.equal(hex(await subtle.exportKey('raw', back)), hex(await subtle.exportKey('raw', inner)));
  }
  await rejects(subtle.encrypt({ name: 'ChaCha20-Poly1305', iv }, wrapping, iv), 'InvalidAccessError');
});

test('data may change after the call, and a promise resolves later', async () => {
  const data = bytes('616263');
  const digest = subtle.digest('SHA3-256', data);
  data[0] = 0;
  let isLater = false;
  const checked = digest.then((result) => {
    assert.ok(isLater);
    assert.equal(hex(result), nodeCrypto.createHash('sha3-256').update('abc').digest('hex'));
  });
  Promise.resolve().then(() => { isLater = true; });
  await checked;
});

test('supports says which operations exist', () => {
  assert.ok(supports('digest', 'SHA3-512') && supports('encrypt', { name: 'AES-OCB', iv: pattern(12) }) && supports('deriveKey', { name: 'Argon2id', nonce: pattern(8), memory: 8, passes: 1, parallelism: 1 }));
  assert.ok(!supports('sign', 'SHA3-512') && !supports('encrypt', 'AES-OCB') && !supports('digest', 'SHA3-1024'));
});

test('require exports what import exports', () => {
  const required = createRequire(import.meta.url)(path.join(folder, 'webcrypto.cjs'));
  assert.deepEqual(Object.keys(required).sort(), ['CryptoKey', 'subtle', 'supports']);
});
