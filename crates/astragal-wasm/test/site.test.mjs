// Tests the site in headless Chromium: the search, and accessibility with axe-core at three widths, in light and dark
// colors. Usage: `node site.test.mjs PAGE...`. Environment variables are ASTRAGAL_SITE (the folder of the built site)
// and ASTRAGAL_CHROMIUM (the browser).
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { BrowserEnded, launch } from './chromium.mjs';

const { ASTRAGAL_SITE, ASTRAGAL_CHROMIUM } = process.env;
const WIDTHS = [360, 768, 1440];
const SCHEMES = ['light', 'dark'];
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const profile = mkdtempSync(path.join(os.tmpdir(), 'astragal-site-'));
const browser = launch(ASTRAGAL_CHROMIUM, profile);

async function open() {
  const { page, evaluate } = await browser.openTab();
  const until = async (expression) => {
    for (const start = Date.now(); Date.now() - start < 30_000; ) {
      // While a page loads, expressions fail. They fail forever if the browser has ended.
      const holds = await evaluate(expression).catch((error) => {
        if (error instanceof BrowserEnded) throw error;
        return false;
      });
      if (holds) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error(`timed out: ${expression}`);
  };
  const visit = async (file) => {
    const { href } = pathToFileURL(path.join(ASTRAGAL_SITE, file));
    await page('Page.navigate', { url: href });
    await until(`location.href.startsWith(${JSON.stringify(href)}) && document.readyState === 'complete'`);
  };
  return { page, evaluate, until, visit };
}

/**
 * Expression that shortens the tables of the page, and the list of pages in the sidebar. Of the rows or list items that
 * have the same elements, classes and attributes, it keeps the first and the last, because axe-core judges them alike.
 * The largest page has 25,649 elements before and 3,657 after its tables are shortened; 3,500 of these are the sidebar.
 */
const SHORTEN = `(() => {
  const attributes = (element) => element.getAttributeNames().sort().join();
  const shape = (item) => [item, ...item.querySelectorAll('*')].map((each) => each.tagName + '.' + each.className + '[' + attributes(each) + ']').join(' ');
  for (const parent of document.querySelectorAll('tbody, nav ol')) {
    for (const alike of Map.groupBy(parent.children, shape).values()) for (const item of alike.slice(1, -1)) item.remove();
  }
})()`;

/** Returns the accessibility violations on the page, one per line, each with the rule, the element and the reason. */
async function violations({ evaluate }) {
  const found = await evaluate('axe.run({ resultTypes: ["violations"] }).then((results) => results.violations.map(({ id, nodes }) => [id, nodes.length, nodes[0].html.slice(0, 160), nodes[0].failureSummary.replace(/\\s+/g, " ")]))');
  return found.map(([id, count, html, why]) => `${id} (${count}): ${html}: ${why}`);
}

/** Returns the titles of the first search results. */
async function searched({ evaluate, until, visit }, words) {
  await visit('index.html');
  await evaluate('document.getElementById("mdbook-search-toggle").click()');
  await until('document.getElementById("mdbook-searchbar")?.offsetParent');
  await evaluate(`(() => { const bar = document.getElementById('mdbook-searchbar'); bar.value = ${JSON.stringify(words)};
    for (const type of ['input', 'keyup']) bar.dispatchEvent(new KeyboardEvent(type, { bubbles: true })); })()`);
  await until('document.querySelectorAll("#mdbook-searchresults li a").length > 0');
  return evaluate('[...document.querySelectorAll("#mdbook-searchresults li a")].slice(0, 3).map((link) => link.getAttribute("href"))');
}

async function resize({ page, evaluate }, width) {
  await page('Emulation.setDeviceMetricsOverride', { width, height: 900, deviceScaleFactor: 1, mobile: false });
  await evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
}

async function main(pages) {
  const started = Date.now();
  const tab = await open();
  let [count, faults] = [0, []];
  for (const file of pages) {
    for (const scheme of SCHEMES) {
      await tab.page('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: scheme }] });
      await tab.visit(file);
      // Disables CSS transitions, so that the layout for a new width is final in the next frame.
      await tab.evaluate('document.head.append(Object.assign(document.createElement("style"), { textContent: "* { transition: none !important }" }))');
      for (const width of WIDTHS) {
        await resize(tab, width);
        const sideways = await tab.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
        if (sideways > 0) faults.push(`${file}, ${width}: the page scrolls sideways by ${sideways} pixels`);
      }
      await tab.evaluate(axe);
      await tab.evaluate(SHORTEN);
      for (const width of WIDTHS) {
        await resize(tab, width);
        faults.push(...(await violations(tab)).map((each) => `${file}, ${width}, ${scheme}: ${each}`));
        count += 1;
        if (process.env.PROGRESS && faults.length) console.error(faults[faults.length - 1].slice(0, 300));
      }
    }
  }
  console.log(`${count} views of ${pages.length} pages in ${((Date.now() - started) / 1000).toFixed(0)} s`);
  for (const [words, page] of [['aes-256-gcm', 'row/aead/aes-256-gcm.html'], ['sha3-256', 'row/hash/sha3-256.html'], ['argon2id', 'row/kdf/argon2id.html']]) {
    const found = await searched(tab, words);
    if (!found.some((link) => link.includes(page))) faults.push(`a search for ${words} finds ${found}; expected ${page}`);
  }
  // Control test: axe-core must report text with too little contrast and an image without a description.
  await tab.visit('index.html');
  await tab.evaluate(axe);
  await tab.evaluate('document.querySelector("main").innerHTML = "<p style=\'color:#ccc;background:#fff\'>faint</p><img src=\'logo.svg\'>"');
  const control = await violations(tab);
  for (const rule of ['color-contrast', 'image-alt']) assert.ok(control.some((each) => each.startsWith(rule)), `${rule}: ${control}`);
  assert.equal(faults.length, 0, faults.join('\n'));
}

let failure;
try {
  await main(process.argv.slice(2));
} catch (error) {
  failure = error;
}
await browser.close();
rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
if (failure) throw failure;
