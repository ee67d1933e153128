//! The state of a deployment after a patch, as far as it is known.
//!
//! Objects that are merged keep the members that the patch does not set. All others are replaced as a
//! whole, but an empty object leaves a stored null as it is.

use serde::Deserialize;

use crate::evaluate::is_valid;
use crate::number::nearest_double;
use crate::places::Document;
use crate::program::Program;
use crate::tape::{Node, UNNAMED, flag, kind};

/// The effect of a patch on a field that it does not simply replace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    Merged,
    ReplacedUnlessEmpty,
}

/// Fields with such effects, by the numbers of their names.
pub type Effects = Vec<(Vec<u16>, Effect)>;

/// A stored deployment, as far as it is known.
#[derive(Clone, Copy, Debug, Default)]
pub enum Stored<'a> {
    /// Nothing is known.
    #[default]
    Missing,
    Null,
    At(Document<'a>, usize),
    /// An object in which one member has another value.
    With(&'a Stored<'a>, u16, Document<'a>),
}

impl<'a> Stored<'a> {
    /// Return a member of a stored object. All below a null is null.
    pub fn member(self, name: u16) -> Stored<'a> {
        match self {
            Stored::At(document, at) => {
                document.member(at, name).map_or(Stored::Missing, |at| Stored::of(document, at))
            }
            Stored::With(_, member, value) if member == name => Stored::of(value, 0),
            Stored::With(object, ..) => object.member(name),
            known => known,
        }
    }

    pub fn find(self, path: &[u16]) -> Stored<'a> {
        path.iter().fold(self, |stored, &name| stored.member(name))
    }

    pub fn of(document: Document<'a>, at: usize) -> Stored<'a> {
        if document.is_null(at) { Stored::Null } else { Stored::At(document, at) }
    }
}

