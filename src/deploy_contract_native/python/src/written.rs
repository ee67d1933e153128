//! Python values as tapes: parsed documents, and facts about stored deployments.

use std::collections::HashMap;

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString};

use crate::judge::Makers;
use deploy_contract_core::{
    DEPTH, Document, Names, Node, Stored, UNNAMED, flag, kind, scan_number,
};

/// Values that are written of a document: a small document may refer to one part many times.
const MAX_NODES: usize = 2_000_000;
/// Bytes of all texts: nodes have offsets of 32 bits.
const MAX_BYTES: usize = 1 << 31;
/// Down to this depth of a stored deployment, a member that is too large is unknown, and the members
/// around it stay known.
const OUTER: usize = 2;
/// At first, there is room for this many bytes of texts, and for an eighth as many values.
const FIRST: usize = 128;
/// Texts of more bytes are written once for each Python object. Shorter texts are written each time.
const SHORT: usize = 64;
/// A double holds no longer integer; readers differ on them.
const MAX_BITS: usize = 1024;

/// The kind and flags of a value that no schema knows and that equals none.
const UNKNOWN: (u8, u8) = (0, 0);

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
    facts.map_or(Stored::Missing, |facts| Stored::of(facts.document(), 0))
}

/// Return the tape of parsed JSON; None for any other value, or for one that is too large.
///
/// It must consist of exactly dict with str keys, list, str, int, float, bool and None, or of
/// `numeral`, which is a class of floats with a text. `longest`: characters of a text.
pub fn parsed(
    value: &Bound<'_, PyAny>,
    names: &Names,
    numeral: &Bound<'_, PyAny>,
    longest: usize,
) -> Option<Tape> {
    let mut writing = Writing::new(names, numeral, longest, true);
    writing.value(value, UNNAMED, 0)?;
    Some(writing.tape)
}

/// Return the tape of facts about a deployment, given the names of a kind of document. `reads` returns
/// true for the number of a name if its member is needed.
///
/// `plain_facts` makes JSON of models and members of enums, or raises. Any other value becomes a value
/// that no schema knows and that equals nothing. The same holds for a member that is too large.
pub fn facts(
    facts: &Bound<'_, PyAny>,
    names: (&Names, &[Py<PyString>]),
    Makers { numeral, plain_facts, .. }: &Makers,
    reads: impl Fn(Option<u16>) -> bool,
) -> PyResult<Tape> {
    let (numeral, (names, texts)) = (numeral.bind(facts.py()), names);
    let mut writing = Writing::new(names, numeral, usize::MAX, true);
    if let Ok(facts) = facts.cast_exact::<PyDict>()
        && writing.object(facts, UNNAMED, 0, &reads).is_some()
    {
        return Ok(writing.tape);
    }
    let is_read = |(number, _): &(usize, _)| reads(Some(*number as u16));
    let needed = || texts.iter().enumerate().filter(is_read).map(|(_, text)| text).collect();
    let needed: Option<Vec<_>> = (!reads(None)).then(needed);
    let plain = plain_facts.bind(facts.py()).call1((facts, needed))?.cast_into()?;
    let mut writing = Writing::new(names, numeral, usize::MAX, false);
    let _ = writing.object(&plain, UNNAMED, 0, &reads); // it never fails
    Ok(writing.tape)
}

struct Writing<'a, 'py> {
    tape: Tape,
    names: &'a Names,
    numeral: &'a Bound<'py, PyAny>,
    longest: usize,
    /// The places of long texts, by the objects that have them.
    known: HashMap<usize, usize>,
    /// False if values that are not JSON are written, too.
    is_strict: bool,
}

impl<'a, 'py> Writing<'a, 'py> {
    fn new(
        names: &'a Names,
        numeral: &'a Bound<'py, PyAny>,
        longest: usize,
        is_strict: bool,
    ) -> Self {
        let tape = Tape { body: Vec::with_capacity(FIRST), nodes: Vec::with_capacity(FIRST / 8) };
        Writing { tape, names, numeral, longest, known: HashMap::new(), is_strict }
    }

