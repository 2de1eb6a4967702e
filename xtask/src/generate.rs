//! Writes the generated files, or compares them with the committed files. Generated files are committed, so that
//! reading or packaging them does not require the generators.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};

use crate::files::{empty_folder, entries, write};
use crate::lint::unsafe_code;
use crate::run::{
    Purpose, WHOLE, build_all, built, cargo, command, output, peers_cargo, root, run, step,
    target_path,
};
use crate::stages::Missing;
use crate::tools::Environment;
use crate::{evidence, python, speed};

/// Whether to write the generated files, or to compare them with the committed files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    Write,
    Check,
}

/// Function that generates a group of files. Depending on the mode, it writes the files or compares them with the
/// committed files.
type Part = fn(Mode) -> Result<()>;

/// Groups of generated files, called parts. Each entry has the name of the part and the function that generates it.
const PARTS: [(&str, Part); 8] = [
    ("evidence", evidence::page),
    ("header", header),
    ("unsafe", |mode| write_or_check(mode, unsafe_code::TABLE, &unsafe_code::table(&root())?)),
    ("rust", interface),
    ("command", |_| command_documents(&target_path("generated"))),
    ("python", python::stub),
    ("speed", speed::pages),
    ("answers", answers),
];

/// Returns the names of all [`PARTS`].
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    PARTS.iter().map(|(name, _)| *name)
}

/// Generates the part `name`, and compares it with the committed files.
pub(crate) fn check(name: &str) -> Result<()> {
    all(Mode::Check, &[name.to_owned()])
}

/// Generates the parts named in `only`, or all parts if `only` is empty. Depending on `mode`, writes the files or
/// compares them with the committed files.
pub(crate) fn all(mode: Mode, only: &[String]) -> Result<()> {
    for (name, part) in PARTS {
        if only.is_empty() || only.iter().any(|chosen| chosen == name) {
            step(&format!("generated: {name}"), || part(mode))?;
        }
    }
    Ok(())
}

/// Writes `text` to a committed file. In check mode, returns an error if the file differs from `text`.
pub(crate) fn write_or_check(mode: Mode, file: &str, text: &str) -> Result<()> {
    let path = root().join(file);
    let before = fs::read_to_string(&path).unwrap_or_default();
    match mode {
        _ if before == text => println!("{file} is up to date"),
        Mode::Write => {
            write(&path, text)?;
            println!("{file} is written");
        }
        Mode::Check => {
            let generated = target_path("generated/expected");
            write(&generated, text)?;
            compare(&path, &generated, &[])?;
        }
    }
    Ok(())
}

/// Prints the lines in which a committed file differs from a generated file. Returns an error if there are any.
fn compare(committed: &Path, generated: &Path, options: &[&str]) -> Result<()> {
    let mut diff = command("git", &["--no-pager", "diff", "--no-index", "--unified=0"]);
    run(diff.args(options).args([committed, generated])).with_context(|| {
        format!("{} is out of date; run `cargo xtask generate`", committed.display())
    })
}

/// Writes or checks the C header and the list of exported symbols, by running the test `header` of the C library. The
/// test writes both files if `ASTRAGAL_WRITE_HEADER` is set. Otherwise it compares them with the committed files.
fn header(mode: Mode) -> Result<()> {
    let mut test = cargo(&["test", "--quiet", "--test", "header"]);
    test.args(WHOLE);
    if mode == Mode::Write {
        test.env("ASTRAGAL_WRITE_HEADER", "1");
    }
    run(&mut test)
}

/// Cargo features that are enabled for the listing of the public interface.
const INTERFACE_FEATURES: &str = "std,alloc,registry,state,suggestions,parallel";

/// Module paths that differ between compilers. Each entry has the path in newer compilers, and the path in the listing.
const MOVED_PATHS: [(&str, &str); 6] = [
    ("alloc::io::buf_read::", "std::io::"),
    ("alloc::io::read::", "std::io::"),
    ("alloc::rcs::arc::", "alloc::sync::"),
    ("core::io::error::", "std::io::error::"),
    ("core::io::seek::", "std::io::"),
    ("core::io::write::", "std::io::"),
];

