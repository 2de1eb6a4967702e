//! The objects of each kind, and its functions for a whole message.

/// What every kind of object has: copies, its algorithm, and its end. `tests/header/states.rs` declares the same for the header.
macro_rules! lifecycle {
    ($handle:ident $guard:ident $copy:ident $copy_at:ident $alg:ident $free:ident, $copied:expr) => {
        /// A copy on the heap.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $copy(out: *mut *mut $handle, object: *const $handle) -> c_int {
            // SAFETY: the caller's promise.
            $guard(|| unsafe { $copied(out, Memory::ours, object) })
        }

        /// A copy in the caller's memory.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $copy_at(
            out: *mut *mut $handle,
            memory: *mut c_void,
            memory_len: usize,
            object: *const $handle,
        ) -> c_int {
            let memory = || Memory::of_caller(memory.cast(), memory_len);
            // SAFETY: the caller's promise.
            $guard(|| unsafe { $copied(out, memory, object) })
        }

        /// The object's algorithm.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $alg(object: *const $handle) -> *const Alg {
            // SAFETY: the caller's promise.
            guard_or(core::ptr::null(), || unsafe { object::alg_of::<Dyn, _>(object) })
        }

        /// Wipes the object, and frees its memory if that is the library's.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $free(object: *mut $handle) {
            // SAFETY: the caller's promise.
            guard(|| unsafe { object::free::<Dyn, _>(object) });
        }
    };
}

pub mod aead;
pub mod cipher;
pub mod hash;
pub mod kdf;
pub mod mac;
pub mod mode;
pub mod password;
pub mod tree;
pub mod xof;
