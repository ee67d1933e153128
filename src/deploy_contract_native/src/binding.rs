//! The Python module. Nothing that a text holds can make it raise anything but ValueError.

mod cases;
mod door;
#[allow(unsafe_code)]
mod instances;
mod judge;
mod learned;
mod requests;
mod responses;
#[allow(unsafe_code)]
mod scan;
mod values;

use std::cell::Cell;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::guard::{fenced, hide_texts};
use crate::names::Names;
use crate::scan::{Limits, Refused, Scratch, scan as scan_text};
use crate::value::Source;

thread_local! {
    /// The memory of the last scan in this thread. A scan within a scan makes its own.
    static SCRATCH: Cell<Option<Box<Scratch>>> = const { Cell::new(None) };
}

/// Run a function with a scratch, and return Refused if it panics.
fn with_scratch<Found>(
    work: impl FnOnce(&mut Scratch) -> Result<Found, Refused>,
) -> Result<Found, Refused> {
    let mut scratch = SCRATCH.take().unwrap_or_default();
    let found = fenced(|| Some(work(&mut scratch)));
    let found = found.ok_or(Refused)?; // the scratch of a panic is not used again
    scratch.clear();
    SCRATCH.set(Some(scratch));
    found
}

fn not_json(_: Refused) -> PyErr {
    PyValueError::new_err("not JSON, or beyond the limits")
}

/// Return a parsed text.
///
/// Raises ValueError if it is refused, or holds a number of which doubles lack digits.
#[pyfunction]
fn parse<'py>(py: Python<'py>, body: &[u8]) -> PyResult<Bound<'py, PyAny>> {
    let limits = Limits { bytes: usize::MAX, objects: usize::MAX, string: usize::MAX };
    let made = with_scratch(|scratch| {
        scan_text(body, &Names::default(), &limits, scratch)?;
        let source = Source { body, tape: &scratch.tape, names: &[] };
        Ok(source.value_of_doubles(py))
    });
    made.map_err(not_json)?
}

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    hide_texts();
    module.add_class::<judge::PyProgram>()?;
    module.add_class::<judge::Judge>()?;
    module.add_class::<door::Door>()?;
    module.add_class::<door::RequestDoor>()?;
    module.add_class::<requests::Requests>()?;
    module.add_class::<responses::Responses>()?;
    module.add_class::<values::Values>()?;
    module.add("MOST_ROOTS", judge::MOST_ROOTS)?;
    module.add("OPEN", judge::OPEN)?;
    module.add_function(wrap_pyfunction!(parse, module)?)
}
