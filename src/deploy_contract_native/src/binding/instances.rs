//! Instances of Python classes, made and filled without a call of Python code.

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple, PyType};

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
pub fn new_instance<'py>(class: &Bound<'py, PyType>, items: usize) -> PyResult<Bound<'py, PyAny>> {
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

/// Set a slot of an instance past the `__setattr__` of its class, which raises.
pub fn set_slot<'py>(
    instance: &Bound<'py, PyAny>,
    slot: &Bound<'py, PyString>,
    value: &Bound<'py, PyAny>,
) -> PyResult<()> {
    // SAFETY: all three are alive, and the function takes references of its own.
    let status =
        unsafe { ffi::PyObject_GenericSetAttr(instance.as_ptr(), slot.as_ptr(), value.as_ptr()) };
    if status == 0 { Ok(()) } else { Err(PyErr::fetch(instance.py())) }
}
