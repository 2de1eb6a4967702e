//! States of one algorithm each in memory of the caller's, as `astragal_sha3_256_state`: the generic functions that
//! `typed/state.rs` exports for each.
//!
//! A state is the library's own type behind a word that marks it as live. It holds no address, neither of itself nor
//! of other memory, so that C copies it by assignment. That it fits is asked when the library is compiled.

use core::ptr;

use astragal::error::{Allowed, InvalidTag, ParameterError, StateError};
use astragal::hash::Hash;
use astragal::mac::{Kmac, Mac};
use astragal::xof::{Xof, XofReader as _};
use subtle::ConstantTimeEq as _;
use zeroize::Zeroizing;

use crate::bytes::{give, input, output};
use crate::code::Mistake;

/// What C knows a state by, and what is in it.
pub(crate) trait State: Sized {
    /// The library's type.
    type Object;
    /// Tells live states of this algorithm from others.
    const MARK: u64;
    const NAME: &'static str;
}

/// A number that stands for a name (FNV-1a).
pub(crate) const fn mark(name: &str) -> u64 {
    let (mut hash, mut i) = (0xcbf2_9ce4_8422_2325_u64, 0);
    while i < name.len() {
        hash = (hash ^ name.as_bytes()[i] as u64).wrapping_mul(0x0100_0000_01b3);
        i += 1;
    }
    hash
}

/// What lies in the caller's memory.
#[repr(C)]
struct Slot<T> {
    mark: u64,
    object: T,
}

/// Fails to compile where the library's type does not fit into what C has for it.
pub(crate) const fn fits<S: State>() {
    assert!(size_of::<Slot<S::Object>>() <= size_of::<S>(), "the state is too short");
    assert!(align_of::<Slot<S::Object>>() <= align_of::<S>(), "the state is not aligned");
}

/// The slot in a state that C has the memory of; the address is only looked at.
fn slot<S: State>(state: *mut S) -> Result<*mut Slot<S::Object>, Mistake> {
    if state.is_null() {
        return Err(Mistake::Null("the state"));
    }
    if !state.is_aligned() {
        return Err(Mistake::NotObject(S::NAME));
    }
    Ok(state.cast())
}

/// Makes the state live.
///
/// # Safety
/// Unless it is NULL, `state` is valid for writes.
pub(crate) unsafe fn init<S: State>(state: *mut S, object: S::Object) -> Result<(), Mistake> {
    let slot = slot(state)?;
    // SAFETY: not NULL, aligned, and long enough. What was there is not dropped: it may be anything.
    unsafe { slot.write(Slot { mark: S::MARK, object }) };
    Ok(())
}

/// The object of a live state.
///
/// # Safety
/// Unless it is NULL, `state` is valid for reads and writes, and nobody else uses it meanwhile.
unsafe fn live<'a, S: State>(state: *mut S) -> Result<&'a mut S::Object, Mistake>
where
    S::Object: 'a,
{
    let slot = slot(state)?;
    // SAFETY: not NULL and aligned; the word is a number whatever it is.
    if unsafe { (&raw const (*slot).mark).read() } != S::MARK {
        return Err(Mistake::NotObject(S::NAME));
    }
    // SAFETY: the word says that it is live.
    Ok(unsafe { &mut (*slot).object })
}

/// Takes the object of a live state, which is none afterwards.
///
/// # Safety
/// As for [`live`].
unsafe fn take<S: State>(state: *mut S) -> Result<S::Object, Mistake> {
    // SAFETY: the caller's promise; the object is read once, for its memory is wiped.
    unsafe {
        let object = ptr::from_mut(live(state)?).read();
        state.cast::<u8>().write_bytes(0, size_of::<S>());
        core::hint::black_box(state);
        Ok(object)
    }
}

/// Gives the object a piece of a message.
///
/// # Safety
/// As for [`live`] and [`input`].
unsafe fn feed<S: State>(
    state: *mut S,
    data: *const u8,
    len: usize,
    update: impl FnOnce(&mut S::Object, &[u8]),
) -> Result<(), Mistake> {
    // SAFETY: the caller's promise.
    let (object, data) = unsafe { (live(state)?, input("the data", data, len)?) };
    update(object, data);
    Ok(())
}

/// # Safety
/// As for [`live`] and [`input`].
pub(crate) unsafe fn update<S: State<Object: Hash>>(
    state: *mut S,
    data: *const u8,
    len: usize,
) -> Result<(), Mistake> {
    // SAFETY: the caller's promise.
    unsafe { feed(state, data, len, |hash, data| hash.update(data)) }
}

/// The digest; the message is empty afterwards.
///
/// # Safety
/// As for [`live`] and [`give`].
pub(crate) unsafe fn digest<S: State<Object: Hash>>(
    state: *mut S,
    out: *mut u8,
) -> Result<(), Mistake> {
    if out.is_null() {
        return Err(Mistake::Null("the output"));
    }
    // SAFETY: the caller's promise.
    let hash = unsafe { live(state) }?;
    let mut digest = core::mem::replace(hash, S::Object::new()).finalize();
    // SAFETY: as above.
    unsafe { give(out, digest.as_mut()) }
}

