//! What an algorithm can be told beyond its key and its message.

use core::mem::{offset_of, size_of};
use core::ptr;

use astragal::error::{Allowed, ParameterError};
use astragal::hash::Blake2Node;
use astragal::registry::{HashParams, HashRow, MacParams, TreeParams, XofParams};

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
    /// Length of the output or tag, where it has to be known before: KMAC, TupleHash, ParallelHash, BLAKE2, Skein,
    /// and the codes whose tag may be shortened.
    pub output_len: usize,
    /// Block size B of ParallelHash (SP 800-185 section 6); by default 8192.
    pub block_len: usize,
    /// Domain separation byte of TurboSHAKE, 0x01 to 0x7f (RFC 9861 section 2); by default 0x1f. As long as the
    /// other members, so that the structure has no padding at its end, where a later member would be overlooked.
    pub domain: usize,
    /// Key of an algorithm of the kind ASTRAGAL_KEYED_XOF, and of BLAKE2 and Skein as hash functions. Non-NULL with
    /// length 0 is the empty key, NULL is none.
    pub key: *const u8,
    /// Its length.
    pub key_len: usize,
    /// Salt of BLAKE (16 bytes, or 32 of BLAKE-384 and BLAKE-512) and of BLAKE2 (at most 16, or 8 of BLAKE2s).
    pub salt: *const u8,
    /// Its length.
    pub salt_len: usize,
    /// Personalization of Skein, and of BLAKE2 (at most 16 bytes, or 8 of BLAKE2s).
    pub personal: *const u8,
    /// Its length.
    pub personal_len: usize,
    /// Skein's public key, that the digest's signature is verified with.
    pub public_key: *const u8,
    /// Its length.
    pub public_key_len: usize,
    /// Skein's key identifier, of the key to derive.
    pub key_id: *const u8,
    /// Its length.
    pub key_id_len: usize,
    /// Skein's nonce.
    pub nonce: *const u8,
    /// Its length.
    pub nonce_len: usize,
    /// Slot in a tree of BLAKE2; NULL for no tree.
    pub node: *const TreeNode,
}

/// A structure of this size ends with its last member.
const _: () = assert!(size_of::<Params>() == offset_of!(Params, node) + size_of::<usize>());

/// The size of the first version, which ended with the key.
const FIRST_VERSION: usize = offset_of!(Params, salt);

impl Default for Params {
    /// No parameters.
    fn default() -> Self {
        Self {
            size: size_of::<Self>(),
            custom: ptr::null(),
            custom_len: 0,
            function_name: ptr::null(),
            function_name_len: 0,
            output_len: 0,
            block_len: 0,
            domain: 0,
            key: ptr::null(),
            key_len: 0,
            salt: ptr::null(),
            salt_len: 0,
            personal: ptr::null(),
            personal_len: 0,
            public_key: ptr::null(),
            public_key_len: 0,
            key_id: ptr::null(),
            key_id_len: 0,
            nonce: ptr::null(),
            nonce_len: 0,
            node: ptr::null(),
        }
    }
}

/// The place of a node in a tree of BLAKE2 whose shape the caller makes (the BLAKE2 paper, section 2.10).
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct TreeNode {
    /// The number of nodes to the left in the same layer; below 2^48 for BLAKE2s.
    pub offset: u64,
    /// The longest leaf in bytes, 0 for any.
    pub leaf_len: u32,
    /// The most children of a node, 0 for any number; 1 without a tree.
    pub fanout: u8,
    /// The tree's height, 255 for any; 1 without a tree.
    pub depth: u8,
    /// The layer, 0 for leaves.
    pub node_depth: u8,
    /// The length of the digests of inner nodes.
    pub inner_len: u8,
    /// 1 for the last node of its layer, else 0.
    pub is_last: u32,
}

