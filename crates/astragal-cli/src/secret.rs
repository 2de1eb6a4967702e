//! Keys and passwords, read from a file, the environment or standard input. They are not command-line arguments,
//! because other users can read the arguments of a process.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, IsTerminal as _};
use std::path::Path;

use anyhow::Context as _;
use zeroize::Zeroizing;

use crate::cli::{AllowEmpty, PasswordSource};
use crate::console;
use crate::exit::usage;
use crate::file_name::display_name;

/// Source of a secret: a file, an environment variable, or standard input if both are `None`.
pub(crate) struct Source<'a> {
    /// Name of the secret in messages, such as `key`.
    pub(crate) what: &'a str,
    pub(crate) file: Option<&'a Path>,
    pub(crate) variable: Option<&'a OsStr>,
}

impl Source<'_> {
    /// Reads the secret without any conversion. On a terminal, prompts for a line without echo and removes its line
    /// ending.
    pub(crate) fn read(&self) -> anyhow::Result<Zeroizing<Vec<u8>>> {
        let what = self.what;
        if let Some(file) = self.file {
            return read_file(what, file);
        }
        if let Some(name) = self.variable {
            let secret = std::env::var_os(name).ok_or_else(|| {
                usage(format_args!("environment variable {} is not set", name.display()))
            })?;
            return Ok(Zeroizing::new(secret.into_encoded_bytes()));
        }
        let stdin = console::stdin().with_context(|| format!("{what} on standard input"))?;
        if io::stdin().is_terminal() {
            let mut prompt = what.to_owned();
            prompt[..1].make_ascii_uppercase();
            return prompt_secret(what, &prompt);
        }
        read_to_end(stdin).with_context(|| format!("{what} on standard input"))
    }
}

/// Kind of secret. A final line ending is removed from a password, but is part of a key.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum SecretKind {
    Password,
    Key,
}

impl SecretKind {
    const fn name(self) -> &'static str {
        match self {
            Self::Password => "password",
            Self::Key => "key",
        }
    }
}

/// Reads a password or key from the source given on the command line.
///
/// # Errors
/// Returns a usage error if the secret is empty and an empty secret is not allowed.
pub(crate) fn read_secret(
    kind: SecretKind,
    source: &PasswordSource,
    empty: AllowEmpty,
) -> anyhow::Result<Zeroizing<Vec<u8>>> {
    let mut secret = read(kind.name(), source)?;
    // Removes the line ending that `echo PASSWORD |` appends. A password typed on a terminal has none.
    if kind == SecretKind::Password && secret.ends_with(b"\n") {
        secret.pop();
        if secret.ends_with(b"\r") {
            secret.pop();
        }
    }
    if secret.is_empty() && !empty.allow_empty {
        return Err(usage(format_args!("{} is empty; use --allow-empty", kind.name())));
    }
    Ok(secret)
}

fn read(what: &str, source: &PasswordSource) -> anyhow::Result<Zeroizing<Vec<u8>>> {
    #[cfg(unix)]
    if let Some(descriptor) = &source.password_fd {
        return read_to_end(&**descriptor)
            .with_context(|| format!("{what} from the file descriptor"));
    }
    Source { what, file: source.password_file.as_deref(), variable: None }.read()
}

/// Reads a new password. On a terminal, prompts twice, because the typed text is hidden and a typing error would go
/// unnoticed.
pub(crate) fn read_new_password(
    source: &PasswordSource,
    empty: AllowEmpty,
) -> anyhow::Result<Zeroizing<Vec<u8>>> {
    let secret = read_secret(SecretKind::Password, source, empty)?;
    if source.is_standard_input() && io::stdin().is_terminal() {
        let again = prompt_secret("password", "Repeat password")?;
        if again != secret {
            return Err(usage("passwords do not match"));
        }
    }
    Ok(secret)
}

/// Warns if users other than the owner may read the file.
fn warn_if_readable_by_others(what: &str, file: &Path) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;

        use crate::message::print_message;

        let is_open = |metadata: fs::Metadata| {
            metadata.is_file() && metadata.permissions().mode() & 0o077 != 0
        };
        if fs::metadata(file).is_ok_and(is_open) {
            let name = display_name(file.as_os_str());
            print_message(format_args!(
                "WARNING: {what} file {name} is accessible to other users; use `chmod 600`"
            ));
        }
    }
    #[cfg(not(unix))]
    let _ = (what, file);
}

/// Reads all bytes of a file as a secret, including a final line ending.
pub(crate) fn read_file(what: &str, file: &Path) -> anyhow::Result<Zeroizing<Vec<u8>>> {
    let secret = fs::read(file)
        .with_context(|| format!("{what} file {}", display_name(file.as_os_str())))?;
    warn_if_readable_by_others(what, file);
    Ok(Zeroizing::new(secret))
}

/// Prompts for a line on the terminal, without echo.
fn prompt_secret(what: &str, prompt: &str) -> anyhow::Result<Zeroizing<Vec<u8>>> {
    let typed = rpassword::prompt_password(format!("{prompt}: "))
        .with_context(|| format!("{what} from the terminal"))?;
    Ok(Zeroizing::new(typed.into_bytes()))
}

fn read_to_end(mut from: impl io::Read) -> io::Result<Zeroizing<Vec<u8>>> {
    let mut secret = Zeroizing::new(Vec::new());
    from.read_to_end(&mut secret)?;
    Ok(secret)
}
