//! Calls the functions for distributed tree hashing with bad arguments.

use std::ptr::{null, null_mut};

use astragal_capi::alg::*;
use astragal_capi::error::*;
use astragal_capi::kind::tree::*;
use astragal_capi::params::Params;

use super::{HUGE, NOTHING, Table, alg, misaligned_handle, of_number, of_pointer, params};

pub(super) fn test_arguments(table: &mut Table) {
    let (data, mut record, mut out) = ([1_u8; 64], [0_u8; 4096], [0_u8; 32]);
    let (d, r, o) = (data.as_ptr(), record.as_mut_ptr(), out.as_mut_ptr());
    let (blake3, sha256) = (alg(XOF, "blake3"), alg(HASH, "sha256"));
    let short_key = Params { key: d, key_len: 16, ..params() };
    let salted = Params { salt: d, salt_len: 16, ..params() };
    let domain = Params { domain: 7, ..params() };
    let mut len = record.len();
    let l = &raw mut len;
    let (mut part, mut other) = (null_mut(), null_mut());
    let (mut assembly, mut none) = (null_mut(), null_mut());
    // SAFETY: each argument is valid, or the function rejects it.
    unsafe {
        table.rows(
            "astragal_part_new",
            [
                (astragal_part_new(null_mut(), blake3, null(), 0), ERR_NULL),
                (astragal_part_new(&mut other, null(), null(), 0), ERR_NULL),
                (astragal_part_new(&mut other, misaligned_handle(), null(), 0), ERR_ALGORITHM),
                (astragal_part_new(&mut other, sha256, null(), 0), ERR_PARAMETER),
                (astragal_part_new(&mut other, blake3, null(), 5), ERR_PARAMETER),
                (astragal_part_new(&mut other, blake3, null(), u64::MAX), ERR_PARAMETER),
                (astragal_part_new(&mut other, blake3, &short_key, 0), ERR_LENGTH),
                (astragal_part_new(&mut other, blake3, &salted, 0), ERR_PARAMETER),
                (astragal_part_new(&mut other, blake3, &domain, 0), ERR_PARAMETER),
                (of_pointer(other), NOTHING),
                (astragal_part_new(&mut part, blake3, null(), 0), OK),
            ],
        );
        table.rows(
            "astragal_assembly_new",
            [
                (astragal_assembly_new(null_mut(), blake3, null()), ERR_NULL),
                (astragal_assembly_new(&mut none, null(), null()), ERR_NULL),
                (astragal_assembly_new(&mut none, sha256, null()), ERR_PARAMETER),
                (astragal_assembly_new(&mut none, blake3, &short_key), ERR_LENGTH),
                (of_pointer(none), NOTHING),
                (astragal_assembly_new(&mut assembly, blake3, null()), OK),
            ],
        );
        table.rows(
            "astragal_part_update",
            [
                (astragal_part_update(null_mut(), d, 1), ERR_NULL),
                (astragal_part_update(assembly.cast(), d, 1), ERR_OBJECT),
                (astragal_part_update(part.wrapping_byte_add(1), d, 1), ERR_OBJECT),
                (astragal_part_update(part, null(), 1), ERR_NULL),
                (astragal_part_update(part, d, HUGE), ERR_LENGTH),
                (astragal_part_update(part, null(), 0), OK),
            ],
        );
        table.rows(
            "astragal_part_update_parallel",
            [
                (astragal_part_update_parallel(null_mut(), d, 1), ERR_NULL),
                (astragal_part_update_parallel(part, null(), 1), ERR_NULL),
                (astragal_part_update_parallel(part, d, HUGE), ERR_LENGTH),
                (astragal_part_update_parallel(part, d, 64), OK),
            ],
        );
        table.rows(
            "astragal_part_record",
            [
                (astragal_part_record(null_mut(), 64, r, l), ERR_NULL),
                (astragal_part_record(part, 64, r, null_mut()), ERR_NULL),
                (astragal_part_record(part, 64, null_mut(), l), ERR_NULL),
                (astragal_part_record(part, 64, r, l), OK),
            ],
        );
        table.rows("astragal_part_update", [(astragal_part_update(part, d, 1), ERR_STATE)]);
        let late = [(astragal_part_update_parallel(part, d, 1), ERR_STATE)];
        table.rows("astragal_part_update_parallel", late);
        add(table, assembly, (r, len), d);
        let final_ = astragal_assembly_final;
        table.rows(
            "astragal_assembly_final",
            [
                (final_(null_mut(), 64, o, 32), ERR_NULL),
                (final_(part.cast(), 64, o, 32), ERR_OBJECT),
                (final_(assembly, 64, null_mut(), 32), ERR_NULL),
                (final_(assembly, 64, o, HUGE), ERR_LENGTH),
                (final_(assembly, 65, o, 32), ERR_PARAMETER),
                (final_(assembly, u64::MAX, o, 32), ERR_PARAMETER),
                (final_(assembly, 64, o, 32), OK),
                (final_(assembly, 64, o, 32), ERR_STATE),
            ],
        );
        let late = [(astragal_assembly_add(assembly, r, len), ERR_STATE)];
        table.rows("astragal_assembly_add", late);
        astragal_part_free(null_mut());
        astragal_part_free(assembly.cast());
        astragal_part_free(part);
        astragal_assembly_free(null_mut());
        astragal_assembly_free(assembly);
    }
    table.rows("astragal_part_free", []);
    table.rows("astragal_assembly_free", []);
}

