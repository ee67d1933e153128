//! Outcomes whose fields are made when they are read.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyList, PyString, PyTuple};

use crate::judge::Core;
use crate::learned::Rows;
use crate::messages::parameters;
use crate::reports::with_slots;
use crate::value::Source;
use crate::written::{self, Tape};
use deploy_contract_core::{
    self as core, Answer, Known, MessageFault, Scratch, Values, Verdict, Violation, fenced,
    nothing, with_scratch,
};

/// No scan has this number.
const UNSCANNED: u64 = u64::MAX;

/// The text of a document.
pub enum Text {
    /// The bytes as they came, and the number of their last scan. While the scratch of the thread has
    /// the tape of that scan, no other scan is needed.
    Bytes(Py<PyBytes>, AtomicU64),
    /// The tape of a value, with all of its members.
    Written(Box<Tape>),
}

impl Text {
    /// Return the text of bytes that are not scanned yet.
    pub fn new(body: Bound<'_, PyBytes>) -> Text {
        Text::Bytes(body.unbind(), AtomicU64::new(UNSCANNED))
    }
}

/// A document that was judged.
pub struct Document {
    /// Number of the kind.
    pub kind: usize,
    pub text: Text,
    /// The verdict, unless the document may be denied.
    pub answer: Option<Answer>,
    /// Number of the source that the caller knows.
    pub source: Option<usize>,
    pub stored: Option<Box<Tape>>,
    pub of_response: bool,
}

impl Document {
    pub fn known(&self) -> Known<'_> {
        let stored = written::stored(self.stored.as_deref());
        Known { source: self.source, stored, of_response: self.of_response }
    }

    /// Work with the tape of the document; None if it cannot be read. If the scratch of the thread has
    /// another tape, scan the document again. No two scans have the same number, and bytes never change.
    pub fn on_tape<Made>(
        &self,
        py: Python<'_>,
        core: &core::Core,
        work: impl FnOnce(core::Document) -> Made,
    ) -> Option<Made> {
        let work = |scratch: &mut Scratch| {
            let document = match &self.text {
                Text::Bytes(body, number) => {
                    let body = body.as_bytes(py);
                    if number.load(Ordering::Relaxed) != scratch.number {
                        core.kinds[self.kind].judge.scan(body, scratch).ok()?;
                        number.store(scratch.number, Ordering::Relaxed);
                    }
                    core::Document { body, tape: &scratch.tape }
                }
                Text::Written(tape) => tape.document(),
            };
            Some(work(document))
        };
        fenced(|| with_scratch(work))
    }
}

/// The outcome for a document or a message. It has the attributes of an outcome of the Python judge.
#[pyclass(frozen, module = "deploy_contract_native")]
pub struct Outcome {
    core: Py<Core>,
    /// The document that was judged, if any.
    pub document: Option<Document>,
    /// The number of the operation of a message.
    pub operation: Option<usize>,
    /// The parameters of a request, from which `parameters` is made.
    pub values: Option<Values>,
    /// The whole outcome for the document.
    of_document: OnceLock<Box<core::Outcome>>,
    /// The whole outcome for the message, if it differs from that for its document.
    of_message: OnceLock<Box<core::Outcome>>,
    // objects that are made when they are read, each once
    violations: PyOnceLock<Py<PyTuple>>,
    undecided: PyOnceLock<Py<PyTuple>>,
    pub value: PyOnceLock<Py<PyAny>>,
    pub parameters: PyOnceLock<Py<PyAny>>,
    /// The rows of the place for which they were made first.
    rows: PyOnceLock<(Py<PyAny>, Py<PyList>)>,
}

