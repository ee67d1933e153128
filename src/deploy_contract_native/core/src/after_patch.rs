//! The state of a deployment after a patch, as far as it is known.
//!
//! Objects that are merged keep the members that the patch does not set. All others are replaced as a
//! whole, but an empty object leaves a stored null as it is.

use crate::evaluate::{Stop, Walk};
use crate::number::nearest_double;
use crate::places::Document;
use crate::program::Program;
use crate::tape::{Node, UNNAMED, flag, kind};

/// The effect of a patch on a field that it does not simply replace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    Merged,
    UnlessEmpty,
}

/// Fields with such effects, by the numbers of their names.
pub type Effects = Vec<(Vec<u16>, Effect)>;

/// A stored deployment, as far as it is known.
#[derive(Clone, Copy, Debug)]
pub enum Stored<'a> {
    /// Nothing is known.
    Missing,
    Null,
    At(Document<'a>, usize),
}

impl<'a> Stored<'a> {
    /// Return a member of a stored object. All below a null is null.
    pub fn member(self, name: u16) -> Stored<'a> {
        match self {
            Stored::At(document, at) => Stored::of(document, document.member(at, name)),
            known => known,
        }
    }

    /// Return the stored value at a path.
    pub fn find(self, path: &[u16]) -> Stored<'a> {
        path.iter().fold(self, |stored, &name| stored.member(name))
    }

    fn of(document: Document<'a>, at: Option<usize>) -> Stored<'a> {
        match at {
            None => Stored::Missing,
            Some(at) if document.tape[at].kind == kind::NULL => Stored::Null,
            Some(at) => Stored::At(document, at),
        }
    }

    /// Return a stored deployment from its text and tape.
    pub fn whole(document: Document<'a>) -> Stored<'a> {
        Stored::of(document, Some(0))
    }
}

/// A value after a patch.
#[derive(Debug)]
pub enum State<'a> {
    Unknown,
    /// Either null or an empty object.
    NullOrEmpty,
    Value(Document<'a>, usize),
    /// The members of a stored object, and those that the patch sets. Unless these are all, other
    /// members are not known.
    Partial {
        stored: Stored<'a>,
        set: Vec<(u16, State<'a>)>,
        are_all: bool,
    },
}

const NULL: State = State::Value(Document { body: b"", tape: &[value(kind::NULL)] }, 0);
const EMPTY: State = State::Value(Document { body: b"", tape: &[value(kind::OBJECT)] }, 0);

const fn value(kind: u8) -> Node {
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
    pub fn state(&self, at: usize, stored: Stored<'a>, path: &[u16]) -> (State<'a>, Option<usize>) {
        let (patch, mut sent, mut stored) = (self.patch, at, stored);
        for (depth, &name) in path.iter().enumerate() {
            let found = patch.member(sent, name);
            stored = stored.member(name);
            let rest = &path[depth + 1..];
            let effect = self.effect(&path[..=depth]);
            let Some(found) = found.filter(|&at| !self.is_kept(at, effect)) else {
                return (partly(stored.find(rest)), None);
            };
            sent = found;
            if self.is_merged(sent, effect) {
                continue;
            }
            if rest.is_empty() && self.is_empty_object(sent) {
                let place = (!matches!(stored, Stored::Null)).then_some(sent);
                return (emptied(stored), place);
            }
            return match patch.find(sent, rest) {
                Some(at) => (State::Value(patch, at), Some(at)),
                None => (NULL, Some(sent)),
            };
        }
        match self.merged(sent, stored, path) {
            Some(state) => (state, Some(sent)),
            None => (partly(stored), None),
        }
    }

    /// Return an object after the patch; None if the patch sets no member of it.
    fn merged(&self, sent: usize, stored: Stored<'a>, path: &[u16]) -> Option<State<'a>> {
        let (patch, mut set) = (self.patch, Vec::new());
        patch.each_child(sent, |_, value| {
            let name = patch.tape[value].name;
            let (path, before) = ([path, &[name]].concat(), || stored.member(name));
            let effect = self.effect(&path);
            let state = if self.is_kept(value, effect) {
                None
            } else if self.is_merged(value, effect) {
                self.merged(value, before(), &path)
            } else if self.is_empty_object(value) {
                Some(emptied(before()))
            } else {
                Some(State::Value(patch, value))
            };
            set.extend(state.map(|state| (name, state)));
            true
        });
        let are_all = matches!(stored, Stored::Null);
        let is_object = |node: Node| node.kind == kind::OBJECT;
        let stored = match stored {
            Stored::At(document, at) if is_object(document.tape[at]) => stored,
            _ => Stored::Missing,
        };
        (!set.is_empty()).then_some(State::Partial { stored, set, are_all })
    }

    fn effect(&self, path: &[u16]) -> Option<Effect> {
        self.effects.iter().find(|(known, _)| known == path).map(|(_, effect)| *effect)
    }

    fn is_kept(&self, at: usize, effect: Option<Effect>) -> bool {
        let is_null = self.patch.tape[at].kind == kind::NULL;
        is_null || (effect == Some(Effect::UnlessEmpty) && self.is_falsy(at))
    }

    fn is_merged(&self, at: usize, effect: Option<Effect>) -> bool {
        effect == Some(Effect::Merged) && self.patch.tape[at].kind == kind::OBJECT
    }

    fn is_empty_object(&self, at: usize) -> bool {
        let node = self.patch.tape[at];
        node.kind == kind::OBJECT && node.size == 0
    }

    /// Return true for false, zero, and what is empty.
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
        match state {
            State::Unknown => None,
            State::NullOrEmpty => {
                let of_empty = self.may_fit(schema, &EMPTY);
                of_empty.filter(|_| of_empty == self.may_fit(schema, &NULL))
            }
            State::Value(document, at) => {
                let mut decoded = Vec::new();
                let mut walk = Walk::new(self.program, *document, &mut decoded);
                Some(walk.walk(&mut Stop::default(), schema, *at))
            }
            State::Partial { stored, set, are_all } => {
                self.may_fit_partly(schema, state, (*stored, set, *are_all))
            }
        }
    }

    /// Do so for an object that is known in part. Schemas of rules do not look at undeclared members.
    fn may_fit_partly(
        &self,
        number: usize,
        state: &State<'a>,
        (stored, set, are_all): (Stored<'a>, &[(u16, State<'a>)], bool),
    ) -> Option<bool> {
        let schema = &self.program.schemas[number];
        if !schema.choices.is_empty() {
            return Some(false); // of texts, booleans and null
        }
        let mut answers = vec![Some(self.program.kinds[number].valid & kind::OBJECT != 0)];
        if let Some(rules) = &schema.object {
            let find = |name: u16| set.iter().rfind(|(known, _)| *known == name);
            let is_there = |name: u16| {
                let is_known = !matches!(stored.member(name), Stored::Missing);
                if is_known || find(name).is_some() { Some(true) } else { are_all.then_some(false) }
            };
            let of_member = |(name, inner): (u16, usize)| match find(name) {
                Some((_, state)) => self.may_fit(inner, state),
                None if are_all => Some(true),
                None => self.may_fit(inner, &partly(stored.member(name))),
            };
            answers.extend(rules.required.iter().map(|&name| is_there(name)));
            answers.extend(rules.declared().map(of_member));
        }
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

/// Return a stored value, whose objects lack what is not known.
fn partly(stored: Stored) -> State {
    match stored {
        Stored::Missing => State::Unknown,
        Stored::Null => NULL,
        Stored::At(document, at) if document.tape[at].kind == kind::OBJECT => {
            State::Partial { stored, set: Vec::new(), are_all: false }
        }
        Stored::At(document, at) => State::Value(document, at),
    }
}

/// Return a stored value after it is replaced by an empty object.
fn emptied(stored: Stored) -> State {
    match stored {
        Stored::Missing => State::NullOrEmpty,
        Stored::Null => NULL,
        Stored::At(..) => EMPTY,
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
