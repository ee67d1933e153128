//! Ordinary exchanges that a stream of Envoy shows: messages as Envoy encodes them.
//!
//! An exchange is ordinary if Envoy withholds both bodies, and sends headers and a body of the
//! request, then of the response. All else is left to the library, at any point: it gets the
//! messages that it needs again.
#![forbid(unsafe_code)]

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyInt, PyString};

use super::asgi::Carrier;
use super::envoy::{HttpHeaders, Part, ProcessingRequest};
use super::exchange::Exchange;
use super::requests::{Arrived, Line};
use super::responses::Responses;
use crate::guard::fenced;

/// Bytes of a message besides a body: Envoy limits headers to less.
const HEAD_BYTES: usize = 1 << 20;

/// Carries one exchange.
#[pyclass(module = "deploy_contract_native")]
pub struct Shown {
    carrier: Py<Carrier>,
    stage: Stage,
    /// The method of the request.
    #[pyo3(get)]
    method: Option<Py<PyString>>,
    /// The values of its header X-Request-ID.
    #[pyo3(get)]
    request_ids: Vec<Py<PyBytes>>,
    /// The status of the response.
    #[pyo3(get)]
    status: Option<Py<PyInt>>,
    /// True if nothing more is to be judged.
    #[pyo3(get)]
    ended: bool,
}

enum Stage {
    New,
    /// The headers of a request with a body came, in a message.
    Asked(Request, Py<PyBytes>),
    /// The request passed.
    Passed(Exchange),
    /// The headers of its response came, in a message.
    Answered(Exchange, Response, Py<PyBytes>),
    /// The headers of a response came that is not judged.
    Unjudged,
    /// The response broke no rule, or is not judged.
    Done,
    /// The library has the rest.
    Left,
}

/// The headers of a request, until its body comes.
struct Request {
    operation: usize,
    query: Py<PyString>,
    texts: Py<PyDict>,
    types: usize,
    identity: Option<Py<PyString>>,
}

/// The response to a request that passed, until its body comes.
struct Response {
    judge: Py<Responses>,
    /// The length that its headers state; None if they state none.
    stated: Option<usize>,
}

/// The exchange if the request passed, and the message that is to be taken again.
type Left = (Option<Py<Exchange>>, Option<Py<PyBytes>>);

#[pymethods]
impl Shown {
    /// Take a message; return the name of its part if the exchange is ordinary so far.
    ///
    /// None if the rest is left to the library. Then nothing was judged by this message.
    #[pyo3(signature = (data, /))]
    fn take<'py>(&mut self, data: &Bound<'py, PyBytes>) -> PyResult<Option<Bound<'py, PyString>>> {
        let py = data.py();
        if matches!(self.stage, Stage::Asked(..)) {
            let longest = self.carrier.get().parts.longest_request.saturating_add(HEAD_BYTES);
            if data.as_bytes().len() > longest {
                return Ok(None); // too long a body, which decoding would copy
            }
        }
        let Some(message) = fenced(|| ProcessingRequest::canonical(data.as_bytes())) else {
            return Ok(None);
        };
        let is_buffered = message.is_buffered();
        let part = match (&self.stage, message.request) {
            (Stage::New, Some(Part::RequestHeaders(headers))) if is_buffered => {
                self.take_request(data, &headers)?.then_some(intern!(py, "request_headers"))
            }
            (Stage::Asked(..), Some(Part::RequestBody(content))) => {
                self.take_request_body(py, &content.body)?.then_some(intern!(py, "request_body"))
            }
            (Stage::Passed(_), Some(Part::ResponseHeaders(headers))) => {
                self.take_response(data, &headers)?.then_some(intern!(py, "response_headers"))
            }
            (Stage::Answered(..), Some(Part::ResponseBody(content))) => {
                self.take_response_body(py, &content.body)?.then_some(intern!(py, "response_body"))
            }
            (Stage::Unjudged, Some(Part::ResponseBody(_))) => {
                self.stage = Stage::Done;
                Some(intern!(py, "response_body"))
            }
            _ => None,
        };
        Ok(part.cloned())
    }

    /// Leave the rest to the library, and return the exchange as far as it came.
    fn leave(&mut self, py: Python<'_>) -> PyResult<Left> {
        let (exchange, message) = match std::mem::replace(&mut self.stage, Stage::Left) {
            Stage::New | Stage::Unjudged | Stage::Done | Stage::Left => (None, None),
            Stage::Asked(_, message) => (None, Some(message)),
            Stage::Passed(exchange) => (Some(exchange), None),
            Stage::Answered(exchange, _, message) => (Some(exchange), Some(message)),
        };
        Ok((exchange.map(|exchange| Py::new(py, exchange)).transpose()?, message))
    }
}

impl Shown {
    pub fn new(carrier: &Bound<'_, Carrier>) -> Shown {
        let carrier = carrier.clone().unbind();
        Shown {
            carrier,
            stage: Stage::New,
            method: None,
            request_ids: vec![],
            status: None,
            ended: false,
        }
    }