#[pymethods]
impl Outcome {
    #[getter(verdict)]
    fn verdict_name<'py>(&self, py: Python<'py>) -> &Bound<'py, PyString> {
        match self.verdict(py) {
            Verdict::Allow => intern!(py, "allow"),
            Verdict::Deny => intern!(py, "deny"),
            Verdict::Indeterminate => intern!(py, "indeterminate"),
        }
    }

    #[getter]
    fn kind(&self, py: Python<'_>) -> Option<&Py<PyString>> {
        let kind = self.document.as_ref().map(|document| document.kind);
        kind.or_else(|| self.whole(py).kind).map(|kind| &self.core.get().kinds[kind].name)
    }

    #[getter]
    fn sources<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let names = &self.core.get().sources;
        PyTuple::new(py, self.whole(py).sources.iter().map(|&number| &names[number]))
    }

    #[getter]
    fn needs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, &self.whole(py).needs)
    }

    #[getter]
    fn violations<'py>(&self, py: Python<'py>) -> PyResult<&Bound<'py, PyTuple>> {
        self.tuple(py, &self.violations, &self.whole(py).violations)
    }

    #[getter]
    fn undecided<'py>(&self, py: Python<'py>) -> PyResult<&Bound<'py, PyTuple>> {
        self.tuple(py, &self.undecided, &self.whole(py).undecided)
    }

    #[getter]
    fn without_advice<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let all = self.violations(py)?;
        Ok(all.get_slice(0, all.len() - self.advice(py)))
    }

    #[getter]
    fn advice(&self, py: Python<'_>) -> usize {
        self.whole(py).advice
    }

    #[getter]
    fn truncated(&self, py: Python<'_>) -> bool {
        self.whole(py).truncated
    }

    #[getter]
    fn status(&self, py: Python<'_>) -> u16 {
        self.whole(py).status
    }

    #[getter]
    fn creates_revision(&self, py: Python<'_>) -> Option<&'static str> {
        self.whole(py).creates_revision.map(|answer| answer.name())
    }

    #[getter]
    fn revision_rules<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.whole(py).revision_rules.iter().map(|rule| &**rule))
    }

    #[getter]
    fn operation(&self) -> Option<&Py<PyString>> {
        self.operation.map(|number| &self.core.get().operations[number])
    }

    #[getter]
    fn parameters(&self, py: Python<'_>) -> PyResult<Option<&Py<PyAny>>> {
        let Some(values) = &self.values else { return Ok(self.parameters.get(py)) };
        self.parameters.get_or_try_init(py, || parameters(py, values)).map(Some)
    }

    /// The parsed document.
    #[getter]
    fn value<'py>(&self, py: Python<'py>) -> PyResult<&Bound<'py, PyAny>> {
        let value = self.value.get_or_try_init(py, || {
            let (core, Some(document)) = (self.core.get(), &self.document) else {
                return Ok(py.None());
            };
            let names = &core.kinds[document.kind].names;
            let made = document
                .on_tape(py, &core.core, |document| Source { document, names }.value(py, 0));
            made.map_or_else(|| Ok(py.None()), |value| value.map(Bound::unbind))
        });
        value.map(|value| value.bind(py))
    }

    /// Return a row for each document at a place: the key of its identity, and some learned facts.
    ///
    /// `place` is a `LearnablePlace`. Values that are not kept are absent, such as a source that the
    /// contract does not know. `key_of` returns the key of an identity that is not written as a uuid.
    /// Return None if the contract does not say that these fields are learned.
    fn rows<'py>(
        &self,
        place: &Bound<'py, PyAny>,
        key_of: &Bound<'py, PyAny>,
    ) -> PyResult<Option<Bound<'py, PyList>>> {
        let (py, core) = (place.py(), self.core.get());
        if let Some((_, rows)) = self.rows.get(py).filter(|(of, _)| of.is(place)) {
            return Ok(Some(rows.bind(py).clone()));
        }
        let Some(document) = &self.document else { return Ok(None) };
        let (tokens, kind): (Vec<String>, Bound<PyAny>) = place.extract()?;
        let fields: Vec<Vec<String>> = kind.getattr(intern!(py, "fields"))?.extract()?;
        let mut learned = core.core.kinds[document.kind].learned.iter();
        let learned = learned.find(|learned| learned.place == tokens);
        let columns = learned.and_then(|learned| learned.columns(&fields));
        let (Some(learned), Some(columns)) = (learned, columns) else { return Ok(None) };
        let names = &core.kinds[document.kind].names;
        let tokens =
            |field: &Vec<String>| field.iter().map(|it| PyString::intern(py, it)).collect();
        let columns = columns.into_iter().zip(fields.iter().map(tokens)).collect();
        let rows = document.on_tape(py, &core.core, |document| {
            let source = Source { document, names };
            Rows { source, fields: learned, columns, sources: &core.sources, key_of }.all()
        });
        let rows = rows.transpose()?;
        if let Some(rows) = &rows {
            let _ = self.rows.set(py, (place.clone().unbind(), rows.clone().unbind())); // few have a second
        }
        Ok(rows)
    }
}

