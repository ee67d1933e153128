//! Why a text has no JSON value with one meaning: the rule of the wire that it breaks, and where.
//!
//! Of several faults, the size comes first, then encoding, depth, the number of objects, syntax, the
//! first duplicate key or constant, lone surrogates, long numbers, and long strings.

use std::borrow::Cow;
use std::hash::RandomState;

use crate::http::wtf8;
use crate::number::{MOST_CHARACTERS, MOST_EXPONENT_DIGITS};
use crate::scan::{DEPTH, Limits, are_distinct, hash_of_key};
use crate::text::{code_unit, count_characters, is_surrogate, joined};
use crate::words::add_token;

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// A rule of the wire that a text breaks. It contains no part of the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextFault {
    pub rule: Cow<'static, str>,
    /// Line and column, both from 1.
    pub place: Option<(usize, usize)>,
    pub pointer: String,
    pub limit: Option<usize>,
}

impl TextFault {
    pub fn new(rule: &'static str, limit: Option<usize>) -> TextFault {
        TextFault { rule: rule.into(), limit, ..TextFault::default() }
    }

    pub fn of(rule: &'static str) -> TextFault {
        TextFault::new(rule, None)
    }

    /// Return the value of a placeholder in the texts of the rule.
    pub fn word(&self, name: &str) -> Option<String> {
        let place = |of: fn((usize, usize)) -> usize| match self.place {
            Some(place) => of(place).to_string(),
            None => "?".to_string(),
        };
        match name {
            "line" => Some(place(|(line, _)| line)),
            "column" => Some(place(|(_, column)| column)),
            _ => Some(self.limit.map_or("None".to_string(), |limit| limit.to_string())),
        }
    }
}

