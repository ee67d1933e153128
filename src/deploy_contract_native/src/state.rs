//! Rules that no schema expresses: they compare places of a document with each other, or with the
//! stored deployment.
//!
//! A check returns true only if a document surely keeps the rule. Others look at the rest.
#![forbid(unsafe_code)]

use std::borrow::Cow;
use std::collections::HashSet;

use crate::evaluate::Walk;
use crate::exchange::is_same;
use crate::names::Names;
use crate::number::value_of;
use crate::places::{Document, EVERY, Path, Pattern};
use crate::tape::{Node, UNNAMED, flag, kind};

/// A stored value, as far as it is known.
#[derive(Clone, Copy, Debug)]
pub enum Stored<'a> {
    /// It is not known.
    Missing,
    Null,
    Text(&'a str),
    Truth(bool),
    /// A value that is not compared here.
    Other,
}

/// A rule as the library writes it. The meaning of paths and keys depends on the relation.
#[derive(Clone, Debug)]
pub struct Row {
    pub relation: String,
    /// Pattern of the documents in a document that the rule is on.
    pub place: Vec<String>,
    pub paths: Vec<Vec<String>>,
    pub keys: Vec<String>,
    /// Roots of the program.
    pub roots: Vec<usize>,
}

/// A rule on the documents at a place.
#[derive(Debug)]
pub struct Rule {
    place: Pattern,
    relation: Relation,
}

#[derive(Debug)]
enum Relation {
    /// In the object, the first number of a pair is at most the second.
    AtMost { within: Path, pairs: Vec<(Path, Path)> },
    /// The items of the array have different texts at the key.
    UniqueBy { array: Pattern, key: Path },
    /// Each text at a name is that at the key of an item of the array.
    ExistsIn { names: Vec<Pattern>, texts: Pattern },
    /// Fields that are set have their stored values, if these are known.
    EqualsStored(Vec<Field>),
    /// No field is set whose stored value is not known.
    StoredUnknown(Vec<Field>),
    /// Not all schemas are valid once the document is applied, if it sets one of the fields.
    Never(Vec<(Field, usize)>),
}

/// A field, and its number among the stored values.
#[derive(Debug)]
struct Field {
    path: Path,
    number: usize,
}

impl Rule {
    /// Read a rule; None if it is not known. Paths of fields are appended to those of `stored`.
    pub fn read(row: &Row, names: &Names, stored: &mut Vec<Vec<String>>) -> Option<Rule> {
        let path = |tokens: &Vec<String>| Path::new(tokens, names);
        let below = |tokens: &[String], more: &[&String]| {
            let more = more.iter().map(|token| (*token).clone());
            Pattern::new(&tokens.iter().cloned().chain(more).collect::<Vec<_>>(), names)
        };
        let fields = |stored: &mut Vec<Vec<String>>| -> Vec<Field> {
            let mut fields = Vec::new();
            for tokens in &row.paths {
                fields.push(Field { path: path(tokens), number: stored.len() });
                stored.push(tokens.clone());
            }
            fields
        };
        let (paths, keys) = (&row.paths[..], &row.keys[..]);
        let key = |token: &String| Path::new(std::slice::from_ref(token), names);
        let every = EVERY.to_string();
        let relation = match (row.relation.as_str(), paths, keys) {
            ("at_most", [within], keys) => {
                let pairs = keys.chunks_exact(2).map(|pair| (key(&pair[0]), key(&pair[1])));
                Relation::AtMost { within: path(within), pairs: pairs.collect() }
            }
            ("unique_by", [array], [name]) => {
                Relation::UniqueBy { array: below(array, &[&every]), key: key(name) }
            }
            ("exists_in", [array, names @ ..], [name]) => Relation::ExistsIn {
                names: names.iter().map(|tokens| below(tokens, &[])).collect(),
                texts: below(array, &[&every, name]),
            },
            ("equals_stored", _, _) => Relation::EqualsStored(fields(stored)),
            ("stored_unknown", _, _) => Relation::StoredUnknown(fields(stored)),
            ("never", paths, _) if paths.len() == row.roots.len() => {
                Relation::Never(fields(stored).into_iter().zip(row.roots.iter().copied()).collect())
            }
            _ => return None,
        };
        Some(Rule { place: Pattern::new(&row.place, names), relation })
    }

