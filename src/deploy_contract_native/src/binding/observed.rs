//! Observations of messages that break no rule.

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString, PyTuple, PyType};

use super::instances::named_tuple;
use super::scan::Scan;

/// Places in an outcome, which is a named tuple of the library.
pub mod place {
    pub const VERDICT: usize = 0;
    pub const VIOLATIONS: usize = 1;
    pub const NEEDS: usize = 4;
    pub const TRUNCATED: usize = 6;
    pub const ADVICE: usize = 8;
    pub const VALUE: usize = 9;
    /// In a value that was not read: its judge.
    pub const JUDGE: usize = 0;
    /// In a value that was not read: the function that asks for advice.
    pub const IS_ADVISED: usize = 3;
}

/// A message that was judged.
pub struct Message<'a, 'py> {
    /// "request" or "response": always the same string, whose hash is known.
    pub direction: &'a Bound<'py, PyString>,
    pub outcome: &'a Bound<'py, PyAny>,
    /// Its document, and the number of its scan.
    pub document: Option<(&'a Bound<'py, PyBytes>, u64)>,
    pub facts: Option<&'a Bound<'py, PyDict>>,
    pub operation: &'a Py<PyString>,
    pub seconds: f64,
}

/// Tells of messages that break no rule.
pub struct Observer<'a> {
    /// The class of observations.
    pub class: &'a Py<PyType>,
    /// Takes an observation.
    pub tell: &'a Py<PyAny>,
    /// True if advisory rules are evaluated for the next message.
    pub advised: bool,
}

impl Observer<'_> {
    /// Tell of a message; return false if the message breaks a rule or may do so.
    pub fn observe<'py>(&self, message: &Message<'_, 'py>) -> PyResult<bool> {
        let py = message.outcome.py();
        let outcome = message.outcome.cast::<PyTuple>()?;
        let field = |place| outcome.get_item(place);
        let (verdict, violations) = (field(place::VERDICT)?, field(place::VIOLATIONS)?);
        let truncated = field(place::TRUNCATED)?;
        let breaks_none = verdict.eq(intern!(py, "allow"))?
            && violations.is_truthy().is_ok_and(|any| !any)
            && !truncated.is_truthy()?;
        if !breaks_none || self.advised && is_advised(outcome, message)? {
            return Ok(false);
        }
        let (none, no) = (py.None().into_bound(py), || PyTuple::empty(py).into_any());
        let observation = [
            message.direction.clone().into_any(),
            message.operation.bind(py).clone().into_any(),
            verdict,
            false.into_pyobject(py)?.to_owned().into_any(),
            violations,
            no(),
            field(place::NEEDS)?,
            truncated,
            message.seconds.into_pyobject(py)?.into_any(),
            no(),
            none.clone(),
            none,
        ];
        self.tell.bind(py).call1((named_tuple(self.class.bind(py), observation)?,))?;
        Ok(true)
    }
}

/// Return true if advice may concern the document of a message.
fn is_advised(outcome: &Bound<'_, PyTuple>, message: &Message) -> PyResult<bool> {
    if outcome.get_item(place::ADVICE)?.is_none() {
        return Ok(false);
    }
    let value = outcome.get_item(place::VALUE)?;
    let (Ok(value), Some((body, scan))) = (value.cast::<PyTuple>(), message.document) else {
        return Ok(true);
    };
    value
        .get_item(place::IS_ADVISED)?
        .call1((body, Scan::new(outcome.py(), scan)?, message.facts))?
        .is_truthy()
}
