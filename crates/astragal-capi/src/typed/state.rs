//! Typed states for the stack. A typed state needs no handle and no heap object, allocates nothing, and need not be
//! freed.
//!
//! The table in `state/table.rs` lists the states, and `states!` generates a module for each state. Cbindgen does not
//! expand macros, so it does not find these functions. `tests/header/states.rs`, a part of the program that generates
//! the header, writes their declarations from the same table.

use core::ffi::c_int;

use astragal::hash::Hash;
use astragal::mac::{self, Mac};
use astragal::xof;

use crate::buffers::{input, write_output};
use crate::guard::{guard, guard_with_stack_wipe};
use crate::state::{self, Phase, TypedState, assert_fits, mark};

/// Defines the C type of a state, and implements [`TypedState`] for it.
macro_rules! state_type {
    ($name:literal $words:literal $object:ty) => {
        /// State in memory that the caller provides. It contains no pointers, so C can copy it by assignment.
        #[derive(Debug)]
        #[repr(C, align(16))]
        pub struct State {
            words: [u64; $words],
        }

        impl TypedState for State {
            type Object = $object;
            const MARK: u64 = mark(Self::NAME);
            const NAME: &'static str = $name;
        }
        const _: () = assert_fits::<State>();
    };
}

/// Defines a module for each row of the table of states. The C name of a function is `astragal_MODULE_FUNCTION`, such
/// as `astragal_sha256_init`.
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
            state_type! { $hash_name $hash_words Object }
            const _: () = assert!(<Object as Hash>::DIGEST_BYTES == $hash_bytes);

            /// Initializes the state with an empty message.
            #[unsafe(export_name = concat!("astragal_", stringify!($hash), "_init"))]
            pub unsafe extern "C" fn init(state: *mut State) -> c_int {
                // SAFETY: the C caller upholds the contract stated in astragal.h.
                guard(|| unsafe { state::init(state, Object::new()) })
            }

            /// Appends data to the message.
            #[unsafe(export_name = concat!("astragal_", stringify!($hash), "_update"))]
            pub unsafe extern "C" fn update(state: *mut State, data: *const u8, len: usize) -> c_int {
                // SAFETY: the C caller upholds the contract stated in astragal.h.
                guard(|| unsafe { state::update(state, data, len) })
            }

            /// Writes the digest, and resets the state to an empty message.
            #[unsafe(export_name = concat!("astragal_", stringify!($hash), "_final"))]
            pub unsafe extern "C" fn finish(state: *mut State, out: *mut u8) -> c_int {
                // SAFETY: the C caller upholds the contract stated in astragal.h.
                guard(|| unsafe { state::finalize_hash(state, out) })
            }

            $(/// Computes the digest of a whole message.
            #[unsafe(export_name = concat!("astragal_", stringify!($hash)))]
            pub unsafe extern "C" fn $hash_once(msg: *const u8, len: usize, out: *mut u8) -> c_int {
                // SAFETY: the C caller upholds the contract stated in astragal.h.
                guard(|| unsafe { write_output(out, &Object::hash(input("message", msg, len)?)) })
            })?
        })+

        $(#[doc = $xof_title]
        pub mod $xof {
            use super::*;
            state_type! { $xof_name $xof_words Phase<$xof_type> }

            /// Initializes the state with an empty message.
            #[unsafe(export_name = concat!("astragal_", stringify!($xof), "_init"))]
            pub unsafe extern "C" fn init(state: *mut State $(, $xof_arg: $xof_arg_type)*) -> c_int {
                // SAFETY: the C caller upholds the contract stated in astragal.h.
                $xof_guard(|| unsafe { state::init(state, Phase::Absorbing($xof_new)) })
            }

            /// Appends data to the message.
            #[unsafe(export_name = concat!("astragal_", stringify!($xof), "_absorb"))]
            pub unsafe extern "C" fn absorb(state: *mut State, data: *const u8, len: usize) -> c_int {
                // SAFETY: the C caller upholds the contract stated in astragal.h.
                guard(|| unsafe { state::absorb(state, data, len) })
            }

            /// Writes the next bytes of output.
            #[unsafe(export_name = concat!("astragal_", stringify!($xof), "_squeeze"))]
            pub unsafe extern "C" fn squeeze(state: *mut State, out: *mut u8, out_len: usize) -> c_int {
                // SAFETY: the C caller upholds the contract stated in astragal.h.
                guard(|| unsafe { state::squeeze(state, out, out_len) })
            }
        })+

        $(#[doc = $hmac_title]
        pub mod $hmac {
            use super::*;
            use astragal::mac::$hmac_type as Object;
            state_type! { $hmac_name $hmac_words Object }
            const _: () = assert!(<Object as Mac>::TAG_BYTES == $hmac_bytes);

            /// Computes the tag of a whole message.
            #[unsafe(export_name = concat!("astragal_", stringify!($hmac)))]
            pub unsafe extern "C" fn once(
                key: *const u8,
                key_len: usize,
                msg: *const u8,
                len: usize,
                tag: *mut u8,
            ) -> c_int {
                // SAFETY: the C caller upholds the contract stated in astragal.h.
                guard_with_stack_wipe(|| unsafe {
                    let key = input("key", key, key_len)?;
                    write_output(tag, &Object::tag(key, input("message", msg, len)?))
                })
            }

            /// Initializes the state with an empty message and a key.
            #[unsafe(export_name = concat!("astragal_", stringify!($hmac), "_init"))]
            pub unsafe extern "C" fn init(state: *mut State, key: *const u8, key_len: usize) -> c_int {
                // SAFETY: the C caller upholds the contract stated in astragal.h.
                guard_with_stack_wipe(|| unsafe { state::init(state, Object::new(input("key", key, key_len)?)) })
            }

            /// Appends data to the message.
            #[unsafe(export_name = concat!("astragal_", stringify!($hmac), "_update"))]
            pub unsafe extern "C" fn update(state: *mut State, data: *const u8, len: usize) -> c_int {
                // SAFETY: the C caller upholds the contract stated in astragal.h.
                guard(|| unsafe { state::update_mac(state, data, len) })
            }

            /// Writes the tag, and wipes the state.
            #[unsafe(export_name = concat!("astragal_", stringify!($hmac), "_final"))]
            pub unsafe extern "C" fn finish(state: *mut State, tag: *mut u8) -> c_int {
                // SAFETY: the C caller upholds the contract stated in astragal.h.
                guard_with_stack_wipe(|| unsafe { state::finalize_mac(state, tag) })
            }

            /// Verifies the tag, and wipes the state.
            #[unsafe(export_name = concat!("astragal_", stringify!($hmac), "_verify"))]
            pub unsafe extern "C" fn verify(state: *mut State, tag: *const u8) -> c_int {
                // SAFETY: the C caller upholds the contract stated in astragal.h.
                guard_with_stack_wipe(|| unsafe { state::verify_mac(state, tag) })
            }
        })+

        $(#[doc = $kmac_title]
        pub mod $kmac {
            use super::*;
            use astragal::mac::$kmac_type as Object;
            state_type! { $kmac_name $kmac_words Object }

            /// Initializes the state with an empty message, a key and a customization string.
            #[unsafe(export_name = concat!("astragal_", stringify!($kmac), "_init"))]
            pub unsafe extern "C" fn init(
                state: *mut State,
                key: *const u8,
                key_len: usize,
                custom: *const u8,
                custom_len: usize,
            ) -> c_int {
                // SAFETY: the C caller upholds the contract stated in astragal.h.
                guard_with_stack_wipe(|| unsafe {
                    let custom = input("customization string", custom, custom_len)?;
                    state::init(state, Object::new(input("key", key, key_len)?, custom))
                })
            }

            /// Appends data to the message.
            #[unsafe(export_name = concat!("astragal_", stringify!($kmac), "_update"))]
            pub unsafe extern "C" fn update(state: *mut State, data: *const u8, len: usize) -> c_int {
                // SAFETY: the C caller upholds the contract stated in astragal.h.
                guard(|| unsafe { state::update_kmac(state, data, len) })
            }

            /// Writes the tag, and wipes the state.
            #[unsafe(export_name = concat!("astragal_", stringify!($kmac), "_final"))]
            pub unsafe extern "C" fn finish(state: *mut State, tag: *mut u8, tag_len: usize) -> c_int {
                // SAFETY: the C caller upholds the contract stated in astragal.h.
                guard_with_stack_wipe(|| unsafe { state::finalize_kmac(state, tag, tag_len) })
            }

            /// Verifies the tag, and wipes the state.
            #[unsafe(export_name = concat!("astragal_", stringify!($kmac), "_verify"))]
            pub unsafe extern "C" fn verify(state: *mut State, tag: *const u8, tag_len: usize) -> c_int {
                // SAFETY: the C caller upholds the contract stated in astragal.h.
                guard_with_stack_wipe(|| unsafe { state::verify_kmac(state, tag, tag_len) })
            }
        })+
    };
}

include!("state/table.rs");
