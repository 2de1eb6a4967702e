//! The message authentication codes by name. HMAC has no rows of its own: every hash brings one.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt::Debug;
use zeroize::{Zeroize, Zeroizing};

use super::hash::{HASHES, check_buffer};
use super::name::{Entry, Kind, UnknownName, find, normalize};
use super::place::{self, Place};
use super::{Implementation, Status};
use crate::algorithm::ascon;
use crate::algorithm::ascon::v12::prf;
use crate::algorithm::keccak::backend::Backend;
use crate::algorithm::keccak::{by_strength, encode, kmac};
use crate::construction::hmac::Hmac;
use crate::error::{Allowed, InvalidTag, ParameterError, StateError};
use crate::hash::{Blake2b512, Blake2s256, Blake3, Hash};
use crate::kind::hash::Engine as _;
use crate::kind::mac::same_tag;
use crate::mac::{AsconMac, AsconPrf, AsconPrfShort, Blake2bMac, Blake2sMac, Blake3Keyed, Mac};
use crate::machine::cores::Cores;
use crate::machine::stack::{FRAMES, erase_after};

/// Every message authentication code but the HMACs; [`macs`] has them too.
pub static MACS: &[MacRow] = &[
    kmac_fixed::<168>(),
    kmac_fixed::<136>(),
    kmac_xof::<168>(),
    kmac_xof::<136>(),
    blake2b::<16>(),
    blake2b::<20>(),
    blake2b::<28>(),
    blake2b::<32>(),
    blake2b::<48>(),
    blake2b::<64>(),
    blake2s::<16>(),
    blake2s::<20>(),
    blake2s::<28>(),
    blake2s::<32>(),
    BLAKE3,
    ASCON_PRF,
    ASCON_MAC,
    ASCON_PRFSHORT,
];

/// Every message authentication code: the rows of [`MACS`], then HMAC over every hash that allows it.
pub fn macs() -> impl Iterator<Item = &'static MacRow> + Clone {
    MACS.iter().chain(HASHES.iter().filter_map(|row| row.hmac.as_ref()))
}

/// The message authentication code of this name or alias.
///
/// # Errors
/// [`UnknownName`], with the nearest names, when there is none.
pub fn mac(name: &str) -> Result<&'static MacRow, UnknownName> {
    // HMAC goes by every name that its hash has.
    if let Some((lead, hash)) = name.split_at_checked("hmac-".len())
        && ["hmac-", "hmac:"].contains(&normalize(lead).as_str())
        && let Ok(row) = super::hash(hash)
        && let Some(hmac) = &row.hmac
    {
        return Ok(hmac);
    }
    find(macs(), name)
}

/// The parameters of a message authentication code; `None` is its default.
#[derive(Clone, Copy, Debug, Default)]
pub struct MacParams<'a> {
    /// The customization string S.
    pub custom: Option<&'a [u8]>,
    /// The tag's length in bytes, where it is not fixed.
    pub tag_bytes: Option<usize>,
}

/// A row of [`macs`].
#[derive(Debug)]
pub struct MacRow {
    /// The canonical name.
    pub name: &'static str,
    /// Other names.
    pub aliases: &'static [&'static str],
    /// The key's length in bytes.
    pub key_bytes: Allowed,
    /// The tag's length in bytes where none is asked for.
    pub tag_bytes: usize,
    /// The tag lengths that may be asked for.
    pub tag_bytes_allowed: Allowed,
    /// The lengths of a message, in bytes.
    message_bytes: Allowed,
    /// Whether it takes a customization string.
    pub takes_custom: bool,
    /// The family's name.
    pub family: &'static str,
    /// The standard and section that define it.
    pub standard: &'static str,
    /// How it stands today.
    pub status: Status,
    implementation: fn() -> Implementation,
    new: Constructor,
}

/// What is made of a row, a key and parameters.
enum Wanted<'a> {
    /// An object, put there.
    Object(Place<'a, dyn DynMac>),
    /// The tag of a message, without an object.
    Tag(&'a [u8], &'a mut [u8]),
}

/// From the row, the key, the customization string and the tag's length, all checked before.
type Constructor = fn(&'static MacRow, &[u8], &[u8], usize, Wanted<'_>);

