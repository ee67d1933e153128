//! From a tape to Python objects, equal to those of `json.loads`.
#![forbid(unsafe_code)]

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString};

use deploy_contract_core::number;
use deploy_contract_core::places::Document;
use deploy_contract_core::tape::{Node, UNNAMED, flag, kind};
use deploy_contract_core::text::unescape;

/// The text, its tape, and the Python strings of declared names.
pub struct Source<'a> {
    pub body: &'a [u8],
    pub tape: &'a [Node],
    pub names: &'a [Py<PyString>],
}

impl<'a> Source<'a> {
    pub fn document(&self) -> Document<'a> {
        Document { body: self.body, tape: self.tape }
    }

    /// Return the value at `at`. It recurses as deep as the text nests, which a scan bounds.
    pub fn value<'py>(&self, py: Python<'py>, at: usize) -> PyResult<Bound<'py, PyAny>> {
        let node = self.tape[at];
        match node.kind {
            kind::STRING => Ok(self.text(py, node)?.into_any()),
            kind::INTEGER | kind::FRACTION => self.number(py, node),
            kind::BOOLEAN => Ok(PyBool::new(py, node.has(flag::TRUE)).to_owned().into_any()),
            kind::OBJECT => self.object(py, at),
            kind::ARRAY => self.array(py, at),
            _ => Ok(py.None().into_bound(py)),
        }
    }

    /// Return the text of a string.
    pub fn text<'py>(&self, py: Python<'py>, node: Node) -> PyResult<Bound<'py, PyString>> {
        let raw = node.bytes(self.body);
        if !node.has(flag::ESCAPED) {
            return PyString::from_bytes(py, raw);
        }
        let mut text = Vec::new();
        unescape(raw, &mut text).map_err(|_| PyValueError::new_err("not JSON"))?;
        PyString::from_bytes(py, &text)
    }

    fn number<'py>(&self, py: Python<'py>, node: Node) -> PyResult<Bound<'py, PyAny>> {
        let numeral = node.bytes(self.body);
        if node.has(flag::DECIMAL) && !node.has(flag::WIDE) {
            return Ok(number::nearest_double(numeral).into_pyobject(py)?.into_any());
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
        let mut item = at + 1;
        while item < self.tape[at].next as usize {
            items.append(self.value(py, item)?)?;
            item = self.tape[item].next as usize;
        }
        Ok(items.into_any())
    }

    fn object<'py>(&self, py: Python<'py>, at: usize) -> PyResult<Bound<'py, PyAny>> {
        let members = PyDict::new(py);
        let mut member = at + 1;
        while member < self.tape[at].next as usize {
            let found = self.tape[member];
            if found.name != UNNAMED {
                let name = self.names[found.name as usize].bind(py);
                members.set_item(name, self.value(py, member)?)?;
                member = found.next as usize;
                continue;
            }
            members.set_item(self.text(py, found)?, self.value(py, member + 1)?)?;
            member = self.tape[member + 1].next as usize;
        }
        Ok(members.into_any())
    }
}