    /// Return true if a document surely keeps the rule. `stored` has the values of all fields.
    pub fn is_kept(&self, walk: &mut Walk, stored: &[Stored]) -> bool {
        let document = Document { body: walk.body, tape: walk.tape };
        let relation = &self.relation;
        self.place.all(document, &mut |at| relation.is_kept(walk, at, stored))
    }

    /// Return true if a document surely keeps the rule, or only stored values that are not known
    /// decide.
    pub fn is_kept_or_open(&self, walk: &mut Walk, stored: &[Stored]) -> bool {
        let document = Document { body: walk.body, tape: walk.tape };
        let relation = &self.relation;
        self.place.all(document, &mut |at| {
            relation.is_kept(walk, at, stored) || relation.is_open(walk, at, stored)
        })
    }
}

impl Relation {
    fn is_kept(&self, walk: &mut Walk, at: usize, stored: &[Stored]) -> bool {
        let document = Document { body: walk.body, tape: walk.tape };
        match self {
            Relation::AtMost { within, pairs } => {
                let Some(group) = within.find(document, at) else { return true };
                pairs.iter().all(|(lower, upper)| {
                    let places = (lower.find(document, group), upper.find(document, group));
                    let (Some(lower), Some(upper)) = places else { return true };
                    is_at_most(document, lower, upper)
                })
            }
            Relation::UniqueBy { array, key } => {
                let mut seen = Distinct::default();
                array.all_at(document, at, &mut |item| match key.find(document, item) {
                    Some(place) if document.tape[place].kind == kind::STRING => {
                        document.text(place).is_some_and(|text| seen.insert(text))
                    }
                    _ => true,
                })
            }
            Relation::ExistsIn { names, texts } => {
                let mut declared = None; // most documents have no names
                names.iter().all(|pattern| {
                    pattern.all_at(document, at, &mut |place| {
                        if document.tape[place].kind != kind::STRING {
                            return true;
                        }
                        let known = declared.get_or_insert_with(|| texts_at(document, at, texts));
                        document.text(place).is_some_and(|name| known.contains(&name))
                    })
                })
            }
            Relation::EqualsStored(fields) => fields.iter().all(|field| {
                set_place(document, at, field)
                    .is_none_or(|place| equals(document, place, stored[field.number]))
            }),
            Relation::StoredUnknown(fields) => fields.iter().all(|field| {
                // below an `Other`, it is not seen here what is known
                let may_lack = matches!(stored[field.number], Stored::Missing | Stored::Other);
                !may_lack || set_place(document, at, field).is_none()
            }),
            Relation::Never(fields) => {
                let mut is_touched = false;
                for (field, root) in fields {
                    let place = set_place(document, at, field);
                    is_touched |= place.is_some();
                    let fits = match place {
                        Some(place) => walk.accepts_at(*root, place),
                        None => may_fit(walk, *root, stored[field.number]),
                    };
                    if !fits {
                        return true;
                    }
                }
                !is_touched
            }
        }
    }

    /// Return true if only stored values that are not known decide. Call it only if `is_kept`
    /// returned false.
    fn is_open(&self, walk: &Walk, at: usize, stored: &[Stored]) -> bool {
        let Relation::Never(fields) = self else { return false };
        let document = Document { body: walk.body, tape: walk.tape };
        let left = fields.iter().filter(|(field, _)| set_place(document, at, field).is_none());
        let mut is_open = false;
        for (field, _) in left {
            match stored[field.number] {
                Stored::Missing => is_open = true,
                Stored::Other => return false, // such a value may settle the rule
                Stored::Null | Stored::Text(_) | Stored::Truth(_) => {}
            }
        }
        is_open
    }
}

/// So many texts are compared with each other, which takes less time than to hash them.
const FEW: usize = 16;

/// Texts that differ from each other.
#[derive(Default)]
struct Distinct<'a> {
    few: Vec<Cow<'a, [u8]>>,
    many: HashSet<Cow<'a, [u8]>>,
}

