//! Ordinary requests: the judge of their route, query, headers and body.

use pyo3::exceptions::PyValueError;
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString, PyTuple, PyType};

use super::door::Judges;
use super::instances::{named_tuple, new_instance, set_slot, with_fields, with_message};
use super::judge::PyProgram;
use crate::automaton::Automaton;
use crate::program::Program;
use crate::query::{Parameter, Parameters, Value};
use crate::request::{Headers, Route, Segment};

/// The method of requests whose body is no form.
const SAFE: &str = "GET";
/// Place of the texts of path parameters in a route.
const PLACE_OF_TEXTS: usize = 1;

/// An operation: its method, segments of the path, media type and name, and the names of its path
/// parameters. The kind of the document that it takes, if it takes one. Whether its requests are
/// judged here; if not, it is needed all the same, since its paths may match another pattern. A
/// named tuple for its routes, whose second field is that of the path parameters.
#[derive(FromPyObject)]
struct OperationRow {
    method: String,
    segments: Vec<(String, bool)>,
    media_type: String,
    name: Py<PyString>,
    path_parameters: Vec<Py<PyString>>,
    kind: Option<Py<PyString>>,
    judged: bool,
    query_parameters: Vec<ParameterRow>,
    defaults: Py<PyDict>,
    route: Py<PyAny>,
}

/// A query parameter. The roots are numbers of roots of the program of all parameters.
#[derive(FromPyObject)]
struct ParameterRow {
    name: Py<PyString>,
    kinds: u8,
    root: usize,
    items: Option<usize>,
    values: Option<Vec<String>>,
    required: bool,
}

struct Operation {
    route: Route,
    name: Py<PyString>,
    path_parameters: Vec<Py<PyString>>,
    kind: Option<Py<PyString>>,
    judged: bool,
    names: Vec<Py<PyString>>,
    parameters: Parameters,
    defaults: Py<PyDict>,
    routed: Py<PyAny>,
}

/// Judges ordinary requests: their route, query, headers and body.
#[pyclass(frozen, module = "deploy_contract_native")]
pub struct Requests {
    judges: Judges,
    operations: Vec<Operation>,
    watched: Vec<Box<[u8]>>,
    program: Py<PyProgram>,
    request: Py<PyType>,
    report: Py<PyType>,
    without_body: Py<PyAny>,
}

#[pymethods]
impl Requests {
    /// Make a judge of requests.
    ///
    /// A segment of a path is a text and false, or the pattern of a parameter and true. `watched`
    /// has the names, in lower case and with `-`, of headers that need a second look. `longest` is
    /// the length of the longest query. `request` is a class of tuples: method, path, query,
    /// headers and body. `report` is the class of reports; `without_body` the outcome of a request
    /// without a body. Judges and `member` are those of a `Door`.
    #[new]
    #[pyo3(signature = (judges, member, operations, *, watched, program, longest, request, report, without_body))]
    #[allow(clippy::too_many_arguments)] // they are named
    fn new(
        judges: Py<PyDict>,
        member: Py<PyString>,
        operations: Vec<OperationRow>,
        watched: Vec<String>,
        program: Py<PyProgram>,
        longest: usize,
        request: Py<PyType>,
        report: Py<PyType>,
        without_body: Py<PyAny>,
    ) -> PyResult<Requests> {
        let roots = program.get().program.roots.len();
        let read = |row| read_operation(row, longest, roots);
        let operations = operations.into_iter().map(read).collect::<PyResult<_>>()?;
        let watched = watched_names(watched);
        let judges = Judges { judges, member };
        Ok(Requests { judges, operations, watched, program, request, report, without_body })
    }

