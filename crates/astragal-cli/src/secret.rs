//! Keys and passwords: from a file, the environment or standard input, never from a word of the command
//! line, where others could read them.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, IsTerminal as _};
use std::path::Path;

use anyhow::Context as _;
use zeroize::Zeroizing;

use crate::cli::PasswordSource;
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
        let stdin = console::stdin().with_context(|| format!("{what} on standard input"))?;
        if io::stdin().is_terminal() {
            let mut prompt = what.to_owned();
            prompt[..1].make_ascii_uppercase();
            return typed(what, &prompt);
        }
        whole(stdin).with_context(|| format!("{what} on standard input"))
    }
}

/// A password or key that exists, from where the command line says.
pub(crate) fn given(what: &str, source: &PasswordSource) -> anyhow::Result<Zeroizing<Vec<u8>>> {
    #[cfg(unix)]
    if let Some(descriptor) = &source.password_fd {
        return whole(&**descriptor).with_context(|| format!("{what} from the descriptor"));
    }
    Source { what, file: source.password_file.as_deref(), variable: None }.read()
}

/// A new one: typed at a terminal, where nobody sees a slip of the finger, it is asked for twice.
pub(crate) fn chosen(what: &str, source: &PasswordSource) -> anyhow::Result<Zeroizing<Vec<u8>>> {
    let secret = given(what, source)?;
    if source.is_standard_input() && io::stdin().is_terminal() {
        let again = typed(what, "Again")?;
        if again != secret {
            return Err(usage(format_args!("the two {what}s are not the same")));
        }
    }
    Ok(secret)
}

/// A line from the terminal, which does not show it.
fn typed(what: &str, prompt: &str) -> anyhow::Result<Zeroizing<Vec<u8>>> {
    let typed = rpassword::prompt_password(format!("{prompt}: "))
        .with_context(|| format!("{what} from the terminal"))?;
    Ok(Zeroizing::new(typed.into_bytes()))
}

fn whole(mut from: impl io::Read) -> io::Result<Zeroizing<Vec<u8>>> {
    let mut secret = Zeroizing::new(Vec::new());
    from.read_to_end(&mut secret)?;
    Ok(secret)
}
