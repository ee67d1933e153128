//! The rules of one mode for a source, some of which need facts about the stored deployment.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyString};

use crate::evaluate::Walk;
use crate::names::Names;
use crate::state::{Row, Rule, Stored};

/// A rule that no schema expresses; see `state::Row`.
#[derive(FromPyObject)]
struct RelationRow {
    relation: String,
    place: Vec<String>,
    paths: Vec<Vec<String>>,
    keys: Vec<String>,
    roots: Vec<usize>,
}

/// The rules of one mode for a source, as the library writes them.
#[derive(FromPyObject)]
pub struct CaseRow {
    /// Root of the schema that no document breaks that keeps the rules, whatever is stored.
    plain: usize,
    /// Root of the schema of the rules that do not depend on what is stored.
    stateless: usize,
    /// Rules that depend on it.
    stateful: Vec<RelationRow>,
    /// Other rules that no schema expresses.
    relations: Vec<RelationRow>,
    /// Place of the source in a stored deployment, and the source; an empty place for none.
    place: Vec<String>,
    source: Option<String>,
    /// True if the document has its state in it: what it lacks is null.
    whole: bool,
}

/// How a document stands to some rules.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// It surely keeps them.
    Kept,
    /// It surely keeps all except some that depend on stored values which are not known.
    Open,
    Unsure,
}

/// The same as a row, compiled.
pub struct Case {
    plain: usize,
    pub stateless: usize,
    stateful: Vec<Rule>,
    relations: Vec<Rule>,
    /// Places of stored values, by their numbers.
    stored: Vec<Vec<String>>,
    place: Vec<String>,
    source: Option<String>,
    whole: bool,
}

impl Case {
    pub fn read(row: CaseRow, names: &Names, roots: usize) -> PyResult<Case> {
        let wrong = || PyValueError::new_err("a rule is not known");
        if row.plain >= roots || row.stateless >= roots {
            return Err(wrong());
        }
        let mut stored = Vec::new();
        let mut read = |rows: Vec<RelationRow>| -> PyResult<Vec<Rule>> {
            let mut rules = Vec::new();
            for row in rows {
                let RelationRow { relation, place, paths, keys, roots: own } = row;
                if own.iter().any(|&root| root >= roots) {
                    return Err(wrong());
                }
                let row = Row { relation, place, paths, keys, roots: own };
                rules.push(Rule::read(&row, names, &mut stored).ok_or_else(wrong)?);
            }
            Ok(rules)
        };
        Ok(Case {
            plain: row.plain,
            stateless: row.stateless,
            stateful: read(row.stateful)?,
            relations: read(row.relations)?,
            stored,
            place: row.place,
            source: row.source,
            whole: row.whole,
        })
    }

    /// Return true if a document surely keeps all rules.
    pub fn is_kept(&self, walk: &mut Walk, facts: Option<&Bound<'_, PyDict>>) -> bool {
        let keeps_entries = walk.accepts(self.plain)
            || (walk.accepts(self.stateless) && self.state(walk, facts, false) == State::Kept);
        keeps_entries && self.keeps_relations(walk)
    }

    /// Return how a document stands to the rules that depend on the stored deployment.
    ///
    /// `several`: True if the source is not known. The answer on a rule that looks at it is `Unsure`.
    pub fn state(
        &self,
        walk: &mut Walk,
        facts: Option<&Bound<'_, PyDict>>,
        several: bool,
    ) -> State {
        let value = |place: &'_ Vec<String>| {
            let is_source = *place == self.place;
            if several && is_source { Value::Other } else { self.value(place, facts) }
        };
        let values: Vec<_> = self.stored.iter().map(value).collect();
        let stored: Vec<_> = values.iter().map(Value::stored).collect();
        let mut state = State::Kept;
        for rule in &self.stateful {
            if rule.is_kept(walk, &stored) {
                continue;
            }
            if !rule.is_kept_or_open(walk, &stored) {
                return State::Unsure;
            }
            state = State::Open;
        }
        state
    }

    /// Return true if a document surely keeps the rules that have no entry.
    pub fn keeps_relations(&self, walk: &mut Walk) -> bool {
        self.relations.iter().all(|rule| rule.is_kept(walk, &[]))
    }

    /// Return the value at a place of the stored deployment. All below a null is null.
    fn value<'py>(&self, place: &[String], facts: Option<&Bound<'py, PyDict>>) -> Value<'_, 'py> {
        if self.whole {
            return Value::Null;
        }
        if let Some(source) = &self.source
            && *place == *self.place
        {
            return Value::Source(source);
        }
        let Some(facts) = facts else { return Value::Missing };
        let mut value = facts.clone().into_any();
        for token in place {
            if value.is_none() {
                return Value::Null;
            }
            let Ok(object) = value.cast_exact::<PyDict>() else { return Value::Other };
            match object.get_item(token) {
                Ok(Some(member)) => value = member,
                Ok(None) => return Value::Missing,
                Err(_) => return Value::Other,
            }
        }
        if value.is_none() { Value::Null } else { Value::Known(value) }
    }
}

/// A stored value.
enum Value<'a, 'py> {
    Missing,
    Null,
    Source(&'a str),
    Known(Bound<'py, PyAny>),
    Other,
}

impl Value<'_, '_> {
    fn stored(&self) -> Stored<'_> {
        let value = match self {
            Value::Missing => return Stored::Missing,
            Value::Null => return Stored::Null,
            Value::Source(source) => return Stored::Text(source),
            Value::Other => return Stored::Other,
            Value::Known(value) => value,
        };
        if let Ok(text) = value.cast_exact::<PyString>() {
            return text.to_str().map_or(Stored::Other, Stored::Text);
        }
        value.cast_exact::<PyBool>().map_or(Stored::Other, |truth| Stored::Truth(truth.is_true()))
    }
}
