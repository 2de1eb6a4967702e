//! Keys and passwords: from a file, the environment or standard input, never from a word of the command
//! line, where others could read them.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, IsTerminal as _, Read as _};
use std::path::Path;

use anyhow::Context as _;
use zeroize::Zeroizing;

use crate::console;
use crate::exit::usage;

/// Where a secret comes from; standard input where neither file nor variable is named.
pub(crate) struct Source<'a> {
    /// What it is, for messages: `key`.
    pub(crate) what: &'a str,
    pub(crate) file: Option<&'a Path>,
    pub(crate) variable: Option<&'a OsStr>,
}

impl Source<'_> {
    /// The secret, every byte of it; one typed at a terminal is not shown, and its line end no part of it.
    pub(crate) fn read(&self) -> anyhow::Result<Zeroizing<Vec<u8>>> {
        let what = self.what;
        if let Some(file) = self.file {
            let secret =
                fs::read(file).with_context(|| format!("{what} file {}", file.display()))?;
            return Ok(Zeroizing::new(secret));
        }
        if let Some(name) = self.variable {
            let secret = std::env::var_os(name)
                .ok_or_else(|| usage(format_args!("the variable {} is not set", name.display())))?;
            return Ok(Zeroizing::new(secret.into_encoded_bytes()));
        }
        let mut stdin = console::stdin().with_context(|| format!("{what} on standard input"))?;
        if io::stdin().is_terminal() {
            let mut prompt = what.to_owned();
            prompt[..1].make_ascii_uppercase();
            let typed = rpassword::prompt_password(format!("{prompt}: "))
                .with_context(|| format!("{what} from the terminal"))?;
            return Ok(Zeroizing::new(typed.into_bytes()));
        }
        let mut secret = Zeroizing::new(Vec::new());
        stdin.read_to_end(&mut secret).with_context(|| format!("{what} on standard input"))?;
        Ok(secret)
    }
}
