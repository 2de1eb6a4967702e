//! Runs code blocks over the shared build: Rust by rustdoc, C and C++ by a compiler, Python over the package's files, and
//! commands by bash.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Output, Stdio};

use anyhow::{Context as _, Result, bail, ensure};
use serde_json::{Value, json};

use super::Tools;
use super::blocks::Block;
use crate::files::empty_folder;
use crate::run::{exists, output, parallel_map, root, target_path, text_of};
use crate::stages::{Missing, need};

/// Languages that are run here.
pub(super) const LANGUAGES: [&str; 5] = ["rust", "c", "cpp", "python", "console"];

/// Runs the blocks of a language and compares their outputs with the pages; counts the blocks.
pub(super) fn run(language: &str, tools: &Tools, blocks: &[Block]) -> Result<u64> {
    let folder = target_path("site-programs").join(language);
    empty_folder(&folder)?;
    let blocks: Vec<&Block> = blocks.iter().filter(|block| block.language == language).collect();
    let faults = match language {
        "rust" => run_rust(tools, &folder, &blocks)?,
        "c" => C.run(tools, &folder, &blocks)?,
        "cpp" => CPP.run(tools, &folder, &blocks)?,
        "python" => run_python(&folder, &blocks)?,
        "console" => run_console(tools, &folder, &blocks)?,
        _ => bail!("blocks of {language} are not run"),
    };
    ensure!(faults.is_empty(), "{}", faults.join("\n"));
    Ok(blocks.len() as u64)
}

/// Runs all pages as one documentation test, which rustdoc compiles into one program.
fn run_rust(tools: &Tools, folder: &Path, blocks: &[&Block]) -> Result<Vec<String>> {
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
    let library = tools.folder.join("libastragal.rlib");
    rustdoc.arg("--extern").arg(format!("astragal={}", library.display()));
    rustdoc.arg("-L").arg(tools.folder.join("deps")).arg(&file).current_dir(folder);
    Ok(output(&mut rustdoc).err().map(|error| error.to_string()).into_iter().collect())
}

