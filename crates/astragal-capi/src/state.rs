//! Generic functions for typed states such as `astragal_sha3_256_state`. States are in memory that the caller provides.
//! `typed/state.rs` exports these functions for each algorithm.
//!
//! A state consists of a mark and an object of the library. The mark is a word that shows that the state is live. The
//! state contains no pointers, so C can copy it by assignment. The size of the state is checked at compile time.

use core::ptr;

use astragal::error::{Allowed, InvalidTag, ParameterError, StateError};
use astragal::hash::Hash;
use astragal::mac::{Kmac, Mac};
use astragal::xof::{Xof, XofReader as _};
use subtle::ConstantTimeEq as _;
use zeroize::Zeroizing;

use crate::buffers::{input, output, write_output};
use crate::error::Error;

/// State type of the C interface, such as `astragal_sha256_state`.
pub(crate) trait TypedState: Sized {
    /// Type of the library's object that the state contains.
    type Object;
    /// Mark that distinguishes a live state of this algorithm from other memory.
    const MARK: u64;
    const NAME: &'static str;
}

/// Returns the mark of a state type: the FNV-1a hash of its name.
pub(crate) const fn mark(name: &str) -> u64 {
    let (mut hash, mut i) = (0xcbf2_9ce4_8422_2325_u64, 0);
    while i < name.len() {
        hash = (hash ^ name.as_bytes()[i] as u64).wrapping_mul(0x0100_0000_01b3);
        i += 1;
    }
    hash
}

/// Content of a live state in the caller's memory.
#[repr(C)]
struct LiveState<T> {
    mark: u64,
    object: T,
}

/// Causes a compile error if the library's object does not fit into the C type.
pub(crate) const fn assert_fits<S: TypedState>() {
    assert!(size_of::<LiveState<S::Object>>() <= size_of::<S>(), "the state is too short");
    assert!(align_of::<LiveState<S::Object>>() <= align_of::<S>(), "the state is not aligned");
}

/// Checks the address of a C state. Returns the address as a pointer to the state's contents.
fn cast<S: TypedState>(state: *mut S) -> Result<*mut LiveState<S::Object>, Error> {
    if state.is_null() {
        return Err(Error::Null("state"));
    }
    if !state.is_aligned() {
        return Err(Error::InvalidObject(S::NAME));
    }
    Ok(state.cast())
}

/// Initializes the state.
///
/// # Safety
/// `state` must be NULL or valid for writes.
pub(crate) unsafe fn init<S: TypedState>(state: *mut S, object: S::Object) -> Result<(), Error> {
    let live = cast(state)?;
    // SAFETY: the state is not NULL, is aligned, and is large enough. The old content is not dropped, since it may be
    // uninitialized.
    unsafe { live.write(LiveState { mark: S::MARK, object }) };
    Ok(())
}

/// Returns the library's object in a live state.
///
/// # Safety
/// `state` must be NULL or valid for reads and writes, and nothing else may use the state while the result is in use.
unsafe fn live<'a, S: TypedState>(state: *mut S) -> Result<&'a mut S::Object, Error>
where
    S::Object: 'a,
{
    let live = cast(state)?;
    // SAFETY: the state is not NULL and is aligned; the mark is an integer, for which every bit pattern is valid.
    if unsafe { (&raw const (*live).mark).read() } != S::MARK {
        return Err(Error::InvalidObject(S::NAME));
    }
    // SAFETY: the mark shows that the state is live.
    Ok(unsafe { &mut (*live).object })
}

/// Moves the library's object out of a live state and wipes the state.
///
/// # Safety
/// `state` must be NULL or valid for reads and writes, and nothing else may use the state during the call.
unsafe fn take<S: TypedState>(state: *mut S) -> Result<S::Object, Error> {
    // SAFETY: the caller upholds this function's contract. The object is moved out only once, because its memory is
    // then wiped.
    unsafe {
        let object = ptr::from_mut(live(state)?).read();
        state.cast::<u8>().write_bytes(0, size_of::<S>());
        core::hint::black_box(state);
        Ok(object)
    }
}

