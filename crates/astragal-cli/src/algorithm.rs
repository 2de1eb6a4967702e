//! An algorithm with its parameters, and its tag: the text that encodes the algorithm and the parameters in a line of a
//! checksum file.

pub(crate) mod names;
pub(crate) mod resolver;
mod tag;

use astragal::registry::{
    self, DynMac, HashParams, HashRow, MacParams, MacRow, Status, XofParams, XofRow,
};

use self::names::{hash, hash_of_length, mac, name_and_length, sized_hash, xof};
use crate::cli::Parameters;
use crate::exit::usage;
use crate::hasher::Hasher;

/// A hash, an extendable-output function or a MAC, with its parameters.
pub(crate) struct Algorithm {
    function: Function,
    tag: String,
}

enum Function {
    Hash(&'static HashRow),
    /// BLAKE2 or Skein with an output length for which the registry has no entry, as in `b2sum -l 200`.
    SizedHash {
        row: &'static HashRow,
        name: &'static str,
        output_bytes: usize,
    },
    Xof {
        row: &'static XofRow,
        parameters: Parameters,
        output_bytes: usize,
    },
    Mac {
        row: &'static MacRow,
        keyed: Box<dyn DynMac>,
    },
}

/// Minimum length in bytes of a BLAKE2 or Skein digest in a line of a checksum file. The author of a line could
/// otherwise choose a length at which digests are easy to forge. A shorter digest is verified only if the command line
/// gives its length.
const MIN_ACCEPTED_BYTES: usize = 16;

impl Algorithm {
    /// Finds an unkeyed algorithm. `length` is the output length in bytes.
    ///
    /// `name` may be a family name if the length selects a member: `sha3` with 64 bytes is `sha3-512`. `name` may also
    /// contain the output length in bits, as in `shake128/256`.
    ///
    /// # Errors
    /// Returns a usage error if the name is unknown, or if the algorithm does not take the length or a parameter.
    pub(crate) fn new(
        name: &str,
        length: Option<usize>,
        parameters: &Parameters,
    ) -> anyhow::Result<Self> {
        if length == Some(0) {
            return Err(usage("length is 0 bits; expected at least 8"));
        }
        if let Ok(row) = xof(name)
            && (registry::hash(name).is_err() || length.is_some() || !parameters.is_empty())
        {
            return Self::xof(row, length, parameters);
        }
        if registry::hash(name).is_err()
            && let Some((function, bytes)) = name_and_length(name)
            && length.is_none_or(|length| length == bytes)
            && let Ok(row) = xof(function)
        {
            return Self::xof(row, Some(bytes), parameters);
        }
        if let Some((row, name, output_bytes)) = sized_hash(name, length)
            && parameters.is_empty()
        {
            let tag = tag::of_hash(&format!("{name}-{}", 8 * output_bytes));
            return Ok(Self { tag, function: Function::SizedHash { row, name, output_bytes } });
        }
        let row = match length {
            None => hash(name)?,
            Some(bytes) => hash_of_length(name, bytes)?,
        };
        if let Some(parameter) = parameters.first_given() {
            return Err(usage(format_args!("{} takes no {parameter}", row.name)));
        }
        Ok(Self { tag: tag::of_hash(row.name), function: Function::Hash(row) })
    }

    fn xof(
        row: &'static XofRow,
        length: Option<usize>,
        parameters: &Parameters,
    ) -> anyhow::Result<Self> {
        if parameters.derive_key.is_some() && row.name != "blake3" {
            return Err(usage(format_args!("{} takes no context; only blake3 does", row.name)));
        }
        let output_bytes = length.unwrap_or(row.default_output_bytes);
        let tag = tag::of_xof(row.name, output_bytes, parameters);
        let function = Function::Xof { row, parameters: parameters.clone(), output_bytes };
        let algorithm = Self { function, tag };
        // Creates a hasher only to report invalid parameters before any input is read.
        algorithm.hasher()?;
        Ok(algorithm)
    }

    /// Finds a MAC. `length` is the length of the tag in bytes.
    ///
    /// # Errors
    /// Returns a usage error if the name is unknown, or if the MAC does not take the key, the length or the
    /// customization string.
    pub(crate) fn keyed(
        name: &str,
        key: &[u8],
        length: Option<usize>,
        custom: Option<&str>,
    ) -> anyhow::Result<Self> {
        let row = mac(name)?;
        if length == Some(0) {
            return Err(usage("length is 0 bits; expected at least 8"));
        }
        let params = MacParams { custom: custom.map(str::as_bytes), tag_bytes: length };
        let keyed = row.new_mac(key, &params).map_err(usage)?;
        let tag = tag::of_mac(row, keyed.tag_bytes(), custom);
        Ok(Self { tag, function: Function::Mac { row, keyed } })
    }