/// C or C++.
struct Language {
    compilers: [&'static str; 2],
    extension: &'static str,
    standard: &'static str,
    /// Source text before all fragments. The first pages of the site show it.
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

/// Separator between the outputs of fragments: a control character that no fragment prints.
const MARK: char = '\u{1}';

impl Language {
    /// A block with a `main` is a program. The others are bodies of functions of one program.
    fn run(&self, tools: &Tools, folder: &Path, blocks: &[&Block]) -> Result<Vec<String>> {
        let Some(compiler) = self.compilers.into_iter().find(|compiler| exists(compiler)) else {
            bail!(Missing::new(self.compilers[0], "apt-get install gcc g++"));
        };
        let (programs, fragments): (Vec<&Block>, Vec<&Block>) =
            blocks.iter().partition(|block| block.text.contains("int main("));
        let mut texts: Vec<String> =
            programs.iter().map(|block| line_directive(block) + &block.text).collect();
        texts.push(self.join(&fragments));
        let compiled = parallel_map(texts.into_iter().enumerate().collect(), |(i, text)| {
            let program = folder.join(format!("program-{i}"));
            self.compile(tools, compiler, &program, &text).map(|()| program)
        });
        let compiled = compiled.into_iter().collect::<Result<Vec<_>>>()?;
        let run = |program: &Path| -> Result<Output> {
            Ok(Command::new(program).current_dir(folder).stdin(Stdio::null()).output()?)
        };
        let mut faults = Vec::new();
        for (block, program) in programs.iter().zip(&compiled) {
            faults.extend(compare(block, &run(program)?));
        }
        let output = run(compiled.last().context("the fragments are a program")?)?;
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        let mut parts = printed.split(MARK).skip(1).peekable();
        for block in &fragments {
            let stdout = parts.next().unwrap_or_default().as_bytes().to_vec();
            // The exit status belongs to the last fragment that started.
            let status = if parts.peek().is_none() { output.status } else { ExitStatus::default() };
            faults
                .extend(compare(block, &Output { status, stdout, stderr: output.stderr.clone() }));
        }
        Ok(faults)
    }

    fn join(&self, fragments: &[&Block]) -> String {
        let (mut includes, mut parts, mut calls) = (String::new(), String::new(), String::new());
        for (i, block) in fragments.iter().enumerate() {
            let mut body = String::new();
            for line in block.text.lines() {
                let is_include = line.starts_with("#include");
                let (to, line) = if is_include { (&mut includes, line) } else { (&mut body, line) };
                to.push_str(line);
                to.push('\n');
                if is_include {
                    body.push('\n');
                }
            }
            parts += &format!("static void part_{i}(void) {{\n{}{body}}}\n", line_directive(block));
            calls += &format!("printf(\"\\001\"); fflush(stdout); part_{i}(); fflush(stdout);\n");
        }
        let prelude = self.prelude;
        format!(
            "{prelude}{includes}{parts}#line 1 \"calls\"\nint main(void) {{\n{calls}return 0;\n}}\n"
        )
    }

    fn compile(&self, tools: &Tools, compiler: &str, program: &Path, text: &str) -> Result<()> {
        let source = program.with_extension(self.extension);
        fs::write(&source, text)?;
        let mut command = Command::new(compiler);
        command.args([self.standard, "-O0", "-Wall", "-Werror", "-Wno-unused-variable"]);
        command.arg("-Wno-unused-but-set-variable").arg(&source).arg("-o").arg(program);
        command.arg("-I").arg(root().join("crates/astragal-capi/include"));
        command.arg(tools.folder.join("libastragal_capi.a")).args(["-lm", "-lpthread", "-ldl"]);
        output(&mut command).map(drop)
    }
}

/// Makes the compiler name the page.
fn line_directive(block: &Block) -> String {
    format!("#line {} \"{}\"\n", block.line, block.page.display())
}

/// Runs the blocks of each page in one module. Prints exceptions, and blocks whose output differs from the page.
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
    let mut python = Command::new(crate::python::interpreter()?);
    python.args(["-c", PYTHON_RUNNER]).arg(&list).current_dir(scratch).env("PYTHONPATH", package);
    let fault = text_of(&python.output()?);
    Ok(if fault.is_empty() { vec![] } else { vec![fault] })
}

/// Programs that download or install. Their lines are not run.
const INSTALLERS: [&str; 4] = ["cargo", "pip", "apt-get", "ln"];

/// Runs each line that begins with `$ `. The commands of a page share a folder. The lines after a command are its
/// expected output, where `...` matches any lines.
fn run_console(tools: &Tools, folder: &Path, blocks: &[&Block]) -> Result<Vec<String>> {
    if cfg!(windows) {
        bail!(Missing::inapplicable("the commands of pages are those of Unix"));
    }
    need("bash", "bash")?;
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{path}", tools.folder.display());
    let mut faults = Vec::new();
    for block in blocks {
        let scratch: PathBuf = folder.join(block.page.to_string_lossy().replace(['/', '.'], "_"));
        fs::create_dir_all(&scratch)?;
        for (number, command, expected) in commands(&block.text) {
            if INSTALLERS.contains(&command.split_whitespace().next().unwrap_or_default()) {
                continue;
            }
            let mut shell = Command::new("bash");
            shell.args(["-c", &format!("exec 2>&1\n{command}")]).stdin(Stdio::null());
            shell.current_dir(&scratch).env("PATH", &path).env("LC_ALL", "C.UTF-8");
            let printed = text_of(&shell.output()?);
            if !is_like(&printed, &expected) {
                let at = format!("{}:{}", block.page.display(), block.line + number);
                faults.push(format!("{at}: `{command}` prints\n{printed}expected\n{expected}"));
            }
        }
    }
    Ok(faults)
}

/// Commands of a block: line number, command, expected output.
fn commands(text: &str) -> Vec<(usize, String, String)> {
    let mut found: Vec<(usize, String, String)> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        match (line.strip_prefix("$ "), found.last_mut()) {
            (Some(command), _) => found.push((number, command.into(), String::new())),
            (None, Some((_, command, expected)))
                if command.ends_with('\\') && expected.is_empty() =>
            {
                command.push('\n');
                *command += line;
            }
            (None, Some((_, _, expected))) => {
                *expected += line;
                expected.push('\n');
            }
            (None, None) => {}
        }
    }
    found
}

/// Whether the output matches the expected lines, where `...` matches any number of lines.
fn is_like(printed: &str, expected: &str) -> bool {
    fn matches(printed: &[&str], expected: &[&str]) -> bool {
        match expected {
            [] => printed.is_empty(),
            ["...", rest @ ..] => (0..=printed.len()).any(|skip| matches(&printed[skip..], rest)),
            [first, rest @ ..] => printed.first() == Some(first) && matches(&printed[1..], rest),
        }
    }
    matches(&printed.lines().collect::<Vec<_>>(), &expected.lines().collect::<Vec<_>>())
}

/// Returns an error if the program of a block failed or its output differs from the page.
fn compare(block: &Block, output: &Output) -> Option<String> {
    if !output.status.success() {
        return Some(format!("{} fails: {}\n{}", block.place(), output.status, text_of(output)));
    }
    let printed = String::from_utf8_lossy(&output.stdout);
    let expected = block.output.as_deref().filter(|expected| printed != *expected)?;
    Some(format!("{} prints\n{printed}expected\n{expected}", block.place()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn console_commands_span_lines_and_have_outputs() {
        let text = "$ one\nfirst\nsecond\n$ two \\\n    more\nthird\n";
        assert_eq!(
            commands(text),
            [
                (0, "one".into(), "first\nsecond\n".into()),
                (3, "two \\\n    more".into(), "third\n".into())
            ]
        );
    }

    #[test]
    fn ellipsis_matches_any_lines() {
        assert!(is_like("a\nb\nc\n", "a\n...\nc\n"));
        assert!(is_like("a\nc\n", "a\n...\nc\n"));
        assert!(is_like("a\n", "...\n"));
        assert!(!is_like("a\nb\n", "a\n"));
        assert!(!is_like("a\n", "...\nb\n"));
    }
}
