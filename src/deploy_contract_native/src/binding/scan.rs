//! The mark of a scan, by which a report finds the tape of its text.

use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering};

use pyo3::ffi;
use pyo3::prelude::*;

use crate::scan::Scratch;

thread_local! {
    /// The last mark of this thread.
    static LAST: Cell<Option<Py<Scan>>> = const { Cell::new(None) };
}

/// The number of a scan.
///
/// A mark that nobody has any more gets the next number, since most reports live shortly: making an
/// object takes longer than the rest of a report.
#[pyclass(frozen, module = "deploy_contract_native")]
pub struct Scan {
    number: AtomicU64,
}

impl Scan {
    /// Return the mark of a scan in this thread.
    pub fn new(py: Python<'_>, number: u64) -> PyResult<Bound<'_, Scan>> {
        let mark = match LAST.take().map(|last| last.into_bound(py)) {
            // SAFETY: the object is alive
            Some(last) if unsafe { ffi::Py_REFCNT(last.as_ptr()) } == 1 => {
                last.get().number.store(number, Ordering::Relaxed);
                last
            }
            _ => Bound::new(py, Scan { number: AtomicU64::new(number) })?,
        };
        LAST.set(Some(mark.clone().unbind()));
        Ok(mark)
    }

    /// Return true if a scratch has the tape of this scan.
    pub fn has(&self, scratch: &Scratch) -> bool {
        self.number.load(Ordering::Relaxed) == scratch.number
    }
}
