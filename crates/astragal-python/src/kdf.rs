//! Key derivation and password hashing, for `astragal.kdf`.

use core::ops::ControlFlow;
use std::time::{Duration, Instant};

use astragal::error::{KdfError, ParameterError};
use astragal::kdf::{self, Argon2Params, ScryptParams, Work};
use astragal::kdf::{PasswordError, PasswordPolicy, PasswordScheme, Progress};
use astragal::registry::{self, HkdfStep, KdfParams};
use pyo3::exceptions::{PyMemoryError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::buffer::Input;
use crate::error::IntoPyErr;
use crate::number::number;
use crate::output::new_bytes;

impl IntoPyErr for KdfError {
    fn into_py_err(self) -> PyErr {
        match self {
            Self::Parameter(error) => error.into_py_err(),
            Self::Memory { .. } => PyMemoryError::new_err(self.to_string()),
            Self::Cancelled => PyRuntimeError::new_err(self.to_string()),
            _ => PyValueError::new_err(self.to_string()),
        }
    }
}

impl IntoPyErr for PasswordError {
    fn into_py_err(self) -> PyErr {
        match self {
            Self::Kdf(error) => error.into_py_err(),
            other => PyValueError::new_err(other.to_string()),
        }
    }
}

/// Derive a key of `length` bytes with a function chosen by name.
///
/// name -- such as "argon2id", "scrypt", "pbkdf2-hmac-sha256", "hkdf-sha256", "kbkdf-hmac-sha256" or
///     "kbkdf-cmac-aes-128".
/// input -- the password or key, a bytes-like object.
/// step -- for HKDF: "both", "extract" or "expand".
/// progress -- a function called several times per second with the number of completed steps and the total number of
///     steps.
///
/// Raises TypeError if a parameter is missing or not supported, ValueError if one is out of range, and MemoryError if
/// the memory cannot be allocated.
#[pyfunction]
#[pyo3(signature = (name, input, /, length, *, salt = None, info = None, label = None, secret = None,
    associated_data = None, iterations = None, n = None, r = None, p = None, m = None, t = None,
    version = None, allow_short_salt = false, memory_limit = None, step = "both", progress = None))]
#[expect(clippy::too_many_arguments, reason = "the Python function has these parameters")]
pub(crate) fn derive<'py>(
    py: Python<'py>,
    name: &str,
    input: &Bound<'py, PyAny>,
    length: &Bound<'py, PyAny>,
    salt: Option<&Bound<'py, PyAny>>,
    info: Option<&Bound<'py, PyAny>>,
    label: Option<&Bound<'py, PyAny>>,
    secret: Option<&Bound<'py, PyAny>>,
    associated_data: Option<&Bound<'py, PyAny>>,
    iterations: Option<&Bound<'py, PyAny>>,
    n: Option<&Bound<'py, PyAny>>,
    r: Option<&Bound<'py, PyAny>>,
    p: Option<&Bound<'py, PyAny>>,
    m: Option<&Bound<'py, PyAny>>,
    t: Option<&Bound<'py, PyAny>>,
    version: Option<&Bound<'py, PyAny>>,
    allow_short_salt: bool,
    memory_limit: Option<&Bound<'py, PyAny>>,
    step: &str,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyBytes>> {
    let row = registry::kdf(name).map_err(IntoPyErr::into_py_err)?;
    let what = if row.rule.is_for_passwords() { "password" } else { "key" };
    let input = Input::parameter(input, what)?;
    let [salt, info, label, secret, associated_data] = [
        bytes(salt, "salt")?,
        bytes(info, "info")?,
        bytes(label, "label")?,
        bytes(secret, "secret")?,
        bytes(associated_data, "associated data")?,
    ];
    let mut params = KdfParams::default();
    params.salt = salt.as_ref().map(Input::as_slice);
    params.info = info.as_ref().map(Input::as_slice);
    params.label = label.as_ref().map(Input::as_slice);
    params.secret = secret.as_ref().map(Input::as_slice);
    params.associated_data = associated_data.as_ref().map(Input::as_slice);
    params.iterations = value(iterations, "iterations")?;
    params.n = value(n, "n")?;
    params.r = value(r, "r")?;
    params.p = value(p, "p")?;
    params.m = value(m, "m")?;
    params.t = value(t, "t")?;
    params.version = value(version, "version")?;
    params.allow_short_salt = allow_short_salt;
    params.memory_limit = value(memory_limit, "memory_limit")?;
    params.step = match step {
        "both" => HkdfStep::ExtractAndExpand,
        "extract" => HkdfStep::Extract,
        "expand" => HkdfStep::Expand,
        _ => {
            let error = format!("step is {step:?}; expected both, extract or expand");
            return Err(PyValueError::new_err(error));
        }
    };
    let length = number(length, "length")?;
    if !row.key_bytes.contains(length) {
        // Rejects a wrong length before memory for the key is allocated.
        let (algorithm, what, allowed) = (row.name, "derived key", row.key_bytes);
        return Err(
            ParameterError::Length { algorithm, what, given: length, allowed }.into_py_err()
        );
    }
    let input = input.as_slice();
    new_bytes(py, length, |key| {
        derive_interruptibly(py, progress, |work| row.derive(input, &params, key, work))
    })
}

