//! From a tape to Python objects, equal to those of `json.loads`.
#![forbid(unsafe_code)]

use deploy_contract_core::{Document, Node, flag, kind, nearest_double};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString};

/// The text, its tape, and the Python strings of declared names.
pub struct Source<'a> {
    pub document: Document<'a>,
    pub names: &'a [Py<PyString>],
}

impl Source<'_> {
    /// Return the value at `at`. It recurses as deep as the text nests, which a scan bounds.
    pub fn value<'py>(&self, py: Python<'py>, at: usize) -> PyResult<Bound<'py, PyAny>> {
        let node = self.document.tape[at];
        match node.kind {
            kind::STRING => Ok(self.text(py, at)?.into_any()),
            kind::INTEGER | kind::FRACTION => self.number(py, node),
            kind::BOOLEAN => Ok(PyBool::new(py, node.has(flag::TRUE)).to_owned().into_any()),
            kind::OBJECT => self.object(py, at),
            kind::ARRAY => self.array(py, at),
            _ => Ok(py.None().into_bound(py)),
        }
    }

    /// Return the text of a string.
    pub fn text<'py>(&self, py: Python<'py>, at: usize) -> PyResult<Bound<'py, PyString>> {
        let text = self.document.text(at).ok_or_else(|| PyValueError::new_err("not JSON"))?;
        PyString::from_bytes(py, &text)
    }

    fn number<'py>(&self, py: Python<'py>, node: Node) -> PyResult<Bound<'py, PyAny>> {
        let numeral = node.bytes(self.document.body);
        if node.has(flag::DECIMAL) && !node.has(flag::WIDE) {
            return Ok(nearest_double(numeral).into_pyobject(py)?.into_any());
        }
        let text = std::str::from_utf8(numeral).map_err(|_| PyValueError::new_err("not JSON"))?;
        if let Ok(integer) = text.parse::<i64>() {
            return Ok(integer.into_pyobject(py)?.into_any());
        }
        let is_decimal = node.has(flag::DECIMAL);
        let class = if is_decimal { py.get_type::<PyFloat>() } else { py.get_type::<PyInt>() };
        class.call1((text,))
    }

    fn array<'py>(&self, py: Python<'py>, at: usize) -> PyResult<Bound<'py, PyAny>> {
        let items = PyList::empty(py);
        for item in self.document.children(at) {
            items.append(self.value(py, item)?)?;
        }
        Ok(items.into_any())
    }

    fn object<'py>(&self, py: Python<'py>, at: usize) -> PyResult<Bound<'py, PyAny>> {
        let members = PyDict::new(py);
        for member in self.document.children(at) {
            let value = self.value(py, member)?;
            match self.document.unnamed_key(member) {
                Some(key) => members.set_item(PyString::from_bytes(py, &key)?, value)?,
                None => {
                    let name = self.document.tape[member].name;
                    members.set_item(self.names[name as usize].bind(py), value)?;
                }
            }
        }
        Ok(members.into_any())
    }
}
