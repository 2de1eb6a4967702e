//! Compares the hexadecimal conversion of every byte with Rust's standard library.

use astragal_capi::error::{ERR_PARAMETER, OK};
use astragal_capi::utils::{astragal_hex, astragal_unhex};

#[test]
fn digits_match_the_standard_library() {
    for byte in 0..=u8::MAX {
        let (mut text, mut read) = ([0_u8; 3], 0xee);
        // SAFETY: the buffers have the given lengths.
        let code = unsafe { astragal_hex(&byte, 1, text.as_mut_ptr().cast(), text.len()) };
        assert_eq!((code, &text[..2]), (OK, format!("{byte:02x}").as_bytes()));
        assert_eq!(text[2], 0);
        for (place, shift) in [(0, 4), (1, 0)] {
            let mut digits = *b"00";
            digits[place] = byte;
            // SAFETY: the input has two digits, and the output has space for one byte.
            let code = unsafe { astragal_unhex(digits.as_ptr().cast(), 2, &mut read, 1) };
            let expected = match char::from(byte).to_digit(16) {
                Some(digit) => (OK, u8::try_from(digit).expect("a digit is at most 15") << shift),
                None => (ERR_PARAMETER, 0),
            };
            assert_eq!((code, read), expected, "{byte} at {place}");
        }
    }
}