/// Appends data to the message by calling `update`.
///
/// # Safety
/// `state` must be NULL or valid for reads and writes, and nothing else may use the state during the call. `data` must
/// be NULL or valid for reads of `len` bytes.
unsafe fn update_with<S: TypedState>(
    state: *mut S,
    data: *const u8,
    len: usize,
    update: impl FnOnce(&mut S::Object, &[u8]),
) -> Result<(), Error> {
    // SAFETY: the caller upholds this function's contract.
    let (object, data) = unsafe { (live(state)?, input("data", data, len)?) };
    update(object, data);
    Ok(())
}

/// Appends data to the message of a hash.
///
/// # Safety
/// `state` must be NULL or valid for reads and writes, and nothing else may use the state during the call. `data` must
/// be NULL or valid for reads of `len` bytes.
pub(crate) unsafe fn update<S: TypedState<Object: Hash>>(
    state: *mut S,
    data: *const u8,
    len: usize,
) -> Result<(), Error> {
    // SAFETY: the caller upholds this function's contract.
    unsafe { update_with(state, data, len, |hash, data| hash.update(data)) }
}

/// Writes the digest and resets the state.
///
/// # Safety
/// `state` must be NULL or valid for reads and writes, and nothing else may use the state during the call. `out` must
/// be NULL or valid for writes of the digest's length.
pub(crate) unsafe fn finalize_hash<S: TypedState<Object: Hash>>(
    state: *mut S,
    out: *mut u8,
) -> Result<(), Error> {
    if out.is_null() {
        return Err(Error::Null("output"));
    }
    // SAFETY: the caller upholds this function's contract.
    let hash = unsafe { live(state) }?;
    let mut digest = core::mem::replace(hash, S::Object::new()).finalize();
    // SAFETY: the caller guarantees that `out` has space for the digest.
    unsafe { write_output(out, digest.as_mut()) }
}

/// Phase of an extendable-output function, which absorbs until the first output is requested, and then squeezes.
#[derive(Debug)]
pub(crate) enum Phase<X: Xof> {
    Absorbing(X),
    Squeezing(X::Reader),
}

/// Appends data to the message of an extendable-output function.
///
/// # Safety
/// `state` must be NULL or valid for reads and writes, and nothing else may use the state during the call. `data` must
/// be NULL or valid for reads of `len` bytes.
pub(crate) unsafe fn absorb<X: Xof, S: TypedState<Object = Phase<X>>>(
    state: *mut S,
    data: *const u8,
    len: usize,
) -> Result<(), Error> {
    // SAFETY: the caller upholds this function's contract.
    let (phase, data) = unsafe { (live(state)?, input("data", data, len)?) };
    let Phase::Absorbing(xof) = phase else {
        return Err(StateError::AbsorbAfterSqueeze { algorithm: X::NAME }.into());
    };
    xof.absorb(data);
    Ok(())
}

/// Writes the next bytes of output. The first call ends the message.
///
/// # Safety
/// `state` must be NULL or valid for reads and writes. `out` must be NULL or valid for reads and writes of `out_len`
/// bytes. Nothing else may access the state or the output during the call.
pub(crate) unsafe fn squeeze<X: Xof, S: TypedState<Object = Phase<X>>>(
    state: *mut S,
    out: *mut u8,
    out_len: usize,
) -> Result<(), Error> {
    // SAFETY: the caller upholds this function's contract.
    let (phase, out) = unsafe { (live(state)?, output("output", out, out_len)?) };
    if let Phase::Squeezing(reader) = phase {
        reader.squeeze(out);
        return Ok(());
    }
    // SAFETY: `live` has checked the state, and the reference that it returned is no longer used. `take` wipes the
    // state, and `init` then writes a new state.
    unsafe {
        let Phase::Absorbing(xof) = take(state)? else { return Err(Error::Internal) };
        let mut reader = xof.finalize();
        reader.squeeze(out);
        init(state, Phase::Squeezing(reader))
    }
}

/// Appends data to the message of a MAC.
///
/// # Safety
/// `state` must be NULL or valid for reads and writes, and nothing else may use the state during the call. `data` must
/// be NULL or valid for reads of `len` bytes.
pub(crate) unsafe fn update_mac<S: TypedState<Object: Mac>>(
    state: *mut S,
    data: *const u8,
    len: usize,
) -> Result<(), Error> {
    // SAFETY: the caller upholds this function's contract.
    unsafe { update_with(state, data, len, |mac, data| mac.update(data)) }
}

