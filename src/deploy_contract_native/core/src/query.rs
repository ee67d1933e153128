//! The query of an ordinary request: declared parameters, each once, with valid values.

use std::borrow::Cow;

use crate::evaluate::Walk;
use crate::places::Document;
use crate::program::Program;
use crate::tape::{Node, UNNAMED, flag, kind};

/// Longer numbers are left to others.
const MOST_DIGITS: usize = 15;

/// A declared parameter. Roots are those of the program of its `Parameters`.
#[derive(Debug)]
pub struct Parameter {
    pub name: Box<str>,
    /// Kinds of value; a text is parsed only if it may not be a string.
    pub kinds: u8,
    /// Root of the schema of the value.
    pub root: usize,
    /// Root of the schema of each item, if the value is a list separated by commas.
    pub items: Option<usize>,
    /// The only values beside the empty one, if not all are valid.
    pub values: Option<Vec<Box<str>>>,
    /// True if a request must have it.
    pub required: bool,
}

/// The value of a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value<'a> {
    Text(Cow<'a, str>),
    Number(i64),
    Truth(bool),
    Texts(Cow<'a, str>),
}

/// The parameters of an operation.
#[derive(Debug, Default)]
pub struct Parameters {
    pub declared: Vec<Parameter>,
    /// Bytes of the longest query.
    pub longest: usize,
}

impl Parameters {
    /// Return the value of each declared parameter; None if others have to read the query.
    pub fn read<'a>(&self, program: &Program, query: &'a str) -> Option<Vec<Option<Value<'a>>>> {
        let mut found = vec![None; self.declared.len()];
        if query.len() > self.longest || !query.is_ascii() || query.contains(';') {
            return None;
        }
        for part in query.split('&').filter(|part| !part.is_empty()) {
            let (name, text) = part.split_once('=').unwrap_or((part, ""));
            let name = decoded(name)?;
            let number = self.declared.iter().position(|one| *one.name == *name)?;
            if found[number].is_some() {
                return None;
            }
            found[number] = Some(self.declared[number].value(program, decoded(text)?)?);
        }
        let missing = |(one, value): (&Parameter, &Option<_>)| one.required && value.is_none();
        if self.declared.iter().zip(&found).any(missing) { None } else { Some(found) }
    }
}

impl Parameter {
    /// Return the value that a text stands for, if it is valid.
    fn value<'a>(&self, program: &Program, text: Cow<'a, str>) -> Option<Value<'a>> {
        if self.kinds & kind::STRING == 0 {
            return self.scalar(program, &text);
        }
        if !accepts(program, self.root, kind::STRING, 0, &text) {
            return None;
        }
        if let Some(root) = self.items {
            let is_item = |item| accepts(program, root, kind::STRING, 0, item);
            let all = text.is_empty() || text.split(',').all(is_item);
            return all.then_some(Value::Texts(text));
        }
        let values = self.values.as_ref();
        let is_known = |values: &Vec<Box<str>>| values.iter().any(|value| **value == *text);
        let known = text.is_empty() || values.is_none_or(is_known);
        known.then_some(Value::Text(text))
    }

    fn scalar<'a>(&self, program: &Program, text: &str) -> Option<Value<'a>> {
        if self.items.is_some() || self.values.is_some() {
            return None;
        }
        if self.kinds & kind::INTEGER != 0 && is_integer(text) {
            let accepted = accepts(program, self.root, kind::INTEGER, 0, text);
            return if accepted { text.parse().ok().map(Value::Number) } else { None };
        }
        if self.kinds & kind::BOOLEAN == 0 {
            return None;
        }
        let truth = text.eq_ignore_ascii_case("true");
        if !truth && !text.eq_ignore_ascii_case("false") {
            return None;
        }
        let flags = if truth { flag::TRUE } else { 0 };
        accepts(program, self.root, kind::BOOLEAN, flags, text).then_some(Value::Truth(truth))
    }
}

fn is_integer(text: &str) -> bool {
    let plain = !text.is_empty() && text.bytes().all(|sign| sign.is_ascii_digit());
    plain && text.len() <= MOST_DIGITS && (text == "0" || !text.starts_with('0'))
}