impl<'a> Distinct<'a> {
    /// Add a text; return false if it was added before.
    fn insert(&mut self, text: Cow<'a, [u8]>) -> bool {
        if self.few.len() < FEW {
            let is_new = !self.few.contains(&text);
            self.few.push(text);
            return is_new;
        }
        if self.many.is_empty() {
            self.many.extend(self.few.iter().cloned());
        }
        self.many.insert(text)
    }
}

/// Return the texts at a pattern.
fn texts_at<'a>(document: Document<'a>, at: usize, pattern: &Pattern) -> HashSet<Cow<'a, [u8]>> {
    let mut found = HashSet::new();
    pattern.all_at(document, at, &mut |place| {
        found.extend(document.text(place));
        true
    });
    found
}

/// Return the place of a field that is set: it is there and not null.
fn set_place(document: Document, at: usize, field: &Field) -> Option<usize> {
    let place = field.path.find(document, at)?;
    (document.tape[place].kind != kind::NULL).then_some(place)
}

/// Return true unless the first number is greater than the second, or a comparison may be inexact.
fn is_at_most(document: Document, lower: usize, upper: usize) -> bool {
    let (lower, upper) = (document.tape[lower], document.tape[upper]);
    let is_number = |node: Node| node.kind & (kind::INTEGER | kind::FRACTION) != 0;
    if !is_number(lower) || !is_number(upper) {
        return true;
    }
    if lower.has(flag::WIDE) || upper.has(flag::WIDE) {
        return false;
    }
    value_of(lower.bytes(document.body)) <= value_of(upper.bytes(document.body))
}

fn equals(document: Document, place: usize, stored: Stored) -> bool {
    let node = document.tape[place];
    match stored {
        Stored::Missing => true,
        Stored::Text(wanted) => document.text(place).is_some_and(|text| is_same(&text, wanted)),
        Stored::Truth(truth) => node.kind == kind::BOOLEAN && node.has(flag::TRUE) == truth,
        Stored::Null | Stored::Other => false,
    }
}