    /// Return the report on a request.
    ///
    /// None if the request is not ordinary or its body is not accepted. `known` has facts about
    /// the stored deployment.
    #[pyo3(signature = (request, source, known, /))]
    fn report<'py>(
        &self,
        py: Python<'py>,
        request: &Bound<'py, PyAny>,
        source: &Bound<'py, PyAny>,
        known: &Bound<'py, PyAny>,
    ) -> Option<Bound<'py, PyAny>> {
        if !request.get_type().is(&self.request) {
            return None;
        }
        let fields = request.cast::<PyTuple>().ok()?;
        let (method, path, query) = (text(fields, 0)?, text(fields, 1)?, text(fields, 2)?);
        let (operation, texts) = self.routed(method.to_str().ok()?, path.to_str().ok()?)?;
        let media_type = &operation.route.media_type;
        let types = admit_headers(&self.watched, media_type, &fields.get_item(3).ok()?)?.types;
        let body = fields.get_item(4).ok()?;
        let body = body.cast_exact::<PyBytes>().ok()?;
        let parameters = operation.path_parameters(py, texts)?;
        operation.read_query(&self.program.get().program, query.to_str().ok()?, &parameters)?;
        let name = Some(operation.name.bind(py));
        let Some(kind) = &operation.kind else {
            if !(body.as_bytes().is_empty() && source.is_none() && known.is_none()) {
                return None;
            }
            let outcome = self.without_body.bind(py);
            let outcome = with_message(outcome, None, name, Some(&parameters)).ok()?;
            let report = new_instance(self.report.bind(py), 0).ok()?;
            set_slot(&report, intern!(py, "_state"), &outcome).ok()?;
            return Some(report);
        };
        if types != 1 {
            return None;
        }
        let (judge, facts) = self.judges.find(kind.bind(py), source, known)?;
        let (outcome, scan) = judge.get().outcome(body, facts.as_ref()).ok()??;
        let outcome = with_message(&outcome, facts.as_ref(), name, Some(&parameters)).ok()?;
        judge.get().report(&outcome, body, scan).ok()
    }

    /// Return the request of an ASGI scope, without its body, and its route.
    ///
    /// None if the request is not ordinary, its body may be a form, a header states a length of
    /// more than `longest` bytes, or the application is mounted below another path.
    #[pyo3(signature = (scope, longest, /))]
    fn arrive<'py>(
        &self,
        py: Python<'py>,
        scope: &Bound<'py, PyAny>,
        longest: usize,
    ) -> Option<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let scope = scope.cast_exact::<PyDict>().ok()?;
        let item = |name| scope.get_item(name).ok()?;
        let method = item(intern!(py, "method"))?.cast_into_exact::<PyString>().ok()?;
        let path = item(intern!(py, "path"))?.cast_into_exact::<PyString>().ok()?;
        let is_encoded = |raw: Bound<'py, PyAny>| {
            !raw.is_none()
                && raw.cast_exact::<PyBytes>().map_or(true, |raw| raw.as_bytes().contains(&b'%'))
        };
        let is_mount = |path: Bound<'py, PyAny>| path.is_truthy().unwrap_or(true);
        if item(intern!(py, "raw_path")).is_some_and(is_encoded)
            || item(intern!(py, "root_path")).is_some_and(is_mount)
        {
            return None;
        }
        let name = method.to_str().ok()?;
        let (operation, texts) = self.routed(name, path.to_str().ok()?)?;
        let texts = operation.path_parameters(py, texts)?.into_any();
        let headers = item(intern!(py, "headers"))?;
        let admitted = admit_headers(&self.watched, &operation.route.media_type, &headers)?;
        let is_form = operation.kind.is_none() && name != SAFE;
        if is_form || admitted.stated > longest {
            return None;
        }
        let query = item(intern!(py, "query_string"))?.cast_into_exact::<PyBytes>().ok()?;
        let query = std::str::from_utf8(query.as_bytes()).ok()?;
        let request = [
            method.into_any(),
            path.into_any(),
            PyString::new(py, query).into_any(),
            headers,
            PyBytes::new(py, b"").into_any(),
        ];
        let request = named_tuple(self.request.bind(py), request).ok()?;
        let route = with_fields(operation.routed.bind(py), PLACE_OF_TEXTS, [texts]).ok()?;
        Some((request, route))
    }

    /// Show the garbage collector what the judge of requests holds.
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.judges.judges)?;
        visit.call(&self.report)?;
        visit.call(&self.without_body)?;
        visit.call(&self.request)
    }
}

impl Requests {
    /// Return the operation that a request leads to, and the texts of its path parameters.
    fn routed<'a>(&self, method: &str, path: &'a str) -> Option<(&Operation, Vec<&'a str>)> {
        let mut operations = self.operations.iter();
        let found = operations.find_map(|one| Some((one, one.route.parameters(method, path)?)))?;
        found.0.judged.then_some(found)
    }
}

