//! The Python module. Nothing that a text holds can make it raise anything but ValueError.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString, PyTuple, PyType};
use pyo3::{ffi, intern};

use crate::automaton::Automaton;
use crate::evaluate::Walk;
use crate::learn::{Fields, uuid_bytes};
use crate::names::Names;
use crate::picks::Picks;
use crate::program::Program;
use crate::request::{Headers, Route, Segment};
use crate::scan::{Limits, Refused, Scratch, scan};
use crate::tape::kind;
use crate::value::Source;

/// A shorter text is scanned again faster than it is remembered.
const LEAST_SCANNED: usize = 1024;
/// Roots of one judge: an answer has a bit for each.
const MOST_ROOTS: usize = 62;

thread_local! {
    /// The memory of the last scan in this thread. A scan within a scan makes its own.
    static SCRATCH: Cell<Option<Box<Scratch>>> = const { Cell::new(None) };
}

/// Run a function with a scratch, and return Refused if it panics.
fn with_scratch<Found>(
    work: impl FnOnce(&mut Scratch) -> Result<Found, Refused>,
) -> Result<Found, Refused> {
    let mut scratch = SCRATCH.take().unwrap_or_default();
    let found = catch_unwind(AssertUnwindSafe(|| work(&mut scratch)));
    let found = found.map_err(|_| Refused)?; // the scratch of a panic is not used again
    scratch.clear();
    SCRATCH.set(Some(scratch));
    found
}

fn not_json(_: Refused) -> PyErr {
    PyValueError::new_err("not JSON, or beyond the limits")
}

/// A compiled program, which any number of judges share.
#[pyclass(frozen, name = "Program", module = "deploy_contract_native")]
struct PyProgram {
    program: Arc<Program>,
    names: Arc<Vec<Py<PyString>>>,
}

#[pymethods]
impl PyProgram {
    #[new]
    fn new(py: Python<'_>, program: &[u8]) -> PyResult<PyProgram> {
        let program = Program::read(program)
            .map_err(|fault| PyValueError::new_err(format!("not a program: {}", fault.0)))?;
        let mut names = Vec::new();
        for number in 0..program.names.len() {
            let name = PyString::from_bytes(py, program.names.get(number as u16))?;
            names.push(name.unbind());
        }
        Ok(PyProgram { program: Arc::new(program), names: Arc::new(names) })
    }

    /// Return places in documents, for `Judge.part`: lists of keys, or `*` for all.
    fn picks(&self, places: Vec<Vec<String>>) -> PyPicks {
        PyPicks { picks: Picks::new(&places, &self.program.names) }
    }

    /// Return the learned fields of documents, for `Judge.rows`.
    ///
    /// `pattern` leads to the documents, the first of `fields` to the identity in one. `longest`
    /// is the number of characters of a text that is kept. Of the field with the number `source`,
    /// only the texts in `sources` are kept. `missing` stands for what is not kept.
    #[pyo3(signature = (pattern, fields, *, longest, source, sources, missing))]
    #[allow(clippy::too_many_arguments)] // they are named
    fn fields(
        &self,
        pattern: Vec<String>,
        fields: Vec<Vec<String>>,
        longest: usize,
        source: Option<usize>,
        sources: Py<PyDict>,
        missing: Py<PyAny>,
    ) -> PyFields {
        let count = fields.len();
        let fields = Fields::new(&pattern, &fields, &self.program.names);
        PyFields { fields, count, longest, source, sources, missing }
    }

    /// Return a judge of the roots with some numbers.
    ///
    /// `outcomes` has the outcomes by answers. `report` is a class with the slots `_state`, for an
    /// outcome, and `_document`, for a text.
    #[pyo3(signature = (roots, *, max_bytes, max_objects, max_string, outcomes, report))]
    #[allow(clippy::too_many_arguments)] // they are named
    fn judge(
        &self,
        roots: Vec<usize>,
        max_bytes: usize,
        max_objects: usize,
        max_string: usize,
        outcomes: Py<PyDict>,
        report: Py<PyType>,
    ) -> PyResult<Judge> {
        let known = self.program.roots.len();
        if roots.len() > MOST_ROOTS || roots.iter().any(|&root| root >= known) {
            return Err(PyValueError::new_err("the program has no such roots"));
        }
        let limits = Limits { bytes: max_bytes, objects: max_objects, string: max_string };
        let (program, names) = (self.program.clone(), self.names.clone());
        Ok(Judge { program, names, roots, limits, outcomes, report })
    }
}

