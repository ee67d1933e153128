//! Ordinary requests: the judge of their route, query, headers and body.

use pyo3::exceptions::PyValueError;
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString, PyTuple, PyType};

use super::door::Judges;
use super::instances::{Reports, named_tuple, with_fields, with_message};
use super::judge::{Judge, PyProgram};
use crate::automaton::Automaton;
use crate::guard::fenced;
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

/// An operation, as the judge of requests keeps it.
pub struct Operation {
    route: Route,
    pub name: Py<PyString>,
    pub path_parameters: Vec<Py<PyString>>,
    pub kind: Option<Py<PyString>>,
    judged: bool,
    names: Vec<Py<PyString>>,
    parameters: Parameters,
    defaults: Py<PyDict>,
    routed: Py<PyAny>,
}

/// The line of a request.
pub struct Line<'a> {
    pub method: &'a str,
    /// Without `%`.
    pub path: &'a str,
    pub query: &'a str,
}

/// An ordinary request: without its body, but with its route.
pub struct Arrived<'py> {
    /// Number of the operation.
    pub operation: usize,
    pub query: Bound<'py, PyString>,
    /// Path parameters.
    pub texts: Bound<'py, PyDict>,
    /// Number of headers that name the media type.
    pub types: usize,
}

/// The verdict on a request, and the facts about the stored deployment.
pub struct Judged<'py> {
    outcome: Bound<'py, PyAny>,
    facts: Option<Bound<'py, PyDict>>,
    /// The judge of the body and the number of its scan, if there is a body.
    document: Option<(Bound<'py, Judge>, u64)>,
}

/// Judges ordinary requests: their route, query, headers and body.
#[pyclass(frozen, module = "deploy_contract_native")]
pub struct Requests {
    judges: Judges,
    operations: Vec<Operation>,
    watched: Vec<Box<[u8]>>,
    program: Py<PyProgram>,
    request: Py<PyType>,
    report: Reports,
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
        py: Python<'_>,
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
        let report = Reports::new(report.bind(py))?;
        Ok(Requests { judges, operations, watched, program, request, report, without_body })
    }

    /// Return the report on a request.
    ///
    /// None if the request is not ordinary or its body is not accepted. `known` has facts about
    /// the stored deployment.
    #[pyo3(signature = (request, source, known, /))]
    pub fn report<'py>(
        &self,
        py: Python<'py>,
        request: &Bound<'py, PyAny>,
        source: Option<&Bound<'py, PyAny>>,
        known: Option<&Bound<'py, PyAny>>,
    ) -> Option<Bound<'py, PyAny>> {
        if !request.get_type().is(&self.request) {
            return None;
        }
        fenced(|| self.report_on(py, request, source, known))
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
        let arrived = self.arrived(scope, longest)?;
        let item = |name| scope.get_item(name).ok()?;
        let request = [
            item(intern!(py, "method"))?,
            item(intern!(py, "path"))?,
            arrived.query.into_any(),
            item(intern!(py, "headers"))?,
            PyBytes::new(py, b"").into_any(),
        ];
        let request = named_tuple(self.request.bind(py), request).ok()?;
        let route = self.operations[arrived.operation].routed_to(arrived.texts).ok()?;
        Some((request, route))
    }

    /// Show the garbage collector what the judge of requests holds.
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.judges.judges)?;
        visit.call(&self.report.class)?;
        visit.call(&self.without_body)?;
        visit.call(&self.request)
    }
}

