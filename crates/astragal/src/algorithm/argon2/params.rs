//! Parameters of Argon2 and recommended choices.

use crate::error::ParameterError;

/// Cost parameters (RFC 9106 §3.1) and version of Argon2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Argon2Params {
    /// Memory size m in KiB, from 8 per lane to 2^32 - 1. Argon2 uses less memory than this if m is not a multiple of
    /// four blocks per lane, because it rounds m down. The result still depends on the exact value of m, because m is
    /// hashed.
    pub memory_kib: u32,
    /// Number of passes t over the memory, from 1 to 2^32 - 1.
    pub passes: u32,
    /// Number of lanes p, from 1 to 2^24 - 1. Up to p threads can compute the lanes.
    pub lanes: u32,
    /// Version of Argon2, 1.0 or 1.3.
    pub version: Version,
}

/// Version of Argon2, 1.0 or 1.3.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Version {
    /// Version 1.0 (0x10), for old hashes. From the second pass on, each new block overwrites the old block in memory.
    V10,
    /// Version 1.3 (0x13), defined by RFC 9106. From the second pass on, each new block is XORed into the old block in
    /// memory.
    #[default]
    V13,
}

impl Version {
    /// Returns the version number, 16 or 19.
    #[must_use]
    pub const fn number(self) -> u32 {
        match self {
            Self::V10 => 0x10,
            Self::V13 => 0x13,
        }
    }

    /// Returns the version with this number.
    ///
    /// # Errors
    /// [`ParameterError::Value`] unless `number` is 16 or 19.
    pub const fn from_number(number: u32) -> Result<Self, ParameterError> {
        match number {
            0x10 => Ok(Self::V10),
            0x13 => Ok(Self::V13),
            _ => Err(out_of_range("argon2", "version", number, "16 or 19")),
        }
    }
}

impl Argon2Params {
    /// Costs for interactive logins: 19 MiB, 2 passes, 1 lane. These are the first of the minimum costs in OWASP's
    /// Password Storage Cheat Sheet (2023).
    pub const INTERACTIVE: Self = Self::OWASP_2023_19_MIB;
    /// Costs of the first recommended option in RFC 9106 §4: 2 GiB, 1 pass, 4 lanes. Use a 32-byte tag and a 16-byte
    /// salt.
    pub const RFC_9106_FIRST: Self = Self::new(1 << 21, 1, 4);
    /// Costs of the second recommended option in RFC 9106 §4, for less memory: 64 MiB, 3 passes, 4 lanes.
    pub const RFC_9106_SECOND: Self = Self::new(1 << 16, 3, 4);
    /// Costs from OWASP's Password Storage Cheat Sheet (2023): 46 MiB, 1 pass.
    pub const OWASP_2023_46_MIB: Self = Self::new(47_104, 1, 1);
    /// The first of the minimum costs in OWASP's Password Storage Cheat Sheet (2023): 19 MiB, 2 passes.
    pub const OWASP_2023_19_MIB: Self = Self::new(19_456, 2, 1);
    /// Costs from OWASP's Password Storage Cheat Sheet (2023): 12 MiB, 3 passes.
    pub const OWASP_2023_12_MIB: Self = Self::new(12_288, 3, 1);
    /// Costs from OWASP's Password Storage Cheat Sheet (2023): 9 MiB, 4 passes.
    pub const OWASP_2023_9_MIB: Self = Self::new(9216, 4, 1);
    /// Costs from OWASP's Password Storage Cheat Sheet (2023): 7 MiB, 5 passes.
    pub const OWASP_2023_7_MIB: Self = Self::new(7168, 5, 1);

    /// Creates parameters of version 1.3 with `memory_kib` KiB of memory, the given number of passes, and the given
    /// number of lanes.
    #[must_use]
    pub const fn new(memory_kib: u32, passes: u32, lanes: u32) -> Self {
        Self { memory_kib, passes, lanes, version: Version::V13 }
    }

    /// Returns these parameters with the version changed to `version`.
    #[must_use]
    pub const fn with_version(self, version: Version) -> Self {
        Self { version, ..self }
    }

    pub(crate) const fn check(&self, name: &'static str) -> Result<(), ParameterError> {
        if self.passes == 0 {
            return Err(out_of_range(name, "number of passes t", 0, "1 or more"));
        }
        if self.lanes == 0 || self.lanes >= 1 << 24 {
            return Err(out_of_range(name, "number of lanes p", self.lanes, "1 to 2^24 - 1"));
        }
        if self.memory_kib / 8 < self.lanes {
            let allowed = "8 KiB for each lane or more";
            return Err(out_of_range(name, "memory m in KiB", self.memory_kib, allowed));
        }
        Ok(())
    }
}

const fn out_of_range(
    algorithm: &'static str,
    what: &'static str,
    given: u32,
    allowed: &'static str,
) -> ParameterError {
    ParameterError::Value { algorithm, what, given: given as usize, allowed }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use crate::algorithm::argon2::{Argon2d, Argon2id};
    use std::string::ToString;

    #[test]
    fn rejects_each_cost_out_of_range() {
        for (params, expected) in [
            (Argon2Params::new(8, 0, 1), "number of passes t is 0; argon2id takes 1 or more"),
            (Argon2Params::new(8, 1, 0), "number of lanes p is 0; argon2id takes 1 to 2^24 - 1"),
            (
                Argon2Params::new(u32::MAX, 1, 1 << 24),
                "number of lanes p is 16777216; argon2id takes 1 to 2^24 - 1",
            ),
            (
                Argon2Params::new(31, 1, 4),
                "memory m in KiB is 31; argon2id takes 8 KiB for each lane or more",
            ),
        ] {
            assert_eq!(Argon2id::new(params).unwrap_err().to_string(), expected);
        }
        assert!(Argon2d::new(Argon2Params::new(32, 1, 4)).is_ok());
        assert!(Argon2d::new(Argon2Params::new(u32::MAX, u32::MAX, (1 << 24) - 1)).is_ok());
        assert!(Version::from_number(0x11).is_err());
    }

    #[test]
    fn rejects_inputs_out_of_range_and_zeroes_the_key() {
        let argon2 = Argon2id::new(Argon2Params::new(8, 1, 1)).unwrap();
        let refused = |salt: &[u8], bytes| {
            let mut key = [7; 8];
            let error = argon2.derive_into(b"", salt, &mut key[..bytes]).unwrap_err();
            assert!(key[..bytes].iter().all(|&byte| byte == 0));
            error.to_string()
        };
        assert_eq!(refused(b"1234567", 4), "salt is 7 bytes; argon2id takes 8 to 4294967295");
        assert_eq!(refused(b"12345678", 3), "key is 3 bytes; argon2id takes 4 to 4294967295");
        assert!(argon2.allow_short_salt().derive::<4>(b"", b"").is_ok());
    }
}