/// The learned fields of documents of a program.
#[pyclass(frozen, name = "Fields", module = "deploy_contract_native")]
struct PyFields {
    fields: Fields,
    count: usize,
    longest: usize,
    source: Option<usize>,
    sources: Py<PyDict>,
    missing: Py<PyAny>,
}

/// The bytes of a text, and its Python string.
type Known<'a, 'py> = Option<(&'a [u8], Bound<'py, PyAny>)>;

impl PyFields {
    /// Return the row of a document: the key of its identity, then its fields.
    fn row<'a, 'py>(
        &self,
        py: Python<'py>,
        source: &Source<'a>,
        places: &[Option<usize>],
        known: &mut [Known<'a, 'py>],
    ) -> PyResult<Bound<'py, PyTuple>> {
        let mut row = Vec::with_capacity(places.len());
        for (number, (place, known)) in places.iter().zip(known).enumerate() {
            row.push(match place {
                Some(place) if number == 0 => self.key(py, source, *place)?,
                None if number == 0 => py.None().into_bound(py),
                Some(place) => self.kept(py, source, number, *place, known)?,
                None => self.missing.bind(py).clone(),
            });
        }
        PyTuple::new(py, row)
    }

    fn key<'py>(
        &self,
        py: Python<'py>,
        source: &Source,
        place: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let node = source.tape[place];
        if node.kind != kind::STRING {
            return Ok(py.None().into_bound(py));
        }
        if let Some(bytes) = uuid_bytes(node.bytes(source.body)) {
            return Ok(PyBytes::new(py, &bytes).into_any());
        }
        let text = source.text(py, node)?;
        if text.len()? > self.longest {
            return Ok(py.None().into_bound(py));
        }
        let lower = text.call_method0(intern!(py, "lower"))?;
        // escapes may hide a uuid
        Ok(match uuid_bytes(lower.extract::<&str>()?.as_bytes()) {
            Some(bytes) => PyBytes::new(py, &bytes).into_any(),
            None => lower,
        })
    }

    fn kept<'a, 'py>(
        &self,
        py: Python<'py>,
        source: &Source<'a>,
        number: usize,
        place: usize,
        known: &mut Known<'a, 'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let node = source.tape[place];
        if node.kind & (kind::NULL | kind::BOOLEAN) != 0 {
            return source.value(py, place);
        }
        if node.kind != kind::STRING {
            return Ok(self.missing.bind(py).clone());
        }
        let raw = node.bytes(source.body);
        if let Some((before, text)) = known
            && *before == raw
        {
            return Ok(text.clone());
        }
        let text = source.text(py, node)?;
        let found = if self.source == Some(number) {
            self.sources.bind(py).get_item(&text)?
        } else if text.len()? > self.longest {
            None
        } else {
            Some(text.into_any())
        };
        let found = found.unwrap_or_else(|| self.missing.bind(py).clone());
        *known = Some((raw, found.clone()));
        Ok(found)
    }
}

/// A text that was scanned.
///
/// As long as the scratch of the thread has the tape of that scan, the text need not be scanned
/// again. The text cannot have changed: this object holds it, and bytes never change.
#[pyclass(frozen, module = "deploy_contract_native")]
struct Scanned {
    body: Py<PyBytes>,
    scan: u64,
}

/// Places in the documents of a program.
#[pyclass(frozen, name = "Picks", module = "deploy_contract_native")]
struct PyPicks {
    picks: Picks,
}

/// Judges texts by some roots of a program.
#[pyclass(frozen, module = "deploy_contract_native")]
struct Judge {
    program: Arc<Program>,
    names: Arc<Vec<Py<PyString>>>,
    roots: Vec<usize>,
    limits: Limits,
    outcomes: Py<PyDict>,
    report: Py<PyType>,
}

#[pymethods]
impl Judge {
    /// Return the sum of 2^n for each n-th root that accepts a text; 0 if the text is refused.
    ///
    /// If the first root accepts it, the others are not asked: the sum is 1.
    fn answers(&self, body: &[u8]) -> u64 {
        with_scratch(|scratch| self.judged(body, scratch)).unwrap_or_default().0
    }

