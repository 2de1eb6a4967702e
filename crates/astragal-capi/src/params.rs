//! Parameters of hashes, XOFs and MACs, in addition to the key and the message.

use core::mem::{offset_of, size_of};
use core::ptr;

use astragal::error::{Allowed, ParameterError};
use astragal::hash::Blake2Node;
use astragal::registry::{HashParams, HashRow, MacParams, TreeParams, XofParams};

use crate::buffers::input;
use crate::error::Error;

/// Parameters of an algorithm. Set `size` and the members you need; members that are 0 or NULL take their default
/// values. In C:
/// `astragal_params params = {.size = sizeof params, .custom = s, .custom_len = n};`
///
/// If NULL is passed instead of the structure, all parameters take their default values. A parameter that the algorithm
/// does not accept is an error. The exception is output_len: an algorithm that has no parameter for the output length
/// ignores it.
#[repr(C)]
#[derive(Debug)]
pub struct Params {
    /// Size of this structure, sizeof(astragal_params). The size tells the library which version of the structure it
    /// received.
    pub size: usize,
    /// Customization string S (SP 800-185, RFC 9861, Ascon-CXOF128), or the key derivation context of BLAKE3. NULL
    /// means no string; any other pointer with length 0 means the empty string.
    pub custom: *const u8,
    /// Length of `custom` in bytes.
    pub custom_len: usize,
    /// Function name N of cSHAKE (SP 800-185 section 3.4).
    pub function_name: *const u8,
    /// Length of `function_name` in bytes.
    pub function_name_len: usize,
    /// Length of the output or tag in bytes, for algorithms that take this length as a parameter: KMAC, TupleHash,
    /// ParallelHash, BLAKE2, Skein, and MACs with tags that can be truncated.
    pub output_len: usize,
    /// Block size B of ParallelHash in bytes (SP 800-185 section 6); default 8192.
    pub block_len: usize,
    /// Domain separation byte of TurboSHAKE, 0x01 to 0x7f (RFC 9861 section 2); default 0x1f. The member is as wide as
    /// the other members, so that the structure has no padding.
    pub domain: usize,
    /// Key for an algorithm of the kind ASTRAGAL_KEYED_XOF, or for BLAKE2 or Skein as a hash function. NULL means no
    /// key; any other pointer with length 0 means the empty key.
    pub key: *const u8,
    /// Length of `key` in bytes.
    pub key_len: usize,
    /// Salt of BLAKE and BLAKE2. BLAKE-224 and BLAKE-256 take 16 bytes, BLAKE-384 and BLAKE-512 take 32 bytes. BLAKE2b
    /// takes at most 16 bytes, BLAKE2s at most 8 bytes.
    pub salt: *const u8,
    /// Length of `salt` in bytes.
    pub salt_len: usize,
    /// Personalization of Skein and BLAKE2. BLAKE2b takes at most 16 bytes, BLAKE2s at most 8 bytes.
    pub personal: *const u8,
    /// Length of `personal` in bytes.
    pub personal_len: usize,
    /// Public key parameter of Skein: the signer's public key, if the digest is signed.
    pub public_key: *const u8,
    /// Length of `public_key` in bytes.
    pub public_key_len: usize,
    /// Key identifier of Skein, for key derivation.
    pub key_id: *const u8,
    /// Length of `key_id` in bytes.
    pub key_id_len: usize,
    /// Nonce of Skein.
    pub nonce: *const u8,
    /// Length of `nonce` in bytes.
    pub nonce_len: usize,
    /// Position of a node in a BLAKE2 tree; NULL if the message is hashed sequentially.
    pub node: *const TreeNode,
}

/// Checks that the structure has no padding after its last member.
const _: () = assert!(size_of::<Params>() == offset_of!(Params, node) + size_of::<usize>());

/// Size in bytes of the structure's first version, which ended with the member `key_len`.
const FIRST_VERSION_BYTES: usize = offset_of!(Params, salt);

impl Default for Params {
    /// Returns parameters that all have their default values.
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

/// Position of a node in a BLAKE2 tree, and the shape of the tree (BLAKE2 paper, section 2.10). The caller builds the
/// tree by hashing each node separately.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct TreeNode {
    /// Number of nodes to the left in the same layer; below 2^48 for BLAKE2s.
    pub offset: u64,
    /// Maximum leaf length in bytes; 0 means unlimited.
    pub leaf_len: u32,
    /// Maximum number of children of a node; 0 means unlimited, and 1 means sequential hashing.
    pub fanout: u8,
    /// Height of the tree; 255 means unlimited, and 1 means sequential hashing.
    pub depth: u8,
    /// Layer of the node; leaves have layer 0.
    pub node_depth: u8,
    /// Digest length of inner nodes in bytes.
    pub inner_len: u8,
    /// Whether the node is the last node of its layer: 1 if it is, 0 otherwise.
    pub is_last: u32,
}

/// Parameters of the C structure, converted to slices and options.
#[derive(Clone, Copy, Default)]
pub(crate) struct ParsedParams<'a> {
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

impl<'a> ParsedParams<'a> {
    /// Returns parameters with this key and no other parameter set.
    pub(crate) fn keyed(key: Option<&'a [u8]>) -> Self {
        Self { key, ..Self::default() }
    }

