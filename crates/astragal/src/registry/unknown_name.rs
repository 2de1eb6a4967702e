//! Error text of [`UnknownName`], with suggestions of similar names.

use alloc::vec::Vec;
use core::fmt;

use super::info::Kind;
use super::lookup::{self, Algorithm};
use super::name::{LONGEST_NAME, NormalizedName, UnknownName};

impl UnknownName {
    /// Returns the algorithm with this name if there is one, but its kind was not searched. For example, returns the
    /// MAC if the name of a MAC was passed to a function that finds hashes.
    #[must_use]
    pub fn elsewhere(&self) -> Option<Algorithm> {
        if self.bytes() > LONGEST_NAME {
            return None;
        }
        let name = NormalizedName::of(self.given().as_bytes())?;
        Kind::ALL.iter().find_map(|&kind| lookup::find_in(kind, &name))
    }

    /// Returns up to three suggestions: the canonical names that are most similar to the given name, among algorithms
    /// of the searched kinds. The most similar name is first. Without the feature `suggestions`, the list is empty.
    #[must_use]
    pub fn nearest(&self) -> Vec<&'static str> {
        #[cfg(feature = "suggestions")]
        if self.bytes() <= LONGEST_NAME {
            return super::suggest::nearest(self.given(), self.kinds());
        }
        Vec::new()
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(found) = self.elsewhere() {
            let (name, kind) = (found.name, found.kind);
            write!(f, "{name} is {} {kind}: there is no ", kind.article())?;
            list(f, self.kinds())?;
            return f.write_str(" of this name");
        }
        f.write_str("there is no ")?;
        match self.kinds() {
            [_] | [_, _] => list(f, self.kinds())?,
            _ => f.write_str("algorithm")?,
        }
        write!(f, " named {:?}", self.given())?;
        if self.given().len() < self.bytes() {
            write!(f, "… ({} bytes; names have at most {LONGEST_NAME})", self.bytes())?;
        }
        let nearest = self.nearest();
        if nearest.is_empty() {
            return Ok(());
        }
        f.write_str("; did you mean ")?;
        list(f, &nearest)?;
        f.write_str("?")
    }
}

/// Writes the items as a list: `a, b or c`.
fn list(f: &mut fmt::Formatter<'_>, items: &[impl fmt::Display]) -> fmt::Result {
    for (i, item) in items.iter().enumerate() {
        let lead = match i {
            0 => "",
            _ if i + 1 == items.len() => " or ",
            _ => ", ",
        };
        write!(f, "{lead}{item}")?;
    }
    Ok(())
}

impl core::error::Error for UnknownName {}

#[cfg(test)]
mod tests {
    extern crate std;
    use super::*;
    use crate::registry;
    use alloc::string::ToString;

    #[test]
    fn error_names_the_kind_that_has_the_name() {
        let error = registry::hash("SHAKE128").unwrap_err();
        assert_eq!(
            error.to_string(),
            "shake128 is an extendable-output function: there is no hash of this name"
        );
        let error = registry::xof("tuplehash128").unwrap_err().to_string();
        assert!(error.starts_with("tuplehash128 is a hash of chosen length: "), "{error}");
        let error = registry::find(&[Kind::Mac, Kind::Aead], "sha256").unwrap_err().to_string();
        assert!(
            error.ends_with("no message authentication code or authenticated cipher of this name")
        );
    }

    #[test]
    fn overlong_name_fails_fast_and_is_shortened() {
        let name = "ä".repeat(1 << 17);
        let start = std::time::Instant::now();
        let error = registry::hash(&name).unwrap_err();
        let message = error.to_string();
        // Miri's clock counts basic blocks, with 5 µs each.
        let limit = core::time::Duration::from_millis(if cfg!(miri) { 500 } else { 1 });
        assert!(start.elapsed() < limit, "{:?}", start.elapsed());
        assert_eq!(error.given(), "ä".repeat(24));
        assert!(message.ends_with("… (262144 bytes; names have at most 48)"), "{message}");
        assert!(registry::hash(&"a".repeat(49)).unwrap_err().to_string().contains("(49 bytes"));
    }
}