impl Requests {
    /// Return the same as `report`, for a request of its own class.
    fn report_on<'py>(
        &self,
        py: Python<'py>,
        request: &Bound<'py, PyAny>,
        source: Option<&Bound<'py, PyAny>>,
        known: Option<&Bound<'py, PyAny>>,
    ) -> Option<Bound<'py, PyAny>> {
        let fields = request.cast::<PyTuple>().ok()?;
        let (method, path, query) = (text(fields, 0)?, text(fields, 1)?, text(fields, 2)?);
        let (number, texts) = self.routed(method.to_str().ok()?, path.to_str().ok()?)?;
        let operation = &self.operations[number];
        let media_type = &operation.route.media_type;
        let types = admit_headers(&self.watched, media_type, &fields.get_item(3).ok()?)?.types;
        let body = fields.get_item(4).ok()?;
        let body = body.cast_exact::<PyBytes>().ok()?;
        let parameters = operation.path_parameters(py, texts)?;
        operation.read_query(&self.program.get().program, query.to_str().ok()?, &parameters)?;
        let judged = self.judged(operation, types, body, source, known)?;
        self.reported(judged, operation, &parameters, body)
    }

    /// Return the same as `arrive`, before objects of Python are made of it.
    pub fn arrived<'py>(&self, scope: &Bound<'py, PyDict>, longest: usize) -> Option<Arrived<'py>> {
        fenced(|| self.arrived_in(scope, longest))
    }

    fn arrived_in<'py>(&self, scope: &Bound<'py, PyDict>, longest: usize) -> Option<Arrived<'py>> {
        let py = scope.py();
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
        let headers = item(intern!(py, "headers"))?;
        let query = item(intern!(py, "query_string"))?.cast_into_exact::<PyBytes>().ok()?;
        let query = std::str::from_utf8(query.as_bytes()).ok()?;
        let line = Line { method: method.to_str().ok()?, path: path.to_str().ok()?, query };
        self.arrived_by(py, &line, longest, |media_type| {
            admit_headers(&self.watched, media_type, &headers)
        })
    }

    fn arrived_by<'a, 'py>(
        &'a self,
        py: Python<'py>,
        line: &Line,
        longest: usize,
        admit: impl FnOnce(&'a [u8]) -> Option<Headers<'a>>,
    ) -> Option<Arrived<'py>> {
        let (number, texts) = self.routed(line.method, line.path)?;
        let operation = &self.operations[number];
        let admitted = admit(&operation.route.media_type)?;
        let is_form = operation.kind.is_none() && line.method != SAFE;
        if is_form || admitted.stated > longest {
            return None;
        }
        let texts = operation.path_parameters(py, texts)?;
        let query = PyString::new(py, line.query);
        Some(Arrived { operation: number, query, texts, types: admitted.types })
    }

    /// Return the verdict on the body of an ordinary request; None if it is not accepted.
    ///
    /// `types` is the number of its headers that name the media type.
    pub fn judged<'py>(
        &self,
        operation: &Operation,
        types: usize,
        body: &Bound<'py, PyBytes>,
        source: Option<&Bound<'py, PyAny>>,
        known: Option<&Bound<'py, PyAny>>,
    ) -> Option<Judged<'py>> {
        let py = body.py();
        let Some(kind) = &operation.kind else {
            let is_right = body.as_bytes().is_empty() && source.is_none() && known.is_none();
            let outcome = self.without_body.bind(py).clone();
            return is_right.then_some(Judged { outcome, facts: None, document: None });
        };
        if types != 1 {
            return None;
        }
        let (judge, facts) = self.judges.find(kind.bind(py), source, known)?;
        let found = judge.get().judge(body, facts.as_ref()).ok()?;
        Some(Judged { outcome: found.outcome?, facts, document: Some((judge, found.scan)) })
    }

    /// Return the report on a request that was judged.
    pub fn reported<'py>(
        &self,
        judged: Judged<'py>,
        operation: &Operation,
        parameters: &Bound<'py, PyDict>,
        body: &Bound<'py, PyBytes>,
    ) -> Option<Bound<'py, PyAny>> {
        let py = body.py();
        let Judged { outcome, facts, document } = judged;
        let name = Some(operation.name.bind(py));
        let outcome = with_message(&outcome, facts.as_ref(), name, Some(parameters)).ok()?;
        if let Some((judge, scan)) = document {
            return judge.get().report(&outcome, body, scan).ok();
        }
        self.report.make(py, &outcome).ok()
    }

    /// Return the operation that a request leads to, and the texts of its path parameters.
    fn routed<'a>(&self, method: &str, path: &'a str) -> Option<(usize, Vec<&'a str>)> {
        let mut operations = self.operations.iter().enumerate();
        let found =
            operations.find_map(|(n, one)| Some((n, one.route.parameters(method, path)?)))?;
        self.operations[found.0].judged.then_some(found)
    }
}

impl Operation {
    /// Return the route of a request with some texts of path parameters.
    pub fn routed_to<'py>(&self, texts: Bound<'py, PyDict>) -> PyResult<Bound<'py, PyAny>> {
        with_fields(self.routed.bind(texts.py()), PLACE_OF_TEXTS, [texts.into_any()])
    }

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
        pairs.iter_borrowed().all(|pair| admit_header(&mut headers, &pair))
    } else if let Ok(pairs) = pairs.cast_exact::<PyList>() {
        pairs.iter().all(|pair| admit_header(&mut headers, &pair))
    } else {
        false
    };
    admitted.then_some(headers)
}

fn admit_header(headers: &mut Headers<'_>, pair: &Bound<'_, PyAny>) -> bool {
    if let Ok(pair) = pair.cast_exact::<PyTuple>() {
        let (name, value) = (pair.get_borrowed_item(0), pair.get_borrowed_item(1));
        let (Ok(name), Ok(value)) = (name, value) else { return false };
        return pair.len() == 2 && admit_texts(headers, &name, &value);
    }
    let Ok(pair) = pair.cast_exact::<PyList>() else { return false };
    let (Ok(name), Ok(value)) = (pair.get_item(0), pair.get_item(1)) else { return false };
    pair.len() == 2 && admit_texts(headers, &name, &value)
}

fn admit_texts(
    headers: &mut Headers<'_>,
    name: &Bound<'_, PyAny>,
    value: &Bound<'_, PyAny>,
) -> bool {
    match (header_bytes(name), header_bytes(value)) {
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
            let pattern = Automaton::shared(text.as_bytes());
            Segment::Parameter(pattern.map_err(|fault| PyValueError::new_err(fault.0))?)
        } else {
            Segment::Text(text.into())
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
