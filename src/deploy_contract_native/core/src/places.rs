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
    pub fn is_null(&self, at: usize) -> bool {
        self.tape[at].kind == kind::NULL
    }

    /// Return a text in UTF-8; None for other values.
    pub fn text(&self, at: usize) -> Option<Cow<'a, [u8]>> {
        if self.tape[at].kind == kind::STRING { self.spelled(at) } else { None }
    }

    /// Return the text of a string or key in UTF-8.
    fn spelled(&self, at: usize) -> Option<Cow<'a, [u8]>> {
        let node = self.tape[at];
        let raw = node.bytes(self.body);
        if !node.has(flag::ESCAPED) {
            return Some(Cow::Borrowed(raw));
        }
        let mut decoded = Vec::new();
        unescape(raw, &mut decoded).ok()?;
        Some(Cow::Owned(decoded))
    }

    /// Return true if the value is a text, and one of `texts`.
    pub fn is_among(&self, at: usize, texts: &[String]) -> bool {
        self.text(at).is_some_and(|text| texts.iter().any(|one| one.as_bytes() == &*text))
    }

    /// Return the places of the items of an array, or of the values of the members of an object.
    pub fn children(&self, at: usize) -> impl Iterator<Item = usize> + use<'a> {
        self.children_from(at + 1, at)
    }

    /// Return the children of a value, from the child at `child` on.
    fn children_from(&self, mut child: usize, at: usize) -> impl Iterator<Item = usize> + use<'a> {
        let (tape, end) = (self.tape, self.tape[at].next as usize);
        std::iter::from_fn(move || {
            if child >= end {
                return None;
            }
            let (value, node) = match tape[child] {
                key if key.kind == kind::KEY => (child + 1, tape[child + 1]),
                node => (child, node),
            };
            child = node.next as usize;
            Some(value)
        })
    }

    /// Return the text of the key of the member whose value is at `value`; None for an item.
    pub fn key(&self, names: &'a Names, value: usize) -> Option<Cow<'a, str>> {
        utf8(self.raw_key(names, value)?)
    }

    /// Return the key of a member in UTF-8.
    pub(crate) fn raw_key(&self, names: &'a Names, value: usize) -> Option<Cow<'a, [u8]>> {
        match self.tape[value].name {
            UNNAMED => self.unnamed_key(value),
            name => Some(Cow::Borrowed(names.get(name))),
        }
    }

    /// Return the key of a member whose name no program has.
    pub fn unnamed_key(&self, value: usize) -> Option<Cow<'a, [u8]>> {
        let key = value.checked_sub(1)?;
        if self.tape[key].kind == kind::KEY { self.spelled(key) } else { None }
    }

    pub fn str(&self, at: usize) -> Option<Cow<'a, str>> {
        utf8(self.text(at)?)
    }

    /// Return the place that a path through the members of objects leads to.
    pub fn find(&self, at: usize, path: &[u16]) -> Option<usize> {
        path.iter().try_fold(at, |at, &name| self.member(at, name))
    }

    pub fn member(&self, at: usize, name: u16) -> Option<usize> {
        if self.tape[at].kind != kind::OBJECT {
            return None;
        }
        self.children(at).find(|&value| self.tape[value].name == name)
    }
}

pub(crate) fn utf8(text: Cow<[u8]>) -> Option<Cow<str>> {
    match text {
        Cow::Borrowed(text) => std::str::from_utf8(text).ok().map(Cow::Borrowed),
        Cow::Owned(text) => String::from_utf8(text).ok().map(Cow::Owned),
    }
}

/// Fields of a kind of document, found together in one walk along the objects around them.
///
/// A field has a number. The whole document has the number 0.
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
            let (name, made) = (compiler.name(token)? as usize, self.rows.len());
            if made >= u16::MAX as usize {
                return Err(Fault::new("rules name too many fields"));
            }
            let row = &mut self.rows[field];
            row.resize(row.len().max(name + 1), 0);
            if row[name] == 0 {
                row[name] = made as u16;
                self.rows.push(Vec::new());
            }
            field = self.rows[field][name] as usize;
        }
        Ok(field)
    }

    /// Write the places of all fields of the document at `at`. Return the marks of the fields that it
    /// has.
    pub fn find(&self, document: Document, at: usize, found: &mut Vec<u32>) -> u64 {
        found.clear();
        found.resize(self.rows.len(), NOWHERE);
        found[0] = at as u32;
        mark_of(0) | self.find_below(document, at, 0, found)
    }

    fn find_below(&self, document: Document, at: usize, field: usize, found: &mut [u32]) -> u64 {
        let row = &self.rows[field];
        let mut marks = 0;
        if row.is_empty() || document.tape[at].kind != kind::OBJECT {
            return marks;
        }
        for place in document.children(at) {
            let name = document.tape[place].name as usize;
            let below = row.get(name).map_or(0, |&below| below as usize);
            if below != 0 {
                found[below] = place as u32;
                marks |= mark_of(below) | self.find_below(document, place, below, found);
            }
        }
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
    /// None stands for every item or member.
    tokens: Vec<Option<u16>>,
    members: bool,
}

impl Pattern {
    /// Make a pattern. A `*` stands for the items of arrays and, if `members` is true, for the members of
    /// objects.
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

    /// Call `is_right` with each matching place below `at`, until it returns false. Return true if all
    /// places are right.
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
        || document.children(at).all(|item| all_below(document, item, rest, members, is_right))
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

    pub fn find(&mut self, place: usize) -> &str {
        let tape = self.document.tape;
        let holds = |at: usize| at <= place && place < tape[at].next as usize;
        let mut last = None;
        while let Some(step) = self.way.pop_if(|step| !holds(step.at)) {
            self.pointer.truncate(step.before);
            last = Some(step);
        }
        let mut last = last.filter(|step| step.at < place);
        loop {
            let around = self.way.last().map_or(0, |step| step.at);
            if around == place {
                return &self.pointer;
            }
            let (start, index) = last.take().map_or((around + 1, 0), |step| (step.at, step.index));
            let mut children = self.document.children_from(start, around).zip(index..);
            let Some((at, index)) = children.find(|(at, _)| holds(*at)) else {
                return &self.pointer; // no child has the place
            };
            let before = self.pointer.len();
            self.pointer.push('/');
            match self.document.key(self.names, at) {
                Some(key) => add_token(&mut self.pointer, &key),
                None => self.pointer.push_str(&index.to_string()),
            }
            self.way.push(Step { at, index, before });
        }
    }

    /// Return the place of the object or array around the place that was found last.
    pub fn around(&self) -> usize {
        self.way.iter().rev().nth(1).map_or(0, |step| step.at)
    }
}
