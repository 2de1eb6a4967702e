'use strict';
const byId = (id) => document.getElementById(id);
const COMMON = ['sha256', 'sha512', 'sha3-256', 'blake3', 'blake2b-512', 'kt128', 'sha1', 'md5'];
const CHOSEN = ['sha256', 'sha3-256', 'blake3'];
const files = new Map();
let rows = [];

function element(name, text, className) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (className) made.className = className;
  return made;
}

const script = new Blob([byId('worker').textContent], { type: 'text/javascript' });
const worker = new Worker(URL.createObjectURL(script));
const packed = Uint8Array.from(atob(byId('module').textContent.trim()), (letter) => letter.charCodeAt(0));
worker.postMessage({ packed }, [packed.buffer]);

worker.onmessage = ({ data }) => {
  if (data.ready) return showChoices(data.ready);
  if (data.failed) return showFailure(data.failed);
  const file = files.get(data.id);
  if (data.done !== undefined) {
    file.bar.value = data.done;
    file.bar.textContent = `${Math.floor((100 * data.done) / file.size)} %`;
    return undefined;
  }
  file.bar.remove();
  if (data.error) return file.article.append(element('p', `Not hashed: ${data.error}`, 'bad'));
  file.digests = data.digests;
  const list = element('dl');
  file.rows.forEach((row, i) => list.append(element('dt', row.name), element('dd', data.digests[i])));
  file.article.append(list, file.verdict);
  return showVerdict(file);
};
worker.onerror = (event) => showFailure(event.message || 'the worker did not start');

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

function hashFiles(list) {
  const chosen = rows.filter((row) => document.querySelector(`.choices input[value="${row.name}"]`).checked);
  if (chosen.length === 0) return showFailure('no digest is chosen');
  byId('none').textContent = '';
  for (const file of list) {
    const id = files.size;
    const article = element('article');
    const bar = element('progress');
    Object.assign(bar, { max: file.size || 1, value: 0 });
    bar.setAttribute('aria-label', `hashed part of ${file.name}`);
    const verdict = element('p');
    article.append(element('h3', `${file.name}, ${file.size.toLocaleString('en')} bytes`), bar);
    byId('list').prepend(article);
    files.set(id, { article, bar, verdict, rows: chosen, name: file.name, size: file.size });
    worker.postMessage({ id, file, rows: chosen });
  }
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

/** Shows whether a hashed file has its expected digest. If the expected digest is ambiguous, shows a failure. */
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

const drop = byId('drop');
for (const name of ['dragenter', 'dragover']) {
  document.addEventListener(name, (event) => { event.preventDefault(); drop.classList.add('over'); });
}
for (const name of ['dragleave', 'drop']) document.addEventListener(name, () => drop.classList.remove('over'));
document.addEventListener('drop', (event) => { event.preventDefault(); hashFiles(event.dataTransfer.files); });
byId('files').addEventListener('change', (event) => { hashFiles([...event.target.files]); event.target.value = ''; });
byId('sums').addEventListener('change', async (event) => {
  const [file] = event.target.files;
  if (file === undefined) return;
  byId('expected').value = file.size < 1 << 24 ? await file.text() : 'a sum file of more than 16 MiB';
  byId('expected').dispatchEvent(new Event('input'));
});
byId('expected').addEventListener('input', () => { for (const file of files.values()) if (file.digests) showVerdict(file); });
