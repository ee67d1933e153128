//! Programs and their judges of texts.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pyo3::exceptions::PyValueError;
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString, PyType};

use super::cases::{Case, CaseRow, State};
use super::instances::Reports;
use super::learned::PyFields;
use super::scan::Scan;
use super::{not_json, with_scratch};
use crate::evaluate::Walk;
use crate::groups::Group;
use crate::learn::Fields;
use crate::lines::locate;
use crate::picks::Picks;
use crate::places::{Document, Path};
use crate::program::Program;
use crate::scan::{Limits, Refused, Scratch, scan as scan_text};
use crate::value::Source;

/// Roots of one judge: an answer has a bit for each.
pub const MOST_ROOTS: usize = 62;
/// The answer that the text keeps all rules except some that depend on stored values which are not
/// known.
pub const OPEN: u64 = 1 << MOST_ROOTS;
/// Answers of the roots that allow a document of a known source.
const ALLOWED: u64 = 0b11;
/// The answer on several sources that the stored deployment does not matter.
const ANY_STATE: u64 = 0b100;
/// The answers on most documents: the first root accepts them.
const MOST_ANSWERS: u64 = 1;

/// The line and column of a value, and the line.
type Spot<'py> = (usize, usize, Option<Bound<'py, PyString>>);

/// A compiled program, which any number of judges share.
#[pyclass(frozen, name = "Program", module = "deploy_contract_native")]
pub struct PyProgram {
    pub program: Arc<Program>,
    names: Arc<Vec<Py<PyString>>>,
}

#[pymethods]
impl PyProgram {
    #[new]
    fn new(py: Python<'_>, program: &[u8]) -> PyResult<PyProgram> {
        let program = Program::read(program)
            .map_err(|fault| PyValueError::new_err(format!("not a program: {}", fault.0)))?;
        let mut names = Vec::new();
        for number in 0..program.names.len() {
            let name = PyString::from_bytes(py, program.names.get(number as u16))?;
            names.push(name.unbind());
        }
        Ok(PyProgram { program: Arc::new(program), names: Arc::new(names) })
    }

    /// Return places in documents, for `Judge.part`: lists of keys, or `*` for all.
    fn picks(&self, places: Vec<Vec<String>>) -> PyPicks {
        PyPicks { picks: Picks::new(&places, &self.program.names) }
    }

    /// Return the learned fields of documents, for `Judge.rows`.
    ///
    /// `pattern` leads to the documents, the first of `fields` to the identity in one. `longest`
    /// is the number of characters of a text that is kept. Of the field with the number `source`,
    /// only the texts in `sources` are kept. `missing` stands for what is not kept.
    #[pyo3(signature = (pattern, fields, *, longest, source, sources, missing))]
    #[allow(clippy::too_many_arguments)] // they are named
    fn fields(
        &self,
        pattern: Vec<String>,
        fields: Vec<Vec<String>>,
        longest: usize,
        source: Option<usize>,
        sources: Py<PyDict>,
        missing: Py<PyAny>,
    ) -> PyFields {
        let count = fields.len();
        let fields = Fields::new(&pattern, &fields, &self.program.names);
        PyFields { fields, count, longest, source, sources, missing }
    }

