// Worker of the package, which runs the tasks that `parallel.js` sends.
import { load } from './core.js';
import { taskHandler } from './parallel.js';

const handle = taskHandler(load);
if (typeof WorkerGlobalScope === 'undefined') {
  const name = 'node:worker_threads';
  import(/* webpackIgnore: true */ /* @vite-ignore */ name).then(({ parentPort }) => {
    parentPort.on('message', (work) => handle(work, (data) => parentPort.postMessage(data)));
  });
} else {
  self.onmessage = ({ data }) => handle(data, (message) => self.postMessage(message));
}
