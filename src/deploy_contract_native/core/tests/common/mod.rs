//! The contract of this repository.

use std::path::Path;

use serde_json::{Map, Value, json};

/// The greatest number of bytes of a text.
pub const MOST: usize = 1 << 24;

/// Return the effective contract with a value of the option `unknown_fields`.
pub fn contract(unknown_fields: &str) -> Value {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../generated");
    let mut bundle = Map::new();
    let mut add = |name: String| {
        let text = std::fs::read(root.join("deploy_contract_generated").join(&name)).unwrap();
        bundle.insert(name, serde_json::from_slice(&text).unwrap());
    };
    add("rules.json".into());
    add("operations.json".into());
    for kind in ["Deployment", "DeploymentList", "DeploymentPatch", "RepositoryList"] {
        add(format!("schemas/{kind}.open.json"));
    }
    json!({
        "format": 1, "bundle": bundle, "policies": [],
        "options": {"unknown_fields": unknown_fields, "modes": {}},
        "limits": {"items": 10_000, "query": 65_536, "string": MOST, "violations": 20,
            "request_body": MOST, "request_objects": 50_000,
            "response_body": MOST, "response_objects": 150_000},
    })
}