impl MacRow {
    /// HMAC over the hash `H`.
    pub(super) const fn hmac<H: Hash>(status: Status) -> Self {
        Self {
            name: H::HMAC_NAME,
            aliases: &[],
            key_bytes: Allowed::AtLeast(0),
            tag_bytes: H::DIGEST_BYTES,
            tag_bytes_allowed: Allowed::Exactly(H::DIGEST_BYTES),
            message_bytes: Allowed::AtLeast(0),
            takes_custom: false,
            family: H::FAMILY,
            standard: "FIPS 198-1",
            status,
            implementation: H::implementation,
            new: |row, key, _, _, wanted| {
                object(row, || Hmac::<H>::keyed(key), H::DIGEST_BYTES, wanted);
            },
        }
    }

    /// The code that runs here now, and what its timing depends on.
    #[must_use]
    pub fn implementation(&self) -> Implementation {
        (self.implementation)()
    }

    /// A message authentication code of nothing yet, under `key`.
    ///
    /// # Errors
    /// [`ParameterError`] for a key or tag length that the algorithm does not take, or a customization
    /// string where it takes none.
    pub fn new_mac(
        &'static self,
        key: &[u8],
        params: &MacParams<'_>,
    ) -> Result<Box<dyn DynMac>, ParameterError> {
        place::try_boxed(|place| self.new_mac_to(key, params, place))
    }

    /// [`new_mac`](Self::new_mac) into `place`.
    ///
    /// # Errors
    /// As for [`new_mac`](Self::new_mac); `place` is left as it is then.
    pub fn new_mac_to(
        &'static self,
        key: &[u8],
        params: &MacParams<'_>,
        place: Place<'_, dyn DynMac>,
    ) -> Result<(), ParameterError> {
        let tag_bytes = params.tag_bytes.unwrap_or(self.tag_bytes);
        let custom = self.check(key, params, tag_bytes)?;
        (self.new)(self, key, custom, tag_bytes, Wanted::Object(place));
        Ok(())
    }

    /// Fills `tag` with the tag of `message` under `key`, of the length that `tag` has: without an object and
    /// without allocation. [`MacParams::tag_bytes`] is not looked at.
    ///
    /// # Errors
    /// As for [`new_mac`](Self::new_mac), and [`ParameterError::Length`] for a message longer than the algorithm
    /// takes; `tag` is left as it is then.
    pub fn mac_into(
        &'static self,
        key: &[u8],
        params: &MacParams<'_>,
        message: &[u8],
        tag: &mut [u8],
    ) -> Result<(), ParameterError> {
        let custom = self.check(key, params, tag.len())?;
        ParameterError::check_length(self.name, "message", message.len(), self.message_bytes)?;
        (self.new)(self, key, custom, tag.len(), Wanted::Tag(message, tag));
        Ok(())
    }

    /// The customization string, if the algorithm takes these parameters.
    fn check<'a>(
        &self,
        key: &[u8],
        params: &MacParams<'a>,
        tag_bytes: usize,
    ) -> Result<&'a [u8], ParameterError> {
        ParameterError::check_length(self.name, "key", key.len(), self.key_bytes)?;
        if params.custom.is_some() && !self.takes_custom {
            let what = "customization string";
            return Err(ParameterError::NotTaken { algorithm: self.name, what });
        }
        ParameterError::check_length(self.name, "tag", tag_bytes, self.tag_bytes_allowed)?;
        Ok(params.custom.unwrap_or_default())
    }
}

impl Entry for MacRow {
    const KIND: Kind = Kind::Mac;
    fn name(&self) -> &'static str {
        self.name
    }
    fn aliases(&self) -> &'static [&'static str] {
        self.aliases
    }
}