/// Calls functions of an assembly, which combines the records of a message's parts: those that take records, and those
/// that return a property. Passes NULL, wrong lengths and invalid records, and also `record`, which must be accepted
/// once.
///
/// # Safety `assembly` must be a live object. `record` must be valid for reads of `len` bytes, and `d` for reads of 64
/// bytes.
unsafe fn add(
    table: &mut Table,
    assembly: *mut Assembly,
    (record, len): (*mut u8, usize),
    d: *const u8,
) {
    let (mut joined, mut capacity) = ([0; 4096], 4096);
    let (j, l) = (joined.as_mut_ptr(), &raw mut capacity);
    // SAFETY: the caller upholds this function's contract.
    unsafe {
        table.rows(
            "astragal_assembly_join",
            [
                (astragal_assembly_join(null(), record, len, record, len, j, l), ERR_NULL),
                (astragal_assembly_join(assembly, null(), 9, record, len, j, l), ERR_NULL),
                (astragal_assembly_join(assembly, d, 64, record, len, j, l), ERR_PARAMETER),
                (astragal_assembly_join(assembly, record, len, record, HUGE, j, l), ERR_LENGTH),
                (astragal_assembly_join(assembly, record, len, record, len, j, l), ERR_PARAMETER),
            ],
        );
        table.rows(
            "astragal_assembly_add",
            [
                (astragal_assembly_add(null_mut(), record, len), ERR_NULL),
                (astragal_assembly_add(assembly, null(), 9), ERR_NULL),
                (astragal_assembly_add(assembly, record, HUGE), ERR_LENGTH),
                (astragal_assembly_add(assembly, record, len - 1), ERR_PARAMETER),
                (astragal_assembly_add(assembly, null(), 0), ERR_PARAMETER),
                (astragal_assembly_add(assembly, record, len), OK),
                (astragal_assembly_add(assembly, record, len), ERR_PARAMETER),
            ],
        );
        let number = |number: u64| of_number(usize::try_from(number).unwrap_or(HUGE));
        table.rows(
            "astragal_assembly_leaf_len",
            [
                (number(astragal_assembly_leaf_len(null())), NOTHING),
                (number(astragal_assembly_leaf_len(assembly)), OK),
            ],
        );
        table.rows(
            "astragal_assembly_position",
            [
                (number(astragal_assembly_position(null())), NOTHING),
                (number(astragal_assembly_position(assembly)), OK),
            ],
        );
        table.rows(
            "astragal_assembly_message_len",
            [
                (number(astragal_assembly_message_len(null()) - LENGTH_UNKNOWN), NOTHING),
                (number(astragal_assembly_message_len(assembly) - 64), NOTHING),
            ],
        );
    }
}
