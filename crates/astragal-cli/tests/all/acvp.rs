//! Tests `digest acvp` with NIST's vector sets: the shortest test of each kind, some Monte Carlo tests, and altered
//! sets.

use serde_json::{Value, json};

use crate::common::TestDir;

/// Prompts with their expected results, from `gen-val/json-files` of NIST's ACVP-Server.
fn sets() -> Vec<Value> {
    let file: Value = serde_json::from_str(include_str!("../data/acvp.json")).unwrap();
    file["sets"].as_array().unwrap().clone()
}

/// Writes the prompt and the expected results of a vector set.
fn write(dir: &TestDir, set: &Value) {
    dir.write("prompt.json", set["prompt"].to_string());
    dir.write("expected.json", set["expected"].to_string());
}

/// Returns the vector set of an algorithm.
fn set(algorithm: &str) -> Value {
    sets().into_iter().find(|set| set["prompt"]["algorithm"] == algorithm).unwrap()
}

#[test]
fn answers_agree_with_nists_results() {
    let dir = TestDir::new();
    for set in sets() {
        let groups = set["prompt"]["testGroups"].as_array().unwrap();
        let tests: usize =
            groups.iter().map(|group| group["tests"].as_array().unwrap().len()).sum();
        write(&dir, &set);
        let ran = dir.run(&["acvp", "prompt.json", "--expected", "expected.json"]);
        let counts = format!(": {tests} answers agree, 0 differ, 0 left out\n");
        assert!(ran.code == 0 && ran.text().ends_with(&counts), "{}{}", ran.text(), ran.stderr);
    }
}

#[test]
fn response_has_the_fields_of_the_expected_results() {
    let dir = TestDir::new();
    let set = set("ACVP-AES-CBC");
    // NIST's server sends an array that begins with the version of the protocol.
    dir.write("prompt.json", json!([{"acvVersion": "1.0"}, set["prompt"]]).to_string());
    let ran = dir.run(&["acvp", "prompt.json"]);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert_eq!(serde_json::from_str::<Value>(ran.text()).unwrap(), set["expected"]);
}

#[test]
fn wrong_result_is_named() {
    let dir = TestDir::new();
    let mut set = set("SHA2-256");
    set["expected"]["testGroups"][0]["tests"][0]["md"] = "00".into();
    write(&dir, &set);
    let ran = dir.run(&["acvp", "prompt.json", "--expected", "expected.json"]);
    let test = &set["prompt"]["testGroups"][0];
    let named =
        format!("answer to tgId {}, tcId {} differs", test["tgId"], test["tests"][0]["tcId"]);
    assert!(ran.code == 1 && ran.text().contains(&named), "{}", ran.text());
    assert!(ran.text().contains("1 differ"), "{}", ran.text());
}

#[test]
fn messages_of_partial_bytes_are_left_out_and_counted() {
    let dir = TestDir::new();
    let mut set = set("SHA3-256");
    set["prompt"]["testGroups"][0]["tests"][0]["len"] = 15.into();
    write(&dir, &set);
    let ran = dir.run(&["acvp", "prompt.json"]);
    assert_eq!(ran.code, 1);
    let message = "digest: prompt.json: left out 1 test: len is not a multiple of 8 bits\n";
    assert_eq!(ran.stderr, message);
}

#[test]
fn key_wrapping_with_the_inverse_cipher_is_left_out_and_counted() {
    let dir = TestDir::new();
    let mut set = set("ACVP-AES-KW");
    set["prompt"]["testGroups"][0]["kwCipher"] = "inverse".into();
    write(&dir, &set);
    let ran = dir.run(&["acvp", "prompt.json", "--expected", "expected.json"]);
    assert_eq!(ran.text(), "ACVP-AES-KW: 2 answers agree, 0 differ, 1 left out\n");
    let message = "digest: prompt.json: left out 1 test: kwCipher is inverse; expected cipher\n";
    assert_eq!(ran.stderr, message);
}

#[test]
fn file_that_is_not_a_vector_set_is_rejected() {
    let dir = TestDir::new();
    for (text, message) in [
        ("{", "not valid JSON"),
        ("{}", "no field testGroups; expected an ACVP vector set"),
        (r#"{"testGroups": []}"#, "no field algorithm"),
        (
            r#"{"algorithm": "RSA", "mode": "sigGen", "testGroups": []}"#,
            "no answers for algorithm RSA-sigGen; see `digest help acvp`",
        ),
        (r#"{"algorithm": "SHA2-256", "testGroups": [{"tests": []}]}"#, "a test group has no tgId"),
    ] {
        dir.write("prompt.json", text);
        let ran = dir.run(&["acvp", "prompt.json"]);
        assert!(ran.code == 1 && ran.stdout.is_empty(), "{text}");
        assert!(ran.stderr.contains(message), "{}", ran.stderr);
    }
}

#[test]
fn damaged_fields_leave_tests_out() {
    let dir = TestDir::new();
    for set in sets() {
        for (field, value) in [("key", json!("0g")), ("iv", json!([])), ("len", json!(1_u64 << 62))]
        {
            let mut prompt = set["prompt"].clone();
            for group in prompt["testGroups"].as_array_mut().unwrap() {
                for test in group["tests"].as_array_mut().unwrap() {
                    test[field] = value.clone();
                }
            }
            dir.write("prompt.json", prompt.to_string());
            let ran = dir.run(&["acvp", "prompt.json"]);
            assert!(matches!(ran.code, 0 | 1), "{}: {}", set["prompt"]["algorithm"], ran.stderr);
        }
    }
}
