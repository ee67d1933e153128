//! Places in documents: fields, and patterns of them, found along a tape.

use std::borrow::Cow;

use crate::contract::Fault;
use crate::names::Names;
use crate::program::Compiler;
use crate::tape::{Node, UNNAMED, flag, kind};
use crate::text::unescape;
use crate::words::add_token;

/// The token that stands for every item of an array, and in some patterns every member of an object.
pub const EVERY: &str = "*";
/// The place of a field that is not there.
pub const NOWHERE: u32 = u32::MAX;

/// A text and its tape.
#[derive(Clone, Copy, Debug)]
pub struct Document<'a> {
    pub body: &'a [u8],
    pub tape: &'a [Node],
}

impl<'a> Document<'a> {
    /// Return a text in UTF-8; None for other values.
    pub fn text(&self, at: usize) -> Option<Cow<'a, [u8]>> {
        if self.tape[at].kind == kind::STRING { self.text_at(at) } else { None }
    }

    /// Return the text of a string or key in UTF-8.
    pub fn text_at(&self, at: usize) -> Option<Cow<'a, [u8]>> {
        let node = self.tape[at];
        let raw = node.bytes(self.body);
        if !node.has(flag::ESCAPED) {
            return Some(Cow::Borrowed(raw));
        }
        let mut decoded = Vec::new();
        unescape(raw, &mut decoded).ok()?;
        Some(Cow::Owned(decoded))
    }

    /// Return true if the value is a text that is among some.
    pub fn is_among(&self, at: usize, texts: &[Box<[u8]>]) -> bool {
        self.text(at).is_some_and(|text| texts.iter().any(|one| **one == *text))
    }

    /// Call a function for each member of an object, with its name and the place of its value.
    ///
    /// Members whose name no program has are left out.
    #[inline(always)]
    fn each_member(&self, at: usize, mut look: impl FnMut(u16, usize) -> bool) -> bool {
        let object = self.tape[at];
        if object.kind != kind::OBJECT {
            return true;
        }
        let mut member = at + 1;
        while member < object.next as usize {
            let node = self.tape[member];
            if node.name == UNNAMED {
                member = self.tape[member + 1].next as usize;
                continue;
            }
            if !look(node.name, member) {
                return false;
            }
            member = node.next as usize;
        }
        true
    }

    /// Call a function for each item or member: with the place of its key if no program has its name,
    /// and the place of its value. It returns false to end. Return true unless it did.
    pub fn each_child(
        &self,
        at: usize,
        mut look: impl FnMut(Option<usize>, usize) -> bool,
    ) -> bool {
        let mut child = at + 1;
        while child < self.tape[at].next as usize {
            let is_key = self.tape[child].kind == kind::KEY;
            let value = child + usize::from(is_key);
            if !look(is_key.then_some(child), value) {
                return false;
            }
            child = self.tape[value].next as usize;
        }
        true
    }

    /// Return the text of the key of the member whose value is at `value`; None for an item.
    pub fn key(&self, names: &'a Names, value: usize) -> Option<Cow<'a, str>> {
        let name = self.tape[value].name;
        if name != UNNAMED {
            return std::str::from_utf8(names.get(name)).ok().map(Cow::Borrowed);
        }
        let key = self.tape[value.checked_sub(1)?];
        if key.kind != kind::KEY {
            return None;
        }
        self.str(value - 1)
    }

    /// Return the text of a string or key.
    pub fn str(&self, at: usize) -> Option<Cow<'a, str>> {
        match self.text_at(at)? {
            Cow::Borrowed(text) => std::str::from_utf8(text).ok().map(Cow::Borrowed),
            Cow::Owned(text) => String::from_utf8(text).ok().map(Cow::Owned),
        }
    }

    /// Return the place that a path through the members of objects leads to.
    pub fn find(&self, at: usize, path: &[u16]) -> Option<usize> {
        path.iter().try_fold(at, |at, &name| self.member(at, name))
    }

    /// Return the place of the value of a member of an object.
    pub fn member(&self, at: usize, name: u16) -> Option<usize> {
        let mut found = None;
        self.each_member(at, |own, place| {
            found = (own == name).then_some(place);
            found.is_none()
        });
        found
    }
}

/// Fields of a kind of document, found together in one walk along the objects around them.
///
/// A field has a number. That of the whole document is 0.
#[derive(Debug)]
pub struct Fields {
    /// For each field, its members that lead to fields: their numbers by name, 0 for none.
    rows: Vec<Vec<u16>>,
}

impl Default for Fields {
    fn default() -> Fields {
        Fields { rows: vec![Vec::new()] }
    }
}

impl Fields {
    /// Return the number of a field, added if it is new.
    pub fn add(&mut self, tokens: &[String], compiler: &mut Compiler) -> Result<usize, Fault> {
        let mut field = 0;
        for token in tokens {
            field = self.add_below(field, token, compiler)?;
        }
        Ok(field)
    }

    /// Return the number of a member of a field.
    pub fn add_below(
        &mut self,
        field: usize,
        token: &str,
        compiler: &mut Compiler,
    ) -> Result<usize, Fault> {
        let name = compiler.name(token)? as usize;
        let made = self.rows.len();
        if made >= u16::MAX as usize {
            return Err(Fault::new("rules name too many fields"));
        }
        let row = &mut self.rows[field];
        row.resize(row.len().max(name + 1), 0);
        if row[name] == 0 {
            row[name] = made as u16;
            self.rows.push(Vec::new());
            return Ok(made);
        }
        Ok(row[name] as usize)
    }

