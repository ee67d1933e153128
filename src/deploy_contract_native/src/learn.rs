//! The learned fields of a document: its identity as a key, and the texts that may be kept.
#![forbid(unsafe_code)]

use crate::names::Names;
use crate::tape::{Node, UNNAMED, flag, kind};
use crate::text::unescape;

/// The token that stands for every item of an array and every member of an object.
const EVERY: &str = "*";
const UUID_CHARACTERS: usize = 36;
/// Places of the hyphens of a uuid (RFC 9562, section 4).
const HYPHENS: [usize; 4] = [8, 13, 18, 23];

/// A key in a path, and the declared name that equals it.
type Token = (Box<[u8]>, Option<u16>);

/// Where documents are in a text, and which of their fields are learned.
#[derive(Debug)]
pub struct Fields {
    /// Keys on the way to the documents; None for every item and member.
    pattern: Vec<Option<Token>>,
    fields: Vec<Vec<Token>>,
}

impl Fields {
    pub fn new(pattern: &[String], fields: &[Vec<String>], names: &Names) -> Fields {
        let token = |text: &String| (text.as_bytes().into(), names.find(text.as_bytes()));
        let step = |text: &String| if text == EVERY { None } else { Some(token(text)) };
        Fields {
            pattern: pattern.iter().map(step).collect(),
            fields: fields.iter().map(|field| field.iter().map(token).collect()).collect(),
        }
    }

    /// Return the places on the tape of the fields of each document; None for a missing one.
    pub fn rows(&self, body: &[u8], tape: &[Node]) -> Vec<Vec<Option<usize>>> {
        let mut rows = Vec::new();
        self.collect(body, tape, 0, &self.pattern, &mut rows);
        rows
    }

    fn collect(
        &self,
        body: &[u8],
        tape: &[Node],
        at: usize,
        pattern: &[Option<Token>],
        rows: &mut Vec<Vec<Option<usize>>>,
    ) {
        match pattern.split_first() {
            None => {
                let fields = self.fields.iter();
                rows.push(fields.map(|field| find(body, tape, at, field)).collect());
            }
            Some((None, rest)) => {
                if tape[at].kind & (kind::ARRAY | kind::OBJECT) == 0 {
                    return;
                }
                let mut item = at + 1;
                while item < tape[at].next as usize {
                    if tape[item].kind == kind::KEY {
                        item += 1;
                    }
                    self.collect(body, tape, item, rest, rows);
                    item = tape[item].next as usize;
                }
            }
            Some((Some(token), rest)) => {
                if let Some(member) = member(body, tape, at, token) {
                    self.collect(body, tape, member, rest, rows);
                }
            }
        }
    }
}

/// Return the place of the value that a path of keys leads to.
fn find(body: &[u8], tape: &[Node], at: usize, path: &[Token]) -> Option<usize> {
    path.iter().try_fold(at, |at, token| member(body, tape, at, token))
}

/// Return the place of the value of a member of an object.
fn member(body: &[u8], tape: &[Node], at: usize, (key, name): &Token) -> Option<usize> {
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

/// Return the 16 bytes of a uuid in either letter case.
pub fn uuid_bytes(text: &[u8]) -> Option<[u8; 16]> {
    if text.len() != UUID_CHARACTERS || HYPHENS.iter().any(|&place| text[place] != b'-') {
        return None;
    }
    let mut digits = text.iter().filter(|&&sign| sign != b'-').map(|&sign| char::from(sign));
    let mut bytes = [0; 16];
    for byte in &mut bytes {
        let (high, low) = (digits.next()?.to_digit(16)?, digits.next()?.to_digit(16)?);
        *byte = (high * 16 + low) as u8;
    }
    digits.next().is_none().then_some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scan::{Limits, Scratch, scan};

    const LIMITS: Limits = Limits { bytes: 1 << 20, objects: 1000, string: 1 << 20 };

    fn rows(text: &str, pattern: &[&str], fields: &[&[&str]]) -> Vec<Vec<Option<String>>> {
        let names = Names::new(vec![b"id".as_slice().into(), b"list".as_slice().into()]);
        let mut scratch = Scratch::default();
        scan(text.as_bytes(), &names, &LIMITS, &mut scratch).unwrap();
        let texts = |path: &[&str]| path.iter().map(|token| (*token).to_string()).collect();
        let fields: Vec<Vec<String>> = fields.iter().map(|field| texts(field)).collect();
        let found =
            Fields::new(&texts(pattern), &fields, &names).rows(text.as_bytes(), &scratch.tape);
        let shown = |place: usize| {
            String::from_utf8(scratch.tape[place].bytes(text.as_bytes()).to_vec()).unwrap()
        };
        found.iter().map(|row| row.iter().map(|place| place.map(shown)).collect()).collect()
    }

    fn row(values: &[Option<&str>]) -> Vec<Option<String>> {
        values.iter().map(|value| value.map(str::to_string)).collect()
    }

    #[test]
    fn each_document_has_a_row_of_its_fields() {
        let fields: &[&[&str]] = &[&["id"], &["a", "b"]];
        let text = r#"{"x": [], "list": [{"id": "1", "a": {"b": true}}, {"a": 1}, 5,
            {"a": {"c": 0, "b": "z"}, "\u0069d": "2"}, {"\u0061": {"b": null}}]}"#;
        let expected = [
            row(&[Some("1"), Some("true")]),
            row(&[None, None]),
            row(&[None, None]),
            row(&[Some("2"), Some("z")]),
            row(&[None, Some("null")]),
        ];
        assert_eq!(rows(text, &["list", "*"], fields), expected);
        assert_eq!(rows(r#"{"id": "1"}"#, &[], fields), [row(&[Some("1"), None])]);
        let of_members = r#"{"list": {"id": 1, "z": {"id": "3"}}}"#;
        let expected = [row(&[None, None]), row(&[Some("3"), None])];
        assert_eq!(rows(of_members, &["list", "*"], fields), expected);
        let none: [Vec<Option<String>>; 0] = [];
        assert_eq!(rows("[1]", &["list", "*"], fields), none);
        assert_eq!(rows(r#"{"list": 1}"#, &["list", "*"], fields), none);
    }

    #[test]
    fn uuids_are_numbers_of_16_bytes() {
        let bytes = [
            0x9e, 0x2d, 0x7c, 0x34, 0x51, 0xb0, 0x4a, 0x7e, 0xb1, 0xf6, 0x2f, 0x8c, 0x0a, 0x6d,
            0x4b, 0x21,
        ];
        let text = "9e2d7c34-51b0-4a7e-b1f6-2f8c0a6d4b21";
        assert_eq!(uuid_bytes(text.as_bytes()), Some(bytes));
        assert_eq!(uuid_bytes(text.to_uppercase().as_bytes()), Some(bytes));
        for wrong in [
            "",
            "9e2d7c34-51b0-4a7e-b1f6-2f8c0a6d4b2",
            "9e2d7c34-51b0-4a7e-b1f6-2f8c0a6d4b2g",
            "9e2d7c34051b0-4a7e-b1f6-2f8c0a6d4b21",
            "9e2d7c34-51b0-4a7e-b1f6--f8c0a6d4b21",
            "9e2d7c3-451b0-4a7e-b1f6-2f8c0a6d4b21",
        ] {
            assert_eq!(uuid_bytes(wrong.as_bytes()), None, "{wrong}");
        }
    }
}
