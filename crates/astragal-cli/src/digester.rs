//! A hash, an extendable-output function or a keyed code of the registry, with the parameters of the
//! command line.

pub(crate) mod tag;

use astragal::registry::{
    self, DynMac, HashParams, HashRow, MacParams, MacRow, Status, UnknownName, XofParams, XofRow,
    normalize,
};

use crate::cli::Parameters;
use crate::exit::usage;
use crate::stream::Stream;
use crate::suggest::{unknown, unknown_mac};

/// The function of this name whose output length is chosen: an extendable-output function or a sized hash.
pub(crate) fn xof(name: &str) -> Result<&'static XofRow, UnknownName> {
    registry::xof(name).or_else(|error| registry::sized_hash(name).map_err(|_| error))
}

/// An algorithm, ready to make a stream per file.
pub(crate) struct Digester {
    choice: Choice,
    tag: String,
}

/// What makes the streams.
enum Choice {
    Hash(&'static HashRow),
    /// BLAKE2 or Skein with a length that has no row of its own, as `b2sum -l 200` has it.
    Sized {
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

impl Digester {
    /// The algorithm of this name, with `length` bytes of output. A family's name and a length are a
    /// name too: `sha3` and 64 bytes mean `sha3-512`; and so are a name and its bits: `shake128/256`.
    pub(crate) fn new(
        name: &str,
        length: Option<usize>,
        parameters: &Parameters,
    ) -> anyhow::Result<Self> {
        if length == Some(0) {
            return Err(usage("length is 0; an empty digest is that of every file"));
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
        if let Some((row, name, output_bytes)) = sized(name, length)
            && parameters.is_empty()
        {
            let tag = tag::of_hash(&format!("{name}-{}", 8 * output_bytes));
            return Ok(Self { tag, choice: Choice::Sized { row, name, output_bytes } });
        }
        let row = match length {
            None => registry::hash(name).map_err(|_| unknown(name))?,
            Some(bytes) => hash_of_length(name, bytes)?,
        };
        if let Some(what) = parameters.first_given() {
            return Err(usage(format_args!("{} takes no {what}", row.name)));
        }
        Ok(Self { tag: tag::of_hash(row.name), choice: Choice::Hash(row) })
    }

    fn xof(
        row: &'static XofRow,
        length: Option<usize>,
        parameters: &Parameters,
    ) -> anyhow::Result<Self> {
        if parameters.derive_key.is_some() && row.name != "blake3" {
            return Err(usage(format_args!("{} takes no context; blake3 does", row.name)));
        }
        let output_bytes = length.unwrap_or(row.default_output_bytes);
        let tag = tag::of_xof(row.name, output_bytes, parameters);
        let choice = Choice::Xof { row, parameters: parameters.clone(), output_bytes };
        let algorithm = Self { choice, tag };
        // Fails early where the parameters are wrong.
        algorithm.stream()?;
        Ok(algorithm)
    }

    /// The message authentication code of this name, under `key`.
    pub(crate) fn keyed(
        name: &str,
        key: &[u8],
        length: Option<usize>,
        custom: Option<&str>,
    ) -> anyhow::Result<Self> {
        let row = mac_row(name)?;
        if length == Some(0) {
            return Err(usage("length is 0; an empty tag is that of every file"));
        }
        let params = MacParams { custom: custom.map(str::as_bytes), tag_bytes: length };
        let keyed = row.new_mac(key, &params).map_err(usage)?;
        let tag = tag::of_mac(row, keyed.tag_bytes(), custom);
        Ok(Self { tag, choice: Choice::Mac { row, keyed } })
    }

    /// Whether any algorithm that needs no key has this name, whatever the length and the parameters.
    pub(crate) fn is_known(name: &str) -> bool {
        let is_row = |name| registry::hash(name).is_ok() || xof(name).is_ok();
        is_row(name) || name_and_length(name).is_some_and(|(name, _)| is_row(name))
    }

    pub(crate) fn name(&self) -> &'static str {
        match &self.choice {
            Choice::Hash(row) => row.name,
            Choice::Sized { name, .. } => name,
            Choice::Xof { row, .. } => row.name,
            Choice::Mac { row, .. } => row.name,
        }
    }

    pub(crate) fn output_bytes(&self) -> usize {
        match &self.choice {
            Choice::Hash(row) => row.digest_bytes,
            Choice::Xof { output_bytes, .. } | Choice::Sized { output_bytes, .. } => *output_bytes,
            Choice::Mac { keyed, .. } => keyed.tag_bytes(),
        }
    }

    /// The name in a tagged line, with everything that one needs to compute the same.
    pub(crate) fn tag(&self) -> &str {
        &self.tag
    }

    /// Whether it is a code under a key.
    pub(crate) fn is_keyed(&self) -> bool {
        matches!(self.choice, Choice::Mac { .. })
    }

    /// The parameters of an extendable-output function.
    pub(crate) fn parameters(&self) -> Option<&Parameters> {
        match &self.choice {
            Choice::Xof { parameters, .. } => Some(parameters),
            Choice::Hash(_) | Choice::Sized { .. } | Choice::Mac { .. } => None,
        }
    }

    /// Whether name and output length say all that is needed to compute the same.
    pub(crate) fn is_plain(&self) -> bool {
        self.parameters().is_none_or(Parameters::is_empty)
    }

    /// Whether a check believes this length from a tagged line.
    pub(crate) fn is_full_length(&self) -> bool {
        match &self.choice {
            Choice::Hash(_) => true,
            Choice::Sized { output_bytes, .. } => *output_bytes >= LEAST_BELIEVED_BYTES,
            Choice::Xof { row, output_bytes, .. } => *output_bytes >= row.default_output_bytes,
            Choice::Mac { row, keyed } => keyed.tag_bytes() >= row.tag_bytes,
        }
    }

    /// A warning, when the algorithm is broken.
    pub(crate) fn warning(&self) -> Option<String> {
        let status = match &self.choice {
            Choice::Hash(row) | Choice::Sized { row, .. } => row.status,
            Choice::Xof { row, .. } => row.status,
            Choice::Mac { row, .. } => row.status,
        };
        let name = self.name();
        match status {
            Status::Broken => {
                Some(format!("WARNING: {name} is broken; do not rely on it against an adversary"))
            }
            _ => None,
        }
    }

    /// A new stream, before any input.
    pub(crate) fn stream(&self) -> anyhow::Result<Stream> {
        match &self.choice {
            Choice::Hash(row) => Ok(Stream::Hash(row.new_hash())),
            Choice::Sized { row, output_bytes, .. } => {
                Ok(Stream::Hash(row.new_hash_with(&of_length(*output_bytes)).map_err(usage)?))
            }
            Choice::Xof { row, parameters, output_bytes } => {
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
                    let hint = "its output is fixed beforehand";
                    return Err(usage(format_args!("{} takes no --seek; {hint}", row.name)));
                }
                Ok(Stream::Xof { xof, output_bytes: *output_bytes, seek })
            }
            Choice::Mac { keyed, .. } => Ok(Stream::Mac(keyed.clone())),
        }
    }
}

/// The message authentication code of this name.
pub(crate) fn mac_row(name: &str) -> anyhow::Result<&'static MacRow> {
    // A hash that takes a key is a code too, by every name of the hash: `blake2b` is `blake2b-512`.
    let keyed_hash = |_: &UnknownName| registry::mac(registry::hash(name).ok()?.name).ok();
    registry::mac(name).or_else(|error| keyed_hash(&error).ok_or(error)).map_err(unknown_mac)
}

/// `shake128-256` and `shake128/256` as a name and bytes.
pub(crate) fn name_and_length(name: &str) -> Option<(&str, usize)> {
    let (function, bits) = name.rsplit_once(['-', '/', '_'])?;
    let bits: usize = bits.parse().ok()?;
    (bits.is_multiple_of(8) && bits > 0).then_some((function, bits / 8))
}

/// Shorter digests are not believed from a tagged line alone.
const LEAST_BELIEVED_BYTES: usize = 16;

fn of_length(bytes: usize) -> HashParams<'static> {
    HashParams { digest_bytes: Some(bytes), ..HashParams::default() }
}

