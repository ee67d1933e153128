//! Documents: from the input to a report.

use serde_json::Value as Json;

use crate::{report, with};
use deploy_contract_core::{Document, Known, MessageFault, add_codes, fault, scan};

/// The number of an answer that is explained in the output.
const NOT_QUICK: i32 = -1;
const UNJUDGED: &str = "unjudged";

/// Write the report on a document that the caller cannot write into the input.
///
/// `input`: a JSON array of the number of the kind, the rule that it breaks, its limit, and the
/// tokens of the place.
#[unsafe(no_mangle)]
extern "C" fn refuse(size: usize) {
    with(|it| {
        let Some(core) = &it.core else { return };
        let given: Json = serde_json::from_slice(&it.input[..size]).unwrap_or_default();
        let mut pointer = String::new();
        for token in given[3].as_array().into_iter().flatten() {
            let codes = token.as_array().into_iter().flatten();
            pointer.push('/');
            add_codes(&mut pointer, codes.map(|code| number(code).unwrap_or_default() as u32));
        }
        let rule = given[1].as_str().unwrap_or(UNJUDGED).to_string();
        let mut fault = MessageFault::new(rule).about(pointer);
        fault.texts.extend(number(&given[2]).map(|limit| ("limit", limit.to_string())));
        it.output = report::text(core, &core.refuse(number(&given[0]), fault), None, None);
    });
}

/// Judge a document. Return the number of its verdict; -1 if the output has the report.
///
/// `kind`: its number. `source`: a number from 1; 0 if it is unknown. `stored`: size of the stored
/// deployment, before the document; 0 if it is unknown. `is_value`: 1 for a parsed document, which
/// may have any size. `is_quick`: 0 for the whole report, also if the document is not denied.
///
/// When a verdict first has a number, the output has its report, without violations.
#[unsafe(no_mangle)]
extern "C" fn document(
    kind: usize,
    source: usize,
    stored: usize,
    size: usize,
    is_value: u32,
    is_quick: u32,
) -> i32 {
    with(|it| {
        it.output.clear();
        let Some(core) = &it.core else { return NOT_QUICK };
        let judge = &core.kinds[kind].judge;
        let (stored, body) = it.input[..stored + size].split_at(stored);
        let Ok(stored) = judge.facts(stored, &mut it.facts) else { return NOT_QUICK };
        let known = Known { source: source.checked_sub(1), stored, of_response: false };
        let mut limits = judge.limits;
        if is_value == 1 {
            // the caller has parsed the document already
            (limits.bytes, limits.objects) = (usize::MAX, usize::MAX);
        }
        let is_read = scan(body, judge.names(), &limits, &mut it.scratch).is_ok();
        let document = Document { body, tape: &it.scratch.tape };
        let answer = if is_read { judge.answer(document, known) } else { None };
        let found = answer.filter(|_| is_quick == 1).map(|answer| {
            let quick = it.quick.iter().position(|quick| *quick == (kind, answer));
            quick.ok_or(answer)
        });
        let (number, outcome) = match found {
            Some(Ok(number)) => (number as i32, None),
            Some(Err(answer)) => {
                it.quick.push((kind, answer));
                ((it.quick.len() - 1) as i32, Some(core.unexplained(kind, &answer)))
            }
            None if is_read => (NOT_QUICK, Some(core.explained(answer, document, kind, known))),
            None => {
                let fault = fault(body, &limits, &mut it.scratch);
                let fault = fault.unwrap_or_else(|| MessageFault::new(UNJUDGED));
                (NOT_QUICK, Some(core.refuse(Some(kind), fault)))
            }
        };
        it.scratch.clear();
        if let Some(outcome) = outcome {
            it.output = report::text(core, &outcome, None, None);
        }
        number
    })
}

pub fn number(value: &Json) -> Option<usize> {
    value.as_u64().and_then(|number| usize::try_from(number).ok())
}