/// A keyed message authentication code chosen at run time.
pub trait DynMac: Debug + Send + Sync {
    /// The algorithm's row.
    fn row(&self) -> &'static MacRow;
    /// The tag's length in bytes.
    fn tag_bytes(&self) -> usize;
    /// Appends `data` to the message.
    fn update(&mut self, data: &[u8]);
    /// Fills `tag` with the tag of the message and goes back to the empty message, the key kept.
    ///
    /// # Errors
    /// [`StateError::BufferLength`] when `tag` has not the tag's length; nothing changes then.
    /// [`StateError::MessageLength`] when the message was longer than the algorithm takes.
    fn finalize_into_reset(&mut self, tag: &mut [u8]) -> Result<(), StateError>;
    /// Goes back to the empty message, the key kept.
    fn reset(&mut self);
    /// A copy with the same state, put into `place`.
    fn clone_to(&self, place: Place<'_, dyn DynMac>);
    /// `memory` as the address of an object of this type: where the owner of [`Place::Owner`] has moved one.
    fn at(&self, memory: *mut u8) -> *mut dyn DynMac;
    /// A copy with the same state.
    fn boxed_clone(&self) -> Box<dyn DynMac> {
        place::boxed(|place| self.clone_to(place))
    }
}

impl dyn DynMac {
    /// The tag of the message; goes back to the empty message, the key kept.
    ///
    /// # Errors
    /// [`StateError::MessageLength`] when the message was longer than the algorithm takes.
    /// [`StateError::OutputMemory`] when there is no memory for the tag.
    pub fn finalize_reset(&mut self) -> Result<Vec<u8>, StateError> {
        let (algorithm, output_bytes) = (self.row().name, self.tag_bytes());
        let mut tag = Vec::new();
        tag.try_reserve_exact(output_bytes)
            .map_err(|_| StateError::OutputMemory { algorithm, output_bytes })?;
        tag.resize(output_bytes, 0);
        self.finalize_into_reset(&mut tag)?;
        Ok(tag)
    }

    /// Compares the tag of the message with `tag` in constant time; goes back to the empty message, the
    /// key kept.
    ///
    /// # Errors
    /// [`InvalidTag`] when they differ, in length or in any byte, when the message was longer than the
    /// algorithm takes, and for an empty tag, which proves nothing.
    pub fn verify_reset(&mut self, tag: &[u8]) -> Result<(), InvalidTag> {
        // A tag of another length costs no more than its own; the usual ones need no allocation.
        if tag.len() != self.tag_bytes() {
            self.reset();
            return Err(InvalidTag);
        }
        let (mut short, mut long) = ([0; 128], Vec::new());
        let bytes = self.tag_bytes();
        let expected = short.get_mut(..bytes).unwrap_or_else(|| {
            long.resize(bytes, 0);
            &mut long
        });
        self.finalize_into_reset(expected).map_err(|_| InvalidTag)?;
        if tag.is_empty() { Err(InvalidTag) } else { same_tag(expected, tag) }
    }
}

impl Clone for Box<dyn DynMac> {
    fn clone(&self) -> Self {
        self.boxed_clone()
    }
}

/// What [`Object`] needs: [`Mac`], and the codes whose tag length is chosen at run time.
///
/// Its methods leave the stack as it is; [`Object`] erases it around them.
pub(super) trait Authenticate: Clone + Debug + Send + Sync + 'static {
    /// The stack that the methods use.
    const FRAMES: usize;
    /// How many copies lie on the stack where an object is made.
    const MOVES: usize = 4;
    fn update(&mut self, data: &[u8]);
    /// Fills `tag`; the code is not used afterwards, but dropped or overwritten.
    fn finalize_into(&mut self, tag: &mut [u8]) -> Result<(), StateError>;
}

impl<H: Hash> Authenticate for Hmac<H> {
    const FRAMES: usize = Self::FRAMES;
    fn update(&mut self, data: &[u8]) {
        self.absorb(data);
    }
    fn finalize_into(&mut self, tag: &mut [u8]) -> Result<(), StateError> {
        tag.copy_from_slice(self.end().as_ref());
        Ok(())
    }
}

#[derive(Debug)]
struct Object<M> {
    row: &'static MacRow,
    /// Keyed, nothing absorbed: what `reset` goes back to.
    keyed: M,
    current: M,
    tag_bytes: usize,
}

