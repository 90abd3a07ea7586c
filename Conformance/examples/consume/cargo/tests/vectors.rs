// SPDX-License-Identifier: Apache-2.0

//! The vectors as a test of cargo: every failure is named before the test fails.

use consume_vectors::check;
use serde_json::{json, Value};

fn bytes(hex: &str) -> Vec<u8> {
    let digits: Vec<char> = hex.chars().collect();
    digits.chunks(2).map(|pair| u8::from_str_radix(&pair.iter().collect::<String>(), 16).unwrap()).collect()
}

fn answer(request: &Value) -> Value {
    match check(&bytes(request["bytes"].as_str().unwrap())) {
        Ok(()) => json!({"ok": {}}),
        Err(class) => json!({"error": class}),
    }
}

fn is_expected(expect: &Value, answer: &Value) -> bool {
    match &expect["error"] {
        Value::Null => answer["ok"] == expect["ok"],
        Value::Array(classes) => classes.contains(&answer["error"]),
        class => answer["error"] == *class,
    }
}

#[test]
fn vectors() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../vectors/cbor/heads.json");
    let file: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let (mut passed, mut skipped, mut failed) = (0, 0, Vec::new());
    for vector in file["vectors"].as_array().unwrap() {
        let answer = answer(&vector["request"]);
        if answer == json!({"error": "unsupported"}) {
            skipped += 1; // counted, and no pass
        } else if is_expected(&vector["expect"], &answer) {
            passed += 1;
        } else {
            failed.push(format!("{}: {} (answered {})", vector["id"], vector["note"], answer));
        }
    }
    println!("{passed} passed, {skipped} skipped");
    assert!(passed > 0 && failed.is_empty(), "{}", failed.join("\n"));
}
