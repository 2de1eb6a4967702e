//! Composes names at compile time, such as `hmac-sha256` from `hmac-` and `sha256`.

/// Composed name as bytes, padded with zeros.
pub(crate) type Composed = [u8; 48];

/// Concatenates `prefix` and `name`.
pub(crate) const fn compose(prefix: &str, name: &str) -> Composed {
    let (prefix, name) = (prefix.as_bytes(), name.as_bytes());
    let mut composed = [0; 48];
    let mut i = 0;
    while i < prefix.len() + name.len() {
        composed[i] = if i < prefix.len() { prefix[i] } else { name[i - prefix.len()] };
        i += 1;
    }
    composed
}

/// Returns the composed name as a string.
pub(crate) const fn text(composed: &Composed) -> &str {
    let mut length = 0;
    while length < composed.len() && composed[length] != 0 {
        length += 1;
    }
    let (name, _) = composed.split_at(length);
    match core::str::from_utf8(name) {
        Ok(name) => name,
        Err(_) => panic!("both parts are UTF-8"),
    }
}
