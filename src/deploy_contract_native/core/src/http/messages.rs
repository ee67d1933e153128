//! The judge of messages: requests and responses by route, parameters, headers, body and exchange.
//!
//! The judge of documents judges the bodies. This module judges the rest.

use std::borrow::Cow;

use crate::contract::Mode;
use crate::core::Core;
use crate::http::coding::{Unread, decode};
use crate::http::content::Headers;
pub use crate::http::exchange::Compared;
use crate::http::faults::Fault;
use crate::http::forms::{find_field, override_in_query};
use crate::http::parameter_names::{Aliases, is_method_field};
use crate::http::parameters::Values;
use crate::http::path_readings::query_in_path;
use crate::http::routing::{Operation, Route, bit_of};
use crate::http::wtf8;
use crate::outcome::{Location, Outcome, Verdict, Violation};
use crate::scan::Limits;

const OK: u16 = 200;
/// The service gave an invalid response (RFC 9110, section 15.6.3).
const BAD_GATEWAY: u16 = 502;

/// A request without its body. The path and the query are percent-encoded, in WTF-8 (see `wtf8`).
#[derive(Debug, Default)]
pub struct Request<'a> {
    pub method: Cow<'a, str>,
    pub path: Cow<'a, [u8]>,
    pub query: Cow<'a, [u8]>,
    pub headers: Headers,
}

/// A message of which everything is judged except the document.
#[derive(Clone, Debug)]
pub struct Read {
    /// The number of the operation; None if the message belongs to no operation.
    pub operation: Option<usize>,
    /// The values of the parameters of a request that leads to an operation.
    pub parameters: Option<Values>,
    /// The violations, except those of the document.
    pub violations: Vec<Violation>,
    pub body: Body,
}

/// The document of a message: its kind, and its text if it had a content coding. If there is no
/// document to judge, the outcome in its place.
pub type Body = Result<(usize, Option<Vec<u8>>), Box<Outcome>>;

impl Read {
    /// Return the outcome for the document. If the document remains to be judged, call `judge` with its
    /// kind and text.
    pub fn document<Failure>(
        &mut self,
        body: &[u8],
        judge: impl FnOnce(usize, &[u8]) -> Result<Outcome, Failure>,
    ) -> Result<Outcome, Failure> {
        match &mut self.body {
            Err(outcome) => Ok(std::mem::take(outcome)),
            Ok((kind, decoded)) => judge(*kind, decoded.as_deref().unwrap_or(body)),
        }
    }
}

/// Return the outcome for a message without a document.
pub fn nothing() -> Outcome {
    Outcome { status: OK, ..Outcome::default() }
}

impl Core {
    /// Judge a request except its document, by its route.
    ///
    /// `body`: None if the caller does not show it. Then only the headers are judged.
    pub fn read_request(&self, request: &Request, body: Option<&[u8]>, route: &Route) -> Read {
        let (number, texts) = match &route.found {
            Ok(found) => found,
            Err(rule) => return self.without_operation(route, rule, request, body),
        };
        let operation = &self.router.operations[*number];
        let (mut faults, mut values) = (Vec::new(), Values::new());
        for (parameter, text) in operation.path.iter().zip(texts) {
            let value = parameter.parse(text, &mut faults);
            values.push((parameter.name.clone(), value));
        }
        operation.query.parse(&request.query, &mut values, &mut faults);
        faults.extend(self.header_override(route, request));
        let limit = self.contract.bounds.request_body;
        let body = match operation.kind {
            Some(kind) => self
                .request_body(operation, kind, &request.headers, body, &mut faults)
                .unwrap_or_else(|rule| self.unread(kind, rule, limit, &mut faults)),
            None => Err(self.without_body(operation, request, body, &mut faults).into()),
        };
        let violations = self.contract.violations_of(faults);
        Read { operation: Some(*number), parameters: Some(values), violations, body }
    }

    /// Return whether a response states that its body is JSON; None if its status is not described.
    pub fn has_json(&self, operation: usize, status: u16, headers: &Headers) -> Option<bool> {
        let kind = self.router.operations[operation].describes(status);
        kind.map(|_| headers.names_type("json"))
    }

