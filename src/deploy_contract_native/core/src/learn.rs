//! The learned fields of a document: its identity as a key, and the texts that may be kept.

use std::borrow::Cow;

use crate::contract::{Contract, Fault, Kind, Mode, Pointer, part};
use crate::places::{Document, Pattern};
use crate::program::Compiler;

/// The places of the bytes in a uuid (RFC 9562, section 4).
const PAIRS: [usize; 16] = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34];

/// Where documents are in a text, and which of their fields are learned.
#[derive(Debug)]
pub struct Fields {
    /// Tokens of the pattern.
    pub place: Vec<String>,
    /// The number of the kind of these documents.
    pub kind: usize,
    /// The number of the field that holds the source.
    pub source: Option<usize>,
    /// Leads to the documents.
    pattern: Pattern,
    /// Tokens of the fields.
    names: Vec<Pointer>,
    fields: Vec<Vec<u16>>,
    /// The numbers of the rules on fields that never change, and the places of these fields.
    pub constants: Vec<(usize, Vec<u16>)>,
}

impl Fields {
    /// Return the learned fields of a kind of document, and of the documents in it.
    ///
    /// The identity of a document comes first, then the fields in the order of the contract.
    pub fn of_kind(
        contract: &Contract,
        kind: usize,
        compiler: &mut Compiler,
    ) -> Result<Vec<Fields>, Fault> {
        let mut found = Vec::new();
        for (place, kind) in contract.scopes(kind)? {
            let Kind { name, identity, learned, own_source, .. } = &contract.kinds[kind];
            let Some(identity) = identity else { continue };
            let names: Vec<_> = [identity].into_iter().chain(learned).cloned().collect();
            let source = names.iter().skip(1).position(|name| Some(name) == own_source.as_ref());
            let fields: Result<_, _> = names.iter().map(|name| compiler.path(name)).collect();
            let mut constants = Vec::new();
            for (number, rule) in contract.rules.iter().enumerate() {
                let is_on = rule.shape == "equals_known" && rule.on.contains(name);
                if is_on && rule.mode != Mode::Off {
                    let field: Pointer = part(&rule.parameters, "field")?;
                    constants.push((number, compiler.path(&field)?));
                }
            }
            found.push(Fields {
                kind,
                constants,
                source: source.map(|number| number + 1), // after the identity
                pattern: Pattern::new(&place, true, compiler)?,
                place,
                fields: fields?,
                names,
            });
        }
        Ok(found)
    }

    /// Return the numbers of some fields, of which the first must be the identity.
    pub fn columns(&self, fields: &[Vec<String>]) -> Option<Vec<usize>> {
        let number = |field: &Vec<String>| self.names.iter().position(|known| known.0 == *field);
        let found: Vec<usize> = fields.iter().map(number).collect::<Option<_>>()?;
        let is_whole = found.first() == Some(&0) && !found[1..].contains(&0);
        is_whole.then_some(found)
    }

    /// Return the places on the tape of some fields of each document in turn; None for a missing one.
    pub fn rows(&self, document: Document, fields: &[usize]) -> Vec<Option<usize>> {
        let mut rows = Vec::new();
        self.pattern.all(document, 0, &mut |at| {
            rows.extend(fields.iter().map(|&field| document.find(at, &self.fields[field])));
            true
        });
        rows
    }

    /// Visit each document with an identity, if rules name fields of such documents that never change.
    pub fn visit_constants(&self, document: Document, visit: &mut dyn FnMut(usize, &str)) {
        if self.constants.is_empty() {
            return;
        }
        self.pattern.all(document, 0, &mut |at| {
            let identity = document.find(at, &self.fields[0]).and_then(|it| document.str(it));
            identity.inspect(|identity| visit(at, identity));
            true
        });
    }

    /// Return the documents that state their uuid.
    pub fn stated(&self, document: Document, contract: &Contract) -> Vec<Stated> {
        let mut found = Vec::new();
        self.pattern.all(document, 0, &mut |at| {
            let text = |field: usize| document.text(document.find(at, &self.fields[field])?);
            if let Some(key) = text(0).and_then(|identity| uuid_bytes(&identity)) {
                let source = self.source.and_then(text).and_then(|name| contract.source(&name));
                found.push(Stated { key, source, start: document.tape[at].start as usize });
            }
            true
        });
        found
    }
}

/// A document in a text that states its uuid.
pub struct Stated {
    pub key: [u8; 16],
    /// The number of the source that it states.
    pub source: Option<usize>,
    /// Offset of its first byte.
    pub start: usize,
}

/// Return true for a uuid in either letter case. All bytes are checked without branches.
pub fn is_uuid(text: &[u8]) -> bool {
    let Ok(mut text) = <[u8; 36]>::try_from(text) else { return false };
    let mut is_right = true;
    for place in [8, 13, 18, 23] {
        is_right &= std::mem::replace(&mut text[place], b'0') == b'-'; // RFC 9562, section 4
    }
    text.iter().fold(is_right, |all, byte| all & byte.is_ascii_hexdigit())
}

/// Return the 16 bytes of a uuid in either letter case.
pub fn uuid_bytes(text: &[u8]) -> Option<[u8; 16]> {
    let text: &[u8; 36] = text.try_into().ok().filter(|text: &&[u8; 36]| is_uuid(&text[..]))?;
    let digits = text.map(|byte| (byte & 15) + 9 * (byte >> 6));
    Some(PAIRS.map(|at| digits[at] << 4 | digits[at + 1]))
}

/// Return a uuid in lower case, and any other text as it is.
pub fn comparable(text: &[u8]) -> Cow<'_, [u8]> {
    if is_uuid(text) { text.to_ascii_lowercase().into() } else { text.into() }
}
