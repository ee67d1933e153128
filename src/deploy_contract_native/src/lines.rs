//! Lines and columns of values in a text.
#![forbid(unsafe_code)]

use crate::names::Names;
use crate::places::{Document, Path};
use crate::tape::{UNNAMED, kind};

/// A longer line is not returned, since a text may be one line with many places.
const LONGEST_LINE: usize = 400;

/// The place of a value: that of its key, if it is a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot<'a> {
    /// From 1.
    pub line: usize,
    /// In characters, from 1.
    pub column: usize,
    /// The line, if it is short and the next token after it is no colon.
    pub text: Option<&'a str>,
}

/// Return the place of the value that a path leads to, or of the nearest one around it.
///
/// None if the key is written with escapes.
pub fn locate<'a>(document: Document<'a>, path: &Path, names: &Names) -> Option<Spot<'a>> {
    let at = path.nearest(document, 0);
    let offset = start_of(document, at, names)?;
    let (before, after) = document.body.split_at(offset);
    let first = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let line = 1 + before[..first].iter().filter(|&&byte| byte == b'\n').count();
    let column = 1 + before[first..].iter().filter(|&&byte| !is_continued(byte)).count();
    let end = offset + after.iter().position(|&byte| byte == b'\n').unwrap_or(after.len());
    let is_alone = document.body[end..].trim_ascii_start().first() != Some(&b':');
    let text = (is_alone && end - first <= LONGEST_LINE).then(|| &document.body[first..end]);
    Some(Spot { line, column, text: text.and_then(|text| std::str::from_utf8(text).ok()) })
}

/// Return true if a byte of UTF-8 is not the first one of its character.
fn is_continued(byte: u8) -> bool {
    byte & 0xC0 == 0x80
}

/// Return the offset of the key of a value, or that of the value if it is no member.
///
/// The tape has no place of a declared key. It is before the colon, unless it has escapes: the text
/// before the name cannot belong to the key, since no longer key is spelled like the name.
fn start_of(document: Document, at: usize, names: &Names) -> Option<usize> {
    let (body, node) = (document.body, document.tape[at]);
    let start = node.start as usize - usize::from(node.kind == kind::STRING);
    if node.name != UNNAMED {
        let before = body[..start].trim_ascii_end().strip_suffix(b":")?.trim_ascii_end();
        let key = before.strip_suffix(b"\"")?.strip_suffix(names.get(node.name))?;
        return Some(key.strip_suffix(b"\"")?.len());
    }
    let key = at.checked_sub(1).map(|before| document.tape[before]);
    Some(key.filter(|key| key.kind == kind::KEY).map_or(start, |key| key.start as usize - 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scan::{Limits, Scratch, scan};

    fn found(body: &str, path: &[&str]) -> Option<(usize, usize, Option<String>)> {
        let names = Names::new(vec![b"a".as_slice().into(), b"name".as_slice().into()]);
        let limits = Limits { bytes: 1 << 20, objects: 1 << 10, string: 1 << 10 };
        let mut scratch = Scratch::default();
        scan(body.as_bytes(), &names, &limits, &mut scratch).unwrap();
        let document = Document { body: body.as_bytes(), tape: &scratch.tape };
        let tokens: Vec<String> = path.iter().map(|token| (*token).to_string()).collect();
        let spot = locate(document, &Path::new(&tokens, &names), &names)?;
        Some((spot.line, spot.column, spot.text.map(str::to_string)))
    }

    fn at(line: usize, column: usize, text: &str) -> Option<(usize, usize, Option<String>)> {
        Some((line, column, Some(text.to_string())))
    }

    #[test]
    fn a_member_is_at_its_key() {
        let body = "{\r\n \"a\" : {\"x\": 1, \"name\": \"\\\"name\"},\n\"z\": []}";
        assert_eq!(found(body, &["a"]), at(2, 2, " \"a\" : {\"x\": 1, \"name\": \"\\\"name\"},"));
        assert_eq!(found(body, &["a", "x"]).unwrap().1, 9);
        assert_eq!(found(body, &["a", "name"]).unwrap().1, 17);
        assert_eq!(found(body, &["z"]), at(3, 1, "\"z\": []}"));
    }

    #[test]
    fn a_path_ends_at_the_last_value_that_is_there() {
        let body = " {\"a\": [{\"name\": 1}], \"z\": 1}";
        assert_eq!(found(body, &[]), at(1, 2, body));
        assert_eq!(found(body, &["name"]), at(1, 2, body));
        assert_eq!(found(body, &["a", "name"]), at(1, 3, body));
        assert_eq!(found(body, &["z", "name"]).unwrap().1, 23);
        assert_eq!(found(" \"a\"", &["a"]), at(1, 2, " \"a\""));
    }

    #[test]
    fn columns_are_counted_in_characters() {
        assert_eq!(found("{\"ä😀\": \"ä\", \"a\": 1}", &["a"]).unwrap().1, 13);
    }

    #[test]
    fn a_key_with_escapes_is_not_found() {
        assert_eq!(found("{\"\\u0061\": 1}", &["a"]), None);
        assert_eq!(found("{\"n\\u0061me\": 1}", &["name"]), None);
    }

    #[test]
    fn a_line_is_returned_if_it_is_short_and_alone() {
        assert_eq!(found("{\"a\"\n\n :1}", &["a"]), Some((1, 2, None)));
        assert_eq!(found("{\"a\"\n\n :{\"a\":\n2}}", &["a", "a"]), at(3, 4, " :{\"a\":"));
        let long = format!("{{\"a\": \"{}\"}}", "x".repeat(LONGEST_LINE));
        assert_eq!(found(&long, &["a"]), Some((1, 2, None)));
    }
}
