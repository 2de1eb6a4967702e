//! Keys and passwords: from a file, the environment or standard input, never from a word of the command
//! line, where others could read them.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, IsTerminal as _};
use std::path::Path;

use anyhow::Context as _;
use zeroize::Zeroizing;

use crate::cli::{Empty, PasswordSource};
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
            return read_file(what, file);
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

/// A password, which ends before a line end, or a key, which is every byte.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum What {
    Password,
    Key,
}

impl What {
    const fn name(self) -> &'static str {
        match self {
            Self::Password => "password",
            Self::Key => "key",
        }
    }
}

/// A password or key that exists, from where the command line says.
pub(crate) fn given(
    what: What,
    source: &PasswordSource,
    empty: Empty,
) -> anyhow::Result<Zeroizing<Vec<u8>>> {
    let mut secret = read(what.name(), source)?;
    // A terminal does not give it, and `echo` writes one that nobody means.
    if what == What::Password && secret.ends_with(b"\n") {
        secret.pop();
        if secret.ends_with(b"\r") {
            secret.pop();
        }
    }
    if secret.is_empty() && !empty.allow_empty {
        let hint = "--allow-empty allows that";
        return Err(usage(format_args!("the {} is empty; {hint}", what.name())));
    }
    Ok(secret)
}

fn read(what: &str, source: &PasswordSource) -> anyhow::Result<Zeroizing<Vec<u8>>> {
    #[cfg(unix)]
    if let Some(descriptor) = &source.password_fd {
        return whole(&**descriptor).with_context(|| format!("{what} from the descriptor"));
    }
    Source { what, file: source.password_file.as_deref(), variable: None }.read()
}

/// A new one: typed at a terminal, where nobody sees a slip of the finger, it is asked for twice.
pub(crate) fn chosen(source: &PasswordSource, empty: Empty) -> anyhow::Result<Zeroizing<Vec<u8>>> {
    let secret = given(What::Password, source, empty)?;
    if source.is_standard_input() && io::stdin().is_terminal() {
        let again = typed("password", "Again")?;
        if again != secret {
            return Err(usage("the two passwords are not the same"));
        }
    }
    Ok(secret)
}

/// Warns of a file of a secret that others than its owner may read.
fn warn_of_readers(what: &str, file: &Path) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;

        use crate::console::shown;
        use crate::exit::complain;

        let is_open = |metadata: fs::Metadata| {
            metadata.is_file() && metadata.permissions().mode() & 0o077 != 0
        };
        if fs::metadata(file).is_ok_and(is_open) {
            let hint = "chmod 600 keeps it to its owner";
            complain(format_args!(
                "WARNING: {what} file {} is open to others; {hint}",
                shown(file.as_os_str())
            ));
        }
    }
    #[cfg(not(unix))]
    let _ = (what, file);
}

/// The secret in a file, every byte of it.
pub(crate) fn read_file(what: &str, file: &Path) -> anyhow::Result<Zeroizing<Vec<u8>>> {
    let secret = fs::read(file).with_context(|| format!("{what} file {}", file.display()))?;
    warn_of_readers(what, file);
    Ok(Zeroizing::new(secret))
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
