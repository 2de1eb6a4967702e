//! What was measured: as lines for people, as JSON, and read back to be compared.

use std::collections::HashMap;
use std::path::Path;

use anyhow::{Context as _, anyhow};
use serde_json::{Value, json};

/// One algorithm on messages of one length.
pub(crate) struct Measurement {
    pub(crate) kind: String,
    pub(crate) name: String,
    pub(crate) backend: String,
    /// The cap on instruction sets, or `all`.
    pub(crate) cpu: String,
    pub(crate) bytes: usize,
    pub(crate) seconds: f64,
    pub(crate) cycles_per_byte: f64,
}

impl Measurement {
    #[expect(clippy::cast_precision_loss, reason = "shown with three digits")]
    pub(crate) fn megabytes_per_second(&self) -> f64 {
        self.bytes as f64 / self.seconds / 1e6
    }

    /// What two measurements of two runs have in common.
    fn key(&self) -> (String, String, String, usize) {
        (self.kind.clone(), self.name.clone(), self.cpu.clone(), self.bytes)
    }

    pub(crate) fn to_json(&self) -> Value {
        json!({
            "kind": self.kind,
            "name": self.name,
            "backend": self.backend,
            "cpu": self.cpu,
            "bytes": self.bytes,
            "ns": self.seconds * 1e9,
            "mb_per_s": self.megabytes_per_second(),
            "cycles_per_byte": self.cycles_per_byte,
        })
    }

    fn from_json(value: &Value) -> Option<Self> {
        let text = |key: &str| value.get(key)?.as_str().map(str::to_owned);
        Some(Self {
            kind: text("kind")?,
            name: text("name")?,
            backend: text("backend")?,
            cpu: text("cpu")?,
            bytes: usize::try_from(value.get("bytes")?.as_u64()?).ok()?,
            seconds: value.get("ns")?.as_f64()? / 1e9,
            cycles_per_byte: value.get("cycles_per_byte")?.as_f64()?,
        })
    }
}

/// The run that a file holds, to compare another with.
pub(crate) struct Before(HashMap<(String, String, String, usize), f64>);

impl Before {
    pub(crate) fn read(path: &Path) -> anyhow::Result<Self> {
        let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
        let mut before = HashMap::new();
        for (i, line) in text.lines().enumerate() {
            let measurement =
                serde_json::from_str(line).ok().and_then(|line| Measurement::from_json(&line));
            let wrong = || anyhow!("{}: line {} is none of --save's", path.display(), i + 1);
            let measurement = measurement.ok_or_else(wrong)?;
            before.insert(measurement.key(), measurement.seconds);
        }
        Ok(Self(before))
    }

    /// How many times as fast the measurement is; above 1 it has become faster.
    pub(crate) fn ratio(&self, measurement: &Measurement) -> Option<f64> {
        self.0.get(&measurement.key()).map(|seconds| seconds / measurement.seconds)
    }
}
