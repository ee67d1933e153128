//! The common readings of a path: the paths that servers, proxies and frameworks may route it as.
//!
//! They percent-decode, merge slashes, remove dot segments and drop characters, in different orders.

use std::borrow::Cow;
use std::collections::HashSet;

use crate::http::letter_case::fold_case;
use crate::http::wtf8;

/// A proxy decodes a path once, and the framework behind it once more.
const DECODINGS: u8 = 2;
/// Readings of one path that holds the words of an operation; no honest path comes near.
const MOST_READINGS: usize = 96;
/// Characters of all readings.
const BUDGET: usize = 1 << 17;

/// The segments of a path of the contract in lower case; None for a parameter.
pub type Template = Vec<Option<Box<[u8]>>>;
/// A set of methods, by their numbers.
pub type Methods = u64;
type Text = Vec<u8>;

/// The methods of the operations that some common reading of a path leads to.
#[derive(Debug, Default)]
pub struct Readings {
    templates: Vec<(Template, Methods)>,
}

impl Readings {
    /// Add a path of the contract, with its prefix, and the methods of the operations on it.
    pub fn add(&mut self, template: Template, methods: Methods) {
        self.templates.push((template, methods));
    }

    /// Return false if no reading has the fixed segments of any path of the contract in order.
    ///
    /// This is a fast first look. Paths of other services mostly end here.
    pub fn may_lead(&self, path: &[u8]) -> bool {
        if self.has_words(path) {
            return true;
        }
        if !path.iter().any(|&sign| sign == b'%' || is_blank(sign)) {
            return false;
        }
        let mut texts = vec![without_blanks(path)];
        if texts[0] != path && self.has_words(&texts[0]) {
            return true;
        }
        for _ in 0..DECODINGS {
            texts.retain(|text| text.contains(&b'%'));
            let decoded = texts.iter().flat_map(|text| dropping_decodings(text));
            texts = decoded.map(|text| without_blanks(&text)).collect();
            if texts.iter().any(|text| self.has_words(text)) {
                return true;
            }
        }
        false
    }

    /// Return the methods of the operations that some reading of a path leads to.
    ///
    /// None if the path has too many readings to try them all. Call it only for paths for which
    /// `may_lead` returns true.
    pub fn methods(&self, path: &[u8]) -> Option<Methods> {
        if !is_odd(path) {
            return Some(self.methods_of_text(path));
        }
        let (mut found, mut left) = (0, BUDGET);
        let mut seen = HashSet::from([(path.to_vec(), 0)]);
        let mut waiting = vec![(path.to_vec(), 0)];
        let mut next = 0;
        while let Some((text, decodings)) = waiting.get(next).cloned() {
            found |= self.methods_of_text(&text);
            left = left.checked_sub(wtf8::count(&text))?;
            if next > MOST_READINGS {
                return None;
            }
            next += 1;
            let mut reach = |reached: Text, decodings: u8| {
                if seen.insert((reached.clone(), decodings)) {
                    waiting.push((reached, decodings));
                }
            };
            for step in STEPS {
                reach(step(&text), decodings);
            }
            if decodings < DECODINGS && text.contains(&b'%') {
                reach(decode_code_units(&text), decodings);
                for decoder in DECODERS {
                    reach(decoder(&text), decodings + 1);
                }
            }
        }
        Some(found)
    }

    fn has_words(&self, text: &[u8]) -> bool {
        let text = fold_case(text);
        self.templates.iter().any(|(template, _)| {
            let mut rest = &text[..];
            template.iter().flatten().all(|word| match find(rest, word) {
                Some(at) => {
                    rest = &rest[at + word.len()..];
                    true
                }
                None => false,
            })
        })
    }

    fn methods_of_text(&self, text: &[u8]) -> Methods {
        let text = fold_case(text);
        let found = self.methods_of_segments(&text);
        // a whole URL, or a text that URL parsers take for one (RFC 3986, section 4.2)
        match without_authority(&text) {
            Some(rest) => found | self.methods_of_segments(rest),
            None => found,
        }
    }

    fn methods_of_segments(&self, path: &[u8]) -> Methods {
        let segments: Vec<&[u8]> = segments(path).collect();
        let bare = without_suffix(&segments);
        let is_read = |template| {
            fits(template, &segments) || bare.as_ref().is_some_and(|it| fits(template, it))
        };
        let reached = self.templates.iter().filter(|(template, _)| is_read(template));
        reached.fold(0, |found, (_, methods)| found | methods)
    }
}

/// Return the segments of a path; many servers merge slashes.
pub fn segments(path: &[u8]) -> impl Iterator<Item = &[u8]> {
    path.split(|&sign| sign == b'/').filter(|part| !part.is_empty())
}

