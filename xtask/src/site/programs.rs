//! Runs the code blocks of the pages, using the libraries and programs from the build that all tests share. rustdoc
//! runs the blocks in Rust. A C or C++ compiler builds the blocks in these languages. A Python interpreter runs the
//! blocks in Python with the files of the Python package. The tests of `digest` run the shell commands.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use anyhow::{Context as _, Result, bail, ensure};
use serde_json::{Value, json};

use super::blocks::Block;
use crate::files::empty_folder;
use crate::run::{built, exists, output, parallel_map, root, target_path, text_of};
use crate::stages::Missing;

/// Languages of the code blocks that this module runs.
pub(super) const LANGUAGES: [&str; 4] = ["rust", "c", "cpp", "python"];

/// Runs the code blocks of a language and compares the output of each with the output shown on the page. Returns the
/// number of blocks.
pub(super) fn run(language: &str, blocks: &[Block]) -> Result<u64> {
    let folder = target_path("site-programs").join(language);
    empty_folder(&folder)?;
    let blocks: Vec<&Block> = blocks.iter().filter(|block| block.language == language).collect();
    let digest = built("digest")?;
    let shared = digest.parent().context("the program has no parent folder")?;
    let faults = match language {
        "rust" => run_rust(shared, &folder, &blocks)?,
        "c" => C.run(shared, &folder, &blocks)?,
        "cpp" => CPP.run(shared, &folder, &blocks)?,
        "python" => run_python(&folder, &blocks)?,
        _ => bail!("blocks of {language} are not run"),
    };
    ensure!(faults.is_empty(), "{}", faults.join("\n"));
    Ok(blocks.len() as u64)
}

/// Runs the code blocks of all pages as documentation tests. rustdoc compiles them into one program.
fn run_rust(shared: &Path, folder: &Path, blocks: &[&Block]) -> Result<Vec<String>> {
    let mut pages: Vec<&Path> = blocks.iter().map(|block| block.page.as_path()).collect();
    pages.dedup();
    let mut source = String::new();
    for page in pages {
        let name = page.to_string_lossy().replace(|c: char| !c.is_alphanumeric(), "_");
        let path = root().join(page);
        writeln!(source, "#[doc = include_str!({path:?})]\npub mod {name} {{}}")?;
    }
    let file = folder.join("pages.rs");
    fs::write(&file, source)?;
    let mut rustdoc = Command::new("rustdoc");
    rustdoc.args(["--test", "--edition", "2024", "--test-args", "--quiet"]);
    let library = shared.join("libastragal.rlib");
    rustdoc.arg("--extern").arg(format!("astragal={}", library.display()));
    rustdoc.arg("-L").arg(shared.join("deps")).arg(&file).current_dir(folder);
    Ok(output(&mut rustdoc).err().map(|error| error.to_string()).into_iter().collect())
}

