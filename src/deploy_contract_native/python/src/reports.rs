//! Reports, made without a call of Python code, which would take as long as most judgements.

use std::ffi::c_void;
use std::mem::transmute;

use pyo3::exceptions::PyTypeError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::outcome::Outcome;

/// The class of reports, and the descriptor of its slot for an outcome.
pub struct Reports {
    class: Py<PyType>,
    slot: Py<PyAny>,
    set: ffi::descrsetfunc,
}

impl Reports {
    pub fn new(class: &Bound<'_, PyType>) -> PyResult<Reports> {
        let slot = class.getattr("_outcome")?;
        let kind = slot.get_type();
        // SAFETY: the type is alive, and what it has under this number is null or such a function
        let set = unsafe {
            transmute::<*mut c_void, Option<ffi::descrsetfunc>>(ffi::PyType_GetSlot(
                kind.as_type_ptr(),
                ffi::Py_tp_descr_set,
            ))
        };
        let set = set.ok_or_else(|| PyTypeError::new_err("reports have no slot"))?;
        Ok(Reports { class: class.clone().unbind(), slot: slot.unbind(), set })
    }

    /// Return the report with an outcome.
    pub fn make<'py>(&self, py: Python<'py>, outcome: Outcome) -> PyResult<Bound<'py, PyAny>> {
        let outcome = Bound::new(py, outcome)?;
        // SAFETY: the class is alive; the functions return a new reference or set an error, and take
        // references of their own
        unsafe {
            let class = self.class.as_ptr().cast::<ffi::PyTypeObject>();
            let report = Bound::from_owned_ptr_or_err(py, ffi::PyType_GenericAlloc(class, 0))?;
            match (self.set)(self.slot.as_ptr(), report.as_ptr(), outcome.as_ptr()) {
                0 => Ok(report),
                _ => Err(PyErr::fetch(py)),
            }
        }
    }
}
