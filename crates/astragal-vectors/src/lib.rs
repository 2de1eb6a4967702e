//! Known-answer tests for astragal: the vector format, a runner that finds each algorithm in astragal's registry, and
//! the built-in vectors.
//!
//! [`parse()`] parses a text into [`Case`]s. [`Message`] is the input of a case. [`run_case`] runs a case and compares
//! the results. The tests of the library, `digest selftest` and the tests of the C ABI use this crate.
//!
//! # Format
//!
//! A vector file is UTF-8 text. A case is a block of lines of the form `field = value`; blank lines separate cases.
//! Lines that start with `#` are comments. Byte strings are in hex, numbers in decimal. A field may be given once,
//! except `item`.
//!
//! | field | value |
//! | --- | --- |
//! | `alg` | name of the algorithm (required) |
//! | `id` | name of the case in its source |
//! | `result` | `valid` (default), or `invalid` if the case must be rejected |
//! | `msg` | message |
//! | `msg-repeat` | message as `COUNT HEX`: the bytes repeated `COUNT` times |
//! | `msg-pattern` | length in bytes of a message that repeats the bytes 0 to 250 |
//! | `item` | element of a tuple |
//! | `md`, `out`, `tag` | digest, output, tag |
//! | `out-skip` | number of output bytes to skip before `out` or `tag` |
//! | `key`, `nonce`, `iv`, `ad`, `pt`, `ct`, `tweak` | inputs and outputs of MACs, ciphers and key wrapping |
//! | `mode`, `padding` | mode of a block cipher, and its padding: `pkcs7` or `none` |
//! | `custom`, `name`, `domain`, `block` | customization string (or personalization, info, context), function name (or label), domain byte, block size |
//! | `salt`, `public-key`, `key-id` | further parameters of hashes and of key derivation |
//! | `iterations` | iterations of PBKDF2; for hashes and ciphers, how often the output is fed back |
//! | `password`, `n`, `r`, `p`, `t`, `m`, `version`, `secret` | parameters of password hashing |
//! | `outboard` | outboard tree of the message, with the root in `out` |
//! | `range`, `record` | byte range `A:B` of the message, and the record that stores the tree hash of this range |

mod builtin;
mod message;
mod parse;
mod report;
mod run;

use std::collections::BTreeMap;

use astragal::registry::Kind;

pub use builtin::builtin;
pub use message::Message;
pub use parse::{Case, ParseError, parse};
pub use report::{Failure, Report};
pub use run::{Outcome, kind, run_case, run_path, run_text, run_text_by};

/// Maps each name in the field `alg` of a built-in case to the number of its cases, for the algorithms of one kind.
///
/// # Errors
/// [`ParseError`] if a built-in file is malformed.
pub fn covered(kind: Kind) -> Result<BTreeMap<String, usize>, ParseError> {
    let mut names = BTreeMap::new();
    for (_, text) in builtin() {
        for case in parse(&text)?.iter().filter(|case| run::kind(case) == Some(kind)) {
            *names.entry(case.alg().to_owned()).or_default() += 1;
        }
    }
    Ok(names)
}

/// Runs all built-in vectors.
#[must_use]
pub fn run_builtin() -> Report {
    let mut report = Report::default();
    for (name, text) in builtin() {
        run_text(name, &text, &mut report);
    }
    report
}