/// Compilers and options for code blocks in C or in C++.
struct Language {
    compilers: [&'static str; 2],
    extension: &'static str,
    standard: &'static str,
    /// Source text, such as `#include` lines, that is placed before each code block that has no `main`. Most pages do
    /// not repeat this text in their code blocks.
    prelude: &'static str,
}

const C: Language = Language {
    compilers: ["cc", "clang"],
    extension: "c",
    standard: "-std=c11",
    prelude: "\
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <astragal.h>
static void check(int code) {
    if (code != ASTRAGAL_OK) {
        fprintf(stderr, \"%s\\n\", astragal_last_error());
        exit(1);
    }
}
",
};

const CPP: Language = Language {
    compilers: ["c++", "clang++"],
    extension: "cpp",
    standard: "-std=c++20",
    prelude: "\
#include <cassert>
#include <iostream>
#include <astragal.hpp>
",
};

impl Language {
    /// Compiles and runs each code block as a program. The code of a block without `main` becomes the body of `main`.
    fn run(&self, shared: &Path, folder: &Path, blocks: &[&Block]) -> Result<Vec<String>> {
        let Some(compiler) = self.compilers.into_iter().find(|compiler| exists(compiler)) else {
            bail!(Missing::new(self.compilers[0], "apt-get install gcc g++"));
        };
        let faults = parallel_map(blocks.iter().enumerate().collect(), |(i, block)| {
            let program = folder.join(format!("program-{i}"));
            let source = program.with_extension(self.extension);
            fs::write(&source, self.source(block))?;
            let mut compile = Command::new(compiler);
            compile.args([self.standard, "-O0", "-Wall", "-Werror", "-Wno-unused-variable"]);
            compile
                .args(["-Wno-unused-but-set-variable", "-Wno-unused-function"])
                .arg(&source)
                .arg("-o")
                .arg(&program);
            compile.arg("-I").arg(root().join("crates/astragal-capi/include"));
            compile.arg(shared.join("libastragal_capi.a")).args(["-lm", "-lpthread", "-ldl"]);
            output(&mut compile)?;
            let mut run = Command::new(program);
            Ok(compare(block, &run.current_dir(folder).stdin(Stdio::null()).output()?))
        });
        Ok(faults.into_iter().collect::<Result<Vec<_>>>()?.into_iter().flatten().collect())
    }

    /// Returns the C or C++ source of a program. The `#line` directive makes compiler errors name the page.
    fn source(&self, block: &Block) -> String {
        let line = format!("#line {} \"{}\"\n", block.line, block.page.display());
        if block.text.contains("int main(") {
            return line + &block.text;
        }
        let is_include = |line: &&str| line.starts_with("#include");
        let includes: Vec<&str> = block.text.lines().filter(is_include).collect();
        let body: Vec<&str> =
            block.text.lines().map(|line| if is_include(&line) { "" } else { line }).collect();
        let (prelude, includes, body) = (self.prelude, includes.join("\n"), body.join("\n"));
        format!("{prelude}{includes}\nint main(void) {{\n{line}{body}\nreturn 0;\n}}\n")
    }
}

/// Python program that runs the code blocks of each page in one module. It prints an exception, or any output that
/// differs from the output shown on the page.
const PYTHON_RUNNER: &str = "\
import contextlib, io, json, sys, traceback
for page in json.load(open(sys.argv[1])):
    names = {'__name__': '__main__'}
    for block in page:
        out = io.StringIO()
        code = '\\n' * (block['line'] - 1) + block['text']
        try:
            with contextlib.redirect_stdout(out):
                exec(compile(code, block['page'], 'exec'), names)
        except BaseException:
            traceback.print_exc(file=sys.stdout)
            break
        if block['output'] is not None and out.getvalue() != block['output']:
            print(f\"{block['page']}:{block['line']} prints\\n{out.getvalue()}expected\\n{block['output']}\")
";

fn run_python(folder: &Path, blocks: &[&Block]) -> Result<Vec<String>> {
    let (package, scratch) = (folder.join("package"), folder.join("scratch"));
    crate::python::stage(&package)?;
    fs::create_dir_all(&scratch)?;
    let json = |block: &&Block| json!({ "page": block.page, "line": block.line, "text": block.text, "output": block.output });
    let pages = blocks.chunk_by(|a, b| a.page == b.page);
    let pages: Vec<Value> = pages.map(|page| page.iter().map(json).collect()).collect();
    let list = folder.join("blocks.json");
    fs::write(&list, serde_json::to_string(&pages)?)?;
    let mut python = Command::new(crate::python::interpreter("requirements-dev.txt")?);
    python.args(["-c", PYTHON_RUNNER]).arg(&list).current_dir(scratch).env("PYTHONPATH", package);
    let fault = text_of(&python.output()?);
    Ok(if fault.is_empty() { vec![] } else { vec![fault] })
}

/// Returns an error message if the program of a block failed, or if its output differs from the page.
fn compare(block: &Block, output: &Output) -> Option<String> {
    if !output.status.success() {
        return Some(format!("{} fails: {}\n{}", block.place(), output.status, text_of(output)));
    }
    let printed = String::from_utf8_lossy(&output.stdout);
    let expected = block.output.as_deref().filter(|expected| printed != *expected)?;
    Some(format!("{} prints\n{printed}expected\n{expected}", block.place()))
}
