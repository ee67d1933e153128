//! Answers to what is refused: problem details (RFC 9457), byte by byte those of the other
//! gateways.

use crate::filter::Answer;
use deploy_contract_core::{Core, MessageFault, Mode, Outcome, Verdict, Violation, nothing};

const BAD_GATEWAY: u16 = 502;
const UNAVAILABLE: u16 = 503;
/// Bytes that a violation in an answer hardly ever exceeds.
const ROW: usize = 512;

/// Return the answer to a message that is refused.
pub fn problem(outcome: &Outcome) -> Answer {
    let status = outcome.status;
    let shown = &outcome.violations[..outcome.violations.len() - outcome.advice];
    let undecided: &[Violation] =
        if outcome.verdict == Verdict::Deny { &[] } else { &outcome.undecided };
    let is_enforced = |one: &&Violation| one.mode == Mode::Enforce;
    let violations: Vec<&Violation> = refusing(outcome)
        .chain(undecided)
        .chain(shown.iter().filter(|one| !is_enforced(one)))
        .collect();
    let detail = summary(&violations, status);
    let mut body = String::with_capacity(ROW * (1 + violations.len()));
    body.push('{');
    write_members(&mut body, &[("type", Some("about:blank")), ("title", Some(phrase(status)))]);
    body.push_str(&format!(", \"status\": {status}, "));
    write_members(&mut body, &[("detail", Some(&*detail))]);
    body.push_str(", \"violations\": [");
    for (index, violation) in violations.into_iter().enumerate() {
        body.push_str(if index == 0 { "{" } else { ", {" });
        write_violation(&mut body, violation);
        body.push('}');
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
        let violations = core.contract.violations_of(vec![MessageFault::new(rule)]);
        core.contract.with_violations(nothing(), violations)
    } else {
        let kind = operation.and_then(|number| core.router.operations[number].kind);
        core.refuse(kind, MessageFault::new(rule).with("limit", limit))
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

fn write_violation(out: &mut String, violation: &Violation) {
    let members = [
        ("rule", &*violation.rule),
        ("mode", violation.mode.name()),
        ("location", violation.location.name()),
        ("pointer", &*violation.pointer),
        ("message", &*violation.message),
        ("hint", &*violation.hint),
    ];
    write_members(out, &members.map(|(name, text)| (name, Some(text))));
    let fix = violation.fix();
    if !fix.is_empty() {
        out.push_str(", \"fix\": [{");
        write_members(out, &fix);
        out.push_str("}]");
    }
}

/// Write members of a JSON object, which are texts or null.
fn write_members(out: &mut String, members: &[(&str, Option<&str>)]) {
    for (index, (name, text)) in members.iter().enumerate() {
        out.push_str(if index == 0 { "\"" } else { ", \"" });
        out.extend([name, "\": "]);
        match text {
            Some(text) => write_text(out, text),
            None => out.push_str("null"),
        }
    }
}

/// Write a text as JSON in ASCII.
fn write_text(out: &mut String, text: &str) {
    out.push('"');
    for sign in text.chars() {
        match sign {
            '"' | '\\' => out.extend(['\\', sign]),
            ' '..='~' => out.push(sign),
            _ => {
                for unit in sign.encode_utf16(&mut [0; 2]) {
                    out.push_str(&format!("\\u{unit:04x}"));
                }
            }
        }
    }
    out.push('"');
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
        500 => "Internal Server Error",
        502 => "Bad Gateway",
        503 => "Service Unavailable",
        _ => "Refused",
    }
}