/// Return the fault of a text that a scan refused; None if it has none.
pub fn fault(body: &[u8], limits: &Limits) -> Option<TextFault> {
    if body.len() > limits.bytes {
        return Some(TextFault::new("json-size", Some(limits.bytes)));
    }
    if std::str::from_utf8(body).is_err() || body.starts_with(BYTE_ORDER_MARK) {
        return Some(TextFault::new("json-encoding", None));
    }
    let (depth, objects) = brackets(body);
    if depth > DEPTH as i64 {
        return Some(TextFault::new("json-depth", Some(DEPTH)));
    }
    if objects > limits.objects {
        return Some(TextFault::new("json-objects", Some(limits.objects)));
    }
    let mut reader = Reader { body, longest: limits.string, ..Reader::default() };
    if let Err(WrongAt(at)) = reader.document() {
        let before = &body[..at];
        let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
        let start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let place = Some((line, count_characters(&before[start..]) + 1));
        return Some(TextFault { place, ..TextFault::new("json-syntax", None) });
    }
    let at =
        |rule, limit, way: Way| TextFault { pointer: pointer(&way), ..TextFault::new(rule, limit) };
    if let Some(rule) = reader.noted {
        return Some(TextFault::new(rule, None));
    }
    if let Some(way) = reader.surrogate {
        return Some(at("json-surrogate", None, way));
    }
    if reader.has_long_number {
        return Some(TextFault::new("json-number", Some(MOST_CHARACTERS)));
    }
    reader.long.map(|way| at("json-string-length", Some(limits.string), way))
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
#[derive(Debug)]
struct WrongAt(usize);

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

/// A string, without its quotes.
struct Text {
    /// The offset after its last quote.
    end: usize,
    /// Its text in UTF-8, where lone surrogates are written like other characters.
    text: Vec<u8>,
    has_surrogate: bool,
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
        if end == self.body.len() { Ok(()) } else { Err(WrongAt(end)) }
    }

    /// Read a value; return the offset after it. It recurses as deep as the text nests, which is bounded.
    fn value(&mut self, at: usize) -> Result<usize, WrongAt> {
        let rest = self.body.get(at..).unwrap_or_default();
        match rest.first() {
            Some(b'"') => {
                let found = self.string(at)?;
                self.look_at(&found);
                return Ok(found.end);
            }
            Some(b'{') => return self.inside(at + 1, b'}'),
            Some(b'[') => return self.inside(at + 1, b']'),
            _ => {}
        }
        for word in ["null", "true", "false"] {
            if rest.starts_with(word.as_bytes()) {
                return Ok(at + word.len());
            }
        }
        for word in ["NaN", "Infinity", "-Infinity"] {
            if rest.starts_with(word.as_bytes()) {
                self.noted.get_or_insert("json-constant");
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
                let found = self.string(at)?;
                self.look_at(&found);
                hashes.push(hash_of_key(&hasher, &found.text));
                at = self.skip_blanks(found.end);
                self.expect(b':', at)?;
                at = self.skip_blanks(at + 1);
                key = Some(found.text);
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

    /// Note what is wrong with a string at the current place.
    fn look_at(&mut self, found: &Text) {
        if found.has_surrogate {
            keep_first(&mut self.surrogate, &self.way);
        }
        if found.text.len() > self.longest && count_characters(&found.text) > self.longest {
            keep_first(&mut self.long, &self.way);
        }
    }

    fn string(&self, begin: usize) -> Result<Text, WrongAt> {
        let mut found = Text { end: 0, text: Vec::new(), has_surrogate: false };
        let mut at = begin + 1;
        loop {
            match *self.body.get(at).ok_or(WrongAt(begin))? {
                b'"' => {
                    found.end = at + 1;
                    return Ok(found);
                }
                b'\\' => at = self.escape(begin, at, &mut found)?,
                byte if byte < b' ' => return Err(WrongAt(at)),
                byte => {
                    found.text.push(byte);
                    at += 1;
                }
            }
        }
    }

    /// Read the escape at `at` of the string that begins at `begin`; return the offset after it.
    fn escape(&self, begin: usize, at: usize, found: &mut Text) -> Result<usize, WrongAt> {
        let sign = *self.body.get(at + 1).ok_or(WrongAt(begin))?;
        if sign != b'u' {
            let known = b"\"\\/bfnrt".iter().position(|&known| known == sign);
            let known = known.ok_or(WrongAt(at))?;
            found.text.push(b"\"\\/\x08\x0c\n\r\t"[known]);
            return Ok(at + 2);
        }
        let unit = |at| match self.body.get(at + 6) {
            Some(_) => code_unit(self.body, at).ok(), // the text goes on after it
            None => None,
        };
        let first = unit(at).ok_or(WrongAt(at + 1))?;
        let second = unit(at + 6).filter(|_| is_surrogate(first));
        if let Some(sign) = second.and_then(|second| joined(first, second)) {
            found.text.extend_from_slice(sign.encode_utf8(&mut [0; 4]).as_bytes());
            return Ok(at + 12);
        }
        found.has_surrogate |= is_surrogate(first);
        wtf8::push(&mut found.text, first as u16);
        Ok(at + 6)
    }

    fn number(&mut self, start: usize) -> Result<usize, WrongAt> {
        let is_digit = |at: usize| self.body.get(at).is_some_and(u8::is_ascii_digit);
        let digits = |mut at: usize| {
            while is_digit(at) {
                at += 1;
            }
            at
        };
        let mut at = start + usize::from(self.body.get(start) == Some(&b'-'));
        if !is_digit(at) {
            return Err(WrongAt(start));
        }
        at = if self.body[at] == b'0' { at + 1 } else { digits(at) };
        if self.body.get(at) == Some(&b'.') && is_digit(at + 1) {
            at = digits(at + 1);
        }
        let mut exponent = 0;
        if matches!(self.body.get(at), Some(b'e' | b'E')) {
            let signed = matches!(self.body.get(at + 1), Some(b'+' | b'-'));
            let first = at + 1 + usize::from(signed);
            if is_digit(first) {
                at = digits(first);
                exponent = at - first;
            }
        }
        self.has_long_number |= at - start > MOST_CHARACTERS || exponent > MOST_EXPONENT_DIGITS;
        Ok(at)
    }

    fn expect(&self, sign: u8, at: usize) -> Result<(), WrongAt> {
        if self.body.get(at) == Some(&sign) { Ok(()) } else { Err(WrongAt(at)) }
    }

    fn skip_blanks(&self, mut at: usize) -> usize {
        while matches!(self.body.get(at), Some(b' ' | b'\n' | b'\t' | b'\r')) {
            at += 1;
        }
        at
    }
}
