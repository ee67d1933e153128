//! The learned fields of a document: its identity as a key, and the texts that may be kept.

use crate::contract::{Contract, Fault, Kind};
use crate::places::{Document, Path, Pattern};
use crate::program::Compiler;

/// Documents in documents are at places of at most so many tokens.
const MOST_TOKENS: usize = 16;
const UUID_CHARACTERS: usize = 36;
/// Places of the hyphens of a uuid (RFC 9562, section 4).
const HYPHENS: [usize; 4] = [8, 13, 18, 23];

/// Where documents are in a text, and which of their fields are learned.
#[derive(Debug)]
pub struct Fields {
    /// Tokens of the pattern.
    pub place: Vec<String>,
    /// The number of the field that holds the source.
    pub source: Option<usize>,
    /// Leads to the documents.
    pattern: Pattern,
    /// Tokens of the fields.
    names: Vec<Vec<String>>,
    fields: Vec<Path>,
}

impl Fields {
    pub fn new(
        pattern: &[String],
        fields: &[Vec<String>],
        compiler: &mut Compiler,
    ) -> Result<Fields, Fault> {
        let mut paths = Vec::new();
        for field in fields {
            paths.push(Path::new(field, compiler)?);
        }
        Ok(Fields {
            place: pattern.to_vec(),
            source: None,
            pattern: Pattern::new(pattern, compiler)?,
            names: fields.to_vec(),
            fields: paths,
        })
    }

    /// Return the learned fields of a kind of document, and of the documents in it.
    ///
    /// The identity of a document comes first, then the fields in the order of the contract.
    pub fn of_kind(
        contract: &Contract,
        kind: &Kind,
        compiler: &mut Compiler,
    ) -> Result<Vec<Fields>, Fault> {
        let mut found = Vec::new();
        let mut left = vec![(Vec::new(), kind)];
        while let Some((around, kind)) = left.pop() {
            if let Some(identity) = &kind.identity {
                let fields: Vec<_> =
                    std::iter::once(identity).chain(&kind.learned).cloned().collect();
                let source = kind.own_source.as_ref();
                let source = fields.iter().skip(1).position(|field| Some(field) == source);
                let made = Fields::new(&around, &fields, compiler)?;
                found.push(Fields { source: source.map(|number| number + 1), ..made });
            }
            if around.len() < MOST_TOKENS {
                for (place, inner) in &kind.contains {
                    left.push(([&around[..], place].concat(), contract.kind(inner)?));
                }
            }
        }
        Ok(found)
    }

    /// Return the numbers of some fields, of which the first must be the identity.
    pub fn columns(&self, fields: &[Vec<String>]) -> Option<Vec<usize>> {
        let number = |field: &Vec<String>| self.names.iter().position(|known| known == field);
        let found: Vec<usize> = fields.iter().map(number).collect::<Option<_>>()?;
        let is_whole = found.first() == Some(&0) && !found[1..].contains(&0);
        is_whole.then_some(found)
    }

    pub fn count(&self) -> usize {
        self.fields.len()
    }

    /// Return the places on the tape of the fields of each document; None for a missing one.
    pub fn rows(&self, document: Document) -> Vec<Vec<Option<usize>>> {
        let mut rows = Vec::new();
        self.pattern.all(document, &mut |at| {
            rows.push(self.fields.iter().map(|field| field.find(document, at)).collect());
            true
        });
        rows
    }
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
        let texts = |path: &[&str]| path.iter().map(|token| (*token).to_string()).collect();
        let fields: Vec<Vec<String>> = fields.iter().map(|field| texts(field)).collect();
        let mut compiler = Compiler::new(None, 0);
        let made = Fields::new(&texts(pattern), &fields, &mut compiler).unwrap();
        let mut scratch = Scratch::default();
        scan(text.as_bytes(), &compiler.finish().names, &LIMITS, &mut scratch).unwrap();
        let found = made.rows(Document { body: text.as_bytes(), tape: &scratch.tape });
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
