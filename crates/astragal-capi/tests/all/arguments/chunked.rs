//! Calls the functions for chunked encryption with bad arguments.

use std::ptr::{null, null_mut};

use astragal_capi::error::*;
use astragal_capi::kind::chunked::*;

use super::{HUGE, OK, Table};

pub(super) fn test_arguments(table: &mut Table) {
    let (data, mut sealed, mut opened) = ([1_u8; 64], [0_u8; 76], [0_u8; 4]);
    let (d, s, o) = (data.as_ptr(), sealed.as_mut_ptr(), opened.as_mut_ptr());
    let sealed_bytes = astragal_chunked_sealed_len(4);
    let mut length = 0;
    table.rows("astragal_chunked_sealed_len", [(i32::from(sealed_bytes != 76), 0)]);
    table.rows(
        "astragal_chunked_sealed_len",
        [(i32::from(astragal_chunked_sealed_len(u64::MAX) != 0), 0)],
    );
    // SAFETY: each argument is valid, or the function rejects it.
    unsafe {
        table.rows(
            "astragal_chunked_plaintext_len",
            [
                (astragal_chunked_plaintext_len(76, null_mut()), ERR_NULL),
                (astragal_chunked_plaintext_len(71, &mut length), INVALID),
                (astragal_chunked_plaintext_len(76, &mut length), OK),
            ],
        );
        table.rows(
            "astragal_chunked_seal",
            [
                (astragal_chunked_seal(null(), 32, d, d, 1, d, 4, s, 76), ERR_NULL),
                (astragal_chunked_seal(d, 24, d, d, 1, d, 4, s, 76), ERR_LENGTH),
                (astragal_chunked_seal(d, HUGE, d, d, 1, d, 4, s, 76), ERR_LENGTH),
                (astragal_chunked_seal(d, 32, null(), d, 1, d, 4, s, 76), ERR_NULL),
                (astragal_chunked_seal(d, 32, d, null(), 1, d, 4, s, 76), ERR_NULL),
                (astragal_chunked_seal(d, 32, d, d, 1, null(), 4, s, 76), ERR_NULL),
                (astragal_chunked_seal(d, 32, d, d, 1, d, 4, null_mut(), 76), ERR_NULL),
                (astragal_chunked_seal(d, 32, d, d, 1, d, 4, s, 75), ERR_LENGTH),
                (astragal_chunked_seal(d, 32, d, d, 1, s, 4, s, 76), ERR_OVERLAP),
                (astragal_chunked_seal(d, 32, d, s, 1, d, 4, s, 76), ERR_OVERLAP),
                (astragal_chunked_seal(d, 32, d, null(), 0, d, 4, s, 76), OK),
            ],
        );
        table.rows(
            "astragal_chunked_open",
            [
                (astragal_chunked_open(null(), 32, d, 1, s, 76, o, 4), ERR_NULL),
                (astragal_chunked_open(d, 31, d, 1, s, 76, o, 4), ERR_LENGTH),
                (astragal_chunked_open(d, 32, null(), 1, s, 76, o, 4), ERR_NULL),
                (astragal_chunked_open(d, 32, d, 1, null(), 76, o, 4), ERR_NULL),
                (astragal_chunked_open(d, 32, d, 1, s, 76, null_mut(), 4), ERR_NULL),
                (astragal_chunked_open(d, 32, null(), 0, s, 76, o, 3), ERR_LENGTH),
                (astragal_chunked_open(d, 32, d, 1, s, 76, s, 4), ERR_OVERLAP),
                (astragal_chunked_open(d, 32, d, 1, s, 76, o, 4), INVALID),
                (astragal_chunked_open(d, 16, null(), 0, s, 76, o, 4), INVALID),
                (astragal_chunked_open(d, 32, null(), 0, s, 76, o, 4), OK),
            ],
        );
    }
    seal_stream(table, d, s);
    open_stream(table, d, s, o);
}