    /// Show the garbage collector what the judge holds: an outcome may lead back to the judge.
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.outcomes)?;
        visit.call(&self.report)
    }

    /// Return a row for each document in a text: its identity as a key, then its fields.
    ///
    /// The key of a uuid is its 16 bytes, that of another text the text in lower case; None if it
    /// is no text or too long. Raises ValueError if the text is refused.
    fn rows<'py>(
        &self,
        document: &Bound<'py, PyAny>,
        fields: &PyFields,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = document.py();
        self.read(document, |source| {
            let mut known = Vec::new(); // the last text of each field, and its Python string
            known.resize_with(fields.count, || None);
            let found = PyList::empty(py);
            for row in fields.fields.rows(source.body, source.tape) {
                found.append(fields.row(py, &source, &row, &mut known)?)?;
            }
            Ok(found.into_any())
        })
    }

    /// Return the parsed text with only some members. Raises ValueError if the text is refused.
    fn part<'py>(
        &self,
        document: &Bound<'py, PyAny>,
        picks: &PyPicks,
    ) -> PyResult<Bound<'py, PyAny>> {
        let picks = &picks.picks;
        self.read(document, |source| source.part(document.py(), 0, picks, picks.step(0)))
    }

    /// Return the parsed text. Raises ValueError if the text is refused.
    fn value<'py>(&self, document: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.read(document, |source| source.value(document.py(), 0))
    }
}

/// Finds the judge of a document by its kind and source.
#[pyclass(frozen, module = "deploy_contract_native")]
struct Door {
    /// Judges by source, by kind.
    judges: Py<PyDict>,
}

#[pymethods]
impl Door {
    #[new]
    fn new(judges: Py<PyDict>) -> Door {
        Door { judges }
    }

    /// Return the report on a document.
    ///
    /// None if it is not bytes, has no judge, is refused, or if something beside the source is
    /// known. The caller then judges it in another way.
    #[pyo3(signature = (document, kind, source, known, /))]
    fn report<'py>(
        &self,
        document: &Bound<'py, PyAny>,
        kind: &Bound<'py, PyAny>,
        source: &Bound<'py, PyAny>,
        known: &Bound<'py, PyAny>,
    ) -> Option<Bound<'py, PyAny>> {
        if !known.is_none() {
            return None;
        }
        let body = document.cast_exact::<PyBytes>().ok()?;
        let judge = judge_of(&self.judges, kind, source)?;
        let (outcome, scan) = judge.get().outcome(body).ok()??;
        judge.get().report(&outcome, body, scan).ok()
    }

    /// Show the garbage collector what the door holds.
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.judges)
    }
}

/// Method, segments of the path, media type, kind, name of the operation, names of parameters.
/// There is no kind if its requests are not judged here.
type Row =
    (String, Vec<(String, bool)>, String, Option<Py<PyString>>, Py<PyString>, Vec<Py<PyString>>);

/// An operation, with the kind of the document that it takes.
struct Operation {
    route: Route,
    kind: Option<Py<PyString>>,
    name: Py<PyString>,
    parameters: Vec<Py<PyString>>,
}

/// Judges ordinary requests: their route, headers and body.
#[pyclass(frozen, module = "deploy_contract_native")]
struct Requests {
    /// Judges by source, by kind.
    judges: Py<PyDict>,
    operations: Vec<Operation>,
    watched: Vec<Box<[u8]>>,
    request: Py<PyType>,
}

#[pymethods]
impl Requests {
    /// Make a judge of requests.
    ///
    /// A segment of a path is a text and false, or the pattern of a parameter and true. `watched`
    /// has the names, in lower case and with `-`, of headers that need a second look. `request` is
    /// a class of tuples: method, path, query, headers and body.
    #[new]
    fn new(
        judges: Py<PyDict>,
        rows: Vec<Row>,
        watched: Vec<String>,
        request: Py<PyType>,
    ) -> PyResult<Requests> {
        let operations = rows.into_iter().map(read_operation).collect::<PyResult<_>>()?;
        let watched = watched.into_iter().map(|name| name.into_bytes().into()).collect();
        Ok(Requests { judges, operations, watched, request })
    }

    /// Return the report on a request.
    ///
    /// None if the request is not ordinary or its body is not accepted.
    #[pyo3(signature = (request, source, /))]
    fn report<'py>(
        &self,
        py: Python<'py>,
        request: &Bound<'py, PyAny>,
        source: &Bound<'py, PyAny>,
    ) -> Option<Bound<'py, PyAny>> {
        if !request.get_type().is(&self.request) {
            return None;
        }
        let fields = request.cast::<PyTuple>().ok()?;
        let (method, path, query) = (text(fields, 0)?, text(fields, 1)?, text(fields, 2)?);
        if !query.is_empty().ok()? {
            return None;
        }
        let (method, path) = (method.to_str().ok()?, path.to_str().ok()?);
        let (operation, texts) = self.routed(method, path)?;
        if !self.admit_headers(&fields.get_item(3).ok()?, &operation.route.media_type) {
            return None;
        }
        let body = fields.get_item(4).ok()?;
        let body = body.cast_exact::<PyBytes>().ok()?;
        let judge = judge_of(&self.judges, operation.kind.as_ref()?.bind(py), source)?;
        let (outcome, scan) = judge.get().outcome(body).ok()??;
        let parameters = PyDict::new(py);
        for (name, text) in operation.parameters.iter().zip(texts) {
            parameters.set_item(name, text).ok()?;
        }
        let outcome = with_operation(&outcome, operation.name.bind(py), &parameters).ok()?;
        judge.get().report(&outcome, body, scan).ok()
    }

    /// Show the garbage collector what the judge of requests holds.
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.judges)?;
        visit.call(&self.request)
    }
}

