//! Requests and responses: from the input to a report.

use std::cell::RefCell;

use serde_json::{Map, Value as Json};

use crate::Instance;
use crate::judging::{facts, number, stored};
use crate::report;
use deploy_contract_core::after_patch::Stored;
use deploy_contract_core::core::Core;
use deploy_contract_core::http::content::Headers;
use deploy_contract_core::http::messages::{Body, Compared, Request, Response, nothing};
use deploy_contract_core::http::parameters::Value;
use deploy_contract_core::judge::Known;
use deploy_contract_core::outcome::{Verdict, Violation};
use deploy_contract_core::places::Document;
use deploy_contract_core::scan::{Refused, Scratch};
use deploy_contract_core::tape::{Writer, kind};

/// The answers of `Instance::response`.
const REFUSED: u32 = 0;
const DONE: u32 = 1;
const ASKS: u32 = 2;

impl Instance {
    pub fn request(&mut self, source: usize, head: usize, facts: usize, size: usize) -> bool {
        let Some(core) = &self.core else { return false };
        let (head, rest) = self.input[..head + facts + size].split_at(head);
        let (facts, body) = rest.split_at(facts);
        let head: Json = serde_json::from_slice(head).unwrap_or_default();
        let text = |name: &str| head[name].as_str().unwrap_or_default();
        let request = Request {
            method: text("method"),
            path: text("path").as_bytes(),
            query: text("query").as_bytes(),
            headers: &headers(&head),
            body,
            shows_body: true,
        };
        let route = core.router.route(request.method, request.path);
        let core = core.of(route.operation());
        let mut read = core.read_routed(&request, &route);
        let parameters = read.parameters.take();
        let mut decoded_text = None;
        let document = match std::mem::replace(&mut read.body, Body::None) {
            Body::None => nothing(),
            Body::Known(outcome) => *outcome,
            Body::Document { kind, decoded } => {
                let names = core.kinds[kind].judge.names();
                let Ok(stored) = stored(facts, names, &mut self.facts) else { return false };
                let known = Known { source: source.checked_sub(1), stored, of_response: false };
                let body = decoded.as_deref().unwrap_or(body);
                let found = core.document(body, kind, known, &mut self.scratch);
                decoded_text = decoded;
                found
            }
        };
        self.scratch.clear();
        self.facts.clear();
        let outcome = core.request_outcome(read, document);
        self.output = report::text(core, &outcome, parameters.as_ref());
        self.add_decoded(decoded_text);
        true
    }

    pub fn response(&mut self, head: usize, facts: usize, size: usize) -> u32 {
        let Some(core) = &self.core else { return REFUSED };
        let (head, rest) = self.input[..head + facts + size].split_at(head);
        let (facts, body) = rest.split_at(facts);
        let head: Json = serde_json::from_slice(head).unwrap_or_default();
        let status = head["status"].as_u64().and_then(|status| u16::try_from(status).ok());
        let headers = headers(&head);
        let response = Response { status: status.unwrap_or_default(), headers: &headers, body };
        let operation = number(&head["operation"]);
        let core = core.of(operation);
        let mut read = core.read_response(&response, operation);
        let mut decoded_text = None;
        let document = match std::mem::replace(&mut read.body, Body::None) {
            Body::None => nothing(),
            Body::Known(outcome) => *outcome,
            Body::Document { kind, decoded } => {
                let body = decoded.as_deref().unwrap_or(body);
                let known = Known { source: None, stored: Stored::Missing, of_response: true };
                let found = core.document(body, kind, known, &mut self.scratch);
                if let Some(operation) = operation
                    && found.verdict != Verdict::Deny
                {
                    let document = Document { body, tape: &self.scratch.tape };
                    let comparison = Comparison { core, kind, operation, document, head: &head };
                    match comparison.violations(facts, &mut self.facts, &mut self.asked) {
                        Err(Refused) => return REFUSED,
                        Ok(None) => {
                            self.output.clear();
                            report::add_texts(
                                &mut self.output,
                                self.asked.iter().map(String::as_str),
                            );
                            return ASKS;
                        }
                        Ok(Some(more)) => read.violations.extend(more),
                    }
                }
                decoded_text = decoded;
                found
            }
        };
        self.scratch.clear();
        self.facts.clear();
        let outcome = core.response_outcome(read, document);
        self.output = report::text(core, &outcome, None);
        self.add_decoded(decoded_text);
        DONE
    }

