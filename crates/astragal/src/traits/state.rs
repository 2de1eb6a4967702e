//! Serialization of hash states, so that another process or machine can import a state and continue. The bytes are the
//! same for every backend and on machines of either byte order.
//!
//! A family implements [`SerializeState`] for the fields of its state. This module adds the envelope:
//!
//! | bytes | contents |
//! |---|---|
//! | 15 | `astragal state ` |
//! | 1 | the version, `1` |
//! | 1 | the kind of object: `h`, `x`, `n`, `m` or `k`, see [`StateKind`] |
//! | 1 | 1 when the state holds a key, else 0 |
//! | 1 | the name's length |
//! | … | the algorithm's canonical name |
//! | … | the fields; numbers are little-endian |
//! | 8 | CRC-64/XZ of all preceding bytes, little-endian |

#[cfg(feature = "alloc")]
use alloc::borrow::ToOwned;
#[cfg(feature = "alloc")]
use alloc::string::String;
#[cfg(feature = "alloc")]
use alloc::vec::Vec;

#[cfg(feature = "alloc")]
use crate::error::{ImportError, StateError};
#[cfg(feature = "alloc")]
use crate::platform::stack::{STACK_BYTES, with_stack_wipe};
use crate::platform::words::Word;

const MAGIC: &[u8] = b"astragal state ";
const VERSION: u8 = b'1';
const CHECKSUM_BYTES: usize = 8;

/// Writer or reader of a state's fields.
#[expect(missing_debug_implementations, reason = "the fields of a state may be secret")]
pub enum Fields<'a> {
    /// Writer: calls the function with each serialized field.
    Write(&'a mut dyn FnMut(&[u8])),
    /// Reader: holds the bytes that have not been read yet. Reading a field removes it from their start.
    Read(&'a [u8]),
}

/// Result of a serialization step: `None` if the bytes are not a valid state.
pub(crate) type Serialized = Option<()>;

/// Type with a serializable state.
pub trait SerializeState {
    /// Passes every field of the state to `fields`, which either writes the field or replaces it with a value read from
    /// a serialized state. Also checks the values read, so that later operations cannot panic.
    fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized;
}

impl Fields<'_> {
    pub(crate) fn bytes(&mut self, field: &mut [u8]) -> Serialized {
        match self {
            Self::Write(write) => write(field),
            Self::Read(rest) => {
                let (head, tail) = rest.split_at_checked(field.len())?;
                field.copy_from_slice(head);
                *rest = tail;
            }
        }
        Some(())
    }

    /// Serializes a number as eight bytes.
    pub(crate) fn size(&mut self, field: &mut usize) -> Serialized {
        let mut number = *field as u64;
        number.serialize(self)?;
        *field = usize::try_from(number).ok()?;
        Some(())
    }

    /// Serializes a number that fits in one byte.
    pub(crate) fn small(&mut self, field: &mut usize) -> Serialized {
        let mut number = u8::try_from(*field).ok()?;
        number.serialize(self)?;
        *field = number.into();
        Some(())
    }

    /// Serializes a byte string of any length, preceded by its length.
    #[cfg(feature = "alloc")]
    pub(crate) fn string(&mut self, field: &mut Vec<u8>) -> Serialized {
        let mut length = field.len();
        self.size(&mut length)?;
        if let Self::Read(rest) = self {
            Self::check(length <= rest.len())?;
            field.resize(length, 0);
        }
        self.bytes(field)
    }

    /// Returns `None` if `holds` is false. Callers pass a condition that every valid field satisfies.
    pub(crate) fn check(holds: bool) -> Serialized {
        holds.then_some(())
    }
}

impl<W: Word> SerializeState for W {
    fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized {
        match fields {
            Fields::Write(write) => write(self.to_le().as_ref()),
            Fields::Read(rest) => {
                let (head, tail) = rest.split_at_checked(size_of::<W>())?;
                *self = W::from_le(head);
                *rest = tail;
            }
        }
        Some(())
    }
}

