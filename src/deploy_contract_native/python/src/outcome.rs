//! The outcomes for messages that were accepted: verdicts whose reasons are worked out when read.

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyDict, PyList, PyString, PyTuple};

use crate::facts::Value;
use crate::judge::{Core, Kind};
use crate::learned::Rows;
use crate::value::Source;
use crate::with_scratch;
use deploy_contract_core::judge::Answer;
use deploy_contract_core::outcome::{Needs, Revision};
use deploy_contract_core::rules::Facts;
use deploy_contract_core::scan::Scratch;

/// A document that was judged.
pub struct Document {
    /// Number of the kind.
    pub kind: u16,
    pub body: Py<PyBytes>,
    /// Number of the scan: as long as the scratch of the thread has its tape, no other is needed.
    pub scan: u64,
    pub answer: Answer,
    /// Number of the source that the caller knows.
    pub source: Option<u16>,
    pub stored: Option<Py<PyDict>>,
    pub of_response: bool,
}

impl Document {
    fn clone_ref(&self, py: Python<'_>) -> Document {
        Document {
            body: self.body.clone_ref(py),
            stored: self.stored.as_ref().map(|stored| stored.clone_ref(py)),
            ..*self
        }
    }
}

/// The operation of a message, and its parameters; None for each that there is not.
pub struct Message {
    pub operation: Py<PyAny>,
    pub parameters: Py<PyAny>,
}

/// The outcome for a message that is allowed or open.
///
/// It has the attributes of an outcome of the Python judge. Those that are not known yet are asked of
/// that judge when somebody reads them.
#[pyclass(frozen, module = "deploy_contract_native")]
pub struct Accepted {
    pub core: Py<Core>,
    pub document: Option<Document>,
    pub message: Option<Message>,
    pub value: PyOnceLock<Py<PyAny>>,
    /// The same outcome of the Python judge.
    pub explained: PyOnceLock<Py<PyAny>>,
}

#[pymethods]
impl Accepted {
    #[getter]
    fn verdict<'py>(&self, py: Python<'py>) -> &Bound<'py, PyString> {
        if self.is_allowed() { intern!(py, "allow") } else { intern!(py, "indeterminate") }
    }

    #[getter]
    fn kind(&self, py: Python<'_>) -> Option<Py<PyString>> {
        self.known().map(|(_, kind)| kind.name.clone_ref(py))
    }

    #[getter]
    fn sources<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let Some((document, kind)) = self.known() else { return Ok(PyTuple::empty(py)) };
        self.core.get().names_of(py, kind.judge.sources_of(document.answer.left))
    }

    #[getter]
    fn needs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let Some((document, kind)) = self.known().filter(|_| !self.is_allowed()) else {
            return Ok(PyTuple::empty(py));
        };
        let Needs { source, hosting, deployment } = kind.judge.needs(&document.answer);
        let mut names = Vec::new();
        for (is_needed, name) in [
            (source, intern!(py, "source")),
            (hosting, intern!(py, "hosting")),
            (deployment, intern!(py, "deployment")),
        ] {
            if is_needed {
                names.push(name);
            }
        }
        PyTuple::new(py, names)
    }

    #[getter]
    fn violations<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.if_advised(py, intern!(py, "violations"), || Ok(PyTuple::empty(py).into_any()))
    }

    #[getter]
    fn without_advice<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.if_advised(py, intern!(py, "without_advice"), || Ok(PyTuple::empty(py).into_any()))
    }

    #[getter]
    fn advice<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.if_advised(py, intern!(py, "advice"), || Ok(0_u32.into_pyobject(py)?.into_any()))
    }

    #[getter]
    fn truncated<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let no = || Ok(false.into_pyobject(py)?.to_owned().into_any());
        self.if_advised(py, intern!(py, "truncated"), no)
    }

    #[getter]
    fn undecided<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        if self.is_allowed() {
            return Ok(PyTuple::empty(py).into_any());
        }
        self.explained(py)?.getattr(intern!(py, "undecided"))
    }

    #[getter]
    fn status<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        if self.is_allowed() {
            return Ok(200_u32.into_pyobject(py)?.into_any());
        }
        self.explained(py)?.getattr(intern!(py, "status"))
    }

    #[getter]
    fn creates_revision<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let Some((_, kind)) = self.known().filter(|(_, kind)| kind.judge.has_revisions()) else {
            return Ok(py.None().into_bound(py));
        };
        let revision = self.on_tape(py, |body, scratch| kind.judge.revision(body, scratch));
        let answer = match revision.flatten() {
            Some(Revision::Yes) => intern!(py, "yes"),
            Some(Revision::Unknown) => intern!(py, "unknown"),
            Some(Revision::No) => intern!(py, "no"),
            None => return self.explained(py)?.getattr(intern!(py, "creates_revision")),
        };
        Ok(answer.clone().into_any())
    }

    #[getter]
    fn revision_rules<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        if !self.known().is_some_and(|(_, kind)| kind.judge.has_revisions()) {
            return Ok(PyTuple::empty(py).into_any());
        }
        self.explained(py)?.getattr(intern!(py, "revision_rules"))
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
        let Some((_, kind)) = self.known() else { return Ok(py.None().into_bound(py)) };
        let parsed = self.on_tape(py, |body, scratch| {
            let source = Source { body, tape: &scratch.tape, names: &kind.names };
            (!source.lacks_digits()).then(|| source.value(py, 0))
        });
        let value = match parsed.flatten() {
            Some(value) => value?,
            None => self.explained(py)?.getattr(intern!(py, "value"))?,
        };
        Ok(self.value.get_or_init(py, || value.unbind()).bind(py).clone())
    }

    /// Return the outcome for a message whose document has this one.
    fn of_message<'py>(
        &self,
        py: Python<'py>,
        operation: Py<PyAny>,
        parameters: Py<PyAny>,
    ) -> PyResult<Bound<'py, Accepted>> {
        let made = Accepted {
            core: self.core.clone_ref(py),
            document: self.document.as_ref().map(|document| document.clone_ref(py)),
            message: Some(Message { operation, parameters }),
            value: PyOnceLock::new(),
            explained: PyOnceLock::new(),
        };
        for (known, same) in [(&self.value, &made.value), (&self.explained, &made.explained)] {
            if let Some(known) = known.get(py) {
                let _ = same.set(py, known.clone_ref(py)); // it is new, and not set
            }
        }
        Bound::new(py, made)
    }

    /// Return the outcome with other fields, as one of the Python judge.
    #[pyo3(signature = (**changes))]
    fn changed<'py>(
        &self,
        py: Python<'py>,
        changes: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut whole = self.explained(py)?;
        if let Some(Message { operation, parameters }) = &self.message {
            whole = whole.call_method1(intern!(py, "of_message"), (operation, parameters))?;
        }
        whole.call_method(intern!(py, "changed"), (), changes)
    }

    /// Return a row for each document at a place: its identity as a key, then some learned fields.
    ///
    /// `place` has the tokens of a pattern, `fields` those of the identity and of the fields.
    /// `missing` stands for what is not kept, such as a source that is not among `sources`. The key of
    /// a uuid is its 16 bytes, that of another text the text in lower case; None if it is no text or
    /// too long. None instead of rows if the contract does not say that these fields are learned.
    fn rows<'py>(
        &self,
        place: Vec<String>,
        fields: Vec<Vec<String>>,
        sources: Vec<String>,
        missing: &Bound<'py, PyAny>,
    ) -> PyResult<Option<Bound<'py, PyList>>> {
        let Some((_, kind)) = self.known() else { return Ok(None) };
        let core = self.core.get();
        let learned = kind.learned.iter().find(|learned| learned.place == place);
        let columns = learned.and_then(|learned| learned.columns(&fields));
        let (Some(learned), Some(columns)) = (learned, columns) else { return Ok(None) };
        if !core.has_sources(missing.py(), &sources) {
            return Ok(None);
        }
        let rows = self.on_tape(missing.py(), |body, scratch| {
            let source = Source { body, tape: &scratch.tape, names: &kind.names };
            Rows { source, fields: learned, columns, sources: &core.sources, missing }.all()
        });
        rows.transpose()
    }
}

