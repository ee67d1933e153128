//! The tape: a JSON text as a flat list of nodes that point into the text.

use crate::names::Names;
use crate::number::scan_number;
use crate::places::Document;

/// Kinds of value, one bit each, so that a set of kinds is a sum.
pub mod kind {
    pub const NULL: u8 = 1;
    pub const BOOLEAN: u8 = 2;
    /// A number without a fraction, such as `1`, `1.0` and `1e2`.
    pub const INTEGER: u8 = 4;
    pub const FRACTION: u8 = 8;
    pub const STRING: u8 = 16;
    pub const ARRAY: u8 = 32;
    pub const OBJECT: u8 = 64;
    /// The key of an undeclared member. The node after it is the value of the member.
    pub const KEY: u8 = 128;
    /// The sum of all kinds of value.
    pub const ANY: u8 = 127;
}

/// Properties of a node beside its kind, one bit each.
pub mod flag {
    /// The string has an escape, so its bytes are not its text.
    pub const ESCAPED: u8 = 1;
    /// The boolean is true.
    pub const TRUE: u8 = 2;
    /// The number may lie outside of ±(10^15 - 1).
    pub const WIDE: u8 = 4;
    /// The number is written with a point or an exponent.
    pub const DECIMAL: u8 = 8;
}

/// The name of a member that no schema of the program declares, and of items.
pub const UNNAMED: u16 = u16::MAX;

/// One value of the text, or the key of an undeclared member.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Node {
    /// One bit of [`kind`].
    pub kind: u8,
    /// Bits of [`flag`].
    pub flags: u8,
    /// The declared name of the member, if it has one.
    pub name: u16,
    /// Offset of the first byte; of a string, of the byte after its quote.
    pub start: u32,
    /// Bytes of a scalar or key; members of an object; items of an array.
    pub size: u32,
    /// Index of the node after this value and all that is in it.
    pub next: u32,
}

impl Node {
    /// Return the bytes of a scalar or key, without quotes.
    pub fn bytes<'a>(&self, body: &'a [u8]) -> &'a [u8] {
        let start = self.start as usize;
        &body[start..start + self.size as usize]
    }

    /// Return true if the node has a flag.
    pub fn has(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }
}

/// A text and its tape, written value by value.
#[derive(Debug)]
pub struct Writer<'a> {
    pub body: Vec<u8>,
    pub tape: Vec<Node>,
    names: &'a Names,
    /// The name of the member whose value comes next.
    name: u16,
    /// The nodes of the arrays and objects that are not closed.
    open: Vec<usize>,
}

impl<'a> Writer<'a> {
    /// Make a writer of tapes that have the numbers of some names.
    pub fn new(names: &'a Names) -> Writer<'a> {
        Writer { body: Vec::new(), tape: Vec::new(), names, name: UNNAMED, open: Vec::new() }
    }

    /// Return what is written so far.
    pub fn document(&self) -> Document<'_> {
        Document { body: &self.body, tape: &self.tape }
    }

    /// Begin an array or an object.
    pub fn open(&mut self, kind: u8) {
        self.push(kind, 0, self.body.len(), 0);
        self.open.push(self.tape.len() - 1);
    }

    /// End the last array or object that was begun.
    pub fn close(&mut self) {
        let next = self.tape.len() as u32;
        if let Some(node) = self.open.pop() {
            self.tape[node].next = next;
        }
    }

    /// Write a key that the body has already. The value of the member must come next.
    pub fn key_at(&mut self, start: usize, size: usize) {
        match self.names.find(&self.body[start..start + size]) {
            Some(name) => self.name = name,
            None => self.add_node(kind::KEY, 0, UNNAMED, start, size),
        }
    }

    /// Write the key of a member by its number.
    pub fn name(&mut self, name: u16) {
        self.name = name;
    }

    pub fn text(&mut self, text: &[u8]) {
        let start = self.add(text);
        self.text_at(start, text.len());
    }

    /// Write a text that the body has already.
    pub fn text_at(&mut self, start: usize, size: usize) {
        self.push(kind::STRING, 0, start, size);
    }

    /// Write null, a boolean, or with kind 0 a value that no schema knows and that equals none.
    pub fn literal(&mut self, kind: u8, flags: u8) {
        self.push(kind, flags, self.body.len(), 0);
    }

    /// Write the number whose spelling the body has already. If it is not a number of JSON, write a
    /// value that no schema knows.
    pub fn number_at(&mut self, start: usize, size: usize) {
        match scan_number(&self.body[..start + size], start) {
            Ok(found) if found.end == start + size => {
                self.push(found.kind, found.flags, start, size);
            }
            _ => self.literal(0, 0),
        }
    }

    /// Write a copy of a value whose tape has the same names.
    pub fn copy(&mut self, from: Document, at: usize) {
        let node = from.tape[at];
        if node.kind & (kind::ARRAY | kind::OBJECT) != 0 {
            self.open(node.kind);
            from.children(at).for_each(|value| self.copy_member(from, value));
            self.close();
        } else {
            let start = self.add(node.bytes(from.body));
            self.push(node.kind, node.flags, start, node.size as usize);
        }
    }

    /// Write a copy of an item, or of a member with its key.
    pub fn copy_member(&mut self, from: Document, value: usize) {
        let (name, key) = (from.tape[value].name, from.tape[value - 1]);
        if name == UNNAMED && key.kind == kind::KEY {
            let start = self.add(key.bytes(from.body));
            self.add_node(kind::KEY, key.flags, UNNAMED, start, key.size as usize);
        }
        self.name = name;
        self.copy(from, value);
    }

    /// Return the offset of some bytes, added to the body.
    pub fn add(&mut self, bytes: &[u8]) -> usize {
        self.body.extend_from_slice(bytes);
        self.body.len() - bytes.len()
    }

    fn push(&mut self, kind: u8, flags: u8, start: usize, size: usize) {
        if let Some(&around) = self.open.last() {
            self.tape[around].size += 1;
        }
        let name = std::mem::replace(&mut self.name, UNNAMED);
        self.add_node(kind, flags, name, start, size);
    }

    fn add_node(&mut self, kind: u8, flags: u8, name: u16, start: usize, size: usize) {
        let (start, size, next) = (start as u32, size as u32, self.tape.len() as u32 + 1);
        self.tape.push(Node { kind, flags, name, start, size, next });
    }
}
