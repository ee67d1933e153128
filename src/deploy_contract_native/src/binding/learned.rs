//! Rows of the learned fields of the documents in a text.

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};

use crate::learn::{Fields, uuid_bytes};
use crate::tape::kind;
use crate::value::Source;

/// The learned fields of documents of a program.
#[pyclass(frozen, name = "Fields", module = "deploy_contract_native")]
pub struct PyFields {
    pub fields: Fields,
    pub count: usize,
    pub longest: usize,
    pub source: Option<usize>,
    pub sources: Py<PyDict>,
    pub missing: Py<PyAny>,
}

/// The bytes of a text, and its Python string.
pub type Known<'a, 'py> = Option<(&'a [u8], Bound<'py, PyAny>)>;

impl PyFields {
    /// Return the row of a document: the key of its identity, then its fields.
    pub fn row<'a, 'py>(
        &self,
        py: Python<'py>,
        source: &Source<'a>,
        places: &[Option<usize>],
        known: &mut [Known<'a, 'py>],
    ) -> PyResult<Bound<'py, PyTuple>> {
        let mut row = Vec::with_capacity(places.len());
        for (number, (place, known)) in places.iter().zip(known).enumerate() {
            row.push(match place {
                Some(place) if number == 0 => self.key(py, source, *place)?,
                None if number == 0 => py.None().into_bound(py),
                Some(place) => self.kept(py, source, number, *place, known)?,
                None => self.missing.bind(py).clone(),
            });
        }
        PyTuple::new(py, row)
    }

    fn key<'py>(
        &self,
        py: Python<'py>,
        source: &Source,
        place: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let node = source.tape[place];
        if node.kind != kind::STRING {
            return Ok(py.None().into_bound(py));
        }
        if let Some(bytes) = uuid_bytes(node.bytes(source.body)) {
            return Ok(PyBytes::new(py, &bytes).into_any());
        }
        let text = source.text(py, node)?;
        if text.len()? > self.longest {
            return Ok(py.None().into_bound(py));
        }
        let lower = text.call_method0(intern!(py, "lower"))?;
        // escapes may hide a uuid
        Ok(match uuid_bytes(lower.extract::<&str>()?.as_bytes()) {
            Some(bytes) => PyBytes::new(py, &bytes).into_any(),
            None => lower,
        })
    }

    fn kept<'a, 'py>(
        &self,
        py: Python<'py>,
        source: &Source<'a>,
        number: usize,
        place: usize,
        known: &mut Known<'a, 'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let node = source.tape[place];
        if node.kind & (kind::NULL | kind::BOOLEAN) != 0 {
            return source.value(py, place);
        }
        if node.kind != kind::STRING {
            return Ok(self.missing.bind(py).clone());
        }
        let raw = node.bytes(source.body);
        if let Some((before, text)) = known
            && *before == raw
        {
            return Ok(text.clone());
        }
        let text = source.text(py, node)?;
        let found = if self.source == Some(number) {
            self.sources.bind(py).get_item(&text)?
        } else if text.len()? > self.longest {
            None
        } else {
            Some(text.into_any())
        };
        let found = found.unwrap_or_else(|| self.missing.bind(py).clone());
        *known = Some((raw, found.clone()));
        Ok(found)
    }
}
