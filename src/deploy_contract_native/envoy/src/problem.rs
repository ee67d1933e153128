//! Answers to refused messages: problem details (RFC 9457), byte by byte those of the other
//! gateways.

use serde::Serialize;

use crate::filter::Answer;
use deploy_contract_core::{Core, MessageFault, Mode, Outcome, Violation, nothing};

const BAD_GATEWAY: u16 = 502;
const UNAVAILABLE: u16 = 503;

/// Return the answer to a message that is refused.
pub fn problem(outcome: &Outcome) -> Answer {
    let status = outcome.status;
    let shown = outcome.violations.len() - outcome.advice;
    let others = outcome.violations.iter().take(shown).filter(|one| one.mode != Mode::Enforce);
    let violations: Vec<&Violation> = refusing(outcome).chain(others).collect();
    let detail = summary(&violations, status);
    let (kind, title) = ("about:blank", phrase(status));
    let problem = Problem { kind, title, status, detail, violations };
    let body = serde_json::to_vec(&problem).unwrap_or_default(); // JSON has all of these values
    let mut headers = vec![
        ("content-type", "application/problem+json".to_string()),
        ("cache-control", "no-store".to_string()),
    ];
    if status == UNAVAILABLE {
        headers.push(("retry-after", "1".to_string())); // RFC 9110, section 10.2.3: seconds
    }
    Answer { status, headers, body }
}

/// Return the outcome for a fault that was found while a message arrived.
///
/// `rule`: the id of a rule. `limit`: bytes of a body.
pub fn faulty(core: &Core, rule: &'static str, operation: Option<usize>, limit: usize) -> Outcome {
    let fault = MessageFault::new(rule).with("limit", limit);
    let outcome = if core.contract.judges_fault(rule) {
        core.contract.with_violations(nothing(), core.contract.violations_of(vec![fault]))
    } else {
        let kind = operation.and_then(|number| core.router.operations[number].kind);
        core.refuse(kind, fault)
    };
    Outcome { operation, ..outcome }
}

/// Return the enforced violations; if the message is undecided, those on which it depends.
pub fn refusing(outcome: &Outcome) -> impl Iterator<Item = &Violation> {
    let enforced = outcome.violations.iter().filter(|one| one.mode == Mode::Enforce);
    enforced.chain(&outcome.undecided)
}

fn summary(violations: &[&Violation], status: u16) -> String {
    let whose = if status == BAD_GATEWAY { "The response of the service" } else { "The request" };
    let Some(first) = violations.first() else { return format!("{whose} breaks the contract.") };
    let (count, message) = (violations.len(), &first.message);
    let ending = if count == 1 { "" } else { "s" };
    let place =
        if first.pointer.is_empty() { first.location.name() } else { first.pointer.as_str() };
    format!("{whose} breaks the contract: {count} violation{ending}, first {place}: {message}.")
}

/// Problem details.
#[derive(Serialize)]
struct Problem<'a> {
    #[serde(rename = "type")]
    kind: &'a str,
    title: &'a str,
    status: u16,
    detail: String,
    violations: Vec<&'a Violation>,
}

/// Return the phrase of a status that a rule may have (RFC 9110, section 15).
fn phrase(status: u16) -> &'static str {
    match status {
        400 => "Bad Request",
        404 => "Not Found",
        405 => "Method Not Allowed",
        408 => "Request Timeout",
        413 => "Content Too Large",
        415 => "Unsupported Media Type",
        422 => "Unprocessable Content",
        502 => "Bad Gateway",
        503 => "Service Unavailable",
        _ => "Refused",
    }
}
