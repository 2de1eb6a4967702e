// Cargo's runner for wasm32-wasip1, in Node: `node wasi.mjs PROGRAM ARGUMENTS…`. The program gets the environment and
// the arguments. It cannot access files.
import { readFile } from 'node:fs/promises';
import { argv, env, exit } from 'node:process';
import { WASI } from 'node:wasi';

const wasi = new WASI({ version: 'preview1', args: argv.slice(2), env, returnOnExit: true });
const program = await WebAssembly.compile(await readFile(argv[2]));
exit(wasi.start(await WebAssembly.instantiate(program, wasi.getImportObject())));