/// Makes what is wanted of `row`, of a code that starts as what `keyed` gives.
fn object<M: Authenticate>(
    row: &'static MacRow,
    keyed: impl FnOnce() -> M,
    tag_bytes: usize,
    wanted: Wanted<'_>,
) {
    match wanted {
        Wanted::Object(place) => erase_after(Object::<M>::MADE, || {
            let keyed = keyed();
            let object = Object { row, current: keyed.clone(), keyed, tag_bytes };
            place.put(object, |object| object, |object| object);
        }),
        Wanted::Tag(message, tag) => erase_after(M::FRAMES + M::MOVES * size_of::<M>(), || {
            let mut code = keyed();
            code.update(message);
            let filled = code.finalize_into(tag);
            debug_assert!(filled.is_ok(), "the lengths have been checked");
        }),
    }
}

impl<M: Authenticate> Object<M> {
    /// The stack that is used where an object is made: it is moved from frame to frame.
    const MADE: usize = M::FRAMES + M::MOVES * size_of::<Self>();
    /// The stack that is used where one is copied.
    const COPIED: usize = 400 + 3 * size_of::<Self>();
    /// The stack that is used where a message ends.
    const ENDED: usize = M::FRAMES + 3 * size_of::<M>();
}

impl<M: Authenticate> DynMac for Object<M> {
    fn row(&self) -> &'static MacRow {
        self.row
    }
    fn tag_bytes(&self) -> usize {
        self.tag_bytes
    }
    fn update(&mut self, data: &[u8]) {
        erase_after(M::FRAMES, || self.current.update(data));
    }
    fn finalize_into_reset(&mut self, tag: &mut [u8]) -> Result<(), StateError> {
        check_buffer(self.row.name, tag, self.tag_bytes)?;
        erase_after(Self::ENDED, || {
            let ended = self.current.finalize_into(tag);
            self.current.clone_from(&self.keyed);
            ended
        })
    }
    fn reset(&mut self) {
        erase_after(Self::COPIED, || self.current.clone_from(&self.keyed));
    }
    fn clone_to(&self, place: Place<'_, dyn DynMac>) {
        let Self { row, keyed, current, tag_bytes } = self;
        erase_after(Self::COPIED, || {
            let (keyed, current) = (keyed.clone(), current.clone());
            let copy = Self { row, keyed, current, tag_bytes: *tag_bytes };
            place.put(copy, |object| object, |object| object);
        });
    }
    fn at(&self, memory: *mut u8) -> *mut dyn DynMac {
        memory.cast::<Self>()
    }
}

/// KMAC or KMACXOF with the length of its output.
#[derive(Clone)]
struct AnyKmac<const RATE: usize> {
    core: kmac::Core<RATE>,
    is_xof: bool,
}

impl<const RATE: usize> Authenticate for AnyKmac<RATE> {
    const FRAMES: usize = kmac::Core::<RATE>::FRAMES;
    fn update(&mut self, data: &[u8]) {
        self.core.absorb(data);
    }
    fn finalize_into(&mut self, tag: &mut [u8]) -> Result<(), StateError> {
        let output_bits = if self.is_xof { 0 } else { encode::bits(tag.len()) };
        self.core.end(output_bits).squeeze(tag);
        Ok(())
    }
}

impl<const RATE: usize> Debug for AnyKmac<RATE> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Kmac { .. }")
    }
}

const fn kmac_fixed<const RATE: usize>() -> MacRow {
    MacRow {
        name: by_strength(RATE, "kmac128", "kmac256"),
        aliases: by_strength(RATE, &["kmac-128"], &["kmac-256"]),
        key_bytes: Allowed::AtLeast(0),
        tag_bytes: by_strength(RATE, 32, 64),
        tag_bytes_allowed: Allowed::AtLeast(0),
        message_bytes: Allowed::AtLeast(0),
        takes_custom: true,
        family: "keccak",
        standard: "SP 800-185 §4",
        status: Status::Recommended,
        implementation: Backend::implementation,
        new: |row, key, custom, tag_bytes, wanted| {
            let keyed = || AnyKmac { core: kmac::Core::<RATE>::new(key, custom), is_xof: false };
            object(row, keyed, tag_bytes, wanted);
        },
    }
}

