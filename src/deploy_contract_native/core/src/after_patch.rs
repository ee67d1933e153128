//! The state of a deployment after a patch, as far as it is known.
//!
//! Objects that are merged keep the members that the patch does not set. All others are replaced as a
//! whole, but an empty object leaves a stored null as it is.

use crate::evaluate::{Stop, Walk};
use crate::number::nearest_double;
use crate::places::Document;
use crate::program::Program;
use crate::tape::{Node, Writer, flag, kind};

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
    Null,
    /// Either null or an empty object.
    NullOrEmpty,
    Value(Document<'a>, usize),
    /// A value that the patch and the stored one make together.
    Made(Vec<u8>, Vec<Node>),
    /// A stored object, and the members that the patch sets. Members that neither has are not known.
    Partial(Stored<'a>, Vec<(u16, State<'a>)>),
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
            let found = self.patch.member(sent, name);
            stored = stored.member(name);
            let rest = &path[depth + 1..];
            let effect = self.effect(&path[..=depth]);
            let is_kept = |at: usize| {
                patch.tape[at].kind == kind::NULL
                    || (effect == Some(Effect::UnlessEmpty) && self.is_falsy(at))
            };
            let Some(found) = found.filter(|&at| !is_kept(at)) else {
                return (partly(stored.find(rest)), None);
            };
            sent = found;
            if effect == Some(Effect::Merged) && patch.tape[sent].kind == kind::OBJECT {
                continue;
            }
            if rest.is_empty() && self.is_empty_object(sent) {
                let state = emptied(stored);
                let place = (!matches!(state, State::Null)).then_some(sent);
                return (state, place);
            }
            let inner = rest.iter().try_fold(sent, |at, &name| patch.member(at, name));
            return match inner {
                Some(at) => (self.sent(at), Some(at)),
                None => (State::Null, Some(sent)),
            };
        }
        let (state, is_changed) = self.merged(sent, stored, path);
        (state, is_changed.then_some(sent))
    }

    /// Return an object after the patch, and true if the patch sets any member of it.
    fn merged(&self, sent: usize, stored: Stored<'a>, path: &[u16]) -> (State<'a>, bool) {
        if matches!(stored, Stored::Null) {
            let mut writer = Writer::new(&self.program.names);
            let is_changed = self.write_merged(&mut writer, sent, path);
            let made = State::Made(writer.body, writer.tape);
            return (if is_changed { made } else { State::Null }, is_changed);
        }
        let mut set = Vec::new();
        let mut is_changed = false;
        self.each_set(sent, path, |_, value, path, is_merged| {
            let name = self.patch.tape[value].name;
            let mut sets = true;
            let state = if is_merged {
                let (state, is_set) = self.merged(value, stored.member(name), path);
                sets = is_set;
                state
            } else if self.is_empty_object(value) {
                emptied(stored.member(name))
            } else {
                self.sent(value)
            };
            if sets {
                set.push((name, state));
                is_changed = true;
            }
        });
        let before = match stored {
            Stored::At(document, at) if document.tape[at].kind != kind::OBJECT => Stored::Missing,
            known => known,
        };
        let state = if is_changed { State::Partial(before, set) } else { partly(stored) };
        (state, is_changed)
    }

    /// Write an object after the patch if null is stored. Return true if the patch sets a member of it.
    fn write_merged(&self, writer: &mut Writer, sent: usize, path: &[u16]) -> bool {
        let mut is_changed = false;
        writer.open(kind::OBJECT);
        self.each_set(sent, path, |key, value, path, is_merged| {
            if is_merged {
                let mut inner = Writer::new(&self.program.names);
                if !self.write_merged(&mut inner, value, path) {
                    return;
                }
                writer.copy_key(self.patch, key, value);
                writer.copy(Document { body: &inner.body, tape: &inner.tape }, 0);
            } else {
                writer.copy_key(self.patch, key, value);
                if self.is_empty_object(value) {
                    writer.literal(kind::NULL, 0);
                } else {
                    writer.copy(self.patch, value);
                }
            }
            is_changed = true;
        });
        writer.close();
        is_changed
    }

    /// Call a function for each member of an object that the patch may set: with its key, its value, its
    /// path, and true if it is merged.
    fn each_set(
        &self,
        sent: usize,
        path: &[u16],
        mut look: impl FnMut(Option<usize>, usize, &[u16], bool),
    ) {
        let patch = self.patch;
        patch.each_child(sent, |key, value| {
            let path = [path, &[patch.tape[value].name]].concat();
            let effect = self.effect(&path);
            let is_kept = patch.tape[value].kind == kind::NULL
                || (effect == Some(Effect::UnlessEmpty) && self.is_falsy(value));
            if !is_kept {
                let is_object = patch.tape[value].kind == kind::OBJECT;
                look(key, value, &path, effect == Some(Effect::Merged) && is_object);
            }
            true
        });
    }

    fn effect(&self, path: &[u16]) -> Option<Effect> {
        self.effects.iter().find(|(known, _)| known == path).map(|(_, effect)| *effect)
    }

    fn sent(&self, at: usize) -> State<'a> {
        if self.patch.tape[at].kind == kind::NULL {
            State::Null
        } else {
            State::Value(self.patch, at)
        }
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
        let null = [Node { kind: kind::NULL, ..Node::default() }];
        let empty = [Node { kind: kind::OBJECT, next: 1, ..Node::default() }];
        let fits = |body: &[u8], tape: &[Node], at: usize| {
            let mut decoded = Vec::new();
            let mut walk = Walk::new(self.program, Document { body, tape }, &mut decoded);
            walk.walk(&mut Stop::default(), schema, at)
        };
        match state {
            State::Unknown => None,
            State::Null => Some(fits(b"", &null, 0)),
            State::NullOrEmpty => {
                let of_empty = fits(b"", &empty, 0);
                (of_empty == fits(b"", &null, 0)).then_some(of_empty)
            }
            State::Value(document, at) => Some(fits(document.body, document.tape, *at)),
            State::Made(body, tape) => Some(fits(body, tape, 0)),
            State::Partial(stored, set) => self.may_fit_partly(schema, *stored, set),
        }
    }

    fn may_fit_partly(
        &self,
        number: usize,
        stored: Stored<'a>,
        set: &[(u16, State<'a>)],
    ) -> Option<bool> {
        let schema = &self.program.schemas[number];
        if schema.choices.is_some() || schema.constant.is_some() {
            return Some(false); // of texts, booleans and null
        }
        let mut answers = vec![Some(self.program.kinds[number].valid & kind::OBJECT != 0)];
        let of_member =
            |inner: usize, name: u16| match set.iter().rfind(|(known, _)| *known == name) {
                Some((_, state)) => self.may_fit(inner, state),
                None => self.may_fit(inner, &partly(member_of(stored, name))),
            };
        if let Some(rules) = &schema.object {
            let is_there = |name: u16| {
                let is_set = set.iter().any(|(known, _)| *known == name);
                (is_set || !matches!(member_of(stored, name), Stored::Missing)).then_some(true)
            };
            answers.extend(rules.required.iter().map(|&name| is_there(name)));
            answers.extend(rules.declared().map(|(name, inner)| of_member(inner, name)));
        }
        let Some(parts) = &schema.combined else { return all(&answers) };
        let whole = |schema: usize| self.may_fit_partly(schema, stored, set);
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
                None if then == otherwise => then,
                None => None,
            });
        }
        all(&answers)
    }
}

/// Return a member of the stored part of an object that is known in part.
fn member_of(stored: Stored, name: u16) -> Stored {
    if matches!(stored, Stored::At(..)) { stored.member(name) } else { Stored::Missing }
}

/// Return a stored value, whose objects lack what is not known.
fn partly(stored: Stored) -> State {
    match stored {
        Stored::Missing => State::Unknown,
        Stored::Null => State::Null,
        Stored::At(document, at) if document.tape[at].kind == kind::OBJECT => {
            State::Partial(stored, Vec::new())
        }
        Stored::At(document, at) => State::Value(document, at),
    }
}

/// Return a stored value after it is replaced by an empty object.
fn emptied(stored: Stored) -> State {
    match stored {
        Stored::Missing => State::NullOrEmpty,
        Stored::Null => State::Null,
        Stored::At(..) => {
            State::Made(Vec::new(), vec![Node { kind: kind::OBJECT, next: 1, ..Node::default() }])
        }
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