    /// Return a judge of the roots with some numbers.
    ///
    /// `outcomes` has the outcomes by answers. `report` is a class with the slots `_state`, for an
    /// outcome, and `_document`, for a text. `structure` is the number of the root of the structure
    /// alone. `enforced` has the rules of the source, if it is known; `several` is true if not, so
    /// that only the relations of `enforced` count. `advised` has the advisory rules of each source.
    #[pyo3(signature = (roots, *, max_bytes, max_objects, max_string, outcomes, report, structure=0, enforced=None, several=false, advised=vec![]))]
    #[allow(clippy::too_many_arguments)] // they are named
    fn judge(
        &self,
        py: Python<'_>,
        roots: Vec<usize>,
        max_bytes: usize,
        max_objects: usize,
        max_string: usize,
        outcomes: Py<PyDict>,
        report: Py<PyType>,
        structure: u32,
        enforced: Option<CaseRow>,
        several: bool,
        advised: Vec<CaseRow>,
    ) -> PyResult<Judge> {
        let known = self.program.roots.len();
        if roots.len() > MOST_ROOTS
            || structure as usize >= roots.len()
            || roots.iter().any(|&root| root >= known)
        {
            return Err(PyValueError::new_err("the program has no such roots"));
        }
        let bits = |(place, &root): (usize, &usize)| (self.program.roots[root], 1 << place);
        let others: Vec<_> = roots.iter().enumerate().skip(1).map(bits).collect();
        let asked = others.iter().map(|(_, bit)| bit).sum();
        let limits = Limits { bytes: max_bytes, objects: max_objects, string: max_string };
        let (program, names) = (self.program.clone(), self.names.clone());
        let read = |row| Case::read(row, &program.names, known);
        let enforced = enforced.map(read).transpose()?;
        let advised = advised.into_iter().map(read).collect::<PyResult<_>>()?;
        let structure = 1 << structure;
        Ok(Judge {
            program,
            names,
            first: roots[0],
            others: Group::new(&self.program, &others),
            asked,
            limits,
            outcomes,
            usual: Mutex::new(None),
            report: Reports::new(report.bind(py))?,
            structure,
            enforced,
            several,
            advised,
        })
    }
}

/// Places in the documents of a program.
#[pyclass(frozen, name = "Picks", module = "deploy_contract_native")]
pub struct PyPicks {
    picks: Picks,
}

/// The answers on a text, the number of its scan, and the outcome, if these answers have one.
pub struct Judged<'py> {
    pub answers: u64,
    pub scan: u64,
    pub outcome: Option<Bound<'py, PyAny>>,
}

/// Judges texts by some roots of a program.
#[pyclass(frozen, module = "deploy_contract_native")]
pub struct Judge {
    pub program: Arc<Program>,
    names: Arc<Vec<Py<PyString>>>,
    /// The root that is asked first. If it accepts a text, no other is asked.
    first: usize,
    /// The other roots, by their bits.
    others: Group,
    /// The sum of these bits.
    asked: u64,
    limits: Limits,
    outcomes: Py<PyDict>,
    /// The outcome of `MOST_ANSWERS`, once it was asked for.
    usual: Mutex<Option<Py<PyAny>>>,
    report: Reports,
    /// Bit of the answers that is set if the structure is right.
    structure: u64,
    enforced: Option<Case>,
    several: bool,
    advised: Vec<Case>,
}

#[pymethods]
impl Judge {
    /// Return the sum of 2^n for each n-th root that accepts a text; 0 if the text is refused.
    ///
    /// If the first root accepts it, the others are not asked: the sum is 1. `facts` has the stored
    /// deployment. If a text keeps all rules as things are stored, the sum is 1 for one source, and
    /// has the bit of `ANY_STATE` for several. `OPEN` is added if only what `facts` lacks decides.
    #[pyo3(signature = (body, facts=None, /))]
    fn answers(&self, body: &[u8], facts: Option<Bound<'_, PyDict>>) -> u64 {
        with_scratch(|scratch| self.judged(body, scratch, facts.as_ref())).unwrap_or_default().0
    }

    /// Return false if no advisory rule concerns a document that was accepted.
    ///
    /// As long as the scratch of the thread has the tape of `scan`, the text is not scanned again.
    #[pyo3(signature = (body, scan, facts, /))]
    fn is_advised(
        &self,
        body: &Bound<'_, PyBytes>,
        scan: Option<&Bound<'_, Scan>>,
        facts: Option<Bound<'_, PyDict>>,
    ) -> bool {
        let found = self.tape(body, scan, |body, scratch| {
            let (tape, decoded) = (&scratch.tape, &mut scratch.decoded);
            let mut walk = Walk { program: &self.program, body, tape, decoded };
            !self.advised.iter().any(|case| case.is_kept(&mut walk, facts.as_ref()))
        });
        found.unwrap_or(true)
    }

