//! What is generated from the sources and committed beside them, so that a reader and a packager need no tools:
//! written anew, or compared.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, bail};

use crate::lint::inventory;
use crate::run::{WHOLE, build_all, built, cargo, command, exists, root, run, step, target_path};
use crate::stages::{Missing, Stages};
use crate::{evidence, python, vectors};

/// Whether files are written or compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Committed files are written anew.
    Write,
    /// Committed files are compared with what would be written.
    Check,
}

/// Writes or compares its files.
type Part = fn(Mode) -> Result<()>;

/// What there is, each with what makes it.
const PARTS: [(&str, Part); 7] = [
    ("evidence", evidence::page),
    ("header", header),
    ("unsafe", unsafe_table),
    ("rust", interface),
    ("command", command_papers),
    ("python", python::stub),
    ("answers", answers),
];

/// The names of all parts.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    PARTS.iter().map(|(name, _)| *name)
}

/// Parts that are read from the sources alone, compared; a stage of the lints has that of `unsafe`.
pub(crate) fn stages(stages: &mut Stages) {
    for (name, part) in PARTS {
        if name == "evidence" {
            stages.run(&format!("generated: {name}"), || part(Mode::Check));
        }
    }
}

/// A part, compared.
pub(crate) fn check(name: &str) -> Result<()> {
    all(Mode::Check, &[name.to_owned()])
}

/// The parts named in `only`, or all.
pub(crate) fn all(mode: Mode, only: &[String]) -> Result<()> {
    if let Some(unknown) = only.iter().find(|name| PARTS.iter().all(|(part, _)| part != name)) {
        let names = PARTS.map(|(part, _)| part).join(", ");
        bail!("{unknown:?} is not generated; there are {names}");
    }
    for (name, part) in PARTS {
        if only.is_empty() || only.iter().any(|wanted| wanted == name) {
            step(&format!("generated: {name}"), || part(mode))?;
        }
    }
    Ok(())
}

/// The committed `file` is `text`, or becomes it.
pub(crate) fn settle(mode: Mode, file: &str, text: &str) -> Result<()> {
    let path = root().join(file);
    let before = fs::read_to_string(&path).unwrap_or_default();
    match mode {
        _ if before == text => println!("{file} is up to date"),
        Mode::Write => {
            fs::write(&path, text).with_context(|| format!("cannot write {file}"))?;
            println!("{file} is written anew");
        }
        Mode::Check => bail!(
            "{file} is not what the sources give{}; run `cargo xtask generate`",
            first_difference(&before, text)
        ),
    }
    Ok(())
}

/// The first line that differs, as it is and as it would be.
fn first_difference(before: &str, after: &str) -> String {
    let (mut old, mut new) = (before.lines(), after.lines());
    for number in 1.. {
        match (old.next(), new.next()) {
            (None, None) => break,
            (is, would_be) if is != would_be => {
                let shown = |line: Option<&str>| line.unwrap_or("nothing").to_owned();
                return format!(": line {number} is {}, not {}", shown(is), shown(would_be));
            }
            _ => {}
        }
    }
    String::new()
}

/// A test of the C library generates the header and the list of its symbols, with which `cargo xtask verify c` compares the
/// built library.
fn header(mode: Mode) -> Result<()> {
    let mut test = cargo(&["test", "--quiet", "--test", "header"]);
    test.args(WHOLE);
    if mode == Mode::Write {
        test.env("ASTRAGAL_WRITE_HEADER", "1");
    }
    run(&mut test)
}

/// How much `unsafe` there is, and where.
fn unsafe_table(mode: Mode) -> Result<()> {
    settle(mode, inventory::TABLE, &inventory::table(&root())?)
}