impl Operation {
    fn path_parameters<'py>(
        &self,
        py: Python<'py>,
        texts: Vec<&str>,
    ) -> Option<Bound<'py, PyDict>> {
        let parameters = PyDict::new(py);
        for (name, text) in self.path_parameters.iter().zip(texts) {
            parameters.set_item(name, text).ok()?;
        }
        Some(parameters)
    }

    /// Add the values of a query to the parameters, and the defaults; None for another query.
    fn read_query(
        &self,
        program: &Program,
        query: &str,
        parameters: &Bound<'_, PyDict>,
    ) -> Option<()> {
        let py = parameters.py();
        if query.is_empty() && self.names.is_empty() {
            return Some(());
        }
        let found = self.parameters.read(program, query)?;
        parameters.update(self.defaults.bind(py).as_mapping()).ok()?;
        for (name, value) in self.names.iter().zip(found) {
            let Some(value) = value else { continue };
            match value {
                Value::Text(text) => parameters.set_item(name, text),
                Value::Number(number) => parameters.set_item(name, number),
                Value::Truth(truth) => parameters.set_item(name, truth),
                Value::Texts(text) if text.is_empty() => {
                    parameters.set_item(name, PyTuple::empty(py))
                }
                Value::Texts(text) => {
                    let items: Vec<&str> = text.split(',').collect();
                    parameters.set_item(name, PyTuple::new(py, items).ok()?)
                }
            }
            .ok()?;
        }
        Some(())
    }
}

pub fn watched_names(names: Vec<String>) -> Vec<Box<[u8]>> {
    names.into_iter().map(|name| name.into_bytes().into()).collect()
}

/// Look at headers; return None if they need a second look.
///
/// They need one unless they are a list or tuple of pairs, and each is a tuple or list.
pub fn admit_headers<'a>(
    watched: &'a [Box<[u8]>],
    media_type: &'a [u8],
    pairs: &Bound<'_, PyAny>,
) -> Option<Headers<'a>> {
    let mut headers = Headers::new(watched, media_type);
    let admitted = if let Ok(pairs) = pairs.cast_exact::<PyTuple>() {
        pairs.iter().all(|pair| admit_header(&mut headers, &pair))
    } else if let Ok(pairs) = pairs.cast_exact::<PyList>() {
        pairs.iter().all(|pair| admit_header(&mut headers, &pair))
    } else {
        false
    };
    admitted.then_some(headers)
}

fn admit_header(headers: &mut Headers<'_>, pair: &Bound<'_, PyAny>) -> bool {
    let found = if let Ok(pair) = pair.cast_exact::<PyTuple>() {
        (pair.len() == 2).then(|| (pair.get_item(0), pair.get_item(1)))
    } else if let Ok(pair) = pair.cast_exact::<PyList>() {
        (pair.len() == 2).then(|| (pair.get_item(0), pair.get_item(1)))
    } else {
        None
    };
    let Some((Ok(name), Ok(value))) = found else { return false };
    match (header_bytes(&name), header_bytes(&value)) {
        (Some(name), Some(value)) => headers.admit(name, value),
        _ => false,
    }
}

/// Return the bytes of a header name or value: of a text in UTF-8, which is ASCII's own if the
/// bytes are compared with ASCII.
fn header_bytes<'a>(part: &'a Bound<'_, PyAny>) -> Option<&'a [u8]> {
    if let Ok(text) = part.cast_exact::<PyString>() {
        return text.to_str().ok().map(str::as_bytes);
    }
    part.cast_exact::<PyBytes>().ok().map(|bytes| bytes.as_bytes())
}

fn read_operation(row: OperationRow, longest: usize, roots: usize) -> PyResult<Operation> {
    let mut segments = Vec::new();
    for (text, is_parameter) in row.segments {
        segments.push(if is_parameter {
            let pattern = Automaton::of_pattern(text.as_bytes());
            Segment::Parameter(pattern.map_err(|fault| PyValueError::new_err(fault.0))?.into())
        } else {
            Segment::Text(text.into_bytes().into())
        });
    }
    let media_type = row.media_type.into_bytes().into();
    let (mut names, mut declared) = (Vec::new(), Vec::new());
    for one in row.query_parameters {
        if one.root >= roots || one.items.is_some_and(|root| root >= roots) {
            return Err(PyValueError::new_err("the program has no such roots"));
        }
        let values = one.values.map(|values| values.into_iter().map(String::into).collect());
        declared.push(Parameter {
            name: one.name.to_string().into(),
            kinds: one.kinds,
            root: one.root,
            items: one.items,
            values,
            required: one.required,
        });
        names.push(one.name);
    }
    Ok(Operation {
        route: Route { method: row.method.into(), segments, media_type },
        name: row.name,
        path_parameters: row.path_parameters,
        kind: row.kind,
        judged: row.judged,
        names,
        parameters: Parameters { declared, longest },
        defaults: row.defaults,
        routed: row.route,
    })
}

/// Return a field of a request that is exactly a text.
fn text<'py>(fields: &Bound<'py, PyTuple>, place: usize) -> Option<Bound<'py, PyString>> {
    fields.get_item(place).ok()?.cast_into_exact::<PyString>().ok()
}
