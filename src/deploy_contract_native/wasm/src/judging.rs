//! Documents: from the input to a report.

use std::borrow::Cow;

use serde_json::Value as Json;

use crate::Instance;
use crate::report;
use deploy_contract_core::{
    Document, Known, Limits, Names, Outcome, Refused, Scratch, Stored, TextFault, add_signs, fault,
    scan,
};

/// The number of an answer that is explained in the output.
const NOT_QUICK: i32 = -1;
const UNJUDGED: &str = "unjudged";

impl Instance {
    pub fn refuse(&mut self, size: usize) {
        let Some(core) = &self.core else { return };
        let given: Json = serde_json::from_slice(&self.input[..size]).unwrap_or_default();
        let mut pointer = String::new();
        for token in given[3].as_array().into_iter().flatten() {
            let signs = token.as_array().into_iter().flatten();
            pointer.push('/');
            add_signs(&mut pointer, signs.map(|sign| number(sign).unwrap_or_default() as u32));
        }
        let rule = Cow::from(given[1].as_str().unwrap_or(UNJUDGED).to_string());
        let fault = TextFault { rule, pointer, limit: number(&given[2]), place: None };
        self.output = report::text(core, &core.refuse(number(&given[0]), &fault), None, None);
    }

    pub fn document(
        &mut self,
        kind: usize,
        source: usize,
        stored: usize,
        size: usize,
        is_value: bool,
        is_quick: bool,
    ) -> i32 {
        self.output.clear();
        let Some(core) = &self.core else { return NOT_QUICK };
        let judge = &core.kinds[kind].judge;
        let (stored, body) = self.input[..stored + size].split_at(stored);
        let Ok(stored) = facts(stored, judge.names(), &mut self.facts) else { return NOT_QUICK };
        let stored = Stored::whole(stored);
        let known = Known { source: source.checked_sub(1), stored, of_response: false };
        let mut limits = judge.limits;
        if is_value {
            // its program has parsed it already
            (limits.bytes, limits.objects) = (usize::MAX, usize::MAX);
        }
        let is_read = scan(body, judge.names(), &limits, &mut self.scratch).is_ok();
        let Scratch { tape, number, .. } = &mut *self.scratch;
        let document = Document { body, tape };
        let answer = if is_read { judge.answer(document, known) } else { None };
        let found = answer.filter(|_| is_quick).map(|answer| {
            let quick = self.quick.iter().position(|quick| *quick == (kind, answer));
            quick.ok_or(answer)
        });
        let (number, outcome) = match found {
            Some(Ok(number)) => (number as i32, None),
            Some(Err(answer)) => {
                self.quick.push((kind, answer));
                ((self.quick.len() - 1) as i32, Some(core.unexplained(kind, &answer)))
            }
            None if is_read => {
                let outcome = core.explained(answer, document, kind, known);
                (NOT_QUICK, Some(Outcome { scan: *number, ..outcome }))
            }
            None => {
                let fault = fault(body, &limits).unwrap_or_else(|| TextFault::of(UNJUDGED));
                (NOT_QUICK, Some(core.refuse(Some(kind), &fault)))
            }
        };
        self.scratch.clear();
        if let Some(outcome) = outcome {
            self.output = report::text(core, &outcome, None, None);
        }
        number
    }
}

/// Return the tape of facts, of any size; None for an empty text.
pub fn facts<'a>(
    text: &'a [u8],
    names: &Names,
    scratch: &'a mut Scratch,
) -> Result<Option<Document<'a>>, Refused> {
    if text.is_empty() {
        return Ok(None);
    }
    let limits = Limits { bytes: usize::MAX, objects: usize::MAX, string: usize::MAX };
    scan(text, names, &limits, scratch)?;
    Ok(Some(Document { body: text, tape: &scratch.tape }))
}

pub fn number(value: &Json) -> Option<usize> {
    value.as_u64().and_then(|number| usize::try_from(number).ok())
}
