//! Outcomes as JSON texts.

use deploy_contract_core::{Core, Outcome, Revision, Values};
use serde::Serialize;
use serde_json::json;

/// Return the names that have numbers: kinds of document, sources and operations.
pub fn names(core: &Core) -> String {
    let contract = &core.contract;
    let kinds: Vec<_> = contract.kinds.iter().map(|kind| &*kind.name).collect();
    let sources: Vec<_> = contract.sources.iter().map(|source| &*source.name).collect();
    let operations: Vec<_> = core.router.operations.iter().map(|it| &*it.name).collect();
    json!({"kinds": kinds, "sources": sources, "operations": operations}).to_string()
}

/// Return an outcome as JSON: the fields of a report, and whether the document was read.
///
/// `decoded`: the text of a body that had a content coding. The caller does not have it.
pub fn text(
    core: &Core,
    outcome: &Outcome,
    parameters: Option<&Values>,
    decoded: Option<Vec<u8>>,
) -> String {
    let contract = &core.contract;
    let operation = outcome.operation.map(|number| &*core.router.operations[number].name);
    let sources = outcome.sources.iter().map(|&number| &*contract.sources[number].name);
    let parameters = parameters
        .map(|values| object(values.iter().map(|(name, value)| (&**name, text_of(value)))));
    object([
        ("document", text_of(outcome.kind.map(|kind| &*contract.kinds[kind].name))),
        ("operation", text_of(operation)),
        ("verdict", text_of(outcome.verdict.name())),
        ("sources", text_of(sources.collect::<Vec<_>>())),
        ("needs", text_of(&outcome.needs)),
        ("creates_revision", text_of(outcome.creates_revision.unwrap_or(Revision::No).name())),
        ("revision_rules", text_of(&outcome.revision_rules)),
        ("violations", text_of(&outcome.violations)),
        ("undecided", text_of(&outcome.undecided)),
        ("truncated", text_of(outcome.truncated)),
        ("status", text_of(outcome.status)),
        ("parameters", parameters.unwrap_or("null".into())),
        ("is_read", text_of(outcome.is_read)),
        ("text", text_of(decoded.and_then(|text| String::from_utf8(text).ok()))),
    ])
}

/// Return an object with members in this order, whose values are in JSON.
fn object<'a>(members: impl IntoIterator<Item = (&'a str, String)>) -> String {
    let members = members.into_iter().map(|(name, value)| format!("{}:{value}", text_of(name)));
    format!("{{{}}}", members.collect::<Vec<_>>().join(","))
}

/// Return a value in JSON.
pub fn text_of(value: impl Serialize) -> String {
    serde_json::to_string(&value).unwrap_or_default() // no value is one that JSON lacks
}