/// Return true if segments are those of a template.
pub fn fits<Segment: AsRef<[u8]>>(template: &[Option<Box<[u8]>>], segments: &[Segment]) -> bool {
    let same = |(part, segment): (&Option<Box<[u8]>>, &Segment)| {
        part.as_ref().is_none_or(|part| **part == *segment.as_ref())
    };
    template.len() == segments.len() && template.iter().zip(segments).all(same)
}

/// Return the part of a path that some reader takes for the query; empty if there is none.
pub fn query_in_path(path: &[u8]) -> String {
    let decoded = decode_leniently(path);
    let query = decoded.split_once([';', '?', '#']);
    query.map(|(_, query)| query.to_string()).unwrap_or_default()
}

// -- decodings

/// Return the text percent-decoded once, with U+FFFD for bytes that are not UTF-8.
pub fn decode_exactly(text: &[u8]) -> Text {
    replacing(&unquote(&wtf8::bytes(text)))
}

/// Return the text percent-decoded once, as lenient decoders do.
///
/// They accept overlong UTF-8 and `%u002f`, and drop bytes that are not UTF-8.
pub fn decode_leniently(text: &[u8]) -> String {
    dropping(&shortest_form(&decode_code_units(text)))
}

/// Return bytes without percent-encoding; a percent sign that begins no triplet stays.
pub fn unquote(text: &[u8]) -> Cow<'_, [u8]> {
    if !text.contains(&b'%') {
        return Cow::Borrowed(text);
    }
    let mut found = Vec::with_capacity(text.len());
    let mut at = 0;
    while at < text.len() {
        let encoded = text[at..].first_chunk().and_then(triplet);
        found.push(encoded.unwrap_or(text[at]));
        at += if encoded.is_some() { 3 } else { 1 };
    }
    Cow::Owned(found)
}

fn triplet(signs: &[u8; 3]) -> Option<u8> {
    let [b'%', high, low] = *signs else { return None };
    Some(16 * hex_digit(high)? as u8 + hex_digit(low)? as u8)
}

fn hex_digit(sign: u8) -> Option<u16> {
    char::from(sign).to_digit(16).map(|digit| digit as u16)
}

fn replacing(bytes: &[u8]) -> Text {
    String::from_utf8_lossy(bytes).into_owned().into()
}

fn dropping(bytes: &[u8]) -> String {
    bytes.utf8_chunks().map(|chunk| chunk.valid()).collect()
}

/// Return the text as decoders read it that drop bytes they cannot decode.
///
/// Such bytes cannot hide the words of a path from `may_lead`.
fn dropping_decodings(text: &[u8]) -> Vec<Text> {
    let encoded = wtf8::bytes(text);
    let bytes = unquote(&encoded);
    if bytes.is_ascii() && !has_code_units(text) {
        return vec![bytes.into_owned()];
    }
    vec![dropping(&bytes).into(), decode_leniently(text).into()]
}

fn decode_dropping(text: &[u8]) -> Text {
    dropping(&unquote(&wtf8::bytes(text))).into()
}

fn decode_overlong(text: &[u8]) -> Text {
    replacing(&shortest_form(text))
}

fn decode_overlong_dropping(text: &[u8]) -> Text {
    dropping(&shortest_form(text)).into()
}

/// Return the percent-decoded bytes, with overlong UTF-8 replaced by the ASCII it encodes.
///
/// RFC 3629 forbids these forms; decoders that accept them read `%c0%af` as `/`.
fn shortest_form(text: &[u8]) -> Text {
    let encoded = wtf8::bytes(text);
    let bytes = unquote(&encoded);
    let mut found = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let size = match bytes[at..] {
            [0xc0 | 0xc1, 0x80..=0xbf, ..] => 2,
            [0xe0, 0x80 | 0x81, 0x80..=0xbf, ..] => 3,
            [0xf0, 0x80, 0x80 | 0x81, 0x80..=0xbf, ..] => 4,
            _ => 1,
        };
        let last = bytes[at + size - 1];
        found.push(if size == 1 { last } else { last & 0x3f | (bytes[at + size - 2] & 1) << 6 });
        at += size;
    }
    found
}

fn has_code_units(text: &[u8]) -> bool {
    text.windows(2).any(|signs| signs == b"%u" || signs == b"%U")
}

/// Return the text with `%u002f` decoded, as IIS and .NET do.
fn decode_code_units(text: &[u8]) -> Text {
    if !has_code_units(text) {
        return text.to_vec();
    }
    let mut found = Vec::with_capacity(text.len());
    let mut at = 0;
    while at < text.len() {
        match text[at..].first_chunk().and_then(code_unit) {
            Some(sign) => {
                wtf8::push(&mut found, sign);
                at += 6;
            }
            None => {
                found.push(text[at]);
                at += 1;
            }
        }
    }
    found
}