    /// Judge a response except its document. `operation` is None if the request led to no
    /// operation.
    pub fn read_response(
        &self,
        operation: Option<usize>,
        status: u16,
        headers: &Headers,
        body: &[u8],
    ) -> Read {
        let described = operation.and_then(|number| {
            let row = &self.router.operations[number];
            Some((row, row.describes(status)?))
        });
        let mut faults = Vec::new();
        let limit = self.contract.bounds.response_body;
        let body = match described {
            Some((row, kind)) => self
                .response_body(row, kind, headers, body, &mut faults)
                .unwrap_or_else(|rule| self.unread(kind, rule, limit, &mut faults)),
            None => Err(nothing().into()),
        };
        let violations = self.contract.violations_of(faults);
        Read { operation, parameters: None, violations, body }
    }

    /// Return the outcome for a request, from the outcome for its document.
    pub fn request_outcome(&self, read: Read, document: Outcome) -> Outcome {
        let found = self.contract.with_violations(document, read.violations);
        Outcome { operation: read.operation, ..found }
    }

    /// Return the outcome for a response, from the outcome for its document.
    pub fn response_outcome(&self, read: Read, document: Outcome) -> Outcome {
        let found = self.request_outcome(read, document);
        let is_right = found.verdict == Verdict::Allow;
        Outcome { status: if is_right { found.status } else { BAD_GATEWAY }, ..found }
    }

    fn request_body(
        &self,
        operation: &Operation,
        kind: usize,
        headers: &Headers,
        body: Option<&[u8]>,
        faults: &mut Vec<Fault>,
    ) -> Result<Body, Unread> {
        if body.is_none() && operation.requires_body {
            self.judge_type(operation, headers, faults);
            return headers
                .coding()
                .map(|_| Err(self.not_read(Some(kind)).into()))
                .ok_or("content-encoding");
        }
        let Some(body) = body.filter(|body| !body.is_empty()) else {
            faults.extend(other_charset(headers));
            return match operation.requires_body {
                true => Err("body-missing"),
                false => Ok(Err(self.not_read(Some(kind)).into())),
            };
        };
        let limit = self.contract.bounds.request_body;
        if body.len() > limit {
            return Err("json-size");
        }
        let is_refused = self.judge_type(operation, headers, faults);
        let decoded = decoded(headers, body, limit, "content-encoding")?;
        match decoded {
            Some(decoded) if decoded.is_empty() => Err("body-missing"),
            _ if is_refused => Ok(Err(self.not_read(Some(kind)).into())),
            decoded => Ok(Ok((kind, decoded))),
        }
    }

    fn response_body(
        &self,
        operation: &Operation,
        kind: usize,
        headers: &Headers,
        body: &[u8],
        faults: &mut Vec<Fault>,
    ) -> Result<Body, Unread> {
        if self.judge_type(operation, headers, faults) {
            return Ok(Err(self.not_read(Some(kind)).into()));
        }
        let limit = self.contract.bounds.response_body;
        let decoded = decoded(headers, body, limit, "content-unread")?;
        Ok(Ok((kind, decoded)))
    }

    /// Add a fault if the media type of a body is wrong. Return true if the fault is of an enforced
    /// rule, so that the body is not read.
    fn judge_type(
        &self,
        operation: &Operation,
        headers: &Headers,
        faults: &mut Vec<Fault>,
    ) -> bool {
        let media_type = &operation.media_type;
        let Some(rule) = headers.type_fault(media_type) else { return false };
        faults.push(Fault::new(rule).about("content-type").with("media_type", media_type));
        self.contract.rule(rule).is_some_and(|rule| rule.mode == Mode::Enforce)
    }

    /// Return the outcome for a body that breaks a rule, so that it is not read.
    fn unread(&self, kind: usize, rule: Unread, limit: usize, faults: &mut Vec<Fault>) -> Body {
        if rule == "json-size" {
            return Err(self.too_long(Some(kind), limit).into());
        }
        let is_header = matches!(rule, "content-encoding" | "content-unread");
        faults.push(Fault::new(rule).about(if is_header { "content-encoding" } else { "" }));
        Err(self.not_read(Some(kind)).into())
    }

