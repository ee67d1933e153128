//! Places in documents: pointers, and patterns of pointers, found along a tape.
#![forbid(unsafe_code)]

use std::borrow::Cow;

use crate::names::Names;
use crate::tape::{Node, UNNAMED, flag, kind};
use crate::text::unescape;

/// The token that stands for every item of an array and every member of an object.
pub const EVERY: &str = "*";

/// A key in a path, and the declared name that equals it.
type Token = (Box<[u8]>, Option<u16>);

/// A text and its tape.
#[derive(Clone, Copy, Debug)]
pub struct Document<'a> {
    pub body: &'a [u8],
    pub tape: &'a [Node],
}

impl<'a> Document<'a> {
    /// Return a text in UTF-8; None for other values.
    pub fn text(&self, at: usize) -> Option<Cow<'a, [u8]>> {
        let node = self.tape[at];
        let raw = (node.kind == kind::STRING).then(|| node.bytes(self.body))?;
        if !node.has(flag::ESCAPED) {
            return Some(Cow::Borrowed(raw));
        }
        let mut decoded = Vec::new();
        unescape(raw, &mut decoded).ok()?;
        Some(Cow::Owned(decoded))
    }
}

/// A way through the members of objects.
#[derive(Debug)]
pub struct Path(Vec<Token>);

impl Path {
    pub fn new(tokens: &[String], names: &Names) -> Path {
        Path(tokens.iter().map(|text| token(text, names)).collect())
    }

    /// Return the place of the value that the path leads to.
    pub fn find(&self, document: Document, at: usize) -> Option<usize> {
        self.0.iter().try_fold(at, |at, token| member(document, at, token))
    }

    /// Return the place of the last value on the path that is there.
    pub fn nearest(&self, document: Document, at: usize) -> usize {
        let step = |at: usize, token: &Token| member(document, at, token).ok_or(at);
        self.0.iter().try_fold(at, step).unwrap_or_else(|last| last)
    }
}

/// A path in which a token may stand for every item and member.
#[derive(Debug)]
pub struct Pattern(Vec<Option<Token>>);

impl Pattern {
    pub fn new(tokens: &[String], names: &Names) -> Pattern {
        let step = |text: &String| if text == EVERY { None } else { Some(token(text, names)) };
        Pattern(tokens.iter().map(step).collect())
    }

    /// Ask `is_right` of each place that matches, until it is not. Return true if all are right.
    pub fn all(&self, document: Document, is_right: &mut dyn FnMut(usize) -> bool) -> bool {
        self.all_at(document, 0, is_right)
    }

    /// Do the same for the places below `at`.
    pub fn all_at(
        &self,
        document: Document,
        at: usize,
        is_right: &mut dyn FnMut(usize) -> bool,
    ) -> bool {
        all_below(document, at, &self.0, is_right)
    }
}

fn token(text: &str, names: &Names) -> Token {
    (text.as_bytes().into(), names.find(text.as_bytes()))
}

fn all_below(
    document: Document,
    at: usize,
    pattern: &[Option<Token>],
    is_right: &mut dyn FnMut(usize) -> bool,
) -> bool {
    let Some((step, rest)) = pattern.split_first() else { return is_right(at) };
    if let Some(token) = step {
        return match member(document, at, token) {
            Some(member) => all_below(document, member, rest, is_right),
            None => true,
        };
    }
    let tape = document.tape;
    if tape[at].kind & (kind::ARRAY | kind::OBJECT) == 0 {
        return true;
    }
    let mut item = at + 1;
    while item < tape[at].next as usize {
        if tape[item].kind == kind::KEY {
            item += 1;
        }
        if !all_below(document, item, rest, is_right) {
            return false;
        }
        item = tape[item].next as usize;
    }
    true
}

/// Return the place of the value of a member of an object.
fn member(document: Document, at: usize, (key, name): &Token) -> Option<usize> {
    let (body, tape) = (document.body, document.tape);
    let object = tape[at];
    if object.kind != kind::OBJECT {
        return None;
    }
    let mut member = at + 1;
    while member < object.next as usize {
        let node = tape[member];
        if node.name != UNNAMED {
            if Some(node.name) == *name {
                return Some(member);
            }
            member = node.next as usize;
            continue;
        }
        if has_text(body, node, key) {
            return Some(member + 1);
        }
        member = tape[member + 1].next as usize;
    }
    None
}

fn has_text(body: &[u8], node: Node, text: &[u8]) -> bool {
    let raw = node.bytes(body);
    if !node.has(flag::ESCAPED) {
        return raw == text;
    }
    let mut decoded = Vec::new();
    unescape(raw, &mut decoded).is_ok() && decoded == text
}