fn code_unit(signs: &[u8; 6]) -> Option<u16> {
    let [b'%', b'u' | b'U', digits @ ..] = signs else { return None };
    digits.iter().try_fold(0, |number, &sign| Some(number << 4 | hex_digit(sign)?))
}

// -- other steps of readers

type Step = fn(&[u8]) -> Text;

const STEPS: [Step; 7] = [
    turn_backslashes,
    remove_matrix,
    remove_dots,
    merge_slashes,
    without_blanks,
    end_at_blank_or_query,
    end_at_semicolon,
];
const DECODERS: [Step; 4] =
    [decode_exactly, decode_dropping, decode_overlong, decode_overlong_dropping];

fn turn_backslashes(text: &[u8]) -> Text {
    text.iter().map(|&sign| if sign == b'\\' { b'/' } else { sign }).collect()
}

/// Return the path without matrix parameters, from each `;` to the end of its segment.
fn remove_matrix(text: &[u8]) -> Text {
    let mut is_inside = false;
    let mut keeps = |sign: u8| {
        is_inside = sign != b'/' && (is_inside || sign == b';');
        !is_inside
    };
    text.iter().copied().filter(|&sign| keeps(sign)).collect()
}

/// Return the path without dot segments (RFC 3986, section 5.2.4).
fn remove_dots(text: &[u8]) -> Text {
    if !text.windows(2).any(|signs| signs == b"/.") {
        return text.to_vec();
    }
    let parts: Vec<&[u8]> = text.split(|&sign| sign == b'/').collect();
    let mut kept: Vec<&[u8]> = Vec::with_capacity(parts.len());
    for &part in &parts {
        match part {
            b".." if kept.len() > 1 => {
                kept.pop(); // never the empty text before the leading slash
            }
            b"." | b".." => {}
            _ => kept.push(part),
        }
    }
    if matches!(parts.last(), Some(&(b"." | b".."))) {
        kept.push(b"");
    }
    kept.join(&b'/')
}

fn merge_slashes(text: &[u8]) -> Text {
    let mut found = Vec::with_capacity(text.len());
    for &sign in text {
        if sign != b'/' || found.last() != Some(&b'/') {
            found.push(sign);
        }
    }
    found
}

fn is_blank(sign: u8) -> bool {
    sign <= b' ' || sign == 0x7f
}

fn without_blanks(text: &[u8]) -> Text {
    text.iter().copied().filter(|&sign| !is_blank(sign)).collect()
}

fn end_at_blank_or_query(text: &[u8]) -> Text {
    until(text, |sign| is_blank(sign) || matches!(sign, b'?' | b'#'))
}

/// Return the path up to its first `;`. Fastify 4 and restify read the rest as the query.
fn end_at_semicolon(text: &[u8]) -> Text {
    until(text, |sign| sign == b';')
}

fn until(text: &[u8], is_end: impl Fn(u8) -> bool) -> Text {
    text.iter().copied().take_while(|&sign| !is_end(sign)).collect()
}

/// Return the segments without the format suffix of the last one, such as `.json`, if it has one.
///
/// Routers of Rails, Django REST framework and chi (URLFormat) do so. chi takes any text for a
/// suffix, and a segment may consist of it.
fn without_suffix<'a>(segments: &[&'a [u8]]) -> Option<Vec<&'a [u8]>> {
    let (last, rest) = segments.split_last()?;
    let end = last.iter().rposition(|&sign| sign == b'.')?;
    let mut found = rest.to_vec();
    if end > 0 {
        found.push(&last[..end]);
    }
    Some(found)
}

// -- first looks

/// Return false for paths that all readers agree on, letter case and repeated slashes aside.
fn is_odd(path: &[u8]) -> bool {
    let is_plain = |sign: &u8| sign.is_ascii_alphanumeric() || b"/_~!$&'()*+,=:@.-".contains(sign);
    let is_dots = |part: &[u8]| matches!(part, b"." | b"..");
    !path.iter().all(is_plain)
        || path.split(|&sign| sign == b'/').any(is_dots)
        || without_authority(path).is_some()
}

/// Return the path after its authority, such as `//host` or `https://host`, if it begins with one.
fn without_authority(path: &[u8]) -> Option<&[u8]> {
    let scheme =
        path.iter().position(|sign| !(sign.is_ascii_alphanumeric() || b"+.-".contains(sign)));
    let after = match path.get(scheme?) {
        Some(b':') if path[0].is_ascii_alphabetic() => &path[scheme? + 1..],
        _ => path,
    };
    let authority = after.strip_prefix(b"//")?;
    let end = authority.iter().position(|&sign| sign == b'/').unwrap_or(authority.len());
    Some(&authority[end..])
}

fn find(text: &[u8], word: &[u8]) -> Option<usize> {
    if word.is_empty() {
        return Some(0);
    }
    text.windows(word.len()).position(|part| part == word)
}