/// Lists every public item of the library with its signature, from the JSON output of rustdoc.
fn interface(mode: Mode) -> Result<()> {
    let missing = |what| Missing::exempt(what, "rustup toolchain install nightly");
    output(&mut command("rustup", &["run", "nightly", "rustc", "--version"]))
        .map_err(|_| missing("the nightly compiler"))?;
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
        .map_err(|_| missing("a nightly compiler whose format the crate public-api reads"))?;
    let line = |item: &public_api::PublicItem| {
        let replace = |line: String, (new, old): (&str, &str)| line.replace(new, old);
        MOVED_PATHS.into_iter().fold(format!("{item}\n"), replace)
    };
    // Sorts the lines, because `public_api` sorts the items by the paths before the replacement.
    let mut lines: Vec<String> = items.items().map(line).collect();
    lines.sort_unstable();
    write_or_check(mode, "crates/astragal/public-api.txt", &lines.concat())
}

/// Generates manual pages and completions of `digest`.
fn command_documents(folder: &Path) -> Result<()> {
    run(&mut build_all())?;
    write_command_documents(&built("digest")?, folder)
}

/// Runs `digest` to write its manual pages into `man` and its shell completions into `completions`, both inside
/// `folder`.
pub(crate) fn write_command_documents(digest: &Path, folder: &Path) -> Result<()> {
    let pages = folder.join("man");
    empty_folder(&pages)?;
    output(command(digest, &["man", "--all"]).arg(&pages))?;
    ensure!(!entries(&pages)?.is_empty(), "`digest man --all` wrote no page");
    for (shell, file) in [
        ("bash", "digest.bash"),
        ("zsh", "_digest"),
        ("fish", "digest.fish"),
        ("elvish", "digest.elv"),
        ("powershell", "digest.ps1"),
    ] {
        let text = output(&mut command(digest, &["completions", shell]))?;
        ensure!(!text.is_empty(), "`digest completions {shell}` printed nothing");
        write(&folder.join("completions").join(file), format!("{text}\n"))?;
    }
    println!("in {}", folder.display());
    Ok(())
}

/// Python packages that compute known answers. Pinned versions make the files reproducible.
const ANSWERS_BY: [&str; 4] =
    ["pycryptodome==3.23.0", "argon2-cffi==25.1.0", "pyskein==1.0", "pyaegis==0.2.0"];

/// Computes the known answers with other implementations. Writes the answers, or compares them with the committed
/// files.
fn answers(mode: Mode) -> Result<()> {
    let vectors = root().join("crates/astragal-vectors/vectors");
    // Chunked encryption is not in the registry, so its known answers are not in the vectors folder. A test of the
    // library uses them.
    let chunked = root().join("crates/astragal/tests");
    if mode == Mode::Write {
        return write_answers(&vectors, &chunked);
    }
    let generated = target_path("generated/vectors");
    empty_folder(&generated)?;
    write_answers(&generated, &generated)?;
    let files = entries(&generated)?;
    for file in &files {
        let name = file.file_name().context("the path has no file name")?;
        let committed = if name == "chunked.txt" { &chunked } else { &vectors };
        // Ignores comments, because they contain versions of libraries, which may differ.
        compare(&committed.join(name), file, &["-I", "^#"])?;
    }
    println!("{} files are up to date", files.len());
    Ok(())
}

/// Writes the known answers of chunked encryption into the folder `chunked`, and all other known answers into `folder`.
fn write_answers(folder: &Path, chunked: &Path) -> Result<()> {
    let python = Environment::new("vectors-venv", &ANSWERS_BY)?.python();
    for (generator, folder) in [
        ("known_answers.py", folder),
        ("known_answers_kdf.py", folder),
        ("known_answers_parameters.py", folder),
        ("known_answers_aead.py", folder),
        ("known_answers_chunked.py", chunked),
    ] {
        let script = root().join("peers/generate").join(generator);
        run(command(&python, &[]).arg(script).arg(folder))?;
    }
    run(peers_cargo("run", Purpose::Test).args(["--bin", "known_answers", "--"]).arg(folder))
}
