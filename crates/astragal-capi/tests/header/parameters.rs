//! A line for every parameter of every function, and for its result: where the sources say nothing of one, what its
//! name stands for in the whole header, and the codes that its parameters can lead to.

/// What a name stands for wherever a function says nothing else of it.
const WORDS: &[(&str, &str)] = &[
    ("a", "the one"),
    ("ad", "associated data: authenticated, not encrypted"),
    ("alg", "a handle from astragal_find() or astragal_alg_at()"),
    ("b", "the other"),
    ("bytes", "the bytes"),
    ("code", "a result of any function"),
    ("ct", "ciphertext"),
    ("custom", "the customization string S"),
    ("data", "the piece"),
    ("direction", "ASTRAGAL_ENCRYPT or ASTRAGAL_DECRYPT"),
    ("domain", "the domain separation byte, 0x01 to 0x7f"),
    ("in", "what is read"),
    ("index", "a number, from 0"),
    ("iv", "the initialization vector or first counter"),
    ("key", "the key"),
    ("kind", "ASTRAGAL_HASH or one of the others"),
    ("left", "the record of the first part"),
    ("level", "the name of a level, or NULL"),
    ("m", "memory in KiB"),
    ("memory", "memory of the caller's"),
    ("message_len", "the length of the whole message in bytes, which CCM has to know"),
    ("msg", "the message"),
    ("n", "how many there are"),
    ("name", "the function name N"),
    ("nonce", "the nonce, which must not be used again with the key"),
    ("out", "receives the result"),
    ("p", "the number of lanes"),
    ("padding", "ASTRAGAL_PADDING_DEFAULT, ASTRAGAL_PADDING_PKCS7 or ASTRAGAL_PADDING_NONE"),
    ("params", "NULL, or what the algorithm takes"),
    ("password", "the password"),
    ("record", "a record of astragal_part_record() or astragal_assembly_join()"),
    ("right", "the record of the second part"),
    ("rounds", "the number of rounds"),
    ("salt", "the salt"),
    ("secret", "what keys are derived from"),
    ("state", "the state"),
    ("states", "the states"),
    ("t", "the number of passes"),
    ("stored", "a PHC string with NUL at its end"),
    ("tag", "the tag"),
    ("tag_len", "the length of the tag in bytes"),
    ("text", "the digits"),
    ("tweak", "the tweak"),
];

/// Completes the comment of every function in `header`.
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
        let start = lines.iter().rposition(|line| *line == "/**").expect("a comment begins");
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

/// Bytes that a function reads are `const void *`: a program hashes text and structures without a cast.
fn with_untyped_inputs(line: &str) -> String {
    let typed = "const uint8_t *";
    let mut parts = line.split(typed);
    let mut whole = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        // A list of addresses keeps its type: a pointer to `const void *` converts from nothing else.
        whole.push_str(if part.starts_with("const ") { typed } else { "const void *" });
        whole.push_str(part);
    }
    whole
}

fn add(text: &mut String, line: &str) {
    text.push_str(line);
    text.push('\n');
}

/// The lines of a comment, with one entry for each parameter, in the declaration's order.
fn commented(comment: &[&str], declaration: &str) -> Vec<String> {
    let mut entries: Vec<Vec<String>> = vec![Vec::new()];
    for line in comment {
        if line.starts_with(" * @") {
            entries.push(Vec::new());
        }
        entries.last_mut().expect("there is one").push((*line).to_owned());
    }
    let mut text = entries.remove(0);
    while text.last().is_some_and(|line| line.trim() == "*") {
        text.pop();
    }
    let parameters = parameters(declaration);
    if !parameters.is_empty() || !entries.is_empty() {
        text.push(" *".to_owned());
    }
    for (place, parameter) in parameters.iter().enumerate() {
        let given = format!(" * @param {parameter} ");
        match entries.iter().position(|entry| entry[0].starts_with(&given)) {
            Some(found) => text.extend(entries.remove(found)),
            None => text
                .push(format!("{given}{}.", meaning(parameter, &parameters[..place], declaration))),
        }
    }
    let result = entries.iter().position(|entry| entry[0].starts_with(" * @return "));
    let told = result.map(|place| entries.remove(place).join("\n")).unwrap_or_default();
    text.extend(entries.into_iter().flatten());
    if declaration.contains("ASTRAGAL_MUST_CHECK int ")
        && !declaration.contains(" astragal_alg_kind(")
    {
        text.extend(with_codes(&told, declaration));
    } else {
        text.extend(told.lines().map(str::to_owned));
    }
    text
}

/// The comment of a result, with the codes that it does not name yet.
fn with_codes(told: &str, declaration: &str) -> Vec<String> {
    let is_missing = |code: &str| {
        let names = told.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
        !names.into_iter().any(|name| name == code)
    };
    let mut clauses: Vec<String> = Vec::new();
    if is_missing("ASTRAGAL_OK") {
        clauses.push("ASTRAGAL_OK".to_owned());
    }
    let codes = codes(declaration).into_iter().filter(|(code, _)| is_missing(code));
    clauses.extend(codes.map(|(code, reason)| format!("{code} {reason}")));
    let all = clauses.join("; ");
    match (told, all.is_empty()) {
        (_, true) => told.lines().map(str::to_owned).collect(),
        ("", _) => wrapped(&format!("@return {all}.")),
        _ => {
            let told = told.replace("\n *", "");
            let told = told.trim_start_matches(" * ").trim_end_matches('.');
            wrapped(&format!("{told}; {all}."))
        }
    }
}

