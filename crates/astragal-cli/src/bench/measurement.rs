//! Measurements, and files of saved measurements for later comparison.

use std::collections::HashMap;
use std::path::Path;

use anyhow::{Context as _, anyhow};
use serde_json::{Value, json};

/// Speed of one algorithm on messages of one length.
pub(crate) struct Measurement {
    pub(crate) kind: String,
    pub(crate) name: String,
    pub(crate) backend: String,
    /// Name of the CPU level that limits the instruction sets, or `all` without a limit.
    pub(crate) cpu: String,
    pub(crate) bytes: usize,
    pub(crate) seconds: f64,
    pub(crate) cycles_per_byte: f64,
}

impl Measurement {
    #[expect(clippy::cast_precision_loss, reason = "the output shows three digits")]
    pub(crate) fn megabytes_per_second(&self) -> f64 {
        self.bytes as f64 / self.seconds / 1e6
    }

    /// Returns the fields that identify this measurement in a saved file: kind, algorithm, CPU level and message
    /// length.
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

/// Measurements from a saved file. Maps the identifying fields ([`Measurement::key`]) of each measurement to its
/// seconds per message.
pub(crate) struct Baseline(HashMap<(String, String, String, usize), f64>);

impl Baseline {
    pub(crate) fn read(path: &Path) -> anyhow::Result<Self> {
        let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
        let mut baseline = HashMap::new();
        for (i, line) in text.lines().enumerate() {
            let measurement =
                serde_json::from_str(line).ok().and_then(|line| Measurement::from_json(&line));
            let wrong =
                || anyhow!("{}: line {} is not from `digest bench --save`", path.display(), i + 1);
            let measurement = measurement.ok_or_else(wrong)?;
            baseline.insert(measurement.key(), measurement.seconds);
        }
        Ok(Self(baseline))
    }

    /// Returns the speedup over the saved measurement of the same algorithm, CPU level and message length, if there is
    /// one.
    pub(crate) fn speedup(&self, measurement: &Measurement) -> Option<f64> {
        self.0.get(&measurement.key()).map(|seconds| seconds / measurement.seconds)
    }
}
