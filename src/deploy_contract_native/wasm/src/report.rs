//! Outcomes as JSON texts.

use serde_json::to_writer;

use deploy_contract_core::core::Core;
use deploy_contract_core::http::parameters::{Value, Values};
use deploy_contract_core::outcome::{Outcome, Revision, Violation};

/// Return the names that have numbers: kinds of document, sources and operations.
pub fn names(core: &Core) -> Vec<u8> {
    let contract = &core.contract;
    let mut out = Vec::new();
    out.extend(b"{\"kinds\":");
    add_texts(&mut out, contract.kinds.iter().map(|kind| &*kind.name));
    out.extend(b",\"sources\":");
    add_texts(&mut out, contract.sources.iter().map(|source| &*source.name));
    out.extend(b",\"operations\":");
    add_texts(&mut out, core.router.operations.iter().map(|operation| &*operation.name));
    out.push(b'}');
    out
}

/// Return an outcome as JSON: the fields of a report, and whether the document was read.
pub fn text(core: &Core, outcome: &Outcome, parameters: Option<&Values>) -> Vec<u8> {
    let contract = &core.contract;
    let mut out = Vec::with_capacity(512);
    out.extend(b"{\"document\":");
    add_name(&mut out, outcome.kind.map(|kind| &*contract.kinds[kind].name));
    out.extend(b",\"operation\":");
    add_name(&mut out, outcome.operation.map(|number| &*core.router.operations[number].name));
    out.extend(b",\"verdict\":");
    add_text(&mut out, outcome.verdict.name());
    out.extend(b",\"sources\":");
    add_texts(&mut out, outcome.sources.iter().map(|&number| &*contract.sources[number].name));
    out.extend(b",\"needs\":");
    let needs = outcome.needs;
    let all =
        [(needs.source, "source"), (needs.hosting, "hosting"), (needs.deployment, "deployment")];
    add_texts(&mut out, all.into_iter().filter(|(is_needed, _)| *is_needed).map(|(_, name)| name));
    out.extend(b",\"creates_revision\":");
    add_text(&mut out, outcome.creates_revision.unwrap_or(Revision::No).name());
    out.extend(b",\"revision_rules\":");
    add_texts(&mut out, outcome.revision_rules.iter().map(|rule| &**rule));
    out.extend(b",\"violations\":");
    add_list(&mut out, &outcome.violations, add_violation);
    out.extend(b",\"undecided\":");
    add_list(&mut out, &outcome.undecided, add_violation);
    out.extend(
        format!(",\"truncated\":{},\"status\":{}", outcome.truncated, outcome.status).bytes(),
    );
    out.extend(b",\"parameters\":");
    match parameters {
        None => out.extend(b"null"),
        Some(values) => add_parameters(&mut out, values),
    }
    out.extend(format!(",\"is_read\":{}}}", outcome.scan != 0).bytes());
    out
}

fn add_violation(out: &mut Vec<u8>, violation: &Violation) {
    let fields = [
        ("rule", &*violation.rule),
        ("mode", violation.mode.name()),
        ("location", violation.location.name()),
        ("pointer", &*violation.pointer),
        ("message", &*violation.message),
        ("hint", &*violation.hint),
    ];
    out.push(b'{');
    add_separated(out, fields, |out, (name, text)| {
        add_text(out, name);
        out.push(b':');
        add_text(out, text);
    });
    let fix = violation.fix();
    if !fix.is_empty() {
        out.extend(b",\"fix\":[{");
        add_separated(out, fix, |out, (name, text)| {
            add_text(out, name);
            out.push(b':');
            match text {
                Some(text) => add_text(out, text),
                None => out.extend(b"null"),
            }
        });
        out.extend(b"}]");
    }
    out.push(b'}');
}

fn add_parameters(out: &mut Vec<u8>, values: &Values) {
    out.push(b'{');
    add_separated(out, values, |out, (name, value)| {
        add_text(out, name);
        out.push(b':');
        match value {
            Value::None => out.extend(b"null"),
            Value::Text(text) => add_text(out, text),
            Value::Integer(number) => out.extend(number.to_string().bytes()),
            Value::Fraction(number) => out.extend(number.to_string().bytes()),
            Value::Truth(truth) => out.extend(truth.to_string().bytes()),
            Value::Texts(texts) => add_texts(out, texts.iter().map(|text| &**text)),
        }
    });
    out.push(b'}');
}

pub fn add_texts<'a>(out: &mut Vec<u8>, texts: impl IntoIterator<Item = &'a str>) {
    add_list(out, texts, add_text);
}

fn add_list<Item>(
    out: &mut Vec<u8>,
    items: impl IntoIterator<Item = Item>,
    add: impl Fn(&mut Vec<u8>, Item),
) {
    out.push(b'[');
    add_separated(out, items, add);
    out.push(b']');
}

fn add_separated<Item>(
    out: &mut Vec<u8>,
    items: impl IntoIterator<Item = Item>,
    add: impl Fn(&mut Vec<u8>, Item),
) {
    for (number, item) in items.into_iter().enumerate() {
        if number > 0 {
            out.push(b',');
        }
        add(out, item);
    }
}

fn add_name(out: &mut Vec<u8>, name: Option<&str>) {
    match name {
        Some(name) => add_text(out, name),
        None => out.extend(b"null"),
    }
}

fn add_text(out: &mut Vec<u8>, text: &str) {
    let _ = to_writer(out, text); // a vector takes all that is written
}
