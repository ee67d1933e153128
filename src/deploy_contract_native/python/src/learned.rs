//! The learned facts of the documents in a text.

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString};

use crate::value::Source;
use deploy_contract_core::{Fields, kind, uuid_bytes};

/// Longer texts are not kept.
const LONGEST: usize = 512;

/// Makes rows of the documents in a text.
pub struct Rows<'a, 'py> {
    pub source: Source<'a>,
    pub fields: &'a Fields,
    /// The numbers of the fields that a row has, and the tokens of each. The number of the id is 0.
    pub columns: Vec<(usize, Vec<Bound<'py, PyString>>)>,
    /// The sources that are kept.
    pub sources: &'a [Py<PyString>],
    pub key_of: &'a Bound<'py, PyAny>,
}

impl<'py> Rows<'_, 'py> {
    /// Return a row for each document: the key of its id, and its facts.
    pub fn all(&self) -> PyResult<Bound<'py, PyList>> {
        let py = self.key_of.py();
        let numbers: Vec<usize> = self.columns.iter().map(|(number, _)| *number).collect();
        let rows = PyList::empty(py);
        for row in self.fields.rows(self.source.document, &numbers).chunks_exact(numbers.len()) {
            let facts = PyDict::new(py);
            for ((number, tokens), place) in self.columns.iter().zip(row).skip(1) {
                let Some(place) = *place else { continue };
                if let Some(value) = self.kept(*number, place)? {
                    put(&facts, tokens, value)?;
                }
            }
            rows.append((row[0].map(|place| self.key(place)).transpose()?, facts))?;
        }
        Ok(rows)
    }

    fn key(&self, place: usize) -> PyResult<Bound<'py, PyAny>> {
        let py = self.key_of.py();
        let node = self.source.document.tape[place];
        match uuid_bytes(node.bytes(self.source.document.body)) {
            Some(bytes) if node.kind == kind::STRING => Ok(PyBytes::new(py, &bytes).into_any()),
            _ => self.key_of.call1((self.source.value(py, place)?,)),
        }
    }

    fn kept(&self, number: usize, place: usize) -> PyResult<Option<Bound<'py, PyAny>>> {
        let py = self.key_of.py();
        let node = self.source.document.tape[place];
        if node.kind & (kind::NULL | kind::BOOLEAN) != 0 {
            return self.source.value(py, place).map(Some);
        }
        let Some(text) = self.source.document.str(place) else { return Ok(None) };
        if self.fields.source == Some(number) {
            let source = self.sources.iter().find(|source| *source.bind(py) == *text);
            return Ok(source.map(|source| source.bind(py).clone().into_any()));
        }
        let is_kept = text.len() <= LONGEST || text.chars().count() <= LONGEST;
        Ok(is_kept.then(|| PyString::new(py, &text).into_any()))
    }
}

/// Put a value into an object, and into new objects around it.
fn put<'py>(
    whole: &Bound<'py, PyDict>,
    tokens: &[Bound<'py, PyString>],
    value: Bound<'py, PyAny>,
) -> PyResult<()> {
    let (py, mut inner) = (whole.py(), whole.clone());
    let Some((name, outer)) = tokens.split_last() else { return Ok(()) };
    for token in outer {
        let found = inner.call_method1(intern!(py, "setdefault"), (token, PyDict::new(py)))?;
        inner = found.cast_into()?;
    }
    inner.set_item(name, value)
}
