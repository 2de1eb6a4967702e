//! Parses the fenced code blocks of the site's pages.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail, ensure};

use super::pages::Page;

#[derive(Debug)]
pub(super) struct Block {
    /// Path of the page, relative to the repository's root.
    pub(super) page: PathBuf,
    /// Line number, in the page, of the block's first line of code.
    pub(super) line: usize,
    pub(super) language: String,
    pub(super) text: String,
    /// Expected output of the program, from the code block of the language `output` that follows.
    pub(super) output: Option<String>,
}

impl Block {
    /// Returns the position of the block as `FILE:LINE`, which editors can open.
    pub(super) fn place(&self) -> String {
        format!("{}:{}", self.page.display(), self.line)
    }
}

/// Accepted languages of code blocks: the languages that are run, `output` for the expected output, and `text`. `cargo
/// xtask web` runs the `js` blocks.
const LANGUAGES: [&str; 9] =
    ["rust", "c", "cpp", "python", "js", "console", "output", "toml", "text"];

/// Returns the code blocks of all pages.
pub(super) fn of_pages(pages: &[Page]) -> Result<Vec<Block>> {
    let blocks = pages.iter().map(|page| of_text(&page.source, &page.text));
    Ok(blocks.collect::<Result<Vec<_>>>()?.into_iter().flatten().collect())
}

fn of_text(page: &Path, text: &str) -> Result<Vec<Block>> {
    let mut blocks: Vec<Block> = Vec::new();
    // Whether only blank lines separate the current line from the end of the last block.
    let mut follows = false;
    let mut lines = (1..).zip(text.lines());
    while let Some((number, line)) = lines.next() {
        let Some(info) = line.strip_prefix("```") else {
            follows &= line.trim().is_empty();
            continue;
        };
        let at = format!("{}:{number}", page.display());
        let language = info.split([',', ' ']).next().unwrap_or_default();
        // Rejects unknown languages. A block without a language is rejected too, because rustdoc would run it as Rust.
        if !LANGUAGES.contains(&language) {
            bail!("{at}: block of {language:?}; the languages are {}", LANGUAGES.join(", "));
        }
        let mut text = String::new();
        loop {
            let (_, line) = lines.next().with_context(|| format!("{at}: block without end"))?;
            if line == "```" {
                break;
            }
            text.push_str(line);
            text.push('\n');
        }
        if language == "output" {
            let block = blocks.last_mut().filter(|_| follows);
            block.with_context(|| format!("{at}: output without a block"))?.output = Some(text);
        } else {
            let (page, language) = (page.to_owned(), language.to_owned());
            blocks.push(Block { page, line: number + 1, language, text, output: None });
        }
        follows = true;
    }
    Ok(blocks)
}

/// Checks that the code in the last column of the page's tables is compiled somewhere: each piece of code must occur in
/// a code block of the page, or in `test`, the source of a test.
pub(super) fn check_cells(page: &Page, test: &str) -> Result<()> {
    let blocks = of_text(&page.source, &page.text)?;
    for (number, line) in (1..).zip(page.text.lines()) {
        let Some(cells) = line.strip_prefix('|').and_then(|line| line.strip_suffix('|')) else {
            continue;
        };
        let last = cells.rsplit('|').next().unwrap_or_default();
        for code in last.split('`').skip(1).step_by(2) {
            let is_compiled = test.contains(code) || blocks.iter().any(|b| b.text.contains(code));
            ensure!(is_compiled, "{}:{number}: no block has `{code}`", page.source.display());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_blocks_with_lines_and_outputs() {
        let text = "# Title\n\n```c\nint x;\n```\n\n```output\n1\n```\nText\n\n```text\n```\n";
        let blocks = of_text(Path::new("a.md"), text).unwrap();
        assert_eq!(blocks.len(), 2);
        assert_eq!((blocks[0].place(), blocks[0].text.as_str()), ("a.md:4".into(), "int x;\n"));
        assert_eq!(blocks[0].output.as_deref(), Some("1\n"));
        assert!(blocks[1].output.is_none());
    }

    #[test]
    fn rejects_malformed_blocks() {
        for (text, why) in [
            ("```ruby\n```\n", "ruby"),
            ("```c\nint x;\n", "without end"),
            ("```c\n```\nText\n```output\n```\n", "output without a block"),
        ] {
            let error = of_text(Path::new("a.md"), text).unwrap_err().to_string();
            assert!(error.contains(why), "{error}");
        }
    }
}