impl Requests {
    /// Return the operation that a request leads to, and the texts of its path parameters.
    fn routed<'a>(&self, method: &str, path: &'a str) -> Option<(&Operation, Vec<&'a str>)> {
        let mut operations = self.operations.iter();
        operations.find_map(|one| Some((one, one.route.parameters(method, path)?)))
    }

    /// Return true if headers, a list or tuple of pairs, need no second look.
    fn admit_headers(&self, pairs: &Bound<'_, PyAny>, media_type: &[u8]) -> bool {
        let mut headers = Headers::new(&self.watched, media_type);
        let admitted = if let Ok(pairs) = pairs.cast_exact::<PyTuple>() {
            pairs.iter().all(|pair| admit_header(&mut headers, &pair))
        } else if let Ok(pairs) = pairs.cast_exact::<PyList>() {
            pairs.iter().all(|pair| admit_header(&mut headers, &pair))
        } else {
            false
        };
        admitted && headers.have_media_type()
    }
}

fn read_operation(row: Row) -> PyResult<Operation> {
    let (method, segments, media_type, kind, name, parameters) = row;
    let mut parts = Vec::new();
    for (text, is_parameter) in segments {
        parts.push(if is_parameter {
            let pattern = Automaton::of_pattern(text.as_bytes());
            Segment::Parameter(pattern.map_err(|fault| PyValueError::new_err(fault.0))?.into())
        } else {
            Segment::Text(text.into_bytes().into())
        });
    }
    let media_type = media_type.into_bytes().into();
    let route = Route { method: method.into(), segments: parts, media_type };
    Ok(Operation { route, kind, name, parameters })
}

/// Return a field of a request that is exactly a text.
fn text<'py>(fields: &Bound<'py, PyTuple>, place: usize) -> Option<Bound<'py, PyString>> {
    fields.get_item(place).ok()?.cast_into_exact::<PyString>().ok()
}

fn admit_header(headers: &mut Headers<'_>, pair: &Bound<'_, PyAny>) -> bool {
    let Ok(pair) = pair.cast_exact::<PyTuple>() else { return false };
    if pair.len() != 2 {
        return false;
    }
    let (Ok(name), Ok(value)) = (pair.get_item(0), pair.get_item(1)) else { return false };
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

/// Return the judge of documents of a kind and source.
fn judge_of<'py>(
    judges: &Py<PyDict>,
    kind: &Bound<'py, PyAny>,
    source: &Bound<'py, PyAny>,
) -> Option<Bound<'py, Judge>> {
    // other objects may be equal to a text, have no hash, or raise when they are compared
    if !kind.is_instance_of::<PyString>()
        || !(source.is_none() || source.is_instance_of::<PyString>())
    {
        return None;
    }
    let by_source = judges.bind(kind.py()).get_item(kind).ok()??;
    let judge = by_source.cast_exact::<PyDict>().ok()?.get_item(source).ok()??;
    judge.cast_into_exact::<Judge>().ok()
}

/// Return an outcome with other last two fields: an operation and its parameters.
fn with_operation<'py>(
    outcome: &Bound<'py, PyAny>,
    operation: &Bound<'py, PyString>,
    parameters: &Bound<'py, PyDict>,
) -> PyResult<Bound<'py, PyAny>> {
    let fields = outcome.cast::<PyTuple>()?;
    let size = fields.len();
    let changed = new_instance(&outcome.get_type(), size)?;
    for place in 0..size {
        let field = if place + 2 < size {
            fields.get_item(place)?
        } else if place + 1 < size {
            operation.as_any().clone()
        } else {
            parameters.as_any().clone()
        };
        // SAFETY: the tuple is new and has `size` free places; the function takes the reference.
        let status = unsafe {
            ffi::PyTuple_SetItem(changed.as_ptr(), place as ffi::Py_ssize_t, field.into_ptr())
        };
        if status != 0 {
            return Err(PyErr::fetch(outcome.py()));
        }
    }
    Ok(changed)
}

