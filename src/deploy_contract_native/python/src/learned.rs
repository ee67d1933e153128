//! The learned facts of the documents in a text.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString};

use crate::value::Source;
use deploy_contract_core::learn::{Fields, uuid_bytes};
use deploy_contract_core::tape::kind;

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

impl<'py> Rows<'_, 'py> {
    /// Return a row for each document: the key of its id, and its facts.
    pub fn all(&self) -> PyResult<Bound<'py, PyList>> {
        let py = self.key_of.py();
        let found = PyList::empty(py);
        for places in self.fields.rows(self.source.document()) {
            let (mut key, facts) = (py.None().into_bound(py), PyDict::new(py));
            for &(number, ref tokens) in &self.columns {
                let Some(place) = places[number] else { continue };
                if number == 0 {
                    key = self.key(place)?;
                } else if let Some(value) = self.kept(number, place)? {
                    put(&facts, tokens, value)?;
                }
            }
            found.append((key, facts))?;
        }
        Ok(found)
    }

    fn key(&self, place: usize) -> PyResult<Bound<'py, PyAny>> {
        let py = self.key_of.py();
        let node = self.source.tape[place];
        match uuid_bytes(node.bytes(self.source.body)) {
            Some(bytes) if node.kind == kind::STRING => Ok(PyBytes::new(py, &bytes).into_any()),
            _ => self.key_of.call1((self.source.value(py, place)?,)),
        }
    }

    fn kept(&self, number: usize, place: usize) -> PyResult<Option<Bound<'py, PyAny>>> {
        let py = self.key_of.py();
        let node = self.source.tape[place];
        if node.kind & (kind::NULL | kind::BOOLEAN) != 0 {
            return self.source.value(py, place).map(Some);
        }
        if node.kind != kind::STRING {
            return Ok(None);
        }
        if self.fields.source == Some(number) {
            let text = self.source.document().text(place);
            let mut sources = self.sources.iter();
            let source = sources.find(|it| it.to_str().ok().map(str::as_bytes) == text.as_deref());
            return Ok(source.map(|source| source.clone().into_any()));
        }
        let text = self.source.text(py, node)?;
        if text.len()? > LONGEST {
            return Ok(None);
        }
        // many deployments have the same
        Ok(Some(PyString::intern(py, text.to_str()?).into_any()))
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
