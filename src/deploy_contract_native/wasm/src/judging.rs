//! Documents: from the input to a report.

use std::borrow::Cow;

use serde_json::Value as Json;

use crate::Instance;
use crate::report;
use deploy_contract_core::after_patch::Stored;
use deploy_contract_core::core::Core;
use deploy_contract_core::judge::Known;
use deploy_contract_core::names::Names;
use deploy_contract_core::outcome::Outcome;
use deploy_contract_core::places::Document;
use deploy_contract_core::scan::{Limits, Refused, Scratch, scan};
use deploy_contract_core::wire::{TextFault, fault};
use deploy_contract_core::words::add_signs;

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
        self.output = report::text(core, &core.refuse(number(&given[0]), &fault), None);
    }

    pub fn document(&mut self, asked: Asked) -> i32 {
        let Some(core) = &self.core else { return NOT_QUICK };
        let Ok((body, known)) = asked.read(core, &self.input, &mut self.facts) else {
            self.output.clear();
            return NOT_QUICK;
        };
        let judge = &core.kinds[asked.kind].judge;
        let limits = asked.limits(&judge.limits);
        let is_read = scan(body, judge.names(), &limits, &mut self.scratch).is_ok();
        let Scratch { tape, work, number, .. } = &mut *self.scratch;
        let document = Document { body, tape };
        let outcome = if !is_read {
            let fault = fault(body, &limits).unwrap_or_else(|| TextFault::of(UNJUDGED));
            core.refuse(Some(asked.kind), &fault)
        } else if asked.is_quick
            && let Some(answer) = judge.answer(document, known, work)
        {
            let key = (asked.kind, answer);
            let found = self.quick.iter().position(|quick| *quick == key);
            self.scratch.clear();
            if found.is_none() {
                self.quick.push(key);
            }
            return found.unwrap_or(self.quick.len() - 1) as i32;
        } else {
            let outcome = core.judged(document, asked.kind, known, work);
            Outcome { scan: *number, ..outcome }
        };
        self.scratch.clear();
        self.output = report::text(core, &outcome, None);
        NOT_QUICK
    }

    pub fn quick(&mut self, number: usize) {
        if let (Some(core), Some((kind, answer))) = (&self.core, self.quick.get(number)) {
            self.output = report::text(core, &core.unexplained(*kind, answer), None);
        }
    }
}

/// What is asked about a document in the input.
#[derive(Clone, Copy)]
pub struct Asked {
    /// Number of its kind.
    pub kind: usize,
    /// Number of its source from 1; 0 if it is unknown.
    pub source: usize,
    /// Size of the facts before it; 0 for none.
    pub facts: usize,
    pub size: usize,
    /// It was parsed by its program. Of the limits on its text, only that of strings applies.
    pub is_value: bool,
    /// If the verdict is not "deny", it is enough.
    pub is_quick: bool,
}

impl Asked {
    fn limits(&self, limits: &Limits) -> Limits {
        if self.is_value {
            return Limits { bytes: usize::MAX, objects: usize::MAX, ..*limits };
        }
        *limits
    }

    fn read<'a>(
        &self,
        core: &Core,
        input: &'a [u8],
        scratch: &'a mut Scratch,
    ) -> Result<(&'a [u8], Known<'a>), Refused> {
        let (facts, body) = input[..self.facts + self.size].split_at(self.facts);
        let stored = stored(facts, core.kinds[self.kind].judge.names(), scratch)?;
        let source = self.source.checked_sub(1);
        Ok((body, Known { source, stored, of_response: false }))
    }
}

/// Return facts about a stored deployment: none for an empty text.
pub fn stored<'a>(
    text: &'a [u8],
    names: &Names,
    scratch: &'a mut Scratch,
) -> Result<Stored<'a>, Refused> {
    if text.is_empty() {
        return Ok(Stored::Missing);
    }
    Ok(Stored::whole(facts(text, names, scratch)?))
}

/// Return the tape of facts, of any size.
pub fn facts<'a>(
    text: &'a [u8],
    names: &Names,
    scratch: &'a mut Scratch,
) -> Result<Document<'a>, Refused> {
    let limits = Limits { bytes: usize::MAX, objects: usize::MAX, string: usize::MAX };
    scan(text, names, &limits, scratch)?;
    Ok(Document { body: text, tape: &scratch.tape })
}

pub fn number(value: &Json) -> Option<usize> {
    value.as_u64().and_then(|number| usize::try_from(number).ok())
}
