//! What an algorithm can be told beyond its key and its message.

use astragal::registry::{MacParams, XofParams};

use crate::bytes::input;
use crate::code::Mistake;

/// Parameters of an algorithm. Set `size` and what you need; what is 0 or NULL has its default. In C:
/// `astragal_params params = {.size = sizeof params, .custom = s, .custom_len = n};`
///
/// NULL in place of the whole structure means: all defaults. A parameter that the algorithm does not take
/// is an error, never ignored; only output_len is, where the output does not depend on it.
#[repr(C)]
#[derive(Debug)]
pub struct Params {
    /// sizeof(astragal_params): tells the library which members your header knew.
    pub size: usize,
    /// Customization string S (SP 800-185, RFC 9861, Ascon-CXOF128), or BLAKE3's context for deriving keys.
    /// Non-NULL with length 0 is the empty string, NULL is none.
    pub custom: *const u8,
    /// Its length.
    pub custom_len: usize,
    /// Function name N of cSHAKE (SP 800-185 section 3.4).
    pub function_name: *const u8,
    /// Its length.
    pub function_name_len: usize,
    /// Length of the output or tag, where it has to be known before: KMAC, TupleHash, ParallelHash, and the
    /// codes whose tag may be shortened.
    pub output_len: usize,
    /// Block size B of ParallelHash (SP 800-185 section 6); by default 8192.
    pub block_len: usize,
    /// Domain separation byte of TurboSHAKE, 0x01 to 0x7f (RFC 9861 section 2); by default 0x1f. As long as the
    /// other members, so that the structure has no padding at its end, where a later member would be overlooked.
    pub domain: usize,
    /// Key of an algorithm of the kind ASTRAGAL_KEYED_XOF. Non-NULL with length 0 is the empty key, NULL is none.
    pub key: *const u8,
    /// Its length.
    pub key_len: usize,
}

/// A structure of this size ends with its last member.
const _: () =
    assert!(size_of::<Params>() == core::mem::offset_of!(Params, key_len) + size_of::<usize>());

/// The same, read and checked.
#[derive(Clone, Copy, Default)]
pub(crate) struct Given<'a> {
    key: Option<&'a [u8]>,
    custom: Option<&'a [u8]>,
    function_name: Option<&'a [u8]>,
    output_bytes: Option<usize>,
    block_bytes: Option<usize>,
    domain: Option<u8>,
}

impl<'a> Given<'a> {
    /// A key, if there is one, and nothing else.
    pub(crate) fn keyed(key: Option<&'a [u8]>) -> Self {
        Self { key, ..Self::default() }
    }

    /// # Safety
    /// Unless it is NULL, `params` points to a structure of the size that its first member says, and each
    /// string in it is valid for reads of its length.
    pub(crate) unsafe fn read(params: *const Params) -> Result<Self, Mistake> {
        if params.is_null() {
            return Ok(Self::default());
        }
        // SAFETY: the first member is there in every version of the structure.
        let given = unsafe { params.cast::<usize>().read() };
        let known = size_of::<Params>();
        // The first version is the shortest. A longer one, from a later header, asks for what is unknown here.
        if given != known {
            return Err(Mistake::Params { given, known });
        }
        // SAFETY: it has the size of this version.
        let params = unsafe { &*params };
        // SAFETY: the caller's promise.
        let (key, custom, function_name) = unsafe {
            (
                string("the key", params.key, params.key_len)?,
                string("the customization string", params.custom, params.custom_len)?,
                string("the function name", params.function_name, params.function_name_len)?,
            )
        };
        let domain = match params.domain {
            0 => None,
            domain => Some(u8::try_from(domain).map_err(|_| Mistake::Domain(domain))?),
        };
        Ok(Self {
            key,
            custom,
            function_name,
            output_bytes: unless_zero(params.output_len),
            block_bytes: unless_zero(params.block_len),
            domain,
        })
    }

    /// An error if anything is given: `algorithm` takes nothing.
    pub(crate) fn check_none(&self, algorithm: &'static str) -> Result<(), Mistake> {
        let custom = self.custom.map(|_| "customization string");
        match custom.or(self.beyond_mac()) {
            Some(what) => Err(not_taken(algorithm, what)),
            None => Ok(()),
        }
    }

    pub(crate) fn for_xof(&self) -> XofParams<'a> {
        let Self { key, custom, function_name, output_bytes, block_bytes, domain } = *self;
        XofParams { key, custom, function_name, domain, block_bytes, output_bytes }
    }

    pub(crate) fn for_mac(&self, algorithm: &'static str) -> Result<MacParams<'a>, Mistake> {
        match self.beyond_mac() {
            Some(what) => Err(not_taken(algorithm, what)),
            None => Ok(MacParams { custom: self.custom, tag_bytes: self.output_bytes }),
        }
    }

    fn beyond_mac(&self) -> Option<&'static str> {
        let name = self.function_name.map(|_| "function name");
        let block = self.block_bytes.map(|_| "block size");
        let domain = self.domain.map(|_| "domain byte");
        // A code has its key as an argument.
        name.or(block).or(domain).or(self.key.map(|_| "key among its parameters"))
    }
}

/// # Safety
/// Unless it is NULL, `start` is valid for reads of `length` bytes.
unsafe fn string<'a>(
    what: &'static str,
    start: *const u8,
    length: usize,
) -> Result<Option<&'a [u8]>, Mistake> {
    // SAFETY: the caller's promise.
    let bytes = unsafe { input(what, start, length) }?;
    Ok((!start.is_null()).then_some(bytes))
}

fn unless_zero(number: usize) -> Option<usize> {
    (number != 0).then_some(number)
}

fn not_taken(algorithm: &'static str, what: &'static str) -> Mistake {
    Mistake::Parameter(astragal::error::ParameterError::NotTaken { algorithm, what })
}
