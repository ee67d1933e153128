//! Reports, made without a call of Python code, which would take as long as most judgements.

use pyo3::ffi;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::outcome::Outcome;

/// Return the report with an outcome, of a class with a slot for it. The class may forbid others to set
/// the slot.
pub fn report<'py>(class: &Bound<'py, PyType>, outcome: Outcome) -> PyResult<Bound<'py, PyAny>> {
    let py = class.py();
    let (slot, outcome) = (intern!(py, "_outcome"), Bound::new(py, outcome)?);
    // SAFETY: all are alive; the functions return a new reference or set an error, and take references
    // of their own
    unsafe {
        let report = ffi::PyType_GenericAlloc(class.as_type_ptr(), 0);
        let report = Bound::from_owned_ptr_or_err(py, report)?;
        match ffi::PyObject_GenericSetAttr(report.as_ptr(), slot.as_ptr(), outcome.as_ptr()) {
            0 => Ok(report),
            _ => Err(PyErr::fetch(py)),
        }
    }
}
