//! The judge of messages: requests and responses by route, parameters, headers, body and exchange.
//!
//! The judge of documents judges the bodies. All else is judged here.

use crate::core::Core;
use crate::http::coding::{Undecoded, decode};
use crate::http::content::{Coding, Headers, TypeFault};
use crate::http::exchange::{Arguments, Exchange, Find, Write};
use crate::http::faults::Fault;
use crate::http::forms::{find_field, override_in_query};
use crate::http::parameter_names::{Aliases, is_method_field};
use crate::http::parameters::{Value, Values};
use crate::http::path_readings::query_in_path;
use crate::http::routing::{Astray, Operation, Route};
use crate::http::wtf8;
use crate::outcome::{Location, Outcome, Revision, Verdict, Violation};
use crate::places::Document;
use crate::tape::{Writer, kind};
use crate::wire::TextFault;

const OK: u16 = 200;
/// The service gave an invalid response (RFC 9110, section 15.6.3).
const BAD_GATEWAY: u16 = 502;

/// A request. Its path and query are percent-encoded; see `wtf8` for their bytes.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    pub method: &'a str,
    pub path: &'a [u8],
    pub query: &'a [u8],
    pub headers: &'a Headers<'a>,
    pub body: &'a [u8],
    /// False if the body is not shown. Then only its headers are judged.
    pub shows_body: bool,
}

/// A response.
#[derive(Clone, Copy, Debug)]
pub struct Response<'a> {
    pub status: u16,
    pub headers: &'a Headers<'a>,
    pub body: &'a [u8],
}

/// A message that is judged but for its document.
#[derive(Clone, Debug)]
pub struct Read {
    /// The number of the operation.
    pub operation: Option<usize>,
    /// The values of the parameters of a request that leads to an operation.
    pub parameters: Option<Values>,
    /// The violations of all but the document.
    pub violations: Vec<Violation>,
    pub body: Body,
}

/// The document of a message.
#[derive(Clone, Debug)]
pub enum Body {
    /// There is none.
    None,
    /// There is none to judge: this is its outcome.
    Known(Box<Outcome>),
    /// It is the body, or the body without its content coding.
    Document { kind: usize, decoded: Option<Vec<u8>> },
}

impl Body {
    fn known(outcome: Outcome) -> Body {
        let is_nothing = outcome.kind.is_none() && outcome.violations.is_empty();
        if is_nothing { Body::None } else { Body::Known(Box::new(outcome)) }
    }
}

/// What a response is compared with, beside the contract.
#[derive(Clone, Copy, Default)]
pub struct Compared<'a> {
    /// The parameters of the request.
    pub arguments: Option<&'a Arguments<'a>>,
    /// Writes facts about one deployment, as they were before the request. It is the deployment that
    /// the request addresses, unless the facts hold an id.
    pub stored: Option<&'a Write<'a>>,
    /// Finds such facts by id.
    pub known: Option<&'a Find<'a>>,
    /// Finds facts that were learned from other responses.
    pub learned: Option<&'a Find<'a>>,
}

/// Return the outcome for a message without a document.
pub fn nothing() -> Outcome {
    Outcome { status: OK, ..Outcome::default() }
}

impl Core {
    /// Read a request. Its document, if it has one, is left to judge.
    pub fn read_request(&self, request: &Request) -> Read {
        self.read_routed(request, &self.router.route(request.method, request.path))
    }

    /// Read a request whose route is known. Its document, if it has one, is left to judge.
    pub fn read_routed(&self, request: &Request, route: &Route) -> Read {
        let (number, texts) = match &route.found {
            Ok(found) => found,
            Err(astray) => return self.without_operation(route, *astray, request),
        };
        let operation = &self.router.operations[*number];
        let (mut faults, mut values) = (Vec::new(), Values::new());
        for (parameter, text) in operation.path.iter().zip(texts) {
            let value = if route.is_checked {
                Value::Text(text.clone().into_owned())
            } else {
                parameter.parse(text, &mut faults)
            };
            values.push((parameter.name.clone(), value));
        }
        operation.query.parse(request.query, &mut values, &mut faults);
        faults.extend(self.header_override(route, request));
        let body = match operation.kind {
            Some(kind) => self.request_body(operation, kind, request, &mut faults),
            None => Body::known(self.without_body(operation, request, &mut faults)),
        };
        let violations = self.contract.violations_of(faults);
        Read { operation: Some(*number), parameters: Some(values), violations, body }
    }

    /// Read the response of an operation; None if the request led to none.
    pub fn read_response(&self, response: &Response, operation: Option<usize>) -> Read {
        let row = operation.map(|number| &self.router.operations[number]);
        let described = row.and_then(|row| {
            let found = row.responses.iter().find(|(status, _)| *status == response.status);
            found.map(|(_, kind)| (row, *kind))
        });
        let mut faults = Vec::new();
        let body = match described {
            None => Body::None,
            Some((row, kind)) => self.response_body(row, kind, response, &mut faults),
        };
        let violations = self.contract.violations_of(faults);
        Read { operation, parameters: None, violations, body }
    }