    /// Show the garbage collector what the judge holds: an outcome may lead back to the judge.
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.outcomes)?;
        visit.call(&self.report.class)?;
        let Ok(usual) = self.usual.try_lock() else { return Ok(()) };
        visit.call(&*usual)
    }

    /// Let go of the usual outcome. No other object of a cycle through it can be cleared.
    fn __clear__(&self) {
        let before = self.usual().take();
        drop(before);
    }

    /// Return a row for each document in a text: its identity as a key, then its fields.
    ///
    /// The key of a uuid is its 16 bytes, that of another text the text in lower case; None if it
    /// is no text or too long. Raises ValueError if the text is refused.
    fn rows<'py>(
        &self,
        body: &Bound<'py, PyBytes>,
        scan: Option<&Bound<'_, Scan>>,
        fields: &PyFields,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = body.py();
        self.sourced(body, scan, |source| {
            let mut known = Vec::new(); // the last text of each field, and its Python string
            known.resize_with(fields.count, || None);
            let found = PyList::empty(py);
            for row in fields.fields.rows(source.document()) {
                found.append(fields.row(py, &source, &row, &mut known)?)?;
            }
            Ok(found.into_any())
        })
    }

    /// Return the parsed text with only some members. Raises ValueError if the text is refused.
    fn part<'py>(
        &self,
        body: &Bound<'py, PyBytes>,
        scan: Option<&Bound<'_, Scan>>,
        picks: &PyPicks,
    ) -> PyResult<Bound<'py, PyAny>> {
        let picks = &picks.picks;
        self.sourced(body, scan, |source| source.part(body.py(), 0, picks, picks.step(0)))
    }

    /// Return the line and the column of the value that a path of keys leads to, and the line.
    ///
    /// None if only a parser tells; None as the line if it is long, or a colon comes after it.
    /// Raises ValueError if the text is refused.
    fn place<'py>(
        &self,
        body: &Bound<'py, PyBytes>,
        scan: Option<&Bound<'_, Scan>>,
        path: Vec<String>,
    ) -> PyResult<Option<Spot<'py>>> {
        let (py, names) = (body.py(), &self.program.names);
        self.tape(body, scan, |body, scratch| {
            let document = Document { body, tape: &scratch.tape };
            let spot = locate(document, &Path::new(&path, names), names)?;
            Some((spot.line, spot.column, spot.text.map(|text| PyString::new(py, text))))
        })
    }

    /// Return the value of a report, and keep it there.
    ///
    /// The report has it, or the text that it is parsed from. No parsed value is of bytes.
    pub fn read<'py>(&self, report: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let document = self.report.document.get(report)?;
        let Ok(body) = document.cast_exact::<PyBytes>() else { return Ok(document) };
        let scan = self.report.scan(report)?;
        let scan = scan.cast_exact::<Scan>().ok();
        let value = self.sourced(body, scan, |source| source.value(report.py(), 0))?;
        self.report.document.set(report, &value)?;
        Ok(value)
    }

    /// Return the parsed text.
    ///
    /// Raises ValueError if the text is refused, or holds a number of which doubles lack digits.
    fn value<'py>(&self, body: &Bound<'py, PyBytes>) -> PyResult<Bound<'py, PyAny>> {
        self.sourced(body, None, |source| source.value_of_doubles(body.py()))
    }
}

