'use strict';
const byId = (id) => document.getElementById(id);
const COMMON = ['sha256', 'sha512', 'sha3-256', 'blake3', 'blake2b-512', 'kt128', 'sha1', 'md5'];
const CHOSEN = ['sha256', 'sha3-256', 'blake3'];
/**
 * Minimum size in bytes of a file that several workers hash. Each of them reads the whole file and computes the digests
 * of some algorithms.
 */
const SHARED_BYTES = 16 << 20;
const files = new Map();
let rows = [];

function element(name, text, className) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (className) made.className = className;
  return made;
}

// Pool of workers. Each worker runs one task at a time; further tasks wait in a queue.
const script = new Blob([byId('worker').textContent], { type: 'text/javascript' });
const packed = Uint8Array.from(atob(byId('module').textContent.trim()), (letter) => letter.charCodeAt(0));
const MAX_WORKERS = Math.max(1, Math.min(navigator.hardwareConcurrency ?? 2, 8));
const queue = [];
const idle = [];
let workerCount = 0;

function startWorker() {
  workerCount += 1;
  const worker = new Worker(URL.createObjectURL(script));
  worker.onerror = (event) => showFailure(event.message || 'the worker did not start');
  worker.onmessage = ({ data }) => {
    if (data.failed) return showFailure(data.failed);
    if (data.ready) {
      if (rows.length === 0) showChoices(data.ready);
      return runNext(worker);
    }
    const { settle, onDone, onPiece } = worker.task;
    if (data.done !== undefined) return onDone(data.done);
    if (data.piece) {
      return onPiece(data.piece).then(() => worker.postMessage({ written: true }), (error) => {
        // The worker waits for a confirmation that its piece was written. No confirmation follows a failed write, so
        // the worker cannot run another task.
        worker.terminate();
        workerCount -= 1;
        settle({ error: `cannot write: ${error.message}` });
        runNext();
      });
    }
    worker.task = undefined;
    settle(data);
    return runNext(worker);
  };
  worker.postMessage({ packed });
}

/**
 * Marks `worker`, if given, as idle. Then gives the waiting tasks to idle workers, and starts more workers if tasks are
 * still waiting.
 */
function runNext(worker) {
  if (worker) idle.push(worker);
  while (queue.length > 0 && idle.length > 0) {
    const next = idle.pop();
    next.task = queue.shift();
    next.postMessage(next.task.work);
  }
  for (let waiting = queue.length; waiting > 0 && workerCount < MAX_WORKERS; waiting -= 1) startWorker();
}

/**
 * Runs a task in a worker and returns its result. Calls `onDone` with the number of processed bytes, and `onPiece` with
 * each piece of output.
 */
function run(work, onDone, onPiece) {
  return new Promise((resolve, reject) => {
    const settle = ({ result, error }) => (error === undefined ? resolve(result) : reject(new Error(error)));
    queue.push({ work, settle, onDone, onPiece });
    runNext();
  });
}

function showFailure(reason) {
  byId('none').textContent = `This page does not work here: ${reason}`;
  byId('none').className = 'bad';
}

function showChoices(found) {
  rows = found;
  for (const row of [...rows].sort((a, b) => COMMON.indexOf(a.name) - COMMON.indexOf(b.name))) {
    const label = element('label');
    const box = element('input');
    Object.assign(box, { type: 'checkbox', value: row.name, checked: CHOSEN.includes(row.name) });
    label.append(box, ` ${row.name}${row.status === 'broken' ? ' (broken)' : ''}`);
    byId(COMMON.includes(row.name) ? 'common' : 'others').append(label);
  }
  document.body.dataset.ready = 'yes';
}

const task = () => document.querySelector('input[name=task]:checked').value;

/** Adds a file with a progress bar to the list of results. Returns the entry of the file. */
function added(file, what) {
  byId('none').textContent = '';
  const article = element('article');
  const bar = element('progress');
  Object.assign(bar, { max: file.size || 1, value: 0 });
  bar.setAttribute('aria-label', `${what} part of ${file.name}`);
  const verdict = element('p');
  article.append(element('h3', `${file.name}, ${file.size.toLocaleString('en')} bytes`), bar);
  byId('list').prepend(article);
  const entry = { article, bar, verdict, name: file.name, size: file.size };
  files.set(files.size, entry);
  return entry;
}

function showProgress({ bar, size }, done) {
  bar.value = done;
  bar.textContent = `${Math.floor((100 * done) / size)} %`;
}

