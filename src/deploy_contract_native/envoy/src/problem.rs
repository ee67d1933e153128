//! Answers to what is refused: problem details (RFC 9457), byte by byte those of the other gateways.

use serde_json::Value as Json;

use crate::filter::Answer;
use deploy_contract_core::contract::Mode;
use deploy_contract_core::core::Core;
use deploy_contract_core::http::faults::Fault;
use deploy_contract_core::outcome::{Outcome, Verdict, Violation};
use deploy_contract_core::wire::TextFault;

const BAD_GATEWAY: u16 = 502;
const UNAVAILABLE: u16 = 503;

/// Return the answer to a message that is refused.
pub fn problem(outcome: &Outcome, status: u16) -> Answer {
    let shown = &outcome.violations[..outcome.violations.len() - outcome.advice];
    let undecided: &[Violation] =
        if outcome.verdict == Verdict::Deny { &[] } else { &outcome.undecided };
    let is_enforced = |one: &&Violation| one.mode == Mode::Enforce;
    let violations: Vec<&Violation> = refusing(outcome)
        .chain(undecided)
        .chain(shown.iter().filter(|one| !is_enforced(one)))
        .collect();
    let mut body = String::from(r#"{"type": "about:blank", "title": "#);
    add_text(&mut body, phrase(status));
    body.push_str(&format!(r#", "status": {status}, "detail": "#));
    add_text(&mut body, &summary(&violations, status));
    body.push_str(r#", "violations": ["#);
    for (number, violation) in violations.iter().enumerate() {
        if number > 0 {
            body.push_str(", ");
        }
        add_violation(&mut body, violation);
    }
    body.push_str("]}");
    let mut headers = vec![
        ("content-type", "application/problem+json".to_string()),
        ("cache-control", "no-store".to_string()),
    ];
    if status == UNAVAILABLE {
        headers.push(("retry-after", "1".to_string())); // RFC 9110, section 10.2.3: seconds
    }
    Answer { status, headers, body: body.into_bytes() }
}

/// Return the outcome for a message with a fault that was found while it was carried.
///
/// `rule`: the id of a rule. `limit`: bytes of a body.
pub fn carried(core: &Core, rule: &'static str, operation: Option<usize>, limit: usize) -> Outcome {
    let outcome = if core.contract.judges_fault(rule) {
        let violations = core.contract.violations_of(vec![Fault::new(rule)]);
        core.contract.with_violations(Outcome { status: 200, ..Outcome::default() }, violations)
    } else {
        let kind = operation.and_then(|number| core.router.operations[number].kind);
        core.refuse(kind, &TextFault::new(rule, Some(limit)))
    };
    Outcome { operation, ..outcome }
}

/// Return the enforced violations.
pub fn refusing(outcome: &Outcome) -> impl Iterator<Item = &Violation> {
    outcome.violations.iter().filter(|one| one.mode == Mode::Enforce)
}

fn summary(violations: &[&Violation], status: u16) -> String {
    let whose = if status == BAD_GATEWAY { "The response of the service" } else { "The request" };
    let Some(first) = violations.first() else { return format!("{whose} breaks the contract.") };
    let count = match violations.len() {
        1 => "1 violation".to_string(),
        count => format!("{count} violations"),
    };
    let place =
        if first.pointer.is_empty() { first.location.name() } else { first.pointer.as_str() };
    format!("{whose} breaks the contract: {count}, first {place}: {}.", first.message)
}

fn add_violation(out: &mut String, violation: &Violation) {
    let fields = [
        ("rule", &*violation.rule),
        ("mode", violation.mode.name()),
        ("location", violation.location.name()),
        ("pointer", &*violation.pointer),
        ("message", &*violation.message),
        ("hint", &*violation.hint),
    ];
    for (number, (name, text)) in fields.into_iter().enumerate() {
        out.push_str(if number == 0 { "{" } else { ", " });
        add_text(out, name);
        out.push_str(": ");
        add_text(out, text);
    }
    let fix = violation.fix();
    if !fix.is_empty() {
        out.push_str(", \"fix\": [");
        for (number, (name, text)) in fix.into_iter().enumerate() {
            out.push_str(if number == 0 { "{" } else { ", " });
            add_text(out, name);
            out.push_str(": ");
            match text {
                Some(text) => add_text(out, text),
                None => out.push_str("null"),
            }
        }
        out.push_str("}]");
    }
    out.push('}');
}

/// Add a text as JSON in ASCII.
fn add_text(out: &mut String, text: &str) {
    for sign in Json::from(text).to_string().chars() {
        if sign.is_ascii() {
            out.push(sign);
        } else {
            for unit in sign.encode_utf16(&mut [0; 2]) {
                out.push_str(&format!("\\u{unit:04x}"));
            }
        }
    }
}

/// Return the phrase of a status by RFC 9110, section 15, and RFC 6585.
fn phrase(status: u16) -> &'static str {
    match status {
        400 => "Bad Request",
        401 => "Unauthorized",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        406 => "Not Acceptable",
        408 => "Request Timeout",
        409 => "Conflict",
        411 => "Length Required",
        412 => "Precondition Failed",
        413 => "Content Too Large",
        414 => "URI Too Long",
        415 => "Unsupported Media Type",
        416 => "Range Not Satisfiable",
        417 => "Expectation Failed",
        421 => "Misdirected Request",
        422 => "Unprocessable Content",
        428 => "Precondition Required",
        429 => "Too Many Requests",
        431 => "Request Header Fields Too Large",
        500 => "Internal Server Error",
        501 => "Not Implemented",
        502 => "Bad Gateway",
        503 => "Service Unavailable",
        504 => "Gateway Timeout",
        _ => "Refused",
    }
}
