// Tests of `chromium.mjs`. Usage: `node --test chromium.test.mjs`. The environment variable ASTRAGAL_CHROMIUM names the
// browser.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { BrowserEnded, launch } from './chromium.mjs';

const NEVER = 'new Promise(() => {})';

/** Calls `use` with a browser and one of its tabs. Then ends the browser. */
async function withTab(use) {
  const profile = mkdtempSync(path.join(os.tmpdir(), 'astragal-chromium-'));
  const browser = launch(process.env.ASTRAGAL_CHROMIUM, profile);
  try {
    await use(browser, await browser.openTab());
  } finally {
    await browser.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

const fails = (call, message) => assert.rejects(call, (error) => error instanceof BrowserEnded && message.test(error.message));

test('calls fail if the browser ends before it answers', { timeout: 60_000 }, () => withTab(async (browser, tab) => {
  assert.equal(await tab.evaluate('1 + 1'), 2);
  const pending = fails(tab.evaluate(NEVER), /^Runtime\.evaluate: the browser ended with/);
  await fails(browser.ask('Browser.crash'), /^Browser\.crash: the browser ended with/);
  await pending;
  await fails(tab.evaluate('1'), /the browser ended with/);
}));

test('calls fail if the tab crashes before it answers', { timeout: 60_000 }, () => withTab(async (browser, tab) => {
  const pending = fails(tab.evaluate(NEVER), /^Runtime\.evaluate: the tab crashed/);
  await fails(tab.page('Page.crash'), /^Page\.crash: the tab crashed/);
  await pending;
  const other = await browser.openTab();
  assert.equal(await other.evaluate('2 + 2'), 4);
}));

test('calls fail if the browser does not start', { timeout: 60_000 }, async () => {
  const browser = launch('no-such-browser', os.tmpdir());
  await fails(browser.openTab(), /the browser did not start/);
  await browser.close();
});
