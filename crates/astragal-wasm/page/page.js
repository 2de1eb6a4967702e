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
  if (data.ready) return choices(data.ready);
  if (data.failed) return failed(data.failed);
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
  return judge(file);
};
worker.onerror = (event) => failed(event.message || 'the worker did not start');

function failed(why) {
  byId('none').textContent = `This page does not work here: ${why}`;
  byId('none').className = 'bad';
}

function choices(found) {
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

function take(list) {
  const chosen = rows.filter((row) => document.querySelector(`.choices input[value="${row.name}"]`).checked);
  if (chosen.length === 0) return failed('no digest is chosen');
  byId('none').textContent = '';
  for (const file of list) {
    const id = files.size;
    const article = element('article');
    const bar = element('progress');
    Object.assign(bar, { max: file.size || 1, value: 0 });
    bar.setAttribute('aria-label', `how much of ${file.name} is hashed`);
    const verdict = element('p');
    article.append(element('h3', `${file.name}, ${file.size.toLocaleString('en')} bytes`), bar);
    byId('list').prepend(article);
    files.set(id, { article, bar, verdict, rows: chosen, name: file.name, size: file.size });
    worker.postMessage({ id, file, rows: chosen });
  }
  return undefined;
}

/** The digests of the text, each with the file's and the algorithm's name where the line has them. */
function expectations(text) {
  const found = [];
  for (const line of text.split('\n').map((line) => line.trim()).filter((line) => line && !/^[#-]/.test(line))) {
    const tagged = /^([\w/-]+) ?\((.+)\) ?= ?([0-9a-f]+)$/i.exec(line);
    const listed = /^\\?([0-9a-f]{16,})(?:\s+[ *]?(.+))?$/i.exec(line);
    if (tagged) found.push({ algorithm: tagged[1], name: tagged[2], digest: tagged[3] });
    else if (listed) found.push({ name: listed[2], digest: listed[1] });
    else found.push({ unread: line });
  }
  return found;
}

const folded = (name) => name.toLowerCase().replace(/[^0-9a-z]/g, '');
const base = (name) => name.replaceAll('\\', '/').split('/').pop();

/** Says of a hashed file whether it is what it should be; in doubt it is not. */
function judge(file) {
  const say = (text, className) => Object.assign(file.verdict, { textContent: text, className });
  const all = expectations(byId('expected').value);
  if (all.length === 0) return say('', '');
  const unread = all.find((line) => line.unread);
  const own = all.filter((line) => !line.unread && (line.name === undefined || base(line.name) === base(file.name)));
  if (own.length === 0) return say(unread ? `No digest can be read in “${unread.unread.slice(0, 60)}”.` : 'The list has no digest of this file.', 'bad');
  const good = [];
  for (const { algorithm, digest } of own) {
    const fits = (row) => algorithm === undefined || folded(row.name) === folded(algorithm) || folded(row.name) === folded(algorithm).replace(/^(blake2[bs])$/, (name) => name + (name.endsWith('b') ? 512 : 256));
    const candidates = file.rows.map((row, i) => ({ row, digest: file.digests[i] })).filter(({ row, digest: hex }) => fits(row) && hex.length === digest.length);
    if (candidates.length === 0) return say(`No chosen digest is ${algorithm ?? `${digest.length * 4} bits long`}: choose the right one and drop the file again.`, 'bad');
    const equal = candidates.find((candidate) => candidate.digest === digest.toLowerCase());
    if (equal === undefined) return say(`Different: ${digest.slice(0, 16)}… is not what ${candidates.map(({ row }) => row.name).join(', ')} gives.`, 'bad');
    good.push(equal.row.name);
  }
  return say(`Equal: ${good.join(', ')} is what it should be.`, 'good');
}

const drop = byId('drop');
for (const name of ['dragenter', 'dragover']) {
  document.addEventListener(name, (event) => { event.preventDefault(); drop.classList.add('over'); });
}
for (const name of ['dragleave', 'drop']) document.addEventListener(name, () => drop.classList.remove('over'));
document.addEventListener('drop', (event) => { event.preventDefault(); take(event.dataTransfer.files); });
byId('files').addEventListener('change', (event) => { take([...event.target.files]); event.target.value = ''; });
byId('sums').addEventListener('change', async (event) => {
  const [file] = event.target.files;
  if (file === undefined) return;
  byId('expected').value = file.size < 1 << 24 ? await file.text() : 'a sum file of so many bytes';
  byId('expected').dispatchEvent(new Event('input'));
});
byId('expected').addEventListener('input', () => { for (const file of files.values()) if (file.digests) judge(file); });
