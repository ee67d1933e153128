//! Requests and their routes, as Python programs hand them over and read them.

use std::borrow::Cow;

use deploy_contract_core::{self as core, Headers, Request, fenced};
use pyo3::IntoPyObjectExt;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString, PyTuple};

/// The number of fields of `deploy_contract.Request`. A route that Python has found has more.
const REQUEST_FIELDS: usize = 5;
/// The place of the headers of a request, and of its body.
const HEADERS: usize = 3;
pub const BODY: usize = 4;
/// The digits of a length that are read: any longer number is above each limit.
const DIGITS: usize = 20;
const CONTENT_LENGTH: &[u8] = b"content-length";
/// The value of nearly every header that is read. It is not copied.
const USUAL: &str = "application/json";

/// Return a request without its body, and the rule that Content-Length breaks; None for another tuple,
/// or if a field is not of a plain class. `limit`: as for `read_headers`.
pub fn read_request<'a>(
    request: &'a Bound<'_, PyTuple>,
    limit: Option<usize>,
) -> Option<(Request<'a>, Option<&'static str>)> {
    if request.len() != REQUEST_FIELDS {
        return None;
    }
    let pairs = request.get_borrowed_item(HEADERS).ok()?;
    let (headers, length_fault) = read_headers(&pairs, limit)?;
    let text = |number: usize| wtf8(request.get_borrowed_item(number).ok()?);
    let method = match text(0)? {
        Cow::Borrowed(method) => String::from_utf8_lossy(method),
        Cow::Owned(method) => String::from_utf8_lossy(&method).into_owned().into(),
    };
    Some((Request { method, path: text(1)?, query: text(2)?, headers }, length_fault))
}

/// Return the bytes of a text, which may have lone surrogates; None if it is not a text.
fn wtf8<'a>(text: Borrowed<'a, '_, PyAny>) -> Option<Cow<'a, [u8]>> {
    let text = text.cast::<PyString>().ok()?;
    if let Ok(text) = text.extract::<&str>() {
        return Some(text.as_bytes().into());
    }
    let bytes = text.call_method1(intern!(text.py(), "encode"), ("utf-8", "surrogatepass")).ok()?;
    Some(bytes.cast::<PyBytes>().ok()?.as_bytes().to_vec().into())
}

/// Read headers, and the rule that Content-Length breaks; None unless they are a list or tuple of pairs
/// of text or bytes, and each is a tuple. `limit`: bytes of a body; None if its length is not judged.
pub fn read_headers(
    pairs: &Bound<'_, PyAny>,
    limit: Option<usize>,
) -> Option<(Headers, Option<&'static str>)> {
    let (mut headers, mut fault) = (Headers::default(), None);
    let pairs = match pairs.cast_exact::<PyList>() {
        Ok(pairs) => pairs.to_tuple(),
        Err(_) => pairs.cast_exact::<PyTuple>().ok()?.clone(),
    };
    for pair in pairs.iter_borrowed() {
        let pair = pair.cast_exact::<PyTuple>().ok().filter(|pair| pair.len() == 2)?;
        let (name, value) = (pair.get_borrowed_item(0).ok()?, pair.get_borrowed_item(1).ok()?);
        let is_text = value.is_exact_instance_of::<PyString>();
        if !is_text && !value.is_exact_instance_of::<PyBytes>() {
            return None;
        }
        let name: &Bound<PyAny> = &name;
        let name = match name.cast_exact::<PyString>() {
            // no header that counts has a name with a lone surrogate
            Ok(name) => name.to_str().unwrap_or_default().as_bytes(),
            Err(_) => name.cast_exact::<PyBytes>().ok()?.as_bytes(),
        };
        headers.add(name, || text(&value));
        if let Some(limit) = limit
            && name.eq_ignore_ascii_case(CONTENT_LENGTH)
        {
            fault = fault.or_else(|| length_fault(&text(&value), limit));
        }
    }
    Some((headers, fault))
}

