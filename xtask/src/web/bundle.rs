//! The package's modules that hold the WebAssembly module as text, so that `require`, bundlers and scripts take them as
//! any other file: for all algorithms and for each family, as an ES module and for CommonJS, with their types.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// The families that have a module of their own; a feature of `astragal-wasm` each.
pub(super) const FAMILIES: [&str; 5] = ["ascon", "blake", "keccak", "passwords", "sha2"];

/// What each module exports.
const EXPORTS: [&str; 9] = [
    "algorithms",
    "createHash",
    "createMac",
    "createXof",
    "hash",
    "mac",
    "toHex",
    "verifyMac",
    "xof",
];
/// What those with key derivation export beside.
const OF_PASSWORDS: [&str; 7] = [
    "hashPassword",
    "hashPasswordAsync",
    "kdf",
    "kdfAsync",
    "needsRehash",
    "verifyPassword",
    "verifyPasswordAsync",
];

/// Writes `NAME.js`, `NAME.cjs`, `NAME.d.ts` and `NAME.d.cts` with the WebAssembly module `wasm` into the package's
/// folder, where the sources of `js/` are.
pub(super) fn write(folder: &Path, name: &str, wasm: &Path) -> Result<()> {
    let source = |file: &str| {
        let path = folder.join(file);
        fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))
    };
    let script = without_modules(&source("core.js")?) + &without_modules(&source("parallel.js")?);
    let worker =
        serde_json::to_string(&(script.clone() + &without_modules(&source("worker.js")?)))?;
    ensure!(!script.contains("\nimport ") && !script.contains("\nexport "), "a module is left");
    let module = STANDARD.encode(fs::read(wasm)?);
    let api = format!(
        "// Written by `cargo xtask web` from core.js, parallel.js and worker.js.\n\
         const api = (() => {{\n{script}\n\
         const WORKER = {worker};\n\
         const MODULE = '{module}';\n{INLINE}}})();\n"
    );
    let names = exports(name).join(", ");
    fs::write(
        folder.join(format!("{name}.js")),
        format!("{api}export const {{ {names} }} = api;\n"),
    )?;
    fs::write(
        folder.join(format!("{name}.cjs")),
        format!("'use strict';\n{api}module.exports = api;\n"),
    )?;
    let types = source("index.d.ts")?;
    if name == "index" {
        return Ok(fs::write(folder.join("index.d.cts"), types)?);
    }
    let declared = types.lines().filter_map(|line| {
        let line = line.strip_prefix("export interface ").or(line.strip_prefix("export type "))?;
        line.split([' ', '<']).next()
    });
    let declared = declared.collect::<Vec<_>>().join(", ");
    for (extension, index) in [("d.ts", "./index.js"), ("d.cts", "./index.cjs")] {
        let text = format!(
            "export {{ {names} }} from '{index}';\nexport type {{ {declared} }} from '{index}';\n"
        );
        fs::write(folder.join(format!("{name}.{extension}")), text)?;
    }
    Ok(())
}

fn exports(name: &str) -> Vec<&'static str> {
    let mut names = EXPORTS.to_vec();
    if matches!(name, "index" | "passwords") {
        names.extend(OF_PASSWORDS);
    }
    if name == "index" {
        names.push("treeHash");
    }
    names
}

/// The text of an ES module without its imports, and with its exports as functions like any other.
fn without_modules(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.starts_with("import {"));
    lines.map(|line| line.strip_prefix("export ").unwrap_or(line).to_owned() + "\n").collect()
}

/// Makes the functions of the package from `MODULE` and `WORKER`.
const INLINE: &str = "\
function decoded(text) {
  if (typeof Buffer === 'function') return Buffer.from(text, 'base64');
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
function compiled() {
  try {
    return new WebAssembly.Module(decoded(MODULE));
  } catch (cause) {
    if (!(cause instanceof WebAssembly.CompileError)) throw cause;
    throw new Error('astragal needs WebAssembly with simd128: Chrome 91, Firefox 89, Safari 16.4, Node 20 or Deno 1.9', { cause });
  }
}
const spawn = (Worker) => inNode
  ? new Worker(WORKER, { eval: true })
  : new Worker(URL.createObjectURL(new Blob([WORKER], { type: 'text/javascript' })));
return { ...assembled(load, compiled(), spawn), toHex };
";
