//! Rows of the learned fields of the documents in a text.

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString, PyTuple};

use crate::value::Source;
use deploy_contract_core::learn::{Fields, uuid_bytes};
use deploy_contract_core::tape::kind;

/// Longer texts are not kept.
const LONGEST: usize = 512;

/// The bytes of a text, and its Python string.
type Known<'a, 'py> = Option<(&'a [u8], Bound<'py, PyAny>)>;

/// Makes rows of the documents in a text.
pub struct Rows<'a, 'py> {
    pub source: Source<'a>,
    pub fields: &'a Fields,
    /// The numbers of the fields that a row has.
    pub columns: Vec<usize>,
    /// The sources of the contract. No other source is kept.
    pub sources: &'a [Py<PyString>],
    /// Stands for what is not kept.
    pub missing: &'a Bound<'py, PyAny>,
}

impl<'a, 'py> Rows<'a, 'py> {
    /// Return a row for each document: the key of its identity, then its fields.
    pub fn all(&self) -> PyResult<Bound<'py, PyList>> {
        let py = self.missing.py();
        // the last text of each field, and its Python string
        let mut known = vec![None; self.fields.count()];
        let found = PyList::empty(py);
        for places in self.fields.rows(self.source.document()) {
            let mut row = Vec::with_capacity(self.columns.len());
            for &number in &self.columns {
                row.push(match places[number] {
                    Some(place) if number == 0 => self.key(place)?,
                    None if number == 0 => py.None().into_bound(py),
                    Some(place) => self.kept(number, place, &mut known[number])?,
                    None => self.missing.clone(),
                });
            }
            found.append(PyTuple::new(py, row)?)?;
        }
        Ok(found)
    }

    fn key(&self, place: usize) -> PyResult<Bound<'py, PyAny>> {
        let py = self.missing.py();
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
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = self.missing.py();
        let node = self.source.tape[place];
        if node.kind & (kind::NULL | kind::BOOLEAN) != 0 {
            return self.source.value(py, place);
        }
        if node.kind != kind::STRING {
            return Ok(self.missing.clone());
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
        let found = found.map_or_else(|| self.missing.clone(), Bound::into_any);
        *known = Some((raw, found.clone()));
        Ok(found)
    }
}