const fn kmac_xof<const RATE: usize>() -> MacRow {
    MacRow {
        name: by_strength(RATE, "kmacxof128", "kmacxof256"),
        aliases: by_strength(
            RATE,
            &["kmac-xof128", "kmacxof-128"],
            &["kmac-xof256", "kmacxof-256"],
        ),
        standard: "SP 800-185 §4.3.1",
        new: |row, key, custom, tag_bytes, wanted| {
            let keyed = || AnyKmac { core: kmac::Core::<RATE>::new(key, custom), is_xof: true };
            object(row, keyed, tag_bytes, wanted);
        },
        ..kmac_fixed::<RATE>()
    }
}

impl Authenticate for AsconPrf {
    const FRAMES: usize = prf::FRAMES;
    fn update(&mut self, data: &[u8]) {
        self.0.absorb(data);
    }
    fn finalize_into(&mut self, tag: &mut [u8]) -> Result<(), StateError> {
        self.0.end().0.squeeze(tag);
        Ok(())
    }
}

impl Authenticate for AsconMac {
    const FRAMES: usize = prf::FRAMES;
    fn update(&mut self, data: &[u8]) {
        self.0.absorb(data);
    }
    fn finalize_into(&mut self, tag: &mut [u8]) -> Result<(), StateError> {
        self.0.end().0.squeeze(tag);
        Ok(())
    }
}

/// Ascon-PRFshort gathers its message, which has 16 bytes at most.
#[derive(Clone)]
struct Gathered {
    prf: AsconPrfShort,
    message: [u8; AsconPrfShort::LONGEST_MESSAGE_BYTES],
    /// More than fit is only counted.
    length: usize,
}

impl Authenticate for Gathered {
    const FRAMES: usize = prf::FRAMES;
    fn update(&mut self, data: &[u8]) {
        let room = self.message.get_mut(self.length..).unwrap_or_default();
        for (place, byte) in room.iter_mut().zip(data) {
            *place = *byte;
        }
        self.length = self.length.saturating_add(data.len());
    }
    fn finalize_into(&mut self, tag: &mut [u8]) -> Result<(), StateError> {
        let too_long = StateError::MessageLength {
            algorithm: ASCON_PRFSHORT.name,
            longest: AsconPrfShort::LONGEST_MESSAGE_BYTES,
        };
        let message = self.message.get(..self.length).ok_or(too_long)?;
        tag.copy_from_slice(&self.prf.tag(message)[..tag.len()]);
        Ok(())
    }
}

impl Debug for Gathered {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("AsconPrfShort { .. }")
    }
}

impl Drop for Gathered {
    fn drop(&mut self) {
        self.message.zeroize();
    }
}

/// The key of an Ascon code, whose length was checked before.
fn ascon_key(key: &[u8]) -> Zeroizing<[u8; 16]> {
    let mut array = Zeroizing::new([0; 16]);
    array.copy_from_slice(key);
    array
}

/// Keyed BLAKE2b. Without a key it would be a hash, which anyone can compute: that is no code.
const fn blake2b<const TAG: usize>() -> MacRow {
    MacRow {
        name: Blake2bMac::<TAG>::NAME,
        aliases: &[],
        key_bytes: Blake2bMac::<TAG>::KEY_BYTES,
        tag_bytes: TAG,
        tag_bytes_allowed: Allowed::Exactly(TAG),
        message_bytes: Allowed::AtLeast(0),
        takes_custom: false,
        family: Blake2bMac::<TAG>::FAMILY,
        standard: Blake2bMac::<TAG>::STANDARD,
        status: Status::Recommended,
        implementation: <Blake2b512 as Hash>::implementation,
        new: |row, key, _, tag_bytes, wanted| {
            object(row, || Blake2bMac::<TAG>::keyed(key), tag_bytes, wanted);
        },
    }
}

/// Keyed BLAKE2s.
const fn blake2s<const TAG: usize>() -> MacRow {
    MacRow {
        name: Blake2sMac::<TAG>::NAME,
        key_bytes: Blake2sMac::<TAG>::KEY_BYTES,
        tag_bytes: TAG,
        tag_bytes_allowed: Allowed::Exactly(TAG),
        implementation: <Blake2s256 as Hash>::implementation,
        new: |row, key, _, tag_bytes, wanted| {
            object(row, || Blake2sMac::<TAG>::keyed(key), tag_bytes, wanted);
        },
        ..blake2b::<16>()
    }
}

