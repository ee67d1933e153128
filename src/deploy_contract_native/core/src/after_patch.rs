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
    /// An object, with another value of a member.
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

/// A value after a patch. Places are those of the patch.
#[derive(Debug)]
pub enum State<'a> {
    /// The patch does not set it.
    Kept(Stored<'a>),
    /// A value of the patch; `whole` replaces all that is stored there. Null if `whole` lacks it.
    Sent { at: Option<usize>, whole: usize },
    /// Replaced by an empty object.
    Emptied { at: usize, before: Stored<'a> },
    /// A stored object, of which an object of the patch sets members; its path.
    Merged { at: usize, before: Stored<'a>, path: Vec<u16> },
}

impl State<'_> {
    /// Return the place in the patch that sets the value.
    pub fn place(&self) -> Option<usize> {
        match *self {
            State::Kept(_) | State::Emptied { before: Stored::Null, .. } => None,
            State::Sent { at, whole } => at.or(Some(whole)),
            State::Emptied { at, .. } | State::Merged { at, .. } => Some(at),
        }
    }
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
    /// Return the value at a path after the patch at `at`.
    pub fn state(&self, at: usize, stored: Stored<'a>, path: &[u16]) -> State<'a> {
        let whole = State::Merged { at, before: stored, path: Vec::new() };
        let null = || State::Kept(Stored::Null);
        path.iter().fold(whole, |state, &name| self.member(&state, name).unwrap_or_else(null))
    }

    /// Return a member of a value; None if it surely has no such member.
    fn member(&self, state: &State<'a>, name: u16) -> Option<State<'a>> {
        let (at, before, path) = match state {
            State::Kept(stored) => return Some(State::Kept(stored.member(name))),
            State::Emptied { at: whole, .. } => {
                return Some(State::Sent { at: None, whole: *whole });
            }
            State::Sent { at, whole } => {
                let at = at.and_then(|at| self.patch.member(at, name));
                return Some(State::Sent { at, whole: *whole });
            }
            State::Merged { at, before, path } => (*at, before, [path, &[name][..]].concat()),
        };
        let (found, stored) = (self.patch.member(at, name), before.member(name));
        let Some(at) = found.filter(|&at| self.sets(at, &path)) else {
            return (!matches!(before, Stored::Null)).then_some(State::Kept(stored));
        };
        let is_empty = self.patch.tape[at].kind == kind::OBJECT && self.patch.tape[at].size == 0;
        Some(if self.is_merged(at, &path) {
            State::Merged { at, before: stored, path }
        } else if is_empty {
            State::Emptied { at, before: stored }
        } else {
            State::Sent { at: Some(at), whole: at }
        })
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
            State::Kept(Stored::At(document, at)) if document.tape[at].kind != kind::OBJECT => {
                fits(document, at)
            }
            State::Kept(Stored::At(..) | Stored::With(..)) | State::Merged { .. } => {
                self.may_fit_partly(schema, state)
            }
            State::Kept(Stored::Null) | State::Sent { at: None, .. } => fits(NULL, 0),
            State::Sent { at: Some(at), .. } => fits(self.patch, at),
            State::Emptied { before: Stored::Null, .. } => fits(NULL, 0),
            State::Emptied { before: Stored::Missing, .. } => {
                fits(EMPTY, 0).filter(|_| fits(EMPTY, 0) == fits(NULL, 0))
            }
            State::Emptied { .. } => fits(EMPTY, 0),
        }
    }

    /// Return the same for an object of which some members are not known. Schemas of rules do not look
    /// at undeclared members.
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
