//! The fenced code blocks of a page.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use super::pages::Page;

/// A block of code, and what it has to print if the page says so.
#[derive(Debug)]
pub(super) struct Block {
    /// The page, from the repository's root.
    pub(super) page: PathBuf,
    /// The number of its first line of code.
    pub(super) line: usize,
    pub(super) language: String,
    pub(super) text: String,
    /// The text of a block `output` that follows.
    pub(super) output: Option<String>,
}

impl Block {
    /// Where an editor finds it.
    pub(super) fn place(&self) -> String {
        format!("{}:{}", self.page.display(), self.line)
    }
}

/// What a block may be: languages that are run (`js` by `cargo xtask web`), what they print, and what nobody can run.
const LANGUAGES: [&str; 9] =
    ["rust", "c", "cpp", "python", "js", "console", "output", "toml", "text"];

/// The blocks of all pages.
pub(super) fn of_pages(pages: &[Page]) -> Result<Vec<Block>> {
    let mut blocks = Vec::new();
    for page in pages {
        blocks.extend(of_text(&page.source, &page.text)?);
    }
    Ok(blocks)
}

/// The blocks of one page.
fn of_text(page: &Path, text: &str) -> Result<Vec<Block>> {
    let mut blocks: Vec<Block> = Vec::new();
    // Whether nothing but blank lines stands between the last block and here.
    let mut follows = false;
    let mut lines = (1..).zip(text.lines());
    while let Some((number, line)) = lines.next() {
        let Some(info) = line.strip_prefix("```") else {
            follows &= line.trim().is_empty();
            continue;
        };
        let language = info.split([',', ' ']).next().unwrap_or_default();
        // rustdoc runs a block without a language as Rust.
        if !LANGUAGES.contains(&language) {
            let at = format!("{}:{number}", page.display());
            bail!("{at}: a block of {language:?}; it may be {}", LANGUAGES.join(", "));
        }
        let mut text = String::new();
        let is_closed = lines.by_ref().map(|(_, line)| line).any(|line| {
            let is_end = line == "```";
            if !is_end {
                text.push_str(line);
                text.push('\n');
            }
            is_end
        });
        if !is_closed {
            bail!("{}:{number}: the block has no end", page.display());
        }
        match (language, blocks.last_mut().filter(|_| follows)) {
            ("output", Some(block)) => block.output = Some(text),
            ("output", None) => bail!("{}:{number}: the output of nothing", page.display()),
            _ => blocks.push(Block {
                page: page.to_owned(),
                line: number + 1,
                language: language.to_owned(),
                text,
                output: None,
            }),
        }
        follows = true;
    }
    Ok(blocks)
}

/// Every piece of code in the last column of a table stands in a block of its page too, or in this test over other
/// crates: it is compiled there.
pub(super) fn check_cells(page: &Page, test: &str) -> Result<()> {
    let blocks = of_text(&page.source, &page.text)?;
    let texts = || blocks.iter().map(|block| block.text.as_str()).chain([test]);
    for (number, line) in (1..).zip(page.text.lines()) {
        let Some(cells) = line.strip_prefix('|').and_then(|line| line.strip_suffix('|')) else {
            continue;
        };
        // Pieces of code are those between an odd accent and the next.
        let last = cells.rsplit('|').next().unwrap_or_default();
        for code in last.split('`').skip(1).step_by(2) {
            if !texts().any(|text| text.contains(code)) {
                bail!("{}:{number}: no block of the page compiles `{code}`", page.source.display());
            }
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
    fn rejects_unknown_block_kinds() {
        for (text, why) in [
            ("```ruby\n```\n", "ruby"),
            ("```c\nint x;\n", "no end"),
            ("```c\n```\nText\n```output\n```\n", "output of nothing"),
        ] {
            let error = of_text(Path::new("a.md"), text).unwrap_err().to_string();
            assert!(error.contains(why), "{error}");
        }
    }
}