/// An extendable-output function before and after its first output.
#[derive(Debug)]
pub(crate) enum Phase<X: Xof> {
    Absorbing(X),
    Squeezing(X::Reader),
}

/// # Safety
/// As for [`live`] and [`input`].
pub(crate) unsafe fn absorb<X: Xof, S: State<Object = Phase<X>>>(
    state: *mut S,
    data: *const u8,
    len: usize,
) -> Result<(), Mistake> {
    // SAFETY: the caller's promise.
    let (phase, data) = unsafe { (live(state)?, input("the data", data, len)?) };
    let Phase::Absorbing(xof) = phase else {
        return Err(StateError::AbsorbAfterSqueeze { algorithm: X::NAME }.into());
    };
    xof.absorb(data);
    Ok(())
}

/// # Safety
/// As for [`live`] and [`output`].
pub(crate) unsafe fn squeeze<X: Xof, S: State<Object = Phase<X>>>(
    state: *mut S,
    out: *mut u8,
    out_len: usize,
) -> Result<(), Mistake> {
    // SAFETY: the caller's promise.
    let (phase, out) = unsafe { (live(state)?, output("the output", out, out_len)?) };
    if let Phase::Squeezing(reader) = phase {
        reader.squeeze(out);
        return Ok(());
    }
    // SAFETY: as above; a state that is taken is made anew.
    unsafe {
        let Phase::Absorbing(xof) = take(state)? else { return Err(Mistake::Internal) };
        let mut reader = xof.finalize();
        reader.squeeze(out);
        init(state, Phase::Squeezing(reader))
    }
}

/// # Safety
/// As for [`live`] and [`input`].
pub(crate) unsafe fn update_mac<S: State<Object: Mac>>(
    state: *mut S,
    data: *const u8,
    len: usize,
) -> Result<(), Mistake> {
    // SAFETY: the caller's promise.
    unsafe { feed(state, data, len, |mac, data| mac.update(data)) }
}

/// The tag; the state is none afterwards.
///
/// # Safety
/// As for [`live`] and [`give`].
pub(crate) unsafe fn finish<S: State<Object: Mac>>(
    state: *mut S,
    tag: *mut u8,
) -> Result<(), Mistake> {
    if tag.is_null() {
        return Err(Mistake::Null("the tag"));
    }
    // SAFETY: the caller's promise.
    let mut computed = unsafe { take(state) }?.finalize();
    // SAFETY: as above.
    unsafe { give(tag, computed.as_mut()) }
}

/// Whether it is the tag; the state is none afterwards.
///
/// # Safety
/// As for [`live`] and [`input`].
pub(crate) unsafe fn verify<S: State<Object: Mac>>(
    state: *mut S,
    tag: *const u8,
) -> Result<(), Mistake> {
    // SAFETY: the caller's promise.
    let (tag, mac) = unsafe { (input("the tag", tag, S::Object::TAG_BYTES)?, take(state)?) };
    Ok(mac.verify(&[], tag)?)
}

/// # Safety
/// As for [`live`] and [`input`].
pub(crate) unsafe fn update_kmac<const RATE: usize, S: State<Object = Kmac<RATE>>>(
    state: *mut S,
    data: *const u8,
    len: usize,
) -> Result<(), Mistake> {
    // SAFETY: the caller's promise.
    unsafe { feed(state, data, len, |mac, data| mac.update(data)) }
}

/// The tag of `tag_len` bytes; the state is none afterwards.
///
/// # Safety
/// As for [`live`] and [`output`].
pub(crate) unsafe fn finish_kmac<const RATE: usize, S: State<Object = Kmac<RATE>>>(
    state: *mut S,
    tag: *mut u8,
    tag_len: usize,
) -> Result<(), Mistake> {
    // SAFETY: the caller's promise.
    let (tag, mac) = unsafe { (output("the tag", tag, tag_len)?, take(state)?) };
    mac.finalize_into(tag);
    Ok(())
}

/// Whether it is the tag of `tag_len` bytes; the state is none afterwards.
///
/// # Safety
/// As for [`live`] and [`input`].
pub(crate) unsafe fn verify_kmac<const RATE: usize, S: State<Object = Kmac<RATE>>>(
    state: *mut S,
    tag: *const u8,
    tag_len: usize,
) -> Result<(), Mistake> {
    /// Longer tags are as good as the longest of these.
    const LONGEST: usize = 64;
    /// A shorter one is guessed too soon (SP 800-185 section 8.4.2).
    const SHORTEST: usize = 4;
    if !(SHORTEST..=LONGEST).contains(&tag_len) {
        let allowed = Allowed::Between(SHORTEST, LONGEST);
        let (algorithm, what, given) = (S::NAME, "tag", tag_len);
        return Err(ParameterError::Length { algorithm, what, given, allowed }.into());
    }
    let mut computed = Zeroizing::new([0; LONGEST]);
    // SAFETY: the caller's promise.
    let (tag, mac) = unsafe { (input("the tag", tag, tag_len)?, take(state)?) };
    let computed = &mut computed[..tag_len];
    mac.finalize_into(computed);
    if bool::from(computed.ct_eq(tag)) { Ok(()) } else { Err(InvalidTag.into()) }
}
