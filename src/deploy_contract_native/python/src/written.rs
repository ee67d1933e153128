//! Python values as tapes: parsed documents, and facts about stored deployments.

use std::collections::HashMap;

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString};

use crate::judge::Makers;
use deploy_contract_core::{DEPTH, Document, Names, Node, Stored, Writer, flag, kind};

/// Values of a document; one that repeats its parts holds more than it seems to.
const MOST_NODES: usize = 2_000_000;
/// Bytes of all texts: nodes have offsets of 32 bits.
const MOST_BYTES: usize = 1 << 31;
/// Bytes of a text that is written once for each object that has it.
const SHORT: usize = 64;
/// A double holds no longer integer; readers differ on them.
const MOST_BITS: usize = 1024;

/// A text and its tape.
pub struct Tape {
    body: Vec<u8>,
    nodes: Vec<Node>,
}

impl Tape {
    pub fn document(&self) -> Document<'_> {
        Document { body: &self.body, tape: &self.nodes }
    }
}

/// Return a stored deployment from the tape of facts about it.
pub fn stored(facts: Option<&Tape>) -> Stored<'_> {
    Stored::whole(facts.map(Tape::document))
}

/// Return the tape of parsed JSON; None for any other value, or for one that is too large.
///
/// It must consist of exactly dict with str keys, list, str, int, float, bool and None, or of `numeral`,
/// which is a class of floats with a text. `longest`: characters of a text.
pub fn parsed(
    value: &Bound<'_, PyAny>,
    names: &Names,
    numeral: &Bound<'_, PyAny>,
    longest: usize,
) -> Option<Tape> {
    let mut writing = Writing::new(names, numeral, longest, true);
    writing.value(value, 0)?;
    Some(writing.tape())
}

/// Return the tape of facts about a deployment, as far as `reads` asks for their members.
///
/// `plain` makes JSON of models and members of enums. What is not JSON even then becomes a value that
/// no schema knows, and that equals nothing.
pub fn facts(
    facts: &Bound<'_, PyDict>,
    names: &Names,
    Makers { numeral, plain_facts, .. }: &Makers,
    reads: impl Fn(&[u8]) -> bool,
) -> Tape {
    let numeral = numeral.bind(facts.py());
    let mut writing = Writing::new(names, numeral, usize::MAX, true);
    if writing.object(facts, 0, &reads).is_some() {
        return writing.tape();
    }
    let plain = plain_facts.bind(facts.py()).call1((facts,));
    let plain = plain.ok().and_then(|plain| plain.cast_into::<PyDict>().ok());
    let mut writing = Writing::new(names, numeral, usize::MAX, false);
    let _ = writing.object(plain.as_ref().unwrap_or(facts), 0, &reads);
    writing.tape()
}

struct Writing<'a, 'py> {
    writer: Writer<'a>,
    numeral: &'a Bound<'py, PyAny>,
    longest: usize,
    /// The places of long texts, by the objects that have them.
    known: HashMap<usize, usize>,
    /// False if what is not JSON is written too.
    is_strict: bool,
}

impl<'a, 'py> Writing<'a, 'py> {
    fn new(
        names: &'a Names,
        numeral: &'a Bound<'py, PyAny>,
        longest: usize,
        is_strict: bool,
    ) -> Self {
        let (writer, known) = (Writer::new(names), HashMap::new());
        Writing { writer, numeral, longest, known, is_strict }
    }

    fn tape(self) -> Tape {
        let Writer { body, tape: nodes, .. } = self.writer;
        Tape { body, nodes }
    }

    /// Write a value. It recurses as deep as the value nests, which is bounded.
    fn value(&mut self, value: &Bound<'_, PyAny>, depth: usize) -> Option<()> {
        if self.writer.tape.len() >= MOST_NODES || self.writer.body.len() >= MOST_BYTES {
            return None;
        }
        if let Ok(text) = value.cast_exact::<PyString>()
            && let Some(text) = self.checked(text)
        {
            let start = self.place(value, text);
            self.writer.text_at(start, text.len());
        } else if let Ok(object) = value.cast_exact::<PyDict>()
            && depth < DEPTH
        {
            self.object(object, depth, |_| true)?;
        } else if let Ok(array) = value.cast_exact::<PyList>()
            && depth < DEPTH
        {
            self.writer.open(kind::ARRAY);
            for item in array.iter() {
                self.value(&item, depth + 1)?;
            }
            self.writer.close();
        } else if value.is_none() {
            self.writer.literal(kind::NULL, 0);
        } else if let Ok(truth) = value.cast_exact::<PyBool>() {
            self.writer.literal(kind::BOOLEAN, if truth.is_true() { flag::TRUE } else { 0 });
        } else if let Some(numeral) = self.numeral(value) {
            let start = self.place(value, &numeral);
            self.writer.number_at(start, numeral.len());
        } else if self.is_strict {
            return None;
        } else {
            self.writer.literal(0, 0);
        }
        Some(())
    }

    fn object(
        &mut self,
        object: &Bound<'_, PyDict>,
        depth: usize,
        reads: impl Fn(&[u8]) -> bool,
    ) -> Option<()> {
        self.writer.open(kind::OBJECT);
        for (key, member) in object.iter() {
            let text = key.cast_exact::<PyString>().ok().and_then(|key| self.checked(key));
            match text {
                Some(text) if reads(text.as_bytes()) => {
                    let start = self.place(&key, text);
                    self.writer.key_at(start, text.len());
                    self.value(&member, depth + 1)?;
                }
                None if self.is_strict => return None,
                _ => {}
            }
        }
        self.writer.close();
        Some(())
    }

    /// Return the place of the text of an object. An object may come again and again.
    fn place(&mut self, object: &Bound<'_, PyAny>, text: &str) -> usize {
        let mut add = || self.writer.add(text.as_bytes());
        match text.len() > SHORT {
            true => *self.known.entry(object.as_ptr() as usize).or_insert_with(add),
            false => add(),
        }
    }

    fn checked<'t>(&self, text: &'t Bound<'_, PyString>) -> Option<&'t str> {
        let spelling = text.to_str().ok()?;
        let is_long = spelling.len() > self.longest && text.len().ok()? > self.longest;
        (!is_long).then_some(spelling)
    }

    /// Return the spelling of a number in JSON.
    fn numeral(&self, value: &Bound<'_, PyAny>) -> Option<String> {
        if value.is_exact_instance_of::<PyInt>() {
            if let Ok(number) = value.extract::<i64>() {
                return Some(number.to_string());
            }
            let bits = value.call_method0(intern!(value.py(), "bit_length")).ok()?;
            let is_long = bits.extract::<usize>().ok()? > MOST_BITS;
            return if is_long { None } else { value.str().ok()?.extract().ok() };
        }
        if value.is_exact_instance_of::<PyFloat>() {
            let number: f64 = value.extract().ok()?;
            return match number.is_finite() {
                true => value.repr().ok()?.extract().ok(),
                false if number.is_nan() => None,
                false => Some(if number > 0.0 { "1e999" } else { "-1e999" }.into()),
            };
        }
        let is_numeral = value.get_type().is(self.numeral);
        is_numeral.then(|| value.getattr(intern!(value.py(), "text")).ok()?.extract().ok())?
    }
}