impl Judge {
    /// Judge a text.
    pub fn judge<'py>(
        &self,
        body: &Bound<'py, PyBytes>,
        facts: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Judged<'py>> {
        self.judge_if(body, facts, |_| true)
    }

    /// Judge a text that must also be right as `is_right` says; others count as refused.
    pub fn judge_if<'py>(
        &self,
        body: &Bound<'py, PyBytes>,
        facts: Option<&Bound<'py, PyDict>>,
        is_right: impl FnOnce(Document) -> bool,
    ) -> PyResult<Judged<'py>> {
        let found = with_scratch(|scratch| {
            let (answers, scan) = self.judged(body.as_bytes(), scratch, facts)?;
            let document = Document { body: body.as_bytes(), tape: &scratch.tape };
            Ok(if answers != 0 && is_right(document) { (answers, scan) } else { (0, scan) })
        });
        let (answers, scan) = found.unwrap_or_default();
        let outcome = self.outcome(body.py(), answers)?;
        Ok(Judged { answers, scan, outcome })
    }

    /// Return the outcome of some answers, if they have one.
    fn outcome<'py>(&self, py: Python<'py>, answers: u64) -> PyResult<Option<Bound<'py, PyAny>>> {
        if answers == MOST_ANSWERS
            && let Some(outcome) = &*self.usual()
        {
            return Ok(Some(outcome.bind(py).clone()));
        }
        let outcome = self.outcomes.bind(py).as_any().get_item(answers)?;
        if outcome.is_none() {
            return Ok(None);
        }
        if answers == MOST_ANSWERS {
            let before = self.usual().replace(outcome.clone().unbind());
            drop(before); // another thread may have been first
        }
        Ok(Some(outcome))
    }

    /// No code of Python runs while it is locked.
    fn usual(&self) -> MutexGuard<'_, Option<Py<PyAny>>> {
        self.usual.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Return the report with an outcome, on a text that was scanned.
    pub fn report<'py>(
        &self,
        outcome: &Bound<'py, PyAny>,
        body: &Bound<'py, PyBytes>,
        scan: u64,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.report.make_unread(outcome, body, scan)
    }

    /// Return the answers on a text, and the number of its scan.
    fn judged(
        &self,
        body: &[u8],
        scratch: &mut Scratch,
        facts: Option<&Bound<'_, PyDict>>,
    ) -> Result<(u64, u64), Refused> {
        scan_text(body, &self.program.names, &self.limits, scratch)?;
        let (tape, decoded) = (&scratch.tape, &mut scratch.decoded);
        let mut walk = Walk { program: &self.program, body, tape, decoded };
        let number = scratch.number;
        let mut answers = MOST_ANSWERS;
        if !walk.accepts(self.first) {
            answers = self.asked & !self.others.broken(&mut walk);
        }
        let Some(enforced) = &self.enforced else { return Ok((answers, number)) };
        let settled = if self.several { 1 | ANY_STATE } else { ALLOWED };
        let is_asked = answers & settled == 0 && answers & self.structure != 0;
        if is_asked && (self.several || walk.accepts(enforced.stateless)) {
            answers = match enforced.state(&mut walk, facts, self.several) {
                State::Kept if self.several => answers | ANY_STATE,
                State::Kept => 1,
                State::Open => answers | OPEN,
                State::Unsure => answers,
            };
        }
        if answers != 0 && !enforced.keeps_relations(&mut walk) {
            answers = if answers & 1 != 0 { self.structure } else { answers & self.structure };
        }
        Ok((answers, number))
    }

    /// Read a text or part of it. Raises ValueError if it is refused.
    fn sourced<'py>(
        &self,
        body: &Bound<'py, PyBytes>,
        scan: Option<&Bound<'_, Scan>>,
        read: impl FnOnce(Source) -> PyResult<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.tape(body, scan, |body, scratch| {
            read(Source { body, tape: &scratch.tape, names: &self.names })
        })?
    }

    /// Work with the tape of a text. It is scanned again if it is no longer that of `scan`.
    ///
    /// No two scans have one number, and bytes never change. So it is the tape of the text.
    fn tape<Made>(
        &self,
        body: &Bound<'_, PyBytes>,
        scan: Option<&Bound<'_, Scan>>,
        work: impl FnOnce(&[u8], &mut Scratch) -> Made,
    ) -> PyResult<Made> {
        let body = body.as_bytes();
        let made = with_scratch(|scratch| {
            if scan.is_none_or(|scan| !scan.get().has(scratch)) {
                scan_text(body, &self.program.names, &self.limits, scratch)?;
            }
            Ok(work(body, scratch))
        });
        made.map_err(not_json)
    }
}
