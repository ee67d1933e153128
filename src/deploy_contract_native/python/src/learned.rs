//! The learned facts of the documents in a text.

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString};

use crate::value::Source;
use deploy_contract_core::learn::{Fields, uuid_bytes};
use deploy_contract_core::tape::kind;

/// Longer texts are not kept.
const LONGEST: usize = 512;

/// The bytes of a text, and its Python string; None if it is not kept.
type Known<'a, 'py> = Option<(&'a [u8], Option<Bound<'py, PyAny>>)>;

/// Makes rows of the documents in a text.
pub struct Rows<'a, 'py> {
    pub source: Source<'a>,
    pub fields: &'a Fields,
    /// The numbers of the fields that a row has, and the tokens of each. The number of the id is 0.
    pub columns: Vec<(usize, Vec<Bound<'py, PyString>>)>,
    /// The sources of the contract. No other source is kept.
    pub sources: &'a [Py<PyString>],
    pub py: Python<'py>,
}

impl<'a, 'py> Rows<'a, 'py> {
    /// Return a row for each document: the key of its id, and its facts.
    pub fn all(&self) -> PyResult<Bound<'py, PyList>> {
        let py = self.py;
        // the last text of each field, and its Python string
        let mut known = vec![None; self.fields.count()];
        let found = PyList::empty(py);
        for places in self.fields.rows(self.source.document()) {
            let (mut key, facts) = (py.None().into_bound(py), PyDict::new(py));
            for &(number, ref tokens) in &self.columns {
                let Some(place) = places[number] else { continue };
                if number == 0 {
                    key = self.key(place)?;
                } else if let Some(value) = self.kept(number, place, &mut known[number])? {
                    put(&facts, tokens, value)?;
                }
            }
            found.append((key, facts))?;
        }
        Ok(found)
    }

    fn key(&self, place: usize) -> PyResult<Bound<'py, PyAny>> {
        let py = self.py;
        let node = self.source.tape[place];
        if node.kind != kind::STRING {
            return Ok(py.None().into_bound(py));
        }
        if let Some(bytes) = uuid_bytes(node.bytes(self.source.body)) {
            return Ok(PyBytes::new(py, &bytes).into_any());
        }
        let text = self.source.text(py, node)?;
        if text.len()? > LONGEST {
            return Ok(py.None().into_bound(py));
        }
        let lower = text.call_method0(intern!(py, "lower"))?;
        // escapes may hide a uuid
        Ok(match uuid_bytes(lower.extract::<&str>()?.as_bytes()) {
            Some(bytes) => PyBytes::new(py, &bytes).into_any(),
            None => lower,
        })
    }

    fn kept(
        &self,
        number: usize,
        place: usize,
        known: &mut Known<'a, 'py>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let py = self.py;
        let node = self.source.tape[place];
        if node.kind & (kind::NULL | kind::BOOLEAN) != 0 {
            return self.source.value(py, place).map(Some);
        }
        if node.kind != kind::STRING {
            return Ok(None);
        }
        let raw = node.bytes(self.source.body);
        if let Some((before, text)) = known
            && *before == raw
        {
            return Ok(text.clone());
        }
        let text = self.source.text(py, node)?;
        let found = if self.fields.source == Some(number) {
            let wanted = text.to_str()?;
            let mut sources = self.sources.iter().map(|name| name.bind(py));
            sources.find(|name| name.to_str().is_ok_and(|name| name == wanted)).cloned()
        } else if text.len()? > LONGEST {
            None
        } else {
            Some(text)
        };
        let found = found.map(Bound::into_any);
        *known = Some((raw, found.clone()));
        Ok(found)
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
