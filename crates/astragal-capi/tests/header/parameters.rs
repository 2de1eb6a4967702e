//! Completes the comment of every function in the header. Adds a line for each parameter that the sources do not
//! describe. Also adds the result codes that follow from the types of the parameters.

/// Default descriptions of parameters, by the parameter's name.
const DESCRIPTIONS: &[(&str, &str)] = &[
    ("a", "first byte string"),
    ("ad", "associated data: authenticated, not encrypted"),
    ("alg", "handle from astragal_find() or astragal_alg_at()"),
    ("b", "second byte string"),
    ("bytes", "input"),
    ("code", "result code of a function"),
    ("context", "bytes that both sides know, such as the purpose of the message"),
    ("ct", "ciphertext"),
    ("custom", "customization string S"),
    ("data", "data to append"),
    ("direction", "ASTRAGAL_ENCRYPT or ASTRAGAL_DECRYPT"),
    ("domain", "domain separation byte, 0x01 to 0x7f"),
    ("in", "input"),
    ("iv", "initialization vector or first counter block"),
    ("key", "secret key"),
    (
        "kind",
        "ASTRAGAL_HASH, ASTRAGAL_XOF, ASTRAGAL_MAC, ASTRAGAL_AEAD, ASTRAGAL_CIPHER, ASTRAGAL_MODE, ASTRAGAL_KDF, ASTRAGAL_KEYED_XOF or ASTRAGAL_KEY_WRAP",
    ),
    ("left", "record of the first part"),
    ("m", "memory in KiB"),
    ("memory", "memory that the caller provides"),
    ("message_len", "length of the message in bytes, which CCM needs in advance"),
    ("msg", "message"),
    ("n", "number of elements"),
    ("name", "function name N"),
    ("nonce", "nonce; never reuse it with the same key"),
    ("out", "receives the output"),
    ("p", "number of lanes"),
    ("padding", "ASTRAGAL_PADDING_DEFAULT, ASTRAGAL_PADDING_PKCS7 or ASTRAGAL_PADDING_NONE"),
    ("params", "parameters of the algorithm; NULL for defaults"),
    ("password", "password"),
    ("record", "record from astragal_part_record() or astragal_assembly_join()"),
    ("right", "record of the second part"),
    ("salt", "salt"),
    ("sealed", "sealed message"),
    ("secret", "input keying material"),
    ("state", "streaming state"),
    ("t", "number of passes"),
    ("stored", "NUL-terminated PHC string"),
    ("tag", "authentication tag"),
    ("tag_len", "length of the tag in bytes"),
    ("text", "hexadecimal digits"),
    ("tweak", "tweak of the cipher"),
];

/// Adds the missing `@param` lines and result codes to the comment of every function in `header`.
pub(super) fn complete(header: &str) -> String {
    let mut lines: Vec<&str> = Vec::new();
    let mut whole = String::new();
    let mut rest = header.lines();
    while let Some(line) = rest.next() {
        lines.push(line);
        if line != " */" {
            continue;
        }
        let mut declaration = Vec::new();
        for line in rest.by_ref() {
            declaration.push(line);
            if line.ends_with(';') || !declaration[0].starts_with("ASTRAGAL_EXPORT") {
                break;
            }
        }
        let start = lines.iter().rposition(|line| *line == "/**").expect("comment has a start");
        let comment = lines.split_off(start);
        lines.drain(..).for_each(|line| add(&mut whole, line));
        if declaration.first().is_some_and(|line| line.starts_with("ASTRAGAL_EXPORT")) {
            let comment = &comment[1..comment.len() - 1];
            add(&mut whole, "/**");
            commented(comment, &declaration.join(" "))
                .iter()
                .for_each(|line| add(&mut whole, line));
            add(&mut whole, " */");
        } else {
            comment.iter().for_each(|line| add(&mut whole, line));
        }
        declaration.iter().for_each(|line| add(&mut whole, &with_untyped_inputs(line)));
    }
    lines.iter().for_each(|line| add(&mut whole, line));
    whole
}

