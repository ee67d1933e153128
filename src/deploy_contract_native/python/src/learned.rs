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
    pub sources: Vec<Bound<'py, PyString>>,
    pub key_of: &'a Bound<'py, PyAny>,
}

/// The documents in a text: a row for each, of the key of its id and its facts.
pub struct Stated<'py> {
    pub rows: Bound<'py, PyList>,
    /// True if all documents state only facts that are known about them.
    pub agrees: bool,
}

impl<'py> Rows<'_, 'py> {
    /// Return the rows of all documents.
    ///
    /// `known` takes the keys, and returns for each an object with the `facts` that are known, which are
    /// of the same fields, or None. A row has the facts that are known if the document states the same.
    pub fn all(&self, known: Option<&Bound<'py, PyAny>>) -> PyResult<Stated<'py>> {
        let py = self.key_of.py();
        let numbers: Vec<usize> = self.columns.iter().map(|(number, _)| *number).collect();
        let places = self.fields.rows(self.source.document, &numbers);
        let (keys, rows) = (PyList::empty(py), PyList::empty(py));
        for row in places.chunks_exact(numbers.len()) {
            keys.append(row[0].map(|place| self.key(place)).transpose()?)?;
        }
        let known =
            known.map(|known| known.call1((&keys,))?.cast_into::<PyList>().map_err(PyErr::from));
        let known = known.transpose()?;
        let mut agrees = true;
        for (number, row) in places.chunks_exact(numbers.len()).enumerate() {
            let before = known.as_ref().map(|known| known.get_item(number)).transpose()?;
            let before = before.filter(|before| !before.is_none());
            let before = before.map(|before| before.getattr(intern!(py, "facts"))).transpose()?;
            let facts = match before {
                Some(before) if self.states(row, &before)? => before,
                before => {
                    agrees &= before.is_none();
                    self.facts(row)?.into_any()
                }
            };
            rows.append((keys.get_item(number)?, facts))?;
        }
        Ok(Stated { rows, agrees })
    }

    fn key(&self, place: usize) -> PyResult<Bound<'py, PyAny>> {
        let py = self.key_of.py();
        let node = self.source.document.tape[place];
        match uuid_bytes(node.bytes(self.source.document.body)) {
            Some(bytes) if node.kind == kind::STRING => Ok(PyBytes::new(py, &bytes).into_any()),
            _ => self.key_of.call1((self.source.value(py, place)?,)),
        }
    }

    /// Return the facts of a document, given the places of its columns.
    fn facts(&self, row: &[Option<usize>]) -> PyResult<Bound<'py, PyDict>> {
        let facts = PyDict::new(self.key_of.py());
        for ((number, tokens), place) in self.columns.iter().zip(row).skip(1) {
            let Some(place) = place else { continue };
            if let Some(value) = self.kept(*number, *place)? {
                put(&facts, tokens, value)?;
            }
        }
        Ok(facts)
    }

    /// Return true if a document states some facts, which are of no other columns.
    fn states(&self, row: &[Option<usize>], facts: &Bound<'py, PyAny>) -> PyResult<bool> {
        for ((number, tokens), place) in self.columns.iter().zip(row).skip(1) {
            let text = place.and_then(|place| self.source.document.str(place));
            let is_same = match (member(facts, tokens)?, place, text) {
                (Some(known), Some(_), Some(text)) => {
                    known.cast_exact::<PyString>().is_ok_and(|known| *known == *text)
                }
                (known, Some(place), _) => match (self.kept(*number, *place)?, known) {
                    (Some(kept), Some(known)) => kept.is(&known), // null or a boolean
                    (kept, known) => kept.is_none() && known.is_none(),
                },
                (known, None, _) => known.is_none(),
            };
            if !is_same {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn kept(&self, number: usize, place: usize) -> PyResult<Option<Bound<'py, PyAny>>> {
        let py = self.key_of.py();
        let node = self.source.document.tape[place];
        if node.kind & (kind::NULL | kind::BOOLEAN) != 0 {
            return self.source.value(py, place).map(Some);
        }
        let Some(text) = self.source.document.str(place) else { return Ok(None) };
        if self.fields.source == Some(number) {
            let source = self.sources.iter().find(|source| **source == *text);
            return Ok(source.map(|source| source.clone().into_any()));
        }
        let is_kept = text.len() <= LONGEST || text.chars().count() <= LONGEST;
        // many deployments have the same
        Ok(is_kept.then(|| PyString::intern(py, &text).into_any()))
    }
}

/// Put a value into an object, and into new objects around it.
fn put(
    whole: &Bound<'_, PyDict>,
    tokens: &[Bound<'_, PyString>],
    value: Bound<'_, PyAny>,
) -> PyResult<()> {
    let Some((name, outer)) = tokens.split_last() else { return Ok(()) };
    let mut inner = whole.clone();
    for token in outer {
        inner = match inner.get_item(token)? {
            Some(found) => found.cast_into()?,
            None => {
                let made = PyDict::new(whole.py());
                inner.set_item(token, &made)?;
                made
            }
        };
    }
    inner.set_item(name, value)
}

/// Return the value at a place in an object, if there is one.
fn member<'py>(
    whole: &Bound<'py, PyAny>,
    tokens: &[Bound<'py, PyString>],
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let mut found = whole.clone();
    for token in tokens {
        let Ok(object) = found.cast_exact::<PyDict>() else { return Ok(None) };
        let Some(value) = object.get_item(token)? else { return Ok(None) };
        found = value;
    }
    Ok(Some(found))
}
