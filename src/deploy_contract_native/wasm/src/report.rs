//! Outcomes as JSON texts.

use deploy_contract_core::{Core, Outcome, Revision, Value, Values, Violation};
use serde_json::Value as Json;

/// Return the names that have numbers: kinds of document, sources and operations.
pub fn names(core: &Core) -> String {
    let contract = &core.contract;
    let operations = core.router.operations.iter().map(|operation| &*operation.name);
    object([
        ("kinds", array(contract.kinds.iter().map(|kind| text_of(&*kind.name)))),
        ("sources", array(contract.sources.iter().map(|source| text_of(&*source.name)))),
        ("operations", array(operations.map(text_of))),
    ])
}

/// Return an outcome as JSON: the fields of a report, and whether the document was read.
///
/// `decoded`: the text of a body that had a content coding. Its program does not have it.
pub fn text(
    core: &Core,
    outcome: &Outcome,
    parameters: Option<&Values>,
    decoded: Option<Vec<u8>>,
) -> String {
    let contract = &core.contract;
    let operation = outcome.operation.map(|number| &*core.router.operations[number].name);
    let sources = outcome.sources.iter().map(|&number| &*contract.sources[number].name);
    object([
        ("document", text_of(outcome.kind.map(|kind| &*contract.kinds[kind].name))),
        ("operation", text_of(operation)),
        ("verdict", text_of(outcome.verdict.name())),
        ("sources", array(sources.map(text_of))),
        ("needs", text_of(outcome.needs.names())),
        ("creates_revision", text_of(outcome.creates_revision.unwrap_or(Revision::No).name())),
        ("revision_rules", array(outcome.revision_rules.iter().map(|rule| text_of(&**rule)))),
        ("violations", array(outcome.violations.iter().map(violation))),
        ("undecided", array(outcome.undecided.iter().map(violation))),
        ("truncated", text_of(outcome.truncated)),
        ("status", text_of(outcome.status)),
        ("parameters", parameters.map_or_else(|| text_of(Json::Null), of_parameters)),
        ("is_read", text_of(outcome.scan != 0)),
        ("text", text_of(decoded.and_then(|text| String::from_utf8(text).ok()))),
    ])
}

fn violation(violation: &Violation) -> String {
    let fix = violation.fix();
    let fields = [
        ("rule", text_of(&*violation.rule)),
        ("mode", text_of(violation.mode.name())),
        ("location", text_of(violation.location.name())),
        ("pointer", text_of(&*violation.pointer)),
        ("message", text_of(&*violation.message)),
        ("hint", text_of(&*violation.hint)),
    ];
    let is_known = !fix.is_empty();
    let fix = object(fix.into_iter().map(|(name, text)| (name, text_of(text))));
    object(fields.into_iter().chain(is_known.then(|| ("fix", array([fix])))))
}

fn of_parameters(values: &Values) -> String {
    object(values.iter().map(|(name, value)| {
        let value = match value {
            Value::None => text_of(Json::Null),
            Value::Text(text) => text_of(&**text),
            Value::Integer(number) => number.to_string(),
            Value::Fraction(number) => number.to_string(),
            Value::Truth(truth) => text_of(*truth),
            Value::Texts(texts) => text_of(&**texts),
        };
        (&**name, value)
    }))
}

/// Return an array of values in JSON.
pub fn array(values: impl IntoIterator<Item = String>) -> String {
    format!("[{}]", values.into_iter().collect::<Vec<_>>().join(","))
}

/// Return an object with members in this order, whose values are in JSON.
fn object<'a>(members: impl IntoIterator<Item = (&'a str, String)>) -> String {
    let members = members.into_iter().map(|(name, value)| format!("{}:{value}", text_of(name)));
    format!("{{{}}}", members.collect::<Vec<_>>().join(","))
}

/// Return a value in JSON.
pub fn text_of(value: impl Into<Json>) -> String {
    value.into().to_string()
}