    /// Write the places of all fields of the document at `at`. Return the marks of those there.
    pub fn find(&self, document: Document, at: usize, found: &mut Vec<u32>) -> u64 {
        found.clear();
        found.resize(self.rows.len(), NOWHERE);
        found[0] = at as u32;
        mark_of(0) | self.find_below(document, at, 0, found)
    }

    fn find_below(&self, document: Document, at: usize, field: usize, found: &mut [u32]) -> u64 {
        let row = &self.rows[field];
        let mut marks = 0;
        if row.is_empty() {
            return marks;
        }
        document.each_member(at, |name, place| {
            let below = row.get(name as usize).map_or(0, |&below| below as usize);
            if below != 0 {
                found[below] = place as u32;
                marks |= mark_of(below) | self.find_below(document, place, below, found);
            }
            true
        });
        marks
    }
}

/// Return the mark of a field, which few others share.
pub fn mark_of(field: usize) -> u64 {
    1 << (field % u64::BITS as usize)
}

/// Return the place of a field that is there.
pub fn place_of(found: &[u32], field: usize) -> Option<usize> {
    let place = found[field];
    (place != NOWHERE).then_some(place as usize)
}

/// A path in which a token may stand for every item, and for every member too.
#[derive(Debug)]
pub struct Pattern {
    /// None stands for every one.
    tokens: Vec<Option<u16>>,
    members: bool,
}

impl Pattern {
    /// Make a pattern for the items of arrays, and unless `members` is false for the members of objects.
    pub fn new(
        tokens: &[String],
        members: bool,
        compiler: &mut Compiler,
    ) -> Result<Pattern, Fault> {
        let mut step = |text: &String| {
            if text == EVERY { Ok(None) } else { compiler.name(text).map(Some) }
        };
        Ok(Pattern { tokens: tokens.iter().map(&mut step).collect::<Result<_, _>>()?, members })
    }

    /// Ask `is_right` of each place below `at` that matches, until it is not. Return true if all are
    /// right.
    pub fn all(
        &self,
        document: Document,
        at: usize,
        is_right: &mut dyn FnMut(usize) -> bool,
    ) -> bool {
        all_below(document, at, &self.tokens, self.members, is_right)
    }
}

fn all_below(
    document: Document,
    at: usize,
    tokens: &[Option<u16>],
    members: bool,
    is_right: &mut dyn FnMut(usize) -> bool,
) -> bool {
    let Some((token, rest)) = tokens.split_first() else { return is_right(at) };
    if let Some(name) = token {
        let found = document.member(at, *name);
        return found.is_none_or(|at| all_below(document, at, rest, members, is_right));
    }
    let entered = if members { kind::ARRAY | kind::OBJECT } else { kind::ARRAY };
    document.tape[at].kind & entered == 0
        || document.each_child(at, |_, item| all_below(document, item, rest, members, is_right))
}

/// Finds the pointers of places. A place that comes after the last one is found without going back.
#[derive(Debug)]
pub struct Pointers<'a> {
    document: Document<'a>,
    names: &'a Names,
    /// The way to the last place.
    way: Vec<Step>,
    pointer: String,
}

/// An item or a member: its place, its number in the array, and the length of the pointer before it.
#[derive(Clone, Copy, Debug)]
struct Step {
    at: usize,
    index: usize,
    before: usize,
}

impl<'a> Pointers<'a> {
    pub fn new(document: Document<'a>, names: &'a Names) -> Pointers<'a> {
        Pointers { document, names, way: Vec::new(), pointer: String::new() }
    }

    /// Return the pointer of a place.
    pub fn find(&mut self, place: usize) -> &str {
        let tape = self.document.tape;
        let holds = |at: usize| at <= place && place < tape[at].next as usize;
        while let Some(&step) = self.way.last()
            && !holds(step.at)
        {
            self.way.pop();
            self.pointer.truncate(step.before);
            let around = self.way.last().map_or(0, |step| step.at);
            if step.at < place && holds(around) {
                self.enter(
                    Step { at: tape[step.at].next as usize, index: step.index + 1, ..step },
                    place,
                );
            }
        }
        loop {
            let around = self.way.last().map_or(0, |step| step.at);
            if around == place {
                return &self.pointer;
            }
            let before = self.pointer.len();
            self.enter(Step { at: around + 1, index: 0, before }, place);
        }
    }

    /// Return the place of the object or array around the place that was found last.
    pub fn around(&self) -> usize {
        self.way.iter().rev().nth(1).map_or(0, |step| step.at)
    }

    /// Add a step: the first item or member from `step` on that holds a place.
    fn enter(&mut self, mut step: Step, place: usize) {
        let tape = self.document.tape;
        loop {
            if tape[step.at].kind == kind::KEY {
                step.at += 1;
            }
            if place < tape[step.at].next as usize {
                break;
            }
            step.at = tape[step.at].next as usize;
            step.index += 1;
        }
        self.pointer.push('/');
        match self.document.key(self.names, step.at) {
            Some(key) => add_token(&mut self.pointer, &key),
            None => self.pointer.push_str(&step.index.to_string()),
        }
        self.way.push(step);
    }
}
