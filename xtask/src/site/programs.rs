//! Running what the pages show: Rust by rustdoc, C and C++ by the compilers that are here, Python over the package's
//! own files, and commands by the shell, all against what the workspace's build has left.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Output, Stdio};

use anyhow::{Context as _, Result, bail};

use super::Tools;
use super::blocks::Block;
use crate::run::{exists, root, target_path};
use crate::stages::{Missing, need};

/// Runs the blocks of a language and compares what they print with what their pages say. Counts them.
pub(super) fn run(language: &str, tools: &Tools, blocks: &[Block]) -> Result<u64> {
    let folder = target_path("site-programs").join(language);
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    let blocks: Vec<&Block> = blocks.iter().filter(|block| block.language == language).collect();
    let mut wrong = Wrong::new();
    match language {
        "rust" => run_rust(tools, &folder, &blocks, &mut wrong)?,
        "c" => C.run(tools, &folder, &blocks, &mut wrong)?,
        "cpp" => CPP.run(tools, &folder, &blocks, &mut wrong)?,
        "python" => run_python(&folder, &blocks, &mut wrong)?,
        "console" => run_console(tools, &folder, &blocks, &mut wrong)?,
        _ => bail!("blocks of {language} are not run"),
    }
    if !wrong.is_empty() {
        bail!("{} of the site's programs are wrong:\n{}", wrong.len(), wrong.join("\n"));
    }
    Ok(blocks.len() as u64)
}

/// The languages that are run here.
pub(super) const LANGUAGES: [&str; 5] = ["rust", "c", "cpp", "python", "console"];

/// What fails or prints something else, so that one run tells all.
type Wrong = Vec<String>;

/// All pages as one documentation test, which rustdoc compiles into one program.
fn run_rust(tools: &Tools, folder: &Path, blocks: &[&Block], wrong: &mut Wrong) -> Result<()> {
    let mut pages: Vec<&Path> = blocks.iter().map(|block| block.page.as_path()).collect();
    pages.dedup();
    let mut source = String::new();
    for page in pages {
        let name: String = page
            .to_string_lossy()
            .chars()
            .map(|c| if c.is_alphanumeric() { c } else { '_' })
            .collect();
        let path = root().join(page);
        let _ = writeln!(source, "#[doc = include_str!({path:?})]\npub mod {name} {{}}");
    }
    let file = folder.join("pages.rs");
    fs::write(&file, source)?;
    let library = tools.folder.join("libastragal.rlib");
    let mut rustdoc = Command::new("rustdoc");
    rustdoc.args([
        "--test",
        "--edition",
        "2024",
        "--crate-name",
        "pages",
        "--test-args",
        "--quiet",
    ]);
    rustdoc.arg("--extern").arg(format!("astragal={}", library.display()));
    rustdoc.arg("-L").arg(tools.folder.join("deps")).arg(&file).current_dir(folder);
    let output = rustdoc.output().context("cannot start rustdoc")?;
    if !output.status.success() {
        wrong.push(said(&output));
    }
    println!("Rust: {} blocks", blocks.len());
    Ok(())
}