/// `blake2b` and a length, or `blake2b-200`, `skein512-1000` and so on: the row, the function's name and the length in
/// bytes; nothing where the registry has a row for it or the function no such length.
fn sized(name: &str, length: Option<usize>) -> Option<(&'static HashRow, &'static str, usize)> {
    let (function, bytes) = match (length, name_and_length(name)) {
        // The name is a function's, or has a length that is the same.
        (length, Some((function, bytes))) if length.is_none_or(|length| length == bytes) => {
            (function, bytes)
        }
        (Some(length), _) => (name, length),
        (None, _) => return None,
    };
    let row = registry::hash(function).ok()?;
    // The row's own name has a length, which another must not follow; the function's is an alias.
    let function = normalize(function);
    let function = row.aliases.iter().copied().find(|alias| *alias == function)?;
    let is_function = row.takes.digest_bytes?.contains(bytes);
    let has_row = registry::hash(&format!("{function}-{}", 8 * bytes as u128)).is_ok();
    (is_function && !has_row).then_some((row, function, bytes))
}

fn hash_of_length(name: &str, bytes: usize) -> anyhow::Result<&'static HashRow> {
    let bits = 8 * bytes as u128;
    let named = registry::hash(name);
    if let Ok(row) = named
        && row.digest_bytes == bytes
    {
        return Ok(row);
    }
    // The names of the SHA-2 family are `sha256`, not `sha2-256`.
    let family = if normalize(name) == "sha2" { "sha" } else { name };
    let candidates = [format!("{family}-{bits}"), format!("{family}{bits}")];
    if let Some(row) = candidates.iter().find_map(|name| registry::hash(name).ok()) {
        return Ok(row);
    }
    let row = named.map_err(|_| unknown(name))?;
    let (name, allowed) = (row.name, 8 * row.digest_bytes);
    Err(usage(format_args!("length is {bits} bits; {name} gives {allowed}")))
}