    /// Converts the C structure to slices and options. NULL gives the default values.
    ///
    /// # Safety
    /// `params` must be NULL or point to a structure whose first member holds the structure's size. Each string in the
    /// structure must be valid for reads of its length.
    pub(crate) unsafe fn parse(params: *const Params) -> Result<Self, Error> {
        if params.is_null() {
            return Ok(Self::default());
        }
        // SAFETY: every version of the structure has `size` as its first member.
        let given = unsafe { params.cast::<usize>().read() };
        let known = size_of::<Params>();
        // Accepts only the sizes of the two known versions of the structure. A larger structure comes from a program
        // that was compiled with a later header. It may set parameters that this version of the library does not know.
        if given != known && given != FIRST_VERSION_BYTES {
            return Err(Error::StructSize { given, known });
        }
        let mut complete = Params::default();
        // SAFETY: the structure has `given` bytes, which is not more than the size of `Params`. Any bytes are valid for
        // its fields.
        unsafe { ptr::copy_nonoverlapping(params.cast::<u8>(), (&raw mut complete).cast(), given) };
        let params = &complete;
        // SAFETY: the caller upholds this function's contract.
        let node = unsafe { params.node.as_ref() };
        // SAFETY: the caller upholds this function's contract.
        let (key, custom, function_name) = unsafe {
            (
                string("key", params.key, params.key_len)?,
                string("customization string", params.custom, params.custom_len)?,
                string("function name", params.function_name, params.function_name_len)?,
            )
        };
        // SAFETY: the caller upholds this function's contract.
        let (salt, personal, public_key, key_id, nonce) = unsafe {
            (
                string("salt", params.salt, params.salt_len)?,
                string("personalization", params.personal, params.personal_len)?,
                string("public key", params.public_key, params.public_key_len)?,
                string("key identifier", params.key_id, params.key_id_len)?,
                string("nonce", params.nonce, params.nonce_len)?,
            )
        };
        let domain = match params.domain {
            0 => None,
            domain => Some(u8::try_from(domain).map_err(|_| Error::Domain(domain))?),
        };
        Ok(Self {
            key,
            custom,
            function_name,
            output_bytes: nonzero(params.output_len),
            block_bytes: nonzero(params.block_len),
            domain,
            salt,
            personal,
            public_key,
            key_id,
            nonce,
            node: node.map(TreeNode::read),
        })
    }

    /// Returns an error if any parameter except `output_len` is set.
    pub(crate) fn check_none(&self, algorithm: &'static str) -> Result<(), Error> {
        let key = self.key.map(|_| "key in its parameters");
        let custom = self.custom.map(|_| "customization string");
        match custom.or(self.xof_only()).or(self.hash_only()).or(key) {
            Some(what) => Err(not_taken(algorithm, what)),
            None => Ok(()),
        }
    }

    pub(crate) fn for_hash(&self, row: &HashRow) -> Result<HashParams<'a>, Error> {
        let Self { key, salt, personal, public_key, key_id, nonce, node, .. } = *self;
        let custom = self.custom.map(|_| "customization string");
        if let Some(what) = custom.or(self.xof_only()) {
            return Err(not_taken(row.name, what));
        }
        let digest_bytes = self.output_bytes.filter(|_| row.takes.digest_bytes.is_some());
        Ok(HashParams { digest_bytes, key, salt, personal, node, public_key, key_id, nonce })
    }

    pub(crate) fn for_xof(&self, algorithm: &'static str) -> Result<XofParams<'a>, Error> {
        let Self { key, custom, function_name, output_bytes, block_bytes, domain, .. } = *self;
        match self.hash_only() {
            Some(what) => Err(not_taken(algorithm, what)),
            None => Ok(XofParams { key, custom, function_name, domain, block_bytes, output_bytes }),
        }
    }

    pub(crate) fn for_mac(&self, algorithm: &'static str) -> Result<MacParams<'a>, Error> {
        // A MAC takes its key as a separate argument, so the parameters must not contain a key.
        let key = self.key.map(|_| "key in its parameters");
        match self.xof_only().or(self.hash_only()).or(key) {
            Some(what) => Err(not_taken(algorithm, what)),
            None => Ok(MacParams { custom: self.custom, tag_bytes: self.output_bytes }),
        }
    }

    /// Returns the parameters for distributed tree hashing.
    pub(crate) fn for_tree(&self, algorithm: &'static str) -> Result<TreeParams<'a>, Error> {
        let name = self.function_name.map(|_| "function name");
        let domain = self.domain.map(|_| "domain byte");
        if let Some(what) = self.hash_only().or(name).or(domain) {
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

    /// Returns the name of a parameter that is set although only XOFs accept it. `None` if there is none.
    fn xof_only(&self) -> Option<&'static str> {
        let name = self.function_name.map(|_| "function name");
        let block = self.block_bytes.map(|_| "block size");
        name.or(block).or(self.domain.map(|_| "domain byte"))
    }

    /// Returns the name of a parameter that is set although only hash functions accept it. `None` if there is none.
    fn hash_only(&self) -> Option<&'static str> {
        let strings = [
            (self.salt, "salt"),
            (self.personal, "personalization"),
            (self.public_key, "public key"),
            (self.key_id, "key identifier"),
            (self.nonce, "nonce"),
        ];
        let string = strings.iter().find_map(|(string, what)| string.map(|_| *what));
        string.or(self.node.map(|_| "tree node"))
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

/// Returns a string parameter, or `None` for NULL.
///
/// # Safety
/// `start` must be NULL or valid for reads of `length` bytes.
unsafe fn string<'a>(
    what: &'static str,
    start: *const u8,
    length: usize,
) -> Result<Option<&'a [u8]>, Error> {
    // SAFETY: the caller upholds this function's contract.
    let bytes = unsafe { input(what, start, length) }?;
    Ok((!start.is_null()).then_some(bytes))
}

fn nonzero(number: usize) -> Option<usize> {
    (number != 0).then_some(number)
}

fn not_taken(algorithm: &'static str, what: &'static str) -> Error {
    Error::Parameter(ParameterError::NotTaken { algorithm, what })
}
