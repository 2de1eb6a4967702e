// A worker of the package: does what `parallel.js` asks for.
import { load } from './core.js';
import { answerer } from './parallel.js';

const answer = answerer(load);
if (typeof WorkerGlobalScope === 'undefined') {
  const name = 'node:worker_threads';
  import(/* webpackIgnore: true */ /* @vite-ignore */ name).then(({ parentPort }) => {
    parentPort.on('message', (work) => answer(work, (data) => parentPort.postMessage(data)));
  });
} else {
  self.onmessage = ({ data }) => answer(data, (message) => self.postMessage(message));
}