async function hashFile(file, chosen) {
  const entry = added(file, 'hashed');
  const groups = file.size < SHARED_BYTES ? 1 : Math.min(MAX_WORKERS, chosen.length);
  const done = new Array(groups).fill(0);
  const run1 = (i) => {
    const part = chosen.filter((_, at) => at % groups === i);
    return run({ task: 'hash', file, rows: part }, (bytes) => {
      done[i] = bytes;
      showProgress(entry, done.reduce((sum, each) => sum + each) / groups);
    });
  };
  try {
    const results = await Promise.all(done.map((_, i) => run1(i)));
    entry.bar.remove();
    entry.rows = chosen;
    entry.digests = chosen.map((_, at) => results[at % groups][Math.floor(at / groups)]);
    const list = element('dl');
    chosen.forEach((row, i) => list.append(element('dt', row.name), element('dd', entry.digests[i])));
    entry.article.append(list, entry.verdict);
    showVerdict(entry);
  } catch (error) {
    entry.bar.remove();
    entry.article.append(element('p', `Not hashed: ${error.message}`, 'bad'));
  }
}

function hashFiles(list) {
  const chosen = rows.filter((row) => document.querySelector(`.choices input[value="${row.name}"]`).checked);
  if (chosen.length === 0) return showFailure('no digest is chosen');
  for (const file of list) hashFile(file, chosen);
  return undefined;
}

/**
 * Parses a list of digests. Each digest is returned with the file name and the algorithm, if its line contains them.
 */
