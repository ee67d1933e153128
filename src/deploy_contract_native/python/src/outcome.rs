//! Outcomes whose violations and values are made when they are read.

use std::sync::Arc;

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyDict, PyList, PyString, PyTuple};

use crate::judge::Core;
use crate::learned::Rows;
use crate::value::Source;
use crate::with_scratch;
use crate::written::Tape;
use deploy_contract_core::after_patch::Stored;
use deploy_contract_core::contract::Mode;
use deploy_contract_core::http::messages::nothing;
use deploy_contract_core::judge::{Answer, Judge, Known};
use deploy_contract_core::outcome::{self, Location, Needs, Revision, Verdict, Violation};
use deploy_contract_core::places;
use deploy_contract_core::scan::{Scratch, Work};
use deploy_contract_core::wire::TextFault;

const OK: u16 = 200;
/// The fields of an outcome of the Python judge.
#[rustfmt::skip]
const FIELDS: [&str; 14] = [
    "verdict", "violations", "kind", "sources", "needs", "undecided", "truncated", "advice",
    "creates_revision", "revision_rules", "status", "value", "operation", "parameters",
];

/// The text of a document.
#[derive(Default)]
pub enum Text {
    /// As it came, and the number of its scan: as long as the scratch of the thread has its tape, no
    /// other is needed.
    Bytes(Py<PyBytes>, u64),
    /// Written from a value, which has to be whole.
    Written(Box<Tape>),
    /// It has no value.
    #[default]
    Unread,
}

/// A document that was judged.
#[derive(Default)]
pub struct Document {
    /// Number of the kind; None for none.
    pub kind: Option<u16>,
    pub text: Text,
    /// The verdict, unless the document may be denied.
    pub answer: Option<Answer>,
    /// Number of the source that the caller knows.
    pub source: Option<u16>,
    pub stored: Option<Box<Tape>>,
    pub of_response: bool,
}

impl Document {
    pub fn known(&self) -> Known<'_> {
        let stored = self.stored.as_ref();
        Known {
            source: self.source.map(usize::from),
            stored: stored.map_or(Stored::Missing, |tape| Stored::whole(tape.document())),
            of_response: self.of_response,
        }
    }
}

/// The operation of a message, and its parameters; None for each that there is not.
pub struct Message {
    pub operation: Py<PyAny>,
    pub parameters: Py<PyAny>,
}

impl Message {
    pub fn none(py: Python<'_>) -> Message {
        Message { operation: py.None(), parameters: py.None() }
    }
}

/// The whole outcome, with the Python objects of its violations.
pub struct Whole {
    pub outcome: outcome::Outcome,
    violations: PyOnceLock<Py<PyTuple>>,
    undecided: PyOnceLock<Py<PyTuple>>,
}

impl Whole {
    pub fn new(outcome: outcome::Outcome) -> Whole {
        Whole { outcome, violations: PyOnceLock::new(), undecided: PyOnceLock::new() }
    }
}

/// The outcome for a document or a message. It has the attributes of an outcome of the Python judge.
#[pyclass(frozen, module = "deploy_contract_native")]
pub struct Outcome {
    core: Py<Core>,
    /// Without a kind there is none.
    document: Document,
    value: PyOnceLock<Py<PyAny>>,
    whole: PyOnceLock<Box<Whole>>,
    message: Option<Message>,
}

