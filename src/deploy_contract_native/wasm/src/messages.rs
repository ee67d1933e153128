//! Requests and responses: from the input to a report.

use serde_json::Value as Json;

use crate::judging::number;
use crate::report::{self, text_of};
use crate::{Instance, with};
use deploy_contract_core::{
    Compared, Document, Headers, Known, Read, Refused, Request, Stored, Value, Verdict,
};

/// Judge a request. `head`: size of its description in JSON, which comes before facts and body.
///
/// Return 0 if the facts cannot be read.
#[unsafe(no_mangle)]
extern "C" fn request(source: usize, head: usize, facts: usize, size: usize) -> u32 {
    with(|it| it.request(source, [head, facts, size]).is_ok()).into()
}

/// Judge a response. `head`: size of its description in JSON, which comes before facts and body.
///
/// Return 0 if the facts cannot be read. The output has the report, or an array of the ids of
/// deployments whose facts are needed.
#[unsafe(no_mangle)]
extern "C" fn response(head: usize, facts: usize, size: usize) -> u32 {
    with(|it| it.response([head, facts, size]).is_ok()).into()
}

impl Instance {
    fn request(&mut self, source: usize, sizes: [usize; 3]) -> Result<(), Refused> {
        let core = self.core.as_ref().ok_or(Refused)?;
        let (head, given, body) = parts(&self.input, sizes);
        let text = |name: &str| head[name].as_str().unwrap_or_default();
        let request = Request {
            method: text("method").into(),
            path: text("path").as_bytes().into(),
            query: text("query").as_bytes().into(),
            headers: headers(&head),
        };
        let route = core.router.route(&request.method, &request.path);
        let core = core.of(route.operation());
        let mut read = core.read_request(&request, Some(body), &route);
        let parameters = read.parameters.take();
        let document = read.document(body, |kind, body| {
            let stored = core.kinds[kind].judge.facts(given, &mut self.facts)?;
            let known = Known { source: source.checked_sub(1), stored, of_response: false };
            Ok(core.document(body, kind, known, &mut self.scratch))
        })?;
        self.scratch.clear();
        self.facts.clear();
        let decoded = decoded(&mut read);
        let outcome = core.request_outcome(read, document);
        self.output = report::text(core, &outcome, parameters.as_ref(), decoded);
        Ok(())
    }

    fn response(&mut self, sizes: [usize; 3]) -> Result<(), Refused> {
        let core = self.core.as_ref().ok_or(Refused)?;
        let (head, given, body) = parts(&self.input, sizes);
        let status = head["status"].as_u64().and_then(|status| u16::try_from(status).ok());
        let operation = number(&head["operation"]);
        let core = core.of(operation);
        let mut read =
            core.read_response(operation, status.unwrap_or_default(), &headers(&head), body);
        let (mut more, mut asked) = (Vec::new(), None);
        let document = read.document(body, |kind, body| {
            let known = Known { of_response: true, ..Known::default() };
            let found = core.document(body, kind, known, &mut self.scratch);
            let Some(operation) = operation.filter(|_| found.verdict != Verdict::Deny) else {
                return Ok(found);
            };
            let document = Document { body, tape: &self.scratch.tape };
            let facts = core.kinds[kind].judge.facts(given, &mut self.facts)?;
            let argument = |name: &str| Value::of(&head["arguments"][name]);
            let known = items(facts);
            let mut compared = Compared { arguments: Some(&argument), ..Compared::default() };
            match head["facts"].as_str() {
                Some("deployment") => compared.stored = facts,
                Some("known") => compared.known = &known,
                Some("asks") => asked = Some(core.kinds[kind].identities(document)),
                _ => {}
            }
            more = core.exchanged(operation, kind, document, compared);
            Ok(found)
        })?;
        self.scratch.clear();
        self.facts.clear();
        self.output = if let Some(ids) = asked {
            text_of(ids)
        } else {
            let decoded = decoded(&mut read);
            read.violations.extend(more);
            let outcome = core.response_outcome(read, document);
            report::text(core, &outcome, None, decoded)
        };
        Ok(())
    }
}

/// Return the parts of an input, given their sizes: a description in JSON, facts, and a body.
fn parts(input: &[u8], [head, facts, size]: [usize; 3]) -> (Json, &[u8], &[u8]) {
    let (head, rest) = input[..head + facts + size].split_at(head);
    let (facts, body) = rest.split_at(facts);
    (serde_json::from_slice(head).unwrap_or_default(), facts, body)
}

/// Return the items of an array of facts.
fn items(facts: Stored) -> Vec<Stored> {
    let Stored::At(facts, whole) = facts else { return Vec::new() };
    facts.children(whole).map(|place| Stored::of(facts, place)).collect()
}

/// Return the text of a body that had a content coding.
fn decoded(read: &mut Read) -> Option<Vec<u8>> {
    read.body.as_mut().ok()?.1.take()
}

fn headers(head: &Json) -> Headers {
    let mut headers = Headers::default();
    for pair in head["headers"].as_array().into_iter().flatten() {
        let text = |number: usize| pair[number].as_str().unwrap_or_default();
        headers.add(text(0).as_bytes(), || text(1).to_string().into());
    }
    headers
}
