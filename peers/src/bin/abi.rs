//! What the C interface costs: SHA3-256 of a short message, called as Rust, as C by type, and as C by name.
//! The C functions are called through pointers that the compiler cannot see through, as a C program would.

#[path = "bench/clock.rs"]
mod clock;

use std::env;
use std::ffi::c_int;
use std::hint::black_box;
use std::ptr::{null, null_mut};

use astragal::hash::Sha3_256;
use astragal_capi::alg::{HASH, astragal_find};
use astragal_capi::kind::hash::{
    astragal_hash_final, astragal_hash_free, astragal_hash_init_at, astragal_hash_once,
    astragal_hash_sizeof, astragal_hash_update,
};
use astragal_capi::typed::hash::astragal_sha3_256;

const NAME: &std::ffi::CStr = c"sha3-256";

fn main() {
    let turns = env::args().nth(1).and_then(|turns| turns.parse().ok()).unwrap_or(400);
    let hertz = clock::cycles_per_second();
    println!("SHA3-256, nanoseconds and ratio to the Rust call; {:.2} GHz\n", hertz / 1e9);
    for size in [0, 32, 200, 1024] {
        let names = ["Rust, by type", "C, by type", "C, by name", "C, found anew", "C, an object"];
        let seconds = clock::best_of_turns(&mut contenders(size), turns);
        for (name, time) in names.iter().zip(&seconds) {
            println!("{size:5} bytes  {name:14} {:7.1} ns  {:.3}", time * 1e9, time / seconds[0]);
        }
    }
}

fn contenders(size: usize) -> Vec<Box<dyn FnMut()>> {
    let message = vec![0x5a_u8; size];
    // SAFETY: a C string, and a handle.
    let (alg, bytes) = unsafe {
        let alg = astragal_find(HASH, NAME.as_ptr());
        (alg, astragal_hash_sizeof(alg))
    };
    let rust = {
        let (message, function) =
            (message.clone(), black_box(Sha3_256::hash as fn(&[u8]) -> [u8; 32]));
        move || {
            black_box(function(black_box(&message)));
        }
    };
    let typed = {
        let function = black_box(astragal_sha3_256 as unsafe extern "C" fn(_, _, _) -> _);
        let mut call = caller(&message);
        // SAFETY: the message has its length, the digest 32 bytes.
        move || call(&|start, length, out| unsafe { function(start, length, out) })
    };
    let once = black_box(astragal_hash_once as unsafe extern "C" fn(_, _, _, _, usize) -> _);
    let named = {
        let mut call = caller(&message);
        // SAFETY: as above; a handle.
        move || call(&|start, length, out| unsafe { once(black_box(alg), start, length, out, 32) })
    };
    let found = {
        let find = black_box(astragal_find as unsafe extern "C" fn(_, _) -> _);
        let mut call = caller(&message);
        move || {
            // SAFETY: as above; a C string.
            call(&|start, length, out| unsafe {
                once(find(HASH, black_box(NAME.as_ptr())), start, length, out, 32)
            });
        }
    };
    let object = {
        let init = black_box(astragal_hash_init_at as unsafe extern "C" fn(_, _, usize, _, _) -> _);
        let update = black_box(astragal_hash_update as unsafe extern "C" fn(_, _, _) -> _);
        let finish = black_box(astragal_hash_final as unsafe extern "C" fn(_, _, usize) -> _);
        let free = black_box(astragal_hash_free as unsafe extern "C" fn(_));
        let mut memory = vec![0_u8; bytes];
        let mut call = caller(&message);
        move || {
            let memory = memory.as_mut_ptr().cast();
            // SAFETY: as above; the memory is as large as it must be.
            call(&|start, length, out| unsafe {
                let mut hash = null_mut();
                init(&raw mut hash, memory, bytes, black_box(alg), null());
                update(hash, start, length);
                let code = finish(hash, out, 32);
                free(hash);
                code
            });
        }
    };
    vec![Box::new(rust), Box::new(typed), Box::new(named), Box::new(found), Box::new(object)]
}

type Call<'a> = &'a dyn Fn(*const u8, usize, *mut u8) -> c_int;

/// Calls with the message and room for a digest.
fn caller(message: &[u8]) -> impl FnMut(Call<'_>) + use<> {
    let (message, mut digest) = (message.to_vec(), [0; 32]);
    move |call| {
        let message = black_box(&message);
        let code = call(message.as_ptr(), message.len(), digest.as_mut_ptr());
        assert_eq!(code, 0);
        black_box(&digest);
    }
}
