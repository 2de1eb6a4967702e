// Compares digests that an installed astragal package computes with digests of Node's crypto module.
import assert from 'node:assert';
import { createHash } from 'node:crypto';
import { hash, toHex } from 'astragal';
for (const name of ['sha256', 'sha512', 'sha3-256'])
  assert.equal(toHex(hash(name, 'abc')), createHash(name).update('abc').digest('hex'));