/// Keyed BLAKE3, whose shorter tags are the start of longer ones.
const BLAKE3: MacRow = MacRow {
    name: Blake3Keyed::NAME,
    key_bytes: Allowed::Exactly(Blake3Keyed::KEY_BYTES),
    tag_bytes: Blake3Keyed::TAG_BYTES,
    tag_bytes_allowed: Allowed::AtLeast(1),
    standard: Blake3Keyed::STANDARD,
    implementation: <Blake3 as Hash>::implementation,
    new: |row, key, _, tag_bytes, wanted| {
        if let Some(key) = key.first_chunk() {
            object(row, || Blake3Keyed::keyed(key), tag_bytes, wanted);
        }
    },
    ..blake2b::<16>()
};

impl<const TAG: usize> Authenticate for Blake2bMac<TAG> {
    const FRAMES: usize = Self::FRAMES;
    fn update(&mut self, data: &[u8]) {
        self.0.update(data);
    }
    fn finalize_into(&mut self, tag: &mut [u8]) -> Result<(), StateError> {
        self.0.finish(tag);
        Ok(())
    }
}

impl<const TAG: usize> Authenticate for Blake2sMac<TAG> {
    const FRAMES: usize = Self::FRAMES;
    fn update(&mut self, data: &[u8]) {
        self.0.update(data);
    }
    fn finalize_into(&mut self, tag: &mut [u8]) -> Result<(), StateError> {
        self.0.finish(tag);
        Ok(())
    }
}

impl Authenticate for Blake3Keyed {
    const FRAMES: usize = FRAMES;
    const MOVES: usize = 2;
    fn update(&mut self, data: &[u8]) {
        self.0.absorb_by(data, Cores::One);
    }
    fn finalize_into(&mut self, tag: &mut [u8]) -> Result<(), StateError> {
        self.0.output().squeeze(0, tag);
        Ok(())
    }
}

const ASCON_MAC: MacRow = MacRow {
    name: AsconMac::NAME,
    aliases: &[],
    key_bytes: Allowed::Exactly(16),
    tag_bytes: AsconMac::TAG_BYTES,
    tag_bytes_allowed: Allowed::Exactly(AsconMac::TAG_BYTES),
    message_bytes: Allowed::AtLeast(0),
    takes_custom: false,
    family: AsconMac::FAMILY,
    standard: AsconMac::STANDARD,
    status: Status::Legacy,
    implementation: ascon::backend::Backend::implementation,
    new: |row, key, _, tag_bytes, wanted| {
        object(row, || AsconMac::keyed(&ascon_key(key)), tag_bytes, wanted);
    },
};

const ASCON_PRF: MacRow = MacRow {
    name: "ascon-prf",
    tag_bytes_allowed: Allowed::AtLeast(0),
    new: |row, key, _, tag_bytes, wanted| {
        object(row, || AsconPrf::keyed(&ascon_key(key)), tag_bytes, wanted);
    },
    ..ASCON_MAC
};

const ASCON_PRFSHORT: MacRow = MacRow {
    name: "ascon-prfshort",
    message_bytes: Allowed::AtMost(AsconPrfShort::LONGEST_MESSAGE_BYTES),
    tag_bytes_allowed: Allowed::Between(1, 16),
    new: |row, key, _, tag_bytes, wanted| {
        let keyed =
            || Gathered { prf: AsconPrfShort::keyed(&ascon_key(key)), message: [0; 16], length: 0 };
        object(row, keyed, tag_bytes, wanted);
    },
    ..ASCON_MAC
};

#[cfg(test)]
mod tests {
    use super::mac;

    #[test]
    fn hmac_goes_by_every_name_of_its_hash() {
        for name in ["hmac-sha256", "HMAC-SHA2-256", "hmac/sha-256", "hmac:sha2/256"] {
            assert_eq!(mac(name).map(|row| row.name), Ok("hmac-sha256"), "{name}");
        }
        assert!(mac("hmac-ascon-hash256").is_err());
        assert!(mac("hmac-").is_err() && mac("hma\u{fc}-sha256").is_err());
    }
}
