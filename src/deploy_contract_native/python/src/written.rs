//! Python values as tapes: parsed documents, and facts about stored deployments.

use std::collections::HashMap;

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString};

use deploy_contract_core::names::Names;
use deploy_contract_core::places::Document;
use deploy_contract_core::scan::DEPTH;
use deploy_contract_core::tape::{Node, Writer, flag, kind};
use deploy_contract_core::wire::TextFault;
use deploy_contract_core::words::add_token;

/// Values of a document; one that repeats its parts holds more than it seems to.
const MOST_NODES: usize = 2_000_000;
/// A double holds no longer integer; readers differ on them.
const MOST_BITS: usize = 1024;
/// Bytes of a spelling that is kept once for each object that has it.
const SHORT: usize = 64;

/// A text and its tape.
pub struct Tape {
    pub body: Vec<u8>,
    pub nodes: Vec<Node>,
}

impl Tape {
    pub fn document(&self) -> Document<'_> {
        Document { body: &self.body, tape: &self.nodes }
    }
}

/// Why a value of a caller has no tape: a fault with its place, from the innermost token; or an
/// exception of Python.
enum Odd {
    Fault(&'static str, Option<usize>, Vec<String>),
    Raised(PyErr),
}

impl From<PyErr> for Odd {
    fn from(error: PyErr) -> Odd {
        Odd::Raised(error)
    }
}

impl Odd {
    fn within(mut self, token: impl FnOnce() -> String) -> Odd {
        if let Odd::Fault(_, _, path) = &mut self {
            path.push(token());
        }
        self
    }
}

fn odd<Made>(rule: &'static str, limit: Option<usize>) -> Result<Made, Odd> {
    Err(Odd::Fault(rule, limit, Vec::new()))
}

/// Return the tape of parsed JSON, or the rule of the wire that it breaks.
///
/// It must consist of exactly dict with str keys, list, str, int, float, bool and None, or of `numeral`,
/// which is a class of floats with a text.
pub fn parsed(
    value: &Bound<'_, PyAny>,
    names: &Names,
    numeral: &Bound<'_, PyAny>,
    longest: usize,
) -> PyResult<Result<Tape, TextFault>> {
    let mut writing = Writing::new(names, numeral, longest);
    match writing.value(value, 0) {
        Ok(()) => {
            let Writer { body, tape: nodes, .. } = writing.writer;
            Ok(Ok(Tape { body, nodes }))
        }
        Err(Odd::Raised(error)) => Err(error),
        Err(Odd::Fault(rule, limit, path)) => {
            let mut pointer = String::new();
            for token in path.iter().rev() {
                pointer.push('/');
                add_token(&mut pointer, token);
            }
            Ok(Err(TextFault { pointer, ..TextFault::new(rule, limit) }))
        }
    }
}

/// Return the tape of facts about a deployment, as far as `reads` asks for their members.
///
/// What is not JSON becomes a value that no schema knows, and that equals nothing.
pub fn facts(
    facts: &Bound<'_, PyDict>,
    names: &Names,
    numeral: &Bound<'_, PyAny>,
    reads: impl Fn(&[u8]) -> bool,
) -> PyResult<Tape> {
    let mut writer = Writer::new(names);
    writer.open(kind::OBJECT);
    for (key, member) in facts.iter() {
        let Ok(key) = key.cast_exact::<PyString>() else { continue };
        let Ok(key) = key.to_str() else { continue };
        if !reads(key.as_bytes()) {
            continue;
        }
        let start = writer.add(key.as_bytes());
        writer.key_at(start, key.len());
        let mut fact = Writing::new(names, numeral, usize::MAX);
        match fact.value(&member, 1) {
            Ok(()) => {
                let Writer { body, tape, .. } = &fact.writer;
                writer.copy(Document { body, tape }, 0);
            }
            Err(Odd::Raised(error)) => return Err(error),
            Err(Odd::Fault(..)) => writer.literal(0, 0),
        }
    }
    writer.close();
    let Writer { body, tape: nodes, .. } = writer;
    Ok(Tape { body, nodes })
}

struct Writing<'a, 'py> {
    writer: Writer<'a>,
    numeral: &'a Bound<'py, PyAny>,
    /// Characters of a text.
    longest: usize,
    nodes: usize,
    /// Places of long spellings, by the addresses of their objects, which live as long as the value.
    known: HashMap<usize, (usize, usize)>,
}

impl<'a, 'py> Writing<'a, 'py> {
    fn new(names: &'a Names, numeral: &'a Bound<'py, PyAny>, longest: usize) -> Writing<'a, 'py> {
        Writing { writer: Writer::new(names), numeral, longest, nodes: 0, known: HashMap::new() }
    }

