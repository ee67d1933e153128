//! Why a text has no JSON value with one meaning: the rule of the wire that it breaks, and where.
//!
//! Of several faults, the size comes first, then encoding, depth, the number of objects, syntax, the
//! first duplicate key or constant, lone surrogates, long numbers, and long strings.

use crate::http::faults::Fault;
use crate::names::Names;
use crate::number::MAX_CHARACTERS;
use crate::places::{Document, Pointers};
use crate::scan::{DEPTH, Limits, Noted, Scanner, Scratch};
use crate::text::{NO_ROOM, count_characters};

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Return the fault of a text that a scan refused; None if the text is right.
pub fn fault(body: &[u8], limits: &Limits, scratch: &mut Scratch) -> Option<Fault> {
    let beyond = |rule: &'static str, limit: usize| Some(Fault::new(rule).with("limit", limit));
    if body.len() > limits.bytes {
        return beyond("json-size", limits.bytes);
    }
    if std::str::from_utf8(body).is_err() || body.starts_with(BYTE_ORDER_MARK) {
        return Some(Fault::new("json-encoding"));
    }
    let (depth, objects) = brackets(body);
    if depth > DEPTH as i64 {
        return beyond("json-depth", DEPTH);
    }
    if objects > limits.objects {
        return beyond("json-objects", limits.objects);
    }
    let found = Scanner::<true>::scan(body, &Names::default(), limits, scratch);
    let document = Document { body, tape: &scratch.tape };
    let pointer = |at| Pointers::new(document, &Names::default()).find(at).to_string();
    match found {
        Err(NO_ROOM) => None,
        Err(at) => {
            let before = &body[..at];
            let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
            let start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
            let column = count_characters(&before[start..]) + 1;
            Some(Fault::new("json-syntax").with("line", line).with("column", column))
        }
        Ok(Noted { first: Some(rule), .. }) => Some(Fault::new(rule)),
        Ok(Noted { surrogate: Some(at), .. }) => {
            Some(Fault::new("json-surrogate").about(pointer(at)))
        }
        Ok(Noted { has_long_number: true, .. }) => beyond("json-number", MAX_CHARACTERS),
        Ok(Noted { long, .. }) => {
            let pointer = pointer(long?);
            Some(beyond("json-string-length", limits.string)?.about(pointer))
        }
    }
}

/// Return how deep the arrays and objects of a text nest, and how many there are.
fn brackets(body: &[u8]) -> (i64, usize) {
    let (mut depth, mut deepest, mut count, mut in_string) = (0, 0, 0, false);
    let mut at = 0;
    while let Some(&byte) = body.get(at) {
        match byte {
            b'\\' if matches!(body.get(at + 1), Some(b'\\' | b'"')) => at += 1,
            b'"' => in_string = !in_string,
            b'[' | b'{' if !in_string => {
                depth += 1;
                count += 1;
                deepest = deepest.max(depth);
            }
            b']' | b'}' if !in_string => depth -= 1,
            _ => {}
        }
        at += 1;
    }
    (deepest, count)
}