/// Replaces the type of input bytes with `const void *`, so that text and structures can be passed without a cast.
fn with_untyped_inputs(line: &str) -> String {
    let typed = "const uint8_t *";
    let mut parts = line.split(typed);
    let mut whole = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        // Keeps `const uint8_t *const *` for arrays of pointers. C converts a pointer to `void *` implicitly, but not
        // an array of pointers to `void **`, so callers would still need a cast.
        whole.push_str(if part.starts_with("const ") { typed } else { "const void *" });
        whole.push_str(part);
    }
    whole
}

fn add(text: &mut String, line: &str) {
    text.push_str(line);
    text.push('\n');
}

/// Completes the comment of a function and returns its lines. The result has an entry for every parameter, in the order
/// of the declaration, followed by an entry for every result code.
fn commented(comment: &[&str], declaration: &str) -> Vec<String> {
    let mut entries: Vec<Vec<String>> = vec![Vec::new()];
    for line in comment {
        if line.starts_with(" * @") {
            entries.push(Vec::new());
        }
        entries.last_mut().expect("the list has an entry").push((*line).to_owned());
    }
    for entry in &mut entries {
        while entry.last().is_some_and(|line| line.trim() == "*") {
            entry.pop();
        }
    }
    let mut text = entries.remove(0);
    let parameters = parameters(declaration);
    if !parameters.is_empty() || !entries.is_empty() {
        text.push(" *".to_owned());
    }
    for (i, parameter) in parameters.iter().enumerate() {
        let given = format!(" * @param {parameter} ");
        match entries.iter().position(|entry| entry[0].starts_with(&given)) {
            Some(found) => text.extend(entries.remove(found)),
            None => {
                let known = description(parameter, &parameters[..i], declaration);
                text.extend(wrapped(&format!("@param {parameter} {known}.")));
            }
        }
    }
    if declaration.contains("ASTRAGAL_MUST_CHECK int ")
        && !declaration.contains(" astragal_alg_kind(")
    {
        text.extend(with_errors(entries, declaration));
    } else {
        text.extend(entries.into_iter().flatten());
    }
    text
}

/// Returns the `@retval` lines of a comment, with one entry for each result code. `given` contains the entries from the
/// sources. Adds the codes that follow from the parameters and are missing in `given`.
fn with_errors(given: Vec<Vec<String>>, declaration: &str) -> Vec<String> {
    let starts: Vec<_> = given.iter().map(|entry| entry[0].clone()).collect();
    let is_missing =
        |code: &str| !starts.iter().any(|line| line.starts_with(&format!(" * @retval {code} ")));
    let mut lines = Vec::new();
    if is_missing("ASTRAGAL_OK") {
        lines.push(" * @retval ASTRAGAL_OK on success.".to_owned());
    }
    lines.extend(given.into_iter().flatten());
    for (code, reason) in errors(declaration).into_iter().filter(|(code, _)| is_missing(code)) {
        lines.extend(wrapped(&format!("@retval {code} if {reason}.")));
    }
    lines
}

/// A parameter of a C function.
struct Parameter<'a> {
    name: &'a str,
    c_type: &'a str,
}

impl<'a> Parameter<'a> {
    fn new(text: &'a str) -> Self {
        let text = text.trim();
        let end = text.find('[').unwrap_or(text.len());
        let start = text[..end].rfind([' ', '*']).map_or(0, |i| i + 1);
        Self { name: &text[start..end], c_type: text }
    }

    fn is_length(&self) -> bool {
        self.c_type.starts_with("size_t ") && self.name.ends_with("len")
    }

    fn is_pointer(&self) -> bool {
        self.c_type.contains(['*', '['])
    }