    fn without_body(
        &self,
        operation: &Operation,
        request: &Request,
        body: Option<&[u8]>,
        faults: &mut Vec<Fault>,
    ) -> Outcome {
        faults.extend(other_charset(&request.headers));
        if body.is_none_or(<[u8]>::is_empty) {
            return nothing();
        }
        faults.push(Fault::new("body-unexpected").with("operation", &operation.name));
        self.fields(request, body, &operation.query.aliases)
    }

    fn without_operation(
        &self,
        route: &Route,
        rule: &'static str,
        request: &Request,
        body: Option<&[u8]>,
    ) -> Read {
        let mut faults = vec![Fault::new(rule).with("methods", route.methods.join(" or "))];
        let mut outcome = nothing();
        if route.reachable != 0 {
            let in_path = query_in_path(&request.path);
            let name = override_in_query(&request.query, &self.methods)
                .or_else(|| override_in_query(in_path.as_bytes(), &self.methods));
            if let Some(name) = name {
                let fault = Fault::new("method-override").at(Location::Query);
                faults.push(fault.about(wtf8::printable(&name)));
            }
            faults.extend(self.header_override(route, request));
            outcome = self.fields(request, body, &self.methods);
            let reads_text =
                !request.query.is_empty() || request.headers.has_fields(&request.method);
            faults.extend(other_charset(&request.headers).filter(|_| reads_text));
        }
        let violations = self.contract.violations_of(faults);
        Read { operation: None, parameters: None, violations, body: Err(outcome.into()) }
    }

    /// Return the outcome for the body of a request to an operation that takes no body.
    ///
    /// A framework may parse the body as a form or as JSON. A field of the body may then override
    /// the method, or be taken for a parameter.
    fn fields(&self, request: &Request, body: Option<&[u8]>, declared: &Aliases) -> Outcome {
        if !request.headers.has_fields(&request.method) {
            return nothing();
        }
        let limit = self.contract.bounds.request_body;
        let objects = self.contract.bounds.request_objects;
        let limits = Limits { bytes: limit, objects, ..Limits::NONE };
        let fault = match find_field(&request.headers, body.unwrap_or_default(), &limits, declared)
        {
            Ok(None) => return nothing(),
            Ok(Some(name)) => {
                let is_override = name.is_empty() || is_method_field(name);
                let rule = if is_override { "method-override" } else { "parameter-confusable" };
                Fault::new(rule).with("name", name).at(Location::Wire)
            }
            Err("json-size") => return self.too_long(None, limit),
            Err(rule @ "content-encoding") => Fault::new(rule).about(rule),
            Err(rule) => Fault::new(rule).at(Location::Wire),
        };
        let violations = self.contract.violations_of(vec![fault]);
        self.contract.with_violations(nothing(), violations)
    }

    /// Return a fault if a header makes a framework route the request to another operation.
    fn header_override(&self, route: &Route, request: &Request) -> Option<Fault> {
        let is_reachable = |method: &str| bit_of(method) & route.reachable != 0;
        let name = request.headers.override_of(is_reachable)?;
        Some(Fault::new("method-override").at(Location::Header).about(name))
    }

    fn too_long(&self, kind: Option<usize>, limit: usize) -> Outcome {
        self.refuse(kind, Fault::new("json-size").with("limit", limit))
    }
}

/// Return a body without its content coding; None if the body has no content coding.
///
/// `unknown` is the rule on unknown codings.
fn decoded(
    headers: &Headers,
    body: &[u8],
    limit: usize,
    unknown: Unread,
) -> Result<Option<Vec<u8>>, Unread> {
    let coding = headers.coding().ok_or(unknown)?;
    if body.is_empty() {
        return Err("body-missing");
    }
    decode(body, coding, limit)
}

fn other_charset(headers: &Headers) -> Option<Fault> {
    let is_other = headers.names_other_charset();
    is_other.then(|| Fault::new("content-charset").about("content-type"))
}
