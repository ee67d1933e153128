//! Rules between a response, the parameters of its request, and the known facts.
//!
//! A check returns true only if a response surely keeps the rules. Anything that takes more than a
//! comparison of bytes counts as broken: others decide whether it is.

use crate::contract::Fault;
use crate::learn::uuid_bytes;
use crate::places::{Document, Path, Pattern};
use crate::program::Compiler;
use crate::tape::{flag, kind};

/// How the values at a place depend on a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// The array has at most so many items.
    CountAtMost,
    /// Each text is the parameter.
    Equals,
    /// Each text is an item of the parameter.
    Among,
    /// Each text contains the parameter, in any letter case.
    Contains,
}

/// The value of a parameter.
#[derive(Clone, Debug)]
pub enum Argument<'a> {
    Number(i64),
    Text(&'a str),
    Texts(Vec<String>),
}

/// A rule on the values at a place and a parameter.
#[derive(Debug)]
pub struct Rule {
    relation: Relation,
    place: Pattern,
}

impl Rule {
    pub fn new(
        relation: Relation,
        place: &[String],
        compiler: &mut Compiler,
    ) -> Result<Rule, Fault> {
        Ok(Rule { relation, place: Pattern::new(place, compiler)? })
    }

    /// Return true if a response surely keeps the rule.
    pub fn is_kept(&self, document: Document, argument: &Argument) -> bool {
        self.place.all(document, &mut |at| {
            let node = document.tape[at];
            if self.relation == Relation::CountAtMost {
                let Argument::Number(most) = argument else { return false };
                return node.kind != kind::ARRAY || i64::from(node.size) <= *most;
            }
            if node.kind != kind::STRING {
                return true; // the rules are on texts
            }
            document.text(at).is_some_and(|text| self.fits(&text, argument))
        })
    }

    fn fits(&self, text: &[u8], argument: &Argument) -> bool {
        match (self.relation, argument) {
            (Relation::Equals, Argument::Text(wanted)) => is_same(text, wanted),
            (Relation::Among, Argument::Texts(several)) => {
                several.iter().any(|wanted| is_same(text, wanted))
            }
            (Relation::Contains, Argument::Text(wanted)) => contains(text, wanted.as_bytes()),
            _ => false,
        }
    }
}

/// Return true if two texts are equal, or one uuid in different letter case.
pub fn is_same(text: &[u8], wanted: &str) -> bool {
    let wanted = wanted.as_bytes();
    text == wanted || (text.eq_ignore_ascii_case(wanted) && uuid_bytes(text).is_some())
}

fn contains(text: &[u8], wanted: &[u8]) -> bool {
    if !text.is_ascii() || !wanted.is_ascii() || wanted.is_empty() {
        return false;
    }
    let lower = |text: &[u8]| String::from_utf8(text.to_ascii_lowercase()).unwrap_or_default();
    lower(text).contains(&lower(wanted)) // in linear time
}

/// The value of a field as it is known.
#[derive(Clone, Copy, Debug)]
pub enum Known<'a> {
    /// Nothing is known, or the field is null: a response may say anything.
    Nothing,
    Text(&'a str),
    Truth(bool),
    /// A value that is not compared here.
    Other,
}

/// The documents in a response, and their fields that never change.
#[derive(Debug)]
pub struct Constants {
    documents: Pattern,
    identity: Path,
    fields: Vec<Path>,
}

impl Constants {
    pub fn new(
        documents: &[String],
        identity: &[String],
        fields: &[Vec<String>],
        compiler: &mut Compiler,
    ) -> Result<Constants, Fault> {
        let mut paths = Vec::new();
        for field in fields {
            paths.push(Path::new(field, compiler)?);
        }
        Ok(Constants {
            documents: Pattern::new(documents, compiler)?,
            identity: Path::new(identity, compiler)?,
            fields: paths,
        })
    }

