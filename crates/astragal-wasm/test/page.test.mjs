// Tests the web page in headless Chromium, controlled through its DevTools protocol over a pipe. Usage:
// `node page.test.mjs`. Environment variables are ASTRAGAL_PAGE (the page), ASTRAGAL_DIGEST (the command `digest`),
// ASTRAGAL_CHROMIUM (the browser), ASTRAGAL_FILE_BYTES (size of the dropped file), and ASTRAGAL_SHOTS (optional
// folder for screenshots).
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, renameSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { launch } from './chromium.mjs';

const { ASTRAGAL_PAGE, ASTRAGAL_DIGEST, ASTRAGAL_CHROMIUM, ASTRAGAL_FILE_BYTES, ASTRAGAL_SHOTS } = process.env;
const folder = mkdtempSync(path.join(os.tmpdir(), 'astragal-page-'));
const requests = [];
const browser = launch(ASTRAGAL_CHROMIUM, path.join(folder, 'profile'), (message) => {
  if (message.method === 'Network.requestWillBeSent') requests.push(message.params.request.url);
  if (message.method === 'Target.attachedToTarget') watch(message.params.sessionId);
});

/**
 * Records the network requests of a page or worker. Pauses the page or worker until the recording has started, so that
 * no request is missed.
 */
function watch(session) {
  const quietly = (method, params) => browser.ask(method, params, session).catch(() => {});
  quietly('Network.enable');
  quietly('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true });
  quietly('Runtime.runIfWaitingForDebugger');
}

/** Writes a file of `size` bytes. The 32-bit words within each MiB are distinct. */
function written(name, size) {
  const file = path.join(folder, name);
  const piece = Buffer.alloc(1 << 20);
  const handle = openSync(file, 'w');
  for (let at = 0; at < size; at += piece.length) {
    for (let i = 0; i < piece.length; i += 4) piece.writeUInt32LE((Math.imul(i + at, 0x9e3779b1) ^ (at >>> 12)) >>> 0, i);
    writeSync(handle, piece, 0, Math.min(piece.length, size - at));
  }
  closeSync(handle);
  return file;
}

const digest = (name, file) => execFileSync(ASTRAGAL_DIGEST, [name, file], { encoding: 'utf8' }).split(/\s/)[0];
const TIMEOUT_MS = 600_000;

async function main() {
  const { page, evaluate } = await browser.openTab();
  await page('Network.enable');
  await page('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true });
  await page('Page.enable');
  const until = async (expression) => {
    for (const start = Date.now(); Date.now() - start < TIMEOUT_MS; ) {
      if (await evaluate(expression)) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`timed out: ${expression}; the page shows ${await evaluate('document.body.innerText')}`);
  };
  const shot = async (name, width, scheme) => {
    if (!ASTRAGAL_SHOTS) return;
    await page('Emulation.setDeviceMetricsOverride', { width, height: 900, deviceScaleFactor: 1, mobile: false });
    await page('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: scheme }] });
    const { data } = await page('Page.captureScreenshot', { format: 'png' });
    writeFileSync(path.join(ASTRAGAL_SHOTS, `${name}.png`), Buffer.from(data, 'base64'));
  };
  const drop = async (files) => {
    const { x, y } = await evaluate('(({ x, y }) => ({ x: x + 20, y: y + 20 }))(document.getElementById("drop").getBoundingClientRect())');
    for (const type of ['dragEnter', 'dragOver', 'drop']) {
      await page('Input.dispatchDragEvent', { type, x, y, data: { items: [], files, dragOperationsMask: 1 } });
    }
  };

  await page('Page.navigate', { url: pathToFileURL(path.resolve(ASTRAGAL_PAGE)).href });
  await until('document.body?.dataset.ready === "yes"');
  const [small, large] = [written('small.bin', 12_345), written('large.bin', Number(ASTRAGAL_FILE_BYTES))];
  const names = ['sha256', 'sha3-256', 'blake3', 'kt128'];
  await evaluate('document.querySelector("input[value=kt128]").click()');
  const started = Date.now();
  await drop([large, small]);
  await until('document.querySelectorAll("article dl").length === 2');
  console.log(`${ASTRAGAL_FILE_BYTES} bytes, ${names.length} digests: ${((Date.now() - started) / 1000).toFixed(1)} s`);
  const shown = await evaluate(`[...document.querySelectorAll('article')].map((article) => [article.querySelector('h3').textContent.split(',')[0],
    [...article.querySelectorAll('dt')].map((name) => [name.textContent, name.nextSibling.textContent])])`);
  for (const [name, pairs] of shown) {
    const digests = Object.fromEntries(pairs);
    assert.deepEqual(pairs.map(([each]) => each).sort(), [...names].sort());
    for (const each of names) assert.equal(digests[each], digest(each, path.join(folder, name)), `${each} of ${name}`);
  }

  // Tests pasted digests and checksum files. Some digests match, some differ, and some belong to other files. Some
  // have a length that no chosen algorithm has, and some cannot be parsed.
  const verdicts = async (text) => {
    await evaluate(`(() => { const box = document.getElementById('expected'); box.value = ${JSON.stringify(text)}; box.dispatchEvent(new Event('input')); })()`);
    return evaluate(`Object.fromEntries([...document.querySelectorAll('article')].map((article) => [article.querySelector('h3').textContent.split('.')[0], article.querySelector('p').className + ' ' + article.querySelector('p').textContent]))`);
  };
  const [sum, other] = [digest('sha256', large), digest('sha256', small)];
  let shownVerdicts = await verdicts(`${sum}  large.bin\n${other} *small.bin\n`);
  assert.match(shownVerdicts.large, /^good Equal: the sha256 digest matches/);
  assert.match(shownVerdicts.small, /^good Equal: the sha256 digest matches/);
  await shot('light', 1000, 'light');
  shownVerdicts = await verdicts(`SHA3-256 (large.bin) = ${digest('sha3-256', large)}`);
  assert.match(shownVerdicts.large, /^good Equal: the sha3-256 digest matches/);
  assert.match(shownVerdicts.small, /^bad .*no digest of this file/);
  shownVerdicts = await verdicts(sum.toUpperCase());
  assert.match(shownVerdicts.large, /^good/);
  assert.match(shownVerdicts.small, /^bad Different/);
  await shot('dark', 1000, 'dark');
  await shot('narrow', 360, 'light');
  assert.match((await verdicts(sum.slice(0, 40))).large, /^bad No chosen digest is 160 bits/);
  assert.match((await verdicts('not a digest')).large, /^bad No digest can be read/);

  await testSealing({ page, evaluate, until, drop, small, large });
  await shot('seal', 1000, 'light');

  // Checks that the page has sent no network request, and that its security policy refuses to send one.
  const refused = await evaluate('fetch("https://example.org/").then(() => "sent", (error) => String(error))');
  assert.match(refused, /TypeError/);
  const left = requests.filter((url) => !/^(file|blob|data):/.test(url) && url !== 'https://example.org/');
  assert.deepEqual(left, []);
  assert.ok(requests.some((url) => url.startsWith('file:')), 'requests are recorded');
  console.log(`requests: ${requests.map((url) => url.slice(0, url.indexOf(':') + 1)).join(' ')}`);
}

/** Seals and opens files on the page, and exchanges them with the command `digest`. */
async function testSealing({ evaluate, until, drop, small, large }) {
  const downloads = path.join(folder, 'downloads');
  mkdirSync(downloads);
  await browser.ask('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: downloads });
  // Removes the file dialog, because a headless browser cannot show it. The page then saves files through links.
  await evaluate('delete window.showSaveFilePicker, window.showSaveFilePicker = undefined');
  const password = path.join(folder, 'password');
  writeFileSync(password, 'correct horse');
  const choose = (task, secret) => evaluate(`(() => {
    document.querySelector('input[name=task][value=${task}]').click();
    for (const id of ['password', 'again']) document.getElementById(id).value = ${JSON.stringify(secret)};
    document.getElementById('context').value = 'page';
  })()`);
  /** Drops a file, clicks its button, and returns the text of the result. */
  const process = async (file) => {
    const before = await evaluate('document.querySelectorAll("article").length');
    await drop([file]);
    await until(`document.querySelectorAll("article").length > ${before}`);
    await evaluate('document.querySelector("article button").click()');
    await until('!document.querySelector("article progress")');
    return evaluate('document.querySelector("article p").className + " " + document.querySelector("article p").textContent');
  };
  const download = async (name) => {
    await evaluate('document.querySelector("article a").click()');
    const file = path.join(downloads, name);
    for (let i = 0; i < 600 && !existsSync(file); i += 1) await new Promise((resolve) => setTimeout(resolve, 100));
    return file;
  };
  const digestCommand = (...args) => execFileSync(ASTRAGAL_DIGEST, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const options = ['--password-file', password, '--context', 'page'];

  // `digest` must open files that the page has sealed.
  await choose('seal', 'correct horse');
  assert.equal(await process(large), 'good Sealed: large.bin.sealed');
  const sealed = await download('large.bin.sealed');
  renameSync(large, `${large}.original`);
  digestCommand('open', ...options, '--output', large, sealed);
  assert.ok(readFileSync(large).equals(readFileSync(`${large}.original`)), 'digest opens what the page sealed');

  // The page must open files that `digest` has sealed.
  digestCommand('seal', ...options, small);
  await choose('open', 'correct horse');
  assert.equal(await process(`${small}.sealed`), 'good Opened and verified: small.bin');
  assert.ok(readFileSync(await download('small.bin')).equals(readFileSync(small)), 'the page opens what digest sealed');

  // A wrong password, a changed file and a truncated file must be rejected, and nothing may be saved.
  const refused = async (file, message) => {
    assert.match(await process(file), message);
    assert.equal(await evaluate('document.querySelector("article").querySelector("a")'), null);
  };
  await choose('open', 'wrong horse');
  await refused(`${small}.sealed`, /^bad Not opened: the commitment does not match/);
  await choose('open', 'correct horse');
  const bytes = readFileSync(sealed);
  bytes[bytes.length - 1] ^= 1;
  writeFileSync(path.join(folder, 'changed.sealed'), bytes);
  await refused(path.join(folder, 'changed.sealed'), /^bad Not opened: chunk \d+ does not verify/);
  writeFileSync(path.join(folder, 'short.sealed'), bytes.subarray(0, 59 + 56 + 16_400));
  await refused(path.join(folder, 'short.sealed'), /^bad Not opened: the message is truncated|^bad Not opened: chunk/);
  await refused(small, /^bad Not opened: the file has no header/);

  // If the user has chosen a file name, the file must get this name only after the whole message is verified.
  const toPicker = (file) => evaluate(`(() => {
    window.picked = [];
    window.showSaveFilePicker = async ({ suggestedName }) => ({ createWritable: async () => ({
      write: async (piece) => { window.picked.push(piece.length); },
      close: async () => { window.picked.push('closed ' + suggestedName); },
      abort: async () => { window.picked.push('aborted'); },
    }) });
  })()`).then(() => process(file)).then(() => evaluate('window.picked.at(-1)'));
  assert.equal(await toPicker(sealed), 'closed large.bin');
  assert.equal(await toPicker(path.join(folder, 'changed.sealed')), 'aborted');
  await choose('seal', '');
  await drop([small]);
  await until('document.getElementById("none").textContent === "Enter a password or choose a key file."');
}

let failure;
try {
  await main();
} catch (error) {
  failure = error;
}
await browser.close();
rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
if (failure) throw failure;