impl<W: Word, const N: usize> SerializeState for [W; N] {
    fn serialize(&mut self, fields: &mut Fields<'_>) -> Serialized {
        self.iter_mut().try_for_each(|word| word.serialize(fields))
    }
}

/// Object kind stored in a serialized state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StateKind {
    /// Hash with a digest of fixed length.
    Hash = b'h' as isize,
    /// Extendable-output function, or hash of variable length. The object must still be absorbing.
    Xof = b'x' as isize,
    /// Extendable-output function selected at run time, with its parameters. The object may be absorbing or squeezing.
    DynXof = b'n' as isize,
    /// MAC selected at compile time.
    Mac = b'm' as isize,
    /// MAC selected at run time. The export contains the current state, the tag length, and the keyed state before the
    /// message, to which a reset returns.
    DynMac = b'k' as isize,
}

/// Methods for state export that a family implements in addition to [`SerializeState`].
pub trait StateEngine: SerializeState + Clone {
    /// Object kind.
    const KIND: StateKind;

    /// Returns the algorithm's canonical name.
    fn name(&self) -> &'static str;
    /// Returns whether the state holds a key or other secret data.
    fn is_keyed(&self) -> bool {
        false
    }
}

/// Hash, extendable-output function or MAC with a state that can be exported. Another process or machine can import the
/// state and continue.
///
/// The bytes are the same for every backend and on machines of either byte order. The checksum detects damage but not
/// manipulation: an attacker who can alter a state controls the result. A state also reveals a part of the message,
/// namely its last bytes. If the message is short, the state reveals all of it.
///
/// ```
/// use astragal::hash::Sha256;
/// use astragal::hazmat::state::ExportState;
///
/// let mut hash = Sha256::new();
/// hash.update(b"first half, ");
/// let state = hash.export_state()?;
///
/// let mut elsewhere = Sha256::import_state(&state)?;
/// elsewhere.update(b"second half");
/// assert_eq!(elsewhere.finalize(), Sha256::hash(b"first half, second half"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[cfg(feature = "alloc")]
pub trait ExportState: StateEngine {
    /// Creates an object with arbitrary parameters. An import replaces the whole state of this object.
    #[doc(hidden)]
    fn empty() -> Self;

    /// Returns the state as bytes.
    ///
    /// # Errors
    /// [`StateError::Keyed`] if the state holds a key; see [`export_state_with_key`](Self::export_state_with_key).
    fn export_state(&self) -> Result<Vec<u8>, StateError> {
        export(self, Keys::Refused)
    }

    /// Returns the state as bytes, even if it holds a key. The bytes are then as secret as the key.
    fn export_state_with_key(&self) -> Vec<u8> {
        let state = export(self, Keys::Allowed);
        state.unwrap_or_default()
    }

    /// Creates an object from an exported state.
    ///
    /// # Errors
    /// [`ImportError`] if `state` is damaged, belongs to another algorithm or version, or holds a key.
    fn import_state(state: &[u8]) -> Result<Self, ImportError> {
        import(Self::empty(), state, Keys::Refused)
    }

    /// Like [`import_state`](Self::import_state), but also accepts a state that holds a key.
    ///
    /// # Errors
    /// [`ImportError`] if `state` is damaged or belongs to another algorithm or version.
    fn import_state_with_key(state: &[u8]) -> Result<Self, ImportError> {
        import(Self::empty(), state, Keys::Allowed)
    }
}

/// Says whether an export or import accepts a state that holds a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keys {
    /// States with a key are rejected.
    Refused,
    /// States with a key are accepted.
    Allowed,
}

/// Serializes the state of `engine`.
#[cfg(feature = "alloc")]
pub(crate) fn export<E: StateEngine>(engine: &E, keys: Keys) -> Result<Vec<u8>, StateError> {
    Description::of(engine).export(keys, &|write| write(&mut engine.clone()))
}

/// Type-erased description of an object. Export and import take this description instead of a generic type. They are
/// therefore compiled once, instead of once for each of hundreds of types.
#[cfg(feature = "alloc")]
struct Description {
    kind: StateKind,
    name: &'static str,
    keyed: bool,
    /// Number of stack bytes to wipe after the export or import of a state with a key. This number covers the object
    /// and its copies.
    stack: usize,
}