#[pymethods]
impl Outcome {
    #[getter]
    fn verdict<'py>(&self, py: Python<'py>) -> PyResult<&Bound<'py, PyString>> {
        Ok(match self.quick() {
            Some(answer) if answer.is_allowed() => intern!(py, "allow"),
            Some(_) => intern!(py, "indeterminate"),
            None => match self.whole(py)?.map_or(Verdict::Allow, |whole| whole.outcome.verdict) {
                Verdict::Allow => intern!(py, "allow"),
                Verdict::Deny => intern!(py, "deny"),
                Verdict::Indeterminate => intern!(py, "indeterminate"),
            },
        })
    }

    #[getter]
    fn kind(&self, py: Python<'_>) -> Option<Py<PyString>> {
        let kind = self.document.kind?;
        Some(self.core.get().kinds[kind as usize].name.clone_ref(py))
    }

    #[getter]
    fn sources<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let (core, numbers) = (
            self.core.get(),
            match (self.quick(), self.known()) {
                (Some(answer), Some((_, kind))) => {
                    self.judge(kind).worlds.sources(answer.possible & !answer.denied)
                }
                _ => self.whole(py)?.map(|whole| whole.outcome.sources.clone()).unwrap_or_default(),
            },
        );
        PyTuple::new(py, numbers.iter().map(|&number| core.sources[number].bind(py)))
    }

    #[getter]
    fn needs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let Needs { source, hosting, deployment } = match (self.quick(), self.known()) {
            (Some(answer), _) if answer.is_allowed() => Needs::default(),
            (Some(answer), Some((_, kind))) => {
                self.judge(kind).worlds.needs(answer.possible, answer.denied, answer.open)
            }
            _ => self.whole(py)?.map(|whole| whole.outcome.needs).unwrap_or_default(),
        };
        let all = [
            (source, intern!(py, "source")),
            (hosting, intern!(py, "hosting")),
            (deployment, intern!(py, "deployment")),
        ];
        let needed: Vec<_> = all.into_iter().filter(|(is_needed, _)| *is_needed).collect();
        PyTuple::new(py, needed.iter().map(|(_, name)| name))
    }

    #[getter]
    fn violations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        match self.advised(py)? {
            Some(whole) => self.tuple(py, &whole.violations, &whole.outcome.violations),
            None => Ok(PyTuple::empty(py)),
        }
    }

    #[getter]
    fn without_advice<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let all = self.violations(py)?;
        let count = self.advice(py)?;
        Ok(all.get_slice(0, all.len() - count))
    }

    #[getter]
    fn advice(&self, py: Python<'_>) -> PyResult<usize> {
        Ok(self.advised(py)?.map_or(0, |whole| whole.outcome.advice))
    }

    #[getter]
    fn truncated(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.advised(py)?.is_some_and(|whole| whole.outcome.truncated))
    }

    #[getter]
    fn undecided<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        if self.quick().is_some_and(|answer| answer.is_allowed()) {
            return Ok(PyTuple::empty(py));
        }
        match self.whole(py)? {
            Some(whole) => self.tuple(py, &whole.undecided, &whole.outcome.undecided),
            None => Ok(PyTuple::empty(py)),
        }
    }

    #[getter]
    fn status(&self, py: Python<'_>) -> PyResult<u16> {
        if self.quick().is_some_and(|answer| answer.is_allowed()) {
            return Ok(OK);
        }
        Ok(self.whole(py)?.map_or(OK, |whole| whole.outcome.status))
    }

    #[getter]
    fn creates_revision<'py>(&self, py: Python<'py>) -> PyResult<Option<&Bound<'py, PyString>>> {
        Ok(self.revision(py)?.0.map(|answer| match answer {
            Revision::Yes => intern!(py, "yes"),
            Revision::Unknown => intern!(py, "unknown"),
            Revision::No => intern!(py, "no"),
        }))
    }

    #[getter]
    fn revision_rules<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.revision(py)?.1.iter().map(|rule| &**rule))
    }

    #[getter]
    fn operation(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        self.message.as_ref().map(|message| message.operation.clone_ref(py))
    }

    #[getter]
    fn parameters(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        self.message.as_ref().map(|message| message.parameters.clone_ref(py))
    }

    /// The parsed document.
    #[getter]
    fn value<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        if let Some(known) = self.value.get(py) {
            return Ok(known.bind(py).clone());
        }
        let names = self.document.kind.map(|kind| &self.core.get().kinds[kind as usize].names);
        let made = self.on_tape(py, |document, _| {
            let names = names.map_or(&[][..], |names| names);
            Source { body: document.body, tape: document.tape, names }.value(py, 0)
        });
        let value = made.transpose()?.unwrap_or_else(|| py.None().into_bound(py));
        Ok(self.value.get_or_init(py, || value.unbind()).bind(py).clone())
    }

    /// Return the outcome with other fields, as one of the Python judge.
    #[pyo3(signature = (**changes))]
    fn changed<'py>(
        slf: &Bound<'py, Self>,
        changes: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let fields = PyDict::new(py);
        for name in FIELDS {
            fields.set_item(name, slf.getattr(name)?)?;
        }
        if let Some(changes) = changes {
            fields.update(changes.as_mapping())?;
        }
        slf.get().core.get().makers.outcome.bind(py).call((), Some(&fields))
    }

    /// Return a row for each document at a place: its identity as a key, and some learned facts.
    ///
    /// `place` has the tokens of a pattern, `fields` those of the identity and of the fields. Values
    /// that are not kept are absent, such as a source that is not among `sources`. The key of a uuid is its 16 bytes, that of another text the text in lower case; None if it is no text or
    /// too long. None instead of rows if the contract does not say that these fields are learned.
    fn rows<'py>(
        &self,
        place: Vec<String>,
        fields: Vec<Vec<String>>,
        sources: Vec<String>,
        py: Python<'py>,
    ) -> PyResult<Option<Bound<'py, PyList>>> {
        let Some((_, number)) = self.known() else { return Ok(None) };
        let core = self.core.get();
        let (kind, learned) = (&core.kinds[number], &core.core.kinds[number].learned);
        let learned = learned.iter().find(|learned| learned.place == place);
        let columns = learned.and_then(|learned| learned.columns(&fields));
        let (Some(learned), Some(columns)) = (learned, columns) else { return Ok(None) };
        if !core.has_sources(py, &sources) {
            return Ok(None);
        }
        let tokens =
            |field: &Vec<String>| field.iter().map(|it| PyString::intern(py, it)).collect();
        let columns = columns.into_iter().zip(fields.iter().map(tokens)).collect();
        let rows = self.on_tape(py, |document, _| {
            let source = Source { body: document.body, tape: document.tape, names: &kind.names };
            Rows { source, fields: learned, columns, sources: &core.sources, py }.all()
        });
        rows.transpose()
    }
}