    /// Returns the type of an object or handle without its prefix, such as "hash" or "alg". Returns `None` for other
    /// parameters.
    fn object(&self) -> Option<&'a str> {
        let of = self.c_type.trim_start_matches("const ").strip_prefix("astragal_")?;
        let (kind, rest) = of.split_once(' ')?;
        (!rest.starts_with("**")).then_some(kind)
    }

    /// Returns whether NULL is always allowed for the parameter. Returns false for a buffer that may be NULL only if
    /// its length is 0.
    fn is_optional(&self, function: &str) -> bool {
        match self.name {
            "params" => !["astragal_kdf", "astragal_password_hash"].contains(&function),
            "written" | "policy" | "executor" | "allocator" => true,
            _ => false,
        }
    }

    /// For a buffer that may be NULL if its length is 0, returns the name of the parameter that holds the length.
    /// Returns `None` for all other parameters.
    fn length(&self, function: &str, all: &[Self]) -> Option<&'a str> {
        let has_own_length = |one: &&Self| {
            one.c_type.starts_with("size_t ") && one.name.strip_suffix("_len") == Some(self.name)
        };
        if let Some(own) = all.iter().find(has_own_length) {
            return (self.name != "memory").then_some(own.name);
        }
        let is_bytes = ["uint8_t", "void", "char"].iter().any(|of| self.c_type.contains(of));
        match self.name {
            "msgs" | "lens" | "items" => Some("n"),
            "level" | "name" | "stored" => None,
            "record" | "out" if all.iter().any(|one| one.c_type.contains("*out_len")) => None,
            "out" => BLOCKWISE.contains(&function).then_some("len"),
            _ if self.c_type.contains('[') || !is_bytes => None,
            _ => all.iter().any(|one| one.name == "len").then_some("len"),
        }
    }
}

/// Functions whose output `out` is as long as their input: `len` bytes.
const BLOCKWISE: [&str; 3] =
    ["astragal_cipher_encrypt", "astragal_cipher_decrypt", "astragal_aes_ctr"];

/// Returns the result codes that a function can return because of the types of its parameters. Each code comes with the
/// condition under which it is returned.
fn errors(declaration: &str) -> Vec<(&'static str, String)> {
    let (head, list) = declaration.split_once('(').expect("function has parameters");
    let function = head.rsplit([' ', '*']).next().unwrap_or_default();
    let all: Vec<_> = list.trim_end_matches([';', ')']).split(',').map(Parameter::new).collect();
    let mut errors = Vec::new();
    errors.extend(null_error(function, &all).map(|reason| ("ASTRAGAL_ERR_NULL", reason)));
    let mut add = |code, reason: String| {
        if !errors.iter().any(|(known, _)| *known == code) {
            errors.push((code, reason));
        }
    };
    for parameter in &all {
        let name = parameter.name;
        match parameter.object() {
            Some("alg") => add(
                "ASTRAGAL_ERR_ALGORITHM",
                format!("`{name}` is not an algorithm handle, or is a handle of the wrong kind"),
            ),
            Some(kind) if kind.ends_with("_state") && function.ends_with("_init") => {
                add("ASTRAGAL_ERR_OBJECT", format!("`{name}` is not aligned to 16 bytes"));
            }
            Some(kind) if kind.ends_with("_state") || OBJECTS.contains(&kind) => {
                add("ASTRAGAL_ERR_OBJECT", format!("`{name}` is not a live astragal_{kind}"));
            }
            _ => {}
        }
        if parameter.is_length() {
            add("ASTRAGAL_ERR_LENGTH", length_error(&all));
        }
    }
    if function.ends_with("_new") || function.ends_with("_copy") || ALLOCATING.contains(&function) {
        add("ASTRAGAL_ERR_MEMORY", "memory cannot be allocated".to_owned());
    }
    if OVERLAPPING.contains(&function) {
        add(
            "ASTRAGAL_ERR_OVERLAP",
            "buffers overlap although a parameter's description forbids it".to_owned(),
        );
    }
    errors
}

/// Returns the condition under which a function with these parameters returns `ASTRAGAL_ERR_LENGTH`.
fn length_error(all: &[Parameter]) -> String {
    let mut lengths = all.iter().filter(|one| one.is_length());
    match (lengths.next(), lengths.next()) {
        (Some(only), None) => format!("`{}` exceeds PTRDIFF_MAX", only.name),
        _ => "a length exceeds PTRDIFF_MAX".to_owned(),
    }
}

