// A worker of `treeHash`: hashes one part and answers with its record.
import { connect } from './core.js';
import { recordOf } from './tree.js';

async function answer({ module, name, params, blob, start, end }) {
  try {
    const face = connect(new WebAssembly.Instance(module).exports);
    return { record: await recordOf(face, name, params, blob, start, end) };
  } catch (error) {
    return { error: String(error.message ?? error) };
  }
}

if (typeof WorkerGlobalScope === 'undefined') {
  const { parentPort } = await import('node:worker_threads');
  parentPort.on('message', async (work) => parentPort.postMessage(await answer(work)));
} else {
  self.onmessage = async ({ data }) => self.postMessage(await answer(data));
}
