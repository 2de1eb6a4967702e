//! A hash or extendable-output function of the registry with the parameters of the command line.

use astragal::registry::{self, HashRow, Status, UnknownName, XofParams, XofRow};

use crate::cli::Parameters;
use crate::exit::{complain, usage};
use crate::stream::Stream;

/// An algorithm, ready to make a stream per file.
#[derive(Clone)]
pub(crate) enum Algorithm {
    Hash(&'static HashRow),
    Xof { row: &'static XofRow, parameters: Parameters, output_bytes: usize },
}

impl Algorithm {
    /// The algorithm of this name, with `length` bytes of output. A family's name and a length are a
    /// name too: `sha3` and 64 bytes mean `sha3-512`.
    pub(crate) fn new(
        name: &str,
        length: Option<usize>,
        parameters: &Parameters,
    ) -> anyhow::Result<Self> {
        if let Ok(row) = registry::xof(name)
            && (registry::hash(name).is_err() || length.is_some())
        {
            let output_bytes = length.unwrap_or(row.default_output_bytes);
            let algorithm = Self::Xof { row, parameters: parameters.clone(), output_bytes };
            // Says now what is wrong with the parameters.
            algorithm.stream()?;
            return Ok(algorithm);
        }
        let row = match length {
            None => registry::hash(name).map_err(unknown)?,
            Some(bytes) => hash_of_length(name, bytes)?,
        };
        let given = [
            (parameters.custom.is_some(), "customization string"),
            (parameters.name.is_some(), "function name"),
            (parameters.domain.is_some(), "domain byte"),
            (parameters.block.is_some(), "block size"),
        ];
        if let Some((_, what)) = given.iter().find(|(given, _)| *given) {
            return Err(usage(format_args!("{} takes no {what}", row.name)));
        }
        Ok(Self::Hash(row))
    }

    /// Whether any algorithm has this name, whatever the length and the parameters.
    pub(crate) fn is_known(name: &str) -> bool {
        registry::hash(name).is_ok() || registry::xof(name).is_ok()
    }

    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Hash(row) => row.name,
            Self::Xof { row, .. } => row.name,
        }
    }

    pub(crate) fn output_bytes(&self) -> usize {
        match self {
            Self::Hash(row) => row.digest_bytes,
            Self::Xof { output_bytes, .. } => *output_bytes,
        }
    }

    /// The name in a tagged line: as other tools write it, with the length in bits behind an
    /// extendable-output function's.
    pub(crate) fn tag(&self) -> String {
        match self {
            Self::Hash(row) => match row.name {
                "blake2b-512" => "BLAKE2b".into(),
                name => match name.strip_prefix("blake2b-") {
                    Some(bits) => format!("BLAKE2b-{bits}"),
                    None => name.to_uppercase(),
                },
            },
            Self::Xof { row, output_bytes, .. } => {
                format!("{}-{}", row.name.to_uppercase(), 8 * *output_bytes as u128)
            }
        }
    }

    /// Warns, once, when the algorithm is broken.
    pub(crate) fn warn_if_broken(&self) {
        let status = match self {
            Self::Hash(row) => row.status,
            Self::Xof { row, .. } => row.status,
        };
        if status == Status::Broken {
            complain(format_args!(
                "WARNING: {} is broken; do not rely on it against an adversary",
                self.name()
            ));
        }
    }

    /// A stream of nothing yet.
    pub(crate) fn stream(&self) -> anyhow::Result<Stream> {
        match self {
            Self::Hash(row) => Ok(Stream::Hash(row.new_hash())),
            Self::Xof { row, parameters, output_bytes } => {
                let params = XofParams {
                    custom: parameters.custom.as_deref().map(str::as_bytes),
                    function_name: parameters.name.as_deref().map(str::as_bytes),
                    domain: parameters.domain,
                    block_bytes: parameters.block,
                    output_bytes: Some(*output_bytes),
                };
                let xof = row.new_xof(&params).map_err(usage)?;
                Ok(Stream::Xof { xof, output_bytes: *output_bytes })
            }
        }
    }
}

fn hash_of_length(name: &str, bytes: usize) -> anyhow::Result<&'static HashRow> {
    let bits = 8 * bytes as u128;
    let named = registry::hash(name);
    if let Ok(row) = named
        && row.digest_bytes == bytes
    {
        return Ok(row);
    }
    // `sha2`, whose members have no name of the family in theirs.
    let family = if registry::normalize(name) == "sha2" { "sha" } else { name };
    let candidates = [format!("{family}-{bits}"), format!("{family}{bits}")];
    if let Some(row) = candidates.iter().find_map(|name| registry::hash(name).ok()) {
        return Ok(row);
    }
    let row = named.map_err(unknown)?;
    let (name, allowed) = (row.name, 8 * row.digest_bytes);
    Err(usage(format_args!("length is {bits} bits; {name} gives {allowed}")))
}

/// Neither a hash nor an extendable-output function: the suggestions come from both.
fn unknown(error: UnknownName) -> anyhow::Error {
    let mut error = error;
    if let Err(other) = registry::xof(&error.given) {
        error.nearest.extend(other.nearest);
    }
    let suggestion = match error.nearest.as_slice() {
        [] => "`digest list` shows all".to_owned(),
        [one] => format!("did you mean {one}?"),
        [most @ .., last] => format!("did you mean {} or {last}?", most.join(", ")),
    };
    usage(format_args!("there is no algorithm named {:?}; {suggestion}", error.given))
}