function parseDigests(text) {
  const found = [];
  for (const line of text.split('\n').map((line) => line.trim()).filter((line) => line && !/^[#-]/.test(line))) {
    const tagged = /^([\w/-]+) ?\((.+)\) ?= ?([0-9a-f]+)$/i.exec(line);
    const listed = /^\\?([0-9a-f]{16,})(?:\s+[ *]?(.+))?$/i.exec(line);
    if (tagged) found.push({ algorithm: tagged[1], name: tagged[2], digest: tagged[3] });
    else if (listed) found.push({ name: listed[2], digest: listed[1] });
    else found.push({ unreadable: line });
  }
  return found;
}

const folded = (name) => name.toLowerCase().replace(/[^0-9a-z]/g, '');
const base = (name) => name.replaceAll('\\', '/').split('/').pop();

/**
 * Shows whether the digests of a hashed file match those that the user expects. Shows a failure if the expected list
 * has no digest of this file. Also shows a failure if a digest in the list fits none of the algorithms that the user
 * has chosen.
 */
function showVerdict(file) {
  const show = (text, className) => Object.assign(file.verdict, { textContent: text, className });
  const all = parseDigests(byId('expected').value);
  if (all.length === 0) return show('', '');
  const unreadable = all.find((line) => line.unreadable);
  const own = all.filter((line) => !line.unreadable && (line.name === undefined || base(line.name) === base(file.name)));
  if (own.length === 0) return show(unreadable ? `No digest can be read in “${unreadable.unreadable.slice(0, 60)}”.` : 'The list has no digest of this file.', 'bad');
  const good = [];
  for (const { algorithm, digest } of own) {
    const fits = (row) => algorithm === undefined || folded(row.name) === folded(algorithm) || folded(row.name) === folded(algorithm).replace(/^(blake2[bs])$/, (name) => name + (name.endsWith('b') ? 512 : 256));
    const candidates = file.rows.map((row, i) => ({ row, digest: file.digests[i] })).filter(({ row, digest: hex }) => fits(row) && hex.length === digest.length);
    if (candidates.length === 0) return show(`No chosen digest is ${algorithm ?? `${digest.length * 4} bits long`}: choose the right one and drop the file again.`, 'bad');
    const equal = candidates.find((candidate) => candidate.digest === digest.toLowerCase());
    if (equal === undefined) return show(`Different: ${digest.slice(0, 16)}… is not the digest by ${candidates.map(({ row }) => row.name).join(', ')}.`, 'bad');
    good.push(equal.row.name);
  }
  return show(`Equal: the ${good.join(', ')} digest matches.`, 'good');
}

/**
 * Returns the password or the key that the user has entered. If the input is missing or invalid, returns the text of an
 * error message.
 */
async function secretOf(kind) {
  const [keyFile] = byId('key').files;
  const password = byId('password').value;
  if (keyFile) {
    if (password !== '') return 'Enter a password or choose a key file, not both.';
    const key = new Uint8Array(await keyFile.slice(0, 33).arrayBuffer());
    return [16, 32].includes(key.length) ? { key } : 'The key file must have 16 or 32 bytes.';
  }
  if (password === '') return 'Enter a password or choose a key file.';
  if (kind === 'seal' && password !== byId('again').value) return 'The passwords differ.';
  return { password };
}

/** Name of the folder in the browser's private file system that contains output files until the user saves them. */
const FOLDER = 'astragal-page';
let folder;
/**
 * Deletes the private folder with its files, and returns a new, empty folder. Fails for a page that was opened from a
 * local file, which has no private file system.
 */
async function privateFolder() {
  const root = await navigator.storage.getDirectory();
  await root.removeEntry(FOLDER, { recursive: true }).catch(() => {});
  return root.getDirectoryHandle(FOLDER, { create: true });
}

/**
 * Opens an output. If the browser lets the user choose a file, the output goes to this file. Otherwise, it goes to a
 * file in the private folder, or to memory if that fails. The method `abort` discards the output, so that no unverified
 * data remains. The method `close` completes the output.
 */
async function newOutput(name, id) {
  if (window.showSaveFilePicker) {
    const handle = await window.showSaveFilePicker({ suggestedName: name });
    const out = await handle.createWritable();
    return { write: (piece) => out.write(piece), abort: () => out.abort(), close: async () => { await out.close(); } };
  }
  try {
    folder ??= privateFolder();
    const handle = await (await folder).getFileHandle(String(id), { create: true });
    const out = await handle.createWritable();
    return { write: (piece) => out.write(piece), abort: () => out.abort(), close: async () => { await out.close(); return handle.getFile(); } };
  } catch {
    const parts = [];
    return { write: async (piece) => { parts.push(new Blob([piece])); }, abort: async () => { parts.length = 0; }, close: async () => new Blob(parts) };
  }
}

function linkTo(blob, name) {
  const link = element('a', `Save ${name}`);
  link.href = URL.createObjectURL(blob);
  link.download = name;
  return link;
}

const PAST = { seal: 'sealed', open: 'opened' };
const outputName = (kind, name) => (kind === 'seal' ? `${name}.sealed` : name.endsWith('.sealed') ? name.slice(0, -7) : `${name}.opened`);

async function convert(kind, file, entry, work) {
  const name = outputName(kind, file.name);
  const show = (text, className) => entry.article.append(Object.assign(entry.verdict, { textContent: text, className }));
  let output;
  try {
    output = await newOutput(name, files.size);
  } catch (error) {
    if (error.name === 'AbortError') return;
    throw error;
  }
  entry.article.querySelector('button').remove();
  entry.bar.hidden = false;
  try {
    await run({ task: kind, file, ...work }, (done) => showProgress(entry, done), (piece) => output.write(piece));
    const blob = await output.close();
    show(`${kind === 'seal' ? 'Sealed' : 'Opened and verified'}: ${name}`, 'good');
    if (blob) entry.article.append(linkTo(blob, name));
  } catch (error) {
    await output.abort().catch(() => {});
    show(`Not ${PAST[kind]}: ${error.message}`, 'bad');
  }
  entry.bar.remove();
}

async function offerFiles(kind, list) {
  const secret = await secretOf(kind);
  if (typeof secret === 'string') return Object.assign(byId('none'), { textContent: secret, className: 'bad' });
  const work = { secret, context: byId('context').value };
  for (const file of list) {
    const entry = added(file, PAST[kind]);
    entry.bar.hidden = true;
    // The browser shows its file dialog only in response to a click, so each file gets a button.
    const button = element('button', `${kind === 'seal' ? 'Seal' : 'Open'} ${file.name}`);
    button.type = 'button';
    button.addEventListener('click', () => convert(kind, file, entry, work));
    entry.article.append(button);
  }
  return undefined;
}

function take(list) {
  if (task() === 'hash') return hashFiles(list);
  return offerFiles(task(), list);
}

function showTask() {
  for (const part of document.querySelectorAll('[data-for]')) part.hidden = !part.dataset.for.split(' ').includes(task());
}
for (const choice of document.querySelectorAll('input[name=task]')) choice.addEventListener('change', showTask);
showTask();
byId('new-key').addEventListener('click', () => {
  const link = linkTo(new Blob([crypto.getRandomValues(new Uint8Array(32))]), 'astragal.key');
  link.click();
});

const drop = byId('drop');
for (const name of ['dragenter', 'dragover']) {
  document.addEventListener(name, (event) => { event.preventDefault(); drop.classList.add('over'); });
}
for (const name of ['dragleave', 'drop']) document.addEventListener(name, () => drop.classList.remove('over'));
document.addEventListener('drop', (event) => { event.preventDefault(); take([...event.dataTransfer.files]); });
byId('files').addEventListener('change', (event) => { take([...event.target.files]); event.target.value = ''; });
byId('sums').addEventListener('change', async (event) => {
  const [file] = event.target.files;
  if (file === undefined) return;
  byId('expected').value = file.size < 1 << 24 ? await file.text() : 'a sum file of more than 16 MiB';
  byId('expected').dispatchEvent(new Event('input'));
});
byId('expected').addEventListener('input', () => { for (const file of files.values()) if (file.digests) showVerdict(file); });
startWorker();