/// Function that receives a copy of an object and serializes the copy.
#[cfg(feature = "alloc")]
type Take<'a> = dyn FnMut(&mut dyn SerializeState) + 'a;

#[cfg(feature = "alloc")]
impl Description {
    fn of<E: StateEngine>(engine: &E) -> Self {
        let stack = STACK_BYTES + 4 * size_of::<E>();
        Self { kind: E::KIND, name: engine.name(), keyed: engine.is_keyed(), stack }
    }

    /// Returns the state as bytes. `copy` must call its argument with a copy of the object.
    fn export(&self, keys: Keys, copy: &dyn Fn(&mut Take<'_>)) -> Result<Vec<u8>, StateError> {
        let mut bytes = Vec::new();
        let mut write = || {
            copy(&mut |object| bytes = envelope(self.kind, self.name, self.keyed, object));
        };
        match (self.keyed, keys) {
            (true, Keys::Refused) => return Err(StateError::Keyed { algorithm: self.name }),
            (true, Keys::Allowed) => with_stack_wipe(self.stack, write),
            (false, _) => write(),
        }
        Ok(bytes)
    }

    /// Loads `state` into `object`, which must be empty and match this description. Returns whether the state holds a
    /// key.
    fn import(
        &self,
        object: &mut dyn SerializeState,
        state: &[u8],
        keys: Keys,
    ) -> Result<bool, ImportError> {
        let Header { keyed, fields, .. } = Header::expect(state, self.kind, self.name, keys)?;
        let stack = if keyed { self.stack } else { 0 };
        read(object, fields, stack).ok_or(ImportError::Damaged)?;
        Ok(keyed)
    }
}

/// Serializes an object: the header, the object's fields, and the checksum.
#[cfg(feature = "alloc")]
fn envelope(kind: StateKind, name: &str, keyed: bool, object: &mut dyn SerializeState) -> Vec<u8> {
    let mut compose = |write: &mut dyn FnMut(&[u8])| {
        write(MAGIC);
        #[expect(clippy::cast_possible_truncation, reason = "a name has at most 32 bytes")]
        write(&[VERSION, kind as u8, keyed.into(), name.len() as u8]);
        write(name.as_bytes());
        let written = object.serialize(&mut Fields::Write(write));
        debug_assert!(written.is_some(), "a state that exists can be serialized");
    };
    // Computes the length first, because a growing vector would leave copies of the state in freed memory.
    let mut length = CHECKSUM_BYTES;
    compose(&mut |field| length += field.len());
    let mut bytes = Vec::with_capacity(length);
    compose(&mut |field| bytes.extend_from_slice(field));
    let checksum = crc64(&bytes);
    bytes.extend_from_slice(&checksum);
    bytes
}

/// Loads `state` into `object`, which must be empty.
#[cfg(feature = "alloc")]
pub(crate) fn import<E: StateEngine>(
    mut object: E,
    state: &[u8],
    keys: Keys,
) -> Result<E, ImportError> {
    match Description::of(&object).import(&mut object, state, keys) {
        Ok(keyed) if object.is_keyed() == keyed => Ok(object),
        Ok(_) => Err(ImportError::Damaged),
        Err(error) => Err(error),
    }
}

/// Deserializes all of `fields` into `object`. Then serializes `object` again and compares the bytes. They differ if
/// redundant fields, such as two copies of the same initial state, have different values. In this case, the import
/// fails. Finally wipes `stack` bytes of the stack, where deserialization leaves the key of a keyed state.
#[cfg(feature = "alloc")]
fn read(object: &mut dyn SerializeState, fields: &[u8], stack: usize) -> Serialized {
    let mut read = || {
        let mut unread = Fields::Read(fields);
        object.serialize(&mut unread)?;
        Fields::check(matches!(unread, Fields::Read([])))?;
        let (mut expected, mut difference) = (fields, 0);
        object.serialize(&mut Fields::Write(&mut |field| {
            let (head, tail) = expected.split_at(field.len().min(expected.len()));
            difference |= u8::from(head.len() != field.len());
            difference |= head.iter().zip(field).fold(0, |bits, (a, b)| bits | a ^ b);
            expected = tail;
        }))?;
        Fields::check(difference == 0 && expected.is_empty())
    };
    if stack > 0 { with_stack_wipe(stack, read) } else { read() }
}

/// Header of a serialized state.
#[cfg(feature = "alloc")]
pub(crate) struct Header<'a> {
    pub(crate) kind: u8,
    keyed: bool,
    pub(crate) name: &'a str,
    fields: &'a [u8],
}

