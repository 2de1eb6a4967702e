// Runs a program for wasm32-wasip1 in Node: `node wasi.mjs PROGRAM ARGUMENTS…`. cargo uses this script as the runner of
// test programs. The program gets the environment and the arguments, but cannot access files.
import { readFile } from 'node:fs/promises';
import { argv, env, exit } from 'node:process';
import { WASI } from 'node:wasi';

const wasi = new WASI({ version: 'preview1', args: argv.slice(2), env, returnOnExit: true });
const program = await WebAssembly.compile(await readFile(argv[2]));
exit(wasi.start(await WebAssembly.instantiate(program, wasi.getImportObject())));
