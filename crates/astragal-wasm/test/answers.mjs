// Runs the known answers of `astragal-vectors` with a module of the npm package.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const sized = (name) => /^(blake2b|blake2s|skein\d+)-(\d+)$/.exec(name);

export const bytes = (hex) => (hex === undefined ? undefined : Uint8Array.from(hex.match(/../g) ?? [], (byte) => parseInt(byte, 16)));

export function cases(text) {
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

export function message(fields) {
  if (fields['msg-pattern'] !== undefined) return new Uint8Array(Number(fields['msg-pattern'])).map((_, i) => i % 251);
  if (fields['msg-repeat'] === undefined) return bytes(fields.msg ?? '');
  const [count, hex] = fields['msg-repeat'].split(' ');
  return Uint8Array.from(Buffer.alloc(Number(count) * (hex.length / 2), Buffer.from(hex, 'hex')));
}

/** Returns a function that runs one case with the functions of the module `lib`. */
export function runner(lib) {
  const {
    algorithms, createAead, createCipher, createDecryptor, createEncryptor, createHash, createMac, createXof, decrypt, encrypt, hash,
    InvalidTagError, kdf, mac, open, toHex, unwrapKey, verifyMac, wrapKey, xof,
  } = lib;
  const rows = algorithms();
  const names = new Set(rows.map((row) => `${row.kind} ${row.name}`));

  /**
   * Checks a streaming object with pieces of several lengths. A clone made in the middle of the message must give the
   * same result.
   */
  function checkPieces(object, data, finish, check) {
    for (const piece of [1, 167, 20_000]) {
      if (data.length > 5000 && piece === 1) continue;
      let half;
      for (let i = 0; i < data.length; i += piece) {
        if (i > data.length / 2 && half === undefined) half = object.clone().update(data.subarray(i));
        object.update(data.subarray(i, i + piece));
      }
      const result = finish(object);
      if (half !== undefined) {
        assert.deepEqual(finish(half), result, 'clone');
        half.free();
      }
      check(result);
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
    checkPieces(createHash(name, given), data, (object) => object.digest('hex'), (result) => assert.equal(result, expected));
  }

  function checkXof(fields, expected) {
    const isSized = /^(tuplehash|parallelhash)\d/.test(fields.alg);
    const params = {
      custom: bytes(fields.custom), functionName: bytes(fields.name), domain: fields.domain && parseInt(fields.domain, 16),
      blockBytes: number(fields.block), outputBytes: isSized ? expected.length / 2 : undefined,
    };
    const object = createXof(fields.alg, params);
    const finish = (object) => {
      object.skip(BigInt(fields['out-skip'] ?? 0));
      const first = object.read(Math.min(3, expected.length / 2));
      return toHex(first) + toHex(object.read(expected.length / 2 - first.length));
    };
    if (/^tuplehash/.test(fields.alg)) {
      for (const item of fields.items) object.item(bytes(item));
      assert.equal(finish(object), expected);
      return object.free();
    }
    const data = message(fields);
    if (fields['out-skip'] === undefined) assert.equal(toHex(xof(fields.alg, data, expected.length / 2, params)), expected);
    checkPieces(object, data, finish, (result) => assert.equal(result, expected));
  }

  function checkMac(fields, expected) {
    let name = fields.alg;
    const full = rows.find((row) => row.kind === 'mac' && row.name === name);
    const params = { custom: bytes(fields.custom) };
    if (full === undefined) return 'no such MAC';
    if ((fields.out !== undefined && full.outputBytes !== expected.length / 2) || full.outputBytes < expected.length / 2) params.tagBytes = expected.length / 2;
    const [key, data] = [bytes(fields.key), message(fields)];
    const truncated = (tag) => toHex(tag).slice(0, expected.length);
    const tag = mac(name, key, data, params);
    assert.equal(truncated(tag), expected);
    assert.ok(verifyMac(name, key, data, tag, params));
    tag[0] ^= 1;
    assert.ok(!verifyMac(name, key, data, tag, params));
    checkPieces(createMac(name, key, params), data, (object) => truncated(object.tag()), (result) => assert.equal(result, expected));
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

  const isInvalidTag = (error) => error instanceof InvalidTagError && error.name === 'InvalidTagError';

  function checkAead(fields) {
    const name = fields.mode === undefined ? fields.alg : `${fields.alg}-${fields.mode}`;
    const [key, nonce, ad, pt, ct, tag] = ['key', 'nonce', 'ad', 'pt', 'ct', 'tag'].map((field) => bytes(fields[field]) ?? new Uint8Array(0));
    let aead;
    try {
      aead = createAead(name, key, { tagBytes: tag.length });
    } catch (error) {
      // The only accepted error is a tag length that the algorithm does not allow.
      assert.ok(fields.result === 'invalid' && /^tag is /.test(error.message), error.message);
      return;
    }
    if (fields.result === 'invalid') {
      assert.throws(() => aead.openDetached(nonce, ct, tag, ad), (error) => isInvalidTag(error) || error instanceof RangeError);
      aead.free();
      return;
    }
    const sealed = Buffer.concat(/-siv$/.test(name) && !/gcm-siv$/.test(name) ? [tag, ct] : [ct, tag]).toString('hex');
    assert.deepEqual(aead.sealDetached(nonce, pt, ad), { ciphertext: ct, tag });
    assert.equal(toHex(aead.seal(nonce, pt, ad)), sealed);
    assert.deepEqual(aead.openDetached(nonce, ct, tag, ad), pt);
    assert.deepEqual(open(name, key, nonce, bytes(sealed), ad, { tagBytes: tag.length }), pt);
    for (const flipped of [new Uint8Array(ct.length + tag.length)]) {
      flipped.set(bytes(sealed));
      flipped[flipped.length >> 1] ^= 1;
      assert.throws(() => aead.open(nonce, flipped, ad), isInvalidTag);
      assert.throws(() => aead.open(nonce, flipped.subarray(0, tag.length - 1), ad), isInvalidTag);
    }
    if (!/-(siv|ocb)$/.test(name)) {
      const params = { messageBytes: pt.length };
      const [encryptor, decryptor] = [aead.encryptor(nonce, ad, params), aead.clone().decryptor(nonce, ad, params)];
      const parts = [];
      for (let i = 0; i < pt.length; i += 7) {
        parts.push(encryptor.update(pt.subarray(i, i + 7)));
        decryptor.update(ct.subarray(i, i + 7));
      }
      assert.deepEqual([Uint8Array.from(Buffer.concat(parts)), encryptor.finish(), decryptor.finish(tag)], [ct, tag, pt]);
      encryptor.free();
      decryptor.free();
    }
    aead.free();
  }

  function checkKeyWrap(fields) {
    const [kek, key, wrapped] = ['key', 'pt', 'ct'].map((field) => bytes(fields[field] ?? ''));
    const refused = (error) => isInvalidTag(error) || error instanceof RangeError;
    if (fields.result === 'invalid') return assert.throws(() => unwrapKey(fields.alg, kek, wrapped), refused);
    assert.deepEqual(wrapKey(fields.alg, kek, key), wrapped);
    assert.deepEqual(unwrapKey(fields.alg, kek, wrapped), key);
    const flipped = wrapped.map((byte, i) => (i === 3 ? byte ^ 1 : byte));
    return assert.throws(() => unwrapKey(fields.alg, kek, flipped), isInvalidTag);
  }

  function checkBlocks(fields) {
    const [pt, ct] = [bytes(fields.pt), bytes(fields.ct)];
    const cipher = createCipher(fields.alg, bytes(fields.key), { tweak: bytes(fields.tweak) });
    assert.equal(cipher.blockBytes, pt.length);
    const count = Math.min(Number(fields.iterations ?? 1), 1000);
    if (count !== Number(fields.iterations ?? 1)) return 'many iterations';
    let [up, down] = [pt, ct];
    for (let i = 0; i < count; i += 1) [up, down] = [cipher.encrypt(up), cipher.decrypt(down)];
    assert.deepEqual([up, down], [ct, pt]);
    if (count === 1) {
      const many = (block) => Uint8Array.from(Buffer.alloc(pt.length * 77, block));
      assert.deepEqual([cipher.encrypt(many(pt)), cipher.clone().decrypt(many(ct))], [many(ct), many(pt)]);
    }
    cipher.free();
    return undefined;
  }

  function checkMode(fields) {
    const name = fields.mode === undefined ? fields.alg : `${fields.alg}-${fields.mode}`;
    const [key, iv, pt, ct] = ['key', 'iv', 'pt', 'ct'].map((field) => bytes(fields[field]));
    const params = fields.padding === undefined ? undefined : { padding: fields.padding };
    for (const [create, whole, from, to] of [[createEncryptor, encrypt, pt, ct], [createDecryptor, decrypt, ct, pt]]) {
      assert.deepEqual(whole(name, key, iv, from, params), to);
      const object = create(name, key, iv, params);
      for (const length of [1, 7, 33]) {
        const parts = [];
        for (let i = 0; i < from.length; i += length) parts.push(object.update(from.subarray(i, i + length)));
        parts.push(object.clone().finish());
        assert.deepEqual(Uint8Array.from(Buffer.concat(parts)), to, `${length}`);
        object.restart(iv);
      }
      object.free();
    }
  }

  /**
   * Runs a known-answer case like the runner of `astragal-vectors`. If the package lacks the function, returns the
   * reason for skipping the case.
   */
  function run(fields) {
    const has = (name) => fields[name] !== undefined;
    const expected = fields.md ?? fields.tag ?? fields.out;
    if (has('outboard') || has('record')) return 'part of a tree';
    if (/-kwp?$/.test(fields.alg)) return checkKeyWrap(fields);
    if (has('nonce') && !has('md')) return checkAead(fields);
    if (has('result') && fields.result === 'invalid') return 'invalid case';
    if (has('iv')) return checkMode(fields);
    if (has('pt')) return checkBlocks(fields);
    if (has('password') || /^(hkdf|kbkdf)-/.test(fields.alg)) return names.has(`kdf ${fields.alg}`) ? checkKdf(fields, expected) : 'no such function';
    const isUnderParameters = has('salt') || has('public-key') || has('key-id') || (has('custom') && sized(fields.alg));
    if (has('key') && !isUnderParameters && !has('md')) return checkMac(fields, expected);
    if (has('md') || isUnderParameters) return names.has(`hash ${fields.alg}`) || sized(fields.alg) ? checkHash(fields, expected) : 'no such hash';
    return checkXof(fields, expected);
  }
  return run;
}

/** Runs the cases of all files in `folder` for which `chosen` returns true. Returns the number of cases by outcome. */
export function runAll(folder, lib, chosen = () => true) {
  const run = runner(lib);
  const counts = { passed: 0 };
  for (const file of readdirSync(folder)) {
    for (const fields of cases(readFileSync(path.join(folder, file), 'utf8')).filter(chosen)) {
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
  return counts;
}
