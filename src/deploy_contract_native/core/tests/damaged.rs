//! Contracts that the core does not know are refused, with the part that is wrong.

mod common;

use common::contract;
use deploy_contract_core::core::Core;
use serde_json::{Value, json};

fn refusal(contract: &[u8]) -> String {
    Core::read(contract).err().expect("the contract is refused").0
}

/// Return why the contract with a rule on patches is refused.
fn of_rule(shape: &str, parameters: Value) -> String {
    let mut whole = contract("allow");
    whole["policies"] = json!([{"rule": "own", "shape": shape, "on": ["DeploymentPatch"],
        "mode": "enforce", "message": "", "hint": "", "parameters": parameters}]);
    refusal(whole.to_string().as_bytes())
}

#[test]
fn texts_that_are_no_contract_are_refused() {
    for text in ["", "[]", "{\"format\": 2}", "{\"format\": 1}", "{"] {
        refusal(text.as_bytes());
    }
    for (member, name, value) in [
        ("options", "unknown_fields", json!("x")),
        ("options", "unknown_operations", json!("report-requests")),
        ("options", "modes", json!({"unknown-field": "x"})),
        ("options", "modes", json!({"unknown-field": {"off": null}})),
        ("options", "hosting", json!(5)),
        ("options", "hosting", json!("clod")),
        ("limits", "string", json!(1.5)),
    ] {
        let mut whole = contract("allow");
        whole[member][name] = value;
        refusal(whole.to_string().as_bytes());
    }
}

#[test]
fn a_rule_that_is_not_known_is_named() {
    let own = "DeploymentPatch: own: ";
    for (shape, parameters, reason) in [
        ("at_least", json!({}), "its shape or relation is not known"),
        ("unique_by", json!({"array": "/a"}), "key is missing"),
        ("schema", json!({"schema": {"enum": [1]}}), "an enum has a number, an array or an object"),
        ("field", json!({"field": "a", "sources": []}), "field: a pointer begins with /"),
    ] {
        assert_eq!(of_rule(shape, parameters), format!("{own}{reason}"));
    }
}

#[test]
fn schemas_beyond_the_subset_are_refused() {
    let mut deep = json!({});
    for _ in 0..100 {
        deep = json!({"items": deep});
    }
    for schema in [
        json!({"format": "uuid"}),
        json!({"type": "decimal"}),
        json!({"pattern": "^(?=x)"}),
        json!({"minimum": "1"}),
        json!({"minimum": null}),
        json!({"maxItems": -1}),
        json!({"$ref": "#/$defs/A"}),
        json!({"items": [{}]}),
        deep,
    ] {
        of_rule("schema", json!({"schema": schema}));
    }
    // schemas that hold themselves, for the same value
    for definition in [
        json!({"not": {"$ref": "#/$defs/DeploymentPatch"}}),
        json!({"$ref": "#/$defs/DeploymentPatch"}),
    ] {
        let mut whole = contract("allow");
        whole["bundle"]["schemas/DeploymentPatch.open.json"]["$defs"]["DeploymentPatch"] =
            definition;
        refusal(whole.to_string().as_bytes());
    }
}

#[test]
fn kinds_that_contain_each_other_are_refused() {
    let mut whole = contract("allow");
    whole["bundle"]["rules.json"]["kinds"]["Deployment"]["contains"] =
        json!([["/a", "Deployment"]]);
    refusal(whole.to_string().as_bytes());
}

#[test]
fn a_kind_contains_as_many_documents_as_the_check_of_the_format_takes() {
    let reads = |count: usize| {
        let mut whole = contract("allow");
        let inside = vec![json!(["/resources/*", "Deployment"]); count];
        whole["bundle"]["rules.json"]["kinds"]["DeploymentList"]["contains"] = json!(inside);
        Core::read(whole.to_string().as_bytes()).is_ok()
    };
    assert!(reads(99));
    assert!(!reads(100));
}
