//! Instances of Python classes, made and filled without a call of Python code.

use std::ffi::c_void;
use std::mem::transmute;
use std::ptr::null_mut;

use pyo3::exceptions::PyTypeError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString, PyTuple, PyType};

use super::scan::Scan;

/// Return an outcome with other last three fields: facts, an operation and its parameters.
pub fn with_message<'py>(
    outcome: &Bound<'py, PyAny>,
    facts: Option<&Bound<'py, PyDict>>,
    operation: Option<&Bound<'py, PyString>>,
    parameters: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = outcome.py();
    let none = || py.None().into_bound(py);
    let operation = operation.map(|name| name.as_any().clone());
    let [facts, parameters] = [facts, parameters].map(|it| it.map(|it| it.as_any().clone()));
    let last = [facts, operation, parameters].map(|field| field.unwrap_or_else(none));
    let kept = outcome.cast::<PyTuple>()?.len().saturating_sub(last.len());
    with_fields(outcome, kept, last)
}

/// Return a named tuple with other fields from a place on.
pub fn with_fields<'py, const COUNT: usize>(
    tuple: &Bound<'py, PyAny>,
    first: usize,
    others: [Bound<'py, PyAny>; COUNT],
) -> PyResult<Bound<'py, PyAny>> {
    let fields = tuple.cast::<PyTuple>()?;
    let mut others = others.into_iter();
    fill(&tuple.get_type(), fields.len(), |place| {
        let other = if place < first { None } else { others.next() };
        other.map_or_else(|| fields.get_item(place), Ok)
    })
}

/// Return an instance of a class of tuples.
pub fn named_tuple<'py, const COUNT: usize>(
    class: &Bound<'py, PyType>,
    fields: [Bound<'py, PyAny>; COUNT],
) -> PyResult<Bound<'py, PyAny>> {
    fill(class, COUNT, |place| Ok(fields[place].clone()))
}

fn fill<'py>(
    class: &Bound<'py, PyType>,
    size: usize,
    mut field: impl FnMut(usize) -> PyResult<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let tuple = new_instance(class, size)?;
    for place in 0..size {
        let field = field(place)?.into_ptr();
        // SAFETY: the tuple is new and has `size` free places; the function takes the reference.
        let status =
            unsafe { ffi::PyTuple_SetItem(tuple.as_ptr(), place as ffi::Py_ssize_t, field) };
        if status != 0 {
            return Err(PyErr::fetch(class.py()));
        }
    }
    Ok(tuple)
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

/// The class of reports, of which `_state` has the outcome, `_document` the text or the value, and
/// `_scan` a `Scan` of the text or None.
///
/// As long as the scratch of the thread has the tape of that scan, the text need not be scanned
/// again.
pub struct Reports {
    pub class: Py<PyType>,
    pub state: Slot,
    pub document: Slot,
    scan: Slot,
}

impl Reports {
    pub fn new(class: &Bound<'_, PyType>) -> PyResult<Reports> {
        let slot = |name| Slot::of(class, name);
        let (state, document, scan) = (slot("_state")?, slot("_document")?, slot("_scan")?);
        Ok(Reports { class: class.clone().unbind(), state, document, scan })
    }

    /// Return a report with an outcome.
    pub fn make<'py>(
        &self,
        py: Python<'py>,
        outcome: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let report = new_instance(self.class.bind(py), 0)?;
        self.state.set(&report, outcome)?;
        Ok(report)
    }

    /// Return a report with an outcome, on a text whose value is read later.
    pub fn make_unread<'py>(
        &self,
        outcome: &Bound<'py, PyAny>,
        body: &Bound<'py, PyBytes>,
        scan: u64,
    ) -> PyResult<Bound<'py, PyAny>> {
        let report = self.make(body.py(), outcome)?;
        self.document.set(&report, body)?;
        self.scan.set(&report, Scan::new(body.py(), scan)?.as_any())?;
        Ok(report)
    }

    /// Return the scan of the text of a report.
    pub fn scan<'py>(&self, report: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.scan.get(report)
    }
}

/// A slot of a class. It is read and written past the methods of the class, one of which raises.
pub struct Slot {
    descriptor: Py<PyAny>,
    get: ffi::descrgetfunc,
    set: ffi::descrsetfunc,
}

impl Slot {
    fn of(class: &Bound<'_, PyType>, name: &str) -> PyResult<Slot> {
        let descriptor = class.getattr(name)?;
        let kind = descriptor.get_type();
        // SAFETY: the type is alive. What it has under these numbers is null or a function of these
        // types.
        let (get, set) = unsafe {
            let slot = |number| ffi::PyType_GetSlot(kind.as_type_ptr(), number);
            (
                transmute::<*mut c_void, Option<ffi::descrgetfunc>>(slot(ffi::Py_tp_descr_get)),
                transmute::<*mut c_void, Option<ffi::descrsetfunc>>(slot(ffi::Py_tp_descr_set)),
            )
        };
        let (Some(get), Some(set)) = (get, set) else {
            return Err(PyTypeError::new_err("a report has no such slot"));
        };
        Ok(Slot { descriptor: descriptor.unbind(), get, set })
    }

    pub fn get<'py>(&self, instance: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = instance.py();
        // SAFETY: both are alive. The function needs no type beside an instance, and returns a new
        // reference or sets an error.
        unsafe {
            let found = (self.get)(self.descriptor.as_ptr(), instance.as_ptr(), null_mut());
            Bound::from_owned_ptr_or_err(py, found)
        }
    }

    pub fn set<'py>(
        &self,
        instance: &Bound<'py, PyAny>,
        value: &Bound<'py, PyAny>,
    ) -> PyResult<()> {
        // SAFETY: all three are alive, and the function takes references of its own.
        let status =
            unsafe { (self.set)(self.descriptor.as_ptr(), instance.as_ptr(), value.as_ptr()) };
        if status == 0 { Ok(()) } else { Err(PyErr::fetch(instance.py())) }
    }
}
