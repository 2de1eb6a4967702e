//! Results of comparing the code of each instruction-set level with the portable code.

/// Name prefixes of the algorithms whose code must be proved equal to the portable code at every instruction-set level.
pub(super) const EQUAL: &[&str] = &[
    "hash/sha1",
    "hash/sha224",
    "hash/sha256",
    "hash/sha384",
    "hash/sha512",
    "hash/sm3",
    "hash/blake2b-512",
    "hash/blake2s-256",
    "hash/blake3",
    "xof/blake3",
    "hash/ascon-hash",
    "xof/ascon-xof128",
    "cipher/threefish",
    "mode/chacha20",
    "hash/sha3-256",
    "xof/shake128",
    "xof/turboshake128",
    "cipher/aes",
    "mode/aes-128-ctr",
    "mode/aes-192-ctr",
    "mode/aes-256-ctr",
    "cipher/sm4",
    "cipher/aria-128",
];

/// Result of comparing one operation at one instruction-set level with the portable code.
pub(super) struct Comparison {
    /// Kind and name of the algorithm.
    pub(super) name: String,
    pub(super) what: String,
    pub(super) level: String,
    /// Verdict: `reference` for the portable code itself, `equal`, or a description of the failure.
    pub(super) verdict: String,
    /// Number of bits of the operation's output that depend on its inputs.
    pub(super) bits: u64,
}

impl Comparison {
    pub(super) fn is_broken(&self) -> bool {
        self.verdict != "reference" && self.verdict != "equal"
    }
}

/// Parses the output of the interpreter with `--equality`.
pub(super) fn comparisons(text: &str) -> Vec<Comparison> {
    let comparison = |line: &str| {
        let fields: Vec<&str> = line.split('\t').collect();
        let [kind, name, what, level, backend, verdict, bits] = fields[..] else { return None };
        Some(Comparison {
            name: format!("{kind} {name}"),
            what: what.to_owned(),
            level: format!("{level} ({backend})"),
            verdict: verdict.to_owned(),
            bits: bits.parse().ok()?,
        })
    };
    text.lines().filter_map(comparison).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_equal_results_are_shown() {
        let line = |verdict: &str| format!("hash\ta\t84 bytes\tavx2\tsha\t{verdict}\t256\n");
        let verdicts =
            ["reference", "equal", "DIFFERS in byte 0 of 32", "undecided: 1 bits", "unknown:"];
        let broken = verdicts.map(|verdict| comparisons(&line(verdict))[0].is_broken());
        assert_eq!(broken, [false, false, true, true, true]);
        assert!(comparisons("aead\ta\tavx512\tconstant-time\t12\t0\n").is_empty());
    }
}
