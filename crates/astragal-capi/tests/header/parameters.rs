//! A line for every parameter of every function, and for its result: where the sources say nothing of one, what its
//! name stands for in the whole header.

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
    ("rounds", "the number of rounds"),
    ("salt", "the salt"),
    ("secret", "what keys are derived from"),
    ("state", "the state"),
    ("states", "the states"),
    ("t", "the number of passes"),
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
        declaration.iter().for_each(|line| add(&mut whole, line));
    }
    lines.iter().for_each(|line| add(&mut whole, line));
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
    let tells_result = entries.iter().any(|entry| entry[0].starts_with(" * @return "));
    text.extend(entries.into_iter().flatten());
    if declaration.contains("ASTRAGAL_MUST_CHECK int ") && !tells_result {
        text.push(" * @return ASTRAGAL_OK, or the code of a mistake in the call.".to_owned());
    }
    text
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
