//! Checks that the object code of a kernel contains no calls, except to other kernels and to a few allowed functions.
//! The compiler enables vector instructions only for the kernel function itself. A function that the kernel calls can
//! therefore use them only if it is inlined. A single call that was not inlined reduced the speed of SHA-256 to 22 % of
//! its normal value.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail, ensure};

use crate::run::{cargo, run, target_path};
use crate::stages::{Missing, Stages, need};

/// Optimization levels of the builds whose kernels are checked: the default, and the level at which the compiler
/// inlines the fewest functions. Level 2 lies between them. The builds use 16 codegen units and no link-time
/// optimization, because programs that depend on the library may be built in this way.
const LEVELS: [&str; 2] = ["3", "s"];

const FEATURES: &str = "std,registry,hashes,ciphers,kdf";

/// Functions that a kernel may call, as prefixes of their names. Most of them panic, continue a panic, or copy, compare,
/// fill or wipe a variable number of bytes. The last entry computes OCB masks that are not stored. It is allowed because
/// a kernel calls it for only one in 2^30 blocks.
const ALLOWED: [&str; 13] = [
    "_Unwind_Resume",
    "core::panicking::",
    "core::result::unwrap_failed",
    "core::option::",
    "core::slice::index::slice_",
    "memcmp",
    "memcpy",
    "memmove",
    "memset",
    "<[u8]>::fill",
    "<[u32]>::fill",
    "zeroize::",
    "<astragal::construction::mode::ocb::offsets::Masks>::rare",
];

pub(crate) fn stages(stages: &mut Stages) {
    for level in LEVELS {
        stages.run(&format!("calls in kernels, opt-level {level}"), || check(level));
    }
}

fn check(level: &str) -> Result<()> {
    if !cfg!(all(target_arch = "x86_64", target_os = "linux")) {
        bail!(Missing::inapplicable("only object code of Linux on x86-64 can be checked"));
    }
    need("objdump", "binutils")?;
    let folder = target_path("kernels");
    let select = ["--package", "astragal", "--lib", "--release", "--quiet"];
    let mut rustc = cargo(&["rustc"]);
    rustc.args(select).args(["--no-default-features", "--features", FEATURES]);
    rustc.args(["--", "-Csymbol-mangling-version=v0"]).env("CARGO_TARGET_DIR", &folder);
    rustc.env("CARGO_PROFILE_RELEASE_LTO", "off").env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16");
    run(rustc.env("CARGO_PROFILE_RELEASE_OPT_LEVEL", level))?;
    let mut objdump = Command::new("objdump");
    objdump.args(["--disassemble", "--reloc", "--demangle", "--no-show-raw-insn"]);
    let mut objdump = objdump
        .arg(folder.join("release/libastragal.rlib"))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .context("cannot start objdump")?;
    let text = objdump.stdout.take().context("objdump has no output")?;
    let (kernels, calls) = calls(BufReader::new(text))?;
    objdump.wait()?;
    ensure!(kernels > 100, "objdump shows only {kernels} kernels; expected more than 100");
    for (callee, (count, kernel)) in &calls {
        println!("{count} calls of {callee}\n    in {kernel}");
    }
    if !calls.is_empty() {
        bail!("kernels call functions that are not inlined: {}", calls.len());
    }
    println!("{kernels} kernels");
    Ok(())
}

/// Functions that kernels call, each with the number of calls and the name of one kernel that calls it.
type Calls = BTreeMap<String, (usize, String)>;

/// Counts the kernels in a disassembly. Also returns the functions that kernels call but must not call: the compiler
/// should have inlined these functions.
fn calls(text: impl BufRead) -> Result<(usize, Calls)> {
    let (mut kernels, mut calls) = (0, BTreeMap::new());
    let (mut kernel, mut is_call) = (None, false);
    for line in text.split(b'\n') {
        let line = line?;
        let line = String::from_utf8_lossy(&line);
        if let Some((_, name)) = line.strip_suffix(">:").and_then(|line| line.split_once(" <")) {
            // The name of a kernel's symbol ends with `::compiled`, the method of `platform/enter.rs` that contains the
            // kernel's code.
            kernel = name.ends_with("::compiled").then(|| name.to_owned());
            kernels += usize::from(kernel.is_some());
        } else if let Some(kernel) = &kernel {
            if let Some((_, callee)) = line.split_once("R_X86_64_").filter(|_| is_call) {
                let callee = callee.split_once('\t').map_or(callee, |(_, callee)| callee);
                let callee = callee.split_once("-0x").map_or(callee, |(callee, _)| callee);
                if !may_call(callee) {
                    let entry = calls.entry(callee.to_owned()).or_insert((0, kernel.clone()));
                    entry.0 += 1;
                }
            }
            let instruction = line.split('\t').nth(1).unwrap_or("");
            is_call = instruction.starts_with("call") || instruction.starts_with("jmp");
        }
    }
    Ok((kernels, calls))
}

/// Returns whether a kernel may call the function. Calling another kernel is allowed, because that kernel is compiled
/// for the same instruction set. For a called kernel in the same codegen unit, `name` is not the kernel's demangled
/// name but the name of its section, which `objdump` does not demangle.
fn may_call(name: &str) -> bool {
    let is_section_of_kernel = name.starts_with(".text._R") && name.contains("8compiled");
    let is_kernel = name.ends_with("::compiled") || is_section_of_kernel;
    is_kernel || ALLOWED.iter().any(|allowed| name.starts_with(allowed))
}

#[cfg(test)]
mod tests {
    use super::calls;

    #[test]
    fn finds_calls_in_kernels_only() {
        let text = "\
0000000000000000 <outside>:
   0:\tcall   5 <outside+0x5>
\t\t\t1: R_X86_64_PLT32\tcore::slice::copy-0x4

0000000000000000 <<K as Token>::enter::Compiled>::compiled>:
   0:\tmov    %rdi,%rax
\t\t\t3: R_X86_64_PC32\ttable-0x4
   3:\tcall   8 <x>
\t\t\t4: R_X86_64_PLT32\tcore::slice::copy_from_slice-0x4
   8:\tcall   *0x0(%rip)
\t\t\ta: R_X86_64_GOTPCRELX\tmemcpy-0x4
   e:\tcall   *%rax
  10:\tjmp    15 <y>
\t\t\t11: R_X86_64_PLT32\t<L as Token>::enter::Compiled>::compiled-0x4
  15:\tcall   1a <z>
\t\t\t16: R_X86_64_PC32\t.text._RNvXNtCs0_5Token5enterNtB2_8Compiled8compiledBd_-0x4
";
        let (kernels, calls) = calls(text.as_bytes()).unwrap();
        assert_eq!(kernels, 1);
        assert_eq!(calls.keys().collect::<Vec<_>>(), ["core::slice::copy_from_slice"]);
    }
}