/// Writes the tag and wipes the state.
///
/// # Safety
/// `state` must be NULL or valid for reads and writes, and nothing else may use the state during the call. `tag` must
/// be NULL or valid for writes of the tag's length.
pub(crate) unsafe fn finalize_mac<S: TypedState<Object: Mac>>(
    state: *mut S,
    tag: *mut u8,
) -> Result<(), Error> {
    if tag.is_null() {
        return Err(Error::Null("tag"));
    }
    // SAFETY: the caller upholds this function's contract.
    let mut computed = unsafe { take(state) }?.finalize();
    // SAFETY: the caller guarantees that `tag` has space for the computed tag.
    unsafe { write_output(tag, computed.as_mut()) }
}

/// Verifies the tag and wipes the state.
///
/// # Safety
/// `state` must be NULL or valid for reads and writes, and nothing else may use the state during the call. `tag` must
/// be NULL or valid for reads of the tag's length.
pub(crate) unsafe fn verify_mac<S: TypedState<Object: Mac>>(
    state: *mut S,
    tag: *const u8,
) -> Result<(), Error> {
    // SAFETY: the caller upholds this function's contract.
    let (tag, mac) = unsafe { (input("tag", tag, S::Object::TAG_BYTES)?, take(state)?) };
    Ok(mac.verify(&[], tag)?)
}

/// Appends data to the message of KMAC.
///
/// # Safety
/// `state` must be NULL or valid for reads and writes, and nothing else may use the state during the call. `data` must
/// be NULL or valid for reads of `len` bytes.
pub(crate) unsafe fn update_kmac<const RATE: usize, S: TypedState<Object = Kmac<RATE>>>(
    state: *mut S,
    data: *const u8,
    len: usize,
) -> Result<(), Error> {
    // SAFETY: the caller upholds this function's contract.
    unsafe { update_with(state, data, len, |mac, data| mac.update(data)) }
}

/// Writes the tag of `tag_len` bytes and wipes the state.
///
/// # Safety
/// `state` must be NULL or valid for reads and writes. `tag` must be NULL or valid for reads and writes of `tag_len`
/// bytes. Nothing else may access the state or the tag during the call.
pub(crate) unsafe fn finalize_kmac<const RATE: usize, S: TypedState<Object = Kmac<RATE>>>(
    state: *mut S,
    tag: *mut u8,
    tag_len: usize,
) -> Result<(), Error> {
    // SAFETY: the caller upholds this function's contract.
    let (tag, mac) = unsafe { (output("tag", tag, tag_len)?, take(state)?) };
    mac.finalize_into(tag);
    Ok(())
}

/// Verifies the tag of `tag_len` bytes and wipes the state.
///
/// # Safety
/// `state` must be NULL or valid for reads and writes, and nothing else may use the state during the call. `tag` must
/// be NULL or valid for reads of `tag_len` bytes.
pub(crate) unsafe fn verify_kmac<const RATE: usize, S: TypedState<Object = Kmac<RATE>>>(
    state: *mut S,
    tag: *const u8,
    tag_len: usize,
) -> Result<(), Error> {
    /// Maximum accepted tag length in bytes. A longer tag adds no security.
    const LONGEST: usize = 64;
    /// Minimum accepted tag length in bytes. A shorter tag is too easy to guess (SP 800-185 section 8.4.2).
    const SHORTEST: usize = 4;
    if !(SHORTEST..=LONGEST).contains(&tag_len) {
        let allowed = Allowed::Between(SHORTEST, LONGEST);
        let (algorithm, what, given) = (S::NAME, "tag", tag_len);
        return Err(ParameterError::Length { algorithm, what, given, allowed }.into());
    }
    let mut computed = Zeroizing::new([0; LONGEST]);
    // SAFETY: the caller upholds this function's contract.
    let (tag, mac) = unsafe { (input("tag", tag, tag_len)?, take(state)?) };
    let computed = &mut computed[..tag_len];
    mac.finalize_into(computed);
    if bool::from(computed.ct_eq(tag)) { Ok(()) } else { Err(InvalidTag.into()) }
}
