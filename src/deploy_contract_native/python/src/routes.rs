//! Routes of requests, as Python programs read them.

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::headers::{for_each, text};
use deploy_contract_core::http::content::Headers;
use deploy_contract_core::http::routing;

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

/// The operation that a request leads to, and what its headers say of its body. The attributes are
/// those of `deploy_contract.http.routing.Route` that a middleware reads.
#[pyclass(frozen, get_all, module = "deploy_contract_native")]
pub struct Route {
    operation: Option<Py<PyAny>>,
    methods: Py<PyTuple>,
    is_head: bool,
    changed: Option<Py<PyAny>>,
    valid_id: Option<Py<PyAny>>,
    overrides: bool,
    reads_body: bool,
    fault: Option<Py<PyString>>,
}

impl Route {
    /// Return a route for Python programs.
    ///
    /// `pairs`: the headers. `limit`: the greatest number of bytes of a body.
    pub fn new(
        py: Python<'_>,
        found: &routing::Route,
        operation: Option<&Operation>,
        method: &str,
        (headers, pairs): (&Headers, &Bound<'_, PyAny>),
        limit: u128,
    ) -> PyResult<Route> {
        let is_on_path = operation.is_some() || found.reachable != 0;
        let takes_body = operation.is_some_and(|operation| operation.takes_body);
        let reads_body = takes_body || (is_on_path && headers.is_form(method));
        let fault = if reads_body { length_fault(pairs, limit) } else { None };
        let changed = operation.and_then(|operation| operation.changed);
        let changed = match (changed, &found.found) {
            (Some(number), Ok((_, texts))) => texts.get(number).map(|text| text.to_lowercase()),
            _ => None,
        };
        let changed = changed.map(|text| PyString::new(py, &text).into_any().unbind());
        let valid_id = changed.as_ref().filter(|_| found.is_checked).map(|id| id.clone_ref(py));
        let methods = PyTuple::new(py, &found.methods)?.unbind();
        Ok(Route {
            operation: operation.map(|operation| operation.row.clone_ref(py)),
            methods,
            is_head: operation.is_some() && method.eq_ignore_ascii_case("HEAD"),
            changed,
            valid_id,
            overrides: is_on_path && headers.override_method(),
            reads_body,
            fault: fault.map(|rule| PyString::intern(py, rule).unbind()),
        })
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