    /// Return true if the document with an identity surely has the known values.
    ///
    /// `known` has the value of each field. If it has to be `alone`, all documents have to have
    /// this identity.
    pub fn agree(&self, document: Document, identity: &str, known: &[Known], alone: bool) -> bool {
        if !identity.is_ascii() {
            return false;
        }
        self.documents.all(document, &mut |at| {
            let Some(place) = self.identity.find(document, at) else { return !alone };
            if document.tape[place].kind != kind::STRING {
                return !alone;
            }
            let Some(name) = document.text(place) else { return false };
            if !name.eq_ignore_ascii_case(identity.as_bytes()) {
                return !alone && name.is_ascii(); // other texts may be equal in lower case
            }
            let mut fields = self.fields.iter().zip(known);
            fields.all(|(field, known)| match field.find(document, at) {
                Some(place) => agrees(document, place, *known),
                None => true,
            })
        })
    }
}

fn agrees(document: Document, at: usize, known: Known) -> bool {
    let node = document.tape[at];
    match known {
        Known::Nothing => true,
        Known::Text(text) => document.text(at).is_some_and(|found| *found == *text.as_bytes()),
        Known::Truth(truth) => node.kind == kind::BOOLEAN && node.has(flag::TRUE) == truth,
        Known::Other => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scan::{Limits, Scratch, scan};

    const LIMITS: Limits = Limits { bytes: 1 << 20, objects: 1000, string: 1 << 20 };
    const ID: &str = "9e2d7c34-51b0-4a7e-b1f6-2f8c0a6d4b21";

    fn texts(path: &[&str]) -> Vec<String> {
        path.iter().map(|token| (*token).to_string()).collect()
    }

    fn on_document<Asked>(
        text: &str,
        make: impl FnOnce(&mut Compiler) -> Result<Asked, Fault>,
        ask: impl FnOnce(&Asked, Document) -> bool,
    ) -> bool {
        let mut compiler = Compiler::new(None, 0);
        let asked = make(&mut compiler).unwrap();
        let mut scratch = Scratch::default();
        scan(text.as_bytes(), &compiler.finish().names, &LIMITS, &mut scratch).unwrap();
        ask(&asked, Document { body: text.as_bytes(), tape: &scratch.tape })
    }

    #[test]
    fn relations_compare_texts_and_counts_with_parameters() {
        use Argument::{Number, Text, Texts};
        use Relation::{Among, Contains, CountAtMost, Equals};
        let upper = ID.to_uppercase();
        let rows: &[(Relation, &str, Argument, bool)] = &[
            (CountAtMost, "[1, 2]", Number(2), true),
            (CountAtMost, "[1, 2]", Number(1), false),
            (CountAtMost, "[]", Number(-1), false),
            (CountAtMost, "7", Number(0), true),
            (CountAtMost, "[]", Text("x"), false),
            (Equals, r#""x""#, Text("x"), true),
            (Equals, r#""X""#, Text("x"), false),
            (Equals, r#""\u0078""#, Text("x"), true),
            (Equals, r#""\u0079""#, Text("x"), false),
            (Equals, "7", Text("x"), true),
            (Equals, r#""7""#, Number(7), false),
            (Equals, &format!("\"{upper}\""), Text(ID), true),
            (Equals, r#""x""#, Texts(vec!["x".into()]), false),
            (Among, r#""b""#, Texts(vec!["a".into(), "b".into()]), true),
            (Among, r#""c""#, Texts(vec!["a".into(), "b".into()]), false),
            (Among, &format!("\"{upper}\""), Texts(vec!["a".into(), ID.into()]), true),
            (Contains, r#""A checkout""#, Text("CHECK"), true),
            (Contains, r#""A checkout""#, Text("cheek"), false),
            (Contains, r#""a""#, Text("checkout"), false),
            (Contains, r#""a""#, Text("A"), true),
            (Contains, r#""a""#, Text(""), false),
            (Contains, "\"\u{e4}a\"", Text("a"), false),
            (Contains, r#""stra\u00dfe""#, Text("stra"), false),
        ];
        for (relation, value, argument, expected) in rows {
            let text = format!("{{\"list\": {value}}}");
            let kept = on_document(
                &text,
                |compiler| Rule::new(*relation, &texts(&["list"]), compiler),
                |rule, document| rule.is_kept(document, argument),
            );
            assert_eq!(kept, *expected, "{relation:?} {value} {argument:?}");
        }
    }

    #[test]
    fn every_value_at_a_place_is_compared() {
        let text = r#"{"list": [{"id": "a"}, {}, {"id": 5}, 5, {"id": "b"}]}"#;
        for (wanted, expected) in [("a,b", true), ("a", false)] {
            let argument = Argument::Texts(wanted.split(',').map(String::from).collect());
            let place = texts(&["list", "*", "id"]);
            let kept = on_document(
                text,
                |compiler| Rule::new(Relation::Among, &place, compiler),
                |rule, document| rule.is_kept(document, &argument),
            );
            assert_eq!(kept, expected);
        }
    }

    #[test]
    fn constants_are_compared_with_the_facts_of_their_document() {
        let all = |known: Known<'static>| [known, Known::Nothing];
        let rows: &[(&str, [Known; 2], bool)] = &[
            (r#"[{"id": "A", "x": "1"}]"#, all(Known::Text("1")), true),
            (r#"[{"id": "A", "x": "1"}]"#, all(Known::Text("2")), false),
            (r#"[{"id": "b", "x": "1"}]"#, all(Known::Text("2")), true),
            (r#"[{"id": "b"}, {"id": "a", "x": "1"}]"#, all(Known::Text("2")), false),
            (r#"[{"id": "a", "x": true}]"#, all(Known::Truth(true)), true),
            (r#"[{"id": "a", "x": false}]"#, all(Known::Truth(true)), false),
            (r#"[{"id": "a", "x": "true"}]"#, all(Known::Truth(true)), false),
            (r#"[{"id": "a", "x": null}]"#, all(Known::Text("1")), false),
            (r#"[{"id": "a", "x": null}]"#, all(Known::Nothing), true),
            (r#"[{"id": "a"}]"#, all(Known::Text("1")), true),
            (r#"[{"id": "a", "x": 5}]"#, all(Known::Other), false),
            (r#"[{"id": "a", "x": "\u0031"}]"#, all(Known::Text("1")), true),
            (r#"[{"id": "\u0061", "x": "1"}]"#, all(Known::Text("1")), true),
            (r#"[{"id": "\u0061", "x": "\u0032"}]"#, all(Known::Text("1")), false),
            ("[{\"id\": \"\u{212a}\", \"x\": \"1\"}]", all(Known::Text("1")), false),
            (r#"[{"x": "1"}, {"id": 5, "x": "1"}]"#, all(Known::Text("2")), true),
            (r#"[{"id": "a", "y": {"z": "1"}}]"#, [Known::Nothing, Known::Text("1")], true),
            (r#"[{"id": "a", "y": {"z": "1"}}]"#, [Known::Nothing, Known::Text("2")], false),
        ];
        for (text, known, expected) in rows {
            let agree = |identity: &str, alone: bool| {
                let fields = [texts(&["x"]), texts(&["y", "z"])];
                on_document(
                    text,
                    |compiler| Constants::new(&texts(&["*"]), &texts(&["id"]), &fields, compiler),
                    |constants, document| constants.agree(document, identity, known, alone),
                )
            };
            assert_eq!(agree("a", false), *expected, "{text}");
            assert!(!agree("\u{e4}", false), "{text}");
            let others = ["\"b\"", "{\"x\"", "5, \"x\""];
            let is_alone = !others.iter().any(|other| text.contains(other));
            assert_eq!(agree("a", true), *expected && is_alone, "{text}");
        }
    }
}