/// Every public item of the library with its signature, as rustdoc sees them.
fn interface(mode: Mode) -> Result<()> {
    if !exists("rustup") || !has_nightly()? {
        bail!(Missing::exempt("the nightly compiler", "rustup toolchain install nightly"));
    }
    let target = target_path("interface");
    let mut rustdoc = command("rustup", &["run", "nightly", "cargo", "rustdoc", "--quiet"]);
    rustdoc.args(["--package", "astragal", "--lib", "--features", INTERFACE_FEATURES]);
    run(rustdoc
        .args(["--", "-Zunstable-options", "--output-format", "json", "--cap-lints", "allow"])
        .env("CARGO_TARGET_DIR", &target))?;
    let items = public_api::Builder::from_rustdoc_json(target.join("doc/astragal.json"))
        .omit_blanket_impls(true)
        .omit_auto_trait_impls(true)
        .omit_auto_derived_impls(true)
        .build()
        .context("this nightly writes another form of listing than the crate public-api reads")?;
    let lines: String = items.items().map(|item| format!("{item}\n")).collect();
    settle(mode, "crates/astragal/public-api.txt", &lines)
}

/// All that are part of the interface.
const INTERFACE_FEATURES: &str = "std,alloc,registry,suggestions,parallel";

fn has_nightly() -> Result<bool> {
    let output = command("rustup", &["toolchain", "list"]).output()?;
    Ok(String::from_utf8_lossy(&output.stdout).lines().any(|line| line.starts_with("nightly")))
}

/// What the command says of itself, for packages; it stands in no committed file.
fn command_papers(_: Mode) -> Result<()> {
    let folder = target_path("generated");
    fs::create_dir_all(&folder)?;
    run(&mut build_all())?;
    let program = built("digest")?;
    let digest = |arguments: &[&str], file: &Path| -> Result<()> {
        let output = Command::new(&program).args(arguments).output()?;
        if !output.status.success() || output.stdout.is_empty() {
            bail!(
                "`digest {}` fails: {}",
                arguments.join(" "),
                String::from_utf8_lossy(&output.stderr)
            );
        }
        fs::write(file, output.stdout)?;
        Ok(())
    };
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        digest(&["completions", shell], &folder.join(format!("digest.{shell}")))?;
    }
    let pages = folder.join("man");
    run(Command::new(&program).args(["man", "--all"]).arg(&pages))?;
    let count = fs::read_dir(&pages)?.count();
    println!("{count} manual pages");
    println!("in {}", folder.display());
    Ok(())
}

/// The known answers of other implementations.
fn answers(mode: Mode) -> Result<()> {
    let committed = root().join("crates/astragal-vectors/vectors");
    if mode == Mode::Write {
        return vectors::generate(&committed);
    }
    let anew = target_path("generated/vectors");
    if anew.exists() {
        fs::remove_dir_all(&anew)?;
    }
    fs::create_dir_all(&anew)?;
    vectors::generate(&anew)?;
    let mut files = 0;
    for entry in fs::read_dir(&anew)? {
        let name = entry?.file_name();
        let text = |folder: &Path| fs::read_to_string(folder.join(&name)).unwrap_or_default();
        let (before, after) = (without_comments(&text(&committed)), without_comments(&text(&anew)));
        if before != after {
            bail!(
                "{} is not what the other implementations give{}; run `cargo xtask generate answers`",
                name.display(),
                first_difference(&before, &after)
            );
        }
        files += 1;
    }
    println!("{files} files are up to date");
    Ok(())
}

/// The answers alone: the comments name versions of libraries, which need not be the same everywhere.
fn without_comments(text: &str) -> String {
    text.lines().filter(|line| !line.starts_with('#')).map(|line| format!("{line}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comparison_ignores_comments() {
        assert_eq!(without_comments("# by version 1\nalg = md5\n"), "alg = md5\n");
        assert_ne!(without_comments("alg = md5\n"), without_comments("alg = md4\n"));
    }

    #[test]
    fn shows_the_first_difference() {
        assert_eq!(first_difference("a\nb\n", "a\nc\n"), ": line 2 is b, not c");
        assert_eq!(first_difference("a\n", "a\nb\n"), ": line 2 is nothing, not b");
    }
}