fn seal_stream(table: &mut Table, d: *const u8, s: *mut u8) {
    let (mut stream, mut opening) = (null_mut(), null_mut());
    // SAFETY: each argument is valid, or the function rejects it.
    unsafe {
        table.rows(
            "astragal_seal_stream_new",
            [
                (astragal_seal_stream_new(null_mut(), d, 32, d, d, 1), ERR_NULL),
                (astragal_seal_stream_new(&mut stream, null(), 32, d, d, 1), ERR_NULL),
                (astragal_seal_stream_new(&mut stream, d, 33, d, d, 1), ERR_LENGTH),
                (astragal_seal_stream_new(&mut stream, d, 32, null(), d, 1), ERR_NULL),
                (astragal_seal_stream_new(&mut stream, d, 32, d, null(), 1), ERR_NULL),
                (astragal_seal_stream_new(&mut stream, d, 32, d, null(), 0), OK),
            ],
        );
        astragal_open_stream_new(&mut opening, d, 32, null(), 0);
        let other = opening.cast();
        let (mut none, mut short, mut enough) = (0, 0, 56);
        table.rows(
            "astragal_seal_stream_update",
            [
                (astragal_seal_stream_update(null_mut(), d, 4, s, &mut enough), ERR_NULL),
                (astragal_seal_stream_update(other, d, 4, s, &mut enough), ERR_OBJECT),
                (astragal_seal_stream_update(stream, null(), 4, s, &mut enough), ERR_NULL),
                (astragal_seal_stream_update(stream, d, HUGE, s, &mut none), ERR_LENGTH),
                (astragal_seal_stream_update(stream, d, 4, s, null_mut()), ERR_NULL),
                (astragal_seal_stream_update(stream, d, 4, s, &mut short), ERR_LENGTH),
                (astragal_seal_stream_update(stream, d, 4, null_mut(), &mut enough), ERR_NULL),
                (astragal_seal_stream_update(stream, s, 4, s, &mut enough), ERR_OVERLAP),
                (astragal_seal_stream_update(stream, d, 4, s, &mut enough), OK),
            ],
        );
        let (mut short, mut enough) = (0, 76);
        let end = s.add(56);
        table.rows(
            "astragal_seal_stream_final",
            [
                (astragal_seal_stream_final(null_mut(), end, &mut enough), ERR_NULL),
                (astragal_seal_stream_final(other, end, &mut enough), ERR_OBJECT),
                (astragal_seal_stream_final(stream, end, null_mut()), ERR_NULL),
                (astragal_seal_stream_final(stream, end, &mut short), ERR_LENGTH),
                (astragal_seal_stream_final(stream, null_mut(), &mut enough), ERR_NULL),
                (astragal_seal_stream_final(stream, end, &mut enough), OK),
                (astragal_seal_stream_final(stream, end, &mut enough), ERR_STATE),
            ],
        );
        table.rows(
            "astragal_seal_stream_update",
            [(astragal_seal_stream_update(stream, d, 4, s, &mut enough), ERR_STATE)],
        );
        astragal_seal_stream_free(null_mut());
        astragal_seal_stream_free(other);
        astragal_seal_stream_free(stream);
        astragal_open_stream_free(opening);
    }
    table.rows("astragal_seal_stream_free", []);
}

fn open_stream(table: &mut Table, d: *const u8, s: *const u8, o: *mut u8) {
    let (mut stream, mut sealing, mut offset) = (null_mut(), null_mut(), 0);
    // SAFETY: each argument is valid, or the function rejects it.
    unsafe {
        table.rows(
            "astragal_open_stream_new",
            [
                (astragal_open_stream_new(null_mut(), d, 32, d, 1), ERR_NULL),
                (astragal_open_stream_new(&mut stream, null(), 32, d, 1), ERR_NULL),
                (astragal_open_stream_new(&mut stream, d, 0, d, 1), ERR_LENGTH),
                (astragal_open_stream_new(&mut stream, d, 32, null(), 1), ERR_NULL),
                (astragal_open_stream_new(&mut stream, d, 32, null(), 0), OK),
            ],
        );
        astragal_seal_stream_new(&mut sealing, d, 32, d, null(), 0);
        let other = sealing.cast();
        table.rows(
            "astragal_open_stream_seek",
            [
                (astragal_open_stream_seek(null_mut(), 0, &mut offset), ERR_NULL),
                (astragal_open_stream_seek(other, 0, &mut offset), ERR_OBJECT),
                (astragal_open_stream_seek(stream, 0, null_mut()), ERR_NULL),
                (astragal_open_stream_seek(stream, 0, &mut offset), ERR_PARAMETER),
            ],
        );
        let mut enough = 4;
        table.rows(
            "astragal_open_stream_update",
            [
                (astragal_open_stream_update(null_mut(), s, 76, o, &mut enough), ERR_NULL),
                (astragal_open_stream_update(other, s, 76, o, &mut enough), ERR_OBJECT),
                (astragal_open_stream_update(stream, null(), 76, o, &mut enough), ERR_NULL),
                (astragal_open_stream_update(stream, s, 76, o, null_mut()), ERR_NULL),
                (astragal_open_stream_update(stream, s, 76, o, &mut enough), OK),
            ],
        );
        let (mut short, mut enough) = (0, 4);
        table.rows(
            "astragal_open_stream_final",
            [
                (astragal_open_stream_final(null_mut(), o, &mut enough), ERR_NULL),
                (astragal_open_stream_final(other, o, &mut enough), ERR_OBJECT),
                (astragal_open_stream_final(stream, o, null_mut()), ERR_NULL),
                (astragal_open_stream_final(stream, o, &mut short), ERR_LENGTH),
                (astragal_open_stream_final(stream, null_mut(), &mut enough), ERR_NULL),
                (astragal_open_stream_final(stream, o, &mut enough), OK),
                (astragal_open_stream_final(stream, o, &mut enough), ERR_STATE),
            ],
        );
        let mut enough = 4;
        table.rows(
            "astragal_open_stream_update",
            [(astragal_open_stream_update(stream, s, 76, o, &mut enough), ERR_STATE)],
        );
        table.rows(
            "astragal_open_stream_seek",
            [
                (astragal_open_stream_seek(stream, u64::MAX, &mut offset), ERR_PARAMETER),
                (astragal_open_stream_seek(stream, 2, &mut offset), OK),
            ],
        );
        astragal_open_stream_free(null_mut());
        astragal_open_stream_free(other);
        astragal_open_stream_free(stream);
        astragal_seal_stream_free(sealing);
    }
    table.rows("astragal_open_stream_free", []);
}