fn bytes<'py>(argument: Option<&Bound<'py, PyAny>>, what: &str) -> PyResult<Option<Input<'py>>> {
    argument.map(|argument| Input::parameter(argument, what)).transpose()
}

fn value<T: TryFrom<usize>>(
    argument: Option<&Bound<'_, PyAny>>,
    what: &str,
) -> PyResult<Option<T>> {
    argument.map(|argument| number(argument, what)).transpose()
}

/// Interval between checks for signals. After Ctrl-C, a user does not notice so short a delay. Each check attaches the
/// thread to the interpreter, which takes much less time than the interval.
const SIGNAL_CHECK_INTERVAL: Duration = Duration::from_millis(50);

/// Derives a key while the thread is detached from the interpreter. Regularly calls `progress` and checks for signals,
/// so that Ctrl-C ends the derivation.
fn derive_interruptibly(
    py: Python<'_>,
    progress: Option<&Bound<'_, PyAny>>,
    derive: impl FnOnce(&mut Work<'_>) -> Result<(), KdfError> + Send,
) -> PyResult<()> {
    let progress = progress.map(|progress| progress.clone().unbind());
    let mut raised = None;
    let outcome = py.detach(|| {
        let mut last_check = Instant::now();
        let mut observe = |at: Progress| {
            if progress.is_none() && last_check.elapsed() < SIGNAL_CHECK_INTERVAL {
                return ControlFlow::Continue(());
            }
            last_check = Instant::now();
            let checked = Python::attach(|py| {
                py.check_signals()?;
                progress.as_ref().map(|call| call.call1(py, (at.done, at.total))).transpose()
            });
            match checked {
                Ok(_) => ControlFlow::Continue(()),
                Err(error) => {
                    raised = Some(error);
                    ControlFlow::Break(())
                }
            }
        };
        derive(&mut Work::default().watched_by(&mut observe))
    });
    raised.map_or_else(|| outcome.map_err(IntoPyErr::into_py_err), Err)
}

/// Hash a password with this salt and these costs; return the PHC string.
///
/// scheme -- "argon2id", "argon2i" or "argon2d" with the costs m, t and p; "scrypt" with n, r and p; "pbkdf2-sha1",
///     "pbkdf2-sha256" or "pbkdf2-sha512" with the iterations.
#[pyfunction]
pub(crate) fn password_hash<'py>(
    py: Python<'py>,
    password: &Bound<'py, PyAny>,
    salt: &Bound<'py, PyAny>,
    scheme: &str,
    costs: [Bound<'py, PyAny>; 3],
) -> PyResult<String> {
    let password = Input::parameter(password, "password")?;
    let salt = Input::parameter(salt, "salt")?;
    let scheme = scheme_of(scheme, &costs)?;
    let (password, salt) = (password.as_slice(), salt.as_slice());
    py.detach(|| kdf::hash_password(password, salt, &scheme)).map_err(IntoPyErr::into_py_err)
}

/// Return whether the password matches the PHC string.
#[pyfunction]
pub(crate) fn password_verify<'py>(
    py: Python<'py>,
    password: &Bound<'py, PyAny>,
    stored: &str,
    max_memory: &Bound<'py, PyAny>,
    max_steps: &Bound<'py, PyAny>,
) -> PyResult<bool> {
    let password = Input::parameter(password, "password")?;
    let policy = PasswordPolicy {
        memory_bytes: number(max_memory, "max_memory")?,
        steps: number(max_steps, "max_steps")?,
    };
    let password = password.as_slice();
    match py.detach(|| kdf::verify_password(password, stored, &policy)) {
        Ok(()) => Ok(true),
        Err(PasswordError::Mismatch) => Ok(false),
        Err(error) => Err(error.into_py_err()),
    }
}

/// Return whether the PHC string was made with a different function or different costs than the given ones.
#[pyfunction]
pub(crate) fn password_needs_rehash(
    stored: &str,
    scheme: &str,
    costs: [Bound<'_, PyAny>; 3],
) -> PyResult<bool> {
    kdf::needs_rehash(stored, &scheme_of(scheme, &costs)?).map_err(IntoPyErr::into_py_err)
}

fn scheme_of(name: &str, [a, b, c]: &[Bound<'_, PyAny>; 3]) -> PyResult<PasswordScheme> {
    let argon2 =
        || Ok::<_, PyErr>(Argon2Params::new(number(a, "m")?, number(b, "t")?, number(c, "p")?));
    Ok(match name {
        "argon2id" => PasswordScheme::Argon2id(argon2()?),
        "argon2i" => PasswordScheme::Argon2i(argon2()?),
        "argon2d" => PasswordScheme::Argon2d(argon2()?),
        "scrypt" => {
            let (n, r, p) = (number(a, "n")?, number(b, "r")?, number(c, "p")?);
            PasswordScheme::Scrypt(ScryptParams::new(n, r, p))
        }
        "pbkdf2-sha1" => PasswordScheme::Pbkdf2Sha1(number(a, "iterations")?),
        "pbkdf2-sha256" => PasswordScheme::Pbkdf2Sha256(number(a, "iterations")?),
        "pbkdf2-sha512" => PasswordScheme::Pbkdf2Sha512(number(a, "iterations")?),
        _ => return Err(PyValueError::new_err(format!("no password scheme is named {name:?}"))),
    })
}
