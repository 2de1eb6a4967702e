//! States that C puts on the stack, of one algorithm each: no handle, no object, no allocation, nothing to free.
//!
//! `state/table.rs` lists them, and `states!` makes a module of each. cbindgen does not expand macros: `tests/header/states.rs`
//! declares the same functions for the header, from the same table.

use core::ffi::c_int;

use astragal::hash::Hash;
use astragal::mac::{self, Mac};
use astragal::xof;

use crate::bytes::{give, input};
use crate::guard::{guard, guard_keyed};
use crate::state::{self, Phase, State, fits, mark};

/// The memory of a state, and the object in it.
macro_rules! memory {
    ($name:literal $words:literal $object:ty) => {
        /// Memory of the caller's. It holds no address: copies are made by assignment.
        #[derive(Debug)]
        #[repr(C, align(16))]
        pub struct Memory {
            words: [u64; $words],
        }

        impl State for Memory {
            type Object = $object;
            const MARK: u64 = mark(Self::NAME);
            const NAME: &'static str = $name;
        }
        const _: () = fits::<Memory>();
    };
}

/// A module for each row, whose functions C knows as `astragal_MODULE_FUNCTION`.
macro_rules! states {
    (
        hashes { $($hash:ident $hash_type:ident $hash_name:literal $hash_words:literal $hash_bytes:literal
            $hash_title:literal $($hash_once:ident)?;)+ }
        xofs { $($xof_guard:ident $xof:ident($($xof_arg:ident: $xof_arg_type:ty),*) $xof_type:path, $xof_name:literal
            $xof_words:literal $xof_title:literal, $xof_new:expr;)+ }
        hmacs { $($hmac:ident $hmac_type:ident $hmac_name:literal $hmac_words:literal $hmac_bytes:literal
            $hmac_title:literal;)+ }
        kmacs { $($kmac:ident $kmac_type:ident $kmac_name:literal $kmac_words:literal $kmac_title:literal;)+ }
    ) => {
        $(#[doc = $hash_title]
        pub mod $hash {
            use super::*;
            use astragal::hash::$hash_type as Object;
            memory! { $hash_name $hash_words Object }
            const _: () = assert!(<Object as Hash>::DIGEST_BYTES == $hash_bytes);

            /// Begins a message.
            #[unsafe(export_name = concat!("astragal_", stringify!($hash), "_init"))]
            pub unsafe extern "C" fn init(state: *mut Memory) -> c_int {
                // SAFETY: the caller's promise.
                guard(|| unsafe { state::init(state, Object::new()) })
            }

            /// Appends to the message.
            #[unsafe(export_name = concat!("astragal_", stringify!($hash), "_update"))]
            pub unsafe extern "C" fn update(state: *mut Memory, data: *const u8, len: usize) -> c_int {
                // SAFETY: the caller's promise.
                guard(|| unsafe { state::update(state, data, len) })
            }

            /// Writes the digest, and begins another message.
            #[unsafe(export_name = concat!("astragal_", stringify!($hash), "_final"))]
            pub unsafe extern "C" fn finish(state: *mut Memory, out: *mut u8) -> c_int {
                // SAFETY: the caller's promise.
                guard(|| unsafe { state::digest(state, out) })
            }

            $(/// Writes the digest of a whole message.
            #[unsafe(export_name = concat!("astragal_", stringify!($hash)))]
            pub unsafe extern "C" fn $hash_once(msg: *const u8, len: usize, out: *mut u8) -> c_int {
                // SAFETY: the caller's promise.
                guard(|| unsafe { give(out, &Object::hash(input("the message", msg, len)?)) })
            })?
        })+

        $(#[doc = $xof_title]
        pub mod $xof {
            use super::*;
            memory! { $xof_name $xof_words Phase<$xof_type> }

            /// Begins a message.
            #[unsafe(export_name = concat!("astragal_", stringify!($xof), "_init"))]
            pub unsafe extern "C" fn init(state: *mut Memory $(, $xof_arg: $xof_arg_type)*) -> c_int {
                // SAFETY: the caller's promise.
                $xof_guard(|| unsafe { state::init(state, Phase::Absorbing($xof_new)) })
            }

            /// Appends to the message.
            #[unsafe(export_name = concat!("astragal_", stringify!($xof), "_absorb"))]
            pub unsafe extern "C" fn absorb(state: *mut Memory, data: *const u8, len: usize) -> c_int {
                // SAFETY: the caller's promise.
                guard(|| unsafe { state::absorb(state, data, len) })
            }

            /// Writes the next bytes of output.
            #[unsafe(export_name = concat!("astragal_", stringify!($xof), "_squeeze"))]
            pub unsafe extern "C" fn squeeze(state: *mut Memory, out: *mut u8, out_len: usize) -> c_int {
                // SAFETY: the caller's promise.
                guard(|| unsafe { state::squeeze(state, out, out_len) })
            }
        })+

        $(#[doc = $hmac_title]
        pub mod $hmac {
            use super::*;
            use astragal::mac::$hmac_type as Object;
            memory! { $hmac_name $hmac_words Object }
            const _: () = assert!(<Object as Mac>::TAG_BYTES == $hmac_bytes);

            /// Writes the tag of a whole message.
            #[unsafe(export_name = concat!("astragal_", stringify!($hmac)))]
            pub unsafe extern "C" fn once(
                key: *const u8,
                key_len: usize,
                msg: *const u8,
                len: usize,
                tag: *mut u8,
            ) -> c_int {
                // SAFETY: the caller's promise.
                guard_keyed(|| unsafe {
                    let key = input("the key", key, key_len)?;
                    give(tag, &Object::tag(key, input("the message", msg, len)?))
                })
            }

            /// Begins a message under a key.
            #[unsafe(export_name = concat!("astragal_", stringify!($hmac), "_init"))]
            pub unsafe extern "C" fn init(state: *mut Memory, key: *const u8, key_len: usize) -> c_int {
                // SAFETY: the caller's promise.
                guard_keyed(|| unsafe { state::init(state, Object::new(input("the key", key, key_len)?)) })
            }

            /// Appends to the message.
            #[unsafe(export_name = concat!("astragal_", stringify!($hmac), "_update"))]
            pub unsafe extern "C" fn update(state: *mut Memory, data: *const u8, len: usize) -> c_int {
                // SAFETY: the caller's promise.
                guard(|| unsafe { state::update_mac(state, data, len) })
            }

            /// Writes the tag, and wipes the state.
            #[unsafe(export_name = concat!("astragal_", stringify!($hmac), "_final"))]
            pub unsafe extern "C" fn finish(state: *mut Memory, tag: *mut u8) -> c_int {
                // SAFETY: the caller's promise.
                guard_keyed(|| unsafe { state::finish(state, tag) })
            }

            /// Compares the tag, and wipes the state.
            #[unsafe(export_name = concat!("astragal_", stringify!($hmac), "_verify"))]
            pub unsafe extern "C" fn verify(state: *mut Memory, tag: *const u8) -> c_int {
                // SAFETY: the caller's promise.
                guard_keyed(|| unsafe { state::verify(state, tag) })
            }
        })+

        $(#[doc = $kmac_title]
        pub mod $kmac {
            use super::*;
            use astragal::mac::$kmac_type as Object;
            memory! { $kmac_name $kmac_words Object }

            /// Begins a message under a key, with a customization string.
            #[unsafe(export_name = concat!("astragal_", stringify!($kmac), "_init"))]
            pub unsafe extern "C" fn init(
                state: *mut Memory,
                key: *const u8,
                key_len: usize,
                custom: *const u8,
                custom_len: usize,
            ) -> c_int {
                // SAFETY: the caller's promise.
                guard_keyed(|| unsafe {
                    let custom = input("the customization string", custom, custom_len)?;
                    state::init(state, Object::new(input("the key", key, key_len)?, custom))
                })
            }

            /// Appends to the message.
            #[unsafe(export_name = concat!("astragal_", stringify!($kmac), "_update"))]
            pub unsafe extern "C" fn update(state: *mut Memory, data: *const u8, len: usize) -> c_int {
                // SAFETY: the caller's promise.
                guard(|| unsafe { state::update_kmac(state, data, len) })
            }

            /// Writes the tag, and wipes the state.
            #[unsafe(export_name = concat!("astragal_", stringify!($kmac), "_final"))]
            pub unsafe extern "C" fn finish(state: *mut Memory, tag: *mut u8, tag_len: usize) -> c_int {
                // SAFETY: the caller's promise.
                guard_keyed(|| unsafe { state::finish_kmac(state, tag, tag_len) })
            }

            /// Compares the tag, and wipes the state.
            #[unsafe(export_name = concat!("astragal_", stringify!($kmac), "_verify"))]
            pub unsafe extern "C" fn verify(state: *mut Memory, tag: *const u8, tag_len: usize) -> c_int {
                // SAFETY: the caller's promise.
                guard_keyed(|| unsafe { state::verify_kmac(state, tag, tag_len) })
            }
        })+
    };
}

include!("state/table.rs");
