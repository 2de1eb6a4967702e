//! Utilities: wiping, constant-time comparison and hexadecimal conversion.

use core::ffi::{c_char, c_int, c_void};

use subtle::ConstantTimeEq as _;
use zeroize::Zeroize as _;

use crate::buffers::{check, check_disjoint, input, output};
use crate::error::Error;
use crate::guard::guard;

/// Compares two byte strings of the same length in constant time.
///
/// @param len length of each string in bytes.
/// @retval ASTRAGAL_OK if the strings are equal.
/// @retval ASTRAGAL_INVALID if the strings differ.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_verify(a: *const u8, b: *const u8, len: usize) -> c_int {
    guard(|| {
        // SAFETY: the C caller upholds the contract stated in astragal.h.
        let (a, b) = unsafe { (input("first string", a, len)?, input("second string", b, len)?) };
        if bool::from(a.ct_eq(b)) { Ok(()) } else { Err(Error::InvalidTag) }
    })
}

/// Wipes memory, for example a key. The compiler cannot optimize this away. NULL is ignored.
///
/// @param memory memory to wipe.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_wipe(memory: *mut c_void, len: usize) {
    guard(|| {
        // SAFETY: the C caller upholds the contract stated in astragal.h.
        unsafe { output("memory", memory.cast(), len)? }.zeroize();
        Ok(())
    });
}

/// Writes bytes as lower-case hexadecimal digits, two per byte, followed by a NUL. The run time does not depend on
/// the values of the bytes.
///
/// @param bytes bytes to convert.
/// @param text receives the digits; may start at the same address as `bytes`, but must not otherwise overlap it.
/// @param text_len size of `text` in bytes: at least 2 * len + 1.
/// @retval ASTRAGAL_ERR_LENGTH if `text_len` is too small.
/// @retval ASTRAGAL_ERR_OVERLAP if the buffers overlap but start at different addresses.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_hex(
    bytes: *const u8,
    len: usize,
    text: *mut c_char,
    text_len: usize,
) -> c_int {
    guard(|| {
        let text = text.cast::<u8>();
        check("input", bytes, len)?;
        let needed = 2 * len + 1;
        if text_len < needed {
            return Err(Error::BufferLength { what: "text", given: text_len, needed });
        }
        check("text", text, needed)?;
        check_same_or_disjoint("input and text", (bytes, len), (text, needed))?;
        // Converts from the end of the input. If the output is in the same buffer, the two digits of a byte then
        // overwrite only bytes that have already been read.
        for i in (0..len).rev() {
            // SAFETY: `i` is below both lengths; the C caller upholds the rest of the contract stated in astragal.h.
            unsafe {
                let byte = bytes.add(i).read();
                text.add(2 * i).cast::<[u8; 2]>().write([digit(byte >> 4), digit(byte & 15)]);
            }
        }
        // SAFETY: this byte is the last byte of `text` that `check` has validated.
        unsafe { text.add(2 * len).write(0) };
        Ok(())
    })
}

/// Converts lower-case or upper-case hexadecimal digits to bytes. The run time does not depend on the values of the
/// digits.
///
/// @param text `text_len` digits; a NUL after them is not read.
/// @param bytes receives the bytes; may start at the same address as `text`, but must not otherwise overlap it.
/// @param len number of bytes: half the number of digits.
/// @retval ASTRAGAL_ERR_LENGTH if `text_len` is not 2 * len.
/// @retval ASTRAGAL_ERR_OVERLAP if the buffers overlap but start at different addresses.
/// @retval ASTRAGAL_ERR_PARAMETER if a character is not a hexadecimal digit. In this case, `bytes` is zeroed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_unhex(
    text: *const c_char,
    text_len: usize,
    bytes: *mut u8,
    len: usize,
) -> c_int {
    guard(|| {
        let needed = len.saturating_mul(2);
        if text_len != needed {
            return Err(Error::BufferLength { what: "text", given: text_len, needed });
        }
        let text = text.cast::<u8>();
        check("text", text, text_len)?;
        check("output", bytes, len)?;
        check_same_or_disjoint("text and output", (text, text_len), (bytes, len))?;
        let mut wrong = 0;
        // Converts from the start of the input. If the output is in the same buffer, each byte then overwrites only
        // digits that have already been read.
        for i in 0..len {
            // SAFETY: `i` is below both lengths; the C caller upholds the rest of the contract stated in astragal.h.
            unsafe {
                let [high, low] = text.add(2 * i).cast::<[u8; 2]>().read().map(value);
                wrong |= (high | low) & !15;
                bytes.add(i).write((((high & 15) << 4) | (low & 15)).to_le_bytes()[0]);
            }
        }
        if wrong != 0 {
            // SAFETY: the text is no longer used; the C caller upholds the rest of the contract stated in astragal.h.
            unsafe { output("output", bytes, len)? }.zeroize();
            return Err(Error::InvalidHexDigit);
        }
        Ok(())
    })
}

/// Returns an error if the two buffers share a byte, unless they start at the same address.
fn check_same_or_disjoint(
    what: &'static str,
    a: (*const u8, usize),
    b: (*const u8, usize),
) -> Result<(), Error> {
    if a.0.addr() == b.0.addr() { Ok(()) } else { check_disjoint(what, a, b) }
}

/// Returns the hexadecimal digit of a number below 16, without a table.
const fn digit(number: u8) -> u8 {
    // `beyond` is 1 if the number is above 9, because the subtraction 9 - number then wraps and sets the top bit. Such
    // a number becomes a letter. The letters do not follow '9' in ASCII, so the offset 'a' - '0' - 10 is added.
    let beyond = 9_u8.wrapping_sub(number) >> 7;
    number + b'0' + beyond * (b'a' - b'0' - 10)
}

/// Returns the value of a hexadecimal digit, or a number above 15 for any other character. Has no branch.
const fn value(digit: u8) -> u16 {
    /// Returns all ones if `first <= digit <= last`, and 0 otherwise.
    const fn within(digit: u16, first: u8, last: u8) -> u16 {
        // If `digit` is out of range, one of the two differences is negative, so its top bit is 1.
        let outside = (digit.wrapping_sub(first as u16) | (last as u16).wrapping_sub(digit)) >> 15;
        outside.wrapping_sub(1)
    }
    let digit = digit as u16;
    let decimal = within(digit, b'0', b'9');
    let lower = within(digit, b'a', b'f');
    let upper = within(digit, b'A', b'F');
    decimal & digit.wrapping_sub(b'0' as u16)
        | lower & digit.wrapping_sub(b'a' as u16 - 10)
        | upper & digit.wrapping_sub(b'A' as u16 - 10)
        | !(decimal | lower | upper) & 0x100
}