impl Outcome {
    /// Make the outcome for a document that was judged.
    pub fn new(core: &Bound<'_, Core>, document: Document) -> Outcome {
        let (value, whole) = (PyOnceLock::new(), PyOnceLock::new());
        Outcome { core: core.clone().unbind(), document, value, whole, message: None }
    }

    /// Make an outcome that is known as a whole.
    pub fn of_whole(core: &Bound<'_, Core>, whole: outcome::Outcome) -> Outcome {
        let kind = whole.kind.map(|kind| kind as u16);
        Outcome::new(core, Document { kind, ..Document::default() }).with_whole(core.py(), whole)
    }

    fn with_whole(self, py: Python<'_>, whole: outcome::Outcome) -> Outcome {
        let known = PyOnceLock::new();
        let _ = known.set(py, Box::new(Whole::new(whole))); // it is new, and not set
        Outcome { whole: known, ..self }
    }

    /// Return the outcome for a message with this document.
    pub fn with_message(self, message: Message) -> Outcome {
        Outcome { message: Some(message), ..self }
    }

    /// Return the outcome for a document with this value.
    pub fn with_value(self, value: Bound<'_, PyAny>) -> Outcome {
        let _ = self.value.set(value.py(), value.unbind()); // it is new, and not set
        self
    }

    /// Return true if the verdict is "allow".
    pub fn is_allowed(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(match self.quick() {
            Some(answer) => answer.is_allowed(),
            None => self.whole(py)?.is_none_or(|whole| whole.outcome.verdict == Verdict::Allow),
        })
    }

    /// Return true if the verdict is "deny".
    pub fn is_denied(&self, py: Python<'_>) -> PyResult<bool> {
        let is_denied = |whole: &Whole| whole.outcome.verdict == Verdict::Deny;
        Ok(self.quick().is_none() && self.whole(py)?.is_some_and(is_denied))
    }

    /// Return all of the outcome.
    pub fn outcome(&self, py: Python<'_>) -> PyResult<outcome::Outcome> {
        Ok(self.whole(py)?.map_or_else(nothing, |whole| whole.outcome.clone()))
    }

    /// Return another outcome for a message with this document.
    pub fn with_outcome(
        self,
        py: Python<'_>,
        whole: outcome::Outcome,
        message: Message,
    ) -> Outcome {
        let document = Document { answer: None, ..self.document };
        Outcome { document, ..self }.with_whole(py, whole).with_message(message)
    }

    /// Return the verdict, unless the document may be denied.
    fn quick(&self) -> Option<Answer> {
        self.document.answer
    }

    fn known(&self) -> Option<(&Document, usize)> {
        Some((&self.document, self.document.kind? as usize))
    }

    fn judge(&self, kind: usize) -> &Judge {
        &self.core.get().core.kinds[kind].judge
    }