    /// Write a value. It recurses as deep as the value nests, which is bounded.
    fn value(&mut self, value: &Bound<'_, PyAny>, depth: usize) -> Result<(), Odd> {
        self.nodes += 1;
        if self.nodes > MOST_NODES {
            return odd("yaml-size", Some(MOST_NODES));
        }
        if let Ok(text) = value.cast_exact::<PyString>() {
            let (start, size) = self.text(text)?;
            self.writer.text_at(start, size);
        } else if let Ok(object) = value.cast_exact::<PyDict>() {
            if depth == DEPTH {
                return odd("json-depth", Some(DEPTH));
            }
            for key in object.keys() {
                let Ok(key) = key.cast_exact::<PyString>() else { return odd("json-value", None) };
                self.checked(key)?;
            }
            self.writer.open(kind::OBJECT);
            for (key, member) in object.iter() {
                let text = key.cast_exact::<PyString>().map_err(PyErr::from)?;
                let (start, size) = self.text(text)?;
                self.writer.key_at(start, size);
                let token = || text.to_string_lossy().into_owned();
                self.value(&member, depth + 1).map_err(|odd| placed(odd, token))?;
            }
            self.writer.close();
        } else if let Ok(array) = value.cast_exact::<PyList>() {
            if depth == DEPTH {
                return odd("json-depth", Some(DEPTH));
            }
            self.writer.open(kind::ARRAY);
            for (index, item) in array.iter().enumerate() {
                let token = || index.to_string();
                self.value(&item, depth + 1).map_err(|odd| placed(odd, token))?;
            }
            self.writer.close();
        } else {
            return self.scalar(value);
        }
        Ok(())
    }

    fn scalar(&mut self, value: &Bound<'_, PyAny>) -> Result<(), Odd> {
        if value.is_none() {
            self.writer.literal(kind::NULL, 0);
        } else if let Ok(truth) = value.cast_exact::<PyBool>() {
            self.writer.literal(kind::BOOLEAN, if truth.is_true() { flag::TRUE } else { 0 });
        } else if value.is_exact_instance_of::<PyInt>() {
            if let Ok(number) = value.extract::<i64>() {
                self.numeral(value, &number.to_string());
            } else {
                let bits: usize =
                    value.call_method0(intern!(value.py(), "bit_length"))?.extract()?;
                if bits > MOST_BITS {
                    return odd("json-value", None);
                }
                self.numeral(value, value.str()?.to_str()?);
            }
        } else if value.is_exact_instance_of::<PyFloat>() {
            let number: f64 = value.extract()?;
            if number.is_nan() {
                return odd("json-constant", None);
            }
            match number.is_finite() {
                true => self.numeral(value, value.repr()?.to_str()?),
                false => self.numeral(value, if number > 0.0 { "1e999" } else { "-1e999" }),
            }
        } else if value.get_type().is(self.numeral) {
            let text = value.getattr(intern!(value.py(), "text"))?.extract::<String>()?;
            self.numeral(value, &text);
        } else {
            return odd("json-value", None);
        }
        Ok(())
    }

    fn numeral(&mut self, value: &Bound<'_, PyAny>, text: &str) {
        let (start, size) = self.spelling(value, text);
        self.writer.number_at(start, size);
    }

    /// Return the place of a text in the body.
    fn text(&mut self, text: &Bound<'_, PyString>) -> Result<(usize, usize), Odd> {
        let spelling = self.checked(text)?;
        Ok(self.spelling(text.as_any(), spelling))
    }

    fn checked<'t>(&self, text: &'t Bound<'_, PyString>) -> Result<&'t str, Odd> {
        let Ok(spelling) = text.to_str() else { return odd("json-surrogate", None) };
        if spelling.len() > self.longest && text.len()? > self.longest {
            return odd("json-string-length", Some(self.longest));
        }
        Ok(spelling)
    }

    fn spelling(&mut self, object: &Bound<'_, PyAny>, text: &str) -> (usize, usize) {
        if text.len() <= SHORT {
            return (self.writer.add(text.as_bytes()), text.len());
        }
        let writer = &mut self.writer;
        let add = || (writer.add(text.as_bytes()), text.len());
        *self.known.entry(object.as_ptr() as usize).or_insert_with(add)
    }
}

/// Return the same fault within a member or item. Faults of a whole document have no place.
fn placed(odd: Odd, token: impl FnOnce() -> String) -> Odd {
    match odd {
        Odd::Fault("json-depth" | "yaml-size", ..) => odd,
        _ => odd.within(token),
    }
}
