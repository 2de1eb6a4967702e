//! Objects and one-shot functions of each kind of algorithm.

/// Defines the functions that exist for every kind of object. `tests/header/states.rs` declares these functions for the
/// generated header.
macro_rules! lifecycle {
    ($handle:ident $guard:ident $copy:ident $copy_at:ident $alg:ident $free:ident, $copied:expr) => {
        /// Copies the object to the heap.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $copy(out: *mut *mut $handle, object: *const $handle) -> c_int {
            // SAFETY: the C caller upholds the contract stated in astragal.h.
            $guard(|| unsafe { $copied(out, Memory::heap, object) })
        }

        /// Copies the object to memory that the caller provides.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $copy_at(
            out: *mut *mut $handle,
            memory: *mut c_void,
            memory_len: usize,
            object: *const $handle,
        ) -> c_int {
            let memory = || Memory::caller(memory.cast(), memory_len);
            // SAFETY: the C caller upholds the contract stated in astragal.h.
            $guard(|| unsafe { $copied(out, memory, object) })
        }

        /// Returns the algorithm of the object.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $alg(object: *const $handle) -> *const Alg {
            // SAFETY: the C caller upholds the contract stated in astragal.h.
            guard_or(core::ptr::null(), || unsafe { object::alg_of::<Dyn, _>(object) })
        }

        /// Wipes the object. Frees its memory unless the caller provided the memory.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $free(object: *mut $handle) {
            // SAFETY: the C caller upholds the contract stated in astragal.h.
            guard(|| unsafe { object::free::<Dyn, _>(object) });
        }
    };
}

pub mod aead;
pub mod chunked;
pub mod cipher;
pub mod hash;
pub mod kdf;
pub mod key_wrap;
pub mod mac;
pub mod mode;
pub mod password;
pub mod tree;
pub mod xof;
