//! Why a text has no JSON value with one meaning: the rule of the wire that it breaks, and where.
//!
//! Of several faults, the size comes first, then encoding, depth, the number of objects, syntax, the
//! first duplicate key or constant, lone surrogates, long numbers, and long strings.

use std::hash::RandomState;

use crate::http::faults::Fault;
use crate::http::wtf8;
use crate::number::{MOST_CHARACTERS, scan_number};
use crate::scan::{DEPTH, Limits, are_distinct, hash_of_key};
use crate::text::{count_characters, escape, skip_blanks};
use crate::words::add_token;

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Return the fault of a text that a scan refused; None if it has none.
pub fn fault(body: &[u8], limits: &Limits) -> Option<Fault> {
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
    let mut reader = Reader { body, longest: limits.string, ..Reader::default() };
    if let Err(at) = reader.document() {
        let before = &body[..at];
        let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
        let start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let column = count_characters(&before[start..]) + 1;
        return Some(Fault::new("json-syntax").with("line", line).with("column", column));
    }
    match reader {
        Reader { noted: Some(rule), .. } => Some(Fault::new(rule)),
        Reader { surrogate: Some(way), .. } => {
            Some(Fault::new("json-surrogate").about(pointer(&way)))
        }
        Reader { has_long_number: true, .. } => beyond("json-number", MOST_CHARACTERS),
        Reader { long, .. } => {
            let way = long?;
            Some(beyond("json-string-length", limits.string)?.about(pointer(&way)))
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

/// The offset at which a text is not JSON.
type WrongAt = usize;

/// The way to a place: the numbers of members and items, and the keys of members.
///
/// The way to an object, which is the place of its keys, comes before those to its members.
type Way = Vec<(usize, Option<Vec<u8>>)>;

fn pointer(way: &Way) -> String {
    let mut pointer = String::new();
    for (index, key) in way {
        pointer.push('/');
        match key {
            Some(key) => add_token(&mut pointer, &String::from_utf8_lossy(key)),
            None => pointer.push_str(&index.to_string()),
        }
    }
    pointer
}

fn keep_first(known: &mut Option<Way>, way: &Way) {
    if known.as_ref().is_none_or(|known| way < known) {
        *known = Some(way.clone());
    }
}

/// Reads texts that are JSON but for what other rules refuse. Places of errors are those of the JSON
/// reader of Python.
#[derive(Default)]
struct Reader<'a> {
    body: &'a [u8],
    longest: usize,
    /// The way to the current place.
    way: Way,
    /// The rule of the first duplicate key or constant.
    noted: Option<&'static str>,
    /// The first places of a lone surrogate and of a text that is too long.
    surrogate: Option<Way>,
    long: Option<Way>,
    has_long_number: bool,
}

impl Reader<'_> {
    fn document(&mut self) -> Result<(), WrongAt> {
        let end = self.value(self.skip_blanks(0))?;
        let end = self.skip_blanks(end);
        if end == self.body.len() { Ok(()) } else { Err(end) }
    }

    /// Read a value; return the offset after it. It recurses as deep as the text nests, which is bounded.
    fn value(&mut self, at: usize) -> Result<usize, WrongAt> {
        let rest = self.body.get(at..).unwrap_or_default();
        match rest.first() {
            Some(b'"') => return self.string(at).map(|(_, end)| end),
            Some(b'{') => return self.inside(at + 1, b'}'),
            Some(b'[') => return self.inside(at + 1, b']'),
            _ => {}
        }
        for word in ["null", "true", "false", "NaN", "Infinity", "-Infinity"] {
            if rest.starts_with(word.as_bytes()) {
                if word.ends_with(['N', 'y']) {
                    self.noted.get_or_insert("json-constant");
                }
                return Ok(at + word.len());
            }
        }
        self.number(at)
    }

    /// Read what is in an object or array, to its last byte.
    fn inside(&mut self, at: usize, last: u8) -> Result<usize, WrongAt> {
        let (mut hashes, hasher) = (Vec::new(), RandomState::new());
        let mut at = self.skip_blanks(at);
        if self.body.get(at) == Some(&last) {
            return Ok(at + 1);
        }
        for index in 0.. {
            let mut key = None;
            if last == b'}' {
                self.expect(b'"', at)?;
                let (text, end) = self.string(at)?;
                hashes.push(hash_of_key(&hasher, &text));
                at = self.skip_blanks(end);
                self.expect(b':', at)?;
                at = self.skip_blanks(at + 1);
                key = Some(text);
            }
            self.way.push((index, key));
            let end = self.value(at)?;
            self.way.pop();
            at = self.skip_blanks(end);
            if self.body.get(at) == Some(&last) {
                break;
            }
            self.expect(b',', at)?;
            at = self.skip_blanks(at + 1);
        }
        if !are_distinct(&mut hashes) {
            self.noted.get_or_insert("json-duplicate-key");
        }
        Ok(at + 1)
    }

    /// Return the text of a string, in which lone surrogates are written like other characters, and the
    /// offset after its last quote. Note what is wrong with it.
    fn string(&mut self, begin: usize) -> Result<(Vec<u8>, usize), WrongAt> {
        let (mut text, mut at) = (Vec::new(), begin + 1);
        loop {
            match *self.body.get(at).ok_or(begin)? {
                b'"' => break,
                b'\\' => at = self.escape(begin, at, &mut text)?,
                byte if byte < b' ' => return Err(at),
                byte => {
                    text.push(byte);
                    at += 1;
                }
            }
        }
        if text.len() > self.longest && count_characters(&text) > self.longest {
            keep_first(&mut self.long, &self.way);
        }
        Ok((text, at + 1))
    }

    /// Read the escape at `at` of the string that begins at `begin`; return the offset after it.
    fn escape(&mut self, begin: usize, at: usize, text: &mut Vec<u8>) -> Result<usize, WrongAt> {
        let is_unit = *self.body.get(at + 1).ok_or(begin)? == b'u';
        let (sign, end) = escape(self.body, at)?;
        if is_unit && end == self.body.len() {
            return Err(end - 5);
        }
        if char::from_u32(sign).is_none() {
            keep_first(&mut self.surrogate, &self.way);
        }
        wtf8::push(text, sign);
        Ok(end)
    }

    fn number(&mut self, start: usize) -> Result<usize, WrongAt> {
        let found = scan_number(self.body, start).ok_or(start)?;
        self.has_long_number |= found.is_long;
        Ok(found.end)
    }

    fn expect(&self, sign: u8, at: usize) -> Result<(), WrongAt> {
        if self.body.get(at) == Some(&sign) { Ok(()) } else { Err(at) }
    }

    fn skip_blanks(&self, at: usize) -> usize {
        skip_blanks(self.body, at)
    }
}