#[cfg(feature = "alloc")]
impl<'a> Header<'a> {
    pub(crate) fn read(state: &'a [u8]) -> Result<Self, ImportError> {
        let rest = state.strip_prefix(MAGIC).ok_or(ImportError::Foreign)?;
        match rest.split_first() {
            None => Err(ImportError::Damaged),
            Some((&VERSION, rest)) => Self::read_rest(state, rest).ok_or(ImportError::Damaged),
            Some((&given, _)) => Err(ImportError::Version { given }),
        }
    }

    /// Parses the header of `state`, and checks the object kind and the algorithm name.
    fn expect(
        state: &'a [u8],
        kind: StateKind,
        expected: &'static str,
        keys: Keys,
    ) -> Result<Self, ImportError> {
        let header = Self::read(state)?;
        if header.kind != kind as u8 || header.name != expected {
            let given = described(header.kind, header.name);
            return Err(ImportError::Algorithm { given, expected });
        }
        if header.keyed && keys == Keys::Refused {
            return Err(ImportError::Keyed { algorithm: expected });
        }
        Ok(header)
    }

    fn read_rest(state: &[u8], rest: &'a [u8]) -> Option<Self> {
        let (rest, checksum) = rest.split_last_chunk::<CHECKSUM_BYTES>()?;
        let (covered, _) = state.split_at(state.len() - CHECKSUM_BYTES);
        Fields::check(*checksum == crc64(covered))?;
        let (&[kind, keyed, length], rest) = rest.split_first_chunk()?;
        Fields::check(keyed <= 1)?;
        let (name, fields) = rest.split_at_checked(length.into())?;
        let name = core::str::from_utf8(name).ok()?;
        Some(Self { kind, keyed: keyed == 1, name, fields })
    }
}

/// Returns a description for error messages: the algorithm name, followed by the object kind unless the object is a
/// hash.
#[cfg(feature = "alloc")]
pub(crate) fn described(kind: u8, name: &str) -> String {
    match kind {
        b'x' => alloc::format!("{name} (XOF)"),
        b'n' => alloc::format!("{name} (XOF object)"),
        b'm' => alloc::format!("{name} (MAC)"),
        b'k' => alloc::format!("{name} (MAC object)"),
        _ => name.to_owned(),
    }
}

/// Computes CRC-64/XZ. It detects every error burst of up to eight bytes, and misses any other error with probability
/// 2^-64.
#[cfg(feature = "alloc")]
fn crc64(bytes: &[u8]) -> [u8; CHECKSUM_BYTES] {
    /// Bit-reflected polynomial of ECMA-182, without x^64: bit 63 − i is the coefficient of x^i.
    const POLYNOMIAL: u64 = 0xc96c_5795_d787_0f42;
    let mut crc = u64::MAX;
    for &byte in bytes {
        crc ^= u64::from(byte);
        for _ in 0..8 {
            crc = crc >> 1 ^ POLYNOMIAL & (crc & 1).wrapping_neg();
        }
    }
    (!crc).to_le_bytes()
}

#[cfg(test)]
mod tests {
    /// The CRC catalog lists this check value for CRC-64/XZ.
    #[test]
    fn crc64_gives_the_check_value_of_crc_64_xz() {
        assert_eq!(u64::from_le_bytes(super::crc64(b"123456789")), 0x995d_c9bb_df19_39fa);
    }
}