/// C or C++.
struct Compiled {
    name: &'static str,
    compilers: [&'static str; 2],
    standard: &'static str,
    /// What every fragment finds: the pages' first ones show it.
    prelude: &'static str,
}

const C: Compiled = Compiled {
    name: "c",
    compilers: ["cc", "clang"],
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

const CPP: Compiled = Compiled {
    name: "cpp",
    compilers: ["c++", "clang++"],
    standard: "-std=c++20",
    prelude: "\
#include <cassert>
#include <iostream>
#include <astragal.hpp>
",
};

/// What parts the outputs of fragments; no page prints it.
const MARK: &str = "\u{1}";

impl Compiled {
    /// A block with a `main` is a program; the others are the bodies of functions of one program, so that the
    /// headers are read once.
    fn run(
        &self,
        tools: &Tools,
        folder: &Path,
        blocks: &[&Block],
        wrong: &mut Wrong,
    ) -> Result<()> {
        let Some(compiler) = self.compilers.into_iter().find(|compiler| exists(compiler)) else {
            bail!(Missing::new(self.compilers[0], "apt-get install gcc g++"));
        };
        let (programs, fragments): (Vec<&Block>, Vec<&Block>) =
            blocks.iter().partition(|block| block.text.contains("int main("));
        let mut children = Vec::new();
        for (number, block) in programs.iter().enumerate() {
            let program = folder.join(format!("{}-{number}", self.name));
            let text = format!("{}{}", line_of(block), block.text);
            children.push((Some(self.compile(tools, compiler, &program, &text)?), program));
        }
        let together = folder.join(format!("{}-fragments", self.name));
        children.push((
            Some(self.compile(tools, compiler, &together, &self.joined(&fragments))?),
            together.clone(),
        ));
        let before = wrong.len();
        for (child, _) in &mut children {
            let output = child.take().context("it is waited for once")?.wait_with_output()?;
            if !output.status.success() {
                wrong.push(said(&output));
            }
        }
        if wrong.len() > before {
            return Ok(());
        }
        for ((_, program), block) in children.iter().zip(&programs) {
            let output = Command::new(program).current_dir(folder).stdin(Stdio::null()).output()?;
            wrong.extend(compare(block, &output));
        }
        let output = Command::new(&together).current_dir(folder).output()?;
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        let mut parts = printed.split(MARK).skip(1);
        for block in &fragments {
            let stdout = parts.next().unwrap_or_default().as_bytes().to_vec();
            // What ends early ends in the last part that was begun.
            let is_last = parts.clone().next().is_none();
            let status = if is_last { output.status } else { ExitStatus::default() };
            wrong.extend(compare(block, &Output { status, stdout, stderr: output.stderr.clone() }));
        }
        println!("{}: {} blocks, by {compiler}", self.name, blocks.len());
        Ok(())
    }

    fn joined(&self, fragments: &[&Block]) -> String {
        let mut text = self.prelude.to_owned();
        for block in fragments {
            for line in block.text.lines().filter(|line| line.starts_with("#include")) {
                text += line;
                text.push('\n');
            }
        }
        let mut calls = String::new();
        for (number, block) in fragments.iter().enumerate() {
            let body: String =
                block
                    .text
                    .lines()
                    .map(|line| {
                        if line.starts_with("#include") { "\n".into() } else { format!("{line}\n") }
                    })
                    .collect();
            let _ =
                write!(text, "static void part_{number}(void) {{\n{}{body}}}\n", line_of(block));
            let _ = writeln!(
                calls,
                "    printf(\"\\001\"); fflush(stdout); part_{number}(); fflush(stdout);"
            );
        }
        let _ = write!(text, "#line 1 \"calls\"\nint main(void) {{\n{calls}    return 0;\n}}\n");
        text
    }

    fn compile(&self, tools: &Tools, compiler: &str, program: &Path, text: &str) -> Result<Child> {
        let source = program.with_extension(self.name);
        fs::write(&source, text)?;
        let mut command = Command::new(compiler);
        command.args([self.standard, "-O0", "-Wall", "-Werror", "-Wno-unused-variable"]);
        command.arg("-Wno-unused-but-set-variable").arg(&source).arg("-o").arg(program);
        command.arg("-I").arg(root().join("crates/astragal-capi/include"));
        command.arg(tools.folder.join("libastragal_capi.a")).args(["-lm", "-lpthread", "-ldl"]);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().with_context(|| format!("cannot start {compiler}"))
    }
}

/// Makes the compiler name the page.
fn line_of(block: &Block) -> String {
    format!("#line {} \"{}\"\n", block.line, block.page.display())
}

/// Runs the blocks of a page one after the other, in one module each page, and prints what each printed.
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
            print(f\"{block['page']}:{block['line']} prints\\n{out.getvalue()}and not\\n{block['output']}\")
";

/// Over the package's own files and the extension module of the workspace's build, without a wheel.
fn run_python(folder: &Path, blocks: &[&Block], wrong: &mut Wrong) -> Result<()> {
    let python = crate::python::with_tools()?;
    let package = folder.join("python");
    crate::python::stage(&package)?;
    let mut pages: Vec<Vec<serde_json::Value>> = Vec::new();
    let mut last: Option<&PathBuf> = None;
    for block in blocks {
        if last.replace(&block.page) != Some(&block.page) {
            pages.push(Vec::new());
        }
        pages.last_mut().context("a page is begun")?.push(serde_json::json!({
            "page": block.page, "line": block.line, "text": block.text, "output": block.output,
        }));
    }
    let list = folder.join("python.json");
    fs::write(&list, serde_json::to_string(&pages)?)?;
    let scratch = folder.join("python-scratch");
    fs::create_dir_all(&scratch)?;
    let mut run = Command::new(python);
    run.args(["-c", PYTHON_RUNNER]).arg(&list).current_dir(&scratch).env("PYTHONPATH", &package);
    let output = run.output()?;
    // Whatever the runner says is a complaint.
    if !output.status.success() || !said(&output).is_empty() {
        wrong.push(said(&output));
    }
    println!("python: {} blocks", blocks.len());
    Ok(())
}

/// Programs that fetch and install: what the page's reader does once, and no test.
const INSTALLERS: [&str; 4] = ["cargo", "pip", "apt-get", "ln"];

/// Runs each line that begins with `$ ` by the shell, those of a page one after the other in a folder of their own;
/// the lines behind it are what it prints, where `...` stands for any lines.
fn run_console(tools: &Tools, folder: &Path, blocks: &[&Block], wrong: &mut Wrong) -> Result<()> {
    if cfg!(windows) {
        bail!(Missing::inapplicable("the site's commands are those of Unix"));
    }
    need("bash", "bash")?;
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{path}", tools.folder.display());
    let mut count = 0;
    for block in blocks {
        let name = block.page.to_string_lossy().replace(['/', '.'], "_");
        let scratch = folder.join("console").join(name);
        fs::create_dir_all(&scratch)?;
        for (number, command, expected) in commands(&block.text) {
            let program = command.split_whitespace().next().unwrap_or_default();
            if INSTALLERS.contains(&program) {
                continue;
            }
            let mut shell = Command::new("bash");
            shell.args(["-c", &format!("exec 2>&1\n{command}")]).stdin(Stdio::null());
            let output =
                shell.current_dir(&scratch).env("PATH", &path).env("LC_ALL", "C.UTF-8").output()?;
            let printed = String::from_utf8_lossy(&output.stdout);
            if !is_like(&printed, &expected) {
                let at = format!("{}:{}", block.page.display(), block.line + number);
                wrong.push(format!("{at}: `{command}` prints\n{printed}and not\n{expected}"));
            }
            count += 1;
        }
    }
    println!("console: {count} commands");
    Ok(())
}

/// The commands of a block with the numbers of their lines, and what each prints.
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

/// Whether the lines are those expected, of which `...` stands for any number.
fn is_like(printed: &str, expected: &str) -> bool {
    fn matches(printed: &[&str], expected: &[&str]) -> bool {
        match expected {
            [] => printed.is_empty(),
            ["...", rest @ ..] => (0..=printed.len()).any(|skip| matches(&printed[skip..], rest)),
            [first, rest @ ..] => printed.first() == Some(first) && matches(&printed[1..], rest),
        }
    }
    let printed: Vec<&str> = printed.lines().collect();
    let expected: Vec<&str> = expected.lines().collect();
    matches(&printed, &expected)
}

/// What is wrong with the output of a block, if anything is.
fn compare(block: &Block, output: &Output) -> Option<String> {
    if !output.status.success() {
        return Some(format!("{} fails: {}\n{}", block.place(), output.status, said(output)));
    }
    let printed = String::from_utf8_lossy(&output.stdout);
    let expected = block.output.as_deref().filter(|expected| printed != *expected)?;
    Some(format!("{} prints\n{printed}and not\n{expected}", block.place()))
}

fn said(output: &Output) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    text(&output.stdout) + &text(&output.stderr)
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