/// The same, read and checked.
#[derive(Clone, Copy, Default)]
pub(crate) struct Given<'a> {
    key: Option<&'a [u8]>,
    custom: Option<&'a [u8]>,
    function_name: Option<&'a [u8]>,
    output_bytes: Option<usize>,
    block_bytes: Option<usize>,
    domain: Option<u8>,
    salt: Option<&'a [u8]>,
    personal: Option<&'a [u8]>,
    public_key: Option<&'a [u8]>,
    key_id: Option<&'a [u8]>,
    nonce: Option<&'a [u8]>,
    node: Option<Blake2Node>,
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
        // A longer one, from a later header, asks for what is unknown here.
        if given != known && given != FIRST_VERSION {
            return Err(Mistake::Params { given, known });
        }
        let mut whole = Params::default();
        // SAFETY: it has so many bytes, no more than this version; what they are is a valid part of it.
        unsafe { ptr::copy_nonoverlapping(params.cast::<u8>(), (&raw mut whole).cast(), given) };
        let params = &whole;
        // SAFETY: the caller's promise.
        let node = unsafe { params.node.as_ref() };
        // SAFETY: the caller's promise.
        let (key, custom, function_name) = unsafe {
            (
                string("the key", params.key, params.key_len)?,
                string("the customization string", params.custom, params.custom_len)?,
                string("the function name", params.function_name, params.function_name_len)?,
            )
        };
        // SAFETY: the caller's promise.
        let (salt, personal, public_key, key_id, nonce) = unsafe {
            (
                string("the salt", params.salt, params.salt_len)?,
                string("the personalization", params.personal, params.personal_len)?,
                string("the public key", params.public_key, params.public_key_len)?,
                string("the key identifier", params.key_id, params.key_id_len)?,
                string("the nonce", params.nonce, params.nonce_len)?,
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
            salt,
            personal,
            public_key,
            key_id,
            nonce,
            node: node.map(TreeNode::read),
        })
    }

    /// An error if anything is given: `algorithm` takes nothing.
    pub(crate) fn check_none(&self, algorithm: &'static str) -> Result<(), Mistake> {
        let key = self.key.map(|_| "key among its parameters");
        let custom = self.custom.map(|_| "customization string");
        match custom.or(self.beyond_hash_and_mac()).or(self.of_hash()).or(key) {
            Some(what) => Err(not_taken(algorithm, what)),
            None => Ok(()),
        }
    }

    pub(crate) fn for_hash(&self, row: &HashRow) -> Result<HashParams<'a>, Mistake> {
        let Self { key, salt, personal, public_key, key_id, nonce, node, .. } = *self;
        let custom = self.custom.map(|_| "customization string");
        if let Some(what) = custom.or(self.beyond_hash_and_mac()) {
            return Err(not_taken(row.name, what));
        }
        let digest_bytes = self.output_bytes.filter(|_| row.takes.digest_bytes.is_some());
        Ok(HashParams { digest_bytes, key, salt, personal, node, public_key, key_id, nonce })
    }

    pub(crate) fn for_xof(&self, algorithm: &'static str) -> Result<XofParams<'a>, Mistake> {
        let Self { key, custom, function_name, output_bytes, block_bytes, domain, .. } = *self;
        match self.of_hash() {
            Some(what) => Err(not_taken(algorithm, what)),
            None => Ok(XofParams { key, custom, function_name, domain, block_bytes, output_bytes }),
        }
    }

    pub(crate) fn for_mac(&self, algorithm: &'static str) -> Result<MacParams<'a>, Mistake> {
        // A code has its key as an argument.
        let key = self.key.map(|_| "key among its parameters");
        match self.beyond_hash_and_mac().or(self.of_hash()).or(key) {
            Some(what) => Err(not_taken(algorithm, what)),
            None => Ok(MacParams { custom: self.custom, tag_bytes: self.output_bytes }),
        }
    }

    /// Parameters of a tree hash whose parts are hashed apart.
    pub(crate) fn for_tree(&self, algorithm: &'static str) -> Result<TreeParams<'a>, Mistake> {
        let name = self.function_name.map(|_| "function name");
        let domain = self.domain.map(|_| "domain byte");
        if let Some(what) = self.of_hash().or(name).or(domain) {
            return Err(not_taken(algorithm, what));
        }
        let key = match self.key {
            Some(key) => {
                let key = key.try_into().map_err(|_| ParameterError::Length {
                    algorithm,
                    what: "key",
                    given: key.len(),
                    allowed: Allowed::Exactly(32),
                })?;
                Some(key)
            }
            None => None,
        };
        let is_blake3 = algorithm == "blake3";
        Ok(TreeParams {
            custom: self.custom.filter(|_| !is_blake3),
            context: self.custom.filter(|_| is_blake3),
            block_bytes: self.block_bytes,
            key,
        })
    }

    /// What of this only extendable-output functions take.
    fn beyond_hash_and_mac(&self) -> Option<&'static str> {
        let name = self.function_name.map(|_| "function name");
        let block = self.block_bytes.map(|_| "block size");
        name.or(block).or(self.domain.map(|_| "domain byte"))
    }

    /// What of this only hashes take.
    fn of_hash(&self) -> Option<&'static str> {
        let strings = [
            (self.salt, "salt"),
            (self.personal, "personalization"),
            (self.public_key, "public key"),
            (self.key_id, "key identifier"),
            (self.nonce, "nonce"),
        ];
        let string = strings.iter().find_map(|(string, what)| string.map(|_| *what));
        string.or(self.node.map(|_| "place in a tree"))
    }
}

impl TreeNode {
    fn read(&self) -> Blake2Node {
        Blake2Node {
            fanout: self.fanout,
            depth: self.depth,
            leaf_bytes: self.leaf_len,
            offset: self.offset,
            node_depth: self.node_depth,
            inner_bytes: self.inner_len,
            is_last: self.is_last != 0,
        }
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
    Mistake::Parameter(ParameterError::NotTaken { algorithm, what })
}