    /// Take the headers of a request. Judge it, if it has no body.
    fn take_request(&mut self, data: &Bound<'_, PyBytes>, headers: &HttpHeaders) -> PyResult<bool> {
        let py = data.py();
        let carrier = self.carrier.bind(py).clone();
        let (own, requests) = (carrier.get(), carrier.get().parts.requests.get());
        let Some(line) = fenced(|| line_of(headers)) else { return Ok(false) };
        let longest = own.parts.longest_request;
        let arrived = fenced(|| requests.arrived_with(py, &line, headers.others(), longest));
        let Some((arrived, identity)) = arrived.and_then(|arrived| own.addressed(arrived)) else {
            return Ok(false);
        };
        let takes_body = requests.operation(arrived.operation).kind.is_some();
        if takes_body && headers.end_of_stream {
            return Ok(false);
        }
        let method = PyString::intern(py, line.method).unbind();
        let request = Request {
            operation: arrived.operation,
            query: arrived.query.unbind(),
            texts: arrived.texts.unbind(),
            types: arrived.types,
            identity: identity.map(Bound::unbind),
        };
        self.stage = Stage::Asked(request, data.clone().unbind());
        if !takes_body && !self.take_request_body(py, b"")? {
            self.stage = Stage::New;
            return Ok(false);
        }
        self.method = Some(method);
        let ids = headers.others().filter(|(name, _)| *name == b"x-request-id");
        self.request_ids = ids.map(|(_, value)| PyBytes::new(py, value).unbind()).collect();
        Ok(true)
    }

    /// Judge a request by its whole body.
    fn take_request_body(&mut self, py: Python<'_>, body: &[u8]) -> PyResult<bool> {
        let Stage::Asked(request, _) = &self.stage else { return Ok(false) };
        let carrier = self.carrier.bind(py);
        if body.len() > carrier.get().parts.longest_message {
            return Ok(false);
        }
        let arrived = Arrived {
            operation: request.operation,
            query: request.query.bind(py).clone(),
            texts: request.texts.bind(py).clone(),
            types: request.types,
        };
        let identity = request.identity.as_ref().map(|identity| identity.bind(py).clone());
        let judged = carrier.get().judged(arrived, identity, &PyBytes::new(py, body))?;
        let Some(passed) = judged else { return Ok(false) };
        let none = py.None().into_bound(py); // there is nobody to receive from or to send to
        self.stage = Stage::Passed(Exchange::new(carrier, passed, None, &none, &none)?);
        Ok(true)
    }

    /// Take the headers of a response whose body follows, or that is not judged.
    fn take_response(
        &mut self,
        data: &Bound<'_, PyBytes>,
        headers: &HttpHeaders,
    ) -> PyResult<bool> {
        let Stage::Passed(exchange) = &self.stage else { return Ok(false) };
        let Some(status) = fenced(|| status_of(headers)) else { return Ok(false) };
        let status = status.into_pyobject(data.py())?;
        if !exchange.judged {
            exchange.invalidate(data.py())?;
            self.status = Some(status.unbind());
            self.stage = Stage::Unjudged;
            self.ended = true;
            return Ok(true);
        }
        let Some(judge) = exchange.judge_by(&status) else { return Ok(false) };
        let Some(admitted) = judge.get().fresh(headers.others()) else { return Ok(false) };
        let stated = match (admitted.lengths, admitted.is_plain) {
            (0, _) => None,
            (1, true) => Some(admitted.stated),
            _ => return Ok(false),
        };
        if headers.end_of_stream {
            return Ok(false);
        }
        let response = Response { judge: judge.unbind(), stated };
        self.status = Some(status.unbind());
        let Stage::Passed(exchange) = std::mem::replace(&mut self.stage, Stage::Left) else {
            return Ok(false);
        };
        self.stage = Stage::Answered(exchange, response, data.clone().unbind());
        Ok(true)
    }

    /// Judge a response by its whole body.
    fn take_response_body(&mut self, py: Python<'_>, body: &[u8]) -> PyResult<bool> {
        let Stage::Answered(exchange, response, _) = &self.stage else { return Ok(false) };
        let longest = self.carrier.get().parts.longest_response_message;
        let is_other = response.stated.is_some_and(|stated| stated != body.len());
        if body.len() > longest || is_other {
            return Ok(false);
        }
        if !exchange.passes(response.judge.get(), &PyBytes::new(py, body))? {
            return Ok(false);
        }
        self.stage = Stage::Done;
        self.ended = true;
        Ok(true)
    }
}

/// Return the line of a request; None if its path has `%`, or its target is not one of HTTP.
fn line_of(headers: &HttpHeaders) -> Option<Line<'_>> {
    let method = std::str::from_utf8(headers.only(b":method")?).ok()?;
    let target = std::str::from_utf8(headers.only(b":path")?).ok()?;
    if target.bytes().any(|sign| !sign.is_ascii_graphic() || sign == b'#') {
        return None;
    }
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    (!path.contains('%')).then_some(Line { method, path, query })
}

/// Return the status of a response.
fn status_of(headers: &HttpHeaders) -> Option<u16> {
    let text = headers.only(b":status")?;
    if text.len() != 3 || !text.iter().all(u8::is_ascii_digit) {
        return None;
    }
    std::str::from_utf8(text).ok()?.parse().ok()
}