    /// Return the outcome for a request, given that for its document.
    pub fn request_outcome(&self, read: Read, document: Outcome) -> Outcome {
        let found = self.contract.with_violations(document, read.violations);
        Outcome { operation: read.operation, ..found }
    }

    /// Return the outcome for a response, given that for its document.
    pub fn response_outcome(&self, read: Read, document: Outcome) -> Outcome {
        let found = self.request_outcome(read, document);
        let is_right = found.verdict == Verdict::Allow;
        Outcome { status: if is_right { found.status } else { BAD_GATEWAY }, ..found }
    }

    /// Return the outcome for the JSON body of a request, and add to the faults.
    fn request_body(
        &self,
        operation: &Operation,
        kind: usize,
        request: &Request,
        faults: &mut Vec<Fault>,
    ) -> Body {
        let unread = || Body::known(self.unread(kind));
        let (headers, body) = (request.headers, request.body);
        if !request.shows_body && operation.requires_body {
            faults.extend(type_fault(operation, headers));
            if headers.coding().is_none() {
                faults.push(unknown_coding());
            }
            return unread();
        }
        if !request.shows_body || body.is_empty() {
            if headers.names_other_charset() {
                faults.push(other_charset());
            }
            if operation.requires_body {
                faults.push(Fault::new("body-missing"));
            }
            return unread();
        }
        let limit = self.contract.bounds.request_body;
        if body.len() > limit {
            return Body::known(self.too_long(Some(kind), limit));
        }
        let wrong = type_fault(operation, headers);
        let is_unread = wrong.as_ref().is_some_and(|it| self.contract.enforces_fault(it.rule));
        faults.extend(wrong);
        let decoded = match headers.coding() {
            None => {
                faults.push(unknown_coding());
                return unread();
            }
            Some(Coding::Identity) => None,
            Some(coding) => match decode(body, coding, limit) {
                Ok(decoded) if decoded.is_empty() => {
                    faults.push(Fault::new("body-missing"));
                    return unread();
                }
                Ok(decoded) => Some(decoded),
                Err(error) => return Body::known(self.undecodable(kind, error, limit, faults)),
            },
        };
        if is_unread {
            return unread();
        }
        Body::Document { kind, decoded }
    }

    /// Return the outcome for the body of a response, and add to the faults.
    fn response_body(
        &self,
        operation: &Operation,
        kind: usize,
        response: &Response,
        faults: &mut Vec<Fault>,
    ) -> Body {
        let (headers, body) = (response.headers, response.body);
        let wrong = type_fault(operation, headers);
        let is_unread = wrong.as_ref().is_some_and(|it| self.contract.enforces_fault(it.rule));
        faults.extend(wrong);
        if is_unread {
            return Body::known(self.unread(kind));
        }
        let limit = self.contract.bounds.response_body;
        let coding = headers.coding();
        let Some(coding) = coding.filter(|_| !body.is_empty()) else {
            faults.push(match coding {
                None => Fault::new("content-unread").about("content-encoding"),
                Some(_) => Fault::new("body-missing"),
            });
            return Body::known(self.unread(kind));
        };
        if body.len() > limit {
            return Body::known(self.too_long(Some(kind), limit));
        }
        if coding == Coding::Identity {
            return Body::Document { kind, decoded: None };
        }
        match decode(body, coding, limit) {
            Ok(decoded) => Body::Document { kind, decoded: Some(decoded) },
            Err(error) => Body::known(self.undecodable(kind, error, limit, faults)),
        }
    }

    /// Return the outcome for a body that cannot be decoded within the limit.
    fn undecodable(
        &self,
        kind: usize,
        error: Undecoded,
        limit: usize,
        faults: &mut Vec<Fault>,
    ) -> Outcome {
        match error {
            Undecoded::TooLong => self.too_long(Some(kind), limit),
            Undecoded::Wrong => {
                faults.push(Fault::new("content-decoding"));
                self.unread(kind)
            }
        }
    }

    /// Return the outcome for a request of an operation that takes no body.
    fn without_body(
        &self,
        operation: &Operation,
        request: &Request,
        faults: &mut Vec<Fault>,
    ) -> Outcome {
        if request.headers.names_other_charset() {
            faults.push(other_charset());
        }
        if request.body.is_empty() {
            return nothing();
        }
        faults.push(Fault::new("body-unexpected").with("operation", &operation.name));
        self.form(request, &operation.query.aliases)
    }