/// A value after a patch.
#[derive(Debug)]
pub enum State<'a> {
    /// As it is stored.
    Kept(Stored<'a>),
    /// A whole value.
    Whole(Document<'a>, usize),
    NullOrEmpty,
    /// A stored object. The object of the patch at this place and path sets some of its members.
    Merged(Stored<'a>, usize, Vec<u16>),
}

const NULL: Document = Document { body: b"", tape: &[value(kind::NULL)] };
const EMPTY: Document = Document { body: b"", tape: &[value(kind::OBJECT)] };

/// Return the node of an empty value that is a whole document.
pub const fn value(kind: u8) -> Node {
    Node { kind, flags: 0, name: UNNAMED, start: 0, size: 0, next: 1 }
}

/// Works out states after one patch.
pub struct AfterPatch<'a> {
    pub program: &'a Program,
    pub patch: Document<'a>,
    pub effects: &'a Effects,
}

impl<'a> AfterPatch<'a> {
    /// Return the value at a path after the patch at `at`, and the place in the patch that sets it.
    ///
    /// The first `depth` names of the path lead to the object at `at`. `stored` is stored there.
    pub fn state(
        &self,
        mut at: usize,
        mut stored: Stored<'a>,
        path: &[u16],
        depth: usize,
    ) -> (State<'a>, Option<usize>) {
        let patch = self.patch;
        for (depth, &name) in path.iter().enumerate().skip(depth) {
            let (around, rest) = path.split_at(depth + 1);
            stored = stored.member(name);
            let set = patch.member(at, name).filter(|&at| self.sets(at, around));
            let Some(place) = set else { return (State::Kept(stored.find(rest)), None) };
            at = place;
            if self.is_merged(at, around) {
                continue;
            }
            if !rest.is_empty() || patch.tape[at].kind != kind::OBJECT || patch.tape[at].size > 0 {
                let found = patch.find(at, rest);
                let state = found.map_or(State::Whole(NULL, 0), |at| State::Whole(patch, at));
                return (state, found.or(Some(at)));
            }
            return match stored {
                Stored::Null => (State::Whole(NULL, 0), None),
                Stored::Missing => (State::NullOrEmpty, Some(at)),
                _ => (State::Whole(EMPTY, 0), Some(at)),
            };
        }
        (State::Merged(stored, at, path.to_vec()), Some(at))
    }

    /// Return a member of an object; None if the object surely has no such member.
    fn member(&self, object: &State<'a>, name: u16) -> Option<State<'a>> {
        let (stored, at, path) = match object {
            State::Kept(stored) => return Some(State::Kept(stored.member(name))),
            State::Merged(stored, at, path) => (*stored, *at, path),
            _ => return None,
        };
        match self.state(at, stored, &[path, &[name][..]].concat(), path.len()).0 {
            State::Kept(_) if matches!(stored, Stored::Null) => None,
            state => Some(state),
        }
    }

    /// Return true if a value of the patch changes the field at a path.
    fn sets(&self, at: usize, path: &[u16]) -> bool {
        if self.is_merged(at, path) {
            let name = |value: usize| self.patch.tape[value].name;
            let mut members = self.patch.children(at);
            return members.any(|value| self.sets(value, &[path, &[name(value)]].concat()));
        }
        let keeps_empty = self.effect(path) == Some(Effect::ReplacedUnlessEmpty);
        !(self.patch.is_null(at) || keeps_empty && self.is_falsy(at))
    }

    fn effect(&self, path: &[u16]) -> Option<Effect> {
        self.effects.iter().find(|(known, _)| known == path).map(|(_, effect)| *effect)
    }

    fn is_merged(&self, at: usize, path: &[u16]) -> bool {
        self.patch.tape[at].kind == kind::OBJECT && self.effect(path) == Some(Effect::Merged)
    }

    /// Return true for false, zero and empty values.
    fn is_falsy(&self, at: usize) -> bool {
        let node = self.patch.tape[at];
        match node.kind {
            kind::ARRAY | kind::OBJECT | kind::STRING => node.size == 0,
            kind::BOOLEAN => !node.has(flag::TRUE),
            kind::INTEGER | kind::FRACTION => nearest_double(node.bytes(self.patch.body)) == 0.0,
            _ => true,
        }
    }

    /// Return whether a state is valid by the schema of a rule; None if unknown members decide.
    pub fn may_fit(&self, schema: usize, state: &State<'a>) -> Option<bool> {
        let fits = |document, at| Some(is_valid(self.program, document, schema, at));
        match *state {
            State::Kept(Stored::Missing) => None,
            State::Kept(Stored::Null) => fits(NULL, 0),
            State::Kept(Stored::At(document, at)) if document.tape[at].kind != kind::OBJECT => {
                fits(document, at)
            }
            State::Kept(_) | State::Merged(..) => self.may_fit_partly(schema, state),
            State::Whole(document, at) => fits(document, at),
            State::NullOrEmpty => fits(EMPTY, 0).filter(|_| fits(EMPTY, 0) == fits(NULL, 0)),
        }
    }

    /// Return whether an object is valid by a schema, if some of its members are not known. Schemas of
    /// rules do not look at undeclared members.
    fn may_fit_partly(&self, number: usize, state: &State<'a>) -> Option<bool> {
        let schema = &self.program.schemas[number];
        if !schema.choices.is_empty() {
            return Some(false); // of texts, booleans and null
        }
        let mut answers = vec![Some(self.program.kinds[number].valid & kind::OBJECT != 0)];
        let is_there = |&name: &u16| match self.member(state, name) {
            None => Some(false),
            Some(State::Kept(Stored::Missing)) => None,
            Some(_) => Some(true),
        };
        let of_member = |(name, inner): (u16, usize)| {
            self.member(state, name).map_or(Some(true), |state| self.may_fit(inner, &state))
        };
        answers.extend(schema.required.iter().map(is_there));
        answers.extend(schema.declared().map(of_member));
        let Some(parts) = &schema.combined else { return all(&answers) };
        let whole = |schema: usize| self.may_fit(schema, state);
        answers.extend(parts.all.iter().map(|&part| whole(part)));
        if !parts.any.is_empty() {
            let wrong: Vec<_> = parts.any.iter().map(|&part| not(whole(part))).collect();
            answers.push(not(all(&wrong)));
        }
        answers.extend(parts.not.map(|part| not(whole(part))));
        if let Some(condition) = parts.condition {
            let branch = |part: Option<usize>| part.map_or(Some(true), whole);
            let (then, otherwise) = (branch(parts.then), branch(parts.otherwise));
            answers.push(match whole(condition) {
                Some(true) => then,
                Some(false) => otherwise,
                None => then.filter(|_| then == otherwise),
            });
        }
        all(&answers)
    }
}

fn all(answers: &[Option<bool>]) -> Option<bool> {
    if answers.contains(&Some(false)) {
        return Some(false);
    }
    if answers.contains(&None) { None } else { Some(true) }
}

fn not(answer: Option<bool>) -> Option<bool> {
    answer.map(|answer| !answer)
}