/// Return true if a root accepts a text as a value of some kind.
fn accepts(program: &Program, root: usize, kind: u8, flags: u8, text: &str) -> bool {
    let Ok(size) = u32::try_from(text.len()) else { return false };
    let tape = [Node { kind, flags, name: UNNAMED, start: 0, size, next: 1 }];
    let body = text.as_bytes();
    let decoded = &mut Vec::new();
    let mut walk = Walk::new(program, Document { body, tape: &tape }, decoded);
    walk.is_valid(root, 0)
}

/// Return a text without percent-encoding; None if it is not UTF-8, or a percent sign stands alone.
fn decoded(text: &str) -> Option<Cow<'_, str>> {
    if !text.contains(['%', '+']) {
        return Some(Cow::Borrowed(text));
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut signs = text.bytes();
    while let Some(sign) = signs.next() {
        bytes.push(match sign {
            b'+' => b' ',
            b'%' => 16 * hex_digit(signs.next()?)? + hex_digit(signs.next()?)?,
            _ => sign,
        });
    }
    String::from_utf8(bytes).ok().map(Cow::Owned)
}

fn hex_digit(sign: u8) -> Option<u8> {
    char::from(sign).to_digit(16).map(|digit| digit as u8)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::program::Compiler;

    /// Return the program of integers of at most 100, of booleans, of strings of at most two
    /// characters, and of null or a string. The schemas have the numbers 0 to 3.
    fn program() -> Program {
        let schemas = [
            json!({"type": "integer", "maximum": 100}),
            json!({"type": "boolean"}),
            json!({"type": "string", "maxLength": 2}),
            json!({"type": ["string", "null"]}),
        ];
        let mut compiler = Compiler::new(None, 0);
        for schema in &schemas {
            compiler.predicate(schema).unwrap();
        }
        compiler.finish()
    }

    fn parameters() -> Parameters {
        let one = |name: &str, kinds, root| Parameter {
            name: name.into(),
            kinds,
            root,
            items: None,
            values: None,
            required: false,
        };
        let list = Parameter { items: Some(2), ..one("list", kind::STRING, 3) };
        let known = Parameter { values: Some(vec!["A".into()]), ..one("known", kind::STRING, 3) };
        let size = Parameter { required: true, ..one("size", kind::INTEGER, 0) };
        let declared = vec![size, one("new", kind::BOOLEAN, 1), list, known];
        Parameters { declared, longest: 36 }
    }

    #[test]
    fn declared_parameters_have_one_valid_value() {
        let text = |text: &'static str| Some(Value::Text(Cow::Borrowed(text)));
        let texts = |text: &'static str| Some(Value::Texts(Cow::Borrowed(text)));
        let number = |number| Some(Value::Number(number));
        let rows: &[(&str, [Option<Value>; 4])] = &[
            ("size=7", [number(7), None, None, None]),
            ("size=0&", [number(0), None, None, None]),
            ("&new=TRUE&size=100", [number(100), Some(Value::Truth(true)), None, None]),
            ("size=1&list=a,b%2Ccc", [number(1), None, texts("a,b,cc"), None]),
            ("size=1&list=", [number(1), None, texts(""), None]),
            ("size=1&list", [number(1), None, texts(""), None]),
            ("%73ize=1&known=%41", [number(1), None, None, text("A")]),
            ("size=1&known=", [number(1), None, None, text("")]),
            ("size=1&list=+,%C3%A4", [number(1), None, texts(" ,\u{e4}"), None]),
        ];
        let (program, parameters) = (program(), parameters());
        for (query, expected) in rows {
            assert_eq!(parameters.read(&program, query).as_deref(), Some(&expected[..]), "{query}");
        }
    }

    #[test]
    fn other_queries_are_left_to_others() {
        let rows = [
            "",
            "new=true",
            "size=",
            "size=101",
            "size=01",
            "size=-1",
            "size=+1",
            "size=1.0",
            "size=1&size=1",
            "size=1&new=1",
            "size=1&new=",
            "size=1&list=aaa",
            "size=1&list=a,,aaa",
            "size=1&known=B",
            "size=1&other=1",
            "size=1;new=true",
            "size=1&Size=1",
            "size=%3",
            "size=1&known=%4",
            "size=1&known=%GG",
            "size=1&known=%FF",
            "size=1&known=\u{e4}",
            "size=1234567890123456",
            "size=1&list=a,a,a,a,a,a,a,a,a,a,a,a,a,a,",
        ];
        let (program, parameters) = (program(), parameters());
        for query in rows {
            assert_eq!(parameters.read(&program, query), None, "{query}");
        }
    }
}
