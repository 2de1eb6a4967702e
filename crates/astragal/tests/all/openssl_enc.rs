//! Tests interoperability with `openssl enc` in both directions. Covers padding and counter overflow. Ciphers that the
//! installed OpenSSL does not support are skipped and listed.

use std::io::Write as _;
use std::process::{Command, Stdio};
use std::thread;

use astragal::cipher::Padding;
use astragal::registry::{self, Direction};

#[test]
fn decrypts_openssl_enc_and_back() {
    let Some(list) = openssl(&["enc", "-list"], b"") else {
        let is_ci = std::env::var_os("CI").is_some_and(|value| value == "true");
        assert!(!is_ci, "openssl is missing; install it with apt-get install openssl");
        // `cargo xtask test` counts the output lines that start with `skipped:`. This line is written with `writeln!`,
        // because libtest hides the output of `eprintln!`.
        let _ = writeln!(std::io::stderr(), "skipped: openssl is missing; apt-get install openssl");
        return;
    };
    let list = String::from_utf8_lossy(&list).into_owned();
    for cipher in ["aes", "camellia", "aria", "sm4"] {
        let sizes: &[usize] = if cipher == "sm4" { &[128] } else { &[128, 192, 256] };
        for &bits in sizes {
            for mode in ["cbc", "ctr", "cfb", "ofb"] {
                let (ours, theirs) = match cipher {
                    "sm4" => (format!("sm4-{mode}"), format!("-sm4-{mode}")),
                    _ => (format!("{cipher}-{bits}-{mode}"), format!("-{cipher}-{bits}-{mode}")),
                };
                if !list.split_whitespace().any(|name| name == theirs) {
                    eprintln!("skipped: this openssl has no {theirs}");
                    continue;
                }
                for bytes in [0, 16, 10_007] {
                    agree(&ours, &theirs, bits / 8, bytes);
                }
            }
        }
    }
}

fn agree(ours: &str, theirs: &str, key_bytes: usize, bytes: usize) {
    let key: Vec<u8> = (1..=251).map(|i: u8| i.wrapping_mul(37)).take(key_bytes).collect();
    // The low half of this counter overflows, and the carry must reach the high half.
    let iv = [[0xa5; 8], [0xff; 8]].concat();
    let message: Vec<u8> = (0..=250).cycle().take(bytes).collect();
    let (key_hex, iv_hex) = (hex(&key), hex(&iv));
    let by_openssl = |way: &str, input: &[u8]| {
        openssl(&["enc", way, theirs, "-K", &key_hex, "-iv", &iv_hex], input).expect(theirs)
    };
    let by_us = |direction, input: &[u8]| {
        let mode = registry::mode(ours).expect("the registry has the mode");
        let mut message = mode
            .start(direction, &key, &iv, Padding::Pkcs7)
            .expect("key and IV have allowed lengths");
        message.whole(input).expect("the input is a complete message")
    };
    let encrypted = by_us(Direction::Encrypt, &message);
    assert!(encrypted == by_openssl("-e", &message), "{ours}, {bytes} bytes");
    assert!(by_openssl("-d", &encrypted) == message, "{ours}, {bytes} bytes, decrypted by OpenSSL");
    assert!(
        by_us(Direction::Decrypt, &encrypted) == message,
        "{ours}, {bytes} bytes, decrypted by astragal"
    );
}

/// Runs `openssl` and returns its output, or `None` if it cannot be started.
fn openssl(arguments: &[&str], input: &[u8]) -> Option<Vec<u8>> {
    let mut command = Command::new("openssl");
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit());
    let mut child = command.spawn().ok()?;
    let mut stdin = child.stdin.take()?;
    let input = input.to_vec();
    let writer = thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().expect("the process can be waited for");
    // Ignores a write error, because `enc -list` does not read its input.
    let _ = writer.join();
    assert!(output.status.success(), "openssl {arguments:?}");
    Some(output.stdout)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
