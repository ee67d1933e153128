//! The values of reports, read without code of Python.

use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};

use super::instances::Reports;
use super::judge::Judge;

/// Place of the value in an outcome, which is a named tuple of the library.
const VALUE: usize = 9;
/// Place of the judge in a value that was not read.
const JUDGE: usize = 0;

/// Reads the values of reports: `Report.value` in Rust.
#[pyclass(frozen, module = "deploy_contract_native")]
pub struct Values {
    reports: Reports,
    unread: Py<PyType>,
    absent: Py<PyAny>,
}

#[pymethods]
impl Values {
    /// Make a reader.
    ///
    /// `report` is the class of reports, `unread` that of values that are read later. `absent`
    /// stands for a value that a report does not have.
    #[new]
    fn new(report: &Bound<'_, PyType>, unread: Py<PyType>, absent: Py<PyAny>) -> PyResult<Values> {
        Ok(Values { reports: Reports::new(report)?, unread, absent })
    }

    /// Return the value of a report.
    #[pyo3(signature = (report, /))]
    fn value<'py>(&self, report: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let outcome = self.reports.state.get(report)?;
        let value = outcome.cast::<PyTuple>()?.get_item(VALUE)?;
        if value.get_type().is(&self.unread) {
            let judge = value.cast::<PyTuple>()?.get_item(JUDGE)?;
            return judge.cast_exact::<Judge>()?.get().read(report);
        }
        let is_absent = value.is(&self.absent);
        Ok(if is_absent { report.py().None().into_bound(report.py()) } else { value })
    }

    /// Show the garbage collector what the reader holds.
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.reports.class)
    }
}
