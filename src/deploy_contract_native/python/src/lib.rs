//! The Python module. Nothing that a message holds makes it raise; exceptions of Python go through.

mod judge;
mod learned;
mod messages;
mod outcome;
mod reports;
mod routes;
mod value;
mod written;

use std::cell::Cell;

use deploy_contract_core::{Refused, Scratch, fenced, hide_texts};
use pyo3::prelude::*;

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

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    hide_texts();
    module.add_class::<judge::Core>()?;
    module.add_class::<messages::Messages>()?;
    module.add_class::<outcome::Outcome>()
}