/// Returns the condition under which the function returns `ASTRAGAL_ERR_NULL`; `None` if it never does.
fn null_error(function: &str, all: &[Parameter]) -> Option<String> {
    let pointers =
        all.iter().filter(|one| one.is_pointer() && !one.is_optional(function)).collect::<Vec<_>>();
    let (buffers, required): (Vec<&Parameter>, Vec<_>) =
        pointers.into_iter().partition(|one| one.length(function, all).is_some());
    let list = |these: &[&Parameter]| {
        let names: Vec<_> = these.iter().map(|one| format!("`{}`", one.name)).collect();
        match names.split_last() {
            Some((last, [])) => last.clone(),
            Some((last, others)) => format!("{} or {last}", others.join(", ")),
            None => String::new(),
        }
    };
    let nonempty = match buffers.as_slice() {
        [] => None,
        [buffer] => {
            let length = buffer.length(function, all)?;
            let is_pointer = all.iter().any(|one| one.name == length && one.is_pointer());
            let star = if is_pointer { "*" } else { "" };
            Some(format!("`{}` is NULL and `{star}{length}` is not 0", buffer.name))
        }
        buffers => Some(format!("{} is NULL and its length is not 0", list(buffers))),
    };
    match (required.as_slice(), nonempty) {
        ([], nonempty) => nonempty,
        (required, None) => Some(format!("{} is NULL", list(required))),
        (required, Some(nonempty)) => Some(format!("{} is NULL, or if {nonempty}", list(required))),
    }
}

/// Types of objects, without the prefix `astragal_`.
const OBJECTS: [&str; 11] = [
    "hash",
    "xof",
    "mac",
    "aead",
    "aead_message",
    "cipher",
    "mode",
    "part",
    "assembly",
    "seal_stream",
    "open_stream",
];

/// Functions that can fail because memory is exhausted, in addition to the functions that create objects.
const ALLOCATING: [&str; 3] = ["astragal_hash_many", "astragal_pbkdf2", "astragal_hkdf"];

/// Functions that reject some overlaps of inputs and outputs. `tests/c/overlap.c` tests the overlaps of all functions.
const OVERLAPPING: [&str; 19] = [
    "astragal_aead_decrypt",
    "astragal_aead_encrypt",
    "astragal_aead_message_open",
    "astragal_aes_cbc_decrypt",
    "astragal_aes_cbc_encrypt",
    "astragal_aes_ctr",
    "astragal_aes_gcm_decrypt",
    "astragal_aes_gcm_encrypt",
    "astragal_ascon_aead128_decrypt",
    "astragal_ascon_aead128_encrypt",
    "astragal_chunked_open",
    "astragal_chunked_seal",
    "astragal_hash_many",
    "astragal_mac_once",
    "astragal_mode_once",
    "astragal_mode_update",
    "astragal_mode_whole",
    "astragal_open_stream_update",
    "astragal_seal_stream_update",
];

/// Wraps a text into lines of a comment.
fn wrapped(text: &str) -> Vec<String> {
    const WIDTH: usize = 118;
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.len() + 1 + word.len() <= WIDTH => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(format!(" * {word}")),
        }
    }
    lines
}

/// Returns the names of the parameters in a declaration.
fn parameters(declaration: &str) -> Vec<String> {
    let (_, list) = declaration.split_once('(').expect("function has parameters");
    let names = list.trim_end_matches([';', ')']).split(',').map(|text| Parameter::new(text).name);
    names.filter(|name| !name.is_empty() && *name != "void").map(str::to_owned).collect()
}

/// Returns the default description of a parameter that the sources do not describe. `before` contains the names of the
/// preceding parameters.
fn description(parameter: &str, before: &[String], declaration: &str) -> String {
    let is_object = ["", "aead_", "seal_", "open_"]
        .iter()
        .any(|prefix| declaration.contains(&format!("astragal_{prefix}{parameter} *{parameter}")));
    if is_object && !["alg", "params"].contains(&parameter) {
        let kind = if ["aead", "mac", "xof"].contains(&parameter) {
            parameter.to_ascii_uppercase()
        } else {
            parameter.to_owned()
        };
        return format!("{kind} object");
    }
    if let Some(of) =
        parameter.strip_suffix("_len").filter(|of| before.iter().any(|name| name == of))
    {
        return format!("length of `{of}` in bytes");
    }
    match (parameter, before.last()) {
        ("len", Some(last)) if !declaration.contains(" kind") => {
            format!("length of `{last}` in bytes")
        }
        _ => {
            let known = DESCRIPTIONS.iter().find(|(word, _)| *word == parameter);
            let known =
                known.unwrap_or_else(|| panic!("no description of {parameter} in {declaration}"));
            known.1.to_owned()
        }
    }
}