/// Return false if a stored value is surely not valid by a root.
fn may_fit(walk: &Walk, root: usize, stored: Stored) -> bool {
    let (kind, flags, text) = match stored {
        Stored::Missing | Stored::Other => return true,
        Stored::Null => (kind::NULL, 0, ""),
        Stored::Text(text) => (kind::STRING, 0, text),
        Stored::Truth(truth) => (kind::BOOLEAN, if truth { flag::TRUE } else { 0 }, ""),
    };
    let Ok(size) = u32::try_from(text.len()) else { return true };
    let tape = [Node { kind, flags, name: UNNAMED, start: 0, size, next: 1 }];
    let decoded = &mut Vec::new();
    Walk { program: walk.program, body: text.as_bytes(), tape: &tape, decoded }.accepts(root)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::Program;
    use crate::scan::{Limits, Scratch, scan};

    const LIMITS: Limits = Limits { bytes: 1 << 20, objects: 100_000, string: 1 << 20 };
    const ID: &str = "9e2d7c34-51b0-4a7e-b1f6-2f8c0a6d4b21";

    fn integers(numbers: &[u32]) -> Vec<u8> {
        numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
    }

    /// Return the program with the name `a`, and the roots of `true` and of strings.
    fn program() -> Program {
        let parts = [
            b"DCPR".to_vec(),
            integers(&[1, 1, 1]),
            b"a".to_vec(),
            integers(&[0, 0, 2]),
            integers(&[2, 1 << 8, 1]),
            integers(&[16, 0]),
            integers(&[2, 0, 1]),
        ];
        Program::read(&parts.concat()).unwrap()
    }

    fn texts(list: &[&str]) -> Vec<String> {
        list.iter().map(|text| (*text).to_string()).collect()
    }

    fn is_kept(row: &Row, text: &str, stored: &[Stored]) -> bool {
        asked(row, text, stored, Rule::is_kept)
    }

    fn asked(
        row: &Row,
        text: &str,
        stored: &[Stored],
        ask: impl Fn(&Rule, &mut Walk, &[Stored]) -> bool,
    ) -> bool {
        let program = program();
        let mut scratch = Scratch::default();
        scan(text.as_bytes(), &program.names, &LIMITS, &mut scratch).unwrap();
        let (tape, decoded) = (&scratch.tape, &mut scratch.decoded);
        let mut walk = Walk { program: &program, body: text.as_bytes(), tape, decoded };
        let mut places = Vec::new();
        let rule = Rule::read(row, &program.names, &mut places).unwrap();
        assert!(stored.len() >= places.len());
        ask(&rule, &mut walk, stored)
    }

    fn row(relation: &str, paths: &[&[&str]], keys: &[&str], roots: &[usize]) -> Row {
        let paths = paths.iter().map(|path| texts(path)).collect();
        Row {
            relation: relation.into(),
            place: vec![],
            paths,
            keys: texts(keys),
            roots: roots.into(),
        }
    }

    #[test]
    fn places_of_a_document_are_compared_with_each_other() {
        let at_most = row("at_most", &[&["a"]], &["low", "high"], &[]);
        let unique = row("unique_by", &[&["a"]], &["n"], &[]);
        let exists = row("exists_in", &[&["a"], &["x", "*"]], &["n"], &[]);
        let inner = Row { place: texts(&["z", "*"]), ..at_most.clone() };
        let rows: &[(&Row, &str, bool)] = &[
            (&at_most, r#"{"a": {"low": 1, "high": 1.0}}"#, true),
            (&at_most, r#"{"a": {"low": 1, "high": 0.5}}"#, false),
            (&at_most, r#"{"a": {"low": 9999999999999999, "high": 1e99}}"#, false),
            (&at_most, r#"{"a": {"low": "2", "high": 1}}"#, true),
            (&at_most, r#"{"a": {"low": 2}}"#, true),
            (&at_most, r#"{"a": [2, 1]}"#, true),
            (&at_most, r#"{}"#, true),
            (
                &inner,
                r#"{"z": [{"a": {"low": 2, "high": 3}}, {"a": {"low": 2, "high": 1}}]}"#,
                false,
            ),
            (&inner, r#"{"a": {"low": 2, "high": 1}, "z": []}"#, true),
            (&unique, r#"{"a": [{"n": "x"}, {"n": "y"}, {"n": 1}, {"n": 1}, {}, 5]}"#, true),
            (&unique, r#"{"a": [{"n": "x"}, {"n": "x"}]}"#, false),
            (&unique, r#"{"a": [{"n": "\u0078"}]}"#, true),
            (&unique, r#"{"a": [{"n": "\u0078"}, {"n": "x"}]}"#, false),
            (&unique, r#"{"a": null}"#, true),
            (&exists, r#"{"a": [{"n": "x"}, {"n": "y"}], "x": ["y", "x", 5]}"#, true),
            (&exists, r#"{"a": [{"n": "x"}], "x": ["y"]}"#, false),
            (&exists, r#"{"x": ["y"]}"#, false),
            (&exists, r#"{"x": null}"#, true),
        ];
        for (row, text, expected) in rows {
            assert_eq!(is_kept(row, text, &[]), *expected, "{} {text}", row.relation);
        }
    }

    #[test]
    fn many_names_are_found_in_linear_time() {
        let names: Vec<String> = (0..20_000).map(|number| format!("\"n{number}\"")).collect();
        let items: Vec<String> = names.iter().map(|name| format!("{{\"n\": {name}}}")).collect();
        let text = format!("{{\"a\": [{}], \"x\": [{}]}}", items.join(","), names.join(","));
        assert!(is_kept(&row("exists_in", &[&["a"], &["x", "*"]], &["n"], &[]), &text, &[]));
        assert!(is_kept(&row("unique_by", &[&["a"]], &["n"], &[]), &text, &[]));
    }

    #[test]
    fn fields_that_are_set_are_compared_with_stored_ones() {
        use Stored::{Missing, Null, Other, Text, Truth};
        let equals = row("equals_stored", &[&["a"], &["x", "y"]], &[], &[]);
        let unknown = row("stored_unknown", &[&["a"], &["x", "y"]], &[], &[]);
        let upper = format!("{{\"a\": \"{}\"}}", ID.to_uppercase());
        let rows: &[(&Row, &str, [Stored; 2], bool)] = &[
            (&equals, r#"{"a": "1"}"#, [Text("1"), Missing], true),
            (&equals, r#"{"a": "1"}"#, [Text("2"), Missing], false),
            (&equals, r#"{"a": "1"}"#, [Null, Missing], false),
            (&equals, r#"{"a": "1", "x": {"y": 5}}"#, [Missing, Missing], true),
            (&equals, r#"{"x": {"y": 5}}"#, [Missing, Other], false),
            (&equals, r#"{"x": {"y": true}}"#, [Missing, Truth(true)], true),
            (&equals, r#"{"x": {"y": true}}"#, [Missing, Truth(false)], false),
            (&equals, r#"{"a": null, "x": null}"#, [Text("1"), Text("1")], true),
            (&equals, &upper, [Text(ID), Missing], true),
            (&unknown, r#"{"a": "1"}"#, [Text("2"), Missing], true),
            (&unknown, r#"{"a": "1"}"#, [Missing, Null], false),
            (&unknown, r#"{"a": null}"#, [Missing, Missing], true),
            (&unknown, r#"{"a": "1"}"#, [Other, Null], false),
            (&unknown, r#"{"x": {"y": 1}}"#, [Missing, Null], true),
        ];
        for (row, text, stored, expected) in rows {
            assert_eq!(is_kept(row, text, stored), *expected, "{} {text}", row.relation);
        }
    }

    #[test]
    fn not_all_schemas_are_valid_at_once() {
        use Stored::{Missing, Null, Other, Text, Truth};
        let never = row("never", &[&["a"], &["x"]], &[], &[0, 1]);
        let rows: &[(&str, [Stored; 2], bool)] = &[
            (r#"{"a": true, "x": "s"}"#, [Null, Null], false),
            (r#"{"a": false, "x": "s"}"#, [Truth(true), Null], true),
            (r#"{"a": true}"#, [Null, Text("s")], false),
            (r#"{"a": true}"#, [Null, Null], true),
            (r#"{"a": true}"#, [Null, Missing], false),
            (r#"{"a": true}"#, [Null, Other], false),
            (r#"{"a": null, "x": "s"}"#, [Truth(true), Null], false),
            (r#"{"x": "s"}"#, [Truth(false), Null], true),
            (r#"{"z": 1}"#, [Truth(true), Text("s")], true),
        ];
        for (text, stored, expected) in rows {
            assert_eq!(is_kept(&never, text, stored), *expected, "{text} {stored:?}");
        }
    }

    #[test]
    fn a_rule_is_open_if_only_values_that_are_not_known_decide() {
        use Stored::{Missing, Null, Other, Text, Truth};
        let never = row("never", &[&["a"], &["x"]], &[], &[0, 1]);
        let equals = row("equals_stored", &[&["a"], &["x"]], &[], &[]);
        let rows: &[(&Row, &str, [Stored; 2], bool)] = &[
            (&never, r#"{"a": true}"#, [Null, Missing], true),
            (&never, r#"{"x": "s"}"#, [Missing, Null], true),
            (&never, r#"{"a": false}"#, [Null, Missing], true), // it is kept
            (&never, r#"{"a": true}"#, [Null, Text("s")], false),
            (&never, r#"{"a": true}"#, [Null, Other], false),
            (&never, r#"{"a": true, "x": "s"}"#, [Missing, Missing], false),
            (&equals, r#"{"a": "s"}"#, [Missing, Missing], true),
            (&equals, r#"{"a": "s", "x": "t"}"#, [Truth(true), Missing], false),
        ];
        for (row, text, stored, expected) in rows {
            let found = asked(row, text, stored, Rule::is_kept_or_open);
            assert_eq!(found, *expected, "{} {text} {stored:?}", row.relation);
        }
    }

    #[test]
    fn unknown_relations_are_not_read() {
        for wrong in [
            row("at_least", &[&["a"]], &["x"], &[]),
            row("unique_by", &[&["a"]], &[], &[]),
            row("never", &[&["a"]], &[], &[]),
            row("at_most", &[], &["x", "y"], &[]),
        ] {
            assert!(Rule::read(&wrong, &Names::default(), &mut Vec::new()).is_none());
        }
    }
}
