//! Parsers for numbers on the command line: lengths, sizes, byte ranges.

/// Parses a length in bits, or in bytes with the suffix `B`, into bytes.
pub(super) fn parse_length(text: &str) -> Result<usize, String> {
    if let Some(bytes) = text.strip_suffix(['B', 'b']) {
        return bytes.parse().map_err(|_| "expected a number of bytes before B".to_owned());
    }
    let bits: usize = text
        .parse()
        .map_err(|_| "expected a number of bits, or of bytes with the suffix B".to_owned())?;
    if !bits.is_multiple_of(8) {
        return Err("expected a multiple of 8 bits".into());
    }
    Ok(bits / 8)
}

/// Parses a byte in decimal, or in hex with the prefix `0x`.
pub(crate) fn parse_byte(text: &str) -> Result<u8, String> {
    let parsed = match text.strip_prefix("0x") {
        Some(hex) => u8::from_str_radix(hex, 16),
        None => text.parse(),
    };
    parsed.map_err(|_| "expected a byte such as 31 or 0x1f".into())
}

/// Parses a directory depth of at least 1.
pub(super) fn parse_depth(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) | Err(_) => {
            Err("expected at least 1; 1 selects the files of the directory itself".into())
        }
        Ok(depth) => Ok(depth),
    }
}

/// Parses a number of bytes with an optional suffix K, M or G (powers of 1024).
pub(super) fn parse_size(text: &str) -> Result<usize, String> {
    /// Maximum message length in bytes. The whole message is held in memory.
    const MAX_BYTES: u64 = 4 << 30;
    let split = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (digits, unit) = text.split_at(split);
    let shift = match unit.to_ascii_uppercase().as_str() {
        "" | "B" => 0,
        "K" | "KIB" => 10,
        "M" | "MIB" => 20,
        "G" | "GIB" => 30,
        _ => return Err("expected a number of bytes, with an optional suffix K, M or G".into()),
    };
    let number: Option<u64> = digits.parse().ok();
    let bytes = number.and_then(|number| number.checked_mul(1 << shift));
    let bytes = bytes.filter(|bytes| (1..=MAX_BYTES).contains(bytes));
    let bytes = bytes.and_then(|bytes| usize::try_from(bytes).ok());
    bytes.ok_or_else(|| "expected 1 to 4G bytes".into())
}

/// Parses the byte range `A:B` or `A:`.
pub(super) fn parse_range(text: &str) -> Result<(u64, Option<u64>), String> {
    let wrong = || format!("{text:?} is not a byte range; expected A:B or A:");
    let (start, end) = text.split_once(':').ok_or_else(wrong)?;
    let start = start.parse().map_err(|_| wrong())?;
    let end = if end.is_empty() { None } else { Some(end.parse().map_err(|_| wrong())?) };
    if end.is_some_and(|end| end < start) {
        return Err(format!("{text:?} ends before it starts"));
    }
    Ok((start, end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_lengths_in_bits_and_bytes() {
        assert_eq!(parse_length("256"), Ok(32));
        assert_eq!(parse_length("32B"), Ok(32));
        assert_eq!(parse_length("0"), Ok(0));
        for wrong in ["7", "x", "B", "-8", ""] {
            assert!(parse_length(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn parses_sizes_with_units() {
        assert_eq!(parse_size("64"), Ok(64));
        assert_eq!(parse_size("16K"), Ok(16 << 10));
        assert_eq!(parse_size("1MiB"), Ok(1 << 20));
        for wrong in ["", "0", "K", "1T", "-1", "99999999999999999999G"] {
            assert!(parse_size(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn parses_open_ranges() {
        assert_eq!(parse_range("0:1024"), Ok((0, Some(1024))));
        assert_eq!(parse_range("7:7"), Ok((7, Some(7))));
        assert_eq!(parse_range("8192:"), Ok((8192, None)));
        for wrong in ["", ":", ":5", "5", "5:4", "-1:2", "0:1:2", "0:1K"] {
            assert!(parse_range(wrong).is_err(), "{wrong}");
        }
    }
}