    /// Return the violations of a response that contradicts its request, or known facts.
    ///
    /// Its document is valid by itself, and of the kind that the operation describes.
    pub fn exchanged(
        &self,
        operation: usize,
        kind: usize,
        document: Document,
        compared: Compared,
    ) -> Vec<Violation> {
        let operation = &self.router.operations[operation];
        if document.tape.first().is_none_or(|node| node.kind == kind::NULL) {
            return Vec::new();
        }
        let rules = &self.kinds[kind].exchanges;
        let names = self.kinds[kind].judge.names();
        let no_arguments = |_: &str| None;
        let arguments = compared.arguments.unwrap_or(&no_arguments);
        let mut stored = Writer::new(names);
        let mut addressed = None;
        if let Some(write) = compared.stored {
            write(&mut stored);
            addressed = rules.identity_in(stored.document()).or_else(|| {
                match arguments(operation.identity.as_ref()?)? {
                    Value::Text(text) => Some(text),
                    _ => None,
                }
            });
        }
        let addressed = addressed.map(|name| name.to_lowercase());
        let of_stored = |name: &str, writer: &mut Writer| {
            let is_same = addressed.as_ref().is_some_and(|known| name.to_lowercase() == *known);
            if is_same {
                writer.copy(stored.document(), 0);
            }
            is_same
        };
        let known: Option<&Find> =
            if compared.stored.is_some() { Some(&of_stored) } else { compared.known };
        let contract = &self.contract;
        let (operation, learned) = (&*operation.name, compared.learned);
        Exchange { contract, rules, operation, document, names, arguments, known, learned }
            .violations()
    }

    /// Return the outcome for a request that leads to no operation.
    fn without_operation(&self, route: &Route, astray: Astray, request: &Request) -> Read {
        let rule = match astray {
            Astray::PathAmbiguous => "path-ambiguous",
            Astray::OperationUnknown => "operation-unknown",
            Astray::MethodUnknown => "method-unknown",
        };
        let mut faults = vec![Fault::new(rule).with("methods", route.methods.join(" or "))];
        let mut outcome = nothing();
        if route.reachable != 0 {
            let in_path = query_in_path(request.path);
            let name = override_in_query(request.query, &self.methods)
                .or_else(|| override_in_query(in_path.as_bytes(), &self.methods));
            if let Some(name) = name {
                let fault = Fault::new("method-override").at(Location::Query);
                faults.push(fault.about(wtf8::printable(&name)));
            }
            faults.extend(self.header_override(route, request));
            outcome = self.form(request, &self.methods);
            let reads_text = !request.query.is_empty() || request.headers.is_form(request.method);
            if reads_text && request.headers.names_other_charset() {
                faults.push(other_charset());
            }
        }
        let violations = self.contract.violations_of(faults);
        Read { operation: None, parameters: None, violations, body: Body::known(outcome) }
    }

    /// Return the outcome for a body of a request whose operation has none.
    ///
    /// A framework may parse it as a form. A field of the form may then override the method, or be
    /// taken for a parameter.
    fn form(&self, request: &Request, declared: &Aliases) -> Outcome {
        if !request.headers.is_form(request.method) {
            return nothing();
        }
        let limit = self.contract.bounds.request_body;
        if request.body.len() > limit {
            return self.too_long(None, limit);
        }
        let fault = match find_field(request.headers, request.body, limit, declared) {
            Ok(None) => return nothing(),
            Ok(Some(found)) => {
                let name = found.name();
                let is_override = name.is_empty() || is_method_field(name);
                let rule = if is_override { "method-override" } else { "parameter-confusable" };
                Fault::new(rule).with("name", name)
            }
            Err(Undecoded::Wrong) => Fault::new("content-decoding"),
            Err(Undecoded::TooLong) => return self.too_long(None, limit),
        };
        let violations = self.contract.violations_of(vec![fault.at(Location::Wire)]);
        self.contract.with_violations(nothing(), violations)
    }

    /// Return a fault if a header makes a framework route the request to another operation.
    fn header_override(&self, route: &Route, request: &Request) -> Option<Fault> {
        let is_reachable = |method: &str| self.router.has_method(route.reachable, method);
        let name = request.headers.override_of(is_reachable)?;
        Some(Fault::new("method-override").at(Location::Header).about(name))
    }

    /// Return the outcome for a body of a kind that is not read: no violation yet.
    fn unread(&self, kind: usize) -> Outcome {
        let has_revisions = self.kinds[kind].judge.has_revisions();
        let creates_revision = has_revisions.then_some(Revision::Unknown);
        Outcome { kind: Some(kind), creates_revision, ..nothing() }
    }

    fn too_long(&self, kind: Option<usize>, limit: usize) -> Outcome {
        self.refuse(kind, &TextFault::new("json-size", Some(limit)))
    }
}

fn other_charset() -> Fault {
    Fault::new("content-charset").about("content-type")
}

fn unknown_coding() -> Fault {
    Fault::new("content-encoding").about("content-encoding")
}

fn type_fault(operation: &Operation, headers: &Headers) -> Option<Fault> {
    let rule = match headers.type_fault(&operation.media_type)? {
        TypeFault::Type => "content-type",
        TypeFault::Charset => "content-charset",
    };
    Some(Fault::new(rule).about("content-type").with("media_type", &operation.media_type))
}