impl Accepted {
    fn is_allowed(&self) -> bool {
        self.document.as_ref().is_none_or(|document| document.answer.is_allowed())
    }

    fn known(&self) -> Option<(&Document, &Kind)> {
        let document = self.document.as_ref()?;
        Some((document, &self.core.get().kinds[document.kind as usize]))
    }

    /// Work with the tape of the document. It is scanned again if the scratch has another one.
    ///
    /// No two scans have one number, and bytes never change. So it is the tape of the document.
    fn on_tape<Made>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&[u8], &mut Scratch) -> Made,
    ) -> Option<Made> {
        let (document, kind) = self.known()?;
        let body = document.body.bind(py).as_bytes();
        let made = with_scratch(|scratch| {
            if scratch.number != document.scan {
                kind.judge.scan(body, scratch)?;
            }
            Ok(work(body, scratch))
        });
        made.ok()
    }

    /// Return an attribute of the explained outcome if anything is advised, else another value.
    fn if_advised<'py>(
        &self,
        py: Python<'py>,
        name: &Bound<'py, PyString>,
        otherwise: impl FnOnce() -> PyResult<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if self.explained.get(py).is_some() || self.is_advised(py)? {
            return self.explained(py)?.getattr(name);
        }
        otherwise()
    }

    fn is_advised(&self, py: Python<'_>) -> PyResult<bool> {
        let Some((document, kind)) = self.known() else { return Ok(false) };
        if document.answer.reports_strays {
            return Ok(true);
        }
        let mut values = Vec::new();
        if let Some(stored) = &document.stored {
            for place in &kind.judge.stored {
                values.push(Value::find(stored.bind(py), place)?);
            }
        }
        let stored: Vec<_> = values.iter().map(Value::stored).collect();
        let facts = if document.stored.is_some() { Facts::Known(&stored) } else { Facts::Unknown };
        let left = document.answer.left;
        let found =
            self.on_tape(py, |body, scratch| kind.judge.is_advised(body, scratch, left, facts));
        Ok(found.unwrap_or(true))
    }

    /// Return the same outcome of the Python judge.
    fn explained<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        if let Some(known) = self.explained.get(py) {
            return Ok(known.bind(py).clone());
        }
        let core = self.core.get();
        let python = core.python.bind(py);
        let Some((document, kind)) = self.known() else {
            let nothing = PyTuple::empty(py);
            return python.call_method1(intern!(py, "outcome"), ("allow", nothing, py.None()));
        };
        let body = document.body.bind(py);
        let found = if document.of_response {
            python.call_method1(intern!(py, "answer"), (body, kind.name.bind(py)))?
        } else {
            let source = document.source.map(|number| core.sources[number as usize].bind(py));
            let stored = document.stored.as_ref().map(|stored| stored.bind(py));
            let arguments = (body, kind.name.bind(py), source, stored);
            python.call_method1(intern!(py, "document"), arguments)?
        };
        Ok(self.explained.get_or_init(py, || found.unbind()).bind(py).clone())
    }
}