impl Outcome {
    /// Make the outcome for a document that was judged, or for no document.
    pub fn new(core: &Bound<'_, Core>, document: Option<Document>) -> Outcome {
        Outcome {
            core: core.clone().unbind(),
            document,
            operation: None,
            values: None,
            of_document: OnceLock::new(),
            of_message: OnceLock::new(),
            violations: PyOnceLock::new(),
            undecided: PyOnceLock::new(),
            value: PyOnceLock::new(),
            parameters: PyOnceLock::new(),
            rows: PyOnceLock::new(),
        }
    }

    /// Return the outcome for a document that is not read.
    pub fn with_whole(self, whole: core::Outcome) -> Outcome {
        Outcome { of_document: OnceLock::from(Box::new(whole)), ..self }
    }

    /// Set the whole outcome for the message, once.
    pub fn complete(&self, whole: core::Outcome) {
        let _ = self.of_message.set(Box::new(whole));
    }

    pub fn verdict(&self, py: Python<'_>) -> Verdict {
        let answer = self.document.as_ref().and_then(|document| document.answer);
        match answer.filter(|_| self.of_message.get().is_none()) {
            Some(answer) if answer.is_allowed() => Verdict::Allow,
            Some(_) => Verdict::Indeterminate,
            None => self.whole(py).verdict,
        }
    }

    /// Return all of the outcome.
    pub fn whole(&self, py: Python<'_>) -> &core::Outcome {
        if let Some(whole) = self.of_message.get() {
            return whole;
        }
        self.of_document.get_or_init(|| {
            let core = &self.core.get().core;
            let Some(document) = &self.document else { return Box::new(nothing()) };
            let Document { kind, answer, .. } = *document;
            let made = document
                .on_tape(py, core, |text| core.explained(answer, text, kind, document.known()));
            // a document that cannot be explained keeps its verdict
            Box::new(made.unwrap_or_else(|| match answer {
                Some(answer) => core.unexplained(kind, &answer),
                None => core.refuse(Some(kind), MessageFault::new("unjudged")),
            }))
        })
    }

    /// Return violations as Python objects, which are made once.
    fn tuple<'a, 'py>(
        &self,
        py: Python<'py>,
        known: &'a PyOnceLock<Py<PyTuple>>,
        violations: &[Violation],
    ) -> PyResult<&'a Bound<'py, PyTuple>> {
        let found = known.get_or_try_init(py, || {
            let class = self.core.get().makers.violation.bind(py);
            let made = violations.iter().map(|one| {
                let text = |text: &str| PyString::new(py, text).into_any();
                let values = [
                    (intern!(py, "rule"), text(&one.rule)),
                    (intern!(py, "mode"), text(one.mode.name())),
                    (intern!(py, "location"), text(one.location.name())),
                    (intern!(py, "pointer"), text(&one.pointer)),
                    (intern!(py, "message"), text(&one.message)),
                    (intern!(py, "hint"), text(&one.hint)),
                    (intern!(py, "repair"), text(&one.repair)),
                ];
                with_slots(class, values)
            });
            let made = made.collect::<PyResult<Vec<_>>>()?;
            PyTuple::new(py, made).map(Bound::unbind)
        });
        found.map(|found| found.bind(py))
    }
}