/// The codes that the parameters of a function can lead to, each with its reason.
fn codes(declaration: &str) -> Vec<(&'static str, String)> {
    let (head, list) = declaration.split_once('(').expect("a function has parameters");
    let name = head.rsplit([' ', '*']).next().unwrap_or_default();
    let mut codes = Vec::new();
    let mut add = |code, reason: String| {
        if !codes.iter().any(|(known, _)| *known == code) {
            codes.push((code, reason));
        }
    };
    for parameter in list.trim_end_matches([';', ')']).split(',').map(str::trim) {
        let named = parameter.rsplit([' ', '*']).next().unwrap_or_default();
        let of = parameter.trim_start_matches("const ").strip_prefix("astragal_");
        let kind = of.and_then(|of| of.split_once(' ')).filter(|(_, rest)| !rest.starts_with("**"));
        if parameter.contains(['*', '[']) {
            add("ASTRAGAL_ERR_NULL", "if a pointer is NULL that must not be".to_owned());
        }
        match kind.map(|(kind, _)| kind) {
            Some("alg") => add(
                "ASTRAGAL_ERR_ALGORITHM",
                format!("if `{named}` is not a handle, or one of another kind"),
            ),
            Some(kind) if kind.ends_with("_state") && name.ends_with("_init") => {
                add("ASTRAGAL_ERR_OBJECT", format!("if `{named}` is not aligned"));
            }
            Some(kind) if kind.ends_with("_state") || OBJECTS.contains(&kind) => {
                add("ASTRAGAL_ERR_OBJECT", format!("if `{named}` is not a live astragal_{kind}"));
            }
            _ => {}
        }
        if parameter.starts_with("size_t ") && named.ends_with("len") {
            add("ASTRAGAL_ERR_LENGTH", "for a length that is not taken".to_owned());
        }
    }
    if name.ends_with("_new") || name.ends_with("_copy") || ALLOCATING.contains(&name) {
        add("ASTRAGAL_ERR_MEMORY", "if there is no memory".to_owned());
    }
    if OVERLAPPING.contains(&name) {
        add("ASTRAGAL_ERR_OVERLAP", "if buffers overlap that must not".to_owned());
    }
    codes
}

/// The kinds of objects.
const OBJECTS: [&str; 7] = ["hash", "xof", "mac", "aead", "aead_message", "cipher", "mode"];

/// Functions that allocate, beside those that make objects.
const ALLOCATING: [&str; 3] = ["astragal_hash_many", "astragal_pbkdf2", "astragal_hkdf"];

/// Functions that refuse outputs in the memory of some inputs; `tests/c/overlap.c` tries all.
const OVERLAPPING: [&str; 15] = [
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
    "astragal_hash_many",
    "astragal_mac_once",
    "astragal_mode_once",
    "astragal_mode_update",
    "astragal_mode_whole",
];

/// The text as lines of a comment.
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

/// The names of a declaration's parameters.
fn parameters(declaration: &str) -> Vec<String> {
    let (_, list) = declaration.split_once('(').expect("a function has parameters");
    let list = list.trim_end_matches([';', ')']);
    let name = |parameter: &str| {
        let parameter = parameter.split('[').next().unwrap_or_default().trim();
        let start = parameter.rfind([' ', '*']).map_or(0, |place| place + 1);
        parameter[start..].to_owned()
    };
    list.split(',').map(name).filter(|name| !name.is_empty() && name != "void").collect()
}

/// What a parameter is of which the sources say nothing; `before` are those before it.
fn meaning(parameter: &str, before: &[String], declaration: &str) -> String {
    let is_object = ["", "aead_"]
        .iter()
        .any(|prefix| declaration.contains(&format!("astragal_{prefix}{parameter} *{parameter}")));
    if is_object && !["alg", "params"].contains(&parameter) {
        return "the object".to_owned();
    }
    if let Some(of) =
        parameter.strip_suffix("_len").filter(|of| before.iter().any(|name| name == of))
    {
        return format!("the length of `{of}` in bytes");
    }
    match (parameter, before.last()) {
        ("len", Some(last)) if declaration.contains("uint64_t len") => {
            assert_eq!(last, "xof");
            "the number of bytes".to_owned()
        }
        ("len", Some(last)) if !declaration.contains(" kind") => {
            format!("the length of `{last}` in bytes")
        }
        _ => {
            let known = WORDS.iter().find(|(word, _)| *word == parameter);
            let known =
                known.unwrap_or_else(|| panic!("nothing is said of {parameter} in {declaration}"));
            known.1.to_owned()
        }
    }
}