    /// Work with the tape of the document; None if it has none. It is scanned again if the scratch of the
    /// thread has another one: no two scans have one number, and bytes never change.
    pub fn on_tape<Made>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(places::Document, &mut Work) -> Made,
    ) -> Option<Made> {
        let (document, kind) = self.known()?;
        let judge = self.judge(kind);
        let made = match &document.text {
            Text::Unread => return None,
            Text::Written(tape) => {
                with_scratch(|scratch| Ok(work(tape.document(), &mut scratch.work)))
            }
            Text::Bytes(body, scan) => with_scratch(|scratch| {
                let body = body.bind(py).as_bytes();
                if scratch.number != *scan {
                    judge.scan(body, scratch)?;
                }
                let Scratch { tape, work: memory, .. } = scratch;
                Ok(work(places::Document { body, tape }, memory))
            }),
        };
        made.ok()
    }

    /// Return the whole outcome if it has violations; else None.
    fn advised(&self, py: Python<'_>) -> PyResult<Option<&Whole>> {
        if let (Some(answer), Some((document, kind))) = (self.quick(), self.known()) {
            let is_known = self.whole.get(py).is_some();
            let judge = self.judge(kind);
            let is_advised = |text: places::Document, work: &mut Work| {
                judge.is_advised(&answer, text, document.known(), work)
            };
            if !is_known && self.on_tape(py, is_advised) == Some(false) {
                return Ok(None);
            }
        }
        self.whole(py)
    }

    /// Return the whole outcome; None without a document.
    fn whole(&self, py: Python<'_>) -> PyResult<Option<&Whole>> {
        if let Some(known) = self.whole.get(py) {
            return Ok(Some(known));
        }
        let Some((document, kind)) = self.known() else { return Ok(None) };
        let core = &self.core.get().core;
        let made = self.on_tape(py, |text, work| {
            core.kinds[kind].judge.explain(&core.contract, text, document.known(), work)
        });
        // what cannot be explained keeps its verdict
        let made = made.unwrap_or_else(|| match &document.answer {
            Some(answer) => core.unexplained(kind, answer),
            None => core.refuse(Some(kind), &TextFault::of("unjudged")),
        });
        Ok(Some(self.whole.get_or_init(py, || Box::new(Whole::new(made)))))
    }

    fn revision(&self, py: Python<'_>) -> PyResult<(Option<Revision>, Vec<Arc<str>>)> {
        if let (Some(_), Some((_, kind))) = (self.quick(), self.known()) {
            let judge = self.judge(kind);
            if !judge.has_revisions() {
                return Ok((None, Vec::new()));
            }
            if let Some(found) = self.on_tape(py, |text, work| judge.revision(text, work)) {
                return Ok(found);
            }
        }
        let found =
            |whole: &Whole| (whole.outcome.creates_revision, whole.outcome.revision_rules.clone());
        Ok(self.whole(py)?.map_or((None, Vec::new()), found))
    }

    /// Return violations as Python objects, which are made once.
    fn tuple<'py>(
        &self,
        py: Python<'py>,
        known: &PyOnceLock<Py<PyTuple>>,
        violations: &[Violation],
    ) -> PyResult<Bound<'py, PyTuple>> {
        if let Some(known) = known.get(py) {
            return Ok(known.bind(py).clone());
        }
        let class = self.core.get().makers.violation.bind(py);
        let mut made = Vec::with_capacity(violations.len());
        for one in violations {
            let mode = match one.mode {
                Mode::Enforce => intern!(py, "enforce"),
                Mode::Report => intern!(py, "report"),
                Mode::Off => intern!(py, "off"),
            };
            let location = match one.location {
                Location::Body => intern!(py, "body"),
                Location::Wire => intern!(py, "wire"),
                Location::Path => intern!(py, "path"),
                Location::Query => intern!(py, "query"),
                Location::Header => intern!(py, "header"),
                Location::Exchange => intern!(py, "exchange"),
            };
            let (message, hint) = (&*one.message, &*one.hint);
            let (pointer, repair) = (&*one.pointer, &*one.repair);
            made.push(class.call1((&*one.rule, mode, location, pointer, message, hint, repair))?);
        }
        let made = PyTuple::new(py, made)?;
        Ok(known.get_or_init(py, || made.unbind()).bind(py).clone())
    }
}
