//! The Python module. Nothing that a message holds makes it raise; exceptions of Python go through.
#![expect(clippy::disallowed_types, reason = "here, hashes are random")]

mod judge;
mod learned;
mod messages;
mod outcome;
mod reports;
mod routes;
mod value;
mod written;

use deploy_contract_core::hide_texts;
use pyo3::prelude::*;

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    hide_texts();
    module.add_class::<judge::Core>()?;
    module.add_class::<messages::Messages>()?;
    module.add_class::<outcome::Outcome>()
}
