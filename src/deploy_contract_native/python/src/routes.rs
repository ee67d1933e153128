//! Routes of requests, as Python programs read them.

use std::borrow::Cow;

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString, PyTuple};

use crate::headers::{for_each, read_headers, text};
use crate::judge::{Core, Given, not_plain};
use crate::outcome::Outcome;
use deploy_contract_core::core;
use deploy_contract_core::guard::fenced;
use deploy_contract_core::http::content::Headers;
use deploy_contract_core::http::messages::Request;
use deploy_contract_core::http::routing;

/// Of `deploy_contract.Request`. A route that Python has found has more.
const REQUEST_FIELDS: usize = 5;
/// The place of the headers of a request, and of its body.
const HEADERS: usize = 3;
pub const BODY: usize = 4;
const CONTENT_LENGTH: &[u8] = b"content-length";
/// The digits of a length that are read: any longer number is above each limit.
const DIGITS: usize = 20;

/// An operation, as Python programs know it.
pub struct Operation {
    /// Its row in the table of `deploy_contract.http.routing`.
    pub row: Py<PyAny>,
    /// The number of the path parameter that is the id of the deployment that it changes.
    pub changed: Option<usize>,
    pub takes_body: bool,
}

impl Operation {
    /// Read the row of an operation.
    pub fn read(row: Bound<'_, PyAny>, core: &routing::Operation) -> PyResult<Operation> {
        let py = row.py();
        let identity: Option<String> = row.getattr(intern!(py, "identity"))?.extract()?;
        let mut changed = None;
        if row.getattr(intern!(py, "is_change"))?.is_truthy()? {
            changed = core.path.iter().position(|it| identity.as_deref() == Some(&*it.name));
        }
        Ok(Operation { changed, takes_body: core.kind.is_some(), row: row.unbind() })
    }
}

/// The first line of a request. The path and the query are in the form of `wtf8`.
pub struct Line<'a> {
    method: Cow<'a, str>,
    path: Cow<'a, [u8]>,
    query: Cow<'a, [u8]>,
}

impl<'a> Line<'a> {
    /// Read a request and its headers; None for another tuple, or if a field is not of a plain class.
    pub fn read(request: &'a Bound<'_, PyTuple>) -> PyResult<Option<(Line<'a>, Headers<'static>)>> {
        if request.len() != REQUEST_FIELDS {
            return Ok(None);
        }
        let Some(line) = Line::of(request)? else { return Ok(None) };
        let pairs = request.get_borrowed_item(HEADERS)?;
        Ok(read_headers(&pairs).map(|headers| (line, headers)))
    }

    fn of(request: &'a Bound<'_, PyTuple>) -> PyResult<Option<Line<'a>>> {
        let method = request.get_borrowed_item(0)?;
        let (Ok(method), Some(path), Some(query)) = (
            method.cast::<PyString>(),
            wtf8(request.get_borrowed_item(1)?)?,
            wtf8(request.get_borrowed_item(2)?)?,
        ) else {
            return Ok(None);
        };
        let method = match method.extract() {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => method.to_string_lossy().into_owned().into(),
        };
        Ok(Some(Line { method, path, query }))
    }

    /// Judge the request with this line. `body`: None if it is not shown.
    pub fn judged<'py>(
        &self,
        judge: &Bound<'py, Core>,
        headers: &Headers<'_>,
        route: Option<&routing::Route>,
        body: Option<&Bound<'py, PyBytes>>,
        given: Given<'py>,
    ) -> PyResult<Outcome> {
        let request = Request {
            method: &self.method,
            path: &self.path,
            query: &self.query,
            headers,
            body: body.map_or(&[], |body| body.as_bytes()),
            shows_body: body.is_some(),
        };
        Core::judged_request(judge, &request, route, body, given)
    }
}

/// Return the bytes of a text, which may have lone surrogates; None if it is no text.
fn wtf8<'a>(text: Borrowed<'a, '_, PyAny>) -> PyResult<Option<Cow<'a, [u8]>>> {
    let Ok(text) = text.cast::<PyString>() else { return Ok(None) };
    if let Ok(text) = text.extract::<&str>() {
        return Ok(Some(text.as_bytes().into()));
    }
    let arguments = ("utf-8", "surrogatepass");
    let bytes = text.call_method1(intern!(text.py(), "encode"), arguments)?;
    Ok(Some(bytes.cast::<PyBytes>()?.as_bytes().to_vec().into()))
}