/// Return the text of a value; bytes are read as Latin-1.
fn text(value: &Bound<'_, PyAny>) -> Cow<'static, str> {
    let text = match value.cast_exact::<PyString>() {
        Ok(text) => text.to_string_lossy(),
        Err(_) => {
            let bytes = value.cast_exact::<PyBytes>().map(|bytes| bytes.as_bytes());
            let bytes = bytes.unwrap_or_default();
            match std::str::from_utf8(bytes) {
                Ok(text) if text.is_ascii() => text.into(),
                _ => bytes.iter().map(|&byte| char::from(byte)).collect::<String>().into(),
            }
        }
    };
    if text == USUAL { USUAL.into() } else { text.into_owned().into() }
}

/// The route of a request: all that the judge reads of it before its body. The attributes are
/// those of `deploy_contract.http.routing.Route` that a middleware reads.
#[pyclass(frozen, module = "deploy_contract_native")]
pub struct Route {
    pub request: Request<'static>,
    pub found: core::Route,
    // objects: Python reads them in place, and calls nothing
    #[pyo3(get)]
    operation: Py<PyAny>,
    #[pyo3(get)]
    methods: Py<PyAny>,
    #[pyo3(get)]
    is_head: Py<PyAny>,
    /// The checked id of the deployment that the request changes, in lower case.
    #[pyo3(get)]
    changed: Py<PyAny>,
    #[pyo3(get)]
    valid_id: Py<PyAny>,
    #[pyo3(get)]
    overrides: Py<PyAny>,
    #[pyo3(get)]
    reads_body: Py<PyAny>,
    /// The rule that the stated length of the body breaks.
    #[pyo3(get)]
    fault: Py<PyAny>,
}

impl Route {
    /// Return the route of a request. `rows`: the rows of `Messages`.
    ///
    /// None if the Python router has to find it: the request is not plain, the core fails, or an id is
    /// not valid, so that it may have lone surrogates.
    pub fn of(
        core: &core::Core,
        rows: &[Py<PyAny>],
        request: &Bound<'_, PyTuple>,
    ) -> PyResult<Option<Route>> {
        let (py, limit) = (request.py(), core.contract.bounds.request_body);
        let Some((line, fault)) = read_request(request, Some(limit)) else { return Ok(None) };
        let route = fenced(|| Some(core.router.route(&line.method, &line.path)));
        let admits = |(number, texts): &(usize, Vec<String>)| {
            let mut places = core.router.operations[*number].path.iter().zip(texts);
            places.all(|(parameter, text)| parameter.admits(text))
        };
        let Some(route) = route.filter(|route| route.found.as_ref().map_or(true, admits)) else {
            return Ok(None);
        };
        let changed = core.changed(&route).map(|text| text.to_lowercase()).into_py_any(py)?;
        let operation = route.operation();
        let reads_body = core.reads_body(&line, &route);
        let fault = fault.filter(|_| reads_body);
        let is_head = operation.is_some() && line.method.eq_ignore_ascii_case("HEAD");
        let overrides = route.is_on_path() && line.headers.override_method();
        Ok(Some(Route {
            operation: operation.map(|number| &rows[number]).into_py_any(py)?,
            methods: PyTuple::new(py, &route.methods)?.into_py_any(py)?,
            is_head: is_head.into_py_any(py)?,
            valid_id: changed.clone_ref(py),
            changed,
            overrides: overrides.into_py_any(py)?,
            reads_body: reads_body.into_py_any(py)?,
            fault: fault.into_py_any(py)?,
            request: Request {
                method: line.method.into_owned().into(),
                path: line.path.into_owned().into(),
                query: line.query.into_owned().into(),
                ..line
            },
            found: route,
        }))
    }
}

/// Return the rule that a value of Content-Length breaks.
fn length_fault(value: &str, limit: usize) -> Option<&'static str> {
    let stated = value.trim_matches([' ', '\t']); // RFC 9110, section 5.5
    if stated.is_empty() || !stated.bytes().all(|byte| byte.is_ascii_digit()) {
        return Some("body-incomplete");
    }
    let size = stated[..stated.len().min(DIGITS)].parse::<u128>();
    size.is_ok_and(|size| size > limit as u128).then_some("json-size")
}