    pub(crate) fn name(&self) -> &'static str {
        match &self.function {
            Function::Hash(row) => row.name,
            Function::SizedHash { name, .. } => name,
            Function::Xof { row, .. } => row.name,
            Function::Mac { row, .. } => row.name,
        }
    }

    /// Returns the length of the output in bytes.
    pub(crate) fn output_bytes(&self) -> usize {
        match &self.function {
            Function::Hash(row) => row.digest_bytes,
            Function::Xof { output_bytes, .. } | Function::SizedHash { output_bytes, .. } => {
                *output_bytes
            }
            Function::Mac { keyed, .. } => keyed.tag_bytes(),
        }
    }

    /// Returns the tag that encodes the algorithm and its parameters in the lines of a checksum file.
    pub(crate) fn tag(&self) -> &str {
        &self.tag
    }

    /// Returns whether the algorithm is a MAC.
    pub(crate) fn is_keyed(&self) -> bool {
        matches!(self.function, Function::Mac { .. })
    }

    /// Returns the parameters if the algorithm is an extendable-output function.
    pub(crate) fn parameters(&self) -> Option<&Parameters> {
        match &self.function {
            Function::Xof { parameters, .. } => Some(parameters),
            Function::Hash(_) | Function::SizedHash { .. } | Function::Mac { .. } => None,
        }
    }

    /// Returns whether no parameter except the output length is set.
    pub(crate) fn is_plain(&self) -> bool {
        self.parameters().is_none_or(Parameters::is_empty)
    }

    /// Returns whether a line of a checksum file may choose this output length. Called if the command line gives no
    /// length. A short length is not accepted, because the author of the line could then forge a digest easily.
    pub(crate) fn is_full_length(&self) -> bool {
        match &self.function {
            Function::Hash(_) => true,
            Function::SizedHash { output_bytes, .. } => *output_bytes >= MIN_ACCEPTED_BYTES,
            Function::Xof { row, output_bytes, .. } => *output_bytes >= row.default_output_bytes,
            Function::Mac { row, keyed } => keyed.tag_bytes() >= row.tag_bytes,
        }
    }

    /// Returns a warning if the algorithm is broken.
    pub(crate) fn warning(&self) -> Option<String> {
        let status = match &self.function {
            Function::Hash(row) | Function::SizedHash { row, .. } => row.status,
            Function::Xof { row, .. } => row.status,
            Function::Mac { row, .. } => row.status,
        };
        let name = self.name();
        (status == Status::Broken)
            .then(|| format!("WARNING: {name} is broken; do not rely on it against an adversary"))
    }

    /// Creates a hasher with an empty message.
    ///
    /// # Errors
    /// Returns a usage error if the algorithm does not take a parameter.
    pub(crate) fn hasher(&self) -> anyhow::Result<Hasher> {
        match &self.function {
            Function::Hash(row) => Ok(Hasher::Hash(row.new_hash())),
            Function::SizedHash { row, output_bytes, .. } => {
                let params =
                    HashParams { digest_bytes: Some(*output_bytes), ..HashParams::default() };
                Ok(Hasher::Hash(row.new_hash_with(&params).map_err(usage)?))
            }
            Function::Xof { row, parameters, output_bytes } => {
                let custom = parameters.custom.as_deref().or(parameters.derive_key.as_deref());
                let params = XofParams {
                    custom: custom.map(str::as_bytes),
                    function_name: parameters.name.as_deref().map(str::as_bytes),
                    domain: parameters.domain,
                    block_bytes: parameters.block,
                    output_bytes: Some(*output_bytes),
                    ..XofParams::default()
                };
                let xof = row.new_xof(&params).map_err(usage)?;
                let seek = parameters.seek.unwrap_or(0);
                if seek > 0 && row.takes.output_bytes {
                    let reason = "its output depends on the output length";
                    return Err(usage(format_args!("{} takes no --seek; {reason}", row.name)));
                }
                Ok(Hasher::Xof { xof, output_bytes: *output_bytes, seek })
            }
            Function::Mac { keyed, .. } => Ok(Hasher::Mac(keyed.clone())),
        }
    }
}
