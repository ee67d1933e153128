//! The door of documents: it finds the judge of a document.

use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyMapping, PyString};

use super::instances::with_message;
use super::judge::Judge;

/// Finds the judge of a document by its kind and source.
#[pyclass(frozen, module = "deploy_contract_native")]
pub struct Door {
    judges: Judges,
}

#[pymethods]
impl Door {
    /// Make a door to judges by source, by kind. `member` has the source in a stored deployment.
    #[new]
    fn new(judges: Py<PyDict>, member: Py<PyString>) -> Door {
        Door { judges: Judges { judges, member } }
    }

    /// Return the report on a document.
    ///
    /// If its answers have no outcome, return them: the caller then judges it in another way. None
    /// if it is not bytes or has no judge. `known` has facts about the stored deployment.
    #[pyo3(signature = (document, kind, source, known, /))]
    fn report<'py>(
        &self,
        document: &Bound<'py, PyAny>,
        kind: &Bound<'py, PyAny>,
        source: &Bound<'py, PyAny>,
        known: &Bound<'py, PyAny>,
    ) -> Option<Bound<'py, PyAny>> {
        let body = document.cast_exact::<PyBytes>().ok()?;
        let (judge, facts) = self.judges.find(kind, source, known)?;
        let judged = judge.get().judge(body, facts.as_ref()).ok()?;
        let Some(outcome) = judged.outcome else {
            return Some(judged.answers.into_pyobject(document.py()).ok()?.into_any());
        };
        let outcome = match facts {
            Some(_) => with_message(&outcome, facts.as_ref(), None, None).ok()?,
            None => outcome,
        };
        judge.get().report(&outcome, body, judged.scan).ok()
    }

    /// Show the garbage collector what the door holds.
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.judges.judges)
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
        source: &Bound<'py, PyAny>,
        known: &Bound<'py, PyAny>,
    ) -> Option<(Bound<'py, Judge>, Option<Bound<'py, PyDict>>)> {
        if known.is_none() {
            return Some((self.judge(kind, source)?, None));
        }
        let known = match known.cast_exact::<PyDict>() {
            Ok(known) => known.copy().ok()?,
            Err(_) => dict_of(known.cast::<PyMapping>().ok()?).ok()?,
        };
        let stored = known.get_item(self.member.bind(kind.py())).ok()?;
        let stored = stored.filter(|stored| !stored.is_none());
        let source = match stored {
            Some(stored) if source.is_none() || source.eq(&stored).ok()? => stored,
            Some(_) => return None,
            None => source.clone(),
        };
        Some((self.judge(kind, &source)?, Some(known)))
    }

    fn judge<'py>(
        &self,
        kind: &Bound<'py, PyAny>,
        source: &Bound<'py, PyAny>,
    ) -> Option<Bound<'py, Judge>> {
        // other objects may be equal to a text, have no hash, or raise when they are compared
        if !kind.is_instance_of::<PyString>()
            || !(source.is_none() || source.is_instance_of::<PyString>())
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
