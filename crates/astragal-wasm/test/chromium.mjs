// Starts headless Chromium and controls it through its DevTools protocol over a pipe.
import { spawn } from 'node:child_process';

/**
 * Starts the browser `executable` with the empty folder `profile`. Calls `listen` with each message from the browser.
 * Returns functions: `ask` calls a method of the protocol, `openTab` opens a tab, and `close` ends the browser.
 */
export function launch(executable, profile, listen = () => {}) {
  const browser = spawn(executable, [
    '--headless=new', '--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking',
    '--disable-component-update', '--disable-sync', '--disable-extensions', '--remote-debugging-pipe',
    `--user-data-dir=${profile}`, 'about:blank',
  ], { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
  const ended = new Promise((resolve) => { browser.once('exit', resolve); });

  // A null byte ends each message of the DevTools protocol.
  const [, , , toBrowser, fromBrowser] = browser.stdio;
  const waiting = new Map();
  let [rest, last] = ['', 0];
  fromBrowser.setEncoding('utf8').on('data', (text) => {
    const messages = (rest + text).split('\0');
    rest = messages.pop();
    for (const message of messages.map((each) => JSON.parse(each))) {
      listen(message);
      waiting.get(message.id)?.(message);
      waiting.delete(message.id);
    }
  });

  async function ask(method, params = {}, sessionId = undefined) {
    last += 1;
    const id = last;
    const answer = await new Promise((resolve) => {
      waiting.set(id, resolve);
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
