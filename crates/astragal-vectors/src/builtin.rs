//! The built-in vector files, which `build.rs` compresses into a table of distinct lines.

/// Built-in files: the name of each file, and for each of its lines an index into the lines of [`LINES`].
static FILES: &[(&str, &[u16])] = include!(concat!(env!("OUT_DIR"), "/builtin.rs"));

/// Distinct lines of all files, in compressed form. Each line is preceded by its compressed length in bytes.
static LINES: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/lines.bin"));

/// Returns the name and the text of each built-in vector file.
pub fn builtin() -> impl Iterator<Item = (&'static str, String)> {
    let lines = lines();
    FILES.iter().map(move |&(name, numbers)| {
        let texts: Vec<String> =
            numbers.iter().map(|&number| unpack(lines[usize::from(number)])).collect();
        (name, texts.join("\n"))
    })
}

/// Splits [`LINES`] into compressed lines. The numbers in [`FILES`] are indices into the result.
fn lines() -> Vec<&'static [u8]> {
    let (mut lines, mut rest) = (Vec::new(), LINES);
    while let Some((length, more)) = rest.split_first_chunk() {
        let (line, after) = more.split_at(usize::from(u16::from_le_bytes(*length)));
        lines.push(line);
        rest = after;
    }
    lines
}

/// Unpacks a line. A zero byte marks packed hex digits: the next byte is the number of encoded bytes, which follow in
/// binary.
fn unpack(mut packed: &[u8]) -> String {
    let mut line = Vec::new();
    while let [first, more @ ..] = packed {
        packed = more;
        match (first, more) {
            (0, [count, more @ ..]) => {
                let (bytes, after) = more.split_at(usize::from(*count));
                line.extend(base16ct::lower::encode_string(bytes).into_bytes());
                packed = after;
            }
            _ => line.push(*first),
        }
    }
    String::from_utf8(line).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::builtin;

    #[test]
    fn unpacked_text_equals_the_files() {
        let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors");
        let files = builtin().inspect(|(name, text)| {
            assert!(fs::read_to_string(directory.join(name)).unwrap() == *text, "{name}");
        });
        assert_eq!(files.count(), fs::read_dir(&directory).unwrap().count());
    }
}