    /// Write the value of a member, or an item. It recurses as deep as the value nests, which is
    /// bounded.
    fn value(&mut self, value: &Bound<'_, PyAny>, name: u16, depth: usize) -> Option<()> {
        if self.tape.nodes.len() >= MAX_NODES || self.tape.body.len() >= MAX_BYTES {
            return None;
        }
        if let Ok(text) = value.cast_exact::<PyString>()
            && let Some(text) = self.checked(text)
        {
            let start = self.place(value, text);
            self.add((kind::STRING, 0), name, start, text.len());
        } else if let Ok(object) = value.cast_exact::<PyDict>()
            && depth < DEPTH
        {
            self.object(object, name, depth, |_| true)?;
        } else if let Ok(array) = value.cast_exact::<PyList>()
            && depth < DEPTH
        {
            let (node, mut size) = (self.add((kind::ARRAY, 0), name, 0, 0), 0);
            for item in array.iter() {
                self.value(&item, UNNAMED, depth + 1)?;
                size += 1;
            }
            self.close(node, size);
        } else if value.is_none() {
            self.add((kind::NULL, 0), name, 0, 0);
        } else if let Ok(truth) = value.cast_exact::<PyBool>() {
            let flags = if truth.is_true() { flag::TRUE } else { 0 };
            self.add((kind::BOOLEAN, flags), name, 0, 0);
        } else if let Some(numeral) = self.numeral(value) {
            let start = self.place(value, &numeral);
            let found = scan_number(numeral.as_bytes(), 0);
            let found = found.filter(|found| found.end == numeral.len() && !found.is_long);
            let kind = found.map_or(UNKNOWN, |found| (found.kind, found.flags));
            self.add(kind, name, start, numeral.len());
        } else if self.is_strict {
            return None;
        } else {
            self.add(UNKNOWN, name, 0, 0);
        }
        Some(())
    }

    /// Write an object, as far as `reads` asks for its members.
    fn object(
        &mut self,
        object: &Bound<'_, PyDict>,
        name: u16,
        depth: usize,
        reads: impl Fn(Option<u16>) -> bool,
    ) -> Option<()> {
        let (node, mut size) = (self.add((kind::OBJECT, 0), name, 0, 0), 0);
        for (key, member) in object.iter() {
            let text = key.cast_exact::<PyString>().ok().and_then(|key| self.checked(key));
            match text {
                Some(text) => {
                    let name = self.names.find(text.as_bytes());
                    if !reads(name) {
                        continue;
                    }
                    let name = name.unwrap_or_else(|| {
                        let start = self.place(&key, text);
                        self.add((kind::KEY, 0), UNNAMED, start, text.len());
                        UNNAMED
                    });
                    self.member(&member, name, depth + 1)?;
                    size += 1;
                }
                None if self.is_strict => return None,
                None => {}
            }
        }
        self.close(node, size);
        Some(())
    }

    /// Write the value of a member. One that is too large leaves nothing but its name.
    fn member(&mut self, value: &Bound<'_, PyAny>, name: u16, depth: usize) -> Option<()> {
        let (bytes, nodes) = (self.tape.body.len(), self.tape.nodes.len());
        if self.value(value, name, depth).is_none() {
            if self.is_strict || depth > OUTER {
                return None;
            }
            self.tape.body.truncate(bytes);
            self.tape.nodes.truncate(nodes);
            self.known.retain(|_, start| *start < bytes);
            self.add(UNKNOWN, name, 0, 0);
        }
        Some(())
    }

    /// Add a node, given its kind and flags. Return its place.
    fn add(&mut self, of: (u8, u8), name: u16, start: usize, size: usize) -> usize {
        let ((kind, flags), at) = (of, self.tape.nodes.len());
        let (start, size, next) = (start as u32, size as u32, at as u32 + 1);
        self.tape.nodes.push(Node { kind, flags, name, start, size, next });
        at
    }

    /// End an array or object.
    fn close(&mut self, node: usize, size: u32) {
        let next = self.tape.nodes.len() as u32;
        self.tape.nodes[node] = Node { size, next, ..self.tape.nodes[node] };
    }

    /// Return the place of the text of an object. An object may come again and again.
    fn place(&mut self, object: &Bound<'_, PyAny>, text: &str) -> usize {
        let mut add = || {
            self.tape.body.extend_from_slice(text.as_bytes());
            self.tape.body.len() - text.len()
        };
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
            let is_long = bits.extract::<usize>().ok()? > MAX_BITS;
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
