//! Names of query parameters and form fields that some reader takes for a declared name.

use std::collections::BTreeMap;

use crate::automaton::Finder;
use crate::folding::folded;
use crate::http::path_readings::decode_leniently;
use crate::http::wtf8;

/// Headers by which frameworks replace the method of a request.
pub const METHOD_OVERRIDES: [&str; 4] =
    ["x-http-method-override", "x-http-method", "x-method-override", "x-tunneled-method"];
const METHOD_FIELD: &str = "_method";
/// Characters at the beginning; Spring reads `!limit` as a default of `limit`.
const SIGNS: [char; 2] = ['?', '!'];
/// A bracket and the text after it, to its end or to the next bracket.
static BRACKETED: Finder = Finder::new(r"\[[^\[\]]*\]?");

/// Return true if a field of a query or a form of this name replaces the method of a request.
pub fn is_method_field(name: &str) -> bool {
    name == METHOD_FIELD || METHOD_OVERRIDES.contains(&name)
}

/// Declared names, and names that replace the method, by the form in which readers compare names.
#[derive(Debug)]
pub struct Aliases {
    declared: BTreeMap<String, String>,
    letters: Vec<String>,
    /// The number of bytes of the longest name.
    longest: usize,
    /// True if there are only names that replace the method.
    pub(crate) are_methods: bool,
}

impl Aliases {
    pub fn new<'a>(declared: impl Iterator<Item = &'a str>) -> Aliases {
        let of_methods = METHOD_OVERRIDES.into_iter().chain([METHOD_FIELD]);
        let all = of_methods.chain(declared);
        let declared: BTreeMap<_, _> = all.map(|name| (folded(name), name.into())).collect();
        let letters = declared.keys().map(|name| letters(name)).collect();
        let longest = declared.keys().map(String::len).max().unwrap_or_default();
        Aliases { declared, letters, longest, are_methods: false }
    }

    /// Return only the names that replace the method.
    pub(crate) fn of_methods() -> Aliases {
        Aliases { are_methods: true, ..Aliases::new(std::iter::empty()) }
    }

    /// Return the declared name for which some reader takes an undeclared name.
    ///
    /// `name` is the name as the query or form has it.
    pub fn taken_for(&self, name: &[u8]) -> Option<&str> {
        let is_plain =
            |byte: &u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"_-".contains(byte);
        if name.iter().all(is_plain) {
            // every reader takes such a name as it is
            return self.find(std::str::from_utf8(name).ok()?);
        }
        let (raw, decoded) = (wtf8::readable(name).into_owned(), decode_leniently(name));
        if !self.may_be_taken(if name.contains(&b'%') { &decoded } else { &raw }) {
            return None;
        }
        // some readers drop NULs, for others the name ends there
        let parts = [&raw, &decoded].into_iter().flat_map(|text| [text, until(text, '\0')]);
        let spelt = distinct(parts).into_iter().flat_map(spellings);
        // a folded form never has fewer characters than its text
        let mut short = spelt.filter(|spelling| spelling.chars().count() <= self.longest);
        short.find_map(|spelling| self.find(&folded(&spelling)))
    }

    fn find(&self, folded: &str) -> Option<&str> {
        self.declared.get(folded).map(String::as_str)
    }

    /// Return false if a name holds the letters of no declared name. Most names end here.
    fn may_be_taken(&self, text: &str) -> bool {
        let text = folded(text);
        let holds_one = |text: &str| {
            let word = letters(text);
            self.letters.iter().any(|letters| word.contains(&**letters))
        };
        holds_one(&text) || (text.contains('[') && holds_one(&BRACKETED.replace(&text, |_| "")))
    }
}

fn letters(folded: &str) -> String {
    let is_letter = |character: &char| character.is_ascii_lowercase() || character.is_ascii_digit();
    folded.chars().filter(is_letter).collect()
}

/// Return the names that readers make of a part of a name.
fn spellings(part: &str) -> Vec<String> {
    let bare = part.replace('\0', "");
    let bare = bare.trim_matches(is_space).trim_start_matches(SIGNS).trim_start_matches(is_space);
    let squeezed: String = part.chars().filter(|&character| !is_blank(character)).collect();
    let squeezed = squeezed.trim_start_matches(SIGNS);
    // PHP replaces blanks and dots by `_`, and also a bracket that is never closed
    let as_php = bare.replace(|character| character == '.' || is_blank(character), "_");
    let mut found = Vec::new();
    for spelling in distinct([squeezed.to_string(), squeezed.replace('.', "_"), as_php]) {
        if spelling.contains(['[', ']']) {
            // Rack and qs ignore brackets at the beginning
            let outside = spelling.split(['[', ']']).find(|part| !part.is_empty());
            found.extend([
                spelling.clone(),
                until(&spelling, '[').to_string(),
                BRACKETED.replace(&spelling, |_| "").replace(']', ""),
                spelling.replace('[', "_"), // PHP, if no bracket ends
                outside.unwrap_or_default().to_string(),
            ]);
        } else {
            found.push(spelling);
        }
    }
    found
}

/// Return each text once. Most texts of a name are equal, and each costs the same again.
pub(crate) fn distinct<Text: PartialEq>(texts: impl IntoIterator<Item = Text>) -> Vec<Text> {
    let mut found = Vec::new();
    for text in texts {
        if !found.contains(&text) {
            found.push(text);
        }
    }
    found
}

fn until(text: &str, end: char) -> &str {
    text.split(end).next().unwrap_or_default()
}

/// Return true for whitespace, the separators of ASCII (0x1c to 0x1f) included.
pub fn is_space(character: char) -> bool {
    character.is_whitespace() || ('\x1c'..='\x1f').contains(&character)
}

fn is_blank(character: char) -> bool {
    is_space(character) || character <= ' ' || character == '\x7f'
}
