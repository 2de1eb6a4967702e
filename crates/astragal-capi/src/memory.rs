//! Help with secrets and with text: erasing, comparing and hexadecimal.

use core::ffi::{c_char, c_int, c_void};

use subtle::ConstantTimeEq as _;
use zeroize::Zeroize as _;

use crate::bytes::{check, check_apart, input, output};
use crate::code::Mistake;
use crate::guard::guard;

/// Compares two byte strings of the same length in constant time.
///
/// @return ASTRAGAL_OK if they are equal, ASTRAGAL_INVALID if they differ.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_verify(a: *const u8, b: *const u8, len: usize) -> c_int {
    guard(|| {
        // SAFETY: the caller's promise.
        let (a, b) =
            unsafe { (input("the first string", a, len)?, input("the second string", b, len)?) };
        if bool::from(a.ct_eq(b)) { Ok(()) } else { Err(Mistake::Invalid) }
    })
}

/// Erases memory, as that of a key which is not needed any more. No compiler leaves it out. NULL is ignored.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_wipe(memory: *mut c_void, len: usize) {
    guard(|| {
        // SAFETY: the caller's promise.
        unsafe { output("the memory", memory.cast(), len)? }.zeroize();
        Ok(())
    });
}

/// Writes bytes in lower-case hexadecimal, two digits each, and a NUL behind them. Takes the same time whatever
/// the bytes are.
///
/// @param text receives the digits; may begin where `bytes` begins, and shares no byte with it otherwise.
/// @param text_len the size of `text`: at least 2 * len + 1.
/// @return ASTRAGAL_ERR_LENGTH if that is too little, ASTRAGAL_ERR_OVERLAP if the two overlap otherwise.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astragal_hex(
    bytes: *const u8,
    len: usize,
    text: *mut c_char,
    text_len: usize,
) -> c_int {
    guard(|| {
        let text = text.cast::<u8>();
        check("the bytes", bytes, len)?;
        let needed = 2 * len + 1;
        if text_len < needed {
            return Err(Mistake::Buffer { what: "the text", given: text_len, needed });
        }
        check("the text", text, needed)?;
        check_same_or_apart("the bytes and the text", (bytes, len), (text, needed))?;
        // Backwards: in place, a pair of digits overwrites only bytes that have been read.
        for i in (0..len).rev() {
            // SAFETY: `i` is below both lengths; the rest is the caller's promise.
            unsafe {
                let byte = bytes.add(i).read();
                text.add(2 * i).cast::<[u8; 2]>().write([digit(byte >> 4), digit(byte & 15)]);
            }
        }
        // SAFETY: the last of the bytes needed.
        unsafe { text.add(2 * len).write(0) };
        Ok(())
    })
}

/// Reads hexadecimal, in lower or upper case and nothing else. Takes the same time whatever the digits are.
///
/// @param text of `text_len` digits; a NUL behind them is not read.
/// @param bytes receives the bytes; may begin where `text` begins, and shares no byte with it otherwise.
/// @param len the number of bytes: half the number of digits.
/// @return ASTRAGAL_ERR_LENGTH if it is not, ASTRAGAL_ERR_OVERLAP if the two overlap otherwise, ASTRAGAL_ERR_PARAMETER
/// for a character that is not a digit: `bytes` is zeroed then.
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
            return Err(Mistake::Buffer { what: "the text", given: text_len, needed });
        }
        let text = text.cast::<u8>();
        check("the text", text, text_len)?;
        check("the bytes", bytes, len)?;
        check_same_or_apart("the text and the bytes", (text, text_len), (bytes, len))?;
        let mut wrong = 0;
        // Forwards: in place, a byte overwrites only digits that have been read.
        for i in 0..len {
            // SAFETY: `i` is below both lengths; the rest is the caller's promise.
            unsafe {
                let [high, low] = text.add(2 * i).cast::<[u8; 2]>().read().map(value);
                wrong |= (high | low) & !15;
                bytes.add(i).write((((high & 15) << 4) | (low & 15)).to_le_bytes()[0]);
            }
        }
        if wrong != 0 {
            // SAFETY: the text is not used any more; the rest is the caller's promise.
            unsafe { output("the bytes", bytes, len)? }.zeroize();
            return Err(Mistake::NoDigit);
        }
        Ok(())
    })
}

/// A mistake if the two pieces of memory share a byte, unless they begin at the same address.
fn check_same_or_apart(
    what: &'static str,
    a: (*const u8, usize),
    b: (*const u8, usize),
) -> Result<(), Mistake> {
    if a.0.addr() == b.0.addr() { Ok(()) } else { check_apart(what, a, b) }
}

/// The digit of a number below 16, without a look into memory.
const fn digit(number: u8) -> u8 {
    // 'a' - '0' - 10 for 10 and above, whose difference from 9 is negative.
    let beyond = 9_u8.wrapping_sub(number) >> 7;
    number + b'0' + beyond * (b'a' - b'0' - 10)
}

/// The number of a digit, or one above 15 for what is none, without a branch.
const fn value(digit: u8) -> u16 {
    /// All ones if `first <= digit <= last`, else 0.
    const fn within(digit: u16, first: u8, last: u8) -> u16 {
        // Either difference borrows outside.
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

#[cfg(test)]
mod tests {
    use super::{digit, value};

    #[test]
    fn writes_digits_as_the_standard_library_does() {
        for byte in 0..=u8::MAX {
            let expected = char::from(byte).to_digit(16).map_or(Ok(0x100), u16::try_from);
            let expected = expected.expect("a digit is below 16");
            assert_eq!(value(byte), expected, "{byte}");
        }
        for number in 0..16 {
            assert_eq!(Some(char::from(digit(number))), char::from_digit(number.into(), 16));
        }
    }
}