    /// Add the text of a body that had a content coding: its program does not have it.
    fn add_decoded(&mut self, text: Option<Vec<u8>>) {
        if let Some(text) = text.and_then(|text| String::from_utf8(text).ok()) {
            self.output.pop(); // the closing bracket
            self.output.extend(b",\"text\":");
            let _ = serde_json::to_writer(&mut self.output, &text);
            self.output.push(b'}');
        }
    }
}

/// A response that is valid by itself, with all that says what it is compared with.
struct Comparison<'a> {
    core: &'a Core,
    kind: usize,
    operation: usize,
    document: Document<'a>,
    head: &'a Json,
}

impl Comparison<'_> {
    /// Return the violations of the comparison; None if facts about the deployments in `asked` are
    /// needed first.
    ///
    /// `text`: facts about the deployment of the request, or a list of those that were asked for.
    fn violations(
        &self,
        text: &[u8],
        scratch: &mut Scratch,
        asked: &mut Vec<String>,
    ) -> Result<Option<Vec<Violation>>, Refused> {
        let given = self.head["facts"].as_str().unwrap_or_default();
        let arguments = self.head["arguments"].as_object();
        if given.is_empty() && arguments.is_none() {
            return Ok(Some(Vec::new()));
        }
        let argument = |name: &str| argument(arguments, name);
        let alone = Compared { arguments: Some(&argument), ..Compared::default() };
        let judge = |compared: Compared| {
            self.core.exchanged(self.operation, self.kind, self.document, compared)
        };
        let names = self.core.kinds[self.kind].judge.names();
        match given {
            "deployment" => {
                let facts = facts(text, names, scratch)?;
                let write = |writer: &mut Writer| writer.copy(facts, 0);
                Ok(Some(judge(Compared { stored: Some(&write), ..alone })))
            }
            "asks" => {
                let ids = RefCell::new(Vec::new());
                let ask = |id: &str, _: &mut Writer| {
                    ids.borrow_mut().push(id.to_string());
                    false
                };
                let found = judge(Compared { known: Some(&ask), ..alone });
                *asked = ids.into_inner();
                Ok(if asked.is_empty() { Some(found) } else { None })
            }
            "known" => {
                let facts = facts(text, names, scratch)?;
                let places: Vec<usize> = facts.children(0).collect();
                let find = |id: &str, writer: &mut Writer| {
                    let number = asked.iter().position(|one| one == id);
                    let place = number.and_then(|number| places.get(number));
                    let is_known = |at: &&usize| facts.tape[**at].kind == kind::OBJECT;
                    let Some(&place) = place.filter(is_known) else { return false };
                    writer.copy(facts, place);
                    true
                };
                Ok(Some(judge(Compared { known: Some(&find), ..alone })))
            }
            _ => Ok(Some(judge(alone))),
        }
    }
}

fn headers(head: &Json) -> Headers<'_> {
    let mut headers = Headers::default();
    for pair in head["headers"].as_array().into_iter().flatten() {
        let text = |number: usize| pair[number].as_str().unwrap_or_default();
        headers.add(text(0).as_bytes(), || text(1).into());
    }
    headers
}

/// Return a parameter of a request, as rules compare it.
fn argument(arguments: Option<&Map<String, Json>>, name: &str) -> Option<Value> {
    Some(match arguments?.get(name)? {
        Json::String(text) => Value::Text(text.clone()),
        Json::Bool(truth) => Value::Truth(*truth),
        Json::Array(texts) => {
            let texts = texts.iter().filter_map(|text| text.as_str().map(String::from));
            Value::Texts(texts.collect())
        }
        Json::Number(number) => match number.to_string().parse() {
            Ok(integer) => Value::Integer(integer),
            Err(_) => Value::Fraction(number.as_f64()?),
        },
        _ => return None,
    })
}
