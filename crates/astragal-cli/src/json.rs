//! Strict parsing of JSON objects.

use std::fmt;

use serde_core::Deserializer as _;
use serde_core::de::{Error as _, MapAccess, Visitor};
use serde_json::{Map, Value};

/// Parses a JSON object. Returns `None` if the text is not an object, or if the object has a duplicate key.
pub(crate) fn object(text: &[u8]) -> Option<Map<String, Value>> {
    let mut deserializer = serde_json::Deserializer::from_slice(text);
    let object = deserializer.deserialize_map(Unique).ok()?;
    deserializer.end().ok()?;
    Some(object)
}

struct Unique;

impl<'de> Visitor<'de> for Unique {
    type Value = Map<String, Value>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with unique keys")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut object = Map::new();
        while let Some((key, value)) = map.next_entry::<String, Value>()? {
            if object.insert(key, value).is_some() {
                return Err(A::Error::custom("duplicate key"));
            }
        }
        Ok(object)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rejects_duplicate_keys() {
        assert!(object(br#"{"a":1,"b":2}"#).is_some());
        assert!(object(br#"{"a":1,"a":1}"#).is_none());
    }

    #[test]
    fn rejects_text_that_is_not_an_object() {
        assert!(object(br#"{"a":1} x"#).is_none());
        assert!(object(br"[]").is_none());
    }
}