/// Return an instance of a class without a call of its constructor, with room for `items`.
fn new_instance<'py>(class: &Bound<'py, PyType>, items: usize) -> PyResult<Bound<'py, PyAny>> {
    // SAFETY: the class is alive, and the function returns a new reference or sets an error.
    unsafe {
        Bound::from_owned_ptr_or_err(
            class.py(),
            ffi::PyType_GenericAlloc(
                class.as_ptr().cast::<ffi::PyTypeObject>(),
                items as ffi::Py_ssize_t,
            ),
        )
    }
}

/// Set a slot of an instance past the `__setattr__` of its class, which raises.
fn set_slot<'py>(
    instance: &Bound<'py, PyAny>,
    slot: &Bound<'py, PyString>,
    value: &Bound<'py, PyAny>,
) -> PyResult<()> {
    // SAFETY: all three are alive, and the function takes references of its own.
    let status =
        unsafe { ffi::PyObject_GenericSetAttr(instance.as_ptr(), slot.as_ptr(), value.as_ptr()) };
    if status == 0 { Ok(()) } else { Err(PyErr::fetch(instance.py())) }
}

impl Judge {
    /// Return the outcome of a text and the number of its scan; None if it has no outcome.
    fn outcome<'py>(
        &self,
        body: &Bound<'py, PyBytes>,
    ) -> PyResult<Option<(Bound<'py, PyAny>, u64)>> {
        let judged = with_scratch(|scratch| self.judged(body.as_bytes(), scratch));
        let (answers, scan) = judged.unwrap_or_default();
        let outcome = self.outcomes.bind(body.py()).as_any().get_item(answers)?;
        Ok(if outcome.is_none() { None } else { Some((outcome, scan)) })
    }

    /// Return the report with an outcome, on a text that was scanned.
    fn report<'py>(
        &self,
        outcome: &Bound<'py, PyAny>,
        body: &Bound<'py, PyBytes>,
        scan: u64,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = body.py();
        let report = new_instance(self.report.bind(py), 0)?;
        set_slot(&report, intern!(py, "_state"), outcome)?;
        let slot = intern!(py, "_document");
        if body.as_bytes().len() < LEAST_SCANNED {
            set_slot(&report, slot, body)?;
        } else {
            let scanned = Scanned { body: body.clone().unbind(), scan };
            set_slot(&report, slot, Bound::new(py, scanned)?.as_any())?;
        }
        Ok(report)
    }

    /// Return the answers on a text, and the number of its scan.
    fn judged(&self, body: &[u8], scratch: &mut Scratch) -> Result<(u64, u64), Refused> {
        scan(body, &self.program.names, &self.limits, scratch)?;
        let (tape, decoded) = (&scratch.tape, &mut scratch.decoded);
        let mut walk = Walk { program: &self.program, body, tape, decoded };
        let (mut answers, number) = (0, scratch.number);
        for (place, &root) in self.roots.iter().enumerate() {
            if walk.accepts(root) {
                answers |= 1 << place;
                if place == 0 {
                    break;
                }
            }
        }
        Ok((answers, number))
    }

    /// Read a text or part of it. Raises ValueError if it is refused.
    fn read<'py>(
        &self,
        document: &Bound<'py, PyAny>,
        read: impl FnOnce(Source) -> PyResult<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (body, known) = match document.cast_exact::<Scanned>() {
            Ok(scanned) => (scanned.get().body.bind(document.py()), Some(scanned.get().scan)),
            Err(_) => (document.cast::<PyBytes>()?, None),
        };
        let body = body.as_bytes();
        let made = with_scratch(|scratch| {
            if known != Some(scratch.number) {
                scan(body, &self.program.names, &self.limits, scratch)?;
            }
            Ok(read(Source { body, tape: &scratch.tape, names: &self.names }))
        });
        made.map_err(not_json)?
    }
}

/// Return a parsed text. Raises ValueError if it is refused.
#[pyfunction]
fn parse<'py>(py: Python<'py>, body: &[u8]) -> PyResult<Bound<'py, PyAny>> {
    let limits = Limits { bytes: usize::MAX, objects: usize::MAX, string: usize::MAX };
    let made = with_scratch(|scratch| {
        scan(body, &Names::default(), &limits, scratch)?;
        let source = Source { body, tape: &scratch.tape, names: &[] };
        Ok(source.value(py, 0))
    });
    made.map_err(not_json)?
}

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PyProgram>()?;
    module.add_class::<Judge>()?;
    module.add_class::<Door>()?;
    module.add_class::<Requests>()?;
    module.add_function(wrap_pyfunction!(parse, module)?)
}
