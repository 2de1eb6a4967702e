// Starts headless Chromium and controls it through its DevTools protocol over a pipe.
import { spawn } from 'node:child_process';

/** Error of a call that the browser cannot answer, because the browser has ended or the tab has crashed. */
export class BrowserEnded extends Error {}

/**
 * Starts the browser `executable` with the empty folder `profile`. Calls `listen` with each message from the browser.
 * Returns functions: `ask` calls a method of the protocol, `openTab` opens a tab, and `close` ends the browser. If the
 * browser ends or the tab crashes, all calls without an answer fail with `BrowserEnded`.
 */
export function launch(executable, profile, listen = () => {}) {
  const browser = spawn(executable, [
    '--headless=new', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking',
    '--disable-component-update', '--disable-sync', '--disable-extensions', '--remote-debugging-pipe',
    `--user-data-dir=${profile}`, 'about:blank',
  ], { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
  // Calls without an answer, by their identifier.
  const waiting = new Map();
  let [rest, last, reason] = ['', 0, undefined];

  /** Fails the calls without an answer: those of the tab with this session, or all if `sessionId` is left out. */
  function failCalls(why, sessionId = undefined) {
    for (const [id, call] of waiting) {
      if (sessionId !== undefined && call.sessionId !== sessionId) continue;
      waiting.delete(id);
      call.reject(new BrowserEnded(`${call.method}: ${why}`));
    }
  }
  const ended = new Promise((resolve) => {
    const end = (why) => {
      reason ??= why;
      failCalls(reason);
      resolve();
    };
    browser.once('exit', (status, signal) => end(`the browser ended with ${signal ?? `status ${status}`}`));
    browser.once('error', (error) => end(`the browser did not start: ${error.message}`));
  });

  // A null byte ends each message of the DevTools protocol.
  const [, , , toBrowser, fromBrowser] = browser.stdio;
  // Writing to a browser that has ended fails. The event `exit` then reports the failure.
  toBrowser.on('error', () => {});
  fromBrowser.on('error', () => {});
  fromBrowser.setEncoding('utf8').on('data', (text) => {
    const messages = (rest + text).split('\0');
    rest = messages.pop();
    for (const message of messages.map((each) => JSON.parse(each))) {
      listen(message);
      if (message.method === 'Inspector.targetCrashed') failCalls('the tab crashed', message.sessionId);
      waiting.get(message.id)?.resolve(message);
      waiting.delete(message.id);
    }
  });

  async function ask(method, params = {}, sessionId = undefined) {
    if (reason !== undefined) throw new BrowserEnded(`${method}: ${reason}`);
    last += 1;
    const id = last;
    const answer = await new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject, method, sessionId });
      toBrowser.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
    if (answer.error) throw new Error(`${method}: ${answer.error.message}`);
    return answer.result;
  }

  /** Opens a tab. Returns functions: `page` calls a method of the protocol, and `evaluate` evaluates an expression. */
  async function openTab() {
    const { targetId } = await ask('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await ask('Target.attachToTarget', { targetId, flatten: true });
    const page = (method, params) => ask(method, params, sessionId);
    const evaluate = async (expression) => {
      const { result, exceptionDetails } = await page('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true });
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      return result.value;
    };
    return { page, evaluate };
  }

  async function close() {
    await ask('Browser.close').catch(() => {});
    await ended;
  }

  return { ask, openTab, close };
}
