//! The doors of documents and requests: calls that need no code of Python for most of them.

use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyMapping, PyString};

use super::instances::with_message;
use super::judge::Judge;
use super::requests::Requests;

/// Finds the judge of a document by its kind and source.
#[pyclass(frozen, module = "deploy_contract_native")]
pub struct Door {
    judges: Judges,
    otherwise: Py<PyAny>,
}

#[pymethods]
impl Door {
    /// Make a door to judges by source, by kind. `member` has the source in a stored deployment.
    ///
    /// `otherwise` returns the report on all other documents. It takes a document, its kind and
    /// source, the facts, and the answers of its judge; None if it is not bytes or has no judge.
    #[new]
    fn new(judges: Py<PyDict>, member: Py<PyString>, otherwise: Py<PyAny>) -> Door {
        Door { judges: Judges { judges, member }, otherwise }
    }

    /// Return the report on a document, as `Contract.check` describes it.
    #[pyo3(signature = (document, kind, *, source=None, deployment=None))]
    fn check<'py>(
        &self,
        document: &Bound<'py, PyAny>,
        kind: &Bound<'py, PyAny>,
        source: Option<&Bound<'py, PyAny>>,
        deployment: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.report(document, kind, source, deployment).or_else(|answers| {
            let arguments = (document, kind, source, deployment, answers);
            self.otherwise.bind(document.py()).call1(arguments)
        })
    }

    /// Show the garbage collector what the door holds.
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.judges.judges)?;
        visit.call(&self.otherwise)
    }
}

impl Door {
    /// Return the report on a document; if it is left to others, the answers of its judge, if any.
    fn report<'py>(
        &self,
        document: &Bound<'py, PyAny>,
        kind: &Bound<'py, PyAny>,
        source: Option<&Bound<'py, PyAny>>,
        known: Option<&Bound<'py, PyAny>>,
    ) -> Result<Bound<'py, PyAny>, Option<u64>> {
        let body = document.cast_exact::<PyBytes>().map_err(|_| None)?;
        let (judge, facts) = self.judges.find(kind, source, known).ok_or(None)?;
        let judged = judge.get().judge(body, facts.as_ref()).map_err(|_| None)?;
        let outcome = judged.outcome.ok_or(Some(judged.answers))?;
        let outcome = match facts {
            Some(_) => with_message(&outcome, facts.as_ref(), None, None).map_err(|_| None)?,
            None => outcome,
        };
        judge.get().report(&outcome, body, judged.scan).map_err(|_| None)
    }
}

/// Judges requests: ordinary ones here, all others in Python.
#[pyclass(frozen, module = "deploy_contract_native")]
pub struct RequestDoor {
    requests: Py<Requests>,
    otherwise: Py<PyAny>,
}

#[pymethods]
impl RequestDoor {
    /// Make a door. `otherwise` returns the report on a request, given its source and the facts.
    #[new]
    fn new(requests: Py<Requests>, otherwise: Py<PyAny>) -> RequestDoor {
        RequestDoor { requests, otherwise }
    }

    /// Return the report on a request, as `Contract.check_request` describes it.
    #[pyo3(signature = (request, *, source=None, deployment=None))]
    fn check_request<'py>(
        &self,
        request: &Bound<'py, PyAny>,
        source: Option<&Bound<'py, PyAny>>,
        deployment: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = request.py();
        if let Some(report) = self.requests.get().report(py, request, source, deployment) {
            return Ok(report);
        }
        self.otherwise.bind(py).call1((request, source, deployment))
    }

    /// Show the garbage collector what the door holds.
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.requests)?;
        visit.call(&self.otherwise)
    }
}

/// The judges of documents by source, by kind.
pub struct Judges {
    pub judges: Py<PyDict>,
    /// The name of the member of a stored deployment that is its source.
    pub member: Py<PyString>,
}

impl Judges {
    /// Return the judge of documents of a kind, and the facts about the stored deployment.
    ///
    /// None if the arguments are wrong or contradict each other, too: others say so.
    pub fn find<'py>(
        &self,
        kind: &Bound<'py, PyAny>,
        source: Option<&Bound<'py, PyAny>>,
        known: Option<&Bound<'py, PyAny>>,
    ) -> Option<(Bound<'py, Judge>, Option<Bound<'py, PyDict>>)> {
        let Some(known) = known else { return Some((self.judge(kind, source)?, None)) };
        let known = match known.cast_exact::<PyDict>() {
            Ok(known) => known.copy().ok()?,
            Err(_) => dict_of(known.cast::<PyMapping>().ok()?).ok()?,
        };
        let stored = known.get_item(self.member.bind(kind.py())).ok()?;
        let stored = stored.filter(|stored| !stored.is_none());
        let source = match (&stored, source) {
            (Some(stored), Some(source)) if !source.eq(stored).ok()? => return None,
            (Some(stored), _) => Some(stored),
            (None, source) => source,
        };
        Some((self.judge(kind, source)?, Some(known)))
    }

    fn judge<'py>(
        &self,
        kind: &Bound<'py, PyAny>,
        source: Option<&Bound<'py, PyAny>>,
    ) -> Option<Bound<'py, Judge>> {
        // other objects may be equal to a text, have no hash, or raise when they are compared
        if !kind.is_instance_of::<PyString>()
            || !source.is_none_or(|source| source.is_instance_of::<PyString>())
        {
            return None;
        }
        let by_source = self.judges.bind(kind.py()).get_item(kind).ok()??;
        let judge = by_source.cast_exact::<PyDict>().ok()?.get_item(source).ok()??;
        judge.cast_into_exact::<Judge>().ok()
    }
}

/// Return a mapping as a dict.
fn dict_of<'py>(mapping: &Bound<'py, PyMapping>) -> PyResult<Bound<'py, PyDict>> {
    let made = PyDict::new(mapping.py());
    made.update(mapping)?;
    Ok(made)
}
