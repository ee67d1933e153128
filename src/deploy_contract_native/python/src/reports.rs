//! Objects of Python classes, made without a call of Python code, which would take as long as most
//! judgements.

use pyo3::ffi;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyType};

use crate::outcome::Outcome;

/// Return the report with an outcome.
pub fn report<'py>(class: &Bound<'py, PyType>, outcome: Outcome) -> PyResult<Bound<'py, PyAny>> {
    let outcome = Bound::new(class.py(), outcome)?.into_any();
    with_slots(class, [(intern!(class.py(), "_outcome"), outcome)])
}

/// Return an object of a class with the values of its slots. The class may forbid others to set them.
pub fn with_slots<'py, const COUNT: usize>(
    class: &Bound<'py, PyType>,
    values: [(&Bound<'py, PyString>, Bound<'py, PyAny>); COUNT],
) -> PyResult<Bound<'py, PyAny>> {
    let py = class.py();
    // SAFETY: all are alive; the functions return a new reference or set an error, and take references
    // of their own
    unsafe {
        let made = ffi::PyType_GenericAlloc(class.as_type_ptr(), 0);
        let made = Bound::from_owned_ptr_or_err(py, made)?;
        for (slot, value) in values {
            if ffi::PyObject_GenericSetAttr(made.as_ptr(), slot.as_ptr(), value.as_ptr()) != 0 {
                return Err(PyErr::fetch(py));
            }
        }
        Ok(made)
    }
}