/// The way of a request: all that the judge reads of it before its body. The attributes are those of
/// `deploy_contract.http.routing.Route` that a middleware reads.
#[pyclass(frozen, module = "deploy_contract_native")]
pub struct Route {
    request: Py<PyTuple>,
    headers: Headers<'static>,
    found: routing::Route,
    #[pyo3(get)]
    operation: Option<Py<PyAny>>,
    #[pyo3(get)]
    is_head: bool,
    /// The id of the deployment that the request changes, in lower case. Each of them is checked.
    #[pyo3(get)]
    changed: Option<String>,
    #[pyo3(get)]
    overrides: bool,
    #[pyo3(get)]
    reads_body: bool,
    /// The rule that the stated length of the body breaks.
    #[pyo3(get)]
    fault: Option<&'static str>,
}

impl Route {
    /// Return the route of a request. `operation` returns one by number.
    ///
    /// None if the Python router has to find it: the request is not plain, the core fails, or an id is
    /// not checked, so that it may have lone surrogates.
    pub fn of<'a>(
        core: &core::Core,
        operation: impl Fn(usize) -> &'a Operation,
        request: &Bound<'_, PyTuple>,
    ) -> PyResult<Option<Route>> {
        let Some((line, headers)) = Line::read(request)? else { return Ok(None) };
        let route = fenced(|| Some(core.router.route(&line.method, &line.path)));
        let Some(found) = route.filter(|route| route.found.is_err() || route.is_checked) else {
            return Ok(None);
        };
        let routed = found.found.as_ref().ok().map(|(number, texts)| (operation(*number), texts));
        let changed = routed.and_then(|(operation, texts)| texts.get(operation.changed?));
        let operation = routed.map(|(operation, _)| operation);
        let is_on_path = operation.is_some() || found.reachable != 0;
        let reads_body = operation.is_some_and(|operation| operation.takes_body)
            || (is_on_path && headers.is_form(&line.method));
        let pairs = request.get_borrowed_item(HEADERS)?;
        let limit = core.contract.bounds.request_body;
        Ok(Some(Route {
            operation: operation.map(|operation| operation.row.clone_ref(request.py())),
            is_head: operation.is_some() && line.method.eq_ignore_ascii_case("HEAD"),
            changed: changed.map(|text| text.to_lowercase()),
            overrides: is_on_path && headers.override_method(),
            reads_body,
            fault: if reads_body { length_fault(&pairs, limit as u128) } else { None },
            request: request.clone().unbind(),
            headers,
            found,
        }))
    }

    /// Judge the request with this route and a body.
    pub fn judged<'py>(
        &self,
        judge: &Bound<'py, Core>,
        body: Option<&Bound<'py, PyBytes>>,
        given: Given<'py>,
    ) -> PyResult<Outcome> {
        let line = Line::of(self.request.bind(judge.py()))?.ok_or_else(not_plain)?;
        line.judged(judge, &self.headers, Some(&self.found), body, given)
    }
}

#[pymethods]
impl Route {
    #[getter]
    fn methods<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.found.methods)
    }

    #[getter]
    fn valid_id(&self) -> Option<&str> {
        self.changed.as_deref()
    }
}

/// Return the rule that the stated length of a body breaks.
fn length_fault(pairs: &Bound<'_, PyAny>, limit: u128) -> Option<&'static str> {
    let mut fault = None;
    for_each(pairs, |name, value| {
        if fault.is_some() || !name.eq_ignore_ascii_case(CONTENT_LENGTH) {
            return;
        }
        let value = text(value);
        let stated = value.trim_matches([' ', '\t']); // RFC 9110, section 5.5
        if stated.is_empty() || !stated.bytes().all(|sign| sign.is_ascii_digit()) {
            fault = Some("body-incomplete");
        } else if stated[..stated.len().min(DIGITS)].parse().is_ok_and(|size: u128| size > limit) {
            fault = Some("json-size");
        }
    });
    fault
}
