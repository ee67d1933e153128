//! Routes of requests, as Python programs read them.

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString, PyTuple};

use crate::headers::{for_each, read_headers, text};
use deploy_contract_core::core::Core;
use deploy_contract_core::guard::fenced;
use deploy_contract_core::http::content::Headers;
use deploy_contract_core::http::routing;

/// Of `deploy_contract.Request`. A route that Python has found has more.
const REQUEST_FIELDS: usize = 5;
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

/// A request but for its body. The path and the query are in the form of `wtf8`.
pub struct Head {
    pub method: String,
    pub path: Vec<u8>,
    pub query: Vec<u8>,
    pub headers: Headers<'static>,
}

impl Head {
    /// Read a request; None for another tuple, or if one of its fields is not of a plain class.
    pub fn read(request: &Bound<'_, PyTuple>) -> PyResult<Option<Head>> {
        if request.len() != REQUEST_FIELDS {
            return Ok(None);
        }
        let field = |number| request.get_item(number);
        let (Ok(method), Some(path), Some(query), Some(headers)) = (
            field(0)?.cast_into::<PyString>(),
            wtf8(field(1)?)?,
            wtf8(field(2)?)?,
            read_headers(&field(3)?),
        ) else {
            return Ok(None);
        };
        Ok(Some(Head { method: method.to_string_lossy().into_owned(), path, query, headers }))
    }
}

/// Return the bytes of a text, which may have lone surrogates; None if it is no text.
fn wtf8(text: Bound<'_, PyAny>) -> PyResult<Option<Vec<u8>>> {
    let Ok(text) = text.cast_into::<PyString>() else { return Ok(None) };
    if let Ok(text) = text.to_str() {
        return Ok(Some(text.into()));
    }
    let arguments = ("utf-8", "surrogatepass");
    let bytes = text.call_method1(intern!(text.py(), "encode"), arguments)?;
    Ok(Some(bytes.cast::<PyBytes>()?.as_bytes().to_vec()))
}

/// The way of a request: all that the judge reads of it before its body. The attributes are those of
/// `deploy_contract.http.routing.Route` that a middleware reads.
#[pyclass(frozen, module = "deploy_contract_native")]
pub struct Route {
    pub head: Head,
    pub found: routing::Route<'static>,
    #[pyo3(get)]
    operation: Option<Py<PyAny>>,
    /// The number of the path parameter that is the id of the deployment that it changes.
    identity: Option<usize>,
    takes_body: bool,
    /// The headers of the request, and the greatest number of bytes of its body.
    pairs: Py<PyAny>,
    limit: usize,
}

impl Route {
    /// Return the route of a request, whose headers are `pairs`. `operation` returns one by number.
    ///
    /// None if the Python router has to find it: the core fails, or an id is not checked, so that it
    /// may have lone surrogates.
    pub fn of<'a>(
        core: &Core,
        operation: impl Fn(usize) -> &'a Operation,
        head: Head,
        pairs: Bound<'_, PyAny>,
    ) -> Option<Route> {
        let route = fenced(|| Some(core.router.route(&head.method, &head.path).into_owned()));
        let found = route.filter(|route| route.found.is_err() || route.is_checked)?;
        let operation = found.found.as_ref().ok().map(|(number, _)| operation(*number));
        Some(Route {
            operation: operation.map(|operation| operation.row.clone_ref(pairs.py())),
            identity: operation.and_then(|operation| operation.changed),
            takes_body: operation.is_some_and(|operation| operation.takes_body),
            limit: core.contract.bounds.request_body,
            pairs: pairs.unbind(),
            found,
            head,
        })
    }

    fn is_on_path(&self) -> bool {
        self.operation.is_some() || self.found.reachable != 0
    }
}

#[pymethods]
impl Route {
    #[getter]
    fn methods<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.found.methods)
    }

    #[getter]
    fn is_head(&self) -> bool {
        self.operation.is_some() && self.head.method.eq_ignore_ascii_case("HEAD")
    }

    #[getter]
    fn changed(&self) -> Option<String> {
        let (_, texts) = self.found.found.as_ref().ok()?;
        Some(texts.get(self.identity?)?.to_lowercase())
    }

    /// Every id of such a route is checked.
    #[getter]
    fn valid_id(&self) -> Option<String> {
        self.changed()
    }

    #[getter]
    fn overrides(&self) -> bool {
        self.is_on_path() && self.head.headers.override_method()
    }

    #[getter]
    fn reads_body(&self) -> bool {
        self.takes_body || (self.is_on_path() && self.head.headers.is_form(&self.head.method))
    }

    #[getter]
    fn fault(&self, py: Python<'_>) -> Option<&'static str> {
        if self.reads_body() { length_fault(self.pairs.bind(py), self.limit as u128) } else { None }
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
